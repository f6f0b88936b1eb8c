//! The opt-in moves: nothing is too thin for them.

use akgl::pipeline::*;

use super::{body, draw};

/// A 16 px floor with its top at 160, over 40 rows of nothing.
fn thin_floor() -> super::Drawn {
    let mut rows = vec!["..."; 50];
    rows[10] = "###";
    draw(&rows)
}

#[test]
fn documented_a_16_px_body_at_32_px_a_frame_or_more_passes_a_16_px_floor() {
    let map = thin_floor();
    for speed in 32..=200_i32 {
        // Touching from above after one frame less than it takes: it ends below the floor, touching.
        let start = Entity {
            vy: f64::from(speed),
            ..body(16.0, 144.0)
        };
        let next = resolve_tile_collisions_y(apply_velocity_y(start), &map.tiles());
        assert_eq!(next.y, 144.0 + f64::from(speed), "speed {speed}");
        assert_eq!(next.vy, f64::from(speed));
    }
    // One pixel slower, or from anywhere that is not exactly far enough, it is caught.
    let start = Entity {
        vy: 31.0,
        ..body(16.0, 144.0)
    };
    assert_eq!(
        resolve_tile_collisions_y(apply_velocity_y(start), &map.tiles()).y,
        144.0
    );
}

#[test]
fn swept_a_16_px_body_does_not_pass_a_16_px_floor_at_any_speed_from_anywhere() {
    let map = thin_floor();
    for speed in (1..=400_i32).chain([10_000, 1_000_000_000]) {
        for height in 0..=64 {
            let mut faller = Entity {
                vy: f64::from(speed),
                ..body(16.0, 144.0 - f64::from(height))
            };
            for _ in 0..height / speed + 2 {
                faller = apply_velocity_y_swept(faller, &map.tiles());
            }
            assert_eq!(
                (faller.y, faller.vy),
                (144.0, 0.0),
                "speed {speed} from {height} px above"
            );
        }
    }
    let infinite = Entity {
        vy: f64::INFINITY,
        ..body(16.0, 0.0)
    };
    assert_eq!(apply_velocity_y_swept(infinite, &map.tiles()).y, 144.0);
}

#[test]
fn swept_works_all_four_ways() {
    let map = draw(&[".......", ".......", "...#...", ".......", "......."]); // 48..64 by 32..48
    let tiles = map.tiles();
    let from = |x, y, vx, vy| Entity { vx, vy, ..body(x, y) };
    assert_eq!(
        apply_velocity_x_swept(from(0.0, 32.0, 90.0, 7.0), &tiles),
        from(32.0, 32.0, 0.0, 7.0)
    );
    assert_eq!(
        apply_velocity_x_swept(from(96.0, 32.0, -90.0, 7.0), &tiles),
        from(64.0, 32.0, 0.0, 7.0)
    );
    assert_eq!(
        apply_velocity_y_swept(from(48.0, 0.0, 7.0, 70.0), &tiles),
        from(48.0, 16.0, 7.0, 0.0)
    );
    assert_eq!(
        apply_velocity_y_swept(from(48.0, 64.0, 7.0, -70.0), &tiles),
        from(48.0, 48.0, 7.0, 0.0)
    );
    // Beside it, touching: free.
    assert_eq!(
        apply_velocity_x_swept(from(0.0, 16.0, 90.0, 7.0), &tiles),
        from(90.0, 16.0, 90.0, 7.0)
    );
}

#[test]
fn swept_lets_a_body_walk_out_of_a_tile_and_never_moves_it_backwards() {
    let map = draw(&[".#.#"]);
    let tiles = map.tiles();
    let inside = Entity {
        vx: 3.0,
        ..body(20.0, 0.0)
    }; // covers 20..36, inside 16..32
    assert_eq!(apply_velocity_x_swept(inside, &tiles).x, 23.0);
    // On its way out the next tile stops it.
    let fast = Entity { vx: 30.0, ..inside };
    assert_eq!(apply_velocity_x_swept(fast, &tiles).x, 32.0);
    // Touching the next tile it stays.
    let touching = Entity {
        vx: 5.0,
        ..body(32.0, 0.0)
    };
    assert_eq!(
        apply_velocity_x_swept(touching, &tiles),
        Entity { vx: 0.0, ..touching }
    );
}

/// Where neither starts inside a tile and nothing moves more than its own size, both moves end in the
/// same place.
#[test]
fn swept_and_documented_agree_at_walking_speed() {
    let map = draw(&[
        "########", "#......#", "#..#...#", "#......#", "#.##.#.#", "#......#", "########",
    ]);
    let tiles = map.tiles();
    let mut seed = 7_u64;
    let mut random = |n: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % n) as f64
    };
    let (mut swept, mut documented) = (body(16.0, 16.0), body(16.0, 16.0));
    for frame in 0..20_000 {
        let (vx, vy) = (random(33) - 16.0, random(33) - 16.0);
        swept = Entity { vx, vy, ..swept };
        documented = Entity { vx, vy, ..documented };
        swept = apply_velocity_y_swept(apply_velocity_x_swept(swept, &tiles), &tiles);
        documented = resolve_tile_collisions_x(apply_velocity_x(documented), &tiles);
        documented = resolve_tile_collisions_y(apply_velocity_y(documented), &tiles);
        assert_eq!((swept.x, swept.y), (documented.x, documented.y), "frame {frame}");
    }
}

#[test]
fn a_wall_beyond_the_move_stops_nobody() {
    // 10 wide, 30 high; walls two tiles to either side and below: 22, 22 and 18 px of room.
    let map = draw(&["#...#", ".....", "....#", "##.##", "#####"]);
    let box_at = |vx, vy| Entity {
        x: 38.0,
        y: 0.0,
        width: 10.0,
        height: 30.0,
        vx,
        vy,
        ..Entity::default()
    };
    let right = apply_velocity_x_swept(box_at(5.0, 0.0), &map.tiles());
    assert_eq!((right.x, right.vx), (43.0, 5.0));
    let left = apply_velocity_x_swept(box_at(-5.0, 0.0), &map.tiles());
    assert_eq!((left.x, left.vx), (33.0, -5.0));
    let down = apply_velocity_y_swept(box_at(0.0, 5.0), &map.tiles());
    assert_eq!((down.y, down.vy), (5.0, 5.0));
    let far = apply_velocity_x_swept(box_at(50.0, 0.0), &map.tiles());
    assert_eq!((far.x, far.vx), (54.0, 0.0), "its right edge at 64");
}

#[test]
fn whoever_is_inside_a_tile_walks_out_of_it_every_way() {
    let map = draw(&[".....", "..#..", "....."]);
    for (vx, vy) in [(3.0, 0.0), (-3.0, 0.0), (0.0, 3.0), (0.0, -3.0)] {
        let inside = Entity {
            vx,
            vy,
            ..body(32.0, 16.0)
        };
        let moved = apply_velocity_y_swept(apply_velocity_x_swept(inside, &map.tiles()), &map.tiles());
        assert_eq!((moved.x, moved.y), (32.0 + vx, 16.0 + vy));
        assert_eq!((moved.vx, moved.vy), (vx, vy));
    }
}
