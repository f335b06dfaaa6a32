//! The simulator: virtual devices whose commands run late, and in an order that one can choose.
//!
//! Its devices are `sim:0`, `sim:1`, … They compute with the CPU's kernels, so results are those of the CPU; but a program
//! that forgets to synchronise gets wrong results here, in some modes always. Memory is filled with NaN whenever it is
//! handed out, and time is virtual. All modes but [`Mode::Threads`] are deterministic: a failure is repeated by its mode.
//!
//! ```
//! use vjp::{ops, sim, Device};
//! let device = Device::sim(0);
//! for seed in 0..10 {
//!     sim::set_mode(&sim::Mode::Random(seed))?;
//!     let x = device.with_default(|| ops::ones(&[100]))??;
//!     assert_eq!(x.sum()?.item()?, 100.0);
//! }
//! # Ok::<(), vjp::Error>(())
//! ```

use std::fmt;
use std::path::{Path, PathBuf};
use std::ptr::null;
use std::time::Duration;

use vjp_sys as sys;

use crate::error::{c_string, check, text, Result};
use crate::safetensors::c_path;
use crate::stream::Stream;

/// In which order commands run, of those that streams and events allow.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Every command when it is enqueued.
    Inline,
    /// Nothing until the host waits for something, and then only what must come before it.
    Lazy,
    /// Any order, drawn from the seed; also ahead of the host.
    Random(u64),
    /// Streams and host have random priorities that change `depth` - 1 times among the first `steps` (None: 1000).
    Priority { seed: u64, depth: u32, steps: Option<u64> },
    /// These streams only when nothing else can: "default", "side", or "DEVICE.NUMBER" ([`stream_number`]).
    Starve(Vec<String>),
    /// As lazy, but of each pair the second command runs before the first if nothing orders the two.
    Adversarial(Vec<(Command, Command)>),
    /// Independent streams at once, on so many threads.
    Threads(u32),
    /// As in a schedule that [`record_schedule`] wrote to the file.
    Replay(PathBuf),
    /// As the text says (`vjp/sim.h`).
    Text(String),
}

/// A command of a simulated device: of a stream ([`stream_number`]) the `index`-th kernel, copy, fill, host function or
/// graph launch, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    pub device: i32,
    pub stream: i32,
    pub index: u64,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}#{}", self.device, self.stream, self.index)
    }
}

/// As the environment variable `VJP_SIM_MODE` takes it.
impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mode::Inline => f.write_str("inline"),
            Mode::Lazy => f.write_str("lazy"),
            Mode::Random(seed) => write!(f, "random:{seed}"),
            Mode::Priority { seed, depth, steps: None } => write!(f, "priority:{seed}:{depth}"),
            Mode::Priority { seed, depth, steps: Some(steps) } => write!(f, "priority:{seed}:{depth}:{steps}"),
            Mode::Starve(who) => write!(f, "starve:{}", who.join(",")),
            Mode::Adversarial(pairs) => {
                let pairs: Vec<_> = pairs.iter().map(|(first, second)| format!("{first}<{second}")).collect();
                write!(f, "adversarial:{}", pairs.join(","))
            }
            Mode::Threads(count) => write!(f, "threads:{count}"),
            Mode::Replay(path) => write!(f, "replay:{}", path.display()),
            Mode::Text(text) => f.write_str(text),
        }
    }
}

/// How the simulator is set up; None: as the environment says (`VJP_SIM_DEVICES`, `VJP_SIM_MEMORY`, `VJP_SIM_OVERLAP`,
/// `VJP_SIM_MODE`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// 1 to 16.
    pub devices: Option<i32>,
    /// Bytes of each device.
    pub memory: Option<u64>,
    /// So many streams of a device make progress at once, in virtual time.
    pub overlap: Option<i32>,
    pub mode: Option<Mode>,
}

/// Sets the simulator up; an error if a simulated device is in use and devices, memory or overlap would change.
pub fn configure(options: &Options) -> Result<()> {
    let mode = options.mode.as_ref().map(|mode| c_string(&mode.to_string())).transpose()?;
    let raw = sys::vjp_sim_options {
        devices: options.devices.unwrap_or(0),
        memory: options.memory.unwrap_or(0),
        overlap: options.overlap.unwrap_or(0),
        mode: crate::call::text_pointer(&mode),
        ..sys::VJP_SIM_OPTIONS_INIT
    };
    // SAFETY: the options and their text live during the call.
    check(unsafe { sys::vjp_sim_configure(&raw) })
}

/// Changes the mode, after everything that is enqueued on all devices has run. Seeds start anew.
pub fn set_mode(mode: &Mode) -> Result<()> {
    let mode = c_string(&mode.to_string())?;
    // SAFETY: the text lives during the call.
    check(unsafe { sys::vjp_sim_set_mode(mode.as_ptr()) })
}

/// The mode as text.
pub fn mode() -> String {
    // SAFETY: the string lives until the next call of this thread.
    unsafe { text(sys::vjp_sim_mode()) }
}

/// Starts anew, so that the same program gives the same schedule once more: runs what is enqueued, then sets times,
/// counters, random numbers and ordered failures to their start.
pub fn reset() -> Result<()> {
    // SAFETY: no argument.
    check(unsafe { sys::vjp_sim_reset() })
}

/// Runs everything that is enqueued on a device, without reporting faults; how much had been left.
pub fn drain(device: i32) -> Result<u64> {
    let mut ran = 0;
    // SAFETY: the place is a local.
    check(unsafe { sys::vjp_sim_drain(device, &mut ran) })?;
    Ok(ran)
}

