//! The machine's C compiler, as a game's own build would call it: against `include/` and SDL3's
//! headers, linked to the `libakgl.so` that cargo has just built for this very test.

#![allow(dead_code, reason = "each test uses the part that it needs")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The warnings under which everything of ours must compile in silence.
pub(crate) const STRICT: &[&str] = &["-Wall", "-Wextra", "-Werror"];

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Where test programs are built; made on demand.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&dir).expect("cargo's directory for tests is writable");
    dir
}

/// The directory of the `libakgl.so` of this test's own profile and features.
///
/// Cargo links it into `deps/`; the one a level above is that of the last `cargo build`.
pub(crate) fn library_dir() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own path");
    let dir = test.parent().expect("a file lies in a directory");
    assert!(
        dir.join("libakgl.so").is_file(),
        "there is no libakgl.so in {}",
        dir.display()
    );
    dir.to_path_buf()
}

pub(crate) fn library() -> PathBuf {
    library_dir().join("libakgl.so")
}

/// `LD_LIBRARY_PATH` for a program that [`link`] made.
pub(crate) fn library_path() -> OsString {
    let dirs = [Some(library_dir()), sdl_libdir().map(PathBuf::from)];
    std::env::join_paths(dirs.into_iter().flatten()).expect("no directory of a build has a colon")
}

/// SDL3's include directory, or None where SDL3 was found without pkg-config.
pub(crate) fn sdl_include() -> Option<&'static str> {
    option_env!("AKGL_SDL_INCLUDE")
}

pub(crate) fn sdl_libdir() -> Option<&'static str> {
    option_env!("AKGL_SDL_LIBDIR")
}

/// The C compiler, or the C++ compiler, that `cc` (so `CC`, `CFLAGS`, ...) names.
pub(crate) fn compiler(cpp: bool) -> Command {
    let target = env!("AKGL_TARGET");
    let tool = cc::Build::new()
        .cargo_metadata(false)
        .target(target)
        .host(target)
        .opt_level(0)
        .debug(true)
        .cpp(cpp)
        .extra_warnings(false)
        .get_compiler();
    let mut command = tool.to_command();
    command.arg("-I").arg(root().join("include"));
    if let Some(include) = sdl_include() {
        command.arg("-isystem").arg(include);
    }
    command
}

/// What makes a program of a compiler call: the two libraries, found again when it runs.
pub(crate) fn link(command: &mut Command) {
    let library_dir = library_dir();
    command.arg("-L").arg(&library_dir);
    command.arg(format!("-Wl,-rpath,{}", library_dir.display()));
    command.arg("-lakgl");
    if let Some(libdir) = sdl_libdir() {
        command.arg("-L").arg(libdir).arg(format!("-Wl,-rpath,{libdir}"));
        command.arg(format!("-Wl,-rpath-link,{libdir}"));
    }
    command.args(["-lSDL3", "-lm"]);
}

/// Runs a compiler and hands back what it said where it failed.
///
/// # Errors
/// The command line and all of its output.
pub(crate) fn compile(command: &mut Command) -> Result<(), String> {
    let arguments: Vec<_> = command
        .get_args()
        .map(|argument| argument.to_string_lossy())
        .collect();
    let line = format!("{} {}", command.get_program().display(), arguments.join(" "));
    let output: Output = command
        .output()
        .map_err(|error| format!("cannot run {line}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "{line}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    ))
}

/// The files of a directory below the root with an extension, in order of their names.
pub(crate) fn files(dir: &str, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(root().join(dir)) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a directory of the repository is readable").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

pub(crate) fn stem(path: &Path) -> String {
    path.file_stem()
        .expect("a file has a name")
        .to_string_lossy()
        .into_owned()
}
