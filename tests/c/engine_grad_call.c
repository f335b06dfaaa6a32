/* Chapter 6 and TASK-18: edges, batches, three-valued options, final callbacks and warnings of grad calls. */
#include "check.h"

static vjp_grad_options kept(void) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  return options;
}

/* ENTRY-8, ENTRY-9: unset means as create_graph */
static void entry_8_three_valued(void) {
  vjp_tensor* x = leaf(VEC(3));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT, now;
  OK(vjp_grad_call_options(call_of(options), &now));
  CHECK(now.retain_graph == 0 && now.create_graph == 0 && now.accumulate == 0 && now.struct_size == sizeof now);
  options.create_graph = 1;
  OK(vjp_grad_call_options(call_of(options), &now));
  CHECK(now.retain_graph == 1 && now.create_graph == 1);
  options.retain_graph = 0;
  vjp_tensor *y = OP("exp", T(x)), *g = NULL, *again = NULL;
  OK(vjp_grad(&y, 1, NULL, &x, 1, &options, &g));
  CHECK(vjp_tensor_requires_grad(own(g)));
  FAILS(VJP_ERROR_STATE, vjp_grad(&y, 1, NULL, &x, 1, NULL, &again));
  options.retain_graph = 2;
  vjp_grad_call* none = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_create(&options, &none));
  SAYS("retain_graph");
}

/* ENTRY-1: a caller compiled against the first version of the options */
static void entry_1_options_of_an_older_caller(void) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT, now;
  options.struct_size = offsetof(vjp_grad_options, batched);
  options.batched = 99; /* it does not have that */
  OK(vjp_grad_call_options(call_of(options), &now));
  CHECK(now.batched == 0);
}

/* ENTRY-19 */
static void entry_19_edges(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* h = mul(x, x);
  vjp_node* square = node_of(h);
  vjp_node* accumulator = edge_of(x);
  vjp_tensor* y = sum(times(h, 3));
  drop_now(h);
  /* as an input, where nobody holds the tensor; beside a tensor */
  vjp_grad_call* call = call_of(kept());
  OK(vjp_grad_call_add_root(call, y, NULL));
  OK(vjp_grad_call_add_input_edge(call, square, 0));
  OK(vjp_grad_call_add_input(call, x));
  OK(vjp_grad_call_add_input_edge(call, accumulator, 0));
  OK(vjp_grad_call_run(call));
  EQUALS(result_of(call, 0), 3, 3);
  EQUALS(result_of(call, 1), 6, 12);
  EQUALS(result_of(call, 2), 6, 12);
  CHECK(grad_of(x) == NULL && vjp_grad_call_num_inputs(call) == 3);
  /* as a root: shape and dtype are the slot's */
  call = call_of(kept());
  OK(vjp_grad_call_add_root_edge(call, square, 0, VEC(1, 10)));
  OK(vjp_grad_call_add_input(call, x));
  OK(vjp_grad_call_run(call));
  EQUALS(result_of(call, 0), 2, 40);
  CHECK(vjp_grad_call_root(call, 0) == NULL && vjp_grad_call_root_gradient(call, 0) != NULL);
  OK(vjp_grad_call_set_root_gradient(call, 0, VEC(1, 2, 3)));
  FAILS(VJP_ERROR_SHAPE, vjp_grad_call_run(call));
  OK(vjp_grad_call_set_root_gradient(call, 0, NULL));
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_run(call));
  SAYS("[2]");
  OK(vjp_grad_call_set_root_gradient(call, 0, ramp(VJP_DTYPE_COMPLEX128, 1, (int64_t[]){2})));
  FAILS(VJP_ERROR_DTYPE, vjp_grad_call_run(call));
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_set_root_gradient(call, 1, NULL));
  /* no such slot */
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_add_root_edge(call, square, 1, NULL));
  SAYS("MulBackward");
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_add_input_edge(call, square, 7));
  SAYS("7");
  CHECK(vjp_grad_call_num_roots(call) == 1);
}

/* ENTRY-14 */
static void entry_14_an_edge_as_input_of_backward(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* w = leaf(VEC(5, 6));
  vjp_tensor* h = mul(x, w);
  vjp_grad_options options = kept();
  options.accumulate = 1;
  vjp_grad_call* call = call_of(options);
  OK(vjp_grad_call_add_root(call, sum(h), NULL));
  OK(vjp_grad_call_add_input_edge(call, node_of(h), 0));
  OK(vjp_grad_call_run(call));
  CHECK(grad_of(x) == NULL && grad_of(w) == NULL && grad_of(h) == NULL);
  OK(vjp_grad_call_add_input_edge(call, edge_of(w), 0));
  OK(vjp_grad_call_run(call));
  EQUALS(grad_of(w), 1, 2);
  CHECK(grad_of(x) == NULL);
}

