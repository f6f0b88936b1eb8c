//! Runs someone else's C tests against this library: `make suite SUITE=path/to/c/tests`.
//!
//! With `AKGL_SUITE` set to a folder, prints the ledger of the programs in it and fails unless all
//! passed. Without it, tests the ledger itself on `tests/suite/programs`, which was made for that.
//!
//! - `AKGL_SUITE_CWD`: where the programs run; the suite's folder.
//! - `AKGL_SUITE_CFLAGS`: further words for the compiler, separated by spaces.
//! - `AKGL_TIME_LIMIT`: the time limit of one program in seconds (60).

#[path = "../c/mod.rs"]
mod c;
mod ledger;
mod names;
mod program;
mod self_test;
mod sources;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use ledger::Ledger;

/// How a suite is built and run.
struct Options {
    suite: PathBuf,
    cwd: PathBuf,
    cflags: Vec<String>,
    time_limit: Duration,
    /// Where the programs are built; its own for each suite.
    scratch: &'static str,
}

fn main() -> ExitCode {
    let Some(suite) = std::env::var_os("AKGL_SUITE").filter(|suite| !suite.is_empty()) else {
        return self_test::run_all();
    };
    match options(Path::new(&suite)).and_then(|options| run(&options)) {
        Ok(ledger) => {
            print!("{ledger}");
            if ledger.all_passed() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn options(suite: &Path) -> Result<Options, String> {
    let directory = |path: &Path| {
        path.canonicalize()
            .ok()
            .filter(|path| path.is_dir())
            .ok_or(format!("{} is not a folder", path.display()))
    };
    let suite = directory(suite)?;
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let seconds = set("AKGL_TIME_LIMIT").unwrap_or("60".into());
    Ok(Options {
        cwd: match set("AKGL_SUITE_CWD") {
            Some(cwd) => directory(Path::new(&cwd))?,
            None => suite.clone(),
        },
        suite,
        cflags: set("AKGL_SUITE_CFLAGS")
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
        time_limit: Duration::from_secs(
            seconds
                .parse()
                .map_err(|_| format!("AKGL_TIME_LIMIT is '{seconds}', not a number of seconds"))?,
        ),
        scratch: "suite",
    })
}

/// Compiles and runs every program of a suite.
fn run(options: &Options) -> Result<Ledger, String> {
    let sources = sources::find(&options.suite)?;
    if sources.programs.is_empty() {
        return Err(format!("no C file with a main below {}", options.suite.display()));
    }
    let mut ledger = Ledger::default();
    let parts = program::compile_parts(options, &sources, &mut ledger);
    let total = sources.programs.len();
    for (index, source) in sources.programs.iter().enumerate() {
        let name = sources::name(&options.suite, source);
        eprintln!("[{}/{total}] {name}", index + 1);
        let (outcome, wanted) = program::build_and_run(options, source, &name, &parts);
        ledger.enter(name, outcome, wanted);
    }
    Ok(ledger)
}
