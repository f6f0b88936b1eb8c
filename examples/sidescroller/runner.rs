//! The runner: what the player wants of it, once a step, and what it touches.
//!
//! Both are hooks of the world. What they know and find out is in one [`Runner`], which they share with the game.

use akgl::world::{Contact, Context, Flow, With};

use crate::recording::JUMP;

/// Upward speed of a jump, px/s: under 1200 px/s² it rises 70 px.
const JUMP_SPEED: f32 = 420.0;
/// What is left of the upward speed when the button is let go early.
const JUMP_CUT: f32 = 150.0;
/// How fast the runner slows down by itself, px/s².
const BRAKE: f32 = 900.0;
/// Steps after a ledge in which a jump still counts, and steps that a press too early is remembered.
pub const GRACE_STEPS: u32 = 5;

/// The tile that hurts.
const SPIKES: u32 = 5;

/// What the hooks know about the runner, and what they found out in the last step.
#[derive(Default)]
pub struct Runner {
    pub buttons: u8,
    pub on_ground: bool,
    pub was_on_ground: bool,
    pub since_ground: u32,
    pub since_press: u32,
    /// The present flight began with a jump.
    pub jumping: bool,
    /// A jump began in the last step.
    pub jumped: bool,
    /// How fast it fell when it landed, px/s.
    pub landing_speed: f32,
    pub jumps: u32,
    pub taken: u32,
    pub hurt: bool,
    pub won: bool,
}

impl Runner {
    /// The runner's movement logic: called in every step after it has added the thrust of the step before, and
    /// before gravity and the move.
    pub fn decide(&mut self, body: &mut Context<'_>) -> Flow {
        // Takes on the character's top speed, and its acceleration with a sign.
        body.travel();

        // What happened since the last step is known now: the contacts came after its move.
        self.was_on_ground = self.on_ground;
        self.on_ground = false;
        self.since_ground = if self.was_on_ground {
            0
        } else {
            self.since_ground + 1
        };
        self.jumped = self.since_press <= GRACE_STEPS && self.since_ground <= GRACE_STEPS && !self.jumping;
        if self.jumped {
            self.jumping = true;
            self.since_press = GRACE_STEPS + 1;
            self.jumps += 1;
        }
        self.since_press += 1;

        let less = BRAKE * body.dt();
        body.edit_motion(|motion| {
            // Thrust only ever grows by itself. Slow down when no direction is held, or the other one.
            let thrust = motion.thrust.x;
            if motion.acceleration.x * thrust <= 0.0 {
                motion.thrust.x = if thrust.abs() <= less {
                    0.0
                } else {
                    thrust - less.copysign(thrust)
                };
            }
            // A jump is environmental velocity: gravity wears it off, and the cap on thrust is not in its way.
            let rise = &mut motion.environment.y;
            if self.jumped {
                *rise = -JUMP_SPEED;
            }
            if self.jumping && self.buttons & JUMP == 0 && *rise < -JUMP_CUT {
                *rise = -JUMP_CUT;
            }
        });
        Flow::Go
    }

    /// The runner's response. Contacts come one at a time, after each piece of the move, and their normal always
    /// says which way this body must go.
    pub fn touch(&mut self, body: &mut Context<'_>, contact: &Contact) {
        // A sensor only tells. The other bodies are coins, and the only geometry is the flag.
        if contact.sensor {
            match contact.with {
                With::Body(coin) => self.taken += u32::from(body.remove(coin).is_some()),
                With::Static(_) => self.won = true,
                With::Tile { .. } => {}
            }
            return;
        }
        // The tile is in the contact, so no look-up is needed to know a spike from a floor.
        if matches!(contact.with, With::Tile { gid: SPIKES, .. }) {
            self.hurt = true;
        }
        // Pushed up: this is a floor. y grows downward.
        if contact.normal.y < -0.5 && !self.on_ground {
            self.on_ground = true;
            self.landing_speed = body.motion().environment.y;
        }
        // The rest is the library's: out of the wall, and no further into it.
        body.block(contact);
    }
}
