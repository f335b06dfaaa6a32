"""There is no cuDNN here: what is set is kept and changes nothing. vjp.use_deterministic_algorithms is for all."""

from ..cuda import is_available as is_available

__all__ = ["allow_tf32", "benchmark", "deterministic", "enabled", "is_available"]

enabled: bool = False
benchmark: bool = False
deterministic: bool = False
allow_tf32: bool = False
