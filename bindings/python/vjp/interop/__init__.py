"""Functions of one library in the graphs of another: PyTorch's and JAX's, both ways, with derivatives of any order.

    f = vjp.interop.to_torch(lambda x: (x * x).sum())     # computes with vjp, in PyTorch's graph
    g = vjp.interop.from_torch(torch.special.erfcx)       # computes with PyTorch, in vjp's graph

Each takes a function and gives one: of the other library's tensors, in any nesting of containers. Neither library is
needed until then. Functions must not change their arguments, and give the same for the same.
"""

__all__ = ["from_jax", "from_torch", "to_jax", "to_torch"]


def to_torch(function):
    """A function of PyTorch's tensors that computes by `function`, of vjp's; one node of PyTorch's graph.

    Memory is shared (DLPack), on every device that both know. Backward runs the graph that vjp recorded; with
    create_graph=True it computes `function` anew, and is recorded in PyTorch's graph itself.
    """
    import torch

    import vjp

    from . import _bridge

    return _bridge.between(function, torch, vjp, "to_torch")


def from_torch(function):
    """A function of vjp's tensors that computes by `function`, of PyTorch's: a module, say; one node of vjp's graph.

    As to_torch, the other way round. What else `function` depends on, such as the parameters of a module, has no
    gradient here: make them arguments (torch.func.functional_call).
    """
    import torch

    import vjp

    from . import _bridge

    return _bridge.between(function, vjp, torch, "from_torch")


def to_jax(function, result=None):
    """A function of JAX's arrays that computes by `function`, of vjp's tensors: a jax.custom_vjp around a
    jax.pure_callback, which works within jit, and one sample after the other within vmap.

    JAX asks for shapes and dtypes before it computes. `result` gives them, as jax.eval_shape does; without it
    `function` is called once on zeros. Arrays are copied, through the host's memory. There is no forward mode.
    """
    from . import _jax

    return _jax.to_jax(function, result)


def from_jax(function):
    """A function of vjp's tensors that computes by `function`, of JAX's arrays; one node of vjp's graph.

    Tensors are copied, through the host's memory. JAX has 64 bits only after
    jax.config.update("jax_enable_x64", True): without it float64 and complex128 are refused (vjp.DtypeError).
    """
    from . import _jax

    return _jax.from_jax(function)
