//! The step written down once more, as plainly as it can be: a list of actors, the proxies of the
//! collision core, no short cuts. What [`World`](akgl::world::World) does faster must come out the
//! same.

use akgl::collision::tiles::{LayerView, TileView};
use akgl::collision::{
    Bounds, LAYER_STATIC, Obstacle, Owner, Passage, Proxies, Proxy, ProxyId, Resolver, any_near, block,
    broad, lengths, substeps, swept,
};
use akgl::physics::{Motion, Settings, Travel, drag, gravity};
use akgl::world::{Character, State, TileLayer};
use glam::Vec3;

use super::{Actor, Driver, Scene, Wish};

struct Surroundings<'a> {
    tiles: TileView<'a>,
    proxies: &'a mut Proxies,
    ids: Vec<ProxyId>,
}

impl akgl::collision::Scene for Surroundings<'_> {
    fn tiles(&self) -> TileView<'_> {
        self.tiles
    }

    fn near(&mut self, area: &Bounds, found: &mut Vec<Obstacle>) {
        self.ids.clear();
        self.proxies.near(area, &mut self.ids);
        for &id in &self.ids {
            let proxy = self.proxies.get(id).expect("a proxy that was just found");
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

/// A driver over a broad phase of the core: 0 the grid, 1 the tree.
pub struct Plain<const BROAD: usize> {
    settings: Settings,
    space: akgl::collision::Space,
    tile: [f32; 2],
    layers: Vec<TileLayer>,
    characters: Vec<Character>,
    actors: Vec<Actor>,
    mine: Vec<Option<ProxyId>>,
    proxies: Proxies,
}

impl<const BROAD: usize> Driver for Plain<BROAD> {
    fn build(scene: &Scene) -> Self {
        let cell = scene.tile.map(f64::from);
        let broad = broad::by_name(broad::NAMES[BROAD], cell).expect("a known broad phase");
        let mut proxies = Proxies::new(broad, 1);
        for piece in &scene.statics {
            let mut shape = piece.shape;
            shape.fixed = true;
            shape.layers |= LAYER_STATIC;
            proxies.add(Proxy {
                shape,
                position: piece.position,
                owner: Owner::Geometry(piece.user),
            });
        }
        let mut mine = Vec::new();
        let mut actors = scene.actors.clone();
        for (at, actor) in actors.iter_mut().enumerate() {
            actor.shape = actor.shape.or(scene.characters[actor.character].shape);
            if let Some(shape) = actor.shape.as_mut().filter(|shape| shape.fixed) {
                shape.layers |= LAYER_STATIC;
            }
            mine.push(actor.shape.map(|shape| {
                proxies.add(Proxy {
                    shape,
                    position: actor.motion.position,
                    owner: Owner::Body(at as u32),
                })
            }));
        }
        Self {
            settings: scene.settings,
            space: scene.space,
            tile: scene.tile,
            layers: scene.layers.clone(),
            characters: scene.characters.clone(),
            actors,
            mine,
            proxies,
        }
    }

    fn wish(&mut self, actor: usize, wish: &Wish) {
        let actor = &mut self.actors[actor];
        if let Some(state) = wish.state {
            actor.state = state;
        }
        if let Some(jump) = wish.jump {
            actor.motion.environment.y = jump;
        }
        if let Some(place) = wish.teleport {
            actor.motion.position = place;
        }
    }

    fn step(&mut self, dt: f32) {
        for at in 0..self.actors.len() {
            self.list(at);
        }
        for at in 0..self.actors.len() {
            self.step_one(at, dt);
            self.list(at);
        }
    }

    fn read(&self, actor: usize) -> (Motion, State) {
        (self.actors[actor].motion, self.actors[actor].state)
    }
}

impl<const BROAD: usize> Plain<BROAD> {
    fn list(&mut self, at: usize) {
        let actor = &self.actors[at];
        if let (Some(id), Some(shape)) = (self.mine[at], actor.shape) {
            assert!(self.proxies.update(id, shape, actor.motion.position));
        }
    }

    fn step_one(&mut self, at: usize, dt: f32) {
        if let Some(parent) = self.actors[at].parent {
            let place = self.actors[parent].motion.position;
            let motion = &mut self.actors[at].motion;
            motion.position = place + motion.velocity;
            return;
        }
        let state = self.actors[at].state;
        let held = |bits: State| state.any(bits);
        let mut motion = self.actors[at].motion;
        let x = held(State::MOVING_LEFT) || held(State::MOVING_RIGHT);
        let y = held(State::MOVING_UP) || held(State::MOVING_DOWN);
        motion.push(Travel { x, y }, dt);
        motion.cap_thrust();

        let character = self.characters[self.actors[at].character];
        let signed = |amount: f32, less: State, more: State| match (held(less), held(more)) {
            (true, false) => -amount,
            (false, true) => amount,
            _ => 0.0,
        };
        motion.top_speed = character.top_speed;
        motion.acceleration = Vec3::new(
            signed(character.acceleration.x, State::MOVING_LEFT, State::MOVING_RIGHT),
            signed(character.acceleration.y, State::MOVING_UP, State::MOVING_DOWN),
            signed(character.acceleration.z, State::MOVING_IN, State::MOVING_OUT),
        );
        motion.environment = gravity(motion.environment, self.settings.gravity, dt);
        motion.environment = drag(motion.environment, self.settings.drag, dt);
        motion.combine();
        self.move_one(at, &mut motion, dt);
        self.actors[at].motion = motion;
    }

    fn move_one(&mut self, at: usize, motion: &mut Motion, dt: f32) {
        let Some(shape) = self.actors[at].shape.filter(|shape| shape.collides != 0) else {
            motion.advance(dt);
            return;
        };
        let views: Vec<LayerView<'_>> = self
            .layers
            .iter()
            .map(|layer| LayerView {
                index: layer.index(),
                cols: layer.cols(),
                rows: layer.rows(),
                offset: layer.offset(),
                cells: layer.cells(),
            })
            .collect();
        let mut scene = Surroundings {
            tiles: TileView {
                tile: self.tile,
                layers: &views,
            },
            proxies: &mut self.proxies,
            ids: Vec::new(),
        };
        let whole = motion.position + motion.velocity * dt;
        let area = swept(&shape, motion.position, whole);
        // Its own proxy is no reason to look closer.
        let own = self.mine[at].and_then(|id| scene.proxies.remove(id));
        let near = any_near(&shape, &area, &mut scene, &mut Vec::new());
        self.mine[at] = own.map(|proxy| scene.proxies.add(proxy));
        if !near {
            motion.advance(dt);
            return;
        }
        let moved = motion.velocity * dt;
        let count = substeps([f64::from(moved.x), f64::from(moved.y)], self.tile.map(f64::from));
        let mut resolver = Resolver::default();
        resolver.begin_step();
        for length in lengths(dt, count) {
            let from = motion.position;
            motion.advance(length);
            resolver.begin_substep();
            let before = (motion.environment, motion.thrust);
            loop {
                let passage = Passage {
                    shape,
                    from,
                    to: motion.position,
                    space: self.space,
                    me: self.mine[at],
                };
                let Some(contact) = resolver.next(&passage, &mut scene) else {
                    break;
                };
                block(motion, &contact);
            }
            if before != (motion.environment, motion.thrust) {
                motion.combine();
            }
        }
    }
}
