/*
 * Optimizers: every step against the textbook formula in double precision, in every dtype, layout and option.
 */
#include "optim.h"

enum { N = 37, STEPS = 5 }; /* no multiple of any vector */

typedef vjp_status (*make_fn)(vjp_tensor* const*, size_t, const vjp_optimizer_options*, vjp_optimizer**);

/* What an optimizer knows of one element. */
typedef struct Element {
  double p, m, v, extra;
} Element;

/* One step of one element, written from the papers. t counts from 1. */
static void textbook(const char* name, const vjp_optimizer_options* o, int t, double g, Element* e) {
  if (o->maximize) g = -g;
  if (strcmp(name, "AdamW") == 0) {
    e->p -= o->lr * o->weight_decay * e->p;
  } else {
    g += o->weight_decay * e->p;
  }
  if (strcmp(name, "SGD") == 0) {
    double change = g;
    if (o->momentum != 0) {
      e->m = t == 1 ? g : o->momentum * e->m + (1 - o->dampening) * g;
      change = o->nesterov ? g + o->momentum * e->m : e->m;
    }
    e->p -= o->lr * change;
  } else if (strcmp(name, "Adagrad") == 0) {
    if (t == 1) e->v = o->initial_accumulator;
    e->v += g * g;
    e->p -= o->lr / (1 + (t - 1) * o->lr_decay) * g / (sqrt(e->v) + o->eps);
  } else if (strcmp(name, "RMSprop") == 0) {
    e->v = o->alpha * e->v + (1 - o->alpha) * g * g;
    e->extra = o->alpha * e->extra + (1 - o->alpha) * g;
    double change = g / (sqrt(e->v - (o->centered ? e->extra * e->extra : 0)) + o->eps);
    e->m = o->momentum * e->m + change;
    e->p -= o->lr * (o->momentum != 0 ? e->m : change);
  } else {
    e->m = o->beta1 * e->m + (1 - o->beta1) * g;
    e->v = o->beta2 * e->v + (1 - o->beta2) * g * g;
    double first = e->m / (1 - pow(o->beta1, t)), second = e->v / (1 - pow(o->beta2, t));
    if (o->amsgrad) { /* the largest uncorrected average, corrected */
      e->extra = fmax(e->extra, e->v);
      second = e->extra / (1 - pow(o->beta2, t));
    }
    e->p -= o->lr * first / (sqrt(second) + o->eps);
  }
}

static double start_value(int i) { return sin(1.7 * i + 0.3); }
static double gradient_value(int i, int t) { return cos(0.9 * i + 2.1 * t) * (1 + 0.1 * i) - 0.2; }

static void set_gradient(vjp_tensor* p, int t, double scale) {
  double values[N];
  vjp_tensor* g = NULL;
  for (int i = 0; i < N; ++i) values[i] = scale * gradient_value(i, t);
  OK(vjp_zeros_like(p, VJP_DTYPE_NONE, &g));
  OK(vjp_tensor_copy_from(g, values, sizeof values, VJP_DTYPE_FLOAT64));
  OK(vjp_tensor_set_grad(p, g));
  vjp_tensor_release(g);
}

static vjp_tensor* parameter(vjp_dtype dtype) {
  double values[N];
  for (int i = 0; i < N; ++i) values[i] = start_value(i);
  vjp_tensor* t = NULL;
  const int64_t n = N;
  OK(vjp_tensor_empty(&n, 1, dtype, &t));
  OK(vjp_tensor_copy_from(t, values, sizeof values, VJP_DTYPE_FLOAT64));
  return leaf(own(t));
}

static double tolerance_of(vjp_dtype dtype) {
  switch (dtype) {
    case VJP_DTYPE_FLOAT64:
      return 1e-13;
    case VJP_DTYPE_FLOAT32:
      return 2e-6;
    case VJP_DTYPE_FLOAT16:
      return 2e-2;
    default:
      return 1e-1; /* bfloat16 keeps its states in eight bits */
  }
}

