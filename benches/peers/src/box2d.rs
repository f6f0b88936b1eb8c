//! Box2D v3 through its C interface: 16 px are a metre, four sub-steps, everything else as it is by default.
#![allow(clippy::undocumented_unsafe_blocks)] // All of it calls C with handles of the world that `self` owns.

use core::ffi::c_void;

use boxdd_sys::ffi::*;

use crate::rule::{Rule, TOUCH, size};
use crate::scenes::Scene;
use crate::tiles;
use crate::workload::{Asked, Game, Workload};

const METRES: f32 = 1.0 / 16.0;
const SUB_STEPS: i32 = 4;
const TILES: u64 = 1;
const ACTORS: u64 = 2;

pub struct Box2d {
    world: b2WorldId,
    bodies: Vec<b2BodyId>,
    half: [f32; 2],
    rule: Rule,
    dt: f32,
}

pub fn version() -> String {
    let version = unsafe { b2GetVersion() };
    format!("{}.{}.{}", version.major, version.minor, version.revision)
}

fn vector([x, y]: [f32; 2]) -> b2Vec2 {
    b2Vec2 {
        x: x * METRES,
        y: y * METRES,
    }
}

fn shape_def(category: u64, mask: u64) -> b2ShapeDef {
    let mut def = unsafe { b2DefaultShapeDef() };
    def.material.friction = 0.0;
    def.material.restitution = 0.0;
    def.filter.categoryBits = category;
    def.filter.maskBits = mask;
    def
}

impl Box2d {
    pub fn new(scene: &Scene, workload: Workload) -> Self {
        unsafe {
            let mut def = b2DefaultWorldDef();
            def.gravity = vector([scene.settings.gravity.x, scene.settings.gravity.y]);
            def.enableSleep = false;
            let world = b2CreateWorld(&raw const def);
            let ground = b2CreateBody(world, &b2DefaultBodyDef());
            for [x, y, w, h] in scene
                .layers
                .iter()
                .flat_map(|layer| tiles::boxes(layer, scene.tile[0]))
            {
                let half = vector([w / 2.0, h / 2.0]);
                let unturned = b2Rot { c: 1.0, s: 0.0 };
                let shape = b2MakeOffsetBox(half.x, half.y, vector([x + w / 2.0, y + h / 2.0]), unturned);
                b2CreatePolygonShape(ground, &shape_def(TILES, ACTORS), &raw const shape);
            }
            let half = size(scene).map_or([0.0; 2], |size| size.map(|side| side / 2.0));
            let meets = if workload == Workload::Crowd {
                TILES | ACTORS
            } else {
                TILES
            };
            let bodies = scene.actors.iter().map(|actor| {
                let mut def = b2DefaultBodyDef();
                let motion = &actor.motion;
                def.type_ = b2BodyType_b2_dynamicBody;
                def.position = vector([motion.position.x + half[0], motion.position.y + half[1]]);
                def.linearVelocity = vector([motion.environment.x, motion.environment.y]);
                def.linearDamping = scene.settings.drag.y;
                def.motionLocks.angularZ = true;
                let body = b2CreateBody(world, &raw const def);
                if half == [0.0; 2] {
                    let mass = b2MassData {
                        mass: 1.0,
                        center: vector([0.0; 2]),
                        rotationalInertia: 1.0,
                    };
                    b2Body_SetMassData(body, mass);
                } else {
                    let half = vector(half);
                    let shape = b2MakeBox(half.x, half.y);
                    b2CreatePolygonShape(body, &shape_def(ACTORS, meets), &raw const shape);
                }
                body
            });
            Self {
                world,
                bodies: bodies.collect(),
                half,
                rule: Rule::new(scene, workload),
                dt: scene.dt,
            }
        }
    }
}

impl Drop for Box2d {
    fn drop(&mut self) {
        unsafe { b2DestroyWorld(self.world) };
    }
}

impl Game for Box2d {
    fn step(&mut self, step: u32) {
        if self.rule.begin(step) {
            for (actor, body) in self.bodies.iter().enumerate() {
                unsafe {
                    let v = b2Body_GetLinearVelocity(*body);
                    let wanted = self.rule.apply(actor, [v.x / METRES, v.y / METRES]);
                    b2Body_SetLinearVelocity(*body, vector(wanted));
                }
            }
        }
        unsafe { b2World_Step(self.world, self.dt, SUB_STEPS) };
    }

    fn place(&self, actor: usize) -> [f32; 2] {
        let at = unsafe { b2Body_GetPosition(self.bodies[actor]) };
        [at.x / METRES - self.half[0], at.y / METRES - self.half[1]]
    }

    fn speed(&self, actor: usize) -> [f32; 2] {
        let v = unsafe { b2Body_GetLinearVelocity(self.bodies[actor]) };
        [v.x / METRES, v.y / METRES]
    }
}

/// Any shape will do: stops at the first.
unsafe extern "C" fn found(_: b2ShapeId, any: *mut c_void) -> bool {
    unsafe { *any.cast::<bool>() = true };
    false
}

impl Asked for Box2d {
    fn blocked(&mut self, x: f32, y: f32, w: f32, h: f32) -> bool {
        let filter = b2QueryFilter {
            categoryBits: TILES | ACTORS,
            maskBits: TILES | ACTORS,
        };
        let (low, high) = (
            vector([x + TOUCH, y + TOUCH]),
            vector([x + w - TOUCH, y + h - TOUCH]),
        );
        let corners = [
            low,
            b2Vec2 { x: high.x, ..low },
            high,
            b2Vec2 { x: low.x, ..high },
        ];
        let mut any = false;
        unsafe {
            let shape = b2MakeProxy(corners.as_ptr(), 4, 0.0);
            let origin = b2Vec2 { x: 0.0, y: 0.0 };
            let context = (&raw mut any).cast();
            b2World_OverlapShape(self.world, origin, &raw const shape, filter, Some(found), context);
        }
        any
    }
}
