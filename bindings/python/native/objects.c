/* Proxies: the Python objects of tensors, nodes and raw saved values. */
#include "native.h"
#include "operators.h"

python_side side;
int ending;
PyTypeObject *tensor_type, *node_type, *raw_saved_type;

static void** cffi;           /* the functions of cffi's own C interface */
static PyObject* ctypes[4];   /* by kind: vjp_tensor*, vjp_node*, vjp_saved_tensor* */
static PyObject* releases[4]; /* what releases them, and ffi.gc */
static PyObject* owning;
static PyTypeObject* cdata_type;

void* from_cdata(PyObject* cdata, int32_t kind) {
  void* p = ((char* (*)(PyObject*, void*))cffi[11])(cdata, ctypes[kind]);
  if (!p && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the pointer is NULL");
  return p;
}
PyObject* to_cdata(void* p, int32_t kind) { return ((PyObject * (*)(char*, void*)) cffi[10])((char*)p, ctypes[kind]); }

PyObject* raise_failure(void) {
  PyObject* error = PyObject_CallFunctionObjArgs(side.failure, NULL);
  if (error) {
    PyErr_SetObject((PyObject*)Py_TYPE(error), error);
    Py_DECREF(error);
  }
  return NULL;
}

/* ---- native references ---- */

static int64_t references_of(const proxy* self) {
  if (!self->p) return 0;
  if (self->kind == VJP_REFERENCE_TENSOR) return vjp_tensor_use_count((vjp_tensor*)self->p);
  return self->kind == VJP_REFERENCE_NODE ? vjp_node_use_count((vjp_node*)self->p) : 1;
}

static void release(int32_t kind, void* p) {
  if (kind == VJP_REFERENCE_TENSOR) {
    vjp_tensor_release((vjp_tensor*)p);
  } else if (kind == VJP_REFERENCE_NODE) {
    vjp_node_release((vjp_node*)p);
  } else {
    vjp_saved_tensor_release((vjp_saved_tensor*)p);
  }
}

static int off_host; /* whether there has been a tensor of another device than the CPU */

/* Whoever releases another device's memory may wait for a thread that wants the interpreter. On the CPU nobody waits,
 * and what ends with the object need not struggle for the interpreter lock one by one. */
static void release_patiently(int32_t kind, void* p) {
  if (!off_host) {
    release(kind, p);
    return;
  }
  PyThreadState* thread = PyEval_SaveThread();
  release(kind, p);
  PyEval_RestoreThread(thread);
}

/* For ffi.gc. */
static PyObject* release_cdata(PyObject* cdata, int32_t kind) {
  void* p = from_cdata(cdata, kind);
  if (!p) return NULL;
  release_patiently(kind, p);
  Py_RETURN_NONE;
}
static PyObject* release_tensor(PyObject* module, PyObject* cdata) {
  return release_cdata(cdata, VJP_REFERENCE_TENSOR);
}
static PyObject* release_node(PyObject* module, PyObject* cdata) { return release_cdata(cdata, VJP_REFERENCE_NODE); }
static PyObject* release_saved(PyObject* module, PyObject* cdata) {
  return release_cdata(cdata, VJP_REFERENCE_RAW_SAVED);
}

/* The reference that the proxy owned. */
static void release_own(proxy* self, void* p) {
  if (self->cdata) {
    Py_CLEAR(self->cdata);
  } else {
    release_patiently(self->kind, p);
  }
}

static void tie(proxy* self, vjp_binding_link* link) {
  if (self->kind == VJP_REFERENCE_TENSOR) {
    vjp_tensor_set_binding((vjp_tensor*)self->p, link);
  } else if (self->kind == VJP_REFERENCE_NODE) {
    vjp_node_set_binding((vjp_node*)self->p, link);
  }
}

static void give_up_native(proxy* self) {
  void* p = self->p;
  if (!p) return;
  if (self->link.ended) tie(self, NULL);
  self->p = NULL;
  release_own(self, p);
}

/* The native object goes while the proxy is tied: only one that it owns can be. On any thread. */
static void native_ended(vjp_binding_link* link) {
  proxy* self = (proxy*)((char*)link - offsetof(proxy, link));
  if (ending) return;
  PyGILState_STATE state = PyGILState_Ensure();
  self->p = NULL;
  if (self->kept) {
    self->kept = 0;
    give_up((PyObject*)self);
  }
  PyGILState_Release(state);
}

/* ---- life ---- */

static proxy* proxy_of(vjp_binding_link* link) {
  return link && link->ended == native_ended ? (proxy*)((char*)link - offsetof(proxy, link)) : NULL;
}

/* Memory of tensors' objects that have gone, for the next ones: each result of an operator and each argument of a hook
 * is one. Linked by `next`, and unknown to the collector. */
static proxy* spare;
static int num_spare;
enum { MOST_SPARE = 64 };

static proxy* from_spare(void) {
  proxy* self = spare;
  spare = self->next;
  --num_spare;
  memset((char*)self + offsetof(proxy, dict), 0, sizeof *self - offsetof(proxy, dict));
  PyObject_Init((PyObject*)self, tensor_type);
  PyObject_GC_Track((PyObject*)self);
  return self;
}

static void release_memory(proxy* self) {
  PyTypeObject* type = Py_TYPE((PyObject*)self);
  if (type == tensor_type && num_spare < MOST_SPARE) {
    self->next = spare;
    spare = self;
    ++num_spare;
  } else {
    static freefunc release;
    if (!release) release = (freefunc)PyType_GetSlot(tensor_type, Py_tp_free);
    release(self);
  }
  Py_DECREF(type);
}

static proxy* allocate(PyTypeObject* type) {
  if (type == tensor_type && spare) return from_spare();
  static allocfunc allocate[2];
  static PyTypeObject* known[2];
  int which = type == tensor_type;
  if (known[which] != type) {
    allocate[which] = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    known[which] = type;
  }
  return (proxy*)allocate[which](type, 0);
}

static PyObject* make(PyTypeObject* type, int32_t kind, void* p) {
  proxy* self = allocate(type);
  if (!self) {
    release(kind, p);
    return NULL;
  }
  self->kind = kind;
  self->p = p;
  if (kind == VJP_REFERENCE_TENSOR && vjp_tensor_device((vjp_tensor*)p).kind != VJP_DEVICE_CPU) off_host = 1;
  if (kind != VJP_REFERENCE_RAW_SAVED) {
    self->link.ended = native_ended;
    vjp_status status = kind == VJP_REFERENCE_TENSOR ? vjp_tensor_set_binding((vjp_tensor*)p, &self->link)
                                                     : vjp_node_set_binding((vjp_node*)p, &self->link);
    if (status) self->link.ended = NULL; /* another binding's: then each reading makes an object */
  }
  list_proxy(self);
  return (PyObject*)self;
}

/* The object that the native one knows, for one native reference that we have. */
static PyObject* again(proxy* self, int32_t kind, void* p) {
  if (self->kept) { /* its own reference is ours now, and ours its */
    self->kept = 0;
    --held;
    return (PyObject*)self;
  }
  Py_INCREF((PyObject*)self);
  release(kind, p);
  return (PyObject*)self;
}

PyObject* wrap_tensor(vjp_tensor* p) {
  proxy* known = proxy_of(vjp_tensor_binding(p));
  return known ? again(known, VJP_REFERENCE_TENSOR, p) : make(tensor_type, VJP_REFERENCE_TENSOR, p);
}
PyObject* wrap_borrowed(vjp_tensor* p) {
  if (p) return wrap_tensor(vjp_tensor_retain(p));
  Py_INCREF(Py_None);
  return Py_None;
}

int is_tensor(PyObject* object) { return Py_TYPE(object) == tensor_type || PyObject_TypeCheck(object, tensor_type); }

/* vjp.Tensor([1.0, 2.0]) and vjp.Tensor(2, 3), as PyTorch's older programs have it: whatever is no pointer of cffi's.
 */
static int is_of_data(PyTypeObject* type, PyObject* args) {
  if (type != tensor_type) return 0;
  return PyTuple_Size(args) != 1 || !PyObject_TypeCheck(PyTuple_GetItem(args, 0), cdata_type);
}

static PyObject* proxy_new(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  PyObject* cdata;
  if (is_of_data(type, args)) return PyObject_Call(side.of_data, args, keywords);
  if (!PyArg_ParseTuple(args, "O", &cdata)) return NULL;
  int32_t kind = PyType_IsSubtype(type, tensor_type) ? VJP_REFERENCE_TENSOR
                 : PyType_IsSubtype(type, node_type) ? VJP_REFERENCE_NODE
                                                     : VJP_REFERENCE_RAW_SAVED;
  void* p = from_cdata(cdata, kind);
  if (!p) return NULL;
  proxy* known = NULL;
  if (kind == VJP_REFERENCE_TENSOR) known = proxy_of(vjp_tensor_binding((vjp_tensor*)p));
  if (kind == VJP_REFERENCE_NODE) known = proxy_of(vjp_node_binding((vjp_node*)p));
  return known ? again(known, kind, p) : make(type, kind, p);
}

static int proxy_init(PyObject* self, PyObject* args, PyObject* keywords) { return 0; }

static int proxy_traverse(PyObject* object, visitproc visit, void* arg) {
  proxy* self = (proxy*)object;
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self->dict);
  for (Py_ssize_t i = 0; i < self->num_reports; ++i) Py_VISIT(self->reports[i]);
  return 0;
}

