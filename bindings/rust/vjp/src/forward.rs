//! Forward mode: tangents that operators carry along.

use std::marker::PhantomData;
use std::ptr::null_mut;

use vjp_sys as sys;

use crate::error::{check, Result};
use crate::tensor::{one, optional, Tensor};

/// Ends the forward mode of its thread, and with it every tangent, when it goes out of scope.
struct Level(PhantomData<*const ()>);

impl Drop for Level {
    fn drop(&mut self) {
        // SAFETY: a level was entered on this thread, which the guard does not leave.
        unsafe { sys::vjp_forward_mode_exit() };
    }
}

/// Runs `body` in forward mode, of which there is one at a time in the process.
///
/// ```
/// let x = vjp::Tensor::from_slice(&[3.0f64], &[1])?;
/// let one = vjp::Tensor::from_slice(&[1.0f64], &[1])?;
/// let tangent = vjp::forward_mode(|| {
///     let x = x.with_tangent(&one)?;
///     (&x * &x).tangent()
/// })?;
/// assert_eq!(tangent.unwrap().item()?, 6.0);
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn forward_mode<R>(body: impl FnOnce() -> Result<R>) -> Result<R> {
    // SAFETY: no argument.
    check(unsafe { sys::vjp_forward_mode_enter() })?;
    let _level = Level(PhantomData);
    body()
}

impl Tensor {
    /// A view of the tensor that carries `tangent`, of the same shape. Only in forward mode.
    pub fn with_tangent(&self, tangent: &Tensor) -> Result<Tensor> {
        // SAFETY: both handles are alive.
        one(|out| unsafe { sys::vjp_make_dual(self.raw(), tangent.raw(), out) })
    }

    /// The primal and the tangent: a new view of the tensor without tangent, and its tangent, or None if it has none.
    pub fn unpack_dual(&self) -> Result<(Tensor, Option<Tensor>)> {
        let mut tangent = null_mut();
        // SAFETY: the handle is alive; both results are ours.
        let primal = one(|out| unsafe { sys::vjp_unpack_dual(self.raw(), out, &mut tangent) })?;
        let tangent = optional(|out| {
            // SAFETY: `out` may be written.
            unsafe { *out = tangent };
            sys::vjp_status::VJP_OK
        })?;
        Ok((primal, tangent))
    }

    /// The tensor's tangent; None if it has none, which means zero.
    pub fn tangent(&self) -> Result<Option<Tensor>> {
        // SAFETY: the handle is alive.
        optional(|out| unsafe { sys::vjp_tensor_tangent(self.raw(), out) })
    }
}
