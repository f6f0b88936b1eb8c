//! Reading files: bounded, and by what is in them rather than by their names.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::MAX_FILE_BYTES;
use super::at::At;
use super::error::MapError;
use super::tree::Node;
use super::xml;

/// Reads a file; `named_by` is the key of another file that names it.
pub(super) fn read(path: &Path, named_by: Option<&At>) -> Result<(String, Node), MapError> {
    let file = path.display().to_string();
    let bytes = match bytes(path) {
        Ok(bytes) => bytes,
        Err(source) => {
            let named_by = named_by.map(|at| format!(" (named by {} of {})", at.key, at.file));
            return Err(MapError::Io {
                file,
                named_by: named_by.unwrap_or_default(),
                source,
            });
        }
    };
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let (key, value) = ("its size in bytes".to_owned(), bytes.len() as u64);
        return Err(MapError::Limit {
            file,
            key,
            value,
            limit: MAX_FILE_BYTES,
        });
    }
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(MapError::Syntax {
            file,
            message: "not UTF-8".to_owned(),
        });
    };
    let node = parse(&file, &text)?;
    Ok((file, node))
}

/// One byte more than the limit at most.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let kind = std::fs::metadata(path)?;
    if kind.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !kind.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not an ordinary file",
        ));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// XML when it starts like XML, else JSON.
pub(super) fn parse(file: &str, text: &str) -> Result<Node, MapError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('<') {
        xml::parse(file, text.trim_start())
    } else {
        json(file, text)
    }
}

pub(super) fn json(file: &str, text: &str) -> Result<Node, MapError> {
    serde_json::from_str(text).map_err(|error| MapError::Syntax {
        file: file.to_owned(),
        message: not_json(&error, text.as_bytes()),
    })
}

/// What is wrong with a text that is not JSON. A file that ends too early is told apart from one that
/// has something in it that does not belong there.
pub(crate) fn not_json(error: &serde_json::Error, text: &[u8]) -> String {
    if text.trim_ascii().is_empty() {
        "not JSON: the file is empty".to_owned()
    } else if error.is_eof() {
        format!(
            "not JSON: the file is cut short, it ends within a value at line {} column {}",
            error.line(),
            error.column()
        )
    } else {
        format!("not JSON: {error}")
    }
}
