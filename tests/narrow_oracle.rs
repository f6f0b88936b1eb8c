//! The narrowphase against an independent one, parry, and against the definition itself.
//!
//! For each pair of kinds a million random pairs: far apart, touching, overlapping, nested, on one
//! centre, near the origin and up to 1e6 px away. What is asked of every answer:
//!
//! - it says that two overlap where parry's distance says so;
//! - moving the first by the answer parts the two, and parry finds them touching then;
//! - no shorter way parts them: none that parry names does, and after sampled shorter moves they
//!   still overlap;
//! - swapping the two flips the normal and changes no other bit.
//!
//! **Tolerance.** Ours works on sums that are exact in `f64`; the arithmetic it is compared with here
//! rounds them, at 1e6 px to about 1e-10: a hundred-millionth of a pixel per pixel of size covers that
//! with room. Parry iterates where a segment meets anything, and its distance stops short by up to
//! 2e-7 of the sizes: for what parry says a millionth is allowed. Positions are handed to it relative
//! to the first shape's centre, which costs nothing.
//!
//! Parry itself loses its way in some deep overlaps (where the segments of two capsules cross it
//! calls them touching): so a shorter way of its is tried out before it counts against ours, and how
//! often it is wrong is bounded, so that it still says something.

use akgl::collision::narrow::{Separation, separate};
use akgl::collision::{DEPTH_RATIO, Kind, Shape, Space, Volume};
use glam::Vec3;
use parry2d_f64::math::{Pose, Vector};
use parry2d_f64::query;
use parry2d_f64::shape::{Ball, Capsule, Cuboid, Shape as ParryShape};

const KINDS: [Kind; 4] = [Kind::Box, Kind::Circle, Kind::CapsuleX, Kind::CapsuleY];

