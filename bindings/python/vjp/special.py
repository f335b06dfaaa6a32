"""Special functions under the names of torch.special. Each is the function of vjp, those of another name there:
expit is sigmoid, gammaln lgamma, psi digamma."""

from ._generated_ops import (
    bessel_j0,
    bessel_j1,
    bessel_y0,
    bessel_y1,
    digamma,
    entr,
    erf,
    erfc,
    erfcx,
    erfinv,
    exp2,
    expm1,
    i0,
    i0e,
    i1,
    i1e,
    log1p,
    log_ndtr,
    log_softmax,
    logit,
    logsumexp,
    modified_bessel_i0,
    modified_bessel_i1,
    modified_bessel_k0,
    modified_bessel_k1,
    multigammaln,
    ndtr,
    ndtri,
    polygamma,
    round,
    scaled_modified_bessel_k0,
    scaled_modified_bessel_k1,
    sinc,
    softmax,
    spherical_bessel_j0,
    xlog1py,
    xlogy,
    zeta,
)
from ._generated_ops import digamma as psi
from ._generated_ops import lgamma as gammaln
from ._generated_ops import sigmoid as expit

__all__ = ["bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "digamma", "entr", "erf", "erfc", "erfcx", "erfinv",
           "exp2", "expit", "expm1", "gammaln", "i0", "i0e", "i1", "i1e", "log1p",
           "log_ndtr", "log_softmax", "logit", "logsumexp", "modified_bessel_i0", "modified_bessel_i1",
           "modified_bessel_k0", "modified_bessel_k1", "multigammaln", "ndtr", "ndtri", "polygamma", "psi", "round",
           "scaled_modified_bessel_k0", "scaled_modified_bessel_k1", "sinc", "softmax", "spherical_bessel_j0",
           "xlog1py", "xlogy", "zeta"]
