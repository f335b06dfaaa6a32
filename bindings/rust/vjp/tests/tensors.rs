//! Tensors: making them, reading them, computing with them, and what is said when that fails.

use std::thread;

use vjp::ops::{self, SumOptions};
use vjp::{Complex, DType, Index, MemoryFormat, Result, Scalar, Status, Tensor};

fn matrix() -> Result<Tensor> {
    Tensor::from_slice(&[1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3])
}

#[test]
fn a_vector_becomes_a_tensor_without_a_copy() -> Result<()> {
    let data = vec![1.0f32, 2.0, 3.0, 4.0];
    let address = data.as_ptr();
    let x = Tensor::from_vec(data, &[2, 2])?;
    // SAFETY: nobody writes to x.
    let slice = unsafe { x.as_slice::<f32>()? };
    assert_eq!(slice.as_ptr(), address);
    assert_eq!(slice, [1.0, 2.0, 3.0, 4.0]);
    Ok(())
}

#[test]
fn metadata_is_that_of_the_library() -> Result<()> {
    let x = matrix()?;
    assert_eq!((x.shape(), x.strides(), x.ndim(), x.numel()), (&[2, 3][..], &[3, 1][..], 2, 6));
    assert_eq!((x.size(-1), x.size(2), x.dtype()), (Some(3), None, DType::Float64));
    assert_eq!((DType::Float64.size(), DType::Float64.to_string()), (8, "float64".to_string()));
    Ok(())
}

#[test]
fn channels_lie_last_where_they_are_asked_to() -> Result<()> {
    let x = Tensor::from_slice(&[1.0f64; 12], &[1, 3, 2, 2])?;
    let y = x.contiguous_memory_format(MemoryFormat::ChannelsLast)?;
    assert_eq!(y.strides(), [12, 1, 6, 3]);
    assert!(y.is_contiguous_in(MemoryFormat::ChannelsLast) && !x.is_contiguous_in(MemoryFormat::ChannelsLast));
    assert_eq!((&y + &y).strides(), y.strides());
    assert_eq!(y.clone_memory_format(MemoryFormat::Contiguous)?.strides(), x.strides());
    Ok(())
}

#[test]
fn elements_convert_when_they_are_copied_out() -> Result<()> {
    assert_eq!(matrix()?.to_vec::<i32>()?, [1, 2, 3, 4, 5, 6]);
    assert_eq!(matrix()?.to(DType::Float32)?.dtype(), DType::Float32);
    assert_eq!(Tensor::from_slice(&[true, false], &[2])?.to_vec::<f32>()?, [1.0, 0.0]);
    let z = Tensor::from_slice(&[Complex { re: 1.0f64, im: -2.0 }], &[1])?;
    assert_eq!(z.scalar()?, Scalar::Complex(1.0, -2.0));
    Ok(())
}

#[test]
fn a_slice_of_the_wrong_type_or_order_is_refused() -> Result<()> {
    let x = matrix()?;
    // SAFETY: nobody writes to x.
    unsafe {
        assert_eq!(x.as_slice::<f32>().unwrap_err().status, Status::DType);
        assert!(x.transpose(0, 1)?.as_slice::<f64>().is_err());
    }
    Ok(())
}

#[test]
fn zero_sizes_and_zero_dimensions_work() -> Result<()> {
    let none = Tensor::from_slice::<f32>(&[], &[0, 3])?;
    assert_eq!((none.numel(), none.to_vec::<f32>()?.len()), (0, 0));
    let scalar = Tensor::from_scalar(2.5, DType::Float64)?;
    assert_eq!((scalar.ndim(), scalar.item()?), (0, 2.5));
    Ok(())
}

#[test]
fn a_count_that_does_not_fit_the_shape_is_a_shape_error() {
    let error = Tensor::from_slice(&[1.0f32, 2.0], &[3]).unwrap_err();
    assert_eq!(error.status, Status::Shape);
    assert!(Tensor::from_vec(vec![1.0f32], &[-1]).is_err());
}

#[test]
fn operators_take_tensors_references_and_numbers() -> Result<()> {
    let a = Tensor::from_slice(&[1.0f32, 2.0], &[2])?;
    let b = Tensor::from_slice(&[3.0f32, 5.0], &[2])?;
    assert_eq!((&a + &b).to_vec::<f32>()?, [4.0, 7.0]);
    assert_eq!((a.clone() * &b - 1.0).to_vec::<f32>()?, [2.0, 9.0]);
    assert_eq!((2.0 / &a).to_vec::<f32>()?, [2.0, 1.0]);
    assert_eq!((1 - (-a)).to_vec::<f32>()?, [2.0, 3.0]);
    // A number takes part in promotion by its category only.
    assert_eq!((&b * 2.0f64).dtype(), DType::Float32);
    Ok(())
}

#[test]
fn a_failing_operator_panics_with_the_message_and_its_method_returns_it() -> Result<()> {
    let a = matrix()?;
    let b = Tensor::from_slice(&[1.0f64, 2.0], &[2])?;
    let error = a.add(&b).unwrap_err();
    assert_eq!(error.status, Status::Shape);
    assert!(error.message.contains("add") && error.message.contains("[2, 3]"), "{}", error.message);
    let panic = std::panic::catch_unwind(|| &a + &b).unwrap_err();
    assert!(panic.downcast_ref::<String>().unwrap().contains(&error.message));
    Ok(())
}

