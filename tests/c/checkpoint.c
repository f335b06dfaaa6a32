/* Chapter 20: the default kind of checkpoints. Their memory: checkpoint_memory.c; the reentrant kind:
 * checkpoint_reentrant.c. */
#include "regions.h"

/* d exp(sin(x)) = exp(sin(x)) cos(x) */
static double slope(double x) { return exp(sin(x)) * cos(x); }

/* CKPT-2, CKPT-9 */
static void gradients_are_the_plain_ones(void) {
  static Region region;
  region = (Region){0};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = checkpointed(curve, &region, x, NULL);
  EQUALS(y, exp(sin(1)), exp(sin(2)));
  CHECK(strcmp(vjp_node_name(node_of(y)), "ExpBackward") == 0); /* the region's own nodes */
  CHECK(region.forwards == 1 && region.recomputations == 0);
  OK(vjp_backward(sum(times(y, 3)), NULL));
  EQUALS(grad_of(x), 3 * slope(1), 3 * slope(2));
  CHECK(region.forwards == 1 && region.recomputations == 1);
}

/* CKPT-10: each task computes the region once, and a graph that was freed cannot be walked again */
static void once_a_task(void) {
  static Region region;
  region = (Region){0};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(checkpointed(curve, &region, x, NULL));
  for (int i = 1; i <= 3; ++i) {
    vjp_tensor* g = NULL;
    OK(try_grad_of(y, x, i < 3, &g));
    EQUALS(own(g), slope(1), slope(2));
    CHECK(region.recomputations == i);
  }
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_STATE, try_grad_of(y, x, false, &g));
  SAYS("retain_graph");
}

/* CKPT-16 */
static void captured_tensors_and_inputs(void) {
  vjp_tensor *w = leaf(VEC(5, 7)), *x = leaf(VEC(1, 2));
  static Region region;
  region = (Region){.weight = w};
  vjp_tensor* y = sum(checkpointed(curve, &region, x, NULL));
  /* a task that is restricted to the captured tensor, one to both, and one that adds to it alone */
  EQUALS(grad(y, w), exp(sin(1)), exp(sin(2)));
  vjp_tensor *inputs[2] = {x, w}, *grads[2] = {NULL, NULL};
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.retain_graph = 1;
  OK(vjp_grad(&y, 1, NULL, inputs, 2, &options, grads));
  EQUALS(own(grads[0]), 5 * slope(1), 7 * slope(2));
  EQUALS(own(grads[1]), exp(sin(1)), exp(sin(2)));
  options.accumulate = 1;
  options.retain_graph = 0;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, y, NULL));
  OK(vjp_grad_call_add_input(call, w));
  OK(vjp_grad_call_run(call));
  EQUALS(grad_of(w), exp(sin(1)), exp(sin(2)));
  CHECK(grad_of(x) == NULL);
}

/* CKPT-16: no tensor is passed at all */
static vjp_status captured_only(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                                vjp_tensor_list* results) {
  Region* region = (Region*)context;
  vjp_tensor* t = NULL;
  (void)inputs;
  CHECK(num_inputs == 0);
  region_count(region, recomputing);
  vjp_status status = apply(&t, "sin", ARGS(T(region->weight)));
  return status ? status : region_append(results, t);
}
static void without_inputs(void) {
  vjp_tensor* w = leaf(VEC(1, 2));
  static Region region;
  region = (Region){.weight = w};
  vjp_checkpoint_function function = region_of(captured_only, &region);
  vjp_tensor_list* list = NULL;
  OK(vjp_checkpoint(&function, NULL, 0, NULL, &list));
  OK(vjp_backward(sum(vjp_tensor_list_get(list, 0)), NULL));
  EQUALS(grad_of(w), cos(1), cos(2));
  vjp_tensor_list_release(list);
}

/* CKPT-16, CKPT-10: a higher derivative is a task of its own */
static void double_backward(void) {
  vjp_tensor *w = leaf(VEC(5, 7)), *x = leaf(VEC(1, 2));
  static Region region;
  region = (Region){.weight = w};
  vjp_tensor* y = sum(checkpointed(curve, &region, x, NULL));
  vjp_tensor* first = grad_graph(y, x);
  EQUALS(first, 5 * slope(1), 7 * slope(2));
  EQUALS(grad(sum(first), w), slope(1), slope(2));
  int before = region.recomputations;
  EQUALS(grad(sum(first), x), 5 * exp(sin(1)) * (cos(1) * cos(1) - sin(1)),
         7 * exp(sin(2)) * (cos(2) * cos(2) - sin(2)));
  CHECK(region.recomputations == before + 1);
}

