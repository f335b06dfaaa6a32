/*
 * Memory that changes between an operator's check of it and its use: another thread may write to it, and no order of
 * the two is promised, but nothing outside of tensors is read or written. Here it is the thread pool that writes: the
 * check of a long index is the first work that it gets.
 */
#include "check.h"

enum { kLong = 200000, kRows = 4, kMask = 1 << 20 }; /* longer than what is checked in one piece */

static int64_t* index_memory;
static unsigned char* mask_memory;
static int runs;

/* After the first work, all positions are far away; of a mask, half of what was counted is left. */
static void run_and_write(void* context, size_t count, void (*task)(void*, size_t), void* task_context) {
  (void)context;
  for (size_t i = 0; i < count; ++i) task(task_context, i);
  if (runs++ > 0) return;
  for (int64_t i = 0; index_memory && i < kLong; ++i) index_memory[i] = i % 2 ? INT64_C(1) << 44 : -(INT64_C(1) << 44);
  for (int64_t i = 0; mask_memory && i < kMask / 2; ++i) mask_memory[i] = 0;
}

static void with_pool(bool on) {
  vjp_thread_pool pool = {sizeof pool, run_and_write, NULL};
  OK(vjp_set_thread_pool(on ? &pool : NULL));
  runs = 0;
}

/* Positions that are all 1, which will change. */
static vjp_tensor* positions(size_t ndim, const int64_t* shape) {
  vjp_tensor* t = NULL;
  for (int64_t i = 0; i < kLong; ++i) index_memory[i] = 1;
  OK(vjp_tensor_from_memory(index_memory, shape, NULL, ndim, VJP_DTYPE_INT64, NULL, NULL, &t));
  return own(t);
}

static void whatever_is_read_is_zero(void) {
  vjp_tensor* line = ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){kRows});
  vjp_tensor* index = positions(1, (int64_t[]){kLong});
  with_pool(true);
  vjp_tensor* out = OP("index_select", T(line), I(0), T(index));
  with_pool(false);
  NEAR(at(sum(out), 0), 0);

  vjp_tensor* weight = ramp(VJP_DTYPE_FLOAT32, 2, (int64_t[]){kRows, 3});
  index = positions(1, (int64_t[]){kLong});
  with_pool(true);
  out = OP("embedding", T(index), T(weight));
  with_pool(false);
  NEAR(at(sum(out), 0), 0);
}

static void whatever_is_written_goes_nowhere(void) {
  const int64_t columns = kLong / kRows;
  vjp_tensor *zeros = OP("zeros", INTS(kRows)), *table = OP("zeros", INTS(kRows, columns));
  vjp_tensor *values = OP("ones", INTS(kLong)), *square = OP("ones", INTS(kRows, columns));
  vjp_tensor* index = positions(1, (int64_t[]){kLong});
  with_pool(true);
  vjp_tensor* out = OP("index_add", T(zeros), I(0), T(index), T(values));
  with_pool(false);
  NEAR(at(sum(out), 0), 0);

  const char* names[] = {"scatter", "scatter_add"};
  for (size_t i = 0; i < 2; ++i) {
    index = positions(2, (int64_t[]){kRows, columns});
    with_pool(true);
    out = OP(names[i], T(table), I(0), T(index), T(square));
    with_pool(false);
    NEAR(at(sum(out), 0), 0);
  }
}

/* What was counted and is not found any more is the first element. */
static void a_mask_loses_elements(void) {
  vjp_tensor *mask = NULL, *x = OP("full", INTS(kMask), F(2));
  memset(mask_memory, 1, kMask);
  OK(vjp_tensor_from_memory(mask_memory, (int64_t[]){kMask}, NULL, 1, VJP_DTYPE_BOOL, NULL, NULL, &mask));
  own(mask);
  with_pool(true);
  vjp_tensor* where = OP("nonzero", T(mask));
  with_pool(false);
  CHECK(SHAPE(where, kMask, 1));
  CHECK(at(where, 0) == kMask / 2 && at(where, kMask / 2 - 1) == kMask - 1 && at(where, kMask - 1) == 0);
  memset(mask_memory, 1, kMask);
  with_pool(true);
  vjp_tensor* chosen = OP("masked_select", T(x), T(mask));
  with_pool(false);
  NEAR(at(sum(chosen), 0), 2.0 * kMask);
}

/* The positions of maxima are a result like any other: a program that sees their memory may write to it. */
static void positions_of_maxima(void) {
  vjp_tensor* image = leaf(ramp(VJP_DTYPE_FLOAT64, 3, (int64_t[]){1, 4, 4}));
  vjp_value args[] = {T(image), INTS(2, 2), NONE(), INTS(0, 0), INTS(1, 1), B(false), B(true)};
  vjp_tensor_list* results = NULL;
  OK(vjp_op_call(vjp_op_find("max_pool2d.indices"), VJP_VARIANT_FUNCTIONAL, args, 7, &results));
  vjp_tensor* y = own(vjp_tensor_retain(vjp_tensor_list_get(results, 0)));
  int64_t* where = vjp_tensor_data(vjp_tensor_list_get(results, 1));
  where[0] = INT64_C(1) << 44;
  where[1] = -(INT64_C(1) << 44);
  where[2] = 16;
  EQUALS(grad(sum(y), image), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
  vjp_tensor_list_release(results);
}

int main(void) {
  index_memory = malloc(kLong * sizeof *index_memory);
  OK(vjp_set_num_threads(4));
  RUN(whatever_is_read_is_zero);
  RUN(whatever_is_written_goes_nowhere);
  free(index_memory);
  index_memory = NULL;
  mask_memory = malloc(kMask);
  RUN(a_mask_loses_elements);
  RUN(positions_of_maxima);
  free(mask_memory);
  return finish();
}
