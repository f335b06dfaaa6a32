//! Custom functions: any computation, with a derivative given as a closure.

use std::borrow::Borrow;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::null_mut;

use vjp_sys as sys;

use crate::autograd::no_grad;
use crate::callback::{borrowed_list, drop_context, guarded, into_context};
use crate::error::{c_string, check, Error, Result};
use crate::tensor::{one, Tensor};

/// What a custom function's backward may ask. Lives during its call.
pub struct Backward {
    node: *mut sys::vjp_node,
}

impl Backward {
    /// A tensor that the forward saved. Fails if it was changed in place since.
    pub fn saved(&self, index: usize) -> Result<Tensor> {
        // SAFETY: the node is executing, on this thread; the call checks the index.
        one(|out| unsafe { sys::vjp_function_saved(self.node, index, out) })
    }

    /// Whether anybody wants the gradient of an input; where not, None is the right answer.
    pub fn needs_input_grad(&self, input: usize) -> bool {
        // SAFETY: as above.
        unsafe { sys::vjp_function_needs_input_grad(self.node, input) }
    }
}

/// Runs `forward` with recording off and records one node for it, whose derivative is `backward`.
///
/// `forward` gives the results and the tensors that `backward` wants back. `backward` gets the gradients of the
/// results, zeros where there is none, and returns one an input. It runs on any thread, and on several at once if several
/// differentiate, so that it may share what `Sync` allows:
///
/// ```compile_fail,E0277
/// let x = vjp::Tensor::from_slice(&[2.0f64], &[1])?.tracked()?;
/// let calls = std::cell::Cell::new(0);
/// let forward = |inputs: &[&vjp::Tensor]| Ok((vec![inputs[0].mul(2.0)?], vec![]));
/// vjp::custom("Double", &[&x], forward, move |_, grads| {
///     calls.set(calls.get() + 1);
///     Ok(vec![Some(&grads[0] * 2.0)])
/// })?;
/// # Ok::<(), vjp::Error>(())
/// ```
///
/// ```
/// use vjp::Tensor;
/// let x = Tensor::from_slice(&[2.0f64], &[1])?.tracked()?;
/// let cube = |x: &Tensor| x.mul(x)?.mul(x);
/// let y = vjp::custom(
///     "Cube",
///     &[&x],
///     |inputs| Ok((vec![cube(inputs[0])?], vec![inputs[0].clone()])),
///     |function, grads| {
///         let x = function.saved(0)?;
///         Ok(vec![Some(&grads[0] * &x * &x * 3.0)])
///     },
/// )?;
/// y[0].backward()?;
/// assert_eq!(x.grad()?.unwrap().item()?, 12.0);
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn custom<B>(
    name: &str,
    inputs: &[&Tensor],
    forward: impl FnOnce(&[&Tensor]) -> Result<(Vec<Tensor>, Vec<Tensor>)>,
    backward: B,
) -> Result<Vec<Tensor>>
where
    B: Fn(&Backward, &[Tensor]) -> Result<Vec<Option<Tensor>>> + Send + Sync + 'static,
{
    let (results, saved) = no_grad(|| forward(inputs))?;
    record(name, inputs, &results, &saved, backward)?;
    Ok(results)
}