/* pow(x, w): both derivatives read both arguments; mul(x, x): one tensor in two places */
static vjp_status powers(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                         vjp_tensor_list* results) {
  Region* region = (Region*)context;
  vjp_tensor *t = NULL, *s = NULL;
  (void)num_inputs;
  region_count(region, recomputing);
  vjp_status status = apply(&t, "pow", ARGS(T(inputs[0]), T(region->weight)));
  if (!status) status = apply(&s, "div", ARGS(T(t), T(inputs[0])));
  if (!status) status = apply(&s, "mul", ARGS(T(s), T(s)));
  vjp_tensor_release(t);
  if (!status) return region_append(results, s);
  vjp_tensor_release(s);
  return status;
}

/* CKPT-11, SHOOK-4: a node asks for each of its values once */
static void values_that_several_rules_read(void) {
  vjp_tensor *x = leaf(SCALAR(2)), *w = leaf(SCALAR(3));
  static Region region;
  region = (Region){.weight = w};
  vjp_tensor* y = checkpointed(powers, &region, x, NULL); /* x^(2w - 2) */
  EQUALS(y, 16);
  OK(vjp_backward(y, NULL));
  EQUALS(grad_of(x), 4 * 8);
  EQUALS(grad_of(w), 2 * log(2) * 16);
}

static vjp_status count_hook(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  (void)grad, (void)replacement;
  ++*(int*)context;
  return VJP_OK;
}

