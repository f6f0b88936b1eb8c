//! Which way out of a meeting, where rules other than the least way decide: each worked out by hand.

use akgl::collision::tiles::{LayerView, TileView};
use akgl::collision::{
    Bounds, Contact, LAYER_ACTOR, LAYER_STATIC, MOST_CONTACTS, Obstacle, Passage, ProxyId, Resolver, Scene,
    Shape, Space, Thing, Volume, block,
};
use akgl::physics::Motion;
use glam::Vec3;

/// What a body is among: volumes, those that are fixed first, and a column of two solid tiles of 16 px.
#[derive(Default)]
struct Among {
    fixed: Vec<Volume>,
    moving: Vec<Volume>,
    wall: bool,
}

const WALL: [LayerView<'static>; 1] = [LayerView {
    index: 0,
    cols: 1,
    rows: 2,
    offset: [0.0; 2],
    cells: &[1, 1],
}];

impl Scene for Among {
    fn tiles(&self) -> TileView<'_> {
        TileView {
            tile: [16.0; 2],
            layers: if self.wall { &WALL } else { &[] },
        }
    }

    fn near(&mut self, _: &Bounds, found: &mut Vec<Obstacle>) {
        for (number, volume) in self.fixed.iter().chain(&self.moving).enumerate() {
            let fixed = number < self.fixed.len();
            found.push(Obstacle {
                id: ProxyId::from_bits(number as u64 + 1),
                volume: *volume,
                layers: if fixed { LAYER_STATIC } else { LAYER_ACTOR },
                fixed,
                sensor: false,
            });
        }
    }
}

fn boxed(w: f32, h: f32) -> Shape {
    let shape = Shape::rect(0.0, 0.0, w, h, 8.0).unwrap();
    shape.against(LAYER_STATIC | LAYER_ACTOR)
}

fn at(shape: Shape, x: f32, y: f32) -> Volume {
    shape.at(Vec3::new(x, y, 0.0))
}

/// Fixed squares of 16 px.
fn blocks(places: &[[f32; 2]]) -> Among {
    Among {
        fixed: places
            .iter()
            .map(|[x, y]| at(boxed(16.0, 16.0), *x, *y))
            .collect(),
        ..Among::default()
    }
}

/// All that a body is told whose response is `respond`.
fn told(
    shape: Shape,
    [from, to]: [[f32; 3]; 2],
    space: Space,
    mut among: Among,
    respond: impl Fn(&mut Motion, &Contact),
) -> Vec<Contact> {
    let mut motion = Motion {
        position: Vec3::from_array(to),
        ..Motion::default()
    };
    let mut resolver = Resolver::default();
    resolver.begin_step();
    let mut all = Vec::new();
    while let Some(contact) = {
        let passage = Passage {
            shape,
            from: Vec3::from_array(from),
            to: motion.position,
            space,
            me: None,
        };
        resolver.next(&passage, &mut among)
    } {
        respond(&mut motion, &contact);
        all.push(contact);
    }
    all
}

fn first(shape: Shape, from: [f32; 2], to: [f32; 2], among: Among) -> Option<([f32; 3], f32)> {
    let way = [from, to].map(|[x, y]| [x, y, 0.0]);
    let all = told(shape, way, Space::Planar, among, |_, _| {});
    all.first()
        .map(|contact| (contact.normal.to_array(), contact.depth))
}

#[track_caller]
fn assert_near(found: Option<([f32; 3], f32)>, normal: [f32; 3], depth: f32) {
    let Some(known) = found else {
        panic!("nothing was told")
    };
    let off = (Vec3::from_array(known.0) - Vec3::from_array(normal)).length();
    assert!(
        off < 1e-4 && (known.1 - depth).abs() < 1e-3,
        "{known:?} instead of {normal:?} {depth}"
    );
}

const UP: [f32; 3] = [0.0, -1.0, 0.0];
const LEFT: [f32; 3] = [-1.0, 0.0, 0.0];
const RIGHT: [f32; 3] = [1.0, 0.0, 0.0];
const DOWN: [f32; 3] = [0.0, 1.0, 0.0];

