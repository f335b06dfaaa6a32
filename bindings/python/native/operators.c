/* Reads the arguments of operators and calls them; see operators.h. */
#include "operators.h"

#include <string.h>

enum { FITS, UNFIT, UNSURE }; /* UNSURE: Python has to say */
enum { ROOM_INTS = 32, ROOM_FLOATS = 8, ROOM_TENSORS = 64 };

/* What slots of lists point to. */
typedef struct {
  int64_t ints[ROOM_INTS];
  double floats[ROOM_FLOATS];
  vjp_tensor* tensors[ROOM_TENSORS];
  PyObject* kept[ROOM_TENSORS]; /* a list may change while the interpreter is let go */
  int num_ints, num_floats, num_tensors;
  int with_number; /* the operand that may be a number is one */
} room;

static PyTypeObject* dtype_type;
static PyObject *code_name, *python_binary, *python_inplace, *out_name, *device_name, *requires_grad_name;

static void leave(room* r) {
  while (r->num_tensors > 0) Py_XDECREF(r->kept[--r->num_tensors]);
}

/* ---- one argument ---- */

/* Whether an object is of a class that nothing else can be mistaken for. */
static int is_plain(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  return object == Py_None || type == &PyFloat_Type || type == &PyLong_Type || type == &PyBool_Type ||
         type == &PyUnicode_Type || type == &PyTuple_Type || type == &PyList_Type || type == dtype_type ||
         is_tensor(object);
}
static int refused(PyObject* object) { return is_plain(object) ? UNFIT : UNSURE; }

static int read_int(PyObject* object, int64_t* out) {
  if (Py_TYPE(object) != &PyLong_Type) return refused(object);
  int overflow = 0;
  *out = PyLong_AsLongLongAndOverflow(object, &overflow);
  return overflow ? UNSURE : FITS;
}
static int read_float(PyObject* object, double* out) {
  if (Py_TYPE(object) == &PyFloat_Type) {
    *out = PyFloat_AsDouble(object);
    return FITS;
  }
  if (Py_TYPE(object) != &PyLong_Type) return object == Py_True || object == Py_False ? UNSURE : refused(object);
  *out = PyLong_AsDouble(object);
  if (*out != -1 || !PyErr_Occurred()) return FITS;
  PyErr_Clear();
  return UNSURE;
}
static int read_scalar(PyObject* object, vjp_scalar* out) {
  out->reserved = 0;
  if (Py_TYPE(object) == &PyFloat_Type) {
    out->kind = VJP_KIND_FLOAT;
    out->as.real = PyFloat_AsDouble(object);
    return FITS;
  }
  if (object == Py_True || object == Py_False) return UNSURE;
  out->kind = VJP_KIND_INT;
  return read_int(object, &out->as.integer);
}
static int read_dtype(PyObject* object, slot* out) {
  if (Py_TYPE(object) != dtype_type) return Py_TYPE(object) == &PyUnicode_Type ? UNSURE : refused(object);
  PyObject* code = PyObject_GetAttr(object, code_name);
  out->as.dtype = code ? (vjp_dtype)PyLong_AsLong(code) : 0;
  Py_XDECREF(code);
  PyErr_Clear();
  return FITS;
}

static int is_list(PyObject* object) { return Py_TYPE(object) == &PyTuple_Type || Py_TYPE(object) == &PyList_Type; }
static Py_ssize_t length(PyObject* list) {
  return Py_TYPE(list) == &PyTuple_Type ? PyTuple_Size(list) : PyList_Size(list);
}
static PyObject* item_of(PyObject* list, Py_ssize_t i) {
  return Py_TYPE(list) == &PyTuple_Type ? PyTuple_GetItem(list, i) : PyList_GetItem(list, i);
}

