/* COMP-15: what a record does not store, for derivatives can compute it again; nothing but memory and time is another.
 */
#include <pthread.h>

#include "compiled_functions.h"

enum { kSize = 5000 };

/* Keeps the result of relu, the argument of square and the result of tanh. */
static vjp_status chain(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_tensor* y = OP("relu", T(OP("add", T(OP("mul", T(in[0]), F(1.1))), F(0.1))));
  y = OP("square", T(OP("sub", T(OP("mul", T(y), F(0.9))), F(0.05))));
  return give_result(results, OP("mul", T(OP("tanh", T(y))), F(0.7)));
}

static vjp_tensor* input(double scale) {
  vjp_tensor* t =
      detached(OP("sub", T(OP("div", T(ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){kSize})), F(kSize / scale))), F(0.5)));
  return leaf(t);
}

static bool says(vjp_compiled* compiled, const char* words) {
  char* text = NULL;
  OK(vjp_compiled_text(compiled, &text));
  bool found = text && strstr(text, words);
  if (!found) printf("%s-- has no: %s\n", text ? text : "", words);
  vjp_string_free(text);
  return found;
}
static vjp_compiled* compile_within(Function* f, int64_t budget) {
  vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
  options.memory_budget = budget;
  return compile_function(f, &options);
}

/* ---- how much is stored ---- */

static void test_budget(void) {
  const int64_t value = kSize * (int64_t)sizeof(float);
  static const struct {
    int64_t budget, stored;
    const char* words;
  } kCases[] = {
      {-1, 1, "1 stored, 2 computed again"}, /* tanh costs too much */
      {0, 0, "1 stored, 3 computed again"},  /* the result itself */
      {kSize * 4 - 1, 0, "1 stored, 3 computed again"},
      {kSize * 4, 1, "2 stored, 2 computed again"}, /* tanh first */
      {1 << 30, 3, "4 stored\n"},
  };
  for (size_t i = 0; i < sizeof kCases / sizeof *kCases; ++i) {
    Function f = {chain, 0, 0};
    vjp_compiled* compiled = compile_within(&f, kCases[i].budget);
    for (int round = 0; round < 3; ++round) {
      vjp_tensor *x = input(2), *r = NULL;
      int64_t before = vjp_memory_allocated();
      OK(call_function(compiled, chain, &x, 1, &r, 1));
      int64_t kept = vjp_memory_allocated() - before - value;
      if (round > 0 && (kept < kCases[i].stored * value || kept >= kCases[i].stored * value + value))
        printf("case %d: %lld bytes\n", (int)i, (long long)kept);
      if (round > 0) CHECK(kept >= kCases[i].stored * value && kept < kCases[i].stored * value + value);
      arena_clear();
    }
    CHECK(f.calls == 1);
    vjp_compiled_release(compiled);
  }
  vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
  options.memory_budget = -2;
  vjp_compiled* none = NULL;
  Function f = {chain, 0, 0};
  CHECK(vjp_compile(run_function, &f, NULL, &options, &none) == VJP_ERROR_INVALID);
  SAYS("memory_budget is -2");
}

/* MM-1: a backward whose derivatives are fused stores none of it either; one by one they store what the engine keeps.
 */
static void test_peak(void) {
  const int64_t value = kSize * (int64_t)sizeof(float);
  for (int fused = 0; fused < 2; ++fused) {
    Function f = {chain, 0, 0};
    vjp_compiled* compiled = compile_within(&f, 0);
    int64_t peaks[2] = {0, 0};
    for (int round = 0; round < 4; ++round) {
      vjp_tensor *x = input(2), *r = NULL;
      OK(call_function(round == 0 ? NULL : compiled, chain, &x, 1, &r, 1));
      vjp_guard* region = fused ? compile_with(any_size()) : NULL;
      vjp_tensor* ones = OP("ones_like", T(r));
      vjp_memory_reset_peak();
      int64_t before = vjp_memory_allocated();
      vjp_compile_counters c = counters();
      OK(vjp_backward(r, ones));
      if (round > 1) CHECK(!fused == (counters().fused_nodes == c.fused_nodes));
      if (region) OK(vjp_guard_exit(region));
      peaks[round > 1] = vjp_memory_peak() - before;
      arena_clear();
    }
    CHECK(fused ? peaks[1] < 2 * value : peaks[1] < peaks[0] + 4 * value);
    if (fused && peaks[1] >= 2 * value) printf("%lld\n", (long long)peaks[1]);
    vjp_compiled_release(compiled);
  }
}

