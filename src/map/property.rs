//! Custom properties: what the author of a map adds to anything in it.

use super::at::At;
use super::error::MapError;
use super::tree::Node;

/// The value of a custom property.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PropertyValue {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// Text, of an enum too.
    Text(String),
    /// A colour as Tiled writes it, `#AARRGGBB`; may be empty.
    Color(String),
    /// A path, relative to the file the property is in.
    File(String),
    /// The id of an object of the same map; 0 for none.
    Object(i64),
    /// The members of a class, as far as the file has them.
    Class(Properties),
    /// Several values, or one of a kind this library does not know.
    List(Vec<PropertyValue>),
}

/// One custom property.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// The name of its class or enum; empty for a plain value.
    pub class: String,
    /// Its value.
    pub value: PropertyValue,
}

/// The custom properties of a map, a layer, an object, a tileset or a tile, in file order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties(pub Vec<Property>);

impl Properties {
    /// The value of a property. A member of a class has the name `class.member`: `physics.model` is a
    /// property of just that name, or the member `model` of a class property named `physics`.
    pub fn get(&self, name: &str) -> Option<&PropertyValue> {
        if let Some(own) = self.0.iter().rev().find(|property| property.name == name) {
            return Some(&own.value);
        }
        self.0.iter().rev().find_map(|property| match &property.value {
            PropertyValue::Class(members) => {
                members.get(name.strip_prefix(property.name.as_str())?.strip_prefix('.')?)
            }
            _ => None,
        })
    }

    /// The value of a property as text: a number in decimal, `true` or `false`; none for a class or a list.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.text()
    }

    /// Every property that has a text, under the names [`get`](Self::get) takes, in file order.
    pub fn flattened(&self) -> Vec<(String, &PropertyValue, String)> {
        let mut all = Vec::new();
        for property in &self.0 {
            match &property.value {
                PropertyValue::Class(members) => {
                    let inner = members.flattened().into_iter();
                    all.extend(
                        inner.map(|(name, value, text)| (format!("{}.{name}", property.name), value, text)),
                    );
                }
                value => all.extend(value.text().map(|text| (property.name.clone(), value, text))),
            }
        }
        all
    }
}

impl PropertyValue {
    /// The value as text; see [`Properties::text`].
    pub fn text(&self) -> Option<String> {
        match self {
            PropertyValue::Bool(value) => Some(value.to_string()),
            PropertyValue::Int(value) | PropertyValue::Object(value) => Some(value.to_string()),
            PropertyValue::Float(value) => Some(format!("{value:?}")),
            PropertyValue::Text(text) | PropertyValue::Color(text) | PropertyValue::File(text) => {
                Some(text.clone())
            }
            PropertyValue::Class(_) | PropertyValue::List(_) => None,
        }
    }
}

/// Reads the `properties` of an owner; absent ones are none.
pub(super) fn read(owner: &At) -> Result<Properties, MapError> {
    let Some(at) = owner.get("properties") else {
        return Ok(Properties::default());
    };
    if let Node::Table(old) = at.node {
        return older(owner, &at, old);
    }
    at.items()?
        .iter()
        .map(one)
        .collect::<Result<_, _>>()
        .map(Properties)
}

/// How Tiled before 1.2 wrote them: one object for the values, another for their types.
fn older(owner: &At, values: &At, entries: &[(String, Node)]) -> Result<Properties, MapError> {
    let types = owner.get("propertytypes");
    let mut all = Vec::new();
    for (name, node) in entries {
        let kind = types
            .as_ref()
            .and_then(|types| types.get(name))
            .map_or(Ok("string"), |at| at.text())?;
        let at = At {
            file: values.file,
            key: format!("{}.{name}", values.key),
            node,
        };
        all.push(Property {
            name: name.clone(),
            class: String::new(),
            value: typed(&at, kind)?,
        });
    }
    Ok(Properties(all))
}

fn one(at: &At) -> Result<Property, MapError> {
    at.table()?;
    let name = at.need("name")?.text()?.to_owned();
    let class = at.text_of("propertytype")?;
    let value = match at.get("members") {
        Some(members) => {
            let members = members.items()?;
            PropertyValue::Class(Properties(members.iter().map(one).collect::<Result<_, _>>()?))
        }
        None => {
            let kind = at.get("type").map_or(Ok("string"), |kind| kind.text())?;
            match at.get("value") {
                Some(value) => typed(&value, kind)?,
                None => PropertyValue::Text(String::new()),
            }
        }
    };
    Ok(Property { name, class, value })
}

fn typed(at: &At, kind: &str) -> Result<PropertyValue, MapError> {
    Ok(match kind {
        "bool" => PropertyValue::Bool(at.bool()?),
        "int" => PropertyValue::Int(at.int()?),
        "float" => PropertyValue::Float(number(at)?),
        "color" => PropertyValue::Color(at.text()?.to_owned()),
        "file" => PropertyValue::File(at.text()?.to_owned()),
        "object" => PropertyValue::Object(at.int()?),
        "class" => {
            at.table()?;
            untyped(at.node)
        }
        _ => untyped(at.node),
    })
}

fn number(at: &At) -> Result<f64, MapError> {
    let value = match at.node {
        Node::Int(value) => *value as f64,
        Node::Float(value) => *value,
        Node::Raw(text) => text.trim().parse().map_err(|_| at.wrong("a number"))?,
        _ => return Err(at.wrong("a number")),
    };
    if value.is_finite() {
        Ok(value)
    } else {
        Err(at.refused("must be a finite number".to_owned()))
    }
}

/// What the file itself says the value is; members of a class carry no type.
fn untyped(node: &Node) -> PropertyValue {
    match node {
        Node::Null => PropertyValue::Text(String::new()),
        Node::Bool(value) => PropertyValue::Bool(*value),
        Node::Int(value) => PropertyValue::Int(*value),
        Node::Float(value) => PropertyValue::Float(*value),
        Node::Text(text) | Node::Raw(text) => PropertyValue::Text(text.clone()),
        Node::Cells(cells) => PropertyValue::List(
            cells
                .iter()
                .map(|&cell| PropertyValue::Int(cell.into()))
                .collect(),
        ),
        Node::List(list) => PropertyValue::List(list.iter().map(untyped).collect()),
        Node::Table(entries) => {
            let member = |(name, node): &(String, Node)| Property {
                name: name.clone(),
                class: String::new(),
                value: untyped(node),
            };
            PropertyValue::Class(Properties(entries.iter().map(member).collect()))
        }
    }
}
