//! The picture of a whole game as SVG: the level folded into three bands, the runner's way drawn over it.

use std::fmt::Write as _;

use akgl::map::LayerKind;

use crate::game::{Game, TILE};

const BANDS: u32 = 3;
const GAP: f32 = 8.0;
const HEAD: f32 = 40.0;

/// The colours of the tiles of the map, by their number.
fn color(tile: u32) -> &'static str {
    match tile {
        1 => "#5fae4b",
        2 => "#7b533a",
        3 => "#c58a50",
        4 => "#9da3b5",
        5 => "#e9edf4",
        _ => "#4f9a44",
    }
}

/// Draws a game as it stands.
pub fn draw(game: &Game) -> String {
    let columns = game.map.width.div_ceil(BANDS);
    let (width, high) = (columns as f32 * TILE, game.map.height as f32 * TILE);
    let height = HEAD + BANDS as f32 * (high + GAP) - GAP;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"monospace\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#1d1b2e\"/>\n\
         <text x=\"8\" y=\"16\" font-size=\"12\" fill=\"#e9ecf5\">examples/sidescroller (Rust): {}</text>\n\
         <text x=\"8\" y=\"32\" font-size=\"10\" fill=\"#9aa3bc\">white: on the ground; pink: in the air; \
         green: a jump begins; yellow: its highest point; rings: coins taken</text>\n",
        game.summary().trim()
    );
    svg.push_str("<defs><g id=\"level\">\n");
    draw_level(&mut svg, game).expect("a string takes everything");
    svg.push_str("</g></defs>\n");
    for band in 0..BANDS {
        let (left, top) = (band as f32 * width, HEAD + band as f32 * (high + GAP));
        writeln!(
            svg,
            "<svg x=\"0\" y=\"{top}\" width=\"{width}\" height=\"{high}\" viewBox=\"{left} 0 {width} {high}\">\n\
             <rect x=\"{left}\" width=\"{width}\" height=\"{high}\" fill=\"#8ec5e8\"/>\n<use href=\"#level\"/></svg>"
        )
        .expect("a string takes everything");
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_level(svg: &mut String, game: &Game) -> std::fmt::Result {
    for layer in game.map.layers.iter().rev() {
        let LayerKind::Tiles(cells) = &layer.kind else {
            continue;
        };
        for (at, tile) in cells.iter().enumerate().filter(|(_, tile)| **tile != 0) {
            let (column, row) = (at as u32 % game.map.width, at as u32 / game.map.width);
            // Plants and spikes are lower than their tile.
            let low = if *tile >= 5 { TILE / 2.0 } else { 0.0 };
            writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{TILE}\" height=\"{}\" fill=\"{}\"/>",
                column as f32 * TILE,
                row as f32 * TILE + low,
                TILE - low,
                color(*tile)
            )?;
        }
    }
    let [x, y, width, height] = game.flag;
    writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#d8344a\"/>"
    )?;
    for coin in &game.coins {
        let look = if game.world.contains(coin.id) {
            "r=\"5\" fill=\"#f9c22e\""
        } else {
            "r=\"4\" fill=\"none\" stroke=\"#fff6d0\""
        };
        writeln!(svg, "<circle cx=\"{}\" cy=\"{}\" {look}/>", coin.x, coin.y)?;
    }
    draw_way(svg, game)
}

fn draw_way(svg: &mut String, game: &Game) -> std::fmt::Result {
    for pair in game.path.windows(2).filter(|pair| !pair[0].fell) {
        let (from, to) = (&pair[0], &pair[1]);
        let stroke = if to.in_air { "#ff4fa0" } else { "#ffffff" };
        writeln!(
            svg,
            "<path d=\"M{} {}L{} {}\" stroke=\"{stroke}\" stroke-width=\"2.4\" stroke-linecap=\"round\"/>",
            from.x, from.y, to.x, to.y
        )?;
    }
    for at in game.path.iter().filter(|at| at.jumped || at.apex) {
        let fill = if at.jumped { "#5ce0c6" } else { "#ffe38a" };
        writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"{fill}\" stroke=\"#23183a\"/>",
            at.x, at.y
        )?;
    }
    Ok(())
}
