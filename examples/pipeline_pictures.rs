//! Plays the three runs of `docs/pipeline.md` and draws what happened:
//! `cargo run --no-default-features --example pipeline_pictures`.
//!
//! Everything drawn is what the pipeline returned, frame by frame; only maps and inputs are written here.

use std::fmt::Write as _;
use std::path::Path;

use akgl::pipeline::*;

const TILE: f64 = 16.0;
/// Picture units per pixel of the game.
const SCALE: f64 = 2.0;
const INK: &str = "#1a202c";
const WALL: &str = "#5b6b8c";
const STANDING: &str = "#2f855a";
const FLYING: &str = "#d9822b";
const MARK: &str = "#c53030";

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    for (name, picture) in [
        ("pipeline-platformer.svg", platformer()),
        ("pipeline-topdown.svg", topdown()),
        ("pipeline-sandbox.svg", sandbox()),
    ] {
        std::fs::write(folder.join(name), picture)?;
        println!("docs/pictures/{name}");
    }
    Ok(())
}

struct Map {
    columns: u32,
    rows: u32,
    cells: Vec<u32>,
}

impl Map {
    fn of(rows: &[&str]) -> Self {
        let cells = rows
            .iter()
            .flat_map(|row| row.bytes().map(|b| u32::from(b == b'#')));
        Self {
            columns: rows[0].len() as u32,
            rows: rows.len() as u32,
            cells: cells.collect(),
        }
    }
    fn tiles(&self) -> Cells<'_> {
        Cells::new([TILE, TILE], self.columns, &self.cells)
    }
}

/// A picture of a map with scales along its left and lower edges, in pixels of the game.
struct Picture {
    body: String,
    size: [f64; 2],
    /// Lines below it.
    notes: u32,
}

impl Picture {
    const LEFT: f64 = 64.0;
    const TOP: f64 = 44.0;

    fn new(map: &Map, title: &str) -> Self {
        let size = [f64::from(map.columns) * TILE, f64::from(map.rows) * TILE];
        let mut picture = Self {
            body: String::new(),
            size,
            notes: 0,
        };
        picture.words([Self::LEFT, 26.0], "start", INK, 17, title);
        for (at, _) in map.cells.iter().enumerate().filter(|(_, cell)| **cell != 0) {
            let place = [at as u32 % map.columns, at as u32 / map.columns].map(|cell| f64::from(cell) * TILE);
            picture.rect(
                place,
                [TILE, TILE],
                &format!("fill=\"{WALL}\" stroke=\"#ffffff\" stroke-width=\"1\""),
            );
        }
        let [width, height] = picture.size;
        picture.rect(
            [0.0, 0.0],
            [width, height],
            &format!("fill=\"none\" stroke=\"{INK}\""),
        );
        for step in 0..=(width / 64.0) as u32 {
            let x = f64::from(step) * 64.0;
            picture.line([x, height], [x, height + 4.0], INK);
            let [px, py] = Self::at([x, height + 12.0]);
            picture.words([px, py], "middle", INK, 14, &format!("{x}"));
        }
        for step in 0..=(height / 32.0) as u32 {
            let y = f64::from(step) * 32.0;
            picture.line([-4.0, y], [0.0, y], INK);
            let [px, py] = Self::at([-6.0, y]);
            picture.words([px, py + 5.0], "end", INK, 14, &format!("{y}"));
        }
        let [px, py] = Self::at([width / 2.0, height + 22.0]);
        picture.words([px, py], "middle", INK, 15, "x in pixels");
        let _ = writeln!(
            picture.body,
            "<text transform=\"translate(18 {:.1}) rotate(-90)\" text-anchor=\"middle\" fill=\"{INK}\" \
             font-size=\"15\">y in pixels</text>",
            Self::at([0.0, height / 2.0])[1]
        );
        picture
    }

    fn at(place: [f64; 2]) -> [f64; 2] {
        [Self::LEFT + place[0] * SCALE, Self::TOP + place[1] * SCALE]
    }

