//! Layer data: arrays, csv, base64, and the three compressions, never more than was announced.

use std::io::Read;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::at::At;
use super::error::{MapError, shown};
use super::tree::Node;

/// The smallest window every zstd stream may ask for, in bytes; a level up to 19 asks for no more.
const ZSTD_WINDOW: u64 = 8 << 20;

/// How the cells of a layer are written.
#[derive(Clone, Copy)]
pub(super) struct Coding {
    encoding: Encoding,
    compression: Compression,
}

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Array,
    Csv,
    Base64,
}

#[derive(Clone, Copy)]
enum Compression {
    None,
    Zlib,
    Gzip,
    Zstd,
}

/// Reads `encoding` and `compression` of a tile layer.
pub(super) fn coding(layer: &At) -> Result<Coding, MapError> {
    let encoding = match layer.get("encoding") {
        None => Encoding::Array,
        Some(at) => match at.text()? {
            "csv" => Encoding::Csv,
            "base64" => Encoding::Base64,
            _ => return Err(at.refused("the encodings are \"csv\" and \"base64\"".to_owned())),
        },
    };
    let compression = match layer.get("compression") {
        None => Compression::None,
        Some(at) => match at.text()? {
            "" => Compression::None,
            "zlib" => Compression::Zlib,
            "gzip" => Compression::Gzip,
            "zstd" => Compression::Zstd,
            _ => return Err(at.refused("the compressions are \"zlib\", \"gzip\" and \"zstd\"".to_owned())),
        },
    };
    Ok(Coding {
        encoding,
        compression,
    })
}

/// The cells of one block of data, exactly `count` of them.
pub(super) fn cells(at: &At, coding: Coding, count: usize) -> Result<Vec<u32>, MapError> {
    let found = match at.node {
        Node::Cells(cells) => cells.clone(),
        Node::List(list) => list
            .iter()
            .enumerate()
            .map(|(i, node)| {
                At {
                    file: at.file,
                    key: format!("{}[{i}]", at.key),
                    node,
                }
                .int_in(0..=u32::MAX)
            })
            .collect::<Result<_, _>>()?,
        Node::Text(text) if coding.encoding == Encoding::Csv => csv(at, text)?,
        Node::Text(text) if coding.encoding == Encoding::Base64 => base64(at, text, coding, count)?,
        Node::Text(_) => return Err(at.wrong("an array (the layer names no encoding)")),
        _ => return Err(at.wrong("an array or text")),
    };
    if found.len() != count {
        return Err(at.length(format!("{} cells", found.len()), format!("{count} cells")));
    }
    Ok(found)
}

fn csv(at: &At, text: &str) -> Result<Vec<u32>, MapError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.trim_end_matches(',')
        .split(',')
        .enumerate()
        .map(|(i, cell)| {
            let cell = cell.trim();
            cell.parse().map_err(|_| MapError::Type {
                file: at.file.to_owned(),
                key: format!("{}[{i}]", at.key),
                value: shown(cell),
                expected: "a global tile id",
            })
        })
        .collect()
}

fn base64(at: &At, text: &str, coding: Coding, count: usize) -> Result<Vec<u32>, MapError> {
    let plain: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let padding = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let packed = GeneralPurpose::new(&STANDARD, padding)
        .decode(plain)
        .map_err(|error| at.undecodable(format!("not base64: {error}")))?;
    let expected = count * 4;
    let bytes = match coding.compression {
        Compression::None => packed,
        Compression::Zlib => inflate(at, "zlib", flate2::read::ZlibDecoder::new(&packed[..]), expected)?,
        Compression::Gzip => inflate(at, "gzip", flate2::read::GzDecoder::new(&packed[..]), expected)?,
        Compression::Zstd => zstd(at, &packed, expected)?,
    };
    if bytes.len() != expected {
        let found = if bytes.len() > expected && !matches!(coding.compression, Compression::None) {
            "more bytes".to_owned()
        } else {
            format!("{} bytes", bytes.len())
        };
        return Err(at.length(found, format!("{expected} bytes")));
    }
    let (cells, _) = bytes.as_chunks();
    Ok(cells.iter().map(|&cell| u32::from_le_bytes(cell)).collect())
}

/// Decompresses, and stops one byte past what is expected.
fn inflate(at: &At, name: &str, stream: impl Read, expected: usize) -> Result<Vec<u8>, MapError> {
    let mut bytes = Vec::new();
    stream
        .take(expected as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| at.undecodable(format!("not a {name} stream: {error}")))?;
    Ok(bytes)
}

fn zstd(at: &At, packed: &[u8], expected: usize) -> Result<Vec<u8>, MapError> {
    let window = ZSTD_WINDOW.max(2 * expected as u64);
    let mut stream = ruzstd::decoding::StreamingDecoder::new_with_max_window_size(packed, window)
        .map_err(|error| at.undecodable(format!("not a zstd stream: {error}")))?;
    let bytes = inflate(at, "zstd", &mut stream, expected)?;
    // The editor writes none; other programs may.
    let written = stream.decoder.get_checksum_from_data();
    if bytes.len() == expected && written.is_some() && written != stream.decoder.get_calculated_checksum() {
        return Err(at.undecodable("the checksum of its zstd stream does not match".to_owned()));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream without end that must not be read far.
    struct Endless(usize);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 += buffer.len();
            assert!(self.0 < 1 << 16, "read far past what was announced");
            buffer.fill(0);
            Ok(buffer.len())
        }
    }

    #[test]
    fn a_stream_is_read_one_byte_past_what_is_expected() {
        let node = Node::Text(String::new());
        let bytes = inflate(&At::root("f", &node), "zlib", Endless(0), 16).unwrap();
        assert_eq!(bytes.len(), 17);
    }
}
