/* Callbacks of the library that call Python objects: each takes the interpreter lock, calls, and gives an exception to
 * the library as its error, which whoever called the library raises again.
 *
 * Note: contextvars. The nodes of a device run on a thread of the library, and so do Python's hooks and custom
 * functions there. They run in a copy of the context that the caller of the grad call had, so they see its context
 * variables; what they set is theirs. The context travels from thread to thread without the interpreter being asked.
 */
#include <stdlib.h>
#include <string.h>

#include "native.h"

/* ---- contexts: objects that the library keeps ---- */

/* What a running collection has been told of must stay until it ends. */
static PyObject** postponed;
static Py_ssize_t num_postponed, room_postponed;

void give_up(PyObject* object) {
  --held;
  if (!collecting) {
    Py_DECREF(object);
    return;
  }
  if (num_postponed == room_postponed) {
    Py_ssize_t room = 2 * room_postponed + 64;
    PyObject** more = (PyObject**)realloc(postponed, (size_t)room * sizeof *more);
    if (!more) return; /* it stays for ever */
    postponed = more;
    room_postponed = room;
  }
  postponed[num_postponed++] = object;
}
void give_up_postponed(void) {
  while (num_postponed > 0) {
    PyObject* object = postponed[--num_postponed];
    Py_DECREF(object); /* may run any code */
  }
}

void drop_object(void* object) {
  if (ending || !object) return;
  PyGILState_STATE state = PyGILState_Ensure();
  give_up((PyObject*)object);
  PyGILState_Release(state);
}
void drop_packed(void* context, void* object) { drop_object(object); }

void* hold_object(PyObject* object) {
  ++held;
  Py_INCREF(object);
  return object;
}
PyObject* hold(PyObject* module, PyObject* object) { return PyLong_FromVoidPtr(hold_object(object)); }
PyObject* object_at(PyObject* module, PyObject* address) {
  PyObject* object = (PyObject*)PyLong_AsVoidPtr(address);
  if (!object) return PyErr_Occurred() ? NULL : (Py_INCREF(Py_None), Py_None);
  Py_INCREF(object);
  return object;
}

/* ---- the context of the caller ---- */

typedef struct {
  void *handle, *owner; /* owner: what only the offering thread has */
} offer;
typedef struct {
  offer offer_, outer_foreign;
  void* outer_offered;
} travel;
static __thread offer foreign;
static __thread void* offered; /* borrowed: a tuple (context, frame) */

static void* save_context(void* ignored) {
  travel* t = (travel*)malloc(sizeof *t);
  if (!t) return NULL;
  t->offer_ = foreign;
  if (offered) t->offer_.handle = offered, t->offer_.owner = (void*)&offered;
  return t;
}
static void enter_context(void* ignored, void* state) {
  travel* t = (travel*)state;
  if (!t) return;
  t->outer_foreign = foreign;
  t->outer_offered = offered;
  foreign = t->offer_;
  offered = NULL;
}
static void leave_context(void* ignored, void* state) {
  travel* t = (travel*)state;
  if (!t) return;
  foreign = t->outer_foreign;
  offered = t->outer_offered;
  free(t);
}

/* Offers an object, or None; gives the address of the former, 0 for none. An address is taken back as such. */
PyObject* offer_context(PyObject* module, PyObject* object) {
  void* former = offered;
  if (PyLong_Check(object)) {
    offered = PyLong_AsVoidPtr(object);
  } else {
    offered = object == Py_None ? NULL : object;
  }
  return PyLong_FromVoidPtr(former);
}
static PyObject* foreign_object(void) { return foreign.owner == (void*)&offered ? NULL : (PyObject*)foreign.handle; }
PyObject* foreign_context(PyObject* module, PyObject* unused) {
  PyObject* object = foreign_object();
  if (!object) object = Py_None;
  Py_INCREF(object);
  return object;
}

/* Called while a thread waits for a grad call, and between the nodes of one: whatever a signal raises comes here. */
static vjp_status poll_signals(void* ignored) {
  if (ending) return VJP_OK;
  PyGILState_STATE state = PyGILState_Ensure();
  vjp_status status = PyErr_CheckSignals() < 0 ? carry() : VJP_OK;
  PyGILState_Release(state);
  return status;
}

PyObject* start_callbacks(PyObject* module, PyObject* unused) {
  vjp_thread_callbacks callbacks = VJP_THREAD_CALLBACKS_INIT;
  callbacks.save = save_context;
  callbacks.enter = enter_context;
  callbacks.leave = leave_context;
  callbacks.poll = poll_signals;
  int64_t id = -1;
  if (vjp_thread_callbacks_add(&callbacks, &id)) return raise_failure();
  return PyLong_FromLongLong(id);
}

