"""A profiler: what ran, from when to when, and inside what.

    with vjp.profiler.profile(record_shapes=True) as prof:
        with vjp.profiler.record_function("forward"):
            loss = model(x)
        loss.backward()
    print(prof.key_averages().table(sort_by="self_cpu_time_total", row_limit=10))
    prof.export_chrome_trace("trace.json")      # for ui.perfetto.dev
    prof.export_flame_graph("flame.svg")
    prof.export_memory_timeline("memory.svg")   # with profile_memory=True

It records what its thread does, and the grad calls of that thread wherever they run.
"""

import enum
import functools
from typing import NamedTuple

from . import _core
from ._core import NULL, check
from ._ffi import ffi, lib
from ._memory_report import write_timeline

__all__ = ["EventList", "FunctionEvent", "FunctionEventAvg", "ProfilerAction", "ProfilerActivity", "profile",
           "record_function", "schedule"]


class ProfilerActivity(enum.Enum):
    """What is recorded: the host's work, and that of devices. `CUDA` is another name of `DEVICE`."""

    CPU = 0
    DEVICE = 1
    CUDA = 1


class ProfilerAction(enum.Enum):
    """What a schedule says of a step."""

    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


def schedule(*, wait, warmup, active, repeat=0, skip_first=0):
    """The schedule of `profile`: after the first steps, cycles of some that wait, warm up, and are recorded.

    >>> plan = vjp.profiler.schedule(wait=1, warmup=1, active=2, repeat=1)
    >>> [plan(step).name for step in range(5)]
    ['NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE', 'NONE']
    """
    if min(wait, warmup, repeat, skip_first) < 0 or active < 1:
        raise _core.InvalidError(f"schedule: wait={wait}, warmup={warmup}, active={active}, repeat={repeat}, "
                                 f"skip_first={skip_first}: expected counts of steps, and active of at least 1")

    def action(step):
        step -= skip_first
        cycle = wait + warmup + active
        if step < 0 or (repeat > 0 and step >= cycle * repeat):
            return ProfilerAction.NONE
        at = step % cycle
        if at < wait:
            return ProfilerAction.NONE
        if at < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD_AND_SAVE if at == cycle - 1 else ProfilerAction.RECORD

    return action


class record_function:
    """A range with a name: a `with` block, or a decorator. Without a profiler it does nothing.

    A range that is still open when what is around it ends, ends with that and is marked unfinished.
    """

    def __init__(self, name):
        self.name = name
        self._bytes = str(name).encode()

    def __enter__(self):
        check(lib.vjp_profiler_range_push(self._bytes))
        return self

    def __exit__(self, *exception):
        lib.vjp_profiler_range_pop()

    def __call__(self, function):
        @functools.wraps(function)
        def ranged(*args, **keywords):
            with record_function(self.name):
                return function(*args, **keywords)

        return ranged


_KINDS = {getattr(lib, f"VJP_PROFILE_{name.upper()}"): name for name in
          ("operator", "node", "derivative", "kernel", "function", "range", "allocation", "launch", "device_work",
           "grad_call")}
_SORTS = {
    "self_cpu_time_total": lib.VJP_PROFILE_SORT_SELF,
    "cpu_time_total": lib.VJP_PROFILE_SORT_TOTAL,
    "count": lib.VJP_PROFILE_SORT_COUNT,
    "cpu_memory_usage": lib.VJP_PROFILE_SORT_MEMORY,
    "self_cpu_memory_usage": lib.VJP_PROFILE_SORT_SELF_MEMORY,
    "flops": lib.VJP_PROFILE_SORT_FLOPS,
    "device_time_total": lib.VJP_PROFILE_SORT_DEVICE,
    "cuda_time_total": lib.VJP_PROFILE_SORT_DEVICE,
}

_TIMELINES = {name: getattr(lib, f"VJP_MEMORY_BY_{name.upper()}") for name in ("operator", "range", "origin")}


class FunctionEvent(NamedTuple):
    """An event. Times are in microseconds from the beginning of the recording; `sequence_nr` is -1 where there is no
    node; `parent` is the number of the event around it, None if there is none."""

    name: str
    kind: str
    start: float
    end: float
    self_cpu_time: float
    parent: int | None
    depth: int
    thread: int
    sequence_nr: int
    fwd_thread: int
    unfinished: bool
    cpu_memory_usage: int
    flops: int
    device_time: float
    correlation: int
    input_shapes: str
    stack: str


