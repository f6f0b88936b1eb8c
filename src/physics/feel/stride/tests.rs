use super::super::{Feel, Setting};
use super::*;

const DT: f32 = 1.0 / 60.0;
const LANES: usize = 16;

/// Numbers that arithmetic treats in a way of their own, among ordinary ones.
const NUMBERS: [f32; 14] = [
    0.0, -0.0, 0.0, 1.0, -120.0, 120.0, 60.0, 1e-40, -1e-40, 3.5e30, -7.25, 0.1, 900.0, -1e-7,
];

fn numbers() -> impl FnMut() -> f32 {
    let mut seed = 7_u32;
    move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        NUMBERS[(seed >> 16) as usize % NUMBERS.len()]
    }
}

fn feels() -> Vec<Feel> {
    let feel = |settings: &[(Setting, f32)]| {
        settings.iter().fold(Feel::default(), |feel, (setting, value)| {
            feel.with(*setting, *value)
        })
    };
    vec![
        Feel::default(),
        feel(&[(Setting::TerminalDown, 60.0), (Setting::TerminalLeft, 120.0)]),
        feel(&[(Setting::DecelerationX, 880.0), (Setting::TurningX, 2400.0)]),
        feel(&[
            (Setting::Friction, 0.1),
            (Setting::AirAcceleration, 0.5),
            (Setting::DecelerationY, 9.0),
        ]),
    ]
}

#[test]
fn a_lane_among_sixteen_gets_the_bits_of_a_body_alone() {
    let mut next = numbers();
    let mut rows = |still: bool| [0; 3].map(|_| [0.0; LANES].map(|_| if still { 0.0 } else { next() }));
    let mut common = 0;
    for round in 0..800 {
        let flat = round % 2 == 0;
        let (position, mut environment, mut thrust) = (rows(false), rows(false), rows(round % 5 == 0));
        let (top_speed, acceleration) = (rows(false), rows(round % 3 == 0));
        let mut fine = Fine {
            position: rows(true),
            environment: rows(true),
        };
        for lane in 0..LANES {
            fine.position[0][lane] = position[0][lane] * 2e-8;
            fine.environment[1][lane] = environment[1][lane] * 1e-7;
        }
        if flat {
            (environment[2], thrust[2]) = ([0.0; LANES], [0.0; LANES]);
        }
        let grounded = core::array::from_fn(|lane| (lane + round) as u32 % 2);
        let rules = Rules::of(&feels()[round % 4]);
        let pull = Vec3::new(
            0.0,
            if round % 7 == 0 { 0.0 } else { 900.0 },
            if flat { -0.0 } else { 5.0 },
        );
        let spans = Spans::new(Vec3::new(0.0, if round % 4 == 1 { 1.8 } else { 0.0 }, 0.0), DT);
        let effort = [acceleration[0], acceleration[1]];
        let before = Before {
            position: &position,
            environment: &environment,
            thrust: &thrust,
            top_speed: &top_speed,
            effort: &effort,
            fine: &fine,
            grounded: &grounded,
        };
        let mut after = After::ZERO;
        let axes = if flat { 2 } else { 3 };
        let terms = Terms::new(pull, &spans, &rules);
        stride(&before, &terms, axes, &mut after);
        for lane in 0..LANES {
            let of = |rows: &[[f32; LANES]; 3]| Vec3::from_array([0, 1, 2].map(|axis| rows[axis][lane]));
            let body = Motion {
                position: of(&position),
                environment: of(&environment),
                thrust: of(&thrust),
                top_speed: of(&top_speed),
                acceleration: of(&acceleration),
                ..Motion::default()
            };
            if after.odd[lane] != 0.0 || flat && body.position.z.to_bits() == (-0.0_f32).to_bits() {
                continue;
            }
            common += 1;
            let rest = Rest {
                position: of(&fine.position),
                environment: of(&fine.environment),
            };
            let travel = Travel { x: true, y: true };
            let stands = grounded[lane] == 1;
            let alone = stride_one(&body, rest, Vec3::ZERO, &terms, travel, &rules, stands);
            let bits = |parts: [Vec3; 5]| parts.map(|part| part.to_array().map(f32::to_bits));
            assert_eq!(
                bits([
                    of(&after.position),
                    of(&after.environment),
                    of(&after.thrust),
                    of(&after.fine.position),
                    of(&after.fine.environment),
                ]),
                bits([
                    alone.0.position,
                    alone.0.environment,
                    alone.0.thrust,
                    alone.1.position,
                    alone.1.environment,
                ]),
                "round {round}, lane {lane}: {body:?} {alone:?}"
            );
        }
    }
    assert!(common > 3000, "{common}");
}

