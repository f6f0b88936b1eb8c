//! The objects of a map's collidable layers in a world.

use akgl::collision::LAYER_STATIC;
use akgl::map::Map;
use akgl::world::{World, WorldError};

fn map_of(objects: &str) -> Map {
    let text = format!(
        r#"{{"type": "map", "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 16, "tileheight": 16,
        "infinite": false, "tilesets": [], "layers": [
        {{"type": "objectgroup", "id": 1, "name": "drawn", "objects": [
         {{"id": 90, "name": "no matter", "x": 0, "y": 0, "width": 500, "height": 500}}]}},
        {{"type": "objectgroup", "id": 2, "name": "solid", "offsetx": 100, "offsety": 0, "objects": [{objects}],
         "properties": [{{"name": "collidable", "type": "bool", "value": true}}]}}]}}"#
    );
    Map::from_json_str(&text, "").unwrap()
}

#[test]
fn the_objects_of_collidable_layers_become_static_geometry() {
    let map = map_of(
        r#"{"id": 1, "name": "wall", "x": 0, "y": 0, "width": 8, "height": 20},
        {"id": 2, "name": "peg", "x": 50, "y": 5, "point": true},
        {"id": 3, "name": "ball", "x": 100, "y": 0, "width": 10, "height": 10, "ellipse": true},
        {"id": 4, "name": "pill", "x": 150, "y": 0, "width": 30, "height": 10, "capsule": true}"#,
    );
    let mut world = World::default();
    let made = world.set_map(&map).unwrap();
    let users: Vec<u64> = made
        .iter()
        .map(|id| world.get_static(*id).unwrap().user)
        .collect();
    assert_eq!(users, [1, 2, 3, 4]);
    let mut solid = |x: f32, y: f32| world.box_blocked(x - 0.125, y - 0.125, 0.25, 0.25, LAYER_STATIC);
    assert!(!solid(50.0, 5.0), "of a layer that is not collidable");
    assert!(
        solid(107.0, 19.0) && !solid(108.5, 19.0),
        "the wall, with its layer's offset"
    );
    assert!(
        solid(149.75, 4.75) && solid(150.25, 5.25) && !solid(151.0, 5.0),
        "the peg"
    );
    assert!(solid(205.0, 5.0) && !solid(200.5, 0.5), "the ball has no corners");
    assert!(
        solid(265.0, 0.5) && !solid(250.5, 0.5),
        "a pill that lies has a straight top"
    );
    for id in made {
        assert!(world.remove_static(id).is_some());
    }
}

#[test]
fn an_object_that_no_shape_is_for_is_refused_by_name_and_nothing_is_taken() {
    let mut world = World::default();
    for (object, name, why) in [
        (
            r#""name": "ramp", "width": 8, "height": 4, "rotation": 30"#,
            "ramp",
            "rotated",
        ),
        (
            r#""name": "egg", "width": 8, "height": 4, "ellipse": true"#,
            "egg",
            "oval",
        ),
        (
            r#""name": "line", "polyline": [{"x": 0, "y": 0}, {"x": 5, "y": 5}]"#,
            "line",
            "only rectangles",
        ),
        (r#""name": "flat", "width": 8, "height": 0"#, "flat", "0"),
    ] {
        let map = map_of(&format!(
            r#"{{"id": 6, "name": "good", "x": 0, "y": 0, "width": 4, "height": 4}}, {{"id": 7, "x": 1, "y": 2, {object}}}"#
        ));
        let hash = world.hash();
        let error = world.set_map(&map).unwrap_err();
        assert!(matches!(&error, WorldError::NoGeometry(refused) if refused.name == name));
        let text = error.to_string();
        assert!(
            text.contains(&format!("object 7 \"{name}\" at (101, 2)")) && text.contains(why),
            "{text}"
        );
        assert_eq!(world.hash(), hash);
    }
}
