//! Memory of devices: figures, limits, the cache; and page-locked memory of the host.
//!
//! Memory is taken from a device in segments and cached. A tensor's belongs to the stream that was current where it was
//! made; a program that uses it on another one declares that with [`Tensor::record_stream`] or keeps the tensor until
//! that is done. A device that was never used stays untouched.
//!
//! Where there is no more, the error has the status [`Status::Memory`](crate::Status::Memory), and a message that says
//! how much was wanted and what holds the rest:
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

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{null, null_mut, NonNull};

use vjp_sys as sys;

use crate::callback::{drop_context, into_context};
use crate::device::{Device, DeviceKind};
use crate::error::{check, drop_caught, owned, Result};
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

/// The most that [`host_allocated`] was since the start or the last [`reset_host_peak`].
pub fn host_peak() -> i64 {
    // SAFETY: no argument.
    unsafe { sys::vjp_memory_peak() }
}

/// The peak becomes what is current.
pub fn reset_host_peak() {
    // SAFETY: no argument.
    unsafe { sys::vjp_memory_reset_peak() }
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

// ---- allocators of one's own ----

/// Memory of devices from somewhere else: below the library's cache, in place of the backend's own allocation.
///
/// # Safety
///
/// What [`allocate`](RawAllocator::allocate) gives is memory of that device, so many bytes of it aligned to 512, which
/// nobody else uses until it comes back.
pub unsafe trait RawAllocator: Send + Sync + 'static {
    /// Memory of the device of that index; None if there is none. Called from any thread. It must not call this crate, and
    /// a panic counts as None.
    fn allocate(&self, index: i32, bytes: u64) -> Option<NonNull<c_void>>;

    /// Takes back what `allocate` gave; from any thread, and without calling this crate.
    ///
    /// # Safety
    /// `memory` came from `allocate` with the same `index` and `bytes`, and nobody uses it any more.
    unsafe fn deallocate(&self, index: i32, memory: NonNull<c_void>, bytes: u64);
}

/// From the next segment on, memory of all devices of the kind comes from `allocator`, which is dropped when it was
/// replaced and nothing of its memory is left. [`empty_cache`] gives back what is cached.
///
/// ```
/// use std::ffi::c_void;
/// use std::ptr::NonNull;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use vjp::{memory, ops, Device, DeviceKind, Stream, Tensor};
///
/// /// A single segment. Of a GPU it would come from its driver; a simulated device takes nobody else's memory either.
/// struct Arena {
///     memory: Tensor,
///     taken: AtomicBool,
/// }
///
/// // SAFETY: the memory is the device's and in nobody else's hands, and is given once.
/// unsafe impl memory::RawAllocator for Arena {
///     fn allocate(&self, index: i32, bytes: u64) -> Option<NonNull<c_void>> {
///         let fits = index == 0 && bytes <= 2 << 20 && !self.taken.swap(true, Ordering::AcqRel);
///         NonNull::new(self.memory.data_ptr()).filter(|_| fits)
///     }
///
///     unsafe fn deallocate(&self, _index: i32, _memory: NonNull<c_void>, _bytes: u64) {
///         self.taken.store(false, Ordering::Release);
///     }
/// }
///
/// let device = Device::sim(0);
/// let memory = device.with_default(|| ops::zeros(&[2 << 18]))??;
/// device.synchronize()?; // the zeros are there before it is anybody else's
/// memory::set_raw_allocator(DeviceKind::SIM, Arena { memory, taken: AtomicBool::new(false) })?;
/// let side = Stream::new(device)?; // which has no segments yet
/// let values = side.with(|| device.with_default(|| ops::ones(&[3])?.to_vec::<f32>()))???;
/// assert_eq!(values, [1.0; 3]);
/// memory::reset_raw_allocator(DeviceKind::SIM)?;
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn set_raw_allocator<A: RawAllocator>(kind: DeviceKind, allocator: A) -> Result<()> {
    unsafe extern "C" fn allocate<A: RawAllocator>(
        context: *mut c_void,
        index: i32,
        bytes: u64,
        out: *mut *mut c_void,
    ) -> sys::vjp_status {
        let allocator = &*context.cast::<A>();
        match catch_unwind(AssertUnwindSafe(|| allocator.allocate(index, bytes))) {
            Ok(Some(memory)) => {
                *out = memory.as_ptr();
                sys::vjp_status::VJP_OK
            }
            given => {
                drop_caught(given); // a panic's value
                sys::vjp_status::VJP_ERROR_MEMORY
            }
        }
    }
    unsafe extern "C" fn deallocate<A: RawAllocator>(
        context: *mut c_void,
        index: i32,
        memory: *mut c_void,
        bytes: u64,
    ) {
        let allocator = &*context.cast::<A>();
        if let Some(memory) = NonNull::new(memory) {
            drop_caught(catch_unwind(AssertUnwindSafe(|| allocator.deallocate(index, memory, bytes))));
        }
    }
    let context = into_context(allocator);
    let raw = sys::vjp_raw_allocator {
        struct_size: std::mem::size_of::<sys::vjp_raw_allocator>(),
        allocate: Some(allocate::<A>),
        deallocate: Some(deallocate::<A>),
        context,
        drop: Some(drop_context::<A>),
    };
    // SAFETY: the struct is copied, and the context is what the callbacks take.
    let status = unsafe { sys::vjp_memory_set_raw_allocator(kind.raw(), &raw) };
    if status != sys::vjp_status::VJP_OK {
        // SAFETY: after a failure the context is still ours.
        unsafe { drop_context::<A>(context) };
    }
    check(status)
}

