#!/usr/bin/env bash
# Builds the example games in C and plays each with its recorded input, without a window, and then the Rust
# one, which needs no SDL. Each must end well and leave a picture: target/demo/<game>.png, sidescroller-rust.svg.
# AKGL_DEMO_PROFILE: release (the default) or debug.
set -euo pipefail
. "$(dirname "$0")/common.sh"
set_up
refuse_blanks
build_library "${AKGL_DEMO_PROFILE:-release}"
mkdir -p target/demo
# Without these two a game finds no display, and plays its recording.
unset DISPLAY WAYLAND_DISPLAY

played=0 failed=0
for source in examples/*.c; do
    [ -f "$source" ] || die "there is no game in examples/"
    game=$(basename "$source" .c)
    picture=target/demo/$game.png
    rm -f "$picture"
    say "compiling $source"
    if ! $cc -std=c99 -O2 -Wall -Wextra $cflags -o "target/demo/$game" "$source" $libs; then
        echo "demo $game: FAILED (does not compile)"
        failed=$((failed + 1))
        continue
    fi
    say "playing $game"
    if ! timeout 300 "target/demo/$game"; then
        echo "demo $game: FAILED (the game did not end well)"
        failed=$((failed + 1))
    elif [ ! -s "$picture" ]; then
        echo "demo $game: FAILED (no picture in $picture)"
        failed=$((failed + 1))
    else
        echo "demo $game: ok, see $picture"
        played=$((played + 1))
    fi
done
picture=target/demo/sidescroller-rust.svg
rm -f "$picture"
say "playing examples/sidescroller (Rust)"
if cargo run --locked --quiet --no-default-features --example sidescroller && [ -s "$picture" ]; then
    echo "demo sidescroller in Rust: ok, see $picture"
    played=$((played + 1))
else
    echo "demo sidescroller in Rust: FAILED"
    failed=$((failed + 1))
fi
echo "demo: $played passed, $failed failed"
[ "$failed" = 0 ]
