#!/usr/bin/env bash
# Compiles and runs a folder of someone else's C tests against this library, and prints what became
# of each. Fails unless all passed.
set -euo pipefail
suite=${1:-}
# As the caller meant it, before common.sh changes to the repository's root.
[ -d "$suite" ] || { echo "usage: make suite SUITE=path/to/c/tests" >&2; exit 1; }
suite=$(cd "$suite" && pwd)
if [ -n "${SUITE_CWD:-}" ]; then
    AKGL_SUITE_CWD=$(cd "$SUITE_CWD" && pwd)
    export AKGL_SUITE_CWD
fi
. "$(dirname "$0")/common.sh"
set_up
say "building libakgl.so and the suite's programs"
AKGL_SUITE=$suite AKGL_SUITE_CFLAGS=${SUITE_CFLAGS:-} \
    cargo test --locked --quiet $features --test suite
