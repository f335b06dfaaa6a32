/* Optimizers with sparse gradients: SGD, Adagrad, SparseAdam against their definitions; clipping and scaling. */
#include "optim.h"

typedef vjp_status (*make_fn)(vjp_tensor* const*, size_t, const vjp_optimizer_options*, vjp_optimizer**);

enum { ROWS = 4, WIDTH = 2, N = ROWS * WIDTH, STEPS = 3 };

/* Rows 3, 1, 3 of the first step, 0, 1 of the second, none of the third; row 2 never. */
static const int64_t kCounts[STEPS] = {3, 2, 0};
static const double kRows[STEPS][3] = {{3, 1, 3}, {0, 1}, {0}};
static const double kValues[STEPS][6] = {{1, -2, 3, 4, -0.5, 6}, {2, 1, -3, 0.25}, {0}};

static vjp_tensor* gradient(int step, vjp_dtype dtype) {
  const int64_t count = kCounts[step];
  vjp_tensor* places = OP("to", T(make_tensor(kRows[step], (int64_t[]){1, count}, 2)), D(VJP_DTYPE_INT64));
  vjp_tensor *values = OP("to", T(make_tensor(kValues[step], (int64_t[]){count, WIDTH}, 2)), D(dtype)), *out = NULL;
  OK(vjp_sparse_coo(places, values, (int64_t[]){ROWS, WIDTH}, 2, false, &out));
  return own(out);
}
/* The same as plain numbers, and which of them are there. */
static void plain_gradient(int step, double* g, bool* there) {
  memset(g, 0, N * sizeof *g);
  memset(there, 0, N * sizeof *there);
  for (int k = 0; k < kCounts[step]; ++k)
    for (int j = 0; j < WIDTH; ++j) {
      const int i = (int)kRows[step][k] * WIDTH + j;
      g[i] += kValues[step][k * WIDTH + j];
      there[i] = true;
    }
}

typedef struct {
  double p[N], a[N], b[N];
} memory;

static void sgd_by_definition(memory* m, const double* g, const bool* there, const vjp_optimizer_options* o, int t) {
  (void)there;
  for (int i = 0; i < N; ++i) {
    double d = o->maximize ? -g[i] : g[i];
    if (o->momentum != 0) {
      m->a[i] = t == 1 ? d : o->momentum * m->a[i] + (1 - o->dampening) * d;
      d = o->nesterov ? d + o->momentum * m->a[i] : m->a[i];
    }
    m->p[i] -= o->lr * d;
  }
}
static void adagrad_by_definition(memory* m, const double* g, const bool* there, const vjp_optimizer_options* o,
                                  int t) {
  for (int i = 0; i < N; ++i) {
    if (!there[i]) continue;
    if (t == 1 || m->b[i] == 0) m->a[i] += o->initial_accumulator, m->b[i] = 1;
    m->a[i] += g[i] * g[i];
    m->p[i] -= o->lr / (1 + (t - 1) * o->lr_decay) * (o->maximize ? -g[i] : g[i]) / (sqrt(m->a[i]) + o->eps);
  }
}
static void sparse_adam_by_definition(memory* m, const double* g, const bool* there, const vjp_optimizer_options* o,
                                      int t) {
  for (int i = 0; i < N; ++i) {
    if (!there[i]) continue;
    const double d = o->maximize ? -g[i] : g[i];
    m->a[i] += (1 - o->beta1) * (d - m->a[i]);
    m->b[i] += (1 - o->beta2) * (d * d - m->b[i]);
    m->p[i] -= o->lr * sqrt(1 - pow(o->beta2, t)) / (1 - pow(o->beta1, t)) * m->a[i] / (sqrt(m->b[i]) + o->eps);
  }
}

typedef void (*definition)(memory*, const double*, const bool*, const vjp_optimizer_options*, int);

