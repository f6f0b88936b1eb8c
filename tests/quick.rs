//! A box's sub-step, and its whole move, by the short cut and by the resolver: where the short cut answers, the
//! same bits; and it does answer where it is made for.

use akgl::collision::quick::{
    Answer, Cells, Ground, Hull, Other, Span, Target, Travelled, can_glide, glide, pieces, press, travel,
};
use akgl::collision::tiles::{LayerView, TileView};
use akgl::collision::{
    Bounds, LAYER_ACTOR, LAYER_STATIC, Obstacle, Passage, ProxyId, Resolver, Scene, Shape, Space, any_near,
    block, lengths, substeps, swept,
};
use akgl::physics::{Motion, feel::touched};
use glam::Vec3;

const SIDE: usize = 10;

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) % most as u64) as usize
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// From one number to another, in 1,024 parts.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.below(1025) as f32 / 1024.0
    }
}

struct Drawn([u32; SIDE * SIDE]);

impl Cells for Drawn {
    fn solid(&self, col: i32, row: i32) -> bool {
        let within = |at| (0..SIDE as i32).contains(&at);
        within(col) && within(row) && self.0[row as usize * SIDE + col as usize] != 0
    }

    fn any(&self, span: &Span) -> bool {
        (span.rows[0]..span.rows[1]).any(|row| self.row(span.cols, row).next().is_some())
    }

    fn row(&self, cols: [i32; 2], row: i32) -> impl Iterator<Item = i32> {
        (cols[0]..cols[1]).filter(move |col| self.solid(*col, row))
    }
}

/// What a sub-step is among.
struct Around<'a> {
    tile: [f32; 2],
    layers: [LayerView<'a>; 1],
    others: Vec<Obstacle>,
}

impl Scene for Around<'_> {
    fn tiles(&self) -> TileView<'_> {
        TileView {
            tile: self.tile,
            layers: &self.layers,
        }
    }

    fn near(&mut self, area: &Bounds, found: &mut Vec<Obstacle>) {
        found.extend(
            self.others
                .iter()
                .filter(|other| other.volume.bounds().overlaps(area)),
        );
    }
}

/// How scenes are drawn.
struct Kind {
    /// Of 100 cells so many are solid.
    solid: usize,
    /// The most other boxes.
    others: usize,
    /// Where the level is: far away the slack is wide.
    at: f32,
    /// The sides of cells and boxes to choose from.
    cells: &'static [f32],
    sizes: &'static [[f32; 2]],
    /// Places and moves are whole numbers of one of these.
    grain: &'static [f32],
}

/// Handles in order; the third is the box's own.
fn handles() -> [ProxyId; 6] {
    core::array::from_fn(|at| ProxyId::from_bits(1 << 32 | at as u64))
}

/// One scene: a box on its way among cells and other boxes.
struct Drawing {
    cells: Drawn,
    size: f32,
    offset: [f32; 2],
    shape: Shape,
    from: Vec3,
    to: Vec3,
    speeds: [Vec3; 2],
    /// Its velocity is the opposite of its efforts.
    turned: bool,
    boxes: Vec<Other>,
    others: Vec<Obstacle>,
}

