//! `akgl/character.h`: what many actors share.

use core::ffi::{c_char, c_void};
use core::mem::{MaybeUninit, offset_of};
use std::ffi::CString;

use super::collision::akgl_CollisionShape;
use super::collision::{
    AKGL_COLLISION_FLAG_BULLET, AKGL_COLLISION_FLAG_SENSOR, AKGL_COLLISION_FLAG_STATIC,
    AKGL_COLLISION_LAYER_ACTOR, AKGL_COLLISION_LAYER_ENEMY, AKGL_COLLISION_LAYER_PICKUP,
    AKGL_COLLISION_LAYER_STATIC, AKGL_COLLISION_SHAPE_BOX, AKGL_COLLISION_SHAPE_CAPSULE_X,
    AKGL_COLLISION_SHAPE_CAPSULE_Y, AKGL_COLLISION_SHAPE_CIRCLE, AKGL_COLLISION_SHAPE_NONE, to_core,
};
use super::error::{AKERR_KEY, AKERR_VALUE, Outcome, akerr_ErrorContext, check, ffi};
use super::feel::{self, akgl_Feel};
use super::heap::initial_character_refcount;
use super::json::{Section, c_text};
use super::types::{AKGL_MAX_NAME, float32_t, held_name};
use crate::fault;

/// The settings many actors share: accelerations, top speeds, a default shape.
///
/// A change takes effect with the next step, for every actor of the character; a change to `shape` only
/// for actors that are given the character afterwards.
#[repr(C)]
pub struct akgl_Character {
    /// What the game calls it, NUL-terminated.
    pub name: [c_char; AKGL_MAX_NAME],
    /// 0 for a free slot.
    pub refcount: u32,
    /// How fast thrust along x grows while an actor moves left or right, in pixels per second squared.
    /// Not negative in an ordinary character; the direction of travel gives it its sign.
    pub ax: float32_t,
    /// The same along y, for up and down.
    pub ay: float32_t,
    /// The same along z, for in and out.
    pub az: float32_t,
    /// The most that thrust along x can reach, in pixels per second; 0 means no thrust along x at all.
    pub sx: float32_t,
    /// The same along y.
    pub sy: float32_t,
    /// The same along z.
    pub sz: float32_t,
    /// The shape that `akgl_actor_set_character` gives an actor.
    pub shape: akgl_CollisionShape,
    /// The game's own. The library never looks at it.
    pub userdata: *mut c_void,
    /// How every actor of the character feels. Zeroed: nothing of its own. See `akgl/feel.h`.
    pub feel: akgl_Feel,
    /// The library's own: leave it alone.
    pub reserved: [u32; 16],
}

const _: () = assert!(offset_of!(akgl_Character, name) == 0);
const _: () = assert!(offset_of!(akgl_Character, refcount) == 128);
const _: () = assert!(offset_of!(akgl_Character, ax) == 132);
const _: () = assert!(offset_of!(akgl_Character, ay) == 136);
const _: () = assert!(offset_of!(akgl_Character, az) == 140);
const _: () = assert!(offset_of!(akgl_Character, sx) == 144);
const _: () = assert!(offset_of!(akgl_Character, sy) == 148);
const _: () = assert!(offset_of!(akgl_Character, sz) == 152);
const _: () = assert!(offset_of!(akgl_Character, shape) == 156);
const _: () = assert!(offset_of!(akgl_Character, userdata) == 200);
const _: () = assert!(offset_of!(akgl_Character, feel) == 200 + size_of::<usize>());
const _: () = assert!(offset_of!(akgl_Character, reserved) == 288 + size_of::<usize>());
const _: () = assert!(size_of::<akgl_Character>() == 352 + size_of::<usize>());

