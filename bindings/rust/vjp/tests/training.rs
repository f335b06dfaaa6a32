//! Optimizers, gradient scaling, autocast and captured graphs: on a device the bits of the CPU.

use std::sync::{Mutex, MutexGuard, PoisonError};

use vjp::optim::{
    clip_grad_norm, clip_grad_norm_with, clip_grad_value, total_norm, Adagrad, Adam, AdamW, OneCycle, Optimizer,
    Plateau, PlateauOptions, RmsProp, Rule, Schedule, Sgd, SparseAdam,
};
use vjp::{
    autocast, autocast_dtype, manual_seed, ops, set_stale_streams, sim, stale_streams, AutocastOptions, CaptureMode,
    CaptureOptions, CaptureState, DType, Device, DeviceGraph, DeviceKind, GradScaler, GradScalerOptions, MemoryPool,
    Result, StaleStreams, Status, Stream, Tensor,
};

const SIM: Device = Device::sim(0);

/// Captures are the process's business: one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

fn leaf(device: Device, values: &[f32]) -> Result<Tensor> {
    device.with_default(|| Tensor::from_slice(values, &[values.len() as i64]))??.tracked()
}

fn loss(w: &Tensor) -> Result<Tensor> {
    w.sin()?.mul(w)?.sum()
}

fn steps<R: Rule>(device: Device, rule: R) -> Result<Vec<f32>> {
    let w = leaf(device, &[0.5, -1.0, 2.0])?;
    let mut optimizer = Optimizer::new(&[&w], rule)?;
    for _ in 0..5 {
        optimizer.zero_grad()?;
        loss(&w)?.backward()?;
        optimizer.step()?;
    }
    w.to_vec()
}

fn same_bits<R: Rule>(rule: R) -> Result<()> {
    let cpu = steps(Device::CPU, rule)?;
    assert_eq!(cpu, steps(SIM, rule)?);
    assert!(cpu.iter().zip([0.5, -1.0, 2.0]).all(|(a, b)| a.is_finite() && *a != b));
    Ok(())
}

#[test]
fn optimizers_give_the_bits_of_the_cpu() -> Result<()> {
    let _alone = alone();
    same_bits(Sgd { lr: 0.1, momentum: 0.9, nesterov: true, ..Default::default() })?;
    same_bits(Adam { lr: 0.1, betas: (0.8, 0.9), amsgrad: true, ..Default::default() })?;
    same_bits(AdamW { lr: 0.1, ..Default::default() })?;
    same_bits(Adagrad { lr: 0.1, lr_decay: 0.01, ..Default::default() })?;
    same_bits(RmsProp { lr: 0.1, centered: true, momentum: 0.5, ..Default::default() })
}

/// Rows 0 and 2 of three are looked up: the first step of Adam is as long as the rate, and row 1 stays.
#[test]
fn sparse_gradients_move_what_they_have() -> Result<()> {
    let table = Tensor::from_slice(&[1.0f32, 2.0, 3.0], &[3, 1])?.tracked()?;
    let rows = Tensor::from_slice(&[2i64, 0], &[2])?;
    let mut optimizer = Optimizer::sparse_adam(&[&table], SparseAdam { lr: 0.5, ..Default::default() })?;
    assert_eq!(optimizer.name(), "SparseAdam");
    let by_rows = ops::EmbeddingMaxNormOptions { sparse: true, ..Default::default() };
    ops::embedding_max_norm_with(&rows, &table, None, by_rows)?.sum()?.backward()?;
    optimizer.step()?;
    let moved = table.to_vec::<f32>()?;
    assert!((moved[0] - 0.5).abs() < 1e-5 && moved[1] == 2.0 && (moved[2] - 2.5).abs() < 1e-5);
    let refused = Optimizer::adam(&[&table], Adam::default())?.step().unwrap_err();
    assert!(refused.status == Status::NotImplemented && refused.message.contains("SparseAdam"));
    Ok(())
}

