// The state of the pool as bytes, of `akgl/physics.h`: for a rollback, a file, another machine.

use core::ffi::c_void;
use core::mem::transmute;

use super::kept::{self, Kept, name_of};
use super::{akgl_PhysicsBackend, describe};
use crate::bytes::{Hash, Reader, Room, Writer};
use crate::capi::actor::akgl_Actor;
use crate::capi::error::{
    AKERR_FORMAT, AKERR_OUTOFBOUNDS, AKERR_RELATIONSHIP, AKERR_VALUE, Fault, Outcome, akerr_ErrorContext,
    check, ffi,
};
use crate::capi::feel::akgl_Feel;
use crate::capi::heap;
use crate::capi::types::float32_t;
use crate::fault;

const MAGIC: [u8; 8] = *b"AKGLPOOL";
const VERSION: u32 = 1;
/// Words of the backend: ten numbers, and its settings of feel.
const BACKEND: usize = 10 + 22;
/// Bytes in front of the actors: what this is, its version, the backend, its two long numbers, the slots of
/// the pool and how many of them are in use.
const HEAD: usize = 8 + 4 + 4 * BACKEND + 4 * 8;
/// Bytes behind them: a checksum.
const SUM: usize = 8;

/// The actors of the pool with their slots.
fn in_use() -> impl Iterator<Item = (usize, *mut akgl_Actor)> {
    let (pool, count) = heap::actors();
    (0..count).filter_map(move |slot| {
        // SAFETY: a slot of the pool.
        unsafe {
            let actor = pool.add(slot);
            ((*actor).refcount != 0).then_some((slot, actor))
        }
    })
}

/// The state of a backend.
#[derive(Clone, Copy)]
struct Numbers {
    words: [u32; BACKEND],
    gravity_time: u64,
    behind: f64,
}

impl Numbers {
    /// # Safety
    /// `backend` is valid.
    unsafe fn of(backend: *mut akgl_PhysicsBackend) -> Self {
        // SAFETY: by the caller's promise; copied out.
        unsafe {
            let b = &raw const *backend;
            let floats = [
                (*b).gravity_x,
                (*b).gravity_y,
                (*b).gravity_z,
                (*b).drag_x,
                (*b).drag_y,
                (*b).drag_z,
                (*b).fixed_step,
                (*b).max_timestep,
                (*b).alpha,
            ];
            // SAFETY: numbers of four bytes and nothing between them; any of them is a u32.
            let feel: [u32; 22] = transmute((*b).feel);
            Self {
                words: core::array::from_fn(|at| match at {
                    0..9 => floats[at].to_bits(),
                    9 => (*b).catch_up,
                    at => feel[at - 10],
                }),
                gravity_time: (*b).gravity_time,
                behind: (*b).behind,
            }
        }
    }

    fn float(&self, at: usize) -> float32_t {
        float32_t::from_bits(self.words[at])
    }

    fn feel(&self) -> akgl_Feel {
        let words: [u32; 22] = core::array::from_fn(|at| self.words[10 + at]);
        // SAFETY: a record of as many numbers of four bytes, each of which may have any bits.
        unsafe { transmute(words) }
    }

    fn fault(&self) -> Option<&'static str> {
        if !(0..7).all(|at| self.float(at).is_finite()) || !self.behind.is_finite() {
            return Some("a number of the backend that is not finite");
        }
        let unusable = self.feel().core().unusable().is_some();
        unusable.then_some("a setting of the backend's feel that cannot be used")
    }

    /// # Safety
    /// `backend` is valid.
    unsafe fn put(&self, backend: *mut akgl_PhysicsBackend) {
        // SAFETY: by the caller's promise.
        unsafe {
            [(*backend).gravity_x, (*backend).gravity_y, (*backend).gravity_z] =
                [0, 1, 2].map(|at| self.float(at));
            [(*backend).drag_x, (*backend).drag_y, (*backend).drag_z] = [3, 4, 5].map(|at| self.float(at));
            [(*backend).fixed_step, (*backend).max_timestep, (*backend).alpha] =
                [6, 7, 8].map(|at| self.float(at));
            (*backend).catch_up = self.words[9];
            (*backend).feel = self.feel();
            (*backend).gravity_time = self.gravity_time;
            (*backend).behind = self.behind;
        }
    }
}