/// 0.003 px is less than the 256th of a pixel that counts as touching.
#[test]
fn who_presses_into_a_face_by_less_than_the_slack_is_told_on_each_side() {
    for (from, to, normal) in [
        ([4.0, -8.0], [4.0, -7.997], UP),
        ([-8.0, 4.0], [-7.997, 4.0], LEFT),
        ([16.0, 4.0], [15.997, 4.0], RIGHT),
        ([4.0, 16.0], [4.0, 15.997], DOWN),
    ] {
        let found = first(boxed(8.0, 8.0), from, to, blocks(&[[0.0, 0.0]]));
        assert_near(found, normal, 0.003);
    }
}

/// It was over the block by a pixel, falls by five and ends over its edge by 0.002 px: it came from above.
#[test]
fn who_falls_past_an_edge_by_less_than_the_slack_lands_on_it() {
    let found = first(
        boxed(8.0, 8.0),
        [15.0, -9.0],
        [15.998, -4.0],
        blocks(&[[0.0, 0.0]]),
    );
    assert_near(found, UP, 4.0);
}

/// Both axes touch as it begins, by 0.001 and 0.003 px of overlap: neither came first, and up is first.
#[test]
fn overlap_within_the_slack_is_no_sooner_than_touching() {
    let found = first(
        boxed(8.0, 8.0),
        [-7.999, -7.997],
        [-3.0, -3.0],
        blocks(&[[0.0, 0.0]]),
    );
    assert_near(found, UP, 5.0);
}

/// A body 2 px wide that moves by 2.75 px from one flush block onto the next leaves the first behind and
/// sinks by 0.3 px: the second bears it. The same along a wall, under a ceiling and along the other wall.
#[test]
fn a_body_shorter_than_its_step_is_borne_by_the_next_of_flush_blocks() {
    let [beside, below] = [[[0.0, 0.0], [16.0, 0.0]], [[0.0, 0.0], [0.0, 16.0]]];
    for (from, to, places, normal) in [
        ([13.5, -2.0], [16.25, -1.7], beside, UP),
        ([13.5, 16.0], [16.25, 15.7], beside, DOWN),
        ([16.0, 13.5], [15.7, 16.25], below, RIGHT),
        ([-2.0, 13.5], [-1.7, 16.25], below, LEFT),
    ] {
        assert_near(first(boxed(2.0, 2.0), from, to, blocks(&places)), normal, 0.3);
    }
    // Of its own width in one step it meets the side of the second.
    let found = first(boxed(3.0, 2.0), [12.75, -2.0], [15.5, -1.7], blocks(&beside[1..]));
    assert_near(found, LEFT, 2.5);
}

/// Level with a box that gives way, within the slack, and along it only: it runs into its side.
#[test]
fn who_does_not_sink_is_not_borne() {
    let among = Among {
        moving: vec![at(boxed(16.0, 16.0), 16.0, 0.0)],
        ..Among::default()
    };
    let found = first(boxed(2.0, 2.0), [13.5, -1.999], [16.25, -1.999], among);
    assert_near(found, LEFT, 2.25);
}

/// From 12 px before it along z and 1 px beside it along x: z closes after two thirds of the move, x after one.
#[test]
fn z_counts_in_solid_space_only() {
    let way = [[-9.0, 4.0, -20.0], [-6.0, 4.0, -2.0]];
    for (space, normal, depth) in [(Space::Planar, LEFT, 2.0), (Space::Solid, [0.0, 0.0, -1.0], 6.0)] {
        let all = told(boxed(8.0, 8.0), way, space, blocks(&[[0.0, 0.0]]), |_, _| {});
        assert_near(all.first().map(|c| (c.normal.to_array(), c.depth)), normal, depth);
    }
    // Both after half of it: in the plane.
    let way = [[-10.0, 4.0, -10.0], [-6.0, 4.0, -6.0]];
    let all = told(
        boxed(8.0, 8.0),
        way,
        Space::Solid,
        blocks(&[[0.0, 0.0]]),
        |_, _| {},
    );
    assert_near(all.first().map(|c| (c.normal.to_array(), c.depth)), LEFT, 2.0);
}

/// Who began inside and moves along z only has no move in the plane to take back.
#[test]
fn a_move_along_z_is_refused_in_solid_space_only() {
    let way = [[4.0, 4.0, 0.0], [4.0, 4.0, 5.0]];
    for (space, count) in [(Space::Planar, 0), (Space::Solid, 1)] {
        let all = told(boxed(8.0, 8.0), way, space, blocks(&[[0.0, 0.0]]), |_, _| {});
        assert_eq!(all.len(), count, "{all:?}");
        assert!(
            all.iter().all(|c| c.normal == Vec3::NEG_Z && c.depth == 5.0),
            "{all:?}"
        );
    }
}

