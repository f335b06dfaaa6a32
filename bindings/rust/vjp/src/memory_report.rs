//! What holds the memory: which storages live, who made each, and what keeps it.
//!
//! ```
//! use vjp::memory_report::{record, By, MemoryReport};
//! let x = vjp::Tensor::from_slice(&[1.0f64; 1000], &[1000])?.tracked()?;
//! let text = record(false, || {
//!     let loss = vjp::profiler::range("attention", || x.exp()?.sum())??;
//!     let report = MemoryReport::of(&[&x, &loss])?;
//!     assert_eq!(report.sums(By::Node)?[0].name, "ExpBackward");
//!     report.text(10)
//! })??;
//! assert!(text.contains("saved values of 1 ExpBackward node, made in `attention`"), "{text}");
//! # Ok::<(), vjp::Error>(())
//! ```

use std::ffi::CString;
use std::ptr::null;

use vjp_sys as sys;

use crate::device::Device;
use crate::error::{c_string, check, owned, text, Result};
use crate::handle::handle;
use crate::optim::Optimizer;
use crate::profiler::Profiler;
use crate::region::Region;
use crate::tensor::Tensor;

/// Runs `body`; what is known of storages that any thread makes meanwhile is who made them, with `places` also where in the
/// program. Reports inside know all of these storages.
pub fn record<R>(places: bool, body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: `out` is a local of `begin`.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_record_memory(places, out) })?;
    Ok(body())
}

/// What keeps a tensor alive. A storage counts with the kind that comes first here, of those that keep it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum KeeperKind {
    Optimizer,
    Gradient,
    Parameter,
    /// References that nothing walked explains: handles of the program, or others.
    Handle,
    Tangent,
    GradCall,
    Saved,
    Graph,
    Batched,
    View,
    /// The walk came to none of its tensors.
    Other,
}

impl KeeperKind {
    fn from_raw(raw: sys::vjp_memory_keeper_kind) -> KeeperKind {
        match raw {
            sys::VJP_MEMORY_OPTIMIZER => KeeperKind::Optimizer,
            sys::VJP_MEMORY_GRADIENT => KeeperKind::Gradient,
            sys::VJP_MEMORY_PARAMETER => KeeperKind::Parameter,
            sys::VJP_MEMORY_HANDLE => KeeperKind::Handle,
            sys::VJP_MEMORY_TANGENT => KeeperKind::Tangent,
            sys::VJP_MEMORY_GRAD_CALL => KeeperKind::GradCall,
            sys::VJP_MEMORY_SAVED => KeeperKind::Saved,
            sys::VJP_MEMORY_GRAPH => KeeperKind::Graph,
            sys::VJP_MEMORY_BATCHED => KeeperKind::Batched,
            sys::VJP_MEMORY_VIEW => KeeperKind::View,
            _ => KeeperKind::Other,
        }
    }
}

/// Whose work made a storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// Not recorded.
    Unknown,
    Data,
    Forward,
    Backward,
}

/// What sums, and time lines, are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum By {
    /// Not of a time line.
    Keeper,
    Operator,
    Range,
    Origin,
    /// The kind of node that has saved it. Not of a time line.
    Node,
}

impl By {
    fn raw(self) -> sys::vjp_memory_by {
        match self {
            By::Keeper => sys::VJP_MEMORY_BY_KEEPER,
            By::Operator => sys::VJP_MEMORY_BY_OPERATOR,
            By::Range => sys::VJP_MEMORY_BY_RANGE,
            By::Origin => sys::VJP_MEMORY_BY_ORIGIN,
            By::Node => sys::VJP_MEMORY_BY_NODE,
        }
    }
}

/// A picture, or its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    Svg,
    Json,
}

impl Form {
    fn raw(self) -> sys::vjp_memory_form {
        match self {
            Form::Svg => sys::VJP_MEMORY_SVG,
            Form::Json => sys::VJP_MEMORY_JSON,
        }
    }
}

