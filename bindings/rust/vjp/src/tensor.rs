//! The tensor handle: making, asking, reading.

use std::ffi::c_void;
use std::fmt;
use std::ptr::{null, null_mut, NonNull};
use std::slice;

use vjp_sys as sys;

use crate::dtype::{DType, Element, MemoryFormat};
use crate::error::{check, drop_caught, Error, Result, Status};
use crate::scalar::Scalar;

/// A counted reference to a tensor. `clone` shares it; no element is copied.
///
/// # Threads
///
/// Handles are counted atomically and may be used and released on any thread, so `Tensor` is `Send` and `Sync`. As in
/// every library of this kind the *elements* are shared, too: operators that write in place, given the same storage
/// on two threads at once, leave unspecified numbers in it. Metadata and the graph stay consistent.
///
/// # Panics
///
/// Methods return [`Result`]s. The operators `+ - * /` cannot, and panic with the error's message; use
/// [`Tensor::add`] and its kin where a failure is expected.
#[repr(transparent)]
pub struct Tensor(NonNull<sys::vjp_tensor>);

// SAFETY: the count is atomic, and the C library allows the use and release of a handle on any thread (base.h).
unsafe impl Send for Tensor {}
// SAFETY: as above; functions that change a tensor's metadata synchronise in the library.
unsafe impl Sync for Tensor {}

impl Clone for Tensor {
    fn clone(&self) -> Self {
        // SAFETY: the handle is alive; retain returns it.
        unsafe { sys::vjp_tensor_retain(self.raw()) };
        Tensor(self.0)
    }
}

impl Drop for Tensor {
    fn drop(&mut self) {
        // SAFETY: we own one reference, and release may be called on any thread.
        unsafe { sys::vjp_tensor_release(self.raw()) }
    }
}

/// Calls a function that hands out one tensor.
pub(crate) fn one(call: impl FnOnce(*mut *mut sys::vjp_tensor) -> sys::vjp_status) -> Result<Tensor> {
    optional(call)?.ok_or_else(|| Error::new(Status::Internal, "libvjp handed out no tensor"))
}

/// Calls a function that hands out a tensor or NULL.
pub(crate) fn optional(call: impl FnOnce(*mut *mut sys::vjp_tensor) -> sys::vjp_status) -> Result<Option<Tensor>> {
    let mut out = null_mut();
    check(call(&mut out))?;
    Ok(NonNull::new(out).map(Tensor))
}

impl Tensor {
    pub(crate) fn raw(&self) -> *mut sys::vjp_tensor {
        self.0.as_ptr()
    }

    /// A handle of one's own to a tensor that C lends; None for null.
    ///
    /// # Safety
    /// `raw` is null or a live handle.
    pub(crate) unsafe fn from_borrowed(raw: *mut sys::vjp_tensor) -> Option<Tensor> {
        NonNull::new(sys::vjp_tensor_retain(raw)).map(Tensor)
    }

    /// Takes over a reference that C hands out; None for null.
    ///
    /// # Safety
    /// `raw` is null or a live handle with a reference that is ours.
    pub(crate) unsafe fn from_owned(raw: *mut sys::vjp_tensor) -> Option<Tensor> {
        NonNull::new(raw).map(Tensor)
    }

    /// Gives the reference away, to C.
    pub(crate) fn into_raw(self) -> *mut sys::vjp_tensor {
        let raw = self.raw();
        std::mem::forget(self);
        raw
    }

    // ---- making ----

    /// A tensor with a copy of `data`, in row-major order.
    ///
    /// ```
    /// let x = vjp::Tensor::from_slice(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3])?;
    /// assert_eq!(x.shape(), [2, 3]);
    /// assert_eq!(x.get((1, 0))?.item()?, 4.0);
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn from_slice<T: Element>(data: &[T], shape: &[i64]) -> Result<Tensor> {
        check_count(data.len(), shape)?;
        let data = data.as_ptr().cast();
        // SAFETY: `data` holds as many elements as the shape says, and is copied during the call.
        one(|out| unsafe { sys::vjp_tensor_from_data(data, shape.as_ptr(), shape.len(), T::DTYPE.raw(), out) })
    }

