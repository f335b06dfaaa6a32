"""Graphs of device work: captured once, replayed many times.

    g = vjp.graphs.DeviceGraph()
    with vjp.graphs.graph(g):              # nothing runs in here
        loss = model(static_input)
        loss.backward()
    static_input.copy_(batch)              # write new inputs into the captured tensors,
    g.replay()                             # and find new results in those that came out

Run a few iterations on a side stream first, and set the `grad` fields to None. A replay then overwrites the gradients;
with `grad` fields that exist at the capture it adds to them. Random operators draw new numbers in every replay.
"""

import gc
import threading

from . import _core
from ._core import NULL, Region, check, device_from
from ._device import Stream, _accelerator, _stream, current_stream, get_default_device
from ._ffi import ffi, lib
from ._graphed import make_graphed_callables
from ._random import Generator

_MODES = {"global": lib.VJP_CAPTURE_GLOBAL, "thread_local": lib.VJP_CAPTURE_THREAD_LOCAL,
          "relaxed": lib.VJP_CAPTURE_RELAXED}


class MemoryPool:
    """Memory that graphs allocate from. Graphs that share one replay in the order of their capture, one after another.

    Made by vjp.graphs.memory_pool(device), or a graph's own: `g.pool()`.
    """

    __slots__ = ("_p",)

    def __init__(self, pointer):
        """Takes over one reference."""
        self._p = ffi.gc(pointer, lib.vjp_memory_pool_release)


def memory_pool(device=None):
    """A new pool, for the `pool` argument of several captures."""
    out = ffi.new("vjp_memory_pool*[1]")
    check(lib.vjp_memory_pool_create(_accelerator(device), out))
    return MemoryPool(out[0])


def _pool(pool):
    """The handle of a pool, of a graph's pool, or of none; and what keeps it alive."""
    if isinstance(pool, DeviceGraph):
        pool = pool.pool()
    if pool is None:
        return NULL, None
    if not isinstance(pool, MemoryPool):
        raise TypeError(f"pool must be a MemoryPool or a captured graph, not {type(pool).__name__}")
    return pool._p, pool


def _mode(mode):
    if mode not in _MODES:
        raise _core.InvalidError(f"the mode of a capture must be one of {', '.join(map(repr, _MODES))}, not {mode!r}")
    return _MODES[mode]


class DeviceGraph:
    """A captured sequence of device work: a forward, a whole backward, an optimizer's step."""

    __slots__ = ("_p", "__weakref__")

    def __init__(self):
        out = ffi.new("vjp_device_graph*[1]")
        check(lib.vjp_device_graph_create(out))
        self._p = ffi.gc(out[0], lib.vjp_device_graph_release)

    def capture_begin(self, pool=None, mode="global", *, device=None):
        """Begins on the thread's current stream, which must not be the default one. vjp.graphs.graph does it all.

        `mode` says whose calls that are unsafe during a capture are errors: those of any thread ("global"), of this one
        ("thread_local"), or nobody's ("relaxed").
        """
        handle, _keep = _pool(pool)
        check(lib.vjp_device_graph_capture_begin(self._p, _accelerator(device), handle, _mode(mode)))

    def capture_end(self):
        """Ends it, on the same stream. What broke the capture is raised here; another capture works then."""
        check(lib.vjp_device_graph_capture_end(self._p))

    def replay(self):
        """Enqueues the whole on the thread's current stream."""
        check(lib.vjp_device_graph_replay(self._p))

    def reset(self):
        """Forgets what was captured, so that the graph can capture again."""
        check(lib.vjp_device_graph_reset(self._p))

    def pool(self):
        """The memory that it allocates from, for capturing other graphs into it; None if nothing was captured."""
        out = ffi.new("vjp_memory_pool*[1]")
        check(lib.vjp_device_graph_pool(self._p, out))
        return MemoryPool(out[0]) if out[0] else None

    def node_count(self):
        """How many commands the captured graph has."""
        out = ffi.new("uint64_t*")
        check(lib.vjp_device_graph_node_count(self._p, out))
        return out[0]

    def dot(self):
        """The graph as text for Graphviz."""
        out = ffi.new("char*[1]")
        check(lib.vjp_device_graph_dot(self._p, out))
        return _core.taken(out[0])

    def register_generator(self, generator):
        """Before the capture: a generator that will be drawn from, besides the device's default one."""
        if not isinstance(generator, Generator):
            raise TypeError(f"a Generator is wanted, not {type(generator).__name__}")
        check(lib.vjp_device_graph_register_generator(self._p, generator._p))


_kept = threading.local()


def _capture_stream(device):
    """The thread's stream for captures on a device. Blocks belong to streams, so with one stream for each capture there
    would be nothing to share in a pool."""
    streams = _kept.__dict__.setdefault("streams", {})
    if device not in streams:
        streams[device] = Stream(device_from(ffi.new("vjp_device*", device)), name="capture")
    return streams[device]


class graph(Region):
    """`with vjp.graphs.graph(g):` captures what the block enqueues into a DeviceGraph.

    Before it begins it waits for the device, collects garbage and empties the device's cache. `stream` (if none is
    given, one that this thread keeps for captures) is current in the block; `pool` is a memory_pool, or a graph whose
    pool is to be shared. The device is the stream's, or `device`, or the default device. An exception in the block
    drops the capture.
    """

    def __init__(self, graph, stream=None, pool=None, mode="global", *, device=None):
        if not isinstance(graph, DeviceGraph):
            raise TypeError(f"graph must be a DeviceGraph, not {type(graph).__name__}")
        self._graph, self._mode = graph, _mode(mode)
        self._device = _accelerator(stream.device if device is None and stream is not None else device)
        self._stream = stream
        if stream is not None:
            _stream(stream)
        self._pool, self._keep = _pool(pool)

    def _begin(self, out):
        gc.collect()
        stream = _capture_stream(self._device) if self._stream is None else self._stream
        check(lib.vjp_guard_capture(self._graph._p, self._device, stream._p, self._pool, self._mode, out))

    def __exit__(self, kind, *exception):
        try:
            if kind is None:
                self._graph.capture_end()
        finally:
            super().__exit__(kind, *exception)


def is_current_stream_capturing(device=None):
    """Whether the thread's current stream takes part in a capture. False for a device without streams."""
    device = get_default_device() if device is None else _core.device(device)
    return device.type != "cpu" and current_stream(device).is_capturing()


__all__ = ["DeviceGraph", "MemoryPool", "graph", "is_current_stream_capturing", "make_graphed_callables",
           "memory_pool"]
