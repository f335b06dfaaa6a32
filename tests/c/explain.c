/* Why a gradient is missing, zero, not finite, or from some uses only (spec INTRO-15 to INTRO-21). */
#include "explain.h"

#include <pthread.h>

#include "vmap.h"

static vjp_tensor* half(vjp_tensor* t) { return OP("to", T(t), D(VJP_DTYPE_FLOAT16)); }

/* ---- places ---- */

static int asked;
static void write_place(void* context, vjp_call_site* site) {
  ++asked;
  CHECK(!vjp_call_site_write_place(site, (const char*)context, 7, "step")); /* the stack is not wanted */
}

/* INTRO-15 */
static void nodes_and_cuts_have_places(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4)), *cut = NULL;
  vjp_guard* region = record_cuts();
  OK(vjp_location_push("dir/train.c", 12, "step"));
  OK(vjp_tensor_detach(x, &cut));
  OK(vjp_location_pop());
  OK(vjp_location_push("dir/train.c", 13, "step"));
  vjp_tensor* y = sum(mul(own(cut), w));
  OK(vjp_location_pop());
  ANSWERS(x, y, VJP_OBSTACLE_DETACHED);
  CHECK(strcmp(answer.place, "dir/train.c:12, in step") == 0);
  TELLS("'detach' (train.c:12, in step)");
  TELLS("MulBackward (train.c:13, in step)");
  vjp_tensor* native = sum(OP("relu", T(times(x, -1))));
  ANSWERS(x, native, VJP_OBSTACLE_ZERO);
  CHECK(strstr(answer.place, "c_explain") != NULL || strstr(answer.place, "sim_explain") != NULL);
  asked = 0;
  OK(vjp_set_call_site_callback(write_place, (void*)"script.py", NULL));
  vjp_tensor* scripted = sum(OP("relu", T(times(x, -1))));
  CHECK(asked == 3); /* a node each */
  OK(vjp_guard_exit(region));
  asked = 0;
  vjp_tensor* plain = sum(OP("relu", T(times(x, -1))));
  CHECK(asked == 0); /* outside it is not asked */
  OK(vjp_set_call_site_callback(NULL, NULL, NULL));
  ANSWERS(x, scripted, VJP_OBSTACLE_ZERO);
  CHECK(strcmp(answer.place, "script.py:7, in step") == 0);
  ANSWERS(x, plain, VJP_OBSTACLE_ZERO);
  CHECK(strcmp(answer.place, "") == 0);
  CHECK(!vjp_call_site_write_place(NULL, "f", 1, NULL));
}

/* INTRO-15: operators of an operator, changes in place through a view, custom functions */
static vjp_status pass_nothing(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                               vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return VJP_OK;
}
static void places_of_rarer_nodes(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = VEC(3, 4), *result = VEC(0, 0);
  vjp_guard* region = record_cuts();
  OK(vjp_location_push("model.c", 5, "forward"));
  vjp_function function = VJP_FUNCTION_INIT;
  function.backward = pass_nothing;
  OK(vjp_function_record(&function, &x, 1, &result, 1, NULL, 0));
  vjp_tensor* base = times(x, 1);
  OP_("mul", T(narrow(base, 0, 0, 1)), F(0));
  OK(vjp_location_pop());
  OK(vjp_guard_exit(region));
  ANSWERS(x, sum(mul(result, w)), VJP_OBSTACLE_UNDEFINED);
  CHECK(strcmp(answer.place, "model.c:5, in forward") == 0);
  ANSWERS(x, sum(base), VJP_OBSTACLE_PARTLY_ZERO);
  CHECK(strcmp(answer.place, "model.c:5, in forward") == 0);
}

/* ---- tensors that are not reached ---- */

