/* Training, gradients, and functions of the program's own. */
#include "tasks.h"

/* ---- training ---- */

typedef struct Network {
  vjp_tensor *inputs, *targets, *w1, *b1, *w2, *b2;
} Network;

static vjp_tensor* predictions(const Network* net) {
  vjp_tensor* hidden = of(vjp_tanh, add(mm(net->inputs, net->w1), net->b1));
  return of(vjp_sigmoid, add(mm(hidden, net->w2), net->b2));
}
static vjp_tensor* loss_of(const Network* net) {
  vjp_tensor *error = sub(predictions(net), net->targets), *out = NULL;
  ok(vjp_mean(mul(error, error), NULL, 0, false, VJP_DTYPE_NONE, &out));
  return out;
}

void task_xor(void) {
  Network net = {MATRIX(4, 0, 0, 0, 1, 1, 0, 1, 1),
                 MATRIX(4, 0, 1, 1, 0),
                 leaf(MATRIX(2, 0.5, -0.4, 0.3, -0.2, 0.6, 0.1)),
                 leaf(VECTOR(0.1, -0.1, 0.2)),
                 leaf(MATRIX(3, 0.7, -0.5, 0.2)),
                 leaf(VECTOR(0.0))};
  vjp_tensor* parameters[] = {net.w1, net.b1, net.w2, net.b2};
  vjp_optimizer_options options = VJP_SGD_OPTIONS_INIT;
  options.lr = 2;
  vjp_optimizer* optimizer = NULL;
  ok(vjp_optimizer_sgd(parameters, 4, &options, &optimizer));
  put_elements(loss_of(&net));
  for (int step = 0; step < 300; ++step) {
    ok(vjp_scope_begin());
    ok(vjp_optimizer_zero_grad(optimizer, true));
    backward(loss_of(&net));
    ok(vjp_optimizer_step(optimizer));
    ok(vjp_scope_end());
  }
  put_elements(loss_of(&net));
  put_elements(predictions(&net));
  vjp_optimizer_release(optimizer);
}

void task_adam(void) {
  vjp_tensor *p = leaf(VECTOR(1, -2)), *c = VECTOR(0.5, 3);
  vjp_optimizer_options options = VJP_ADAM_OPTIONS_INIT;
  options.lr = 0.1;
  vjp_optimizer* optimizer = NULL;
  ok(vjp_optimizer_adam(&p, 1, &options, &optimizer));
  for (int step = 0; step < 5; ++step) {
    ok(vjp_optimizer_zero_grad(optimizer, true));
    backward(sum(mul(c, mul(p, p))));
    ok(vjp_optimizer_step(optimizer));
  }
  put_elements(p);
  vjp_optimizer_release(optimizer);
}

void task_autocast(void) {
  /* 1 + 1/256 is 1 in bfloat16 */
  vjp_tensor* a = leaf(as(MATRIX(2, 1.00390625, 2, 3, 4), VJP_DTYPE_FLOAT32));
  vjp_tensor* b = as(MATRIX(2, 1, 2, 0, 1), VJP_DTYPE_FLOAT32);
  vjp_autocast_options options = VJP_AUTOCAST_OPTIONS_INIT;
  vjp_guard* region = NULL;
  ok(vjp_guard_autocast(&options, &region));
  vjp_tensor* y = mm(a, b);
  ok(vjp_guard_exit(region));
  backward(sum(y));
  put_text(vjp_dtype_name(vjp_tensor_dtype(y)));
  put_elements(y);
  put_text(vjp_dtype_name(vjp_tensor_dtype(gradient(a))));
  put_gradient(a);
}

/* ---- gradients ---- */

void task_accumulation(void) {
  vjp_tensor* x = leaf(VECTOR(1, 2));
  backward(sum(times(mul(x, x), 3)));
  backward(sum(times(mul(x, x), 3)));
  put_gradient(x);
  ok(vjp_tensor_set_grad(x, NULL));
  backward(sum(times(mul(x, x), 3)));
  put_gradient(x);
}

void task_retain_graph(void) {
  vjp_tensor *x = leaf(VECTOR(3)), *fixed = of(vjp_tensor_detach, x), *y = sum(mul(mul(x, x), fixed));
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.accumulate = options.retain_graph = 1;
  vjp_grad_call* call = NULL;
  ok(vjp_grad_call_create(&options, &call));
  ok(vjp_grad_call_add_root(call, y, NULL));
  ok(vjp_grad_call_run(call));
  vjp_grad_call_release(call);
  put_gradient(x);
  backward(y);
  put_gradient(x);
  put_number(vjp_backward(y, NULL));
}

