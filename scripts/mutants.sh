#!/usr/bin/env bash
# cargo-mutants over one file or a glob of files: FILE='src/physics/clock.rs'. RE='...' takes of its mutants those
# whose names match. Each mutant is a build and a test run of its own, a minute or so on two cores, and the run
# before the first a few more. What the tests did not notice is in missed.txt of the folder that it names at the
# end; docs/mutation.md has what came of all files, and how.
set -uo pipefail
. "$(dirname "$0")/common.sh"
set_up
file=${FILE:-}
[ -n "$file" ] || die "name a file or a glob of files: make mutants FILE=src/physics/clock.rs"

set_up_mutants
target=$(target_dir)

# The tests that can see the code at all: not those of headers, documents and the ABI.
case $file in
    src/capi*) names='c_programs one_truth pool_snapshot step_allocations' ;;
    *)
        features=--no-default-features
        names='behaviour feel_default map_load map_mutation map_refused narrow_oracle partitioners pipeline
            round_corner tiles world world_feel world_handles world_objects world_plain world_state'
        ;;
esac
tests=--lib
for name in $names; do
    tests="$tests --test $name"
done
# Fewer random cases than `make test` has, and no debug information: most of the time goes into building.
export AKGL_PAIRS=${AKGL_PAIRS:-20000} PROPTEST_CASES=${PROPTEST_CASES:-32} CARGO_PROFILE_DEV_DEBUG=0
# shellcheck disable=SC2086 # words
cargo mutants $features --file "$file" ${RE:+--re "$RE"} --output "$target" --timeout 300 --cargo-test-arg=--locked -- $tests
status=$?
say "see $target/mutants.out"
# 2 is "some were missed", 3 "some ran out of time": both are results.
case $status in 0 | 2 | 3) ;; *) exit "$status" ;; esac
