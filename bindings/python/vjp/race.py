"""The detector of races between streams.

    with vjp.race.detect() as findings:
        train_step()
    assert not findings, findings

Two commands race if they touch the same bytes, one of them writes, and nothing orders them: neither their streams, nor
events, nor a host that waited. The detector looks at what is enqueued, not at what happens to run when, so it finds the
same races in every schedule and on every kind of device; on the simulator it needs no hardware. Off it costs nothing.
"""

import collections.abc
import contextlib
import json
import sys
from typing import NamedTuple

from . import _core
from ._core import DTYPES, callback, check, device, device_from, dtype
from ._ffi import ffi, lib
from ._tensor import Tensor

_MODES = {"off": lib.VJP_RACE_OFF, "collect": lib.VJP_RACE_COLLECT, "warn": lib.VJP_RACE_WARN,
          "raise": lib.VJP_RACE_FAIL}
_CONFIRMATIONS = {lib.VJP_RACE_NOT_TRIED: "not tried", lib.VJP_RACE_CONFIRMED: "confirmed",
                  lib.VJP_RACE_SAME_RESULTS: "same results", lib.VJP_RACE_ORDERED: "ordered"}
_KINDS = {lib.VJP_RACE_READ_AFTER_WRITE: "read after write", lib.VJP_RACE_WRITE_AFTER_READ: "write after read",
          lib.VJP_RACE_WRITE_AFTER_WRITE: "write after write", lib.VJP_RACE_LIFETIME: "lifetime",
          lib.VJP_RACE_HOST: "host", lib.VJP_RACE_POOL: "pool", lib.VJP_RACE_UNINITIALISED: "uninitialised"}


class Access(NamedTuple):
    """One of the two commands of a finding."""

    op: str
    node: str | None  # the backward node that ran; None in a forward
    node_sequence: int
    grad_call: int  # 0 outside of one
    write: bool
    device: device
    stream_id: int
    stream: str  # its name
    command: int  # the how manieth of its stream, from 1; 0: the host itself
    thread: int
    dtype: dtype | None
    shape: tuple
    location: str  # of the vjp.race.location regions around it

    def __str__(self):
        dtype = self.dtype.name if self.dtype else "bytes"
        text = f"{'write' if self.write else 'read'} of {dtype}{list(self.shape)} on {self.stream}"
        where = self.op + (f" in node {self.node}" if self.node else "")
        text += f", command #{self.command} ({where})" if self.command else f" ({where})"
        text += f", host thread {self.thread}"
        if self.node:
            text += f"; node sequence {self.node_sequence}, grad call {self.grad_call}"
        return text + (f"\n    at {self.location.strip()}" if self.location else "")


class Finding(NamedTuple):
    """A race: what, where, between which two commands, which order is missing and what would mend it."""

    kind: str  # "read after write", "write after read", "write after write", "lifetime", "host", "pool" or
    #            "uninitialised"
    count: int  # how often these operators, streams and nodes raced
    device: device
    storage: int
    generation: int  # how often the memory had been handed out before
    begin: int
    end: int  # bytes of the overlap
    allocated_by: str
    first: Access | None  # None for what is uninitialised
    second: Access
    ordered_up_to: int  # the last command of the first stream that the second one waited for; 0: none
    missing: str
    fix: str
    confirmation: str  # "not tried"; by `confirm`: "confirmed", "same results" or "ordered"

    def __str__(self):
        what = self.kind if self.kind == "uninitialised" else f"race ({self.kind})"
        lines = [f"{what} on {self.device}, storage {self.storage} (generation {self.generation}, allocated by "
                 f"{self.allocated_by}), bytes {self.begin} to {self.end}"]
        if self.count > 1:
            lines[0] += f", {self.count} times"
        if self.first is not None:
            lines.append(f"  first : {self.first}")
        lines.append(f"  second: {self.second}")
        if self.missing:
            lines.append(f"  missing: {self.missing}")
        if self.fix:
            lines.append(f"  fix: {self.fix}")
        if self.confirmation != "not tried":
            lines.append(f"  the other way round: {_OUTCOMES[self.confirmation]}")
        return "\n".join(lines)

    def to_json(self):
        """The same as a dictionary of plain values."""
        return {**self._asdict(), "device": str(self.device), "first": _plain(self.first),
                "second": _plain(self.second)}


_OUTCOMES = {"confirmed": "other results", "same results": "the same results",
             "ordered": "impossible, something that the detector does not know of orders them"}


def _plain(access):
    if access is None:
        return None
    return {**access._asdict(), "device": str(access.device), "dtype": access.dtype and access.dtype.name,
            "shape": list(access.shape)}


def _text(pointer):
    return ffi.string(pointer).decode(errors="replace") if pointer else ""