/// A snapshot that was checked as far as bytes can be.
struct Snapshot<'a> {
    backend: Numbers,
    actors: &'a [u8],
}

impl<'a> Snapshot<'a> {
    fn read(bytes: &'a [u8]) -> Outcome<Self> {
        let whole = bytes.split_last_chunk::<SUM>();
        let Some((body, sum)) = whole.filter(|(body, _)| body.len() >= HEAD && body.starts_with(&MAGIC))
        else {
            return fault!(
                AKERR_FORMAT,
                "these {} bytes are no snapshot of a pool",
                bytes.len()
            );
        };
        let mut from = Reader(&body[MAGIC.len()..]);
        let short = || Fault::new(AKERR_FORMAT, "the snapshot is too short");
        let version = from.word().ok_or_else(short)?;
        if version != VERSION {
            return fault!(
                AKERR_FORMAT,
                "version {version} of a snapshot; this library reads {VERSION}"
            );
        }
        let mut hash = Hash::new();
        hash.bytes(body);
        if hash.end().to_le_bytes() != *sum {
            return fault!(AKERR_FORMAT, "the snapshot is damaged");
        }
        let backend = Numbers {
            words: from.floats::<BACKEND>().ok_or_else(short)?.map(f32::to_bits),
            gravity_time: from.long().ok_or_else(short)?,
            behind: f64::from_bits(from.long().ok_or_else(short)?),
        };
        let (slots, count) = (from.long().ok_or_else(short)?, from.long().ok_or_else(short)?);
        if from.0.len() as u64 != count.saturating_mul(kept::SIZE as u64) {
            return fault!(
                AKERR_VALUE,
                "the snapshot speaks of {count} actors, and has {} bytes of them",
                from.0.len()
            );
        }
        if slots != heap::actors().1 as u64 {
            return fault!(
                AKERR_VALUE,
                "the snapshot is one of a pool of {slots} slots, and this one has {}",
                heap::actors().1
            );
        }
        let snapshot = Self {
            backend,
            actors: from.0,
        };
        if let Some(fault) = snapshot.backend.fault() {
            return fault!(AKERR_VALUE, "the snapshot has {fault}");
        }
        Ok(snapshot)
    }

    fn kept(&self) -> impl Iterator<Item = Kept> {
        self.actors
            .chunks_exact(kept::SIZE)
            .filter_map(|record| Kept::read(&mut Reader(record)))
    }

    /// Whether it speaks of a slot. The records are in the order of the slots.
    fn has(&self, slot: u32) -> bool {
        let (records, _) = self.actors.as_chunks::<{ kept::SIZE }>();
        records
            .binary_search_by_key(&slot, |record| {
                u32::from_le_bytes([record[0], record[1], record[2], record[3]])
            })
            .is_ok()
    }

    /// Whether all of its actors are still there.
    fn check(&self) -> Outcome {
        let (pool, count) = heap::actors();
        let mut least = 0;
        for kept in self.kept() {
            let slot = kept.slot as usize;
            if slot < least || slot >= count {
                return fault!(AKERR_VALUE, "the snapshot has slot {slot} where it cannot be");
            }
            least = slot + 1;
            if let Some(fault) = kept.fault() {
                return fault!(AKERR_VALUE, "the snapshot has {fault} in slot {slot}");
            }
            if let Some(carrier) = kept.carrier().filter(|carrier| !self.has(*carrier)) {
                return fault!(
                    AKERR_VALUE,
                    "the snapshot has slot {slot} carried by {carrier}, which it does not have"
                );
            }
            // SAFETY: a slot of the pool.
            let (there, name) = unsafe {
                let actor = pool.add(slot);
                ((*actor).refcount != 0, name_of(actor))
            };
            if !there {
                return fault!(
                    AKERR_RELATIONSHIP,
                    "the actor of slot {slot} was released since the snapshot"
                );
            }
            if name != kept.name {
                // SAFETY: a slot of the pool.
                let other = unsafe { describe(pool.add(slot)) };
                return fault!(
                    AKERR_RELATIONSHIP,
                    "slot {slot} was another's, and is now {other}"
                );
            }
        }
        Ok(())
    }
}

