"""Devices, their streams and events: what there is, what is current, and who waits for whom."""

import contextlib
from typing import NamedTuple

from . import _core
from ._core import NULL, Region, check, device_from, device_kind, device_pair
from ._ffi import ffi, lib
from ._tensor import Tensor

# ---- devices ----

class DeviceProperties(NamedTuple):
    """What a device is: its name, its memory in bytes (0: not known), how many units compute at once."""

    name: str
    total_memory: int
    compute_units: int


def device_count(device_type):
    """How many devices of a type ("cuda", "sim") there are. 0 where its driver or plug-in is missing; `vjp doctor` says
    what is wrong."""
    try:
        return _count(device_type)
    except (_core.DeviceError, _core.BackendError):
        return 0


def _count(device_type):
    out = ffi.new("int32_t*")
    check(lib.vjp_device_count(device_kind(device_type), out))
    return out[0]


def is_available(device_type):
    """Whether there is a device of that type."""
    return device_count(device_type) > 0


def get_device_properties(device):
    """What the device is: (name, total_memory, compute_units)."""
    out = ffi.new("vjp_device_info*", {"struct_size": ffi.sizeof("vjp_device_info")})
    check(lib.vjp_device_get_info(device_pair(device), out))
    return DeviceProperties(ffi.string(out.name).decode(errors="replace"), out.total_memory, out.compute_units)


def is_device_active(device):
    """Whether this process uses the device already. Asking creates nothing there."""
    return lib.vjp_device_is_active(device_pair(device))


def get_default_device():
    """Where this thread's new tensors lie: the CPU, or what VJP_DEVICE or the program has said."""
    out = ffi.new("vjp_device*")
    check(lib.vjp_get_default_device(out))
    return device_from(out)


def set_default_device(device):
    """Sets it for this thread and for threads that have not computed yet. `with vjp.device(...):` is for a region."""
    check(lib.vjp_set_default_device(device_pair(device)))


def current_device(device_type):
    """The thread's current device of a type: the first one, until a stream of another was made current."""
    out = ffi.new("vjp_device*")
    check(lib.vjp_device_current(device_kind(device_type), out))
    return device_from(out)


def set_current_device(device):
    """Makes a device the current one of its type on this thread: what "cuda" without an index means."""
    check(lib.vjp_device_set_current(device_pair(device)))


def synchronize(device=None):
    """Waits until everything that was enqueued on the device (the default device, if none is given) is done."""
    check(lib.vjp_device_synchronize(device_pair(get_default_device() if device is None else device)))


def load_backend(name_or_path):
    """Loads a plug-in with another type of devices: a path with a slash, or a name that is looked for along
    VJP_BACKEND_PATH. Returns the name of the type."""
    out = ffi.new("int32_t*")
    check(lib.vjp_backend_load(name_or_path.encode(), out))
    name = ffi.new("char[]", 64)
    check(lib.vjp_device_name((out[0], 0), name, len(name)))
    return ffi.string(name).decode().partition(":")[0]


def describe_backends():
    """A line for each backend, found or not: its devices, or what is wrong with it."""
    out = ffi.new("char*[1]")
    check(lib.vjp_backends_describe(out))
    return _core.taken(out[0])


def use_deterministic_algorithms(mode):
    """With True every kernel gives the same bits in any order of streams and threads; one that cannot is an error."""
    lib.vjp_set_deterministic(bool(mode))


def are_deterministic_algorithms_enabled():
    """Whether operators keep to algorithms that give the same bits every time; see use_deterministic_algorithms."""
    return lib.vjp_get_deterministic()


def set_allow_tf32(allowed):
    """With True, products of float32 may round their operands to TF32 on devices that are faster that way."""
    lib.vjp_set_allow_tf32(bool(allowed))


def is_tf32_allowed():
    """Whether products of float32 may be computed in TensorFloat-32; see set_allow_tf32."""
    return lib.vjp_get_allow_tf32()


# ---- streams ----

def _accelerator(device):
    """The device that is meant where a stream's may be left out: the default device, if it has streams."""
    if device is not None:
        return device_pair(device)
    default = get_default_device()
    if default._code == lib.VJP_DEVICE_CPU:
        raise _core.DeviceError("no device was given, and the default device is the CPU, which has no streams")
    return default._code, default._index


