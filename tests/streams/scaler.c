/*
 * Gradient scaling: SC-83 to SC-90, with ordinary and with capturable optimizers, on a side stream of a device; and
 * once on the host, whose results are the same.
 */
#include "harness.h"

/* The body where tensors are made on the device, with a side stream current. */
static void on_a_side_stream(void (*body)(void)) {
  if (!on_sim() || strcmp(vjp_sim_mode(), "inline") == 0) body();
  UNDER(new_stream(dev(0), "s")) ON(dev(0)) {
    CHECK(vjp_tensor_device(VEC(1)).kind == dev(0).kind);
    body();
  }
}

/* SC-83, AMP-7 */
static void growth_and_backoff(void) {
  vjp_tensor* w = leaf(VEC(0));
  vjp_grad_scaler* scaler = scaler_with(4, 2, 0.25, 2);
  vjp_optimizer* optimizer = sgd(&w, 1, 1, false);
  scaled(scaler, SCALAR(1));
  iterate(scaler, optimizer, w, 1);
  CHECK(has_state(scaler, 4, 1));
  iterate(scaler, optimizer, w, 1);
  CHECK(has_state(scaler, 8, 0));
  iterate(scaler, optimizer, w, INFINITY);
  CHECK(has_state(scaler, 2, 0));
}
SCENARIO(83, growth_and_backoff) { on_a_side_stream(growth_and_backoff); }

/* SC-84, AMP-7 */
static void no_growth_to_infinity(void) {
  vjp_tensor* w = leaf(VEC(0));
  vjp_grad_scaler* scaler = scaler_with(ldexp(1, 127), 4, 0.5, 1);
  vjp_optimizer* optimizer = sgd(&w, 1, 1, false);
  scaled(scaler, SCALAR(1));
  iterate(scaler, optimizer, w, 1);
  CHECK(has_state(scaler, ldexp(1, 127), 0));
}
SCENARIO(84, no_growth_to_infinity) { on_a_side_stream(no_growth_to_infinity); }

/* SC-85, AMP-3: any infinity or NaN is found wherever it is, in any layout; every element is multiplied all the same */
static void unscale_finds(void) {
  static const vjp_dtype kDtypes[] = {VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT64, VJP_DTYPE_BFLOAT16};
  static const double kBad[] = {4, INFINITY, -INFINITY, NAN};
  vjp_tensor* pair = leaf(VEC(1, 1));
  vjp_grad_scaler* scaler = scaler_with(4, 2, 0.5, 2000);
  vjp_optimizer* optimizer = sgd(&pair, 1, 1, false);
  scaled(scaler, SCALAR(1));
  OK(vjp_tensor_set_grad(pair, VEC(4, INFINITY)));
  OK(vjp_grad_scaler_unscale(scaler, optimizer));
  CHECK(at(grad_of(pair), 0) == 1 && isinf(at(grad_of(pair), 1)) && found_of(scaler, optimizer) == 1);
  for (size_t bad = 0; bad < 4; ++bad) {
    for (int place = 0; place < 4; ++place) {
      vjp_tensor *params[4], *grads[4];
      scaler = scaler_with(4, 2, 0.5, 2000);
      scaled(scaler, SCALAR(1));
      for (int i = 0; i < 4; ++i) {
        const vjp_dtype dtype = kDtypes[(i + place) % 3];
        vjp_tensor *full = NULL, *param = NULL;
        OK(vjp_full((int64_t[]){5, 14}, 2, vjp_scalar_float(4), dtype, &full));
        own(full);
        if (i == place) OP_("fill", T(OP("select", T(narrow(full, 1, 8, 1)), I(0), I(3))), F(kBad[bad]));
        if (i == 1) full = OP("transpose", T(full), I(0), I(1));
        if (i == 2) full = OP("slice", T(full), I(1), I(0), I(14), I(2));
        OK(vjp_zeros(vjp_tensor_shape(full), 2, dtype, &param));
        params[i] = leaf(own(param));
        grads[i] = full;
        OK(vjp_tensor_set_grad(param, full));
      }
      optimizer = sgd(params, 4, 1, false);
      OK(vjp_grad_scaler_unscale(scaler, optimizer));
      CHECK(found_of(scaler, optimizer) == (bad != 0));
      for (int i = 0; i < 4; ++i) {
        CHECK(grad_of(params[i]) == grads[i]);
        for (size_t k = 0; k < (size_t)vjp_tensor_numel(grads[i]); ++k) {
          const double v = at(grads[i], k);
          if (v != 1) CHECK(i == place && bad != 0 && (isnan(kBad[bad]) ? isnan(v) : v == kBad[bad]));
        }
      }
    }
  }
}
SCENARIO(85, unscaling_finds_infinities) { on_a_side_stream(unscale_finds); }