impl Drawing {
    fn new(kind: &Kind, dice: &mut Dice) -> Self {
        let mut cells = Drawn([0; SIDE * SIDE]);
        for cell in &mut cells.0 {
            *cell = u32::from(dice.below(100) < kind.solid);
        }
        let size = dice.of(kind.cells);
        let offset = [dice.of(&[0.0, 0.0, 3.25, -7.1]) + kind.at, kind.at];
        let ground = Ground::new(&cells, [size; 2], offset, SIDE as u32, SIDE as u32);
        let grain = dice.of(kind.grain);
        let place = |dice: &mut Dice, low: f32, high: f32| {
            let at = dice.between(low, high);
            if grain == 0.0 {
                at
            } else {
                (at / grain).round() * grain
            }
        };
        let middle = size * SIDE as f32 / 2.0;
        let boxed = |dice: &mut Dice| {
            let [w, h] = dice.of(kind.sizes);
            let [x, y] = dice.of(&[[0.0, 0.0], [0.0, 0.0], [-w / 2.0, -h], [2.75, -3.3]]);
            Shape::rect(x, y, w, h, 0.0)
                .unwrap()
                .against(LAYER_STATIC | LAYER_ACTOR)
        };
        let shape = boxed(dice);
        let hull = Hull::of(&shape);
        let mut from = Vec3::ZERO;
        // Of ten, one may begin inside a tile.
        for _ in 0..dice.of(&[1, 9, 9, 9, 9, 9, 9, 9, 9, 9]) {
            let [x, y] = [0; 2].map(|_| place(dice, middle - size, middle + size) + kind.at);
            from = Vec3::new(x, y, 0.0);
            if !ground.any_in(&hull.bounds(from)) {
                break;
            }
        }
        let most = shape.size.map(|side| side * dice.of(&[0.1, 1.0, 1.1]));
        let to = from
            + Vec3::new(
                place(dice, -most[0], most[0]),
                place(dice, -most[1], most[1]),
                0.0,
            );
        let ids = handles();
        let (mut boxes, mut others): (Vec<Other>, Vec<Obstacle>) = Default::default();
        let mut last: Option<(Shape, Vec3)> = None;
        for number in [5, 0, 4, 1].into_iter().take(dice.below(kind.others + 1)) {
            let mut other = boxed(dice);
            let reach = [0, 1].map(|axis| shape.size[axis] + other.size[axis]);
            let away = Vec3::new(
                place(dice, -reach[0], reach[0]),
                place(dice, -reach[1], reach[1]),
                0.0,
            );
            let mut at = from + away;
            // Often beside the one before, or on it.
            if let Some((before, there)) = last
                && dice.below(2) == 0
            {
                let [w, h] = before.size;
                other = before;
                at = there
                    + dice.of(&[
                        Vec3::ZERO,
                        Vec3::X * w,
                        Vec3::NEG_X * w,
                        Vec3::Y * h,
                        Vec3::NEG_Y * h,
                    ]);
            }
            last = Some((other, at));
            let hull = Hull::of(&other);
            boxes.push(Other {
                center: hull.center(at),
                half: hull.half,
                number,
            });
            others.push(Obstacle {
                id: ids[number as usize],
                volume: other.at(at),
                layers: LAYER_ACTOR,
                fixed: false,
                sensor: false,
            });
        }
        let mut speed = || {
            Vec3::new(
                dice.of(&[0.0, 120.0, -120.0, 30.0]),
                dice.of(&[0.0, 15.0, -400.0, 120.0]),
                0.0,
            )
        };
        Self {
            speeds: [speed(), speed()],
            turned: dice.below(8) == 0,
            cells,
            size,
            offset,
            shape,
            from,
            to,
            boxes,
            others,
        }
    }

    fn ground(&self) -> Ground<'_, Drawn> {
        Ground::new(&self.cells, [self.size; 2], self.offset, SIDE as u32, SIDE as u32)
    }

    fn around(&self) -> Around<'_> {
        Around {
            tile: [self.size; 2],
            layers: [LayerView {
                index: 0,
                cols: SIDE as u32,
                rows: SIDE as u32,
                offset: self.offset,
                cells: &self.cells.0,
            }],
            others: self.others.clone(),
        }
    }

    fn moving(&self, position: Vec3) -> Motion {
        let mut motion = Motion {
            position,
            environment: self.speeds[0],
            thrust: self.speeds[1],
            ..Motion::default()
        };
        motion.combine();
        motion
    }

    /// All contacts of a sub-step and the default response; whether there were any, and what was touched.
    fn resolve(&self, resolver: &mut Resolver, from: Vec3, motion: &mut Motion) -> (bool, u32) {
        let (mut around, me) = (self.around(), Some(handles()[2]));
        let (mut met, mut touching) = (false, 0);
        loop {
            let passage = Passage {
                shape: self.shape,
                from,
                to: motion.position,
                space: Space::Planar,
                me,
            };
            let Some(contact) = resolver.next(&passage, &mut around) else {
                return (met, touching);
            };
            met = true;
            block(motion, &contact);
            touching |= touched(contact.normal);
        }
    }

    fn context(&self) -> String {
        format!(
            "{} to {} at {:?}, {:?}, {:?}, size {} offset {:?}, {:?}",
            self.from,
            self.to,
            self.speeds,
            self.shape,
            self.boxes,
            self.size,
            self.offset,
            self.cells.0.chunks(SIDE).collect::<Vec<_>>()
        )
    }
}

fn bits(motion: &Motion) -> [[u32; 3]; 3] {
    [motion.position, motion.environment, motion.thrust].map(|v| v.to_array().map(f32::to_bits))
}

fn draw(kind: &Kind, seed: u64, scenes: usize) -> impl Iterator<Item = Drawing> {
    let mut dice = Dice(seed);
    (0..scenes).map(move |_| Drawing::new(kind, &mut dice))
}

