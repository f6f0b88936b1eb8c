#!/usr/bin/env bash
# The C tests with a sanitizer, the library instrumented too: under AddressSanitizer, LeakSanitizer and
# UndefinedBehaviorSanitizer, or, those that start threads, under ThreadSanitizer. Programs that do something
# wrong on purpose must be caught first, also inside the library: else the sanitizer is not there, and
# nothing it says counts.
# Usage: scripts/sanitize.sh address|thread [part of a program's name]
set -euo pipefail
. "$(dirname "$0")/common.sh"
set_up

kind=${1:-address} name=${2:-}
triple=$(rustc -vV | sed -n 's/^host: //p')
flags="-std=c99 -pthread -g -O1 -fno-omit-frame-pointer"
case $kind in
    address)
        what=AddressSanitizer label=asan
        flags+=" -fsanitize=address,undefined -fno-sanitize-recover=undefined"
        link=-fsanitize=address,undefined rust=
        programs=(capi-tests/*"$name"*.c)
        ;;
    thread)
        # The compiled part of Rust's standard library knows nothing of the sanitizer: a lock of its own that a
        # thread had to wait for is not seen. So what the library hands from thread to thread goes through atomics
        # of its own, which are seen. The runtime is rustc's: the C compiler's may be older than what rustc calls.
        what=ThreadSanitizer label=tsan
        flags+=" -fsanitize=thread"
        rust="-Cunsafe-allow-abi-mismatch=sanitizer"
        runtime=$(ls "$(rustc --print sysroot)/lib/rustlib/$triple/lib/"librustc-*_rt.tsan.a 2>/dev/null) ||
            die "this Rust has no ThreadSanitizer for $triple"
        need c++ g++
        link="-Wl,--whole-archive $runtime -Wl,--no-whole-archive -Wl,--export-dynamic -lstdc++ -ldl -lrt"
        programs=()
        for source in capi-tests/*"$name"*.c; do
            ! grep -q pthread_create "$source" || programs+=("$source")
        done
        ;;
    *) die "the sanitizer is '$kind'; it may be 'address' or 'thread'" ;;
esac
[ -f "${programs[0]:-}" ] || die "no program of capi-tests/ for it has '$name' in its name"

target=$(target_dir)/sanitize-$kind
say "building libakgl.so with $what"
# -Z flags are for nightly compilers; RUSTC_BOOTSTRAP lets a stable one take them. With --target
# build scripts and procedural macros, which run inside the compiler, are left alone.
CARGO_TARGET_DIR=$target RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=$kind $rust ${RUSTFLAGS:-}" \
    cargo build --locked --lib $features --target "$triple" >&2 || die "the library does not build with $what"
library_dir=$target/$triple/debug
note=$library_dir/akgl-sdl.$feature.txt
[ -f "$note" ] || die "$note is missing; remove $target and try again"
{ read -r include; read -r libdir; } <"$note"
cflags="-I$root/include -isystem $include"
libs="-L$library_dir -Wl,-rpath,$library_dir -lakgl -L$libdir -Wl,-rpath,$libdir -lSDL3 -lm"

built=$target/programs
mkdir -p "$built"
export SDL_VIDEO_DRIVER=dummy SDL_AUDIO_DRIVER=dummy
export LD_LIBRARY_PATH=$library_dir:$libdir
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1:abort_on_error=0:${ASAN_OPTIONS:-}
export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}
# What was done too long ago to have its stack still is not reported.
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:history_size=7:${TSAN_OPTIONS:-}
limit=${AKGL_TIME_LIMIT:-600}

build() { # <source> <program>
    # shellcheck disable=SC2086 -- the flags are separate words
    $cc $flags $cflags -c -o "$2.o" "$1" && $cc -pthread -o "$2" "$2.o" $link $libs
}

# caught <name> <what the report says> <what its stack has>, the program on stdin.
caught() {
    local report
    cat >"$built/$1.c"
    build "$built/$1.c" "$built/$1" || die "$1.c does not compile"
    if report=$(timeout "$limit" "$built/$1" 2>&1); then
        die "$1: a fault on purpose was not caught: the sanitizer is not linked"
    fi
    grep -q "$2" <<<"$report" && grep -q "$3" <<<"$report" || die "$1: something else was caught:
$report"
    say "caught, as it should be: $1"
}

address_faults() {
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
}

thread_faults() {
caught race_in_the_program 'data race' 'in count' <<'C'
#include <pthread.h>
#include <akgl/heap.h>
static int shared;
static void *count(void *unused)
{
    for (int i = 0; i < 1000; i++) {
        shared++;
    }
    return unused;
}
int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, count, NULL);
    count(NULL);
    pthread_join(other, NULL);
    return shared < 0 && akgl_heap_actor_count() == 0;
}
C
caught race_in_the_library 'data race' 'akgl_physics_step.*libakgl' <<'C'
#include <pthread.h>
#include <akgl/actor.h>
#include <akgl/heap.h>
#include <akgl/physics.h>
static akgl_Character character;
static void *step(void *unused) /* without akgl_game_state_lock */
{
    for (int i = 0; i < 3; i++) {
        IGNORE(akgl_physics_step(akgl_physics, NULL, 0.01f));
    }
    return unused;
}
int main(void)
{
    akgl_Actor *actor = NULL;
    pthread_t other;
    IGNORE(akgl_physics_init_arcade(akgl_physics));
    IGNORE(akgl_character_initialize(&character, "character"));
    IGNORE(akgl_heap_next_actor(&actor));
    IGNORE(akgl_actor_initialize(actor, "actor"));
    IGNORE(akgl_actor_set_character(actor, &character));
    pthread_create(&other, NULL, step, NULL);
    step(NULL);
    pthread_join(other, NULL);
    return 0;
}
C
}

"${kind}_faults"
passed=0 failed=0
for source in "${programs[@]}"; do
    name=$(basename "$source" .c)
    log=$built/$name.log
    status=0
    build "$source" "$built/$name" && timeout "$limit" "$built/$name" >"$log" 2>&1 || status=$?
    if [ "$status" = 0 ]; then
        echo "$label capi-tests/$name: ok ($(tail -n 1 "$log"))"
        passed=$((passed + 1))
    else
        [ -f "$log" ] && tail -n 60 "$log"
        echo "$label capi-tests/$name: FAILED (status $status)"
        failed=$((failed + 1))
    fi
done
echo "$label: $passed passed, $failed failed"
[ "$failed" = 0 ]
