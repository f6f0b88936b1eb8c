//! Tiled's XML: a map, and the tilesets and templates that it names, of either form. What does not look
//! like XML is taken for JSON, which is `map_json`'s.
#![no_main]

mod map;

libfuzzer_sys::fuzz_target!(|text: &str| -> libfuzzer_sys::Corpus {
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return libfuzzer_sys::Corpus::Reject;
    }
    map::check(text);
    libfuzzer_sys::Corpus::Keep
});
