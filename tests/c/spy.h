/* Hooks that write down that they were called, and with what. */
#ifndef VJP_TESTS_SPY_H
#define VJP_TESTS_SPY_H

#include "check.h"

/* What happened, a letter an event. */
static char trace[128];
static inline void note(char c) {
  size_t n = strlen(trace);
  if (n + 1 < sizeof trace) trace[n] = c, trace[n + 1] = '\0';
}
static inline void clear_trace(void) { memset(trace, 0, sizeof trace); }

typedef struct {
  char letter;
  double factor; /* 0: leaves the gradient alone */
  int calls, undefined, drops;
  double last;
  vjp_dtype dtype; /* of what was seen last */
  int64_t numel;
  vjp_tensor* keep; /* where set, a hook stores the gradient here and holds it */
  vjp_hook* hook;   /* removed by the hook itself, if set */
  vjp_status answer;
} Spy;

static inline vjp_status spy_tensor(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  Spy* spy = (Spy*)context;
  note(spy->letter);
  ++spy->calls;
  if (!grad) {
    ++spy->undefined;
    return VJP_OK;
  }
  spy->last = at(grad, 0);
  spy->dtype = vjp_tensor_dtype(grad);
  spy->numel = vjp_tensor_numel(grad);
  if (spy->hook) {
    vjp_hook* mine = spy->hook;
    spy->hook = NULL;
    vjp_hook_remove(mine);
  }
  if (spy->answer != VJP_OK) {
    vjp_error_raise(spy->answer, "the hook says no", NULL, NULL);
    return spy->answer;
  }
  if (spy->factor == 0) return VJP_OK;
  vjp_value args[] = {T(grad), F(spy->factor)};
  return call_op("mul", VJP_VARIANT_FUNCTIONAL, args, 2, 0, replacement);
}

static inline vjp_status spy_pre(void* context, vjp_tensor** grads, size_t count) {
  Spy* spy = (Spy*)context;
  note(spy->letter);
  ++spy->calls;
  for (size_t i = 0; i < count; ++i) {
    if (!grads[i]) {
      ++spy->undefined;
      continue;
    }
    spy->last = at(grads[i], 0);
    if (spy->factor == 0) continue;
    vjp_value args[] = {T(grads[i]), F(spy->factor)};
    vjp_tensor* scaled = NULL;
    vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, args, 2, 0, &scaled);
    if (status != VJP_OK) return status;
    vjp_tensor_release(grads[i]);
    grads[i] = scaled;
  }
  return VJP_OK;
}

static inline vjp_status spy_post(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                                  size_t num_grads) {
  Spy* spy = (Spy*)context;
  note(spy->letter);
  ++spy->calls;
  spy->last = num_grads && grads[0] ? at(grads[0], 0) : NAN;
  if (spy->factor != 0) return spy_pre(context, results, num_results);
  return VJP_OK;
}

static inline vjp_status spy_leaf(void* context, vjp_tensor* l) {
  Spy* spy = (Spy*)context;
  note(spy->letter);
  ++spy->calls;
  vjp_tensor* g = NULL;
  vjp_tensor_grad(l, &g);
  spy->last = at(g, 0);
  vjp_tensor_release(g);
  return VJP_OK;
}

/* Looks at the results instead of the gradients. */
static inline vjp_status spy_results(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                                     size_t num_grads) {
  (void)grads, (void)num_grads;
  Spy* spy = (Spy*)context;
  for (size_t i = 0; i < num_results; ++i) {
    if (results[i]) spy->dtype = vjp_tensor_dtype(results[i]), spy->numel = vjp_tensor_numel(results[i]);
  }
  return spy_pre(context, results, num_results);
}

/* Spies are static: they see their end when the arena lets go of the graph, after the test's function. */
static inline void spy_drop(void* context) { ++((Spy*)context)->drops; }

static inline void on_tensor(vjp_tensor* t, Spy* spy) { OK(vjp_tensor_add_hook(t, spy_tensor, spy, spy_drop, NULL)); }
static inline void on_pre(vjp_node* n, Spy* spy) { OK(vjp_node_add_pre_hook(n, spy_pre, spy, spy_drop, NULL)); }
static inline void on_post(vjp_node* n, Spy* spy) { OK(vjp_node_add_post_hook(n, spy_post, spy, spy_drop, NULL)); }

#endif
