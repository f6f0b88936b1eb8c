//! Maps that load: every encoding in every form gives the level that `tests/maps/level.txt` shows.

use std::path::Path;

use akgl::map::{LayerKind, Map, MapError, Object, ObjectKind, Properties, PropertyValue};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/maps");

fn load(name: &str) -> Map {
    Map::load(Path::new(FOLDER).join(name)).unwrap_or_else(|error| panic!("{error}"))
}

/// The rows of a layer of `level.txt`, as cells.
fn drawn(layer: &str) -> Vec<u32> {
    let text = std::fs::read_to_string(Path::new(FOLDER).join("level.txt")).unwrap();
    let rows = text
        .lines()
        .skip_while(|line| *line != layer)
        .skip(1)
        .take_while(|line| !line.is_empty());
    let cell = |c| match c {
        '.' => 0,
        '#' => 1,
        'a' => 0x8000_0002,
        'b' => 0x6000_0003,
        'c' => 7,
        other => panic!("{other} in level.txt"),
    };
    rows.flat_map(|row| row.chars().map(cell)).collect()
}

fn text(properties: &Properties, name: &str) -> Option<String> {
    properties.text(name)
}

#[test]
fn every_encoding_in_json_and_xml_gives_the_drawn_level() {
    for coding in ["array", "csv", "base64", "zlib", "gzip", "zstd"] {
        for form in ["tmj", "tmx"] {
            let name = format!("level-{coding}.{form}");
            let map = load(&name);
            let size = (map.width, map.height, map.tilewidth, map.tileheight, map.origin);
            assert_eq!(size, (7, 4, 16, 16, (0, 0)), "{name}");
            let names: Vec<_> = map.layers.iter().map(|layer| layer.name.as_str()).collect();
            assert_eq!(names, ["Ground", "Clouds", "Deep", "Backdrop"], "{name}");
            for layer in &map.layers[..3] {
                assert_eq!(
                    layer.kind,
                    LayerKind::Tiles(drawn(&layer.name)),
                    "{name} {}",
                    layer.name
                );
            }
            assert_eq!(map.layers[3].kind, LayerKind::Other, "{name}");
            let collidable: Vec<_> = map.layers.iter().map(|layer| layer.collidable).collect();
            assert_eq!(collidable, [true, false, true, false], "{name}");
        }
    }
}

#[test]
fn json_and_xml_of_one_level_are_the_same_map() {
    let without_sources = |name: &str| {
        let mut map = load(name);
        for tileset in &mut map.tilesets {
            tileset.source.clear();
        }
        map
    };
    let first = without_sources("level-array.tmj");
    for coding in ["array", "csv", "base64", "zlib", "gzip", "zstd"] {
        assert_eq!(without_sources(&format!("level-{coding}.tmj")), first, "{coding}");
        assert_eq!(without_sources(&format!("level-{coding}.tmx")), first, "{coding}");
    }
}

#[test]
fn groups_are_flattened_with_what_they_hand_down() {
    let map = load("level-zlib.tmx");
    let deep = &map.layers[2];
    // 8 + 100.5 - 0.25 and -4 + 2; the outer group's opacity is one half; the inner group is hidden.
    assert_eq!(
        (deep.offset, deep.opacity, deep.visible),
        ((108.25, -2.0), 0.5, false)
    );
    assert_eq!(
        deep.properties.get("music"),
        Some(&PropertyValue::File("cave.ogg".into()))
    );
    assert_eq!((map.layers[1].opacity, map.layers[1].visible), (0.5, true));
    assert_eq!(map.layers[3].offset, (0.0, 0.0));
}

#[test]
fn cells_are_found_by_column_and_row() {
    let map = load("level-gzip.tmj");
    assert_eq!(map.cell(0, 5, 1), Some(0x8000_0002));
    assert_eq!(map.cell(0, 6, 3), Some(7));
    assert_eq!(map.cell(0, 7, 3), None);
    assert_eq!(map.cell(0, 6, 4), None);
    assert_eq!(map.cell(3, 0, 0), None, "an image layer has no cells");
    assert_eq!(map.cell(4, 0, 0), None, "there is no layer 4");
}

