//! Twenty programs that are wrong, each in its own way.

use vjp::ops::{self, ZerosOptions};
use vjp::{inference, no_grad, safetensors, DType, Result, Status, Tensor};

use crate::{leaf, vector, Task, Value, Values};

pub const TASKS: &[Task] = &[("error_messages", error_messages)];

/// The number of a status in C.
pub fn code(status: Status) -> usize {
    match status {
        Status::Invalid => 1,
        Status::Shape => 2,
        Status::DType => 3,
        Status::Device => 4,
        Status::State => 5,
        Status::Version => 6,
        Status::Memory => 7,
        Status::NotImplemented => 8,
        Status::Cancelled => 9,
        Status::Backend => 10,
        Status::Io => 11,
        _ => 12,
    }
}

fn zeros(rows: i64, columns: i64) -> Result<Tensor> {
    ops::zeros_with(&[rows, columns], ZerosOptions { dtype: Some(DType::Float64) })
}

fn integers() -> Result<Tensor> {
    Tensor::from_slice(&[1i64, 2], &[2])
}

fn freed() -> Result<()> {
    let x = leaf(&[2.0])?;
    let y = x.mul(&x)?.sum()?;
    y.backward()?;
    y.backward()
}

fn changed() -> Result<()> {
    let y = leaf(&[2.0])?.exp()?;
    y.add_(1.0)?;
    y.sum()?.backward()
}

fn unused() -> Result<()> {
    let (x, y) = (leaf(&[2.0])?, leaf(&[3.0])?);
    vjp::grad(&[&x.mul(&x)?.sum()?], &[&x, &y]).map(drop)
}

fn view_of_no_grad() -> Result<()> {
    let x = leaf(&[1.0, 2.0])?;
    no_grad(|| x.narrow(0, 0, 1))?.mul_(2.0)
}

fn error_messages() -> Values {
    let mistakes: [fn() -> Result<()>; 20] = [
        || zeros(2, 3)?.mm(&zeros(2, 3)?).map(drop),
        || vector(&[1.0, 2.0])?.add(&vector(&[1.0, 2.0, 3.0])?).map(drop),
        || zeros(2, 3)?.view(&[4]).map(drop),
        || leaf(&[1.0, 2.0])?.mul(2.0)?.backward(),
        || vector(&[1.0])?.sum()?.backward(),
        freed,
        || leaf(&[2.0])?.mul_(3.0),
        changed,
        || integers()?.set_requires_grad(true),
        || vector(&[1.0, 2.0])?.item().map(drop),
        || ops::linalg_solve(&zeros(2, 2)?, &zeros(2, 2)?).map(drop),
        || ops::linalg_cholesky(&zeros(2, 2)?).map(drop),
        unused,
        || safetensors::File::open("nowhere.safetensors").map(drop),
        || leaf(&[1.0, 2.0])?.mul(2.0)?.backward_with(&vector(&[1.0, 2.0, 3.0])?),
        || integers()?.mean().map(drop),
        view_of_no_grad,
        || inference(|| vector(&[1.0]))??.mul(&leaf(&[2.0])?).map(drop),
        || ops::linalg_det(&zeros(2, 3)?).map(drop),
        || ops::stack(&[zeros(1, 2)?, zeros(2, 1)?]).map(drop),
    ];
    let said = |mistake: fn() -> Result<()>| match mistake() {
        Ok(()) => "no error".to_owned(),
        Err(error) => format!("{}: {}", code(error.status), error.message),
    };
    Ok(mistakes.map(said).map(Value::from).into())
}
