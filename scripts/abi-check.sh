#!/usr/bin/env bash
# Compares what was built with what abi/ accepts, and says what each difference means for a program that
# was built against the accepted library. `accept` in place of nothing renews abi/headers.abi.
#
# tests/abi.rs and tests/abi_layout.rs compare soname, needed libraries, exports, layouts and constants.
# What they do not see, the types of functions, is compared by libabigail, where it is installed, through
# a library that has one pointer to each of them.
set -euo pipefail
. "$(dirname "$0")/common.sh"
set_up
failed=0

probe() {
    local header symbol
    # Not used but named: the compiler writes the whole type into the debug information.
    for header in include/akgl/*.h; do
        echo "#include <akgl/$(basename "$header")>"
    done
    while read -r symbol _; do
        # One that is gone has been told of already.
        grep -qw -- "$symbol" include/akerror.h include/akgl/*.h && echo "__typeof__($symbol) *abi_$symbol;"
    done <abi/symbols.txt || true
    sed -nE 's/^(ak[A-Za-z_]+) size .*/struct \1 *abi_struct_\1;/p' abi/layout.txt
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

write_types() {
    build_library debug
    probe >"$work/probe.c"
    $cc -std=gnu99 -g -gdwarf-4 -O0 -fno-eliminate-unused-debug-types -shared -fPIC $cflags -o "$work/libprobe.so" "$work/probe.c"
    # SDL's own types are SDL's to promise; where the probe lay is nobody's business.
    abidw --headers-dir include --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs "$work/libprobe.so" |
        sed "s,$work/,," >"$1"
}
have_abigail() {
    command -v abidw >/dev/null && return
    install_packages abigail-tools && command -v abidw >/dev/null
}

if [ "${1:-}" = accept ]; then
    if have_abigail; then
        write_types abi/headers.abi
    else
        say "SKIPPED: libabigail is not installed (sudo apt-get install abigail-tools); abi/headers.abi stays as it is"
    fi
    exit
fi

say "soname, needed libraries, exports, layouts, constants"
cargo test --locked --quiet --no-fail-fast $features --test abi --test abi_layout >"$work/log" 2>&1 || failed=1
if [ $failed = 0 ]; then
    echo "abi-check: ok: soname, needed libraries, exports, layouts and constants are the accepted ones"
else
    # Without the harness's own lines and the backtraces.
    grep -vE '^(stack backtrace:|note: |running |thread | +[0-9]+: | +at |$)' "$work/log"
    echo "abi-check: FAILED: see above"
fi

say "types of functions"
if have_abigail; then
    write_types "$work/headers.abi"
    if abidiff --no-show-locs abi/headers.abi "$work/headers.abi" >"$work/log" 2>&1; then
        echo "abi-check: ok: the types of functions are the accepted ones"
    else
        failed=1
        sed 's/abi_ak/ak/g' "$work/log"
        echo "abi-check: FAILED: a program built against the accepted headers calls these in the old way"
    fi
else
    echo "abi-check: SKIPPED: the types of functions; install libabigail: sudo apt-get install abigail-tools"
fi
[ $failed = 0 ] || echo "abi-check: where this is meant, and no release has the old way: make abi-accept, and commit abi/"
exit $failed
