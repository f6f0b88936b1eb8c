//! Where the document says nothing: what was decided.

use akgl::pipeline::*;

use super::{body, draw};

#[test]
fn at_rest_inside_a_tile_nothing_happens_along_that_axis() {
    let map = draw(&["...", ".#.", "..."]);
    let stuck = body(20.0, 20.0);
    assert_eq!(resolve_tile_collisions_x(stuck, &map.tiles()), stuck);
    assert_eq!(resolve_tile_collisions_y(stuck, &map.tiles()), stuck);
}

#[test]
fn at_rest_inside_a_tile_gravity_lifts_it_out_on_top() {
    let map = draw(&["...", "...", "###", "###", "###"]); // top at 32
    let mut entity = body(16.0, 52.0); // two rows deep
    for _ in 0..2 {
        entity = resolve_tile_collisions_y(apply_velocity_y(apply_gravity(entity)), &map.tiles());
    }
    assert_eq!((entity.y, entity.vy), (16.0, 0.0));
    assert!(detect_ground(entity, &map.tiles()).on_ground);
}

#[test]
fn zero_size_is_a_point_that_tiles_stop() {
    let map = draw(&["...", "###"]);
    let point = Entity {
        width: 0.0,
        height: 0.0,
        vy: 4.0,
        ..body(20.0, 18.0)
    };
    let landed = resolve_tile_collisions_y(point, &map.tiles());
    assert_eq!((landed.y, landed.vy), (16.0, 0.0));
    assert!(detect_ground(landed, &map.tiles()).on_ground);
}

#[test]
fn a_point_on_the_seam_of_two_tiles_is_stopped_when_both_are_solid() {
    let map = draw(&["...", "##.", "#.."]);
    let point = |x, y| Entity {
        width: 0.0,
        height: 0.0,
        vy: 4.0,
        ..body(x, y)
    };
    let on_seam = resolve_tile_collisions_y(point(16.0, 18.0), &map.tiles());
    assert_eq!(on_seam.y, 16.0);
    assert!(detect_ground(on_seam, &map.tiles()).on_ground);
    // Along the side of a lone tile it only touches: it neither climbs it nor stands on it.
    let beside = point(32.0, 18.0);
    assert_eq!(resolve_tile_collisions_y(beside, &map.tiles()), beside);
    assert!(!detect_ground(point(32.0, 16.0), &map.tiles()).on_ground);
    assert_eq!(apply_velocity_y_swept(point(16.0, 10.0), &map.tiles()).y, 14.0);
    assert_eq!(apply_velocity_y_swept(point(16.0, 14.0), &map.tiles()).y, 16.0);
}

#[test]
fn zero_size_overlaps_what_it_lies_strictly_inside() {
    assert!(aabb_overlap(5.0, 5.0, 0.0, 0.0, 0.0, 0.0, 10.0, 10.0));
    assert!(
        !aabb_overlap(0.0, 5.0, 0.0, 0.0, 0.0, 0.0, 10.0, 10.0),
        "on the edge"
    );
    assert!(
        !aabb_overlap(5.0, 5.0, 0.0, 0.0, 5.0, 5.0, 0.0, 0.0),
        "two points"
    );
}

#[test]
fn negative_sizes_overlap_nothing() {
    assert!(!aabb_overlap(10.0, 10.0, -5.0, 5.0, 0.0, 0.0, 20.0, 20.0));
    let map = draw(&["###", "###"]);
    let wrong = Entity {
        width: -16.0,
        vy: 3.0,
        ..body(20.0, 4.0)
    };
    assert_eq!(resolve_tile_collisions_y(wrong, &map.tiles()), wrong);
    assert!(!detect_ground(wrong, &map.tiles()).on_ground);
}

#[test]
fn nan_speed_moves_nothing() {
    let map = draw(&["...", "###"]);
    let lost = Entity {
        vx: f64::NAN,
        vy: f64::NAN,
        ..body(0.0, 0.0)
    };
    let next = apply_velocity_y(apply_velocity_x(apply_gravity(lost)));
    assert_eq!((next.x, next.y), (0.0, 0.0));
    let next = resolve_tile_collisions_y(resolve_tile_collisions_x(next, &map.tiles()), &map.tiles());
    assert_eq!((next.x, next.y), (0.0, 0.0));
    let swept = apply_velocity_y_swept(apply_velocity_x_swept(lost, &map.tiles()), &map.tiles());
    assert_eq!((swept.x, swept.y), (0.0, 0.0));
}

