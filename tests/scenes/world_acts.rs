//! Hooks that act, in the World: closures.

use std::sync::{Arc, Mutex};

use akgl::physics::Settings;
use akgl::physics::feel::Feel;
use akgl::world::{
    Body, BodyId, CharacterId, Contact, Context, Flow, LogicId, ResponseId, Static, StaticId, With as In,
};

use super::acts::{Act, Acting, Call, Deed, FEEL, MOST, Moment, Script, Standing, Touch, With, changed};
use super::worlds::InWorld;
use super::{Driver, Scene};

/// What the hooks share.
struct Shared {
    script: Script,
    seed: u64,
    count: u64,
    calls: Vec<Call>,
    settings: Settings,
    hooks: (LogicId, ResponseId),
    kind: CharacterId,
    geometry: Vec<StaticId>,
}

pub struct ActsInWorld {
    game: InWorld,
    shared: Arc<Mutex<Shared>>,
}

/// The body in a slot.
fn at(body: &Context<'_>, slot: usize) -> Option<BodyId> {
    body.world().ids().find(|id| id.slot() == slot)
}

impl Shared {
    fn deed(&mut self, moment: Moment, slot: usize, touch: Option<Touch>) -> Deed {
        self.calls.push(Call { moment, slot, touch });
        self.count += 1;
        (self.script)(self.seed, self.count - 1, moment, slot)
    }

    fn act(&mut self, body: &mut Context<'_>, act: &Act) {
        let there = |slot: &usize| at(body, *slot);
        match act {
            Act::Spawn {
                shape,
                position,
                state,
            } => {
                if body.world().len() < MOST {
                    let mut made = Body::new(self.kind, 0.0, 0.0)
                        .with_logic(self.hooks.0)
                        .with_response(self.hooks.1);
                    made.motion.position = *position;
                    (made.state, made.shape, made.own_shape) = (*state, *shape, true);
                    body.spawn(made).expect("a usable body");
                }
            }
            Act::Remove(slot) => {
                if let Some(id) = there(slot) {
                    body.remove(id);
                }
            }
            Act::Teleport(slot, position) => {
                if let Some(id) = there(slot) {
                    body.teleport(id, *position).expect("a place");
                }
            }
            Act::Hurl(slot, environment, thrust) => {
                if let Some(id) = there(slot) {
                    body.edit(id, |body| {
                        (body.motion.environment, body.motion.thrust) = (*environment, *thrust);
                    })
                    .expect("usable speeds");
                }
            }
            Act::Reshape(slot, shape) => {
                if let Some(id) = there(slot) {
                    body.edit(id, |body| (body.shape, body.own_shape) = (*shape, true))
                        .expect("a usable shape");
                }
            }
            Act::State(slot, state) => {
                if let Some(id) = there(slot) {
                    body.edit(id, |body| body.state = *state).expect("it is there");
                }
            }
            Act::Attach(slot, parent) => {
                let carrier = parent.map(|slot| at(body, slot));
                if let Some(id) = there(slot)
                    && carrier != Some(None)
                    && Some(Some(id)) != carrier
                {
                    body.edit(id, |body| body.parent = carrier.flatten())
                        .expect("a usable parent");
                }
            }
            Act::Settings(gravity, drag) => {
                self.settings = changed(&self.settings, *gravity, *drag);
                body.set_settings(self.settings);
            }
            Act::Space(space) => body.set_space(*space),
            Act::Character(character) => {
                body.set_character(self.kind, *character)
                    .expect("a usable character");
            }
            Act::Tile(col, row, cell) => {
                body.set_tile(0, *col, *row, *cell);
            }
            Act::AddGeometry(shape, position) => {
                let piece = Static {
                    shape: *shape,
                    position: *position,
                    user: self.geometry.len() as u64,
                };
                self.geometry
                    .push(body.add_static(piece).expect("usable geometry"));
            }
            Act::MoveGeometry(nth, position) => {
                if let Some(id) = self.geometry.get(*nth)
                    && let Some(piece) = body.world().get_static(*id).copied()
                {
                    let position = *position;
                    body.set_static(*id, Static { position, ..piece })
                        .expect("a place");
                }
            }
            Act::RemoveGeometry(nth) => {
                if let Some(id) = self.geometry.get(*nth) {
                    body.remove_static(*id);
                }
            }
            Act::Felt => {
                let ids: Vec<BodyId> = body.world().ids().collect();
                for id in ids {
                    body.set_feel(id, Feel::default()).expect("it is there");
                }
            }
            Act::Feel(slot, setting) => {
                if let Some(id) = there(slot) {
                    let mut feel = body.world().feel(id).expect("it is there");
                    let (name, value) = FEEL[*setting];
                    assert!(feel.set_named(name, value));
                    body.set_feel(id, feel).expect("a usable setting");
                }
            }
            Act::Push(slot, impulse) => {
                // A hook pushes the body whose turn it is.
                if there(slot) == Some(body.me()) {
                    body.push(*impulse).expect("a finite impulse");
                }
            }
        }
    }

