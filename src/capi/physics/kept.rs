//! What a snapshot of the pool holds of one actor.

use core::mem::transmute;

use super::bodies::motion_of;
use crate::bytes::{Hash, Reader, Sink, Writer};
use crate::capi::actor::akgl_Actor;
use crate::capi::collision::{akgl_CollisionShape, to_core};
use crate::capi::feel::{akgl_Feel, akgl_FeelState};
use crate::capi::heap;

/// Words of a record's three parts.
const NUMBERS: usize = 18;
const SHAPE: usize = 10;
const FEEL: usize = 22;
const FELT: usize = 22;

/// Bytes of one actor.
pub(super) const SIZE: usize = 8 + 4 * (5 + NUMBERS + SHAPE + FEEL + FELT);

/// `Kept::parent`: there is none.
const NO_PARENT: u32 = u32::MAX;
/// `Kept::parent`: an actor that is in no slot of the pool, a pointer that stays as it is.
const OUTSIDE: u32 = u32::MAX - 1;

/// The numbers of one actor, and its slot, name and parent by which it is found again.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    pub(super) slot: u32,
    /// A hash of its name.
    pub(super) name: u64,
    state: u32,
    layer: u32,
    own_shape: u32,
    parent: u32,
    /// x y z, v, e, t, a, s.
    numbers: [f32; NUMBERS],
    shape: akgl_CollisionShape,
    feel: akgl_Feel,
    felt: akgl_FeelState,
}

/// What an actor is called, as a number.
///
/// # Safety
/// `actor` is valid.
pub(super) unsafe fn name_of(actor: *mut akgl_Actor) -> u64 {
    // SAFETY: by the caller's promise; copied out.
    let name = unsafe { (*actor).name };
    let mut hash = Hash::new();
    for letter in name.iter().take_while(|letter| **letter != 0) {
        hash.add(*letter as u64 & 0xFF);
    }
    hash.end()
}

impl Kept {
    /// The actor in a slot of the pool.
    ///
    /// # Safety
    /// `actor` is valid, in that slot.
    pub(super) unsafe fn of(actor: *mut akgl_Actor, slot: usize) -> Self {
        // SAFETY: by the caller's promise; everything is copied out.
        unsafe {
            let motion = motion_of(actor);
            let parts = [
                motion.position,
                motion.velocity,
                motion.environment,
                motion.thrust,
                motion.acceleration,
                motion.top_speed,
            ];
            let parent = (*actor).parent;
            Self {
                slot: slot as u32,
                name: name_of(actor),
                state: (*actor).state,
                layer: (*actor).layer,
                own_shape: u32::from((*actor).shape_override),
                parent: match heap::slot_of(parent) {
                    _ if parent.is_null() => NO_PARENT,
                    Some(slot) => slot as u32,
                    None => OUTSIDE,
                },
                numbers: core::array::from_fn(|at| parts[at / 3][at % 3]),
                shape: (*actor).shape,
                feel: (*actor).feel,
                felt: (*actor).felt,
            }
        }
    }

    /// The slot of the actor that carries this one, where it is in the pool.
    pub(super) fn carrier(&self) -> Option<u32> {
        (self.parent < OUTSIDE).then_some(self.parent)
    }

    fn shape(&self) -> [u32; SHAPE] {
        // SAFETY: numbers of four bytes and nothing between them; any of them is a u32.
        unsafe { transmute(self.shape) }
    }

    fn feel(&self) -> [u32; FEEL] {
        // SAFETY: as above.
        unsafe { transmute(self.feel) }
    }

    fn felt(&self) -> [u32; FELT] {
        // SAFETY: as above.
        unsafe { transmute(self.felt) }
    }

