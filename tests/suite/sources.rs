//! Which files of a suite are programs, and which are parts that programs share.

use std::fs;
use std::path::{Path, PathBuf};

/// The C files below a suite's folder, each list in order of the paths.
#[derive(Default)]
pub(crate) struct Sources {
    /// Those with a `main`.
    pub(crate) programs: Vec<PathBuf>,
    /// Those without: each program is linked to the ones that it needs.
    pub(crate) parts: Vec<PathBuf>,
}

/// # Errors
/// A folder or file that cannot be read.
pub(crate) fn find(suite: &Path) -> Result<Sources, String> {
    let mut sources = Sources::default();
    let mut folders = vec![suite.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let cannot = |error| format!("cannot read {}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            let path = entry.path();
            // The entry's own kind: a link to a folder above would have no end.
            if entry.file_type().map_err(cannot)?.is_dir() {
                if !entry.file_name().to_string_lossy().starts_with('.') {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "c") {
                let text =
                    fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
                if has_main(&String::from_utf8_lossy(&text)) {
                    sources.programs.push(path);
                } else {
                    sources.parts.push(path);
                }
            }
        }
    }
    sources.programs.sort();
    sources.parts.sort();
    Ok(sources)
}

/// A source's path below the suite's folder, without its extension.
pub(crate) fn name(suite: &Path, source: &Path) -> String {
    source
        .strip_prefix(suite)
        .unwrap_or(source)
        .with_extension("")
        .to_string_lossy()
        .into_owned()
}

/// Whether a C file defines `main`, or hands its main function to SDL.
pub(crate) fn has_main(text: &str) -> bool {
    let code = without_comments(text);
    let mut rest = code.as_str();
    while let Some(at) = rest.find("main") {
        let before = rest[..at].chars().next_back();
        let after = rest[at + 4..].trim_start();
        if !before.is_some_and(|c| c.is_alphanumeric() || c == '_') && after.starts_with('(') {
            return true;
        }
        rest = &rest[at + 4..];
    }
    code.contains("SDL_MAIN_USE_CALLBACKS")
}

/// The text with comments and the contents of literals left out.
fn without_comments(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if c == '"' || c == '\'' {
            literal_length(rest, c)
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[skipped..];
    }
    code
}

/// The length of the literal that the text begins with; an unclosed one ends with its line.
fn literal_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}
