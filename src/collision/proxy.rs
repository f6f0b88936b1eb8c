//! The things that can be bumped into besides tiles: static geometry and the shapes of bodies, by
//! handle, with the broad phase that finds them.

use glam::Vec3;

use super::bounds::Bounds;
use super::broad::Partitioner;
use super::quick::Hull;
use super::shape::Shape;

/// A handle to a proxy. It is never given out again: after a removal it finds nothing, whatever
/// has come to stand in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProxyId {
    index: u32,
    generation: u32,
}

impl ProxyId {
    /// The handle as a number; never 0.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// The handle that [`to_bits`](Self::to_bits) gave; any other number finds nothing.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self {
            index: bits as u32,
            generation: (bits >> 32) as u32,
        }
    }
}

/// Whose shape a proxy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Nobody's: geometry. The number is the owner's own, kept and given back.
    Geometry(u64),
    /// A body's, by its number in its pool.
    Body(u32),
}

/// One thing that can be bumped into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proxy {
    /// Its shape.
    pub shape: Shape,
    /// Where the shape's origin is.
    pub position: Vec3,
    /// Whose it is.
    pub owner: Owner,
}

struct Slot {
    generation: u32,
    proxy: Option<Proxy>,
}

/// All the proxies of a world.
pub struct Proxies {
    slots: Vec<Slot>,
    free: Vec<u32>,
    broad: Box<dyn Partitioner>,
    found: Vec<u32>,
    first_generation: u32,
    layers: u32,
}

impl Proxies {
    /// None yet, over a broad phase. `first_generation` starts the count of the handles, so that
    /// those of a world that was made anew do not answer to those of the one before; it is 1 or
    /// more.
    #[must_use]
    pub fn new(broad: Box<dyn Partitioner>, first_generation: u32) -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
            broad,
            found: Vec::new(),
            first_generation: first_generation.max(1),
            layers: 0,
        }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All layers that any has ever been on.
    #[must_use]
    pub fn layers(&self) -> u32 {
        self.layers
    }

    /// Adds one.
    pub fn add(&mut self, proxy: Proxy) -> ProxyId {
        self.layers |= proxy.shape.layers;
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot {
                generation: self.first_generation,
                proxy: None,
            });
            self.slots.len() as u32 - 1
        });
        self.broad.insert(index, &edges(&proxy));
        let slot = &mut self.slots[index as usize];
        slot.proxy = Some(proxy);
        ProxyId {
            index,
            generation: slot.generation,
        }
    }

    /// What a handle stands for; `None` for a stale one.
    #[must_use]
    pub fn get(&self, id: ProxyId) -> Option<&Proxy> {
        let slot = self.slots.get(id.index as usize)?;
        if slot.generation == id.generation {
            slot.proxy.as_ref()
        } else {
            None
        }
    }

    /// Puts one elsewhere, perhaps with another shape; false for a stale handle.
    pub fn update(&mut self, id: ProxyId, shape: Shape, position: Vec3) -> bool {
        let Some(slot) = self.slots.get_mut(id.index as usize) else {
            return false;
        };
        if slot.generation != id.generation {
            return false;
        }
        let Some(proxy) = &mut slot.proxy else {
            return false;
        };
        self.layers |= shape.layers;
        if proxy.position != position || proxy.shape != shape {
            proxy.position = position;
            proxy.shape = shape;
            let edges = edges(proxy);
            self.broad.update(id.index, &edges);
        }
        true
    }

    /// Puts one elsewhere with the shape that it has, whose box is `hull`; a stale handle is left alone.
    pub fn shift(&mut self, id: ProxyId, position: Vec3, hull: &Hull) {
        if let Some(slot) = self.slots.get_mut(id.index as usize)
            && slot.generation == id.generation
            && let Some(proxy) = &mut slot.proxy
            && proxy.position != position
        {
            proxy.position = position;
            self.broad.update(id.index, &hull.bounds(position));
        }
    }

    /// Calls `visit` with all whose bounding box may overlap `area`, each once, in no order, until it answers
    /// true; says whether it did.
    pub fn visit(&mut self, area: &Bounds, mut visit: impl FnMut(&Proxy) -> bool) -> bool {
        self.found.clear();
        self.broad.query(area, &mut self.found);
        self.found.iter().any(|&index| {
            let proxy = self
                .slots
                .get(index as usize)
                .and_then(|slot| slot.proxy.as_ref());
            proxy.is_some_and(&mut visit)
        })
    }

    /// Takes one out; what it was, or `None` for a stale handle.
    pub fn remove(&mut self, id: ProxyId) -> Option<Proxy> {
        let slot = self.slots.get_mut(id.index as usize)?;
        if slot.generation != id.generation {
            return None;
        }
        let proxy = slot.proxy.take()?;
        slot.generation = slot.generation.wrapping_add(1).max(1);
        self.broad.remove(id.index);
        self.free.push(id.index);
        Some(proxy)
    }

    /// Appends the handles of all whose bounding box overlaps `area` to `found`, in the order of
    /// their slots.
    pub fn near(&mut self, area: &Bounds, found: &mut Vec<ProxyId>) {
        let mut indices = core::mem::take(&mut self.found);
        indices.clear();
        self.broad.query(area, &mut indices);
        indices.sort_unstable();
        indices.dedup();
        found.extend(indices.iter().filter_map(|&index| {
            let slot = self.slots.get(index as usize)?;
            let proxy = slot.proxy.as_ref()?;
            edges(proxy).overlaps(area).then_some(ProxyId {
                index,
                generation: slot.generation,
            })
        }));
        self.found = indices;
    }

    /// Puts another broad phase in place of the one there is, with every proxy in it. Returns the one
    /// that was there.
    pub fn replace_broad(&mut self, broad: Box<dyn Partitioner>) -> Box<dyn Partitioner> {
        let old = core::mem::replace(&mut self.broad, broad);
        self.broad.clear();
        for (index, slot) in self.slots.iter().enumerate() {
            if let Some(proxy) = &slot.proxy {
                self.broad.insert(index as u32, &edges(proxy));
            }
        }
        old
    }

    /// Puts back what [`replace_broad`](Self::replace_broad) returned, where nothing was added, moved
    /// or removed since.
    pub fn put_back_broad(&mut self, broad: Box<dyn Partitioner>) {
        self.broad = broad;
    }

    /// Every handle, in the order of the slots.
    pub fn ids(&self) -> impl Iterator<Item = ProxyId> + '_ {
        self.slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| slot.proxy.is_some())
            .map(|(index, slot)| ProxyId {
                index: index as u32,
                generation: slot.generation,
            })
    }
}

