//! What belongs to the process: warnings, allocators, who is asked for memory. One test at a time.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use vjp::{memory, ops, Device, DeviceKind, Result, Status, Stream, Tensor};

const SIM: Device = Device::sim(0);

fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

fn ones(count: i64) -> Result<Tensor> {
    SIM.with_default(|| ops::ones(&[count]))?
}

/// Counts what is alive of it.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(count: &Arc<AtomicUsize>) -> Counted {
        count.fetch_add(1, SeqCst);
        Counted(count.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// ENTRY-25: warnings of a backward come from it, on the thread that called it
#[test]
fn warnings_reach_a_closure() -> Result<()> {
    let _alone = alone();
    let (seen, alive) = (Arc::new(Mutex::new(Vec::new())), Arc::default());
    let (log, counted) = (seen.clone(), Counted::new(&alive));
    vjp::set_warning_handler(move |message| {
        let _counted = &counted;
        log.lock().unwrap().push((message.to_owned(), std::thread::current().id()));
    })?;
    vjp::warn("at once")?;
    let x = ones(2)?.tracked()?;
    let y = x.mul(2.0)?;
    let log = seen.clone();
    y.add_hook(move |_| {
        vjp::warn("from a hook")?;
        assert_eq!(log.lock().unwrap().len(), 1);
        Ok(None)
    })?;
    y.sum()?.backward()?;
    let here = std::thread::current().id();
    assert_eq!(*seen.lock().unwrap(), [("at once".to_owned(), here), ("from a hook".to_owned(), here)]);
    assert_eq!(vjp::warn("a\0b").unwrap_err().status, Status::Invalid);
    vjp::discard_warnings()?;
    assert_eq!(alive.load(SeqCst), 0);
    vjp::warn("to nobody")?;
    assert_eq!(seen.lock().unwrap().len(), 2);
    vjp::print_warnings()
}

fn message_of(panic: Box<dyn std::any::Any + Send>) -> String {
    panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(|s| s.to_string())).unwrap_or_default()
}

/// A handler may replace itself, and its panic leaves the call that warned.
#[test]
fn handlers_of_warnings_misbehave() -> Result<()> {
    let _alone = alone();
    let alive = Arc::default();
    let counted = Counted::new(&alive);
    vjp::set_warning_handler(move |_| {
        vjp::discard_warnings().unwrap();
        assert_eq!(counted.0.load(SeqCst), 1); // still here
        panic!("in a handler");
    })?;
    let panic = std::panic::catch_unwind(|| vjp::warn("first")).unwrap_err();
    assert_eq!(message_of(panic), "in a handler");
    assert_eq!(alive.load(SeqCst), 0);
    vjp::warn("second")?;
    vjp::print_warnings()
}

/// Warnings that are made failures leave backward, whichever thread they came from, after its work.
#[test]
fn warnings_as_panics() -> Result<()> {
    let _alone = alone();
    vjp::set_warning_handler(|message| panic!("no: {message}"))?;
    for device in [Device::CPU, SIM] {
        let x = device.with_default(|| ops::ones(&[2]))??.tracked()?;
        let y = x.mul(2.0)?;
        y.add_hook(|_| vjp::warn("one").and_then(|()| vjp::warn("two")).map(|()| None))?;
        let loss = y.sum()?;
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| loss.backward())).unwrap_err();
        assert_eq!(message_of(panic), "no: one");
        assert_eq!(x.grad()?.unwrap().to_vec::<f32>()?, [2.0, 2.0]);
        assert!(vjp::is_grad_enabled());
        x.mul(1.0)?.sum()?.backward()?;
    }
    vjp::print_warnings()
}

