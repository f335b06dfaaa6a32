/* Chapters 0 and 1 of the engine's rules, clause by clause: errors, and what is recorded. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"
#include "vjp/sim.h"

static vjp_node* next_of(vjp_node* node, size_t edge) {
  vjp_node* next = NULL;
  uint32_t slot;
  OK(vjp_node_edge(node, edge, &next, &slot));
  return own_node(next);
}

/* ---- chapter 0 ---- */

/* ERR-1: of tensors */
static void err_1_tensors(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *three = VEC(1, 2, 3), *marker = VEC(0), *out = marker;
  CHECK(vjp_mul(x, three, &out) != VJP_OK && out == marker);
  CHECK(vjp_matmul(x, three, &out) != VJP_OK && out == marker);
  FAILS(VJP_ERROR_STATE, vjp_tensor_base(x, &out));
  CHECK(out == marker);
  FAILS(VJP_ERROR_INVALID, vjp_node_leaf(node_of(times(x, 2)), &out));
  CHECK(out == marker);
  vjp_tensor* several[2] = {marker, marker};
  vjp_tensor *y = OP("sin", T(x)), *s = sum(y), *inputs[2] = {y, x};
  OK(vjp_backward(s, NULL));
  FAILS(VJP_ERROR_STATE, vjp_grad(&s, 1, NULL, inputs, 2, NULL, several)); /* y is reached, what is below is freed */
  CHECK(several[0] == marker && several[1] == marker);
  vjp_guard* inference = enter_mode(VJP_MODE_INFERENCE, true);
  int64_t version = 17;
  FAILS(VJP_ERROR_STATE, vjp_tensor_version(VEC(1), &version));
  OK(vjp_guard_exit(inference));
  CHECK(version == 17);
  /* and the handles are what they were */
  EQUALS(grad(sum(mul(x, x)), x), 2, 4);
  EQUALS(three, 1, 2, 3);
}

/* ERR-1: of nodes, lists and regions */
static void err_1_nodes(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_node *marker = node_of(times(x, 2)), *node = marker;
  uint32_t slot = 7;
  FAILS(VJP_ERROR_INVALID, vjp_node_edge(marker, 2, &node, &slot));
  CHECK(node == marker && slot == 7);
  FAILS(VJP_ERROR_STATE, vjp_tensor_gradient_edge(VEC(1), &node, &slot));
  CHECK(node == marker && slot == 7);
  vjp_tensor* b = clone(leaf(MAT(2, 2, 1, 2, 3, 4)));
  vjp_tensor* row = RESULT("unbind", 0, T(b), I(0));
  OP_("mul", T(b), F(2));
  FAILS(VJP_ERROR_STATE, vjp_tensor_grad_fn(row, &node));
  CHECK(node == marker);
  bool needs = true;
  FAILS(VJP_ERROR_INVALID, vjp_node_needs_any(marker, 1, 5, &needs));
  CHECK(needs);
  vjp_tensor_list *lists[2] = {NULL, NULL}, *list = (vjp_tensor_list*)lists;
  CHECK(vjp_op_call(vjp_op_find("mul"), VJP_VARIANT_FUNCTIONAL, ARGS(T(x), T(VEC(1, 2, 3))), &list) != VJP_OK);
  CHECK(list == (vjp_tensor_list*)lists);
  vjp_saved_attribute* attribute = (vjp_saved_attribute*)lists;
  FAILS(VJP_ERROR_INVALID, vjp_node_saved(marker, "nonsense", &attribute));
  CHECK(attribute == (vjp_saved_attribute*)lists);
  vjp_guard* guard = (vjp_guard*)lists;
  FAILS(VJP_ERROR_INVALID, vjp_guard_mode((vjp_mode)99, true, &guard));
  CHECK(guard == (vjp_guard*)lists);
}