static int read_ints(arguments items, PyObject* list, Py_ssize_t count, slot* out, room* r) {
  if (count > ROOM_INTS - r->num_ints) return UNSURE;
  int64_t* to = r->ints + r->num_ints;
  for (Py_ssize_t i = 0; i < count; ++i) {
    int fit = read_int(items ? items[i] : item_of(list, i), &to[i]);
    if (fit != FITS) return fit;
  }
  r->num_ints += (int)count;
  out->as.ints = to;
  out->count = (uint32_t)count;
  return FITS;
}
static int read_floats(PyObject* object, slot* out, room* r) {
  int list = is_list(object);
  Py_ssize_t count = list ? length(object) : 1;
  if (count > ROOM_FLOATS - r->num_floats) return UNSURE;
  double* to = r->floats + r->num_floats;
  for (Py_ssize_t i = 0; i < count; ++i) {
    int fit = read_float(list ? item_of(object, i) : object, &to[i]);
    if (fit != FITS) return fit;
  }
  r->num_floats += (int)count;
  out->as.floats = to;
  out->count = (uint32_t)count;
  return FITS;
}
static int read_tensors(PyObject* object, int none, slot* out, room* r) {
  if (!is_list(object)) return refused(object);
  Py_ssize_t count = length(object);
  if (count > ROOM_TENSORS - r->num_tensors) return UNSURE;
  vjp_tensor** to = r->tensors + r->num_tensors;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* item = item_of(object, i);
    int absent = none && item == Py_None;
    if (!absent && !is_tensor(item)) return UNFIT;
    Py_INCREF(item);
    r->kept[r->num_tensors] = item;
    r->tensors[r->num_tensors++] = absent ? NULL : tensor_of(item);
  }
  out->as.tensors = to;
  out->count = (uint32_t)count;
  return FITS;
}

static int read_text(PyObject* object, slot* out) {
  if (Py_TYPE(object) != &PyUnicode_Type) return refused(object);
  out->as.text = PyUnicode_AsUTF8AndSize(object, NULL);
  if (out->as.text) return FITS;
  PyErr_Clear();
  return UNSURE;
}

/* What an absent one is where None stands for it. */
static int absent(slot* out) {
  memset(out, 0, sizeof *out);
  return FITS;
}

static int read_operand(PyObject* object, int number, slot* out, room* r) {
  if (is_tensor(object)) {
    out->given = VJP_KIND_TENSOR;
    out->as.tensor = tensor_of(object);
    return FITS;
  }
  int fit = read_scalar(object, &out->as.scalar);
  if (fit != FITS) return fit;
  if (!number) return UNSURE;
  out->given = (uint32_t)out->as.scalar.kind;
  r->with_number = 1;
  return FITS;
}

/* `number`: whether the argument may be a number instead of a tensor. */
static int read_argument(int kind, PyObject* object, int number, slot* out, room* r) {
  out->given = 1;
  switch (kind) {
    case KIND_OPTIONAL_TENSOR:
      if (object == Py_None) return absent(out);
      /* fall through */
    case KIND_TENSOR:
      if (!is_tensor(object)) return UNFIT;
      out->given = VJP_KIND_TENSOR;
      out->as.tensor = tensor_of(object);
      return FITS;
    case KIND_OPTIONAL_OPERAND:
      if (object == Py_None) return absent(out);
      return read_operand(object, 1, out, r);
    case KIND_OPERAND:
      return read_operand(object, number, out, r);
    case KIND_TENSORS:
    case KIND_OPTIONAL_TENSORS:
      return read_tensors(object, kind == KIND_OPTIONAL_TENSORS, out, r);
    case KIND_OPTIONAL_SCALAR:
      if (object == Py_None) return absent(out);
      /* fall through */
    case KIND_SCALAR:
      return read_scalar(object, &out->as.scalar);
    case KIND_OPTIONAL_INT:
      if (object == Py_None) return absent(out);
      /* fall through */
    case KIND_INT:
      return read_int(object, &out->as.integer);
    case KIND_OPTIONAL_INTS:
      if (object == Py_None) return absent(out);
      /* fall through */
    case KIND_INTS:
      return is_list(object) ? read_ints(NULL, object, length(object), out, r) : read_ints(&object, NULL, 1, out, r);
    case KIND_OPTIONAL_FLOAT:
      if (object == Py_None) return absent(out);
      /* fall through */
    case KIND_FLOAT:
      return read_float(object, &out->as.real);
    case KIND_OPTIONAL_FLOATS:
      if (object == Py_None) return absent(out);
      /* fall through */
    case KIND_FLOATS:
      return read_floats(object, out, r);
    case KIND_BOOL:
      if (object != Py_True && object != Py_False) return refused(object);
      out->as.truth = object == Py_True;
      return FITS;
    case KIND_OPTIONAL_TEXT:
      if (object == Py_None) return absent(out);
      /* fall through */
    case KIND_TEXT:
      return read_text(object, out);
    case KIND_DTYPE:
      return object == Py_None ? absent(out) : read_dtype(object, out);
    case KIND_DEVICE: /* a text is one, or a dtype */
      if (object == Py_None) return absent(out);
      return Py_TYPE(object) == &PyUnicode_Type ? UNSURE : refused(object);
    default: /* KIND_GENERATOR */
      return object == Py_None ? absent(out) : refused(object);
  }
}

