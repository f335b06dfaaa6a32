//! Hooks: closures that see gradients as they pass.

use std::ffi::c_void;
use std::ptr::{null_mut, NonNull};

use vjp_sys as sys;

use crate::call::handles;
use crate::callback::{drop_context, guarded, into_context};
use crate::error::{c_string, check, Result};
use crate::node::Node;
use crate::tensor::Tensor;

/// A hook that was added. Dropping the handle leaves the hook where it is; [`Hook::remove`] takes it away.
pub struct Hook(Option<NonNull<sys::vjp_hook>>);

// SAFETY: removal and release work at any time, from any thread.
unsafe impl Send for Hook {}
// SAFETY: a shared reference gives access to nothing.
unsafe impl Sync for Hook {}

impl Hook {
    /// Removes the hook and drops its closure. Does nothing if its tensor has gone already.
    pub fn remove(mut self) {
        if let Some(raw) = self.0.take() {
            // SAFETY: the handle is alive, and taken, so that drop does not release it again.
            unsafe { sys::vjp_hook_remove(raw.as_ptr()) }
        }
    }
}

impl Hook {
    /// What messages call the hook, such as the name of a function.
    pub fn set_label(&self, label: &str) -> Result<()> {
        let label = c_string(label)?;
        // SAFETY: the handle is alive or null, and the label is copied.
        check(unsafe { sys::vjp_hook_set_label(self.0.map_or(null_mut(), NonNull::as_ptr), label.as_ptr()) })
    }
}

impl Drop for Hook {
    fn drop(&mut self) {
        if let Some(raw) = self.0 {
            // SAFETY: we own the handle.
            unsafe { sys::vjp_hook_release(raw.as_ptr()) }
        }
    }
}

/// The signature of C's functions that add a hook, after the callback.
type Drop_ = Option<unsafe extern "C" fn(*mut c_void)>;

fn add<F: Send + Sync + 'static>(
    function: F,
    call: impl FnOnce(*mut c_void, Drop_, *mut *mut sys::vjp_hook) -> sys::vjp_status,
) -> Result<Hook> {
    let context = into_context(function);
    let mut out = null_mut();
    let status = call(context, Some(drop_context::<F>), &mut out);
    if status != sys::vjp_status::VJP_OK {
        // SAFETY: after a failure nothing has changed: the context is still ours.
        unsafe { drop_context::<F>(context) };
    }
    check(status)?;
    Ok(Hook(NonNull::new(out)))
}

impl Tensor {
    /// Adds a closure that sees the tensor's gradient and may replace it. An error, or a panic, stops the backward
    /// and comes out of it. The closure is not called where a backward brings no gradient; see
    /// [`Tensor::add_hook_always`].
    ///
    /// ```
    /// let x = vjp::Tensor::from_slice(&[1.0f64, 2.0], &[2])?.tracked()?;
    /// let y = &x * 3.0;
    /// y.add_hook(|grad| Ok(Some(grad * 10.0)))?;
    /// y.sum()?.backward()?;
    /// assert_eq!(x.grad()?.unwrap().to_vec::<f64>()?, [30.0, 30.0]);
    /// # Ok::<(), vjp::Error>(())
    /// ```
    ///
    /// In a hook recording is off, and new tensors lie where the gradient does, if nothing else is said. Of a tensor on a
    /// device it runs on a thread of the library ([`multithreading`](crate::multithreading) turns that off), perhaps on
    /// several at once; so what it uses is shared safely:
    ///
    /// ```compile_fail,E0277
    /// let calls = std::rc::Rc::new(std::cell::Cell::new(0));
    /// let x = vjp::Tensor::from_slice(&[1.0f64], &[1])?.tracked()?;
    /// x.add_hook(move |_| { calls.set(calls.get() + 1); Ok(None) })?;
    /// # Ok::<(), vjp::Error>(())
    /// ```
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// let calls = std::sync::Arc::new(AtomicUsize::new(0));
    /// let x = vjp::Tensor::from_slice(&[1.0f64], &[1])?.tracked()?;
    /// let count = calls.clone();
    /// x.add_hook(move |_| { count.fetch_add(1, Ordering::Relaxed); Ok(None) })?;
    /// x.mul(2.0)?.backward()?;
    /// assert_eq!(calls.load(Ordering::Relaxed), 1);
    /// # Ok::<(), vjp::Error>(())
    /// ```
    ///
    /// A hook lives as long as its tensor's node, or its leaf. So it does not own its own tensor or node, which would then be
    /// kept for ever, but refers to it with [`Tensor::downgrade`]; [`observe::watched_hooks`](crate::observe::watched_hooks)
    /// lists hooks that are still there.
    ///
    /// Hooks outlive the function that adds them, so they own what else they use:
    ///
    /// ```compile_fail,E0597
    /// fn count(x: &vjp::Tensor) -> vjp::Result<()> {
    ///     let factor = 3.0;
    ///     let lent = &factor;
    ///     x.add_hook(move |grad| Ok(Some(grad * *lent)))?;
    ///     Ok(())
    /// }
    /// ```
    pub fn add_hook(&self, hook: impl Fn(&Tensor) -> Result<Option<Tensor>> + Send + Sync + 'static) -> Result<Hook> {
        self.add_hook_always(move |grad| grad.map_or(Ok(None), &hook))
    }

