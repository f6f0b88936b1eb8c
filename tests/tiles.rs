//! What the tile grid answers: which cells are solid under a rectangle or a point, which faces are
//! shared. Compared with a search of every cell of every layer.

use akgl::collision::Bounds;
use akgl::collision::tiles::{LayerView, Tile, TileView};

struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn below(&mut self, end: u32) -> u32 {
        (self.unit() * f64::from(end)) as u32
    }
}

const FLIPS: [u32; 5] = [0, 0x8000_0000, 0x4000_0000, 0x2000_0000, 0xE000_0000];

struct Layers(Vec<(u32, u32, [f32; 2], Vec<u32>)>);

impl Layers {
    /// Up to three layers of any size, on one line, off it by whole cells or by fractions.
    fn random(dice: &mut Dice) -> Self {
        let count = dice.below(4);
        Self(
            (0..count)
                .map(|_| {
                    let (cols, rows) = (1 + dice.below(9), 1 + dice.below(9));
                    let offset = match dice.below(4) {
                        0 => [0.0, 0.0],
                        1 => [
                            (dice.below(5) as f32 - 2.0) * 16.0,
                            (dice.below(5) as f32 - 2.0) * 8.0,
                        ],
                        2 => [-37.0, 5.0],
                        _ => [dice.between(-40.0, 40.0) as f32, dice.between(-40.0, 40.0) as f32],
                    };
                    let cells = (0..cols * rows)
                        .map(|_| {
                            let flips = FLIPS[dice.below(5) as usize];
                            if dice.below(2) == 0 {
                                flips
                            } else {
                                flips | (1 + dice.below(300))
                            }
                        })
                        .collect();
                    (cols, rows, offset, cells)
                })
                .collect(),
        )
    }

    fn views(&self) -> Vec<LayerView<'_>> {
        let views = self.0.iter().enumerate();
        views
            .map(|(at, (cols, rows, offset, cells))| LayerView {
                index: at * 3 + 1,
                cols: *cols,
                rows: *rows,
                offset: *offset,
                cells,
            })
            .collect()
    }

    /// Every solid tile with its rectangle, by the plainest of loops.
    fn all(&self) -> Vec<(Tile, Bounds)> {
        let mut all = Vec::new();
        for (view, (cols, rows, offset, cells)) in self.0.iter().enumerate() {
            for row in 0..*rows {
                for col in 0..*cols {
                    let gid = cells[(row * cols + col) as usize] & 0x1FFF_FFFF;
                    if gid != 0 {
                        let x = f64::from(offset[0]) + f64::from(col) * 16.0;
                        let y = f64::from(offset[1]) + f64::from(row) * 8.0;
                        let tile = Tile {
                            row: row as i32,
                            col: col as i32,
                            view,
                            layer: view * 3 + 1,
                            gid,
                        };
                        all.push((tile, Bounds::new(x, y, 16.0, 8.0)));
                    }
                }
            }
        }
        all
    }
}

#[test]
fn what_is_solid_under_a_rectangle_or_a_point_is_what_a_search_of_every_cell_finds() {
    let mut dice = Dice(1);
    for _ in 0..3000 {
        let layers = Layers::random(&mut dice);
        let views = layers.views();
        let tiles = TileView {
            tile: [16.0, 8.0],
            layers: &views,
        };
        let all = layers.all();
        for (tile, bounds) in &all {
            assert_eq!(tiles.bounds(tile), *bounds);
        }
        for _ in 0..20 {
            let snap = |at: f64, dice: &mut Dice| {
                if dice.below(3) == 0 {
                    (at / 8.0).round() * 8.0
                } else {
                    at
                }
            };
            let (x, y) = (dice.between(-90.0, 190.0), dice.between(-90.0, 130.0));
            let (x, y) = (snap(x, &mut dice), snap(y, &mut dice));
            let (w, h) = (
                snap(dice.between(0.1, 80.0), &mut dice),
                snap(dice.between(0.1, 80.0), &mut dice),
            );
            let area = Bounds::new(x, y, w, h);
            let wanted: Vec<Tile> = all
                .iter()
                .filter(|(_, bounds)| bounds.overlaps(&area) && w > 0.0 && h > 0.0)
                .map(|(t, _)| *t)
                .collect();
            assert_eq!(tiles.solid_in(&area).collect::<Vec<_>>(), wanted, "{area:?}");
            assert_eq!(tiles.any_in(&area), !wanted.is_empty());

            // A point belongs to the cell to the right and below.
            let under = all
                .iter()
                .find(|(_, b)| b.min[0] <= x && x < b.max[0] && b.min[1] <= y && y < b.max[1]);
            assert_eq!(tiles.at(x, y), under.map(|(tile, _)| *tile), "{x} {y}");
        }
    }
}

