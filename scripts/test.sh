#!/usr/bin/env bash
# Everything that CI runs. The last line is the total, as "<n> passed, <n> failed".
set -uo pipefail
. "$(dirname "$0")/common.sh"
set_up
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0 failures=()

# A step that passes or fails as a whole.
check() {
    local name=$1
    shift
    say "$name: $*"
    if "$@" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) failures+=("$name")
    fi
}

# A step whose own result lines are counted: "test result: ok. 3 passed; 0 failed; ..." or "demo: 1 passed, 0 failed".
tests() {
    local name=$1 ok bad
    shift
    say "$name: $*"
    "$@" 2>&1 | tee "$log"
    local status=${PIPESTATUS[0]}
    ok=$(count passed) bad=$(count failed)
    # A test program that crashed, or did not compile, has no result line.
    [ "$status" != 0 ] && [ "$bad" = 0 ] && bad=1
    passed=$((passed + ok)) failed=$((failed + bad))
    [ "$bad" = 0 ] && return
    failures+=("$name")
    local line
    while read -r line; do
        failures+=("  $line")
    done < <(sed -nE 's/^test (.*[^ ]) +\.\.\. FAILED$/\1/p; s/^(demo [^ ]*): FAILED/\1/p' "$log")
}
count() {
    grep -E '^(test result:|demo:) ' "$log" | grep -oE "[0-9]+ $1" | awk '{ sum += $1 } END { print sum + 0 }'
}

check formatting cargo fmt --all --check
check 'formatting of fuzz/' cargo fmt --manifest-path fuzz/Cargo.toml --check
check 'formatting of tools/' cargo fmt --manifest-path tools/mutants/Cargo.toml --check
check lints cargo clippy --locked $features --all-targets -- -D warnings
check 'lints of the core alone' cargo clippy --locked --no-default-features --all-targets -- -D warnings
check 'documentation' env RUSTDOCFLAGS='-D warnings' cargo doc --locked --no-deps $features
tests 'tests' cargo test --locked --no-fail-fast $features
tests 'tests of the core alone' cargo test --locked --no-fail-fast --no-default-features
tests 'threads in a large world' cargo test --locked --no-default-features --features parallel --lib -- world
tests 'Scheme binding' bindings/chicken/test.sh
tests demos env AKGL_DEMO_PROFILE=debug scripts/demo.sh

for failure in ${failures[@]+"${failures[@]}"}; do
    echo "FAILED: $failure"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
