/*
 * Compiled functions where memory runs out at every allocation of recording and running, and with two threads. In
 * sanitizer builds tensor storage fails only.
 */
#include <pthread.h>

#include "compiled_functions.h"
#include "failing_storage.h"

/* Without the arena and with every status looked at: sum(tanh(x * 2)), and a list of both halves of it. */
static vjp_status body(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_tensor *doubled = NULL, *y = NULL, *joined = NULL, *total = NULL;
  vjp_value product[] = {T(in[0]), F(2)};
  vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, product, 2, 0, &doubled);
  if (status == VJP_OK) status = vjp_tanh(doubled, &y);
  if (status == VJP_OK) status = vjp_cat((vjp_tensor*[]){y, doubled}, 2, 0, &joined);
  if (status == VJP_OK) {
    vjp_value args[] = {T(joined)};
    status = call_op("sum", VJP_VARIANT_FUNCTIONAL, args, 1, 0, &total);
  }
  if (status == VJP_OK) status = vjp_tensor_list_append(results, total);
  vjp_tensor* all[] = {doubled, y, joined, total};
  for (int i = 0; i < 4; ++i) vjp_tensor_release(all[i]);
  return status;
}

/* Records, and runs by the record, with a backward each. */
static vjp_status session(Function* f, vjp_tensor* x, double* value) {
  vjp_compiled* compiled = NULL;
  vjp_status status = vjp_compile(run_function, f, NULL, NULL, &compiled);
  for (int i = 0; i < 2 && status == VJP_OK; ++i) {
    vjp_tensor_list* list = NULL;
    status = vjp_compiled_call(compiled, &x, 1, NULL, &list);
    if (status == VJP_OK) status = vjp_tensor_item_float(vjp_tensor_list_get(list, 0), value);
    if (status == VJP_OK) status = vjp_backward(vjp_tensor_list_get(list, 0), NULL);
    vjp_tensor_list_release(list);
  }
  vjp_compiled_release(compiled);
  return status;
}

static void fail_everywhere(bool all) {
  Function f = {body, 0, 0};
  vjp_tensor* x = leaf(ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){300}));
  double want = 0, value = 0;
  OK(session(&f, x, &want));
  double slope = at(grad_of(x), 7);
  OK(vjp_tensor_set_grad(x, NULL));
  int failures = 0, unrecorded = 0;
  for (long n = 0; n < 100000; ++n) {
    int64_t tensors = vjp_debug_live_tensors(), nodes = vjp_debug_live_nodes();
    long held = storages;
    f.calls = 0;
    vjp_shutdown();
    fail_allocations(n, all);
    vjp_status status = session(&f, x, &value);
    allocate_again();
    bool through = refused == 0;
    failures += status != VJP_OK;
    unrecorded += status == VJP_OK && f.calls == 2;
    CHECK(status == VJP_OK || status == VJP_ERROR_MEMORY);
    if (status == VJP_OK) {
      vjp_tensor* g = NULL;
      OK(vjp_tensor_grad(x, &g));
      CHECK(value == want && at(g, 7) == slope);
      vjp_tensor_release(g);
    }
    OK(vjp_tensor_set_grad(x, NULL));
    CHECK(vjp_debug_live_tensors() == tensors && vjp_debug_live_nodes() == nodes && storages == held);
    if (through) break;
  }
  CHECK(failures >= 3);
#if OWN_MALLOC
  CHECK(all || unrecorded >= 1); /* no memory for a record alone is no error */
#endif
}
static void test_one_allocation_fails(void) { fail_everywhere(false); }
static void test_all_further_allocations_fail(void) { fail_everywhere(true); }

/* Threads record and run at once, for arguments of their own and for the same ones. */
static vjp_compiled* shared;
static void* many_calls(void* first) {
  int wrong = 0;
  for (int i = 0; i < 300; ++i) {
    vjp_tensor *x = NULL, *g = NULL;
    double values[5] = {0.5, -0.25, 1, 2, 0.125}, value = 0, want = 0;
    int64_t size = 1 + (i + *(int*)first) % 5;
    for (int64_t k = 0; k < size; ++k) want += tanh(2 * values[k]) + 2 * values[k];
    wrong += vjp_tensor_from_data(values, &size, 1, VJP_DTYPE_FLOAT64, &x) != VJP_OK;
    wrong += vjp_tensor_set_requires_grad(x, true) != VJP_OK;
    vjp_tensor_list* list = NULL;
    wrong += vjp_compiled_call(shared, &x, 1, NULL, &list) != VJP_OK;
    wrong += vjp_tensor_item_float(vjp_tensor_list_get(list, 0), &value) != VJP_OK || fabs(value - want) > 1e-12;
    wrong += vjp_backward(vjp_tensor_list_get(list, 0), NULL) != VJP_OK;
    wrong += vjp_tensor_grad(x, &g) != VJP_OK;
    double t = tanh(1);
    wrong += fabs(at(g, 0) - (2 * (1 - t * t) + 2)) > 1e-12;
    if (i == 150) vjp_compiled_clear(shared);
    vjp_tensor_list_release(list);
    vjp_tensor_release(g);
    vjp_tensor_release(x);
  }
  *(int*)first = wrong;
  return NULL;
}
static vjp_status run_counted(void* context, vjp_tensor* const* in, size_t count, vjp_tensor_list* results) {
  (void)count;
  __atomic_fetch_add(&((Function*)context)->calls, 1, __ATOMIC_RELAXED);
  return body(in, results);
}
static void test_threads(void) {
  Function f = {body, 0, 0};
  vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
  options.max_records = 1000;
  OK(vjp_compile(run_counted, &f, NULL, &options, &shared));
  int results[2] = {0, 2};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) CHECK(pthread_create(&threads[i], NULL, many_calls, &results[i]) == 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  CHECK(results[0] == 0 && results[1] == 0);
  CHECK(f.calls >= 5 && f.calls <= 30);
  vjp_compiled_release(shared);
}

int main(void) {
  vjp_allocator allocator = {sizeof allocator, storage_allocate, storage_free, NULL};
  OK(vjp_set_num_threads(1)); /* the same allocations in the same order */
  OK(vjp_set_allocator(&allocator));
  RUN(test_one_allocation_fails);
  RUN(test_all_further_allocations_fail);
  OK(vjp_set_allocator(NULL));
  CHECK(storages == 0);
  RUN(test_threads);
  return finish();
}
