//! Streams, queues of work on a device, and events, markers in them.

use std::ffi::{c_char, c_void};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use vjp_sys as sys;

use crate::device::Device;
use crate::error::{c_string, check, text, Result};
use crate::handle::handle;
use crate::tensor::Tensor;

handle! {
    /// A queue of work on a device: what is enqueued runs in order, after the host has gone on. Streams are equal if
    /// they are the same queue. `clone` shares. The CPU has none.
    ///
    /// Each device has a default stream, which is current on every thread until another is made current there. A
    /// backward runs on the streams of its forward, and is ordered like any other work with those that are current
    /// where it is called; other streams have to wait for these.
    ///
    /// ```
    /// use vjp::{ops, Device, Stream};
    /// let device = Device::sim(0);
    /// let side = Stream::new(device)?;
    /// let x = device.with_default(|| ops::ones(&[1000]))??;
    /// side.wait_stream(&Stream::current(device)?)?;
    /// let y = {
    ///     let _on_side = side.enter()?;
    ///     x.mul(2.0)?
    /// };
    /// x.record_stream(&side)?; // it may be dropped before the multiplication is done
    /// Stream::current(device)?.wait_stream(&side)?;
    /// assert_eq!(y.sum()?.item()?, 2000.0);
    /// # Ok::<(), vjp::Error>(())
    /// ```
    Stream, vjp_stream, vjp_stream_release, shared vjp_stream_retain
}

/// Whether a stream takes part in a capture, see [`crate::DeviceGraph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureState {
    None,
    /// With a number of the capture.
    Active(u64),
    /// Something broke it; only ending it is allowed.
    Invalidated(u64),
}

impl Stream {
    pub fn new(device: Device) -> Result<Stream> {
        Stream::with_priority(device, 0)
    }

    /// A stream with a priority in [`Stream::priority_range`]; smaller goes first.
    pub fn with_priority(device: Device, priority: i32) -> Result<Stream> {
        // SAFETY: by value, and `out` is a local of `make`, here and below.
        Stream::make(|out| unsafe { sys::vjp_stream_create(device.raw(), priority, out) })
    }

    /// A stream for the caller's own native handle, a `cudaStream_t`. Wrapping one handle twice gives equal streams.
    ///
    /// # Safety
    /// `native` is a stream of the device. It lives until every graph that ran on it is gone, or until
    /// [`Stream::forget`].
    pub unsafe fn wrap(device: Device, native: *mut c_void) -> Result<Stream> {
        Stream::make(|out| sys::vjp_stream_wrap(device.raw(), native, out))
    }

    /// The device's default stream.
    pub fn default_of(device: Device) -> Result<Stream> {
        // SAFETY: see with_priority.
        Stream::make(|out| unsafe { sys::vjp_stream_default(device.raw(), out) })
    }

    /// The thread's current stream of the device: what operators on it are enqueued on.
    pub fn current(device: Device) -> Result<Stream> {
        // SAFETY: see with_priority.
        Stream::make(|out| unsafe { sys::vjp_stream_current(device.raw(), out) })
    }

    /// The least and the greatest priority; the greatest is the smaller number.
    pub fn priority_range(device: Device) -> Result<(i32, i32)> {
        let (mut least, mut greatest) = (0, 0);
        // SAFETY: the places are locals.
        check(unsafe { sys::vjp_stream_priority_range(device.raw(), &mut least, &mut greatest) })?;
        Ok((least, greatest))
    }

    /// Makes the stream, and its device, current on the thread for good. See [`Stream::enter`] for a while.
    pub fn set_current(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_stream_set_current(self.raw()) })
    }

    /// Makes the stream, and its device, current on the thread until the guard is dropped.
    pub fn enter(&self) -> Result<StreamGuard> {
        let device = self.device();
        let guard =
            StreamGuard { stream: Stream::current(device)?, device: device.kind.current()?, stays_here: PhantomData };
        self.set_current()?;
        Ok(guard)
    }

    /// Runs `body` with the stream, and its device, current.
    pub fn with<R>(&self, body: impl FnOnce() -> R) -> Result<R> {
        let _guard = self.enter()?;
        Ok(body())
    }

    pub fn device(&self) -> Device {
        // SAFETY: the handle is alive.
        Device::from_raw(unsafe { sys::vjp_stream_device(self.raw()) })
    }

    /// A number of its own among all streams of the process.
    pub fn id(&self) -> u64 {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_stream_id(self.raw()) }
    }

    /// The backend's own handle, a `cudaStream_t`. Valid as long as this stream.
    pub fn native(&self) -> Result<*mut c_void> {
        let mut out = std::ptr::null_mut();
        // SAFETY: the handle is alive, the place a local.
        check(unsafe { sys::vjp_stream_native(self.raw(), &mut out) })?;
        Ok(out)
    }

    /// What reports call the stream: "sim:0 stream 7", or as [`Stream::set_name`] says.
    pub fn name(&self) -> String {
        let mut name = [0 as c_char; 256];
        // SAFETY: the handle is alive, the buffer is as long as said; what is written to it ends in a zero byte.
        unsafe {
            sys::vjp_stream_get_name(self.raw(), name.as_mut_ptr(), name.len());
            text(name.as_ptr())
        }
    }

    /// Gives the stream a name for reports.
    pub fn set_name(&self, name: &str) -> Result<()> {
        let name = c_string(name)?;
        // SAFETY: the handle is alive, and the name is copied.
        check(unsafe { sys::vjp_stream_set_name(self.raw(), name.as_ptr()) })
    }

    /// Whether everything enqueued so far is done. Does not block.
    pub fn is_done(&self) -> Result<bool> {
        let mut done = false;
        // SAFETY: the handle is alive, the place a local.
        check(unsafe { sys::vjp_stream_query(self.raw(), &mut done) })?;
        Ok(done)
    }

    /// Blocks until everything enqueued so far is done.
    pub fn synchronize(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_stream_synchronize(self.raw()) })
    }

    /// This stream does nothing more until what is in `other` now is done. The host does not wait.
    pub fn wait_stream(&self, other: &Stream) -> Result<()> {
        // SAFETY: both handles are alive.
        check(unsafe { sys::vjp_stream_wait_stream(self.raw(), other.raw()) })
    }

    /// This stream, of any device, waits for what was before the marker when it was recorded last; not for one never
    /// recorded.
    pub fn wait_event(&self, event: &Event) -> Result<()> {
        // SAFETY: both handles are alive.
        check(unsafe { sys::vjp_stream_wait_event(self.raw(), event.raw()) })
    }

    /// A new event, recorded here.
    pub fn record(&self) -> Result<Event> {
        let event = Event::new(self.device())?;
        event.record(self)?;
        Ok(event)
    }

    /// From now on every use of the stream, by a node of a graph too, is an error that names it.
    pub fn forget(&self) {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_stream_forget(self.raw()) }
    }

    pub fn capture_state(&self) -> Result<CaptureState> {
        let (mut state, mut id) = (sys::VJP_CAPTURE_NONE, 0);
        // SAFETY: the handle is alive, the places are locals.
        check(unsafe { sys::vjp_stream_capture_state(self.raw(), &mut state, &mut id) })?;
        Ok(match state {
            sys::VJP_CAPTURE_NONE => CaptureState::None,
            sys::VJP_CAPTURE_ACTIVE => CaptureState::Active(id),
            _ => CaptureState::Invalidated(id),
        })
    }
}