/* ---- what is computed of it changes ---- */

static void by_operator(vjp_tensor* x) { OP_("add", T(x), F(1)); }
static void of_view(vjp_tensor* x) { OP_("zero", T(narrow(x, 0, 100, 200))); }
static void of_alias(vjp_tensor* x) { OP_("mul", T(detached(x)), F(-1)); }
static void by_copy(vjp_tensor* x) { OP_("copy", T(x), T(OP("zeros_like", T(x)))); }
static void by_out(vjp_tensor* x) {
  vjp_value args[] = {T(x), F(3), T(x)};
  OK(call_op("mul", VJP_VARIANT_OUT, args, 3, 0, NULL));
}
static void from_memory(vjp_tensor* x) {
  static float values[kSize];
  OK(vjp_tensor_copy_from(x, values, sizeof values, VJP_DTYPE_FLOAT32));
}
static void by_pointer(vjp_tensor* x) { memset(vjp_tensor_data(x), 0, kSize * sizeof(float)); }
static void by_step(vjp_tensor* x) {
  vjp_optimizer_options options = VJP_SGD_OPTIONS_INIT;
  options.lr = 0.5;
  vjp_optimizer* optimizer = NULL;
  OK(vjp_tensor_set_grad(x, OP("ones_like", T(x))));
  OK(vjp_optimizer_sgd(&x, 1, &options, &optimizer));
  OK(vjp_optimizer_step(optimizer));
  vjp_optimizer_release(optimizer);
  OK(vjp_tensor_set_grad(x, NULL));
}
static void not_at_all(vjp_tensor* x) { (void)x; }
static float* pointer; /* that the program had before */
static void by_old_pointer(vjp_tensor* x) {
  (void)x;
  memset(pointer, 0, kSize * sizeof(float));
}

static void gradient_after(vjp_compiled* compiled, void (*change)(vjp_tensor*), bool fused) {
  vjp_tensor *x = clone(detached(input(2))), *r = NULL;
  pointer = change == by_old_pointer ? (float*)vjp_tensor_data(x) : NULL;
  leaf(x);
  OK(call_function(compiled, chain, &x, 1, &r, 1));
  vjp_guard* quiet = enter_mode(VJP_MODE_GRAD, false);
  change(x);
  OK(vjp_guard_exit(quiet));
  note("version %d\n", (int)version_of(x));
  vjp_guard* region = fused ? compile_with(any_size()) : NULL;
  vjp_tensor* g = NULL;
  OK(try_grad(r, OP("ones_like", T(r)), x, false, false, &g));
  own(g);
  if (region) OK(vjp_guard_exit(region));
  for (int i = 0; g && i < kSize; i += 97) note(" %a", at(g, (size_t)i));
  note("\n");
  arena_clear();
}

static void test_changes(void) {
  static void (*const kChanges[])(vjp_tensor*) = {not_at_all, by_operator, of_view,    of_alias, by_copy,
                                                  by_out,     from_memory, by_pointer, by_step,  by_old_pointer};
  static char eager[sizeof scene_log];
  for (size_t c = 0; c < sizeof kChanges / sizeof *kChanges; ++c) {
    for (int fused = 0; fused < 2; ++fused) {
      scene_log_size = 0;
      gradient_after(NULL, kChanges[c], false);
      memcpy(eager, scene_log, scene_log_size + 1);
      Function f = {chain, 0, 0};
      vjp_compiled* compiled = compile_within(&f, 0);
      for (int round = 0; round < 3; ++round) {
        scene_log_size = 0;
        gradient_after(compiled, kChanges[c], fused);
        CHECK(strcmp(eager, scene_log) == 0);
        if (strcmp(eager, scene_log) != 0) printf("change %d, fused %d, round %d\n", (int)c, fused, round);
      }
      CHECK(f.calls == 1);
      vjp_compiled_release(compiled);
    }
  }
}

