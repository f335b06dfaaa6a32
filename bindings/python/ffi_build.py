"""Turns the description of the API into the cffi extension module vjp._ffi.

    python ffi_build.py API.json OUTPUT.c        # what `vjp_gen describe` has printed

Nothing is declared by hand: cffi gets every declaration of the public headers. Operators (and a few more) are
declared as a C shim `call_<name>` which returns the result, NULL on failure, instead of a status, because a pointer
returned costs cffi a third of a pointer to a pointer passed. A vjp_scalar by value becomes four plain numbers there,
for the same reason.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts"))
import api  # noqa: E402

# Callbacks from C: the name that Python defines, and the function pointer whose signature it has.
CALLBACKS = {
    "python_call_site": "vjp_call_site_fn",
    "python_trace": "vjp_trace_fn",
    "python_checked_function": "vjp_gradcheck_fn",
    "python_sparse_function": "vjp_sparse_fn",
    "python_checkpoint_run": "vjp_checkpoint_fn",
    "python_checkpoint_failure": "vjp_checkpoint_failure_fn",
    "python_checkpoint_policy": "vjp_checkpoint_policy_fn",
    "python_intercept": "vjp_intercept_fn",
    "python_graphed_run": "vjp_graphed_fn",
    "python_functional": "vjp_functional_fn",
    "python_compiled": "vjp_compile_fn",
    "python_batch_rule": "vjp_function_vmap_fn",
    "python_race_program": "vjp_race_program_fn",
}

# Functions other than operators that get a shim too: those on the way of most programs.
ALSO_SHIMMED = ("vjp_tensor_index", "vjp_tensor_detach", "vjp_tensor_empty", "vjp_tensor_from_data",
                "vjp_tensor_from_scalar", "vjp_function_begin", "vjp_make_dual_at")

# A capsule that nobody consumed gives the tensor inside back.
DLPACK = r"""
typedef struct { void* data; int32_t device[2]; int32_t ndim; uint32_t dtype; int64_t *shape, *strides; uint64_t offset;
} python_dl_tensor;
typedef struct python_dl_managed {
  python_dl_tensor tensor; void* context; void (*deleter)(struct python_dl_managed*);
} python_dl_managed;
typedef struct python_dl_managed_versioned {
  uint32_t version[2]; void* context; void (*deleter)(struct python_dl_managed_versioned*);
} python_dl_managed_versioned;

static void python_capsule_drop(PyObject* capsule) {
  if (PyCapsule_IsValid(capsule, "dltensor")) {
    python_dl_managed* managed = (python_dl_managed*)PyCapsule_GetPointer(capsule, "dltensor");
    if (managed->deleter) managed->deleter(managed);
  } else if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
    python_dl_managed_versioned* managed =
        (python_dl_managed_versioned*)PyCapsule_GetPointer(capsule, "dltensor_versioned");
    if (managed->deleter) managed->deleter(managed);
  }
}
static void* python_capsule_destructor(void) { return (void*)python_capsule_drop; }
"""


def scalars_apart(parameters):
    """(parameters of a shim, arguments of the call in it)."""
    params, call = [], []
    for parameter in parameters:
        kind, name = parameter.type, parameter.name
        if kind == "vjp_scalar":
            params.append(f"int32_t {name}_kind, int64_t {name}_int, double {name}_re, double {name}_im")
            call.append(f"python_scalar({name}_kind, {name}_int, {name}_re, {name}_im)")
        else:
            params.append(f"{kind} {name}")
            call.append(name)
    return params, call


def shim(function):
    """(declaration, definition) of call_<name>: returns the out parameter, or what the function does if it has none."""
    name = "call_" + function.name.removeprefix("vjp_")
    outs = [p for p in function.parameters if p.type.startswith("vjp_") and p.type.endswith("**")]
    params, call = scalars_apart(function.parameters[:len(function.parameters) - len(outs)])
    if not outs:
        head = f"vjp_status {name}({', '.join(params)})"
        body = f"return {function.name}({', '.join(call)});"
    elif len(outs) == 1:
        result = outs[0].type[:-1]
        head = f"{result} {name}({', '.join(params) or 'void'})"
        body = f"{result} result = NULL; {function.name}({', '.join(call + ['&result'])}); return result;"
    else:
        head = f"vjp_status {name}({', '.join(params + [outs[0].type + ' outs'])})"
        body = f"return {function.name}({', '.join(call + [f'&outs[{i}]' for i in range(len(outs))])});"
    return head + ";", "static " + head + " { " + body + " }"


SCALAR = """
static vjp_scalar python_scalar(int32_t kind, int64_t integer, double real, double imaginary) {
  switch (kind) {
    case VJP_KIND_BOOL: return vjp_scalar_bool(integer != 0);
    case VJP_KIND_INT: return vjp_scalar_int(integer);
    case VJP_KIND_COMPLEX: return vjp_scalar_complex(real, imaginary);
    default: return vjp_scalar_float(real);
  }
}
"""


def declarations(description):
    """(cdef, C source) for the headers of a program."""
    seen = api.program(description)
    cdef, shims = [handle.c + ";" for handle in description.handles], []
    for item in api.in_order(description, "aliases", "enums", "structs", "callbacks", "functions"):
        if item.header not in seen:
            continue
        operator = item.header == "ops.h"
        if operator or item.name in ALSO_SHIMMED:
            declaration, definition = shim(item)
            cdef.append(declaration)
            shims.append(definition)
        # An operator is called through its shim, and declared twice it would double the module.
        if not operator:
            cdef.append(item.c + ";")
    cdef += [f"#define {macro.name} ..." for macro in description.macros
             if macro.number is not None and macro.header in seen]
    pointers = {callback.name: callback for callback in description.callbacks}
    for name, pointer in CALLBACKS.items():
        parameters = ", ".join(f"{p.type} {p.name}" for p in pointers[pointer].parameters)
        cdef.append(f'extern "Python" {pointers[pointer].returns.type} {name}({parameters});')
    cdef.append("void* python_capsule_destructor(void);")
    source = '#include <stdlib.h>\n#include "vjp/vjp.h"\n' + SCALAR + "\n".join(shims) + DLPACK
    return "\n".join(cdef), source


def emit(description, output):
    from cffi import FFI

    cdef, source = declarations(description)
    ffi = FFI()
    ffi.cdef(cdef)
    ffi.set_source("vjp._ffi", source, py_limited_api=True)
    ffi.emit_c_code(output)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    emit(api.load(file=sys.argv[1]), sys.argv[2])
