//! The blocks of a large world side by side, with the feature `parallel`.
//!
//! What a body without parent, hooks and settings of feel does to itself before its move is seen by nobody,
//! and neither is its move where none of the bodies can meet another: those parts of a run of such blocks
//! are shared out over the processors. The moves of bodies that may meet each other follow in the order of
//! the slots, as in a step by one thread; so the bits are the same.

use core::ops::Range;

use rayon::prelude::*;

use super::bodies::{Block, Cold, LANES};
use super::body::Character;
use super::kernel;
use super::level::Level;
use super::step::each;
use super::{Backend, World};
use crate::physics::Settings;

/// The fewest blocks in a row that are worth waking other threads for: 2,048 bodies.
pub(super) const WORTH: usize = 128;
/// The fewest blocks that one thread takes at a time.
const SHARE: usize = 16;

/// What the bodies of all blocks have in common.
struct Step<'a> {
    characters: &'a [Character],
    settings: &'a Settings,
    backend: Backend,
    /// Where none of the bodies can meet another.
    level: Option<Level<'a>>,
    dt: f32,
}

impl Step<'_> {
    /// The step of a block's bodies; returns those that are still to be moved.
    fn take(&self, block: &mut Block, cold: &[Cold]) -> u16 {
        kernel::thrust(block, self.dt);
        for lane in each(block.stepped & !block.travelled) {
            let character = cold[lane].character;
            if let Some(character) = character.and_then(|id| self.characters.get(id.index())) {
                block.travel(lane, character);
            }
        }
        kernel::environment(block, self.settings, self.backend == Backend::Arcade, self.dt);
        if self.backend == Backend::Null {
            return 0;
        }
        let shaped = block.stepped & block.shaped;
        if shaped == 0 {
            kernel::advance(block, self.settings, self.dt);
            return 0;
        }
        for lane in each(block.stepped & !shaped) {
            let mut motion = block.moving(lane);
            motion.advance(self.dt);
            block.set_position(lane, motion.position);
        }
        match &self.level {
            Some(level) => level.advance(block, shaped, self.dt),
            None => shaped,
        }
    }
}

impl World {
    /// Steps a run of blocks that begins at `at`, where there is one of at least `worth` blocks; the block
    /// after it.
    pub(super) fn step_side_by_side(&mut self, at: usize, dt: f32, worth: usize) -> Option<usize> {
        if self.bodies.blocks.len() - at < worth {
            return None;
        }
        let run = self.plain_from(at);
        if run.len() < worth {
            return None;
        }
        let cell = self.cell();
        let layers = self.shapes.layers() | self.statics.layers;
        let blocks = &mut self.bodies.blocks[run.clone()];
        let level = Level::of(
            &self.tiles,
            &self.shapes,
            &self.settings,
            layers,
            self.space,
            cell,
        )
        .filter(|level| {
            blocks
                .par_iter()
                .with_min_len(SHARE)
                .all(|block| level.is_all(block, block.stepped & block.shaped))
        });
        let alone = level.is_some();
        let step = Step {
            characters: &self.characters,
            settings: &self.settings,
            backend: self.backend,
            level,
            dt,
        };
        self.left.clear();
        self.left.resize(blocks.len(), 0);
        blocks
            .par_iter_mut()
            .zip(self.bodies.cold[run.start * LANES..].par_chunks(LANES))
            .zip(&mut self.left)
            .with_min_len(SHARE)
            .for_each(|((block, cold), left)| *left = step.take(block, cold));
        for (nth, at) in run.clone().enumerate() {
            let left = self.left[nth];
            let block = &self.bodies.blocks[at];
            let moved = block.stepped & block.shaped & !left;
            if alone && self.indexed != 0 {
                for lane in each(moved) {
                    self.list(at * LANES + lane);
                }
            }
            if left != 0 {
                self.move_plain(at, left, dt);
            }
        }
        Some(run.end)
    }

    /// The blocks from `at` on in which everybody who is there is stepped by the library alone.
    fn plain_from(&self, at: usize) -> Range<usize> {
        let plain = |at: &usize| {
            let block = &self.bodies.blocks[*at];
            let felt = self.feelings.lanes(*at);
            (block.hooked | felt | block.child | !block.stepped) & block.alive == 0
        };
        at..(at..self.bodies.blocks.len())
            .find(|at| !plain(at))
            .unwrap_or(self.bodies.blocks.len())
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::super::{Body, Character, Flow, State, TileLayer, World};
    use crate::collision::{LAYER_ACTOR, LAYER_STATIC, Shape};
    use crate::physics::Settings;

    /// Runners, fliers and a crowd among tiles, with a few hooks and children among them.
    fn world(count: usize, crowd: bool, special: bool) -> World {
        let mut world = World::new(Settings {
            gravity: Vec3::new(0.0, 300.0, 0.0),
            drag: Vec3::new(0.5, 0.1, 0.0),
            ..Settings::default()
        });
        let (cols, rows) = (120_u32, 40_u32);
        let mut seed = 5_u32;
        let mut below = |most: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % most
        };
        let cells = (0..cols * rows)
            .map(|at| u32::from(at / cols % 8 == 7 || below(11) == 0))
            .collect();
        world
            .set_tiles([16.0; 2], vec![TileLayer::new(cols, rows, cells).unwrap()])
            .unwrap();
        let boxed = Shape::rect(0.0, 0.0, 7.0, 9.0, 0.0).unwrap();
        let others = boxed.against(LAYER_STATIC | LAYER_ACTOR);
        let kinds = [Some(boxed), None, Some(if crowd { others } else { boxed })];
        let characters = kinds.map(|shape| {
            let acceleration = Vec3::new(700.0, 90.0, 0.0);
            let top_speed = Vec3::new(150.0, 40.0, 0.0);
            world
                .add_character(Character {
                    acceleration,
                    top_speed,
                    shape,
                })
                .unwrap()
        });
        let logic = world.add_logic(|context| {
            context.travel();
            Flow::Go
        });
        let mut before = None;
        for at in 0..count {
            let place = [below(1900) as f32 + 0.25, below(600) as f32 + 0.5];
            let way = [State::MOVING_LEFT, State::MOVING_RIGHT, State::NONE][below(3) as usize];
            let mut body = Body::new(characters[below(3) as usize], place[0], place[1]).with_state(way);
            if special && below(150) == 0 {
                body.logic = Some(logic);
            } else if special && below(150) == 0 {
                body.parent = before;
            }
            before = Some(world.spawn(body).unwrap());
            if at % 97 == 0 {
                world.remove(before.take().unwrap());
            }
        }
        world
    }

    #[test]
    fn blocks_side_by_side_come_out_as_one_after_the_other() {
        for (count, crowd, special) in [
            (3000, false, false),
            (3000, false, true),
            (800, true, false),
            (800, true, true),
        ] {
            let (mut together, mut alone) = (world(count, crowd, special), world(count, crowd, special));
            for step in 0..60 {
                together.step_blocks(1.0 / 60.0, None, 2);
                alone.step_blocks(1.0 / 60.0, None, usize::MAX);
                assert_eq!(
                    together.hash(),
                    alone.hash(),
                    "{count}, {crowd}, {special}, step {step}"
                );
            }
        }
    }
}
