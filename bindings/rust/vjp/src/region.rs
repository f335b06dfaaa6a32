//! Regions: settings of this thread that hold while a closure runs, and end with it even when it panics.

use std::ffi::{c_void, CString};
use std::panic::Location;
use std::ptr::null_mut;

use vjp_sys as sys;

use crate::callback::{drop_context, guarded, into_context};
use crate::error::{c_string, check, Error, Result};
use crate::tensor::Tensor;

/// Ends a region when it goes out of scope. Only closures are run inside, so that regions end in reverse order; and the
/// raw pointer keeps it on its thread.
pub(crate) struct Region(*mut sys::vjp_guard);

impl Region {
    pub(crate) fn begin(call: impl FnOnce(*mut *mut sys::vjp_guard) -> sys::vjp_status) -> Result<Region> {
        let mut guard = null_mut();
        check(call(&mut guard))?;
        Ok(Region(guard))
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: the region began on this thread, and those inside it have ended.
        unsafe { sys::vjp_guard_exit(self.0) };
    }
}

/// Runs `body` in inference mode: nothing is recorded, and what is made can never be.
///
/// ```
/// let x = vjp::Tensor::from_slice(&[1.0f64], &[1])?.tracked()?;
/// let y = vjp::inference(|| x.tanh())??;
/// assert!(!y.requires_grad());
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn inference<R>(body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: `out` is a local of `begin`.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_mode(sys::VJP_MODE_INFERENCE, true, out) })?;
    Ok(body())
}

/// Runs `body` in a region where grad calls may use the library's threads, one a device (the default), or run everything,
/// hooks and custom functions too, on the thread that makes them. Results are the same.
pub fn multithreading<R>(enabled: bool, body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: `out` is a local of `begin`.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_mode(sys::VJP_MODE_MULTITHREADING, enabled, out) })?;
    Ok(body())
}

/// Runs `body` marked as a part of the program: the findings of [`race`](crate::race), messages of errors and reports of
/// anomaly mode then carry the file and line of this call, and the name.
///
/// ```
/// use vjp::{location, Tensor};
/// let (a, b) = (Tensor::from_slice(&[1.0f64], &[1])?, Tensor::from_slice(&[1.0f64; 2], &[2])?);
/// let error = location("loss", || a.mm(&b))?.unwrap_err();
/// assert!(error.message.contains(&format!("{}:{}, loss)", file!(), line!() - 1)), "{error}");
/// # Ok::<(), vjp::Error>(())
/// ```
#[track_caller]
pub fn location<R>(name: &str, body: impl FnOnce() -> R) -> Result<R> {
    /// The texts are C's until the pop, which is before they go.
    struct Pushed(#[allow(dead_code)] [CString; 2]);
    impl Drop for Pushed {
        fn drop(&mut self) {
            // SAFETY: no argument; the location was pushed on this thread, which the guard does not leave.
            unsafe { sys::vjp_location_pop() };
        }
    }
    let here = Location::caller();
    let texts = [c_string(here.file())?, c_string(name)?];
    // SAFETY: the texts live until the pop.
    check(unsafe { sys::vjp_location_push(texts[0].as_ptr(), here.line() as i32, texts[1].as_ptr()) })?;
    let _pushed = Pushed(texts);
    Ok(body())
}

// ---- saved values ----

struct Pair<P, U> {
    pack: P,
    unpack: U,
}

/// Runs `body` in a region where the tensors that are saved for backward are kept as what `pack` makes of them; `unpack`
/// makes tensors of it, as often as one is needed. Of nested regions the innermost pair counts.
///
/// ```
/// use vjp::Tensor;
/// let x = Tensor::from_slice(&[1.0f64, 2.0], &[2])?.tracked()?;
/// let y = vjp::with_saved_tensor_hooks(
///     |tensor| tensor.to_vec::<f64>(),
///     |values| Tensor::from_slice(values, &[values.len() as i64]),
///     || x.mul(&x),
/// )??;
/// y.sum()?.backward()?;
/// assert_eq!(x.grad()?.unwrap().to_vec::<f64>()?, [2.0, 4.0]);
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn with_saved_tensor_hooks<T, P, U, R>(pack: P, unpack: U, body: impl FnOnce() -> R) -> Result<R>
where
    T: Send + Sync + 'static,
    P: Fn(&Tensor) -> Result<T> + Send + Sync + 'static,
    U: Fn(&T) -> Result<Tensor> + Send + Sync + 'static,
{
    let context = into_context(Pair { pack, unpack });
    let hooks = sys::vjp_saved_tensor_hooks {
        struct_size: std::mem::size_of::<sys::vjp_saved_tensor_hooks>(),
        pack: Some(call_pack::<T, P, U>),
        unpack: Some(call_unpack::<T, P, U>),
        drop_packed: Some(drop_packed::<T>),
        context,
        drop: Some(drop_context::<Pair<P, U>>),
    };
    // SAFETY: the struct is copied, and the context is what the callbacks take.
    let region = Region::begin(|out| unsafe { sys::vjp_guard_saved_tensor_hooks(&hooks, out) });
    if region.is_err() {
        // SAFETY: after a failure the context is still ours.
        unsafe { drop_context::<Pair<P, U>>(context) };
    }
    let _region = region?;
    Ok(body())
}

/// Runs `body` in a region where [`with_saved_tensor_hooks`] fails with `message`.
pub fn without_saved_tensor_hooks<R>(message: &str, body: impl FnOnce() -> R) -> Result<R> {
    let message = c_string(message)?;
    // SAFETY: the message is a C string, which the call copies.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_no_saved_tensor_hooks(message.as_ptr(), out) })?;
    Ok(body())
}

/// Runs `body` in a region where what is saved for backward is kept in host memory.
pub fn save_on_cpu<R>(pin_memory: bool, body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: `out` is a local of `begin`.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_save_on_cpu(pin_memory, out) })?;
    Ok(body())
}