    fn rect(&mut self, place: [f64; 2], size: [f64; 2], style: &str) {
        let [x, y] = Self::at(place);
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" {style}/>",
            size[0] * SCALE,
            size[1] * SCALE
        );
    }

    fn line(&mut self, from: [f64; 2], to: [f64; 2], color: &str) {
        let ([x1, y1], [x2, y2]) = (Self::at(from), Self::at(to));
        let _ = writeln!(
            self.body,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\" stroke-width=\"1.5\"/>"
        );
    }

    fn dot(&mut self, entity: &Entity, color: &str, radius: f64) {
        let [x, y] = Self::at(middle(entity));
        let _ = writeln!(
            self.body,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{color}\"/>"
        );
    }

    fn outline(&mut self, entity: &Entity, color: &str) {
        let style = format!("fill=\"{color}\" fill-opacity=\"0.2\" stroke=\"{color}\" stroke-width=\"1.5\"");
        self.rect([entity.x, entity.y], [entity.width, entity.height], &style);
    }

    /// Words whose background keeps them readable, middle at a place of the game.
    fn label(&mut self, place: [f64; 2], words: &str) {
        let [x, y] = Self::at(place);
        let width = words.chars().count() as f64 * 7.6 + 8.0;
        let _ = writeln!(
            self.body,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"18\" fill=\"#ffffff\" fill-opacity=\"0.9\"/>",
            x - width / 2.0,
            y - 14.0
        );
        self.words([x, y], "middle", MARK, 14, words);
    }

    /// A line below the picture.
    fn note(&mut self, words: &str) {
        self.notes += 1;
        let [x, y] = Self::at([0.0, self.size[1] + 24.0]);
        self.words([x, y + 22.0 * f64::from(self.notes)], "start", INK, 15, words);
    }

    fn words(&mut self, [x, y]: [f64; 2], anchor: &str, color: &str, size: u32, words: &str) {
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{color}\" font-size=\"{size}\">{words}</text>"
        );
    }

    fn done(self) -> String {
        let (width, height) = (
            Self::LEFT + self.size[0] * SCALE + 24.0,
            Self::TOP + self.size[1] * SCALE + 58.0 + 22.0 * f64::from(self.notes),
        );
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\">\n<rect width=\"{width}\" height=\"{height}\" \
             fill=\"#ffffff\"/>\n{}</svg>\n",
            self.body
        )
    }
}

fn middle(entity: &Entity) -> [f64; 2] {
    [entity.x + entity.width / 2.0, entity.y + entity.height / 2.0]
}

fn platformer() -> String {
    let map = Map::of(&[
        "......................................",
        "......................................",
        "......................................",
        "......................................",
        "......................................",
        "......................................",
        ".................####.................",
        "......................................",
        "......................................",
        "............###.....................##",
        "....................................##",
        "##########...........#########.#######",
    ]);
    let tiles = map.tiles();
    let mut picture = Picture::new(&map, "Platformer: running right at 3 px a frame, default jump");
    let mut player = Entity {
        x: 16.0,
        y: 160.0,
        width: 12.0,
        height: 16.0,
        gravity: true,
        ..Entity::default()
    };
    player = detect_ground(player, &tiles);
    picture.outline(&player, STANDING);
    let (mut ground, mut apex) = (player.y, player);
    for frame in 1..=240 {
        let before = player;
        // The run's input: always right, and jump shortly before each edge.
        let pressed = before.on_ground
            && [120.0, 216.0, 468.0]
                .iter()
                .any(|x| (x - 3.0..*x).contains(&before.x));
        player = Entity { vx: 3.0, ..player };
        player = apply_jump(player, pressed);
        player = apply_acceleration(player);
        player = apply_gravity(player);
        player = apply_velocity_x(player);
        player = resolve_tile_collisions_x(player, &tiles);
        player = apply_velocity_y(player);
        player = resolve_tile_collisions_y(player, &tiles);
        player = detect_ground(player, &tiles);
        picture.dot(&player, if player.on_ground { STANDING } else { FLYING }, 2.6);
        if before.on_ground && !player.on_ground {
            (ground, apex) = (before.y, player);
        }
        if player.y < apex.y {
            apex = player;
        }
        if !before.on_ground && player.on_ground {
            let [x, y] = middle(&apex);
            if apex.y < ground {
                picture.label([x, y - 6.0], &format!("{} px up", ground - apex.y));
            }
            let [x, y] = middle(&player);
            picture.label([x + 4.0, y + 21.0], &format!("frame {frame}"));
            apex = player;
        }
        if player.vx == 0.0 {
            picture.outline(&player, STANDING);
            picture.label([590.0, 138.0], &format!("frame {frame}"));
            break;
        }
    }
    picture.note("One dot a frame, at the player's middle. Green: standing; orange: in the air.");
    picture.done()
}

