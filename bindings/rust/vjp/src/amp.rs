//! Mixed precision: autocast, and scaling of gradients.

use std::borrow::Borrow;

use vjp_sys as sys;

use crate::call::{handles, list};
use crate::device::DeviceKind;
use crate::dtype::DType;
use crate::error::{check, Result};
use crate::handle::handle;
use crate::optim::Optimizer;
use crate::region::Region;
use crate::tensor::{one, Tensor};

/// What operators compute in inside an autocast region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AutocastOptions {
    /// Of tensors on devices of this type.
    pub device: DeviceKind,
    /// float16 or bfloat16.
    pub dtype: DType,
    /// False: off inside, where a region around is on.
    pub enabled: bool,
    /// A leaf that requires grad is cast once until the outermost region ends. False while a graph is captured: a cast
    /// from before would be left out of it.
    pub cache: bool,
}

impl Default for AutocastOptions {
    fn default() -> Self {
        let raw = sys::VJP_AUTOCAST_OPTIONS_INIT;
        AutocastOptions {
            device: DeviceKind::CPU,
            dtype: DType::from_raw(raw.dtype),
            enabled: raw.enabled != 0,
            cache: raw.cache_enabled != 0,
        }
    }
}

/// Runs `body` in a region where operators compute in the precision that suits them: matrix products, linear layers,
/// convolutions and attention in `dtype`, what needs it in float32. Casts are recorded, and backward, which is not
/// concerned itself, gives gradients of the parameters' own type.
///
/// ```
/// use vjp::{autocast, AutocastOptions, DType, Tensor};
/// let w = Tensor::from_slice(&[1.0f32, 2.0, 3.0, 4.0], &[2, 2])?.tracked()?;
/// let y = autocast(AutocastOptions::default(), || w.matmul(&w))??;
/// y.sum()?.backward()?;
/// assert_eq!((y.dtype(), w.grad()?.unwrap().dtype()), (DType::BFloat16, DType::Float32));
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn autocast<R>(options: AutocastOptions, body: impl FnOnce() -> R) -> Result<R> {
    let raw = sys::vjp_autocast_options {
        device_kind: options.device.raw(),
        dtype: options.dtype.raw(),
        enabled: options.enabled.into(),
        cache_enabled: options.cache.into(),
        ..sys::VJP_AUTOCAST_OPTIONS_INIT
    };
    // SAFETY: the options are a local, and `out` one of `begin`.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_autocast(&raw, out) })?;
    Ok(body())
}

/// The type in force for tensors on devices of a type; None where autocast is off.
pub fn autocast_dtype(device: DeviceKind) -> Option<DType> {
    // SAFETY: by value.
    let dtype = unsafe { sys::vjp_autocast_dtype(device.raw()) };
    (dtype != sys::vjp_dtype::VJP_DTYPE_NONE).then(|| DType::from_raw(dtype))
}

/// How a [`GradScaler`] begins and adjusts its scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GradScalerOptions {
    pub init_scale: f64,
    /// More than 1.
    pub growth_factor: f64,
    /// Less than 1.
    pub backoff_factor: f64,
    /// So many updates in a row without infinities let the scale grow.
    pub growth_interval: i64,
    /// False: scale is the identity, unscale and update do nothing, step is plain.
    pub enabled: bool,
}

impl Default for GradScalerOptions {
    fn default() -> Self {
        let raw = sys::VJP_GRAD_SCALER_OPTIONS_INIT;
        GradScalerOptions {
            init_scale: raw.init_scale,
            growth_factor: raw.growth_factor,
            backoff_factor: raw.backoff_factor,
            growth_interval: raw.growth_interval,
            enabled: raw.enabled != 0,
        }
    }
}

/// What is to be stored of a [`GradScaler`] to go on later.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GradScalerState {
    pub scale: f64,
    pub growth_factor: f64,
    pub backoff_factor: f64,
    pub growth_interval: i64,
    /// Updates without infinities since the scale changed.
    pub growth_tracker: i64,
}

handle! {
    /// Scales losses, so that gradients in float16 do not vanish, unscales gradients, skips steps where one is not
    /// finite, and adjusts the scale. One thread at a time has it.
    ///
    /// ```
    /// use vjp::optim::{Optimizer, Sgd};
    /// use vjp::{GradScaler, GradScalerOptions, Tensor};
    /// let w = Tensor::from_slice(&[3.0f32], &[1])?.tracked()?;
    /// let mut optimizer = Optimizer::sgd(&[&w], Sgd { lr: 0.1, ..Default::default() })?;
    /// let mut scaler = GradScaler::new(GradScalerOptions::default())?;
    /// scaler.scale(&(&w * &w).sum()?)?.backward()?;
    /// assert!(scaler.step(&mut optimizer)?);
    /// scaler.update()?;
    /// assert!((w.item()? - 2.4).abs() < 1e-6); // 3 - 0.1 * 6
    /// # Ok::<(), vjp::Error>(())
    /// ```
    GradScaler, vjp_grad_scaler, vjp_grad_scaler_release
}

