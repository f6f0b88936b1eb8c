//! rapier2d: 16 px are a metre, everything else as it is by default.

use rapier2d::math::Vector;
use rapier2d::prelude::*;

use crate::rule::{Rule, TOUCH, size};
use crate::scenes::Scene;
use crate::tiles;
use crate::workload::{Asked, Game, Workload};

const METRES: f32 = 1.0 / 16.0;
const TILES: Group = Group::GROUP_1;
const ACTORS: Group = Group::GROUP_2;

pub struct Rapier {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
    half: [f32; 2],
    rule: Rule,
}

fn vector([x, y]: [f32; 2]) -> Vector {
    Vector::new(x * METRES, y * METRES)
}

fn cuboid(w: f32, h: f32, member: Group, meets: Group) -> ColliderBuilder {
    ColliderBuilder::cuboid(w / 2.0 * METRES, h / 2.0 * METRES)
        .friction(0.0)
        .restitution(0.0)
        .collision_groups(InteractionGroups::new(member, meets, InteractionTestMode::And))
}

impl Rapier {
    /// For W4: a query asks what the last step has entered into the tree, so this takes one in which nothing
    /// moves.
    pub fn asked(scene: &Scene) -> Self {
        let mut made = Self::new(scene, Workload::Flight);
        made.world.gravity = Vector::ZERO;
        made.world.step();
        made
    }

    pub fn new(scene: &Scene, workload: Workload) -> Self {
        let mut world = PhysicsWorld {
            gravity: vector([scene.settings.gravity.x, scene.settings.gravity.y]),
            ..PhysicsWorld::default()
        };
        world.integration_parameters.dt = scene.dt;
        for [x, y, w, h] in scene
            .layers
            .iter()
            .flat_map(|layer| tiles::boxes(layer, scene.tile[0]))
        {
            let place = vector([x + w / 2.0, y + h / 2.0]);
            world
                .colliders
                .insert(cuboid(w, h, TILES, ACTORS).translation(place));
        }
        let sides = size(scene);
        let half = sides.map_or([0.0; 2], |size| size.map(|side| side / 2.0));
        let meets = if workload == Workload::Crowd {
            TILES | ACTORS
        } else {
            TILES
        };
        let bodies = scene.actors.iter().map(|actor| {
            let motion = &actor.motion;
            let body = RigidBodyBuilder::dynamic()
                .translation(vector([motion.position.x + half[0], motion.position.y + half[1]]))
                .linvel(vector([motion.environment.x, motion.environment.y]))
                .linear_damping(scene.settings.drag.y)
                .lock_rotations()
                .can_sleep(false);
            match sides {
                Some([w, h]) => world.insert(body, cuboid(w, h, ACTORS, meets)).0,
                None => world.bodies.insert(body.additional_mass(1.0)),
            }
        });
        let bodies = bodies.collect();
        Self {
            world,
            bodies,
            half,
            rule: Rule::new(scene, workload),
        }
    }
}

impl Game for Rapier {
    fn step(&mut self, step: u32) {
        if self.rule.begin(step) {
            for (actor, body) in self.bodies.iter().enumerate() {
                let body = &mut self.world.bodies[*body];
                let v = body.linvel() / METRES;
                let wanted = self.rule.apply(actor, [v.x, v.y]);
                body.set_linvel(vector(wanted), true);
            }
        }
        self.world.step();
    }

    fn place(&self, actor: usize) -> [f32; 2] {
        let at = self.world.bodies[self.bodies[actor]].translation() / METRES;
        [at.x - self.half[0], at.y - self.half[1]]
    }

    fn speed(&self, actor: usize) -> [f32; 2] {
        (self.world.bodies[self.bodies[actor]].linvel() / METRES).into()
    }
}

impl Asked for Rapier {
    fn blocked(&mut self, x: f32, y: f32, w: f32, h: f32) -> bool {
        let area = Aabb::new(
            vector([x + TOUCH, y + TOUCH]),
            vector([x + w - TOUCH, y + h - TOUCH]),
        );
        // The tree's boxes may be larger than the shapes: the shape's own decides.
        self.world
            .query_pipeline()
            .intersect_aabb_conservative(area)
            .any(|(_, collider)| collider.compute_aabb().intersects(&area))
    }
}
