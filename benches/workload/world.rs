//! The World as a contender, through its public calls.

use akgl::collision::{LAYER_ACTOR, LAYER_STATIC};

use super::{Asked, Game, Workload, heading, jumps, turned, turns};
use crate::scenes::library::DT;
use crate::scenes::worlds::InWorld;
use crate::scenes::{Driver, Scene};

pub struct WorldGame<'a> {
    scene: &'a Scene,
    workload: Workload,
    pub game: InWorld,
}

impl<'a> WorldGame<'a> {
    pub fn new(scene: &'a Scene, workload: Workload) -> Self {
        Self {
            scene,
            workload,
            game: InWorld::build(scene),
        }
    }
}

impl Game for WorldGame<'_> {
    fn step(&mut self, step: u32) {
        let InWorld { world, ids } = &mut self.game;
        match self.workload {
            Workload::Run => {
                for (at, &id) in ids.iter().enumerate() {
                    if turns(step)
                        && world.velocity(id).is_some_and(|velocity| velocity.x == 0.0)
                        && let Some(state) = world.state(id)
                    {
                        world.set_state(id, turned(state));
                    }
                    if jumps(step, at) {
                        let _ = world.edit_motion(id, |motion| motion.environment.y = -380.0);
                    }
                }
            }
            Workload::Crowd if step.is_multiple_of(60) => {
                for (at, &id) in ids.iter().enumerate() {
                    if let Some(state) = world.state(id)
                        && let Some(state) = heading(self.scene, step, at, state)
                    {
                        world.set_state(id, state);
                    }
                }
            }
            Workload::Crowd | Workload::Flight => {}
        }
        world.step(DT);
    }

    fn place(&self, actor: usize) -> [f32; 2] {
        let place = self.game.world.position(self.game.ids[actor]).expect("an actor");
        [place.x, place.y]
    }

    fn speed(&self, actor: usize) -> [f32; 2] {
        let speed = self.game.world.velocity(self.game.ids[actor]).expect("an actor");
        [speed.x, speed.y]
    }
}

impl Asked for WorldGame<'_> {
    fn blocked(&mut self, x: f32, y: f32, w: f32, h: f32) -> bool {
        self.game
            .world
            .box_blocked(x, y, w, h, LAYER_STATIC | LAYER_ACTOR)
    }
}
