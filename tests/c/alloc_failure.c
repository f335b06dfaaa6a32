/*
 * Out of memory at every allocation of a forward and backward: an error, nothing lost, and all handles usable
 * afterwards. In sanitizer builds tensor storage fails only.
 */
#include "check.h"
#include "failing_storage.h"

enum { kBatch = 16, kWidth = 48 };
typedef struct {
  vjp_tensor *x, *w1, *b1, *w2;
} Model;

/* loss = sum(relu(x w1 + b1) w2 ...); every handle it made is released on every way out */
static vjp_status step(const Model* m, double* loss) {
  vjp_tensor *h = NULL, *a = NULL, *r = NULL, *o = NULL, *q = NULL, *s = NULL;
  vjp_status status = vjp_matmul(m->x, m->w1, &h);
  if (status == VJP_OK) {
    vjp_value args[] = {T(h), T(m->b1)};
    status = call_op("add", VJP_VARIANT_FUNCTIONAL, args, 2, 0, &a);
  }
  if (status == VJP_OK) status = vjp_relu(a, &r);
  if (status == VJP_OK) status = vjp_matmul(r, m->w2, &o);
  if (status == VJP_OK) status = vjp_mul(o, o, &q);
  if (status == VJP_OK) {
    vjp_value args[] = {T(q)};
    status = call_op("sum", VJP_VARIANT_FUNCTIONAL, args, 1, 0, &s);
  }
  if (status == VJP_OK) status = vjp_backward(s, NULL);
  if (status == VJP_OK) status = vjp_tensor_item_float(s, loss);
  vjp_tensor* all[] = {h, a, r, o, q, s};
  for (int i = 0; i < 6; ++i) vjp_tensor_release(all[i]);
  return status;
}

static void clear_gradients(const Model* m) {
  vjp_tensor* all[] = {m->w1, m->b1, m->w2};
  for (int i = 0; i < 3; ++i) OK(vjp_tensor_set_grad(all[i], NULL));
}

static double gradient_sum(vjp_tensor* t) {
  vjp_tensor* g = NULL;
  OK(vjp_tensor_grad(t, &g));
  size_t n = g ? (size_t)vjp_tensor_numel(g) : 0;
  double* values = (double*)malloc((n + 1) * sizeof(double));
  double out = 0;
  if (g) OK(vjp_tensor_copy_to(g, values, n * sizeof(double), VJP_DTYPE_FLOAT64));
  for (size_t i = 0; i < n; ++i) out += values[i] * (double)(i % 7);
  free(values);
  vjp_tensor_release(g);
  return out;
}

static Model make_model(void) {
  Model m;
  m.x = ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){kBatch, kWidth});
  m.w1 = ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){kWidth, kWidth});
  m.b1 = ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){kWidth});
  m.w2 = ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){kWidth, kWidth});
  leaf(m.w1), leaf(m.b1), leaf(m.w2);
  return m;
}

static void fail_everywhere(bool all) {
  Model m = make_model();
  double loss = 0, want_loss = 0;
  OK(step(&m, &want_loss));
  double want = gradient_sum(m.w1);
  clear_gradients(&m);
  int64_t tensors = vjp_debug_live_tensors(), nodes = vjp_debug_live_nodes();
  long held = storages;
  int failures = 0;
  for (long n = 0; n < 100000; ++n) {
    vjp_shutdown(); /* empties the caches, so that the step has to allocate */
    fail_allocations(n, all);
    vjp_status status = step(&m, &loss);
    allocate_again();
    if (refused == 0) {
      CHECK(status == VJP_OK);
      break;
    }
    if (status != VJP_OK) {
      ++failures;
      CHECK(status == VJP_ERROR_MEMORY);
      CHECK(vjp_last_error()[0] != '\0');
    }
    clear_gradients(&m);
    bool kept = vjp_debug_live_tensors() == tensors && vjp_debug_live_nodes() == nodes && storages == held;
    if (!kept) {
      printf("allocation %ld: %lld tensors, %lld nodes, %ld storages more\n", n,
             (long long)(vjp_debug_live_tensors() - tensors), (long long)(vjp_debug_live_nodes() - nodes),
             storages - held);
    }
    CHECK(kept);
    if (!kept) break;
    if (n % 8 == 0) {
      /* everything still works, and gives the same */
      OK(step(&m, &loss));
      CHECK(loss == want_loss && gradient_sum(m.w1) == want);
      clear_gradients(&m);
    }
  }
  CHECK(failures >= 5);
}

static void one_allocation_fails(void) { fail_everywhere(false); }
static void all_further_allocations_fail(void) { fail_everywhere(true); }

static void allocator_is_checked(void) {
  vjp_allocator bad = {sizeof bad, NULL, storage_free, NULL};
  FAILS(VJP_ERROR_INVALID, vjp_set_allocator(&bad));
  bad.allocate = storage_allocate;
  bad.struct_size = 3;
  FAILS(VJP_ERROR_INVALID, vjp_set_allocator(&bad));
}

static void impossible_sizes(void) {
  vjp_tensor* t = NULL;
  int64_t huge[2] = {INT64_C(1) << 40, INT64_C(1) << 40}, large[2] = {INT64_C(1) << 27, INT64_C(1) << 27},
          negative = -1;
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_empty(huge, 2, VJP_DTYPE_FLOAT32, &t));
  FAILS(VJP_ERROR_MEMORY, vjp_tensor_empty(large, 2, VJP_DTYPE_FLOAT64, &t));
  FAILS(VJP_ERROR_SHAPE, vjp_tensor_empty(&negative, 1, VJP_DTYPE_FLOAT64, &t));
  CHECK(t == NULL);
}

int main(void) {
  vjp_allocator allocator = {sizeof allocator, storage_allocate, storage_free, NULL};
  OK(vjp_set_num_threads(1)); /* the same allocations in the same order */
  RUN(allocator_is_checked);
  RUN(impossible_sizes);
  OK(vjp_set_allocator(&allocator));
  RUN(one_allocation_fails);
  RUN(all_further_allocations_fail);
  OK(vjp_set_allocator(NULL));
  CHECK(storages == 0);
  return finish();
}
