//! Sparse tensors: tensors of another [`Layout`].
//!
//! ```
//! use vjp::{Layout, Tensor};
//! let positions = Tensor::from_slice(&[0i64, 1, 2, 0], &[2, 2])?; // a column for each value
//! let values = Tensor::from_slice(&[3.0f32, 4.0], &[2])?.tracked()?;
//! let x = Tensor::sparse_coo(&positions, &values, Some(&[2, 3]))?;
//! assert_eq!((x.layout(), x.nnz()), (Layout::Coo, 2));
//! assert_eq!(x.to_dense()?.to_vec::<f32>()?, [0.0, 0.0, 3.0, 4.0, 0.0, 0.0]);
//! x.to_dense()?.sum()?.backward()?;
//! assert_eq!(values.grad()?.unwrap().to_vec::<f32>()?, [1.0, 1.0]);
//! # Ok::<(), vjp::Error>(())
//! ```
//!
//! With the feature `sprs` matrices of that crate come and go: [`Tensor::from_sprs`], [`Tensor::to_sprs`].

use vjp_sys as sys;

use crate::error::Result;
use crate::tensor::{one, Tensor};

/// How the elements of a tensor are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u32)]
pub enum Layout {
    /// All of them, in a memory with strides.
    Strided = 0,
    /// Positions and values.
    Coo = 1,
    /// By rows: where each begins, the columns, the values.
    Csr = 2,
    /// By columns.
    Csc = 3,
    /// Blocks, by rows of blocks.
    Bsr = 4,
    /// Blocks, by columns of blocks.
    Bsc = 5,
}

impl Layout {
    const ALL: [Layout; 6] = [Layout::Strided, Layout::Coo, Layout::Csr, Layout::Csc, Layout::Bsr, Layout::Bsc];

    fn raw(self) -> sys::vjp_layout {
        self as sys::vjp_layout
    }
}

impl Tensor {
    /// A tensor of positions (counted from 0; a row for each sparse dimension, a column for each value) and values, which
    /// may have dimensions of their own. A position may stand there twice: its values mean their sum. Without a shape it is
    /// as large as the positions ask for.
    pub fn sparse_coo(indices: &Tensor, values: &Tensor, shape: Option<&[i64]>) -> Result<Tensor> {
        let (sizes, ndim) = shape.map_or((std::ptr::null(), 0), |s| (s.as_ptr(), s.len()));
        // SAFETY: the handles are alive, the sizes live during the call.
        one(|out| unsafe { sys::vjp_sparse_coo(indices.raw(), values.raw(), sizes, ndim, false, out) })
    }

    /// A matrix in a compressed layout: where each row (column) begins among the values and then their number, the other
    /// coordinate of each value, which rises, and the values.
    pub fn sparse_compressed(
        layout: Layout,
        begins: &Tensor,
        plain_indices: &Tensor,
        values: &Tensor,
        rows: usize,
        columns: usize,
    ) -> Result<Tensor> {
        let (begins, plain) = (begins.raw(), plain_indices.raw());
        // SAFETY: the handles are alive.
        one(|out| unsafe {
            let (rows, columns) = (rows as i64, columns as i64);
            sys::vjp_sparse_compressed(layout.raw(), begins, plain, values.raw(), rows, columns, out)
        })
    }

    pub fn layout(&self) -> Layout {
        // SAFETY: the handle is alive.
        Layout::ALL[unsafe { sys::vjp_tensor_layout(self.raw()) } as usize]
    }

