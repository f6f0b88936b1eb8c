//! Which contacts a body is told of, in what order and how deep, where several things want it to go several ways. The
//! caller is a script here: it moves the body as the test says, not as the contact asks.

use crate::harness::{World, kinds};
use akgl::collision::tiles::{LayerView, TileView};
use akgl::collision::{
    Bounds, Contact, LAYER_STATIC, MOST_SENSED, Obstacle, Owner, Passage, Proxy, ProxyId, Resolver, Scene,
    Shape, Space, Thing,
};
use glam::Vec3;

/// A room with what the test puts there.
struct Script<'a> {
    map: Option<&'a [LayerView<'a>]>,
    obstacles: Vec<Obstacle>,
}

impl Scene for Script<'_> {
    fn tiles(&self) -> TileView<'_> {
        TileView {
            tile: [16.0; 2],
            layers: self.map.unwrap_or(&[]),
        }
    }

    fn near(&mut self, _: &Bounds, found: &mut Vec<Obstacle>) {
        found.extend(&self.obstacles);
    }
}

/// A box whose middle is the body's position.
fn sized(width: f32, height: f32) -> Shape {
    let shape = Shape::rect(-width / 2.0, -height / 2.0, width, height, 0.0).expect("a good shape");
    shape.on(1).against(1 | LAYER_STATIC)
}

fn names(count: usize) -> Vec<ProxyId> {
    let mut proxies = World::new(vec![]).proxies;
    let proxy = Proxy {
        shape: kinds()[0],
        position: Vec3::ZERO,
        owner: Owner::Body(0),
    };
    (0..count).map(|_| proxies.add(proxy)).collect()
}

fn thing(id: ProxyId, shape: Shape, x: f32, y: f32) -> Obstacle {
    Obstacle {
        id,
        volume: shape.at(Vec3::new(x, y, 0.0)),
        layers: 1,
        fixed: false,
        sensor: false,
    }
}

fn passage(me: ProxyId, from: [f32; 2], to: [f32; 2]) -> Passage {
    Passage {
        shape: sized(20.0, 30.0),
        from: Vec3::new(from[0], from[1], 0.0),
        to: Vec3::new(to[0], to[1], 0.0),
        space: Space::Planar,
        me: Some(me),
    }
}

fn among(obstacles: Vec<Obstacle>) -> Script<'static> {
    Script { map: None, obstacles }
}

#[test]
fn two_alike_on_one_spot_part_in_opposite_directions() {
    let ids = names(2);
    let shape = sized(20.0, 30.0);
    let told = |me: ProxyId, other: ProxyId| {
        let mut scene = among(vec![thing(other, shape, 0.0, 0.0)]);
        let passage = passage(me, [0.0; 2], [0.0; 2]);
        Resolver::default()
            .next(&passage, &mut scene)
            .expect("they are in each other")
    };
    let (first, second) = (told(ids[0], ids[1]), told(ids[1], ids[0]));
    // Two boxes of 20 times 30 on one spot are 20 in each other, along x; the way of the one that was there first
    // is that of the plain question.
    let volume = shape.at(Vec3::ZERO);
    let plain = akgl::collision::narrow::separate(&volume, &volume, Space::Planar).expect("in each other");
    assert_eq!(f64::from(first.normal.x), plain.normal[0]);
    assert_eq!(first.normal.x.abs(), 1.0);
    assert_eq!(second.normal, -first.normal);
    assert_eq!([first.depth, second.depth], [20.0; 2]);
}

#[test]
fn who_comes_from_a_spot_of_alikes_goes_on_as_it_went() {
    let ids = names(3);
    let shape = sized(20.0, 30.0);
    for me in 0..3 {
        let others = (0..3).filter(|other| *other != me);
        let mut scene = among(others.map(|other| thing(ids[other], shape, 0.0, 0.0)).collect());
        let passage = passage(ids[me], [0.0; 2], [0.0; 2]);
        let mut resolver = Resolver::default();
        let first = resolver.next(&passage, &mut scene).expect("the first of the two");
        let second = resolver.next(&passage, &mut scene).expect("the other");
        assert_ne!(first.thing, second.thing);
        assert_eq!(
            first.normal, second.normal,
            "body {me}: not back where it came from"
        );
        assert_eq!([first.depth, second.depth], [20.0; 2], "body {me}: both in full");
    }
}

