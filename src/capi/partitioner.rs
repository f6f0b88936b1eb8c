//! `akgl/partitioner.h`: the broad phase as a record of functions.

use core::cell::{Cell, RefCell};
use core::ffi::{CStr, c_char, c_void};

use super::error::{
    AKERR_BEHAVIOR, AKERR_KEY, AKERR_NULLPOINTER, AKERR_VALUE, Fault, Outcome, akerr_ErrorContext, check,
    ffi, from_c,
};
use super::types::float32_t;
use crate::collision::broad::{self, Partitioner};
use crate::collision::{Bounds, outward};
use crate::fault;

/// A rectangle in pixels, as a partitioner is given it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct akgl_PartitionerBounds {
    /// Left edge.
    pub minx: float32_t,
    /// Top edge.
    pub miny: float32_t,
    /// Right edge, not less than the left.
    pub maxx: float32_t,
    /// Bottom edge, not less than the top.
    pub maxy: float32_t,
}

/// Takes one id that a query found. Not to be called but during the query that was given it.
pub type akgl_PartitionerFoundFunc = Option<unsafe extern "C" fn(found: *mut c_void, id: u32)>;
/// Puts an id at a rectangle; one that is there already is moved.
pub type akgl_PartitionerPutFunc = Option<
    unsafe extern "C" fn(
        self_: *mut akgl_Partitioner,
        id: u32,
        bounds: *const akgl_PartitionerBounds,
    ) -> *mut akerr_ErrorContext,
>;
/// Takes an id out; one that is not there is no error.
pub type akgl_PartitionerRemoveFunc =
    Option<unsafe extern "C" fn(self_: *mut akgl_Partitioner, id: u32) -> *mut akerr_ErrorContext>;
/// Tells `each(found, id)` every id whose rectangle may overlap `area`.
pub type akgl_PartitionerQueryFunc = Option<
    unsafe extern "C" fn(
        self_: *mut akgl_Partitioner,
        area: *const akgl_PartitionerBounds,
        each: akgl_PartitionerFoundFunc,
        found: *mut c_void,
    ) -> *mut akerr_ErrorContext,
>;
/// Takes everything out, or gives up the partitioner's storage.
pub type akgl_PartitionerFunc =
    Option<unsafe extern "C" fn(self_: *mut akgl_Partitioner) -> *mut akerr_ErrorContext>;

/// A broad phase: which numbered rectangles may overlap another.
///
/// Ids are small numbers, dense enough to index an array. A query must tell every id whose rectangle
/// overlaps the area, and may tell more: the library compares exactly, and does not mind an id told
/// twice or one that is not there. Its functions must not call the library with the world that uses
/// them; `AKERR_BEHAVIOR` where they do.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct akgl_Partitioner {
    /// The record's own storage.
    pub state: *mut c_void,
    /// Adds an id.
    pub insert: akgl_PartitionerPutFunc,
    /// Moves an id.
    pub update: akgl_PartitionerPutFunc,
    /// Takes an id out.
    pub remove: akgl_PartitionerRemoveFunc,
    /// Finds ids.
    pub query: akgl_PartitionerQueryFunc,
    /// Takes everything out.
    pub clear: akgl_PartitionerFunc,
    /// Gives up `state`. Called by `akgl_partitioner_destroy`, never by a world.
    pub destroy: akgl_PartitionerFunc,
}

const _: () = {
    use core::mem::offset_of;
    let pointer = size_of::<usize>();
    assert!(offset_of!(akgl_PartitionerBounds, minx) == 0);
    assert!(offset_of!(akgl_PartitionerBounds, miny) == 4);
    assert!(offset_of!(akgl_PartitionerBounds, maxx) == 8);
    assert!(offset_of!(akgl_PartitionerBounds, maxy) == 12);
    assert!(size_of::<akgl_PartitionerBounds>() == 16);
    assert!(offset_of!(akgl_Partitioner, state) == 0);
    assert!(offset_of!(akgl_Partitioner, insert) == pointer);
    assert!(offset_of!(akgl_Partitioner, update) == 2 * pointer);
    assert!(offset_of!(akgl_Partitioner, remove) == 3 * pointer);
    assert!(offset_of!(akgl_Partitioner, query) == 4 * pointer);
    assert!(offset_of!(akgl_Partitioner, clear) == 5 * pointer);
    assert!(offset_of!(akgl_Partitioner, destroy) == 6 * pointer);
    assert!(size_of::<akgl_Partitioner>() == 7 * pointer);
};

thread_local! {
    /// A partitioner of a game's own is running on this thread.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    /// What one raised, until the call that ran it can hand it up.
    static FAULT: RefCell<Option<Fault>> = const { RefCell::new(None) };
}

/// Refuses a call that comes from within a partitioner of a game's own.
pub(super) fn refuse_inside() -> Outcome {
    if INSIDE.get() {
        return fault!(
            AKERR_BEHAVIOR,
            "a partitioner called back into the world that uses it"
        );
    }
    Ok(())
}

/// What a partitioner of a game's own raised since the last call.
pub(super) fn take_fault() -> Outcome {
    FAULT.with_borrow_mut(Option::take).map_or(Ok(()), Err)
}