    /// What of it is no state that a step takes on.
    pub(super) fn fault(&self) -> Option<&'static str> {
        if !self.numbers.iter().all(|number| number.is_finite()) {
            return Some("a number that is not finite");
        }
        if to_core(&self.shape).is_err() {
            return Some("a shape that is none");
        }
        if self.feel.core().unusable().is_some() {
            return Some("a setting of feel that cannot be used");
        }
        // All but the three that are bits.
        let felt = self.felt.without_bits();
        if !felt.iter().all(|number| number.is_finite()) {
            return Some("a number of felt that is not finite");
        }
        if self.own_shape > 1 {
            return Some("a flag that is neither 0 nor 1");
        }
        (self.parent == self.slot).then_some("an actor that carries itself")
    }

    pub(super) fn write<S: Sink>(&self, to: &mut Writer<'_, S>) {
        to.word(self.slot);
        to.long(self.name);
        for word in [self.state, self.layer, self.own_shape, self.parent] {
            to.word(word);
        }
        to.floats(&self.numbers);
        for word in self.shape().into_iter().chain(self.feel()).chain(self.felt()) {
            to.word(word);
        }
    }

    pub(super) fn read(from: &mut Reader<'_>) -> Option<Self> {
        fn words<const N: usize>(from: &mut Reader<'_>) -> Option<[u32; N]> {
            from.floats::<N>().map(|words| words.map(f32::to_bits))
        }
        let slot = from.word()?;
        let name = from.long()?;
        let [state, layer, own_shape, parent] = words(from)?;
        let numbers = from.floats()?;
        let (shape, feel, felt) = (words::<SHAPE>(from)?, words::<FEEL>(from)?, words::<FELT>(from)?);
        Some(Self {
            slot,
            name,
            state,
            layer,
            own_shape,
            parent,
            numbers,
            // SAFETY: records of as many numbers of four bytes, each of which may have any bits.
            shape: unsafe { transmute::<[u32; SHAPE], akgl_CollisionShape>(shape) },
            // SAFETY: as above.
            feel: unsafe { transmute::<[u32; FEEL], akgl_Feel>(feel) },
            // SAFETY: as above.
            felt: unsafe { transmute::<[u32; FELT], akgl_FeelState>(felt) },
        })
    }

    /// Adds what steps depend on to a hash: all but the poses.
    pub(super) fn add(&self, hash: &mut Hash) {
        for word in [self.slot, self.state, self.layer, self.own_shape, self.parent] {
            hash.add(u64::from(word));
        }
        hash.floats(&self.numbers);
        let felt = akgl_FeelState {
            fromx: 0.0,
            fromy: 0.0,
            fromz: 0.0,
            tox: 0.0,
            toy: 0.0,
            toz: 0.0,
            teleported: 0,
            ..self.felt
        };
        let felt = Self { felt, ..*self }.felt();
        for word in self.shape().into_iter().chain(self.feel()).chain(felt) {
            hash.add(u64::from(word));
        }
    }

    /// Puts it back.
    ///
    /// # Safety
    /// `actor` is valid, in the slot of this record, and `pool` is the first slot of the pool, which has
    /// one for its parent.
    pub(super) unsafe fn put(&self, actor: *mut akgl_Actor, pool: *mut akgl_Actor) {
        let [
            x,
            y,
            z,
            vx,
            vy,
            vz,
            ex,
            ey,
            ez,
            tx,
            ty,
            tz,
            ax,
            ay,
            az,
            sx,
            sy,
            sz,
        ] = self.numbers;
        // SAFETY: by the caller's promise.
        unsafe {
            (*actor).state = self.state;
            (*actor).layer = self.layer;
            (*actor).shape_override = self.own_shape != 0;
            [(*actor).x, (*actor).y, (*actor).z] = [x, y, z];
            [(*actor).vx, (*actor).vy, (*actor).vz] = [vx, vy, vz];
            [(*actor).ex, (*actor).ey, (*actor).ez] = [ex, ey, ez];
            [(*actor).tx, (*actor).ty, (*actor).tz] = [tx, ty, tz];
            [(*actor).ax, (*actor).ay, (*actor).az] = [ax, ay, az];
            [(*actor).sx, (*actor).sy, (*actor).sz] = [sx, sy, sz];
            (*actor).shape = self.shape;
            (*actor).feel = self.feel;
            (*actor).felt = self.felt;
            match self.carrier() {
                Some(slot) => (*actor).parent = pool.add(slot as usize),
                None if self.parent == NO_PARENT => (*actor).parent = core::ptr::null_mut(),
                None => {}
            }
        }
    }
}

impl akgl_FeelState {
    /// The numbers of it, without what is bits or a flag.
    fn without_bits(&self) -> [f32; FELT - 3] {
        [
            self.pushx,
            self.pushy,
            self.pushz,
            self.carryx,
            self.carryy,
            self.lighter,
            self.mostfall,
            self.fromx,
            self.fromy,
            self.fromz,
            self.tox,
            self.toy,
            self.toz,
            self.finex,
            self.finey,
            self.finez,
            self.fineex,
            self.fineey,
            self.fineez,
        ]
    }
}
