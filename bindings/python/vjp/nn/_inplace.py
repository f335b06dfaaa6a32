"""The functions of torch.nn.functional that can be told to work in place of their input."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .. import _generated_ops as _ops
from .._tensor import Tensor  # type: ignore[attr-defined]


def _either(name: str) -> Callable[..., Tensor]:
    """An operator with `inplace` as its last parameter; the method is that of the same name with "_"."""
    operator, signature = getattr(_ops, name), inspect.signature(getattr(_ops, name))
    own = [item for item in signature.parameters.values() if item.kind is item.POSITIONAL_OR_KEYWORD]
    keyword_only = [item for item in signature.parameters.values() if item.kind is item.KEYWORD_ONLY]
    count = len(own)
    in_place = getattr(Tensor, name + "_", None)

    @functools.wraps(operator)
    def function(*args: Any, inplace: bool = False, **kwargs: Any) -> Any:
        if len(args) > count:
            args, inplace = args[:-1], args[-1]
        if not inplace:
            return operator(*args, **kwargs)
        if in_place is not None:
            return in_place(*args, **kwargs)
        input = args[0] if args else kwargs["input"]
        return input.copy_(operator(*args, **kwargs))

    last = inspect.Parameter("inplace", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=False, annotation=bool)
    function.__signature__ = signature.replace(parameters=[*own, last, *keyword_only])  # type: ignore[attr-defined]
    function.__doc__ = f"{inspect.cleandoc(operator.__doc__)}\n\ninplace: the result takes the place of the input."
    return function


alpha_dropout = _either("alpha_dropout")
celu = _either("celu")
dropout = _either("dropout")
dropout1d = _either("dropout1d")
dropout2d = _either("dropout2d")
dropout3d = _either("dropout3d")
elu = _either("elu")
feature_alpha_dropout = _either("feature_alpha_dropout")
hardsigmoid = _either("hardsigmoid")
hardswish = _either("hardswish")
hardtanh = _either("hardtanh")
leaky_relu = _either("leaky_relu")
mish = _either("mish")
relu = _either("relu")
relu6 = _either("relu6")
rrelu = _either("rrelu")
selu = _either("selu")
silu = _either("silu")
threshold = _either("threshold")
