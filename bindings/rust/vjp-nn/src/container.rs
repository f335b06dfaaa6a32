//! Layers after each other, and closures as layers.

use vjp::{Result, Tensor};

use crate::module::{Layer, Module, Visitor};

/// Layers after each other, named 0, 1, 2 and so on.
#[derive(Default)]
pub struct Sequential(Vec<Box<dyn Layer + Send + Sync>>);

impl Sequential {
    pub fn new() -> Sequential {
        Sequential::default()
    }

    /// The same with one more layer at the end.
    pub fn then(mut self, layer: impl Layer + Send + Sync + 'static) -> Sequential {
        self.0.push(Box::new(layer));
        self
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Module for Sequential {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        self.0.visit(visitor);
    }
}

impl Layer for Sequential {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        self.0.iter().try_fold(input.clone(), |x, layer| layer.forward(&x))
    }
}

/// A closure as a layer without parameters.
///
/// ```
/// use vjp_nn::{Lambda, Layer, Linear, Sequential};
/// let network = Sequential::new().then(Linear::new(3, 2)?).then(Lambda(|x: &vjp::Tensor| x.square()));
/// assert!(network.forward(&vjp::ops::ones(&[1, 3])?)?.min()?.item()? >= 0.0);
/// # Ok::<(), vjp::Error>(())
/// ```
pub struct Lambda<F>(pub F);

impl<F> Module for Lambda<F> {
    fn visit<'a>(&'a self, _: &mut Visitor<'a>) {}
}

impl<F: Fn(&Tensor) -> Result<Tensor>> Layer for Lambda<F> {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        (self.0)(input)
    }
}
