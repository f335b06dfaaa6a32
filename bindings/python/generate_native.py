"""Prints native/operators_generated.c: what operators take, as tables for native/operators.c. Called by generate.py."""

KINDS = {"Tensor": "TENSOR", "Tensor?": "OPTIONAL_TENSOR", "Operand": "OPERAND", "Operand?": "OPTIONAL_OPERAND",
         "Tensor[]": "TENSORS", "Tensor?[]": "OPTIONAL_TENSORS", "Scalar": "SCALAR", "Scalar?": "OPTIONAL_SCALAR",
         "int": "INT", "int?": "OPTIONAL_INT", "int[]": "INTS", "int[]?": "OPTIONAL_INTS", "float": "FLOAT",
         "float?": "OPTIONAL_FLOAT", "float[]": "FLOATS", "float[]?": "OPTIONAL_FLOATS", "bool": "BOOL",
         "str": "TEXT", "str?": "OPTIONAL_TEXT", "dtype?": "DTYPE", "Generator?": "GENERATOR", "Device?": "DEVICE"}

# How an argument is handed to C.
CALLS = {"Tensor": "a[{i}].as.tensor", "Tensor?": "a[{i}].as.tensor", "Operand": "a[{i}].as.tensor",
         "Tensor[]": "a[{i}].as.tensors, a[{i}].count", "Tensor?[]": "a[{i}].as.tensors, a[{i}].count",
         "Scalar": "a[{i}].as.scalar", "Scalar?": "a[{i}].given ? &a[{i}].as.scalar : NULL",
         "int": "a[{i}].as.integer", "int?": "a[{i}].given ? &a[{i}].as.integer : NULL",
         "int[]": "a[{i}].as.ints, a[{i}].count", "int[]?": "a[{i}].as.ints, a[{i}].count",
         "float": "a[{i}].as.real", "float?": "a[{i}].given ? &a[{i}].as.real : NULL",
         "float[]": "a[{i}].as.floats, a[{i}].count", "float[]?": "a[{i}].as.floats, a[{i}].count",
         "bool": "a[{i}].as.truth", "str": "a[{i}].as.text", "str?": "a[{i}].as.text", "dtype?": "a[{i}].as.dtype",
         "Generator?": "a[{i}].as.generator", "Device?": "NULL"}

# The slot of an operator of Python's, and that of its in-place form.
BINARY_SLOTS = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "true_divide",
                "floordiv": "floor_divide", "mod": "remainder", "pow": "power", "matmul": "matrix_multiply",
                "and": "and", "or": "or", "xor": "xor"}
UNARY_SLOTS = {"pos": "positive", "neg": "negative", "abs": "absolute", "invert": "invert"}


def number(value):
    if isinstance(value, float):
        return {float("inf"): "INFINITY", float("-inf"): "-INFINITY"}.get(value) or repr(value)
    return str(int(value))


