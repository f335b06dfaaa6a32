/* Chapter 20: policies that keep results of operators for the recomputation. */
#include "regions.h"

/* A region under a policy. */
typedef struct Kept {
  Region region;
  vjp_kept_results* results;
  const char* keep;   /* the operator whose results are kept */
  int asked[2];       /* in the forward, in recomputations */
  int answer;         /* not 0: what the policy says instead */
  vjp_status refusal; /* not VJP_OK: what the policy fails with */
  bool change;        /* the region changes the kept result in place */
  bool random;        /* it multiplies by random numbers */
  bool moving;        /* the recomputation draws others */
  bool inner;         /* the region's operators are made of ones that only the library calls */
} Kept;

static vjp_status policy(void* context, bool recomputing, const vjp_op* op, const vjp_value* args, size_t num_args,
                         vjp_checkpoint_policy* out) {
  Kept* kept = (Kept*)context;
  ++kept->asked[recomputing];
  CHECK(num_args >= 1 && args != NULL);
  CHECK(vjp_op_name(op) && vjp_op_schema(op)); /* those that only the library calls too */
  if (kept->refusal) return vjp_error_raise(kept->refusal, "the policy refuses", NULL, NULL);
  bool keep = kept->keep && strcmp(vjp_op_name(op), kept->keep) == 0;
  *out = keep ? VJP_CHECKPOINT_MUST_SAVE : VJP_CHECKPOINT_PREFER_RECOMPUTE;
  if (kept->answer) *out = (vjp_checkpoint_policy)kept->answer;
  return VJP_OK;
}

/* exp(sin(x)) sin(sin(x)), perhaps times random numbers */
static vjp_status steps(void* context, bool recomputing, vjp_tensor* const* inputs, size_t num_inputs,
                        vjp_tensor_list* results) {
  Kept* kept = (Kept*)context;
  vjp_tensor *s = NULL, *t = NULL, *r = NULL;
  vjp_guard* guard = NULL;
  (void)num_inputs;
  region_count(&kept->region, recomputing);
  OK(vjp_guard_kept_results(kept->results, recomputing, &guard));
  vjp_status status = VJP_OK;
  if (kept->inner) {
    status = apply(&s, "gelu", ARGS(T(inputs[0])));
    if (!status) status = apply(&s, "clamp", ARGS(T(s), F(-1), F(1)));
    if (!status) status = apply(&t, "dropout", ARGS(T(s), F(0.5)));
  } else if (kept->random) {
    status = apply(&r, "rand_like", ARGS(T(inputs[0])));
    if (!status) status = apply(&t, "rand_like", ARGS(T(inputs[0])));
    if (!status) status = apply(&t, "mul", ARGS(T(t), T(inputs[0])));
    if (!status) status = apply(&t, "mul", ARGS(T(t), T(r)));
  } else {
    status = apply(&s, "sin", ARGS(T(inputs[0])));
    if (!status) status = apply(&t, "exp", ARGS(T(s)));
    if (!status) status = apply(&s, "sin", ARGS(T(s)));
    if (!status && kept->change) status = TRY_("mul", T(s), F(2));
    if (!status) status = apply(&t, "mul", ARGS(T(t), T(s)));
  }
  vjp_tensor_release(s);
  vjp_tensor_release(r);
  OK(vjp_guard_exit(guard));
  if (!status) return region_append(results, t);
  vjp_tensor_release(t);
  return status;
}

static vjp_tensor* run(Kept* kept, vjp_tensor* x, bool allow_mutation) {
  vjp_checkpoint_options options = VJP_CHECKPOINT_OPTIONS_INIT;
  vjp_checkpoint_function function = region_of(steps, kept);
  vjp_tensor_list* list = NULL;
  options.early_stop = 0;
  options.preserve_random_state = !kept->moving;
  function.drop = NULL;
  OK(vjp_kept_results_create(policy, kept, NULL, allow_mutation, &kept->results));
  OK(vjp_checkpoint(&function, &x, 1, &options, &list));
  vjp_tensor* y = own(vjp_tensor_retain(vjp_tensor_list_get(list, 0)));
  vjp_tensor_list_release(list);
  return y;
}