/* `turned`: the parameter lies transposed in memory. */
static void compare(make_fn make, definition step, vjp_optimizer_options o, vjp_dtype dtype, bool turned) {
  memory m = {.p = {1, -2, 3, 0.5, 5, 6, -0.25, 8}};
  vjp_tensor* p = OP("to", T(make_tensor(m.p, (int64_t[]){ROWS, WIDTH}, 2)), D(dtype));
  if (turned) p = detached(OP("t", T(clone(OP("contiguous", T(OP("t", T(p))))))));
  leaf(p);
  vjp_optimizer* optimizer = NULL;
  OK(make(&p, 1, &o, &optimizer));
  own_optimizer(optimizer);
  for (int t = 0; t < STEPS; ++t) {
    OK(vjp_tensor_set_grad(p, gradient(t, dtype)));
    OK(vjp_optimizer_step(optimizer));
    CHECK(vjp_tensor_layout(grad_of(p)) == VJP_LAYOUT_COO && vjp_tensor_nnz(grad_of(p)) == kCounts[t]);
    double g[N];
    bool there[N];
    plain_gradient(t, g, there);
    step(&m, g, there, &o, t + 1);
    vjp_tensor* now = OP("contiguous", T(detached(p)));
    for (int i = 0; i < N; ++i) {
      const double got = at(now, (size_t)i);
      char detail[160];
      snprintf(detail, sizeof detail, "%s, %s, step %d, element %d: %.9g, expected %.9g", vjp_optimizer_name(optimizer),
               vjp_dtype_name(dtype), t + 1, i, got, m.p[i]);
      const double tolerance = dtype == VJP_DTYPE_FLOAT64 ? 1e-12 : dtype == VJP_DTYPE_FLOAT32 ? 2e-6 : 0.05;
      check_report(fabs(got - m.p[i]) <= tolerance * (1 + fabs(m.p[i])), __FILE__, __LINE__, "the definition", detail);
    }
  }
}

static void in_all_forms(make_fn make, definition step, vjp_optimizer_options o) {
  static const vjp_dtype kDtypes[] = {VJP_DTYPE_FLOAT64, VJP_DTYPE_FLOAT32, VJP_DTYPE_BFLOAT16};
  o.lr = 0.0625;
  if (o.eps != 0) o.eps = 0.125; /* so that it shows where it is added */
  for (int k = 0; k < 3; ++k) {
    for (int turned = 0; turned < 2; ++turned) {
      compare(make, step, o, kDtypes[k], turned);
      o.maximize = 1;
      compare(make, step, o, kDtypes[k], turned);
      o.maximize = 0;
    }
  }
}

static void sgd_steps(void) {
  vjp_optimizer_options o = VJP_SGD_OPTIONS_INIT;
  in_all_forms(vjp_optimizer_sgd, sgd_by_definition, o);
  o.momentum = 0.75;
  in_all_forms(vjp_optimizer_sgd, sgd_by_definition, o);
  o.nesterov = 1;
  in_all_forms(vjp_optimizer_sgd, sgd_by_definition, o);
  o.nesterov = 0;
  o.dampening = 0.5;
  in_all_forms(vjp_optimizer_sgd, sgd_by_definition, o);
}
static void adagrad(void) {
  vjp_optimizer_options o = VJP_ADAGRAD_OPTIONS_INIT;
  in_all_forms(vjp_optimizer_adagrad, adagrad_by_definition, o);
  o.lr_decay = 0.5;
  o.initial_accumulator = 0.25;
  in_all_forms(vjp_optimizer_adagrad, adagrad_by_definition, o);
}
static void sparse_adam(void) {
  vjp_optimizer_options o = VJP_ADAM_OPTIONS_INIT;
  in_all_forms(vjp_optimizer_sparse_adam, sparse_adam_by_definition, o);
}

