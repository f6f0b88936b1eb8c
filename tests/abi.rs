//! The built `libakgl.so` shows the outside what `abi/` says it does, read off the file itself.
//!
//! `AKGL_ACCEPT=1 cargo test --test abi` (that is, `make abi-accept`) writes `abi/symbols.txt` anew.
//! Once published, a symbol that goes missing there breaks every program that uses it.

#![cfg(target_os = "linux")]

mod c;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use object::Endianness;
use object::elf::{DT_NEEDED, DT_SONAME, DynamicTag};
use object::read::elf::{Dyn, ElfFile64, Sym};

type Elf<'data> = ElfFile64<'data, Endianness>;

fn with_library<T>(body: impl FnOnce(&Elf<'_>) -> T) -> T {
    let bytes = fs::read(c::library()).expect("libakgl.so is readable");
    body(&Elf::parse(&*bytes).expect("libakgl.so is a 64-bit ELF file"))
}

/// The strings that the dynamic section's entries of one kind name.
fn dynamic_strings(wanted: DynamicTag) -> BTreeSet<String> {
    with_library(|elf| {
        let endian = elf.endian();
        let data = elf.data();
        let sections = elf.elf_section_table();
        let (entries, strings_index) = sections
            .dynamic(endian, data)
            .expect("sound sections")
            .expect("a dynamic section");
        let strings = sections
            .strings(endian, data, strings_index)
            .expect("a string table");
        entries
            .iter()
            .filter(|entry| entry.tag(endian) == wanted)
            .map(|entry| {
                let text = entry.string(endian, strings).expect("a string of the table");
                String::from_utf8_lossy(text).into_owned()
            })
            .collect()
    })
}

/// Every symbol that the library defines for others, with `function` or `data` and, for data, its size.
fn exported() -> BTreeSet<String> {
    with_library(|elf| {
        let endian = elf.endian();
        let table = elf.elf_dynamic_symbol_table();
        table
            .iter()
            .filter(|symbol| !symbol.is_undefined(endian) && !symbol.is_local())
            .map(|symbol| {
                let name = symbol.name(endian, table.strings()).expect("a symbol has a name");
                let name = String::from_utf8_lossy(name);
                match symbol.st_type() {
                    object::elf::STT_OBJECT => format!("{name} data {}", symbol.st_size(endian)),
                    object::elf::STT_FUNC => format!("{name} function"),
                    other => format!("{name} kind {other}"),
                }
            })
            .collect()
    })
}

#[test]
fn the_soname_carries_the_abi_number() {
    assert_eq!(
        dynamic_strings(DT_SONAME),
        BTreeSet::from(["libakgl.so.0".to_owned()])
    );
}

/// SDL3 is shared with the game, never a second copy inside; beside it only the C run-time.
#[test]
fn only_sdl3_and_the_c_runtime_are_needed() {
    let needed = dynamic_strings(DT_NEEDED);
    assert!(
        needed.contains("libSDL3.so.0"),
        "SDL3 is not linked dynamically: {needed:?}"
    );
    let allowed = ["libSDL3.so.0", "libc.so.6", "libm.so.6", "libgcc_s.so.1"];
    let others: Vec<&String> = needed
        .iter()
        .filter(|name| !allowed.contains(&name.as_str()) && !name.starts_with("ld-linux"))
        .collect();
    assert!(others.is_empty(), "libakgl.so needs {others:?} as well");
}

#[test]
fn exported_symbols_are_the_accepted_ones() {
    let file = c::root().join("abi/symbols.txt");
    let found = exported();
    if std::env::var_os("AKGL_ACCEPT").is_some() {
        let lines: Vec<&str> = found.iter().map(String::as_str).collect();
        fs::write(&file, lines.join("\n") + "\n").expect("abi/symbols.txt can be written");
    }
    let accepted: BTreeSet<String> = fs::read_to_string(&file)
        .unwrap_or_default()
        .lines()
        .map(str::to_owned)
        .collect();
    let differences = explain(&accepted, &found);
    assert!(
        differences.is_empty(),
        "libakgl.so differs from abi/symbols.txt:\n{}\nrun `make abi-accept` and commit the result where this is meant",
        differences.join("\n")
    );
}

/// What each difference between two lists of symbols means for a program linked to the first.
fn explain(accepted: &BTreeSet<String>, found: &BTreeSet<String>) -> Vec<String> {
    let parts = |line: &String| {
        let (name, kind) = line.split_once(' ').unwrap_or((line, ""));
        (name.to_owned(), kind.to_owned())
    };
    let old: BTreeMap<String, String> = accepted.iter().map(parts).collect();
    let new: BTreeMap<String, String> = found.iter().map(parts).collect();
    let mut differences = Vec::new();
    for (name, kind) in &old {
        match new.get(name) {
            None => differences.push(format!(
                "- {name} ({kind}) is gone: a program that uses it does not start"
            )),
            Some(now) if now != kind => differences.push(format!(
                "- {name} was {kind} and is {now}: a program has the old one's size and kind built in"
            )),
            Some(_) => {}
        }
    }
    let added = new.iter().filter(|(name, _)| !old.contains_key(*name));
    differences.extend(added.map(|(name, kind)| {
        format!(
            "- {name} ({kind}) is new: programs built before do not miss it; it must be promised from now on"
        )
    }));
    differences
}

#[test]
fn differences_of_symbols_are_explained() {
    let set = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| (*line).to_owned())
            .collect::<BTreeSet<_>>()
    };
    let old = set(&["akgl_a function", "akgl_b data 8", "akgl_c function"]);
    let new = set(&["akgl_b data 16", "akgl_c function", "akgl_d function"]);
    let found = explain(&old, &new);
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(
        found[0].starts_with("- akgl_a (function) is gone: "),
        "{found:#?}"
    );
    assert!(
        found[1].starts_with("- akgl_b was data 8 and is data 16: "),
        "{found:#?}"
    );
    assert!(found[2].starts_with("- akgl_d (function) is new: "), "{found:#?}");
    assert!(explain(&old, &old).is_empty());
}

