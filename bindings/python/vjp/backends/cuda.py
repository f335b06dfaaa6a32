"""vjp.backends.cuda.matmul.allow_tf32 = True is vjp.set_allow_tf32(True)."""

from .. import is_tf32_allowed, set_allow_tf32
from ..cuda import is_available as is_built

__all__ = ["is_built", "matmul"]


class _Products:
    @property
    def allow_tf32(self) -> bool:
        """Whether products of float32 may be computed in TensorFloat-32."""
        return is_tf32_allowed()

    @allow_tf32.setter
    def allow_tf32(self, allowed: bool) -> None:
        set_allow_tf32(allowed)


matmul = _Products()
