//! Functions that run as graphs, on the simulator.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use vjp::optim::{Optimizer, Sgd};
use vjp::{make_graphed, manual_seed, no_grad, ops, GraphedFunction, GraphedOptions};
use vjp::{Device, DeviceGraph, Error, EventWatch, GradOptions, Graphed, MemoryPool, Result, Status, Tensor};

const SIM: Device = Device::sim(0);

/// While one thread captures, the calls of others that are unsafe then are errors: one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

fn there(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])?.to(SIM)
}

fn noise(shape: &[i64]) -> Result<Tensor> {
    SIM.with_default(|| ops::randn(shape))?
}

fn one(function: GraphedFunction) -> Result<Graphed> {
    Ok(make_graphed(vec![function], GraphedOptions::default())?.remove(0))
}

/// Two layers with dropout and a loss, each run as itself or as a graph.
struct Model {
    weights: [Tensor; 2],
    graphed: Vec<Graphed>,
    runs: Arc<AtomicUsize>,
}

const DROPOUT: [f64; 2] = [0.1, 0.2];

fn layer(weight: &Tensor, p: f64, x: &Tensor, training: bool) -> Result<Tensor> {
    x.mm(weight)?.dropout_with(ops::DropoutOptions { p, training, ..Default::default() })?.relu()
}

impl Model {
    fn new(weights: &[Tensor; 2]) -> Result<Model> {
        let copy = |w: &Tensor| w.detach()?.copied()?.tracked();
        let weights = [copy(&weights[0])?, copy(&weights[1])?];
        Ok(Model { weights, graphed: Vec::new(), runs: Arc::default() })
    }

    fn graph(mut self) -> Result<Model> {
        let samples = [noise(&[6, 5])?, noise(&[6, 4])?.tracked()?];
        let mut functions = Vec::new();
        for (i, sample) in samples.iter().enumerate() {
            let (weight, runs) = (self.weights[i].clone(), self.runs.clone());
            let function = GraphedFunction::with_training(&[sample], true, move |inputs, training| {
                runs.fetch_add(1, Relaxed);
                Ok(vec![layer(&weight, DROPOUT[i], &inputs[0], training)?])
            });
            functions.push(function.parameters(&[("weight", &self.weights[i])]));
        }
        let (last, target) = (noise(&[6, 3])?.tracked()?, noise(&[6, 3])?);
        functions
            .push(GraphedFunction::new(&[&last, &target], |inputs| Ok(vec![ops::mse_loss(&inputs[0], &inputs[1])?])));
        self.graphed = make_graphed(functions, GraphedOptions::default())?;
        Ok(self)
    }

    fn forward(&self, x: &Tensor, training: bool) -> Result<Tensor> {
        let mut x = x.clone();
        for (i, weight) in self.weights.iter().enumerate() {
            x = match self.graphed.get(i) {
                Some(graphed) => graphed.call_with(training, &[&x])?.remove(0),
                None => layer(weight, DROPOUT[i], &x, training)?,
            };
        }
        Ok(x)
    }

    fn train(&self) -> Result<(Vec<f64>, Vec<f32>)> {
        manual_seed(5)?;
        let mut optimizer =
            Optimizer::sgd(&[&self.weights[0], &self.weights[1]], Sgd { lr: 0.05, ..Default::default() })?;
        let mut losses = Vec::new();
        for _ in 0..10 {
            let (x, target) = (noise(&[6, 5])?, noise(&[6, 3])?);
            optimizer.zero_grad()?;
            let y = self.forward(&x, true)?;
            let loss = match self.graphed.get(2) {
                Some(graphed) => graphed.call(&[&y, &target])?.remove(0),
                None => ops::mse_loss(&y, &target)?,
            };
            loss.backward()?;
            optimizer.step()?;
            losses.push(loss.item()?);
        }
        Ok((losses, [self.weights[0].to_vec::<f32>()?, self.weights[1].to_vec()?].concat()))
    }
}

/// SC-80, GF-2, GF-6: the same numbers as without graphs; outside of training the functions themselves run
#[test]
fn training_is_that_of_the_functions() -> Result<()> {
    let _alone = alone();
    manual_seed(1)?;
    let weights = [noise(&[5, 4])?, noise(&[4, 3])?];
    let (eager, graphed) = (Model::new(&weights)?, Model::new(&weights)?.graph()?);
    let runs = graphed.runs.load(Relaxed);
    assert_eq!(eager.train()?, graphed.train()?);
    assert_eq!(graphed.runs.load(Relaxed), runs); // graphs ran
    let x = noise(&[2, 5])?; // of any shape
    assert_eq!(graphed.forward(&x, false)?.to_vec::<f32>()?, eager.forward(&x, false)?.to_vec::<f32>()?);
    assert_eq!(graphed.runs.load(Relaxed), runs + 2);
    Ok(())
}