/* SC-86, AMP-4 */
static void errors(void) {
  for (int capturable = 0; capturable < 2; ++capturable) {
    vjp_tensor* w = leaf(VEC(1));
    vjp_grad_scaler* scaler = scaler_with(4, 2, 0.5, 2000);
    vjp_optimizer* optimizer = sgd(&w, 1, 1, capturable);
    FAILS(VJP_ERROR_STATE, vjp_grad_scaler_unscale(scaler, optimizer));
    SAYS("nothing was scaled");
    FAILS(VJP_ERROR_STATE, vjp_grad_scaler_step(scaler, optimizer, NULL));
    SAYS("nothing was scaled");
    FAILS(VJP_ERROR_STATE, vjp_grad_scaler_update(scaler));
    SAYS("nothing was scaled");
    scaled(scaler, SCALAR(1));
    FAILS(VJP_ERROR_STATE, vjp_grad_scaler_update(scaler));
    SAYS("no finite checks were recorded");
    FAILS(VJP_ERROR_STATE, vjp_grad_scaler_step(scaler, optimizer, NULL));
    SAYS("none of its parameters has a gradient");
    OK(vjp_grad_scaler_set_scale(scaler, 4)); /* ends the iteration */
    OK(vjp_tensor_set_grad(w, VEC(4)));
    OK(vjp_grad_scaler_unscale(scaler, optimizer));
    FAILS(VJP_ERROR_STATE, vjp_grad_scaler_unscale(scaler, optimizer));
    SAYS("unscaled already");
    OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
    FAILS(VJP_ERROR_STATE, vjp_grad_scaler_step(scaler, optimizer, NULL));
    SAYS("step already");
    FAILS(VJP_ERROR_STATE, vjp_grad_scaler_unscale(scaler, optimizer));
    SAYS("step already");
    OK(vjp_grad_scaler_update(scaler));
    EQUALS(w, 0);
    EQUALS(grad_of(w), 1);
    OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
    EQUALS(w, -0.25);
  }
  vjp_grad_scaler_options o = VJP_GRAD_SCALER_OPTIONS_INIT;
  vjp_grad_scaler* none = NULL;
  o.growth_factor = 1;
  FAILS(VJP_ERROR_INVALID, vjp_grad_scaler_create(&o, &none));
  SAYS("growth_factor");
  o.growth_factor = 2;
  o.backoff_factor = 1;
  FAILS(VJP_ERROR_INVALID, vjp_grad_scaler_create(&o, &none));
  SAYS("backoff_factor");
  CHECK(none == NULL);
}
SCENARIO(86, order_of_calls) { on_a_side_stream(errors); }

/* ---- SC-87 ---- */

enum { BATCHES = 4, SKIPPED = 2, SIZE = 8 };
typedef enum Variant {
  PLAIN,
  CLIP_BEFORE, /* unscaling, by the scaled bound */
  CLIP_AFTER,
  PENALTY,
  ACCUMULATION,
  TWO_OPTIMIZERS,
  DISABLED,
  VARIANTS
} Variant;

typedef struct Model {
  vjp_tensor* p[4]; /* two linear layers */
  vjp_optimizer* optimizer;
} Model;

static Model model(uint64_t seed, bool capturable) {
  Model m;
  OK(vjp_manual_seed(seed));
  for (int i = 0; i < 4; ++i) {
    OK(vjp_randn((int64_t[]){SIZE, SIZE}, i % 2 ? 1 : 2, VJP_DTYPE_FLOAT32, NULL, &m.p[i]));
    OK(vjp_mul_scalar_(m.p[i], vjp_scalar_float(0.25)));
    leaf(own(m.p[i]));
  }
  m.optimizer = sgd(m.p, 4, 0.5, capturable);
  return m;
}

