//! Devices, their memory, streams and events, on the simulator.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use vjp::{default_device, memory, ops, sim, DType, Device, DeviceKind, Event, Result, Status, Stream, Target, Tensor};

const SIM: Device = Device::sim(0);
const OTHER: Device = Device::sim(1);

/// The simulator and its memory are the process's: one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

fn ones(device: Device, count: i64) -> Result<Tensor> {
    device.with_default(|| ops::ones(&[count]))?
}

/// DV-5: equal by type and index, and a key
#[test]
fn devices_have_names() -> Result<()> {
    let device: Device = "sim:1".parse()?;
    assert_eq!((device, device.to_string().as_str()), (OTHER, "sim:1"));
    assert_eq!(("cpu".parse::<Device>()?, Device::CPU.to_string().as_str()), (Device::CPU, "cpu"));
    assert_eq!("sim".parse::<Device>()?, SIM);
    for wrong in ["sim:99", "nothing:0", "sim:one", ""] {
        assert_eq!(wrong.parse::<Device>().unwrap_err().status, Status::Device, "{wrong}");
    }
    let set: std::collections::HashSet<_> = [SIM, OTHER, "sim:0".parse()?].into_iter().collect();
    assert_eq!(set.len(), 2);
    assert_eq!(DeviceKind::SIM.count()?, 2);
    assert_eq!(DeviceKind::SIM.devices()?.collect::<Vec<_>>(), [SIM, OTHER]);
    assert!(SIM.info()?.total_memory > 0 && !SIM.info()?.name.is_empty());
    assert!(vjp::describe_backends()?.contains("sim"));
    assert!(DeviceKind::load("no-such-backend").is_err());
    Ok(())
}

/// ST-1, ST-2: what is current and what is the default, of this thread, for a while
#[test]
fn regions_of_devices_end() -> Result<()> {
    let _alone = alone();
    assert_eq!((default_device()?, DeviceKind::SIM.current()?), (Device::CPU, SIM));
    OTHER.with_default(|| -> Result<()> {
        assert_eq!(default_device()?, OTHER);
        assert_eq!(ops::rand(&[2])?.device(), OTHER);
        assert_eq!(Tensor::from_slice(&[1.0f32], &[1])?.device(), OTHER);
        assert_eq!(std::thread::spawn(|| default_device().unwrap()).join().unwrap(), Device::CPU);
        Ok(())
    })??;
    OTHER.with_current(|| assert_eq!(DeviceKind::SIM.current().unwrap(), OTHER))?;
    let panicked = std::panic::catch_unwind(|| OTHER.with_default(|| panic!("out")));
    assert!(panicked.is_err());
    assert_eq!((default_device()?, DeviceKind::SIM.current()?), (Device::CPU, SIM));
    Ok(())
}

/// CP-3: copies, and gradients through them
#[test]
fn tensors_go_to_devices_and_come_back() -> Result<()> {
    let _alone = alone();
    let x = Tensor::from_slice(&[1.0f32, 2.0], &[2])?.tracked()?;
    let there = x.to(OTHER)?;
    assert_eq!((there.device(), x.device()), (OTHER, Device::CPU));
    assert_eq!(there.to((Device::CPU, DType::Float64))?.dtype(), DType::Float64);
    assert_eq!(x.to(Target::default())?.device(), Device::CPU);
    (&there * &there).sum()?.backward()?;
    let grad = x.grad()?.unwrap();
    assert_eq!((grad.device(), grad.to_vec::<f32>()?), (Device::CPU, vec![2.0, 4.0]));
    let error = x.add(&there).unwrap_err();
    assert_eq!(error.status, Status::Device);
    // SAFETY: nothing writes; and the tensor is refused anyway.
    assert_eq!(unsafe { there.as_slice::<f32>() }.unwrap_err().status, Status::Device);
    Ok(())
}

/// CP-3: page-locked memory, from which a copy does not wait
#[test]
fn memory_of_the_host_is_pinned() -> Result<()> {
    let _alone = alone();
    sim::set_mode(&sim::Mode::Lazy)?;
    let x = Tensor::from_slice(&[1.0f32; 1000], &[1000])?;
    let pinned = x.pin_memory(DeviceKind::SIM)?;
    assert!(pinned.is_pinned() && !x.is_pinned());
    let before = sim::device_counters(0)?;
    let there = pinned.to(Target { device: Some(SIM), non_blocking: true, ..Default::default() })?;
    let after = sim::device_counters(0)?;
    assert!(after.pending > before.pending && after.host_syncs == before.host_syncs);
    assert_eq!(there.sum()?.item()?, 1000.0);
    assert_eq!(sim::device_counters(0)?.pending, 0);
    Ok(())
}