    fn touch(&self, contact: &Contact) -> Touch {
        let numbers = [
            contact.normal.x,
            contact.normal.y,
            contact.normal.z,
            contact.depth,
            contact.place.x,
            contact.place.y,
            contact.place.z,
        ];
        Touch {
            with: match contact.with {
                In::Tile { gid, layer, col, row } => With::Tile {
                    gid,
                    layer: layer as i32,
                    col,
                    row,
                },
                In::Body(id) => With::Body(id.slot()),
                In::Static(id) => {
                    let nth = self.geometry.iter().position(|known| *known == id);
                    With::Geometry(nth.expect("geometry that was added"))
                }
            },
            numbers: numbers.map(f32::to_bits),
            sensor: contact.sensor,
            entered: contact.entered,
            layers: contact.layers,
        }
    }
}

impl Acting for ActsInWorld {
    fn begin(scene: &Scene, script: Script, seed: u64) -> Self {
        let mut game = InWorld::build(scene);
        let world = &mut game.world;
        // The first pieces of a world, as it numbers them.
        let geometry = (0..scene.statics.len() as u64)
            .map(|nth| StaticId::from_bits(1 << 32 | nth))
            .collect();
        let kind = world.body(game.ids[0]).and_then(|body| body.character);
        let logic_id = LogicId::from_index(0).expect("a small number");
        let response_id = ResponseId::from_index(0).expect("a small number");
        let shared = Arc::new(Mutex::new(Shared {
            script,
            seed,
            count: 0,
            calls: Vec::new(),
            settings: scene.settings,
            hooks: (logic_id, response_id),
            kind: kind.expect("a scene with characters"),
            geometry,
        }));
        let with = Arc::clone(&shared);
        world.add_logic(move |body| {
            let shared = &mut *with.lock().expect("nothing panicked");
            let deed = shared.deed(Moment::Logic, body.me().slot(), None);
            deed.before.iter().for_each(|act| shared.act(body, act));
            if deed.default {
                body.travel();
            }
            deed.after.iter().for_each(|act| shared.act(body, act));
            if deed.default { Flow::Go } else { Flow::Skip }
        });
        let with = Arc::clone(&shared);
        world.add_response(move |body, contact| {
            let shared = &mut *with.lock().expect("nothing panicked");
            let touch = shared.touch(contact);
            let deed = shared.deed(Moment::Response, body.me().slot(), Some(touch));
            deed.before.iter().for_each(|act| shared.act(body, act));
            if deed.default {
                body.block(contact);
            }
            deed.after.iter().for_each(|act| shared.act(body, act));
        });
        for id in &game.ids {
            world
                .edit(*id, |body| {
                    (body.logic, body.response) = (Some(logic_id), Some(response_id));
                })
                .expect("hooks that were added");
        }
        Self { game, shared }
    }

    fn step(&mut self, dt: f32) {
        self.game.world.step(dt);
    }

    fn bodies(&self) -> Vec<Option<Standing>> {
        let mut bodies = Vec::new();
        for id in self.game.world.ids() {
            bodies.resize(id.slot(), None);
            bodies.push(self.game.world.body(id).map(|body| Standing {
                motion: body.motion,
                state: body.state,
                shape: body.shape,
                parent: body.parent.map(BodyId::slot),
            }));
        }
        bodies
    }

    fn calls(&mut self) -> Vec<Call> {
        core::mem::take(&mut self.shared.lock().expect("nothing panicked").calls)
    }
}
