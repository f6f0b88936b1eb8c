//! Objects: what the author of a map places freely, off the tile grid.

use super::at::At;
use super::error::MapError;
use super::property::{self, Properties};

/// What an object is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ObjectKind {
    /// A rectangle: `x y` is its top left corner.
    Rectangle,
    /// A point.
    Point,
    /// An ellipse within the rectangle.
    Ellipse,
    /// A capsule within the rectangle.
    Capsule,
    /// A closed outline; points in pixels relative to `x y`.
    Polygon(Vec<(f32, f32)>),
    /// An open line; points in pixels relative to `x y`.
    Polyline(Vec<(f32, f32)>),
    /// Text within the rectangle.
    Text(String),
    /// A tile: the global tile id with its flip bits. `x y` is its bottom left corner, unless its tileset aligns
    /// objects otherwise.
    Tile(u32),
}

/// One object of an object layer, or one shape of a tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Its id, unique in its map; 0 where the file has none.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Its class (its "type" in most versions of Tiled).
    pub class: String,
    /// What it is.
    pub kind: ObjectKind,
    /// Pixels from the left of the world; of a tile's shape, from the left of the tile.
    pub x: f32,
    /// Pixels from the top of the world, growing downward; of a tile's shape, from the top of the tile.
    pub y: f32,
    /// Width in pixels, not below 0.
    pub width: f32,
    /// Height in pixels, not below 0.
    pub height: f32,
    /// Degrees clockwise about `x y`.
    pub rotation: f32,
    /// Whether the editor shows it.
    pub visible: bool,
    /// Its custom properties.
    pub properties: Properties,
}

/// The class of an object or a tile, under either of its two names.
pub(super) fn class(at: &At) -> Result<String, MapError> {
    let own = at.text_of("type")?;
    if own.is_empty() {
        at.text_of("class")
    } else {
        Ok(own)
    }
}

/// Reads an object; `offset` is its layer's, in pixels.
pub(super) fn read(at: &At, offset: (f32, f32)) -> Result<Object, MapError> {
    at.table()?;
    let side = |key| {
        let Some(side) = at.get(key) else { return Ok(0.0) };
        match side.float()? {
            value if value < 0.0 => Err(side.refused("must not be negative".to_owned())),
            value => Ok(value),
        }
    };
    Ok(Object {
        id: at.int_of("id", 0)?,
        name: at.text_of("name")?,
        class: class(at)?,
        kind: kind(at)?,
        x: place(at, "x", offset.0)?,
        y: place(at, "y", offset.1)?,
        width: side("width")?,
        height: side("height")?,
        rotation: at.float_of("rotation", 0.0)?,
        visible: at.bool_of("visible", true)?,
        properties: property::read(at)?,
    })
}

fn place(at: &At, key: &str, offset: f32) -> Result<f32, MapError> {
    let own = at.need(key)?;
    let sum = own.float()? + offset;
    if sum.is_finite() {
        Ok(sum)
    } else {
        Err(own.refused("too far out with its layer's offset".to_owned()))
    }
}

fn kind(at: &At) -> Result<ObjectKind, MapError> {
    if let Some(gid) = at.get("gid") {
        return Ok(ObjectKind::Tile(gid.int_in(1..=u32::MAX)?));
    }
    for (mark, kind) in [
        ("point", ObjectKind::Point),
        ("ellipse", ObjectKind::Ellipse),
        ("capsule", ObjectKind::Capsule),
    ] {
        if at.bool_of(mark, false)? {
            return Ok(kind);
        }
    }
    if let Some(outline) = at.get("polygon") {
        return points(&outline, 3).map(ObjectKind::Polygon);
    }
    if let Some(outline) = at.get("polyline") {
        return points(&outline, 2).map(ObjectKind::Polyline);
    }
    if let Some(text) = at.get("text") {
        text.table()?;
        return text.text_of("text").map(ObjectKind::Text);
    }
    Ok(ObjectKind::Rectangle)
}

fn points(at: &At, fewest: usize) -> Result<Vec<(f32, f32)>, MapError> {
    let point = |own: &At| {
        own.table()?;
        Ok((own.need("x")?.float()?, own.need("y")?.float()?))
    };
    let points: Vec<_> = at.items()?.iter().map(point).collect::<Result<_, MapError>>()?;
    if points.len() < fewest {
        return Err(at.length(
            format!("{} points", points.len()),
            format!("{fewest} points or more"),
        ));
    }
    Ok(points)
}
