//! Layers: the tree that the editor shows, flattened into a list.

use super::at::At;
use super::error::{MapError, shown};
use super::object::{self, Object, ObjectKind};
use super::property::{self, Properties, PropertyValue};
use super::template::Templates;
use super::tileset::Gids;
use super::{MAX_LAYERS, MAX_TOTAL_CELLS, grid};

/// What a layer holds.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LayerKind {
    /// Global tile ids with their flip bits, row by row: the cell of a column and a row is at
    /// `row * width + column` of the map's width. 0 is an empty cell.
    Tiles(Vec<u32>),
    /// Objects in file order.
    Objects(Vec<Object>),
    /// An image, or a kind of layer that this library does not know.
    Other,
}

/// One layer. A group gives its layers its offset, opacity and visibility, and is none itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its id, unique in its map; 0 where the file has none.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Whether it and all its groups are visible.
    pub visible: bool,
    /// Its opacity times that of its groups, 0 to 1.
    pub opacity: f32,
    /// Where its cell (0, 0) begins, in pixels of the world. Objects have this added already.
    pub offset: (f32, f32),
    /// Its boolean property `collidable`; its groups' do not count.
    pub collidable: bool,
    /// Its custom properties.
    pub properties: Properties,
    /// What it holds.
    pub kind: LayerKind,
}

/// What groups hand to the layers in them.
#[derive(Clone, Copy)]
struct Inherited {
    offset: (f32, f32),
    opacity: f32,
    visible: bool,
}

/// A layer of the file with what its groups hand to it.
struct Found<'a> {
    at: At<'a>,
    from: Inherited,
    kind: &'a str,
}

/// Reads all layers of a map.
pub(super) fn read(
    map: &At,
    frame: &mut grid::Frame,
    gids: &Gids,
    templates: &mut Templates,
) -> Result<Vec<Layer>, MapError> {
    let mut found = Vec::new();
    collect(
        map,
        Inherited {
            offset: (0.0, 0.0),
            opacity: 1.0,
            visible: true,
        },
        &mut found,
    )?;

    let mut pieces = Vec::new();
    for layer in &found {
        pieces.push(if layer.kind == "tilelayer" {
            grid::pieces(&layer.at, frame)?
        } else {
            Vec::new()
        });
    }
    frame.settle(map, pieces.iter().flatten())?;
    let tile_layers = found.iter().filter(|layer| layer.kind == "tilelayer").count() as u64;
    let total = tile_layers * frame.cells() as u64;
    if total > MAX_TOTAL_CELLS {
        let key = "the number of cells of all its layers".to_owned();
        return Err(At { key, ..map.clone() }.limit(total, MAX_TOTAL_CELLS));
    }

    let mut layers = Vec::new();
    for (layer, pieces) in found.iter().zip(&pieces) {
        layers.push(one(layer, pieces, frame, gids, templates)?);
    }
    Ok(layers)
}

fn collect<'a>(parent: &At<'a>, from: Inherited, found: &mut Vec<Found<'a>>) -> Result<(), MapError> {
    for at in parent.items_of("layers")? {
        at.table()?;
        let shift = |key, base: f32| {
            let sum = base + at.float_of(key, 0.0)?;
            if sum.is_finite() {
                return Ok(sum);
            }
            Err(At {
                key: format!("{}.{key}", at.key),
                ..at.clone()
            }
            .refused("too far out with its groups".into()))
        };
        let own = Inherited {
            offset: (shift("offsetx", from.offset.0)?, shift("offsety", from.offset.1)?),
            opacity: from.opacity * opacity(&at)?,
            visible: from.visible && at.bool_of("visible", true)?,
        };
        let kind = at.need("type")?.text()?;
        if kind == "group" {
            collect(&at, own, found)?;
            continue;
        }
        if found.len() as u64 == MAX_LAYERS {
            return Err(At {
                key: "the number of its layers".into(),
                ..at
            }
            .limit(MAX_LAYERS + 1, MAX_LAYERS));
        }
        found.push(Found { at, from: own, kind });
    }
    Ok(())
}

/// A layer's or a group's own opacity.
fn opacity(at: &At) -> Result<f32, MapError> {
    let Some(at) = at.get("opacity") else {
        return Ok(1.0);
    };
    match at.float()? {
        value if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err(at.refused("must be from 0 to 1".to_owned())),
    }
}

fn one(
    layer: &Found,
    pieces: &[grid::Piece],
    frame: &grid::Frame,
    gids: &Gids,
    templates: &mut Templates,
) -> Result<Layer, MapError> {
    let at = &layer.at;
    let mut offset = layer.from.offset;
    let kind = match layer.kind {
        "tilelayer" => {
            let (x, y) = frame.shift();
            offset = (offset.0 + x, offset.1 + y);
            LayerKind::Tiles(grid::fill(at, pieces, frame, gids)?)
        }
        "objectgroup" => LayerKind::Objects(objects(at, offset, gids, templates)?),
        _ => LayerKind::Other,
    };
    let properties = property::read(at)?;
    let collidable = match properties
        .0
        .iter()
        .rev()
        .find(|property| property.name == "collidable")
    {
        None => false,
        Some(property) => match property.value {
            PropertyValue::Bool(value) => value,
            _ => {
                let key = format!("{}.properties.collidable", at.key);
                let value = property
                    .value
                    .text()
                    .unwrap_or_else(|| "a class or a list".to_owned());
                let file = at.file.to_owned();
                return Err(MapError::Type {
                    file,
                    key,
                    value: shown(&value),
                    expected: "of type bool",
                });
            }
        },
    };
    Ok(Layer {
        id: at.int_of("id", 0)?,
        name: at.text_of("name")?,
        class: at.text_of("class")?,
        visible: layer.from.visible,
        opacity: layer.from.opacity,
        offset,
        collidable,
        properties,
        kind,
    })
}

fn objects(
    at: &At,
    offset: (f32, f32),
    gids: &Gids,
    templates: &mut Templates,
) -> Result<Vec<Object>, MapError> {
    let mut objects = Vec::new();
    for own in at.items_of("objects")? {
        let whole = templates.apply(&own)?;
        let own = At {
            node: whole.as_ref().unwrap_or(own.node),
            file: own.file,
            key: own.key,
        };
        let object = object::read(&own, offset)?;
        if let ObjectKind::Tile(gid) = object.kind {
            gids.check(gid, own.file, || format!("{}.gid", own.key))?;
        }
        objects.push(object);
    }
    Ok(objects)
}
