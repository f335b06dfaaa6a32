//! Forward mode: tangents that operators carry along.

use std::marker::PhantomData;
use std::ptr::null_mut;

use vjp_sys as sys;

use crate::error::{check, Result};
use crate::tensor::{one, optional, Tensor};

/// Ends a level of its thread, and with it every tangent of the level, when it goes out of scope.
struct LevelEnd(u64, PhantomData<*const ()>);

impl Drop for LevelEnd {
    fn drop(&mut self) {
        // SAFETY: the level was entered on this thread, which the guard does not leave.
        unsafe { sys::vjp_forward_mode_exit_level(self.0) };
    }
}

/// A level of forward mode, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u64);

impl Level {
    /// The innermost one: of those that this thread has entered, or the newest of the process. None outside of levels.
    pub fn innermost() -> Option<Level> {
        // SAFETY: no argument.
        let number = unsafe { sys::vjp_forward_mode_level() };
        (number != 0).then_some(Level(number))
    }
}

fn number(level: Option<Level>) -> u64 {
    level.map_or(0, |level| level.0)
}

/// Runs `body` inside a level of forward mode. Levels nest: the tangents of an inner one carry those of the levels around
/// it.
///
/// ```
/// use vjp::{forward_mode, Level, Tensor};
/// let (x, one) = (Tensor::from_slice(&[2.0f64], &[1])?, Tensor::from_slice(&[1.0f64], &[1])?);
/// forward_mode(|| {
///     let x = x.with_tangent(&one)?;
///     let outer = Level::innermost();
///     forward_mode(|| {
///         let x = x.with_tangent(&one)?;
///         let slope = (&(&x * &x) * &x).tangent()?.unwrap();
///         assert_eq!(slope.tangent_at(outer)?.unwrap().item()?, 12.0);
///         assert_eq!(x.tangent_levels()?, [Level::innermost().unwrap(), outer.unwrap()]);
///         assert!(x.unpack_dual()?.0.tangent()?.is_none());
///         Ok(())
///     })
/// })?;
/// # Ok::<(), vjp::Error>(())
/// ```
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
    let _end = LevelEnd(number(Level::innermost()), PhantomData);
    body()
}

impl Tensor {
    /// A view of the tensor that carries `tangent`, of the same shape, at the innermost level.
    pub fn with_tangent(&self, tangent: &Tensor) -> Result<Tensor> {
        self.with_tangent_at(tangent, None)
    }
    /// The same at a level; None is the innermost one.
    pub fn with_tangent_at(&self, tangent: &Tensor, level: Option<Level>) -> Result<Tensor> {
        // SAFETY: both handles are alive.
        one(|out| unsafe { sys::vjp_make_dual_at(self.raw(), tangent.raw(), number(level), out) })
    }

    /// The primal and the tangent of the innermost level: a new view of the tensor without that tangent, and the tangent,
    /// or None if it has none.
    pub fn unpack_dual(&self) -> Result<(Tensor, Option<Tensor>)> {
        self.unpack_dual_at(None)
    }
    /// The same at a level; None is the innermost one.
    pub fn unpack_dual_at(&self, level: Option<Level>) -> Result<(Tensor, Option<Tensor>)> {
        let mut tangent = null_mut();
        // SAFETY: the handle is alive; both results are ours.
        let primal = one(|out| unsafe { sys::vjp_unpack_dual_at(self.raw(), number(level), out, &mut tangent) })?;
        let tangent = optional(|out| {
            // SAFETY: `out` may be written.
            unsafe { *out = tangent };
            sys::vjp_status::VJP_OK
        })?;
        Ok((primal, tangent))
    }

    /// The tensor's tangent at the innermost level; None if it has none, which means zero.
    pub fn tangent(&self) -> Result<Option<Tensor>> {
        self.tangent_at(None)
    }
    /// The same at a level; None is the innermost one.
    pub fn tangent_at(&self, level: Option<Level>) -> Result<Option<Tensor>> {
        // SAFETY: the handle is alive.
        optional(|out| unsafe { sys::vjp_tensor_tangent_at(self.raw(), number(level), out) })
    }

    /// The levels at which the tensor has tangents, the innermost first.
    pub fn tangent_levels(&self) -> Result<Vec<Level>> {
        let (mut levels, mut at) = (Vec::new(), 0);
        loop {
            // SAFETY: the handle is alive, and the number is read before it is written.
            check(unsafe { sys::vjp_tensor_tangent_level(self.raw(), at, &mut at) })?;
            if at == 0 {
                return Ok(levels);
            }
            levels.push(Level(at));
        }
    }
}
