//! Bodies over tiles and proxies, driven as the collision room documents it: what is near decides
//! whether the move is cut up; after each piece contacts are answered one by one; where one changed
//! the motion, velocity is combined anew.

use akgl::collision::tiles::{LayerView, TileView};
use akgl::collision::{
    Bounds, Contact, Kind, Obstacle, Owner, Passage, Proxies, Proxy, ProxyId, Resolver, Scene, Shape, Space,
    any_near, block, broad, lengths, substeps, swept,
};
use akgl::physics::{Motion, gravity};
use glam::Vec3;

pub const DT: f32 = 1.0 / 60.0;
pub const CELL: f32 = 16.0;
/// Gravity of a platformer, pixels per second squared.
pub const DOWN: Vec3 = Vec3::new(0.0, 1600.0, 0.0);
pub const NONE: Vec3 = Vec3::ZERO;

/// One layer of tiles with its own cells.
#[derive(Clone, Debug)]
pub struct Map {
    pub cols: u32,
    pub rows: u32,
    pub offset: [f32; 2],
    pub cells: Vec<u32>,
}

impl Map {
    /// From rows of text, `#` solid.
    pub fn draw(rows: &[&str]) -> Self {
        let cols = rows[0].len();
        assert!(rows.iter().all(|row| row.len() == cols), "a ragged map");
        Self {
            cols: cols as u32,
            rows: rows.len() as u32,
            offset: [0.0; 2],
            cells: rows
                .iter()
                .flat_map(|row| row.bytes().map(|b| u32::from(b == b'#')))
                .collect(),
        }
    }

    /// All empty.
    pub fn empty(cols: u32, rows: u32) -> Self {
        Self {
            cols,
            rows,
            offset: [0.0; 2],
            cells: vec![0; (cols * rows) as usize],
        }
    }

    pub fn at(mut self, x: f32, y: f32) -> Self {
        self.offset = [x, y];
        self
    }

    pub fn set(&mut self, col: u32, row: u32, gid: u32) {
        self.cells[(row * self.cols + col) as usize] = gid;
    }

    pub fn view(&self) -> LayerView<'_> {
        LayerView {
            index: 0,
            cols: self.cols,
            rows: self.rows,
            offset: self.offset,
            cells: &self.cells,
        }
    }
}

/// Something that moves.
#[derive(Clone, Debug)]
pub struct Body {
    pub motion: Motion,
    pub shape: Shape,
    pub id: Option<ProxyId>,
}

impl Body {
    pub fn new(shape: Shape, x: f32, y: f32) -> Self {
        Self {
            motion: Motion {
                position: Vec3::new(x, y, 0.0),
                ..Motion::default()
            },
            shape,
            id: None,
        }
    }

    /// With its bounding box's corner there instead of its origin.
    pub fn boxed(shape: Shape, x: f32, y: f32) -> Self {
        Self::new(shape, x - shape.offset[0], y - shape.offset[1])
    }

    pub fn bounds(&self) -> Bounds {
        self.shape.at(self.motion.position).bounds()
    }

    pub fn bits(&self) -> [u32; 2] {
        [self.motion.position.x.to_bits(), self.motion.position.y.to_bits()]
    }
}

/// What a body is among.
pub struct World {
    pub maps: Vec<Map>,
    pub proxies: Proxies,
    pub space: Space,
    pub resolver: Resolver,
    near: Vec<Obstacle>,
    /// How many obstacles the broad phase has handed over.
    pub offered: u64,
}

struct Around<'a> {
    tiles: TileView<'a>,
    proxies: &'a mut Proxies,
    me: Option<ProxyId>,
    offered: &'a mut u64,
}

impl Scene for Around<'_> {
    fn tiles(&self) -> TileView<'_> {
        self.tiles
    }

    fn near(&mut self, area: &Bounds, found: &mut Vec<Obstacle>) {
        let mut ids = Vec::new();
        self.proxies.near(area, &mut ids);
        *self.offered += ids.len() as u64;
        for id in ids.into_iter().filter(|id| Some(*id) != self.me) {
            let proxy = self.proxies.get(id).expect("just found");
            found.push(Obstacle {
                id,
                volume: proxy.shape.at(proxy.position),
                layers: proxy.shape.layers,
                fixed: proxy.shape.fixed,
                sensor: proxy.shape.sensor,
            });
        }
    }
}