/* INTRO-16 */
static void used_before_it_required_grad(void) {
  vjp_tensor *q = VEC(1, 2), *w = leaf(VEC(3, 4));
  vjp_tensor* product = mul(w, q);
  vjp_guard* region = record_cuts();
  vjp_tensor* total = add(q, w);
  OK(vjp_guard_exit(region));
  vjp_tensor* unnoticed = add(q, w);
  leaf(q);
  ANSWERS(q, sum(product), VJP_OBSTACLE_REQUIRED_LATER); /* which the node has saved */
  CHECK(answer.node == node_of(product) && answer.edge == 1);
  ANSWERS(q, sum(total), VJP_OBSTACLE_REQUIRED_LATER); /* which was noted */
  CHECK(answer.node == node_of(total) && answer.edge == 0);
  TELLS("argument 0 of AddBackward");
  ANSWERS(q, sum(unnoticed), VJP_OBSTACLE_UNKNOWN);
}

/* INTRO-16 */
static void a_new_tensor_under_an_old_name(void) {
  vjp_tensor *w = leaf(VEC(1, 2)), *x = VEC(3, 4);
  vjp_tensor* y = sum(mul(w, x));
  vjp_tensor* updated = OP("sub", T(w), T(times(w, 0.1)));
  ANSWERS(updated, y, VJP_OBSTACLE_REPLACED);
  CHECK(answer.node == node_of(updated));
  TELLS("computed, last by SubBackward");
  ANSWERS(updated, sum(mul(updated, x)), VJP_OBSTACLE_NOT_RETAINED);
  TELLS("the result of SubBackward");
  vjp_tensor* alias = leaf(detached(w));
  ANSWERS(alias, y, VJP_OBSTACLE_ANOTHER_TENSOR);
  CHECK(answer.node == edge_of(w));
  TELLS("on the same memory");
  vjp_tensor* copy = leaf(detached(clone(w)));
  ANSWERS(copy, y, VJP_OBSTACLE_ANOTHER_TENSOR);
  TELLS("the same elements");
  ANSWERS(leaf(VEC(5, 6)), y, VJP_OBSTACLE_UNKNOWN); /* of its shape only */
  TELLS("1 other leaf tensor(s) of its shape");
  ANSWERS(w, leaf(SCALAR(3)), VJP_OBSTACLE_UNKNOWN); /* a loss that was made of a number */
  TELLS("Root 0 is itself a leaf");
  vjp_tensor *zeros = leaf(VEC(0, 0)), *others = leaf(VEC(0, 0));
  ANSWERS(others, sum(mul(zeros, x)), VJP_OBSTACLE_UNKNOWN); /* equal zeros say nothing */
}

/* INTRO-16 */
static void inference_tensors_and_ended_levels(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4));
  vjp_guard* recording = record_cuts();
  vjp_guard* region = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* inferred = times(x, 2);
  OK(vjp_guard_exit(region));
  ANSWERS(inferred, sum(x), VJP_OBSTACLE_INFERENCE);
  vjp_tensor* y = sum(add(w, inferred));
  OK(vjp_guard_exit(recording));
  ANSWERS(x, y, VJP_OBSTACLE_INFERENCE);
  TELLS("inference mode");
  batch b = enter(2);
  vjp_tensor* lane = wrap(b, x);
  vjp_tensor* z = sum(times(lane, 0));
  CHECK(vjp_tensor_is_batched(z));
  ANSWERS(lane, z, VJP_OBSTACLE_ZERO); /* of the physical tensors */
  leave(b);
  ANSWERS(lane, sum(x), VJP_OBSTACLE_LEVEL_ENDED);
}

/* ---- what arrives ---- */

