//! Closures as C callbacks: a context, its destructor, and no panic across the border.
//!
//! Note: threads. The nodes of a device run on a thread of the library's own, and every thread that waits in a grad call
//! meanwhile runs what is ready. So a closure may be called on any thread, on several at once (a leaf that two graphs
//! share), and again while it runs (by a grad call that it made, or by another program thread's that came to the same
//! worker). It must be `Fn + Send + Sync + 'static`: a lock around an `FnMut` would wait for itself.

use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};

use vjp_sys as sys;

use crate::error::{check, drop_caught, raise, raise_panic, Result};
use crate::tensor::Tensor;

/// Runs a callback of C: no panic crosses the border.
///
/// The state of a closure after a panic is the business of whoever catches the resumed panic.
pub(crate) fn guarded(body: impl FnOnce() -> Result<()>) -> sys::vjp_status {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => sys::vjp_status::VJP_OK,
        Ok(Err(error)) => raise(&error),
        Err(panic) => raise_panic(panic),
    }
}

/// Handles of one's own to tensors that C lends; there is none for null.
///
/// # Safety
/// `tensors` has `count` live handles or nulls.
pub(crate) unsafe fn borrowed_list(tensors: *const *mut sys::vjp_tensor, count: usize) -> Vec<Tensor> {
    (0..count).filter_map(|i| Tensor::from_borrowed(*tensors.add(i))).collect()
}

/// What C calls of a function from tensors to tensors: the closure itself is the context.
///
/// # Safety
/// `context` points to a live `F`, which nobody else calls; the lists are as C hands them to a callback.
pub(crate) unsafe extern "C" fn call_on_list<F: FnMut(&[Tensor]) -> Result<Vec<Tensor>>>(
    context: *mut c_void,
    inputs: *const *mut sys::vjp_tensor,
    num_inputs: usize,
    results: *mut sys::vjp_tensor_list,
) -> sys::vjp_status {
    guarded(|| {
        let inputs = borrowed_list(inputs, num_inputs);
        for result in (*context.cast::<F>())(&inputs)? {
            check(sys::vjp_tensor_list_append(results, result.raw()))?;
        }
        Ok(())
    })
}

/// Gives a closure to the C library, which drops it, perhaps on another thread.
pub(crate) fn into_context<F: Send + Sync + 'static>(function: F) -> *mut c_void {
    Box::into_raw(Box::new(function)).cast()
}

/// # Safety
/// `context` came from `into_context` of a `T`, or from `Box::into_raw`, and nobody uses it afterwards.
pub(crate) unsafe extern "C" fn drop_context<T>(context: *mut c_void) {
    drop_caught(Box::from_raw(context.cast::<T>()));
}
