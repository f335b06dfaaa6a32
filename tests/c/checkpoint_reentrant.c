/* Chapter 20: the reentrant kind, and what both kinds share. */
#include "regions.h"

static vjp_checkpoint_options reentrant(void) {
  vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
  options.reentrant = 1;
  return options;
}

/* d exp(sin(x)) = exp(sin(x)) cos(x) */
static double slope(double x) { return exp(sin(x)) * cos(x); }

/* CKPT-2, CKPT-4 */
static void gradients_are_the_plain_ones(void) {
  static Region region;
  region = (Region){0};
  vjp_checkpoint_options options = reentrant();
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = checkpointed(curve, &region, x, &options);
  EQUALS(y, exp(sin(1)), exp(sin(2)));
  CHECK(strcmp(vjp_node_name(node_of(y)), "ReentrantCheckpointBackward") == 0);
  OK(vjp_backward(sum(times(y, 3)), NULL));
  EQUALS(grad_of(x), 3 * slope(1), 3 * slope(2));
  CHECK(region.forwards == 1);
  CHECK(region.recomputations == 1 && region.finished == 1);
  arena_clear();
  CHECK(region.dropped == 1);
}

/* CKPT-4: captured parameters get their gradients from the nested backward */
static void parameters_get_gradients(void) {
  vjp_tensor* w = leaf(VEC(5, 7));
  static Region region;
  region = (Region){.weight = w};
  vjp_checkpoint_options options = reentrant();
  vjp_tensor* x = leaf(VEC(1, 2));
  OK(vjp_backward(sum(checkpointed(curve, &region, x, &options)), NULL));
  EQUALS(grad_of(x), 5 * slope(1), 7 * slope(2));
  EQUALS(grad_of(w), exp(sin(1)), exp(sin(2)));
}

/* CKPT-5 */
static void no_input_requires_grad(void) {
  vjp_tensor* w = leaf(VEC(5, 7));
  static Region region;
  region = (Region){.weight = w};
  vjp_checkpoint_options options = reentrant();
  int warnings = 0;
  OK(vjp_set_warning_handler(count_warning, &warnings, NULL));
  vjp_tensor* y = checkpointed(curve, &region, VEC(1, 2), &options);
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
  CHECK(warnings == 1);
  EQUALS(y, 5 * exp(sin(1)), 7 * exp(sin(2)));
  CHECK(!vjp_tensor_requires_grad(y));
  CHECK(region.dropped == 1);
}

/* Results without a gradient: an integer one, and the input itself. */
static vjp_status several(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                          vjp_tensor_list* results) {
  vjp_tensor *detached = NULL, *index = NULL, *y = NULL;
  vjp_status status = vjp_tensor_detach(inputs[0], &detached);
  (void)num_inputs;
  region_count((Region*)context, recomputing);
  if (!status) status = apply(&y, "sin", ARGS(T(inputs[0])));
  if (!status) status = apply(&index, "argmax", ARGS(T(inputs[0])));
  if (!status) status = region_append(results, detached);
  if (!status) status = region_append(results, index);
  if (!status) status = region_append(results, y);
  if (!status) status = vjp_tensor_list_append(results, inputs[0]);
  return status;
}

/* CKPT-5: a result that does not require grad in the recomputation gets no gradient */
static void some_results_do_not_require_grad(void) {
  static Region region;
  region = (Region){0};
  vjp_checkpoint_options options = reentrant();
  vjp_checkpoint_function function = region_of(several, &region);
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor_list* list = NULL;
  OK(vjp_checkpoint(&function, &x, 1, &options, &list));
  CHECK(vjp_tensor_list_size(list) == 4);
  vjp_tensor *detached = vjp_tensor_list_get(list, 0), *y = vjp_tensor_list_get(list, 2);
  CHECK(!vjp_tensor_requires_grad(vjp_tensor_list_get(list, 1)));
  vjp_tensor* same = vjp_tensor_list_get(list, 3);
  CHECK(same != x);
  vjp_tensor* total = sum(add(add(times(detached, 10), y), times(same, 100)));
  OK(vjp_backward(total, NULL));
  EQUALS(grad_of(x), cos(1) + 100, cos(2) + 100);
  vjp_tensor_list_release(list);
}

