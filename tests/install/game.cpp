// The same game as C++.
#include "game.c"