    /// Like [`Tensor::add_hook`], and called with None, too, when the tensor is reached and its gradient is undefined.
    pub fn add_hook_always<F>(&self, hook: F) -> Result<Hook>
    where
        F: Fn(Option<&Tensor>) -> Result<Option<Tensor>> + Send + Sync + 'static,
    {
        unsafe extern "C" fn call<F>(
            context: *mut c_void,
            grad: *mut sys::vjp_tensor,
            replacement: *mut *mut sys::vjp_tensor,
        ) -> sys::vjp_status
        where
            F: Fn(Option<&Tensor>) -> Result<Option<Tensor>> + Send + Sync + 'static,
        {
            guarded(|| {
                let hook = &*context.cast::<F>();
                let grad = Tensor::from_borrowed(grad);
                if let Some(tensor) = hook(grad.as_ref())? {
                    *replacement = tensor.into_raw();
                }
                Ok(())
            })
        }
        add(hook, |context, drop, out| {
            // SAFETY: `context` is an F, which is what `call` and `drop` take.
            unsafe { sys::vjp_tensor_add_hook(self.raw(), Some(call::<F>), context, drop, out) }
        })
    }

    /// Adds a closure that is called after a backward has added to this leaf's gradient.
    pub fn add_post_accumulate_hook<F>(&self, hook: F) -> Result<Hook>
    where
        F: Fn(&Tensor) -> Result<()> + Send + Sync + 'static,
    {
        unsafe extern "C" fn call<F>(context: *mut c_void, leaf: *mut sys::vjp_tensor) -> sys::vjp_status
        where
            F: Fn(&Tensor) -> Result<()> + Send + Sync + 'static,
        {
            guarded(|| {
                let hook = &*context.cast::<F>();
                Tensor::from_borrowed(leaf).map_or(Ok(()), |leaf| hook(&leaf))
            })
        }
        add(hook, |context, drop, out| {
            // SAFETY: `context` is an F, which is what `call` and `drop` take.
            unsafe { sys::vjp_tensor_add_post_accumulate_hook(self.raw(), Some(call::<F>), context, drop, out) }
        })
    }
}

/// C's array of handles as what it is: None is a null pointer, and Some owns the reference in its place.
///
/// # Safety
/// `handles` points to `count` places, each null or holding a reference.
unsafe fn places<'a>(handles: *mut *mut sys::vjp_tensor, count: usize) -> &'a mut [Option<Tensor>] {
    if count == 0 {
        return &mut [];
    }
    std::slice::from_raw_parts_mut(handles.cast(), count)
}

impl Node {
    /// Adds a closure that sees the gradients of the node's results before its derivative runs, and may replace them.
    pub fn add_pre_hook<F>(&self, hook: F) -> Result<Hook>
    where
        F: Fn(&mut [Option<Tensor>]) -> Result<()> + Send + Sync + 'static,
    {
        unsafe extern "C" fn call<F>(
            context: *mut c_void,
            grads: *mut *mut sys::vjp_tensor,
            count: usize,
        ) -> sys::vjp_status
        where
            F: Fn(&mut [Option<Tensor>]) -> Result<()> + Send + Sync + 'static,
        {
            guarded(|| (*context.cast::<F>())(places(grads, count)))
        }
        add(hook, |context, drop, out| {
            // SAFETY: `context` is an F, which is what `call` and `drop` take.
            unsafe { sys::vjp_node_add_pre_hook(self.raw(), Some(call::<F>), context, drop, out) }
        })
    }

