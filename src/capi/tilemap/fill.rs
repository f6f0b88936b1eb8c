//! From the neutral map to the C record: first what does not fit is found, then all is written.

use core::ffi::{c_char, c_int};
use std::collections::HashMap;

use super::*;
use crate::map::{LayerKind, Map, Object, ObjectKind, Properties, PropertyValue};

/// What goes into the record's shared arrays, known to fit.
pub(super) struct Contents {
    points: Vec<akgl_TilemapPoint>,
    properties: Vec<akgl_TilemapProperty>,
    text: Text,
    objects: Vec<akgl_TilemapObject>,
    /// First property and number of properties: of the map, then of each layer.
    owners: Vec<(c_int, c_int)>,
}

/// The text pool; equal texts share one place.
struct Text {
    bytes: Vec<u8>,
    places: HashMap<String, c_int>,
}

impl Text {
    fn put(&mut self, text: &str) -> c_int {
        let text = text.split('\0').next().unwrap_or("");
        if let Some(&place) = self.places.get(text) {
            return place;
        }
        let place = self.bytes.len() as c_int;
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(0);
        self.places.insert(text.to_owned(), place);
        place
    }
}

impl Contents {
    /// Gathers what a map has, and refuses what the record has no room for.
    pub(super) fn of(map: &Map, file: &str) -> Outcome<Self> {
        let fits = |what: &str, value: usize, limit: usize| {
            if value > limit {
                return fault!(
                    AKERR_OUTOFBOUNDS,
                    "{file}: {what} is {value}, over the limit of {limit} of akgl_Tilemap"
                );
            }
            Ok(())
        };
        fits("width", map.width as usize, AKGL_TILEMAP_MAX_WIDTH)?;
        fits("height", map.height as usize, AKGL_TILEMAP_MAX_HEIGHT)?;
        fits(
            "the number of its layers",
            map.layers.len(),
            AKGL_TILEMAP_MAX_LAYERS,
        )?;
        fits(
            "the number of its tilesets",
            map.tilesets.len(),
            AKGL_TILEMAP_MAX_TILESETS,
        )?;

        let text = Text {
            bytes: vec![0],
            places: HashMap::from([(String::new(), 0)]),
        };
        let mut all = Contents {
            points: Vec::new(),
            properties: Vec::new(),
            text,
            objects: Vec::new(),
            owners: Vec::new(),
        };
        let own = all.owned(&map.properties);
        all.owners.push(own);
        for (index, layer) in map.layers.iter().enumerate() {
            let own = all.owned(&layer.properties);
            all.owners.push(own);
            if let LayerKind::Objects(objects) = &layer.kind {
                for object in objects {
                    let record = all.object(object, index as c_int);
                    all.objects.push(record);
                }
            }
        }
        fits(
            "the number of its objects",
            all.objects.len(),
            AKGL_TILEMAP_MAX_OBJECTS,
        )?;
        fits(
            "the number of its polygons' points",
            all.points.len(),
            AKGL_TILEMAP_MAX_POINTS,
        )?;
        fits(
            "the number of its custom properties",
            all.properties.len(),
            AKGL_TILEMAP_MAX_PROPERTIES,
        )?;
        fits(
            "the length in bytes of its custom properties",
            all.text.bytes.len(),
            AKGL_TILEMAP_MAX_TEXT,
        )?;
        Ok(all)
    }

    fn owned(&mut self, properties: &Properties) -> (c_int, c_int) {
        let first = self.properties.len();
        for (name, value, text) in properties.flattened() {
            let kind = match value {
                PropertyValue::Bool(_) => AKGL_TILEMAP_PROPERTY_BOOL,
                PropertyValue::Int(_) => AKGL_TILEMAP_PROPERTY_INT,
                PropertyValue::Float(_) => AKGL_TILEMAP_PROPERTY_FLOAT,
                PropertyValue::Color(_) => AKGL_TILEMAP_PROPERTY_COLOR,
                PropertyValue::File(_) => AKGL_TILEMAP_PROPERTY_FILE,
                PropertyValue::Object(_) => AKGL_TILEMAP_PROPERTY_OBJECT,
                PropertyValue::Text(_) | PropertyValue::Class(_) | PropertyValue::List(_) => {
                    AKGL_TILEMAP_PROPERTY_TEXT
                }
            };
            let (name, value) = (self.text.put(&name), self.text.put(&text));
            self.properties.push(akgl_TilemapProperty { kind, name, value });
        }
        (first as c_int, (self.properties.len() - first) as c_int)
    }

