/*
 * Checks for the C tests, and short ways to make tensors and call operators. Each test runs in an arena: what it made
 * through these helpers is released at its end, and then as many tensors and nodes must be alive as before.
 */
#ifndef VJP_TESTS_CHECK_H
#define VJP_TESTS_CHECK_H

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vjp/vjp.h"

/* Of chains that are long so that recursion would show, and of random cases: a sanitizer takes ten times as long for
 * each, has larger frames, and sees in one run what others see in many. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MANY(n) ((n) / 10)
#else
#define MANY(n) (n)
#endif

static int checks_passed, checks_failed;
static const char* current_test = "";

/* The mode of the simulator, with its seed, if the test uses it: what it takes to see the failure again (SIM-5). */
static inline const char* check_simulator(void) {
  for (int32_t i = 0; i < 16; ++i) {
    vjp_device device = {VJP_DEVICE_SIM, i};
    if (vjp_device_is_active(device)) return vjp_sim_mode();
  }
  return "";
}

/* Whether new tensors lie on the CPU, where no variable says otherwise. */
static inline bool check_on_cpu(void) {
  vjp_device device;
  return vjp_get_default_device(&device) == VJP_OK && device.kind == VJP_DEVICE_CPU;
}

static inline void check_report(bool good, const char* file, int line, const char* text, const char* detail) {
  if (good) {
    __atomic_fetch_add(&checks_passed, 1, __ATOMIC_RELAXED); /* callbacks may run on several threads at once */
    return;
  }
  __atomic_fetch_add(&checks_failed, 1, __ATOMIC_RELAXED);
  const char* mode = check_simulator();
  printf("FAILED %s:%d %s: %s%s%s%s%s%s\n", file, line, current_test, text, *detail ? ": " : "", detail,
         *mode ? " [simulator: " : "", mode, *mode ? "]" : "");
  fflush(stdout);
}

#define CHECK(condition) check_report((condition), __FILE__, __LINE__, #condition, "")

/* The call must succeed. */
#define OK(call) check_status((call), VJP_OK, __FILE__, __LINE__, #call)
/* The call must fail with that status, and say why. */
#define FAILS(status, call) check_status((call), (status), __FILE__, __LINE__, #call)

static inline bool check_status(vjp_status got, vjp_status want, const char* file, int line, const char* text) {
  char detail[1200] = "";
  bool good = got == want;
  if (!good) {
    snprintf(detail, sizeof detail, "%s, not %s: %s", vjp_status_name(got), vjp_status_name(want),
             got == VJP_OK ? "" : vjp_last_error());
  } else if (want != VJP_OK && vjp_last_error()[0] == '\0') {
    good = false;
    snprintf(detail, sizeof detail, "no message");
  }
  check_report(good, file, line, text, detail);
  return good;
}

/* The last error's message must contain the words. */
#define SAYS(words) check_says((words), __FILE__, __LINE__)
static inline void check_says(const char* words, const char* file, int line) {
  char detail[1200] = "";
  bool good = strstr(vjp_last_error(), words) != NULL;
  if (!good) snprintf(detail, sizeof detail, "not in: %s", vjp_last_error());
  check_report(good, file, line, words, detail);
}

#define NEAR(a, b) check_near((a), (b), 1e-12, __FILE__, __LINE__, #a)
#define ABOUT(a, b, tolerance) check_near((a), (b), (tolerance), __FILE__, __LINE__, #a)
static inline void check_near(double a, double b, double tolerance, const char* file, int line, const char* text) {
  char detail[80] = "";
  bool good = fabs(a - b) <= tolerance * (1 + fabs(b));
  if (!good) snprintf(detail, sizeof detail, "%.17g, not %.17g", a, b);
  check_report(good, file, line, text, detail);
}

/* Whether this libvjp may start threads: one that was built with VJP_THREADS=OFF says that it has none. */
static inline bool has_threads(void) { return !strstr(vjp_build_info(), ", no threads"); }

/* ---- the arena ---- */

static void* arena[4096];
static void (*arena_release[4096])(void*);
static size_t arena_size;

static inline void arena_tensor_release(void* p) { vjp_tensor_release((vjp_tensor*)p); }
static inline void arena_node_release(void* p) { vjp_node_release((vjp_node*)p); }
static inline void arena_call_release(void* p) { vjp_grad_call_release((vjp_grad_call*)p); }

