//! The runner's character file, the one that the C game reads with `akgl_character_load`.

use std::error::Error;
use std::path::Path;

use akgl::collision::{LAYER_ACTOR, LAYER_ENEMY, LAYER_PICKUP, LAYER_STATIC, Shape};
use akgl::glam::Vec3;
use akgl::world::Character;
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    character: Kind,
}

/// As much of the format as the runner's file uses.
#[derive(Deserialize)]
struct Kind {
    ax: f32,
    sx: f32,
    shape: Rect,
}

#[derive(Deserialize)]
struct Rect {
    x: f32,
    y: f32,
    w: f32,
    h: f32,
    collidemask: Vec<String>,
}

/// Reads the character.
///
/// # Errors
/// A file that cannot be read, or that is no character of a box.
pub fn load(path: &Path) -> Result<Character, Box<dyn Error>> {
    let File { character } = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let Rect { x, y, w, h, .. } = character.shape;
    let mut collides = 0;
    for layer in &character.shape.collidemask {
        collides |= match layer.as_str() {
            "static" => LAYER_STATIC,
            "actor" => LAYER_ACTOR,
            "enemy" => LAYER_ENEMY,
            "pickup" => LAYER_PICKUP,
            other => return Err(format!("{}: no layer is called {other:?}", path.display()).into()),
        };
    }
    Ok(Character {
        acceleration: Vec3::new(character.ax, 0.0, 0.0),
        top_speed: Vec3::new(character.sx, 0.0, 0.0),
        shape: Some(Shape::rect(x, y, w, h, 0.0)?.against(collides)),
    })
}
