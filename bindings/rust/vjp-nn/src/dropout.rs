//! Dropout: nothing outside of training.

use vjp::ops::DropoutOptions;
use vjp::{Result, Tensor};

use crate::invalid;
use crate::module::{Layer, Module, Training, Visitor};

/// In training each element is zero with probability p, and divided by 1 - p otherwise.
#[derive(Debug)]
pub struct Dropout {
    p: f64,
    training: Training,
}

impl Dropout {
    pub fn new(p: f64) -> Result<Dropout> {
        if !(0.0..=1.0).contains(&p) {
            return Err(invalid(format!("Dropout: p is {p}, expected a probability between 0 and 1")));
        }
        Ok(Dropout { p, training: Training::default() })
    }

    /// The probability: 0 outside of training.
    pub fn p(&self) -> f64 {
        if self.training.is_on() {
            self.p
        } else {
            0.0
        }
    }
}

impl Module for Dropout {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        visitor.training(&self.training);
    }
}

impl Layer for Dropout {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        input.dropout_with(DropoutOptions { p: self.p, training: self.training.is_on(), ..Default::default() })
    }
}
