//! Threads, devices, files, and what looks at a program.

use vjp::observe::{explain_missing_grad, record_cuts, to_dot, Graph, Obstacle};
use vjp::profiler::{Kind, Options, Profiler};
use vjp::{compile, sim, Device, Result, Stream, Tensor};

use crate::{gradient, leaf, matrix, numbers, vector, Task, Value, Values};

pub const TASKS: &[Task] = &[
    ("two_threads", two_threads),
    ("simulator_streams", simulator_streams),
    ("safetensors", safetensors),
    ("compiled_backward", compiled_backward),
    ("profile", profile),
    ("anomaly", anomaly),
    ("explain", explain),
    ("graph_picture", graph_picture),
];

fn two_threads() -> Values {
    let x = leaf(&[1.0, 2.0])?;
    let work = |factors: [f64; 2]| (0..50).try_for_each(|_| x.mul(&vector(&factors)?)?.sum()?.backward());
    std::thread::scope(|scope| {
        let threads = [[1.0, 2.0], [10.0, 20.0]].map(|factors| scope.spawn(move || work(factors)));
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    numbers(&[&gradient(&x)?])
}

fn simulator_streams() -> Values {
    sim::set_mode(&sim::Mode::Random(7))?;
    let device = Device::sim(0);
    let x = vector(&[1.0, 2.0, 3.0])?.to(device)?.tracked()?;
    let (main, side) = (Stream::current(device)?, Stream::new(device)?);
    side.wait_stream(&main)?;
    let loss = side.with(|| x.mul(&x)?.mul(5.0)?.sum())??;
    main.wait_stream(&side)?;
    loss.backward()?;
    let found = numbers(&[&loss.to(Device::CPU)?, &gradient(&x)?.to(Device::CPU)?]);
    sim::set_mode(&sim::Mode::Lazy)?;
    found
}

fn safetensors() -> Values {
    let path = std::env::temp_dir().join(format!("conformance-{}.safetensors", std::process::id()));
    let (weight, steps) = (matrix(2, &[1.5, -2.0, 0.25, 4.0])?, Tensor::from_slice(&[7i64], &[1])?);
    vjp::safetensors::save(&path, &[("weight", &weight), ("steps", &steps)], &[("task", "conformance")])?;
    let file = vjp::safetensors::File::open(&path)?;
    let mut found = vec![Value::from(file.names().len())];
    for name in ["weight", "steps"] {
        let tensor = file.get(name)?;
        found.extend(numbers(&[&tensor])?);
        found.push(tensor.dtype().to_string().into());
    }
    found.push(file.metadata("task").unwrap_or_default().into());
    std::fs::remove_file(&path).ok();
    Ok(found)
}

fn compiled_backward() -> Values {
    let gradient_of_chain = || -> Result<Vec<f64>> {
        let x = leaf(&[0.0, 1.0, 2.0])?;
        let mut y = x.clone();
        for _ in 0..4 {
            y = y.mul(&x)?.add(&x)?;
        }
        y.sum()?.backward()?;
        gradient(&x)?.to_vec()
    };
    compile::clear();
    let (eager, before) = (gradient_of_chain()?, compile::counters()?.hits);
    let run = || (0..4).map(|_| gradient_of_chain()).collect::<Result<Vec<_>>>();
    let compiled = compile::compiled(&compile::Options::default(), run)??;
    let hits = compile::counters()?.hits - before;
    let same = compiled.iter().all(|found| *found == eager);
    let mut found: Vec<Value> = eager.into_iter().map(Value::from).collect();
    found.extend([same.into(), (hits as usize).into()]);
    Ok(found)
}

fn profile() -> Values {
    let x = leaf(&[1.0, 2.0])?;
    let profiler = Profiler::new(&Options::default())?;
    profiler.start()?;
    x.mul(&x)?.mul(&x)?.mul(&x)?.exp()?.sum()?.backward()?;
    profiler.stop()?;
    let events = profiler.events()?;
    let wanted = [
        (Kind::Operator, "mul"),
        (Kind::Operator, "exp"),
        (Kind::Derivative, "MulBackward"),
        (Kind::Derivative, "ExpBackward"),
    ];
    let count = |(kind, name)| events.iter().filter(|event| event.kind == kind && event.name == name).count();
    Ok(wanted.map(count).map(Value::from).into())
}

fn anomaly() -> Values {
    vjp::discard_warnings()?; // where it was recorded
    let x = leaf(&[0.0])?;
    let error = vjp::observe::detect_anomaly(true, || x.sqrt()?.mul(0.0)?.sum()?.backward())?.expect_err("a NaN");
    let first = error.message.lines().next().unwrap_or_default();
    Ok(vec![crate::errors::code(error.status).into(), first.into()])
}

fn explain() -> Values {
    let (x, w) = (leaf(&[1.0, 2.0])?, leaf(&[3.0, 4.0])?);
    let roots =
        record_cuts(|| Ok([x.detach()?.mul(&w)?.sum()?, x.mul(&x)?.neg()?.relu()?.sum()?, x.mul(&w)?.sum()?]))??;
    let mut found = Vec::new();
    for root in &roots {
        let explanation = explain_missing_grad(&x, &[root])?;
        found.push(match explanation.obstacle {
            Obstacle::Detached => "detached".into(),
            Obstacle::Zero => "zero".into(),
            Obstacle::None => "none".into(),
            _ => explanation.text.into(),
        });
    }
    Ok(found)
}

fn graph_picture() -> Values {
    let (x, y) = (leaf(&[1.0, 2.0])?, leaf(&[3.0, 4.0])?);
    let root = x.mul(&y)?.add(&x)?.sum()?;
    let (graph, dot) = (Graph::behind(&[&root])?, to_dot(&[&root], &[])?);
    let mut found = vec![Value::from(graph.nodes().len()), graph.links().len().into()];
    found.extend(["MulBackward", "AddBackward", "SumBackward", "ExpBackward"].map(|name| dot.contains(name).into()));
    Ok(found)
}
