//! Maps that are refused: each with an error that names the file, the key and the value, and without a panic.

use std::io::Write;
use std::path::Path;

use akgl::map::{Map, MapError};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/maps");

/// A good map of 2 x 2 cells; the cases change one thing of it.
const GOOD: &str = r#"{"type":"map","orientation":"orthogonal","width":2,"height":2,"tilewidth":16,"tileheight":16,
"tilesets":[{"firstgid":1,"name":"t","tilewidth":16,"tileheight":16,"tilecount":4}],
"layers":[{"id":1,"name":"a","type":"tilelayer","width":2,"height":2,"data":[1,0,0,4]}]}"#;

const GOOD_XML: &str = r#"<map orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4"/>
<layer name="a" width="2" height="2"><data encoding="csv">1,0,0,4</data></layer></map>"#;

fn json(text: &str) -> String {
    Map::from_json_str(text, FOLDER)
        .expect_err("must be refused")
        .to_string()
}

fn xml(text: &str) -> String {
    Map::from_tmx_str(text, FOLDER)
        .expect_err("must be refused")
        .to_string()
}

fn changed(good: &str, from: &str, to: &str) -> String {
    assert_eq!(
        good.matches(from).count(),
        1,
        "{from} must be in the good map once"
    );
    good.replace(from, to)
}

#[test]
fn the_good_maps_are_good() {
    Map::from_json_str(GOOD, FOLDER).unwrap();
    Map::from_tmx_str(GOOD_XML, FOLDER).unwrap();
}