static vjp_tensor* output_of(const Model* m, vjp_tensor* x) {
  vjp_tensor* hidden = OP("linear", T(x), T(m->p[0]), T(m->p[1]));
  return OP("linear", T(hidden), T(m->p[2]), T(m->p[3]));
}

static vjp_tensor* squares(vjp_tensor* y, vjp_tensor* target) { return OP("mse_loss", T(y), T(target)); }

/* The loss plus the norm of the gradient, which is recorded; `scaler` may be NULL. */
static vjp_tensor* penalised(Model* m, vjp_tensor* loss, vjp_grad_scaler* scaler) {
  vjp_tensor *grads[4] = {NULL}, *squared = NULL, *root = scaler ? scaled(scaler, loss) : loss;
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  options.retain_graph = 1;
  OK(vjp_grad(&root, 1, NULL, m->p, 4, &options, grads));
  for (int i = 0; i < 4; ++i) {
    vjp_tensor* g = own(grads[i]);
    if (scaler) g = times(g, 1 / scale_of(scaler));
    g = sum(mul(g, g));
    squared = squared ? add(squared, g) : g;
  }
  return add(loss, OP("sqrt", T(squared)));
}

static void poison(Model* m) { OP_("fill", T(grad_of(m->p[2])), F(INFINITY)); }

static void clip(Model* m, double bound) { OK(vjp_clip_grad_norm(m->p, 4, bound, 2, false, NULL)); }

/* Trains; with a scaler, one batch meets an infinity; without one, that step is left out. */
static void train(Variant variant, Model* m, size_t models, vjp_grad_scaler* scaler) {
  const bool skips = variant != ACCUMULATION && variant != DISABLED;
  OK(vjp_manual_seed(77));
  for (int i = 0; i < BATCHES; ++i) {
    vjp_tensor *x = NULL, *y = NULL, *losses[2] = {NULL, NULL};
    OK(vjp_randn((int64_t[]){SIZE, SIZE}, 2, VJP_DTYPE_FLOAT32, NULL, &x));
    OK(vjp_randn((int64_t[]){SIZE, SIZE}, 2, VJP_DTYPE_FLOAT32, NULL, &y));
    own(x), own(y);
    if (models == 2) {
      vjp_tensor *a = output_of(&m[0], x), *b = output_of(&m[1], x);
      losses[0] = squares(add(times(a, 0.3), times(b, 0.7)), y);
      losses[1] = squares(add(times(a, 0.6), times(b, -0.4)), y);
    } else {
      losses[0] = squares(output_of(&m[0], x), y);
      if (variant == PENALTY) losses[0] = penalised(&m[0], losses[0], scaler);
      if (variant == ACCUMULATION) losses[0] = times(losses[0], 0.5);
    }
    vjp_tensor* root = NULL;
    for (size_t k = 0; k < models; ++k) {
      vjp_tensor* loss = scaler ? scaled(scaler, losses[k]) : losses[k];
      root = root ? add(root, loss) : loss;
    }
    OK(vjp_backward(root, NULL));
    if (variant == ACCUMULATION && i % 2 == 0) continue;
    const bool skipped = skips && i == SKIPPED;
    if (skipped && scaler) poison(&m[models - 1]);
    for (size_t k = 0; k < models; ++k) {
      bool stepped = true;
      if (variant == CLIP_BEFORE) clip(&m[k], 0.0625 * (scaler ? scale_of(scaler) : 1));
      if (variant == CLIP_AFTER && scaler) OK(vjp_grad_scaler_unscale(scaler, m[k].optimizer));
      if (variant == CLIP_AFTER) clip(&m[k], 0.0625);
      if (scaler) {
        OK(vjp_grad_scaler_step(scaler, m[k].optimizer, &stepped));
      } else if (!(skipped && k + 1 == models)) {
        OK(vjp_optimizer_step(m[k].optimizer));
      }
    }
    if (scaler) OK(vjp_grad_scaler_update(scaler));
    for (size_t k = 0; k < models; ++k) OK(vjp_optimizer_zero_grad(m[k].optimizer, true));
  }
}

