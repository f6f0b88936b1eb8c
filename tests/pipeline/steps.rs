//! What each step reads, writes and leaves alone.

use akgl::collision::tiles::{LayerView, TileView};
use akgl::pipeline::*;

use super::{body, draw};

/// An entity with a different value in every field.
fn busy() -> Entity {
    Entity {
        x: 3.0,
        y: 5.0,
        width: 7.0,
        height: 9.0,
        vx: 2.0,
        vy: 4.0,
        ay: -6.0,
        jump_force: 11.0,
        gravity: true,
        on_ground: true,
        solid: true,
        tag: 99,
    }
}

#[test]
fn absent_keys_mean_what_the_document_says() {
    let entity = Entity::default();
    assert_eq!(entity.jump_force, 15.0);
    let numbers = [
        entity.x,
        entity.y,
        entity.width,
        entity.height,
        entity.vx,
        entity.vy,
        entity.ay,
    ];
    assert_eq!(numbers, [0.0; 7]);
    assert!(!entity.gravity && !entity.on_ground && !entity.solid);
}

#[test]
fn apply_jump_writes_only_ay_and_only_on_the_ground_with_the_button_down() {
    assert_eq!(apply_jump(busy(), true), Entity { ay: -11.0, ..busy() });
    assert_eq!(apply_jump(busy(), false), busy());
    let airborne = Entity {
        on_ground: false,
        ..busy()
    };
    assert_eq!(apply_jump(airborne, true), airborne);
    // It does not ask for gravity.
    let floating = Entity {
        gravity: false,
        ..busy()
    };
    assert_eq!(
        apply_jump(floating, true),
        Entity {
            ay: -11.0,
            ..floating
        }
    );
}

#[test]
fn apply_acceleration_moves_ay_into_vy_under_gravity_only() {
    assert_eq!(
        apply_acceleration(busy()),
        Entity {
            vy: -2.0,
            ay: 0.0,
            ..busy()
        }
    );
    let floating = Entity {
        gravity: false,
        ..busy()
    };
    assert_eq!(apply_acceleration(floating), floating);
}

#[test]
fn apply_gravity_adds_one_under_gravity_only() {
    assert_eq!(apply_gravity(busy()), Entity { vy: 5.0, ..busy() });
    assert_eq!(apply_gravity_of(busy(), 0.25), Entity { vy: 4.25, ..busy() });
    let floating = Entity {
        gravity: false,
        ..busy()
    };
    assert_eq!(apply_gravity(floating), floating);
}

#[test]
fn apply_velocity_moves_one_axis() {
    assert_eq!(apply_velocity_x(busy()), Entity { x: 5.0, ..busy() });
    assert_eq!(apply_velocity_y(busy()), Entity { y: 9.0, ..busy() });
}

#[test]
fn resolving_snaps_to_the_edges_that_the_document_names() {
    let map = draw(&["....", ".#..", "...."]); // the tile covers 16..32 by 16..32
    let tiles = map.tiles();
    let at = |x, y, vx, vy| Entity { vx, vy, ..body(x, y) };
    // position = tile-x - width, and tile-x + tile-width
    assert_eq!(
        resolve_tile_collisions_x(at(4.0, 16.0, 5.0, 3.0), &tiles),
        at(0.0, 16.0, 0.0, 3.0)
    );
    assert_eq!(
        resolve_tile_collisions_x(at(30.0, 16.0, -5.0, 3.0), &tiles),
        at(32.0, 16.0, 0.0, 3.0)
    );
    assert_eq!(
        resolve_tile_collisions_y(at(16.0, 4.0, 3.0, 5.0), &tiles),
        at(16.0, 0.0, 3.0, 0.0)
    );
    assert_eq!(
        resolve_tile_collisions_y(at(16.0, 30.0, 3.0, -5.0), &tiles),
        at(16.0, 32.0, 3.0, 0.0)
    );
    // Beside it: nothing.
    let free = at(40.0, 16.0, -5.0, 3.0);
    assert_eq!(resolve_tile_collisions_x(free, &tiles), free);
}

#[test]
fn detect_ground_probes_one_pixel_below_both_corners() {
    let map = draw(&["....", ".#.."]); // the tile covers 16..32 by 16..32
    let tiles = map.tiles();
    let grounded = |x, y| detect_ground(body(x, y), &tiles).on_ground;
    assert!(grounded(16.0, 0.0));
    assert!(grounded(1.0, 0.0), "the right corner stands on the last pixel");
    assert!(!grounded(0.0, 0.0), "the right corner ends where the tile begins");
    assert!(grounded(31.0, 0.0), "the left corner stands on the last pixel");
    assert!(!grounded(32.0, 0.0));
    assert!(grounded(16.0, -1.0), "the tile is found one pixel below the feet");
    assert!(!grounded(16.0, -1.5));
    assert!(!grounded(16.0, -2.0));
    // Two cells are looked at, so a wide body is not standing on a pillar under its middle.
    let wide = Entity {
        width: 48.0,
        ..body(0.0, 0.0)
    };
    assert!(!detect_ground(wide, &tiles).on_ground);
}

