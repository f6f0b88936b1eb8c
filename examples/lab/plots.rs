//! The charts of `docs/feel.md`.

use akgl::physics::feel::{Jump, JumpRules, Setting};
use akgl::world::{Flow, State};

use crate::chart::{BLUE, Chart, GREEN, GREY, Line, ORANGE, RED};
use crate::run::{Mode, Run};

/// A line of a run until a time: what `read` says after each frame.
fn trace(mut run: Run, until: f64, read: impl Fn(&Run) -> [f64; 2]) -> Vec<[f64; 2]> {
    let mut points = vec![read(&run)];
    while run.clock < until - 1e-9 {
        run.frame();
        points.push(read(&run));
    }
    points
}

fn chart(
    name: &'static str,
    title: &'static str,
    across: &'static str,
    up: &'static str,
    lines: Vec<Line>,
) -> Chart {
    Chart {
        name,
        title,
        across,
        up,
        lines,
        downward: false,
        bounds: [None, None],
    }
}

pub fn all() -> Vec<Chart> {
    let mut charts = vec![jump(), rates(), reversal(), release(), fall(), drag(), pace()];
    charts.extend(helpers());
    charts
}

fn leap(mode: Mode, rate: f32) -> Vec<[f64; 2]> {
    let mut run = Run::new(mode, rate, 1600.0, 0.0, &[]);
    run.set_fall(-560.0);
    trace(run, 0.75, |run| [run.clock, -run.at()[1]])
}

fn jump() -> Chart {
    chart(
        "feel-jump",
        "one jump at 20 Hz: euler, exact, closed form",
        "time in s",
        "height in px",
        vec![
            Line::new(
                "closed form",
                GREY,
                (0..=150)
                    .map(|n| {
                        let time = f64::from(n) * 0.005;
                        [time, 560.0 * time - 800.0 * time * time]
                    })
                    .collect(),
            )
            .thin(),
            Line::new("euler 20 Hz", ORANGE, leap(Mode::Euler, 20.0)).dotted(),
            Line::new("euler 60 Hz", RED, leap(Mode::Euler, 60.0)).thin(),
            Line::new("exact 20 Hz", BLUE, leap(Mode::Exact, 20.0)).dotted(),
        ],
    )
}

fn rates() -> Chart {
    let heights = |mode: Mode| {
        [
            20.0_f32, 30.0, 40.0, 50.0, 60.0, 75.0, 90.0, 120.0, 144.0, 165.0, 200.0, 240.0,
        ]
        .into_iter()
        .map(|rate| [f64::from(rate), (crate::scenes::SCENES[0].play)(mode, rate)])
        .collect()
    };
    chart(
        "feel-rates",
        "height of the same jump at each frame rate",
        "frames per s",
        "height in px",
        vec![
            Line::new("euler", ORANGE, heights(Mode::Euler)).dotted(),
            Line::new("exact", BLUE, heights(Mode::Exact)).dotted(),
            Line::new("fixed 60 Hz", GREEN, heights(Mode::Fixed)).dotted(),
        ],
    )
}

fn reversal() -> Chart {
    let turn = |mode: Mode, rate: f32, settings: &[(Setting, f32)]| {
        let mut run = Run::new(mode, rate, 0.0, 0.0, settings);
        run.set_thrust(220.0);
        run.hold(State::MOVING_LEFT);
        trace(run, 0.6, |run| [run.clock, run.thrust()])
    };
    chart(
        "feel-reversal",
        "a run at 220 px/s turned round at 900 px/s²",
        "time in s",
        "thrust in px/s",
        vec![
            Line::new("euler 20 Hz", ORANGE, turn(Mode::Euler, 20.0, &[])).dotted(),
            Line::new("exact 20 Hz", BLUE, turn(Mode::Exact, 20.0, &[])).dotted(),
            Line::new(
                "turning 2400 px/s²",
                GREEN,
                turn(Mode::Exact, 1000.0, &[(Setting::TurningX, 2400.0)]),
            ),
        ],
    )
}

