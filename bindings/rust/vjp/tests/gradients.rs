//! Gradients, hooks and custom functions, and how errors and panics come home from them.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use vjp::{Error, GradCall, GradOptions, Result, Status, Tensor};

fn leaf(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])?.tracked()
}

fn grad_of(x: &Tensor) -> Vec<f64> {
    x.grad().unwrap().expect("a gradient").to_vec().unwrap()
}

/// Counts how many closures that hold a clone are alive.
fn counter() -> (Arc<()>, impl Fn() -> usize) {
    let token = Arc::new(());
    let watch = Arc::downgrade(&token);
    (token, move || watch.strong_count())
}

#[test]
fn backward_adds_up_and_can_be_cleared() -> Result<()> {
    let x = leaf(&[1.0, 2.0])?;
    for _ in 0..2 {
        (&x * &x).sum()?.backward()?;
    }
    assert_eq!(grad_of(&x), [4.0, 8.0]);
    x.set_grad(None)?;
    assert!(x.grad()?.is_none());
    (&x * 2.0).backward_with(&Tensor::from_slice(&[1.0f64, 10.0], &[2])?)?;
    assert_eq!(grad_of(&x), [2.0, 20.0]);
    Ok(())
}

#[test]
fn the_graph_can_be_looked_at() -> Result<()> {
    let x = leaf(&[1.0])?;
    let y = x.tanh()?;
    assert!(x.is_leaf() && x.grad_fn()?.is_none() && !y.is_leaf());
    let node = y.grad_fn()?.unwrap();
    assert_eq!((node.name().as_str(), node.num_edges()), ("TanhBackward", 1));
    assert_eq!(node.edge(0)?.unwrap().0.name(), "AccumulateGrad");
    assert!(y.detach()?.grad_fn()?.is_none());
    Ok(())
}

#[test]
fn no_grad_ends_with_its_scope_even_when_that_panics() -> Result<()> {
    let x = leaf(&[1.0])?;
    assert!(!vjp::no_grad(|| x.tanh())?.requires_grad());
    let outcome = catch_unwind(|| vjp::no_grad(|| panic!("out")));
    assert!(outcome.is_err() && vjp::is_grad_enabled());
    vjp::no_grad(|| vjp::enable_grad(|| assert!(vjp::is_grad_enabled())));
    Ok(())
}

#[test]
fn grad_returns_gradients_and_leaves_leaves_alone() -> Result<()> {
    let (x, y) = (leaf(&[2.0])?, leaf(&[3.0])?);
    let product = &x * &y;
    let grads = vjp::grad(&[&product], &[&y, &x])?;
    assert_eq!((grads[0].item()?, grads[1].item()?), (2.0, 3.0));
    assert!(x.grad()?.is_none());

    let unused = leaf(&[1.0])?;
    assert!(vjp::grad(&[&(&x * 1.0)], &[&unused]).is_err());
    let allow = GradOptions { allow_unused: Some(true), ..Default::default() };
    assert!(vjp::grad_with(&[&(&x * 1.0)], &[], &[&unused], allow)?[0].is_none());
    Ok(())
}

#[test]
fn a_grad_call_runs_again_with_another_gradient() -> Result<()> {
    let x = leaf(&[2.0])?;
    let y = &x * &x;
    let mut call = GradCall::grad(GradOptions { retain_graph: Some(true), ..Default::default() })?;
    call.add_root(&y, None)?;
    call.add_input(&x)?;
    call.run()?;
    assert_eq!(call.result(0)?.unwrap().item()?, 4.0);
    call.set_root_gradient(0, Some(&Tensor::from_slice(&[10.0f64], &[1])?))?;
    call.run()?;
    assert_eq!(call.result(0)?.unwrap().item()?, 40.0);
    Ok(())
}

#[test]
fn a_second_backward_through_a_freed_graph_is_an_error_of_state() -> Result<()> {
    let x = leaf(&[2.0])?;
    let y = (&x * &x).sum()?;
    y.backward()?;
    assert_eq!(y.backward().unwrap_err().status, Status::State);
    Ok(())
}

