//! The C functions of the original library's two chapters on physics and collision compile
//! unchanged against our headers and link to our library: what a game written from the
//! documentation says is what we declare.
//!
//! The chapters are not part of this repository. They are looked for in `../shared/reference`, or in
//! `reference` below the directory that `AKGL_SHARED` names; without them this test is skipped.

mod c;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};

const CHAPTERS: &[&str] = &["libakgl-14-physics", "libakgl-15-collision"];
/// Programs that the chapters hold: two of physics, two of collision.
const PROGRAMS: usize = 4;

fn main() {
    let arguments = Arguments::from_args();
    let shared = match std::env::var_os("AKGL_SHARED") {
        Some(dir) => PathBuf::from(dir),
        None => c::root().join("../shared"),
    };
    let reference = shared.join("reference");
    if !reference.is_dir() {
        println!(
            "skipped: {} is not there (the original's chapters are not part of this repository)",
            reference.display()
        );
        libtest_mimic::run(&arguments, Vec::new()).exit();
    }
    let mut trials = Vec::new();
    for chapter in CHAPTERS {
        let text = fs::read_to_string(reference.join(format!("{chapter}.md"))).unwrap_or_default();
        for (index, program) in programs(&text).into_iter().enumerate() {
            trials.push(Trial::test(format!("{chapter} block {}", index + 1), move || {
                compile_and_link(&format!("{chapter}-{}", index + 1), &program)
            }));
        }
    }
    let found = trials.len();
    trials.push(Trial::test("every block was found", move || match found {
        PROGRAMS => Ok(()),
        _ => Err(format!("{found} blocks, not {PROGRAMS}").into()),
    }));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The blocks that begin with an include of ours, each to the end of its last function.
///
/// One chapter has lost its code fences, so a block's end is not marked: it is the last `}` in the
/// first column before prose (or a fence) begins.
fn programs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut programs = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if !lines[at].starts_with("#include <akgl/") {
            at += 1;
            continue;
        }
        let mut end = at;
        let mut in_comment = false;
        let mut depth = 0_usize;
        let mut next = at;
        while next < lines.len() {
            let line = lines[next];
            if depth == 0 && !in_comment && !begins_code(line) {
                break;
            }
            in_comment = (in_comment || line.trim_start().starts_with("/*")) && !line.contains("*/");
            if !in_comment {
                depth += line.matches('{').count();
                depth = depth.saturating_sub(line.matches('}').count());
            }
            next += 1;
            if depth == 0 && line.starts_with('}') {
                end = next;
            }
        }
        programs.push(lines[at..end].join("\n") + "\n");
        at = next.max(at + 1);
    }
    programs
}

/// What a line outside of functions and comments may be in C: anything else is prose.
fn begins_code(line: &str) -> bool {
    line.is_empty()
        || ["#", "/*", " *", "static ", "akerr_ErrorContext ", "{", "}"]
            .iter()
            .any(|start| line.starts_with(start))
}

fn compile_and_link(name: &str, program: &str) -> Result<(), Failed> {
    let dir = c::scratch("reference");
    let source = dir.join(format!("{name}.c"));
    fs::write(&source, program)?;
    let functions = functions(program);
    if functions.is_empty() {
        return Err(format!("no function in {}", source.display()).into());
    }
    // The chapter's text alone and unchanged, under the compiler's own default standard.
    let object = dir.join(format!("{name}.o"));
    let mut command = c::compiler(false);
    command
        .args(["-Wall", "-Werror", "-c", "-o"])
        .arg(&object)
        .arg(&source);
    c::compile(&mut command)?;
    link(&dir, name, &object, &functions)?;
    println!("{name}: {}", functions.join(", "));
    Ok(())
}

/// Links the object into a program that refers to each of its functions.
fn link(dir: &Path, name: &str, object: &Path, functions: &[String]) -> Result<(), Failed> {
    let main = dir.join(format!("{name}-main.c"));
    let declarations: String = functions
        .iter()
        .map(|function| format!("extern void {function}(void);\n"))
        .collect();
    let uses: String = functions
        .iter()
        .map(|function| format!("    used += (void *){function} != 0;\n"))
        .collect();
    fs::write(
        &main,
        format!("{declarations}int main(void)\n{{\n    int used = 0;\n{uses}    return used == 0;\n}}\n"),
    )?;
    let mut command = c::compiler(false);
    command.arg("-o").arg(dir.join(name)).arg(&main).arg(object);
    c::link(&mut command);
    c::compile(&mut command)?;
    Ok(())
}

/// The names of the functions that a program defines.
fn functions(program: &str) -> Vec<String> {
    program
        .lines()
        .filter(|line| line.starts_with("akerr_ErrorContext ") && line.ends_with(')'))
        .filter_map(|line| line.split('*').nth(1)?.split('(').next())
        .map(str::to_owned)
        .collect()
}
