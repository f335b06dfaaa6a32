//! What the generated operators use to speak to C.

// Which of these the operators need is up to their schemas.
#![allow(dead_code)]

use std::borrow::Borrow;
use std::ffi::{c_char, CString};
use std::ptr::{null, null_mut};

use vjp_sys as sys;

use crate::error::{check, Error, Result, Status};
use crate::scalar::Operand;
use crate::tensor::Tensor;
use crate::Generator;

pub(crate) use crate::autograd::raw_or_null;
pub(crate) use crate::tensor::{one, raw_dtype};

type Handle = *mut sys::vjp_tensor;

/// A result that C handed out.
fn own(handle: Handle) -> Result<Tensor> {
    one(|out| {
        // SAFETY: `out` is the local of `one`.
        unsafe { *out = handle };
        sys::vjp_status::VJP_OK
    })
}

pub(crate) fn two(call: impl FnOnce(*mut Handle, *mut Handle) -> sys::vjp_status) -> Result<(Tensor, Tensor)> {
    let (mut a, mut b) = (null_mut(), null_mut());
    check(call(&mut a, &mut b))?;
    Ok((own(a)?, own(b)?))
}

pub(crate) fn three(
    call: impl FnOnce(*mut Handle, *mut Handle, *mut Handle) -> sys::vjp_status,
) -> Result<(Tensor, Tensor, Tensor)> {
    let (mut a, mut b, mut c) = (null_mut(), null_mut(), null_mut());
    check(call(&mut a, &mut b, &mut c))?;
    Ok((own(a)?, own(b)?, own(c)?))
}

pub(crate) fn four(
    call: impl FnOnce(*mut Handle, *mut Handle, *mut Handle, *mut Handle) -> sys::vjp_status,
) -> Result<(Tensor, Tensor, Tensor, Tensor)> {
    let (mut a, mut b, mut c, mut d) = (null_mut(), null_mut(), null_mut(), null_mut());
    check(call(&mut a, &mut b, &mut c, &mut d))?;
    Ok((own(a)?, own(b)?, own(c)?, own(d)?))
}

/// A result that is a list.
pub(crate) fn list(call: impl FnOnce(*mut *mut sys::vjp_tensor_list) -> sys::vjp_status) -> Result<Vec<Tensor>> {
    let mut out = null_mut();
    check(call(&mut out))?;
    // SAFETY: the list is ours until it is released here; its tensors are borrowed from it and retained.
    unsafe {
        let count = sys::vjp_tensor_list_size(out);
        let tensors = (0..count).filter_map(|i| Tensor::from_borrowed(sys::vjp_tensor_list_get(out, i))).collect();
        sys::vjp_tensor_list_release(out);
        Ok(tensors)
    }
}

pub(crate) fn handles<T: Borrow<Tensor>>(tensors: &[T]) -> Vec<Handle> {
    tensors.iter().map(|tensor| tensor.borrow().raw()).collect()
}

pub(crate) fn optional_handles(tensors: &[Option<&Tensor>]) -> Vec<Handle> {
    tensors.iter().map(|tensor| raw_or_null(*tensor)).collect()
}

pub(crate) fn pointer<T>(value: &Option<T>) -> *const T {
    value.as_ref().map_or(null(), |value| value as *const T)
}

pub(crate) fn list_pointer<T>(values: Option<&[T]>) -> *const T {
    values.map_or(null(), <[T]>::as_ptr)
}

pub(crate) fn list_length<T>(values: Option<&[T]>) -> usize {
    values.map_or(0, <[T]>::len)
}

pub(crate) fn text_pointer(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(null(), |text| text.as_ptr())
}

pub(crate) fn generator_or_null(generator: Option<&Generator>) -> *mut sys::vjp_generator {
    generator.map_or(null_mut(), Generator::raw)
}

/// An operand as C takes it: a tensor, which may be absent (null), or a number.
#[derive(Clone, Copy)]
pub(crate) enum Slot {
    Handle(Handle),
    Number(sys::vjp_scalar),
}

pub(crate) fn slot(operand: Operand<'_>) -> Slot {
    match operand {
        Operand::Tensor(tensor) => Slot::Handle(tensor.raw()),
        Operand::Scalar(number) => Slot::Number(number.raw()),
    }
}

pub(crate) fn optional_slot(operand: Option<Operand<'_>>) -> Slot {
    operand.map_or(Slot::Handle(null_mut()), slot)
}

pub(crate) fn first(tensors: Vec<Tensor>) -> Result<Tensor> {
    tensors.into_iter().next().ok_or_else(|| Error::new(Status::Internal, "libvjp handed out no tensor"))
}

/// Numbers alone make no tensor.
pub(crate) fn needs_tensor<T>(operator: &str) -> Result<T> {
    Err(Error::invalid(format!("{operator}: these arguments cannot all be numbers; make one a tensor")))
}
