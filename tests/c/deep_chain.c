/* TASK-20, GRAPH-15: a chain of ten million nodes built, walked both ways of marking, and freed on an 8 MB stack. */
#include <pthread.h>

#include "check.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { kNodes = 500000 }; /* a sanitizer's allocator keeps books about each */
#else
enum { kNodes = 10000000 };
#endif

static vjp_tensor* build(vjp_tensor* x, int nodes) {
  vjp_tensor* y = vjp_tensor_retain(x);
  for (int i = 0; i < nodes; ++i) {
    vjp_tensor* next = NULL;
    if (vjp_neg(y, &next) != VJP_OK) break;
    vjp_tensor_release(y);
    y = next;
  }
  return y;
}

static void chain_is_built_walked_and_freed(void) {
  vjp_tensor* x = leaf(SCALAR(3));
  int64_t nodes = vjp_debug_live_nodes();
  vjp_tensor* y = build(x, kNodes);
  CHECK(vjp_debug_live_nodes() >= nodes + kNodes);
  NEAR(at(y, 0), 3);
  CHECK(vjp_node_topological_number(node_of(y)) == kNodes);
  vjp_tensor* g = NULL;
  OK(try_grad(y, NULL, x, false, true, &g)); /* restricted: with the marking walk */
  EQUALS(own(g), 1);
  OK(vjp_backward(y, NULL));
  EQUALS(grad_of(x), 1);
  arena_clear();
  vjp_tensor_release(y);
  CHECK(vjp_debug_live_nodes() == nodes);
}

static void chain_is_freed_without_backward(void) {
  vjp_tensor* y = build(leaf(SCALAR(3)), kNodes / 10);
  vjp_tensor_release(y);
}

/* Nodes with two edges each, which meet again: what recursion would blow up on. */
static void ladder(void) {
  vjp_tensor* x = leaf(SCALAR(1));
  vjp_tensor* y = vjp_tensor_retain(x);
  for (int i = 0; i < 100000; ++i) {
    vjp_tensor *sum_of_both = NULL, *half = NULL;
    vjp_value both[] = {T(y), T(y)};
    OK(call_op("add", VJP_VARIANT_FUNCTIONAL, both, 2, 0, &sum_of_both));
    vjp_value scale[] = {T(sum_of_both), F(0.5)};
    OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, scale, 2, 0, &half));
    vjp_tensor_release(sum_of_both);
    vjp_tensor_release(y);
    y = half;
  }
  EQUALS(grad(y, x), 1);
  vjp_tensor_release(y);
}

static void second_order_chain(void) {
  vjp_tensor* x = leaf(SCALAR(1));
  vjp_tensor* y = vjp_tensor_retain(x);
  for (int i = 0; i < 20000; ++i) {
    vjp_tensor* next = NULL;
    OK(vjp_mul(y, x, &next));
    vjp_tensor_release(y);
    y = next;
  }
  vjp_tensor* first = grad_graph(y, x);
  EQUALS(first, 20001);
  EQUALS(grad(first, x), 20001.0 * 20000);
  vjp_tensor_release(y);
}

static void* in_thread(void* unused) {
  RUN(chain_is_built_walked_and_freed);
  RUN(chain_is_freed_without_backward);
  RUN(ladder);
  RUN(second_order_chain);
  return unused;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  CHECK(pthread_attr_setstacksize(&attributes, 8u << 20) == 0);
  /* nothing is checked here while the thread runs: it counts its own checks */
  int failed = pthread_create(&thread, &attributes, in_thread, NULL);
  if (!failed) pthread_join(thread, NULL);
  CHECK(!failed);
  pthread_attr_destroy(&attributes);
  return finish();
}