/// AL-7, AL-8: figures that go up and down, a cache that is emptied
#[test]
fn memory_is_counted() -> Result<()> {
    let _alone = alone();
    SIM.synchronize()?;
    memory::empty_cache(SIM)?;
    memory::reset_peaks(SIM)?;
    let before = memory::statistics(SIM)?;
    let x = ones(SIM, 1 << 20)?; // 4 MiB
    let during = memory::statistics(SIM)?;
    assert_eq!(during.all.allocated_bytes.current - before.all.allocated_bytes.current, 4 << 20);
    assert_eq!(during.large.allocated_blocks.current - before.large.allocated_blocks.current, 1);
    assert!(memory::summary(SIM)?.contains("ones"));
    assert!(memory::snapshot(SIM)?.starts_with('{'));
    drop(x);
    let after = memory::statistics(SIM)?;
    assert_eq!(after.all.allocated_bytes.current, before.all.allocated_bytes.current);
    assert_eq!(after.all.allocated_bytes.peak, during.all.allocated_bytes.current);
    assert!(after.all.reserved_bytes.current > before.all.reserved_bytes.current);
    SIM.synchronize()?;
    memory::empty_cache(SIM)?;
    assert_eq!(memory::statistics(SIM)?.all.reserved_bytes.current, before.all.reserved_bytes.current);
    let (free, total) = memory::info(SIM)?;
    assert!(free <= total && total == SIM.info()?.total_memory);
    Ok(())
}

/// AL-5: the error is of a kind of its own, and says who holds what
#[test]
fn no_more_memory() -> Result<()> {
    let _alone = alone();
    let held = ones(SIM, 1 << 18)?;
    memory::set_limit(SIM, Some(32 << 20))?;
    let error = ones(SIM, 1 << 24).unwrap_err();
    memory::set_limit(SIM, None)?;
    assert_eq!(error.status, Status::Memory);
    for part in
        ["sim:0", "out of memory", "64.00 MiB requested", "at most 32.00 MiB allowed", "cached", "private pools"]
    {
        assert!(error.message.contains(part), "{part}: {error}");
    }
    assert_eq!((held.sum()?.item()?, ones(SIM, 1 << 24)?.numel()), (f64::from(1 << 18), 1 << 24));
    sim::fail_allocation(0, 1, 100)?;
    memory::empty_cache(SIM)?;
    let error = ones(SIM, 1 << 24).unwrap_err();
    sim::fail_allocation(0, 0, 0)?;
    assert_eq!(error.status, Status::Memory);
    assert!(memory::set_fraction(SIM, 2.0).is_err());
    Ok(())
}

/// ST-1, ST-2: guards put back what was there, whatever order they end in
#[test]
fn guards_of_streams() -> Result<()> {
    let _alone = alone();
    let (first, second, there) = (Stream::new(SIM)?, Stream::new(SIM)?, Stream::new(OTHER)?);
    let default = Stream::current(SIM)?;
    assert_eq!((&default, default.device()), (&Stream::default_of(SIM)?, SIM));
    {
        let _first = first.enter()?;
        assert_eq!(Stream::current(SIM)?, first);
        {
            let _there = there.enter()?;
            assert_eq!((Stream::current(OTHER)?, DeviceKind::SIM.current()?), (there.clone(), OTHER));
            assert_eq!(Stream::current(SIM)?, first);
        }
        assert_eq!(DeviceKind::SIM.current()?, SIM);
        second.with(|| assert_eq!(Stream::current(SIM).unwrap(), second))?;
        assert_eq!(Stream::current(SIM)?, first);
    }
    assert_eq!(Stream::current(SIM)?, default);
    // A guard that leaves the closure of a region does the region no harm.
    let guard = vjp::inference(|| first.enter())??;
    assert!(ops::ones(&[1])?.tracked().is_ok());
    drop(guard);
    assert_eq!(Stream::current(SIM)?, default);
    Ok(())
}

/// ST-3, ST-4: names, numbers, native handles
#[test]
fn streams_are_asked() -> Result<()> {
    let _alone = alone();
    let stream = Stream::new(SIM)?;
    assert!(stream.name().starts_with("sim:0 stream"), "{}", stream.name());
    stream.set_name("copies")?;
    assert_eq!((stream.name().as_str(), format!("{stream:?}").as_str()), ("copies", "<copies>"));
    assert_ne!(stream.id(), Stream::new(SIM)?.id());
    let (least, greatest) = Stream::priority_range(SIM)?;
    assert!(least >= 0 && greatest <= 0);
    Stream::with_priority(SIM, greatest)?;
    assert!(Stream::new(Device::CPU).is_err());
    let mut native = std::ptr::null_mut();
    // SAFETY: the handle is wrapped, and given back when nothing uses the wrapped stream any more.
    unsafe {
        assert_eq!(vjp_sys::vjp_sim_native_create(0, &mut native), vjp_sys::vjp_status::VJP_OK);
        let (one, two) = (Stream::wrap(SIM, native)?, Stream::wrap(SIM, native)?);
        assert_eq!((&one, one.native()?), (&two, native));
        assert_eq!(one.with(|| ones(SIM, 3)?.sum()?.item())??, 3.0);
        one.synchronize()?;
        one.forget();
        assert_eq!(one.synchronize().unwrap_err().status, Status::State);
        drop((one, two));
        assert_eq!(vjp_sys::vjp_sim_native_destroy(native), vjp_sys::vjp_status::VJP_OK);
    }
    Ok(())
}

