//! Counted handles, which differ in the C functions that count them only.

/// A struct over a handle of C: owned from a call that hands it out, released when it is dropped. With `shared` it may
/// be cloned, and used by several threads at once; without, one thread at a time may have it.
macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $raw:ident, $release:ident $(, shared $retain:ident)?) => {
        $(#[$doc])*
        pub struct $name(std::ptr::NonNull<vjp_sys::$raw>);

        // SAFETY: handles may be used and released on any thread (base.h).
        unsafe impl Send for $name {}

        impl $name {
            /// Calls a function that hands out one.
            pub(crate) fn make(
                call: impl FnOnce(*mut *mut vjp_sys::$raw) -> vjp_sys::vjp_status,
            ) -> crate::error::Result<$name> {
                let mut out = std::ptr::null_mut();
                crate::error::check(call(&mut out))?;
                Ok($name(std::ptr::NonNull::new(out).expect("libvjp handed out a handle")))
            }

            pub(crate) fn raw(&self) -> *mut vjp_sys::$raw {
                self.0.as_ptr()
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: we own one reference.
                unsafe { vjp_sys::$release(self.raw()) }
            }
        }

        $(
            // SAFETY: the library synchronises what several threads may do with one.
            unsafe impl Sync for $name {}

            impl Clone for $name {
                fn clone(&self) -> Self {
                    // SAFETY: the handle is alive; retain returns it.
                    unsafe { vjp_sys::$retain(self.raw()) };
                    $name(self.0)
                }
            }
        )?
    };
}

pub(crate) use handle;