#[test]
fn a_saved_value_that_was_written_is_an_error_of_version() -> Result<()> {
    let x = leaf(&[2.0])?;
    let y = &x * 1.0;
    let z = (&y * &y).sum()?;
    y.add_(1.0)?;
    let error = z.backward().unwrap_err();
    assert_eq!(error.status, Status::Version);
    assert!(error.message.contains("Mul"), "{}", error.message);
    Ok(())
}

#[test]
fn hooks_run_in_order_and_go_when_removed() -> Result<()> {
    let x = leaf(&[1.0])?;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = seen.clone();
    let first = x.add_hook(move |grad| {
        log.lock().unwrap().push(grad.item()?);
        Ok(Some(grad + 1.0))
    })?;
    let log = seen.clone();
    x.add_hook(move |grad| {
        log.lock().unwrap().push(grad.item()?);
        Ok(None)
    })?;
    (&x * 3.0).sum()?.backward()?;
    first.remove();
    (&x * 3.0).sum()?.backward()?;
    assert_eq!(*seen.lock().unwrap(), [3.0, 4.0, 3.0]);
    assert_eq!(grad_of(&x), [7.0]);
    Ok(())
}

#[test]
fn a_hooks_closure_is_dropped_once() -> Result<()> {
    let (token, alive) = counter();
    let x = leaf(&[1.0])?;
    let clone = token.clone();
    let hook = x.add_hook(move |_| {
        let _ = &clone;
        Ok(None)
    })?;
    assert_eq!(alive(), 2);
    hook.remove();
    assert_eq!(alive(), 1);

    let clone = token.clone();
    drop(x.add_hook(move |_| {
        let _ = &clone;
        Ok(None)
    })?);
    assert_eq!(alive(), 2);
    drop(x);
    assert_eq!(alive(), 1);

    // A hook on a tensor that does not require grad is refused, and its closure is not kept.
    let plain = Tensor::from_slice(&[1.0f64], &[1])?;
    let clone = token.clone();
    let refused = plain.add_hook(move |_| {
        let _ = &clone;
        Ok(None)
    });
    assert!(refused.is_err());
    assert_eq!(alive(), 1);
    Ok(())
}

#[test]
fn a_panic_in_a_hook_comes_out_of_backward_with_its_payload() -> Result<()> {
    struct Payload(i32);
    let x = leaf(&[1.0])?;
    let hook = x.add_hook(|_| std::panic::panic_any(Payload(42)))?;
    let y = (&x * 2.0).sum()?;
    let panic = catch_unwind(AssertUnwindSafe(|| y.backward())).unwrap_err();
    assert_eq!(panic.downcast_ref::<Payload>().map(|payload| payload.0), Some(42));
    hook.remove();
    (&x * 2.0).sum()?.backward()?;
    assert_eq!(grad_of(&x), [2.0]);
    Ok(())
}

#[test]
fn an_error_in_a_hook_comes_out_of_backward_with_its_status_and_message() -> Result<()> {
    let x = leaf(&[1.0])?;
    x.add_hook(|_| Err(Error::new(Status::Io, "the disk of the hook is full")))?;
    let error = (&x * 2.0).sum()?.backward().unwrap_err();
    assert_eq!(error.status, Status::Io);
    assert!(error.message.contains("the disk of the hook is full"), "{}", error.message);
    Ok(())
}

/// REENT-3: as deep as a program likes, on other threads from some depth on
#[test]
fn a_hook_may_come_to_itself() -> Result<()> {
    let x = leaf(&[1.0])?;
    let (again, depth) = (x.clone(), Arc::new(AtomicUsize::new(0)));
    let count = depth.clone();
    let hook = x.add_hook(move |_| {
        if count.fetch_add(1, Ordering::Relaxed) < 150 {
            vjp::enable_grad(|| (&again * 2.0).sum()?.backward())?;
        }
        Ok(None)
    })?;
    (&x * 2.0).sum()?.backward()?;
    assert_eq!((depth.load(Ordering::Relaxed), x.grad()?.unwrap().item()?), (151, 302.0));
    hook.remove(); // it holds its own leaf
    Ok(())
}

#[test]
fn a_post_accumulate_hook_sees_the_updated_leaf() -> Result<()> {
    let x = leaf(&[1.0])?;
    x.add_post_accumulate_hook(|leaf| {
        // A step of descent, and the gradient is free again.
        let grad = leaf.grad()?.expect("a gradient");
        vjp::no_grad(|| leaf.sub_(&(grad * 0.5)))?;
        leaf.set_grad(None)
    })?;
    (&x * 3.0).sum()?.backward()?;
    assert_eq!((x.item()?, x.grad()?.is_none()), (-0.5, true));
    Ok(())
}