    /// Adds a closure that sees what the node's derivative gave, one an edge, and may replace it, and the gradients
    /// it was given.
    pub fn add_post_hook<F>(&self, hook: F) -> Result<Hook>
    where
        F: Fn(&mut [Option<Tensor>], &[Option<Tensor>]) -> Result<()> + Send + Sync + 'static,
    {
        add(hook, |context, drop, out| {
            // SAFETY: `context` is an F, which is what `call_post` and `drop` take.
            unsafe { sys::vjp_node_add_post_hook(self.raw(), Some(call_post::<F>), context, drop, out) }
        })
    }

    /// [`Node::add_post_hook`] ahead of the post-hooks that the node has.
    pub fn add_first_post_hook<F>(&self, hook: F) -> Result<Hook>
    where
        F: Fn(&mut [Option<Tensor>], &[Option<Tensor>]) -> Result<()> + Send + Sync + 'static,
    {
        add(hook, |context, drop, out| {
            // SAFETY: as above.
            unsafe { sys::vjp_node_add_first_post_hook(self.raw(), Some(call_post::<F>), context, drop, out) }
        })
    }
}

unsafe extern "C" fn call_post<F>(
    context: *mut c_void,
    results: *mut *mut sys::vjp_tensor,
    num_results: usize,
    grads: *const *mut sys::vjp_tensor,
    num_grads: usize,
) -> sys::vjp_status
where
    F: Fn(&mut [Option<Tensor>], &[Option<Tensor>]) -> Result<()> + Send + Sync + 'static,
{
    guarded(|| {
        let hook = &*context.cast::<F>();
        hook(places(results, num_results), places(grads.cast_mut(), num_grads))
    })
}

/// Adds a closure that is called once in each backward that reaches any of the tensors, when all gradients of them that it
/// computes are known: one each, None where it was not reached. Each must require grad.
///
/// ```
/// use vjp::{add_multi_grad_hook, Tensor};
/// let (a, b) = (Tensor::from_slice(&[2.0f64], &[1])?.tracked()?, Tensor::from_slice(&[3.0f64], &[1])?.tracked()?);
/// let hook = add_multi_grad_hook(&[&a, &b], |grads| {
///     let total: f64 = grads.iter().flatten().map(|grad| grad.item().unwrap()).sum();
///     assert_eq!(total, 5.0);
///     Ok(())
/// })?;
/// (&a * &b).sum()?.backward()?;
/// hook.remove();
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn add_multi_grad_hook<F>(tensors: &[&Tensor], hook: F) -> Result<Hook>
where
    F: Fn(&[Option<Tensor>]) -> Result<()> + Send + Sync + 'static,
{
    multi_grad(tensors, sys::VJP_MULTI_GRAD_ALL, hook)
}

/// [`add_multi_grad_hook`] with the first of the gradients alone, as soon as it is known.
pub fn add_any_grad_hook<F>(tensors: &[&Tensor], hook: F) -> Result<Hook>
where
    F: Fn(Option<&Tensor>) -> Result<()> + Send + Sync + 'static,
{
    multi_grad(tensors, sys::VJP_MULTI_GRAD_ANY, move |grads| hook(grads.first().and_then(Option::as_ref)))
}

fn multi_grad<F>(tensors: &[&Tensor], mode: sys::vjp_multi_grad_mode, hook: F) -> Result<Hook>
where
    F: Fn(&[Option<Tensor>]) -> Result<()> + Send + Sync + 'static,
{
    unsafe extern "C" fn call<F>(
        context: *mut c_void,
        grads: *const *mut sys::vjp_tensor,
        count: usize,
    ) -> sys::vjp_status
    where
        F: Fn(&[Option<Tensor>]) -> Result<()> + Send + Sync + 'static,
    {
        guarded(|| (*context.cast::<F>())(places(grads.cast_mut(), count)))
    }
    let tensors = handles(tensors);
    add(hook, |context, drop, out| {
        let (list, count) = (tensors.as_ptr(), tensors.len());
        // SAFETY: the list lives during the call, and `context` is an F, which is what `call` and `drop` take.
        unsafe { sys::vjp_add_multi_grad_hook(list, count, mode, Some(call::<F>), context, drop, out) }
    })
}
