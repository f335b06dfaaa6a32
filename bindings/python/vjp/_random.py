"""Random generators."""

from ._core import check, device_pair, type_name
from ._ffi import ffi, lib


class Generator:
    """A stream of random numbers, given by a seed and an offset; the same on every machine and for any thread count."""

    __slots__ = ("_p",)

    def __init__(self, seed=0):
        """One of its own, for operators on any device: the numbers do not depend on where they are drawn."""
        out = ffi.new("vjp_generator*[1]")
        check(lib.vjp_generator_create(seed, out))
        self._take(out[0])

    def _take(self, pointer):
        self._p = ffi.gc(pointer, lib.vjp_generator_release)

    @classmethod
    def borrowed(cls, pointer):
        """The one of a handle that C lent us."""
        self = cls.__new__(cls)
        self._take(lib.vjp_generator_retain(pointer))
        return self

    def manual_seed(self, seed):
        """Begins anew with a seed, an integer from 0 to 2**64 - 1, and offset 0; returns the generator."""
        check(lib.vjp_generator_set_seed(self._p, seed))
        return self

    def get_state(self):
        """(seed, offset), to be given to set_state."""
        seed, offset = ffi.new("uint64_t*"), ffi.new("uint64_t*")
        check(lib.vjp_generator_get_state(self._p, seed, offset))
        return seed[0], offset[0]

    def set_state(self, state):
        """Goes on where get_state() was called: state is (seed, offset)."""
        check(lib.vjp_generator_set_state(self._p, *state))

    def swap_states(self, other):
        """Each generator goes on with what the other held; allowed inside a capture, where seeding is not."""
        check(lib.vjp_generator_swap_states(self._p, other._p))

    def initial_seed(self):
        """The seed."""
        return self.get_state()[0]

    def __repr__(self):
        return "Generator(seed={}, offset={})".format(*self.get_state())


def manual_seed(seed):
    """Seeds the generators that are used where none is given: one for each device."""
    if not hasattr(seed, "__index__"):
        raise TypeError(f"manual_seed: seed must be an integer, not {type_name(seed)}")
    check(lib.vjp_manual_seed(seed))


def default_generator(device="cpu"):
    """The generator that operators on the device use where none is given."""
    out = ffi.new("vjp_generator*[1]")
    check(lib.vjp_default_generator(device_pair(device), out))
    generator = Generator.__new__(Generator)
    generator._take(out[0])
    return generator


def initial_seed():
    """The seed of the CPU's default generator."""
    return default_generator().initial_seed()


def seed():
    """Seeds the default generators with a number that the system draws, and returns it."""
    import secrets

    drawn = secrets.randbits(64)
    manual_seed(drawn)
    return drawn


def get_rng_state():
    """(seed, offset) of the CPU's default generator, to be given to set_rng_state."""
    return default_generator().get_state()


def set_rng_state(new_state):
    """The CPU's default generator goes on where get_rng_state() was called."""
    default_generator().set_state(new_state)
