// The quick way of an actor through its surroundings, for as long as nothing calls into C.

use glam::Vec3;

use super::super::actor::akgl_Actor;
use super::scene::PoolScene;
use super::standing::Standing;
use super::state::{self, State};
use super::{AKGL_COLLISION_SHAPE_NONE, akgl_CollisionWorld};
use crate::collision::quick::{self, Cells, Ground, Other, Span, Target, Travelled};
use crate::collision::tiles::GID_MASK;
use crate::collision::{Bounds, LAYER_STATIC, Owner, Scene, Space};
use crate::physics::Motion;

/// The most boxes around one that the quick way takes on.
const MOST_BOXES: usize = 8;

/// A layer's cells, where they lie in the map.
struct Layer {
    cells: *const u32,
    cols: i32,
    rows: i32,
}

impl Layer {
    /// Some cells of a row; none outside.
    fn row_of(&self, cols: [i32; 2], row: i32) -> &[u32] {
        let cols = [cols[0].max(0), cols[1].min(self.cols)];
        if row < 0 || row >= self.rows || cols[0] >= cols[1] {
            return &[];
        }
        let first = row as usize * self.cols as usize + cols[0] as usize;
        // SAFETY: within the `cols * rows` cells that the scene vouched for; the map outlives this view,
        // and nothing writes to it meanwhile.
        unsafe { core::slice::from_raw_parts(self.cells.add(first), (cols[1] - cols[0]) as usize) }
    }
}

impl Cells for Layer {
    #[inline]
    fn solid(&self, col: i32, row: i32) -> bool {
        self.row_of([col, col.saturating_add(1)], row)
            .iter()
            .any(|cell| cell & GID_MASK != 0)
    }

    #[inline]
    fn any(&self, span: &Span) -> bool {
        (span.rows[0]..span.rows[1]).any(|row| {
            self.row_of(span.cols, row)
                .iter()
                .any(|cell| cell & GID_MASK != 0)
        })
    }

    #[inline]
    fn row(&self, cols: [i32; 2], row: i32) -> impl Iterator<Item = i32> {
        let cells = self.row_of(cols, row).iter();
        (cols[0]..)
            .zip(cells)
            .filter(|(_, cell)| **cell & GID_MASK != 0)
            .map(|(col, _)| col)
    }
}

/// What surrounds the actors of a pool, looked up once for many of them.
pub(in crate::capi) struct Around {
    state: *mut State,
    /// `None` where there are no solid tiles.
    layer: Option<(Layer, [f32; 2], [f32; 2])>,
    cell: [f64; 2],
    space: Space,
    /// Whether C was called since the world was brought up to date with the pool.
    called: bool,
    room: [Other; MOST_BOXES],
}

const NOTHING: &Layer = &Layer {
    cells: core::ptr::null(),
    cols: 0,
    rows: 0,
};

impl Around {
    /// What surrounds the actors of a world; `None` where the quick way is not for it: where it cannot be
    /// used at all, where it has a partitioner of the game's own or more than one layer of tiles. `called`
    /// says that C was called since the world was brought up to date with the pool.
    ///
    /// # Safety
    /// `world` is valid and so is the map it borrows; nothing calls into C while this lives.
    pub(in crate::capi) unsafe fn of(world: *mut akgl_CollisionWorld, called: bool) -> Option<Self> {
        // SAFETY: as the caller promises.
        unsafe {
            let scene = match PoolScene::of(world) {
                Ok(scene) => scene,
                Err(fault) => {
                    fault.release();
                    return None;
                }
            };
            let state = state::of(world).ok()?;
            if !(*state).is_own() {
                return None;
            }
            let tiles = scene.tiles();
            let layer = match tiles.layers {
                [] => None,
                [layer] => Some((
                    Layer {
                        cells: layer.cells.as_ptr(),
                        cols: layer.cols as i32,
                        rows: layer.rows as i32,
                    },
                    tiles.tile,
                    layer.offset,
                )),
                _ => return None,
            };
            Some(Self {
                state,
                layer,
                cell: [f64::from((*world).cellwidth), f64::from((*world).cellheight)],
                space: state::space(world),
                called,
                room: [Other::default(); MOST_BOXES],
            })
        }
    }

