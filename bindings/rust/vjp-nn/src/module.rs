//! What has parameters, and what is a layer.

use std::sync::atomic::{AtomicBool, Ordering};

use vjp::{Result, Tensor};

use crate::state::{self, Unmatched};

/// What has parameters, of its own or in other modules.
///
/// Only [`visit`](Module::visit) is to be written, and [`module!`](crate::module) writes it for a struct of modules:
///
/// ```
/// use vjp::{ops, Result, Tensor};
/// use vjp_nn::{Linear, Module, Visitor};
///
/// /// A layer times a factor that is learnt.
/// struct Scaled {
///     factor: Tensor,
///     inner: Linear,
/// }
///
/// impl Module for Scaled {
///     fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
///         visitor.parameter("factor", &self.factor);
///         visitor.module("inner", &self.inner);
///     }
/// }
///
/// let module = Scaled { factor: ops::ones(&[1])?.tracked()?, inner: Linear::new(3, 2)? };
/// let names: Vec<String> = module.named_parameters().into_iter().map(|(name, _)| name).collect();
/// assert_eq!(names, ["factor", "inner.weight", "inner.bias"]);
/// # Ok::<(), vjp::Error>(())
/// ```
pub trait Module {
    /// Shows the visitor what there is, each under its name: as PyTorch does, first parameters, then buffers, then modules.
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>);

    /// What is learnt, under names joined by dots: handles to the very tensors.
    fn named_parameters(&self) -> Vec<(String, Tensor)> {
        let parameters = state::walk(self).into_iter().filter(|entry| matches!(entry.kind, Kind::Parameter));
        parameters.filter_map(|entry| Some((entry.name, entry.tensor?.clone()))).collect()
    }

    /// The same without names, for an optimizer.
    fn parameters(&self) -> Vec<Tensor> {
        self.named_parameters().into_iter().map(|(_, tensor)| tensor).collect()
    }

    /// Parameters and buffers under PyTorch's names, in its order: handles to the very tensors.
    fn state_dict(&self) -> Vec<(String, Tensor)> {
        state::walk(self).into_iter().filter_map(|entry| Some((entry.name, entry.tensor?.clone()))).collect()
    }

    /// Copies values into parameters and buffers, cast to their dtypes. An error names all that is missing, unexpected or
    /// of another shape; then nothing was copied.
    fn load_state_dict(&self, state: &[(String, Tensor)]) -> Result<()> {
        state::load(self, state, true).map(|_| ())
    }

    /// The same with what there is: says which names were missing and which unexpected. Another shape is an error.
    fn load_what_fits(&self, state: &[(String, Tensor)]) -> Result<Unmatched> {
        state::load(self, state, false)
    }

    /// Writes the state into a safetensors file, which PyTorch's `safetensors.torch.load_file` reads for its
    /// `load_state_dict`.
    fn save(&self, path: &std::path::Path) -> Result<()> {
        state::save(self, path)
    }

    /// Reads what [`save`](Module::save), or PyTorch, has written; errors as of [`load_state_dict`](Module::load_state_dict).
    fn load(&self, path: &std::path::Path) -> Result<()> {
        state::read(self, path)
    }

    /// Forgets the gradients of all parameters.
    fn zero_grad(&self) -> Result<()> {
        self.parameters().iter().try_for_each(|parameter| parameter.set_grad(None))
    }

    /// From now on layers compute as in training (dropout drops, batch norms take the batch's statistics): the start.
    fn train(&self) {
        state::set_training(self, true);
    }

    /// From now on they do not.
    fn eval(&self) {
        state::set_training(self, false);
    }
}

/// A module that makes one tensor of one: what [`Sequential`](crate::Sequential) is made of.
pub trait Layer: Module {
    /// What the layer makes of `input`.
    fn forward(&self, input: &Tensor) -> Result<Tensor>;
}

/// Whether a layer is in training, which [`Module::train`] and [`Module::eval`] change. A layer that has one shows it to the
/// visitor.
#[derive(Debug)]
pub struct Training(AtomicBool);

impl Training {
    pub fn is_on(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self, on: bool) {
        self.0.store(on, Ordering::Relaxed);
    }
}

impl Default for Training {
    fn default() -> Self {
        Training(AtomicBool::new(true))
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Kind<'a> {
    Parameter,
    Buffer,
    Training(&'a Training),
}

pub(crate) struct Entry<'a> {
    pub name: String,
    pub tensor: Option<&'a Tensor>,
    pub kind: Kind<'a>,
}

/// Collects what a module has.
pub struct Visitor<'a> {
    pub(crate) prefix: String,
    pub(crate) found: Vec<Entry<'a>>,
}

impl<'a> Visitor<'a> {
    fn add(&mut self, name: &str, tensor: Option<&'a Tensor>, kind: Kind<'a>) {
        self.found.push(Entry { name: format!("{}{name}", self.prefix), tensor, kind });
    }

    /// A tensor that is learnt; None where the module has none.
    pub fn parameter(&mut self, name: &str, tensor: impl Into<Option<&'a Tensor>>) {
        if let Some(tensor) = tensor.into() {
            self.add(name, Some(tensor), Kind::Parameter);
        }
    }

    /// A tensor that belongs to the state and is not learnt; None where the module has none.
    pub fn buffer(&mut self, name: &str, tensor: impl Into<Option<&'a Tensor>>) {
        if let Some(tensor) = tensor.into() {
            self.add(name, Some(tensor), Kind::Buffer);
        }
    }

    /// What `train` and `eval` switch.
    pub fn training(&mut self, training: &'a Training) {
        self.add("", None, Kind::Training(training));
    }

    /// Another module; its names follow `name` and a dot.
    pub fn module<M: Module + ?Sized>(&mut self, name: &str, module: &'a M) {
        let before = self.prefix.len();
        self.prefix += name;
        self.prefix += ".";
        module.visit(self);
        self.prefix.truncate(before);
    }
}

impl<M: Module> Module for Option<M> {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        if let Some(module) = self {
            module.visit(visitor);
        }
    }
}

/// As PyTorch's ModuleList: the names are numbers.
impl<M: Module> Module for Vec<M> {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        for (i, module) in self.iter().enumerate() {
            visitor.module(&i.to_string(), module);
        }
    }
}

impl<M: Module + ?Sized> Module for Box<M> {
    fn visit<'a>(&'a self, visitor: &mut Visitor<'a>) {
        (**self).visit(visitor);
    }
}

impl<L: Layer + ?Sized> Layer for Box<L> {
    fn forward(&self, input: &Tensor) -> Result<Tensor> {
        (**self).forward(input)
    }
}

/// Makes a struct a [`Module`]: names the fields that are modules, in the order of the state.
///
/// ```
/// use vjp::{Result, Tensor};
/// use vjp_nn::{module, Layer, Linear, Module};
///
/// struct Perceptron {
///     hidden: Linear,
///     out: Linear,
/// }
/// module!(Perceptron { hidden, out });
///
/// impl Layer for Perceptron {
///     fn forward(&self, x: &Tensor) -> Result<Tensor> {
///         self.out.forward(&self.hidden.forward(x)?.tanh()?)
///     }
/// }
///
/// let model = Perceptron { hidden: Linear::new(2, 8)?, out: Linear::new(8, 1)? };
/// assert_eq!(model.parameters().len(), 4);
/// # Ok::<(), vjp::Error>(())
/// ```
#[macro_export]
macro_rules! module {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl $crate::Module for $type {
            fn visit<'a>(&'a self, visitor: &mut $crate::Visitor<'a>) {
                $(visitor.module(stringify!($field), &self.$field);)*
            }
        }
    };
}
