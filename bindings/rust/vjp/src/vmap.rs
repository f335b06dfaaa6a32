//! Batching: a function of one sample runs once for a whole batch.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use vjp_sys as sys;

use crate::call::{handles, list};
use crate::callback::{borrowed_list, call_on_list, guarded};
use crate::error::{check, Error, Result};
use crate::region::Region;
use crate::tensor::{one, Tensor};

/// What random operators do inside a level. Values never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Randomness {
    /// They are errors.
    #[default]
    Error,
    /// Every sample gets the same numbers.
    Same,
    /// Every sample gets numbers of its own.
    Different,
}

impl Randomness {
    fn from_raw(raw: sys::vjp_randomness) -> Randomness {
        match raw {
            sys::VJP_RANDOMNESS_SAME => Randomness::Same,
            sys::VJP_RANDOMNESS_DIFFERENT => Randomness::Different,
            _ => Randomness::Error,
        }
    }

    fn raw(self) -> sys::vjp_randomness {
        match self {
            Randomness::Error => sys::VJP_RANDOMNESS_ERROR,
            Randomness::Same => sys::VJP_RANDOMNESS_SAME,
            Randomness::Different => sys::VJP_RANDOMNESS_DIFFERENT,
        }
    }
}

/// How a batch is run. `Default`: results have their samples in front, and all samples run at a time.
#[derive(Debug, Clone, Copy, Default)]
pub struct VmapOptions<'a> {
    /// The batch dimension of each result, or one number for all of them; None in it: the result is not batched.
    pub out_dims: Option<&'a [Option<i64>]>,
    pub randomness: Randomness,
    /// Samples that are computed at a time.
    pub chunk_size: Option<usize>,
}

/// The results of `function` for every sample of a batch: it is called once, with tensors that have the shape of one sample.
/// `in_dims` are the batch dimensions of the inputs, None for what all samples share.
///
/// ```
/// use vjp::Tensor;
/// let x = Tensor::from_slice(&[1.0f64, 2.0, 3.0, 4.0], &[2, 2])?;
/// let w = Tensor::from_slice(&[10.0f64, 100.0], &[2])?;
/// let y = vjp::vmap(&[&x, &w], &[Some(0), None], |a| Ok(vec![a[0].dot(&a[1])?]))?.remove(0);
/// assert_eq!(y.to_vec::<f64>()?, [210.0, 430.0]);
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn vmap<F>(inputs: &[&Tensor], in_dims: &[Option<i64>], function: F) -> Result<Vec<Tensor>>
where
    F: FnMut(&[Tensor]) -> Result<Vec<Tensor>>,
{
    vmap_with(inputs, in_dims, VmapOptions::default(), function)
}

/// [`vmap`] with everything.
pub fn vmap_with<F>(
    inputs: &[&Tensor],
    in_dims: &[Option<i64>],
    options: VmapOptions<'_>,
    mut function: F,
) -> Result<Vec<Tensor>>
where
    F: FnMut(&[Tensor]) -> Result<Vec<Tensor>>,
{
    if inputs.len() != in_dims.len() {
        return Err(Error::invalid(format!("vmap: {} inputs, {} in_dims", inputs.len(), in_dims.len())));
    }
    if options.chunk_size == Some(0) {
        return Err(Error::invalid("vmap: a chunk has at least one sample"));
    }
    let (inputs, in_dims) = (handles(inputs), raw_dims(in_dims));
    let out_dims = options.out_dims.map(raw_dims);
    let raw = sys::vjp_vmap_options {
        struct_size: std::mem::size_of::<sys::vjp_vmap_options>(),
        out_dims: out_dims.as_ref().map_or(null(), |dims| dims.as_ptr()),
        num_out_dims: out_dims.as_ref().map_or(0, Vec::len),
        randomness: options.randomness.raw(),
        chunk_size: options.chunk_size.map_or(0, |size| size as i64),
    };
    let context = (&mut function as *mut F).cast();
    // SAFETY: the function is a local, called on this thread during the call, one at a time; lists and options live as
    // long, and lengths are theirs.
    list(|out| unsafe {
        sys::vjp_vmap(Some(call_on_list::<F>), context, inputs.as_ptr(), in_dims.as_ptr(), inputs.len(), &raw, out)
    })
}

/// What the batching rule of a custom function is told.
#[derive(Debug, Clone)]
pub struct Batch {
    pub level: BatchLevel,
    pub randomness: Randomness,
    /// Where the samples of each input lie; None for an input that all samples share.
    pub in_dims: Vec<Option<i64>>,
}

/// Lets a custom function's own batching rule compute, if one of its arguments is batched: it gets them without their
/// innermost level, and gives results, of which [`BatchLevel::wrap`] makes batched ones again. None where no argument is
/// batched: the function is then applied as ever. Without a rule, [`crate::Function`] runs on batched tensors.
///
/// ```
/// use vjp::{function_vmap, Result, Tensor};
/// fn double(x: &Tensor) -> Result<Tensor> {
///     let whole = function_vmap(&[x], |batch, args| Ok(vec![batch.level.wrap(&double(&args[0])?, 0)?]))?;
///     match whole {
///         Some(mut results) => Ok(results.remove(0)),
///         None => vjp::custom("Double", &[x], |x| Ok((vec![x[0].mul(2.0)?], vec![])), |_, g| Ok(vec![Some(&g[0] * 2.0)]))
///             .map(|mut results| results.remove(0)),
///     }
/// }
/// let x = Tensor::from_slice(&[1.0f64, 2.0, 3.0, 4.0], &[2, 2])?;
/// let y = vjp::vmap(&[&x], &[Some(0)], |a| Ok(vec![double(&a[0])?]))?.remove(0);
/// assert_eq!(y.to_vec::<f64>()?, [2.0, 4.0, 6.0, 8.0]);
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn function_vmap<F>(inputs: &[&Tensor], mut rule: F) -> Result<Option<Vec<Tensor>>>
where
    F: FnMut(&Batch, &[Tensor]) -> Result<Vec<Tensor>>,
{
    if !inputs.iter().any(|input| input.is_batched()) {
        return Ok(None);
    }
    let inputs = handles(inputs);
    let context = (&mut rule as *mut F).cast();
    // SAFETY: the rule is a local, called on this thread during the call; the list lives as long, and the length is its.
    list(|out| unsafe { sys::vjp_function_vmap(Some(call_rule::<F>), context, inputs.as_ptr(), inputs.len(), out) })
        .map(Some)
}

