//! The contract of the broad phase, run over every entry of a table: the two that ship and one of
//! brute force that lives here.
//!
//! A partitioner may tell too much and never too little, each id once. So what is compared is what
//! is left of an answer when the rectangles themselves have been compared.

use std::collections::BTreeMap;

use akgl::collision::Bounds;
use akgl::collision::broad::{self, Bsp, Partitioner};
use proptest::prelude::*;

/// The partitioner that cannot be wrong: a list.
#[derive(Default)]
struct Brute(BTreeMap<u32, Bounds>);

impl Partitioner for Brute {
    fn insert(&mut self, id: u32, bounds: &Bounds) {
        self.0.insert(id, *bounds);
    }

    fn update(&mut self, id: u32, bounds: &Bounds) {
        self.0.insert(id, *bounds);
    }

    fn remove(&mut self, id: u32) {
        self.0.remove(&id);
    }

    fn query(&mut self, area: &Bounds, found: &mut Vec<u32>) {
        found.extend(
            self.0
                .iter()
                .filter(|(_, bounds)| bounds.overlaps(area))
                .map(|(id, _)| *id),
        );
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

fn table() -> Vec<(String, Box<dyn Partitioner>)> {
    let mut table: Vec<(String, Box<dyn Partitioner>)> = vec![("brute".into(), Box::new(Brute::default()))];
    for cell in [16.0, 3.0, 1000.0] {
        for name in broad::NAMES {
            let made = broad::by_name(name, [cell, cell * 0.75]).expect("every name of the table makes one");
            table.push((format!("{name}, cells of {cell}"), made));
        }
    }
    table
}

/// Asks every partitioner and compares each with the list of what is really there.
fn agree(table: &mut [(String, Box<dyn Partitioner>)], there: &BTreeMap<u32, Bounds>, area: &Bounds) {
    let wanted: Vec<u32> = there
        .iter()
        .filter(|(_, bounds)| bounds.overlaps(area))
        .map(|(id, _)| *id)
        .collect();
    for (name, partitioner) in table {
        let mut found = vec![u32::MAX];
        partitioner.query(area, &mut found);
        assert_eq!(
            found.remove(0),
            u32::MAX,
            "{name}: a query appends, it does not replace"
        );
        found.sort_unstable();
        let told = found.len();
        found.dedup();
        assert_eq!(told, found.len(), "{name}: an id was told twice for {area:?}");
        found.retain(|id| {
            let bounds = there.get(id);
            bounds
                .unwrap_or_else(|| panic!("{name}: told {id}, which is not there"))
                .overlaps(area)
        });
        assert_eq!(found, wanted, "{name}: {area:?}");
    }
}

#[derive(Clone, Debug)]
enum Op {
    Insert(u32, Bounds),
    Update(u32, Bounds),
    /// A small move of one that may be there.
    Nudge(u32, f64, f64),
    Remove(u32),
    Query(Bounds),
    Clear,
}

/// Places that collide often: near the origin, on cell borders, and far out.
fn place() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => -100.0..100.0_f64,
        3 => (-8..8_i32).prop_map(|cell| f64::from(cell) * 16.0),
        2 => prop_oneof![Just(1.0), Just(-1.0)].prop_flat_map(|side| (0.0..200.0_f64).prop_map(move |near| side * (1e6 - near))),
        1 => -1e6..1e6_f64,
    ]
}

/// Sizes from nothing to wider than the world.
fn extent() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => 0.1..40.0_f64,
        2 => Just(16.0),
        1 => Just(0.0),
        1 => 100.0..4000.0_f64,
        1 => Just(4e6),
    ]
}

fn rectangle() -> impl Strategy<Value = Bounds> {
    (place(), place(), extent(), extent()).prop_map(|(x, y, w, h)| Bounds::new(x, y, w, h))
}

fn op() -> impl Strategy<Value = Op> {
    let id = || 0..60_u32;
    prop_oneof![
        6 => (id(), rectangle()).prop_map(|(id, bounds)| Op::Insert(id, bounds)),
        4 => (id(), rectangle()).prop_map(|(id, bounds)| Op::Update(id, bounds)),
        6 => (id(), -9.0..9.0_f64, -9.0..9.0_f64).prop_map(|(id, x, y)| Op::Nudge(id, x, y)),
        3 => id().prop_map(Op::Remove),
        8 => rectangle().prop_map(Op::Query),
        1 => Just(Op::Clear),
    ]
}