/// The name of a partitioner that C asked for; the default's where it did not.
///
/// # Safety
/// `name` is NULL or a terminated string.
pub(super) unsafe fn name_of(name: *const c_char) -> String {
    if name.is_null() {
        return broad::NAMES[0].to_owned();
    }
    // SAFETY: a terminated string, as the caller promises.
    unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
}

/// A record of a game's own behind the core's contract.
pub(super) struct Foreign {
    record: akgl_Partitioner,
}

// SAFETY: a world and what it is made of are used by one thread at a time, as their header says.
unsafe impl Send for Foreign {}

impl Foreign {
    /// A copy of a record, none of whose functions is missing.
    pub(super) fn new(record: &akgl_Partitioner) -> Outcome<Self> {
        let missing = [
            ("insert", record.insert.is_none()),
            ("update", record.update.is_none()),
            ("remove", record.remove.is_none()),
            ("query", record.query.is_none()),
            ("clear", record.clear.is_none()),
        ];
        match missing.iter().find(|(_, missing)| *missing) {
            Some((name, _)) => fault!(AKERR_NULLPOINTER, "partitioner->{name} is NULL"),
            None => Ok(Self { record: *record }),
        }
    }

    /// Runs one of the record's functions and keeps the first error for [`take_fault`].
    fn run(&mut self, call: impl FnOnce(*mut akgl_Partitioner) -> *mut akerr_ErrorContext) {
        let outer = INSIDE.replace(true);
        let outcome = from_c(call(&mut self.record));
        INSIDE.set(outer);
        if let Err(fault) = outcome {
            FAULT.with_borrow_mut(|kept| match kept {
                Some(_) => fault.release(),
                None => *kept = Some(fault),
            });
        }
    }

    fn put(&mut self, function: akgl_PartitionerPutFunc, id: u32, bounds: &Bounds) {
        let bounds = outer(bounds);
        if let Some(function) = function {
            // SAFETY: the record keeps its promises; the rectangle outlives the call.
            self.run(|record| unsafe { function(record, id, &bounds) });
        }
    }
}

/// A rectangle in floats, rounded outward.
fn outer(bounds: &Bounds) -> akgl_PartitionerBounds {
    let [minx, miny] = bounds.min.map(|edge| outward(edge, -1.0));
    let [maxx, maxy] = bounds.max.map(|edge| outward(edge, 1.0));
    akgl_PartitionerBounds {
        minx,
        miny,
        maxx,
        maxy,
    }
}

unsafe extern "C" fn collect(found: *mut c_void, id: u32) {
    // SAFETY: the list that `Foreign::query` handed over for the length of the query.
    unsafe { (*found.cast::<Vec<u32>>()).push(id) };
}

impl Partitioner for Foreign {
    fn insert(&mut self, id: u32, bounds: &Bounds) {
        self.put(self.record.insert, id, bounds);
    }

    fn update(&mut self, id: u32, bounds: &Bounds) {
        self.put(self.record.update, id, bounds);
    }

    fn remove(&mut self, id: u32) {
        if let Some(remove) = self.record.remove {
            // SAFETY: the record keeps its promises.
            self.run(|record| unsafe { remove(record, id) });
        }
    }

    fn query(&mut self, area: &Bounds, found: &mut Vec<u32>) {
        let area = outer(area);
        if let Some(query) = self.record.query {
            let list: *mut Vec<u32> = found;
            // SAFETY: the record keeps its promises; list and rectangle outlive the call.
            self.run(|record| unsafe { query(record, &area, Some(collect), list.cast()) });
        }
    }

    fn clear(&mut self) {
        if let Some(clear) = self.record.clear {
            // SAFETY: the record keeps its promises.
            self.run(|record| unsafe { clear(record) });
        }
    }
}

/// Fills a record with one of the library's own broad phases, "grid" or "bsp", NULL for the default,
/// for cells of the given size in pixels. Give it up with `akgl_partitioner_destroy`.
///
/// `AKERR_NULLPOINTER` for a NULL `self`, `AKERR_KEY` for a name that is not known, `AKERR_VALUE` for
/// a cell size that is not a positive number.
///
/// # Safety
/// `self` is NULL or valid; `name` is NULL or a terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_partitioner_init(
    self_: *mut akgl_Partitioner,
    name: *const c_char,
    cell_w: float32_t,
    cell_h: float32_t,
) -> *mut akerr_ErrorContext {
    ffi("akgl_partitioner_init", || {
        let record = check(self_, "self")?;
        if !(cell_w.is_finite() && cell_w > 0.0 && cell_h.is_finite() && cell_h > 0.0) {
            return fault!(AKERR_VALUE, "cells of {cell_w} x {cell_h} pixels");
        }
        // SAFETY: NULL or terminated, as the caller promises.
        let name = unsafe { name_of(name) };
        let Some(own) = broad::by_name(&name, [f64::from(cell_w), f64::from(cell_h)]) else {
            return fault!(
                AKERR_KEY,
                "no partitioner is called \"{name}\"; there are {:?}",
                broad::NAMES
            );
        };
        // SAFETY: not NULL, so valid for the caller promises it; written whole.
        unsafe {
            record.as_ptr().write(akgl_Partitioner {
                state: Box::into_raw(Box::new(own)).cast(),
                insert: Some(own_put),
                update: Some(own_put),
                remove: Some(own_remove),
                query: Some(own_query),
                clear: Some(own_clear),
                destroy: Some(own_destroy),
            });
        }
        Ok(())
    })
}

