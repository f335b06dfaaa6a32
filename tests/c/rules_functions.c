/* Chapter 17: the node of a custom function is a node like others. */
#include "custom_functions.h"
#include "spy.h"

static int ended;
static void end_value(void* value) { ++*(int*)value; }

/* FUNC-23: name, metadata, saved values */
static void func_23_what_a_node_tells(void) {
  vjp_tensor *x = leaf(VEC(3, 4)), *w = VEC(5, 6);
  vjp_function_call* call = begin_plan(new_plan(2), x);
  vjp_tensor* kept[3] = {x, NULL, w};
  OK(vjp_function_call_save_for_backward(call, kept, 3));
  vjp_tensor* y = end_one(call, times(x, 2));
  vjp_node* node = node_of(y);
  CHECK(strcmp(vjp_node_name(node), "Planned") == 0);
  CHECK(vjp_node_num_saved(node) == 1 && strcmp(vjp_node_saved_name(node, 0), "tensors") == 0);
  CHECK(vjp_node_saved_kind(node, "tensors") == VJP_KIND_TENSOR_LIST);
  vjp_saved_attribute* saved = NULL;
  OK(vjp_node_saved(node, "tensors", &saved));
  const vjp_value* list = vjp_saved_attribute_value(saved);
  CHECK(list->kind == VJP_KIND_TENSOR_LIST && list->count == 3);
  if (list->count == 3) CHECK(list->as.tensors[0] == x && list->as.tensors[1] == NULL);
  if (list->count == 3) EQUALS(list->as.tensors[2], 5, 6);
  vjp_saved_attribute_release(saved);
  ended = 0;
  void* value = NULL;
  OK(vjp_node_set_metadata(node, "mine", &ended, end_value));
  OK(vjp_node_metadata(node, "mine", &value));
  CHECK(value == &ended);
  OK(vjp_backward(sum(y), NULL));
  FAILS(VJP_ERROR_STATE, vjp_node_saved(node, "tensors", &saved)); /* freed as others' are */
  CHECK(ended == 0);
  arena_clear();
  CHECK(ended == 1);
}

/* FUNC-23: hooks of every kind, in the order of HOOK-2 */
static void func_23_hooks(void) {
  static Spy tensor = {.letter = 't', .factor = 2}, pre = {.letter = 'p', .factor = 3}, post = {.letter = 'q'};
  vjp_tensor *x = leaf(VEC(1)), *y = apply(new_plan(7), x);
  on_post(node_of(y), &post);
  on_pre(node_of(y), &pre);
  on_tensor(y, &tensor);
  OK(vjp_tensor_retain_grad(y));
  clear_trace();
  EQUALS(grad(y, x), 2 * 3 * 7);
  CHECK(strcmp(trace, "tpq") == 0);
  EQUALS(grad_of(y), 2);
}

/* FUNC-23: what leads to nothing that is asked for does not run */
static void func_23_pruning(void) {
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(1));
  Plan *to_x = new_plan(3), *to_w = new_plan(4);
  vjp_tensor* both = add(apply(to_x, x), apply(to_w, w));
  EQUALS(grad(both, x), 3);
  CHECK(to_x->calls == 1 && to_w->calls == 0);
  OK(vjp_backward(both, NULL));
  CHECK(to_x->calls == 2 && to_w->calls == 1);
}

int main(void) {
  RUN(func_23_what_a_node_tells);
  RUN(func_23_hooks);
  RUN(func_23_pruning);
  return finish();
}
