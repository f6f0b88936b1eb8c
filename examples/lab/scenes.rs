//! The scenes of the table: what came out of each, and what the closed form says.

use akgl::physics::feel::Setting;
use akgl::world::State;

use crate::run::{Mode, Run};

pub struct Scene {
    pub name: &'static str,
    pub unit: &'static str,
    pub closed: f64,
    pub play: fn(Mode, f32) -> f64,
}

pub const SCENES: [Scene; 8] = [
    Scene {
        name: "jump: height",
        unit: "px",
        closed: 98.0,
        play: |mode, rate| jump(mode, rate).0,
    },
    Scene {
        name: "jump: air time",
        unit: "s",
        closed: 0.7,
        play: |mode, rate| jump(mode, rate).1,
    },
    Scene {
        name: "jump: landing place",
        unit: "px",
        closed: 154.0,
        play: |mode, rate| jump(mode, rate).2,
    },
    Scene {
        name: "reversal: time",
        unit: "s",
        closed: 440.0 / 900.0,
        play: reversal,
    },
    Scene {
        name: "release: drift at 880 px/s2",
        unit: "px",
        closed: 27.5,
        play: release,
    },
    Scene {
        name: "fall: speed after 1 s, terminal 500",
        unit: "px/s",
        closed: 500.0,
        play: fall,
    },
    Scene {
        name: "drag 30/s: speed after 0.1 s",
        unit: "px/s",
        // 500 e^-3
        closed: 24.893_534,
        play: drag,
    },
    Scene {
        name: "frame rate: x after 1 s of running",
        unit: "px",
        // 220 / 900 s at the mean of 110 px/s, the rest at 220 px/s.
        closed: 220.0 - 220.0 * 220.0 / 1800.0,
        play: frame_rate,
    },
];

/// Height, air time and landing place of a jump at 560 px/s under 1600 px/s², running at 220 px/s. In the
/// exact mode apex and landing are asked for within the step; else they are those of whole frames.
fn jump(mode: Mode, rate: f32) -> (f64, f64, f64) {
    let mut run = Run::new(mode, rate, 1600.0, 0.0, &[]);
    run.set_fall(-560.0);
    run.set_thrust(220.0);
    run.hold(State::MOVING_RIGHT);
    let mut height = 0.0_f64;
    loop {
        let course = run.world.course(run.hero).expect("the body is there");
        let before = run.clock;
        let dt = f64::from(run.frame());
        if mode == Mode::Exact {
            if let Some((_, y)) = course.apex(dt) {
                height = height.max(-y);
            }
            let down = course.reaches(1, 0.0, true, dt).filter(|_| before > 0.1);
            if let Some(time) = down {
                return (height, before + time, course.position(time).x);
            }
        } else {
            let [x, y] = run.drawn();
            height = height.max(-y);
            if y >= 0.0 && run.clock > 0.1 {
                return (height, run.clock, x);
            }
        }
    }
}

/// From 220 px/s to -220 px/s. In the exact mode the moment within the step follows from the place: at
/// the end of it the body has moved at -220 px/s for the rest of the time and stood still on the whole.
fn reversal(mode: Mode, rate: f32) -> f64 {
    let mut run = Run::new(mode, rate, 0.0, 0.0, &[]);
    run.set_thrust(220.0);
    run.hold(State::MOVING_LEFT);
    while run.thrust() > -219.999 {
        run.frame();
    }
    if mode == Mode::Exact {
        run.clock + run.at()[0] / 220.0
    } else {
        run.clock
    }
}

fn release(mode: Mode, rate: f32) -> f64 {
    let mut run = Run::new(mode, rate, 0.0, 0.0, &[(Setting::DecelerationX, 880.0)]);
    run.hold(State::MOVING_RIGHT);
    run.set_thrust(220.0);
    run.world.release(run.hero, State::MOVING_RIGHT);
    while run.clock < 0.6 {
        run.frame();
    }
    run.at()[0]
}

fn fall(mode: Mode, rate: f32) -> f64 {
    let mut run = Run::new(mode, rate, 1600.0, 0.0, &[(Setting::TerminalDown, 500.0)]);
    while run.clock < 1.0 {
        run.frame();
    }
    run.fall()
}

fn drag(mode: Mode, rate: f32) -> f64 {
    let mut run = Run::new(mode, rate, 0.0, 30.0, &[]);
    run.set_fall(500.0);
    let mut last = (0.0, 500.0);
    while run.clock < 0.1 - 1e-6 {
        last = (run.clock, run.fall());
        run.frame();
    }
    // The moment of 0.1 s within the last frame, on the straight line of speeds or on the curve.
    let share = (0.1 - last.0) / (run.clock - last.0);
    if mode == Mode::Exact {
        last.1 * (run.fall() / last.1).powf(share)
    } else {
        last.1 + (run.fall() - last.1) * share
    }
}

fn frame_rate(mode: Mode, rate: f32) -> f64 {
    let mut run = Run::new(mode, rate, 0.0, 0.0, &[]);
    run.hold(State::MOVING_RIGHT);
    while run.clock < 1.0 - 1e-6 {
        run.frame();
    }
    // Whole frames may end later: back to 1 s at full speed.
    run.drawn()[0] - 220.0 * (run.clock - 1.0)
}