#[test]
fn nothing_but_our_names_is_exported() {
    let strangers: Vec<String> = exported()
        .into_iter()
        .filter(|name| {
            !["akgl_", "akerr_", "AKGL_", "AKERR_"]
                .iter()
                .any(|prefix| name.starts_with(prefix))
        })
        .collect();
    assert!(strangers.is_empty(), "{strangers:#?}");
}

/// What a header declares, the library has; and nothing is exported that no header declares.
#[test]
fn headers_and_symbols_agree() {
    let mut text = fs::read_to_string(c::root().join("include/akerror.h")).expect("akerror.h is there");
    for header in c::files("include/akgl", "h") {
        text += &fs::read_to_string(header).expect("a header is readable");
    }
    let words: BTreeSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let symbols: BTreeSet<String> = exported()
        .iter()
        .filter_map(|line| line.split(' ').next().map(str::to_owned))
        .collect();
    let undeclared: Vec<&String> = symbols
        .iter()
        .filter(|name| !words.contains(name.as_str()))
        .collect();
    assert!(
        undeclared.is_empty(),
        "exported, but in no header: {undeclared:#?}"
    );
    let undefined: BTreeSet<&str> = declared_functions(&text)
        .into_iter()
        .filter(|name| !symbols.contains(*name))
        .collect();
    assert!(
        undefined.is_empty(),
        "declared, but not in libakgl.so: {undefined:#?}"
    );
}

/// Names directly before a `(` at the outer level of a declaration: `... *akgl_heap_init(void);`
fn declared_functions(headers: &str) -> BTreeSet<&str> {
    headers
        .lines()
        .filter(|line| {
            line.starts_with(|c: char| c.is_ascii_lowercase())
                && !["typedef ", "static "]
                    .iter()
                    .any(|start| line.starts_with(start))
        })
        .filter_map(|line| line.split('(').next()?.rsplit([' ', '*']).next())
        .filter(|name| name.starts_with("akgl_") || name.starts_with("akerr_"))
        .filter(|name| headers.contains(&format!("{name}(")))
        .collect()
}