/// How many bytes `akgl_physics_snapshot` writes as the pool is now: the same number for as many actors.
///
/// Raises `AKERR_NULLPOINTER`.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_snapshot_size(
    self_: *mut akgl_PhysicsBackend,
    dest: *mut usize,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_snapshot_size", || {
        check(self_, "self")?;
        let dest = check(dest, "dest")?.as_ptr();
        // SAFETY: by the caller's promise.
        unsafe { *dest = HEAD + in_use().count() * kept::SIZE + SUM };
        Ok(())
    })
}

/// Writes the state of the pool and of a backend to `buffer`, which has room for `size` bytes, and how
/// many it wrote to `*written`, which may be NULL. The bytes mean the same on every machine. Nothing is
/// allocated.
///
/// In them are, of every actor of the pool: `state`, `layer`, the numbers `x y z v e t a s`, `shape`,
/// `shape_override`, `feel`, `felt`, and its parent by its slot; of the backend: gravity, drag,
/// `max_timestep`, `gravity_time`, `feel`, `fixed_step`, `catch_up`, `alpha`, `behind`.
///
/// Not in them are pointers (`basechar`, the hooks, `userdata`, the backend's methods, its world and its
/// zones) and what they point to, `name` and `refcount`; nor characters, zones, the map, proxies that the
/// game added, the flags of a world, and what hooks keep to themselves (an `akgl_Jump` among it): where
/// such things change during play, keep them beside the snapshot.
///
/// Raises `AKERR_NULLPOINTER`, `AKERR_OUTOFBOUNDS` where `size` is less than `akgl_physics_snapshot_size`
/// says, `AKERR_VALUE` for a number, a shape or a setting that no step would take, of an actor by its name.
/// Nothing is written then.
///
/// # Safety
/// `self` is NULL or valid, `buffer` NULL or writable for `size` bytes, `written` NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_snapshot(
    self_: *mut akgl_PhysicsBackend,
    buffer: *mut c_void,
    size: usize,
    written: *mut usize,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_snapshot", || {
        let backend = check(self_, "self")?.as_ptr();
        let buffer = check(buffer, "buffer")?.as_ptr().cast::<u8>();
        // SAFETY: by the caller's promise.
        let numbers = unsafe { Numbers::of(backend) };
        if let Some(fault) = numbers.fault() {
            return fault!(AKERR_VALUE, "self: {fault}");
        }
        let mut count = 0;
        for (slot, actor) in in_use() {
            // SAFETY: an actor of the pool.
            if let Some(fault) = unsafe { Kept::of(actor, slot) }.fault() {
                // SAFETY: as above.
                return fault!(AKERR_VALUE, "{}: {fault}", unsafe { describe(actor) });
            }
            count += 1;
        }
        let whole = HEAD + count * kept::SIZE + SUM;
        if size < whole {
            return fault!(
                AKERR_OUTOFBOUNDS,
                "a snapshot of {count} actors has {whole} bytes, and buffer has room for {size}"
            );
        }
        // SAFETY: zeroed first, for the caller's memory need not have been written to; of the size that
        // the caller promises, and nothing else looks at it meanwhile.
        let bytes = unsafe {
            buffer.write_bytes(0, whole);
            core::slice::from_raw_parts_mut(buffer, whole)
        };
        let (body, sum) = bytes.split_at_mut(whole - SUM);
        let mut room = Room(&mut *body);
        let mut to = Writer(&mut room);
        to.long(u64::from_le_bytes(MAGIC));
        to.word(VERSION);
        numbers.words.iter().for_each(|word| to.word(*word));
        to.long(numbers.gravity_time);
        to.long(numbers.behind.to_bits());
        to.long(heap::actors().1 as u64);
        to.long(count as u64);
        for (slot, actor) in in_use() {
            // SAFETY: an actor of the pool.
            unsafe { Kept::of(actor, slot) }.write(&mut to);
        }
        let mut hash = Hash::new();
        hash.bytes(body);
        sum.copy_from_slice(&hash.end().to_le_bytes());
        if !written.is_null() {
            // SAFETY: by the caller's promise.
            unsafe { *written = whole };
        }
        Ok(())
    })
}