/// Sub-steps; of so many how many the short cut left to the resolver, and how many met something.
fn glides(kind: &Kind, seed: u64, scenes: usize) -> [usize; 2] {
    let mut resolver = Resolver::default();
    let (mut left, mut hits) = (0, 0);
    for drawing in draw(kind, seed, scenes) {
        let begun = drawing.moving(drawing.to);
        let (mut quick, mut quick_touched) = (begun, 0);
        let answer = glide(
            &drawing.ground(),
            &drawing.boxes,
            &Hull::of(&drawing.shape),
            drawing.from,
            &mut quick,
            &mut quick_touched,
        );
        if answer == Answer::NotHere {
            assert_eq!(
                bits(&quick),
                bits(&begun),
                "changed and left: {}",
                drawing.context()
            );
            left += 1;
            continue;
        }
        let mut slow = begun;
        resolver.begin_step();
        let (met, slow_touched) = drawing.resolve(&mut resolver, drawing.from, &mut slow);
        let changed = (slow.environment, slow.thrust) != (begun.environment, begun.thrust);
        let right = match (met, changed) {
            (false, _) => Answer::Free,
            (true, false) => Answer::Pushed,
            (true, true) => Answer::Met,
        };
        assert_eq!(answer, right, "{}", drawing.context());
        assert_eq!(
            (bits(&quick), quick_touched),
            (bits(&slow), slow_touched),
            "{} instead of {}: {}",
            quick.position,
            slow.position,
            drawing.context()
        );
        hits += usize::from(met);
    }
    [left, hits]
}

/// Whole moves of 1/16 s, in as many sub-steps as it takes. The same counts.
fn travels(kind: &Kind, seed: u64, scenes: usize) -> [usize; 2] {
    const DT: f32 = 1.0 / 16.0;
    let mut resolver = Resolver::default();
    let (mut left, mut hits) = (0, 0);
    for drawing in draw(kind, seed, scenes) {
        let mut begun = drawing.moving(drawing.from);
        if drawing.turned {
            // What a contact leaves of its efforts may lead it back.
            begun.velocity = -begun.velocity;
        }
        let cell = [f64::from(drawing.size); 2];
        let (mut quick, mut quick_touched) = (begun, 0);
        let mut crowd = Vec::new();
        let travelled = travel(
            &drawing.ground(),
            &Hull::of(&drawing.shape),
            cell,
            !drawing.boxes.is_empty(),
            |area| {
                crowd.extend(
                    drawing
                        .boxes
                        .iter()
                        .filter(|other| other.bounds().overlaps(area))
                        .copied(),
                );
                Some(crowd.as_slice())
            },
            &mut quick,
            DT,
            &Target::of(&begun, DT),
            &mut quick_touched,
        );
        if travelled == Travelled::No {
            assert_eq!(
                bits(&quick),
                bits(&begun),
                "changed and left: {}",
                drawing.context()
            );
            left += 1;
            continue;
        }
        let (mut slow, mut slow_touched) = (begun, 0);
        let moved = begun.velocity * DT;
        let area = swept(&drawing.shape, begun.position, begun.position + moved);
        let count = if any_near(&drawing.shape, &area, &mut drawing.around(), &mut Vec::new()) {
            substeps([moved.x.into(), moved.y.into()], cell)
        } else {
            1
        };
        resolver.begin_step();
        for length in lengths(DT, count) {
            let (from, speeds) = (slow.position, (slow.environment, slow.thrust));
            slow.advance(length);
            resolver.begin_substep();
            let (met, touching) = drawing.resolve(&mut resolver, from, &mut slow);
            slow_touched |= touching;
            hits += usize::from(met);
            if speeds != (slow.environment, slow.thrust) {
                slow.combine();
            }
        }
        assert_eq!(
            (bits(&quick), quick.velocity, quick_touched),
            (bits(&slow), slow.velocity, slow_touched),
            "{} instead of {}: {}",
            quick.position,
            slow.position,
            drawing.context()
        );
    }
    [left, hits]
}

const GAME: Kind = Kind {
    solid: 30,
    others: 0,
    at: 0.0,
    cells: &[16.0, 10.3, 24.0],
    sizes: &[[12.0, 28.0], [16.0, 16.0], [5.0, 7.3], [33.0, 20.0]],
    grain: &[0.0, 0.125, 1.0, 4.0, 8.0],
};

/// Left of and above the origin, where edges are negative.
const CROWD: Kind = Kind {
    solid: 3,
    others: 3,
    at: -300.0,
    cells: &[16.0],
    sizes: &[[12.0, 12.0], [16.0, 16.0], [5.0, 7.3], [8.0, 24.0]],
    grain: &[0.0, 0.125, 1.0, 4.0],
};

/// Whose times, shares and edges are often equal.
const TIES: Kind = Kind {
    solid: 0,
    others: 3,
    at: 0.0,
    cells: &[16.0],
    sizes: &[[8.0, 8.0], [16.0, 16.0], [8.0, 16.0]],
    grain: &[4.0, 8.0],
};

/// At 2^23 px four pixels are rounding.
const SLACK: Kind = Kind {
    solid: 40,
    others: 2,
    at: 8_388_608.0,
    cells: &[4.0, 2.0, 8.0],
    sizes: &[[1.0, 1.0], [4.0, 4.0], [6.0, 3.0], [3.0, 10.0], [12.0, 6.0]],
    grain: &[1.0, 2.0],
};