fn run(ops: &[Op]) {
    let mut table = table();
    let mut there = BTreeMap::new();
    for op in ops {
        match op {
            Op::Insert(id, bounds) => {
                there.insert(*id, *bounds);
                table.iter_mut().for_each(|(_, p)| p.insert(*id, bounds));
            }
            Op::Update(id, bounds) => {
                there.insert(*id, *bounds);
                table.iter_mut().for_each(|(_, p)| p.update(*id, bounds));
            }
            Op::Nudge(id, x, y) => {
                if let Some(bounds) = there.get_mut(id) {
                    *bounds = Bounds {
                        min: [bounds.min[0] + x, bounds.min[1] + y],
                        max: [bounds.max[0] + x, bounds.max[1] + y],
                    };
                    let bounds = *bounds;
                    table.iter_mut().for_each(|(_, p)| p.update(*id, &bounds));
                }
            }
            Op::Remove(id) => {
                there.remove(id);
                table.iter_mut().for_each(|(_, p)| p.remove(*id));
            }
            Op::Query(area) => agree(&mut table, &there, area),
            Op::Clear => {
                there.clear();
                table.iter_mut().for_each(|(_, p)| p.clear());
            }
        }
    }
    agree(&mut table, &there, &Bounds::new(-1e7, -1e7, 2e7, 2e7));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_operations_gives_the_same_sets(ops in prop::collection::vec(op(), 1..250)) {
        run(&ops);
    }
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

#[test]
fn a_crowd_larger_than_the_smallest_table_keeps_the_contract() {
    let mut table = table();
    let mut there = BTreeMap::new();
    let mut dice = Dice(1);
    for id in 0..6000_u32 {
        let bounds = Bounds::new(dice.between(-3e3, 3e3), dice.between(-3e3, 3e3), 20.0, 20.0);
        there.insert(id, bounds);
        table.iter_mut().for_each(|(_, p)| p.insert(id, &bounds));
    }
    for round in 0..5 {
        for (id, bounds) in &mut there {
            if id % 7 == round {
                *bounds = Bounds::new(dice.between(-3e3, 3e3), dice.between(-3e3, 3e3), 20.0, 20.0);
                table.iter_mut().for_each(|(_, p)| p.update(*id, bounds));
            }
        }
        for _ in 0..40 {
            let area = Bounds::new(dice.between(-3e3, 3e3), dice.between(-3e3, 3e3), 90.0, 90.0);
            agree(&mut table, &there, &area);
        }
    }
}

#[test]
fn a_world_wider_than_any_array_of_cells() {
    // From -1e6 to 1e6 are 125 000 cells of 16 px a side, 15 thousand million of them.
    let mut table = table();
    let mut there = BTreeMap::new();
    for id in 0..2000_u32 {
        let x = -1e6 + f64::from(id) * 1000.0;
        let bounds = Bounds::new(x, -x, 32.0, 32.0);
        there.insert(id, bounds);
        table.iter_mut().for_each(|(_, p)| p.insert(id, &bounds));
    }
    for id in (0..2000_u32).step_by(37) {
        agree(&mut table, &there, &there[&id].clone());
        let x = -1e6 + f64::from(id) * 1000.0;
        agree(
            &mut table,
            &there,
            &Bounds::new(x + 40.0, -x + 40.0, 900.0, 900.0),
        );
    }
    agree(&mut table, &there, &Bounds::new(-2e6, -2e6, 4e6, 4e6));
}

#[test]
fn a_thing_larger_than_the_world_is_found_from_everywhere() {
    let mut table = table();
    let mut there = BTreeMap::from([(3, Bounds::new(-1e9, -1e9, 2e9, 2e9))]);
    for id in 10..300_u32 {
        there.insert(
            id,
            Bounds::new(f64::from(id) * 5.0, f64::from(id % 17) * 9.0, 4.0, 4.0),
        );
    }
    for (id, bounds) in &there {
        table.iter_mut().for_each(|(_, p)| p.insert(*id, bounds));
    }
    for (x, y) in [(0.0, 0.0), (1e6, -1e6), (-1e6, 1e6), (500.0, 40.0)] {
        agree(&mut table, &there, &Bounds::new(x, y, 1.0, 1.0));
    }
    there.remove(&3);
    table.iter_mut().for_each(|(_, p)| p.remove(3));
    agree(&mut table, &there, &Bounds::new(-1e6, -1e6, 2e6, 2e6));
}

#[test]
fn many_on_one_spot_and_in_one_line() {
    let mut table = table();
    let mut there = BTreeMap::new();
    for id in 0..500_u32 {
        let bounds = if id % 2 == 0 {
            Bounds::new(7.0, 7.0, 9.0, 9.0)
        } else {
            Bounds::new(0.0, f64::from(id) * 3.0, 2.0, 2.0)
        };
        there.insert(id, bounds);
        table.iter_mut().for_each(|(_, p)| p.insert(id, &bounds));
    }
    agree(&mut table, &there, &Bounds::new(8.0, 8.0, 1.0, 1.0));
    agree(&mut table, &there, &Bounds::new(1.0, 600.0, 1.0, 300.0));
    agree(&mut table, &there, &Bounds::new(300.0, 300.0, 1.0, 1.0));
}

/// What a caller must not hand over, and still: no hang, no panic, and everything else is found.
#[test]
fn edges_that_are_no_numbers_harm_nobody_else() {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let bad = [
        Bounds {
            min: [nan, nan],
            max: [nan, nan],
        },
        Bounds {
            min: [nan, 0.0],
            max: [1.0, 1.0],
        },
        Bounds {
            min: [0.0, 0.0],
            max: [1.0, nan],
        },
        Bounds {
            min: [-inf, -inf],
            max: [inf, inf],
        },
        Bounds {
            min: [inf, inf],
            max: [-inf, -inf],
        },
        Bounds {
            min: [-inf, 0.0],
            max: [5.0, 5.0],
        },
        Bounds {
            min: [inf, inf],
            max: [inf, inf],
        },
        Bounds {
            min: [9.0, 9.0],
            max: [-9.0, -9.0],
        },
        Bounds {
            min: [f64::MIN, f64::MIN],
            max: [f64::MAX, f64::MAX],
        },
        Bounds {
            min: [1e300, 1e300],
            max: [1e301, 1e301],
        },
        Bounds {
            min: [5.0, 5.0],
            max: [5.0, 5.0],
        },
    ];
    let mut table = table();
    let mut there = BTreeMap::new();
    for id in 0..100_u32 {
        let bounds = Bounds::new(f64::from(id) * 3.0, f64::from(id % 9) * 4.0, 5.0, 5.0);
        there.insert(id, bounds);
        table.iter_mut().for_each(|(_, p)| p.insert(id, &bounds));
    }
    for round in 0..3_u32 {
        for (nth, bounds) in bad.iter().enumerate() {
            let id = 1000 + nth as u32;
            for (_, partitioner) in &mut table {
                // Wherever it was before: in a chain, in a leaf, in a list of its own.
                partitioner.update(id, &Bounds::new(4.0, 4.0, 2.0, 2.0));
                partitioner.update(id, bounds);
            }
        }
        for (name, partitioner) in &mut table {
            for area in &bad {
                partitioner.query(area, &mut Vec::new());
            }
            for (id, bounds) in &there {
                let mut found = Vec::new();
                partitioner.query(bounds, &mut found);
                assert!(found.contains(id), "{name}: {id} is lost in round {round}");
                found.sort_unstable();
                let told = found.len();
                found.dedup();
                assert_eq!(told, found.len(), "{name}: told twice");
            }
            for nth in 0..bad.len() as u32 {
                partitioner.remove(1000 + nth);
            }
        }
        agree(&mut table, &there, &Bounds::new(-1e3, -1e3, 2e3, 2e3));
    }
}

#[test]
fn no_error_to_take_out_what_is_not_there_or_put_in_what_is() {
    let mut table = table();
    let there = BTreeMap::from([(5, Bounds::new(50.0, 0.0, 4.0, 4.0))]);
    for (_, partitioner) in &mut table {
        partitioner.remove(5);
        partitioner.remove(70_000);
        partitioner.update(5, &Bounds::new(0.0, 0.0, 4.0, 4.0));
        partitioner.insert(5, &there[&5]);
    }
    agree(&mut table, &there, &Bounds::new(-9.0, -9.0, 99.0, 99.0));
    agree(&mut table, &there, &Bounds::new(-9.0, -9.0, 20.0, 20.0));
    for (_, partitioner) in &mut table {
        partitioner.remove(5);
        partitioner.remove(5);
    }
    agree(&mut table, &BTreeMap::new(), &Bounds::new(-9.0, -9.0, 99.0, 99.0));
}

#[test]
fn the_table_of_names_is_what_can_be_made() {
    assert_eq!(broad::NAMES, ["grid", "bsp"]);
    for name in ["", "Grid", "grid ", "gridd", "quadtree"] {
        assert!(broad::by_name(name, [16.0; 2]).is_none(), "{name}");
    }
}

#[test]
fn a_tree_is_rebuilt_only_when_enough_has_left_its_place() {
    let mut tree = Bsp::new();
    let home = |id: u32| Bounds::new(f64::from(id % 20) * 50.0, f64::from(id / 20) * 50.0, 10.0, 10.0);
    for id in 0..400 {
        tree.insert(id, &home(id));
    }
    assert_eq!(tree.rebuilds(), 0, "nothing was asked yet");
    let everywhere = Bounds::new(-1e4, -1e4, 2e4, 2e4);
    let mut found = Vec::new();
    for _ in 0..10 {
        found.clear();
        tree.query(&everywhere, &mut found);
        assert_eq!(found.len(), 400);
    }
    assert_eq!(tree.rebuilds(), 1, "once, for the first question");

    // A wobble that stays within every leaf.
    for step in 0..100_u32 {
        for id in 0..400 {
            let at = home(id);
            let by = f64::from(step % 2) * 0.01;
            tree.update(id, &Bounds::new(at.min[0] + by, at.min[1] + by, 9.9, 9.9));
        }
        tree.query(&everywhere, &mut Vec::new());
    }
    assert_eq!(tree.rebuilds(), 1, "nobody left a leaf");

    // A few wanderers do not cost a rebuild, all of them do, and that only one.
    for id in 0..10 {
        tree.update(id, &home(399 - id));
    }
    tree.query(&everywhere, &mut Vec::new());
    assert_eq!(tree.rebuilds(), 1);
    for id in 0..400 {
        tree.update(id, &home(399 - id));
    }
    for _ in 0..10 {
        tree.query(&everywhere, &mut Vec::new());
    }
    assert_eq!(tree.rebuilds(), 2);
}
