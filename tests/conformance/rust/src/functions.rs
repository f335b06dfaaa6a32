//! Derivatives of functions; hooks and saved values.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use vjp::ops::{self, ClampOptions};
use vjp::{functional, gradcheck, Result, Tensor};

use crate::gradients::custom_cube;
use crate::{cube, gradient, leaf, matrix, numbers, vector, Task, Value, Values};

pub const TASKS: &[Task] = &[
    ("rosenbrock_hessian", rosenbrock_hessian),
    ("polar_jacobian", polar_jacobian),
    ("jvp", jvp),
    ("vmap", vmap),
    ("gradcheck", check),
    ("hook_clips", hook_clips),
    ("multi_gradient_hook", multi_gradient_hook),
    ("saved_value_hook", saved_value_hook),
    ("checkpointed", checkpointed),
];

fn rosenbrock_hessian() -> Values {
    let rosenbrock = |v: &[Tensor]| -> Result<Tensor> {
        let (x, y) = (v[0].select(0, 0)?, v[0].select(0, 1)?);
        let (valley, rest) = (y.sub(&x.mul(&x)?)?, x.sub(1.0)?);
        valley.mul(&valley)?.mul(100.0)?.add(&rest.mul(&rest)?)
    };
    numbers(&[&functional::hessian(&[&vector(&[-1.2, 1.0])?], rosenbrock)?[0][0]])
}

fn polar_jacobian() -> Values {
    let cartesian = |v: &[Tensor]| -> Result<Tensor> {
        let (r, angle) = (v[0].select(0, 0)?, v[0].select(0, 1)?);
        ops::stack(&[r.mul(&angle.cos()?)?, r.mul(&angle.sin()?)?])
    };
    numbers(&[&functional::jacobian(&[&vector(&[2.0, 0.5])?], cartesian)?[0][0]])
}

fn jvp() -> Values {
    let (x, v) = (vector(&[1.0, 2.0, 3.0])?, vector(&[1.0, 0.5, -1.0])?);
    let along = functional::jvp(&[&x], &[&v], |x: &[Tensor]| cube(&x[0]))?.1;
    let curved = functional::hvp(&[&x], &[&v], |x: &[Tensor]| cube(&x[0])?.sum())?.1;
    numbers(&[&along[0], &curved[0]])
}

fn vmap() -> Values {
    let (x, w) = (matrix(3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?, leaf(&[2.0, -1.0])?);
    let y = vjp::vmap(&[&x, &w], &[Some(0), None], |inputs| {
        let product = inputs[0].mul(&inputs[1])?.sum()?;
        Ok(vec![product.mul(&product)?])
    })?
    .remove(0);
    y.sum()?.backward()?;
    numbers(&[&y, &gradient(&w)?])
}

fn check() -> Values {
    let x = leaf(&[0.5, -1.5])?;
    let right = |factor: f64| -> Result<Value> {
        let options = gradcheck::Options::default();
        let report = gradcheck::report(&[&x], &options, |inputs| Ok(vec![custom_cube(&inputs[0], factor)?]))?;
        Ok(report.is_none().into())
    };
    Ok(vec![right(1.0)?, right(1.01)?])
}

fn hook_clips() -> Values {
    let (x, c) = (leaf(&[1.0, 2.0, 3.0, 4.0])?, vector(&[0.5, -3.0, 2.0, 1.0])?);
    let y = x.mul(&x)?;
    y.add_hook(|grad| Ok(Some(grad.clamp_with(ClampOptions { min: Some((-1.0).into()), max: Some(1.0.into()) })?)))?;
    y.mul(&c)?.sum()?.backward()?;
    numbers(&[&gradient(&x)?])
}

fn multi_gradient_hook() -> Values {
    let (x, y) = (leaf(&[2.0])?, leaf(&[3.0])?);
    let calls = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&calls);
    let hook = vjp::add_multi_grad_hook(&[&x, &y], move |grads| {
        let grads: Result<Vec<f64>> = grads.iter().flatten().map(Tensor::item).collect();
        seen.lock().unwrap().push(grads?);
        Ok(())
    })?;
    x.mul(&y)?.add(&y)?.sum()?.backward()?;
    hook.remove();
    x.mul(&y)?.add(&y)?.sum()?.backward()?;
    let calls = calls.lock().unwrap();
    Ok(std::iter::once(calls.len() as f64).chain(calls[0].iter().copied()).map(Value::from).collect())
}

fn saved_value_hook() -> Values {
    let (packed, unpacked) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (packs, unpacks) = (Arc::clone(&packed), Arc::clone(&unpacked));
    let x = leaf(&[3.0])?;
    let pack = move |tensor: &Tensor| {
        packs.fetch_add(1, SeqCst);
        tensor.detach()
    };
    let unpack = move |kept: &Tensor| {
        unpacks.fetch_add(1, SeqCst);
        kept.mul(2.0)
    };
    vjp::with_saved_tensor_hooks(pack, unpack, || x.mul(&x))??.sum()?.backward()?;
    let mut found = vec![packed.load(SeqCst).into(), unpacked.load(SeqCst).into()];
    found.extend(numbers(&[&gradient(&x)?])?);
    Ok(found)
}

fn checkpointed() -> Values {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let x = leaf(&[0.0, 1.0])?;
    let y = vjp::checkpoint(&[&x], move |inputs| {
        counted.fetch_add(1, SeqCst);
        Ok(vec![inputs[0].exp()?.mul(&inputs[0])?])
    })?;
    y[0].sum()?.backward()?;
    let mut found = vec![calls.load(SeqCst).into()];
    found.extend(numbers(&[&gradient(&x)?])?);
    Ok(found)
}
