"""Optimizers. A step is one fused kernel for all parameters of a group; of rarer ones, operators for each.

    optimizer = vjp.optim.AdamW(parameters, lr=1e-3)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

Arguments, and the entries of `param_groups` and of `state_dict()`, have PyTorch's names and defaults. Entries of
`param_groups` may be changed at any time: the next step sees it.
"""

from .._core import NULL, check, type_name
from .._ffi import ffi, lib
from .._tensor import Tensor
from . import lr_scheduler

__all__ = ["ASGD", "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "LBFGS", "Muon", "NAdam", "Optimizer",
           "RAdam", "RMSprop", "Rprop", "SGD", "SparseAdam", "lr_scheduler", "swa_utils"]

_FIELDS = {"lr": "lr", "weight_decay": "weight_decay", "momentum": "momentum", "dampening": "dampening", "eps": "eps",
           "alpha": "alpha", "lr_decay": "lr_decay", "initial_accumulator_value": "initial_accumulator",
           "nesterov": "nesterov", "amsgrad": "amsgrad", "centered": "centered", "maximize": "maximize",
           "capturable": "capturable"}


def _options(group):
    """The C options of a group, and a value that shows whether they have changed."""
    options = ffi.new("vjp_optimizer_options*")
    options.struct_size = ffi.sizeof("vjp_optimizer_options")
    for name, field in _FIELDS.items():
        if name in group:
            setattr(options, field, group[name])
    if "betas" in group:
        options.beta1, options.beta2 = group["betas"]
    return options, [group.get(name) for name in _FIELDS] + [group.get("betas")]


class Optimizer:
    """What all optimizers are; make one of the subclasses."""

    _create = None

    def __init__(self, params, defaults):
        if isinstance(params, Tensor):
            raise TypeError(f"{type(self).__name__}: params must be an iterable of tensors or of dicts, not a tensor; "
                            "give [tensor]")
        self.defaults = defaults
        self.param_groups = []
        self._p = None
        self._pushed = []
        groups = list(params)
        if not groups:
            raise ValueError(f"{type(self).__name__}: the list of parameters is empty")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        """Adds parameters with hyperparameters of their own; those that are not given are the optimizer's.

        Parameters may come with names, as `named_parameters()` gives them: the group keeps these as "param_names".
        """
        params = param_group["params"]
        params = [params] if isinstance(params, Tensor) else list(params)
        group = {**self.defaults, **param_group}
        if params and all(isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str) for item in params):
            group["param_names"] = [name for name, _ in params]  # named_parameters()
            params = [param for _, param in params]
        group["params"] = params
        for param in group["params"]:
            if not isinstance(param, Tensor):
                raise TypeError(f"{type(self).__name__}: params must be tensors, not {type_name(param)}")
        options, pushed = self._given(group)
        list_ = [param._p for param in group["params"]]
        if self._p is None:
            out = ffi.new("vjp_optimizer**")
            check(type(self)._create(list_, len(list_), options, out))
            self._p = ffi.gc(out[0], lib.vjp_optimizer_release)
        else:
            check(lib.vjp_optimizer_add_group(self._p, list_, len(list_), options, NULL))
        self.param_groups.append(group)
        self._pushed.append(pushed)

    def _given(self, group):
        return _options(group)

    def _push(self):
        for i, group in enumerate(self.param_groups):
            options, wanted = _options(group)
            if wanted != self._pushed[i]:
                check(lib.vjp_optimizer_set_options(self._p, i, options))
                self._pushed[i] = wanted

    def step(self, closure=None):
        """One step. `closure`, if there is one, computes the loss and its gradients anew; its result is returned."""
        from .._autograd import enable_grad

        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        self._push()
        check(lib.vjp_optimizer_step(self._p))
        return loss

    def zero_grad(self, set_to_none=True):
        """Takes the gradients away, or fills them with zeros."""
        check(lib.vjp_optimizer_zero_grad(self._p, set_to_none))

    def set_grad_scale(self, scale):
        """A float32 tensor of one number by which every step divides the gradients; None: none.

        A scaler's own multiplies it.
        """
        check(lib.vjp_optimizer_set_grad_scale(self._p, NULL if scale is None else scale._p))

    # ---- state ----

    def _states(self):
        """(group, parameter, name, tensor) of everything that is kept."""
        name, tensor = ffi.new("char**"), ffi.new("vjp_tensor**")
        for i in range(lib.vjp_optimizer_num_states(self._p)):
            check(lib.vjp_optimizer_state(self._p, i, name, tensor))
            group, param, key = ffi.string(name[0]).decode().split(".")
            lib.vjp_string_free(name[0])
            yield int(group), int(param), key, Tensor(tensor[0])

    @property
    def state(self):
        """What is kept for each parameter: its tensors by name."""
        found = {}
        for group, param, key, tensor in self._states():
            found.setdefault(self.param_groups[group]["params"][param], {})[key] = tensor
        return found

    def state_dict(self):
        """State and hyperparameters, with parameters counted through all groups.

        The tensors are the optimizer's own.
        """
        starts, groups, count = [], [], 0
        for group in self.param_groups:
            starts.append(count)
            numbers = list(range(count, count + len(group["params"])))
            groups.append({**{key: value for key, value in group.items() if key != "params"}, "params": numbers})
            count += len(numbers)
        state = {}
        for group, param, key, tensor in self._states():
            state.setdefault(starts[group] + param, {})[key] = tensor
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        """Copies what state_dict() gave of an optimizer with as many parameters in as many groups."""
        if not {"state", "param_groups"} <= set(state_dict):
            raise ValueError(f"{type(self).__name__}.load_state_dict: expected what state_dict() gives, a dict with "
                             f"'state' and 'param_groups', got one with {sorted(map(str, state_dict))}")
        groups = state_dict["param_groups"]
        sizes = [len(group["params"]) for group in groups]
        if sizes != [len(group["params"]) for group in self.param_groups]:
            raise ValueError(f"load_state_dict: groups of {sizes} parameters do not fit the optimizer's "
                             f"{[len(group['params']) for group in self.param_groups]}")
        places = {number: (g, i) for g, group in enumerate(groups) for i, number in enumerate(group["params"])}
        names, tensors = [], []
        for number, entries in state_dict["state"].items():
            names += [(*places[number], key) for key in entries]
            tensors += entries.values()
        self._take_states(names, tensors)
        for own, given in zip(self.param_groups, groups):
            own.update({key: value for key, value in given.items() if key != "params"})

    def _take_states(self, names, tensors):
        names = [ffi.new("char[]", f"{group}.{param}.{key}".encode()) for group, param, key in names]
        check(lib.vjp_optimizer_load_states(self._p, names, [tensor._p for tensor in tensors], len(names)))

    def __repr__(self):
        lines = [f"{type(self).__name__} ("]
        for i, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {i}")
            lines += [f"    {key}: {group[key]}" for key in sorted(group) if key != "params"]
        return "\n".join(lines + [")"])


