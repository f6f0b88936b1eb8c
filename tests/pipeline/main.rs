//! Downstroke's pipeline: the document's rules, its silent cases, and an oracle in whole numbers.

mod integers;
mod jump;
mod pairs;
mod patterns;
mod silent_cases;
mod steps;
mod swept;
mod troubleshooting;

use akgl::pipeline::{Cells, Entity};

/// A grid drawn with `#` for solid, 16 px tiles.
struct Drawn {
    columns: u32,
    cells: Vec<u32>,
}

fn draw(rows: &[&str]) -> Drawn {
    let columns = rows[0].len();
    assert!(rows.iter().all(|row| row.len() == columns), "rows of one length");
    let cells = rows
        .iter()
        .flat_map(|row| row.bytes().map(|b| u32::from(b == b'#')))
        .collect();
    Drawn {
        columns: u32::try_from(columns).unwrap(),
        cells,
    }
}

impl Drawn {
    fn tiles(&self) -> Cells<'_> {
        Cells::new([16.0, 16.0], self.columns, &self.cells)
    }
}

/// A 16 px body under gravity.
fn body(x: f64, y: f64) -> Entity {
    Entity {
        x,
        y,
        width: 16.0,
        height: 16.0,
        gravity: true,
        ..Entity::default()
    }
}
