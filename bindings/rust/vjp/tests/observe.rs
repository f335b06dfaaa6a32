//! Anomaly mode, nodes, pictures, and why a gradient is missing.

use vjp::observe::{detect_anomaly, explain_missing_grad, is_anomaly_enabled, record_cuts, to_dot, Obstacle};
use vjp::{no_grad, Result, Tensor};

fn leaf(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])?.tracked()
}

/// ANOM-1, ANOM-6
#[test]
fn anomaly_mode_finds_nan_and_ends_with_its_closure() -> Result<()> {
    let x = leaf(&[0.0, 1.0])?;
    let y = || x.sqrt()?.mul(0.0)?.sum();
    y()?.backward()?;
    let error = detect_anomaly(true, || {
        assert!(is_anomaly_enabled());
        y()?.backward()
    })?
    .unwrap_err();
    assert!(error.to_string().contains("SqrtBackward"), "{error}");
    detect_anomaly(false, || y()?.backward())??;
    let panicked = std::panic::catch_unwind(|| detect_anomaly(true, || panic!("out")).unwrap());
    assert!(panicked.is_err());
    assert!(!is_anomaly_enabled());
    Ok(())
}

/// INTRO-4, INTRO-8, INTRO-14
#[test]
fn nodes_are_compared_by_identity_and_run_by_hand() -> Result<()> {
    let (a, b) = (leaf(&[2.0, 3.0])?, leaf(&[5.0, 7.0])?);
    let y = a.mul(&b)?;
    let node = y.grad_fn()?.unwrap();
    assert_eq!(node, y.sum()?.grad_fn()?.unwrap().edge(0)?.unwrap().0);
    assert_ne!(node, y.sum()?.grad_fn()?.unwrap());
    let g = Tensor::from_slice(&[1.0, 10.0], &[2])?;
    let grads = node.apply(&[Some(&g)])?;
    assert_eq!(grads[0].as_ref().unwrap().to_vec::<f64>()?, [5.0, 70.0]);
    assert!(node.apply(&[None])?.iter().all(Option::is_none));
    assert!(node.apply(&[]).is_err());
    y.sum()?.backward()?;
    assert!(node.is_freed() && node.apply(&[Some(&g)]).is_err());
    Ok(())
}

/// INTRO-12
#[test]
fn pictures_name_what_they_show() -> Result<()> {
    let w = leaf(&[1.0, 2.0])?;
    let dot = to_dot(&[&w.tanh()?.sum()?], &[("the weights", &w)])?;
    assert!(dot.starts_with("digraph") && dot.contains("the weights\\nfloat64[2]"), "{dot}");
    assert!(to_dot(&[], &[])?.starts_with("digraph"));
    assert!(to_dot(&[&w], &[("a\0b", &w)]).is_err());
    Ok(())
}

/// INTRO-13
#[test]
fn missing_gradients_are_explained() -> Result<()> {
    let (x, w) = (leaf(&[1.0])?, leaf(&[2.0])?);
    let plain = Tensor::from_slice(&[1.0], &[1])?;
    assert_eq!(explain_missing_grad(&plain, &[&w])?.obstacle, Obstacle::NotRequired);
    assert_eq!(explain_missing_grad(&x, &[&x.detach()?.mul(&w)?])?.obstacle, Obstacle::Unknown);
    let y = record_cuts(|| no_grad(|| x.sin())?.mul(&w))??;
    let found = explain_missing_grad(&x, &[&y])?;
    assert_eq!((found.obstacle, found.edge), (Obstacle::GradModeOff, 0));
    assert_eq!(found.node, y.grad_fn()?);
    assert!(found.text.contains("'sin'"), "{}", found.text);
    Ok(())
}