#[test]
fn nan_and_infinite_places_touch_nothing_and_infect_nobody() {
    let map = draw(&["###", "###"]);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for spoil in [
            |e: &mut Entity, v| e.x = v,
            |e: &mut Entity, v| e.y = v,
            |e: &mut Entity, v| e.width = v,
            |e: &mut Entity, v| e.height = v,
        ] {
            let mut lost = Entity {
                vx: 3.0,
                vy: 3.0,
                solid: true,
                ..body(4.0, 4.0)
            };
            spoil(&mut lost, bad);
            let same = |next: Entity| format!("{next:?}") == format!("{lost:?}");
            assert!(same(resolve_tile_collisions_x(lost, &map.tiles())));
            assert!(same(resolve_tile_collisions_y(lost, &map.tiles())));
            assert!(!detect_ground(lost, &map.tiles()).on_ground);
            let _ = apply_velocity_x_swept(lost, &map.tiles());
            let fine = Entity {
                solid: true,
                ..body(0.0, 0.0)
            };
            let both = resolve_entity_collisions(&[lost, fine]);
            assert!(same(both[0]));
            assert_eq!(both[1], fine);
        }
    }
}

#[test]
fn touching_a_wall_while_walking_along_it_changes_nothing() {
    let map = draw(&["..#", "..#", "###"]);
    let tiles = map.tiles();
    // On the floor and against the wall at once, moving away and moving in place.
    for vx in [-3.0, 0.0] {
        let walker = Entity {
            vx,
            ..body(16.0, 16.0)
        };
        let walked = resolve_tile_collisions_x(apply_velocity_x(walker), &tiles);
        assert_eq!(
            walked,
            Entity {
                x: 16.0 + vx,
                ..walker
            }
        );
    }
    // Exactly touching with a speed towards the wall: not a collision yet.
    let touching = Entity {
        vx: 3.0,
        ..body(16.0, 16.0)
    };
    assert_eq!(resolve_tile_collisions_x(touching, &tiles), touching);
}

#[test]
fn a_body_as_wide_as_the_gap_fits_through_it() {
    let map = draw(&["...", "#.#", "#.#", "#.#"]);
    let tiles = map.tiles();
    let mut faller = body(16.0, 0.0);
    for _ in 0..8 {
        faller = apply_gravity(faller);
        faller = resolve_tile_collisions_x(apply_velocity_x(faller), &tiles);
        faller = resolve_tile_collisions_y(apply_velocity_y(faller), &tiles);
    }
    assert_eq!((faller.x, faller.y), (16.0, 36.0)); // 1 + 2 + … + 8
}

#[test]
fn a_fractional_body_at_rest_is_not_one_bit_inside_the_floor() {
    // Neither faces nor sizes are exact in binary, and a place some pixels above a face near 0 is rounded
    // more coarsely than the face.
    for (tile, floor) in [(0.7, 3), (0.7, 5), (0.3, 7), (1.1, 3), (0.9, 1), (0.1, 7)] {
        let cells: Vec<u32> = (0..512 * 8).map(|at| u32::from(at / 512 >= floor)).collect();
        let tiles = Cells::new([tile, tile], 512, &cells);
        for hundredths in (1..1000).step_by(3) {
            let size = f64::from(hundredths) / 100.0;
            let mut walker = Entity {
                width: size,
                height: size,
                vx: 0.3,
                ..body(1.1, -size)
            };
            for _ in 0..40 {
                walker = apply_gravity_of(walker, 0.05);
                walker = resolve_tile_collisions_x(apply_velocity_x(walker), &tiles);
                assert_eq!(
                    walker.vx, 0.3,
                    "tile {tile}, size {size}: the floor it stands on is no wall"
                );
                walker = resolve_tile_collisions_y(apply_velocity_y(walker), &tiles);
            }
            assert_eq!(walker.vy, 0.0);
        }
    }
}

#[test]
fn several_tiles_a_frame_into_a_thick_wall_end_at_its_face() {
    let map = draw(&["......####"]); // face at 96
    let tiles = map.tiles();
    for vx in 1..=64 {
        let start = Entity {
            vx: f64::from(vx),
            ..body(64.0, 0.0)
        };
        let next = resolve_tile_collisions_x(apply_velocity_x(start), &tiles);
        let expected = if vx <= 16 { 64.0 + f64::from(vx) } else { 80.0 };
        assert_eq!(next.x, expected, "vx {vx}");
        assert_eq!(next.vx, if vx <= 16 { f64::from(vx) } else { 0.0 }, "vx {vx}");
    }
    // The same leftwards, upwards and downwards.
    let map = draw(&["####......"]);
    let start = Entity {
        vx: -60.0,
        ..body(80.0, 0.0)
    };
    assert_eq!(
        resolve_tile_collisions_x(apply_velocity_x(start), &map.tiles()).x,
        64.0
    );
    let map = draw(&[".", ".", "#", "#", "#", "#"]);
    let start = Entity {
        vy: 60.0,
        ..body(0.0, 0.0)
    };
    assert_eq!(
        resolve_tile_collisions_y(apply_velocity_y(start), &map.tiles()).y,
        16.0
    );
    let map = draw(&["#", "#", "#", "#", ".", "."]);
    let start = Entity {
        vy: -60.0,
        ..body(0.0, 80.0)
    };
    assert_eq!(
        resolve_tile_collisions_y(apply_velocity_y(start), &map.tiles()).y,
        64.0
    );
}

