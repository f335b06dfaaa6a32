//! Closures as C callbacks: a context, its destructor, and no panic across the border.
//!
//! Note: threads. The nodes of a device run on a thread of the library's own, and every thread that waits in a grad call
//! meanwhile runs what is ready. So a closure may be called on any thread, on several at once (a leaf that two graphs
//! share), and again while it runs (by a grad call that it made, or by another program thread's that came to the same
//! worker). It must be `Fn + Send + Sync + 'static`: a lock around an `FnMut` would wait for itself.

use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};

use vjp_sys as sys;

use crate::error::{drop_caught, raise, raise_panic, Result};

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

/// Gives a closure to the C library, which drops it, perhaps on another thread.
pub(crate) fn into_context<F: Send + Sync + 'static>(function: F) -> *mut c_void {
    Box::into_raw(Box::new(function)).cast()
}

/// # Safety
/// `context` came from `into_context` of a `T`, or from `Box::into_raw`, and nobody uses it afterwards.
pub(crate) unsafe extern "C" fn drop_context<T>(context: *mut c_void) {
    drop_caught(Box::from_raw(context.cast::<T>()));
}
