//! Draws the pictures of `docs/collision.md`: `cargo run --no-default-features --example
//! collision_pictures`. Everything drawn is computed by the library; nothing is placed by hand but
//! the starting positions.

use std::fmt::Write as _;
use std::path::Path;

use akgl::collision::narrow::separate;
use akgl::collision::tiles::{LayerView, TileView};
use akgl::collision::{Bounds, Kind, Obstacle, Passage, Resolver, Scene, Shape, Space, Thing, Volume, block};
use akgl::physics::Motion;
use glam::Vec3;

const STILL: &str = "#5b6b8c";
const MOVING: &str = "#d9822b";
const FREE: &str = "#2f855a";
const WAY: &str = "#c53030";

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    for (name, picture) in [
        ("collision-pairs.svg", pairs()),
        ("collision-corner.svg", corner()),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, picture)?;
        println!("docs/pictures/{name}");
    }
    Ok(())
}

/// A picture of the given size with everything in `body`.
fn svg(width: u32, height: u32, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"14\">\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"{WAY}\"/></marker></defs>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    )
}

/// A volume as a rounded rectangle, which every kind is.
fn outline(volume: &Volume, style: &str) -> String {
    let Bounds { min, max } = volume.bounds();
    format!(
        "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" rx=\"{:.2}\" {style}/>\n",
        min[0],
        min[1],
        max[0] - min[0],
        max[1] - min[1],
        volume.radius
    )
}

fn filled(color: &str) -> String {
    format!("fill=\"{color}\" fill-opacity=\"0.35\" stroke=\"{color}\" stroke-width=\"1.5\"")
}

fn dashed(color: &str) -> String {
    format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"1.8\" stroke-dasharray=\"5 3\"")
}

fn arrow(from: [f64; 2], to: [f64; 2]) -> String {
    format!(
        "<line x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\" stroke=\"{WAY}\" stroke-width=\"2\" \
         marker-end=\"url(#tip)\"/>\n",
        from[0], from[1], to[0], to[1]
    )
}

fn text(x: f64, y: f64, words: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"#1a202c\">{words}</text>\n")
}

fn shape(kind: Kind) -> Shape {
    let size = match kind {
        Kind::Box => [84.0, 64.0],
        Kind::Circle => [76.0, 76.0],
        Kind::CapsuleX => [104.0, 48.0],
        Kind::CapsuleY => [48.0, 104.0],
    };
    Shape::new(kind, [-size[0] / 2.0, -size[1] / 2.0], size, 0.0, 0.0).expect("the sizes are positive")
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Box => "box",
        Kind::Circle => "circle",
        Kind::CapsuleX => "capsule x",
        Kind::CapsuleY => "capsule y",
    }
}

/// Every pair of kinds: the first shape, the second, and the first where it is free.
fn pairs() -> String {
    const KINDS: [Kind; 4] = [Kind::Box, Kind::Circle, Kind::CapsuleX, Kind::CapsuleY];
    let (cell, columns) = ([220.0_f32, 200.0_f32], 5);
    let mut body = String::new();
    let pairs = (0..4).flat_map(|a| (a..4).map(move |b| (KINDS[a], KINDS[b])));
    for (index, (a, b)) in pairs.enumerate() {
        let (column, row) = ((index % columns) as f32, (index / columns) as f32);
        let at = |dx: f32, dy: f32| {
            Vec3::new(
                (column + 0.5) * cell[0] + dx,
                (row + 0.5) * cell[1] + 14.0 + dy,
                0.0,
            )
        };
        let still = shape(b).at(at(18.0, 16.0));
        let place = at(-22.0, -16.0);
        let moving = shape(a).at(place);
        let Some(way) = separate(&moving, &still, Space::Planar) else {
            continue;
        };
        let mut free = moving;
        for axis in 0..2 {
            free.center[axis] += way.normal[axis] * way.depth;
        }
        let corner = [f64::from(column * cell[0]), f64::from(row * cell[1])];
        body += &text(
            corner[0] + 10.0,
            corner[1] + 20.0,
            &format!("{}, {}", name(a), name(b)),
        );
        body += &outline(&still, &filled(STILL));
        body += &outline(&moving, &filled(MOVING));
        body += &outline(&free, &dashed(FREE));
        body += &arrow(
            [moving.center[0], moving.center[1]],
            [free.center[0], free.center[1]],
        );
        body += &text(
            corner[0] + 10.0,
            corner[1] + 194.0,
            &format!("{:.1} px", way.depth),
        );
    }
    let rows = 2.0;
    let (width, height) = (cell[0] * columns as f32, cell[1] * rows);
    let key = f64::from(height) + 22.0;
    let marks = [
        (10.0, filled(MOVING), "moving"),
        (110.0, filled(STILL), "in its way"),
        (
            230.0,
            dashed(FREE),
            "where the moving one is free, and the way there",
        ),
    ];
    for (x, style, words) in marks {
        let _ = writeln!(
            body,
            "<rect x=\"{x}\" y=\"{:.1}\" width=\"14\" height=\"14\" {style}/>",
            key - 12.0
        );
        body += &text(x + 20.0, key, words);
    }
    svg(width as u32, height as u32 + 36, &body)
}

