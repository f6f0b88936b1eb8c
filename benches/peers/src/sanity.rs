//! Whether an engine did the work that was asked: a time counts only where it did.

use crate::rule::size;
use crate::scenes::Scene;
use crate::workload::{self, Game, Workload};

/// What an engine made of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sanity {
    /// Actors outside the level.
    pub escaped: usize,
    /// Actors that stay deeper than [`IN_TILES`] in solid tiles.
    pub inside: usize,
    /// Pairs of actors that push apart and stay deeper than [`DEPTH`] in each other: told, not judged, since
    /// how soft bodies are is an engine's own choice.
    pub overlaps: usize,
    /// Mean speed in px/s: along x in the platform run.
    pub speed: f32,
    /// Boxes that the query found blocked.
    pub blocked: usize,
}

/// How deep actors may be in each other for longer, in px.
const DEPTH: f32 = 1.0;
/// The same in tiles, a quarter of one: solvers push by some depth, and a crowd presses against the wall.
const IN_TILES: f32 = 4.0;
/// What stays so for this many steps lasts. A body that lands in an engine without continuous collision is
/// deeper for a while, and is pushed out bit by bit.
const LASTS: usize = 40;
/// How far a mean speed may be from the floor's, as a share of it. A rigid body that is pushed moves on, where
/// ours stops the one that pushes.
const SPEED: f32 = 0.15;
/// How far the number of blocked boxes may be from the floor's, as a share of it.
const BLOCKED: f32 = 0.01;

impl Sanity {
    /// Plays a few steps more, from step number `step` on.
    pub fn of(game: &mut dyn Game, scene: &Scene, workload: Workload, step: u32) -> Self {
        let count = scene.actors.len();
        let speed = |actor| game.speed(actor)[0].abs() / count as f32;
        let mut found = Self {
            speed: match workload {
                Workload::Run => (0..count).map(speed).sum(),
                _ => workload::mean_speed(game, count),
            },
            ..Self::default()
        };
        let Some(size) = size(scene) else {
            return found;
        };
        let mut stuck: Vec<usize> = (0..count).collect();
        let mut pairs = None;
        for step in (step..).take(LASTS) {
            game.step(step);
            stuck.retain(|actor| inside(scene, game.place(*actor), size));
            if workload == Workload::Crowd {
                let now = deep_pairs(game, count, size[0]);
                pairs = Some(match pairs {
                    None => now,
                    Some(mut pairs) => {
                        Vec::retain(&mut pairs, |pair| now.contains(pair));
                        pairs
                    }
                });
            }
        }
        found.escaped = (0..count)
            .filter(|actor| escaped(scene, game.place(*actor)))
            .count();
        found.inside = stuck.len();
        found.overlaps = pairs.map_or(0, |pairs| pairs.len());
        found
    }

    /// Whether the time of an engine counts, beside what the floor did.
    pub fn holds(&self, floor: &Self) -> bool {
        let near = |ours: f32, theirs: f32, share: f32| (ours - theirs).abs() <= share * theirs;
        self.escaped == 0
            && self.inside == 0
            && near(self.speed, floor.speed, SPEED)
            && near(self.blocked as f32, floor.blocked as f32, BLOCKED)
    }
}

/// A place that is not a number is outside.
fn escaped(scene: &Scene, [x, y]: [f32; 2]) -> bool {
    let layer = &scene.layers[0];
    let (w, h) = (
        layer.cols() as f32 * scene.tile[0],
        layer.rows() as f32 * scene.tile[1],
    );
    !((0.0..w).contains(&x) && (0.0..h).contains(&y))
}

fn inside(scene: &Scene, [x, y]: [f32; 2], [w, h]: [f32; 2]) -> bool {
    let cell = |at: f32, side: f32| (at / side).floor() as i32;
    let [across, down] = scene.tile;
    (cell(y + IN_TILES, down)..=cell(y + h - IN_TILES, down)).any(|row| {
        (cell(x + IN_TILES, across)..=cell(x + w - IN_TILES, across))
            .any(|col| scene.layers[0].gid(col, row) != 0)
    })
}

/// Pairs of actors, squares of one size, that overlap by more than [`DEPTH`] on both axes.
fn deep_pairs(game: &dyn Game, count: usize, side: f32) -> Vec<[usize; 2]> {
    let places: Vec<_> = (0..count).map(|actor| game.place(actor)).collect();
    let mut found = Vec::new();
    for a in 0..count {
        for b in 0..a {
            let apart = |axis: usize| (places[a][axis] - places[b][axis]).abs();
            if side - apart(0).max(apart(1)) > DEPTH {
                found.push([a, b]);
            }
        }
    }
    found
}
