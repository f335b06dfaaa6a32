/* FUNC-20 to FUNC-22: custom functions in forward mode, and their backward on several threads. */
#include <pthread.h>
#include <time.h>

#include "duals.h"

/* What a jvp gives, and what it saw. */
typedef enum { SCALED, NEW_TANGENT, SAME_TANGENT, CHANGED, PART, OTHER_PART, NOTHING, FAILURE } Answer;
typedef struct {
  Answer answer;
  bool was_null[2];
  double first[2];
  bool grad_mode, forward_mode, saved_works, marking_fails;
  int calls;
} Forward;

static vjp_status forward_jvp(void* context, vjp_function_call* call, vjp_tensor* const* tangents, size_t num_inputs,
                              vjp_tensor** out, size_t num_results) {
  Forward* f = (Forward*)context;
  ++f->calls;
  f->grad_mode = vjp_grad_mode();
  f->forward_mode = vjp_mode_enabled(VJP_MODE_FORWARD);
  for (size_t i = 0; i < num_inputs && i < 2; ++i) {
    f->was_null[i] = tangents[i] == NULL;
    f->first[i] = at(tangents[i], 0);
  }
  vjp_tensor* saved = NULL;
  f->saved_works = vjp_function_call_saved_for_forward(call, 0, &saved) == VJP_OK;
  f->marking_fails = vjp_function_call_mark_dirty(call, NULL, 0) == VJP_ERROR_STATE;
  (void)num_results;
  vjp_value args[] = {T(tangents[0]), F(3)};
  vjp_value part[] = {T(tangents[0]), I(0), I(f->answer == PART), I(1)};
  vjp_status status = VJP_OK;
  switch (f->answer) {
    case SCALED: {
      vjp_value product[] = {T(tangents[0]), T(saved)};
      status = call_op("mul", VJP_VARIANT_FUNCTIONAL, product, 2, 0, &out[0]);
      break;
    }
    case NEW_TANGENT:
      status = call_op("mul", VJP_VARIANT_FUNCTIONAL, args, 2, 0, &out[0]);
      break;
    case CHANGED:
      status = call_op("mul", VJP_VARIANT_INPLACE, args, 2, 0, NULL);
      out[0] = vjp_tensor_retain(tangents[0]);
      break;
    case SAME_TANGENT:
      out[0] = vjp_tensor_retain(tangents[0]);
      break;
    case PART:
    case OTHER_PART:
      status = call_op("narrow", VJP_VARIANT_FUNCTIONAL, part, 4, 0, &out[0]);
      break;
    case NOTHING:
      break;
    case FAILURE:
      status = vjp_error_raise(VJP_ERROR_IO, "no tangent today", NULL, NULL);
  }
  vjp_tensor_release(saved);
  return status;
}
static vjp_status forward_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                   vjp_tensor** out, size_t num_inputs) {
  (void)context, (void)node, (void)num_grads, (void)num_inputs;
  out[0] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}
static vjp_function function_of(Forward* plan) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Forwards";
  f.backward = forward_backward;
  f.jvp = forward_jvp;
  f.context = plan;
  return f;
}

static vjp_function_call* begin(const vjp_function* f, vjp_tensor* const* inputs, size_t count) {
  vjp_function_call* call = NULL;
  OK(vjp_function_begin(f, inputs, count, &call));
  return call;
}
static vjp_tensor* end_one(vjp_function_call* call, vjp_tensor* result) {
  vjp_tensor* out = NULL;
  OK(vjp_function_end(call, &result, 1, &out));
  return own(out);
}