/// SC-81: three in one given pool
#[test]
fn several_share_a_pool() -> Result<()> {
    let _alone = alone();
    let pool = MemoryPool::new(SIM)?;
    let weights = [there(&[2.0, 2.0])?.tracked()?, there(&[3.0, 3.0])?.tracked()?, there(&[5.0, 5.0])?.tracked()?];
    // A sample each: its memory becomes the function's.
    let samples = [there(&[1.0, 1.0])?.tracked()?, there(&[1.0, 1.0])?.tracked()?, there(&[1.0, 1.0])?.tracked()?];
    let functions = weights.iter().zip(&samples).map(|(w, sample)| {
        let weight = w.clone();
        GraphedFunction::new(&[sample], move |inputs| Ok(vec![inputs[0].mul(&weight)?])).parameters(&[("w", w)])
    });
    let made = make_graphed(functions.collect(), GraphedOptions { pool: Some(&pool), ..Default::default() })?;
    for step in [1.0, 2.0] {
        let mut x = there(&[step, step])?.tracked()?;
        for graphed in &made {
            x = graphed.call(&[&x])?.remove(0);
        }
        assert_eq!(x.to_vec::<f64>()?, [30.0 * step; 2]);
        x.sum()?.backward()?;
        for (w, expected) in weights.iter().zip([15.0, 10.0, 6.0]) {
            let grad = w.grad()?.unwrap();
            assert_eq!(grad.to_vec::<f64>()?, [expected * step; 2]);
            assert!(weights.iter().all(|w| !w.shares_storage(&grad)));
            w.set_grad(None)?;
        }
    }
    Ok(())
}

/// GF-3
#[test]
fn inputs_without_influence() -> Result<()> {
    let _alone = alone();
    let (x, y) = (there(&[1.0, 2.0])?.tracked()?, there(&[3.0, 4.0])?.tracked()?);
    let doubled = || GraphedFunction::new(&[&x, &y], |inputs| Ok(vec![inputs[0].mul(2.0)?]));
    let error = one(doubled()).err().unwrap();
    assert!(error.status == Status::Invalid && error.message.contains("input 1"), "{error}");
    let options = GraphedOptions { allow_unused: true, ..Default::default() };
    let graphed = make_graphed(vec![doubled()], options)?.remove(0);
    graphed.call(&[&x, &y])?[0].sum()?.backward()?;
    assert_eq!(x.grad()?.unwrap().to_vec::<f64>()?, [2.0, 2.0]);
    assert!(y.grad()?.is_none());
    // Inputs are as their samples.
    let wrong = [there(&[1.0])?.tracked()?, x.to(vjp::DType::Float32)?.detach()?.tracked()?, x.detach()?];
    for (wrong, status) in wrong.iter().zip([Status::Shape, Status::DType, Status::Invalid]) {
        assert_eq!(graphed.call(&[wrong, &y]).unwrap_err().status, status);
    }
    assert_eq!(graphed.call(&[&x]).unwrap_err().status, Status::Invalid);
    Ok(())
}

/// GF-5
#[test]
fn parameters_stay_where_they_are() -> Result<()> {
    let _alone = alone();
    let w = there(&[2.0, 2.0])?.tracked()?;
    let sample = there(&[1.0, 1.0])?;
    let product = || {
        let weight = w.clone();
        GraphedFunction::new(&[&sample], move |inputs| Ok(vec![inputs[0].mul(&weight)?])).parameters(&[("weight", &w)])
    };
    let hook = w.add_hook(|_| Ok(None))?;
    let error = one(product()).err().unwrap();
    assert!(error.status == Status::Invalid && error.message.contains("'weight' has hooks"), "{error}");
    hook.remove();
    let graphed = one(product())?;
    let seen = Arc::new(AtomicUsize::new(0));
    let count = seen.clone();
    w.add_hook(move |_| {
        count.fetch_add(1, Relaxed);
        Ok(None)
    })?;
    no_grad(|| w.mul_(2.0))?;
    let y = graphed.call(&[&there(&[1.0, 3.0])?])?.remove(0);
    assert_eq!(y.to_vec::<f64>()?, [4.0, 12.0]);
    y.sum()?.backward()?;
    assert_eq!((w.grad()?.unwrap().to_vec::<f64>()?, seen.load(Relaxed)), (vec![1.0, 3.0], 1));
    // Frozen when it was captured, so that there is no graph of its gradient.
    let (v, other) = (there(&[2.0, 2.0])?, there(&[1.0, 1.0])?.tracked()?);
    let factor = v.clone();
    let function = GraphedFunction::new(&[&other], move |inputs| Ok(vec![inputs[0].mul(&factor)?]));
    let graphed = one(function.parameters(&[("factor", &v)]))?;
    v.set_requires_grad(true)?;
    let error = graphed.call(&[&other]).unwrap_err();
    assert!(error.status == Status::State && error.message.contains("'factor'"), "{error}");
    Ok(())
}

