/* Chapter 10: accumulation into leaves, and the layout of what is made there. */
#include <pthread.h>

#include "check.h"

/* A hook that keeps its gradient: then the engine is not its only owner. */
typedef struct {
  vjp_tensor* kept;
} Keeper;
static vjp_status keep(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)replacement;
  Keeper* keeper = (Keeper*)context;
  vjp_tensor_release(keeper->kept);
  keeper->kept = vjp_tensor_retain(grad);
  return VJP_OK;
}

/* A hook that remembers where the gradient lies and holds nothing. */
static vjp_status look(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)replacement;
  *(const void**)context = grad ? vjp_tensor_data(grad) : NULL;
  return VJP_OK;
}

static const void* data_of_grad(vjp_tensor* x) {
  vjp_tensor* g = NULL;
  OK(vjp_tensor_grad(x, &g));
  const void* data = vjp_tensor_data(g);
  vjp_tensor_release(g);
  return data;
}

/* ACC-13: the test table, as far as there are layouts: the functions named after it, and ACC-3 to ACC-5 below. */
static void acc_13_stolen(void) {
  const void* arrived = NULL;
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_tensor_add_hook(x, look, &arrived, NULL, NULL));
  OK(vjp_backward(sum(OP("sin", T(x))), NULL));
  CHECK(arrived != NULL && data_of_grad(x) == arrived);
  CHECK(!vjp_tensor_requires_grad(grad_of(x)));
}

/* ACC-3: a gradient that comes as a view of another is stolen too, where that one is nobody's, and all of it is seen.
 */
static void acc_3_through_views(void) {
  for (int i = 0; i < 3; ++i) {
    const void* arrived = NULL;
    vjp_tensor *x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6)), *y = NULL;
    if (i == 0) y = OP("reshape", T(x), INTS(6));
    if (i == 1) y = OP("t", T(OP("t", T(x))));
    if (i == 2) y = OP("unsqueeze", T(OP("flatten", T(x), I(0), I(-1))), I(0));
    OK(vjp_tensor_add_hook(x, look, &arrived, NULL, NULL));
    OK(vjp_backward(sum(OP("sin", T(y))), NULL));
    CHECK(arrived && data_of_grad(x) == arrived);
    EQUALS(grad_of(x), cos(1), cos(2), cos(3), cos(4), cos(5), cos(6));
  }
}

static void acc_13_kept_by_someone(void) {
  Keeper keeper = {NULL};
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_tensor_add_hook(x, keep, &keeper, NULL, NULL));
  OK(vjp_backward(sum(OP("sin", T(x))), NULL));
  CHECK(!vjp_tensor_shares_storage(keeper.kept, grad_of(x)));
  EQUALS(grad_of(x), cos(1), cos(2));
  vjp_tensor_release(keeper.kept);
}

static vjp_tensor* alias_kept;
static vjp_status keep_an_alias(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)replacement;
  return vjp_tensor_detach(grad, &alias_kept);
}

static void acc_13_storage_kept(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_tensor_add_hook(x, keep_an_alias, NULL, NULL, NULL));
  OK(vjp_backward(sum(OP("sin", T(x))), NULL));
  CHECK(!vjp_tensor_shares_storage(alias_kept, grad_of(x)));
  vjp_tensor_release(alias_kept);
}

static void acc_13_expanded(void) {
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  OK(vjp_backward(sum(x), NULL));
  EQUALS(grad_of(x), 1, 1, 1, 1, 1, 1);
  CHECK(vjp_tensor_is_contiguous(grad_of(x)));
}

