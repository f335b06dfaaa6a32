/* Chapter 18: where tangents lie, modes, what has none, and copies. */
#include "duals.h"

static vjp_tensor* complex_of(double re, double im) {
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_data((double[]){re, im}, (int64_t[]){1}, 1, VJP_DTYPE_COMPLEX128, &t));
  return own(t);
}
static double real_part(vjp_tensor* t) { return t ? at(OP("real", T(t)), 0) : NAN; }
static double imaginary_part(vjp_tensor* t) { return t ? at(OP("imag", T(t)), 0) : NAN; }

/* FWD-3: a view of the primal for reverse mode, and none for tangents, in either direction */
static void fwd_3_primal_and_dual_are_apart(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *h = times(x, 3);
  enter();
  vjp_tensor *t = VEC(3, 4), *d = dual(h, t), *base = NULL, *other = dual(VEC(7, 8), VEC(5, 6));
  OK(vjp_tensor_base(d, &base));
  CHECK(own(base) == h && vjp_tensor_is_view(d) && version_of(d) == version_of(h));
  CHECK(tangent_of(h) == NULL);
  EQUALS(grad(sum(d), x), 3, 3);
  /* the primal gets a tangent; the dual keeps its own */
  OP_("copy", T(h), T(other));
  EQUALS(tangent_of(h), 5, 6);
  CHECK(tangent_of(d) == t);
  EQUALS(t, 3, 4);
  EQUALS(tangent_of(narrow(d, 0, 0, 1)), 3);
  EQUALS(d, 7, 8);
  CHECK(version_of(d) == version_of(h));
  /* the dual changes; the primal's tangent is as it was */
  OP_("mul", T(d), F(10));
  EQUALS(tangent_of(d), 30, 40);
  EQUALS(tangent_of(h), 5, 6);
  EQUALS(h, 70, 80);
  /* a primal that is a view: its base learns nothing either */
  vjp_tensor *whole = VEC(1, 2, 3), *part = narrow(whole, 0, 0, 2), *of_part = dual(part, VEC(1, 1));
  OP_("mul", T(of_part), T(other));
  EQUALS(tangent_of(of_part), 12, 20);
  CHECK(tangent_of(whole) == NULL && tangent_of(part) == NULL);
  OP_("copy", T(part), T(other));
  EQUALS(tangent_of(whole), 5, 6, 0);
  EQUALS(tangent_of(of_part), 12, 20);
  leave();
}

/* FWD-4: the given tangent itself, if it lies as the primal does; sizes of 1 and empty tensors do not count */
static void fwd_4_where_a_tangent_lies(void) {
  enter();
  vjp_tensor *row = MAT(1, 2, 1, 2), *t = OP("as_strided", T(VEC(5, 6)), INTS(1, 2), INTS(7, 1));
  CHECK(tangent_of(dual(row, t)) == t);
  /* another extent of the storage, another offset, other strides: a copy that lies as the primal */
  vjp_tensor *part = narrow(VEC(1, 2, 3), 0, 0, 2), *short_one = VEC(5, 6);
  vjp_tensor *shifted = narrow(VEC(4, 5, 6), 0, 1, 2), *strided = OP("slice", T(VEC(5, 0, 6)), I(0), I(0), I(3), I(2));
  vjp_tensor* given[] = {short_one, shifted, strided};
  for (int i = 0; i < 3; ++i) {
    vjp_tensor *d = dual(part, given[i]), *made = tangent_of(d);
    CHECK(made != given[i]);
    EQUALS(made, 5, 6);
    CHECK(vjp_tensor_strides(made)[0] == 1 && vjp_tensor_storage_offset(made) == 0);
    /* what lies beyond the primal in its storage has the tangent zero */
    EQUALS(tangent_of(OP("as_strided", T(d), INTS(3), INTS(1))), 5, 6, 0);
    /* the copy is the dual's own */
    OP_("mul", T(d), F(2));
    EQUALS(given[i], 5, 6);
  }
  vjp_tensor* same_place = narrow(VEC(5, 6, 7), 0, 0, 2);
  CHECK(tangent_of(dual(part, same_place)) == same_place);
  vjp_tensor *nothing = OP("as_strided", T(VEC(1, 2)), INTS(0), INTS(1), I(1)),
             *no_tangent = narrow(VEC(1, 2), 0, 0, 0);
  CHECK(vjp_tensor_storage_offset(nothing) == 1 && vjp_tensor_storage_offset(no_tangent) == 0);
  CHECK(tangent_of(dual(nothing, no_tangent)) == no_tangent);
  leave();
}