/// What a report begins from.
#[derive(Default)]
pub struct Options<'a> {
    /// Where the walk begins, with the names that the report is to give them; "" for none.
    pub roots: Vec<(&'a Tensor, &'a str)>,
    pub optimizers: Vec<&'a Optimizer>,
    /// Only storages on this one.
    pub device: Option<Device>,
}

/// Figures in bytes: live is found, rounding and unknown together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Totals {
    pub live: i64,
    pub peak: i64,
    pub cached: i64,
    pub found: i64,
    pub rounding: i64,
    pub unknown: i64,
    pub foreign: i64,
    pub recorded_live: i64,
    pub recorded_peak: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Storage {
    pub bytes: usize,
    pub device: Device,
    /// The caller's memory, or page-locked.
    pub foreign: bool,
    pub origin: Origin,
    /// The operator that made it, the node in whose execution that was, the program's ranges around it, and the place in the
    /// program; empty where nothing is known.
    pub op: String,
    pub node: String,
    pub node_sequence: u64,
    pub range: String,
    pub place: String,
    /// Tensors on it.
    pub references: usize,
    pub kept: KeeperKind,
    pub keepers: Vec<Keeper>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Keeper {
    pub kind: KeeperKind,
    pub count: usize,
    pub name: String,
    pub sequence_number: u64,
    pub attribute: String,
    pub element: usize,
    pub tensor: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sum {
    pub name: String,
    pub bytes: i64,
    pub storages: usize,
}

handle! {
    /// What lived when it was made, as data.
    MemoryReport, vjp_memory_report, vjp_memory_report_release, shared vjp_memory_report_retain
}

impl MemoryReport {
    /// Of the process, from these tensors.
    pub fn of(roots: &[&Tensor]) -> Result<MemoryReport> {
        Self::with(&Options { roots: roots.iter().map(|root| (*root, "")).collect(), ..Default::default() })
    }

    pub fn with(options: &Options) -> Result<MemoryReport> {
        let mut raw = sys::VJP_MEMORY_REPORT_OPTIONS_INIT;
        let roots: Vec<_> = options.roots.iter().map(|(root, _)| root.raw()).collect();
        let names = options.roots.iter().map(|(_, name)| c_string(name)).collect::<Result<Vec<CString>>>()?;
        let names: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        let optimizers: Vec<_> = options.optimizers.iter().map(|optimizer| optimizer.raw()).collect();
        let device = options.device.map(Device::raw);
        raw.roots = roots.as_ptr();
        raw.num_roots = roots.len();
        raw.names = names.as_ptr();
        raw.optimizers = optimizers.as_ptr();
        raw.num_optimizers = optimizers.len();
        raw.device = device.as_ref().map_or(null(), |device| device);
        // SAFETY: what the options point to lives during the call.
        MemoryReport::make(|out| unsafe { sys::vjp_memory_report_create(&raw, out) })
    }

    fn raw_totals(&self) -> Result<sys::vjp_memory_totals> {
        let mut totals = sys::VJP_MEMORY_TOTALS_INIT;
        // SAFETY: the handle is alive, the place is a local.
        check(unsafe { sys::vjp_memory_report_totals(self.raw(), &mut totals) })?;
        Ok(totals)
    }

    pub fn totals(&self) -> Result<Totals> {
        let t = self.raw_totals()?;
        Ok(Totals {
            live: t.live,
            peak: t.peak,
            cached: t.cached,
            found: t.found,
            rounding: t.rounding,
            unknown: t.unknown,
            foreign: t.foreign,
            recorded_live: t.recorded_live,
            recorded_peak: t.recorded_peak,
        })
    }

    /// The storages, the largest first.
    pub fn storages(&self) -> Result<Vec<Storage>> {
        (0..self.raw_totals()?.num_storages).map(|i| self.storage(i)).collect()
    }

    fn storage(&self, index: usize) -> Result<Storage> {
        let mut s = sys::VJP_MEMORY_STORAGE_INIT;
        // SAFETY: the handle is alive, the place is a local.
        check(unsafe { sys::vjp_memory_report_storage(self.raw(), index, &mut s) })?;
        let keepers = (0..s.num_keepers).map(|k| self.keeper(index, k)).collect::<Result<_>>()?;
        // SAFETY: texts are the report's.
        let [op, node, range, place] = [s.op, s.node, s.range, s.place].map(|one| unsafe { text(one) });
        Ok(Storage {
            bytes: s.bytes,
            device: Device::from_raw(s.device),
            foreign: s.foreign,
            origin: match s.origin {
                sys::VJP_MEMORY_ORIGIN_DATA => Origin::Data,
                sys::VJP_MEMORY_ORIGIN_FORWARD => Origin::Forward,
                sys::VJP_MEMORY_ORIGIN_BACKWARD => Origin::Backward,
                _ => Origin::Unknown,
            },
            op,
            node,
            node_sequence: s.node_sequence,
            range,
            place,
            references: s.references,
            kept: KeeperKind::from_raw(s.kept),
            keepers,
        })
    }

    fn keeper(&self, storage: usize, index: usize) -> Result<Keeper> {
        let mut k = sys::VJP_MEMORY_KEEPER_INIT;
        // SAFETY: the handle is alive, the place is a local.
        check(unsafe { sys::vjp_memory_report_keeper(self.raw(), storage, index, &mut k) })?;
        // SAFETY: texts are the report's.
        let [name, attribute, tensor] = [k.name, k.attribute, k.tensor].map(|one| unsafe { text(one) });
        Ok(Keeper {
            kind: KeeperKind::from_raw(k.kind),
            count: k.count,
            name,
            sequence_number: k.sequence_number,
            attribute,
            element: k.element,
            tensor,
        })
    }

    /// Sums, the largest first.
    pub fn sums(&self, by: By) -> Result<Vec<Sum>> {
        let (raw, mut count) = (self.raw(), 0);
        // SAFETY: the handle is alive, the place a local; there is no room to be written.
        check(unsafe { sys::vjp_memory_report_sums(raw, by.raw(), std::ptr::null_mut(), 0, &mut count) })?;
        let mut rows = vec![sys::VJP_MEMORY_ROW_INIT; count];
        // SAFETY: as above, and there are as many rows as it is told.
        check(unsafe { sys::vjp_memory_report_sums(raw, by.raw(), rows.as_mut_ptr(), rows.len(), &mut count) })?;
        // SAFETY: texts are the report's.
        let sum = |row: &sys::vjp_memory_row| Sum {
            name: unsafe { text(row.name) },
            bytes: row.bytes,
            storages: row.storages,
        };
        Ok(rows.iter().map(sum).collect())
    }

    /// For people: the answer in a few sentences, sums, and at most `rows` storages, 0: all.
    pub fn text(&self, rows: usize) -> Result<String> {
        // SAFETY: the handle is alive, `out` is a local of `owned`.
        owned(|out| unsafe { sys::vjp_memory_report_text(self.raw(), rows, out) })
    }

    pub fn json(&self) -> Result<String> {
        // SAFETY: the handle is alive, `out` is a local of `owned`.
        owned(|out| unsafe { sys::vjp_memory_report_json(self.raw(), out) })
    }
}

/// The live bytes of what was made since the recording began, over time; see [`record`].
pub fn timeline(by: By, form: Form) -> Result<String> {
    // SAFETY: `out` is a local of `owned`.
    owned(|out| unsafe { sys::vjp_memory_timeline(by.raw(), form.raw(), out) })
}

impl Profiler {
    /// The live bytes of what was made in the last recording, over time; nothing without `memory` in the options.
    pub fn memory_timeline(&self, by: By, form: Form) -> Result<String> {
        // SAFETY: the handle is alive, `out` is a local of `owned`.
        owned(|out| unsafe { sys::vjp_profiler_memory_timeline(self.raw(), by.raw(), form.raw(), out) })
    }
}
