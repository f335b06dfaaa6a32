//! Derivatives checked by differences, hooks of several tensors, grad calls from edges, DLPack.

use std::sync::{Arc, Mutex};

use vjp::gradcheck::{self, Kind, Options};
use vjp::{add_any_grad_hook, add_multi_grad_hook, at_end_of_backward, in_backward, inference, no_grad, ops};
use vjp::{checkpoint_keeping, CheckpointOptions, CheckpointPolicy, OperatorCall};
use vjp::{Device, Dlpack, Error, GradCall, GradOptions, Result, Status, Stream, Tensor};

fn leaf(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])?.tracked()
}

fn product(inputs: &[Tensor]) -> Result<Vec<Tensor>> {
    Ok(vec![inputs[0].sin()?.mul(&inputs[1])?, inputs[0].mul(&inputs[0])?])
}

/// GCHK-1, GCHK-12
#[test]
fn right_derivatives_pass() -> Result<()> {
    let (x, w) = (leaf(&[0.3, 1.2])?, leaf(&[0.7, 2.0])?);
    gradcheck::check(&[&x, &w], product)?;
    gradcheck::check_second(&[&x, &w], product)?;
    let options = Options { fast: true, forward: true, ..Default::default() };
    assert!(gradcheck::report(&[&x, &w], &options, product)?.is_none());
    let grads = [leaf(&[1.0, 2.0])?, leaf(&[1.0, 3.0])?];
    assert!(gradcheck::report_second(&[&x, &w], &[&grads[0], &grads[1]], &Options::default(), product)?.is_none());
    assert!(x.grad()?.is_none());
    Ok(())
}

/// GCHK-1, GCHK-6, GCHK-7: batches of gradients and of tangents
#[test]
fn batches_are_checked() -> Result<()> {
    let (x, w) = (leaf(&[0.3, 1.2])?, leaf(&[0.7, 2.0])?);
    let batches = Options { batched: true, forward: true, batched_forward: true, ..Default::default() };
    assert!(gradcheck::report(&[&x, &w], &batches, product)?.is_none());
    assert!(gradcheck::report_second(&[&x, &w], &[], &batches, product)?.is_none());
    // One that computes something else where its tangent is batched.
    let wrong = |inputs: &[Tensor]| {
        let batched = inputs[0].tangent().ok().flatten().is_some_and(|t| t.is_batched());
        let x = if batched { inputs[0].detach()? } else { inputs[0].clone() };
        Ok(vec![x.mul(&inputs[0])?])
    };
    let report = gradcheck::report(&[&x], &batches, wrong)?.unwrap();
    assert_eq!((report.kind, report.output, report.input), (Kind::ForwardBatched, Some(0), Some(0)));
    let error = gradcheck::report(&[&x], &Options { forward: false, ..batches }, product).unwrap_err();
    assert_eq!((error.status, error.message.contains("batched tangents")), (Status::Invalid, true));
    Ok(())
}

/// GCHK-4, GCHK-10
#[test]
fn wrong_derivatives_are_shown() -> Result<()> {
    let x = leaf(&[0.3, 1.2])?;
    let wrong = |inputs: &[Tensor]| {
        let forward = |x: &[&Tensor]| Ok((vec![x[0].mul(3.0)?], vec![]));
        vjp::custom("Triple", &[&inputs[0]], forward, |_, grads| Ok(vec![Some(&grads[0] * 2.0)]))
    };
    let error = gradcheck::check(&[&x], wrong).unwrap_err();
    assert_eq!(error.status, Status::Invalid);
    let report = gradcheck::report(&[&x], &Options::default(), wrong)?.unwrap();
    assert_eq!((report.kind, report.output, report.input), (Kind::BackwardValues, Some(0), Some(0)));
    assert_eq!(report.analytic.unwrap().to_vec::<f64>()?, [2.0, 0.0, 0.0, 2.0]);
    let numeric = report.numeric.unwrap().to_vec::<f64>()?;
    assert!(numeric.iter().zip([3.0, 0.0, 0.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-6), "{numeric:?}");
    assert!((report.difference - 1.0).abs() < 1e-6 && !report.text.is_empty());
    // What is no finding: misuse, the function's own errors and panics.
    let plain = Tensor::from_slice(&[1.0], &[1])?;
    assert_eq!(gradcheck::report(&[&plain], &Options::default(), wrong).unwrap_err().status, Status::Invalid);
    let own = |_: &[Tensor]| Err(Error::new(Status::Io, "own"));
    assert_eq!(gradcheck::check(&[&x], own).unwrap_err().status, Status::Io);
    let panicked =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| gradcheck::check(&[&x], |_| panic!("out"))));
    assert_eq!(panicked.unwrap_err().downcast_ref::<&str>(), Some(&"out"));
    Ok(())
}

