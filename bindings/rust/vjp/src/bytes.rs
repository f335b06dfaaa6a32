//! Elements as bytes, of whatever type: for the formats of other crates.

use vjp_sys as sys;

use crate::dtype::DType;
use crate::error::{check, Error, Result, Status};
use crate::tensor::{one, Tensor};

/// A copy of the elements in row-major order, each as it lies in memory.
pub(crate) fn of(tensor: &Tensor) -> Result<Vec<u8>> {
    let mut data = vec![0u8; tensor.numel() * tensor.dtype().size()];
    let raw = data.as_mut_ptr().cast();
    // SAFETY: `data` has the bytes that it says, all of which may be written.
    check(unsafe { sys::vjp_tensor_copy_to(tensor.raw(), raw, data.len(), tensor.dtype().raw()) })?;
    Ok(data)
}

/// A tensor of a copy of such bytes.
pub(crate) fn tensor(dtype: DType, shape: &[i64], data: &[u8]) -> Result<Tensor> {
    let wanted = shape.iter().try_fold(dtype.size(), |n, &size| n.checked_mul(usize::try_from(size).ok()?));
    if wanted != Some(data.len()) {
        let message = format!("{} bytes do not make a tensor of {dtype} of shape {shape:?}", data.len());
        return Err(Error::new(Status::Shape, message));
    }
    if let (DType::Bool, Some(byte)) = (dtype, data.iter().find(|&&byte| byte > 1)) {
        return Err(Error::invalid(format!("a bool is the byte 0 or 1, not {byte}")));
    }
    let raw = data.as_ptr().cast();
    // SAFETY: `data` holds the elements that the shape says, whatever its alignment: they are copied as bytes.
    one(|out| unsafe { sys::vjp_tensor_from_data(raw, shape.as_ptr(), shape.len(), dtype.raw(), out) })
}
