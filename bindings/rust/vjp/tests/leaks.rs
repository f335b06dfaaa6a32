//! One test alone in its process, since the library's counts are the process's.

use std::panic::{catch_unwind, AssertUnwindSafe};

use vjp::optim::{Adam, Optimizer};
use vjp::{memory, ops, Device, DeviceGraph, Error, Event, Result, Status, Stream, Tensor};

/// A graph with hooks and a custom function; what becomes of its backward is up to `end`.
fn use_everything(end: fn() -> Result<()>) -> Result<()> {
    let x = Tensor::from_vec(vec![1.0f64, 2.0], &[2])?.to(vjp::default_device()?)?.tracked()?;
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

/// Streams, events, an optimizer and captured graphs, one of which fails.
fn train_on(device: Device) -> Result<()> {
    let w = device.with_default(|| ops::ones(&[1000]))??.tracked()?;
    let (side, event) = (Stream::new(device)?, Event::new(device)?);
    event.record(&Stream::current(device)?)?;
    side.wait_event(&event)?;
    let mut optimizer = Optimizer::adam(&[&w], Adam { capturable: true, ..Default::default() })?;
    let mut step = || -> Result<()> {
        optimizer.zero_grad()?;
        w.mul(&w)?.sum()?.backward()?;
        optimizer.step()
    };
    side.with(&mut step)??;
    w.set_grad(None)?;
    let mut graph = DeviceGraph::new()?;
    graph.capture(device, || step().and_then(|()| w.to_vec::<f32>())).unwrap_err();
    side.wait_stream(&Stream::current(device)?)?;
    graph.capture(device, &mut step)?;
    graph.replay()?;
    device.synchronize()
}

#[test]
fn nothing_is_left() {
    let sim = Device::sim(0);
    for device in [Device::CPU, sim] {
        let run = |end| device.with_default(|| use_everything(end)).unwrap();
        run(|| Ok(())).unwrap();
        run(|| Err(Error::new(Status::Cancelled, "no"))).unwrap_err();
        catch_unwind(AssertUnwindSafe(|| run(|| panic!("no")))).unwrap_err().downcast_ref::<&str>().unwrap();
    }
    train_on(sim).unwrap();
    sim.synchronize().unwrap();
    // SAFETY: no argument.
    let (tensors, nodes) = unsafe { (vjp_sys::vjp_debug_live_tensors(), vjp_sys::vjp_debug_live_nodes()) };
    assert_eq!((tensors, nodes, memory::statistics(sim).unwrap().all.allocated_bytes.current), (0, 0, 0));
}
