//! The commonest sub-step of all: a box that stands, walks or lands on a floor of flush tiles.

use glam::Vec3;

use super::super::meet::slack_at;
use super::super::resolve::outward;
use super::{Cells, Ground, Hull, Side, Span};

/// Where along y [`respond`](super::respond) puts a box that has come down into the last of the rows that
/// it overlaps, where the rows above hold nothing and no tile of that row shows it a side: every tile
/// that counts bears it at the same height, so which of them is the first makes no difference, and after
/// it there is nothing more to meet. `None` where it is not so, or where that is not certain.
///
/// `span` are the cells that the box shares an area with at `to`, some of them solid.
#[inline]
pub(super) fn stand<C: Cells>(
    ground: &Ground<'_, C>,
    hull: &Hull,
    from: Vec3,
    to: Vec3,
    span: &Span,
) -> Option<f32> {
    let (top, row) = (span.rows[0], span.rows[1] - 1);
    if top >= row
        || ground.cells.any(&Span {
            cols: span.cols,
            rows: [top, row],
        })
    {
        return None;
    }
    let (came, is) = (hull.center(from), hull.center(to));
    let slack = slack_at(is);
    let y = Side::of_tile(ground, 1, row, hull, came[1], is[1]);
    let sank = y.before < 0.0 && y.far >= -slack && y.now != 0.0 && y.near < 0.0 && y.now > y.before;
    if !sank || (0..2).any(|axis| (is[axis] - came[axis]).abs() > 2.0 * hull.half[axis]) {
        return None;
    }
    let mut borne = false;
    for col in ground.cells.row(span.cols, row) {
        let x = Side::of_tile(ground, 0, col, hull, came[0], is[0]);
        if x.near >= 0.0 {
            continue;
        }
        if x.is_level(slack) {
            return None;
        }
        if x.far >= -slack {
            if x.grazes(slack) {
                continue;
            }
            let beside = if x.before > 0.0 { 1 } else { -1 };
            if !ground.cells.solid(col + beside, row) {
                return None;
            }
        }
        borne = true;
    }
    if !borne {
        return None;
    }
    let place = outward(y.other - y.half - hull.middle[1], -1.0);
    let now = ground.span(&hull.bounds(Vec3::new(to.x, place, to.z)));
    // Only above what was looked at can there be more.
    let free = now.rows[1] <= row && (now.rows[0] >= top || now.is_empty() || !ground.cells.any(&now));
    free.then_some(place)
}

#[cfg(test)]
mod tests {
    use super::super::{Answer, respond};
    use super::*;
    use crate::collision::Shape;
    use crate::physics::Motion;
    use crate::physics::feel::TOUCH_GROUND;

    const COLS: i32 = 14;
    const ROWS: i32 = 9;

    struct Drawn([[bool; COLS as usize]; ROWS as usize]);

    impl Cells for Drawn {
        fn solid(&self, col: i32, row: i32) -> bool {
            (0..COLS).contains(&col) && (0..ROWS).contains(&row) && self.0[row as usize][col as usize]
        }

        fn any(&self, span: &Span) -> bool {
            (span.rows[0]..span.rows[1]).any(|row| self.row(span.cols, row).next().is_some())
        }

        fn row(&self, cols: [i32; 2], row: i32) -> impl Iterator<Item = i32> {
            (cols[0]..cols[1]).filter(move |col| self.solid(*col, row))
        }
    }

    /// Boxes that stand on floors with gaps, steps and ceilings, walk, land, graze and fall, at places
    /// with and without rounding.
    #[test]
    fn what_a_floor_bears_stands_where_the_long_way_puts_it() {
        let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
        let mut below = |most: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((seed >> 33) % u64::from(most)) as u32
        };
        let (mut borne, mut all) = (0, 0);
        for _ in 0..60_000 {
            let mut cells = Drawn([[false; COLS as usize]; ROWS as usize]);
            for (row, line) in cells.0.iter_mut().enumerate() {
                for cell in line {
                    *cell = below(100) < [8, 4, 4, 8, 8, 85, 60, 90, 100][row];
                }
            }
            let size = [16.0, 16.0, 24.0, 10.3][below(4) as usize];
            let offset = [0.0, 0.0, 3.25, -7.1][below(4) as usize];
            let ground = Ground::new(&cells, [size; 2], [offset; 2], COLS as u32, ROWS as u32);
            let (w, h) =
                [(12.0, 28.0), (10.0, 10.0), (5.0, 7.3), (33.0, 20.0), (1.5, 9.0)][below(5) as usize];
            let shape = Shape::rect(below(3) as f32 * -2.5, below(2) as f32 * -7.0, w, h, 0.0).unwrap();
            let hull = Hull::of(&shape);
            let part = [1.0, 8.0, 64.0, 977.0][below(4) as usize];
            let x = below(12 * size as u32 * part as u32) as f32 / part;
            let deep = [0.0, 0.0, 0.001, 0.25, 3.0, -0.003][below(6) as usize];
            let y = outward(
                ground.edge(1, 5 + below(3) as i32) - hull.half[1] - hull.middle[1] - deep,
                -1.0,
            );
            let from = Vec3::new(x, y, 0.0);
            let moved = [-5.0, -2.0, -0.02, 0.0, 0.001, 1.0, 2.0, 7.5];
            let to = from
                + Vec3::new(
                    moved[below(8) as usize],
                    [0.0, 0.25, 0.25, 3.1, 6.0, -0.1][below(6) as usize],
                    0.0,
                );
            let span = ground.span(&hull.bounds(to));
            if span.is_empty() || !cells.any(&span) {
                continue;
            }
            all += 1;
            let Some(place) = stand(&ground, &hull, from, to, &span) else {
                continue;
            };
            borne += 1;
            let mut motion = Motion {
                position: to,
                environment: Vec3::new(0.0, 15.0, 0.0),
                thrust: Vec3::new(120.0, 20.0, 0.0),
                ..Motion::default()
            };
            let mut touching = 0;
            let answer = respond(&ground, &[], &hull, from, &mut motion, Some(span), &mut touching);
            let context = format!("{:?}, {from} to {to}, {shape:?}, {size}, {offset}", cells.0);
            assert_eq!((answer, touching), (Answer::Met, TOUCH_GROUND), "{context}");
            assert_eq!(
                motion.position.to_array().map(f32::to_bits),
                [to.x, place, to.z].map(f32::to_bits),
                "{context}"
            );
            assert_eq!((motion.environment.x, motion.thrust.x), (0.0, 120.0), "{context}");
        }
        assert!(borne > 5_000 && borne < all, "{borne} of {all}");
    }
}
