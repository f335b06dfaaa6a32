//! The detector of races between streams.
//!
//! Two commands race if they touch the same bytes, one of them writes, and nothing orders them: neither their streams,
//! nor events, nor a host that waited. The detector looks at what is enqueued, not at what happens to run when, so it
//! finds the same races in every schedule and on every device, [simulated](crate::sim) ones too:
//!
//! ```
//! use vjp::{ops, race, Device, Stream};
//! let device = Device::sim(0);
//! race::set_mode(race::Mode::Collect)?;
//! let x = device.with_default(|| ops::ones(&[256]))??;
//! let side = Stream::new(device)?;
//! let y = side.with(|| x.mul(2.0))??; // nothing makes it wait for the ones
//! let findings = race::findings()?;
//! assert_eq!(findings.len(), 1);
//! assert_eq!(findings[0].second.op, "mul");
//! assert!(race::check().is_err());
//! race::set_mode(race::Mode::Off)?;
//! # Ok::<(), vjp::Error>(())
//! ```
//!
//! The environment variable `VJP_RACE` (collect, warn, fail) switches it on without a change of the program.

use std::ffi::{c_char, c_void};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use vjp_sys as sys;

use crate::callback::guarded;
use crate::device::Device;
use crate::dtype::DType;
use crate::error::{check as checked, owned, text, Result};

/// What the detector does with what it finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Off,
    /// Keeps findings for [`findings`].
    Collect,
    /// And each goes to the warning handler, once.
    Warn,
    /// And the call that issues the second access fails; nothing is enqueued.
    Fail,
}

const MODES: [(Mode, sys::vjp_race_mode); 4] = [
    (Mode::Off, sys::VJP_RACE_OFF),
    (Mode::Collect, sys::VJP_RACE_COLLECT),
    (Mode::Warn, sys::VJP_RACE_WARN),
    (Mode::Fail, sys::VJP_RACE_FAIL),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    ReadAfterWrite,
    WriteAfterRead,
    WriteAfterWrite,
    /// Memory was given back and reused while a stream still used it: `record_stream` is missing.
    Lifetime,
    /// The host touches page-locked memory that a copy still uses.
    Host,
    /// Graphs that share memory replay at the same time, or not in the order of their capture.
    Pool,
    /// No race: bytes are read that nobody wrote since the memory was allocated.
    Uninitialised,
    Unknown(u32),
}

impl Kind {
    fn from_raw(raw: sys::vjp_race_kind) -> Kind {
        match raw {
            sys::VJP_RACE_READ_AFTER_WRITE => Kind::ReadAfterWrite,
            sys::VJP_RACE_WRITE_AFTER_READ => Kind::WriteAfterRead,
            sys::VJP_RACE_WRITE_AFTER_WRITE => Kind::WriteAfterWrite,
            sys::VJP_RACE_LIFETIME => Kind::Lifetime,
            sys::VJP_RACE_HOST => Kind::Host,
            sys::VJP_RACE_POOL => Kind::Pool,
            sys::VJP_RACE_UNINITIALISED => Kind::Uninitialised,
            other => Kind::Unknown(other),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::ReadAfterWrite => "read after write",
            Kind::WriteAfterRead => "write after read",
            Kind::WriteAfterWrite => "write after write",
            Kind::Lifetime => "reuse of memory in use",
            Kind::Host => "access by the host",
            Kind::Pool => "graphs that share memory",
            Kind::Uninitialised => "read of uninitialised memory",
            Kind::Unknown(number) => return write!(f, "race of kind {number}"),
        })
    }
}

/// What [`confirm`] found out about a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirmation {
    NotTried,
    /// With the two commands the other way round the results are different.
    Confirmed,
    /// The two ran the other way round, and the results are the same.
    SameResults,
    /// They cannot: something that the detector does not know of orders them.
    Ordered,
}

/// One of the two commands of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// The operator.
    pub op: String,
    /// The backward node that ran, with its sequence number; None in forward.
    pub node: Option<(String, u64)>,
    /// The number of its grad call; 0 outside.
    pub grad_call: u64,
    pub write: bool,
    pub device: Device,
    pub stream_id: u64,
    /// The stream's name.
    pub stream: String,
    /// The how manieth of its stream, from 1; 0: the host itself.
    pub command: u64,
    /// Of the host, a small number.
    pub thread: u64,
    /// None where the memory was touched as bytes.
    pub dtype: Option<DType>,
    pub shape: Vec<i64>,
    /// Where the program said it was ([`location`](crate::location)), a line each, the innermost last; "" if it did not.
    pub location: String,
}

/// A race: two commands, the bytes, and the order that is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub kind: Kind,
    /// How often these operators, streams and nodes raced.
    pub count: u64,
    /// Where the memory lies.
    pub device: Device,
    /// A number of the memory, and how often it had been handed out before.
    pub storage: u64,
    pub generation: u64,
    /// Bytes of the overlap, counted from the start of the storage.
    pub bytes: std::ops::Range<u64>,
    /// Operator and stream that allocated it.
    pub allocated_by: String,
    pub first: Access,
    pub second: Access,
    /// The last command of the first stream that the second one waited for; 0: none.
    pub ordered_up_to: u64,
    /// The order that is missing, in words.
    pub missing: String,
    /// A call that would mend it, and where.
    pub fix: String,
    pub confirmation: Confirmation,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.write { "write" } else { "read" };
        write!(f, "{what} by {} on {}", self.op, self.stream)?;
        if let Some((name, sequence)) = &self.node {
            write!(f, " in node {name} #{sequence}")?;
        }
        self.location.lines().try_for_each(|line| write!(f, ", at {}", line.trim()))
    }
}

