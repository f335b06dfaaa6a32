"""Optimizers whose steps are made of operators, parameter by parameter: those that are used too seldom for kernels."""

import math

from .._autograd import no_grad
from .._core import UnsupportedError
from .._ffi import lib
from .._generated_ops import full, full_like, zeros, zeros_like
from . import Optimizer as _Optimizer
from . import _options, _refuse_differentiable


class Composed(_Optimizer):
    """The library's optimizer beneath has the parameters and a rate of 0: it clears, and unscales, the gradients."""

    _create = lib.vjp_optimizer_sgd
    _averages = ()  # what is kept for a parameter and begins with zeros

    def __init__(self, params, defaults):
        self._kept, self._scale = {}, None
        super().__init__(params, defaults)

    def _given(self, group):
        return _options({"lr": 0.0})

    def _push(self):
        pass

    def set_grad_scale(self, scale):
        """A float32 tensor of one number by which every step divides the gradients; None: none."""
        self._scale = scale

    def step(self, closure=None):
        """One step. `closure`, if there is one, computes the loss and its gradients anew; its result is returned."""
        from .._autograd import enable_grad

        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        with no_grad():
            for group in self.param_groups:
                for param in group["params"]:
                    if param.grad is not None:
                        self._step(group, param)
        return loss

    def _step(self, group, param):
        grad = self._gradient(param, group["maximize"])
        state = self._kept.get(param)
        if state is None:
            state = self._kept[param] = {"step": zeros((), dtype="float32"), **self._start(group, param)}
        state["step"] += 1
        self._update(group, param, self._decayed_by_weight(group, param, grad), state, int(state["step"].item()))

    def _decayed_by_weight(self, group, param, grad):
        """The gradient with its part of the weights; or they are smaller themselves, and it is as it was."""
        if not group.get("weight_decay"):
            return grad
        if not group.get("decoupled_weight_decay"):
            return grad.add(param, alpha=group["weight_decay"])
        param.mul_(1 - float(group["lr"]) * group["weight_decay"])
        return grad

    def _gradient(self, param, maximize=False):
        grad = param.grad.detach()
        if grad.is_sparse:
            raise UnsupportedError(f"{type(self).__name__}: a gradient is sparse; use SparseAdam, or make it dense")
        if self._scale is not None:
            grad = grad / self._scale.to(grad.dtype)
        return -grad if maximize else grad

    def _start(self, group, param):
        return {name: zeros_like(param.detach()) for name in self._averages}

    # ---- state ----

    def _states(self):
        for g, group in enumerate(self.param_groups):
            for i, param in enumerate(group["params"]):
                for key, tensor in self._kept.get(param, {}).items():
                    yield g, i, key, tensor

    def _take_states(self, names, tensors):
        for (g, i, key), tensor in zip(names, tensors):
            param = self.param_groups[g]["params"][i]
            self._kept.setdefault(param, {})[key] = tensor.detach().clone()


def _decayed(average, value, factor):
    """average * factor + value * (1 - factor), in place."""
    return average.mul_(factor).add_(value, alpha=1 - factor)


class Adamax(Composed):
    """Adam by the largest instead of the mean square (Kingma and Ba, 2015)."""

    _averages = ("exp_avg", "exp_inf")

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
                 differentiable=False, capturable=False):
        _refuse_differentiable(differentiable)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize))

    def _update(self, group, param, grad, state, step):
        beta1, beta2 = group["betas"]
        _decayed(state["exp_avg"], grad, beta1)
        state["exp_inf"].copy_(state["exp_inf"].mul(beta2).maximum(grad.abs().add_(group["eps"])))
        param.addcdiv_(state["exp_avg"], state["exp_inf"], value=-float(group["lr"]) / (1 - beta1**step))