/// Goes back to a state that `akgl_physics_snapshot` wrote: of this pool, or of one on another machine
/// with the same actors in the same slots. What is not in the bytes stays as it is; see there.
///
/// Every actor of the snapshot must still be in its slot, by its name: one that was released since cannot be
/// made again without its pointers. So, while frames may be taken back, let an actor that is gone have no
/// shape and no place of interest rather than release it. An actor that has been spawned since is
/// released, whoever holds it: the steps that are played again spawn it again, in the same slot. Call it
/// between steps.
///
/// Raises `AKERR_NULLPOINTER`; `AKERR_FORMAT` for bytes that are no snapshot, of another version, cut off or
/// changed; `AKERR_VALUE` for a pool of another size and for what no snapshot says; `AKERR_RELATIONSHIP` for
/// an actor that is not there any more. Nothing is changed then.
///
/// # Safety
/// `self` is NULL or valid, `buffer` NULL or readable for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_restore(
    self_: *mut akgl_PhysicsBackend,
    buffer: *const c_void,
    size: usize,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_restore", || {
        let backend = check(self_, "self")?.as_ptr();
        let buffer = check(buffer.cast_mut(), "buffer")?.as_ptr().cast::<u8>();
        // SAFETY: by the caller's promise; nothing writes to it meanwhile.
        let snapshot = Snapshot::read(unsafe { core::slice::from_raw_parts(buffer, size) })?;
        snapshot.check()?;
        let (pool, _) = heap::actors();
        // SAFETY: slots of the pool, all of which were checked; the caller's backend.
        unsafe {
            for (_, actor) in in_use().filter(|(slot, _)| !snapshot.has(*slot as u32)) {
                heap::free_actor(actor);
            }
            for kept in snapshot.kept() {
                kept.put(pool.add(kept.slot as usize), pool);
            }
            snapshot.backend.put(backend);
        }
        Ok(())
    })
}

/// A number made of what the next steps depend on of a snapshot: two machines that agree in it agree in
/// the bits of every actor. The clock (`gravity_time`), `alpha`, `behind` and the poses are left out.
///
/// Raises `AKERR_NULLPOINTER`.
///
/// # Safety
/// Each pointer is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_physics_hash(
    self_: *mut akgl_PhysicsBackend,
    dest: *mut u64,
) -> *mut akerr_ErrorContext {
    ffi("akgl_physics_hash", || {
        let backend = check(self_, "self")?.as_ptr();
        let dest = check(dest, "dest")?.as_ptr();
        let mut hash = Hash::new();
        // SAFETY: by the caller's promise; actors of the pool.
        unsafe {
            let numbers = Numbers::of(backend);
            for (at, word) in numbers.words.iter().enumerate() {
                if at != 8 {
                    hash.add(u64::from(*word));
                }
            }
            for (slot, actor) in in_use() {
                Kept::of(actor, slot).add(&mut hash);
            }
            *dest = hash.end();
        }
        Ok(())
    })
}
