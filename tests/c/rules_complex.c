/* Chapter 21 by its text: gradients of complex numbers against differences along both axes, real arguments among
 * complex ones, copies, views, points without a derivative, and the real inner product. */
#include "check.h"

typedef vjp_tensor* (*Function)(vjp_tensor* z);

/* complex128 of (re, im) pairs */
static vjp_tensor* complex_vec(const double* pairs, int64_t n) {
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_data(pairs, &n, 1, VJP_DTYPE_COMPLEX128, &t));
  return own(t);
}
#define CVEC(...) complex_vec((double[]){__VA_ARGS__}, (int64_t)(COUNT(__VA_ARGS__) / 2))
static void read_complex(vjp_tensor* t, double* pairs, size_t n) {
  for (size_t i = 0; i < n; ++i) pairs[i] = NAN;
  if (t) OK(vjp_tensor_copy_to(t, pairs, n * sizeof(double), VJP_DTYPE_COMPLEX128));
}
#define PARTS(t, ...) check_parts((t), (double[]){__VA_ARGS__}, COUNT(__VA_ARGS__), __LINE__)
static void check_parts(vjp_tensor* t, const double* want, size_t n, int line) {
  double got[16];
  char detail[120];
  bool good = t && (size_t)vjp_tensor_numel(t) * 2 == n;
  if (good) read_complex(t, got, n);
  for (size_t i = 0; good && i < n; ++i) {
    good = fabs(got[i] - want[i]) <= 1e-9 * (1 + fabs(want[i]));
    snprintf(detail, sizeof detail, "number %zu is %.12g, not %.12g", i, got[i], want[i]);
  }
  check_report(good, __FILE__, line, "the parts of a complex tensor", good ? "" : detail);
}

/* ---- functions of z ---- */

static vjp_tensor* square(vjp_tensor* z) { return mul(z, z); }
static vjp_tensor* reciprocal(vjp_tensor* z) { return OP("reciprocal", T(z)); }
static vjp_tensor* quotient(vjp_tensor* z) { return OP("div", T(z), T(CVEC(2, 1, -1, 0.5))); }
static vjp_tensor* exponential(vjp_tensor* z) { return OP("exp", T(z)); }
static vjp_tensor* sine(vjp_tensor* z) { return OP("sin", T(z)); }
static vjp_tensor* logarithm(vjp_tensor* z) { return OP("log", T(z)); }
static vjp_tensor* root(vjp_tensor* z) { return OP("sqrt", T(z)); }
static vjp_tensor* hyperbolic(vjp_tensor* z) { return OP("tanh", T(z)); }
static vjp_tensor* conjugate(vjp_tensor* z) { return OP("conj", T(z)); }
static vjp_tensor* mixed(vjp_tensor* z) { return mul(mul(z, z), OP("conj", T(z))); } /* of neither kind */
static vjp_tensor* modulus(vjp_tensor* z) { return OP("abs", T(z)); }
static vjp_tensor* argument(vjp_tensor* z) { return OP("angle", T(z)); }
static vjp_tensor* sign(vjp_tensor* z) { return OP("sgn", T(z)); }
static vjp_tensor* real_part(vjp_tensor* z) { return OP("real", T(z)); }
static vjp_tensor* imaginary_part(vjp_tensor* z) { return OP("imag", T(z)); }
static vjp_tensor* as_real(vjp_tensor* z) { return OP("view_as_real", T(z)); }
static vjp_tensor* matrix_product(vjp_tensor* z) {
  vjp_tensor* m = OP("reshape", T(CVEC(1, 2, 0.5, -1, -0.3, 0.2, 2, 0)), INTS(2, 2));
  return OP("matmul", T(m), T(z));
}
static vjp_tensor* power(vjp_tensor* z) { return OP("pow", T(z), T(CVEC(1.5, 0.5, -1, 0.25))); }
static vjp_tensor* product(vjp_tensor* z) { return OP("prod", T(z)); }