/* Two sparse dimensions, and a strided gradient in the same step. */
static void single_places_beside_strided_gradients(void) {
  vjp_tensor *a = leaf(MAT(2, 3, 1, 2, 3, 4, 5, 6)), *b = leaf(VEC(1, 2)), *g = NULL;
  vjp_optimizer* optimizer = sgd((vjp_tensor*[]){b, a}, 2, 0.5, false);
  vjp_tensor* places = OP("to", T(MAT(2, 3, 1, 0, 1, 2, 1, 2)), D(VJP_DTYPE_INT64));
  OK(vjp_sparse_coo(places, VEC(2, 4, 6), (int64_t[]){2, 3}, 2, false, &g));
  OK(vjp_tensor_set_grad(a, own(g)));
  OK(vjp_tensor_set_grad(b, VEC(2, 2)));
  const int64_t version = version_of(a);
  OK(vjp_optimizer_step(optimizer));
  CHECK(version_of(a) == version + 1);
  EQUALS(a, 1, 0, 3, 4, 5, 2);
  EQUALS(b, 0, 1);
  OK(vjp_optimizer_zero_grad(optimizer, false));
  CHECK(vjp_tensor_layout(grad_of(a)) == VJP_LAYOUT_COO && vjp_tensor_nnz(grad_of(a)) == 0);
  OK(vjp_optimizer_zero_grad(optimizer, true));
  CHECK(grad_of(a) == NULL);
}

/* An embedding with sparse gradients trains; only the rows that were looked up move. */
static void embedding(void) {
  vjp_tensor* table = leaf(MAT(3, 2, 1, 2, 3, 4, 5, 6));
  vjp_optimizer* optimizer = NULL;
  OK(vjp_optimizer_sparse_adam(&table, 1, NULL, &optimizer));
  own_optimizer(optimizer);
  CHECK(strcmp(vjp_optimizer_name(optimizer), "SparseAdam") == 0);
  vjp_tensor* rows = OP("to", T(VEC(2, 0, 2)), D(VJP_DTYPE_INT64));
  OK(vjp_backward(sum(OP("embedding.max_norm", T(rows), T(table), NONE(), NONE(), F(2), B(false), B(true))), NULL));
  CHECK(vjp_tensor_layout(grad_of(table)) == VJP_LAYOUT_COO);
  OK(vjp_optimizer_step(optimizer));
  const double moved = at(table, 0);
  CHECK(fabs(moved - (1 - 1e-3)) < 1e-6);
  CHECK(at(table, 2) == 3 && at(table, 3) == 4 && fabs(at(table, 5) - (6 - 1e-3)) < 1e-6);
}

static void refused(make_fn make, vjp_optimizer_options o, vjp_tensor* g, const char* because) {
  vjp_tensor* p = leaf(clone(MAT(4, 2, 1, 2, 3, 4, 5, 6, 7, 8)));
  vjp_optimizer* optimizer = NULL;
  OK(make(&p, 1, &o, &optimizer));
  own_optimizer(optimizer);
  OK(vjp_tensor_set_grad(p, g));
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, vjp_optimizer_step(optimizer));
  SAYS("parameter 0 of group 0");
  SAYS(because);
  EQUALS(p, 1, 2, 3, 4, 5, 6, 7, 8);
}
static void refusals(void) {
  vjp_tensor* g = gradient(0, VJP_DTYPE_FLOAT64);
  refused(vjp_optimizer_adam, (vjp_optimizer_options)VJP_ADAM_OPTIONS_INIT, g, "SparseAdam");
  refused(vjp_optimizer_adamw, (vjp_optimizer_options)VJP_ADAMW_OPTIONS_INIT, g, "SparseAdam");
  refused(vjp_optimizer_rmsprop, (vjp_optimizer_options)VJP_RMSPROP_OPTIONS_INIT, g, "SparseAdam");
  vjp_optimizer_options o = VJP_SGD_OPTIONS_INIT;
  o.weight_decay = 0.5;
  refused(vjp_optimizer_sgd, o, g, "weight_decay");
  o.momentum = 0.5;
  refused(vjp_optimizer_sgd, o, g, "weight_decay");
  o = (vjp_optimizer_options)VJP_ADAGRAD_OPTIONS_INIT;
  o.capturable = 1;
  refused(vjp_optimizer_adagrad, o, g, "capturable");
  o = (vjp_optimizer_options)VJP_ADAM_OPTIONS_INIT;
  refused(vjp_optimizer_sparse_adam, o, MAT(4, 2, 1, 2, 3, 4, 5, 6, 7, 8), "Adam takes strided");
  vjp_optimizer* optimizer = NULL;
  vjp_tensor* p = leaf(VEC(1));
  o.amsgrad = 1;
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_sparse_adam(&p, 1, &o, &optimizer));
  SAYS("SparseAdam: amsgrad");
  vjp_tensor* sparse = leaf(gradient(0, VJP_DTYPE_FLOAT64));
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, vjp_optimizer_sgd(&sparse, 1, NULL, &optimizer));
  SAYS("strided");
}