static void compare(make_fn make, const vjp_optimizer_options* o, vjp_dtype dtype) {
  Element elements[N];
  vjp_tensor* p = parameter(dtype);
  vjp_optimizer* optimizer = own_optimizer(NULL);
  OK(make(&p, 1, o, &optimizer));
  own_optimizer(optimizer);
  const char* name = vjp_optimizer_name(optimizer);
  memset(elements, 0, sizeof elements);
  for (int i = 0; i < N; ++i) elements[i].p = at(p, (size_t)i);
  const int64_t version = version_of(p);
  for (int t = 1; t <= STEPS; ++t) {
    set_gradient(p, t, 1);
    vjp_tensor* g = grad_of(p);
    for (int i = 0; i < N; ++i) textbook(name, o, t, at(g, (size_t)i), &elements[i]);
    OK(vjp_optimizer_step(optimizer));
    CHECK(version_of(p) == version + t);
  }
  double worst = 0, want = 0;
  for (int i = 0; i < N; ++i) {
    const double error = fabs(at(p, (size_t)i) - elements[i].p) / (1 + fabs(elements[i].p));
    if (!(error <= worst)) worst = error, want = elements[i].p;
  }
  char detail[160];
  snprintf(detail, sizeof detail, "%s, dtype %s: off by %g at %g", name, vjp_dtype_name(dtype), worst, want);
  check_report(worst <= tolerance_of(dtype), __FILE__, __LINE__, "the textbook's step", detail);
}

static void in_all_dtypes(make_fn make, vjp_optimizer_options o) {
  static const vjp_dtype kDtypes[] = {VJP_DTYPE_FLOAT64, VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT16, VJP_DTYPE_BFLOAT16};
  for (int capturable = 0; capturable < 2; ++capturable) {
    o.capturable = capturable; /* then the rate is a float32 */
    o.lr = 0.015625;
    if (o.eps != 0) o.eps = 1e-6;
    for (size_t d = 0; d < sizeof kDtypes / sizeof *kDtypes; ++d) {
      compare(make, &o, kDtypes[d]);
      o.maximize = 1;
      compare(make, &o, kDtypes[d]);
      o.maximize = 0;
      o.weight_decay = 0.25;
      compare(make, &o, kDtypes[d]);
      o.weight_decay = 0;
    }
  }
}

static void sgd_steps(void) {
  vjp_optimizer_options o = VJP_SGD_OPTIONS_INIT;
  in_all_dtypes(vjp_optimizer_sgd, o);
  o.momentum = 0.75;
  in_all_dtypes(vjp_optimizer_sgd, o);
  o.dampening = 0.5;
  in_all_dtypes(vjp_optimizer_sgd, o);
  o.dampening = 0;
  o.nesterov = 1;
  in_all_dtypes(vjp_optimizer_sgd, o);
}

static void adam(void) {
  vjp_optimizer_options o = VJP_ADAM_OPTIONS_INIT;
  in_all_dtypes(vjp_optimizer_adam, o);
  o.amsgrad = 1;
  o.beta2 = 0.5; /* so that the largest average is not the last one */
  in_all_dtypes(vjp_optimizer_adam, o);
}

static void adamw(void) {
  vjp_optimizer_options o = VJP_ADAMW_OPTIONS_INIT;
  in_all_dtypes(vjp_optimizer_adamw, o);
  o.amsgrad = 1;
  o.beta2 = 0.5;
  in_all_dtypes(vjp_optimizer_adamw, o);
}

static void adagrad(void) {
  vjp_optimizer_options o = VJP_ADAGRAD_OPTIONS_INIT;
  in_all_dtypes(vjp_optimizer_adagrad, o);
  o.lr_decay = 0.5;
  o.initial_accumulator = 0.25;
  in_all_dtypes(vjp_optimizer_adagrad, o);
}

static void rmsprop(void) {
  vjp_optimizer_options o = VJP_RMSPROP_OPTIONS_INIT;
  in_all_dtypes(vjp_optimizer_rmsprop, o);
  o.momentum = 0.5;
  in_all_dtypes(vjp_optimizer_rmsprop, o);
  o.alpha = 0.75; /* where a * a comes near v, single precision would show */
  o.centered = 1;
  in_all_dtypes(vjp_optimizer_rmsprop, o);
}

