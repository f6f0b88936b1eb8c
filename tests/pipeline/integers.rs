//! The same frames computed in whole numbers, by the text of the document, without the library.

use akgl::pipeline::*;

use super::Drawn;

/// Pixels are counted in 4096ths, so that every half of a half in one frame is a whole number.
const PIXEL: i64 = 4096;
const TILE: i64 = 16 * PIXEL;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Whole {
    place: [i64; 2],
    size: [i64; 2],
    speed: [i64; 2],
    ay: i64,
    jump_force: i64,
    gravity: bool,
    on_ground: bool,
    solid: bool,
}

impl Whole {
    fn of(e: &Entity) -> Self {
        let whole = |v: f64| {
            let units = v * PIXEL as f64;
            assert_eq!(units.fract(), 0.0, "{v} is not a whole number of 4096ths");
            units as i64
        };
        Self {
            place: [whole(e.x), whole(e.y)],
            size: [whole(e.width), whole(e.height)],
            speed: [whole(e.vx), whole(e.vy)],
            ay: whole(e.ay),
            jump_force: whole(e.jump_force),
            gravity: e.gravity,
            on_ground: e.on_ground,
            solid: e.solid,
        }
    }

    fn overlaps(&self, place: [i64; 2], size: [i64; 2]) -> bool {
        (0..2).all(|a| self.place[a] < place[a] + size[a] && place[a] < self.place[a] + self.size[a])
    }
}

/// Every solid tile's upper left corner.
fn corners(map: &Drawn) -> Vec<[i64; 2]> {
    let columns = map.columns as usize;
    let solid = map.cells.iter().enumerate().filter(|(_, cell)| **cell != 0);
    solid
        .map(|(at, _)| [(at % columns) as i64 * TILE, (at / columns) as i64 * TILE])
        .collect()
}

fn resolve(e: &mut Whole, axis: usize, corners: &[[i64; 2]]) {
    let speed = e.speed[axis];
    if speed == 0 {
        return;
    }
    let start = e.place[axis] - speed;
    for round in 0.. {
        let hit = corners
            .iter()
            .filter(|corner| e.overlaps(**corner, [TILE, TILE]))
            .map(|corner| corner[axis]);
        let place = if speed > 0 {
            hit.min().map(|edge| edge - e.size[axis])
        } else {
            hit.max().map(|edge| edge + TILE)
        };
        let Some(place) = place else { return };
        let past_start = if speed > 0 { place < start } else { place > start };
        if round > 0 && past_start {
            return;
        }
        e.place[axis] = place;
        e.speed[axis] = 0;
    }
}

fn ground(e: &mut Whole, corners: &[[i64; 2]]) {
    if !e.gravity {
        return;
    }
    let probe = e.place[1] + e.size[1] + PIXEL;
    // The pixel column under the last pixel of the width.
    let ends = [e.place[0], e.place[0] + e.size[0] - 1];
    e.on_ground = corners
        .iter()
        .any(|c| c[1] <= probe && probe < c[1] + TILE && ends.iter().any(|x| c[0] <= *x && *x < c[0] + TILE));
}

fn push(list: &mut [Whole]) {
    for i in 0..list.len() {
        for j in i + 1..list.len() {
            let (a, b) = (list[i], list[j]);
            if !(a.solid && b.solid && a.overlaps(b.place, b.size)) {
                continue;
            }
            let depth = |axis: usize| {
                let left = a.place[axis] + a.size[axis] - b.place[axis];
                let right = b.place[axis] + b.size[axis] - a.place[axis];
                if left <= right { (left, -1) } else { (right, 1) }
            };
            let axis = usize::from(depth(1).0 < depth(0).0);
            let (depth, way) = depth(axis);
            assert_eq!(depth % 2, 0, "the unit is fine enough");
            list[i].place[axis] += way * depth / 2;
            list[j].place[axis] -= way * depth / 2;
            list[i].speed[axis] = way * PIXEL;
            list[j].speed[axis] = -way * PIXEL;
        }
    }
}

fn whole_frame(list: &mut [Whole], jumps: &[bool], corners: &[[i64; 2]]) {
    for (e, jump) in list.iter_mut().zip(jumps) {
        if *jump && e.on_ground {
            e.ay = -e.jump_force;
        }
        if e.gravity {
            e.speed[1] += e.ay + PIXEL;
            e.ay = 0;
        }
        e.place[0] += e.speed[0];
        resolve(e, 0, corners);
        e.place[1] += e.speed[1];
        resolve(e, 1, corners);
        ground(e, corners);
    }
    push(list);
}