/// The middle of a circle of radius 5 goes from (7.5, -14) by (4, 4), seen from a square's middle 8 px from its
/// sides: above the top until a quarter of the way, where it is beside the corner. The circle of 5 around the
/// corner, from (-0.5, -6), is crossed at t with 32 t^2 - 52 t + 11.25 = 0, t = 0.256990: at (0.527961,
/// -4.972039), a fifth of which is the normal; the end (3.5, -2) lies 5 - 2.358388 deep along that.
#[test]
fn a_circle_meets_the_corner_that_it_has_come_beside() {
    let circle = Shape::circle(0.0, 0.0, 5.0, 8.0).unwrap();
    let found = first(circle, [15.5, -6.0], [19.5, -2.0], blocks(&[[0.0, 0.0]]));
    assert_near(found, [0.105_592, -0.994_408, 0.0], 2.641_612);
}

/// Against a wall of two tiles, at whose joint it arrives: beside the corner of the lower one where it touches,
/// but the upper one covers that corner's top, and it ends beside the lower one's side. Both push it out by
/// 2 px; the lower one shares 6 px with it, the upper one 4.
#[test]
fn a_circle_that_ends_beside_a_covered_corner_is_told_of_the_side() {
    let circle = Shape::circle(0.0, 0.0, 5.0, 8.0).unwrap();
    let among = Among {
        wall: true,
        ..Among::default()
    };
    let way = [[-6.0, 15.0, 0.0], [-3.0, 17.0, 0.0]];
    let all = told(circle, way, Space::Planar, among, |_, _| {});
    let met = all[0];
    assert!(matches!(met.thing, Thing::Tile(tile) if tile.row == 1), "{met:?}");
    assert_near(Some((met.normal.to_array(), met.depth)), LEFT, 2.0);
}

/// The last contact that a sub-step can tell takes the whole move back; but where moves are only refused each
/// says the same to the end.
#[test]
fn the_last_contact_of_many_takes_the_move_back_unless_it_refuses() {
    let pile = |x: f32| blocks(&vec![[x, 0.0]; MOST_CONTACTS + 6]);
    // 3 px into a pile of blocks from their left.
    let way = [[-9.0, 4.0, 0.0], [-5.0, 7.0, 0.0]];
    let all = told(boxed(8.0, 8.0), way, Space::Planar, pile(0.0), |_, _| {});
    assert_eq!(all.len(), MOST_CONTACTS);
    let (last, before) = all.split_last().unwrap();
    assert!(before.iter().all(|c| c.normal == Vec3::NEG_X), "{before:?}");
    assert_near(Some((last.normal.to_array(), last.depth)), [-0.8, -0.6, 0.0], 5.0);
    assert_eq!(last.place, Vec3::new(-9.0, 4.0, 0.0));
    // Within them from the beginning.
    let way = [[2.0, 4.0, 0.0], [6.0, 7.0, 0.0]];
    let all = told(boxed(8.0, 8.0), way, Space::Planar, pile(0.0), |_, _| {});
    assert_eq!(all.len(), MOST_CONTACTS);
    assert!(
        all.iter().all(|c| c.normal == Vec3::NEG_X && c.depth == 4.0),
        "{all:?}"
    );
}

/// A refused move puts the body back to where another overlaps it by 4 px, which then pushes it out by all of
/// these: geometry does not crowd.
#[test]
fn who_is_put_back_by_geometry_is_not_crowded_by_it() {
    let among = Among {
        fixed: vec![at(boxed(100.0, 100.0), 0.0, 0.0)],
        moving: vec![at(boxed(8.0, 8.0), 46.0, 50.0)],
        wall: false,
    };
    let way = [[50.0, 50.0, 0.0], [55.0, 50.0, 0.0]];
    let all = told(boxed(8.0, 8.0), way, Space::Planar, among, |motion, contact| {
        block(motion, contact);
    });
    let said: Vec<_> = all.iter().map(|c| (c.normal, c.depth)).take(2).collect();
    assert_eq!(said, [(Vec3::NEG_X, 5.0), (Vec3::X, 4.0)]);
}
