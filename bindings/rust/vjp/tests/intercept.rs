//! Interceptors: what closures see of operators, and what they change.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Mutex};

use vjp::{intercept, Error, InterceptedCall, Place, Result, Status, Tensor, Value, Variant};

const PLACES: [Place; 2] = [Place::BelowAutograd, Place::AboveAutograd];

fn leaf(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])?.tracked()
}

fn vector(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])
}

fn numbers(tensor: &Tensor) -> Vec<f64> {
    tensor.to_vec::<f64>().unwrap()
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn names(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    fn watch<R>(&self, place: Place, body: impl FnOnce() -> R) -> Result<R> {
        let log = self.0.clone();
        let look = move |call: &InterceptedCall<'_>| {
            log.lock().unwrap().push(call.name());
            Ok(None)
        };
        intercept(place, look, body)
    }
}

/// Gives `act`'s results for one operator.
fn on<R>(
    name: &'static str,
    place: Place,
    act: impl Fn(&InterceptedCall<'_>) -> Result<Option<Vec<Tensor>>> + Send + Sync + 'static,
    body: impl FnOnce() -> R,
) -> Result<R> {
    intercept(place, move |call| if call.name() == name { act(call) } else { Ok(None) }, body)
}

/// ICPT-1, ICPT-2, ICPT-5
#[test]
fn forward_and_backward_are_logged() -> Result<()> {
    let (x, log) = (leaf(&[1.0, 2.0])?, Log::default());
    log.watch(Place::BelowAutograd, || -> Result<()> {
        let y = x.sin()?.sum()?;
        assert_eq!(log.names(), ["sin", "sum"]);
        y.backward()
    })??;
    let names = log.names();
    assert!(names.contains(&"cos".to_owned()) && names.contains(&"mul".to_owned()));
    x.sin()?;
    assert_eq!(log.names().len(), names.len());
    assert_eq!(numbers(&x.grad()?.unwrap()), numbers(&x.detach()?.cos()?));
    assert_eq!(Arc::strong_count(&log.0), 1); // the closure is dropped with the region
    Ok(())
}

/// ICPT-3
#[test]
fn composites_are_whole_above() -> Result<()> {
    let (x, parts, whole) = (leaf(&[1.0, 2.0])?, Log::default(), Log::default());
    whole
        .watch(Place::AboveAutograd, || parts.watch(Place::BelowAutograd, || x.repeat(&[2])?.sum()?.backward()))???;
    assert_eq!(whole.names(), ["repeat", "sum"]);
    assert!(!parts.names().contains(&"repeat".to_owned()) && parts.names().len() > 2);
    Ok(())
}

/// ICPT-4
#[test]
fn what_a_closure_is_given() -> Result<()> {
    let x = vector(&[4.0, 9.0])?;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let list = seen.clone();
    let look = move |call: &InterceptedCall<'_>| {
        assert!(call.schema().starts_with(&call.name()));
        list.lock().unwrap().push((call.name(), call.variant(), call.args(), call.target()));
        Ok(None)
    };
    intercept(Place::AboveAutograd, look, || -> Result<()> {
        x.mul_(2.0)?;
        x.sum_with(vjp::ops::SumOptions { dim: Some(&[0]), ..Default::default() })?;
        vjp::ops::cat(&[&x, &x])?;
        Ok(())
    })??;
    let seen = seen.lock().unwrap();
    let same = |tensor: Option<&Tensor>| tensor.map(Tensor::data_ptr) == Some(x.data_ptr());
    assert!((seen[0].0.as_str(), seen[0].1) == ("mul", Variant::Inplace) && same(seen[0].3.as_ref()));
    assert!(same(seen[0].2[0].tensor()) && matches!(seen[0].2[1], Value::Float(two) if two == 2.0));
    assert!(seen[1].1 == Variant::Functional && seen[1].3.is_none());
    assert!(
        matches!(&seen[1].2[1], Value::Ints(dims) if dims[..] == [0]) && matches!(seen[1].2[2], Value::Bool(false))
    );
    assert!(matches!(&seen[2].2[0], Value::Tensors(list) if list.len() == 2 && same(list[1].as_ref())));
    Ok(())
}

/// ICPT-6, ICPT-7
#[test]
fn arguments_are_changed() -> Result<()> {
    for (place, slope) in [(Place::AboveAutograd, 10.0), (Place::BelowAutograd, 2.0)] {
        let x = leaf(&[1.0, 2.0])?;
        let ten = |call: &InterceptedCall<'_>| {
            call.next()?;
            call.next_with(&[call.args()[0].clone(), Value::Int(10)])?;
            Ok(None)
        };
        let y = on("mul", place, ten, || x.mul(2))??;
        y.sum()?.backward()?;
        assert_eq!((numbers(&y), numbers(&x.grad()?.unwrap())), (vec![10.0, 20.0], vec![slope, slope]));
    }
    let x = vector(&[1.0])?;
    let few = |call: &InterceptedCall<'_>| call.next_with(&[]).map(Some);
    let error = on("mul", Place::BelowAutograd, few, || x.mul(2.0))?.unwrap_err();
    assert_eq!((error.status, error.message.contains("0 arguments were given, expected 2")), (Status::Invalid, true));
    let text = |call: &InterceptedCall<'_>| call.next_with(&[Value::Text("x".into()), Value::None]).map(Some);
    assert_eq!(on("mul", Place::BelowAutograd, text, || x.mul(2.0))?.unwrap_err().status, Status::Invalid);
    Ok(())
}

