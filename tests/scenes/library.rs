//! The scenes with names: the workloads W1 to W3, a platformer, a top-down room, sensors, children.

use akgl::collision::{LAYER_ACTOR, LAYER_ENEMY, LAYER_PICKUP, LAYER_STATIC, Shape, Space};
use akgl::physics::{Motion, Settings};
use akgl::world::{Character, State, Static, TileLayer};
use glam::Vec3;

use super::{Actor, Dice, Rule, Scene, Wish};

pub const DT: f32 = 1.0 / 60.0;
const SIDEWAYS: State = State(State::MOVING_LEFT.0 | State::MOVING_RIGHT.0);

pub fn rect(x: f32, y: f32, w: f32, h: f32) -> Shape {
    Shape::rect(x, y, w, h, 0.0).expect("a usable box")
}

fn place(x: f32, y: f32) -> Motion {
    Motion {
        position: Vec3::new(x, y, 0.0),
        ..Motion::default()
    }
}

/// The level of W1: 512 by 64 tiles of 16 px: floors every eight rows with gaps and steps, walls at
/// both ends, free cells to start in.
pub fn level() -> TileLayer {
    let (cols, rows) = (512_usize, 64_usize);
    let mut cells = vec![0_u32; cols * rows];
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for row in 0..rows {
        for col in 0..cols {
            let border = col == 0 || col == cols - 1 || row == 0 || row == rows - 1;
            let along = (col + row * 3) % 40;
            let floor = row % 8 == 7 && along > 3;
            let step = row % 8 == 6 && dice.below(24) == 0 && (along + 5) % 40 > 5;
            cells[row * cols + col] = u32::from(border || floor || step);
        }
    }
    TileLayer::new(cols as u32, rows as u32, cells).expect("a whole grid")
}

/// Runners turn where they are stopped, and jump every 90 steps.
fn run(step: u32, actor: usize, motion: &Motion, state: State) -> Wish {
    let mut wish = Wish::default();
    // A turn shows in the velocity after the step that follows the next, so every other step will do.
    let left = state.any(State::MOVING_LEFT);
    if motion.velocity.x == 0.0 && step.is_multiple_of(2) && step > 2 {
        let turned = if left {
            State::MOVING_RIGHT
        } else {
            State::MOVING_LEFT
        };
        wish.state = Some(state.without(SIDEWAYS).with(turned));
    }
    if (step + actor as u32 * 7) % 90 == 89 {
        wish.jump = Some(-380.0);
    }
    wish
}

/// W1: boxes of 12 by 28 px on the tiles of [`level`] and nothing else.
pub fn platform_run(count: usize) -> Scene {
    let level = level();
    let mut dice = Dice(0x1234_5678_9ABC_DEF1);
    let mut actors = Vec::with_capacity(count);
    while actors.len() < count {
        let (col, row) = (dice.below(508) as i32 + 2, dice.below(62) as i32 + 1);
        let free = (row - 1..=row + 1).all(|row| (col - 1..=col + 1).all(|col| level.gid(col, row) == 0));
        if free {
            let heading = if dice.below(2) == 0 {
                State::MOVING_LEFT
            } else {
                State::MOVING_RIGHT
            };
            actors.push(Actor {
                motion: place(col as f32 * 16.0 + 2.0, row as f32 * 16.0),
                state: State::ALIVE | heading,
                ..Actor::default()
            });
        }
    }
    Scene {
        name: "platform run",
        settings: Settings {
            gravity: Vec3::new(0.0, 900.0, 0.0),
            ..Settings::default()
        },
        space: Space::Planar,
        tile: [16.0; 2],
        layers: vec![level],
        statics: Vec::new(),
        characters: vec![Character {
            acceleration: Vec3::new(1200.0, 0.0, 0.0),
            top_speed: Vec3::new(120.0, 0.0, 0.0),
            shape: Some(rect(0.0, 0.0, 12.0, 28.0)),
        }],
        actors,
        rule: run,
        dt: DT,
        steps: 240,
    }
}

/// W1 once more for each of several copies of the level, side by side in one layer, four in a row.
pub fn platform_run_spread(copies: usize) -> Scene {
    let mut scene = platform_run(1000);
    let one = &scene.layers[0];
    let (cols, rows) = (one.cols() as usize, one.rows() as usize);
    let across = copies.min(4);
    let down = copies.div_ceil(across);
    let mut cells = Vec::with_capacity(across * cols * down * rows);
    for row in 0..down * rows {
        let from = row % rows * cols;
        for _ in 0..across {
            cells.extend_from_slice(&one.cells()[from..from + cols]);
        }
    }
    let side = scene.tile[0];
    let actors = core::mem::take(&mut scene.actors);
    for copy in 0..copies {
        let shift = Vec3::new(
            (copy % across * cols) as f32 * side,
            (copy / across * rows) as f32 * side,
            0.0,
        );
        scene.actors.extend(actors.iter().map(|actor| {
            let mut actor = *actor;
            actor.motion.position += shift;
            actor
        }));
    }
    let size = [(across * cols) as u32, (down * rows) as u32];
    scene.layers = vec![TileLayer::new(size[0], size[1], cells).expect("a whole grid")];
    scene
}

