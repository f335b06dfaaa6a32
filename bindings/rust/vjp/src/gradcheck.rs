//! Derivatives compared with differences: for tests of custom functions, hooks and whole programs.
//!
//! ```
//! use vjp::{gradcheck, Tensor};
//! let x = Tensor::from_slice(&[0.3f64, 1.2], &[2])?.tracked()?;
//! gradcheck::check(&[&x], |inputs| Ok(vec![inputs[0].sin()?.mul(&inputs[0])?]))?;
//! gradcheck::check_second(&[&x], |inputs| Ok(vec![inputs[0].sin()?.mul(&inputs[0])?]))?;
//! // A derivative that is wrong:
//! let wrong = |inputs: &[Tensor]| {
//!     let forward = |x: &[&Tensor]| Ok((vec![x[0].mul(3.0)?], vec![]));
//!     vjp::custom("Triple", &[&inputs[0]], forward, |_, grads| Ok(vec![Some(&grads[0] * 2.0)]))
//! };
//! let report = gradcheck::report(&[&x], &gradcheck::Options::default(), wrong)?.unwrap();
//! assert_eq!((report.kind, report.worst), (gradcheck::Kind::BackwardValues, Some((0, 0))));
//! assert!((report.difference - 1.0).abs() < 1e-6);
//! # Ok::<(), vjp::Error>(())
//! ```

use std::ptr::null_mut;

use vjp_sys as sys;

use crate::call::handles;
use crate::callback::call_on_list;
use crate::error::{check as checked, text, Result};
use crate::handle::handle;
use crate::tensor::{optional, Tensor};

/// What is checked, and how exactly. `Default` is reverse mode, every element.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The step: differences are (f(x + eps) - f(x - eps)) / 2 eps.
    pub eps: f64,
    /// |analytic - numeric| <= atol + rtol |numeric| is right.
    pub atol: f64,
    pub rtol: f64,
    /// By how much a backward may differ the second time.
    pub nondet_tol: f64,
    /// Undefined gradients, and missing tangents, too.
    pub undefined: bool,
    /// Gradients must have their input's element type.
    pub dtypes: bool,
    /// Batched grad calls against a loop; `backward` must be on.
    pub batched: bool,
    /// Batched tangents against a loop; `forward` must be on.
    pub batched_forward: bool,
    /// Forward mode; of second derivatives forward over reverse.
    pub forward: bool,
    /// Reverse mode; of second derivatives reverse over reverse.
    pub backward: bool,
    /// One random combination of rows and columns instead of all of them.
    pub fast: bool,
    /// Gradients of results that are not contiguous, for second derivatives.
    pub non_contiguous: bool,
    /// Of sparse inputs the stored values are checked, and not every element.
    pub masked: bool,
}

impl Default for Options {
    fn default() -> Self {
        let raw = sys::VJP_GRADCHECK_OPTIONS_INIT;
        Options {
            eps: raw.eps,
            atol: raw.atol,
            rtol: raw.rtol,
            nondet_tol: raw.nondet_tol,
            undefined: raw.check_undefined != 0,
            dtypes: raw.check_dtypes != 0,
            batched: raw.check_batched != 0,
            batched_forward: raw.check_batched_forward != 0,
            forward: raw.check_forward != 0,
            backward: raw.check_backward != 0,
            fast: raw.fast != 0,
            non_contiguous: raw.non_contiguous != 0,
            masked: raw.masked != 0,
        }
    }
}

impl Options {
    fn raw(&self) -> sys::vjp_gradcheck_options {
        sys::vjp_gradcheck_options {
            eps: self.eps,
            atol: self.atol,
            rtol: self.rtol,
            nondet_tol: self.nondet_tol,
            check_undefined: self.undefined.into(),
            check_dtypes: self.dtypes.into(),
            check_batched: self.batched.into(),
            check_batched_forward: self.batched_forward.into(),
            check_forward: self.forward.into(),
            check_backward: self.backward.into(),
            fast: self.fast.into(),
            non_contiguous: self.non_contiguous.into(),
            masked: self.masked.into(),
            ..sys::VJP_GRADCHECK_OPTIONS_INIT
        }
    }
}

/// What was found wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// No result requires grad, and yet one depends on an input.
    NotDifferentiable,
    /// Forward mode differs from the differences.
    ForwardValues,
    /// A missing tangent is not the same as zeros.
    ForwardMissing,
    /// Reverse mode differs from the differences.
    BackwardValues,
    /// A gradient has not the shape, or element type, of its input.
    BackwardForm,
    /// The same backward gave something else the second time.
    BackwardRepeated,
    /// Gradients of zero do not give zero.
    BackwardZero,
    /// An undefined gradient does not give zero, or makes backward fail.
    BackwardUndefined,
    /// A batched grad call differs from a loop.
    BackwardBatched,
    /// Batched tangents differ from a loop.
    ForwardBatched,
    Unknown(u32),
}

impl Kind {
    fn from_raw(raw: sys::vjp_gradcheck_kind) -> Option<Kind> {
        Some(match raw {
            sys::VJP_GRADCHECK_NONE => return None,
            sys::VJP_GRADCHECK_NOT_DIFFERENTIABLE => Kind::NotDifferentiable,
            sys::VJP_GRADCHECK_FORWARD_VALUES => Kind::ForwardValues,
            sys::VJP_GRADCHECK_FORWARD_MISSING => Kind::ForwardMissing,
            sys::VJP_GRADCHECK_BACKWARD_VALUES => Kind::BackwardValues,
            sys::VJP_GRADCHECK_BACKWARD_FORM => Kind::BackwardForm,
            sys::VJP_GRADCHECK_BACKWARD_REPEATED => Kind::BackwardRepeated,
            sys::VJP_GRADCHECK_BACKWARD_ZERO => Kind::BackwardZero,
            sys::VJP_GRADCHECK_BACKWARD_UNDEFINED => Kind::BackwardUndefined,
            sys::VJP_GRADCHECK_BACKWARD_BATCHED => Kind::BackwardBatched,
            sys::VJP_GRADCHECK_FORWARD_BATCHED => Kind::ForwardBatched,
            other => Kind::Unknown(other),
        })
    }
}

