"""Forward mode: tensors that carry a tangent.

    with forward_ad.dual_level():
        y = f(forward_ad.make_dual(x, t))
        value, tangent = forward_ad.unpack_dual(y)
"""

from collections import namedtuple

from ._core import ShapeError, check, failure
from ._ffi import ffi, lib
from ._tensor import Tensor, pointer

__all__ = ["DualTensor", "dual_level", "jvp", "make_dual", "unpack_dual"]

DualTensor = namedtuple("DualTensor", ("primal", "tangent"))


class dual_level:
    """Inside this block operators carry tangents along, on every thread; leaving it drops them."""

    def __enter__(self):
        check(lib.vjp_forward_mode_enter())
        return self

    def __exit__(self, *exception):
        check(lib.vjp_forward_mode_exit())


def make_dual(tensor, tangent):
    """A view of `tensor` that carries `tangent`, which has its shape and device."""
    p = lib.call_make_dual(pointer(tensor, "make_dual: tensor"), pointer(tangent, "make_dual: tangent"))
    if p:
        return Tensor(p)
    raise failure()


def unpack_dual(tensor):
    """(primal, tangent): a new view of the tensor without tangent, and the tangent, or None where there is none.
    Outside a level (tensor, None)."""
    out = ffi.new("vjp_tensor*[2]")
    check(lib.vjp_unpack_dual(pointer(tensor, "unpack_dual: tensor"), out, out + 1))
    return DualTensor(Tensor(out[0]), Tensor(out[1]) if out[1] else None)


def jvp(function, primals, tangents):
    """(function(*primals), its derivative along the tangents): a pair of tensors or of tuples of them."""
    primals = (primals,) if isinstance(primals, Tensor) else tuple(primals)
    tangents = (tangents,) if isinstance(tangents, Tensor) else tuple(tangents)
    if len(primals) != len(tangents):
        raise ValueError(f"jvp: {len(primals)} primals, {len(tangents)} tangents; each primal needs one")
    for i, (p, t) in enumerate(zip(primals, tangents)):
        pointer(p, f"jvp: primal {i}")
        pointer(t, f"jvp: tangent {i}")
        if p.shape != t.shape:
            raise ShapeError(f"jvp: tangent {i} has shape {list(t.shape)}, expected its primal's, {list(p.shape)}")
    with dual_level():
        outputs = function(*[make_dual(p, t) for p, t in zip(primals, tangents)])
        single = isinstance(outputs, Tensor)
        pairs = [_pair(item) for item in ((outputs,) if single else outputs)]
    values, derivatives = zip(*pairs)
    return (values[0], derivatives[0]) if single else (values, derivatives)


def _pair(output):
    from ._generated_ops import zeros_like

    primal, tangent = unpack_dual(output)
    return primal, zeros_like(primal) if tangent is None else tangent
