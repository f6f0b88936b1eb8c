#!/usr/bin/env bash
# The crate as a registry would take it: `cargo package` builds it from the packed files alone; its
# documentation builds without a warning, for the core alone, with the C side, and as docs.rs does it.
set -uo pipefail
. "$(dirname "$0")/common.sh"
set_up
passed=0 failed=0
check() {
    local name=$1
    shift
    say "$name"
    if "$@" >&2; then
        echo "check-package: ok: $name"
        passed=$((passed + 1))
    else
        echo "check-package: FAILED: $name"
        failed=$((failed + 1))
    fi
}
documented() { RUSTDOCFLAGS='-D warnings' cargo doc --locked --no-deps "$@"; }
# docs.rs has neither SDL3 nor a network: its settings in Cargo.toml must need neither.
as_docs_rs_does() {
    DOCS_RS=1 PKG_CONFIG_PATH=/nonexistent PKG_CONFIG_LIBDIR=/nonexistent documented --no-default-features --features capi
}
packed_files() {
    local list file
    list=$(cargo package --locked --allow-dirty --list) || return 1
    for file in README.md LICENSE-MIT LICENSE-APACHE build.rs .cargo/config.toml cmake/sdl-options.cmake include/akerror.h \
        include/akgl/actor.h src/lib.rs; do
        grep -qxF "$file" <<<"$list" || { echo "not packed: $file"; return 1; }
    done
}
check 'what a build needs is packed' packed_files
check 'cargo package' cargo package --locked --allow-dirty $features
check 'documentation' documented $features
check 'documentation of the core alone' documented --no-default-features
check 'documentation as docs.rs builds it' as_docs_rs_does
echo "check-package: $passed passed, $failed failed"
[ "$failed" = 0 ]