    fn object(&mut self, object: &Object, layer: c_int) -> akgl_TilemapObject {
        let (firstproperty, numproperties) = self.owned(&object.properties);
        let (mut gid, mut text) = (0, 0);
        let firstpoint = self.points.len();
        let kind = match &object.kind {
            ObjectKind::Rectangle => AKGL_TILEMAP_OBJECT_RECTANGLE,
            ObjectKind::Point => AKGL_TILEMAP_OBJECT_POINT,
            ObjectKind::Ellipse => AKGL_TILEMAP_OBJECT_ELLIPSE,
            ObjectKind::Capsule => AKGL_TILEMAP_OBJECT_CAPSULE,
            ObjectKind::Polygon(points) => {
                self.points
                    .extend(points.iter().map(|&(x, y)| akgl_TilemapPoint { x, y }));
                AKGL_TILEMAP_OBJECT_POLYGON
            }
            ObjectKind::Polyline(points) => {
                self.points
                    .extend(points.iter().map(|&(x, y)| akgl_TilemapPoint { x, y }));
                AKGL_TILEMAP_OBJECT_POLYLINE
            }
            ObjectKind::Text(words) => {
                text = self.text.put(words);
                AKGL_TILEMAP_OBJECT_TEXT
            }
            ObjectKind::Tile(own) => {
                gid = *own;
                AKGL_TILEMAP_OBJECT_TILE
            }
        };
        akgl_TilemapObject {
            name: name(&object.name),
            r#type: name(&object.class),
            id: object.id as c_int,
            layer,
            kind,
            gid,
            x: object.x,
            y: object.y,
            width: object.width,
            height: object.height,
            rotation: object.rotation,
            visible: object.visible,
            firstpoint: firstpoint as c_int,
            numpoints: (self.points.len() - firstpoint) as c_int,
            text,
            firstproperty,
            numproperties,
        }
    }

    /// Writes a map into a zeroed record.
    pub(super) fn write(&self, map: &Map, dest: &mut akgl_Tilemap) {
        dest.width = map.width as c_int;
        dest.height = map.height as c_int;
        dest.tilewidth = map.tilewidth as c_int;
        dest.tileheight = map.tileheight as c_int;
        dest.numlayers = map.layers.len() as c_int;
        dest.numtilesets = map.tilesets.len() as c_int;
        dest.numobjects = self.objects.len() as c_int;
        dest.numpoints = self.points.len() as c_int;
        dest.numproperties = self.owners[0].1;
        for (record, tileset) in dest.tilesets.iter_mut().zip(&map.tilesets) {
            *record = akgl_TilemapTileset {
                name: name(&tileset.name),
                firstgid: tileset.firstgid as c_int,
                tilecount: tileset.tilecount as c_int,
                tilewidth: tileset.tilewidth as c_int,
                tileheight: tileset.tileheight as c_int,
            };
        }
        dest.objects[..self.objects.len()].copy_from_slice(&self.objects);
        dest.points[..self.points.len()].copy_from_slice(&self.points);
        dest.properties[..self.properties.len()].copy_from_slice(&self.properties);
        for (to, &from) in dest.text.iter_mut().zip(&self.text.bytes) {
            *to = from as c_char;
        }
        for ((record, layer), &(first, count)) in
            dest.layers.iter_mut().zip(&map.layers).zip(&self.owners[1..])
        {
            record.name = name(&layer.name);
            record.id = layer.id as c_int;
            record.width = map.width as c_int;
            record.height = map.height as c_int;
            (record.x, record.y) = layer.offset;
            record.opacity = layer.opacity;
            record.visible = layer.visible;
            record.collidable = layer.collidable;
            (record.firstproperty, record.numproperties) = (first, count);
            record.kind = match &layer.kind {
                LayerKind::Tiles(cells) => {
                    for (to, &from) in record.data.iter_mut().zip(cells) {
                        *to = from as c_int;
                    }
                    AKGL_TILEMAP_LAYER_TILES
                }
                LayerKind::Objects(_) => AKGL_TILEMAP_LAYER_OBJECTS,
                LayerKind::Other => AKGL_TILEMAP_LAYER_OTHER,
            };
        }
    }
}

/// A name, cut between characters where it does not fit.
fn name(text: &str) -> [c_char; AKGL_MAX_NAME] {
    let mut end = text.len().min(AKGL_MAX_NAME - 1);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut record = [0; AKGL_MAX_NAME];
    for (to, &from) in record.iter_mut().zip(&text.as_bytes()[..end]) {
        *to = from as c_char;
    }
    record
}
