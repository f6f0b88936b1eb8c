//! Object templates: what an object of a map leaves to a file of its own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::at::At;
use super::error::MapError;
use super::files;
use super::tileset::{FLIP_BITS, Tileset};
use super::tree::Node;

/// The templates of one map, each read once.
pub(super) struct Templates<'m> {
    dir: &'m Path,
    tilesets: &'m [Tileset],
    read: HashMap<PathBuf, Node>,
}

impl<'m> Templates<'m> {
    pub(super) fn new(dir: &'m Path, tilesets: &'m [Tileset]) -> Self {
        Templates {
            dir,
            tilesets,
            read: HashMap::new(),
        }
    }

    /// The object with what its template supplies, or nothing where it has no template.
    pub(super) fn apply(&mut self, object: &At) -> Result<Option<Node>, MapError> {
        let Some(named) = object.get("template") else {
            return Ok(None);
        };
        let path = self.dir.join(named.text()?);
        if !self.read.contains_key(&path) {
            let node = self.load(&path, &named)?;
            self.read.insert(path.clone(), node);
        }
        let Node::Table(supplied) = &self.read[&path] else {
            return Ok(None);
        };
        let own = object.table()?;
        let mut all = supplied.clone();
        for (key, node) in own {
            match all.iter_mut().find(|(name, _)| name == key) {
                Some((_, below)) if key == "properties" => *below = both(below, node),
                _ => all.push((key.clone(), node.clone())),
            }
        }
        Ok(Some(Node::Table(all)))
    }

    /// The object of a template, its global tile id made the map's.
    fn load(&self, path: &Path, named: &At) -> Result<Node, MapError> {
        let (file, node) = files::read(path, Some(named))?;
        let root = At::root(&file, &node);
        let object = root.need("object")?;
        let mut entries = object.table()?.to_vec();
        entries.retain(|(key, _)| !matches!(key.as_str(), "template" | "id" | "x" | "y"));
        if let Some(gid) = object.get("gid") {
            let cell = gid.int_in(1..=u32::MAX)?;
            let tileset = root.need("tileset")?;
            let first = tileset.need("firstgid")?.int_in(1..=!FLIP_BITS)?;
            let source = tileset.need("source")?;
            let same = |path: PathBuf| path.canonicalize().unwrap_or(path);
            let wanted = same(path.parent().unwrap_or(Path::new("")).join(source.text()?));
            let found = self
                .tilesets
                .iter()
                .find(|tileset| !tileset.source.is_empty() && same(self.dir.join(&tileset.source)) == wanted)
                .ok_or_else(|| source.refused("the map does not use this tileset".to_owned()))?;
            let id = (cell & !FLIP_BITS)
                .checked_sub(first)
                .ok_or_else(|| gid.refused("below the tileset's firstgid".to_owned()))?;
            let moved = (cell & FLIP_BITS) | (found.firstgid + id) & !FLIP_BITS;
            entries.push(("gid".to_owned(), Node::Int(moved.into())));
        }
        Ok(Node::Table(entries))
    }
}

/// The properties of a template and of an object that uses it; the object's replace those of the same name.
fn both(template: &Node, own: &Node) -> Node {
    let (Node::List(supplied), Node::List(added)) = (template, own) else {
        return own.clone();
    };
    let replaced = |old: &&Node| !added.iter().any(|new| new.get("name") == old.get("name"));
    Node::List(supplied.iter().filter(replaced).chain(added).cloned().collect())
}
