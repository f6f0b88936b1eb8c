//! The code in README.md and docs/*.md is what it says: every block marked `c` compiles under strict
//! warnings against our headers, and one that has a `main` is linked, run and must return 0, printing
//! what a comment `/* prints: ... */` in it promises. (Blocks
//! marked `rust` are doctests; see `src/lib.rs`.) A block marked `c norun` is a fragment and is left
//! alone.

mod c;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let pages = c::files("docs", "md")
        .into_iter()
        .chain([c::root().join("README.md")]);
    for page in pages.filter(|page| page.is_file()) {
        let text = fs::read_to_string(&page).expect("a page is readable");
        for (line, block) in blocks(&text) {
            let name = format!("{}-{line}", c::stem(&page));
            trials.push(Trial::test(format!("{}:{line}", c::stem(&page)), move || {
                check(&name, &block)
            }));
        }
        let missing = missing_files(&page, &text);
        trials.push(Trial::test(
            format!("{} names files that are there", c::stem(&page)),
            move || {
                if missing.is_empty() {
                    Ok(())
                } else {
                    Err(format!("missing: {missing:?}").into())
                }
            },
        ));
        if c::stem(&page) == "reliability" {
            trials.push(Trial::test("reliability names tests that are there", move || {
                named_tests(&text)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Every test that a page names, as `file: function`, is a function of that file; and it names some.
fn named_tests(text: &str) -> Result<(), Failed> {
    let mut missing = Vec::new();
    let mut named = 0;
    // Every other piece lies between two backticks.
    for name in text.split('`').skip(1).step_by(2) {
        let Some((file, function)) = name.split_once(": ") else {
            continue;
        };
        if !(file.ends_with(".rs") || file.ends_with(".c")) {
            continue;
        }
        named += 1;
        let source = fs::read_to_string(c::root().join(file)).unwrap_or_default();
        let there = ["fn ", "static void ", "int "]
            .iter()
            .any(|kind| source.contains(&format!("{kind}{function}(")));
        if !there {
            missing.push(name.to_owned());
        }
    }
    if missing.is_empty() && named > 0 {
        Ok(())
    } else {
        Err(format!("{named} tests named; not there: {missing:?}").into())
    }
}

/// The blocks fenced with exactly `c`, each with the line it begins at.
fn blocks(text: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (index, line) in text.lines().enumerate() {
        match &mut open {
            None if line == "```c" => open = Some((index + 2, String::new())),
            Some(_) if line == "```" => blocks.extend(open.take()),
            Some((_, block)) => *block += &format!("{line}\n"),
            None => {}
        }
    }
    blocks
}

fn check(name: &str, block: &str) -> Result<(), Failed> {
    let dir = c::scratch("docs");
    let source = dir.join(format!("{name}.c"));
    fs::write(&source, block)?;
    let mut command = c::compiler(false);
    command.arg("-std=c99").args(c::STRICT);
    if !block.contains("int main(") {
        // Examples define functions for their own sake.
        command
            .args(["-Wno-unused-function", "-c", "-o"])
            .arg(dir.join(format!("{name}.o")))
            .arg(&source);
        return Ok(c::compile(&mut command)?);
    }
    let program = dir.join(name);
    command.arg("-o").arg(&program).arg(&source);
    c::link(&mut command);
    c::compile(&mut command)?;
    let output = Command::new(&program)
        .current_dir(c::root())
        .env("LD_LIBRARY_PATH", c::library_path())
        .output()?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return match promised(block) {
            Some(promised) if promised != printed.trim_end() => Err(format!(
                "{name} promises \"{promised}\" and prints \"{}\"",
                printed.trim_end()
            )
            .into()),
            _ => Ok(()),
        };
    }
    let said = printed + &String::from_utf8_lossy(&output.stderr);
    Err(format!("{name}: {}\n{said}", output.status).into())
}

/// What a program promises to print, in a comment of its own: `/* prints: ... */`.
fn promised(block: &str) -> Option<&str> {
    block
        .lines()
        .find_map(|line| line.strip_prefix("/* prints: ")?.strip_suffix(" */"))
}

/// The files of this repository that a page links to and that are not there.
fn missing_files(page: &Path, text: &str) -> Vec<PathBuf> {
    let dir = page.parent().unwrap_or(Path::new("."));
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#', ' ']).next())
        .filter(|target| !target.is_empty() && !target.contains("://"))
        .map(|target| dir.join(target))
        .filter(|target| !target.exists())
        .collect()
}
