/*
 * Scenes that run by the engine and then compiled, and what they wrote down is compared, letter by letter. The tests of
 * the engine run a second time with every grad call compiled: COMP-12, the label `compiled` of ctest.
 */
#ifndef VJP_TESTS_COMPILED_H
#define VJP_TESTS_COMPILED_H

#include "check.h"

/* ---- what a scene writes down ---- */

static char scene_log[1 << 16];
static size_t scene_log_size;

static inline void note(const char* format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(scene_log + scene_log_size, sizeof scene_log - scene_log_size, format, args);
  va_end(args);
  if (n > 0) scene_log_size += (size_t)n;
  if (scene_log_size >= sizeof scene_log) scene_log_size = sizeof scene_log - 1;
}
/* Shape, dtype and every bit of a tensor. */
static inline void note_tensor(const char* name, const vjp_tensor* t) {
  note("%s", name);
  if (!t) {
    note(" none\n");
    return;
  }
  note(" dtype %d shape", (int)vjp_tensor_dtype(t));
  for (size_t i = 0; i < vjp_tensor_ndim(t); ++i) note(" %lld", (long long)vjp_tensor_shape(t)[i]);
  for (int64_t i = 0; i < vjp_tensor_numel(t); ++i) note(" %a", at(t, (size_t)i));
  note("\n");
}
static inline void note_grad(const char* name, vjp_tensor* t) { note_tensor(name, grad_of(t)); }
static inline void note_status(const char* name, vjp_status status) {
  note("%s: %s %s\n", name, vjp_status_name(status), status == VJP_OK ? "" : vjp_last_error());
}

/* ---- regions, and the counters ---- */

static inline vjp_guard* compile_with(vjp_compile_options options) {
  vjp_guard* region = NULL;
  OK(vjp_guard_compile(&options, &region));
  return region;
}
/* However small a graph is. */
static inline vjp_compile_options any_size(void) {
  vjp_compile_options options = VJP_COMPILE_OPTIONS_INIT;
  options.min_sites = 1;
  return options;
}
static inline vjp_compile_counters counters(void) {
  vjp_compile_counters c = VJP_COMPILE_COUNTERS_INIT;
  OK(vjp_compile_counters_get(&c));
  return c;
}
static inline uint64_t fallbacks_for(const char* words) {
  uint64_t count = 0;
  for (size_t i = 0; vjp_compile_fallback(i, &count); ++i)
    if (strstr(vjp_compile_fallback(i, NULL), words)) return count;
  CHECK(!"there is such a reason");
  return 0;
}
static inline bool last_miss_says(const char* words) {
  char* text = NULL;
  OK(vjp_compile_last_miss(&text));
  bool says = text && strstr(text, words);
  if (!says) printf("last miss: %s\n", text ? text : "");
  vjp_string_free(text);
  return says;
}

/* ---- scenes ---- */

typedef void (*Scene)(int round);

/* Runs rounds of a scene both ways; compiled, they must make that many programs (-1: any), and nothing else may fall
 * back. */
#define BOTH(scene, rounds, records) both(scene, rounds, records, __FILE__, __LINE__, #scene)
static inline void both(Scene scene, int rounds, int records, const char* file, int line, const char* name) {
  static char eager[sizeof scene_log];
  scene_log_size = 0;
  scene_log[0] = '\0';
  for (int r = 0; r < rounds; ++r) {
    scene(r);
    arena_clear();
  }
  memcpy(eager, scene_log, scene_log_size + 1);
  vjp_compile_clear();
  scene_log_size = 0;
  scene_log[0] = '\0';
  vjp_compile_counters before = counters();
  for (int r = 0; r < rounds; ++r) {
    vjp_guard* region = compile_with(any_size());
    scene(r);
    arena_clear();
    OK(vjp_guard_exit(region));
  }
  vjp_compile_counters after = counters();
  char detail[1200] = "";
  bool same = strcmp(eager, scene_log) == 0;
  if (!same) {
    size_t i = 0;
    while (eager[i] == scene_log[i]) ++i;
    while (i > 0 && eager[i - 1] != '\n') --i;
    snprintf(detail, sizeof detail, "\n  engine:   %.300s\n  compiled: %.300s", eager + i, scene_log + i);
  }
  check_report(same, file, line, name, detail);
  check_report(scene_log_size > 0, file, line, name, "nothing was written down");
  long long made = (long long)(after.records - before.records);
  snprintf(detail, sizeof detail, "%lld programs, not %d", made, records);
  check_report(records < 0 || made == records, file, line, name, made == records ? "" : detail);
  long long left = (long long)(after.fallbacks - before.fallbacks);
  snprintf(detail, sizeof detail, "%lld calls fell back", left);
  check_report(left == 0, file, line, name, left == 0 ? "" : detail);
  check_report(after.walks > before.walks, file, line, name, "no call was compiled");
}

