"""Fourier transforms, under the names of torch.fft.

    vjp.fft.rfft(vjp.tensor([1.0, 0.0, -1.0, 0.0]))

Each is the operator fft_NAME of vjp: along one dimension, along two (NAME2) or several (NAMEn); fftfreq and
rfftfreq are their frequencies. Whole numbers and halves are transformed in float32.
"""

from ._generated_ops import fft_fft as fft
from ._generated_ops import fft_fft2 as fft2
from ._generated_ops import fft_fftfreq as fftfreq
from ._generated_ops import fft_fftn as fftn
from ._generated_ops import fft_fftshift as fftshift
from ._generated_ops import fft_hfft as hfft
from ._generated_ops import fft_hfft2 as hfft2
from ._generated_ops import fft_hfftn as hfftn
from ._generated_ops import fft_ifft as ifft
from ._generated_ops import fft_ifft2 as ifft2
from ._generated_ops import fft_ifftn as ifftn
from ._generated_ops import fft_ifftshift as ifftshift
from ._generated_ops import fft_ihfft as ihfft
from ._generated_ops import fft_ihfft2 as ihfft2
from ._generated_ops import fft_ihfftn as ihfftn
from ._generated_ops import fft_irfft as irfft
from ._generated_ops import fft_irfft2 as irfft2
from ._generated_ops import fft_irfftn as irfftn
from ._generated_ops import fft_rfft as rfft
from ._generated_ops import fft_rfft2 as rfft2
from ._generated_ops import fft_rfftfreq as rfftfreq
from ._generated_ops import fft_rfftn as rfftn

__all__ = ["fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "hfft2", "hfftn", "ifft", "ifft2", "ifftn",
           "ifftshift", "ihfft", "ihfft2", "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn"]
