//! The names that a compiler or a linker says it does not know, in the words of gcc, clang and their
//! linkers.

use std::collections::BTreeSet;

/// Texts between which a message has the name it complains of.
const UNKNOWN: &[(&str, &str)] = &[
    // gcc
    ("implicit declaration of function '", "'"),
    ("unknown type name '", "'"),
    ("has no member named '", "'"),
    // clang
    ("call to undeclared function '", "'"),
    ("call to undeclared library function '", "'"),
    ("use of undeclared identifier '", "'"),
    ("no member named '", "'"),
    // GNU ld and gold; lld
    ("undefined reference to `", "'"),
    ("undefined reference to '", "'"),
    ("undefined symbol: ", ""),
];

/// Texts before which gcc has the name.
const UNKNOWN_BEFORE: &[&str] = &["' undeclared"];

/// Texts before a header that was not found: gcc has it bare, clang in quotes.
const MISSING_HEADER: &str = "fatal error: ";

/// Every name that the output complains of: `name`, `.member` or `<header.h>`.
pub(crate) fn wanted(output: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for line in output.lines() {
        for (before, after) in UNKNOWN {
            if let Some((_, rest)) = line.split_once(before) {
                let end = if after.is_empty() {
                    rest.len()
                } else {
                    rest.find(after).unwrap_or(0)
                };
                let member = before.contains("member");
                let name = rest[..end].trim();
                if !name.is_empty() {
                    names.insert(if member {
                        format!(".{name}")
                    } else {
                        name.to_owned()
                    });
                }
            }
        }
        for after in UNKNOWN_BEFORE {
            if let Some((rest, _)) = line.split_once(after)
                && let Some((_, name)) = rest.rsplit_once('\'')
            {
                names.insert(name.to_owned());
            }
        }
    }
    names.extend(missing_header(output).map(|header| format!("<{header}>")));
    names
}

/// The header for want of which the compiler stopped.
pub(crate) fn missing_header(output: &str) -> Option<String> {
    output.lines().find_map(|line| {
        let (_, rest) = line.split_once(MISSING_HEADER)?;
        let (header, reason) = match rest.strip_prefix('\'') {
            Some(quoted) => quoted.split_once('\'')?,
            None => rest.split_once(": ")?,
        };
        ["No such file", "file not found"]
            .iter()
            .any(|words| reason.contains(words))
            .then(|| header.to_owned())
    })
}
