/*
 * What the tasks are written with: results that go into a line of JSON, and short forms of libvjp's calls.
 *
 * A task runs in a scope, which owns the tensors that it makes. The first call that fails is the task's result; what
 * comes after it gets NULL, and its errors are not looked at, so that formulas need no checks, in callbacks either.
 */
#ifndef VJP_CONFORMANCE_TASKS_H
#define VJP_CONFORMANCE_TASKS_H

#include <stdio.h>
#include <string.h>

#include "vjp/vjp.h"

/* The tasks, in order; each is a function of this name. */
#define TASKS(X)                                                                                                 \
  X(xor) X(adam) X(autocast) X(accumulation) X(retain_graph) X(no_grad) X(double_backward) X(view_in_place)      \
      X(custom_function) X(linear_solve) X(fft) X(sparse) X(rosenbrock_hessian) X(polar_jacobian) X(jvp) X(vmap) \
          X(gradcheck) X(hook_clips) X(multi_gradient_hook) X(saved_value_hook) X(checkpointed) X(two_threads)   \
              X(simulator_streams) X(safetensors) X(compiled_backward) X(profile) X(anomaly) X(explain)          \
                  X(graph_picture) X(error_messages)
#define DECLARE(name) void task_##name(void);
TASKS(DECLARE)
#undef DECLARE

/* ---- results ---- */

void put_number(double value);
void put_text(const char* text);
void put_elements(vjp_tensor* tensor); /* all of them */
void put_gradient(vjp_tensor* leaf);   /* its elements */

/* ---- calls ---- */

/* Remembers the first failure of the task; returns the status. */
vjp_status ok(vjp_status status);
/* VJP_OK while nothing has failed: for callbacks to return. */
vjp_status so_far(void);

/* ---- tensors ---- */

vjp_tensor* tensor_of(const double* values, size_t rows, size_t columns); /* a matrix; a vector where `rows` is 0 */
#define COUNT(...) (sizeof((double[]){__VA_ARGS__}) / sizeof(double))
#define VECTOR(...) tensor_of((double[]){__VA_ARGS__}, 0, COUNT(__VA_ARGS__))
#define MATRIX(rows, ...) tensor_of((double[]){__VA_ARGS__}, rows, COUNT(__VA_ARGS__) / (rows))
vjp_tensor* integers(const int64_t* values, size_t rows, size_t columns);
vjp_tensor* zeros(int64_t rows, int64_t columns);
vjp_tensor* leaf(vjp_tensor* tensor);                /* makes it one */
vjp_tensor* gradient(vjp_tensor* leaf);              /* what has been accumulated */
vjp_tensor* as(vjp_tensor* tensor, vjp_dtype dtype); /* cast */

/* ---- operators ---- */

vjp_tensor* of(vjp_status (*op)(vjp_tensor*, vjp_tensor**), vjp_tensor* x);
vjp_tensor* of_two(vjp_status (*op)(vjp_tensor*, vjp_tensor*, vjp_tensor**), vjp_tensor* a, vjp_tensor* b);
static inline vjp_tensor* mul(vjp_tensor* a, vjp_tensor* b) { return of_two(vjp_mul, a, b); }
static inline vjp_tensor* add(vjp_tensor* a, vjp_tensor* b) { return of_two(vjp_add, a, b); }
static inline vjp_tensor* sub(vjp_tensor* a, vjp_tensor* b) { return of_two(vjp_sub, a, b); }
static inline vjp_tensor* mm(vjp_tensor* a, vjp_tensor* b) { return of_two(vjp_mm, a, b); }
static inline vjp_tensor* cube(vjp_tensor* x) { return mul(mul(x, x), x); }
vjp_tensor* times(vjp_tensor* x, double factor);
vjp_tensor* sum(vjp_tensor* x);
vjp_tensor* at(vjp_tensor* vector, int64_t index);

void backward(vjp_tensor* root);
/* The gradient of the sum of `y` by `x`, recorded. */
vjp_tensor* recorded_gradient(vjp_tensor* y, vjp_tensor* x);

/* An application of the custom function whose forward is x^3, and whose backward `factor` times the right one. */
vjp_status custom_cube(vjp_tensor* x, double factor, vjp_tensor** out);

#endif