/* INTRO-17: the node that made it zero is the first on the way whose own gradient was not */
static void zeros_are_traced_to_their_origin(void) {
  vjp_tensor *x = leaf(VEC(1, 2, 3)), *w = leaf(VEC(4, 5, 6));
  vjp_tensor* dead = OP("relu", T(times(x, -1)));
  ANSWERS(x, sum(mul(OP("exp", T(w)), dead)), VJP_OBSTACLE_ZERO);
  CHECK(answer.node == node_of(dead) && answer.edge == 0);
  TELLS("relu is constant for arguments that are not positive");
  TELLS("all 3 elements, the first at [0]");
  TELLS("SumBackward > MulBackward > ReluBackward > MulBackward > a leaf");
  vjp_tensor* factor = mul(x, VEC(0, 0, 0));
  ANSWERS(x, sum(OP("exp", T(factor))), VJP_OBSTACLE_ZERO);
  CHECK(answer.node == node_of(factor) && answer.edge == 0);
  TELLS("other = 0");
  vjp_tensor* rounded = OP("floor", T(x));
  ANSWERS(x, sum(rounded), VJP_OBSTACLE_ZERO);
  CHECK(answer.node == node_of(rounded));
  vjp_tensor* same = OP("sub", T(x), T(x));
  ANSWERS(x, sum(same), VJP_OBSTACLE_ZERO);
  CHECK(answer.node == edge_of(x));
  TELLS("cancel each other");
}

/* INTRO-17 */
static void some_zeros_are_counted(void) {
  vjp_tensor* x = leaf(MAT(2, 3, 1, -2, 3, -4, -5, -6));
  vjp_tensor* y = OP("relu", T(x));
  ANSWERS(x, sum(times(y, 3)), VJP_OBSTACLE_PARTLY_ZERO);
  CHECK(answer.node == node_of(y) && answer.edge == 0);
  TELLS("4 of 6 elements");
  TELLS("first at [0, 1]");
  vjp_tensor* last = OP("amax", T(times(x, 2)), INTS(1), B(false));
  ANSWERS(x, sum(last), VJP_OBSTACLE_PARTLY_ZERO);
  CHECK(answer.node == node_of(last));
  TELLS("the maximum is another element");
  /* a second factor kills what the first has left: all are zero since then */
  vjp_tensor* none = mul(OP("relu", T(x)), MAT(2, 3, 0, 1, 0, 1, 1, 1));
  ANSWERS(x, sum(none), VJP_OBSTACLE_ZERO);
  CHECK(answer.node != node_of(none));
}

/* INTRO-17: of a finite gradient, from which saved value */
static void nan_is_traced_to_the_node_that_made_it(void) {
  vjp_tensor* x = leaf(VEC(4, 0, 1));
  vjp_tensor* root = OP("sqrt", T(times(x, 1)));
  ANSWERS(x, sum(times(root, 2)), VJP_OBSTACLE_NOT_FINITE);
  CHECK(answer.node == node_of(root) && answer.edge == 0);
  TELLS("1 of 3 elements, the first at [1] (inf)");
  TELLS("the gradient 2 came in and the node had saved out = 0");
  TELLS("keep its argument away from 0");
  vjp_tensor* unused = OP("where", T(OP("gt", T(x), F(0))), T(OP("log", T(x))), T(x));
  ANSWERS(x, sum(unused), VJP_OBSTACLE_NOT_FINITE);
  TELLS("LogBackward made nan of a finite gradient");
  TELLS("0 times infinity");
  ANSWERS(x, sum(mul(x, VEC(1, INFINITY, 1))), VJP_OBSTACLE_NOT_FINITE);
  TELLS("the forward had this value already");
  vjp_tensor* big = times(times(x, 1e200), 1e200);
  ANSWERS(x, sum(big), VJP_OBSTACLE_NOT_FINITE);
}

/* INTRO-17 */
static void small_numbers_vanish(void) {
  vjp_tensor* x = leaf(half(VEC(1, 2)));
  vjp_tensor* y = x;
  for (int i = 0; i < 4; ++i) y = times(y, 1e-3);
  ANSWERS(x, sum(y), VJP_OBSTACLE_UNDERFLOW);
  CHECK(answer.node != NULL);
  TELLS("GradScaler");
  ANSWERS(x, sum(times(times(x, 1e-3), 1e-3)), VJP_OBSTACLE_UNDERFLOW); /* subnormal */
  CHECK(answer.node == NULL);
  TELLS("vanishes");
  ANSWERS(x, sum(times(times(x, 1e-3), 0)), VJP_OBSTACLE_ZERO); /* a true zero */
  ANSWERS(x, sum(times(x, 1e-3)), VJP_OBSTACLE_NONE);
}

/* ---- uses ---- */