fn topdown() -> String {
    let map = Map::of(&[
        "########################",
        "#......#...............#",
        "#......#...............#",
        "#......#...#####.......#",
        "#..........#...#.......#",
        "#..........#...#.......#",
        "####..######...###..####",
        "#......................#",
        "#......................#",
        "#......................#",
        "########################",
    ]);
    let tiles = map.tiles();
    let mut picture = Picture::new(&map, "Top-down: 3 px a frame on each axis, no gravity");
    let mut player = Entity {
        x: 24.0,
        y: 20.0,
        width: 12.0,
        height: 12.0,
        ..Entity::default()
    };
    picture.outline(&player, STANDING);
    let held = [
        (3.0, 3.0, 14, "right and down"),
        (0.0, 3.0, 24, "down, through the door"),
        (3.0, 3.0, 60, "right and down: along the lower wall"),
        (
            3.0,
            -3.0,
            44,
            "right and up: along a wall, through the next door, along the right wall",
        ),
        (-3.0, 0.0, 40, "left"),
    ];
    for (at, (vx, vy, frames, words)) in held.into_iter().enumerate() {
        for frame in 0..frames {
            player = Entity { vx, vy, ..player };
            player = apply_velocity_x(player);
            player = resolve_tile_collisions_x(player, &tiles);
            player = apply_velocity_y(player);
            player = resolve_tile_collisions_y(player, &tiles);
            let blocked = player.vx != vx || player.vy != vy;
            picture.dot(&player, if blocked { FLYING } else { STANDING }, 2.6);
            if frame == frames / 2 {
                let [x, y] = middle(&player);
                picture.label([x + 11.0, y + 12.0], &format!("{}", at + 1));
            }
        }
        picture.note(&format!("{}: holding {words} ({frames} frames)", at + 1));
    }
    picture.note("One dot a frame. Orange: stopped on one axis, and sliding along the wall on the other.");
    picture.outline(&player, STANDING);
    picture.done()
}

fn sandbox() -> String {
    let mut rows = vec!["#..................#"; 12];
    rows.push("####################");
    let map = Map::of(&rows);
    let tiles = map.tiles();
    let mut picture = Picture::new(&map, "Sandbox: twelve solid boxes fall and push each other apart");
    let boxes = (0..12_u32).map(|n| Entity {
        x: f64::from(90 + 9 * (n % 6)) + f64::from(n / 6) * 30.0,
        y: f64::from(8 + 26 * (n % 4)),
        width: f64::from(14 + 4 * (n % 3)),
        height: 16.0,
        gravity: true,
        solid: true,
        ..Entity::default()
    });
    let mut scene = Scene {
        entities: boxes.collect(),
        tilemap: tiles,
    };
    for entity in &scene.entities {
        picture.outline(entity, FLYING);
    }
    for _ in 0..240 {
        scene = scene_update_entities(
            &scene,
            &[
                &apply_gravity,
                &apply_velocity_x,
                &|e| resolve_tile_collisions_x(e, &tiles),
                &apply_velocity_y,
                &|e| resolve_tile_collisions_y(e, &tiles),
                &|e| detect_ground(e, &tiles),
            ],
        );
        scene = scene_resolve_collisions(&scene);
        for entity in &scene.entities {
            picture.dot(entity, "#8795b3", 1.1);
        }
    }
    for entity in &scene.entities {
        picture.outline(entity, STANDING);
    }
    picture.note("Orange: where they start, some of them inside each other.");
    picture.note("Grey: their middles, frame by frame. Green: frame 240.");
    picture.done()
}
