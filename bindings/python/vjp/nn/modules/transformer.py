"""The transformer's layers (Vaswani and others, 2017), and stacks of them."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable

from ... import Tensor, full, triu
from .. import functional, init
from .attention import MultiheadAttention
from .container import ModuleList
from .dropout import Dropout
from .linear import DeviceLike, DTypeLike, Linear
from .module import Module
from .norm import LayerNorm

Activation = str | Callable[[Tensor], Tensor]


def _activation(given: Activation, what: str) -> Callable[[Tensor], Tensor]:
    if isinstance(given, str):
        if given not in ("relu", "gelu"):
            raise ValueError(f"{what}: activation must be 'relu', 'gelu' or a function, not {given!r}")
        return functional.relu if given == "relu" else functional.gelu
    return given


class _Layer(Module):
    """What both layers share: self_attn, linear1, linear2, and a norm and a dropout for each block."""

    def __init__(self, blocks: int, d_model: int, nhead: int, dim_feedforward: int, dropout: float,
                 activation: Activation, layer_norm_eps: float, batch_first: bool, norm_first: bool, bias: bool,
                 device: DeviceLike, dtype: DTypeLike) -> None:
        super().__init__()
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, device=device,
                                            dtype=dtype)
        if blocks == 3:
            self.multihead_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first,
                                                     device=device, dtype=dtype)
        self.linear1 = Linear(d_model, dim_feedforward, bias, device, dtype)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias, device, dtype)
        self.norm_first = norm_first
        for i in range(1, blocks + 1):
            self.register_module(f"norm{i}", LayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype))
        for i in range(1, blocks + 1):
            self.register_module(f"dropout{i}", Dropout(dropout))
        self.activation = _activation(activation, type(self).__name__)

    def _block(self, x: Tensor, number: int, inside: Callable[[Tensor], Tensor]) -> Tensor:
        """x + dropout(inside(x)), with the norm before or after."""
        norm, drop = self._modules[f"norm{number}"], self._modules[f"dropout{number}"]
        assert norm is not None and drop is not None
        if self.norm_first:
            changed: Tensor = x + drop(inside(norm(x)))
            return changed
        after: Tensor = norm(x + drop(inside(x)))
        return after

    def _feed_forward(self, x: Tensor) -> Tensor:
        result: Tensor = self.linear2(self.dropout(self.activation(self.linear1(x))))
        return result

    def _attend(self, attention: MultiheadAttention, x: Tensor, memory: Tensor, mask: Tensor | None,
                padding: Tensor | None, is_causal: bool) -> Tensor:
        values, _ = attention.forward(x, memory, memory, key_padding_mask=padding, need_weights=False, attn_mask=mask,
                                      is_causal=is_causal)
        return values


class TransformerEncoderLayer(_Layer):
    """Attention of a sequence [L, N, d_model] (batch_first: [N, L, d_model]) to itself, then two linear layers; both
    with residuals, dropout and a norm, which comes after, or before with norm_first."""

    def __init__(self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1,
                 activation: Activation = "relu", layer_norm_eps: float = 1e-5, batch_first: bool = False,
                 norm_first: bool = False, bias: bool = True, device: DeviceLike = None,
                 dtype: DTypeLike = None) -> None:
        super().__init__(2, d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first,
                         norm_first, bias, device, dtype)

    def forward(self, src: Tensor, src_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
                is_causal: bool = False) -> Tensor:
        """The sequence; masks as those of MultiheadAttention."""
        x = self._block(src, 1, lambda x: self._attend(self.self_attn, x, x, src_mask, src_key_padding_mask, is_causal))
        return self._block(x, 2, self._feed_forward)


class TransformerDecoderLayer(_Layer):
    """As TransformerEncoderLayer, with attention to `memory`, an encoder's result, in between."""

    def __init__(self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1,
                 activation: Activation = "relu", layer_norm_eps: float = 1e-5, batch_first: bool = False,
                 norm_first: bool = False, bias: bool = True, device: DeviceLike = None,
                 dtype: DTypeLike = None) -> None:
        super().__init__(3, d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first,
                         norm_first, bias, device, dtype)

    def forward(self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None,
                tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
                tgt_is_causal: bool = False, memory_is_causal: bool = False) -> Tensor:
        """The sequence; masks as those of MultiheadAttention."""
        x = self._block(tgt, 1, lambda x: self._attend(self.self_attn, x, x, tgt_mask, tgt_key_padding_mask,
                                                       tgt_is_causal))
        x = self._block(x, 2, lambda x: self._attend(self.multihead_attn, x, memory, memory_mask,
                                                     memory_key_padding_mask, memory_is_causal))
        return self._block(x, 3, self._feed_forward)


