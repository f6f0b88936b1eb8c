//! What the C library needs of the link step, and what C programs need to be built against it.
//!
//! - `libakgl.so` gets the soname `libakgl.so.0`, and a symbolic link of that name beside it, so that
//!   a program linked to the build tree also runs from it.
//! - Where SDL3's headers and library are is handed on: to this package's tests in the compile-time
//!   environment (`AKGL_SDL_INCLUDE`, `AKGL_SDL_LIBDIR`, `AKGL_TARGET`), to `make cflags` and `make libs` in
//!   `akgl-sdl.<feature>.txt` beside the library.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The ABI number; it changes only with an incompatible change of `abi/`.
const SONAME: &str = "libakgl.so.0";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_CAPI").is_none() {
        return;
    }
    // The `cc` crate asks for the target; outside of a build script nobody tells it.
    println!(
        "cargo:rustc-env=AKGL_TARGET={}",
        env::var("TARGET").expect("cargo sets TARGET")
    );
    let (mode, sdl) = if env::var_os("CARGO_FEATURE_BUNDLED_SDL").is_some() {
        ("bundled-sdl", bundled_sdl())
    } else {
        ("system-sdl", system_sdl())
    };
    if let Some(sdl) = &sdl {
        println!("cargo:rustc-env=AKGL_SDL_INCLUDE={}", sdl.include.display());
        println!("cargo:rustc-env=AKGL_SDL_LIBDIR={}", sdl.libdir.display());
    }
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,{SONAME}");
        // The bundled SDL3 lies beside libakgl.so in the build tree, and may do so once installed.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-rpath,$ORIGIN");
        if mode == "system-sdl"
            && let Some(sdl) = &sdl
            && !is_searched_by_the_loader(&sdl.libdir)
        {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-rpath,{}", sdl.libdir.display());
        }
    }
    if let Some(profile_dir) = profile_dir() {
        soname_link(&profile_dir);
        soname_link(&profile_dir.join("deps"));
        if let Some(sdl) = &sdl {
            let note = format!("{}\n{}\n", sdl.include.display(), sdl.libdir.display());
            // Only `make cflags` and `make libs` read it, and they say so when it is missing.
            let _ = fs::write(profile_dir.join(format!("akgl-sdl.{mode}.txt")), note);
        }
    }
}

struct Sdl {
    include: PathBuf,
    libdir: PathBuf,
}

/// The SDL3 that sdl3-sys built: it names its install prefix to the packages that depend on it.
fn bundled_sdl() -> Option<Sdl> {
    let prefix = PathBuf::from(env::var_os("DEP_SDL3_OUT_DIR")?);
    let libdir = ["lib", "lib64"]
        .map(|name| prefix.join(name))
        .into_iter()
        .find(|dir| dir.is_dir())?;
    Some(Sdl {
        include: prefix.join("include"),
        libdir,
    })
}

/// The SDL3 that pkg-config knows, or none where sdl3-sys found it without pkg-config's help.
fn system_sdl() -> Option<Sdl> {
    for name in [
        "PKG_CONFIG",
        "PKG_CONFIG_PATH",
        "PKG_CONFIG_LIBDIR",
        "PKG_CONFIG_SYSROOT_DIR",
    ] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    let program = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".into());
    let variable = |name: &str| {
        let output = Command::new(&program)
            .arg(format!("--variable={name}"))
            .arg("sdl3")
            .output()
            .ok()?;
        let value = String::from_utf8(output.stdout).ok()?;
        let value = value.trim();
        (output.status.success() && !value.is_empty()).then(|| PathBuf::from(value))
    };
    Some(Sdl {
        include: variable("includedir")?,
        libdir: variable("libdir")?,
    })
}

fn is_searched_by_the_loader(libdir: &Path) -> bool {
    ["/lib", "/lib64", "/usr/lib", "/usr/lib64"]
        .iter()
        .any(|root| libdir.starts_with(root))
}

/// `target/<profile>`, the directory that holds `build/<package>-<hash>/out`.
fn profile_dir() -> Option<PathBuf> {
    let out = PathBuf::from(env::var_os("OUT_DIR")?);
    let build = out
        .ancestors()
        .find(|dir| dir.file_name().is_some_and(|name| name == "build"))?;
    Some(build.parent()?.to_path_buf())
}

#[cfg(unix)]
fn soname_link(dir: &Path) {
    let link = dir.join(SONAME);
    if dir.is_dir() && fs::read_link(&link).is_err() {
        // A failure shows where it matters: the test that runs a C program from the build tree.
        let _ = std::os::unix::fs::symlink("libakgl.so", link);
    }
}

#[cfg(not(unix))]
fn soname_link(_dir: &Path) {}