static inline void* arena_put(void* p, void (*release)(void*)) {
  if (p && arena_size < sizeof arena / sizeof arena[0]) {
    arena[arena_size] = p;
    arena_release[arena_size++] = release;
  }
  return p;
}
/* Gives the tensor to the arena. */
static inline vjp_tensor* own(vjp_tensor* t) { return (vjp_tensor*)arena_put(t, arena_tensor_release); }
static inline vjp_node* own_node(vjp_node* n) { return (vjp_node*)arena_put(n, arena_node_release); }
static inline vjp_grad_call* own_call(vjp_grad_call* c) { return (vjp_grad_call*)arena_put(c, arena_call_release); }

static inline void arena_clear(void) {
  while (arena_size > 0) {
    --arena_size;
    arena_release[arena_size](arena[arena_size]);
  }
}
/* Releases one handle of the arena before its time. */
static inline void drop_now(void* p) {
  for (size_t i = 0; i < arena_size; ++i) {
    if (arena[i] != p) continue;
    void (*release)(void*) = arena_release[i];
    memmove(arena + i, arena + i + 1, (arena_size - i - 1) * sizeof arena[0]);
    memmove(arena_release + i, arena_release + i + 1, (arena_size - i - 1) * sizeof arena_release[0]);
    --arena_size;
    release(p);
    return;
  }
}

#define RUN(test) run_test(test, #test)
static inline void run_test(void (*test)(void), const char* name) {
  current_test = name;
  int64_t tensors = vjp_debug_live_tensors(), nodes = vjp_debug_live_nodes();
  bool mode = vjp_grad_mode();
  test();
  arena_clear();
  CHECK(vjp_grad_mode() == mode);
  char detail[80];
  int64_t more = vjp_debug_live_tensors() - tensors, more_nodes = vjp_debug_live_nodes() - nodes;
  snprintf(detail, sizeof detail, "%lld tensors, %lld nodes", (long long)more, (long long)more_nodes);
  check_report(more == 0 && more_nodes == 0, __FILE__, __LINE__, "nothing is left alive", detail);
}

static inline int finish(void) {
  printf("%d passed, %d failed\n", checks_passed, checks_failed);
  return checks_failed ? 1 : 0;
}

/* ---- tensors ---- */

#define COUNT(...) (sizeof((double[]){__VA_ARGS__}) / sizeof(double))
/* float64 tensors from their elements */
#define VEC(...) make_tensor((double[]){__VA_ARGS__}, (int64_t[]){(int64_t)COUNT(__VA_ARGS__)}, 1)
#define MAT(rows, cols, ...) make_tensor((double[]){__VA_ARGS__}, (int64_t[]){(rows), (cols)}, 2)
#define SCALAR(value) make_tensor((double[]){(value)}, NULL, 0)

static inline vjp_tensor* make_tensor(const double* values, const int64_t* shape, size_t ndim) {
  vjp_tensor* t = NULL;
  OK(vjp_tensor_from_data(values, shape, ndim, VJP_DTYPE_FLOAT64, &t));
  return own(t);
}

/* Elements 0.5, 1, 1.5, ... of any dtype. */
static inline vjp_tensor* ramp(vjp_dtype dtype, size_t ndim, const int64_t* shape) {
  vjp_tensor* t = NULL;
  OK(vjp_tensor_empty(shape, ndim, dtype, &t));
  size_t n = (size_t)vjp_tensor_numel(t);
  double* values = (double*)malloc((n + 1) * sizeof(double));
  for (size_t i = 0; i < n; ++i) values[i] = 0.5 * (double)(i + 1);
  OK(vjp_tensor_copy_from(t, values, n * sizeof(double), VJP_DTYPE_FLOAT64));
  free(values);
  return own(t);
}

/* The tensor itself, requiring grad. */
static inline vjp_tensor* leaf(vjp_tensor* t) {
  OK(vjp_tensor_set_requires_grad(t, true));
  return t;
}

/* Element `i` in row-major order; NaN for NULL. */
static inline double at(const vjp_tensor* t, size_t i) {
  if (!t || (int64_t)i >= vjp_tensor_numel(t)) return NAN;
  size_t n = (size_t)vjp_tensor_numel(t);
  double* values = (double*)malloc(n * sizeof(double));
  double out = NAN;
  if (vjp_tensor_copy_to(t, values, n * sizeof(double), VJP_DTYPE_FLOAT64) == VJP_OK) out = values[i];
  free(values);
  return out;
}

