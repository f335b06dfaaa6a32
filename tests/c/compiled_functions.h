/* Functions that are called by themselves and compiled. */
#ifndef VJP_TESTS_COMPILED_FUNCTIONS_H
#define VJP_TESTS_COMPILED_FUNCTIONS_H

#include "compiled.h"

typedef vjp_status (*Body)(vjp_tensor* const* in, vjp_tensor_list* results);

typedef struct {
  Body body;
  int calls, drops;
} Function;

static inline vjp_status run_function(void* context, vjp_tensor* const* in, size_t count, vjp_tensor_list* results) {
  Function* f = (Function*)context;
  (void)count;
  ++f->calls;
  return f->body(in, results);
}
static inline void drop_function(void* context) { ++((Function*)context)->drops; }

static inline vjp_compiled* compile_function(Function* f, const vjp_compile_options* options) {
  vjp_compiled* compiled = NULL;
  OK(vjp_compile(run_function, f, drop_function, options, &compiled));
  return compiled;
}

/* Compiled, or by itself where that is NULL. The results belong to the arena. */
static inline vjp_status call_function(vjp_compiled* compiled, Body body, vjp_tensor* const* in, size_t count,
                                       vjp_tensor** results, size_t num_results) {
  Function plain = {body, 0, 0};
  vjp_compile_options off = VJP_COMPILE_OPTIONS_INIT;
  off.enabled = 0;
  vjp_compiled* own_one = compiled ? NULL : compile_function(&plain, &off);
  vjp_tensor_list* list = NULL;
  vjp_status status = vjp_compiled_call(compiled ? compiled : own_one, in, count, NULL, &list);
  for (size_t i = 0; i < num_results && status == VJP_OK; ++i)
    results[i] = own(vjp_tensor_retain(vjp_tensor_list_get(list, i)));
  vjp_tensor_list_release(list);
  vjp_compiled_release(own_one);
  return status;
}

static inline vjp_status give_result(vjp_tensor_list* results, vjp_tensor* t) {
  return t ? vjp_tensor_list_append(results, t) : VJP_ERROR_INTERNAL;
}

#endif
