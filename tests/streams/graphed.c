/* Functions whose forward and backward are graphs: SC-80, SC-81 (GF-1 to GF-7). */
#include "vjp/graphed.h"

#include "harness.h"

enum { kRows = 6, kIn = 5, kHidden = 4, kOut = 3, kIterations = 10 };

static void arena_graphed_release(void* p) { vjp_graphed_release((vjp_graphed*)p); }
static void arena_pool_release(void* p) { vjp_memory_pool_release((vjp_memory_pool*)p); }

/* float32 noise from the device's generator */
static vjp_tensor* noise(int64_t rows, int64_t columns) {
  vjp_tensor* t = NULL;
  ON(dev(0)) t = OP("randn", INTS(rows, columns), D(VJP_DTYPE_FLOAT32));
  return t;
}
static vjp_tensor* copy_of(vjp_tensor* t) { return OP("clone", T(t)); }
static void values_of(vjp_tensor* t, double* out) {
  OK(vjp_tensor_copy_to(t, out, (size_t)vjp_tensor_numel(t) * sizeof(double), VJP_DTYPE_FLOAT64));
}

/* ---- functions: what they make in between is released at once, as any program would ---- */

typedef struct Function {
  vjp_status (*body)(struct Function* self, bool training, vjp_tensor* const* in, vjp_tensor** out);
  vjp_tensor* parameters[2];
  size_t num_parameters;
  double dropout;
  int runs;
} Function;

static vjp_status run_function(void* context, bool training, vjp_tensor* const* inputs, size_t num_inputs,
                               vjp_tensor_list* results) {
  (void)num_inputs;
  Function* self = (Function*)context;
  ++self->runs;
  vjp_tensor* out = NULL;
  vjp_status status = self->body(self, training, inputs, &out);
  if (status == VJP_OK) status = vjp_tensor_list_append(results, out);
  vjp_tensor_release(out);
  return status;
}
/* One operator; `*t` is replaced by its result. */
static vjp_status then(vjp_status before, vjp_tensor** t, const char* op, const vjp_value* args, size_t count) {
  vjp_tensor* out = NULL;
  vjp_status status = before == VJP_OK ? call_op(op, VJP_VARIANT_FUNCTIONAL, args, count, 0, &out) : before;
  vjp_tensor_release(*t);
  *t = out;
  return status;
}
/* A linear layer and dropout; a second input has no influence. */
static vjp_status layer(Function* f, bool training, vjp_tensor* const* in, vjp_tensor** out) {
  vjp_status status = then(VJP_OK, out, "linear", ARGS(T(in[0]), T(f->parameters[0]), T(f->parameters[1])));
  return then(status, out, "dropout", ARGS(T(*out), F(f->dropout), B(training)));
}
/* No parameters: every row becomes the first one. */
static vjp_status first_rows(Function* f, bool training, vjp_tensor* const* in, vjp_tensor** out) {
  (void)f, (void)training;
  vjp_tensor* index = NULL;
  vjp_value sizes = L(vjp_tensor_shape(in[0]), 2);
  vjp_status status = VJP_OK;
  ON(dev(0)) status = then(status, &index, "zeros", ARGS(sizes, D(VJP_DTYPE_INT64)));
  status = then(status, out, "gather", ARGS(T(in[0]), I(0), T(index), B(false)));
  vjp_tensor_release(index);
  return status;
}
static vjp_status relu(Function* f, bool training, vjp_tensor* const* in, vjp_tensor** out) {
  (void)f, (void)training;
  return then(VJP_OK, out, "relu", ARGS(T(in[0])));
}
static vjp_status mse(Function* f, bool training, vjp_tensor* const* in, vjp_tensor** out) {
  (void)f, (void)training;
  return then(VJP_OK, out, "mse_loss", ARGS(T(in[0]), T(in[1]), S("mean")));
}

static Function linear_function(int64_t in, int64_t out, double dropout) {
  Function f = {layer, {leaf(noise(out, in)), leaf(OP("reshape", T(noise(1, out)), INTS(out)))}, 2, dropout, 0};
  return f;
}
static Function twin_of(const Function* f) {
  Function twin = *f;
  for (size_t i = 0; i < f->num_parameters; ++i) {
    vjp_tensor* detached = NULL;
    OK(vjp_tensor_detach(f->parameters[i], &detached));
    twin.parameters[i] = leaf(copy_of(own(detached)));
  }
  return twin;
}
static vjp_graphed_function described(Function* f, vjp_tensor* const* samples, size_t n) {
  vjp_graphed_function d = VJP_GRAPHED_FUNCTION_INIT;
  d.run = run_function;
  d.context = f;
  d.inputs = samples;
  d.num_inputs = n;
  d.parameters = f->parameters;
  d.num_parameters = f->num_parameters;
  return d;
}
/* Graphed, or as it is where `g` is NULL. */
static vjp_tensor* apply(vjp_graphed* g, Function* f, bool training, vjp_tensor* const* in, size_t n) {
  vjp_tensor* out = NULL;
  if (!g) {
    OK(f->body(f, training, in, &out));
    return own(out);
  }
  vjp_tensor_list* list = NULL;
  OK(vjp_graphed_call(g, in, n, training, &list));
  if (list) out = vjp_tensor_retain(vjp_tensor_list_get(list, 0));
  vjp_tensor_list_release(list);
  return own(out);
}
static vjp_optimizer* optimizer_of(vjp_tensor* const* parameters, size_t n) { return sgd(parameters, n, 0.01, false); }

