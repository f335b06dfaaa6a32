//! Numbers as arguments: they take part in type promotion by their category only.

use vjp_sys as sys;

use crate::dtype::Complex;
use crate::tensor::Tensor;

/// A number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scalar {
    Bool(bool),
    Int(i64),
    Float(f64),
    Complex(f64, f64),
}

impl Scalar {
    pub(crate) fn raw(self) -> sys::vjp_scalar {
        // Both halves of the union are written, so that it may be read as any of its fields.
        let scalar = |kind: u32, complex_value| sys::vjp_scalar {
            kind: kind as i32,
            reserved: 0,
            as_: sys::vjp_scalar__bindgen_ty_1 { complex_value },
        };
        match self {
            Scalar::Bool(value) => scalar(sys::VJP_KIND_BOOL, [f64::from_bits(value.into()), 0.0]),
            Scalar::Int(value) => scalar(sys::VJP_KIND_INT, [f64::from_bits(value as u64), 0.0]),
            Scalar::Float(value) => scalar(sys::VJP_KIND_FLOAT, [value, 0.0]),
            Scalar::Complex(re, im) => scalar(sys::VJP_KIND_COMPLEX, [re, im]),
        }
    }

    pub(crate) fn from_raw(raw: sys::vjp_scalar) -> Self {
        // SAFETY: `kind` says which field of the union was written.
        unsafe {
            match raw.kind as u32 {
                sys::VJP_KIND_BOOL => Scalar::Bool(raw.as_.integer != 0),
                sys::VJP_KIND_INT => Scalar::Int(raw.as_.integer),
                sys::VJP_KIND_FLOAT => Scalar::Float(raw.as_.real),
                _ => Scalar::Complex(raw.as_.complex_value[0], raw.as_.complex_value[1]),
            }
        }
    }
}

/// An argument that may be a tensor or a number.
#[derive(Clone, Copy)]
pub enum Operand<'a> {
    Tensor(&'a Tensor),
    Scalar(Scalar),
}

impl<'a> From<&'a Tensor> for Operand<'a> {
    fn from(tensor: &'a Tensor) -> Self {
        Operand::Tensor(tensor)
    }
}

impl From<Scalar> for Operand<'_> {
    fn from(scalar: Scalar) -> Self {
        Operand::Scalar(scalar)
    }
}

macro_rules! from_numbers {
    ($($type:ty => |$value:ident| $scalar:expr),* $(,)?) => {$(
        impl From<$type> for Scalar {
            fn from($value: $type) -> Self {
                $scalar
            }
        }
        impl From<$type> for Operand<'_> {
            fn from($value: $type) -> Self {
                Operand::Scalar($scalar)
            }
        }
    )*};
}

from_numbers! {
    f64 => |x| Scalar::Float(x),
    f32 => |x| Scalar::Float(x.into()),
    i64 => |x| Scalar::Int(x),
    i32 => |x| Scalar::Int(x.into()),
    bool => |x| Scalar::Bool(x),
    Complex<f64> => |x| Scalar::Complex(x.re, x.im),
    Complex<f32> => |x| Scalar::Complex(x.re.into(), x.im.into()),
}
