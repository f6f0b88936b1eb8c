//! The practical floor: each workload once more as a hand-written loop over arrays, for that
//! workload alone. No handles, no masks, no hooks, no shapes, `f32` throughout.
#![allow(dead_code, unreachable_pub)]

use akgl::world::State;

use crate::scenes::Scene;

const TILE: f32 = 16.0;
const PER_TILE: f32 = 1.0 / TILE;

/// The solid cells of a scene's first layer.
pub struct Solid {
    cols: i32,
    rows: i32,
    cells: Vec<u32>,
}

impl Solid {
    fn of(scene: &Scene) -> Self {
        let layer = &scene.layers[0];
        Self {
            cols: layer.cols() as i32,
            rows: layer.rows() as i32,
            cells: layer.cells().to_vec(),
        }
    }

    fn at(&self, col: i32, row: i32) -> bool {
        col >= 0
            && row >= 0
            && col < self.cols
            && row < self.rows
            && self.cells[(row * self.cols + col) as usize] != 0
    }
}

/// The cell that holds a coordinate.
fn cell(at: f32) -> i32 {
    let whole = (at * PER_TILE) as i32;
    whole - i32::from(at * PER_TILE < whole as f32)
}

/// The last cell that an edge at `at` reaches into.
fn last(at: f32) -> i32 {
    let whole = (at * PER_TILE) as i32;
    whole - i32::from(at * PER_TILE <= whole as f32)
}

/// W1: fall, run, turn at walls, jump every 90 steps.
pub struct Run {
    solid: Solid,
    pub x: Vec<f32>,
    pub y: Vec<f32>,
    pub fall: Vec<f32>,
    pub run: Vec<f32>,
    head: Vec<f32>,
}

impl Run {
    pub fn new(scene: &Scene) -> Self {
        let of = |pick: fn(&crate::scenes::Actor) -> f32| scene.actors.iter().map(pick).collect();
        Self {
            solid: Solid::of(scene),
            x: of(|actor| actor.motion.position.x),
            y: of(|actor| actor.motion.position.y),
            fall: of(|_| 0.0),
            run: of(|_| 0.0),
            head: of(|actor| {
                if actor.state.any(State::MOVING_LEFT) {
                    -1.0
                } else {
                    1.0
                }
            }),
        }
    }

    pub fn step(&mut self, step: u32, dt: f32) {
        const W: f32 = 12.0;
        const H: f32 = 28.0;
        for at in 0..self.x.len() {
            if (step + at as u32 * 7) % 90 == 89 {
                self.fall[at] = -380.0;
            }
            self.fall[at] += 900.0 * dt;
            self.run[at] = (self.run[at] + self.head[at] * 1200.0 * dt).clamp(-120.0, 120.0);
            let (y, mut x) = (self.y[at], self.x[at] + self.run[at] * dt);
            let right = self.run[at] > 0.0;
            let col = if right { last(x + W) } else { cell(x) };
            for row in cell(y)..=last(y + H) {
                if self.solid.at(col, row) {
                    x = if right {
                        col as f32 * TILE - W
                    } else {
                        (col + 1) as f32 * TILE
                    };
                    self.run[at] = 0.0;
                    self.head[at] = -self.head[at];
                    break;
                }
            }
            self.x[at] = x;
            let mut y = y + self.fall[at] * dt;
            let down = self.fall[at] > 0.0;
            let row = if down { last(y + H) } else { cell(y) };
            for col in cell(x)..=last(x + W) {
                if self.solid.at(col, row) {
                    y = if down {
                        row as f32 * TILE - H
                    } else {
                        (row + 1) as f32 * TILE
                    };
                    self.fall[at] = 0.0;
                    break;
                }
            }
            self.y[at] = y;
        }
    }
}

/// W2: walk, push apart, stay in the room. The grid is built anew in each step.
pub struct Crowd {
    cells: i32,
    pub x: Vec<f32>,
    pub y: Vec<f32>,
    pub vx: Vec<f32>,
    pub vy: Vec<f32>,
    ax: Vec<f32>,
    ay: Vec<f32>,
    starts: Vec<u32>,
    order: Vec<u32>,
}

impl Crowd {
    pub fn new(scene: &Scene) -> Self {
        let count = scene.actors.len();
        let cells = scene.layers[0].cols() as i32;
        Self {
            cells,
            x: scene.actors.iter().map(|actor| actor.motion.position.x).collect(),
            y: scene.actors.iter().map(|actor| actor.motion.position.y).collect(),
            vx: vec![0.0; count],
            vy: vec![0.0; count],
            ax: vec![0.0; count],
            ay: vec![0.0; count],
            starts: vec![0; (cells * cells) as usize + 1],
            order: vec![0; count],
        }
    }

    /// The direction of an actor: -1, 0 or 1 along each axis.
    pub fn head(&mut self, at: usize, x: f32, y: f32) {
        (self.ax[at], self.ay[at]) = (x * 800.0, y * 800.0);
    }

