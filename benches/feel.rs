//! What the settings of feel cost a step, as ratios to the documented step in the same run:
//! `cargo bench --no-default-features --bench feel`.
//!
//! The two sides of a ratio run in turn, round by round, so that whatever else the machine does
//! weighs on both; a row gives the least, the median and the greatest ratio over the rounds, and the
//! median time of each side for one body and step. With `AKGL_LIMIT` set, the program fails where the
//! median of the exact mode on tiles is above it.

mod ratio;

use akgl::physics::feel::{Feel, Setting};
use ratio::ACTORS;

const STEPS: usize = 8;

fn main() {
    ratio::heading();
    let exact = Feel::default().with(Setting::Integrator, 1.0);
    let rates = Feel::default()
        .with(Setting::DecelerationX, 800.0)
        .with(Setting::TurningX, 1600.0)
        .with(Setting::TerminalDown, 500.0);
    let tiles = compare(
        "running on tiles: exact / default",
        runners(true, exact),
        runners(true, Feel::default()),
    );
    compare(
        "running on tiles: rates / default",
        runners(true, rates),
        runners(true, Feel::default()),
    );
    compare(
        "in free space: exact / default",
        runners(false, exact),
        runners(false, Feel::default()),
    );
    compare(
        "in free space: rates / default",
        runners(false, rates),
        runners(false, Feel::default()),
    );
    let limit = std::env::var("AKGL_LIMIT")
        .ok()
        .and_then(|text| text.parse::<f64>().ok());
    if limit.is_some_and(|limit| tiles > limit) {
        eprintln!("the exact mode costs {tiles:.2} times the default");
        std::process::exit(1);
    }
}

/// A thousand bodies with some feel.
fn runners(tiles: bool, feel: Feel) -> impl FnMut() {
    ratio::runners(tiles, feel, STEPS)
}

fn compare(what: &str, first: impl FnMut(), second: impl FnMut()) -> f64 {
    ratio::compare(what, ACTORS * STEPS, first, second)
}
