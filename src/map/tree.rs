//! The tree that JSON and XML are both read into, so that one reader serves both.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// One value of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    /// An XML attribute: text that may stand for a number or a truth value.
    Raw(String),
    /// An array of nothing but unsigned 32-bit numbers, held without a node for each.
    Cells(Vec<u32>),
    List(Vec<Node>),
    /// In file order; of two equal keys the later counts.
    Table(Vec<(String, Node)>),
}

impl Node {
    /// The value of a key of a table; a JSON null counts as absent.
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        let Node::Table(entries) = self else { return None };
        let (_, node) = entries.iter().rev().find(|(name, _)| name == key)?;
        (*node != Node::Null).then_some(node)
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(i64::try_from(value).map_or(Node::Float(value as f64), Node::Int))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Node, E> {
        Ok(Node::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Node, A::Error> {
        let mut cells = Vec::new();
        while let Some(node) = from.next_element::<Node>()? {
            if let Node::Int(value) = node
                && let Ok(cell) = u32::try_from(value)
            {
                cells.push(cell);
                continue;
            }
            let mut list: Vec<Node> = cells.into_iter().map(|cell| Node::Int(cell.into())).collect();
            list.push(node);
            while let Some(node) = from.next_element()? {
                list.push(node);
            }
            return Ok(Node::List(list));
        }
        Ok(Node::Cells(cells))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = from.next_entry()? {
            entries.push(entry);
        }
        Ok(Node::Table(entries))
    }
}