const HEADINGS: [State; 8] = [
    State::MOVING_LEFT,
    State(State::MOVING_LEFT.0 | State::MOVING_UP.0),
    State::MOVING_UP,
    State(State::MOVING_UP.0 | State::MOVING_RIGHT.0),
    State::MOVING_RIGHT,
    State(State::MOVING_RIGHT.0 | State::MOVING_DOWN.0),
    State::MOVING_DOWN,
    State(State::MOVING_DOWN.0 | State::MOVING_LEFT.0),
];

/// A new direction every 60 steps.
fn wander(step: u32, actor: usize, _: &Motion, state: State) -> Wish {
    if !step.is_multiple_of(60) {
        return Wish::default();
    }
    let mixed = (actor as u32).wrapping_mul(0x9E37_79B1) ^ (step / 60).wrapping_mul(0x85EB_CA77);
    let heading = HEADINGS[(mixed >> 20) as usize % 8];
    let moving = State(SIDEWAYS.0 | State::MOVING_UP.0 | State::MOVING_DOWN.0);
    Wish {
        state: Some(state.without(moving).with(heading)),
        ..Wish::default()
    }
}

/// W2: boxes of 12 by 12 px that push apart, one to three by three cells, in a walled room.
pub fn crowd(count: usize) -> Scene {
    let side = (count as f64).sqrt().ceil() as usize;
    let cells = side * 3 + 2;
    let mut grid = vec![0_u32; cells * cells];
    for at in 0..cells {
        for edge in [at, (cells - 1) * cells + at, at * cells, at * cells + cells - 1] {
            grid[edge] = 1;
        }
    }
    let actors = (0..count)
        .map(|at| Actor {
            motion: place((at % side * 48 + 34) as f32, (at / side * 48 + 34) as f32),
            state: State::ALIVE,
            ..Actor::default()
        })
        .collect();
    let shape = rect(0.0, 0.0, 12.0, 12.0).against(LAYER_STATIC | LAYER_ACTOR);
    Scene {
        name: "crowd",
        settings: Settings::default(),
        space: Space::Planar,
        tile: [16.0; 2],
        layers: vec![TileLayer::new(cells as u32, cells as u32, grid).expect("a whole grid")],
        statics: Vec::new(),
        characters: vec![Character {
            acceleration: Vec3::new(800.0, 800.0, 0.0),
            top_speed: Vec3::new(80.0, 80.0, 0.0),
            shape: Some(shape),
        }],
        actors,
        rule: wander,
        dt: DT,
        steps: 240,
    }
}

/// W3: no shape, gravity and drag.
pub fn free_flight(count: usize) -> Scene {
    let mut dice = Dice(0xDEAD_BEEF_1234_5678);
    let actors = (0..count)
        .map(|_| Actor {
            motion: Motion {
                environment: Vec3::new(
                    dice.below(400) as f32 - 200.0,
                    dice.below(400) as f32 - 200.0,
                    0.0,
                ),
                ..place(dice.below(4000) as f32, dice.below(1000) as f32)
            },
            state: State::ALIVE,
            ..Actor::default()
        })
        .collect();
    Scene {
        name: "free flight",
        settings: Settings {
            gravity: Vec3::new(0.0, 900.0, 0.0),
            drag: Vec3::new(0.5, 1.8, 0.0),
            ..Settings::default()
        },
        space: Space::Planar,
        tile: [16.0; 2],
        layers: Vec::new(),
        statics: Vec::new(),
        characters: vec![Character {
            acceleration: Vec3::new(600.0, 600.0, 0.0),
            top_speed: Vec3::new(120.0, 120.0, 0.0),
            shape: None,
        }],
        actors,
        rule: |_, _, _, _| Wish::default(),
        dt: DT,
        steps: 240,
    }
}

/// A player who runs, jumps, turns and falls past platforms, round and flat bodies beside him, one
/// with a child.
fn play(step: u32, actor: usize, _: &Motion, state: State) -> Wish {
    let part = (step / 40 + actor as u32) % 6;
    let heading = match part {
        0 | 1 => State::MOVING_RIGHT,
        2 => SIDEWAYS,
        3 | 4 => State::MOVING_LEFT,
        _ => State::NONE,
    };
    Wish {
        state: Some(state.without(SIDEWAYS).with(heading)),
        jump: (step % 55 == actor as u32 * 9).then_some(-430.0),
        teleport: (step == 200 && actor == 2).then_some(Vec3::new(40.5, 20.25, 0.0)),
    }
}

