//! The game of `examples/sidescroller.c` played by the Rust one: the same input, the same way, to the bit.
#![allow(unreachable_pub)] // The example's own files.

#[cfg(feature = "capi")]
mod c;
#[path = "../examples/sidescroller/character.rs"]
mod character;
#[path = "../examples/sidescroller/game.rs"]
mod game;
#[path = "../examples/sidescroller/picture.rs"]
mod picture;
#[path = "../examples/sidescroller/recording.rs"]
mod recording;
#[path = "../examples/sidescroller/runner.rs"]
mod runner;

use std::fmt::Write as _;
use std::path::Path;

use game::{ASSETS, Game};

/// Plays the recorded input: the bits of the runner's x, y, vx, vy, ex, ey, tx after each step, as the C game's
/// `--bits` writes them, and what the game prints.
fn play() -> (Game, String, String) {
    let mut game = Game::load().unwrap();
    let (mut bits, mut printed) = (String::new(), String::new());
    for buttons in recording::load(&Path::new(ASSETS).join("sidescroller.rec")).unwrap() {
        if game.won() {
            break;
        }
        if let Some(line) = game.step(buttons) {
            writeln!(printed, "{line}").unwrap();
        }
        let motion = game.world.motion(game.hero).unwrap();
        let (place, v, e) = (motion.position, motion.velocity, motion.environment);
        let words = [place.x, place.y, v.x, v.y, e.x, e.y, motion.thrust.x]
            .map(|number| format!("{:08x}", number.to_bits()));
        writeln!(bits, "{}", words.join(" ")).unwrap();
    }
    writeln!(printed, "{}", game.summary()).unwrap();
    (game, bits, printed)
}

#[test]
fn the_recorded_input_reaches_the_flag() {
    let (game, bits, printed) = play();
    // 1,129 steps of a sixtieth: the figures that the README gives for the C game.
    assert_eq!(bits.lines().count(), 1129);
    let summary = " 18.82 s  the flag, with 55 of 65 coins, 26 jumps, 27 landings, 0 times back to the start";
    assert_eq!(printed.lines().last(), Some(summary));
    // Taken coins are rings, the others discs.
    let picture = picture::draw(&game);
    assert_eq!(picture.matches("stroke=\"#fff6d0\"").count(), 55);
    assert_eq!(picture.matches("fill=\"#f9c22e\"").count(), 10);
}

#[cfg(feature = "capi")]
#[test]
fn the_c_game_goes_the_same_way_to_the_bit() {
    let scratch = c::scratch("sidescroller");
    let (program, file) = (scratch.join("sidescroller"), scratch.join("bits.txt"));
    let mut command = c::compiler(false);
    command.arg("-std=c99").args(c::STRICT).arg("-o").arg(&program);
    command.arg(c::root().join("examples/sidescroller.c"));
    c::link(&mut command);
    c::compile(&mut command).unwrap();
    let output = std::process::Command::new(&program)
        .args(["--demo", "--bits"])
        .arg(&file)
        .current_dir(c::root())
        .env("LD_LIBRARY_PATH", c::library_path())
        .env("SDL_VIDEO_DRIVER", "dummy")
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );

    let (_, ours, printed) = play();
    let theirs = std::fs::read_to_string(&file).unwrap();
    for (step, (ours, theirs)) in ours.lines().zip(theirs.lines()).enumerate() {
        assert_eq!(ours, theirs, "step {step}");
    }
    assert_eq!(ours.lines().count(), theirs.lines().count());
    assert_eq!(
        Some(printed.as_str()),
        told.split_once("drawn:").map(|(lines, _)| lines)
    );
}