/* ---- all arguments ---- */

typedef struct {
  PyObject* input; /* of a method; it comes before the others */
  arguments args;
  Py_ssize_t count, num_names;
  PyObject* names;
} given;

static PyObject* positional(const given* g, Py_ssize_t i) {
  if (!g->input) return g->args[i];
  return i == 0 ? g->input : g->args[i - 1];
}
static Py_ssize_t num_positional(const given* g) { return g->count + (g->input != NULL); }

static PyObject* keyword(const given* g, const parameter* p) {
  for (Py_ssize_t i = 0; i < g->num_names; ++i) {
    PyObject* name = PyTuple_GetItem(g->names, i);
    if (is_called(name, p->name) || is_spelling(name, p->name)) return g->args[g->count + i];
  }
  return NULL;
}

/* The binding's own keywords: how many of them are there as if they were absent. -1: Python takes them. */
static Py_ssize_t own_keywords(const callable* self, const given* g, int* requires_grad) {
  Py_ssize_t seen = 0;
  for (Py_ssize_t i = 0; i < g->num_names; ++i) {
    PyObject *name = PyTuple_GetItem(g->names, i), *value = g->args[g->count + i];
    if (PyUnicode_Compare(name, requires_grad_name) == 0) {
      if (!self->creation || (value != Py_True && value != Py_False)) return -1;
      *requires_grad = value == Py_True;
    } else if (self->creation && says_nothing(name, value)) {
      /* as if it were not there */
    } else if (PyUnicode_Compare(name, out_name) == 0 ||
               (self->creation && PyUnicode_Compare(name, device_name) == 0)) {
      return -1;
    } else {
      continue;
    }
    ++seen;
  }
  return seen;
}

/* The integers of x.view(2, 3). */
static int read_spread(const given* g, Py_ssize_t from, slot* out, room* r) {
  out->given = 1;
  Py_ssize_t count = num_positional(g) - from;
  return read_ints(g->args + (from - (g->input != NULL)), NULL, count, out, r);
}

static int bind(const callable* self, const form* f, const given* g, Py_ssize_t own, slot* slots, room* r) {
  Py_ssize_t count = num_positional(g), used = 0;
  int spread = self->spread >= 0 && count > self->spread &&
               Py_TYPE(positional(g, self->spread)) == &PyLong_Type; /* one integer is spread as well */
  if (!spread && count > f->num_positional) return UNFIT;
  for (int i = 0; i < f->num_parameters; ++i) {
    const parameter* p = &f->parameters[i];
    if (spread && i == self->spread) {
      int fit = read_spread(g, i, &slots[i], r);
      if (fit != FITS) return fit;
      continue;
    }
    PyObject* object = NULL;
    if (i < count && !p->keyword_only && !(spread && i > self->spread)) {
      object = positional(g, i);
    } else if (used + own < g->num_names) {
      object = keyword(g, p);
      used += object != NULL;
    }
    if (object) {
      int fit = read_argument(p->kind, object, i == f->number, &slots[i], r);
      if (fit != FITS) return fit;
    } else if (p->optional) {
      slots[i] = p->value;
    } else {
      return UNFIT;
    }
  }
  return used + own == g->num_names ? FITS : UNFIT;
}

/* ---- calling ---- */