pub fn platformer() -> Scene {
    let text = "\
#..............................#
#..............................#
#.......####...........#.......#
#..............................#
#...#.............####.........#
#...##.......................###
#........###.........#.......###
#####..############..###########
#####..############..###########";
    let shape = rect(2.0, 0.0, 12.0, 28.0);
    let round = Shape::circle(6.0, 6.0, 6.0, 0.0).expect("a circle");
    let tall = Shape::new(
        akgl::collision::Kind::CapsuleY,
        [-5.0, -20.0],
        [10.0, 24.0],
        0.0,
        0.0,
    )
    .expect("a capsule");
    let heavy = shape.against(LAYER_STATIC | LAYER_ENEMY).on(LAYER_ACTOR);
    let mut actors: Vec<Actor> = (0..6)
        .map(|at| Actor {
            motion: place(40.0 + at as f32 * 47.3, 60.0 - at as f32 * 3.7),
            state: State::ALIVE,
            shape: [None, Some(round.on(LAYER_ENEMY)), Some(tall), Some(heavy)][at % 4],
            ..Actor::default()
        })
        .collect();
    let mut child = Actor {
        shape: Some(rect(0.0, 0.0, 8.0, 8.0).on(LAYER_ENEMY)),
        parent: Some(1),
        ..Actor::default()
    };
    child.motion.velocity = Vec3::new(-3.5, -14.0, 0.0);
    actors.push(child);
    let platform = |x: f32, y: f32, w: f32, h: f32| Static {
        shape: rect(0.0, 0.0, w, h).on(LAYER_STATIC),
        position: Vec3::new(x, y, 0.0),
        user: 0,
    };
    Scene {
        name: "platformer",
        settings: Settings {
            gravity: Vec3::new(0.0, 900.0, 0.0),
            drag: Vec3::new(0.0, 0.4, 0.0),
            ..Settings::default()
        },
        space: Space::Planar,
        tile: [16.0; 2],
        layers: vec![
            TileLayer::from_text(text),
            TileLayer::from_text("..##").at(160.0, 48.0).numbered(3),
        ],
        statics: vec![
            platform(100.5, 70.25, 37.0, 5.5),
            platform(300.0, 30.0, 40.0, 90.0),
        ],
        characters: vec![Character {
            acceleration: Vec3::new(900.0, 0.0, 0.0),
            top_speed: Vec3::new(150.0, 0.0, 0.0),
            shape: Some(shape),
        }],
        actors,
        rule: play,
        dt: DT,
        steps: 600,
    }
}

/// A room seen from above, at speeds that cut the moves up, with depth compared.
pub fn top_down() -> Scene {
    let text = "\
####################
#........#.........#
#..##....#....##...#
#..............#...#
#....#.............#
#....###....####...#
#..................#
####################";
    let shape = rect(-5.0, -5.0, 10.0, 10.0).against(LAYER_STATIC | LAYER_ACTOR);
    let actors = (0..12)
        .map(|at| Actor {
            motion: place(30.0 + (at % 4) as f32 * 61.0, 26.0 + (at / 4) as f32 * 44.0),
            state: State::ALIVE,
            ..Actor::default()
        })
        .collect();
    Scene {
        name: "top-down",
        settings: Settings {
            drag: Vec3::new(2.0, 2.0, 0.0),
            ..Settings::default()
        },
        space: Space::Solid,
        tile: [16.0, 16.0],
        layers: vec![TileLayer::from_text(text)],
        statics: Vec::new(),
        characters: vec![Character {
            acceleration: Vec3::new(2400.0, 2400.0, 0.0),
            top_speed: Vec3::new(700.0, 500.0, 0.0),
            shape: Some(shape),
        }],
        actors,
        rule: wander,
        dt: DT,
        steps: 600,
    }
}

/// Walkers over coins that are sensors, and a door that is one.
pub fn sensors() -> Scene {
    let mut scene = platformer();
    scene.name = "sensors";
    scene.statics.extend((0..12).map(|at| Static {
        shape: rect(0.0, 0.0, 9.0, 9.0).on(LAYER_PICKUP).as_sensor(),
        position: Vec3::new(40.0 + at as f32 * 29.0, 92.0, 0.0),
        user: at,
    }));
    for (at, actor) in scene.actors.iter_mut().enumerate() {
        let shape = actor.shape.unwrap_or(rect(2.0, 0.0, 12.0, 28.0));
        actor.shape = Some(shape.against(LAYER_STATIC | LAYER_PICKUP | LAYER_ENEMY));
        if at == 4 {
            actor.shape = actor.shape.map(Shape::as_sensor);
        }
    }
    scene
}

/// The scenes that every driver must play alike.
pub fn all() -> Vec<Scene> {
    vec![
        platformer(),
        top_down(),
        sensors(),
        crowd(120),
        platform_run(100),
        free_flight(50),
    ]
}

/// A rule by itself, for scenes made elsewhere.
pub const WANDER: Rule = wander;
/// The platformer's rule.
pub const PLAY: Rule = play;