static const struct {
  const char* name;
  Function f;
} functions[] = {
    {"square", square},
    {"reciprocal", reciprocal},
    {"quotient", quotient},
    {"exp", exponential},
    {"sin", sine},
    {"log", logarithm},
    {"sqrt", root},
    {"tanh", hyperbolic},
    {"conj", conjugate},
    {"z z conj(z)", mixed},
    {"abs", modulus},
    {"angle", argument},
    {"sgn", sign},
    {"real", real_part},
    {"imag", imaginary_part},
    {"view", as_real},
    {"matmul", matrix_product},
    {"pow", power},
    {"prod", product},
};
enum { num_functions = sizeof functions / sizeof functions[0] };

static const double point[4] = {0.7, -1.2, 1.5, 0.4};

/* Re sum(conj(w) f(z)) for fixed weights w: a real loss, whose gradient arrives at f as w itself. */
static vjp_tensor* weights_for(vjp_tensor* y) {
  vjp_tensor* w = NULL;
  OK(vjp_tensor_empty(vjp_tensor_shape(y), vjp_tensor_ndim(y), vjp_tensor_dtype(y), &w));
  double numbers[16];
  size_t n = (size_t)vjp_tensor_numel(y);
  bool complex = vjp_tensor_dtype(y) == VJP_DTYPE_COMPLEX128;
  for (size_t i = 0; i < 2 * n; ++i) numbers[i] = 0.3 + 0.45 * (double)i - (i % 3 == 1);
  OK(vjp_tensor_copy_from(w, numbers, (complex ? 2 : 1) * n * sizeof(double),
                          complex ? VJP_DTYPE_COMPLEX128 : VJP_DTYPE_FLOAT64));
  return own(w);
}
static double loss_at(Function f, const double* pairs) {
  vjp_tensor *y = f(complex_vec(pairs, 2)), *w = weights_for(y);
  double values[16], weights[16], loss = 0;
  size_t n = 2 * (size_t)vjp_tensor_numel(y);
  read_complex(y, values, n);
  read_complex(w, weights, n);
  for (size_t i = 0; i < n; ++i) loss += values[i] * weights[i];
  return loss;
}
/* dL/dx + i dL/dy of each number */
static void differences(Function f, double* out) {
  for (size_t i = 0; i < 4; ++i) {
    double moved[4], eps = 1e-6;
    memcpy(moved, point, sizeof moved);
    moved[i] = point[i] + eps;
    double above = loss_at(f, moved);
    moved[i] = point[i] - eps;
    out[i] = (above - loss_at(f, moved)) / (2 * eps);
  }
}
static void compare(const char* name, const char* how, vjp_tensor* got, const double* want) {
  double parts[4];
  char detail[160];
  read_complex(got, parts, 4);
  for (int i = 0; i < 4; ++i) {
    bool good = fabs(parts[i] - want[i]) <= 1e-6 * (1 + fabs(want[i]));
    snprintf(detail, sizeof detail, "%s, %s: number %d is %.9g, not %.9g", name, how, i, parts[i], want[i]);
    check_report(good, __FILE__, __LINE__, "gradient", good ? "" : detail);
  }
}

/* CPLX-1, CPLX-2: dL/dx + i dL/dy, of holomorphic, other and real-valued functions, recorded or not */
static void gradients_are_the_differences(void) {
  for (size_t k = 0; k < num_functions; ++k) {
    double want[4];
    differences(functions[k].f, want);
    vjp_tensor *z = leaf(complex_vec(point, 2)), *y = functions[k].f(z), *g = NULL;
    OK(try_grad(y, weights_for(y), z, false, true, &g));
    compare(functions[k].name, "plain", own(g), want);
    OK(try_grad(y, weights_for(y), z, true, true, &g));
    compare(functions[k].name, "recorded", own(g), want);
  }
}

