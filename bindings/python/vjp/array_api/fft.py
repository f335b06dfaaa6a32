"""Fourier transforms: the standard's extension."""

from collections.abc import Callable, Sequence
from typing import Any

from .. import fft as _fft
from ._dtypes import Array, DeviceLike, Dtype


def _along_one(name: str, doc: str) -> Callable[..., Array]:
    operator = getattr(_fft, name)

    def function(x: Array, /, *, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
        return operator(x, n, axis, norm)  # type: ignore[no-any-return]

    return _named(function, name, doc)


def _along_several(name: str, doc: str) -> Callable[..., Array]:
    operator = getattr(_fft, name)

    def function(x: Array, /, *, s: Sequence[int] | None = None, axes: Sequence[int] | None = None,
                 norm: str = "backward") -> Array:
        return operator(x, s, axes, norm)  # type: ignore[no-any-return]

    return _named(function, name, doc)


def _named(function: Any, name: str, doc: str) -> Callable[..., Array]:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{doc} `norm`: \"backward\", \"ortho\" or \"forward\"."
    return function  # type: ignore[no-any-return]


fft = _along_one("fft", "The transform along an axis, of `n` elements (cut, or filled with zeros).")
ifft = _along_one("ifft", "The inverse of `fft`.")
rfft = _along_one("rfft", "The first half of the transform of a real tensor.")
irfft = _along_one("irfft", "The inverse of `rfft`, of `n` elements.")
hfft = _along_one("hfft", "The transform, real, of half of a Hermitian signal.")
ihfft = _along_one("ihfft", "The inverse of `hfft`.")
fftn = _along_several("fftn", "The transform along several axes, of the sizes `s`.")
ifftn = _along_several("ifftn", "The inverse of `fftn`.")
rfftn = _along_several("rfftn", "The transform of a real tensor along several axes, half of it along the last.")
irfftn = _along_several("irfftn", "The inverse of `rfftn`, of the sizes `s`.")


def fftfreq(n: int, /, *, d: float = 1.0, dtype: Dtype | None = None, device: DeviceLike = None) -> Array:
    """The frequencies of `fft` of n samples that are d apart."""
    return _fft.fftfreq(n, d, dtype=dtype, device=device)


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: Dtype | None = None, device: DeviceLike = None) -> Array:
    """The frequencies of `rfft` of n samples that are d apart."""
    return _fft.rfftfreq(n, d, dtype=dtype, device=device)


def fftshift(x: Array, /, *, axes: int | Sequence[int] | None = None) -> Array:
    """Frequency 0 to the middle of the axes."""
    return _fft.fftshift(x, axes)


def ifftshift(x: Array, /, *, axes: int | Sequence[int] | None = None) -> Array:
    """The inverse of `fftshift`."""
    return _fft.ifftshift(x, axes)


__all__ = ["fft", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifftn", "ifftshift", "ihfft", "irfft", "irfftn",
           "rfft", "rfftfreq", "rfftn"]