/* Each place counts once; what is changed are the values. */
static void clipping(void) {
  vjp_tensor *p = leaf(VEC(0, 0, 0)), *g = NULL, *norm = NULL;
  vjp_tensor* places = OP("to", T(MAT(1, 3, 2, 0, 2)), D(VJP_DTYPE_INT64));
  OK(vjp_sparse_coo(places, VEC(1, 3, 3), (int64_t[]){3}, 1, false, &g));
  OK(vjp_tensor_set_grad(p, own(g)));
  vjp_tensor *given = grad_of(p), *dense = NULL;
  OK(vjp_total_norm(&given, 1, -INFINITY, &norm));
  EQUALS(own(norm), 0);
  OK(vjp_clip_grad_norm(&p, 1, 2.5, 2, false, &norm));
  EQUALS(own(norm), 5);
  CHECK(grad_of(p) == given);
  OK(vjp_tensor_to_dense(given, false, &dense));
  CHECK(fabs(at(own(dense), 0) - 1.5) < 1e-5 && at(dense, 1) == 0 && fabs(at(dense, 2) - 2) < 1e-5);
  OK(vjp_clip_grad_value(&p, 1, 1.75));
  OK(vjp_tensor_to_dense(given, false, &dense));
  CHECK(fabs(at(own(dense), 0) - 1.5) < 1e-5 && at(dense, 2) == 1.75);
}

/* Divided by the scaler's scale and by the user's, which are written back, with momentum and without. */
static void scaling(void) {
  for (int momentum = 0; momentum < 2; ++momentum) {
    vjp_tensor *p = leaf(clone(MAT(4, 2, 0, 0, 0, 0, 0, 0, 0, 0))), *scale = NULL, *dense = NULL;
    vjp_optimizer_options o = VJP_SGD_OPTIONS_INIT;
    o.lr = 1;
    o.momentum = momentum;
    vjp_optimizer* optimizer = NULL;
    OK(vjp_optimizer_sgd(&p, 1, &o, &optimizer));
    own_optimizer(optimizer);
    vjp_grad_scaler* scaler = scaler_with(4, 2, 0.5, 100);
    scaled(scaler, VEC(1));
    OK(vjp_tensor_from_scalar(vjp_scalar_float(2), VJP_DTYPE_FLOAT32, &scale));
    OK(vjp_optimizer_set_grad_scale(optimizer, own(scale)));
    OK(vjp_tensor_set_grad(p, gradient(0, VJP_DTYPE_FLOAT64)));
    vjp_tensor* g = grad_of(p);
    bool stepped = false;
    OK(vjp_grad_scaler_step(scaler, optimizer, &stepped));
    CHECK(stepped);
    EQUALS(p, 0, 0, -0.375, -0.5, 0, 0, -0.0625, -0.5);
    OK(vjp_tensor_to_dense(g, false, &dense));
    EQUALS(own(dense), 0, 0, 0.375, 0.5, 0, 0, 0.0625, 0.5);
    OK(vjp_grad_scaler_update(scaler));
    OK(vjp_tensor_set_grad(p, times(gradient(0, VJP_DTYPE_FLOAT64), INFINITY)));
    OK(vjp_grad_scaler_step(scaler, optimizer, &stepped));
    CHECK(!stepped);
    EQUALS(p, 0, 0, -0.375, -0.5, 0, 0, -0.0625, -0.5);
  }
}

