/* Derivatives of functions in tests: a function of formulas, and short ways to ask for what vjp/functional.h gives. */
#ifndef VJP_TESTS_FUNCTIONS_H
#define VJP_TESTS_FUNCTIONS_H

#include "check.h"

typedef vjp_tensor* (*formula)(vjp_tensor* const* x);
/* Its outputs are those formulas that are there. */
struct function {
  formula outputs[2];
  formula aux;
  int calls;
  int recorded;      /* in how many of them grad mode was on, and the inputs required grad */
  vjp_status status; /* returned in place of a result */
};

static inline vjp_status call_function(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                       vjp_tensor_list* outputs, vjp_tensor_list* aux) {
  struct function* f = (struct function*)context;
  ++f->calls;
  if (vjp_grad_mode() && num_inputs > 0 && vjp_tensor_requires_grad(inputs[0])) ++f->recorded;
  if (f->status != VJP_OK) return vjp_error_raise(f->status, "the function's own words", NULL, NULL);
  for (size_t i = 0; i < 2; ++i)
    if (f->outputs[i]) OK(vjp_tensor_list_append(outputs, f->outputs[i](inputs)));
  if (f->aux) OK(vjp_tensor_list_append(aux, f->aux(inputs)));
  return VJP_OK;
}

static inline void arena_list_release(void* p) { vjp_tensor_list_release((vjp_tensor_list*)p); }
static inline vjp_tensor_list* own_list(vjp_tensor_list* list) {
  return (vjp_tensor_list*)arena_put(list, arena_list_release);
}
static inline vjp_tensor* item(const vjp_tensor_list* list, size_t i) { return vjp_tensor_list_get(list, i); }

static const vjp_functional_options defaults = VJP_FUNCTIONAL_OPTIONS_INIT;
static inline vjp_functional_options with_graph(int32_t create_graph) {
  vjp_functional_options options = defaults;
  options.create_graph = create_graph;
  return options;
}
static inline vjp_functional_options with_strict(int32_t create_graph) {
  vjp_functional_options options = with_graph(create_graph);
  options.strict = 1;
  return options;
}
static inline vjp_functional_options with_strategy(int32_t strategy) {
  vjp_functional_options options = defaults;
  options.strategy = strategy;
  options.vectorize = strategy == VJP_FUNCTIONAL_FORWARD;
  return options;
}

typedef vjp_status (*whole)(vjp_functional_fn, void*, vjp_tensor* const*, size_t, const vjp_functional_options*,
                            vjp_tensor_list**, vjp_tensor_list**);
typedef vjp_status (*product)(vjp_functional_fn, void*, vjp_tensor* const*, size_t, vjp_tensor* const*, size_t,
                              const vjp_functional_options*, vjp_tensor_list**, vjp_tensor_list**);

#define TENSORS(...) (vjp_tensor*[]){__VA_ARGS__}, sizeof((vjp_tensor*[]){__VA_ARGS__}) / sizeof(vjp_tensor*)
#define NO_VECTORS NULL, 0

/* The derivative; the values go to `*values`, where that is given. The arena owns both. */
static inline vjp_tensor_list* whole_of(whole entry, struct function* f, vjp_tensor* const* x, size_t n,
                                        vjp_functional_options options, vjp_tensor_list** values) {
  vjp_tensor_list *out = NULL, *kept = NULL;
  OK(entry(call_function, f, x, n, &options, &kept, &out));
  own_list(kept);
  if (values) *values = kept;
  return own_list(out);
}
static inline vjp_tensor_list* product_of(product entry, struct function* f, vjp_tensor* const* x, size_t n,
                                          vjp_tensor* const* v, size_t num_v, vjp_functional_options options,
                                          vjp_tensor_list** values) {
  vjp_tensor_list *out = NULL, *kept = NULL;
  OK(entry(call_function, f, x, n, v, num_v, &options, &kept, &out));
  own_list(kept);
  if (values) *values = kept;
  return own_list(out);
}
static inline vjp_status try_whole(whole entry, struct function* f, vjp_tensor* const* x, size_t n,
                                   vjp_functional_options options) {
  vjp_tensor_list* out = NULL;
  return entry(call_function, f, x, n, &options, NULL, &out);
}
static inline vjp_status try_product(product entry, struct function* f, vjp_tensor* const* x, size_t n,
                                     vjp_tensor* const* v, size_t num_v, vjp_functional_options options) {
  vjp_tensor_list* out = NULL;
  return entry(call_function, f, x, n, v, num_v, &options, NULL, &out);
}

/* ---- formulas ---- */

static inline vjp_tensor* cubes(vjp_tensor* const* x) { return mul(x[0], mul(x[0], x[0])); }
static inline vjp_tensor* sum_of_cubes(vjp_tensor* const* x) { return sum(cubes(x)); }
static inline vjp_tensor* doubled_sum(vjp_tensor* const* x) { return sum(times(x[0], 2)); }
static inline vjp_tensor* first_alone(vjp_tensor* const* x) { return sum(mul(x[0], x[0])); }
static inline vjp_tensor* weighted(vjp_tensor* const* x) { return mul(x[0], x[1]); }
static inline vjp_tensor* second_input(vjp_tensor* const* x) { return x[1]; }
static inline vjp_tensor* nothing_of_it(vjp_tensor* const* x) { return (void)x, VEC(7, 8); }
static inline vjp_tensor* sum_of_both(vjp_tensor* const* x) { return sum(mul(mul(x[0], x[0]), x[1])); }

#endif
