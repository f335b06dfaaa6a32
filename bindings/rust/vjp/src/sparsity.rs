//! Jacobians and hessians with few entries that are not zero: a handful of products instead of one a row.
//!
//! ```
//! use vjp::{sparsity, Tensor};
//! let x = Tensor::from_slice(&[0.5f64, 1.0, 2.0], &[3])?;
//! // each element depends on itself and on the first one
//! let f = |x: &Tensor| x.mul(&x.narrow(0, 0, 1)?);
//! let jacobian = sparsity::jacobian(&x, None, &Default::default(), f)?;
//! assert_eq!(jacobian.sparsity.crow_indices(), [0, 1, 3, 5]);
//! assert_eq!(jacobian.sparsity.col_indices(), [0, 0, 1, 0, 2]);
//! assert_eq!(jacobian.values.to_vec::<f64>()?, [1.0, 1.0, 0.5, 2.0, 0.5]);
//! # Ok::<(), vjp::Error>(())
//! ```
//!
//! A row is an element of the result, a column one of the input, both row-major; the entries stand row by row (CSR).

use std::ffi::c_void;
use std::ptr::null_mut;

use vjp_sys as sys;

use crate::callback::guarded;
use crate::error::{check as checked, text, Result};
use crate::handle::handle;
use crate::tensor::Tensor;

handle! {
    /// The places of a matrix where it may not be zero. Never changes.
    Sparsity, vjp_sparsity, vjp_sparsity_release, shared vjp_sparsity_retain
}

/// How a pattern is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coloring {
    /// For products with tangents: columns of a colour share no row.
    Columns,
    /// For products with gradients: rows of a colour share no column.
    Rows,
    /// For hessians: one of an entry and its mirror image stands alone.
    Symmetric,
}

impl Sparsity {
    /// A pattern that is known: where each of the rows begins in `col_indices`, then their number; and the columns of the
    /// entries, which rise in each row.
    pub fn new(columns: usize, crow_indices: &[i64], col_indices: &[i64]) -> Result<Sparsity> {
        let (crow, num_crow, col, count) =
            (crow_indices.as_ptr(), crow_indices.len(), col_indices.as_ptr(), col_indices.len());
        // SAFETY: lengths are those of the slices; `out` is a local of `make`.
        Sparsity::make(|out| unsafe { sys::vjp_sparsity_create(columns as i64, crow, num_crow, col, count, out) })
    }

    /// Finds the pattern of a jacobian by one run: every operator passes on which elements of the input its results depend
    /// on, by its structure. What the function chooses by values is found for this input only.
    pub fn of_jacobian<F: Fn(&Tensor) -> Result<Tensor>>(input: &Tensor, function: F) -> Result<Sparsity> {
        let context = (&function as *const F).cast_mut().cast();
        // SAFETY: the function is a local, called during the call only.
        Sparsity::make(|out| unsafe { sys::vjp_sparsity_of_jacobian(Some(call::<F>), context, input.raw(), out) })
    }

    /// The same of the hessian of a function whose result has one element.
    pub fn of_hessian<F: Fn(&Tensor) -> Result<Tensor>>(input: &Tensor, function: F) -> Result<Sparsity> {
        let context = (&function as *const F).cast_mut().cast();
        // SAFETY: as above.
        Sparsity::make(|out| unsafe { sys::vjp_sparsity_of_hessian(Some(call::<F>), context, input.raw(), out) })
    }

    pub fn rows(&self) -> usize {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_sparsity_rows(self.raw()) as usize }
    }

    pub fn columns(&self) -> usize {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_sparsity_columns(self.raw()) as usize }
    }

    /// How many entries there are.
    pub fn entries(&self) -> usize {
        // SAFETY: the handle is alive.
        unsafe { sys::vjp_sparsity_entries(self.raw()) as usize }
    }

    /// Where each row begins among the entries, and their number.
    pub fn crow_indices(&self) -> &[i64] {
        // SAFETY: rows + 1 numbers, which live as the pattern does.
        unsafe { std::slice::from_raw_parts(sys::vjp_sparsity_crow_indices(self.raw()), self.rows() + 1) }
    }

    /// The columns of the entries.
    pub fn col_indices(&self) -> &[i64] {
        if self.entries() == 0 {
            return &[];
        }
        // SAFETY: as many numbers as there are entries, which live as the pattern does.
        unsafe { std::slice::from_raw_parts(sys::vjp_sparsity_col_indices(self.raw()), self.entries()) }
    }

    /// The operators whose structure is not known, with commas between them: each of their results was taken to depend on
    /// all of their arguments.
    pub fn dense_operators(&self) -> String {
        // SAFETY: the text lives as the pattern does.
        unsafe { text(sys::vjp_sparsity_dense_operators(self.raw())) }
    }

    /// A colour, from 0 on, for each column or row: products for them show the entries of a colour at once.
    pub fn colors(&self, coloring: Coloring) -> Result<Vec<i32>> {
        let (count, coloring) = match coloring {
            Coloring::Columns => (self.columns(), sys::VJP_COLORING_COLUMNS),
            Coloring::Rows => (self.rows(), sys::VJP_COLORING_ROWS),
            Coloring::Symmetric => (self.rows(), sys::VJP_COLORING_SYMMETRIC),
        };
        let mut colors = vec![0; count];
        // SAFETY: one number a row or column.
        checked(unsafe { sys::vjp_sparsity_color(self.raw(), coloring, colors.as_mut_ptr(), null_mut()) })?;
        Ok(colors)
    }
}

