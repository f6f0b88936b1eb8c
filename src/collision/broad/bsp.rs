//! A binary space partition: the plane halved again and again, alternately where the rectangles'
//! middles lie.
//!
//! A rectangle stands at the deepest node whose half-planes contain it whole. A move that stays
//! within that node's half-planes only notes the new edges. One that leaves goes to a short list
//! beside the tree, and the tree is rebuilt at the next query once that list has grown past a share
//! of all.

use super::Partitioner;
use crate::collision::bounds::Bounds;

/// The most rectangles that a leaf holds before it is halved.
const LEAF: usize = 8;
/// The deepest the tree goes.
const DEPTH: u32 = 24;
/// Not in the tree but in the list beside it.
const LOOSE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    bounds: Bounds,
    node: u32,
}

#[derive(Clone, Debug)]
struct Node {
    /// What every rectangle at this node lies within.
    within: Bounds,
    axis: usize,
    at: f64,
    /// The lower child; the upper one follows it. 0 for a leaf.
    lower: u32,
    ids: Vec<u32>,
}

/// The tree. Best where sizes differ wildly and little moves.
#[derive(Clone, Debug, Default)]
pub struct Bsp {
    entries: Vec<Option<Entry>>,
    nodes: Vec<Node>,
    used: usize,
    loose: Vec<u32>,
    count: usize,
    rebuilds: u64,
    work: Vec<u32>,
}

impl Bsp {
    /// An empty tree.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How often the tree has been built since it was made.
    #[must_use]
    pub fn rebuilds(&self) -> u64 {
        self.rebuilds
    }

    fn is_stale(&self) -> bool {
        self.loose.len() > 16 + self.count / 4
    }

    fn rebuild(&mut self) {
        self.rebuilds += 1;
        self.loose.clear();
        self.used = 0;
        let mut ids = core::mem::take(&mut self.work);
        ids.clear();
        ids.extend((0..self.entries.len() as u32).filter(|id| self.entries[*id as usize].is_some()));
        let everywhere = Bounds {
            min: [f64::NEG_INFINITY; 2],
            max: [f64::INFINITY; 2],
        };
        let root = self.new_node(everywhere);
        self.split(root, &mut ids, 0);
        self.work = ids;
    }

    /// A fresh node; kept from the last tree where there is one, with the room of its list.
    fn new_node(&mut self, within: Bounds) -> usize {
        if self.used == self.nodes.len() {
            self.nodes.push(Node {
                within,
                axis: 0,
                at: 0.0,
                lower: 0,
                ids: Vec::new(),
            });
        } else {
            let node = &mut self.nodes[self.used];
            node.within = within;
            node.lower = 0;
            node.ids.clear();
        }
        self.used += 1;
        self.used - 1
    }

    fn middle(&self, id: u32, axis: usize) -> f64 {
        self.entries[id as usize].map_or(0.0, |entry| {
            (entry.bounds.min[axis] + entry.bounds.max[axis]) / 2.0
        })
    }

    /// Spreads `ids` over `node` and the nodes below it.
    fn split(&mut self, node: usize, ids: &mut [u32], depth: u32) {
        let axis = depth as usize % 2;
        if ids.len() > LEAF && depth < DEPTH {
            let half = ids.len() / 2;
            ids.select_nth_unstable_by(half, |a, b| {
                self.middle(*a, axis)
                    .total_cmp(&self.middle(*b, axis))
                    .then(a.cmp(b))
            });
            let at = self.middle(ids[half], axis);
            // Below first, then above, then what the line cuts, which stays here.
            let side = |bounds: &Bounds| {
                if bounds.max[axis] < at {
                    0
                } else if bounds.min[axis] >= at {
                    1
                } else {
                    2
                }
            };
            ids.sort_unstable_by_key(|id| (self.entries[*id as usize].map_or(2, |e| side(&e.bounds)), *id));
            let of_side = |ids: &[u32], wanted| {
                ids.iter()
                    .filter(|id| self.entries[**id as usize].is_some_and(|e| side(&e.bounds) == wanted))
                    .count()
            };
            let (below, above) = (of_side(ids, 0), of_side(ids, 1));
            if below + above > 0 && below.max(above) < ids.len() {
                let within = self.nodes[node].within;
                let (mut low, mut high) = (within, within);
                low.max[axis] = at;
                high.min[axis] = at;
                let lower = self.new_node(low);
                let upper = self.new_node(high);
                self.nodes[node].axis = axis;
                self.nodes[node].at = at;
                self.nodes[node].lower = lower as u32;
                let (to_lower, rest) = ids.split_at_mut(below);
                let (to_upper, here) = rest.split_at_mut(above);
                self.split(lower, to_lower, depth + 1);
                self.split(upper, to_upper, depth + 1);
                self.keep(node, here);
                return;
            }
        }
        self.keep(node, ids);
    }