#[test]
fn a_step_by_hand() -> Result<()> {
    let w = leaf(Device::CPU, &[1.0, 2.0])?;
    let mut optimizer = Optimizer::sgd(&[&w], Sgd { lr: 0.25, weight_decay: 1.0, ..Default::default() })?;
    (&w * 3.0).sum()?.backward()?;
    optimizer.step()?;
    assert_eq!(w.to_vec::<f32>()?, [1.0 - 0.25 * 4.0, 2.0 - 0.25 * 5.0]);
    optimizer.fill_grad_with_zeros()?;
    assert_eq!(w.grad()?.unwrap().to_vec::<f32>()?, [0.0, 0.0]);
    optimizer.zero_grad()?;
    assert!(w.grad()?.is_none());
    Ok(())
}

#[test]
fn groups_and_hyperparameters() -> Result<()> {
    let (a, b) = (leaf(Device::CPU, &[1.0])?, leaf(Device::CPU, &[1.0])?);
    let rule = Adam { lr: 0.5, betas: (0.7, 0.8), ..Default::default() };
    let mut optimizer = Optimizer::adam(&[&a], rule)?;
    assert_eq!(optimizer.add_group(&[&b], Adam::default())?, 1);
    assert_eq!((optimizer.name().as_str(), optimizer.num_groups()), ("Adam", 2));
    assert_eq!((optimizer.options::<Adam>(0)?, optimizer.options::<Adam>(1)?), (rule, Adam::default()));
    assert_eq!((Adam::default().lr, Adam::default().betas, AdamW::default().weight_decay), (1e-3, (0.9, 0.999), 1e-2));
    optimizer.set_lr(1, 0.125)?;
    assert_eq!((optimizer.lr(0)?, optimizer.lr(1)?), (0.5, 0.125));
    optimizer.set_options(0, Adam { eps: 1.0, ..rule })?;
    assert_eq!(optimizer.options::<Adam>(0)?.eps, 1.0);
    assert!(optimizer.parameters(1)?[0].shares_storage(&b) && !optimizer.is_capturable()?);
    assert_eq!(optimizer.options::<AdamW>(0).unwrap_err().status, Status::Invalid);
    assert!(optimizer.add_group(&[&a], Sgd::default()).is_err());
    assert!(optimizer.set_lr(2, 0.1).is_err() && optimizer.parameters(2).is_err());
    assert!(Optimizer::sgd(&[&a], Sgd { lr: -1.0, ..Default::default() }).is_err());
    assert!(Optimizer::sgd(&[&loss(&a)?], Sgd::default()).is_err());
    Ok(())
}

/// A device's optimizer goes on with the states that one of the CPU stored.
#[test]
fn states_move_between_devices() -> Result<()> {
    let _alone = alone();
    let rule = Adam { lr: 0.1, ..Default::default() };
    let run = |w: &Tensor, optimizer: &mut Optimizer, count| -> Result<()> {
        (0..count).try_for_each(|_| {
            optimizer.zero_grad()?;
            loss(w)?.backward()?;
            optimizer.step()
        })
    };
    let w = leaf(Device::CPU, &[0.5, 2.0])?;
    let mut optimizer = Optimizer::adam(&[&w], rule)?;
    run(&w, &mut optimizer, 3)?;
    let states = optimizer.states()?;
    let there = leaf(SIM, &w.to_vec::<f32>()?)?;
    let mut other = Optimizer::adam(&[&there], rule)?;
    other.load_states(&states.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect::<Vec<_>>())?;
    let names: Vec<_> = other.states()?.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, states.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
    run(&w, &mut optimizer, 3)?;
    run(&there, &mut other, 3)?;
    assert_eq!(w.to_vec::<f32>()?, there.to_vec::<f32>()?);
    assert!(other.load_states(&[("0.0.no_such", &w)]).is_err());
    Ok(())
}

#[test]
fn gradients_are_clipped() -> Result<()> {
    let _alone = alone();
    for device in [Device::CPU, SIM] {
        let w = leaf(device, &[3.0, 4.0])?;
        w.mul(&w)?.mul(0.5)?.sum()?.backward()?;
        assert_eq!(total_norm(&[w.grad()?.unwrap()], f64::INFINITY)?.item()?, 4.0);
        let norm = clip_grad_norm(&[&w], 1.0)?;
        assert_eq!((norm.device(), norm.item()?), (device, 5.0));
        assert!((w.grad()?.unwrap().to_vec::<f32>()?[0] - 0.6).abs() < 1e-5);
        clip_grad_value(&[&w], 0.7)?;
        assert_eq!(w.grad()?.unwrap().to_vec::<f32>()?[1], 0.7);
        w.grad()?.unwrap().fill_(f64::NAN)?;
        assert_eq!(clip_grad_norm_with(&[&w], 1.0, 2.0, true).unwrap_err().status, Status::Invalid);
    }
    Ok(())
}

