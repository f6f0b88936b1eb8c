//! Tiled's JSON: a map, and the tilesets and templates that it names, of either form.
#![no_main]

mod map;

libfuzzer_sys::fuzz_target!(|text: &str| map::check(text));
