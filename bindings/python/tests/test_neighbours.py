"""nextafter and frexp: every half, and the C library's own for the wide types."""

import math
import struct

import pytest

import vjp

HALVES = {"float16": vjp.float16, "bfloat16": vjp.bfloat16}


def value_of(bits, dtype):
    if dtype == "float16":
        return struct.unpack("<e", struct.pack("<H", bits))[0]
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


def neighbour(bits, up):
    """The bits of the next number, of finite ones and infinities."""
    if bits & 0x7FFF == 0:
        return 0x0001 if up else 0x8001
    return bits + 1 if up != bool(bits & 0x8000) else bits - 1


@pytest.mark.parametrize("dtype", HALVES)
def test_every_half(dtype):
    infinity = 0x7C00 if dtype == "float16" else 0x7F80
    all_bits = [b for b in range(1 << 16) if b & 0x7FFF <= infinity]
    values = [value_of(b, dtype) for b in all_bits]
    x = vjp.tensor(values, dtype=vjp.float32).to(HALVES[dtype])
    for up in (True, False):
        end = math.inf if up else -math.inf
        got = vjp.nextafter(x, vjp.tensor([end], dtype=HALVES[dtype])).to(vjp.float32).tolist()
        for bits, v, y in zip(all_bits, values, got):
            want = v if v == end else value_of(neighbour(bits, up), dtype)
            assert y == want and math.copysign(1, y) == math.copysign(1, want), (hex(bits), y, want)
    same = vjp.nextafter(x, x).to(vjp.float32).tolist()
    assert same == values
    nan = vjp.tensor([math.nan], dtype=HALVES[dtype])
    assert vjp.isnan(vjp.nextafter(x, nan)).all() and vjp.isnan(vjp.nextafter(nan, x)).all()


def test_dtypes_of_neighbours():
    half, wide = vjp.tensor([1.0], dtype=vjp.float16), vjp.tensor([2.0])
    assert vjp.nextafter(half, wide).tolist() == [1 + 2**-23]
    # without dimensions a tensor has no say
    assert vjp.nextafter(half, wide[0]).tolist() == [1 + 2**-10]
    assert vjp.nextafter(wide[0], half).dtype == vjp.float16
    for wrong in (vjp.tensor([1, 2]), vjp.tensor([1j])):
        with pytest.raises(vjp.Error, match="nextafter"):
            vjp.nextafter(wrong, wrong)


NUMBERS = [0.0, -0.0, 1.0, -1.0, 0.3, 1e-30, 1e-310, 5e-324, 2.0**-1022, 1.7976931348623157e308, math.inf, -math.inf,
           math.pi, 6.0, 2.0**100, 1 - 2.0**-53, 1 + 2.0**-52]


def test_wide_neighbours_are_the_c_librarys():
    pairs = [(a, b) for a in NUMBERS for b in NUMBERS]
    a, b = (vjp.tensor([p[i] for p in pairs], dtype=vjp.float64) for i in (0, 1))
    for (p, q), y in zip(pairs, vjp.nextafter(a, b).tolist()):
        want = math.nextafter(p, q)
        assert y == want and math.copysign(1, y) == math.copysign(1, want)
    y = a.clone()
    y.nextafter_(b)
    assert y.tolist() == vjp.nextafter(a, b).tolist()


def test_the_gradient_of_neighbours():
    a = vjp.tensor([1.0, 2.0, 3.0], requires_grad=True)
    b = vjp.tensor([2.0, 2.0, 1.0], requires_grad=True)
    vjp.nextafter(a, b).backward(vjp.tensor([10.0, 20.0, 30.0]))
    assert a.grad.tolist() == [10, 0, 30] and b.grad.tolist() == [0, 0, 0]


def check_fractions(values, dtype):
    mantissa, exponent = vjp.frexp(vjp.tensor(values, dtype=vjp.float64).to(dtype))
    assert mantissa.dtype == dtype and exponent.dtype == vjp.int32
    got = mantissa.to(vjp.float64).tolist()
    for v, m, e in zip(vjp.tensor(values, dtype=vjp.float64).to(dtype).to(vjp.float64).tolist(), got,
                       exponent.tolist()):
        want, power = math.frexp(v)
        assert m == want and math.copysign(1, m) == math.copysign(1, want), (v, m, want)
        assert e == (power if math.isfinite(v) else 0), (v, e, power)


def test_fractions():
    near = [f(2.0**k) for k in range(-1074, 1024) for f in (lambda x: x, lambda x: math.nextafter(x, 0),
                                                           lambda x: -math.nextafter(x, math.inf))]
    check_fractions(NUMBERS + near, vjp.float64)
    narrow = [s * 2.0**k for k in range(-149, 128) for s in (1.0, -1.75, 1 + 2.0**-23, 2 - 2.0**-23)]
    check_fractions(narrow, vjp.float32)
    for dtype in HALVES:
        infinity = 0x7C00 if dtype == "float16" else 0x7F80
        check_fractions([value_of(b, dtype) for b in range(infinity + 1)], HALVES[dtype])
    mantissa, exponent = vjp.frexp(vjp.tensor([math.nan, 6.0]))
    assert math.isnan(mantissa.tolist()[0]) and exponent.tolist() == [0, 3]
    with pytest.raises(vjp.Error, match="not defined for int64"):
        vjp.frexp(vjp.tensor([1, 2]))


def test_the_gradient_of_fractions():
    x = vjp.tensor([6.0, 0.1, -3.0], dtype=vjp.float64, requires_grad=True)
    vjp.frexp(x)[0].backward(vjp.tensor([1.0, 1.0, 2.0], dtype=vjp.float64))
    assert x.grad.tolist() == [1 / 8, 8, 2 / 4]
    assert not vjp.frexp(x)[1].requires_grad


def test_conjugates_are_never_left_for_later():
    x = vjp.tensor([1 + 2j])
    assert vjp.resolve_conj(x).data_ptr() == x.data_ptr() and vjp.resolve_neg(x).data_ptr() == x.data_ptr()
    y = x.clone()
    y.conj_physical_()
    assert y.tolist() == [1 - 2j]
    real = vjp.tensor([1.0])
    assert vjp.conj_physical(real).data_ptr() == real.data_ptr()
