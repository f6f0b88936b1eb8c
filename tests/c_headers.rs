//! Each public header compiles alone, in silence, as C99, C11 and C++17.

mod c;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

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

/// Compiles a file of that one include (twice, to see its guard) as each of `standards`.
fn each_alone(cpp: bool, standards: &[&str]) {
    let mut failures = Vec::new();
    for header in headers() {
        let extension = if cpp { "cpp" } else { "c" };
        let source = c::scratch("headers").join(format!("{}.{extension}", header.replace(['/', '.'], "_")));
        // ISO C wants a declaration in every file; a header may hold macros alone.
        let text = format!("#include <{header}>\n#include <{header}>\nextern int akgl_alone;\n");
        fs::write(&source, text).expect("the scratch directory is writable");
        for standard in standards {
            let mut command = c::compiler(cpp);
            command
                .arg(standard)
                .args(c::STRICT)
                .args(["-Wpedantic", "-fsyntax-only"])
                .arg(&source);
            if let Err(message) = c::compile(&mut command) {
                failures.push(format!("{header} as {standard}:\n{message}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_header_compiles_alone_as_c() {
    each_alone(false, &["-std=c99", "-std=c11"]);
}

#[test]
fn every_header_compiles_alone_as_cpp() {
    let program = c::compiler(true).get_program().to_owned();
    let probe = Command::new(&program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !probe.is_ok_and(|status| status.success()) {
        println!(
            "skipped: this machine has no C++ compiler ({})",
            program.display()
        );
        return;
    }
    each_alone(true, &["-std=c++17"]);
}
