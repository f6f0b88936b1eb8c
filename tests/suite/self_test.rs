//! The ledger of `tests/suite/programs`, where each kind of failure is made on purpose.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};

use crate::{Options, c, names, run, sources};

pub(crate) fn run_all() -> ExitCode {
    let trials = vec![
        Trial::test("the ledger of programs made for it", the_ledger),
        Trial::test("a folder without programs is refused", nothing_there),
        Trial::test("what a compiler does not know is found in its words", words),
        Trial::test("a main is told from a mention of it", mains),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn options(folder: &str) -> Options {
    let suite = c::root().join("tests/suite").join(folder);
    Options {
        cwd: suite.clone(),
        suite,
        cflags: Vec::new(),
        time_limit: Duration::from_secs(2),
        scratch: "suite-self-test",
    }
}

/// Each line of the ledger that is not quoted output, with times and compilers' words left out.
const LEDGER: &str = "\
FAILED            crashes: killed by signal 6
FAILED            fails: exit code 3
DOES NOT COMPILE  missing_header
FAILED            never_ends: time limit of 2 s
DOES NOT COMPILE  parts/broken_part
passed            passes
FAILED            raises: exit code
passed            reads_a_file
DOES NOT COMPILE  undeclared
DOES NOT LINK     unresolved
passed            uses_a_part

undeclared or unresolved names, and how many programs want each:
    3  akgl_no_such_function  (missing_header, undeclared, unresolved)
    2  AKGL_NO_SUCH_CONSTANT  (parts/broken_part, undeclared)
    1  .no_such_member  (undeclared)
    1  <akgl/no_such_header.h>  (missing_header)
    1  <other/none_either.h>  (missing_header)
    1  akgl_NoSuchType  (undeclared)
    1  akgl_another_function  (unresolved)

suite: 3 passed, 4 failed, 3 do not compile, 1 do not link
";

fn the_ledger() -> Result<(), Failed> {
    let started = Instant::now();
    let ledger = run(&options("programs"))?;
    let text = ledger.to_string();
    let mut found = String::new();
    for line in text.lines().filter(|line| !line.starts_with("    | ")) {
        let timed = line.strip_suffix(" s)").and_then(|line| line.rsplit_once(" ("));
        let line = timed.map_or(line, |(line, _)| line);
        // How an unhandled error ends a program is tested elsewhere.
        found += match line.split_once("raises: exit code ") {
            Some(_) => "FAILED            raises: exit code",
            None => line,
        };
        found.push('\n');
    }
    if found != LEDGER {
        return Err(format!("found:\n{found}\nexpected:\n{LEDGER}\nwhole:\n{text}").into());
    }
    for quoted in [
        "    | (76 lines before)\n    | line 77\n",
        "    | line 100\n",
        "    | expected 3, found 4\n",
        "    | \\u{1b}[31mred\n",
    ] {
        if !text.contains(quoted) {
            return Err(format!("not in the ledger: {quoted}\n{text}").into());
        }
    }
    if text.contains("line 76\n") || text.contains("is not repeated") || ledger.all_passed() {
        return Err(format!("too much in the ledger:\n{text}").into());
    }
    if started.elapsed() > Duration::from_secs(120) {
        return Err("the program that never ends was not stopped".into());
    }
    Ok(())
}

fn nothing_there() -> Result<(), Failed> {
    match run(&options("programs/parts")) {
        Err(message) if message.starts_with("no C file with a main below ") => Ok(()),
        Err(message) => Err(message.into()),
        Ok(_) => Err("an empty suite has a ledger".into()),
    }
}

/// Messages of gcc, clang, GNU ld and lld, and the names in them.
fn words() -> Result<(), Failed> {
    let cases: &[(&str, &[&str])] = &[
        (
            "a.c:3:5: error: implicit declaration of function 'f'; did you mean 'g'?",
            &["f"],
        ),
        (
            "a.c:3:5: error: call to undeclared function 'f'; ISO C99 and later",
            &["f"],
        ),
        ("a.c:3:5: error: use of undeclared identifier 'X'", &["X"]),
        (
            "a.c:3:5: error: 'X' undeclared (first use in this function)",
            &["X"],
        ),
        ("a.c:3:5: error: unknown type name 'T'", &["T"]),
        ("a.c:3:5: error: 'akgl_Actor' has no member named 'm'", &[".m"]),
        (
            "a.c:3:5: error: no member named 'm' in 'struct akgl_Actor'",
            &[".m"],
        ),
        ("a.c:1:10: fatal error: 'x/y.h' file not found", &["<x/y.h>"]),
        (
            "a.c:1:10: fatal error: x/y.h: No such file or directory",
            &["<x/y.h>"],
        ),
        ("a.c:(.text+0x9): undefined reference to `f'", &["f"]),
        ("ld.lld: error: undefined symbol: f", &["f"]),
        ("a.c:3:5: error: expected ';' before 'x'", &[]),
    ];
    for (line, expected) in cases {
        let found = names::wanted(line);
        if !found.iter().eq(*expected) {
            return Err(format!("{line}: {found:?}, not {expected:?}").into());
        }
    }
    Ok(())
}

fn mains() -> Result<(), Failed> {
    let cases = [
        ("int main(void) {", true),
        ("int\nmain (int c, char **v)", true),
        ("int domain(void);", false),
        ("// main()\n/* main() */ int x;", false),
        ("const char *s = \"\\\" main()\";", false),
        ("char q = '\"'; int main(void)", true),
        ("#define SDL_MAIN_USE_CALLBACKS", true),
    ];
    for (text, expected) in cases {
        if sources::has_main(text) != expected {
            return Err(format!("{text:?}: not {expected}").into());
        }
    }
    Ok(())
}