/* CPLX-1: z - lr grad decreases L */
static void descent_decreases(void) {
  for (size_t k = 0; k < num_functions; ++k) {
    vjp_tensor *z = leaf(complex_vec(point, 2)), *y = functions[k].f(z), *g = NULL;
    OK(try_grad(y, weights_for(y), z, false, true, &g));
    double parts[4], next[4], squares = 0;
    read_complex(own(g), parts, 4);
    for (int i = 0; i < 4; ++i) squares += parts[i] * parts[i];
    for (int i = 0; i < 4; ++i) next[i] = point[i] - 1e-3 * parts[i];
    CHECK(squares > 0 && loss_at(functions[k].f, next) < loss_at(functions[k].f, point));
  }
}

/* CPLX-2: the formulas, written out */
static void the_three_formulas(void) {
  vjp_tensor *z = leaf(CVEC(1, 2)), *g = NULL, *seed = CVEC(0.5, -3);
  OK(try_grad(square(z), seed, z, false, true, &g));
  PARTS(own(g), -11, -8); /* g conj(2 z) = (0.5 - 3i) (2 - 4i) */
  OK(try_grad(conjugate(z), seed, z, false, true, &g));
  PARTS(own(g), 0.5, 3); /* conj(g) */
  OK(try_grad(modulus(z), VEC(2), z, false, true, &g));
  PARTS(own(g), 2 / sqrt(5), 4 / sqrt(5)); /* g z / |z| */
  vjp_tensor* x = leaf(VEC(3));
  OK(try_grad(OP("mul", T(x), T(CVEC(1, 2))), seed, x, false, true, &g));
  EQUALS(own(g), 0.5 - 6); /* Re(g conj(1 + 2i)) */
}

/* CPLX-3: the gradient of a real argument is real, wherever the complex numbers come in */
static void real_arguments(void) {
  static const char* names[] = {"mul", "add", "sub", "div", "pow"};
  for (size_t k = 0; k < 5; ++k) {
    for (int recorded = 0; recorded < 2; ++recorded) {
      for (int second = 0; second < 2; ++second) {
        vjp_tensor *x = leaf(VEC(1.5, 2)), *c = CVEC(1, 2, -0.5, 1), *g = NULL;
        vjp_tensor* y = second ? OP(names[k], T(c), T(x)) : OP(names[k], T(x), T(c));
        CHECK(vjp_tensor_dtype(y) == VJP_DTYPE_COMPLEX128);
        OK(try_grad(y, CVEC(1, 1, 1, -1), x, recorded, true, &g));
        CHECK(vjp_tensor_dtype(own(g)) == VJP_DTYPE_FLOAT64);
        double value = 1e-6, slopes[2];
        for (int i = 0; i < 2; ++i) {
          double at_x[2] = {1.5, 2}, parts[2][4];
          for (int side = 0; side < 2; ++side) {
            at_x[i] = (i ? 2 : 1.5) + (side ? -value : value);
            vjp_tensor* t = VEC(at_x[0], at_x[1]);
            read_complex(second ? OP(names[k], T(c), T(t)) : OP(names[k], T(t), T(c)), parts[side], 4);
          }
          slopes[i] = (parts[0][2 * i] - parts[1][2 * i]) / (2 * value);
          slopes[i] += (i ? -1 : 1) * (parts[0][2 * i + 1] - parts[1][2 * i + 1]) / (2 * value);
        }
        for (size_t i = 0; i < 2; ++i) ABOUT(at(g, i), slopes[i], 1e-6);
      }
    }
  }
  /* a matrix product of both kinds, and a real bias under complex ones */
  vjp_tensor *m = leaf(MAT(2, 2, 1, 2, 3, 4)), *g = NULL;
  vjp_tensor* y = OP("matmul", T(OP("to", T(m), D(VJP_DTYPE_COMPLEX128))), T(CVEC(1, 1, 2, -1)));
  OK(try_grad(y, CVEC(1, 0, 0, 1), m, false, true, &g));
  CHECK(vjp_tensor_dtype(own(g)) == VJP_DTYPE_FLOAT64);
  EQUALS(g, 1, 2, 1, -1); /* Re(g conj(v)) */
}

