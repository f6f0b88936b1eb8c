#!/usr/bin/env bash
# Runs the fuzz targets of fuzz/ for a while each, from the inputs of fuzz/corpus/ and from what earlier runs
# have found. An input that crashes or hangs is put into fuzz/artifacts/ and ends the run.
# Usage: scripts/fuzz.sh [seconds for each target [name of a target]]
set -euo pipefail
. "$(dirname "$0")/common.sh"
seconds=${1:-60} only=${2:-}
case $seconds in '' | *[!0-9]*) die "SECONDS is '$seconds'; it must be a whole number" ;; esac
set_up
need c++ g++

targets=$(sed -n 's/^path = "fuzz_targets\/\(.*\)\.rs"/\1/p' fuzz/Cargo.toml)
if [ -n "$only" ]; then
    grep -qx -- "$only" <<<"$targets" || die "FUZZ is '$only'; there are: $(echo $targets)"
    targets=$only
fi
cargo metadata --locked --format-version 1 --manifest-path fuzz/Cargo.toml >/dev/null ||
    die "fuzz/Cargo.lock is not up to date; run: cargo metadata --manifest-path fuzz/Cargo.toml"

work=$(target_dir)/fuzz
if ! cargo fuzz --version >/dev/null 2>&1; then
    PATH=$work/tools/bin:$PATH
    if ! cargo fuzz --version >/dev/null 2>&1; then
        say "installing cargo-fuzz (once, a minute or two)"
        cargo install cargo-fuzz --locked --quiet --root "$work/tools" >&2 || die "cargo-fuzz does not install"
    fi
fi
# cargo-fuzz's flags are for nightly compilers; RUSTC_BOOTSTRAP lets a stable one take them.
export CARGO_TARGET_DIR=$work RUSTC_BOOTSTRAP=1
say "building the fuzz targets (the first time some minutes)"
# shellcheck disable=SC2086 -- the features are separate words
cargo fuzz build ${features:-} >&2 || die "the fuzz targets do not build"

triple=$(rustc -vV | sed -n 's/^host: //p')
if [ "$feature" = system-sdl ]; then
    libdir=$("${PKG_CONFIG:-pkg-config}" --variable=libdir sdl3)
    export LD_LIBRARY_PATH=$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
fi
# The targets write the files that they load: in memory, where there is such a place.
TMPDIR=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
export TMPDIR SDL_VIDEO_DRIVER=dummy
trap 'rm -rf "$TMPDIR"' EXIT
failed=0
for name in $targets; do
    # make asan looks for leaks; here lists that the library keeps look like some from run to run.
    arguments=(-max_total_time="$seconds" -timeout=25 -rss_limit_mb=3072 -detect_leaks=0 -print_final_stats=1)
    [ ! -f "fuzz/dict/$name.dict" ] || arguments+=(-dict="fuzz/dict/$name.dict")
    case $name in
        map_*) arguments+=(-max_len=8192) ;;
        settings) arguments+=(-max_len=2048) ;;
        shapes) arguments+=(-max_len=2048) ;;
        calls) arguments+=(-max_len=700 -len_control=0) ;;
    esac
    mkdir -p "$work/corpus/$name" "fuzz/artifacts/$name"
    say "$name for $seconds s"
    log=$work/$name.log
    status=0
    "$work/$triple/release/$name" "$work/corpus/$name" "fuzz/corpus/$name" "${arguments[@]}" \
        -artifact_prefix="fuzz/artifacts/$name/" >"$log" 2>&1 || status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    if [ "$status" = 0 ]; then
        echo "fuzz $name: ok ($runs runs)"
    else
        grep -a -m 20 -A 3 -e 'panicked at' -e '^==.*ERROR' -e 'Test unit written' "$log" || tail -n 20 "$log"
        echo "fuzz $name: FAILED; the whole log is $log"
        failed=1
    fi
done
exit "$failed"