static int proxy_clear(PyObject* object) {
  proxy* self = (proxy*)object;
  Py_CLEAR(self->dict);
  if (!self->kept) give_up_native(self);
  return 0;
}

/* The last Python reference has gone, but the native object stays, and somebody could tell this one from another. */
static int change_sides(proxy* self) {
  if (!self->p || !self->link.ended || ending || collecting) return 0;
  int is_subclass = self->kind == VJP_REFERENCE_TENSOR && Py_TYPE((PyObject*)self) != tensor_type; /* a Parameter */
  if (!(self->dict && PyDict_Size(self->dict) > 0) && !self->weakrefs && !is_subclass) return 0;
  if (references_of(self) < 2) return 0;
  Py_SET_REFCNT((PyObject*)self, 1); /* the native object's */
  self->kept = 1;
  ++held;
  PyObject_GC_Track(self);
  release_own(self, self->p); /* may end both */
  return 1;
}

static void proxy_dealloc(PyObject* object) {
  proxy* self = (proxy*)object;
  PyObject_GC_UnTrack(object);
  if (change_sides(self)) return;
  unlist_proxy(self);
  void* p = self->p;
  if (p && self->link.ended) tie(self, NULL); /* first: what follows may run code that asks for the tensor */
  self->p = NULL;
  if (self->weakrefs) PyObject_ClearWeakRefs(object);
  Py_CLEAR(self->dict);
  if (p && !self->kept && !ending) release_own(self, p);
  release_memory(self);
}

