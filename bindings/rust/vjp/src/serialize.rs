//! Tensors in the formats of the crate `serde`, with the feature of that name.
//!
//! A tensor is a struct of `dtype`, `shape`, `requires_grad` and `data`: in formats for people a list of numbers in
//! row-major order (complex ones as two, what is not finite as `"nan"`, `"inf"` or `"-inf"`), in others the bytes, little-endian.
//! Every value comes back with its bits, but the payload of a NaN; the tensor that comes back is a leaf on the CPU.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, SerializeStruct, Serializer};

use crate::bytes;
use crate::dtype::{Complex, DType, Element};
use crate::error::Result;
use crate::tensor::Tensor;

const FIELDS: &[&str] = &["dtype", "shape", "requires_grad", "data"];

/// A number of a list.
#[derive(Clone, Copy)]
enum Number {
    Bool(bool),
    Int(i64),
    Float(f64),
}

/// `data`: what a format for people has, or another one.
enum Data {
    Numbers(Vec<Number>),
    Bytes(Vec<u8>),
}

// ---- out ----

impl Serialize for Tensor {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let data = if serializer.is_human_readable() {
            numbers_of(self).map(Data::Numbers)
        } else {
            little_endian(self.dtype(), bytes::of(self).map_err(S::Error::custom)?).map(Data::Bytes)
        };
        let mut fields = serializer.serialize_struct("Tensor", FIELDS.len())?;
        fields.serialize_field("dtype", &self.dtype().to_string())?;
        fields.serialize_field("shape", self.shape())?;
        fields.serialize_field("requires_grad", &self.requires_grad())?;
        fields.serialize_field("data", &data.map_err(S::Error::custom)?)?;
        fields.end()
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Data::Numbers(numbers) => serializer.collect_seq(numbers),
            Data::Bytes(bytes) => serializer.serialize_bytes(bytes),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match *self {
            Number::Bool(value) => serializer.serialize_bool(value),
            Number::Int(value) => serializer.serialize_i64(value),
            Number::Float(value) if value.is_finite() => serializer.serialize_f64(value),
            Number::Float(value) if value.is_nan() => serializer.serialize_str("nan"),
            Number::Float(value) => serializer.serialize_str(if value > 0.0 { "inf" } else { "-inf" }),
        }
    }
}

/// Of float16 to float32 the number of float64 that is the same.
fn numbers_of(tensor: &Tensor) -> Result<Vec<Number>> {
    let floats = |values: Vec<f64>| values.into_iter().map(Number::Float).collect();
    Ok(match tensor.dtype() {
        DType::Bool => tensor.to_vec::<bool>()?.into_iter().map(Number::Bool).collect(),
        DType::Uint8 | DType::Int8 | DType::Int16 | DType::Int32 | DType::Int64 => {
            tensor.to_vec::<i64>()?.into_iter().map(Number::Int).collect()
        }
        DType::Complex64 | DType::Complex128 => {
            floats(tensor.to_vec::<Complex<f64>>()?.into_iter().flat_map(|z| [z.re, z.im]).collect())
        }
        _ => floats(tensor.to_vec::<f64>()?),
    })
}

/// The bytes of each number in the other order, on a machine that has it.
fn little_endian(dtype: DType, mut data: Vec<u8>) -> Result<Vec<u8>> {
    if cfg!(target_endian = "big") {
        let width = dtype.size() / if dtype.is_complex() { 2 } else { 1 };
        data.chunks_exact_mut(width).for_each(<[u8]>::reverse);
    }
    Ok(data)
}

// ---- and in ----

impl<'de> Deserialize<'de> for Tensor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Tensor, D::Error> {
        deserializer.deserialize_struct("Tensor", FIELDS, TensorVisitor)
    }
}

struct TensorVisitor;

impl<'de> Visitor<'de> for TensorVisitor {
    type Value = Tensor;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tensor: dtype, shape, requires_grad and data")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> std::result::Result<Tensor, A::Error> {
        fn next<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(
            fields: &mut A,
            i: usize,
        ) -> std::result::Result<T, A::Error> {
            fields.next_element()?.ok_or_else(|| de::Error::invalid_length(i, &TensorVisitor))
        }
        let (dtype, shape) = (next::<String, A>(&mut fields, 0)?, next(&mut fields, 1)?);
        build(&dtype, shape, next(&mut fields, 2)?, next(&mut fields, 3)?)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Tensor, A::Error> {
        let (mut dtype, mut shape, mut requires_grad, mut data) = (None::<String>, None, None, None);
        while let Some(field) = map.next_key::<String>()? {
            match field.as_str() {
                "dtype" => dtype = Some(map.next_value()?),
                "shape" => shape = Some(map.next_value()?),
                "requires_grad" => requires_grad = Some(map.next_value()?),
                "data" => data = Some(map.next_value()?),
                other => return Err(de::Error::unknown_field(other, FIELDS)),
            }
        }
        let missing = |field| move || de::Error::missing_field(field);
        let dtype = dtype.ok_or_else(missing("dtype"))?;
        let (shape, data) = (shape.ok_or_else(missing("shape"))?, data.ok_or_else(missing("data"))?);
        build(&dtype, shape, requires_grad.unwrap_or(false), data)
    }
}