static void acc_5_layout_of_the_leaf(void) {
  /* dense in another order: the gradient gets the leaf's strides */
  double data[6] = {1, 2, 3, 4, 5, 6};
  vjp_tensor* x = NULL;
  OK(vjp_tensor_from_memory(data, (int64_t[]){2, 3}, (int64_t[]){1, 2}, 2, VJP_DTYPE_FLOAT64, NULL, NULL, &x));
  leaf(own(x));
  vjp_tensor* weights = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  OK(vjp_backward(sum(mul(x, weights)), NULL));
  vjp_tensor* g = grad_of(x);
  CHECK(vjp_tensor_strides(g)[0] == 1 && vjp_tensor_strides(g)[1] == 2);
  EQUALS(g, 1, 2, 3, 4, 5, 6);
  /* channels last */
  double image[12];
  for (int i = 0; i < 12; ++i) image[i] = i;
  vjp_tensor* y = NULL;
  OK(vjp_tensor_from_memory(image, (int64_t[]){1, 3, 2, 2}, (int64_t[]){12, 1, 6, 3}, 4, VJP_DTYPE_FLOAT64, NULL, NULL,
                            &y));
  leaf(own(y));
  OK(vjp_backward(y, ramp(VJP_DTYPE_FLOAT64, 4, (int64_t[]){1, 3, 2, 2})));
  CHECK(vjp_tensor_strides(grad_of(y))[1] == 1 && vjp_tensor_strides(grad_of(y))[3] == 3);
  CHECK(vjp_tensor_is_contiguous_in(grad_of(y), VJP_MEMORY_FORMAT_CHANNELS_LAST));
  CHECK(!vjp_tensor_is_contiguous_in(grad_of(y), VJP_MEMORY_FORMAT_CONTIGUOUS));
  CHECK(!vjp_tensor_is_contiguous_in(grad_of(y), VJP_MEMORY_FORMAT_CHANNELS_LAST_3D));
  CHECK(!vjp_tensor_is_contiguous_in(grad_of(y), VJP_MEMORY_FORMAT_PRESERVE));
  CHECK(!vjp_tensor_is_contiguous_in(NULL, VJP_MEMORY_FORMAT_CONTIGUOUS));
  /* a slice with gaps: row-major */
  vjp_tensor* z = NULL;
  OK(vjp_tensor_from_memory(data, (int64_t[]){3}, (int64_t[]){2}, 1, VJP_DTYPE_FLOAT64, NULL, NULL, &z));
  leaf(own(z));
  OK(vjp_backward(sum(times(z, 2)), NULL));
  CHECK(vjp_tensor_is_contiguous(grad_of(z)));
}

static void acc_13_dense_then_dense(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_backward(sum(times(x, 2)), NULL));
  vjp_tensor* first = grad_of(x);
  int64_t version = version_of(first);
  OK(vjp_backward(sum(times(x, 3)), NULL));
  CHECK(grad_of(x) == first);
  EQUALS(first, 5, 5);
  CHECK(version_of(first) > version); /* ACC-8 */
}

static vjp_status backward_with_graph(vjp_tensor* root) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  options.accumulate = 1;
  vjp_grad_call* call = NULL;
  vjp_status status = vjp_grad_call_create(&options, &call);
  if (status == VJP_OK) status = vjp_grad_call_add_root(call, root, NULL);
  if (status == VJP_OK) status = vjp_grad_call_run(call);
  vjp_grad_call_release(call);
  return status;
}

static int warnings;
static void count_warning(void* context, const char* message) {
  (void)context, (void)message;
  ++warnings;
}

static void acc_13_create_graph(void) {
  vjp_tensor* x = leaf(VEC(3));
  warnings = 0;
  OK(vjp_set_warning_handler(count_warning, NULL, NULL));
  OK(backward_with_graph(mul(x, mul(x, x))));
  vjp_tensor* first = grad_of(x);
  EQUALS(first, 27);
  CHECK(vjp_tensor_requires_grad(first));
  EQUALS(grad(first, x), 18);
  OK(backward_with_graph(mul(x, x)));
  /* recorded accumulation never keeps identity */
  CHECK(grad_of(x) != first);
  EQUALS(first, 27);
  EQUALS(grad_of(x), 33);
  CHECK(warnings <= 1); /* ENTRY-12: once a process */
  OK(vjp_tensor_set_grad(x, NULL));
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
}

static void acc_1_undefined_and_untracked(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = times(x, 2);
  OK(vjp_tensor_set_requires_grad(x, false));
  OK(vjp_backward(sum(y), NULL));
  CHECK(grad_of(x) == NULL);
}

static void acc_1_former_leaf(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(times(x, 2));
  OK(vjp_tensor_set_requires_grad(x, false));
  OP_("mul", T(x), T(leaf(VEC(3, 4))));
  FAILS(VJP_ERROR_STATE, vjp_backward(y, NULL));
}