/* FWD-6: the tangent is computed in the grad mode of the operation; what has no tangent counts as zero */
static void fwd_6_grad_mode_of_tangents(void) {
  vjp_tensor *x = leaf(VEC(2, 3)), *w = leaf(VEC(5, 7));
  const char* names[] = {"mul", "add", "div"};
  enter();
  vjp_tensor* d = dual(x, VEC(1, 1));
  for (int i = 0; i < 3; ++i) {
    vjp_tensor *recorded = OP(names[i], T(mul(d, d)), T(w)), *t = tangent_of(recorded);
    CHECK(vjp_tensor_requires_grad(t) && !vjp_tensor_is_leaf(t));
    vjp_guard* off = enter_mode(VJP_MODE_GRAD, false);
    vjp_tensor* silent = tangent_of(OP(names[i], T(mul(d, d)), T(w)));
    OK(vjp_guard_exit(off));
    CHECK(!vjp_tensor_requires_grad(silent));
    EQUALS(silent, at(t, 0), at(t, 1));
  }
  EQUALS(grad(sum(tangent_of(mul(d, mul(w, w)))), w), 10, 14);
  vjp_tensor *a = MAT(1, 2, 1, 2), *b = MAT(2, 1, 3, 4);
  EQUALS(tangent_of(OP("mm", T(dual(a, MAT(1, 2, 5, 6))), T(b))), 39);
  EQUALS(tangent_of(OP("mm", T(a), T(dual(b, MAT(2, 1, 5, 6))))), 17);
  /* results that cannot have one */
  CHECK(tangent_of(OP("to", T(d), D(VJP_DTYPE_INT64))) == NULL);
  EQUALS(tangent_of(OP("to", T(d), D(VJP_DTYPE_FLOAT32))), 1, 1);
  CHECK(tangent_of(times(w, 2)) == NULL);
  /* of several results, those that can */
  vjp_tensor* m = dual(MAT(2, 2, 1, 4, 3, 2), MAT(2, 2, 10, 20, 30, 40));
  EQUALS(tangent_of(RESULT("max.dim", 0, T(m), I(1))), 20, 30);
  CHECK(tangent_of(RESULT("max.dim", 1, T(m), I(1))) == NULL);
  leave();
}

/* FWD-10: a flag of the thread; no-grad leaves it alone */
static void fwd_10_the_flag(void) {
  enter();
  vjp_tensor *d = dual(VEC(1, 2), VEC(3, 4)), *primal = NULL, *tangent = NULL;
  CHECK(vjp_mode_enabled(VJP_MODE_FORWARD));
  vjp_guard* off = enter_mode(VJP_MODE_FORWARD, false);
  vjp_tensor* y = times(d, 2);
  OK(vjp_unpack_dual(d, &primal, &tangent));
  CHECK(own(primal) != NULL && tangent == NULL && tangent_of(d) == NULL);
  OP_("mul", T(d), F(2)); /* the primal alone */
  OK(vjp_guard_exit(off));
  CHECK(tangent_of(y) == NULL);
  EQUALS(tangent_of(d), 3, 4);
  off = enter_mode(VJP_MODE_GRAD, false);
  CHECK(vjp_mode_enabled(VJP_MODE_FORWARD));
  EQUALS(tangent_of(times(d, 2)), 6, 8);
  OK(vjp_guard_exit(off));
  leave();
}

