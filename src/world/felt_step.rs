//! One step of a body that feels anything.

use glam::Vec3;

use super::bodies::LANES;
use super::body::State;
use super::feel::Felt;
use super::handle::BodyId;
use super::hook::Flow;
use super::moves::count;
use super::{Backend, World};
use crate::collision::{any_near, swept};
use crate::physics::feel::{Pieces, Rest, Rules, TOUCH_GROUND, fade, limit, thrust};
use crate::physics::{Motion, drag, gravity};

/// How a body's place changes in the pieces of its step.
#[allow(clippy::large_enum_variant, reason = "there is one at a time, on the stack")]
pub(super) enum Drive {
    /// By its velocity, and nothing is kept about it.
    Plain,
    /// By its velocity.
    Euler,
    /// By the closed forms; what a whole step of this length comes to has been worked out. What the body
    /// touched when the step began, which counts to its end.
    Exact(Rules, f32, (Motion, Rest, Vec3, Vec3), u32),
}

impl World {
    /// One step of a body that has a character and no parent.
    pub(super) fn step_felt(&mut self, me: BodyId, dt: f32) {
        let rules = self.rules(me.slot());
        let pieces = Pieces::of(dt, rules.time);
        for piece in 0..pieces.count {
            if self.bodies.find(me).is_some() {
                self.act(me, &rules, piece == 0, pieces.length);
            }
        }
    }

    /// One of the pieces that a scale of time makes of a step. `rules` are those at its beginning; past the
    /// `first` piece the body may be in another zone, and what was for one step only is over.
    fn act(&mut self, me: BodyId, rules: &Rules, first: bool, dt: f32) {
        let slot = me.slot();
        let (at, lane) = (slot / LANES, slot % LANES);
        let exact = rules.exact && self.backend == Backend::Arcade;
        if !exact {
            let grounded = self.feelings.get(slot, me.generation).grounded();
            let block = &mut self.bodies.blocks[at];
            let mut motion = block.motion(lane);
            thrust(
                &mut motion,
                State(block.state[lane]).travel(),
                rules,
                grounded,
                dt,
            );
            motion.cap_thrust();
            block.set_motion(lane, &motion);
        }
        if let Some(logic) = self.bodies.cold[slot].logic {
            let flow = self.call_logic(logic, me, dt);
            if flow == Flow::Skip || self.bodies.find(me).is_none() {
                return;
            }
        } else if self.bodies.blocks[at].travelled & 1 << lane == 0 {
            self.travel(slot);
        }
        self.finish_felt(me, Some(rules).filter(|_| first), exact, dt);
    }

    /// The rest of a step, after the logic.
    pub(super) fn finish_felt(&mut self, me: BodyId, known: Option<&Rules>, exact: bool, dt: f32) {
        let slot = me.slot();
        let (at, lane) = (slot / LANES, slot % LANES);
        // The logic may have given the body settings, or an impulse.
        let rules = match known {
            Some(rules) if self.bodies.cold[slot].logic.is_none() => *rules,
            _ => self.rules(slot),
        };
        let felt = self.feelings.keep(slot, me.generation);
        felt.clear_step();
        felt.carried = rules.carried(felt.grounded());
        let before = *felt;
        if exact {
            let mut motion = self.bodies.blocks[at].motion(lane);
            let whole = self.flown(&motion, lane_state(self, slot), &before, &rules, dt);
            motion.velocity = whole.0.velocity;
            self.bodies.blocks[at].set_moving(lane, &motion);
            if !self.move_quickly(me, &motion, &before, &whole, dt) {
                self.move_special(me, dt, &Drive::Exact(rules, dt, whole, before.touching));
            }
            return;
        }
        let felt = self.feelings.keep(slot, me.generation);
        felt.push = fade(felt.push, &rules, dt).0;
        let felt = *felt;
        let block = &mut self.bodies.blocks[at];
        let mut motion = block.moving(lane);
        if rules.climbing {
            motion.environment = Vec3::ZERO;
        } else if self.backend == Backend::Arcade {
            let pulled = gravity(motion.environment, self.settings.gravity, dt);
            motion.environment = if rules.gravity == 1.0 {
                pulled
            } else {
                motion.environment + (pulled - motion.environment) * rules.gravity
            };
        }
        motion.environment = limit(drag(motion.environment, self.settings.drag, dt), &rules);
        felt.combine(&mut motion);
        block.set_moving(lane, &motion);
        if self.backend == Backend::Arcade {
            self.move_special(me, dt, &Drive::Euler);
        }
    }

