//! A picture of lines and words, written as SVG and, by the same calls, as PNG.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::letters::strokes;

/// Red, green, blue.
pub type Color = [u8; 3];

/// Where a word lies about its place.
#[derive(Clone, Copy, PartialEq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

pub struct Canvas {
    width: usize,
    height: usize,
    svg: String,
    pixels: Vec<[f32; 3]>,
}

impl Canvas {
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            svg: String::new(),
            pixels: vec![[255.0; 3]; width * height],
        }
    }

    pub fn line(&mut self, points: &[[f64; 2]], color: Color, width: f64) {
        if points.len() < 2 {
            return;
        }
        let [red, green, blue] = color;
        self.svg.push_str("<polyline points=\"");
        for [x, y] in points {
            write!(self.svg, "{x:.1},{y:.1} ").expect("a string takes everything");
        }
        let stroke = format!("stroke=\"#{red:02x}{green:02x}{blue:02x}\" stroke-width=\"{width}\"");
        writeln!(self.svg, "\" fill=\"none\" {stroke} stroke-linejoin=\"round\"/>").expect("as above");
        self.draw(points, color, width);
    }

    /// A filled rectangle from its upper left corner.
    #[allow(dead_code)] // Nor bars.
    pub fn bar(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], color: Color) {
        let [red, green, blue] = color;
        writeln!(
            self.svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"#{red:02x}{green:02x}{blue:02x}\"/>"
        )
        .expect("a string takes everything");
        let whole = |at: f64, size: usize| (at.round().max(0.0) as usize).min(size);
        for row in whole(y, self.height)..whole(y + height, self.height) {
            let start = row * self.width;
            let columns = start + whole(x, self.width)..start + whole(x + width, self.width);
            self.pixels[columns].fill(color.map(f32::from));
        }
    }

    #[allow(dead_code)] // Not every program that shares this file has dots.
    pub fn dot(&mut self, [x, y]: [f64; 2], color: Color, radius: f64) {
        let [red, green, blue] = color;
        writeln!(
            self.svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"#{red:02x}{green:02x}{blue:02x}\"/>"
        )
        .expect("a string takes everything");
        self.draw(&[[x, y], [x, y]], color, 2.0 * radius);
    }

    /// A word whose capitals are `size` pixels high, its foot at y.
    pub fn text(&mut self, [x, y]: [f64; 2], size: f64, anchor: Anchor, color: Color, text: &str) {
        let [red, green, blue] = color;
        let place = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        writeln!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{:.1}\" text-anchor=\"{place}\" \
             fill=\"#{red:02x}{green:02x}{blue:02x}\">{text}</text>",
            size * 1.4
        )
        .expect("a string takes everything");
        let unit = size / 6.0;
        let advance = 5.6 * unit;
        let width = advance * text.chars().count() as f64 - 1.6 * unit;
        let mut pen = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        for letter in text.chars() {
            for stroke in strokes(letter) {
                let points: Vec<[f64; 2]> = stroke
                    .iter()
                    .map(|[across, down]| [pen + across * unit, y + (down - 6.0) * unit])
                    .collect();
                self.draw(&points, color, (size / 7.0).max(1.3));
            }
            pen += advance;
        }
    }

    /// Covers each pixel by how near it lies to the nearest piece of the line.
    fn draw(&mut self, points: &[[f64; 2]], color: Color, width: f64) {
        let reach = width / 2.0 + 1.0;
        let mut covered = std::collections::HashMap::new();
        for pair in points.windows(2) {
            let ([ax, ay], [bx, by]) = (pair[0], pair[1]);
            let (low, high) = (
                [ax.min(bx) - reach, ay.min(by) - reach],
                [ax.max(bx) + reach, ay.max(by) + reach],
            );
            let range = |low: f64, high: f64, size: usize| {
                low.max(0.0) as usize..(high.max(0.0) as usize + 1).min(size)
            };
            for row in range(low[1], high[1], self.height) {
                for column in range(low[0], high[0], self.width) {
                    let (x, y) = (column as f64 + 0.5, row as f64 + 0.5);
                    let (dx, dy) = (bx - ax, by - ay);
                    let length = dx * dx + dy * dy;
                    let along = if length > 0.0 {
                        (((x - ax) * dx + (y - ay) * dy) / length).clamp(0.0, 1.0)
                    } else {
                        0.0
                    };
                    let away = (x - ax - along * dx).hypot(y - ay - along * dy);
                    let cover = (width / 2.0 + 0.5 - away).clamp(0.0, 1.0) as f32;
                    if cover > 0.0 {
                        let most = covered.entry(row * self.width + column).or_insert(0.0_f32);
                        *most = most.max(cover);
                    }
                }
            }
        }
        for (at, cover) in covered {
            for (channel, value) in self.pixels[at].iter_mut().zip(color) {
                *channel += (f32::from(value) - *channel) * cover;
            }
        }
    }

    /// Writes `name.svg` and `name.png` into a folder.
    pub fn write(&self, folder: &Path, name: &str) -> io::Result<()> {
        let (width, height) = (self.width, self.height);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" \
             fill=\"#ffffff\"/>\n{}</svg>\n",
            self.svg
        );
        std::fs::write(folder.join(format!("{name}.svg")), svg)?;
        let mut rows = ZlibEncoder::new(Vec::new(), Compression::best());
        for row in self.pixels.chunks(width) {
            rows.write_all(&[0])?;
            for pixel in row {
                rows.write_all(&pixel.map(|channel| channel.round() as u8))?;
            }
        }
        let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut header = Vec::new();
        header.extend((width as u32).to_be_bytes());
        header.extend((height as u32).to_be_bytes());
        header.extend([8, 2, 0, 0, 0]);
        for (kind, data) in [
            (b"IHDR", header),
            (b"IDAT", rows.finish()?),
            (b"IEND", Vec::new()),
        ] {
            let mut sum = flate2::Crc::new();
            sum.update(kind);
            sum.update(&data);
            png.extend((data.len() as u32).to_be_bytes());
            png.extend(kind);
            png.extend(&data);
            png.extend(sum.sum().to_be_bytes());
        }
        std::fs::write(folder.join(format!("{name}.png")), png)
    }
}
