//! Debugging: anomaly mode, pictures of graphs, and why a gradient is missing.

use std::backtrace::Backtrace;
use std::ffi::{c_void, CStr};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::ptr::null_mut;
use std::sync::{Arc, Mutex, PoisonError};

use vjp_sys as sys;

use crate::callback::{drop_context, into_context};
use crate::error::{c_string, check, drop_caught, Result};
use crate::handle::handle;
use crate::node::Node;
use crate::region::Region;
use crate::tensor::Tensor;

pub use crate::picture::{Format, PictureOptions};
pub use crate::weak::{watch_hooks, watched_hooks};

/// Runs `body` in anomaly mode, for debugging: a failing backward warns where the forward made the failing node, and
/// with `check_nan` a backward that computes NaN fails. The mode is the process's. Where programs have line numbers (`debug`
/// in their profile) the warning has those of the program, otherwise what [`location`](crate::location) says.
///
/// ```
/// let x = vjp::Tensor::from_slice(&[0.0f64], &[1])?.tracked()?;
/// let error = vjp::observe::detect_anomaly(true, || x.sqrt()?.mul(0.0)?.sum()?.backward())?.unwrap_err();
/// assert!(error.to_string().contains("SqrtBackward"));
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn detect_anomaly<R>(check_nan: bool, body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: the callback uses no context.
    check(unsafe { sys::vjp_set_call_site_callback(Some(call_site), null_mut(), None) })?;
    // SAFETY: the place is a local.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_anomaly(true, check_nan, out) })?;
    Ok(body())
}

/// Asked where a node is made: the lines of the stack that are neither this crate's nor the standard library's.
unsafe extern "C" fn call_site(_context: *mut c_void, site: *mut sys::vjp_call_site) {
    let _ = catch_unwind(|| {
        let lines = program_lines(&Backtrace::force_capture().to_string());
        let Some(first) = lines.first() else { return };
        // "src/main.rs:12:5", of which the column says less than it costs to read
        let mut place = first.0.rsplitn(3, ':');
        let (_, line, file) = (place.next(), place.next(), place.next());
        let (Ok(file), Ok(function)) = (c_string(file.unwrap_or("?")), c_string(&first.1)) else { return };
        let line = line.and_then(|line| line.parse().ok()).unwrap_or(0);
        if sys::vjp_call_site_write_place(site, file.as_ptr(), line, function.as_ptr()) {
            let lines: Vec<_> = lines.iter().map(|(place, function)| format!("  {place}, in {function}")).collect();
            if let Ok(lines) = c_string(&lines.join("\n")) {
                sys::vjp_call_site_write(site, lines.as_ptr());
            }
        }
    });
}

/// Of a backtrace's text, pairs of "3: function" and "at file:line:column"; without debug information the second is missing.
fn program_lines(backtrace: &str) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    let mut function = "";
    for line in backtrace.lines().map(str::trim) {
        if let Some(place) = line.strip_prefix("at ") {
            let ours = ["vjp::", "<vjp::", "std::", "core::", "<core::", "<alloc::", "<std::"];
            if !ours.iter().any(|prefix| function.starts_with(prefix)) {
                lines.push((place.to_owned(), function.to_owned()));
            }
        } else if let Some((_, name)) = line.split_once(": ") {
            // Above it is what runs a program or a test.
            if name.contains("__rust_begin_short_backtrace") {
                break;
            }
            function = name;
        }
    }
    lines
}

pub fn is_anomaly_enabled() -> bool {
    // SAFETY: no argument.
    unsafe { sys::vjp_anomaly_enabled() }
}

/// Runs `body` so that [`explain_missing_grad`] can say where the histories of what it computes were cut, and in which line
/// of the program, if that has line numbers (`debug` in its profile); otherwise what [`location`](crate::location) says.
pub fn record_cuts<R>(body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: the callback uses no context.
    check(unsafe { sys::vjp_set_call_site_callback(Some(call_site), null_mut(), None) })?;
    // SAFETY: the place is a local.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_record_cuts(out) })?;
    Ok(body())
}

/// A node that is about to execute, as [`trace`] reports it.
#[derive(Debug)]
pub struct TraceEvent {
    pub node: Node,
    /// The number of the backward, see [`backward_id`](crate::backward_id).
    pub backward: u64,
    /// The gradients of its results, None where undefined.
    pub grads: Vec<Option<Tensor>>,
}

