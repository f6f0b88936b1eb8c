//! Makes the text of every public header from `src/capi/`, one header per file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The headers that a header includes beside `types.h` and `error.h`, which all do.
/// Only types held by value and constants need it: every record is declared in `types.h`.
const INCLUDES: &[(&str, &[&str])] = &[
    (
        "actor",
        &[
            "<akgl/character.h>",
            "<akgl/collision.h>",
            "<akgl/feel.h>",
            "<SDL3/SDL_events.h>",
        ],
    ),
    ("character", &["<akgl/collision.h>", "<akgl/feel.h>"]),
    ("collision", &["<akgl/partitioner.h>", "<SDL3/SDL_rect.h>"]),
    (
        "game",
        &[
            "<akgl/actor.h>",
            "<akgl/collision.h>",
            "<akgl/heap.h>",
            "<akgl/physics.h>",
            "<akgl/tilemap.h>",
        ],
    ),
    (
        "heap",
        &["<akgl/actor.h>", "<akgl/character.h>", "<akgl/staticstring.h>"],
    ),
    (
        "physics",
        &[
            "<akgl/actor.h>",
            "<akgl/collision.h>",
            "<akgl/feel.h>",
            "<akgl/staticstring.h>",
        ],
    ),
    ("registry", &["<akgl/staticstring.h>", "<SDL3/SDL_properties.h>"]),
    ("tilemap", &["<akgl/physics.h>", "<akgl/staticstring.h>"]),
];

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every header's path below `include/` and its text, as `src/capi/` has it now.
pub(crate) fn generate() -> BTreeMap<String, String> {
    let sources = sources();
    let records: Vec<String> = sources.values().flat_map(|text| records(text)).collect();
    sources
        .iter()
        .map(|(name, text)| (format!("akgl/{name}.h"), header(name, text, &records)))
        .collect()
}

/// The text of each file of `src/capi/` that has a header, by its stem.
fn sources() -> BTreeMap<String, String> {
    let mut sources = BTreeMap::new();
    for entry in fs::read_dir(root().join("src/capi")).expect("src/capi is readable") {
        let path = entry.expect("src/capi is readable").path();
        let stem = stem(&path);
        if path.extension().is_some_and(|extension| extension == "rs") && stem != "mod" {
            let text = fs::read_to_string(&path).expect("a source file is readable");
            // A file without a public item for C is an inner room, not a header.
            if text.lines().any(|line| line.starts_with("//! `akgl/")) {
                sources.insert(stem, text);
            }
        }
    }
    sources
}

/// The files below `src/capi/<name>/` that export something of the header's, in order of their names.
fn inner_rooms(name: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(root().join("src/capi").join(name)) else {
        return Vec::new();
    };
    let mut rooms: Vec<PathBuf> = entries
        .map(|entry| entry.expect("src/capi is readable").path())
        .filter(|path| {
            let text = fs::read_to_string(path).unwrap_or_default();
            text.contains("\npub unsafe extern \"C\" fn akgl_")
                || text.contains("\npub extern \"C\" fn akgl_")
        })
        .collect();
    rooms.sort();
    rooms
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .expect("a file has a name")
        .to_string_lossy()
        .into_owned()
}

/// The names of the records that a source file defines for C.
fn records(text: &str) -> Vec<String> {
    names(text, &["pub struct akgl_", "pub union akgl_"])
}

/// The `akgl_` names that follow one of `keywords` at the start of a line.
fn names(text: &str, keywords: &[&str]) -> Vec<String> {
    text.lines()
        .filter(|line| keywords.iter().any(|keyword| line.starts_with(keyword)))
        .filter_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_')).nth(2))
        .map(str::to_owned)
        .collect()
}

/// Names that `akerror.h` declares by hand.
fn by_hand(text: &str) -> Vec<String> {
    let mut names: Vec<String> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| word.to_lowercase().starts_with("akerr_"))
        .map(str::to_owned)
        .collect();
    names.sort();
    names.dedup();
    names
}

