//! Sparse jacobians and hessians.

use vjp::sparsity::{self, Coloring, Options, Sparsity, Strategy};
use vjp::{Error, Result, Status, Tensor};

fn points() -> Result<Tensor> {
    Tensor::from_slice(&[0.5f64, -1.0, 2.0, 0.25, -0.75], &[5])
}

/// Neighbours: y[i] = x[i] x[i + 1]
fn neighbours(x: &Tensor) -> Result<Tensor> {
    x.narrow(0, 0, 4)?.mul(&x.narrow(0, 1, 4)?)
}

#[test]
fn a_jacobian_by_every_strategy() -> Result<()> {
    let x = points()?;
    let pattern = Sparsity::of_jacobian(&x, neighbours)?;
    assert_eq!((pattern.rows(), pattern.columns(), pattern.entries()), (4, 5, 8));
    assert_eq!(pattern.col_indices(), [0, 1, 1, 2, 2, 3, 3, 4]);
    assert_eq!(pattern.crow_indices(), [0, 2, 4, 6, 8]);
    assert_eq!(pattern.dense_operators(), "");
    assert_eq!(pattern.colors(Coloring::Columns)?.iter().max(), Some(&1));
    assert_eq!(pattern.colors(Coloring::Rows)?.len(), 4);
    for strategy in [Strategy::Auto, Strategy::Forward, Strategy::Reverse] {
        let options = Options { strategy, ..Default::default() };
        for given in [None, Some(&pattern)] {
            let jacobian = sparsity::jacobian(&x, given, &options, neighbours)?;
            assert_eq!(jacobian.values.to_vec::<f64>()?, [-1.0, 0.5, 2.0, -1.0, 0.25, 2.0, -0.75, 0.25]);
        }
    }
    Ok(())
}

#[test]
fn a_hessian() -> Result<()> {
    let f = |x: &Tensor| neighbours(x)?.sum();
    let hessian = sparsity::hessian(&points()?, None, &Options::default(), f)?;
    assert_eq!(hessian.sparsity.entries(), 8);
    assert_eq!(hessian.values.to_vec::<f64>()?, [1.0; 8]);
    assert_eq!(hessian.sparsity.clone().colors(Coloring::Symmetric)?.len(), 5);
    assert_eq!(Sparsity::of_hessian(&points()?, f)?.crow_indices(), hessian.sparsity.crow_indices());
    Ok(())
}

#[test]
fn values_can_be_differentiated() -> Result<()> {
    let x = points()?.tracked()?;
    let options = Options { create_graph: true, ..Default::default() };
    let jacobian = sparsity::jacobian(&x, None, &options, |x| x.mul(x)?.mul(x))?;
    jacobian.values.sum()?.backward()?;
    let expected: Vec<f64> = x.to_vec::<f64>()?.iter().map(|x| 6.0 * x).collect();
    assert_eq!(x.grad()?.expect("backward came there").to_vec::<f64>()?, expected);
    Ok(())
}

#[test]
fn errors_come_out() -> Result<()> {
    let x = points()?;
    let diagonal = Sparsity::new(5, &[0, 1, 2, 3, 4], &[0, 1, 2, 3])?;
    let error = sparsity::jacobian(&x, Some(&diagonal), &Options::default(), neighbours).unwrap_err();
    assert!(error.status == Status::Invalid && error.message.contains("lacks an entry"), "{error}");
    assert_eq!(Sparsity::new(5, &[0, 2], &[0]).unwrap_err().status, Status::Invalid);
    assert_eq!(Sparsity::new(5, &[], &[]).unwrap_err().status, Status::Invalid);
    let mine = Error::new(Status::Cancelled, "mine");
    assert_eq!(Sparsity::of_jacobian(&x, |_| Err(mine.clone())).unwrap_err(), mine);
    assert_eq!(sparsity::hessian(&x, None, &Options::default(), neighbours).unwrap_err().status, Status::Shape);
    Ok(())
}