/* FUNC-20, FUNC-2 */
static void func_20_tangents_of_results(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(5, 7));
  OK(vjp_forward_mode_enter());
  vjp_tensor* inputs[2] = {dual(x, VEC(10, 20)), w};
  Forward plan = {.answer = SCALED};
  vjp_function f = function_of(&plan);
  vjp_function_call* call = begin(&f, inputs, 2);
  CHECK(!vjp_mode_enabled(VJP_MODE_FORWARD));
  vjp_tensor* y = mul(inputs[0], w);
  CHECK(tangent_of(y) == NULL);
  OK(vjp_function_call_save_for_forward(call, &w, 1));
  y = end_one(call, y);
  CHECK(plan.calls == 1 && plan.grad_mode && plan.forward_mode && plan.saved_works && plan.marking_fails);
  CHECK(!plan.was_null[0] && plan.first[0] == 10);
  CHECK(!plan.was_null[1] && plan.first[1] == 0); /* FUNC-9: zeros */
  vjp_tensor* t = tangent_of(y);
  EQUALS(t, 50, 140);
  EQUALS(grad(sum(t), w), 10, 20); /* the tangent has a history */
  /* without materializing */
  call = begin(&f, inputs, 2);
  OK(vjp_function_call_set_materialize_grads(call, false));
  OK(vjp_function_call_save_for_forward(call, &w, 1));
  end_one(call, VEC(1, 1));
  CHECK(!plan.was_null[0] && plan.was_null[1]);
  /* NULL is zero; no tangent, no call */
  plan.answer = NOTHING;
  CHECK(tangent_of(end_one(begin(&f, inputs, 2), VEC(1, 1))) == NULL);
  plan.calls = 0;
  end_one(begin(&f, &w, 1), VEC(1, 1));
  CHECK(plan.calls == 0);
  OK(vjp_forward_mode_exit());
}

static void refuses(Forward* plan, Answer answer, vjp_tensor* x, vjp_tensor* result, bool dirty, vjp_status status) {
  vjp_function f = function_of(plan);
  plan->answer = answer;
  vjp_function_call* call = begin(&f, &x, 1);
  if (dirty) OK(vjp_function_call_mark_dirty(call, &x, 1));
  OK(vjp_function_call_save_for_forward(call, &x, 1));
  vjp_tensor* out = NULL;
  FAILS(status, vjp_function_end(call, &result, 1, &out));
  SAYS(answer == FAILURE ? "no tangent today" : "Forwards");
  CHECK(out == NULL && vjp_grad_mode() && vjp_mode_enabled(VJP_MODE_FORWARD));
}

/* FUNC-20: changed arguments, and views */
static void func_20_what_a_jvp_must_return(void) {
  OK(vjp_forward_mode_enter());
  vjp_tensor *t = VEC(10, 20), *x = dual(VEC(1, 2), t);
  Forward plan = {.answer = CHANGED};
  vjp_function f = function_of(&plan);
  /* dirty: the tangent itself, changed in place */
  vjp_function_call* call = begin(&f, &x, 1);
  OK(vjp_function_call_mark_dirty(call, &x, 1));
  CHECK(end_one(call, x) == x);
  EQUALS(tangent_of(x), 30, 60);
  refuses(&plan, NEW_TANGENT, x, x, true, VJP_ERROR_INVALID);
  refuses(&plan, NOTHING, x, x, true, VJP_ERROR_INVALID);
  /* a view: the same view of the tangent */
  plan.answer = PART;
  call = begin(&f, &x, 1);
  EQUALS(tangent_of(end_one(call, narrow(x, 0, 1, 1))), 60);
  refuses(&plan, OTHER_PART, x, narrow(x, 0, 1, 1), false, VJP_ERROR_INVALID);
  plan.answer = SAME_TANGENT;
  EQUALS(tangent_of(end_one(begin(&f, &x, 1), x)), 30, 60);
  refuses(&plan, NEW_TANGENT, x, x, false, VJP_ERROR_INVALID);
  refuses(&plan, NOTHING, x, x, false, VJP_ERROR_INVALID);
  /* shapes, and results that have no tangent */
  refuses(&plan, SAME_TANGENT, x, VEC(1, 2, 3), false, VJP_ERROR_SHAPE);
  refuses(&plan, SAME_TANGENT, x, ramp(VJP_DTYPE_INT64, 1, (int64_t[]){2}), false, VJP_ERROR_INVALID);
  /* FUNC-24, ERR-2: its own error */
  refuses(&plan, FAILURE, x, VEC(1, 2), false, VJP_ERROR_IO);
  OK(vjp_forward_mode_exit());
}

