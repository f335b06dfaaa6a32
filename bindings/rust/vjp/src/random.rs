//! Random generators.

use std::ptr::{null_mut, NonNull};

use vjp_sys as sys;

use crate::error::{check, Result};

/// A Philox generator: its numbers depend on seed and offset only. `clone` shares it.
pub struct Generator(NonNull<sys::vjp_generator>);

// SAFETY: generators may be used from several threads.
unsafe impl Send for Generator {}
// SAFETY: as above.
unsafe impl Sync for Generator {}

impl Generator {
    pub fn new(seed: u64) -> Result<Generator> {
        let mut out = null_mut();
        // SAFETY: `out` is a local.
        check(unsafe { sys::vjp_generator_create(seed, &mut out) })?;
        Ok(Generator(NonNull::new(out).expect("a generator was made")))
    }

    pub(crate) fn raw(&self) -> *mut sys::vjp_generator {
        self.0.as_ptr()
    }

    /// Sets the seed, and the offset 0.
    pub fn set_seed(&self, seed: u64) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_generator_set_seed(self.raw(), seed) })
    }

    /// Seed and offset.
    pub fn state(&self) -> Result<(u64, u64)> {
        let (mut seed, mut offset) = (0, 0);
        // SAFETY: the handle is alive and the places are locals.
        check(unsafe { sys::vjp_generator_get_state(self.raw(), &mut seed, &mut offset) })?;
        Ok((seed, offset))
    }

    pub fn set_state(&self, seed: u64, offset: u64) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_generator_set_state(self.raw(), seed, offset) })
    }
}

impl Clone for Generator {
    fn clone(&self) -> Self {
        // SAFETY: the handle is alive; retain returns it.
        unsafe { sys::vjp_generator_retain(self.raw()) };
        Generator(self.0)
    }
}

impl Drop for Generator {
    fn drop(&mut self) {
        // SAFETY: we own one reference.
        unsafe { sys::vjp_generator_release(self.raw()) }
    }
}

/// Seeds the process's default generator.
pub fn manual_seed(seed: u64) -> Result<()> {
    // SAFETY: a number.
    check(unsafe { sys::vjp_manual_seed(seed) })
}
