//! Warnings: what the library has to say when nothing has failed.

use std::ffi::{c_char, c_void};
use std::ptr::null_mut;
use std::sync::{Arc, Mutex, PoisonError};

use vjp_sys as sys;

use crate::callback::guarded;
use crate::error::{c_string, check, drop_caught, text, Result};

type Handler = Arc<dyn Fn(&str) -> Result<()> + Send + Sync>;

// Not a context of C's, which drops one when it is replaced, perhaps while another thread is inside.
static HANDLER: Mutex<Option<Handler>> = Mutex::new(None);

fn replace(handler: Option<Handler>) -> Option<Handler> {
    std::mem::replace(&mut *HANDLER.lock().unwrap_or_else(PoisonError::into_inner), handler)
}

fn install(fn_: sys::vjp_warning_fn, handler: Option<Handler>) -> Result<()> {
    let former = replace(handler);
    // SAFETY: the callback uses no context.
    let status = unsafe { sys::vjp_set_warning_handler(fn_, null_mut(), None) };
    drop_caught(former);
    check(status)
}

/// From now on `handler` gets the process's warnings: one line without a newline, several for reports of anomaly mode.
/// Those of a backward come on the thread that called it, before it returns; others on the thread that they are about.
/// A panic of the handler leaves the call that the warning came from, which fails: `backward` after its work, so gradients
/// are where they belong. [`set_warning_filter`] makes errors of warnings without a panic.
///
/// Warnings go to standard error until this is called.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// let seen = Arc::new(Mutex::new(Vec::new()));
/// let log = seen.clone();
/// vjp::set_warning_handler(move |message| log.lock().unwrap().push(message.to_owned()))?;
/// vjp::warn("the loss is constant")?;
/// assert_eq!(*seen.lock().unwrap(), ["the loss is constant"]);
/// vjp::print_warnings()?;
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn set_warning_handler(handler: impl Fn(&str) + Send + Sync + 'static) -> Result<()> {
    set_warning_filter(move |message| {
        handler(message);
        Ok(())
    })
}

/// As [`set_warning_handler`], for handlers that make errors of warnings: the call that the warning came from gives the error
/// that `filter` returns, `backward` after its work. The first error counts, and none where the call fails anyhow.
///
/// ```
/// use vjp::{Error, Status};
/// vjp::set_warning_filter(|message| Err(Error::new(Status::Cancelled, message)))?;
/// assert_eq!(vjp::warn("the loss is constant").unwrap_err().message, "the loss is constant");
/// vjp::print_warnings()?;
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn set_warning_filter(filter: impl Fn(&str) -> Result<()> + Send + Sync + 'static) -> Result<()> {
    install(Some(call), Some(Arc::new(filter)))
}

/// Warnings go to standard error, as they do at first.
pub fn print_warnings() -> Result<()> {
    install(Some(call), None)
}

/// Warnings go nowhere.
pub fn discard_warnings() -> Result<()> {
    install(None, None)
}

/// Issues a warning. Inside a backward it is kept, and reaches the handler on the thread that called it.
pub fn warn(message: &str) -> Result<()> {
    let message = c_string(message)?;
    // SAFETY: the message is a C string, which the call copies.
    check(unsafe { sys::vjp_warn(message.as_ptr()) })
}

unsafe extern "C" fn call(_context: *mut c_void, message: *const c_char) {
    let message = text(message);
    let handler = HANDLER.lock().unwrap_or_else(PoisonError::into_inner).clone();
    // Raised, an error or a panic is what the call fails with: a callback that returns nothing has no other way.
    guarded(|| match &handler {
        Some(handler) => handler(&message),
        None => {
            eprintln!("libvjp: warning: {message}");
            Ok(())
        }
    });
    // A handler that was replaced meanwhile may not start a panic here.
    drop_caught(handler);
}