#[test]
fn a_push_across_decides_nothing_between_two_alike() {
    let ids = names(3);
    let shape = sized(20.0, 30.0);
    // One that is wider and 4 pixels in the body from above is told first; then the one on the same spot.
    let above = thing(ids[1], sized(80.0, 30.0), 0.0, -26.0);
    let alike = thing(ids[2], shape, 0.0, 0.0);
    let passage = passage(ids[0], [0.0; 2], [0.0; 2]);
    let alone = Resolver::default()
        .next(&passage, &mut among(vec![alike]))
        .expect("in each other");
    let (mut scene, mut resolver) = (among(vec![alike, above]), Resolver::default());
    let first = resolver.next(&passage, &mut scene).expect("the one above");
    assert_eq!(
        (first.thing, first.normal, first.depth),
        (Thing::Proxy(ids[1]), Vec3::Y, 4.0)
    );
    let second = resolver.next(&passage, &mut scene).expect("the one on the spot");
    assert_eq!(
        (second.normal, second.depth),
        (alone.normal, 20.0),
        "neither turned nor halved"
    );
}

#[test]
fn a_push_back_between_two_counts_half_and_the_next_a_quarter() {
    let ids = names(3);
    // The body reaches from -10 to 10; the one on the left to -2, the one on the right from 4.
    let left = thing(ids[1], sized(20.0, 30.0), -12.0, 0.0);
    let right = thing(ids[2], sized(20.0, 30.0), 14.0, 0.0);
    let (mut scene, mut resolver) = (among(vec![left, right]), Resolver::default());
    let mut x = 0.0;
    let mut told = Vec::new();
    while let Some(contact) = resolver.next(&passage(ids[0], [0.0; 2], [x, 0.0]), &mut scene) {
        assert!(told.len() < 20 && !contact.entered);
        told.push(contact.normal.x * contact.depth);
        x += contact.normal.x * contact.depth;
    }
    // From the left its 8 in full; from the right, which leads back, half of the 14 that it is in now; from the left,
    // for the second time and back, a quarter of 7. Both were left as they are by their own pushes: no more of them.
    assert_eq!(told, [8.0, -7.0, 1.75]);
}

#[test]
fn a_body_that_moves_is_met_four_times_in_a_sub_step_and_never_has_the_last_word() {
    let ids = names(3);
    let right = thing(ids[1], sized(40.0, 400.0), 130.0, 50.0);
    let below = thing(ids[2], sized(400.0, 40.0), 100.0, 85.0);
    let (mut scene, mut resolver) = (among(vec![right, below]), Resolver::default());
    let mut next = |by: [f32; 2]| {
        let to = [100.0 + by[0], 50.0 + by[1]];
        resolver.next(&passage(ids[0], [100.0, 50.0], to), &mut scene)
    };
    for round in 0..4 {
        let contact = next([6.0, 0.0]).expect("the one on the right");
        assert_eq!((contact.normal, contact.depth), (-Vec3::X, 6.0), "round {round}");
        let contact = next([0.0, 8.0]).expect("the one below");
        assert_eq!((contact.normal, contact.depth), (-Vec3::Y, 8.0), "round {round}");
    }
    assert_eq!(next([6.0, 0.0]), None);
    assert_eq!(next([0.0, 8.0]), None);
}

#[test]
fn running_into_one_body_makes_no_crowd_of_the_next() {
    let ids = names(3);
    // From outside of both, 12 right and 8 down, into one on the right and one below.
    let right = thing(ids[1], sized(20.0, 100.0), 25.0, 0.0);
    let below = thing(ids[2], sized(100.0, 20.0), -35.0, 30.0);
    let (mut scene, mut resolver) = (among(vec![right, below]), Resolver::default());
    let passage = passage(ids[0], [0.0; 2], [12.0, 8.0]);
    let told: Vec<Contact> = std::iter::from_fn(|| resolver.next(&passage, &mut scene)).collect();
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|contact| contact.entered), "{told:?}");
}

#[test]
fn what_contradicts_itself_takes_the_whole_move_back() {
    let ids = names(3);
    let wall = |id, shape, x, y| Obstacle {
        fixed: true,
        ..thing(id, shape, x, y)
    };
    // The body at (100, 50) reaches to (110, 65). One wall begins there on the right, one below.
    let right = wall(ids[1], sized(40.0, 400.0), 130.0, 50.0);
    let below = wall(ids[2], sized(400.0, 40.0), 100.0, 85.0);
    let (mut scene, mut resolver) = (among(vec![right, below]), Resolver::default());
    let mut next = |by: [f32; 2]| {
        let to = [100.0 + by[0], 50.0 + by[1]];
        resolver.next(&passage(ids[0], [100.0, 50.0], to), &mut scene)
    };
    for round in 0..4 {
        let contact = next([6.0, 0.0]).expect("the wall on the right");
        assert_eq!((contact.normal, contact.depth), (-Vec3::X, 6.0), "round {round}");
        let contact = next([0.0, 8.0]).expect("the wall below");
        assert_eq!((contact.normal, contact.depth), (-Vec3::Y, 8.0), "round {round}");
    }
    let last = next([6.0, 8.0]).expect("the last word");
    assert!(
        (last.normal - Vec3::new(-0.6, -0.8, 0.0)).length() < 1e-6,
        "{last:?}"
    );
    assert_eq!((last.depth, last.place), (10.0, Vec3::new(100.0, 50.0, 0.0)));
    assert_eq!(next([6.0, 8.0]), None);
}

