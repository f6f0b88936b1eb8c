//! The last part of a body's step: moving, and meeting what is in the way.

use glam::Vec3;

use super::World;
use super::bodies::LANES;
use super::contact::{Contact, body_thing};
use super::handle::BodyId;
use super::query::list;
use super::step::each;
use super::surroundings::Surroundings;
use super::tiles::Views;
use crate::collision::{
    self, Obstacle, Passage, Resolver, Scene, Shape, any_near, block, lengths, substeps, swept,
};
use crate::physics::Motion;

/// Into how many sub-steps a move is cut; 0 where it is one that can meet nothing.
fn cut(
    shape: &Shape,
    motion: &Motion,
    dt: f32,
    cell: [f64; 2],
    scene: &mut impl Scene,
    found: &mut Vec<Obstacle>,
) -> u32 {
    let mut moved = *motion;
    moved.advance(dt);
    let displacement = motion.velocity * dt;
    let count = substeps([f64::from(displacement.x), f64::from(displacement.y)], cell);
    // Where the move is not cut up, asking what it meets says as much as asking what is near.
    if count == 1
        || any_near(
            shape,
            &swept(shape, motion.position, moved.position),
            scene,
            found,
        )
    {
        count
    } else {
        0
    }
}

/// Where the default response leaves a body.
fn pushed(mut position: Vec3, contact: &collision::Contact) -> Vec3 {
    match contact.axis() {
        Some(axis) => position[axis] = contact.place[axis],
        None => position = contact.place,
    }
    position
}

impl World {
    /// The size of a cell for cutting up moves.
    pub(super) fn cell(&self) -> [f64; 2] {
        let size = if self.tiles.layers.is_empty() {
            self.cell_without_tiles
        } else {
            self.tiles.size
        };
        size.map(f64::from)
    }

    /// The moves of bodies that have a shape and no response of their own.
    pub(super) fn move_plain(&mut self, at: usize, mask: u16, dt: f32) {
        let views = Views::of(&self.tiles);
        let cell = self.cell();
        for lane in each(mask) {
            let slot = at * LANES + lane;
            let Some(shape) = self.shapes.get(self.bodies.blocks[at].shape[lane]) else {
                continue;
            };
            let mut motion = self.bodies.blocks[at].moving(lane);
            if shape.collides == 0 {
                motion.advance(dt);
            } else {
                let mut scene = Surroundings {
                    tiles: views.view(),
                    statics: &self.statics,
                    bodies: &self.bodies,
                    shapes: &self.shapes,
                    near: &self.near,
                    mask: shape.collides,
                    without: Some(slot),
                };
                let count = cut(shape, &motion, dt, cell, &mut scene, &mut self.found);
                if count == 0 {
                    motion.advance(dt);
                } else {
                    self.resolver.begin_step();
                    for length in lengths(dt, count) {
                        let mut passage = Passage {
                            shape: *shape,
                            from: motion.position,
                            to: motion.position,
                            space: self.space,
                            me: Some(body_thing(self.bodies.id(slot))),
                        };
                        motion.advance(length);
                        self.resolver.begin_substep();
                        let efforts = (motion.environment, motion.thrust);
                        passage.to = motion.position;
                        while let Some(contact) = self.resolver.next(&passage, &mut scene) {
                            block(&mut motion, &contact);
                            passage.to = motion.position;
                        }
                        if efforts != (motion.environment, motion.thrust) {
                            motion.combine();
                        }
                    }
                }
            }
            let listed = shape.layers & self.indexed != 0;
            self.bodies.blocks[at].set_moving(lane, &motion);
            if listed {
                list(&mut self.near, &self.bodies, &self.shapes, self.indexed, slot);
            }
        }
    }

    /// The move of a body that may have a response of its own. After each response everything is
    /// read anew: the body may be gone, elsewhere or of another shape.
    pub(super) fn move_special(&mut self, me: BodyId, dt: f32) {
        let slot = me.slot();
        let (at, lane) = (slot / LANES, slot % LANES);
        let mut resolver = core::mem::take(&mut self.resolver);
        let whole = self.move_with(&mut resolver, me, dt);
        self.resolver = resolver;
        if whole && self.bodies.blocks[at].alive & 1 << lane != 0 {
            self.list(slot);
        }
    }

    /// False where the body was removed on the way.
    fn move_with(&mut self, resolver: &mut Resolver, me: BodyId, dt: f32) -> bool {
        let slot = me.slot();
        let (at, lane) = (slot / LANES, slot % LANES);
        let mut motion = self.bodies.blocks[at].moving(lane);
        let count = match self.shape_of(slot).filter(|shape| shape.collides != 0) {
            None => 0,
            Some(shape) => {
                let cell = self.cell();
                self.with_scene(shape.collides, Some(slot), |scene, found| {
                    cut(&shape, &motion, dt, cell, scene, found)
                })
            }
        };
        if count == 0 {
            motion.advance(dt);
            self.bodies.blocks[at].set_position(lane, motion.position);
            return true;
        }
        resolver.begin_step();
        for length in lengths(dt, count) {
            let mut from = motion.position;
            motion.advance(length);
            self.bodies.blocks[at].set_moving(lane, &motion);
            resolver.begin_substep();
            let efforts = (motion.environment, motion.thrust);
            while let Some(shape) = self.shape_of(slot).filter(|shape| shape.collides != 0) {
                let passage = Passage {
                    shape,
                    from,
                    to: motion.position,
                    space: self.space,
                    me: Some(body_thing(me)),
                };
                let next = self.with_scene(shape.collides, Some(slot), |scene, _| {
                    resolver.next(&passage, scene)
                });
                let Some(contact) = next else { break };
                match self.bodies.cold[slot].response {
                    None => {
                        block(&mut motion, &contact);
                        self.bodies.blocks[at].set_moving(lane, &motion);
                    }
                    Some(response) => {
                        self.list(slot);
                        let before = motion.position;
                        self.call_response(response, me, dt, &Contact::from(&contact));
                        if self.bodies.find(me).is_none() {
                            return false;
                        }
                        motion = self.bodies.blocks[at].moving(lane);
                        if motion.position != before && motion.position != pushed(before, &contact) {
                            // Put elsewhere by the game: that is where it comes from now.
                            from = motion.position;
                        }
                    }
                }
            }
            if efforts != (motion.environment, motion.thrust) {
                motion.combine();
            }
            self.bodies.blocks[at].set_moving(lane, &motion);
        }
        true
    }

    fn shape_of(&self, slot: usize) -> Option<Shape> {
        let block = &self.bodies.blocks[slot / LANES];
        self.shapes.get(block.shape[slot % LANES]).copied()
    }

    /// Calls `ask` with what surrounds the bodies, as far as it is on the layers of `mask` and not the
    /// body of the slot `without`, and with room to work in.
    pub(super) fn with_scene<T>(
        &mut self,
        mask: u32,
        without: Option<usize>,
        ask: impl FnOnce(&mut Surroundings<'_>, &mut Vec<Obstacle>) -> T,
    ) -> T {
        let views = Views::of(&self.tiles);
        let mut scene = Surroundings {
            tiles: views.view(),
            statics: &self.statics,
            bodies: &self.bodies,
            shapes: &self.shapes,
            near: &self.near,
            mask,
            without,
        };
        ask(&mut scene, &mut self.found)
    }
}
