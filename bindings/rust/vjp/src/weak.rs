//! References that keep nothing alive: for closures that a tensor or its node owns.

use std::fmt;

use vjp_sys as sys;

use crate::error::{check, owned, Result};
use crate::handle::handle;
use crate::node::Node;
use crate::tensor::{optional, Tensor};

handle! {
    /// A reference to a tensor that does not keep it alive, of [`Tensor::downgrade`].
    ///
    /// A hook lives with its leaf, or, of a result, with the result's node. One that owns a clone of its own tensor keeps
    /// it, and whatever its graph has saved, for ever; one that has a `WeakTensor` does not:
    ///
    /// ```
    /// let x = vjp::Tensor::from_slice(&[1.0f64, 2.0], &[2])?.tracked()?;
    /// let y = x.mul(2.0)?;
    /// let me = y.downgrade()?;
    /// y.add_hook(move |grad| {
    ///     let Some(y) = me.upgrade()? else { return Ok(None) };
    ///     Ok(Some(grad * &y))
    /// })?;
    /// y.sum()?.backward()?;
    /// let me = y.downgrade()?;
    /// drop(y);
    /// assert!(me.upgrade()?.is_none());
    /// # Ok::<(), vjp::Error>(())
    /// ```
    WeakTensor, vjp_weak_tensor, vjp_weak_tensor_release, shared vjp_weak_tensor_retain
}

handle! {
    /// A reference to a node that does not keep it alive, of [`Node::downgrade`]: for hooks of that node, and of the
    /// tensors that it made.
    ///
    /// ```
    /// let x = vjp::Tensor::from_slice(&[1.0f64], &[1])?.tracked()?;
    /// let y = x.mul(2.0)?;
    /// let node = y.grad_fn()?.unwrap();
    /// let me = node.downgrade()?;
    /// node.add_pre_hook(move |_| {
    ///     assert_eq!(me.upgrade()?.unwrap().name(), "MulBackward");
    ///     Ok(())
    /// })?;
    /// y.backward()?;
    /// # Ok::<(), vjp::Error>(())
    /// ```
    WeakNode, vjp_weak_node, vjp_weak_node_release, shared vjp_weak_node_retain
}

impl Tensor {
    /// A reference that does not keep the tensor alive.
    pub fn downgrade(&self) -> Result<WeakTensor> {
        // SAFETY: the handle is alive; `out` is a local of `make`.
        WeakTensor::make(|out| unsafe { sys::vjp_weak_tensor_create(self.raw(), out) })
    }
}

impl Node {
    /// A reference that does not keep the node alive.
    pub fn downgrade(&self) -> Result<WeakNode> {
        // SAFETY: the handle is alive; `out` is a local of `make`.
        WeakNode::make(|out| unsafe { sys::vjp_weak_node_create(self.raw(), out) })
    }
}

impl WeakTensor {
    /// The tensor; None if its last reference has gone.
    pub fn upgrade(&self) -> Result<Option<Tensor>> {
        // SAFETY: the handle is alive; `out` is a local of `optional`.
        optional(|out| unsafe { sys::vjp_weak_tensor_get(self.raw(), out) })
    }
}

impl WeakNode {
    /// The node; None if its last reference has gone.
    pub fn upgrade(&self) -> Result<Option<Node>> {
        let mut out = std::ptr::null_mut();
        // SAFETY: the handle is alive, the place a local; what comes out is ours.
        unsafe {
            check(sys::vjp_weak_node_get(self.raw(), &mut out))?;
            Ok(Node::from_owned(out))
        }
    }
}

impl fmt::Debug for WeakTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(WeakTensor)")
    }
}

impl fmt::Debug for WeakNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(WeakNode)")
    }
}

/// Notes hooks of tensors, leaves and nodes that are added from now on, of the process, for [`watched_hooks`]. Those noted
/// so far are forgotten.
pub fn watch_hooks(on: bool) -> Result<()> {
    // SAFETY: a flag.
    check(unsafe { sys::vjp_watch_hooks(on) })
}

/// Those noted that are neither removed nor gone with their owner, a line each: kind, label, owner, and how many
/// references that has. Where the program holds no tensor any more each is in a circle; what a closure owns is not known.
///
/// ```
/// use vjp::observe::{watch_hooks, watched_hooks};
/// watch_hooks(true)?;
/// let x = vjp::Tensor::from_slice(&[1.0f64], &[1])?.tracked()?;
/// let own = x.clone();
/// let hook = x.add_hook(move |_| Ok(own.grad()?))?;
/// drop(x);
/// assert!(watched_hooks()?[0].starts_with("tensor hook '' of float64[1]"));
/// hook.remove();
/// assert!(watched_hooks()?.is_empty());
/// # Ok::<(), vjp::Error>(())
/// ```
pub fn watched_hooks() -> Result<Vec<String>> {
    let mut count = 0;
    // SAFETY: the places are locals, of this function and of `owned`.
    let text = owned(|out| unsafe { sys::vjp_watched_hooks(&mut count, out) })?;
    Ok(text.lines().map(str::to_owned).collect())
}