static vjp_status detaching(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                            vjp_tensor_list* results) {
  vjp_tensor* detached = NULL;
  vjp_status status = vjp_tensor_detach(inputs[0], &detached);
  (void)num_inputs;
  region_count((Region*)context, recomputing);
  return status ? status : region_append(results, detached);
}

/* CKPT-5 */
static void no_result_requires_grad(void) {
  static Region region;
  region = (Region){0};
  vjp_checkpoint_options options = reentrant();
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = checkpointed(detaching, &region, x, &options);
  FAILS(VJP_ERROR_STATE, vjp_backward(sum(y), NULL));
  SAYS("requires grad");
}

/* CKPT-6 */
static void restricted_tasks_are_refused(void) {
  static Region region;
  region = (Region){0};
  vjp_checkpoint_options options = reentrant();
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(checkpointed(curve, &region, x, &options));
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_STATE, try_grad(y, NULL, x, false, true, &g));
  SAYS("ReentrantCheckpoint");
  vjp_grad_options backward = VJP_GRAD_OPTIONS_INIT;
  backward.accumulate = 1;
  backward.retain_graph = 1;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&backward, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, y, NULL));
  OK(vjp_grad_call_add_input(call, x));
  FAILS(VJP_ERROR_STATE, vjp_grad_call_run(call));
  CHECK(grad_of(x) == NULL);
  CHECK(region.recomputations == 0);
  /* the refusal leaves nothing behind: an unrestricted task works */
  OK(vjp_backward(y, NULL));
  EQUALS(grad_of(x), slope(1), slope(2));
}

/* CKPT-7 */
static void not_differentiable_twice(void) {
  static Region region;
  region = (Region){0};
  vjp_checkpoint_options options = reentrant();
  int warnings = 0;
  OK(vjp_set_warning_handler(count_warning, &warnings, NULL));
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* scale = leaf(SCALAR(2));
  vjp_tensor* y = sum(mul(checkpointed(curve, &region, x, &options), scale));
  vjp_grad_options backward = VJP_GRAD_OPTIONS_INIT;
  backward.accumulate = 1;
  backward.create_graph = 1;
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&backward, &call));
  own_call(call);
  OK(vjp_grad_call_add_root(call, y, NULL));
  OK(vjp_grad_call_run(call));
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
  vjp_tensor* first = grad_of(x);
  EQUALS(first, 2 * slope(1), 2 * slope(2));
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_grad(sum(first), NULL, scale, false, true, &g));
  OK(vjp_tensor_set_grad(x, NULL));
  OK(vjp_tensor_set_grad(scale, NULL));
}

/* CKPT-8 */
static void refused_options(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  for (int i = 0; i < 3; ++i) {
    static Region region;
    region = (Region){0};
    vjp_checkpoint_options options = reentrant();
    vjp_tensor* y = NULL;
    if (i == 0) options.check_determinism = 0;
    if (i == 1) options.debug = 1;
    if (i == 2) options.early_stop = 0;
    FAILS(VJP_ERROR_INVALID, try_checkpoint(curve, &region, x, &options, &y));
    CHECK(region.forwards == 0 && region.dropped == 1);
  }
}

/* CKPT-8: the nested backward would be one of batched roots (HIGH-11); what records nothing has none */
static void refused_under_vmap(void) {
  vjp_tensor *x = leaf(MAT(2, 2, 1, 2, 3, 4)), *sample = NULL, *y = NULL;
  vjp_guard *level = NULL, *plain = NULL;
  int64_t number = 0;
  static Region region;
  vjp_checkpoint_options options = reentrant();
  OK(vjp_guard_vmap(2, VJP_RANDOMNESS_ERROR, &number, &level));
  OK(vjp_vmap_wrap(x, 0, number, &sample));
  own(sample);
  region = (Region){0};
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, try_checkpoint(curve, &region, sample, &options, &y));
  SAYS("has no batching rule");
  CHECK(region.forwards == 0 && region.dropped == 1);
  region = (Region){0};
  OK(vjp_guard_mode(VJP_MODE_GRAD, false, &plain));
  OK(try_checkpoint(curve, &region, sample, &options, &y));
  OK(vjp_guard_exit(plain));
  CHECK(region.forwards == 1 && vjp_tensor_is_batched(y));
  OK(vjp_guard_exit(level));
}