/* Thousands of elements: whole vectors, blocks and chunks; one launch for many sizes. */
static void many_sizes(void) {
  static const int64_t kSizes[] = {1, 0, 7, 64, 1024, 1025, 32768, 70001};
  enum { COUNT_OF_SIZES = sizeof kSizes / sizeof *kSizes };
  vjp_tensor *together[COUNT_OF_SIZES], *alone[COUNT_OF_SIZES], *scale = NULL;
  vjp_optimizer* one = NULL;
  OK(vjp_manual_seed(5));
  for (int i = 0; i < COUNT_OF_SIZES; ++i) {
    vjp_tensor *value = NULL, *copy = NULL, *g = NULL;
    OK(vjp_randn(&kSizes[i], 1, i % 2 ? VJP_DTYPE_FLOAT32 : VJP_DTYPE_BFLOAT16, NULL, &value));
    OK(vjp_clone(value, &copy));
    OK(vjp_randn(&kSizes[i], 1, vjp_tensor_dtype(value), NULL, &g));
    together[i] = leaf(own(value));
    alone[i] = leaf(own(copy));
    OK(vjp_tensor_set_grad(together[i], g));
    OK(vjp_tensor_set_grad(alone[i], clone(own(g))));
  }
  OK(vjp_optimizer_adamw(together, COUNT_OF_SIZES, NULL, &one));
  own_optimizer(one);
  OK(vjp_tensor_from_scalar(vjp_scalar_float(4), VJP_DTYPE_FLOAT32, &scale));
  OK(vjp_optimizer_set_grad_scale(one, own(scale)));
  OK(vjp_optimizer_step(one));
  OK(vjp_optimizer_step(one));
  for (int i = 0; i < COUNT_OF_SIZES; ++i) {
    vjp_optimizer* own_one = NULL;
    OK(vjp_optimizer_adamw(&alone[i], 1, NULL, &own_one));
    own_optimizer(own_one);
    OK(vjp_optimizer_set_grad_scale(own_one, scale));
    OK(vjp_optimizer_step(own_one));
    OK(vjp_optimizer_step(own_one));
    CHECK(same_bits(together[i], alone[i]));
    CHECK(same_bits(grad_of(together[i]), grad_of(alone[i])));
  }
}

/* Parameters, gradients and states in any layout give what row-major ones give. */
static void layouts(void) {
  for (int form = 0; form < 4; ++form) {
    vjp_optimizer_options o = VJP_RMSPROP_OPTIONS_INIT;
    o.momentum = 0.5;
    o.centered = 1;
    vjp_tensor *plain = leaf(ramp(VJP_DTYPE_FLOAT32, 2, (int64_t[]){3, 4})), *odd = NULL, *wide = NULL;
    if (form == 1) odd = clone(OP("transpose", T(ramp(VJP_DTYPE_FLOAT32, 2, (int64_t[]){4, 3})), I(0), I(1)));
    if (form >= 2) { /* every second column, of a tensor or of a transposed one */
      wide = form == 2 ? ramp(VJP_DTYPE_FLOAT32, 2, (int64_t[]){3, 8})
                       : OP("transpose", T(ramp(VJP_DTYPE_FLOAT32, 2, (int64_t[]){8, 3})), I(0), I(1));
      odd = OP("slice", T(wide), I(1), I(0), I(8), I(2));
      odd = detached(odd);
    }
    if (form == 0) /* only the gradient is transposed */
      odd = clone(detached(plain));
    OP_("copy", T(odd), T(detached(plain)));
    leaf(odd);
    vjp_tensor* pair[2] = {plain, odd};
    for (int k = 0; k < 2; ++k) {
      vjp_optimizer* optimizer = NULL;
      OK(vjp_optimizer_rmsprop(&pair[k], 1, &o, &optimizer));
      own_optimizer(optimizer);
      for (int t = 1; t < 4; ++t) {
        vjp_tensor* g = times(ramp(VJP_DTYPE_FLOAT32, 2, (int64_t[]){4, 3}), t % 2 ? 1 : -0.5);
        vjp_tensor* turned = OP("transpose", T(g), I(0), I(1));
        OK(vjp_tensor_set_grad(pair[k], k ? turned : OP("contiguous", T(turned))));
        OK(vjp_optimizer_step(optimizer));
      }
    }
    CHECK(same_bits(OP("contiguous", T(detached(odd))), detached(plain)));
  }
}