/// A level and nothing else.
struct Level<'a>(TileView<'a>);

impl Scene for Level<'_> {
    fn tiles(&self) -> TileView<'_> {
        self.0
    }

    fn near(&mut self, _: &Bounds, _: &mut Vec<Obstacle>) {}
}

/// A body that ran and fell into a corner in one sub-step, and its contacts one after the other.
fn corner() -> String {
    const SIZE: f32 = 64.0;
    #[rustfmt::skip]
    let cells = [
        0, 0, 0, 0, 1,
        0, 0, 0, 0, 1,
        0, 0, 0, 0, 1,
        1, 1, 1, 1, 1,
    ];
    let layers = [LayerView {
        index: 0,
        cols: 5,
        rows: 4,
        offset: [0.0; 2],
        cells: &cells,
    }];
    let mut level = Level(TileView {
        tile: [SIZE; 2],
        layers: &layers,
    });
    let player = Shape::rect(0.0, 0.0, 48.0, 76.0, 0.0).expect("the sizes are positive");

    let from = Vec3::new(190.0, 108.0, 0.0);
    let mut motion = Motion {
        position: from + Vec3::new(30.0, 26.0, 0.0),
        ..Motion::default()
    };
    motion.environment = Vec3::new(300.0, 260.0, 0.0);
    let mut steps = vec![(String::from("after the move"), motion.position, None)];
    let mut resolver = Resolver::default();
    resolver.begin_step();
    loop {
        let passage = Passage {
            shape: player,
            from,
            to: motion.position,
            space: Space::Planar,
            me: None,
        };
        let Some(contact) = resolver.next(&passage, &mut level) else {
            break;
        };
        let Thing::Tile(tile) = contact.thing else { break };
        block(&mut motion, &contact);
        let words = format!(
            "contact {}: tile ({}, {}), normal ({}, {}), {} px",
            steps.len(),
            tile.col,
            tile.row,
            contact.normal.x,
            contact.normal.y,
            contact.depth
        );
        steps.push((words, motion.position, Some(tile)));
    }

    let mut body = String::new();
    let panel = 5.0 * f64::from(SIZE) + 20.0;
    for (index, (words, position, tile)) in steps.iter().enumerate() {
        let left = index as f64 * panel;
        let _ = writeln!(body, "<g transform=\"translate({left:.1} 30)\">");
        body += &text(4.0, -10.0, words);
        let whole = Bounds::new(0.0, 0.0, 320.0, 256.0);
        for solid in level.tiles().solid_in(&whole) {
            let met = tile.is_some_and(|tile| (tile.col, tile.row) == (solid.col, solid.row));
            let color = if met { WAY } else { STILL };
            body += &outline(&Volume::slab(&level.tiles().bounds(&solid)), &filled(color));
        }
        body += &outline(&player.at(from), &dashed("#a0aec0"));
        let before = index.checked_sub(1).map_or(from, |before| steps[before].1);
        if index > 0 {
            body += &outline(&player.at(before), &dashed(MOVING));
        }
        let last = index + 1 == steps.len();
        body += &outline(&player.at(*position), &filled(if last { FREE } else { MOVING }));
        let center = |at: Vec3| {
            let center = player.at(at).center;
            [center[0], center[1]]
        };
        body += &arrow(center(before), center(*position));
        body += "</g>\n";
    }
    svg((steps.len() as f64 * panel) as u32, 300, &body)
}