/* ---- SC-80 ---- */

typedef struct Model {
  Function functions[5];
  vjp_graphed* graphed[5]; /* NULL: eager */
  vjp_tensor* unused;
} Model;

static vjp_tensor* step(Model* m, bool training, vjp_tensor* x, vjp_tensor* target) {
  vjp_tensor* h = apply(m->graphed[0], &m->functions[0], training, (vjp_tensor*[]){x, m->unused}, 2);
  h = apply(m->graphed[1], &m->functions[1], training, &h, 1);
  h = apply(m->graphed[2], &m->functions[2], training, &h, 1);
  h = apply(m->graphed[3], &m->functions[3], training, &h, 1);
  return apply(m->graphed[4], &m->functions[4], training, (vjp_tensor*[]){h, target}, 2);
}
static void train_model(Model* m, double* losses, double* parameters) {
  vjp_tensor* all[4] = {m->functions[0].parameters[0], m->functions[0].parameters[1], m->functions[1].parameters[0],
                        m->functions[1].parameters[1]};
  vjp_optimizer* optimizer = optimizer_of(all, 4);
  OK(vjp_manual_seed(5));
  for (int i = 0; i < kIterations; ++i) {
    vjp_tensor *x = noise(kRows, kIn), *target = noise(kRows, kOut);
    OK(vjp_optimizer_zero_grad(optimizer, true));
    vjp_tensor* loss = step(m, true, x, target);
    backward(loss, NULL);
    OK(vjp_optimizer_step(optimizer));
    values_of(loss, losses + i);
  }
  for (int i = 0; i < 4; ++i, parameters += kIn * kHidden) values_of(all[i], parameters);
}

/* SC-80, GF-1, GF-2, GF-3, GF-4, GF-6 */
SCENARIO(80, as_the_functions_themselves) {
  vjp_stream* amb = new_stream(dev(0), "amb");
  UNDER(amb) {
    OK(vjp_manual_seed(1));
    Model eager = {{linear_function(kIn, kHidden, 0.1),
                    linear_function(kHidden, kOut, 0.2),
                    {.body = first_rows},
                    {.body = relu},
                    {.body = mse}},
                   {NULL},
                   leaf(noise(2, 2))};
    Model graphed = eager;
    vjp_graphed_function described_[5];
    const vjp_graphed_function* pointers[5];
    vjp_tensor* samples[5][2] = {{noise(kRows, kIn), leaf(noise(2, 2))},
                                 {leaf(noise(kRows, kHidden))},
                                 {leaf(noise(kRows, kOut))},
                                 {leaf(noise(kRows, kOut))},
                                 {leaf(noise(kRows, kOut)), noise(kRows, kOut)}};
    for (int i = 0; i < 5; ++i) {
      if (i < 2) graphed.functions[i] = twin_of(&eager.functions[i]);
      described_[i] = described(&graphed.functions[i], samples[i], i == 0 || i == 4 ? 2 : 1);
      pointers[i] = &described_[i];
    }
    vjp_graphed_options options = VJP_GRAPHED_OPTIONS_INIT;
    FAILS(VJP_ERROR_INVALID, vjp_make_graphed(pointers, 5, &options, graphed.graphed));
    SAYS("input 1"); /* of function 0, which has no influence */
    options.allow_unused = 1;
    OK(vjp_make_graphed(pointers, 5, &options, graphed.graphed));
    for (int i = 0; i < 5; ++i) arena_put(graphed.graphed[i], arena_graphed_release);
    for (int i = 0; i < 4; ++i) CHECK(!grad_of(graphed.functions[i / 2].parameters[i % 2]));

    static double losses[2][kIterations], parameters[2][4 * kIn * kHidden];
    memset(parameters, 0, sizeof parameters);
    train_model(&eager, losses[0], parameters[0]);
    int runs = graphed.functions[0].runs;
    train_model(&graphed, losses[1], parameters[1]);
    CHECK(graphed.functions[0].runs == runs); /* graphs ran, and not the function */
    CHECK(memcmp(losses[0], losses[1], sizeof losses[0]) == 0);
    CHECK(memcmp(parameters[0], parameters[1], sizeof parameters[0]) == 0);
    CHECK(isfinite(losses[0][9]) && losses[0][0] != losses[0][9]);
    CHECK(!grad_of(graphed.unused)); /* undefined, so there is none */

    vjp_tensor *x = noise(kRows, kIn), *target = noise(kRows, kOut);
    double first = 0, second = 0;
    values_of(step(&eager, false, x, target), &first);
    values_of(step(&graphed, false, x, target), &second);
    CHECK(first == second && graphed.functions[0].runs == runs + 1);
    OK(vjp_stream_synchronize(amb));
  }
}

