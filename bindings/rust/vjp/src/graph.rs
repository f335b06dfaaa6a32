//! Device work that is captured once and replayed many times.

use std::ptr::null_mut;

use vjp_sys as sys;

use crate::device::Device;
use crate::error::{check, owned, Result};
use crate::handle::handle;
use crate::random::Generator;
use crate::region::Region;
use crate::stream::Stream;

handle! {
    /// Memory that graphs allocate from. Graphs that share one must replay in the order of their capture, one after
    /// another. `clone` shares.
    MemoryPool, vjp_memory_pool, vjp_memory_pool_release, shared vjp_memory_pool_retain
}

impl MemoryPool {
    pub fn new(device: Device) -> Result<MemoryPool> {
        // SAFETY: by value; `out` is a local of `make`.
        MemoryPool::make(|out| unsafe { sys::vjp_memory_pool_create(device.raw(), out) })
    }
}

/// Whose calls that are unsafe during a capture are errors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CaptureMode {
    /// Any thread's.
    #[default]
    Global,
    /// The capturing thread's.
    ThreadLocal,
    /// Nobody's.
    Relaxed,
}

impl CaptureMode {
    pub(crate) fn raw(self) -> sys::vjp_capture_mode {
        match self {
            CaptureMode::Global => sys::VJP_CAPTURE_GLOBAL,
            CaptureMode::ThreadLocal => sys::VJP_CAPTURE_THREAD_LOCAL,
            CaptureMode::Relaxed => sys::VJP_CAPTURE_RELAXED,
        }
    }
}

/// How [`DeviceGraph::capture_with`] captures.
#[derive(Clone, Copy, Default)]
pub struct CaptureOptions<'a> {
    /// To be captured, not a default stream; None: a new one.
    pub stream: Option<&'a Stream>,
    /// None: a pool of the graph's own.
    pub pool: Option<&'a MemoryPool>,
    pub mode: CaptureMode,
}

handle! {
    /// A captured sequence of device work: forward, loss, a whole backward, an optimizer step.
    ///
    /// While it is captured nothing runs. A replay runs it on the same memory: inputs are changed by writing into the
    /// tensors that were used in the capture, results appear in the tensors that came out of it, and a later replay
    /// overwrites them. So keep both. Random operators give new numbers in every replay.
    ///
    /// For a backward: run a few iterations on a side stream first, clear the gradients, then capture. Each replay then
    /// overwrites the gradients; with gradients that exist at the capture, each replay adds to them.
    ///
    /// ```
    /// use vjp::{ops, Device, DeviceGraph};
    /// let device = Device::sim(0);
    /// let x = device.with_default(|| ops::ones(&[3]))??;
    /// let mut graph = DeviceGraph::new()?;
    /// let y = graph.capture(device, || x.mul(2.0)?.add(1.0))?;
    /// x.fill_(5.0)?;
    /// graph.replay()?;
    /// assert_eq!(y.to_vec::<f32>()?, [11.0, 11.0, 11.0]);
    /// # Ok::<(), vjp::Error>(())
    /// ```
    DeviceGraph, vjp_device_graph, vjp_device_graph_release
}

impl DeviceGraph {
    pub fn new() -> Result<DeviceGraph> {
        // SAFETY: `out` is a local of `make`.
        DeviceGraph::make(|out| unsafe { sys::vjp_device_graph_create(out) })
    }

    /// A generator that will be drawn from in the capture, besides the device's default one; before the capture.
    pub fn register_generator(&mut self, generator: &Generator) -> Result<()> {
        // SAFETY: both handles are alive.
        check(unsafe { sys::vjp_device_graph_register_generator(self.raw(), generator.raw()) })
    }