impl GradScaler {
    pub fn new(options: GradScalerOptions) -> Result<GradScaler> {
        let raw = sys::vjp_grad_scaler_options {
            init_scale: options.init_scale,
            growth_factor: options.growth_factor,
            backoff_factor: options.backoff_factor,
            growth_interval: options.growth_interval,
            enabled: options.enabled.into(),
            ..sys::VJP_GRAD_SCALER_OPTIONS_INIT
        };
        // SAFETY: the options are a local, and `out` one of `make`.
        GradScaler::make(|out| unsafe { sys::vjp_grad_scaler_create(&raw, out) })
    }

    pub fn is_enabled(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_grad_scaler_is_enabled(self.raw()) }
    }

    /// The tensor times the scale, recorded.
    pub fn scale(&mut self, tensor: &Tensor) -> Result<Tensor> {
        // SAFETY: both handles are alive, `out` is a local of `one`.
        one(|out| unsafe { sys::vjp_grad_scaler_scale(self.raw(), tensor.raw(), out) })
    }

    /// The same for several tensors, also of several devices.
    pub fn scale_list(&mut self, tensors: &[impl Borrow<Tensor>]) -> Result<Vec<Tensor>> {
        let tensors = handles(tensors);
        // SAFETY: the handle is alive, the list lives during the call.
        list(|out| unsafe { sys::vjp_grad_scaler_scale_list(self.raw(), tensors.as_ptr(), tensors.len(), out) })
    }

    /// Divides the gradients of the optimizer's parameters by the scale, in place, to clip them, say, before the step.
    pub fn unscale(&mut self, optimizer: &mut Optimizer) -> Result<()> {
        // SAFETY: both handles are alive.
        check(unsafe { sys::vjp_grad_scaler_unscale(self.raw(), optimizer.raw()) })
    }

    /// The optimizer's step with unscaled gradients, unless one is not finite: then false. A capturable optimizer's
    /// decision stays on the device, and true says nothing.
    pub fn step(&mut self, optimizer: &mut Optimizer) -> Result<bool> {
        let mut done = false;
        // SAFETY: both handles are alive, the place is a local.
        check(unsafe { sys::vjp_grad_scaler_step(self.raw(), optimizer.raw(), &mut done) })?;
        Ok(done)
    }

    /// Adjusts the scale by what was found for all optimizers since the last update.
    pub fn update(&mut self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_grad_scaler_update(self.raw()) })
    }

    /// Ends the iteration as [`GradScaler::update`] does, with another scale.
    pub fn set_scale(&mut self, scale: f64) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_grad_scaler_set_scale(self.raw(), scale) })
    }

    /// The same with a tensor of one float, which the host does not read.
    pub fn set_scale_tensor(&mut self, scale: &Tensor) -> Result<()> {
        // SAFETY: both handles are alive.
        check(unsafe { sys::vjp_grad_scaler_set_scale_tensor(self.raw(), scale.raw()) })
    }

    /// What was found for an optimizer since the last update: for each device of its gradients a float32, 0 or 1, there.
    pub fn found_inf(&self, optimizer: &Optimizer) -> Result<Vec<Tensor>> {
        // SAFETY: both handles are alive.
        list(|out| unsafe { sys::vjp_grad_scaler_found_inf(self.raw(), optimizer.raw(), out) })
    }

    /// The scale, 1 if disabled. The host waits for it.
    pub fn get_scale(&self) -> Result<f64> {
        let mut scale = 0.0;
        // SAFETY: the handle is alive, the place a local.
        check(unsafe { sys::vjp_grad_scaler_get_scale(self.raw(), &mut scale) })?;
        Ok(scale)
    }

    /// The host waits for it.
    pub fn state(&self) -> Result<GradScalerState> {
        let mut raw = sys::VJP_GRAD_SCALER_STATE_INIT;
        // SAFETY: the handle is alive, the struct a local with its size set.
        check(unsafe { sys::vjp_grad_scaler_get_state(self.raw(), &mut raw) })?;
        let sys::vjp_grad_scaler_state {
            scale, growth_factor, backoff_factor, growth_interval, growth_tracker, ..
        } = raw;
        Ok(GradScalerState { scale, growth_factor, backoff_factor, growth_interval, growth_tracker })
    }

    /// Does nothing if disabled.
    pub fn load_state(&mut self, state: &GradScalerState) -> Result<()> {
        let GradScalerState { scale, growth_factor, backoff_factor, growth_interval, growth_tracker } = *state;
        let raw = sys::vjp_grad_scaler_state {
            scale,
            growth_factor,
            backoff_factor,
            growth_interval,
            growth_tracker,
            ..sys::VJP_GRAD_SCALER_STATE_INIT
        };
        // SAFETY: the handle is alive, the struct a local.
        check(unsafe { sys::vjp_grad_scaler_load_state(self.raw(), &raw) })
    }
}
