//! Functions that run by records of what they called.

use std::ffi::c_void;

use vjp_sys as sys;

use crate::call::{handles, list};
use crate::callback::{borrowed_list, drop_context, guarded, into_context};
use crate::compile::Options;
use crate::error::{check, owned, Result};
use crate::handle::handle;
use crate::tensor::Tensor;

handle! {
    /// A function that runs by records of itself, as [`function`] makes it. A clone is the same function; any thread may
    /// call it, several at once.
    CompiledFunction, vjp_compiled, vjp_compiled_release, shared vjp_compiled_retain
}

/// Makes a function that is called once for each kind of arguments.
///
/// A call looks for a record made of an earlier one: with arguments of the same shapes, strides, dtypes, devices and flags,
/// the same of them being one tensor, in the same modes. If there is one, the operators that the closure called then are
/// called again with the new arguments, and the closure is not; pointwise ones that follow each other run as one kernel. All
/// that comes of them is the same, bit by bit: results, nodes, changes in place, numbers drawn, errors.
///
/// Tensors that the closure owns are the same ones in a record, with the values that they have by then. Whatever else it
/// looks at was looked at once: a number that it computes, a lock, the clock. Where it does what no record has (reads a
/// value, runs a backward, adds a hook), it is called each time; [`CompiledFunction::text`] and
/// [`last_miss`](crate::compile::last_miss) say why, and with [`Options::strict`] that is an error.
///
/// ```
/// use vjp::{compile, ops, Tensor};
/// let slope = Tensor::from_slice(&[0.125f32], &[1])?;
/// let leaky = compile::function(&compile::Options::default(), move |inputs| {
///     let x = &inputs[0];
///     Ok(vec![ops::where_(&x.gt(0.0)?, x, &x.mul(&slope)?)?.sum()?])
/// })?;
/// let before = compile::counters()?;
/// for _ in 0..3 {
///     let x = Tensor::from_slice(&[-1.0f32, 2.0], &[2])?.tracked()?;
///     leaky.call(&[&x])?[0].backward()?;
///     assert_eq!(x.grad()?.unwrap().to_vec::<f32>()?, [0.125, 1.0]);
/// }
/// let after = compile::counters()?;
/// assert_eq!(after.function_hits - before.function_hits, 2);
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn function<F>(options: &Options, function: F) -> Result<CompiledFunction>
where
    F: Fn(&[Tensor]) -> Result<Vec<Tensor>> + Send + Sync + 'static,
{
    /// Several threads may be in it at once.
    unsafe extern "C" fn call<F: Fn(&[Tensor]) -> Result<Vec<Tensor>>>(
        context: *mut c_void,
        inputs: *const *mut sys::vjp_tensor,
        num_inputs: usize,
        results: *mut sys::vjp_tensor_list,
    ) -> sys::vjp_status {
        guarded(|| {
            let function = &*context.cast::<F>();
            for result in function(&borrowed_list(inputs, num_inputs))? {
                check(sys::vjp_tensor_list_append(results, result.raw()))?;
            }
            Ok(())
        })
    }
    let (context, options) = (into_context(function), options.raw());
    let made = CompiledFunction::make(|out| {
        // SAFETY: the context is an F, which is what `call` and `drop_context` take; the options are read during the call.
        unsafe { sys::vjp_compile(Some(call::<F>), context, Some(drop_context::<F>), &options, out) }
    });
    if made.is_err() {
        // SAFETY: after a failure the context is still ours.
        unsafe { drop_context::<F>(context) };
    }
    made
}

impl CompiledFunction {
    /// Calls it: by a record where there is one.
    pub fn call(&self, inputs: &[&Tensor]) -> Result<Vec<Tensor>> {
        Ok(self.call_recorded(inputs)?.0)
    }

    /// The same, and the number of the record that the call ran by or made, which stands for what else the closure found out
    /// besides tensors; None where there is none and the closure was called.
    pub fn call_recorded(&self, inputs: &[&Tensor]) -> Result<(Vec<Tensor>, Option<u64>)> {
        let (inputs, mut record) = (handles(inputs), 0);
        // SAFETY: the handle is alive, the list lives during the call and its length is its own; `record` is a local.
        let results =
            list(|out| unsafe { sys::vjp_compiled_call(self.raw(), inputs.as_ptr(), inputs.len(), &mut record, out) })?;
        Ok((results, (record != 0).then_some(record)))
    }

    /// The record that was made last, one operator a line, or why there is none; empty before the first call.
    pub fn text(&self) -> Result<String> {
        // SAFETY: the handle is alive, `out` is a local of `owned`.
        owned(|out| unsafe { sys::vjp_compiled_text(self.raw(), out) })
    }

    /// Forgets its records, and what they hold.
    pub fn clear(&self) {
        // SAFETY: the handle is alive; this is allowed at any time.
        unsafe { sys::vjp_compiled_clear(self.raw()) }
    }
}
