//! Batching: functions of one sample on batches.

use std::cell::Cell;

use vjp::{
    function_vmap, functional, ops, vmap, vmap_with, BatchLevel, Error, Randomness, Result, Status, Tensor, VmapOptions,
};

fn matrix(values: &[f64], columns: i64) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64 / columns, columns])
}

fn numbers(t: &Tensor) -> Result<Vec<f64>> {
    t.to_vec::<f64>()
}

/// HIGH-11
#[test]
fn dimensions_and_shared_inputs() -> Result<()> {
    let (x, w) = (matrix(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2)?, Tensor::from_slice(&[10.0, 1.0], &[2])?);
    let calls = Cell::new(0);
    let y = vmap(&[&x, &w], &[Some(0), None], |a| {
        calls.set(calls.get() + 1);
        assert_eq!(a[0].shape(), [2]);
        Ok(vec![a[0].mul(&a[1])?, a[0].sum()?])
    })?;
    assert_eq!((calls.get(), y.len()), (1, 2));
    assert_eq!((y[0].shape(), numbers(&y[0])?), (&[3, 2][..], vec![10.0, 2.0, 30.0, 4.0, 50.0, 6.0]));
    assert_eq!(numbers(&y[1])?, [3.0, 7.0, 11.0]);
    let columns = vmap(&[&x], &[Some(-1)], |a| Ok(vec![a[0].sum()?]))?;
    assert_eq!(numbers(&columns[0])?, [9.0, 12.0]);
    // A result that is not batched stays as it is, another is put where it is asked for.
    let options = VmapOptions { out_dims: Some(&[Some(-1), None]), ..Default::default() };
    let y = vmap_with(&[&x, &w], &[Some(0), None], options, |a| Ok(vec![a[0].mul(2.0)?, a[1].mul(2.0)?]))?;
    assert_eq!((y[0].shape(), numbers(&y[1])?), (&[2, 3][..], vec![20.0, 2.0]));
    Ok(())
}

/// HIGH-11
#[test]
fn chunks() -> Result<()> {
    let (x, sizes) = (Tensor::from_slice(&[1.0, 2.0, 3.0, 4.0, 5.0], &[5])?, Cell::new(Vec::new()));
    let double = |a: &[Tensor]| {
        let mut seen = sizes.take();
        seen.push(BatchLevel::current().expect("a level").size()?);
        sizes.set(seen);
        Ok(vec![a[0].mul(2.0)?])
    };
    let options = VmapOptions { chunk_size: Some(2), ..Default::default() };
    assert_eq!(numbers(&vmap_with(&[&x], &[Some(0)], options, double)?[0])?, [2.0, 4.0, 6.0, 8.0, 10.0]);
    assert_eq!(sizes.take(), [2, 2, 1]);
    Ok(())
}

/// HIGH-11
#[test]
fn gradients_around_and_inside() -> Result<()> {
    let x = matrix(&[1.0, 2.0, 3.0, 4.0], 2)?;
    let squares = |x: &[Tensor]| x[0].mul(&x[0])?.sum();
    let per_sample = vmap(&[&x], &[Some(0)], |a| functional::grad(&[&a[0]], squares))?;
    assert_eq!(numbers(&per_sample[0])?, [2.0, 4.0, 6.0, 8.0]);
    let around = functional::grad(&[&x], |x| vmap(&[&x[0]], &[Some(0)], |a| Ok(vec![squares(a)?]))?[0].sum())?;
    assert_eq!(numbers(&around[0])?, [2.0, 4.0, 6.0, 8.0]);
    let slopes = vmap(&[&x], &[Some(0)], |a| Ok(functional::jvp(&[&a[0]], &[&a[0]], squares)?.1))?;
    assert_eq!(numbers(&slopes[0])?, [10.0, 50.0]);
    Ok(())
}

/// HIGH-11
#[test]
fn what_one_sample_cannot_do() -> Result<()> {
    let x = Tensor::from_slice(&[1.0, 2.0], &[2])?;
    let refused =
        |f: &dyn Fn(&Tensor) -> Result<()>| vmap(&[&x], &[Some(0)], |a| f(&a[0]).map(|()| Vec::new())).unwrap_err();
    assert_eq!(refused(&|a| a.item().map(drop)).status, Status::State);
    assert_eq!(refused(&|a| a.to_vec::<f64>().map(drop)).status, Status::State);
    assert_eq!(refused(&|a| x.detach()?.add_(a).map(drop)).status, Status::State);
    assert_eq!(refused(&|a| ops::rand_like(a).map(drop)).status, Status::State);
    Ok(())
}

/// HIGH-11
#[test]
fn randomness() -> Result<()> {
    let x = Tensor::from_slice(&[0.0; 64], &[4, 16])?;
    let drawn = |randomness| {
        let options = VmapOptions { randomness, ..Default::default() };
        let y = vmap_with(&[&x], &[Some(0)], options, |a| Ok(vec![ops::rand_like(&a[0])?]))?;
        numbers(&y[0])
    };
    let same = drawn(Randomness::Same)?;
    assert_eq!(same[..16], same[16..32]);
    let different = drawn(Randomness::Different)?;
    assert_ne!(different[..16], different[16..32]);
    assert_eq!(drawn(Randomness::Error).unwrap_err().status, Status::State);
    Ok(())
}

