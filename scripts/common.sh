# Read by the other scripts: where things are, and what a build needs of the machine.
# Progress goes to stderr, so that `make -s cflags` prints flags alone.

cd "$(dirname "${BASH_SOURCE[0]:-$0}")/.." || exit 1
root=$PWD

say() { printf '== %s\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

case ${SDL:-bundled} in
    bundled) features= feature=bundled-sdl ;;
    system) features='--no-default-features --features system-sdl' feature=system-sdl ;;
    *) die "SDL is '$SDL'; it may be 'bundled' or 'system'" ;;
esac

# Installs Debian packages where this user may: as root, or with a sudo that asks nothing.
install_packages() {
    command -v apt-get >/dev/null || return 1
    local sudo=
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || return 1
        sudo=sudo
    fi
    say "installing $*"
    $sudo apt-get update -qq >&2 &&
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

# need <command> <package...>: the command is there, or is installed, or the one line that says what is missing.
need() {
    local command=$1
    shift
    command -v "$command" >/dev/null && return
    install_packages "$@" && command -v "$command" >/dev/null && return
    die "'$command' is missing; install it with: sudo apt-get install $*"
}

# What the core alone needs.
set_up_core() {
    if ! command -v cargo >/dev/null && [ -x "$HOME/.cargo/bin/cargo" ]; then
        PATH=$HOME/.cargo/bin:$PATH
    fi
    command -v cargo >/dev/null || die "'cargo' is missing; install Rust from https://rustup.rs"
    cc=${CC:-cc}
    need "${cc%% *}" gcc libc6-dev
}

set_up() {
    set_up_core
    if [ "$feature" = bundled-sdl ]; then
        [ -n "${CMAKE:-}" ] || need cmake cmake make
    else
        need "${PKG_CONFIG:-pkg-config}" pkg-config
        "${PKG_CONFIG:-pkg-config}" --exists sdl3 || die "pkg-config finds no sdl3; install SDL3's development package, or leave SDL=system away"
    fi
}

# Cargo's own answer: a target directory can be set in several places.
target_dir() {
    cargo metadata --locked --format-version 1 --no-deps | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p'
}

# cargo-mutants, below cargo's target directory where it is missing.
set_up_mutants() {
    local version=27.1.0 tools
    tools=$(target_dir)/tools
    PATH=$tools/bin:$PATH
    command -v cargo-mutants >/dev/null && return
    say "building cargo-mutants $version (once, a few minutes)"
    cargo install --quiet --locked --version "$version" --root "$tools" cargo-mutants >&2 ||
        die "cargo-mutants does not build; see above"
}

# refuse_blanks: for whoever prints or uses cflags and libs, which are words split at blanks.
refuse_blanks() {
    local what path
    for what in "this clone" "cargo's target directory"; do
        path=$root
        [ "$what" = "this clone" ] || path=$(target_dir)
        case $path in
            *[[:space:]]*) die "$what has a blank in its path, which compiler flags cannot carry: '$path'; move it, or make install and use pkg-config" ;;
        esac
    done
}

# build_library <debug|release>: builds libakgl.so and sets library_dir, cflags and libs.
build_library() {
    local profile_flag=
    [ "$1" = release ] && profile_flag=--release
    say "building libakgl.so ($1; the first time also SDL3: one to three minutes)"
    cargo build --locked --lib $features $profile_flag >&2 || die "libakgl.so does not build; see above"
    library_dir=$(target_dir)/$1
    local note=$library_dir/akgl-sdl.$feature.txt include libdir
    [ -f "$note" ] || die "$note is missing; run: touch build.rs, then try again"
    { read -r include; read -r libdir; } <"$note"
    cflags="-I$root/include -I$include"
    libs="-L$library_dir -Wl,-rpath,$library_dir -lakgl -L$libdir -Wl,-rpath,$libdir -lSDL3 -lm"
}