/// What was enqueued since the start or [`reset`]. Commands of a capture do not count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    pub kernels: u64,
    pub copies: u64,
    pub fills: u64,
    pub host_functions: u64,
    pub graph_launches: u64,
    pub sleeps: u64,
    /// Fills that the simulator itself made of memory that was handed out.
    pub poisons: u64,
    pub records: u64,
    pub waits: u64,
    /// How often the host waited.
    pub host_syncs: u64,
    pub queries: u64,
    /// Moved by kernels, copies and fills.
    pub bytes: u64,
    /// Commands that have not run.
    pub pending: u64,
}

fn counters(call: impl FnOnce(*mut sys::vjp_sim_counters) -> sys::vjp_status) -> Result<Counters> {
    let mut raw = sys::VJP_SIM_COUNTERS_INIT;
    check(call(&mut raw))?;
    Ok(Counters {
        kernels: raw.kernels,
        copies: raw.copies,
        fills: raw.fills,
        host_functions: raw.host_functions,
        graph_launches: raw.graph_launches,
        sleeps: raw.sleeps,
        poisons: raw.poisons,
        records: raw.records,
        waits: raw.waits,
        host_syncs: raw.host_syncs,
        queries: raw.queries,
        bytes: raw.bytes,
        pending: raw.pending,
    })
}

/// The counters of a stream of a simulated device.
pub fn stream_counters(stream: &Stream) -> Result<Counters> {
    // SAFETY: the handle is alive; `out` is a local of `counters` with its size set.
    counters(|out| unsafe { sys::vjp_sim_stream_counters(stream.raw(), out) })
}

/// The sum of the counters of a device's streams that exist now.
pub fn device_counters(device: i32) -> Result<Counters> {
    // SAFETY: as above.
    counters(|out| unsafe { sys::vjp_sim_device_counters(device, out) })
}

/// What modes and traces call a stream's next command: its device, its number there (0: the default stream), its index.
pub fn stream_number(stream: &Stream) -> Result<Command> {
    let mut next = Command { device: 0, stream: 0, index: 0 };
    // SAFETY: the handle is alive, the places are locals.
    check(unsafe { sys::vjp_sim_stream_number(stream.raw(), &mut next.device, &mut next.stream, &mut next.index) })?;
    Ok(next)
}

/// When the last command that has run on the device ended, in virtual time. Runs nothing: synchronize before.
pub fn virtual_time(device: i32) -> Result<Duration> {
    let mut nanoseconds = 0;
    // SAFETY: the place is a local.
    check(unsafe { sys::vjp_sim_virtual_time(device, &mut nanoseconds) })?;
    Ok(Duration::from_nanos(nanoseconds))
}

/// A hash of the order in which commands have run since the start, a change of the mode or [`reset`].
pub fn schedule_hash() -> Result<u64> {
    let mut hash = 0;
    // SAFETY: the place is a local.
    check(unsafe { sys::vjp_sim_schedule_hash(&mut hash) })?;
    Ok(hash)
}

/// Writes the schedule from now on to a file, for [`Mode::Replay`]; None ends the writing.
pub fn record_schedule(path: Option<&Path>) -> Result<()> {
    let path = path.map(c_path).transpose()?;
    // SAFETY: the path lives during the call; NULL is allowed.
    check(unsafe { sys::vjp_sim_record_schedule(path.as_ref().map_or(null(), |path| path.as_ptr())) })
}

/// What became of a pair of [`Mode::Adversarial`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reversal {
    /// One of the two has not been enqueued, or run.
    Open,
    /// The second ran before the first.
    Done,
    /// The first had to run before the second.
    Ordered,
}

/// What became of the pair `index` of the mode.
pub fn reversal(index: usize) -> Result<Reversal> {
    let mut state = sys::VJP_SIM_REVERSAL_OPEN;
    // SAFETY: the place is a local.
    check(unsafe { sys::vjp_sim_reversal_state(index, &mut state) })?;
    Ok(match state {
        sys::VJP_SIM_REVERSAL_DONE => Reversal::Done,
        sys::VJP_SIM_REVERSAL_ORDERED => Reversal::Ordered,
        _ => Reversal::Open,
    })
}

/// Enqueues a command that takes so much virtual time and does nothing.
pub fn sleep(stream: &Stream, time: Duration) -> Result<()> {
    let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    // SAFETY: the handle is alive.
    check(unsafe { sys::vjp_sim_sleep(stream.raw(), nanoseconds) })
}

/// The `nth` raw allocation of the device from now on (1: the next), and `count` - 1 after it, find no memory. 0: none.
pub fn fail_allocation(device: i32, nth: u64, count: u64) -> Result<()> {
    // SAFETY: by value.
    check(unsafe { sys::vjp_sim_fail_allocation(device, nth, count) })
}

/// The `nth` command that is enqueued on the device from now on (1: the next) fails when it runs. A sticky failure
/// leaves the device unusable until [`reset`]. 0: none.
pub fn fail_command(device: i32, nth: u64, sticky: bool) -> Result<()> {
    // SAFETY: by value.
    check(unsafe { sys::vjp_sim_fail_command(device, nth, sticky) })
}

/// Whether devices can address each other's memory, which is so at the start.
pub fn set_peer_access(possible: bool) -> Result<()> {
    // SAFETY: by value.
    check(unsafe { sys::vjp_sim_set_peer_access(possible) })
}
