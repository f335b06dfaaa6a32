//! Errors: a status and the message that the C library wrote; panics of callbacks on their way home.

use std::any::Any;
use std::ffi::{c_char, c_void, CStr, CString};
use std::fmt;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use vjp_sys as sys;

/// What kind of failure it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// An argument is out of range or of the wrong kind.
    Invalid,
    /// Shapes do not fit, or a size overflows.
    Shape,
    /// The operation is not defined for these element types.
    DType,
    /// Devices differ or the device does not exist.
    Device,
    /// The call is not allowed in the present state (a leaf written in place, a freed graph).
    State,
    /// A value saved for backward was changed in place.
    Version,
    /// Out of memory; all handles stay usable.
    Memory,
    /// There is no such derivative or kernel.
    NotImplemented,
    /// A callback refused.
    Cancelled,
    /// A device or numeric library failed.
    Backend,
    /// A file could not be read or written.
    Io,
    /// A defect of libvjp.
    Internal,
    /// A status that this version of the crate does not know.
    Unknown(u32),
}

const KNOWN: [(Status, sys::vjp_status); 12] = [
    (Status::Invalid, sys::vjp_status::VJP_ERROR_INVALID),
    (Status::Shape, sys::vjp_status::VJP_ERROR_SHAPE),
    (Status::DType, sys::vjp_status::VJP_ERROR_DTYPE),
    (Status::Device, sys::vjp_status::VJP_ERROR_DEVICE),
    (Status::State, sys::vjp_status::VJP_ERROR_STATE),
    (Status::Version, sys::vjp_status::VJP_ERROR_VERSION),
    (Status::Memory, sys::vjp_status::VJP_ERROR_MEMORY),
    (Status::NotImplemented, sys::vjp_status::VJP_ERROR_NOT_IMPLEMENTED),
    (Status::Cancelled, sys::vjp_status::VJP_ERROR_CANCELLED),
    (Status::Backend, sys::vjp_status::VJP_ERROR_BACKEND),
    (Status::Io, sys::vjp_status::VJP_ERROR_IO),
    (Status::Internal, sys::vjp_status::VJP_ERROR_INTERNAL),
];

impl Status {
    fn from_raw(raw: sys::vjp_status) -> Self {
        KNOWN.iter().find(|(_, known)| *known == raw).map_or(Status::Unknown(raw.0), |(status, _)| *status)
    }

    fn raw(self) -> sys::vjp_status {
        let known = KNOWN.iter().find(|(status, _)| *status == self);
        known.map_or(sys::vjp_status::VJP_ERROR_CANCELLED, |(_, raw)| *raw)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the function returns a static string for every value.
        f.write_str(&unsafe { text(sys::vjp_status_name(self.raw())) })
    }
}

/// What every fallible function of this crate returns on failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub status: Status,
    /// The C library's message: what was given and what would have been right.
    pub message: String,
}

impl Error {
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        Error { status, message: message.into() }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Error::new(Status::Invalid, message)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.status, self.message)
    }
}

impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

/// A C string as a Rust one; "" for null.
///
/// # Safety
/// `pointer` is null or a C string that lives during the call.
pub(crate) unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    CStr::from_ptr(pointer).to_string_lossy().into_owned()
}

/// The string that a function hands out to be freed.
pub(crate) fn owned(call: impl FnOnce(*mut *mut c_char) -> sys::vjp_status) -> Result<String> {
    let mut out = std::ptr::null_mut();
    check(call(&mut out))?;
    // SAFETY: the string is ours.
    Ok(unsafe { take_text(out) })
}

/// # Safety
/// `string` was handed out by the library, to be freed by `vjp_string_free`.
pub(crate) unsafe fn take_text(string: *mut c_char) -> String {
    let copy = text(string);
    sys::vjp_string_free(string);
    copy
}

/// A Rust string as a C one, for arguments.
pub(crate) fn c_string(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::invalid(format!("{text:?} holds a zero byte")))
}

/// Turns a status into a result. If the failure is a panic that began in a callback, the panic goes on here.
pub(crate) fn check(status: sys::vjp_status) -> Result<()> {
    if status == sys::vjp_status::VJP_OK {
        return Ok(());
    }
    Err(failure(status))
}

#[cold]
fn failure(status: sys::vjp_status) -> Error {
    // SAFETY: the message is a C string that lives until this thread's next failing call.
    let message = unsafe { text(sys::vjp_last_error()) };
    let message = message.strip_prefix("vjp_").map(String::from).unwrap_or(message);
    if let Some(panic) = take_panic() {
        resume_unwind(panic);
    }
    Error { status: Status::from_raw(status), message }
}

/// For callbacks: describes the error and gives the status that the callback is to return.
pub(crate) fn raise(error: &Error) -> sys::vjp_status {
    let status = error.status.raw();
    let message = CString::new(error.message.replace('\0', " ")).unwrap_or_default();
    // SAFETY: the message lives during the call, which copies it.
    unsafe { sys::vjp_error_raise(status, message.as_ptr(), std::ptr::null_mut(), None) };
    status
}

type Panic = Box<dyn Any + Send>;

/// Addresses of the panics that are on their way through the C library. A payload that is not among them belongs to
/// another language's binding in the same process. Asked on failures only, so a lock and a list are enough.
static ON_THEIR_WAY: Mutex<Vec<usize>> = Mutex::new(Vec::new());

/// For callbacks: hands a caught panic to the C library, to be resumed by whoever called backward.
pub(crate) fn raise_panic(panic: Panic) -> sys::vjp_status {
    let what = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let message = format!("panic in a callback: {}", what.unwrap_or("(not a string)"));
    let message = CString::new(message.replace('\0', " ")).unwrap_or_default();
    let payload = Box::into_raw(Box::new(panic));
    ON_THEIR_WAY.lock().unwrap_or_else(PoisonError::into_inner).push(payload as usize);
    let status = sys::vjp_status::VJP_ERROR_CANCELLED;
    // SAFETY: the payload is ours to give; `drop_panic` takes exactly such a pointer.
    unsafe { sys::vjp_error_raise(status, message.as_ptr(), payload.cast(), Some(drop_panic)) };
    status
}

fn forget_panic(payload: *mut c_void) -> bool {
    let mut list = ON_THEIR_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    let place = list.iter().position(|&address| address == payload as usize);
    place.map(|place| list.swap_remove(place)).is_some()
}

fn take_panic() -> Option<Panic> {
    // Nothing of ours is on its way: another binding's payload, if there is one, stays where it is.
    if ON_THEIR_WAY.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
        return None;
    }
    // SAFETY: no argument.
    let payload = unsafe { sys::vjp_error_take_payload() };
    // SAFETY: the address is one that raise_panic made, and the list holds each once, so nobody else frees it.
    forget_panic(payload).then(|| *unsafe { Box::from_raw(payload.cast::<Panic>()) })
}

unsafe extern "C" fn drop_panic(payload: *mut c_void) {
    if forget_panic(payload) {
        drop_caught(Box::from_raw(payload.cast::<Panic>()));
    }
}

/// Drops a value in a callback, from which no panic may escape.
pub(crate) fn drop_caught<T>(value: T) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        std::mem::forget(panic);
    }
}