/// Ties `results`, which were computed with recording off, to `inputs`: the second half of [`custom`].
pub fn record<B>(
    name: &str,
    inputs: &[&Tensor],
    results: &[impl Borrow<Tensor>],
    saved: &[impl Borrow<Tensor>],
    backward: B,
) -> Result<()>
where
    B: Fn(&Backward, &[Tensor]) -> Result<Vec<Option<Tensor>>> + Send + Sync + 'static,
{
    let name = c_string(name)?;
    let inputs: Vec<_> = inputs.iter().map(|tensor| tensor.raw()).collect();
    let results: Vec<_> = results.iter().map(|tensor| tensor.borrow().raw()).collect();
    let saved: Vec<_> = saved.iter().map(|tensor| tensor.borrow().raw()).collect();
    let context = into_context(backward);
    let function = sys::vjp_function {
        struct_size: std::mem::size_of::<sys::vjp_function>(),
        name: name.as_ptr(),
        backward: Some(call::<B>),
        context,
        drop: Some(drop_context::<B>),
        materialize_grads: 1,
        jvp: None,
        once_differentiable: 0,
        lock_node: 1,
    };
    // SAFETY: lists and name live during the call, lengths are theirs, and the context is what the callbacks take.
    let status = unsafe {
        sys::vjp_function_record(
            &function,
            inputs.as_ptr(),
            inputs.len(),
            results.as_ptr(),
            results.len(),
            saved.as_ptr(),
            saved.len(),
        )
    };
    if status != sys::vjp_status::VJP_OK {
        // SAFETY: after a failure nothing has changed: the context is still ours.
        unsafe { drop_context::<B>(context) };
    }
    check(status)
}

unsafe extern "C" fn call<B>(
    context: *mut c_void,
    node: *mut sys::vjp_node,
    grads: *const *mut sys::vjp_tensor,
    num_grads: usize,
    out: *mut *mut sys::vjp_tensor,
    num_inputs: usize,
) -> sys::vjp_status
where
    B: Fn(&Backward, &[Tensor]) -> Result<Vec<Option<Tensor>>> + Send + Sync + 'static,
{
    guarded(|| {
        let backward = &*context.cast::<B>();
        // Handles of our own: a closure may clone them, and none is null, because gradients are materialized.
        let grads = borrowed_list(grads, num_grads);
        let results = backward(&Backward { node }, &grads)?;
        if results.len() != num_inputs {
            return Err(Error::invalid(format!("backward gave {} gradients for {num_inputs} inputs", results.len())));
        }
        for (i, result) in results.into_iter().enumerate() {
            *out.add(i) = result.map_or(null_mut(), Tensor::into_raw);
        }
        Ok(())
    })
}

/// The forward's side of an application: what it leaves for the backward and the library. Lives during the forward.
pub struct Call<'a> {
    call: *mut sys::vjp_function_call,
    lives: PhantomData<&'a ()>,
}

type Tell = unsafe extern "C" fn(*mut sys::vjp_function_call, *const *mut sys::vjp_tensor, usize) -> sys::vjp_status;

impl Call<'_> {
    fn tell(&self, function: Tell, tensors: &[&Tensor]) -> Result<()> {
        let raw: Vec<_> = tensors.iter().map(|tensor| tensor.raw()).collect();
        // SAFETY: the call is open, and the list lives during the call with its own length.
        check(unsafe { function(self.call, raw.as_ptr(), raw.len()) })
    }

    /// Keeps inputs, results and intermediates for the backward. The last call counts.
    pub fn save_for_backward(&self, tensors: &[&Tensor]) -> Result<()> {
        self.tell(sys::vjp_function_call_save_for_backward, tensors)
    }

    /// Keeps tensors for the jvp. The last call counts.
    pub fn save_for_forward(&self, tensors: &[&Tensor]) -> Result<()> {
        self.tell(sys::vjp_function_call_save_for_forward, tensors)
    }

    /// Declares inputs that the forward changed in place. Each must be a result.
    pub fn mark_dirty(&self, tensors: &[&Tensor]) -> Result<()> {
        self.tell(sys::vjp_function_call_mark_dirty, tensors)
    }

    /// Declares results through which no gradient flows.
    pub fn mark_non_differentiable(&self, tensors: &[&Tensor]) -> Result<()> {
        self.tell(sys::vjp_function_call_mark_non_differentiable, tensors)
    }

    /// Whether an input requires grad; false where nothing is recorded.
    pub fn needs_input_grad(&self, input: usize) -> bool {
        // SAFETY: the call is open; the index is checked.
        unsafe { sys::vjp_function_call_needs_input_grad(self.call, input) }
    }
}