/* ---- attributes ---- */

static int proxy_setattro(PyObject* object, PyObject* name, PyObject* value) {
  int status = PyObject_GenericSetAttr(object, name, value);
  proxy* self = (proxy*)object;
  if (self->dict && !self->attributed) attribute_proxy(self);
  return status;
}
static PyObject* get_dict(PyObject* object, void* closure) {
  PyObject* dict = PyObject_GenericGetDict(object, closure);
  if (dict && !((proxy*)object)->attributed) attribute_proxy((proxy*)object);
  return dict;
}
static PyObject* get_pointer(PyObject* object, void* closure) {
  proxy* self = (proxy*)object;
  if (!self->cdata) {
    PyObject* plain = to_cdata(self->p, self->kind);
    if (!plain || !self->p || self->kept) return plain;
    self->cdata = PyObject_CallFunctionObjArgs(owning, plain, releases[self->kind], NULL);
    Py_DECREF(plain);
    if (!self->cdata) return NULL;
  }
  Py_INCREF(self->cdata);
  return self->cdata;
}
static Py_hash_t proxy_hash(PyObject* object) {
  size_t at = (size_t)((proxy*)object)->p;
  return (Py_hash_t)((at >> 4) | (at << 60)) == -1 ? -2 : (Py_hash_t)((at >> 4) | (at << 60));
}

static PyMemberDef members[] = {{"__dictoffset__", T_PYSSIZET, offsetof(proxy, dict), READONLY, NULL},
                                {"__weaklistoffset__", T_PYSSIZET, offsetof(proxy, weakrefs), READONLY, NULL},
                                {NULL}};
static PyGetSetDef attributes[] = {{"__dict__", get_dict, PyObject_GenericSetDict, NULL, NULL},
                                   {"_p", get_pointer, NULL, "The handle, for cffi; borrowed.", NULL},
                                   {NULL}};
static PyType_Slot slots[] = {{Py_tp_new, proxy_new},         {Py_tp_init, proxy_init},
                              {Py_tp_dealloc, proxy_dealloc}, {Py_tp_traverse, proxy_traverse},
                              {Py_tp_clear, proxy_clear},     {Py_tp_setattro, proxy_setattro},
                              {Py_tp_hash, proxy_hash},       {Py_tp_members, members},
                              {Py_tp_getset, attributes},     {0, NULL}};