    pub fn step(&mut self, dt: f32) {
        const SIDE: f32 = 12.0;
        let cells = self.cells;
        let bin = |x: f32, y: f32| {
            ((y * PER_TILE) as i32).clamp(0, cells - 1) * cells + ((x * PER_TILE) as i32).clamp(0, cells - 1)
        };
        self.starts.fill(0);
        for at in 0..self.x.len() {
            self.starts[bin(self.x[at], self.y[at]) as usize + 1] += 1;
        }
        for at in 1..self.starts.len() {
            self.starts[at] += self.starts[at - 1];
        }
        for at in (0..self.x.len()).rev() {
            // Filled from the back, so that each start is passed back to its own place.
            let start = &mut self.starts[bin(self.x[at], self.y[at]) as usize + 1];
            *start -= 1;
            self.order[*start as usize] = at as u32;
        }
        let far = (cells - 1) as f32 * TILE;
        for at in 0..self.x.len() {
            let (mut vx, mut vy) = (self.vx[at] + self.ax[at] * dt, self.vy[at] + self.ay[at] * dt);
            let speed = vx * vx + vy * vy;
            if speed > 80.0 * 80.0 {
                let scale = 80.0 / speed.sqrt();
                (vx, vy) = (vx * scale, vy * scale);
            }
            let (mut x, mut y) = (self.x[at] + vx * dt, self.y[at] + vy * dt);
            let (col, row) = ((x * PER_TILE) as i32, (y * PER_TILE) as i32);
            for row in (row - 1).max(0)..=(row + 1).min(cells - 1) {
                let first = (row * cells + (col - 1).max(0)) as usize;
                let end = (row * cells + (col + 1).min(cells - 1)) as usize;
                // Starts were moved down by one place while the order was filled.
                for &other in &self.order[self.starts[first + 1] as usize..self.next(end + 1)] {
                    let other = other as usize;
                    let (dx, dy) = (x - self.x[other], y - self.y[other]);
                    let (px, py) = (SIDE - dx.abs(), SIDE - dy.abs());
                    if other != at && px > 0.0 && py > 0.0 {
                        if px < py {
                            x += px.copysign(dx);
                            vx = 0.0;
                        } else {
                            y += py.copysign(dy);
                            vy = 0.0;
                        }
                    }
                }
            }
            for (at, speed) in [(&mut x, &mut vx), (&mut y, &mut vy)] {
                if *at < TILE || *at > far - SIDE {
                    *at = at.clamp(TILE, far - SIDE);
                    *speed = 0.0;
                }
            }
            (self.x[at], self.y[at], self.vx[at], self.vy[at]) = (x, y, vx, vy);
        }
    }

    fn next(&self, bin: usize) -> usize {
        self.starts
            .get(bin + 1)
            .map_or(self.order.len(), |start| *start as usize)
    }
}

/// W3: gravity and drag in the plane.
pub struct Flight {
    pub x: Vec<f32>,
    pub y: Vec<f32>,
    pub vx: Vec<f32>,
    pub vy: Vec<f32>,
    drag: [f32; 2],
}

impl Flight {
    pub fn new(scene: &Scene) -> Self {
        let of = |pick: fn(&crate::scenes::Actor) -> f32| scene.actors.iter().map(pick).collect();
        Self {
            x: of(|actor| actor.motion.position.x),
            y: of(|actor| actor.motion.position.y),
            vx: of(|actor| actor.motion.environment.x),
            vy: of(|actor| actor.motion.environment.y),
            drag: [scene.settings.drag.x, scene.settings.drag.y],
        }
    }

    pub fn step(&mut self, dt: f32) {
        let [across, down] = self.drag;
        for (((x, y), vx), vy) in self
            .x
            .iter_mut()
            .zip(&mut self.y)
            .zip(&mut self.vx)
            .zip(&mut self.vy)
        {
            *vx -= *vx * across * dt;
            *vy += 900.0 * dt;
            *vy -= *vy * down * dt;
            *x += *vx * dt;
            *y += *vy * dt;
        }
    }
}

/// W4: what is in a box, of the level and of bodies that stand still.
pub struct Ask {
    solid: Solid,
    x: Vec<f32>,
    y: Vec<f32>,
    starts: Vec<u32>,
    order: Vec<u32>,
}

/// Bins of W4 are four tiles wide.
const BIN: i32 = 4;

impl Ask {
    pub fn new(scene: &Scene, places: &[[f32; 2]]) -> Self {
        let solid = Solid::of(scene);
        let (cols, rows) = (solid.cols / BIN + 1, solid.rows / BIN + 1);
        let mut lists = vec![Vec::new(); (cols * rows) as usize];
        for (at, place) in places.iter().enumerate() {
            lists[(cell(place[1]) / BIN * cols + cell(place[0]) / BIN) as usize].push(at as u32);
        }
        let mut starts = vec![0];
        let mut order = Vec::new();
        for list in lists {
            order.extend(list);
            starts.push(order.len() as u32);
        }
        Self {
            solid,
            x: places.iter().map(|place| place[0]).collect(),
            y: places.iter().map(|place| place[1]).collect(),
            starts,
            order,
        }
    }

    pub fn blocked(&self, x: f32, y: f32, w: f32, h: f32) -> bool {
        for row in cell(y)..=last(y + h) {
            for col in cell(x)..=last(x + w) {
                if self.solid.at(col, row) {
                    return true;
                }
            }
        }
        let cols = self.solid.cols / BIN + 1;
        let bin = |at: f32| (cell(at) / BIN).max(0);
        for row in bin(y - 28.0)..=bin(y + h).min(self.solid.rows / BIN) {
            let first = row * cols + bin(x - 12.0);
            let end = row * cols + bin(x + w).min(cols - 1);
            for &at in
                &self.order[self.starts[first as usize] as usize..self.starts[end as usize + 1] as usize]
            {
                let (ox, oy) = (self.x[at as usize], self.y[at as usize]);
                if x < ox + 12.0 && ox < x + w && y < oy + 28.0 && oy < y + h {
                    return true;
                }
            }
        }
        false
    }
}
