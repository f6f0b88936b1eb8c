//! Writes mutants into sources, each behind a switch: `a - b` becomes
//! `(if crate::mutant_switch::is(17) { (a) + (b) } else { a - b })`.
//!
//! `switched list.json sources out dropped.txt map.json`: the list is that of `cargo mutants --list --json`, and the
//! numbers are places in it, from 1. `dropped.txt` has numbers that do not compile. The map says which bytes of what
//! is written belong to which mutants, so that an error of the compiler leads to a number, and which mutants found
//! no place (in constants, and beside `let` in a condition).

mod edits;

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::fs;

use edits::{Edits, Mutant};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [list, sources, out, dropped, map] = &arguments[..] else {
        return Err("switched list.json sources out dropped.txt map.json".into());
    };
    let list: Vec<Value> = serde_json::from_str(&fs::read_to_string(list)?)?;
    let dropped: HashSet<String> = fs::read_to_string(dropped)?
        .split_whitespace()
        .map(String::from)
        .collect();

    let mut files: BTreeMap<&str, Vec<Mutant>> = BTreeMap::new();
    for (n, entry) in list.iter().enumerate() {
        if dropped.contains(&(n + 1).to_string()) {
            continue;
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let start = &entry["span"]["start"];
        let number = |value: &Value| value.as_u64().unwrap_or_default() as usize;
        files
            .entry(entry["file"].as_str().unwrap_or_default())
            .or_default()
            .push(Mutant {
                id: n + 1,
                genre: text(&entry["genre"]),
                start: (number(&start["line"]), number(&start["column"])),
                replacement: text(&entry["replacement"]),
            });
    }

    let (mut ranges, mut missing) = (Vec::new(), Vec::new());
    for (file, mutants) in &files {
        let text = fs::read_to_string(format!("{sources}/{file}"))?;
        let written = Edits::of(&text, mutants)?.write();
        missing.extend(
            mutants
                .iter()
                .map(|mutant| mutant.id)
                .filter(|id| !written.used.contains(id)),
        );
        ranges.extend(
            written
                .ranges
                .iter()
                .map(|(r, ids)| json!([file, r.start, r.end, ids])),
        );
        fs::write(format!("{out}/{file}"), written.text)?;
    }
    fs::write(map, json!({ "ranges": ranges, "missing": missing }).to_string())?;
    Ok(())
}
