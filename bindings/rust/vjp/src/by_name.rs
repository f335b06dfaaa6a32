//! Calls of operators by their names: forms that have no C function of their own.

// Which of these the operators need is up to their schemas.
#![allow(dead_code)]

use std::ffi::{c_char, CString};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use vjp_sys as sys;

use crate::call::{list, Slot};
use crate::device::Device;
use crate::dtype::DType;
use crate::error::{check, Result};
use crate::tensor::Tensor;
use crate::Generator;

type Union = sys::vjp_value__bindgen_ty_1;

fn boxed(kind: u32, count: usize, as_: Union) -> sys::vjp_value {
    sys::vjp_value { kind: kind as i32, count: count as u32, as_ }
}

/// What an operator takes, as an argument of a call by name. It borrows: the call must not outlive it.
pub(crate) trait Argument {
    fn value(&self) -> sys::vjp_value;
}

impl<T: Argument + ?Sized> Argument for &T {
    fn value(&self) -> sys::vjp_value {
        (**self).value()
    }
}

/// Absent: the default of the argument.
impl<T: Argument> Argument for Option<T> {
    fn value(&self) -> sys::vjp_value {
        self.as_ref().map_or(boxed(sys::VJP_KIND_NONE, 0, Union { integer: 0 }), T::value)
    }
}

impl Argument for Tensor {
    fn value(&self) -> sys::vjp_value {
        boxed(sys::VJP_KIND_TENSOR, 0, Union { tensor: self.raw() })
    }
}

impl Argument for Slot {
    fn value(&self) -> sys::vjp_value {
        match self {
            Slot::Handle(tensor) if tensor.is_null() => boxed(sys::VJP_KIND_NONE, 0, Union { integer: 0 }),
            Slot::Handle(tensor) => boxed(sys::VJP_KIND_TENSOR, 0, Union { tensor: *tensor }),
            Slot::Number(number) => number.value(),
        }
    }
}

impl Argument for sys::vjp_scalar {
    fn value(&self) -> sys::vjp_value {
        // SAFETY: every number fits the field of two, and no bit pattern of it is invalid.
        boxed(self.kind as u32, 0, unsafe { Union { complex_value: self.as_.complex_value } })
    }
}

impl Argument for bool {
    fn value(&self) -> sys::vjp_value {
        boxed(sys::VJP_KIND_BOOL, 0, Union { integer: (*self).into() })
    }
}

impl Argument for i64 {
    fn value(&self) -> sys::vjp_value {
        boxed(sys::VJP_KIND_INT, 0, Union { integer: *self })
    }
}

impl Argument for f64 {
    fn value(&self) -> sys::vjp_value {
        boxed(sys::VJP_KIND_FLOAT, 0, Union { real: *self })
    }
}

impl Argument for [i64] {
    fn value(&self) -> sys::vjp_value {
        boxed(sys::VJP_KIND_INT_LIST, self.len(), Union { ints: self.as_ptr() })
    }
}

impl Argument for [f64] {
    fn value(&self) -> sys::vjp_value {
        boxed(sys::VJP_KIND_FLOAT_LIST, self.len(), Union { floats: self.as_ptr() })
    }
}

/// A list of tensors, some of which may be absent (null).
impl Argument for Vec<*mut sys::vjp_tensor> {
    fn value(&self) -> sys::vjp_value {
        boxed(sys::VJP_KIND_TENSOR_LIST, self.len(), Union { tensors: self.as_ptr() })
    }
}

impl Argument for CString {
    fn value(&self) -> sys::vjp_value {
        boxed(sys::VJP_KIND_STRING, 0, Union { string: self.as_ptr() })
    }
}

impl Argument for DType {
    fn value(&self) -> sys::vjp_value {
        boxed(sys::VJP_KIND_DTYPE, 0, Union { integer: self.raw().0.into() })
    }
}

impl Argument for Generator {
    fn value(&self) -> sys::vjp_value {
        boxed(sys::VJP_KIND_GENERATOR, 0, Union { generator: self.raw() })
    }
}

impl Argument for Device {
    fn value(&self) -> sys::vjp_value {
        boxed(sys::VJP_KIND_DEVICE, 0, Union { device: self.raw() })
    }
}

/// An operator of the registry, which is looked up at its first call.
pub(crate) struct Operator {
    name: &'static str,
    found: AtomicPtr<sys::vjp_op>,
}

impl Operator {
    /// By its full name, with a zero byte at the end.
    pub(crate) const fn new(name: &'static str) -> Self {
        Operator { name, found: AtomicPtr::new(null_mut()) }
    }

    fn get(&self) -> *const sys::vjp_op {
        let found = self.found.load(Ordering::Relaxed);
        if !found.is_null() {
            return found;
        }
        debug_assert!(self.name.ends_with('\0'));
        // SAFETY: the name ends in a zero byte; operators live for ever, and every thread finds the same one.
        let found = unsafe { sys::vjp_op_find(self.name.as_ptr() as *const c_char) };
        self.found.store(found as *mut _, Ordering::Relaxed);
        found
    }

    pub(crate) fn call(&self, variant: sys::vjp_variant, args: &[sys::vjp_value]) -> Result<Vec<Tensor>> {
        // SAFETY: the arguments borrow what lives during the call.
        list(|out| unsafe { sys::vjp_op_call(self.get(), variant, args.as_ptr(), args.len(), out) })
    }

    /// The forms that write into one of the arguments, and hand out nothing else.
    pub(crate) fn write(&self, variant: sys::vjp_variant, args: &[sys::vjp_value]) -> Result<()> {
        let mut out = null_mut();
        // SAFETY: the arguments borrow what lives during the call; the list is ours, and released once.
        unsafe {
            check(sys::vjp_op_call(self.get(), variant, args.as_ptr(), args.len(), &mut out))?;
            sys::vjp_tensor_list_release(out);
        }
        Ok(())
    }
}
