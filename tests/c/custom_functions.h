/* Custom functions that do what a plan says, and report what they saw. */
#ifndef VJP_TESTS_CUSTOM_FUNCTIONS_H
#define VJP_TESTS_CUSTOM_FUNCTIONS_H

#include "check.h"

/* What a function of these tests does, and what it saw. */
typedef struct {
  double factor[3]; /* backward gives grads[from] * factor[i] to argument i; 0: nothing */
  size_t from;      /* which gradient it uses */
  size_t save;      /* how many saved tensors it reads back */
  bool times_saved; /* and multiplies by the first */
  vjp_tensor* give; /* or gives this to argument 0 */
  int calls, drops;
  size_t num_grads;
  bool was_null[4];
  vjp_dtype dtype[4];
  double first[4]; /* element 0 of each gradient */
  bool needed[3];
  bool grad_mode;
  vjp_status read; /* of the first saved tensor */
} Plan;

static inline vjp_status plan_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                       vjp_tensor** out, size_t num_inputs) {
  Plan* plan = (Plan*)context;
  ++plan->calls;
  plan->num_grads = num_grads;
  plan->grad_mode = vjp_grad_mode();
  for (size_t i = 0; i < num_grads && i < 4; ++i) {
    plan->was_null[i] = grads[i] == NULL;
    plan->dtype[i] = grads[i] ? vjp_tensor_dtype(grads[i]) : 0;
    plan->first[i] = at(grads[i], 0);
  }
  vjp_tensor* saved = NULL;
  for (size_t i = 0; i < plan->save; ++i) {
    vjp_tensor_release(saved);
    saved = NULL;
    vjp_status status = vjp_function_saved(node, plan->save - 1 - i, &saved);
    plan->read = status;
    if (status != VJP_OK) return status;
  }
  for (size_t i = 0; i < num_inputs && i < 3; ++i) {
    plan->needed[i] = vjp_function_needs_input_grad(node, i);
    if (plan->factor[i] == 0 || !grads[plan->from]) continue;
    vjp_value args[] = {T(grads[plan->from]), F(plan->factor[i])};
    vjp_tensor* g = NULL;
    vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, args, 2, 0, &g);
    if (status == VJP_OK && plan->times_saved && saved) {
      vjp_value product[] = {T(g), T(saved)};
      vjp_tensor* times = NULL;
      status = call_op("mul", VJP_VARIANT_FUNCTIONAL, product, 2, 0, &times);
      vjp_tensor_release(g);
      g = times;
    }
    if (status != VJP_OK) return status;
    out[i] = g;
  }
  vjp_tensor_release(saved);
  if (plan->give) {
    vjp_tensor_release(out[0]);
    out[0] = vjp_tensor_retain(plan->give);
  }
  return VJP_OK;
}
static inline void plan_drop(void* context) { ++((Plan*)context)->drops; }

/* A function whose plan outlives its nodes. */
static inline vjp_function function_of(Plan* plan) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = "Planned";
  f.backward = plan_backward;
  f.context = plan;
  f.drop = plan_drop;
  return f;
}
static inline Plan* new_plan(double factor) {
  static Plan plans[64];
  static size_t next;
  Plan* plan = &plans[next++ % 64];
  memset(plan, 0, sizeof *plan);
  plan->factor[0] = factor;
  return plan;
}

static inline vjp_function_call* begin(const vjp_function* f, vjp_tensor* const* inputs, size_t count) {
  vjp_function_call* call = NULL;
  OK(vjp_function_begin(f, inputs, count, &call));
  return call;
}
static inline vjp_function_call* begin_plan(Plan* plan, vjp_tensor* x) {
  vjp_function f = function_of(plan);
  return begin(&f, &x, 1);
}
/* Ends with `count` results; the arena owns what the caller gets. */
static inline void end(vjp_function_call* call, vjp_tensor* const* results, size_t count, vjp_tensor** out) {
  memset(out, 0, count * sizeof *out);
  OK(vjp_function_end(call, results, count, out));
  for (size_t i = 0; i < count; ++i) own(out[i]);
}
static inline vjp_tensor* end_one(vjp_function_call* call, vjp_tensor* result) {
  vjp_tensor* out = NULL;
  end(call, &result, 1, &out);
  return out;
}
/* x * 2 by a function whose backward multiplies by `factor` */
static inline vjp_tensor* apply(Plan* plan, vjp_tensor* x) {
  vjp_function_call* call = begin_plan(plan, x);
  return end_one(call, times(x, 2));
}
static inline bool same_storage(vjp_tensor* a, vjp_tensor* b) { return vjp_tensor_data(a) == vjp_tensor_data(b); }

typedef vjp_status (*Backward)(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                               vjp_tensor** out, size_t num_inputs);
/* A copy of x with a derivative of its own, on x's device. */
static inline vjp_tensor* with_backward(vjp_tensor* x, const char* name, Backward backward, void* context) {
  vjp_function f = VJP_FUNCTION_INIT;
  f.name = name;
  f.backward = backward;
  f.context = context;
  vjp_function_call* call = NULL;
  vjp_tensor *y = NULL, *out = NULL;
  OK(vjp_function_begin(&f, &x, 1, &call));
  OK(call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(x), F(1)), 0, &y));
  OK(vjp_function_end(call, &y, 1, &out));
  vjp_tensor_release(y);
  return own(out);
}

#endif
