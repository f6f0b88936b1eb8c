#!/usr/bin/env bash
# install.sh install|uninstall|dist: the built library for people who build games, not this.
#
# PREFIX (/usr/local) is where it will be used from, DESTDIR (nothing) is put before it, LIBDIR (lib) is
# relative to PREFIX. AKGL_PROFILE: release (the default) or debug.
# What was installed is listed in PREFIX/share/akgl/installed-files.txt, and `uninstall` removes that.
# Nothing that is installed knows PREFIX: the tree can be moved.
set -euo pipefail
. "$(dirname "$0")/common.sh"

prefix=${PREFIX:-/usr/local} destdir=${DESTDIR:-} libdir=${LIBDIR:-lib} profile=${AKGL_PROFILE:-release}
# Not for SDL3's own build, which would install itself there. Make hands them on in two ways.
unset PREFIX DESTDIR LIBDIR MAKEFLAGS MFLAGS MAKEOVERRIDES
[[ $prefix = /* ]] || die "PREFIX is '$prefix'; it must be an absolute path"
[[ $libdir =~ ^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$ && ! $libdir =~ (^|/)\.\.?(/|$) ]] ||
    die "LIBDIR is '$libdir'; it must be a plain path below PREFIX, such as lib or lib/x86_64-linux-gnu"
list=share/akgl/installed-files.txt

version() { sed -n 's/^version = "\([^"]*\)"$/\1/p' Cargo.toml | head -n 1; }
soname() { sed -n 's/^const SONAME: &str = "\(.*\)";$/\1/p' build.rs; }

# put <mode> <file> <path below the prefix>
put() {
    install -D -m "$1" "$2" "$tree/$3"
    installed+=("$3")
}
put_link() {
    mkdir -p "$(dirname "$tree/$2")"
    ln -sfn "$1" "$tree/$2"
    installed+=("$2")
}
# put_text <path below the prefix>: standard input, which must be no pipe: the list would be lost in its subshell.
put_text() {
    mkdir -p "$(dirname "$tree/$1")"
    cat >"$tree/$1"
    chmod 644 "$tree/$1"
    installed+=("$1")
}
# The way up from a directory below the prefix to the prefix: lib/pkgconfig -> ../..
up_from() { sed 's,[^/][^/]*,..,g' <<<"$1"; }

without_debug_information() {
    command -v strip >/dev/null && [ "$profile" = release ] || return 0
    strip --strip-debug "$1"
}

put_library() {
    local version soname real
    version=$(version) soname=$(soname)
    real=${soname%.*}.${version}
    [ "${version%%.*}" = "${soname##*.}" ] || die "version $version and soname $soname do not go together"
    put 755 "$library_dir/libakgl.so" "$libdir/$real"
    without_debug_information "$tree/$libdir/$real"
    put_link "$real" "$libdir/$soname"
    put_link "$soname" "$libdir/libakgl.so"
    put 644 "$library_dir/libakgl.a" "$libdir/libakgl.a"
    without_debug_information "$tree/$libdir/libakgl.a"
    put 644 include/akerror.h include/akerror.h
    local header
    for header in include/akgl/*.h; do
        put 644 "$header" "$header"
    done
    local document
    for document in README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE; do
        put 644 "$document" "share/doc/akgl/$document"
    done
}

put_pkg_config() {
    local up
    up=$(up_from "$libdir/pkgconfig")
    put_text "$libdir/pkgconfig/akgl.pc" <<END
prefix=\${pcfiledir}/$up
libdir=\${prefix}/$libdir
includedir=\${prefix}/include

Name: akgl
Description: Arcade physics and tile collision for 2D games
URL: $(sed -n 's/^repository = "\(.*\)"$/\1/p' Cargo.toml)
Version: $(version)
Requires: sdl3
Cflags: -I\${includedir}
Libs: -L\${libdir} -lakgl -lm
Libs.private: -lgcc_s -lpthread -ldl -lc
END
    put_text "$libdir/pkgconfig/akerror.pc" <<END
Name: akerror
Description: Error contexts (akerror.h), part of akgl
Version: $(version)
Requires: akgl
END
}

put_cmake() {
    local file
    for file in akglConfig.cmake akglConfigVersion.cmake; do
        put_text "$libdir/cmake/akgl/$file" < <(
            sed -e "s,@VERSION@,$(version),g" -e "s,@SONAME@,$(soname),g" -e "s,@LIBDIR@,$libdir,g" \
                -e "s,@UP@,$(up_from "$libdir/cmake/akgl"),g" "cmake/$file.in"
        )
    done
}

# The SDL3 that was built along, for the game to share with libakgl.so.
put_sdl() {
    local from file name
    { read -r from; read -r from; } <"$library_dir/akgl-sdl.bundled-sdl.txt"
    from=$(dirname "$from")
    [ "$libdir" = lib ] || die "the bundled SDL3 is installed in lib; with LIBDIR=$libdir use SDL=system"
    while IFS= read -r file; do
        name=${file#"$from"/}
        case $name in
            lib/libSDL3_test.a | lib/cmake/SDL3/SDL3test*) ;;
            lib64/*) die "SDL3 was built into $from/lib64, where it is not looked for once installed" ;;
            lib/pkgconfig/sdl3.pc) put_text "$name" < <(sed 's,^prefix=.*,prefix=${pcfiledir}/../..,' "$file") ;;
            include/* | share/licenses/* | lib/cmake/* | lib/libSDL3*)
                if [ -L "$file" ]; then
                    put_link "$(readlink "$file")" "$name"
                else
                    put "$(stat -c %a "$file")" "$file" "$name"
                fi
                ;;
        esac
    done < <(find "$from/include" "$from"/lib* "$from/share" \( -type f -o -type l \) | sort)
}

# An SDL3 that somebody else put there is not ours to overwrite, and later to remove.
refuse_a_strange_sdl() {
    local found=$tree/lib/libSDL3.so.0
    { [ -e "$found" ] || [ -L "$found" ]; } || return 0
    grep -qsxF lib/libSDL3.so.0 "$tree/$list" ||
        die "$found is there already; use it with SDL=system, or choose another PREFIX"
}

put_everything() {
    installed=()
    [ "$feature" = bundled-sdl ] && refuse_a_strange_sdl
    # What an earlier version had and this one has not goes first.
    [ -f "$tree/$list" ] && remove_listed
    put_library
    put_pkg_config
    put_cmake
    if [ "$feature" = bundled-sdl ]; then put_sdl; fi
    installed+=("$list")
    mkdir -p "$tree/share/akgl"
    printf '%s\n' "${installed[@]}" | sort >"$tree/$list"
    chmod 644 "$tree/$list"
}

remove_listed() {
    local name dir
    local names=()
    mapfile -t names <"$tree/$list"
    for name in "${names[@]}"; do
        case /$name/ in
            */../* | //*) die "$tree/$list has the strange line '$name'" ;;
        esac
        rm -f "${tree:?}/$name"
        dir=$(dirname "$name")
        while [ "$dir" != . ] && rmdir "$tree/$dir" 2>/dev/null; do
            dir=$(dirname "$dir")
        done
    done
}

case ${1:-} in
    install)
        set_up
        build_library "$profile"
        tree=$destdir$prefix
        put_everything
        say "installed ${#installed[@]} files in $tree"
        ;;
    uninstall)
        tree=$destdir$prefix
        [ -f "$tree/$list" ] || die "nothing of ours is installed in $tree: there is no $list"
        remove_listed
        say "removed from $tree"
        ;;
    dist)
        set_up
        build_library "$profile"
        name=akgl-$(version)-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
        [ "$feature" = bundled-sdl ] && name+=-with-sdl3
        out=$root/target/dist
        tree=$out/$name
        rm -rf "$tree"
        mkdir -p "$tree"
        put_everything
        # The same build gives the same bytes: no order of a directory, no owner, no time of day.
        time=$(git log -1 --format=%ct 2>/dev/null || echo 0)
        tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" -C "$out" -cf - "$name" |
            gzip -9n >"$out/$name.tar.gz"
        rm -rf "$tree"
        say "unpack it anywhere; then PKG_CONFIG_PATH=<there>/$libdir/pkgconfig or CMAKE_PREFIX_PATH=<there>"
        echo "$out/$name.tar.gz"
        ;;
    *) die "usage: scripts/install.sh install|uninstall|dist" ;;
esac
