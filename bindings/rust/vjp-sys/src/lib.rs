//! Declarations of libvjp's C interface, as bindgen reads them from its headers. The safe crate is `vjp`.
//!
//! The comments are in the headers (`include/vjp/*.h`).
#![allow(non_camel_case_types, non_upper_case_globals, non_snake_case, clippy::all)]

include!("bindings.rs");

#[rustfmt::skip]
mod initializers {
    use super::*;

    include!("initializers.rs");
}

pub use initializers::*;
