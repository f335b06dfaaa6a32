//! Sparse tensors; with the feature `sprs` also the matrices of that crate.

use vjp::{gradcheck, ops, Layout, Result, Status, Tensor};

/// [[0, 5, 0], [6, 0, 7]]
fn small() -> Result<Tensor> {
    Tensor::from_slice(&[0.0f64, 5.0, 0.0, 6.0, 0.0, 7.0], &[2, 3])?.to_layout(Layout::Csr)
}

#[test]
fn layouts_and_members() -> Result<()> {
    let positions = Tensor::from_slice(&[0i64, 1, 0, 2, 0, 2], &[2, 3])?;
    let twice = Tensor::sparse_coo(&positions, &Tensor::from_slice(&[1.0f64, 2.0, 3.0], &[3])?, None)?;
    assert_eq!((twice.layout(), twice.nnz(), twice.sparse_dims(), twice.shape()), (Layout::Coo, 3, 2, &[2, 3][..]));
    assert!(!twice.is_coalesced() && twice.values().unwrap_err().status == Status::State);
    assert_eq!(twice.raw_values()?.numel(), 3);
    let once = twice.coalesce()?;
    assert_eq!(once.indices()?.to_vec::<i64>()?, [0, 1, 2, 0]);
    assert_eq!(once.values()?.to_vec::<f64>()?, [4.0, 2.0]);
    for layout in [Layout::Strided, Layout::Coo, Layout::Csr, Layout::Csc] {
        let there = small()?.to_layout(layout)?;
        assert_eq!(there.layout(), layout);
        assert_eq!(there.to_dense()?.to_vec::<f64>()?, [0.0, 5.0, 0.0, 6.0, 0.0, 7.0]);
    }
    assert_eq!(small()?.to_blocks(Layout::Bsr, (2, 1))?.nnz(), 3);
    assert_eq!(small()?.to_coo(1)?.nnz(), 2);
    let csc = small()?.to_layout(Layout::Csc)?;
    assert_eq!(csc.compressed_indices()?.to_vec::<i64>()?, [0, 1, 2, 3]);
    assert_eq!(csc.plain_indices()?.to_vec::<i64>()?, [1, 0, 1]);
    let masked = Tensor::from_slice(&[1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3])?.sparse_mask(&small()?)?;
    assert_eq!(masked.values()?.to_vec::<f64>()?, [2.0, 4.0, 6.0]);
    let (a, b) = (Tensor::from_slice(&[1.0f64, 2.0], &[2, 1])?, Tensor::from_slice(&[1.0f64, 2.0, 3.0], &[1, 3])?);
    assert_eq!(small()?.sampled_addmm(&a, &b, 1.0, 10.0)?.values()?.to_vec::<f64>()?, [25.0, 26.0, 67.0]);
    Ok(())
}

#[test]
fn gradients_and_their_checks() -> Result<()> {
    let (x, y) = (small()?.tracked()?, Tensor::from_slice(&[1.0f64, 2.0, 3.0], &[3, 1])?.tracked()?);
    let product = |inputs: &[Tensor]| Ok(vec![ops::mm(&inputs[0], &inputs[1])?]);
    let masked = gradcheck::Options { masked: true, ..Default::default() };
    assert!(gradcheck::report(&[&x, &y], &masked, product)?.is_none());
    assert!(gradcheck::report(&[&x, &y], &gradcheck::Options::default(), product)?.is_some());
    ops::mm(&x, &y)?.sum()?.backward()?;
    let grad = x.grad()?.unwrap();
    assert_eq!((grad.layout(), grad.values()?.to_vec::<f64>()?), (Layout::Csr, vec![2.0, 1.0, 3.0]));
    let whole = small()?.tracked()?;
    whole.to_dense_with_whole_grad()?.sum()?.backward()?;
    assert_eq!(whole.grad()?.unwrap().to_dense()?.to_vec::<f64>()?, [1.0; 6]);
    Ok(())
}

#[cfg(feature = "sprs")]
#[test]
fn matrices_of_sprs_come_and_go() -> Result<()> {
    let a = sprs::CsMat::new((2, 3), vec![0, 1, 3], vec![1, 0, 2], vec![5.0f64, 6.0, 7.0]);
    let t = Tensor::from_sprs(a.view())?;
    assert_eq!(t.layout(), Layout::Csr);
    assert_eq!(t.to_dense()?.to_vec::<f64>()?, [0.0, 5.0, 0.0, 6.0, 0.0, 7.0]);
    assert_eq!(t.to_sprs::<f64>()?, a);
    let columns = a.to_csc();
    let t = Tensor::from_sprs(columns.view())?;
    assert_eq!((t.layout(), t.to_sprs::<f64>()?), (Layout::Csc, columns));
    assert_eq!(t.to_layout(Layout::Coo)?.to_sprs::<f64>()?, a);
    let part = Tensor::from_sprs(a.slice_outer(1..2))?; // a view, whose list of beginnings does not begin with 0
    assert_eq!(part.to_dense()?.to_vec::<f64>()?, [6.0, 0.0, 7.0]);
    Ok(())
}
