//! The C programs: each file of `capi-tests/` is a stand-alone program, linked to `libakgl.so` as a
//! game would be, and a test of its own here. `examples/*.c` must compile under the same warnings.
//!
//! - `AKGL_RUNNER` is put before each program's command line (`make valgrind` uses it);
//! - `AKGL_TIME_LIMIT` is the time limit of one program in seconds (180).

mod c;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for source in c::files("capi-tests", "c") {
        let name = c::stem(&source);
        trials.push(Trial::test(format!("capi-tests/{name}"), move || {
            build_and_run(&source)
        }));
    }
    for source in c::files("examples", "c") {
        let name = c::stem(&source);
        trials.push(Trial::test(format!("examples/{name} compiles"), move || {
            build(&source, "examples").map(drop)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn build(source: &Path, kind: &str) -> Result<PathBuf, Failed> {
    let program = c::scratch(kind).join(c::stem(source));
    let mut command = c::compiler(false);
    command
        .args(["-std=c99", "-pthread"])
        .args(c::STRICT)
        .arg("-o")
        .arg(&program)
        .arg(source);
    c::link(&mut command);
    c::compile(&mut command)?;
    Ok(program)
}

fn build_and_run(source: &Path) -> Result<(), Failed> {
    let program = build(source, "capi-tests")?;
    let log = program.with_extension("log");
    let status = run(&program, &log)?;
    let output = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    // In one piece: the programs run side by side.
    println!("--- capi-tests/{} ---\n{}", c::stem(source), output.trim_end());
    match status {
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(format!("capi-tests/{}.c: {status}\n{output}", c::stem(source)).into()),
        None => Err(format!(
            "capi-tests/{}.c: stopped at its time limit\n{output}",
            c::stem(source)
        )
        .into()),
    }
}

/// Runs a program from the repository's root; None where it had to be stopped.
fn run(program: &Path, log: &Path) -> Result<Option<ExitStatus>, Failed> {
    let log = File::create(log)?;
    let mut command = match std::env::var("AKGL_RUNNER") {
        Ok(runner) if !runner.trim().is_empty() => {
            let mut words = runner.split_whitespace();
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words).arg(program);
            command
        }
        _ => Command::new(program),
    };
    command
        .current_dir(c::root())
        .stdout(log.try_clone()?)
        .stderr(log);
    // Cargo's own LD_LIBRARY_PATH, which outranks a program's rpath, names the directory of the last
    // `cargo build` first: a library of other features or another day.
    command.env("LD_LIBRARY_PATH", c::library_path());
    // No test needs a window or a sound card, and the machine may have neither.
    command
        .env("SDL_VIDEO_DRIVER", "dummy")
        .env("SDL_AUDIO_DRIVER", "dummy");
    let limit = match std::env::var("AKGL_TIME_LIMIT") {
        Ok(seconds) => Duration::from_secs(seconds.parse()?),
        Err(_) => Duration::from_secs(180),
    };
    let started = Instant::now();
    let mut child = command.spawn()?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