#define EQUALS(t, ...) check_elements((t), (double[]){__VA_ARGS__}, COUNT(__VA_ARGS__), __FILE__, __LINE__, #t)
static inline void check_elements(const vjp_tensor* t, const double* want, size_t n, const char* file, int line,
                                  const char* text) {
  char detail[160] = "";
  bool good = t && vjp_tensor_numel(t) == (int64_t)n;
  if (!good) {
    snprintf(detail, sizeof detail, "%lld elements, not %zu", t ? (long long)vjp_tensor_numel(t) : -1LL, n);
  }
  for (size_t i = 0; good && i < n; ++i) {
    good = fabs(at(t, i) - want[i]) <= 1e-6 * (1 + fabs(want[i]));
    if (!good) snprintf(detail, sizeof detail, "element %zu is %.9g, not %.9g", i, at(t, i), want[i]);
  }
  check_report(good, file, line, text, detail);
}

static inline bool has_shape(const vjp_tensor* t, size_t ndim, const int64_t* shape) {
  if (!t || vjp_tensor_ndim(t) != ndim) return false;
  return ndim == 0 || memcmp(vjp_tensor_shape(t), shape, ndim * sizeof(int64_t)) == 0;
}
#define SHAPE(t, ...) has_shape((t), sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), (int64_t[]){__VA_ARGS__})

/* ---- operators by name ---- */

static inline vjp_value T(vjp_tensor* t) {
  vjp_value v = {VJP_KIND_TENSOR, 0, {0}};
  v.as.tensor = t;
  return v;
}
static inline vjp_value I(int64_t i) {
  vjp_value v = {VJP_KIND_INT, 0, {0}};
  v.as.integer = i;
  return v;
}
static inline vjp_value F(double f) {
  vjp_value v = {VJP_KIND_FLOAT, 0, {0}};
  v.as.real = f;
  return v;
}
static inline vjp_value B(bool b) {
  vjp_value v = {VJP_KIND_BOOL, 0, {0}};
  v.as.integer = b;
  return v;
}
static inline vjp_value L(const int64_t* ints, size_t n) {
  vjp_value v = {VJP_KIND_INT_LIST, (uint32_t)n, {0}};
  v.as.ints = ints;
  return v;
}
static inline vjp_value TL(vjp_tensor* const* tensors, size_t n) {
  vjp_value v = {VJP_KIND_TENSOR_LIST, (uint32_t)n, {0}};
  v.as.tensors = tensors;
  return v;
}
static inline vjp_value S(const char* s) {
  vjp_value v = {VJP_KIND_STRING, 0, {0}};
  v.as.string = s;
  return v;
}
static inline vjp_value D(vjp_dtype dtype) {
  vjp_value v = {VJP_KIND_DTYPE, 0, {0}};
  v.as.integer = dtype;
  return v;
}
static inline vjp_value NONE(void) {
  vjp_value v = {VJP_KIND_NONE, 0, {0}};
  return v;
}
#define INTS(...) L((int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

#define ARGS(...) (vjp_value[]){__VA_ARGS__}, sizeof((vjp_value[]){__VA_ARGS__}) / sizeof(vjp_value)

/* The status of a call; result `index` goes to `*out`, owned by the caller, where `out` is given. */
static inline vjp_status call_op(const char* name, vjp_variant variant, const vjp_value* args, size_t count,
                                 size_t index, vjp_tensor** out) {
  const vjp_op* op = vjp_op_find(name);
  vjp_tensor_list* list = NULL;
  if (!op) {
    printf("there is no operator '%s'\n", name);
    return VJP_ERROR_NOT_IMPLEMENTED;
  }
  vjp_status status = vjp_op_call(op, variant, args, count, &list);
  if (status == VJP_OK && out) *out = vjp_tensor_retain(vjp_tensor_list_get(list, index));
  vjp_tensor_list_release(list);
  return status;
}
static inline vjp_tensor* must_call(const char* name, vjp_variant variant, const vjp_value* args, size_t count,
                                    size_t index, const char* file, int line) {
  vjp_tensor* out = NULL;
  check_status(call_op(name, variant, args, count, index, &out), VJP_OK, file, line, name);
  return own(out);
}
/* OP("mul", T(a), F(2)): the first result, which the arena owns */
#define OP(name, ...) must_call(name, VJP_VARIANT_FUNCTIONAL, ARGS(__VA_ARGS__), 0, __FILE__, __LINE__)
/* RESULT("max.dim", 1, T(a), I(0)): another result */
#define RESULT(name, index, ...) must_call(name, VJP_VARIANT_FUNCTIONAL, ARGS(__VA_ARGS__), index, __FILE__, __LINE__)
/* OP_("mul", T(a), F(2)): in place */
#define OP_(name, ...) must_call(name, VJP_VARIANT_INPLACE, ARGS(__VA_ARGS__), 0, __FILE__, __LINE__)
/* STATUS(variant, name, ...): the status alone */
#define TRY(name, ...) call_op(name, VJP_VARIANT_FUNCTIONAL, ARGS(__VA_ARGS__), 0, NULL)
#define TRY_(name, ...) call_op(name, VJP_VARIANT_INPLACE, ARGS(__VA_ARGS__), 0, NULL)
/* TRY_OUT("mul", T(a), F(2), T(out)): into the last argument */
#define TRY_OUT(name, ...) call_op(name, VJP_VARIANT_OUT, ARGS(__VA_ARGS__), 0, NULL)

