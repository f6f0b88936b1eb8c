//! `akgl/registry.h`: properties by name.