#[test]
fn a_face_is_covered_where_a_tile_of_its_own_layer_or_of_its_lines_lies_against_it() {
    let mut dice = Dice(2);
    for _ in 0..3000 {
        let layers = Layers::random(&mut dice);
        let views = layers.views();
        let tiles = TileView {
            tile: [16.0, 8.0],
            layers: &views,
        };
        let all = layers.all();
        for (tile, bounds) in &all {
            for (axis, side) in [(0, -1.0), (0, 1.0), (1, -1.0), (1, 1.0)] {
                let mut next = *bounds;
                next.min[axis] += side * [16.0, 8.0][axis];
                next.max[axis] += side * [16.0, 8.0][axis];
                let near =
                    |a: &Bounds, b: &Bounds| (0..2).all(|axis| (a.min[axis] - b.min[axis]).abs() < 1e-9);
                let wanted = all.iter().any(|(_, other)| near(other, &next));
                assert_eq!(tiles.covered(tile, axis, side), wanted, "{tile:?} {axis} {side}");
            }
        }
    }
}

#[test]
fn outside_the_map_and_at_its_edges_nothing_is_solid() {
    let cells = [1; 12];
    let view = LayerView {
        index: 0,
        cols: 4,
        rows: 3,
        offset: [0.0; 2],
        cells: &cells,
    };
    for (col, row, gid) in [
        (0, 0, 1),
        (3, 2, 1),
        (4, 0, 0),
        (0, 3, 0),
        (-1, 0, 0),
        (0, -1, 0),
        (i32::MAX, i32::MAX, 0),
        (i32::MIN, i32::MIN, 0),
    ] {
        assert_eq!(view.gid(col, row), gid, "{col} {row}");
    }
    let layers = [view];
    let tiles = TileView {
        tile: [16.0, 16.0],
        layers: &layers,
    };
    let at = |x, y| tiles.at(x, y).is_some();
    assert!(at(0.0, 0.0) && at(63.999, 47.999));
    assert!(!at(-0.000_001, 0.0) && !at(0.0, -0.000_001) && !at(64.0, 0.0) && !at(0.0, 48.0));
    // Touching an edge from outside is not overlapping.
    assert_eq!(tiles.solid_in(&Bounds::new(-9.0, -9.0, 9.0, 99.0)).count(), 0);
    assert_eq!(tiles.solid_in(&Bounds::new(64.0, 0.0, 9.0, 9.0)).count(), 0);
    assert_eq!(tiles.solid_in(&Bounds::new(-1e9, -1e9, 2e9, 2e9)).count(), 12);
    // Fewer cells than promised: what is missing is empty.
    let short = LayerView {
        cells: &cells[..5],
        ..view
    };
    assert_eq!((short.gid(0, 1), short.gid(1, 1), short.gid(3, 2)), (1, 0, 0));
    // Places that no cell has.
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300] {
        assert!(!at(bad, 0.0) && !at(0.0, bad), "{bad}");
        let area = Bounds {
            min: [bad, 0.0],
            max: [bad, 9.0],
        };
        assert_eq!(tiles.solid_in(&area).count(), 0, "{bad}");
    }
    let everywhere = Bounds {
        min: [f64::NEG_INFINITY; 2],
        max: [f64::INFINITY; 2],
    };
    assert_eq!(tiles.solid_in(&everywhere).count(), 12);
    assert_eq!(TileView::EMPTY.solid_in(&everywhere).count(), 0);
    assert!(TileView::EMPTY.at(0.0, 0.0).is_none());
}

#[test]
fn the_flip_bits_are_no_part_of_the_tile() {
    for flips in FLIPS {
        let cells = [flips, flips | 7, flips | 0x1FFF_FFFF];
        let layers = [LayerView {
            index: 5,
            cols: 3,
            rows: 1,
            offset: [0.0; 2],
            cells: &cells,
        }];
        let tiles = TileView {
            tile: [16.0, 16.0],
            layers: &layers,
        };
        let found: Vec<u32> = tiles
            .solid_in(&Bounds::new(0.0, 0.0, 48.0, 16.0))
            .map(|tile| tile.gid)
            .collect();
        assert_eq!(found, [7, 0x1FFF_FFFF], "a cell of flip bits alone is empty");
        assert_eq!(
            tiles.at(20.0, 4.0).map(|tile| (tile.gid, tile.layer)),
            Some((7, 5))
        );
    }
}
