/* The forward of custom functions (vjp/_function.py): what Python told its context is told to the library. */
#include <stdlib.h>
#include <string.h>

#include "native.h"

enum { ROOM = 16 };

/* Tensors of a tuple; NULL for what is none. */
typedef struct {
  vjp_tensor* own[ROOM];
  vjp_tensor** at;
  size_t count;
} handles;

static int gather(handles* h, PyObject* tuple) {
  h->count = (size_t)PyTuple_Size(tuple);
  h->at = h->count <= ROOM ? h->own : (vjp_tensor**)malloc(h->count * sizeof *h->at);
  if (!h->at) return PyErr_NoMemory() != NULL;
  for (size_t i = 0; i < h->count; ++i) {
    PyObject* item = PyTuple_GetItem(tuple, (Py_ssize_t)i);
    h->at[i] = is_tensor(item) ? tensor_of(item) : NULL;
  }
  return 1;
}
static void leave(handles* h) {
  if (h->at != h->own) free(h->at);
}

/* With the exception on its way, past what ends with the call. */
static void abandon(vjp_function_call* call) {
  PyObject *type, *error, *traceback;
  PyErr_Fetch(&type, &error, &traceback);
  vjp_function_abandon(call);
  PyErr_Restore(type, error, traceback);
}

static struct {
  PyObject *needs, *saved, *forward, *dirty, *constant, *materialize, *empty;
  PyObject* tell; /* (context, address of the call): the rarer things that a forward says */
} names;

static PyObject* prepare(PyObject* tell) {
  static const char* const texts[] = {"_needs", "_saved", "_forward", "_dirty", "_constant", "materialize_grads"};
  PyObject** places[] = {&names.needs, &names.saved, &names.forward, &names.dirty, &names.constant, &names.materialize};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
    if (!(*places[i] = PyUnicode_InternFromString(texts[i]))) return NULL;
  names.empty = PyTuple_New(0);
  Py_INCREF(tell);
  names.tell = tell;
  Py_RETURN_NONE;
}
/* prepare_functions(tell) */
PyObject* prepare_functions(PyObject* module, PyObject* tell) { return prepare(tell); }

/* Which arguments require grad, as a tuple; `any`: whether one does. */
static PyObject* needs_of(vjp_function_call* call, size_t count, int* any) {
  PyObject* needs = PyTuple_New((Py_ssize_t)count);
  *any = 0;
  for (size_t i = 0; needs && i < count; ++i) {
    int need = vjp_function_call_needs_input_grad(call, i);
    *any |= need;
    PyObject* item = need ? Py_True : Py_False;
    Py_INCREF(item);
    PyTuple_SetItem(needs, (Py_ssize_t)i, item);
  }
  return needs;
}

static int save(vjp_function_call* call, PyObject* saved) {
  handles h;
  if (!gather(&h, saved)) return 0;
  PyThreadState* thread = PyEval_SaveThread();
  vjp_status status = vjp_function_call_save_for_backward(call, h.at, h.count);
  PyEval_RestoreThread(thread);
  leave(&h);
  if (status) raise_failure();
  return !status;
}

/* 1 where the attribute is the empty tuple, or what is usual for a truth; 0 otherwise; -1 for an exception. */
static int is_usual(PyObject* context, PyObject* name, PyObject* usual) {
  PyObject* value = PyObject_GetAttr(context, name);
  if (!value) return -1;
  int same = value == usual || (PyTuple_CheckExact(value) && PyTuple_Size(value) == 0);
  Py_DECREF(value);
  return same;
}

/* What the forward said to its context. */
static int tell(PyObject* context, vjp_function_call* call, int any_needs) {
  PyObject* saved = PyObject_GetAttr(context, names.saved);
  if (!saved) return 0;
  int fine = !any_needs || PyTuple_Size(saved) == 0 || save(call, saved);
  Py_DECREF(saved);
  if (!fine) return 0;
  int dirty = is_usual(context, names.dirty, NULL), constant = is_usual(context, names.constant, NULL),
      materialize = is_usual(context, names.materialize, Py_True);
  if (dirty < 0 || constant < 0 || materialize < 0) return 0;
  if (dirty && constant && materialize) return 1;
  PyObject* address = PyLong_FromVoidPtr(call);
  PyObject* done = address ? PyObject_CallFunctionObjArgs(names.tell, context, address, NULL) : NULL;
  Py_XDECREF(address);
  Py_XDECREF(done);
  return done != NULL;
}

/* C keeps what backward needs. */
static int forget(PyObject* context) {
  PyObject* all[] = {names.saved, names.forward, names.dirty, names.constant};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    if (PyObject_SetAttr(context, all[i], names.empty) < 0) return 0;
  return 1;
}