def _refuse_differentiable(differentiable):
    if differentiable:
        raise NotImplementedError("differentiable=True: steps are not recorded; write the update with operators")


# `foreach` and `fused` choose between PyTorch's implementations; here there is one, which is fused.

class SGD(Optimizer):
    """Stochastic gradient descent, with momentum and Nesterov's variant."""

    _create = lib.vjp_optimizer_sgd

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False,
                 foreach=None, differentiable=False, fused=None, capturable=False):
        _refuse_differentiable(differentiable)
        super().__init__(params, dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay,
                                      nesterov=nesterov, maximize=maximize, capturable=capturable))


class Adam(Optimizer):
    """Adam (Kingma and Ba, 2015), with AMSGrad."""

    _create = lib.vjp_optimizer_adam

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False, fused=None):
        _refuse_differentiable(differentiable)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
                                      maximize=maximize, capturable=capturable))


class AdamW(Adam):
    """Adam with weight decay apart from the gradient (Loshchilov and Hutter, 2019)."""

    _create = lib.vjp_optimizer_adamw

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *,
                 maximize=False, foreach=None, capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize, capturable=capturable,
                         differentiable=differentiable)


class Adagrad(Optimizer):
    """Adagrad (Duchi, Hazan and Singer, 2011)."""

    _create = lib.vjp_optimizer_adagrad

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10,
                 foreach=None, *, maximize=False, differentiable=False, fused=None, capturable=False):
        _refuse_differentiable(differentiable)
        super().__init__(params, dict(lr=lr, lr_decay=lr_decay, weight_decay=weight_decay,
                                      initial_accumulator_value=initial_accumulator_value, eps=eps, maximize=maximize,
                                      capturable=capturable))


class RMSprop(Optimizer):
    """RMSprop (Tieleman and Hinton, 2012), with momentum and centered."""

    _create = lib.vjp_optimizer_rmsprop

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False,
                 capturable=False, foreach=None, maximize=False, differentiable=False):
        _refuse_differentiable(differentiable)
        super().__init__(params, dict(lr=lr, alpha=alpha, eps=eps, weight_decay=weight_decay, momentum=momentum,
                                      centered=centered, maximize=maximize, capturable=capturable))


class SparseAdam(Optimizer):
    """Adam for sparse gradients: of what a gradient has no value for, parameter and moments stay as they are."""

    _create = lib.vjp_optimizer_sparse_adam

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))


from . import swa_utils  # noqa: E402
from ._composed import ASGD, Adadelta, Adamax, NAdam, RAdam, Rprop  # noqa: E402  (they are made of what is above)
from ._lbfgs import LBFGS  # noqa: E402
from ._matrices import Adafactor, Muon  # noqa: E402
