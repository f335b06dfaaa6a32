"""Variables by which numeric libraries choose kernels and threads: which are set, and an environment without the former."""
import fnmatch

# These choose kernels, and with them the speed: one that a machine's profile sets halves a column of the table unseen.
KERNELS = ("OPENBLAS_CORETYPE", "MKL_ENABLE_INSTRUCTIONS", "MKL_DEBUG_CPU_TYPE", "MKL_CBWR", "ONEDNN_MAX_CPU_ISA",
           "DNNL_MAX_CPU_ISA", "ONEDNN_DEFAULT_FPMATH_MODE", "ATEN_CPU_CAPABILITY", "TORCH_ALLOW_TF32_CUBLAS_OVERRIDE",
           "XLA_FLAGS", "NPY_DISABLE_CPU_FEATURES", "NPY_ENABLE_CPU_FEATURES", "NVIDIA_TF32_OVERRIDE", "GLIBC_TUNABLES",
           "VJP_CPU_JIT", "VJP_SIMD", "VJP_TF32")
# These are reported: threads, their places, memory, and whatever else the libraries read.
REPORTED = ("OPENBLAS_*", "GOTO_*", "OMP_*", "GOMP_*", "KMP_*", "MKL_*", "BLIS_*", "VECLIB_*", "ONEDNN_*", "DNNL_*", "ATEN_*",
            "TORCH_*", "PYTORCH_*", "XLA_*", "JAX_*", "TF_*", "NUMEXPR_*", "NPY_*", "CUDA_*", "CUBLAS_*", "CUDNN_*", "NVIDIA_*",
            "MALLOC_*", "LD_PRELOAD", "PEERS_*", "VJP_*")


def split(environment):
    """(what stays, what is unset) of the variables that numeric libraries read, each a dictionary in order of names."""
    unset = {name: environment[name] for name in sorted(environment) if name in KERNELS}
    kept = {name: environment[name] for name in sorted(environment)
            if name not in unset and any(fnmatch.fnmatchcase(name, pattern) for pattern in REPORTED)}
    return kept, unset


def measured(environment):
    """The environment of the processes that are measured: without what chooses kernels."""
    return {name: value for name, value in environment.items() if name not in KERNELS}


def lines(environment):
    """What a report says of it."""
    kept, unset = split(environment)
    yield "variables of numeric libraries: " + (" ".join(f"{n}={v}" for n, v in kept.items()) or "none")
    for name, value in unset.items():
        yield f"{name}={value} chooses kernels: it is unset in the processes that are measured"