static vjp_status call_by_registry(const form* f, const slot* slots, vjp_tensor** out) {
  vjp_value values[MAX_ARGUMENTS];
  for (int i = 0; i < f->num_parameters; ++i) {
    const slot* s = &slots[i];
    memset(&values[i], 0, sizeof values[i]);
    values[i].kind = (int32_t)s->given;
    if (s->given == VJP_KIND_TENSOR) {
      values[i].as.tensor = s->as.tensor;
    } else if (s->given) {
      memcpy(&values[i].as, &s->as.scalar.as, sizeof s->as.scalar.as);
    }
  }
  vjp_tensor_list* list = NULL;
  vjp_status status =
      vjp_op_call(vjp_op_find(f->name), VJP_VARIANT_FUNCTIONAL, values, (size_t)f->num_parameters, &list);
  if (!status) out[0] = vjp_tensor_retain(vjp_tensor_list_get(list, 0));
  vjp_tensor_list_release(list);
  return status;
}

/* The library's call, during which other threads have the interpreter. */
static vjp_status run(const form* f, form_call call, const slot* slots, vjp_tensor** out) {
  PyThreadState* thread = PyEval_SaveThread();
  vjp_status status = call ? call(slots, out) : call_by_registry(f, slots, out);
  PyEval_RestoreThread(thread);
  return status;
}

static PyObject* several(const form* f, vjp_tensor** out) {
  PyObject* tuple = PyTuple_New(f->num_results);
  for (int i = 0; i < f->num_results; ++i) {
    PyObject* item = tuple ? wrap_tensor(out[i]) : NULL;
    if (tuple && item) {
      PyTuple_SetItem(tuple, i, item);
    } else {
      if (!tuple) vjp_tensor_release(out[i]);
      Py_CLEAR(tuple);
    }
  }
  PyObject* result = tuple ? PyObject_CallObject(f->result, tuple) : NULL;
  Py_XDECREF(tuple);
  return result;
}

static PyObject* list_of(vjp_tensor_list* list) {
  size_t count = vjp_tensor_list_size(list);
  PyObject* tuple = PyTuple_New((Py_ssize_t)count);
  for (size_t i = 0; tuple && i < count; ++i) {
    PyObject* item = wrap_borrowed(vjp_tensor_list_get(list, i));
    if (item) {
      PyTuple_SetItem(tuple, (Py_ssize_t)i, item);
    } else {
      Py_CLEAR(tuple);
    }
  }
  vjp_tensor_list_release(list);
  return tuple;
}

static PyObject* wrap_results(const form* f, vjp_tensor** out) {
  if (f->num_results == 1) return wrap_tensor(out[0]);
  return f->num_results ? several(f, out) : list_of((vjp_tensor_list*)out[0]);
}

static PyObject* call_form(const callable* self, const form* f, const slot* slots, const room* r, const given* g,
                           int requires_grad) {
  vjp_tensor* out[4] = {NULL, NULL, NULL, NULL};
  if (self->inplace) {
    if (run(f, r->with_number ? f->inplace_number : f->inplace, slots, NULL)) return raise_failure();
    PyObject* result = positional(g, 0);
    Py_INCREF(result);
    return result;
  }
  if (run(f, r->with_number && f->call ? f->with_number : f->call, slots, out)) return raise_failure();
  if (requires_grad && vjp_tensor_set_requires_grad(out[0], true)) {
    vjp_tensor_release(out[0]);
    return raise_failure();
  }
  return wrap_results(f, out);
}

/* The Python function of the same name, with the same arguments. */
static PyObject* call_python(const callable* self, const given* g) {
  Py_ssize_t count = num_positional(g);
  PyObject* args = PyTuple_New(count);
  PyObject* keywords = args && g->num_names ? PyDict_New() : NULL;
  for (Py_ssize_t i = 0; args && i < count; ++i) {
    PyObject* item = positional(g, i);
    Py_INCREF(item);
    PyTuple_SetItem(args, i, item);
  }
  int failed = !args || (g->num_names && !keywords);
  for (Py_ssize_t i = 0; !failed && i < g->num_names; ++i) {
    PyObject *name = PyTuple_GetItem(g->names, i), *value = g->args[g->count + i];
    if (self->creation && says_nothing(name, value)) continue;
    name = own_name(self, name);
    int twice = name && PyDict_Contains(keywords, name) > 0;
    if (twice) PyErr_Format(PyExc_TypeError, "%s: '%U' is given twice", self->name, name);
    failed = !name || twice || PyDict_SetItem(keywords, name, value) < 0;
    Py_XDECREF(name);
  }
  PyObject* result = failed ? NULL : PyObject_Call(self->python, args, keywords);
  Py_XDECREF(args);
  Py_XDECREF(keywords);
  return result;
}