/// Pairs for each two kinds; both orders count as one.
fn pairs() -> u32 {
    std::env::var("AKGL_PAIRS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1_000_000)
}

struct Dice(u64);

impl Dice {
    fn unit(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit() as f32
    }

    fn below(&mut self, end: u32) -> u32 {
        (self.unit() * f64::from(end)) as u32
    }
}

fn shape(kind: Kind, dice: &mut Dice) -> Shape {
    let side = |dice: &mut Dice| match dice.below(4) {
        0 => (1 + dice.below(8)) as f32 * 8.0,
        1 => dice.between(0.05, 2.0),
        _ => dice.between(1.0, 60.0),
    };
    let (a, b) = (side(dice), side(dice));
    let size = match kind {
        Kind::CapsuleX => [a.max(b), a.min(b)],
        Kind::CapsuleY => [a.min(b), a.max(b)],
        _ => [a, b],
    };
    let offset = if dice.below(2) == 0 {
        [0.0; 2]
    } else {
        [dice.between(-20.0, 20.0), dice.between(-20.0, 20.0)]
    };
    Shape::new(kind, offset, size, dice.between(-1.0, 1.0), 0.0).expect("a good shape")
}

/// Two shapes somewhere, in every kind of relation.
fn pair(kinds: [Kind; 2], dice: &mut Dice) -> [Volume; 2] {
    let far = [0.0, 0.0, 100.0, 1e4, 1e6][dice.below(5) as usize];
    let at = |dice: &mut Dice| Vec3::new(far + dice.between(-9.0, 9.0), -far + dice.between(-9.0, 9.0), 0.0);
    let (a, b) = (shape(kinds[0], dice), shape(kinds[1], dice));
    let place = at(dice);
    let second = b.at(place);
    let (home, middle) = (second.center, a.middle());
    let centre = |dice: &mut Dice, reach: f64| -> Vec3 {
        Vec3::from_array(core::array::from_fn(|axis| {
            let spread = if axis == 2 {
                0.0
            } else {
                (dice.unit() * 2.0 - 1.0) * reach
            };
            (home[axis] + spread - middle[axis]) as f32
        }))
    };
    let half = |axis: usize, dice: &mut Dice| {
        let one = f64::from(a.size[axis]) / 2.0 + second.half(axis);
        if dice.below(2) == 0 { one } else { -one }
    };
    let mut position = match dice.below(6) {
        0 => centre(dice, 0.0),
        1 => centre(dice, 1.0),
        2 => centre(dice, second.half(0).min(second.half(1))),
        _ => centre(dice, 70.0),
    };
    if dice.below(4) == 0 {
        // Touching along an axis, as nearly as a float can.
        let axis = dice.below(2) as usize;
        position[axis] = (home[axis] + half(axis, dice) - middle[axis]) as f32;
    }
    [a.at(position), second]
}

fn parry(volume: &Volume) -> Box<dyn ParryShape> {
    match volume.kind {
        Kind::Box => Box::new(Cuboid::new(Vector::new(volume.core[0], volume.core[1]))),
        Kind::Circle => Box::new(Ball::new(volume.radius)),
        _ => {
            let end = Vector::new(volume.core[0], volume.core[1]);
            Box::new(Capsule::new(-end, end, volume.radius))
        }
    }
}

/// How far apart the two are when the first is moved by `by`: negative inside. By arithmetic of its
/// own: the signed distance of a point from a rounded rectangle.
fn apart(a: &Volume, b: &Volume, by: [f64; 2]) -> f64 {
    let q: [f64; 2] = core::array::from_fn(|axis| {
        (a.center[axis] - b.center[axis] + by[axis]).abs() - (a.core[axis] + b.core[axis])
    });
    let outside = q[0].max(0.0).hypot(q[1].max(0.0));
    outside + q[0].max(q[1]).min(0.0) - (a.radius + b.radius)
}

fn tolerance(a: &Volume, b: &Volume) -> f64 {
    1e-8 * (a.half(0) + a.half(1) + b.half(0) + b.half(1)).max(1.0)
}

fn flipped(way: Separation) -> Separation {
    // Not `-part`: a zero keeps its sign.
    let normal = way.normal.map(|part| if part == 0.0 { part } else { -part });
    Separation { normal, ..way }
}

fn bits(way: Option<Separation>) -> Option<[u64; 4]> {
    way.map(|way| [way.normal[0], way.normal[1], way.normal[2], way.depth].map(f64::to_bits))
}

/// What was found of a pair of kinds.
#[derive(Default)]
struct Count {
    overlapping: u32,
    touching: u32,
    longer: u32,
    wrong: u32,
}

fn check(a: &Volume, b: &Volume, dice: &mut Dice, count: &mut Count) {
    let ours = separate(a, b, Space::Planar);
    let tolerance = tolerance(a, b);
    let says = || format!("{ours:?}\n{a:?}\n{b:?}");

    // To the bit the same the other way round.
    let swapped = separate(b, a, Space::Planar);
    let same_spot =
        a.center == b.center && (a.core, a.radius, a.half_depth) == (b.core, b.radius, b.half_depth);
    if same_spot && a.kind == b.kind {
        assert_eq!(bits(swapped), bits(ours), "{}", says());
    } else {
        assert_eq!(bits(swapped.map(flipped)), bits(ours), "{}", says());
    }

    let exact = apart(a, b, [0.0; 2]);
    let loose = tolerance * 100.0;
    let (first, second) = (parry(a), parry(b));
    let pose = |by: [f64; 2]| {
        Pose::from_translation(Vector::new(
            b.center[0] - a.center[0] - by[0],
            b.center[1] - a.center[1] - by[1],
        ))
    };
    let home = Pose::from_translation(Vector::new(0.0, 0.0));
    let theirs =
        query::contact(&home, first.as_ref(), &pose([0.0; 2]), second.as_ref(), 0.0).expect("supported");
    if exact.abs() <= tolerance {
        count.touching += 1;
    }

    let Some(way) = ours else {
        assert!(exact >= -tolerance, "{exact} px deep: {}", says());
        assert!(
            theirs.is_none_or(|contact| contact.dist >= -loose),
            "{theirs:?} {}",
            says()
        );
        return;
    };
    count.overlapping += 1;
    let [x, y, z] = way.normal;
    assert_eq!(z, 0.0);
    assert!((x.hypot(y) - 1.0).abs() < 1e-12, "{}", says());
    assert!(way.depth > 0.0, "{}", says());
    assert!((way.depth + exact).abs() <= tolerance, "{exact}: {}", says());

    // The answer parts them, just.
    let out = [x * way.depth, y * way.depth];
    assert!(apart(a, b, out).abs() <= tolerance, "{}", says());
    let distance = query::distance(&home, first.as_ref(), &pose(out), second.as_ref())
        .expect("supported")
        .distance;
    assert!(distance <= loose, "{distance}: {}", says());
    let still = query::contact(&home, first.as_ref(), &pose(out), second.as_ref(), 0.0).expect("supported");
    assert!(
        still.is_none_or(|contact| contact.dist > -loose),
        "{still:?}: {}",
        says()
    );

    // Parry knows of no shorter way; where it knows a longer one only, the samples below decide.
    if let Some(contact) = theirs {
        let theirs = -contact.dist;
        if theirs < way.depth - loose {
            let normal = [-contact.normal1.x, -contact.normal1.y];
            assert!(
                apart(a, b, normal.map(|part| part * theirs)) < 0.0,
                "{contact:?} {}",
                says()
            );
            count.wrong += 1;
        }
        count.longer += u32::from(theirs > way.depth + loose);
    } else {
        assert!(way.depth <= loose, "parry sees none: {}", says());
    }

    // No shorter move in any sampled direction parts them.
    let turn = dice.unit() * core::f64::consts::TAU;
    for nth in 0..12 {
        let (sin, cos) = (turn + f64::from(nth) * core::f64::consts::TAU / 12.0).sin_cos();
        let shorter = (way.depth - tolerance).max(0.0) * 0.9999;
        assert!(
            apart(a, b, [cos * shorter, sin * shorter]) <= 0.0,
            "{cos} {sin}: {}",
            says()
        );
    }
}

fn million(kinds: [Kind; 2]) {
    let mut dice = Dice(u64::from(kinds[0] as u8) * 16 + u64::from(kinds[1] as u8) + 1);
    let mut count = Count::default();
    for nth in 0..pairs() {
        let ordered = if nth % 2 == 0 { kinds } else { [kinds[1], kinds[0]] };
        let [a, b] = pair(ordered, &mut dice);
        check(&a, &b, &mut dice, &mut count);
    }
    assert!(count.overlapping > pairs() / 4, "{}", count.overlapping);
    assert!(count.touching > pairs() / 100, "{}", count.touching);
    assert!(
        count.longer < pairs() / 1000 && count.wrong < pairs() / 50,
        "{} {}",
        count.longer,
        count.wrong
    );
}

#[test]
fn box_and_box() {
    million([Kind::Box, Kind::Box]);
}

#[test]
fn box_and_circle() {
    million([Kind::Box, Kind::Circle]);
}

#[test]
fn box_and_capsule_x() {
    million([Kind::Box, Kind::CapsuleX]);
}

#[test]
fn box_and_capsule_y() {
    million([Kind::Box, Kind::CapsuleY]);
}

#[test]
fn circle_and_circle() {
    million([Kind::Circle, Kind::Circle]);
}

#[test]
fn circle_and_capsule_x() {
    million([Kind::Circle, Kind::CapsuleX]);
}

#[test]
fn circle_and_capsule_y() {
    million([Kind::Circle, Kind::CapsuleY]);
}

#[test]
fn capsule_x_and_capsule_x() {
    million([Kind::CapsuleX, Kind::CapsuleX]);
}

#[test]
fn capsule_x_and_capsule_y() {
    million([Kind::CapsuleX, Kind::CapsuleY]);
}

#[test]
fn capsule_y_and_capsule_y() {
    million([Kind::CapsuleY, Kind::CapsuleY]);
}

#[test]
fn a_box_on_a_floor_gets_the_exact_normal() {
    let floor = Shape::rect(0.0, 0.0, 16.0, 16.0, 0.0).unwrap();
    let body = Shape::rect(8.0, 0.0, 16.0, 32.0, 0.0).unwrap();
    let mut dice = Dice(4);
    for _ in 0..100_000 {
        let far = [0.0, 1e3, 1e6][dice.below(3) as usize];
        let at = Vec3::new(far, 64.0, 0.0);
        let place = Vec3::new(
            far - 8.0 + dice.between(-11.0, 11.0),
            32.0 + dice.between(0.001, 4.0),
            0.0,
        );
        for space in [Space::Planar, Space::Solid] {
            let way = separate(&body.at(place), &floor.at(at), space).unwrap();
            assert_eq!(way.normal.map(f64::to_bits), [0, (-1.0_f64).to_bits(), 0]);
            assert_eq!(way.depth, f64::from(place.y) + 32.0 - 64.0);
        }
    }
}

/// Two extruded shapes are a product of a planar shape and an interval, and so is their difference.
/// The way out of a product is the shorter of the ways out of its parts.
#[test]
fn solid_is_the_shorter_of_the_plane_and_the_depth() {
    let mut dice = Dice(5);
    for first in KINDS {
        for second in KINDS {
            for _ in 0..200_000 {
                let [mut a, mut b] = pair([first, second], &mut dice);
                if dice.below(2) == 0 {
                    (a.half_depth, b.half_depth) = (dice.unit() * 20.0 + 0.01, dice.unit() * 20.0 + 0.01);
                }
                a.center[2] += (dice.unit() - 0.5) * 40.0;
                let planar = separate(&a, &b, Space::Planar);
                let solid = separate(&a, &b, Space::Solid);
                let through = a.half_depth + b.half_depth - (a.center[2] - b.center[2]).abs();
                match (planar, solid) {
                    (None, None) => {}
                    (Some(_), None) => assert!(through <= 0.0),
                    (Some(planar), Some(solid)) if through < planar.depth => {
                        assert_eq!(solid.depth, through);
                        let side = if a.center[2] < b.center[2] { -1.0 } else { 1.0 };
                        assert_eq!(solid.normal, [0.0, 0.0, side]);
                    }
                    (Some(_), Some(_)) => assert_eq!(planar, solid),
                    (None, Some(_)) => panic!("{a:?}\n{b:?}"),
                }
                let swapped = separate(&b, &a, Space::Solid);
                if a != b {
                    assert_eq!(bits(swapped.map(flipped)), bits(solid), "{a:?}\n{b:?}");
                }
            }
        }
    }
}

/// Boxes against parry's cuboids; the round kinds, which parry does not extrude, against prisms of
/// 48 corners drawn inside and around them: the depth must lie between theirs.
#[test]
fn solid_agrees_with_parry_in_three_dimensions() {
    use parry3d_f64::math::{Pose, Vector};
    use parry3d_f64::query;
    use parry3d_f64::shape::{ConvexPolyhedron, Cuboid, Shape as ParryShape};

    let prism = |volume: &Volume, grow: f64| -> Box<dyn ParryShape> {
        let z = volume.half_depth;
        if volume.kind == Kind::Box {
            return Box::new(Cuboid::new(Vector::new(volume.core[0], volume.core[1], z)));
        }
        let mut points = Vec::new();
        for nth in 0..48 {
            let (sin, cos) = ((f64::from(nth) + 0.5) * core::f64::consts::TAU / 48.0).sin_cos();
            let corner = |part: f64, core: f64| part * volume.radius * grow + part.signum() * core;
            for z in [-z, z] {
                points.push(Vector::new(
                    corner(cos, volume.core[0]),
                    corner(sin, volume.core[1]),
                    z,
                ));
            }
        }
        Box::new(ConvexPolyhedron::from_convex_hull(&points).expect("a prism"))
    };
    let around = 1.0 / (core::f64::consts::PI / 48.0).cos();
    let mut dice = Dice(6);
    for first in KINDS {
        for second in KINDS {
            let (mut checked, mut wrong, mut longer) = (0, 0, 0);
            let most = if first == Kind::Box && second == Kind::Box {
                20_000
            } else {
                40
            };
            while checked < most {
                let [mut a, mut b] = pair([first, second], &mut dice);
                if dice.below(2) == 0 {
                    (a.half_depth, b.half_depth) = (dice.unit() * 9.0 + 1.0, dice.unit() * 9.0 + 1.0);
                }
                a.center[2] += (dice.unit() - 0.5) * 9.0;
                let Some(way) = separate(&a, &b, Space::Solid) else {
                    continue;
                };
                if way.depth < 0.01 {
                    continue;
                }
                checked += 1;
                let off = [0, 1, 2].map(|axis| b.center[axis] - a.center[axis]);
                let (home, pose) = (
                    Pose::from_translation(Vector::new(0.0, 0.0, 0.0)),
                    Pose::from_translation(Vector::new(off[0], off[1], off[2])),
                );
                let theirs = |grow: f64| {
                    query::contact(
                        &home,
                        prism(&a, grow).as_ref(),
                        &pose,
                        prism(&b, grow).as_ref(),
                        0.0,
                    )
                    .expect("supported")
                };
                let room = 1e-6 * (1.0 + way.depth);
                let Some(outer) = theirs(around) else {
                    panic!("parry sees none: {way:?}\n{a:?}\n{b:?}")
                };
                if -outer.dist < way.depth - room {
                    // A shorter way: it must not part them, or ours was not the least.
                    let by = outer.normal1 * outer.dist;
                    let through = a.half_depth + b.half_depth - (a.center[2] - b.center[2] + by.z).abs();
                    let parted = apart(&a, &b, [by.x, by.y]) > room || -through > room;
                    assert!(!parted, "{outer:?} {way:?}\n{a:?}\n{b:?}");
                    wrong += 1;
                } else if let Some(inner) = theirs(1.0) {
                    longer += u32::from(-inner.dist > way.depth + room);
                }
            }
            assert!(
                wrong <= most / 8 && longer == 0,
                "{first:?} {second:?}: {wrong} {longer}"
            );
        }
    }
}

/// What the depth ratio promises: of shapes with automatic depth at one z the depth never decides.
#[test]
fn with_automatic_depth_solid_and_planar_are_one() {
    let mut dice = Dice(7);
    for first in KINDS {
        for second in KINDS {
            for _ in 0..100_000 {
                let [mut a, b] = pair([first, second], &mut dice);
                a.center[2] = b.center[2];
                assert_eq!(
                    separate(&a, &b, Space::Solid),
                    separate(&a, &b, Space::Planar),
                    "{a:?}\n{b:?}"
                );
            }
        }
    }
}

/// And that it is the least: with any smaller one two shapes on one centre part along z.
#[test]
fn with_any_smaller_ratio_there_is_a_pair_that_parts_along_z() {
    assert_eq!(DEPTH_RATIO, 2.0);
    for ratio in [1.999_999_9_f32, 1.999, 1.9, 1.5, 1.0, 0.1] {
        for kind in KINDS {
            let half = 8.0;
            let made = Shape::new(kind, [0.0; 2], [16.0; 2], 0.0, ratio * half).unwrap();
            let volume = made.at(Vec3::ZERO);
            let way = separate(&volume, &volume, Space::Solid).unwrap();
            assert_eq!(way.normal[2].abs(), 1.0, "{kind:?} at {ratio}: {way:?}");
            let automatic = Shape::new(kind, [0.0; 2], [16.0; 2], 0.0, 0.0).unwrap();
            assert_eq!(automatic.depth, 16.0);
            let volume = automatic.at(Vec3::ZERO);
            assert_eq!(
                separate(&volume, &volume, Space::Solid).unwrap().normal,
                [0.0, -1.0, 0.0]
            );
        }
    }
    // A circle is made of its width alone, and no shape is without depth.
    assert_eq!(
        Shape::new(Kind::Circle, [0.0; 2], [10.0, 90.0], 0.0, 0.0)
            .unwrap()
            .depth,
        10.0
    );
    for kind in KINDS {
        for size in [f32::from_bits(1), f32::MIN_POSITIVE, 1e-20, 1e30] {
            assert_eq!(
                Shape::new(kind, [0.0; 2], [size; 2], 0.0, 0.0).unwrap().depth,
                size
            );
        }
    }
}

#[test]
fn a_place_that_is_no_number_overlaps_nothing() {
    for kind in KINDS {
        let made = Shape::new(kind, [0.0; 2], [16.0; 2], 0.0, 0.0).unwrap();
        let home = made.at(Vec3::ZERO);
        for axis in 0..2 {
            for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                let mut place = Vec3::ZERO;
                place[axis] = bad;
                for space in [Space::Planar, Space::Solid] {
                    assert_eq!(separate(&made.at(place), &home, space), None);
                    assert_eq!(separate(&home, &made.at(place), space), None);
                }
            }
        }
    }
}
