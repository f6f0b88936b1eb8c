//! Which shape an object of a collidable layer is, for both front doors.

use glam::Vec3;
use thiserror::Error;

use super::object::{Object, ObjectKind};
use crate::collision::{Kind, LAYER_STATIC, Shape};

/// An object of a collidable layer that no shape is for.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("object {id} \"{name}\" at ({x}, {y}) of a collidable layer cannot be geometry: {why}")]
pub struct NotGeometry {
    /// Its id.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Pixels from the left of the world.
    pub x: f32,
    /// Pixels from the top of the world.
    pub y: f32,
    /// Why not.
    pub why: String,
}

/// What is asked about an object.
pub(crate) struct Outline {
    pub(crate) form: Form,
    /// Where it is in the world, its layer's offset included.
    pub(crate) place: [f32; 2],
    pub(crate) size: [f32; 2],
    /// Degrees.
    pub(crate) rotation: f32,
}

/// The kinds of object that can be geometry.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    Rectangle,
    Point,
    Ellipse,
    Capsule,
    /// Any other.
    Other,
}

impl Outline {
    /// The shape, which never gives way, and where its origin is.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn geometry(&self) -> Result<(Shape, Vec3), String> {
        if self.rotation != 0.0 {
            return Err("it is rotated, and every shape is axis-aligned".to_owned());
        }
        let [width, height] = self.size;
        let made = match self.form {
            Form::Rectangle => Shape::rect(0.0, 0.0, width, height, 0.0),
            Form::Point => Shape::rect(-0.5, -0.5, 1.0, 1.0, 0.0),
            Form::Capsule => {
                let kind = if width > height {
                    Kind::CapsuleX
                } else {
                    Kind::CapsuleY
                };
                Shape::new(kind, [0.0; 2], self.size, 0.0, 0.0)
            }
            Form::Ellipse if width == height => Shape::circle(width / 2.0, height / 2.0, width / 2.0, 0.0),
            Form::Ellipse => {
                return Err("it is an oval, and only round ellipses are circles".to_owned());
            }
            Form::Other => {
                return Err(
                    "only rectangles, points, capsules and round ellipses can be geometry".to_owned(),
                );
            }
        };
        let mut shape = made.map_err(|error| error.to_string())?;
        let position = Vec3::new(self.place[0], self.place[1], 0.0);
        if !position.is_finite() {
            return Err("its place is not finite".to_owned());
        }
        shape.fixed = true;
        shape.layers = LAYER_STATIC;
        shape.collides = 0;
        Ok((shape, position))
    }
}

impl Object {
    /// The shape of this object where it is solid, and where its origin is: a rectangle or a capsule
    /// as it is, a point as the square of one pixel about it, a round ellipse as a circle. It is on
    /// [`LAYER_STATIC`] and never gives way.
    ///
    /// # Errors
    /// Any other kind of object, an oval, one that is rotated, one without extent.
    pub fn geometry(&self) -> Result<(Shape, Vec3), NotGeometry> {
        let outline = Outline {
            form: match self.kind {
                ObjectKind::Rectangle => Form::Rectangle,
                ObjectKind::Point => Form::Point,
                ObjectKind::Ellipse => Form::Ellipse,
                ObjectKind::Capsule => Form::Capsule,
                _ => Form::Other,
            },
            place: [self.x, self.y],
            size: [self.width, self.height],
            rotation: self.rotation,
        };
        outline.geometry().map_err(|why| NotGeometry {
            id: i64::from(self.id),
            name: self.name.clone(),
            x: self.x,
            y: self.y,
            why,
        })
    }
}
