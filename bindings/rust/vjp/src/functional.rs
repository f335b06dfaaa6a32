//! Derivatives of functions: gradients, Jacobians, Hessians, and their products with vectors.
//!
//! ```
//! use vjp::{functional, Tensor};
//! let x = Tensor::from_slice(&[1.0f64, 2.0], &[2])?;
//! let cubes = |x: &[Tensor]| x[0].mul(&x[0])?.mul(&x[0])?.sum();
//! assert_eq!(functional::grad(&[&x], cubes)?[0].to_vec::<f64>()?, [3.0, 12.0]);
//! assert_eq!(functional::hessian(&[&x], cubes)?[0][0].to_vec::<f64>()?, [6.0, 0.0, 0.0, 12.0]);
//! // Functions may ask for derivatives themselves, to any depth.
//! let slopes = |x: &[Tensor]| functional::grad(&[&x[0]], cubes)?.remove(0).sum();
//! assert_eq!(functional::grad(&[&x], slopes)?[0].to_vec::<f64>()?, [6.0, 12.0]);
//! # Ok::<(), vjp::Error>(())
//! ```
//!
//! A function takes a slice of tensors and gives one, several, or several and others beside them that are not
//! differentiated. It is called once, but by [`jvp`] and [`hvp`] again where something in it has no forward mode.
//! Errors and panics in it come out as they are.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use vjp_sys as sys;

use crate::call::{handles, list};
use crate::callback::{borrowed_list, guarded};
use crate::error::{check, Result};
use crate::handle::handle;
use crate::tensor::Tensor;

/// What a function gives.
#[derive(Debug, Clone, Default)]
pub struct Values {
    pub outputs: Vec<Tensor>,
    /// Handed on beside the outputs, and not differentiated.
    pub aux: Vec<Tensor>,
}

impl From<Tensor> for Values {
    fn from(output: Tensor) -> Self {
        Values { outputs: vec![output], aux: Vec::new() }
    }
}
impl From<Vec<Tensor>> for Values {
    fn from(outputs: Vec<Tensor>) -> Self {
        Values { outputs, aux: Vec::new() }
    }
}
impl From<(Vec<Tensor>, Vec<Tensor>)> for Values {
    fn from((outputs, aux): (Vec<Tensor>, Vec<Tensor>)) -> Self {
        Values { outputs, aux }
    }
}

/// How a derivative is computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strategy {
    /// jvp and hvp in forward mode, or by the tape where something has none; matrices by rows.
    #[default]
    Auto,
    /// By the tape alone.
    Reverse,
    /// Matrices by columns, whose entries have the output's element type.
    Forward,
}

/// What is to be different. The functions of this module are methods of the default.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Whether results are recorded; None: if the caller records and they depend on something that requires grad.
    pub create_graph: Option<bool>,
    /// What depends on nothing is an error and not zeros.
    pub strict: bool,
    /// Rows, or columns, of matrices together, `chunk_size` at once (0: all).
    pub vectorize: bool,
    pub chunk_size: usize,
    pub strategy: Strategy,
    /// The inputs that are differentiated; None: all.
    pub argnums: Option<Vec<usize>>,
}

type Entry = unsafe extern "C" fn(
    sys::vjp_functional_fn,
    *mut c_void,
    *const *mut sys::vjp_tensor,
    usize,
    *const sys::vjp_functional_options,
    *mut *mut sys::vjp_tensor_list,
    *mut *mut sys::vjp_tensor_list,
) -> sys::vjp_status;
type ProductEntry = unsafe extern "C" fn(
    sys::vjp_functional_fn,
    *mut c_void,
    *const *mut sys::vjp_tensor,
    usize,
    *const *mut sys::vjp_tensor,
    usize,
    *const sys::vjp_functional_options,
    *mut *mut sys::vjp_tensor_list,
    *mut *mut sys::vjp_tensor_list,
) -> sys::vjp_status;

/// A closure as C calls it, and how many outputs it gave.
struct Source<F> {
    function: F,
    num_outputs: std::cell::Cell<usize>,
}