static void groups(void) {
  vjp_tensor *a = leaf(VEC(1, 2)), *b = leaf(VEC(3)), *c = leaf(VEC(5));
  vjp_optimizer_options o = VJP_SGD_OPTIONS_INIT, got = VJP_SGD_OPTIONS_INIT;
  vjp_optimizer* optimizer = NULL;
  size_t index = 99;
  o.lr = 1;
  OK(vjp_optimizer_sgd((vjp_tensor*[]){a, b}, 2, &o, &optimizer));
  own_optimizer(optimizer);
  o.lr = 0.5;
  OK(vjp_optimizer_add_group(optimizer, &c, 1, &o, &index));
  CHECK(index == 1 && vjp_optimizer_num_groups(optimizer) == 2);
  OK(vjp_tensor_set_grad(a, VEC(1, 1)));
  OK(vjp_tensor_set_grad(c, VEC(1)));
  OK(vjp_optimizer_step(optimizer));
  EQUALS(a, 0, 1);
  EQUALS(b, 3); /* without a gradient nothing happens to it */
  EQUALS(c, 4.5);
  OK(vjp_optimizer_set_lr(optimizer, 0, 0.25));
  OK(vjp_optimizer_get_options(optimizer, 0, &got));
  CHECK(got.lr == 0.25);
  OK(vjp_optimizer_get_options(optimizer, 1, &got));
  CHECK(got.lr == 0.5);
  got.maximize = 1;
  OK(vjp_optimizer_set_options(optimizer, 1, &got));
  OK(vjp_optimizer_step(optimizer));
  EQUALS(a, -0.25, 0.75);
  EQUALS(c, 5);
  vjp_tensor_list* list = NULL;
  OK(vjp_optimizer_parameters(optimizer, 0, &list));
  CHECK(vjp_tensor_list_size(list) == 2 && vjp_tensor_list_get(list, 1) == b);
  vjp_tensor_list_release(list);
}

static void refusals(void) {
  vjp_tensor* a = leaf(VEC(1, 2));
  vjp_optimizer* optimizer = NULL;
  vjp_optimizer_options o = VJP_SGD_OPTIONS_INIT;
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_sgd(NULL, 0, NULL, &optimizer));
  SAYS("empty");
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_sgd((vjp_tensor*[]){a, a}, 2, NULL, &optimizer));
  SAYS("already");
  FAILS(VJP_ERROR_STATE, vjp_optimizer_sgd((vjp_tensor*[]){mul(a, a)}, 1, NULL, &optimizer));
  SAYS("leaves");
  FAILS(VJP_ERROR_DTYPE, vjp_optimizer_sgd((vjp_tensor*[]){ramp(VJP_DTYPE_INT64, 0, NULL)}, 1, NULL, &optimizer));
  SAYS("int64");
  o.lr = -1;
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_sgd(&a, 1, &o, &optimizer));
  SAYS("lr is -1");
  o.lr = 1;
  o.nesterov = 1;
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_sgd(&a, 1, &o, &optimizer));
  SAYS("Nesterov");
  o.nesterov = 2;
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_sgd(&a, 1, &o, &optimizer));
  SAYS("nesterov is 2");
  vjp_optimizer_options adam_options = VJP_ADAM_OPTIONS_INIT;
  adam_options.beta2 = 1;
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_adam(&a, 1, &adam_options, &optimizer));
  SAYS("beta2 is 1");
  adam_options.struct_size = 8;
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_adam(&a, 1, &adam_options, &optimizer));
  SAYS("struct_size");
  CHECK(optimizer == NULL);
  OK(vjp_optimizer_sgd(&a, 1, NULL, &optimizer));
  own_optimizer(optimizer);
  o = (vjp_optimizer_options)VJP_SGD_OPTIONS_INIT;
  o.capturable = 1;
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_add_group(optimizer, (vjp_tensor*[]){leaf(VEC(1))}, 1, &o, NULL));
  SAYS("capturable");
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_set_lr(optimizer, 3, 1));
  SAYS("no group 3");
  CHECK(vjp_optimizer_num_groups(optimizer) == 1);
}