class FunctionEventAvg(NamedTuple):
    """All events of one name and kind. Times are in microseconds, memory in bytes."""

    key: str
    kind: str
    count: int
    cpu_time_total: float
    self_cpu_time_total: float
    device_time_total: float
    self_device_time_total: float
    cpu_memory_usage: int
    self_cpu_memory_usage: int
    flops: int
    input_shapes: str


class EventList(list):
    """Averages, the largest self time first, with a table of them."""

    def __init__(self, averages, handle, by_shapes):
        super().__init__(averages)
        self._p, self._by_shapes = handle, by_shapes

    def table(self, sort_by=None, row_limit=100):
        """The averages as a text: sorted by self_cpu_time_total, cpu_time_total, count, cpu_memory_usage,
        self_cpu_memory_usage, flops or device_time_total; at most `row_limit` rows, -1: all."""
        by = "self_cpu_time_total" if sort_by is None else sort_by
        if by not in _SORTS:
            raise _core.InvalidError(f"table: sort_by={by!r}, expected one of {', '.join(_SORTS)}")
        return _text(lib.vjp_profiler_table, self._p, self._by_shapes, _SORTS[by], max(0, row_limit))


def _string(text):
    return ffi.string(text).decode(errors="replace")


def _text(function, *args):
    out = ffi.new("char*[1]")
    check(function(*args, out))
    try:
        return _string(out[0])
    finally:
        lib.vjp_string_free(out[0])