class TransformerEncoder(Module):
    """num_layers copies of a layer, one after the other, and a norm at the end.

    The last two arguments are PyTorch's, where they choose a shortcut in eval(); here there is none.
    """

    def __init__(self, encoder_layer: TransformerEncoderLayer, num_layers: int, norm: Module | None = None,
                 enable_nested_tensor: bool = True, mask_check: bool = True) -> None:
        super().__init__()
        self.layers = ModuleList(copy.deepcopy(encoder_layer) for _ in range(num_layers))
        self.num_layers, self.norm = num_layers, norm

    def forward(self, src: Tensor, mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
                is_causal: bool = False) -> Tensor:
        """The sequence; masks as those of MultiheadAttention."""
        for layer in self.layers:
            src = layer(src, mask, src_key_padding_mask, is_causal)
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(Module):
    """num_layers copies of a layer, one after the other, and a norm at the end."""

    def __init__(self, decoder_layer: TransformerDecoderLayer, num_layers: int, norm: Module | None = None) -> None:
        super().__init__()
        self.layers = ModuleList(copy.deepcopy(decoder_layer) for _ in range(num_layers))
        self.num_layers, self.norm = num_layers, norm

    def forward(self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None,
                tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
                tgt_is_causal: bool = False, memory_is_causal: bool = False) -> Tensor:
        """The sequence; masks as those of MultiheadAttention."""
        for layer in self.layers:
            tgt = layer(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask,
                        tgt_is_causal, memory_is_causal)
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Module):
    """An encoder and a decoder with a norm at the end of each. Matrices begin as xavier_uniform_."""

    def __init__(self, d_model: int = 512, nhead: int = 8, num_encoder_layers: int = 6, num_decoder_layers: int = 6,
                 dim_feedforward: int = 2048, dropout: float = 0.1, activation: Activation = "relu",
                 layer_norm_eps: float = 1e-5, batch_first: bool = False, norm_first: bool = False, bias: bool = True,
                 device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__()
        given = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias,
                 device, dtype)

        def norm() -> LayerNorm:
            return LayerNorm(d_model, layer_norm_eps, bias=bias, device=device, dtype=dtype)

        self.encoder = TransformerEncoder(TransformerEncoderLayer(*given), num_encoder_layers, norm())
        self.decoder = TransformerDecoder(TransformerDecoderLayer(*given), num_decoder_layers, norm())
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first
        for parameter in self.parameters():
            if parameter.ndim > 1:
                init.xavier_uniform_(parameter)

    def forward(self, src: Tensor, tgt: Tensor, src_mask: Tensor | None = None, tgt_mask: Tensor | None = None,
                memory_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
                tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
                src_is_causal: bool = False, tgt_is_causal: bool = False, memory_is_causal: bool = False) -> Tensor:
        """The decoder's sequence; masks as those of MultiheadAttention."""
        memory = self.encoder(src, src_mask, src_key_padding_mask, src_is_causal)
        result: Tensor = self.decoder(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask,
                                      memory_key_padding_mask, tgt_is_causal, memory_is_causal)
        return result

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: DeviceLike = None, dtype: DTypeLike = None) -> Tensor:
        """The causal mask [sz, sz] to be added: -inf above the diagonal, 0 elsewhere."""
        return triu(full((sz, sz), -math.inf, device=device, dtype=dtype), 1)
