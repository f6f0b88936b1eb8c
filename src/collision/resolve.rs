//! The contacts of one body after a sub-step, one at a time.
//!
//! [`Resolver::next`] says which contact to respond to now, given where the body is *now*; the
//! caller responds (or lets the body's own hook do it) and asks again. So a response may do anything
//! at all: nothing is remembered over it but the names of what was told.
//!
//! The order does not depend on how things are stored: first what moves, so that geometry has the
//! last word; of those what was met first; of those the one that shares most surface with the body;
//! of those by place. Sensors are told when the body stands where it will stay.

use core::cmp::Ordering;

use glam::Vec3;

use super::bounds::Bounds;
use super::meet::{Meeting, Moving, Stance, meet, sense};
use super::narrow::Space;
use super::proxy::ProxyId;
use super::shape::{LAYER_STATIC, Shape};
use super::tiles::{Tile, TileView};
use super::volume::Volume;

/// The most contacts told in one sub-step of one body, sensors aside.
pub const MOST_CONTACTS: usize = 64;
/// The most contacts with sensors, or of a sensor, told in one step of one body; each is told once.
pub const MOST_SENSED: usize = 256;
/// How often one thing may be met again in one sub-step, where other contacts push the body back
/// into it.
const MOST_MEETINGS: u8 = 4;
/// How many of the contacts of a sub-step may be with what moves, so that geometry has the last word.
const MOST_PUSHES: usize = MOST_CONTACTS * 3 / 4;

/// Something else than a tile that can be met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// Its handle.
    pub id: ProxyId,
    /// Where and how large it is, now.
    pub volume: Volume,
    /// The layers it is on.
    pub layers: u32,
    /// It never gives way.
    pub fixed: bool,
    /// It reports and does not push.
    pub sensor: bool,
}

/// What surrounds a body.
pub trait Scene {
    /// The solid tiles.
    fn tiles(&self) -> TileView<'_>;

    /// Appends what may overlap `area`, tiles aside. A body's own proxy may be among them for a
    /// [`Resolver`], which is told which one it is; for the questions that know no body
    /// ([`any_near`](super::any_near), [`settle`](super::settle)) the scene must leave it out.
    fn near(&mut self, area: &Bounds, found: &mut Vec<Obstacle>);
}

/// One body's sub-step.
#[derive(Clone, Copy, Debug)]
pub struct Passage {
    /// The body's shape.
    pub shape: Shape,
    /// Where its origin was when the sub-step began.
    pub from: Vec3,
    /// Where its origin is now.
    pub to: Vec3,
    /// Which axes count.
    pub space: Space,
    /// The body's own proxy, which it does not meet.
    pub me: Option<ProxyId>,
}

/// What a contact is with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// A solid tile.
    Tile(Tile),
    /// Static geometry or another body.
    Proxy(ProxyId),
}

/// A contact as the body must respond to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// What it is with.
    pub thing: Thing,
    /// The way the body must move to be free, of length 1. Along an axis it is exact.
    pub normal: Vec3,
    /// How far, in pixels.
    pub depth: f32,
    /// Where the body's origin just touches, rounded away from the surface.
    pub place: Vec3,
    /// The body came into it in this sub-step, so its place is to be put right even where other
    /// contacts have turned its motion outward since.
    pub entered: bool,
    /// One of the two is a sensor: nothing is to be pushed.
    pub sensor: bool,
    /// The layers of the other.
    pub layers: u32,
}

impl Contact {
    /// The axis of the normal, where it is along one.
    #[must_use]
    pub fn axis(&self) -> Option<usize> {
        (0..3).find(|axis| self.normal[*axis].abs() == 1.0)
    }
}

#[derive(Clone, Copy, Debug)]
struct Told {
    thing: Thing,
    times: u8,
    over: bool,
    sensor: bool,
}

/// The contacts of one body's step. Keep one and use it again: it allocates only until its lists
/// have grown to what the scene needs.
#[derive(Debug, Default)]
pub struct Resolver {
    told: Vec<Told>,
    near: Vec<Obstacle>,
    last: Option<(Thing, Vec3)>,
    count: usize,
    sensed: usize,
    /// The whole sub-step was taken back: only sensors are told now.
    taken_back: bool,
    /// Which way the body was last pushed out of something that moves and that it did not run into.
    crowded: Option<Vec3>,
}

struct Candidate {
    contact: Contact,
    meeting: Meeting,
    fixed: bool,
    corner: [f64; 2],
}

impl Candidate {
    /// Which of two to tell first.
    fn order(&self, other: &Self) -> Ordering {
        let later = |a: f64, b: f64| a.total_cmp(&b);
        self.contact
            .sensor
            .cmp(&other.contact.sensor)
            .then(self.fixed.cmp(&other.fixed))
            .then(self.meeting.hidden.cmp(&other.meeting.hidden))
            .then(later(self.meeting.time, other.meeting.time))
            .then(later(other.meeting.shared, self.meeting.shared))
            .then(later(self.corner[1], other.corner[1]))
            .then(later(self.corner[0], other.corner[0]))
            .then(self.contact.thing.cmp(&other.contact.thing))
    }
}

