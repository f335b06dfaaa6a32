/* Chapter 19: derivatives of functions in which derivatives are taken, to any depth. */
#include "functions.h"

/* A level of a nest: a function of one number, which may ask for the derivative of the next one. */
struct level {
  vjp_tensor* (*formula)(vjp_tensor* x, vjp_tensor* outer, const struct level* inner);
  const struct level* inner;
  vjp_tensor* outer; /* the variable around */
};

static vjp_status call_level(void* context, vjp_tensor* const* inputs, size_t num_inputs, vjp_tensor_list* outputs,
                             vjp_tensor_list* aux) {
  const struct level* level = (const struct level*)context;
  (void)num_inputs, (void)aux;
  vjp_tensor* y = level->formula(inputs[0], level->outer, level->inner);
  return y ? vjp_tensor_list_append(outputs, y) : vjp_last_error_status();
}

static vjp_tensor* derivative(const struct level* level, vjp_tensor* x, vjp_tensor* outer) {
  struct level inside = *level;
  vjp_tensor_list* out = NULL;
  inside.outer = outer;
  OK(vjp_functional_grad(call_level, &inside, &x, 1, NULL, NULL, &out));
  return item(own_list(out), 0);
}
static vjp_tensor* slope(const struct level* level, vjp_tensor* x, vjp_tensor* outer) {
  struct level inside = *level;
  vjp_tensor* one = SCALAR(1);
  vjp_tensor_list* out = NULL;
  inside.outer = outer;
  OK(vjp_functional_jvp(call_level, &inside, &x, 1, &one, 1, NULL, NULL, &out));
  return item(own_list(out), 0);
}

static vjp_tensor* fifth_power(vjp_tensor* x, vjp_tensor* outer, const struct level* inner) {
  (void)outer, (void)inner;
  return mul(mul(mul(x, x), mul(x, x)), x);
}
static vjp_tensor* its_derivative(vjp_tensor* x, vjp_tensor* outer, const struct level* inner) {
  (void)outer;
  return derivative(inner, x, NULL);
}
static vjp_tensor* its_slope(vjp_tensor* x, vjp_tensor* outer, const struct level* inner) {
  (void)outer;
  return slope(inner, x, NULL);
}

/* HIGH-12: the fifth derivative of x^5, all by the tape, and with one level of forward mode anywhere */
static void high_12_any_depth(void) {
  const struct level power = {fifth_power, NULL, NULL};
  const double want[] = {5 * 16, 20 * 8, 60 * 4, 120 * 2, 120};
  for (int forward = -1; forward < 5; ++forward) {
    struct level levels[6] = {power};
    for (int k = 0; k < 5; ++k) {
      levels[k + 1] = (struct level){k == forward ? its_slope : its_derivative, &levels[k], NULL};
      vjp_tensor* x = SCALAR(2);
      vjp_tensor* d = k == forward ? slope(&levels[k], x, NULL) : derivative(&levels[k], x, NULL);
      EQUALS(d, want[k]);
      CHECK(!vjp_tensor_requires_grad(d));
    }
  }
}

static vjp_tensor* sum_with_outer(vjp_tensor* y, vjp_tensor* outer, const struct level* inner) {
  (void)inner;
  return add(outer, y);
}
static vjp_tensor* product_with_outer(vjp_tensor* y, vjp_tensor* outer, const struct level* inner) {
  (void)inner;
  return mul(mul(outer, y), y);
}
static vjp_tensor* times_inner_at_one(vjp_tensor* x, vjp_tensor* outer, const struct level* inner) {
  (void)outer;
  return mul(x, derivative(inner, SCALAR(1), x));
}
static vjp_tensor* times_inner_here(vjp_tensor* x, vjp_tensor* outer, const struct level* inner) {
  (void)outer;
  return mul(x, derivative(inner, x, x));
}
static vjp_tensor* times_slope_here(vjp_tensor* x, vjp_tensor* outer, const struct level* inner) {
  (void)outer;
  return mul(x, slope(inner, x, x));
}

