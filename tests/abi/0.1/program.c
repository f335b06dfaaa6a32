/*
 * A program of libvjp 0.1, frozen: it is compiled with vjp.h beside it, which has the declarations of that version, and every
 * later library with the same soname has to run it and print expected.txt. Structs that grew since are given with their old size.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vjp.h"

static void must(vjp_status status, const char* what) {
  if (status == VJP_OK) return;
  printf("%s: %s\n", what, vjp_last_error());
  exit(1);
}

static vjp_tensor* tensor(const double* data, int64_t rows, int64_t columns, bool tracked) {
  const int64_t shape[] = {rows, columns};
  vjp_tensor* out;
  must(vjp_tensor_from_data(data, shape, 2, VJP_DTYPE_FLOAT64, &out), "tensor_from_data");
  must(vjp_tensor_set_requires_grad(out, tracked), "set_requires_grad");
  return out;
}

static void print(const char* name, const vjp_tensor* tensor) {
  double data[16];
  size_t count = 1;
  for (size_t i = 0; i < vjp_tensor_ndim(tensor); ++i) count *= (size_t)vjp_tensor_shape(tensor)[i];
  must(vjp_tensor_copy_to(tensor, data, count * sizeof(double), VJP_DTYPE_FLOAT64), "copy_to");
  printf("%s:", name);
  for (size_t i = 0; i < count; ++i) printf(" %.6g", data[i]);
  printf("\n");
}

/* ---- gradients, second order, options ---- */

static void gradients(void) {
  const double a[] = {1, 2, 3, 4}, b[] = {0.5, -1, 2, 0.25};
  vjp_tensor *x = tensor(a, 2, 2, true), *w = tensor(b, 2, 2, true), *y, *loss, *grad;
  must(vjp_mm(x, w, &y), "mm");
  must(vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &loss), "sum");
  must(vjp_backward(loss, NULL), "backward");
  must(vjp_tensor_grad(x, &grad), "grad");
  print("gradient of x", grad);
  vjp_tensor_release(grad);
  vjp_tensor_release(loss);
  vjp_tensor_release(y);

  must(vjp_pow_scalar(x, vjp_scalar_int(3), &y), "pow");
  must(vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &loss), "sum");
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  vjp_tensor *first, *total, *second;
  must(vjp_grad(&loss, 1, NULL, &x, 1, &options, &first), "grad");
  must(vjp_sum(first, NULL, 0, false, VJP_DTYPE_NONE, &total), "sum");
  must(vjp_grad(&total, 1, NULL, &x, 1, NULL, &second), "grad of grad");
  print("second derivative", second);
  vjp_tensor* all[] = {second, total, first, loss, y, w, x};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) vjp_tensor_release(all[i]);
}

/* ---- callbacks: a hook that doubles, a function of one's own, packed values ---- */

static int dropped;
static void drop(void* context) {
  (void)context;
  ++dropped;
}

static vjp_status doubles(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)context;
  return vjp_mul_scalar(grad, vjp_scalar_float(2), replacement);
}

static vjp_status cube_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                                size_t num_inputs) {
  (void)context, (void)num_grads, (void)num_inputs;
  vjp_tensor *x, *square, *slope;
  vjp_status status = vjp_function_saved(node, 0, &x);
  if (status) return status;
  status = vjp_mul(x, x, &square);
  vjp_tensor_release(x);
  if (status) return status;
  status = vjp_mul_scalar(square, vjp_scalar_float(3), &slope);
  vjp_tensor_release(square);
  if (status) return status;
  status = vjp_mul(grads[0], slope, &out[0]);
  vjp_tensor_release(slope);
  return status;
}

static vjp_tensor* cube(vjp_tensor* x) {
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "cube";
  function.backward = cube_backward;
  function.drop = drop;
  vjp_function_call* call;
  vjp_tensor *square, *result, *out;
  must(vjp_function_begin(&function, &x, 1, &call), "function_begin");
  must(vjp_function_call_save_for_backward(call, &x, 1), "save_for_backward");
  must(vjp_mul(x, x, &square), "mul");
  must(vjp_mul(square, x, &result), "mul");
  must(vjp_function_end(call, &result, 1, &out), "function_end");
  vjp_tensor_release(square);
  vjp_tensor_release(result);
  return out;
}