    fn keep(&mut self, node: usize, ids: &[u32]) {
        for id in ids {
            if let Some(entry) = &mut self.entries[*id as usize] {
                entry.node = node as u32;
            }
        }
        self.nodes[node].ids.extend_from_slice(ids);
    }

    /// Takes an id off the list it stands in, not out of the entries.
    fn unlist(&mut self, id: u32, node: u32) {
        let list = if node == LOOSE {
            &mut self.loose
        } else {
            &mut self.nodes[node as usize].ids
        };
        if let Some(at) = list.iter().position(|other| *other == id) {
            list.swap_remove(at);
        }
    }

    fn visit(&self, node: usize, area: &Bounds, found: &mut Vec<u32>) {
        let Node {
            axis,
            at,
            lower,
            ref ids,
            ..
        } = self.nodes[node];
        found.extend(
            ids.iter()
                .filter(|id| self.entries[**id as usize].is_some_and(|entry| touches(&entry.bounds, area))),
        );
        if lower != 0 {
            if area.min[axis] < at {
                self.visit(lower as usize, area, found);
            }
            if area.max[axis] >= at {
                self.visit(lower as usize + 1, area, found);
            }
        }
    }
}

/// Overlapping or touching: the broad phase may tell too much, never too little.
fn touches(a: &Bounds, b: &Bounds) -> bool {
    (0..2).all(|axis| a.min[axis] <= b.max[axis] && b.min[axis] <= a.max[axis])
}

/// Whether a rectangle lies within a node's half-planes as the query reads them: below a line
/// strictly, above it or on it.
fn inside(bounds: &Bounds, within: &Bounds) -> bool {
    (0..2).all(|axis| bounds.min[axis] >= within.min[axis] && bounds.max[axis] < within.max[axis])
}

impl Partitioner for Bsp {
    fn insert(&mut self, id: u32, bounds: &Bounds) {
        self.update(id, bounds);
    }

    fn update(&mut self, id: u32, bounds: &Bounds) {
        if id as usize >= self.entries.len() {
            self.entries.resize(id as usize + 1, None);
        }
        match self.entries[id as usize] {
            None => self.count += 1,
            Some(old) => {
                let stays = old.node == LOOSE || inside(bounds, &self.nodes[old.node as usize].within);
                if stays {
                    self.entries[id as usize] = Some(Entry {
                        bounds: *bounds,
                        ..old
                    });
                    return;
                }
                self.unlist(id, old.node);
            }
        }
        self.entries[id as usize] = Some(Entry {
            bounds: *bounds,
            node: LOOSE,
        });
        self.loose.push(id);
    }

    fn remove(&mut self, id: u32) {
        if let Some(entry) = self.entries.get_mut(id as usize).and_then(Option::take) {
            self.count -= 1;
            self.unlist(id, entry.node);
        }
    }

    fn query(&mut self, area: &Bounds, found: &mut Vec<u32>) {
        if self.is_stale() {
            self.rebuild();
        }
        if self.used > 0 {
            self.visit(0, area, found);
        }
        found.extend(
            self.loose
                .iter()
                .filter(|id| self.entries[**id as usize].is_some_and(|entry| touches(&entry.bounds, area))),
        );
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.used = 0;
        self.loose.clear();
        self.count = 0;
    }
}
