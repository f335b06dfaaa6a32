//! Warnings: what the library has to say when nothing has failed.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{c_char, c_void};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use vjp_sys as sys;

use crate::error::{c_string, check, drop_caught, text, Result};

type Handler = Arc<dyn Fn(&str) + Send + Sync>;

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
/// A panic of the handler leaves the call that the warning came from, `backward` for example, which has done its work: so
/// `set_warning_handler(|message| panic!("{message}"))` makes failures of warnings.
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
    install(Some(call), Some(Arc::new(handler)))
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
    let result = catch_unwind(AssertUnwindSafe(|| match &handler {
        Some(handler) => handler(&message),
        None => eprintln!("libvjp: warning: {message}"),
    }));
    if let Err(panic) = result {
        keep(panic);
    }
    // A handler that was replaced meanwhile may not start a panic here.
    drop_caught(handler);
}

// ---- panics of handlers, on their way out of the call ----

/// How many threads have one. The border of each call asks this first, which costs a load.
static WAITING: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static PANIC: RefCell<Option<Box<dyn Any + Send>>> = const { RefCell::new(None) };
}

/// The first one counts.
fn keep(panic: Box<dyn Any + Send>) {
    let rest = PANIC.try_with(|place| match &mut *place.borrow_mut() {
        Some(_) => Some(panic),
        empty => {
            *empty = Some(panic);
            WAITING.fetch_add(1, Ordering::Relaxed);
            None
        }
    });
    drop_caught(rest);
}

/// Lets the panic of a handler go on, now that C has returned. One that unwinds already keeps its own.
#[inline]
pub(crate) fn resume() {
    if WAITING.load(Ordering::Relaxed) != 0 {
        resume_own();
    }
}

#[cold]
fn resume_own() {
    if std::thread::panicking() {
        return;
    }
    if let Some(panic) = PANIC.try_with(|place| place.borrow_mut().take()).ok().flatten() {
        WAITING.fetch_sub(1, Ordering::Relaxed);
        resume_unwind(panic);
    }
}
