/*
 * The flag of shared leaves is set and cleared by one thread while others record operators on them and run backward:
 * what a node keeps and what it is connected to are of one answer, so that no derivative asks for what is not there.
 */
#include <pthread.h>

#include "check.h"

enum { kRecorders = 2, kRounds = 60000 };

static vjp_tensor *a, *b; /* [2, 3] and [3] */
static int32_t done, recorded, failed;

static void* set_flags(void* arg) {
  (void)arg;
  for (bool on = false; !__atomic_load_n(&done, __ATOMIC_RELAXED); on = !on) {
    vjp_tensor_set_requires_grad(a, on);
    vjp_tensor_set_requires_grad(b, !on);
  }
  return NULL;
}

/* sum(f(a, b)); its backward ends well, or nothing was recorded */
static void once(vjp_status (*f)(vjp_tensor*, vjp_tensor*, vjp_tensor**), vjp_tensor* x, vjp_tensor* y) {
  vjp_tensor *z = NULL, *loss = NULL;
  vjp_status status = f(x, y, &z);
  if (status == VJP_OK) status = vjp_sum(z, NULL, 0, false, VJP_DTYPE_NONE, &loss);
  if (status == VJP_OK && vjp_tensor_requires_grad(loss)) {
    status = vjp_backward(loss, NULL);
    __atomic_fetch_add(&recorded, 1, __ATOMIC_RELAXED);
  }
  if (status != VJP_OK) __atomic_fetch_add(&failed, 1, __ATOMIC_RELAXED);
  vjp_tensor_release(loss);
  vjp_tensor_release(z);
}

static void* record(void* arg) {
  (void)arg;
  for (int i = 0; i < kRounds; ++i) {
    once(vjp_mul, a, a);
    once(vjp_mul, a, b);
    once(vjp_pow, a, b);
    once(vjp_matmul, a, b);
  }
  return NULL;
}

/* THREAD-3 */
static void flags_beside_recording(void) {
  a = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  b = VEC(1, 2, 3);
  pthread_t setter, recorders[kRecorders];
  pthread_create(&setter, NULL, set_flags, NULL);
  for (int i = 0; i < kRecorders; ++i) pthread_create(&recorders[i], NULL, record, NULL);
  for (int i = 0; i < kRecorders; ++i) pthread_join(recorders[i], NULL);
  __atomic_store_n(&done, 1, __ATOMIC_RELAXED);
  pthread_join(setter, NULL);
  CHECK(recorded > 0 && failed == 0);
}

int main(void) {
  RUN(flags_beside_recording);
  return finish();
}