impl<F, V> Source<F>
where
    F: Fn(&[Tensor]) -> Result<V>,
    V: Into<Values>,
{
    fn new(function: F) -> Self {
        Source { function, num_outputs: std::cell::Cell::new(0) }
    }

    unsafe extern "C" fn call(
        context: *mut c_void,
        inputs: *const *mut sys::vjp_tensor,
        num_inputs: usize,
        outputs: *mut sys::vjp_tensor_list,
        aux: *mut sys::vjp_tensor_list,
    ) -> sys::vjp_status {
        guarded(|| {
            let source = &*context.cast::<Self>();
            // None is null: inputs are references.
            let inputs = borrowed_list(inputs, num_inputs);
            let values: Values = (source.function)(&inputs)?.into();
            source.num_outputs.set(values.outputs.len());
            for (list, tensors) in [(outputs, &values.outputs), (aux, &values.aux)] {
                for tensor in tensors {
                    check(sys::vjp_tensor_list_append(list, tensor.raw()))?;
                }
            }
            Ok(())
        })
    }

    fn context(&self) -> *mut c_void {
        (self as *const Self).cast_mut().cast()
    }

    fn values(&self, mut outputs: Vec<Tensor>) -> Values {
        let aux = outputs.split_off(self.num_outputs.get());
        Values { outputs, aux }
    }
}

/// The list of values, and what `call` gives beside it.
fn with_values<R>(call: impl FnOnce(*mut *mut sys::vjp_tensor_list) -> Result<R>) -> Result<(Vec<Tensor>, R)> {
    let mut values = null_mut();
    let result = call(&mut values)?;
    let values = list(|out| {
        // SAFETY: `out` is the local of `list`, which takes the list over.
        unsafe { *out = values };
        sys::vjp_status::VJP_OK
    })?;
    Ok((values, result))
}

impl Options {
    fn raw(&self) -> sys::vjp_functional_options {
        sys::vjp_functional_options {
            create_graph: self.create_graph.map_or(-1, i32::from),
            strict: self.strict.into(),
            vectorize: self.vectorize.into(),
            strategy: match self.strategy {
                Strategy::Auto => sys::VJP_FUNCTIONAL_AUTO,
                Strategy::Reverse => sys::VJP_FUNCTIONAL_REVERSE,
                Strategy::Forward => sys::VJP_FUNCTIONAL_FORWARD,
            } as i32,
            chunk_size: self.chunk_size as i64,
            argnums: self.argnums.as_ref().map_or(null(), |wanted| wanted.as_ptr()),
            num_argnums: self.argnums.as_ref().map_or(0, Vec::len),
            ..sys::VJP_FUNCTIONAL_OPTIONS_INIT
        }
    }

    fn whole<F, V>(&self, entry: Entry, inputs: &[&Tensor], function: F) -> Result<(Values, Vec<Tensor>)>
    where
        F: Fn(&[Tensor]) -> Result<V>,
        V: Into<Values>,
    {
        let source = Source::new(function);
        let (inputs, options) = (handles(inputs), self.raw());
        let call = Some(Source::<F>::call as _);
        let (values, results) = with_values(|values| {
            // SAFETY: the closure is a local, called on this thread during the call, as long as which lists and options live.
            list(|out| unsafe { entry(call, source.context(), inputs.as_ptr(), inputs.len(), &options, values, out) })
        })?;
        Ok((source.values(values), results))
    }

    fn product<F, V>(
        &self,
        entry: ProductEntry,
        inputs: &[&Tensor],
        vectors: &[&Tensor],
        function: F,
    ) -> Result<(Values, Vec<Tensor>)>
    where
        F: Fn(&[Tensor]) -> Result<V>,
        V: Into<Values>,
    {
        let source = Source::new(function);
        let (inputs, given, options) = (handles(inputs), handles(vectors), self.raw());
        let call = Some(Source::<F>::call as _);
        let (values, results) = with_values(|values| {
            // SAFETY: as in `whole`.
            list(|out| unsafe {
                let (first, count) = (inputs.as_ptr(), inputs.len());
                entry(call, source.context(), first, count, given.as_ptr(), given.len(), &options, values, out)
            })
        })?;
        Ok((source.values(values), results))
    }

