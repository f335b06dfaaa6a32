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

def _listed(tensors):
    return (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)


def _handles(tensors, name="roots"):
    """Of tensors that the caller keeps alive."""
    return [pointer(t, name) for t in tensors]


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
        roots = _listed(roots)
        check(lib.vjp_graph_create(_handles(roots), len(roots), out))
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

    def add_groups(self, profiler):
        """The ranges (vjp.profiler.record_function) in which nodes were recorded are boxes in pictures from now on.

        They are those of a profiler that has stopped. Returns how many nodes have got one.
        """
        found = ffi.new("size_t*")
        check(lib.vjp_graph_add_groups(self._p, profiler._p, found))
        return found[0]

    def set_group(self, node, path):
        """Nodes of one group are one box in pictures; "encoder/layer 3" is a group inside a group."""
        numbers = [i for i, other in enumerate(self.nodes) if other == node]
        if not numbers:
            raise ValueError(f"{node!r} is no node of this graph")
        check(lib.vjp_graph_set_group(self._p, numbers[0], str(path).encode()))

    def picture(self, format="svg", *, inputs=None, fold=True, open=0, max_boxes=0, title=None):
        """The picture as text: "svg", "html" (a page of its own) or "dot" (for Graphviz).

        inputs     of a grad call: what `vjp.grad(roots, inputs)` would not execute is pale
        fold       what comes several times in a row is one box
        open       so many levels of boxes show what they hold, of svg and dot; -1: all of them
        max_boxes  of one level; 0 means 250; what is more is left out, and the picture says so
        """
        if format not in _FORMATS:
            raise ValueError(f"format is {format!r}, expected one of {', '.join(map(repr, _FORMATS))}")
        given = () if inputs is None else _listed(inputs)
        handles = ffi.new("vjp_tensor*[]", _handles(given, "inputs"))
        words = NULL if title is None else ffi.new("char[]", str(title).encode())
        options = ffi.new("vjp_graph_picture_options*", {
            "struct_size": ffi.sizeof("vjp_graph_picture_options"), "inputs": handles, "num_inputs": len(given),
            "fold": bool(fold), "open": open, "max_boxes": max_boxes, "title": words})
        out = ffi.new("char*[1]")
        check(lib.vjp_graph_picture(self._p, _FORMATS[format], options, out))
        return _text(out)

    def save(self, path, **options):
        """Writes the picture; the suffix says as what: .svg, .html, .dot, or, by Graphviz's `dot`, .png and .pdf."""
        path = os.fspath(path)
        form = os.path.splitext(path)[1][1:].lower()
        form = {"gv": "dot", "htm": "html"}.get(form, form)
        if form in _FORMATS:
            data = self.picture(form, **options).encode()
        elif form in ("png", "pdf"):
            data = _render(self.picture("dot", **options), form)
        else:
            raise ValueError(f"{path!r}: a picture is .svg, .html, .dot, .png or .pdf")
        with open(path, "wb") as file:
            file.write(data)
        return path

    def _repr_svg_(self):
        return self.picture("svg")

    def _repr_html_(self):
        """What a notebook shows: the page, in a frame of its own."""
        page = self.picture("html").replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe srcdoc="{page}" title="graph" style="width:100%;height:520px;border:0"></iframe>'

    def __len__(self):
        return lib.vjp_graph_num_nodes(self._p)

    def __repr__(self):
        return f"<vjp.observe.Graph: {len(self)} nodes, {sum(self.saved_bytes)} bytes saved>"


_FORMATS = {"dot": lib.VJP_PICTURE_DOT, "svg": lib.VJP_PICTURE_SVG, "html": lib.VJP_PICTURE_HTML}


def _render(dot, form):
    if not shutil.which("dot"):
        raise RuntimeError(f".{form} is made by Graphviz's dot, which is not installed; .svg and .html need nothing")
    return subprocess.run(["dot", "-T" + form], input=dot.encode(), stdout=subprocess.PIPE, check=True).stdout


def to_dot(roots, params=None, **options):
    """The graph behind `roots` as text for Graphviz. The options are those of Graph.picture."""
    return Graph(roots, params).picture("dot", **options)


def draw(roots, path, params=None, **options):
    """Draws the graph behind `roots` into a file, .svg, .html, .dot, .png or .pdf, and returns its path.

    The options are those of Graph.picture: draw(loss, "step.html", params=model.named_parameters(), inputs=[x])
    """
    return Graph(roots, params).save(path, **options)


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
    roots = _listed(roots)
    out = ffi.new("vjp_explanation*[1]")
    answer = ffi.new("vjp_gradient_answer*", {"struct_size": ffi.sizeof("vjp_gradient_answer")})
    check(lib.vjp_explain_gradient(pointer(tensor, "tensor"), _handles(roots), len(roots), out))
    explanation = ffi.gc(out[0], lib.vjp_explanation_release)
    check(lib.vjp_explanation_answer(explanation, answer))
    uses = tuple([_use(explanation, i) for i in range(lib.vjp_explanation_num_uses(explanation))])
    return Explanation(_REASONS[answer.obstacle], _string(answer.text), _node(answer.node), answer.edge,
                       _string(answer.place), uses)
