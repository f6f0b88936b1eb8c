//! What both map targets do with a text: write the files that are in it, load them through the Rust
//! and the C front door, and look at what came of it.

use std::ffi::{CStr, CString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::OnceLock;

use akgl::capi::error::pool::akerr_release_error;
use akgl::capi::tilemap::{akgl_Tilemap, akgl_tilemap_load};
use akgl::map::{FLIP_BITS, LayerKind, MAX_SIDE, Map, Object, ObjectKind};

/// Between the map and the files that it names: these are called "1", "2" and "3", in their order.
const BORDER: &str = "\n====\n";
const NAMES: [&str; 4] = ["map", "1", "2", "3"];

/// A folder for this process alone; `scripts/fuzz.sh` removes it with the one it is in.
fn folder() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("akgl-fuzz-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    })
}

/// Loads what is in `text` and checks it.
pub fn check(text: &str) {
    let folder = folder();
    let parts: Vec<&str> = text.splitn(NAMES.len(), BORDER).collect();
    for (index, name) in NAMES.iter().enumerate() {
        match parts.get(index) {
            Some(part) => fs::write(folder.join(name), part).unwrap(),
            None => drop(fs::remove_file(folder.join(name))),
        }
    }
    let path = folder.join("map");
    let loaded = Map::load(&path);
    if let Ok(map) = &loaded {
        whole(map);
    }
    // Filling the record takes a hundred times as long as reading a map of a few cells: one in eight.
    if loaded.is_err() || text.bytes().fold(0_u8, u8::wrapping_add).is_multiple_of(8) {
        from_c(
            &CString::new(path.as_os_str().as_bytes()).unwrap(),
            loaded.ok().as_ref(),
        );
    }
}

/// What every map that loads promises.
fn whole(map: &Map) {
    assert!((1..=MAX_SIDE).contains(&map.width) && (1..=MAX_SIDE).contains(&map.height));
    assert!(map.tilewidth > 0 && map.tileheight > 0);
    let cells = map.width as usize * map.height as usize;
    let known = |cell: u32| {
        let gid = cell & !FLIP_BITS;
        gid == 0
            || map
                .tilesets
                .iter()
                .any(|set| gid >= set.firstgid && gid - set.firstgid < set.tilecount)
    };
    for set in &map.tilesets {
        assert!(set.firstgid > 0 && set.tilewidth > 0 && set.tileheight > 0);
        assert!(u64::from(set.firstgid) + u64::from(set.tilecount) <= u64::from(!FLIP_BITS) + 1);
        set.tiles.iter().flat_map(|tile| &tile.objects).for_each(sound);
    }
    for layer in &map.layers {
        assert!(layer.offset.0.is_finite() && layer.offset.1.is_finite());
        assert!((0.0..=1.0).contains(&layer.opacity), "opacity {}", layer.opacity);
        match &layer.kind {
            LayerKind::Tiles(found) => {
                assert_eq!(found.len(), cells);
                let mut last = 0;
                assert!(found.iter().all(|&cell| {
                    let same = cell == last;
                    last = cell;
                    same || known(cell)
                }));
            }
            LayerKind::Objects(objects) => {
                objects.iter().for_each(sound);
                for object in objects {
                    if let ObjectKind::Tile(gid) = object.kind {
                        assert!(known(gid));
                    }
                }
            }
            _ => {}
        }
    }
}

fn sound(object: &Object) {
    for number in [object.x, object.y, object.width, object.height, object.rotation] {
        assert!(number.is_finite(), "{object:?}");
    }
    assert!(object.width >= 0.0 && object.height >= 0.0);
    if let ObjectKind::Polygon(points) | ObjectKind::Polyline(points) = &object.kind {
        assert!(points.len() >= 2 && points.iter().all(|p| p.0.is_finite() && p.1.is_finite()));
    }
}

/// A record of 17 MB, kept: making one anew each time would be all that this does.
static mut RECORD: akgl_Tilemap = unsafe { std::mem::zeroed() };
/// What stands in the record's counts before a load.
const BEFORE: i32 = -77;

/// The C loader says the same: it loads what the other loads, as far as the record has room, and after
/// an error the record is what it was.
fn from_c(path: &CStr, map: Option<&Map>) {
    // SAFETY: one thread; the path is terminated and the record may be written.
    let (raised, record) = unsafe {
        let record = &raw mut RECORD;
        for count in [
            &raw mut (*record).width,
            &raw mut (*record).height,
            &raw mut (*record).numlayers,
            &raw mut (*record).numobjects,
            &raw mut (*record).layers[0].kind,
        ] {
            count.write(BEFORE);
        }
        (akgl_tilemap_load(path.as_ptr(), record), &*record)
    };
    if raised.is_null() {
        let map = map.expect("Rust refuses what C loads");
        assert_eq!(
            (record.width, record.height),
            (map.width as i32, map.height as i32)
        );
        assert_eq!(record.numlayers as usize, map.layers.len());
        contents(record, map);
        return;
    }
    // SAFETY: a raised context is alive until it is released, and its message is terminated.
    unsafe {
        let (status, message) = (
            (*raised).status,
            CStr::from_ptr((&raw const (*raised).message).cast()),
        );
        assert!(!message.is_empty());
        // AKERR_OUTOFBOUNDS: larger than the record.
        assert!(
            map.is_none() || status == 135,
            "C refuses what Rust loads: {message:?}"
        );
        assert!(akerr_release_error(raised).is_null());
    }
    for count in [
        record.width,
        record.height,
        record.numlayers,
        record.numobjects,
        record.layers[0].kind,
    ] {
        assert_eq!(count, BEFORE, "written to, and then an error");
    }
}

/// Places in the record's shared arrays lie inside of them, and cells are those of the map.
fn contents(record: &akgl_Tilemap, map: &Map) {
    let text = |at: i32| {
        let rest = &record.text[usize::try_from(at).unwrap()..];
        assert!(rest.contains(&0), "text without an end");
    };
    let properties = |first: i32, count: i32| {
        for property in
            &record.properties[usize::try_from(first).unwrap()..][..usize::try_from(count).unwrap()]
        {
            text(property.name);
            text(property.value);
        }
    };
    properties(0, record.numproperties);
    for set in &record.tilesets[..usize::try_from(record.numtilesets).unwrap()] {
        assert!(set.firstgid > 0 && set.tilecount >= 0 && set.tilewidth > 0 && set.tileheight > 0);
    }
    for object in &record.objects[..usize::try_from(record.numobjects).unwrap()] {
        assert!(object.name.contains(&0) && object.r#type.contains(&0));
        assert!((0..record.numlayers).contains(&object.layer));
        assert!(object.firstpoint >= 0 && object.firstpoint + object.numpoints <= record.numpoints);
        text(object.text);
        properties(object.firstproperty, object.numproperties);
    }
    for (to, from) in record.layers.iter().zip(&map.layers) {
        assert!(to.name.contains(&0) && to.x.is_finite() && to.y.is_finite());
        properties(to.firstproperty, to.numproperties);
        if let LayerKind::Tiles(cells) = &from.kind {
            assert!(to.data.iter().zip(cells).all(|(to, from)| *to as u32 == *from));
        }
    }
}
