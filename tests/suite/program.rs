//! One program of a suite: compiled, linked, run.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::ledger::{Ledger, Outcome};
use crate::sources::{self, Sources};
use crate::{Options, c, names};

/// How many missing headers of one file are looked past for the names it wants beyond them.
const MISSING_HEADERS: usize = 32;
/// What a program may print or write into one file, in `ulimit`'s blocks of 512 bytes: 64 MiB.
const FILE_LIMIT: &str = "131072";

/// Names that a compiler or the linker did not know.
pub(crate) type Wanted = BTreeSet<String>;

/// Compiles what has no `main` to objects that programs can be linked to. A part that does not
/// compile is entered into the ledger: the programs that need it will not link.
pub(crate) fn compile_parts(options: &Options, sources: &Sources, ledger: &mut Ledger) -> Option<PathBuf> {
    let dir = c::scratch(options.scratch);
    let mut objects = Vec::new();
    for (index, source) in sources.parts.iter().enumerate() {
        let object = dir.join(format!("part-{index}.o"));
        match compile(options, source, &object) {
            Ok(()) => objects.push(object),
            Err((output, wanted)) => {
                let name = sources::name(&options.suite, source);
                ledger.enter(name, Outcome::DoesNotCompile(output), wanted);
            }
        }
    }
    if objects.is_empty() {
        return None;
    }
    // Out of an archive a program takes only what it calls, so that two parts may clash.
    let archive = dir.join("libparts.a");
    let _ = fs::remove_file(&archive);
    let status = Command::new("ar")
        .arg("rcs")
        .arg(&archive)
        .args(&objects)
        .status();
    status.is_ok_and(|status| status.success()).then_some(archive)
}

pub(crate) fn build_and_run(
    options: &Options,
    source: &Path,
    name: &str,
    parts: &Option<PathBuf>,
) -> (Outcome, Wanted) {
    let program = c::scratch(options.scratch).join(name.replace(['/', '\\'], "-"));
    let object = program.with_extension("o");
    if let Err((output, wanted)) = compile(options, source, &object) {
        return (Outcome::DoesNotCompile(output), wanted);
    }
    let mut command = c::compiler(false);
    command.env("LC_ALL", "C");
    command.arg("-pthread").arg("-o").arg(&program).arg(&object);
    command.args(parts);
    c::link(&mut command);
    // After our own libraries: what the suite's flags add may need them resolved already.
    command.args(
        options
            .cflags
            .iter()
            .filter(|flag| flag.starts_with("-l") || flag.starts_with("-L")),
    );
    if let Err(output) = c::compile(&mut command) {
        let wanted = names::wanted(&output);
        return (Outcome::DoesNotLink(output), wanted);
    }
    (run(options, &program), Wanted::new())
}

/// Compiles one file to an object.
///
/// # Errors
/// What the compiler said, and every name it does not know, those after a missing header too.
fn compile(options: &Options, source: &Path, object: &Path) -> Result<(), (String, Wanted)> {
    let Err(output) = c::compile(&mut compiler(options, source, object)) else {
        return Ok(());
    };
    let mut wanted = names::wanted(&output);
    // Where a header is missing the compiler stops there. An empty one in its place brings out the
    // names that the file really uses.
    let stubs = c::scratch(options.scratch).join("stubs");
    let _ = fs::remove_dir_all(&stubs);
    let mut latest = output.clone();
    for _ in 0..MISSING_HEADERS {
        let Some(header) = names::missing_header(&latest) else {
            break;
        };
        let stub = stubs.join(&header);
        let inside = !Path::new(&header).is_absolute() && !header.split('/').any(|part| part == "..");
        if !inside
            || stub.exists()
            || stub.parent().is_none_or(|dir| fs::create_dir_all(dir).is_err())
            || fs::write(&stub, "").is_err()
        {
            break;
        }
        let mut command = compiler(options, source, object);
        command.arg("-fsyntax-only").arg("-I").arg(&stubs);
        let Err(output) = c::compile(&mut command) else {
            break;
        };
        wanted.extend(names::wanted(&output));
        latest = output;
    }
    Err((output, wanted))
}

fn compiler(options: &Options, source: &Path, object: &Path) -> Command {
    let mut command = c::compiler(false);
    // Messages in English with plain quotes, all of them. An undeclared function is an error in today's
    // C and a warning of older compilers; everything else a foreign suite may do as it likes.
    command.env("LC_ALL", "C");
    command.args(["-pthread", "-Werror=implicit-function-declaration"]);
    command.arg("-I").arg(&options.suite).args(&options.cflags);
    command.arg("-c").arg("-o").arg(object).arg(source);
    command
}

fn run(options: &Options, program: &Path) -> Outcome {
    let log = program.with_extension("log");
    let started = Instant::now();
    let ended = run_limited(options, program, &log);
    let seconds = started.elapsed();
    let output = String::from_utf8_lossy(&fs::read(&log).unwrap_or_default()).into_owned();
    match ended {
        Ok(Some(status)) if status.success() => Outcome::Passed(seconds),
        Ok(Some(status)) => Outcome::Failed(describe(status), output),
        Ok(None) => Outcome::Failed(
            format!("time limit of {} s", options.time_limit.as_secs()),
            output,
        ),
        Err(error) => Outcome::Failed(format!("cannot be run: {error}"), output),
    }
}

/// Runs a program with its output in a file; None where it had to be stopped, with all it started.
fn run_limited(options: &Options, program: &Path, log: &Path) -> std::io::Result<Option<ExitStatus>> {
    let log = File::create(log)?;
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -f {FILE_LIMIT}; exec \"$0\"")])
        .arg(program)
        .current_dir(&options.cwd)
        .env("LD_LIBRARY_PATH", c::library_path())
        .env("SDL_VIDEO_DRIVER", "dummy")
        .env("SDL_AUDIO_DRIVER", "dummy")
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .process_group(0)
        .spawn()?;
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() > options.time_limit {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-9", "--", &group]).status();
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("killed by signal {signal}"),
        (None, None) => status.to_string(),
    }
}