/// One line; [`report`] has them all, and more of each.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { kind, device, first, second, missing, fix, .. } = self;
        write!(f, "race ({kind}) on {device}: {first}, then {second}; {missing}; fix: {fix}")
    }
}

// The strings of a finding end with the next clearing or change of mode: nobody does either while they are copied.
static STRINGS: Mutex<()> = Mutex::new(());

fn strings() -> MutexGuard<'static, ()> {
    STRINGS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Switches the detector of the process on or off; switching on forgets earlier findings. Memory that was in use before
/// counts as initialised.
pub fn set_mode(mode: Mode) -> Result<()> {
    let raw = MODES.iter().find(|(known, _)| *known == mode).map_or(sys::VJP_RACE_OFF, |(_, raw)| *raw);
    let _strings = strings();
    // SAFETY: by value.
    checked(unsafe { sys::vjp_race_set_mode(raw) })
}

pub fn mode() -> Mode {
    // SAFETY: no argument.
    let raw = unsafe { sys::vjp_race_get_mode() };
    MODES.iter().find(|(_, known)| *known == raw).map_or(Mode::Off, |(mode, _)| *mode)
}

/// What was found, in the order in which it was.
pub fn findings() -> Result<Vec<Finding>> {
    let _strings = strings();
    // SAFETY: no argument.
    (0..unsafe { sys::vjp_race_count() })
        .map(|index| {
            let mut raw = sys::VJP_RACE_FINDING_INIT;
            // SAFETY: a local with its size set, whose strings live as long as the lock is held.
            unsafe {
                checked(sys::vjp_race_get(index, &mut raw))?;
                Ok(finding(&raw))
            }
        })
        .collect()
}

/// Runs a program with the detector on, then once more for each race that was found, with the second command before the
/// first, and compares the results: `count` bytes, which it writes each time to what it is given. It does the same each
/// time, on simulated devices, and waits for them. Gives the findings of the first run; those before are forgotten.
/// The program does not ask for findings itself.
pub fn confirm(count: usize, program: impl FnMut(&mut [u8]) -> Result<()>) -> Result<Vec<Finding>> {
    unsafe extern "C" fn run<F: FnMut(&mut [u8]) -> Result<()>>(
        context: *mut c_void,
        results: *mut c_void,
        bytes: usize,
    ) -> sys::vjp_status {
        guarded(|| {
            std::ptr::write_bytes(results.cast::<u8>(), 0, bytes);
            (*context.cast::<F>())(std::slice::from_raw_parts_mut(results.cast(), bytes))
        })
    }
    fn confirmed<F: FnMut(&mut [u8]) -> Result<()>>(count: usize, mut program: F) -> Result<()> {
        let context: *mut F = &mut program;
        // SAFETY: the program is a local, called on this thread during the call with room for `count` bytes.
        checked(unsafe { sys::vjp_race_confirm(Some(run::<F>), context.cast(), count) })
    }
    let strings = strings();
    confirmed(count, program)?;
    drop(strings);
    findings()
}

/// All findings in words.
pub fn report() -> Result<String> {
    // SAFETY: `out` is a local of `owned`.
    owned(|out: *mut *mut c_char| unsafe { sys::vjp_race_report(false, out) })
}

/// All findings as a JSON array.
pub fn report_json() -> Result<String> {
    // SAFETY: as above.
    owned(|out: *mut *mut c_char| unsafe { sys::vjp_race_report(true, out) })
}

/// An error with the report if there are findings: the last line of a test.
pub fn check() -> Result<()> {
    // SAFETY: no argument.
    checked(unsafe { sys::vjp_race_check() })
}

/// Forgets the findings, not what is known of the order.
pub fn clear() {
    let _strings = strings();
    // SAFETY: no argument.
    unsafe { sys::vjp_race_clear() }
}

/// # Safety
/// The strings of `raw` are alive.
unsafe fn finding(raw: &sys::vjp_race_finding) -> Finding {
    Finding {
        kind: Kind::from_raw(raw.kind),
        count: raw.count,
        device: Device::from_raw(raw.device),
        storage: raw.storage,
        generation: raw.generation,
        bytes: raw.begin..raw.end,
        allocated_by: text(raw.allocated_by),
        first: access(&raw.first),
        second: access(&raw.second),
        ordered_up_to: raw.ordered_up_to,
        missing: text(raw.missing),
        fix: text(raw.fix),
        confirmation: match raw.confirmation {
            sys::VJP_RACE_CONFIRMED => Confirmation::Confirmed,
            sys::VJP_RACE_SAME_RESULTS => Confirmation::SameResults,
            sys::VJP_RACE_ORDERED => Confirmation::Ordered,
            _ => Confirmation::NotTried,
        },
    }
}

/// # Safety
/// The strings of `raw` are alive, and its shape has as many numbers as it says.
unsafe fn access(raw: &sys::vjp_race_access) -> Access {
    Access {
        op: text(raw.op),
        node: (!raw.node.is_null()).then(|| (text(raw.node), raw.node_sequence)),
        grad_call: raw.grad_call,
        write: raw.write,
        device: Device::from_raw(raw.device),
        stream_id: raw.stream_id,
        stream: text(raw.stream),
        command: raw.command,
        thread: raw.thread,
        dtype: (raw.dtype != sys::vjp_dtype::VJP_DTYPE_NONE).then(|| DType::from_raw(raw.dtype)),
        shape: (0..raw.ndim as usize).map(|i| *raw.shape.add(i)).collect(),
        location: text(raw.location),
    }
}