fn release() -> Chart {
    let let_go = |settings: &[(Setting, f32)]| {
        let mut run = Run::new(Mode::Exact, 200.0, 0.0, 0.0, settings);
        run.world
            .set_touching(run.hero, akgl::physics::feel::TOUCH_GROUND)
            .expect("the body is there");
        run.hold(State::MOVING_RIGHT);
        run.set_thrust(220.0);
        run.world.release(run.hero, State::MOVING_RIGHT);
        trace(run, 0.6, |run| [run.clock, run.at()[0]])
    };
    let slow = (Setting::DecelerationX, 880.0);
    chart(
        "feel-release",
        "the way made after letting go at 220 px/s",
        "time in s",
        "way in px",
        vec![
            Line::new("not set", ORANGE, let_go(&[])),
            Line::new("880 px/s²", BLUE, let_go(&[slow])),
            Line::new(
                "the same on ice, friction 0.3",
                GREEN,
                let_go(&[slow, (Setting::Friction, 0.3)]),
            ),
        ],
    )
}

fn fall() -> Chart {
    let drop = |drag: f32, settings: &[(Setting, f32)]| {
        let run = Run::new(Mode::Exact, 100.0, 900.0, drag, settings);
        trace(run, 1.6, |run| [run.clock, run.fall()])
    };
    chart(
        "feel-terminal",
        "a fall under 900 px/s²",
        "time in s",
        "speed in px/s",
        vec![
            Line::new("free", ORANGE, drop(0.0, &[])),
            Line::new("drag 1.8", GREEN, drop(1.8, &[])),
            Line::new("terminal 500", BLUE, drop(0.0, &[(Setting::TerminalDown, 500.0)])),
        ],
    )
}

fn drag() -> Chart {
    let brake = |mode: Mode, rate: f32| {
        let mut run = Run::new(mode, rate, 0.0, 30.0, &[]);
        run.set_fall(500.0);
        trace(run, 0.4, |run| [run.clock, run.fall()])
    };
    chart(
        "feel-drag",
        "a speed under a drag of 30/s",
        "time in s",
        "speed in px/s",
        vec![
            Line::new("euler 20 Hz", ORANGE, brake(Mode::Euler, 20.0)).dotted(),
            Line::new("exact 20 Hz", BLUE, brake(Mode::Exact, 20.0)).dotted(),
            Line::new(
                "closed form",
                GREY,
                (0..=200)
                    .map(|n| {
                        let time = f64::from(n) * 0.002;
                        [time, 500.0 * (-30.0 * time).exp()]
                    })
                    .collect(),
            )
            .thin(),
        ],
    )
}

fn pace() -> Chart {
    let walk = |drawn: bool| {
        let mut run = Run::new(Mode::Fixed, 144.0, 0.0, 0.0, &[]);
        run.hold(State::MOVING_RIGHT);
        run.set_thrust(220.0);
        trace(run, 0.12, move |run| {
            let x = if drawn { run.drawn()[0] } else { run.at()[0] };
            [run.clock, x]
        })
    };
    chart(
        "feel-pace",
        "steps of 60 Hz drawn at 144 Hz",
        "time in s",
        "x in px",
        vec![
            Line::new("last step", ORANGE, walk(false)).dotted(),
            Line::new("pose between steps", BLUE, walk(true)).dotted(),
        ],
    )
}

/// When the button goes down and up again, in seconds.
type Presses = &'static [[f64; 2]];

/// The way of a body that runs to the right, jumps when told, and is stopped by what is there.
fn course(
    rows: &'static str,
    start: [f32; 2],
    rules: JumpRules,
    presses: Presses,
    until: f64,
) -> Vec<[f64; 2]> {
    let mut run = Run::new(Mode::Exact, 120.0, 1600.0, 0.0, &[]).on(rows, start[0], start[1]);
    let (mut jump, mut clock, mut was_down) = (Jump::default(), 0.0_f64, false);
    let logic = run.world.add_logic(move |context| {
        context.travel();
        let down = presses.iter().any(|[from, to]| (*from..*to).contains(&clock));
        context.jump(&mut jump, &rules, down && !was_down, down);
        was_down = down;
        clock += f64::from(context.dt());
        Flow::Go
    });
    run.world
        .edit(run.hero, |body| body.logic = Some(logic))
        .expect("the body is there");
    run.hold(State::MOVING_RIGHT);
    run.set_thrust(150.0);
    trace(run, until, Run::at)
}

const FLAT: &str = "................\n................\n................\n................\n................\n\
                    ................\n................\n................\n################";
const LEDGE: &str = "....................\n....................\n....................\n....................\n\
                     ....................\n....................\n....................\n....................\n\
                     ######..............\n######..............\n######..............\n####################";
const WALL: &str = "............#\n............#\n............#\n............#\n............#\n............#\n\
                    ............#\n............#\n............#\n............#\n#############";

