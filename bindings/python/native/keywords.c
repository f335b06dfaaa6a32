/* How keywords may be spelled. */
#include <string.h>

#include "operators.h"

/* numpy's words for parameters, which PyTorch takes for its own. */
static const struct {
  const char *ours, *numpys;
} spellings[] = {{"dim", "axis"}, {"keepdim", "keepdims"}, {"input", "x"},
                 {"input", "x1"}, {"input", "a"},          {"other", "x2"}};

int is_called(PyObject* name, const char* text) { return PyUnicode_CompareWithASCIIString(name, text) == 0; }

int is_spelling(PyObject* name, const char* parameter_name) {
  for (size_t k = 0; k < sizeof spellings / sizeof *spellings; ++k)
    if (strcmp(spellings[k].ours, parameter_name) == 0 && is_called(name, spellings[k].numpys)) return 1;
  return 0;
}

/* The parameter that a keyword means, by its own name. */
PyObject* own_name(const callable* self, PyObject* name) {
  const char* meant = NULL;
  for (int i = 0; i < self->num_forms; ++i) {
    const form* f = self->forms[i];
    for (int k = 0; k < f->num_parameters; ++k) {
      if (is_called(name, f->parameters[k].name)) return Py_NewRef(name);
      if (is_spelling(name, f->parameters[k].name)) meant = f->parameters[k].name;
    }
  }
  return meant ? PyUnicode_FromString(meant) : Py_NewRef(name);
}

/* What PyTorch's creation functions may be told that is so in any case. */
int says_nothing(PyObject* name, PyObject* value) {
  if (is_called(name, "pin_memory")) return value == Py_False;
  if (!is_called(name, "layout")) return 0;
  PyObject* text = value == Py_None ? NULL : PyObject_Str(value);
  int strided = value == Py_None || (text && is_called(text, "vjp.strided"));
  Py_XDECREF(text);
  PyErr_Clear();
  return strided;
}