/// Gives up a record's storage and zeroes it. No world may use it any more. `AKERR_NULLPOINTER` for
/// NULL; a zeroed record is no error.
///
/// # Safety
/// `self` is NULL or a valid record that no world uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_partitioner_destroy(self_: *mut akgl_Partitioner) -> *mut akerr_ErrorContext {
    ffi("akgl_partitioner_destroy", || {
        let record = check(self_, "self")?.as_ptr();
        // SAFETY: not NULL, so valid for the caller promises it.
        unsafe {
            if let Some(destroy) = (*record).destroy {
                from_c(destroy(record))?;
            }
            record.write_bytes(0, 1);
        }
        Ok(())
    })
}

/// The library's own broad phase in a record.
///
/// # Safety
/// `record` is NULL or was filled by `akgl_partitioner_init`; nothing else holds what is returned.
unsafe fn own<'a>(record: *mut akgl_Partitioner) -> Outcome<&'a mut Box<dyn Partitioner>> {
    let record = check(record, "self")?;
    // SAFETY: not NULL and filled by us, as the caller promises.
    unsafe {
        let state = check((*record.as_ptr()).state, "self->state")?;
        Ok(&mut *state.as_ptr().cast::<Box<dyn Partitioner>>())
    }
}

unsafe extern "C" fn own_put(
    record: *mut akgl_Partitioner,
    id: u32,
    bounds: *const akgl_PartitionerBounds,
) -> *mut akerr_ErrorContext {
    ffi("akgl_Partitioner.insert", || {
        // SAFETY: a record of ours, and a rectangle that is NULL or valid.
        unsafe {
            let bounds = rectangle(bounds)?;
            if id > MOST_IDS {
                return fault!(AKERR_VALUE, "id {id} is past {MOST_IDS}");
            }
            own(record)?.update(id, &bounds);
        }
        Ok(())
    })
}

/// Ids index an array, so they are kept small.
const MOST_IDS: u32 = 1 << 24;

unsafe extern "C" fn own_remove(record: *mut akgl_Partitioner, id: u32) -> *mut akerr_ErrorContext {
    ffi("akgl_Partitioner.remove", || {
        // SAFETY: a record of ours.
        unsafe { own(record)?.remove(id) };
        Ok(())
    })
}

unsafe extern "C" fn own_query(
    record: *mut akgl_Partitioner,
    area: *const akgl_PartitionerBounds,
    each: akgl_PartitionerFoundFunc,
    found: *mut c_void,
) -> *mut akerr_ErrorContext {
    ffi("akgl_Partitioner.query", || {
        let Some(each) = each else {
            return fault!(AKERR_NULLPOINTER, "each is NULL");
        };
        let mut ids = Vec::new();
        // SAFETY: a record of ours, and a rectangle that is NULL or valid; the borrow ends before
        // the caller's function runs.
        unsafe { own(record)?.query(&rectangle(area)?, &mut ids) };
        for id in ids {
            // SAFETY: the caller's function with the caller's data.
            unsafe { each(found, id) };
        }
        Ok(())
    })
}

unsafe extern "C" fn own_clear(record: *mut akgl_Partitioner) -> *mut akerr_ErrorContext {
    ffi("akgl_Partitioner.clear", || {
        // SAFETY: a record of ours.
        unsafe { own(record)?.clear() };
        Ok(())
    })
}

unsafe extern "C" fn own_destroy(record: *mut akgl_Partitioner) -> *mut akerr_ErrorContext {
    ffi("akgl_Partitioner.destroy", || {
        let record = check(record, "self")?.as_ptr();
        // SAFETY: a record of ours, whose storage came from a box and is given up once.
        unsafe {
            let state = core::mem::replace(&mut (*record).state, core::ptr::null_mut());
            if !state.is_null() {
                drop(Box::from_raw(state.cast::<Box<dyn Partitioner>>()));
            }
        }
        Ok(())
    })
}

unsafe fn rectangle(bounds: *const akgl_PartitionerBounds) -> Outcome<Bounds> {
    let bounds = check(bounds.cast_mut(), "bounds")?;
    // SAFETY: not NULL, so valid for the caller promises it.
    let akgl_PartitionerBounds {
        minx,
        miny,
        maxx,
        maxy,
    } = unsafe { *bounds.as_ptr() };
    let bounds = Bounds {
        min: [f64::from(minx), f64::from(miny)],
        max: [f64::from(maxx), f64::from(maxy)],
    };
    if bounds.is_valid() {
        Ok(bounds)
    } else {
        fault!(AKERR_VALUE, "no rectangle: ({minx}, {miny}) to ({maxx}, {maxy})")
    }
}
