"""Forward mode, where PyTorch's users look for it: vjp.forward_ad."""

from ..forward_ad import *  # noqa: F403
from ..forward_ad import __all__  # noqa: F401
