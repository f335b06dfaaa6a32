"""Apple's devices, of which there are none."""

__all__ = ["is_available", "is_built"]


def is_available() -> bool:
    """False."""
    return False


def is_built() -> bool:
    """False."""
    return False