#[test]
fn custom_properties_keep_their_types() {
    for name in ["level-csv.tmj", "level-csv.tmx"] {
        let own = load(name).properties;
        assert_eq!(
            own.get("physics.model"),
            Some(&PropertyValue::Text("arcade".into())),
            "{name}"
        );
        assert_eq!(
            own.get("physics.gravity.y"),
            Some(&PropertyValue::Float(1600.5)),
            "{name}"
        );
        assert_eq!(own.get("physics.drag.x"), Some(&PropertyValue::Int(2)), "{name}");
        assert_eq!(own.get("night"), Some(&PropertyValue::Bool(false)), "{name}");
        assert_eq!(own.get("nothing"), None, "{name}");
        assert_eq!(
            text(&own, "physics.gravity.y").as_deref(),
            Some("1600.5"),
            "{name}"
        );
        assert_eq!(text(&own, "physics.drag.x").as_deref(), Some("2"), "{name}");
        assert_eq!(
            text(&own, "author").as_deref(),
            Some("Zoë\nof <the> house"),
            "{name}"
        );
    }
}

#[test]
fn tilesets_keep_what_their_authors_say() {
    // Inside the map, in a JSON file, in an XML file.
    for (name, source) in [
        ("level-array.tmj", ""),
        ("level-csv.tmj", "two.tsj"),
        ("level-base64.tmj", "two.tsx"),
    ] {
        let map = load(name);
        assert_eq!(map.tilesets.len(), 2, "{name}");
        let two = &map.tilesets[1];
        assert_eq!(
            (two.name.as_str(), two.source.as_str()),
            ("two", source),
            "{name}"
        );
        assert_eq!(
            (two.firstgid, two.tilecount, two.tilewidth, two.tileheight),
            (5, 6, 16, 16),
            "{name}"
        );
        assert_eq!(
            text(&two.properties, "material").as_deref(),
            Some("stone of two"),
            "{name}"
        );
        let spike = two.tile(7).expect("the tile of id 2");
        assert_eq!((spike.id, spike.class.as_str()), (2, "spike"), "{name}");
        assert_eq!(
            spike.properties.get("damage"),
            Some(&PropertyValue::Int(3)),
            "{name}"
        );
        let [shape] = &spike.objects[..] else {
            panic!("{name}: one shape")
        };
        assert_eq!(shape.kind, ObjectKind::Rectangle, "{name}");
        assert_eq!(
            (shape.x, shape.y, shape.width, shape.height),
            (0.0, 8.0, 16.0, 8.0),
            "{name}"
        );
        assert!(two.tile(6).is_none() && two.tile(4).is_none(), "{name}");
        assert_eq!(
            two.tile(0xA000_0007),
            Some(spike),
            "{name}: flip bits do not matter"
        );
    }
}

#[test]
fn infinite_maps_keep_world_coordinates() {
    // Chunks of 4 x 4 at (-4, -4), (0, 0) and, in the second layer, (4, -8): columns -4..8, rows -8..4.
    for name in ["array", "zlib", "zstd"]
        .iter()
        .flat_map(|c| [format!("infinite-{c}.tmj"), format!("infinite-{c}.tmx")])
    {
        let map = load(&name);
        assert_eq!((map.width, map.height, map.origin), (12, 12, (-4, -8)), "{name}");
        let mut solid = Vec::new();
        for layer in &map.layers {
            let LayerKind::Tiles(cells) = &layer.kind else {
                panic!("{name}: a tile layer")
            };
            assert_eq!(cells.len(), 144, "{name}");
            for (i, &cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != 0) {
                let (column, row) = ((i % 12) as f32, (i / 12) as f32);
                solid.push((layer.offset.0 + column * 16.0, layer.offset.1 + row * 16.0, cell));
            }
        }
        let in_pixels = [
            (-64.0, -64.0, 1),
            (-16.0, -16.0, 2),
            (0.0, 0.0, 7),
            (48.0, 48.0, 0x4000_0001),
            // The second layer is 5 px to the right.
            (117.0, -128.0, 3),
            (69.0, -80.0, 1),
        ];
        assert_eq!(solid, in_pixels, "{name}");
    }
}

