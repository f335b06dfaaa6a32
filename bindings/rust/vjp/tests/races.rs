//! The race detector, one test at a time in its process: it is the process's.

use std::sync::{Mutex, MutexGuard, PoisonError};

use vjp::{location, ops, race, Device, Result, Status, Stream, Tensor};

const SIM: Device = Device::sim(0);

fn detector(mode: race::Mode) -> Result<MutexGuard<'static, ()>> {
    static LOCK: Mutex<()> = Mutex::new(());
    let guard = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    SIM.synchronize()?;
    race::set_mode(mode)?;
    Ok(guard)
}

/// SC-12: a backward on a side stream, its gradient used on the default stream; without the wait in between a race
fn backward_on(side: &Stream, wait: bool) -> Result<Tensor> {
    let default = Stream::default_of(SIM)?;
    let x = SIM.with_default(|| ops::ones(&[256]))??.tracked()?;
    side.wait_stream(&default)?;
    side.with(|| x.mul(2.0)?.sum()?.backward())??;
    if wait {
        default.wait_stream(side)?;
    }
    x.grad()?.unwrap().mul(1.0)
}

fn backward_on_a_side_stream(wait: bool) -> Result<Tensor> {
    let side = Stream::new(SIM)?;
    side.set_name("side")?;
    backward_on(&side, wait)
}

#[test]
fn findings_say_what_is_missing() -> Result<()> {
    let _detector = detector(race::Mode::Collect)?;
    backward_on_a_side_stream(true)?;
    race::check()?;
    assert_eq!((race::findings()?, race::report()?.contains("read after write")), (vec![], false));
    backward_on_a_side_stream(false)?;
    let findings = race::findings()?;
    let finding = findings.iter().find(|f| f.kind == race::Kind::ReadAfterWrite).expect("a finding");
    assert_eq!((finding.device, finding.first.stream.as_str()), (SIM, "side"));
    assert!(finding.first.write && !finding.second.write && finding.second.op == "mul");
    assert_eq!((finding.bytes.clone(), finding.second.shape.as_slice()), (0..1024, &[256][..]));
    assert_eq!(finding.second.dtype, Some(vjp::DType::Float32));
    assert!(finding.first.node.is_some() && finding.first.grad_call > 0 && finding.second.node.is_none());
    assert!(finding.missing.contains("side") && finding.fix.contains("vjp_stream_wait_stream"), "{finding:?}");
    let line = finding.to_string();
    assert!(line.starts_with("race (read after write) on sim:0: write by") && !line.contains('\n'), "{line}");
    assert!(line.contains("in node MulBackward"), "{line}");
    let error = race::check().unwrap_err();
    assert!(error.status == Status::State && error.message.contains("missing"), "{error}");
    assert!(race::report_json()?.starts_with('['));
    race::clear();
    assert!(race::findings()?.is_empty());
    race::set_mode(race::Mode::Off)
}

/// RD-5: a finding says where in the program its two commands were enqueued
#[test]
fn findings_say_where_the_program_was() -> Result<()> {
    let _detector = detector(race::Mode::Collect)?;
    let side = Stream::new(SIM)?;
    let x = location("writer", || SIM.with_default(|| ops::ones(&[256])))???;
    let written = line!() - 1;
    let outer = || location("reader", || side.with(|| x.mul(2.0)));
    location("step", outer)????;
    let finding = race::findings()?.remove(0);
    assert_eq!(finding.first.location, format!("  {}:{written}, in writer\n", file!()));
    assert_eq!(finding.second.location.lines().count(), 2, "{finding}");
    assert!(finding.second.location.contains(&format!("{}:{}, in reader", file!(), written + 2)), "{finding}");
    assert!(!finding.to_string().contains('\n') && finding.to_string().contains("in step, at "), "{finding}");
    assert!(race::report()?.contains(&format!("{}:{}, in step", file!(), written + 3)));
    // Of the thread that called backward, also where a thread of the library enqueued it.
    race::clear();
    let x = ones_tracked()?;
    side.wait_stream(&Stream::default_of(SIM)?)?;
    let loss = side.with(|| x.mul(2.0)?.sum())??;
    location("backward", || loss.backward())??;
    let grad = x.grad()?.unwrap();
    Stream::new(SIM)?.with(|| grad.mul(1.0))??;
    let found = race::findings()?;
    assert!(found.iter().any(|f| f.first.location.contains("in backward")), "{found:?}");
    // What a panic leaves is no location.
    let panicked = std::panic::catch_unwind(|| location("lost", || panic!("out")));
    assert!(panicked.is_err());
    assert!(!x.mm(&x).unwrap_err().message.contains("lost"));
    assert_eq!(location("a\0b", || ()).unwrap_err().status, Status::Invalid);
    SIM.synchronize()?;
    race::set_mode(race::Mode::Off)
}

fn ones_tracked() -> Result<Tensor> {
    SIM.with_default(|| ops::ones(&[256]))??.tracked()
}

/// RD-8: turned round, the missing wait gives other numbers
#[test]
fn races_are_confirmed() -> Result<()> {
    let _detector = detector(race::Mode::Collect)?;
    let side = Stream::new(SIM)?; // the same in every run, as all that a program does
    let numbers = |wait| {
        race::confirm(1024, |results| {
            let values = backward_on(&side, wait)?.to_vec::<f32>()?;
            results.iter_mut().zip(values.iter().flat_map(|v| v.to_ne_bytes())).for_each(|(to, from)| *to = from);
            SIM.synchronize()
        })
    };
    assert_eq!(numbers(true)?, vec![]);
    let findings = numbers(false)?;
    let late_read = |f: &&race::Finding| f.kind == race::Kind::ReadAfterWrite;
    assert_eq!(findings.iter().find(late_read).unwrap().confirmation, race::Confirmation::Confirmed);
    let error = race::confirm(1, |_| Err(vjp::Error::new(Status::Io, "own"))).unwrap_err();
    assert_eq!((error.status, error.message.as_str()), (Status::Io, "own"));
    race::set_mode(race::Mode::Off)
}

#[test]
fn the_second_access_can_be_refused() -> Result<()> {
    let _detector = detector(race::Mode::Fail)?;
    assert_eq!(race::mode(), race::Mode::Fail);
    let error = backward_on_a_side_stream(false).unwrap_err();
    assert!(error.status == Status::State && error.message.contains("race"), "{error}");
    let found = race::findings()?;
    race::set_mode(race::Mode::Off)?;
    backward_on_a_side_stream(false)?;
    assert_eq!(race::findings()?, found);
    Ok(())
}