/* CPLX-4: a complex root needs a gradient, and one of its own kind */
static void complex_roots(void) {
  vjp_tensor *z = leaf(CVEC(1, 2)), *s = OP("sum", T(mul(z, z)));
  FAILS(VJP_ERROR_DTYPE, vjp_backward(s, NULL));
  SAYS("complex128");
  FAILS(VJP_ERROR_DTYPE, vjp_backward(s, SCALAR(1)));
  CHECK(grad_of(z) == NULL);
  OK(vjp_backward(s, OP("sum", T(CVEC(0, 1)))));
  PARTS(grad_of(z), 4, 2); /* i conj(2 + 4i) */
}

static int warnings;
static void count_warning(void* context, const char* message) {
  (void)context, (void)message;
  ++warnings;
}
/* CPLX-5: copying complex numbers into real ones takes the real part, and its backward is silent */
static void copies_take_the_real_part(void) {
  vjp_tensor *z = leaf(CVEC(1, 2, 3, 4)), *to = times(VEC(0, 0), 1), *g = NULL;
  OP_("copy", T(to), T(mul(z, z)));
  EQUALS(to, -3, -7);
  CHECK(vjp_tensor_dtype(to) == VJP_DTYPE_FLOAT64);
  OK(vjp_set_warning_handler(count_warning, NULL, NULL));
  warnings = 0;
  OK(try_grad(to, VEC(1, 10), z, false, true, &g));
  CHECK(warnings == 0);
  PARTS(own(g), 2, -4, 60, -80); /* conj(2 z) */
  /* into a real part of what becomes complex again: a real source gets the real part of the gradient */
  vjp_tensor *x = leaf(VEC(5, 6)), *c = OP("mul", T(CVEC(0, 0, 0, 0)), F(1));
  OP_("copy", T(c), T(x));
  OK(try_grad(c, CVEC(1, 2, 3, 4), x, false, true, &g));
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
  CHECK(warnings == 0 && vjp_tensor_dtype(own(g)) == VJP_DTYPE_FLOAT64);
  EQUALS(g, 1, 3);
}

/* CPLX-6: the real form, the parts: views, through which changes reach one another's gradients */
static void views_and_changes(void) {
  vjp_tensor *z = leaf(CVEC(1, 2, 3, 4)), *b = OP("mul", T(z), F(1)), *g = NULL;
  vjp_tensor *re = real_part(b), *im = imaginary_part(b), *both = as_real(b);
  CHECK(vjp_tensor_is_view(re) && vjp_tensor_is_view(im) && vjp_tensor_is_view(both));
  OP_("mul", T(re), T(VEC(10, 20))); /* through one of them */
  PARTS(detached(b), 10, 2, 60, 4);
  EQUALS(im, 2, 4);
  EQUALS(both, 10, 2, 60, 4);
  OK(try_grad(both, MAT(2, 2, 1, 2, 3, 4), z, false, true, &g));
  PARTS(own(g), 10, 2, 60, 4);
  OK(try_grad(im, VEC(5, 7), z, false, true, &g));
  PARTS(own(g), 0, 5, 0, 7);
  OP_("mul", T(both), F(2)); /* through another, seen from the first */
  OK(try_grad(re, VEC(1, 1), z, false, true, &g));
  PARTS(own(g), 20, 0, 40, 0);
  OK(try_grad(b, CVEC(1, 1, 1, 1), z, false, true, &g));
  PARTS(own(g), 20, 2, 40, 2);
}

/* CPLX-6: of a real tensor it is the tensor, and there is no imaginary one */
static void parts_of_real_numbers(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *y = times(x, 3);
  vjp_tensor* re = real_part(y);
  CHECK(re == y && !vjp_tensor_is_view(y));
  EQUALS(grad(sum(re), x), 3, 3);
  FAILS(VJP_ERROR_DTYPE, TRY("imag", T(y)));
  SAYS("float64");
  FAILS(VJP_ERROR_DTYPE, TRY("view_as_real", T(y)));
}

