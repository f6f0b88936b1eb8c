#!/usr/bin/env bash
# All mutants of the library, or of FILE='src/physics/*.rs', in one build: each behind a switch that is set at run
# time, and for each only the tests that reach it. docs/mutation.md says how it works and what it leaves out. An hour
# or more for all on two cores. What no test noticed is in open.txt of the folder that it names at the end. SECOND=30 goes
# on with the second pass of a run that was there, of 30 seconds for each mutant at most instead of 10.
set -uo pipefail
. "$(dirname "$0")/common.sh"
set_up
need python3 python3
set_up_mutants
build_library debug

work=$(target_dir)/mutants-all
mkdir -p "$work" || die "cannot make $work"
say "building tools/mutants"
cargo build --quiet --locked --manifest-path tools/mutants/Cargo.toml --target-dir "$work/tool" || die "tools/mutants does not build; see above"
# The flags that compile and link a C program, but for the library's own folder.
cflags=${cflags#* }
libs=${libs#* * * }
FILE=${FILE:-} WORK=$work FEATURES="$features --features parallel" CC=$cc SDL_CFLAGS=$cflags SDL_LIBS=$libs python3 tools/mutants/drive.py || exit 1
say "see $work/open.txt"
