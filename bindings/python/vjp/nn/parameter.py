"""Parameters: the tensors that a module learns."""

from .. import _core
from .._create import tensor
from .._ffi import lib
from .._generated_ops import empty
from .._tensor import Tensor, pointer

__all__ = ["Parameter", "UninitializedParameter"]


class Parameter(Tensor):
    """A leaf that requires grad, with the memory of `data`; assigned to a Module it is one of its parameters().

    What operators make of it are plain tensors. Without `data` it has no elements.
    """

    def __new__(cls, data=None, requires_grad=True):
        """`data`: a tensor of any shape, whose history does not count; of floating or complex dtype if the parameter
        is to require grad."""
        p = lib.call_tensor_detach(pointer(tensor([]) if data is None else data, "Parameter: data"))
        if not p:
            raise _core.failure()
        return Tensor.__new__(cls, p).requires_grad_(requires_grad)

    def __repr__(self):
        return "Parameter containing:\n" + super().__repr__()

    def __deepcopy__(self, memo):
        copy = memo[id(self)] = type(self)(self.detach().clone(), self.requires_grad)
        return copy

    def __reduce__(self):
        return type(self), (self.detach(), self.requires_grad), dict(vars(self)) or None


class UninitializedParameter(Parameter):
    """A parameter whose shape is not known yet, so without elements: that of a lazy module before its first call."""

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return super().__new__(cls, empty(0, device=device, dtype=dtype), requires_grad)

    def materialize(self, shape, device=None, dtype=None):
        """Gives it a shape, and elements that are to be filled. It is a Parameter then, and the same object."""
        self.data = empty(shape, device=self.device if device is None else device, dtype=dtype or self.dtype)
        self.__class__ = Parameter

    def __repr__(self):
        return "<UninitializedParameter>"

    def __deepcopy__(self, memo):
        copy = memo[id(self)] = type(self)(self.requires_grad, self.device, self.dtype)
        return copy

    def __reduce__(self):
        return type(self), (self.requires_grad, self.device, self.dtype), dict(vars(self)) or None
