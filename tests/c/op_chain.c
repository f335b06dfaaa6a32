/* Chains of operators: what comes of them is what comes of the calls one by one, with fewer passes over memory. */
#include "compiled.h"
#include "outcome.h"
#include "profiler.h"
#include "vjp/intercept.h"
#include "vmap.h"

/* ---- a chain while it is made ---- */

enum { kMost = 40, kArgs = 4 };
typedef struct {
  vjp_chained_call calls[kMost];
  vjp_value args[kMost][kArgs];
  size_t count;
} Chain;

/* The result of an earlier call, as an argument: has a kind of its own until it is put into a chain. */
enum { kResult = 1000 };
static vjp_value R(size_t call) {
  vjp_value v = I((int64_t)call);
  v.kind = kResult;
  return v;
}

static size_t put_call(Chain* chain, const char* name, const vjp_value* args, size_t count) {
  vjp_chained_call* call = &chain->calls[chain->count];
  *call = (vjp_chained_call){vjp_op_find(name), chain->args[chain->count], (uint32_t)count, 0};
  for (size_t a = 0; a < count; ++a) {
    chain->args[chain->count][a] = args[a];
    if (args[a].kind == kResult) call->results |= 1u << a;
  }
  return chain->count++;
}
#define CALL(chain, name, ...) put_call(chain, name, ARGS(__VA_ARGS__))

static vjp_status at_once(const Chain* chain, vjp_tensor** out) {
  vjp_status status = vjp_call_chain(chain->calls, chain->count, out);
  if (status == VJP_OK) own(*out);
  return status;
}
static vjp_status one_by_one(const Chain* chain, vjp_tensor** out) {
  vjp_tensor* results[kMost];
  for (size_t k = 0; k < chain->count; ++k) {
    vjp_value args[kArgs];
    for (size_t a = 0; a < chain->calls[k].count; ++a) {
      args[a] = chain->args[k][a];
      if (args[a].kind == kResult) args[a] = T(results[args[a].as.integer]);
    }
    vjp_status status =
        call_op(vjp_op_name(chain->calls[k].op), VJP_VARIANT_FUNCTIONAL, args, chain->calls[k].count, 0, &results[k]);
    if (status != VJP_OK) return status;
    own(results[k]);
  }
  *out = results[chain->count - 1];
  return VJP_OK;
}

/* ---- random chains ---- */

static const int64_t kFirst[] = {0};

/* What ends a stretch: a comparison, a reduction, an operator of another family, numbers that are drawn, a cast. */
static size_t put_other(Chain* c, vjp_value a, vjp_value b) {
  switch (draw(5)) {
    case 0:
      return CALL(c, "where", R(CALL(c, "gt", a, F(0.1))), a, b);
    case 1:
      return CALL(c, "mean", a, L(kFirst, 1), B(true));
    case 2:
      return CALL(c, "flip", a, L(kFirst, 1));
    case 3:
      return CALL(c, "dropout", a, F(0.25), B(true));
    default:
      return CALL(c, "to", a, D(VJP_DTYPE_FLOAT64));
  }
}

static void random_chain(Chain* c, vjp_tensor* const* in, uint64_t seed) {
  static const char* const kUnary[] = {"tanh", "sigmoid", "relu", "sin",    "cos", "neg",
                                       "abs",  "silu",    "gelu", "square", "exp"};
  static const char* const kBinary[] = {"add", "sub", "mul", "mul", "maximum", "atan2", "pow"};
  state = seed * 0x9e3779b97f4a7c15u;
  c->count = 0;
  for (unsigned steps = 3 + draw(14); steps > 0; --steps) {
    const unsigned past = (unsigned)c->count;
    vjp_value a = past > 0 && draw(4) ? R(past - 1) : T(in[draw(3)]);
    vjp_value b = past > 0 && draw(2) ? R(draw(past)) : T(in[draw(3)]);
    const unsigned what = draw(20);
    if (what < 7)
      CALL(c, kUnary[draw(sizeof kUnary / sizeof *kUnary)], a);
    else if (what < 11)
      CALL(c, kBinary[draw(4)], a, draw(2) ? F(0.25 + 0.125 * draw(9)) : I(2));
    else if (what < 18)
      CALL(c, kBinary[draw(sizeof kBinary / sizeof *kBinary)], a, b);
    else
      put_other(c, a, b);
  }
}

