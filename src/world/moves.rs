//! The last part of a body's step: moving, and meeting what is in the way.

use glam::Vec3;

use super::World;
use super::bodies::{Bodies, LANES};
use super::contact::{Contact, body_thing};
use super::felt_step::Drive;
use super::handle::BodyId;
use super::level::Level;
use super::near::Near;
use super::query::list;
use super::shapes::{Entry, Shapes};
use super::statics::Statics;
use super::step::each;
use super::surroundings::{MOST_BOXES, Surroundings};
use super::tiles::{Solid, Tiles, Views};
use crate::collision::quick::{self, Answer, Ground, Other, Target, pieces, wider};
use crate::collision::tiles::TileView;
use crate::collision::{
    self, LAYER_STATIC, Obstacle, Passage, Resolver, Scene, Shape, Space, any_near, block, lengths, swept,
};
use crate::physics::Motion;
use crate::physics::feel::touched;

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
    let count = pieces(motion.velocity * dt, cell);
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

/// What surrounds the bodies of a world.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) tiles: &'a Tiles,
    pub(super) statics: &'a Statics,
    pub(super) bodies: &'a Bodies,
    pub(super) shapes: &'a Shapes,
    pub(super) near: &'a Near,
    pub(super) space: Space,
    pub(super) cell: [f64; 2],
}

impl<'a> Around<'a> {
    fn scene(&self, tiles: TileView<'a>, mask: u32, without: Option<usize>) -> Surroundings<'a> {
        Surroundings {
            tiles,
            statics: self.statics,
            bodies: self.bodies,
            shapes: self.shapes,
            near: self.near,
            mask,
            without,
        }
    }

    /// Moves a body that blocks past anything at all.
    #[inline(never)]
    fn travel(
        &self,
        slot: usize,
        shape: &Shape,
        motion: &mut Motion,
        dt: f32,
        resolver: &mut Resolver,
        found: &mut Vec<Obstacle>,
    ) {
        let views = Views::of(self.tiles);
        let mut scene = self.scene(views.view(), shape.collides, Some(slot));
        let count = cut(shape, motion, dt, self.cell, &mut scene, found);
        if count == 0 {
            motion.advance(dt);
            return;
        }
        resolver.begin_step();
        for length in lengths(dt, count) {
            let from = motion.position;
            motion.advance(length);
            resolver.begin_substep();
            let efforts = (motion.environment, motion.thrust);
            let mut passage = Passage {
                shape: *shape,
                from,
                to: motion.position,
                space: self.space,
                me: Some(body_thing(self.bodies.id(slot))),
            };
            while let Some(contact) = resolver.next(&passage, &mut scene) {
                block(motion, &contact);
                passage.to = motion.position;
            }
            if efforts != (motion.environment, motion.thrust) {
                motion.combine();
            }
        }
    }

    /// The same for a box that has only tiles about it, those in one layer, and few other boxes;
    /// where that is not so nothing is changed. `list` is room for the other boxes, where there can be
    /// any.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn glide(
        &self,
        slot: usize,
        entry: &Entry,
        ground: &Ground<'_, Solid>,
        list: Option<&mut [Other; MOST_BOXES]>,
        motion: &mut Motion,
        dt: f32,
        target: &Target,
        touching: &mut u32,
    ) -> Glided {
        let mut count = pieces(target.displacement, self.cell);
        let whole = motion.position + target.displacement;
        let mut boxes: &[Other] = &[];
        let others = list.is_some();
        if list.is_some() || count != 1 {
            let area = entry.hull.bounds(motion.position).union(entry.hull.bounds(whole));
            if let Some(list) = list {
                // A push leads back toward where the body came from, give or take a rounding.
                let scene = self.scene(TileView::EMPTY, entry.shape.collides, Some(slot));
                match scene.boxes(&wider(&area), list) {
                    Some(found) => boxes = found,
                    None => return Glided::No,
                }
            }
            if count != 1
                && !ground.any_in(&area)
                && !boxes.iter().any(|other| other.bounds().overlaps(&area))
            {
                if !target.in_one {
                    motion.position = target.place;
                    return Glided::Freely;
                }
                // A rounding beside the straight way there may still be something.
                count = 1;
            }
        }
        let from = motion.position;
        if count == 1 {
            motion.position = target.place;
            return match quick::glide(ground, boxes, &entry.hull, from, motion, touching) {
                Answer::Free | Answer::Pushed => Glided::Freely,
                Answer::Met => {
                    motion.combine();
                    Glided::Met
                }
                Answer::NotHere => {
                    motion.position = from;
                    Glided::No
                }
            };
        }
        if target.in_one {
            return Glided::No;
        }
        let mut moved = *motion;
        for length in lengths(dt, count) {
            let from = moved.position;
            moved.advance(length);
            match quick::glide(ground, boxes, &entry.hull, from, &mut moved, touching) {
                Answer::Free | Answer::Pushed => {}
                // Turned round it goes where the others have not been looked for.
                Answer::Met if others => return Glided::No,
                Answer::Met => moved.combine(),
                Answer::NotHere => return Glided::No,
            }
        }
        *motion = moved;
        Glided::Met
    }
}

/// How a body went the quick way.
pub(super) enum Glided {
    /// Not at all.
    No,
    /// It met nothing: only its place changed.
    Freely,
    /// Its motion in the plane may have changed.
    Met,
}

