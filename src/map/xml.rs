//! TMX, TSX and TX: the XML forms, turned into the tree that the JSON forms give.

use roxmltree::{Document, Node as Element};

use super::error::MapError;
use super::tree::Node;

/// Groups and class properties may nest this deep, about what the JSON reader's own limit allows.
const MAX_DEPTH: u32 = 60;

type Entries = Vec<(String, Node)>;

/// Nesting beyond [`MAX_DEPTH`].
struct TooDeep;

/// Reads a whole XML file.
pub(super) fn parse(file: &str, text: &str) -> Result<Node, MapError> {
    let syntax = |message: String| MapError::Syntax {
        file: file.to_owned(),
        message,
    };
    let document = Document::parse(text).map_err(|error| syntax(format!("not XML: {error}")))?;
    let root = document.root_element();
    let node = match root.tag_name().name() {
        "map" => map(root),
        "tileset" => tileset(root),
        "template" => template(root),
        other => return Err(syntax(format!("the root element is <{other}>, not <map>"))),
    };
    node.map_err(|TooDeep| syntax(format!("nested more than {MAX_DEPTH} deep")))
}

fn attributes(element: Element) -> Entries {
    element
        .attributes()
        .map(|a| (a.name().to_owned(), Node::Raw(a.value().to_owned())))
        .collect()
}

fn children<'a, 'i>(element: Element<'a, 'i>, name: &str) -> impl Iterator<Item = Element<'a, 'i>> {
    element.children().filter(move |child| child.has_tag_name(name))
}

fn child<'a, 'i>(element: Element<'a, 'i>, name: &str) -> Option<Element<'a, 'i>> {
    children(element, name).next()
}

fn all_text(element: Element) -> String {
    element
        .children()
        .filter(Element::is_text)
        .filter_map(|piece| piece.text())
        .collect()
}

fn put(entries: &mut Entries, key: &str, node: Node) {
    entries.push((key.to_owned(), node));
}

fn put_kind(entries: &mut Entries, kind: &str) {
    put(entries, "type", Node::Text(kind.to_owned()));
}

fn map(element: Element) -> Result<Node, TooDeep> {
    let mut entries = attributes(element);
    put_kind(&mut entries, "map");
    put(
        &mut entries,
        "tilesets",
        list(children(element, "tileset").map(tileset))?,
    );
    put(&mut entries, "layers", layers(element, 0)?);
    put_properties(&mut entries, element, 0)?;
    Ok(Node::Table(entries))
}

fn list(nodes: impl Iterator<Item = Result<Node, TooDeep>>) -> Result<Node, TooDeep> {
    Ok(Node::List(nodes.collect::<Result<_, _>>()?))
}

fn layers(parent: Element, depth: u32) -> Result<Node, TooDeep> {
    if depth > MAX_DEPTH {
        return Err(TooDeep);
    }
    list(parent.children().filter_map(|element| {
        let kind = match element.tag_name().name() {
            "layer" => "tilelayer",
            "objectgroup" => "objectgroup",
            "imagelayer" => "imagelayer",
            "group" => "group",
            _ => return None,
        };
        Some(layer(element, kind, depth))
    }))
}

fn layer(element: Element, kind: &str, depth: u32) -> Result<Node, TooDeep> {
    let mut entries = attributes(element);
    put_kind(&mut entries, kind);
    match kind {
        "tilelayer" => {
            if let Some(data) = child(element, "data") {
                put_data(&mut entries, data);
            }
        }
        "objectgroup" => put(
            &mut entries,
            "objects",
            list(children(element, "object").map(object))?,
        ),
        "group" => put(&mut entries, "layers", layers(element, depth + 1)?),
        _ => {}
    }
    put_properties(&mut entries, element, 0)?;
    Ok(Node::Table(entries))
}

fn put_data(entries: &mut Entries, data: Element) {
    entries.extend(attributes(data));
    let chunks: Vec<Node> = children(data, "chunk")
        .map(|chunk| {
            let mut entries = attributes(chunk);
            put(&mut entries, "data", cells(chunk, data));
            Node::Table(entries)
        })
        .collect();
    if chunks.is_empty() {
        put(entries, "data", cells(data, data));
    } else {
        put(entries, "chunks", Node::List(chunks));
    }
}

