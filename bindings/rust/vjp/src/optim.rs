//! Optimizers, clipping of gradients, learning rate schedules.
//!
//! ```
//! use vjp::optim::{clip_grad_norm, Optimizer, Sgd};
//! use vjp::Tensor;
//! let w = Tensor::from_slice(&[3.0f32], &[1])?.tracked()?;
//! let mut optimizer = Optimizer::sgd(&[&w], Sgd { lr: 0.1, momentum: 0.9, ..Default::default() })?;
//! for _ in 0..100 {
//!     optimizer.zero_grad()?;
//!     (&w * &w).sum()?.backward()?;
//!     clip_grad_norm(&[&w], 1.0)?;
//!     optimizer.step()?;
//! }
//! assert!(w.item()?.abs() < 0.2);
//! # Ok::<(), vjp::Error>(())
//! ```

use std::borrow::Borrow;
use std::ffi::CString;
use std::ptr::null_mut;

use vjp_sys as sys;

use crate::call::{handles, list};
use crate::error::{c_string, check, text, Error, Result};
use crate::handle::handle;
use crate::tensor::{one, Tensor};

/// Stochastic gradient descent: `b = g` at the first step, then `b = momentum b + (1 - dampening) g`; `p -= lr b`, with
/// `nesterov` `p -= lr (g + momentum b)`. Without momentum `p -= lr g`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sgd {
    pub lr: f64,
    /// Added to the gradient, times the parameter.
    pub weight_decay: f64,
    pub momentum: f64,
    pub dampening: f64,
    /// Needs a momentum, and no dampening.
    pub nesterov: bool,
    pub maximize: bool,
    /// See [`Optimizer::is_capturable`].
    pub capturable: bool,
}

/// Adam (Kingma and Ba, 2015): `m += (1 - beta1) (g - m)`; `v = beta2 v + (1 - beta2) g²`;
/// `p -= lr / (1 - beta1^t) m / (sqrt(v) / sqrt(1 - beta2^t) + eps)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adam {
    pub lr: f64,
    /// Added to the gradient, times the parameter.
    pub weight_decay: f64,
    /// Decay rates of the averages of the gradient and of its square.
    pub betas: (f64, f64),
    pub eps: f64,
    /// Divide by the largest average of the squares so far.
    pub amsgrad: bool,
    pub maximize: bool,
    /// See [`Optimizer::is_capturable`].
    pub capturable: bool,
}

/// AdamW (Loshchilov and Hutter, 2019): Adam without weight decay in the gradient, after `p *= 1 - lr weight_decay`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AdamW {
    pub lr: f64,
    pub weight_decay: f64,
    /// Decay rates of the averages of the gradient and of its square.
    pub betas: (f64, f64),
    pub eps: f64,
    /// Divide by the largest average of the squares so far.
    pub amsgrad: bool,
    pub maximize: bool,
    /// See [`Optimizer::is_capturable`].
    pub capturable: bool,
}

/// Adagrad (Duchi, Hazan and Singer, 2011): `s += g²`; `p -= lr / (1 + (t - 1) lr_decay) g / (sqrt(s) + eps)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adagrad {
    pub lr: f64,
    /// Added to the gradient, times the parameter.
    pub weight_decay: f64,
    pub lr_decay: f64,
    /// What the sum of squares begins with.
    pub initial_accumulator: f64,
    pub eps: f64,
    pub maximize: bool,
    /// See [`Optimizer::is_capturable`].
    pub capturable: bool,
}

/// RMSprop (Tieleman and Hinton, 2012): `v = alpha v + (1 - alpha) g²`, `p -= lr g / (sqrt(v) + eps)`; with a momentum
/// `b = momentum b + g / (...)` and `p -= lr b`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RmsProp {
    pub lr: f64,
    /// Added to the gradient, times the parameter.
    pub weight_decay: f64,
    /// Decay rate of the average of the squares.
    pub alpha: f64,
    pub momentum: f64,
    pub eps: f64,
    /// Divide by the variance and not by the average of the squares.
    pub centered: bool,
    pub maximize: bool,
    /// See [`Optimizer::is_capturable`].
    pub capturable: bool,
}