#[test]
fn schedules() {
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    near(Schedule::Step { step_size: 3, gamma: 0.1 }.lr(1.0, 7), 0.01);
    near(Schedule::Exponential { gamma: 0.5 }.lr(1.0, 3), 0.125);
    near(Schedule::Linear { start_factor: 0.0, end_factor: 1.0, total: 4 }.lr(2.0, 1), 0.5);
    near(Schedule::Cosine { lowest: 0.0, total: 4 }.lr(2.0, 2), 1.0);
    let cycle = OneCycle::new(1.0, 100);
    near(Schedule::OneCycle(cycle).lr(f64::NAN, 0), 1.0 / cycle.start_divisor);
    let mut plateau = Plateau::new(PlateauOptions { patience: 1, factor: 0.5, ..Default::default() });
    let rates: Vec<_> = [3.0, 2.0, 2.0, 2.0].iter().map(|&metric| plateau.observe(metric, 1.0)).collect();
    assert_eq!(rates, [1.0, 1.0, 1.0, 0.5]);
}

/// SC-87: the scale grows and shrinks, a step with an infinity is left out
#[test]
fn losses_are_scaled() -> Result<()> {
    let _alone = alone();
    for device in [Device::CPU, SIM] {
        let w = leaf(device, &[1.0, 2.0])?;
        let mut optimizer = Optimizer::sgd(&[&w], Sgd { lr: 0.5, ..Default::default() })?;
        let options = GradScalerOptions { init_scale: 128.0, growth_interval: 1, ..Default::default() };
        let mut scaler = GradScaler::new(options)?;
        assert_eq!(scaler.step(&mut optimizer).unwrap_err().status, Status::State);
        let mut made = vec![];
        for batch in 0..4 {
            optimizer.zero_grad()?;
            scaler.scale(&w.sum()?)?.backward()?;
            if batch == 2 {
                w.grad()?.unwrap().fill_(f64::INFINITY)?;
            }
            scaler.unscale(&mut optimizer)?;
            assert_eq!(scaler.found_inf(&optimizer)?[0].item()?, if batch == 2 { 1.0 } else { 0.0 });
            made.push(scaler.step(&mut optimizer)?);
            scaler.update()?;
        }
        assert_eq!(made, [true, true, false, true]);
        assert_eq!((scaler.get_scale()?, w.to_vec::<f32>()?), (512.0, vec![-0.5, 0.5]));
        let mut other = GradScaler::new(GradScalerOptions::default())?;
        other.load_state(&scaler.state()?)?;
        assert_eq!(other.state()?, scaler.state()?);
        assert_eq!(other.scale_list(&[&w.detach()?])?[0].to_vec::<f32>()?, [-256.0, 256.0]);
        other.set_scale(4.0)?;
        assert_eq!(other.get_scale()?, 4.0);
    }
    let off = GradScaler::new(GradScalerOptions { enabled: false, ..Default::default() })?;
    assert!(!off.is_enabled() && off.get_scale()? == 1.0);
    Ok(())
}

/// AMP-10: of one type of devices, ends with its closure
#[test]
fn autocast_is_a_region() -> Result<()> {
    let _alone = alone();
    let w = leaf(SIM, &[1.0, 2.0, 3.0, 4.0])?;
    let options = AutocastOptions { device: DeviceKind::SIM, dtype: DType::Float16, ..Default::default() };
    let product = || w.reshape(&[2, 2])?.matmul(&w.reshape(&[2, 2])?);
    let (there, again) = autocast(options, || {
        assert_eq!((autocast_dtype(DeviceKind::SIM), autocast_dtype(DeviceKind::CPU)), (Some(DType::Float16), None));
        (product(), autocast(AutocastOptions { enabled: false, ..options }, product))
    })?;
    assert_eq!((there?.dtype(), again??.dtype(), product()?.dtype()), (DType::Float16, DType::Float32, DType::Float32));
    assert_eq!(autocast_dtype(DeviceKind::SIM), None);
    assert!(autocast(AutocastOptions { dtype: DType::Int32, ..options }, || ()).is_err());
    Ok(())
}

