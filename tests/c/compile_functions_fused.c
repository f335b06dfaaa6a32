/* Records whose pointwise operators run as one kernel: the same bits and the same graph (OP-5, CB-32). */
#include "compiled_functions.h"
#include "outcome.h"

/* ---- random formulas ---- */

static uint64_t formula; /* which one the function computes */

static vjp_tensor* unary(vjp_tensor* t) {
  static const char* const kNames[] = {"tanh", "sigmoid", "relu",     "sin",  "cos",   "neg",
                                       "abs",  "silu",    "softplus", "gelu", "square"};
  return OP(kNames[draw(sizeof kNames / sizeof *kNames)], T(t));
}
static vjp_tensor* with_number(vjp_tensor* t) {
  double number = 0.25 + 0.125 * draw(9);
  switch (draw(5)) {
    case 0:
      return OP("add", T(t), F(number));
    case 1:
      return OP("sub", F(number), T(t));
    case 2:
      return OP("div", T(t), F(number));
    case 3:
      return OP("clamp", T(t), F(-number), F(number));
    default:
      return OP("mul", T(t), draw(2) ? F(number) : I(2));
  }
}
static vjp_tensor* binary(vjp_tensor* a, vjp_tensor* b) {
  static const char* const kNames[] = {"add", "sub", "mul", "mul", "maximum", "atan2"};
  return OP(kNames[draw(sizeof kNames / sizeof *kNames)], T(a), T(b));
}
/* What ends a stretch, or lies beside it. */
static vjp_tensor* other(vjp_tensor* t) {
  vjp_tensor* r = t;
  switch (draw(6)) {
    case 0:
      return OP("mean", T(t), INTS(-1), B(true));
    case 1:
      r = clone(t);
      OP_("mul", T(r), F(0.5));
      return r;
    case 2:
      return detached(t);
    case 3: {
      vjp_guard* quiet = enter_mode(VJP_MODE_GRAD, false);
      r = with_number(unary(t));
      OK(vjp_guard_exit(quiet));
      return r;
    }
    case 4:
      return OP("flip", T(t), INTS(0));
    default:
      return OP("dropout", T(t), F(0.25), B(true));
  }
}

static vjp_status random_formula(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_tensor* pool[32] = {in[0], in[1], in[2]};
  unsigned count = 3;
  state = formula * 0x9e3779b97f4a7c15u;
  for (unsigned steps = 4 + draw(14); steps > 0; --steps) {
    vjp_tensor *a = pool[draw(3) ? count - 1 : draw(count)], *b = pool[draw(count)];
    unsigned what = draw(20);
    pool[count++] = what < 7 ? unary(a) : what < 12 ? with_number(a) : what < 19 ? binary(a, b) : other(a);
  }
  vjp_status status = give_result(results, pool[count - 1]);
  return status == VJP_OK ? give_result(results, pool[draw(count)]) : status;
}

static void outcome(vjp_compiled* compiled, int round, int64_t rows, vjp_dtype dtype, bool twice, Outcome* o) {
  o->size = scene_log_size = 0;
  scene_log[0] = '\0';
  OK(vjp_manual_seed((uint64_t)round));
  vjp_tensor *in[3], *r[2];
  for (int i = 0; i < 3; ++i) {
    vjp_tensor* t = OP("sin", T(FRESH(3 * round + i, i == 1 ? 1 : rows, 3)));
    in[i] = detached(OP("to", T(t), D(dtype)));
    if (i != 1 || round % 2 == 0) leaf(in[i]);
  }
  OK(call_function(compiled, random_formula, in, 3, r, 2));
  put(o, r[0]);
  put(o, r[1]);
  put_graph(r[0]);
  vjp_tensor* total = sum(mul(r[0], r[0]));
  if (vjp_tensor_requires_grad(r[1]) && !vjp_tensor_is_leaf(r[1])) total = add(total, sum(r[1]));
  vjp_guard* region = compiled && formula % 5 < 3 ? compile_with(any_size()) : NULL; /* what is fused there, too */
  if (vjp_tensor_requires_grad(total)) {
    if (twice) {
      vjp_tensor* g = grad_graph(add(total, sum(in[0])), in[0]);
      put(o, g);
      if (vjp_tensor_requires_grad(g)) {
        OK(vjp_backward(sum(mul(g, g)), NULL));
      }
    } else {
      OK(vjp_backward(total, NULL));
    }
  }
  if (region) OK(vjp_guard_exit(region));
  for (int i = 0; i < 3; ++i) put(o, grad_of(in[i]));
  arena_clear();
}

