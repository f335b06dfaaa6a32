//! Gradients: leaves, modes, backward, grad calls.

use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::{null, null_mut, NonNull};

use vjp_sys as sys;

use crate::callback::{drop_context, guarded, into_context};
use crate::error::{check, Result};
use crate::node::Node;
use crate::tensor::{one, optional, Tensor};

impl Tensor {
    pub fn requires_grad(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_requires_grad(self.raw()) }
    }

    pub fn set_requires_grad(&self, requires_grad: bool) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_tensor_set_requires_grad(self.raw(), requires_grad) })
    }

    /// The same tensor, which from now on requires grad: for `Tensor::from_slice(..)?.tracked()?`.
    pub fn tracked(self) -> Result<Tensor> {
        self.set_requires_grad(true)?;
        Ok(self)
    }

    pub fn is_leaf(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_is_leaf(self.raw()) }
    }

    /// The accumulated gradient, if there is one yet.
    pub fn grad(&self) -> Result<Option<Tensor>> {
        // SAFETY: the handle is alive.
        optional(|out| unsafe { sys::vjp_tensor_grad(self.raw(), out) })
    }

    /// Replaces the gradient; None clears it.
    pub fn set_grad(&self, grad: Option<&Tensor>) -> Result<()> {
        // SAFETY: both handles are alive; NULL is allowed.
        check(unsafe { sys::vjp_tensor_set_grad(self.raw(), raw_or_null(grad)) })
    }

    /// Keeps the gradient of a non-leaf in its `grad` when a backward passes it.
    pub fn retain_grad(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_tensor_retain_grad(self.raw()) })
    }

    /// The same storage, without history.
    pub fn detach(&self) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_detach(self.raw(), out) })
    }

    /// Makes the tensor a leaf in place. An error on a view.
    pub fn detach_(&self) -> Result<()> {
        // SAFETY: the handle is alive; other threads may look at the tensor meanwhile.
        check(unsafe { sys::vjp_tensor_detach_(self.raw()) })
    }

    /// Whether [`Tensor::retain_grad`] was called.
    pub fn retains_grad(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_retains_grad(self.raw()) }
    }

    /// Whether the tensor's memory was made in [`inference`](crate::inference).
    pub fn is_inference(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_is_inference(self.raw()) }
    }

    /// What the tensor is a view of; None if it is none.
    pub fn base(&self) -> Result<Option<Tensor>> {
        // SAFETY: the handle is alive.
        if !unsafe { sys::vjp_tensor_is_view(self.raw()) } {
            return Ok(None);
        }
        // SAFETY: as above; `out` is a local of `optional`.
        optional(|out| unsafe { sys::vjp_tensor_base(self.raw(), out) })
    }

    /// Which result of its node the tensor is.
    pub fn output_number(&self) -> u32 {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_output_number(self.raw()) }
    }

    /// Where the tensor's gradient goes: its node, or the accumulator of a leaf, and the slot. For
    /// [`GradCall::add_root_edge`] and [`GradCall::add_input_edge`], when the tensor itself is no longer kept.
    pub fn gradient_edge(&self) -> Result<(Node, u32)> {
        let (mut node, mut slot) = (null_mut(), 0);
        // SAFETY: the handle is alive, the places are locals; a node that comes out is ours.
        unsafe {
            check(sys::vjp_tensor_gradient_edge(self.raw(), &mut node, &mut slot))?;
            let node = Node::from_owned(node);
            Ok((node.ok_or_else(|| crate::Error::invalid("gradient_edge: the tensor does not require grad"))?, slot))
        }
    }

    /// How often the storage was written in place.
    pub fn version(&self) -> Result<i64> {
        let mut version = 0;
        // SAFETY: the handle is alive and `version` is a local.
        check(unsafe { sys::vjp_tensor_version(self.raw(), &mut version) })?;
        Ok(version)
    }

    /// Records that the tensor's elements were changed by other means than this crate's: graphs that saved them notice.
    pub fn advance_version(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_tensor_version_advance(self.raw()) })
    }

    /// The node that made the tensor; None for a leaf.
    pub fn grad_fn(&self) -> Result<Option<Node>> {
        let mut out = null_mut();
        // SAFETY: the handle is alive; a node that comes out is ours.
        unsafe {
            check(sys::vjp_tensor_grad_fn(self.raw(), &mut out))?;
            Ok(Node::from_owned(out))
        }
    }

    /// Adds d self / d leaf to the gradient of every leaf that requires grad. For one-element tensors.
    ///
    /// A panic in a hook or a custom function comes out here, as if it had been raised here.
    ///
    /// ```
    /// let x = vjp::Tensor::from_slice(&[3.0f64], &[1])?.tracked()?;
    /// (&x * &x).sum()?.backward()?;
    /// assert_eq!(x.grad()?.unwrap().item()?, 6.0);
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn backward(&self) -> Result<()> {
        // SAFETY: the handle is alive; NULL stands for 1.
        check(unsafe { sys::vjp_backward(self.raw(), null_mut()) })
    }

    /// Backward from a tensor of any shape, weighted by `gradient` of the same shape.
    pub fn backward_with(&self, gradient: &Tensor) -> Result<()> {
        // SAFETY: both handles are alive.
        check(unsafe { sys::vjp_backward(self.raw(), gradient.raw()) })
    }
}

