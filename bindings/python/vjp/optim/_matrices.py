"""Optimizers that look at a parameter as a matrix."""

import math

from .._core import InvalidError
from .._generated_ops import addmm, zeros_like
from .._names import finfo
from ._composed import Composed


def _root_mean_square(x):
    return x.norm().item() / math.sqrt(x.numel())


class Adafactor(Composed):
    """The mean squares of a matrix's gradients by its rows and columns alone, and steps as large as the parameter
    (Shazeer and Stern, 2018).

    `eps`: what is added in squares (None: the dtype's), and the least size of a parameter that counts. Steps whose
    root mean square is above `d` are scaled down to it.
    """

    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None,
                 maximize=False):
        if d < 1:
            raise InvalidError(f"Adafactor: d is {d}, expected 1 or more")
        super().__init__(params, dict(lr=lr, beta2_decay=beta2_decay, eps=eps, d=d, weight_decay=weight_decay,
                                      maximize=maximize))

    def _start(self, group, param):
        plain = zeros_like(param.detach())
        if param.ndim < 2:
            return {"variance": plain}
        return {"row_var": plain[..., :1].clone(), "col_var": plain[..., :1, :].clone()}

    def _decayed_by_weight(self, group, param, grad):
        return grad  # the size of the parameter before that is needed

    def _update(self, group, param, grad, state, step):
        lr, (tiny, least) = float(group["lr"]), group["eps"]
        tiny = finfo(param.dtype).eps if tiny is None else tiny
        size = max(least, _root_mean_square(param)) * min(lr, 1 / math.sqrt(step))
        param.mul_(1 - lr * group["weight_decay"])
        part = step ** group["beta2_decay"]
        if grad.ndim < 2:
            mean = state["variance"].lerp_(grad.square(), part).clone()
        else:
            rows, columns = state["row_var"], state["col_var"]
            rows.lerp_(grad.square().mean(-1, keepdim=True), part)
            columns.lerp_(grad.square().mean(-2, keepdim=True), part)
            mean = rows @ columns / rows.mean(-2, keepdim=True).clamp(min=tiny)
        move = mean.clamp_(min=tiny * tiny).rsqrt_().mul_(grad)
        param.add_(move, alpha=-size / max(1.0, _root_mean_square(move) / group["d"]))


def _orthogonal(matrix, coefficients, steps, eps):
    """A matrix near the closest one with orthonormal rows or columns: its singular values come to lie around 1, by
    Newton's and Schulz's iteration with polynomials of degree 5, in bfloat16."""
    a, b, c = coefficients
    x = matrix.bfloat16()
    tall = x.shape[0] > x.shape[1]
    x = x.T if tall else x
    x = x / x.norm().clamp(min=eps)
    for _ in range(steps):
        gram = x @ x.T
        x = addmm(x, addmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.T if tall else x


class Muon(Composed):
    """Momentum whose matrix is made orthogonal (Jordan and others, 2024), for the matrices of hidden layers.

    Vectors, embeddings and last layers want another optimizer. `adjust_lr_fn`: what the rate of an m x n matrix is
    multiplied by, "original" (None) sqrt(max(1, m / n)), or "match_rms_adamw" 0.2 sqrt(max(m, n)), with which rates
    for AdamW serve.
    """

    _averages = ("momentum_buffer",)

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True,
                 ns_coefficients=(3.4445, -4.775, 2.0315), eps=1e-7, ns_steps=5, adjust_lr_fn=None):
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise InvalidError("Muon: adjust_lr_fn must be 'original', 'match_rms_adamw' or None, not "
                               f"{adjust_lr_fn!r}")
        super().__init__(params, dict(lr=lr, weight_decay=weight_decay, momentum=momentum, nesterov=nesterov,
                                      ns_coefficients=ns_coefficients, eps=eps, ns_steps=ns_steps,
                                      adjust_lr_fn=adjust_lr_fn))

    def add_param_group(self, param_group):
        super().add_param_group(param_group)
        for param in self.param_groups[-1]["params"]:
            if param.ndim != 2:
                raise InvalidError(f"Muon: a parameter has shape {list(param.shape)}, expected a matrix")

    def _step(self, group, param):
        grad = self._gradient(param)
        state = self._kept.get(param)
        if state is None:
            state = self._kept[param] = self._start(group, param)
        lr, momentum = float(group["lr"]), group["momentum"]
        kept = state["momentum_buffer"].lerp_(grad, 1 - momentum)
        move = grad.lerp(kept, momentum) if group["nesterov"] else kept
        move = _orthogonal(move, group["ns_coefficients"], group["ns_steps"], group["eps"])
        rows, columns = param.shape
        scale = 0.2 * math.sqrt(max(rows, columns)) if group["adjust_lr_fn"] == "match_rms_adamw" else (
            math.sqrt(max(1, rows / columns)))
        param.mul_(1 - lr * group["weight_decay"]).add_(move.to(param.dtype), alpha=-lr * scale)