    /// How many values are kept; of blocks, how many blocks.
    pub fn nnz(&self) -> usize {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_nnz(self.raw()) as usize }
    }

    pub fn sparse_dims(&self) -> usize {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_sparse_dims(self.raw()) }
    }

    /// Whether no position stands there twice, and they rise.
    pub fn is_coalesced(&self) -> bool {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_tensor_is_coalesced(self.raw()) }
    }

    /// The positions of a COO tensor.
    pub fn indices(&self) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_indices(self.raw(), out) })
    }

    /// Where each row (column) of a compressed tensor begins among the values, and their number.
    pub fn compressed_indices(&self) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_compressed_indices(self.raw(), out) })
    }

    /// The column (row) of each value of a compressed tensor.
    pub fn plain_indices(&self) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_plain_indices(self.raw(), out) })
    }

    /// The values, recorded. A COO tensor has to be coalesced.
    pub fn values(&self) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_values(self.raw(), false, out) })
    }

    /// The values as they are, also of a COO tensor that is not coalesced; without a history.
    pub fn raw_values(&self) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_values(self.raw(), true, out) })
    }

    /// Every position once, rising, with the sum of its values.
    pub fn coalesce(&self) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_coalesce(self.raw(), out) })
    }

    /// A strided tensor of the same elements, whose gradient is what there is at the places of the values.
    pub fn to_dense(&self) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_to_dense(self.raw(), true, out) })
    }

    /// A strided tensor of the same elements, with all of its gradient.
    pub fn to_dense_with_whole_grad(&self) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_to_dense(self.raw(), false, out) })
    }

    /// The tensor in a layout without blocks; of COO as many dimensions are sparse as were, of other tensors all.
    pub fn to_layout(&self, layout: Layout) -> Result<Tensor> {
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_to_layout(self.raw(), layout.raw(), -1, 0, 0, out) })
    }

    /// As COO with this many sparse dimensions.
    pub fn to_coo(&self, sparse_dims: usize) -> Result<Tensor> {
        let dims = i64::try_from(sparse_dims).unwrap_or(i64::MAX);
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_to_layout(self.raw(), Layout::Coo.raw(), dims, 0, 0, out) })
    }

    /// As [`Layout::Bsr`] or [`Layout::Bsc`], with blocks of `(rows, columns)`.
    pub fn to_blocks(&self, layout: Layout, blocks: (usize, usize)) -> Result<Tensor> {
        let (rows, columns) = (blocks.0 as i64, blocks.1 as i64);
        // SAFETY: the handle is alive.
        one(|out| unsafe { sys::vjp_tensor_to_layout(self.raw(), layout.raw(), -1, rows, columns, out) })
    }

    /// The elements at the places of a sparse tensor, in its layout.
    pub fn sparse_mask(&self, mask: &Tensor) -> Result<Tensor> {
        // SAFETY: the handles are alive.
        one(|out| unsafe { sys::vjp_tensor_sparse_mask(self.raw(), mask.raw(), out) })
    }

    /// `beta * self + alpha * (a b)`, at the places of this sparse tensor only.
    pub fn sampled_addmm(&self, a: &Tensor, b: &Tensor, beta: f64, alpha: f64) -> Result<Tensor> {
        // SAFETY: the handles are alive.
        one(|out| unsafe { sys::vjp_sparse_sampled_addmm(self.raw(), a.raw(), b.raw(), beta, alpha, out) })
    }
}

#[cfg(feature = "sprs")]
mod interop {
    use sprs::{CsMat, CsMatViewI, SpIndex};

    use super::Layout;
    use crate::dtype::Element;
    use crate::error::Result;
    use crate::tensor::Tensor;

    impl Tensor {
        /// A tensor in the matrix's order, CSR or CSC, on copies of its lists.
        ///
        /// ```
        /// use vjp::{Layout, Tensor};
        /// let a = sprs::CsMat::new((2, 3), vec![0, 1, 3], vec![1, 0, 2], vec![5.0f64, 6.0, 7.0]);
        /// let t = Tensor::from_sprs(a.view())?;
        /// assert_eq!((t.layout(), t.nnz()), (Layout::Csr, 3));
        /// assert_eq!(t.to_sprs::<f64>()?, a);
        /// # Ok::<(), vjp::Error>(())
        /// ```
        pub fn from_sprs<T: Element, I: SpIndex>(matrix: CsMatViewI<'_, T, I>) -> Result<Tensor> {
            let list = |numbers: Vec<i64>| {
                let count = numbers.len() as i64;
                Tensor::from_vec(numbers, &[count])
            };
            let pointers = matrix.proper_indptr();
            let begins = list(pointers.iter().map(|i| i.index() as i64).collect())?;
            let plain = list(matrix.indices().iter().map(|i| i.index() as i64).collect())?;
            let values = Tensor::from_slice(matrix.data(), &[matrix.nnz() as i64])?;
            let layout = if matrix.is_csr() { Layout::Csr } else { Layout::Csc };
            Tensor::sparse_compressed(layout, &begins, &plain, &values, matrix.rows(), matrix.cols())
        }

        /// The matrix as the crate `sprs` has it, its values converted as by [`Tensor::to_vec`]: of CSC by columns, of
        /// everything else by rows.
        pub fn to_sprs<T: Element>(&self) -> Result<CsMat<T>> {
            let plain = self.detach()?;
            let by_columns = plain.layout() == Layout::Csc;
            let lists = if by_columns { plain } else { plain.to_layout(Layout::Csr)? };
            let numbers =
                |t: Tensor| -> Result<Vec<usize>> { Ok(t.to_vec::<i64>()?.into_iter().map(|i| i as usize).collect()) };
            let (begins, others) = (numbers(lists.compressed_indices()?)?, numbers(lists.plain_indices()?)?);
            let values = lists.raw_values()?.to_vec::<T>()?;
            let shape = (self.shape()[0] as usize, self.shape()[1] as usize);
            Ok(if by_columns {
                CsMat::new_csc(shape, begins, others, values)
            } else {
                CsMat::new(shape, begins, others, values)
            })
        }
    }
}
