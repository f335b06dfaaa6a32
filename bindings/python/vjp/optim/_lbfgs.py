"""L-BFGS: steps by an estimate of the Hessian from the last gradients (Nocedal and Wright, 2006, 7.2)."""

import math

from .._autograd import enable_grad, no_grad
from .._generated_ops import cat, zeros_like
from ._composed import Composed


def _lowest_of_cubic(x1, f1, g1, x2, f2, g2, bounds=None):
    """Where the cubic through two points with two slopes is lowest, between them or in `bounds` (equation 3.59)."""
    low, high = bounds or (min(x1, x2), max(x1, x2))
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1 * d1 - g1 * g2
    if not square >= 0:
        return (low + high) / 2
    d2 = math.sqrt(square)
    if x1 <= x2:
        at = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
    else:
        at = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(at, low), high)


class _Point:
    """A length of the step, with the value, the gradient, and the slope along the direction there."""

    __slots__ = ("at", "value", "grad", "slope")

    def __init__(self, at, value, grad, slope):
        self.at, self.value, self.grad, self.slope = at, value, grad, slope

    def cubic(self, other, bounds=None):
        return _lowest_of_cubic(self.at, self.value, self.slope, other.at, other.value, other.slope, bounds)


def _strong_wolfe(evaluate, start, first, norm, tolerance, c1=1e-4, c2=0.9, most=25):
    """A point that meets the strong Wolfe conditions (algorithms 3.5 and 3.6), and how often it was evaluated."""
    previous, now, count = start, evaluate(first), 1
    bracket = None
    while count < most + 1:
        if now.value > start.value + c1 * now.at * start.slope or count > 1 and now.value >= previous.value:
            bracket = [previous, now]
            break
        if abs(now.slope) <= -c2 * start.slope:
            return now, count
        if now.slope >= 0:
            bracket = [previous, now]
            break
        if count == most:
            break
        bounds = now.at + 0.01 * (now.at - previous.at), now.at * 10
        further = previous.cubic(now, bounds)
        previous, now, count = now, evaluate(further), count + 1
    if bracket is None:
        bracket = [start, now]
    low, high = (0, 1) if bracket[0].value <= bracket[1].value else (1, 0)
    crept = False  # the last step was too close to an end
    while count < most:
        a, b = bracket
        if abs(b.at - a.at) * norm < tolerance:
            break
        at = a.cubic(b)
        edge = 0.1 * abs(b.at - a.at)
        if min(max(a.at, b.at) - at, at - min(a.at, b.at)) < edge:
            if crept or at >= max(a.at, b.at) or at <= min(a.at, b.at):
                near_high = abs(at - max(a.at, b.at)) < abs(at - min(a.at, b.at))
                at = max(a.at, b.at) - edge if near_high else min(a.at, b.at) + edge
                crept = False
            else:
                crept = True
        else:
            crept = False
        now, count = evaluate(at), count + 1
        if now.value > start.value + c1 * at * start.slope or now.value >= bracket[low].value:
            bracket[high] = now
            low, high = (0, 1) if bracket[0].value <= bracket[1].value else (1, 0)
        else:
            done = abs(now.slope) <= -c2 * start.slope
            if not done and now.slope * (bracket[high].at - bracket[low].at) >= 0:
                bracket[high] = bracket[low]
            bracket[low] = now
            if done:
                break
    return bracket[low], count