/// What of a body's numbers a move has changed.
enum Done {
    Place,
    Plane,
    All,
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
        let cell = self.cell();
        let layers = self.shapes.layers() | self.statics.layers;
        let mut mask = mask;
        if let Some(level) = Level::of(
            &self.tiles,
            &self.shapes,
            &self.settings,
            layers,
            self.space,
            cell,
        ) {
            let block = &mut self.bodies.blocks[at];
            if level.is_all(block, mask) {
                let left = level.advance(block, mask, dt);
                if self.indexed != 0 {
                    for lane in each(mask & !left) {
                        self.list(at * LANES + lane);
                    }
                }
                mask = left;
                if mask == 0 {
                    return;
                }
            }
        }
        let ground = self.tiles.ground();
        let nothing = Tiles::no_ground();
        let mut room = [Other::default(); MOST_BOXES];
        for lane in each(mask) {
            let slot = at * LANES + lane;
            let Some(entry) = self.shapes.entry(self.bodies.blocks[at].shape[lane]) else {
                continue;
            };
            let shape = &entry.shape;
            let mut motion = self.bodies.blocks[at].moving(lane);
            let mut done = Done::All;
            if shape.collides == 0 {
                motion.advance(dt);
                done = Done::Place;
            } else {
                let around = Around {
                    tiles: &self.tiles,
                    statics: &self.statics,
                    bodies: &self.bodies,
                    shapes: &self.shapes,
                    near: &self.near,
                    space: self.space,
                    cell,
                };
                let others = shape.collides & (self.shapes.layers() | self.statics.layers) != 0;
                let ground = match &ground {
                    Some(_) if !shape.responds_to(LAYER_STATIC) => Some(&nothing),
                    ground => ground.as_ref(),
                };
                let mut glided = Glided::No;
                if let Some(ground) = ground
                    && entry.glides
                    && (self.space == Space::Planar || !others && motion.position.z.is_finite())
                {
                    let (target, room) = (Target::of(&motion, dt), others.then_some(&mut room));
                    glided = around.glide(slot, entry, ground, room, &mut motion, dt, &target, &mut 0);
                }
                match glided {
                    Glided::Freely => done = Done::Place,
                    Glided::Met => done = Done::Plane,
                    Glided::No => {
                        around.travel(slot, shape, &mut motion, dt, &mut self.resolver, &mut self.found);
                    }
                }
            }
            let listed = shape.layers & self.indexed != 0;
            let block = &mut self.bodies.blocks[at];
            match done {
                Done::Place => block.set_position(lane, motion.position),
                Done::Plane => block.set_plane(lane, &motion),
                Done::All => block.set_moving(lane, &motion),
            }
            if listed {
                list(&mut self.near, &self.bodies, &self.shapes, self.indexed, slot);
            }
        }
    }

    /// The move of a body that may have a response of its own. After each response everything is
    /// read anew: the body may be gone, elsewhere or of another shape.
    pub(super) fn move_special(&mut self, me: BodyId, dt: f32, drive: &Drive<'_>) {
        let slot = me.slot();
        let (at, lane) = (slot / LANES, slot % LANES);
        let mut resolver = core::mem::take(&mut self.resolver);
        let whole = self.move_with(&mut resolver, me, dt, drive);
        self.resolver = resolver;
        if whole && self.bodies.blocks[at].alive & 1 << lane != 0 {
            self.list(slot);
        }
    }

    /// False where the body was removed on the way.
    fn move_with(&mut self, resolver: &mut Resolver, me: BodyId, dt: f32, drive: &Drive<'_>) -> bool {
        let slot = me.slot();
        let (at, lane) = (slot / LANES, slot % LANES);
        let mut motion = self.bodies.blocks[at].moving(lane);
        let colliding = self.shape_of(slot).filter(|shape| shape.collides != 0);
        let shaped = colliding.is_some();
        let count = match colliding {
            None => 0,
            Some(shape) => {
                let cell = self.cell();
                let count = self.with_scene(shape.collides, Some(slot), |scene, found| {
                    cut(&shape, &motion, dt, cell, scene, found)
                });
                // A course may end a rounding beside the straight way, where there is something.
                count.max(u32::from(matches!(drive, Drive::Exact(_))))
            }
        };
        let felt = !matches!(drive, Drive::Plain);
        if felt && shaped {
            *self.feelings.touching_mut(slot) = 0;
        }
        if count == 0 {
            self.drive(me, &mut motion, dt, drive);
            self.bodies.blocks[at].set_moving(lane, &motion);
            return true;
        }
        resolver.begin_step();
        for length in lengths(dt, count) {
            let mut from = motion.position;
            self.drive(me, &mut motion, length, drive);
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
                if felt && !contact.sensor {
                    *self.feelings.touching_mut(slot) |= touched(contact.normal);
                }
                match self.bodies.cold[slot].response {
                    None => {
                        if block(&mut motion, &contact) && felt {
                            self.feelings.keep(slot, me.generation).stop(contact.normal);
                        }
                        self.bodies.blocks[at].set_moving(lane, &motion);
                    }
                    Some(response) => {
                        self.list(slot);
                        let before = motion.position;
                        self.call_response(response, me, dt, &Contact::of(&contact, self.numbers));
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
                if felt {
                    self.feelings.get(slot).combine(&mut motion);
                } else {
                    motion.combine();
                }
            }
            self.bodies.blocks[at].set_moving(lane, &motion);
        }
        true
    }

    pub(super) fn shape_of(&self, slot: usize) -> Option<Shape> {
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
