//! Training and gradients.

use vjp::optim::{Adam, Optimizer, Sgd};
use vjp::{grad_with, inference, no_grad, ops, DType, GradCall, GradOptions, Result, Tensor};

use crate::{gradient, leaf, matrix, numbers, vector, Task, Value, Values};

pub const TASKS: &[Task] = &[
    ("xor", xor),
    ("adam", adam),
    ("autocast", autocast),
    ("accumulation", accumulation),
    ("retain_graph", retain_graph),
    ("no_grad", without_grad),
    ("double_backward", double_backward),
    ("view_in_place", view_in_place),
    ("custom_function", custom_function),
    ("linear_solve", linear_solve),
    ("fft", fft),
    ("sparse", sparse),
];

fn xor() -> Values {
    let inputs = matrix(4, &[0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0])?;
    let targets = matrix(4, &[0.0, 1.0, 1.0, 0.0])?;
    let parameters = [
        matrix(2, &[0.5, -0.4, 0.3, -0.2, 0.6, 0.1])?.tracked()?,
        leaf(&[0.1, -0.1, 0.2])?,
        matrix(3, &[0.7, -0.5, 0.2])?.tracked()?,
        leaf(&[0.0])?,
    ];
    let [w1, b1, w2, b2] = &parameters;
    let predictions = || inputs.mm(w1)?.add(b1)?.tanh()?.mm(w2)?.add(b2)?.sigmoid();
    let loss = || {
        let error = predictions()?.sub(&targets)?;
        error.mul(&error)?.mean()
    };
    let first = loss()?;
    let mut optimizer = Optimizer::sgd(&parameters, Sgd { lr: 2.0, ..Default::default() })?;
    for _ in 0..300 {
        optimizer.zero_grad()?;
        loss()?.backward()?;
        optimizer.step()?;
    }
    numbers(&[&first, &loss()?, &predictions()?])
}

fn adam() -> Values {
    let (p, c) = (leaf(&[1.0, -2.0])?, vector(&[0.5, 3.0])?);
    let mut optimizer = Optimizer::adam(&[&p], Adam { lr: 0.1, ..Default::default() })?;
    for _ in 0..5 {
        optimizer.zero_grad()?;
        c.mul(&p)?.mul(&p)?.sum()?.backward()?;
        optimizer.step()?;
    }
    numbers(&[&p])
}

fn autocast() -> Values {
    // 1 + 1/256 is 1 in bfloat16
    let a = matrix(2, &[1.00390625, 2.0, 3.0, 4.0])?.to(DType::Float32)?.tracked()?;
    let b = matrix(2, &[1.0, 2.0, 0.0, 1.0])?.to(DType::Float32)?;
    let y = vjp::autocast(vjp::AutocastOptions::default(), || a.mm(&b))??;
    y.sum()?.backward()?;
    let mut found = vec![Value::from(y.dtype().to_string())];
    found.extend(numbers(&[&y])?);
    found.push(gradient(&a)?.dtype().to_string().into());
    found.extend(numbers(&[&gradient(&a)?])?);
    Ok(found)
}

fn accumulation() -> Values {
    let x = leaf(&[1.0, 2.0])?;
    let backward = || x.mul(&x)?.mul(3.0)?.sum()?.backward();
    backward()?;
    backward()?;
    let mut found = numbers(&[&gradient(&x)?])?;
    x.set_grad(None)?;
    backward()?;
    found.extend(numbers(&[&gradient(&x)?])?);
    Ok(found)
}

fn retain_graph() -> Values {
    let x = leaf(&[3.0])?;
    let y = x.mul(&x)?.mul(&x.detach()?)?.sum()?;
    let mut call = GradCall::backward(GradOptions { retain_graph: Some(true), ..Default::default() })?;
    call.add_root(&y, None)?;
    call.run()?;
    let mut found = numbers(&[&gradient(&x)?])?;
    y.backward()?;
    found.extend(numbers(&[&gradient(&x)?])?);
    found.push(y.backward().err().map_or(0, |error| crate::errors::code(error.status)).into());
    Ok(found)
}

fn without_grad() -> Values {
    let x = leaf(&[1.0])?;
    let silent = no_grad(|| x.mul(2.0))?;
    let made = inference(|| x.mul(2.0))??;
    let flags = [
        silent.requires_grad(),
        made.requires_grad(),
        made.is_inference(),
        x.mul(2.0)?.requires_grad(),
        silent.is_inference(),
    ];
    Ok(flags.into_iter().map(Value::from).collect())
}

fn recorded_gradient(y: &Tensor, x: &Tensor) -> Result<Tensor> {
    let options = GradOptions { create_graph: true, ..Default::default() };
    Ok(grad_with(&[&y.sum()?], &[], &[x], options)?.remove(0).expect("an unused input is an error"))
}

fn double_backward() -> Values {
    let x = leaf(&[1.0, 2.0])?;
    let square = x.mul(&x)?;
    let (mut value, mut found) = (square.mul(&square)?, Vec::new());
    for _ in 0..3 {
        value = recorded_gradient(&value, &x)?;
        found.extend(numbers(&[&value])?);
    }
    Ok(found)
}

fn view_in_place() -> Values {
    let x = leaf(&[1.0, 2.0, 3.0, 4.0])?;
    let y = x.mul(2.0)?;
    y.narrow(0, 1, 2)?.mul_(10.0)?;
    y.mul(&y)?.sum()?.backward()?;
    numbers(&[&y, &gradient(&x)?])
}

/// x^3, by a function of our own whose derivative is `factor` times the right one.
pub fn custom_cube(x: &Tensor, factor: f64) -> Result<Tensor> {
    let forward = |inputs: &[&Tensor]| Ok((vec![crate::cube(inputs[0])?], vec![inputs[0].clone()]));
    let results = vjp::custom("Cube", &[x], forward, move |function, grads| {
        let x = function.saved(0)?;
        Ok(vec![Some(grads[0].mul(&x)?.mul(&x)?.mul(3.0 * factor)?)])
    });
    Ok(results?.remove(0))
}

fn custom_function() -> Values {
    let x = leaf(&[1.0, 2.0, -3.0])?;
    let y = custom_cube(&x, 1.0)?;
    let first = recorded_gradient(&y, &x)?;
    let second = recorded_gradient(&first, &x)?;
    numbers(&[&y, &first, &second])
}

fn linear_solve() -> Values {
    let (a, b) = (matrix(2, &[3.0, 1.0, 1.0, 2.0])?.tracked()?, leaf(&[9.0, 8.0])?);
    let x = ops::linalg_solve(&a, &b)?;
    x.sum()?.backward()?;
    numbers(&[&x, &gradient(&a)?, &gradient(&b)?])
}

fn fft() -> Values {
    let x = leaf(&[1.0, 2.0, 3.0, 4.0])?;
    let parts = ops::fft_rfft(&x)?.view_as_real()?;
    parts.mul(&parts)?.sum()?.backward()?;
    numbers(&[&parts, &gradient(&x)?])
}

fn sparse() -> Values {
    let (values, dense) = (leaf(&[3.0, 4.0, 5.0])?, matrix(3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?.tracked()?);
    let indices = Tensor::from_slice(&[0i64, 1, 1, 2, 0, 2], &[2, 3])?;
    let y = Tensor::sparse_coo(&indices, &values, Some(&[2, 3]))?.mm(&dense)?;
    y.sum()?.backward()?;
    numbers(&[&y, &gradient(&values)?, &gradient(&dense)?])
}
