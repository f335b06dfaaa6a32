/* Chapter 20 by its text: what a region sees of its modes and arguments, what the determinism check compares, and
 * devices that begin inside a region. */
#include "regions.h"

static vjp_status raw_moved(vjp_tensor* t, vjp_device d, vjp_tensor** out) {
  vjp_value device = {VJP_KIND_DEVICE, 0, {0}};
  device.as.device = d;
  return call_op("to.device", VJP_VARIANT_FUNCTIONAL, ARGS(T(t), device, NONE(), B(false)), 0, out);
}

/* ---- devices that begin inside a region ---- */

/* x times random numbers of a device that the region's argument does not lie on */
typedef struct Elsewhere {
  Region region;
  vjp_device device;
} Elsewhere;
static vjp_status draws_elsewhere(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                                  vjp_tensor_list* results) {
  Elsewhere* e = (Elsewhere*)context;
  vjp_tensor *there = NULL, *random = NULL, *y = NULL;
  (void)num_inputs;
  region_count(&e->region, recomputing);
  vjp_status status = raw_moved(inputs[0], e->device, &there);
  if (!status) status = apply(&random, "rand_like", ARGS(T(there)));
  if (!status) status = apply(&y, "mul", ARGS(T(random), T(there)));
  vjp_tensor_release(there);
  vjp_tensor_release(random);
  if (!status) return region_append(results, y);
  vjp_tensor_release(y);
  return status;
}
static vjp_status try_elsewhere(Elsewhere* e, vjp_tensor* x, const vjp_checkpoint_options* options, vjp_tensor** out) {
  vjp_checkpoint_function function = region_of(draws_elsewhere, e);
  vjp_tensor_list* list = NULL;
  function.drop = NULL;
  vjp_status status = vjp_checkpoint(&function, &x, 1, options, &list);
  if (status == VJP_OK) *out = own(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
  vjp_tensor_list_release(list);
  return status;
}

/* CKPT-3: a device whose generator is first used inside; once it is in use its numbers repeat like any. Runs first. */
static void generators_that_begin_inside(void) {
  for (int kind = 0; kind < 2; ++kind) {
    static Elsewhere e;
    e = (Elsewhere){{0}, {VJP_DEVICE_SIM, kind ? 1 : 0}};
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    options.reentrant = kind;
    vjp_tensor *x = leaf(VEC(1, 1, 1)), *y = NULL;
    if (!vjp_device_is_active(e.device)) {
      FAILS(VJP_ERROR_STATE, try_elsewhere(&e, x, &options, &y));
      SAYS(kind ? "sim:1" : "sim:0");
      SAYS("generator");
    }
    OK(try_elsewhere(&e, x, &options, &y));
    OK(vjp_backward(sum(y), NULL));
    EQUALS(grad_of(x), at(y, 0), at(y, 1), at(y, 2));
  }
}

/* ---- what a region sees ---- */

typedef struct Look {
  bool grad_mode, leaf[2], requires_grad[2];
} Look;
typedef struct Watched {
  Region region;
  Look look[2]; /* of the forward, of the recomputation */
} Watched;
static vjp_status watched(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                          vjp_tensor_list* results) {
  Watched* w = (Watched*)context;
  Look* look = &w->look[recomputing];
  vjp_tensor* y = NULL;
  region_count(&w->region, recomputing);
  look->grad_mode = vjp_grad_mode();
  for (size_t i = 0; i < num_inputs; ++i) {
    look->leaf[i] = vjp_tensor_is_leaf(inputs[i]);
    look->requires_grad[i] = vjp_tensor_requires_grad(inputs[i]);
  }
  vjp_status status = apply(&y, "mul", ARGS(T(inputs[0]), T(inputs[1])));
  return status ? status : region_append(results, y);
}

/* CKPT-4: forward with grad mode off, recomputation with grad mode on, of detached arguments that are flagged as the
 * originals. CKPT-9, CKPT-10: with grad mode on both times; what is recomputed has the original arguments. */
static void modes_and_arguments(void) {
  for (int kind = 0; kind < 2; ++kind) {
    static Watched w;
    w = (Watched){{0}, {{0}, {0}}};
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    options.reentrant = kind;
    vjp_checkpoint_function function = region_of(watched, &w);
    function.drop = NULL;
    vjp_tensor* x = leaf(VEC(1, 2));
    vjp_tensor* inputs[2] = {times(x, 3), VEC(5, 7)};
    vjp_tensor_list* list = NULL;
    OK(vjp_checkpoint(&function, inputs, 2, &options, &list));
    OK(vjp_backward(sum(vjp_tensor_list_get(list, 0)), NULL));
    EQUALS(grad_of(x), 15, 21);
    CHECK(w.region.forwards == 1 && w.region.recomputations == 1);
    CHECK(w.look[0].grad_mode == !kind && w.look[1].grad_mode);
    for (int run = 0; run < 2; ++run) {
      CHECK(w.look[run].requires_grad[0] && !w.look[run].requires_grad[1] && w.look[run].leaf[1]);
    }
    CHECK(!w.look[0].leaf[0]);
    if (kind) CHECK(w.look[1].leaf[0]);
    vjp_tensor_list_release(list);
  }
}

/* ---- the determinism check ---- */

typedef struct Changing {
  Region region;
  bool dtype;        /* the recomputation computes in float32 */
  bool device;       /* or on another device */
  vjp_device target; /* on that one */
} Changing;
static vjp_status changing(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                           vjp_tensor_list* results) {
  Changing* c = (Changing*)context;
  vjp_tensor *t = NULL, *y = NULL;
  vjp_status status = VJP_OK;
  (void)num_inputs;
  region_count(&c->region, recomputing);
  if (recomputing && c->device) {
    status = raw_moved(inputs[0], c->target, &t);
  } else if (recomputing && c->dtype) {
    status = apply(&t, "to", ARGS(T(inputs[0]), D(VJP_DTYPE_FLOAT32)));
  } else {
    t = vjp_tensor_retain(inputs[0]);
  }
  if (!status) status = apply(&y, "sin", ARGS(T(t)));
  vjp_tensor_release(t);
  return status ? status : region_append(results, y);
}

/* CKPT-13: shape (checkpoint.c), dtype and device of each value */
static void what_is_compared(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  for (int way = 0; way < 2; ++way) {
    static Changing c;
    c = (Changing){{0}, way == 0, way == 1, {VJP_DEVICE_SIM, 1}};
    vjp_checkpoint_function function = region_of(changing, &c);
    function.drop = NULL;
    vjp_tensor_list* list = NULL;
    vjp_tensor* g = NULL;
    OK(vjp_checkpoint(&function, &x, 1, NULL, &list));
    vjp_tensor* y = sum(vjp_tensor_list_get(list, 0));
    vjp_tensor_list_release(list);
    FAILS(VJP_ERROR_INVALID, try_grad_of(y, x, true, &g));
    SAYS("value 0 was float64[2]");
    SAYS(way ? "is float64[2] on sim:1" : "is float32[2]");
  }
}

/* ---- structure ---- */

/* CKPT-16: arguments may be missing; what is captured, and what is passed, get their gradients in any kind of call */
static vjp_status with_a_gap(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                             vjp_tensor_list* results) {
  Region* region = (Region*)context;
  vjp_tensor* t = NULL;
  region_count(region, recomputing);
  CHECK(num_inputs == 3 && inputs[1] == NULL);
  vjp_status status = apply(&t, "mul", ARGS(T(inputs[0]), T(inputs[2])));
  if (!status) status = apply(&t, "mul", ARGS(T(t), T(region->weight)));
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}
static void arguments_with_a_gap(void) {
  vjp_tensor *x = leaf(VEC(1, 2)), *w = leaf(VEC(5, 7)), *inputs[3] = {x, NULL, VEC(3, 4)};
  for (int kind = 0; kind < 2; ++kind) {
    static Region region;
    region = (Region){.weight = w};
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    options.reentrant = kind;
    vjp_checkpoint_function function = region_of(with_a_gap, &region);
    function.drop = NULL;
    vjp_tensor_list* list = NULL;
    OK(vjp_checkpoint(&function, inputs, 3, &options, &list));
    OK(vjp_tensor_set_grad(x, NULL));
    OK(vjp_tensor_set_grad(w, NULL));
    OK(vjp_backward(sum(vjp_tensor_list_get(list, 0)), NULL));
    EQUALS(grad_of(x), 15, 28);
    EQUALS(grad_of(w), 3, 8);
    vjp_tensor_list_release(list);
  }
}

/* CKPT-14: an inner region of either kind inside one of either kind, with hooks of the outer region's values in force
 */
typedef struct Mixed {
  Region region;
  int32_t inner_kind;
  Region inner;
} Mixed;
static vjp_status mixed(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                        vjp_tensor_list* results) {
  Mixed* m = (Mixed*)context;
  vjp_tensor* t = NULL;
  (void)num_inputs;
  region_count(&m->region, recomputing);
  vjp_status status = apply(&t, "mul", ARGS(T(inputs[0]), T(inputs[0])));
  vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
  options.reentrant = m->inner_kind;
  vjp_checkpoint_function function = region_of(curve, &m->inner);
  vjp_tensor_list* list = NULL;
  function.drop = NULL;
  if (!status) status = vjp_checkpoint(&function, &t, 1, &options, &list);
  if (!status) status = vjp_tensor_list_append(results, vjp_tensor_list_get(list, 0));
  vjp_tensor_list_release(list);
  vjp_tensor_release(t);
  return status;
}
static void kinds_in_each_other(void) {
  for (int kinds = 0; kinds < 4; ++kinds) {
    static Mixed m;
    m = (Mixed){{0}, kinds & 1, {0}};
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    options.reentrant = kinds >> 1;
    vjp_checkpoint_function function = region_of(mixed, &m);
    function.drop = NULL;
    vjp_tensor *x = leaf(VEC(0.9)), *g = NULL;
    vjp_tensor_list* list = NULL;
    OK(vjp_checkpoint(&function, &x, 1, &options, &list));
    OK(vjp_backward(vjp_tensor_list_get(list, 0), NULL));
    double inner = 0.81;
    OK(vjp_tensor_grad(x, &g));
    EQUALS(own(g), exp(sin(inner)) * cos(inner) * 1.8);
    CHECK(m.region.forwards == 1 && m.region.recomputations == 1);
    vjp_tensor_list_release(list);
  }
}

/* CKPT-18: no circle, though the region gives its argument a history inside itself, which keeps a holder */
static vjp_status exponential_in_place(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                                       vjp_tensor_list* results) {
  vjp_tensor* t = NULL;
  (void)num_inputs;
  region_count((Region*)context, recomputing);
  vjp_status status = call_op("exp", VJP_VARIANT_INPLACE, ARGS(T(inputs[0])), 0, &t);
  return status ? status : region_append(results, t);
}
static void no_circle(void) {
  static Region region;
  region = (Region){0};
  vjp_tensor* h = times(leaf(VEC(1, 2)), 1);
  checkpointed(exponential_in_place, &region, h, NULL);
  CHECK(region.dropped == 0);
  arena_clear();
  CHECK(region.dropped == 1);
}

int main(void) {
  RUN(generators_that_begin_inside);
  RUN(modes_and_arguments);
  RUN(what_is_compared);
  RUN(arguments_with_a_gap);
  RUN(kinds_in_each_other);
  RUN(no_circle);
  return finish();
}