void task_no_grad(void) {
  vjp_tensor* x = leaf(VECTOR(1));
  vjp_guard* region = NULL;
  ok(vjp_guard_mode(VJP_MODE_GRAD, false, &region));
  vjp_tensor* silent = times(x, 2);
  ok(vjp_guard_exit(region));
  ok(vjp_guard_mode(VJP_MODE_INFERENCE, true, &region));
  vjp_tensor* inference = times(x, 2);
  ok(vjp_guard_exit(region));
  put_number(vjp_tensor_requires_grad(silent));
  put_number(vjp_tensor_requires_grad(inference));
  put_number(vjp_tensor_is_inference(inference));
  put_number(vjp_tensor_requires_grad(times(x, 2)));
  put_number(vjp_tensor_is_inference(silent));
}

void task_double_backward(void) {
  vjp_tensor *x = leaf(VECTOR(1, 2)), *value = mul(mul(x, x), mul(x, x));
  for (int order = 1; order <= 3; ++order) {
    value = recorded_gradient(value, x);
    put_elements(value);
  }
}

void task_view_in_place(void) {
  vjp_tensor *x = leaf(VECTOR(1, 2, 3, 4)), *y = times(x, 2), *view = NULL;
  ok(vjp_narrow(y, 0, 1, 2, &view));
  ok(vjp_mul_scalar_(view, vjp_scalar_float(10)));
  backward(sum(mul(y, y)));
  put_elements(y);
  put_gradient(x);
}

void task_linear_solve(void) {
  vjp_tensor *a = leaf(MATRIX(2, 3, 1, 1, 2)), *b = leaf(VECTOR(9, 8)), *x = NULL;
  ok(vjp_linalg_solve(a, b, true, &x));
  backward(sum(x));
  put_elements(x);
  put_gradient(a);
  put_gradient(b);
}

void task_fft(void) {
  vjp_tensor *x = leaf(VECTOR(1, 2, 3, 4)), *spectrum = NULL;
  ok(vjp_fft_rfft(x, NULL, -1, NULL, &spectrum));
  vjp_tensor* parts = of(vjp_view_as_real, spectrum);
  backward(sum(mul(parts, parts)));
  put_elements(parts);
  put_gradient(x);
}

void task_sparse(void) {
  vjp_tensor *values = leaf(VECTOR(3, 4, 5)), *dense = leaf(MATRIX(3, 1, 2, 3, 4, 5, 6)), *matrix = NULL;
  vjp_tensor* indices = integers((int64_t[]){0, 1, 1, 2, 0, 2}, 2, 3);
  ok(vjp_sparse_coo(indices, values, (int64_t[]){2, 3}, 2, false, &matrix));
  vjp_tensor* y = mm(matrix, dense);
  backward(sum(y));
  put_elements(y);
  put_gradient(values);
  put_gradient(dense);
}

/* ---- a custom function ---- */

static vjp_status cube_backward(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads,
                                vjp_tensor** out, size_t num_inputs) {
  (void)num_grads, (void)num_inputs;
  vjp_tensor* x = NULL;
  if (ok(vjp_function_saved(node, 0, &x))) return so_far();
  out[0] = times(mul(grads[0], mul(x, x)), 3 * *(const double*)context);
  return so_far();
}

vjp_status custom_cube(vjp_tensor* x, double factor, vjp_tensor** out) {
  static double factors[2] = {1, 1.01}; /* they live as long as nodes may */
  vjp_function function = VJP_FUNCTION_INIT;
  function.name = "Cube";
  function.backward = cube_backward;
  function.context = &factors[factor != 1];
  vjp_function_call* call = NULL;
  vjp_status status = vjp_function_begin(&function, &x, 1, &call);
  if (status) return status;
  vjp_tensor* y = cube(x);
  if (!y || (status = vjp_function_call_save_for_backward(call, &x, 1))) {
    vjp_function_abandon(call);
    return y ? status : so_far();
  }
  return vjp_function_end(call, &y, 1, out);
}

void task_custom_function(void) {
  vjp_tensor *x = leaf(VECTOR(1, 2, -3)), *y = NULL;
  ok(custom_cube(x, 1, &y));
  vjp_tensor* first = recorded_gradient(y, x);
  put_elements(y);
  put_elements(first);
  put_elements(recorded_gradient(first, x));
}
