//! A place in a file: a node that knows its file and its key, and reads itself or says what is wrong.

use std::ops::RangeInclusive;

use super::error::{MapError, shown};
use super::tree::Node;

/// A node with the names an error message needs.
#[derive(Clone, Debug)]
pub(super) struct At<'a> {
    pub(super) file: &'a str,
    /// From the file's root; empty for the root itself.
    pub(super) key: String,
    pub(super) node: &'a Node,
}

impl<'a> At<'a> {
    pub(super) fn root(file: &'a str, node: &'a Node) -> Self {
        At {
            file,
            key: String::new(),
            node,
        }
    }

    fn key_of(&self, key: &str) -> String {
        if self.key.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.key)
        }
    }

    /// The value of a key, if it is there.
    pub(super) fn get(&self, key: &str) -> Option<At<'a>> {
        let node = self.node.get(key)?;
        Some(At {
            file: self.file,
            key: self.key_of(key),
            node,
        })
    }

    /// The value of a key that must be there.
    pub(super) fn need(&self, key: &str) -> Result<At<'a>, MapError> {
        match self.get(key) {
            Some(at) => Ok(at),
            None => Err(MapError::Missing {
                file: self.file.to_owned(),
                key: self.key_of(key),
            }),
        }
    }

    /// Refuses what is no table, so that a missing key is not blamed for it.
    pub(super) fn table(&self) -> Result<&'a [(String, Node)], MapError> {
        match self.node {
            Node::Table(entries) => Ok(entries),
            _ => Err(self.wrong("an object")),
        }
    }

    /// The elements of an array.
    pub(super) fn items(&self) -> Result<Vec<At<'a>>, MapError> {
        match self.node {
            Node::List(list) => Ok(list
                .iter()
                .enumerate()
                .map(|(i, node)| At {
                    file: self.file,
                    key: format!("{}[{i}]", self.key),
                    node,
                })
                .collect()),
            Node::Cells(cells) if cells.is_empty() => Ok(Vec::new()),
            _ => Err(self.wrong("an array of objects")),
        }
    }

    /// The elements of an array that may be absent.
    pub(super) fn items_of(&self, key: &str) -> Result<Vec<At<'a>>, MapError> {
        self.get(key).map_or(Ok(Vec::new()), |at| at.items())
    }

    pub(super) fn text(&self) -> Result<&'a str, MapError> {
        match self.node {
            Node::Text(text) | Node::Raw(text) => Ok(text),
            _ => Err(self.wrong("text")),
        }
    }

    /// Text that may be absent.
    pub(super) fn text_of(&self, key: &str) -> Result<String, MapError> {
        self.get(key)
            .map_or(Ok(String::new()), |at| at.text().map(str::to_owned))
    }

    pub(super) fn bool(&self) -> Result<bool, MapError> {
        match self.node {
            Node::Bool(value) => Ok(*value),
            Node::Raw(text) if text == "1" || text == "true" => Ok(true),
            Node::Raw(text) if text == "0" || text == "false" => Ok(false),
            _ => Err(self.wrong("true or false")),
        }
    }

    pub(super) fn bool_of(&self, key: &str, default: bool) -> Result<bool, MapError> {
        self.get(key).map_or(Ok(default), |at| at.bool())
    }

    /// A whole number; some programs write it as `16.0`.
    pub(super) fn int(&self) -> Result<i64, MapError> {
        let whole = |value: f64| (value.fract() == 0.0 && value.abs() <= 9.0e15).then_some(value as i64);
        let value = match self.node {
            Node::Int(value) => Some(*value),
            Node::Float(value) => whole(*value),
            Node::Raw(text) => text
                .trim()
                .parse()
                .ok()
                .or_else(|| whole(text.trim().parse().ok()?)),
            _ => None,
        };
        value.ok_or_else(|| self.wrong("a whole number"))
    }

    /// A whole number within a range; past its end is [`MapError::Limit`], before it [`MapError::Value`].
    pub(super) fn int_in(&self, range: RangeInclusive<u32>) -> Result<u32, MapError> {
        let value = self.int()?;
        if value > i64::from(*range.end()) {
            return Err(self.limit(value.unsigned_abs(), (*range.end()).into()));
        }
        match u32::try_from(value) {
            Ok(value) if range.contains(&value) => Ok(value),
            _ => Err(self.refused(format!("must be at least {}", range.start()))),
        }
    }

    /// A number of the editor's own, which a C `int` holds too.
    pub(super) fn int_of(&self, key: &str, default: u32) -> Result<u32, MapError> {
        self.get(key)
            .map_or(Ok(default), |at| at.int_in(0..=i32::MAX as u32))
    }

    /// A finite number, also as a 32-bit float.
    pub(super) fn float(&self) -> Result<f32, MapError> {
        let value = match self.node {
            Node::Int(value) => *value as f64,
            Node::Float(value) => *value,
            Node::Raw(text) => text.trim().parse().map_err(|_| self.wrong("a number"))?,
            _ => return Err(self.wrong("a number")),
        };
        if !(value as f32).is_finite() {
            return Err(self.refused("must be a finite 32-bit number".to_owned()));
        }
        Ok(value as f32)
    }

    pub(super) fn float_of(&self, key: &str, default: f32) -> Result<f32, MapError> {
        self.get(key).map_or(Ok(default), |at| at.float())
    }

    fn shown(&self) -> String {
        match self.node {
            Node::Null => "null".to_owned(),
            Node::Bool(value) => value.to_string(),
            Node::Int(value) => value.to_string(),
            Node::Float(value) => format!("{value:?}"),
            Node::Text(text) | Node::Raw(text) => shown(text),
            Node::Cells(_) | Node::List(_) => "an array".to_owned(),
            Node::Table(_) => "an object".to_owned(),
        }
    }

    fn name(&self) -> String {
        if self.key.is_empty() {
            "the file".to_owned()
        } else {
            self.key.clone()
        }
    }

    pub(super) fn wrong(&self, expected: &'static str) -> MapError {
        MapError::Type {
            file: self.file.to_owned(),
            key: self.name(),
            value: self.shown(),
            expected,
        }
    }

    pub(super) fn refused(&self, why: String) -> MapError {
        MapError::Value {
            file: self.file.to_owned(),
            key: self.name(),
            value: self.shown(),
            why,
        }
    }

    pub(super) fn undecodable(&self, why: String) -> MapError {
        MapError::Encoding {
            file: self.file.to_owned(),
            key: self.name(),
            value: self.shown(),
            why,
        }
    }

    pub(super) fn limit(&self, value: u64, limit: u64) -> MapError {
        MapError::Limit {
            file: self.file.to_owned(),
            key: self.name(),
            value,
            limit,
        }
    }

    pub(super) fn length(&self, found: String, expected: String) -> MapError {
        MapError::DataLength {
            file: self.file.to_owned(),
            key: self.name(),
            found,
            expected,
        }
    }
}
