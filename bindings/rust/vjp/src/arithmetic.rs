//! `+ - * /` and unary `-` between tensors, references to tensors and numbers. Like the operators of std they panic
//! where they cannot answer; the methods of the same names return `Result`s.

use std::ops::{Add, Div, Mul, Neg, Sub};
use std::panic::resume_unwind;

use crate::checkpoint::stopping;
use crate::error::Result;
use crate::ops;
use crate::scalar::{Operand, Scalar};
use crate::tensor::Tensor;

/// What may stand on the right of an operator. One generic implementation and not one a type: with several, the
/// compiler could not infer the type of `&x * 2.0` before it knows that of the literal.
pub trait Right {
    fn operand(&self) -> Operand<'_>;
}

impl Right for Tensor {
    fn operand(&self) -> Operand<'_> {
        Operand::Tensor(self)
    }
}

impl Right for &Tensor {
    fn operand(&self) -> Operand<'_> {
        Operand::Tensor(self)
    }
}

#[track_caller]
fn expect(result: Result<Tensor>) -> Tensor {
    match result {
        Ok(tensor) => tensor,
        // No failure: a recomputation has all it needs. Unwound without the message of a panic.
        Err(error) if stopping() => resume_unwind(Box::new(error)),
        Err(error) => panic!("{error}"),
    }
}

macro_rules! numbers_on_the_right {
    ($($number:ty),*) => {$(
        impl Right for $number {
            fn operand(&self) -> Operand<'_> {
                Operand::Scalar(Scalar::from(*self))
            }
        }
    )*};
}

numbers_on_the_right!(f64, f32, i64, i32);

macro_rules! number_on_the_left {
    ($trait:ident, $method:ident: $($number:ty),*) => {$(
        impl $trait<&Tensor> for $number {
            type Output = Tensor;
            #[track_caller]
            fn $method(self, right: &Tensor) -> Tensor {
                expect(ops::$method(self, right))
            }
        }
        impl $trait<Tensor> for $number {
            type Output = Tensor;
            #[track_caller]
            fn $method(self, right: Tensor) -> Tensor {
                expect(ops::$method(self, &right))
            }
        }
    )*};
}

macro_rules! binary {
    ($trait:ident, $method:ident) => {
        impl<R: Right> $trait<R> for &Tensor {
            type Output = Tensor;
            #[track_caller]
            fn $method(self, right: R) -> Tensor {
                expect(ops::$method(self, right.operand()))
            }
        }
        impl<R: Right> $trait<R> for Tensor {
            type Output = Tensor;
            #[track_caller]
            fn $method(self, right: R) -> Tensor {
                expect(ops::$method(&self, right.operand()))
            }
        }
        // One type of float and one of integer, so that the literal of `2.0 * &x` has one type that it can be.
        number_on_the_left!($trait, $method: f64, i64);
    };
}

binary!(Add, add);
binary!(Sub, sub);
binary!(Mul, mul);
binary!(Div, div);

impl Neg for &Tensor {
    type Output = Tensor;
    #[track_caller]
    fn neg(self) -> Tensor {
        expect(ops::neg(self))
    }
}

impl Neg for Tensor {
    type Output = Tensor;
    #[track_caller]
    fn neg(self) -> Tensor {
        -&self
    }
}
