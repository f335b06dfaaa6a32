from . import masked_amax as amax
from . import masked_amin as amin
from . import masked_cumprod as cumprod
from . import masked_cumsum as cumsum
from . import masked_log_softmax as log_softmax
from . import masked_logaddexp as logaddexp
from . import masked_logsumexp as logsumexp
from . import masked_mean as mean
from . import masked_median as median
from . import masked_norm as norm
from . import masked_normalize as normalize
from . import masked_prod as prod
from . import masked_softmax as softmax
from . import masked_softmin as softmin
from . import masked_std as std
from . import masked_sum as sum
from . import masked_var as var

__all__ = [
    "amax",
    "amin",
    "cumprod",
    "cumsum",
    "log_softmax",
    "logaddexp",
    "logsumexp",
    "mean",
    "median",
    "norm",
    "normalize",
    "prod",
    "softmax",
    "softmin",
    "std",
    "sum",
    "var",
]
