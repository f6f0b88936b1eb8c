#!/usr/bin/env bash
# The workloads in other engines, in hand-written loops and in this library, beside each other:
# benches/peers. Writes its results.csv, and with them the tables and the plot of docs/performance.md.
# `draw` makes those anew from the results; words such as W1 measure a part and write nothing.
set -euo pipefail
. "$(dirname "$0")/common.sh"
set_up
# Chipmunk's build wants both.
[ -n "${CMAKE:-}" ] || need cmake cmake make
need "${CXX:-c++}" g++
# The folder has cargo settings of its own.
cd benches/peers
say "building the engines (the first time several minutes)"
cargo test --locked --release --quiet $features >&2
say "measuring: some two to three minutes on a quiet machine; leave it alone meanwhile"
cargo run --locked --release --quiet $features -- "$@"