/* States come and go by the names of the ordinary ones. */
static void states(void) {
  vjp_tensor *p = leaf(clone(MAT(4, 2, 1, 2, 3, 4, 5, 6, 7, 8))), *q = leaf(clone(detached(p)));
  vjp_optimizer *a = NULL, *b = NULL;
  OK(vjp_optimizer_sparse_adam(&p, 1, NULL, &a));
  OK(vjp_optimizer_sparse_adam(&q, 1, NULL, &b));
  own_optimizer(a), own_optimizer(b);
  OK(vjp_tensor_set_grad(p, gradient(0, VJP_DTYPE_FLOAT64)));
  OK(vjp_optimizer_step(a));
  OP_("copy", T(detached(q)), T(detached(p)));
  CHECK(vjp_optimizer_num_states(a) == 3);
  char* names[3];
  vjp_tensor* tensors[3];
  for (size_t i = 0; i < 3; ++i) {
    OK(vjp_optimizer_state(a, i, &names[i], &tensors[i]));
    own(tensors[i]);
  }
  OK(vjp_optimizer_load_states(b, (const char* const*)names, tensors, 3));
  for (size_t i = 0; i < 3; ++i) vjp_string_free(names[i]);
  OK(vjp_tensor_set_grad(p, gradient(1, VJP_DTYPE_FLOAT64)));
  OK(vjp_tensor_set_grad(q, gradient(1, VJP_DTYPE_FLOAT64)));
  OK(vjp_optimizer_step(a));
  OK(vjp_optimizer_step(b));
  CHECK(same_bits(detached(p), detached(q)));
}

/* On a device as on the CPU. */
static void on_a_device(void) {
  make_fn makes[] = {vjp_optimizer_sgd, vjp_optimizer_adagrad, vjp_optimizer_sparse_adam};
  for (int k = 0; k < 3; ++k) {
    vjp_tensor* pair[2];
    for (int there = 0; there < 2; ++there) {
      vjp_tensor *p = MAT(4, 2, 1, 2, 3, 4, 5, 6, 7, 8), *moved = NULL, *g = gradient(0, VJP_DTYPE_FLOAT64);
      const vjp_device sim = {VJP_DEVICE_SIM, 0};
      if (there) {
        OK(vjp_to_device(p, &sim, VJP_DTYPE_NONE, false, &moved));
        p = own(moved);
        OK(vjp_to_device(g, &sim, VJP_DTYPE_NONE, false, &moved));
        g = own(moved);
      } else {
        p = clone(p);
      }
      leaf(p);
      vjp_optimizer* optimizer = NULL;
      OK(makes[k](&p, 1, NULL, &optimizer));
      own_optimizer(optimizer);
      for (int t = 0; t < 2; ++t) {
        OK(vjp_tensor_set_grad(p, g));
        OK(vjp_optimizer_step(optimizer));
      }
      pair[there] = detached(p);
    }
    CHECK(same_bits(pair[0], pair[1]));
  }
}

int main(void) {
  RUN(sgd_steps);
  RUN(adagrad);
  RUN(sparse_adam);
  RUN(single_places_beside_strided_gradients);
  RUN(embedding);
  RUN(refusals);
  RUN(clipping);
  RUN(scaling);
  RUN(states);
  RUN(on_a_device);
  return finish();
}
