/* Twenty programs that are wrong, each in its own way. */
#include "tasks.h"

static vjp_tensor* out;

static vjp_status product_of_misfits(void) { return vjp_mm(zeros(2, 3), zeros(2, 3), &out); }
static vjp_status sum_of_misfits(void) { return vjp_add(VECTOR(1, 2), VECTOR(1, 2, 3), &out); }
static vjp_status view_of_six_as_four(void) { return vjp_view(zeros(2, 3), (int64_t[]){4}, 1, &out); }
static vjp_status backward_of_two(void) { return vjp_backward(times(leaf(VECTOR(1, 2)), 2), NULL); }
static vjp_status backward_of_a_constant(void) { return vjp_backward(sum(VECTOR(1)), NULL); }
static vjp_status freed(void) {
  vjp_tensor *x = leaf(VECTOR(2)), *y = sum(mul(x, x));
  backward(y);
  return vjp_backward(y, NULL);
}
static vjp_status leaf_in_place(void) { return vjp_mul_scalar_(leaf(VECTOR(2)), vjp_scalar_float(3)); }
static vjp_status changed(void) {
  vjp_tensor* y = of(vjp_exp, leaf(VECTOR(2)));
  ok(vjp_add_scalar_(y, vjp_scalar_float(1)));
  return vjp_backward(sum(y), NULL);
}
static vjp_status whole_numbers(void) { return vjp_tensor_set_requires_grad(integers((int64_t[]){1, 2}, 0, 2), true); }
static vjp_status item_of_two(void) {
  vjp_scalar number;
  return vjp_tensor_item(VECTOR(1, 2), &number);
}
static vjp_status singular(void) { return vjp_linalg_solve(zeros(2, 2), zeros(2, 2), true, &out); }
static vjp_status not_definite(void) { return vjp_linalg_cholesky(zeros(2, 2), false, &out); }
static vjp_status unused(void) {
  vjp_tensor *x = leaf(VECTOR(2)), *y = leaf(VECTOR(3)), *root = sum(mul(x, x)), *grads[2];
  return vjp_grad(&root, 1, NULL, (vjp_tensor*[]){x, y}, 2, NULL, grads);
}
static vjp_status no_file(void) {
  vjp_safetensors* file = NULL;
  return vjp_safetensors_open("nowhere.safetensors", &file);
}
static vjp_status gradient_of_another_shape(void) {
  return vjp_backward(times(leaf(VECTOR(1, 2)), 2), VECTOR(1, 2, 3));
}
static vjp_status mean_of_integers(void) {
  return vjp_mean(integers((int64_t[]){1, 2}, 0, 2), NULL, 0, false, VJP_DTYPE_NONE, &out);
}
static vjp_status view_of_no_grad(void) {
  vjp_tensor *x = leaf(VECTOR(1, 2)), *view = NULL;
  vjp_guard* region = NULL;
  ok(vjp_guard_mode(VJP_MODE_GRAD, false, &region));
  ok(vjp_narrow(x, 0, 0, 1, &view));
  ok(vjp_guard_exit(region));
  return vjp_mul_scalar_(view, vjp_scalar_float(2));
}
static vjp_status inference(void) {
  vjp_guard* region = NULL;
  ok(vjp_guard_mode(VJP_MODE_INFERENCE, true, &region));
  vjp_tensor* x = VECTOR(1);
  ok(vjp_guard_exit(region));
  return vjp_mul(x, leaf(VECTOR(2)), &out);
}
static vjp_status determinant_of_no_square(void) { return vjp_linalg_det(zeros(2, 3), &out); }
static vjp_status stack_of_misfits(void) { return vjp_stack((vjp_tensor*[]){zeros(1, 2), zeros(2, 1)}, 2, 0, &out); }

void task_error_messages(void) {
  vjp_status (*const mistakes[])(void) = {
      product_of_misfits,
      sum_of_misfits,
      view_of_six_as_four,
      backward_of_two,
      backward_of_a_constant,
      freed,
      leaf_in_place,
      changed,
      whole_numbers,
      item_of_two,
      singular,
      not_definite,
      unused,
      no_file,
      gradient_of_another_shape,
      mean_of_integers,
      view_of_no_grad,
      inference,
      determinant_of_no_square,
      stack_of_misfits,
  };
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; ++i) {
    char text[1024];
    vjp_status status = mistakes[i]();
    snprintf(text, sizeof text, "%d: %s", (int)status, vjp_last_error());
    put_text(status ? text : "no error");
  }
}