#[test]
fn generated_functions_take_optional_arguments_in_a_struct() -> Result<()> {
    let x = matrix()?;
    assert_eq!(x.sum()?.item()?, 21.0);
    let rows = x.sum_with(SumOptions { dim: Some(&[1]), keepdim: true, ..Default::default() })?;
    assert_eq!((rows.shape(), rows.to_vec::<f64>()?), (&[2, 1][..], vec![6.0, 15.0]));
    let (values, indices) = x.max_dim(0)?;
    assert_eq!(values.to_vec::<f64>()?, [4.0, 5.0, 6.0]);
    assert_eq!(indices.to_vec::<i64>()?, [1, 1, 1]);
    let parts = x.split(2)?;
    assert_eq!(parts.len(), 1);
    let both = ops::cat(&[&x, &x])?;
    assert_eq!(both.shape(), [4, 3]);
    Ok(())
}

#[test]
fn arguments_of_every_kind_arrive() -> Result<()> {
    let x = Tensor::from_slice(&[1.0f64, 2.5, -3.5, 4.0], &[2, 2])?;
    let mask = x.gt(0.0)?;
    assert_eq!(x.div_rounding_mode(2.0, Some("floor"))?.to_vec::<f64>()?, [0.0, 1.0, -2.0, 2.0]);
    assert_eq!(x.div_rounding_mode(2.0, None)?.to_vec::<f64>()?, [0.5, 1.25, -1.75, 2.0]);
    let tanh = x.gelu_with(ops::GeluOptions { approximate: "tanh" })?;
    assert_ne!(tanh.to_vec::<f64>()?, x.gelu()?.to_vec::<f64>()?);
    let swap = Tensor::from_slice(&[1i64, 0], &[2])?;
    assert_eq!(x.index_tensor(&[Some(&swap), None])?.to_vec::<f64>()?, [-3.5, 4.0, 1.0, 2.5]);
    let padded = x.pad_with(&[1, 0], ops::PadOptions { value: Some(7.into()), ..Default::default() })?;
    assert_eq!(padded.to_vec::<f64>()?, [7.0, 1.0, 2.5, 7.0, -3.5, 4.0]);
    let population = ops::VarOptions { correction: Some(0.0), ..Default::default() };
    assert!((x.var_with(population)?.item()? - 7.875).abs() < 1e-12);
    let norms = x.norm_with(ops::NormOptions { p: Some(1.0), dim: Some(&[1]), ..Default::default() })?;
    assert_eq!(norms.to_vec::<f64>()?, [3.5, 7.5]);
    // Two numbers have no C function of their own and go by name.
    let bounds = ops::ClampOptions { min: Some(0.into()), max: Some(3.into()) };
    assert_eq!(x.clamp_with(bounds)?.to_vec::<f64>()?, [1.0, 2.5, 0.0, 3.0]);
    assert_eq!(mask.where_(1.0, 0.0)?.to_vec::<f64>()?, [1.0, 1.0, 0.0, 1.0]);
    assert_eq!(mask.where_(&x, 0.0)?.to_vec::<f64>()?, [1.0, 2.5, 0.0, 4.0]);
    x.clamp_with_(bounds)?;
    assert_eq!(x.to_vec::<f64>()?, [1.0, 2.5, 0.0, 3.0]);
    assert!(ops::add(1.0, 2.0).is_err());
    Ok(())
}

#[test]
fn in_place_and_out_forms_write_where_they_are_told() -> Result<()> {
    let x = matrix()?;
    let shared = x.clone();
    x.mul_(2.0)?;
    assert_eq!(shared.to_vec::<f64>()?, [2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
    assert_eq!(x.version()?, 1);
    let out = Tensor::from_slice(&[0.0f64; 6], &[2, 3])?;
    ops::neg_out(&x, &out)?;
    assert_eq!(out.get((1, 2))?.item()?, -12.0);
    Ok(())
}

#[test]
fn indices_select_slice_and_write() -> Result<()> {
    let x = matrix()?;
    assert_eq!(x.get((.., 1..))?.shape(), [2, 2]);
    assert!(x.get((1,))?.shares_storage(&x));
    let every_other = x.get(&[Index::Ellipsis, Index::Slice(None, None, 2)][..])?;
    assert_eq!(every_other.to_vec::<f64>()?, [1.0, 3.0, 4.0, 6.0]);
    let rows = Tensor::from_slice(&[1i64, 1], &[2])?;
    assert_eq!(x.get((&rows,))?.to_vec::<f64>()?, [4.0, 5.0, 6.0, 4.0, 5.0, 6.0]);
    x.set((0, ..2), &Tensor::from_scalar(9.0, None)?)?;
    assert_eq!(x.to_vec::<f64>()?, [9.0, 9.0, 3.0, 4.0, 5.0, 6.0]);
    assert!(x.get((7,)).is_err());
    Ok(())
}

#[test]
fn printing_is_the_librarys() -> Result<()> {
    let text = matrix()?.to_string();
    assert!(text.contains("1.") && text.contains("6."), "{text}");
    assert_eq!(format!("{:?}", matrix()?), text);
    Ok(())
}

#[test]
fn tensors_go_to_other_threads() -> Result<()> {
    let x = matrix()?;
    let sums: Vec<f64> = thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(|| x.sum().unwrap().item().unwrap())).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    assert_eq!(sums, [21.0; 4]);
    let moved = x.clone();
    thread::spawn(move || drop(moved)).join().unwrap();
    assert_eq!(x.sum()?.item()?, 21.0);
    Ok(())
}

#[test]
fn generators_repeat_their_numbers() -> Result<()> {
    let numbers = |generator: &vjp::Generator| {
        let options = ops::RandnOptions { generator: Some(generator), ..Default::default() };
        ops::randn_with(&[4], options)?.to_vec::<f32>()
    };
    let generator = vjp::Generator::new(7)?;
    let first = numbers(&generator)?;
    assert_ne!(numbers(&generator)?, first);
    generator.set_seed(7)?;
    assert_eq!(numbers(&generator)?, first);
    Ok(())
}
