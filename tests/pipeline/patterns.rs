//! The three ways to compose the steps: platformer, top-down, sandbox.

use akgl::pipeline::*;

use super::draw;

#[test]
fn platformer_runs_jumps_a_gap_and_stops_at_the_wall() {
    let map = draw(&[
        "....................",
        "....................",
        "....................",
        "....................",
        "....................",
        "....................",
        "...................#",
        "########..##########",
    ]);
    let tiles = map.tiles();
    let mut player = Entity {
        x: 8.0,
        y: 96.0,
        width: 12.0,
        height: 16.0,
        gravity: true,
        ..Entity::default()
    };
    player = detect_ground(player, &tiles);
    let mut took_off = None;
    let mut landed = None;
    for frame in 1..=200 {
        let pressed = player.on_ground && player.x > 100.0 && took_off.is_none();
        if pressed {
            took_off = Some((frame, player.x));
        }
        player.vx = 3.0;
        player = apply_jump(player, pressed);
        player = apply_acceleration(player);
        player = apply_gravity(player);
        player = apply_velocity_x(player);
        player = resolve_tile_collisions_x(player, &tiles);
        player = apply_velocity_y(player);
        player = resolve_tile_collisions_y(player, &tiles);
        player = detect_ground(player, &tiles);
        if took_off.is_some() && landed.is_none() && player.on_ground {
            landed = Some((frame, player.x));
        }
        assert!(player.y <= 96.0, "it never fell into the gap");
    }
    // 8 + 3n first exceeds 100 after frame 31; the jump takes frames 32 to 60 and 29 * 3 px.
    assert_eq!(took_off, Some((32, 101.0)));
    assert_eq!(landed, Some((60, 188.0)));
    // The wall's face is at 304, the player 12 px wide.
    assert_eq!((player.x, player.y, player.vx), (292.0, 96.0, 0.0));
}

#[test]
fn top_down_walks_four_ways_and_slides_along_walls() {
    let map = draw(&["########", "#......#", "#..##..#", "#......#", "########"]);
    let tiles = map.tiles();
    let step = |player: Entity, dx, dy| {
        let player = Entity {
            vx: dx,
            vy: dy,
            ..player
        };
        let player = resolve_tile_collisions_x(apply_velocity_x(player), &tiles);
        resolve_tile_collisions_y(apply_velocity_y(player), &tiles)
    };
    let mut player = Entity {
        x: 20.0,
        y: 20.0,
        width: 12.0,
        height: 12.0,
        ..Entity::default()
    };
    for _ in 0..40 {
        player = step(player, -3.0, -3.0);
    }
    assert_eq!((player.x, player.y), (16.0, 16.0), "into the upper left corner");
    for _ in 0..5 {
        player = step(player, 3.0, -3.0);
    }
    assert_eq!(
        (player.x, player.y),
        (31.0, 16.0),
        "along the upper wall at full speed"
    );
    for _ in 0..40 {
        player = step(player, 0.0, 3.0);
    }
    assert_eq!((player.x, player.y), (31.0, 52.0), "down to the lower wall at 64");
    for _ in 0..100 {
        player = step(player, 3.0, -3.0);
    }
    assert_eq!(
        (player.x, player.y),
        (100.0, 16.0),
        "round the block into the upper right corner"
    );
    assert_eq!(
        step(player, 0.0, 0.0),
        Entity {
            vx: 0.0,
            vy: 0.0,
            ..player
        },
        "no drift"
    );
}

#[test]
fn sandbox_boxes_fall_and_come_to_lie_apart() {
    let mut rows = vec!["#..............#"; 12];
    rows[11] = "################";
    let map = draw(&rows);
    let boxes = (0..6_u32).map(|n| Entity {
        x: f64::from(40 + 10 * n),
        y: f64::from(20 * (n % 3)),
        width: 16.0,
        height: 16.0,
        gravity: true,
        solid: true,
        ..Entity::default()
    });
    let mut scene = Scene {
        entities: boxes.collect(),
        tilemap: map.tiles(),
    };
    for _ in 0..300 {
        let tilemap = scene.tilemap;
        scene = scene_update_entities(
            &scene,
            &[
                &apply_gravity,
                &apply_velocity_x,
                &|e| resolve_tile_collisions_x(e, &tilemap),
                &apply_velocity_y,
                &|e| resolve_tile_collisions_y(e, &tilemap),
                &|e| detect_ground(e, &tilemap),
            ],
        );
        scene = scene_resolve_collisions(&scene);
    }
    for (at, a) in scene.entities.iter().enumerate() {
        assert!(a.x >= 16.0 && a.x + 16.0 <= 240.0, "between the walls: {a:?}");
        assert!(a.y + 16.0 <= 177.0, "on the floor: {a:?}");
        for b in &scene.entities[at + 1..] {
            let apart = !aabb_overlap(a.x, a.y, a.width, a.height, b.x, b.y, b.width, b.height);
            assert!(apart, "{a:?} and {b:?}");
        }
    }
}

#[test]
fn trigger_zones_are_asked_and_push_nobody() {
    let zone = Entity {
        x: 50.0,
        width: 20.0,
        height: 20.0,
        ..Entity::default()
    };
    let player = Entity {
        x: 40.0,
        width: 16.0,
        height: 16.0,
        solid: true,
        ..Entity::default()
    };
    assert!(aabb_overlap(
        zone.x,
        zone.y,
        zone.width,
        zone.height,
        player.x,
        player.y,
        player.width,
        player.height
    ));
    assert_eq!(resolve_entity_collisions(&[zone, player]), [zone, player]);
}

#[test]
fn knockback_is_a_speed_and_gravity_goes_on() {
    let map = draw(&["....", "....", "####"]);
    let mut enemy = Entity {
        x: 40.0,
        y: 16.0,
        width: 16.0,
        height: 16.0,
        gravity: true,
        ..Entity::default()
    };
    enemy.vx = -5.0;
    enemy = resolve_tile_collisions_x(apply_velocity_x(apply_gravity(enemy)), &map.tiles());
    enemy = resolve_tile_collisions_y(apply_velocity_y(enemy), &map.tiles());
    assert_eq!((enemy.x, enemy.y, enemy.vx, enemy.vy), (35.0, 16.0, -5.0, 0.0));
}