class Stream(Region):
    """A queue of work on a device: what is enqueued runs in order, after the host has gone on.

    `Stream("sim:0")` makes a new one; a smaller `priority` goes first, within `Stream.priority_range(device)`. `name`
    is for reports of races. `with stream:` makes the stream, and its device, current. Streams are equal if they are the
    same stream.
    """

    __slots__ = ("_p", "__weakref__")

    def __init__(self, device=None, priority=0, *, name=None):
        out = ffi.new("vjp_stream*[1]")
        check(lib.vjp_stream_create(_accelerator(device), priority, out))
        self._p = ffi.gc(out[0], lib.vjp_stream_release)
        if name is not None:
            self.name = name

    @classmethod
    def _of(cls, pointer):
        """Takes over one reference."""
        self = cls.__new__(cls)
        self._p = ffi.gc(pointer, lib.vjp_stream_release)
        return self

    @classmethod
    def from_handle(cls, device, handle, *, name=None):
        """The stream behind a native handle (a cudaStream_t as an integer) that another library made.

        It stays the other library's, and must live until every graph that ran on it is gone; otherwise `forget` it.
        """
        out = ffi.new("vjp_stream*[1]")
        check(lib.vjp_stream_wrap(device_pair(device), ffi.cast("void*", handle), out))
        self = cls._of(out[0])
        if name is not None:
            self.name = name
        return self

    @staticmethod
    def priority_range(device=None):
        """(least, greatest): the priorities that there are; the greatest is the smaller number."""
        out = ffi.new("int32_t[2]")
        check(lib.vjp_stream_priority_range(_accelerator(device), out, out + 1))
        return out[0], out[1]

    @property
    def device(self):
        """The device of the stream."""
        return device_from(lib.vjp_stream_device(self._p))

    @property
    def stream_id(self):
        """A number of its own among all streams of the process."""
        return lib.vjp_stream_id(self._p)

    @property
    def native_handle(self):
        """The driver's handle, as an integer, for other libraries."""
        out = ffi.new("void*[1]")
        check(lib.vjp_stream_native(self._p, out))
        return _core.address(out[0])

    @property
    def name(self):
        """What messages and findings call the stream; may be set, None takes it away."""
        buffer = ffi.new("char[]", 256)
        check(lib.vjp_stream_get_name(self._p, buffer, len(buffer)))
        return ffi.string(buffer).decode(errors="replace")

    @name.setter
    def name(self, value):
        check(lib.vjp_stream_set_name(self._p, NULL if value is None else value.encode()))

    @property
    def is_default(self):
        """Whether it is the device's default stream."""
        return self == default_stream(self.device)

    def query(self):
        """Whether everything that was enqueued is done. Does not wait."""
        out = ffi.new("bool*")
        check(lib.vjp_stream_query(self._p, out))
        return out[0]

    def synchronize(self):
        """Waits until everything that was enqueued is done."""
        check(lib.vjp_stream_synchronize(self._p))

    def wait_stream(self, stream):
        """Nothing more runs here until what is in the other stream now is done. The host does not wait."""
        check(lib.vjp_stream_wait_stream(self._p, _stream(stream)))

    def wait_event(self, event):
        """Nothing more runs here until what was in front of the event when it was recorded is done."""
        event.wait(self)

    def record_event(self, event=None):
        """Records an event (a new one, if none is given) behind what is in the stream now, and returns it."""
        event = Event() if event is None else event
        event.record(self)
        return event

    def is_capturing(self):
        """Whether the stream takes part in the capture of a graph."""
        state = ffi.new("vjp_capture_state*")
        check(lib.vjp_stream_capture_state(self._p, state, NULL))
        return state[0] != lib.VJP_CAPTURE_NONE

    def forget(self):
        """Of a stream from a handle, before its owner ends it: every later use, by a node too, is an error."""
        lib.vjp_stream_forget(self._p)

    def _begin(self, out):
        check(lib.vjp_guard_stream(self._p, out))

    def __enter__(self):
        super().__enter__()
        return self

    def __eq__(self, other):
        return self._p == other._p if isinstance(other, Stream) else NotImplemented

    def __hash__(self):
        return hash(self.stream_id)

    def __repr__(self):
        return f"<vjp.Stream {self.name!r} on {self.device}>"