/// Adam for sparse gradients, of which it takes no others: of what a gradient has no value for, parameter and moments
/// stay as they are. `p -= lr sqrt(1 - beta2^t) / (1 - beta1^t) m / (sqrt(v) + eps)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SparseAdam {
    pub lr: f64,
    /// Decay rates of the averages of the gradient and of its square.
    pub betas: (f64, f64),
    pub eps: f64,
    pub maximize: bool,
}

/// A kind of optimizer, with its hyperparameters: [`Sgd`], [`Adam`], [`AdamW`], [`Adagrad`], [`RmsProp`] or
/// [`SparseAdam`].
pub trait Rule: Copy + Default + private::Raw {}

mod private {
    use super::sys;

    pub type Create = unsafe extern "C" fn(
        *const *mut sys::vjp_tensor,
        usize,
        *const sys::vjp_optimizer_options,
        *mut *mut sys::vjp_optimizer,
    ) -> sys::vjp_status;

    pub trait Raw {
        const NAME: &'static str;
        const CREATE: Create;
        fn to_raw(self) -> sys::vjp_optimizer_options;
        fn from_raw(raw: &sys::vjp_optimizer_options) -> Self;
    }
}

/// How a field is written in C.
trait Field: Copy {
    type Raw;
    fn put(self, raw: &mut Self::Raw);
    fn get(raw: &Self::Raw) -> Self;
}

impl Field for f64 {
    type Raw = f64;
    fn put(self, raw: &mut f64) {
        *raw = self;
    }
    fn get(raw: &f64) -> f64 {
        *raw
    }
}

impl Field for bool {
    type Raw = i32;
    fn put(self, raw: &mut i32) {
        *raw = self.into();
    }
    fn get(raw: &i32) -> bool {
        *raw != 0
    }
}

macro_rules! rules {
    ($($rule:ident $name:literal $create:ident $init:ident { $($field:ident),* } $($betas:ident)?;)*) => {$(
        impl private::Raw for $rule {
            const NAME: &'static str = $name;
            const CREATE: private::Create = sys::$create;

            fn to_raw(self) -> sys::vjp_optimizer_options {
                let mut raw = sys::$init;
                $(self.$field.put(&mut raw.$field);)*
                $((raw.beta1, raw.beta2) = self.$betas;)?
                raw
            }

            fn from_raw(raw: &sys::vjp_optimizer_options) -> Self {
                $rule { $($field: Field::get(&raw.$field),)* $($betas: (raw.beta1, raw.beta2),)? }
            }
        }

        impl Rule for $rule {}

        /// What the C library takes where nothing is said.
        impl Default for $rule {
            fn default() -> Self {
                private::Raw::from_raw(&sys::$init)
            }
        }
    )*};
}

rules! {
    Sgd "SGD" vjp_optimizer_sgd VJP_SGD_OPTIONS_INIT
        { lr, weight_decay, momentum, dampening, nesterov, maximize, capturable };
    Adam "Adam" vjp_optimizer_adam VJP_ADAM_OPTIONS_INIT
        { lr, weight_decay, eps, amsgrad, maximize, capturable } betas;
    AdamW "AdamW" vjp_optimizer_adamw VJP_ADAMW_OPTIONS_INIT
        { lr, weight_decay, eps, amsgrad, maximize, capturable } betas;
    Adagrad "Adagrad" vjp_optimizer_adagrad VJP_ADAGRAD_OPTIONS_INIT
        { lr, weight_decay, lr_decay, initial_accumulator, eps, maximize, capturable };
    RmsProp "RMSprop" vjp_optimizer_rmsprop VJP_RMSPROP_OPTIONS_INIT
        { lr, weight_decay, alpha, momentum, eps, centered, maximize, capturable };
    SparseAdam "SparseAdam" vjp_optimizer_sparse_adam VJP_ADAM_OPTIONS_INIT
        { lr, eps, maximize } betas;
}