/// # Safety
/// `context` points to a live `F`, which nobody else calls; the lists are as C hands them to a callback.
unsafe extern "C" fn call_rule<F: FnMut(&Batch, &[Tensor]) -> Result<Vec<Tensor>>>(
    context: *mut c_void,
    level: i64,
    randomness: sys::vjp_randomness,
    inputs: *const *mut sys::vjp_tensor,
    in_dims: *const i64,
    num_inputs: usize,
    results: *mut sys::vjp_tensor_list,
) -> sys::vjp_status {
    guarded(|| {
        let given = |i| *in_dims.add(i);
        let dims = (0..num_inputs).map(given).map(|dim| Some(dim).filter(|dim| *dim != sys::VJP_VMAP_NONE));
        let batch =
            Batch { level: BatchLevel(level), randomness: Randomness::from_raw(randomness), in_dims: dims.collect() };
        for result in (*context.cast::<F>())(&batch, &borrowed_list(inputs, num_inputs))? {
            check(sys::vjp_tensor_list_append(results, result.raw()))?;
        }
        Ok(())
    })
}

/// How many calls of operators without a batching rule ran as a loop over the samples, in the process so far. The first of
/// each operator warns.
pub fn vmap_loops() -> i64 {
    // SAFETY: no argument.
    unsafe { sys::vjp_vmap_loops() }
}

fn raw_dims(dims: &[Option<i64>]) -> Vec<i64> {
    dims.iter().map(|dim| dim.unwrap_or(sys::VJP_VMAP_NONE)).collect()
}

/// A level of batching: one batch dimension. What [`vmap`] is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchLevel(i64);

impl BatchLevel {
    /// Runs `body` in a new level of this thread. Its tensors are dead afterwards.
    ///
    /// ```
    /// use vjp::{BatchLevel, Randomness, Tensor};
    /// let x = Tensor::from_slice(&[1.0f64, 2.0, 3.0, 4.0], &[2, 2])?;
    /// let sums = BatchLevel::enter(2, Randomness::Error, |level| {
    ///     let sample = level.wrap(&x, 0)?;
    ///     assert_eq!((sample.shape(), sample.batch_levels()), (&[2][..], vec![level]));
    ///     level.unwrap(&sample.sum()?, 0)
    /// })??;
    /// assert_eq!(sums.to_vec::<f64>()?, [3.0, 7.0]);
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn enter<R>(size: i64, randomness: Randomness, body: impl FnOnce(BatchLevel) -> R) -> Result<R> {
        let mut number = 0;
        // SAFETY: `out` is a local of `begin`, `number` one of ours.
        let _region = Region::begin(|out| unsafe { sys::vjp_guard_vmap(size, randomness.raw(), &mut number, out) })?;
        Ok(body(BatchLevel(number)))
    }

    /// The innermost level of this thread.
    pub fn current() -> Option<BatchLevel> {
        // SAFETY: no argument.
        Some(unsafe { sys::vjp_vmap_level() }).filter(|number| *number != 0).map(BatchLevel)
    }

    /// The size of its batch dimension.
    pub fn size(self) -> Result<i64> {
        let mut size = 0;
        // SAFETY: `size` is ours.
        check(unsafe { sys::vjp_vmap_level_size(self.0, &mut size) })?;
        Ok(size)
    }

    /// `tensor` without its dimension `dim`, which becomes the batch dimension. A view.
    pub fn wrap(self, tensor: &Tensor, dim: i64) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_vmap_wrap(tensor.raw(), dim, self.0, out) })
    }

    /// The tensor of all samples: the batch dimension becomes dimension `dim`. A view.
    pub fn unwrap(self, tensor: &Tensor, dim: i64) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_vmap_unwrap(tensor.raw(), dim, self.0, out) })
    }
}

impl Tensor {
    /// Whether the tensor is batched, perhaps at a level that has ended.
    pub fn is_batched(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_is_batched(self.raw()) }
    }

    /// The innermost level at which the tensor is batched, which may have ended.
    pub fn batch_level(&self) -> Option<BatchLevel> {
        // SAFETY: the handle is alive.
        Some(unsafe { sys::vjp_tensor_batch_level(self.raw()) }).filter(|number| *number != 0).map(BatchLevel)
    }

    /// The levels at which the tensor is batched, outermost first.
    pub fn batch_levels(&self) -> Vec<BatchLevel> {
        // SAFETY: the handle is alive, and NULL is allowed for no room.
        let count = unsafe { sys::vjp_tensor_batch_levels(self.raw(), null_mut(), 0) };
        let mut levels = vec![0; count];
        // SAFETY: there is room for `count` numbers.
        unsafe { sys::vjp_tensor_batch_levels(self.raw(), levels.as_mut_ptr(), count) };
        levels.into_iter().map(BatchLevel).collect()
    }
}
