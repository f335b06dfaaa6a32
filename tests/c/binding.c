/* vjp/binding.h: objects of a language, tied to tensors and nodes, and the map for its collector. */
#include <vjp/binding.h>

#include "spy.h"

typedef struct {
  vjp_binding_link link;
  int ended;
} Object;
static void ended(vjp_binding_link* link) { ++((Object*)link)->ended; }
static void ended_too(vjp_binding_link* link) { (void)link; }

/* Not the arena's, which would hold a reference. */
static vjp_tensor* own_leaf(void) {
  vjp_tensor* x = NULL;
  OK(vjp_tensor_from_data((double[]){1}, (int64_t[]){1}, 1, VJP_DTYPE_FLOAT64, &x));
  OK(vjp_tensor_set_requires_grad(x, true));
  return x;
}
static vjp_tensor* own_double(vjp_tensor* x) {
  vjp_tensor* y = NULL;
  OK(vjp_mul_scalar(x, vjp_scalar_float(2), &y));
  return y;
}
static vjp_node* made_by(vjp_tensor* t) {
  vjp_node* node = NULL;
  OK(vjp_tensor_grad_fn(t, &node));
  return node;
}

/* PYID-1: the tensor knows its object, and notifies it when it ends */
static void ties(void) {
  Object a = {{ended}, 0}, b = {{ended_too}, 0}, c = {{ended}, 0};
  vjp_tensor* x = own_leaf();
  CHECK(vjp_tensor_binding(x) == NULL && vjp_tensor_binding(NULL) == NULL && vjp_node_binding(NULL) == NULL);
  OK(vjp_tensor_set_binding(x, &a.link));
  OK(vjp_tensor_set_binding(x, &a.link));
  FAILS(VJP_ERROR_STATE, vjp_tensor_set_binding(x, &b.link));
  FAILS(VJP_ERROR_INVALID, vjp_tensor_set_binding(NULL, &b.link));
  CHECK(vjp_tensor_binding(x) == &a.link);
  vjp_tensor* y = own_double(x);
  vjp_node* node = made_by(y);
  CHECK(vjp_tensor_binding(y) == NULL && vjp_node_binding(node) == NULL);
  OK(vjp_node_set_binding(node, &c.link));
  CHECK(vjp_node_binding(node) == &c.link);
  vjp_tensor_release(y);
  CHECK(c.ended == 0);
  vjp_node_release(node);
  CHECK(c.ended == 1);
  vjp_tensor_retain(x);
  vjp_tensor_release(x);
  CHECK(a.ended == 0);
  vjp_tensor_release(x);
  CHECK(a.ended == 1);
  x = own_leaf();
  OK(vjp_tensor_set_binding(x, &a.link));
  OK(vjp_tensor_set_binding(x, NULL));
  vjp_tensor_release(x);
  CHECK(a.ended == 1);
}

static void drop(void* context) { (void)context; }
static vjp_status nothing(void* context, vjp_tensor* grad, vjp_tensor** out) {
  (void)context, (void)grad, (void)out;
  return VJP_OK;
}

/* Whether the map says that root or group `from` refers to `target`. */
static bool refers(const vjp_reference_map* map, int64_t from, const void* target) {
  size_t count = 0;
  const vjp_reference_edge* edges = vjp_reference_map_edges(map, &count);
  for (size_t i = 0; i < count; ++i)
    if (edges[i].from == from && edges[i].to < 0 && edges[i].target == target) return true;
  return false;
}
static bool leads(const vjp_reference_map* map, int64_t from, int64_t to) {
  size_t count = 0;
  const vjp_reference_edge* edges = vjp_reference_map_edges(map, &count);
  for (size_t i = 0; i < count; ++i)
    if (edges[i].from == from && edges[i].to == to) return true;
  return false;
}
static vjp_reference_map* map_of(const vjp_reference_root* roots, size_t count) {
  vjp_reference_map* map = NULL;
  OK(vjp_reference_map_create(roots, count, &map));
  return map;
}

/* PYID-2: what one root alone keeps is its own; what two keep is a group; what others keep is left out */
static void maps(void) {
  int context = 0;
  vjp_tensor* x = own_leaf();
  vjp_tensor* y = own_double(x);
  vjp_node* node = made_by(y);
  OK(vjp_tensor_add_hook(y, nothing, &context, drop, NULL));

  const vjp_reference_root both[] = {{VJP_REFERENCE_TENSOR, y}, {VJP_REFERENCE_NODE, node}};
  vjp_reference_map* map = map_of(both, 2);
  CHECK(vjp_reference_map_num_groups(map) == 1 && leads(map, 0, 2) && leads(map, 1, 2));
  CHECK(refers(map, 2, &context) && !refers(map, 0, &context) && !refers(map, 1, &context));
  CHECK(!vjp_reference_map_live(map, 0) && !vjp_reference_map_live(map, 1));
  vjp_reference_map_release(map);

  map = map_of(both, 1); /* the node is held by our handle as well */
  CHECK(vjp_reference_map_num_groups(map) == 0 && !refers(map, 0, &context) && !vjp_reference_map_live(map, 0));
  vjp_reference_map_release(map);
  map = map_of(both + 1, 1); /* and by the tensor */
  CHECK(vjp_reference_map_live(map, 0) && !refers(map, 0, &context));
  vjp_reference_map_release(map);

  vjp_node_release(node);
  map = map_of(both, 1);
  CHECK(vjp_reference_map_num_groups(map) == 0 && refers(map, 0, &context));
  vjp_reference_map_release(map);

  Object object = {{ended}, 0};
  vjp_tensor* z = vjp_tensor_retain(y);
  OK(vjp_tensor_set_binding(y, &object.link));
  map = map_of((vjp_reference_root[]){{VJP_REFERENCE_TENSOR, y}, {VJP_REFERENCE_TENSOR, z}}, 2);
  CHECK(leads(map, 0, 2) && leads(map, 1, 2) && refers(map, 2, &object.link) && refers(map, 2, &context));
  vjp_reference_map_release(map);
  OK(vjp_tensor_set_binding(y, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_reference_map_create((vjp_reference_root[]){{99, y}}, 1, &map));
  FAILS(VJP_ERROR_INVALID, vjp_reference_map_create((vjp_reference_root[]){{VJP_REFERENCE_NODE, NULL}}, 1, &map));
  vjp_tensor_release(z);
  vjp_tensor_release(y);
  vjp_tensor_release(x);
}

int main(void) {
  RUN(ties);
  RUN(maps);
  return finish();
}