fn header(name: &str, text: &str, records: &[String]) -> String {
    let mut config =
        cbindgen::Config::from_file(root().join("cbindgen.toml")).expect("cbindgen.toml is sound");
    config.export.exclude = by_hand(text);
    // cbindgen leaves out what no function of the same file mentions.
    config.export.include = names(text, &["pub struct akgl_", "pub union akgl_", "pub type "]);
    if name == "types" {
        // Records are defined by their tag; these are the names everybody uses.
        config.after_includes = Some(forward_typedefs(records));
    }
    let mut builder = cbindgen::Builder::new()
        .with_config(config)
        .with_src(root().join(format!("src/capi/{name}.rs")));
    for room in inner_rooms(name) {
        builder = builder.with_src(room);
    }
    let bindings = builder
        .generate()
        .unwrap_or_else(|error| panic!("cbindgen cannot read src/capi/{name}.rs: {error}"));
    let mut generated = Vec::new();
    bindings.write(&mut generated);
    let generated = String::from_utf8(generated).expect("cbindgen writes UTF-8");
    let generated = with_float_suffixes(generated, text);

    // The types of hooks are C's as well, so that all of the header but its includes is in the braces.
    let guard = format!("AKGL_{}_H", name.to_uppercase());
    [
        introduction(text),
        format!("#ifndef {guard}\n#define {guard}\n"),
        includes(name),
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n".into(),
        polish(&generated),
        "#ifdef __cplusplus\n}\n#endif\n".into(),
        format!("#endif /* {guard} */\n"),
    ]
    .join("\n")
}

/// Constants that are `float32_t` with C's suffix for it: 0.05 and 0.05f are different numbers.
fn with_float_suffixes(mut generated: String, text: &str) -> String {
    for line in text.lines() {
        if let Some((name, rest)) = line
            .strip_prefix("pub const ")
            .and_then(|line| line.split_once(": "))
            && let Some(value) = rest
                .strip_prefix("float32_t = ")
                .and_then(|value| value.strip_suffix(';'))
        {
            generated = generated.replace(
                &format!("#define {name} {value}\n"),
                &format!("#define {name} {value}f\n"),
            );
        }
    }
    generated
}

/// The file's own introduction as a C comment.
fn introduction(text: &str) -> String {
    let mut comment = String::from("/*\n");
    for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
        comment += format!(" *{line}").trim_end();
        comment.push('\n');
    }
    comment += " *\n * Generated from src/capi/ by `make headers`: edits here are lost.\n */\n";
    comment
}

fn includes(name: &str) -> String {
    let mut lines = String::new();
    if name == "types" {
        lines += "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n";
        return lines;
    }
    if name == "error" {
        lines += "#include <akerror.h>\n";
    } else {
        lines += "#include <akgl/error.h>\n";
    }
    lines += "#include <akgl/types.h>\n";
    for (_, includes) in INCLUDES.iter().filter(|(header, _)| *header == name) {
        for include in *includes {
            lines += &format!("#include {include}\n");
        }
    }
    lines
}

fn forward_typedefs(records: &[String]) -> String {
    let mut lines = String::from("\n");
    for record in records {
        lines += &format!("typedef struct {record} {record};\n");
    }
    lines
}

/// What cbindgen has no setting for.
///
/// # Panics
/// Where a record came out without its fields.
fn polish(generated: &str) -> String {
    let mut blocks: Vec<String> = blocks(generated)
        .iter()
        .map(|block| polish_block(block))
        .collect();
    for block in &blocks {
        let declaration = block.lines().last().unwrap_or_default();
        let opaque = declaration.starts_with("struct ")
            && declaration.ends_with(';')
            && !declaration.contains('(')
            && !block.contains('{');
        assert!(
            !opaque,
            "cbindgen cannot express the fields of `{declaration}` (is an array's length an expression?)"
        );
    }
    // A record that holds a hook and a hook that is given the record need each other: types.h has
    // declared the record, so the hook's type can stand first.
    blocks.sort_by_key(|block| rank(block));
    let mut text = String::new();
    let mut last_was_plain_constant = false;
    for block in &blocks {
        let plain_constant = block.starts_with("#define ");
        if !(text.is_empty() || plain_constant && last_was_plain_constant) {
            text.push('\n');
        }
        text += block;
        last_was_plain_constant = plain_constant;
    }
    text
}

