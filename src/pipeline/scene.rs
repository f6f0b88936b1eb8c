//! Many entities over one map, as a value.

use super::entity::Entity;
use super::pairs::resolve_entity_collisions;

/// Entities over the tiles they live among.
#[derive(Clone, Debug, Default)]
pub struct Scene<T> {
    /// The entities, in the order in which they are resolved.
    pub entities: Vec<Entity>,
    /// The tiles: anything that is [`SolidTiles`](super::SolidTiles), or a reference to it.
    pub tilemap: T,
}

/// A new scene in which every step was applied to every entity: the first step to all of them, then
/// the second, and so on. The scene given is not changed.
///
/// A step that needs the tiles is a closure over them:
/// `&|e| resolve_tile_collisions_x(e, &scene.tilemap)`.
#[must_use]
pub fn scene_update_entities<T: Clone>(scene: &Scene<T>, steps: &[&dyn Fn(Entity) -> Entity]) -> Scene<T> {
    let mut next = scene.clone();
    for step in steps {
        for entity in &mut next.entities {
            *entity = step(*entity);
        }
    }
    next
}

/// A new scene whose entities went through [`resolve_entity_collisions`]. The scene given is not
/// changed; a game that keeps one scene assigns the result to it.
#[must_use]
pub fn scene_resolve_collisions<T: Clone>(scene: &Scene<T>) -> Scene<T> {
    Scene {
        entities: resolve_entity_collisions(&scene.entities),
        tilemap: scene.tilemap.clone(),
    }
}