static inline vjp_tensor* mul(vjp_tensor* a, vjp_tensor* b) { return OP("mul", T(a), T(b)); }
static inline vjp_tensor* times(vjp_tensor* a, double b) { return OP("mul", T(a), F(b)); }
static inline vjp_tensor* add(vjp_tensor* a, vjp_tensor* b) { return OP("add", T(a), T(b)); }
static inline vjp_tensor* sum(vjp_tensor* a) { return OP("sum", T(a)); }
static inline vjp_tensor* clone(vjp_tensor* a) { return OP("clone", T(a)); }
static inline vjp_tensor* narrow(vjp_tensor* a, int64_t dim, int64_t start, int64_t length) {
  return OP("narrow", T(a), I(dim), I(start), I(length));
}

/* ---- gradients ---- */

static inline vjp_tensor* detached(vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_tensor_detach(t, &out));
  return own(out);
}
/* The caller leaves the mode: vjp_guard_exit. */
static inline vjp_guard* enter_mode(vjp_mode mode, bool on) {
  vjp_guard* guard = NULL;
  OK(vjp_guard_mode(mode, on, &guard));
  return guard;
}

/* The grad field, or NULL; the arena owns the handle. */
static inline vjp_tensor* grad_of(vjp_tensor* t) {
  vjp_tensor* g = NULL;
  OK(vjp_tensor_grad(t, &g));
  return own(g);
}

static inline vjp_grad_call* call_of(vjp_grad_options options) {
  vjp_grad_call* call = NULL;
  OK(vjp_grad_call_create(&options, &call));
  return own_call(call);
}
static inline vjp_tensor* result_of(vjp_grad_call* call, size_t input) {
  vjp_tensor* out = NULL;
  OK(vjp_grad_call_result(call, input, &out));
  return own(out);
}

static inline vjp_status try_grad(vjp_tensor* root, vjp_tensor* gradient, vjp_tensor* input, bool create_graph,
                                  bool retain, vjp_tensor** out) {
  vjp_grad_options options = VJP_GRAD_OPTIONS_INIT;
  options.create_graph = create_graph;
  options.retain_graph = retain || create_graph;
  return vjp_grad(&root, 1, &gradient, &input, 1, &options, out);
}
/* d root / d input, keeping the graph */
static inline vjp_tensor* grad(vjp_tensor* root, vjp_tensor* input) {
  vjp_tensor* out = NULL;
  OK(try_grad(root, NULL, input, false, true, &out));
  return own(out);
}
/* the same, to be differentiated again */
static inline vjp_tensor* grad_graph(vjp_tensor* root, vjp_tensor* input) {
  vjp_tensor* out = NULL;
  OK(try_grad(root, NULL, input, true, true, &out));
  return own(out);
}
static inline vjp_node* node_of(vjp_tensor* t) {
  vjp_node* n = NULL;
  OK(vjp_tensor_grad_fn(t, &n));
  return own_node(n);
}
/* The node to which the tensor's gradient goes: an accumulator for leaves. */
static inline vjp_node* edge_of(vjp_tensor* t) {
  vjp_node* n = NULL;
  uint32_t slot = 0;
  OK(vjp_tensor_gradient_edge(t, &n, &slot));
  return own_node(n);
}
static inline int64_t version_of(vjp_tensor* t) {
  int64_t v = -1;
  OK(vjp_tensor_version(t, &v));
  return v;
}

#endif
