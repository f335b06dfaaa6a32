/* A native grad call is interruptible between its nodes, on the thread that made it. */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

static int polls, polls_elsewhere, refuse_after, hooks_run;
static pthread_t caller;

static vjp_status poll(void* context) {
  (void)context;
  ++polls;
  if (!pthread_equal(pthread_self(), caller)) ++polls_elsewhere;
  if (polls <= refuse_after) return VJP_OK;
  return vjp_error_raise(VJP_ERROR_CANCELLED, "the user wants to stop", NULL, NULL);
}

static vjp_status slow(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  ++hooks_run;
  usleep(2000);
  return VJP_OK;
}

static int64_t add_poll(int after) {
  vjp_thread_callbacks callbacks = VJP_THREAD_CALLBACKS_INIT;
  int64_t id = -1;
  callbacks.poll = poll;
  polls = polls_elsewhere = hooks_run = 0;
  refuse_after = after;
  caller = pthread_self();
  OK(vjp_thread_callbacks_add(&callbacks, &id));
  return id;
}

static vjp_tensor* chain(vjp_tensor* x, int length) {
  vjp_tensor *y = NULL, *next = NULL;
  OK(vjp_mul_scalar(x, vjp_scalar_float(1), &y));
  for (int i = 1; i < length; ++i) {
    OK(vjp_tensor_add_hook(y, slow, NULL, NULL, NULL));
    OK(vjp_mul_scalar(y, vjp_scalar_float(1), &next));
    vjp_tensor_release(y);
    y = next;
  }
  return y;
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void between_nodes(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = chain(x, 300);
  int64_t id = add_poll(0);
  CHECK(vjp_backward(y, NULL) == VJP_ERROR_CANCELLED);
  CHECK(strstr(vjp_last_error(), "the user wants to stop") != NULL);
  CHECK(polls == 1 && polls_elsewhere == 0);
  CHECK(hooks_run < 150);
  vjp_tensor* grad = NULL;
  OK(vjp_tensor_grad(x, &grad));
  CHECK(grad == NULL);
  OK(vjp_thread_callbacks_remove(id));
  OK(vjp_backward(y, NULL)); /* nothing was freed by the nodes that did not run; those that ran have no saved values */
  vjp_tensor_release(grad);
  vjp_tensor_release(y);
}

/* Calls too short to be asked in share the time between two questions. */
static void many_short_calls(void) {
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor *y = NULL, *one = VEC(1);
  OK(vjp_mul_scalar(x, vjp_scalar_float(1), &y));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  int64_t id = add_poll(1000000);
  double begin = seconds();
  int calls = 0;
  for (; seconds() - begin < 0.5; ++calls) {
    vjp_tensor* g = NULL;
    OK(vjp_grad(&y, 1, &one, &x, 1, &options, &g));
    vjp_tensor_release(g);
  }
  CHECK(polls >= 2 && polls <= 14 && polls < calls);
  OK(vjp_thread_callbacks_remove(id));
  vjp_tensor_release(y);
}

/* Deeply nested calls go on on other threads; the question is the caller's all the same. */
static vjp_status nested(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  int depth = *(int*)context;
  (void)grad, (void)replacement;
  bool before;
  OK(vjp_grad_mode_set(true, &before));
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor* y = NULL;
  int deeper = depth + 1;
  vjp_status status;
  if (depth == 70) {
    y = chain(x, 300);
    status = vjp_backward(y, NULL);
  } else {
    OK(vjp_mul_scalar(x, vjp_scalar_float(1), &y));
    OK(vjp_tensor_add_hook(y, nested, &deeper, NULL, NULL));
    status = vjp_backward(y, NULL);
  }
  OK(vjp_grad_mode_set(before, NULL));
  vjp_tensor_release(y);
  return status;
}

static void on_a_stand_in(void) {
  vjp_tensor *x = leaf(VEC(1)), *y = NULL;
  int depth = 1;
  OK(vjp_mul_scalar(x, vjp_scalar_float(1), &y));
  OK(vjp_tensor_add_hook(y, nested, &depth, NULL, NULL));
  int64_t id = add_poll(2);
  CHECK(vjp_backward(y, NULL) == VJP_ERROR_CANCELLED);
  CHECK(strstr(vjp_last_error(), "the user wants to stop") != NULL);
  CHECK(polls == 3 && polls_elsewhere == 0);
  CHECK(hooks_run > 0 && hooks_run < 250);
  OK(vjp_thread_callbacks_remove(id));
  vjp_tensor_release(y);
}

/* The caller runs the host's nodes of a call with device nodes, and is asked between them too. */
static void beside_a_worker(void) {
  vjp_device sim = {VJP_DEVICE_SIM, 0};
  vjp_tensor *x = leaf(VEC(1)), *y = chain(x, 300), *z = NULL, *s = NULL;
  OK(vjp_to_device(y, &sim, VJP_DTYPE_NONE, false, &z));
  OK(vjp_mul_scalar(z, vjp_scalar_float(2), &s));
  int64_t id = add_poll(0);
  CHECK(vjp_backward(s, NULL) == VJP_ERROR_CANCELLED);
  CHECK(hooks_run < 150 && polls_elsewhere == 0);
  OK(vjp_thread_callbacks_remove(id));
  vjp_tensor_release(s), vjp_tensor_release(z), vjp_tensor_release(y);
}

int main(void) {
  RUN(between_nodes);
  RUN(many_short_calls);
  RUN(on_a_stand_in);
  RUN(beside_a_worker);
  return finish();
}
