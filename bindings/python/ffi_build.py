"""Turns the public headers into the cffi extension module vjp._ffi.

    python ffi_build.py INCLUDE_DIR OUTPUT.c

Nothing is declared by hand: the headers are read, macros and comments are stripped, and what is left is what cffi
declares. Operators (and a few more) are declared as a C shim `call_<name>` which returns the result, NULL on failure,
instead of a status, because a pointer returned costs cffi a third of a pointer to a pointer passed. A vjp_scalar by
value becomes four plain numbers there, for the same reason.
"""
import os
import re
import sys
from typing import NamedTuple

# Callbacks from C: the name that Python defines, and the function pointer whose signature it has.
CALLBACKS = {
    "python_call_site": "vjp_call_site_fn",
    "python_trace": "vjp_trace_fn",
    "python_checked_function": "vjp_gradcheck_fn",
    "python_checkpoint_run": "vjp_checkpoint_fn",
    "python_checkpoint_failure": "vjp_checkpoint_failure_fn",
    "python_checkpoint_policy": "vjp_checkpoint_policy_fn",
    "python_graphed_run": "vjp_graphed_fn",
    "python_race_program": "vjp_race_program_fn",
}

# Functions other than operators that get a shim too: those on the way of most programs.
ALSO_SHIMMED = ("vjp_tensor_index", "vjp_tensor_detach", "vjp_tensor_empty", "vjp_tensor_from_data",
                "vjp_tensor_from_scalar", "vjp_function_begin", "vjp_make_dual")

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


class Function(NamedTuple):
    result: str
    name: str
    args: list  # (type, name)


def header_text(include, name, seen):
    """The text of a header after those it includes, each once."""
    if name in seen:
        return ""
    seen.add(name)
    with open(os.path.join(include, name), encoding="utf-8") as file:
        text = file.read()
    before = "".join(header_text(include, other, seen) for other in re.findall(r'#include "(vjp/\w+\.h)"', text))
    return before + text


def preprocess(text):
    """What a C compiler would see of our headers, with integer constants kept as `#define NAME ...`."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    text = text.replace("\\\n", " ")
    constants = re.findall(r"^#define (VJP_\w+)[ \t]+\(?(?:-?\d+|INT64_MIN)\)?[ \t]*$", text, flags=re.M)
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    text = re.sub(r"\bVJP_API\b", "", text)
    return text, constants


def statements(text):
    """Declarations, split at semicolons outside braces."""
    depth, start = 0, 0
    for i, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if char == ";" and depth == 0:
            yield " ".join(text[start:i].split())
            start = i + 1


def parse_function(statement):
    """A Function, or None for a type and for functions with function pointers among their arguments."""
    match = re.fullmatch(r"((?:const )?\w+\**(?: const\*)?) ?(\w+) ?\((.*)\)", statement)
    if not match or match[1] == "typedef" or "(" in match[3]:
        return None
    args = []
    for arg in match[3].split(","):
        part = re.fullmatch(r"(.*?[\s*])(\w+)", arg.strip())
        if part:
            args.append((part[1].replace(" *", "*").strip(), part[2]))
    return Function(match[1], match[2], args)


def callback_signature(text, name):
    match = re.search(r"(\w+) \(\*%s\)\s*(\([^)]*\))" % name, text)
    return match[1], match[2]


def shim(function):
    """(declaration, definition) of call_<name>, or None where there is no out parameter to return."""
    outs = [arg for arg in function.args if re.fullmatch(r"vjp_\w+\*\*", arg[0])]
    if function.result != "vjp_status" or not outs or function.args[-len(outs):] != outs:
        return None
    params, call = [], []
    for kind, name in function.args[:len(function.args) - len(outs)]:
        if kind == "vjp_scalar":
            params.append(f"int32_t {name}_kind, int64_t {name}_int, double {name}_re, double {name}_im")
            call.append(f"python_scalar({name}_kind, {name}_int, {name}_re, {name}_im)")
        else:
            params.append(f"{kind} {name}")
            call.append(name)
    name = "call_" + function.name.removeprefix("vjp_")
    if len(outs) == 1:
        result = outs[0][0][:-1]
        head = f"{result} {name}({', '.join(params) or 'void'})"
        body = f"{result} result = NULL; {function.name}({', '.join(call + ['&result'])}); return result;"
    else:
        head = f"vjp_status {name}({', '.join(params + [outs[0][0] + ' outs'])})"
        body = f"return {function.name}({', '.join(call + [f'&outs[{i}]' for i in range(len(outs))])});"
    return head + ";", "static " + head + " { " + body + " }"


def status_shim(function):
    """The same for operators without an out parameter, the in-place and out forms: the status stays."""
    params, call = [], []
    for kind, name in function.args:
        if kind == "vjp_scalar":
            params.append(f"int32_t {name}_kind, int64_t {name}_int, double {name}_re, double {name}_im")
            call.append(f"python_scalar({name}_kind, {name}_int, {name}_re, {name}_im)")
        else:
            params.append(f"{kind} {name}")
            call.append(name)
    head = f"vjp_status call_{function.name.removeprefix('vjp_')}({', '.join(params)})"
    return head + ";", f"static {head} {{ return {function.name}({', '.join(call)}); }}"


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


def declarations(include):
    """(cdef, C source) for the headers under `include`."""
    text, constants = preprocess(header_text(include, "vjp/vjp.h", set()))
    with open(os.path.join(include, "vjp/ops.h"), encoding="utf-8") as file:
        operators = {f.name for f in map(parse_function, statements(preprocess(file.read())[0])) if f}

    cdef, shims, seen = [], [], set()
    for statement in statements(text):
        if statement in seen:  # cffi dislikes a typedef given twice
            continue
        seen.add(statement)
        function = parse_function(statement)
        wanted = function and (function.name in operators or function.name in ALSO_SHIMMED)
        made = wanted and (shim(function) or status_shim(function))
        if made:
            cdef.append(made[0])
            shims.append(made[1])
        # An operator is called through its shim, and declared twice it would double the module.
        if not made or function.name not in operators:
            cdef.append(statement + ";")

    cdef += [f"#define {name} ..." for name in constants]
    for name, pointer in CALLBACKS.items():
        result, args = callback_signature(text, pointer)
        cdef.append(f'extern "Python" {result} {name}{args};')
    cdef.append("void* python_capsule_destructor(void);")
    source = '#include <stdlib.h>\n#include "vjp/vjp.h"\n' + SCALAR + "\n".join(shims) + DLPACK
    return "\n".join(cdef), source


def emit(include, output):
    from cffi import FFI

    cdef, source = declarations(include)
    ffi = FFI()
    ffi.cdef(cdef)
    ffi.set_source("vjp._ffi", source, py_limited_api=True)
    ffi.emit_c_code(output)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    emit(sys.argv[1], sys.argv[2])