static int packs, unpacks;
static vjp_status pack(void* context, vjp_tensor* tensor, void** packed) {
  (void)context;
  ++packs;
  *packed = vjp_tensor_retain(tensor);
  return VJP_OK;
}
static vjp_status unpack(void* context, void* packed, vjp_tensor** out) {
  (void)context;
  ++unpacks;
  *out = vjp_tensor_retain((vjp_tensor*)packed);
  return VJP_OK;
}
static void drop_packed(void* context, void* packed) {
  (void)context;
  vjp_tensor_release((vjp_tensor*)packed);
}

static void callbacks(void) {
  const double a[] = {1, 2};
  vjp_tensor *x = tensor(a, 1, 2, true), *y, *z, *loss, *grad;
  vjp_saved_tensor_hooks hooks = {sizeof hooks, pack, unpack, drop_packed, NULL, drop};
  vjp_guard* guard;
  vjp_hook* hook;
  y = cube(x);
  must(vjp_tensor_add_hook(y, doubles, NULL, drop, &hook), "add_hook");
  vjp_hook_release(hook);
  must(vjp_guard_saved_tensor_hooks(&hooks, &guard), "saved_tensor_hooks");
  must(vjp_mul(y, y, &z), "mul");
  must(vjp_guard_exit(guard), "guard_exit");
  must(vjp_sum(z, NULL, 0, false, VJP_DTYPE_NONE, &loss), "sum");
  must(vjp_backward(loss, NULL), "backward");
  must(vjp_tensor_grad(x, &grad), "grad");
  print("square of the cube, with a hook", grad);
  vjp_tensor* all[] = {grad, loss, z, y, x};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) vjp_tensor_release(all[i]);
  printf("packed %d, unpacked %d, dropped %d\n", packs, unpacks, dropped);
}

/* ---- operators by name, optimizers, errors ---- */

static void by_name(void) {
  const double a[] = {0, 1, -1, 2};
  vjp_value args[1];
  memset(args, 0, sizeof args);
  args[0].kind = VJP_KIND_TENSOR;
  args[0].as.tensor = tensor(a, 2, 2, false);
  vjp_tensor_list* results;
  must(vjp_op_call(vjp_op_find("relu"), VJP_VARIANT_FUNCTIONAL, args, 1, &results), "op_call");
  print("relu by name", vjp_tensor_list_get(results, 0));
  vjp_tensor_list_release(results);
  vjp_tensor_release(args[0].as.tensor);
}

static void optimizer(void) {
  const double a[] = {1, -2};
  vjp_tensor *x = tensor(a, 1, 2, true), *y, *loss;
  vjp_optimizer_options options = VJP_SGD_OPTIONS_INIT;
  options.lr = 0.125;
  options.momentum = 0.5;
  vjp_optimizer* sgd;
  must(vjp_optimizer_sgd(&x, 1, &options, &sgd), "sgd");
  for (int step = 0; step < 2; ++step) {
    must(vjp_optimizer_zero_grad(sgd, true), "zero_grad");
    must(vjp_mul(x, x, &y), "mul");
    must(vjp_sum(y, NULL, 0, false, VJP_DTYPE_NONE, &loss), "sum");
    must(vjp_backward(loss, NULL), "backward");
    must(vjp_optimizer_step(sgd), "step");
    vjp_tensor_release(loss);
    vjp_tensor_release(y);
  }
  print("after two steps", x);
  vjp_optimizer_release(sgd);
  vjp_tensor_release(x);
}

static void errors(void) {
  const double a[] = {1, 2};
  vjp_tensor *x = tensor(a, 1, 2, false), *out = NULL;
  printf("shapes: %d, %d\n", vjp_mm(x, x, &out) == VJP_ERROR_SHAPE, out == NULL);
  printf("null: %d, %s\n", vjp_mm(x, NULL, &out) == VJP_ERROR_INVALID, vjp_status_name(VJP_ERROR_INVALID));
  printf("state: %d\n", vjp_backward(x, NULL) == VJP_ERROR_STATE);
  vjp_tensor_release(x);
}

int main(void) {
  gradients();
  callbacks();
  by_name();
  optimizer();
  errors();
  printf("left: %d tensors, %d nodes\n", (int)vjp_debug_live_tensors(), (int)vjp_debug_live_nodes());
  return 0;
}
