//! Recorded input: a text file, one change of the buttons a line; `examples/demo.h` says more.

use std::error::Error;
use std::path::Path;

pub const LEFT: u8 = 1;
pub const RIGHT: u8 = 2;
pub const JUMP: u8 = 16;

/// The letters of a file, in the order of the bits: the arrows left, right, up, down, and space.
const LETTERS: &str = "LRUDA";

/// The buttons that are down in each step.
///
/// # Errors
/// A file that cannot be read, a line that is none of a recording.
pub fn load(path: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (mut steps, mut held) = (Vec::new(), 0);
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let parts: Option<(usize, &str)> = line
            .split_once(' ')
            .and_then(|(step, word)| Some((step.parse().ok()?, word)));
        let Some((step, word)) = parts.filter(|(step, _)| *step >= steps.len()) else {
            return Err(format!("{}: {line:?}", path.display()).into());
        };
        steps.resize(step, held);
        if word == "end" {
            break;
        }
        held = word
            .chars()
            .filter_map(|letter| LETTERS.find(letter))
            .fold(0, |held, bit| held | 1 << bit);
    }
    Ok(steps)
}
