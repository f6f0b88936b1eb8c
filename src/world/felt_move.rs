//! The moves of bodies that feel anything.

#![allow(clippy::needless_range_loop)] // Several rows at one lane: the index says what is meant.

use std::sync::Arc;

use glam::Vec3;

use super::World;
use super::bodies::{LANES, Row};
use super::felt_rows::{copy, exchange, lane_after, lane_of};
use super::felt_step::{Drive, Exact};
use super::handle::BodyId;
use super::moves::{Around, Glided};
use super::query::list;
use super::step::each;
use super::surroundings::MOST_BOXES;
use super::tiles::{Solid, Tiles};
use crate::collision::quick::{self, Answer, Ground, Other, Target};
use crate::collision::{LAYER_STATIC, Shape, Space};
use crate::physics::Motion;
use crate::physics::feel::{After, Rules, TOUCH_GROUND};

/// What does not change from body to body.
pub(super) struct Place<'a> {
    ground: Option<Ground<'a, Solid>>,
    nothing: Ground<'static, Solid>,
    cell: [f64; 2],
}

impl Place<'_> {
    /// The tiles that a shape meets; `None` where they are not of the quick kind.
    #[inline]
    pub(super) fn ground(&self, shape: &Shape) -> Option<&Ground<'_, Solid>> {
        match &self.ground {
            Some(_) if !shape.responds_to(LAYER_STATIC) => Some(&self.nothing),
            ground => ground.as_ref(),
        }
    }

    /// The lanes whose way is not cut up.
    pub(super) fn short(&self, moved: &[Row; 3]) -> u16 {
        let most = self.cell.map(|side| (side / 2.0) as f32);
        if (0..2).any(|axis| f64::from(most[axis]) != self.cell[axis] / 2.0) {
            return 0;
        }
        let mut short = 0;
        for lane in 0..LANES {
            let within = (moved[0][lane].abs() <= most[0]) & (moved[1][lane].abs() <= most[1]);
            short |= u16::from(within) << lane;
        }
        short
    }
}

impl World {
    /// The tiles, for [`place`](Self::place) to look at while bodies move.
    pub(super) fn shared_tiles(&self) -> Arc<Tiles> {
        Arc::clone(&self.tiles)
    }

