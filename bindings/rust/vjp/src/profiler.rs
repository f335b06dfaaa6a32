//! A profiler: what ran, from when to when, and inside what.

use vjp_sys as sys;

use crate::error::{c_string, check, owned, text, Result};
use crate::handle::handle;

/// What to record besides names and times.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The shapes of the tensors that operators take.
    pub shapes: bool,
    /// Where in the program operators were called; dear.
    pub stacks: bool,
    /// What events have taken, and each block that is taken or given back.
    pub memory: bool,
    /// How many additions and products operators stand for.
    pub flops: bool,
    /// The kernels behind operators, as events inside them.
    pub kernels: bool,
    /// Commands of devices: when they were enqueued, and when they ran.
    pub devices: bool,
    /// All events are also ranges of NVTX, where its library is found.
    pub nvtx: bool,
    /// Of a schedule: steps before the first cycle, and steps of a cycle that wait, warm up, and are recorded. Without `active`
    /// everything from start to stop is recorded.
    pub skip_first: u32,
    pub wait: u32,
    pub warmup: u32,
    pub active: u32,
    /// Cycles; 0: until it is stopped.
    pub repeat: u32,
}

/// What an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    Operator,
    /// The execution of a node, with hooks, validation and release.
    Node,
    /// Inside it, the derivative itself.
    Derivative,
    Kernel,
    /// The forward of a custom function.
    Function,
    Range,
    Allocation,
    /// A command of a device, while it was enqueued.
    Launch,
    /// The same while it ran.
    DeviceWork,
    /// A whole backward.
    GradCall,
}

impl Kind {
    fn from_raw(raw: sys::vjp_profile_kind) -> Kind {
        match raw {
            sys::VJP_PROFILE_NODE => Kind::Node,
            sys::VJP_PROFILE_DERIVATIVE => Kind::Derivative,
            sys::VJP_PROFILE_KERNEL => Kind::Kernel,
            sys::VJP_PROFILE_FUNCTION => Kind::Function,
            sys::VJP_PROFILE_RANGE => Kind::Range,
            sys::VJP_PROFILE_ALLOCATION => Kind::Allocation,
            sys::VJP_PROFILE_LAUNCH => Kind::Launch,
            sys::VJP_PROFILE_DEVICE_WORK => Kind::DeviceWork,
            sys::VJP_PROFILE_GRAD_CALL => Kind::GradCall,
            _ => Kind::Operator,
        }
    }
}

/// An event. Times are nanoseconds from the beginning of the recording.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event {
    pub kind: Kind,
    pub name: String,
    pub begin: i64,
    pub end: i64,
    /// Its time without that of the events inside it.
    pub own: i64,
    /// The number of the event around it.
    pub parent: Option<usize>,
    /// The system's number of the thread; of a device's work, that of the stream.
    pub thread: i64,
    /// Of the node that was recorded, or executed.
    pub sequence_number: Option<u64>,
    /// With the number it names the operator that recorded the node.
    pub forward_thread: u32,
    /// A range that was not closed where it was opened.
    pub unfinished: bool,
    pub memory: i64,
    pub flops: i64,
    /// Time of the devices' work that was enqueued in it.
    pub device: i64,
    /// The same for a launch and the device's work.
    pub correlation: Option<u64>,
    pub shapes: String,
    pub stack: String,
}

/// By what averages are sorted, the largest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sort {
    Own,
    Total,
    Count,
    Memory,
    OwnMemory,
    Flops,
    Device,
}

impl Sort {
    fn raw(self) -> sys::vjp_profile_sort {
        match self {
            Sort::Own => sys::VJP_PROFILE_SORT_SELF,
            Sort::Total => sys::VJP_PROFILE_SORT_TOTAL,
            Sort::Count => sys::VJP_PROFILE_SORT_COUNT,
            Sort::Memory => sys::VJP_PROFILE_SORT_MEMORY,
            Sort::OwnMemory => sys::VJP_PROFILE_SORT_SELF_MEMORY,
            Sort::Flops => sys::VJP_PROFILE_SORT_FLOPS,
            Sort::Device => sys::VJP_PROFILE_SORT_DEVICE,
        }
    }
}

