#!/usr/bin/env bash
# Opens one of the example games in a window.
set -euo pipefail
. "$(dirname "$0")/common.sh"
game=${1:-sidescroller}
[ -f "examples/$game.c" ] || die "there is no examples/$game.c"
set_up
refuse_blanks
build_library release
mkdir -p target/demo
$cc -std=c99 -O2 -Wall -Wextra $cflags -o "target/demo/$game" "examples/$game.c" $libs
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ "$(uname)" = Linux ]; then
    say "there is no display here: the game plays its recorded input"
fi
exec "target/demo/$game"
