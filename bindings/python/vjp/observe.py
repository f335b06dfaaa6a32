"""Looking at grad calls and graphs: traces, pictures, and why a gradient is missing.

    vjp.observe.draw(loss, "graph.svg", params={"w": w})
    print(vjp.observe.explain_missing_grad(w, loss))
    print(vjp.observe.memory_report())

Nothing here changes which gradients are computed.
"""

import os
import shutil
import subprocess
from typing import NamedTuple

from . import _core
from ._autograd import Node
from ._core import NULL, Region, called, check
from ._ffi import ffi, lib
from ._memory_report import (
    MemoryKeeper,
    MemoryReport,
    MemoryStorage,
    MemorySum,
    memory_report,
    memory_timeline,
    record_memory,
)
from ._tensor import Tensor, borrowed, pointer

__all__ = ["Explanation", "GradientUse", "Graph", "MemoryKeeper", "MemoryReport", "MemoryStorage", "MemorySum",
           "TraceEvent", "draw", "explain_missing_grad", "memory_report", "memory_timeline", "record_cuts",
           "record_memory", "to_dot", "trace"]


# ---- the trace of a grad call ----

class TraceEvent(NamedTuple):
    """A node that is about to execute, and the gradients of its slots (None where undefined)."""

    node: Node
    grads: tuple
    grad_call: int


class trace(Region):
    """`with trace():` reports each node that a backward executes, in order.

    Without a callback a line an event goes to standard error. A callback gets a TraceEvent; what it raises is printed
    and goes no further.
    """

    def __init__(self, callback=None):
        if callback is not None and not callable(callback):
            raise TypeError(f"callback must be callable, not {type(callback).__name__}")
        self._callback = callback

    def _begin(self, out):
        if self._callback is None:
            check(lib.vjp_guard_trace(NULL, NULL, NULL, out))
            return
        handle = _core.context(self._callback)
        if lib.vjp_guard_trace(lib.python_trace, handle, _core.drop, out):
            _core.forget(handle)
            raise _core.failure()


@ffi.def_extern()
def python_trace(context, event):
    node = Node(lib.vjp_node_retain(ffi.cast("vjp_node*", event.node)))
    grads = tuple([borrowed(event.grads[i]) if event.grads[i] else None for i in range(event.num_grads)])
    called(_core.object_of(context), TraceEvent(node, grads, event.grad_call))


# ---- the recorded graph ----

def _roots(roots):
    roots = (roots,) if isinstance(roots, Tensor) else tuple(roots)
    return [pointer(root, "roots") for root in roots]


def _text(out):
    try:
        return ffi.string(out[0]).decode()
    finally:
        lib.vjp_string_free(out[0])


class Graph:
    """What a walk from some roots finds: every node, each before those that it leads to, and the links between them.

    `params` names tensors for the picture: a dictionary of names, or named_parameters().
    """

    def __init__(self, roots, params=None):
        out = ffi.new("vjp_graph*[1]")
        roots = _roots(roots)
        check(lib.vjp_graph_create(roots, len(roots), out))
        self._p = ffi.gc(out[0], lib.vjp_graph_release)
        for name, tensor in dict(params or {}).items():
            if tensor.requires_grad:
                check(lib.vjp_graph_set_name(self._p, pointer(tensor, "params"), str(name).encode()))

    @property
    def nodes(self):
        """The nodes of the picture, each with what is known of it."""
        count = lib.vjp_graph_num_nodes(self._p)
        return [Node(lib.vjp_node_retain(lib.vjp_graph_node(self._p, i))) for i in range(count)]

    @property
    def links(self):
        """(from, edge, to, slot): edge `edge` of nodes[from] leads to slot `slot` of nodes[to]."""
        link, result = ffi.new("vjp_graph_link*"), []
        for i in range(lib.vjp_graph_num_links(self._p)):
            check(lib.vjp_graph_get_link(self._p, i, link))
            result.append((getattr(link, "from"), link.edge, link.to, link.slot))
        return result

    @property
    def saved_bytes(self):
        """For each node the bytes of the tensors that it has saved."""
        return [lib.vjp_graph_saved_bytes(self._p, i) for i in range(lib.vjp_graph_num_nodes(self._p))]

    def dot(self):
        """The picture as text for Graphviz."""
        out = ffi.new("char*[1]")
        check(lib.vjp_graph_dot(self._p, out))
        return _text(out)

    def _repr_svg_(self):
        """What a notebook shows; None without Graphviz."""
        return _render(self.dot(), "svg").decode() if shutil.which("dot") else None

    def __len__(self):
        return lib.vjp_graph_num_nodes(self._p)

    def __repr__(self):
        return f"<vjp.observe.Graph: {len(self)} nodes, {sum(self.saved_bytes)} bytes saved>"


def _render(dot, form):
    return subprocess.run(["dot", "-T" + form], input=dot.encode(), stdout=subprocess.PIPE, check=True).stdout


def to_dot(roots, params=None):
    """The graph behind `roots` as text for Graphviz: leaves, operators, what they save, and shapes on the arrows."""
    return Graph(roots, params).dot()


