"""What PyTorch's users look for under torch.nn."""

from . import functional, utils

__all__ = ["functional", "utils"]