/* function(*arguments), on a thread of the library in a copy of the caller's context. NULL for an exception. */
static PyObject* call_tuple(PyObject* function, PyObject* arguments) {
  PyObject* caller = foreign_object();
  if (!caller) return PyObject_CallObject(function, arguments);
  PyObject* context = PyObject_CallMethod(PyTuple_GetItem(caller, 0), "copy", NULL);
  if (!context) return NULL;
  PyObject* run = PyObject_GetAttrString(context, "run");
  Py_ssize_t count = PyTuple_Size(arguments);
  PyObject* all = run ? PyTuple_New(count + 1) : NULL;
  PyObject* result = NULL;
  if (all) {
    Py_INCREF(function);
    PyTuple_SetItem(all, 0, function);
    for (Py_ssize_t i = 0; i < count; ++i) {
      PyObject* item = PyTuple_GetItem(arguments, i);
      Py_INCREF(item);
      PyTuple_SetItem(all, i + 1, item);
    }
    result = PyObject_CallObject(run, all);
  }
  Py_XDECREF(all);
  Py_XDECREF(run);
  Py_DECREF(context);
  return result;
}

static PyObject* call_one(PyObject* function, PyObject* argument) { /* takes the argument over */
  if (!argument) return NULL;
  PyObject* result;
  if (!foreign_object()) {
    result = PyObject_CallFunctionObjArgs(function, argument, NULL);
    Py_DECREF(argument);
    return result;
  }
  PyObject* arguments = PyTuple_New(1);
  if (!arguments) {
    Py_DECREF(argument);
    return NULL;
  }
  PyTuple_SetItem(arguments, 0, argument);
  result = call_tuple(function, arguments);
  Py_DECREF(arguments);
  return result;
}

static PyObject* tuple_of(vjp_tensor* const* tensors, size_t count, size_t first) {
  PyObject* tuple = PyTuple_New((Py_ssize_t)(count + first));
  for (size_t i = 0; tuple && i < count; ++i) {
    PyObject* item = wrap_borrowed(tensors[i]);
    if (!item) {
      Py_CLEAR(tuple);
      break;
    }
    PyTuple_SetItem(tuple, (Py_ssize_t)(i + first), item);
  }
  return tuple;
}

/* The rare results of a hook: made a tuple, or refused with the hook's name. */
static PyObject* explain(const char* kind, PyObject* hook, PyObject* result, size_t count) {
  return PyObject_CallFunction(side.hook_result, "sOOn", kind, hook, result, (Py_ssize_t)count);
}

/* ---- hooks ---- */

#define ENTER                                   \
  if (ending) return VJP_OK;                    \
  PyGILState_STATE state = PyGILState_Ensure(); \
  vjp_status status = VJP_OK
#define LEAVE                \
  PyGILState_Release(state); \
  return status

static vjp_status tensor_hook(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  ENTER;
  PyObject* hook = (PyObject*)context;
  PyObject* result = call_one(hook, wrap_borrowed(grad));
  if (result && result != Py_None && !is_tensor(result)) {
    PyObject* refused = explain("tensor", hook, result, 1);
    Py_DECREF(result);
    result = refused;
  }
  if (!result) {
    status = carry();
  } else if (result != Py_None) {
    *replacement = vjp_tensor_retain(tensor_of(result));
  }
  Py_XDECREF(result);
  LEAVE;
}

static vjp_status leaf_hook(void* context, vjp_tensor* leaf) {
  ENTER;
  PyObject* hook = (PyObject*)context;
  PyObject* result = call_one(hook, wrap_borrowed(leaf));
  if (result && result != Py_None) {
    PyObject* refused = explain("leaf", hook, result, 1);
    Py_DECREF(result);
    result = refused;
  }
  if (!result) status = carry();
  Py_XDECREF(result);
  LEAVE;
}

static vjp_status all_grads_hook(void* context, vjp_tensor* const* grads, size_t count) {
  ENTER;
  PyObject* list = PyList_New((Py_ssize_t)count);
  for (size_t i = 0; list && i < count; ++i) {
    PyObject* item = wrap_borrowed(grads[i]);
    if (!item) {
      Py_CLEAR(list);
      break;
    }
    PyList_SetItem(list, (Py_ssize_t)i, item);
  }
  PyObject* result = call_one((PyObject*)context, list);
  if (!result) status = carry();
  Py_XDECREF(result);
  LEAVE;
}
static vjp_status any_grad_hook(void* context, vjp_tensor* const* grads, size_t count) {
  ENTER;
  PyObject* result = call_one((PyObject*)context, wrap_borrowed(grads[0]));
  if (!result) status = carry();
  Py_XDECREF(result);
  LEAVE;
}

