#!/usr/bin/env bash
# Prints the flags with which a C file compiles (cflags) or links (libs) against this tree.
set -euo pipefail
. "$(dirname "$0")/common.sh"
set_up
refuse_blanks
build_library release
case ${1:-} in
    cflags) printf '%s\n' "$cflags" ;;
    libs) printf '%s\n' "$libs" ;;
    *) die "usage: scripts/flags.sh cflags|libs" ;;
esac