/* ---- hooks that write down that they ran, and change the gradient ---- */

typedef struct {
  const char* name;
  double factor; /* of what it gives in place of the gradient; 0: nothing */
  bool fails;
} Hook;

static inline vjp_status hook_result(const Hook* hook, vjp_tensor* grad, vjp_tensor** replacement) {
  note("hook %s", hook->name);
  note_tensor("", grad);
  if (hook->fails) return vjp_error_raise(VJP_ERROR_INVALID, "the hook fails", NULL, NULL);
  if (hook->factor == 0 || !grad) return VJP_OK;
  vjp_value args[] = {T(grad), F(hook->factor)};
  return call_op("mul", VJP_VARIANT_FUNCTIONAL, args, 2, 0, replacement);
}
static inline vjp_status on_tensor(void* context, vjp_tensor* grad, vjp_tensor** replacement) {
  return hook_result((const Hook*)context, grad, replacement);
}
static inline vjp_status on_node(void* context, vjp_tensor** grads, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    vjp_tensor* given = NULL;
    vjp_status status = hook_result((const Hook*)context, grads[i], &given);
    if (status != VJP_OK) return status;
    if (!given) continue;
    vjp_tensor_release(grads[i]);
    grads[i] = given;
  }
  return VJP_OK;
}
static inline vjp_status after_node(void* context, vjp_tensor** results, size_t num_results, vjp_tensor* const* grads,
                                    size_t num_grads) {
  for (size_t i = 0; i < num_grads; ++i) note_tensor("  got", grads[i]);
  return on_node(context, results, num_results);
}
static inline vjp_status on_leaf(void* context, vjp_tensor* leaf) {
  const Hook* hook = (const Hook*)context;
  note("hook %s", hook->name);
  vjp_tensor* grad = NULL;
  vjp_status status = vjp_tensor_grad(leaf, &grad);
  note_tensor(" of leaf", grad);
  vjp_tensor_release(grad);
  return status;
}
static inline void forget_hook(vjp_hook* hook) { vjp_hook_release(hook); }
static inline void hook_tensor(vjp_tensor* t, Hook* hook) {
  vjp_hook* made = NULL;
  OK(vjp_tensor_add_hook(t, on_tensor, hook, NULL, &made));
  forget_hook(made);
}
static inline void hook_before(vjp_node* n, Hook* hook) {
  vjp_hook* made = NULL;
  OK(vjp_node_add_pre_hook(n, on_node, hook, NULL, &made));
  forget_hook(made);
}
static inline void hook_after(vjp_node* n, Hook* hook) {
  vjp_hook* made = NULL;
  OK(vjp_node_add_post_hook(n, after_node, hook, NULL, &made));
  forget_hook(made);
}
static inline void hook_leaf(vjp_tensor* t, Hook* hook) {
  vjp_hook* made = NULL;
  OK(vjp_tensor_add_post_accumulate_hook(t, on_leaf, hook, NULL, &made));
  forget_hook(made);
}

/* Elements 0.5, 1, ..., changed by the round; requires grad. */
static inline vjp_tensor* fresh(int round, size_t ndim, const int64_t* shape) {
  vjp_tensor* t = OP("add", T(ramp(VJP_DTYPE_FLOAT64, ndim, shape)), F(0.0625 * round));
  return leaf(detached(t));
}
#define FRESH(round, ...) fresh(round, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (int64_t[]){__VA_ARGS__})

#endif
