"""Attention with several heads."""

from typing import Any

from ... import Tensor
from .. import functional, init
from .linear import DeviceLike, DTypeLike, Linear, new_parameter
from .module import Module


class MultiheadAttention(Module):
    """Attention of num_heads heads (Vaswani and others, 2017): query [L, N, E], key [S, N, kdim], value [S, N, vdim];
    batch_first: [N, L, E] and so on; without a batch [L, E].

    Returns (values [L, N, E], weights [N, L, S] as means over the heads). in_proj_weight [3 E, E], or with kdim or vdim
    three weights of their own, begin as xavier_uniform_, biases as zeros. `dropout` is of the weights, in training.
    """

    def __init__(self, embed_dim: int, num_heads: int, dropout: float = 0.0, bias: bool = True,
                 add_bias_kv: bool = False, add_zero_attn: bool = False, kdim: int | None = None,
                 vdim: int | None = None, batch_first: bool = False, device: DeviceLike = None,
                 dtype: DTypeLike = None) -> None:
        super().__init__()
        if embed_dim <= 0 or num_heads <= 0 or embed_dim % num_heads:
            raise ValueError(f"MultiheadAttention: num_heads is {num_heads}, expected a divisor of embed_dim, "
                             f"{embed_dim}")
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.kdim, self.vdim = embed_dim if kdim is None else kdim, embed_dim if vdim is None else vdim
        self.dropout, self.batch_first, self.add_zero_attn = dropout, batch_first, add_zero_attn
        joint = self.kdim == self.vdim == embed_dim
        shapes = {"q_proj_weight": (embed_dim, embed_dim), "k_proj_weight": (embed_dim, self.kdim),
                  "v_proj_weight": (embed_dim, self.vdim), "in_proj_weight": (3 * embed_dim, embed_dim)}
        for name, shape in shapes.items():
            wanted = joint == (name == "in_proj_weight")
            self.register_parameter(name, new_parameter(shape, device, dtype) if wanted else None)
        self.register_parameter("in_proj_bias", new_parameter((3 * embed_dim,), device, dtype) if bias else None)
        self.out_proj = Linear(embed_dim, embed_dim, bias, device, dtype)
        for name in ("bias_k", "bias_v"):
            self.register_parameter(name, new_parameter((1, 1, embed_dim), device, dtype) if add_bias_kv else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Begins anew."""
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                init.xavier_uniform_(weight)
        for bias in (self.in_proj_bias, self.out_proj.bias):
            if bias is not None:
                init.zeros_(bias)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                init.xavier_normal_(bias)

    def forward(self, query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Tensor | None = None,
                need_weights: bool = True, attn_mask: Tensor | None = None, average_attn_weights: bool = True,
                is_causal: bool = False) -> tuple[Tensor, Tensor | None]:
        """(values, weights; None unless need_weights).

        `key_padding_mask` [N, S]: True (or what is added) for keys to be ignored; `attn_mask` [L, S] or [N heads, L, S]
        the same for each query. `is_causal` says that attn_mask is the causal one. Not average_attn_weights: weights of
        each head, [N, heads, L, S].
        """
        turned = self.batch_first and query.ndim == 3
        if turned:
            query, key, value = (x.transpose(0, 1) for x in (query, key, value))
        separate: dict[str, Any] = {}
        if self.in_proj_weight is None:
            separate = dict(use_separate_proj_weight=True, q_proj_weight=self.q_proj_weight,
                            k_proj_weight=self.k_proj_weight, v_proj_weight=self.v_proj_weight)
        values, weights = functional.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k,
            self.bias_v, self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias,
            training=self.training, key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
            average_attn_weights=average_attn_weights, is_causal=is_causal, **separate)
        return values.transpose(0, 1) if turned else values, weights if need_weights else None
