//! Grad calls that are started and not waited for; backward into another store.

use std::future::{Future, IntoFuture};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{channel, Sender};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake};
use std::time::Duration;

use vjp::{GradCall, GradOptions, Result, Tensor};

fn leaf(value: f64) -> Result<Tensor> {
    Tensor::from_slice(&[value], &[1])?.tracked()
}

fn grad_of(root: &Tensor, input: &Tensor) -> Result<GradCall> {
    let mut call = GradCall::grad(Default::default())?;
    call.add_root(root, None)?;
    call.add_input(input)?;
    Ok(call)
}

/// A backward waits at the tensor until something is sent, or what is given here goes.
fn gate_at(y: &Tensor) -> Result<Sender<()>> {
    let (open, gate) = channel::<()>();
    let gate = Mutex::new(gate);
    y.add_hook(move |_| {
        gate.lock().unwrap().recv().ok();
        Ok(None)
    })?;
    Ok(open)
}

#[test]
fn goes_on_by_itself() -> Result<()> {
    let x = leaf(3.0)?;
    let y = x.mul(2.0)?;
    let open = gate_at(&y)?;
    let mut call = grad_of(&y.mul(3.0)?, &x)?;
    let run = call.start()?;
    assert!(!run.is_done() && !run.wait_for(Duration::from_millis(1))?);
    assert!(call.start().is_err());
    drop(call);
    let waiters: Vec<_> = (0..4)
        .map(|_| {
            let run = run.clone();
            std::thread::spawn(move || run.result(0).unwrap().unwrap().item().unwrap())
        })
        .collect();
    open.send(()).unwrap();
    for waiter in waiters {
        assert_eq!(waiter.join().unwrap(), 6.0);
    }
    assert!(run.is_done() && run.wait_for(Duration::ZERO)?);
    assert_eq!(run.results()?.len(), 1);
    Ok(())
}

#[test]
fn errors_come_back_from_every_wait() -> Result<()> {
    let x = leaf(3.0)?;
    let y = x.mul(2.0)?;
    y.add_hook(|_| Err(vjp::Tensor::from_slice(&[1.0f64], &[2]).unwrap_err()))?;
    let run = grad_of(&y, &x)?.start()?;
    let first = run.wait().unwrap_err().to_string();
    assert_eq!(run.result(0).unwrap_err().to_string(), first);
    assert!(run.has_failed());
    Ok(())
}

#[test]
fn a_panic_comes_out_of_the_first_wait() -> Result<()> {
    let x = leaf(3.0)?;
    let y = x.mul(2.0)?;
    y.add_hook(|_| panic!("of the hook"))?;
    let run = grad_of(&y, &x)?.start()?;
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run.wait())).unwrap_err();
    assert_eq!(*panic.downcast_ref::<&str>().unwrap(), "of the hook");
    assert!(run.wait().is_err());
    Ok(())
}

#[test]
fn callbacks_and_cancelling() -> Result<()> {
    let x = leaf(3.0)?;
    let y = x.mul(2.0)?;
    let (open, gate) = channel::<()>();
    let (arrived, arrival) = channel::<()>();
    let (gate, arrived) = (Mutex::new(gate), Mutex::new(arrived));
    y.add_hook(move |_| {
        arrived.lock().unwrap().send(()).ok();
        gate.lock().unwrap().recv().ok();
        Ok(None)
    })?;
    let run = grad_of(&y, &x)?.start()?;
    let (told, telling) = channel();
    run.on_end(move |run| told.send(run.wait().is_err()).unwrap())?;
    arrival.recv().unwrap();
    run.cancel();
    open.send(()).unwrap();
    assert!(telling.recv().unwrap());
    assert!(run.wait().unwrap_err().to_string().contains("cancelled"));
    let late = Arc::new(Mutex::new(false));
    let place = late.clone();
    run.on_end(move |_| *place.lock().unwrap() = true)?;
    assert!(*late.lock().unwrap());
    Ok(())
}