handle! {
    /// An optimizer over groups of parameters, which it holds, and what it keeps for them, the *states*. A step is one
    /// kernel a group, device and element type, whatever the number of parameters; it changes them in place, outside of
    /// any graph. One thread at a time has it: it is `Send`, and neither `Sync` nor `Clone`.
    ///
    /// ```compile_fail,E0277
    /// fn shared<T: Sync>() {}
    /// shared::<vjp::optim::Optimizer>();
    /// ```
    Optimizer, vjp_optimizer, vjp_optimizer_release
}

impl Optimizer {
    /// An optimizer with one group. `parameters` are leaves of a real floating type, each once; at least one.
    pub fn new<R: Rule>(parameters: &[impl Borrow<Tensor>], rule: R) -> Result<Optimizer> {
        let parameters = handles(parameters);
        let options = rule.to_raw();
        // SAFETY: list and options live during the call, which retains the parameters; `out` is a local of `make`.
        Optimizer::make(|out| unsafe { R::CREATE(parameters.as_ptr(), parameters.len(), &options, out) })
    }

    pub fn sgd(parameters: &[impl Borrow<Tensor>], options: Sgd) -> Result<Optimizer> {
        Optimizer::new(parameters, options)
    }

    pub fn adam(parameters: &[impl Borrow<Tensor>], options: Adam) -> Result<Optimizer> {
        Optimizer::new(parameters, options)
    }

    pub fn adamw(parameters: &[impl Borrow<Tensor>], options: AdamW) -> Result<Optimizer> {
        Optimizer::new(parameters, options)
    }

    pub fn adagrad(parameters: &[impl Borrow<Tensor>], options: Adagrad) -> Result<Optimizer> {
        Optimizer::new(parameters, options)
    }

    pub fn rmsprop(parameters: &[impl Borrow<Tensor>], options: RmsProp) -> Result<Optimizer> {
        Optimizer::new(parameters, options)
    }

    pub fn sparse_adam(parameters: &[impl Borrow<Tensor>], options: SparseAdam) -> Result<Optimizer> {
        Optimizer::new(parameters, options)
    }

    /// "SGD", "Adam", "AdamW", "Adagrad", "RMSprop" or "SparseAdam".
    pub fn name(&self) -> String {
        // SAFETY: the handle is alive, the string static.
        unsafe { text(sys::vjp_optimizer_name(self.raw())) }
    }

    /// One more group; its index. `rule` is of the optimizer's kind.
    pub fn add_group<R: Rule>(&mut self, parameters: &[impl Borrow<Tensor>], rule: R) -> Result<usize> {
        self.want::<R>()?;
        let parameters = handles(parameters);
        let (options, mut index) = (rule.to_raw(), 0);
        // SAFETY: the handle is alive, list and options live during the call, the place is a local.
        check(unsafe {
            sys::vjp_optimizer_add_group(self.raw(), parameters.as_ptr(), parameters.len(), &options, &mut index)
        })?;
        Ok(index)
    }

