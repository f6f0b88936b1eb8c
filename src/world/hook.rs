//! The game's own movement logic and contact response, and what they may do.

use glam::Vec3;

use super::World;
use super::body::{Body, Character, State};
use super::contact::Contact;
use super::error::WorldError;
use super::handle::{BodyId, CharacterId, LogicId, ResponseId, StaticId};
use super::statics::Static;
use super::tiles::TileLayer;
use crate::collision::{Shape, Space, block};
use crate::physics::feel::{Feel, Jump, JumpOutput, JumpRules};
use crate::physics::{Motion, Settings};

/// What a movement logic says about the rest of the body's step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flow {
    /// Go on: gravity, drag, move.
    #[default]
    Go,
    /// Nothing more for this body in this step: no gravity, no drag, no move.
    Skip,
}

/// A movement logic.
pub(super) type Logic = Box<dyn FnMut(&mut Context<'_>) -> Flow + Send>;
/// A contact response.
pub(super) type Response = Box<dyn FnMut(&mut Context<'_>, &Contact) + Send>;

/// What a hook is given: the world in the middle of a step, and whose turn it is.
///
/// A hook may do anything to any body at any moment, its own included: the step reads everything
/// anew afterwards. A body that is removed is not stepped further, one that is spawned in a later
/// slot than this body's is stepped in this same step.
pub struct Context<'w> {
    pub(super) world: &'w mut World,
    pub(super) me: BodyId,
    pub(super) dt: f32,
}

impl Context<'_> {
    /// The body whose turn it is.
    #[must_use]
    pub fn me(&self) -> BodyId {
        self.me.of(self.world.numbers)
    }

    /// The length of the step in seconds.
    #[must_use]
    pub fn dt(&self) -> f32 {
        self.dt
    }

    /// The world, to read from.
    #[must_use]
    pub fn world(&self) -> &World {
        self.world
    }

    /// What a body without a logic of its own does: takes on its character's top speeds, and its
    /// character's accelerations signed by the direction of travel. The thrust of the next step is
    /// made of them.
    pub fn travel(&mut self) {
        if let Some(slot) = self.world.bodies.find(self.me) {
            self.world.travel(slot);
        }
    }

    /// What a body without a response of its own does: goes out along the normal and loses the part
    /// of its motion that leads into the surface. Nothing for a contact with a sensor, and for one
    /// that the body is already leaving. Says whether anything was to be done.
    pub fn block(&mut self, contact: &Contact) -> bool {
        let mut done = false;
        self.edit_motion(|motion| done = block(motion, &contact.core()));
        if done {
            self.world.stop_impulse(self.me, contact.normal);
        }
        done
    }

    /// The numbers of the body whose turn it is; zeros where it has been removed.
    #[must_use]
    pub fn motion(&self) -> Motion {
        self.world.motion(self.me).unwrap_or_default()
    }

    /// Changes the numbers of the body whose turn it is; false where it has been removed.
    pub fn edit_motion(&mut self, change: impl FnOnce(&mut Motion)) -> bool {
        self.world.edit_motion(self.me, change).is_ok()
    }

    /// The state of the body whose turn it is.
    #[must_use]
    pub fn state(&self) -> State {
        self.world.state(self.me).unwrap_or_default()
    }

    /// Sets the state of the body whose turn it is; false where it has been removed.
    pub fn set_state(&mut self, state: State) -> bool {
        self.world.set_state(self.me, state)
    }

    /// A copy of a body.
    #[must_use]
    pub fn body(&self, id: BodyId) -> Option<Body> {
        self.world.body(id)
    }

    /// As [`World::edit`].
    ///
    /// # Errors
    /// As there.
    pub fn edit(&mut self, id: BodyId, change: impl FnOnce(&mut Body)) -> Result<(), WorldError> {
        self.world.edit(id, change)
    }

    /// As [`World::set_position`].
    ///
    /// # Errors
    /// As there.
    pub fn set_position(&mut self, id: BodyId, position: Vec3) -> Result<(), WorldError> {
        self.world.set_position(id, position)
    }

    /// As [`World::push`], for the body whose turn it is.
    ///
    /// # Errors
    /// As there.
    pub fn push(&mut self, impulse: Vec3) -> Result<(), WorldError> {
        self.world.push(self.me, impulse)
    }

    /// As [`World::jump`], for the body whose turn it is; `None` where it has been removed.
    pub fn jump(
        &mut self,
        jump: &mut Jump,
        rules: &JumpRules,
        pressed: bool,
        held: bool,
    ) -> Option<JumpOutput> {
        self.world.jump(self.me, jump, rules, pressed, held, self.dt)
    }

    /// As [`World::teleport`].
    ///
    /// # Errors
    /// As there.
    pub fn teleport(&mut self, id: BodyId, position: Vec3) -> Result<(), WorldError> {
        self.world.teleport(id, position)
    }

    /// As [`World::spawn`].
    ///
    /// # Errors
    /// As there.
    pub fn spawn(&mut self, body: Body) -> Result<BodyId, WorldError> {
        self.world.spawn(body)
    }

    /// As [`World::remove`].
    pub fn remove(&mut self, id: BodyId) -> Option<Body> {
        self.world.remove(id)
    }

    /// As [`World::set_settings`]: from what is left of this body's step on.
    pub fn set_settings(&mut self, settings: Settings) {
        self.world.set_settings(settings);
    }

    /// As [`World::set_space`].
    pub fn set_space(&mut self, space: Space) {
        self.world.set_space(space);
    }

    /// As [`World::set_feel`].
    ///
    /// # Errors
    /// As there.
    pub fn set_feel(&mut self, id: BodyId, feel: Feel) -> Result<(), WorldError> {
        self.world.set_feel(id, feel)
    }

    /// As [`World::settle`].
    ///
    /// # Errors
    /// As there.
    pub fn settle(&mut self, shape: &Shape, position: Vec3) -> Result<Vec3, WorldError> {
        self.world.settle(shape, position)
    }

    /// As [`World::add_static`].
    ///
    /// # Errors
    /// As there.
    pub fn add_static(&mut self, piece: Static) -> Result<StaticId, WorldError> {
        self.world.add_static(piece)
    }

    /// As [`World::set_static`].
    ///
    /// # Errors
    /// As there.
    pub fn set_static(&mut self, id: StaticId, piece: Static) -> Result<(), WorldError> {
        self.world.set_static(id, piece)
    }

    /// As [`World::remove_static`].
    pub fn remove_static(&mut self, id: StaticId) -> Option<Static> {
        self.world.remove_static(id)
    }

    /// As [`World::set_tile`].
    pub fn set_tile(&mut self, layer: usize, col: u32, row: u32, cell: u32) -> bool {
        self.world.set_tile(layer, col, row, cell)
    }

    /// As [`World::set_character`].
    ///
    /// # Errors
    /// As there.
    pub fn set_character(&mut self, id: CharacterId, character: Character) -> Result<(), WorldError> {
        self.world.set_character(id, character)
    }

    /// As [`World::bodies_in`].
    pub fn bodies_in(&mut self, x: f32, y: f32, w: f32, h: f32, visit: impl FnMut(BodyId)) {
        self.world.bodies_in(x, y, w, h, visit);
    }

    /// As [`World::box_blocked`].
    pub fn box_blocked(&mut self, x: f32, y: f32, w: f32, h: f32, mask: u32) -> bool {
        self.world.box_blocked(x, y, w, h, mask)
    }

    /// The solid tile layers.
    #[must_use]
    pub fn tile_layers(&self) -> &[TileLayer] {
        self.world.tile_layers()
    }
}

