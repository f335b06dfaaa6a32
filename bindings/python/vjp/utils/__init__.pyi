from . import checkpoint as checkpoint

__all__ = ["checkpoint"]