    pub fn num_groups(&self) -> usize {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_optimizer_num_groups(self.raw()) }
    }

    pub fn parameters(&self, group: usize) -> Result<Vec<Tensor>> {
        // SAFETY: the handle is alive; the call checks the index.
        list(|out| unsafe { sys::vjp_optimizer_parameters(self.raw(), group, out) })
    }

    /// A group's hyperparameters; `R` is the optimizer's kind.
    pub fn options<R: Rule>(&self, group: usize) -> Result<R> {
        self.want::<R>()?;
        Ok(R::from_raw(&self.raw_options(group)?))
    }

    /// Changes a group's hyperparameters from the next step on.
    pub fn set_options<R: Rule>(&mut self, group: usize, rule: R) -> Result<()> {
        self.want::<R>()?;
        let options = rule.to_raw();
        // SAFETY: the handle is alive, the options are a local; the call checks the index.
        check(unsafe { sys::vjp_optimizer_set_options(self.raw(), group, &options) })
    }

    /// The learning rate of a group.
    pub fn lr(&self, group: usize) -> Result<f64> {
        Ok(self.raw_options(group)?.lr)
    }

    /// Sets the learning rate of a group, for a schedule; in replays of captured steps too.
    pub fn set_lr(&mut self, group: usize, lr: f64) -> Result<()> {
        // SAFETY: the handle is alive; the call checks the index.
        check(unsafe { sys::vjp_optimizer_set_lr(self.raw(), group, lr) })
    }

    /// Whether steps can be captured into a graph: the learning rate lies on the device, and a gradient scaler reads
    /// nothing back before a step.
    pub fn is_capturable(&self) -> Result<bool> {
        Ok(self.raw_options(0)?.capturable != 0)
    }

    fn raw_options(&self, group: usize) -> Result<sys::vjp_optimizer_options> {
        let mut raw = sys::VJP_SGD_OPTIONS_INIT;
        // SAFETY: the handle is alive, the struct is a local with its size set; the call checks the index.
        check(unsafe { sys::vjp_optimizer_get_options(self.raw(), group, &mut raw) })?;
        Ok(raw)
    }

    fn want<R: Rule>(&self) -> Result<()> {
        let name = self.name();
        if name == R::NAME {
            return Ok(());
        }
        Err(Error::invalid(format!("an optimizer of kind {name} has no hyperparameters of {}", R::NAME)))
    }

    /// One step of every parameter that has a gradient. The host does not wait for a device.
    pub fn step(&mut self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_optimizer_step(self.raw()) })
    }

    /// Takes the gradients of all parameters away.
    pub fn zero_grad(&mut self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_optimizer_zero_grad(self.raw(), true) })
    }

    /// Fills the gradients of all parameters with zeros, where a captured graph is to find them.
    pub fn fill_grad_with_zeros(&mut self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_optimizer_zero_grad(self.raw(), false) })
    }

    /// A number, one float32, by which every step divides the gradients, which are written back.
    pub fn set_grad_scale(&mut self, scale: Option<&Tensor>) -> Result<()> {
        // SAFETY: both handles are alive; NULL is allowed.
        check(unsafe { sys::vjp_optimizer_set_grad_scale(self.raw(), crate::autograd::raw_or_null(scale)) })
    }

    /// All that must be stored, with the hyperparameters, to go on later: `("0.1.exp_avg", tensor)` is that of group 0,
    /// parameter 1. The tensors are the optimizer's own.
    ///
    /// ```
    /// use vjp::optim::{Adam, Optimizer};
    /// let w = vjp::Tensor::from_slice(&[3.0f32], &[1])?.tracked()?;
    /// let mut optimizer = Optimizer::adam(&[&w], Adam::default())?;
    /// w.sum()?.backward()?;
    /// optimizer.step()?;
    /// let path = std::env::temp_dir().join(format!("vjp-optimizer-{}.safetensors", std::process::id()));
    /// let states = optimizer.states()?;
    /// vjp::safetensors::save(&path, &states.iter().map(|(name, t)| (&name[..], t)).collect::<Vec<_>>(), &[])?;
    ///
    /// let mut other = Optimizer::adam(&[&w], Adam::default())?;
    /// let file = vjp::safetensors::File::open(&path)?;
    /// let stored = file.names().into_iter().map(|name| Ok((file.get(&name)?, name)));
    /// let stored = stored.collect::<vjp::Result<Vec<_>>>()?;
    /// other.load_states(&stored.iter().map(|(t, name)| (&name[..], t)).collect::<Vec<_>>())?;
    /// assert_eq!(other.states()?.len(), 3); // step, exp_avg, exp_avg_sq
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn states(&self) -> Result<Vec<(String, Tensor)>> {
        // SAFETY: the handle is alive.
        let count = unsafe { sys::vjp_optimizer_num_states(self.raw()) };
        (0..count)
            .map(|index| {
                let mut name = null_mut();
                // SAFETY: the handle is alive, the places are locals; the text is ours, and freed once.
                unsafe {
                    let tensor = one(|out| sys::vjp_optimizer_state(self.raw(), index, &mut name, out))?;
                    Ok((crate::error::take_text(name), tensor))
                }
            })
            .collect()
    }

    /// Replaces all states by copies of these, converted to what the parameters want.
    pub fn load_states(&mut self, states: &[(&str, &Tensor)]) -> Result<()> {
        let names = states.iter().map(|(name, _)| c_string(name)).collect::<Result<Vec<CString>>>()?;
        let names: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        let tensors: Vec<_> = states.iter().map(|(_, tensor)| tensor.raw()).collect();
        // SAFETY: the lists and their strings live during the call, and are as long as said.
        check(unsafe { sys::vjp_optimizer_load_states(self.raw(), names.as_ptr(), tensors.as_ptr(), names.len()) })
    }
}