/* FUNC-17, FWD-7 */
static void func_17_without_a_jvp(void) {
  OK(vjp_forward_mode_enter());
  vjp_tensor* x = dual(VEC(1, 2), VEC(1, 1));
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Bare";
  f.backward = forward_backward;
  vjp_function_call* call = NULL;
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, vjp_function_begin(&f, &x, 1, &call));
  SAYS("Bare");
  CHECK(call == NULL && vjp_grad_mode());
  x = VEC(1, 2);
  OK(vjp_function_begin(&f, &x, 1, &call));
  OK(vjp_function_abandon(call));
  OK(vjp_forward_mode_exit());
  OK(vjp_function_begin(&f, &x, 1, &call));
  OK(vjp_function_abandon(call));
}

/* SAVE-13: a saved result has its tangent when it is unpacked */
static void func_7_saved_results_keep_tangents(void) {
  OK(vjp_forward_mode_enter());
  vjp_tensor* x = dual(leaf(VEC(1, 2)), VEC(10, 20));
  Forward plan = {.answer = NEW_TANGENT};
  vjp_function f = function_of(&plan);
  vjp_function_call* call = begin(&f, &x, 1);
  vjp_tensor *y = times(x, 3), *saved = NULL;
  OK(vjp_function_call_save_for_backward(call, &y, 1));
  end_one(call, y);
  OK(vjp_function_saved(node_of(y), 0, &saved));
  EQUALS(tangent_of(own(saved)), 30, 60);
  OK(vjp_forward_mode_exit());
}

/* FUNC-22: threads that run one node take turns, unless the function can do without */
typedef struct {
  pthread_mutex_t mutex;
  int inside, most;
} Crowd;
static vjp_status crowded_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                   vjp_tensor** out, size_t num_inputs) {
  Crowd* crowd = (Crowd*)context;
  (void)node, (void)num_grads, (void)num_inputs;
  pthread_mutex_lock(&crowd->mutex);
  if (++crowd->inside > crowd->most) crowd->most = crowd->inside;
  pthread_mutex_unlock(&crowd->mutex);
  struct timespec pause = {0, 50 * 1000 * 1000};
  nanosleep(&pause, NULL);
  pthread_mutex_lock(&crowd->mutex);
  --crowd->inside;
  pthread_mutex_unlock(&crowd->mutex);
  out[0] = vjp_tensor_retain(grads[0]);
  return VJP_OK;
}
typedef struct {
  vjp_tensor *root, *leaf;
  vjp_status status;
} Job;
static void* run_job(void* argument) {
  Job* job = (Job*)argument;
  vjp_tensor* out = NULL;
  job->status = try_grad(job->root, NULL, job->leaf, false, true, &out);
  vjp_tensor_release(out);
  return NULL;
}
static void func_22_the_node_mutex(void) {
  vjp_tensor* x = leaf(SCALAR(1));
  for (int lock = 0; lock < 2; ++lock) {
    Crowd crowd = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
    vjp_function f = VJP_FUNCTION_INIT;
    f.name = "Crowded";
    f.backward = crowded_backward;
    f.context = &crowd;
    f.lock_node = lock;
    vjp_tensor* y = end_one(begin(&f, &x, 1), SCALAR(1));
    Job jobs[3];
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) {
      jobs[i] = (Job){y, x, VJP_ERROR_INTERNAL};
      pthread_create(&threads[i], NULL, run_job, &jobs[i]);
    }
    for (int i = 0; i < 3; ++i) {
      pthread_join(threads[i], NULL);
      CHECK(jobs[i].status == VJP_OK);
    }
    if (lock) CHECK(crowd.most == 1);
    if (!lock) CHECK(crowd.most > 1);
    drop_now(y); /* twice: the arena has it as what was made and as what the end gave */
    drop_now(y);
  }
}

int main(void) {
  RUN(func_20_tangents_of_results);
  RUN(func_20_what_a_jvp_must_return);
  RUN(func_17_without_a_jvp);
  RUN(func_7_saved_results_keep_tangents);
  RUN(func_22_the_node_mutex);
  return finish();
}