    fn rows(&self, results: Vec<Tensor>, num_inputs: usize) -> Vec<Vec<Tensor>> {
        let columns = self.argnums.as_ref().map_or(num_inputs, Vec::len);
        results.chunks(columns.max(1)).map(<[Tensor]>::to_vec).collect()
    }

    /// The value, of one element, and its gradient, an entry for each input that is differentiated.
    pub fn value_and_grad<F, V>(&self, inputs: &[&Tensor], function: F) -> Result<(Values, Vec<Tensor>)>
    where
        F: Fn(&[Tensor]) -> Result<V>,
        V: Into<Values>,
    {
        self.whole(sys::vjp_functional_grad, inputs, function)
    }

    /// The values and vT J, an entry for each input. No vectors: 1, for one output of one element.
    pub fn vjp<F, V>(&self, inputs: &[&Tensor], vectors: &[&Tensor], function: F) -> Result<(Values, Vec<Tensor>)>
    where
        F: Fn(&[Tensor]) -> Result<V>,
        V: Into<Values>,
    {
        self.product(sys::vjp_functional_vjp, inputs, vectors, function)
    }

    /// The values and J v, an entry for each output. No vectors: 1, for one input of one element.
    pub fn jvp<F, V>(&self, inputs: &[&Tensor], vectors: &[&Tensor], function: F) -> Result<(Values, Vec<Tensor>)>
    where
        F: Fn(&[Tensor]) -> Result<V>,
        V: Into<Values>,
    {
        self.product(sys::vjp_functional_jvp, inputs, vectors, function)
    }

    /// The value, of one element, and vT H.
    pub fn vhp<F, V>(&self, inputs: &[&Tensor], vectors: &[&Tensor], function: F) -> Result<(Values, Vec<Tensor>)>
    where
        F: Fn(&[Tensor]) -> Result<V>,
        V: Into<Values>,
    {
        self.product(sys::vjp_functional_vhp, inputs, vectors, function)
    }

    /// The value, of one element, and H v: forward over reverse.
    pub fn hvp<F, V>(&self, inputs: &[&Tensor], vectors: &[&Tensor], function: F) -> Result<(Values, Vec<Tensor>)>
    where
        F: Fn(&[Tensor]) -> Result<V>,
        V: Into<Values>,
    {
        self.product(sys::vjp_functional_hvp, inputs, vectors, function)
    }

    /// The values and the Jacobian, by output and input; an entry has the shape of the one followed by that of the other.
    pub fn jacobian<F, V>(&self, inputs: &[&Tensor], function: F) -> Result<(Values, Vec<Vec<Tensor>>)>
    where
        F: Fn(&[Tensor]) -> Result<V>,
        V: Into<Values>,
    {
        let (values, results) = self.whole(sys::vjp_functional_jacobian, inputs, function)?;
        Ok((values, self.rows(results, inputs.len())))
    }

    /// The value, of one element, and the Hessian, by input and input.
    pub fn hessian<F, V>(&self, inputs: &[&Tensor], function: F) -> Result<(Values, Vec<Vec<Tensor>>)>
    where
        F: Fn(&[Tensor]) -> Result<V>,
        V: Into<Values>,
    {
        let (values, results) = self.whole(sys::vjp_functional_hessian, inputs, function)?;
        Ok((values, self.rows(results, inputs.len())))
    }

    /// The values, and the derivative as a map that can be applied often.
    pub fn linearize<F, V>(&self, inputs: &[&Tensor], function: F) -> Result<(Values, Linearization)>
    where
        F: Fn(&[Tensor]) -> Result<V>,
        V: Into<Values>,
    {
        let source = Source::new(function);
        let (inputs, options) = (handles(inputs), self.raw());
        let call = Some(Source::<F>::call as _);
        let (values, map) = with_values(|values| {
            // SAFETY: as in `whole`.
            Linearization::make(|out| unsafe {
                let (first, count) = (inputs.as_ptr(), inputs.len());
                sys::vjp_functional_linearize(call, source.context(), first, count, &options, values, out)
            })
        })?;
        Ok((source.values(values), map))
    }
}

