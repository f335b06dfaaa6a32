"""Batches of samples."""

from collections.abc import Mapping, Sequence
from typing import Any

from .. import Tensor, as_tensor, stack, tensor


def default_collate(batch: Sequence[Any]) -> Any:
    """The samples as one: tensors and arrays are stacked, numbers become a tensor, of tuples, lists and dictionaries
    each member is collated; of text there is a list.

    >>> vjp.data.default_collate([(vjp.ones(2), 1), (vjp.zeros(2), 2)])
    [tensor([[1., 1.],
             [0., 0.]]), tensor([1, 2])]
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return stack(list(batch))
    if isinstance(first, (str, bytes)):
        return list(batch)
    if isinstance(first, float):
        return tensor(list(batch), dtype="float64")
    if isinstance(first, (bool, int)):
        return tensor(list(batch))
    if isinstance(first, Mapping):
        return {key: default_collate([sample[key] for sample in batch]) for key in first}
    if isinstance(first, Sequence):
        if any(len(sample) != len(first) for sample in batch):
            raise ValueError("default_collate: samples of as many members are wanted, got "
                             + ", ".join(str(len(sample)) for sample in batch))
        members = [default_collate(list(samples)) for samples in zip(*batch)]
        return type(first)(*members) if hasattr(first, "_fields") else members
    if hasattr(first, "__array__"):
        return stack([as_tensor(sample) for sample in batch])
    raise TypeError("default_collate: tensors, arrays, numbers, text, tuples, lists and dictionaries are wanted, not "
                    f"{type(first).__name__}; a collate_fn of your own makes batches of anything")


def default_convert(sample: Any) -> Any:
    """What a loader without batches makes of a sample: arrays become tensors, also those in tuples, lists and
    dictionaries."""
    if isinstance(sample, Mapping):
        return {key: default_convert(value) for key, value in sample.items()}
    if isinstance(sample, (tuple, list)):
        members = [default_convert(value) for value in sample]
        return type(sample)(*members) if hasattr(sample, "_fields") else type(sample)(members)
    return as_tensor(sample) if hasattr(sample, "__array__") and not isinstance(sample, Tensor) else sample
