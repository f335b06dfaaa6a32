//! Random generators.

use vjp_sys as sys;

use crate::device::Device;
use crate::error::{check, Result};
use crate::handle::handle;

handle! {
    /// A Philox generator: its numbers depend on seed and offset only. `clone` shares it.
    Generator, vjp_generator, vjp_generator_release, shared vjp_generator_retain
}

impl Generator {
    pub fn new(seed: u64) -> Result<Generator> {
        // SAFETY: `out` is a local of `make`.
        Generator::make(|out| unsafe { sys::vjp_generator_create(seed, out) })
    }

    /// The device's default generator: where operators draw from that are given none.
    pub fn default_of(device: Device) -> Result<Generator> {
        // SAFETY: as above.
        Generator::make(|out| unsafe { sys::vjp_default_generator(device.raw(), out) })
    }

    /// A generator that C lends; None for a null pointer.
    ///
    /// # Safety
    /// `raw` is null or a live handle.
    pub(crate) unsafe fn from_borrowed(raw: *mut sys::vjp_generator) -> Option<Generator> {
        if raw.is_null() {
            return None;
        }
        let shared = |out: *mut *mut sys::vjp_generator| {
            *out = sys::vjp_generator_retain(raw);
            sys::vjp_status::VJP_OK
        };
        Generator::make(shared).ok()
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

/// Seeds the default generator of every device.
pub fn manual_seed(seed: u64) -> Result<()> {
    // SAFETY: a number.
    check(unsafe { sys::vjp_manual_seed(seed) })
}
