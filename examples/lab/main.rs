//! How a body feels, measured: `cargo run --no-default-features --example lab`.
//!
//! Plays a jump, a reversal, a release, a fall, a drag and a run in every mode at every frame rate,
//! prints what came out beside the closed form, and draws the charts of `docs/feel.md` into
//! `docs/pictures/`. Everything drawn is what the library did.

#![allow(unreachable_pub)] // One program in several files.

mod canvas;
mod chart;
mod letters;
mod plots;
mod run;
mod scenes;

use std::path::Path;

use run::{MODES, RATES};

fn main() -> std::io::Result<()> {
    print!("{:<38} {:<9} {:>10}", "scene", "mode", "closed");
    for rate in RATES {
        let name = if rate > 0.0 {
            format!("{rate:.0} Hz")
        } else {
            "irregular".into()
        };
        print!(" {name:>10}");
    }
    println!();
    for scene in &scenes::SCENES {
        for (mode, name) in MODES {
            let label = format!("{} in {}", scene.name, scene.unit);
            print!("{label:<38} {name:<9} {:>10.4}", scene.closed);
            for rate in RATES {
                print!(" {:>10.4}", (scene.play)(mode, rate));
            }
            println!();
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    for chart in plots::all() {
        chart.draw(&folder)?;
        println!("docs/pictures/{}.svg and .png", chart.name);
    }
    Ok(())
}