/// The names that a character file gives to the layers of a shape.
const LAYERS: &[(&str, u32)] = &[
    ("static", AKGL_COLLISION_LAYER_STATIC),
    ("actor", AKGL_COLLISION_LAYER_ACTOR),
    ("enemy", AKGL_COLLISION_LAYER_ENEMY),
    ("pickup", AKGL_COLLISION_LAYER_PICKUP),
];
/// The names that a character file gives to the flags of a shape.
const FLAGS: &[(&str, u32)] = &[
    ("static", AKGL_COLLISION_FLAG_STATIC),
    ("sensor", AKGL_COLLISION_FLAG_SENSOR),
    ("bullet", AKGL_COLLISION_FLAG_BULLET),
];
/// The kinds of shape that a character file may name.
const KINDS: &[(&str, u32)] = &[
    ("none", AKGL_COLLISION_SHAPE_NONE),
    ("box", AKGL_COLLISION_SHAPE_BOX),
    ("circle", AKGL_COLLISION_SHAPE_CIRCLE),
    ("capsule_x", AKGL_COLLISION_SHAPE_CAPSULE_X),
    ("capsule_y", AKGL_COLLISION_SHAPE_CAPSULE_Y),
];

fn empty() -> akgl_Character {
    // SAFETY: numbers, booleans and pointers, all of which may be zero.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// Gives a character its name and sets everything else to zero: no speeds, no shape.
///
/// A used slot of the pool keeps its `refcount`; anything else has 1 then. Raises `AKERR_NULLPOINTER`,
/// and `AKERR_OUTOFBOUNDS` for a name of 128 bytes or more; the character is then unchanged.
///
/// # Safety
/// `character` is NULL or writable; `name` is NULL or a terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_character_initialize(
    character: *mut akgl_Character,
    name: *const c_char,
) -> *mut akerr_ErrorContext {
    ffi("akgl_character_initialize", || {
        let character = check(character, "character")?.as_ptr();
        // SAFETY: by the caller's promise.
        let name = held_name(unsafe { c_text(name, "name") }?)?;
        // SAFETY: by the caller's promise.
        unsafe { place(character, akgl_Character { name, ..empty() }) };
        Ok(())
    })
}

/// Puts a whole character in place at once.
///
/// # Safety
/// `dest` is writable.
unsafe fn place(dest: *mut akgl_Character, character: akgl_Character) {
    // SAFETY: by the caller's promise.
    unsafe {
        let refcount = initial_character_refcount(dest);
        dest.write(akgl_Character {
            refcount,
            ..character
        });
    }
}

/// Reads a character from a JSON file into `dest`, or changes nothing where anything in the file is wrong.
///
/// The file holds `{"character": {"name": "hero", "ax": 900, "sx": 220, "shape": {"kind": "box", "x": 8,
/// "y": 0, "w": 16, "h": 32}}}`. Only `name` is required; `ax ay az sx sy sz` are 0 where absent, and
/// without a `shape` there is none. A shape has `kind` ("box", "circle", "capsule_x", "capsule_y" or
/// "none") and its bounding box in pixels from the actor's origin: `w` and `h`, which only "none" can do
/// without, and `x` and `y`, 0 where absent. Optional are `z`, `depth` (0 or absent: derived),
/// `layermask`, `collidemask` (lists of "static", "actor", "enemy", "pickup", or a number) and `flags`
/// (a list of "static", "sensor", "bullet", or a number). An object "feel" in the character has the names
/// of `akgl_Feel`, such as `{"terminal.y": 500, "deceleration.x": 800, "integrator": "exact"}`. Further objects of the game's own may stand
/// beside "character".
///
/// `dest` is initialized as by `akgl_character_initialize`. Raises `AKERR_NULLPOINTER`, `AKERR_IO` for a
/// file that cannot be read, `AKERR_FORMAT` for one that is not JSON or has no character, `AKERR_KEY` for
/// a missing or unknown key, `AKERR_TYPE` and `AKERR_VALUE` for a wrong value; messages name file, key and
/// value.
///
/// # Safety
/// `path` is NULL or a terminated string; `dest` is NULL or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn akgl_character_load(
    path: *const c_char,
    dest: *mut akgl_Character,
) -> *mut akerr_ErrorContext {
    ffi("akgl_character_load", || {
        // SAFETY: by the caller's promise.
        let path = unsafe { c_text(path, "path") }?;
        let dest = check(dest, "dest")?.as_ptr();
        let character = parse(Section::read(path, "character")?)?;
        // SAFETY: by the caller's promise.
        unsafe { place(dest, character) };
        Ok(())
    })
}

