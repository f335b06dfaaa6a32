//! Safetensors files.

use std::ffi::CString;
use std::path::Path;
use std::ptr::{null_mut, NonNull};

use vjp_sys as sys;

use crate::error::{c_string, check, text, Error, Result};
use crate::tensor::{one, Tensor};

/// An open file; a tensor is read when it is asked for.
///
/// ```
/// use vjp::{safetensors, Tensor};
/// let path = std::env::temp_dir().join(format!("vjp-doc-{}.safetensors", std::process::id()));
/// let w = Tensor::from_slice(&[1.0f32, 2.0], &[2])?;
/// safetensors::save(&path, &[("w", &w)], &[("step", "7")])?;
/// let file = safetensors::File::open(&path)?;
/// assert_eq!(file.names(), ["w"]);
/// assert_eq!(file.metadata("step").as_deref(), Some("7"));
/// assert_eq!(file.get("w")?.to_vec::<f32>()?, [1.0, 2.0]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), vjp::Error>(())
/// ```
pub struct File(NonNull<sys::vjp_safetensors>);

// SAFETY: handles may be used and released on any thread.
unsafe impl Send for File {}
// SAFETY: the file is read only.
unsafe impl Sync for File {}

impl File {
    pub fn open(path: impl AsRef<Path>) -> Result<File> {
        let path = c_path(path.as_ref())?;
        let mut out = null_mut();
        // SAFETY: the path lives during the call, `out` is a local.
        check(unsafe { sys::vjp_safetensors_open(path.as_ptr(), &mut out) })?;
        Ok(File(NonNull::new(out).expect("a file was opened")))
    }

    /// The names of the tensors, in the file's order.
    pub fn names(&self) -> Vec<String> {
        // SAFETY: the handle is alive; names live as long as it.
        unsafe {
            let count = sys::vjp_safetensors_count(self.0.as_ptr());
            (0..count).map(|i| text(sys::vjp_safetensors_name(self.0.as_ptr(), i))).collect()
        }
    }

    /// The tensor, read into memory of its own; an error if the file was cut short since it was opened.
    pub fn get(&self, name: &str) -> Result<Tensor> {
        let name = c_string(name)?;
        // SAFETY: the handle is alive, the name lives during the call.
        one(|out| unsafe { sys::vjp_safetensors_read(self.0.as_ptr(), name.as_ptr(), out) })
    }

    /// The tensor on the mapped file, copy on write: nothing is read before it is used.
    ///
    /// # Safety
    /// While the tensor, or another on its memory, lives, nobody changes the file's bytes or cuts it short: bytes that
    /// are rewritten may show up in the tensor, and what was cut off ends the process (SIGBUS). [`save`] over it is
    /// fine: that makes a new file.
    pub unsafe fn map(&self, name: &str) -> Result<Tensor> {
        let name = c_string(name)?;
        // SAFETY: the handle is alive, the name lives during the call.
        one(|out| unsafe { sys::vjp_safetensors_get(self.0.as_ptr(), name.as_ptr(), out) })
    }

    /// The metadata value of a key.
    pub fn metadata(&self, key: &str) -> Option<String> {
        let key = c_string(key).ok()?;
        // SAFETY: the handle is alive; the value lives as long as it.
        unsafe {
            let value = sys::vjp_safetensors_metadata(self.0.as_ptr(), key.as_ptr());
            (!value.is_null()).then(|| text(value))
        }
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // SAFETY: we own one reference.
        unsafe { sys::vjp_safetensors_release(self.0.as_ptr()) }
    }
}

/// Writes named tensors and metadata; on any failure the old file stays whole.
pub fn save(path: impl AsRef<Path>, tensors: &[(&str, &Tensor)], metadata: &[(&str, &str)]) -> Result<()> {
    let path = c_path(path.as_ref())?;
    let names = tensors.iter().map(|(name, _)| c_string(name)).collect::<Result<Vec<_>>>()?;
    let pairs = metadata.iter().flat_map(|(key, value)| [key, value]);
    let pairs = pairs.map(|text| c_string(text)).collect::<Result<Vec<_>>>()?;
    let names: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
    let pairs: Vec<_> = pairs.iter().map(|text| text.as_ptr()).collect();
    let raw: Vec<_> = tensors.iter().map(|(_, tensor)| tensor.raw()).collect();
    // SAFETY: the lists and their strings live during the call, and the lengths are theirs.
    check(unsafe {
        sys::vjp_safetensors_save(
            path.as_ptr(),
            names.as_ptr(),
            raw.as_ptr(),
            raw.len(),
            pairs.as_ptr(),
            metadata.len(),
        )
    })
}

