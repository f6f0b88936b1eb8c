//! The results as a picture: a bar for each engine, by workload, along a logarithmic axis.

use std::path::Path;

use crate::canvas::{Anchor, Canvas, Color};
use crate::page::digits;
use crate::results::Results;

const INK: Color = [0x1a, 0x20, 0x2c];
const GREY: Color = [0x71, 0x80, 0x96];
const GRID: Color = [0xe2, 0xe8, 0xf0];
/// A bar whose sanity line does not hold.
const VOID: Color = [0xcb, 0xd5, 0xe0];
/// Floor, World, C pool, and the other engines.
const COLORS: [Color; 6] = [
    [0x71, 0x80, 0x96],
    [0x2b, 0x6c, 0xb0],
    [0x63, 0xb3, 0xed],
    [0xdd, 0x6b, 0x20],
    [0xc5, 0x30, 0x30],
    [0x97, 0x5a, 0x16],
];

const WIDTH: usize = 960;
const LEFT: f64 = 130.0;
const RIGHT: f64 = 100.0;
const TOP: f64 = 76.0;
/// From one bar to the next, and the room for a workload's name.
const BAR: f64 = 22.0;
const NAME: f64 = 36.0;

/// Writes `peers.svg` and `peers.png`.
pub fn draw(results: &Results, folder: &Path) -> std::io::Result<()> {
    let workloads = results.workloads();
    let engines = results.engines();
    let high = workloads.len() as f64 * NAME + results.rows.len() as f64 * BAR;
    let mut canvas = Canvas::new(WIDTH, (TOP + high + 70.0) as usize);
    let title = "ns per actor per step, or per query: less is better";
    canvas.text([20.0, 30.0], 16.0, Anchor::Start, INK, title);
    let key = "bar: median of the rounds, whisker: least to most";
    canvas.text([20.0, 58.0], 13.0, Anchor::Start, GREY, key);
    let foot = TOP + high + 10.0;
    let ends = |pick: fn(f64, f64) -> f64, start: f64| {
        let times = results.rows.iter().flat_map(|row| row.time);
        times.fold(start, pick).log10()
    };
    let decades = [ends(f64::min, f64::INFINITY).floor(), ends(f64::max, 0.0).ceil()];
    let place = |time: f64| {
        let share = (time.log10() - decades[0]) / (decades[1] - decades[0]);
        LEFT + share * (WIDTH as f64 - LEFT - RIGHT)
    };
    for decade in decades[0] as i32..=decades[1] as i32 {
        let time = 10_f64.powi(decade);
        let x = place(time);
        canvas.line(&[[x, TOP], [x, foot]], GRID, 1.5);
        let label = format!("{time:.*}", (-decade).max(0) as usize);
        canvas.text([x, foot + 26.0], 13.0, Anchor::Middle, INK, &label);
    }
    let axis = [WIDTH as f64 - RIGHT, foot + 52.0];
    canvas.text(axis, 13.0, Anchor::End, GREY, "ns, logarithmic");
    let mut y = TOP;
    for workload in workloads {
        // Not crossed by the grid.
        canvas.bar([20.0, y], [16.0 * workload.len() as f64, NAME - 6.0], [0xff; 3]);
        canvas.text([20.0, y + NAME - 12.0], 14.0, Anchor::Start, INK, workload);
        y += NAME;
        let first = y;
        for (engine, color) in engines.iter().zip(COLORS) {
            let Some(row) = results.find(workload, engine) else {
                continue;
            };
            let [median, least, most] = row.time.map(place);
            let middle = y + BAR / 2.0 - 2.0;
            let color = if row.holds { color } else { VOID };
            canvas.bar([LEFT, y], [median - LEFT, BAR - 5.0], color);
            canvas.line(&[[least, middle], [most, middle]], INK, 2.0);
            for end in [least, most] {
                canvas.line(&[[end, middle - 5.0], [end, middle + 5.0]], INK, 2.0);
            }
            canvas.text([LEFT - 10.0, middle + 5.0], 12.0, Anchor::End, INK, engine);
            let note = if row.holds { "" } else { " (void)" };
            let label = format!("{}{note}", digits(row.time[0]));
            canvas.text(
                [most.max(median) + 10.0, middle + 5.0],
                12.0,
                Anchor::Start,
                INK,
                &label,
            );
            y += BAR;
        }
        canvas.line(&[[LEFT, first - 4.0], [LEFT, y]], INK, 2.0);
    }
    canvas.line(&[[LEFT, foot], [WIDTH as f64 - RIGHT, foot]], INK, 2.0);
    canvas.write(folder, "peers")
}
