/* Chapter 19: what functions over callbacks give, for what, and what they refuse. */
#include "functions.h"

/* HIGH-1, HIGH-2: a list of outputs outside, of inputs inside; entry (i, j) has the shape of the one and of the other
 */
static void high_1_structure(void) {
  struct function f = {.outputs = {weighted, second_input}};
  vjp_tensor *x = VEC(1, 2), *y = VEC(3, 4);
  vjp_tensor_list *values, *j = whole_of(vjp_functional_jacobian, &f, TENSORS(x, y), defaults, &values);
  CHECK(vjp_tensor_list_size(values) == 2 && vjp_tensor_list_size(j) == 4);
  EQUALS(item(values, 0), 3, 8);
  EQUALS(item(j, 0), 3, 0, 0, 4);
  EQUALS(item(j, 1), 1, 0, 0, 2);
  EQUALS(item(j, 2), 0, 0, 0, 0);
  EQUALS(item(j, 3), 1, 0, 0, 1);
  CHECK(SHAPE(item(j, 1), 2, 2));
  struct function g = {.outputs = {cubes}};
  vjp_tensor* m = MAT(1, 3, 1, 2, 3);
  CHECK(SHAPE(item(whole_of(vjp_functional_jacobian, &g, TENSORS(m), defaults, NULL), 0), 1, 3, 1, 3));
}

/* HIGH-2 */
static void high_2_products_and_matrices(void) {
  struct function f = {.outputs = {cubes}}, s = {.outputs = {sum_of_both}};
  vjp_tensor *x = VEC(1, 2), *y = VEC(3, 4), *v = VEC(1, 10), *w = VEC(1, 1);
  vjp_tensor_list* values;
  EQUALS(item(product_of(vjp_functional_vjp, &f, TENSORS(x), TENSORS(v), defaults, &values), 0), 3, 120);
  EQUALS(item(values, 0), 1, 8);
  EQUALS(item(product_of(vjp_functional_jvp, &f, TENSORS(x), TENSORS(v), defaults, &values), 0), 3, 120);
  EQUALS(item(values, 0), 1, 8);
  /* sum x^2 y: H = [[2y, 2x], [2x, 0]] */
  product second[] = {vjp_functional_vhp, vjp_functional_hvp};
  for (int i = 0; i < 2; ++i) {
    vjp_tensor_list* h = product_of(second[i], &s, TENSORS(x, y), TENSORS(v, w), defaults, &values);
    EQUALS(item(values, 0), 19);
    EQUALS(item(h, 0), 6 + 2, 80 + 4);
    EQUALS(item(h, 1), 2, 40);
  }
  vjp_tensor_list* h = whole_of(vjp_functional_hessian, &s, TENSORS(x, y), defaults, &values);
  EQUALS(item(h, 0), 6, 0, 0, 8);
  EQUALS(item(h, 1), 2, 0, 0, 4);
  EQUALS(item(h, 2), 2, 0, 0, 4);
  EQUALS(item(h, 3), 0, 0, 0, 0);
}

/* HIGH-3: independent variables, grad mode on, results without history unless create_graph */
static void high_3_independent_variables(void) {
  struct function f = {.outputs = {sum_of_cubes}};
  vjp_tensor *x = leaf(VEC(1, 2)), *plain = VEC(1, 2);
  vjp_tensor_list* values;
  for (int on = 0; on < 2; ++on) {
    vjp_guard* guard = enter_mode(VJP_MODE_GRAD, on);
    vjp_tensor_list* g = whole_of(vjp_functional_grad, &f, TENSORS(plain), with_graph(0), &values);
    EQUALS(item(g, 0), 3, 12);
    g = whole_of(vjp_functional_grad, &f, TENSORS(x), with_graph(0), &values);
    EQUALS(item(g, 0), 3, 12);
    CHECK(!vjp_tensor_requires_grad(item(g, 0)) && !vjp_tensor_requires_grad(item(values, 0)));
    OK(vjp_guard_exit(guard));
  }
  CHECK(f.recorded == 4);
  vjp_tensor_list* g = whole_of(vjp_functional_grad, &f, TENSORS(x), with_graph(1), &values);
  EQUALS(grad(sum(item(g, 0)), x), 6, 12);
  EQUALS(grad(item(values, 0), x), 3, 12);
  CHECK(grad_of(x) == NULL);
}

