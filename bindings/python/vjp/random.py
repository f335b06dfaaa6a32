"""What PyTorch's programs ask of torch.random."""

from __future__ import annotations

import contextlib
from collections.abc import Generator as _Generator
from collections.abc import Iterable
from typing import Any

from . import default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state

__all__ = ["default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed", "set_rng_state"]


@contextlib.contextmanager
def fork_rng(devices: Iterable[Any] | None = None, enabled: bool = True) -> _Generator[None]:
    """Random numbers drawn inside leave those of afterwards as they would have been. Of the CPU: `devices` may be empty
    only.

    >>> with vjp.random.fork_rng():
    ...     x = vjp.rand(3)
    """
    if devices is not None and list(devices):
        raise NotImplementedError("fork_rng: devices are given, and only the CPU's generator is kept")
    state = get_rng_state() if enabled else None
    try:
        yield
    finally:
        if state is not None:
            set_rng_state(state)
