/*
 * Norms of lists of tensors, clipping of gradients, and learning rate schedules.
 */
#include "optim.h"

static double norm_of(vjp_tensor* const* tensors, size_t count, double p) {
  vjp_tensor* out = NULL;
  OK(vjp_total_norm(tensors, count, p, &out));
  CHECK(vjp_tensor_ndim(own(out)) == 0);
  return at(out, 0);
}

static double reference(vjp_tensor* const* tensors, size_t count, double p) {
  double sum = 0, most = 0, least = INFINITY;
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = 0; k < (size_t)vjp_tensor_numel(tensors[i]); ++k) {
      const double v = fabs(at(tensors[i], k));
      sum += p == 0 ? v != 0 : pow(v, p);
      most = fmax(most, v);
      least = fmin(least, v);
    }
  }
  return isinf(p) ? (p > 0 ? most : least) : p == 0 ? sum : pow(sum, 1 / p);
}

static void norms(void) {
  static const double kOrders[] = {2, 1, 3, 0.5, 0, INFINITY, -INFINITY};
  static const vjp_dtype kDtypes[] = {VJP_DTYPE_FLOAT32, VJP_DTYPE_BFLOAT16, VJP_DTYPE_FLOAT16, VJP_DTYPE_FLOAT64};
  vjp_tensor* tensors[5];
  OK(vjp_manual_seed(3));
  for (int i = 0; i < 4; ++i) {
    OK(vjp_randn((int64_t[]){i + 1, 700}, 2, kDtypes[i], NULL, &tensors[i]));
    own(tensors[i]);
  }
  tensors[1] = OP("slice", T(tensors[1]), I(1), I(0), I(700), I(3)); /* not dense */
  tensors[4] = OP("transpose", T(tensors[0]), I(0), I(1));
  for (size_t k = 0; k < sizeof kOrders / sizeof *kOrders; ++k) {
    for (size_t count = 1; count <= 5; ++count)
      ABOUT(norm_of(tensors, count, kOrders[k]), reference(tensors, count, kOrders[k]), 2e-6);
  }
  vjp_tensor* out = NULL;
  OK(vjp_total_norm(tensors, 3, 2, &out));
  CHECK(vjp_tensor_dtype(own(out)) == VJP_DTYPE_FLOAT32);
  OK(vjp_total_norm(tensors, 4, 2, &out));
  CHECK(vjp_tensor_dtype(own(out)) == VJP_DTYPE_FLOAT64);
  CHECK(norm_of(NULL, 0, 2) == 0);
  tensors[2] = VEC(1, NAN);
  CHECK(isnan(norm_of(tensors, 3, 2)) && isnan(norm_of(tensors, 3, INFINITY)) && isnan(norm_of(tensors, 3, -INFINITY)));
  FAILS(VJP_ERROR_INVALID, vjp_total_norm(tensors, 1, NAN, &out));
}

static void clip_norm(void) {
  vjp_tensor *a = leaf(VEC(0, 0)), *b = leaf(VEC(0)), *c = leaf(VEC(0)), *norm = NULL;
  vjp_tensor* all[] = {a, b, c};
  OK(vjp_tensor_set_grad(a, VEC(3, 0)));
  OK(vjp_tensor_set_grad(b, OP("to", T(VEC(4)), D(VJP_DTYPE_FLOAT64))));
  vjp_tensor* g = grad_of(a);
  const int64_t version = version_of(g);
  OK(vjp_clip_grad_norm(all, 3, 1, 2, false, &norm));
  ABOUT(at(own(norm), 0), 5, 1e-9);
  EQUALS(g, 0.6, 0);
  EQUALS(grad_of(b), 0.8);
  CHECK(grad_of(a) == g && grad_of(c) == NULL && version_of(g) > version);
  OK(vjp_clip_grad_norm(all, 3, 10, 2, true, NULL)); /* small enough */
  EQUALS(g, 0.6, 0);
  OK(vjp_clip_grad_norm(all, 3, 0.4, INFINITY, false, &norm));
  ABOUT(at(own(norm), 0), 0.8, 1e-5);
  EQUALS(g, 0.3, 0);
  /* parts of larger tensors */
  vjp_tensor* wide = ramp(VJP_DTYPE_FLOAT32, 2, (int64_t[]){1, 4});
  vjp_tensor* d = leaf(clone(OP("zeros_like", T(OP("slice", T(wide), I(1), I(0), I(4), I(2))))));
  OK(vjp_tensor_set_grad(d, OP("slice", T(wide), I(1), I(0), I(4), I(2))));
  OK(vjp_clip_grad_norm(&d, 1, sqrt(0.25 + 2.25) / 2, 2, false, NULL));
  EQUALS(wide, 0.25, 1, 0.75, 2);
  CHECK(norm_of(NULL, 0, 2) == 0);
  OK(vjp_clip_grad_norm(&c, 1, 1, 2, true, &norm));
  EQUALS(own(norm), 0);
  /* what is recorded is not concerned */
  vjp_tensor *x = leaf(VEC(6)), *recorded = times(x, 2);
  OK(vjp_tensor_set_grad(c, recorded));
  OK(vjp_clip_grad_norm(&c, 1, 1, 2, false, NULL));
  EQUALS(recorded, 1);
}

