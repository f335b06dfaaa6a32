/* Chapter 18: levels inside one another, and on several threads. */
#include "duals.h"

static vjp_tensor* power(vjp_tensor* x, int n) {
  vjp_tensor* y = x;
  for (int i = 1; i < n; ++i) y = mul(y, x);
  return y;
}

/* FWD-1: numbers rise; the innermost level ends first, and whoever names another is told so */
static void fwd_1_levels_nest(void) {
  CHECK(vjp_forward_mode_level() == 0);
  uint64_t outer = enter_level(), inner = enter_level();
  CHECK(outer != 0 && inner > outer);
  FAILS(VJP_ERROR_STATE, vjp_forward_mode_exit_level(outer));
  SAYS("innermost");
  FAILS(VJP_ERROR_INVALID, vjp_forward_mode_exit_level(0));
  CHECK(vjp_forward_mode_level() == inner);
  OK(vjp_forward_mode_exit_level(inner));
  CHECK(vjp_forward_mode_level() == outer);
  uint64_t next = enter_level();
  CHECK(next > inner);
  leave(), leave();
  CHECK(vjp_forward_mode_level() == 0);
  FAILS(VJP_ERROR_STATE, vjp_forward_mode_exit());
  /* a level that has ended */
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_STATE, vjp_make_dual_at(VEC(1), VEC(1), inner, &out));
  SAYS("ended");
  FAILS(VJP_ERROR_STATE, vjp_tensor_tangent_at(VEC(1), inner, &out));
}

/* FWD-1: dozens of levels, and the way back */
static void fwd_1_deep(void) {
  enum { kDepth = 40 };
  vjp_tensor* x = VEC(1);
  uint64_t levels[kDepth];
  for (int i = 0; i < kDepth; ++i) {
    levels[i] = enter_level();
    x = dual(x, VEC(i + 1));
  }
  vjp_tensor* y = times(x, 2);
  for (int i = 0; i < kDepth; ++i) EQUALS(tangent_at(levels[i], y), 2 * (i + 1));
  for (int i = 0; i < kDepth; ++i) leave();
}

/* FWD-1, FWD-6: forward over forward over forward, by every family of operators. x^5 and its derivatives at 2. */
static vjp_tensor* by_pointwise(vjp_tensor* x) { return power(x, 5); }
static vjp_tensor* by_scalar(vjp_tensor* x) { return OP("pow", T(x), F(5)); }
static vjp_tensor* by_product(vjp_tensor* x) { /* matrices, views, sums */
  vjp_tensor* row = OP("expand", T(OP("view", T(x), INTS(1, 1))), INTS(1, 2));
  vjp_tensor* squares = OP("mm", T(row), T(OP("transpose", T(row), I(0), I(1)))); /* 2 x^2 */
  return OP("view", T(times(mul(mul(squares, squares), x), 0.25)), INTS(1));
}
static vjp_tensor* by_general(vjp_tensor* x) { /* transposed: the last of the cumulative products */
  return narrow(OP("cumprod", T(OP("expand", T(x), INTS(5))), I(0)), 0, 4, 1);
}
static vjp_tensor* by_parts(vjp_tensor* x) { /* lists of views, and a list of arguments */
  vjp_tensor* parts[] = {x, mul(x, x), mul(x, x)};
  vjp_tensor* whole = OP("cat", TL(parts, 3), I(0));
  return OP("view",
            T(mul(mul(RESULT("unbind", 0, T(whole), I(0)), RESULT("unbind", 1, T(whole), I(0))),
                  RESULT("unbind", 2, T(whole), I(0)))),
            INTS(1));
}
static vjp_tensor* in_place(vjp_tensor* x) {
  vjp_tensor* y = clone(x);
  for (int i = 0; i < 4; ++i) OP_("mul", T(y), T(x));
  return y;
}
static vjp_tensor* in_a_view(vjp_tensor* x) {
  vjp_tensor *base = OP("ones", INTS(3)), *view = narrow(base, 0, 1, 1);
  for (int i = 0; i < 5; ++i) OP_("mul", T(view), T(x));
  return narrow(base, 0, 1, 1);
}
static void fwd_6_third_derivatives(void) {
  vjp_tensor* (*const functions[])(vjp_tensor*) = {by_pointwise, by_scalar, by_product, by_general,
                                                   by_parts,     in_place,  in_a_view};
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) {
    for (int recorded = 0; recorded < 2; ++recorded) {
      vjp_tensor* x = recorded ? leaf(VEC(2)) : VEC(2);
      uint64_t a = enter_level(), b = 0, c = 0;
      x = dual(x, VEC(1));
      b = enter_level();
      x = dual(x, VEC(1));
      c = enter_level();
      x = dual(x, VEC(1));
      vjp_tensor* y = functions[i](x);
      EQUALS(y, 32);
      EQUALS(tangent_at(a, y), 80);
      EQUALS(tangent_at(b, y), 80);
      EQUALS(tangent_at(c, y), 80);
      EQUALS(tangent_at(a, tangent_at(b, y)), 160);
      EQUALS(tangent_at(a, tangent_at(c, y)), 160);
      EQUALS(tangent_at(b, tangent_at(c, y)), 160);
      EQUALS(tangent_at(a, tangent_at(b, tangent_at(c, y))), 240);
      /* mixed derivatives have one place */
      CHECK(tangent_at(b, tangent_at(a, y)) == NULL && tangent_at(c, tangent_at(b, y)) == NULL);
      leave();
      EQUALS(tangent_at(a, tangent_at(b, y)), 160);
      leave();
      EQUALS(tangent_of(y), 80);
      leave();
    }
  }
}

