#!/usr/bin/env bash
# The C tests under valgrind: no invalid access, no leak from the library.
set -euo pipefail
. "$(dirname "$0")/common.sh"
set_up
need valgrind valgrind libc6-dbg
export AKGL_RUNNER="valgrind --quiet --error-exitcode=99 --num-callers=30 --leak-check=full \
 --show-leak-kinds=definite,possible --errors-for-leak-kinds=definite,possible \
 --suppressions=$root/scripts/valgrind.supp"
export AKGL_TIME_LIMIT=${AKGL_TIME_LIMIT:-900}
say "C tests under valgrind (some minutes)"
cargo test --locked $features --test c_programs -- "${1:-capi-tests/}"
