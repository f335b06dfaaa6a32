/* ENTRY-30, vjp/grad_store.h: backward into another store than the `grad` fields of leaves. */
#include "spy.h"
#include "vjp/sim.h"

/* A store of one leaf's gradient. */
typedef struct {
  vjp_tensor* leaf; /* whose it takes; NULL: everyone's */
  vjp_tensor* kept;
  int calls, drops;
  bool owned, tracked;
  vjp_status answer;
  vjp_tensor* inner; /* a root for a backward of its own */
} Store;

/* The call that has it ends after the test. */
#define STORE(name, ...) \
  static Store name;     \
  name = (Store) { __VA_ARGS__ }

static vjp_status take(void* context, vjp_tensor* leaf, vjp_tensor* grad, bool owned, bool* taken) {
  Store* store = (Store*)context;
  note('S');
  ++store->calls;
  CHECK(!*taken);
  store->owned = owned;
  store->tracked = vjp_tensor_requires_grad(grad);
  if (store->inner) OK(vjp_backward(store->inner, NULL));
  if (store->answer != VJP_OK) return vjp_error_raise(store->answer, "the store is full", NULL, NULL);
  if (store->leaf && store->leaf != leaf) return VJP_OK;
  *taken = true;
  if (store->kept) vjp_tensor_release(store->kept);
  store->kept = vjp_tensor_retain(grad);
  return VJP_OK;
}
static void drop_store(void* context) {
  Store* store = (Store*)context;
  ++store->drops;
  vjp_tensor_release(store->kept);
  store->kept = NULL;
}

static vjp_grad_call* backward_into(Store* store, vjp_tensor* root, vjp_tensor* gradient, bool create_graph) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.accumulate = 1;
  options.create_graph = create_graph;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  OK(vjp_grad_call_add_root(call, root, gradient));
  OK(vjp_grad_call_set_store(call, take, store, drop_store));
  return own_call(call);
}
static vjp_tensor* product(vjp_tensor* a, vjp_tensor* b) {
  vjp_tensor* y = NULL;
  OK(vjp_mul(a, b, &y));
  return own(y);
}

static void takes_in_place_of_the_field(void) {
  STORE(store, 0);
  vjp_tensor* x = leaf(VEC(3));
  OK(vjp_grad_call_run(backward_into(&store, product(x, x), NULL, false)));
  CHECK(store.calls == 1 && store.owned && !store.tracked); /* once, with the sum of both ways */
  EQUALS(store.kept, 6);
  CHECK(grad_of(x) == NULL);
}

static void what_it_declines_goes_to_the_field(void) {
  vjp_tensor *x = leaf(VEC(3)), *y = leaf(VEC(4));
  STORE(store, .leaf = x);
  OK(vjp_grad_call_run(backward_into(&store, product(x, y), NULL, false)));
  CHECK(store.calls == 2);
  EQUALS(store.kept, 4);
  CHECK(grad_of(x) == NULL);
  EQUALS(grad_of(y), 3);
}

static vjp_status leaf_hook(void* context, vjp_tensor* leaf) {
  (void)context, (void)leaf;
  note('a');
  return VJP_OK;
}
static void is_called_between_the_hooks_of_the_accumulator(void) {
  vjp_tensor* x = leaf(VEC(3));
  Spy tensor = {.letter = 't', .factor = 2}, pre = {.letter = 'p'}, post = {.letter = 'q'};
  vjp_node* accumulator = NULL;
  uint32_t slot = 0;
  OK(vjp_tensor_gradient_edge(x, &accumulator, &slot));
  own_node(accumulator);
  OK(vjp_tensor_add_hook(x, spy_tensor, &tensor, NULL, NULL));
  OK(vjp_node_add_pre_hook(accumulator, spy_pre, &pre, NULL, NULL));
  OK(vjp_node_add_post_hook(accumulator, spy_post, &post, NULL, NULL));
  OK(vjp_tensor_add_post_accumulate_hook(x, leaf_hook, NULL, NULL, NULL));
  STORE(store, 0);
  clear_trace();
  OK(vjp_grad_call_run(backward_into(&store, times(x, 5), NULL, false)));
  CHECK(strcmp(trace, "tpSq") == 0);
  EQUALS(store.kept, 10);
  STORE(other, .leaf = VEC(0));
  clear_trace();
  OK(vjp_grad_call_run(backward_into(&other, times(x, 5), NULL, false)));
  CHECK(strcmp(trace, "tpSaq") == 0);
  EQUALS(grad_of(x), 10);
}

/* A gradient that somebody else can see is not the store's to change. */
static void tells_who_owns_the_gradient(void) {
  vjp_tensor *x = leaf(VEC(3)), *y = leaf(VEC(4)), *sum = NULL;
  STORE(store, .owned = true);
  vjp_tensor* gradient = VEC(7);
  OK(vjp_grad_call_run(backward_into(&store, x, gradient, false)));
  CHECK(!store.owned);
  OK(vjp_add(x, y, &sum));
  OK(vjp_grad_call_run(backward_into(&store, own(sum), gradient, false)));
  CHECK(store.calls == 3 && !store.owned);
}