/// What all events of one kind and name have together.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Average {
    pub kind: Kind,
    pub name: String,
    /// Empty where shapes are not told apart.
    pub shapes: String,
    pub count: i64,
    pub total: i64,
    pub own: i64,
    pub device: i64,
    pub memory: i64,
    pub own_memory: i64,
    pub flops: i64,
}

handle! {
    /// Records what its thread does, and that thread's backwards wherever they run.
    ///
    /// ```
    /// use vjp::profiler::{range, Kind, Options, Profiler, Sort};
    /// let x = vjp::Tensor::from_slice(&[1.0f32, 2.0], &[2])?.tracked()?;
    /// let profiler = Profiler::new(&Options::default())?;
    /// profiler.start()?;
    /// range("step", || x.sin()?.sum()?.backward())??;
    /// profiler.stop()?;
    /// let events = profiler.events()?;
    /// let find = |name: &str| events.iter().find(|event| event.name == name).unwrap();
    /// let (forward, node) = (find("sin"), find("engine evaluates SinBackward"));
    /// assert_eq!((forward.sequence_number, forward.forward_thread), (node.sequence_number, node.forward_thread));
    /// assert_eq!(find("step").kind, Kind::Range);
    /// assert!(profiler.table(false, Sort::Own, 10)?.contains("SinBackward"));
    /// assert!(profiler.chrome_trace()?.contains("traceEvents") && profiler.flame_graph()?.starts_with("<svg"));
    /// # Ok::<(), vjp::Error>(())
    /// ```
    Profiler, vjp_profiler, vjp_profiler_release
}

impl Profiler {
    /// Records nothing yet.
    pub fn new(options: &Options) -> Result<Profiler> {
        let mut raw = sys::VJP_PROFILER_OPTIONS_INIT;
        raw.shapes = options.shapes;
        raw.stacks = options.stacks;
        raw.memory = options.memory;
        raw.flops = options.flops;
        raw.kernels = options.kernels;
        raw.devices = options.devices;
        raw.nvtx = options.nvtx;
        raw.skip_first = options.skip_first.into();
        raw.wait = options.wait.into();
        raw.warmup = options.warmup.into();
        raw.active = options.active.into();
        raw.repeat = options.repeat.into();
        // SAFETY: both places live during the call.
        Profiler::make(|out| unsafe { sys::vjp_profiler_create(&raw, out) })
    }