/* SC-80, GF-4: backward is called on another stream, and the next call comes from a third. */
SCENARIO(80, called_on_several_streams) {
  vjp_stream* streams[3] = {new_stream(dev(0), "a"), new_stream(dev(0), "b"), default_stream(dev(0))};
  Function f = {0};
  vjp_graphed* g = NULL;
  vjp_tensor *w = NULL, *sample = NULL;
  UNDER(streams[0]) {
    f = linear_function(kIn, kHidden, 0);
    w = f.parameters[0];
    sample = noise(kRows, kIn);
    vjp_graphed_function d = described(&f, &sample, 1);
    const vjp_graphed_function* pointer = &d;
    OK(vjp_make_graphed(&pointer, 1, NULL, &g));
    arena_put(g, arena_graphed_release);
  }
  for (int i = 0; i < 6; ++i) {
    vjp_stream *here = streams[i % 3], *there = streams[(i + 1) % 3];
    vjp_tensor *x = NULL, *y = NULL;
    UNDER(here) {
      ON(dev(0)) x = OP("full", INTS(kRows, kIn), F(i + 1), D(VJP_DTYPE_FLOAT32));
      y = apply(g, &f, true, &x, 1);
    }
    wait_for(there, here);
    UNDER(there) {
      vjp_tensor* gradient = NULL;
      ON(dev(0)) gradient = OP("full", INTS(kRows, kHidden), F(1), D(VJP_DTYPE_FLOAT32));
      backward(y, gradient);
      ALL(grad_of(w), kRows * (i + 1));
      clear_grad(w);
      clear_grad(f.parameters[1]);
    }
    CLEAN();
  }
}

/* SC-80, GF-4: gradients add up in leaves, whose grad is none of the graph's memory. */
SCENARIO(80, accumulation) {
  vjp_stream* s = new_stream(dev(0), "s");
  UNDER(s) {
    Function f = linear_function(kIn, kHidden, 0);
    vjp_tensor *x = leaf(noise(kRows, kIn)), *gradient = NULL;
    vjp_graphed_function d = described(&f, &x, 1);
    const vjp_graphed_function* pointer = &d;
    vjp_graphed* g = NULL;
    OK(vjp_make_graphed(&pointer, 1, NULL, &g));
    arena_put(g, arena_graphed_release);
    ON(dev(0)) gradient = OP("full", INTS(kRows, kHidden), F(1), D(VJP_DTYPE_FLOAT32));
    for (int i = 1; i <= 3; ++i) {
      backward(apply(g, &f, true, &x, 1), gradient); /* the sample itself: its memory is not copied */
      ALL(grad_of(f.parameters[1]), kRows * i);
    }
    OK(vjp_stream_synchronize(s));
  }
}

/* ---- SC-81 ---- */

