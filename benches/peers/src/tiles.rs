//! A layer of tiles as what users of a rigid-body engine make of it: boxes, as few as a simple merging finds.

use akgl::world::TileLayer;

/// Left, top, width and height in pixels of the boxes that cover the solid tiles: each as wide as it can be
/// from its first free tile on, then as high as that width can be.
pub fn boxes(layer: &TileLayer, side: f32) -> Vec<[f32; 4]> {
    let (cols, rows) = (layer.cols() as usize, layer.rows() as usize);
    let mut left: Vec<bool> = layer.cells().iter().map(|cell| *cell != 0).collect();
    let mut made = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            if !left[row * cols + col] {
                continue;
            }
            let across = left[row * cols + col..(row + 1) * cols]
                .iter()
                .take_while(|solid| **solid)
                .count();
            let whole = |row: usize| row * cols + col..row * cols + col + across;
            let down = (row..rows)
                .take_while(|row| left[whole(*row)].iter().all(|solid| *solid))
                .count();
            for row in row..row + down {
                left[whole(row)].fill(false);
            }
            made.push([col, row, across, down].map(|tiles| tiles as f32 * side));
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_l_of_tiles_is_two_boxes_and_a_block_is_one() {
        let layer = TileLayer::from_text("##.\n#..\n#.#");
        let expected = [
            [0.0, 0.0, 32.0, 16.0],
            [0.0, 16.0, 16.0, 32.0],
            [32.0, 32.0, 16.0, 16.0],
        ];
        assert_eq!(boxes(&layer, 16.0), expected);
        let block = TileLayer::from_text("###\n###");
        assert_eq!(boxes(&block, 16.0), [[0.0, 0.0, 48.0, 32.0]]);
    }
}