static vjp_status fails_with_io(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return vjp_error_raise(VJP_ERROR_IO, "the disk is full", NULL, NULL);
}
static vjp_status returns_a_status(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  return (vjp_status) * (int*)context;
}
/* ERR-2: the class and the message are the callback's own, and the node that was executing is named */
static void err_2_class_and_message(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = VEC(3, 4);
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Writer";
  f.backward = fails_with_io;
  OK(vjp_function_record(&f, &x, 1, &y, 1, NULL, 0));
  FAILS(VJP_ERROR_IO, vjp_backward(sum(y), NULL));
  SAYS("the disk is full");
  SAYS("Writer");
  static const vjp_status classes[] = {VJP_ERROR_INVALID, VJP_ERROR_SHAPE,  VJP_ERROR_STATE,
                                       VJP_ERROR_VERSION, VJP_ERROR_MEMORY, VJP_ERROR_CANCELLED};
  for (size_t i = 0; i < sizeof classes / sizeof classes[0]; ++i) {
    int status = classes[i];
    vjp_tensor* z = OP("sin", T(x));
    OK(vjp_tensor_add_hook(z, returns_a_status, &status, NULL, NULL));
    FAILS(classes[i], vjp_backward(sum(z), NULL)); /* with no message of its own there is one yet */
    SAYS("SinBackward");
  }
}

/* Two nodes that run at the same time, and fail one after the other: the second waits until the first one's thread has
 * left the task, which is after its error was noted. */
static atomic_int second_begun, first_left;
static _Thread_local bool ran_the_first;
static void wait_for(atomic_int* flag) {
  while (!atomic_load(flag)) sched_yield();
}
static vjp_status fails_first(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                              vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  wait_for(&second_begun);
  ran_the_first = true;
  return vjp_error_raise(VJP_ERROR_IO, "the first one", NULL, NULL);
}
static vjp_status fails_second(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                               vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  atomic_store(&second_begun, 1);
  wait_for(&first_left);
  return vjp_error_raise(VJP_ERROR_CANCELLED, "the second one", NULL, NULL);
}
static void* some_state(void* context) { return context; }
static void nothing_to_enter(void* context, void* state) { (void)context, (void)state; }
static void note_who_leaves(void* context, void* state) {
  (void)context, (void)state;
  if (ran_the_first) atomic_store(&first_left, 1);
}
static vjp_tensor* moved(vjp_tensor* t, vjp_device device) {
  vjp_value v = {VJP_KIND_DEVICE, 0, {0}};
  v.as.device = device;
  return OP("to.device", T(t), v, NONE(), B(false));
}
/* ERR-2: the first error wins */
static void err_2_the_first_error(void) {
  char mode[200];
  snprintf(mode, sizeof mode, "%s", vjp_sim_mode());
  OK(vjp_sim_set_mode("threads:2")); /* nodes of two devices at once */
  atomic_store(&second_begun, 0), atomic_store(&first_left, 0);
  vjp_thread_callbacks callbacks = VJP_THREAD_CALLBACKS_INIT;
  callbacks.save = some_state;
  callbacks.enter = nothing_to_enter;
  callbacks.leave = note_who_leaves;
  callbacks.context = &callbacks;
  int64_t number = 0;
  OK(vjp_thread_callbacks_add(&callbacks, &number));
  vjp_tensor *roots[2], *inputs[2], *gradients[2], *out[2] = {NULL, NULL};
  for (int32_t i = 0; i < 2; ++i) {
    vjp_device there = {VJP_DEVICE_SIM, i};
    inputs[i] = leaf(moved(VEC(1, 2), there));
    roots[i] = moved(VEC(3, 4), there);
    gradients[i] = moved(VEC(1, 1), there);
    vjp_function f = VJP_FUNCTION_INIT;
    f.name = i == 0 ? "First" : "Second";
    f.backward = i == 0 ? fails_first : fails_second;
    OK(vjp_function_record(&f, &inputs[i], 1, &roots[i], 1, NULL, 0));
  }
  FAILS(VJP_ERROR_IO, vjp_grad(roots, 2, gradients, inputs, 2, NULL, out));
  SAYS("the first one");
  SAYS("First");
  CHECK(!strstr(vjp_last_error(), "econd") && !out[0] && !out[1]);
  OK(vjp_thread_callbacks_remove(number));
  OK(vjp_sim_set_mode(mode));
}

/* ---- chapter 1 ---- */

