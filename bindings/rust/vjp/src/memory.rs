//! Memory of devices: figures, limits, the cache; and page-locked memory of the host.
//!
//! Memory is taken from a device in segments and cached. A tensor's belongs to the stream that was current where it was
//! made; who uses it on another one declares that with [`Tensor::record_stream`] or keeps the tensor until that is done.
//! A device that was never used stays untouched.
//!
//! Where there is no more, the error has the status [`Status::Memory`](crate::Status::Memory), and a message that says
//! how much was wanted and who holds the rest:
//!
//! ```
//! use vjp::{memory, ops, Device, Status};
//! let device = Device::sim(0);
//! memory::set_limit(device, Some(4 << 20))?;
//! let error = device.with_default(|| ops::zeros(&[4 << 20]))?.unwrap_err();
//! assert_eq!(error.status, Status::Memory);
//! assert!(error.message.contains("16.00 MiB requested"), "{error}");
//! memory::set_limit(device, None)?;
//! assert_eq!(memory::statistics(device)?.out_of_memory, 1);
//! # Ok::<(), vjp::Error>(())
//! ```

use vjp_sys as sys;

use crate::device::{Device, DeviceKind};
use crate::error::{check, owned, Result};
use crate::tensor::{one, Tensor};

/// A quantity now, and the most since the start or the last [`reset_peaks`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figure {
    pub current: i64,
    pub peak: i64,
}

/// Figures change on the host, when a call is made, not when the device gets there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PoolStatistics {
    /// Of tensors, in multiples of 512.
    pub allocated_bytes: Figure,
    pub allocated_blocks: Figure,
    /// The same, and what is free but for events of streams that used it.
    pub active_bytes: Figure,
    pub active_blocks: Figure,
    /// Taken from the device.
    pub reserved_bytes: Figure,
    pub segments: Figure,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Statistics {
    pub all: PoolStatistics,
    /// A part of all: blocks of at most 1 MiB.
    pub small: PoolStatistics,
    /// The rest.
    pub large: PoolStatistics,
    /// A part of all: what belongs to captured graphs.
    pub private_pools: PoolStatistics,
    pub blocks_handed_out: u64,
    /// How often the device itself was asked.
    pub raw_allocations: u64,
    pub raw_frees: u64,
    /// How often cached memory had to go back to the device first.
    pub retries: u64,
    /// How often that did not help.
    pub out_of_memory: u64,
}

fn figure(raw: sys::vjp_memory_figure) -> Figure {
    Figure { current: raw.current, peak: raw.peak }
}

fn pool(raw: sys::vjp_memory_pool_statistics) -> PoolStatistics {
    PoolStatistics {
        allocated_bytes: figure(raw.allocated_bytes),
        allocated_blocks: figure(raw.allocated_blocks),
        active_bytes: figure(raw.active_bytes),
        active_blocks: figure(raw.active_blocks),
        reserved_bytes: figure(raw.reserved_bytes),
        segments: figure(raw.segments),
    }
}

/// Zeros for a device that was never used. The CPU's memory is in [`host_allocated`].
pub fn statistics(device: Device) -> Result<Statistics> {
    let mut raw = sys::VJP_MEMORY_STATISTICS_INIT;
    // SAFETY: a local with its size set.
    check(unsafe { sys::vjp_memory_get_statistics(device.raw(), &mut raw) })?;
    Ok(Statistics {
        all: pool(raw.all),
        small: pool(raw.small),
        large: pool(raw.large),
        private_pools: pool(raw.private_pools),
        blocks_handed_out: raw.blocks_handed_out,
        raw_allocations: raw.raw_allocations,
        raw_frees: raw.raw_frees,
        retries: raw.retries,
        out_of_memory: raw.out_of_memory,
    })
}

/// The peaks become what is current.
pub fn reset_peaks(device: Device) -> Result<()> {
    // SAFETY: by value.
    check(unsafe { sys::vjp_memory_reset_peaks(device.raw()) })
}

/// What is free on the device for anybody, and all it has, in bytes. Uses the device.
pub fn info(device: Device) -> Result<(u64, u64)> {
    let (mut free, mut total) = (0, 0);
    // SAFETY: the places are locals.
    check(unsafe { sys::vjp_memory_get_info(device.raw(), &mut free, &mut total) })?;
    Ok((free, total))
}

/// From now on the library takes at most so many bytes from the device; None: as many as there are.
pub fn set_limit(device: Device, bytes: Option<u64>) -> Result<()> {
    // SAFETY: by value.
    check(unsafe { sys::vjp_memory_set_limit(device.raw(), bytes.unwrap_or(u64::MAX)) })
}

/// [`set_limit`] as a part of what the device has, above 0 and at most 1.
pub fn set_fraction(device: Device, fraction: f64) -> Result<()> {
    // SAFETY: by value.
    check(unsafe { sys::vjp_memory_set_fraction(device.raw(), fraction) })
}

/// Gives cached memory that nobody uses back to the device; waits for the streams that used it.
pub fn empty_cache(device: Device) -> Result<()> {
    // SAFETY: by value.
    check(unsafe { sys::vjp_memory_empty_cache(device.raw()) })
}

/// A table for people: the figures, and which operators made what is held.
pub fn summary(device: Device) -> Result<String> {
    // SAFETY: `out` is a local of `owned`.
    owned(|out| unsafe { sys::vjp_memory_summary(device.raw(), out) })
}

/// Every segment with its blocks as JSON (`vjp/memory.h` says what is in it).
pub fn snapshot(device: Device) -> Result<String> {
    // SAFETY: as above.
    owned(|out| unsafe { sys::vjp_memory_snapshot(device.raw(), out) })
}

/// Bytes of tensor storage on the host.
pub fn host_allocated() -> i64 {
    // SAFETY: no argument.
    unsafe { sys::vjp_memory_allocated() }
}

impl Tensor {
    /// A copy of a tensor of the host in page-locked memory, to and from which devices of the kind copy without waiting
    /// (`non_blocking` in [`Target`](crate::Target)); itself if it is pinned. No history is recorded.
    pub fn pin_memory(&self, kind: DeviceKind) -> Result<Tensor> {
        // SAFETY: the handle is alive, `out` is a local of `one`.
        one(|out| unsafe { sys::vjp_tensor_pin_memory(self.raw(), kind.raw(), out) })
    }

    pub fn is_pinned(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_is_pinned(self.raw()) }
    }
}