/* SC-87, AMP-5, AMP-8, AMP-9 */
static void training(void) {
  for (int capturable = 0; capturable < 2; ++capturable) {
    for (int variant = 0; variant < VARIANTS; ++variant) {
      const size_t models = variant == TWO_OPTIMIZERS ? 2 : 1;
      Model control[2] = {model(1, false), model(2, false)}, tried[2] = {model(1, capturable), model(2, capturable)};
      vjp_grad_scaler_options o = VJP_GRAD_SCALER_OPTIONS_INIT;
      vjp_grad_scaler* scaler = NULL;
      o.init_scale = 128;
      o.growth_interval = 1;
      o.enabled = variant != DISABLED;
      scaler = new_scaler(&o);
      train((Variant)variant, control, models, NULL);
      train((Variant)variant, tried, models, scaler);
      CHECK(scale_of(scaler) == (variant == DISABLED ? 1 : 512));
      for (size_t k = 0; k < models; ++k) {
        for (int i = 0; i < 4; ++i) {
          for (size_t j = 0; j < (size_t)vjp_tensor_numel(tried[k].p[i]); ++j) {
            const double got = at(tried[k].p[i], j), want = at(control[k].p[i], j);
            char detail[120];
            snprintf(detail, sizeof detail, "variant %d, capturable %d: %.9g, not %.9g", variant, capturable, got,
                     want);
            if (!(fabs(got - want) <= 1e-7)) check_report(false, __FILE__, __LINE__, "parameters", detail);
          }
        }
      }
      arena_clear();
    }
  }
}
SCENARIO(87, four_batches) { on_a_side_stream(training); }

/* SC-89, AMP-5: the user's scale multiplies */
static void user_scale(void) {
  for (int unscale_first = 0; unscale_first < 2; ++unscale_first) {
    vjp_tensor *w = leaf(VEC(1)), *scale = NULL;
    vjp_grad_scaler* scaler = scaler_with(5, 2, 0.5, 2000);
    vjp_optimizer* optimizer = sgd(&w, 1, 1, true);
    OK(vjp_backward(scaled(scaler, sum(times(w, 3))), NULL));
    EQUALS(grad_of(w), 15);
    if (unscale_first) {
      OK(vjp_grad_scaler_unscale(scaler, optimizer));
      EQUALS(grad_of(w), 3);
    }
    OK(vjp_tensor_from_scalar(vjp_scalar_float(3), VJP_DTYPE_FLOAT32, &scale));
    OK(vjp_optimizer_set_grad_scale(optimizer, own(scale)));
    OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
    EQUALS(grad_of(w), 1);
    EQUALS(w, 0);
  }
}
SCENARIO(89, scale_of_the_user) { on_a_side_stream(user_scale); }

/* SC-90, AMP-6 */
static void not_checked_again(void) {
  for (int capturable = 0; capturable < 2; ++capturable) {
    vjp_tensor* w = leaf(VEC(1, 2));
    vjp_grad_scaler* scaler = scaler_with(4, 2, 0.5, 2000);
    vjp_optimizer* optimizer = sgd(&w, 1, 1, capturable);
    OK(vjp_backward(scaled(scaler, sum(w)), NULL));
    OK(vjp_grad_scaler_unscale(scaler, optimizer));
    OP_("fill", T(grad_of(w)), F(NAN));
    OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
    CHECK(isnan(at(w, 0)) && isnan(at(w, 1)));
    OK(vjp_grad_scaler_update(scaler));
    CHECK(has_state(scaler, 4, 1));
  }
}
SCENARIO(90, gradients_are_not_checked_again) { on_a_side_stream(not_checked_again); }

/* ---- two devices ---- */

static vjp_tensor* normal(int64_t rows, int64_t columns, int32_t device) {
  vjp_device where = dev(device);
  vjp_tensor *t = NULL, *there = NULL;
  OK(vjp_randn((int64_t[]){rows, columns}, 2, VJP_DTYPE_FLOAT32, NULL, &t));
  own(t);
  OK(vjp_to_device(t, &where, VJP_DTYPE_NONE, false, &there));
  return own(there);
}
static vjp_tensor* on(vjp_tensor* t, int32_t device) {
  vjp_device where = dev(device);
  vjp_tensor* out = NULL;
  OK(vjp_to_device(t, &where, VJP_DTYPE_NONE, false, &out));
  return own(out);
}

