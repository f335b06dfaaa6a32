"""Forward mode: tensors that carry tangents.

    with forward_ad.dual_level():
        y = f(forward_ad.make_dual(x, t))
        value, tangent = forward_ad.unpack_dual(y)

Levels nest: the tangents of an inner one carry those of the levels around it.
"""

from collections import namedtuple

from ._core import ShapeError, check, failure
from ._ffi import ffi, lib
from ._tensor import Tensor, pointer

__all__ = ["UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "jvp", "make_dual",
           "tangent_levels", "unpack_dual"]

UnpackedDualTensor = namedtuple("UnpackedDualTensor", ("primal", "tangent"))
UnpackedDualTensor.__doc__ = "A value and its tangent, None where it has none."


def enter_dual_level():
    """Enters a level inside those that this thread has entered; its number, by which other functions know it."""
    check(lib.vjp_forward_mode_enter())
    return lib.vjp_forward_mode_level()


def exit_dual_level(*, level=None):
    """Leaves the innermost level, which has to be `level` if that is given; its tangents are gone then."""
    check(lib.vjp_forward_mode_exit() if level is None else lib.vjp_forward_mode_exit_level(level))


class dual_level:
    """Inside this block operators carry the tangents of a level along, on every thread; leaving it drops them."""

    def __enter__(self):
        self._level = enter_dual_level()
        return self._level

    def __exit__(self, *exception):
        exit_dual_level(level=self._level)


def make_dual(tensor, tangent, *, level=None):
    """A view of `tensor` that carries `tangent`, which has its shape and device, at `level`: the innermost one, if not
    given."""
    p = lib.call_make_dual_at(pointer(tensor, "make_dual: tensor"), pointer(tangent, "make_dual: tangent"), level or 0)
    if p:
        return Tensor(p)
    raise failure()


def unpack_dual(tensor, *, level=None):
    """(primal, tangent): a new view of the tensor without tangent at `level` (the innermost one, if not given), and the
    tangent, or None where there is none. Outside of levels (tensor, None)."""
    out = ffi.new("vjp_tensor*[2]")
    check(lib.vjp_unpack_dual_at(pointer(tensor, "unpack_dual: tensor"), level or 0, out, out + 1))
    return UnpackedDualTensor(Tensor(out[0]), Tensor(out[1]) if out[1] else None)


def tangent_levels(tensor):
    """The levels at which a tensor has tangents, the innermost first."""
    levels, out = [], ffi.new("uint64_t*")
    while True:
        check(lib.vjp_tensor_tangent_level(pointer(tensor, "tangent_levels: tensor"), out[0], out))
        if not out[0]:
            return levels
        levels.append(out[0])


class _following:
    """Forward mode on, for what a function computes inside one that does not follow it."""

    def __enter__(self):
        self._guard = ffi.new("vjp_guard**")
        check(lib.vjp_guard_mode(lib.VJP_MODE_FORWARD, True, self._guard))

    def __exit__(self, *exception):
        check(lib.vjp_guard_exit(self._guard[0]))


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
    with _following(), dual_level() as level:
        outputs = function(*[make_dual(p, t, level=level) for p, t in zip(primals, tangents)])
        single = isinstance(outputs, Tensor)
        pairs = [_pair(item, level) for item in ((outputs,) if single else outputs)]
    values, derivatives = zip(*pairs)
    return (values[0], derivatives[0]) if single else (values, derivatives)


def _pair(output, level):
    from ._generated_ops import zeros_like

    primal, tangent = unpack_dual(output, level=level)
    return primal, zeros_like(primal) if tangent is None else tangent