/* CKPT-1: with grad mode off both kinds are plain calls */
static void plain_without_grad_mode(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  bool before;
  OK(vjp_grad_mode_set(false, &before));
  for (int kind = 0; kind < 2; ++kind) {
    static Region region;
    region = (Region){0};
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    options.reentrant = kind;
    vjp_tensor* y = checkpointed(curve, &region, x, &options);
    EQUALS(y, exp(sin(1)), exp(sin(2)));
    CHECK(!vjp_tensor_requires_grad(y));
    CHECK(region.forwards == 1 && region.dropped == 1);
  }
  OK(vjp_grad_mode_set(before, NULL));
}

/* ERR-2, CKPT-2: the region's own error, in the forward and in backward */
static void errors_of_the_region(void) {
  vjp_tensor* x = leaf(VEC(1, 2));
  for (int kind = 0; kind < 2; ++kind) {
    static Region region;
    region = (Region){.status = VJP_ERROR_IO};
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    options.reentrant = kind;
    vjp_tensor* y = NULL;
    FAILS(VJP_ERROR_IO, try_checkpoint(curve, &region, x, &options, &y));
    SAYS("the region will not");
    CHECK(region.dropped == 1);
    Region later = {0};
    y = checkpointed(curve, &later, x, &options);
    later.status = VJP_ERROR_DEVICE;
    FAILS(VJP_ERROR_DEVICE, vjp_backward(sum(y), NULL));
    SAYS("the region will not");
    CHECK(grad_of(x) == NULL);
    /* an error of the library that the region passes on keeps its class and message */
    vjp_tensor* odd = VEC(1, 2, 3);
    Region misfit = {.weight = odd};
    FAILS(VJP_ERROR_SHAPE, try_checkpoint(curve, &misfit, x, &options, &y));
    SAYS("mul");
  }
}

