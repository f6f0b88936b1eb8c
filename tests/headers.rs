//! The headers in `include/akgl/` are what `src/capi/` says.
//!
//! `AKGL_ACCEPT=1 cargo test --test headers` (that is, `make headers`) writes them anew.

#[path = "headers/mod.rs"]
mod generator;

use std::fs;

use generator::{generate, root};

/// The first line that differs, for the failure's message.
fn first_difference(old: &str, new: &str) -> String {
    let mut old_lines = old.lines();
    for (number, new_line) in new.lines().enumerate() {
        let old_line = old_lines.next().unwrap_or("(end of file)");
        if old_line != new_line {
            return format!(
                "line {}:\n  committed: {old_line}\n  generated: {new_line}",
                number + 1
            );
        }
    }
    "the committed file is longer".into()
}

#[test]
fn headers_are_up_to_date() {
    let accept = std::env::var_os("AKGL_ACCEPT").is_some();
    let include = root().join("include");
    let headers = generate();
    let mut stale = Vec::new();
    for (path, text) in &headers {
        let file = include.join(path);
        let committed = fs::read_to_string(&file).unwrap_or_default();
        if committed == *text {
            continue;
        }
        if accept {
            fs::create_dir_all(include.join("akgl")).expect("include/akgl can be made");
            fs::write(&file, text).expect("a header can be written");
            println!("wrote include/{path}");
        } else {
            stale.push(format!("include/{path}: {}", first_difference(&committed, text)));
        }
    }
    for entry in fs::read_dir(include.join("akgl")).expect("include/akgl is there") {
        let name = entry
            .expect("include/akgl is readable")
            .file_name()
            .into_string()
            .expect("a plain name");
        if !headers.contains_key(&format!("akgl/{name}")) {
            stale.push(format!(
                "include/akgl/{name}: no file of src/capi/ makes it; remove it"
            ));
        }
    }
    assert!(
        stale.is_empty(),
        "headers differ from src/capi; run `make headers` and commit the result\n{}",
        stale.join("\n")
    );
}