#[test]
fn detect_ground_writes_only_on_ground_and_only_under_gravity() {
    let map = draw(&["....", "####"]);
    let standing = Entity {
        y: 7.0,
        on_ground: false,
        ..busy()
    };
    assert_eq!(
        detect_ground(standing, &map.tiles()),
        Entity {
            on_ground: true,
            ..standing
        }
    );
    let falling = Entity { y: -40.0, ..busy() };
    assert_eq!(
        detect_ground(falling, &map.tiles()),
        Entity {
            on_ground: false,
            ..falling
        }
    );
    let floating = Entity {
        gravity: false,
        y: -40.0,
        ..busy()
    };
    assert_eq!(detect_ground(floating, &map.tiles()), floating);
}

#[test]
fn aabb_overlap_is_false_for_separated_and_touching_boxes() {
    assert!(aabb_overlap(0.0, 0.0, 10.0, 10.0, 9.0, 9.0, 10.0, 10.0));
    assert!(!aabb_overlap(0.0, 0.0, 10.0, 10.0, 10.0, 0.0, 10.0, 10.0));
    assert!(!aabb_overlap(0.0, 0.0, 10.0, 10.0, 0.0, 10.0, 10.0, 10.0));
    assert!(!aabb_overlap(0.0, 0.0, 10.0, 10.0, 50.0, 0.0, 10.0, 10.0));
    assert!(
        aabb_overlap(0.0, 0.0, 10.0, 10.0, 2.0, 2.0, 1.0, 1.0),
        "one inside the other"
    );
}

#[test]
fn the_pipeline_reads_the_same_map_as_the_rest_offsets_flip_bits_and_all() {
    let flipped = 1 | 0x8000_0000;
    let layers = [
        LayerView {
            index: 0,
            cols: 2,
            rows: 1,
            offset: [0.0, 0.0],
            cells: &[0x8000_0000, 0],
        },
        LayerView {
            index: 3,
            cols: 2,
            rows: 1,
            offset: [100.0, -8.0],
            cells: &[0, flipped],
        },
    ];
    let view = TileView {
        tile: [16.0, 16.0],
        layers: &layers,
    };
    // The only solid tile covers 116..132 by -8..8; the other cell is empty but for its flip bits.
    let falling = |x| Entity {
        vy: 4.0,
        ..body(x, -20.0)
    };
    assert_eq!(resolve_tile_collisions_y(falling(116.0), &view).y, -24.0);
    assert_eq!(resolve_tile_collisions_y(falling(132.0), &view).y, -20.0);
    let inside_empty = Entity {
        vx: 1.0,
        ..body(4.0, 4.0)
    };
    assert_eq!(resolve_tile_collisions_x(inside_empty, &view), inside_empty);
}

#[test]
fn tileset_metadata_can_say_which_tiles_are_solid() {
    let layers = [LayerView {
        index: 0,
        cols: 2,
        rows: 1,
        offset: [0.0, 0.0],
        cells: &[4, 9],
    }];
    let tiles = TileView {
        tile: [16.0, 16.0],
        layers: &layers,
    };
    let solid_ids = std::collections::HashSet::from([9]);
    let marked = Marked {
        tiles,
        solid: |gid| solid_ids.contains(&gid),
    };
    let falling = |x| Entity {
        vy: 4.0,
        ..body(x, -12.0)
    };
    assert_eq!(resolve_tile_collisions_y(falling(0.0), &marked).y, -12.0);
    assert_eq!(resolve_tile_collisions_y(falling(16.0), &marked).y, -16.0);
}

#[test]
fn a_tile_changed_between_two_steps_counts_at_once() {
    let falling = Entity {
        vy: 4.0,
        ..body(0.0, 4.0)
    };
    let mut cells = [0, 1];
    assert_eq!(
        resolve_tile_collisions_y(falling, &Cells::new([16.0; 2], 1, &cells)).y,
        0.0
    );
    cells[1] = 0;
    assert_eq!(
        resolve_tile_collisions_y(falling, &Cells::new([16.0; 2], 1, &cells)).y,
        4.0
    );
}

#[test]
fn no_input_is_changed() {
    let list = vec![
        Entity {
            solid: true,
            ..body(0.0, 0.0)
        },
        Entity {
            solid: true,
            ..body(8.0, 0.0)
        },
    ];
    let scene = Scene {
        entities: list.clone(),
        tilemap: (),
    };
    let resolved = resolve_entity_collisions(&list);
    let moved = scene_update_entities(&scene, &[&apply_gravity, &apply_velocity_y]);
    let pushed = scene_resolve_collisions(&scene);
    assert_eq!(scene.entities, list);
    assert_ne!(resolved, list);
    assert_eq!(pushed.entities, resolved);
    assert_eq!(moved.entities[0].y, 1.0);
}