/* The parameters are leaves that require grad: the step is no part of a graph, and a saved value notices it. */
static void steps_and_graphs(void) {
  vjp_tensor* w = leaf(VEC(2));
  vjp_optimizer* optimizer = NULL;
  OK(vjp_optimizer_sgd(&w, 1, NULL, &optimizer));
  own_optimizer(optimizer);
  vjp_tensor* y = mul(w, w);
  OK(vjp_tensor_set_grad(w, VEC(1)));
  OK(vjp_optimizer_step(optimizer));
  CHECK(vjp_tensor_is_leaf(w) && vjp_tensor_requires_grad(w));
  FAILS(VJP_ERROR_VERSION, vjp_backward(y, NULL));
}

static void zero_grad(void) {
  vjp_tensor *a = leaf(VEC(1, 2)), *b = leaf(VEC(1));
  vjp_optimizer* optimizer = NULL;
  OK(vjp_optimizer_sgd((vjp_tensor*[]){a, b}, 2, NULL, &optimizer));
  own_optimizer(optimizer);
  OK(vjp_tensor_set_grad(a, VEC(3, 4)));
  vjp_tensor* g = grad_of(a);
  OK(vjp_optimizer_zero_grad(optimizer, false));
  CHECK(grad_of(a) == g && grad_of(b) == NULL);
  EQUALS(g, 0, 0);
  OK(vjp_optimizer_zero_grad(optimizer, true));
  CHECK(grad_of(a) == NULL);
  /* a gradient that is part of a graph is not written into */
  vjp_tensor* x = leaf(VEC(3, 5));
  vjp_tensor* recorded = mul(x, x);
  OK(vjp_tensor_set_grad(a, recorded));
  OK(vjp_optimizer_zero_grad(optimizer, false));
  EQUALS(recorded, 9, 25);
  EQUALS(grad_of(a), 0, 0);
}

/* What is exported and loaded into another optimizer goes on with the same bits. */
static void states(void) {
  vjp_optimizer_options o = VJP_ADAM_OPTIONS_INIT;
  o.amsgrad = 1;
  vjp_tensor *a = parameter(VJP_DTYPE_FLOAT32), *b = NULL;
  vjp_optimizer *first = NULL, *second = NULL;
  OK(vjp_optimizer_adam(&a, 1, &o, &first));
  own_optimizer(first);
  CHECK(vjp_optimizer_num_states(first) == 0);
  for (int t = 1; t < 4; ++t) {
    set_gradient(a, t, 1);
    OK(vjp_optimizer_step(first));
  }
  b = leaf(clone(detached(a)));
  OK(vjp_optimizer_adam(&b, 1, &o, &second));
  own_optimizer(second);
  char* names[4] = {NULL};
  vjp_tensor* tensors[4] = {NULL};
  CHECK(vjp_optimizer_num_states(first) == 4);
  for (size_t i = 0; i < 4; ++i) {
    OK(vjp_optimizer_state(first, i, &names[i], &tensors[i]));
    own(tensors[i]);
  }
  CHECK(strcmp(names[0], "0.0.step") == 0 && at(tensors[0], 0) == 3);
  CHECK(strcmp(names[1], "0.0.exp_avg") == 0 && strcmp(names[2], "0.0.exp_avg_sq") == 0);
  CHECK(strcmp(names[3], "0.0.max_exp_avg_sq") == 0);
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_state(first, 4, NULL, NULL));
  OK(vjp_optimizer_load_states(second, (const char* const*)names, tensors, 4));
  for (int t = 4; t < 6; ++t) {
    set_gradient(a, t, 1);
    set_gradient(b, t, 1);
    OK(vjp_optimizer_step(first));
    OK(vjp_optimizer_step(second));
  }
  CHECK(same_bits(a, b));
  /* of another dtype they are converted; what is wrong changes nothing */
  tensors[1] = OP("to", T(tensors[1]), D(VJP_DTYPE_FLOAT64));
  OK(vjp_optimizer_load_states(second, (const char* const*)names, tensors, 4));
  vjp_tensor* loaded = NULL;
  OK(vjp_optimizer_state(second, 1, NULL, &loaded));
  CHECK(vjp_tensor_dtype(own(loaded)) == VJP_DTYPE_FLOAT32);
  const char* wrong[] = {"0.0.step", "0.1.exp_avg"};
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_load_states(second, wrong, tensors, 2));
  SAYS("0.1.exp_avg");
  wrong[1] = "0.0.exp_avg";
  FAILS(VJP_ERROR_SHAPE, vjp_optimizer_load_states(second, wrong, (vjp_tensor*[]){tensors[0], VEC(1)}, 2));
  CHECK(vjp_optimizer_num_states(second) == 4);
  for (size_t i = 0; i < 4; ++i) vjp_string_free(names[i]);
}

