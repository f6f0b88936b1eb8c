//! Settings of feel for a scene, and drivers that play it with them.

use akgl::physics::Motion;
use akgl::physics::feel::{Feel, Setting};
use akgl::world::{Flow, State, Zone};
use glam::Vec3;

use super::worlds::InWorld;
use super::{Dice, Driver, Scene, Wish};

/// Settings with the names that set one alone, and numbers for them.
const CHOICES: [(Setting, &str, [f32; 2]); 20] = [
    (Setting::TerminalRight, "terminal.x.positive", [40.0, 200.0]),
    (Setting::TerminalDown, "terminal.y.positive", [80.0, 300.0]),
    (Setting::TerminalOut, "terminal.z.positive", [3.0, 20.0]),
    (Setting::TerminalLeft, "terminal.x.negative", [30.0, 90.0]),
    (Setting::TerminalUp, "terminal.y.negative", [100.0, 250.0]),
    (Setting::TerminalIn, "terminal.z.negative", [2.0, 9.0]),
    (Setting::DecelerationX, "deceleration.x", [300.0, 880.0]),
    (Setting::DecelerationY, "deceleration.y", [0.0, 500.0]),
    (Setting::TurningX, "turning.x", [500.0, 2400.0]),
    (Setting::TurningY, "turning.y", [0.0, 900.0]),
    (Setting::AirAcceleration, "air.acceleration", [0.5, 0.7]),
    (Setting::AirDeceleration, "air.deceleration", [0.0, 0.3]),
    (Setting::AirTurning, "air.turning", [0.6, 1.5]),
    (Setting::GravityScale, "gravity_scale", [0.4, -0.3]),
    (Setting::TimeScale, "time_scale", [0.5, 2.0]),
    (Setting::PushDecay, "push_decay", [4.0, 0.0]),
    (Setting::Friction, "friction", [0.1, 0.8]),
    (Setting::ConveyorX, "conveyor.x", [-30.0, 12.0]),
    (Setting::ConveyorY, "conveyor.y", [5.0, -3.0]),
    (Setting::Climbing, "climbing", [0.0, 1.0]),
];