/* FWD-11 */
static void fwd_11_detaching_and_replacing(void) {
  enter();
  vjp_tensor *d = times(dual(VEC(1, 2), VEC(3, 4)), 2), *cut = NULL, *x = VEC(1, 2);
  OK(vjp_tensor_detach(d, &cut));
  CHECK(tangent_of(own(cut)) == NULL);
  EQUALS(tangent_of(d), 6, 8);
  CHECK(tangent_of(times(cut, 2)) == NULL);
  /* neither a dual's data nor data that are a dual; a size of a dual */
  FAILS(VJP_ERROR_STATE, vjp_tensor_set_data(d, VEC(3)));
  SAYS("tangent");
  FAILS(VJP_ERROR_STATE, vjp_tensor_set_data(x, d));
  SAYS("tangent");
  FAILS(VJP_ERROR_STATE, vjp_tensor_resize_(d, (int64_t[]){1}, 1));
  SAYS("tangent");
  /* out: among the arguments, and as the target */
  vjp_value from_dual[] = {T(d), T(VEC(1, 1)), T(VEC(0, 0))}, into_dual[] = {T(VEC(1, 1)), T(VEC(1, 1)), T(d)};
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, call_op("mul", VJP_VARIANT_OUT, from_dual, 3, 0, NULL));
  SAYS("mul");
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, call_op("mul", VJP_VARIANT_OUT, into_dual, 3, 0, NULL));
  OK(vjp_tensor_detach_(d));
  CHECK(tangent_of(d) == NULL && tangent_of(times(d, 2)) == NULL);
  EQUALS(d, 2, 4);
  OK(vjp_tensor_set_data(d, VEC(3)));
  leave();
}

/* FWD-14 */
static void fwd_14_a_zero_tangent_is_one(void) {
  enter();
  vjp_tensor *t = VEC(0, 0), *d = dual(VEC(1, 2), t);
  CHECK(tangent_of(d) == t);
  EQUALS(tangent_of(times(d, 2)), 0, 0);
  EQUALS(tangent_of(OP("cumprod", T(d), I(0))), 0, 0);
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_STATE, vjp_make_dual(d, VEC(1, 1), &out)); /* it has one already */
  OP_("add", T(d), T(dual(VEC(1, 1), VEC(5, 6))));
  EQUALS(t, 5, 6);
  leave();
}

/* FWD-15 */
static void fwd_15_inference_mode(void) {
  vjp_tensor *ordinary = VEC(1, 2), *tracked = times(leaf(VEC(1, 2)), 1);
  enter();
  vjp_guard* inside = enter_mode(VJP_MODE_INFERENCE, true);
  vjp_tensor* inference = VEC(3, 4);
  vjp_tensor *primals[] = {ordinary, tracked, inference}, *duals[3];
  for (int i = 0; i < 3; ++i) {
    duals[i] = dual(primals[i], VEC(5, 6));
    CHECK(duals[i] != primals[i] && !vjp_tensor_is_view(duals[i]));
    CHECK(vjp_tensor_is_inference(duals[i]) == (i == 2));
    CHECK(vjp_tensor_data(duals[i]) == vjp_tensor_data(primals[i]));
  }
  OK(vjp_guard_exit(inside));
  for (int i = 0; i < 3; ++i) {
    EQUALS(tangent_of(duals[i]), 5, 6);
    EQUALS(tangent_of(times(duals[i], 2)), 10, 12);
    CHECK(tangent_of(primals[i]) == NULL && !vjp_tensor_requires_grad(duals[i]));
  }
  leave();
}

/* FWD-16 */
static void fwd_16_copies(void) {
  enter();
  vjp_tensor* d = dual(VEC(1, 2), VEC(3, 4));
  vjp_tensor* wide = OP("zeros", INTS(2, 2));
  OP_("copy", T(wide), T(d));
  EQUALS(tangent_of(wide), 3, 4, 3, 4);
  OP_("copy", T(wide), T(dual(SCALAR(0), SCALAR(9)))); /* into one that has a tangent */
  EQUALS(tangent_of(wide), 9, 9, 9, 9);
  vjp_tensor* part = OP("zeros", INTS(3, 2));
  OP_("copy", T(narrow(part, 0, 1, 2)), T(d));
  EQUALS(tangent_of(part), 0, 0, 3, 4, 3, 4);
  /* real into complex, and back */
  vjp_tensor* c = complex_of(0, 0);
  OP_("copy", T(c), T(dual(VEC(1), VEC(3))));
  CHECK(vjp_tensor_dtype(tangent_of(c)) == VJP_DTYPE_COMPLEX128);
  CHECK(real_part(tangent_of(c)) == 3 && imaginary_part(tangent_of(c)) == 0);
  vjp_tensor* r = VEC(0);
  OP_("copy", T(r), T(dual(complex_of(1, 2), complex_of(3, 4))));
  CHECK(vjp_tensor_dtype(tangent_of(r)) == VJP_DTYPE_FLOAT64);
  EQUALS(tangent_of(r), 3);
  OP_("copy", T(c), T(dual(VEC(1), VEC(5))));
  CHECK(real_part(tangent_of(c)) == 5 && imaginary_part(tangent_of(c)) == 0);
  leave();
}

