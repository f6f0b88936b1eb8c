//! How bodies behave among tiles and other things, each behaviour a test of its own, for every
//! kind of shape that it concerns. `AKGL_LONG=1` runs the long forms of the long ones.

mod corners;
mod crowd;
#[allow(unreachable_pub)]
mod harness;
mod levels;
mod overlap;
mod pushes;
mod rest;
mod seams;
mod tunnel;