def _access(a):
    if not a.op:
        return None
    return Access(_text(a.op), _text(a.node) if a.node else None, a.node_sequence, a.grad_call, a.write,
                  device_from(a.device), a.stream_id, _text(a.stream), a.command, a.thread, DTYPES.get(a.dtype),
                  tuple(ffi.unpack(a.shape, a.ndim)) if a.ndim else (), _text(a.location))


def _finding(index):
    out = ffi.new("vjp_race_finding*", {"struct_size": ffi.sizeof("vjp_race_finding")})
    check(lib.vjp_race_get(index, out))
    return Finding(_KINDS.get(out.kind, str(out.kind)), out.count, device_from(out.device), out.storage, out.generation,
                   out.begin, out.end, _text(out.allocated_by), _access(out.first), _access(out.second),
                   out.ordered_up_to, _text(out.missing), _text(out.fix), _CONFIRMATIONS[out.confirmation])


class Findings(collections.abc.Sequence):
    """The findings since a point in time, until its region ends: of a region that is open, those so far."""

    def __init__(self, start=0):
        self._start, self._kept = start, None

    def _all(self):
        if self._kept is not None:
            return self._kept
        return [_finding(i) for i in range(self._start, lib.vjp_race_count())]

    def _close(self):
        self._kept = self._all()

    def __len__(self):
        return len(self._kept) if self._kept is not None else max(0, lib.vjp_race_count() - self._start)

    def __getitem__(self, index):
        return self._all()[index]

    def __str__(self):
        return "\n".join(map(str, self._all())) or "no races"

    __repr__ = __str__

    def to_json(self, **options):
        """A JSON array; `options` are json.dumps's."""
        return json.dumps([finding.to_json() for finding in self._all()], **options)


def get_mode():
    """"off", "collect", "warn" or "raise"."""
    return next(name for name, mode in _MODES.items() if mode == lib.vjp_race_get_mode())


def set_mode(mode):
    """Switches the detector of the process; switching it on forgets earlier findings. See `detect` for the modes."""
    if mode not in _MODES:
        raise _core.InvalidError(f"the mode must be one of {', '.join(map(repr, _MODES))}, not {mode!r}")
    check(lib.vjp_race_set_mode(_MODES[mode]))


@contextlib.contextmanager
def detect(mode="collect"):
    """`with vjp.race.detect() as findings:` looks for races in what the block enqueues, of the whole process.

    "collect" keeps them in `findings`; "warn" also warns of each, once; "raise" makes the call that issues the second
    access fail with vjp.StateError, before anything of it is enqueued.
    """
    before, count = get_mode(), lib.vjp_race_count()
    set_mode(mode)
    findings = Findings(0 if before == "off" else count)
    try:
        yield findings
    finally:
        findings._close()
        set_mode(before)


def findings():
    """What was found since the detector was switched on: by VJP_RACE, or by set_mode."""
    kept = Findings()
    kept._close()
    return kept


def confirm(program):
    """Runs program() on the simulator, then once more for each race that was found, with the second command before the
    first; returns the findings, each with its `confirmation`.

    The program must do the same each time; what it returns (tensors, or tuples and lists of them) shows whether the
    results are different. Findings of before are forgotten.
    """
    run = _Program(program)
    run.write(None)  # how much there is
    handle = ffi.new_handle(run)
    check(lib.vjp_race_confirm(lib.python_race_program, handle, len(run.bits)))
    return findings()


class _Program:
    """A program, and the bytes of what it has returned."""

    def __init__(self, function):
        self.function, self.bits = function, b""

    def write(self, memory):
        bits = b"".join(_bytes(self.function()))
        if memory is None:
            self.bits = bits
        elif len(bits) != len(self.bits):
            raise _core.InvalidError(f"confirm: the program returned {len(bits)} bytes, and {len(self.bits)} before")
        else:
            ffi.memmove(memory, bits, len(bits))


def _bytes(result):
    if isinstance(result, Tensor):
        yield result.detach().tobytes()
    elif isinstance(result, (tuple, list)):
        for item in result:
            yield from _bytes(item)
    else:
        raise TypeError(f"confirm: the program must return tensors, not {type(result).__name__}")


@callback()
def python_race_program(context, results, _count):
    ffi.from_handle(context).write(results)
    return 0


def clear():
    """Forgets the findings, not what is known of the order."""
    lib.vjp_race_clear()


@contextlib.contextmanager
def location(name):
    """`with vjp.race.location("data loader"):` marks what the block enqueues, in findings and in the library's errors.

    The mark carries the file and the line of the `with`.
    """
    frame = sys._getframe(2)
    file, function = ffi.new("char[]", frame.f_code.co_filename.encode()), ffi.new("char[]", name.encode())
    check(lib.vjp_location_push(file, frame.f_lineno, function))
    try:
        yield
    finally:
        check(lib.vjp_location_pop())


__all__ = ["Access", "Finding", "Findings", "clear", "confirm", "detect", "findings", "get_mode", "location",
           "set_mode"]