/* ---- who looks ---- */

static int packed;
static vjp_status pack(void* context, vjp_tensor* tensor, void** out) {
  (void)context;
  ++packed;
  note(" %a", at(tensor, 4321));
  *out = vjp_tensor_retain(tensor);
  return VJP_OK;
}
static vjp_status unpack(void* context, void* value, vjp_tensor** out) {
  (void)context;
  note(" unpacked");
  *out = vjp_tensor_retain((vjp_tensor*)value);
  return VJP_OK;
}
static void drop_packed(void* context, void* value) {
  (void)context;
  vjp_tensor_release((vjp_tensor*)value);
}

/* Saved values by name, hooks on nodes and on what is saved, a graph that is walked twice: as one by one. */
static void look(vjp_compiled* compiled) {
  static Hook before = {"before", 2, false};
  const vjp_saved_tensor_hooks hooks = {
      .struct_size = sizeof hooks, .pack = pack, .unpack = unpack, .drop_packed = drop_packed};
  for (int round = 0; round < 4; ++round) {
    vjp_tensor *x = input(3), *r = NULL;
    vjp_guard* region = NULL;
    if (round == 1) OK(vjp_guard_saved_tensor_hooks(&hooks, &region));
    OK(call_function(compiled, chain, &x, 1, &r, 1));
    if (region) OK(vjp_guard_exit(region));
    for (vjp_node* n = node_of(r); vjp_node_num_edges(n) > 0;) {
      note("%s", vjp_node_name(n));
      for (size_t k = 0; k < vjp_node_num_saved(n); ++k) {
        const char* name = vjp_node_saved_name(n, k);
        vjp_saved_attribute* saved = NULL;
        if (round == 2 && vjp_node_saved_kind(n, name) == VJP_KIND_TENSOR) {
          OK(vjp_node_saved(n, name, &saved));
          vjp_tensor* t = vjp_saved_attribute_value(saved)->as.tensor;
          note(" %s %a of version %d", name, at(t, 1234), (int)version_of(t));
          vjp_saved_attribute_release(saved);
        }
      }
      if (round == 3 && strcmp(vjp_node_name(n), "SquareBackward") == 0) {
        hook_before(n, &before);
        vjp_saved_tensor* raw = NULL;
        OK(vjp_node_raw_saved(n, vjp_node_saved_name(n, 0), 0, &raw));
        OK(vjp_saved_tensor_register_hooks(raw, &hooks));
        vjp_saved_tensor_release(raw);
      }
      vjp_node* next = NULL;
      uint32_t slot = 0;
      OK(vjp_node_edge(n, 0, &next, &slot));
      n = own_node(next);
      note("\n");
    }
    vjp_tensor* g = grad_graph(sum(r), x);
    note("g %a\n", at(g, 4321));
    OK(vjp_backward(sum(add(r, mul(g, g))), NULL));
    note("twice %a\n", at(grad_of(x), 4321));
    note_status("again", vjp_backward(sum(r), NULL));
    arena_clear();
  }
}
static void test_lookers(void) {
  static char eager[sizeof scene_log];
  scene_log_size = 0;
  look(NULL);
  memcpy(eager, scene_log, scene_log_size + 1);
  Function f = {chain, 0, 0};
  vjp_compiled* compiled = compile_within(&f, 0);
  vjp_tensor *x = input(3), *r = NULL;
  OK(call_function(compiled, chain, &x, 1, &r, 1));
  CHECK(says(compiled, "3 computed again"));
  for (int round = 0; round < 2; ++round) {
    scene_log_size = 0;
    look(compiled);
    if (strcmp(eager, scene_log) != 0) printf("-- eager\n%s\n-- compiled\n%s\n", eager, scene_log);
    CHECK(strcmp(eager, scene_log) == 0);
  }
  CHECK(packed > 0);
  vjp_compiled_release(compiled);
}