/// Runs `body` in a region where tensors that were saved for backward may be changed in place: the old values are copied for
/// backward, which has to run inside. Such regions do not nest.
///
/// ```
/// let x = vjp::Tensor::from_slice(&[3.0f64], &[1])?.tracked()?;
/// let y = x.mul(1.0)?;
/// vjp::allow_saved_tensor_mutation(|| {
///     let z = y.mul(&y)?;
///     y.detach()?.fill_(100.0)?;
///     z.backward()
/// })??;
/// assert_eq!(x.grad()?.unwrap().item()?, 6.0);
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn allow_saved_tensor_mutation<R>(body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: `out` is a local of `begin`.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_saved_tensor_mutation(out) })?;
    Ok(body())
}

unsafe extern "C" fn drop_packed<T>(_context: *mut c_void, packed: *mut c_void) {
    drop_context::<T>(packed);
}

unsafe extern "C" fn call_pack<T, P, U>(
    context: *mut c_void,
    tensor: *mut sys::vjp_tensor,
    packed: *mut *mut c_void,
) -> sys::vjp_status
where
    P: Fn(&Tensor) -> Result<T>,
{
    guarded(|| {
        let pair = &*context.cast::<Pair<P, U>>();
        let tensor = lent(tensor)?;
        *packed = Box::into_raw(Box::new((pair.pack)(&tensor)?)).cast();
        Ok(())
    })
}

unsafe extern "C" fn call_unpack<T, P, U>(
    context: *mut c_void,
    packed: *mut c_void,
    out: *mut *mut sys::vjp_tensor,
) -> sys::vjp_status
where
    U: Fn(&T) -> Result<Tensor>,
{
    guarded(|| {
        let pair = &*context.cast::<Pair<P, U>>();
        *out = (pair.unpack)(&*packed.cast::<T>())?.into_raw();
        Ok(())
    })
}

/// A tensor that C lends to a callback.
///
/// # Safety
/// `raw` is null or a live handle.
unsafe fn lent(raw: *mut sys::vjp_tensor) -> Result<Tensor> {
    Tensor::from_borrowed(raw).ok_or_else(|| Error::invalid("a callback was given no tensor"))
}