// What the short cut is made for it does: no more are left, and no fewer met something, than were counted.

#[test]
fn a_sub_step_is_that_of_the_resolver() {
    for (kind, most, fewest) in [
        (&GAME, 15_619, 6_974),
        (&CROWD, 8_128, 3_208),
        (&TIES, 5_985, 2_196),
        (&SLACK, 9_447, 7_715),
    ] {
        let [left, hits] = glides(kind, 1, 40_000);
        assert!(left <= most && hits >= fewest, "{left} left, {hits} hits");
    }
}

#[test]
fn a_move_is_that_of_the_resolver() {
    for (kind, most, fewest) in [
        (&GAME, 8_341, 7_245),
        (&CROWD, 6_470, 1_456),
        (&TIES, 5_493, 1_119),
        (&SLACK, 12_594, 4_475),
    ] {
        let [left, hits] = travels(kind, 2, 20_000);
        assert!(left <= most && hits >= fewest, "{left} left, {hits} hits");
    }
}

/// Both boxes are met halfway, the upper one along x and the one below it, whose corner that is, along y, and
/// both share 8 px. The upper one is told first, which frees the box of the lower one, in whichever order they
/// are listed.
#[test]
fn of_two_that_are_met_alike_the_upper_one_is_first() {
    let shape = Shape::rect(0.0, 0.0, 16.0, 16.0, 0.0).unwrap();
    let cells = Drawn([0; SIDE * SIDE]);
    let ground = Ground::new(&cells, [16.0; 2], [0.0; 2], SIDE as u32, SIDE as u32);
    let [upper, lower] = [(8.0, 1), (24.0, 0)].map(|(top, number)| Other {
        center: [32.0, top + 8.0],
        half: [8.0; 2],
        number,
    });
    for boxes in [[upper, lower], [lower, upper]] {
        let mut motion = Motion {
            position: Vec3::new(16.0, 16.0, 0.0),
            thrust: Vec3::new(100.0, 100.0, 0.0),
            ..Motion::default()
        };
        let answer = glide(
            &ground,
            &boxes,
            &Hull::of(&shape),
            Vec3::ZERO,
            &mut motion,
            &mut 0,
        );
        assert_eq!(answer, Answer::Met);
        assert_eq!(motion.position, Vec3::new(8.0, 16.0, 0.0));
        assert_eq!(motion.thrust, Vec3::new(0.0, 100.0, 0.0));
    }
}

/// 160 px to a side, so ten cells of 16: a rectangle over all edges and one from the middle of the first cell
/// to the edge of the second.
#[test]
fn a_span_ends_with_the_grid() {
    let cells = Drawn([0; SIDE * SIDE]);
    for size in [16.0, 10.3] {
        let ground = Ground::new(&cells, [size; 2], [0.0; 2], SIDE as u32, SIDE as u32);
        let whole = ground.span(&Bounds::new(-50.0, -50.0, 500.0, 500.0));
        assert_eq!((whole.cols, whole.rows), ([0, 10], [0, 10]));
        let side = f64::from(size);
        let part = ground.span(&Bounds::new(side / 2.0, side * 9.5, side * 1.5, side));
        assert_eq!((part.cols, part.rows), ([0, 2], [9, 10]));
    }
}

/// Half a cell in one piece, more in as many as it takes, and those of each axis for itself.
#[test]
fn a_move_is_cut_up_as_it_is_for_the_resolver() {
    let parts = [0.0, 5.0, 7.999, 8.0, 8.001, 15.0, 16.0, 16.001, 40.0, 65.0, 500.0];
    for x in parts {
        for y in parts {
            for way in [
                Vec3::new(x, y, 0.0),
                Vec3::new(-y, x, 0.0),
                Vec3::new(-x, -y, 0.0),
            ] {
                for cell in [[16.0, 16.0], [16.0, 7.0], [31.0, 16.0]] {
                    let long = substeps([way.x.into(), way.y.into()], cell);
                    assert_eq!(pieces(way, cell), long, "{way} over {cell:?}");
                }
            }
        }
    }
}

#[test]
fn it_is_for_boxes_that_block_and_a_floor_takes_what_presses_on_it() {
    let shape = Shape::rect(0.0, 0.0, 8.0, 8.0, 0.0).unwrap();
    assert!(can_glide(&shape) && !can_glide(&shape.as_sensor()));
    assert!(!can_glide(&Shape::circle(0.0, 0.0, 8.0, 0.0).unwrap()));
    // Down is positive: both press; gravity presses less than the thrust lifts; more.
    assert_eq!(press([15.0, 20.0]), [0.0, 0.0]);
    assert_eq!(press([15.0, -400.0]), [15.0, -400.0]);
    assert_eq!(press([15.0, -5.0]), [5.0, -5.0]);
}