def _stream(stream):
    if not isinstance(stream, Stream):
        raise TypeError(f"a stream is wanted, not {type(stream).__name__}")
    return stream._p


def _owned(function, device):
    out = ffi.new("vjp_stream*[1]")
    check(function(_accelerator(device), out))
    return Stream._of(out[0])


def current_stream(device=None):
    """The thread's current stream of the device: what operators on it are enqueued on."""
    return _owned(lib.vjp_stream_current, device)


def default_stream(device=None):
    """The stream of the device that is current until another is made current."""
    return _owned(lib.vjp_stream_default, device)


def set_stream(stream):
    """Makes the stream, and its device, current on this thread. `with stream:` is for a region."""
    check(lib.vjp_stream_set_current(_stream(stream)))


def stream(stream):
    """`with vjp.stream(s):` is `with s:`; None changes nothing."""
    if stream is None:
        return contextlib.nullcontext()
    _stream(stream)
    return stream


class Event:
    """A marker in a stream, for others to wait for.

    Recording it again moves it; earlier waits keep what they wait for. It belongs to `device`, or else to that of the
    stream on which it is first recorded. `enable_timing` is for `elapsed_time`.
    """

    __slots__ = ("_device", "_p", "_timing", "__weakref__")

    def __init__(self, enable_timing=False, *, device=None):
        self._timing = bool(enable_timing)
        self._p, self._device = NULL, None
        if device is not None:
            self._make(_core.device(device))

    def _make(self, device):
        out = ffi.new("vjp_event*[1]")
        check(lib.vjp_event_create(device_pair(device), self._timing, out))
        self._p, self._device = ffi.gc(out[0], lib.vjp_event_release), device

    def record(self, stream=None):
        """Behind what is in the stream (the current one of the event's device) now."""
        if stream is None:
            stream = current_stream(self._device)
        p = _stream(stream)
        if not self._p:
            self._make(stream.device)
        check(lib.vjp_event_record(self._p, p))

    def wait(self, stream=None):
        """The stream (the current one of the event's device), of any device, waits. Not for an event never recorded."""
        if stream is not None:
            _stream(stream)
        if self._p:
            check(lib.vjp_stream_wait_event((current_stream(self._device) if stream is None else stream)._p, self._p))

    def query(self):
        """Whether what was in front of it is done. True for an event never recorded."""
        out = ffi.new("bool*", True)
        if self._p:
            check(lib.vjp_event_query(self._p, out))
        return out[0]

    def synchronize(self):
        """Waits until what was in front of it is done."""
        if self._p:
            check(lib.vjp_event_synchronize(self._p))

    def elapsed_time(self, end):
        """Milliseconds from this event to another of the device; both complete and made with enable_timing."""
        if not self._p or not end._p:
            raise _core.StateError("elapsed_time: an event was never recorded")
        out = ffi.new("double*")
        check(lib.vjp_event_elapsed(self._p, end._p, out))
        return out[0]

    @property
    def device(self):
        """None until it is recorded, if it was not given."""
        return self._device


class StreamStatistics(NamedTuple):
    """Since the process began: how often the host waited for a device, events recorded, waits of streams for events."""

    host_syncs: int
    events_recorded: int
    event_waits: int


def stream_statistics():
    """How many streams and events there are, and were made: a StreamStatistics."""
    out = ffi.new("vjp_stream_statistics*", {"struct_size": ffi.sizeof("vjp_stream_statistics")})
    check(lib.vjp_stream_get_statistics(out))
    return StreamStatistics(out.host_syncs, out.events_recorded, out.event_waits)


def record_stream(self, stream):
    """Declares that this tensor is used on a stream other than the one it was made on: its memory, all of the storage,
    is not handed out again before the work that is in the stream when the tensor goes away is done."""
    check(lib.vjp_tensor_record_stream(self._p, _stream(stream)))


Tensor.record_stream = record_stream
