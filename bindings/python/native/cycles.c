/* Circles through the library, for the garbage collector.
 *
 * Before a full collection the library tells what the proxies keep alive through it (vjp_reference_map_create):
 * contexts of callbacks, packed values, other proxies. Until the collection ends each proxy reports what it alone
 * keeps, and what several keep together hangs on a group, an object of ours which each of them refers to. So the
 * collector sees true references, each once, and the map stays as it was however other threads go on. A proxy whose
 * tensor something else keeps as well is held for the time, because its attributes live as long as the tensor.
 */
#include <stdlib.h>
#include <string.h>

#include "native.h"

int collecting;
Py_ssize_t held;
static proxy* lists[2]; /* without a dictionary, and with one */
static Py_ssize_t listed[2];
static PyTypeObject* group_type;

typedef struct {
  PyObject_HEAD PyObject** reports;
  Py_ssize_t num_reports;
} group;

/* What a collection ends with. */
static struct {
  PyObject** reports; /* all of them, one after the other */
  PyObject** owned;   /* those of which we have a reference */
  Py_ssize_t num_owned;
  proxy** proxies; /* that report */
  Py_ssize_t num_proxies;
} snapshot;

void list_proxy(proxy* self) {
  proxy** head = &lists[(int)self->attributed];
  self->before = NULL;
  self->next = *head;
  if (*head) (*head)->before = self;
  *head = self;
  ++listed[(int)self->attributed];
}
void unlist_proxy(proxy* self) {
  if (self->before) {
    self->before->next = self->next;
  } else {
    lists[(int)self->attributed] = self->next;
  }
  if (self->next) self->next->before = self->before;
  --listed[(int)self->attributed];
}
void attribute_proxy(proxy* self) {
  unlist_proxy(self);
  self->attributed = 1;
  list_proxy(self);
}

