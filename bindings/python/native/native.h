/* The extension module vjp._native: tensors, nodes and callbacks, by hand, where cffi would be too slow or could not be
 * seen by the garbage collector. Everything else goes through cffi (vjp._ffi), which gets pointers from here as `_p`.
 *
 * Note: one object. A proxy is the Python object of a native tensor or node; the native one knows it by its link
 * (vjp/binding.h), so that whoever asks gets the same object. Normally the proxy owns one native reference. When the
 * last Python reference goes while something native still holds the tensor, and the object has attributes or weak
 * references by which somebody could tell it from a new one, it changes sides: the native tensor owns the object from
 * then on (`kept`), until Python asks for it again or the tensor ends.
 *
 * Note: circles. See cycles.c. All state here is guarded by the interpreter lock.
 */
#ifndef VJP_PYTHON_NATIVE_H
#define VJP_PYTHON_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

#include "vjp/vjp.h"

typedef struct proxy {
  PyObject_HEAD PyObject* dict;
  PyObject* weakrefs;
  void* p;         /* the native object; owned unless `kept`, by `cdata` if there is one */
  PyObject* cdata; /* `_p` when it has been asked for: whoever has it keeps the native object */
  vjp_binding_link link;
  struct proxy *next, *before; /* all proxies of its list */
  PyObject** reports;          /* while a collection runs: what the native side refers to for this object */
  Py_ssize_t num_reports;
  int32_t kind;    /* vjp_reference_kind */
  char kept;       /* the native object owns this one */
  char attributed; /* in the list of those that have a dictionary */
} proxy;

/* What Python hands to setup(). */
typedef struct {
  PyObject* failure;     /* the exception of the call that just failed */
  PyObject* Error;       /* the base of the library's exceptions, which have a status */
  PyObject* hook_result; /* (kind, hook, result, count): what the hook returned, made a tuple or refused */
  PyObject* warn;        /* (text) */
  PyObject* of_data;     /* Tensor(...) with data or sizes */
} python_side;
extern python_side side;
extern int ending;      /* the interpreter is going away: nothing may call it any more */
extern Py_ssize_t held; /* contexts that the library keeps */
extern PyTypeObject *tensor_type, *node_type, *raw_saved_type;

/* Takes over one reference. */
PyObject* wrap_tensor(vjp_tensor* p);
PyObject* wrap_borrowed(vjp_tensor* p); /* or None */
int is_tensor(PyObject* object);
static inline vjp_tensor* tensor_of(PyObject* object) { return (vjp_tensor*)((proxy*)object)->p; }
void* from_cdata(PyObject* cdata, int32_t kind); /* NULL with an exception */
PyObject* to_cdata(void* p, int32_t kind);
PyObject* raise_failure(void); /* NULL */

/* functions.c */
PyObject* prepare_functions(PyObject* module, PyObject* tell);
PyObject* apply_function(PyObject* module, PyObject* const* args, Py_ssize_t num_args);

/* errors.c */
vjp_status carry(void); /* the exception in flight becomes the library's error */
PyObject* counts(PyObject* module, PyObject* unused);
PyObject* carry_error(PyObject* module, PyObject* error);
PyObject* take_payload(PyObject* module, PyObject* unused);

/* callbacks.c */
void* hold_object(PyObject* object); /* a reference for something native */
void drop_object(void* object);
void give_up(PyObject* object); /* a reference that something native had */
void give_up_postponed(void);
void drop_packed(void* context, void* object);
PyObject* callback_address(PyObject* module, PyObject* name);
PyObject* hold(PyObject* module, PyObject* object);
PyObject* object_at(PyObject* module, PyObject* address);
PyObject* offer_context(PyObject* module, PyObject* object);
PyObject* foreign_context(PyObject* module, PyObject* unused);
PyObject* start_callbacks(PyObject* module, PyObject* unused);

/* cycles.c */
void list_proxy(proxy* self);
void unlist_proxy(proxy* self);
void attribute_proxy(proxy* self);
PyObject* around_collection(PyObject* module, PyObject* args);
int make_group_type(PyObject* module);
extern int collecting;

#endif
