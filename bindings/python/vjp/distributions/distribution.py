"""Distribution: what all of them have, shapes, and the checks of arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self, TypeVar, cast

from .. import Size, Tensor, no_grad
from . import constraints
from .constraints import Constraint

SampleShape = Sequence[int]


class Distribution:
    """Base of the distributions. One has a batch of independent members, each of which draws an event.

    A sample of sample_shape has the shape sample_shape + batch_shape + event_shape, log_prob of it sample_shape +
    batch_shape. `validate_args`: whether parameters and values are checked, which reads them; by default they are (see
    set_default_validate_args), unless Python runs with -O. What fails is a ValueError.
    """

    has_rsample: bool = False
    has_enumerate_support: bool = False
    _default_validate_args: ClassVar[bool] = __debug__
    _validate_args: bool
    _batch_shape: Size
    _event_shape: Size
    support: Any = None
    arg_constraints: Any = {}

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Whether distributions made from here on check their arguments unless told otherwise."""
        if value not in (True, False):
            raise ValueError(f"set_default_validate_args: True or False is wanted, not {value!r}")
        Distribution._default_validate_args = value

    def __init__(self, batch_shape: SampleShape = (), event_shape: SampleShape = (),
                 validate_args: bool | None = None) -> None:
        self._batch_shape, self._event_shape = Size(batch_shape), Size(event_shape)
        self._validate_args = Distribution._default_validate_args if validate_args is None else validate_args
        if self._validate_args:
            for name, value, constraint in self._given():
                if not constraints.is_dependent(constraint):
                    _expect(constraint.check(value), value, f"parameter {name}",
                            f"of distribution {self!r} to satisfy the constraint {constraint!r}")

    def _given(self) -> list[tuple[str, Tensor, Constraint]]:
        """The parameters that are tensors, as they were given."""
        own = vars(self)
        computed = {"probs": "logits", "logits": "probs"}.get(own.get("_given_as", ""))
        return [(name, own[name], constraint) for name, constraint in self.arg_constraints.items()
                if isinstance(own.get(name), Tensor) and name != computed]

    def expand(self, batch_shape: SampleShape, _instance: Any = None) -> Self:
        """The same distribution with its parameters expanded, as Tensor.expand, to another batch_shape."""
        new = _of_same_type(self, _instance)
        vars(new).update({name: value for name, value in vars(self).items() if not isinstance(value, Tensor)})
        for name, value, constraint in self._given():
            vars(new)[name] = value.expand((*batch_shape, *value.shape[value.ndim - constraint.event_dim:]))
        new._batch_shape = Size(batch_shape)
        return new

    @property
    def batch_shape(self) -> Size:
        """How many members, each with parameters of its own."""
        return self._batch_shape

    @property
    def event_shape(self) -> Size:
        """The shape of what one member draws; () for numbers."""
        return self._event_shape

    @property
    def mean(self) -> Tensor:
        """The expected value, of shape batch_shape + event_shape."""
        raise NotImplementedError(f"{type(self).__name__} has no mean")

    @property
    def mode(self) -> Tensor:
        """The most likely value."""
        raise NotImplementedError(f"{type(self).__name__} has no mode")

    @property
    def variance(self) -> Tensor:
        """The variance of every element."""
        raise NotImplementedError(f"{type(self).__name__} has no variance")

    @property
    def stddev(self) -> Tensor:
        """The root of the variance."""
        return self.variance.sqrt()

    def sample(self, sample_shape: SampleShape = ()) -> Tensor:
        """Draws values, which do not require grad. Numbers come from the device's default generator."""
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: SampleShape = ()) -> Tensor:
        """Draws values as a function of the parameters, through which gradients go (`has_rsample`)."""
        raise NotImplementedError(f"{type(self).__name__} has no rsample: gradients do not go through its values")

    def sample_n(self, n: int) -> Tensor:
        """sample((n,)), by its older name."""
        return self.sample((n,))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density, or of the probability, at a value."""
        raise NotImplementedError(f"{type(self).__name__} has no log_prob")

    def cdf(self, value: Tensor) -> Tensor:
        """The probability of what is not above a value."""
        raise NotImplementedError(f"{type(self).__name__} has no cdf")

    def icdf(self, value: Tensor) -> Tensor:
        """The quantile: the reverse of cdf, for probabilities."""
        raise NotImplementedError(f"{type(self).__name__} has no icdf")

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """All values, along a new first dimension; `expand`: for all of the batch (`has_enumerate_support`)."""
        raise NotImplementedError(f"{type(self).__name__} has no enumerate_support")

    def entropy(self) -> Tensor:
        """The entropy, in nats."""
        raise NotImplementedError(f"{type(self).__name__} has no entropy")

    def perplexity(self) -> Tensor:
        """exp(entropy())."""
        return self.entropy().exp()

    def _extended_shape(self, sample_shape: SampleShape = ()) -> Size:
        return Size((*sample_shape, *self._batch_shape, *self._event_shape))

    def _validate_sample(self, value: Tensor) -> None:
        """A ValueError unless a value fits the shapes and lies in the support; nothing unless arguments are checked."""
        if not self._validate_args:
            return
        if not isinstance(value, Tensor):
            raise ValueError(f"The value argument to log_prob must be a Tensor, not {type(value).__name__}")
        events = len(self._event_shape)
        if tuple(value.shape[value.ndim - events:]) != self._event_shape:
            raise ValueError(f"The right-most size of value must match event_shape: {tuple(value.shape)} vs "
                             f"{tuple(self._event_shape)}.")
        expected = (*self._batch_shape, *self._event_shape)
        for i, j in zip(reversed(value.shape), reversed(expected)):
            if 1 != i != j != 1:
                raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {tuple(value.shape)} vs "
                                 f"{expected}.")
        support = self.support
        if support is not None:
            _expect(support.check(value), value, "value argument",
                    f"to be within the support ({support!r}) of the distribution {self!r}")

    def __repr__(self) -> str:
        given = [(name, value) for name, value, _ in self._given()]
        said = [f"{name}: {value.item() if value.numel() == 1 else tuple(value.shape)}" for name, value in given]
        return f"{type(self).__name__}({', '.join(said)})"


_D = TypeVar("_D", bound=Distribution)


def _of_same_type(distribution: _D, instance: Any = None) -> _D:
    kind = type(distribution)
    return kind.__new__(kind) if instance is None else cast(_D, instance)


def _expect(valid: Tensor, value: Tensor, what: str, that: str) -> None:
    if not bool(valid.all()):
        raise ValueError(f"Expected {what} (Tensor of shape {tuple(value.shape)}) {that}, but found invalid values:\n"
                         f"{value}")
