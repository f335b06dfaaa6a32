//! The conformance tasks in Rust: prints a JSON line a task, `{"task": NAME, "values": [...]}`. See ../README.md.

mod errors;
mod functions;
mod gradients;
mod tools;

use vjp::{DType, Result, Tensor};

/// What a task gives.
pub enum Value {
    Number(f64),
    Text(String),
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number)
    }
}
impl From<usize> for Value {
    fn from(number: usize) -> Value {
        Value::Number(number as f64)
    }
}
impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Number(f64::from(u8::from(flag)))
    }
}
impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}
impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

pub type Values = Result<Vec<Value>>;
type Task = (&'static str, fn() -> Values);

// ---- tensors ----

pub fn vector(values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[values.len() as i64])
}

pub fn matrix(rows: usize, values: &[f64]) -> Result<Tensor> {
    Tensor::from_slice(values, &[rows as i64, (values.len() / rows) as i64])
}

/// A leaf that requires grad.
pub fn leaf(values: &[f64]) -> Result<Tensor> {
    vector(values)?.tracked()
}

pub fn gradient(leaf: &Tensor) -> Result<Tensor> {
    Ok(leaf.grad()?.expect("backward reached it"))
}

pub fn cube(x: &Tensor) -> Result<Tensor> {
    x.mul(x)?.mul(x)
}

/// The elements of all of them, one after the other.
pub fn numbers(tensors: &[&Tensor]) -> Values {
    let mut found = Vec::new();
    for tensor in tensors {
        found.extend(tensor.detach()?.to(DType::Float64)?.to_vec::<f64>()?.into_iter().map(Value::Number));
    }
    Ok(found)
}

// ---- lines ----

fn json(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{number:?}"), // with as many digits as it takes
        Value::Text(text) => quoted(text),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out + "\""
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let groups: [&[Task]; 4] = [gradients::TASKS, functions::TASKS, tools::TASKS, errors::TASKS];
    for (name, task) in groups.into_iter().flatten() {
        if !wanted.is_empty() && !wanted.iter().any(|other| other == name) {
            continue;
        }
        let result = match task() {
            Ok(values) => format!("\"values\": [{}]", values.iter().map(json).collect::<Vec<_>>().join(", ")),
            Err(error) => format!("\"error\": {}", quoted(&error.to_string())),
        };
        println!("{{\"task\": \"{name}\", {result}}}");
    }
}