pub(crate) fn raw_or_null(tensor: Option<&Tensor>) -> *mut sys::vjp_tensor {
    tensor.map_or(null_mut(), Tensor::raw)
}

/// What a gradient computation keeps and allows. `Default` is what `backward` and `grad` do.
#[derive(Debug, Clone, Copy, Default)]
pub struct GradOptions {
    /// Keep the graph for another backward; None: as `create_graph`.
    pub retain_graph: Option<bool>,
    /// Record the backward, so that it can be differentiated again.
    pub create_graph: bool,
    /// An input that is not reached gives None instead of an error; None: as `materialize`.
    pub allow_unused: Option<bool>,
    /// An input that is not reached gives zeros.
    pub materialize: bool,
}

impl GradOptions {
    fn raw(self, accumulate: bool) -> sys::vjp_grad_options {
        let or_unset = |flag: Option<bool>| flag.map_or(-1, i32::from);
        sys::vjp_grad_options {
            struct_size: std::mem::size_of::<sys::vjp_grad_options>(),
            retain_graph: or_unset(self.retain_graph),
            create_graph: self.create_graph.into(),
            allow_unused: or_unset(self.allow_unused),
            materialize: self.materialize.into(),
            accumulate: accumulate.into(),
            batched: 0,
        }
    }
}

/// The gradients of the sum of one-element `roots` for `inputs`; no leaf's gradient is touched.
///
/// ```
/// let x = vjp::Tensor::from_slice(&[2.0f64], &[1])?.tracked()?;
/// let y = x.mul(&x)?.mul(&x)?;
/// let create = vjp::GradOptions { create_graph: true, ..Default::default() };
/// let dy = vjp::grad_with(&[&y], &[], &[&x], create)?.remove(0).unwrap();
/// let ddy = vjp::grad(&[&dy], &[&x])?.remove(0);
/// assert_eq!((dy.item()?, ddy.item()?), (12.0, 12.0));
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn grad(roots: &[&Tensor], inputs: &[&Tensor]) -> Result<Vec<Tensor>> {
    let grads = grad_with(roots, &[], inputs, GradOptions::default())?;
    // By default an unused input is an error, so that every gradient is there.
    Ok(grads.into_iter().flatten().collect())
}