/* Trains two models, one a device, by two losses that mix both; only the second meets an infinity. */
static void train_two(vjp_tensor* const* weights, vjp_optimizer* const* optimizers, vjp_grad_scaler* scaler) {
  OK(vjp_manual_seed(8));
  for (int i = 0; i < BATCHES; ++i) {
    vjp_tensor *x = normal(SIZE, SIZE, 0), *y = normal(SIZE, SIZE, 0), *root = NULL;
    vjp_tensor *a = OP("matmul", T(x), T(weights[0])), *b = OP("matmul", T(on(x, 1)), T(weights[1]));
    vjp_tensor* losses[2] = {OP("mse_loss", T(add(times(a, 0.3), times(on(b, 0), 0.7))), T(y)),
                             OP("mse_loss", T(add(times(on(a, 1), 0.6), times(b, -0.4))), T(on(y, 1)))};
    if (scaler) {
      vjp_tensor_list* list = NULL; /* one copy of the scale a device */
      OK(vjp_grad_scaler_scale_list(scaler, losses, 2, &list));
      for (size_t k = 0; k < 2; ++k) losses[k] = own(vjp_tensor_retain(vjp_tensor_list_get(list, k)));
      vjp_tensor_list_release(list);
    }
    root = add(losses[0], on(losses[1], 0));
    OK(vjp_backward(root, NULL));
    if (scaler && i == SKIPPED) OP_("fill", T(grad_of(weights[1])), F(INFINITY));
    for (int k = 0; k < 2; ++k) {
      bool stepped = true;
      if (!scaler && !(k == 1 && i == SKIPPED)) OK(vjp_optimizer_step(optimizers[k]));
      if (!scaler) continue;
      OK(vjp_grad_scaler_step(scaler, optimizers[k], &stepped));
      vjp_tensor_list* found = NULL;
      OK(vjp_grad_scaler_found_inf(scaler, optimizers[k], &found));
      CHECK(vjp_tensor_list_size(found) == 1);
      const vjp_device where = vjp_tensor_device(vjp_tensor_list_get(found, 0));
      CHECK(where.kind == dev(0).kind && where.index == k);
      CHECK(at(vjp_tensor_list_get(found, 0), 0) == (k == 1 && i == SKIPPED));
      vjp_tensor_list_release(found);
    }
    if (scaler) OK(vjp_grad_scaler_update(scaler));
    for (int k = 0; k < 2; ++k) OK(vjp_optimizer_zero_grad(optimizers[k], true));
  }
}

/* SC-88, AMP-2, AMP-7, AMP-8 */
SCENARIO(88, two_devices) {
  NEEDS_DEVICES(2);
  for (int capturable = 0; capturable < 2; ++capturable) {
    vjp_tensor* weights[2][2];
    for (int with_scaler = 0; with_scaler < 2; ++with_scaler) {
      vjp_optimizer* optimizers[2] = {NULL, NULL};
      vjp_grad_scaler* scaler = NULL;
      vjp_grad_scaler_options o = VJP_GRAD_SCALER_OPTIONS_INIT;
      o.init_scale = 128;
      o.growth_interval = 1;
      if (with_scaler) scaler = new_scaler(&o);
      OK(vjp_manual_seed(3));
      for (int k = 0; k < 2; ++k) {
        weights[with_scaler][k] = leaf(normal(SIZE, SIZE, k));
        optimizers[k] = sgd(&weights[with_scaler][k], 1, 0.25, capturable);
      }
      train_two(weights[with_scaler], optimizers, scaler);
      double scale = 0;
      if (with_scaler) OK(vjp_grad_scaler_get_scale(scaler, &scale));
      if (with_scaler) CHECK(scale == 512);
    }
    for (int k = 0; k < 2; ++k)
      for (size_t i = 0; i < SIZE * SIZE; ++i) ABOUT(at(weights[1][k], i), at(weights[0][k], i), 1e-7);
  }
}