#[test]
fn objects_of_every_kind() {
    for name in ["objects.tmj", "objects.tmx"] {
        let map = load(name);
        let [things] = &map.layers[..] else {
            panic!("{name}: one layer")
        };
        assert_eq!(
            (things.name.as_str(), things.offset),
            ("Things", (101.0, 10.0)),
            "{name}"
        );
        let LayerKind::Objects(all) = &things.kind else {
            panic!("{name}: an object layer")
        };
        let place = |o: &Object| (o.x, o.y, o.width, o.height);
        let named = |name: &str| {
            all.iter()
                .find(|o| o.name == name)
                .unwrap_or_else(|| panic!("{name}"))
        };

        let door = named("door");
        assert_eq!(
            (door.id, door.class.as_str(), &door.kind),
            (1, "exit", &ObjectKind::Rectangle),
            "{name}"
        );
        assert_eq!(place(door), (109.0, 26.0, 32.0, 48.0), "{name}");
        assert_eq!(text(&door.properties, "to").as_deref(), Some("level 2"), "{name}");
        assert_eq!(
            text(&door.properties, "lock.key").as_deref(),
            Some("red"),
            "{name}"
        );
        assert_eq!(
            door.properties.get("lock.tries"),
            Some(&PropertyValue::Int(3)),
            "{name}"
        );
        assert_eq!(door.properties.0[1].class, "Lock", "{name}");
        let flat: Vec<_> = door
            .properties
            .flattened()
            .into_iter()
            .map(|(name, _, text)| (name, text))
            .collect();
        let want = [("to", "level 2"), ("lock.key", "red"), ("lock.tries", "3")];
        assert_eq!(flat, want.map(|(a, b)| (a.to_owned(), b.to_owned())), "{name}");

        assert_eq!(
            (named("start").kind.clone(), place(named("start"))),
            (ObjectKind::Point, (106.5, 4.0, 0.0, 0.0))
        );
        assert_eq!(
            (named("pond").kind.clone(), named("pond").rotation),
            (ObjectKind::Ellipse, 45.0),
            "{name}"
        );
        assert_eq!(named("pill").kind, ObjectKind::Capsule, "{name}");
        assert_eq!(
            named("ramp").kind,
            ObjectKind::Polygon(vec![(0.0, 0.0), (16.0, 0.0), (16.0, -16.5)]),
            "{name}"
        );
        assert_eq!(
            named("rail").kind,
            ObjectKind::Polyline(vec![(0.0, 0.0), (-8.0, 4.0)]),
            "{name}"
        );
        assert_eq!(
            (named("rail").visible, named("ramp").visible),
            (false, true),
            "{name}"
        );
        assert_eq!(
            named("sign").kind,
            ObjectKind::Text("Mind the gap".into()),
            "{name}"
        );
        assert_eq!(named("coin").kind, ObjectKind::Tile(0x8000_0007), "{name}");

        // Templates: tile 1 of two.tsj is tile 5 + 1 of the map, still flipped in y.
        let crate_ = named("crate");
        assert_eq!((crate_.id, crate_.class.as_str()), (9, "box"), "{name}");
        assert_eq!(place(crate_), (104.0, 14.0, 16.0, 16.0), "{name}");
        assert_eq!(
            crate_.properties.get("weight"),
            Some(&PropertyValue::Int(20)),
            "{name}"
        );
        assert_eq!(crate_.kind, ObjectKind::Tile(0x4000_0006), "{name}");
        let small = named("small crate");
        assert_eq!((small.id, place(small)), (10, (106.0, 16.0, 8.0, 16.0)), "{name}");
        assert_eq!(
            small.properties.get("weight"),
            Some(&PropertyValue::Int(1)),
            "{name}"
        );
        assert_eq!(
            small.properties.get("wood"),
            Some(&PropertyValue::Bool(true)),
            "{name}"
        );
    }
}

#[test]
fn text_is_read_like_a_file() {
    let json = std::fs::read_to_string(Path::new(FOLDER).join("level-csv.tmj")).unwrap();
    assert_eq!(Map::from_json_str(&json, FOLDER).unwrap(), load("level-csv.tmj"));
    let xml = std::fs::read_to_string(Path::new(FOLDER).join("level-csv.tmx")).unwrap();
    assert_eq!(Map::from_tmx_str(&xml, FOLDER).unwrap(), load("level-csv.tmx"));
    let elsewhere = Map::from_json_str(&json, "/nowhere").unwrap_err();
    assert!(matches!(elsewhere, MapError::Io { .. }), "{elsewhere}");
}

#[test]
fn cells_outside_the_map_are_none() {
    let map = load("level-csv.tmj");
    assert_eq!((map.width, map.height), (7, 4));
    assert!(map.cell(0, 6, 3).is_some());
    // Column 7 of row 0 would be column 0 of row 1 in memory.
    assert_eq!((map.cell(0, 7, 0), map.cell(0, 0, 4)), (None, None));
}

/// A map of 2 x 2 tiles of 16 px, or an infinite one, with this layer and these tilesets.
fn small(infinite: bool, tileset: &str, layer: &str) -> Result<Map, MapError> {
    let text = format!(
        r#"{{"type":"map","orientation":"orthogonal","infinite":{infinite},"width":2,"height":2,"tilewidth":16,
        "tileheight":16,"tilesets":[{{"firstgid":1,"tilewidth":16,"tileheight":16{tileset}}}],
        "layers":[{{"type":"tilelayer","name":"a",{layer}}}]}}"#
    );
    Map::from_json_str(&text, FOLDER)
}

