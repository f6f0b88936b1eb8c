//! What the settings of feel cost a step, as ratios to the documented step in the same run:
//! `cargo bench --no-default-features --bench feel`; with the C layer built in
//! (`--no-default-features --features system-sdl`, or the default features) in the C pool too.
//!
//! The two sides of a ratio run in turn, round by round, so that whatever else the machine does
//! weighs on both; a row gives the least, the median and the greatest ratio over the rounds, and the
//! median time of each side for one body and step. With `AKGL_LIMIT` set, the program fails where the
//! median of the exact mode on tiles is above it. An argument names the rows to run by a part of their
//! names.

mod clock;
mod ratio;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use akgl::physics::feel::{Feel, Setting};
use ratio::ACTORS;

const STEPS: usize = 8;

/// The settings of the rows, by the names that a C game gives them.
const EXACT: [(Setting, &str, f32); 1] = [(Setting::Integrator, "integrator", 1.0)];
const RATES: [(Setting, &str, f32); 3] = [
    (Setting::DecelerationX, "deceleration.x", 800.0),
    (Setting::TurningX, "turning.x", 1600.0),
    (Setting::TerminalDown, "terminal.y.positive", 500.0),
];

fn main() {
    let wanted = std::env::args().nth(1).filter(|name| !name.starts_with('-'));
    let wanted = |row: &str| wanted.as_ref().is_none_or(|part| row.contains(part.as_str()));
    ratio::heading();
    let mut on_tiles = 0.0_f64;
    for (name, settings) in [("exact", &EXACT[..]), ("rates", &RATES[..])] {
        for (place, tiles) in [("running on tiles", true), ("in free space", false)] {
            let row = format!("World, {place}: {name} / default");
            if wanted(&row) {
                let ratio = in_world(&row, tiles, settings);
                if tiles && name == "exact" {
                    on_tiles = on_tiles.max(ratio);
                }
            }
            #[cfg(feature = "capi")]
            {
                let row = format!("C pool, {place}: {name} / default");
                if wanted(&row) {
                    let ratio = in_pool(&row, tiles, settings);
                    if tiles && name == "exact" {
                        on_tiles = on_tiles.max(ratio);
                    }
                }
            }
        }
    }
    let limit = std::env::var("AKGL_LIMIT")
        .ok()
        .and_then(|text| text.parse::<f64>().ok());
    if limit.is_some_and(|limit| on_tiles > limit) {
        eprintln!("the exact mode costs {on_tiles:.2} times the default");
        std::process::exit(1);
    }
}

fn in_world(what: &str, tiles: bool, settings: &[(Setting, &str, f32)]) -> f64 {
    let feel = settings
        .iter()
        .fold(Feel::default(), |feel, (setting, _, value)| {
            feel.with(*setting, *value)
        });
    let run = |feel| ratio::runners(tiles, feel, STEPS);
    ratio::compare(what, ACTORS * STEPS, run(feel), run(Feel::default()))
}

/// There is one pool: both sides go on with the same actors, with and without the settings.
#[cfg(feature = "capi")]
fn in_pool(what: &str, tiles: bool, settings: &[(Setting, &str, f32)]) -> f64 {
    use std::cell::RefCell;

    use akgl::capi::feel::{akgl_Feel, akgl_feel_set};
    use scenes::Driver;
    use scenes::pool::{InPool, ok};

    let mut felt = akgl_Feel::default();
    for (_, name, value) in settings {
        let name = std::ffi::CString::new(*name).expect("no name has a zero in it");
        // SAFETY: a record of our own and a name that ends.
        ok(unsafe { akgl_feel_set(&raw mut felt, name.as_ptr(), *value) });
    }
    let game = RefCell::new(InPool::build(&ratio::scene(tiles)));
    let run = |feel: akgl_Feel| {
        let game = &game;
        move || {
            let mut game = game.borrow_mut();
            game.backend.feel = feel;
            for _ in 0..STEPS {
                game.step(scenes::library::DT);
            }
        }
    };
    ratio::compare(what, ACTORS * STEPS, run(felt), run(akgl_Feel::default()))
}