// ---- clipping ----

/// The `p`-norm of all elements of all tensors together, a zero-dimensional tensor on the first one's device. `p` may be
/// infinite; 0 counts what is not 0.
pub fn total_norm(tensors: &[impl Borrow<Tensor>], p: f64) -> Result<Tensor> {
    let tensors = handles(tensors);
    // SAFETY: the list lives during the call, `out` is a local of `one`.
    one(|out| unsafe { sys::vjp_total_norm(tensors.as_ptr(), tensors.len(), p, out) })
}

/// Scales the gradients of the parameters, in place, so that their 2-norm is at most `max_norm`; gives the norm before.
/// The host does not wait.
pub fn clip_grad_norm(parameters: &[impl Borrow<Tensor>], max_norm: f64) -> Result<Tensor> {
    clip_grad_norm_with(parameters, max_norm, 2.0, false)
}

/// [`clip_grad_norm`] with another norm, and with an error, that changes nothing, if the norm is not finite.
pub fn clip_grad_norm_with(
    parameters: &[impl Borrow<Tensor>],
    max_norm: f64,
    p: f64,
    error_if_nonfinite: bool,
) -> Result<Tensor> {
    let list = handles(parameters);
    // SAFETY: the list lives during the call, `out` is a local of `one`.
    one(|out| unsafe { sys::vjp_clip_grad_norm(list.as_ptr(), list.len(), max_norm, p, error_if_nonfinite, out) })
}

/// Bounds every element of the gradients to [-max_value, max_value], in place.
pub fn clip_grad_value(parameters: &[impl Borrow<Tensor>], max_value: f64) -> Result<()> {
    let list = handles(parameters);
    // SAFETY: the list lives during the call.
    check(unsafe { sys::vjp_clip_grad_value(list.as_ptr(), list.len(), max_value) })
}

// ---- schedules ----

/// A learning rate as a function of the number of steps made, from 0: for [`Optimizer::set_lr`].
///
/// ```
/// use vjp::optim::Schedule;
/// let cosine = Schedule::Cosine { lowest: 0.0, total: 10 };
/// assert_eq!((cosine.lr(0.1, 0), cosine.lr(0.1, 10)), (0.1, 0.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Schedule {
    /// `base gamma^floor(step / step_size)`
    Step { step_size: i64, gamma: f64 },
    /// `base gamma^step`
    Exponential { gamma: f64 },
    /// From `base start_factor` to `base end_factor` in equal parts over `total` steps, and that from then on.
    Linear { start_factor: f64, end_factor: f64, total: i64 },
    /// Half a cosine from `base` to `lowest` over `total` steps, and that from then on.
    Cosine { lowest: f64, total: i64 },
    /// One cycle (Smith and Topin, 2018), whose rates do not depend on `base`.
    OneCycle(OneCycle),
}