static void clip_nonfinite(void) {
  vjp_tensor* a = leaf(VEC(0, 0));
  OK(vjp_tensor_set_grad(a, VEC(3, INFINITY)));
  FAILS(VJP_ERROR_INVALID, vjp_clip_grad_norm(&a, 1, 1, 2, true, NULL));
  SAYS("nothing was changed");
  CHECK(at(grad_of(a), 0) == 3);
  OK(vjp_clip_grad_norm(&a, 1, 1, 2, false, NULL));
  CHECK(at(grad_of(a), 0) == 0 && isnan(at(grad_of(a), 1)));
}

static void clip_value(void) {
  vjp_tensor *a = leaf(VEC(0, 0, 0, 0)), *b = leaf(VEC(0));
  OK(vjp_tensor_set_grad(a, VEC(3, -0.25, -INFINITY, 0.5)));
  OK(vjp_clip_grad_value((vjp_tensor*[]){a, b}, 2, 0.5));
  EQUALS(grad_of(a), 0.5, -0.25, -0.5, 0.5);
}

static void schedules(void) {
  NEAR(vjp_lr_step(2, 0, 10, 0.5), 2);
  NEAR(vjp_lr_step(2, 9, 10, 0.5), 2);
  NEAR(vjp_lr_step(2, 10, 10, 0.5), 1);
  NEAR(vjp_lr_step(2, 35, 10, 0.5), 0.25);
  NEAR(vjp_lr_exponential(2, 3, 0.5), 0.25);
  NEAR(vjp_lr_linear(3, 0, 1.0 / 3, 1, 4), 1);
  NEAR(vjp_lr_linear(3, 2, 1.0 / 3, 1, 4), 2);
  NEAR(vjp_lr_linear(3, 9, 1.0 / 3, 1, 4), 3);
  NEAR(vjp_lr_cosine(3, 0, 1, 4), 3);
  NEAR(vjp_lr_cosine(3, 1, 1, 4), 2 + sqrt(0.5));
  NEAR(vjp_lr_cosine(3, 4, 1, 4), 1);
  NEAR(vjp_lr_cosine(3, 99, 1, 4), 1);
}

static void one_cycle(void) {
  vjp_one_cycle c = VJP_ONE_CYCLE_INIT;
  c.highest = 1;
  c.total = 10;
  c.rising = 0.3;
  NEAR(vjp_lr_one_cycle(&c, 0), 0.04);
  NEAR(vjp_lr_one_cycle(&c, 1), 0.52); /* half way up */
  NEAR(vjp_lr_one_cycle(&c, 2), 1);
  NEAR(vjp_lr_one_cycle(&c, 9), 4e-6);
  for (int i = 3; i < 10; ++i) CHECK(vjp_lr_one_cycle(&c, i) < vjp_lr_one_cycle(&c, i - 1));
  c.linear = 1;
  NEAR(vjp_lr_one_cycle(&c, 1), 0.52);
  NEAR(vjp_lr_one_cycle(&c, 3), 1 - (1 - 4e-6) / 7);
  CHECK(isnan(vjp_lr_one_cycle(NULL, 1)));
}

static void plateau(void) {
  vjp_lr_plateau p = VJP_LR_PLATEAU_INIT;
  double lr = 1;
  p.patience = 1;
  p.cooldown = 1;
  p.factor = 0.5;
  p.lowest = 0.2;
  static const double kMetrics[] = {5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3.9999, 3, 3};
  /* two observations without improvement lower it; one is not counted after; it stays at or above 0.2 */
  static const double kRates[] = {1, 1, 1, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2};
  for (size_t i = 0; i < sizeof kMetrics / sizeof *kMetrics; ++i) {
    lr = vjp_lr_plateau_observe(&p, kMetrics[i], lr);
    NEAR(lr, kRates[i]);
  }
  CHECK(p.best == 3 && p.has_best == 1);
  p = (vjp_lr_plateau)VJP_LR_PLATEAU_INIT;
  p.patience = 0;
  p.maximize = 1;
  p.absolute = 1;
  p.threshold = 1;
  lr = 1;
  NEAR(lr = vjp_lr_plateau_observe(&p, -5, lr), 1);
  NEAR(lr = vjp_lr_plateau_observe(&p, -3.5, lr), 1);
  NEAR(lr = vjp_lr_plateau_observe(&p, -3, lr), 0.1); /* better by too little */
  NEAR(vjp_lr_plateau_observe(NULL, 1, 7), 7);
}

int main(void) {
  RUN(norms);
  RUN(clip_norm);
  RUN(clip_nonfinite);
  RUN(clip_value);
  RUN(schedules);
  RUN(one_cycle);
  RUN(plateau);
  return finish();
}
