//! Checkpoints, saved-value hooks and other regions.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

use vjp::{checkpoint, checkpoint_with, CheckpointOptions, Error, Result, Status, Tensor};

fn leaf(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])?.tracked()
}

fn near(tensor: &Tensor, expected: &[f64]) -> bool {
    let values = tensor.to_vec::<f64>().unwrap();
    values.len() == expected.len() && values.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12)
}

fn curve(x: &Tensor) -> Result<Tensor> {
    x.sin()?.exp()
}

fn slope(x: f64) -> f64 {
    x.sin().exp() * x.cos()
}

/// CKPT-2, CKPT-12, CKPT-17
#[test]
fn a_region_is_computed_again_in_backward() -> Result<()> {
    for reentrant in [false, true] {
        let x = leaf(&[1.0, 2.0])?;
        let runs = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
        let (count, ends) = (runs.clone(), Arc::new(AtomicUsize::new(0)));
        let finished = ends.clone();
        let options = CheckpointOptions { reentrant, ..Default::default() };
        let y = checkpoint_with(options, &[&x], move |inputs, again| {
            count[usize::from(again)].fetch_add(1, Ordering::Relaxed);
            let y = curve(&inputs[0])?;
            finished.fetch_add(1, Ordering::Relaxed);
            Ok(vec![y])
        })?;
        y[0].sum()?.backward()?;
        assert!(near(&x.grad()?.unwrap(), &[slope(1.0), slope(2.0)]));
        assert_eq!([runs[0].load(Ordering::Relaxed), runs[1].load(Ordering::Relaxed)], [1, 1]);
        assert_eq!(ends.load(Ordering::Relaxed), if reentrant { 2 } else { 1 });
    }
    Ok(())
}

/// CKPT-16, CKPT-12: operators that panic on errors are unwound without a word
#[test]
fn captured_tensors_and_operators() -> Result<()> {
    let (x, w) = (leaf(&[1.0, 2.0])?, leaf(&[3.0, 4.0])?);
    let inside = w.clone();
    let y = checkpoint(&[&x], move |inputs| Ok(vec![&inputs[0] * &inside * &inputs[0]]))?.remove(0);
    let grads = vjp::grad(&[&y.sum()?], &[&x, &w])?;
    assert!(near(&grads[0], &[6.0, 16.0]) && near(&grads[1], &[1.0, 4.0]));
    let inside = w.clone();
    let y = vjp::early_stop(false, || checkpoint(&[&x], move |inputs| Ok(vec![&inputs[0] * &inside])))??.remove(0);
    assert!(near(&vjp::grad(&[&y.sum()?], &[&w])?[0], &[1.0, 2.0]));
    Ok(())
}

/// CKPT-18, ERR-2
#[test]
fn errors_and_panics_come_home_and_closures_are_dropped() -> Result<()> {
    let x = leaf(&[1.0])?;
    let token = Arc::new(());
    for way in 0..3 {
        let held = token.clone();
        let calls = AtomicUsize::new(0);
        let outcome = catch_unwind(AssertUnwindSafe(|| -> Result<()> {
            let y = checkpoint(&[&x], move |inputs| {
                let _held = &held;
                match (calls.fetch_add(1, Ordering::Relaxed), way) {
                    (1, 0) => Err(Error::new(Status::Device, "gone")),
                    (1, 1) => panic!("out"),
                    _ => Ok(vec![curve(&inputs[0])?]),
                }
            })?;
            assert_eq!(Arc::strong_count(&token), 2);
            y[0].backward()
        }));
        match way {
            0 => {
                let error = outcome.unwrap().unwrap_err();
                assert!(error.status == Status::Device && error.message.starts_with("gone"), "{error}");
            }
            1 => assert_eq!(*outcome.unwrap_err().downcast_ref::<&str>().unwrap(), "out"),
            _ => outcome.unwrap()?,
        }
        assert_eq!(Arc::strong_count(&token), 1);
    }
    Ok(())
}