#[test]
fn json_with_one_thing_wrong() {
    let data = r#""data":[1,0,0,4]"#;
    let side = r#""height":2,"tilewidth""#;
    let set = r#"{"firstgid":1,"name":"t","tilewidth":16,"tileheight":16,"tilecount":4}"#;
    let layer = r#""id":1,"name":"a","#;
    let cases = [
        (
            r#""orthogonal""#,
            r#""isometric""#,
            r#"map text: orientation is "isometric": only "orthogonal" maps can be loaded"#,
        ),
        (r#""orthogonal""#, "7", "orientation is 7, not text"),
        (
            r#""orientation":"orthogonal","#,
            "",
            "map text: orientation is missing",
        ),
        (
            r#""type":"map""#,
            r#""type":"tileset""#,
            r#"type is "tileset": this is no map"#,
        ),
        (
            side,
            r#""height":0,"tilewidth""#,
            "height is 0: must be at least 1",
        ),
        (
            side,
            r#""height":-3,"tilewidth""#,
            "height is -3: must be at least 1",
        ),
        (
            side,
            r#""height":2.5,"tilewidth""#,
            "height is 2.5, not a whole number",
        ),
        (
            side,
            r#""height":"2","tilewidth""#,
            r#"height is "2", not a whole number"#,
        ),
        (
            side,
            r#""height":32769,"tilewidth""#,
            "height is 32769, over the limit of 32768",
        ),
        (
            side,
            r#""height":1e300,"tilewidth""#,
            "height is 1e300, not a whole number",
        ),
        (
            side,
            r#""height":99999999999999999999,"tilewidth""#,
            "height is 1e20, not a whole number",
        ),
        (
            side,
            r#""height":3,"tilewidth""#,
            "layers[0].height is 2: the map's height is 3",
        ),
        (
            r#""tilewidth":16,"tileheight":16,
"#,
            r#""tilewidth":0,"tileheight":16,"#,
            "tilewidth is 0: must be at least 1",
        ),
        (
            r#""tilewidth":16,"tileheight":16,
"#,
            r#""tilewidth":16,"#,
            "tileheight is missing",
        ),
        (
            data,
            r#""data":[1,0,0]"#,
            "layers[0].data has 3 cells, not the 4 cells of its width and height",
        ),
        (
            data,
            r#""data":[1,0,0,4,0]"#,
            "layers[0].data has 5 cells, not the 4 cells",
        ),
        (
            data,
            r#""data":[1,0,0,5]"#,
            "layers[0].data[3] is 5, a global tile id that no tileset has (the highest is 4)",
        ),
        (
            data,
            r#""data":[1,0,2147483653,0]"#,
            "layers[0].data[2] is 5, a global tile id",
        ),
        (
            data,
            r#""data":[1,0,268435456,0]"#,
            "layers[0].data[2] is 268435456, a global tile id",
        ),
        (
            data,
            r#""data":[1,-1,0,0]"#,
            "layers[0].data[1] is -1: must be at least 0",
        ),
        (
            data,
            r#""data":[1,4294967296,0,0]"#,
            "layers[0].data[1] is 4294967296, over the limit of 4294967295",
        ),
        (
            data,
            r#""data":[1,0.5,0,0]"#,
            "layers[0].data[1] is 0.5, not a whole number",
        ),
        (
            data,
            r#""data":[1,null,0,0]"#,
            "layers[0].data[1] is null, not a whole number",
        ),
        (
            data,
            r#""data":{}"#,
            "layers[0].data is an object, not an array or text",
        ),
        (
            data,
            r#""data":"1,0,0,4""#,
            r#"layers[0].data is "1,0,0,4", not an array (the layer names no encoding)"#,
        ),
        (data, r#""encoding":"base64""#, "layers[0].data is missing"),
        (
            data,
            r#""encoding":"base32","data":"""#,
            r#"layers[0].encoding is "base32""#,
        ),
        (
            data,
            r#""encoding":"base64","compression":"lzma","data":"""#,
            r#"layers[0].compression is "lzma""#,
        ),
        (
            data,
            r#""encoding":"base64","data":"AQAA*AA=""#,
            r#"layers[0].data is "AQAA*AA=": not base64"#,
        ),
        (
            data,
            r#""encoding":"base64","data":"AQAAAA==""#,
            "layers[0].data has 4 bytes, not the 16 bytes",
        ),
        (
            data,
            r#""encoding":"base64","compression":"zlib","data":"AQAAAA==""#,
            "layers[0].data is \"AQAAAA==\": not a zlib stream",
        ),
        (
            data,
            r#""encoding":"base64","compression":"gzip","data":"AQAAAA==""#,
            "not a gzip stream",
        ),
        (
            data,
            r#""encoding":"base64","compression":"zstd","data":"AQAAAA==""#,
            "not a zstd stream",
        ),
        (
            data,
            r#""encoding":"base64","compression":"zstd","data":"""#,
            "not a zstd stream",
        ),
        (
            data,
            r#""chunks":[{"x":1,"y":0,"width":2,"height":2,"data":[1,0,0,4]}]"#,
            "layers[0].chunks[0] is an object: it reaches outside",
        ),
        (set, "", "the highest is 0"),
        (set, "7", "tilesets is an array, not an array of objects"),
        (
            set,
            &format!("{set},{set}"),
            "tilesets[1].firstgid is 1: another tileset begins there",
        ),
        (
            r#""firstgid":1"#,
            r#""firstgid":0"#,
            "tilesets[0].firstgid is 0: must be at least 1",
        ),
        (r#""firstgid":1,"#, "", "tilesets[0].firstgid is missing"),
        (r#","tilecount":4"#, "", "tilesets[0].tilecount is missing"),
        (
            r#","tilecount":4"#,
            r#","tilecount":4294967296"#,
            "tilesets[0].tilecount is 4294967296, over the limit",
        ),
        (
            r#""name":"t","tilewidth":16"#,
            r#""name":"t","tilewidth":0"#,
            "tilesets[0].tilewidth is 0",
        ),
        (
            r#"{"firstgid":1,"name":"t","#,
            r#"{"firstgid":1,"tiles":[{"id":4294967295}],"#,
            "tilesets[0].tiles[0].id is 4294967295, over the limit",
        ),
        (
            set,
            r#"{"firstgid":1,"source":"absent.tsj"}"#,
            "absent.tsj: cannot be read (named by tilesets[0].source of map text): ",
        ),
        (
            set,
            r#"{"firstgid":1,"source":"level-csv.tmj"}"#,
            r#"level-csv.tmj: type is "map": this is no tileset"#,
        ),
        (
            set,
            r#"{"firstgid":1,"source":"level.txt"}"#,
            "level.txt: not JSON",
        ),
        (
            set,
            r#"{"firstgid":1,"source":"."}"#,
            "cannot be read (named by tilesets[0].source",
        ),
        (
            layer,
            r#""opacity":"dark","#,
            r#"layers[0].opacity is "dark", not a number"#,
        ),
        (
            layer,
            r#""offsetx":1e300,"#,
            "layers[0].offsetx is 1e300: must be a finite 32-bit number",
        ),
        (
            layer,
            r#""visible":1,"#,
            "layers[0].visible is 1, not true or false",
        ),
        (layer, r#""name":{},"#, "layers[0].name is an object, not text"),
        (
            layer,
            r#""properties":[{"name":"collidable","type":"string","value":"true"}],"#,
            r#"layers[0].properties.collidable is "true", not of type bool"#,
        ),
        (
            layer,
            r#""properties":[{"name":"collidable","type":"bool","value":"yes"}],"#,
            r#"layers[0].properties[0].value is "yes", not true or false"#,
        ),
        (
            layer,
            r#""properties":[{"type":"bool","value":true}],"#,
            "layers[0].properties[0].name is missing",
        ),
        (
            layer,
            r#""properties":[{"name":"n","type":"float","value":"x"}],"#,
            r#"layers[0].properties[0].value is "x", not a number"#,
        ),
        (
            layer,
            r#""properties":[{"name":"n","type":"class","value":7}],"#,
            "layers[0].properties[0].value is 7, not an object",
        ),
        (r#""type":"tilelayer","#, "", "layers[0].type is missing"),
        (
            r#""layers":["#,
            r#""layers":[3,"#,
            "layers[0] is 3, not an object",
        ),
    ];
    for (from, to, wanted) in cases {
        let message = json(&changed(GOOD, from, to));
        assert!(message.contains(wanted), "{to}\n gave {message}\n not {wanted}");
        assert!(
            message.contains("map text") || message.contains(FOLDER),
            "no file in {message}"
        );
    }
}

#[test]
fn objects_with_one_thing_wrong() {
    let cases = [
        (
            r#"{"x":1,"y":2,"width":-1}"#,
            "objects[0].width is -1: must not be negative",
        ),
        (r#"{"y":2}"#, "layers[0].objects[0].x is missing"),
        (
            r#"{"x":1,"y":2,"gid":9}"#,
            "layers[0].objects[0].gid is 9, a global tile id that no tileset has",
        ),
        (
            r#"{"x":1,"y":2,"polygon":[{"x":0,"y":0}]}"#,
            "objects[0].polygon has 1 points",
        ),
        (
            r#"{"x":1,"y":2,"polyline":[{"x":0,"y":0},{"x":0}]}"#,
            "objects[0].polyline[1].y is missing",
        ),
        (
            r#"{"x":1,"y":2,"polyline":[1,2]}"#,
            "objects[0].polyline is an array, not an array of objects",
        ),
        (
            r#"{"x":1,"y":2,"template":"absent.tj"}"#,
            "absent.tj: cannot be read (named by layers[0].objects[0].template of map text)",
        ),
        (r#"{"x":1,"y":2,"template":"level.txt"}"#, "level.txt: not JSON"),
        (
            r#"{"x":1,"y":2,"template":"one.tsj"}"#,
            "one.tsj: object is missing",
        ),
        (
            r#"{"x":1,"y":2,"template":"crate.tj"}"#,
            r#"crate.tj: tileset.source is "two.tsj": the map does not use this tileset"#,
        ),
    ];
    for (object, wanted) in cases {
        let layer = format!(r#""layers":[{{"type":"objectgroup","objects":[{object}]}},"#);
        let message = json(&changed(GOOD, r#""layers":["#, &layer));
        assert!(
            message.contains(wanted),
            "{object}\n gave {message}\n not {wanted}"
        );
    }
}

#[test]
fn xml_with_one_thing_wrong() {
    let cases = [
        (
            r#""orthogonal""#,
            r#""hexagonal""#,
            r#"map text: orientation is "hexagonal""#,
        ),
        (
            r#"height="2" tilewidth"#,
            r#"height="many" tilewidth"#,
            r#"height is "many", not a whole number"#,
        ),
        (
            r#"height="2" tilewidth"#,
            r#"height="0" tilewidth"#,
            r#"height is "0": must be at least 1"#,
        ),
        (
            r#"height="2" tilewidth"#,
            r#"height="9e99" tilewidth"#,
            r#"height is "9e99", not a whole number"#,
        ),
        ("1,0,0,4", "1,0,0", "layers[0].data has 3 cells, not the 4 cells"),
        (
            "1,0,0,4",
            "1,0,x,4",
            r#"layers[0].data[2] is "x", not a global tile id"#,
        ),
        (
            "1,0,0,4",
            "1,0,9,4",
            "layers[0].data[2] is 9, a global tile id that no tileset has (the highest is 4)",
        ),
        (r#" encoding="csv""#, "", "layers[0].data has 0 cells"),
        (
            r#" encoding="csv""#,
            r#" encoding="base64""#,
            r#"layers[0].data is "1,0,0,4": not base64"#,
        ),
        (
            r#"<data encoding="csv">1,0,0,4</data>"#,
            "",
            "layers[0].data is missing",
        ),
        (r#" firstgid="1""#, "", "tilesets[0].firstgid is missing"),
        (
            r#"<layer name="a""#,
            r#"<layer name="a" offsetx="nan""#,
            r#"offsetx is "nan": must be a finite 32-bit number"#,
        ),
        (
            r#"<layer name="a""#,
            r#"<layer name="a" visible="maybe""#,
            r#"visible is "maybe", not true or false"#,
        ),
        ("</map>", "", "not XML"),
        ("<map ", "<svg ", "not XML"),
    ];
    for (from, to, wanted) in cases {
        let message = xml(&changed(GOOD_XML, from, to));
        assert!(message.contains(wanted), "{to}\n gave {message}\n not {wanted}");
    }
    let message = xml("<svg/>");
    assert!(message.contains("<svg>, not <map>"), "{message}");
}

#[test]
fn infinite_maps_with_one_thing_wrong() {
    let good = r#"{"orientation":"orthogonal","infinite":true,"width":2,"height":2,"tilewidth":16,"tileheight":16,
"layers":[{"type":"tilelayer","chunks":[{"x":0,"y":0,"width":2,"height":1,"data":[0,0]},
{"x":-2,"y":-5,"width":2,"height":2,"data":[0,0,0,0]}]}]}"#;
    let map = Map::from_json_str(good, FOLDER).unwrap();
    assert_eq!((map.width, map.height, map.origin), (4, 6, (-2, -5)));
    let cases = [
        (
            r#""x":-2,"y":-5"#,
            r#""x":1,"y":-1"#,
            "layers[0].chunks[1] is an object: it overlaps another chunk",
        ),
        (
            r#""x":-2,"#,
            r#""x":-2147483649,"#,
            "layers[0].chunks[1].x is -2147483649: no 32-bit number",
        ),
        (
            r#""x":-2,"#,
            r#""x":-2147483648,"#,
            "the width in cells of all its chunks together is 2147483650, over the limit of 32768",
        ),
        (
            r#""x":-2,"y":-5"#,
            r#""x":-32766,"y":-5000"#,
            "number of cells (width x height) is ",
        ),
        (r#""x":-2,"#, "", "layers[0].chunks[1].x is missing"),
        (
            r#""width":2,"height":1"#,
            r#""width":0,"height":1"#,
            "layers[0].chunks[0].width is 0: must be at least 1",
        ),
        (
            r#""width":2,"height":1"#,
            r#""width":4294967295,"height":1"#,
            "layers[0].chunks[0].width is 4294967295, over the limit",
        ),
        (
            r#""width":2,"height":1"#,
            r#""width":2000,"height":1"#,
            "layers[0].chunks[0].data has 2 cells, not the 2000 cells",
        ),
        (
            r#""data":[0,0]"#,
            r#""data":[0,1]"#,
            "layers[0].chunks[0].data[1] is 1, a global tile id that no tileset has",
        ),
    ];
    for (from, to, wanted) in cases {
        let message = json(&changed(good, from, to));
        assert!(message.contains(wanted), "{to}\n gave {message}\n not {wanted}");
    }
}

fn compressed(compression: &str, bytes: &[u8]) -> Vec<u8> {
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    match compression {
        "zlib" => {
            zlib.write_all(bytes).unwrap();
            zlib.finish().unwrap()
        }
        "gzip" => {
            gzip.write_all(bytes).unwrap();
            gzip.finish().unwrap()
        }
        _ => ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest),
    }
}

#[test]
fn a_decompression_bomb_is_told_apart_from_a_layer_of_the_wrong_length() {
    let bytes = vec![0; 4 << 20];
    for compression in ["zlib", "gzip", "zstd"] {
        let packed = STANDARD.encode(compressed(compression, &bytes));
        let data = format!(r#""encoding":"base64","compression":"{compression}","data":"{packed}""#);
        let text = changed(GOOD, r#""data":[1,0,0,4]"#, &data);
        let message = json(&text);
        assert!(
            message.contains("layers[0].data has more bytes, not the 16 bytes"),
            "{message}"
        );
    }
}

#[test]
fn a_compressed_stream_that_is_cut_short() {
    for compression in ["zlib", "gzip", "zstd"] {
        let whole = compressed(compression, &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0]);
        let text = |packed: &[u8]| {
            let packed = STANDARD.encode(packed);
            let data = format!(r#""encoding":"base64","compression":"{compression}","data":"{packed}""#);
            changed(GOOD, r#""data":[1,0,0,4]"#, &data)
        };
        Map::from_json_str(&text(&whole), FOLDER).unwrap();
        for length in 0..whole.len().min(14) {
            json(&text(&whole[..length]));
        }
    }
}

#[test]
fn sizes_are_refused_before_memory_is_taken() {
    // 16,777,216 cells fit one layer; 32,768 x 513 do not.
    let large = |w: u32, h: u32, layers: usize| {
        let packed = STANDARD.encode(b"\x78\x9c");
        let layer =
            format!(r#"{{"type":"tilelayer","encoding":"base64","compression":"zlib","data":"{packed}"}}"#);
        let layers = vec![layer; layers].join(",");
        json(&format!(
            r#"{{"orientation":"orthogonal","width":{w},"height":{h},"tilewidth":1,"tileheight":1,"layers":[{layers}]}}"#
        ))
    };
    let message = large(32768, 513, 1);
    assert!(
        message.contains("is 16809984, over the limit of 16777216"),
        "{message}"
    );
    let message = large(4096, 4096, 5);
    assert!(
        message.contains("cells of all its layers is 83886080, over the limit of 67108864"),
        "{message}"
    );
    let message = large(1, 1, 1025);
    assert!(
        message.contains("the number of its layers is 1025, over the limit of 1024"),
        "{message}"
    );
    let message = large(4096, 4096, 1);
    assert!(message.contains("not a zlib stream"), "{message}");
}

#[test]
fn nesting_without_end() {
    for (open, close) in [("[", "]"), (r#"{"layers":["#, "]}")] {
        let message = json(&(open.repeat(100_000) + &close.repeat(100_000)));
        assert!(message.contains("recursion limit"), "{message}");
        json(&open.repeat(100_000));
    }
    let deep = format!(
        "<map>{}{}</map>",
        "<group>".repeat(100_000),
        "</group>".repeat(100_000)
    );
    assert!(xml(&deep).contains("nested more than"), "{}", xml(&deep));
    let (open, close) = (
        "<properties><property name='a' type='class'>",
        "</property></properties>",
    );
    let deep = format!("<map>{}{}</map>", open.repeat(1000), close.repeat(1000));
    assert!(xml(&deep).contains("nested more than"));
}

#[test]
fn entities_do_not_multiply() {
    let message =
        xml(r#"<!DOCTYPE map [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;">]><map orientation="&b;"/>"#);
    assert!(message.contains("not XML"), "{message}");
}

#[test]
fn files_that_are_no_maps() {
    let folder = std::env::temp_dir().join(format!("akgl-map-refused-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let refused = |path: &Path| Map::load(path).expect_err("must be refused");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        refused(&path).to_string()
    };
    for (name, bytes, wanted) in [
        ("empty.tmj", &b""[..], "empty.tmj: not JSON: the file is empty"),
        ("text.tmj", b"hello", "text.tmj: not JSON"),
        (
            "cut.tmj",
            &GOOD.as_bytes()[..200],
            "cut.tmj: not JSON: the file is cut short",
        ),
        (
            "tail.tmj",
            &[GOOD.as_bytes(), b"x"].concat(),
            "tail.tmj: not JSON",
        ),
        ("cut.tmx", &GOOD_XML.as_bytes()[..100], "cut.tmx: not XML"),
        ("latin.tmj", b"{\"name\":\"\xe9\"}", "latin.tmj: not UTF-8"),
        ("number.tmj", b"7", "number.tmj: the file is 7, not an object"),
    ] {
        let message = write(name, bytes);
        assert!(
            message.contains(wanted) && message.contains(&folder.display().to_string()),
            "{message}"
        );
    }
    // A byte order mark is in order; what a file is, is not asked of its name.
    std::fs::write(folder.join("mark.tmj"), format!("\u{feff}{GOOD_XML}")).unwrap();
    Map::load(folder.join("mark.tmj")).unwrap();

    for path in [folder.join("absent.tmj"), folder.clone()] {
        let error = refused(&path);
        assert!(matches!(error, MapError::Io { .. }), "{error}");
        assert!(error.to_string().contains(&path.display().to_string()), "{error}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_zstd_checksum_counts() {
    // Sixteen bytes packed by another program, with a checksum; then one bit of the checksum turned.
    let text = |packed: &str| {
        let data = format!(r#""encoding":"base64","compression":"zstd","data":"{packed}""#);
        changed(GOOD, r#""data":[1,0,0,4]"#, &data)
    };
    let good = Map::from_json_str(&text("KLUv/SQQZQAAMAEABAAAAAEAG8ACOW0o5A=="), FOLDER).unwrap();
    assert_eq!(good, Map::from_json_str(GOOD, FOLDER).unwrap());
    let message = json(&text("KLUv/SQQZQAAMAEABAAAAAEAG8ACOW0o5Q=="));
    assert!(message.contains("checksum"), "{message}");
}

#[test]
fn files_of_older_editors() {
    // Before 1.2: properties and tiles as objects.
    let old = r#"{"orientation":"orthogonal","width":1,"height":1,"tilewidth":16,"tileheight":16,
"tilesets":[{"firstgid":1,"tilewidth":16,"tileheight":16,"spacing":1,"margin":2,"image":"i.png","imagewidth":53,
"imageheight":36,"tiles":{"1":{"objectgroup":{"objects":[{"x":1,"y":2}]}}}}],
"layers":[{"type":"tilelayer","data":[6],"properties":{"collidable":true,"n":"3"},
"propertytypes":{"collidable":"bool","n":"string"}}]}"#;
    let map = Map::from_json_str(old, FOLDER).unwrap();
    assert!(map.layers[0].collidable);
    assert_eq!(map.layers[0].properties.text("n").as_deref(), Some("3"));
    assert_eq!(map.tilesets[0].tile(2).unwrap().objects[0].x, 1.0);
    // (53 - 2 + 1) / 17 = 3 columns, (36 - 2 + 1) / 17 = 2 rows: ids 1 to 6.
    assert_eq!(map.tilesets[0].tilecount, 6);
    let message = json(&changed(old, "[6]", "[7]"));
    assert!(
        message.contains("is 7, a global tile id that no tileset has (the highest is 6)"),
        "{message}"
    );
}

/// Found by fuzzing: such an opacity was loaded as it stood, and groups multiplied it to infinity.
#[test]
fn an_opacity_outside_of_zero_to_one_is_refused() {
    let layer = r#""id":1,"name":"a","#;
    for value in ["-0.5", "1.5", "1e30"] {
        let error = json(&changed(GOOD, layer, &format!(r#""opacity":{value},{layer}"#)));
        assert!(error.contains("layers[0].opacity is"), "{error}");
        assert!(error.contains(": must be from 0 to 1"), "{error}");
    }
    for value in ["0", "0.25", "1"] {
        let map = Map::from_json_str(
            &changed(GOOD, layer, &format!(r#""opacity":{value},{layer}"#)),
            FOLDER,
        );
        assert_eq!(map.unwrap().layers[0].opacity.to_string(), value);
    }
}

/// The ids of a tileset whose size comes from its image or from its last tile end where global tile ids
/// do, as those of one with a tilecount: the C record had a negative count of them.
#[test]
fn a_tileset_with_more_tiles_than_there_are_ids_is_refused() {
    let by_image = r#""image":"i.png","imagewidth":65535,"imageheight":65535,"tilewidth":1,"tileheight":1"#;
    let by_image = format!(r#"{{"firstgid":1,"name":"t",{by_image}}}"#);
    let by_tile = r#"{"firstgid":536870900,"name":"t","tilewidth":16,"tileheight":16,"tilecount":4,"tiles":[{"id":11}]}"#;
    let set = r#"{"firstgid":1,"name":"t","tilewidth":16,"tileheight":16,"tilecount":4}"#;
    for (changed_to, count, limit) in [
        (by_image.as_str(), "4294836225", "536870910"),
        (by_tile, "12", "11"),
    ] {
        let error = json(&changed(GOOD, set, changed_to));
        let expected = format!("the number of tiles of tilesets[0] is {count}, over the limit of {limit}");
        assert!(error.contains(&expected), "{error}");
    }
}

/// An id that a C int cannot hold came out negative there.
#[test]
fn an_id_past_the_largest_int_is_refused() {
    let error = json(&changed(GOOD, r#""id":1"#, r#""id":2147483648"#));
    assert!(
        error.contains("layers[0].id is 2147483648, over the limit of 2147483647"),
        "{error}"
    );
    Map::from_json_str(&changed(GOOD, r#""id":1"#, r#""id":2147483647"#), FOLDER).unwrap();
}