fn build<E: de::Error>(
    dtype: &str,
    shape: Vec<i64>,
    requires_grad: bool,
    data: Data,
) -> std::result::Result<Tensor, E> {
    let known = DType::from_name(dtype).ok_or_else(|| E::custom(format!("there is no element type {dtype:?}")))?;
    let made = match data {
        Data::Numbers(numbers) => from_numbers(known, &shape, &numbers)?,
        Data::Bytes(data) => {
            little_endian(known, data).and_then(|data| bytes::tensor(known, &shape, &data)).map_err(E::custom)?
        }
    };
    if requires_grad {
        made.tracked().map_err(E::custom)
    } else {
        Ok(made)
    }
}

fn from_numbers<E: de::Error>(dtype: DType, shape: &[i64], numbers: &[Number]) -> std::result::Result<Tensor, E> {
    macro_rules! integers {
        ($type:ty) => {
            made(shape, numbers, |number| match number {
                Number::Int(value) => <$type>::try_from(value).ok(),
                _ => None,
            })
        };
    }
    let float = |number| match number {
        Number::Int(value) => Some(value as f64),
        Number::Float(value) => Some(value),
        Number::Bool(_) => None,
    };
    // A conversion by the library rounds to the number that was there before.
    let narrow = |wide: std::result::Result<Tensor, E>| wide.and_then(|t| t.to(dtype).map_err(E::custom));
    match dtype {
        DType::Bool => made(shape, numbers, |number| match number {
            Number::Bool(value) => Some(value),
            _ => None,
        }),
        DType::Uint8 => integers!(u8),
        DType::Int8 => integers!(i8),
        DType::Int16 => integers!(i16),
        DType::Int32 => integers!(i32),
        DType::Int64 => integers!(i64),
        DType::Float64 => made(shape, numbers, float),
        DType::Complex64 | DType::Complex128 => {
            if numbers.len() % 2 != 0 {
                return Err(E::custom(format!(
                    "{} numbers do not make {dtype} ones, which are two each",
                    numbers.len()
                )));
            }
            let pairs: Vec<[Number; 2]> = numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
            narrow(made(shape, &pairs, |[re, im]| Some(Complex { re: float(re)?, im: float(im)? })))
        }
        _ => narrow(made(shape, numbers, float)),
    }
}

fn made<E: de::Error, N: Copy, T: Element>(
    shape: &[i64],
    numbers: &[N],
    convert: impl Fn(N) -> Option<T>,
) -> std::result::Result<Tensor, E> {
    let values: Option<Vec<T>> = numbers.iter().map(|&number| convert(number)).collect();
    let values = values.ok_or_else(|| E::custom(format!("data has a number that is no {}", T::DTYPE)))?;
    Tensor::from_slice(&values, shape).map_err(E::custom)
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Data, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_seq(DataVisitor)
        } else {
            deserializer.deserialize_byte_buf(DataVisitor)
        }
    }
}

struct DataVisitor;

impl<'de> Visitor<'de> for DataVisitor {
    type Value = Data;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the elements of a tensor")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> std::result::Result<Data, A::Error> {
        let mut numbers = Vec::new();
        while let Some(number) = list.next_element()? {
            numbers.push(number);
        }
        Ok(Data::Numbers(numbers))
    }

    fn visit_bytes<E: de::Error>(self, data: &[u8]) -> std::result::Result<Data, E> {
        Ok(Data::Bytes(data.to_vec()))
    }

    fn visit_byte_buf<E: de::Error>(self, data: Vec<u8>) -> std::result::Result<Data, E> {
        Ok(Data::Bytes(data))
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Number, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, true, false, \"nan\", \"inf\" or \"-inf\"")
    }

    fn visit_bool<E>(self, value: bool) -> std::result::Result<Number, E> {
        Ok(Number::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> std::result::Result<Number, E> {
        Ok(Number::Int(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> std::result::Result<Number, E> {
        Ok(i64::try_from(value).map_or(Number::Float(value as f64), Number::Int))
    }

    fn visit_f64<E>(self, value: f64) -> std::result::Result<Number, E> {
        Ok(Number::Float(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> std::result::Result<Number, E> {
        match value {
            "nan" => Ok(Number::Float(f64::NAN)),
            "inf" => Ok(Number::Float(f64::INFINITY)),
            "-inf" => Ok(Number::Float(f64::NEG_INFINITY)),
            _ => Err(E::invalid_value(de::Unexpected::Str(value), &self)),
        }
    }
}
