//! Debugging: anomaly mode, pictures of graphs, and why a gradient is missing.

use std::ffi::CString;
use std::ptr::null_mut;

use vjp_sys as sys;

use crate::error::{check, take_text, Error, Result};
use crate::node::Node;
use crate::region::Region;
use crate::tensor::Tensor;

/// Runs `body` in anomaly mode, for debugging: a failing backward warns where the forward made the failing node, and
/// with `check_nan` a backward that computes NaN fails. The mode is the process's.
///
/// ```
/// let x = vjp::Tensor::from_slice(&[0.0f64], &[1])?.tracked()?;
/// let error = vjp::observe::detect_anomaly(true, || x.sqrt()?.mul(0.0)?.sum()?.backward())?.unwrap_err();
/// assert!(error.to_string().contains("SqrtBackward"));
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn detect_anomaly<R>(check_nan: bool, body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: the place is a local.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_anomaly(true, check_nan, out) })?;
    Ok(body())
}

pub fn is_anomaly_enabled() -> bool {
    // SAFETY: no argument.
    unsafe { sys::vjp_anomaly_enabled() }
}

/// Runs `body` so that [`explain_missing_grad`] can say where the histories of what it computes were cut.
pub fn record_cuts<R>(body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: the place is a local.
    let _region = Region::begin(|out| unsafe { sys::vjp_guard_record_cuts(out) })?;
    Ok(body())
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
    struct Graph(*mut sys::vjp_graph);
    impl Drop for Graph {
        fn drop(&mut self) {
            // SAFETY: we own one reference.
            unsafe { sys::vjp_graph_release(self.0) }
        }
    }
    let list = raw_list(roots);
    let mut graph = Graph(null_mut());
    // SAFETY: the list lives during the call, and the place is a local.
    check(unsafe { sys::vjp_graph_create(list.as_ptr(), list.len(), &mut graph.0) })?;
    for (name, tensor) in names {
        let name = CString::new(*name).map_err(|_| Error::invalid("a name contains a zero byte"))?;
        // SAFETY: all handles are alive, and the name is copied.
        check(unsafe { sys::vjp_graph_set_name(graph.0, tensor.raw(), name.as_ptr()) })?;
    }
    let mut out = null_mut();
    // SAFETY: the graph is alive; the text is ours.
    unsafe {
        check(sys::vjp_graph_dot(graph.0, &mut out))?;
        Ok(take_text(out))
    }
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
    /// Not reached, and no cut was recorded that explains it.
    Unknown,
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
            _ => Obstacle::Unknown,
        }
    }
}

/// Why a tensor gets no gradient, and where: the node and which of its arguments.
#[derive(Debug)]
pub struct Explanation {
    pub obstacle: Obstacle,
    pub text: String,
    pub node: Option<Node>,
    pub edge: usize,
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
    let list = raw_list(roots);
    let (mut obstacle, mut node, mut edge, mut out) = (sys::VJP_OBSTACLE_NONE, null_mut(), 0, null_mut());
    // SAFETY: handles and list live during the call, the places are locals; node and text are ours.
    unsafe {
        let (count, list) = (list.len(), list.as_ptr());
        check(sys::vjp_explain_gradient(tensor.raw(), list, count, &mut obstacle, &mut node, &mut edge, &mut out))?;
        Ok(Explanation {
            obstacle: Obstacle::from_raw(obstacle),
            text: take_text(out),
            node: Node::from_owned(node),
            edge,
        })
    }
}
