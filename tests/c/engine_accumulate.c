/* Chapter 10: accumulation into leaves, and the layout of what is made there. */
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

static void acc_13_stolen(void) {
  const void* arrived = NULL;
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_tensor_add_hook(x, look, &arrived, NULL, NULL));
  OK(vjp_backward(sum(OP("sin", T(x))), NULL));
  CHECK(arrived != NULL && data_of_grad(x) == arrived);
  CHECK(!vjp_tensor_requires_grad(grad_of(x)));
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
  /* whoever holds the memory sees it: gradient buckets rely on this */
  NEAR(data[0], 2);
  NEAR(data[1], 8);
}

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
  RUN(acc_13_kept_by_someone);
  RUN(acc_13_storage_kept);
  RUN(acc_13_expanded);
  RUN(acc_5_layout_of_the_leaf);
  RUN(acc_13_dense_then_dense);
  RUN(acc_13_create_graph);
  RUN(acc_1_undefined_and_untracked);
  RUN(acc_1_former_leaf);
  RUN(acc_7_supplied_layout_is_kept);
  RUN(acc_11_results_of_grad_are_not_cloned);
  RUN(buf_3_root_gradient_is_not_changed);
  return finish();
}