    /// The same move by the quick way that plain bodies go, where it comes to the same: a body that
    /// touches nothing on its way, and one that stands or runs steadily on a floor. Else false, and
    /// nothing has changed.
    fn move_quickly(
        &mut self,
        me: BodyId,
        aimed: &Motion,
        felt: &Felt,
        whole: &(Motion, Rest, Vec3, Vec3),
        dt: f32,
    ) -> bool {
        let slot = me.slot();
        let (at, lane) = (slot / LANES, slot % LANES);
        let (after, rest, _, velocity) = whole;
        let simple = felt.push == Vec3::ZERO && felt.carried == Vec3::ZERO;
        let shaped = self.bodies.blocks[at].shaped & 1 << lane != 0;
        // What is cut up rounds at each cut.
        let cut = shaped && count(aimed.velocity * dt, self.cell()) != 1;
        if !simple || cut || self.bodies.cold[slot].response.is_some() {
            return false;
        }
        let pushed = Motion {
            environment: after.environment,
            thrust: after.thrust,
            ..*aimed
        };
        let mut moved = pushed;
        if shaped {
            self.bodies.blocks[at].set_moving(lane, &pushed);
            self.move_plain(at, 1 << lane, dt);
            moved = self.bodies.blocks[at].moving(lane);
        } else {
            moved.advance(dt);
        }
        // A few roundings of the sub-steps apart from the straight way is on it.
        let mut straight = pushed;
        straight.advance(dt);
        let near = straight.position.abs().max(pushed.position.abs()) * (4.0 * f32::EPSILON);
        let efforts = (moved.environment, moved.thrust);
        let free = efforts == (pushed.environment, pushed.thrust)
            && (moved.position - straight.position).abs().cmple(near).all();
        // A contact that changes nothing, of a body on its way out, counts as one.
        if free && !(shaped && self.overlaps(slot, moved.position)) {
            let there = Motion {
                velocity: *velocity,
                ..*after
            };
            self.bodies.blocks[at].set_moving(lane, &there);
            if after.position != moved.position {
                self.list(slot);
            }
            let felt = self.feelings.keep(slot, me.generation);
            felt.rest = *rest;
            if shaped {
                felt.touching = 0;
            }
            return true;
        }
        let steady = aimed.thrust == after.thrust
            && aimed.environment.x == after.environment.x
            && aimed.environment.y >= 0.0
            && after.environment.y > 0.0;
        let landed = efforts
            == (
                Vec3 {
                    y: 0.0,
                    ..pushed.environment
                },
                pushed.thrust,
            );
        if felt.touching == TOUCH_GROUND && steady && landed && pushed.thrust.y == 0.0 {
            moved.position = Vec3 {
                y: moved.position.y,
                ..after.position
            };
            self.bodies.blocks[at].set_moving(lane, &moved);
            self.list(slot);
            self.feelings.keep(slot, me.generation).rest = *rest;
            return true;
        }
        self.bodies.blocks[at].set_moving(lane, aimed);
        self.list(slot);
        false
    }

    /// Whether a body would overlap anything that it responds to.
    fn overlaps(&mut self, slot: usize, position: Vec3) -> bool {
        let shape = self.shape_of(slot).filter(|shape| shape.collides != 0);
        shape.is_some_and(|shape| {
            let area = swept(&shape, position, position);
            self.with_scene(shape.collides, Some(slot), |scene, found| {
                any_near(&shape, &area, scene, found)
            })
        })
    }

    /// What `dt` seconds of a course come to: the body with its mean velocity, what is finer than its
    /// numbers, its impulse, its velocity at the end.
    fn flown(
        &self,
        motion: &Motion,
        state: State,
        felt: &Felt,
        rules: &Rules,
        dt: f32,
    ) -> (Motion, Rest, Vec3, Vec3) {
        let course = self.course_of(motion, state, felt, rules);
        let (after, rest, push) = course.after(motion, dt);
        (after, rest, push, course.velocity(f64::from(dt)).as_vec3())
    }

    /// Moves a body through a piece of its step.
    pub(super) fn drive(&mut self, me: BodyId, motion: &mut Motion, length: f32, drive: &Drive) {
        let Drive::Exact(rules, dt, whole, touching) = drive else {
            motion.advance(length);
            return;
        };
        let slot = me.slot();
        let (after, rest, push, velocity) = if length == *dt {
            *whole
        } else {
            let block = &self.bodies.blocks[slot / LANES];
            let mut now = block.motion(slot % LANES);
            (now.position, now.environment, now.thrust) =
                (motion.position, motion.environment, motion.thrust);
            let mut felt = self.feelings.get(slot, me.generation);
            felt.touching = *touching;
            self.flown(&now, lane_state(self, slot), &felt, rules, length)
        };
        (
            motion.position,
            motion.environment,
            motion.thrust,
            motion.velocity,
        ) = (after.position, after.environment, after.thrust, velocity);
        let felt = self.feelings.keep(slot, me.generation);
        (felt.rest, felt.push) = (rest, push);
    }
}

fn lane_state(world: &World, slot: usize) -> State {
    State(world.bodies.blocks[slot / LANES].state[slot % LANES])
}