/// HIGH-12
#[test]
fn levels_nest_and_their_tensors_die() -> Result<()> {
    let x = matrix(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3)?;
    assert_eq!((BatchLevel::current(), x.is_batched(), x.batch_level()), (None, false, None));
    let (sums, escaped) = BatchLevel::enter(2, Randomness::Error, |outer| -> Result<_> {
        let row = outer.wrap(&x, 0)?;
        BatchLevel::enter(3, Randomness::Error, |inner| -> Result<_> {
            let element = inner.wrap(&row, 0)?;
            assert_eq!(element.batch_levels(), [outer, inner]);
            assert_eq!((BatchLevel::current(), element.batch_level()), (Some(inner), Some(inner)));
            assert_eq!((outer.size()?, inner.size()?), (2, 3));
            let columns = inner.unwrap(&element.mul(10.0)?, 0)?;
            Ok((outer.unwrap(&columns, 1)?, element))
        })?
    })??;
    assert_eq!((sums.shape(), numbers(&sums)?), (&[3, 2][..], vec![10.0, 40.0, 20.0, 50.0, 30.0, 60.0]));
    assert!(escaped.is_batched());
    assert_eq!(escaped.mul(2.0).unwrap_err().status, Status::State);
    assert_eq!(escaped.to_vec::<f64>().unwrap_err().status, Status::State);
    assert!(unsafe { escaped.as_slice::<f64>() }.unwrap_err().status == Status::State);
    assert_eq!(escaped.batch_level().expect("a number").size().unwrap_err().status, Status::State);
    Ok(())
}

fn product(x: &Tensor, w: &Tensor, calls: &mut Vec<Vec<Option<i64>>>) -> Result<Tensor> {
    let whole = function_vmap(&[x, w], |batch, args| {
        calls.push(batch.in_dims.clone());
        assert_eq!((batch.level.size()?, batch.randomness), (2, Randomness::Same));
        Ok(vec![batch.level.wrap(&product(&args[0], &args[1], calls)?, 0)?])
    })?;
    if let Some(mut results) = whole {
        return Ok(results.remove(0));
    }
    let forward = |a: &[&Tensor]| Ok((vec![a[0].mul(a[1])?], vec![a[0].clone(), a[1].clone()]));
    let backward = |function: &vjp::Backward, grads: &[Tensor]| {
        Ok(vec![Some(grads[0].mul(&function.saved(1)?)?), Some(grads[0].mul(&function.saved(0)?)?)])
    };
    vjp::custom("Product", &[x, w], forward, backward).map(|mut results| results.remove(0))
}

/// FUNC-21
#[test]
fn a_rule_of_ones_own() -> Result<()> {
    let (x, w) = (matrix(&[1.0, 2.0, 3.0, 4.0], 2)?.tracked()?, Tensor::from_slice(&[5.0, 6.0], &[2])?.tracked()?);
    let mut calls = Vec::new();
    let options = VmapOptions { randomness: Randomness::Same, ..Default::default() };
    let y = vmap_with(&[&x], &[Some(0)], options, |a| Ok(vec![product(&a[0], &w, &mut calls)?]))?.remove(0);
    assert_eq!((numbers(&y)?, calls), (vec![5.0, 12.0, 15.0, 24.0], vec![vec![Some(0), None]]));
    y.sum()?.backward()?;
    assert_eq!(numbers(&x.grad()?.unwrap())?, [5.0, 6.0, 5.0, 6.0]);
    assert_eq!(numbers(&w.grad()?.unwrap())?, [4.0, 6.0]);
    let refused = |_: &vjp::Batch, _: &[Tensor]| Err(Error::new(Status::Invalid, "mine"));
    let error = vmap(&[&x], &[Some(0)], |a| Ok(function_vmap(&[&a[0]], refused)?.unwrap())).unwrap_err();
    assert_eq!((error.status, &*error.message), (Status::Invalid, "mine"));
    Ok(())
}

/// HIGH-14
#[test]
fn errors_and_panics_come_out_and_the_level_ends() -> Result<()> {
    let x = Tensor::from_slice(&[1.0, 2.0], &[2])?;
    let error = vmap(&[&x], &[Some(0)], |_| Err(Error::new(Status::Invalid, "mine"))).unwrap_err();
    assert_eq!((error.status, &*error.message), (Status::Invalid, "mine"));
    let caught = std::panic::catch_unwind(|| vmap(&[&x], &[Some(0)], |_| panic!("boom")));
    assert_eq!(*caught.unwrap_err().downcast::<&str>().expect("a text"), "boom");
    let _ = std::panic::catch_unwind(|| BatchLevel::enter(2, Randomness::Error, |_| panic!("boom")));
    assert_eq!(BatchLevel::current(), None);
    Ok(())
}

#[test]
fn wrong_arguments() -> Result<()> {
    let (x, y) = (Tensor::from_slice(&[1.0, 2.0], &[2])?, Tensor::from_slice(&[1.0; 3], &[3])?);
    let first = |a: &[Tensor]| Ok(vec![a[0].clone()]);
    let message = |inputs: &[&Tensor], dims: &[Option<i64>], options: VmapOptions<'_>| {
        vmap_with(inputs, dims, options, first).unwrap_err().to_string()
    };
    let plain = VmapOptions::default();
    assert!(message(&[&x], &[], plain).contains("1 inputs, 0 in_dims"));
    assert_eq!(vmap(&[&x, &y], &[Some(0), Some(0)], first).unwrap_err().status, Status::Shape);
    assert!(message(&[&x], &[Some(0)], VmapOptions { chunk_size: Some(0), ..plain }).contains("at least one sample"));
    assert_eq!(vmap(&[&x], &[None], first).unwrap_err().status, Status::Invalid);
    assert_eq!(vmap(&[&x], &[Some(1)], first).unwrap_err().status, Status::Invalid);
    let none = VmapOptions { out_dims: Some(&[None]), ..plain };
    assert_eq!(vmap_with(&[&x], &[Some(0)], none, first).unwrap_err().status, Status::State);
    Ok(())
}