    /// Moves an actor whose numbers are `motion` to its target, and its proxy with it; `touching` becomes what
    /// it touches then, where it collides. False, with nothing changed, where it is to go the long way; `looks`
    /// becomes false where that will be for the sake of tiles alone. The actor itself is only looked at.
    ///
    /// # Safety
    /// `actor` is valid, and as for [`of`](Self::of).
    pub(in crate::capi) unsafe fn travel(
        &mut self,
        actor: *mut akgl_Actor,
        motion: &mut Motion,
        dt: f32,
        target: &Target,
        looks: &mut bool,
        touching: &mut u32,
    ) -> bool {
        // SAFETY: the state is alive, for nothing was called since it was looked up; the borrow ends here.
        let state = unsafe { &mut *self.state };
        let whole = motion.position + target.displacement;
        let Some(slot) = state.slot(actor) else {
            return false;
        };
        let Some(Standing { form, proxy }) = state.standing(slot).copied() else {
            // SAFETY: a valid actor.
            let shapeless = unsafe { (*actor).shape.kind } == AKGL_COLLISION_SHAPE_NONE;
            if shapeless {
                motion.position = target.place;
            }
            return shapeless;
        };
        // SAFETY: a valid actor.
        if !(whole.is_finite() && target.place.is_finite()) || unsafe { !form.is_of(actor) } {
            return false;
        }
        let shape = &form.shape;
        if shape.collides == 0 {
            motion.position = target.place;
        } else {
            // All layers that anything has been on; once C was called, anybody may be on any.
            let layers = match self.called {
                true => u32::MAX,
                false => state.layers(),
            };
            let others = shape.collides & layers != 0;
            *looks = others;
            if !form.glides || (self.space == Space::Solid && others) {
                return false;
            }
            if others {
                state.freshen();
            }
            let ground = match &self.layer {
                Some((layer, tile, offset)) if shape.responds_to(LAYER_STATIC) => {
                    Ground::new(layer, *tile, *offset, layer.cols as u32, layer.rows as u32)
                }
                _ => Ground::new(NOTHING, [1.0; 2], [0.0; 2], 0, 0),
            };
            let list = &mut self.room;
            let mut touched = 0;
            let went = quick::travel(
                &ground,
                &form.hull,
                self.cell,
                others,
                |area| boxes(state, slot, shape.collides, area, list),
                motion,
                dt,
                target,
                &mut touched,
            );
            if went == Travelled::No {
                return false;
            }
            *touching = touched;
        }
        if !state.is_stale() {
            state.proxies.shift(proxy, motion.position, &form.hull);
        }
        true
    }
}

/// The actors that overlap an area and are on a layer of the mask; `None` where there is more than the
/// quick way takes on: too many, something that is no plain box, geometry, or an actor that is not where
/// it was when it was last looked at.
fn boxes<'l>(
    state: &mut State,
    me: usize,
    mask: u32,
    area: &Bounds,
    list: &'l mut [Other; MOST_BOXES],
) -> Option<&'l [Other]> {
    let mut count = 0;
    let State {
        proxies,
        bodies,
        pool,
        ..
    } = state;
    let too_much = proxies.visit(area, |proxy| {
        let slot = match proxy.owner {
            Owner::Body(slot) if slot as usize == me => return false,
            Owner::Body(slot) => slot as usize,
            Owner::Geometry(_) => return proxy.shape.layers & mask != 0,
        };
        let Some(Some(Standing { form, .. })) = bodies.get(slot) else {
            return true;
        };
        // SAFETY: a slot of the pool, which is the current one: an actor of it is being stepped.
        let as_it_was = unsafe {
            let actor = pool.add(slot);
            let now = Vec3::new((*actor).x, (*actor).y, (*actor).z);
            (*actor).refcount != 0 && now == proxy.position && form.is_of(actor)
        };
        if !as_it_was {
            return true;
        }
        if form.shape.layers & mask == 0 {
            return false;
        }
        let other = Other {
            center: form.hull.center(proxy.position),
            half: form.hull.half,
            number: slot as u32,
        };
        if !other.bounds().overlaps(area) {
            return false;
        }
        if count == MOST_BOXES || !form.glides || form.shape.fixed {
            return true;
        }
        list[count] = other;
        count += 1;
        false
    });
    (!too_much).then_some(&list[..count])
}
