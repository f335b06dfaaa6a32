"""Fourier transforms: the namespace, NumPy's values, derivatives, batches."""

import pytest

import vjp
from vjp.autograd import gradcheck, gradgradcheck

numpy = pytest.importorskip("numpy")
pytestmark = pytest.mark.host

ALONG_ONE = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]


def numbers(name, *sizes):
    real = name in ("rfft", "ihfft", "rfft2", "rfftn")
    return vjp.randn(*sizes, dtype=vjp.float64 if real else vjp.complex128)


def close(ours, theirs):
    return numpy.allclose(numpy.asarray(ours), theirs, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", ALONG_ONE)
@pytest.mark.parametrize("n", [1, 2, 7, 16, 45, 97, 256, 1000])
def test_values_are_those_of_numpy(name, n):
    vjp.manual_seed(n)
    x = numbers(name, 3, n)
    ours, theirs = getattr(vjp.fft, name), getattr(numpy.fft, name)
    if name in ("irfft", "hfft") and n == 1:
        assert close(ours(x, n=1), theirs(numpy.asarray(x), n=1))
        return
    for norm in (None, "ortho", "forward"):
        assert close(ours(x, norm=norm), theirs(numpy.asarray(x), norm=norm))
    assert close(ours(x, n=n + 3), theirs(numpy.asarray(x), n=n + 3))
    assert close(ours(x, dim=0, n=5), theirs(numpy.asarray(x), axis=0, n=5))


@pytest.mark.parametrize("name", ["fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn"])
def test_several_dimensions_are_as_numpy_has_them(name):
    x = numbers(name, 4, 6, 5)
    assert close(getattr(vjp.fft, name)(x), getattr(numpy.fft, name)(numpy.asarray(x)))


@pytest.mark.parametrize("name", [*ALONG_ONE, "fft2", "rfft2", "irfft2"])
def test_gradients_are_those_of_finite_differences(name):
    vjp.manual_seed(5)
    x = numbers(name, 3, 4).requires_grad_()
    assert gradcheck(getattr(vjp.fft, name), (x,), check_forward_ad=True)
    assert gradgradcheck(getattr(vjp.fft, name), (x,))


def test_a_function_of_one_line_on_a_batch_is_the_batch():
    x = numbers("rfft", 6, 300)
    whole = numpy.asarray(vjp.fft.rfft(x))
    assert close(vjp.vmap(vjp.fft.rfft)(x), whole)
    assert close(vjp.vmap(vjp.fft.rfft, in_dims=1)(vjp.transpose(x, 0, 1).contiguous()), whole)


def test_a_convolution_by_transforms_learns_its_filter():
    vjp.manual_seed(2)
    x, wanted = vjp.randn(8, 50, dtype=vjp.float64), vjp.randn(50, dtype=vjp.float64)
    filtered = vjp.fft.irfft(vjp.fft.rfft(x) * vjp.fft.rfft(wanted), n=50)
    found = vjp.zeros(50, dtype=vjp.float64, requires_grad=True)
    for _ in range(400):
        found.grad = None
        off = vjp.fft.irfft(vjp.fft.rfft(x) * vjp.fft.rfft(found), n=50) - filtered
        (off * off).sum().backward()
        with vjp.no_grad():
            found.sub_(found.grad * 5e-4)
    assert close(found.detach(), wanted) or float(abs(found.detach() - wanted).max()) < 1e-2