/* CKPT-20: kernels of kept operators do not run again, and gradients are the plain ones */
static void kept_results_are_taken(void) {
  static const char* names[] = {NULL, "sin", "exp", "mul"};
  double s = sin(0.4), want = cos(0.4) * exp(s) * (sin(s) + cos(s));
  for (size_t i = 0; i < 4; ++i) {
    Kept kept = {.keep = names[i]};
    vjp_tensor* x = leaf(VEC(0.4));
    vjp_tensor* y = run(&kept, x, false);
    EQUALS(y, exp(s) * sin(s));
    for (int task = 1; task <= 2; ++task) {
      EQUALS(grad(y, x), want);
      CHECK(kept.region.recomputations == task);
      CHECK(kept.asked[0] == 4 && kept.asked[1] == 4 * task);
    }
    vjp_tensor* first = grad_graph(y, x);
    double h = 1e-6, up = sin(0.4 + h), down = sin(0.4 - h);
    ABOUT(at(grad(first, x), 0),
          (cos(0.4 + h) * exp(up) * (sin(up) + cos(up)) - cos(0.4 - h) * exp(down) * (sin(down) + cos(down))) / (2 * h),
          1e-6);
    vjp_kept_results_release(kept.results);
  }
}

/* CKPT-20: what is kept goes with its handle */
static void kept_results_are_freed(void) {
  Kept kept = {.keep = "exp"};
  vjp_tensor* x = leaf(VEC(0.4));
  run(&kept, x, false);
  int64_t alive = vjp_debug_live_tensors();
  vjp_kept_results_release(kept.results);
  CHECK(vjp_debug_live_tensors() == alive - 1);
}

/* CKPT-20: changes in place of kept results */
static void changed_in_place(void) {
  double s = sin(0.4);
  for (int allowed = 0; allowed < 2; ++allowed) {
    Kept kept = {.keep = "sin", .change = true};
    vjp_tensor *x = leaf(VEC(0.4)), *g = NULL;
    vjp_tensor* y = run(&kept, x, allowed);
    EQUALS(y, 2 * exp(s) * sin(s));
    vjp_status status = try_grad(y, NULL, x, false, true, &g);
    if (allowed) {
      CHECK(status == VJP_OK); /* with what the result has become */
      own(g);
    } else {
      CHECK(status == VJP_ERROR_VERSION);
      SAYS("sin");
      SAYS("version 1");
    }
    vjp_kept_results_release(kept.results);
  }
}

/* CKPT-20, CKPT-3: the numbers are those of the forward, drawn again or kept; where the generator is left alone, the
 * kept ones alone are, and then no kernel draws any */
static void random_operators(void) {
  static const char* names[] = {NULL, "rand_like", "mul", "rand_like"};
  for (size_t i = 0; i < 4; ++i) {
    Kept kept = {.keep = names[i], .random = true, .moving = i == 3};
    OK(vjp_manual_seed(11));
    vjp_tensor* x = leaf(VEC(1, 1));
    vjp_tensor* y = run(&kept, x, false);
    EQUALS(grad(sum(y), x), at(y, 0), at(y, 1));
    vjp_kept_results_release(kept.results);
  }
}

/* CKPT-20: a policy is asked about operators that only the library calls, too; those have names */
static void operators_of_the_library(void) {
  Kept kept = {.keep = "none", .inner = true};
  vjp_tensor* x = leaf(VEC(0.4, 0.5, 0.6));
  vjp_tensor* y = run(&kept, x, false);
  CHECK(kept.asked[0] > 0);
  OK(vjp_backward(sum(y), NULL));
  CHECK(kept.asked[1] == kept.asked[0] && grad_of(x) != NULL);
  vjp_kept_results_release(kept.results);
}

/* ERR-2 */
static void policies_that_fail(void) {
  Kept kept = {.refusal = VJP_ERROR_DEVICE};
  vjp_tensor *x = leaf(VEC(0.4)), *y = NULL;
  vjp_checkpoint_function function = region_of(steps, &kept);
  vjp_tensor_list* list = NULL;
  function.drop = NULL;
  OK(vjp_kept_results_create(policy, &kept, NULL, false, &kept.results));
  FAILS(VJP_ERROR_DEVICE, vjp_checkpoint(&function, &x, 1, NULL, &list));
  SAYS("the policy refuses");
  kept.refusal = VJP_OK;
  kept.answer = 17;
  FAILS(VJP_ERROR_INVALID, vjp_checkpoint(&function, &x, 1, NULL, &list));
  SAYS("17");
  vjp_kept_results_release(kept.results);
  /* a policy that says otherwise in the recomputation */
  kept.answer = 0;
  y = run(&kept, x, false);
  kept.answer = VJP_CHECKPOINT_PREFER_SAVE;
  vjp_tensor* g = NULL;
  FAILS(VJP_ERROR_INVALID, try_grad(y, NULL, x, false, true, &g));
  SAYS("sin");
  vjp_kept_results_release(kept.results);
}

int main(void) {
  RUN(kept_results_are_taken);
  RUN(kept_results_are_freed);
  RUN(changed_in_place);
  RUN(random_operators);
  RUN(operators_of_the_library);
  RUN(policies_that_fail);
  return finish();
}
