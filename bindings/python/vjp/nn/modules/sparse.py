"""Embeddings: rows of a table, chosen by integers."""

from __future__ import annotations

from typing import Any, Self

from ... import Tensor, no_grad
from .. import functional, init
from ..parameter import Parameter
from .linear import DeviceLike, DTypeLike, new_parameter
from .module import Module


class _Table(Module):
    """A table [num_embeddings, embedding_dim] that begins normal, with zeros in the row of padding_idx."""

    def __init__(self, num_embeddings: int, embedding_dim: int, padding_idx: int | None, max_norm: float | None,
                 norm_type: float, scale_grad_by_freq: bool, sparse: bool, device: DeviceLike,
                 dtype: DTypeLike, weight: Tensor | None) -> None:
        super().__init__()
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            raise ValueError(f"{type(self).__name__}: padding_idx is {padding_idx}, expected a row of {num_embeddings}")
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        if weight is None:
            self.weight = new_parameter((num_embeddings, embedding_dim), device, dtype)
            self.reset_parameters()
        elif tuple(weight.shape) != (num_embeddings, embedding_dim):
            raise ValueError(f"{type(self).__name__}: the table has shape {list(weight.shape)}, expected "
                             f"{[num_embeddings, embedding_dim]}")
        else:
            self.weight = Parameter(weight)

    def reset_parameters(self) -> None:
        """Begins anew."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx] = 0.0

    def extra_repr(self) -> str:
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        for name, usual in (("padding_idx", None), ("max_norm", None), ("norm_type", 2.0),
                            ("scale_grad_by_freq", False), ("sparse", False)):
            value = getattr(self, name)
            text += f", {name}={value}" * (value != usual)
        return text


def _pretrained(kind: Any, table: Tensor, freeze: bool, **options: Any) -> Any:
    if table.ndim != 2:
        raise ValueError(f"{kind.__name__}.from_pretrained: a matrix is wanted, not shape {list(table.shape)}")
    made = kind(*table.shape, _weight=table, **options)
    made.weight.requires_grad_(not freeze)
    return made


class Embedding(_Table):
    """The rows that integers [...] name, as [..., embedding_dim].

    The row of `padding_idx` gets no gradient. `max_norm`: rows that are longer are shortened when they are looked up.
    `sparse`: the gradient has only the rows that were used, for SparseAdam and SGD.
    """

    def __init__(self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None,
                 max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
                 sparse: bool = False, _weight: Tensor | None = None, device: DeviceLike = None,
                 dtype: DTypeLike = None) -> None:
        super().__init__(num_embeddings, embedding_dim, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse,
                         device, dtype, _weight)

    def forward(self, input: Tensor) -> Tensor:
        return functional.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type,
                                    self.scale_grad_by_freq, self.sparse)

    @classmethod
    def from_pretrained(cls, embeddings: Tensor, freeze: bool = True, padding_idx: int | None = None,
                        max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
                        sparse: bool = False) -> Self:
        """With a table that there is, [num_embeddings, embedding_dim]; `freeze`: it is not learnt."""
        made: Self = _pretrained(cls, embeddings, freeze, padding_idx=padding_idx, max_norm=max_norm,
                                 norm_type=norm_type, scale_grad_by_freq=scale_grad_by_freq, sparse=sparse)
        return made


class EmbeddingBag(_Table):
    """The "sum", "mean" or "max" of the rows of each bag: of the rows of [bags, n] integers, or of what lies between
    `offsets` of integers in a line."""

    def __init__(self, num_embeddings: int, embedding_dim: int, max_norm: float | None = None, norm_type: float = 2.0,
                 scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False,
                 _weight: Tensor | None = None, include_last_offset: bool = False, padding_idx: int | None = None,
                 device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        if mode not in ("sum", "mean", "max"):
            raise ValueError(f"EmbeddingBag: mode must be 'sum', 'mean' or 'max', not {mode!r}")
        super().__init__(num_embeddings, embedding_dim, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse,
                         device, dtype, _weight)
        self.mode, self.include_last_offset = mode, include_last_offset

    def forward(self, input: Tensor, offsets: Tensor | None = None, per_sample_weights: Tensor | None = None) -> Tensor:
        return functional.embedding_bag(input, self.weight, offsets, self.max_norm, self.norm_type,
                                        self.scale_grad_by_freq, self.mode, self.sparse,
                                        per_sample_weights=per_sample_weights,
                                        include_last_offset=self.include_last_offset, padding_idx=self.padding_idx)

    @classmethod
    def from_pretrained(cls, embeddings: Tensor, freeze: bool = True, max_norm: float | None = None,
                        norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "mean",
                        sparse: bool = False, include_last_offset: bool = False,
                        padding_idx: int | None = None) -> Self:
        """With a table that there is, [num_embeddings, embedding_dim]; `freeze`: it is not learnt."""
        made: Self = _pretrained(cls, embeddings, freeze, max_norm=max_norm, norm_type=norm_type, mode=mode,
                                 sparse=sparse, scale_grad_by_freq=scale_grad_by_freq,
                                 include_last_offset=include_last_offset, padding_idx=padding_idx)
        return made

    def extra_repr(self) -> str:
        return super().extra_repr() + f", mode={self.mode!r}"