fn pipeline_frame(list: &[Entity], jumps: &[bool], tiles: &Cells) -> Vec<Entity> {
    let moved: Vec<Entity> = list
        .iter()
        .zip(jumps)
        .map(|(&e, &jump)| {
            let e = apply_gravity(apply_acceleration(apply_jump(e, jump)));
            let e = resolve_tile_collisions_x(apply_velocity_x(e), tiles);
            let e = resolve_tile_collisions_y(apply_velocity_y(e), tiles);
            detect_ground(e, tiles)
        })
        .collect();
    resolve_entity_collisions(&moved)
}

/// A small generator of its own, so that every machine plays the same frames.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> i64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides) as i64
    }
    fn between(&mut self, low: i64, high: i64) -> f64 {
        (low + self.roll((high - low + 1) as u64)) as f64
    }
    fn chance(&mut self, of: u64) -> bool {
        self.roll(of) == 0
    }
    fn map(&mut self) -> Drawn {
        let (columns, rows) = (12, 10);
        let cells = (0..columns * rows).map(|_| u32::from(self.chance(4))).collect();
        Drawn { columns, cells }
    }
    fn entity(&mut self) -> Entity {
        Entity {
            x: self.between(-20, 200),
            y: self.between(-20, 170),
            width: self.between(1, 40),
            height: self.between(1, 40),
            vx: self.between(-40, 40),
            vy: self.between(-40, 40),
            ay: if self.chance(3) {
                self.between(-20, 20)
            } else {
                0.0
            },
            jump_force: self.between(0, 20),
            gravity: !self.chance(4),
            on_ground: self.chance(2),
            solid: !self.chance(4),
            tag: 0,
        }
    }
}

#[test]
fn pipeline_and_whole_numbers_agree_for_100_000_random_frames() {
    let mut dice = Dice(1);
    let (mut snapped, mut pushed, mut grounded) = (0, 0, 0);
    let mut map = dice.map();
    for frame in 0..100_000 {
        if frame % 50 == 0 {
            map = dice.map();
        }
        let count = 1 + dice.roll(5) as usize;
        let list: Vec<Entity> = (0..count).map(|_| dice.entity()).collect();
        let jumps: Vec<bool> = (0..count).map(|_| dice.chance(2)).collect();
        let mut whole: Vec<Whole> = list.iter().map(Whole::of).collect();
        whole_frame(&mut whole, &jumps, &corners(&map));
        let next = pipeline_frame(&list, &jumps, &map.tiles());
        let got: Vec<Whole> = next.iter().map(Whole::of).collect();
        assert_eq!(got, whole, "frame {frame}, from {list:?} with jumps {jumps:?}");
        snapped += next.iter().filter(|e| e.vx == 0.0 || e.vy == 0.0).count();
        pushed += next
            .iter()
            .zip(&list)
            .filter(|(e, _)| e.vx.abs() == 1.0 || e.vy.abs() == 1.0)
            .count();
        grounded += next.iter().filter(|e| e.on_ground).count();
    }
    // The frames are worth something only if things happen in them.
    assert!(
        snapped > 20_000 && pushed > 20_000 && grounded > 20_000,
        "{snapped} {pushed} {grounded}"
    );
}

#[test]
fn a_player_running_through_a_map_agrees_for_100_000_frames_on_end() {
    let mut dice = Dice(2);
    let mut map = dice.map();
    for run in 0..200 {
        // A closed room, so that the player stays in it.
        let columns = map.columns as usize;
        map = dice.map();
        for (at, cell) in map.cells.iter_mut().enumerate() {
            let (column, row) = (at % columns, at / columns);
            if column == 0 || row == 0 || column == columns - 1 || row == 9 {
                *cell = 1;
            }
        }
        let corners = corners(&map);
        let mut player = Entity {
            width: 12.0,
            height: 14.0,
            gravity: true,
            x: 80.0,
            y: 60.0,
            ..Entity::default()
        };
        let mut whole = [Whole::of(&player)];
        let mut vx = 3.0;
        for frame in 0..500 {
            if dice.chance(20) {
                vx = dice.between(-4, 4);
            }
            let jump = dice.chance(5);
            player = Entity { vx, ..player };
            whole[0].speed[0] = Whole::of(&player).speed[0];
            player = pipeline_frame(&[player], &[jump], &map.tiles())[0];
            whole_frame(&mut whole, &[jump], &corners);
            assert_eq!(Whole::of(&player), whole[0], "run {run}, frame {frame}");
        }
    }
}