/* ---- what comes of them ---- */

typedef vjp_status (*Way)(const Chain* chain, vjp_tensor** out);

static void outcome(Way way, uint64_t seed, Outcome* o) {
  static const vjp_dtype kDtypes[] = {VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT64, VJP_DTYPE_BFLOAT16, VJP_DTYPE_FLOAT32,
                                      VJP_DTYPE_FLOAT16};
  /* Large enough for a stretch where there is one. */
  const int64_t rows = seed % 5 == 0 ? 3 : check_on_cpu() ? 1400 : 40;
  const bool twice = seed % 3 == 0 && seed % 5 == 1;
  o->size = scene_log_size = 0;
  scene_log[0] = '\0';
  OK(vjp_manual_seed(seed));
  vjp_tensor *in[3], *r = NULL;
  for (int i = 0; i < 3; ++i) {
    vjp_tensor* t = OP("abs", T(OP("sin", T(FRESH((int)seed + i, i == 1 ? 1 : rows, 3)))));
    in[i] = detached(OP("to", T(t), D(kDtypes[seed % 4 == 1 && i == 2 ? 1 : seed % 5])));
    if (i != 1 || seed % 2 == 0) leaf(in[i]);
  }
  static Chain chain;
  random_chain(&chain, in, seed);
  vjp_guard* quiet = seed % 11 == 0 ? enter_mode(VJP_MODE_GRAD, false) : NULL;
  note_status("chain", way(&chain, &r));
  if (quiet) OK(vjp_guard_exit(quiet));
  if (r) {
    put(o, r);
    put_graph(r);
    if (vjp_tensor_requires_grad(r)) {
      vjp_tensor* total = sum(r);
      if (twice) {
        vjp_tensor* g = grad_graph(add(total, sum(in[0])), in[0]);
        put(o, g);
        if (vjp_tensor_requires_grad(g)) total = sum(mul(g, g));
      }
      if (vjp_tensor_requires_grad(total)) OK(vjp_backward(total, NULL));
    }
  }
  for (int i = 0; i < 3; ++i) put(o, grad_of(in[i]));
  arena_clear();
}

static void test_random_chains(void) {
  static Outcome want, got;
  static char names[sizeof scene_log];
  for (uint64_t seed = 1; seed <= MANY(400); ++seed) {
    outcome(one_by_one, seed, &want);
    memcpy(names, scene_log, scene_log_size + 1);
    outcome(at_once, seed, &got);
    const bool same = want.size == got.size && memcmp(want.values, got.values, want.size * sizeof(double)) == 0;
    CHECK(same);
    CHECK(strcmp(names, scene_log) == 0);
    if (same && strcmp(names, scene_log) == 0) continue;
    printf("seed %d:\n%s-- not\n%s", (int)seed, scene_log, names);
    return;
  }
}

/* ---- one kernel ---- */

static int64_t many = 1 << 16; /* elements */

/* tanh(((x * 1.5) + 0.25) * 1.5 ...): of its nodes tanh alone keeps anything. */
static void line(Chain* c, vjp_tensor* x) {
  c->count = 0;
  vjp_value last = T(x);
  for (int i = 0; i < 8; ++i) last = R(CALL(c, "add", R(CALL(c, "mul", last, F(1.5))), F(0.25)));
  CALL(c, "tanh", last);
}
static int64_t peak_of(Way way, const Chain* c) {
  vjp_tensor* r = NULL;
  vjp_memory_reset_peak();
  const int64_t before = vjp_memory_allocated();
  OK(way(c, &r));
  const int64_t peak = vjp_memory_peak() - before;
  arena_clear();
  return peak;
}
/* What no node keeps and no call reads is not there at all. */
static void test_memory(void) {
  vjp_tensor* x = vjp_tensor_retain(leaf(detached(ramp(VJP_DTYPE_FLOAT64, 1, &many))));
  static Chain c;
  line(&c, x);
  if (check_on_cpu()) { /* whose memory it is, and where calls run as one */
    CHECK(peak_of(one_by_one, &c) > many * 8 * 8);
    const int64_t peak = peak_of(at_once, &c);
    CHECK(peak >= many * 8 && peak < many * 8 * 2);
  }
  /* What is read after a comparison, which ends the stretch, is stored for as long as it is read. */
  c.count = 0;
  const size_t y = CALL(&c, "sin", R(CALL(&c, "mul", T(x), F(2))));
  CALL(&c, "exp", R(CALL(&c, "where", R(CALL(&c, "gt", R(y), F(0))), R(y), F(0))));
  vjp_tensor *want = NULL, *got = NULL;
  OK(one_by_one(&c, &want));
  OK(at_once(&c, &got));
  CHECK(at(OP("all", T(OP("eq", T(want), T(got)))), 0) == 1);
  arena_clear();
  vjp_tensor_release(x);
}

