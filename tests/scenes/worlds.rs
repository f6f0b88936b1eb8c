//! The driver over [`World`].

use akgl::physics::Motion;
use akgl::world::{Body, BodyId, State, World};

use super::{Driver, Scene, Wish};

pub struct InWorld {
    pub world: World,
    pub ids: Vec<BodyId>,
}

impl Driver for InWorld {
    fn build(scene: &Scene) -> Self {
        let mut world = World::new(scene.settings);
        world.set_space(scene.space);
        world.set_cell(scene.tile).expect("a usable cell");
        world
            .set_tiles(scene.tile, scene.layers.clone())
            .expect("usable tiles");
        let characters: Vec<_> = scene
            .characters
            .iter()
            .map(|character| world.add_character(*character).expect("a usable character"))
            .collect();
        for piece in &scene.statics {
            world.add_static(*piece).expect("usable geometry");
        }
        let mut ids: Vec<BodyId> = Vec::new();
        for actor in &scene.actors {
            let id = world.spawn(Body {
                motion: actor.motion,
                state: actor.state,
                character: Some(characters[actor.character]),
                shape: actor.shape,
                own_shape: actor.shape.is_some(),
                ..Body::default()
            });
            ids.push(id.expect("a usable actor"));
        }
        for (at, actor) in scene.actors.iter().enumerate() {
            if let Some(parent) = actor.parent {
                let parent = ids[parent];
                world
                    .edit(ids[at], |body| body.parent = Some(parent))
                    .expect("a usable parent");
            }
        }
        Self { world, ids }
    }

    fn wish(&mut self, actor: usize, wish: &Wish) {
        let id = self.ids[actor];
        if let Some(state) = wish.state {
            assert!(self.world.set_state(id, state));
        }
        if let Some(jump) = wish.jump {
            self.world
                .edit_motion(id, |motion| motion.environment.y = jump)
                .expect("a finite jump");
        }
        if let Some(place) = wish.teleport {
            self.world.set_position(id, place).expect("a finite place");
        }
    }

    fn step(&mut self, dt: f32) {
        self.world.step(dt);
    }

    fn read(&self, actor: usize) -> (Motion, State) {
        let id = self.ids[actor];
        (
            self.world.motion(id).expect("an actor"),
            self.world.state(id).expect("an actor"),
        )
    }
}