/// The closed forms of [`Course`] are held to a fine integration by tests of their own.
#[test]
fn the_common_cases_are_those_of_the_course() {
    let travel = Travel { x: true, y: false };
    for feel in feels() {
        let rules = Rules::of(&feel);
        for (speed, fall, drag) in [
            (0.0, -560.0, 0.0),
            (60.0, 0.0, 1.8),
            (120.0, 300.0, 0.0),
            (-90.0, 20.0, 30.0),
            (119.0, 60.0, 0.5),
        ] {
            for acceleration in [0.0, 600.0, -600.0] {
                let body = Motion {
                    position: Vec3::new(2000.3, -77.7, 3.0),
                    environment: Vec3::new(-3.0, fall, 0.0),
                    thrust: Vec3::new(speed, 0.0, 0.0),
                    acceleration: Vec3::new(acceleration, 0.0, 0.0),
                    top_speed: Vec3::new(120.0, 80.0, 0.0),
                    ..Motion::default()
                };
                let (pull, spans) = (Vec3::new(0.0, 1600.0, 0.0), Spans::new(Vec3::splat(drag), DT));
                let one = stride_one(
                    &body,
                    Rest::default(),
                    Vec3::ZERO,
                    &Terms::new(pull, &spans, &rules),
                    travel,
                    &rules,
                    true,
                );
                let course = Course::new(
                    &body,
                    Rest::default(),
                    Vec3::ZERO,
                    pull,
                    Vec3::splat(drag),
                    travel,
                    &rules,
                    true,
                );
                let (after, rest, _) = course.after(&body, DT);
                let whole =
                    |motion: &Motion, rest: &Rest| motion.position.as_dvec3() + rest.position.as_dvec3();
                let apart = (whole(&one.0, &one.1) - whole(&after, &rest)).abs().max_element();
                assert!(apart < 1e-9, "{body:?}: {one:?} {after:?}");
                for (ours, theirs) in [
                    (one.0.environment, after.environment),
                    (one.0.thrust, after.thrust),
                    (one.0.velocity, after.velocity),
                ] {
                    assert!(
                        (ours - theirs).abs().max_element() < 1e-4,
                        "{body:?}: {ours} {theirs}"
                    );
                }
            }
        }
    }
}

/// Along every axis at once, with terminal speeds, drag and settings: what is of a common case is the course's,
/// and most is.
#[test]
fn the_common_cases_along_every_axis_are_those_of_the_course() {
    let mut seed = 11_u32;
    let mut of = |choices: &[f32]| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        choices[(seed >> 16) as usize % choices.len()]
    };
    let mut common = 0;
    for round in 0..6000 {
        let body = Motion {
            position: Vec3::new(of(&[0.0, 2000.3]), of(&[-77.7, 12.0]), of(&[0.0, 3.0])),
            environment: Vec3::new(
                of(&[0.0, 40.0, -120.0, -150.0]),
                of(&[0.0, 60.0, -300.0, 90.0]),
                of(&[0.0, 8.0]),
            ),
            thrust: Vec3::new(
                of(&[0.0, 0.0, 30.0, -50.0, 120.0, -120.0, 119.0, 2.0]),
                of(&[0.0, 0.0, 20.0, -40.0, 80.0, -80.0, -2.0]),
                of(&[0.0, 0.0, 10.0, -25.0, 40.0]),
            ),
            acceleration: Vec3::new(of(&[0.0, 300.0, -300.0]), of(&[0.0, 0.0, 200.0, -200.0]), 0.0),
            top_speed: Vec3::new(
                of(&[120.0, 120.0, 0.0]),
                of(&[80.0, 80.0, 0.0]),
                of(&[40.0, 40.0, 0.0]),
            ),
            ..Motion::default()
        };
        let pull = Vec3::new(of(&[0.0, -90.0]), of(&[0.0, 900.0]), of(&[0.0, 5.0]));
        let drag = Vec3::new(of(&[0.0, 1.8]), of(&[0.0, 0.5]), of(&[0.0, 30.0]));
        let (rules, spans) = (Rules::of(&feels()[round % 4]), Spans::new(drag, DT));
        let (travel, stands) = (Travel { x: true, y: true }, round / 4 % 2 == 0);
        let one = |value: Vec3| value.to_array().map(|part| [part]);
        let mut after = After::ZERO;
        let before = Before {
            position: &one(body.position),
            environment: &one(body.environment),
            thrust: &one(body.thrust),
            top_speed: &one(body.top_speed),
            effort: &[[body.acceleration.x], [body.acceleration.y]],
            fine: &Fine::ZERO,
            grounded: &[u32::from(stands)],
        };
        stride(&before, &Terms::new(pull, &spans, &rules), 3, &mut after);
        if after.odd[0] != 0.0 {
            continue;
        }
        common += 1;
        let rest = Rest::default();
        let course = Course::new(&body, rest, Vec3::ZERO, pull, drag, travel, &rules, stands);
        let (long, rest, _) = course.after(&body, DT);
        let of = |rows: &[[f32; 1]; 3]| Vec3::from_array([0, 1, 2].map(|axis| rows[axis][0]));
        let place = of(&after.position).as_dvec3() + of(&after.fine.position).as_dvec3();
        let apart = place - (long.position.as_dvec3() + rest.position.as_dvec3());
        assert!(
            apart.abs().max_element() < 1e-9,
            "{round} {body:?}: {after:?} {long:?}"
        );
        for (ours, theirs) in [
            (of(&after.environment), long.environment),
            (of(&after.thrust), long.thrust),
            (of(&after.velocity), long.velocity),
        ] {
            assert!(
                (ours - theirs).abs().max_element() < 1e-4,
                "{round} {body:?}: {ours} {theirs}"
            );
        }
    }
    assert!(common >= 3871, "{common} of 6000");
}

#[test]
fn spans_are_those_of_the_drag_and_the_step_they_were_renewed_for() {
    let drag = Vec3::new(0.5, 1.8, 0.0);
    let mut spans = Spans::default();
    for (drag, dt) in [
        (drag, DT),
        (drag, 0.5 * DT),
        (2.0 * drag, 0.5 * DT),
        (2.0 * drag, 0.5 * DT),
    ] {
        spans.renew(drag, dt);
        assert_eq!(spans, Spans::new(drag, dt));
    }
}
