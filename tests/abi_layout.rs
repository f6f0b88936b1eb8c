//! The layout of every public record and the value of every public constant, as a C compiler sees
//! them in `include/`, is what `abi/layout.txt` says; and Rust gives each record the same size.
//!
//! Once published, a program carries these numbers in its own machine code.
//! `AKGL_ACCEPT=1 cargo test --test abi_layout` (that is, `make abi-accept`) writes the file anew.

mod c;

use std::collections::BTreeMap;
use std::fs;
use std::mem::{align_of, size_of};
use std::process::Command;
use std::sync::OnceLock;

use akgl::capi;

/// The public headers' text, one after the other.
fn headers() -> String {
    let mut files = c::files("include", "h");
    files.extend(c::files("include/akgl", "h"));
    files
        .iter()
        .map(|file| fs::read_to_string(file).expect("a header is readable"))
        .collect()
}

/// Each record of the headers with the names of its fields.
fn records(headers: &str) -> Vec<(String, Vec<String>)> {
    let mut records: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in headers.lines() {
        let head = line.strip_prefix("typedef ").unwrap_or(line);
        if let Some(name) = head
            .strip_prefix("struct ")
            .and_then(|rest| rest.strip_suffix(" {"))
        {
            records.push((name.to_owned(), Vec::new()));
            inside = true;
        } else if line.starts_with('}') {
            inside = false;
        } else if inside && !line.trim_start().starts_with(['/', '*']) {
            let declaration = line.split(';').next().unwrap_or_default();
            let name = declaration
                .split('[')
                .next()
                .unwrap_or_default()
                .rsplit([' ', '*'])
                .next();
            let (_, fields) = records.last_mut().expect("a record was opened");
            fields.extend(name.filter(|name| !name.is_empty()).map(str::to_owned));
        }
    }
    records
}

/// The names of constants: macros without arguments and with a value.
fn constants(headers: &str) -> Vec<String> {
    headers
        .lines()
        .filter_map(|line| line.strip_prefix("#define "))
        .filter_map(|rest| rest.split_once(' '))
        .filter(|(name, value)| {
            let value = value.trim_start();
            name.starts_with("AK") && value.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '(')
        })
        .filter(|(name, _)| {
            name.chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        })
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// What a C program that includes every header prints of them; built once for all tests, which run
/// side by side.
fn as_c_sees_it() -> &'static str {
    static FOUND: OnceLock<String> = OnceLock::new();
    FOUND.get_or_init(build_and_ask)
}

fn build_and_ask() -> String {
    let headers = headers();
    let mut program = String::from("#include <stdio.h>\n#include <stddef.h>\n#include <akerror.h>\n");
    for header in c::files("include/akgl", "h") {
        program += &format!("#include <akgl/{}.h>\n", c::stem(&header));
    }
    program += "int main(void)\n{\n";
    for (record, fields) in records(&headers) {
        program += &format!("printf(\"{record} size %zu\\n\", sizeof(struct {record}));\n");
        for field in fields {
            program += &format!(
                "printf(\"{record}.{field} at %zu size %zu\\n\", offsetof(struct {record}, {field}), \
                 sizeof(((struct {record} *)0)->{field}));\n"
            );
        }
    }
    for constant in constants(&headers) {
        program += &format!("printf(\"{constant} %.9g\\n\", (double)({constant}));\n");
    }
    program += "return 0;\n}\n";

    let dir = c::scratch("layout");
    let (source, binary) = (dir.join("layout.c"), dir.join("layout"));
    fs::write(&source, program).expect("the scratch directory is writable");
    let mut command = c::compiler(false);
    command.args(["-std=c99", "-o"]).arg(&binary).arg(&source);
    c::link(&mut command);
    if let Err(message) = c::compile(&mut command) {
        panic!("{message}");
    }
    let output = Command::new(&binary)
        .env("LD_LIBRARY_PATH", c::library_path())
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("names and numbers")
}

#[test]
fn layouts_and_constants_are_the_accepted_ones() {
    let file = c::root().join("abi/layout.txt");
    let found = as_c_sees_it();
    if std::env::var_os("AKGL_ACCEPT").is_some() {
        fs::write(&file, found).expect("abi/layout.txt can be written");
    }
    let accepted = fs::read_to_string(&file).unwrap_or_default();
    let differences = explain(&accepted, found);
    assert!(
        differences.is_empty(),
        "records and constants differ from abi/layout.txt:\n{}\nrun `make abi-accept` and commit the result where this is meant",
        differences.join("\n")
    );
}

