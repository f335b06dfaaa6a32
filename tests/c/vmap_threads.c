/* Levels of batching and threads (HIGH-13): a level is its thread's, and goes where the thread's work goes. */
#include "pending.h"
#include "vmap.h"

static int64_t elsewhere;
static void* look(void* tensor) {
  elsewhere = vjp_vmap_level();
  vjp_tensor* out = NULL;
  OK(vjp_neg((vjp_tensor*)tensor, &out)); /* what is batched is computed with anywhere */
  own(out);
  return out;
}

/* HIGH-13 */
static void test_another_thread_is_in_no_level(void) {
  if (!has_threads()) return;
  batch b = enter(2);
  vjp_tensor* x = wrap(b, VEC(1, 2));
  CHECK(vjp_vmap_level() == b.level);
  pthread_t thread;
  void* out = NULL;
  elsewhere = -1;
  CHECK(pthread_create(&thread, NULL, look, x) == 0 && pthread_join(thread, &out) == 0);
  CHECK(elsewhere == 0);
  EQUALS(unwrap(b, (vjp_tensor*)out), -1, -2);
  leave(b);
  CHECK(vjp_vmap_level() == 0);
}

typedef struct {
  int64_t level;
  pthread_t thread;
  int calls;
} Visit;
static vjp_status visit(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  Visit* v = (Visit*)context;
  (void)grad, (void)replacement;
  v->level = vjp_vmap_level();
  v->thread = pthread_self();
  ++v->calls;
  return VJP_OK;
}

/* HIGH-13: a hook of a grad call is in the levels of who made the call, on another thread too */
static void test_levels_travel_into_tasks(void) {
  Visit v = {-1, pthread_self(), 0};
  vjp_tensor *x = leaf(VEC(1, 2)), *y = NULL, *g = NULL;
  OK(vjp_mul_scalar(x, vjp_scalar_float(3), &y));
  OK(vjp_tensor_add_hook(own(y), visit, &v, NULL, NULL));
  OK(vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &g));
  vjp_tensor* root = own(g);
  batch b = enter(2);
  vjp_grad_call* call = call_for(root, x, false);
  vjp_grad_options keep = VJP_GRAD_OPTIONS_INIT;
  keep.retain_graph = 1;
  OK(vjp_grad(&root, 1, NULL, &x, 1, &keep, &g));
  own(g);
  CHECK(v.calls == 1 && v.level == b.level);
  v.level = -1;
  vjp_pending* pending = started(call);
  EQUALS(outcome_of(pending, 0), 3, 3);
  CHECK(v.calls == 2 && v.level == b.level);
  leave(b);
}

static void* level_here(void* out) {
  *(int64_t*)out = vjp_vmap_level();
  return NULL;
}
static vjp_status note_level(void* out, vjp_tensor* gradient, vjp_tensor** replacement) {
  (void)gradient, (void)replacement;
  level_here(out);
  return VJP_OK;
}

/* HIGH-13 */
static void test_levels_are_the_threads(void) {
  if (!has_threads()) return;
  batch b = enter(2);
  int64_t seen = -1;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, level_here, &seen) == 0);
  pthread_join(thread, NULL);
  CHECK(seen == 0);
  leave(b);
}

static void test_levels_go_where_the_work_goes(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = OP("sin", T(x));
  int64_t seen = -1;
  vjp_hook* hook = NULL;
  OK(vjp_tensor_add_hook(y, note_level, &seen, NULL, &hook));
  vjp_hook_release(hook);
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  vjp_grad_call* call = call_of(options);
  OK(vjp_grad_call_add_root(call, sum(y), NULL));
  OK(vjp_grad_call_add_input(call, x));
  batch b = enter(2);
  vjp_pending* pending = NULL;
  OK(vjp_grad_call_start(call, &pending));
  OK(vjp_pending_wait(pending));
  vjp_pending_release(pending);
  leave(b);
  CHECK(seen == b.level);
}

int main(void) {
  RUN(test_another_thread_is_in_no_level);
  RUN(test_levels_travel_into_tasks);
  RUN(test_levels_are_the_threads);
  RUN(test_levels_go_where_the_work_goes);
  return finish();
}
