//! Maps that others made with the editor, where the folder with them is at hand.

use std::collections::BTreeMap;
use std::path::PathBuf;

use akgl::map::{LayerKind, Map, ObjectKind};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The folder with the maps: `$AKGL_SHARED/maps`, else `../shared/maps` beside the checkout.
fn folder() -> Option<PathBuf> {
    let shared = std::env::var_os("AKGL_SHARED").map_or(PathBuf::from(ROOT).join("../shared"), PathBuf::from);
    let maps = shared.join("maps");
    if !maps.is_dir() {
        eprintln!(
            "SKIPPED: no maps at {}; set AKGL_SHARED to the folder that holds `maps`",
            maps.display()
        );
        return None;
    }
    Some(maps)
}

#[test]
fn solid_cells_of_the_shared_maps() {
    let Some(folder) = folder() else { return };
    let wanted = std::fs::read_to_string(PathBuf::from(ROOT).join("tests/maps/shared-solid.txt")).unwrap();
    let mut seen = BTreeMap::new();
    for block in wanted.trim_end().split("\n\n").skip(1) {
        let (head, rows) = block.split_once('\n').unwrap();
        let (file, layer) = head.split_once(' ').unwrap();
        let map = Map::load(folder.join(file)).unwrap_or_else(|error| panic!("{error}"));
        let solid: Vec<_> = map.layers.iter().filter(|layer| layer.collidable).collect();
        let [solid] = &solid[..] else {
            panic!("{file}: one collidable layer")
        };
        assert_eq!(solid.name, layer, "{file}");
        let LayerKind::Tiles(cells) = &solid.kind else {
            panic!("{file}: a tile layer")
        };
        let drawn: Vec<String> = cells
            .chunks(map.width as usize)
            .map(|row| {
                row.iter()
                    .map(|&cell| if cell == 0 { '.' } else { '#' })
                    .collect()
            })
            .collect();
        assert_eq!(drawn.join("\n"), rows, "{file}");
        assert_eq!(drawn.len(), map.height as usize, "{file}");
        seen.insert(file.to_owned(), cells.iter().filter(|&&cell| cell != 0).count());
    }
    let counts = seen
        .iter()
        .map(|(file, count)| (file.as_str(), *count))
        .collect::<Vec<_>>();
    assert_eq!(counts.len(), 4, "{counts:?}");
}

#[test]
fn objects_and_tilesets_of_the_shared_maps() {
    let Some(folder) = folder() else { return };
    let map = Map::load(folder.join("map_with_ladders.json")).unwrap();
    let firsts: Vec<_> = map
        .tilesets
        .iter()
        .map(|t| (t.name.as_str(), t.firstgid, t.tilecount))
        .collect();
    assert_eq!(
        firsts,
        [
            ("grass", 1, 19),
            ("dirt", 20, 18),
            ("items", 38, 24),
            ("more_tiles", 62, 148)
        ]
    );
    let objects = |name: &str| {
        let layer = map.layers.iter().find(|layer| layer.name == name).unwrap();
        let LayerKind::Objects(objects) = &layer.kind else {
            panic!("{name}: an object layer")
        };
        objects.clone()
    };
    let moving = objects("Moving Platforms");
    assert_eq!(
        (moving.len(), &moving[0].kind, moving[0].x),
        (1, &ObjectKind::Tile(80), 2220.0)
    );
    assert_eq!(objects("Enemies").len(), 3);
    let ObjectKind::Polygon(points) = &objects("Player Death Zones")[0].kind else {
        panic!("a polygon")
    };
    assert_eq!(points.len(), 10);
    // items.json: a coin with an ellipse of 64 x 64 at (32, 32).
    let coin = map.tilesets[2].tile(38).unwrap();
    assert_eq!(
        (coin.objects[0].kind.clone(), coin.objects[0].x),
        (ObjectKind::Ellipse, 32.0)
    );
}
