//! The C pool and the World with settings of feel, on the world, on characters, in zones and on bodies, with
//! impulses: every number of every actor after every step is the same to the bit. The null backend and steps of
//! one layer are compared here too.
#![allow(clippy::undocumented_unsafe_blocks)] // The C side is used as its headers say.

mod scenes;

use std::ffi::CString;

use akgl::capi::feel::{akgl_Feel, akgl_FeelZone, akgl_actor_push, akgl_feel_set};
use akgl::capi::physics::{
    akgl_physics_null_collide, akgl_physics_null_gravity, akgl_physics_null_move, akgl_physics_step,
};
use akgl::capi::types::{AKGL_ITERATOR_OP_LAYERMASK, akgl_Iterator};
use akgl::physics::feel::Feel;
use akgl::world::{Backend, Zone};
use glam::Vec3;
use proptest::prelude::*;
use scenes::pool::{InPool, ok};
use scenes::worlds::InWorld;
use scenes::{Dice, Driver, Scene, advance, bits, library, random};

/// Names of settings, and values of each.
const SETTINGS: [(&str, &[f32]); 18] = [
    ("integrator", &[1.0, 0.0]),
    ("terminal.x", &[80.0, 0.0]),
    ("terminal.y.positive", &[150.0]),
    ("terminal.y.negative", &[200.0]),
    ("deceleration.x", &[300.0, 0.0]),
    ("deceleration.y", &[250.0]),
    ("turning.x", &[900.0]),
    ("turning.y", &[500.0]),
    ("air.acceleration", &[0.5]),
    ("air.deceleration", &[0.25]),
    ("air.turning", &[0.7]),
    ("gravity_scale", &[0.5, -0.5, 0.0]),
    ("time_scale", &[0.5, 2.5, 0.0]),
    ("push_decay", &[2.0, 0.0]),
    ("friction", &[0.1]),
    ("conveyor.x", &[40.0, -25.0]),
    ("conveyor.y", &[12.5]),
    ("climbing", &[1.0]),
];

/// Settings on both sides: each with a chance of one in `rare`.
fn feel(dice: &mut Dice, rare: u32) -> (Feel, akgl_Feel) {
    let (mut ours, mut theirs) = (Feel::default(), akgl_Feel::default());
    for (name, values) in SETTINGS {
        if dice.below(rare) == 0 {
            let value = values[dice.below(values.len() as u32) as usize];
            assert!(ours.set_named(name, value));
            let name = CString::new(name).expect("a name");
            ok(unsafe { akgl_feel_set(&raw mut theirs, name.as_ptr(), value) });
        }
    }
    (ours, theirs)
}

struct Both<'a> {
    scene: &'a Scene,
    world: InWorld,
    pool: InPool,
    zones: Vec<akgl_FeelZone>,
}

impl<'a> Both<'a> {
    fn build(scene: &'a Scene) -> Self {
        Self {
            scene,
            world: InWorld::build(scene),
            pool: InPool::build(scene),
            zones: Vec::new(),
        }
    }

    /// Settings everywhere.
    fn feel(&mut self, dice: &mut Dice) {
        let (ours, theirs) = feel(dice, 12);
        self.world.world.set_world_feel(ours).expect("usable settings");
        self.pool.backend.feel = theirs;
        for (id, actor) in self.world.ids.iter().zip(&self.pool.actors) {
            if dice.below(2) == 0 {
                let (ours, theirs) = feel(dice, 5);
                self.world.world.set_feel(*id, ours).expect("usable settings");
                unsafe { (**actor).feel = theirs };
            }
        }
        if dice.below(2) == 0 {
            let kind = self
                .world
                .world
                .body(self.world.ids[0])
                .and_then(|body| body.character);
            let (ours, theirs) = feel(dice, 8);
            self.world
                .world
                .set_character_feel(kind.expect("a character"), ours)
                .expect("usable settings");
            unsafe { (*(*self.pool.actors[0]).basechar).feel = theirs };
        }
        let mut zones = Vec::new();
        for _ in 0..dice.below(3) {
            let mut edge = |most: u32| dice.below(most) as f32;
            let (corner, size) = ([edge(300), edge(100)], [edge(120), edge(120)]);
            let (ours, theirs) = feel(dice, 7);
            zones.push(Zone {
                corner,
                size,
                feel: ours,
            });
            let ([x, y], [w, h]) = (corner, size);
            self.zones.push(akgl_FeelZone {
                x,
                y,
                w,
                h,
                feel: theirs,
            });
        }
        self.world.world.set_zones(zones).expect("usable zones");
        self.pool.backend.zones = self.zones.as_mut_ptr();
        self.pool.backend.numzones = self.zones.len() as u32;
    }