/// The declarations, each with its comment; records contain no blank lines.
fn blocks(generated: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    let mut depth = 0;
    let mut in_comment = false;
    for line in generated.lines() {
        in_comment = in_comment && !line.contains("*/") || line.trim_start().starts_with("/*");
        if !in_comment {
            depth += line.matches('{').count();
            depth -= line.matches('}').count();
        }
        if line.trim().is_empty() && depth == 0 {
            blocks.push(String::new());
        } else {
            let block = blocks.last_mut().expect("never empty");
            *block += line;
            block.push('\n');
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

fn rank(block: &str) -> u8 {
    let declaration = block
        .lines()
        .find(|line| !(line.starts_with("/*") || line.starts_with(" *")))
        .unwrap_or_default();
    match declaration {
        line if line.starts_with("#define ") => 0,
        line if line.starts_with("typedef struct ") => 1,
        line if line.starts_with("typedef ") => 2,
        line if line.starts_with("struct ") && line.ends_with('{') => 3,
        line if line.starts_with("union ") && line.ends_with('{') => 3,
        _ => 4,
    }
}

fn polish_block(block: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    // How much longer than cbindgen's the declaration's first line is: what aligned with it moves along.
    let mut indent: isize = 0;
    for line in block.lines() {
        let line = typed_constant(without_trailing_underscores(line));
        // A comment of one line needs one line.
        if let [.., open, text] = lines.as_mut_slice()
            && line.trim() == "*/"
            && open.trim() == "/**"
        {
            let merged = format!("{} {} */", open, text.trim().trim_start_matches('*').trim());
            lines.truncate(lines.len() - 2);
            lines.push(merged);
            continue;
        }
        // Rust's heading for what the caller owes is a word in C.
        if let Some(heading) = lines.last_mut().filter(|last| last.trim() == "* # Safety") {
            *heading = line.replacen("* ", "* Safety: ", 1);
            continue;
        }
        // A dropped error context keeps its pool slot: the compiler warns of every dropped result.
        let raising = ["struct akerr_ErrorContext *", "akerr_ErrorContext *"];
        if let Some(rest) = raising.iter().find_map(|start| line.strip_prefix(start)) {
            let marked = format!("akerr_ErrorContext AKERR_NOIGNORE *{rest}");
            indent = marked.len().cast_signed() - line.len().cast_signed();
            lines.push(marked);
        } else if indent > 0 && line.starts_with("   ") {
            lines.push(" ".repeat(indent.unsigned_abs()) + &line);
        } else {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

/// A number past `int` is a mask.
fn typed_constant(line: String) -> String {
    let Some((name, value)) = line
        .strip_prefix("#define ")
        .and_then(|rest| rest.split_once(' '))
    else {
        return line;
    };
    match value.parse::<u32>() {
        Ok(mask) if i32::try_from(mask).is_err() => format!("#define {name} 0x{mask:X}u"),
        _ => line,
    }
}

/// Rust must call a parameter `self_` or `type_`; C need not.
fn without_trailing_underscores(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('_') {
        let after = &rest[at + 1..];
        let ends_word = !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let in_word = rest[..at].ends_with(|c: char| c.is_ascii_lowercase());
        out += &rest[..at];
        if !(ends_word && in_word) {
            out.push('_');
        }
        rest = after;
    }
    out + rest
}