/// [`grad`] with everything: `gradients` is empty, or holds one a root (None stands for 1).
pub fn grad_with(
    roots: &[&Tensor],
    gradients: &[Option<&Tensor>],
    inputs: &[&Tensor],
    options: GradOptions,
) -> Result<Vec<Option<Tensor>>> {
    if !gradients.is_empty() && gradients.len() != roots.len() {
        let message = format!("grad: {} gradients for {} roots", gradients.len(), roots.len());
        return Err(crate::Error::invalid(message));
    }
    let raw_roots: Vec<_> = roots.iter().map(|root| root.raw()).collect();
    let raw_inputs: Vec<_> = inputs.iter().map(|input| input.raw()).collect();
    let raw_gradients: Vec<_> = gradients.iter().map(|gradient| raw_or_null(*gradient)).collect();
    let gradients = if gradients.is_empty() { null() } else { raw_gradients.as_ptr() };
    // None is a null pointer (Tensor is transparent over NonNull), so C fills the vector in place.
    let mut out: Vec<Option<Tensor>> = inputs.iter().map(|_| None).collect();
    // SAFETY: the lists live during the call, their lengths are theirs, and `out` has a place an input.
    check(unsafe {
        sys::vjp_grad(
            raw_roots.as_ptr(),
            raw_roots.len(),
            gradients,
            raw_inputs.as_ptr(),
            raw_inputs.len(),
            &options.raw(false),
            out.as_mut_ptr().cast(),
        )
    })?;
    Ok(out)
}

/// A grad call: made, given roots and inputs, run (perhaps often), asked for results.
pub struct GradCall(NonNull<sys::vjp_grad_call>);

// SAFETY: handles may be used and released on any thread; `run` takes `&mut self`, so one thread at a time runs it.
unsafe impl Send for GradCall {}

impl GradCall {
    /// A call that returns the gradients of its inputs.
    pub fn grad(options: GradOptions) -> Result<GradCall> {
        GradCall::create(options.raw(false))
    }

    /// A call that adds to the gradients of leaves: of its inputs, or of all if it has none.
    pub fn backward(options: GradOptions) -> Result<GradCall> {
        GradCall::create(options.raw(true))
    }

    pub(crate) fn raw(&self) -> *mut sys::vjp_grad_call {
        self.0.as_ptr()
    }

    fn create(options: sys::vjp_grad_options) -> Result<GradCall> {
        let mut out = null_mut();
        // SAFETY: the options are copied, `out` is a local.
        check(unsafe { sys::vjp_grad_call_create(&options, &mut out) })?;
        Ok(GradCall(NonNull::new(out).expect("a grad call was made")))
    }

    /// Adds a root; without a gradient it must have one element.
    pub fn add_root(&mut self, root: &Tensor, gradient: Option<&Tensor>) -> Result<()> {
        // SAFETY: all handles are alive; NULL is allowed.
        check(unsafe { sys::vjp_grad_call_add_root(self.0.as_ptr(), root.raw(), raw_or_null(gradient)) })
    }

    pub fn set_root_gradient(&mut self, index: usize, gradient: Option<&Tensor>) -> Result<()> {
        // SAFETY: all handles are alive; the call checks the index.
        check(unsafe { sys::vjp_grad_call_set_root_gradient(self.0.as_ptr(), index, raw_or_null(gradient)) })
    }

    pub fn add_input(&mut self, input: &Tensor) -> Result<()> {
        // SAFETY: both handles are alive.
        check(unsafe { sys::vjp_grad_call_add_input(self.0.as_ptr(), input.raw()) })
    }

    /// A slot of a node as a root ([`Tensor::gradient_edge`]); the gradient has the slot's shape and type.
    pub fn add_root_edge(&mut self, node: &Node, slot: u32, gradient: Option<&Tensor>) -> Result<()> {
        let gradient = raw_or_null(gradient);
        // SAFETY: all handles are alive; the call checks the slot.
        check(unsafe { sys::vjp_grad_call_add_root_edge(self.0.as_ptr(), node.raw(), slot, gradient) })
    }

    /// A slot of a node as an input. In backward its node runs, and nothing is stored for it.
    pub fn add_input_edge(&mut self, node: &Node, slot: u32) -> Result<()> {
        // SAFETY: both handles are alive; the call checks the slot.
        check(unsafe { sys::vjp_grad_call_add_input_edge(self.0.as_ptr(), node.raw(), slot) })
    }

    pub fn run(&mut self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_grad_call_run(self.0.as_ptr()) })
    }

    /// The last run's gradient of an input; None where it was unused.
    pub fn result(&self, input: usize) -> Result<Option<Tensor>> {
        // SAFETY: the handle is alive; the call checks the index.
        optional(|out| unsafe { sys::vjp_grad_call_result(self.0.as_ptr(), input, out) })
    }
}