/// What is wrong, and where. Derivatives are matrices: a row an element of an output, a column an element of an input.
#[derive(Debug, Clone)]
pub struct Report {
    pub kind: Kind,
    /// Of which output and which input, where it is about one.
    pub output: Option<usize>,
    pub input: Option<usize>,
    /// float64 or complex128, where they were compared.
    pub analytic: Option<Tensor>,
    pub numeric: Option<Tensor>,
    /// Row and column where they differ most beyond what is allowed, and by how much.
    pub worst: Option<(usize, usize)>,
    pub difference: f64,
    /// All this for people.
    pub text: String,
}

handle! {
    /// C's report.
    Found, vjp_gradcheck_report, vjp_gradcheck_report_release
}

impl Found {
    fn report(&self) -> Result<Option<Report>> {
        let place = |number: i64| usize::try_from(number).ok();
        // SAFETY: the handle is alive, and `out` a local of `optional`; the text lives until the report is used again.
        unsafe {
            let raw = self.raw();
            let Some(kind) = Kind::from_raw(sys::vjp_gradcheck_report_kind(raw)) else { return Ok(None) };
            Ok(Some(Report {
                kind,
                output: place(sys::vjp_gradcheck_report_output(raw)),
                input: place(sys::vjp_gradcheck_report_input(raw)),
                analytic: optional(|out| sys::vjp_gradcheck_report_analytic(raw, out))?,
                numeric: optional(|out| sys::vjp_gradcheck_report_numeric(raw, out))?,
                worst: place(sys::vjp_gradcheck_report_row(raw)).zip(place(sys::vjp_gradcheck_report_column(raw))),
                difference: sys::vjp_gradcheck_report_difference(raw),
                text: text(sys::vjp_gradcheck_report_text(raw)),
            }))
        }
    }
}

/// Of which derivatives: the first, or the second with gradients of the results, random ones if there are none.
enum Order<'a> {
    First,
    Second(&'a [&'a Tensor]),
}

fn run<F>(order: Order<'_>, inputs: &[&Tensor], options: &Options, raise: bool, function: F) -> Result<Option<Report>>
where
    F: Fn(&[Tensor]) -> Result<Vec<Tensor>>,
{
    // SAFETY: `out` is a local of `make`.
    let found = Found::make(|out| unsafe { sys::vjp_gradcheck_report_create(out) })?;
    let inputs = handles(inputs);
    let options = sys::vjp_gradcheck_options { raise: raise.into(), ..options.raw() };
    let context = (&function as *const F).cast_mut().cast();
    let (first, count) = (inputs.as_ptr(), inputs.len());
    // SAFETY: the function is a local, called on this thread during the call; so long lists and options live, and lengths
    // are theirs.
    checked(unsafe {
        match order {
            Order::First => sys::vjp_gradcheck(Some(call_on_list::<F>), context, first, count, &options, found.raw()),
            Order::Second(grads) => {
                let grads = handles(grads);
                let list = if grads.is_empty() { null_mut() } else { grads.as_ptr().cast_mut() };
                let f = Some(call_on_list::<F> as _);
                sys::vjp_gradgradcheck(f, context, first, count, list, grads.len(), &options, found.raw())
            }
        }
    })?;
    found.report()
}

/// An error that shows the derivatives beside each other if those of `function` for the inputs that require grad are not
/// what differences give, or if its backward breaks another rule: that it gives the same twice, multiplies by the gradients
/// that it is given, and takes undefined ones.
///
/// Inputs should be of float64 or complex128 (else there is a warning). The function is called twice for each number in
/// them, and once more; the same values must give the same results. Its own errors and panics come out.
pub fn check<F>(inputs: &[&Tensor], function: F) -> Result<()>
where
    F: Fn(&[Tensor]) -> Result<Vec<Tensor>>,
{
    run(Order::First, inputs, &Options::default(), true, function).map(drop)
}

/// [`check`] of the second derivatives, with random gradients of the results.
pub fn check_second<F>(inputs: &[&Tensor], function: F) -> Result<()>
where
    F: Fn(&[Tensor]) -> Result<Vec<Tensor>>,
{
    run(Order::Second(&[]), inputs, &Options::default(), true, function).map(drop)
}

/// [`check`] with options: what is wrong, None if nothing is. An error is misuse, or the function's own.
pub fn report<F>(inputs: &[&Tensor], options: &Options, function: F) -> Result<Option<Report>>
where
    F: Fn(&[Tensor]) -> Result<Vec<Tensor>>,
{
    run(Order::First, inputs, options, false, function)
}

/// [`check_second`] with options, and `grads`, one a result that requires grad; none: random ones. In the report output i is
/// the gradient of input i, and the inputs after those of the function are the gradients of results.
pub fn report_second<F>(inputs: &[&Tensor], grads: &[&Tensor], options: &Options, function: F) -> Result<Option<Report>>
where
    F: Fn(&[Tensor]) -> Result<Vec<Tensor>>,
{
    run(Order::Second(grads), inputs, options, false, function)
}