/* Stores what a node hook returned: all gradients anew, or nothing at all if one of them is wrong. */
static int replace(PyObject* hook, PyObject* result, vjp_tensor** places, size_t count) {
  if (result == Py_None) return 0;
  PyObject* tuple = explain("node", hook, result, count);
  if (!tuple) return -1;
  for (size_t i = 0; i < count; ++i) {
    PyObject* item = PyTuple_GetItem(tuple, (Py_ssize_t)i);
    vjp_tensor* former = places[i];
    places[i] = item == Py_None ? NULL : vjp_tensor_retain(tensor_of(item));
    vjp_tensor_release(former);
  }
  Py_DECREF(tuple);
  return 0;
}

static vjp_status node_pre_hook(void* context, vjp_tensor** grads, size_t count) {
  ENTER;
  PyObject* hook = (PyObject*)context;
  PyObject* result = call_one(hook, tuple_of(grads, count, 0));
  if (!result || replace(hook, result, grads, count) < 0) status = carry();
  Py_XDECREF(result);
  LEAVE;
}

static vjp_status node_post_hook(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                                 size_t num_grads) {
  ENTER;
  PyObject* hook = (PyObject*)context;
  PyObject *first = tuple_of(results, num_results, 0), *second = tuple_of(grads, num_grads, 0), *result = NULL;
  if (first && second) {
    if (foreign_object()) {
      PyObject* both = PyTuple_Pack(2, first, second);
      if (both) result = call_tuple(hook, both);
      Py_XDECREF(both);
    } else {
      result = PyObject_CallFunctionObjArgs(hook, first, second, NULL);
    }
  }
  Py_XDECREF(first);
  Py_XDECREF(second);
  if (!result || replace(hook, result, results, num_results) < 0) status = carry();
  Py_XDECREF(result);
  LEAVE;
}

/* ---- saved values: the context is a tuple (pack, unpack) ---- */

static vjp_status pack(void* context, vjp_tensor* tensor, void** packed) {
  ENTER;
  PyObject* result = call_one(PyTuple_GetItem((PyObject*)context, 0), wrap_borrowed(tensor));
  if (result) {
    *packed = hold_object(result);
    Py_DECREF(result);
  } else {
    status = carry();
  }
  LEAVE;
}

static vjp_status unpack(void* context, void* packed, vjp_tensor** out) {
  ENTER;
  PyObject* value = (PyObject*)packed;
  Py_INCREF(value);
  PyObject* result = call_one(PyTuple_GetItem((PyObject*)context, 1), value);
  if (result && !is_tensor(result)) {
    PyObject* refused = explain("unpack", Py_None, result, 1);
    Py_XDECREF(refused);
    Py_CLEAR(result);
  }
  if (result) {
    *out = vjp_tensor_retain(tensor_of(result));
    Py_DECREF(result);
  } else {
    status = carry();
  }
  LEAVE;
}

/* ---- custom functions: the context is an application, see vjp/_function.py ---- */

/* Stores a tuple of tensors and None, or a single one. 0: it is something else. */
static int store(PyObject* results, vjp_tensor** out, size_t count) {
  if (is_tensor(results) && count == 1) {
    out[0] = vjp_tensor_retain(tensor_of(results));
    return 1;
  }
  if (!PyTuple_CheckExact(results) || PyTuple_Size(results) != (Py_ssize_t)count)
    return results == Py_None && count == 1;
  for (size_t i = 0; i < count; ++i) {
    PyObject* item = PyTuple_GetItem(results, (Py_ssize_t)i);
    if (item != Py_None && !is_tensor(item)) return 0;
  }
  for (size_t i = 0; i < count; ++i) {
    PyObject* item = PyTuple_GetItem(results, (Py_ssize_t)i);
    if (item != Py_None) out[i] = vjp_tensor_retain(tensor_of(item));
  }
  return 1;
}

static vjp_status derivative(PyObject* application, const char* method, PyObject* arguments, vjp_tensor** out,
                             size_t count) {
  PyObject* function = arguments ? PyObject_GetAttrString(application, method) : NULL;
  PyObject* results = function ? call_tuple(function, arguments) : NULL;
  if (results && !store(results, out, count)) {
    PyObject* tuple = PyObject_CallMethod(application, "checked", "sOn", method, results, (Py_ssize_t)count);
    if (tuple && !store(tuple, out, count)) PyErr_SetString(PyExc_SystemError, "a derivative's results");
    Py_XDECREF(tuple);
  }
  Py_XDECREF(results);
  Py_XDECREF(function);
  Py_XDECREF(arguments);
  return PyErr_Occurred() ? carry() : VJP_OK;
}