/* HIGH-12: the classic programs in which a derivative is taken for another's */
static void high_12_no_confusion(void) {
  const struct level inner_sum = {sum_with_outer, NULL, NULL}, inner_product = {product_with_outer, NULL, NULL};
  const struct level a = {times_inner_at_one, &inner_sum, NULL};   /* d/dx x * (d/dy (x + y)) = 1 */
  const struct level b = {times_inner_here, &inner_product, NULL}; /* d/dx x * (2 x y at y = x) = d/dx 2 x^3 */
  const struct level c = {times_slope_here, &inner_product, NULL};
  vjp_tensor* x = SCALAR(3);
  EQUALS(derivative(&a, SCALAR(1), NULL), 1);
  EQUALS(slope(&a, SCALAR(1), NULL), 1);
  EQUALS(derivative(&b, x, NULL), 54);
  EQUALS(slope(&b, x, NULL), 54);
  EQUALS(derivative(&c, x, NULL), 54);
}

static vjp_tensor* captured;
static vjp_tensor* with_captured(vjp_tensor* x, vjp_tensor* outer, const struct level* inner) {
  (void)outer, (void)inner;
  return sum(mul(mul(x, x), captured));
}
/* A result leads to what the function captures, where the caller records, and to the inputs' history; to nothing else.
 */
static void high_12_what_results_lead_to(void) {
  const struct level f = {with_captured, NULL, NULL};
  captured = leaf(VEC(3, 4));
  vjp_tensor *x = VEC(1, 2), *recorded = leaf(VEC(1, 2));
  vjp_tensor* g = derivative(&f, x, NULL);
  EQUALS(g, 6, 16);
  EQUALS(grad(sum(g), captured), 2, 4);
  OK(vjp_backward(sum(g), NULL));
  EQUALS(grad_of(captured), 2, 4);
  EQUALS(grad(sum(derivative(&f, recorded, NULL)), recorded), 6, 8);
  vjp_guard* guard = enter_mode(VJP_MODE_GRAD, false);
  CHECK(!vjp_tensor_requires_grad(derivative(&f, recorded, NULL)));
  OK(vjp_guard_exit(guard));
  captured = VEC(3, 4);
  CHECK(!vjp_tensor_requires_grad(derivative(&f, x, NULL)));
}

/* A variable that escapes is dead afterwards: nothing is accumulated in it. */
static vjp_tensor* escaped;
static vjp_tensor* lets_out(vjp_tensor* x, vjp_tensor* outer, const struct level* inner) {
  (void)outer, (void)inner;
  escaped = own(vjp_tensor_retain(x));
  return sum(mul(x, mul(x, captured)));
}
static void high_12_escaped(void) {
  const struct level f = {lets_out, NULL, NULL};
  captured = leaf(VEC(3, 4));
  vjp_tensor* g = derivative(&f, VEC(1, 2), NULL);
  CHECK(!vjp_tensor_requires_grad(escaped));
  OK(vjp_backward(sum(g), NULL));
  CHECK(grad_of(escaped) == NULL);
  EQUALS(grad_of(captured), 2, 4);
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_STATE, try_grad(sum(g), NULL, escaped, false, true, &out));
}

/* The tangent's own history: forward over reverse inside reverse. */
static vjp_tensor* cube_sum(vjp_tensor* x, vjp_tensor* outer, const struct level* inner) {
  (void)outer, (void)inner;
  return sum(mul(x, mul(x, x)));
}
static vjp_tensor* gradient_of_cubes(vjp_tensor* x, vjp_tensor* outer, const struct level* inner) {
  (void)outer, (void)inner;
  const struct level f = {cube_sum, NULL, NULL};
  return derivative(&f, x, NULL);
}
static vjp_tensor* hessian_along(vjp_tensor* v, vjp_tensor* x, const struct level* inner) {
  struct level inside = *inner;
  vjp_tensor_list* out = NULL;
  OK(vjp_functional_jvp(call_level, &inside, &x, 1, &v, 1, NULL, NULL, &out));
  return sum(item(own_list(out), 0));
}
static void history_of_tangents(void) {
  const struct level gradient = {gradient_of_cubes, NULL, NULL};
  const struct level f = {hessian_along, &gradient, NULL};
  EQUALS(derivative(&f, VEC(1, 1), VEC(1, 2)), 6, 12); /* sum of 6 x v */
}

