/* FWD-19: a tensor that all samples share may have a tangent of each sample's own. Views, levels inside one another,
 * and changes in place give each sample what it would have alone. */
#include "check.h"
#include "duals.h"

enum { SAMPLES = 2 };

static int64_t batch_level;
static vjp_guard* enter_batch(void) {
  vjp_guard* guard = NULL;
  OK(vjp_guard_vmap(SAMPLES, VJP_RANDOMNESS_ERROR, &batch_level, &guard));
  return guard;
}
static vjp_tensor* wrapped(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_vmap_wrap(t, 0, batch_level, &out));
  return own(out);
}
/* The samples, in front; NULL for NULL. */
static vjp_tensor* unwrapped(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  if (t) OK(vjp_vmap_unwrap(t, 0, batch_level, &out));
  return own(out);
}
static vjp_tensor* tangent(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_tangent(t, &out));
  return own(out);
}
static vjp_tensor* samples_of_tangent(vjp_tensor* t) { return unwrapped(tangent(t)); }

#define DIRECTIONS MAT(2, 3, 1, 2, 3, -1, 0, 5)
/* (4, 5, 6), whose tangent is a row of DIRECTIONS for each sample */
static vjp_tensor* shared_dual(void) {
  vjp_tensor* out = NULL;
  OK(vjp_make_dual(VEC(4, 5, 6), wrapped(DIRECTIONS), &out));
  return own(out);
}

static void a_level_inside_another(void) {
  vjp_guard* batch = enter_batch();
  OK(vjp_forward_mode_enter());
  vjp_tensor *outer = shared_dual(), *inner = NULL;
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(outer, VEC(1, 1, 2), &inner));
  vjp_tensor* slope = tangent(mul(mul(own(inner), inner), inner)); /* 3 x^2 times (1, 1, 2) */
  OK(vjp_forward_mode_exit());
  EQUALS(samples_of_tangent(slope), 24, 60, 216, -24, 0, 360); /* 6 x times both directions */
  OK(vjp_forward_mode_exit());
  OK(vjp_guard_exit(batch));
}

static void a_product_with_an_inner_dual(void) {
  vjp_guard* batch = enter_batch();
  OK(vjp_forward_mode_enter());
  vjp_tensor *outer = shared_dual(), *inner = NULL;
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(outer, VEC(1, 1, 1), &inner));
  vjp_tensor* row = OP("view", T(own(inner)), INTS(1, 3));
  vjp_tensor* slope = tangent(OP("mm", T(row), T(OP("t", T(row)))));
  OK(vjp_forward_mode_exit());
  EQUALS(samples_of_tangent(slope), 12, 8); /* 2 sum of the direction */
  OK(vjp_forward_mode_exit());
  OK(vjp_guard_exit(batch));
}

static void views(void) {
  vjp_guard* batch = enter_batch();
  OK(vjp_forward_mode_enter());
  vjp_tensor* x = shared_dual();
  EQUALS(samples_of_tangent(narrow(x, 0, 1, 2)), 2, 3, 0, 5);
  EQUALS(samples_of_tangent(OP("flip", T(OP("view", T(x), INTS(3, 1))), INTS(0))), 3, 2, 1, 5, 0, -1);
  EQUALS(samples_of_tangent(OP("select", T(narrow(x, 0, 1, 2)), I(0), I(-1))), 3, 5);
  OK(vjp_forward_mode_exit());
  OK(vjp_guard_exit(batch));
}

/* FWD-9, both ways */
static void changes_through_views(void) {
  vjp_guard* batch = enter_batch();
  OK(vjp_forward_mode_enter());
  vjp_tensor* x = OP("mul", T(shared_dual()), F(1));
  vjp_tensor *last = narrow(x, 0, 2, 1), *first = narrow(x, 0, 0, 2);
  OP_("mul", T(first), F(10));
  EQUALS(samples_of_tangent(x), 10, 20, 3, -10, 0, 5);
  EQUALS(samples_of_tangent(narrow(x, 0, 1, 2)), 20, 3, 0, 5);
  OP_("mul", T(x), F(2)); /* views that are there see it */
  EQUALS(samples_of_tangent(last), 6, 10);
  EQUALS(samples_of_tangent(first), 20, 40, -20, 0);
  OP_("fill", T(last), F(1));
  EQUALS(samples_of_tangent(x), 20, 40, 0, -20, 0, 0);
  OK(vjp_forward_mode_exit());
  OK(vjp_guard_exit(batch));
}