def _write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class profile:
    """`with profile() as prof:` records what runs in the block.

    With a `schedule`, a function from a step's number to a ProfilerAction, the program says `prof.step()` after each
    step, and `on_trace_ready(prof)` is called when a step said RECORD_AND_SAVE, or the block ends while it records.
    Without one the whole block is recorded.

    activities: CPU alone, or with the work of devices. record_shapes: of the arguments of operators. profile_memory:
    what operators took. with_stack: where in the program they were called; dear. with_flops: additions and products.
    with_kernels: the kernels behind operators. nvtx: all events are also ranges of NVTX, where its library is found.
    """

    def __init__(self, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False,
                 profile_memory=False, with_stack=False, with_flops=False, with_kernels=False, nvtx=False):
        for name, function in (("schedule", schedule), ("on_trace_ready", on_trace_ready)):
            if function is not None and not callable(function):
                raise TypeError(f"{name} must be callable, not {type(function).__name__}")
        activities = {ProfilerActivity.CPU} if activities is None else set(activities)
        if not activities or not all(isinstance(one, ProfilerActivity) for one in activities):
            raise TypeError("activities must be a list of ProfilerActivity")
        options = ffi.new("vjp_profiler_options*", {
            "struct_size": ffi.sizeof("vjp_profiler_options"), "shapes": record_shapes, "stacks": with_stack,
            "memory": profile_memory, "flops": with_flops, "kernels": with_kernels,
            "devices": ProfilerActivity.DEVICE in activities, "nvtx": nvtx})
        out = ffi.new("vjp_profiler*[1]")
        check(lib.vjp_profiler_create(options, out))
        self._p = ffi.gc(out[0], lib.vjp_profiler_release)
        self._schedule, self._on_trace_ready = schedule, on_trace_ready
        self._started = self._recording = self._in_step = False
        self.step_num = 0
        self.current_action = ProfilerAction.NONE

    def _action(self):
        if self._schedule is None:
            return ProfilerAction.RECORD_AND_SAVE
        action = self._schedule(self.step_num)
        if not isinstance(action, ProfilerAction):
            raise TypeError(f"schedule({self.step_num}) gave {action!r}, expected a ProfilerAction")
        return action

    def _enter(self, action):
        if action is not ProfilerAction.NONE and not self._recording:
            check(lib.vjp_profiler_start(self._p))
            self._recording = True
        self.current_action = action
        if self._schedule is not None and action.value >= ProfilerAction.RECORD.value:
            check(lib.vjp_profiler_range_push(f"ProfilerStep#{self.step_num}".encode()))
            self._in_step = True

    def _end_step(self):
        if self._in_step:
            lib.vjp_profiler_range_pop()
            self._in_step = False

    def _end_recording(self):
        if self._recording:
            self._recording = False
            check(lib.vjp_profiler_stop(self._p))

    def _ready(self):
        if self._on_trace_ready is not None:
            self._on_trace_ready(self)

    def start(self):
        """Begins to record, or begins with step 0 of the schedule."""
        if self._started:
            raise _core.StateError("profiler: start: it has been started already")
        self.step_num = 0
        self._enter(self._action())
        self._started = True

    def stop(self):
        """Ends the recording; on_trace_ready is called if something was being recorded."""
        if not self._started:
            raise _core.StateError("profiler: stop: it has not been started")
        self._started = False
        self._end_step()
        recorded = self.current_action.value >= ProfilerAction.RECORD.value
        self.current_action = ProfilerAction.NONE
        self._end_recording()
        if recorded:
            self._ready()

    def step(self):
        """Says that a step of the program is over and the next one begins."""
        if not self._started:
            raise _core.StateError("profiler: step: it has not been started")
        former = self.current_action
        self.step_num += 1
        if self._schedule is None:
            return
        action = self._action()
        self._end_step()
        saves = former is ProfilerAction.RECORD_AND_SAVE
        recorded, records = (a.value >= ProfilerAction.RECORD.value for a in (former, action))
        if saves or recorded != records:
            self._end_recording()
        if saves:
            self.current_action = ProfilerAction.NONE
            self._ready()
        self._enter(action)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exception):
        self.stop()

    # ---- what was recorded ----

    def events(self):
        """The events, thread by thread in the order in which they began."""
        e = ffi.new("vjp_profile_event*", {"struct_size": ffi.sizeof("vjp_profile_event")})
        found = []
        count = lib.vjp_profiler_num_events(self._p)
        for i in range(count):
            check(lib.vjp_profiler_get_event(self._p, i, e))
            found.append(FunctionEvent(
                _string(e.name), _KINDS[e.kind], e.begin_ns / 1e3, e.end_ns / 1e3, e.self_ns / 1e3,
                e.parent if e.parent < count else None, e.depth, e.thread, e.sequence_number, e.forward_thread,
                e.unfinished, e.memory, e.flops, e.device_ns / 1e3, e.correlation, _string(e.shapes),
                _string(e.stack)))
        return found

    def key_averages(self, group_by_input_shape=False):
        """What all events of one name have together, an EventList."""
        count = ffi.new("size_t*")
        order = lib.VJP_PROFILE_SORT_SELF
        check(lib.vjp_profiler_averages(self._p, group_by_input_shape, order, NULL, 0, count))
        rows = ffi.new("vjp_profile_average[]", count[0])
        for row in rows:
            row.struct_size = ffi.sizeof("vjp_profile_average")
        check(lib.vjp_profiler_averages(self._p, group_by_input_shape, order, rows, len(rows), count))
        return EventList([FunctionEventAvg(
            _string(row.name), _KINDS[row.kind], row.count, row.total_ns / 1e3, row.self_ns / 1e3, row.device_ns / 1e3,
            row.self_device_ns / 1e3, row.memory, row.self_memory, row.flops, _string(row.shapes)) for row in rows],
            self._p, group_by_input_shape)

    def export_chrome_trace(self, path):
        """Writes a trace that ui.perfetto.dev and chrome://tracing open."""
        _write(path, _text(lib.vjp_profiler_chrome_trace, self._p))

    def export_stacks(self, path):
        """Writes lines "outer;inner;innermost 1234", with nanoseconds, for other programs that draw flame graphs."""
        _write(path, _text(lib.vjp_profiler_stacks, self._p))

    def export_flame_graph(self, path):
        """Writes a picture in SVG: time by what is inside what."""
        _write(path, _text(lib.vjp_profiler_flame_graph, self._p))

    def export_memory_timeline(self, path, device=None, *, by="operator"):
        """Writes the live memory over time of what was made in the last recording, stacked by "operator", "range" or
        "origin": .svg and .html are pictures, .json the changes. It needs profile_memory=True; all devices and
        threads are in it, so `device` must be None."""
        if device is not None:
            raise _core.InvalidError(f"export_memory_timeline: device={device!r}: the time line is of all devices")
        if by not in _TIMELINES:
            raise _core.InvalidError(f"export_memory_timeline: by={by!r}, expected one of {', '.join(_TIMELINES)}")
        write_timeline(path, _TIMELINES[by], lib.vjp_profiler_memory_timeline, self._p)