def draw(roots, path, params=None):
    """Draws the graph behind `roots` into a file: .dot is the text, .svg, .png, .pdf need Graphviz's `dot`.

    Without that program the text is written beside, as .dot. Returns the path of the file written.
    """
    base, suffix = os.path.splitext(os.fspath(path))
    text = to_dot(roots, params)
    form = suffix[1:].lower()
    if form in ("", "dot", "gv") or not shutil.which("dot"):
        path = path if form in ("dot", "gv") else base + ".dot"
        data = text.encode()
    else:
        data = _render(text, form)
    with open(path, "wb") as file:
        file.write(data)
    return os.fspath(path)


# ---- why a gradient is missing ----

class record_cuts(Region):
    """`with record_cuts():` around a forward: explain_missing_grad then knows the cuts and the lines."""

    def _begin(self, out):
        check(lib.vjp_guard_record_cuts(out))


_REASONS = {
    lib.VJP_OBSTACLE_NONE: "none",
    lib.VJP_OBSTACLE_DETACHED: "detached",
    lib.VJP_OBSTACLE_GRAD_MODE_OFF: "grad mode off",
    lib.VJP_OBSTACLE_NOT_DIFFERENTIABLE: "not differentiable",
    lib.VJP_OBSTACLE_INTEGER_DTYPE: "integer dtype",
    lib.VJP_OBSTACLE_DATA_ALIAS: "data alias",
    lib.VJP_OBSTACLE_DEAD_VIEW: "view made with grad mode off",
    lib.VJP_OBSTACLE_NOT_REQUIRED: "does not require grad",
    lib.VJP_OBSTACLE_UNDEFINED: "undefined gradient",
    lib.VJP_OBSTACLE_NOT_RETAINED: "not retained",
    lib.VJP_OBSTACLE_UNKNOWN: "unknown",
    lib.VJP_OBSTACLE_INFERENCE: "inference mode",
    lib.VJP_OBSTACLE_LEVEL_ENDED: "level has ended",
    lib.VJP_OBSTACLE_REQUIRED_LATER: "required later",
    lib.VJP_OBSTACLE_REPLACED: "replaced",
    lib.VJP_OBSTACLE_ANOTHER_TENSOR: "another tensor",
    lib.VJP_OBSTACLE_FREED: "freed",
    lib.VJP_OBSTACLE_CHANGED: "changed in place",
    lib.VJP_OBSTACLE_FAILED: "derivative fails",
    lib.VJP_OBSTACLE_NOT_FINITE: "not finite",
    lib.VJP_OBSTACLE_ZERO: "zero",
    lib.VJP_OBSTACLE_UNDERFLOW: "underflow",
    lib.VJP_OBSTACLE_SOME_USES: "some uses",
    lib.VJP_OBSTACLE_HOOKS: "hooks",
    lib.VJP_OBSTACLE_PARTLY_ZERO: "partly zero",
}


class GradientUse(NamedTuple):
    """What one use of a tensor contributes to its gradient: argument `edge` of `node`, which is None for a root.

    `reason` is "none" if it contributes; `at` is the node that made the contribution what it is. `place` is the line of
    the use, where that was recorded.
    """

    reason: str
    text: str
    node: Node | None
    edge: int
    place: str
    at: Node | None

    def __str__(self):
        return self.text


class Explanation(NamedTuple):
    """Why a tensor gets the gradient that it gets. `reason` is "none" if there is nothing to explain.

    `node` and `edge` say where it happens, `place` the line of the program that is meant ("train.py:12, in step"; "" if
    it was not recorded), and `uses` what each use of the tensor contributes. `str()` of it is the text.
    """

    reason: str
    text: str
    node: Node | None
    edge: int
    place: str
    uses: tuple

    def __str__(self):
        return self.text


def _node(pointer):
    return Node(lib.vjp_node_retain(pointer)) if pointer else None


def _string(chars):
    return ffi.string(chars).decode(errors="replace")


def _use(explanation, index):
    answer = ffi.new("vjp_gradient_answer*", {"struct_size": ffi.sizeof("vjp_gradient_answer")})
    check(lib.vjp_explanation_use(explanation, index, answer))
    return GradientUse(_REASONS[answer.obstacle], _string(answer.text), _node(answer.used_by), answer.used_edge,
                       _string(answer.place), _node(answer.node))


def explain_missing_grad(tensor, roots):
    """Says why `tensor` gets no gradient from `roots`.

    Where a history was cut (detach, no_grad, integers, ...), and the lines of the program, are known only of what was
    computed inside record_cuts(). To see what arrives (nothing, zeros, NaN, from which of several uses), the
    derivatives on the way are tried with gradients of ones, without hooks; ask before the backward, which frees them.
    """
    roots = _roots(roots)
    out = ffi.new("vjp_explanation*[1]")
    answer = ffi.new("vjp_gradient_answer*", {"struct_size": ffi.sizeof("vjp_gradient_answer")})
    check(lib.vjp_explain_gradient(pointer(tensor, "tensor"), roots, len(roots), out))
    explanation = ffi.gc(out[0], lib.vjp_explanation_release)
    check(lib.vjp_explanation_answer(explanation, answer))
    uses = tuple([_use(explanation, i) for i in range(lib.vjp_explanation_num_uses(explanation))])
    return Explanation(_REASONS[answer.obstacle], _string(answer.text), _node(answer.node), answer.edge,
                       _string(answer.place), uses)