static void a_base_without_tangent(void) {
  vjp_guard* batch = enter_batch();
  OK(vjp_forward_mode_enter());
  vjp_tensor* base = VEC(0, 0, 0, 0);
  vjp_tensor *other = narrow(base, 0, 0, 2), *part = narrow(base, 0, 1, 3);
  OP_("copy", T(part), T(shared_dual()));
  EQUALS(samples_of_tangent(base), 0, 1, 2, 3, 0, -1, 0, 5);
  EQUALS(samples_of_tangent(other), 0, 1, 0, -1);
  OK(vjp_forward_mode_exit());
  OK(vjp_guard_exit(batch));
}

/* a tangent that the samples shared becomes one of each sample's own */
static void a_tangent_that_samples_shared(void) {
  vjp_guard* batch = enter_batch();
  OK(vjp_forward_mode_enter());
  vjp_tensor* x = NULL;
  OK(vjp_make_dual(VEC(1, 2, 3), VEC(1, 1, 1), &x));
  vjp_tensor* y = times(own(x), 1);
  vjp_tensor* view = narrow(y, 0, 0, 2);
  OP_("mul", T(view), T(narrow(shared_dual(), 0, 0, 2))); /* (1 * 4, 2 * 5) */
  EQUALS(y, 4, 10, 3);
  EQUALS(samples_of_tangent(y), 4 + 1, 5 + 4, 1, 4 - 1, 5, 1);
  OK(vjp_forward_mode_exit());
  OK(vjp_guard_exit(batch));
}

/* FWD-8, FWD-19: samples that carry tangents are changed in place, alone and through views */
static void changes_of_samples(void) {
  vjp_tensor *x = NULL, *y = NULL;
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(MAT(2, 3, 1, 2, 3, 4, 5, 6), MAT(2, 3, 1, 0, 2, 0, 1, -1), &x));
  own(x);
  vjp_guard* batch = NULL;
  int64_t number = 0;
  OK(vjp_guard_vmap(2, VJP_RANDOMNESS_ERROR, &number, &batch));
  OK(vjp_vmap_wrap(x, 0, number, &y));
  vjp_tensor *sample = own(y), *changed = times(sample, 1);
  OP_("mul", T(narrow(changed, 0, 0, 2)), T(narrow(sample, 0, 1, 2))); /* x0 x1, x1 x2, x2 */
  OP_("add", T(changed), T(sample));
  vjp_tensor *shared = NULL, *plain = NULL, *seven = NULL;
  OK(vjp_tensor_detach(sample, &plain));
  OK(vjp_make_dual(VEC(7, 7, 7), own(plain), &shared));
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, TRY_("mul", T(changed), T(own(shared))));
  SAYS("mul_: 'other' (float64[3]");
  SAYS("is the same for all samples, and its tangent differs");
  seven = VEC(7, 7, 7);
  FAILS(VJP_ERROR_STATE, TRY_("mul", T(seven), T(sample)));
  SAYS("is not batched");
  OK(vjp_vmap_unwrap(changed, 0, number, &y));
  OK(vjp_guard_exit(batch));
  EQUALS(own(y), 3, 8, 6, 24, 35, 12);
  EQUALS(tangent(y), 2 + 1, 4, 4, 4, 6 - 5 + 1, -2);
  OK(vjp_forward_mode_exit());
}

/* FWD-6, FWD-8: recorded, too */
static void recorded_changes(void) {
  vjp_tensor *w = leaf(VEC(2, 3)), *x = NULL, *rows = NULL;
  vjp_guard* batch = enter_batch();
  OK(vjp_forward_mode_enter());
  OK(vjp_make_dual(w, wrapped(MAT(2, 2, 1, 0, 0, 1)), &x));
  vjp_tensor* y = times(own(x), 1);
  OP_("mul", T(narrow(y, 0, 0, 1)), T(narrow(x, 0, 0, 1)));
  OP_("mul", T(narrow(y, 0, 1, 1)), T(narrow(x, 0, 1, 1))); /* squares */
  vjp_tensor* slope = tangent(sum(y));
  OK(vjp_vmap_unwrap(slope, 0, vjp_tensor_batch_level(slope), &rows));
  EQUALS(own(rows), 4, 6);
  EQUALS(grad(sum(rows), w), 2, 2);
  OK(vjp_forward_mode_exit());
  OK(vjp_guard_exit(batch));
}

int main(void) {
  RUN(a_level_inside_another);
  RUN(a_product_with_an_inner_dual);
  RUN(views);
  RUN(changes_through_views);
  RUN(a_base_without_tangent);
  RUN(a_tangent_that_samples_shared);
  RUN(changes_of_samples);
  RUN(recorded_changes);
  return finish();
}