/* f' at x along 1, in a level of its own */
typedef vjp_tensor* (*Function)(void* context, vjp_tensor* x);
static vjp_tensor* derivative(Function f, void* context, vjp_tensor* x) {
  uint64_t level = enter_level();
  vjp_tensor* t = tangent_at(level, f(context, dual(x, OP("ones_like", T(x)))));
  leave();
  return t ? t : OP("zeros_like", T(x));
}
static vjp_tensor* plus(void* x, vjp_tensor* y) { return add((vjp_tensor*)x, y); }
static vjp_tensor* first_times(void* x, vjp_tensor* y) { return mul((vjp_tensor*)x, mul(y, y)); }
static vjp_tensor* only_outer(void* x, vjp_tensor* y) {
  (void)y;
  return mul((vjp_tensor*)x, (vjp_tensor*)x);
}
/* x d/dy (x + y) = x */
static vjp_tensor* x_times_one(void* none, vjp_tensor* x) {
  (void)none;
  return mul(x, derivative(plus, x, VEC(1)));
}
/* x d/dy (x y^2) at y = x: 2 x^3; x d/dy (x y^2) at y = 3: 6 x^2 */
static vjp_tensor* x_times_inner(void* at, vjp_tensor* x) {
  return mul(x, derivative(first_times, x, at ? (vjp_tensor*)at : x));
}
static vjp_tensor* x_times_nothing(void* none, vjp_tensor* x) {
  (void)none;
  return add(x, derivative(only_outer, x, VEC(1)));
}
/* x d/dy (x + y) by reverse mode inside */
static vjp_tensor* x_times_gradient(void* none, vjp_tensor* x) {
  (void)none;
  vjp_tensor* y = leaf(VEC(1));
  return mul(x, grad_graph(sum(add(x, y)), y));
}
static vjp_tensor* x_times_gradient_of_product(void* none, vjp_tensor* x) {
  (void)none;
  vjp_tensor* y = leaf(VEC(3));
  return mul(x, grad(sum(mul(x, mul(y, y))), y)); /* 2 x y x */
}
/* HIGH-12, FWD-6: perturbations of different levels are not confused */
static void fwd_6_perturbation_confusion(void) {
  EQUALS(derivative(x_times_one, NULL, VEC(1)), 1);
  EQUALS(derivative(x_times_inner, NULL, VEC(2)), 24);
  EQUALS(derivative(x_times_inner, VEC(3), VEC(2)), 24);
  EQUALS(derivative(x_times_nothing, NULL, VEC(2)), 1);
  EQUALS(derivative(x_times_gradient, NULL, VEC(1)), 1);
  EQUALS(derivative(x_times_gradient_of_product, NULL, VEC(2)), 24);
  /* reverse outside */
  Function inner[] = {x_times_one, x_times_inner, x_times_nothing};
  double want[] = {1, 24, 1};
  for (int i = 0; i < 3; ++i) {
    vjp_tensor* x = leaf(VEC(2));
    EQUALS(grad(sum(inner[i](NULL, x)), x), want[i]);
  }
}