/* HIGH-3: also in inference mode, of tensors that were made there */
static void high_3_inference_mode(void) {
  struct function f = {.outputs = {sum_of_cubes}};
  vjp_guard* guard = enter_mode(VJP_MODE_INFERENCE, true);
  EQUALS(item(whole_of(vjp_functional_grad, &f, TENSORS(VEC(1, 2)), defaults, NULL), 0), 3, 12);
  OK(vjp_guard_exit(guard));
}

/* HIGH-4 */
static void high_4_vectors(void) {
  struct function f = {.outputs = {cubes}}, g = {.outputs = {cubes, second_input}};
  vjp_tensor *x = VEC(2), *two = VEC(1, 2);
  EQUALS(item(product_of(vjp_functional_vjp, &f, TENSORS(x), NO_VECTORS, defaults, NULL), 0), 12);
  EQUALS(item(product_of(vjp_functional_jvp, &f, TENSORS(x), NO_VECTORS, defaults, NULL), 0), 12);
  product all[] = {vjp_functional_vjp, vjp_functional_jvp, vjp_functional_vhp, vjp_functional_hvp};
  for (int i = 0; i < 4; ++i) {
    struct function s = {.outputs = {i < 2 ? cubes : sum_of_cubes}};
    FAILS(VJP_ERROR_INVALID, try_product(all[i], &s, TENSORS(two), NO_VECTORS, defaults));
    SAYS("can only be None");
    if (i > 0) FAILS(VJP_ERROR_SHAPE, try_product(all[i], &s, TENSORS(two), TENSORS(x), defaults));
    if (i > 0) SAYS("should be [2] but got [1]");
  }
  FAILS(VJP_ERROR_INVALID, try_product(vjp_functional_vjp, &g, TENSORS(two, two), TENSORS(two), defaults));
  SAYS("should be 2 but got 1");
  FAILS(VJP_ERROR_SHAPE, try_product(vjp_functional_vjp, &g, TENSORS(two, two), TENSORS(two, x), defaults));
  SAYS("Entry 1 in v has invalid size: should be [2] but got [1]");
  /* detached, or viewed under create_graph */
  vjp_tensor* v = leaf(VEC(1));
  vjp_tensor_list* j = product_of(vjp_functional_jvp, &f, TENSORS(x), TENSORS(v), with_graph(0), NULL);
  CHECK(!vjp_tensor_requires_grad(item(j, 0)));
  j = product_of(vjp_functional_jvp, &f, TENSORS(x), TENSORS(v), with_graph(1), NULL);
  EQUALS(grad(item(j, 0), v), 12);
  j = product_of(vjp_functional_vjp, &f, TENSORS(x), TENSORS(v), with_graph(1), NULL);
  EQUALS(grad(item(j, 0), v), 12);
}

/* HIGH-5 */
static void high_5_one_output_of_one_element(void) {
  struct function many = {.outputs = {cubes}}, two = {.outputs = {sum_of_cubes, sum_of_cubes}};
  vjp_tensor* x = VEC(1, 2);
  product products[] = {vjp_functional_vhp, vjp_functional_hvp};
  whole wholes[] = {vjp_functional_grad, vjp_functional_hessian};
  for (int i = 0; i < 2; ++i) {
    FAILS(VJP_ERROR_SHAPE, try_product(products[i], &many, TENSORS(x), TENSORS(x), defaults));
    FAILS(VJP_ERROR_SHAPE, try_product(products[i], &two, TENSORS(x), TENSORS(x), defaults));
    SAYS("should return a single Tensor, not 2");
    FAILS(VJP_ERROR_SHAPE, try_whole(wholes[i], &two, TENSORS(x), defaults));
    FAILS(VJP_ERROR_SHAPE, try_whole(wholes[i], &many, TENSORS(x), defaults));
    SAYS("should contain a single element, not [2]");
  }
}

