//! Arrays of the crate `ndarray`, with the feature of that name.

use std::ffi::c_void;
use std::ptr::NonNull;

use ndarray::{Array, ArrayD, ArrayViewD, Dimension, IxDyn, ShapeBuilder};
use vjp_sys as sys;

use crate::dtype::Element;
use crate::error::{drop_caught, Error, Result};
use crate::tensor::{one, Tensor};

impl Tensor {
    /// A tensor on the array's own memory, in the array's order: nothing is copied, and the array is dropped with the
    /// tensor. Only one whose axes run backwards ([`Array::invert_axis`]) is copied first, into row-major order.
    ///
    /// ```
    /// use vjp::Tensor;
    /// let x = Tensor::from_ndarray(ndarray::array![[1.0f32, 2.0], [3.0, 4.0]].reversed_axes())?;
    /// assert_eq!((x.shape(), x.strides()), (&[2, 2][..], &[1, 2][..]));
    /// assert_eq!(x.to_ndarray::<f32>()?, ndarray::array![[1.0, 3.0], [2.0, 4.0]].into_dyn());
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn from_ndarray<T: Element, D: Dimension>(array: Array<T, D>) -> Result<Tensor> {
        unsafe extern "C" fn drop_array<T>(context: *mut c_void) {
            drop_caught(Box::from_raw(context.cast::<ArrayD<T>>()));
        }
        let mut array = array.into_dyn();
        if array.strides().iter().any(|&stride| stride < 0) {
            array = array.as_standard_layout().into_owned();
        }
        let shape: Vec<i64> = array.shape().iter().map(|&size| size as i64).collect();
        let strides: Vec<i64> = array.strides().iter().map(|&stride| stride as i64).collect();
        let mut array = Box::new(array);
        let elements = array.as_mut_ptr().cast();
        let context = Box::into_raw(array);
        let made = one(|out| {
            let (dtype, drop) = (T::DTYPE.raw(), Some(drop_array::<T> as unsafe extern "C" fn(*mut c_void)));
            let (dims, steps, ndim) = (shape.as_ptr(), strides.as_ptr(), shape.len());
            // SAFETY: the memory is the array's, which lives until `drop_array`; shape and strides, none of them
            // negative, are the array's.
            unsafe { sys::vjp_tensor_from_memory(elements, dims, steps, ndim, dtype, context.cast(), drop, out) }
        });
        if made.is_err() {
            // SAFETY: after a failure the library has not taken the array.
            drop(unsafe { Box::from_raw(context) });
        }
        made
    }

    /// A copy of the elements as an array in row-major order, converted as by [`Tensor::to_vec`].
    pub fn to_ndarray<T: Element>(&self) -> Result<ArrayD<T>> {
        let data = self.to_vec::<T>()?;
        ArrayD::from_shape_vec(sizes(self), data).map_err(|error| Error::invalid(error.to_string()))
    }

    /// The elements where they lie, with the tensor's strides. It must lie in the host's memory and be of `T`'s type.
    ///
    /// # Safety
    /// Nothing may write to the tensor's storage while the view lives, as for [`Tensor::as_slice`].
    pub unsafe fn view_ndarray<T: Element>(&self) -> Result<ArrayViewD<'_, T>> {
        self.check_readable::<T>("view_ndarray")?;
        let strides: Vec<usize> = self.strides().iter().map(|&stride| stride as usize).collect();
        let data = NonNull::new(self.data_ptr().cast::<T>()).unwrap_or(NonNull::dangling());
        Ok(ArrayViewD::from_shape_ptr(sizes(self).strides(IxDyn(&strides)), data.as_ptr()))
    }
}

fn sizes(tensor: &Tensor) -> IxDyn {
    IxDyn(&tensor.shape().iter().map(|&size| size as usize).collect::<Vec<_>>())
}
