//! Nodes of the graph, for the curious.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ptr::{null_mut, NonNull};

use vjp_sys as sys;

use crate::autograd::raw_or_null;
use crate::error::{c_string, check, text, Result};
use crate::tensor::{one, optional, Tensor};

/// A counted reference to a node: what an operator recorded.
pub struct Node(NonNull<sys::vjp_node>);

// SAFETY: the count is atomic, and handles may be used and released on any thread.
unsafe impl Send for Node {}
// SAFETY: as above.
unsafe impl Sync for Node {}

impl Node {
    /// # Safety
    /// `raw` is null or a handle whose reference is given away.
    pub(crate) unsafe fn from_owned(raw: *mut sys::vjp_node) -> Option<Node> {
        NonNull::new(raw).map(Node)
    }

    /// # Safety
    /// `raw` is null or a live handle.
    pub(crate) unsafe fn from_borrowed(raw: *mut sys::vjp_node) -> Option<Node> {
        NonNull::new(sys::vjp_node_retain(raw)).map(Node)
    }

    pub(crate) fn raw(&self) -> *mut sys::vjp_node {
        self.0.as_ptr()
    }

    /// "MulBackward", "AccumulateGrad".
    pub fn name(&self) -> String {
        // SAFETY: the handle is alive, and the string lives as long as it.
        unsafe { text(sys::vjp_node_name(self.raw())) }
    }

    pub fn sequence_number(&self) -> u64 {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_node_sequence_number(self.raw()) }
    }

    /// Greater than those of all nodes that its edges lead to.
    pub fn topological_number(&self) -> u64 {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_node_topological_number(self.raw()) }
    }

    /// How many results it has, each with a slot for a gradient.
    pub fn num_slots(&self) -> usize {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_node_num_slots(self.raw()) }
    }

    /// The leaf of an accumulator; an error for other nodes.
    pub fn leaf(&self) -> Result<Tensor> {
        // SAFETY: the handle is alive, `out` is a local of `one`.
        one(|out| unsafe { sys::vjp_node_leaf(self.raw(), out) })
    }

    /// The names of what the node saved for its derivative: arguments and results as its schema calls them, and
    /// `<argument>_sizes` where the shape is enough; "tensors" of a custom function.
    pub fn saved_names(&self) -> Vec<String> {
        // SAFETY: the handle is alive, and names live as long.
        unsafe {
            let count = sys::vjp_node_num_saved(self.raw());
            (0..count).map(|i| text(sys::vjp_node_saved_name(self.raw(), i))).collect()
        }
    }

    /// The tensors that were saved under a name: one, or those of a list; None for an absent one. They are unpacked, with
    /// all checks: a state error if the node was freed, a version error if one was changed. Nothing for what is no tensor,
    /// and for an unknown name.
    ///
    /// ```
    /// let x = vjp::Tensor::from_slice(&[2.0f64], &[1])?.tracked()?;
    /// let node = x.sin()?.grad_fn()?.unwrap();
    /// assert_eq!(node.saved_names(), ["input"]);
    /// assert_eq!(node.saved_tensors("input")?[0].as_ref().unwrap().item()?, 2.0);
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn saved_tensors(&self, name: &str) -> Result<Vec<Option<Tensor>>> {
        struct Saved(*mut sys::vjp_saved_tensor);
        impl Drop for Saved {
            fn drop(&mut self) {
                // SAFETY: we own one reference.
                unsafe { sys::vjp_saved_tensor_release(self.0) }
            }
        }
        let name = c_string(name)?;
        // SAFETY: the handle is alive, the name a C string.
        let count = unsafe { sys::vjp_node_num_raw_saved(self.raw(), name.as_ptr()) };
        let unpack = |i| {
            let mut saved = Saved(null_mut());
            // SAFETY: as above; the place is a local, and what comes out is ours.
            check(unsafe { sys::vjp_node_raw_saved(self.raw(), name.as_ptr(), i, &mut saved.0) })?;
            // SAFETY: the handle is alive; `out` is a local of `optional`.
            optional(|out| unsafe { sys::vjp_saved_tensor_unpack(saved.0, out) })
        };
        (0..count).map(unpack).collect()
    }

    /// Whether a backward has dropped what the node had saved.
    pub fn is_freed(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_node_freed(self.raw()) }
    }

    /// The derivative alone, by hand: gradients of the node's results in, gradients of its arguments out (None:
    /// undefined). It runs in the caller's grad mode; no hooks run and nothing is freed. An accumulator accumulates.
    pub fn apply(&self, grads: &[Option<&Tensor>]) -> Result<Vec<Option<Tensor>>> {
        let grads: Vec<_> = grads.iter().map(|grad| raw_or_null(*grad)).collect();
        // None is a null pointer (Tensor is transparent over NonNull), so C fills the vector in place.
        let mut out: Vec<Option<Tensor>> = (0..self.num_edges()).map(|_| None).collect();
        // SAFETY: the lists live during the call, and their lengths are theirs.
        check(unsafe {
            sys::vjp_node_apply(self.raw(), grads.as_ptr(), grads.len(), out.as_mut_ptr().cast(), out.len())
        })?;
        Ok(out)
    }

    pub fn num_edges(&self) -> usize {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_node_num_edges(self.raw()) }
    }

    /// Where the gradient of input `index` goes: a node and its slot; None for an input without a gradient.
    pub fn edge(&self, index: usize) -> Result<Option<(Node, u32)>> {
        let (mut next, mut slot) = (null_mut(), 0);
        // SAFETY: the handle is alive, the places are locals, and a node that comes out is ours.
        unsafe {
            check(sys::vjp_node_edge(self.raw(), index, &mut next, &mut slot))?;
            Ok(Node::from_owned(next).map(|node| (node, slot)))
        }
    }
}

/// By identity: the same node of the graph.
impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.0 == other.0
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state)
    }
}

impl Clone for Node {
    fn clone(&self) -> Self {
        // SAFETY: the handle is alive; retain returns it.
        unsafe { sys::vjp_node_retain(self.raw()) };
        Node(self.0)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // SAFETY: we own one reference.
        unsafe { sys::vjp_node_release(self.raw()) }
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} #{}>", self.name(), self.sequence_number())
    }
}
