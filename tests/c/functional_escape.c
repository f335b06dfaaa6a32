/* Chapter 19: variables of a function, and what it computed from them, that are kept until the request has ended. */
#include "functions.h"

/* What a function lets out. */
static vjp_tensor *variable, *computed, *apart, *captured;

static vjp_tensor* keep(vjp_tensor* t) { return vjp_tensor_retain(t); }
static vjp_status let_out(void* context, vjp_tensor* const* inputs, size_t num_inputs, vjp_tensor_list* outputs,
                          vjp_tensor_list* aux) {
  (void)context, (void)num_inputs;
  vjp_tensor* detached = NULL;
  variable = own(keep(inputs[0]));
  computed = own(keep(mul(inputs[0], inputs[0])));
  apart = own(keep(mul(captured, captured)));
  OK(vjp_tensor_detach(computed, &detached));
  OK(vjp_tensor_list_append(aux, own(detached)));
  OK(vjp_tensor_list_append(aux, inputs[0]));
  return vjp_tensor_list_append(outputs, sum(mul(computed, captured)));
}

static void is_dead(vjp_tensor* t, const char* request) {
  vjp_tensor *out = NULL, *other = leaf(VEC(1, 1));
  FAILS(VJP_ERROR_STATE, TRY("sin", T(t)));
  SAYS("sin: float64[2]");
  SAYS("is a variable of a function that");
  SAYS(request);
  SAYS("that call has ended");
  FAILS(VJP_ERROR_STATE, TRY("sum", T(t)));
  FAILS(VJP_ERROR_STATE, TRY("mul", T(other), T(t)));
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(t), F(2)));
  FAILS(VJP_ERROR_STATE, TRY_("add", T(other), T(t)));
  FAILS(VJP_ERROR_STATE, try_grad(sum(mul(other, other)), NULL, t, false, true, &out));
  FAILS(VJP_ERROR_STATE, try_grad(mul(other, other), t, other, false, true, &out));
  FAILS(VJP_ERROR_STATE, try_grad(t, VEC(1, 1), other, false, true, &out));
  double seen[2] = {0, 0}; /* it can be looked at */
  OK(vjp_tensor_copy_to(t, seen, sizeof seen, VJP_DTYPE_FLOAT64));
  CHECK(seen[0] == 1);
  OK(vjp_tensor_detach(t, &out));
  EQUALS(add(own(out), VEC(1, 1)), 2, seen[1] + 1);
}

/* HIGH-12: by every request of reverse mode, of inputs with and without a history */
static void high_12_escaped_tensors_are_dead(void) {
  const whole wholes[] = {vjp_functional_grad, vjp_functional_jacobian, vjp_functional_hessian};
  const char* const names[] = {"grad", "jacobian", "hessian"};
  for (int i = 0; i < 6; ++i) {
    vjp_tensor_list *out = NULL, *values = NULL;
    vjp_tensor* x = i < 3 ? VEC(1, 2) : leaf(VEC(1, 2));
    captured = i % 2 ? leaf(VEC(3, 4)) : VEC(3, 4);
    OK(wholes[i % 3](let_out, NULL, &x, 1, NULL, &values, &out));
    own_list(values), own_list(out);
    is_dead(variable, names[i % 3]);
    is_dead(computed, names[i % 3]);
    EQUALS(add(apart, apart), 18, 32);           /* computed in the function, and not of its variables */
    EQUALS(add(item(values, 0), SCALAR(1)), 20); /* what it returned */
    if (i % 3 < 2) EQUALS(mul(item(out, 0), SCALAR(1)), 6, 16);
    if (i % 3 == 2) EQUALS(mul(item(out, 0), SCALAR(1)), 6, 0, 0, 8);
  }
}

/* HIGH-12: results are no tensors of the function's own, also where they keep their histories */
static void high_12_results_live(void) {
  vjp_tensor_list *out = NULL, *values = NULL;
  vjp_tensor* x = leaf(VEC(1, 2));
  captured = leaf(VEC(3, 4));
  OK(vjp_functional_grad(let_out, NULL, &x, 1, NULL, &values, &out));
  own_list(values), own_list(out);
  vjp_tensor* total = add(sum(item(out, 0)), item(values, 0));
  OK(vjp_backward(add(total, sum(item(values, 2))), NULL));
  EQUALS(grad_of(captured), 2 + 1, 4 + 4);
  EQUALS(grad_of(x), 6 + 6 + 1, 8 + 16 + 1);
  is_dead(computed, "grad");
}

/* HIGH-12: a linearization is one request, until it is released */
static void high_12_a_linearization_lives(void) {
  vjp_tensor_list *values = NULL, *out = NULL;
  vjp_linearization* map = NULL;
  vjp_tensor *x = VEC(1, 2), *one = SCALAR(1);
  captured = VEC(3, 4);
  OK(vjp_functional_linearize(let_out, NULL, &x, 1, NULL, &values, &map));
  own_list(values);
  EQUALS(add(computed, variable), 2, 6);
  OK(vjp_linearization_vjp(map, &one, 1, &out));
  EQUALS(item(own_list(out), 0), 6, 16);
  vjp_linearization_release(map);
  is_dead(computed, "linearize");
}

/* HIGH-12: of an inner request, while the outer one goes on */
static vjp_status ask_inside(void* context, vjp_tensor* const* inputs, size_t num_inputs, vjp_tensor_list* outputs,
                             vjp_tensor_list* aux) {
  vjp_tensor_list* out = NULL;
  (void)context, (void)num_inputs, (void)aux;
  vjp_tensor* inner = mul(inputs[0], inputs[0]);
  captured = VEC(3, 4);
  OK(vjp_functional_grad(let_out, NULL, &inner, 1, NULL, NULL, &out));
  is_dead(variable, "grad");
  is_dead(computed, "grad");
  return vjp_tensor_list_append(outputs, sum(mul(inner, item(own_list(out), 0))));
}
static void high_12_inner_requests(void) {
  vjp_tensor_list* out = NULL;
  vjp_tensor* x = VEC(1, 2);
  OK(vjp_functional_grad(ask_inside, NULL, &x, 1, NULL, NULL, &out));
  EQUALS(item(own_list(out), 0), 4 * 2 * 3, 4 * 8 * 2 * 4); /* 2 x^4 c */
  OK(vjp_functional_jvp(ask_inside, NULL, &x, 1, &x, 1, NULL, NULL, &out));
  EQUALS(item(own_list(out), 0), 4 * 2 * 3 + 2 * 4 * 8 * 2 * 4);
}

/* HIGH-12: the variable of a jvp; what was computed from it is a tensor like others, without its tangent (FWD-12) */
static void high_12_variables_of_a_jvp(void) {
  vjp_tensor_list* out = NULL;
  vjp_tensor* x = VEC(1, 2);
  captured = VEC(3, 4);
  OK(vjp_functional_jvp(let_out, NULL, &x, 1, &x, 1, NULL, NULL, &out));
  own_list(out);
  is_dead(variable, "jvp");
  EQUALS(add(computed, computed), 2, 8);
}

int main(void) {
  RUN(high_12_escaped_tensors_are_dead);
  RUN(high_12_results_live);
  RUN(high_12_a_linearization_lives);
  RUN(high_12_inner_requests);
  RUN(high_12_variables_of_a_jvp);
  return finish();
}
