//! JSON files of settings: one object inside of another, every complaint naming the file and the key.

use core::ffi::{CStr, c_char};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use serde_json::{Map, Value};

use super::error::{AKERR_FORMAT, AKERR_IO, AKERR_NULLPOINTER, AKERR_TYPE, AKERR_VALUE, Outcome};
use crate::fault;
use crate::map::files::not_json;

/// A C string that must not be NULL, copied.
///
/// # Safety
/// `text` is NULL or a terminated string.
#[track_caller]
pub(crate) unsafe fn c_text<'a>(text: *const c_char, name: &str) -> Outcome<&'a CStr> {
    if text.is_null() {
        return fault!(AKERR_NULLPOINTER, "{name} is NULL");
    }
    // SAFETY: by the caller's promise.
    Ok(unsafe { CStr::from_ptr(text) })
}

/// A value as a message shows it, cut so that the message stays readable.
pub(crate) fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(80) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text,
    }
}

/// One object of a JSON file, with the names that its errors carry.
pub(crate) struct Section {
    /// The file, as it was asked for.
    pub(crate) file: String,
    /// The object's own key, dotted where it lies deeper.
    pub(crate) name: String,
    /// What is in it, in the file's order of keys or sorted: no reader may depend on it.
    pub(crate) entries: Map<String, Value>,
}

impl Section {
    /// Reads a file and takes out the object under `key`.
    ///
    /// # Errors
    /// `AKERR_IO` where the file cannot be read, `AKERR_FORMAT` where it is not JSON or has no such
    /// object.
    pub(crate) fn read(path: &CStr, key: &str) -> Outcome<Self> {
        let file = path.to_string_lossy().into_owned();
        let bytes = match std::fs::read(OsStr::from_bytes(path.to_bytes())) {
            Ok(bytes) => bytes,
            Err(error) => return fault!(AKERR_IO, "{file}: cannot be read: {error}"),
        };
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let root: Value = match serde_json::from_slice(bytes) {
            Ok(root) => root,
            Err(error) => return fault!(AKERR_FORMAT, "{file}: {}", not_json(&error, bytes)),
        };
        let Value::Object(mut root) = root else {
            return fault!(AKERR_FORMAT, "{file}: the file is no object but {}", shown(&root));
        };
        match root.remove(key) {
            Some(Value::Object(entries)) => Ok(Self {
                file,
                name: key.to_owned(),
                entries,
            }),
            Some(other) => fault!(AKERR_FORMAT, "{file}: {key:?} is no object but {}", shown(&other)),
            None => fault!(AKERR_FORMAT, "{file}: there is no object {key:?}"),
        }
    }

    /// Takes out an object inside of this one; `None` where there is none.
    ///
    /// # Errors
    /// `AKERR_TYPE` where it is something else.
    pub(crate) fn section(&mut self, key: &str) -> Outcome<Option<Self>> {
        match self.entries.remove(key) {
            None => Ok(None),
            Some(Value::Object(entries)) => Ok(Some(Self {
                file: self.file.clone(),
                name: format!("{}.{key}", self.name),
                entries,
            })),
            Some(other) => fault!(
                AKERR_TYPE,
                "{}: {}.{key} is no object but {}",
                self.file,
                self.name,
                shown(&other)
            ),
        }
    }

    /// Takes out a number that a `float` can hold; `None` where there is none.
    ///
    /// # Errors
    /// `AKERR_TYPE` where it is no number, `AKERR_VALUE` where it is too large.
    pub(crate) fn float(&mut self, key: &str) -> Outcome<Option<f32>> {
        let Some(value) = self.entries.remove(key) else {
            return Ok(None);
        };
        let Some(number) = value.as_f64() else {
            return fault!(
                AKERR_TYPE,
                "{}: {}.{key} is no number but {}",
                self.file,
                self.name,
                shown(&value)
            );
        };
        let number = number as f32;
        if !number.is_finite() {
            return fault!(
                AKERR_VALUE,
                "{}: {}.{key} is too large: {}",
                self.file,
                self.name,
                shown(&value)
            );
        }
        Ok(Some(number))
    }

    /// Takes out a string; `None` where there is none.
    ///
    /// # Errors
    /// `AKERR_TYPE` where it is something else.
    pub(crate) fn string(&mut self, key: &str) -> Outcome<Option<String>> {
        match self.entries.remove(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => fault!(
                AKERR_TYPE,
                "{}: {}.{key} is no string but {}",
                self.file,
                self.name,
                shown(&other)
            ),
        }
    }