static int group_traverse(PyObject* object, visitproc visit, void* arg) {
  group* self = (group*)object;
  Py_VISIT(Py_TYPE(object));
  for (Py_ssize_t i = 0; i < self->num_reports; ++i) Py_VISIT(self->reports[i]);
  return 0;
}
static void group_dealloc(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  PyObject_GC_Del(object);
  Py_DECREF(type);
}
static PyType_Slot slots[] = {{Py_tp_traverse, group_traverse}, {Py_tp_dealloc, group_dealloc}, {0, NULL}};
int make_group_type(PyObject* module) {
  PyType_Spec spec = {"vjp._native.Group", sizeof(group), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  group_type = (PyTypeObject*)PyType_FromSpec(&spec);
  return group_type ? 0 : -1;
}

static void own(PyObject* object) {
  Py_INCREF(object);
  snapshot.owned[snapshot.num_owned++] = object;
}

/* Proxies that live on with what they stand for: all of `proxies`, or those the map calls live. */
static void hold_live(proxy** proxies, Py_ssize_t count, const vjp_reference_map* map) {
  for (Py_ssize_t i = 0; i < count; ++i) {
    proxy* self = proxies[i];
    if (!self->weakrefs && !self->dict) continue;
    int64_t uses = self->kind == VJP_REFERENCE_TENSOR ? vjp_tensor_use_count((vjp_tensor*)self->p)
                   : self->kind == VJP_REFERENCE_NODE ? vjp_node_use_count((vjp_node*)self->p)
                                                      : 0;
    if (map ? vjp_reference_map_live(map, (size_t)i) : uses > 1) own((PyObject*)self);
  }
}

static Py_ssize_t gather(proxy** into, proxy* list) {
  Py_ssize_t count = 0;
  for (proxy* self = list; self; self = self->next)
    if (self->p && !self->kept) into[count++] = self;
  return count;
}

/* The object an edge leads to, NULL for none of ours; `owned`: it needs a reference of its own. */
static PyObject* target_of(const vjp_reference_edge* edge, group** groups, int* owned) {
  *owned = 0;
  if (edge->to >= 0) {
    *owned = 1;
    return (PyObject*)groups[edge->to];
  }
  if (edge->drop) {
    if (edge->drop == drop_object || edge->drop == (void (*)(void*))drop_packed) return (PyObject*)edge->target;
    return NULL;
  }
  proxy* self = (proxy*)((char*)edge->target - offsetof(proxy, link));
  if (self->link.ended != ((vjp_binding_link*)edge->target)->ended) return NULL;
  *owned = !self->kept; /* a kept one's reference is the tensor's */
  return (PyObject*)self;
}

/* Fills the reports of the proxies and groups from the sorted edges. */
static int report(proxy** proxies, Py_ssize_t count, const vjp_reference_map* map, vjp_binding_link* ours) {
  size_t num_edges, num_groups = vjp_reference_map_num_groups(map);
  const vjp_reference_edge* edges = vjp_reference_map_edges(map, &num_edges);
  group** groups = (group**)calloc(num_groups + 1, sizeof *groups);
  snapshot.reports = (PyObject**)malloc((num_edges + 1) * sizeof(PyObject*));
  int failed = !groups || !snapshot.reports;
  for (size_t g = 0; !failed && g < num_groups; ++g) {
    groups[g] = PyObject_GC_New(group, group_type);
    failed = !groups[g];
    if (failed) break;
    groups[g]->reports = NULL;
    groups[g]->num_reports = 0;
  }
  PyObject** at = snapshot.reports;
  for (size_t e = 0; !failed && e < num_edges; ++e) {
    int owned;
    const vjp_reference_edge* edge = &edges[e];
    if (edge->to < 0 && !edge->drop && ((vjp_binding_link*)edge->target)->ended != ours->ended) continue;
    vjp_reference_edge shifted = *edge;
    if (edge->to >= 0) shifted.to -= count;
    PyObject* target = target_of(&shifted, groups, &owned);
    if (!target) continue;
    PyObject*** reports = edge->from < count ? &proxies[edge->from]->reports : &groups[edge->from - count]->reports;
    Py_ssize_t* number =
        edge->from < count ? &proxies[edge->from]->num_reports : &groups[edge->from - count]->num_reports;
    if (edge->to < 0 && !edge->drop && edge->from < count && (PyObject*)proxies[edge->from] == target) continue;
    if (!*reports) *reports = at;
    *at++ = target;
    ++*number;
    if (owned) own(target);
  }
  for (size_t g = 0; groups && g < num_groups && groups[g]; ++g) {
    if (!failed) PyObject_GC_Track(groups[g]);
    Py_DECREF(groups[g]); /* what refers to it keeps it */
  }
  free(groups);
  return failed ? -1 : 0;
}

static void before(int full) {
  collecting = 1;
  Py_ssize_t room = listed[1] + (full && (held || listed[1]) ? listed[0] : 0);
  if (room == 0) return;
  proxy** proxies = (proxy**)malloc((size_t)room * sizeof *proxies);
  if (!proxies) return;
  Py_ssize_t count = gather(proxies, lists[1]);
  vjp_reference_map* map = NULL;
  if (full) {
    count += gather(proxies + count, lists[0]);
    vjp_reference_root* roots = (vjp_reference_root*)malloc((size_t)(count + 1) * sizeof *roots);
    for (Py_ssize_t i = 0; roots && i < count; ++i) roots[i] = (vjp_reference_root){proxies[i]->kind, proxies[i]->p};
    if (!roots || vjp_reference_map_create(roots, (size_t)count, &map)) map = NULL;
    free(roots);
  }
  size_t num_edges = 0;
  vjp_reference_map_edges(map, &num_edges);
  snapshot.owned = (PyObject**)malloc(((size_t)count + num_edges + 1) * sizeof(PyObject*));
  snapshot.proxies = proxies;
  snapshot.num_proxies = count;
  if (!snapshot.owned) count = 0;
  hold_live(proxies, count, map);
  if (map && count > 0 && snapshot.owned) {
    vjp_binding_link* ours = NULL;
    for (Py_ssize_t i = 0; i < count && !ours; ++i)
      if (proxies[i]->link.ended) ours = &proxies[i]->link;
    vjp_binding_link none = {NULL};
    report(proxies, count, map, ours ? ours : &none);
  }
  vjp_reference_map_release(map);
}

static void after(void) {
  PyObject** owned = snapshot.owned;
  Py_ssize_t count = snapshot.num_owned;
  /* A proxy that the collection freed is not looked at: all others are still listed. */
  for (int i = 0; i < 2; ++i)
    for (proxy* self = snapshot.reports ? lists[i] : NULL; self; self = self->next)
      self->reports = NULL, self->num_reports = 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    if (Py_TYPE(owned[i]) == group_type) ((group*)owned[i])->num_reports = 0;
  }
  free(snapshot.reports);
  free(snapshot.proxies);
  memset(&snapshot, 0, sizeof snapshot);
  collecting = 0;
  for (Py_ssize_t i = 0; i < count; ++i) Py_DECREF(owned[i]); /* may run any code */
  free(owned);
  give_up_postponed();
}

/* For gc.callbacks: (phase, info). */
PyObject* around_collection(PyObject* module, PyObject* args) {
  const char* phase;
  PyObject* info;
  if (!PyArg_ParseTuple(args, "sO", &phase, &info)) return NULL;
  if (ending) Py_RETURN_NONE;
  if (phase[2] == 'o') { /* "stop" */
    after();
    Py_RETURN_NONE;
  }
  PyObject* generation = PyDict_GetItemString(info, "generation");
  before(generation && PyLong_AsLong(generation) == 2);
  Py_RETURN_NONE;
}
