/* What operators give that are made of others: tensors of their own, which take what fits them. */
#include "check.h"

static vjp_value C(double real, double imaginary) {
  vjp_value v = {.kind = VJP_KIND_COMPLEX};
  v.as.complex_value[0] = real;
  v.as.complex_value[1] = imaginary;
  return v;
}

/* VIEW-1: a view is one of an argument; what was computed and then seen in another shape is none */
static size_t computed(vjp_tensor* x, vjp_tensor* out[12]) {
  size_t n = 0;
  vjp_tensor* index = OP("to", T(VEC(0, 1)), D(VJP_DTYPE_INT64));
  out[n++] = OP("roll", T(x), INTS(1));
  out[n++] = OP("tile", T(x), INTS(2));
  out[n++] = OP("take", T(x), T(index));
  out[n++] = OP("reshape", T(OP("t", T(x))), INTS(4));
  out[n++] = OP("flatten", T(OP("t", T(x))));
  out[n++] = OP("tensordot", T(x), T(x), I(1));
  out[n++] = OP("kron", T(x), T(x));
  out[n++] = OP("inner", T(x), T(x));
  out[n++] = OP("einsum", S("ij,kj->ik"), TL((vjp_tensor*[]){x, x}, 2));
  out[n++] = OP("masked_scatter", T(x), T(OP("gt", T(x), F(2))), T(x));
  return n;
}
static void results_are_no_views(void) {
  vjp_tensor *x = leaf(MAT(2, 2, 1, 2, 3, 4)), *factor = leaf(SCALAR(2)), *results[12];
  vjp_guard* guard = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &guard));
  size_t count = computed(x, results);
  OK(vjp_guard_exit(guard));
  for (size_t i = 0; i < count; ++i) {
    CHECK(!vjp_tensor_is_view(results[i]));
    OK(TRY_("mul", T(results[i]), T(factor)));
  }
  vjp_tensor* view = OP("reshape", T(x), INTS(4));
  CHECK(vjp_tensor_is_view(view));
}
static void results_are_recorded(void) {
  vjp_tensor* x = leaf(MAT(2, 2, 1, 2, 3, 4));
  vjp_tensor* y = OP("roll", T(x), INTS(1));
  OP_("mul", T(OP("select", T(y), I(0), I(0))), F(3));
  OK(vjp_backward(OP("sum", T(y)), NULL));
  EQUALS(grad_of(x), 3, 1, 1, 3);
}

/* FWD-9: a result keeps the tangent that it was given as a part of what was computed */
static void results_keep_tangents(void) {
  OK(vjp_forward_mode_enter());
  vjp_tensor *dual = NULL, *primal = NULL, *tangent = NULL;
  OK(vjp_make_dual(MAT(2, 2, 1, 2, 3, 4), MAT(2, 2, 5, 6, 7, 8), &dual));
  vjp_tensor* y = OP("roll", T(own(dual)), INTS(1));
  OP_("mul", T(y), F(2));
  OK(vjp_unpack_dual(y, &primal, &tangent));
  own(primal);
  EQUALS(own(tangent), 16, 10, 12, 14);
  OK(vjp_forward_mode_exit());
}

/* FWD-6: a derivative that is zero is one */
static void sgn_has_a_tangent(void) {
  OK(vjp_forward_mode_enter());
  vjp_tensor *dual = NULL, *primal = NULL, *tangent = NULL;
  OK(vjp_make_dual(VEC(-2, 3), VEC(1, 1), &dual));
  OK(vjp_unpack_dual(OP("sgn", T(own(dual))), &primal, &tangent));
  own(primal);
  CHECK(tangent != NULL);
  EQUALS(own(tangent), 0, 0);
  OK(vjp_forward_mode_exit());
}

/* In-place forms of what is made of others refuse a result of another kind, as all do. */
static void in_place_keeps_the_kind(void) {
  vjp_tensor* whole = OP("to", T(VEC(4, 9)), D(VJP_DTYPE_INT64));
  FAILS(VJP_ERROR_DTYPE, TRY_("pow", T(whole), F(0.5)));
  FAILS(VJP_ERROR_DTYPE, TRY_("float_power", T(whole), F(2)));
  vjp_tensor* x = VEC(1, 2);
  FAILS(VJP_ERROR_DTYPE, TRY_("pow", T(x), C(0, 1)));
  EQUALS(x, 1, 2);
}

/* A complex number is nothing that a real tensor could hold, wherever it is given. */
static void complex_numbers_do_not_fit(void) {
  vjp_tensor* x = VEC(1, 2);
  FAILS(VJP_ERROR_DTYPE, TRY_("fill", T(x), C(0, 1)));
  SAYS("complex number 0+1j");
  FAILS(VJP_ERROR_DTYPE, TRY("masked_fill", T(x), T(OP("gt", T(x), F(0))), C(0, 1)));
  FAILS(VJP_ERROR_DTYPE, TRY("addcmul", T(x), T(x), T(x), C(0, 1)));
  SAYS("addcmul");
  FAILS(VJP_ERROR_DTYPE, TRY("constant_pad_nd", T(x), INTS(1, 1), C(0, 1)));
  vjp_tensor* z = OP("to", T(x), D(VJP_DTYPE_COMPLEX128));
  OK(TRY_("fill", T(z), C(0, 1)));
}

/* SAVE-1: powers keep the input: what they gave may be changed */
static void powers_may_be_changed(void) {
  const double exponents[] = {-1, 0.5, -0.5, 2, 3, 1.5}, slopes[] = {-0.0625, 0.25, -0.0625, 8, 48, 3};
  for (size_t i = 0; i < 6; ++i) {
    vjp_tensor* x = leaf(SCALAR(4));
    vjp_tensor* y = OP("pow", T(x), F(exponents[i]));
    OP_("relu", T(y));
    OK(vjp_backward(y, NULL));
    EQUALS(grad_of(x), slopes[i]);
  }
}

int main(void) {
  RUN(results_are_no_views);
  RUN(results_are_recorded);
  RUN(results_keep_tangents);
  RUN(sgn_has_a_tangent);
  RUN(in_place_keeps_the_kind);
  RUN(complex_numbers_do_not_fit);
  RUN(powers_may_be_changed);
  return finish();
}
