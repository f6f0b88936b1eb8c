//! Shapes of any numbers: the narrowphase is symmetric and finite, both broad phases and the tiles find
//! what looking at each thing finds, and what settles is free.
#![no_main]

use akgl::collision::broad::{self, Partitioner};
use akgl::collision::narrow::{Separation, separate};
use akgl::collision::tiles::{LayerView, Tile, TileView};
use akgl::collision::{
    Bounds, Kind, LAYER_STATIC, Obstacle, Owner, Proxies, Proxy, ProxyId, Scene, Shape, Space, Volume,
    any_near, blocked, settle, swept,
};
use akgl::glam::Vec3;
use arbitrary::{Arbitrary, Unstructured};

/// A number of a game most of the time, else one that is not.
#[derive(Clone, Copy, Debug)]
struct Number(f32);

impl<'a> Arbitrary<'a> for Number {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        Ok(Self(match u.int_in_range(0..=7)? {
            0 => f32::from_bits(u.arbitrary()?),
            1 => *u.choose(&[
                0.0,
                -0.0,
                f32::NAN,
                f32::INFINITY,
                f32::NEG_INFINITY,
                f32::MAX,
                f32::MIN,
                f32::MIN_POSITIVE,
                1e-45,
                -1e-45,
                16_777_216.0,
                1e30,
                -1e30,
            ])?,
            2 | 3 => f32::from(u.arbitrary::<i8>()?) * 8.0,
            _ => f32::from(u.arbitrary::<i16>()?) / 64.0,
        }))
    }
}

#[derive(Arbitrary, Debug)]
struct Thing {
    kind: u8,
    offset: [Number; 2],
    size: [Number; 2],
    z: Number,
    depth: Number,
    at: [Number; 3],
    layers: u8,
    flags: u8,
}

#[derive(Arbitrary, Debug)]
enum Action {
    Move { which: u8, at: [Number; 3] },
    Remove(u8),
    Replace(bool),
    Near { which: u8, to: [Number; 3] },
    Settle { which: u8, cell: Number },
}

#[derive(Arbitrary, Debug)]
struct Scenario {
    cell: [Number; 2],
    offset: [Number; 2],
    /// 8 columns a byte.
    rows: [u8; 6],
    planar: bool,
    things: Vec<Thing>,
    actions: Vec<Action>,
}

fn vector([x, y, z]: [Number; 3]) -> Vec3 {
    Vec3::new(x.0, y.0, z.0)
}

impl Thing {
    fn shape(&self) -> Option<Shape> {
        let kind = [Kind::Box, Kind::Circle, Kind::CapsuleX, Kind::CapsuleY][usize::from(self.kind % 4)];
        let (offset, size) = (self.offset.map(|n| n.0), self.size.map(|n| n.0));
        let made = Shape::new(kind, offset, size, self.z.0, self.depth.0);
        let numbers = [offset[0], offset[1], size[0], size[1], self.z.0, self.depth.0];
        if numbers.iter().any(|number| !number.is_finite())
            || size[0] <= 0.0
            || size[1] <= 0.0
            || self.depth.0 < 0.0
        {
            assert!(made.is_err(), "{self:?}");
        }
        let mut shape = made
            .ok()?
            .on(u32::from(self.layers))
            .against(u32::from(self.layers >> 4));
        assert!(
            shape.depth > 0.0 && shape.size[0] > 0.0 && shape.size[1] > 0.0,
            "{shape:?}"
        );
        (shape.sensor, shape.fixed) = (self.flags & 1 != 0, self.flags & 2 != 0);
        Some(shape)
    }
}

/// What is around, found by looking at each thing.
struct Around<'a> {
    tiles: TileView<'a>,
    all: Vec<Obstacle>,
}

impl Scene for Around<'_> {
    fn tiles(&self) -> TileView<'_> {
        self.tiles
    }

    fn near(&mut self, area: &Bounds, found: &mut Vec<Obstacle>) {
        found.extend(self.all.iter().filter(|o| o.volume.bounds().overlaps(area)));
    }
}

libfuzzer_sys::fuzz_target!(|scenario: Scenario| {
    let placed: Vec<(Shape, Vec3)> = scenario
        .things
        .iter()
        .take(24)
        .filter_map(|thing| Some((thing.shape()?, vector(thing.at))))
        .filter(|(_, at)| at.is_finite())
        .collect();
    let volumes: Vec<Volume> = placed.iter().map(|(shape, at)| shape.at(*at)).collect();
    for (i, a) in volumes.iter().enumerate() {
        assert!(a.bounds().is_valid(), "{a:?}");
        for b in &volumes[..=i] {
            for space in [Space::Planar, Space::Solid] {
                pair(a, b, space);
            }
        }
    }
    with_others(&scenario, &placed);
});

fn negated(separation: &Separation) -> [f64; 3] {
    separation.normal.map(|part| -part)
}