/* HIGH-6: zeros of the right shape */
static void high_6_zeros(void) {
  struct function f = {.outputs = {first_alone}}, none = {.outputs = {nothing_of_it}};
  vjp_tensor *x = VEC(1, 2), *y = VEC(3, 4, 5);
  EQUALS(item(whole_of(vjp_functional_grad, &f, TENSORS(x, y), defaults, NULL), 1), 0, 0, 0);
  EQUALS(item(product_of(vjp_functional_hvp, &f, TENSORS(x, y), TENSORS(x, y), defaults, NULL), 1), 0, 0, 0);
  CHECK(SHAPE(item(whole_of(vjp_functional_hessian, &f, TENSORS(x, y), defaults, NULL), 1), 2, 3));
  EQUALS(item(product_of(vjp_functional_vjp, &none, TENSORS(x), TENSORS(x), defaults, NULL), 0), 0, 0);
  EQUALS(item(product_of(vjp_functional_jvp, &none, TENSORS(y), TENSORS(y), defaults, NULL), 0), 0, 0);
  for (int strategy = 0; strategy < 3; ++strategy) {
    vjp_tensor_list* j = whole_of(vjp_functional_jacobian, &none, TENSORS(y), with_strategy(strategy), NULL);
    CHECK(SHAPE(item(j, 0), 2, 3));
    EQUALS(item(j, 0), 0, 0, 0, 0, 0, 0);
  }
}

/* HIGH-6: strict names the output and the input, and in second-order functions the stage */
static void high_6_strict(void) {
  struct function none = {.outputs = {nothing_of_it}}, one = {.outputs = {first_alone}},
                  linear = {.outputs = {doubled_sum}};
  struct function mixed = {.outputs = {weighted, second_input}};
  vjp_tensor *x = VEC(1, 2), *y = VEC(3, 4);
  vjp_functional_options strict = with_strict(0);
  FAILS(VJP_ERROR_INVALID, try_product(vjp_functional_vjp, &none, TENSORS(x), TENSORS(x), strict));
  SAYS("Output 0 of the user-provided function does not require gradients");
  FAILS(VJP_ERROR_INVALID, try_product(vjp_functional_vjp, &one, TENSORS(x, y), NO_VECTORS, strict));
  SAYS("independent of input 1");
  FAILS(VJP_ERROR_INVALID, try_product(vjp_functional_jvp, &one, TENSORS(x, y), TENSORS(x, y), strict));
  SAYS("independent of input 1");
  FAILS(VJP_ERROR_INVALID, try_whole(vjp_functional_jacobian, &mixed, TENSORS(x, y), strict));
  SAYS("Output 1 of the user-provided function is independent of input 0");
  product second[] = {vjp_functional_vhp, vjp_functional_hvp};
  for (int i = 0; i < 2; ++i) {
    FAILS(VJP_ERROR_INVALID, try_product(second[i], &linear, TENSORS(x), TENSORS(x), strict));
    SAYS("found that the jacobian of the user-provided function with respect to input 0 is independent of the input");
  }
  FAILS(VJP_ERROR_INVALID, try_whole(vjp_functional_hessian, &linear, TENSORS(x), strict));
  SAYS("with respect to input 0 is independent");
  /* with create_graph the Jacobian has to depend on the input */
  FAILS(VJP_ERROR_INVALID, try_product(vjp_functional_vjp, &linear, TENSORS(x), NO_VECTORS, with_strict(1)));
  SAYS("The jacobian of the user-provided function is independent of input 0");
  FAILS(VJP_ERROR_INVALID, try_whole(vjp_functional_jacobian, &linear, TENSORS(x), with_strict(1)));
  SAYS("The jacobian of the user-provided function is independent of input 0");
  EQUALS(item(product_of(vjp_functional_vjp, &linear, TENSORS(x), NO_VECTORS, strict, NULL), 0), 2, 2);
  strict.vectorize = 1;
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_whole(vjp_functional_jacobian, &one, TENSORS(x), strict));
  SAYS("strict=True");
}

