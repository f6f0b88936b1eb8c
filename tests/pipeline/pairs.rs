//! Entities against each other: the document's rule, and the grid that must equal it to the bit.

use std::time::Instant;

use akgl::pipeline::*;
use proptest::prelude::*;

fn solid(x: f64, y: f64, size: f64) -> Entity {
    Entity {
        x,
        y,
        width: size,
        height: size,
        vx: 7.0,
        vy: 9.0,
        solid: true,
        ..Entity::default()
    }
}

#[test]
fn pushes_along_the_smaller_overlap_by_half_each_with_speeds_of_one() {
    // Side by side: 4 px in x, 16 in y.
    let pushed = resolve_entity_collisions(&[solid(0.0, 0.0, 16.0), solid(12.0, 0.0, 16.0)]);
    assert_eq!((pushed[0].x, pushed[0].vx, pushed[0].vy), (-2.0, -1.0, 9.0));
    assert_eq!((pushed[1].x, pushed[1].vx, pushed[1].vy), (14.0, 1.0, 9.0));
    // Stacked: 6 px in y; the earlier one is below.
    let pushed = resolve_entity_collisions(&[solid(0.0, 10.0, 16.0), solid(0.0, 0.0, 16.0)]);
    assert_eq!((pushed[0].y, pushed[0].vy, pushed[0].vx), (13.0, 1.0, 7.0));
    assert_eq!((pushed[1].y, pushed[1].vy, pushed[1].vx), (-3.0, -1.0, 7.0));
}

#[test]
fn entities_that_are_not_solid_are_skipped_and_the_order_is_kept() {
    let ghost = Entity {
        solid: false,
        tag: 2,
        ..solid(4.0, 0.0, 16.0)
    };
    let list = [
        Entity {
            tag: 1,
            ..solid(0.0, 0.0, 16.0)
        },
        ghost,
        Entity {
            tag: 3,
            ..solid(12.0, 0.0, 16.0)
        },
    ];
    let pushed = resolve_entity_collisions(&list);
    assert_eq!(pushed.iter().map(|e| e.tag).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(pushed[1], ghost);
    assert_eq!((pushed[0].x, pushed[2].x), (-2.0, 14.0));
}

#[test]
fn touching_entities_are_left_alone() {
    let list = [
        solid(0.0, 0.0, 16.0),
        solid(16.0, 0.0, 16.0),
        solid(0.0, 16.0, 16.0),
    ];
    assert_eq!(resolve_entity_collisions(&list), list);
}

#[test]
fn later_pairs_see_what_earlier_pushes_did() {
    // (0, 1) push each other by 2; then 1 reaches 2 px into 2 and those two part by 1 each.
    let pushed = resolve_entity_collisions(&[
        solid(0.0, 0.0, 16.0),
        solid(12.0, 0.0, 16.0),
        solid(28.0, 0.0, 16.0),
    ]);
    assert_eq!((pushed[0].x, pushed[1].x, pushed[2].x), (-2.0, 13.0, 29.0));
}

#[test]
fn nothing_in_nothing_out() {
    assert!(resolve_entity_collisions(&[]).is_empty());
}

fn bits(list: &[Entity]) -> Vec<[u64; 6]> {
    list.iter()
        .map(|e| [e.x, e.y, e.vx, e.vy, e.width, e.height].map(f64::to_bits))
        .collect()
}

/// Sizes from points to boxes much larger than the rest, and now and then something that is no box.
fn entity(spread: f64) -> impl Strategy<Value = Entity> {
    let place = prop_oneof![
        20 => -spread..spread,
        10 => (-spread..spread).prop_map(f64::round),
        1 => Just(f64::NAN),
        1 => Just(f64::INFINITY),
        1 => Just(1e300),
    ];
    let size = prop_oneof![
        20 => 1.0..20.0_f64,
        10 => Just(16.0),
        4 => 0.0..1.0_f64,
        3 => Just(0.0),
        2 => 50.0..400.0_f64,
        1 => Just(-4.0),
        1 => Just(1e308),
    ];
    (
        place.clone(),
        place,
        size.clone(),
        size,
        prop::bool::weighted(0.9),
    )
        .prop_map(|(x, y, width, height, solid)| Entity {
            x,
            y,
            width,
            height,
            solid,
            vx: 2.0,
            vy: 3.0,
            ..Entity::default()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn looking_up_equals_all_pairs_to_the_bit_when_dense(
        list in prop::collection::vec(entity(60.0), 64..220),
    ) {
        prop_assert_eq!(
            bits(&resolve_entity_collisions(&list)),
            bits(&resolve_entity_collisions_all_pairs(&list))
        );
    }

    #[test]
    fn looking_up_equals_all_pairs_to_the_bit_when_sparse(
        list in prop::collection::vec(entity(1500.0), 64..400),
    ) {
        prop_assert_eq!(
            bits(&resolve_entity_collisions(&list)),
            bits(&resolve_entity_collisions_all_pairs(&list))
        );
    }
}

/// Boxes strewn so that each overlaps about one other, whatever their number.
fn strewn(count: usize) -> Vec<Entity> {
    let mut seed = 3_u64;
    let side = (count as f64).sqrt() * 24.0;
    let mut random = move || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..count)
        .map(|_| solid((random() * side).floor(), (random() * side).floor(), 16.0))
        .collect()
}

#[test]
fn many_thousands_come_out_as_from_all_pairs_to_the_bit() {
    // All pairs of ten thousand take ten seconds without optimization.
    let list = strewn(if cfg!(debug_assertions) { 4000 } else { 10_000 });
    let start = Instant::now();
    let expected = resolve_entity_collisions_all_pairs(&list);
    let all_pairs = start.elapsed();
    let start = Instant::now();
    let resolved = resolve_entity_collisions(&list);
    println!(
        "{}: {:?} looked up, {all_pairs:?} all pairs",
        list.len(),
        start.elapsed()
    );
    assert_eq!(bits(&resolved), bits(&expected));
}

#[test]
fn a_heap_on_one_spot_comes_out_as_from_all_pairs_to_the_bit() {
    let heap = vec![solid(5.0, 5.0, 16.0); 500];
    let expected = resolve_entity_collisions_all_pairs(&heap);
    assert_eq!(bits(&resolve_entity_collisions(&heap)), bits(&expected));
}

/// Huge boxes among many small ones.
#[test]
fn boxes_of_very_different_sizes_come_out_as_from_all_pairs_to_the_bit() {
    let mut list = strewn(2000);
    for at in (0..2000).step_by(100) {
        list[at].width = 3000.0;
        list[at].height = 30.0;
    }
    let expected = resolve_entity_collisions_all_pairs(&list);
    assert_eq!(bits(&resolve_entity_collisions(&list)), bits(&expected));
}
