//! The pool and the bound map, as the core sees what surrounds an actor.

use super::super::error::Outcome;
use super::super::tilemap::{
    AKGL_TILEMAP_LAYER_OBJECTS, AKGL_TILEMAP_LAYER_OTHER, AKGL_TILEMAP_MAX_HEIGHT, AKGL_TILEMAP_MAX_LAYERS,
    AKGL_TILEMAP_MAX_WIDTH, akgl_Tilemap, akgl_TilemapLayer,
};
use super::state::{self, State};
use super::{akgl_CollisionShape, akgl_CollisionWorld};
use crate::collision::tiles::{LayerView, TileView};
use crate::collision::{Bounds, Obstacle, Owner, Scene};

/// A view for one question: made anew after every callback.
pub(in crate::capi) struct PoolScene<'a> {
    tile: [f32; 2],
    layers: [LayerView<'a>; AKGL_TILEMAP_MAX_LAYERS],
    count: usize,
    state: *mut State,
    without: *const akgl_CollisionShape,
}

impl PoolScene<'_> {
    /// What surrounds the actors of a world.
    ///
    /// # Safety
    /// `world` is valid and so is the map it borrows; nothing calls into C while the view lives.
    pub(in crate::capi) unsafe fn of(world: *mut akgl_CollisionWorld) -> Outcome<Self> {
        const NOTHING: LayerView<'static> = LayerView {
            index: 0,
            cols: 0,
            rows: 0,
            offset: [0.0; 2],
            cells: &[],
        };
        // SAFETY: as the caller promises.
        unsafe {
            let mut scene = Self {
                tile: [1.0; 2],
                layers: [NOTHING; AKGL_TILEMAP_MAX_LAYERS],
                count: 0,
                state: state::of(world)?,
                without: core::ptr::null(),
            };
            scene.see((*world).tilemap);
            Ok(scene)
        }
    }

    /// Leaves the actor with this shape out of what surrounds.
    pub(in crate::capi) fn leave_out(&mut self, shape: *const akgl_CollisionShape) {
        self.without = shape;
    }

    /// Looks at the solid layers of a map, as they are now. Their rows are as long as the map's: a
    /// layer's own size is for information.
    unsafe fn see(&mut self, map: *mut akgl_Tilemap) {
        if map.is_null() {
            return;
        }
        // SAFETY: a bound map is valid; each layer's cells are an array of the full size inline, of
        // which no more is looked at than it has.
        unsafe {
            if (*map).tilewidth <= 0 || (*map).tileheight <= 0 {
                return;
            }
            self.tile = [(*map).tilewidth as f32, (*map).tileheight as f32];
            let layers = ((*map).numlayers.max(0) as usize).min(AKGL_TILEMAP_MAX_LAYERS);
            let first = (&raw mut (*map).layers).cast::<akgl_TilemapLayer>();
            for index in 0..layers {
                let layer = first.add(index);
                let kind = (*layer).kind;
                if !(*layer).collidable
                    || kind == AKGL_TILEMAP_LAYER_OBJECTS
                    || kind == AKGL_TILEMAP_LAYER_OTHER
                {
                    continue;
                }
                let (cols, rows) = ((*map).width, (*map).height);
                let offset = [(*layer).x, (*layer).y];
                if cols <= 0
                    || rows <= 0
                    || cols as usize > AKGL_TILEMAP_MAX_WIDTH
                    || rows as usize > AKGL_TILEMAP_MAX_HEIGHT
                    || !(offset[0].is_finite() && offset[1].is_finite())
                {
                    continue;
                }
                let cells = (&raw const (*layer).data).cast::<u32>();
                self.layers[self.count] = LayerView {
                    index,
                    cols: cols as u32,
                    rows: rows as u32,
                    offset,
                    cells: core::slice::from_raw_parts(cells, cols as usize * rows as usize),
                };
                self.count += 1;
            }
        }
    }
}

impl Scene for PoolScene<'_> {
    fn tiles(&self) -> TileView<'_> {
        TileView {
            tile: self.tile,
            layers: &self.layers[..self.count],
        }
    }

    fn near(&mut self, area: &Bounds, found: &mut Vec<Obstacle>) {
        // SAFETY: the view does not outlive a callback, and nothing else looks at the state while it
        // is asked.
        let state = unsafe { &mut *self.state };
        if state.proxies.is_empty() {
            return;
        }
        let mut ids = state.take_list();
        state.proxies.near(area, &mut ids);
        for id in ids.drain(..) {
            let Some(proxy) = state.proxies.get(id) else {
                continue;
            };
            let (shape, position) = match proxy.owner {
                Owner::Geometry(_) => (proxy.shape, proxy.position),
                Owner::Body(slot) => {
                    let Some((actor, shape, position)) = state.live(slot) else {
                        continue;
                    };
                    // SAFETY: a slot of the pool; only the address of its field is taken.
                    if unsafe { &raw const (*actor).shape } == self.without {
                        continue;
                    }
                    (shape, position)
                }
            };
            found.push(Obstacle {
                // SAFETY: of a body that was just found in the pool.
                id: unsafe { state.thing(proxy.owner) },
                volume: shape.at(position),
                layers: shape.layers,
                fixed: shape.fixed,
                sensor: shape.sensor,
            });
        }
        state.lists.push(ids);
    }
}