impl World {
    pub fn new(maps: Vec<Map>) -> Self {
        let broad = broad::by_name("grid", [f64::from(CELL); 2]).expect("the default");
        Self {
            maps,
            proxies: Proxies::new(broad, 1),
            space: Space::Planar,
            resolver: Resolver::default(),
            near: Vec::new(),
            offered: 0,
        }
    }

    /// Static geometry that is no tile.
    pub fn wall(&mut self, shape: Shape, x: f32, y: f32) -> ProxyId {
        let mut shape = shape;
        shape.fixed = true;
        shape.layers = akgl::collision::LAYER_STATIC;
        self.proxies.add(Proxy {
            shape,
            position: Vec3::new(x, y, 0.0),
            owner: Owner::Geometry(0),
        })
    }

    /// Makes a body known to the others.
    pub fn join(&mut self, body: &mut Body) {
        let (shape, position) = (body.shape, body.motion.position);
        body.id = Some(self.proxies.add(Proxy {
            shape,
            position,
            owner: Owner::Body(0),
        }));
    }

    /// Calls `with` with the scene around a body, and room to work in.
    pub fn look<T>(
        &mut self,
        me: Option<ProxyId>,
        with: impl FnOnce(&mut dyn FnMut(Ask<'_>) -> Told) -> T,
    ) -> T {
        let views: Vec<LayerView<'_>> = self.maps.iter().map(Map::view).collect();
        let tiles = TileView {
            tile: [CELL; 2],
            layers: &views,
        };
        let mut scene = Around {
            tiles,
            proxies: &mut self.proxies,
            me,
            offered: &mut self.offered,
        };
        let (resolver, near, space) = (&mut self.resolver, &mut self.near, self.space);
        with(&mut |ask| match ask {
            Ask::Near(shape, area) => Told::Near(any_near(shape, &area, &mut scene, near)),
            Ask::Next(passage) => Told::Next(resolver.next(passage, &mut scene)),
            Ask::Settle(shape, position) => Told::Settled(akgl::collision::settle(
                shape,
                position,
                space,
                f64::from(CELL),
                &mut scene,
                near,
            )),
        })
    }

    /// One whole step of a body with the default response; what it was told.
    pub fn step(&mut self, body: &mut Body, pull: Vec3, dt: f32) -> Vec<Contact> {
        body.motion.environment = gravity(body.motion.environment, pull, dt);
        self.go(body, dt, |motion, contact| {
            block(motion, contact);
        })
    }

    /// Moves a body by its environment and thrust, and answers contacts by `response`.
    pub fn go(
        &mut self,
        body: &mut Body,
        dt: f32,
        mut response: impl FnMut(&mut Motion, &Contact),
    ) -> Vec<Contact> {
        body.motion.combine();
        let (space, me) = (self.space, body.id);
        self.resolver.begin_step();
        let from = body.motion.position;
        let mut ahead = body.motion;
        ahead.advance(dt);
        let area = swept(&body.shape, from, ahead.position);
        let moved = body.motion.velocity * dt;
        let mut told = Vec::new();
        let near = matches!(
            self.look(me, |ask| ask(Ask::Near(&body.shape, area))),
            Told::Near(true)
        );
        let count = if near {
            substeps([f64::from(moved.x), f64::from(moved.y)], [f64::from(CELL); 2])
        } else {
            1
        };
        for length in lengths(dt, count) {
            let from = body.motion.position;
            body.motion.advance(length);
            self.resolver.begin_substep();
            loop {
                let passage = Passage {
                    shape: body.shape,
                    from,
                    to: body.motion.position,
                    space,
                    me,
                };
                let Told::Next(Some(contact)) = self.look(me, |ask| ask(Ask::Next(&passage))) else {
                    break;
                };
                response(&mut body.motion, &contact);
                told.push(contact);
            }
            body.motion.combine();
        }
        if let Some(id) = body.id {
            self.proxies.update(id, body.shape, body.motion.position);
        }
        told
    }

    /// The deepest overlap of a body with any solid tile, by arithmetic of its own.
    pub fn depth(&self, body: &Body) -> f64 {
        let mut deepest = 0.0_f64;
        for map in &self.maps {
            for row in 0..map.rows {
                for col in 0..map.cols {
                    if map.cells[(row * map.cols + col) as usize] & 0x1FFF_FFFF == 0 {
                        continue;
                    }
                    let x = f64::from(map.offset[0]) + f64::from(col) * f64::from(CELL);
                    let y = f64::from(map.offset[1]) + f64::from(row) * f64::from(CELL);
                    let tile = [x, y, x + f64::from(CELL), y + f64::from(CELL)];
                    deepest = deepest.max(overlap(body, tile));
                }
            }
        }
        deepest
    }
}

/// What [`World::look`] can be asked.
pub enum Ask<'a> {
    Near(&'a Shape, Bounds),
    Next(&'a Passage),
    Settle(&'a Shape, Vec3),
}

/// And what it says.
pub enum Told {
    Near(bool),
    Next(Option<Contact>),
    Settled(Result<Vec3, akgl::collision::NotSettled>),
}

/// How deep a body is in a rectangle: for a box the smallest of the four ways out, for the round
/// kinds the radius less the distance from the segment, or more where the segment itself is inside.
pub fn overlap(body: &Body, [x0, y0, x1, y1]: [f64; 4]) -> f64 {
    let Bounds { min, max } = body.bounds();
    let ways = (max[0] - x0).min(x1 - min[0]).min(max[1] - y0).min(y1 - min[1]);
    if ways <= 0.0 || body.shape.kind == Kind::Box {
        return ways.max(0.0);
    }
    let radius = (max[0] - min[0]).min(max[1] - min[1]) / 2.0;
    let (sx, sy) = (
        [min[0] + radius, max[0] - radius],
        [min[1] + radius, max[1] - radius],
    );
    let gap = |low: f64, high: f64, from: f64, to: f64| (low - to).max(from - high).max(0.0);
    let away = gap(sx[0], sx[1], x0, x1).hypot(gap(sy[0], sy[1], y0, y1));
    if away > 0.0 {
        (radius - away).max(0.0)
    } else {
        ways
    }
}

/// What rounding may leave of an overlap, as the collision room states it.
pub fn slack(body: &Body) -> f64 {
    let Bounds { min, max } = body.bounds();
    let far = min
        .iter()
        .chain(&max)
        .fold(0.0_f64, |far, edge| far.max(edge.abs()));
    (far / f64::from(1 << 21)).max(1.0 / 256.0)
}

/// One shape of each kind, off its origin as game shapes are.
pub fn kinds() -> [Shape; 4] {
    let make = |kind, w, h| Shape::new(kind, [8.0, 4.0], [w, h], 0.0, 0.0).expect("a good shape");
    [
        make(Kind::Box, 14.0, 28.0),
        make(Kind::Circle, 24.0, 24.0),
        make(Kind::CapsuleX, 30.0, 14.0),
        make(Kind::CapsuleY, 14.0, 28.0),
    ]
}

/// One shape of each kind that is `size` wide and high at most.
pub fn sized(size: f32) -> [Shape; 4] {
    let make = |kind, w, h| Shape::new(kind, [0.0; 2], [w, h], 0.0, 0.0).expect("a good shape");
    [
        make(Kind::Box, size, size),
        make(Kind::Circle, size, size),
        make(Kind::CapsuleX, size, size / 2.0),
        make(Kind::CapsuleY, size / 2.0, size),
    ]
}

/// Numbers that look random and are the same in every run.
pub struct Dice(pub u64);

impl Dice {
    pub fn unit(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit() as f32
    }
}

/// Whether the long forms of the long tests are wanted.
pub fn long() -> bool {
    std::env::var_os("AKGL_LONG").is_some()
}
