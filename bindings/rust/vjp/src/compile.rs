//! Compiled backward: grad calls that run by a program which was recorded of an earlier one. And functions that run by a
//! record of themselves ([`function`]).
//!
//! Everything that can be observed stays as it is. What does not fit is run by the engine; [`counters`], [`fallbacks`]
//! and [`last_miss`] say how often, and why.
//!
//! ```
//! use vjp::{compile, Tensor};
//! let x = Tensor::from_slice(&[0.0f64, 1.0, 2.0], &[3])?.tracked()?;
//! let before = compile::counters()?.hits;
//! compile::compiled(&compile::Options::default(), || -> vjp::Result<()> {
//!     for _ in 0..3 {
//!         let mut y = x.clone();
//!         for _ in 0..4 {
//!             y = y.mul(&x)?.add(&x)?;
//!         }
//!         y.sum()?.backward()?; // the first one is recorded, the others run by it
//!     }
//!     Ok(())
//! })??;
//! assert_eq!(compile::counters()?.hits - before, 2);
//! # Ok::<(), vjp::Error>(())
//! ```
//!
//! The environment variable `VJP_COMPILE=1` compiles the grad calls of a whole process.

use vjp_sys as sys;

use crate::autograd::GradCall;
pub use crate::compiled::{function, CompiledFunction};
use crate::error::{check, owned, text, Result};
use crate::region::Region;

/// How grad calls are compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// False: not at all, in a region inside one where they are.
    pub enabled: bool,
    /// Sizes of 2 and more are open from the start, instead of when they first differ.
    pub dynamic: bool,
    /// A call that cannot be compiled is an error, [`Status::NotImplemented`](crate::Status::NotImplemented) with the reason.
    pub strict: bool,
    /// Graphs with fewer nodes are left to the engine.
    pub min_sites: i32,
    /// A graph is compiled when it is seen for the `warm`-th time.
    pub warm: i32,
    /// How often one graph may be recorded anew for its sizes; then it is the engine's.
    pub max_records: i32,
    /// Of the process: beyond that the least recently used ones go.
    pub max_programs: i32,
    /// Derivatives of pointwise operators that follow each other run as one kernel.
    pub fuse: bool,
}

impl Default for Options {
    fn default() -> Self {
        let raw = sys::VJP_COMPILE_OPTIONS_INIT;
        Options {
            enabled: raw.enabled != 0,
            dynamic: raw.dynamic != 0,
            strict: raw.strict != 0,
            min_sites: raw.min_sites,
            warm: raw.warm,
            max_records: raw.max_records,
            max_programs: raw.max_programs,
            fuse: raw.fuse != 0,
        }
    }
}

impl Options {
    pub(crate) fn raw(&self) -> sys::vjp_compile_options {
        sys::vjp_compile_options {
            enabled: self.enabled.into(),
            dynamic: self.dynamic.into(),
            strict: self.strict.into(),
            min_sites: self.min_sites,
            warm: self.warm,
            max_records: self.max_records,
            max_programs: self.max_programs,
            fuse: self.fuse.into(),
            ..sys::VJP_COMPILE_OPTIONS_INIT
        }
    }
}

/// Runs `body` in a region where every grad call that this thread starts is compiled, also inside hooks.
pub fn compiled<R>(options: &Options, body: impl FnOnce() -> R) -> Result<R> {
    let raw = options.raw();
    // SAFETY: the options are a local, and `out` one of `begin`.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_compile(&raw, out) })?;
    Ok(body())
}

impl GradCall {
    /// Has this call compiled, whatever region its runs are in; with `enabled` off the region decides again.
    pub fn set_compiled(&mut self, options: &Options) -> Result<()> {
        // SAFETY: the handle is alive, and the options are read during the call.
        check(unsafe { sys::vjp_grad_call_set_compiled(self.raw(), &options.raw()) })
    }
}

/// What happened in the process so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Graphs that were compared with programs.
    pub walks: u64,
    /// Of them those that ran by a program.
    pub hits: u64,
    /// Programs that were made.
    pub records: u64,
    /// Of them those that took the place of one with other sizes.
    pub rerecords: u64,
    /// Calls that the engine ran.
    pub fallbacks: u64,
    /// Calls that the engine took over half-way, for a hook was registered meanwhile.
    pub late_fallbacks: u64,
    /// Programs that went, for there were too many.
    pub dropped: u64,
    /// Programs that are there.
    pub programs: u64,
    /// What they take.
    pub bytes: u64,
    /// Kernels that stood for several nodes.
    pub fused_kernels: u64,
    /// The nodes that they stood for.
    pub fused_nodes: u64,
    /// Calls of functions that [`function`] made.
    pub function_calls: u64,
    /// Of them those that ran by a record.
    pub function_hits: u64,
    /// Records that were made.
    pub function_records: u64,
}

/// The counters of the process.
pub fn counters() -> Result<Counters> {
    let mut raw = sys::VJP_COMPILE_COUNTERS_INIT;
    // SAFETY: `raw` is a local with its size set.
    check(unsafe { sys::vjp_compile_counters_get(&mut raw) })?;
    Ok(Counters {
        walks: raw.walks,
        hits: raw.hits,
        records: raw.records,
        rerecords: raw.rerecords,
        fallbacks: raw.fallbacks,
        late_fallbacks: raw.late_fallbacks,
        dropped: raw.dropped,
        programs: raw.programs,
        bytes: raw.bytes,
        fused_kernels: raw.fused_kernels,
        fused_nodes: raw.fused_nodes,
        function_calls: raw.function_calls,
        function_hits: raw.function_hits,
        function_records: raw.function_records,
    })
}

/// How many calls the engine ran, by reason; reasons that did not occur are left out.
pub fn fallbacks() -> Vec<(String, u64)> {
    let mut found = Vec::new();
    for index in 0.. {
        let mut count = 0;
        // SAFETY: `count` is a local; a reason lives for ever.
        let reason = unsafe { sys::vjp_compile_fallback(index, &mut count) };
        if reason.is_null() {
            break;
        }
        if count > 0 {
            // SAFETY: as above.
            found.push((unsafe { text(reason) }, count));
        }
    }
    found
}

/// Why the last call that ran by no program did not: the first node that differs, and in what; empty if there was none.
pub fn last_miss() -> Result<String> {
    // SAFETY: `out` is a local of `owned`.
    owned(|out| unsafe { sys::vjp_compile_last_miss(out) })
}

/// The program that was made last, one instruction a line; empty if there is none.
pub fn program() -> Result<String> {
    // SAFETY: `out` is a local of `owned`.
    owned(|out| unsafe { sys::vjp_compile_text(out) })
}

/// Forgets all programs of grad calls.
pub fn clear() {
    // SAFETY: no argument.
    unsafe { sys::vjp_compile_clear() }
}