fn helpers() -> Vec<Chart> {
    let plain = JumpRules {
        speed: 480.0,
        ..JumpRules::default()
    };
    let seen = |name, title, lines: Vec<Line>| {
        let mut made = chart(name, title, "x in px", "y in px, down as on the screen", lines);
        made.downward = true;
        made
    };
    let ledge = |rules, presses| course(LEDGE, [60.0, 114.0], rules, presses, 0.95);
    let flat = |rules, presses| course(FLAT, [2.0, 114.0], rules, presses, 0.85);
    let edge = Line::new(
        "ground",
        GREY,
        vec![[60.0, 128.0], [96.0, 128.0], [96.0, 176.0], [266.0, 176.0]],
    );
    let floor = || Line::new("ground", GREY, vec![[0.0, 128.0], [186.0, 128.0]]);
    vec![
        seen(
            "feel-coyote",
            "pressed 0.06 s after leaving the edge",
            vec![
                edge,
                Line::new("none", ORANGE, ledge(plain, &[[0.27, 0.6]])),
                Line::new(
                    "coyote 0.1 s",
                    BLUE,
                    ledge(JumpRules { coyote: 0.1, ..plain }, &[[0.27, 0.6]]),
                ),
            ],
        ),
        seen(
            "feel-buffer",
            "pressed again 0.06 s before landing",
            vec![
                floor(),
                Line::new("none", ORANGE, flat(plain, &[[0.05, 0.3], [0.59, 0.8]])),
                Line::new(
                    "buffer 0.1 s",
                    BLUE,
                    flat(JumpRules { buffer: 0.1, ..plain }, &[[0.05, 0.3], [0.59, 0.8]]),
                ),
            ],
        ),
        seen(
            "feel-height",
            "let go early, the rise is cut by 0.6",
            vec![
                floor(),
                Line::new(
                    "held",
                    ORANGE,
                    flat(JumpRules { cut: 0.6, ..plain }, &[[0.05, 0.5]]),
                ),
                Line::new(
                    "0.1 s",
                    BLUE,
                    flat(JumpRules { cut: 0.6, ..plain }, &[[0.05, 0.15]]),
                ),
                Line::new(
                    "0.2 s",
                    GREEN,
                    flat(JumpRules { cut: 0.6, ..plain }, &[[0.05, 0.25]]),
                ),
            ],
        ),
        seen(
            "feel-air",
            "a second jump in the air, at 400 px/s",
            vec![
                floor(),
                Line::new("one", ORANGE, flat(plain, &[[0.05, 0.3], [0.4, 0.5]])),
                Line::new(
                    "air jump",
                    BLUE,
                    flat(
                        JumpRules {
                            air_jumps: 1,
                            air_speed: 400.0,
                            ..plain
                        },
                        &[[0.05, 0.3], [0.4, 0.5]],
                    ),
                ),
            ],
        ),
        seen(
            "feel-wall",
            "into a wall: a slide at 60 px/s, a jump off it",
            vec![
                Line::new(
                    "wall and ground",
                    GREY,
                    vec![[100.0, 160.0], [192.0, 160.0], [192.0, 0.0]],
                ),
                Line::new("none", ORANGE, wall(plain, &[[0.05, 0.3]])),
                Line::new(
                    "slide",
                    GREEN,
                    wall(
                        JumpRules {
                            wall_slide: 60.0,
                            ..plain
                        },
                        &[[0.05, 0.3]],
                    ),
                ),
                Line::new(
                    "jump",
                    BLUE,
                    wall(
                        JumpRules {
                            wall_slide: 60.0,
                            wall_speed: 420.0,
                            wall_push: 420.0,
                            ..plain
                        },
                        &[[0.05, 0.3], [0.55, 0.7]],
                    ),
                ),
            ],
        ),
        seen(
            "feel-hang",
            "half the gravity below 120 px/s around the top",
            vec![
                floor(),
                Line::new("none", ORANGE, flat(plain, &[[0.05, 0.8]])),
                Line::new(
                    "hang",
                    BLUE,
                    flat(
                        JumpRules {
                            hang_speed: 120.0,
                            hang: 0.5,
                            ..plain
                        },
                        &[[0.05, 0.8]],
                    ),
                ),
            ],
        ),
    ]
}

fn wall(rules: JumpRules, presses: Presses) -> Vec<[f64; 2]> {
    course(WALL, [110.0, 146.0], rules, presses, 1.1)
}
