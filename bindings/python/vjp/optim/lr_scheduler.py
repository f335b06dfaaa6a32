"""Learning rates: PyTorch's schedules; and plain functions of the number of steps made, with what applies them.

    schedule = vjp.optim.lr_scheduler.Schedule(optimizer, lambda base, step: cosine_lr(base, step, total=1000))
    ...
    optimizer.step()
    schedule.step()
"""

from .._ffi import ffi, lib
from ._cycles import CyclicLR, MultiplicativeLR, OneCycleLR
from ._schedules import (
    ChainedScheduler,
    ConstantLR,
    CosineAnnealingLR,
    CosineAnnealingWarmRestarts,
    ExponentialLR,
    LambdaLR,
    LinearLR,
    LRScheduler,
    MultiStepLR,
    PolynomialLR,
    SequentialLR,
    StepLR,
)

__all__ = ["ChainedScheduler", "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts", "CyclicLR",
           "ExponentialLR", "LRScheduler", "LambdaLR", "LinearLR", "MultiStepLR", "MultiplicativeLR", "OneCycleLR",
           "PolynomialLR", "ReduceLROnPlateau", "Schedule", "SequentialLR", "StepLR", "cosine_lr", "exponential_lr",
           "linear_lr", "one_cycle_lr", "step_lr"]


def step_lr(base, step, step_size, gamma=0.1):
    """base * gamma**(step // step_size)"""
    return lib.vjp_lr_step(base, step, step_size, gamma)


def exponential_lr(base, step, gamma):
    """base * gamma**step"""
    return lib.vjp_lr_exponential(base, step, gamma)


def linear_lr(base, step, start_factor=1 / 3, end_factor=1.0, total=5):
    """From base * start_factor to base * end_factor in `total` equal parts: a linear warm-up."""
    return lib.vjp_lr_linear(base, step, start_factor, end_factor, total)


def cosine_lr(base, step, total, lowest=0.0):
    """Half a cosine from base to lowest (Loshchilov and Hutter, 2017)."""
    return lib.vjp_lr_cosine(base, step, lowest, total)


def one_cycle_lr(highest, step, total, rising=0.3, start_divisor=25.0, final_divisor=1e4, linear=False):
    """One cycle (Smith and Topin, 2018): up to `highest` in the part `rising` of all steps, then down."""
    cycle = ffi.new("vjp_one_cycle*", dict(struct_size=ffi.sizeof("vjp_one_cycle"), highest=highest, total=total,
                                           rising=rising, start_divisor=start_divisor, final_divisor=final_divisor,
                                           linear=linear))
    return lib.vjp_lr_one_cycle(cycle, step)


class Schedule:
    """Gives every group of an optimizer the rate function(base, steps made), where base is its rate at the start."""

    def __init__(self, optimizer, function):
        self.optimizer, self.function, self.last_step = optimizer, function, 0
        self.base_lrs = [group["lr"] for group in optimizer.param_groups]
        self._apply()

    def _apply(self):
        for group, base in zip(self.optimizer.param_groups, self.base_lrs):
            group["lr"] = self.function(base, self.last_step)

    def step(self):
        """To be called after each step of the optimizer."""
        self.last_step += 1
        self._apply()

    def get_last_lr(self):
        """The learning rate of each group, as the last step() set it."""
        return [group["lr"] for group in self.optimizer.param_groups]

    def state_dict(self):
        """What load_state_dict takes: where the schedule is."""
        return {"last_step": self.last_step, "base_lrs": list(self.base_lrs)}

    def load_state_dict(self, state_dict):
        """Goes on where state_dict() was called."""
        self.last_step, self.base_lrs = state_dict["last_step"], list(state_dict["base_lrs"])
        self._apply()


class ReduceLROnPlateau:
    """Lowers the rates of an optimizer when a metric no longer improves."""

    def __init__(self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel", cooldown=0,
                 min_lr=0.0, eps=1e-8):
        if mode not in ("min", "max") or threshold_mode not in ("rel", "abs"):
            raise ValueError(f"mode is {mode!r}, threshold_mode {threshold_mode!r}; "
                             "expected 'min' or 'max', 'rel' or 'abs'")
        if factor >= 1:
            raise ValueError(f"factor is {factor}, expected less than 1")
        self.optimizer = optimizer
        self._plateau = ffi.new("vjp_lr_plateau*", dict(
            struct_size=ffi.sizeof("vjp_lr_plateau"), factor=factor, threshold=threshold, lowest=min_lr, eps=eps,
            patience=patience, cooldown=cooldown, maximize=mode == "max", absolute=threshold_mode == "abs"))

    def step(self, metrics):
        """Takes the next value of the metric."""
        before = ffi.new("vjp_lr_plateau*", self._plateau[0])
        for group in self.optimizer.param_groups:
            self._plateau[0] = before[0]  # one observation, whatever the number of groups
            group["lr"] = lib.vjp_lr_plateau_observe(self._plateau, float(metrics), group["lr"])
