//! Types of other crates come and go: each part with the feature of its crate's name.
#![allow(unused_imports)]

use vjp::{ops, Complex, DType, Result, Status, Tensor};

#[cfg(feature = "ndarray")]
mod arrays {
    use super::*;
    use ndarray::{array, Array2, Axis, Ix2};

    #[test]
    fn an_array_becomes_the_memory_of_a_tensor() -> Result<()> {
        let a = array![[1.0f64, 2.0, 3.0], [4.0, 5.0, 6.0]];
        let place = a.as_ptr();
        let x = Tensor::from_ndarray(a.reversed_axes())?;
        assert_eq!((x.shape(), x.strides(), x.dtype()), (&[3, 2][..], &[1, 3][..], DType::Float64));
        assert_eq!(x.data_ptr().cast_const().cast(), place);
        assert_eq!(x.to_vec::<f64>()?, [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        let x = x.tracked()?;
        x.mul(&x)?.sum()?.backward()?;
        let grad = x.grad()?.unwrap().to_ndarray::<f64>()?.into_dimensionality::<Ix2>().unwrap();
        assert_eq!(grad, array![[2.0, 8.0], [4.0, 10.0], [6.0, 12.0]]);
        Ok(())
    }

    #[test]
    fn orders_no_tensor_has_are_copied() -> Result<()> {
        let mut a = array![[1.0f32, 2.0], [3.0, 4.0]];
        a.invert_axis(Axis(1));
        assert_eq!(Tensor::from_ndarray(a)?.to_vec::<f32>()?, [2.0, 1.0, 4.0, 3.0]);
        assert_eq!(Tensor::from_ndarray(Array2::<f32>::zeros((0, 3)))?.shape(), [0, 3]);
        assert_eq!(Tensor::from_ndarray(ndarray::arr0(7i64))?.item()?, 7.0);
        Ok(())
    }

    #[test]
    fn a_view_has_the_tensors_strides() -> Result<()> {
        let x = Tensor::from_slice(&[1i32, 2, 3, 4, 5, 6], &[2, 3])?;
        let turned = ops::transpose(&x, 0, 1)?;
        // SAFETY: nobody writes.
        let view = unsafe { turned.view_ndarray::<i32>()? };
        assert_eq!((view.as_ptr(), view.strides()), (x.data_ptr().cast_const().cast(), &[1, 3][..]));
        assert_eq!(view, array![[1, 4], [2, 5], [3, 6]].into_dyn());
        // SAFETY: as above.
        let error = unsafe { x.view_ndarray::<f32>() }.unwrap_err();
        assert_eq!(
            (error.status, &error.message[..]),
            (Status::DType, "view_ndarray: the tensor holds int32, not float32")
        );
        let wide = ops::expand(&Tensor::from_slice(&[1.5f32], &[1, 1])?, &[2, 2])?;
        // SAFETY: as above.
        assert_eq!(unsafe { wide.view_ndarray::<f32>()? }.sum(), 6.0);
        Ok(())
    }
}

#[cfg(feature = "half")]
#[test]
fn numbers_of_16_bits() -> Result<()> {
    use half::{bf16, f16};
    let x = Tensor::from_slice(&[f16::from_f32(1.5), f16::INFINITY], &[2])?;
    assert_eq!((x.dtype(), x.to_vec::<f64>()?), (DType::Float16, vec![1.5, f64::INFINITY]));
    let y = Tensor::from_slice(&[1.0f32 / 3.0], &[1])?.to(DType::BFloat16)?;
    assert_eq!(y.to_vec::<bf16>()?, [bf16::from_f32(1.0 / 3.0)]);
    Ok(())
}

#[cfg(feature = "serde")]
mod serialized {
    use super::*;

    fn read(text: &str) -> std::result::Result<Tensor, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn every_type_comes_back_with_its_bits() -> Result<()> {
        let numbers = Tensor::from_slice(&[0.1f64, -0.0, 1.0 / 3.0, 5.0, 0.0, 2e-40], &[2, 3])?;
        for dtype in [
            DType::Bool,
            DType::Uint8,
            DType::Int8,
            DType::Int16,
            DType::Int32,
            DType::Int64,
            DType::Float16,
            DType::BFloat16,
            DType::Float32,
            DType::Float64,
            DType::Complex64,
            DType::Complex128,
        ] {
            let x = numbers.to(if dtype == DType::Uint8 { DType::Bool } else { DType::Float64 })?.to(dtype)?;
            let text = serde_json::to_string(&x).unwrap();
            let back = read(&text).unwrap();
            assert_eq!((back.dtype(), back.shape()), (dtype, &[2, 3][..]), "{text}");
            assert_eq!(
                format!("{:?}", back.to_vec::<Complex<f64>>()?),
                format!("{:?}", x.to_vec::<Complex<f64>>()?),
                "{text}"
            );
        }
        let odd =
            Tensor::from_slice(&[f32::NAN, f32::INFINITY, -f32::INFINITY, f32::MIN_POSITIVE / 8.0], &[4])?.tracked()?;
        let text = serde_json::to_string(&odd).unwrap();
        assert!(text.contains(r#""requires_grad":true,"data":["nan","inf","-inf","#), "{text}");
        let back = read(&text).unwrap();
        assert!(back.requires_grad() && back.is_leaf() && back.to_vec::<f32>()?[0].is_nan());
        assert_eq!(back.to_vec::<f32>()?[1..], odd.to_vec::<f32>()?[1..]);
        Ok(())
    }

    #[test]
    fn what_is_no_tensor_says_why() {
        let whole = r#"{"dtype":"int8","shape":[2],"data":[1,2]}"#;
        assert_eq!(read(whole).unwrap().to_vec::<i8>().unwrap(), [1, 2]);
        for (text, part) in [
            (r#"{"dtype":"int4","shape":[2],"data":[1,2]}"#, "there is no element type \"int4\""),
            (r#"{"dtype":"int8","shape":[3],"data":[1,2]}"#, "2 elements do not make a tensor of shape [3]"),
            (r#"{"dtype":"int8","shape":[2],"data":[1,200]}"#, "no int8"),
            (r#"{"dtype":"bool","shape":[1],"data":[1]}"#, "no bool"),
            (r#"{"dtype":"float32","shape":[1],"data":["many"]}"#, "many"),
            (r#"{"dtype":"complex64","shape":[1],"data":[1]}"#, "two each"),
            (r#"{"dtype":"int8","shape":[2]}"#, "missing field `data`"),
            (r#"{"dtype":"int8","shapes":[2]}"#, "unknown field `shapes`"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}

#[cfg(feature = "safetensors")]
#[test]
fn the_crate_safetensors_reads_and_writes() -> Result<()> {
    use safetensors::{serialize, SafeTensors};
    let w = Tensor::from_slice(&[1.0f32, 2.0, 3.0, 4.0], &[2, 2])?;
    let turned = ops::transpose(&w, 0, 1)?.to(DType::BFloat16)?;
    let mask = Tensor::from_slice(&[true, false], &[2])?;
    let views =
        [("w", w.safetensors_view()?), ("turned", turned.safetensors_view()?), ("mask", mask.safetensors_view()?)];
    let bytes = serialize(views, &None).unwrap();
    let file = SafeTensors::deserialize(&bytes).unwrap();
    let read = |name| Tensor::from_safetensors(&file.tensor(name).unwrap());
    assert_eq!((read("w")?.shape(), read("w")?.to_vec::<f32>()?), (&[2, 2][..], vec![1.0, 2.0, 3.0, 4.0]));
    assert_eq!(
        (read("turned")?.dtype(), read("turned")?.to_vec::<f32>()?),
        (DType::BFloat16, vec![1.0, 3.0, 2.0, 4.0])
    );
    assert_eq!(read("mask")?.to_vec::<bool>()?, [true, false]);
    let error = ops::zeros_with(&[1], ops::ZerosOptions { dtype: Some(DType::Complex64), ..Default::default() })?
        .safetensors_view();
    assert_eq!(error.err().unwrap().message, "safetensors_view: the format has no complex64");
    // The file of the library and the file of the crate are one format.
    let path = std::env::temp_dir().join(format!("vjp-interop-{}.safetensors", std::process::id()));
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(vjp::safetensors::File::open(&path)?.get("turned")?.to_vec::<f32>()?, [1.0, 3.0, 2.0, 4.0]);
    std::fs::remove_file(&path).unwrap();
    Ok(())
}
