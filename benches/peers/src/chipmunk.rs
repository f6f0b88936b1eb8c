//! Chipmunk 7 through its C interface: pixels, ten iterations, everything else as it is by default.
#![allow(clippy::undocumented_unsafe_blocks)] // All of it calls C with pointers into the space that `self` owns.

use core::ffi::{CStr, c_char, c_int, c_uint, c_void};

use chipmunk_rs as _; // Builds and links the library; what it declares is not all that is needed.

use crate::rule::{Rule, TOUCH, size};
use crate::scenes::Scene;
use crate::tiles;
use crate::workload::{Asked, Game, Workload};

#[repr(C)]
#[derive(Clone, Copy)]
struct Vect {
    x: f64,
    y: f64,
}

/// Chipmunk's own order: the least of both axes, then the greatest.
#[repr(C)]
#[derive(Clone, Copy)]
struct Bounds {
    left: f64,
    bottom: f64,
    right: f64,
    top: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Filter {
    group: usize,
    categories: c_uint,
    mask: c_uint,
}

type Space = *mut c_void;
type Body = *mut c_void;
type Shape = *mut c_void;

unsafe extern "C" {
    static cpVersionString: *const c_char;
    fn cpSpaceNew() -> Space;
    fn cpSpaceFree(space: Space);
    fn cpSpaceSetIterations(space: Space, iterations: c_int);
    fn cpSpaceSetGravity(space: Space, gravity: Vect);
    fn cpSpaceSetDamping(space: Space, damping: f64);
    fn cpSpaceGetStaticBody(space: Space) -> Body;
    fn cpSpaceAddBody(space: Space, body: Body) -> Body;
    fn cpSpaceAddShape(space: Space, shape: Shape) -> Shape;
    fn cpSpaceStep(space: Space, dt: f64);
    fn cpSpaceBBQuery(
        space: Space,
        bounds: Bounds,
        filter: Filter,
        found: extern "C" fn(Shape, *mut c_void),
        data: *mut c_void,
    );
    fn cpBodyNew(mass: f64, moment: f64) -> Body;
    fn cpBodyFree(body: Body);
    fn cpBodyGetPosition(body: Body) -> Vect;
    fn cpBodySetPosition(body: Body, at: Vect);
    fn cpBodyGetVelocity(body: Body) -> Vect;
    fn cpBodySetVelocity(body: Body, velocity: Vect);
    fn cpBoxShapeNew(body: Body, width: f64, height: f64, radius: f64) -> Shape;
    fn cpBoxShapeNew2(body: Body, bounds: Bounds, radius: f64) -> Shape;
    fn cpShapeFree(shape: Shape);
    fn cpShapeSetFriction(shape: Shape, friction: f64);
    fn cpShapeSetElasticity(shape: Shape, elasticity: f64);
    fn cpShapeSetFilter(shape: Shape, filter: Filter);
}

const TILES: c_uint = 1;
const ACTORS: c_uint = 2;
const ITERATIONS: c_int = 10;

pub struct Chipmunk {
    space: Space,
    bodies: Vec<Body>,
    shapes: Vec<Shape>,
    half: [f32; 2],
    rule: Rule,
    dt: f64,
}

pub fn version() -> String {
    unsafe { CStr::from_ptr(cpVersionString) }
        .to_string_lossy()
        .into_owned()
}

fn vector([x, y]: [f32; 2]) -> Vect {
    Vect {
        x: f64::from(x),
        y: f64::from(y),
    }
}

fn bounds([x, y]: [f32; 2], [w, h]: [f32; 2]) -> Bounds {
    let (low, high) = (vector([x, y]), vector([x + w, y + h]));
    Bounds {
        left: low.x,
        bottom: low.y,
        right: high.x,
        top: high.y,
    }
}

fn filter(categories: c_uint, mask: c_uint) -> Filter {
    Filter {
        group: 0,
        categories,
        mask,
    }
}

impl Chipmunk {
    pub fn new(scene: &Scene, workload: Workload) -> Self {
        unsafe {
            let space = cpSpaceNew();
            cpSpaceSetIterations(space, ITERATIONS);
            cpSpaceSetGravity(
                space,
                vector([scene.settings.gravity.x, scene.settings.gravity.y]),
            );
            // The share of a velocity that is left after a second.
            cpSpaceSetDamping(space, f64::from(-scene.settings.drag.y).exp());
            let mut shapes = Vec::new();
            let mut add = |shape: Shape, filter: Filter| {
                cpShapeSetFriction(shape, 0.0);
                cpShapeSetElasticity(shape, 0.0);
                cpShapeSetFilter(shape, filter);
                shapes.push(cpSpaceAddShape(space, shape));
            };
            for [x, y, w, h] in scene
                .layers
                .iter()
                .flat_map(|layer| tiles::boxes(layer, scene.tile[0]))
            {
                let ground = cpSpaceGetStaticBody(space);
                add(
                    cpBoxShapeNew2(ground, bounds([x, y], [w, h]), 0.0),
                    filter(TILES, ACTORS),
                );
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
                // A moment that nothing turns.
                let body = cpSpaceAddBody(space, cpBodyNew(1.0, f64::INFINITY));
                let at = [motion.position.x + half[0], motion.position.y + half[1]];
                cpBodySetPosition(body, vector(at));
                cpBodySetVelocity(body, vector([motion.environment.x, motion.environment.y]));
                if let Some(sides) = sides {
                    let sides = vector(sides);
                    add(cpBoxShapeNew(body, sides.x, sides.y, 0.0), filter(ACTORS, meets));
                }
                body
            });
            let bodies = bodies.collect();
            Self {
                space,
                bodies,
                shapes,
                half,
                rule: Rule::new(scene, workload),
                dt: f64::from(scene.dt),
            }
        }
    }
}