static vjp_status backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                           size_t num_inputs) {
  ENTER;
  PyObject* arguments = tuple_of(grads, num_grads, 1);
  PyObject* pointer = arguments ? to_cdata(node, VJP_REFERENCE_NODE) : NULL;
  if (pointer) {
    PyTuple_SetItem(arguments, 0, pointer);
  } else {
    Py_CLEAR(arguments);
  }
  status = derivative((PyObject*)context, "backward", arguments, out, num_inputs);
  LEAVE;
}

static vjp_status jvp(void* context, vjp_function_call* call, vjp_tensor* const* tangents, size_t num_inputs,
                      vjp_tensor** out, size_t num_results) {
  ENTER;
  status = derivative((PyObject*)context, "jvp", tuple_of(tangents, num_inputs, 0), out, num_results);
  LEAVE;
}

static vjp_status final_callback(void* context) {
  ENTER;
  PyObject* none = PyTuple_New(0);
  PyObject* result = none ? call_tuple((PyObject*)context, none) : NULL;
  if (!result) status = carry();
  Py_XDECREF(none);
  Py_XDECREF(result);
  LEAVE;
}

/* An end that nobody waits for here: what is raised is reported, and the others are told all the same. */
static void pending_callback(void* context, vjp_pending* pending) {
  if (ending) return;
  PyGILState_STATE state = PyGILState_Ensure();
  PyObject* none = PyTuple_New(0);
  PyObject* result = none ? call_tuple((PyObject*)context, none) : NULL;
  if (!result) PyErr_WriteUnraisable((PyObject*)context);
  Py_XDECREF(none);
  Py_XDECREF(result);
  PyGILState_Release(state);
}

/* A store of gradients: store(leaf, gradient, owned), which takes the gradient unless it returns False. */
static vjp_status take_gradient(void* context, vjp_tensor* leaf, vjp_tensor* grad, bool owned, bool* taken) {
  ENTER;
  vjp_tensor* both[] = {leaf, grad};
  PyObject* pair = tuple_of(both, 2, 0);
  PyObject* arguments =
      pair ? Py_BuildValue("OON", PyTuple_GetItem(pair, 0), PyTuple_GetItem(pair, 1), PyBool_FromLong(owned)) : NULL;
  PyObject* result = arguments ? call_tuple((PyObject*)context, arguments) : NULL;
  if (!result) {
    status = carry();
  } else {
    *taken = result != Py_False;
  }
  Py_XDECREF(pair);
  Py_XDECREF(arguments);
  Py_XDECREF(result);
  LEAVE;
}

/* What a filter of the program makes of a warning is raised in the call that it came from. */
static void warning(void* context, const char* message) {
  if (ending) return;
  PyGILState_STATE state = PyGILState_Ensure();
  PyObject *type, *error, *traceback;
  PyErr_Fetch(&type, &error, &traceback); /* of a program on its way out of something */
  PyObject* text = PyUnicode_DecodeUTF8(message, (Py_ssize_t)strlen(message), "replace");
  PyObject* result = text ? PyObject_CallFunctionObjArgs(side.warn, text, NULL) : NULL;
  Py_XDECREF(text);
  if (result) {
    Py_DECREF(result);
  } else {
    carry();
  }
  PyErr_Restore(type, error, traceback);
  PyGILState_Release(state);
}

/* ---- their addresses, for cffi ---- */

PyObject* callback_address(PyObject* module, PyObject* name) {
  static const struct {
    const char* name;
    void (*function)(void);
  } all[] = {{"drop", (void (*)(void))drop_object},
             {"drop_packed", (void (*)(void))drop_packed},
             {"tensor_hook", (void (*)(void))tensor_hook},
             {"leaf_hook", (void (*)(void))leaf_hook},
             {"all_grads_hook", (void (*)(void))all_grads_hook},
             {"any_grad_hook", (void (*)(void))any_grad_hook},
             {"node_pre_hook", (void (*)(void))node_pre_hook},
             {"node_post_hook", (void (*)(void))node_post_hook},
             {"pack", (void (*)(void))pack},
             {"unpack", (void (*)(void))unpack},
             {"backward", (void (*)(void))backward},
             {"jvp", (void (*)(void))jvp},
             {"final_callback", (void (*)(void))final_callback},
             {"pending_callback", (void (*)(void))pending_callback},
             {"take_gradient", (void (*)(void))take_gradient},
             {"warning", (void (*)(void))warning}};
  const char* wanted = PyUnicode_AsUTF8AndSize(name, NULL);
  if (!wanted) return NULL;
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    if (strcmp(all[i].name, wanted) == 0) return PyLong_FromVoidPtr((void*)all[i].function);
  PyErr_SetString(PyExc_LookupError, wanted);
  return NULL;
}