/* SC-81, CG-6, CG-7: each made for itself, all in one pool. */
SCENARIO(81, three_models_in_one_pool) {
  enum { kModels = 3 };
  vjp_stream* amb = new_stream(dev(0), "amb");
  vjp_memory_pool* pool = NULL;
  OK(vjp_memory_pool_create(dev(0), &pool));
  arena_put(pool, arena_pool_release);
  UNDER(amb) {
    OK(vjp_manual_seed(2));
    Function eager[kModels], graphed[kModels];
    vjp_graphed* g[kModels] = {NULL};
    vjp_optimizer *of_eager[kModels], *of_graphed[kModels];
    for (int i = 0; i < kModels; ++i) {
      eager[i] = linear_function(kIn, kHidden, 0.2);
      graphed[i] = twin_of(&eager[i]);
      vjp_tensor* sample = noise(kRows, kIn);
      vjp_graphed_function d = described(&graphed[i], &sample, 1);
      const vjp_graphed_function* pointer = &d;
      vjp_graphed_options options = VJP_GRAPHED_OPTIONS_INIT;
      options.pool = pool;
      OK(vjp_make_graphed(&pointer, 1, &options, &g[i]));
      arena_put(g[i], arena_graphed_release);
      of_eager[i] = optimizer_of(eager[i].parameters, 2);
      of_graphed[i] = optimizer_of(graphed[i].parameters, 2);
    }
    static double values[2][2][kRows * kHidden], losses[2], gradients[2][kIn * kHidden];
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < kModels; ++i) {
        vjp_tensor *x = noise(kRows, kIn), *target = noise(kRows, kHidden);
        for (int k = 0; k < 2; ++k) {
          Function* f = k ? &graphed[i] : &eager[i];
          OK(vjp_manual_seed((uint64_t)(10 * round + i)));
          OK(vjp_optimizer_zero_grad(k ? of_graphed[i] : of_eager[i], true));
          vjp_tensor* y = apply(k ? g[i] : NULL, f, true, &x, 1);
          values_of(y, values[k][0]);
          vjp_tensor* loss = OP("mse_loss", T(y), T(target), S("mean"));
          values_of(loss, &losses[k]);
          backward(loss, NULL);
          values_of(grad_of(f->parameters[0]), gradients[k]);
          OK(vjp_optimizer_step(k ? of_graphed[i] : of_eager[i]));
        }
        CHECK(memcmp(values[0], values[1], sizeof values[0]) == 0);
        CHECK(losses[0] == losses[1]);
        CHECK(memcmp(gradients[0], gradients[1], sizeof gradients[0]) == 0);
      }
    }
    const void* memory[4 * 2 * kModels];
    size_t n = 0;
    for (int i = 0; i < kModels; ++i) {
      for (int p = 0; p < 2; ++p) {
        double a[kIn * kHidden], b[kIn * kHidden];
        values_of(eager[i].parameters[p], a);
        values_of(graphed[i].parameters[p], b);
        CHECK(memcmp(a, b, (size_t)vjp_tensor_numel(eager[i].parameters[p]) * sizeof(double)) == 0);
        memory[n++] = vjp_tensor_data(eager[i].parameters[p]);
        memory[n++] = vjp_tensor_data(graphed[i].parameters[p]);
        memory[n++] = vjp_tensor_data(grad_of(eager[i].parameters[p]));
        memory[n++] = vjp_tensor_data(grad_of(graphed[i].parameters[p]));
      }
    }
    for (size_t i = 0; i < n; ++i)
      for (size_t k = 0; k < i; ++k) CHECK(memory[i] != memory[k]);
    OK(vjp_stream_synchronize(amb));
  }
}

/* GF-7, SC-80: in an autocast region, whose cache the captures do without. */
SCENARIO(80, in_an_autocast_region) {
  vjp_stream* s = new_stream(dev(0), "s");
  UNDER(s) {
    OK(vjp_manual_seed(3));
    Function eager = linear_function(kIn, kHidden, 0), graphed = twin_of(&eager);
    vjp_autocast_options autocast = VJP_AUTOCAST_OPTIONS_INIT;
    autocast.device_kind = dev(0).kind;
    vjp_guard* region = NULL;
    OK(vjp_guard_autocast(&autocast, &region));
    vjp_tensor* sample = noise(kRows, kIn);
    apply(NULL, &graphed, true, &sample, 1); /* its parameters have been cast and kept */
    vjp_graphed_function d = described(&graphed, &sample, 1);
    const vjp_graphed_function* pointer = &d;
    vjp_graphed* g = NULL;
    OK(vjp_make_graphed(&pointer, 1, NULL, &g));
    arena_put(g, arena_graphed_release);
    vjp_optimizer *of_eager = optimizer_of(eager.parameters, 2), *of_graphed = optimizer_of(graphed.parameters, 2);
    for (int i = 0; i < 3; ++i) {
      vjp_tensor* x = noise(kRows, kIn);
      vjp_tensor *y = apply(NULL, &eager, true, &x, 1), *z = apply(g, &graphed, true, &x, 1);
      CHECK(vjp_tensor_dtype(y) == VJP_DTYPE_BFLOAT16 && vjp_tensor_dtype(z) == VJP_DTYPE_BFLOAT16);
      double values[2][kRows * kHidden];
      values_of(y, values[0]);
      values_of(z, values[1]);
      CHECK(memcmp(values[0], values[1], sizeof values[0]) == 0);
      backward(sum(y), NULL);
      backward(sum(z), NULL);
      OK(vjp_optimizer_step(of_eager));
      OK(vjp_optimizer_step(of_graphed));
      OK(vjp_optimizer_zero_grad(of_eager, true));
      OK(vjp_optimizer_zero_grad(of_graphed, true));
    }
    OK(vjp_guard_exit(region));
    double parameters[2][kIn * kHidden];
    values_of(eager.parameters[0], parameters[0]);
    values_of(graphed.parameters[0], parameters[1]);
    CHECK(memcmp(parameters[0], parameters[1], sizeof parameters[0]) == 0);
  }
}