#[test]
fn scene_update_entities_applies_each_step_to_all_before_the_next() {
    let order = std::cell::RefCell::new(Vec::new());
    let note = |name: &'static str| {
        let order = &order;
        move |entity: Entity| {
            order.borrow_mut().push((name, entity.tag));
            entity
        }
    };
    let entities = (1..=2)
        .map(|tag| Entity {
            tag,
            ..Entity::default()
        })
        .collect();
    let scene = Scene {
        entities,
        tilemap: (),
    };
    let _ = scene_update_entities(&scene, &[&note("first"), &note("second")]);
    assert_eq!(
        *order.borrow(),
        [("first", 1), ("first", 2), ("second", 1), ("second", 2)]
    );
}

/// `tests/maps/level.txt` draws what is in the file: its first layer is `collidable`.
#[test]
fn a_loaded_map_is_solid_by_layer_or_by_what_its_tilesets_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/maps/level-array.tmj");
    let mut map = akgl::map::Map::load(path).unwrap();
    let by_layer = MapTiles::of_collidable_layers(&map);
    let solid = |tiles: &MapTiles, layer| {
        let cells = (0..map.height).flat_map(|row| (0..map.width).map(move |column| (column, row)));
        cells
            .filter(|&(column, row)| tiles.solid(layer, column, row))
            .count()
    };
    let filled = |layer: usize| {
        let akgl::map::LayerKind::Tiles(cells) = &map.layers[layer].kind else {
            panic!("a tile layer")
        };
        cells.iter().filter(|cell| **cell & 0x1FFF_FFFF != 0).count()
    };
    // Layers 0 and 2 of the map are collidable, 1 is not, 3 holds no tiles.
    assert_eq!(by_layer.layers(), 2);
    assert_eq!([solid(&by_layer, 0), solid(&by_layer, 1)], [filled(0), filled(2)]);
    assert!(filled(0) > 0 && filled(1) > 0);
    assert_eq!(by_layer.frame(0).tile, [16.0, 16.0]);
    // By metadata: only what is marked, in every tile layer.
    let none = MapTiles::of_marked_tiles(&map, |_| false);
    assert_eq!((none.layers(), solid(&none, 0)), (3, 0));
    let id = map.layers.iter().find_map(|layer| match &layer.kind {
        akgl::map::LayerKind::Tiles(cells) => cells.iter().map(|cell| cell & 0x1FFF_FFFF).find(|id| *id != 0),
        _ => None,
    });
    let id = id.unwrap();
    let first = map
        .tilesets
        .iter()
        .filter(|set| set.firstgid <= id)
        .map(|set| set.firstgid)
        .max()
        .unwrap();
    let set = map.tilesets.iter_mut().find(|set| set.firstgid == first).unwrap();
    set.tiles = vec![akgl::map::Tile {
        id: id - first,
        class: "wall".into(),
        properties: Default::default(),
        objects: vec![],
    }];
    let walls = MapTiles::of_marked_tiles(&map, |tile| tile.class == "wall");
    let ids = |layer: usize| match &map.layers[layer].kind {
        akgl::map::LayerKind::Tiles(cells) => cells.iter().filter(|cell| **cell & 0x1FFF_FFFF == id).count(),
        _ => 0,
    };
    let found = (0..map.height).flat_map(|row| (0..map.width).map(move |column| (column, row)));
    let found = found.filter(|&(column, row)| walls.solid(0, column, row)).count();
    assert!(found > 0);
    assert_eq!(found, ids(0));
}

#[test]
fn a_reference_to_tiles_is_as_good_as_the_tiles() {
    let map = draw(&["..", "##"]);
    let tiles = map.tiles();
    let by_reference = &&tiles;
    assert_eq!(SolidTiles::layers(by_reference), 1);
    assert!(SolidTiles::solid(by_reference, 0, 1, 1) && !SolidTiles::solid(by_reference, 0, 1, 0));
    let falling = Entity {
        vy: 4.0,
        ..body(0.0, 2.0)
    };
    assert_eq!(resolve_tile_collisions_y(falling, by_reference).y, 0.0);
}

#[test]
fn every_layer_of_a_map_with_marked_tiles_is_looked_at() {
    let layer = |index, cells| LayerView {
        index,
        cols: 2,
        rows: 2,
        offset: [0.0, 0.0],
        cells,
    };
    let layers = [layer(0, &[7, 0, 0, 0]), layer(1, &[0, 0, 3, 7])];
    let marked = Marked {
        tiles: TileView {
            tile: [16.0, 16.0],
            layers: &layers,
        },
        solid: |gid| gid == 7,
    };
    let falling = |x| {
        let entity = Entity {
            vy: 4.0,
            ..body(x, 2.0)
        };
        resolve_tile_collisions_y(entity, &marked).y
    };
    assert_eq!(falling(16.0), 0.0, "on the 7 of the second layer");
    let layers = [layer(0, &[0; 4]), layer(1, &[0, 0, 3, 0])];
    let marked = Marked {
        tiles: TileView {
            tile: [16.0, 16.0],
            layers: &layers,
        },
        ..marked
    };
    assert!(
        !detect_ground(body(0.0, 0.0), &marked).on_ground,
        "a 3 is not solid"
    );
}
