"""Sorting long rows: keys that are spread evenly, that agree in their upper bits, and that are equal."""

import numpy as np
import pytest

import vjp

N = 20000


def rows():
    r = np.random.default_rng(1)
    clustered = r.integers(0, 2**13, N)
    clustered[7] = 2**62  # all others agree in their upper bits
    floats = r.uniform(1, 1 + 2.0**-10, N)
    floats[5], floats[6], floats[9] = -1e30, np.inf, -0.0
    return {
        "even": r.integers(0, 2**63 - 1, N),
        "clustered": clustered,
        "clusters": r.integers(-4, 4, N) * 2**40 + r.integers(0, 2**20, N),
        "few": r.integers(0, 3, N),
        "int32": r.integers(-(2**31), 2**31, N).astype(np.int32),
        "float32": floats.astype(np.float32),
        "float64": floats,
        "normal": r.normal(size=N),
        "equal": np.zeros(N),
    }


@pytest.mark.parametrize("name", rows())
@pytest.mark.parametrize("descending", [False, True])
def test_a_long_row_is_sorted_stably(name, descending):
    x = rows()[name]
    values, indices = vjp.sort(vjp.tensor(x), descending=descending)
    # stable in both directions
    wanted = N - 1 - np.argsort(x[::-1], kind="stable")[::-1] if descending else np.argsort(x, kind="stable")
    np.testing.assert_array_equal(indices.numpy(), wanted)
    np.testing.assert_array_equal(values.numpy(), x[wanted])