static void acc_7_supplied_layout_is_kept(void) {
  double data[6] = {0};
  vjp_tensor *x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6)), *supplied = NULL;
  OK(vjp_tensor_from_memory(data, (int64_t[]){2, 3}, (int64_t[]){1, 2}, 2, VJP_DTYPE_FLOAT64, NULL, NULL, &supplied));
  own(supplied);
  OK(vjp_tensor_set_grad(x, supplied));
  OK(vjp_backward(sum(mul(x, x)), NULL));
  CHECK(grad_of(x) == supplied);
  /* all that hold the memory see it: gradient buckets rely on this */
  NEAR(data[0], 2);
  NEAR(data[1], 8);
}

/* A hook that gives something else in place of the gradient: made by `make`, so that the engine alone has it. */
typedef struct {
  vjp_tensor* (*make)(vjp_tensor* grad);
  const void* data;
} Maker;
static vjp_status make_gradient(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  Maker* maker = (Maker*)context;
  *replacement = maker->make(grad);
  maker->data = vjp_tensor_data(*replacement);
  return VJP_OK;
}
/* Whether the gradient that `maker` makes for a leaf is stored without a copy. */
static bool steals(vjp_tensor* x, Maker* maker) {
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(x, make_gradient, maker, NULL, &hook));
  OK(vjp_backward(sum(times(x, 1)), NULL));
  vjp_hook_remove(hook);
  CHECK(!vjp_tensor_requires_grad(grad_of(x)) && vjp_tensor_is_leaf(grad_of(x)));
  return data_of_grad(x) == maker->data;
}

static vjp_tensor* strided(int64_t rows, int64_t columns, int64_t row_stride, int64_t column_stride) {
  static double data[64];
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_memory(data, (int64_t[]){rows, columns}, (int64_t[]){row_stride, column_stride}, 2,
                            VJP_DTYPE_FLOAT64, NULL, NULL, &t));
  return t;
}
static vjp_tensor* row_major(vjp_tensor* g) { return (void)g, strided(2, 3, 3, 1); }
static vjp_tensor* transposed(vjp_tensor* g) { return (void)g, strided(2, 3, 1, 2); }
static vjp_tensor* one_row(vjp_tensor* g) { return (void)g, strided(1, 3, 17, 1); }
static vjp_tensor* one_row_expanded(vjp_tensor* g) { return (void)g, strided(1, 3, 0, 1); }
static vjp_tensor* rows_expanded(vjp_tensor* g) { return (void)g, strided(2, 3, 0, 1); }
static vjp_tensor* nothing_expanded(vjp_tensor* g) { return (void)g, strided(0, 3, 0, 0); }
static vjp_tensor* held_weight;
static vjp_tensor* with_history(vjp_tensor* g) {
  bool before;
  vjp_grad_mode_set(true, &before);
  vjp_tensor* out = NULL;
  OK(vjp_mul(g, held_weight, &out));
  vjp_grad_mode_set(before, NULL);
  CHECK(vjp_tensor_requires_grad(out));
  return out;
}

/* ACC-5: what fulfils the contract is stolen (ACC-3), all else is cloned to fulfil it. */
static void acc_5_contract(void) {
  Maker rows = {row_major, NULL}, columns = {transposed, NULL}, one = {one_row, NULL}, expanded = {rows_expanded, NULL},
        one_expanded = {one_row_expanded, NULL}, none = {nothing_expanded, NULL};
  CHECK(steals(leaf(own(strided(2, 3, 3, 1))), &rows));
  CHECK(!steals(leaf(own(strided(2, 3, 3, 1))), &columns));
  CHECK(steals(leaf(own(strided(2, 3, 1, 2))), &columns));
  vjp_tensor* x = leaf(own(strided(2, 3, 1, 2)));
  CHECK(!steals(x, &rows));
  CHECK(vjp_tensor_strides(grad_of(x))[0] == 1 && vjp_tensor_strides(grad_of(x))[1] == 2);
  /* a leaf with gaps wants row-major ones */
  CHECK(steals(leaf(own(strided(2, 3, 9, 2))), &rows));
  CHECK(!steals(leaf(own(strided(2, 3, 9, 2))), &columns));
  /* sizes of 1 do not count, strides of 0 do */
  CHECK(steals(leaf(own(strided(1, 3, 3, 1))), &one));
  CHECK(!steals(leaf(own(strided(1, 3, 3, 1))), &one_expanded));
  x = leaf(own(strided(2, 3, 3, 1)));
  CHECK(!steals(x, &expanded));
  CHECK(vjp_tensor_is_contiguous(grad_of(x)));
  CHECK(steals(leaf(own(strided(0, 3, 3, 1))), &none));
}