/// What a jvp may ask. Lives during its call.
pub struct Jvp {
    call: *mut sys::vjp_function_call,
}

impl Jvp {
    /// A tensor that the forward saved by [`Call::save_for_forward`].
    pub fn saved(&self, index: usize) -> Result<Tensor> {
        // SAFETY: the application is being ended, on this thread; the call checks the index.
        one(|out| unsafe { sys::vjp_function_call_saved_for_forward(self.call, index, out) })
    }
}

type JvpClosure = Box<dyn Fn(&Jvp, &[Option<Tensor>]) -> Result<Vec<Option<Tensor>>> + Send + Sync>;

/// A custom function with all that can be said about one; [`custom`] is the short form.
///
/// The backward gets one gradient a result: zeros where there is none, or None without [`Function::materialize`].
///
/// ```
/// use vjp::{Function, Tensor};
/// let x = Tensor::from_slice(&[2.0f64], &[1])?.tracked()?;
/// let h = x.mul(1.0)?;
/// // Changes its input in place.
/// let y = Function::new("Triple", |_, grads| Ok(vec![grads[0].as_ref().map(|grad| grad * 3.0)]))
///     .once_differentiable()
///     .apply(&[&h], |call, inputs| {
///         inputs[0].mul_(3.0)?;
///         call.mark_dirty(inputs)?;
///         Ok(vec![inputs[0].clone()])
///     })?;
/// y[0].backward()?;
/// assert_eq!((h.item()?, x.grad()?.unwrap().item()?), (6.0, 3.0));
/// # Ok::<(), vjp::Error>(())
/// ```
pub struct Function<B> {
    name: String,
    backward: B,
    jvp: Option<JvpClosure>,
    materialize: bool,
    once: bool,
}

struct Closures<B> {
    backward: B,
    jvp: Option<JvpClosure>,
}

impl<B> Function<B>
where
    B: Fn(&Backward, &[Option<Tensor>]) -> Result<Vec<Option<Tensor>>> + Send + Sync + 'static,
{
    pub fn new(name: &str, backward: B) -> Self {
        Function { name: name.to_owned(), backward, jvp: None, materialize: true, once: false }
    }

    /// The derivative in forward mode: from a tangent for each input to one, or None for zero, for each result. That of
    /// an input marked dirty is the input's tangent itself, changed in place; that of a view the same view of it.
    pub fn jvp(
        mut self,
        jvp: impl Fn(&Jvp, &[Option<Tensor>]) -> Result<Vec<Option<Tensor>>> + Send + Sync + 'static,
    ) -> Self {
        self.jvp = Some(Box::new(jvp));
        self
    }

    /// Whether undefined gradients and tangents come as zeros (the default) or as None.
    pub fn materialize(mut self, on: bool) -> Self {
        self.materialize = on;
        self
    }

    /// The backward runs with recording off; to differentiate what it gave is an error.
    pub fn once_differentiable(mut self) -> Self {
        self.once = true;
        self
    }

    /// Runs `forward` with recording off, and records one node for it.
    pub fn apply(
        self,
        inputs: &[&Tensor],
        forward: impl FnOnce(&Call, &[&Tensor]) -> Result<Vec<Tensor>>,
    ) -> Result<Vec<Tensor>> {
        let name = c_string(&self.name)?;
        let has_jvp = self.jvp.is_some();
        let context = into_context(Closures { backward: self.backward, jvp: self.jvp });
        let function = sys::vjp_function {
            struct_size: std::mem::size_of::<sys::vjp_function>(),
            name: name.as_ptr(),
            backward: Some(call_backward::<B>),
            context,
            drop: Some(drop_context::<Closures<B>>),
            materialize_grads: self.materialize.into(),
            jvp: if has_jvp { Some(call_jvp::<B>) } else { None },
            once_differentiable: self.once.into(),
            lock_node: 1,
        };
        let raw: Vec<_> = inputs.iter().map(|tensor| tensor.raw()).collect();
        let mut call = null_mut();
        // SAFETY: list and name live during the call, and the context is what the callbacks take.
        let status = unsafe { sys::vjp_function_begin(&function, raw.as_ptr(), raw.len(), &mut call) };
        if status != sys::vjp_status::VJP_OK {
            // SAFETY: after a failure the context is still ours.
            unsafe { drop_context::<Closures<B>>(context) };
        }
        check(status)?;
        let open = Open(call);
        let results = forward(&Call { call, lives: PhantomData }, inputs)?;
        std::mem::forget(open);
        let raw: Vec<_> = results.iter().map(Tensor::raw).collect();
        let mut out = vec![null_mut(); raw.len()];
        // SAFETY: both lists have that length; the call is ours and is gone afterwards.
        check(unsafe { sys::vjp_function_end(call, raw.as_ptr(), raw.len(), out.as_mut_ptr()) })?;
        // SAFETY: the references are ours, and none is null because no result was.
        Ok(out.into_iter().filter_map(|raw| unsafe { Tensor::from_owned(raw) }).collect())
    }
}