    /// Begins to record what this thread does, or begins the schedule.
    pub fn start(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_profiler_start(self.raw()) })
    }

    /// Says that a step of the program ends and the next begins.
    pub fn step(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_profiler_step(self.raw()) })
    }

    /// Ends the recording.
    pub fn stop(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        check(unsafe { sys::vjp_profiler_stop(self.raw()) })
    }

    pub fn is_recording(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_profiler_is_recording(self.raw()) }
    }

    /// The events of the last recording, thread by thread in the order in which they began.
    pub fn events(&self) -> Result<Vec<Event>> {
        // SAFETY: the handle is alive.
        let count = unsafe { sys::vjp_profiler_num_events(self.raw()) };
        (0..count).map(|i| self.event(i, count)).collect()
    }

    fn event(&self, index: usize, count: usize) -> Result<Event> {
        let mut e = sys::VJP_PROFILE_EVENT_INIT;
        // SAFETY: the handle is alive, the place a local.
        check(unsafe { sys::vjp_profiler_get_event(self.raw(), index, &mut e) })?;
        // SAFETY: the texts live until the profiler records again; a reader of several threads keeps to that.
        let (name, shapes, stack) = unsafe { (text(e.name), text(e.shapes), text(e.stack)) };
        Ok(Event {
            kind: Kind::from_raw(e.kind),
            name,
            begin: e.begin_ns,
            end: e.end_ns,
            own: e.self_ns,
            parent: (e.parent < count).then_some(e.parent),
            thread: e.thread,
            sequence_number: u64::try_from(e.sequence_number).ok(),
            forward_thread: e.forward_thread,
            unfinished: e.unfinished,
            memory: e.memory,
            flops: e.flops,
            device: e.device_ns,
            correlation: (e.correlation != 0).then_some(e.correlation),
            shapes,
            stack,
        })
    }

    /// For how many events there was no room.
    pub fn dropped(&self) -> usize {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_profiler_num_dropped(self.raw()) }
    }

    /// What all events of one kind and name, and with `by_shapes` of one shape of arguments, have together.
    pub fn averages(&self, by_shapes: bool, sort: Sort) -> Result<Vec<Average>> {
        let mut count = 0;
        let raw = self.raw();
        // SAFETY: the handle is alive, the place a local; there is no room to be written.
        check(unsafe { sys::vjp_profiler_averages(raw, by_shapes, sort.raw(), std::ptr::null_mut(), 0, &mut count) })?;
        let mut rows = vec![sys::VJP_PROFILE_AVERAGE_INIT; count];
        // SAFETY: as above, and there are as many rows as it is told.
        check(unsafe {
            sys::vjp_profiler_averages(raw, by_shapes, sort.raw(), rows.as_mut_ptr(), rows.len(), &mut count)
        })?;
        rows.truncate(count);
        let average = |a: &sys::vjp_profile_average| Average {
            kind: Kind::from_raw(a.kind),
            // SAFETY: the texts live until the profiler records again.
            name: unsafe { text(a.name) },
            // SAFETY: the same.
            shapes: unsafe { text(a.shapes) },
            count: a.count,
            total: a.total_ns,
            own: a.self_ns,
            device: a.device_ns,
            memory: a.memory,
            own_memory: a.self_memory,
            flops: a.flops,
        };
        Ok(rows.iter().map(average).collect())
    }

    /// The averages as a text; at most `rows` of them, 0: all.
    pub fn table(&self, by_shapes: bool, sort: Sort, rows: usize) -> Result<String> {
        // SAFETY: the handle is alive, `out` is a local of `owned`.
        owned(|out| unsafe { sys::vjp_profiler_table(self.raw(), by_shapes, sort.raw(), rows, out) })
    }

    /// A trace that ui.perfetto.dev opens.
    pub fn chrome_trace(&self) -> Result<String> {
        // SAFETY: the handle is alive, `out` is a local of `owned`.
        owned(|out| unsafe { sys::vjp_profiler_chrome_trace(self.raw(), out) })
    }

    /// A picture in SVG: time by what is inside what.
    pub fn flame_graph(&self) -> Result<String> {
        // SAFETY: the handle is alive, `out` is a local of `owned`.
        owned(|out| unsafe { sys::vjp_profiler_flame_graph(self.raw(), out) })
    }

    /// Lines "outer;inner;innermost 1234", with nanoseconds.
    pub fn stacks(&self) -> Result<String> {
        // SAFETY: the handle is alive, `out` is a local of `owned`.
        owned(|out| unsafe { sys::vjp_profiler_stacks(self.raw(), out) })
    }
}

/// Runs `body` as a range with a name. Without a profiler that is all.
pub fn range<R>(name: &str, body: impl FnOnce() -> R) -> Result<R> {
    struct Range;
    impl Drop for Range {
        fn drop(&mut self) {
            // SAFETY: it may be called at any time.
            unsafe { sys::vjp_profiler_range_pop() };
        }
    }
    let name = c_string(name)?;
    // SAFETY: the name is copied.
    check(unsafe { sys::vjp_profiler_range_push(name.as_ptr()) })?;
    let _range = Range;
    Ok(body())
}
