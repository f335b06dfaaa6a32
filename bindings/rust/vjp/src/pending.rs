//! Grad calls that are started and not waited for, and backward into another store than leaves' gradients.

use std::ffi::c_void;
use std::future::{Future, IntoFuture};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::pin::Pin;
use std::ptr::{null_mut, NonNull};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use vjp_sys as sys;

use crate::autograd::GradCall;
use crate::callback::{drop_context, guarded, into_context};
use crate::error::{check, drop_caught, Result};
use crate::tensor::{optional, Tensor};

/// A run of a [`GradCall`] that goes on by itself, whether anybody waits for it or not; a clone is the same run.
///
/// It runs on a thread of the library, with the modes, the default device and the streams of the thread that started it.
/// A panic in a hook comes out of the first wait, an error of every one.
///
/// ```
/// let x = vjp::Tensor::from_slice(&[3.0f64], &[1])?.tracked()?;
/// let mut call = vjp::GradCall::grad(Default::default())?;
/// call.add_root(&x.mul(&x)?, None)?;
/// call.add_input(&x)?;
/// let run = call.start()?;
/// assert_eq!(run.result(0)?.unwrap().item()?, 6.0);
/// # Ok::<(), vjp::Error>(())
/// ```
///
/// In async code it is awaited, on any executor: `let gradients = call.start()?.await?;`.
pub struct Pending(NonNull<sys::vjp_pending>);

// SAFETY: every function of a run may be called on any thread, by several at once.
unsafe impl Send for Pending {}
// SAFETY: as above.
unsafe impl Sync for Pending {}

impl GradCall {
    /// Starts a run. Until it is done the call cannot be changed, nor run: a state error. What is wrong with roots and
    /// inputs is reported by waiting.
    pub fn start(&mut self) -> Result<Pending> {
        let mut out = null_mut();
        // SAFETY: the handle is alive, `out` is a local.
        check(unsafe { sys::vjp_grad_call_start(self.raw(), &mut out) })?;
        Ok(Pending(NonNull::new(out).expect("a run was started")))
    }

    /// Gives a backward a store: a closure that is offered each leaf's gradient where it would be added to the leaf's own.
    /// It takes it by returning true; otherwise the leaf accumulates. The last argument says that nobody else can see the
    /// gradient's memory. It may be called on any thread, on several at once.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// let x = vjp::Tensor::from_slice(&[3.0f64], &[1])?.tracked()?;
    /// let mut call = vjp::GradCall::backward(Default::default())?;
    /// call.add_root(&x.mul(&x)?, None)?;
    /// let kept = Arc::new(Mutex::new(Vec::new()));
    /// let store = kept.clone();
    /// call.set_store(move |_leaf, gradient, _owned| {
    ///     store.lock().unwrap().push(gradient.item()?);
    ///     Ok(true)
    /// })?;
    /// call.run()?;
    /// assert_eq!(*kept.lock().unwrap(), [6.0]);
    /// assert!(x.grad()?.is_none());
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn set_store<F>(&mut self, store: F) -> Result<()>
    where
        F: Fn(&Tensor, &Tensor, bool) -> Result<bool> + Send + Sync + 'static,
    {
        unsafe extern "C" fn take<F>(
            context: *mut c_void,
            leaf: *mut sys::vjp_tensor,
            grad: *mut sys::vjp_tensor,
            owned: bool,
            taken: *mut bool,
        ) -> sys::vjp_status
        where
            F: Fn(&Tensor, &Tensor, bool) -> Result<bool>,
        {
            guarded(|| {
                let store = &*context.cast::<F>();
                if let (Some(leaf), Some(grad)) = (Tensor::from_borrowed(leaf), Tensor::from_borrowed(grad)) {
                    *taken = store(&leaf, &grad, owned)?;
                }
                Ok(())
            })
        }
        let context = into_context(store);
        // SAFETY: the context is an F, which is what `take` and `drop_context` take.
        let status =
            unsafe { sys::vjp_grad_call_set_store(self.raw(), Some(take::<F>), context, Some(drop_context::<F>)) };
        if status != sys::vjp_status::VJP_OK {
            // SAFETY: after a failure the context is still ours.
            unsafe { drop_context::<F>(context) };
        }
        check(status)
    }

    /// Takes the store away.
    pub fn clear_store(&mut self) -> Result<()> {
        // SAFETY: the handle is alive; NULL takes it away.
        check(unsafe { sys::vjp_grad_call_set_store(self.raw(), None, null_mut(), None) })
    }
}