class LBFGS(Composed):
    """L-BFGS. A step calls `closure`, which clears the gradients and computes the loss and gradients, several times."""

    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9,
                 history_size=100, line_search_fn=None):
        if line_search_fn not in (None, "strong_wolfe"):
            raise ValueError(f"LBFGS: line_search_fn is {line_search_fn!r}, expected None or 'strong_wolfe'")
        if max_eval is None:
            max_eval = max_iter * 5 // 4
        super().__init__(params, dict(lr=lr, max_iter=max_iter, max_eval=max_eval, tolerance_grad=tolerance_grad,
                                      tolerance_change=tolerance_change, history_size=history_size,
                                      line_search_fn=line_search_fn))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS: there are several groups of parameters, but it takes one")
        self._params = self.param_groups[0]["params"]
        self._steps, self._differences = [], []  # of the parameters, and of the gradients
        self._direction = self._length = self._last = None
        self._iterations = 0

    def _flat_gradient(self):
        grads = [zeros_like(param) if param.grad is None else self._gradient(param) for param in self._params]
        return cat([grad.reshape(-1) for grad in grads]).detach()

    def _move(self, start, direction, length):
        at = 0
        for param, value in zip(self._params, start):
            part = direction[at:at + param.numel()].view(param.shape)
            param.copy_(value.add(part.to(value.dtype), alpha=length))
            at += param.numel()

    def _next_direction(self, grad, history_size):
        """Minus the gradient times the estimate of the inverse Hessian: two loops over the history (algorithm 7.4)."""
        if self._last is None:
            return grad.neg()
        difference, step = grad - self._last, self._direction * self._length
        if difference.dot(step).item() > 1e-10:
            self._steps.append(step)
            self._differences.append(difference)
            del self._steps[:-history_size], self._differences[:-history_size]
        if not self._steps:
            return grad.neg()
        direction, factors = grad.neg(), []
        pairs = [(y, s, 1 / y.dot(s)) for y, s in zip(self._differences, self._steps)]
        for y, s, rho in reversed(pairs):
            factors.append(s.dot(direction) * rho)
            direction = direction - y * factors[-1]
        y, _, rho = pairs[-1]
        direction = direction / (rho * y.dot(y))
        for (y, s, rho), factor in zip(pairs, reversed(factors)):
            direction = direction + s * (factor - y.dot(direction) * rho)
        return direction

    def step(self, closure=None):
        """Up to max_iter iterations; returns the loss that `closure` gave first."""
        if closure is None:
            raise TypeError("LBFGS.step: closure is needed; it computes the loss and its gradients anew")

        def evaluated():
            with enable_grad():
                return closure()

        with no_grad():
            return self._iterate(evaluated)

    def _iterate(self, closure):
        group = self.param_groups[0]
        lr, least_change = float(group["lr"]), group["tolerance_change"]
        first = closure()
        loss, grad, evaluations = float(first), self._flat_gradient(), 1
        if grad.abs().max().item() <= group["tolerance_grad"]:
            return first
        for _ in range(group["max_iter"]):
            self._iterations += 1
            self._direction = direction = self._next_direction(grad, group["history_size"])
            length = min(1.0, 1.0 / grad.abs().sum().item()) * lr if self._iterations == 1 else lr
            self._last, before = grad, loss
            slope = grad.dot(direction).item()
            if slope > -least_change:
                break
            start = [param.detach().clone() for param in self._params]
            if group["line_search_fn"]:
                def evaluate(at, start=start, direction=direction):
                    self._move(start, direction, at)
                    value, there = float(closure()), self._flat_gradient()
                    return _Point(at, value, there, there.dot(direction).item())

                found, count = _strong_wolfe(evaluate, _Point(0.0, loss, grad, slope), length,
                                             direction.abs().max().item(), least_change)
                length, loss, grad = found.at, found.value, found.grad
                self._move(start, direction, length)
                evaluations += count
            else:
                self._move(start, direction, length)
                loss, grad = float(closure()), self._flat_gradient()
                evaluations += 1
            self._length = length
            if (evaluations >= group["max_eval"] or grad.abs().max().item() <= group["tolerance_grad"]
                    or (direction * length).abs().max().item() <= least_change or abs(loss - before) < least_change):
                break
        return first

    # ---- state ----

    def _states(self):
        found = {"step": self._iterations, "length": self._length}
        tensors = {"direction": self._direction, "last_grad": self._last,
                   **{f"steps_{i}": step for i, step in enumerate(self._steps)},
                   **{f"differences_{i}": y for i, y in enumerate(self._differences)}}
        for key, number in found.items():
            if number is not None:
                yield 0, 0, key, self._params[0].new_tensor(float(number), dtype="float64")
        for key, tensor in tensors.items():
            if tensor is not None:
                yield 0, 0, key, tensor

    def _take_states(self, names, tensors):
        state = {key: tensor.detach().clone() for (_, _, key), tensor in zip(names, tensors)}
        self._iterations = int(state["step"].item()) if "step" in state else 0
        self._length = state["length"].item() if "length" in state else None
        self._direction, self._last = state.get("direction"), state.get("last_grad")
        self._steps, self._differences = ([state[f"{kind}_{i}"] for i in range(len(state)) if f"{kind}_{i}" in state]
                                          for kind in ("steps", "differences"))