// ---- graphs ----

/// SC-70: gradients that are absent at the capture are overwritten by each replay
#[test]
fn a_backward_is_replayed() -> Result<()> {
    let _alone = alone();
    let x = leaf(SIM, &[1.0; 4])?.detach()?;
    let w = leaf(SIM, &[2.0; 4])?;
    let warm_up = Stream::new(SIM)?;
    warm_up.wait_stream(&Stream::current(SIM)?)?;
    warm_up.with(|| (&w * &x).sum()?.backward())??;
    Stream::current(SIM)?.wait_stream(&warm_up)?;
    w.set_grad(None)?;
    let mut graph = DeviceGraph::new()?;
    let result = graph.capture(SIM, || {
        let loss = (&w * &x).sum()?;
        loss.backward()?;
        Ok((loss, w.grad()?.unwrap()))
    })?;
    for value in [1.0f32, 5.0, 7.0] {
        x.fill_(f64::from(value))?;
        graph.replay()?;
        assert_eq!((result.0.item()?, result.1.to_vec::<f32>()?), (8.0 * f64::from(value), vec![value; 4]));
    }
    assert!(graph.node_count()? > 2 && graph.to_dot()?.starts_with("digraph") && graph.pool()?.is_some());
    graph.reset()?;
    assert_eq!(graph.replay().unwrap_err().status, Status::State);
    Ok(())
}

/// SC-71, SC-79: a whole training step in a graph gives the bits of one without
#[test]
fn a_training_step_is_replayed() -> Result<()> {
    let _alone = alone();
    let options = Adam { lr: 0.1, capturable: true, ..Default::default() };
    let step = |w: &Tensor, optimizer: &mut Optimizer| -> Result<()> {
        optimizer.zero_grad()?;
        loss(w)?.backward()?;
        optimizer.step()
    };
    let (eager, captured) = (leaf(SIM, &[0.5, 2.0])?, leaf(SIM, &[0.5, 2.0])?);
    let (mut first, mut second) = (Optimizer::adam(&[&eager], options)?, Optimizer::adam(&[&captured], options)?);
    (0..8).try_for_each(|_| step(&eager, &mut first))?;
    let side = Stream::new(SIM)?;
    side.wait_stream(&Stream::current(SIM)?)?;
    side.with(|| (0..3).try_for_each(|_| step(&captured, &mut second)))??;
    second.zero_grad()?;
    let mut graph = DeviceGraph::new()?;
    let how = CaptureOptions { stream: Some(&side), mode: CaptureMode::ThreadLocal, ..Default::default() };
    graph.capture_with(SIM, how, || {
        assert!(matches!(side.capture_state()?, CaptureState::Active(_)));
        step(&captured, &mut second)
    })?;
    assert_eq!(side.capture_state()?, CaptureState::None);
    (0..5).try_for_each(|_| graph.replay())?;
    assert_eq!(eager.to_vec::<f32>()?, captured.to_vec::<f32>()?);
    Ok(())
}

/// SC-60: what cannot be captured, an error of the closure's own and a panic leave the graph as new
#[test]
fn captures_fail_cleanly() -> Result<()> {
    let _alone = alone();
    let x = leaf(SIM, &[1.0])?.detach()?;
    let mut graph = DeviceGraph::new()?;
    let error = graph.capture(SIM, || x.item()).unwrap_err();
    assert!(error.message.contains("capture"), "{error}");
    let error = graph.capture(SIM, || Err::<(), _>(vjp::Error::new(Status::Io, "own"))).unwrap_err();
    assert_eq!(error.message, "own");
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        graph.capture(SIM, || -> Result<()> { panic!("out") })
    }));
    assert!(panicked.is_err() && Stream::current(SIM)? == Stream::default_of(SIM)?);
    assert!(graph.capture(Device::CPU, || Ok(())).is_err());
    let side = Stream::default_of(SIM)?;
    let on_default = CaptureOptions { stream: Some(&side), ..Default::default() };
    assert!(graph.capture_with(SIM, on_default, || Ok(())).is_err());
    let y = graph.capture(SIM, || x.add(1.0))?;
    graph.replay()?;
    assert_eq!(y.item()?, 2.0);
    Ok(())
}

