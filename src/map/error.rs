//! Why a map cannot be loaded.

use std::io;

/// Why a map cannot be loaded. Every message names the file, and where there is one the key
/// (as a path from the file's root, such as `layers[2].data[17]`) and the value.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// A file is missing, is no ordinary file, or cannot be read.
    #[error("{file}: cannot be read{named_by}: {source}")]
    Io {
        /// The file that was to be read.
        file: String,
        /// Which key of which other file asked for it, as ` (named by ...)`; empty for the map itself.
        named_by: String,
        /// What the system said.
        source: io::Error,
    },
    /// A file is neither JSON nor XML, is cut short, or is not UTF-8.
    #[error("{file}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// What is wrong, with line and column where they are known.
        message: String,
    },
    /// A key that must be there is not.
    #[error("{file}: {key} is missing")]
    Missing {
        /// The file.
        file: String,
        /// The key.
        key: String,
    },
    /// A value of the wrong kind, such as text where a number belongs.
    #[error("{file}: {key} is {value}, not {expected}")]
    Type {
        /// The file.
        file: String,
        /// The key.
        key: String,
        /// The value, shortened.
        value: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// A value of the right kind that means nothing here.
    #[error("{file}: {key} is {value}: {why}")]
    Value {
        /// The file.
        file: String,
        /// The key.
        key: String,
        /// The value, shortened.
        value: String,
        /// Why it is refused.
        why: String,
    },
    /// Something is larger than this library takes.
    #[error("{file}: {key} is {value}, over the limit of {limit}")]
    Limit {
        /// The file.
        file: String,
        /// The key.
        key: String,
        /// How large it is.
        value: u64,
        /// How large it may be.
        limit: u64,
    },
    /// Layer data with too few or too many cells.
    #[error("{file}: {key} has {found}, not the {expected} of its width and height")]
    DataLength {
        /// The file.
        file: String,
        /// The key.
        key: String,
        /// What was found.
        found: String,
        /// What belongs there.
        expected: String,
    },
    /// Layer data that does not decode: bad base64, a damaged or oversized compressed stream.
    #[error("{file}: {key} is {value}: {why}")]
    Encoding {
        /// The file.
        file: String,
        /// The key.
        key: String,
        /// The value, shortened.
        value: String,
        /// What does not decode.
        why: String,
    },
    /// A cell or a tile object with a global tile id that no tileset has.
    #[error("{file}: {key} is {gid}, a global tile id that no tileset has (the highest is {highest})")]
    Gid {
        /// The file.
        file: String,
        /// The key.
        key: String,
        /// The id, flip bits removed.
        gid: u32,
        /// The highest id any tileset has; 0 where there is no tileset.
        highest: u32,
    },
}

/// A value as a message shows it: quoted when it is text, and never long.
pub(super) fn shown(value: &str) -> String {
    let mut short: String = value.chars().take(48).collect();
    if short.len() < value.len() {
        short.push_str("...");
    }
    format!("{short:?}")
}
