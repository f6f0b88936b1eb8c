//! Damaged map files: whatever bytes are changed or cut off, the loader neither panics nor hangs, and what it
//! does load is whole.

use std::path::Path;

use akgl::map::{LayerKind, Map};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/maps");

/// SplitMix64: the same damage on every run and every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % below as u64) as usize
    }
}

fn read(name: &str, text: &str) -> Option<Map> {
    let map = if name.ends_with(".tmx") {
        Map::from_tmx_str(text, FOLDER)
    } else {
        Map::from_json_str(text, FOLDER)
    };
    match map {
        Ok(map) => Some(map),
        Err(error) => {
            let message = error.to_string();
            assert!(
                message.contains("map text") || message.contains(FOLDER),
                "{name}: no file in {message}"
            );
            None
        }
    }
}

fn is_whole(map: &Map) -> bool {
    let cells = map.width as usize * map.height as usize;
    map.layers.iter().all(|layer| match &layer.kind {
        LayerKind::Tiles(found) => found.len() == cells && layer.offset.0.is_finite(),
        LayerKind::Objects(objects) => objects.iter().all(|o| o.x.is_finite() && o.y.is_finite()),
        _ => true,
    })
}

fn fixtures() -> Vec<(String, String)> {
    let mut all: Vec<_> = std::fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "tmj" || ext == "tmx"))
        .map(|path: std::path::PathBuf| {
            let name = Path::new(&path)
                .file_name()
                .unwrap()
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    all.sort();
    assert!(all.len() >= 20, "the fixtures are there");
    all
}

#[test]
fn a_map_cut_short_anywhere_is_refused() {
    for (name, text) in fixtures() {
        let whole = text.trim_end().len();
        for end in (0..whole).step_by(7).filter(|&end| text.is_char_boundary(end)) {
            assert!(
                read(&name, &text[..end]).is_none(),
                "{name} loads when cut to {end} bytes"
            );
        }
    }
}

#[test]
fn changed_bytes_never_panic_and_never_half_load() {
    let mut dice = Dice(1);
    let mut loaded = 0;
    for (name, text) in fixtures() {
        for _ in 0..400 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=dice.roll(3) {
                let at = dice.roll(bytes.len());
                match dice.roll(4) {
                    0 => bytes[at] = b' ' + dice.roll(95) as u8,
                    1 => bytes[at] = b"0123456789-.,\"[]{}<>/="[dice.roll(22)],
                    2 => drop(bytes.remove(at)),
                    _ => {
                        let end = (at + dice.roll(40)).min(bytes.len());
                        let copied = bytes[at..end].to_vec();
                        let to = dice.roll(bytes.len());
                        bytes.splice(to..to, copied);
                    }
                }
            }
            let damaged = String::from_utf8_lossy(&bytes);
            if let Some(map) = read(&name, &damaged) {
                assert!(is_whole(&map), "{name}: {damaged}");
                loaded += 1;
            }
        }
    }
    assert!(loaded > 100, "some damage is harmless, or this test sees nothing");
}

#[test]
fn changed_layer_data_never_panics() {
    // Damage inside the compressed streams, past the base64: what a text fuzzer hardly reaches.
    use base64::Engine;
    let base64 = base64::engine::general_purpose::STANDARD;
    let mut dice = Dice(2);
    for compression in ["zlib", "gzip", "zstd"] {
        let name = format!("level-{compression}.tmj");
        let text = std::fs::read_to_string(Path::new(FOLDER).join(&name)).unwrap();
        let start = text.find("\"data\": \"").unwrap() + 9;
        let end = start + text[start..].find('"').unwrap();
        let stream = base64.decode(&text[start..end]).unwrap();
        for _ in 0..3000 {
            let mut damaged = stream.clone();
            for _ in 0..=dice.roll(4) {
                let at = dice.roll(damaged.len());
                damaged[at] = dice.roll(256) as u8;
            }
            damaged.truncate(1 + dice.roll(damaged.len() * 2));
            let text = format!("{}{}{}", &text[..start], base64.encode(&damaged), &text[end..]);
            if let Some(map) = read(&name, &text) {
                assert!(is_whole(&map));
            }
        }
    }
}