fn edges(proxy: &Proxy) -> Bounds {
    proxy.shape.at(proxy.position).bounds()
}

#[cfg(test)]
mod tests {
    use super::super::broad::Grid;
    use super::*;

    fn ball(radius: f32) -> Shape {
        Shape::circle(0.0, 0.0, radius, 0.0).unwrap()
    }

    #[test]
    fn a_proxy_is_found_where_its_shape_is_now() {
        let mut proxies = Proxies::new(Box::new(Grid::new([16.0; 2])), 1);
        assert!(proxies.is_empty());
        let id = proxies.add(Proxy {
            shape: ball(4.0),
            position: Vec3::ZERO,
            owner: Owner::Geometry(7),
        });
        assert!(!proxies.is_empty());
        let at = |proxies: &mut Proxies, x: f64| {
            let mut found = Vec::new();
            proxies.near(&Bounds::new(x, 0.0, 1.0, 1.0), &mut found);
            found == [id]
        };
        assert!(at(&mut proxies, 0.0) && !at(&mut proxies, 40.0));
        // Another shape at the place where it was, and the same shape elsewhere.
        assert!(proxies.update(id, ball(64.0), Vec3::ZERO));
        assert!(at(&mut proxies, 40.0) && !at(&mut proxies, 200.0));
        assert!(proxies.update(id, ball(64.0), Vec3::new(240.0, 0.0, 0.0)));
        assert!(at(&mut proxies, 200.0) && !at(&mut proxies, 40.0));
    }

    #[test]
    fn what_is_there_is_counted_and_its_layers_are_remembered() {
        let mut proxies = Proxies::new(Box::new(Grid::new([16.0; 2])), 1);
        let on = |layers| Proxy {
            shape: ball(4.0).on(layers),
            position: Vec3::ZERO,
            owner: Owner::Body(0),
        };
        let [first, second] = [4, 8].map(|layers| proxies.add(on(layers)));
        assert_eq!((proxies.len(), proxies.layers()), (2, 12));
        assert!(proxies.update(second, on(16).shape, Vec3::ZERO));
        proxies.remove(first);
        assert_eq!((proxies.len(), proxies.layers()), (1, 28));
        let everywhere = Bounds::new(-99.0, -99.0, 198.0, 198.0);
        assert!(!proxies.visit(&everywhere, |_| false));
        assert!(proxies.visit(&everywhere, |proxy| proxy.shape.layers == 16));
    }

    #[test]
    fn a_broad_phase_that_was_put_back_is_asked_again() {
        let mut proxies = Proxies::new(Box::new(Grid::new([16.0; 2])), 1);
        let id = proxies.add(Proxy {
            shape: ball(4.0),
            position: Vec3::ZERO,
            owner: Owner::Body(0),
        });
        // One that finds nothing, as if a game's own had lost what it was given.
        struct Lost;
        impl Partitioner for Lost {
            fn insert(&mut self, _: u32, _: &Bounds) {}
            fn update(&mut self, _: u32, _: &Bounds) {}
            fn remove(&mut self, _: u32) {}
            fn query(&mut self, _: &Bounds, _: &mut Vec<u32>) {}
            fn clear(&mut self) {}
        }
        let first = proxies.replace_broad(Box::new(Lost));
        let area = Bounds::new(-1.0, -1.0, 2.0, 2.0);
        let mut found = Vec::new();
        proxies.near(&area, &mut found);
        assert!(found.is_empty());
        proxies.put_back_broad(first);
        proxies.near(&area, &mut found);
        assert_eq!(found, [id]);
    }
}
