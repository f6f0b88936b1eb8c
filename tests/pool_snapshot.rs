//! Bytes that were made to look like a snapshot of the C pool: checksum and all. They are refused and change
//! nothing, or they are a state, and taken to the last bit.
#![allow(clippy::undocumented_unsafe_blocks)] // All of it is about the C side, used as its headers say.

use core::ptr::{null, null_mut};

use akgl::capi::actor::{akgl_actor_add_child, akgl_actor_initialize, akgl_actor_set_character};
use akgl::capi::character::akgl_character_initialize;
use akgl::capi::collision::{
    akgl_CollisionWorld, akgl_collision_shape_circle, akgl_collision_world_destroy, akgl_collision_world_init,
};
use akgl::capi::error::{
    AKERR_FORMAT, AKERR_RELATIONSHIP, AKERR_VALUE, akerr_ErrorContext, pool::akerr_release_error,
};
use akgl::capi::feel::akgl_feel_set;
use akgl::capi::heap::{akgl_heap_actor_at, akgl_heap_next_actor, akgl_heap_next_character};
use akgl::capi::physics::{
    akgl_PhysicsBackend, akgl_physics_init_arcade, akgl_physics_restore, akgl_physics_snapshot,
    akgl_physics_snapshot_size, akgl_physics_step,
};
use proptest::prelude::*;

fn status(raised: *mut akerr_ErrorContext) -> i32 {
    if raised.is_null() {
        return 0;
    }
    unsafe {
        let status = (*raised).status;
        akerr_release_error(raised);
        status
    }
}

#[track_caller]
fn ok(raised: *mut akerr_ErrorContext) {
    assert_eq!(status(raised), 0);
}

/// The checksum, written down once more: of the length, then of the bytes in words of eight.
fn sum(bytes: &[u8]) -> u64 {
    let mut hash = 0x243F_6A88_85A3_08D3_u64;
    let mut add = |value: u64| {
        let mixed = (hash ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (mixed ^ mixed >> 32)
            .wrapping_mul(0xD6E8_FEB8_6659_FD93)
            .rotate_left(23);
    };
    add(bytes.len() as u64);
    for part in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        add(u64::from_le_bytes(word));
    }
    hash ^ hash >> 29
}

fn seal(bytes: &mut [u8]) {
    let (body, place) = bytes.split_last_chunk_mut::<8>().unwrap();
    *place = sum(body).to_le_bytes();
}

fn snapshot(backend: &mut akgl_PhysicsBackend) -> Vec<u8> {
    let (mut size, mut written) = (0, 0);
    unsafe {
        ok(akgl_physics_snapshot_size(backend, &mut size));
        let mut bytes = vec![0xA5; size + 9];
        ok(akgl_physics_snapshot(
            backend,
            bytes.as_mut_ptr().cast(),
            bytes.len(),
            &mut written,
        ));
        assert!(written == size && bytes[size..] == [0xA5; 9]);
        bytes.truncate(size);
        bytes
    }
}

/// Five actors: two that feel, a child, one between that is free again.
unsafe fn stage(world: &mut akgl_CollisionWorld) -> Box<akgl_PhysicsBackend> {
    unsafe {
        let mut backend: Box<akgl_PhysicsBackend> = Box::new(std::mem::zeroed());
        ok(akgl_physics_init_arcade(&mut *backend));
        ok(akgl_collision_world_init(world, null(), 16.0, 16.0));
        backend.collision = world;
        backend.gravity_y = 100.0;
        let mut character = null_mut();
        ok(akgl_heap_next_character(&mut character));
        ok(akgl_character_initialize(character, c"walker".as_ptr()));
        for at in 0..6_u8 {
            let mut actor = null_mut();
            ok(akgl_heap_next_actor(&mut actor));
            ok(akgl_actor_initialize(actor, c"walker".as_ptr()));
            ok(akgl_actor_set_character(actor, character));
            ok(akgl_collision_shape_circle(
                &mut (*actor).shape,
                0.0,
                0.0,
                5.0,
                0.0,
            ));
            (*actor).x = 20.0 * f32::from(at);
        }
        let at = |slot| akgl_heap_actor_at(slot);
        ok(akgl_feel_set(&mut (*at(1)).feel, c"friction".as_ptr(), 0.5));
        ok(akgl_feel_set(&mut (*at(4)).feel, c"integrator".as_ptr(), 1.0));
        ok(akgl_actor_add_child(at(1), at(3)));
        ok(akgl::capi::heap::akgl_heap_release_actor(at(2)));
        backend
    }
}

#[test]
fn forged_bytes_are_refused_or_are_a_state() {
    let mut world: Box<akgl_CollisionWorld> = unsafe { Box::new(std::mem::zeroed()) };
    let mut backend = unsafe { stage(&mut world) };
    let whole = snapshot(&mut backend);
    let mut resealed = whole.clone();
    seal(&mut resealed);
    assert_eq!(resealed, whole, "the checksum as this test knows it");
    let (mut taken, mut refused) = (0_u32, 0_u32);
    // `last`: what the pool is now.
    let mut last = whole.clone();
    let mut try_bytes = |mut bytes: Vec<u8>| {
        if bytes.len() >= 8 {
            seal(&mut bytes);
        }
        let raised =
            status(unsafe { akgl_physics_restore(&mut *backend, bytes.as_ptr().cast(), bytes.len()) });
        match raised {
            0 => {
                taken += 1;
                assert_eq!(snapshot(&mut backend), bytes);
                // A step may find the numbers too large, and does no harm.
                status(unsafe { akgl_physics_step(&mut *backend, null_mut(), 1.0 / 60.0) });
                ok(unsafe { akgl_physics_restore(&mut *backend, whole.as_ptr().cast(), whole.len()) });
                last = snapshot(&mut backend);
                assert_eq!(last, whole);
            }
            AKERR_FORMAT | AKERR_VALUE | AKERR_RELATIONSHIP => {
                refused += 1;
                assert_eq!(snapshot(&mut backend), last);
            }
            other => panic!("status {other}"),
        }
    };
    // Every byte with some values of its own.
    for at in 0..whole.len() - 8 {
        for value in [0, 1, 0x7F, 0x80, 0xFF] {
            let mut bytes = whole.clone();
            bytes[at] = value;
            try_bytes(bytes);
        }
    }
    // Many at once, cut off, made longer.
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(2000));
    let edits = proptest::collection::vec((0..whole.len(), any::<u8>()), 0..6);
    let made = std::cell::RefCell::new(Vec::new());
    runner
        .run(&(edits, 0..whole.len() + 400), |(edits, length)| {
            let mut bytes = whole.clone();
            for (at, value) in edits {
                bytes[at] = value;
            }
            bytes.resize(if length % 3 == 0 { length } else { bytes.len() }, 0);
            made.borrow_mut().push(bytes);
            Ok(())
        })
        .unwrap();
    made.into_inner().into_iter().for_each(&mut try_bytes);
    assert!(taken > 1000 && refused > 1000, "{taken} taken, {refused} refused");
    ok(unsafe { akgl_collision_world_destroy(&mut *world) });
}