/* INTRO-18 */
static void each_use_is_named(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4)), *result = VEC(1, 1);
  vjp_guard* region = record_cuts();
  vjp_tensor* good = OP("exp", T(x));
  vjp_tensor* zero = times(x, 0);
  vjp_tensor* cut = mul(w, detached(x));
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "Forgetful";
  function.backward = pass_nothing;
  OK(vjp_function_record(&function, &x, 1, &result, 1, NULL, 0));
  vjp_tensor* y = sum(add(add(good, zero), add(cut, result)));
  OK(vjp_guard_exit(region));
  ANSWERS(x, y, VJP_OBSTACLE_SOME_USES);
  TELLS("by 1 of its 4 uses only");
  TELLS("cut by 'detach'");
  CHECK(vjp_explanation_num_uses(explanation) == 4);
  int seen = 0;
  for (size_t i = 0; i < 4; ++i) {
    vjp_gradient_answer u = use(i);
    if (u.used_by == node_of(good)) seen += u.obstacle == VJP_OBSTACLE_NONE && u.used_edge == 0;
    if (u.used_by == node_of(zero)) seen += u.obstacle == VJP_OBSTACLE_ZERO && u.node == node_of(zero);
    if (u.used_by == node_of(cut)) seen += u.obstacle == VJP_OBSTACLE_DETACHED && u.used_edge == 1;
    if (u.used_by == node_of(result)) seen += u.obstacle == VJP_OBSTACLE_UNDEFINED;
  }
  CHECK(seen == 4);
  vjp_gradient_answer out = VJP_GRADIENT_ANSWER_INIT;
  FAILS(VJP_ERROR_INVALID, vjp_explanation_use(explanation, 4, &out));
  out.struct_size = 3;
  FAILS(VJP_ERROR_INVALID, vjp_explanation_use(explanation, 0, &out));
  FAILS(VJP_ERROR_INVALID, vjp_explanation_answer(explanation, &out));
  FAILS(VJP_ERROR_INVALID, vjp_explanation_answer(NULL, &answer));
  CHECK(vjp_explanation_num_uses(NULL) == 0 && vjp_explanation_retain(NULL) == NULL);
}

/* INTRO-18: a root that is the tensor itself; one that is cut */
static void roots_are_uses_too(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = VEC(0, 0);
  vjp_tensor* roots[2] = {x, sum(mul(x, w))};
  CHECK(explain_roots(x, roots, 2) == VJP_OBSTACLE_SOME_USES && vjp_explanation_num_uses(explanation) == 2);
  CHECK(use(0).used_by == NULL && use(0).obstacle == VJP_OBSTACLE_NONE && use(1).obstacle == VJP_OBSTACLE_ZERO);
  vjp_guard* region = record_cuts();
  vjp_tensor* shown = detached(x);
  OK(vjp_guard_exit(region));
  vjp_tensor* both[2] = {sum(OP("exp", T(x))), shown};
  CHECK(explain_roots(x, both, 2) == VJP_OBSTACLE_SOME_USES && use(1).obstacle == VJP_OBSTACLE_DETACHED);
  CHECK(use(1).used_by == NULL && use(1).used_edge == 1);
}

/* ---- backwards that fail ---- */

static vjp_status fail_on_purpose(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                  vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)grads, (void)num_grads, (void)out, (void)num_inputs;
  return vjp_error_raise(VJP_ERROR_CANCELLED, "not today", NULL, NULL);
}

/* INTRO-19 */
static void freed_changed_and_failing(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = OP("exp", T(x)), *square = mul(h, h), *result = VEC(1, 1);
  vjp_tensor* y = sum(square);
  OP_("add", T(h), F(1));
  ANSWERS(x, y, VJP_OBSTACLE_CHANGED);
  CHECK(answer.node == node_of(square));
  TELLS("version");
  y = sum(mul(x, x));
  OK(vjp_backward(y, NULL));
  ANSWERS(x, y, VJP_OBSTACLE_FREED);
  TELLS("the largest element of magnitude 4");
  ANSWERS(x, sum(times(x, 2)), VJP_OBSTACLE_NONE); /* which saves nothing that could be freed */
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "Moody";
  function.backward = fail_on_purpose;
  OK(vjp_function_record(&function, &x, 1, &result, 1, NULL, 0));
  ANSWERS(x, sum(result), VJP_OBSTACLE_FAILED);
  CHECK(answer.node == node_of(result));
  TELLS("not today");
  CHECK(vjp_explanation_num_uses(explanation) == 0);
}

