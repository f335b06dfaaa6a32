//! Interceptors: closures that see every operator, and may change what it is given, replace what it gives, or refuse it.

use std::ffi::{c_void, CString};
use std::ptr::null;

use vjp_sys as sys;

use crate::by_name::Argument;
use crate::call::list;
use crate::callback::{drop_context, guarded, into_context};
use crate::device::Device;
use crate::dtype::DType;
use crate::error::{c_string, check, text, Result};
use crate::random::Generator;
use crate::region::Region;
use crate::tensor::Tensor;

/// Where an interceptor stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// It sees the operators that run: the parts of composites, those of the backward pass. What the closure computes is
    /// not recorded, and results that it gives are differentiated as the operator's.
    BelowAutograd,
    /// It sees what the program calls, composites whole, and nothing of the backward pass. What the closure computes is
    /// recorded, and is what the program gets.
    AboveAutograd,
}

/// The form of an operator's call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    Functional,
    /// Writes into its first argument.
    Inplace,
    /// Writes into a tensor that the caller gave.
    Out,
}

/// An argument of an operator's call.
#[derive(Clone)]
pub enum Value {
    /// Absent: the operator's default.
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// Real and imaginary part.
    Complex(f64, f64),
    Tensor(Tensor),
    /// Some may be absent.
    Tensors(Vec<Option<Tensor>>),
    Ints(Vec<i64>),
    Floats(Vec<f64>),
    Text(String),
    DType(DType),
    Generator(Generator),
    Device(Device),
}

impl Value {
    /// The tensor, if it is one.
    pub fn tensor(&self) -> Option<&Tensor> {
        match self {
            Value::Tensor(tensor) => Some(tensor),
            _ => None,
        }
    }

    /// # Safety
    /// What the value points to is alive.
    unsafe fn from_raw(raw: &sys::vjp_value) -> Value {
        let (count, as_) = (raw.count as usize, raw.as_);
        match raw.kind as u32 {
            sys::VJP_KIND_BOOL => Value::Bool(as_.integer != 0),
            sys::VJP_KIND_INT => Value::Int(as_.integer),
            sys::VJP_KIND_FLOAT => Value::Float(as_.real),
            sys::VJP_KIND_COMPLEX => Value::Complex(as_.complex_value[0], as_.complex_value[1]),
            sys::VJP_KIND_TENSOR => Tensor::from_borrowed(as_.tensor).map_or(Value::None, Value::Tensor),
            sys::VJP_KIND_TENSOR_LIST => {
                Value::Tensors(items(as_.tensors, count).iter().map(|&tensor| Tensor::from_borrowed(tensor)).collect())
            }
            sys::VJP_KIND_INT_LIST => Value::Ints(items(as_.ints, count).to_vec()),
            sys::VJP_KIND_FLOAT_LIST => Value::Floats(items(as_.floats, count).to_vec()),
            sys::VJP_KIND_STRING => Value::Text(text(as_.string)),
            sys::VJP_KIND_DTYPE => dtype_of(as_.integer),
            sys::VJP_KIND_GENERATOR => Generator::from_borrowed(as_.generator).map_or(Value::None, Value::Generator),
            sys::VJP_KIND_DEVICE => Value::Device(Device::from_raw(as_.device)),
            _ => Value::None,
        }
    }
}

fn dtype_of(code: i64) -> Value {
    let raw = sys::vjp_dtype(code as u32);
    if raw == sys::vjp_dtype::VJP_DTYPE_NONE {
        Value::None
    } else {
        Value::DType(DType::from_raw(raw))
    }
}

/// # Safety
/// `first` points to `count` items, or `count` is 0.
unsafe fn items<'a, T>(first: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        &[]
    } else {
        std::slice::from_raw_parts(first, count)
    }
}

/// What the C form of an argument points to.
enum Kept {
    Nothing,
    Handles(Vec<*mut sys::vjp_tensor>),
    Text(CString),
}

impl Kept {
    fn of(value: &Value) -> Result<Kept> {
        Ok(match value {
            Value::Tensors(list) => {
                Kept::Handles(list.iter().map(|tensor| crate::call::raw_or_null(tensor.as_ref())).collect())
            }
            Value::Text(text) => Kept::Text(c_string(text)?),
            _ => Kept::Nothing,
        })
    }

    fn value(&self, value: &Value) -> sys::vjp_value {
        match (self, value) {
            (Kept::Handles(handles), _) => handles.value(),
            (Kept::Text(text), _) => text.value(),
            (_, Value::Bool(value)) => value.value(),
            (_, Value::Int(value)) => value.value(),
            (_, Value::Float(value)) => value.value(),
            (_, Value::Complex(re, im)) => crate::scalar::Scalar::Complex(*re, *im).raw().value(),
            (_, Value::Tensor(tensor)) => tensor.value(),
            (_, Value::Ints(values)) => values[..].value(),
            (_, Value::Floats(values)) => values[..].value(),
            (_, Value::DType(dtype)) => dtype.value(),
            (_, Value::Generator(generator)) => generator.value(),
            (_, Value::Device(device)) => device.value(),
            _ => None::<i64>.value(),
        }
    }
}

