#!/usr/bin/env bash
# Installs into a temporary place and builds a C and a C++ game against it, outside of the tree, three
# ways; then moves what was installed and does so again; then uninstalls; then the same with the tarball
# of `make dist`. AKGL_PROFILE: debug (the default here) or release.
set -uo pipefail
. "$(dirname "$0")/common.sh"
set_up
export AKGL_PROFILE=${AKGL_PROFILE:-debug}
cxx=${CXX:-c++}
need "${cxx%% *}" g++ libc6-dev
need pkg-config pkg-config
command -v cmake >/dev/null || install_packages cmake make || true
# ninja is what Meson builds with.
command -v meson >/dev/null || install_packages meson ninja-build || true

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log
passed=0 failed=0
# The installed library must be found by what the game's build says, not by what this shell knows.
sdl_pkg_config=${PKG_CONFIG_PATH:-}
unset LD_LIBRARY_PATH PKG_CONFIG_PATH
export SDL_VIDEO_DRIVER=dummy SDL_AUDIO_DRIVER=dummy

# check <name> <command...>
check() {
    local name=$1
    shift
    if "$@" >"$log" 2>&1; then
        echo "check-install: ok: $name"
        passed=$((passed + 1))
    else
        echo "check-install: FAILED: $name"
        tail -n 40 "$log" | sed 's/^/    | /'
        failed=$((failed + 1))
    fi
}
skip() { echo "check-install: SKIPPED: $1"; }

# Only what a game's author would set: where the library is and, with SDL=system, where that SDL3 is.
sdl_prefix= sdl_libdir=
if [ "$feature" = system-sdl ]; then
    sdl_prefix=$(PKG_CONFIG_PATH=$sdl_pkg_config pkg-config --variable=prefix sdl3)
    sdl_libdir=$(PKG_CONFIG_PATH=$sdl_pkg_config pkg-config --variable=libdir sdl3)
fi
pc_path() { echo "$1/lib/pkgconfig${sdl_pkg_config:+:$sdl_pkg_config}"; }

with_cc() {
    local prefix=$1 out=$2
    mkdir -p "$out"
    export PKG_CONFIG_PATH
    PKG_CONFIG_PATH=$(pc_path "$prefix")
    # Relocated, so that it answers with where it is now.
    local cflags libs
    cflags=$(pkg-config --cflags akgl) && libs=$(pkg-config --libs akerror) || return 1
    grep -q -- "-L$prefix/lib" <<<"$(realpath_flags "$libs")" || { echo "pkg-config says: $libs"; return 1; }
    $cc -std=c99 -Wall -Wextra -Werror $cflags -o "$out/game-c" "$root/tests/install/game.c" $libs "-Wl,-rpath,$prefix/lib" &&
        $cxx -std=c++17 -Wall -Wextra -Werror $cflags -o "$out/game-cpp" "$root/tests/install/game.cpp" $libs "-Wl,-rpath,$prefix/lib" &&
        $cc -std=c99 $cflags -o "$out/game-static" "$root/tests/install/game.c" "$prefix/lib/libakgl.a" \
            $(pkg-config --static --libs sdl3) -lgcc_s -lpthread -ldl -lm
}
realpath_flags() {
    local flag
    for flag in $1; do
        case $flag in -L*) echo "-L$(realpath -m "${flag#-L}")" ;; esac
    done
}
with_cmake() {
    cmake -S "$root/tests/install" -B "$2" -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_PREFIX_PATH="$1${sdl_prefix:+;$sdl_prefix}" && cmake --build "$2" && grep -F "akgl_DIR:PATH=$1/" "$2/CMakeCache.txt"
}
with_meson() {
    PKG_CONFIG_PATH=$(pc_path "$1") meson setup "$2" "$root/tests/install" && meson compile -C "$2"
}
refuses_another_series() {
    mkdir -p "$work/series"
    printf 'cmake_minimum_required(VERSION 3.16)\nproject(p C)\nfind_package(akgl %s REQUIRED)\n' "$2" >"$work/series/CMakeLists.txt"
    ! cmake -S "$work/series" -B "$work/series/build" -DCMAKE_PREFIX_PATH="$1${sdl_prefix:+;$sdl_prefix}"
}

