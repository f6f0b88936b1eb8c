//! The game of `examples/sidescroller.c` in Rust: the same level, the same runner, the same recorded input.
//!
//! ```text
//! cargo run --no-default-features --example sidescroller [-- --play FILE]
//! ```
//!
//! It needs neither SDL nor a window: it plays the recording, says what happened, and draws the level with the
//! runner's way into `target/demo/sidescroller-rust.svg`. What to read for a game of your own is `game.rs` and
//! `runner.rs`: `Game::load` puts the world together, `Runner` is what the player wants and what the runner
//! touches, `Game::step` is one step. A game with a window calls `Game::step` from its loop.

#![allow(unreachable_pub)] // One program in several files.

mod character;
mod game;
mod picture;
mod recording;
mod runner;

use std::error::Error;
use std::path::Path;

use game::{ASSETS, Game};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let file = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => format!("{ASSETS}/sidescroller.rec"),
        ["--play", file] => file.to_owned(),
        _ => return Err("usage: sidescroller [--play FILE]".into()),
    };
    let mut game = Game::load()?;
    for buttons in recording::load(Path::new(&file))? {
        if let Some(line) = game.step(buttons) {
            println!("{line}");
        }
        if game.won() {
            break;
        }
    }
    println!("{}", game.summary());
    let folder = Path::new(ROOT).join("target/demo");
    std::fs::create_dir_all(&folder)?;
    let drawn = folder.join("sidescroller-rust.svg");
    std::fs::write(&drawn, picture::draw(&game))?;
    println!("drawn: {}", drawn.display());
    if game.won() {
        Ok(())
    } else {
        Err("the recorded input does not reach the flag".into())
    }
}
