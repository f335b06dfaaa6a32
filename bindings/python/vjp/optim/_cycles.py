"""Schedules under PyTorch's names that move the momentum, too, or multiply as they go."""

import math

from .._core import InvalidError
from ._schedules import LRScheduler, each_group


class MultiplicativeLR(LRScheduler):
    """The last rate times lr_lambda(step), from step 1 on; a function, or one for each group."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.lr_lambdas = each_group("MultiplicativeLR", "lr_lambda", lr_lambda, len(optimizer.param_groups))
        super().__init__(optimizer, last_epoch)

    def _next(self, step):
        rates = [group["lr"] for group in self.optimizer.param_groups]
        if not step or self._resumed:
            return rates
        return [rate * function(step) for rate, function in zip(rates, self.lr_lambdas)]


class _Cycle(LRScheduler):
    """A schedule that sets rates, and momenta against them: `momentum` of a group, or the first of its `betas`."""

    def __init__(self, optimizer, cycle_momentum, base_momentum, max_momentum, last_epoch):
        name, groups = type(self).__name__, optimizer.param_groups
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            if not all("momentum" in group or "betas" in group for group in groups):
                raise InvalidError(f"{name}: the optimizer has neither momentum nor betas; give cycle_momentum=False")
            self._base_momenta = each_group(name, "base_momentum", base_momentum, len(groups))
            self._max_momenta = each_group(name, "max_momentum", max_momentum, len(groups))
        super().__init__(optimizer, last_epoch)

    def _set_momenta(self, momenta):
        for group, momentum in zip(self.optimizer.param_groups, momenta):
            if "betas" in group:
                group["betas"] = (momentum, *group["betas"][1:])
            else:
                group["momentum"] = momentum


class OneCycleLR(_Cycle):
    """One cycle (Smith and Topin, 2018): up to max_lr in the part pct_start of all steps, then down.

    It begins at max_lr / div_factor and ends at that / final_div_factor; with `three_phase` it goes down to where it
    began in as many steps as it went up, and then to the end. The momentum goes from max_momentum to base_momentum and
    back. `total_steps`, or `epochs` times `steps_per_epoch`, is how often step() may be called; anneal_strategy is
    "cos" or "linear".
    """

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
                 anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0,
                 final_div_factor=1e4, three_phase=False, last_epoch=-1):
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise InvalidError("OneCycleLR: give total_steps, or both epochs and steps_per_epoch")
        total = epochs * steps_per_epoch if total_steps is None else total_steps
        if total < 1 or int(total) != total:
            raise InvalidError(f"OneCycleLR: {total} steps in all, expected a positive whole number")
        if not 0 <= pct_start <= 1:
            raise InvalidError(f"OneCycleLR: pct_start is {pct_start}, expected a number from 0 to 1")
        if anneal_strategy not in ("cos", "linear"):
            raise InvalidError(f"OneCycleLR: anneal_strategy is {anneal_strategy!r}, expected 'cos' or 'linear'")
        self.total_steps, self._linear = int(total), anneal_strategy == "linear"
        rising = pct_start * total - 1
        # (the step at its end, the ends of its rate, those of its momentum), each by name.
        self._phases = [(rising, "first", "max", "high", "low"), (total - 1, "max", "last", "low", "high")]
        if three_phase:
            self._phases[1:] = [(2 * pct_start * total - 2, "max", "first", "low", "high"),
                                (total - 1, "first", "last", "high", "high")]
        tops = each_group("OneCycleLR", "max_lr", max_lr, len(optimizer.param_groups))
        if last_epoch == -1:
            for group, top in zip(optimizer.param_groups, tops):
                group.update(initial_lr=top / div_factor, max_lr=top, min_lr=top / div_factor / final_div_factor)
        super().__init__(optimizer, cycle_momentum, base_momentum, max_momentum, last_epoch)

    def _between(self, start, end, part):
        if self._linear:
            return start + (end - start) * part
        return end + (start - end) / 2 * (1 + math.cos(math.pi * part))

    def _next(self, step):
        if step > self.total_steps:
            raise InvalidError(f"OneCycleLR: step {step} of {self.total_steps}; the cycle has ended")
        start = 0
        for end, *names in self._phases:
            if step <= end or end == self._phases[-1][0]:
                break
            start = end
        part = (step - start) / (end - start)
        rates = []
        for group in self.optimizer.param_groups:
            known = {"first": group["initial_lr"], "max": group["max_lr"], "last": group["min_lr"]}
            rates.append(self._between(known[names[0]], known[names[1]], part))
        if self.cycle_momentum:
            ends = [{"low": low, "high": high} for low, high in zip(self._base_momenta, self._max_momenta)]
            self._set_momenta([self._between(known[names[2]], known[names[3]], part) for known in ends])
        return rates


class CyclicLR(_Cycle):
    """Up and down between base_lr and max_lr (Smith, 2017), in step_size_up and step_size_down steps.

    mode: "triangular"; "triangular2", each cycle half as high as the one before; "exp_range", the height times
    gamma**step. scale_fn gives the height's factor itself, by the number of the cycle, from 1, or, where scale_mode is
    "iterations", of the step. The momentum moves the other way.
    """

    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0,
                 scale_fn=None, scale_mode="cycle", cycle_momentum=True, base_momentum=0.8, max_momentum=0.9,
                 last_epoch=-1):
        modes = {"triangular": (lambda cycle: 1.0, "cycle"), "triangular2": (lambda cycle: 0.5**(cycle - 1), "cycle"),
                 "exp_range": (lambda step: gamma**step, "iterations")}
        if scale_fn is None and mode not in modes:
            raise InvalidError(f"CyclicLR: mode is {mode!r}, expected one of {', '.join(modes)}")
        if scale_mode not in ("cycle", "iterations"):
            raise InvalidError(f"CyclicLR: scale_mode is {scale_mode!r}, expected 'cycle' or 'iterations'")
        self._scale, self.scale_mode = modes[mode] if scale_fn is None else (scale_fn, scale_mode)
        self.total_size = step_size_up + (step_size_up if step_size_down is None else step_size_down)
        if step_size_up <= 0 or self.total_size <= step_size_up:
            raise InvalidError(f"CyclicLR: step_size_up is {step_size_up}, step_size_down {step_size_down}, expected "
                               "positive numbers")
        self.step_ratio = step_size_up / self.total_size
        groups = optimizer.param_groups
        self.max_lrs = each_group("CyclicLR", "max_lr", max_lr, len(groups))
        if last_epoch == -1:
            for group, low in zip(groups, each_group("CyclicLR", "base_lr", base_lr, len(groups))):
                group["initial_lr"] = group["lr"] = low
        super().__init__(optimizer, cycle_momentum, base_momentum, max_momentum, last_epoch)

    def _next(self, step):
        cycle = math.floor(1 + step / self.total_size)
        x = 1 + step / self.total_size - cycle
        part = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        part *= self._scale(cycle if self.scale_mode == "cycle" else step)
        if self.cycle_momentum:
            self._set_momenta([high - (high - low) * part for low, high in zip(self._base_momenta, self._max_momenta)])
        return [low + (high - low) * part for low, high in zip(self.base_lrs, self.max_lrs)]
