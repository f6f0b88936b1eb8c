//! The moves of the bodies of a block that can meet nothing but tiles.
//!
//! None of them sees another, so they go row by row instead of body by body, and what is no more than a
//! step through the air or along a floor reads and writes only the numbers that it needs. The bits are
//! those of [`quick::glide`], which the rest is left to.

#![allow(clippy::needless_range_loop)] // Several rows at one lane: the index says what is meant.

use super::bodies::{Block, LANES, Row};
use super::kernel;
use super::shapes::Shapes;
use super::step::each;
use super::tiles::{Solid, Tiles};
use crate::collision::quick::{self, Ground, Hull, Place};
use crate::collision::{LAYER_STATIC, Space};
use crate::physics::Settings;
use glam::Vec3;

/// What the bodies of a block move through.
pub(super) struct Level<'a> {
    pub(super) shapes: &'a Shapes,
    pub(super) settings: &'a Settings,
    /// The layers that anything but tiles has ever been on.
    pub(super) layers: u32,
    pub(super) ground: Ground<'a, Solid>,
    pub(super) nothing: Ground<'static, Solid>,
    /// Half a cell: a longer move is cut up.
    half_cell: [f32; 2],
}

impl<'a> Level<'a> {
    /// `None` where there is more than one layer of tiles, or depth counts.
    pub(super) fn of(
        tiles: &'a Tiles,
        shapes: &'a Shapes,
        settings: &'a Settings,
        layers: u32,
        space: Space,
        cell: [f64; 2],
    ) -> Option<Self> {
        let half_cell = cell.map(|side| (side / 2.0) as f32);
        let exact = (0..2).all(|axis| f64::from(half_cell[axis]) == cell[axis] / 2.0);
        (space == Space::Planar && exact).then_some(Self {
            shapes,
            settings,
            layers,
            ground: tiles.ground()?,
            nothing: Tiles::no_ground(),
            half_cell,
        })
    }

    /// Whether none of some bodies of a block can meet another, or geometry that is no tile.
    pub(super) fn is_all(&self, block: &Block, mask: u16) -> bool {
        self.layers == 0
            || each(mask).all(|lane| {
                self.shapes
                    .get(block.shape[lane])
                    .is_none_or(|shape| shape.collides & self.layers == 0)
            })
    }

    /// Moves some bodies of a block of which [`is_all`](Self::is_all) is true; returns those that are
    /// still to be moved.
    pub(super) fn advance(&self, block: &mut Block, mask: u16, dt: f32) -> u16 {
        let mut to = block.position;
        let mut short = true;
        for axis in 0..kernel::axes(block, self.settings) {
            let most = self.half_cell.get(axis).copied().unwrap_or(f32::INFINITY);
            let mut all: Row = [0.0; LANES];
            for lane in 0..LANES {
                let moved = block.velocity[axis][lane] * dt;
                to[axis][lane] = block.position[axis][lane] + moved;
                all[lane] = moved.abs();
            }
            for moved in all {
                short &= moved <= most;
            }
        }
        if !short {
            // Rare enough to be left whole.
            return mask;
        }
        let mut left = 0;
        let mut rest = mask;
        while rest != 0 {
            let number = block.shape[rest.trailing_zeros() as usize];
            let mut alike = 0_u16;
            for lane in 0..LANES {
                alike |= u16::from(block.shape[lane] == number) << lane;
            }
            let group = rest & alike;
            rest &= !alike;
            let Some(entry) = self.shapes.entry(number) else {
                continue;
            };
            if entry.shape.collides == 0 {
                for lane in each(group) {
                    for (row, to) in block.position.iter_mut().zip(&to) {
                        row[lane] = to[lane];
                    }
                }
            } else if !entry.glides {
                left |= group;
            } else if entry.shape.responds_to(LAYER_STATIC) {
                left |= along(&self.ground, &entry.hull, block, &to, group);
            } else {
                left |= along(&self.nothing, &entry.hull, block, &to, group);
            }
        }
        left
    }
}

/// Moves bodies of one shape to `to`, as far as that is simple; returns the others.
fn along(ground: &Ground<'_, Solid>, hull: &Hull, block: &mut Block, to: &[Row; 3], mask: u16) -> u16 {
    let mut left = 0;
    for lane in each(mask) {
        let place = Vec3::new(to[0][lane], to[1][lane], to[2][lane]);
        let mut y = place.y;
        match quick::place(ground, hull, block.position(lane), place) {
            Place::Free => {}
            Place::Borne(at) => {
                y = at;
                let efforts = [block.environment[1][lane], block.thrust[1][lane]];
                let now = quick::press(efforts);
                if now != efforts {
                    [block.environment[1][lane], block.thrust[1][lane]] = now;
                    block.velocity[1][lane] = now[0] + now[1];
                }
            }
            Place::Else => {
                left |= 1 << lane;
                continue;
            }
        }
        block.position[0][lane] = place.x;
        block.position[1][lane] = y;
        block.position[2][lane] = place.z;
    }
    left
}
