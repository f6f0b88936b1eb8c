//! The C programs of `docs/pipeline.md` compile without a warning, run, and say what the page says.
//! (Its Rust code is run by the doctests, its Scheme code by `bindings/chicken/test.sh`.)

mod c;

use std::fs;
use std::process::Command;

#[test]
fn the_pages_c_programs_run() {
    let page = fs::read_to_string(c::root().join("docs/pipeline.md")).expect("the page is readable");
    let programs: Vec<&str> = page
        .split("```c\n")
        .skip(1)
        .map(|rest| rest.split("```").next().expect("a block ends"))
        .collect();
    assert_eq!(programs.len(), 1, "programs on the page");
    for (index, text) in programs.into_iter().enumerate() {
        let source = c::scratch("pipeline_page").join(format!("program{index}.c"));
        let program = source.with_extension("");
        fs::write(&source, text).expect("the scratch directory is writable");
        let mut command = c::compiler(false);
        command
            .arg("-std=c99")
            .args(c::STRICT)
            .arg("-o")
            .arg(&program)
            .arg(&source);
        c::link(&mut command);
        c::compile(&mut command).unwrap_or_else(|message| panic!("{message}"));
        let output = Command::new(&program)
            .env("LD_LIBRARY_PATH", c::library_path())
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{output:?}");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "105 px high, landed on frame 29\n"
        );
    }
}
