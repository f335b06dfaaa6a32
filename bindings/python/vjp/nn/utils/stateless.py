"""vjp.func.functional_call, where older programs look for it."""

from ...func import functional_call

__all__ = ["functional_call"]