/* ENTRY-16 */
static void entry_16_no_zeros_for_an_edge(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* other = times(x, 2);
  vjp_grad_options options = kept();
  options.materialize = 1;
  vjp_grad_call* call = call_of(options);
  OK(vjp_grad_call_add_root(call, sum(x), NULL));
  OK(vjp_grad_call_add_input_edge(call, node_of(other), 0));
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_run(call));
  SAYS("edge");
}

/* ENTRY-20: each result is what stacking separate calls gives */
static void entry_20_batches(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = mul(x, mul(x, x));
  vjp_tensor* unit = MAT(3, 2, 1, 0, 0, 1, 1, 1);
  vjp_tensor* g = NULL;
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.batched = 1;
  options.create_graph = 1;
  OK(vjp_grad(&y, 1, &unit, &x, 1, &options, &g));
  EQUALS(own(g), 3, 0, 0, 12, 3, 12);
  CHECK(SHAPE(g, 3, 2) && vjp_tensor_requires_grad(g));
  EQUALS(grad(sum(g), x), 12, 24);
  /* without keep-graph the last of the loop frees it, not the first */
  options.create_graph = 0;
  OK(vjp_grad(&y, 1, &unit, &x, 1, &options, &g));
  EQUALS(own(g), 3, 0, 0, 12, 3, 12);
  FAILS(VJP_ERROR_STATE, vjp_grad(&y, 1, &unit, &x, 1, &options, &g));
}

static void entry_20_what_a_batch_must_be(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* unused = leaf(VEC(1, 2, 3));
  vjp_tensor *many = times(x, 2), *one = sum(times(x, 3)), *g[2] = {NULL, NULL};
  vjp_tensor* roots[2] = {many, one};
  vjp_grad_options options = kept();
  options.batched = 1;
  /* one-element roots may leave theirs out */
  vjp_tensor* gradients[2] = {MAT(2, 2, 1, 0, 0, 1), NULL};
  OK(vjp_grad(roots, 2, gradients, &x, 1, &options, g));
  EQUALS(own(g[0]), 5, 3, 3, 5);
  /* lengths differ */
  gradients[1] = VEC(1, 2, 3);
  FAILS(VJP_ERROR_SHAPE, vjp_grad(roots, 2, gradients, &x, 1, &options, g));
  SAYS("3");
  /* the others must be given; one at least */
  vjp_tensor* second[2] = {NULL, VEC(1, 2)};
  FAILS(VJP_ERROR_INVALID, vjp_grad(roots, 2, second, &x, 1, &options, g));
  FAILS(VJP_ERROR_INVALID, vjp_grad(&one, 1, NULL, &x, 1, &options, g));
  vjp_tensor* flat = VEC(1, 2);
  FAILS(VJP_ERROR_SHAPE, vjp_grad(&many, 1, &flat, &x, 1, &options, g));
  vjp_tensor* scalar = SCALAR(1);
  FAILS(VJP_ERROR_SHAPE, vjp_grad(&one, 1, &scalar, &x, 1, &options, g));
  /* no edges, no backward */
  vjp_grad_call* call = call_of(options);
  OK(vjp_grad_call_add_root_edge(call, node_of(many), 0, gradients[0]));
  OK(vjp_grad_call_add_input(call, x));
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_run(call));
  options.accumulate = 1;
  call = call_of(options);
  OK(vjp_grad_call_add_root(call, many, gradients[0]));
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_run(call));
  /* unused inputs, with the batch in front */
  options.accumulate = 0;
  options.materialize = 1;
  vjp_tensor* both[2] = {x, unused};
  OK(vjp_grad(&many, 1, gradients, both, 2, &options, g));
  own(g[0]);
  CHECK(SHAPE(own(g[1]), 2, 3) && at(g[1], 0) == 0 && vjp_tensor_requires_grad(g[1]));
  /* a batch of none */
  vjp_tensor* none = ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){0, 2});
  OK(vjp_grad(&many, 1, &none, &x, 1, &options, g));
  CHECK(SHAPE(own(g[0]), 0, 2));
}

/* ---- the handle while it runs ---- */

static vjp_grad_call* running;
static vjp_status tamper(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  vjp_tensor* x = (vjp_tensor*)context;
  CHECK(vjp_grad_call_current() == running);
  FAILS(VJP_ERROR_STATE, vjp_grad_call_run(running));
  SAYS("running");
  FAILS(VJP_ERROR_STATE, vjp_grad_call_add_root(running, x, NULL));
  FAILS(VJP_ERROR_STATE, vjp_grad_call_add_input(running, x));
  FAILS(VJP_ERROR_STATE, vjp_grad_call_set_root_gradient(running, 0, NULL));
  return VJP_OK;
}

