//! The broad phase: which proxies may overlap a rectangle.
//!
//! A [`Partitioner`] holds numbered rectangles and gives back the numbers of those that may overlap
//! another: every one that does, perhaps some that do not, each once. The caller compares exactly.
#![forbid(unsafe_code)]

mod bsp;
mod grid;

pub use bsp::Bsp;
pub use grid::Grid;

use super::bounds::Bounds;

/// A broad phase. Ids are small numbers chosen by the caller, dense enough to index an array.
///
/// The order in which a query answers is the partitioner's own; whoever needs an order sorts.
pub trait Partitioner: Send {
    /// Adds a rectangle. Adding an id that is there already moves it.
    fn insert(&mut self, id: u32, bounds: &Bounds);

    /// Moves a rectangle. An id that is not there is added.
    fn update(&mut self, id: u32, bounds: &Bounds);

    /// Takes a rectangle out. An id that is not there is no error.
    fn remove(&mut self, id: u32);

    /// Appends the ids that may overlap `area` to `found`, each once.
    fn query(&mut self, area: &Bounds, found: &mut Vec<u32>);

    /// Takes everything out.
    fn clear(&mut self);
}

/// What a partitioner is called: the table that every check of the contract runs over.
pub const NAMES: [&str; 2] = ["grid", "bsp"];

/// A partitioner by name, for cells of the given size in pixels; `None` for a name that is not in
/// [`NAMES`].
#[must_use]
pub fn by_name(name: &str, cell: [f64; 2]) -> Option<Box<dyn Partitioner>> {
    match name {
        "grid" => Some(Box::new(Grid::new(cell))),
        "bsp" => Some(Box::new(Bsp::new())),
        _ => None,
    }
}