/* ---- two of a kind, and others ---- */

static vjp_status twice(vjp_tensor* const* in, vjp_tensor_list* results) {
  vjp_status status = chain(in, results);
  return status == VJP_OK ? chain(in + 1, results) : status;
}

/* Which sources they share is in the key of a program: x, y after x, x needs no second kernel of another kind. */
static void test_sources(void) {
  Function f = {twice, 0, 0};
  vjp_compiled* compiled = compile_within(&f, 0);
  vjp_guard* region = compile_with(any_size());
  for (int round = 0; round < 8; ++round) {
    vjp_tensor *x = input(2), *y = round % 4 < 2 ? input(3) : x, *r[2], *want[2];
    OK(call_function(compiled, twice, (vjp_tensor*[]){x, y}, 2, r, 2));
    vjp_compile_counters before = counters();
    OK(vjp_backward(sum(add(r[0], r[1])), NULL));
    vjp_compile_counters after = counters();
    CHECK(after.fused_nodes > before.fused_nodes);
    if (round >= 4) CHECK(after.hits == before.hits + 1);
    vjp_tensor* got = grad_of(y);
    vjp_tensor *p = input(2), *q = y == x ? p : input(3);
    OK(call_function(NULL, twice, (vjp_tensor*[]){p, q}, 2, want, 2));
    OK(vjp_backward(sum(add(want[0], want[1])), NULL));
    for (int i = 0; i < kSize; i += 311) CHECK(at(got, (size_t)i) == at(grad_of(q), (size_t)i));
    arena_clear();
  }
  OK(vjp_guard_exit(region));
  vjp_compiled_release(compiled);
}

/* ---- threads ---- */

/* One thread changes what another computes of: it waits, or the values are stored before. */
static void* change_it(void* x) {
  vjp_guard* quiet = enter_mode(VJP_MODE_GRAD, false);
  for (int i = 0; i < 3; ++i) OK(vjp_mul_scalar_((vjp_tensor*)x, (vjp_scalar){VJP_KIND_FLOAT, 0, {.real = 3}}));
  OK(vjp_guard_exit(quiet));
  return NULL;
}
static void test_threads(void) {
  if (!has_threads()) return;
  Function f = {chain, 0, 0};
  vjp_compiled* compiled = compile_within(&f, 0);
  double want[kSize / 311 + 1] = {0};
  for (int round = 0; round < 60; ++round) {
    vjp_tensor *x = input(2), *r = NULL;
    OK(call_function(compiled, chain, &x, 1, &r, 1));
    vjp_tensor* ones = OP("ones_like", T(r));
    vjp_guard* region = round % 2 ? compile_with(any_size()) : NULL;
    pthread_t other;
    if (round > 1) CHECK(pthread_create(&other, NULL, change_it, x) == 0);
    OK(vjp_backward(r, ones));
    if (round > 1) CHECK(pthread_join(other, NULL) == 0);
    if (region) OK(vjp_guard_exit(region));
    for (int i = 0; i < kSize; i += 311) {
      if (round == 0) want[i / 311] = at(grad_of(x), (size_t)i);
      CHECK(at(grad_of(x), (size_t)i) == want[i / 311]);
    }
    arena_clear();
  }
  vjp_compiled_release(compiled);
}

int main(void) {
  RUN(test_budget);
  RUN(test_peak);
  RUN(test_changes);
  RUN(test_lookers);
  RUN(test_sources);
  RUN(test_threads);
  return finish();
}
