"""Recurrent layers and cells."""

from __future__ import annotations

import math
from typing import Any

from ... import Tensor, gru, gru_cell, lstm, lstm_cell, rnn_relu, rnn_relu_cell, rnn_tanh, rnn_tanh_cell, zeros
from .. import init
from ..utils.rnn import PackedSequence
from .linear import DeviceLike, DTypeLike, new_parameter
from .module import Module

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}
_FUNCTIONS: dict[str, Any] = {"LSTM": lstm, "GRU": gru, "RNN_TANH": rnn_tanh, "RNN_RELU": rnn_relu}


def _uniform(module: Module, hidden_size: int) -> None:
    bound = 1 / math.sqrt(hidden_size) if hidden_size > 0 else 0.0
    for parameter in module.parameters():
        init.uniform_(parameter, -bound, bound)


class RNNBase(Module):
    """What recurrent layers share: parameters weight_ih_l0, weight_hh_l0, bias_ih_l0, bias_hh_l0 and so on for each
    layer, with _reverse for the other direction; all begin uniform within 1 / sqrt(hidden_size)."""

    def __init__(self, mode: str, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
                 batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, proj_size: int = 0,
                 device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__()
        name = type(self).__name__
        if mode not in _GATES:
            raise ValueError(f"{name}: mode must be one of {', '.join(_GATES)}, not {mode!r}")
        if hidden_size <= 0 or num_layers <= 0:
            raise ValueError(f"{name}: hidden_size and num_layers are {hidden_size} and {num_layers}, expected "
                             "positive numbers")
        if not 0 <= dropout <= 1:
            raise ValueError(f"{name}: dropout is {dropout}, expected a probability between 0 and 1")
        if not 0 <= proj_size < hidden_size or proj_size and mode != "LSTM":
            raise ValueError(f"{name}: proj_size is {proj_size}, expected less than hidden_size, {hidden_size}; and "
                             "it is for LSTM only")
        self.mode, self.input_size, self.hidden_size, self.num_layers = mode, input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout = bias, batch_first, dropout
        self.bidirectional, self.proj_size = bidirectional, proj_size
        self._names: list[str] = []
        rows, state, directions = _GATES[mode] * hidden_size, proj_size or hidden_size, 1 + bidirectional
        for layer in range(num_layers):
            columns = input_size if layer == 0 else state * directions
            for suffix in [f"_l{layer}", f"_l{layer}_reverse"][:directions]:
                shapes: dict[str, tuple[int, ...]] = {"weight_ih": (rows, columns), "weight_hh": (rows, state)}
                if bias:
                    shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
                if proj_size:
                    shapes |= {"weight_hr": (proj_size, hidden_size)}
                for part, shape in shapes.items():
                    self.register_parameter(part + suffix, new_parameter(shape, device, dtype))
                    self._names.append(part + suffix)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Begins anew."""
        _uniform(self, self.hidden_size)

    def flatten_parameters(self) -> None:
        """For PyTorch's sake: there is nothing to do."""

    def _start(self, data: Tensor, batch: int, size: int) -> Tensor:
        places = self.num_layers * (1 + self.bidirectional)
        return zeros(places, batch, size, dtype=data.dtype, device=data.device)

    def _check(self, data: Tensor, states: tuple[Tensor, ...], batch: int) -> None:
        name = type(self).__name__
        if data.shape[-1] != self.input_size:
            raise ValueError(f"{name}: the input has shape {list(data.shape)}, expected {self.input_size} features")
        sizes = [self.proj_size or self.hidden_size, self.hidden_size]
        for what, state, size in zip(("h_0", "c_0"), states, sizes):
            wanted = (self.num_layers * (1 + self.bidirectional), batch, size)
            if tuple(state.shape) != wanted:
                raise ValueError(f"{name}: {what} has shape {list(state.shape)}, expected {list(wanted)}")

    def _run(self, input: Any, states: tuple[Tensor, ...] | None, count: int) -> tuple[Any, tuple[Tensor, ...]]:
        """(output, last states) of a tensor, with or without a batch, or of packed sequences; `count` states."""
        packed = isinstance(input, PackedSequence)
        data = input.data if packed else input
        if not packed and data.ndim not in (2, 3):
            raise ValueError(f"{type(self).__name__}: [steps, batch, features] or [steps, features] is wanted, not "
                             f"shape {list(data.shape)}")
        alone = not packed and data.ndim == 2
        along = 0 if self.batch_first else 1
        if alone:
            data = data.unsqueeze(along)
            states = states and tuple(state.unsqueeze(1) for state in states)
        batch = int(input.batch_sizes[0].item()) if packed else data.shape[along]
        if states is None:
            sizes = [self.proj_size or self.hidden_size, self.hidden_size][:count]
            states = tuple(self._start(data, batch, size) for size in sizes)
        elif packed and input.sorted_indices is not None:
            states = tuple(state.index_select(1, input.sorted_indices) for state in states)
        self._check(data, states, batch)
        hx = list(states) if self.mode == "LSTM" else states[0]
        params = [getattr(self, name) for name in self._names]
        options = (params, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional)
        function = _FUNCTIONS[self.mode]
        if packed:
            output, *last = function(data, input.batch_sizes.to(data.device), hx, *options)
            if input.unsorted_indices is not None:
                last = [state.index_select(1, input.unsorted_indices) for state in last]
            return input._replace(data=output), tuple(last)
        output, *last = function(data, hx, *options, self.batch_first)
        if alone:
            output, last = output.squeeze(along), [state.squeeze(1) for state in last]
        return output, tuple(last)

    def extra_repr(self) -> str:
        text = f"{self.input_size}, {self.hidden_size}"
        for name, usual in (("proj_size", 0), ("num_layers", 1), ("bias", True), ("batch_first", False),
                            ("dropout", 0.0), ("bidirectional", False)):
            value = getattr(self, name)
            text += f", {name}={value}" * (value != usual)
        return text


class RNN(RNNBase):
    """h = tanh(W_ih x + b_ih + W_hh h + b_hh) for each step of [steps, batch, features] (batch_first: [batch, steps,
    features]; also [steps, features] and PackedSequence); `nonlinearity`: "tanh" or "relu".

    Called with input and h_0 [layers * directions, batch, hidden], zeros if it is left out; returns (output, h_n).
    `dropout` is between layers, in training.
    """

    def __init__(self, input_size: int, hidden_size: int, num_layers: int = 1, nonlinearity: str = "tanh",
                 bias: bool = True, batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False,
                 device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"RNN: nonlinearity must be 'tanh' or 'relu', not {nonlinearity!r}")
        super().__init__(f"RNN_{nonlinearity.upper()}", input_size, hidden_size, num_layers, bias, batch_first, dropout,
                         bidirectional, device=device, dtype=dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor | PackedSequence, hx: Tensor | None = None) -> tuple[Any, Tensor]:
        """(output, h_n)."""
        output, (h,) = self._run(input, None if hx is None else (hx,), 1)
        return output, h


class GRU(RNNBase):
    """Gated recurrent units (Cho and others, 2014), called as RNN; gates in the order r, z, n."""

    def __init__(self, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
                 batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False,
                 device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__("GRU", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional,
                         device=device, dtype=dtype)

    def forward(self, input: Tensor | PackedSequence, hx: Tensor | None = None) -> tuple[Any, Tensor]:
        """(output, h_n)."""
        output, (h,) = self._run(input, None if hx is None else (hx,), 1)
        return output, h


class LSTM(RNNBase):
    """Long short-term memory (Hochreiter and Schmidhuber, 1997); gates in the order i, f, g, o.

    Called with input, as RNN, and (h_0, c_0); returns (output, (h_n, c_n)). `proj_size`: h is projected to that size.
    """

    def __init__(self, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
                 batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, proj_size: int = 0,
                 device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        super().__init__("LSTM", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional,
                         proj_size, device, dtype)

    def forward(self, input: Tensor | PackedSequence,
                hx: tuple[Tensor, Tensor] | None = None) -> tuple[Any, tuple[Tensor, Tensor]]:
        """(output, (h_n, c_n))."""
        output, (h, c) = self._run(input, None if hx is None else tuple(hx), 2)
        return output, (h, c)


class RNNCellBase(Module):
    """What cells share: weight_ih, weight_hh, bias_ih and bias_hh, which begin uniform within 1 / sqrt(hidden_size)."""

    def __init__(self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device: DeviceLike = None,
                 dtype: DTypeLike = None) -> None:
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        rows = num_chunks * hidden_size
        self.weight_ih = new_parameter((rows, input_size), device, dtype)
        self.weight_hh = new_parameter((rows, hidden_size), device, dtype)
        self.register_parameter("bias_ih", new_parameter((rows,), device, dtype) if bias else None)
        self.register_parameter("bias_hh", new_parameter((rows,), device, dtype) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Begins anew."""
        _uniform(self, self.hidden_size)

    def _step(self, function: Any, input: Tensor, states: Any, several: bool = False) -> Any:
        """One step of [batch, features] or [features]."""
        if input.ndim not in (1, 2):
            raise ValueError(f"{type(self).__name__}: [batch, features] or [features] is wanted, not shape "
                             f"{list(input.shape)}")
        alone = input.ndim == 1
        if alone:
            input = input.unsqueeze(0)
        if states is None:
            start = zeros(input.shape[0], self.hidden_size, dtype=input.dtype, device=input.device)
            states = [start, start] if several else start
        elif alone:
            states = [state.unsqueeze(0) for state in states] if several else states.unsqueeze(0)
        result = function(input, states, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if not several:
            return result.squeeze(0) if alone else result
        return tuple(state.squeeze(0) if alone else state for state in result)

    def extra_repr(self) -> str:
        return f"{self.input_size}, {self.hidden_size}" + ", bias=False" * (not self.bias)


class RNNCell(RNNCellBase):
    """A step of RNN: called with input [batch, features] and h [batch, hidden], zeros if it is left out; returns h."""

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = "tanh",
                 device: DeviceLike = None, dtype: DTypeLike = None) -> None:
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"RNNCell: nonlinearity must be 'tanh' or 'relu', not {nonlinearity!r}")
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Any:
        """h."""
        return self._step(rnn_tanh_cell if self.nonlinearity == "tanh" else rnn_relu_cell, input, hx)


class GRUCell(RNNCellBase):
    """A step of GRU, called as RNNCell."""

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device: DeviceLike = None,
                 dtype: DTypeLike = None) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Any:
        """h."""
        return self._step(gru_cell, input, hx)


class LSTMCell(RNNCellBase):
    """A step of LSTM: called with input and (h, c), which it returns."""

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device: DeviceLike = None,
                 dtype: DTypeLike = None) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None) -> Any:
        """(h, c)."""
        return self._step(lstm_cell, input, hx, several=True)