#[test]
fn so_many_sensors_are_told_in_a_step_and_no_more() {
    let ids = names(MOST_SENSED + 45);
    let coin = |id: &ProxyId| Obstacle {
        sensor: true,
        ..thing(*id, sized(20.0, 30.0), 3.0, 0.0)
    };
    let (mut scene, mut resolver) = (among(ids[1..].iter().map(coin).collect()), Resolver::default());
    let passage = passage(ids[0], [0.0; 2], [0.0; 2]);
    let told = std::iter::from_fn(|| resolver.next(&passage, &mut scene))
        .take(1000)
        .count();
    assert_eq!(told, MOST_SENSED);
}

#[test]
fn a_move_inside_of_a_wall_is_taken_back_along_its_longer_axis() {
    let ids = names(2);
    let told = |to: [f32; 2]| {
        let wall = Obstacle {
            fixed: true,
            ..thing(ids[1], sized(100.0, 100.0), 55.0, 0.0)
        };
        let passage = passage(ids[0], [0.0; 2], to);
        let contact = Resolver::default().next(&passage, &mut among(vec![wall]))?;
        Some((contact.normal, contact.depth, contact.place))
    };
    // The body is 5 in the wall, whose way out leads left.
    assert_eq!(
        told([3.0, -2.0]),
        Some((-Vec3::X, 3.0, Vec3::new(0.0, -2.0, 0.0)))
    );
    assert_eq!(told([2.0, -3.0]), Some((Vec3::Y, 3.0, Vec3::new(2.0, 0.0, 0.0))));
    assert_eq!(
        told([2.0, 2.0]),
        Some((-Vec3::Y, 2.0, Vec3::new(2.0, 0.0, 0.0))),
        "a tie is y's"
    );
    assert_eq!(told([-1.0, 0.0]), None, "out");
    assert_eq!(told([-1.0, 3.0]), None, "out, if slowly");
    assert_eq!(told([0.0, 0.0]), None, "no move");
}

/// The tiles of a room, in the order in which a body is told of them that only ever stays where it is.
fn tiles_told(map: &[&[u32]], body: [f32; 2], from: [f32; 2], to: [f32; 2]) -> Vec<(i32, i32, Contact)> {
    let cells = map.concat();
    let layer = LayerView {
        index: 0,
        cols: map[0].len() as u32,
        rows: map.len() as u32,
        offset: [0.0; 2],
        cells: &cells,
    };
    let layers = [layer];
    let mut scene = Script {
        map: Some(&layers),
        obstacles: Vec::new(),
    };
    let passage = Passage {
        shape: sized(body[0], body[1]),
        ..passage(names(1)[0], from, to)
    };
    let mut resolver = Resolver::default();
    std::iter::from_fn(|| resolver.next(&passage, &mut scene))
        .map(|contact| match contact.thing {
            Thing::Tile(tile) => (tile.col, tile.row, contact),
            Thing::Proxy(_) => unreachable!("there is none"),
        })
        .collect()
}

#[test]
fn a_tile_with_tiles_all_around_stops_a_body_that_nothing_else_has_stopped() {
    // From the left of nine tiles into the middle one, past all others: it was met through its left face at 16.
    let block: [&[u32]; 3] = [&[1, 1, 1]; 3];
    let told = tiles_told(&block, [8.0, 8.0], [-8.0, 24.0], [24.0, 24.0]);
    assert_eq!(told.len(), 1, "{told:?}");
    let (col, row, contact) = told[0];
    assert_eq!((col, row, contact.normal, contact.depth), (1, 1, -Vec3::X, 12.0));
    assert_eq!(contact.place, Vec3::new(12.0, 24.0, 0.0));
    assert!(contact.entered);
}

#[test]
fn a_tile_whose_faces_are_covered_is_told_after_those_whose_are_not() {
    // Straight down onto a step: the tile at (2, 0), the one at (1, 1), and the hidden one at (2, 1), in which most of
    // the body is.
    let stairs: [&[u32]; 3] = [&[0, 0, 1, 0], &[0, 1, 1, 1], &[0, 0, 1, 0]];
    let told = tiles_told(&stairs, [14.0, 20.0], [35.0, -12.0], [35.0, 10.0]);
    let order: Vec<(i32, i32)> = told.iter().map(|(col, row, _)| (*col, *row)).collect();
    assert_eq!(order, [(2, 0), (1, 1), (2, 1)]);
}
