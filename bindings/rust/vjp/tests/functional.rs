//! Derivatives of functions: what they give, and how they nest.

use std::cell::Cell;

use vjp::functional::{self, Options, Strategy};
use vjp::{Error, Result, Status, Tensor};

fn tensor(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])
}

fn numbers(t: &Tensor) -> Result<Vec<f64>> {
    t.to_vec::<f64>()
}

fn cubes(x: &[Tensor]) -> Result<Tensor> {
    x[0].mul(&x[0])?.mul(&x[0])
}

fn sum_of_both(x: &[Tensor]) -> Result<Tensor> {
    x[0].mul(&x[0])?.mul(&x[1])?.sum()
}

/// HIGH-1, HIGH-2
#[test]
fn products_and_matrices() -> Result<()> {
    let (x, y, v, w) = (tensor(&[1.0, 2.0])?, tensor(&[3.0, 4.0])?, tensor(&[1.0, 10.0])?, tensor(&[1.0, 1.0])?);
    let (value, gradient) = functional::value_and_grad(&[&x, &y], sum_of_both)?;
    assert_eq!(
        (value.outputs[0].item()?, numbers(&gradient[0])?, numbers(&gradient[1])?),
        (19.0, vec![6.0, 16.0], vec![1.0, 4.0])
    );
    assert_eq!(numbers(&functional::vjp(&[&x], &[&v], cubes)?.1[0])?, [3.0, 120.0]);
    assert_eq!(numbers(&functional::jvp(&[&x], &[&v], cubes)?.1[0])?, [3.0, 120.0]);
    for strategy in [Strategy::Auto, Strategy::Reverse] {
        let (_, h) = Options { strategy, ..Default::default() }.hvp(&[&x, &y], &[&v, &w], sum_of_both)?;
        assert_eq!((numbers(&h[0])?, numbers(&h[1])?), (vec![8.0, 84.0], vec![2.0, 40.0]));
    }
    assert_eq!(numbers(&Options::default().vhp(&[&x, &y], &[&v, &w], sum_of_both)?.1[0])?, [8.0, 84.0]);
    let j = functional::jacobian(&[&x, &y], |x| Ok(vec![x[0].mul(&x[1])?, x[1].clone()]))?;
    assert_eq!((j.len(), numbers(&j[0][1])?, numbers(&j[1][0])?), (2, vec![1.0, 0.0, 0.0, 2.0], vec![0.0; 4]));
    let columns = Options { strategy: Strategy::Forward, vectorize: true, ..Default::default() };
    assert_eq!(numbers(&columns.hessian(&[&x, &y], sum_of_both)?.1[0][1])?, [2.0, 0.0, 0.0, 4.0]);
    Ok(())
}

#[test]
fn what_is_not_differentiated() -> Result<()> {
    let (x, y) = (tensor(&[1.0, 2.0])?, tensor(&[3.0, 4.0])?);
    let options = Options { argnums: Some(vec![1]), ..Default::default() };
    let (values, gradient) =
        options.value_and_grad(&[&x, &y], |x| Ok((vec![sum_of_both(x)?], vec![x[1].mul(2.0)?])))?;
    assert_eq!((values.outputs.len(), numbers(&values.aux[0])?), (1, vec![6.0, 8.0]));
    assert_eq!((gradient.len(), numbers(&gradient[0])?), (1, vec![1.0, 4.0]));
    assert_eq!(options.jacobian(&[&x, &y], sum_of_both)?.1[0].len(), 1);
    let strict = Options { strict: true, ..Default::default() };
    let error = strict.value_and_grad(&[&x, &y], |x| x[0].sum()).unwrap_err();
    assert!(error.to_string().contains("independent of input 1"), "{error}");
    Ok(())
}

#[test]
fn a_linearization_is_applied_often() -> Result<()> {
    let (x, v, calls) = (tensor(&[1.0, 2.0])?, tensor(&[1.0, 10.0])?, Cell::new(0));
    let (values, map) = functional::linearize(&[&x], |x| {
        calls.set(calls.get() + 1);
        cubes(x)
    })?;
    assert_eq!(numbers(&values.outputs[0])?, [1.0, 8.0]);
    for _ in 0..2 {
        assert_eq!(numbers(&map.vjp(&[&v])?[0])?, [3.0, 120.0]);
        assert_eq!(numbers(&map.jvp(&[&v])?[0])?, [3.0, 120.0]);
    }
    assert_eq!(calls.get(), 1);
    assert!(map.jvp(&[&tensor(&[1.0])?]).is_err());
    Ok(())
}

/// HIGH-12
#[test]
fn functions_nest() -> Result<()> {
    let x = tensor(&[2.0])?;
    let slopes = |x: &[Tensor]| functional::grad(&[&x[0]], |x: &[Tensor]| cubes(x)?.sum())?.remove(0).sum();
    assert_eq!(numbers(&functional::grad(&[&x], slopes)?[0])?, [12.0]);
    let confusing = |x: &[Tensor]| {
        let outer = x[0].clone();
        let inner = functional::grad(&[&x[0]], |y: &[Tensor]| outer.mul(&y[0])?.sum())?.remove(0);
        x[0].mul(&inner)?.sum()
    };
    assert_eq!(numbers(&functional::grad(&[&x], confusing)?[0])?, [4.0]);
    Ok(())
}

/// HIGH-14
#[test]
fn errors_and_panics_come_out() -> Result<()> {
    let x = tensor(&[2.0])?;
    let failing = |_: &[Tensor]| Err::<Tensor, _>(Error::new(Status::Cancelled, "mine"));
    let error = functional::jvp(&[&x], &[], failing).unwrap_err();
    assert_eq!((error.status, error.to_string().contains("mine")), (Status::Cancelled, true));
    let panic = std::panic::catch_unwind(|| functional::hvp(&[&x], &[], |_| -> Result<Tensor> { panic!("mine") }));
    assert_eq!(panic.unwrap_err().downcast_ref::<&str>(), Some(&"mine"));
    assert_eq!(numbers(&functional::jvp(&[&x], &[], cubes)?.1[0])?, [12.0]);
    Ok(())
}