/// ICPT-4, ICPT-6: every kind of argument arrives again as it was.
#[test]
fn arguments_go_round() -> Result<()> {
    let x = vector(&[1.0, 2.0])?;
    let again = |call: &InterceptedCall<'_>| call.next_with(&call.args()).map(Some);
    let draw = |generator: &vjp::Generator| {
        vjp::ops::randn_with(&[3], vjp::ops::RandnOptions { generator: Some(generator), ..Default::default() })
    };
    let expected = numbers(&draw(&vjp::Generator::new(7)?)?.to(vjp::DType::Float64)?);
    intercept(Place::AboveAutograd, again, || -> Result<()> {
        let drawn = draw(&vjp::Generator::new(7)?)?;
        assert_eq!(numbers(&drawn.to(vjp::DType::Float64)?), expected);
        assert_eq!(numbers(&vjp::ops::cat(&[&x, &x])?), [1.0, 2.0, 1.0, 2.0]);
        assert_eq!(vjp::ops::einsum("i,i->", &[&x, &x])?.item()?, 5.0);
        Ok(())
    })?
}

/// ICPT-8
#[test]
fn results_are_replaced() -> Result<()> {
    let x = leaf(&[1.0, 2.0])?;
    let seven = vector(&[7.0, 8.0])?;
    let y = on("sin", Place::BelowAutograd, move |_| Ok(Some(vec![seven.clone()])), || x.sin())??;
    assert_eq!(numbers(&y), [7.0, 8.0]);
    y.sum()?.backward()?;
    assert_eq!(numbers(&x.grad()?.unwrap()), numbers(&x.detach()?.cos()?));
    let triple = |call: &InterceptedCall<'_>| Ok(Some(vec![call.args()[0].tensor().unwrap().mul(3.0)?]));
    let y = on("sin", Place::AboveAutograd, triple, || x.sin())??;
    assert_eq!(numbers(&y), [3.0, 6.0]);
    assert_eq!(numbers(&vjp::grad(&[&y.sum()?], &[&x])?[0]), [3.0, 3.0]);
    Ok(())
}

/// ICPT-9, ICPT-10
#[test]
fn in_place_results_and_views_in_lists() -> Result<()> {
    let (x, target) = (leaf(&[1.0, 2.0])?, vector(&[1.0, 2.0])?);
    let eight = |_: &InterceptedCall<'_>| Ok(Some(vec![vector(&[8.0, 9.0])?]));
    on("mul", Place::BelowAutograd, eight, || target.mul_(&x).map(|_| ()))??;
    assert_eq!((numbers(&target), target.version()?), (vec![8.0, 9.0], 1));
    assert_eq!(numbers(&vjp::grad(&[&target.sum()?], &[&x])?[0]), [1.0, 2.0]);
    let y = x.mul(1.0)?;
    let anew = |call: &InterceptedCall<'_>| {
        let mut parts = call.next()?;
        parts[0] = Tensor::from_slice(&[7.0], &[])?;
        Ok(Some(parts))
    };
    let parts = on("unbind", Place::BelowAutograd, anew, || y.unbind())??;
    assert!((parts[0].base()?.is_none(), parts[1].base()?.is_none()) == (true, false));
    let product = parts[0].mul(&parts[1])?;
    assert_eq!(numbers(&vjp::grad(&[&product], &[&x])?[0]), [2.0, 7.0]);
    Ok(())
}

/// ICPT-12
#[test]
fn levels_nest() -> Result<()> {
    for place in PLACES {
        let log = Log::default();
        let more = |call: &InterceptedCall<'_>| Ok(Some(vec![call.next()?[0].add(1.0)?]));
        let x = vector(&[1.0])?;
        let y = log.watch(place, || intercept(place, more, || x.mul(2.0)))???;
        assert_eq!((numbers(&y), log.names()), (vec![3.0], vec!["mul".to_owned(), "add".to_owned()]));
    }
    Ok(())
}

/// ICPT-13
#[test]
fn other_threads_are_not_concerned() -> Result<()> {
    let (x, log) = (vector(&[1.0])?, Log::default());
    log.watch(Place::BelowAutograd, || std::thread::scope(|scope| scope.spawn(|| x.sin()).join().unwrap()))??;
    assert!(log.names().is_empty());
    Ok(())
}

/// ICPT-14, ICPT-15
#[test]
fn errors_and_panics_are_the_calls() -> Result<()> {
    let x = leaf(&[1.0])?;
    for place in PLACES {
        let refuse = |_: &InterceptedCall<'_>| Err(Error::new(Status::Device, "not today"));
        let error = on("sin", place, refuse, || x.sin())?.unwrap_err();
        assert_eq!((error.status, error.message.contains("not today")), (Status::Device, true));
        let panic = |_: &InterceptedCall<'_>| -> Result<Option<Vec<Tensor>>> { panic!("out") };
        let caught = catch_unwind(AssertUnwindSafe(|| on("sin", place, panic, || x.sin()))).unwrap_err();
        assert_eq!(caught.downcast_ref::<&str>(), Some(&"out"));
    }
    let y = x.sin()?; // the regions have ended
    let refuse = |_: &InterceptedCall<'_>| Err(Error::new(Status::Device, "not backward"));
    let error = on("cos", Place::BelowAutograd, refuse, || y.backward())?.unwrap_err();
    assert!(error.message.contains("not backward"));
    let two = |call: &InterceptedCall<'_>| call.next().map(|one| Some([one.clone(), one].concat()));
    let error = on("sin", Place::BelowAutograd, two, || x.sin())?.unwrap_err();
    assert!(error.message.contains("gave 2 results, expected 1"), "{error}");
    Ok(())
}