    /// What operators compute on the CPU during the capture: an error that names the operator (false, at first), or done
    /// once, and left out of replays. Before the capture; it stays with the graph.
    pub fn set_elide_cpu_work(&mut self, on: bool) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_device_graph_set_elide_cpu_work(self.raw(), on) })
    }

    /// Captures what `body` enqueues on the device, on a stream of its own. Waits for the device and empties its cache
    /// before. What cannot be captured (reading a value back, waiting for the device, streams that were not joined) is an
    /// error that says what it was. After an error, `body`'s own too, and after a panic, the graph is as new.
    pub fn capture<R>(&mut self, device: Device, body: impl FnOnce() -> Result<R>) -> Result<R> {
        self.capture_with(device, CaptureOptions::default(), body)
    }

    /// [`DeviceGraph::capture`] with everything.
    pub fn capture_with<R>(
        &mut self,
        device: Device,
        options: CaptureOptions<'_>,
        body: impl FnOnce() -> Result<R>,
    ) -> Result<R> {
        let stream = options.stream.map_or(null_mut(), Stream::raw);
        let pool = options.pool.map_or(null_mut(), MemoryPool::raw);
        let mode = options.mode.raw();
        // SAFETY: the handles are alive or null; `out` is a local of `begin`.
        let region =
            Region::begin(|out| unsafe { sys::vjp_guard_capture(self.raw(), device.raw(), stream, pool, mode, out) })?;
        // An error or a panic leaves the region without an end of the capture, which drops it.
        let result = body()?;
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_device_graph_capture_end(self.raw()) })?;
        drop(region);
        Ok(result)
    }

    /// Enqueues the whole on the thread's current stream of the device.
    pub fn replay(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_device_graph_replay(self.raw()) })
    }

    /// Forgets what was captured, so that the graph can capture again.
    pub fn reset(&mut self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_device_graph_reset(self.raw()) })
    }

    /// The pool of the captured graph, for capturing others into it.
    pub fn pool(&self) -> Result<Option<MemoryPool>> {
        let mut out = null_mut();
        // SAFETY: the handle is alive, the place a local; what comes out is ours.
        check(unsafe { sys::vjp_device_graph_pool(self.raw(), &mut out) })?;
        Ok(std::ptr::NonNull::new(out).map(MemoryPool))
    }

    /// How many commands were captured.
    pub fn node_count(&self) -> Result<u64> {
        let mut count = 0;
        // SAFETY: the handle is alive, the place a local.
        check(unsafe { sys::vjp_device_graph_node_count(self.raw(), &mut count) })?;
        Ok(count)
    }

    /// The graph as text for Graphviz.
    pub fn to_dot(&self) -> Result<String> {
        // SAFETY: the handle is alive, `out` is a local of `owned`.
        owned(|out| unsafe { sys::vjp_device_graph_dot(self.raw(), out) })
    }
}

/// What happens, while a stream is captured, at a node that was recorded on a default stream outside: it can be no part
/// of the capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaleStreams {
    /// An error that names the node and both streams.
    Error,
    /// Accumulators of leaves run on the captured stream, with one warning; an error for other nodes. So it is at first.
    OverrideLeaves,
    /// Every such node runs on the captured stream, with one warning.
    OverrideAll,
}

/// Of the process.
pub fn set_stale_streams(policy: StaleStreams) -> Result<()> {
    let raw = match policy {
        StaleStreams::Error => sys::VJP_STALE_STREAMS_ERROR,
        StaleStreams::OverrideLeaves => sys::VJP_STALE_STREAMS_OVERRIDE_LEAVES,
        StaleStreams::OverrideAll => sys::VJP_STALE_STREAMS_OVERRIDE_ALL,
    };
    // SAFETY: by value.
    check(unsafe { sys::vjp_set_stale_streams(raw) })
}

pub fn stale_streams() -> StaleStreams {
    // SAFETY: no argument.
    match unsafe { sys::vjp_get_stale_streams() } {
        sys::VJP_STALE_STREAMS_ERROR => StaleStreams::Error,
        sys::VJP_STALE_STREAMS_OVERRIDE_ALL => StaleStreams::OverrideAll,
        _ => StaleStreams::OverrideLeaves,
    }
}

impl Generator {
    /// Each goes on with what the other held; allowed inside a capture, where seeding is not.
    pub fn swap_states(&self, other: &Generator) -> Result<()> {
        // SAFETY: both handles are alive.
        check(unsafe { sys::vjp_generator_swap_states(self.raw(), other.raw()) })
    }
}

/// While it lives no capture begins: for threads in the background that ask events of work which others have enqueued
/// (a watchdog of communication), for to ask while a capture is underway would break it. A thread that begins a capture
/// while it holds one waits for itself.
#[must_use = "the watch ends with the guard"]
pub struct EventWatch(());

impl EventWatch {
    /// None if a capture is underway or waits to begin: ask later.
    ///
    /// ```
    /// use vjp::{Device, Event, EventWatch};
    /// let event = Event::new(Device::sim(0))?;
    /// if let Some(_watch) = EventWatch::begin()? {
    ///     assert!(event.is_done()?);
    /// }
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn begin() -> Result<Option<EventWatch>> {
        let mut begun = false;
        // SAFETY: the place is a local.
        check(unsafe { sys::vjp_event_watch_begin(&mut begun) })?;
        // Made only where one has begun: dropped, it ends one.
        Ok(begun.then(|| EventWatch(())))
    }
}

impl Drop for EventWatch {
    fn drop(&mut self) {
        // SAFETY: no argument; a watch has begun, and may end on any thread.
        unsafe { sys::vjp_event_watch_end() };
    }
}
