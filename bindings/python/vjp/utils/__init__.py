"""Tools beside the engine, under the names that PyTorch's users know."""

from . import checkpoint

__all__ = ["checkpoint"]