/// What sums of the two's numbers may be off by.
fn rounding(a: &Volume, b: &Volume) -> f64 {
    let numbers = |v: &Volume| {
        [
            v.center[0],
            v.center[1],
            v.center[2],
            v.core[0],
            v.core[1],
            v.radius,
        ]
    };
    let most = numbers(a)
        .into_iter()
        .chain(numbers(b))
        .fold(0.0, |most: f64, number| most.max(number.abs()));
    most.max(a.half_depth.min(b.half_depth)) * 1e-12
}

fn pair(a: &Volume, b: &Volume, space: Space) {
    let (one, other) = (separate(a, b, space), separate(b, a, space));
    let Some((one, other)) = one.zip(other) else {
        assert!(one.is_none() && other.is_none(), "one way only: {a:?} {b:?}");
        return;
    };
    assert_eq!(one.depth, other.depth, "{a:?} {b:?}");
    // Two equal shapes in one place: the first goes up, whichever that is.
    if a != b {
        assert_eq!(one.normal, negated(&other), "{a:?} {b:?}");
    }
    assert!(one.depth.is_finite() && one.depth > 0.0, "{one:?} {a:?} {b:?}");
    let length = one.normal.iter().map(|part| part * part).sum::<f64>().sqrt();
    assert!((length - 1.0).abs() < 1e-12, "{one:?} {a:?} {b:?}");

    // Moved that way they are apart, to what the rounding of their numbers leaves.
    let mut moved = *a;
    for (place, way) in moved.center.iter_mut().zip(one.normal) {
        *place += way * one.depth;
    }
    let rounding = rounding(a, b);
    assert!(
        a.bounds().overlaps(&b.bounds()) || one.depth <= rounding,
        "{one:?} {a:?} {b:?}"
    );
    if let Some(left) = separate(&moved, b, space) {
        assert!(left.depth <= rounding, "{left:?} is left of {one:?}: {a:?} {b:?}");
    }
}

/// Ids from both broad phases are those of the boxes that overlap.
fn same(area: &Bounds, grid: &mut Proxies, bsp: &mut Proxies, ids: &[(ProxyId, ProxyId)]) {
    let expected: Vec<bool> = ids
        .iter()
        .map(|(id, _)| {
            grid.get(*id)
                .is_some_and(|p| p.shape.at(p.position).bounds().overlaps(area))
        })
        .collect();
    let mut found = [Vec::new(), Vec::new()];
    grid.near(area, &mut found[0]);
    bsp.near(area, &mut found[1]);
    let count = expected.iter().filter(|near| **near).count();
    assert_eq!((found[0].len(), found[1].len()), (count, count), "{area:?}");
    for ((in_grid, in_bsp), near) in ids.iter().zip(expected) {
        assert_eq!(found[0].contains(in_grid), near, "grid: {area:?}");
        assert_eq!(found[1].contains(in_bsp), near, "bsp: {area:?}");
    }
}