/* ENTRY-23 */
static void entry_23_one_run_at_a_time(void) {
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = mul(x, x);
  OK(vjp_tensor_add_hook(y, tamper, x, NULL, NULL));
  running = call_of(kept());
  OK(vjp_grad_call_add_root(running, y, NULL));
  OK(vjp_grad_call_add_input(running, x));
  OK(vjp_grad_call_run(running));
  EQUALS(result_of(running, 0), 4);
  /* a run that fails leaves no results of an earlier one */
  OK(vjp_grad_call_set_root_gradient(running, 0, VEC(1, 2)));
  FAILS(VJP_ERROR_SHAPE, vjp_grad_call_run(running));
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_result(running, 0, &out));
}

/* ---- final callbacks ---- */

static char trace[64];
static int drops;
static void count_drop(void* context) { (void)context, ++drops; }
static vjp_status note(void* context) {
  strncat(trace, (const char*)context, sizeof trace - strlen(trace) - 1);
  CHECK(vjp_grad_call_current_id() >= 0 && vjp_node_current() == NULL && !vjp_in_backward() && !vjp_grad_mode());
  return VJP_OK;
}
static vjp_status note_and_queue(void* context) {
  OK(vjp_queue_final_callback(note, "z", count_drop));
  return note(context);
}
static vjp_status refuse(void* context) {
  (void)context;
  return vjp_error_raise(VJP_ERROR_CANCELLED, "no", NULL, NULL);
}
static vjp_status queue_two(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  OK(vjp_queue_final_callback(note_and_queue, "q", count_drop));
  OK(vjp_queue_final_callback(context ? refuse : note, "r", count_drop));
  OK(vjp_queue_final_callback(note, "s", count_drop));
  return VJP_OK;
}

/* TASK-18 */
static void task_18_final_callbacks(void) {
  FAILS(VJP_ERROR_STATE, vjp_queue_final_callback(note, "x", count_drop));
  CHECK(drops == 0);
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = mul(x, x);
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(y, queue_two, NULL, NULL, &hook));
  vjp_grad_call* call = NULL;
  vjp_grad_options options = kept();
  OK(vjp_grad_call_create(&options, &call));
  OK(vjp_grad_call_add_root(call, y, NULL));
  OK(vjp_grad_call_add_input(call, x));
  OK(vjp_grad_call_add_final_callback(call, note, "a", count_drop));
  OK(vjp_grad_call_add_final_callback(call, note, "b", count_drop));
  OK(vjp_grad_call_run(call));
  CHECK(strcmp(trace, "abqrsz") == 0 && drops == 4);
  vjp_hook_remove(hook);
  /* an error fails the call; later ones do not run, but are dropped */
  int yes = 1;
  trace[0] = '\0';
  OK(vjp_tensor_add_hook(y, queue_two, &yes, NULL, &hook));
  FAILS(VJP_ERROR_CANCELLED, vjp_grad_call_run(call));
  SAYS("no");
  CHECK(strcmp(trace, "abq") == 0 && drops == 8);
  vjp_hook_remove(hook);
  /* and none runs if the call fails before */
  trace[0] = '\0';
  OK(vjp_grad_call_set_root_gradient(call, 0, VEC(1, 2)));
  FAILS(VJP_ERROR_SHAPE, vjp_grad_call_run(call));
  CHECK(trace[0] == '\0');
  vjp_grad_call_release(call);
  CHECK(drops == 10);
}

/* REENT-9: those of a nested call run when it ends */
static vjp_status mark(void* context) {
  strncat(trace, (const char*)context, sizeof trace - strlen(trace) - 1);
  return VJP_OK;
}
static vjp_status queue_inner(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)context, (void)g, (void)replacement;
  return vjp_queue_final_callback(mark, "i", NULL);
}
static vjp_status nest(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  vjp_tensor** inner = (vjp_tensor**)context;
  vjp_tensor* out = NULL;
  OK(vjp_queue_final_callback(mark, "o", NULL));
  OK(try_grad(inner[1], NULL, inner[0], false, true, &out));
  vjp_tensor_release(out);
  return mark("-");
}
static void reent_9_final_callbacks_of_a_nested_call(void) {
  vjp_tensor *x = leaf(VEC(2)), *inner[2] = {leaf(VEC(3)), NULL};
  inner[1] = mul(inner[0], inner[0]);
  OK(vjp_tensor_add_hook(inner[1], queue_inner, NULL, NULL, NULL));
  vjp_tensor* y = mul(x, x);
  OK(vjp_tensor_add_hook(y, nest, inner, NULL, NULL));
  trace[0] = '\0';
  EQUALS(grad(y, x), 4);
  CHECK(strcmp(trace, "i-o") == 0);
}

