"""DataLoader: batches of a data set, made here or by worker processes."""

from __future__ import annotations

import functools
import itertools
import multiprocessing
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .. import Generator, InvalidError, Tensor, randint
from .collate import default_collate, default_convert
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler
from .workers import Crew, End, Job


class DataLoader:
    """Batches of a data set: `for x, y in DataLoader(dataset, batch_size=32, shuffle=True): ...`.

    `batch_size`: how many samples; None: samples as they are. `shuffle`: in an order drawn anew for each epoch, from
    `generator`, whose state before iter() gives the same epoch again. `sampler` gives the order of the indices,
    `batch_sampler` that of lists of them. `collate_fn` makes a batch of a list of samples. `drop_last`: no batch that
    is not full.

    `num_workers`: processes that make batches, each prefetch_factor (2) ahead; they come in the same order, and a
    shuffle is the same, for any number of them. `worker_init_fn(id)` is called in each, after its random
    numbers were seeded. What a worker raises is raised here, with the worker's traceback in its notes. Workers are
    forked unless `multiprocessing_context` says otherwise, and use the CPU only. They end with the epoch, also with one
    that is left early, or with the loader (`persistent_workers`). `timeout`: seconds to wait for a batch at most, 0 for
    no end.
    """

    def __init__(self, dataset: Any, batch_size: int | None = 1, shuffle: bool | None = None,
                 sampler: Iterable[Any] | None = None, batch_sampler: Iterable[Any] | None = None, num_workers: int = 0,
                 collate_fn: Callable[[list[Any]], Any] | None = None, pin_memory: bool = False,
                 drop_last: bool = False, timeout: float = 0, worker_init_fn: Callable[[int], None] | None = None,
                 multiprocessing_context: Any = None, generator: Generator | None = None, *,
                 prefetch_factor: int | None = None, persistent_workers: bool = False) -> None:
        self.dataset, self.num_workers, self.timeout, self.generator = dataset, num_workers, timeout, generator
        self.pin_memory, self.drop_last, self.worker_init_fn = pin_memory, drop_last, worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.prefetch_factor, self.persistent_workers = prefetch_factor or 2, persistent_workers
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        self._iterable = isinstance(dataset, IterableDataset)
        if self._iterable and (shuffle or sampler is not None or batch_sampler is not None):
            raise InvalidError("DataLoader: an IterableDataset has its own order; shuffle, sampler and batch_sampler "
                               "are for data sets with indices")
        if sampler is not None and shuffle:
            raise InvalidError("DataLoader: give either sampler or shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise InvalidError("DataLoader: batch_sampler excludes batch_size, shuffle, sampler and drop_last")
            batch_size = None
        elif batch_size is None and drop_last:
            raise InvalidError("DataLoader: drop_last needs a batch_size")
        if not self._iterable and sampler is None and batch_sampler is None:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_size is not None:
            batch_sampler = BatchSampler(sampler or (), batch_size, drop_last)
        self.batch_size, self.sampler = batch_size, sampler
        self.batch_sampler = None if self._iterable else batch_sampler
        batched = batch_sampler is not None
        self.collate_fn = collate_fn or (default_collate if batched else default_convert)
        self._crew: Crew | None = None

    def __len__(self) -> int:
        """How many batches an epoch has."""
        if self._iterable:
            size = len(self.dataset)
            if self.batch_size is None:
                return size
            return size // self.batch_size if self.drop_last else -(-size // self.batch_size)
        return len(self.sampler if self.batch_sampler is None else self.batch_sampler)  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Any]:
        # Drawn with and without workers, so that a shuffle does not depend on them.
        seed = int(randint(2**62, (1,), generator=self.generator, device="cpu").item())
        batches = self._by_workers(seed) if self.num_workers else self._here()
        return map(_pinned, batches) if self.pin_memory else batches

    def _requests(self) -> Iterator[Any]:
        if self._iterable:
            return itertools.repeat(self.batch_size)
        return iter(self.sampler if self.batch_sampler is None else self.batch_sampler)  # type: ignore[arg-type]

    def _fetcher(self) -> Callable[[Any], Callable[[Any], Any]]:
        if self._iterable:
            return functools.partial(_stream, collate=self.collate_fn, drop_last=self.drop_last)
        return functools.partial(_lookup, collate=self.collate_fn, batched=self.batch_sampler is not None)

    def _here(self) -> Iterator[Any]:
        fetch = self._fetcher()(self.dataset)
        for request in self._requests():
            batch = fetch(request)
            if batch is End:
                return
            yield batch

    def _by_workers(self, seed: int) -> Iterator[Any]:
        crew, self._crew = self._crew or self._hire(), None  # a second iterator beside this one has a crew of its own
        intact = False
        try:
            yield from crew.batches(seed, self._requests(), self.prefetch_factor, self.timeout)
            intact = True
        except GeneratorExit:
            intact = True
            raise
        finally:
            if self.persistent_workers and intact and self._crew is None:
                self._crew = crew
            else:
                crew.end()

    def _hire(self) -> Crew:
        context = self.multiprocessing_context
        if context is None or isinstance(context, str):
            methods = multiprocessing.get_all_start_methods()
            context = multiprocessing.get_context(context or ("fork" if "fork" in methods else None))
        crew = Crew(self.num_workers, context, Job(self.dataset, self._fetcher(), self.worker_init_fn))
        if self.persistent_workers:
            weakref.finalize(self, crew.end)
        return crew


def _check_workers(num_workers: int, timeout: float, prefetch_factor: int | None, persistent: bool) -> None:
    if not isinstance(num_workers, int) or num_workers < 0:
        raise InvalidError(f"DataLoader: num_workers is {num_workers!r}, expected 0 or more")
    if timeout < 0:
        raise InvalidError(f"DataLoader: timeout is {timeout}, expected 0 or more")
    if prefetch_factor is not None and (num_workers == 0 or prefetch_factor < 1):
        raise InvalidError(f"DataLoader: prefetch_factor is {prefetch_factor}, expected 1 or more, and num_workers "
                           "with it")
    if persistent and num_workers == 0:
        raise InvalidError("DataLoader: persistent_workers needs num_workers")


# ---- what makes a batch of a request; in workers, too ----

def _lookup(dataset: Any, collate: Callable[[Any], Any], batched: bool) -> Callable[[Any], Any]:
    """Requests are indices, in lists if there are batches."""
    many = getattr(dataset, "__getitems__", None)
    if not batched:
        return lambda index: collate(dataset[index])
    if many is not None:
        return lambda indices: collate(many(indices))
    return lambda indices: collate([dataset[index] for index in indices])


def _stream(dataset: Any, collate: Callable[[Any], Any], drop_last: bool) -> Callable[[Any], Any]:
    """Requests are sizes of batches, None for samples as they are."""
    samples = iter(dataset)

    def fetch(size: int | None) -> Any:
        found = list(itertools.islice(samples, 1 if size is None else size))
        if not found or drop_last and len(found) < (size or 1):
            return End
        return collate(found[0] if size is None else found)

    return fetch


def _pinned(batch: Any) -> Any:
    """The batch with its tensors in page-locked memory, for copies that run beside other work."""
    if isinstance(batch, Tensor):
        return batch.pin_memory()
    if isinstance(batch, dict):
        return {key: _pinned(value) for key, value in batch.items()}
    if isinstance(batch, (tuple, list)):
        members = [_pinned(value) for value in batch]
        return type(batch)(*members) if hasattr(batch, "_fields") else type(batch)(members)
    return batch