static vjp_tensor* fourth(void* none, vjp_tensor* x) {
  (void)none;
  return power(x, 4);
}
static vjp_tensor* slope(void* none, vjp_tensor* x) { return derivative(fourth, none, x); }
static vjp_tensor* curvature(void* none, vjp_tensor* x) { return derivative(slope, none, x); }
/* the gradient of a directional derivative */
static vjp_tensor* gradient_of_slope(void* recorded, vjp_tensor* x) {
  if (!vjp_tensor_requires_grad(x)) OK(vjp_tensor_set_requires_grad(x, true));
  vjp_tensor* s = sum(slope(NULL, x));
  return recorded ? grad_graph(s, x) : grad(s, x);
}
/* FWD-6, FWD-13: forward and reverse in any order; x^4 at 2: 32, 48, 48, 24 */
static void fwd_13_forward_and_reverse_in_any_order(void) {
  EQUALS(derivative(curvature, NULL, VEC(2)), 48);
  for (size_t recorded = 0; recorded < 2; ++recorded) {
    void* how = recorded ? &how : NULL;
    EQUALS(gradient_of_slope(how, leaf(VEC(2))), 48);
    vjp_tensor* x = leaf(VEC(2));
    EQUALS(derivative(gradient_of_slope, how, x), 48); /* forward over reverse over forward */
  }
  vjp_tensor *x = leaf(VEC(2)), *g = grad_graph(sum(curvature(NULL, x)), x); /* reverse over forward over forward */
  EQUALS(g, 48);
  EQUALS(grad(g, x), 24);
  g = grad_graph(derivative(gradient_of_slope, &x, x), x); /* reverse over forward over reverse over forward */
  EQUALS(g, 24);
}

/* FWD-2: at the innermost level, or at one that is named */
static void fwd_2_duals_of_levels(void) {
  vjp_tensor* out = NULL;
  uint64_t a = enter_level();
  enter();
  vjp_tensor *of_a = dual_at(a, VEC(1, 2), VEC(3, 4)), *of_b = dual(VEC(1, 2), VEC(5, 6));
  CHECK(tangent_of(of_a) == NULL && tangent_at(a, of_b) == NULL);
  EQUALS(tangent_at(a, of_a), 3, 4);
  EQUALS(tangent_of(of_b), 5, 6);
  uint64_t level = 0;
  OK(vjp_tensor_tangent_level(of_a, 0, &level));
  CHECK(level == a);
  OK(vjp_tensor_tangent_level(of_a, a, &level));
  CHECK(level == 0);
  OK(vjp_tensor_tangent_level(dual(of_a, VEC(1, 1)), 0, &level));
  CHECK(level == vjp_forward_mode_level());
  OK(vjp_tensor_tangent_level(dual(of_a, VEC(1, 1)), level, &level));
  CHECK(level == a);
  /* a primal and a tangent may have tangents of other levels, the tangent of outer ones only */
  vjp_tensor* both = dual(of_a, of_a);
  EQUALS(tangent_at(a, both), 3, 4);
  EQUALS(tangent_at(a, tangent_of(both)), 3, 4);
  EQUALS(tangent_at(a, dual_at(a, of_b, VEC(7, 8))), 7, 8);
  EQUALS(tangent_of(dual_at(a, of_b, VEC(7, 8))), 5, 6);
  FAILS(VJP_ERROR_STATE, vjp_make_dual(of_b, VEC(1, 1), &out));
  FAILS(VJP_ERROR_STATE, vjp_make_dual(VEC(1, 1), of_b, &out));
  FAILS(VJP_ERROR_STATE, vjp_make_dual_at(of_a, VEC(1, 1), a, &out));
  FAILS(VJP_ERROR_STATE, vjp_make_dual_at(VEC(1, 1), of_a, a, &out));
  FAILS(VJP_ERROR_STATE, vjp_make_dual_at(VEC(1, 1), of_b, a, &out));
  SAYS("inside it");
  /* integers, also where they are given as tangents */
  vjp_tensor* whole = ramp(VJP_DTYPE_INT64, 1, (int64_t[]){2});
  FAILS(VJP_ERROR_DTYPE, vjp_make_dual(whole, VEC(1, 1), &out));
  FAILS(VJP_ERROR_DTYPE, vjp_make_dual(VEC(1, 1), whole, &out));
  leave(), leave();
}