static void test_random_formulas(void) {
  static Outcome want, got;
  static char names[sizeof scene_log];
  static const vjp_dtype kDtypes[] = {VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT64, VJP_DTYPE_BFLOAT16, VJP_DTYPE_FLOAT32};
  int fused = 0, wrong = 0;
  for (formula = 1; formula <= 400 && wrong < 3; ++formula) {
    int64_t rows = formula % 10 == 0 ? 2000 : 1 + (int64_t)formula % 7;
    vjp_dtype dtype = kDtypes[formula % 4];
    Function f = {random_formula, 0, 0};
    vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
    options.fuse = formula % 8 != 0;
    options.memory_budget = formula % 3 == 0 ? -1 : formula % 3 == 1 ? 0 : 3000;
    vjp_compiled* compiled = compile_function(&f, &options);
    for (int round = 0; round < 4; ++round) {
      bool twice = formula % 3 == 0 && dtype == VJP_DTYPE_FLOAT64;
      outcome(NULL, round, rows, dtype, twice, &want);
      memcpy(names, scene_log, scene_log_size + 1);
      outcome(compiled, round, rows, dtype, twice, &got);
      bool same = want.size == got.size && memcmp(want.values, got.values, want.size * sizeof(double)) == 0 &&
                  strcmp(names, scene_log) == 0;
      CHECK(same);
      if (same) continue;
      ++wrong;
      char* text = NULL;
      OK(vjp_compiled_text(compiled, &text));
      printf("formula %d, round %d:\n%s%s\n-- not\n%s", (int)formula, round, text, scene_log, names);
      vjp_string_free(text);
      break;
    }
    CHECK(f.calls == 2); /* in odd rounds an argument has no gradient */
    char* text = NULL;
    OK(vjp_compiled_text(compiled, &text));
    bool has = text && strstr(text, "\nfused ");
    CHECK(options.fuse || !has);
    fused += has;
    vjp_string_free(text);
    vjp_compiled_release(compiled);
  }
  if (fused < 200) printf("only %d formulas had a kernel\n", fused);
  CHECK(fused >= 200);
}

/* ---- what is kept ---- */

static vjp_status chain(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_tensor* y = in[0];
  for (int i = 0; i < 8; ++i) y = OP("add", T(OP("mul", T(y), F(1.5))), F(0.25));
  return give_result(results, OP("tanh", T(y)));
}

/* MM-1: what no node keeps is not there at all. */
static void test_memory(void) {
  const int64_t size = 1 << 16;
  Function f = {chain, 0, 0};
  vjp_compiled* compiled = compile_function(&f, NULL);
  vjp_tensor* x = vjp_tensor_retain(leaf(detached(ramp(VJP_DTYPE_FLOAT64, 1, &size))));
  int64_t peaks[2] = {0, 0};
  for (int i = 0; i < 3; ++i) {
    vjp_tensor* r = NULL;
    vjp_memory_reset_peak();
    int64_t before = vjp_memory_allocated();
    OK(call_function(compiled, chain, &x, 1, &r, 1));
    peaks[i > 0] = vjp_memory_peak() - before;
    arena_clear();
  }
  CHECK(f.calls == 1);
  if (peaks[1] >= size * 8 * 2) printf("%lld and %lld\n", (long long)peaks[0], (long long)peaks[1]);
  CHECK(peaks[1] >= size * 8 && peaks[1] < size * 8 * 2 && peaks[1] < peaks[0]);
  vjp_tensor_release(x);
  vjp_compiled_release(compiled);
}

/* Hooks on the nodes of a stretch, and a saved value that is changed: as one by one. */
static vjp_status products(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_tensor* y = mul(in[0], in[1]);
  vjp_tensor* z = OP("tanh", T(mul(y, in[0])));
  vjp_status status = give_result(results, OP("sin", T(add(z, y))));
  return status == VJP_OK ? give_result(results, z) : status;
}
static void scene(vjp_compiled* compiled) {
  static Hook before = {"before", 2, false}, of_result = {"of result", 3, false};
  for (int round = 0; round < 3; ++round) {
    vjp_tensor *x = FRESH(round, 5), *y = FRESH(round + 1, 5), *r[2];
    OK(call_function(compiled, products, (vjp_tensor*[]){x, y}, 2, r, 2));
    note_tensor("r", r[0]);
    put_graph(r[0]);
    hook_before(node_of(r[1]), &before);
    hook_tensor(r[1], &of_result);
    OK(vjp_backward(sum(r[0]), NULL));
    note_grad("x", x);
    note_grad("y", y);
    note_status("again", vjp_backward(sum(r[0]), NULL));
    OK(call_function(compiled, products, (vjp_tensor*[]){x, y}, 2, r, 2));
    vjp_guard* quiet = enter_mode(VJP_MODE_GRAD, false);
    OP_("add", T(round == 1 ? r[1] : x), F(1));
    OK(vjp_guard_exit(quiet));
    note_status("changed", vjp_backward(sum(r[0]), NULL));
    arena_clear();
  }
}
static void test_hooks_and_changes(void) {
  static char eager[sizeof scene_log];
  scene_log_size = 0;
  scene(NULL);
  memcpy(eager, scene_log, scene_log_size + 1);
  Function f = {products, 0, 0};
  vjp_compiled* compiled = compile_function(&f, NULL);
  scene_log_size = 0;
  scene(compiled);
  CHECK(f.calls == 1);
  if (strcmp(eager, scene_log) != 0) printf("-- eager\n%s\n-- compiled\n%s\n", eager, scene_log);
  CHECK(strcmp(eager, scene_log) == 0);
  char* text = NULL;
  OK(vjp_compiled_text(compiled, &text));
  CHECK(text && strstr(text, "fused float64 %0 to %4: 2 inputs, 4 stored"));
  if (text && !strstr(text, "4 stored")) printf("%s", text);
  vjp_string_free(text);
  vjp_compiled_release(compiled);
}

int main(void) {
  RUN(test_random_formulas);
  RUN(test_memory);
  RUN(test_hooks_and_changes);
  return finish();
}
