#!/usr/bin/env bash
# Builds the egg against this tree's libakgl.so and tests it. Installs Debian's chicken-bin when it may;
# otherwise says that it skips. The last line is a result as `make test` counts them.
set -euo pipefail
. "$(dirname "$0")/../../scripts/common.sh"
if ! command -v csc >/dev/null || ! command -v chicken-install >/dev/null; then
    if ! install_packages chicken-bin; then
        say "skipped: the Scheme binding (CHICKEN is missing; install it with: sudo apt-get install chicken-bin)"
        echo 'test result: ok. 0 passed; 0 failed; skipped: the Scheme binding, without chicken-bin'
        exit 0
    fi
fi
set_up
build_library debug

# A copy, so that nothing built ends up in the source tree; the tests find the repository through these.
work=$(target_dir)/chicken
rm -rf "$work"
mkdir -p "$work"
cp -R bindings/chicken/. "$work"
export AKGL_SHARED=${AKGL_SHARED:-$root/../shared} AKGL_ROOT=$root
cd "$work"
export CSC_OPTIONS="$(printf -- '-C %s ' $cflags)$(printf -- '-L %s ' $libs)"
export CHICKEN_REPOSITORY_PATH=$work:$(chicken-install -repository)
say "building the egg with chicken-install"
chicken-install -n >build.log 2>&1 || { cat build.log; die "the egg does not build"; }
csc -s -J examples/engine-stub.scm -o engine-stub.so
say "testing the egg"
csi -s tests/run.scm