/* CPLX-7: finite where the limit convention says 0 */
static void points_without_a_derivative(void) {
  static const Function at_zero[] = {modulus, argument, sign};
  vjp_tensor* g = NULL;
  for (size_t k = 0; k < 3; ++k) {
    for (int recorded = 0; recorded < 2; ++recorded) {
      vjp_tensor *z = leaf(CVEC(0, 0, 3, 4)), *y = at_zero[k](z);
      vjp_tensor* seed = k == 2 ? CVEC(1, 1, 1, 1) : VEC(1, 1);
      OK(try_grad(y, seed, z, recorded, true, &g));
      double parts[4];
      read_complex(own(g), parts, 4);
      CHECK(parts[0] == 0 && parts[1] == 0);
      CHECK(isfinite(parts[2]) && isfinite(parts[3]));
    }
  }
  vjp_tensor *z = leaf(CVEC(0, 0)), *one = leaf(CVEC(2, 1));
  OK(try_grad(OP("div", T(z), T(one)), CVEC(1, 0), one, false, true, &g)); /* 0 / c by c */
  PARTS(own(g), 0, 0);
  OK(try_grad(OP("pow", T(z), T(one)), CVEC(1, 1), one, false, true, &g)); /* 0 ** (2 + i) by the exponent */
  PARTS(own(g), 0, 0);
  OK(try_grad(OP("pow", T(z), T(CVEC(2, 0))), CVEC(1, 1), z, false, true, &g));
  PARTS(own(g), 0, 0);
}

/* The tangent of f along t. */
static vjp_tensor* tangent_along(Function f, vjp_tensor* t) {
  vjp_tensor *dual = NULL, *tangent = NULL;
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(complex_vec(point, 2), t, &dual));
  OK(vjp_tensor_tangent(f(own(dual)), &tangent));
  OK(vjp_forward_mode_exit());
  return own(tangent);
}

/* CPLX-8: the tangent is df/dz t + df/dconj(z) conj(t), the derivative along t; <g, J t> = <J^T g, t> by Re(conj(a) b)
 */
static void tangents_fit_gradients(void) {
  static const double directions[3][4] = {{1, 0, 0, 0}, {0, 1, 0, -2}, {0.3, -0.8, 1.1, 0.6}};
  for (size_t k = 0; k < num_functions; ++k) {
    vjp_tensor *z = leaf(complex_vec(point, 2)), *y = functions[k].f(z), *w = weights_for(y), *g = NULL;
    OK(try_grad(y, w, z, false, true, &g));
    double gradient[4], weights[16], tangent[16];
    size_t n = 2 * (size_t)vjp_tensor_numel(y);
    read_complex(own(g), gradient, 4);
    read_complex(w, weights, n);
    for (int d = 0; d < 3; ++d) {
      vjp_tensor* t = tangent_along(functions[k].f, complex_vec(directions[d], 2));
      CHECK(t && vjp_tensor_dtype(t) == vjp_tensor_dtype(y));
      double left = 0, right = 0;
      read_complex(t, tangent, n);
      for (size_t i = 0; i < n; ++i) left += weights[i] * tangent[i];
      for (size_t i = 0; i < 4; ++i) right += gradient[i] * directions[d][i];
      bool good = fabs(left - right) <= 1e-9 * (1 + fabs(right));
      check_report(good, __FILE__, __LINE__, "the real inner product", good ? "" : functions[k].name);
    }
  }
  /* the formula itself: f = z z conj(z) has df/dz = 2 |z|^2 and df/dconj(z) = z^2 */
  double x = point[0], v = point[1], r = 2 * (x * x + v * v), a = x * x - v * v, b = 2 * x * v, got[4];
  read_complex(tangent_along(mixed, CVEC(0, 1, 0, 0)), got, 4); /* t = i, conj(t) = -i */
  NEAR(got[0], b);
  NEAR(got[1], r - a);
}

int main(void) {
  RUN(gradients_are_the_differences);
  RUN(descent_decreases);
  RUN(the_three_formulas);
  RUN(real_arguments);
  RUN(complex_roots);
  RUN(copies_take_the_real_part);
  RUN(views_and_changes);
  RUN(parts_of_real_numbers);
  RUN(points_without_a_derivative);
  RUN(tangents_fit_gradients);
  return finish();
}