/// GF-1, GF-4
#[test]
fn only_the_first_derivative_of_the_last_call() -> Result<()> {
    let _alone = alone();
    let x = there(&[1.0, 2.0])?.tracked()?;
    let graphed = one(GraphedFunction::new(&[&x], |inputs| Ok(vec![inputs[0].mul(&inputs[0])?])))?;
    let create = GradOptions { create_graph: true, ..Default::default() };
    let y = graphed.call(&[&x])?[0].sum()?;
    let gradient = vjp::grad_with(&[&y], &[], &[&x], create)?.remove(0).unwrap();
    assert_eq!(gradient.to_vec::<f64>()?, [2.0, 4.0]);
    assert_eq!(gradient.sum()?.backward().unwrap_err().status, Status::NotImplemented);
    let first = graphed.call(&[&x])?[0].sum()?;
    graphed.call(&[&there(&[5.0, 5.0])?.tracked()?])?;
    let error = first.backward().unwrap_err();
    assert!(error.status == Status::State && error.message.contains("overwritten"), "{error}");
    Ok(())
}

/// What fails comes out as it was, and leaves nothing behind.
#[test]
fn what_goes_wrong_in_a_function() -> Result<()> {
    let _alone = alone();
    let x = there(&[1.0])?;
    let token = Arc::new(());
    let make = |f: fn(&Tensor) -> Result<Tensor>| {
        let token = token.clone();
        one(GraphedFunction::new(&[&x], move |inputs| {
            let _token = &token;
            Ok(vec![f(&inputs[0])?])
        }))
    };
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| make(|_| panic!("out")))).err().unwrap();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"out"));
    let error = make(|_| Err(Error::new(Status::Io, "out of paper"))).err().unwrap();
    assert!(error.status == Status::Io && error.message.contains("out of paper"), "{error}");
    // Reading back is possible in the first runs only. CG-4: nor is work on the CPU.
    assert_eq!(make(|x| x.mul(x.sum()?.item()?)).err().unwrap().status, Status::State);
    assert_eq!(make(|x| ops::ones(&[2])?.add(1.0).and(x.mul(2.0))).err().unwrap().status, Status::State);
    let on_host = GraphedFunction::new(&[&ops::ones(&[2])?], |inputs| Ok(vec![inputs[0].mul(2.0)?]));
    let error = one(on_host).err().unwrap();
    assert!(error.status == Status::Device && error.message.contains("input 0"), "{error}");
    let name = GraphedFunction::new(&[&x], |inputs| Ok(inputs.to_vec())).parameters(&[("a\0b", &x)]);
    assert_eq!(one(name).err().unwrap().status, Status::Invalid);
    assert!(make_graphed(vec![], GraphedOptions::default())?.is_empty());
    assert_eq!(Arc::strong_count(&token), 1);
    let works = make(|x| x.mul(2.0))?;
    assert_eq!((works.call(&[&there(&[4.0])?])?[0].item()?, Arc::strong_count(&token)), (8.0, 2));
    drop(works);
    assert_eq!(Arc::strong_count(&token), 1);
    Ok(())
}

/// CG-4: what is computed on the CPU is an error, or left out of replays
#[test]
fn work_on_the_cpu_is_left_out_if_asked() -> Result<()> {
    let _alone = alone();
    let (x, host) = (there(&[1.0])?, ops::zeros(&[1])?);
    let function = || {
        let host = host.clone();
        GraphedFunction::new(&[&x], move |inputs| {
            host.add_(1.0)?;
            Ok(vec![inputs[0].mul(2.0)?])
        })
    };
    assert_eq!(one(function()).err().unwrap().status, Status::State);
    host.zero_()?;
    let options = GraphedOptions { elide_cpu_work: true, num_warmup: 1, ..Default::default() };
    let graphed = make_graphed(vec![function()], options)?.remove(0);
    let ran = host.item()?;
    assert_eq!((graphed.call(&[&there(&[4.0])?])?[0].item()?, host.item()?), (8.0, ran));
    let mut graph = DeviceGraph::new()?;
    assert_eq!(graph.capture(SIM, || host.add_(1.0)).unwrap_err().status, Status::State);
    graph.set_elide_cpu_work(true)?;
    let y = graph.capture(SIM, || host.add_(1.0).and(x.add(1.0)))?;
    let ran = host.item()?;
    x.fill_(2.0)?;
    graph.replay()?;
    assert_eq!((y.item()?, host.item()?), (3.0, ran));
    Ok(())
}

/// SC-76: nobody begins to watch events while a capture is underway
#[test]
fn watches_keep_away_from_captures() -> Result<()> {
    let _alone = alone();
    let x = there(&[1.0])?;
    let capture = || DeviceGraph::new()?.capture(SIM, || Ok((EventWatch::begin()?.is_none(), x.add(1.0)?)));
    assert!(capture()?.0);
    drop(EventWatch::begin()?.expect("a watch"));
    assert!(capture()?.0);
    Ok(())
}

/// A call may move to another thread.
#[test]
fn a_graphed_function_changes_its_thread() -> Result<()> {
    let _alone = alone();
    let x = there(&[1.0, 2.0])?;
    let graphed = one(GraphedFunction::new(&[&x], |inputs| Ok(vec![inputs[0].add(1.0)?])))?;
    let y = std::thread::spawn(move || graphed.call(&[&there(&[4.0, 5.0])?])?[0].to_vec::<f64>()).join().unwrap()?;
    assert_eq!(y, [5.0, 6.0]);
    Ok(())
}