# Runs a game and sees that it took the library that lies in the given place.
plays() {
    local program=$1 prefix=$2
    "$program" || return 1
    case $program in *-static) return 0 ;; esac
    ldd "$program" | grep -F "libakgl.so.0 => $prefix/lib/libakgl.so.0" || { ldd "$program"; return 1; }
    [ "$feature" = system-sdl ] || ldd "$program" | grep -F "libSDL3.so.0 => $prefix/lib/libSDL3.so.0" || { ldd "$program"; return 1; }
}
plays_from() { LD_LIBRARY_PATH="$2/lib${sdl_libdir:+:$sdl_libdir}" plays "$1" "$2"; }
fails() { ! "$@"; }

# build_and_play <prefix> <where to build> <ways...>
build_and_play() {
    local prefix=$1 out=$2 way program
    shift 2
    for way in "$@"; do
        if [ "$way" != cc ] && ! command -v "$way" >/dev/null; then
            skip "$way is not installed: sudo apt-get install $way"
            continue
        fi
        check "$way builds the games against ${prefix##*/}" "with_$way" "$prefix" "$out/$way"
        for program in game-c game-cpp game-static; do
            [ "$way $program" = 'meson game-static' ] && continue
            check "$program by $way plays" plays_from "$out/$way/$program" "$prefix"
        done
    done
}

names_no_place() { ! grep -rIlF -e "$work" -e /opt/akgl "$1/lib/pkgconfig" "$1/lib/cmake"; }
has_links() {
    [ "$(readlink "$1/lib/libakgl.so")" = libakgl.so.0 ] && [[ $(readlink "$1/lib/libakgl.so.0") = libakgl.so.0.*.* ]] &&
        [ -f "$1/lib/$(readlink "$1/lib/libakgl.so.0")" ]
}
is_empty() {
    find "$1" -mindepth 1
    [ -z "$(find "$1" -mindepth 1 -print -quit)" ]
}


# By make, which hands its variables on to every program below it.
install_to() { PKG_CONFIG_PATH=$sdl_pkg_config make "$3" DESTDIR="$1" PREFIX="$2"; }

say "installing"
check 'install with DESTDIR' install_to "$work/stage" /opt/akgl install
[ "$failed" = 0 ] || exit 1
check 'install once more, over it' install_to "$work/stage" /opt/akgl install
first=$work/first second="$work/second"
mv "$work/stage/opt/akgl" "$first"
check 'nothing installed names a place' names_no_place "$first"
check 'the library has its soname links' has_links "$first"
say "building games"
build_and_play "$first" "$work/one" cc cmake meson
if command -v cmake >/dev/null; then
    check 'CMake refuses another series' refuses_another_series "$first" 0.2
    check 'CMake refuses a later version' refuses_another_series "$first" 0.1.99
fi
say "moving what was installed"
mv "$first" "$second"
for program in "$work"/one/*/game-c "$work"/one/*/game-cpp; do
    check "${program#"$work"/one/} plays after the move" plays_from "$program" "$second"
done
check 'and the old place is not there' fails test -e "$first"
build_and_play "$second" "$work/two" cc cmake meson
touch "$second/lib/somebody-elses"
check 'uninstall' install_to '' "$second" uninstall
rm -f "$second/lib/somebody-elses" && rmdir "$second/lib" 2>/dev/null
[ -d "$second" ] || mkdir "$second"
check 'uninstall leaves only what is not ours' is_empty "$second"
check 'uninstall says where there is nothing' fails install_to '' "$second" uninstall
if [ "$feature" = bundled-sdl ]; then
    mkdir -p "$work/strange/lib" && touch "$work/strange/lib/libSDL3.so.0"
    refuses_strange() { ! install_to '' "$work/strange" install >"$work/refusal" 2>&1 && grep 'libSDL3.so.0 is there already' "$work/refusal"; }
    check "somebody else's SDL3 is not overwritten" refuses_strange
fi

say "making the tarball"
make_dist() { PKG_CONFIG_PATH=$sdl_pkg_config scripts/install.sh dist >"$work/tarball" && sha256sum "$(cat "$work/tarball")" >"$work/$1"; }
check 'dist' make_dist sum-1
check 'dist again' make_dist sum-2
check 'dist gives the same bytes' cmp "$work/sum-1" "$work/sum-2"
mkdir "$work/unpacked"
check 'the tarball unpacks' tar -xzf "$(cat "$work/tarball")" -C "$work/unpacked"
third=$(echo "$work"/unpacked/*)
build_and_play "$third" "$work/three" cc

echo "check-install: $passed passed, $failed failed"
[ "$failed" = 0 ]
