/*
 * Gradient scaling: the rules AMP-1 to AMP-9, and scenarios SC-83 to SC-90, with ordinary and with capturable
 * optimizers.
 */
#include "optim.h"

static vjp_grad_scaler* scaler_of(double init, double growth, double backoff, int64_t interval) {
  vjp_grad_scaler_options o = VJP_GRAD_SCALER_OPTIONS_INIT;
  vjp_grad_scaler* scaler = NULL;
  o.init_scale = init;
  o.growth_factor = growth;
  o.backoff_factor = backoff;
  o.growth_interval = interval;
  OK(vjp_grad_scaler_create(&o, &scaler));
  return own_scaler(scaler);
}

static vjp_optimizer* sgd_of(vjp_tensor* const* parameters, size_t count, double lr, bool capturable) {
  vjp_optimizer_options o = VJP_SGD_OPTIONS_INIT;
  vjp_optimizer* optimizer = NULL;
  o.lr = lr;
  o.capturable = capturable;
  OK(vjp_optimizer_sgd(parameters, count, &o, &optimizer));
  return own_optimizer(optimizer);
}

static vjp_tensor* scaled(vjp_grad_scaler* scaler, vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_grad_scaler_scale(scaler, t, &out));
  return own(out);
}

static double scale_of(vjp_grad_scaler* scaler) {
  double scale = NAN;
  OK(vjp_grad_scaler_get_scale(scaler, &scale));
  return scale;
}

static bool has_state(vjp_grad_scaler* scaler, double scale, int64_t tracker) {
  vjp_grad_scaler_state s = VJP_GRAD_SCALER_STATE_INIT;
  OK(vjp_grad_scaler_get_state(scaler, &s));
  return s.scale == scale && s.growth_tracker == tracker;
}

static double found_of(vjp_grad_scaler* scaler, vjp_optimizer* optimizer) {
  vjp_tensor_list* list = NULL;
  OK(vjp_grad_scaler_found_inf(scaler, optimizer, &list));
  CHECK(vjp_tensor_list_size(list) == 1);
  const double found = at(vjp_tensor_list_get(list, 0), 0);
  vjp_tensor_list_release(list);
  return found;
}

/* One iteration with this gradient, already scaled. */
static void iterate(vjp_grad_scaler* scaler, vjp_optimizer* optimizer, vjp_tensor* w, double gradient) {
  OK(vjp_tensor_set_grad(w, VEC(gradient)));
  OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
  OK(vjp_grad_scaler_update(scaler));
}

/* SC-83, AMP-7 */
static void growth_and_backoff(void) {
  vjp_tensor* w = leaf(VEC(0));
  vjp_grad_scaler* scaler = scaler_of(4, 2, 0.25, 2);
  vjp_optimizer* optimizer = sgd_of(&w, 1, 1, false);
  scaled(scaler, SCALAR(1));
  iterate(scaler, optimizer, w, 1);
  CHECK(has_state(scaler, 4, 1));
  iterate(scaler, optimizer, w, 1);
  CHECK(has_state(scaler, 8, 0));
  iterate(scaler, optimizer, w, INFINITY);
  CHECK(has_state(scaler, 2, 0));
}

/* SC-84, AMP-7 */
static void no_growth_to_infinity(void) {
  vjp_tensor* w = leaf(VEC(0));
  vjp_grad_scaler* scaler = scaler_of(ldexp(1, 127), 4, 0.5, 1);
  vjp_optimizer* optimizer = sgd_of(&w, 1, 1, false);
  scaled(scaler, SCALAR(1));
  iterate(scaler, optimizer, w, 1);
  CHECK(has_state(scaler, ldexp(1, 127), 0));
}

