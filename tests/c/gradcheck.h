/* Functions whose derivatives are to be checked: right ones, wrong ones, and custom ones that are wrong in one way. */
#ifndef VJP_TESTS_GRADCHECK_H
#define VJP_TESTS_GRADCHECK_H

#include "check.h"

/* ---- functions to be checked ---- */

typedef struct Function Function;
typedef vjp_tensor* (*Body)(Function* f, vjp_tensor* const* x);
struct Function {
  Body body;   /* one result */
  Body second; /* another, may be NULL */
  int calls;
  vjp_status fail_at_call_2;
  double factor;
};

/* What is made for one call goes at its end: the results have been retained by the list. */
static inline vjp_status call_function(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                       vjp_tensor_list* results) {
  Function* f = (Function*)context;
  (void)num_inputs;
  ++f->calls;
  if (f->fail_at_call_2 && f->calls >= 2) return vjp_error_raise(f->fail_at_call_2, "the second call", NULL, NULL);
  size_t before = arena_size;
  vjp_tensor* first = f->body(f, inputs);
  vjp_status status = vjp_tensor_list_append(results, first);
  if (status == VJP_OK && f->second) status = vjp_tensor_list_append(results, f->second(f, inputs));
  while (arena_size > before) {
    --arena_size;
    arena_release[arena_size](arena[arena_size]);
  }
  return status;
}

static inline vjp_status check_with(Body body, vjp_tensor* const* inputs, size_t n,
                                    const vjp_gradcheck_options* options, vjp_gradcheck_report* report) {
  Function f = {body, NULL, 0, VJP_OK, 1};
  return vjp_gradcheck(call_function, &f, inputs, n, options, report);
}

static inline vjp_gradcheck_report* new_report(void) {
  vjp_gradcheck_report* report = NULL;
  OK(vjp_gradcheck_report_create(&report));
  return report;
}

static inline vjp_tensor* sine_product(Function* f, vjp_tensor* const* x) {
  (void)f;
  return mul(OP("sin", T(x[0])), x[1]);
}
static inline vjp_tensor* exponential(Function* f, vjp_tensor* const* x) {
  (void)f;
  return OP("exp", T(x[0]));
}
static inline vjp_tensor* first_input(Function* f, vjp_tensor* const* x) {
  (void)f;
  return x[0];
}
/* Loses the history of one of two paths: the gradient is half of what it should be. */
static inline vjp_tensor* half_detached(Function* f, vjp_tensor* const* x) {
  (void)f;
  return mul(detached(x[0]), x[0]);
}
static inline vjp_tensor* all_detached(Function* f, vjp_tensor* const* x) {
  (void)f;
  return OP("exp", T(detached(x[0])));
}
static inline vjp_tensor* constant(Function* f, vjp_tensor* const* x) {
  (void)f;
  return OP("zeros_like", T(x[0]));
}
static inline vjp_tensor* largest_index(Function* f, vjp_tensor* const* x) {
  (void)f;
  return OP("argmax", T(x[0]));
}
static inline vjp_tensor* square_sum(Function* f, vjp_tensor* const* x) {
  (void)f;
  return sum(mul(x[0], x[0]));
}

/* A custom function y = 2 x whose backward is chosen by the context. */
typedef enum { RIGHT, WRONG_ONE, NOT_LINEAR, CHANGES, FAILS_WITHOUT, CONSTANT_WITHOUT, LATE } Kind;
typedef struct {
  Kind kind;
  int calls;
} Custom;

static inline vjp_status custom_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                         vjp_tensor** out, size_t num_inputs) {
  Custom* c = (Custom*)context;
  (void)node;
  (void)num_grads;
  (void)num_inputs;
  ++c->calls;
  if (!grads[0] && c->kind == FAILS_WITHOUT) return vjp_error_raise(VJP_ERROR_CANCELLED, "no gradient", NULL, NULL);
  if (!grads[0]) {
    if (c->kind == CONSTANT_WITHOUT)
      return vjp_tensor_from_data((double[]){1, 1, 1}, (int64_t[]){3}, 1, VJP_DTYPE_FLOAT64, out);
    return VJP_OK;
  }
  double factor = c->kind == CHANGES ? 2 + 1e-7 * c->calls : c->kind == LATE && c->calls > 10 ? 3 : 2;
  vjp_value two = F(factor);
  vjp_status status = call_op("mul", VJP_VARIANT_FUNCTIONAL, ARGS(T(grads[0]), two), 0, &out[0]);
  if (status != VJP_OK) return status;
  double* values = (double*)vjp_tensor_data(out[0]);
  if (c->kind == WRONG_ONE) values[1] *= 1.5;   /* every derivative of element 1 */
  if (c->kind == NOT_LINEAR) values[0] += 1e-6; /* within the tolerance, but not zero for zero */
  return VJP_OK;
}

static Custom custom;
static inline vjp_tensor* custom_double(Function* f, vjp_tensor* const* x) {
  (void)f;
  bool mode;
  OK(vjp_grad_mode_set(false, &mode));
  vjp_tensor* y = times(x[0], 2);
  OK(vjp_grad_mode_set(mode, NULL));
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "Double";
  function.backward = custom_backward;
  function.context = &custom;
  function.materialize_grads = 0;
  OK(vjp_function_record(&function, x, 1, &y, 1, NULL, 0));
  return y;
}

static inline vjp_status check_custom(Kind kind, const vjp_gradcheck_options* options, vjp_gradcheck_report* report) {
  vjp_tensor* x = leaf(VEC(0.3, -1, 2));
  custom.kind = kind;
  custom.calls = 0;
  return check_with(custom_double, &x, 1, options, report);
}

/* Two copies of one input, recorded as one application of `function`. */
static inline vjp_status record_two_copies(const vjp_function* function, vjp_tensor* const* inputs,
                                           vjp_tensor_list* results) {
  bool mode;
  vjp_tensor* copies[2] = {NULL, NULL};
  vjp_grad_mode_set(false, &mode);
  for (int i = 0; i < 2; ++i) call_op("clone", VJP_VARIANT_FUNCTIONAL, ARGS(T(inputs[0])), 0, &copies[i]);
  vjp_grad_mode_set(mode, NULL);
  vjp_status status = vjp_function_record(function, inputs, 1, copies, 2, NULL, 0);
  for (int i = 0; i < 2; ++i) {
    vjp_tensor_list_append(results, copies[i]);
    vjp_tensor_release(copies[i]);
  }
  return status;
}

#endif
