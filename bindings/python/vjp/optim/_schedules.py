"""Schedules of learning rates under PyTorch's names, each a formula of the steps made."""

import math
from bisect import bisect_right

from .._core import InvalidError


def each_group(name, what, value, groups):
    """A value for each group of parameters: one for all, or a list of them."""
    values = list(value) if isinstance(value, (list, tuple)) else [value] * groups
    if len(values) != groups:
        raise InvalidError(f"{name}: {what} has {len(values)} values, expected {groups}, one for each group of "
                           "parameters")
    return values


class LRScheduler:
    """Base of schedules: a subclass defines _rate(base, step), the rate after `step` steps of a group that began at
    base.

    step() comes after each step of the optimizer, or after each epoch. Several schedules of one optimizer, each with
    its steps (or a ChainedScheduler of them), multiply: a rate that others have changed goes on from there. A schedule
    that is alone computes each rate from the base, so nothing adds up.
    """

    def __init__(self, optimizer, last_epoch=-1):
        self.optimizer, self.last_epoch = optimizer, last_epoch
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", group["lr"])
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self._resumed = last_epoch != -1
        self.step()
        self._resumed = False

    def _rate(self, base, step):
        raise NotImplementedError(f"{type(self).__name__} has no _rate")

    def _rates(self, step):
        return [self._rate(base, step) for base in self.base_lrs]

    def _onward(self, rate, before, own, base, step):
        """What becomes of a rate that others have changed, where this schedule goes from `before` to `own`."""
        return rate * (own / before) if before else own

    def _next(self, step):
        """The rates after `step` steps. A first step, to 0, starts at the base."""
        own = self._rates(step)
        if self._resumed:
            return own
        before = self._rates(step - 1) if step else self.base_lrs
        rates = [group["lr"] for group in self.optimizer.param_groups]
        return [mine if rate == last else self._onward(rate, last, mine, base, step)
                for rate, last, mine, base in zip(rates, before, own, self.base_lrs)]

    def step(self):
        """Sets the rates for the next step of the optimizer."""
        self.last_epoch += 1
        for group, rate in zip(self.optimizer.param_groups, self._next(self.last_epoch)):
            group["lr"] = rate

    def get_last_lr(self):
        """The learning rate of each group, as the last step() set it."""
        return [group["lr"] for group in self.optimizer.param_groups]

    def state_dict(self):
        """What load_state_dict takes: where the schedule is."""
        return {"last_epoch": self.last_epoch, "base_lrs": list(self.base_lrs), "_last_lr": self.get_last_lr()}

    def load_state_dict(self, state_dict):
        """Goes on where state_dict() was called; sets the rates that the optimizer had there."""
        self.base_lrs, self.last_epoch = list(state_dict["base_lrs"]), state_dict["last_epoch"]
        rates = state_dict.get("_last_lr") or self._rates(self.last_epoch)
        for group, rate in zip(self.optimizer.param_groups, rates):
            group["lr"] = rate


class _FromBase(LRScheduler):
    """A schedule that heeds no other: in PyTorch, too, it computes each rate from the base."""

    def _onward(self, rate, before, own, base, step):
        return own


