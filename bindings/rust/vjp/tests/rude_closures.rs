//! Closures that panic where C cannot be given an error, and threads that end with tensors in their hands. One test at a
//! time.

use std::cell::RefCell;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Mutex, MutexGuard, PoisonError};

use vjp::{ops, CheckpointOptions, Result, Tensor, ThreadPool};

fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

fn live_tensors() -> i64 {
    // SAFETY: no argument.
    unsafe { vjp_sys::vjp_debug_live_tensors() }
}

fn message_of<T>(body: impl FnOnce() -> T) -> String {
    let panic = catch_unwind(AssertUnwindSafe(body)).map(drop).unwrap_err();
    panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap()
}

#[test]
fn a_region_that_warns_at_its_beginning_ends() -> Result<()> {
    let _alone = alone();
    vjp::set_warning_handler(|message| panic!("no: {message}"))?;
    let message = message_of(|| vjp::observe::detect_anomaly(true, || ()));
    assert!(message.starts_with("no: anomaly mode is on"), "{message}");
    assert!(!vjp::observe::is_anomaly_enabled());
    vjp::print_warnings()
}

#[test]
fn results_of_calls_that_warn_are_dropped() -> Result<()> {
    let _alone = alone();
    vjp::set_warning_handler(|message| panic!("no: {message}"))?;
    let x = ops::ones(&[2])?;
    let options = CheckpointOptions { reentrant: true, ..Default::default() };
    let checkpoint = || vjp::checkpoint_with(options, &[&x], |inputs, _| Ok(vec![inputs[0].mul(2.0)?]));
    message_of(checkpoint);
    let before = live_tensors();
    assert!(message_of(checkpoint).contains("reentrant checkpoint"));
    assert_eq!(live_tensors(), before);

    let apply = |x: &Tensor| {
        let stranger = ops::ones(&[2])?;
        vjp::Function::new("Odd", |_, grads| Ok(vec![grads[0].clone()])).apply(&[x], |call, inputs| {
            call.mark_dirty(&[&stranger])?;
            Ok(vec![inputs[0].mul(2.0)?])
        })
    };
    let y = ops::ones(&[2])?.tracked()?;
    message_of(|| apply(&y));
    let before = live_tensors();
    assert!(message_of(|| apply(&y)).contains("mark_dirty"));
    assert_eq!(live_tensors(), before);
    vjp::print_warnings()
}

struct NoThreads;

impl ThreadPool for NoThreads {
    fn run(&self, _count: usize, task: &(dyn Fn(usize) + Sync)) {
        task(0);
        panic!("no threads");
    }
}

#[test]
fn a_pool_panics() -> Result<()> {
    let _alone = alone();
    let work = || ops::ones(&[700, 700])?.tanh()?.sum()?.item();
    vjp::set_num_threads(4)?;
    let expected = work()?;
    vjp::set_thread_pool(&NoThreads)?;
    assert_eq!(message_of(work), "no threads");
    vjp::reset_thread_pool()?;
    assert_eq!(work()?, expected);
    Ok(())
}

/// Runs a closure when it goes.
struct AtEnd(Box<dyn Fn() -> Result<()>>);

impl Drop for AtEnd {
    fn drop(&mut self) {
        (self.0)().unwrap();
    }
}

#[test]
fn destructors_of_threads_use_the_library() -> Result<()> {
    thread_local! {
        static LATE: RefCell<Vec<AtEnd>> = const { RefCell::new(Vec::new()) };
    }
    let _alone = alone();
    let before = live_tensors();
    for _ in 0..10 {
        let thread = std::thread::spawn(|| {
            let late = AtEnd(Box::new(|| {
                let x = ops::ones(&[2])?.tracked()?;
                assert!(x.mm(&x).is_err());
                x.add_hook(|grad| Ok(Some(grad * 2.0)))?;
                x.mul(&x)?.sum()?.backward()?;
                assert_eq!(x.grad()?.unwrap().to_vec::<f32>()?, [4.0, 4.0]);
                Ok(())
            }));
            LATE.with(|list| list.borrow_mut().push(late));
            ops::ones(&[2]).map(drop)
        });
        thread.join().unwrap()?;
    }
    assert_eq!(live_tensors(), before);
    Ok(())
}