/* Samples are computed as ever, and others' batches change nothing. */
static void test_batched(void) {
  static Chain c;
  vjp_tensor* x = vjp_tensor_retain(leaf(detached(ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){2, many}))));
  batch b = enter(2);
  vjp_tensor *samples = vjp_tensor_retain(wrap(b, x)), *want = NULL, *got = NULL;
  line(&c, samples);
  OK(one_by_one(&c, &want));
  OK(at_once(&c, &got));
  CHECK(vjp_tensor_is_batched(got));
  CHECK(at(OP("all", T(OP("eq", T(unwrap(b, want)), T(unwrap(b, got))))), 0) == 1);
  arena_clear();
  leave(b);
  line(&c, x);
  if (check_on_cpu()) {
    const int64_t peak = peak_of(at_once, &c), bytes = vjp_tensor_numel(x) * 8;
    CHECK(peak >= bytes && peak < bytes * 2);
  }
  vjp_tensor_release(samples);
  vjp_tensor_release(x);
}

/* A call that is put off and is of another dtype than the argument before it ends the stretch. */
static void test_two_dtypes(void) {
  vjp_tensor *narrow_one = ramp(VJP_DTYPE_FLOAT32, 1, &many), *wide = ramp(VJP_DTYPE_FLOAT64, 1, &many);
  static Chain c;
  c.count = 0;
  CALL(&c, "exp", R(CALL(&c, "mul", T(narrow_one), R(CALL(&c, "sin", T(wide))))));
  vjp_tensor *want = NULL, *got = NULL;
  OK(one_by_one(&c, &want));
  OK(at_once(&c, &got));
  CHECK(vjp_tensor_dtype(got) == VJP_DTYPE_FLOAT64 && at(OP("all", T(OP("eq", T(want), T(got)))), 0) == 1);
}

/* A saved value that is changed afterwards is an error of backward, and hooks run. */
static void test_hooks_and_changes(void) {
  vjp_tensor* x = leaf(detached(ramp(VJP_DTYPE_FLOAT64, 1, &many)));
  static Chain c;
  c.count = 0;
  CALL(&c, "sin", R(CALL(&c, "mul", T(x), T(x))));
  vjp_tensor* r = NULL;
  OK(at_once(&c, &r));
  static Hook before = {"before", 2, false};
  scene_log_size = 0;
  hook_before(node_of(r), &before);
  OK(vjp_backward(sum(r), NULL));
  CHECK(strstr(scene_log, "hook before"));
  CHECK(fabs(at(grad_of(x), 1) - 2 * 2 * cos(1)) < 1e-12); /* the hook doubles */
  OK(at_once(&c, &r));
  vjp_guard* quiet = enter_mode(VJP_MODE_GRAD, false);
  OP_("add", T(x), F(1));
  OK(vjp_guard_exit(quiet));
  CHECK(vjp_backward(sum(r), NULL) == VJP_ERROR_VERSION);
}

/* ---- what looks at calls sees each of them ---- */

