//! Hooks and custom functions of device graphs, which run on the library's threads.

use std::panic::{catch_unwind, panic_any, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use vjp::{multithreading, Device, Error, Event, Function, Generator, Hook, Node, Result, Status, Stream, Tensor};

const SIM: Device = Device::sim(0);

fn leaf(values: &[f64]) -> Result<Tensor> {
    SIM.with_default(|| Tensor::from_slice(values, &[values.len() as i64]))??.tracked()
}

type Threads = Arc<Mutex<Vec<ThreadId>>>;

fn note(threads: &Threads) {
    threads.lock().unwrap().push(thread::current().id());
}

/// A custom function and a hook of every kind, each of which notes where it runs.
fn everywhere(threads: &Threads) -> Result<Tensor> {
    let x = leaf(&[1.0, 2.0])?;
    let t = threads.clone();
    let y = vjp::custom(
        "Square",
        &[&x],
        |inputs| Ok((vec![inputs[0].mul(inputs[0])?], vec![inputs[0].clone()])),
        move |function, grads| {
            note(&t);
            Ok(vec![Some(grads[0].mul(&function.saved(0)?)?.mul(2.0)?)])
        },
    )?
    .remove(0);
    let t = threads.clone();
    y.add_hook(move |_| {
        note(&t);
        Ok(None)
    })?;
    let (t, u) = (threads.clone(), threads.clone());
    let node = y.grad_fn()?.unwrap();
    node.add_pre_hook(move |_| {
        note(&t);
        Ok(())
    })?;
    node.add_post_hook(move |_, _| {
        note(&u);
        Ok(())
    })?;
    let t = threads.clone();
    x.add_post_accumulate_hook(move |_| {
        note(&t);
        Ok(())
    })?;
    y.sum()?.backward()?;
    Ok(x)
}

/// THREAD-2, THREAD-9, SC-41
#[test]
fn callbacks_run_on_one_worker_or_on_the_caller() -> Result<()> {
    let threads = Threads::default();
    let x = everywhere(&threads)?;
    assert_eq!(x.grad()?.unwrap().to_vec::<f64>()?, [2.0, 4.0]);
    let there = std::mem::take(&mut *threads.lock().unwrap());
    assert_eq!(there.len(), 5);
    assert!(there.iter().all(|&id| id == there[0] && id != thread::current().id()));
    multithreading(false, || everywhere(&threads))??;
    assert_eq!(*threads.lock().unwrap(), [thread::current().id(); 5]);
    Ok(())
}

#[derive(Debug, PartialEq)]
struct Payload(i32);

/// SC-39, ERR-2: from a worker, a panic goes on at the caller, an error comes out of its backward
#[test]
fn panics_and_errors_come_home_from_workers() -> Result<()> {
    let x = leaf(&[1.0])?;
    let hook = x.add_hook(|_| panic_any(Payload(42)))?;
    let panic = catch_unwind(AssertUnwindSafe(|| (&x * &x).sum()?.backward())).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&Payload(42)));
    hook.remove();
    let failing = |panics: bool| {
        Function::new("Fails", move |_, _| match panics {
            true => panic_any(Payload(7)),
            false => Err(Error::new(Status::Io, "the disk of the function is full")),
        })
        .apply(&[&x], |_, inputs| Ok(vec![inputs[0].mul(2.0)?]))
    };
    let error = failing(false)?[0].backward().unwrap_err();
    assert!(error.status == Status::Io && error.message.starts_with("the disk of the function is full"), "{error}");
    let y = failing(true)?;
    let panic = catch_unwind(AssertUnwindSafe(|| y[0].backward())).unwrap_err();
    assert_eq!(panic.downcast_ref(), Some(&Payload(7)));
    // The worker is as before.
    x.set_grad(None)?;
    (&x * &x).sum()?.backward()?;
    assert_eq!(x.grad()?.unwrap().item()?, 2.0);
    Ok(())
}

/// SC-37, SC-38: a hook makes a grad call, of its device or the host's, and one that comes to the hook again
#[test]
fn hooks_make_grad_calls() -> Result<()> {
    let x = leaf(&[3.0])?;
    let y = x.mul(1.0)?;
    let runs = Arc::new(AtomicUsize::new(0));
    let (inside, count) = (y.clone(), runs.clone());
    let hook = y.add_hook(move |grad| {
        // What a hook makes lies where the node does, and is not recorded, if nothing else is said.
        let host = Device::CPU.with_default(|| Tensor::from_slice(&[5.0f64], &[1]))??.tracked()?;
        vjp::enable_grad(|| host.mul(&host))?.backward()?;
        assert_eq!(host.grad()?.unwrap().item()?, 10.0);
        if count.fetch_add(1, Ordering::Relaxed) == 0 {
            let options = vjp::GradOptions { retain_graph: Some(true), ..Default::default() };
            let square = vjp::enable_grad(|| inside.mul(&inside))?;
            let again = vjp::grad_with(&[&square], &[], &[&inside], options)?.remove(0);
            return Ok(Some(grad.mul(again.as_ref().unwrap())?));
        }
        Ok(None)
    })?;
    y.mul(2.0)?.backward()?;
    assert_eq!((runs.load(Ordering::Relaxed), x.grad()?.unwrap().item()?), (2, 12.0)); // 2 * (2 * 3)
    hook.remove(); // it holds its own tensor
    Ok(())
}

/// THREAD-3, THREAD-4: several threads come to one hook at once
#[test]
fn threads_share_a_hook() -> Result<()> {
    let x = leaf(&[1.0])?;
    let runs = Arc::new(AtomicUsize::new(0));
    let count = runs.clone();
    x.add_hook(move |grad| {
        count.fetch_add(1, Ordering::Relaxed);
        Ok(Some(grad.mul(2.0)?))
    })?;
    thread::scope(|scope| {
        let threads: Vec<_> =
            (0..4).map(|_| scope.spawn(|| (0..25).try_for_each(|_| x.mul(1.0)?.backward()))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap())
    })?;
    assert_eq!((runs.load(Ordering::Relaxed), x.grad()?.unwrap().item()?), (100, 200.0));
    Ok(())
}

/// What may go to another thread, and what several may share.
#[test]
fn handles_are_send_and_sync() {
    fn send<T: Send>() {}
    fn sync<T: Send + Sync>() {}
    sync::<Tensor>();
    sync::<Stream>();
    sync::<Event>();
    sync::<Generator>();
    sync::<vjp::MemoryPool>();
    sync::<Node>();
    sync::<Hook>();
    sync::<Error>();
    send::<vjp::DeviceGraph>();
    send::<vjp::optim::Optimizer>();
    send::<vjp::GradScaler>();
    send::<vjp::GradCall>();
}
