//! What docs/reliability.md promises of the source as a whole: a panic cannot leave an exported function.

use std::fs;
use std::path::{Path, PathBuf};

/// What runs outside of the boundary: the error library itself, which the boundary is built on, two look-ups,
/// and what a query of the library's own hands to a game's partitioner. None of them panics.
const OUTSIDE: [&str; 13] = [
    "akerr_catch_error",
    "akerr_default_handler_unhandled_error",
    "akerr_default_logger",
    "akerr_init",
    "akerr_log_error",
    "akerr_name_for_status",
    "akerr_next_error",
    "akerr_release_error",
    "akerr_stamp_error",
    "akerr_trace_error",
    "akgl_heap_actor_at",
    "akgl_heap_actor_count",
    "collect",
];
/// These return a value and so have no error to return: arithmetic on what they are given. Rust ends the
/// program where a panic would leave them.
const VALUES: &str = "akgl_pipeline_";

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The functions of a source that C may call: name and body.
fn called_from_c(text: &str) -> Vec<(String, String)> {
    let mut functions = Vec::new();
    for (at, _) in text.match_indices("extern \"C\" fn ") {
        let rest = &text[at + "extern \"C\" fn ".len()..];
        let name: String = rest
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        // A function type, or one of another library, has no body of its own.
        let Some(open) = rest
            .find(['{', ';', '>'])
            .filter(|open| !name.is_empty() && *open > 0)
        else {
            continue;
        };
        let body = rest[open..].split("\n}\n").next().unwrap_or_default();
        functions.push((name, body.to_owned()));
    }
    functions
}

#[test]
fn every_function_that_c_calls_catches_panics() {
    let mut files = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src/capi"),
        &mut files,
    );
    let (mut inside, mut outside) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        // Unit tests are not called from C.
        let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for (name, body) in called_from_c(text) {
            if body.contains(" ffi(\"") || body.contains("{ffi(\"") {
                inside += 1;
            } else {
                outside.push(format!("{name} of {}", file.display()));
            }
        }
    }
    outside.retain(|function: &String| {
        let name = function.split(' ').next().unwrap_or_default();
        !OUTSIDE.contains(&name) && !name.starts_with(VALUES)
    });
    assert!(inside > 90, "only {inside} functions were found");
    assert_eq!(outside, Vec::<String>::new(), "not inside of ffi()");
}
