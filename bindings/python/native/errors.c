/* Exceptions on their way through the library: a callback's failure is raised as the library's error, with the
 * exception as its payload, and whoever called the library raises that object again. */
#include <stdlib.h>

#include "native.h"

/* "ValueError: text"; of an exception that cannot tell its text, its type alone. */
static PyObject* text_of(PyObject* error) {
  PyObject* name = PyObject_GetAttrString((PyObject*)Py_TYPE(error), "__name__");
  PyObject* text = PyObject_Str(error);
  if (!text) {
    PyErr_Clear();
    text = PyUnicode_FromString("(its text cannot be had)");
  }
  PyObject* whole = name && text ? PyUnicode_FromFormat("%U: %U", name, text) : NULL;
  PyObject* bytes = whole ? PyUnicode_AsEncodedString(whole, "utf-8", "replace") : NULL;
  Py_XDECREF(name);
  Py_XDECREF(text);
  Py_XDECREF(whole);
  PyErr_Clear();
  return bytes;
}

/* Exceptions on their way through the library; a payload may be another binding's. */
static PyObject** travelling;
static Py_ssize_t num_travelling, room_travelling;

static void remember_error(PyObject* error) {
  if (num_travelling == room_travelling) {
    Py_ssize_t room = 2 * room_travelling + 8;
    PyObject** more = (PyObject**)realloc(travelling, (size_t)room * sizeof *more);
    if (!more) return; /* then it is reported by its text */
    travelling = more;
    room_travelling = room;
  }
  travelling[num_travelling++] = error;
}
static int forget_error(void* error) {
  for (Py_ssize_t i = num_travelling; i-- > 0;) {
    if (travelling[i] != error) continue;
    travelling[i] = travelling[--num_travelling];
    return 1;
  }
  return 0;
}
static void drop_error(void* error) {
  if (ending) return;
  PyGILState_STATE state = PyGILState_Ensure();
  if (forget_error(error)) Py_DECREF((PyObject*)error);
  PyGILState_Release(state);
}

/* For an error that is told more than once: each time the very same exception. */
static void* share_error(void* error) {
  if (ending) return NULL;
  PyGILState_STATE state = PyGILState_Ensure();
  Py_INCREF((PyObject*)error);
  remember_error((PyObject*)error);
  PyGILState_Release(state);
  return error;
}

static vjp_status carry_object(PyObject* error) { /* takes it over */
  vjp_status status = VJP_ERROR_CANCELLED;
  if (PyObject_IsInstance(error, side.Error) == 1) {
    PyObject* number = PyObject_GetAttrString(error, "status");
    long code = number ? PyLong_AsLong(number) : 0;
    if (code > 0) status = (vjp_status)code;
    Py_XDECREF(number);
  }
  PyErr_Clear();
  PyObject* bytes = text_of(error);
  const char* message = bytes ? PyBytes_AsString(bytes) : "an exception";
  remember_error(error);
  vjp_error_raise_shared(status, message, error, share_error, drop_error);
  Py_XDECREF(bytes);
  return status;
}

vjp_status carry(void) {
  PyObject *type, *error, *traceback;
  PyErr_Fetch(&type, &error, &traceback);
  PyErr_NormalizeException(&type, &error, &traceback);
  if (traceback) PyException_SetTraceback(error, traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return error ? carry_object(error) : VJP_ERROR_INTERNAL;
}

/* How many contexts the library keeps, and how many exceptions are on their way. */
PyObject* counts(PyObject* module, PyObject* unused) { return Py_BuildValue("nn", held, num_travelling); }

PyObject* carry_error(PyObject* module, PyObject* error) {
  Py_INCREF(error);
  return PyLong_FromLong(carry_object(error));
}

/* The exception that the call which just failed carries home, or None. */
PyObject* take_payload(PyObject* module, PyObject* unused) {
  PyObject* error = (PyObject*)vjp_error_take_payload();
  if (!error || !forget_error(error)) Py_RETURN_NONE;
  return error;
}