/// An application that ends here if the forward fails or panics.
struct Open(*mut sys::vjp_function_call);

impl Drop for Open {
    fn drop(&mut self) {
        // SAFETY: the call was begun on this thread and has not ended.
        unsafe { sys::vjp_function_abandon(self.0) };
    }
}

/// # Safety
/// `list` has `count` entries, each null or a live handle.
unsafe fn borrowed(list: *const *mut sys::vjp_tensor, count: usize) -> Vec<Option<Tensor>> {
    (0..count).map(|i| Tensor::from_borrowed(*list.add(i))).collect()
}

/// # Safety
/// `out` has `count` places.
unsafe fn store(
    results: Vec<Option<Tensor>>,
    out: *mut *mut sys::vjp_tensor,
    count: usize,
    what: &str,
    wanted: &str,
) -> Result<()> {
    if results.len() != count {
        return Err(Error::invalid(format!("{what} for {count} {wanted}: {}", results.len())));
    }
    for (i, result) in results.into_iter().enumerate() {
        *out.add(i) = result.map_or(null_mut(), Tensor::into_raw);
    }
    Ok(())
}

unsafe extern "C" fn call_backward<B>(
    context: *mut c_void,
    node: *mut sys::vjp_node,
    grads: *const *mut sys::vjp_tensor,
    num_grads: usize,
    out: *mut *mut sys::vjp_tensor,
    num_inputs: usize,
) -> sys::vjp_status
where
    B: Fn(&Backward, &[Option<Tensor>]) -> Result<Vec<Option<Tensor>>> + Send + Sync + 'static,
{
    guarded(|| {
        let closures = &*context.cast::<Closures<B>>();
        let results = (closures.backward)(&Backward { node }, &borrowed(grads, num_grads))?;
        store(results, out, num_inputs, "gradients", "inputs")
    })
}

unsafe extern "C" fn call_jvp<B>(
    context: *mut c_void,
    call: *mut sys::vjp_function_call,
    tangents: *const *mut sys::vjp_tensor,
    num_inputs: usize,
    out: *mut *mut sys::vjp_tensor,
    num_results: usize,
) -> sys::vjp_status
where
    B: Fn(&Backward, &[Option<Tensor>]) -> Result<Vec<Option<Tensor>>> + Send + Sync + 'static,
{
    guarded(|| {
        let closures = &*context.cast::<Closures<B>>();
        let jvp = closures.jvp.as_ref().ok_or_else(|| Error::invalid("the function has no jvp"))?;
        let results = jvp(&Jvp { call }, &borrowed(tangents, num_inputs))?;
        store(results, out, num_results, "tangents", "results")
    })
}
