/* Puts the functions and methods of operators.h in the place of the Python ones, which stay behind them. */
#include <stdlib.h>
#include <string.h>

#include "operators.h"

/* "name(signature)\n--\n\ndoc", from which the interpreter takes __doc__ and the signature. Lives for ever. */
static char* text_of(const callable* c, PyObject* python) {
  PyObject* doc = PyObject_GetAttrString(python, "__doc__");
  PyObject* text = !doc             ? NULL
                   : doc == Py_None ? PyUnicode_FromFormat("%s%s\n--\n\n", c->name, c->signature)
                                    : PyUnicode_FromFormat("%s%s\n--\n\n%U", c->name, c->signature, doc);
  const char* bytes = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
  char* copy = NULL;
  if (bytes) {
    size_t size = strlen(bytes) + 1;
    copy = (char*)malloc(size);
    if (copy) memcpy(copy, bytes, size);
  }
  Py_XDECREF(text);
  Py_XDECREF(doc);
  return copy;
}

/* The definition of a callable, once its Python function is known. */
static PyMethodDef* define(callable* c, PyObject* namespace) {
  PyObject* python = PyDict_GetItemString(namespace, c->fallback);
  PyMethodDef* def = python ? (PyMethodDef*)calloc(1, sizeof *def) : NULL;
  if (!def) {
    PyErr_Format(PyExc_SystemError, "there is no Python function %s", c->fallback);
    return NULL;
  }
  Py_XDECREF(c->python);
  Py_INCREF(python);
  c->python = python;
  def->ml_name = c->name;
  def->ml_meth = c->function;
  def->ml_flags = METH_FASTCALL | METH_KEYWORDS;
  def->ml_doc = text_of(c, python);
  return def;
}

static int attach_functions(PyObject* namespace) {
  PyObject* module_name = PyDict_GetItemString(namespace, "__name__");
  for (size_t i = 0; i < num_functions; ++i) {
    PyMethodDef* def = define(&functions_table[i], namespace);
    PyObject* function = def ? PyCFunction_NewEx(def, NULL, module_name) : NULL;
    if (!function || PyDict_SetItemString(namespace, functions_table[i].name, function) < 0) return -1;
    Py_DECREF(function);
  }
  return 0;
}
static int attach_methods(PyObject* namespace) {
  for (size_t i = 0; i < num_methods; ++i) {
    PyMethodDef* def = define(&methods_table[i], namespace);
    PyObject* method = def ? PyDescr_NewMethod(tensor_type, def) : NULL;
    if (!method || PyObject_SetAttrString((PyObject*)tensor_type, methods_table[i].name, method) < 0) return -1;
    Py_DECREF(method);
  }
  return 0;
}
static int find_result_types(PyObject* namespace) {
  for (size_t i = 0; i < num_forms; ++i) {
    form* f = forms_table[i];
    if (!f->result_type) continue;
    f->result = PyDict_GetItemString(namespace, f->result_type);
    if (!f->result) {
      PyErr_Format(PyExc_SystemError, "there is no type %s", f->result_type);
      return -1;
    }
    Py_INCREF(f->result);
  }
  return 0;
}

/* attach_operators(namespace, dtype, binary, binary_inplace): the names of vjp/_generated_ops.py become C's. Methods
 * first, for they have the Python functions behind them. Gives those, by name. */
PyObject* attach_operators(PyObject* module, PyObject* args) {
  PyObject* namespace, *dtype, *binary, *inplace;
  if (!PyArg_ParseTuple(args, "O!OOO", &PyDict_Type, &namespace, &dtype, &binary, &inplace)) return NULL;
  Py_INCREF(args); /* and with it all that was given */
  prepare_operators(dtype, binary, inplace);
  if (PyErr_Occurred() || find_result_types(namespace) < 0 || attach_methods(namespace) < 0 ||
      attach_functions(namespace) < 0)
    return NULL;
  PyObject* behind = PyDict_New();
  for (size_t i = 0; behind && i < num_functions; ++i)
    if (PyDict_SetItemString(behind, functions_table[i].name, functions_table[i].python) < 0) Py_CLEAR(behind);
  return behind;
}