/// What each difference between two lists means for a program that was compiled by the first.
fn explain(accepted: &str, found: &str) -> Vec<String> {
    let parts = |text: &str| -> BTreeMap<String, String> {
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        lines
            .map(|(name, rest)| (name.to_owned(), rest.to_owned()))
            .collect()
    };
    let (old, new) = (parts(accepted), parts(found));
    let mut differences = Vec::new();
    for (name, was) in &old {
        let what = match (was.contains("size"), name.contains('.')) {
            (true, true) => "a program reads and writes the old place",
            (true, false) => "a program makes room for the old size",
            (false, _) => "a program has the old number",
        };
        match new.get(name) {
            None => differences.push(format!(
                "- {name} ({was}) is gone: {what}, and none can be compiled with it"
            )),
            Some(is) if is != was => differences.push(format!("- {name} was {was} and is {is}: {what}")),
            Some(_) => {}
        }
    }
    let added = new.iter().filter(|(name, _)| !old.contains_key(*name));
    differences
        .extend(added.map(|(name, is)| format!("- {name} ({is}) is new: it must be promised from now on")));
    differences
}

#[test]
fn differences_of_layout_are_explained() {
    let old = "r size 8\nr.a at 0 size 4\nr.b at 4 size 4\nN 3\n";
    let new = "r size 12\nr.a at 8 size 4\nr.c at 4 size 4\nN 4\n";
    let found = explain(old, new);
    let starts = [
        "- N was 3 and is 4: a program has the old number",
        "- r was size 8 and is size 12: a program makes room",
        "- r.a was at 0 size 4 and is at 8 size 4: a program reads",
        "- r.b (at 4 size 4) is gone: ",
        "- r.c (at 4 size 4) is new: ",
    ];
    assert_eq!(found.len(), starts.len(), "{found:#?}");
    for (line, start) in found.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(explain(old, old).is_empty());
}

/// The headers come from the Rust records, but nothing else makes the two compilers agree.
#[test]
fn rust_and_c_agree_on_the_size_of_every_record() {
    let found = as_c_sees_it();
    let mut checked = Vec::new();
    macro_rules! same_size {
        ($($room:ident::$record:ident),* $(,)?) => {$(
            let size = size_of::<capi::$room::$record>();
            assert_eq!(size % align_of::<capi::$room::$record>(), 0);
            let line = format!("{} size {size}", stringify!($record));
            assert!(found.lines().any(|other| other == line), "C does not say `{line}`");
            checked.push(stringify!($record));
        )*};
    }
    same_size!(
        error::akerr_ErrorContext,
        types::akgl_Iterator,
        staticstring::akgl_String,
        character::akgl_Character,
        actor::akgl_Actor,
        collision::akgl_CollisionShape,
        collision::akgl_CollisionContact,
        collision::akgl_CollisionWorld,
        collision::akgl_CollisionProxyInfo,
        partitioner::akgl_PartitionerBounds,
        partitioner::akgl_Partitioner,
        game::akgl_Game,
        physics::akgl_PhysicsBackend,
        feel::akgl_Feel,
        feel::akgl_FeelState,
        feel::akgl_FeelZone,
        jump::akgl_JumpRules,
        jump::akgl_Jump,
        jump::akgl_JumpInput,
        jump::akgl_JumpOutput,
        pipeline::akgl_PipelineEntity,
        pipeline::akgl_PipelineTiles,
        pipeline::akgl_PipelineScene,
        pipeline::akgl_PipelineStep,
        tilemap::akgl_TilemapLayer,
        tilemap::akgl_TilemapObject,
        tilemap::akgl_TilemapTileset,
        tilemap::akgl_TilemapPoint,
        tilemap::akgl_TilemapProperty,
        tilemap::akgl_Tilemap,
    );
    let unchecked: Vec<String> = records(&headers())
        .into_iter()
        .map(|(record, _)| record)
        .filter(|record| !checked.contains(&record.as_str()))
        .collect();
    assert!(unchecked.is_empty(), "add to this test: {unchecked:?}");
}