/// SC-72: a leaf that a live graph uses on the default stream
#[test]
fn leaves_of_the_default_stream() -> Result<()> {
    let _alone = alone();
    let w = leaf(SIM, &[1.0])?;
    let kept = w.mul(2.0)?;
    let mut graph = DeviceGraph::new()?;
    assert_eq!(stale_streams(), StaleStreams::OverrideLeaves);
    set_stale_streams(StaleStreams::Error)?;
    let error = graph.capture(SIM, || w.mul(3.0)?.backward()).unwrap_err();
    assert!(error.status == Status::State && error.message.contains("AccumulateGrad"), "{error}");
    set_stale_streams(StaleStreams::OverrideLeaves)?;
    w.set_grad(None)?;
    let grad = graph.capture(SIM, || {
        w.mul(3.0)?.backward()?;
        Ok(w.grad()?.unwrap())
    })?;
    graph.replay()?;
    assert_eq!((grad.item()?, kept.item()?), (3.0, 2.0));
    Ok(())
}

/// SC-68: replays draw the numbers that as many calls would
#[test]
fn random_numbers_advance() -> Result<()> {
    let _alone = alone();
    let draw = || SIM.with_default(|| ops::rand(&[8]))?;
    manual_seed(5)?;
    let eager = (0..3).map(|_| draw()?.to_vec::<f32>()).collect::<Result<Vec<_>>>()?;
    manual_seed(5)?;
    let mut graph = DeviceGraph::new()?;
    let numbers = graph.capture(SIM, draw)?;
    for expected in &eager {
        graph.replay()?;
        assert_eq!(&numbers.to_vec::<f32>()?, expected);
    }
    let (a, b) = (vjp::Generator::new(1)?, vjp::Generator::default_of(SIM)?);
    let states = (a.state()?, b.state()?);
    a.swap_states(&b)?;
    assert_eq!((b.state()?, a.state()?), states);
    b.swap_states(&a)
}

/// SC-62: two graphs in one pool need less memory than two with their own
#[test]
fn graphs_share_a_pool() -> Result<()> {
    let _alone = alone();
    let x = leaf(SIM, &[1.0; 1000])?.detach()?;
    let side = Stream::new(SIM)?;
    let reserved = |shared: bool| -> Result<i64> {
        SIM.synchronize()?;
        vjp::memory::empty_cache(SIM)?;
        let before = vjp::memory::statistics(SIM)?.private_pools.reserved_bytes.current;
        let pool = MemoryPool::new(SIM)?;
        let how = CaptureOptions { stream: Some(&side), pool: shared.then_some(&pool), ..Default::default() };
        let (mut first, mut second) = (DeviceGraph::new()?, DeviceGraph::new()?);
        let y = first.capture_with(SIM, how, || x.add(1.0))?;
        let z = second.capture_with(SIM, how, || y.add(1.0))?;
        first.replay()?;
        second.replay()?;
        assert_eq!(z.to_vec::<f32>()?[999], 3.0);
        Ok(vjp::memory::statistics(SIM)?.private_pools.reserved_bytes.current - before)
    };
    assert_eq!((reserved(true)?, reserved(false)?), (2 << 20, 4 << 20));
    Ok(())
}

/// In any schedule
#[test]
fn a_graph_is_replayed_in_any_order() -> Result<()> {
    let _alone = alone();
    for seed in 0..10 {
        sim::set_mode(&sim::Mode::Random(seed))?;
        let w = leaf(SIM, &[1.0, 2.0])?;
        let mut graph = DeviceGraph::new()?;
        let y = graph.capture(SIM, || w.mul(&w)?.sum())?;
        graph.replay()?;
        assert_eq!(y.item()?, 5.0);
    }
    sim::set_mode(&sim::Mode::Lazy)
}