/* ACC-3: stolen as an alias without history */
static void acc_3_history_is_left_behind(void) {
  Maker maker = {with_history, NULL};
  held_weight = leaf(VEC(2, 3));
  vjp_tensor* x = leaf(VEC(1, 1));
  CHECK(steals(x, &maker));
  EQUALS(grad_of(x), 2, 3);
  CHECK(grad_of(held_weight) == NULL);
}

static vjp_status looks_at_results(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                                   size_t num_grads) {
  (void)results;
  *(const void**)context = num_results == 0 && num_grads == 1 && grads[0] ? vjp_tensor_data(grads[0]) : NULL;
  return VJP_OK;
}

/* ACC-3: the reference that post-hooks need does not count. HOOK-3: they get no results and the one gradient. */
static void acc_3_post_hooks_do_not_count(void) {
  const void *arrived = NULL, *after = NULL;
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_node* sink = edge_of(x);
  OK(vjp_tensor_add_hook(x, look, &arrived, NULL, NULL));
  OK(vjp_node_add_post_hook(sink, looks_at_results, &after, NULL, NULL));
  OK(vjp_backward(sum(OP("sin", T(x))), NULL));
  CHECK(arrived != NULL && arrived == after && data_of_grad(x) == arrived);
}

/* ACC-3: with grad mode on a clone is recorded although it could have been stolen. */
static void acc_3_recorded_clone(void) {
  const void* arrived = NULL;
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_tensor_add_hook(x, look, &arrived, NULL, NULL));
  OK(backward_with_graph(sum(mul(x, mul(x, x)))));
  vjp_tensor* g = grad_of(x);
  CHECK(vjp_tensor_data(g) != arrived && vjp_tensor_requires_grad(g) && !vjp_tensor_is_leaf(g));
  EQUALS(grad(sum(g), x), 6, 12);
  OK(vjp_tensor_set_grad(x, NULL));
  /* in the layout of the contract */
  vjp_tensor* y = leaf(own(strided(2, 3, 1, 2)));
  OK(backward_with_graph(sum(mul(y, mul(y, y)))));
  g = grad_of(y);
  CHECK(vjp_tensor_strides(g)[0] == 1 && vjp_tensor_strides(g)[1] == 2 && vjp_tensor_requires_grad(g));
  OK(vjp_tensor_set_grad(y, NULL));
}

/* ACC-4: under create_graph an older handle keeps its value; without, it sees the change, history or not. */
static void acc_4_identity(void) {
  vjp_tensor* x = leaf(VEC(3));
  OK(backward_with_graph(mul(x, x)));
  vjp_tensor* first = grad_of(x);
  OK(vjp_backward(times(x, 5), NULL));
  CHECK(grad_of(x) == first);
  EQUALS(first, 11);
  OK(backward_with_graph(times(x, 1)));
  CHECK(grad_of(x) != first);
  EQUALS(first, 11);
  EQUALS(grad_of(x), 12);
  OK(vjp_tensor_set_grad(x, NULL));
}

/* ACC-7: warned of once in a process, and only where the sum does not fulfil the contract */
static void acc_7_warns_once(void) {
  OK(vjp_set_warning_handler(count_warning, NULL, NULL));
  vjp_tensor* x = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6));
  OK(backward_with_graph(sum(mul(x, x)))); /* ENTRY-12 has warned by now */
  warnings = 0;
  OK(backward_with_graph(sum(mul(x, x))));
  CHECK(warnings == 0);
  for (int i = 0; i < 2; ++i) {
    vjp_tensor* supplied = own(strided(2, 3, 1, 2));
    OK(vjp_tensor_set_grad(x, supplied));
    Maker maker = {transposed, NULL};
    vjp_hook* hook = NULL;
    OK(vjp_tensor_add_hook(x, make_gradient, &maker, NULL, &hook));
    OK(backward_with_graph(sum(mul(x, x))));
    vjp_hook_remove(hook);
    CHECK(vjp_tensor_strides(grad_of(x))[0] == 1); /* kept as it came */
    CHECK(warnings == 1);
  }
  OK(vjp_tensor_set_grad(x, NULL));
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
}