static vjp_tensor* narrowed(vjp_tensor* const* x) { return OP("to", T(cubes(x)), D(VJP_DTYPE_FLOAT32)); }
/* HIGH-7: by columns the output's dtype, by rows the input's; the same numbers */
static void high_7_strategies(void) {
  struct function f = {.outputs = {narrowed}};
  vjp_tensor* x = VEC(1, 2);
  vjp_tensor* rows = item(whole_of(vjp_functional_jacobian, &f, TENSORS(x), defaults, NULL), 0);
  vjp_tensor* columns =
      item(whole_of(vjp_functional_jacobian, &f, TENSORS(x), with_strategy(VJP_FUNCTIONAL_FORWARD), NULL), 0);
  EQUALS(rows, 3, 0, 0, 12);
  EQUALS(columns, 3, 0, 0, 12);
  CHECK(vjp_tensor_dtype(rows) == VJP_DTYPE_FLOAT64 && vjp_tensor_dtype(columns) == VJP_DTYPE_FLOAT32);
  const int64_t loops = vjp_vmap_loops();
  for (int64_t chunk = 0; chunk < 4; ++chunk) {
    vjp_functional_options options = defaults;
    options.vectorize = 1;
    options.chunk_size = chunk;
    EQUALS(item(whole_of(vjp_functional_jacobian, &f, TENSORS(x), options, NULL), 0), 3, 0, 0, 12);
  }
  CHECK(vjp_vmap_loops() == loops); /* nothing ran sample by sample */
  vjp_functional_options forward = with_strategy(VJP_FUNCTIONAL_FORWARD);
  for (int64_t chunk = 0; chunk < 4; ++chunk) { /* all columns at once: nothing is recorded; HIGH-10: one call */
    f.calls = f.recorded = 0;
    forward.chunk_size = chunk;
    columns = item(whole_of(vjp_functional_jacobian, &f, TENSORS(x), forward, NULL), 0);
    EQUALS(columns, 3, 0, 0, 12);
    CHECK(vjp_tensor_dtype(columns) == VJP_DTYPE_FLOAT32);
    CHECK(f.calls == 1 && f.recorded == (chunk == 1));
  }
  struct function mixed = {.outputs = {weighted, second_input}};
  vjp_tensor* y = VEC(3, 4);
  vjp_tensor_list* by_rows = whole_of(vjp_functional_jacobian, &mixed, TENSORS(x, y), defaults, NULL);
  vjp_tensor_list* by_columns =
      whole_of(vjp_functional_jacobian, &mixed, TENSORS(x, y), with_strategy(VJP_FUNCTIONAL_FORWARD), NULL);
  EQUALS(item(by_rows, 0), at(item(by_columns, 0), 0), 0, 0, at(item(by_columns, 0), 3));
  EQUALS(item(by_rows, 3), 1, 0, 0, 1);
  for (size_t i = 0; i < 4; ++i)
    for (size_t k = 0; k < 4; ++k) NEAR(at(item(by_columns, i), k), at(item(by_rows, i), k));
  forward.create_graph = 1;
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_whole(vjp_functional_jacobian, &f, TENSORS(x), forward));
  forward = with_strategy(VJP_FUNCTIONAL_FORWARD);
  forward.vectorize = 0;
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_whole(vjp_functional_jacobian, &f, TENSORS(x), forward));
  forward = with_strategy(VJP_FUNCTIONAL_FORWARD);
  forward.strict = 1;
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_whole(vjp_functional_jacobian, &f, TENSORS(x), forward));
}

static vjp_tensor* square(vjp_tensor* const* z) { return mul(z[0], z[0]); }
static vjp_tensor* square_of_absolute(vjp_tensor* const* z) { return OP("real", T(mul(z[0], OP("conj", T(z[0]))))); }
static vjp_tensor* turned(vjp_tensor* const* x) {
  return mul(x[0], OP("view_as_complex", T(MAT(1, 2, 3, 5)))); /* by 3 + 5 i */
}

/* CPLX-9: rows are gradients: of holomorphic functions the conjugated derivative */
static void cplx_9_jacobians(void) {
  vjp_tensor* z = OP("view_as_complex", T(MAT(2, 2, 1, 2, 3, -1)));
  for (int vectorize = 0; vectorize < 2; ++vectorize) {
    vjp_functional_options options = defaults;
    options.vectorize = vectorize;
    struct function f = {.outputs = {square, square_of_absolute}}, g = {.outputs = {turned}};
    vjp_tensor_list* j = whole_of(vjp_functional_jacobian, &f, TENSORS(z), options, NULL);
    EQUALS(OP("view_as_real", T(item(j, 0))), 2, -4, 0, 0, 0, 0, 6, 2);
    EQUALS(OP("view_as_real", T(item(j, 1))), 2, 4, 0, 0, 0, 0, 6, -2);
    j = whole_of(vjp_functional_jacobian, &g, TENSORS(VEC(1, 2)), options, NULL);
    EQUALS(item(j, 0), 3, 0, 0, 3);
  }
  struct function f = {.outputs = {square}};
  FAILS(VJP_ERROR_DTYPE, try_whole(vjp_functional_jacobian, &f, TENSORS(z), with_strategy(VJP_FUNCTIONAL_FORWARD)));
  SAYS("the forward strategy is for real inputs");
}

