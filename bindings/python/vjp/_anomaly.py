"""Anomaly mode: nodes remember the Python stack that made them, failures show it, and NaN is an error."""

import os
import sys
import traceback

from . import _core
from ._core import Region, check
from ._ffi import ffi, lib

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


def is_anomaly_enabled():
    """Whether anomaly mode is on."""
    return lib.vjp_anomaly_enabled()


def is_anomaly_check_nan_enabled():
    """Whether results are searched for NaN while anomaly mode is on."""
    return lib.vjp_anomaly_checks_nan()


class detect_anomaly(Region):
    """`with detect_anomaly():` for a forward and its backward, while debugging.

    When a backward fails, a warning shows the traceback of the forward call that made the failing node. With
    `check_nan` a backward that computes NaN fails. Everything is slower meanwhile.
    """

    def __init__(self, check_nan=True):
        self._check_nan = bool(check_nan)

    def _begin(self, out):
        check(lib.vjp_guard_anomaly(True, self._check_nan, out))


class set_detect_anomaly:
    """Turns anomaly mode on or off, at once and until the end of a `with` block."""

    def __init__(self, mode, check_nan=True):
        self._before = is_anomaly_enabled(), is_anomaly_check_nan_enabled()
        check(lib.vjp_anomaly_set(bool(mode), bool(check_nan)))

    def __enter__(self):
        pass

    def __exit__(self, *exception):
        check(lib.vjp_anomaly_set(*self._before))


def _stack():
    """The Python stack as a traceback prints it, without the frames of this package."""
    caller = _core.callers_frame()
    frames = [*(traceback.extract_stack(caller) if caller else ()), *traceback.extract_stack()]
    while frames and frames[-1].filename.startswith(_PACKAGE):
        frames.pop()
    return "".join(traceback.format_list(frames))


def _place():
    """The file, line and function of the program that called this package."""
    for frame in (sys._getframe(), _core.callers_frame()):
        while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
            frame = frame.f_back
        if frame is not None:
            name = frame.f_code.co_qualname
            return frame.f_code.co_filename, frame.f_lineno, "" if name == "<module>" else name
    return None


@ffi.def_extern()
def python_call_site(_context, site):
    place = _place()
    if place is None:
        return
    file, line, function = place
    if lib.vjp_call_site_write_place(site, file.encode(errors="replace"), line, function.encode(errors="replace")):
        lib.vjp_call_site_write(site, _stack().encode(errors="replace"))


def start():
    import atexit

    lib.vjp_set_call_site_callback(lib.python_call_site, _core.NULL, _core.NULL)
    # No call may reach the interpreter while it goes away.
    atexit.register(lib.vjp_set_call_site_callback, _core.NULL, _core.NULL, _core.NULL)