#[test]
fn hooks_of_several_tensors() -> Result<()> {
    let (a, b, c) = (leaf(&[2.0])?, leaf(&[3.0])?, leaf(&[5.0])?);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (all, any) = (seen.clone(), seen.clone());
    let number = |grad: Option<&Tensor>| grad.map(|grad| grad.item().unwrap());
    let hook = add_multi_grad_hook(&[&a, &b, &c], move |grads| {
        all.lock().unwrap().push(grads.iter().map(|grad| number(grad.as_ref())).collect());
        Ok(())
    })?;
    hook.set_label("all of them")?;
    let first = add_any_grad_hook(&[&b], move |grad| {
        any.lock().unwrap().push(vec![number(grad)]);
        Ok(())
    })?;
    a.mul(&b)?.backward()?;
    let mut got = std::mem::take(&mut *seen.lock().unwrap());
    got.sort_by_key(Vec::len);
    assert_eq!(got, [vec![Some(2.0)], vec![Some(3.0), Some(2.0), None]]);
    hook.remove();
    first.remove();
    a.mul(&b)?.backward()?;
    assert!(seen.lock().unwrap().is_empty());
    add_multi_grad_hook(&[&a], |_| Err(Error::new(Status::Io, "own")))?;
    assert_eq!(a.mul(2.0)?.backward().unwrap_err().status, Status::Io);
    let plain = Tensor::from_slice(&[1.0], &[1])?;
    assert_eq!(add_multi_grad_hook(&[&plain], |_| Ok(())).err().unwrap().status, Status::State);
    Ok(())
}

#[test]
fn order_of_hooks_and_the_end_of_a_backward() -> Result<()> {
    let x = leaf(&[1.0])?;
    let order = Arc::new(Mutex::new(Vec::new()));
    let note = |what: &'static str| {
        let order = order.clone();
        move || order.lock().unwrap().push(what)
    };
    let y = x.mul(2.0)?;
    let node = y.grad_fn()?.unwrap();
    let (second, first, last) = (note("second"), note("first"), note("last"));
    node.add_post_hook(move |_, _| Ok(second()))?;
    node.add_first_post_hook(move |_, _| Ok(first()))?;
    let last = Arc::new(last);
    y.add_hook(move |_| {
        assert!(in_backward() && vjp::backward_id().is_some());
        let last = last.clone();
        at_end_of_backward(move || Ok(last()))?;
        Ok(None)
    })?;
    y.backward()?;
    assert_eq!(*order.lock().unwrap(), ["first", "second", "last"]);
    assert!(!in_backward() && vjp::backward_id().is_none());
    assert_eq!(at_end_of_backward(|| Ok(())).unwrap_err().status, Status::State);
    let z = x.mul(2.0)?;
    z.add_hook(|_| at_end_of_backward(|| panic!("out")).map(|()| None))?;
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| z.backward()));
    assert_eq!(panicked.unwrap_err().downcast_ref::<&str>(), Some(&"out"));
    Ok(())
}

#[test]
fn grad_calls_from_edges() -> Result<()> {
    let x = leaf(&[3.0])?;
    let h = x.mul(2.0)?;
    let y = h.mul(&h)?;
    let ((node, slot), (inner, inner_slot)) = (y.gradient_edge()?, h.gradient_edge()?);
    let one = Tensor::from_slice(&[1.0], &[1])?;
    drop((y, h)); // nobody holds the tensors any more
    let mut call = GradCall::grad(GradOptions::default())?;
    call.add_root_edge(&node, slot, Some(&one))?;
    call.add_input_edge(&inner, inner_slot)?;
    call.run()?;
    assert_eq!(call.result(0)?.unwrap().item()?, 12.0);
    assert_eq!(call.add_root_edge(&node, 7, None).unwrap_err().status, Status::Invalid);
    assert!(no_grad(|| one.mul(2.0))?.gradient_edge().is_err());
    Ok(())
}

/// VIEW-1
#[test]
fn what_a_tensor_is() -> Result<()> {
    let x = leaf(&[1.0, 2.0])?;
    let y = x.mul(2.0)?;
    let row = y.narrow(0, 0, 1)?;
    assert!(row.base()?.unwrap().shares_storage(&y) && y.base()?.is_none() && y.output_number() == 0);
    assert_eq!((row.storage_offset(), y.narrow(0, 1, 1)?.storage_offset()), (0, 1));
    assert!(!y.retains_grad());
    y.retain_grad()?;
    assert!(y.retains_grad() && !y.is_inference());
    assert!(inference(|| ops::ones(&[2]))??.is_inference());
    // SAFETY: this thread's alone.
    assert!(row.detach_().is_err());
    let z = x.mul(2.0)?;
    // SAFETY: this thread's alone.
    z.detach_()?;
    assert!(z.is_leaf() && !z.requires_grad());
    let version = z.version()?;
    z.advance_version()?;
    assert_eq!(z.version()?, version + 1);
    assert!(!vjp::build_info().is_empty());
    assert_eq!(vjp::checkpoint_debug(true, || 1)?, 1);
    Ok(())
}

