#!/usr/bin/env bash
# The same bits from every build: plays the scenes whose hashes are committed (tests/golden/), and the sidescroller,
# with the library optimised in every way that docs/determinism.md names, for any processor and for this one.
# Only the library and what it depends on is built, in the versions of Cargo.lock, below target/determinism.
set -euo pipefail
. "$(dirname "$0")/common.sh"
set_up_core
work=$(target_dir)/determinism
mkdir -p "$work"
ln -sfn "$root/tests" "$work/tests"
ln -sfn "$root/examples" "$work/examples"
cp Cargo.lock "$work/Cargo.lock"
cat >"$work/Cargo.toml" <<EOF
[package]
name = "determinism"
version = "0.0.0"
edition = "2024"
autotests = false
autoexamples = false
[workspace]
[lib]
path = "lib.rs"
[dependencies]
akgl = { path = "$root", default-features = false }
$(grep -E '^(glam|serde|serde_json) = ' Cargo.toml)
[[test]]
name = "world_state"
[[test]]
name = "feel_default"
[[test]]
name = "sidescroller"
[features]
capi = []
[profile.s]
inherits = "release"
opt-level = "s"
[profile.one]
inherits = "release"
lto = true
codegen-units = 1
EOF
: >"$work/lib.rs"

failed=0
try() {
    local name=$1 profile=$2 flags=$3 log="$work/log.txt"
    say "$name"
    if RUSTFLAGS=$flags CARGO_TARGET_DIR="$work/target" cargo test --quiet --manifest-path "$work/Cargo.toml" \
        --profile "$profile" --tests -- the_scenes_have_the_hashes_they_had the_bits_of_the_default_mode the_recorded_input >"$log" 2>&1; then
        echo "$name: the same bits ($(grep -oE '[0-9]+ passed' "$log" | awk '{ n += $1 } END { print n }') tests)"
    else
        cat "$log"
        echo "$name: FAILED"
        failed=1
    fi
}
for processor in any this; do
    flags=
    [ "$processor" = this ] && flags='-C target-cpu=native'
    try "debug, opt-level 0, $processor processor" dev "$flags"
    try "release, opt-level 3, $processor processor" release "$flags"
    try "release, opt-level s, $processor processor" s "$flags"
    try "release, opt-level 3 in one piece (lto), $processor processor" one "$flags"
done
[ "$failed" = 0 ]