    fn push(&mut self, at: usize, impulse: Vec3) {
        let at = at % self.world.ids.len();
        self.world
            .world
            .push(self.world.ids[at], impulse)
            .expect("a finite impulse");
        let actor = self.pool.actors[at];
        ok(unsafe { akgl_actor_push(actor, impulse.x, impulse.y, impulse.z) });
    }

    fn compare(&self, what: &str) {
        for actor in 0..self.world.ids.len() {
            let (ours, theirs) = (self.world.read(actor), self.pool.read(actor));
            assert!(
                bits(&ours.0) == bits(&theirs.0) && ours.1 == theirs.1,
                "{}: {what}, actor {actor}:\n{ours:?}\n{theirs:?}",
                self.scene.name
            );
            let impulse = self.world.world.impulse(self.world.ids[actor]).expect("a body");
            let felt = unsafe { (*self.pool.actors[actor]).felt };
            assert_eq!(
                impulse.to_array().map(f32::to_bits),
                [felt.pushx, felt.pushy, felt.pushz].map(f32::to_bits),
                "{}: {what}, the impulse of actor {actor}",
                self.scene.name
            );
        }
    }
}

fn play(scene: &Scene, seed: u64) {
    let mut dice = Dice(seed | 1 << 62);
    let mut both = Both::build(scene);
    both.feel(&mut dice);
    for step in 0..scene.steps {
        if dice.below(15) == 0 {
            let mut part = || dice.below(400) as f32 - 200.0;
            let impulse = Vec3::new(part(), part(), 0.0);
            both.push(dice.below(64) as usize, impulse);
        }
        advance(&mut both.world, scene, step);
        advance(&mut both.pool, scene, step);
        both.compare(&format!("seed {seed}, step {step}"));
    }
}

#[test]
fn the_named_scenes_with_feel_are_the_same_in_the_pool() {
    for mut scene in library::all() {
        scene.steps = scene.steps.min(200);
        scene.actors.truncate(40);
        for seed in 0..8 {
            play(&scene, seed * 0x1234_5679);
        }
    }
}

#[test]
fn the_null_backend_is_the_same_in_the_pool() {
    for scene in [library::platformer(), library::top_down(), library::sensors()] {
        let mut both = Both::build(&scene);
        both.world.world.set_backend(Backend::Null);
        both.pool.backend.gravity = Some(akgl_physics_null_gravity);
        both.pool.backend.r#move = Some(akgl_physics_null_move);
        both.pool.backend.collide = Some(akgl_physics_null_collide);
        for step in 0..200 {
            advance(&mut both.world, &scene, step);
            advance(&mut both.pool, &scene, step);
            both.compare(&format!("null, step {step}"));
        }
    }
}

#[test]
fn steps_of_one_layer_are_the_same_in_the_pool() {
    let scene = library::platformer();
    let mut both = Both::build(&scene);
    for (at, id) in both.world.ids.clone().into_iter().enumerate() {
        let layer = at as u32 % 3;
        both.world
            .world
            .edit(id, |body| body.layer = layer)
            .expect("a body");
        unsafe { (*both.pool.actors[at]).layer = layer };
    }
    for step in 0..300_u32 {
        let layer = step % 3;
        both.world.world.step_layer(scene.dt, layer);
        let mut only = akgl_Iterator {
            flags: AKGL_ITERATOR_OP_LAYERMASK,
            layerid: layer as u8,
        };
        ok(unsafe { akgl_physics_step(&raw mut *both.pool.backend, &raw mut only, scene.dt) });
        both.compare(&format!("layer {layer}, step {step}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn random_scenes_with_feel_are_the_same_in_the_pool(seed: u64) {
        let mut scene = random::scene(seed);
        scene.tile = scene.tile.map(f32::round);
        play(&scene, seed);
    }
}