fn with_others(scenario: &Scenario, placed: &[(Shape, Vec3)]) {
    let sane = |number: Number, or: f32| {
        if number.0.is_finite() && number.0 > 0.0 {
            number.0
        } else {
            or
        }
    };
    let tile = [sane(scenario.cell[0], 16.0), sane(scenario.cell[1], 16.0)];
    let cell = tile.map(f64::from);
    let space = if scenario.planar {
        Space::Planar
    } else {
        Space::Solid
    };
    let cells: Vec<u32> = scenario
        .rows
        .iter()
        .flat_map(|row| {
            (0..8).map(move |column| {
                if row >> column & 1 == 1 {
                    0xE000_0001
                } else {
                    0x8000_0000
                }
            })
        })
        .collect();
    let offset = scenario.offset.map(|n| if n.0.is_finite() { n.0 } else { 0.0 });
    let layers = [LayerView {
        index: 3,
        cols: 8,
        rows: 6,
        offset,
        cells: &cells,
    }];
    let tiles = TileView {
        tile,
        layers: &layers,
    };

    let broad = |name: &str| -> Box<dyn Partitioner> { broad::by_name(name, cell).unwrap() };
    let (mut grid, mut bsp) = (Proxies::new(broad("grid"), 1), Proxies::new(broad("bsp"), 9));
    let mut ids: Vec<(ProxyId, ProxyId)> = placed
        .iter()
        .map(|(shape, position)| {
            let proxy = Proxy {
                shape: *shape,
                position: *position,
                owner: Owner::Geometry(0),
            };
            (grid.add(proxy), bsp.add(proxy))
        })
        .collect();
    for action in scenario.actions.iter().take(64) {
        let which = |index: u8| ids.get(usize::from(index) % ids.len().max(1)).copied();
        match *action {
            Action::Move { which: index, at } => {
                let (Some(id), at) = (which(index), vector(at)) else {
                    continue;
                };
                if let Some(proxy) = grid.get(id.0).copied().filter(|_| at.is_finite()) {
                    assert!(grid.update(id.0, proxy.shape, at) && bsp.update(id.1, proxy.shape, at));
                }
            }
            Action::Remove(index) => {
                let Some(id) = which(index) else { continue };
                let removed = grid.remove(id.0);
                assert_eq!(removed, bsp.remove(id.1));
                assert!(
                    removed.is_some() && grid.get(id.0).is_none(),
                    "a handle answers after its removal"
                );
                ids.retain(|other| *other != id);
                assert_eq!((grid.len(), bsp.len()), (ids.len(), ids.len()));
            }
            Action::Replace(to_bsp) => {
                grid.replace_broad(broad(if to_bsp { "bsp" } else { "grid" }));
            }
            Action::Near { which: index, to } => {
                let (Some(id), to) = (which(index), vector(to)) else {
                    continue;
                };
                let Some(proxy) = grid.get(id.0).copied().filter(|_| to.is_finite()) else {
                    continue;
                };
                let area = swept(&proxy.shape, proxy.position, to);
                assert!(area.is_valid());
                same(&area, &mut grid, &mut bsp, &ids);
                tiled(&tiles, &area);
                let mut around = around(tiles, &grid, &ids);
                let found = around
                    .all
                    .iter()
                    .any(|o| o.volume.bounds().overlaps(&area) && proxy.shape.responds_to(o.layers));
                let solid = proxy.shape.responds_to(LAYER_STATIC) && tiles.any_in(&area);
                assert_eq!(
                    any_near(&proxy.shape, &area, &mut around, &mut Vec::new()),
                    found || solid
                );
            }
            Action::Settle { which: index, cell } => {
                let Some(id) = which(index) else { continue };
                let Some(proxy) = grid.get(id.0).copied() else {
                    continue;
                };
                let (shape, from) = (proxy.shape, proxy.position);
                let others: Vec<_> = ids.iter().copied().filter(|other| *other != id).collect();
                let mut around = around(tiles, &grid, &others);
                let mut near = Vec::new();
                let height = f64::from(sane(cell, 16.0));
                if let Ok(place) = settle(&shape, from, space, height, &mut around, &mut near) {
                    assert!(place.is_finite(), "{place} {shape:?} {from}");
                    assert!(
                        (place.x, place.z) == (from.x, from.z) && place.y <= from.y,
                        "{place} {from}"
                    );
                    let volume = shape.at(place);
                    assert!(!blocked(&volume, shape.collides, space, &mut around, &mut near));
                    assert!(
                        !brute(&volume, shape.collides, space, &around),
                        "{place} {shape:?}"
                    );
                }
            }
        }
    }
    let everywhere = Bounds {
        min: [-1e40; 2],
        max: [1e40; 2],
    };
    same(&everywhere, &mut grid, &mut bsp, &ids);
}

fn around<'a>(tiles: TileView<'a>, proxies: &Proxies, ids: &[(ProxyId, ProxyId)]) -> Around<'a> {
    let all = ids
        .iter()
        .filter_map(|(id, _)| {
            let proxy = proxies.get(*id)?;
            Some(Obstacle {
                id: *id,
                volume: proxy.shape.at(proxy.position),
                layers: proxy.shape.layers,
                fixed: proxy.shape.fixed,
                sensor: proxy.shape.sensor,
            })
        })
        .collect();
    Around { tiles, all }
}

/// Every solid tile whose rectangle overlaps, found by looking at all 48.
fn every<'a>(tiles: &'a TileView<'a>, area: &'a Bounds) -> impl Iterator<Item = Tile> + 'a {
    (0..6)
        .flat_map(|row| (0..8).map(move |col| (row, col)))
        .filter_map(move |(row, col)| {
            let gid = tiles.layers[0].gid(col, row);
            let tile = Tile {
                row,
                col,
                view: 0,
                layer: 3,
                gid,
            };
            (gid != 0 && tiles.bounds(&tile).overlaps(area)).then_some(tile)
        })
}

/// Where cells are lost in the rounding of the layer's offset, which cell an edge is in is rounding too;
/// and a shape thinner than the rounding of its place has no area there to share with a tile.
fn tiled(tiles: &TileView, area: &Bounds) {
    let exact = (0..2).all(|axis| {
        if area.min[axis] == area.max[axis] {
            return false;
        }
        let (offset, tile) = (tiles.layers[0].offset[axis].abs(), tiles.tile[axis]);
        tile >= 0.5 && tile <= 4096.0 && offset <= 65_536.0 && tile.fract() == 0.0
    });
    if exact {
        assert!(tiles.solid_in(area).eq(every(tiles, area)), "{tiles:?} {area:?}");
        assert_eq!(tiles.any_in(area), every(tiles, area).next().is_some());
    }
}

/// Whether a volume is in anything by more than rounding.
fn brute(volume: &Volume, mask: u32, space: Space, around: &Around) -> bool {
    let inside =
        |other: &Volume| separate(volume, other, space).is_some_and(|s| s.depth > rounding(volume, other));
    let area = volume.bounds();
    let mut tiles = around
        .tiles
        .solid_in(&area)
        .map(|tile| Volume::slab(&around.tiles.bounds(&tile)));
    (mask & LAYER_STATIC != 0 && tiles.any(|tile| inside(&tile)))
        || around
            .all
            .iter()
            .any(|o| !o.sensor && o.layers & mask != 0 && inside(&o.volume))
}