class LambdaLR(_FromBase):
    """base * lr_lambda(step); a function, or one for each group. Replaces what other schedules did before it."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.lr_lambdas = each_group("LambdaLR", "lr_lambda", lr_lambda, len(optimizer.param_groups))
        super().__init__(optimizer, last_epoch)

    def _rates(self, step):
        return [base * function(step) for base, function in zip(self.base_lrs, self.lr_lambdas)]


class StepLR(LRScheduler):
    """base * gamma**(step // step_size)"""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, base, step):
        return base * self.gamma ** (step // self.step_size)


class MultiStepLR(LRScheduler):
    """base * gamma for each of the milestones that is past."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = sorted(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, base, step):
        return base * self.gamma ** bisect_right(self.milestones, step)


class ExponentialLR(LRScheduler):
    """base * gamma**step"""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, base, step):
        return base * self.gamma**step


class ConstantLR(LRScheduler):
    """base * factor for total_iters steps, then base."""

    def __init__(self, optimizer, factor=1 / 3, total_iters=5, last_epoch=-1):
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _rate(self, base, step):
        return base * self.factor if step < self.total_iters else base


class LinearLR(LRScheduler):
    """From base * start_factor to base * end_factor in total_iters equal parts: a linear warm-up."""

    def __init__(self, optimizer, start_factor=1 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _rate(self, base, step):
        part = min(step, self.total_iters) / self.total_iters
        return base * (self.start_factor + (self.end_factor - self.start_factor) * part)


class PolynomialLR(LRScheduler):
    """base * (1 - step / total_iters)**power, to 0."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def _rate(self, base, step):
        return base * (1 - min(step, self.total_iters) / self.total_iters) ** self.power


class CosineAnnealingLR(LRScheduler):
    """Half a cosine from base to eta_min in T_max steps (Loshchilov and Hutter, 2017), and back in as many."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _rate(self, base, step):
        return self.eta_min + (base - self.eta_min) * (1 + math.cos(math.pi * step / self.T_max)) / 2

    def _onward(self, rate, before, own, base, step):
        # What is above eta_min is multiplied; from the lowest point, where nothing is, the base's first part is added.
        if step and (step - 1 - self.T_max) % (2 * self.T_max) == 0:
            return rate + (base - self.eta_min) * (1 - math.cos(math.pi / self.T_max)) / 2
        above = before - self.eta_min
        return self.eta_min + (rate - self.eta_min) * ((own - self.eta_min) / above) if above else rate


class CosineAnnealingWarmRestarts(_FromBase):
    """Half a cosine from base to eta_min in T_0 steps, then from base again in T_mult times as many, and so on.

    Replaces what other schedules did before it.
    """

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        if T_0 < 1 or T_mult < 1:
            raise InvalidError(f"CosineAnnealingWarmRestarts: T_0 and T_mult are {T_0} and {T_mult}, expected 1 or "
                               "more")
        self.T_0, self.T_mult, self.eta_min = T_0, T_mult, eta_min
        super().__init__(optimizer, last_epoch)

    def _rate(self, base, step):
        period = self.T_0
        while step >= period:
            step, period = step - period, period * self.T_mult
        return self.eta_min + (base - self.eta_min) * (1 + math.cos(math.pi * step / period)) / 2


class SequentialLR(LRScheduler):
    """Schedules one after the other: the next one begins, at its step 0, at each of the milestones."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        if len(schedulers) != len(milestones) + 1:
            raise InvalidError(f"SequentialLR: there are {len(schedulers)} schedulers and {len(milestones)} "
                               "milestones, expected one milestone between two schedulers")
        if any(scheduler.optimizer is not optimizer for scheduler in schedulers):
            raise InvalidError("SequentialLR: a scheduler is of another optimizer")
        self.schedulers, self.milestones = list(schedulers), list(milestones)
        super().__init__(optimizer, last_epoch)

    def _part(self, step):
        """The schedule in charge, and its own step."""
        which = bisect_right(self.milestones, step)
        return self.schedulers[which], step - (self.milestones[which - 1] if which else 0)

    def _rates(self, step):
        scheduler, own_step = self._part(step)
        return scheduler._rates(own_step)

    def _next(self, step):
        scheduler, own_step = self._part(step)
        # One that begins does so at the base, whatever was before.
        return scheduler._next(own_step) if own_step else scheduler._rates(0)


class ChainedScheduler:
    """Schedules of one optimizer that are stepped together, in order: their factors multiply."""

    def __init__(self, schedulers, optimizer=None):
        self.schedulers = list(schedulers)
        if not self.schedulers:
            raise InvalidError("ChainedScheduler: there are no schedulers, expected at least one")
        self.optimizer = self.schedulers[0].optimizer if optimizer is None else optimizer
        for scheduler in self.schedulers:
            if not isinstance(scheduler, LRScheduler):
                raise InvalidError(f"ChainedScheduler: expected schedulers whose step() takes nothing, got "
                                   f"{type(scheduler).__name__}")
            if scheduler.optimizer is not self.optimizer:
                raise InvalidError("ChainedScheduler: a scheduler is of another optimizer")

    def step(self):
        """Steps each of them."""
        for scheduler in self.schedulers:
            scheduler.step()

    def get_last_lr(self):
        """The learning rate of each group, as the last step() set it."""
        return self.schedulers[-1].get_last_lr()

    def state_dict(self):
        """What load_state_dict takes: where each of them is."""
        return {"_schedulers": [scheduler.state_dict() for scheduler in self.schedulers]}

    def load_state_dict(self, state_dict):
        """Goes on where state_dict() was called."""
        states = state_dict["_schedulers"]
        if len(states) != len(self.schedulers):
            raise InvalidError(f"ChainedScheduler.load_state_dict: there are states of {len(states)} schedulers, "
                               f"expected {len(self.schedulers)}")
        for scheduler, state in zip(self.schedulers, states):
            scheduler.load_state_dict(state)