static vjp_status on_call(void* seen, const vjp_intercepted_call* call, vjp_tensor_list* results) {
  ++*(int*)seen;
  vjp_tensor_list* list = NULL;
  vjp_status status = vjp_intercept_next(call, NULL, &list);
  if (status == VJP_OK) status = vjp_tensor_list_append(results, vjp_tensor_list_get(list, 0));
  vjp_tensor_list_release(list);
  return status;
}
static void test_seen_one_by_one(void) {
  static Chain c;
  line(&c, ramp(VJP_DTYPE_FLOAT64, 1, &many));
  vjp_tensor* r = NULL;
  vjp_guard* guard = NULL;
  int seen = 0;
  OK(vjp_guard_intercept(VJP_INTERCEPT_ABOVE_AUTOGRAD, on_call, &seen, NULL, &guard));
  OK(at_once(&c, &r));
  OK(vjp_guard_exit(guard));
  CHECK(seen == 17);
  const int64_t before = vjp_debug_op_calls("mul");
  OK(at_once(&c, &r));
  CHECK(vjp_debug_op_calls("mul") == before + 8);
  vjp_profiler* p = started(NULL);
  OK(at_once(&c, &r));
  OK(vjp_profiler_stop(p));
  CHECK(count_of(p, VJP_PROFILE_OPERATOR, "mul") == 8 && count_of(p, VJP_PROFILE_OPERATOR, "tanh") == 1);
}

/* ---- errors ---- */

static void refused(const Chain* c, vjp_status status, const char* words) {
  vjp_tensor* out = NULL;
  const bool fits = vjp_call_chain(c->calls, c->count, &out) == status && strstr(vjp_last_error(), words);
  if (!fits) printf("wanted '%s' in: %s\n", words, vjp_last_error());
  CHECK(fits && !out);
}
static void test_errors(void) {
  vjp_tensor *x = ramp(VJP_DTYPE_FLOAT64, 1, &many), *short_one = VEC(1, 2, 3), *out = NULL;
  static Chain c;
  c.count = 0;
  refused(&c, VJP_ERROR_INVALID, "a chain has no calls, expected at least one");
  CHECK(vjp_call_chain(NULL, 1, &out) == VJP_ERROR_INVALID);
  CALL(&c, "sin", T(x));
  CHECK(vjp_call_chain(c.calls, 1, NULL) == VJP_ERROR_INVALID);
  CALL(&c, "cos", R(1));
  refused(&c, VJP_ERROR_INVALID,
          "call 1 of a chain: argument 0 of cos is the result of call 1, expected one before it");
  c.args[1][0] = R((size_t)-1);
  refused(&c, VJP_ERROR_INVALID, "the result of call -1");
  c.args[1][0] = R(0);
  c.calls[1].op = NULL;
  refused(&c, VJP_ERROR_INVALID, "call 1 of a chain: its operator is NULL");
  c.calls[1].op = vjp_op_find("unbind");
  refused(&c, VJP_ERROR_INVALID, "call 1 of a chain: unbind does not give one tensor");
  c.calls[1].op = vjp_op_find("max.dim");
  refused(&c, VJP_ERROR_INVALID, "call 1 of a chain: max.dim does not give one tensor");
  c.calls[1] = (vjp_chained_call){vjp_op_find("cos"), NULL, 1, 0};
  refused(&c, VJP_ERROR_INVALID, "call 1 of a chain: its arguments are NULL");
  c.count = 1;
  CALL(&c, "add", R(0), T(short_one)); /* an operator's own error, after calls that are put off */
  refused(&c, VJP_ERROR_SHAPE, "add");
  c.count = 1;
  CALL(&c, "sin", R(0), F(1));
  refused(&c, VJP_ERROR_INVALID, "sin: 2 arguments given, expected at most 1");
  c.count = 1;
  CALL(&c, "mul", R(0));
  refused(&c, VJP_ERROR_INVALID, "mul: argument 'other' is missing");
}

int main(void) {
  if (!check_on_cpu()) many = 1 << 8; /* no kernel stands for several calls there, and emulated ones are slow */
  RUN(test_random_chains);
  RUN(test_memory);
  RUN(test_batched);
  RUN(test_two_dtypes);
  RUN(test_hooks_and_changes);
  RUN(test_seen_one_by_one);
  RUN(test_errors);
  return finish();
}