/* GRAPH-4: not differentiable, or not by the argument that requires grad */
static void graph_4_operations_without_derivatives(void) {
  static const char* const names[] = {"zeros_like", "ones_like", "isnan", "argmax"};
  vjp_tensor* x = leaf(VEC(1, 2));
  edge_of(x);
  int64_t nodes = vjp_debug_live_nodes();
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    vjp_tensor* y = NULL;
    OK(call_op(names[i], VJP_VARIANT_FUNCTIONAL, ARGS(T(x)), 0, &y));
    own(y);
    CHECK(vjp_tensor_is_leaf(y) && !vjp_tensor_requires_grad(y) && node_of(y) == NULL);
  }
  vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
  vjp_tensor *y = OP("sin", T(x)), *view = narrow(x, 0, 0, 1);
  OK(vjp_guard_exit(off));
  CHECK(!vjp_tensor_requires_grad(y) && node_of(y) == NULL && node_of(view) == NULL);
  CHECK(vjp_debug_live_nodes() == nodes);
}

/* GRAPH-5: absent ones, lists in their place */
static void graph_5_places_of_edges(void) {
  vjp_tensor *x = leaf(MAT(1, 2, 1, 2)), *weight = leaf(VEC(1, 1)), *bias = leaf(VEC(0, 0));
  vjp_node* bare = node_of(OP("layer_norm", T(x), INTS(2), NONE(), NONE(), F(1e-5)));
  vjp_node* full = node_of(OP("layer_norm", T(x), INTS(2), T(weight), T(bias), F(1e-5)));
  CHECK(vjp_node_num_edges(bare) == 3 && vjp_node_num_edges(full) == 3);
  CHECK(next_of(bare, 0) == edge_of(x) && next_of(bare, 1) == NULL && next_of(bare, 2) == NULL);
  CHECK(next_of(full, 0) == edge_of(x) && next_of(full, 1) == edge_of(weight) && next_of(full, 2) == edge_of(bias));
  vjp_tensor* y = leaf(VEC(1, 2));
  CHECK(vjp_node_num_edges(node_of(OP("add", T(y), F(1)))) ==
        vjp_node_num_edges(node_of(OP("add", T(y), T(SCALAR(1))))));
  vjp_node* from_number = node_of(OP("sub", F(1), T(y)));
  CHECK(vjp_node_num_edges(from_number) == 2 && next_of(from_number, 0) == NULL &&
        next_of(from_number, 1) == edge_of(y));
}

/* GRAPH-6: the output's number is part of it */
static void graph_6_number_of_the_output(void) {
  vjp_tensor* x = leaf(MAT(3, 2, 1, 2, 3, 4, 5, 6));
  for (uint32_t i = 0; i < 3; ++i) {
    vjp_tensor* row = RESULT("unbind", i, T(x), I(0));
    vjp_node* node = NULL;
    uint32_t slot = 9;
    OK(vjp_tensor_gradient_edge(row, &node, &slot));
    CHECK(own_node(node) == node_of(row) && slot == i);
    vjp_tensor* g = NULL;
    OK(try_grad(row, VEC(1, 1), x, false, true, &g));
    CHECK(at(own(g), 2 * i) == 1 && at(g, (2 * i + 2) % 6) == 0);
  }
}

/* GRAPH-9: the leaf refers to its accumulator weakly */
static void graph_9_the_leaf_does_not_keep_it(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  int64_t nodes = vjp_debug_live_nodes();
  vjp_tensor* y = times(x, 2);
  CHECK(vjp_debug_live_nodes() == nodes + 2);
  drop_now(y);
  CHECK(vjp_debug_live_nodes() == nodes);
  /* and the graph keeps the leaf, which receives what arrives there */
  vjp_tensor* w = leaf(VEC(5, 6));
  vjp_tensor* v = times(w, 3);
  vjp_node* accumulator = next_of(node_of(v), 0);
  drop_now(w);
  OK(vjp_backward(sum(v), NULL));
  vjp_tensor* back = NULL;
  OK(vjp_node_leaf(accumulator, &back));
  EQUALS(grad_of(own(back)), 3, 3);
}