/* ---- inside vmap: derivatives are each sample's own (HIGH-11, HIGH-12) ---- */

static vjp_status gradient_of_sample(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                     vjp_tensor_list* results) {
  const struct level* level = (const struct level*)context;
  (void)num_inputs;
  return vjp_tensor_list_append(results, derivative(level, inputs[0], inputs[1]));
}
static vjp_status along_sample(void* context, vjp_tensor* const* inputs, size_t num_inputs, vjp_tensor_list* results) {
  struct level inside = *(const struct level*)context;
  vjp_tensor_list* out = NULL;
  (void)num_inputs;
  OK(vjp_functional_hvp(call_level, &inside, inputs, 1, inputs, 1, NULL, NULL, &out));
  return vjp_tensor_list_append(results, item(own_list(out), 0));
}
static vjp_status hessian_of_sample(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                    vjp_tensor_list* results) {
  struct level inside = *(const struct level*)context;
  vjp_functional_options options = defaults;
  vjp_tensor_list* out = NULL;
  (void)num_inputs;
  for (int forward = 0; forward < 2; ++forward) {
    options = with_strategy(forward ? VJP_FUNCTIONAL_FORWARD : VJP_FUNCTIONAL_REVERSE);
    options.vectorize = 1;
    OK(vjp_functional_hessian(call_level, &inside, inputs, 1, &options, NULL, &out));
    OK(vjp_tensor_list_append(results, item(own_list(out), 0)));
  }
  return VJP_OK;
}
static vjp_tensor* weighted_square(vjp_tensor* x, vjp_tensor* outer, const struct level* inner) {
  (void)inner;
  return sum(mul(mul(x, x), outer));
}

static void high_12_samples(void) {
  const struct level square = {weighted_square, NULL, NULL}, cubes_ = {cube_sum, NULL, NULL};
  vjp_tensor *x = MAT(2, 2, 1, 2, 3, 4), *w = MAT(2, 2, 1, 1, 10, 10), *shared_x = VEC(1, 2);
  const int64_t each[] = {0, 0}, weight_only[] = {VJP_VMAP_NONE, 0};
  vjp_tensor_list* out = NULL;
  OK(vjp_vmap(gradient_of_sample, (void*)&square, (vjp_tensor*[]){x, w}, each, 2, NULL, &out));
  EQUALS(item(own_list(out), 0), 2, 4, 60, 80);
  /* by an input that all samples share: a gradient for each */
  OK(vjp_vmap(gradient_of_sample, (void*)&square, (vjp_tensor*[]){shared_x, w}, weight_only, 2, NULL, &out));
  EQUALS(item(own_list(out), 0), 2, 4, 20, 40);
  OK(vjp_vmap(along_sample, (void*)&cubes_, &x, each, 1, NULL, &out));
  EQUALS(item(own_list(out), 0), 6, 24, 54, 96);
  OK(vjp_vmap(hessian_of_sample, (void*)&cubes_, &x, each, 1, NULL, &out));
  for (size_t i = 0; i < 2; ++i) EQUALS(item(i ? out : own_list(out), i), 6, 0, 0, 12, 18, 0, 0, 24);
}

int main(void) {
  RUN(high_12_samples);
  RUN(high_12_any_depth);
  RUN(high_12_no_confusion);
  RUN(high_12_what_results_lead_to);
  RUN(high_12_escaped);
  RUN(history_of_tangents);
  return finish();
}
