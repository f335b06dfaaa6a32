"""The recorded graph: its nodes and edges, and what they save."""

from .._autograd import Node
from .._hooks import register_multi_grad_hook
from .._saved import disable_saved_tensors_hooks, save_on_cpu, saved_tensors_hooks

__all__ = ["Node", "disable_saved_tensors_hooks", "register_multi_grad_hook", "save_on_cpu", "saved_tensors_hooks"]