impl Resolver {
    /// Begins the step of a body: nothing has been told.
    pub fn begin_step(&mut self) {
        self.told.clear();
        self.sensed = 0;
        self.begin_substep();
    }

    /// Begins a sub-step: everything may be met again, but a sensor is told once a step.
    pub fn begin_substep(&mut self) {
        self.told.retain(|told| told.sensor);
        self.last = None;
        self.count = 0;
        self.taken_back = false;
        self.crowded = None;
    }

    /// The next contact to respond to, or `None` when there is no more. At most [`MOST_CONTACTS`]
    /// in a sub-step.
    pub fn next(&mut self, passage: &Passage, scene: &mut impl Scene) -> Option<Contact> {
        if passage.shape.collides == 0 {
            return None;
        }
        if self.sensed >= MOST_SENSED {
            return None;
        }
        if self.count >= MOST_CONTACTS {
            self.taken_back = true;
        }
        let moving = Moving {
            from: passage.shape.at(passage.from),
            to: passage.shape.at(passage.to),
        };
        let area = moving.to.bounds();
        let mut near = core::mem::take(&mut self.near);
        near.clear();
        scene.near(&area, &mut near);

        let last = self.last.take();
        let mut best: Option<Candidate> = None;
        let mut offer = |resolver: &mut Self, candidate: Candidate| {
            if resolver.may_tell(&candidate, last)
                && best
                    .as_ref()
                    .is_none_or(|best| candidate.order(best) == Ordering::Less)
            {
                best = Some(candidate);
            }
        };

        if passage.shape.responds_to(LAYER_STATIC) {
            let tiles = scene.tiles();
            for tile in tiles.solid_in(&area) {
                let bounds = tiles.bounds(&tile);
                let volume = Volume::slab(&bounds);
                let meeting = if passage.shape.sensor {
                    sense(&moving, &volume, passage.space)
                } else {
                    let exposed = |axis, side| !tiles.covered(&tile, axis, side);
                    meet(&moving, &volume, passage.space, Stance::Fixed, exposed)
                };
                let other = Other {
                    thing: Thing::Tile(tile),
                    volume,
                    sensor: passage.shape.sensor,
                    layers: LAYER_STATIC,
                    fixed: true,
                };
                if let Some(meeting) = meeting {
                    offer(self, other.candidate(passage, meeting));
                }
            }
        }
        for obstacle in &near {
            if passage.me == Some(obstacle.id) || !passage.shape.responds_to(obstacle.layers) {
                continue;
            }
            let sensor = obstacle.sensor || passage.shape.sensor;
            let stance = match (obstacle.fixed, self.crowded) {
                (true, _) => Stance::Fixed,
                (false, Some(_)) => Stance::Crowds,
                (false, None) => Stance::Moves,
            };
            let mut meeting = if sensor {
                sense(&moving, &obstacle.volume, passage.space)
            } else {
                meet(&moving, &obstacle.volume, passage.space, stance, |_, _| true)
            };
            if let Some(meeting) = &mut meeting
                && moving.to == obstacle.volume
                && !meeting.entered
            {
                // Two alike on one spot part in opposite directions, and who comes from such a spot
                // goes on as it went.
                let normal = Vec3::from_array(meeting.way.normal.map(|part| part as f32));
                let back = match self.crowded {
                    Some(way) => way.dot(normal) < 0.0,
                    None => passage.me > Some(obstacle.id),
                };
                if back {
                    meeting.way.normal = meeting.way.normal.map(|part| -part);
                }
            }
            if let (Some(meeting), Some(way), false, false) =
                (&mut meeting, self.crowded, obstacle.fixed, sensor)
            {
                // Pushed back by half, and each time by less, it comes to rest between the others.
                let normal = Vec3::from_array(meeting.way.normal.map(|part| part as f32));
                let times = self.times(&Thing::Proxy(obstacle.id)) + u8::from(way.dot(normal) < 0.0);
                meeting.way.depth *= 0.5_f64.powi(times.into());
                meeting.axis = None;
            }
            let other = Other {
                thing: Thing::Proxy(obstacle.id),
                volume: obstacle.volume,
                sensor,
                layers: obstacle.layers,
                fixed: obstacle.fixed,
            };
            if let Some(meeting) = meeting {
                offer(self, other.candidate(passage, meeting));
            }
        }
        self.near = near;

        let Candidate {
            contact,
            meeting,
            fixed,
            ..
        } = best?;
        let contact = if fixed && !meeting.refused && self.is_last(&contact.thing) {
            self.taken_back = true;
            take_back(passage, contact)
        } else {
            contact
        };
        if contact.sensor {
            self.sensed += 1;
        } else {
            self.count += 1;
        }
        self.last = Some((contact.thing, contact.normal));
        if !fixed && !contact.sensor && !meeting.entered {
            self.crowded = Some(contact.normal);
        }
        match self.told.iter_mut().find(|told| told.thing == contact.thing) {
            Some(told) => told.times += 1,
            None => self.told.push(Told {
                thing: contact.thing,
                times: 1,
                over: contact.sensor,
                sensor: contact.sensor,
            }),
        }
        Some(contact)
    }

