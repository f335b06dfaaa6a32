"""What holds the memory: which storages live, who made each, and what keeps it (vjp.observe)."""

import gc
from typing import NamedTuple

from ._core import NULL, InvalidError, Region, check
from ._device import device_from, device_pair
from ._ffi import ffi, lib
from ._tensor import Tensor, pointer

KEEPERS = {getattr(lib, f"VJP_MEMORY_{name.upper()}"): name for name in
           ("optimizer", "gradient", "parameter", "handle", "tangent", "grad_call", "saved", "graph", "batched", "view",
            "other")}
_ORIGINS = {getattr(lib, f"VJP_MEMORY_ORIGIN_{name.upper()}"): name for name in
            ("unknown", "data", "forward", "backward")}
_BY = {name: getattr(lib, f"VJP_MEMORY_BY_{name.upper()}") for name in
       ("keeper", "operator", "range", "origin", "node")}
_TOTALS = ("live", "peak", "cached", "found", "rounding", "unknown", "foreign", "recorded_live", "recorded_peak")


class record_memory(Region):
    """`with record_memory():` remembers of each storage, of all threads, who made it. Reports inside know all of them.

    places: also where in the program; dear.
    """

    def __init__(self, places=False):
        self._places = bool(places)

    def _begin(self, out):
        check(lib.vjp_guard_record_memory(self._places, out))


class MemoryKeeper(NamedTuple):
    """What keeps a storage: its `kind`, and the node, the state of the optimizer or the parameter's name."""

    kind: str
    references: int
    name: str
    sequence_nr: int
    attribute: str
    element: int
    tensor: str


class MemoryStorage(NamedTuple):
    """Memory that tensors share. `kept` is the kind of keeper that it is counted with; texts are empty where nothing is
    known."""

    bytes: int
    device: str
    foreign: bool
    origin: str
    op: str
    node: str
    node_sequence_nr: int
    range: str
    place: str
    references: int
    kept: str
    keepers: tuple


class MemorySum(NamedTuple):
    """A sum of a report."""

    name: str
    bytes: int
    storages: int


def _text(pointer):
    return ffi.string(pointer).decode(errors="replace")


def _owned(function, *args):
    out = ffi.new("char*[1]")
    check(function(*args, out))
    try:
        return _text(out[0])
    finally:
        lib.vjp_string_free(out[0])


def _code(by, function):
    if by not in _BY:
        raise InvalidError(f"{function}: by={by!r}, expected one of {', '.join(_BY)}")
    return _BY[by]


def _struct(name):
    return ffi.new(name + "*", {"struct_size": ffi.sizeof(name)})


class MemoryReport:
    """What lived when it was made. `print(report)` gives the answer; it keeps nothing alive."""

    def __init__(self, handle):
        self._p = handle

    @property
    def totals(self):
        """Figures in bytes: `live` is `found`, `rounding` and `unknown` together; `peak`, `cached`, `foreign` (memory
        of the program's own), `recorded_live`, `recorded_peak`."""
        raw = self._raw_totals()
        return {name: getattr(raw, name) for name in _TOTALS}

    def _raw_totals(self):
        raw = _struct("vjp_memory_totals")
        check(lib.vjp_memory_report_totals(self._p, raw))
        return raw

    @property
    def storages(self):
        """A list of MemoryStorage, the largest first."""
        return [self._storage(i) for i in range(self._raw_totals().num_storages)]

    def _storage(self, index):
        s = _struct("vjp_memory_storage")
        check(lib.vjp_memory_report_storage(self._p, index, s))
        keepers = tuple(self._keeper(index, k) for k in range(s.num_keepers))
        return MemoryStorage(s.bytes, str(device_from(s.device)), s.foreign, _ORIGINS[s.origin], _text(s.op),
                             _text(s.node), s.node_sequence, _text(s.range), _text(s.place), s.references,
                             KEEPERS[s.kept], keepers)

    def _keeper(self, storage, index):
        k = _struct("vjp_memory_keeper")
        check(lib.vjp_memory_report_keeper(self._p, storage, index, k))
        return MemoryKeeper(KEEPERS[k.kind], k.count, _text(k.name), k.sequence_number, _text(k.attribute), k.element,
                            _text(k.tensor))

    def sums(self, by="keeper"):
        """A list of MemorySum, the largest first: by keeper, operator, range, origin or node."""
        code, count = _code(by, "sums"), ffi.new("size_t*")
        check(lib.vjp_memory_report_sums(self._p, code, NULL, 0, count))
        rows = ffi.new("vjp_memory_row[]", count[0])
        for row in rows:
            row.struct_size = ffi.sizeof("vjp_memory_row")
        check(lib.vjp_memory_report_sums(self._p, code, rows, len(rows), count))
        return [MemorySum(_text(row.name), row.bytes, row.storages) for row in rows]

    def text(self, rows=10):
        """The answer in a few sentences, sums, and at most `rows` storages; 0: all."""
        return _owned(lib.vjp_memory_report_text, self._p, rows)

    def json(self):
        """The whole report as a JSON text."""
        return _owned(lib.vjp_memory_report_json, self._p)

    def __str__(self):
        return self.text()

    def __repr__(self):
        totals = self._raw_totals()
        return f"<vjp.observe.MemoryReport: {totals.live} bytes live, {totals.num_storages} storages>"