impl Drop for Chipmunk {
    fn drop(&mut self) {
        unsafe {
            // The space first: it frees neither shapes nor bodies, and asks none of them.
            cpSpaceFree(self.space);
            self.shapes.iter().for_each(|shape| cpShapeFree(*shape));
            self.bodies.iter().for_each(|body| cpBodyFree(*body));
        }
    }
}

impl Game for Chipmunk {
    fn step(&mut self, step: u32) {
        if self.rule.begin(step) {
            for (actor, body) in self.bodies.iter().enumerate() {
                unsafe {
                    let v = cpBodyGetVelocity(*body);
                    let wanted = self.rule.apply(actor, [v.x as f32, v.y as f32]);
                    cpBodySetVelocity(*body, vector(wanted));
                }
            }
        }
        unsafe { cpSpaceStep(self.space, self.dt) };
    }

    fn place(&self, actor: usize) -> [f32; 2] {
        let at = unsafe { cpBodyGetPosition(self.bodies[actor]) };
        [at.x as f32 - self.half[0], at.y as f32 - self.half[1]]
    }

    fn speed(&self, actor: usize) -> [f32; 2] {
        let v = unsafe { cpBodyGetVelocity(self.bodies[actor]) };
        [v.x as f32, v.y as f32]
    }
}

extern "C" fn found(_: Shape, any: *mut c_void) {
    unsafe { *any.cast::<bool>() = true };
}

impl Asked for Chipmunk {
    fn blocked(&mut self, x: f32, y: f32, w: f32, h: f32) -> bool {
        let area = bounds([x + TOUCH, y + TOUCH], [w - 2.0 * TOUCH, h - 2.0 * TOUCH]);
        let mut any = false;
        unsafe {
            let data = (&raw mut any).cast();
            cpSpaceBBQuery(
                self.space,
                area,
                filter(TILES | ACTORS, TILES | ACTORS),
                found,
                data,
            );
        }
        any
    }
}