class NativeWriter:
    """`writer`: the one of generate.py, whose module has been printed."""

    def __init__(self, writer, required):
        self.writer, self.required = writer, required
        self.parts = ["/* Printed by generate.py from the library's registry; not to be edited. */\n"
                      "#include <math.h>\n\n#include \"operators.h\"\n"]

    # -- operators --

    def default(self, op, i, arg):
        """The initialiser of a default's slot."""
        value, kind = arg.default, arg.type.removesuffix("?")
        if value is None or value is self.required:
            return "{.given = 0}"
        if kind == "Scalar":
            member = "real" if isinstance(value, float) else "integer"
            code = "BOOL" if isinstance(value, bool) else "FLOAT" if isinstance(value, float) else "INT"
            return (f"{{.as.scalar = {{.kind = VJP_KIND_{code}, .as.{member} = {number(value)}}}, .given = 1}}")
        if kind == "int[]":
            name = f"default_{op.symbol}_{i}"
            value = value if isinstance(value, (list, tuple)) else [value]
            items = ", ".join(map(number, value)) or "0"
            self.parts.append(f"static const int64_t {name}[] = {{{items}}};")
            return f"{{.as.ints = {name}, .count = {len(value)}, .given = 1}}"
        if kind == "str":
            return f'{{.as.text = "{value}", .given = 1}}'
        member = {"int": "integer", "float": "real", "bool": "truth"}[kind]
        return f"{{.as.{member} = {number(value)}, .given = 1}}"

    def stub(self, op, name, function, numbers=(), outs=True):
        """A function of the table's type that calls C. `numbers`: the operands that are numbers."""
        args = []
        for i, arg in enumerate(op.args):
            args.append(f"a[{i}].as.scalar" if i in numbers else CALLS[arg.type].format(i=i))
        if outs and op.schema.list_output:
            args.append("(vjp_tensor_list**)out")
        elif outs:
            args += [f"&out[{i}]" for i in range(len(op.results))] or ["out"]
        self.parts.append(f"static vjp_status {name}(const slot* a, vjp_tensor** out) "
                          f"{{ return {function}({', '.join(args)}); }}")
        return name

    def form(self, op):
        s, has = op.symbol, self.writer.has
        rows = [f'    {{"{arg.name}", KIND_{KINDS[arg.type]}, {int(arg.default is not self.required)}, '
                f"{int(arg.keyword_only)}, {self.default(op, i, arg)}}}" for i, arg in enumerate(op.args)]
        self.parts.append(f"static parameter parameters_{s}[] = {{\n" + ",\n".join(rows or ["    {NULL}"]) + "};")
        members = [f'"{op.full_name}"', f"parameters_{s}", str(len(op.args)),
                   str(sum(not arg.keyword_only for arg in op.args)),
                   "0" if op.schema.list_output else str(len(op.results) or 1)]
        last = op.operands[-1] if op.operands else -1
        numbers = [name for name in (s + "_scalar", s + "_scalar_") if has(name)]
        members.append(f".number = {last if numbers else -1}")
        if not any(arg.type == "Operand?" for arg in op.args):
            members.append(".call = " + self.stub(op, f"call_{s}", f"vjp_{s}"))
            if has(s + "_scalar"):
                members.append(".with_number = " + self.stub(op, f"call_{s}_scalar", f"vjp_{s}_scalar", (last,)))
            if has("scalar_" + s) and len(op.operands) == 2:
                first = (op.operands[0],)
                members.append(".number_first = " + self.stub(op, f"call_scalar_{s}", f"vjp_scalar_{s}", first))
            if has(s + "_"):
                members.append(".inplace = " + self.stub(op, f"inplace_{s}", f"vjp_{s}_", (), False))
            if has(s + "_scalar_"):
                members.append(".inplace_number = " +
                               self.stub(op, f"inplace_{s}_scalar", f"vjp_{s}_scalar_", (last,), False))
        if op.results:
            members.append(f'.result_type = "{s}_result"')
        self.parts.append(f"static form form_{s} = {{{', '.join(members)}}};\n")

    # -- functions and methods --

    def callables(self, table, rows):
        """rows: (name, signature, fallback, operators, spread, creation, inplace)"""
        entries = []
        for i, (name, signature, fallback, ops, spread, creation, inplace) in enumerate(rows):
            lists, function = f"{table}_forms_{i}", f"{table}_{i}"
            self.parts.append(f"static form* const {lists}[] = {{{', '.join(f'&form_{op.symbol}' for op in ops)}}};")
            first = "NULL" if table == "functions" else "self"
            self.parts.append(f"static PyObject* {function}(PyObject* self, arguments args, Py_ssize_t count, "
                              f"PyObject* names) {{\n  return call_operator(&{table}_table[{i}], {first}, args, count, "
                              "names);\n}")
            text = signature.replace("\\", "\\\\").replace('"', '\\"')
            entries.append(f'    {{"{name}", "{text}", "{fallback}", {lists}, {len(ops)}, {spread}, {int(creation)}, '
                           f"{int(inplace)}, (PyCFunction)(void (*)(void)){function}, NULL}}")
        self.parts.append(f"callable {table}_table[] = {{\n" + ",\n".join(entries) + "};\n"
                          f"const size_t num_{table} = {len(rows)};\n")

    # -- Python's operators --

    def slots(self, binary, comparison, unary):
        entries = []
        for python, op in binary:
            slot, form = BINARY_SLOTS[python], f"form_{op.symbol}"
            last = ", PyObject* modulus" if python == "pow" else ""
            check = "  if (modulus != Py_None) Py_RETURN_NOTIMPLEMENTED;\n" if python == "pow" else ""
            self.parts.append(f"static PyObject* number_{slot}(PyObject* left, PyObject* right{last}) {{\n{check}"
                              f"  return binary_operator(&{form}, left, right);\n}}")
            entries.append(f"{{Py_nb_{slot}, (void*)number_{slot}}}")
            if op.inplace:
                self.parts.append(f"static PyObject* assign_{slot}(PyObject* left, PyObject* right{last}) {{\n{check}"
                                  f"  return inplace_operator(&{form}, left, right);\n}}")
                entries.append(f"{{Py_nb_inplace_{slot}, (void*)assign_{slot}}}")
        for python, op in unary:
            slot = UNARY_SLOTS[python]
            self.parts.append(f"static PyObject* number_{slot}(PyObject* operand) {{ "
                              f"return unary_operator(&form_{op.symbol}, operand); }}")
            entries.append(f"{{Py_nb_{slot}, (void*)number_{slot}}}")
        cases = "".join(f"    case Py_{python.upper()}:\n"
                        f"      return binary_operator(&form_{op.symbol}, left, right);\n" for python, op in comparison)
        self.parts.append("static PyObject* compare(PyObject* left, PyObject* right, int how) {\n  switch (how) {\n" +
                          cases + "  }\n  Py_RETURN_NOTIMPLEMENTED;\n}")
        entries += ["{Py_tp_richcompare, (void*)compare}", "{0, NULL}"]
        self.parts.append("PyType_Slot operator_slots[] = {\n    " + ",\n    ".join(entries) + "};")

    def text(self, ops, functions, methods, slots):
        for op in ops:
            self.form(op)
        self.parts.append("form* const forms_table[] = {\n    " +
                          ",\n    ".join(f"&form_{op.symbol}" for op in ops) + "};\n"
                          f"const size_t num_forms = {len(ops)};\n")
        self.callables("functions", functions)
        self.callables("methods", methods)
        self.slots(*slots)
        return "\n".join(self.parts) + "\n"