#[test]
fn a_store_takes_or_declines() -> Result<()> {
    let (x, y) = (leaf(3.0)?, leaf(4.0)?);
    let mut call = GradCall::backward(vjp::GradOptions { retain_graph: Some(true), ..Default::default() })?;
    call.add_root(&x.mul(&y)?, None)?;
    let kept = Arc::new(Mutex::new(Vec::new()));
    let store = kept.clone();
    call.set_store(move |leaf, gradient, owned| {
        let mine = leaf.item()? == 3.0;
        if mine {
            store.lock().unwrap().push((gradient.item()?, owned));
        }
        Ok(mine)
    })?;
    call.start()?.wait()?;
    assert_eq!(*kept.lock().unwrap(), [(4.0, true)]);
    assert!(x.grad()?.is_none());
    assert_eq!(y.grad()?.unwrap().item()?, 3.0);
    call.clear_store()?;
    assert_eq!(Arc::strong_count(&kept), 1);
    call.run()?;
    assert_eq!(x.grad()?.unwrap().item()?, 4.0);
    assert!(GradCall::grad(Default::default())?.set_store(|_, _, _| Ok(true)).is_err());
    Ok(())
}

/// Counts how often it is woken.
#[derive(Default)]
struct Woken(AtomicUsize, Mutex<Option<std::thread::Thread>>);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::SeqCst);
        self.1.lock().unwrap().take().into_iter().for_each(|thread| thread.unpark());
    }
}

/// The smallest executor.
fn block_on<F: std::future::IntoFuture>(future: F) -> F::Output {
    let mut future = Box::pin(future.into_future());
    loop {
        let woken = Arc::new(Woken::default());
        *woken.1.lock().unwrap() = Some(std::thread::current());
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&woken.clone().into())) {
            return output;
        }
        while woken.0.load(Ordering::SeqCst) == 0 {
            std::thread::park();
        }
    }
}

#[test]
fn a_run_is_awaited() -> Result<()> {
    let (x, unused) = (leaf(3.0)?, leaf(1.0)?);
    let mut call = GradCall::grad(GradOptions { allow_unused: Some(true), ..Default::default() })?;
    call.add_root(&x.mul(&x)?, None)?;
    call.add_input(&x)?;
    call.add_input(&unused)?;
    let gradients = block_on(async { call.start()?.await })?;
    assert_eq!(gradients[0].as_ref().unwrap().item()?, 6.0);
    assert!(gradients[1].is_none());

    let y = x.mul(2.0)?;
    y.add_hook(|_| Err(vjp::Error::new(vjp::Status::Cancelled, "no")))?;
    let run = grad_of(&y, &x)?.start()?;
    assert!(block_on(run).unwrap_err().message.contains("no"));

    // Many at once, on one thread.
    let runs = (0..32).map(|i| grad_of(&x.mul(i as f64)?, &x)?.start()).collect::<Result<Vec<_>>>()?;
    for (i, run) in runs.into_iter().enumerate() {
        assert_eq!(block_on(run)?[0].as_ref().unwrap().item()?, i as f64);
    }
    Ok(())
}

#[test]
fn the_last_waker_is_woken() -> Result<()> {
    let x = leaf(3.0)?;
    let y = x.mul(2.0)?;
    let open = gate_at(&y)?;
    let run = grad_of(&y, &x)?.start()?;
    let (mut future, mut dropped) = (Box::pin(run.clone().into_future()), Box::pin(run.clone().into_future()));
    let (first, second) = (Arc::new(Woken::default()), Arc::new(Woken::default()));
    for woken in [&first, &second] {
        assert!(future.as_mut().poll(&mut Context::from_waker(&woken.clone().into())).is_pending());
    }
    assert!(dropped.as_mut().poll(&mut Context::from_waker(&first.clone().into())).is_pending());
    drop(dropped); // stops nothing
    open.send(()).unwrap();
    run.wait()?;
    while second.0.load(Ordering::SeqCst) == 0 {
        std::thread::yield_now();
    }
    match future.as_mut().poll(&mut Context::from_waker(&first.into())) {
        Poll::Ready(gradients) => assert_eq!(gradients?[0].as_ref().unwrap().item()?, 2.0),
        Poll::Pending => panic!("woken, and not ready"),
    }
    assert_eq!(second.0.load(Ordering::SeqCst), 1);
    Ok(())
}