/// ST-5, ST-6: events
#[test]
fn events_order_streams() -> Result<()> {
    let _alone = alone();
    sim::set_mode(&sim::Mode::Lazy)?;
    let (first, second) = (Stream::new(SIM)?, Stream::new(SIM)?);
    let never = Event::new(SIM)?;
    assert!(never.is_done()?);
    second.wait_event(&never)?;
    let (begin, end) = (Event::with_timing(SIM)?, Event::with_timing(SIM)?);
    begin.record(&first)?;
    sim::sleep(&first, Duration::from_millis(5))?;
    end.record(&first)?;
    assert!(!first.is_done()? && !end.is_done()?);
    second.wait_event(&end)?;
    let last = second.record()?;
    last.synchronize()?;
    assert!(first.is_done()? && end.is_done()? && second.is_done()?);
    assert_eq!(end.elapsed_since(&begin)?, 5.0);
    assert!(last.elapsed_since(&begin).is_err()); // made without timing
    assert_eq!(never.record(&Stream::new(OTHER)?).unwrap_err().status, Status::Device);
    Ok(())
}

/// AL-3, SC-51: memory in use on another stream is not handed out again
#[test]
fn a_stream_is_recorded() -> Result<()> {
    let _alone = alone();
    sim::set_mode(&sim::Mode::Lazy)?;
    let side = Stream::new(SIM)?;
    SIM.synchronize()?;
    let before = memory::statistics(SIM)?.all;
    let x = ones(SIM, 1000)?;
    side.wait_stream(&Stream::current(SIM)?)?;
    let y = side.with(|| x.mul(2.0))??;
    x.record_stream(&side)?;
    drop(x);
    let held = memory::statistics(SIM)?.all;
    assert_eq!(held.active_blocks.current - held.allocated_blocks.current, 1);
    side.synchronize()?;
    drop(y);
    ones(SIM, 1)?; // looks for what is done
    let after = memory::statistics(SIM)?.all;
    assert_eq!(after.active_bytes.current, after.allocated_bytes.current);
    assert_eq!(after.allocated_bytes.current, before.allocated_bytes.current);
    Ok(())
}

/// RD-9: the same program in the same mode has the same schedule; another seed has another
#[test]
fn schedules_are_repeated() -> Result<()> {
    let _alone = alone();
    let streams = [Stream::new(SIM)?, Stream::new(SIM)?, Stream::new(OTHER)?];
    let program = || -> Result<u64> {
        let tensors = streams.iter().map(|s| s.with(|| ones(s.device(), 100))?).collect::<Result<Vec<_>>>()?;
        for (stream, tensor) in streams.iter().zip(&tensors) {
            stream.with(|| (0..5).try_for_each(|_| tensor.mul_(2.0)))??;
        }
        for (stream, tensor) in streams.iter().zip(&tensors) {
            assert_eq!(stream.with(|| tensor.sum()?.item())??, 3200.0);
        }
        sim::schedule_hash()
    };
    let seeded = |seed| sim::set_mode(&sim::Mode::Random(seed)).and_then(|()| program());
    let hashes = (0..8).map(seeded).collect::<Result<std::collections::HashSet<_>>>()?;
    assert!(hashes.len() > 1);
    assert_eq!(seeded(3)?, seeded(3)?);
    let path = std::env::temp_dir().join(format!("vjp-schedule-{}", std::process::id()));
    sim::set_mode(&sim::Mode::Random(5))?;
    sim::record_schedule(Some(&path))?;
    let recorded = program()?;
    sim::set_mode(&sim::Mode::Replay(path.clone()))?; // ends the recording
    let replayed = program();
    std::fs::remove_file(path).unwrap();
    assert_eq!(replayed?, recorded);
    for mode in [sim::Mode::Priority { seed: 1, depth: 3, steps: None }, sim::Mode::Starve(vec!["side".into()])] {
        sim::set_mode(&mode)?;
        program()?;
        assert_eq!(sim::mode(), mode.to_string());
    }
    assert_eq!(sim::set_mode(&sim::Mode::Text("backwards".into())).unwrap_err().status, Status::Invalid);
    sim::set_mode(&sim::Mode::Lazy)
}

/// A command that fails on the device shows where the host waits for it
#[test]
fn a_command_fails() -> Result<()> {
    let _alone = alone();
    let x = ones(SIM, 10)?;
    SIM.synchronize()?;
    sim::fail_command(0, 1, false)?;
    let y = x.mul(2.0)?;
    let error = SIM.synchronize().unwrap_err();
    assert_eq!(error.status, Status::Backend, "{error}");
    drop(y);
    assert_eq!(x.sum()?.item()?, 10.0);
    Ok(())
}
