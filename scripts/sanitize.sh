#!/usr/bin/env bash
# The C tests under AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer, the library
# instrumented too. Programs that do something wrong on purpose must be caught first, also inside
# the library: else the sanitizer is not there, and nothing it says counts.
# Usage: scripts/sanitize.sh [part of a program's name]
set -euo pipefail
. "$(dirname "$0")/common.sh"
set_up

triple=$(rustc -vV | sed -n 's/^host: //p')
target=$(target_dir)/sanitize
say "building libakgl.so with AddressSanitizer"
# -Z flags are for nightly compilers; RUSTC_BOOTSTRAP lets a stable one take them. With --target
# build scripts and procedural macros, which run inside the compiler, are left alone.
CARGO_TARGET_DIR=$target RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address ${RUSTFLAGS:-}" \
    cargo build --locked --lib $features --target "$triple" >&2 || die "the library does not build with AddressSanitizer"
library_dir=$target/$triple/debug
note=$library_dir/akgl-sdl.$feature.txt
[ -f "$note" ] || die "$note is missing; remove $target and try again"
{ read -r include; read -r libdir; } <"$note"
flags="-std=c99 -pthread -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined"
cflags="-I$root/include -isystem $include"
libs="-L$library_dir -Wl,-rpath,$library_dir -lakgl -L$libdir -Wl,-rpath,$libdir -lSDL3 -lm"

programs=$target/programs
mkdir -p "$programs"
export SDL_VIDEO_DRIVER=dummy SDL_AUDIO_DRIVER=dummy
export LD_LIBRARY_PATH=$library_dir:$libdir
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1:abort_on_error=0:${ASAN_OPTIONS:-}
export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
limit=${AKGL_TIME_LIMIT:-600}

build() { # <source> <program>
    # shellcheck disable=SC2086 -- the flags are separate words
    $cc $flags $cflags -o "$2" "$1" $libs
}

# caught <name> <what the report says> <what its stack has>, the program on stdin.
caught() {
    local report
    cat >"$programs/$1.c"
    build "$programs/$1.c" "$programs/$1" || die "$1.c does not compile"
    if report=$(timeout "$limit" "$programs/$1" 2>&1); then
        die "$1: a fault on purpose was not caught: the sanitizer is not linked"
    fi
    grep -q "$2" <<<"$report" && grep -q "$3" <<<"$report" || die "$1: something else was caught:
$report"
    say "caught, as it should be: $1"
}

caught overflow_in_the_program 'heap-buffer-overflow' 'in main' <<'C'
#include <stdlib.h>
#include <string.h>
#include <akgl/heap.h>
int main(int argc, char **argv)
{
    char *bytes = malloc((size_t)argc);
    (void)argv;
    memset(bytes, 0, (size_t)argc);
    bytes[argc] = 1;
    int byte = bytes[argc];
    free(bytes);
    return byte == 1 && akgl_heap_actor_count() == 0;
}
C
caught overflow_in_the_library 'heap-buffer-overflow' 'akgl_heap_next_actor' <<'C'
#include <stdlib.h>
#include <akgl/heap.h>
int main(void)
{
    akgl_Actor *array = calloc(2, sizeof *array), *actor = NULL;
    IGNORE(akgl_heap_set_actors(array, 3)); /* one more than there is */
    for (int i = 0; i < 3; i++) {
        IGNORE(akgl_heap_next_actor(&actor));
    }
    IGNORE(akgl_heap_set_actors(NULL, 0));
    free(array);
    return 0;
}
C
caught undefined_in_the_program 'signed integer overflow' 'main' <<'C'
#include <limits.h>
#include <akgl/heap.h>
int main(int argc, char **argv)
{
    (void)argv;
    return INT_MAX - 1 + argc + argc < 0 && akgl_heap_actor_count() == 0;
}
C
caught leak_from_the_library 'detected memory leaks' 'akgl_partitioner_init' <<'C'
#include <string.h>
#include <akgl/partitioner.h>
static akgl_Partitioner record;
int main(void)
{
    IGNORE(akgl_partitioner_init(&record, "grid", 16.0f, 16.0f));
    memset(&record, 0, sizeof record); /* instead of akgl_partitioner_destroy */
    return 0;
}
C

passed=0 failed=0
for source in capi-tests/*"${1:-}"*.c; do
    [ -f "$source" ] || die "no program of capi-tests/ has '${1:-}' in its name"
    name=$(basename "$source" .c)
    log=$programs/$name.log
    status=0
    build "$source" "$programs/$name" && timeout "$limit" "$programs/$name" >"$log" 2>&1 || status=$?
    if [ "$status" = 0 ]; then
        echo "asan capi-tests/$name: ok ($(tail -n 1 "$log"))"
        passed=$((passed + 1))
    else
        [ -f "$log" ] && tail -n 60 "$log"
        echo "asan capi-tests/$name: FAILED (status $status)"
        failed=$((failed + 1))
    fi
done
echo "asan: $passed passed, $failed failed"
[ "$failed" = 0 ]