/* `more`: further slots, NULL for none. */
static PyTypeObject* make_type(PyObject* module, const char* name, const char* short_name, const PyType_Slot* more) {
  PyType_Slot all[96];
  size_t count = 0;
  for (const PyType_Slot* s = slots; s->slot; ++s) all[count++] = *s;
  for (const PyType_Slot* s = more; s && s->slot; ++s) all[count++] = *s;
  all[count] = (PyType_Slot){0, NULL};
  PyType_Spec spec = {name, sizeof(proxy), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE, all};
  PyObject* type = PyType_FromSpec(&spec);
  if (type && PyModule_AddObjectRef(module, short_name, type) < 0) Py_CLEAR(type);
  return (PyTypeObject*)type;
}

/* ---- the module ---- */

/* setup(failure, Error, hook_result, warn, of_data, ffi.gc, types of pointers by kind, what releases them) */
static PyObject* setup(PyObject* module, PyObject* args) {
  if (!PyArg_ParseTuple(args, "OOOOOOOOOOOO", &side.failure, &side.Error, &side.hook_result, &side.warn, &side.of_data,
                        &owning, &ctypes[1], &ctypes[2], &ctypes[3], &releases[1], &releases[2], &releases[3]))
    return NULL;
  Py_INCREF(args); /* and with it all that was given */
  PyObject* backend = PyImport_ImportModule("_cffi_backend");
  PyObject* capsule = backend ? PyObject_GetAttrString(backend, "_C_API") : NULL;
  cffi = capsule ? (void**)PyCapsule_GetPointer(capsule, "cffi") : NULL;
  cdata_type = backend ? (PyTypeObject*)PyObject_GetAttrString(backend, "_CDataBase") : NULL;
  Py_XDECREF(backend);
  Py_XDECREF(capsule);
  if (!cffi || !cdata_type) return NULL;
  Py_RETURN_NONE;
}

static PyObject* end(PyObject* module, PyObject* unused) {
  ending = 1;
  Py_RETURN_NONE;
}

/* The types, what they call and what the collector is told are the process's: they cannot belong to two interpreters.
 */
static PyObject* check_interpreter(PyObject* module, PyObject* unused) {
  (void)module, (void)unused;
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0) Py_RETURN_NONE;
  PyErr_SetString(PyExc_ImportError, "vjp works in the main interpreter only, not in a sub-interpreter");
  return NULL;
}

static PyMethodDef functions[] = {{"setup", setup, METH_VARARGS, NULL},
                                  {"end", end, METH_NOARGS, NULL},
                                  {"release_tensor", release_tensor, METH_O, NULL},
                                  {"release_node", release_node, METH_O, NULL},
                                  {"release_saved", release_saved, METH_O, NULL},
                                  {"check_interpreter", check_interpreter, METH_NOARGS, NULL},
                                  {"hold", hold, METH_O, NULL},
                                  {"object_at", object_at, METH_O, NULL},
                                  {"counts", counts, METH_NOARGS, NULL},
                                  {"carry", carry_error, METH_O, NULL},
                                  {"take_payload", take_payload, METH_NOARGS, NULL},
                                  {"callback_address", callback_address, METH_O, NULL},
                                  {"offer_context", offer_context, METH_O, NULL},
                                  {"foreign_context", foreign_context, METH_NOARGS, NULL},
                                  {"start_callbacks", start_callbacks, METH_NOARGS, NULL},
                                  {"attach_operators", attach_operators, METH_VARARGS, NULL},
                                  {"creation_in_python", creation_in_python, METH_O, NULL},
                                  {"prepare_functions", prepare_functions, METH_O, NULL},
                                  {"apply_function", (PyCFunction)(void (*)(void))apply_function, METH_FASTCALL, NULL},
                                  {"around_collection", around_collection, METH_VARARGS, NULL},
                                  {NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "vjp._native", NULL, -1, functions};

PyMODINIT_FUNC PyInit__native(void) {
  PyObject* main = check_interpreter(NULL, NULL);
  if (!main) return NULL;
  Py_DECREF(main);
  PyObject* module = PyModule_Create(&definition);
  if (!module) return NULL;
  tensor_type = make_type(module, "vjp.Tensor", "Tensor", operator_slots);
  node_type = make_type(module, "vjp._native.Node", "Node", NULL);
  raw_saved_type = make_type(module, "vjp._native.RawSaved", "RawSaved", NULL);
  if (!tensor_type || !node_type || !raw_saved_type || make_group_type(module) < 0) Py_CLEAR(module);
  return module;
}