/// A rise to `highest` and a long fall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OneCycle {
    /// The rate at the top.
    pub highest: f64,
    /// Steps of the whole cycle.
    pub total: i64,
    /// The part of it in which the rate rises.
    pub rising: f64,
    /// It begins with highest / start_divisor,
    pub start_divisor: f64,
    /// and ends with highest / start_divisor / final_divisor.
    pub final_divisor: f64,
    /// Straight lines instead of half cosines.
    pub linear: bool,
}

impl OneCycle {
    pub fn new(highest: f64, total: i64) -> OneCycle {
        let sys::vjp_one_cycle { rising, start_divisor, final_divisor, linear, .. } = sys::VJP_ONE_CYCLE_INIT;
        OneCycle { highest, total, rising, start_divisor, final_divisor, linear: linear != 0 }
    }
}

impl Schedule {
    pub fn lr(&self, base: f64, step: i64) -> f64 {
        // SAFETY: numbers, and a local struct.
        unsafe {
            match *self {
                Schedule::Step { step_size, gamma } => sys::vjp_lr_step(base, step, step_size, gamma),
                Schedule::Exponential { gamma } => sys::vjp_lr_exponential(base, step, gamma),
                Schedule::Linear { start_factor, end_factor, total } => {
                    sys::vjp_lr_linear(base, step, start_factor, end_factor, total)
                }
                Schedule::Cosine { lowest, total } => sys::vjp_lr_cosine(base, step, lowest, total),
                Schedule::OneCycle(cycle) => {
                    let OneCycle { highest, total, rising, start_divisor, final_divisor, linear } = cycle;
                    let raw = sys::vjp_one_cycle {
                        highest,
                        total,
                        rising,
                        start_divisor,
                        final_divisor,
                        linear: linear.into(),
                        ..sys::VJP_ONE_CYCLE_INIT
                    };
                    sys::vjp_lr_one_cycle(&raw, step)
                }
            }
        }
    }
}

/// Lowers the rate when a metric no longer improves.
#[derive(Clone, Copy, Debug)]
pub struct Plateau(sys::vjp_lr_plateau);

/// What [`Plateau`] takes for no improvement, and what it does then.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlateauOptions {
    /// What the rate is multiplied by.
    pub factor: f64,
    /// An improvement is by more than this, as a part of the best value or, if `absolute`, itself.
    pub threshold: f64,
    /// The rate goes no lower.
    pub lowest: f64,
    /// Changes of the rate up to this are not made.
    pub eps: f64,
    /// So many observations without improvement are put up with.
    pub patience: i64,
    /// After a change, so many observations are not counted.
    pub cooldown: i64,
    /// A larger metric is better.
    pub maximize: bool,
    pub absolute: bool,
}

impl Default for PlateauOptions {
    fn default() -> Self {
        let raw = sys::VJP_LR_PLATEAU_INIT;
        PlateauOptions {
            factor: raw.factor,
            threshold: raw.threshold,
            lowest: raw.lowest,
            eps: raw.eps,
            patience: raw.patience,
            cooldown: raw.cooldown,
            maximize: raw.maximize != 0,
            absolute: raw.absolute != 0,
        }
    }
}

impl Plateau {
    pub fn new(options: PlateauOptions) -> Plateau {
        let PlateauOptions { factor, threshold, lowest, eps, patience, cooldown, maximize, absolute } = options;
        let (maximize, absolute) = (maximize.into(), absolute.into());
        let given = sys::vjp_lr_plateau {
            factor,
            threshold,
            lowest,
            eps,
            patience,
            cooldown,
            maximize,
            absolute,
            ..sys::VJP_LR_PLATEAU_INIT
        };
        Plateau(given)
    }

    /// Takes the next observation and gives the new rate.
    pub fn observe(&mut self, metric: f64, lr: f64) -> f64 {
        // SAFETY: the struct is ours, with its size set; null is not given.
        unsafe { sys::vjp_lr_plateau_observe(&mut self.0, metric, lr) }
    }
}
