//! Sequences of several lengths, packed step by step.

use vjp::ops::{self, FlattenOptions, FullOptions};
use vjp::{Result, Tensor};

use crate::invalid;

/// Sequences of several lengths, longest first, as the rows of all their first steps, then of all second ones, and so on:
/// what recurrent layers take by `forward_packed`, without steps that are only padding.
///
/// ```
/// use vjp_nn::{Gru, PackedSequence};
/// let padded = vjp::ops::randn(&[4, 2, 3])?; // [steps, batch, features], of which the first has 2 steps only
/// let packed = PackedSequence::pack(&padded, &[2, 4], false)?;
/// assert_eq!((packed.data().shape(), packed.batch_sizes()), (&[6, 3][..], &[2, 2, 1, 1][..]));
/// let (output, last) = Gru::new(3, 5)?.forward_packed(&packed, None)?;
/// let (padded, lengths) = output.pad(false, 0.0)?;
/// assert_eq!((padded.shape(), &lengths[..], last.shape()), (&[4, 2, 5][..], &[2, 4][..], &[1, 2, 5][..]));
/// # Ok::<(), vjp::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct PackedSequence {
    data: Tensor,
    batch_sizes: Vec<i64>,
    /// Which of the sequences given comes first, second, ...
    order: Vec<i64>,
}

impl PackedSequence {
    /// Packs [steps, batch, ...] (with `batch_first` [batch, steps, ...]), of which each sequence has `lengths` steps.
    pub fn pack(input: &Tensor, lengths: &[i64], batch_first: bool) -> Result<PackedSequence> {
        if input.ndim() < 2 {
            let message = format!("pack: [steps, batch, ...] is wanted, not shape {:?}", input.shape());
            return Err(invalid(message));
        }
        let input = if batch_first { input.transpose(0, 1)? } else { input.clone() };
        let (steps, count) = (input.shape()[0], input.shape()[1]);
        if lengths.is_empty() || lengths.len() as i64 != count || !lengths.iter().all(|n| (1..=steps).contains(n)) {
            let wanted = format!("expected {count} numbers from 1 to {steps}");
            return Err(invalid(format!("pack: lengths are {lengths:?}, {wanted}")));
        }
        let mut order: Vec<i64> = (0..count).collect();
        order.sort_by_key(|&i| -lengths[i as usize]);
        let longest = lengths[order[0] as usize];
        let at = |step| lengths.iter().filter(|&&n| n > step).count() as i64;
        let batch_sizes: Vec<i64> = (0..longest).map(at).collect();
        let packed = PackedSequence { data: input.clone(), batch_sizes, order };
        let sorted = input.index_select(1, &packed.index(&packed.order)?)?;
        let rows = sorted.flatten_with(FlattenOptions { start_dim: 0, end_dim: 1 })?;
        Ok(packed.with_data(rows.index_select(0, &packed.index(&packed.rows())?)?))
    }

    /// [steps, batch, ...], or with `batch_first` [batch, steps, ...], with `value` where sequences have ended, in the order
    /// that they were given in; and their lengths.
    pub fn pad(&self, batch_first: bool, value: f64) -> Result<(Tensor, Vec<i64>)> {
        let (steps, count) = (self.batch_sizes.len() as i64, self.batch());
        let shape = [&[steps * count], &self.data.shape()[1..]].concat();
        let options = FullOptions { dtype: Some(self.data.dtype()) };
        let empty = self.data.device().with_default(|| ops::full_with(&shape, value, options))??;
        let padded = empty.index_copy(0, &self.index(&self.rows())?, &self.data)?.unflatten(0, &[steps, count])?;
        let padded = padded.index_select(1, &self.index(&self.places())?)?;
        let length = |&i: &i64| self.batch_sizes.iter().filter(|&&size| size > i).count() as i64;
        let lengths = self.places().iter().map(length).collect();
        Ok((if batch_first { padded.transpose(0, 1)? } else { padded }, lengths))
    }

    /// The rows: those of the first step, then of the second one, and so on.
    pub fn data(&self) -> &Tensor {
        &self.data
    }

    /// How many sequences have each step.
    pub fn batch_sizes(&self) -> &[i64] {
        &self.batch_sizes
    }

    /// The same sequences with other rows, such as what a layer makes of them.
    pub fn with_data(&self, data: Tensor) -> PackedSequence {
        PackedSequence { data, batch_sizes: self.batch_sizes.clone(), order: self.order.clone() }
    }

    pub(crate) fn batch(&self) -> i64 {
        self.order.len() as i64
    }

    pub(crate) fn sizes(&self) -> Result<Tensor> {
        self.index(&self.batch_sizes)
    }

    /// States in the order of the rows, of those in the order of the sequences given.
    pub(crate) fn sorted(&self, state: &Tensor) -> Result<Tensor> {
        state.index_select(1, &self.index(&self.order)?)
    }

    /// The reverse.
    pub(crate) fn unsorted(&self, state: &Tensor) -> Result<Tensor> {
        state.index_select(1, &self.index(&self.places())?)
    }

    /// Where each sequence given stands.
    fn places(&self) -> Vec<i64> {
        let mut places = vec![0; self.order.len()];
        for (place, &i) in self.order.iter().enumerate() {
            places[i as usize] = place as i64;
        }
        places
    }

    /// Where each row is in [steps * batch, ...].
    fn rows(&self) -> Vec<i64> {
        let row = |(step, &size): (usize, &i64)| (0..size).map(move |i| (step, i));
        self.batch_sizes.iter().enumerate().flat_map(row).map(|(step, i)| step as i64 * self.batch() + i).collect()
    }

    fn index(&self, values: &[i64]) -> Result<Tensor> {
        Tensor::from_slice(values, &[values.len() as i64])?.to_device(Some(self.data.device()))
    }
}
