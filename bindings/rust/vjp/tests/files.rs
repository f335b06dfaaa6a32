//! Safetensors files.

use vjp::safetensors::{self, File};
use vjp::{Result, Status, Tensor};

struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Scratch(std::env::temp_dir().join(format!("vjp-rust-{}-{name}.safetensors", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn what_is_saved_is_loaded() -> Result<()> {
    let scratch = Scratch::new("round-trip");
    let x = Tensor::from_slice(&[1.5f32, -2.0, 3.0], &[3])?;
    let labels = Tensor::from_slice(&[7i64], &[])?;
    safetensors::save(&scratch.0, &[("x", &x), ("labels", &labels)], &[("format", "test"), ("step", "3")])?;

    let file = File::open(&scratch.0)?;
    let mut names = file.names();
    names.sort();
    assert_eq!(names, ["labels", "x"]);
    assert_eq!(file.get("x")?.to_vec::<f32>()?, [1.5, -2.0, 3.0]);
    assert_eq!((file.get("labels")?.ndim(), file.get("labels")?.item()?), (0, 7.0));
    assert_eq!((file.metadata("step").as_deref(), file.metadata("none")), (Some("3"), None));
    // The tensors share the mapping, so they keep it when the file is closed.
    let kept = file.get("x")?;
    drop(file);
    assert_eq!(kept.to_vec::<f32>()?, [1.5, -2.0, 3.0]);
    Ok(())
}

#[test]
fn a_missing_file_and_a_missing_name_are_errors_that_name_them() -> Result<()> {
    let error = File::open("/nonexistent/weights.safetensors").err().expect("no such file");
    assert_eq!(error.status, Status::Io);
    assert!(error.message.contains("weights.safetensors"), "{}", error.message);

    let scratch = Scratch::new("names");
    safetensors::save(&scratch.0, &[("x", &Tensor::from_slice(&[1.0f32], &[1])?)], &[])?;
    let error = File::open(&scratch.0)?.get("weights").unwrap_err();
    assert!(error.message.contains("weights"), "{}", error.message);
    Ok(())
}