static bool lies_on(vjp_device device, vjp_device other) {
  return device.kind == other.kind && device.index == other.index;
}
/* GRAPH-8, GRAPH-10: slots know the device; data on another one take another accumulator, older graphs keep theirs */
static void graph_10_another_device(void) {
  vjp_device there = {VJP_DEVICE_SIM, 1};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor *older = sum(times(x, 3)), *data = moved(VEC(3, 4), there);
  vjp_node* first = edge_of(x);
  OK(vjp_tensor_set_data(x, data));
  vjp_node* second = edge_of(x);
  CHECK(second != first && edge_of(x) == second);
  vjp_slot_info info = VJP_SLOT_INFO_INIT;
  OK(vjp_node_slot_info(second, 0, &info));
  CHECK(info.defined && lies_on(info.device, there) && info.ndim == 1 && info.sizes[0] == 2);
  vjp_tensor* y = times(x, 2);
  OK(vjp_node_slot_info(node_of(y), 0, &info));
  CHECK(lies_on(info.device, there) && info.dtype == VJP_DTYPE_FLOAT64);
  OK(vjp_backward(sum(y), NULL));
  CHECK(lies_on(vjp_tensor_device(grad_of(x)), there));
  EQUALS(grad_of(x), 2, 2);
  CHECK(next_of(node_of(times(x, 5)), 0) == second);
  drop_now(older);
}

static void* numbers_from_zero(void* good) {
  vjp_tensor *x = NULL, *w = NULL, *y = NULL;
  vjp_node* node = NULL;
  double values[2] = {1, 2};
  *(bool*)good = vjp_tensor_from_data(values, (int64_t[]){2}, 1, VJP_DTYPE_FLOAT64, &x) == VJP_OK &&
                 vjp_tensor_set_requires_grad(x, true) == VJP_OK;
  for (uint64_t i = 0; *(bool*)good && i < 5; ++i) {
    vjp_tensor_release(w); /* a new leaf for each, so a new accumulator */
    *(bool*)good = vjp_clone(x, &y) == VJP_OK && vjp_tensor_detach(y, &w) == VJP_OK &&
                   vjp_tensor_set_requires_grad(w, true) == VJP_OK;
    vjp_tensor_grad_fn(y, &node);
    *(bool*)good = *(bool*)good && vjp_node_sequence_number(node) == 2 * i;
    vjp_node_release(node);
    vjp_tensor_release(y);
    *(bool*)good = *(bool*)good && vjp_sin(w, &y) == VJP_OK && vjp_tensor_grad_fn(y, &node) == VJP_OK &&
                   vjp_node_sequence_number(node) == 2 * i + 1;
    vjp_node_release(node);
    vjp_tensor_release(y);
  }
  vjp_tensor_release(w);
  vjp_tensor_release(x);
  return NULL;
}
/* GRAPH-11: from 0 on each thread, one more for each node, and none for accumulators */
static void graph_11_one_number_a_node(void) {
  bool good = false;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, numbers_from_zero, &good) == 0);
  pthread_join(thread, NULL);
  CHECK(good);
  vjp_tensor* x = leaf(VEC(1, 2));
  uint64_t first = vjp_node_sequence_number(node_of(times(x, 2)));
  CHECK(vjp_node_sequence_number(edge_of(leaf(VEC(1)))) == UINT64_MAX);
  CHECK(vjp_node_sequence_number(node_of(times(x, 2))) == first + 1);
  CHECK(vjp_node_sequence_number(node_of(times(leaf(VEC(1)), 2))) == first + 2);
}

/* GRAPH-13: the largest of those that edges lead to, wherever it stands */
static void graph_13_the_longest_way(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* deep = times(times(times(x, 2), 2), 2);
  CHECK(vjp_node_topological_number(node_of(deep)) == 3);
  CHECK(vjp_node_topological_number(node_of(mul(deep, x))) == 4);
  CHECK(vjp_node_topological_number(node_of(mul(x, deep))) == 4);
  vjp_tensor* list[3] = {x, deep, x};
  CHECK(vjp_node_topological_number(node_of(OP("cat", TL(list, 3), I(0)))) == 4);
}

static void* release_it(void* t) {
  vjp_tensor_release((vjp_tensor*)t);
  return NULL;
}
/* GRAPH-15: whatever the depth, a little stack is enough, on any thread */
static void graph_15_little_stack(void) {
  int64_t nodes = vjp_debug_live_nodes();
  vjp_tensor *x = leaf(VEC(1, 2)), *y = vjp_tensor_retain(x);
  for (int i = 0; i < 20000; ++i) {
    vjp_tensor* next = NULL;
    if (vjp_sin(y, &next) != VJP_OK) break;
    vjp_tensor_release(y);
    y = next;
  }
  CHECK(vjp_debug_live_nodes() >= nodes + 20000);
  pthread_attr_t small;
  pthread_t thread;
  CHECK(pthread_attr_init(&small) == 0 && pthread_attr_setstacksize(&small, 256 << 10) == 0);
  CHECK(pthread_create(&thread, &small, release_it, y) == 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&small);
  CHECK(vjp_debug_live_nodes() == nodes);
}