/// The library has one handle for each stream.
impl PartialEq for Stream {
    fn eq(&self, other: &Stream) -> bool {
        self.raw() == other.raw()
    }
}

impl Eq for Stream {}

impl Hash for Stream {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw().hash(state)
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>", self.name())
    }
}

/// Puts back, when it is dropped, the stream and the device that were current before [`Stream::enter`]. Other devices
/// are not concerned. It cannot go to another thread:
///
/// ```compile_fail,E0277
/// let guard = vjp::Stream::new(vjp::Device::sim(0)).unwrap().enter().unwrap();
/// std::thread::spawn(move || drop(guard));
/// ```
// Not one of C's regions, which must end in the order of their nesting: that of values is up to the program.
#[must_use = "the stream is current as long as the guard lives"]
pub struct StreamGuard {
    stream: Stream,
    device: Device,
    stays_here: PhantomData<*const ()>,
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        // A stream that was forgotten meanwhile is current again all the same: its next use says so.
        let _ = self.stream.set_current();
        let _ = self.device.set_current();
    }
}

handle! {
    /// A marker in a stream, for others to wait for, on the host ([`Event::synchronize`]) or on a device
    /// ([`Stream::wait_event`]). `clone` shares.
    Event, vjp_event, vjp_event_release, shared vjp_event_retain
}

impl Event {
    pub fn new(device: Device) -> Result<Event> {
        // SAFETY: by value; `out` is a local of `make`.
        Event::make(|out| unsafe { sys::vjp_event_create(device.raw(), false, out) })
    }

    /// An event that notes the time when the device comes to it, for [`Event::elapsed_since`].
    pub fn with_timing(device: Device) -> Result<Event> {
        // SAFETY: as above.
        Event::make(|out| unsafe { sys::vjp_event_create(device.raw(), true, out) })
    }

    /// Puts the marker at the end of a stream of its device. Recorded again it moves; earlier waits keep what they wait
    /// for.
    pub fn record(&self, stream: &Stream) -> Result<()> {
        // SAFETY: both handles are alive.
        check(unsafe { sys::vjp_event_record(self.raw(), stream.raw()) })
    }

    /// Whether what was before the marker is done; true if it was never recorded.
    pub fn is_done(&self) -> Result<bool> {
        let mut done = false;
        // SAFETY: the handle is alive, the place a local.
        check(unsafe { sys::vjp_event_query(self.raw(), &mut done) })?;
        Ok(done)
    }

    /// Blocks until what was before the marker is done.
    pub fn synchronize(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_event_synchronize(self.raw()) })
    }

    /// Milliseconds between two events of one device, both made with timing and done.
    pub fn elapsed_since(&self, earlier: &Event) -> Result<f64> {
        let mut out = 0.0;
        // SAFETY: both handles are alive, the place is a local.
        check(unsafe { sys::vjp_event_elapsed(earlier.raw(), self.raw(), &mut out) })?;
        Ok(out)
    }
}

/// What happened since the process began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamStatistics {
    /// How often the host blocked for a device.
    pub host_syncs: u64,
    pub events_recorded: u64,
    pub event_waits: u64,
}

pub fn stream_statistics() -> Result<StreamStatistics> {
    let mut raw = sys::VJP_STREAM_STATISTICS_INIT;
    // SAFETY: a local with its size set.
    check(unsafe { sys::vjp_stream_get_statistics(&mut raw) })?;
    let sys::vjp_stream_statistics { host_syncs, events_recorded, event_waits, .. } = raw;
    Ok(StreamStatistics { host_syncs, events_recorded, event_waits })
}

impl Tensor {
    /// Declares that the tensor is used on a stream: its memory is not handed out again before the work that is in the
    /// stream when the last tensor on it goes away is done. Of the whole storage, also where the tensor is a view.
    pub fn record_stream(&self, stream: &Stream) -> Result<()> {
        // SAFETY: both handles are alive.
        check(unsafe { sys::vjp_tensor_record_stream(self.raw(), stream.raw()) })
    }
}