    /// Whether a contact may be told now. One that is still there after its own response was left as
    /// it is by that response, and is not told again; one that other contacts brought back is, a few
    /// times.
    fn may_tell(&mut self, candidate: &Candidate, last: Option<(Thing, Vec3)>) -> bool {
        let contact = &candidate.contact;
        if !contact.sensor && (self.taken_back || !candidate.fixed && self.count >= MOST_PUSHES) {
            return false;
        }
        let Some(told) = self.told.iter_mut().find(|told| told.thing == contact.thing) else {
            return true;
        };
        if last == Some((contact.thing, contact.normal)) {
            told.over = true;
        }
        let hopeless = candidate.fixed && candidate.meeting.deep && !candidate.meeting.refused;
        !told.over && (told.times < MOST_MEETINGS || hopeless)
    }

    /// How often a thing has been told of in this sub-step.
    fn times(&self, thing: &Thing) -> u8 {
        let told = self.told.iter().find(|told| told.thing == *thing);
        told.map_or(0, |told| told.times)
    }

    /// Whether this is the last that can be said of a thing.
    fn is_last(&self, thing: &Thing) -> bool {
        self.count + 1 == MOST_CONTACTS || self.times(thing) >= MOST_MEETINGS
    }
}

/// What is left where several contacts contradict each other, as where a round body is wedged into
/// a gap that is too narrow for it: the body stays where the sub-step began.
fn take_back(passage: &Passage, contact: Contact) -> Contact {
    let moved = passage.to - passage.from;
    let Some(way) = (-moved).try_normalize() else {
        return contact;
    };
    Contact {
        normal: way,
        depth: moved.length(),
        place: passage.from,
        ..contact
    }
}

/// The other side of a meeting.
struct Other {
    thing: Thing,
    volume: Volume,
    sensor: bool,
    layers: u32,
    fixed: bool,
}

impl Other {
    fn candidate(&self, passage: &Passage, meeting: Meeting) -> Candidate {
        let contact = Contact {
            thing: self.thing,
            normal: Vec3::from_array(meeting.way.normal.map(|n| n as f32)),
            depth: meeting.way.depth as f32,
            place: place(passage, &self.volume, &meeting),
            entered: meeting.entered,
            sensor: self.sensor,
            layers: self.layers,
        };
        Candidate {
            contact,
            meeting,
            fixed: self.fixed,
            corner: self.volume.bounds().min,
        }
    }
}

/// Where the body's origin just touches.
fn place(passage: &Passage, other: &Volume, meeting: &Meeting) -> Vec3 {
    let middle = passage.shape.middle();
    let volume = passage.shape.at(passage.to);
    Vec3::from_array(core::array::from_fn(|axis| {
        let way = meeting.way.normal[axis];
        if way == 0.0 {
            passage.to[axis]
        } else if meeting.refused {
            passage.from[axis]
        } else if meeting.axis.is_some() {
            let half = if axis == 2 {
                volume.half_depth + other.half_depth
            } else {
                volume.half(axis) + other.half(axis)
            };
            outward(other.center[axis] + way * half - middle[axis], way)
        } else {
            outward(f64::from(passage.to[axis]) + way * meeting.way.depth, way)
        }
    }))
}

/// The float next to `exact` on the side that `way` points to.
pub(crate) fn outward(exact: f64, way: f64) -> f32 {
    let near = exact as f32;
    if way > 0.0 && f64::from(near) < exact {
        near.next_up()
    } else if way < 0.0 && f64::from(near) > exact {
        near.next_down()
    } else {
        near
    }
}

#[cfg(test)]
mod tests {
    use super::outward;

    #[test]
    fn a_place_is_rounded_away_from_what_it_touches() {
        let (next, previous) = (1.0_f32.next_up(), 1.0_f32.next_down());
        for (exact, way, place) in [
            (1.0 + 1e-9, 1.0, next),
            (1.0 + 1e-9, -1.0, 1.0),
            (1.0 - 1e-9, 1.0, 1.0),
            (1.0 - 1e-9, -1.0, previous),
            (1.0, 1.0, 1.0),
            (1.0, -1.0, 1.0),
        ] {
            assert_eq!(outward(exact, way), place, "{exact} {way}");
        }
    }
}
