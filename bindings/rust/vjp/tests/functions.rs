//! Custom functions with all options: `vjp::Function`.

use std::panic::{catch_unwind, AssertUnwindSafe};

use vjp::{Function, GradOptions, Result, Status, Tensor};

fn leaf(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])?.tracked()
}

/// FUNC-12: the same tensor, with a new history.
#[test]
fn an_input_changed_in_place() -> Result<()> {
    let x = leaf(&[1.0, 2.0])?;
    let triple = |x: &Tensor| {
        Function::new("Triple", |_, grads| Ok(vec![grads[0].as_ref().map(|grad| grad * 3.0)])).apply(
            &[x],
            |call, inputs| {
                inputs[0].mul_(3.0)?;
                call.mark_dirty(inputs)?;
                Ok(vec![inputs[0].clone()])
            },
        )
    };
    let h = x.mul(1.0)?;
    triple(&h)?;
    assert_eq!(h.grad_fn()?.unwrap().name(), "Triple");
    h.sum()?.backward()?;
    assert_eq!(x.grad()?.unwrap().to_vec::<f64>()?, [3.0, 3.0]);
    assert_eq!(triple(&x).unwrap_err().status, Status::State);
    assert!(vjp::is_grad_enabled());
    Ok(())
}

/// FUNC-9, FUNC-11: what reaches the backward.
#[test]
fn results_without_gradients() -> Result<()> {
    let x = leaf(&[1.0, 2.0])?;
    for on in [true, false] {
        let results = Function::new("Several", move |_, grads| {
            assert!(grads[0].is_some() && grads[1].is_some() == on && grads[2].is_some() == on);
            Ok(vec![grads[0].clone()])
        })
        .materialize(on)
        .apply(&[&x], |call, inputs| {
            assert!(call.needs_input_grad(0) && !call.needs_input_grad(1));
            let constant = inputs[0].mul(5.0)?;
            call.mark_non_differentiable(&[&constant])?;
            Ok(vec![inputs[0].mul(2.0)?, inputs[0].mul(3.0)?, constant])
        })?;
        assert!(results[1].requires_grad() && !results[2].requires_grad());
        results[0].sum()?.backward()?;
    }
    assert_eq!(x.grad()?.unwrap().to_vec::<f64>()?, [2.0, 2.0]);
    Ok(())
}

/// FUNC-18
#[test]
fn once_differentiable() -> Result<()> {
    let x = leaf(&[3.0])?;
    let square = Function::new("Square", |function, grads| {
        let x = function.saved(0)?;
        Ok(vec![grads[0].as_ref().map(|grad| grad * &x * 2.0)])
    });
    let y = square.once_differentiable().apply(&[&x], |call, inputs| {
        call.save_for_backward(inputs)?;
        Ok(vec![inputs[0].mul(inputs[0])?])
    })?;
    let create = GradOptions { create_graph: true, ..Default::default() };
    let dx = vjp::grad_with(&[&(&y[0] * &y[0])], &[], &[&x], create)?.remove(0).unwrap();
    assert_eq!(dx.item()?, 108.0);
    assert_eq!(vjp::grad(&[&dx], &[&x]).unwrap_err().status, Status::NotImplemented);
    Ok(())
}

/// FUNC-17, FUNC-20
#[test]
fn tangents() -> Result<()> {
    let (x, w, t) = (leaf(&[2.0])?, leaf(&[5.0])?, Tensor::from_slice(&[10.0f64], &[1])?);
    let product = || Function::new("Product", |_, grads| Ok(vec![grads[0].clone(), None]));
    let forward = |call: &vjp::Call, inputs: &[&Tensor]| {
        call.save_for_forward(inputs)?;
        Ok(vec![inputs[0].mul(inputs[1])?])
    };
    vjp::forward_mode(|| {
        let dual = x.with_tangent(&t)?;
        let y = product()
            .jvp(|jvp, tangents| {
                let (x, w) = (jvp.saved(0)?, jvp.saved(1)?);
                let (dx, dw) = (tangents[0].as_ref().unwrap(), tangents[1].as_ref().unwrap());
                Ok(vec![Some(dx * &w + dw * &x)])
            })
            .apply(&[&dual, &w], forward)?;
        assert_eq!(y[0].tangent()?.unwrap().item()?, 50.0);
        assert_eq!(product().apply(&[&dual, &w], forward).unwrap_err().status, Status::NotImplemented);
        let none = product().jvp(|_, _| Ok(vec![])).apply(&[&dual, &w], forward).unwrap_err();
        assert!(none.message.contains("tangents for 1 results: 0"), "{}", none.message);
        Ok(())
    })
}

/// FUNC-1: a forward that fails or panics leaves the modes as they were.
#[test]
fn a_forward_that_fails() -> Result<()> {
    let x = leaf(&[2.0])?;
    let function = || Function::new("Fails", |_, grads| Ok(vec![grads[0].clone()]));
    let error = function().apply(&[&x], |_, inputs| Ok(vec![inputs[0].reshape(&[7])?]));
    assert!(error.is_err() && vjp::is_grad_enabled());
    let panic = catch_unwind(AssertUnwindSafe(|| function().apply(&[&x], |_, _| panic!("mine")).map(drop)));
    assert_eq!(panic.unwrap_err().downcast_ref::<&str>(), Some(&"mine"));
    assert!(vjp::is_grad_enabled());
    Ok(())
}
