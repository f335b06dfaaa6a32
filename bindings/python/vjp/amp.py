"""Mixed precision: operators in lower precision by regions, and scaled gradients.

    scaler = vjp.amp.GradScaler()
    with vjp.autocast("cpu", vjp.bfloat16):
        loss = model(x)
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
"""

import contextlib
import functools

from ._core import DTYPES, DtypeError, Region, StateError, check, device_kind, dtype_code
from ._ffi import ffi, lib
from ._tensor import Tensor, from_list
from .optim._composed import Composed

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "get_autocast_dtype", "is_autocast_enabled"]

class autocast(Region):
    """`with autocast("cpu"):` computes products in bfloat16 (float16 on accelerators, or `dtype`), and what needs more
    in float32. Also a decorator. Backward belongs outside; it computes in the dtypes of the forward."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        options = ffi.new("vjp_autocast_options*")
        options.struct_size = ffi.sizeof("vjp_autocast_options")
        options.device_kind = device_kind(device_type)
        default = lib.VJP_DTYPE_BFLOAT16 if options.device_kind == lib.VJP_DEVICE_CPU else lib.VJP_DTYPE_FLOAT16
        options.dtype = dtype_code(dtype) or default
        if DTYPES[options.dtype].name not in ("float16", "bfloat16"):
            raise DtypeError(f"autocast: dtype must be float16 or bfloat16, not {DTYPES[options.dtype].name}")
        options.enabled = bool(enabled)
        options.cache_enabled = lib.vjp_autocast_cache_enabled() if cache_enabled is None else bool(cache_enabled)
        self._options = options

    def _begin(self, out):
        check(lib.vjp_guard_autocast(self._options, out))

    def __call__(self, function):
        """As a decorator: the function runs in the region."""
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return wrapped


def get_autocast_dtype(device_type):
    """The dtype in force for tensors of that device type, None where autocast is off."""
    return DTYPES.get(lib.vjp_autocast_dtype(device_kind(device_type)))


def is_autocast_enabled(device_type):
    """Whether this thread is in an autocast region for tensors of that device type."""
    return get_autocast_dtype(device_type) is not None


# ---- custom functions ----

def _cast(value, dtype):
    if isinstance(value, Tensor):
        return value.to(dtype) if value.dtype.is_floating_point and value.dtype.name != "float64" else value
    if isinstance(value, dict):
        return {key: _cast(item, dtype) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_cast(item, dtype) for item in value)
    return value


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """Decorates the forward of a vjp.Function. With `cast_inputs` it gets its floating tensors in that dtype and runs
    with autocast off, if it is called in a region; without, it runs as it is."""
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def wrapped(ctx, *args, **kwargs):
        ctx._autocast = get_autocast_dtype(device_type)
        if cast_inputs is None or ctx._autocast is None:
            return fwd(ctx, *args, **kwargs)
        ctx._autocast = None
        with autocast(device_type, enabled=False):
            return fwd(ctx, *_cast(args, cast_inputs), **_cast(kwargs, cast_inputs))

    return wrapped


def custom_bwd(bwd=None, *, device_type):
    """Decorates the backward that goes with a custom_fwd: it runs in the region of the forward."""
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def wrapped(ctx, *args):
        with autocast(device_type, ctx._autocast, enabled=ctx._autocast is not None):
            return bwd(ctx, *args)

    return wrapped


# ---- gradient scaling ----

class GradScaler:
    """Scales losses so that small gradients survive, and skips steps whose gradients are not finite.

    `device` is for programs written for PyTorch: the scale lies where the first scaled tensor does.
    """

    def __init__(self, device=None, init_scale=2.0**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                 enabled=True):
        options = ffi.new("vjp_grad_scaler_options*", dict(
            struct_size=ffi.sizeof("vjp_grad_scaler_options"), init_scale=init_scale, growth_factor=growth_factor,
            backoff_factor=backoff_factor, growth_interval=growth_interval, enabled=bool(enabled)))
        out = ffi.new("vjp_grad_scaler**")
        check(lib.vjp_grad_scaler_create(options, out))
        self._p = ffi.gc(out[0], lib.vjp_grad_scaler_release)

    def is_enabled(self):
        """Whether the scaler scales: not one that was made with enabled=False."""
        return bool(lib.vjp_grad_scaler_is_enabled(self._p))

    def scale(self, outputs):
        """A tensor, or tensors in lists, tuples or other iterables of any depth, times the scale."""
        tensors = []
        collected = _collect(outputs, tensors)
        if not self.is_enabled():
            return outputs
        out = ffi.new("vjp_tensor_list**")
        check(lib.vjp_grad_scaler_scale_list(self._p, [tensor._p for tensor in tensors], len(tensors), out))
        scaled = iter(from_list(out[0]))
        return _rebuild(collected, scaled)

    def unscale_(self, optimizer):
        """Divides the gradients by the scale, to look at them or clip them before step."""
        check(lib.vjp_grad_scaler_unscale(self._p, optimizer._p))

    def step(self, optimizer):
        """optimizer.step() with unscaled gradients, unless one is not finite.

        Returns whether it was made (of a capturable optimizer: True).
        """
        composed = isinstance(optimizer, Composed) and self.is_enabled()
        if composed:  # whose own step, after that of the library's, takes the gradients as they lie
            with contextlib.suppress(StateError):  # they are unscaled already
                self.unscale_(optimizer)
        optimizer._push()
        stepped = ffi.new("bool*")
        check(lib.vjp_grad_scaler_step(self._p, optimizer._p, stepped))
        if isinstance(optimizer, Composed) and stepped[0]:
            optimizer.step()
        return stepped[0]

    def update(self, new_scale=None):
        """Adjusts the scale by what all optimizers found, or sets it."""
        if new_scale is None:
            check(lib.vjp_grad_scaler_update(self._p))
        elif isinstance(new_scale, Tensor):
            check(lib.vjp_grad_scaler_set_scale_tensor(self._p, new_scale._p))
        else:
            check(lib.vjp_grad_scaler_set_scale(self._p, new_scale))

    def get_scale(self):
        """The scale as a float, 1.0 if disabled. Waits for the device."""
        out = ffi.new("double*")
        check(lib.vjp_grad_scaler_get_scale(self._p, out))
        return out[0]

    def _state(self):
        state = ffi.new("vjp_grad_scaler_state*")
        state.struct_size = ffi.sizeof("vjp_grad_scaler_state")
        check(lib.vjp_grad_scaler_get_state(self._p, state))
        return state

    def get_growth_factor(self):
        """By what the scale is multiplied after growth_interval steps without inf or NaN."""
        return self._state().growth_factor

    def get_backoff_factor(self):
        """By what the scale is multiplied after a step with inf or NaN."""
        return self._state().backoff_factor

    def get_growth_interval(self):
        """After how many steps without inf or NaN the scale grows."""
        return self._state().growth_interval

    def _change(self, **values):
        state = self._state()
        for name, value in values.items():
            setattr(state, name, value)
        check(lib.vjp_grad_scaler_load_state(self._p, state))

    def set_growth_factor(self, new_factor):
        """This and the following two wait for the device."""
        self._change(growth_factor=new_factor)

    def set_backoff_factor(self, new_factor):
        """By what the scale is multiplied after a step with inf or NaN; below 1."""
        self._change(backoff_factor=new_factor)

    def set_growth_interval(self, new_interval):
        """After how many steps without inf or NaN the scale grows."""
        self._change(growth_interval=new_interval)

    def state_dict(self):
        """All that is needed to go on later; empty if disabled."""
        if not self.is_enabled():
            return {}
        state = self._state()
        return {"scale": state.scale, "growth_factor": state.growth_factor, "backoff_factor": state.backoff_factor,
                "growth_interval": state.growth_interval, "_growth_tracker": state.growth_tracker}

    def load_state_dict(self, state_dict):
        """Takes over what state_dict() gave."""
        if not self.is_enabled():
            return
        if not state_dict:
            raise ValueError("load_state_dict: the state is empty, as that of a disabled scaler is")
        state = ffi.new("vjp_grad_scaler_state*", dict(
            struct_size=ffi.sizeof("vjp_grad_scaler_state"), scale=state_dict["scale"],
            growth_factor=state_dict["growth_factor"], backoff_factor=state_dict["backoff_factor"],
            growth_interval=state_dict["growth_interval"], growth_tracker=state_dict["_growth_tracker"]))
        check(lib.vjp_grad_scaler_load_state(self._p, state))


def _collect(outputs, tensors):
    """The structure with None for each tensor, which goes to the list."""
    if isinstance(outputs, Tensor):
        tensors.append(outputs)
        return None
    if isinstance(outputs, (list, tuple)):
        return type(outputs)(_collect(item, tensors) for item in outputs)
    if hasattr(outputs, "__iter__") and not isinstance(outputs, (str, dict)):
        return [_collect(item, tensors) for item in outputs]
    raise ValueError(f"outputs must be tensors or iterables of tensors, not {type(outputs).__name__}")


def _rebuild(structure, scaled):
    if structure is None:
        return next(scaled)
    return type(structure)(_rebuild(item, scaled) for item in structure)
