//! Actors with the default hooks are stepped without calling them. Here the same scenes are played once
//! more with hooks of the game's own that do nothing but call the default ones: every number of every
//! actor, and all that is kept about how it feels, is the same to the bit after every step. With settings
//! of feel too: of every level, and changed in mid-play.
#![allow(clippy::undocumented_unsafe_blocks)] // All of it is about the C side, used as its headers say.

mod scenes;

use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering::Relaxed};

use akgl::capi::actor::{akgl_Actor, akgl_actor_logic_movement};
use akgl::capi::collision::{akgl_CollisionContact, akgl_actor_collide_block};
use akgl::capi::error::akerr_ErrorContext;
use akgl::capi::feel::{akgl_Feel, akgl_FeelState};
use akgl::capi::heap::{akgl_heap_actor_at, akgl_heap_actor_count};
use akgl::capi::tilemap::akgl_Tilemap;
use akgl::physics::feel::Setting;
use proptest::prelude::*;
use scenes::feels::pool::{FeltPool, set};
use scenes::feels::{self, EXACT, Feels, Level};
use scenes::{Dice, Driver, Scene, advance, bits, library, random};

unsafe extern "C" fn collide(
    actor: *mut akgl_Actor,
    contact: *const akgl_CollisionContact,
) -> *mut akerr_ErrorContext {
    unsafe { akgl_actor_collide_block(actor, contact) }
}

unsafe extern "C" fn travel(actor: *mut akgl_Actor, dt: f32) -> *mut akerr_ErrorContext {
    unsafe { akgl_actor_logic_movement(actor, dt) }
}

static ROUND: AtomicU32 = AtomicU32::new(0);
static MAP: AtomicPtr<akgl_Tilemap> = AtomicPtr::new(core::ptr::null_mut());

/// Puts other actors elsewhere, before and after their turn, gives them other shapes and builds and digs in
/// the level, and then travels.
unsafe extern "C" fn meddle(actor: *mut akgl_Actor, dt: f32) -> *mut akerr_ErrorContext {
    let round = ROUND.fetch_add(1, Relaxed);
    let count = akgl_heap_actor_count() as u32;
    unsafe {
        for (nth, other) in [round % count, (round / 3 + 5) % count].into_iter().enumerate() {
            let other = akgl_heap_actor_at(other as usize);
            if (*other).refcount == 0 || other == actor {
                continue;
            }
            (*other).x += [7.5, -3.25][nth];
            if round % 11 == 3 {
                (*other).shape.w += 1.0;
                (*other).shape.h += 1.0;
            }
            if round % 13 == 5 {
                (*other).shape.layermask ^= 2;
            }
        }
        let map = MAP.load(Relaxed);
        if !map.is_null() && round.is_multiple_of(17) {
            let cell = (*map).width as usize * (*map).height as usize / 2 + round as usize % 9;
            let cell = &raw mut (*map).layers[0].data[cell];
            *cell = i32::from(*cell == 0);
        }
        akgl_actor_logic_movement(actor, dt)
    }
}

/// Who has hooks of the game's own.
#[derive(Clone, Copy)]
enum Own {
    Nobody,
    All,
    Every(usize),
}

const FELT: usize = size_of::<akgl_FeelState>() / size_of::<u32>();

/// An actor's numbers, its state and how it feels, as bits.
type Bits = ([u32; 18], u32, [u32; FELT]);

/// Writes settings over those of the backend, a character and an actor, or takes them all away.
fn change(pool: &mut FeltPool, step: u32, changes: &[Level]) {
    let Some(level) = changes.get((step / 16) as usize).filter(|_| step % 16 == 7) else {
        return;
    };
    let actors = &pool.game.actors;
    let actor = actors[step as usize % actors.len()];
    let feel = match step / 16 % 4 {
        0 => unsafe { &mut (*actor).feel },
        1 => unsafe { &mut (*(*actor).basechar).feel },
        _ => &mut pool.game.backend.feel,
    };
    if level.is_empty() {
        *feel = akgl_Feel::default();
    }
    set(feel, level);
}

