"""libvjp for Python: tensors that remember how they were computed, and their derivatives.

    import vjp
    x = vjp.tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    x.grad                       # tensor([2., 4.])
"""

from . import _native

_native.check_interpreter()  # before anything of this one's gets into the other's types

from . import _anomaly, _core, _dlpack, _generated_ops, _hooks, _methods
from ._autograd import (
    GradientEdge,
    Node,
    enable_grad,
    grad,
    gradient_edge,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from ._anomaly import is_anomaly_check_nan_enabled, is_anomaly_enabled
from ._autograd import backward_all as backward
from ._core import (
    BackendError,
    CancelledError,
    DeviceError,
    DtypeError,
    Error,
    FileError,
    InvalidError,
    MemoryFormat,
    NoDimensionError,
    OutOfMemoryError,
    OutOfRangeError,
    ShapeError,
    StateError,
    UnsupportedError,
    VersionError,
    device,
    dtype,
)
from ._default_dtype import get_default_dtype, set_default_dtype
from ._create import as_tensor, from_numpy, tensor
from ._device import (
    DeviceProperties,
    Event,
    Stream,
    StreamStatistics,
    are_deterministic_algorithms_enabled,
    current_device,
    current_stream,
    default_stream,
    describe_backends,
    device_count,
    get_default_device,
    get_device_properties,
    is_available,
    is_device_active,
    is_tf32_allowed,
    load_backend,
    set_allow_tf32,
    set_current_device,
    set_default_device,
    set_stream,
    stream,
    stream_statistics,
    synchronize,
    use_deterministic_algorithms,
)
from ._dlpack import from_dlpack
from ._files import SafetensorsFile, load_safetensors, save_safetensors
from ._function import Function
from ._generated_ops import *  # noqa: F403  (the operators)
from ._names import *  # noqa: F403
from . import _numpy  # noqa: F401  (numpy's functions on tensors)
from ._names import legacy as _legacy
from ._hooks import RemovableHandle
from ._methods import (
    build_info,
    get_num_threads,
    memory_allocated,
    memory_peak,
    promote_types,
    reset_memory_peak,
    set_num_threads,
)
from ._sparse import (
    from_scipy,
    layout,
    sampled_addmm,
    sparse_bsc,
    sparse_bsc_tensor,
    sparse_bsr,
    sparse_bsr_tensor,
    sparse_coo,
    sparse_coo_tensor,
    sparse_csc,
    sparse_csc_tensor,
    sparse_csr,
    sparse_csr_tensor,
    strided,
)
from ._print import get_printoptions, set_printoptions
from ._random import Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state
from ._tensor import Tensor
from ._vmap import vmap
from . import (
    amp,
    array_api,
    autograd,
    backends,
    compile,
    cuda,
    data,
    distributions,
    fft,
    forward_ad,
    func,
    graphs,
    interop,
    io,
    linalg,
    masked,
    memory,
    nn,
    observe,
    optim,
    profiler,
    race,
    random,
    sim,
    sparse,
    sparsity,
    special,
    testing,
    utils,
)
from .amp import GradScaler, autocast
from .compile import compiled
from .forward_ad import jvp
from .io import load, save

for _value in [*_core.DTYPES.values(), *MemoryFormat]:
    globals()[_value.name] = _value
# dtypes as PyTorch's programs spell them; not for `import *`, where they would hide Python's own
_spellings = dict(short="int16", int="int32", long="int64", half="float16", float="float32", double="float64",
                  cfloat="complex64", cdouble="complex128")
globals().update({_name: globals()[_value] for _name, _value in _spellings.items()})
for _value in list(globals().values()):
    if isinstance(_value, type) and _value.__module__.startswith("vjp."):
        _value.__module__ = "vjp"  # where users find it: messages and pickles say so
del _value

__version__ = _methods.version()
__all__ = [name for name in globals() if not name.startswith("_") and name not in _spellings]

_core.start(_hooks.result_of, _legacy.tensor_of)
_anomaly.start()