#[test]
fn hooks_of_a_node_replace_what_passes() -> Result<()> {
    let x = leaf(&[1.0])?;
    let y = x.mul(3.0)?;
    let node = y.grad_fn()?.unwrap();
    node.add_pre_hook(|grads| {
        grads[0] = grads[0].take().map(|grad| grad * 10.0);
        Ok(())
    })?;
    node.add_post_hook(|results, grads| {
        assert_eq!(grads[0].as_ref().unwrap().item()?, 10.0);
        results[0] = Some(results[0].as_ref().unwrap() + 1.0);
        Ok(())
    })?;
    y.sum()?.backward()?;
    assert_eq!(grad_of(&x), [31.0]);
    Ok(())
}

/// Multiplies by a constant; the backward counts its calls and is asked for what is needed.
fn scaled(x: &Tensor, other: &Tensor, calls: Arc<AtomicUsize>) -> Result<Tensor> {
    let results = vjp::custom(
        "Scaled",
        &[x, other],
        |inputs| Ok((vec![inputs[0].mul(inputs[1])?], vec![inputs[0].clone(), inputs[1].clone()])),
        move |function, grads| {
            calls.fetch_add(1, Ordering::Relaxed);
            let one = function.needs_input_grad(0).then(|| grads[0].mul(&function.saved(1)?)).transpose()?;
            let two = function.needs_input_grad(1).then(|| grads[0].mul(&function.saved(0)?)).transpose()?;
            Ok(vec![one, two])
        },
    )?;
    Ok(results.into_iter().next().unwrap())
}

#[test]
fn a_custom_function_is_a_node_like_any_other() -> Result<()> {
    let (x, constant) = (leaf(&[2.0])?, Tensor::from_slice(&[5.0f64], &[1])?);
    let calls = Arc::new(AtomicUsize::new(0));
    let y = scaled(&x, &constant, calls.clone())?;
    assert_eq!(y.grad_fn()?.unwrap().name(), "Scaled");
    (&y * &y).sum()?.backward()?;
    assert_eq!((grad_of(&x), calls.load(Ordering::Relaxed)), (vec![100.0], 1));
    drop(y);
    assert_eq!(Arc::strong_count(&calls), 1);
    Ok(())
}

#[test]
fn a_custom_function_can_be_differentiated_twice() -> Result<()> {
    let (x, other) = (leaf(&[2.0])?, leaf(&[5.0])?);
    let y = scaled(&x, &other, Arc::default())?;
    let create = GradOptions { create_graph: true, ..Default::default() };
    let dx = vjp::grad_with(&[&y], &[], &[&x], create)?.remove(0).unwrap();
    assert_eq!(vjp::grad(&[&dx], &[&other])?[0].item()?, 1.0);
    Ok(())
}

#[test]
fn errors_and_panics_of_a_custom_backward_come_home() -> Result<()> {
    let x = leaf(&[2.0])?;
    let with = |backward: fn() -> Vec<Option<Tensor>>| {
        let forward = |inputs: &[&Tensor]| Ok((vec![inputs[0].mul(2.0)?], vec![]));
        vjp::custom("Odd", &[&x], forward, move |_, _| Ok(backward())).map(|results| results[0].clone())
    };
    let panic = catch_unwind(AssertUnwindSafe(|| with(|| panic!("mine"))?.backward())).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"mine"));
    let error = with(Vec::new)?.backward().unwrap_err();
    assert!(error.message.contains("0 gradients for 1 inputs"), "{}", error.message);
    Ok(())
}

#[test]
fn a_custom_function_without_grad_drops_its_closure() -> Result<()> {
    let (token, alive) = counter();
    let plain = Tensor::from_slice(&[1.0f64], &[1])?;
    let clone = token.clone();
    vjp::custom(
        "Unused",
        &[&plain],
        |inputs| Ok((vec![inputs[0].mul(2.0)?], vec![])),
        move |_, _| {
            let _ = &clone;
            Ok(vec![None])
        },
    )?;
    assert_eq!(alive(), 1);
    drop(token);
    Ok(())
}