impl Pending {
    /// Whether the run has ended, well or not.
    pub fn is_done(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_pending_done(self.0.as_ptr()) }
    }

    /// Whether the run has ended with an error.
    pub fn has_failed(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_pending_failed(self.0.as_ptr()) }
    }

    /// Waits until it has ended; its error, if it failed, at every call.
    pub fn wait(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_pending_wait(self.0.as_ptr()) })
    }

    /// The same for some time at most: false if that is over first.
    pub fn wait_for(&self, time: Duration) -> Result<bool> {
        let mut done = false;
        // SAFETY: the handle is alive, `done` is a local.
        check(unsafe { sys::vjp_pending_wait_for(self.0.as_ptr(), time.as_secs_f64(), &mut done) })?;
        Ok(done)
    }

    /// Waits, and gives the gradient of an input; None where it was unused.
    pub fn result(&self, input: usize) -> Result<Option<Tensor>> {
        // SAFETY: the handle is alive; the call checks the index.
        optional(|out| unsafe { sys::vjp_pending_result(self.0.as_ptr(), input, out) })
    }

    /// Waits, and gives the gradients of all inputs.
    pub fn results(&self) -> Result<Vec<Option<Tensor>>> {
        // SAFETY: the handle is alive.
        let count = unsafe { sys::vjp_pending_num_inputs(self.0.as_ptr()) };
        (0..count).map(|input| self.result(input)).collect()
    }

    /// Calls a closure once when the run has ended: at once if it has, otherwise on the thread that ran it, with the modes,
    /// the default device and the streams that this thread has now. A panic in it goes no further.
    pub fn on_end<F>(&self, callback: F) -> Result<()>
    where
        F: FnOnce(&Pending) + Send + 'static,
    {
        unsafe extern "C" fn call<F: FnOnce(&Pending)>(context: *mut c_void, pending: *mut sys::vjp_pending) {
            let callback = (*context.cast::<Mutex<Option<F>>>()).lock().ok().and_then(|mut place| place.take());
            if let (Some(callback), Some(pending)) = (callback, NonNull::new(sys::vjp_pending_retain(pending))) {
                let pending = Pending(pending);
                if let Err(panic) = catch_unwind(AssertUnwindSafe(|| callback(&pending))) {
                    drop_caught(panic);
                }
            }
        }
        let context = into_context(Mutex::new(Some(callback)));
        let drop_it = drop_context::<Mutex<Option<F>>>;
        // SAFETY: the context is what the callbacks take.
        let status = unsafe { sys::vjp_pending_add_callback(self.0.as_ptr(), Some(call::<F>), context, Some(drop_it)) };
        if status != sys::vjp_status::VJP_OK {
            // SAFETY: after a failure the context is still ours.
            unsafe { drop_it(context) };
        }
        check(status)
    }

    /// Asks the run to stop: no further node is started, and waiting gives an error unless it has ended before.
    pub fn cancel(&self) {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_pending_cancel(self.0.as_ptr()) }
    }
}

impl Clone for Pending {
    fn clone(&self) -> Self {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_pending_retain(self.0.as_ptr()) };
        Pending(self.0)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // SAFETY: we own one reference.
        unsafe { sys::vjp_pending_release(self.0.as_ptr()) }
    }
}

/// What awaiting a [`Pending`] waits with: ready with the gradients of all inputs when the run has ended. To drop it stops
/// nothing ([`Pending::cancel`] does).
pub struct Gradients {
    run: Pending,
    /// Whom the end wakes, and whether it has been told to.
    waker: Arc<Mutex<Option<Waker>>>,
    told: bool,
}

impl IntoFuture for Pending {
    type Output = Result<Vec<Option<Tensor>>>;
    type IntoFuture = Gradients;

    fn into_future(self) -> Gradients {
        Gradients { run: self, waker: Arc::default(), told: false }
    }
}

impl Future for Gradients {
    type Output = Result<Vec<Option<Tensor>>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // The waker first: an end after the look at the run finds it.
        *self.waker.lock().unwrap_or_else(PoisonError::into_inner) = Some(context.waker().clone());
        if self.run.is_done() {
            return Poll::Ready(self.run.results());
        }
        if !self.told {
            let waker = self.waker.clone();
            self.run.on_end(move |_| {
                let waker = waker.lock().unwrap_or_else(PoisonError::into_inner).take();
                waker.into_iter().for_each(Waker::wake);
            })?;
            self.told = true;
        }
        Poll::Pending
    }
}
