"""Sequences of several lengths: padded to one, or packed step by step, which recurrent layers take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from ... import InvalidError, ShapeError, Tensor, as_tensor, cat, full, stack, tensor

__all__ = ["PackedSequence", "invert_permutation", "pack_padded_sequence", "pack_sequence", "pad_packed_sequence",
           "pad_sequence", "unpack_sequence", "unpad_sequence"]


class PackedSequence(NamedTuple):
    """Sequences, longest first, as the rows of all their first steps, then of all second ones, and so on.

    data [rows, ...]; batch_sizes: how many sequences have each step, on the CPU; sorted_indices: which of the sequences
    given comes first, second, ..., and unsorted_indices the reverse; None if they were in order.
    """

    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None = None
    unsorted_indices: Tensor | None = None

    def to(self, *args: Any) -> Self:
        """The data elsewhere, or of another dtype, as Tensor.to."""
        data = self.data.to(*args)
        order, back = (None if i is None else i.to(data.device) for i in (self.sorted_indices, self.unsorted_indices))
        return self._replace(data=data, sorted_indices=order, unsorted_indices=back)

    def cpu(self) -> Self:
        """The data on the CPU."""
        return self.to("cpu")

    def cuda(self, device: int | str | None = None) -> Self:
        """The data on a CUDA device, the first unless one is given."""
        return self.to(device if isinstance(device, str) else f"cuda:{device or 0}")

    def double(self) -> Self:
        """The data as float64."""
        return self.to("float64")

    def float(self) -> Self:
        """The data as float32."""
        return self.to("float32")

    def half(self) -> Self:
        """The data as float16."""
        return self.to("float16")

    def long(self) -> Self:
        """The data as int64."""
        return self.to("int64")

    @property
    def is_cuda(self) -> bool:
        """Whether the data lie on a CUDA device."""
        return self.data.device.type == "cuda"

    def is_pinned(self) -> bool:
        """Whether the data lie in page-locked memory."""
        return self.data.is_pinned()

    def pin_memory(self) -> Self:
        """The data in page-locked memory."""
        return self._replace(data=self.data.pin_memory())


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """Where each index stands in a permutation, such as sorted_indices; None for None.

    >>> vjp.nn.utils.rnn.invert_permutation(vjp.tensor([2, 0, 1]))
    tensor([1, 2, 0])
    """
    return None if permutation is None else permutation.argsort()


def _lengths(lengths: Tensor | Sequence[int], steps: int, count: int, what: str) -> list[int]:
    values = lengths.tolist() if isinstance(lengths, Tensor) else [int(n) for n in lengths]
    if len(values) != count or not all(1 <= n <= steps for n in values):
        raise InvalidError(f"{what}: lengths are {values}, expected {count} numbers from 1 to {steps}")
    return values


def _rows(batch_sizes: list[int], count: int) -> list[int]:
    """Where each packed row is in [steps, count, ...], flattened."""
    return [step * count + i for step, size in enumerate(batch_sizes) for i in range(size)]


def pack_padded_sequence(input: Tensor, lengths: Tensor | Sequence[int], batch_first: bool = False,
                         enforce_sorted: bool = True) -> PackedSequence:
    """Packs [steps, batch, ...] (with batch_first [batch, steps, ...]), of which each sequence has `lengths` steps.

    `enforce_sorted`: the longest come first, or else it is an error; otherwise they are sorted.
    """
    if input.ndim < 2:
        raise ShapeError(f"pack_padded_sequence: [steps, batch, ...] is wanted, not shape {list(input.shape)}")
    if batch_first:
        input = input.transpose(0, 1)
    steps, count = input.shape[:2]
    values = _lengths(lengths, steps, count, "pack_padded_sequence")
    order = sorted(range(count), key=lambda i: -values[i])
    sorted_indices = unsorted_indices = None
    if enforce_sorted:
        if values != sorted(values, reverse=True):
            raise InvalidError(f"pack_padded_sequence: lengths are {values}, expected the longest first; or give "
                               "enforce_sorted=False")
    else:
        back = sorted(range(count), key=order.__getitem__)
        sorted_indices, unsorted_indices = tensor(order, device=input.device), tensor(back, device=input.device)
        input = input.index_select(1, sorted_indices)
    sizes = [sum(n > step for n in values) for step in range(max(values))]
    data = input.flatten(0, 1).index_select(0, tensor(_rows(sizes, count), device=input.device))
    return PackedSequence(data, tensor(sizes, device="cpu"), sorted_indices, unsorted_indices)


def pad_packed_sequence(sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0,
                        total_length: int | None = None) -> tuple[Tensor, Tensor]:
    """([steps, batch, ...], lengths) of packed sequences, in the order that they were given in.

    `total_length`: how many steps, instead of as many as the longest has.
    """
    data, sizes = sequence.data, sequence.batch_sizes.tolist()
    steps, count = max(len(sizes), total_length or 0), sizes[0]
    if total_length is not None and total_length < len(sizes):
        raise InvalidError(f"pad_packed_sequence: total_length is {total_length}, expected {len(sizes)} or more")
    padded = full((steps * count, *data.shape[1:]), padding_value, dtype=data.dtype, device=data.device)
    padded = padded.index_copy(0, tensor(_rows(sizes, count), device=data.device), data)
    padded = padded.unflatten(0, (steps, count))
    lengths = tensor([sum(size > i for size in sizes) for i in range(count)], device="cpu")
    if sequence.unsorted_indices is not None:
        padded = padded.index_select(1, sequence.unsorted_indices)
        lengths = lengths.index_select(0, sequence.unsorted_indices.cpu())
    return padded.transpose(0, 1) if batch_first else padded, lengths


def pad_sequence(sequences: Sequence[Tensor], batch_first: bool = False, padding_value: float = 0.0,
                 padding_side: str = "right") -> Tensor:
    """Tensors [steps, ...] of several lengths as one, [most steps, batch, ...], or with batch_first [batch, most steps,
    ...]."""
    if padding_side not in ("right", "left"):
        raise InvalidError(f"pad_sequence: padding_side must be 'right' or 'left', not {padding_side!r}")
    most, rows = max(len(sequence) for sequence in sequences), []
    for sequence in sequences:
        shape = (most - len(sequence), *sequence.shape[1:])
        rest = full(shape, padding_value, dtype=sequence.dtype, device=sequence.device)
        rows.append(cat([sequence, rest] if padding_side == "right" else [rest, sequence]))
    return stack(rows, 0 if batch_first else 1)


def unpad_sequence(padded_sequences: Tensor, lengths: Tensor | Sequence[int],
                   batch_first: bool = False) -> list[Tensor]:
    """The reverse of pad_sequence."""
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    return [row[:n] for row, n in zip(rows, _lengths(lengths, rows.shape[1], rows.shape[0], "unpad_sequence"))]


def pack_sequence(sequences: Sequence[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """Packs tensors [steps, ...] of several lengths."""
    lengths = as_tensor([len(sequence) for sequence in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]:
    """The reverse of pack_sequence."""
    padded, lengths = pad_packed_sequence(packed_sequences)
    return unpad_sequence(padded, lengths)
