"""What PyTorch's users look for under torch.nn."""

from . import utils

__all__ = ["utils"]