/// One level's settings, each by its name too.
pub type Level = Vec<(Setting, &'static str, f32)>;

/// Settings of every level.
#[derive(Debug, Default)]
pub struct Feels {
    pub world: Level,
    /// By the number of the character.
    pub characters: Vec<Level>,
    /// By the number of the actor.
    pub actors: Vec<Level>,
    /// Corner, size, settings.
    pub zones: Vec<([f32; 2], [f32; 2], Level)>,
    /// An impulse for one actor every few steps.
    pub pushes: bool,
}

pub const EXACT: (Setting, &str, f32) = (Setting::Integrator, "integrator", 1.0);

/// Settings at random, each number with a chance of one in `share`.
pub fn level(dice: &mut Dice, share: u32) -> Level {
    let mut made = Level::new();
    match dice.below(6) {
        0 => made.push((Setting::Integrator, "integrator", 0.0)),
        1 | 2 => made.push(EXACT),
        _ => {}
    }
    for (setting, name, values) in CHOICES {
        if dice.below(share) == 0 {
            made.push((setting, name, values[dice.below(2) as usize]));
        }
    }
    made
}

/// Settings from a seed: of the world in most cases, of others in some.
pub fn random(scene: &Scene, seed: u64) -> Feels {
    let mut dice = Dice(seed | 1 << 59);
    let mut made = Feels {
        pushes: dice.below(4) == 0,
        ..Feels::default()
    };
    if dice.below(4) != 0 {
        let share = 3 + dice.below(20);
        made.world = level(&mut dice, share);
        if dice.below(2) == 0 {
            made.world.push(EXACT);
        }
    }
    if dice.below(3) == 0 {
        made.characters = scene.characters.iter().map(|_| level(&mut dice, 12)).collect();
    }
    if dice.below(3) == 0 {
        let one = |dice: &mut Dice| {
            if dice.below(3) == 0 {
                level(dice, 12)
            } else {
                Level::new()
            }
        };
        made.actors = scene.actors.iter().map(|_| one(&mut dice)).collect();
    }
    if dice.below(4) == 0 {
        for _ in 0..1 + dice.below(3) {
            let spot = [dice.below(200) as f32, dice.below(150) as f32 + 0.3];
            let size = [20.0 + dice.below(200) as f32, 20.0 + dice.below(90) as f32];
            made.zones.push((spot, size, level(&mut dice, 6)));
        }
    }
    made
}

pub fn feel(level: &Level) -> Feel {
    level.iter().fold(Feel::default(), |feel, (setting, _, value)| {
        feel.with(*setting, *value)
    })
}

/// What a driver over feels tells beside an actor's numbers: what it touches, in the z of its top speed,
/// which nothing else uses.
fn told(mut motion: Motion, touching: u32) -> Motion {
    motion.top_speed.z += touching as f32;
    motion
}

fn impulse(step: u32, actors: usize) -> Option<(usize, Vec3)> {
    let due = step % 17 == 3 && actors > 0;
    let strength = 40.0 + 3.0 * (step % 50) as f32;
    due.then(|| (step as usize % actors, Vec3::new(strength, -strength, 0.0)))
}

/// How the bodies of a [`FeltWorld`] are stepped.
#[derive(Clone, Copy, PartialEq)]
pub enum Way {
    /// Side by side where they can be.
    Rows,
    /// Each has a logic that does what it would do without one: none goes along rows.
    Alone,
    /// As `Rows`; and what a body touches is kept even where no settings reach it, as in the pool.
    Kept,
}

/// [`InWorld`] with settings.
pub struct FeltWorld {
    pub game: InWorld,
    pushes: bool,
    step: u32,
}

impl FeltWorld {
    pub fn new(scene: &Scene, feels: &Feels, way: Way) -> Self {
        let mut game = InWorld::build(scene);
        let world = &mut game.world;
        world.set_world_feel(feel(&feels.world)).expect("usable settings");
        let characters: Vec<_> = game
            .ids
            .iter()
            .map(|id| world.body(*id).and_then(|body| body.character))
            .collect();
        for (at, character) in characters.iter().enumerate() {
            if let (Some(id), Some(level)) = (character, feels.characters.get(scene.actors[at].character)) {
                world
                    .set_character_feel(*id, feel(level))
                    .expect("usable settings");
            }
        }
        for (at, id) in game.ids.iter().enumerate() {
            let level = feels.actors.get(at);
            if way == Way::Kept || level.is_some() {
                let own = level.map_or(Feel::default(), feel);
                world.set_feel(*id, own).expect("usable settings");
            }
        }
        let zones = feels.zones.iter().map(|(corner, size, level)| Zone {
            corner: *corner,
            size: *size,
            feel: feel(level),
        });
        world.set_zones(zones.collect()).expect("usable settings");
        if way == Way::Alone {
            for id in &game.ids {
                let logic = world.add_logic(|context| {
                    context.travel();
                    Flow::Go
                });
                world
                    .edit(*id, |body| body.logic = Some(logic))
                    .expect("a body that is there");
            }
        }
        Self {
            game,
            pushes: feels.pushes,
            step: 0,
        }
    }
}

impl Driver for FeltWorld {
    fn build(scene: &Scene) -> Self {
        Self::new(scene, &Feels::default(), Way::Rows)
    }

    fn wish(&mut self, actor: usize, wish: &Wish) {
        self.game.wish(actor, wish);
    }

    fn step(&mut self, dt: f32) {
        if let Some((actor, push)) = impulse(self.step, self.game.ids.len()).filter(|_| self.pushes) {
            let id = self.game.ids[actor];
            self.game.world.push(id, push).expect("a finite impulse");
        }
        self.step += 1;
        self.game.step(dt);
    }

    fn read(&self, actor: usize) -> (Motion, State) {
        let (motion, state) = self.game.read(actor);
        let touching = self.game.world.touching(self.game.ids[actor]);
        (told(motion, touching.expect("a body that is there")), state)
    }
}

/// [`InPool`](super::pool::InPool) with settings.
#[cfg(feature = "capi")]
pub mod pool {
    use akgl::capi::feel::{akgl_Feel, akgl_FeelZone, akgl_actor_push, akgl_feel_set};

    use super::{Driver, Feels, Level, Motion, Scene, State, Wish, impulse, told};
    use crate::scenes::pool::{InPool, ok};

    pub struct FeltPool {
        pub game: InPool,
        /// Read by the backend as long as it steps.
        _zones: Vec<akgl_FeelZone>,
        pushes: bool,
        step: u32,
    }

    #[allow(clippy::undocumented_unsafe_blocks)] // A record of our own and a name that ends.
    pub fn set(feel: &mut akgl_Feel, level: &Level) {
        for (_, name, value) in level {
            let name = std::ffi::CString::new(*name).expect("a name");
            ok(unsafe { akgl_feel_set(feel, name.as_ptr(), *value) });
        }
    }

    impl FeltPool {
        #[allow(clippy::undocumented_unsafe_blocks)] // Actors and characters of the pool, alive.
        pub fn new(scene: &Scene, feels: &Feels) -> Self {
            let mut game = InPool::build(scene);
            set(&mut game.backend.feel, &feels.world);
            for (at, actor) in game.actors.iter().enumerate() {
                let (actor, character) = unsafe { (&mut **actor, &mut *(**actor).basechar) };
                if let Some(level) = feels.characters.get(scene.actors[at].character) {
                    set(&mut character.feel, level);
                }
                if let Some(level) = feels.actors.get(at) {
                    set(&mut actor.feel, level);
                }
            }
            let mut zones: Vec<akgl_FeelZone> = Vec::new();
            for (corner, size, level) in &feels.zones {
                let mut zone = akgl_FeelZone {
                    x: corner[0],
                    y: corner[1],
                    w: size[0],
                    h: size[1],
                    feel: akgl_Feel::default(),
                };
                set(&mut zone.feel, level);
                zones.push(zone);
            }
            game.backend.zones = zones.as_mut_ptr();
            game.backend.numzones = zones.len() as _;
            Self {
                game,
                _zones: zones,
                pushes: feels.pushes,
                step: 0,
            }
        }
    }

    impl Driver for FeltPool {
        fn build(scene: &Scene) -> Self {
            Self::new(scene, &Feels::default())
        }

        fn wish(&mut self, actor: usize, wish: &Wish) {
            self.game.wish(actor, wish);
        }

        #[allow(clippy::undocumented_unsafe_blocks)] // An actor of the pool, alive.
        fn step(&mut self, dt: f32) {
            if let Some((actor, push)) = impulse(self.step, self.game.actors.len()).filter(|_| self.pushes) {
                ok(unsafe { akgl_actor_push(self.game.actors[actor], push.x, push.y, push.z) });
            }
            self.step += 1;
            self.game.step(dt);
        }

        #[allow(clippy::undocumented_unsafe_blocks)] // An actor of the pool, alive.
        fn read(&self, actor: usize) -> (Motion, State) {
            let (motion, state) = self.game.read(actor);
            let touching = unsafe { (*self.game.actors[actor]).felt.touching };
            (told(motion, touching), state)
        }
    }
}