static void has_history_with_create_graph(void) {
  vjp_tensor *x = leaf(VEC(3)), *second = NULL;
  STORE(store, 0);
  OK(vjp_grad_call_run(backward_into(&store, product(x, x), NULL, true)));
  CHECK(store.tracked && store.kept && grad_of(x) == NULL);
  OK(vjp_grad(&store.kept, 1, NULL, &x, 1, NULL, &second));
  EQUALS(own(second), 2);
}

static void its_own_calls_have_none(void) {
  vjp_tensor *x = leaf(VEC(3)), *z = leaf(VEC(1));
  STORE(store, .inner = times(z, 8));
  OK(vjp_grad_call_run(backward_into(&store, times(x, 2), NULL, false)));
  CHECK(store.calls == 1);
  EQUALS(grad_of(z), 8);
  CHECK(grad_of(x) == NULL);
}

static void is_not_offered_what_is_not_there(void) {
  vjp_tensor *x = leaf(VEC(3)), *y = leaf(VEC(4)), *root = product(x, y);
  STORE(store, 0);
  vjp_grad_call* call = backward_into(&store, root, NULL, false);
  OK(vjp_grad_call_add_input(call, x)); /* y is left out */
  OK(vjp_grad_call_run(call));
  CHECK(store.calls == 1);
  EQUALS(store.kept, 4);
  CHECK(grad_of(y) == NULL);
  vjp_tensor *z = leaf(VEC(3)), *w = times(z, 2);
  OK(vjp_tensor_set_requires_grad(z, false));
  STORE(none, 0);
  OK(vjp_grad_call_run(backward_into(&none, w, NULL, false)));
  CHECK(none.calls == 0);
}

static void an_error_fails_the_call(void) {
  vjp_tensor* x = leaf(VEC(3));
  STORE(store, .answer = VJP_ERROR_IO);
  FAILS(VJP_ERROR_IO, vjp_grad_call_run(backward_into(&store, times(x, 2), NULL, false)));
  SAYS("the store is full");
  CHECK(grad_of(x) == NULL);
}

static void is_dropped_once(void) {
  vjp_tensor* x = leaf(VEC(3));
  STORE(first, 0);
  STORE(second, 0);
  vjp_grad_call* call = backward_into(&first, times(x, 2), NULL, false);
  OK(vjp_grad_call_set_store(call, take, &second, drop_store));
  CHECK(first.drops == 1 && second.drops == 0);
  OK(vjp_grad_call_set_store(call, NULL, NULL, NULL));
  CHECK(first.drops == 1 && second.drops == 1);
  OK(vjp_grad_call_run(call));
  EQUALS(grad_of(x), 2);
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  vjp_grad_call* grad = NULL;
  STORE(refused, 0);
  OK(vjp_grad_call_create(&options, &grad));
  own_call(grad);
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_set_store(grad, take, &refused, drop_store));
  FAILS(VJP_ERROR_INVALID, vjp_grad_call_set_store(NULL, take, &refused, drop_store));
  CHECK(refused.drops == 0);
}

/* ---- on a device ---- */

static vjp_tensor* moved(vjp_tensor* t, int32_t kind) {
  vjp_device d = {kind, 0};
  vjp_value device = {VJP_KIND_DEVICE, 0, {0}};
  vjp_tensor* out = NULL;
  device.as.device = d;
  OK(call_op("to.device", VJP_VARIANT_FUNCTIONAL, ARGS(T(t), device, NONE(), B(false)), 0, &out));
  return own(out);
}
/* What is kept on the accumulator's stream is there for the caller's afterwards, whose stream its memory is marked for.
 */
static void on_the_stream_of_the_accumulator(void) {
  vjp_tensor* x = leaf(moved(VEC(3), VJP_DEVICE_SIM));
  vjp_stream* side = NULL;
  vjp_device device = {VJP_DEVICE_SIM, 0};
  OK(vjp_stream_create(device, 0, &side));
  vjp_guard* guard = NULL;
  OK(vjp_guard_stream(side, &guard));
  vjp_tensor* y = times(x, 2);
  OK(vjp_guard_exit(guard));
  STORE(store, 0);
  OK(vjp_sim_sleep(side, 1000000));
  OK(vjp_grad_call_run(backward_into(&store, y, moved(VEC(5), VJP_DEVICE_SIM), false)));
  EQUALS(moved(store.kept, VJP_DEVICE_CPU), 10);
  vjp_stream_release(side);
}

int main(void) {
  RUN(takes_in_place_of_the_field);
  RUN(what_it_declines_goes_to_the_field);
  RUN(is_called_between_the_hooks_of_the_accumulator);
  RUN(tells_who_owns_the_gradient);
  RUN(has_history_with_create_graph);
  RUN(its_own_calls_have_none);
  RUN(is_not_offered_what_is_not_there);
  RUN(an_error_fails_the_call);
  RUN(is_dropped_once);
  RUN(on_the_stream_of_the_accumulator);
  return finish();
}