fn cells(map: &Map) -> &[u32] {
    let LayerKind::Tiles(cells) = &map.layers[0].kind else {
        panic!("a tile layer")
    };
    cells
}

#[test]
fn numbers_may_have_a_point_and_no_compression_a_name() {
    let whole = small(false, r#","tilecount":4.0"#, r#""data":[1.0,0,0,4]"#).unwrap();
    assert_eq!(
        (whole.tilesets[0].tilecount, cells(&whole)),
        (4, &[1, 0, 0, 4][..])
    );
    // 1, 0, 0, 4 as little-endian numbers of four bytes.
    let layer = r#""encoding":"base64","compression":"","data":"AQAAAAAAAAAAAAAABAAAAA==""#;
    assert_eq!(
        cells(&small(false, r#","tilecount":4"#, layer).unwrap()),
        [1, 0, 0, 4]
    );
}

#[test]
fn an_infinite_map_may_have_a_layer_that_is_not_cut_into_chunks() {
    let layer = r#""width":3,"height":1,"data":[1,2,3]"#;
    let map = small(true, r#","tilecount":4"#, layer).unwrap();
    assert_eq!(
        (map.width, map.height, map.origin, cells(&map)),
        (3, 1, (0, 0), &[1, 2, 3][..])
    );
    // Without cells: the map keeps its own size.
    for layer in [
        r#""width":0,"height":1,"data":[]"#,
        r#""width":1,"height":0,"data":[]"#,
    ] {
        let map = small(true, r#","tilecount":4"#, layer).unwrap();
        assert_eq!(
            (map.width, map.height, cells(&map)),
            (2, 2, &[0; 4][..]),
            "{layer}"
        );
    }
}

#[test]
fn chunks_of_a_map_that_is_not_infinite_lie_inside_it() {
    let chunk = |x: i32, y: i32, width: i32, height: i32| {
        let data = vec!["1"; (width * height) as usize].join(",");
        let layer =
            format!(r#""chunks":[{{"x":{x},"y":{y},"width":{width},"height":{height},"data":[{data}]}}]"#);
        small(false, r#","tilecount":4"#, &layer)
    };
    assert_eq!(cells(&chunk(0, 0, 2, 2).unwrap()), [1, 1, 1, 1]);
    assert_eq!(cells(&chunk(1, 0, 1, 1).unwrap()), [0, 1, 0, 0]);
    assert_eq!(cells(&chunk(0, 1, 2, 1).unwrap()), [0, 0, 1, 1]);
    for (x, y, width, height) in [
        (-1, 0, 1, 1),
        (0, -1, 1, 1),
        (1, 0, 2, 1),
        (0, 1, 1, 2),
        (0, 0, 3, 1),
    ] {
        let refused = chunk(x, y, width, height).unwrap_err().to_string();
        assert!(
            refused.contains("outside a map that is not infinite"),
            "{x} {y}: {refused}"
        );
    }
}

#[test]
fn tiles_past_the_count_are_counted() {
    let tileset = r#","tilecount":2,"tiles":[{"id":5}]"#;
    let map = small(false, tileset, r#""data":[6,0,0,1]"#).unwrap();
    assert_eq!(map.tilesets[0].tilecount, 6);
    // Without a count: (40 + 2) / (16 + 2) = 2 columns of (22 + 2) / 18 = 1.
    let image = r#","image":"i.png","imagewidth":40,"imageheight":22,"spacing":2"#;
    assert_eq!(
        small(false, image, r#""data":[2,0,0,1]"#).unwrap().tilesets[0].tilecount,
        2
    );
}

#[test]
fn properties_have_the_types_that_their_file_says() {
    let layer = r##""data":[0,0,0,0],"properties":[
        {"name":"paint","type":"color","value":"#ff00aa11"},
        {"name":"friend","type":"object","value":7},
        {"name":"kit","type":"class","propertytype":"Kit","value":{"size":3}}]"##;
    let map = small(false, r#","tilecount":4"#, layer).unwrap();
    let properties = &map.layers[0].properties;
    assert_eq!(
        properties.get("paint"),
        Some(&PropertyValue::Color("#ff00aa11".into()))
    );
    assert_eq!(properties.get("friend"), Some(&PropertyValue::Object(7)));
    let Some(PropertyValue::Class(kit)) = properties.get("kit") else {
        panic!("a class")
    };
    assert_eq!(kit.get("size"), Some(&PropertyValue::Int(3)));
}
