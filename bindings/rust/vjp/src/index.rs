//! `x.get((0, .., 1..3))`: what `x[0, :, 1:3]` is elsewhere.

use std::ops::{Range, RangeFrom, RangeFull, RangeTo};
use std::ptr::null_mut;

use vjp_sys as sys;

use crate::error::{check, Result};
use crate::tensor::{one, Tensor};

/// One position of an index expression.
#[derive(Clone, Copy)]
pub enum Index<'a> {
    /// Selects; the dimension vanishes. May count from the end.
    At(i64),
    /// From, to (exclusive), step; bounds may be absent and may count from the end.
    Slice(Option<i64>, Option<i64>, i64),
    /// Inserts a dimension of size 1.
    NewAxis,
    /// As many full slices as are left.
    Ellipsis,
    /// An integer or boolean tensor, as numpy's advanced indexing.
    Tensor(&'a Tensor),
}

impl Index<'_> {
    fn raw(self) -> sys::vjp_index {
        let absent = sys::VJP_INDEX_ABSENT;
        let item = |kind: u32, start, stop, step| sys::vjp_index {
            kind: kind as i32,
            reserved: 0,
            start,
            stop,
            step,
            tensor: null_mut(),
        };
        match self {
            Index::At(place) => item(sys::VJP_INDEX_INT, place, 0, 1),
            Index::Slice(start, stop, step) => {
                item(sys::VJP_INDEX_SLICE, start.unwrap_or(absent), stop.unwrap_or(absent), step)
            }
            Index::NewAxis => item(sys::VJP_INDEX_NEW_AXIS, 0, 0, 1),
            Index::Ellipsis => item(sys::VJP_INDEX_ELLIPSIS, 0, 0, 1),
            Index::Tensor(tensor) => sys::vjp_index { tensor: tensor.raw(), ..item(sys::VJP_INDEX_TENSOR, 0, 0, 1) },
        }
    }
}

macro_rules! from {
    ($($type:ty => |$value:pat_param| $index:expr),* $(,)?) => {$(
        impl<'a> From<$type> for Index<'a> {
            fn from($value: $type) -> Self {
                $index
            }
        }
    )*};
}

from! {
    i64 => |place| Index::At(place),
    i32 => |place| Index::At(place.into()),
    Range<i64> => |range| Index::Slice(Some(range.start), Some(range.end), 1),
    Range<i32> => |range| Index::Slice(Some(range.start.into()), Some(range.end.into()), 1),
    RangeFrom<i64> => |range| Index::Slice(Some(range.start), None, 1),
    RangeFrom<i32> => |range| Index::Slice(Some(range.start.into()), None, 1),
    RangeTo<i64> => |range| Index::Slice(None, Some(range.end), 1),
    RangeTo<i32> => |range| Index::Slice(None, Some(range.end.into()), 1),
    RangeFull => |_| Index::Slice(None, None, 1),
    &'a Tensor => |tensor| Index::Tensor(tensor),
}

/// What `get` and `set` take: a tuple of positions, a single one in a tuple of one, or a slice of [`Index`]es.
pub trait Indices<'a> {
    fn indices(self) -> Vec<Index<'a>>;
}

impl<'a> Indices<'a> for &[Index<'a>] {
    fn indices(self) -> Vec<Index<'a>> {
        self.to_vec()
    }
}

macro_rules! tuples {
    ($($name:ident)+) => {
        impl<'a, $($name: Into<Index<'a>>),+> Indices<'a> for ($($name,)+) {
            #[allow(non_snake_case)]
            fn indices(self) -> Vec<Index<'a>> {
                let ($($name,)+) = self;
                vec![$($name.into()),+]
            }
        }
    };
}

tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);

impl Tensor {
    /// A view where numbers, ranges and new axes suffice, a new tensor otherwise. Differentiable.
    ///
    /// ```
    /// let x = vjp::Tensor::from_slice(&[0, 1, 2, 3, 4, 5], &[2, 3])?;
    /// assert_eq!(x.get((.., -1))?.to_vec::<i32>()?, [2, 5]);
    /// assert_eq!(x.get((1, 0..2))?.to_vec::<i32>()?, [3, 4]);
    /// # Ok::<(), vjp::Error>(())
    /// ```
    pub fn get<'a>(&self, indices: impl Indices<'a>) -> Result<Tensor> {
        let items: Vec<_> = indices.indices().into_iter().map(Index::raw).collect();
        // SAFETY: the items' tensors are borrowed for longer than the call, and the length is the list's.
        one(|out| unsafe { sys::vjp_tensor_index(self.raw(), items.as_ptr(), items.len(), out) })
    }

    /// Writes `value`, broadcast and cast, to a part of the tensor, in place. Differentiable.
    pub fn set<'a>(&self, indices: impl Indices<'a>, value: &Tensor) -> Result<()> {
        let items: Vec<_> = indices.indices().into_iter().map(Index::raw).collect();
        // SAFETY: as in `get`.
        check(unsafe { sys::vjp_tensor_index_put(self.raw(), items.as_ptr(), items.len(), value.raw()) })
    }
}
