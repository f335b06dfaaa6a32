//! Checkpointing: compute a region without keeping what its backward needs, and compute it again in backward.

use std::ffi::c_void;
use std::ptr::null;

use vjp_sys as sys;

use crate::call::{handles, list};
use crate::callback::{borrowed_list, drop_context, guarded, into_context};
use crate::error::{check, text, Result};
use crate::handle::handle;
use crate::region::Region;
use crate::tensor::Tensor;

/// How a region is checkpointed. `Default` is the non-reentrant kind with all checks.
#[derive(Debug, Clone, Copy)]
pub struct CheckpointOptions {
    /// One node for the whole region, whose derivative is a backward within backward: for `backward` over all leaves
    /// alone, and through tensors that are passed.
    pub reentrant: bool,
    /// A recomputation draws the random numbers of the forward.
    pub preserve_random_state: bool,
    /// What forward and recomputation save must have the same shapes and types.
    pub check_determinism: bool,
    /// A recomputation ends with the last value that is needed; None: as [`early_stop`] says.
    pub early_stop: Option<bool>,
    /// Errors list the operators of forward and recomputation.
    pub debug: Option<bool>,
}

impl Default for CheckpointOptions {
    fn default() -> Self {
        CheckpointOptions {
            reentrant: false,
            preserve_random_state: true,
            check_determinism: true,
            early_stop: None,
            debug: None,
        }
    }
}

impl CheckpointOptions {
    fn raw(self) -> sys::vjp_checkpoint_options {
        let or_unset = |flag: Option<bool>| flag.map_or(-1, i32::from);
        sys::vjp_checkpoint_options {
            struct_size: std::mem::size_of::<sys::vjp_checkpoint_options>(),
            reentrant: self.reentrant.into(),
            preserve_random_state: self.preserve_random_state.into(),
            check_determinism: self.check_determinism.into(),
            early_stop: or_unset(self.early_stop),
            debug: or_unset(self.debug),
        }
    }
}

/// The results of `function`, which is called again in backward instead of keeping what backward needs. It must compute
/// the same both times, and pass on the errors of the calls that it makes: a recomputation that has all it needs is
/// ended by one. Tensors that the closure captures get gradients too.
///
/// ```
/// let x = vjp::Tensor::from_slice(&[1.0f64, 2.0], &[2])?.tracked()?;
/// let y = vjp::checkpoint(&[&x], |inputs| Ok(vec![inputs[0].sin()?.exp()?]))?.remove(0);
/// y.sum()?.backward()?;
/// assert!(x.grad()?.is_some());
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn checkpoint<F>(inputs: &[&Tensor], function: F) -> Result<Vec<Tensor>>
where
    F: Fn(&[Tensor]) -> Result<Vec<Tensor>> + Send + Sync + 'static,
{
    checkpoint_with(CheckpointOptions::default(), inputs, move |inputs, _| function(inputs))
}

/// [`checkpoint`] with everything: `function` receives whether it is called for a recomputation.
pub fn checkpoint_with<F>(options: CheckpointOptions, inputs: &[&Tensor], function: F) -> Result<Vec<Tensor>>
where
    F: Fn(&[Tensor], bool) -> Result<Vec<Tensor>> + Send + Sync + 'static,
{
    let function = raw(function);
    let inputs = handles(inputs);
    // SAFETY: lists and options live during the call, lengths are theirs, and C takes the context over.
    list(|out| unsafe { sys::vjp_checkpoint(&function, inputs.as_ptr(), inputs.len(), &options.raw(), out) })
}

type Step = Box<dyn Fn(&[Tensor]) -> Result<Vec<Tensor>> + Send + Sync>;

/// The functions one after the other, each of which takes the results of the one before, in `segments` parts of about
/// equal length; all parts but the last are checkpointed.
pub fn checkpoint_sequential(
    functions: Vec<Step>,
    segments: usize,
    inputs: &[&Tensor],
    options: CheckpointOptions,
) -> Result<Vec<Tensor>> {
    let functions: Vec<_> =
        functions.into_iter().map(|step| raw(move |inputs: &[Tensor], _: bool| step(inputs))).collect();
    let inputs = handles(inputs);
    // SAFETY: as above; every function has a context of its own.
    list(|out| unsafe {
        sys::vjp_checkpoint_sequential(
            if functions.is_empty() { null() } else { functions.as_ptr() },
            functions.len(),
            segments,
            inputs.as_ptr(),
            inputs.len(),
            &options.raw(),
            out,
        )
    })
}

// ---- results that are kept ----

/// What a policy says of an operator's results. The two of a kind differ where a compiler decides, which may overrule those
/// that prefer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckpointPolicy {
    MustSave,
    PreferSave,
    MustRecompute,
    PreferRecompute,
}

/// A call of an operator, of which a policy decides. Lives during the question.
pub struct OperatorCall<'a> {
    op: *const sys::vjp_op,
    args: &'a [sys::vjp_value],
    recomputing: bool,
}

impl OperatorCall<'_> {
    /// The operator's full name, "max.dim".
    pub fn name(&self) -> String {
        // SAFETY: operators and their names live for ever.
        unsafe { text(sys::vjp_op_name(self.op)) }
    }

    /// Whether it is asked for a recomputation; the answer must be that of the forward.
    pub fn is_recomputing(&self) -> bool {
        self.recomputing
    }

    /// The argument of that place in the operator's schema; None if it is no tensor.
    pub fn tensor(&self, index: usize) -> Option<Tensor> {
        let value = self.args.get(index)?;
        if value.kind != sys::VJP_KIND_TENSOR as i32 {
            return None;
        }
        // SAFETY: the kind says which field was written; the handle is alive during the call.
        unsafe { Tensor::from_borrowed(value.as_.tensor) }
    }
}