/* FWD-5: the primal has no tangent at that level, and those of the others */
static void fwd_5_unpacking_at_levels(void) {
  uint64_t a = enter_level(), b = enter_level();
  vjp_tensor* d = dual(dual_at(a, VEC(1, 2), VEC(3, 4)), VEC(5, 6));
  vjp_tensor *without_b = primal_at(b, d), *without_a = primal_at(a, d);
  CHECK(tangent_at(b, without_b) == NULL && tangent_at(a, without_a) == NULL);
  EQUALS(tangent_at(a, without_b), 3, 4);
  EQUALS(tangent_at(b, without_a), 5, 6);
  CHECK(tangent_at(a, primal_at(a, without_b)) == NULL && tangent_at(b, primal_at(a, without_b)) == NULL);
  leave();
  EQUALS(tangent_at(a, without_b), 3, 4);
  leave();
}

/* FWD-3, FWD-9: dual and primal are apart at the dual's level, and views of each other at others */
static void fwd_9_views_at_levels(void) {
  uint64_t a = enter_level();
  vjp_tensor *x = VEC(1, 2, 3), *part = narrow(x, 0, 0, 2);
  uint64_t b = enter_level();
  vjp_tensor *d = dual(part, VEC(5, 6)), *of_d = narrow(d, 0, 1, 1);
  vjp_tensor *of_a = dual_at(a, VEC(7, 8), VEC(30, 40)), *of_b = dual(VEC(1, 1), VEC(9, 10));
  OP_("copy", T(part), T(of_a)); /* into the primal */
  EQUALS(tangent_at(a, x), 30, 40, 0);
  EQUALS(tangent_at(a, d), 30, 40);
  EQUALS(tangent_at(a, of_d), 40);
  EQUALS(tangent_at(b, d), 5, 6);
  CHECK(tangent_at(b, x) == NULL && tangent_at(b, part) == NULL);
  OP_("mul", T(of_d), F(10)); /* into a view of the dual */
  EQUALS(x, 7, 80, 3);
  EQUALS(tangent_at(a, x), 30, 400, 0);
  EQUALS(tangent_at(b, d), 5, 60);
  CHECK(tangent_at(b, x) == NULL);
  OP_("mul", T(part), T(of_b)); /* now the primal's own, which the dual does not see */
  EQUALS(tangent_at(b, x), 63, 800, 0);
  EQUALS(tangent_at(a, tangent_at(b, x)), 270, 4000, 0);
  EQUALS(tangent_at(b, d), 5, 60);
  leave();
  /* what was made for one level says nothing about another */
  uint64_t c = enter_level();
  OP_("copy", T(part), T(dual(VEC(1, 1), VEC(2, 3))));
  EQUALS(tangent_at(c, d), 2, 3);
  EQUALS(tangent_at(c, of_d), 3);
  leave(), leave();
}

