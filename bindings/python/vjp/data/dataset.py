"""Data sets: samples by index, or one after the other."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .. import Generator, InvalidError, ShapeError, Tensor, randperm


class Dataset:
    """Base of samples by index: a subclass defines __getitem__(index) and __len__()."""

    def __getitem__(self, index: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} has no __getitem__")

    def __add__(self, other: Dataset) -> ConcatDataset:
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """Base of samples that come one after the other: a subclass defines __iter__().

    In a DataLoader with workers each worker goes through a copy; get_worker_info() tells it which part is its own.
    """

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError(f"{type(self).__name__} has no __iter__")


class TensorDataset(Dataset):
    """The rows of tensors, as tuples: sample i is (tensors[0][i], tensors[1][i], ...)."""

    def __init__(self, *tensors: Tensor) -> None:
        if not tensors or not all(isinstance(tensor, Tensor) and tensor.ndim for tensor in tensors):
            raise TypeError("TensorDataset: tensors of one dimension or more are wanted")
        if len({tensor.shape[0] for tensor in tensors}) > 1:
            raise ShapeError("TensorDataset: tensors with as many rows are wanted, got "
                             + ", ".join(str(tensor.shape[0]) for tensor in tensors))
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].shape[0]


class Subset(Dataset):
    """Those samples of a data set that `indices` names, in its order."""

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, (list, slice)):
            places = self.indices[index] if isinstance(index, slice) else [self.indices[i] for i in index]
            return [self.dataset[i] for i in places]
        return self.dataset[self.indices[index]]

    def __len__(self) -> int:
        return len(self.indices)


class ConcatDataset(Dataset):
    """Data sets one after the other, as one."""

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = list(datasets)
        if not self.datasets:
            raise InvalidError("ConcatDataset: one data set at least is wanted")
        self.cumulative_sizes = list(itertools.accumulate(len(dataset) for dataset in self.datasets))

    def __getitem__(self, index: Any) -> Any:
        if not -len(self) <= index < len(self):
            raise IndexError(f"ConcatDataset: there is no sample {index} among {len(self)}")
        place = index % len(self)
        which = bisect.bisect_right(self.cumulative_sizes, place)
        before = self.cumulative_sizes[which - 1] if which else 0
        return self.datasets[which][place - before]

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]


class ChainDataset(IterableDataset):
    """Iterable data sets one after the other, as one."""

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = list(datasets)

    def __iter__(self) -> Iterator[Any]:
        return itertools.chain.from_iterable(self.datasets)


def random_split(dataset: Any, lengths: Sequence[float], generator: Generator | None = None) -> list[Subset]:
    """Subsets of a data set that share no sample, in random order.

    `lengths`: their sizes, or fractions that sum to 1, of which the first subsets get what rounding leaves over.

    >>> [len(part) for part in vjp.data.random_split(range(10), [0.75, 0.25])]
    [8, 2]
    """
    size = len(dataset)
    counts = [int(length) for length in lengths]
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1 + 1e-9:
        if any(not 0 <= length <= 1 for length in lengths):
            raise InvalidError(f"random_split: fractions between 0 and 1 are wanted, got {list(lengths)}")
        counts = [math.floor(size * length) for length in lengths]
        for i in range(size - sum(counts)):
            counts[i % len(counts)] += 1
    if sum(counts) != size or min(counts) < 0:
        raise InvalidError(f"random_split: lengths are {list(lengths)}, expected sizes that sum to {size}, or "
                           "fractions that sum to 1")
    order = randperm(size, generator=generator, device="cpu").tolist()
    ends = list(itertools.accumulate(counts))
    return [Subset(dataset, order[end - count:end]) for count, end in zip(counts, ends)]
