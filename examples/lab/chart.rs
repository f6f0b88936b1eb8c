//! A chart: axes with units, a grid, lines with their names.

use std::io;
use std::path::Path;

use crate::canvas::{Anchor, Canvas, Color};

pub const BLUE: Color = [0x2b, 0x6c, 0xb0];
pub const ORANGE: Color = [0xdd, 0x6b, 0x20];
pub const GREEN: Color = [0x2f, 0x85, 0x5a];
pub const RED: Color = [0xc5, 0x30, 0x30];
pub const GREY: Color = [0x71, 0x80, 0x96];
const INK: Color = [0x1a, 0x20, 0x2c];
const GRID: Color = [0xe2, 0xe8, 0xf0];

const SIZE: [usize; 2] = [960, 580];
/// Left, top, right, bottom.
const EDGES: [f64; 4] = [110.0, 70.0, 30.0, 104.0];

#[derive(Clone)]
pub struct Line {
    pub name: String,
    pub color: Color,
    pub points: Vec<[f64; 2]>,
    /// A dot at each point as well.
    pub dots: bool,
    pub width: f64,
}

impl Line {
    pub fn new(name: &str, color: Color, points: Vec<[f64; 2]>) -> Self {
        Self {
            name: name.into(),
            color,
            points,
            dots: false,
            width: 3.5,
        }
    }

    pub fn dotted(mut self) -> Self {
        self.dots = true;
        self.width = 2.0;
        self
    }

    pub fn thin(mut self) -> Self {
        self.width = 1.8;
        self
    }
}

pub struct Chart {
    pub name: &'static str,
    pub title: &'static str,
    pub across: &'static str,
    pub up: &'static str,
    pub lines: Vec<Line>,
    /// Larger values lie lower, as on a screen.
    pub downward: bool,
    /// The least and most that is shown across and up; `None`: what there is.
    pub bounds: [Option<[f64; 2]>; 2],
}

/// A round step that cuts a length into about six.
fn tick(length: f64) -> f64 {
    let rough = length / 6.0;
    let unit = 10_f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|times| times * unit)
        .find(|step| *step >= rough)
        .unwrap_or(10.0 * unit)
}

impl Chart {
    pub fn draw(&self, folder: &Path) -> io::Result<()> {
        let mut canvas = Canvas::new(SIZE[0], SIZE[1]);
        let [left, top, right, bottom] = EDGES;
        let (width, height) = (SIZE[0] as f64 - left - right, SIZE[1] as f64 - top - bottom);
        let range = |axis: usize| {
            self.bounds[axis].unwrap_or_else(|| {
                let values = || {
                    self.lines
                        .iter()
                        .flat_map(|line| &line.points)
                        .map(|point| point[axis])
                };
                let (low, high) = (
                    values().fold(f64::INFINITY, f64::min),
                    values().fold(f64::NEG_INFINITY, f64::max),
                );
                let room = (high - low).max(1e-9) * if axis == 1 { 0.06 } else { 0.0 };
                [low - room, high + room]
            })
        };
        let (across, up) = (range(0), range(1));
        let place = |[x, y]: [f64; 2]| {
            let share = (y - up[0]) / (up[1] - up[0]);
            let share = if self.downward { share } else { 1.0 - share };
            [
                left + (x - across[0]) / (across[1] - across[0]) * width,
                top + share * height,
            ]
        };
        for (axis, [low, high]) in [across, up].into_iter().enumerate() {
            let step = tick(high - low);
            let digits = if step < 1.0 {
                (-step.log10().floor()) as usize
            } else {
                0
            };
            let mut count = (low / step - 1e-9).ceil();
            while count * step <= high + 1e-9 * step {
                let value = count * step + 0.0;
                let label = format!("{value:.digits$}");
                if axis == 0 {
                    let [x, _] = place([value, up[0]]);
                    canvas.line(&[[x, top], [x, top + height]], GRID, 1.0);
                    canvas.text([x, top + height + 28.0], 13.0, Anchor::Middle, INK, &label);
                } else {
                    let [_, y] = place([across[0], value]);
                    canvas.line(&[[left, y], [left + width, y]], GRID, 1.0);
                    canvas.text([left - 12.0, y + 6.0], 13.0, Anchor::End, INK, &label);
                }
                count += 1.0;
            }
        }
        canvas.line(
            &[[left, top], [left, top + height], [left + width, top + height]],
            INK,
            2.0,
        );
        canvas.text([left, 30.0], 16.0, Anchor::Start, INK, self.title);
        canvas.text([left, 56.0], 13.0, Anchor::Start, GREY, self.up);
        let foot = [left + width, top + height + 54.0];
        canvas.text(foot, 13.0, Anchor::End, GREY, self.across);
        for line in &self.lines {
            let inside = |point: &[f64; 2]| point[1] >= up[0] && point[1] <= up[1];
            for run in line.points.split(|point| !inside(point)) {
                let points: Vec<[f64; 2]> = run.iter().map(|point| place(*point)).collect();
                canvas.line(&points, line.color, line.width);
                if line.dots {
                    for point in points {
                        canvas.dot(point, line.color, 4.5);
                    }
                }
            }
        }
        self.legend(&mut canvas);
        canvas.write(folder, self.name)
    }

    /// The names, along the foot.
    fn legend(&self, canvas: &mut Canvas) {
        let mut x = EDGES[0];
        let y = SIZE[1] as f64 - 18.0;
        for line in self.lines.iter().filter(|line| !line.name.is_empty()) {
            canvas.line(&[[x, y - 5.0], [x + 26.0, y - 5.0]], line.color, 4.0);
            canvas.text([x + 34.0, y], 13.0, Anchor::Start, INK, &line.name);
            x += 34.0 + 12.2 * line.name.chars().count() as f64 + 18.0;
        }
    }
}