/* HIGH-8 */
static void high_8_outer_strategy(void) {
  struct function s = {.outputs = {sum_of_both}};
  vjp_tensor *x = VEC(1, 2), *y = VEC(3, 4);
  vjp_tensor_list* h = whole_of(vjp_functional_hessian, &s, TENSORS(x, y), with_strategy(VJP_FUNCTIONAL_FORWARD), NULL);
  EQUALS(item(h, 0), 6, 0, 0, 8);
  EQUALS(item(h, 1), 2, 0, 0, 4);
  EQUALS(item(h, 2), 2, 0, 0, 4);
  EQUALS(item(h, 3), 0, 0, 0, 0);
  vjp_functional_options recorded = with_strategy(VJP_FUNCTIONAL_FORWARD);
  recorded.create_graph = 1;
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_whole(vjp_functional_hessian, &s, TENSORS(x, y), recorded));
}

/* HIGH-9: by the tape, as by forward mode; what is independent stays zero and differentiable */
static void high_9_double_backward(void) {
  struct function f = {.outputs = {weighted, cubes}}, s = {.outputs = {sum_of_both}};
  vjp_tensor *x = VEC(1, 2), *y = VEC(3, 4), *v = VEC(1, 10), *w = VEC(1, 1);
  for (int strategy = 1; strategy < 3; ++strategy) {
    vjp_functional_options options = with_strategy(strategy);
    vjp_tensor_list* j = product_of(vjp_functional_jvp, &f, TENSORS(x, y), TENSORS(v, w), options, NULL);
    EQUALS(item(j, 0), 3 + 1, 40 + 2);
    EQUALS(item(j, 1), 3, 120);
    vjp_tensor_list* h = product_of(vjp_functional_hvp, &s, TENSORS(x, y), TENSORS(v, w), options, NULL);
    EQUALS(item(h, 0), 8, 84);
    EQUALS(item(h, 1), 2, 40);
  }
  vjp_tensor* direction = leaf(VEC(1, 10));
  vjp_tensor_list* j = product_of(vjp_functional_jvp, &f, TENSORS(x, y), TENSORS(direction, w),
                                  with_strategy(VJP_FUNCTIONAL_REVERSE), NULL);
  EQUALS(grad(sum(item(j, 1)), direction), 3, 12);
  EQUALS(grad(sum(item(j, 0)), direction), 3, 4);
}

/* HIGH-10 */
static void high_10_one_call(void) {
  vjp_tensor* x = VEC(1, 2);
  whole wholes[] = {vjp_functional_grad, vjp_functional_jacobian, vjp_functional_hessian};
  product products[] = {vjp_functional_vjp, vjp_functional_jvp, vjp_functional_vhp, vjp_functional_hvp};
  for (int strategy = 0; strategy < 3; ++strategy) {
    vjp_functional_options options = with_strategy(strategy);
    for (int i = 0; i < 3; ++i) {
      struct function f = {.outputs = {sum_of_cubes}};
      whole_of(wholes[i], &f, TENSORS(x), options, NULL);
      CHECK(f.calls == 1);
    }
    for (int i = 0; i < 4; ++i) {
      struct function f = {.outputs = {sum_of_cubes}};
      product_of(products[i], &f, TENSORS(x), i == 0 ? NULL : &x, i == 0 ? 0 : 1, options, NULL);
      CHECK(f.calls == 1);
    }
  }
}

/* HIGH-14: errors come through as they are, and what was begun has ended */
static void high_14_errors(void) {
  vjp_tensor* x = VEC(1, 2);
  whole wholes[] = {vjp_functional_grad, vjp_functional_jacobian, vjp_functional_hessian};
  product products[] = {vjp_functional_vjp, vjp_functional_jvp, vjp_functional_vhp, vjp_functional_hvp};
  for (int i = 0; i < 7; ++i) {
    struct function f = {.status = VJP_ERROR_CANCELLED}, empty = {.calls = 0};
    FAILS(VJP_ERROR_CANCELLED, i < 3 ? try_whole(wholes[i], &f, TENSORS(x), defaults)
                                     : try_product(products[i - 3], &f, TENSORS(x), TENSORS(x), defaults));
    SAYS("the function's own words");
    FAILS(VJP_ERROR_INVALID, i < 3 ? try_whole(wholes[i], &empty, TENSORS(x), defaults)
                                   : try_product(products[i - 3], &empty, TENSORS(x), TENSORS(x), defaults));
    SAYS("returned no tensor");
    vjp_tensor* out = NULL;
    FAILS(VJP_ERROR_STATE, vjp_make_dual(x, x, &out)); /* no level is left */
    CHECK(vjp_grad_mode());
  }
}

