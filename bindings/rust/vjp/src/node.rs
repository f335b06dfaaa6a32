//! Nodes of the graph, for the curious.

use std::fmt;
use std::ptr::{null_mut, NonNull};

use vjp_sys as sys;

use crate::error::{check, text, Result};

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