/* ---- hooks ---- */

static int hook_calls;
static vjp_status count_call(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  ++hook_calls;
  return VJP_OK;
}
static vjp_status count_leaf(void* context, vjp_tensor* tensor) {
  (void)context, (void)tensor;
  ++hook_calls;
  return VJP_OK;
}

/* INTRO-20 */
static void hooks_are_named_and_not_run(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(3, 4)), *h = times(x, 2);
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(h, count_call, NULL, NULL, &hook));
  OK(vjp_hook_set_label(hook, "clip"));
  vjp_tensor* y = sum(mul(h, w));
  ANSWERS(x, y, VJP_OBSTACLE_HOOKS);
  CHECK(answer.node == node_of(h));
  TELLS("'clip' on a result of MulBackward");
  ANSWERS(w, y, VJP_OBSTACLE_NONE); /* not on its way */
  ANSWERS(x, sum(times(h, 0)), VJP_OBSTACLE_ZERO);
  TELLS("Hooks are not run here");
  vjp_hook_remove(hook);
  ANSWERS(x, y, VJP_OBSTACLE_NONE);
  OK(vjp_tensor_add_post_accumulate_hook(w, count_leaf, NULL, NULL, NULL));
  ANSWERS(w, y, VJP_OBSTACLE_HOOKS);
  TELLS("after the leaf's accumulation");
  CHECK(hook_calls == 0);
}

/* ---- what a question costs and changes ---- */

/* INTRO-21, GRAPH-19 */
static void nothing_is_changed(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = OP("exp", T(x)), *y = sum(mul(h, h));
  vjp_guard* region = record_cuts();
  int64_t nodes = vjp_debug_live_nodes(), tensors = vjp_debug_live_tensors();
  ANSWERS(x, y, VJP_OBSTACLE_NONE);
  vjp_explanation_release(vjp_explanation_retain(explanation));
  drop_now(explanation);
  CHECK(vjp_debug_live_nodes() == nodes && vjp_debug_live_tensors() == tensors);
  CHECK(grad_of(x) == NULL && !vjp_node_freed(node_of(y)) && vjp_grad_mode());
  OK(vjp_guard_exit(region));
  OK(vjp_backward(y, NULL));
  EQUALS(grad_of(x), 2 * exp(2), 2 * exp(4));
}

/* INTRO-21: the graph of a gradient; views and changes in place; a tangent */
static void graphs_of_every_kind(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *grad = NULL;
  OK(try_grad(sum(mul(x, times(x, 3))), NULL, x, true, true, &grad));
  ANSWERS(x, sum(own(grad)), VJP_OBSTACLE_NONE);
  TELLS("magnitude 6");
  OK(try_grad(sum(times(x, 3)), NULL, x, true, true, &grad));
  CHECK(explain(x, sum(own(grad))) != VJP_OBSTACLE_NONE); /* a constant has no gradient, or zeros */
  vjp_tensor *base = times(x, 1), *part = narrow(base, 0, 1, 1);
  OP_("fill", T(part), F(0));
  ANSWERS(x, sum(base), VJP_OBSTACLE_PARTLY_ZERO);
  TELLS("1 of 2 elements, the first at [1]");
  ANSWERS(x, sum(part), VJP_OBSTACLE_ZERO);
  OK(vjp_forward_mode_enter());
  vjp_tensor* dual = NULL;
  OK(vjp_make_dual(x, VEC(1, 1), &dual));
  vjp_tensor* y = sum(OP("sin", T(own(dual))));
  ANSWERS(x, y, VJP_OBSTACLE_NONE);
  OK(vjp_forward_mode_exit());
}