/// Runs `body`, whose backwards report each node to `listen` in the order of execution, before it executes. Of tensors on
/// a device it is called on a thread of the library, perhaps on several at once. A panic in it goes on after `body`.
///
/// ```
/// use std::sync::Mutex;
/// use vjp::observe::trace;
/// static NAMES: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// let x = vjp::Tensor::from_slice(&[1.0f64], &[1])?.tracked()?;
/// trace(|event| NAMES.lock().unwrap().push(event.node.name()), || x.sin()?.mul(2.0)?.backward())??;
/// assert_eq!(*NAMES.lock().unwrap(), ["MulBackward", "SinBackward", "AccumulateGrad"]);
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn trace<R, F>(listen: F, body: impl FnOnce() -> R) -> Result<R>
where
    F: Fn(&TraceEvent) + Send + Sync + 'static,
{
    type Panic = Box<dyn std::any::Any + Send>;
    struct Listener<F> {
        listen: F,
        panic: Arc<Mutex<Option<Panic>>>,
    }
    unsafe extern "C" fn call<F: Fn(&TraceEvent)>(context: *mut c_void, event: *const sys::vjp_trace_event) {
        let listener = &*context.cast::<Listener<F>>();
        let result = catch_unwind(AssertUnwindSafe(|| {
            let event = &*event;
            let Some(node) = Node::from_borrowed(event.node.cast_mut()) else { return };
            let grads = (0..event.num_grads).map(|i| Tensor::from_borrowed(*event.grads.add(i))).collect();
            (listener.listen)(&TraceEvent { node, backward: event.grad_call as u64, grads });
        }));
        if let Err(panic) = result {
            let mut first = listener.panic.lock().unwrap_or_else(PoisonError::into_inner);
            drop_caught(if first.is_none() { first.replace(panic) } else { Some(panic) });
        }
    }
    let panic = Arc::new(Mutex::new(None));
    let context = into_context(Listener { listen, panic: panic.clone() });
    let drop = Some(drop_context::<Listener<F>> as unsafe extern "C" fn(*mut c_void));
    // SAFETY: the context is what the callbacks take.
    let region = Region::begin(|out| unsafe { sys::vjp_guard_trace(Some(call::<F>), context, drop, out) });
    if region.is_err() {
        // SAFETY: after a failure the context is still ours.
        unsafe { drop_context::<Listener<F>>(context) };
    }
    let region = region?;
    let result = body();
    std::mem::drop(region);
    let panic = panic.lock().unwrap_or_else(PoisonError::into_inner).take();
    match panic {
        Some(panic) => resume_unwind(panic),
        None => Ok(result),
    }
}

handle! {
    /// The graph behind some tensors, as it was when it was walked. Keeps its nodes alive.
    ///
    /// ```
    /// let w = vjp::Tensor::from_slice(&[1.0f32, 2.0], &[2])?.tracked()?;
    /// let graph = vjp::observe::Graph::behind(&[&w.tanh()?.sum()?])?;
    /// let names: Vec<_> = graph.nodes().iter().map(|node| node.name()).collect();
    /// assert_eq!(names, ["SumBackward", "TanhBackward", "AccumulateGrad"]);
    /// assert_eq!((graph.links()[1].from, graph.links()[1].to, graph.saved_bytes(1)), (1, 2, 8));
    /// # Ok::<(), vjp::Error>(())
    /// ```
    Graph, vjp_graph, vjp_graph_release, shared vjp_graph_retain
}

/// Edge `edge` of node `from` leads to slot `slot` of node `to`; nodes are numbered as in [`Graph::nodes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    pub from: usize,
    pub edge: usize,
    pub to: usize,
    pub slot: usize,
}

impl Graph {
    /// Walks from the roots; those that do not require grad add nothing.
    pub fn behind(roots: &[&Tensor]) -> Result<Graph> {
        let list = raw_list(roots);
        // SAFETY: the list lives during the call, and `out` is a local of `make`.
        Graph::make(|out| unsafe { sys::vjp_graph_create(list.as_ptr(), list.len(), out) })
    }

    /// In an order in which each comes before those that it leads to.
    pub fn nodes(&self) -> Vec<Node> {
        // SAFETY: the handle is alive; nodes are borrowed from it.
        unsafe {
            let count = sys::vjp_graph_num_nodes(self.raw());
            (0..count).filter_map(|i| Node::from_borrowed(sys::vjp_graph_node(self.raw(), i))).collect()
        }
    }

