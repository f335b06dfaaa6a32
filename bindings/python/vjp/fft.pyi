from . import fft_fft as fft
from . import fft_fft2 as fft2
from . import fft_fftfreq as fftfreq
from . import fft_fftn as fftn
from . import fft_fftshift as fftshift
from . import fft_hfft as hfft
from . import fft_hfft2 as hfft2
from . import fft_hfftn as hfftn
from . import fft_ifft as ifft
from . import fft_ifft2 as ifft2
from . import fft_ifftn as ifftn
from . import fft_ifftshift as ifftshift
from . import fft_ihfft as ihfft
from . import fft_ihfft2 as ihfft2
from . import fft_ihfftn as ihfftn
from . import fft_irfft as irfft
from . import fft_irfft2 as irfft2
from . import fft_irfftn as irfftn
from . import fft_rfft as rfft
from . import fft_rfft2 as rfft2
from . import fft_rfftfreq as rfftfreq
from . import fft_rfftn as rfftn

__all__ = ["fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "hfft2", "hfftn", "ifft", "ifft2", "ifftn",
           "ifftshift", "ihfft", "ihfft2", "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn"]