#[test]
fn snapping_back_stops_where_the_move_began() {
    // It starts inside the wall and moves 20 px further in: one snap by the rule, none past the start.
    let map = draw(&["########"]);
    let start = Entity {
        vx: 20.0,
        ..body(36.0, 0.0)
    };
    let next = resolve_tile_collisions_x(apply_velocity_x(start), &map.tiles());
    // It ends over 56..72; the first face of those tiles is at 48, so the rule says 32.
    assert_eq!((next.x, next.vx), (32.0, 0.0));
}

#[test]
fn outside_the_map_nothing_is_solid() {
    let map = draw(&["##", "##"]);
    for (x, y) in [
        (-40.0, 4.0),
        (40.0, 4.0),
        (4.0, -40.0),
        (4.0, 40.0),
        (1e300, 1e300),
        (-1e300, 4.0),
    ] {
        let out = Entity {
            vx: 1.0,
            vy: 1.0,
            ..body(x, y)
        };
        assert_eq!(resolve_tile_collisions_x(out, &map.tiles()), out);
        assert_eq!(resolve_tile_collisions_y(out, &map.tiles()), out);
        assert!(!detect_ground(out, &map.tiles()).on_ground);
    }
}

#[test]
fn a_grid_without_usable_cells_has_no_solid_tiles() {
    for tile in [[0.0, 16.0], [16.0, -1.0], [f64::NAN, 16.0], [f64::INFINITY, 16.0]] {
        let tiles = Cells::new(tile, 1, &[1]);
        let entity = Entity {
            vx: 1.0,
            vy: 1.0,
            ..body(0.0, 0.0)
        };
        assert_eq!(resolve_tile_collisions_x(entity, &tiles), entity);
        assert_eq!(apply_velocity_x_swept(entity, &tiles).x, 1.0);
    }
    let entity = Entity {
        vx: 1.0,
        ..body(0.0, 0.0)
    };
    assert_eq!(
        resolve_tile_collisions_x(entity, &Cells::new([16.0; 2], 0, &[1])),
        entity
    );
}

fn solid(x: f64, y: f64, width: f64, height: f64) -> Entity {
    Entity {
        x,
        y,
        width,
        height,
        solid: true,
        ..Entity::default()
    }
}

#[test]
fn overlap_equal_on_both_axes_is_pushed_along_x() {
    let pushed = resolve_entity_collisions(&[solid(0.0, 0.0, 16.0, 16.0), solid(12.0, 12.0, 16.0, 16.0)]);
    assert_eq!(
        (pushed[0].x, pushed[0].y, pushed[0].vx, pushed[0].vy),
        (-2.0, 0.0, -1.0, 0.0)
    );
    assert_eq!(
        (pushed[1].x, pushed[1].y, pushed[1].vx, pushed[1].vy),
        (14.0, 12.0, 1.0, 0.0)
    );
}

#[test]
fn on_the_very_same_spot_the_earlier_one_goes_left() {
    let pushed = resolve_entity_collisions(&[solid(4.0, 4.0, 16.0, 16.0), solid(4.0, 4.0, 16.0, 16.0)]);
    assert_eq!((pushed[0].x, pushed[1].x), (-4.0, 12.0));
    assert_eq!((pushed[0].vx, pushed[1].vx), (-1.0, 1.0));
}

#[test]
fn a_box_inside_another_comes_out_whole() {
    // 4 px wide at 20 in a 100 px box: 24 px to the left edge is the shortest way.
    let pushed = resolve_entity_collisions(&[solid(20.0, 40.0, 4.0, 4.0), solid(0.0, 0.0, 100.0, 100.0)]);
    assert_eq!((pushed[0].x, pushed[1].x), (8.0, 12.0));
    assert_eq!((pushed[0].vx, pushed[1].vx), (-1.0, 1.0));
}

#[test]
fn odd_overlaps_are_halved_exactly() {
    let pushed = resolve_entity_collisions(&[solid(0.0, 0.0, 16.0, 16.0), solid(13.0, 1.0, 16.0, 16.0)]);
    assert_eq!((pushed[0].x, pushed[1].x), (-1.5, 14.5));
}
