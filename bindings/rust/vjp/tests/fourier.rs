//! Fourier transforms: values, what comes back, gradients, what is refused.

use vjp::{Result, Status, Tensor};

fn parts(z: &Tensor) -> Result<Vec<f64>> {
    z.view_as_real()?.to_vec::<f64>()
}

fn close(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12)
}

#[test]
fn a_half_and_a_whole_spectrum() -> Result<()> {
    let x = Tensor::from_slice(&[1.0f64, 2.0, 3.0, 4.0], &[4])?;
    assert!(close(&parts(&x.fft_rfft()?)?, &[10.0, 0.0, -2.0, 2.0, -2.0, 0.0]));
    assert!(close(&parts(&x.fft_fft()?)?, &[10.0, 0.0, -2.0, 2.0, -2.0, 0.0, -2.0, -2.0]));
    assert!(close(&x.fft_rfft()?.fft_irfft()?.to_vec::<f64>()?, &[1.0, 2.0, 3.0, 4.0]));
    Ok(())
}

#[test]
fn long_lines_and_batches_come_back() -> Result<()> {
    for sizes in [[1i64, 65536], [40, 256], [17, 45], [3, 1009]] {
        let count = (sizes[0] * sizes[1]) as usize;
        let values: Vec<f64> = (0..count).map(|i| (i as f64 * 0.37).sin()).collect();
        let x = Tensor::from_slice(&values, &sizes)?;
        let back = x.fft_fft2()?.fft_ifft2()?;
        let there: Vec<f64> = parts(&back)?.into_iter().step_by(2).collect();
        assert!(close(&there, &values));
    }
    Ok(())
}

#[test]
fn a_gradient_of_the_energy_of_a_spectrum() -> Result<()> {
    let values = [0.5f64, -1.0, 2.0, 0.25, 3.0];
    let x = Tensor::from_slice(&values, &[5])?.tracked()?;
    let z = x.fft_fft()?.view_as_real()?;
    z.mul(&z)?.sum()?.backward()?;
    // By Parseval: the energy is n times that of x.
    let wanted: Vec<f64> = values.iter().map(|v| 10.0 * v).collect();
    assert!(close(&x.grad()?.expect("a gradient").to_vec::<f64>()?, &wanted));
    Ok(())
}

#[test]
fn complex_numbers_have_no_half_spectrum() -> Result<()> {
    let x = Tensor::from_slice(&[1.0f64, 2.0], &[2])?.fft_fft()?;
    assert_eq!(x.fft_rfft().unwrap_err().status, Status::DType);
    Ok(())
}