/* FWD-8: each level's tangent is changed in place, and what carries tangents itself */
static void fwd_8_in_place_at_levels(void) {
  for (int recorded = 0; recorded < 2; ++recorded) {
    uint64_t a = enter_level();
    vjp_tensor *t = VEC(3, 4), *x = dual(VEC(1, 2), t);
    if (recorded) x = times(x, 1), t = tangent_of(x);
    vjp_tensor* factor = recorded ? leaf(VEC(5, 6)) : VEC(5, 6);
    uint64_t b = enter_level();
    OP_("mul", T(x), T(dual(factor, VEC(7, 8))));
    EQUALS(x, 5, 12);
    CHECK(tangent_at(a, x) == t);
    EQUALS(t, 15, 24);
    vjp_tensor* s = tangent_at(b, x);
    EQUALS(s, 7, 16);
    EQUALS(tangent_at(a, s), 21, 32);
    OP_("mul", T(x), F(2));
    CHECK(tangent_at(b, x) == s && tangent_at(a, x) == t);
    EQUALS(tangent_at(a, s), 42, 64);
    OP_("copy", T(x), T(VEC(1, 1))); /* nothing is left of any */
    EQUALS(s, 0, 0);
    EQUALS(tangent_at(a, s), 0, 0);
    EQUALS(t, 0, 0);
    leave(), leave();
  }
}

/* FWD-11 */
static void fwd_11_detach_drops_all(void) {
  uint64_t a = enter_level();
  vjp_tensor* x = dual(VEC(1, 2), VEC(3, 4));
  uint64_t b = enter_level();
  x = times(dual(x, VEC(5, 6)), 2);
  vjp_tensor* cut = detached(x);
  CHECK(tangent_at(a, cut) == NULL && tangent_at(b, cut) == NULL);
  FAILS(VJP_ERROR_STATE, vjp_tensor_set_data(dual_at(a, VEC(1), VEC(1)), VEC(3)));
  OK(vjp_tensor_detach_(x));
  CHECK(tangent_at(a, x) == NULL && tangent_at(b, x) == NULL);
  leave(), leave();
}

/* FWD-15 */
static void fwd_15_inference_mode(void) {
  uint64_t a = enter_level();
  vjp_tensor* ordinary = dual(VEC(1, 2), VEC(3, 4));
  vjp_guard* inside = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* inference = dual(VEC(1, 2), VEC(3, 4));
  uint64_t b = enter_level();
  vjp_tensor* duals[] = {dual(ordinary, VEC(5, 6)), dual(inference, VEC(5, 6))};
  OK(vjp_guard_exit(inside));
  for (int i = 0; i < 2; ++i) {
    vjp_tensor* y = mul(duals[i], narrow(duals[i], 0, 0, 2));
    EQUALS(tangent_at(a, y), 6, 16);
    EQUALS(tangent_at(b, y), 10, 24);
    EQUALS(tangent_at(a, tangent_at(b, y)), 30, 48);
    CHECK(tangent_at(b, primal_at(b, duals[i])) == NULL);
    EQUALS(tangent_at(a, primal_at(b, duals[i])), 3, 4);
  }
  leave(), leave();
}

/* FWD-17 */
static void fwd_17_printing(void) {
  uint64_t a = enter_level();
  vjp_tensor* x = dual(VEC(1), VEC(3));
  enter();
  char *text = NULL, want[100];
  OK(vjp_tensor_to_string(mul(dual(x, VEC(5)), x), -1, &text));
  snprintf(want, sizeof want, "[1.], tangent=([5.], tangent@%d=[15.]), tangent@%d=[6.]", (int)a, (int)a);
  CHECK(strcmp(text, want) == 0);
  vjp_string_free(text);
  leave(), leave();
}

int main(void) {
  RUN(fwd_1_levels_nest);
  RUN(fwd_1_deep);
  RUN(fwd_2_duals_of_levels);
  RUN(fwd_5_unpacking_at_levels);
  RUN(fwd_6_third_derivatives);
  RUN(fwd_6_perturbation_confusion);
  RUN(fwd_8_in_place_at_levels);
  RUN(fwd_9_views_at_levels);
  RUN(fwd_11_detach_drops_all);
  RUN(fwd_13_forward_and_reverse_in_any_order);
  RUN(fwd_15_inference_mode);
  RUN(fwd_17_printing);
  return finish();
}