handle! {
    /// The derivative of a function at a point. It keeps the graph of the one call that was made.
    Linearization, vjp_linearization, vjp_linearization_release
}

impl Linearization {
    /// vT J, an entry for each input.
    pub fn vjp(&self, vectors: &[&Tensor]) -> Result<Vec<Tensor>> {
        let given = handles(vectors);
        // SAFETY: the handles are alive; lengths are the lists'.
        list(|out| unsafe { sys::vjp_linearization_vjp(self.raw(), given.as_ptr(), given.len(), out) })
    }

    /// J v, an entry for each output.
    pub fn jvp(&self, vectors: &[&Tensor]) -> Result<Vec<Tensor>> {
        let given = handles(vectors);
        // SAFETY: as in `vjp`.
        list(|out| unsafe { sys::vjp_linearization_jvp(self.raw(), given.as_ptr(), given.len(), out) })
    }
}

/// The gradient of a function that gives one element, an entry for each input.
pub fn grad<F, V>(inputs: &[&Tensor], function: F) -> Result<Vec<Tensor>>
where
    F: Fn(&[Tensor]) -> Result<V>,
    V: Into<Values>,
{
    Ok(Options::default().value_and_grad(inputs, function)?.1)
}

/// [`Options::value_and_grad`] with the defaults, as are those below.
pub fn value_and_grad<F, V>(inputs: &[&Tensor], function: F) -> Result<(Values, Vec<Tensor>)>
where
    F: Fn(&[Tensor]) -> Result<V>,
    V: Into<Values>,
{
    Options::default().value_and_grad(inputs, function)
}

/// The values and vT J: [`Options::vjp`].
pub fn vjp<F, V>(inputs: &[&Tensor], vectors: &[&Tensor], function: F) -> Result<(Values, Vec<Tensor>)>
where
    F: Fn(&[Tensor]) -> Result<V>,
    V: Into<Values>,
{
    Options::default().vjp(inputs, vectors, function)
}

/// The values and J v: [`Options::jvp`].
pub fn jvp<F, V>(inputs: &[&Tensor], vectors: &[&Tensor], function: F) -> Result<(Values, Vec<Tensor>)>
where
    F: Fn(&[Tensor]) -> Result<V>,
    V: Into<Values>,
{
    Options::default().jvp(inputs, vectors, function)
}

/// The value and H v: [`Options::hvp`].
pub fn hvp<F, V>(inputs: &[&Tensor], vectors: &[&Tensor], function: F) -> Result<(Values, Vec<Tensor>)>
where
    F: Fn(&[Tensor]) -> Result<V>,
    V: Into<Values>,
{
    Options::default().hvp(inputs, vectors, function)
}

/// The Jacobian, by output and input: [`Options::jacobian`].
pub fn jacobian<F, V>(inputs: &[&Tensor], function: F) -> Result<Vec<Vec<Tensor>>>
where
    F: Fn(&[Tensor]) -> Result<V>,
    V: Into<Values>,
{
    Ok(Options::default().jacobian(inputs, function)?.1)
}

/// The Hessian, by input and input: [`Options::hessian`].
pub fn hessian<F, V>(inputs: &[&Tensor], function: F) -> Result<Vec<Vec<Tensor>>>
where
    F: Fn(&[Tensor]) -> Result<V>,
    V: Into<Values>,
{
    Ok(Options::default().hessian(inputs, function)?.1)
}

/// The values, and the derivative as a map: [`Options::linearize`].
pub fn linearize<F, V>(inputs: &[&Tensor], function: F) -> Result<(Values, Linearization)>
where
    F: Fn(&[Tensor]) -> Result<V>,
    V: Into<Values>,
{
    Options::default().linearize(inputs, function)
}
