//! The public headers compile in silence: each alone, and all together in several orders, as C99, C11,
//! C17, C++17 and C++20, by the machine's own compiler, gcc and clang, where they are installed.

mod c;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const WARNINGS: &[&str] = &["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];

/// `akerror.h` and `akgl/*.h`, as a game names them.
fn headers() -> Vec<String> {
    let name = |path: PathBuf| {
        path.file_name()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned()
    };
    let mut headers: Vec<String> = c::files("include", "h").into_iter().map(name).collect();
    headers.extend(
        c::files("include/akgl", "h")
            .into_iter()
            .map(|path| format!("akgl/{}", name(path))),
    );
    assert!(headers.len() >= 12, "headers are missing: {headers:?}");
    headers
}

/// Files of includes: each header alone (twice, to see its guard), and all in orders of which, for any
/// two headers, one has the first before the second and one the second before the first.
fn includes() -> Vec<(String, String)> {
    let headers = headers();
    let file = |headers: &[&String]| {
        let mut text: String = headers
            .iter()
            .map(|header| format!("#include <{header}>\n"))
            .collect();
        // ISO C wants a declaration in every file; a header may hold macros alone.
        text += "extern int akgl_alone;\n";
        text
    };
    let mut files: Vec<(String, String)> = headers
        .iter()
        .map(|header| (header.replace(['/', '.'], "_"), file(&[header, header])))
        .collect();
    let forward: Vec<&String> = headers.iter().collect();
    let backward: Vec<&String> = headers.iter().rev().collect();
    // Neighbours from both halves: another mixture than the two plain orders.
    let (first, second) = forward.split_at(forward.len() / 2);
    let mixed: Vec<&String> = second
        .iter()
        .zip(first.iter().map(Some).chain(std::iter::repeat(None)))
        .flat_map(|(b, a)| std::iter::once(*b).chain(a.copied()))
        .collect();
    assert_eq!(mixed.iter().collect::<BTreeSet<_>>().len(), headers.len());
    for (name, order) in [("forward", &forward), ("backward", &backward), ("mixed", &mixed)] {
        files.push((format!("all_{name}"), file(order)));
    }
    files
}

/// The machine's own compiler, which `CC` or `CXX` may name, and gcc and clang beside it.
fn compilers(cpp: bool) -> Vec<Command> {
    let own = c::compiler(cpp);
    let mut programs = vec![own.get_program().to_owned()];
    for other in if cpp { ["g++", "clang++"] } else { ["gcc", "clang"] } {
        if !programs.iter().any(|program| program == other) {
            programs.push(other.into());
        }
    }
    let mut versions = BTreeSet::new();
    let mut compilers = Vec::new();
    for program in programs {
        let Ok(version) = Command::new(&program).arg("--version").output() else {
            println!("skipped: {} is not installed", program.display());
            continue;
        };
        // `cc` and `gcc` are mostly one compiler under two names.
        let text = String::from_utf8_lossy(&version.stdout).into_owned();
        let name = program.to_string_lossy().into_owned();
        let identity = text
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches(name.as_str())
            .to_owned();
        if !versions.insert(identity) {
            continue;
        }
        let mut command = Command::new(&program);
        command.arg("-I").arg(c::root().join("include"));
        if let Some(include) = c::sdl_include() {
            command.arg("-isystem").arg(include);
        }
        compilers.push(command);
    }
    compilers
}

fn again(command: &Command) -> Command {
    let mut copy = Command::new(command.get_program());
    copy.args(command.get_args());
    copy
}

/// Whether a compiler is new enough for a standard.
fn knows(compiler: &Command, standard: &str, source: &Path) -> bool {
    again(compiler)
        .args([standard, "-fsyntax-only"])
        .arg(source)
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn each_standard(cpp: bool, standards: &[&str]) {
    let extension = if cpp { "cpp" } else { "c" };
    let dir = c::scratch("headers");
    let empty = dir.join(format!("empty.{extension}"));
    fs::write(&empty, "extern int akgl_alone;\n").expect("the scratch directory is writable");
    let mut sources = Vec::new();
    for (name, text) in includes() {
        let source = dir.join(format!("{name}.{extension}"));
        fs::write(&source, text).expect("the scratch directory is writable");
        sources.push(source);
    }
    // And what a game does with them: the macros too are code in its own file.
    sources.push(c::root().join(format!("tests/install/game.{extension}")));
    let mut failures = Vec::new();
    for compiler in compilers(cpp) {
        let name = compiler.get_program().to_string_lossy().into_owned();
        for standard in standards {
            if !knows(&compiler, standard, &empty) {
                println!("skipped: {name} does not know {standard}");
                continue;
            }
            // One call for all files: a compiler reads each by itself all the same.
            let mut command = again(&compiler);
            command
                .arg(standard)
                .args(WARNINGS)
                .arg("-fsyntax-only")
                .args(&sources);
            match c::compile(&mut command) {
                Ok(()) => println!("{name} {standard}: {} files", sources.len()),
                Err(message) => failures.push(format!("{name} {standard}:\n{message}")),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn headers_compile_alone_and_together_as_c() {
    each_standard(false, &["-std=c99", "-std=c11", "-std=c17"]);
}

#[test]
fn headers_compile_alone_and_together_as_cpp() {
    each_standard(true, &["-std=c++17", "-std=c++20"]);
}