#[test]
fn memory_is_shared_by_dlpack() -> Result<()> {
    for versioned in [true, false] {
        let x = Tensor::from_slice(&[1.0, 2.0], &[2])?;
        let shared = x.to_dlpack(versioned)?;
        assert_eq!(shared.is_versioned(), versioned);
        // SAFETY: what another library would give.
        let y = Tensor::from_dlpack(unsafe { Dlpack::from_raw(shared.into_raw(), versioned)? })?;
        x.fill_(5.0)?;
        assert_eq!((y.data_ptr(), y.to_vec::<f64>()?), (x.data_ptr(), vec![5.0, 5.0]));
        drop(x.to_dlpack(versioned)?); // calls the deleter
        drop(x);
        assert_eq!(y.to_vec::<f64>()?, [5.0, 5.0]);
    }
    let x = leaf(&[1.0])?;
    assert_eq!(x.to_dlpack(true).err().unwrap().status, Status::State);
    assert_eq!((x.dlpack_device()?, Device::from_dlpack(1, 0)?), ((1, 0), Device::CPU));
    let x = x.detach()?;
    assert!(x.to_dlpack_stream(true, Some(1)).is_err());
    x.to_dlpack_stream(true, None)?;
    assert_eq!(x.to(Device::sim(0))?.dlpack_device().unwrap_err().status, Status::Device);
    assert!(Stream::new(Device::sim(0))?.dlpack_number().is_ok());
    // SAFETY: null is refused.
    assert!(unsafe { Dlpack::from_raw(std::ptr::null_mut(), true) }.is_err());
    Ok(())
}

/// CKPT-20: what a policy says is kept; a panic of it comes out
#[test]
fn checkpoints_keep_what_a_policy_says() -> Result<()> {
    let (x, w) = (leaf(&[1.0, 2.0])?, leaf(&[3.0, 4.0])?);
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = asked.clone();
    let policy = move |call: &OperatorCall| {
        assert_eq!(call.tensor(0).unwrap().numel(), 2);
        assert!(call.tensor(9).is_none());
        log.lock().unwrap().push((call.name(), call.is_recomputing()));
        if call.name() == "sin" {
            CheckpointPolicy::MustSave
        } else {
            CheckpointPolicy::MustRecompute
        }
    };
    let body = |inputs: &[Tensor]| Ok(vec![inputs[0].mul(&inputs[1])?.sin()?.exp()?]);
    let y = checkpoint_keeping(CheckpointOptions::default(), &[&x, &w], policy, body)?.remove(0);
    let expected = body(&[x.clone(), w.clone()])?[0].sum()?;
    expected.backward()?;
    let grad = x.grad()?.unwrap().to_vec::<f64>()?;
    x.set_grad(None)?;
    y.sum()?.backward()?;
    assert_eq!(x.grad()?.unwrap().to_vec::<f64>()?, grad);
    let asked = std::mem::take(&mut *asked.lock().unwrap());
    let forward: Vec<_> = asked.iter().filter(|(_, again)| !again).map(|(name, _)| name.as_str()).collect();
    assert_eq!(forward, ["mul", "sin", "exp"]);
    assert!(asked.iter().any(|(name, again)| name == "sin" && *again));
    let run = || checkpoint_keeping(CheckpointOptions::default(), &[&x, &w], |_| panic!("out"), body);
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).err().unwrap();
    assert_eq!(panicked.downcast_ref::<&str>(), Some(&"out"));
    Ok(())
}

#[test]
fn a_compiled_grad_call() -> Result<()> {
    let x = Tensor::from_slice(&[2.0f64], &[1])?.tracked()?;
    let mut call = GradCall::grad(GradOptions { retain_graph: Some(true), ..Default::default() })?;
    call.add_root(&x.mul(&x)?, None)?;
    call.add_input(&x)?;
    let options = vjp::compile::Options { min_sites: 1, ..Default::default() };
    call.set_compiled(&options)?;
    let before = vjp::compile::counters()?;
    call.run()?;
    call.run()?;
    assert_eq!(call.result(0)?.unwrap().item()?, 4.0);
    assert_eq!(vjp::compile::counters()?.hits - before.hits, 1);
    assert!(vjp::compile::program()?.contains('%'));
    // What cannot be compiled: by default the engine's, with `strict` an error.
    let small = || x.mul(2.0)?.backward();
    vjp::compile::compiled(&vjp::compile::Options::default(), small)??;
    assert!(!vjp::compile::fallbacks().is_empty() && !vjp::compile::last_miss()?.is_empty());
    let strict = vjp::compile::Options { strict: true, ..options };
    let in_forward_mode = || vjp::forward_mode(small);
    let error = vjp::compile::compiled(&strict, in_forward_mode)?.unwrap_err();
    assert_eq!(error.status, Status::NotImplemented);
    let wrong = vjp::compile::Options { warm: 0, ..Default::default() };
    assert_eq!(vjp::compile::compiled(&wrong, || ()).unwrap_err().status, Status::Invalid);
    Ok(())
}