    /// A tensor on the vector's own memory, in row-major order: nothing is copied, and the vector is freed with the
    /// tensor.
    pub fn from_vec<T: Element>(data: Vec<T>, shape: &[i64]) -> Result<Tensor> {
        unsafe extern "C" fn drop_vec<T>(context: *mut c_void) {
            drop_caught(Box::from_raw(context.cast::<Vec<T>>()));
        }
        check_count(data.len(), shape)?;
        let mut data = Box::new(data);
        let elements = data.as_mut_ptr().cast();
        let (dims, ndim) = (shape.as_ptr(), shape.len());
        let context = Box::into_raw(data);
        let made = one(|out| {
            let dtype = T::DTYPE.raw();
            // SAFETY: the memory is the vector's, which lives until `drop_vec`, and holds as many elements as the
            // shape says.
            unsafe {
                let drop = Some(drop_vec::<T> as unsafe extern "C" fn(*mut c_void));
                sys::vjp_tensor_from_memory(elements, dims, null(), ndim, dtype, context.cast(), drop, out)
            }
        });
        if made.is_err() {
            // SAFETY: after a failure the library has not taken the vector.
            drop(unsafe { Box::from_raw(context) });
        }
        made
    }

    /// A zero-dimensional tensor: of the number's own type, or of `dtype`.
    pub fn from_scalar(value: impl Into<Scalar>, dtype: impl Into<Option<DType>>) -> Result<Tensor> {
        let value = value.into().raw();
        let dtype = raw_dtype(dtype.into());
        // SAFETY: arguments by value.
        one(|out| unsafe { sys::vjp_tensor_from_scalar(value, dtype, out) })
    }

    // ---- asking ----

    /// Sizes of the dimensions.
    pub fn shape(&self) -> &[i64] {
        // SAFETY: the pointer lives as long as the tensor keeps its shape, which nothing in this crate can change, and
        // ndim belongs to it.
        unsafe { list(sys::vjp_tensor_shape(self.raw()), self.ndim()) }
    }

    /// Distances between neighbours in each dimension, in elements.
    pub fn strides(&self) -> &[i64] {
        // SAFETY: as in `shape`.
        unsafe { list(sys::vjp_tensor_strides(self.raw()), self.ndim()) }
    }

