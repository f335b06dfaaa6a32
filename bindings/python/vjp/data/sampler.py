"""Samplers: the order in which a DataLoader takes samples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .. import Generator, InvalidError, Tensor, as_tensor, multinomial, randint, randperm


class Sampler:
    """Base of orders: a subclass defines __iter__() over indices, and __len__() if it has an end."""

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError(f"{type(self).__name__} has no __iter__")


class SequentialSampler(Sampler):
    """The order that the data set has."""

    def __init__(self, data_source: Any) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler):
    """A random order, drawn anew by each iter(): every sample once, or with `replacement` any.

    The generator's state before iter() gives the same order again.
    """

    def __init__(self, data_source: Any, replacement: bool = False, num_samples: int | None = None,
                 generator: Generator | None = None) -> None:
        if num_samples is not None and num_samples <= 0:
            raise InvalidError(f"RandomSampler: num_samples is {num_samples}, expected a positive number")
        self.data_source, self.replacement, self.generator = data_source, replacement, generator
        self._num_samples = num_samples

    @property
    def num_samples(self) -> int:
        """How many indices an epoch has: as many as samples unless told otherwise."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        size, wanted = len(self.data_source), self.num_samples
        if self.replacement:
            return iter(randint(size, (wanted,), generator=self.generator, device="cpu").tolist() if size else [])
        drawn: list[int] = []
        while size and len(drawn) < wanted:
            drawn += randperm(size, generator=self.generator, device="cpu").tolist()
        return iter(drawn[:wanted])

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """Certain indices in random order, drawn anew by each iter()."""

    def __init__(self, indices: Sequence[int], generator: Generator | None = None) -> None:
        self.indices, self.generator = indices, generator

    def __iter__(self) -> Iterator[int]:
        order = randperm(len(self.indices), generator=self.generator, device="cpu").tolist()
        return iter([self.indices[i] for i in order])

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """num_samples indices, each as likely as its weight is large."""

    def __init__(self, weights: Sequence[float] | Tensor, num_samples: int, replacement: bool = True,
                 generator: Generator | None = None) -> None:
        if num_samples <= 0:
            raise InvalidError(f"WeightedRandomSampler: num_samples is {num_samples}, expected a positive number")
        self.weights = as_tensor(weights, dtype="float64", device="cpu")
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self) -> Iterator[int]:
        drawn = multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator)
        return iter(drawn.tolist())

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler):
    """The indices of another sampler in lists of batch_size; `drop_last`: the last one only if it is full."""

    def __init__(self, sampler: Iterable[Any], batch_size: int, drop_last: bool) -> None:
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size <= 0:
            raise InvalidError(f"BatchSampler: batch_size is {batch_size!r}, expected a positive integer")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self) -> Iterator[list[Any]]:
        batch: list[Any] = []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self) -> int:
        size = len(self.sampler)  # type: ignore[arg-type]
        return size // self.batch_size if self.drop_last else -(-size // self.batch_size)
