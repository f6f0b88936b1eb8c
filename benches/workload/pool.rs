//! The C pool as a contender, used as a C game uses it: default hooks, fields read and written in place.
#![allow(clippy::undocumented_unsafe_blocks)] // The actors are those of the driver, which outlive it.

use core::ptr::null_mut;

use akgl::capi::collision::akgl_collision_box_blocked;
use akgl::collision::{LAYER_ACTOR, LAYER_STATIC};
use akgl::world::State;
use sdl3_sys::rect::SDL_FRect;

use super::{Asked, Game, Workload, heading, jumps, turned, turns};
use crate::scenes::library::DT;
use crate::scenes::pool::{InPool, ok};
use crate::scenes::{Driver, Scene};

pub struct PoolGame<'a> {
    scene: &'a Scene,
    workload: Workload,
    pub game: InPool,
}

impl<'a> PoolGame<'a> {
    pub fn new(scene: &'a Scene, workload: Workload) -> Self {
        let mut game = InPool::build(scene);
        if workload == Workload::Flight {
            // A game without shapes attaches no collision world.
            game.backend.collision = null_mut();
        }
        Self {
            scene,
            workload,
            game,
        }
    }
}

impl Game for PoolGame<'_> {
    fn step(&mut self, step: u32) {
        for (at, &actor) in self.game.actors.iter().enumerate() {
            let actor = unsafe { &mut *actor };
            match self.workload {
                Workload::Run => {
                    if turns(step) && actor.vx == 0.0 {
                        actor.state = turned(State(actor.state)).0;
                    }
                    if jumps(step, at) {
                        actor.ey = -380.0;
                    }
                }
                Workload::Crowd if step.is_multiple_of(60) => {
                    if let Some(state) = heading(self.scene, step, at, State(actor.state)) {
                        actor.state = state.0;
                    }
                }
                Workload::Crowd | Workload::Flight => break,
            }
        }
        self.game.step(DT);
    }

    fn place(&self, actor: usize) -> [f32; 2] {
        let actor = unsafe { &*self.game.actors[actor] };
        [actor.x, actor.y]
    }

    fn speed(&self, actor: usize) -> [f32; 2] {
        let actor = unsafe { &*self.game.actors[actor] };
        [actor.vx, actor.vy]
    }
}

impl Asked for PoolGame<'_> {
    fn blocked(&mut self, x: f32, y: f32, w: f32, h: f32) -> bool {
        let rect = SDL_FRect { x, y, w, h };
        let mut blocked = false;
        ok(unsafe {
            akgl_collision_box_blocked(
                &raw mut *self.game.world,
                &rect,
                LAYER_STATIC | LAYER_ACTOR,
                &raw mut blocked,
            )
        });
        blocked
    }
}
