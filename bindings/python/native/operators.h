/* Operators as Python functions: a table (operators_generated.c, printed by generate.py) says what each takes, and
 * operators.c reads Python's arguments by it and calls C.
 *
 * Note: plain arguments. Only what is plainly meant is read here: tensors, Python's own numbers, tuples and lists of
 * them, dtypes, None. Everything else (numpy's scalars, `out=`, a device, mistakes) goes to the Python function of the
 * same name in vjp/_generated_ops.py, which takes it or explains what is wrong.
 */
#ifndef VJP_PYTHON_OPERATORS_H
#define VJP_PYTHON_OPERATORS_H

#include "native.h"

enum { MAX_ARGUMENTS = 28 }; /* kMaxCompositeArgs of ops/schema.h */

/* The types of a schema (vjp/registry.h). */
enum {
  KIND_TENSOR,
  KIND_OPTIONAL_TENSOR,
  KIND_OPERAND,
  KIND_OPTIONAL_OPERAND,
  KIND_TENSORS,
  KIND_OPTIONAL_TENSORS, /* a list with None in it */
  KIND_SCALAR,
  KIND_OPTIONAL_SCALAR,
  KIND_INT,
  KIND_OPTIONAL_INT,
  KIND_INTS,
  KIND_OPTIONAL_INTS,
  KIND_FLOAT,
  KIND_OPTIONAL_FLOAT,
  KIND_FLOATS,
  KIND_OPTIONAL_FLOATS,
  KIND_BOOL,
  KIND_TEXT,
  KIND_OPTIONAL_TEXT,
  KIND_DTYPE,
  KIND_GENERATOR,
  KIND_DEVICE
};

/* An argument as C takes it. */
typedef struct {
  union {
    vjp_tensor* tensor;
    vjp_tensor* const* tensors;
    const int64_t* ints;
    const double* floats;
    const char* text;
    vjp_generator* generator;
    int64_t integer;
    double real;
    bool truth;
    vjp_dtype dtype;
    vjp_scalar scalar;
  } as;
  uint32_t count; /* of a list */
  uint32_t given; /* what vjp_value calls its kind; 0 (VJP_KIND_NONE) where an optional one is absent */
} slot;

typedef struct {
  const char* name;
  unsigned char kind, optional, keyword_only;
  slot value; /* the default */
} parameter;

typedef vjp_status (*form_call)(const slot* arguments, vjp_tensor** out);

/* An operator of the registry, or an overload of one. */
typedef struct {
  const char* name; /* the full one */
  parameter* parameters;
  unsigned char num_parameters, num_positional;
  unsigned char num_results;         /* 0: a vjp_tensor_list */
  signed char number;                /* which argument may be a number instead, -1: none */
  form_call call;                    /* NULL: by the registry */
  form_call with_number;             /* with a number for `number`; NULL: there is none */
  form_call number_first;            /* with a number for the first of two operands */
  form_call inplace, inplace_number; /* NULL: there is none */
  const char* result_type;           /* of several results, a name of the namespace */
  PyObject* result;
} form;

/* A function or a method. */
typedef struct {
  const char* name;
  const char* signature; /* of a function with one form; NULL: (*args, **kwargs) */
  const char* fallback;  /* the Python function's name in the namespace */
  form* const* forms;
  unsigned char num_forms;
  signed char spread; /* the argument that may be spread over the positional ones from it on, -1: none */
  unsigned char creation; /* 2: of nothing, in the default dtype */
  unsigned char inplace;
  PyCFunction function;
  PyObject* python; /* the Python function */
} callable;

/* keywords.c */
int is_called(PyObject* name, const char* text);
int is_spelling(PyObject* name, const char* parameter_name); /* numpy's word for it */
PyObject* own_name(const callable* self, PyObject* name);     /* a new reference */
int says_nothing(PyObject* name, PyObject* value);            /* a creation function does so anyway */

typedef PyObject* const* arguments;
PyObject* creation_in_python(PyObject* module, PyObject* yes);
PyObject* call_operator(callable* self, PyObject* input, arguments args, Py_ssize_t count, PyObject* names);
PyObject* binary_operator(form* operation, PyObject* left, PyObject* right);
PyObject* inplace_operator(form* operation, PyObject* left, PyObject* right);
PyObject* unary_operator(form* operation, PyObject* operand);

extern callable functions_table[], methods_table[];
extern const size_t num_functions, num_methods;
extern form* const forms_table[];
extern const size_t num_forms;
extern PyType_Slot operator_slots[]; /* ends with {0, NULL} */

void prepare_operators(PyObject* dtype, PyObject* binary, PyObject* inplace);
PyObject* attach_operators(PyObject* module, PyObject* args);

#endif