/// ENTRY-25: an error of the handler is the call's, whichever thread the warning came from, after the work.
#[test]
fn warnings_as_errors() -> Result<()> {
    let _alone = alone();
    let (told, log) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(None)));
    let (count, thread) = (told.clone(), log.clone());
    vjp::set_warning_filter(move |message| {
        count.fetch_add(1, SeqCst);
        *thread.lock().unwrap() = Some(std::thread::current().id());
        Err(vjp::Error::new(Status::Io, format!("no: {message}")))
    })?;
    let refused = |message: &str| Err(vjp::Error::new(Status::Io, message));
    assert_eq!(vjp::warn("steep"), refused("no: steep"));
    for device in [Device::CPU, SIM] {
        let x = device.with_default(|| ops::ones(&[2]))??.tracked()?;
        let y = x.mul(2.0)?;
        y.add_hook(|_| vjp::warn("one").and_then(|()| vjp::warn("two")).map(|()| None))?;
        let loss = y.sum()?;
        told.store(0, SeqCst);
        assert_eq!(loss.backward(), refused("no: one"));
        assert_eq!((told.load(SeqCst), *log.lock().unwrap()), (2, Some(std::thread::current().id())));
        assert_eq!(x.grad()?.unwrap().to_vec::<f32>()?, [2.0, 2.0]);
        // What fails anyhow says why.
        let y = x.mul(2.0)?;
        y.add_hook(|_| vjp::warn("early").and(Err(vjp::Error::new(Status::Shape, "its own"))))?;
        assert_eq!(y.sum()?.backward().unwrap_err().status, Status::Shape);
    }
    vjp::print_warnings()
}

/// A mode whose beginning warns is not entered where a panic makes that fail.
#[test]
fn a_mode_that_fails_by_a_warning_is_not_on() -> Result<()> {
    let _alone = alone();
    vjp::set_warning_handler(|message| panic!("{message}"))?;
    // It warns once in a process.
    let panic = std::panic::catch_unwind(|| vjp::observe::detect_anomaly(true, || ())).unwrap_err();
    assert!(message_of(panic).contains("anomaly mode is on"));
    assert!(!vjp::observe::is_anomaly_enabled());
    vjp::print_warnings()
}

/// What a hook that owns its tensor keeps, one with a weak reference does not.
#[test]
fn hooks_with_weak_references_leave_nothing() -> Result<()> {
    let _alone = alone();
    vjp::observe::watch_hooks(true)?;
    let made = memory::host_allocated();
    for _ in 0..20 {
        let w = ops::ones(&[100_000])?.tracked()?;
        let y = w.mul(2.0)?;
        let (leaf, result, node) = (w.downgrade()?, y.downgrade()?, y.grad_fn()?.unwrap().downgrade()?);
        y.add_hook(move |grad| {
            assert!(leaf.upgrade()?.is_some() && result.upgrade()?.is_some() && node.upgrade()?.is_some());
            Ok(Some(grad.clone()))
        })?;
        y.sum()?.backward()?;
    }
    assert_eq!(vjp::observe::watched_hooks()?, Vec::<String>::new());
    assert!(memory::host_allocated() - made < 1 << 20);
    vjp::observe::watch_hooks(false)
}

/// A segment of simulated memory, which is a tensor's, for it is the device's alone.
struct Arena {
    memory: Tensor,
    taken: Arc<AtomicBool>,
    _alive: Counted,
}

// SAFETY: the memory is the device's and aligned, in nobody else's hands, and is given once.
unsafe impl memory::RawAllocator for Arena {
    fn allocate(&self, index: i32, bytes: u64) -> Option<NonNull<c_void>> {
        assert_eq!((index, bytes), (0, 2 << 20), "refused");
        NonNull::new(self.memory.data_ptr()).filter(|_| !self.taken.swap(true, SeqCst))
    }

    unsafe fn deallocate(&self, index: i32, memory: NonNull<c_void>, bytes: u64) {
        let ours = (index, memory.as_ptr(), bytes) == (0, self.memory.data_ptr(), 2 << 20);
        assert!(self.taken.swap(false, SeqCst) && ours);
        panic!("what is given back is given back");
    }
}