impl World {
    /// Adds a movement logic for bodies to name in [`Body::logic`]. It is called once for each of
    /// their steps, after their thrust and before gravity.
    ///
    /// ```
    /// use akgl::world::{Body, Character, Flow, World};
    /// let mut world = World::default();
    /// let frozen = world.add_logic(|_| Flow::Skip);
    /// let goblin = world.add_character(Character::default()).unwrap();
    /// world.spawn(Body::new(goblin, 0.0, 0.0).with_logic(frozen)).unwrap();
    /// world.step(1.0 / 60.0);
    /// ```
    pub fn add_logic(&mut self, logic: impl FnMut(&mut Context<'_>) -> Flow + Send + 'static) -> LogicId {
        self.logics.push(Some(Box::new(logic)));
        LogicId::bare(self.logics.len() as u32 - 1).of(self.numbers)
    }

    /// Adds a response for bodies to name in [`Body::response`]. It is called for each of their
    /// contacts, one at a time.
    ///
    /// A platform to be jumped onto from below: of a contact with its tiles, only one that the body came
    /// into from above is blocked.
    ///
    /// ```
    /// use akgl::collision::Shape;
    /// use akgl::glam::Vec3;
    /// use akgl::physics::Settings;
    /// use akgl::world::{Body, Character, TileLayer, With, World};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// const PLATFORM: u32 = 2;
    /// let gravity = Vec3::new(0.0, 900.0, 0.0);
    /// let mut world = World::new(Settings { gravity, ..Settings::default() });
    /// let mut cells = vec![0; 4 * 6];
    /// cells[4 * 3..4 * 4].fill(PLATFORM); // its top is at y = 48
    /// cells[4 * 5..].fill(1); // the floor's at y = 80
    /// world.set_tiles([16.0, 16.0], vec![TileLayer::new(4, 6, cells)?])?;
    ///
    /// let one_way = world.add_response(|body, contact| {
    ///     let platform = matches!(contact.with, With::Tile { gid: PLATFORM, .. });
    ///     let from_above = contact.entered && contact.normal.y < 0.0;
    ///     if !platform || from_above {
    ///         body.block(contact);
    ///     }
    /// });
    /// let kind = world.add_character(Character {
    ///     shape: Some(Shape::rect(0.0, 0.0, 12.0, 16.0, 0.0)?),
    ///     ..Character::default()
    /// })?;
    /// let hero = world.spawn(Body::new(kind, 20.0, 64.0).with_response(one_way))?; // on the floor
    /// world.edit_motion(hero, |motion| motion.environment.y = -400.0)?; // a jump
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert_eq!(world.position(hero).unwrap().y, 32.0); // through it, and on it
    /// # Ok(())
    /// # }
    /// ```
    pub fn add_response(
        &mut self,
        response: impl FnMut(&mut Context<'_>, &Contact) + Send + 'static,
    ) -> ResponseId {
        self.responses.push(Some(Box::new(response)));
        ResponseId::bare(self.responses.len() as u32 - 1).of(self.numbers)
    }

    /// Calls a logic; an unknown one travels.
    pub(super) fn call_logic(&mut self, logic: LogicId, me: BodyId, dt: f32) -> Flow {
        let taken = self.logics.get_mut(logic.index()).and_then(Option::take);
        let mut context = Context { world: self, me, dt };
        let Some(mut logic_now) = taken else {
            context.travel();
            return Flow::Go;
        };
        let flow = logic_now(&mut context);
        self.logics[logic.index()] = Some(logic_now);
        flow
    }

    /// Calls a response; an unknown one blocks.
    pub(super) fn call_response(&mut self, response: ResponseId, me: BodyId, dt: f32, contact: &Contact) {
        let taken = self.responses.get_mut(response.index()).and_then(Option::take);
        let mut context = Context { world: self, me, dt };
        let Some(mut response_now) = taken else {
            context.block(contact);
            return;
        };
        response_now(&mut context, contact);
        self.responses[response.index()] = Some(response_now);
    }
}