/* GRAPH-16: no derivative exists: it is recorded, and says so when it would run */
static void graph_16_no_derivative(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = VEC(3, 4), *g = NULL;
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "OneWay";
  OK(vjp_function_record(&f, &x, 1, &y, 1, NULL, 0));
  CHECK(vjp_tensor_requires_grad(y) && strcmp(vjp_node_name(node_of(y)), "OneWay") == 0);
  CHECK(next_of(node_of(y), 0) == edge_of(x));
  vjp_tensor* z = times(y, 2);
  EQUALS(grad(sum(z), y), 2, 2); /* what is above it works */
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_grad(sum(z), NULL, x, false, true, &g));
  SAYS("OneWay");
}

static vjp_status count(void* context, vjp_tensor* grad_, vjp_tensor** out) {
  (void)grad_, (void)out;
  ++*(int*)context;
  return VJP_OK;
}
static vjp_status count_pre(void* context, vjp_tensor** grads, size_t n) {
  (void)grads, (void)n;
  ++*(int*)context;
  return VJP_OK;
}
/* GRAPH-19: everything is looked at and hooked, and the gradients are those of before */
static void graph_19_looking_and_hooking(void) {
  vjp_tensor *x = leaf(VEC(1, 2, 3)), *w = leaf(VEC(4, 5, 6));
  vjp_tensor* b = mul(x, w);
  vjp_tensor* v = narrow(b, 0, 0, 2);
  OP_("exp", T(v));
  vjp_tensor* square = mul(b, b);
  vjp_tensor* y = sum(square);
  vjp_tensor *gx = grad(y, x), *gw = grad(y, w);
  static int calls;
  calls = 0;
  vjp_tensor* all[] = {x, w, b, v, square, y};
  for (size_t i = 0; i < 6; ++i) {
    vjp_tensor* t = all[i];
    OK(vjp_tensor_add_hook(t, count, &calls, NULL, NULL));
    vjp_node* node = edge_of(t);
    OK(vjp_node_add_pre_hook(node, count_pre, &calls, NULL, NULL));
    OK(vjp_node_set_metadata(node, "key", &calls, NULL));
    void* value = NULL;
    OK(vjp_node_metadata(node, "key", &value));
    CHECK(value == &calls && vjp_node_name(node) != NULL && vjp_tensor_requires_grad(t));
    for (size_t a = 0; a < vjp_node_num_saved(node); ++a) {
      vjp_saved_attribute* attribute = NULL;
      OK(vjp_node_saved(node, vjp_node_saved_name(node, a), &attribute));
      vjp_saved_attribute_release(attribute);
    }
    vjp_slot_info info = VJP_SLOT_INFO_INIT;
    OK(vjp_node_slot_info(node, 0, &info));
    CHECK(info.defined);
    version_of(t), vjp_tensor_is_leaf(t), vjp_tensor_creation(t), vjp_node_topological_number(node);
  }
  vjp_tensor *hx = grad(y, x), *hw = grad(y, w);
  CHECK(calls > 0);
  for (size_t i = 0; i < 3; ++i) CHECK(at(hx, i) == at(gx, i) && at(hw, i) == at(gw, i));
  EQUALS(grad(sum(v), w), exp(4), 2 * exp(10), 0);
}

int main(void) {
  RUN(err_1_tensors);
  RUN(err_1_nodes);
  RUN(err_2_class_and_message);
  if (has_threads()) RUN(err_2_the_first_error); /* two nodes at once */
  RUN(graph_4_operations_without_derivatives);
  RUN(graph_5_places_of_edges);
  RUN(graph_6_number_of_the_output);
  RUN(graph_9_the_leaf_does_not_keep_it);
  RUN(graph_10_another_device);
  RUN(graph_11_one_number_a_node);
  RUN(graph_13_the_longest_way);
  RUN(graph_15_little_stack);
  RUN(graph_16_no_derivative);
  RUN(graph_19_looking_and_hooking);
  return finish();
}