static void task_18_a_batch_ends_once(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_grad_options options = kept();
  options.batched = 1;
  vjp_grad_call* call = call_of(options);
  OK(vjp_grad_call_add_root(call, times(x, 2), MAT(3, 2, 1, 0, 0, 1, 1, 1)));
  OK(vjp_grad_call_add_input(call, x));
  OK(vjp_grad_call_add_final_callback(call, note, "e", NULL));
  trace[0] = '\0';
  OK(vjp_grad_call_run(call));
  CHECK(strcmp(trace, "e") == 0);
}

/* ---- warnings ---- */

static char warned[256];
static bool task_is_over;
static void note_warning(void* context, const char* message) {
  (void)context;
  task_is_over = vjp_grad_call_current_id() == -1 && !vjp_in_backward();
  strncat(warned, message, sizeof warned - strlen(warned) - 1);
  strncat(warned, ";", sizeof warned - strlen(warned) - 1);
}
static vjp_status warn_twice(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  OK(vjp_warn("one"));
  OK(vjp_warn("two"));
  CHECK(warned[0] == '\0');
  return context ? vjp_error_raise(VJP_ERROR_IO, "failed", NULL, NULL) : VJP_OK;
}

/* ENTRY-25, THREAD-8 */
static void entry_25_warnings_come_at_the_end(void) {
  OK(vjp_set_warning_handler(note_warning, NULL, NULL));
  warned[0] = '\0';
  OK(vjp_warn("at once"));
  CHECK(strcmp(warned, "at once;") == 0);
  vjp_tensor* x = leaf(VEC(2));
  vjp_tensor* y = mul(x, x);
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(y, warn_twice, NULL, NULL, &hook));
  warned[0] = '\0';
  grad(y, x);
  CHECK(strcmp(warned, "one;two;") == 0 && task_is_over);
  vjp_hook_remove(hook);
  /* a call that fails replays before it fails, and the error is its own */
  OK(vjp_tensor_add_hook(y, warn_twice, x, NULL, NULL));
  warned[0] = '\0';
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_IO, try_grad(y, NULL, x, false, true, &out));
  SAYS("failed");
  SAYS("MulBackward");
  CHECK(strcmp(warned, "one;two;") == 0);
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
}

typedef struct Replaced {
  int calls, drops;
} Replaced;
static void drop_replaced(void* context) { ++((Replaced*)context)->drops; }
static void replace_itself(void* context, const char* message) {
  (void)message;
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
  CHECK(((Replaced*)context)->drops == 0); /* this call still has it */
  ++((Replaced*)context)->calls;
}
/* ENTRY-25: a handler's context lives while a call of it runs, and is dropped once */
static void entry_25_a_handler_replaces_itself(void) {
  Replaced seen = {0, 0};
  OK(vjp_set_warning_handler(replace_itself, &seen, drop_replaced));
  OK(vjp_warn("first"));
  CHECK(seen.calls == 1 && seen.drops == 1);
  OK(vjp_warn("second"));
  CHECK(seen.calls == 1);
  OK(vjp_set_warning_handler(replace_itself, &seen, drop_replaced));
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
  CHECK(seen.calls == 1 && seen.drops == 2);
}

/* ENTRY-12: once a process */
static void entry_12_backward_with_create_graph(void) {
  OK(vjp_set_warning_handler(note_warning, NULL, NULL));
  warned[0] = '\0';
  vjp_tensor* x = leaf(VEC(2));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  options.accumulate = 1;
  for (int i = 0; i < 2; ++i) {
    vjp_grad_call* call = call_of(options);
    OK(vjp_grad_call_add_root(call, mul(x, x), NULL));
    OK(vjp_grad_call_run(call));
    CHECK(vjp_tensor_requires_grad(grad_of(x)));
    OK(vjp_tensor_set_grad(x, NULL));
  }
  CHECK(strstr(warned, "prefer grad") != NULL && strchr(strstr(warned, "prefer grad"), ';')[1] == '\0');
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
}

int main(void) {
  RUN(entry_1_options_of_an_older_caller);
  RUN(entry_8_three_valued);
  RUN(entry_25_a_handler_replaces_itself);
  RUN(entry_12_backward_with_create_graph);
  RUN(entry_14_an_edge_as_input_of_backward);
  RUN(entry_16_no_zeros_for_an_edge);
  RUN(entry_19_edges);
  RUN(entry_20_batches);
  RUN(entry_20_what_a_batch_must_be);
  RUN(entry_23_one_run_at_a_time);
  RUN(entry_25_warnings_come_at_the_end);
  RUN(task_18_final_callbacks);
  RUN(task_18_a_batch_ends_once);
  RUN(reent_9_final_callbacks_of_a_nested_call);
  return finish();
}