/* What the caller gets: a result's own object unless C gave another tensor for it. Takes `out` over. */
static PyObject* given(PyObject* results, vjp_tensor** out, size_t count) {
  PyObject* tuple = PyTuple_New((Py_ssize_t)count);
  for (size_t i = 0; i < count; ++i) {
    PyObject* item = PyTuple_GetItem(results, (Py_ssize_t)i);
    if (!tuple) {
      vjp_tensor_release(out[i]);
      continue;
    }
    if (!out[i] || !is_tensor(item) || out[i] == tensor_of(item)) {
      vjp_tensor_release(out[i]);
      Py_INCREF(item);
    } else {
      item = wrap_tensor(out[i]);
    }
    if (item) {
      PyTuple_SetItem(tuple, (Py_ssize_t)i, item);
    } else {
      Py_CLEAR(tuple);
    }
  }
  return tuple;
}

/* The end of a call whose forward has run. */
static PyObject* end(PyObject* context, vjp_function_call* call, PyObject* results) {
  handles h;
  if (!gather(&h, results)) {
    abandon(call);
    return NULL;
  }
  vjp_tensor* own[ROOM];
  vjp_tensor** out = h.count <= ROOM ? own : (vjp_tensor**)malloc(h.count * sizeof *out);
  PyObject* tuple = NULL;
  if (!out) {
    abandon(call);
    PyErr_NoMemory();
  } else {
    memset(out, 0, h.count * sizeof *out);
    PyThreadState* thread = PyEval_SaveThread();
    vjp_status status = vjp_function_end(call, h.at, h.count, out);
    PyEval_RestoreThread(thread);
    if (status) {
      raise_failure();
    } else {
      tuple = given(results, out, h.count);
      if (tuple && !forget(context)) Py_CLEAR(tuple);
    }
    if (out != own) free(out);
  }
  leave(&h);
  return tuple;
}

static PyObject* run_forward(PyObject* forward, PyObject* context, PyObject* args) {
  Py_ssize_t count = PyTuple_Size(args);
  PyObject* all = PyTuple_New(count + 1);
  if (!all) return NULL;
  Py_INCREF(context);
  PyTuple_SetItem(all, 0, context);
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* item = PyTuple_GetItem(args, i);
    Py_INCREF(item);
    PyTuple_SetItem(all, i + 1, item);
  }
  PyObject* output = PyObject_CallObject(forward, all);
  Py_DECREF(all);
  return output;
}

/* What the forward gave for the caller, once the library has taken it in. */
static PyObject* run(PyObject* forward, PyObject* context, PyObject* args, vjp_function_call* call) {
  int any = 0;
  PyObject* needs = needs_of(call, (size_t)PyTuple_Size(args), &any);
  PyObject* output = NULL;
  if (needs && PyObject_SetAttr(context, names.needs, needs) == 0) output = run_forward(forward, context, args);
  Py_XDECREF(needs);
  PyObject* results = NULL;
  int several = output && PyTuple_Check(output);
  if (output) results = several ? (Py_INCREF(output), output) : PyTuple_Pack(1, output);
  if (!results || !tell(context, call, any)) {
    abandon(call);
    Py_CLEAR(results);
  }
  PyObject* tuple = results ? end(context, call, results) : NULL;
  Py_XDECREF(results);
  Py_XDECREF(output);
  if (!tuple || several) return tuple;
  PyObject* only = PyTuple_GetItem(tuple, 0);
  Py_INCREF(only);
  Py_DECREF(tuple);
  return only;
}

/* apply_function(address of a vjp_function, application, context, forward, arguments) calls forward(context,
 * *arguments) as the library's custom function, with the application as its context. */
PyObject* apply_function(PyObject* module, PyObject* const* args, Py_ssize_t num_args) {
  if (num_args != 5 || !PyTuple_CheckExact(args[4])) {
    PyErr_SetString(PyExc_TypeError, "apply_function: five arguments, the last a tuple");
    return NULL;
  }
  vjp_function* plan = (vjp_function*)PyLong_AsVoidPtr(args[0]);
  if (!plan) return NULL;
  vjp_function function = *plan;
  handles h;
  if (!gather(&h, args[4])) return NULL;
  function.context = hold_object(args[1]);
  vjp_function_call* call = NULL;
  PyThreadState* thread = PyEval_SaveThread();
  vjp_status status = vjp_function_begin(&function, h.at, h.count, &call);
  PyEval_RestoreThread(thread);
  leave(&h);
  if (status) {
    give_up(args[1]);
    return raise_failure();
  }
  return run(args[3], args[2], args[4], call);
}