    pub(super) fn place<'a>(&self, tiles: &'a Tiles) -> Place<'a> {
        Place {
            ground: tiles.ground(),
            nothing: Tiles::no_ground(),
            cell: self.cell(),
        }
    }

    /// Moves a body the quick way that plain bodies go, where it can, else piece by piece.
    pub(super) fn move_felt(&mut self, me: BodyId, dt: f32, place: &Place<'_>, drive: &Drive<'_>) {
        let slot = me.slot();
        if self.bodies.cold[slot].response.is_some() || !self.glide_felt(slot, dt, place, drive) {
            if let Drive::Exact(exact) = drive {
                // The move is cut up by the mean velocity.
                let block = &mut self.bodies.blocks[slot / LANES];
                let mut motion = block.moving(slot % LANES);
                motion.velocity = exact.whole.0.velocity;
                block.set_moving(slot % LANES, &motion);
            }
            self.move_special(me, dt, drive);
        }
    }

    /// False where the body cannot go that way: nothing has changed.
    #[inline]
    fn glide_felt(&mut self, slot: usize, dt: f32, place: &Place<'_>, drive: &Drive<'_>) -> bool {
        let (at, lane) = (slot / LANES, slot % LANES);
        let felt = self.feelings.of(slot);
        if felt.is_some_and(|felt| felt.push != Vec3::ZERO || felt.carried != Vec3::ZERO) {
            return false;
        }
        let block = &self.bodies.blocks[at];
        let mut motion = block.moving(lane);
        let mut target = Target::of(&motion, dt);
        if let Drive::Exact(exact) = drive {
            let whole = &exact.whole.0;
            (motion.environment, motion.thrust) = (whole.environment, whole.thrust);
            target = Target {
                displacement: whole.velocity * dt,
                place: whole.position,
                in_one: true,
            };
        }
        let mut touching = None;
        let mut listed = false;
        if let Some(entry) = self.shapes.entry(block.shape[lane]) {
            let shape = &entry.shape;
            listed = shape.layers & self.indexed != 0;
            if shape.collides == 0 {
                motion.position = target.place;
            } else {
                let others = shape.collides & (self.shapes.layers() | self.statics.layers) != 0;
                let ground = place.ground(shape);
                let planar = self.space == Space::Planar || !others && motion.position.z.is_finite();
                let Some(ground) = ground.filter(|_| entry.glides && planar) else {
                    return false;
                };
                let around = Around {
                    tiles: &self.tiles,
                    statics: &self.statics,
                    bodies: &self.bodies,
                    shapes: &self.shapes,
                    near: &self.near,
                    space: self.space,
                    cell: place.cell,
                };
                let mut touched = 0;
                let glided = if others {
                    let mut room = [Other::default(); MOST_BOXES];
                    let room = Some(&mut room);
                    around.glide(slot, entry, ground, room, &mut motion, dt, &target, &mut touched)
                } else {
                    around.glide(slot, entry, ground, None, &mut motion, dt, &target, &mut touched)
                };
                if let Glided::No = glided {
                    return false;
                }
                touching = Some(touched);
            }
        } else {
            motion.position = target.place;
        }
        motion.combine();
        self.bodies.blocks[at].set_moving(lane, &motion);
        if let Some(touched) = touching {
            *self.feelings.touching_mut(slot) = touched;
        }
        if let Drive::Exact(exact) = drive {
            self.feelings.set_rest(slot, exact.whole.1);
        }
        if listed {
            list(&mut self.near, &self.bodies, &self.shapes, self.indexed, slot);
        }
        true
    }

    /// The moves of bodies with a shape, in their order. `rules` are those of all of them, where they are
    /// the same.
    pub(super) fn move_rows(
        &mut self,
        at: usize,
        mask: u16,
        exact: u16,
        rules: Option<&Rules>,
        after: &mut After<LANES>,
        dt: f32,
    ) {
        if mask == 0 {
            return;
        }
        let tiles = self.shared_tiles();
        let place = self.place(&tiles);
        let block = &mut self.bodies.blocks[at];
        // Where each leads as long as nothing is in the way, and whether that is cut up.
        let mut to = after.position;
        let mut moved = after.velocity;
        if exact != mask {
            copy(&mut moved, &block.velocity, !exact);
        }
        for axis in 0..3 {
            for lane in 0..LANES {
                moved[axis][lane] *= dt;
            }
        }
        if exact != mask {
            let mut straight = block.position;
            for axis in 0..3 {
                for lane in 0..LANES {
                    straight[axis][lane] += moved[axis][lane];
                }
            }
            copy(&mut to, &straight, !exact);
        }
        let short = place.short(&moved);
        let (numbers, starts) = (block.shape, block.position);
        exchange(block, after, mask & exact);
        let layers = self.shapes.layers() | self.statics.layers;
        let mut done = 0;
        for lane in each(mask) {
            let slot = at * LANES + lane;
            let Some(entry) = self.shapes.entry(numbers[lane]) else {
                continue;
            };
            let shape = &entry.shape;
            let ground = place.ground(shape);
            let simple = short & 1 << lane != 0 && shape.collides & layers == 0 && entry.glides;
            let listed = shape.layers & self.indexed != 0;
            let block = &mut self.bodies.blocks[at];
            if let Some(ground) = ground.filter(|_| simple && shape.collides != 0)
                && (self.space == Space::Planar || starts[2][lane].is_finite())
            {
                let (from, aim) = (lane_of(&starts, lane), lane_of(&to, lane));
                // Most are in the air or on a floor.
                let simply = match quick::place(ground, &entry.hull, from, aim) {
                    quick::Place::Free => Some((aim.y, 0)),
                    quick::Place::Borne(y) => {
                        let efforts = [block.environment[1][lane], block.thrust[1][lane]];
                        let now = quick::press(efforts);
                        if now != efforts {
                            [block.environment[1][lane], block.thrust[1][lane]] = now;
                            for axis in 0..2 {
                                let sum = block.environment[axis][lane] + block.thrust[axis][lane];
                                block.velocity[axis][lane] = sum;
                            }
                        }
                        Some((y, TOUCH_GROUND))
                    }
                    quick::Place::Else => None,
                };
                if let Some((y, touched)) = simply {
                    block.set_position(lane, Vec3 { y, ..aim });
                    self.feelings.rows[at].touching[lane] = touched;
                    done |= 1 << lane;
                    if listed {
                        list(&mut self.near, &self.bodies, &self.shapes, self.indexed, slot);
                    }
                    continue;
                }
                let mut motion = Motion {
                    position: lane_of(&to, lane),
                    environment: lane_of(&block.environment, lane),
                    thrust: lane_of(&block.thrust, lane),
                    ..Motion::default()
                };
                let mut touched = 0;
                let answer = quick::glide(ground, &[], &entry.hull, from, &mut motion, &mut touched);
                if answer != Answer::NotHere {
                    if answer == Answer::Met {
                        motion.combine();
                        block.set_plane(lane, &motion);
                    } else {
                        block.set_position(lane, motion.position);
                    }
                    self.feelings.rows[at].touching[lane] = touched;
                    done |= 1 << lane;
                    if listed {
                        list(&mut self.near, &self.bodies, &self.shapes, self.indexed, slot);
                    }
                    continue;
                }
            }
            let me = self.bodies.id(slot);
            if exact & 1 << lane == 0 {
                self.move_felt(me, dt, &place, &Drive::Euler);
                continue;
            }
            let other;
            let rules = match rules {
                Some(rules) => rules,
                None => {
                    other = self.feelings.alike(at, 1 << lane).1;
                    &other
                }
            };
            // Its efforts are those before the step again.
            let block = &mut self.bodies.blocks[at];
            for axis in 0..3 {
                let (environment, thrust) = (&mut block.environment[axis], &mut block.thrust[axis]);
                core::mem::swap(&mut environment[lane], &mut after.environment[axis][lane]);
                core::mem::swap(&mut thrust[lane], &mut after.thrust[axis][lane]);
            }
            let (motion, rest) = lane_after(after, lane);
            let step = Exact {
                rules,
                grounded: self.feelings.grounded(slot),
                whole: (motion, rest, Vec3::ZERO),
                dt,
            };
            self.move_felt(me, dt, &place, &Drive::Exact(&step));
        }
        let fine = &mut self.feelings.rows[at].fine;
        copy(&mut fine.position, &after.fine.position, done & exact);
        copy(&mut fine.environment, &after.fine.environment, done & exact);
    }
}