/* INTRO-17: what lies on a device is looked at there */
static void on_a_device(void) {
  vjp_value there = {VJP_KIND_DEVICE, 0, {0}};
  there.as.device = (vjp_device){VJP_DEVICE_SIM, 0};
  vjp_tensor* x = leaf(OP("to.device", T(VEC(1, 0, 3)), there, NONE(), B(false)));
  ANSWERS(x, sum(OP("sqrt", T(x))), VJP_OBSTACLE_NOT_FINITE);
  TELLS("first at [1] (inf), where the gradient 1 came in and the node had saved out = 0");
  ANSWERS(x, sum(times(x, 0)), VJP_OBSTACLE_ZERO);
  ANSWERS(x, sum(times(x, 2)), VJP_OBSTACLE_NONE);
}

typedef struct question {
  vjp_tensor *tensor, *root;
  vjp_gradient_obstacle got;
} question;
static void* ask(void* p) {
  question* q = (question*)p;
  for (int i = 0; i < 50; ++i) {
    vjp_explanation* e = NULL;
    vjp_gradient_answer a = VJP_GRADIENT_ANSWER_INIT;
    vjp_guard* region = NULL;
    if (vjp_guard_record_cuts(&region) != VJP_OK) return NULL;
    if (vjp_explain_gradient(q->tensor, &q->root, 1, &e) == VJP_OK && vjp_explanation_answer(e, &a) == VJP_OK)
      q->got = a.obstacle;
    vjp_explanation_release(e);
    vjp_guard_exit(region);
  }
  return NULL;
}
/* INTRO-21: from two threads at once, about one graph */
static void two_threads_ask(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(-3, -4));
  vjp_guard* region = record_cuts();
  vjp_tensor* y = sum(add(mul(OP("relu", T(w)), x), detached(x)));
  OK(vjp_guard_exit(region));
  question of_x = {x, y, VJP_OBSTACLE_NONE}, of_w = {w, y, VJP_OBSTACLE_NONE};
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, ask, &of_x) == 0);
  ask(&of_w);
  pthread_join(thread, NULL);
  CHECK(of_x.got == VJP_OBSTACLE_ZERO && of_w.got == VJP_OBSTACLE_ZERO);
}

/* INTRO-21: in time that grows with the graph; a question that compares each node with each would take hours */
static void large_graphs(void) {
  enum { kDepth = MANY(100000) };
  vjp_tensor *x = leaf(VEC(1)), *w = leaf(VEC(1));
  vjp_tensor *y = vjp_tensor_retain(x), *cut = detached(w);
  for (int i = 0; i < kDepth; ++i) {
    vjp_tensor* next = NULL;
    if (call_op("add", VJP_VARIANT_FUNCTIONAL, ARGS(T(y), T(i % 2 ? x : cut)), 0, &next) != VJP_OK) break;
    vjp_tensor_release(y);
    y = next;
  }
  ANSWERS(x, y, VJP_OBSTACLE_NONE);
  CHECK(vjp_explanation_num_uses(explanation) == kDepth / 2 + 1);
  ANSWERS(w, y, VJP_OBSTACLE_UNKNOWN);
  vjp_tensor_release(y);
}

int main(void) {
  RUN(nodes_and_cuts_have_places);
  RUN(places_of_rarer_nodes);
  RUN(used_before_it_required_grad);
  RUN(a_new_tensor_under_an_old_name);
  RUN(inference_tensors_and_ended_levels);
  RUN(zeros_are_traced_to_their_origin);
  RUN(some_zeros_are_counted);
  RUN(nan_is_traced_to_the_node_that_made_it);
  RUN(small_numbers_vanish);
  RUN(each_use_is_named);
  RUN(roots_are_uses_too);
  RUN(freed_changed_and_failing);
  RUN(hooks_are_named_and_not_run);
  RUN(nothing_is_changed);
  RUN(graphs_of_every_kind);
  RUN(on_a_device);
  RUN(two_threads_ask);
  RUN(large_graphs);
  return finish();
}
