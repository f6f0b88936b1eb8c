//! The default jump: 14 + 13 + … + 1 = 105 px up and the same way down.

use akgl::pipeline::*;

use super::{body, draw};

/// One frame of the document's pipeline for a player that only jumps.
fn frame(player: Entity, jump_pressed: bool, tiles: &Cells) -> Entity {
    let player = apply_gravity(apply_acceleration(apply_jump(player, jump_pressed)));
    let player = resolve_tile_collisions_x(apply_velocity_x(player), tiles);
    let player = resolve_tile_collisions_y(apply_velocity_y(player), tiles);
    detect_ground(player, tiles)
}

/// Jump force 15, gravity 1: the frames move by -14, -13, … so frame n has moved by n(n - 29) / 2.
#[test]
fn default_jump_rises_exactly_105_px_and_lands_on_frame_29() {
    let map = draw(&[
        "....", "....", "....", "....", "....", "....", "....", "....", "....", "####",
    ]);
    let tiles = map.tiles();
    let standing = Entity {
        on_ground: true,
        ..body(16.0, 128.0)
    };
    let mut player = standing;
    let mut apex = 0.0_f64;
    for n in 1..=29_i32 {
        player = frame(player, n == 1, &tiles);
        assert_eq!(player.y, 128.0 + f64::from(n * (n - 29)) / 2.0, "frame {n}");
        assert_eq!(player.on_ground, n == 29, "frame {n}");
        apex = apex.max(128.0 - player.y);
    }
    assert_eq!(apex, 105.0);
    assert_eq!(player.y, 128.0);
    // It arrives touching, which is not a collision: the speed goes in the next frame.
    assert_eq!(player.vy, 14.0);
    let player = frame(player, false, &tiles);
    assert_eq!((player.y, player.vy, player.on_ground), (128.0, 0.0, true));
}

#[test]
fn apex_is_reached_on_frame_14_and_held_on_frame_15() {
    let map = draw(&[
        "....", "....", "....", "....", "....", "....", "....", "....", "....", "####",
    ]);
    let tiles = map.tiles();
    let mut player = Entity {
        on_ground: true,
        ..body(16.0, 128.0)
    };
    let heights: Vec<f64> = (1..=16)
        .map(|n| {
            player = frame(player, n == 1, &tiles);
            128.0 - player.y
        })
        .collect();
    assert_eq!(&heights[12..], &[104.0, 105.0, 105.0, 104.0]);
}

/// The rule of the document as it stands: the touch on frame 29 keeps vy 14, and 14 - 15 + 1 is 0.
#[test]
fn jump_pressed_on_the_frame_after_an_exact_touch_is_lost_in_the_documented_pipeline() {
    let map = draw(&[
        "....", "....", "....", "....", "....", "....", "....", "....", "....", "####",
    ]);
    let tiles = map.tiles();
    let mut player = Entity {
        on_ground: true,
        ..body(16.0, 128.0)
    };
    for n in 1..=29 {
        player = frame(player, n == 1, &tiles);
    }
    assert!(player.on_ground);
    assert_eq!(frame(player, true, &tiles).y, 128.0);
    // What docs/pipeline.md recommends: whoever stands does not fall.
    if player.on_ground && player.vy > 0.0 {
        player.vy = 0.0;
    }
    assert_eq!(frame(player, true, &tiles).y, 128.0 - 14.0);
}

#[test]
fn the_swept_move_takes_the_speed_on_the_frame_of_the_touch_so_the_next_jump_works() {
    let map = draw(&[
        "....", "....", "....", "....", "....", "....", "....", "....", "....", "####",
    ]);
    let tiles = map.tiles();
    let step = |player, pressed| {
        let player = apply_gravity(apply_acceleration(apply_jump(player, pressed)));
        let player = apply_velocity_x_swept(player, &tiles);
        detect_ground(apply_velocity_y_swept(player, &tiles), &tiles)
    };
    let mut player = Entity {
        on_ground: true,
        ..body(16.0, 128.0)
    };
    for n in 1..=29 {
        player = step(player, n == 1);
    }
    assert_eq!((player.y, player.vy, player.on_ground), (128.0, 0.0, true));
    assert_eq!(step(player, true).y, 128.0 - 14.0);
}

#[test]
fn a_jump_force_of_its_own_is_used() {
    let player = Entity {
        on_ground: true,
        jump_force: 8.0,
        ..body(0.0, 0.0)
    };
    assert_eq!(apply_jump(player, true).ay, -8.0);
}
