//! Many worlds in one call.

use super::World;

/// Steps every world by `dt` seconds. With the feature `parallel` they are shared out over the
/// processors; since worlds know nothing of each other, each gets the same bits as alone.
///
/// ```
/// use akgl::world::{Body, Character, World, step_all};
/// let mut rooms: Vec<World> = (0..100).map(|_| World::default()).collect();
/// step_all(&mut rooms, 1.0 / 60.0);
/// ```
pub fn step_all(worlds: &mut [World], dt: f32) {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        worlds.par_iter_mut().for_each(|world| world.step(dt));
    }
    #[cfg(not(feature = "parallel"))]
    worlds.iter_mut().for_each(|world| world.step(dt));
}