/// A call of an operator, while the closure of [`intercept`] handles it.
pub struct InterceptedCall<'a>(&'a sys::vjp_intercepted_call);

impl InterceptedCall<'_> {
    /// The operator's full name, "max.dim". Operators that only the library calls have names that begin with "_".
    pub fn name(&self) -> String {
        // SAFETY: operators and their names live for ever.
        unsafe { text(self.0.name) }
    }

    /// The operator's arguments with types and defaults, and its results.
    pub fn schema(&self) -> String {
        // SAFETY: as above.
        unsafe { text(sys::vjp_op_schema(self.0.op)) }
    }

    pub fn variant(&self) -> Variant {
        match self.0.variant {
            sys::VJP_VARIANT_INPLACE => Variant::Inplace,
            sys::VJP_VARIANT_OUT => Variant::Out,
            _ => Variant::Functional,
        }
    }

    /// The arguments, all of them, in the order of the schema.
    pub fn args(&self) -> Vec<Value> {
        // SAFETY: they are alive while the callback runs, which `self` does not outlive.
        unsafe { items(self.0.args, self.0.num_args).iter().map(|value| Value::from_raw(value)).collect() }
    }

    /// What an in-place or out call writes.
    pub fn target(&self) -> Option<Tensor> {
        // SAFETY: the handle is alive while the callback runs.
        unsafe { Tensor::from_borrowed(self.0.target) }
    }

    /// Goes on with the call: to the interceptors around this one, and in the end to the operator. As often as one likes.
    pub fn next(&self) -> Result<Vec<Tensor>> {
        self.go_on(null())
    }

    /// [`InterceptedCall::next`] with other arguments, as many as there are. The target of an in-place call stays the
    /// first one.
    pub fn next_with(&self, args: &[Value]) -> Result<Vec<Tensor>> {
        if args.len() != self.0.num_args {
            let message = format!("{}: {} arguments were given, expected {}", self.name(), args.len(), self.0.num_args);
            return Err(crate::error::Error::invalid(message));
        }
        let kept = args.iter().map(Kept::of).collect::<Result<Vec<_>>>()?;
        let values: Vec<_> = kept.iter().zip(args).map(|(kept, value)| kept.value(value)).collect();
        self.go_on(values.as_ptr())
    }

    fn go_on(&self, args: *const sys::vjp_value) -> Result<Vec<Tensor>> {
        // SAFETY: the call is alive while the callback runs; `args` is null or as long as the call's, and borrows what
        // lives as long.
        list(|out| unsafe { sys::vjp_intercept_next(self.0, args, out) })
    }
}

/// Runs `body` in a region where `interceptor` is called for every operator.
///
/// It gives the results of the call. With None (or an empty list) these are those of its last [`InterceptedCall::next`], and
/// if there was none, the call goes on as if nobody had seen it. An error, or a panic, is the call's.
///
/// Regions nest: the innermost one sees a call first. While it handles the call, operators that it calls itself are seen
/// by those around it only. The region goes with the thread's work to other threads, perhaps several at a time.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use vjp::{intercept, Place, Tensor};
///
/// let x = Tensor::from_slice(&[1.0f64, 2.0], &[2])?.tracked()?;
/// let names = Arc::new(Mutex::new(Vec::new()));
/// let log = names.clone();
/// let y = intercept(
///     Place::BelowAutograd,
///     move |call| {
///         log.lock().unwrap().push(call.name());
///         Ok(None)
///     },
///     || x.sin()?.sum(),
/// )??;
/// assert_eq!(*names.lock().unwrap(), ["sin", "sum"]);
/// # y.backward()?;
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn intercept<F, R>(place: Place, interceptor: F, body: impl FnOnce() -> R) -> Result<R>
where
    F: Fn(&InterceptedCall<'_>) -> Result<Option<Vec<Tensor>>> + Send + Sync + 'static,
{
    let place = match place {
        Place::BelowAutograd => sys::VJP_INTERCEPT_BELOW_AUTOGRAD,
        Place::AboveAutograd => sys::VJP_INTERCEPT_ABOVE_AUTOGRAD,
    };
    let context = into_context(interceptor);
    // SAFETY: `context` is an F, which is what `call` and `drop` take.
    let region = Region::begin(|out| unsafe {
        sys::vjp_guard_intercept(place, Some(call::<F>), context, Some(drop_context::<F>), out)
    });
    if region.is_err() {
        // SAFETY: after a failure the context is still ours.
        unsafe { drop_context::<F>(context) };
    }
    let _region = region?;
    Ok(body())
}

unsafe extern "C" fn call<F>(
    context: *mut c_void,
    call: *const sys::vjp_intercepted_call,
    results: *mut sys::vjp_tensor_list,
) -> sys::vjp_status
where
    F: Fn(&InterceptedCall<'_>) -> Result<Option<Vec<Tensor>>>,
{
    guarded(|| {
        for tensor in (*context.cast::<F>())(&InterceptedCall(&*call))?.iter().flatten() {
            check(sys::vjp_tensor_list_append(results, tensor.raw()))?;
        }
        Ok(())
    })
}