/* SC-85, AMP-3: any infinity or NaN is found wherever it is, in any layout; every element is multiplied all the same */
static void unscale_finds(void) {
  static const vjp_dtype kDtypes[] = {VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT64, VJP_DTYPE_BFLOAT16};
  static const double kBad[] = {4, INFINITY, -INFINITY, NAN};
  vjp_tensor* pair = leaf(VEC(1, 1));
  vjp_grad_scaler* scaler = scaler_of(4, 2, 0.5, 2000);
  vjp_optimizer* optimizer = sgd_of(&pair, 1, 1, false);
  scaled(scaler, SCALAR(1));
  OK(vjp_tensor_set_grad(pair, VEC(4, INFINITY)));
  OK(vjp_grad_scaler_unscale(scaler, optimizer));
  CHECK(at(grad_of(pair), 0) == 1 && isinf(at(grad_of(pair), 1)) && found_of(scaler, optimizer) == 1);
  for (size_t bad = 0; bad < 4; ++bad) {
    for (int place = 0; place < 4; ++place) {
      vjp_tensor *params[4], *grads[4];
      scaler = scaler_of(4, 2, 0.5, 2000);
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
      optimizer = sgd_of(params, 4, 1, false);
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

/* AMP-3 */
static void half_gradients(void) {
  vjp_tensor* w = leaf(OP("to", T(VEC(1)), D(VJP_DTYPE_FLOAT16)));
  vjp_grad_scaler* scaler = scaler_of(4, 2, 0.5, 2000);
  vjp_optimizer *ordinary = sgd_of(&w, 1, 1, false), *capturable = sgd_of(&w, 1, 1, true);
  scaled(scaler, SCALAR(1));
  OK(vjp_tensor_set_grad(w, OP("to", T(VEC(2)), D(VJP_DTYPE_FLOAT16))));
  FAILS(VJP_ERROR_DTYPE, vjp_grad_scaler_unscale(scaler, ordinary));
  SAYS("float16");
  /* where the kernel unscales there is nothing to lose */
  OK(vjp_grad_scaler_step(scaler, capturable, NULL));
  EQUALS(w, 0.5);
}

/* SC-86, AMP-4 */
static void errors(void) {
  for (int capturable = 0; capturable < 2; ++capturable) {
    vjp_tensor* w = leaf(VEC(1));
    vjp_grad_scaler* scaler = scaler_of(4, 2, 0.5, 2000);
    vjp_optimizer* optimizer = sgd_of(&w, 1, 1, capturable);
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
  m.optimizer = sgd_of(m.p, 4, 0.5, capturable);
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
      OK(vjp_grad_scaler_create(&o, &scaler));
      own_scaler(scaler);
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

/* SC-89, AMP-5: the user's scale multiplies */
static void user_scale(void) {
  for (int unscale_first = 0; unscale_first < 2; ++unscale_first) {
    vjp_tensor *w = leaf(VEC(1)), *scale = NULL;
    vjp_grad_scaler* scaler = scaler_of(5, 2, 0.5, 2000);
    vjp_optimizer* optimizer = sgd_of(&w, 1, 1, true);
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

/* SC-90, AMP-6 */
static void not_checked_again(void) {
  for (int capturable = 0; capturable < 2; ++capturable) {
    vjp_tensor* w = leaf(VEC(1, 2));
    vjp_grad_scaler* scaler = scaler_of(4, 2, 0.5, 2000);
    vjp_optimizer* optimizer = sgd_of(&w, 1, 1, capturable);
    OK(vjp_backward(scaled(scaler, sum(w)), NULL));
    OK(vjp_grad_scaler_unscale(scaler, optimizer));
    OP_("fill", T(grad_of(w)), F(NAN));
    OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
    CHECK(isnan(at(w, 0)) && isnan(at(w, 1)));
    OK(vjp_grad_scaler_update(scaler));
    CHECK(has_state(scaler, 4, 1));
  }
}

/* AMP-5: with found_inf a capturable optimizer does nothing: no parameter, gradient, state or count changes */
static void skipped_on_the_device(void) {
  vjp_tensor *w = leaf(VEC(1, 2)), *count = NULL;
  vjp_optimizer_options o = VJP_ADAM_OPTIONS_INIT;
  vjp_optimizer* optimizer = NULL;
  vjp_grad_scaler* scaler = scaler_of(4, 2, 0.5, 2000);
  o.capturable = 1;
  OK(vjp_optimizer_adam(&w, 1, &o, &optimizer));
  own_optimizer(optimizer);
  scaled(scaler, SCALAR(1));
  OK(vjp_tensor_set_grad(w, VEC(4, INFINITY)));
  OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
  CHECK(found_of(scaler, optimizer) == 1);
  EQUALS(w, 1, 2);
  CHECK(at(grad_of(w), 0) == 4);
  CHECK(vjp_optimizer_num_states(optimizer) == 3);
  for (size_t i = 0; i < 3; ++i) {
    OK(vjp_optimizer_state(optimizer, i, NULL, &count));
    own(count);
    for (size_t k = 0; k < (size_t)vjp_tensor_numel(count); ++k) CHECK(at(count, k) == 0);
  }
  OK(vjp_grad_scaler_update(scaler));
  CHECK(has_state(scaler, 2, 0));
  /* the first step that is made is the first one */
  OK(vjp_tensor_set_grad(w, VEC(4, -4)));
  OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
  EQUALS(w, 1 - 1e-3, 2 + 1e-3);
  EQUALS(grad_of(w), 2, -2);
}

/* AMP-1, AMP-2 */
static void scaling(void) {
  vjp_grad_scaler* scaler = NULL;
  OK(vjp_grad_scaler_create(NULL, &scaler));
  own_scaler(scaler);
  CHECK(scale_of(scaler) == 65536 && has_state(scaler, 65536, 0));
  vjp_tensor *w = leaf(VEC(1, 2)), *loss = mul(w, w), *both[2] = {sum(loss), loss};
  vjp_tensor_list* list = NULL;
  OK(vjp_grad_scaler_scale_list(scaler, both, 2, &list));
  CHECK(vjp_tensor_list_size(list) == 2);
  EQUALS(vjp_tensor_list_get(list, 0), 5 * 65536.0);
  EQUALS(vjp_tensor_list_get(list, 1), 65536, 4 * 65536.0);
  vjp_tensor* root = own(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
  vjp_tensor_list_release(list);
  EQUALS(grad(root, w), 2 * 65536.0, 4 * 65536.0);
  /* a new scale leaves recorded products as they are */
  OK(vjp_grad_scaler_set_scale(scaler, 2));
  EQUALS(grad(root, w), 2 * 65536.0, 4 * 65536.0);
  CHECK(scale_of(scaler) == 2);
  OK(vjp_grad_scaler_set_scale_tensor(scaler, VEC(8)));
  CHECK(scale_of(scaler) == 8);
  FAILS(VJP_ERROR_INVALID, vjp_grad_scaler_set_scale_tensor(scaler, VEC(8, 9)));
  FAILS(VJP_ERROR_INVALID, vjp_grad_scaler_set_scale_tensor(scaler, leaf(VEC(8))));
  FAILS(VJP_ERROR_DTYPE, vjp_grad_scaler_scale(scaler, ramp(VJP_DTYPE_INT64, 0, NULL), &root));
}

/* AMP-9 */
static void state(void) {
  vjp_grad_scaler_state s = VJP_GRAD_SCALER_STATE_INIT;
  vjp_tensor* w = leaf(VEC(0));
  for (int used = 0; used < 2; ++used) {
    vjp_grad_scaler *from = scaler_of(4, 3, 0.25, 2), *to = scaler_of(65536, 2, 0.5, 2000);
    vjp_optimizer* optimizer = sgd_of(&w, 1, 1, false);
    scaled(from, SCALAR(1));
    iterate(from, optimizer, w, 1);
    if (used) scaled(to, SCALAR(1));
    OK(vjp_grad_scaler_get_state(from, &s));
    CHECK(s.growth_factor == 3 && s.backoff_factor == 0.25 && s.growth_interval == 2 && s.growth_tracker == 1);
    OK(vjp_grad_scaler_load_state(to, &s));
    CHECK(has_state(to, 4, 1));
    if (!used) scaled(to, SCALAR(1));
    iterate(to, optimizer, w, 1);
    CHECK(has_state(to, 12, 0));
  }
  s.growth_factor = 0.5;
  FAILS(VJP_ERROR_INVALID, vjp_grad_scaler_load_state(scaler_of(4, 2, 0.5, 1), &s));
}

/* AMP-9 */
static void disabled(void) {
  vjp_grad_scaler_options o = VJP_GRAD_SCALER_OPTIONS_INIT;
  vjp_grad_scaler* scaler = NULL;
  vjp_tensor* w = leaf(VEC(1));
  o.enabled = 0;
  OK(vjp_grad_scaler_create(&o, &scaler));
  own_scaler(scaler);
  CHECK(!vjp_grad_scaler_is_enabled(scaler));
  vjp_optimizer* optimizer = sgd_of(&w, 1, 1, false);
  CHECK(scaled(scaler, w) == w);
  OK(vjp_tensor_set_grad(w, VEC(INFINITY)));
  OK(vjp_grad_scaler_unscale(scaler, optimizer));
  OK(vjp_grad_scaler_unscale(scaler, optimizer));
  OK(vjp_grad_scaler_step(scaler, optimizer, NULL));
  OK(vjp_grad_scaler_update(scaler));
  CHECK(isinf(at(w, 0)) && scale_of(scaler) == 1);
}

int main(void) {
  RUN(growth_and_backoff);
  RUN(no_growth_to_infinity);
  RUN(unscale_finds);
  RUN(half_gradients);
  RUN(errors);
  RUN(training);
  RUN(user_scale);
  RUN(not_checked_again);
  RUN(skipped_on_the_device);
  RUN(scaling);
  RUN(state);
  RUN(disabled);
  return finish();
}
