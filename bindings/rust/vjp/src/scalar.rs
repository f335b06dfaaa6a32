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
        // SAFETY: numbers in, a struct by value out.
        unsafe {
            match self {
                Scalar::Bool(value) => sys::vjp_scalar_bool(value),
                Scalar::Int(value) => sys::vjp_scalar_int(value),
                Scalar::Float(value) => sys::vjp_scalar_float(value),
                Scalar::Complex(re, im) => sys::vjp_scalar_complex(re, im),
            }
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
