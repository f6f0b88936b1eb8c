//! The default mode, bit for bit: what the scenes came to before there were any settings of feel is in
//! `tests/golden/default_mode.txt`, and must be what they come to now.
//!
//! `AKGL_ACCEPT=1` writes the file anew. A scene or a rule of collision that was changed on purpose is a
//! reason to; nothing that is opt-in is.

mod scenes;

use std::fmt::Write as _;

use scenes::worlds::InWorld;
use scenes::{Driver, advance, bits, library};

/// FNV-1a over the bits of every actor.
fn hash(driver: &InWorld, actors: usize) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for actor in 0..actors {
        let (motion, state) = driver.read(actor);
        for word in bits(&motion).into_iter().chain([state.0]) {
            for byte in word.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
            }
        }
    }
    hash
}

#[test]
fn the_bits_of_the_default_mode_are_those_of_the_golden_file() {
    let mut played = String::new();
    for mut scene in library::all() {
        scene.steps = scene.steps.min(300);
        let mut driver = InWorld::build(&scene);
        for step in 0..scene.steps {
            advance(&mut driver, &scene, step);
            if step % 20 == 19 {
                let hash = hash(&driver, scene.actors.len());
                writeln!(played, "{}: after {} steps {hash:016x}", scene.name, step + 1).unwrap();
            }
        }
        let (motion, _) = driver.read(0);
        let first = bits(&motion).map(|word| format!("{word:08x}")).join(" ");
        writeln!(played, "{}: actor 0 {first}", scene.name).unwrap();
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/default_mode.txt");
    if std::env::var_os("AKGL_ACCEPT").is_some() {
        std::fs::write(&path, &played).unwrap();
    }
    let golden = std::fs::read_to_string(&path).expect("the golden file is there");
    assert!(golden.lines().count() > 50, "the golden file is whole");
    for (now, then) in played.lines().zip(golden.lines()) {
        assert_eq!(now, then, "the default mode has changed");
    }
    assert_eq!(played.lines().count(), golden.lines().count());
}