    pub fn ndim(&self) -> usize {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_ndim(self.raw()) }
    }

    /// The size of a dimension, which may count from the end; None if there is no such dimension.
    pub fn size(&self, dim: i64) -> Option<i64> {
        // SAFETY: the handle is alive; any number is allowed.
        let size = unsafe { sys::vjp_tensor_size(self.raw(), dim) };
        (size >= 0).then_some(size)
    }

    /// The number of elements.
    pub fn numel(&self) -> usize {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_numel(self.raw()) as usize }
    }

    pub fn dtype(&self) -> DType {
        // SAFETY: the handle is alive.
        DType::from_raw(unsafe { sys::vjp_tensor_dtype(self.raw()) })
    }

    /// Where the first element lies in the storage, in elements.
    pub fn storage_offset(&self) -> i64 {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_storage_offset(self.raw()) }
    }

    /// Whether the elements lie in row-major order without gaps.
    pub fn is_contiguous(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_is_contiguous(self.raw()) }
    }

    /// Whether the elements lie in the order of a memory format without gaps; sizes of 1 do not count.
    pub fn is_contiguous_in(&self, format: MemoryFormat) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_is_contiguous_in(self.raw(), format as sys::vjp_memory_format) }
    }

    pub fn shares_storage(&self, other: &Tensor) -> bool {
        // SAFETY: both handles are alive.
        unsafe { sys::vjp_tensor_shares_storage(self.raw(), other.raw()) }
    }

    // ---- reading and writing elements ----

    /// The one element of a one-element tensor, as f64.
    pub fn item(&self) -> Result<f64> {
        let mut value = 0.0;
        // SAFETY: the handle is alive and `value` is a local.
        check(unsafe { sys::vjp_tensor_item_float(self.raw(), &mut value) })?;
        Ok(value)
    }

    /// The one element of a one-element tensor, of its own kind.
    pub fn scalar(&self) -> Result<Scalar> {
        let mut value = Scalar::Int(0).raw();
        // SAFETY: the handle is alive and `value` is a local.
        check(unsafe { sys::vjp_tensor_item(self.raw(), &mut value) })?;
        Ok(Scalar::from_raw(value))
    }

    /// A copy of all elements, in row-major order, converted to `T`.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        let count = self.numel();
        let mut data = Vec::<T>::with_capacity(count);
        let bytes = std::mem::size_of::<T>() * count;
        // SAFETY: the vector has room for `bytes` bytes, all of which the call writes with values of T.
        unsafe {
            check(sys::vjp_tensor_copy_to(self.raw(), data.as_mut_ptr().cast(), bytes, T::DTYPE.raw()))?;
            data.set_len(count);
        }
        Ok(data)
    }

    /// Overwrites all elements, in row-major order. An in-place change from which no gradient flows.
    pub fn copy_from_slice<T: Element>(&self, data: &[T]) -> Result<()> {
        let bytes = std::mem::size_of_val(data);
        // SAFETY: `data` is `bytes` long; the call checks that this is what the tensor takes.
        check(unsafe { sys::vjp_tensor_copy_from(self.raw(), data.as_ptr().cast(), bytes, T::DTYPE.raw()) })
    }

    /// The elements where they lie. The tensor must lie in the host's memory, be contiguous and of `T`'s type.
    ///
    /// # Safety
    /// Nothing may write to the tensor's storage while the slice lives: no in-place operator on this tensor, its
    /// clones or its views, on any thread. [`Tensor::to_vec`] copies instead, and asks for nothing.
    pub unsafe fn as_slice<T: Element>(&self) -> Result<&[T]> {
        self.check_readable::<T>("as_slice")?;
        if !self.is_contiguous() {
            return Err(Error::invalid(format!("as_slice: strides {:?} are not row-major", self.strides())));
        }
        Ok(list(sys::vjp_tensor_data(self.raw()).cast::<T>(), self.numel()))
    }

    /// That the elements lie in the host's memory and are of `T`'s type.
    pub(crate) fn check_readable<T: Element>(&self, who: &str) -> Result<()> {
        if self.is_batched() {
            // It has no memory: the library says so.
            // SAFETY: no byte is written where there is room for none.
            check(unsafe { sys::vjp_tensor_copy_to(self.raw(), null_mut(), 0, T::DTYPE.raw()) })?;
        }
        if self.dtype() != T::DTYPE {
            let message = format!("{who}: the tensor holds {}, not {}", self.dtype(), T::DTYPE);
            return Err(Error::new(Status::DType, message));
        }
        if !self.device().is_cpu() {
            return Err(Error::new(Status::Device, format!("{who}: the tensor lies on {}", self.device())));
        }
        Ok(())
    }
}

impl Tensor {
    /// Where the first element lies, in memory of the tensor's device, which the host may not be able to read: for kernels
    /// of one's own. The [strides](Tensor::strides) apply; writes are invisible to the checks of saved values
    /// ([`Tensor::advance_version`] announces them). A [batched](Tensor::is_batched) tensor has none: null.
    pub fn data_ptr(&self) -> *mut c_void {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_data(self.raw()) }
    }
}

fn check_count(count: usize, shape: &[i64]) -> Result<()> {
    let wanted = shape.iter().try_fold(1usize, |n, &size| n.checked_mul(usize::try_from(size).ok()?));
    if wanted == Some(count) {
        return Ok(());
    }
    Err(Error::new(Status::Shape, format!("{count} elements do not make a tensor of shape {shape:?}")))
}

/// A slice from C's pair of pointer and length; the pointer may be null where the length is 0.
unsafe fn list<'a, T>(pointer: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    slice::from_raw_parts(pointer, count)
}

pub(crate) fn raw_dtype(dtype: Option<DType>) -> sys::vjp_dtype {
    dtype.map_or(sys::vjp_dtype::VJP_DTYPE_NONE, DType::raw)
}

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let precision = f.precision().map_or(-1, |digits| digits as i32);
        let mut out = null_mut();
        // SAFETY: the handle is alive; the text is ours until we free it, once.
        unsafe {
            if sys::vjp_tensor_to_string(self.raw(), precision, &mut out) != sys::vjp_status::VJP_OK {
                return Err(fmt::Error);
            }
            let text = crate::error::text(out);
            sys::vjp_string_free(out);
            f.write_str(&text)
        }
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
