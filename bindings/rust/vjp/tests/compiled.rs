//! Functions that run by records of themselves.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use vjp::compile::{self, CompiledFunction, Options};
use vjp::{ops, Result, Status, Tensor};

/// The counters are the process's.
static ALONE: Mutex<()> = Mutex::new(());

/// A compiled function, and how often its closure was called.
fn counted<F>(options: &Options, function: F) -> Result<(CompiledFunction, Arc<AtomicUsize>)>
where
    F: Fn(&[Tensor]) -> Result<Vec<Tensor>> + Send + Sync + 'static,
{
    let calls = Arc::new(AtomicUsize::new(0));
    let inside = calls.clone();
    let function = move |inputs: &[Tensor]| {
        inside.fetch_add(1, Ordering::SeqCst);
        function(inputs)
    };
    Ok((compile::function(options, function)?, calls))
}

fn leaf(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])?.tracked()
}

#[test]
fn the_closure_is_called_once_for_each_kind_of_arguments() -> Result<()> {
    let _alone = ALONE.lock();
    let layer = |inputs: &[Tensor]| Ok(vec![inputs[0].mul(&inputs[1])?.tanh()?, inputs[0].sum()?]);
    let (compiled, calls) = counted(&Options::default(), layer)?;
    assert_eq!(compiled.text()?, "");
    let before = compile::counters()?;
    let mut records = Vec::new();
    for size in [3, 3, 4, 3, 4] {
        let (x, w) = (leaf(&vec![0.5; size])?, leaf(&vec![0.25; size])?);
        let (results, record) = compiled.call_recorded(&[&x, &w])?;
        records.push(record.expect("a record was made"));
        results[0].sum()?.add(&results[1])?.backward()?;
        let (x2, w2) = (leaf(&vec![0.5; size])?, leaf(&vec![0.25; size])?);
        let plain = layer(&[x2.clone(), w2.clone()])?;
        plain[0].sum()?.add(&plain[1])?.backward()?;
        for (a, b) in [
            (&results[0], &plain[0]),
            (&x.grad()?.unwrap(), &x2.grad()?.unwrap()),
            (&w.grad()?.unwrap(), &w2.grad()?.unwrap()),
        ] {
            assert_eq!(a.to_vec::<f64>()?, b.to_vec::<f64>()?);
        }
    }
    assert_eq!(calls.load(Ordering::SeqCst), 2);
    assert_eq!([records[0], records[0], records[2], records[2]], [records[1], records[3], records[4], records[2]]);
    assert_ne!(records[0], records[2]);
    let after = compile::counters()?;
    let counts = (after.function_calls - before.function_calls, after.function_hits - before.function_hits);
    assert_eq!((counts, after.function_records - before.function_records), ((5, 3), 2));
    assert!(compiled.text()?.contains("tanh("), "{}", compiled.text()?);

    compiled.clear();
    compiled.clone().call(&[&leaf(&[1.0])?, &leaf(&[1.0])?])?;
    assert_eq!(calls.load(Ordering::SeqCst), 3);
    Ok(())
}

#[test]
fn tensors_of_the_closure_have_their_present_values() -> Result<()> {
    let _alone = ALONE.lock();
    let factor = Tensor::from_slice(&[2.0f64], &[1])?;
    let own = factor.clone();
    let (scale, calls) = counted(&Options::default(), move |inputs| Ok(vec![inputs[0].mul(&own)?]))?;
    let x = Tensor::from_slice(&[3.0f64], &[1])?;
    assert_eq!(scale.call(&[&x])?[0].item()?, 6.0);
    factor.fill_(5.0)?;
    assert_eq!(scale.call(&[&x])?[0].item()?, 15.0);
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    Ok(())
}

#[test]
fn what_cannot_be_recorded_is_called_and_said() -> Result<()> {
    let _alone = ALONE.lock();
    let normalise = |inputs: &[Tensor]| Ok(vec![inputs[0].div(inputs[0].sum()?.item()?)?]);
    let (compiled, calls) = counted(&Options::default(), normalise)?;
    let x = Tensor::from_slice(&[1.0f64, 3.0], &[2])?;
    for _ in 0..2 {
        let (results, record) = compiled.call_recorded(&[&x])?;
        assert_eq!((results[0].to_vec::<f64>()?, record), (vec![0.25, 0.75], None));
    }
    assert_eq!(calls.load(Ordering::SeqCst), 2);
    assert!(compile::last_miss()?.contains("vjp_tensor_item"), "{}", compile::last_miss()?);
    assert!(compiled.text()?.contains("vjp_tensor_item"), "{}", compiled.text()?);
    let (strict, _) = counted(&Options { strict: true, ..Default::default() }, normalise)?;
    let error = strict.call(&[&x]).unwrap_err();
    assert_eq!(error.status, Status::NotImplemented);
    assert!(error.message.contains("vjp_tensor_item"), "{error}");
    let (never, calls) = counted(&Options { enabled: false, ..Default::default() }, |inputs| Ok(inputs.to_vec()))?;
    never.call(&[&x])?;
    never.call(&[&x])?;
    assert_eq!(calls.load(Ordering::SeqCst), 2);
    Ok(())
}

#[test]
fn errors_panics_and_ends_come_home() -> Result<()> {
    let _alone = ALONE.lock();
    let x = ops::ones(&[2])?;
    let failing = compile::function(&Options::default(), |_| Err(vjp::Error::new(Status::Cancelled, "not today")))?;
    let error = failing.call(&[&x]).unwrap_err();
    assert_eq!((error.status, error.message.contains("not today")), (Status::Cancelled, true));
    let panicking = compile::function(&Options::default(), |_| panic!("at the disco"))?;
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| panicking.call(&[&x]))).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"at the disco"));

    let kept = Arc::new(());
    let inside = kept.clone();
    let function = compile::function(&Options::default(), move |inputs| {
        let _ = &inside;
        Ok(inputs.to_vec())
    })?;
    drop(function.clone());
    assert_eq!(Arc::strong_count(&kept), 2);
    drop(function);
    assert_eq!(Arc::strong_count(&kept), 1);

    // Refused options leave the closure with its owner, who drops it.
    let inside = kept.clone();
    let wrong = Options { max_records: -1, ..Default::default() };
    let refused = compile::function(&wrong, move |inputs| {
        let _ = &inside;
        Ok(inputs.to_vec())
    });
    assert_eq!(refused.err().map(|error| error.status), Some(Status::Invalid));
    assert_eq!(Arc::strong_count(&kept), 1);
    Ok(())
}

#[test]
fn threads_share_a_function() -> Result<()> {
    let _alone = ALONE.lock();
    let (square, calls) = counted(&Options::default(), |inputs| Ok(vec![inputs[0].mul(&inputs[0])?]))?;
    square.call(&[&ops::ones(&[1])?])?;
    std::thread::scope(|scope| {
        for i in 0..4 {
            let square = &square;
            scope.spawn(move || {
                let x = Tensor::from_slice(&[i as f32], &[1]).unwrap();
                for _ in 0..50 {
                    assert_eq!(square.call(&[&x]).unwrap()[0].item().unwrap(), (i * i) as f64);
                }
            });
        }
    });
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    Ok(())
}