/// Text when the data has an encoding, else one element for each cell.
fn cells(holder: Element, data: Element) -> Node {
    if data.has_attribute("encoding") {
        return Node::Text(all_text(holder));
    }
    let gid = |tile: Element| Node::Raw(tile.attribute("gid").unwrap_or("0").to_owned());
    Node::List(children(holder, "tile").map(gid).collect())
}

fn object(element: Element) -> Result<Node, TooDeep> {
    let mut entries = attributes(element);
    for mark in ["ellipse", "point", "capsule"] {
        if child(element, mark).is_some() {
            put(&mut entries, mark, Node::Bool(true));
        }
    }
    for outline in ["polygon", "polyline"] {
        if let Some(shape) = child(element, outline) {
            put(
                &mut entries,
                outline,
                points(shape.attribute("points").unwrap_or("")),
            );
        }
    }
    if let Some(text) = child(element, "text") {
        let mut inner = attributes(text);
        put(&mut inner, "text", Node::Text(all_text(text)));
        put(&mut entries, "text", Node::Table(inner));
    }
    put_properties(&mut entries, element, 0)?;
    Ok(Node::Table(entries))
}

/// `0,0 16,-8` as the array of points that JSON has.
fn points(text: &str) -> Node {
    let point = |pair: &str| {
        let (x, y) = pair.split_once(',').unwrap_or((pair, ""));
        Node::Table(vec![
            ("x".to_owned(), Node::Raw(x.to_owned())),
            ("y".to_owned(), Node::Raw(y.to_owned())),
        ])
    };
    Node::List(text.split_ascii_whitespace().map(point).collect())
}

fn tileset(element: Element) -> Result<Node, TooDeep> {
    let mut entries = attributes(element);
    put_kind(&mut entries, "tileset");
    if let Some(image) = child(element, "image") {
        put_image(&mut entries, image);
    }
    let tiles = children(element, "tile").map(|tile| {
        let mut entries = attributes(tile);
        if let Some(image) = child(tile, "image") {
            put_image(&mut entries, image);
        }
        if let Some(shapes) = child(tile, "objectgroup") {
            put(&mut entries, "objectgroup", layer(shapes, "objectgroup", 0)?);
        }
        put_properties(&mut entries, tile, 0)?;
        Ok(Node::Table(entries))
    });
    let tiles = list(tiles)?;
    put(&mut entries, "tiles", tiles);
    put_properties(&mut entries, element, 0)?;
    Ok(Node::Table(entries))
}

fn put_image(entries: &mut Entries, image: Element) {
    for (attribute, key) in [
        ("source", "image"),
        ("width", "imagewidth"),
        ("height", "imageheight"),
    ] {
        if let Some(value) = image.attribute(attribute) {
            put(entries, key, Node::Raw(value.to_owned()));
        }
    }
}

fn template(element: Element) -> Result<Node, TooDeep> {
    let mut entries = Entries::new();
    put_kind(&mut entries, "template");
    if let Some(own) = child(element, "tileset") {
        put(&mut entries, "tileset", Node::Table(attributes(own)));
    }
    if let Some(own) = child(element, "object") {
        put(&mut entries, "object", object(own)?);
    }
    Ok(Node::Table(entries))
}

fn put_properties(entries: &mut Entries, owner: Element, depth: u32) -> Result<(), TooDeep> {
    if depth > MAX_DEPTH {
        return Err(TooDeep);
    }
    let Some(properties) = child(owner, "properties") else {
        return Ok(());
    };
    let one = |element: Element| {
        let mut entries = attributes(element);
        if element.attribute("type") == Some("class") {
            let mut own = Entries::new();
            put_properties(&mut own, element, depth + 1)?;
            let members = own.pop().map_or(Node::List(Vec::new()), |(_, members)| members);
            put(&mut entries, "members", members);
        } else if !element.has_attribute("value") {
            put(&mut entries, "value", Node::Raw(all_text(element)));
        }
        Ok(Node::Table(entries))
    };
    let list = list(children(properties, "property").map(one))?;
    put(entries, "properties", list);
    Ok(())
}