/* FWD-18 */
static void fwd_18_what_has_no_tangent(void) {
  enter();
  vjp_tensor *d = dual(VEC(0.25, 0.5), VEC(3, 4)), *other = dual(VEC(0.5, 0.25), VEC(1, 1));
  const char* comparisons[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  for (int i = 0; i < 6; ++i) CHECK(tangent_of(OP(comparisons[i], T(d), T(other))) == NULL);
  CHECK(tangent_of(OP("argmax", T(d))) == NULL && tangent_of(OP("isnan", T(d))) == NULL);
  CHECK(tangent_of(RESULT("sort", 1, T(d))) == NULL);
  const char* random[] = {"bernoulli", "rand_like", "randn_like", "zeros_like", "ones_like"};
  for (int i = 0; i < 5; ++i) CHECK(tangent_of(OP(random[i], T(d))) == NULL);
  /* in place the former tangent does not stay: what is there now does not depend on it */
  for (int recorded = 0; recorded < 2; ++recorded) {
    for (int i = 0; i < 5; ++i) {
      vjp_tensor* target = dual(recorded ? times(leaf(VEC(0.25, 0.5)), 1) : VEC(0.25, 0.5), VEC(3, 4));
      vjp_tensor* t = tangent_of(target);
      if (i == 0) OP_("gt", T(target), F(0.3));
      if (i == 1) OP_("uniform", T(target));
      if (i == 2) OP_("bernoulli.p", T(target), F(0.5));
      if (i == 3) OP_("copy", T(target), T(VEC(1, 2)));
      if (i == 4) OP_("fill", T(target), F(7));
      CHECK(tangent_of(target) == t);
      EQUALS(t, 0, 0);
    }
  }
  leave();
}

/* FWD-12: tangents end with the level, however many there are and whatever they end in turn; saved values lose theirs
 */
static void fwd_12_tangents_end_with_the_level(void) {
  static Holder holder;
  memset(&holder, 0, sizeof holder);
  vjp_function f = VJP_FUNCTION_INIT;
  f.backward = hands_on;
  f.context = &holder;
  f.drop = end_holder;
  vjp_tensor *x = leaf(VEC(2, 3)), *kept = VEC(1, 2), *y = NULL, *many[200], *g = NULL;
  enter();
  for (int i = 0; i < 3; ++i) OK(vjp_make_dual(kept, VEC(5, 6), &holder.held[i]));
  vjp_tensor *t = VEC(3, 4), *d = NULL;
  OK(vjp_function_record(&f, &x, 1, &t, 1, NULL, 0));
  OK(vjp_make_dual(kept, t, &d));
  drop_now(t); /* the dual alone has it now */
  for (int i = 0; i < 200; ++i) OK(vjp_make_dual(kept, VEC(7, 8), &many[i]));
  y = mul(dual(x, VEC(1, 1)), x);
  OK(try_grad(sum(y), NULL, x, false, true, &g));
  CHECK(tangent_of(own(g)) != NULL); /* what was saved has a tangent */
  leave();
  CHECK(holder.drops == 1);
  CHECK(tangent_of(d) == NULL && tangent_of(many[0]) == NULL && tangent_of(many[199]) == NULL);
  enter();
  CHECK(tangent_of(d) == NULL && tangent_of(many[100]) == NULL);
  OK(try_grad(sum(y), NULL, x, false, true, &g));
  EQUALS(own(g), 4, 6);
  CHECK(tangent_of(g) == NULL);
  leave();
  vjp_tensor_release(d);
  for (int i = 0; i < 200; ++i) vjp_tensor_release(many[i]);
}

int main(void) {
  RUN(fwd_3_primal_and_dual_are_apart);
  RUN(fwd_4_where_a_tangent_lies);
  RUN(fwd_6_grad_mode_of_tangents);
  RUN(fwd_10_the_flag);
  RUN(fwd_11_detaching_and_replacing);
  RUN(fwd_12_tangents_end_with_the_level);
  RUN(fwd_14_a_zero_tangent_is_one);
  RUN(fwd_15_inference_mode);
  RUN(fwd_16_copies);
  RUN(fwd_18_what_has_no_tangent);
  return finish();
}
