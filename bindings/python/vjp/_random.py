"""Random generators."""

from ._core import check
from ._ffi import ffi, lib


class Generator:
    """A stream of random numbers, given by a seed and an offset; the same on every machine and for any thread count."""

    __slots__ = ("_p",)

    def __init__(self, seed=0):
        out = ffi.new("vjp_generator*[1]")
        check(lib.vjp_generator_create(seed, out))
        self._p = ffi.gc(out[0], lib.vjp_generator_release)

    def manual_seed(self, seed):
        check(lib.vjp_generator_set_seed(self._p, seed))
        return self

    def get_state(self):
        """(seed, offset), to be given to set_state."""
        seed, offset = ffi.new("uint64_t*"), ffi.new("uint64_t*")
        check(lib.vjp_generator_get_state(self._p, seed, offset))
        return seed[0], offset[0]

    def set_state(self, state):
        check(lib.vjp_generator_set_state(self._p, *state))

    def initial_seed(self):
        return self.get_state()[0]

    def __repr__(self):
        return "Generator(seed={}, offset={})".format(*self.get_state())


def manual_seed(seed):
    """Seeds the generator that is used where none is given."""
    check(lib.vjp_manual_seed(seed))