    /// The edges that lead somewhere.
    pub fn links(&self) -> Vec<Link> {
        // SAFETY: the handle is alive, the place a local; in range none fails.
        unsafe {
            let mut raw = sys::vjp_graph_link { from: 0, edge: 0, to: 0, slot: 0 };
            let link = |i| {
                sys::vjp_graph_get_link(self.raw(), i, &mut raw);
                Link { from: raw.from, edge: raw.edge, to: raw.to, slot: raw.slot }
            };
            (0..sys::vjp_graph_num_links(self.raw())).map(link).collect()
        }
    }

    /// Bytes of the tensors that a node has saved; what hooks have packed, and what was freed, does not count.
    pub fn saved_bytes(&self, node: usize) -> usize {
        // SAFETY: the handle is alive; any number is allowed.
        unsafe { sys::vjp_graph_saved_bytes(self.raw(), node) }
    }
}

fn raw_list(tensors: &[&Tensor]) -> Vec<*mut sys::vjp_tensor> {
    tensors.iter().map(|tensor| tensor.raw()).collect()
}

/// The graph behind the roots as text for Graphviz. `names` label leaves and results.
///
/// ```
/// let w = vjp::Tensor::from_slice(&[1.0f32, 2.0], &[2])?.tracked()?;
/// let loss = w.tanh()?.sum()?;
/// let dot = vjp::observe::to_dot(&[&loss], &[("w", &w)])?;
/// assert!(dot.starts_with("digraph") && dot.contains("w\\nfloat32[2]") && dot.contains("Tanh"));
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn to_dot(roots: &[&Tensor], names: &[(&str, &Tensor)]) -> Result<String> {
    let graph = Graph::behind(roots)?;
    for (name, tensor) in names {
        graph.set_name(tensor, name)?;
    }
    graph.picture(Format::Dot, &PictureOptions::default())
}

/// What stands between a tensor and its gradient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// A gradient arrives.
    None,
    Detached,
    GradModeOff,
    NotDifferentiable,
    IntegerDtype,
    DataAlias,
    /// A view made with grad mode off, which reports `requires_grad` all the same.
    DeadView,
    /// The tensor does not require grad.
    NotRequired,
    /// Reached, but a node on the way gives no gradient.
    Undefined,
    /// A gradient arrives, but the tensor is no leaf and does not retain it.
    NotRetained,
    /// Not reached, and nothing is known that explains it.
    Unknown,
    /// The tensor, or a result on the way, was made in inference mode.
    Inference,
    /// Batched at a level that has ended.
    LevelEnded,
    /// Used when it did not require grad yet.
    RequiredLater,
    /// Not reached, but a leaf from which it was computed is.
    Replaced,
    /// Not reached, but a leaf with the same memory or the same elements is.
    AnotherTensor,
    /// Reached, but a backward has freed the graph between.
    Freed,
    /// Reached, but a value that a node saved was changed in place.
    Changed,
    /// Reached, but a derivative on the way fails.
    Failed,
    /// A gradient arrives with NaN or infinite elements.
    NotFinite,
    /// A gradient arrives, and every element is exactly zero.
    Zero,
    /// A gradient arrives that is zero, or nearly, for its dtype has no smaller numbers.
    Underflow,
    /// A gradient arrives, but from only some of the tensor's uses.
    SomeUses,
    /// A gradient arrives, unless hooks on the way change it; they are not run.
    Hooks,
    /// A gradient arrives of which some elements are exactly zero.
    PartlyZero,
}

impl Obstacle {
    fn from_raw(raw: sys::vjp_gradient_obstacle) -> Obstacle {
        match raw {
            sys::VJP_OBSTACLE_NONE => Obstacle::None,
            sys::VJP_OBSTACLE_DETACHED => Obstacle::Detached,
            sys::VJP_OBSTACLE_GRAD_MODE_OFF => Obstacle::GradModeOff,
            sys::VJP_OBSTACLE_NOT_DIFFERENTIABLE => Obstacle::NotDifferentiable,
            sys::VJP_OBSTACLE_INTEGER_DTYPE => Obstacle::IntegerDtype,
            sys::VJP_OBSTACLE_DATA_ALIAS => Obstacle::DataAlias,
            sys::VJP_OBSTACLE_DEAD_VIEW => Obstacle::DeadView,
            sys::VJP_OBSTACLE_NOT_REQUIRED => Obstacle::NotRequired,
            sys::VJP_OBSTACLE_UNDEFINED => Obstacle::Undefined,
            sys::VJP_OBSTACLE_NOT_RETAINED => Obstacle::NotRetained,
            sys::VJP_OBSTACLE_INFERENCE => Obstacle::Inference,
            sys::VJP_OBSTACLE_LEVEL_ENDED => Obstacle::LevelEnded,
            sys::VJP_OBSTACLE_REQUIRED_LATER => Obstacle::RequiredLater,
            sys::VJP_OBSTACLE_REPLACED => Obstacle::Replaced,
            sys::VJP_OBSTACLE_ANOTHER_TENSOR => Obstacle::AnotherTensor,
            sys::VJP_OBSTACLE_FREED => Obstacle::Freed,
            sys::VJP_OBSTACLE_CHANGED => Obstacle::Changed,
            sys::VJP_OBSTACLE_FAILED => Obstacle::Failed,
            sys::VJP_OBSTACLE_NOT_FINITE => Obstacle::NotFinite,
            sys::VJP_OBSTACLE_ZERO => Obstacle::Zero,
            sys::VJP_OBSTACLE_UNDERFLOW => Obstacle::Underflow,
            sys::VJP_OBSTACLE_SOME_USES => Obstacle::SomeUses,
            sys::VJP_OBSTACLE_HOOKS => Obstacle::Hooks,
            sys::VJP_OBSTACLE_PARTLY_ZERO => Obstacle::PartlyZero,
            _ => Obstacle::Unknown,
        }
    }
}

