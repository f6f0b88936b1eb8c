//! Maps at the limits of what is taken: the last that is, and the first that is not.

use akgl::map::{MAX_FILE_BYTES, MAX_TILESETS, Map, MapError};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The highest global tile id.
const MOST: u32 = 0x1FFF_FFFF;

/// A map of one empty cell with these tilesets and, for its one layer, this.
fn map(tilesets: &str, layer: &str) -> Result<Map, MapError> {
    let text = format!(
        r#"{{"type":"map","orientation":"orthogonal","width":1,"height":1,"tilewidth":16,"tileheight":16,
        "tilesets":[{tilesets}],"layers":[{{"id":1,"name":"a","type":"tilelayer","width":1,"height":1,{layer}}}]}}"#
    );
    Map::from_json_str(&text, "")
}

const CELL: &str = r#""data":[0]"#;

fn tileset(first: u32, more: &str) -> String {
    format!(r#"{{"firstgid":{first},"name":"t","tilewidth":16,"tileheight":16,{more}}}"#)
}

#[test]
fn a_tileset_ends_with_the_highest_global_id() {
    let with = |first: u32, more: &str| map(&tileset(first, more), CELL).map(|map| map.tilesets[0].tilecount);
    let limit = |found: Result<u32, MapError>, key: &str| {
        let Err(MapError::Limit {
            value,
            limit,
            key: named,
            ..
        }) = found
        else {
            panic!("{found:?}")
        };
        assert!(named.contains(key), "{named}");
        (value, limit)
    };
    assert_eq!(with(MOST, r#""tilecount":0"#).unwrap(), 0);
    assert!(with(MOST + 1, r#""tilecount":0"#).is_err());
    assert_eq!(
        with(1, &format!(r#""tilecount":{}"#, MOST - 1)).unwrap(),
        MOST - 1
    );
    assert!(with(1, &format!(r#""tilecount":{MOST}"#)).is_err());
    assert_eq!(
        with(10, &format!(r#""tilecount":{}"#, MOST - 10)).unwrap(),
        MOST - 10
    );
    assert!(with(10, &format!(r#""tilecount":{}"#, MOST - 9)).is_err());
    // Its tiles count as well: the id after the last is the number of them.
    let tile = |first, id: u32| with(first, &format!(r#""tilecount":0,"tiles":[{{"id":{id}}}]"#));
    assert_eq!(tile(1, MOST - 2).unwrap(), MOST - 1);
    let (most, past) = (u64::from(MOST), "the number of tiles");
    assert_eq!(limit(tile(1, MOST - 1), past), (most, most - 1));
    assert_eq!(limit(tile(10, MOST - 10), past), (most - 9, most - 10));
    assert!(tile(1, MOST).is_err());
    // By their keys, as older files have them.
    let keyed = |id: u32| with(1, &format!(r#""tilecount":0,"tiles":{{"{id}":{{}}}}"#));
    assert_eq!(keyed(MOST - 2).unwrap(), MOST - 1);
    assert_eq!(limit(keyed(MOST), "tiles"), (most, most - 1));
    assert_eq!(limit(keyed(MOST - 1), past), (most, most - 1));
}

#[test]
fn tilesets_and_bytes_are_counted() {
    let many = |count: u64| {
        let all: Vec<String> = (0..count as u32)
            .map(|at| tileset(at + 1, r#""tilecount":1"#))
            .collect();
        map(&all.join(","), CELL)
    };
    assert_eq!(many(MAX_TILESETS).unwrap().tilesets.len() as u64, MAX_TILESETS);
    let refused = many(MAX_TILESETS + 2);
    assert!(
        matches!(&refused, Err(MapError::Limit { value, limit, .. }) if *value == *limit + 2),
        "{refused:?}"
    );
    // A file of zeros is no map, which is said of what may be read to its end.
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("zeros.tmj");
    let read = |bytes: u64| {
        std::fs::File::create(&path).unwrap().set_len(bytes).unwrap();
        Map::load(&path).expect_err("zeros")
    };
    assert!(matches!(read(MAX_FILE_BYTES), MapError::Syntax { .. }));
    for more in [1, 2] {
        let refused = read(MAX_FILE_BYTES + more);
        assert!(matches!(refused, MapError::Limit { .. }), "{refused}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn bytes_of_cells_are_counted_in_words_that_are_true() {
    let coded = |bytes: &[u8], compression: &str| {
        let layer = format!(
            r#""encoding":"base64","compression":"{compression}","data":"{}""#,
            STANDARD.encode(bytes)
        );
        map("", &layer).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(coded(&[0; 4], ""), Ok(()));
    for count in [0, 3, 5, 12] {
        let refused = coded(&vec![0; count], "").unwrap_err();
        assert!(refused.contains(&format!("{count} bytes")), "{refused}");
    }
    let packed = |count: usize| {
        use std::io::Write;
        let mut stream = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        stream.write_all(&vec![0; count]).unwrap();
        coded(&stream.finish().unwrap(), "zlib")
    };
    assert_eq!(packed(4), Ok(()));
    // A longer stream is not read to its end, so how much longer it is is not known.
    assert!(packed(5).unwrap_err().contains("more bytes"));
    assert!(packed(3).unwrap_err().contains("3 bytes"));
}

#[test]
fn a_long_value_is_shown_in_part() {
    let shown = |value: &str| {
        let text = format!(r#"{{"type":"map","orientation":"{value}"}}"#);
        Map::from_json_str(&text, "").unwrap_err().to_string()
    };
    let (whole, part) = ("x".repeat(48), "x".repeat(49));
    assert!(
        shown(&whole).contains(&format!("\"{whole}\"")),
        "{}",
        shown(&whole)
    );
    assert!(
        shown(&part).contains(&format!("\"{whole}...\"")),
        "{}",
        shown(&part)
    );
}

#[test]
fn an_infinite_map_is_as_large_as_its_chunks_wherever_they_are() {
    for (x, y) in [(0, 0), (90_000, 90_000), (-90_000, 70_000)] {
        let text = format!(
            r#"{{"type":"map","orientation":"orthogonal","width":1,"height":1,"tilewidth":16,"tileheight":16,
            "infinite":true,"tilesets":[],"layers":[{{"id":1,"name":"a","type":"tilelayer","width":1,"height":1,
            "chunks":[{{"x":{x},"y":{y},"width":2,"height":3,"data":[0,0,0,0,0,0]}}]}}]}}"#
        );
        let map = Map::from_json_str(&text, "").unwrap();
        assert_eq!((map.width, map.height), (2, 3), "{x} {y}");
    }
}

/// 60 elements within each other are taken, of groups and of the members of classes; not 61.
#[test]
fn nesting_has_an_end() {
    let head = r#"<map orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16">"#;
    let groups = |deep: usize| {
        let (open, close) = ("<group>".repeat(deep), "</group>".repeat(deep));
        Map::from_tmx_str(&format!("{head}{open}{close}</map>"), "").map(drop)
    };
    let classes = |deep: usize| {
        let open = r#"<properties><property name="a" type="class">"#.repeat(deep);
        let close = "</property></properties>".repeat(deep);
        Map::from_tmx_str(&format!("{head}{open}{close}</map>"), "").map(drop)
    };
    for nest in [&groups as &dyn Fn(usize) -> Result<(), MapError>, &classes] {
        assert!(nest(60).is_ok());
        for deep in [61, 62, 70] {
            let refused = nest(deep).unwrap_err().to_string();
            assert!(refused.contains("nested more than 60 deep"), "{refused}");
        }
    }
}
