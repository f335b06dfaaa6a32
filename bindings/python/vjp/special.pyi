from . import Tensor
from . import bessel_j0 as bessel_j0
from . import bessel_j1 as bessel_j1
from . import bessel_y0 as bessel_y0
from . import bessel_y1 as bessel_y1
from . import digamma as digamma
from . import entr as entr
from . import erf as erf
from . import erfc as erfc
from . import erfcx as erfcx
from . import erfinv as erfinv
from . import exp2 as exp2
from . import expm1 as expm1
from . import i0 as i0
from . import i0e as i0e
from . import i1 as i1
from . import i1e as i1e
from . import log1p as log1p
from . import log_ndtr as log_ndtr
from . import log_softmax as log_softmax
from . import logit as logit
from . import logsumexp as logsumexp
from . import modified_bessel_i0 as modified_bessel_i0
from . import modified_bessel_i1 as modified_bessel_i1
from . import modified_bessel_k0 as modified_bessel_k0
from . import modified_bessel_k1 as modified_bessel_k1
from . import multigammaln as multigammaln
from . import ndtr as ndtr
from . import ndtri as ndtri
from . import polygamma as polygamma
from . import round as round
from . import scaled_modified_bessel_k0 as scaled_modified_bessel_k0
from . import scaled_modified_bessel_k1 as scaled_modified_bessel_k1
from . import sinc as sinc
from . import softmax as softmax
from . import spherical_bessel_j0 as spherical_bessel_j0
from . import xlog1py as xlog1py
from . import xlogy as xlogy
from . import zeta as zeta
from . import sigmoid as expit
from . import lgamma as gammaln
from . import digamma as psi

__all__ = ["bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "chebyshev_polynomial_t", "chebyshev_polynomial_u",
           "chebyshev_polynomial_v", "chebyshev_polynomial_w", "digamma", "entr", "erf", "erfc", "erfcx", "erfinv",
           "exp2", "expit", "expm1", "gammaln", "hermite_polynomial_h", "hermite_polynomial_he", "i0", "i0e", "i1",
           "i1e", "laguerre_polynomial_l", "legendre_polynomial_p", "log1p", "log_ndtr", "log_softmax", "logit",
           "logsumexp", "modified_bessel_i0", "modified_bessel_i1", "modified_bessel_k0", "modified_bessel_k1",
           "multigammaln", "ndtr", "ndtri", "polygamma", "psi", "round", "scaled_modified_bessel_k0",
           "scaled_modified_bessel_k1", "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u",
           "shifted_chebyshev_polynomial_v", "shifted_chebyshev_polynomial_w", "sinc", "softmax",
           "spherical_bessel_j0", "xlog1py", "xlogy", "zeta"]

def chebyshev_polynomial_t(x: Tensor | float, n: Tensor | int) -> Tensor: ...
def chebyshev_polynomial_u(x: Tensor | float, n: Tensor | int) -> Tensor: ...
def chebyshev_polynomial_v(x: Tensor | float, n: Tensor | int) -> Tensor: ...
def chebyshev_polynomial_w(x: Tensor | float, n: Tensor | int) -> Tensor: ...
def hermite_polynomial_h(x: Tensor | float, n: Tensor | int) -> Tensor: ...
def hermite_polynomial_he(x: Tensor | float, n: Tensor | int) -> Tensor: ...
def laguerre_polynomial_l(x: Tensor | float, n: Tensor | int) -> Tensor: ...
def legendre_polynomial_p(x: Tensor | float, n: Tensor | int) -> Tensor: ...
def shifted_chebyshev_polynomial_t(x: Tensor | float, n: Tensor | int) -> Tensor: ...
def shifted_chebyshev_polynomial_u(x: Tensor | float, n: Tensor | int) -> Tensor: ...
def shifted_chebyshev_polynomial_v(x: Tensor | float, n: Tensor | int) -> Tensor: ...
def shifted_chebyshev_polynomial_w(x: Tensor | float, n: Tensor | int) -> Tensor: ...