fn parse(mut section: Section) -> Outcome<akgl_Character> {
    let Some(name) = section.string("name")? else {
        return fault!(AKERR_KEY, "{}: character.name is missing", section.file);
    };
    let name = match CString::new(name) {
        Ok(name) => held_name(&name)?,
        Err(error) => {
            return fault!(
                AKERR_VALUE,
                "{}: character.name has a NUL inside: {error}",
                section.file
            );
        }
    };
    let mut acceleration = [0.0; 3];
    for (value, key) in acceleration.iter_mut().zip(["ax", "ay", "az"]) {
        *value = section.float(key)?.unwrap_or(0.0);
    }
    let mut speed = [0.0; 3];
    for (value, key) in speed.iter_mut().zip(["sx", "sy", "sz"]) {
        *value = section.float(key)?.unwrap_or(0.0);
        if *value < 0.0 {
            return fault!(
                AKERR_VALUE,
                "{}: character.{key} is a negative top speed: {value}",
                section.file
            );
        }
    }
    let shape = section
        .section("shape")?
        .map_or(Ok(akgl_CollisionShape::default()), parse_shape)?;
    let feel = section
        .section("feel")?
        .map_or(Ok(akgl_Feel::default()), feel::parse)?;
    section.nothing_left()?;
    let ([ax, ay, az], [sx, sy, sz]) = (acceleration, speed);
    Ok(akgl_Character {
        name,
        ax,
        ay,
        az,
        sx,
        sy,
        sz,
        shape,
        feel,
        ..empty()
    })
}

fn parse_shape(mut section: Section) -> Outcome<akgl_CollisionShape> {
    let file = section.file.clone();
    let Some(kind) = section.string("kind")? else {
        return fault!(AKERR_KEY, "{file}: character.shape.kind is missing");
    };
    let Some(&(_, kind)) = KINDS.iter().find(|(name, _)| *name == kind) else {
        let known: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
        return fault!(
            AKERR_VALUE,
            "{file}: character.shape.kind is {kind:?}, none of {}",
            known.join(", ")
        );
    };
    let (width, height) = (section.float("w")?, section.float("h")?);
    let mut shape = akgl_CollisionShape {
        kind,
        layermask: section
            .bits("layermask", LAYERS)?
            .unwrap_or(AKGL_COLLISION_LAYER_ACTOR),
        collidemask: section
            .bits("collidemask", LAYERS)?
            .unwrap_or(AKGL_COLLISION_LAYER_STATIC),
        flags: section.bits("flags", FLAGS)?.unwrap_or(0),
        x: section.float("x")?.unwrap_or(0.0),
        y: section.float("y")?.unwrap_or(0.0),
        w: width.unwrap_or(0.0),
        h: height.unwrap_or(0.0),
        z: section.float("z")?.unwrap_or(0.0),
        depth: section.float("depth")?.unwrap_or(0.0),
    };
    section.nothing_left()?;
    if kind == AKGL_COLLISION_SHAPE_NONE {
        return Ok(akgl_CollisionShape::default());
    }
    for (key, given) in [("w", width), ("h", height)] {
        if given.is_none() {
            return fault!(AKERR_KEY, "{file}: character.shape.{key} is missing");
        }
    }
    let size = format!("w {} and h {}", shape.w, shape.h);
    if kind == AKGL_COLLISION_SHAPE_CIRCLE && shape.w != shape.h {
        return fault!(
            AKERR_VALUE,
            "{file}: character.shape is a circle with {size}; they must be equal"
        );
    }
    match to_core(&shape) {
        // A depth that the file leaves open is derived there.
        Ok(core) => shape.depth = core.map_or(0.0, |core| core.depth),
        Err(error) => return fault!(AKERR_VALUE, "{file}: character.shape with {size}: {error}"),
    }
    Ok(shape)
}