/* x * bernoulli mask, whose numbers come from the default generator */
static vjp_status noisy(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                        vjp_tensor_list* results) {
  vjp_tensor* t = NULL;
  (void)num_inputs;
  region_count((Region*)context, recomputing);
  vjp_status status = apply(&t, "rand_like", ARGS(T(inputs[0])));
  if (!status) status = apply(&t, "mul", ARGS(T(t), T(inputs[0])));
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

/* CKPT-3 */
static void random_numbers_repeat(void) {
  for (int kind = 0; kind < 2; ++kind) {
    static Region region;
    region = (Region){0};
    vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
    options.reentrant = kind;
    OK(vjp_manual_seed(7));
    vjp_tensor* x = leaf(VEC(1, 1, 1, 1));
    vjp_tensor* y = checkpointed(noisy, &region, x, &options);
    OP("rand_like", T(x)); /* the state moves on between forward and backward */
    uint64_t seed = 0, offset = 0, seed_after = 0, offset_after = 0;
    OK(vjp_generator_get_state(NULL, &seed, &offset));
    OK(vjp_backward(sum(y), NULL));
    OK(vjp_generator_get_state(NULL, &seed_after, &offset_after));
    CHECK(seed == seed_after && offset == offset_after);
    EQUALS(grad_of(x), at(y, 0), at(y, 1), at(y, 2), at(y, 3));
    /* switched off, the recomputation draws others */
    options.preserve_random_state = 0;
    Region other = {0};
    vjp_tensor* z = leaf(VEC(1, 1, 1, 1));
    y = checkpointed(noisy, &other, z, &options);
    OK(vjp_backward(sum(y), NULL));
    CHECK(fabs(at(grad_of(z), 0) - at(y, 0)) > 1e-9);
  }
}

/* CKPT-4, SAVE-8 */
static void changed_input(void) {
  static Region region;
  region = (Region){0};
  vjp_checkpoint_options options = reentrant();
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* h = times(x, 1);
  vjp_tensor* y = checkpointed(curve, &region, h, &options);
  OP_("mul", T(h), F(2));
  FAILS(VJP_ERROR_VERSION, vjp_backward(sum(y), NULL));
}

/* CKPT-4, SAVE-10 */
static void freed_after_backward(void) {
  static Region region;
  region = (Region){0};
  vjp_checkpoint_options options = reentrant();
  vjp_tensor* x = leaf(VEC(1, 2));
  vjp_tensor* y = sum(checkpointed(curve, &region, x, &options));
  OK(vjp_backward(y, NULL));
  CHECK(region.dropped == 1); /* nothing can need the region any more */
  FAILS(VJP_ERROR_STATE, vjp_backward(y, NULL));
  SAYS("retain_graph");
}

/* CKPT-4, REENT-2: a chain of regions, each in the graph of the next */
static void chain_of_regions(void) {
  vjp_checkpoint_options options = reentrant();
  static Region region;
  region = (Region){0};
  vjp_tensor* x = leaf(VEC(0.5));
  vjp_tensor* y = x;
  double value = 0.5, want = 1;
  for (int i = 0; i < 20; ++i) {
    y = checkpointed(curve, &region, y, &options);
    want *= slope(value);
    value = exp(sin(value));
  }
  OK(vjp_backward(y, NULL));
  EQUALS(y, value);
  EQUALS(grad_of(x), want);
  CHECK(region.forwards == 20 && region.recomputations == 20);
}

static vjp_status scaled(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                         vjp_tensor_list* results) {
  vjp_tensor* t = NULL;
  (void)num_inputs;
  region_count((Region*)context, recomputing);
  vjp_status status = apply(&t, "mul", ARGS(T(inputs[0]), F(0.9999)));
  return status ? status : region_append(results, t);
}
/* A region that has the region before it inside: the backward of each runs within that of the next. */
typedef struct Level {
  int left;
  int runs;
} Level;
static vjp_status descend(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                          vjp_tensor_list* results) {
  Level* level = (Level*)context;
  (void)recomputing;
  ++level->runs;
  if (level[1].left == 0) return scaled(&(Region){0}, recomputing, inputs, num_inputs, results);
  vjp_checkpoint_options options = reentrant();
  vjp_checkpoint_function inner = region_of(descend, level + 1);
  inner.drop = NULL;
  vjp_tensor_list* list = NULL;
  vjp_status status = vjp_checkpoint(&inner, inputs, num_inputs, &options, &list);
  if (!status) status = vjp_tensor_list_append(results, vjp_tensor_list_get(list, 0));
  vjp_tensor_list_release(list);
  return status;
}

/* REENT-4: long chains */
static void long_chain(void) {
  vjp_checkpoint_options options = reentrant();
  static Region region;
  region = (Region){0};
  vjp_tensor* x = leaf(SCALAR(1));
  vjp_tensor* y = x;
  for (int i = 0; i < 10000; ++i) {
    vjp_tensor* next = checkpointed(scaled, &region, y, &options);
    if (y != x) drop_now(y);
    y = next;
  }
  OK(vjp_backward(y, NULL));
  EQUALS(grad_of(x), pow(0.9999, 10000));
  CHECK(region.recomputations == 10000);
}

/* REENT-4: regions nested deeper than grad calls fit on one stack */
static void deep_nesting(void) {
  enum { depth = 200 };
  Level levels[depth + 1];
  for (int i = 0; i <= depth; ++i) levels[i] = (Level){depth - i, 0};
  vjp_checkpoint_options options = reentrant();
  vjp_checkpoint_function function = region_of(descend, levels);
  function.drop = NULL;
  vjp_tensor* x = leaf(SCALAR(2));
  vjp_tensor_list* list = NULL;
  OK(vjp_checkpoint(&function, &x, 1, &options, &list));
  OK(vjp_backward(vjp_tensor_list_get(list, 0), NULL));
  EQUALS(grad_of(x), 0.9999);
  /* once in the forward, and level i once more in the recomputation of each level around it and its own */
  CHECK(levels[0].runs == 2 && levels[1].runs == 3 && levels[depth - 1].runs == depth + 1);
  vjp_tensor_list_release(list);
}

/* A region inside a region. */
static vjp_status nested(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                         vjp_tensor_list* results) {
  Region* region = (Region*)context;
  vjp_checkpoint_options options = reentrant();
  vjp_checkpoint_function inner = region_of(curve, region + 1);
  vjp_tensor_list* list = NULL;
  vjp_tensor* t = NULL;
  region_count(region, recomputing);
  vjp_status status = apply(&t, "mul", ARGS(T(inputs[0]), F(2)));
  if (!status) status = vjp_checkpoint(&inner, &t, num_inputs, &options, &list);
  if (!status) status = vjp_tensor_list_append(results, vjp_tensor_list_get(list, 0));
  vjp_tensor_release(t);
  vjp_tensor_list_release(list);
  return status;
}

/* CKPT-6: the nested backward of the outer region is itself unrestricted */
static void region_in_a_region(void) {
  Region regions[2] = {{0}, {0}};
  vjp_checkpoint_options options = reentrant();
  vjp_tensor* x = leaf(VEC(0.5));
  OK(vjp_backward(checkpointed(nested, regions, x, &options), NULL));
  EQUALS(grad_of(x), 2 * slope(1));
  CHECK(regions[0].recomputations == 1 && regions[1].recomputations == 1);
}

/* CKPT-21 */
static void sequential(void) {
  double value = 0.5, want = 1;
  for (int i = 0; i < 5; ++i) {
    want *= slope(value);
    value = exp(sin(value));
  }
  for (int kind = 0; kind < 2; ++kind) {
    for (size_t segments = 1; segments <= 5; ++segments) {
      Region regions[5] = {{0}, {0}, {0}, {0}, {0}};
      vjp_checkpoint_function functions[5];
      vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
      options.reentrant = kind;
      for (int i = 0; i < 5; ++i) functions[i] = region_of(curve, &regions[i]);
      vjp_tensor* x = leaf(VEC(0.5));
      vjp_tensor_list* list = NULL;
      OK(vjp_checkpoint_sequential(functions, 5, segments, &x, 1, &options, &list));
      vjp_tensor* y = vjp_tensor_list_get(list, 0);
      EQUALS(y, value);
      OK(vjp_backward(y, NULL));
      EQUALS(grad_of(x), want);
      vjp_tensor_list_release(list);
      arena_clear();
      /* every function of all segments but the last runs again */
      size_t again = 5 / segments * (segments - 1);
      for (size_t i = 0; i < 5; ++i) {
        CHECK(regions[i].forwards == 1 && regions[i].dropped == 1);
        CHECK(regions[i].recomputations == (i < again));
      }
    }
  }
  static Region region;
  region = (Region){0};
  vjp_checkpoint_function function = region_of(curve, &region);
  vjp_tensor* x = leaf(VEC(1));
  vjp_tensor_list* list = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_checkpoint_sequential(&function, 1, 2, &x, 1, NULL, &list));
  CHECK(region.dropped == 1);
  function.context = &region;
  FAILS(VJP_ERROR_INVALID, vjp_checkpoint_sequential(&function, 1, 0, &x, 1, NULL, &list));
}

int main(void) {
  RUN(gradients_are_the_plain_ones);
  RUN(parameters_get_gradients);
  RUN(no_input_requires_grad);
  RUN(some_results_do_not_require_grad);
  RUN(no_result_requires_grad);
  RUN(restricted_tasks_are_refused);
  RUN(not_differentiable_twice);
  RUN(refused_options);
  RUN(refused_under_vmap);
  RUN(plain_without_grad_mode);
  RUN(errors_of_the_region);
  RUN(random_numbers_repeat);
  RUN(changed_input);
  RUN(freed_after_backward);
  RUN(chain_of_regions);
  RUN(long_chain);
  RUN(deep_nesting);
  RUN(region_in_a_region);
  RUN(sequential);
  return finish();
}