static void what_is_not_differentiated(void) {
  struct function f = {.outputs = {sum_of_both}, .aux = cubes};
  vjp_tensor *x = leaf(VEC(1, 2)), *y = VEC(3, 4);
  size_t second = 1, twice[] = {0, 0}, beyond = 2;
  vjp_functional_options options = defaults;
  options.argnums = &second;
  options.num_argnums = 1;
  vjp_tensor_list *values, *g = whole_of(vjp_functional_grad, &f, TENSORS(x, y), options, &values);
  CHECK(vjp_tensor_list_size(g) == 1 && vjp_tensor_list_size(values) == 2);
  EQUALS(item(g, 0), 1, 4);
  EQUALS(grad(sum(item(g, 0)), x), 2, 4);
  EQUALS(grad(sum(item(values, 1)), x), 3, 12); /* aux, too */
  options.argnums = &beyond;
  FAILS(VJP_ERROR_INVALID, try_whole(vjp_functional_grad, &f, TENSORS(x, y), options));
  SAYS("input 2 of 2");
  options.argnums = twice;
  options.num_argnums = 2;
  FAILS(VJP_ERROR_INVALID, try_whole(vjp_functional_grad, &f, TENSORS(x, y), options));
  options.num_argnums = 0;
  FAILS(VJP_ERROR_INVALID, try_whole(vjp_functional_grad, &f, TENSORS(x, y), options));
}

static void linearization(void) {
  struct function f = {.outputs = {cubes}};
  vjp_tensor *x = VEC(1, 2), *v = VEC(1, 10), *w = leaf(VEC(2, 0));
  vjp_tensor_list *values = NULL, *out = NULL;
  vjp_linearization* map = NULL;
  OK(vjp_functional_linearize(call_function, &f, TENSORS(x), NULL, &values, &map));
  EQUALS(item(own_list(values), 0), 1, 8);
  OK(vjp_linearization_vjp(map, TENSORS(v), &out));
  EQUALS(item(own_list(out), 0), 3, 120);
  OK(vjp_linearization_jvp(map, TENSORS(v), &out));
  EQUALS(item(own_list(out), 0), 3, 120);
  CHECK(!vjp_tensor_requires_grad(item(out, 0)));
  OK(vjp_linearization_jvp(map, TENSORS(w), &out));
  EQUALS(item(own_list(out), 0), 6, 0);
  EQUALS(grad(sum(item(out, 0)), w), 3, 12);
  FAILS(VJP_ERROR_SHAPE, vjp_linearization_jvp(map, TENSORS(VEC(1)), &out));
  CHECK(vjp_linearization_retain(map) == map);
  vjp_linearization_release(map);
  vjp_linearization_release(map);
  CHECK(f.calls == 1);
}

static void options_are_checked(void) {
  struct function f = {.outputs = {sum_of_cubes}};
  vjp_tensor* x = VEC(1, 2);
  vjp_functional_options options[5];
  for (int i = 0; i < 5; ++i) options[i] = defaults;
  options[0].create_graph = 2;
  options[1].strict = -1;
  options[2].vectorize = 2;
  options[3].strategy = 3;
  options[4].chunk_size = -1;
  for (int i = 0; i < 5; ++i) FAILS(VJP_ERROR_INVALID, try_whole(vjp_functional_grad, &f, TENSORS(x), options[i]));
  CHECK(f.calls == 0);
}

int main(void) {
  RUN(high_1_structure);
  RUN(high_2_products_and_matrices);
  RUN(high_3_independent_variables);
  RUN(high_3_inference_mode);
  RUN(high_4_vectors);
  RUN(high_5_one_output_of_one_element);
  RUN(high_6_zeros);
  RUN(high_6_strict);
  RUN(high_7_strategies);
  RUN(cplx_9_jacobians);
  RUN(high_8_outer_strategy);
  RUN(high_9_double_backward);
  RUN(high_10_one_call);
  RUN(high_14_errors);
  RUN(what_is_not_differentiated);
  RUN(linearization);
  RUN(options_are_checked);
  return finish();
}
