//! Anomaly mode, nodes, pictures, and why a gradient is missing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use vjp::observe::{
    detect_anomaly, explain_missing_grad, is_anomaly_enabled, record_cuts, trace, Graph, Link, Obstacle, TraceEvent,
};
use vjp::{no_grad, Node, Result, Tensor};

fn leaf(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])?.tracked()
}

/// Anomaly mode is the process's: one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// ANOM-1, ANOM-6
#[test]
fn anomaly_mode_finds_nan_and_ends_with_its_closure() -> Result<()> {
    let _alone = alone();
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

/// ANOM-1: the lines of the program, and none of the crate's
#[test]
fn anomaly_mode_tells_where_a_node_was_made() -> Result<()> {
    static SEEN: Mutex<String> = Mutex::new(String::new());
    let _alone = alone();
    let x = leaf(&[0.0])?;
    vjp::set_warning_handler(|message| SEEN.lock().unwrap().push_str(message))?;
    let run = || x.sqrt()?.mul(0.0)?.sum()?.backward();
    let line = line!() - 1;
    detect_anomaly(true, run)?.unwrap_err();
    vjp::print_warnings()?;
    let seen = SEEN.lock().unwrap();
    assert!(seen.contains(&format!("tests/observe.rs:{line}")), "{seen}");
    assert!(!seen.contains("src/ops_generated.rs") && !seen.contains("library/std"), "{seen}");
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

fn line_of(place: &str) -> u32 {
    let file_and_line = place.split(", in ").next().unwrap();
    assert!(file_and_line.contains("tests/observe.rs:"), "{place}");
    file_and_line.rsplit(':').next().unwrap().parse().unwrap()
}

/// INTRO-15 to INTRO-20: the same programs as in tests/c/explain.c, bindings/python/tests/test_explain.py and test/explain.jl
#[test]
fn odd_gradients_are_explained() -> Result<()> {
    let (x, w) = (leaf(&[1.0, 0.0, -3.0])?, leaf(&[4.0, 5.0, 6.0])?);
    let detached = || -> Result<Tensor> { x.detach()?.mul(&w)?.sum() };
    let line = line!() - 1;
    let found = explain_missing_grad(&x, &[&record_cuts(detached)??])?;
    assert_eq!((found.obstacle, line_of(&found.place)), (Obstacle::Detached, line), "{found}");
    let dead = x.mul(&x)?.neg()?.relu()?;
    let found = explain_missing_grad(&x, &[&dead.sum()?])?;
    assert_eq!((found.obstacle, found.node), (Obstacle::Zero, dead.grad_fn()?));
    assert!(found.text.contains("relu is constant"), "{}", found.text);
    let root = x.mul(1.0)?.abs()?.sqrt()?;
    let found = explain_missing_grad(&x, &[&root.sum()?])?;
    assert_eq!((found.obstacle, found.node), (Obstacle::NotFinite, root.grad_fn()?), "{}", found.text);
    assert!(found.text.contains("first at [1] (inf)") && found.text.contains("had saved out = 0"), "{}", found.text);
    let y = record_cuts(|| x.exp()?.add(&x.mul(0.0)?)?.add(&x.detach()?)?.sum())??;
    let found = explain_missing_grad(&x, &[&y])?;
    let mut uses: Vec<_> = found.uses.iter().map(|u| u.obstacle).collect();
    uses.sort_by_key(|u| *u as u32);
    assert_eq!((found.obstacle, uses), (Obstacle::SomeUses, vec![Obstacle::None, Obstacle::Detached, Obstacle::Zero]));
    let updated = w.sub(&w.mul(0.1)?)?;
    assert_eq!(explain_missing_grad(&updated, &[&w.sum()?])?.obstacle, Obstacle::Replaced);
    let y = w.mul(&w)?.sum()?;
    y.backward()?;
    assert_eq!(explain_missing_grad(&w, &[&y])?.obstacle, Obstacle::Freed);
    let h = w.exp()?;
    let y = h.mul(&h)?.sum()?;
    h.add_(1.0)?;
    assert_eq!(explain_missing_grad(&w, &[&y])?.obstacle, Obstacle::Changed);
    let _hook = w.add_hook(|_| Ok(None))?;
    assert_eq!(explain_missing_grad(&w, &[&w.sum()?])?.obstacle, Obstacle::Hooks);
    Ok(())
}

/// INTRO-5, INTRO-7, INTRO-11, INTRO-12
#[test]
fn the_recorded_graph_and_its_trace() -> Result<()> {
    let w = leaf(&[1.0, 2.0])?;
    let loss = w.tanh()?.sum()?;
    let graph = Graph::behind(&[&loss])?;
    let nodes = graph.nodes();
    assert_eq!(nodes.iter().map(Node::name).collect::<Vec<_>>(), ["SumBackward", "TanhBackward", "AccumulateGrad"]);
    assert_eq!(graph.links()[1], Link { from: 1, edge: 0, to: 2, slot: 0 });
    assert_eq!((graph.links().len(), graph.saved_bytes(1), graph.saved_bytes(9)), (2, 16, 0));
    assert_eq!((nodes[2].leaf()?.to_vec::<f64>()?, nodes[1].num_slots()), (vec![1.0, 2.0], 1));
    assert!(nodes[1].leaf().is_err() && nodes[0].topological_number() > nodes[1].topological_number());
    let name = nodes[1].saved_names().remove(0);
    let saved = nodes[1].saved_tensors(&name)?.remove(0).unwrap();
    assert_eq!(saved.to_vec::<f64>()?, w.tanh()?.to_vec::<f64>()?);
    assert!(nodes[1].saved_tensors("nothing")?.is_empty());
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = seen.clone();
    let listen = move |event: &TraceEvent| {
        log.lock().unwrap().push((event.node.name(), event.grads[0].as_ref().unwrap().numel()));
    };
    trace(listen, || loss.backward())??;
    let expected = [("SumBackward", 1), ("TanhBackward", 2), ("AccumulateGrad", 2)];
    assert_eq!(*seen.lock().unwrap(), expected.map(|(name, count)| (name.to_owned(), count)));
    assert_eq!(Arc::strong_count(&seen), 1);
    assert!(nodes[1].saved_tensors(&name).is_err());
    let run = || trace(|_| panic!("out"), || w.sum()?.backward());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
    assert_eq!(panicked.downcast_ref::<&str>(), Some(&"out"));
    assert_eq!(w.grad()?.unwrap().numel(), 2); // it ran to its end
    Ok(())
}