impl Drop for GradCall {
    fn drop(&mut self) {
        // SAFETY: we own one reference.
        unsafe { sys::vjp_grad_call_release(self.0.as_ptr()) }
    }
}

/// Calls a closure once, when all nodes of the running backward have executed: for hooks and custom functions. Closures run
/// in the order queued, and may queue more; an error fails the backward. If that fails they are dropped. A state error
/// outside of a backward.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// let order = Arc::new(Mutex::new(Vec::new()));
/// let x = vjp::Tensor::from_slice(&[1.0f64], &[1])?.tracked()?;
/// let y = x.mul(2.0)?;
/// let (log, end) = (order.clone(), order.clone());
/// y.add_hook(move |_| {
///     let end = end.clone();
///     vjp::at_end_of_backward(move || Ok(end.lock().unwrap().push("end")))?;
///     Ok(None)
/// })?;
/// x.add_hook(move |_| { log.lock().unwrap().push("leaf"); Ok(None) })?;
/// y.backward()?;
/// assert_eq!(*order.lock().unwrap(), ["leaf", "end"]);
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn at_end_of_backward<F>(callback: F) -> Result<()>
where
    F: Fn() -> Result<()> + Send + Sync + 'static,
{
    unsafe extern "C" fn call<F: Fn() -> Result<()>>(context: *mut c_void) -> sys::vjp_status {
        guarded(|| (*context.cast::<F>())())
    }
    let context = into_context(callback);
    // SAFETY: the context is what the callbacks take.
    let status = unsafe { sys::vjp_queue_final_callback(Some(call::<F>), context, Some(drop_context::<F>)) };
    if status != sys::vjp_status::VJP_OK {
        // SAFETY: after a failure the context is still ours.
        unsafe { drop_context::<F>(context) };
    }
    check(status)
}

/// Whether this process is a fork of one that had run backward on a device: the threads that work for devices did not
/// come along, so a backward on a device fails here; one on the CPU works.
pub fn is_fork_without_workers() -> bool {
    // SAFETY: no argument.
    unsafe { sys::vjp_is_fork_without_workers() }
}

/// Whether this thread is inside a node of some backward, its hooks included.
pub fn in_backward() -> bool {
    // SAFETY: no argument.
    unsafe { sys::vjp_in_backward() }
}

/// The number of the backward that runs on this thread, unique in the process; None outside.
pub fn backward_id() -> Option<u64> {
    // SAFETY: no argument.
    u64::try_from(unsafe { sys::vjp_grad_call_current_id() }).ok()
}

/// Whether operators of this thread record.
pub fn is_grad_enabled() -> bool {
    // SAFETY: no argument.
    unsafe { sys::vjp_grad_mode() }
}

/// Restores this thread's grad mode when it goes out of scope. It cannot go to another thread:
///
/// ```compile_fail,E0277
/// let guard = vjp::GradModeGuard::new(false);
/// std::thread::spawn(move || drop(guard));
/// ```
#[must_use = "the mode ends with the guard"]
pub struct GradModeGuard {
    previous: bool,
    stays_here: PhantomData<*const ()>,
}

impl GradModeGuard {
    pub fn new(enabled: bool) -> Self {
        let mut previous = true;
        // SAFETY: `previous` is a local. Setting a flag of the thread does not fail.
        unsafe { sys::vjp_grad_mode_set(enabled, &mut previous) };
        GradModeGuard { previous, stays_here: PhantomData }
    }
}

impl Drop for GradModeGuard {
    fn drop(&mut self) {
        // SAFETY: NULL is allowed.
        unsafe { sys::vjp_grad_mode_set(self.previous, null_mut()) };
    }
}

/// Runs `body` with recording off.
pub fn no_grad<R>(body: impl FnOnce() -> R) -> R {
    let _guard = GradModeGuard::new(false);
    body()
}

/// Runs `body` with recording on.
pub fn enable_grad<R>(body: impl FnOnce() -> R) -> R {
    let _guard = GradModeGuard::new(true);
    body()
}
