//! One test alone in its process, since the library's counts are the process's.

use std::panic::{catch_unwind, AssertUnwindSafe};

use vjp::{ops, Error, Result, Status, Tensor};

/// A graph with hooks and a custom function; what becomes of its backward is up to `end`.
fn use_everything(end: fn() -> Result<()>) -> Result<()> {
    let x = Tensor::from_vec(vec![1.0f64, 2.0], &[2])?.tracked()?;
    let results = vjp::custom(
        "Scaled",
        &[&x],
        |inputs| Ok((vec![inputs[0].mul(3.0)?], vec![inputs[0].clone()])),
        |function, grads| Ok(vec![Some(grads[0].mul(&function.saved(0)?)?)]),
    )?;
    let y = ops::cat(&results)?.split(1)?.remove(0);
    y.add_hook(move |grad| end().map(|()| Some(grad * 2.0)))?;
    y.grad_fn()?.unwrap().add_pre_hook(|grads| {
        grads[0] = grads[0].take();
        Ok(())
    })?;
    y.sum()?.backward()
}

#[test]
fn nothing_is_left() {
    use_everything(|| Ok(())).unwrap();
    use_everything(|| Err(Error::new(Status::Cancelled, "no"))).unwrap_err();
    catch_unwind(AssertUnwindSafe(|| use_everything(|| panic!("no")))).unwrap_err();
    // SAFETY: no argument.
    let (tensors, nodes) = unsafe { (vjp_sys::vjp_debug_live_tensors(), vjp_sys::vjp_debug_live_nodes()) };
    assert_eq!((tensors, nodes), (0, 0));
}
