//! Custom functions: any computation, with a derivative given as a closure.

use std::borrow::Borrow;
use std::ffi::c_void;
use std::ptr::null_mut;

use vjp_sys as sys;

use crate::autograd::no_grad;
use crate::callback::Callback;
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
/// results, zeros where there is none, and returns one an input.
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
    B: FnMut(&Backward, &[Tensor]) -> Result<Vec<Option<Tensor>>> + Send + 'static,
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
    B: FnMut(&Backward, &[Tensor]) -> Result<Vec<Option<Tensor>>> + Send + 'static,
{
    let name = c_string(name)?;
    let inputs: Vec<_> = inputs.iter().map(|tensor| tensor.raw()).collect();
    let results: Vec<_> = results.iter().map(|tensor| tensor.borrow().raw()).collect();
    let saved: Vec<_> = saved.iter().map(|tensor| tensor.borrow().raw()).collect();
    let context = Callback::into_context(backward);
    let function = sys::vjp_function {
        struct_size: std::mem::size_of::<sys::vjp_function>(),
        name: name.as_ptr(),
        backward: Some(call::<B>),
        context,
        drop: Some(Callback::<B>::drop_context),
        materialize_grads: 1,
        jvp: None,
        vmap: None,
        generate_vmap: 0,
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
        unsafe { Callback::<B>::drop_context(context) };
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
    B: FnMut(&Backward, &[Tensor]) -> Result<Vec<Option<Tensor>>> + Send + 'static,
{
    Callback::<B>::enter(context, |backward| {
        // Handles of our own: a closure may clone them, and none is null, because gradients are materialized.
        let grads = (0..num_grads).filter_map(|i| Tensor::from_borrowed(*grads.add(i))).collect::<Vec<_>>();
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
