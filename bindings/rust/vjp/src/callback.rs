//! Closures as C callbacks: a context, its destructor, and no panic across the border.

use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use vjp_sys as sys;

use crate::error::{drop_caught, raise, raise_panic, Error, Result, Status};

/// A closure that the C library owns. Two threads may reach it at once (a leaf shared by two graphs), hence the lock;
/// and a closure may start a backward that reaches itself, which would wait for itself, hence `owner`.
pub(crate) struct Callback<F> {
    owner: AtomicUsize,
    function: Mutex<F>,
}

/// A number that differs from that of every other living thread, and is not 0.
fn thread_number() -> usize {
    thread_local!(static HERE: u8 = const { 0 });
    HERE.with(|here| here as *const u8 as usize)
}

impl<F: Send + 'static> Callback<F> {
    pub(crate) fn into_context(function: F) -> *mut c_void {
        let callback = Callback { owner: AtomicUsize::new(0), function: Mutex::new(function) };
        Box::into_raw(Box::new(callback)).cast()
    }

    /// # Safety
    /// `context` came from `into_context` of the same type, and nobody uses it afterwards.
    pub(crate) unsafe extern "C" fn drop_context(context: *mut c_void) {
        drop_caught(Box::from_raw(context.cast::<Self>()));
    }

    /// Gives the closure to `body`, and turns what becomes of it into a status.
    ///
    /// # Safety
    /// `context` came from `into_context` of the same type and is alive.
    pub(crate) unsafe fn enter(context: *mut c_void, body: impl FnOnce(&mut F) -> Result<()>) -> sys::vjp_status {
        let callback = &*context.cast::<Self>();
        // The closure's state after a panic is the business of whoever catches the resumed panic.
        match catch_unwind(AssertUnwindSafe(|| callback.run(body))) {
            Ok(Ok(())) => sys::vjp_status::VJP_OK,
            Ok(Err(error)) => raise(&error),
            Err(panic) => raise_panic(panic),
        }
    }

    fn run(&self, body: impl FnOnce(&mut F) -> Result<()>) -> Result<()> {
        let me = thread_number();
        if self.owner.load(Ordering::Relaxed) == me {
            return Err(Error::new(Status::State, "a closure that is running was called again by what it started"));
        }
        let mut function = self.function.lock().unwrap_or_else(PoisonError::into_inner);
        self.owner.store(me, Ordering::Relaxed);
        let _leave = Leave(&self.owner);
        body(&mut function)
    }
}

struct Leave<'a>(&'a AtomicUsize);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
    }
}
