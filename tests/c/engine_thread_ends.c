/* A callback may end its thread: pthread_exit, or pthread_cancel while it runs. The rest of the program goes on. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include "check.h"

enum { kExit, kCancel };
static atomic_int how, in_hook; /* no thread of a test is ordered with the others by more than these */
static pthread_t user;

/* The address sanitizer hears of frames that are left by an exception, but not of those that a thread's end leaves. */
#ifdef __SANITIZE_ADDRESS__
void __asan_handle_no_return(void);
static void forget_frames(void) { __asan_handle_no_return(); }
#else
static void forget_frames(void) {}
#endif

static void end_thread(void) {
  forget_frames();
  pthread_exit(NULL);
}

/* Not in sleep(): the thread sanitizer's sleep, left by a cancellation, no longer sees the thread's synchronisation. */
static void until_cancelled(void) {
  for (;;) {
    forget_frames();
    pthread_testcancel();
    sched_yield();
  }
}

static vjp_status ends(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context, (void)grad, (void)replacement;
  in_hook = 1;
  if (how == kExit) end_thread();
  if (pthread_equal(pthread_self(), user)) until_cancelled();
  return VJP_OK;
}

static vjp_tensor *shared_x, *shared_y; /* a graph that both threads use */
static int returned;

static void* backward_of_shared(void* context) {
  (void)context;
  user = pthread_self();
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  vjp_tensor* g = NULL;
  vjp_status status = vjp_grad(&shared_y, 1, NULL, &shared_x, 1, &options, &g);
  returned = status == VJP_OK ? 1 : 2;
  vjp_tensor_release(g);
  return NULL;
}

static void run_to_its_end(void* (*work)(void*)) {
  pthread_t thread;
  in_hook = returned = 0;
  CHECK(pthread_create(&thread, NULL, work, NULL) == 0);
  if (how == kCancel) {
    while (!in_hook) usleep(1000);
    pthread_cancel(thread);
  }
  pthread_join(thread, NULL);
}

static void in_a_hook(void) {
  for (how = kExit; how <= kCancel; ++how) {
    for (int again = 0; again < 3; ++again) {
      vjp_tensor *y = NULL, *w = NULL, *z = NULL;
      vjp_hook* hook = NULL;
      shared_x = leaf(VEC(1, 2));
      OK(vjp_mul(shared_x, shared_x, &y));
      OK(vjp_mul_scalar(shared_x, vjp_scalar_float(2), &w));
      OK(vjp_mul(y, w, &z));
      OK(vjp_sum(z, NULL, 0, false, VJP_DTYPE_NONE, &shared_y));
      OK(vjp_tensor_add_hook(w, ends, NULL, NULL, &hook));
      run_to_its_end(backward_of_shared);
      CHECK(in_hook && returned == 0);
      vjp_hook_remove(hook);
      OK(vjp_backward(shared_y, NULL)); /* nothing is locked, nothing lies in its slots */
      vjp_tensor* grad = NULL;
      OK(vjp_tensor_grad(shared_x, &grad));
      EQUALS(grad, 6, 24);
      vjp_tensor_release(grad);
      vjp_tensor_release(y), vjp_tensor_release(w), vjp_tensor_release(z), vjp_tensor_release(shared_y);
    }
  }
}

/* A custom node's lock is free again. */
static vjp_status backward_ends(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)num_grads, (void)num_inputs;
  bool first = !in_hook;
  in_hook = 1;
  if (first && how == kExit) end_thread();
  if (first) until_cancelled();
  return vjp_mul_scalar(grads[0], vjp_scalar_float(2), &out[0]);
}

static void in_a_custom_function(void) {
  for (how = kExit; how <= kCancel; ++how) {
    vjp_function f = VJP_FUNCTION_INIT;
    vjp_function_call* call = NULL;
    vjp_tensor *r = NULL, *result = NULL;
    f.name = "Ends";
    f.backward = backward_ends;
    shared_x = leaf(VEC(1, 2));
    OK(vjp_function_begin(&f, &shared_x, 1, &call));
    OK(vjp_mul_scalar(shared_x, vjp_scalar_float(2), &r));
    OK(vjp_function_end(call, &r, 1, &result));
    vjp_tensor_release(r);
    r = result;
    OK(vjp_sum(r, NULL, 0, false, VJP_DTYPE_NONE, &shared_y));
    run_to_its_end(backward_of_shared);
    CHECK(in_hook && returned == 0);
    vjp_tensor* g = NULL;
    OK(vjp_grad(&shared_y, 1, NULL, &shared_x, 1, NULL, &g)); /* nobody has the node */
    EQUALS(own(g), 2, 2);
    own(r), own(shared_y);
  }
}