/// AL-1: an allocator of one's own below the cache; a panic in it is no memory, or nothing
#[test]
fn raw_memory_comes_from_elsewhere() -> Result<()> {
    let _alone = alone();
    SIM.synchronize()?;
    memory::empty_cache(SIM)?;
    let (taken, alive) = (Arc::new(AtomicBool::new(false)), Arc::default());
    let arena = Arena { memory: ones(2 << 18)?, taken: taken.clone(), _alive: Counted::new(&alive) };
    let start = arena.memory.data_ptr();
    SIM.synchronize()?;
    memory::set_raw_allocator(DeviceKind::SIM, arena)?;
    let side = Stream::new(SIM)?; // without memory of its own yet
    let x = side.with(|| ones(3))??;
    assert_eq!((x.data_ptr(), side.with(|| x.to_vec::<f32>())??), (start, vec![1.0; 3]));
    assert_eq!(ones(8 << 20).unwrap_err().status, Status::Memory); // a panic
    assert_eq!(Stream::new(SIM)?.with(|| ones(3))?.unwrap_err().status, Status::Memory); // None
    memory::reset_raw_allocator(DeviceKind::SIM)?;
    assert!(taken.load(SeqCst) && alive.load(SeqCst) == 1); // it has to take back what it gave
    drop(ones(8 << 20)?);
    drop(x);
    SIM.synchronize()?;
    memory::empty_cache(SIM)?;
    assert_eq!((taken.load(SeqCst), alive.load(SeqCst)), (false, 0));
    // Not of the CPU: the allocator that is refused is dropped.
    let arena = Arena { memory: ones(2)?, taken, _alive: Counted::new(&alive) };
    assert_eq!(memory::set_raw_allocator(DeviceKind::CPU, arena).unwrap_err().status, Status::Device);
    assert_eq!(alive.load(SeqCst), 0);
    Ok(())
}

/// Storage on the host from an allocator of Rust's.
#[test]
fn storage_comes_from_a_global_allocator() -> Result<()> {
    struct Counting(AtomicI64);
    // SAFETY: what the system's gives.
    unsafe impl GlobalAlloc for Counting {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            assert_eq!(layout.align(), 64);
            self.0.fetch_add(layout.size() as i64, SeqCst);
            System.alloc(layout)
        }

        unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
            self.0.fetch_sub(layout.size() as i64, SeqCst);
            System.dealloc(memory, layout);
        }
    }
    static COUNTING: Counting = Counting(AtomicI64::new(0));
    let _alone = alone();
    memory::set_host_allocator(&COUNTING)?;
    memory::reset_host_peak();
    let before = memory::host_peak();
    let x = ops::ones(&[1000])?;
    memory::reset_host_allocator()?;
    assert!(COUNTING.0.load(SeqCst) >= 4000);
    assert!(memory::host_peak() >= before + 4000 && memory::host_allocated() >= 4000);
    let y = ops::ones(&[1000])?;
    assert_eq!(x.add(&y)?.sum()?.item()?, 2000.0);
    drop(x);
    assert_eq!(COUNTING.0.load(SeqCst), 0);
    Ok(())
}

/// AL-5: asked before an allocation fails; says whether to try again
#[test]
fn a_closure_is_asked_for_memory() -> Result<()> {
    let _alone = alone();
    SIM.synchronize()?;
    memory::empty_cache(SIM)?;
    memory::set_limit(SIM, Some(20 << 20))?;
    let kept = Arc::new(Mutex::new(vec![ones(3 << 20)?]));
    let (alive, from) = (Arc::default(), kept.clone());
    let counted = Counted::new(&alive);
    memory::set_pressure_handler(move |device, bytes| {
        let _counted = &counted;
        assert!(device == SIM && bytes >= 12 << 20);
        from.lock().unwrap().pop().is_some()
    })?;
    let x = ones(3 << 20)?;
    assert!(kept.lock().unwrap().is_empty());
    assert_eq!(ones(3 << 20).unwrap_err().status, Status::Memory);
    memory::set_pressure_handler(|_, _| panic!("in a handler"))?;
    assert_eq!(alive.load(SeqCst), 0);
    assert_eq!(ones(3 << 20).unwrap_err().status, Status::Memory);
    memory::reset_pressure_handler()?;
    drop(x);
    memory::set_limit(SIM, None)
}