handle! {
    /// What the forward of a region kept for its recomputations.
    KeptResults, vjp_kept_results, vjp_kept_results_release, shared vjp_kept_results_retain
}

impl KeptResults {
    fn new<P>(policy: P) -> Result<KeptResults>
    where
        P: Fn(&OperatorCall<'_>) -> CheckpointPolicy + Send + Sync + 'static,
    {
        unsafe extern "C" fn call<P: Fn(&OperatorCall<'_>) -> CheckpointPolicy>(
            context: *mut c_void,
            recomputing: bool,
            op: *const sys::vjp_op,
            args: *const sys::vjp_value,
            num_args: usize,
            out: *mut sys::vjp_checkpoint_policy,
        ) -> sys::vjp_status {
            guarded(|| {
                let args = if num_args == 0 { &[] } else { std::slice::from_raw_parts(args, num_args) };
                *out = match (*context.cast::<P>())(&OperatorCall { op, args, recomputing }) {
                    CheckpointPolicy::MustSave => sys::VJP_CHECKPOINT_MUST_SAVE,
                    CheckpointPolicy::PreferSave => sys::VJP_CHECKPOINT_PREFER_SAVE,
                    CheckpointPolicy::MustRecompute => sys::VJP_CHECKPOINT_MUST_RECOMPUTE,
                    CheckpointPolicy::PreferRecompute => sys::VJP_CHECKPOINT_PREFER_RECOMPUTE,
                };
                Ok(())
            })
        }
        let context = into_context(policy);
        // SAFETY: the context is what the callbacks take, and `out` a local of `make`.
        let made = KeptResults::make(|out| unsafe {
            sys::vjp_kept_results_create(Some(call::<P>), context, Some(drop_context::<P>), false, out)
        });
        if made.is_err() {
            // SAFETY: after a failure the context is still ours.
            unsafe { drop_context::<P>(context) };
        }
        made
    }
}

/// [`checkpoint_with`] that keeps the results of some operators: `policy` is asked for each call of an operator, in the
/// forward and, of the same answer, in the recomputation, which takes what was kept instead of computing it. Views, and
/// changes in place, are always computed again.
///
/// ```
/// use vjp::{checkpoint_keeping, CheckpointOptions, CheckpointPolicy};
/// let x = vjp::Tensor::from_slice(&[1.0f64, 2.0], &[1, 2])?.tracked()?;
/// let w = vjp::Tensor::from_slice(&[1.0f64; 4], &[2, 2])?.tracked()?;
/// let products = |call: &vjp::OperatorCall| match call.name().as_str() {
///     "mm" => CheckpointPolicy::MustSave,
///     _ => CheckpointPolicy::PreferRecompute,
/// };
/// let layer = |inputs: &[vjp::Tensor]| Ok(vec![inputs[0].mm(&inputs[1])?.sin()?.exp()?]);
/// let y = checkpoint_keeping(CheckpointOptions::default(), &[&x, &w], products, layer)?.remove(0);
/// y.sum()?.backward()?;
/// assert!(x.grad()?.is_some());
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn checkpoint_keeping<P, F>(
    options: CheckpointOptions,
    inputs: &[&Tensor],
    policy: P,
    function: F,
) -> Result<Vec<Tensor>>
where
    P: Fn(&OperatorCall<'_>) -> CheckpointPolicy + Send + Sync + 'static,
    F: Fn(&[Tensor]) -> Result<Vec<Tensor>> + Send + Sync + 'static,
{
    let kept = KeptResults::new(policy)?;
    checkpoint_with(options, inputs, move |inputs, recomputing| {
        // SAFETY: the handle is alive, `out` is a local of `begin`.
        let _region = Region::begin(|out| unsafe { sys::vjp_guard_kept_results(kept.raw(), recomputing, out) })?;
        function(inputs)
    })
}

/// Runs `body` in a region whose checkpoints end their recomputations early (the default), or do not.
pub fn early_stop<R>(enabled: bool, body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: `out` is a local of `begin`.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_checkpoint_early_stop(enabled, out) })?;
    Ok(body())
}

/// Runs `body` in a region whose checkpoints list the operators of forward and recomputation in errors, or do not (the
/// default).
pub fn checkpoint_debug<R>(enabled: bool, body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: `out` is a local of `begin`.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_checkpoint_debug(enabled, out) })?;
    Ok(body())
}

/// Whether a recomputation on this thread is being ended.
pub(crate) fn stopping() -> bool {
    // SAFETY: no argument.
    unsafe { sys::vjp_checkpoint_stopping() }
}

fn raw<F>(function: F) -> sys::vjp_checkpoint_function
where
    F: Fn(&[Tensor], bool) -> Result<Vec<Tensor>> + Send + Sync + 'static,
{
    sys::vjp_checkpoint_function {
        struct_size: std::mem::size_of::<sys::vjp_checkpoint_function>(),
        run: Some(run::<F>),
        failure: None,
        context: into_context(function),
        drop: Some(drop_context::<F>),
    }
}

unsafe extern "C" fn run<F>(
    context: *mut c_void,
    recomputing: bool,
    inputs: *const *mut sys::vjp_tensor,
    num_inputs: usize,
    results: *mut sys::vjp_tensor_list,
) -> sys::vjp_status
where
    F: Fn(&[Tensor], bool) -> Result<Vec<Tensor>>,
{
    guarded(|| {
        let function = &*context.cast::<F>();
        // None is null: inputs are references.
        let inputs = borrowed_list(inputs, num_inputs);
        for result in function(&inputs, recomputing)? {
            check(sys::vjp_tensor_list_append(results, result.raw()))?;
        }
        Ok(())
    })
}
