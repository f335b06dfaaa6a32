"""What `scripts/bench ops` measures: a case for every operator, as a text that libvjp, PyTorch and JAX all read.

A case is a call and the arrays it takes: `Case("atan2", "atan2(x, y)", x="u(n)", y="u(n)")`. The texts of the arrays are
evaluated with numpy, with the sizes and the makers below; arrays of floats are differentiated, but for those in `fixed()`. The
call's text is evaluated on each side with that side's functions of the names it uses (names_torch.py, names_jax.py), so nobody
writes a call twice. Sizes are counts of elements, of the argument that an operator works over.
"""
import importlib

try:
    import numpy as np
except ImportError:  # the sides have it; scripts/bench reads names and sizes only
    np = None

SIZES = (1000, 100_000, 10_000_000)
QUICK = (100_000,)
FAMILIES = ("pointwise", "reduce", "shape", "index", "nn", "losses", "linalg", "random_numbers")


class Case:
    """One row of the table. `upto`: the largest size that is measured, where cost grows faster than elements;
    `half`: bfloat16 applies; `check`: whether the sides compute the same numbers; `backward`: whether there is one."""

    def __init__(self, name, call, *, upto=SIZES[-1], half=False, check=True, backward=True, **arrays):
        self.name, self.call, self.upto, self.half, self.check, self.backward = name, call, upto, half, check, backward
        self.arrays = arrays

    @property
    def operator(self):
        """The name in the table of operators: a case may add a variant after a colon."""
        return self.name.split(":")[0]

    def inputs(self, n):
        """({name: array}, names that are differentiated, numbers for the call's text)."""
        numbers = sizes(n)
        maker = Maker(self.name)
        scope = {**numbers, "np": np, **{m: getattr(maker, m) for m in dir(maker) if not m.startswith("_")}}
        made = {name: eval(text, scope) for name, text in self.arrays.items()}  # noqa: S307 (our own texts)
        wanted = [k for k, v in made.items() if isinstance(v, np.ndarray) and v.dtype in (np.float32, np.complex64)]
        return {k: v.array if isinstance(v, Fixed) else v for k, v in made.items()}, wanted, numbers


class Fixed:
    def __init__(self, array):
        self.array = array


def sizes(n):
    """The numbers that texts may use: n elements; r rows of c; a square of side s; k matrices of 8x8; images."""
    r = {1000: 10, 100_000: 100}.get(n, 1000)
    images = {1000: (1, 4, 16, 16), 100_000: (4, 8, 56, 56)}.get(n, (32, 16, 140, 140))
    return dict(n=n, r=r, c=n // r, s=int(round(n**0.5)), k=max(1, n // 64), images=images, N=images[0], C=images[1], H=images[2],
                W=images[3], cube=int(round(n ** (1 / 3))))


class Maker:
    """Makers of arrays, the same numbers on every side."""

    def __init__(self, name):
        self._random = np.random.default_rng(sum(name.encode()))

    def u(self, *shape):
        """Uniform in [-1, 1)."""
        return self._random.random(shape, dtype=np.float32) * 2 - 1

    def wide(self, *shape):
        """Uniform in [-4, 4)."""
        return self.u(*shape) * 4

    def pos(self, *shape):
        """Uniform in [0.5, 2)."""
        return self._random.random(shape, dtype=np.float32) * np.float32(1.5) + np.float32(0.5)

    def unit(self, *shape):
        """Uniform in [0.05, 0.95)."""
        return self._random.random(shape, dtype=np.float32) * np.float32(0.9) + np.float32(0.05)

    def above(self, *shape):
        """Uniform in [1.1, 3)."""
        return self._random.random(shape, dtype=np.float32) * np.float32(1.9) + np.float32(1.1)

    def distinct(self, *shape):
        """No two elements are equal."""
        return (self._random.permutation(int(np.prod(shape))).astype(np.float32) / np.float32(np.prod(shape))).reshape(shape)

    def z(self, *shape):
        """Complex."""
        return (self.u(*shape) + 1j * self.u(*shape)).astype(np.complex64)

    def ints(self, high, *shape):
        """Integers in [0, high)."""
        return self._random.integers(0, high, shape, dtype=np.int64)

    def permutation(self, high):
        return self._random.permutation(high).astype(np.int64)

    def mask(self, *shape):
        """True for about half of the elements."""
        return self._random.random(shape, dtype=np.float32) < 0.5

    def signs(self, *shape):
        """1 or -1."""
        return self.mask(*shape).astype(np.float32) * 2 - 1

    def near_identity(self, *shape):
        """Matrices that are far from singular."""
        return self.u(*shape) * np.float32(0.5 / shape[-1] ** 0.5) + np.eye(*shape[-2:], dtype=np.float32)

    def spd(self, *shape):
        """Symmetric positive definite."""
        a = self.u(*shape)
        return (a @ np.swapaxes(a, -1, -2) / shape[-1] + np.eye(shape[-1], dtype=np.float32)).astype(np.float32)

    def symmetric(self, *shape):
        a = self.u(*shape)
        return a + np.swapaxes(a, -1, -2)

    def fixed(self, array):
        """Not differentiated."""
        return Fixed(array)


def all_cases():
    """{name: Case}, in the order of the families' files."""
    found = {}
    for family in FAMILIES:
        for case in importlib.import_module("cases_" + family).CASES:
            if case.name in found:
                raise ValueError(f"two cases are called '{case.name}'")
            found[case.name] = case
    return found
