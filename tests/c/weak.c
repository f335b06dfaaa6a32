/* References that keep nothing alive, and hooks that are still there. */
#include <pthread.h>

#include "check.h"

typedef struct Owner {
  vjp_weak_tensor* tensor;
  vjp_weak_node* node;
  int calls, found, dropped;
} Owner;

static vjp_status look(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad;
  (void)replacement;
  Owner* owner = context;
  vjp_tensor* t = NULL;
  vjp_node* n = NULL;
  vjp_status status = vjp_weak_tensor_get(owner->tensor, &t);
  if (!status) status = vjp_weak_node_get(owner->node, &n);
  ++owner->calls;
  owner->found += (t != NULL) + (n != NULL);
  vjp_tensor_release(t);
  vjp_node_release(n);
  return status;
}

static void drop(void* context) {
  Owner* owner = context;
  ++owner->dropped;
  vjp_weak_tensor_release(owner->tensor);
  vjp_weak_node_release(owner->node);
}

static vjp_tensor* tracked(double value) {
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_data(&value, NULL, 0, VJP_DTYPE_FLOAT64, &t));
  OK(vjp_tensor_set_requires_grad(t, true));
  return t;
}

/* The hook of a result knows its tensor and its node, and both go with the last handle. */
static void a_hook_that_knows_its_tensor(void) {
  int64_t tensors = vjp_debug_live_tensors(), nodes = vjp_debug_live_nodes();
  Owner owner = {NULL, NULL, 0, 0, 0};
  vjp_tensor *x = tracked(2), *y = NULL;
  OK(vjp_mul(x, x, &y));
  vjp_node* node = NULL;
  OK(vjp_tensor_grad_fn(y, &node));
  OK(vjp_weak_tensor_create(y, &owner.tensor));
  OK(vjp_weak_node_create(node, &owner.node));
  vjp_node_release(node);
  OK(vjp_tensor_add_hook(y, look, &owner, drop, NULL));
  OK(vjp_backward(y, NULL));
  CHECK(owner.calls == 1 && owner.found == 2);
  vjp_tensor_release(y);
  CHECK(owner.dropped == 1);
  vjp_tensor_release(x);
  CHECK(vjp_debug_live_tensors() == tensors && vjp_debug_live_nodes() == nodes);
}

static void what_has_gone_is_null(void) {
  vjp_tensor *x = tracked(2), *y = NULL, *found = x;
  OK(vjp_mul(x, x, &y));
  vjp_node *node = NULL, *found_node = NULL;
  OK(vjp_tensor_grad_fn(y, &node));
  vjp_weak_tensor *weak = NULL, *again = NULL;
  vjp_weak_node* weak_node = NULL;
  OK(vjp_weak_tensor_create(y, &weak));
  OK(vjp_weak_tensor_create(y, &again));
  CHECK(weak == again);
  OK(vjp_weak_node_create(node, &weak_node));
  CHECK(vjp_weak_node_retain(weak_node) == weak_node && vjp_weak_tensor_retain(weak) == weak);
  OK(vjp_weak_tensor_get(weak, &found));
  CHECK(found == y);
  vjp_tensor_release(found);
  vjp_tensor_release(y);
  OK(vjp_weak_tensor_get(weak, &found));
  CHECK(found == NULL);
  OK(vjp_weak_node_get(weak_node, &found_node));
  CHECK(found_node == node);
  vjp_node_release(found_node);
  vjp_node_release(node);
  OK(vjp_weak_node_get(weak_node, &found_node));
  CHECK(found_node == NULL);
  for (int i = 0; i < 3; ++i) vjp_weak_tensor_release(weak);
  vjp_weak_node_release(weak_node);
  vjp_weak_node_release(weak_node);
  vjp_weak_tensor_release(NULL);
  vjp_weak_node_release(NULL);
  FAILS(VJP_ERROR_INVALID, vjp_weak_tensor_create(NULL, &weak));
  FAILS(VJP_ERROR_INVALID, vjp_weak_node_get(NULL, &found_node));
  vjp_tensor_release(x);
}

enum { kRounds = 3000 };
static vjp_weak_tensor* raced[kRounds];
static vjp_tensor* held[kRounds];
static pthread_barrier_t barrier;

static void* let_go(void* unused) {
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < kRounds; ++i) vjp_tensor_release(held[i]);
  return unused;
}

/* While one thread gives tensors back another asks for them: what it gets is whole. */
static void asked_for_while_it_goes(void) {
  for (int i = 0; i < kRounds; ++i) {
    held[i] = tracked(i);
    OK(vjp_weak_tensor_create(held[i], &raced[i]));
  }
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t thread;
  pthread_create(&thread, NULL, let_go, NULL);
  pthread_barrier_wait(&barrier);
  int wrong = 0;
  for (int i = 0; i < kRounds; ++i) {
    vjp_tensor* t = NULL;
    if (vjp_weak_tensor_get(raced[i], &t)) ++wrong;
    double value = i;
    if (t && (vjp_tensor_item_float(t, &value) || value != i)) ++wrong;
    vjp_tensor_release(t);
  }
  pthread_join(thread, NULL);
  for (int i = 0; i < kRounds; ++i) {
    vjp_tensor* t = NULL;
    if (vjp_weak_tensor_get(raced[i], &t) || t) ++wrong;
    vjp_weak_tensor_release(raced[i]);
  }
  CHECK(wrong == 0);
  pthread_barrier_destroy(&barrier);
}

static vjp_status nothing(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context;
  (void)grad;
  (void)replacement;
  return VJP_OK;
}
static void release_tensor(void* context) { vjp_tensor_release(context); }

static size_t watched(char** text) {
  size_t count = 99;
  OK(vjp_watched_hooks(&count, text));
  return count;
}

/* A hook that owns its tensor is there after all handles have gone; one that does not is not. */
static void hooks_that_are_still_there(void) {
  OK(vjp_watch_hooks(true));
  vjp_tensor *x = tracked(2), *y = NULL, *z = NULL;
  OK(vjp_mul(x, x, &y));
  OK(vjp_mul(x, x, &z));
  vjp_hook *circle = NULL, *removed = NULL;
  OK(vjp_tensor_add_hook(y, nothing, vjp_tensor_retain(y), release_tensor, &circle));
  OK(vjp_hook_set_label(circle, "the circle"));
  OK(vjp_tensor_add_hook(z, nothing, NULL, NULL, NULL));
  OK(vjp_tensor_add_hook(x, nothing, NULL, NULL, &removed));
  CHECK(watched(NULL) == 3);
  vjp_hook_remove(removed);
  vjp_tensor_release(y);
  vjp_tensor_release(z);
  char* text = NULL;
  CHECK(watched(&text) == 1);
  CHECK(strstr(text, "tensor hook 'the circle' of float64[], which has 1 reference\n") != NULL);
  vjp_string_free(text);
  OK(vjp_watch_hooks(false));
  CHECK(watched(NULL) == 0);
  vjp_hook_remove(circle);
  vjp_tensor_release(x);
  FAILS(VJP_ERROR_INVALID, vjp_watched_hooks(NULL, NULL));
}

int main(void) {
  RUN(a_hook_that_knows_its_tensor);
  RUN(what_has_gone_is_null);
  RUN(asked_for_while_it_goes);
  RUN(hooks_that_are_still_there);
  return finish();
}