/// CKPT-13
#[test]
fn a_region_that_differs_is_an_error() -> Result<()> {
    let x = leaf(&[1.0])?;
    let y = checkpoint_with(CheckpointOptions::default(), &[&x], |inputs, again| {
        Ok(vec![if again { inputs[0].sin()? } else { curve(&inputs[0])? }])
    })?;
    let error = y[0].backward().unwrap_err();
    assert_eq!(error.status, Status::Invalid);
    assert!(error.message.contains("2 in the forward, 1 in the recomputation"), "{error}");
    Ok(())
}

/// CKPT-21
#[test]
fn a_chain_in_segments() -> Result<()> {
    let x = leaf(&[0.5])?;
    let steps = (0..4).map(|_| Box::new(|inputs: &[Tensor]| Ok(vec![curve(&inputs[0])?])) as Box<_>).collect();
    let y = vjp::checkpoint_sequential(steps, 2, &[&x], CheckpointOptions::default())?;
    y[0].backward()?;
    let (mut value, mut expected) = (0.5f64, 1.0);
    for _ in 0..4 {
        expected *= slope(value);
        value = value.sin().exp();
    }
    assert!(near(&x.grad()?.unwrap(), &[expected]));
    let none = vjp::checkpoint_sequential(Vec::new(), 1, &[&x], CheckpointOptions::default());
    assert_eq!(none.unwrap_err().status, Status::Invalid);
    Ok(())
}

/// SHOOK-1, SHOOK-4, SHOOK-11
#[test]
fn saved_tensors_go_through_hooks() -> Result<()> {
    let x = leaf(&[1.0, 2.0])?;
    let packed = Arc::new(AtomicUsize::new(0));
    let count = packed.clone();
    let alive = Arc::new(());
    let token = alive.clone();
    let y = vjp::with_saved_tensor_hooks(
        move |tensor| {
            count.fetch_add(1, Ordering::Relaxed);
            Ok((tensor.to_vec::<f64>()?, token.clone()))
        },
        |(values, _)| Tensor::from_slice(values, &[values.len() as i64]),
        || x.sin(),
    )??;
    x.sin()?; // outside
    assert_eq!((packed.load(Ordering::Relaxed), Arc::strong_count(&alive)), (1, 3));
    y.sum()?.backward()?;
    assert!(near(&x.grad()?.unwrap(), &[1f64.cos(), 2f64.cos()]));
    drop(y);
    assert_eq!(Arc::strong_count(&alive), 1);

    let inner = || vjp::with_saved_tensor_hooks(|t| Ok(t.clone()), |t| Ok(t.clone()), || ());
    let refused = vjp::without_saved_tensor_hooks("not here", inner)?.unwrap_err();
    assert!(refused.status == Status::State && refused.message.contains("not here"));
    inner()?;
    let y = vjp::save_on_cpu(false, || x.sin())??;
    y.sum()?.backward()
}

/// ERR-2: errors of hooks come home, and a panic ends the region
#[test]
fn hooks_that_fail() -> Result<()> {
    let x = leaf(&[1.0])?;
    let error = vjp::with_saved_tensor_hooks::<(), _, _, _>(
        |_| Err(Error::new(Status::Io, "no room")),
        |()| unreachable!(),
        || x.sin(),
    )?;
    assert_eq!(error.unwrap_err().status, Status::Io);
    let panic = catch_unwind(AssertUnwindSafe(|| {
        vjp::with_saved_tensor_hooks::<(), _, _, _>(|_| panic!("pack"), |()| unreachable!(), || x.sin())
    }));
    assert!(panic.is_err());
    x.sin()?.backward()
}

/// MODE-4, MODE-6
#[test]
fn inference_ends_with_its_closure() -> Result<()> {
    let x = leaf(&[1.0])?;
    assert!(!vjp::inference(|| x.sin())??.requires_grad());
    assert!(catch_unwind(AssertUnwindSafe(|| vjp::inference(|| panic!("out")))).is_err());
    assert!(x.sin()?.requires_grad());
    Ok(())
}
