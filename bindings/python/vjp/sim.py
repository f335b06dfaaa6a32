"""The simulator: devices "sim:0", "sim:1", ... that compute with the CPU's kernels, late and in an order of choice.

    def step():
        ...                                  # a program with streams, on "sim:0"
        return loss, w.grad

    vjp.sim.explore(step)                    # in many schedules: the same bits in each

What is enqueued runs when the mode says so, and no earlier than what it waits for, so that a program which forgets to
synchronise gets wrong results here, in some modes always. Memory is filled with NaN whenever it is handed out. Modes:

    inline                every command runs when it is enqueued
    lazy                  (at first) nothing runs until the host waits, and then only what must come before it
    random:SEED           any order that streams and events allow, drawn from the seed
    priority:SEED:DEPTH   random priorities that change DEPTH - 1 times
    starve:WHO,...        these run only when nothing else can: "default", "side", or a stream "DEVICE.NUMBER"
    adversarial:A<B,...   as lazy, but command B runs before A where nothing orders the two: "DEVICE.NUMBER#INDEX"
    threads:N             independent streams at once, on N threads of the process
    replay:FILE           as in a schedule that was written to the file

All but threads are deterministic: the same program in the same mode runs in the same order. Time is virtual.
"""

import contextlib
import os

from . import _core
from ._core import NULL, check
from ._device import Stream, _stream, current_stream, device_count
from ._ffi import ffi, lib
from ._tensor import Tensor

# ---- how it is set up ----

def configure(devices=0, memory=0, overlap=0, mode=None):
    """Sets the simulator up; what is left out is as VJP_SIM_DEVICES, ... say. While no simulated device is in use.

    `memory` in bytes of each device; `overlap`: so many streams of a device make progress at once, in virtual time.
    """
    text = NULL if mode is None else ffi.new("char[]", mode.encode())
    check(lib.vjp_sim_configure(ffi.new("vjp_sim_options*", {
        "struct_size": ffi.sizeof("vjp_sim_options"), "devices": devices, "memory": memory, "overlap": overlap,
        "mode": text})))


def get_mode():
    """The order in which simulated devices run what is enqueued, as set_mode takes it."""
    return ffi.string(lib.vjp_sim_mode()).decode()


def set_mode(mode):
    """Changes the mode, after everything that is enqueued has run. Seeds start anew."""
    check(lib.vjp_sim_set_mode(mode.encode()))


@contextlib.contextmanager
def mode(mode):
    """`with vjp.sim.mode("random:7"):` for a region. An exception in it carries a note of the mode, to repeat it."""
    before = get_mode()
    set_mode(mode)
    try:
        yield
    except BaseException as error:
        error.add_note(f"in the simulator's mode {mode!r}")
        raise
    finally:
        set_mode(before)


def reset():
    """Starts anew, so that the same program gives the same schedule: virtual times, counters, indices of commands, the
    hash, seeds and faults are as at the start, after everything that is enqueued has run and cached memory was given
    back. Memory in use and streams stay."""
    check(lib.vjp_sim_reset())


def drain(device=None):
    """Runs everything that is enqueued on a device (on all of them), without reporting faults; returns how much it was.
    """
    if device is None:
        return sum(drain(i) for i in range(device_count("sim")))
    out = ffi.new("uint64_t*")
    check(lib.vjp_sim_drain(_index(device), out))
    return out[0]


def _index(device):
    """The number of a simulated device: 0, "sim:0", or a device."""
    if isinstance(device, int):
        return device
    device = _core.device(device)
    if device.type != "sim":
        raise _core.DeviceError(f"{device} is not a simulated device")
    return device.index


# ---- what was done ----

class Counters(dict):
    """What was enqueued, by kind: counters.kernels is counters["kernels"]. Commands of a capture do not count."""

    __slots__ = ()

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no counter {name!r}; there are {', '.join(self)}") from None


_COUNTERS = ("kernels", "copies", "fills", "host_functions", "graph_launches", "sleeps", "poisons", "records", "waits",
             "host_syncs", "queries", "bytes", "pending")


def counters(of):
    """The counters of a stream, or the sum of those of a device's streams, since it was created or `reset`."""
    out = ffi.new("vjp_sim_counters*", {"struct_size": ffi.sizeof("vjp_sim_counters")})
    if isinstance(of, Stream):
        check(lib.vjp_sim_stream_counters(of._p, out))
    else:
        check(lib.vjp_sim_device_counters(_index(of), out))
    return Counters((name, getattr(out, name)) for name in _COUNTERS)


def stream_number(stream):
    """(device, number, index of its next command): what modes and schedules call the stream."""
    device, number, following = ffi.new("int32_t*"), ffi.new("int32_t*"), ffi.new("uint64_t*")
    check(lib.vjp_sim_stream_number(_stream(stream), device, number, following))
    return device[0], number[0], following[0]