/// From the next segment on, memory of devices of the kind is their backend's own again.
pub fn reset_raw_allocator(kind: DeviceKind) -> Result<()> {
    // SAFETY: NULL is allowed.
    check(unsafe { sys::vjp_memory_set_raw_allocator(kind.raw(), null()) })
}

/// From now on storage of tensors on the host comes from `allocator`, aligned to 64 bytes; what was made before stays what
/// it is. `&std::alloc::System` is one.
///
/// ```
/// vjp::memory::set_host_allocator(&std::alloc::System)?;
/// assert_eq!(vjp::ops::ones(&[3])?.sum()?.item()?, 3.0);
/// vjp::memory::reset_host_allocator()?;
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn set_host_allocator<A: GlobalAlloc + Sync>(allocator: &'static A) -> Result<()> {
    /// At least a byte, for to ask for none is undefined. None if it is too large to be asked for.
    fn layout(bytes: usize) -> Option<Layout> {
        Layout::from_size_align(bytes.max(1), 64).ok()
    }
    unsafe extern "C" fn allocate<A: GlobalAlloc>(context: *mut c_void, bytes: usize) -> *mut c_void {
        layout(bytes).map_or(null_mut(), |layout| (*context.cast::<A>()).alloc(layout).cast())
    }
    unsafe extern "C" fn deallocate<A: GlobalAlloc>(context: *mut c_void, memory: *mut c_void, bytes: usize) {
        if let Some(layout) = layout(bytes) {
            (*context.cast::<A>()).dealloc(memory.cast(), layout);
        }
    }
    let raw = sys::vjp_allocator {
        struct_size: std::mem::size_of::<sys::vjp_allocator>(),
        allocate: Some(allocate::<A>),
        deallocate: Some(deallocate::<A>),
        context: (allocator as *const A).cast_mut().cast(),
    };
    // SAFETY: the struct is copied; the allocator lives for ever, may be used by several threads, and does not unwind.
    check(unsafe { sys::vjp_set_allocator(&raw) })
}

/// From now on storage of tensors on the host comes from the library's own allocator again.
pub fn reset_host_allocator() -> Result<()> {
    // SAFETY: NULL is allowed.
    check(unsafe { sys::vjp_set_allocator(null()) })
}

// ---- asked for memory ----

/// From now on `handler` is asked when an allocation on a device finds no memory, and neither waiting nor the cache has
/// helped: with the device and how many bytes are wanted. It may drop tensors, but not make any on the device, and says
/// whether it is worth another try; a panic is no. Called on the allocating thread, not while a graph is captured.
///
/// ```
/// use std::sync::Mutex;
/// use vjp::{memory, ops, Device, Tensor};
/// static KEPT: Mutex<Vec<Tensor>> = Mutex::new(Vec::new()); // could be computed again
/// let device = Device::sim(0);
/// memory::set_limit(device, Some(20 << 20))?;
/// KEPT.lock().unwrap().push(device.with_default(|| ops::ones(&[3 << 20]))??);
/// memory::set_pressure_handler(|_device, _bytes| !std::mem::take(&mut *KEPT.lock().unwrap()).is_empty())?;
/// let x = device.with_default(|| ops::ones(&[3 << 20]))??; // would not fit beside it
/// assert!(KEPT.lock().unwrap().is_empty());
/// memory::reset_pressure_handler()?;
/// memory::set_limit(device, None)?;
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn set_pressure_handler<F>(handler: F) -> Result<()>
where
    F: Fn(Device, u64) -> bool + Send + Sync + 'static,
{
    unsafe extern "C" fn call<F>(context: *mut c_void, device: sys::vjp_device, bytes: u64) -> bool
    where
        F: Fn(Device, u64) -> bool,
    {
        let handler = &*context.cast::<F>();
        match catch_unwind(AssertUnwindSafe(|| handler(Device::from_raw(device), bytes))) {
            Ok(again) => again,
            Err(panic) => {
                drop_caught(panic);
                false
            }
        }
    }
    let context = into_context(handler);
    // SAFETY: the context is what the callbacks take.
    let status = unsafe { sys::vjp_memory_set_pressure_handler(Some(call::<F>), context, Some(drop_context::<F>)) };
    if status != sys::vjp_status::VJP_OK {
        // SAFETY: after a failure the context is still ours.
        unsafe { drop_context::<F>(context) };
    }
    check(status)
}

/// Nobody is asked any more.
pub fn reset_pressure_handler() -> Result<()> {
    // SAFETY: NULL is allowed.
    check(unsafe { sys::vjp_memory_set_pressure_handler(None, null_mut(), None) })
}
