"""The recorded graph: its nodes and edges, and what they save."""

from .._autograd import GradientEdge, Node
from .._autograd import gradient_edge as get_gradient_edge
from .._hooks import register_multi_grad_hook
from .._saved import (
    allow_mutation_on_saved_tensors,
    disable_saved_tensors_hooks,
    increment_version,
    save_on_cpu,
    saved_tensors_hooks,
)
from .._task import (
    current_graph_task_execution_order,
    current_graph_task_id,
    current_graph_task_keep_graph,
    current_node,
    in_backward,
    is_fork_without_workers,
    queue_callback,
    will_execute_node,
)

__all__ = [
    "GradientEdge",
    "Node",
    "allow_mutation_on_saved_tensors",
    "current_graph_task_execution_order",
    "current_graph_task_id",
    "current_graph_task_keep_graph",
    "current_node",
    "disable_saved_tensors_hooks",
    "get_gradient_edge",
    "in_backward",
    "increment_version",
    "is_fork_without_workers",
    "queue_callback",
    "register_multi_grad_hook",
    "save_on_cpu",
    "saved_tensors_hooks",
    "will_execute_node",
]