def virtual_time(device="sim:0"):
    """When the last command that has run on the device ended, in virtual nanoseconds. Runs nothing: synchronize before.
    """
    out = ffi.new("uint64_t*")
    check(lib.vjp_sim_virtual_time(_index(device), out))
    return out[0]


def schedule_hash():
    """A hash of the order in which commands have run since the start or the last set_mode or reset; 0 with threads."""
    out = ffi.new("uint64_t*")
    check(lib.vjp_sim_schedule_hash(out))
    return out[0]


@contextlib.contextmanager
def record_schedule(path):
    """`with vjp.sim.record_schedule(path):` writes the order in which commands run, for the mode "replay:PATH"."""
    check(lib.vjp_sim_record_schedule(os.fsencode(path)))
    try:
        yield
    finally:
        check(lib.vjp_sim_record_schedule(NULL))


_REVERSALS = {lib.VJP_SIM_REVERSAL_OPEN: "open", lib.VJP_SIM_REVERSAL_DONE: "done",
              lib.VJP_SIM_REVERSAL_ORDERED: "ordered"}


def reversal_state(index=0):
    """What became of a pair of an adversarial mode: "done" (the second ran first), "ordered" (it could not), "open"."""
    out = ffi.new("vjp_sim_reversal*")
    check(lib.vjp_sim_reversal_state(index, out))
    return _REVERSALS[out[0]]


# ---- what can be asked of simulated devices only ----

def sleep(nanoseconds, stream=None):
    """Enqueues a command that takes so much virtual time, on a stream or on the current one of "sim:0"."""
    check(lib.vjp_sim_sleep((current_stream("sim:0") if stream is None else stream)._p, nanoseconds))


class native_stream:
    """`with vjp.sim.native_stream("sim:0") as handle:` is a stream of another library, for Stream.from_handle."""

    def __init__(self, device="sim:0"):
        out = ffi.new("void*[1]")
        check(lib.vjp_sim_native_create(_index(device), out))
        self.handle = _core.address(out[0])

    def close(self):
        """After everything that uses it."""
        handle, self.handle = self.handle, 0
        if handle:
            check(lib.vjp_sim_native_destroy(ffi.cast("void*", handle)))

    def __enter__(self):
        return self.handle

    def __exit__(self, *exception):
        self.close()


def fail_allocation(device="sim:0", nth=1, count=1):
    """The nth raw allocation from now on, and count - 1 after it, find no memory. nth=0: none."""
    check(lib.vjp_sim_fail_allocation(_index(device), nth, count))


def fail_command(device="sim:0", nth=1, sticky=False):
    """The nth command that is enqueued from now on fails when it runs. A sticky failure leaves the device unusable
    until `reset`. nth=0: none."""
    check(lib.vjp_sim_fail_command(_index(device), nth, bool(sticky)))


def set_peer_access(possible):
    """Whether devices can address each other's memory, which is so at the start."""
    check(lib.vjp_sim_set_peer_access(bool(possible)))


# ---- many schedules ----

def schedules(seeds=20):
    """The modes that a program should be tried in: the plain ones, the starving ones, and `seeds` random ones."""
    return ["inline", "lazy", "starve:side", "starve:default", *(f"random:{seed}" for seed in range(seeds)),
            *(f"priority:{seed}:3" for seed in range(seeds // 4))]


class ScheduleError(AssertionError):
    """The results of a program depend on the schedule."""


def explore(program, modes=None):
    """Calls program() in every mode (those of `schedules()`), and returns its result.

    What it returns (a tensor, a number, or tuples, lists and dictionaries of them) must have the same bits in each mode
    as in the first, and random numbers start from the same seed each time. Otherwise a ScheduleError names the mode; an
    exception of the program itself carries a note of it.
    """
    from ._random import manual_seed

    expected = first = result = None
    for text in schedules() if modes is None else modes:
        with mode(text):
            manual_seed(0)
            found = program()
            bits = _bits(found)
        if first is None:
            first, expected, result = text, bits, found
        elif bits != expected:
            raise ScheduleError(f"the result in the simulator's mode {text!r} is not that of mode {first!r}; "
                                "vjp.race.detect() says which order is missing")
    return result


def _bits(value):
    if isinstance(value, Tensor):
        value = value.detach()
        return value.shape, value.dtype.name, value.tobytes()
    if isinstance(value, dict):
        return {key: _bits(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_bits(item) for item in value]
    return value


__all__ = ["Counters", "ScheduleError", "configure", "counters", "drain", "explore", "fail_allocation", "fail_command",
           "get_mode", "mode", "native_stream", "record_schedule", "reset", "reversal_state", "schedule_hash",
           "schedules", "set_mode", "set_peer_access", "sleep", "stream_number", "virtual_time"]