class NAdam(Composed):
    """Adam with Nesterov's momentum (Dozat, 2016)."""

    _averages = ("exp_avg", "exp_avg_sq")

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3,
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False):
        _refuse_differentiable(differentiable)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
                                      momentum_decay=momentum_decay, maximize=maximize,
                                      decoupled_weight_decay=decoupled_weight_decay))

    def _start(self, group, param):
        return {"mu_product": full((), 1.0, dtype="float32"), **super()._start(group, param)}

    def _update(self, group, param, grad, state, step):
        beta1, beta2 = group["betas"]
        lr, decay = float(group["lr"]), group["momentum_decay"]
        mu, following = (beta1 * (1 - 0.5 * 0.96**(t * decay)) for t in (step, step + 1))
        state["mu_product"] *= mu
        product = state["mu_product"].item()
        _decayed(state["exp_avg"], grad, beta1)
        _decayed(state["exp_avg_sq"], grad * grad, beta2)
        scale = state["exp_avg_sq"].div(1 - beta2**step).sqrt_().add_(group["eps"])
        param.addcdiv_(grad, scale, value=-lr * (1 - mu) / (1 - product))
        param.addcdiv_(state["exp_avg"], scale, value=-lr * following / (1 - product * following))


class RAdam(Composed):
    """Adam with a rectified variance (Liu and others, 2020)."""

    _averages = ("exp_avg", "exp_avg_sq")

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False):
        _refuse_differentiable(differentiable)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize,
                                      decoupled_weight_decay=decoupled_weight_decay))

    def _update(self, group, param, grad, state, step):
        beta1, beta2 = group["betas"]
        _decayed(state["exp_avg"], grad, beta1)
        _decayed(state["exp_avg_sq"], grad * grad, beta2)
        move = state["exp_avg"] * (-float(group["lr"]) / (1 - beta1**step))
        left = 1 - beta2**step
        longest = 2 / (1 - beta2) - 1
        length = longest - 2 * step * (1 - left) / left
        if length > 5:  # else the variance is not to be had yet
            rectified = math.sqrt((length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length))
            move *= rectified * math.sqrt(left) / state["exp_avg_sq"].sqrt().add_(group["eps"])
        param.add_(move)


class Adadelta(Composed):
    """Steps as large as former ones, by the size of the gradients (Zeiler, 2012)."""

    _averages = ("square_avg", "acc_delta")

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False,
                 maximize=False, differentiable=False):
        _refuse_differentiable(differentiable)
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize))

    def _update(self, group, param, grad, state, step):
        rho, eps = group["rho"], group["eps"]
        _decayed(state["square_avg"], grad * grad, rho)
        delta = grad * state["acc_delta"].add(eps).sqrt_() / state["square_avg"].add(eps).sqrt_()
        _decayed(state["acc_delta"], delta * delta, rho)
        param.add_(delta, alpha=-float(group["lr"]))


class Rprop(Composed):
    """A step size for each element, by the signs of its gradients alone (Riedmiller and Braun, 1993)."""

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None,
                 maximize=False, differentiable=False):
        _refuse_differentiable(differentiable)
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, maximize=maximize))

    def _start(self, group, param):
        plain = zeros_like(param.detach())
        return {"prev": plain, "step_size": plain + float(group["lr"])}

    def _update(self, group, param, grad, state, step):
        (less, more), (least, most) = group["etas"], group["step_sizes"]
        turned = grad * state["prev"]
        size = state["step_size"]
        size.mul_(full_like(size, 1.0).masked_fill(turned > 0, more).masked_fill(turned < 0, less)).clamp_(least, most)
        grad = grad.masked_fill(turned < 0, 0)  # it overshot: wait a step
        param.addcmul_(grad.sign(), size, value=-1)
        state["prev"].copy_(grad)


class ASGD(Composed):
    """Stochastic gradient descent that keeps the mean of the parameters, `ax` (Polyak and Juditsky, 1992)."""

    _averages = ("ax",)

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
                 differentiable=False, capturable=False):
        _refuse_differentiable(differentiable)
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay,
                                      maximize=maximize))

    def _start(self, group, param):
        return {"eta": full((), float(group["lr"]), dtype="float32"), "mu": full((), 1.0, dtype="float32"),
                **super()._start(group, param)}

    def _update(self, group, param, grad, state, step):
        lr, lambd, eta, mu = float(group["lr"]), group["lambd"], state["eta"].item(), state["mu"].item()
        param.mul_(1 - lambd * eta).add_(grad, alpha=-eta)
        state["ax"].add_(param - state["ax"], alpha=mu)
        state["eta"].fill_(lr / (1 + lambd * lr * step)**group["alpha"])
        state["mu"].fill_(1 / max(1, step - group["t0"]))