/* A hook on a tensor inside the region. */
typedef struct Hooked {
  Region region;
  int calls;
} Hooked;
static vjp_status hooked(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                         vjp_tensor_list* results) {
  Hooked* h = (Hooked*)context;
  vjp_tensor* t = NULL;
  (void)num_inputs;
  region_count(&h->region, recomputing);
  vjp_status status = apply(&t, "sin", ARGS(T(inputs[0])));
  if (!status) status = vjp_tensor_add_hook(t, count_hook, &h->calls, NULL, NULL);
  if (!status) status = apply(&t, "exp", ARGS(T(t)));
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

/* CKPT-9: hooks of the original graph run, once a task, and those of the recomputed one do not */
static void hooks_run_once(void) {
  Hooked h = {{0}, 0};
  vjp_checkpoint_function function = region_of(hooked, &h);
  function.drop = NULL;
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor_list* list = NULL;
  OK(vjp_checkpoint(&function, &x, 1, NULL, &list));
  vjp_tensor* y = sum(vjp_tensor_list_get(list, 0));
  vjp_tensor_list_release(list);
  grad(y, x);
  CHECK(h.region.recomputations == 1 && h.calls == 1);
  grad(y, x);
  CHECK(h.region.recomputations == 2 && h.calls == 2);
}

/* CKPT-12 */
static void early_stop(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* guard = NULL;
  for (int way = 0; way < 4; ++way) {
    static Region region;
    region = (Region){0};
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    if (way == 1) options.early_stop = 0;
    if (way == 2) OK(vjp_guard_checkpoint_early_stop(false, &guard));
    if (way == 3) {
      options.early_stop = 1;
      OK(vjp_guard_checkpoint_early_stop(false, &guard));
    }
    vjp_tensor* y = checkpointed(curve, &region, x, &options);
    /* what held during the forward counts */
    if (guard) OK(vjp_guard_exit(guard));
    guard = NULL;
    EQUALS(grad(sum(y), x), slope(1), slope(2));
    CHECK(region.recomputations == 1);
    CHECK(region.finished == (way == 1 || way == 2));
    CHECK(!vjp_checkpoint_stopping());
  }
}

/* CKPT-12: the last value that is needed ends the region, whatever it does about it */
static void stopping_is_seen(void) {
  static Region region;
  region = (Region){0};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = checkpointed(stubborn, &region, x, NULL);
  EQUALS(grad(sum(y), x), cos(1), cos(2));
  CHECK(region.recomputations == 1);
}

/* CKPT-13 */
static void determinism(void) {
  static const struct {
    int skip, early_stop, check;
    bool fails;
    const char* says;
  } rows[] = {
      {1, 1, 1, true, "2 in the forward, 1 in the recomputation"}, /* fewer: always */
      {1, 0, 0, true, "2 in the forward, 1 in the recomputation"},
      {2, 1, 1, false, ""}, /* more: not seen, the region ends before */
      {2, 0, 1, true, "2 in the forward, 3 in the recomputation"},
      {2, 0, 0, false, ""},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    static Region region;
    region = (Region){.skip = rows[i].skip};
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    options.early_stop = rows[i].early_stop;
    options.check_determinism = rows[i].check;
    vjp_tensor* x = leaf(VEC(1, 2));
    vjp_tensor *y = sum(checkpointed(curve, &region, x, &options)), *g = NULL;
    if (!rows[i].fails) {
      EQUALS(grad(y, x), slope(1), slope(2));
      continue;
    }
    FAILS(VJP_ERROR_INVALID, try_grad_of(y, x, true, &g));
    SAYS(rows[i].says);
    CHECK(region.failed == VJP_ERROR_INVALID && strstr(region.message, rows[i].says));
    /* a later task tries again */
    region.skip = 0;
    EQUALS(grad(y, x), slope(1), slope(2));
  }
}

/* CKPT-13: positions with both descriptions, and in debug mode both traces */
static void determinism_of_shapes(void) {
  vjp_tensor *w = leaf(VEC(5, 7)), *x = leaf(VEC(1, 2)), *g = NULL;
  for (int way = 0; way < 4; ++way) {
    static Region region;
    region = (Region){.weight = w, .skip = 3};
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    vjp_guard* guard = NULL;
    if (way == 1) options.debug = 1;
    if (way == 2) OK(vjp_guard_checkpoint_debug(true, &guard));
    if (way == 3) options.check_determinism = 0;
    vjp_tensor* y = sum(checkpointed(curve, &region, x, &options));
    if (guard) OK(vjp_guard_exit(guard));
    if (way == 3) {
      /* unchecked: it goes on with what there is, which broadcasts */
      EQUALS(grad(y, x), 5 * slope(1), 7 * slope(2));
      CHECK(region.failed == VJP_OK);
      continue;
    }
    FAILS(VJP_ERROR_INVALID, try_grad_of(y, x, true, &g));
    SAYS("value 2 was float64[2] and is float64[1, 2]");
    CHECK(!strstr(region.message, "value 0"));
    bool traced = strstr(region.message, "sin(float64[2])") && strstr(region.message, "unsqueeze(float64[2], 0)");
    CHECK(traced == (way == 1 || way == 2));
  }
}

/* Regions within regions, `depth` levels of them. */
typedef struct Nest {
  Region region;
  int depth;
  struct Nest* inner;
} Nest;
static vjp_status nest(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                       vjp_tensor_list* results) {
  Nest* n = (Nest*)context;
  vjp_tensor* t = NULL;
  vjp_status status = apply(&t, "mul", ARGS(T(inputs[0]), T(inputs[0])));
  (void)num_inputs;
  region_count(&n->region, recomputing);
  if (!status && n->inner) {
    vjp_checkpoint_function function = region_of(nest, n->inner);
    vjp_tensor_list* list = NULL;
    function.drop = NULL;
    status = vjp_checkpoint(&function, &t, 1, NULL, &list);
    if (!status) {
      vjp_tensor_release(t);
      t = vjp_tensor_retain(vjp_tensor_list_get(list, 0));
      vjp_tensor_list_release(list);
    }
  }
  if (!status) status = apply(&t, "sin", ARGS(T(t)));
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

static double nest_value(double x, int depth, double* slope_out) {
  double inner = x * x, d = 2 * x;
  if (depth > 1) {
    double di = 0;
    inner = nest_value(x * x, depth - 1, &di);
    d *= di;
  }
  *slope_out = d * cos(inner);
  return sin(inner);
}

/* CKPT-14 */
static void nesting(void) {
  for (int depth = 1; depth <= 4; ++depth) {
    Nest levels[4];
    memset(levels, 0, sizeof levels);
    for (int i = 0; i + 1 < depth; ++i) levels[i].inner = &levels[i + 1];
    vjp_checkpoint_function function = region_of(nest, levels);
    function.drop = NULL;
    vjp_tensor* x = leaf(SCALAR(0.9));
    vjp_tensor_list* list = NULL;
    OK(vjp_checkpoint(&function, &x, 1, NULL, &list));
    vjp_tensor* y = own(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
    vjp_tensor_list_release(list);
    double want = 0, value = nest_value(0.9, depth, &want);
    EQUALS(y, value);
    for (int i = 0; i < 2; ++i) EQUALS(grad(y, x), want);
    vjp_tensor* first = grad_graph(y, x);
    EQUALS(first, want);
    double h = 1e-5, above = 0, below = 0;
    nest_value(0.9 + h, depth, &above);
    nest_value(0.9 - h, depth, &below);
    ABOUT(at(grad(first, x), 0), (above - below) / (2 * h), 1e-5);
    /* the outermost region is computed once a task */
    CHECK(levels[0].region.forwards == 1 && levels[0].region.recomputations == 4);
  }
}

/* Hooks that count what they keep. */
typedef struct Pair {
  int packed, unpacked, alive;
} Pair;
static vjp_status pair_pack(void* context, vjp_tensor* tensor, void** packed) {
  vjp_tensor* copy = NULL;
  vjp_status status = call_op("clone", VJP_VARIANT_FUNCTIONAL, ARGS(T(tensor)), 0, &copy);
  ++((Pair*)context)->packed;
  ++((Pair*)context)->alive;
  *packed = copy;
  return status;
}
static vjp_status pair_unpack(void* context, void* packed, vjp_tensor** out) {
  ++((Pair*)context)->unpacked;
  *out = vjp_tensor_retain((vjp_tensor*)packed);
  return VJP_OK;
}
static void pair_drop(void* context, void* packed) {
  --((Pair*)context)->alive;
  vjp_tensor_release((vjp_tensor*)packed);
}
static vjp_guard* push_pair(Pair* pair) {
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  vjp_guard* guard = NULL;
  hooks.pack = pair_pack;
  hooks.unpack = pair_unpack;
  hooks.drop_packed = pair_drop;
  hooks.context = pair;
  OK(vjp_guard_saved_tensor_hooks(&hooks, &guard));
  return guard;
}

typedef struct Paired {
  Region region;
  Pair pair;
} Paired;
/* sin saves through a pair of its own, exp through the region's */
static vjp_status paired(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                         vjp_tensor_list* results) {
  Paired* p = (Paired*)context;
  vjp_tensor* t = NULL;
  (void)num_inputs;
  region_count(&p->region, recomputing);
  vjp_guard* guard = push_pair(&p->pair);
  vjp_status status = apply(&t, "sin", ARGS(T(inputs[0])));
  OK(vjp_guard_exit(guard));
  if (!status) status = apply(&t, "exp", ARGS(T(t)));
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

/* CKPT-14: pairs of saved-value hooks around a region keep its inputs, inside they keep what is theirs */
static void with_saved_value_hooks(void) {
  Pair around = {0, 0, 0};
  Paired inside;
  memset(&inside, 0, sizeof inside);
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_guard* guard = push_pair(&around);
  vjp_checkpoint_function function = region_of(paired, &inside);
  function.drop = NULL;
  vjp_tensor_list* list = NULL;
  OK(vjp_checkpoint(&function, &x, 1, NULL, &list));
  OK(vjp_guard_exit(guard));
  vjp_tensor* y = sum(vjp_tensor_list_get(list, 0));
  vjp_tensor_list_release(list);
  CHECK(around.packed == 1 && inside.pair.packed == 1);
  for (int i = 1; i <= 2; ++i) {
    EQUALS(grad(y, x), slope(1), slope(2));
    CHECK(around.unpacked == i && inside.pair.unpacked == i);
  }
  arena_clear();
  CHECK(around.alive == 0 && inside.pair.alive == 0);
}

/* SHOOK-11 */
static void where_hooks_are_disabled(void) {
  static Region region;
  region = (Region){0};
  vjp_tensor *x = leaf(VEC(1, 2)), *y = NULL;
  vjp_guard* guard = NULL;
  OK(vjp_guard_no_saved_tensor_hooks("not in this part", &guard));
  FAILS(VJP_ERROR_STATE, try_checkpoint(curve, &region, x, NULL, &y));
  SAYS("not in this part");
  OK(vjp_guard_exit(guard));
}

/* y = x d(sin(x))/dx, by a grad call inside */
static vjp_status slopes(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                         vjp_tensor_list* results) {
  Region* region = (Region*)context;
  vjp_tensor *t = NULL, *g = NULL, *ones = NULL;
  (void)num_inputs;
  region_count(region, recomputing);
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = region->skip == 0;
  vjp_status status = apply(&t, "sin", ARGS(T(inputs[0])));
  if (!status) status = apply(&ones, "ones_like", ARGS(T(t)));
  if (!status) status = vjp_grad(&t, 1, &ones, (vjp_tensor**)inputs, 1, &options, &g);
  if (!status) status = apply(&t, "mul", ARGS(T(g), T(inputs[0])));
  if (!status && recomputing) ++region->finished;
  vjp_tensor_release(g);
  vjp_tensor_release(ones);
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

/* CKPT-15: with create_graph the grad call saves values too; without, its results are constants */
static void grad_calls_inside(void) {
  for (int constant = 0; constant < 2; ++constant) {
    for (int early = 0; early < 2; ++early) {
      static Region region;
      region = (Region){.skip = constant};
      vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
      options.early_stop = early;
      vjp_tensor* x = leaf(SCALAR(0.7));
      vjp_tensor* y = checkpointed(slopes, &region, x, &options);
      EQUALS(y, 0.7 * cos(0.7));
      /* the grad call inside has already read what it needs, by a recomputation of its own */
      int before = region.recomputations;
      EQUALS(grad(y, x), constant ? cos(0.7) : cos(0.7) - 0.7 * sin(0.7));
      CHECK(region.recomputations == before + 1);
    }
  }
}

/* A region that ends in the grad call inside it: the product is saved there. */
static vjp_status ends_in_grad(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                               vjp_tensor_list* results) {
  Region* region = (Region*)context;
  vjp_tensor *t = NULL, *g = NULL, *ones = NULL;
  (void)num_inputs;
  region_count(region, recomputing);
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = 1;
  vjp_status status = apply(&t, "sin", ARGS(T(inputs[0])));
  if (!status) status = apply(&ones, "ones_like", ARGS(T(t)));
  if (!status) {
    status = vjp_grad(&t, 1, &ones, (vjp_tensor**)inputs, 1, &options, &g);
    if (recomputing && status == VJP_ERROR_CANCELLED && vjp_checkpoint_stopping()) ++region->finished;
  }
  vjp_tensor_release(t);
  vjp_tensor_release(ones);
  return status ? status : region_append(results, g);
}

/* CKPT-15: the place where the recomputation stops early is inside the nested grad call */
static void early_stop_in_a_grad_call(void) {
  static Region region;
  region = (Region){0};
  vjp_tensor* x = leaf(SCALAR(0.7));
  vjp_tensor* y = checkpointed(ends_in_grad, &region, x, NULL);
  EQUALS(y, cos(0.7));
  EQUALS(grad(y, x), -sin(0.7));
  CHECK(region.finished >= 1);
  CHECK(vjp_grad_call_current() == NULL);
}

/* CKPT-17: the region receives whether it is computed again, for what differs between the two */
static void told_which_run_it_is(void) {
  static Region region;
  region = (Region){0};
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = checkpointed(curve, &region, x, NULL);
  CHECK(region.forwards == 1 && region.recomputations == 0);
  grad(sum(y), x);
  CHECK(region.forwards == 1 && region.recomputations == 1);
}

int main(void) {
  RUN(gradients_are_the_plain_ones);
  RUN(once_a_task);
  RUN(captured_tensors_and_inputs);
  RUN(without_inputs);
  RUN(double_backward);
  RUN(values_that_several_rules_read);
  RUN(hooks_run_once);
  RUN(early_stop);
  RUN(stopping_is_seen);
  RUN(determinism);
  RUN(determinism_of_shapes);
  RUN(nesting);
  RUN(with_saved_value_hooks);
  RUN(where_hooks_are_disabled);
  RUN(grad_calls_inside);
  RUN(early_stop_in_a_grad_call);
  RUN(told_which_run_it_is);
  return finish();
}