/// All numbers after every step.
fn record(
    scene: &Scene,
    feels: &Feels,
    changes: &[Level],
    own: Own,
    meddler: Option<usize>,
) -> Vec<Vec<Bits>> {
    let mut pool = FeltPool::new(scene, feels);
    ROUND.store(0, Relaxed);
    MAP.store(
        if scene.layers.is_empty() {
            core::ptr::null_mut()
        } else {
            pool.game.world.tilemap
        },
        Relaxed,
    );
    for (at, &actor) in pool.game.actors.iter().enumerate() {
        let owns = match own {
            Own::Nobody => false,
            Own::All => true,
            Own::Every(nth) => at % nth == 0,
        };
        if owns {
            unsafe {
                (*actor).collidefunc = Some(collide);
                (*actor).movementlogicfunc = Some(travel);
            }
        }
        if meddler == Some(at) {
            unsafe { (*actor).movementlogicfunc = Some(meddle) };
        }
    }
    (0..scene.steps)
        .map(|step| {
            change(&mut pool, step, changes);
            advance(&mut pool, scene, step);
            (0..scene.actors.len())
                .map(|at| {
                    let (motion, state) = pool.game.read(at);
                    let felt = unsafe {
                        (&raw const (*pool.game.actors[at]).felt)
                            .cast::<[u32; FELT]>()
                            .read()
                    };
                    (bits(&motion), state.0, felt)
                })
                .collect()
        })
        .collect()
}

fn compare_felt(scene: &Scene, feels: &Feels, changes: &[Level], meddler: Option<usize>) {
    let long = record(scene, feels, changes, Own::All, meddler);
    for own in [Own::Nobody, Own::Every(2), Own::Every(5)] {
        let short = record(scene, feels, changes, own, meddler);
        for (step, (ours, theirs)) in short.iter().zip(&long).enumerate() {
            for (at, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                assert_eq!(ours, theirs, "{}, step {step}, actor {at}", scene.name);
            }
        }
    }
}

fn compare(scene: &Scene, meddler: Option<usize>) {
    compare_felt(scene, &Feels::default(), &[], meddler);
}

#[test]
fn the_named_scenes_are_the_same_with_hooks_and_without() {
    for scene in library::all() {
        compare(&scene, None);
    }
}

#[test]
fn the_named_scenes_are_the_same_in_the_exact_mode_and_with_rates() {
    let rates = vec![
        (Setting::DecelerationX, "deceleration.x", 800.0),
        (Setting::TurningX, "turning.x", 1600.0),
        (Setting::TerminalDown, "terminal.y.positive", 500.0),
        (Setting::GravityScale, "gravity_scale", 0.75),
    ];
    let both = rates.iter().copied().chain([EXACT]).collect();
    for world in [vec![EXACT], rates, both] {
        let feels = Feels {
            world,
            ..Feels::default()
        };
        for scene in library::all() {
            compare_felt(&scene, &feels, &[], None);
        }
    }
}

#[test]
fn what_a_hook_does_to_others_in_the_middle_of_a_step_counts_for_all() {
    for mut scene in library::all() {
        scene.steps = scene.steps.min(240);
        compare(&scene, Some(0));
        compare(&scene, Some(scene.actors.len() / 2));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn random_scenes_are_the_same_with_hooks_and_without(seed: u64) {
        let mut scene = random::scene(seed);
        // The sides of a C map's cells are whole numbers.
        scene.tile = scene.tile.map(f32::round);
        compare(&scene, None);
        compare(&scene, Some(0));
    }
    #[test]
    fn random_scenes_with_random_settings_are_the_same_with_hooks_and_without(seed: u64, settings: u64) {
        let mut scene = random::scene(seed);
        scene.tile = scene.tile.map(f32::round);
        let feels = feels::random(&scene, settings);
        let mut dice = Dice(settings.rotate_left(21) | 1 << 58);
        let changes: Vec<Level> = (0..1 + scene.steps / 16)
            .map(|_| match dice.below(3) {
                0 => Level::new(),
                _ => feels::level(&mut dice, 9),
            })
            .collect();
        compare_felt(&scene, &feels, &[], None);
        compare_felt(&scene, &feels, &changes, None);
        compare_felt(&scene, &feels, &changes, Some(0));
    }
}
