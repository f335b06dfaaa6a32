/* Regions for the tests of checkpoints: what they compute, and what they count. */
#ifndef VJP_TESTS_REGIONS_H
#define VJP_TESTS_REGIONS_H

#include "check.h"

/* Static where a test declares one: what the arena holds may end it after the test returned. */
typedef struct Region {
  int forwards, recomputations, finished; /* runs; and those recomputations that came to the end of the region */
  int dropped;
  vjp_tensor* weight; /* captured, borrowed; may be NULL */
  vjp_status status;  /* not VJP_OK: what the region fails with */
  int skip;           /* recomputations leave out (1) or add (2) an operator, or change a shape (3) */
  vjp_status failed;  /* what the failure callback received */
  char message[1200];
} Region;

static inline void region_drop(void* context) { ++((Region*)context)->dropped; }

static inline void region_count(Region* region, bool recomputing) {
  if (recomputing) {
    ++region->recomputations;
  } else {
    ++region->forwards;
  }
}

static inline vjp_status region_append(vjp_tensor_list* results, vjp_tensor* t) {
  vjp_status status = vjp_tensor_list_append(results, t);
  vjp_tensor_release(t);
  return status;
}

/* The result of an operator replaces `*t`. */
static inline vjp_status apply(vjp_tensor** t, const char* name, const vjp_value* args, size_t count) {
  vjp_tensor* out = NULL;
  vjp_status status = call_op(name, VJP_VARIANT_FUNCTIONAL, args, count, 0, &out);
  if (status != VJP_OK) return status;
  vjp_tensor_release(*t);
  *t = out;
  return VJP_OK;
}

/* exp(sin(x)), times the weight if there is one: sin keeps x, exp its result, mul both factors */
static inline vjp_status curve(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                               vjp_tensor_list* results) {
  Region* region = (Region*)context;
  vjp_tensor* t = NULL;
  vjp_status status = VJP_OK;
  region_count(region, recomputing);
  CHECK(num_inputs == 1);
  if (region->status) return vjp_error_raise(region->status, "the region will not", NULL, NULL);
  if (!status) status = apply(&t, "sin", ARGS(T(inputs[0])));
  if (!status && !(recomputing && region->skip == 1)) status = apply(&t, "exp", ARGS(T(t)));
  if (!status && recomputing && region->skip == 2) status = apply(&t, "exp", ARGS(T(t)));
  if (!status && recomputing && region->skip == 3) status = apply(&t, "unsqueeze", ARGS(T(t), I(0)));
  if (!status && region->weight) status = apply(&t, "mul", ARGS(T(t), T(region->weight)));
  if (!status && recomputing) ++region->finished;
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

static inline vjp_status region_failure(void* context, vjp_status status, const char* message) {
  Region* region = (Region*)context;
  region->failed = status;
  snprintf(region->message, sizeof region->message, "%s", message);
  return status;
}

static inline vjp_checkpoint_function region_of(vjp_checkpoint_fn run, void* region) {
  vjp_checkpoint_function function = VJP_CHECKPOINT_FUNCTION_INIT;
  function.run = run;
  function.context = region;
  function.drop = region_drop;
  return function;
}

static inline vjp_status try_checkpoint(vjp_checkpoint_fn run, Region* region, vjp_tensor* x,
                                        const vjp_checkpoint_options* options, vjp_tensor** out) {
  vjp_checkpoint_function function = region_of(run, region);
  function.failure = region_failure;
  vjp_tensor_list* list = NULL;
  vjp_status status = vjp_checkpoint(&function, &x, 1, options, &list);
  if (status == VJP_OK) {
    CHECK(vjp_tensor_list_size(list) == 1);
    *out = own(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
    vjp_tensor_list_release(list);
  } else {
    CHECK(list == NULL);
  }
  return status;
}
/* The one result of a region of one input. */
static inline vjp_tensor* checkpointed(vjp_checkpoint_fn run, Region* region, vjp_tensor* x,
                                       const vjp_checkpoint_options* options) {
  vjp_tensor* out = NULL;
  OK(try_checkpoint(run, region, x, options, &out));
  return out;
}

/* Warnings that were given, and a handler that counts them. */
static inline void count_warning(void* context, const char* message) {
  (void)message;
  ++*(int*)context;
}

static inline vjp_status try_grad_of(vjp_tensor* y, vjp_tensor* x, bool retain, vjp_tensor** out) {
  return try_grad(y, NULL, x, false, retain, out);
}

/* Goes on after an error as if nothing had happened. */
static inline vjp_status stubborn(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                                  vjp_tensor_list* results) {
  vjp_tensor* t = NULL;
  (void)num_inputs;
  region_count((Region*)context, recomputing);
  vjp_status status = apply(&t, "sin", ARGS(T(inputs[0])));
  if (recomputing) {
    CHECK(status == VJP_ERROR_CANCELLED && vjp_checkpoint_stopping());
    for (int i = 0; i < 2; ++i) CHECK(TRY("exp", T(inputs[0])) == VJP_ERROR_CANCELLED);
    return VJP_OK;
  }
  return region_append(results, t);
}

#endif