/// What one use of a tensor contributes to its gradient.
#[derive(Debug)]
pub struct GradientUse {
    /// [`Obstacle::None`] if it contributes.
    pub obstacle: Obstacle,
    pub text: String,
    /// The node whose argument `edge` the tensor is; None for a root.
    pub node: Option<Node>,
    pub edge: usize,
    /// The line of the use, where that was recorded: "src/main.rs:12, in step".
    pub place: String,
    /// The node that made the contribution what it is.
    pub at: Option<Node>,
}

/// Why a tensor gets the gradient that it gets, where (the node and which of its arguments), and what each use contributes.
#[derive(Debug)]
pub struct Explanation {
    pub obstacle: Obstacle,
    pub text: String,
    pub node: Option<Node>,
    pub edge: usize,
    /// The line of the program that is meant; empty where that was not recorded.
    pub place: String,
    pub uses: Vec<GradientUse>,
}

impl std::fmt::Display for Explanation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// Says why `tensor` gets no gradient from the roots. Cuts are known only of what ran inside [`record_cuts`].
///
/// ```
/// use vjp::observe::{explain_missing_grad, record_cuts, Obstacle};
/// let x = vjp::Tensor::from_slice(&[1.0f64], &[1])?.tracked()?;
/// let w = vjp::Tensor::from_slice(&[2.0f64], &[1])?.tracked()?;
/// let y = record_cuts(|| x.detach()?.mul(&w))??;
/// assert_eq!(explain_missing_grad(&x, &[&y])?.obstacle, Obstacle::Detached);
/// assert_eq!(explain_missing_grad(&w, &[&y])?.obstacle, Obstacle::None);
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn explain_missing_grad(tensor: &Tensor, roots: &[&Tensor]) -> Result<Explanation> {
    struct Owned(*mut sys::vjp_explanation);
    impl Drop for Owned {
        fn drop(&mut self) {
            // SAFETY: the one reference is ours.
            unsafe { sys::vjp_explanation_release(self.0) }
        }
    }
    let list = raw_list(roots);
    let mut explanation = Owned(null_mut());
    // SAFETY: handles and list live during the call, the places are locals; what answers point to lives until the end.
    unsafe {
        check(sys::vjp_explain_gradient(tensor.raw(), list.as_ptr(), list.len(), &mut explanation.0))?;
        let text = |chars| CStr::from_ptr(chars).to_string_lossy().into_owned();
        let mut answer = sys::VJP_GRADIENT_ANSWER_INIT;
        let mut uses = Vec::new();
        for index in 0..sys::vjp_explanation_num_uses(explanation.0) {
            check(sys::vjp_explanation_use(explanation.0, index, &mut answer))?;
            uses.push(GradientUse {
                obstacle: Obstacle::from_raw(answer.obstacle),
                text: text(answer.text),
                node: Node::from_borrowed(answer.used_by),
                edge: answer.used_edge,
                place: text(answer.place),
                at: Node::from_borrowed(answer.node),
            });
        }
        check(sys::vjp_explanation_answer(explanation.0, &mut answer))?;
        Ok(Explanation {
            obstacle: Obstacle::from_raw(answer.obstacle),
            text: text(answer.text),
            node: Node::from_borrowed(answer.node),
            edge: answer.edge,
            place: text(answer.place),
            uses,
        })
    }
}