def _living(kind):
    return [thing for thing in gc.get_objects() if issubclass(type(thing), kind)]


def memory_report(roots=None, params=None, optimizers=None, device=None):
    """What holds the memory now, a MemoryReport: of the process, or of one device.

    roots: where the walk begins, a tensor or a list of tensors; None: every tensor that Python has. params: names of
    tensors, a dictionary or named_parameters(). optimizers: whose states are known; None: all there are. Who made a
    storage is known of what was made inside record_memory(), or while a profiler with profile_memory=True records.
    """
    from .optim import Optimizer

    if roots is None:
        roots = _living(Tensor)
    roots = [roots] if isinstance(roots, Tensor) else list(roots)
    named = dict(params or {})
    tensors = roots + list(named.values())
    texts = [NULL] * len(roots) + [ffi.new("char[]", str(name).encode()) for name in named]
    if optimizers is None:
        optimizers = _living(Optimizer)
    handles = [optimizer._p for optimizer in optimizers if optimizer._p is not None]
    pointers = ffi.new("vjp_tensor*[]", [pointer(tensor, "roots") for tensor in tensors])
    names, raw = ffi.new("char*[]", texts), ffi.new("vjp_optimizer*[]", handles)
    where = NULL if device is None else ffi.new("vjp_device*", device_pair(device))
    options = ffi.new("vjp_memory_report_options*", {
        "struct_size": ffi.sizeof("vjp_memory_report_options"), "roots": pointers, "num_roots": len(tensors),
        "names": names, "optimizers": raw, "num_optimizers": len(handles), "device": where})
    out = ffi.new("vjp_memory_report*[1]")
    check(lib.vjp_memory_report_create(options, out))
    return MemoryReport(ffi.gc(out[0], lib.vjp_memory_report_release))


def memory_timeline(path=None, by="operator"):
    """The live bytes of what was made since record_memory() began, over time: stacked by operator, range or origin.

    path: a file to write, .svg, .html or .json. Without one the text of the picture is returned.
    """
    return write_timeline(path, _code(by, "memory_timeline"), lib.vjp_memory_timeline)


def write_timeline(path, by, function, *args):
    """Of a recording or a profiler: `function` of the library makes it of `args`."""
    suffix = "svg" if path is None else str(path).rsplit(".", 1)[-1].lower()
    if suffix not in ("svg", "html", "json"):
        raise InvalidError(f"memory timeline: path={str(path)!r}, expected a file .svg, .html or .json")
    form = lib.VJP_MEMORY_JSON if suffix == "json" else lib.VJP_MEMORY_SVG
    text = _owned(function, *args, by, form)
    if path is None:
        return text
    if suffix == "html":
        text = f"<!doctype html>\n<meta charset=\"utf-8\">\n<title>live memory</title>\n{text}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return str(path)