#[cfg(unix)]
pub(crate) fn c_path(path: &Path) -> Result<CString> {
    use std::os::unix::ffi::OsStrExt;
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Error::invalid(format!("{path:?} holds a zero byte")))
}

#[cfg(not(unix))]
pub(crate) fn c_path(path: &Path) -> Result<CString> {
    c_string(path.to_str().ok_or_else(|| Error::invalid(format!("{path:?} is not Unicode")))?)
}

#[cfg(feature = "safetensors")]
mod interop {
    use std::borrow::Cow;

    use ::safetensors::{tensor::TensorView, Dtype, View};

    use crate::bytes;
    use crate::dtype::DType;
    use crate::error::{Error, Result, Status};
    use crate::tensor::Tensor;

    /// What the crate `safetensors` writes of a tensor: a copy of its elements ([`Tensor::safetensors_view`]).
    pub struct Copied {
        dtype: Dtype,
        shape: Vec<usize>,
        data: Vec<u8>,
    }

    impl View for Copied {
        fn dtype(&self) -> Dtype {
            self.dtype
        }
        fn shape(&self) -> &[usize] {
            &self.shape
        }
        fn data(&self) -> Cow<'_, [u8]> {
            Cow::Borrowed(&self.data)
        }
        fn data_len(&self) -> usize {
            self.data.len()
        }
    }

    const NAMES: [(DType, Dtype); 10] = [
        (DType::Bool, Dtype::BOOL),
        (DType::Uint8, Dtype::U8),
        (DType::Int8, Dtype::I8),
        (DType::Int16, Dtype::I16),
        (DType::Int32, Dtype::I32),
        (DType::Int64, Dtype::I64),
        (DType::Float16, Dtype::F16),
        (DType::BFloat16, Dtype::BF16),
        (DType::Float32, Dtype::F32),
        (DType::Float64, Dtype::F64),
    ];

    impl Tensor {
        /// For [`safetensors::serialize`](::safetensors::serialize), where the bytes of a file are wanted and not the file
        /// ([`crate::safetensors::save`]). The format has no complex types.
        ///
        /// ```
        /// use vjp::Tensor;
        /// let w = Tensor::from_slice(&[1.0f32, 2.0], &[2])?;
        /// let bytes = safetensors::serialize([("w", w.safetensors_view()?)], &None).unwrap();
        /// let read = safetensors::SafeTensors::deserialize(&bytes).unwrap();
        /// assert_eq!(Tensor::from_safetensors(&read.tensor("w").unwrap())?.to_vec::<f32>()?, [1.0, 2.0]);
        /// # Ok::<(), vjp::Error>(())
        /// ```
        pub fn safetensors_view(&self) -> Result<Copied> {
            let known = NAMES.iter().find(|(dtype, _)| *dtype == self.dtype());
            let (_, dtype) = known.ok_or_else(|| {
                Error::new(Status::DType, format!("safetensors_view: the format has no {}", self.dtype()))
            })?;
            let shape = self.shape().iter().map(|&size| size as usize).collect();
            Ok(Copied { dtype: *dtype, shape, data: bytes::of(self)? })
        }

        /// A tensor of a copy of what that crate has read.
        pub fn from_safetensors(view: &TensorView<'_>) -> Result<Tensor> {
            let known = NAMES.iter().find(|(_, dtype)| *dtype == view.dtype());
            let (dtype, _) = known.ok_or_else(|| {
                Error::new(Status::DType, format!("from_safetensors: no tensor has elements of {:?}", view.dtype()))
            })?;
            let shape: Vec<i64> = view.shape().iter().map(|&size| size as i64).collect();
            bytes::tensor(*dtype, &shape, view.data())
        }
    }
}

#[cfg(feature = "safetensors")]
pub use interop::Copied;
