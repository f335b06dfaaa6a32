//! DLPack: memory shared with other libraries.

use std::ffi::c_void;
use std::ptr::{null, null_mut, NonNull};

use vjp_sys as sys;

use crate::device::Device;
use crate::error::{check, Error, Result, Status};
use crate::stream::Stream;
use crate::tensor::{one, Tensor};

/// A tensor's memory on its way to another library: a `DLManagedTensorVersioned` (DLPack 1.x), or a `DLManagedTensor`.
/// Dropped, it gives the memory back.
///
/// ```
/// use vjp::{Dlpack, Tensor};
/// let x = Tensor::from_slice(&[1.0f32, 2.0], &[2])?;
/// let shared: Dlpack = x.to_dlpack(true)?;
/// let y = Tensor::from_dlpack(shared)?; // in another library
/// assert!(y.data_ptr() == x.data_ptr());
/// # Ok::<(), vjp::Error>(())
/// ```
pub struct Dlpack {
    managed: NonNull<c_void>,
    versioned: bool,
}

// SAFETY: it is handed from one to the other, whatever the thread.
unsafe impl Send for Dlpack {}

impl Dlpack {
    /// Takes over what another library gives.
    ///
    /// # Safety
    /// `managed` is a valid `DLManagedTensorVersioned*` if `versioned`, otherwise a `DLManagedTensor*`, that nobody else
    /// will use or delete; its deleter may be called on any thread.
    pub unsafe fn from_raw(managed: *mut c_void, versioned: bool) -> Result<Dlpack> {
        let managed = NonNull::new(managed).ok_or_else(|| Error::invalid("dlpack: the pointer is null"))?;
        Ok(Dlpack { managed, versioned })
    }

    /// For a library that takes it over: it calls the deleter.
    pub fn into_raw(self) -> *mut c_void {
        let managed = self.managed.as_ptr();
        std::mem::forget(self);
        managed
    }

    /// Whether it is of DLPack 1.x.
    pub fn is_versioned(&self) -> bool {
        self.versioned
    }
}

type Deleter = Option<unsafe extern "C" fn(*mut c_void)>;

/// The head of a `DLManagedTensorVersioned`.
#[repr(C)]
struct Versioned {
    version: [u32; 2],
    context: *mut c_void,
    deleter: Deleter,
}

/// A `DLManagedTensor`: the tensor is data, device, number of dimensions and type, shape, strides, and offset.
#[repr(C)]
struct Unversioned {
    tensor: [u64; 6],
    context: *mut c_void,
    deleter: Deleter,
}

impl Drop for Dlpack {
    fn drop(&mut self) {
        let managed = self.managed.as_ptr();
        // SAFETY: valid and ours alone, as whoever made it promised.
        unsafe {
            let deleter = match self.versioned {
                true => (*managed.cast::<Versioned>()).deleter,
                false => (*managed.cast::<Unversioned>()).deleter,
            };
            if let Some(deleter) = deleter {
                deleter(managed);
            }
        }
    }
}

impl Tensor {
    /// Shares the tensor's memory. One that requires grad is refused: [`detach`](Tensor::detach) it; so is one on a device
    /// that DLPack has no number for, the simulator's too. Of a device the default stream waits for what is in the current
    /// one now.
    pub fn to_dlpack(&self, versioned: bool) -> Result<Dlpack> {
        let mut out = null_mut();
        // SAFETY: the handle is alive, the place a local; what comes out is ours.
        check(unsafe { sys::vjp_tensor_to_dlpack(self.raw(), versioned, &mut out) })?;
        given(out, versioned)
    }

    /// [`Tensor::to_dlpack`] for a receiver that uses the memory on the stream of a number, as
    /// [`Stream::dlpack_number`] and Python's array API count them: it waits for what is in the current one now; -1: nobody
    /// waits. None for a tensor of the host.
    pub fn to_dlpack_stream(&self, versioned: bool, stream: Option<i64>) -> Result<Dlpack> {
        let mut out = null_mut();
        let stream = stream.as_ref().map_or(null(), |number| number as *const i64);
        // SAFETY: as above; the number lives during the call.
        check(unsafe { sys::vjp_tensor_to_dlpack_stream(self.raw(), versioned, stream, &mut out) })?;
        given(out, versioned)
    }

    /// A tensor on another library's memory, which is given back with the last tensor on it.
    pub fn from_dlpack(shared: Dlpack) -> Result<Tensor> {
        // SAFETY: valid as whoever made it promised; C takes it over on success.
        let tensor = one(|out| unsafe { sys::vjp_tensor_from_dlpack(shared.managed.as_ptr(), shared.versioned, out) })?;
        std::mem::forget(shared);
        Ok(tensor)
    }

    /// Where DLPack says that the tensor lies: (1, 0) on the host, (2, index) on CUDA, (10, index) on ROCm.
    pub fn dlpack_device(&self) -> Result<(i32, i32)> {
        let (mut kind, mut index) = (0, 0);
        // SAFETY: the handle is alive, the places are locals.
        check(unsafe { sys::vjp_tensor_dlpack_device(self.raw(), &mut kind, &mut index) })?;
        Ok((kind, index))
    }
}

fn given(managed: *mut c_void, versioned: bool) -> Result<Dlpack> {
    let managed = NonNull::new(managed).ok_or_else(|| Error::new(Status::Internal, "libvjp handed out nothing"))?;
    Ok(Dlpack { managed, versioned })
}

impl Device {
    /// The device of DLPack's numbers; loads the backend.
    pub fn from_dlpack(kind: i32, index: i32) -> Result<Device> {
        // SAFETY: the place is a local of `make`.
        Device::make(|out| unsafe { sys::vjp_device_from_dlpack(kind, index, out) })
    }
}

impl Stream {
    /// The stream's number, to be given to a sender, which makes it wait for what was enqueued.
    pub fn dlpack_number(&self) -> Result<i64> {
        let mut number = 0;
        // SAFETY: the handle is alive, the place a local.
        check(unsafe { sys::vjp_stream_dlpack_number(self.raw(), &mut number) })?;
        Ok(number)
    }
}