impl std::fmt::Debug for Sparsity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sparsity({} x {}, {} entries)", self.rows(), self.columns(), self.entries())
    }
}

/// Which products a jacobian is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategy {
    /// Whichever takes less, by the numbers of colours.
    #[default]
    Auto,
    /// Columns, by forward mode: the function runs for several colours at a time.
    Forward,
    /// Rows, by grad calls: the function runs once.
    Reverse,
}

/// How a sparse derivative is computed.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// A hessian does not look at it.
    pub strategy: Strategy,
    /// The values can be differentiated again; not with [`Strategy::Forward`].
    pub create_graph: bool,
    /// One product more finds out whether the pattern lacks an entry.
    pub check: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { strategy: Strategy::Auto, create_graph: false, check: true }
    }
}

impl Options {
    fn raw(&self) -> sys::vjp_sparse_options {
        sys::vjp_sparse_options {
            strategy: match self.strategy {
                Strategy::Auto => sys::VJP_SPARSE_AUTO,
                Strategy::Forward => sys::VJP_SPARSE_FORWARD,
                Strategy::Reverse => sys::VJP_SPARSE_REVERSE,
            },
            create_graph: self.create_graph.into(),
            check: self.check.into(),
            ..sys::VJP_SPARSE_OPTIONS_INIT
        }
    }
}

/// A pattern, and a value for each of its entries.
#[derive(Debug, Clone)]
pub struct SparseMatrix {
    pub sparsity: Sparsity,
    pub values: Tensor,
}

unsafe extern "C" fn call<F: Fn(&Tensor) -> Result<Tensor>>(
    context: *mut c_void,
    input: *mut sys::vjp_tensor,
    out: *mut *mut sys::vjp_tensor,
) -> sys::vjp_status {
    guarded(|| {
        let input = Tensor::from_borrowed(input).expect("libvjp hands an input to the function");
        *out = (*context.cast::<F>())(&input)?.into_raw();
        Ok(())
    })
}

type Derivative = unsafe extern "C" fn(
    sys::vjp_sparse_fn,
    *mut c_void,
    *mut sys::vjp_tensor,
    *mut sys::vjp_sparsity,
    *const sys::vjp_sparse_options,
    *mut *mut sys::vjp_sparsity,
    *mut *mut sys::vjp_tensor,
) -> sys::vjp_status;

fn derivative<F: Fn(&Tensor) -> Result<Tensor>>(
    derive: Derivative,
    input: &Tensor,
    sparsity: Option<&Sparsity>,
    options: &Options,
    function: F,
) -> Result<SparseMatrix> {
    let context = (&function as *const F).cast_mut().cast();
    let given = sparsity.map_or(null_mut(), Sparsity::raw);
    let options = options.raw();
    let mut values = null_mut();
    // SAFETY: the function is a local, called during the call only; so are the options and what is filled in.
    let sparsity = Sparsity::make(|used| unsafe {
        derive(Some(call::<F>), context, input.raw(), given, &options, used, &mut values)
    })?;
    // SAFETY: handed out by the call, which succeeded.
    let values = unsafe { Tensor::from_owned(values) }.expect("libvjp handed out the entries");
    Ok(SparseMatrix { sparsity, values })
}

/// The jacobian of a function of one tensor. Without `sparsity` its pattern is found first.
pub fn jacobian<F: Fn(&Tensor) -> Result<Tensor>>(
    input: &Tensor,
    sparsity: Option<&Sparsity>,
    options: &Options,
    function: F,
) -> Result<SparseMatrix> {
    derivative(sys::vjp_sparse_jacobian, input, sparsity, options, function)
}

/// The hessian of a function whose result has one element. Without `sparsity` its pattern is found first.
pub fn hessian<F: Fn(&Tensor) -> Result<Tensor>>(
    input: &Tensor,
    sparsity: Option<&Sparsity>,
    options: &Options,
    function: F,
) -> Result<SparseMatrix> {
    derivative(sys::vjp_sparse_hessian, input, sparsity, options, function)
}