/* creation_in_python(yes): another default dtype than the library's is Python's to see to. */
static int default_is_pythons;
PyObject* creation_in_python(PyObject* module, PyObject* yes) {
  (void)module;
  default_is_pythons = yes == Py_True;
  Py_RETURN_NONE;
}

PyObject* call_operator(callable* self, PyObject* input, arguments args, Py_ssize_t count, PyObject* names) {
  given g = {input, args, count, names ? PyTuple_Size(names) : 0, names};
  if (self->creation == 2 && default_is_pythons) return call_python(self, &g);
  int requires_grad = 0;
  Py_ssize_t own = g.num_names ? own_keywords(self, &g, &requires_grad) : 0;
  for (int i = 0; own >= 0 && i < self->num_forms; ++i) {
    slot slots[MAX_ARGUMENTS];
    room r;
    r.num_ints = r.num_floats = r.num_tensors = r.with_number = 0;
    const form* f = self->forms[i];
    int fit = bind(self, f, &g, own, slots, &r);
    if (fit == FITS && r.with_number && f->call && !(self->inplace ? f->inplace_number : f->with_number)) fit = UNSURE;
    PyObject* result = fit == FITS ? call_form(self, f, slots, &r, &g, requires_grad) : NULL;
    leave(&r);
    if (fit == FITS) return result;
    if (fit == UNSURE) break;
  }
  return call_python(self, &g);
}

/* ---- Python's operators ---- */

static void fill_rest(const form* f, slot* slots, int from) {
  for (int i = from; i < f->num_parameters; ++i) slots[i] = f->parameters[i].value;
}

static PyObject* finish(const form* f, form_call call, slot* slots, int from) {
  vjp_tensor* out = NULL;
  fill_rest(f, slots, from);
  return run(f, call, slots, &out) ? raise_failure() : wrap_tensor(out);
}

static PyObject* by_name(PyObject* function, const form* f, PyObject* left, PyObject* right) {
  return PyObject_CallFunction(function, "sOO", f->name, left, right);
}

PyObject* binary_operator(form* f, PyObject* left, PyObject* right) {
  slot slots[MAX_ARGUMENTS];
  if (is_tensor(left)) {
    slots[0].as.tensor = tensor_of(left);
    if (is_tensor(right)) {
      slots[1].as.tensor = tensor_of(right);
      return finish(f, f->call, slots, 2);
    }
    if (f->with_number && read_scalar(right, &slots[1].as.scalar) == FITS) return finish(f, f->with_number, slots, 2);
  } else if (is_tensor(right) && f->number_first && read_scalar(left, &slots[0].as.scalar) == FITS) {
    slots[1].as.tensor = tensor_of(right);
    return finish(f, f->number_first, slots, 2);
  }
  return by_name(python_binary, f, left, right);
}

PyObject* inplace_operator(form* f, PyObject* left, PyObject* right) {
  slot slots[MAX_ARGUMENTS];
  form_call call = NULL;
  slots[0].as.tensor = tensor_of(left);
  if (is_tensor(right)) {
    slots[1].as.tensor = tensor_of(right);
    call = f->inplace;
  } else if (f->inplace_number && read_scalar(right, &slots[1].as.scalar) == FITS) {
    call = f->inplace_number;
  }
  if (!call) return by_name(python_inplace, f, left, right);
  fill_rest(f, slots, 2);
  if (run(f, call, slots, NULL)) return raise_failure();
  Py_INCREF(left);
  return left;
}

PyObject* unary_operator(form* f, PyObject* operand) {
  slot slots[MAX_ARGUMENTS];
  slots[0].as.tensor = tensor_of(operand);
  return finish(f, f->call, slots, 1);
}

/* ---- set-up ---- */

void prepare_operators(PyObject* dtype, PyObject* binary, PyObject* inplace) {
  dtype_type = (PyTypeObject*)dtype;
  python_binary = binary;
  python_inplace = inplace;
  code_name = PyUnicode_InternFromString("code");
  out_name = PyUnicode_InternFromString("out");
  device_name = PyUnicode_InternFromString("device");
  requires_grad_name = PyUnicode_InternFromString("requires_grad");
}