/* ACC-8 */
static void acc_8_a_graph_notices(void) {
  vjp_tensor *x = leaf(VEC(3)), *w = leaf(VEC(5)), *out = NULL;
  OK(vjp_backward(times(x, 2), NULL));
  vjp_tensor* saved = mul(grad_of(x), w);
  OK(vjp_backward(times(x, 2), NULL));
  FAILS(VJP_ERROR_VERSION, try_grad(saved, NULL, w, false, false, &out));
}

/* Chapter 10, errors: a grad that does not fit any more */
static void acc_errors_of_forced_gradients(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_tensor_set_grad(x, VEC(0, 0)));
  OP_("unsqueeze", T(grad_of(x)), I(0));
  FAILS(VJP_ERROR_SHAPE, vjp_backward(sum(times(x, 2)), NULL));
  SAYS("[1, 2]");
  FAILS(VJP_ERROR_SHAPE, backward_with_graph(sum(times(x, 2))));
}

enum { kThreads = 3, kRounds = 60 };
static void* accumulates(void* argument) {
  vjp_tensor* x = (vjp_tensor*)argument;
  intptr_t bad = 0;
  for (int i = 0; i < kRounds; ++i) {
    vjp_tensor* y = NULL;
    vjp_scalar two = vjp_scalar_float(2);
    bad += vjp_mul_scalar(x, two, &y) != VJP_OK;
    bad += (i % 3 ? vjp_backward(y, NULL) : backward_with_graph(y)) != VJP_OK;
    vjp_tensor_release(y);
  }
  return (void*)bad;
}

/* ACC-2: the exact sum, recorded and plain accumulation mixed */
static void acc_2_threads(void) {
  vjp_tensor* x = leaf(VEC(1));
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i) CHECK(pthread_create(&threads[i], NULL, accumulates, x) == 0);
  for (int i = 0; i < kThreads; ++i) {
    void* bad = NULL;
    pthread_join(threads[i], &bad);
    CHECK(bad == NULL);
  }
  EQUALS(grad_of(x), 2 * kThreads * kRounds);
  OK(vjp_tensor_set_grad(x, NULL));
}

/* ACC-11 */
static void acc_11_results_of_grad_are_not_cloned(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* ct = VEC(5, 6);
  vjp_tensor* g = NULL;
  OK(vjp_grad(&x, 1, &ct, &x, 1, NULL, &g));
  CHECK(own(g) == ct);
}

static void buf_3_root_gradient_is_not_changed(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* ct = VEC(5, 6);
  vjp_tensor* h = times(x, 1);
  vjp_tensor* y = add(h, mul(h, h));
  OK(vjp_backward(y, ct));
  EQUALS(ct, 5, 6);
  EQUALS(grad_of(x), 15, 30);
}

int main(void) {
  RUN(acc_13_stolen);
  RUN(acc_3_through_views);
  RUN(acc_13_kept_by_someone);
  RUN(acc_13_storage_kept);
  RUN(acc_13_expanded);
  RUN(acc_5_layout_of_the_leaf);
  RUN(acc_13_dense_then_dense);
  RUN(acc_13_create_graph);
  RUN(acc_1_undefined_and_untracked);
  RUN(acc_1_former_leaf);
  RUN(acc_7_supplied_layout_is_kept);
  RUN(acc_5_contract);
  RUN(acc_3_history_is_left_behind);
  RUN(acc_3_post_hooks_do_not_count);
  RUN(acc_3_recorded_clone);
  RUN(acc_4_identity);
  RUN(acc_7_warns_once);
  RUN(acc_8_a_graph_notices);
  RUN(acc_errors_of_forced_gradients);
  RUN(acc_2_threads);
  RUN(acc_11_results_of_grad_are_not_cloned);
  RUN(buf_3_root_gradient_is_not_changed);
  return finish();
}
