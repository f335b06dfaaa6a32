"""Averages of the parameters that training goes through: stochastic weight averaging, exponential moving averages.

    average = vjp.optim.swa_utils.AveragedModel(model, multi_avg_fn=vjp.optim.swa_utils.get_ema_multi_avg_fn(0.999))
    for x, y in loader:
        ...
        optimizer.step()
        average.update_parameters(model)
    vjp.optim.swa_utils.update_bn(loader, average)
"""

import copy
import itertools
import math

from .._autograd import no_grad
from .._core import InvalidError
from .._create import tensor
from ..nn.modules.module import Module
from ..nn.modules.norm import _BatchNorm
from ._schedules import LRScheduler, each_group

__all__ = ["SWALR", "AveragedModel", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn", "get_swa_multi_avg_fn",
           "update_bn"]


def get_ema_avg_fn(decay=0.999):
    """The `avg_fn` of an exponential moving average: average * decay + current * (1 - decay)."""
    if not 0 <= decay <= 1:
        raise InvalidError(f"get_ema_avg_fn: decay is {decay}, expected a number from 0 to 1")

    @no_grad()
    def update(average, current, num_averaged):
        return average * decay + current * (1 - decay)

    return update


def get_swa_avg_fn():
    """The `avg_fn` of the plain mean of all models."""

    @no_grad()
    def update(average, current, num_averaged):
        return average + (current - average) / (num_averaged + 1)

    return update


def _of_all(update):
    """The `multi_avg_fn` that changes one average after the other by an `avg_fn`."""

    @no_grad()
    def update_all(averages, currents, num_averaged):
        for average, current in zip(averages, currents):
            average.copy_(update(average, current, num_averaged))

    return update_all


def get_ema_multi_avg_fn(decay=0.999):
    """The `multi_avg_fn` of an exponential moving average."""
    return _of_all(get_ema_avg_fn(decay))


def get_swa_multi_avg_fn():
    """The `multi_avg_fn` of the plain mean of all models."""
    return _of_all(get_swa_avg_fn())


class AveragedModel(Module):
    """A copy of a model, `module`, whose parameters are averages of those that update_parameters is given.

    Called, it calls that copy. `n_averaged`, a buffer, counts the updates; the first one copies. The average is the
    mean unless `avg_fn(average, current, n_averaged)` computes another, or `multi_avg_fn(averages, currents,
    n_averaged)` changes all averages in place. Buffers are copied from the latest model, or with `use_buffers`
    averaged, too.
    """

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise InvalidError("AveragedModel: avg_fn and multi_avg_fn were given, expected one of them")
        self.module = copy.deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", tensor(0, dtype="int64", device=device))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args, **kwargs):
        """What the averaged model computes."""
        return self.module(*args, **kwargs)

    def _averaged(self, model):
        return itertools.chain(model.parameters(), model.buffers() if self.use_buffers else ())

    @no_grad()
    def update_parameters(self, model):
        """Takes the parameters of a model of the same kind into the averages."""
        averages = [average.detach() for average in self._averaged(self.module)]
        currents = [current.detach().to(average.device) for average, current in zip(averages, self._averaged(model))]
        if not self.n_averaged.item():
            for average, current in zip(averages, currents):
                average.copy_(current)
        elif self.multi_avg_fn is not None:
            self.multi_avg_fn(averages, currents, self.n_averaged)
        else:
            _of_all(self.avg_fn or get_swa_avg_fn())(averages, currents, self.n_averaged)
        if not self.use_buffers:
            for own, given in zip(self.module.buffers(), model.buffers()):
                own.copy_(given)
        self.n_averaged += 1


@no_grad()
def update_bn(loader, model, device=None):
    """Computes the statistics of all BatchNorm layers anew, as the mean over the batches of a loader.

    For a model whose parameters are averages, and which has not seen data with them. Of a batch that is a list or a
    tuple the model gets the first entry.
    """
    layers = [module for module in model.modules() if isinstance(module, _BatchNorm)]
    if not layers:
        return
    momenta, training = [layer.momentum for layer in layers], model.training
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None  # the mean of all batches
    try:
        model.train()
        for batch in loader:
            batch = batch[0] if isinstance(batch, (list, tuple)) else batch
            model(batch if device is None else batch.to(device))
    finally:
        for layer, momentum in zip(layers, momenta):
            layer.momentum = momentum
        model.train(training)


class SWALR(LRScheduler):
    """From the rates that there are to `swa_lr`, in `anneal_epochs` steps along half a cosine ("cos") or a line
    ("linear"), and then constant.

    Other schedules may move the rates meanwhile: each step goes on from where a rate is.
    """

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        if anneal_strategy not in ("cos", "linear"):
            raise InvalidError(f"SWALR: anneal_strategy must be 'cos' or 'linear', not {anneal_strategy!r}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise InvalidError(f"SWALR: anneal_epochs is {anneal_epochs!r}, expected an integer, 0 or more")
        self.anneal_epochs, self.anneal_strategy = anneal_epochs, anneal_strategy
        rates = each_group("SWALR", "swa_lr", swa_lr, len(optimizer.param_groups))
        for group, rate in zip(optimizer.param_groups, rates):
            group["swa_lr"] = rate
        super().__init__(optimizer, last_epoch)

    def _part(self, step):
        """How much of swa_lr is in the rate after a step."""
        t = min(max(step / max(self.anneal_epochs, 1), 0), 1)
        return t if self.anneal_strategy == "linear" else (1 - math.cos(math.pi * t)) / 2

    def _next(self, step):
        step = step if self.anneal_epochs else max(step, 1)
        before, now = self._part(step - 1), self._part(step)
        rates = []
        for group in self.optimizer.param_groups:
            end = group["swa_lr"]
            start = end if before == 1 else (group["lr"] - before * end) / (1 - before)
            rates.append(end * now + start * (1 - now))
        return rates