    /// Takes out bits: a number, or a list of names out of `names`; `None` where there is none.
    ///
    /// # Errors
    /// `AKERR_TYPE` where it is something else, `AKERR_VALUE` for a name or a number that is unknown.
    pub(crate) fn bits(&mut self, key: &str, names: &[(&str, u32)]) -> Outcome<Option<u32>> {
        let Some(value) = self.entries.remove(key) else {
            return Ok(None);
        };
        if let Some(bits) = value.as_u64() {
            return match u32::try_from(bits) {
                Ok(bits) => Ok(Some(bits)),
                Err(_) => fault!(
                    AKERR_VALUE,
                    "{}: {}.{key} is too large: {bits}",
                    self.file,
                    self.name
                ),
            };
        }
        let Value::Array(list) = &value else {
            return fault!(
                AKERR_TYPE,
                "{}: {}.{key} is neither a list of names nor a number of bits but {}",
                self.file,
                self.name,
                shown(&value)
            );
        };
        let mut bits = 0;
        for item in list {
            match names.iter().find(|(name, _)| item == name) {
                Some((_, bit)) => bits |= bit,
                None => {
                    let known: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                    return fault!(
                        AKERR_VALUE,
                        "{}: {}.{key} has {}, which is none of {}",
                        self.file,
                        self.name,
                        shown(item),
                        known.join(", ")
                    );
                }
            }
        }
        Ok(Some(bits))
    }

    /// Refuses what nothing has taken out: a misspelt key must not go unnoticed.
    ///
    /// # Errors
    /// `AKERR_KEY` naming the first key that is left.
    pub(crate) fn nothing_left(&self) -> Outcome {
        match self.entries.iter().next() {
            None => Ok(()),
            Some((key, value)) => {
                fault!(
                    super::error::AKERR_KEY,
                    "{}: {}.{key} is not known (it is {})",
                    self.file,
                    self.name,
                    shown(value)
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::error::AKERR_KEY;
    use super::*;

    fn section(entries: &str) -> Section {
        Section {
            file: "f.json".into(),
            name: "thing".into(),
            entries: serde_json::from_str(entries).unwrap(),
        }
    }

    #[test]
    fn what_is_absent_is_none() {
        let mut section = section("{}");
        assert_eq!(section.float("a").unwrap(), None);
        assert_eq!(section.string("a").unwrap(), None);
        assert_eq!(section.bits("a", &[]).unwrap(), None);
        assert!(section.section("a").unwrap().is_none());
        assert!(section.nothing_left().is_ok());
    }

    #[test]
    fn errors_name_file_key_and_value() {
        let fault = section(r#"{"a": [1, 2]}"#).float("a").unwrap_err();
        assert_eq!(fault.status(), AKERR_TYPE);
        assert_eq!(fault.message(), "f.json: thing.a is no number but [1,2]");
        let fault = section(r#"{"a": -1e39}"#).float("a").unwrap_err();
        assert_eq!(fault.status(), AKERR_VALUE);
        let fault = section(r#"{"typo": 3}"#).nothing_left().unwrap_err();
        assert_eq!(
            (fault.status(), fault.message()),
            (AKERR_KEY, "f.json: thing.typo is not known (it is 3)".into())
        );
    }

    #[test]
    fn bits_are_names_or_a_number() {
        let names = [("red", 1), ("blue", 4)];
        assert_eq!(
            section(r#"{"a": ["blue", "red", "blue"]}"#)
                .bits("a", &names)
                .unwrap(),
            Some(5)
        );
        assert_eq!(
            section(r#"{"a": 4294967295}"#).bits("a", &names).unwrap(),
            Some(u32::MAX)
        );
        assert_eq!(section(r#"{"a": []}"#).bits("a", &names).unwrap(), Some(0));
        assert_eq!(
            section(r#"{"a": 1.5}"#).bits("a", &names).unwrap_err().status(),
            AKERR_TYPE
        );
    }

    #[test]
    fn a_long_value_is_cut_between_characters() {
        let text = shown(&Value::String("\u{e9}".repeat(200)));
        assert_eq!(text, format!("\"{}...", "\u{e9}".repeat(79)));
    }
}