/* AMP-5 without a scaler: the user's own scale divides, and the gradients are written back. */
static void user_scale(void) {
  vjp_tensor *w = leaf(VEC(1)), *scale = NULL;
  vjp_optimizer* optimizer = NULL;
  vjp_optimizer_options o = VJP_SGD_OPTIONS_INIT;
  o.lr = 1;
  OK(vjp_optimizer_sgd(&w, 1, &o, &optimizer));
  own_optimizer(optimizer);
  OK(vjp_tensor_set_grad(w, VEC(8)));
  OK(vjp_tensor_from_scalar(vjp_scalar_float(4), VJP_DTYPE_FLOAT32, &scale));
  OK(vjp_optimizer_set_grad_scale(optimizer, own(scale)));
  OK(vjp_optimizer_step(optimizer));
  EQUALS(w, -1);
  EQUALS(grad_of(w), 2);
  OK(vjp_optimizer_set_grad_scale(optimizer, NULL));
  OK(vjp_optimizer_step(optimizer));
  EQUALS(w, -3);
  FAILS(VJP_ERROR_INVALID, vjp_optimizer_set_grad_scale(optimizer, VEC(1)));
}

/* The parameter's data was replaced by another layout: the states follow; by another shape: an error. */
static void replaced_data(void) {
  vjp_optimizer_options o = VJP_SGD_OPTIONS_INIT;
  o.lr = 1;
  o.momentum = 0.5;
  vjp_tensor* w = leaf(MAT(2, 2, 0, 0, 0, 0));
  vjp_optimizer* optimizer = NULL;
  OK(vjp_optimizer_sgd(&w, 1, &o, &optimizer));
  own_optimizer(optimizer);
  OK(vjp_tensor_set_grad(w, MAT(2, 2, 1, 2, 3, 4)));
  OK(vjp_optimizer_step(optimizer));
  OK(vjp_tensor_set_data(w, clone(OP("transpose", T(MAT(2, 2, 0, 0, 0, 0)), I(0), I(1)))));
  OK(vjp_optimizer_step(optimizer));
  EQUALS(w, -1.5, -3, -4.5, -6);
  OK(vjp_tensor_set_data(w, VEC(1, 2, 3)));
  OK(vjp_tensor_set_grad(w, VEC(1, 1, 1)));
  FAILS(VJP_ERROR_STATE, vjp_optimizer_step(optimizer));
  SAYS("state was made for");
}

int main(void) {
  RUN(sgd_steps);
  RUN(adam);
  RUN(adamw);
  RUN(adagrad);
  RUN(rmsprop);
  RUN(many_sizes);
  RUN(layouts);
  RUN(groups);
  RUN(refusals);
  RUN(steps_and_graphs);
  RUN(zero_grad);
  RUN(states);
  RUN(user_scale);
  RUN(replaced_data);
  return finish();
}