/* On a device's worker it is the worker that ends: the call fails, and the next has another one. */
static void* backward_on_sim(void* context) {
  (void)context;
  vjp_status status = vjp_backward(shared_y, NULL);
  returned = status == VJP_OK ? 1 : 2;
  return NULL;
}

static void on_a_worker(void) {
  vjp_device sim = {VJP_DEVICE_SIM, 0};
  how = kExit;
  for (int again = 0; again < 3; ++again) {
    vjp_tensor *h = leaf(VEC(1, 2)), *y = NULL;
    vjp_hook* hook = NULL;
    OK(vjp_to_device(h, &sim, VJP_DTYPE_NONE, false, &shared_x));
    OK(vjp_mul_scalar(shared_x, vjp_scalar_float(3), &y));
    OK(vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &shared_y));
    OK(vjp_tensor_add_hook(y, ends, NULL, NULL, &hook));
    CHECK(vjp_backward(shared_y, NULL) == VJP_ERROR_STATE);
    CHECK(strstr(vjp_last_error(), "ended its thread") != NULL);
    vjp_hook_remove(hook);
    run_to_its_end(backward_on_sim);
    CHECK(returned == 1);
    vjp_tensor* grad = NULL;
    OK(vjp_tensor_grad(h, &grad));
    NEAR(at(grad, 0), 3);
    vjp_tensor_release(grad);
    vjp_tensor_release(y), vjp_tensor_release(shared_y), vjp_tensor_release(shared_x);
  }
}

/* The calling thread ends in a hook of the host while a worker has other nodes of the call. */
static void beside_a_worker(void) {
  vjp_device sim = {VJP_DEVICE_SIM, 0};
  for (how = kExit; how <= kCancel; ++how) {
    vjp_tensor *h = leaf(VEC(1, 2)), *a = NULL, *b = NULL, *c = NULL, *d = NULL;
    vjp_hook* hook = NULL;
    shared_x = h;
    OK(vjp_mul_scalar(h, vjp_scalar_float(3), &a));
    OK(vjp_tensor_add_hook(a, ends, NULL, NULL, &hook));
    OK(vjp_to_device(a, &sim, VJP_DTYPE_NONE, false, &b));
    OK(vjp_sum(b, NULL, 0, false, VJP_DTYPE_NONE, &c));
    for (int i = 0; i < 50; ++i) {
      OK(vjp_mul_scalar(c, vjp_scalar_float(1), &d));
      vjp_tensor_release(c);
      c = d;
    }
    shared_y = c;
    run_to_its_end(backward_of_shared);
    CHECK(in_hook && returned == 0);
    vjp_hook_remove(hook);
    OK(vjp_backward(c, NULL));
    vjp_tensor_release(a), vjp_tensor_release(b), vjp_tensor_release(c);
  }
}

/* Nested so deeply that another thread goes on: the calling thread ends. */
static vjp_status nest(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  int deeper = *(int*)context + 1;
  bool before;
  OK(vjp_grad_mode_set(true, &before));
  vjp_tensor *x = leaf(VEC(1)), *y = NULL;
  OK(vjp_mul_scalar(x, vjp_scalar_float(1), &y));
  own(y); /* no frame of a thread that ends runs on */
  if (deeper == 70) {
    how = kExit;
    OK(vjp_tensor_add_hook(y, ends, NULL, NULL, NULL));
  } else {
    OK(vjp_tensor_add_hook(y, nest, &deeper, NULL, NULL));
  }
  (void)grad, (void)replacement;
  return vjp_backward(y, NULL);
}

static void* backward_nested(void* context) {
  int depth = 1;
  vjp_tensor *x = leaf(VEC(1)), *y = NULL;
  (void)context;
  OK(vjp_mul_scalar(x, vjp_scalar_float(1), &y));
  own(y); /* no frame of a thread that ends runs on */
  OK(vjp_tensor_add_hook(y, nest, &depth, NULL, NULL));
  returned = vjp_backward(y, NULL) == VJP_OK ? 1 : 2;
  return NULL;
}

static void on_a_stand_in(void) {
  how = kExit;
  run_to_its_end(backward_nested);
  CHECK(in_hook && returned == 0);
  vjp_shutdown(); /* joins what ended */
}

int main(void) {
  RUN(in_a_hook);
  RUN(in_a_custom_function);
  if (has_threads()) RUN(on_a_worker);
  if (has_threads()) RUN(beside_a_worker);
  if (has_threads()) RUN(on_a_stand_in);
  return finish();
}
