/* Plug-ins that add a type of devices: found, loaded, refused. What is loaded stays loaded, so each test has a process
 * of its own. The plug-ins are examples/toy_backend and its variants (tests/c/plugins/variant.c). */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#define PLUGIN(name) VJP_TEST_PLUGINS "/libvjp_" name ".so"

static void search_plugins(void) { setenv("VJP_BACKEND_PATH", "/nonexistent::" VJP_TEST_PLUGINS, 1); }

static void close_stream(void* s) { vjp_stream_release((vjp_stream*)s); }
static void close_event(void* e) { vjp_event_release((vjp_event*)e); }

static vjp_tensor* on(vjp_device device, vjp_tensor* t) {
  vjp_tensor* out = NULL;
  OK(vjp_to_device(t, &device, VJP_DTYPE_NONE, false, &out));
  return own(out);
}

/* The loss of a small network and its gradients for data and weights, computed on the device. */
static void compute(vjp_device device, double* out, size_t count) {
  vjp_tensor* x = leaf(on(device, MAT(3, 4, 1, -2, 3, .5, 2, 1, -1, .25, .75, -.5, 2, 1)));
  vjp_tensor* w = leaf(on(device, MAT(4, 2, .1, -.2, .3, .4, -.5, .6, .7, -.8)));
  vjp_tensor* h = OP("tanh", T(OP("matmul", T(x), T(w))));
  vjp_tensor* p = OP("log_softmax", T(OP("sort", T(h), I(1), B(false), B(true))), I(1), NONE());
  vjp_tensor* loss = sum(mul(p, OP("cumsum", T(p), I(0), NONE())));
  OK(vjp_backward(loss, NULL));
  vjp_tensor *gx = grad_of(x), *gw = grad_of(w);
  vjp_device lies = vjp_tensor_device(gw);
  CHECK(lies.kind == device.kind && lies.index == device.index);
  CHECK(count == 21);
  out[0] = at(loss, 0);
  for (size_t i = 0; i < 12; ++i) out[1 + i] = at(gx, i);
  for (size_t i = 0; i < 8; ++i) out[13 + i] = at(gw, i);
}

static void computes_as_the_cpu(vjp_device device) {
  double want[21], got[21];
  vjp_device cpu = {VJP_DEVICE_CPU, 0};
  compute(cpu, want, 21);
  compute(device, got, 21);
  CHECK(want[0] != 0 && want[1] != 0 && want[13] != 0);
  for (size_t i = 0; i < 21; ++i) CHECK(got[i] == want[i]);
}

static bool described(const char* words) {
  char* text = NULL;
  OK(vjp_backends_describe(&text));
  bool good = text && strstr(text, words);
  if (!good) printf("'%s' is not in: %s\n", words, text ? text : "nothing");
  vjp_string_free(text);
  return good;
}

/* ---- found ---- */

/* BE-1: by name, along VJP_BACKEND_PATH; a second time does nothing */
static void by_name(void) {
  search_plugins();
  int32_t kind = -1, again = -1, count = 0;
  OK(vjp_backend_load("toy", &kind));
  CHECK(kind >= VJP_DEVICE_PLUGIN);
  OK(vjp_backend_load("toy", &again));
  CHECK(again == kind);
  OK(vjp_backend_load(PLUGIN("toy"), &again));
  CHECK(again == kind);
  OK(vjp_device_count(kind, &count));
  CHECK(count == 2);
  char name[32] = "";
  vjp_device second = {kind, 1};
  OK(vjp_device_name(second, name, sizeof name));
  CHECK(strcmp(name, "toy:1") == 0);
  CHECK(described("toy: " VJP_TEST_PLUGINS "/libvjp_toy.so, version 1, 2 devices"));
  computes_as_the_cpu(second);
}

/* by path, then by name */
static void by_path(void) {
  int32_t kind = -1, again = -1;
  FAILS(VJP_ERROR_DEVICE, vjp_backend_load("toy", &kind));
  CHECK(kind == -1);
  OK(vjp_backend_load(PLUGIN("toy"), &kind));
  OK(vjp_backend_load(VJP_TEST_PLUGINS "/../plugins/libvjp_toy.so", &again));
  CHECK(again == kind);
  OK(vjp_backend_load("toy", &again));
  CHECK(again == kind);
  vjp_device device = {kind, 0};
  computes_as_the_cpu(device);
}

/* DV-1, DV-3: loaded at the first use of its name; nothing is active before something needs the device */
static void at_first_use(void) {
  search_plugins();
  vjp_device first = {-1, -1}, second = {-1, -1}, none = {-1, -1};
  OK(vjp_device_from_name("toy:0", &first));
  OK(vjp_device_from_name("toy:1", &second));
  CHECK(first.kind >= VJP_DEVICE_PLUGIN && first.index == 0 && second.kind == first.kind && second.index == 1);
  FAILS(VJP_ERROR_DEVICE, vjp_device_from_name("toy:2", &none));
  SAYS("toy:2");
  SAYS("2 device");
  CHECK(none.kind == -1);
  vjp_device_info info = VJP_DEVICE_INFO_INIT;
  OK(vjp_device_get_info(second, &info));
  CHECK(strcmp(info.name, "Toy 1") == 0 && info.total_memory == (uint64_t)1 << 30 && info.compute_units == 1);
  CHECK(!vjp_device_is_active(first) && !vjp_device_is_active(second));
  computes_as_the_cpu(first);
  CHECK(vjp_device_is_active(first) && !vjp_device_is_active(second));
}

/* DV-1: new tensors of a program that never names the device */
static void by_the_environment(void) {
  search_plugins();
  setenv("VJP_DEVICE", "toy:1", 1);
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  vjp_device lies = vjp_tensor_device(x);
  CHECK(lies.kind == VJP_DEVICE_PLUGIN && lies.index == 1);
  EQUALS(grad(sum(mul(x, x)), x), 2, 4, 6);
}

static void* load_toy(void* result) {
  vjp_device device;
  *(int32_t*)result = vjp_device_from_name("toy:0", &device) == VJP_OK ? device.kind : -1;
  return NULL;
}

/* BE-1: any thread */
static void by_several_threads_at_once(void) {
  enum { kThreads = 8 };
  search_plugins();
  pthread_t threads[kThreads];
  int32_t kinds[kThreads];
  for (int i = 0; i < kThreads; ++i) CHECK(pthread_create(&threads[i], NULL, load_toy, &kinds[i]) == 0);
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    CHECK(kinds[i] == VJP_DEVICE_PLUGIN);
  }
}

/* BE-2: streams, events, memory of the device, copies between its two */
static void serves_streams_and_memory(void) {
  search_plugins();
  vjp_device first, second;
  OK(vjp_device_from_name("toy:0", &first));
  OK(vjp_device_from_name("toy:1", &second));
  vjp_stream* stream = NULL;
  vjp_event *from = NULL, *to = NULL, *far = NULL;
  vjp_guard* region = NULL;
  OK(vjp_stream_create(first, 0, &stream));
  arena_put(stream, close_stream);
  OK(vjp_event_create(first, true, &from));
  OK(vjp_event_create(first, true, &to));
  OK(vjp_event_create(second, true, &far));
  arena_put(from, close_event), arena_put(to, close_event), arena_put(far, close_event);
  double milliseconds = -1;
  FAILS(VJP_ERROR_STATE, vjp_event_elapsed(from, to, &milliseconds));
  OK(vjp_event_record(from, stream));
  OK(vjp_guard_stream(stream, &region));
  computes_as_the_cpu(first);
  OK(vjp_guard_exit(region));
  OK(vjp_event_record(to, stream));
  OK(vjp_event_elapsed(from, to, &milliseconds));
  CHECK(milliseconds >= 0);
  vjp_stream* default_stream = NULL;
  OK(vjp_stream_default(second, &default_stream));
  arena_put(default_stream, close_stream);
  OK(vjp_event_record(far, default_stream));
  FAILS(VJP_ERROR_DEVICE, vjp_event_elapsed(from, far, &milliseconds));
  EQUALS(on(second, on(first, VEC(1, 2, 3))), 1, 2, 3);

  vjp_tensor* huge = OP("expand", T(on(first, VEC(1))), INTS((int64_t)1 << 28)); /* 2 GiB: the device has 1 */
  FAILS(VJP_ERROR_MEMORY, TRY("contiguous", T(huge)));
}

/* ---- refused: each with its reason, and nothing is lost ---- */

static const struct {
  const char* variant;
  vjp_status status;
  const char* says;
} kRefused[] = {
    {"noentry", VJP_ERROR_BACKEND, "does not export vjp_backend_entry"},
    {"refuses", VJP_ERROR_BACKEND, "the licence of this device has run out"},
    {"refusessilently", VJP_ERROR_BACKEND, "no reason"},
    {"notable", VJP_ERROR_BACKEND, "no reason"},
    {"otherinterface", VJP_ERROR_BACKEND, "compiled for interface 42 of backends, and this libvjp has interface 1"},
    {"shorttable", VJP_ERROR_BACKEND, "bytes, expected at least"},
    {"missingentry", VJP_ERROR_BACKEND, "lacks 'raw_alloc'"},
    {"badname", VJP_ERROR_BACKEND, "'Bad Name:0'"},
    {"misnamed", VJP_ERROR_BACKEND, "called 'other', not 'misnamed'"},
    {"calledsim", VJP_ERROR_BACKEND, "called 'sim', not 'calledsim'"},
    {"absent", VJP_ERROR_DEVICE, "there is no backend 'absent': no file libvjp_absent.so"},
};

/* BE-1, BE-5 */
static void refused_by_name(void) {
  search_plugins();
  for (size_t i = 0; i < sizeof kRefused / sizeof kRefused[0]; ++i) {
    for (int attempt = 0; attempt < 2; ++attempt) { /* the second says the same */
      int32_t kind = -1;
      FAILS(kRefused[i].status, vjp_backend_load(kRefused[i].variant, &kind));
      SAYS(kRefused[i].says);
      CHECK(kind == -1);
      vjp_device device = {-1, -1};
      FAILS(kRefused[i].status, vjp_device_from_name(kRefused[i].variant, &device));
      SAYS(kRefused[i].says);
    }
  }
  int32_t kind = -1;
  OK(vjp_backend_load("toy", &kind));
  CHECK(kind == VJP_DEVICE_PLUGIN); /* no refusal took a number */
  vjp_device device = {kind, 0};
  computes_as_the_cpu(device);
}

/* BE-1, BE-5 */
static void refused_by_path(void) {
  int32_t kind = -1;
  FAILS(VJP_ERROR_DEVICE, vjp_backend_load("/nonexistent/libvjp_toy.so", &kind));
  SAYS("/nonexistent/libvjp_toy.so");
  FAILS(VJP_ERROR_DEVICE, vjp_backend_load(VJP_TEST_PLUGINS "/../../build.ninja", &kind));
  FAILS(VJP_ERROR_DEVICE, vjp_backend_load("tests/c/backend_plugins.c", &kind)); /* a file, no library */
  SAYS("tests/c/backend_plugins.c");
  FAILS(VJP_ERROR_BACKEND, vjp_backend_load(PLUGIN("otherinterface"), &kind));
  SAYS("interface 42");
  FAILS(VJP_ERROR_BACKEND, vjp_backend_load(PLUGIN("noentry"), &kind));
  SAYS("vjp_backend_entry");
  FAILS(VJP_ERROR_INVALID, vjp_backend_load(NULL, &kind));
  CHECK(kind == -1);
  OK(vjp_backend_load(PLUGIN("misnamed"), &kind)); /* by path, a file may be called anything */
  vjp_device device;
  OK(vjp_device_from_name("other:1", &device));
  CHECK(device.kind == kind);
}

/* BE-1: a name belongs to the first that takes it */
static void name_clash(void) {
  int32_t kind = -1, other = -1;
  OK(vjp_backend_load("sim", &other));
  FAILS(VJP_ERROR_BACKEND, vjp_backend_load(PLUGIN("calledsim"), &kind));
  SAYS("a device type 'sim' already (built in)");
  OK(vjp_backend_load(PLUGIN("toy"), &kind));
  FAILS(VJP_ERROR_BACKEND, vjp_backend_load(PLUGIN("secondtoy"), &other));
  SAYS("a device type 'toy' already (" PLUGIN("toy") ")");
  OK(vjp_backend_load("toy", &other));
  CHECK(other == kind);
  vjp_device device = {kind, 0};
  computes_as_the_cpu(device);
}

/* BE-5: the plug-in is there, its driver is not */
static void absent_driver(void) {
  search_plugins();
  vjp_device device = {-1, -1};
  for (int attempt = 0; attempt < 2; ++attempt) {
    FAILS(VJP_ERROR_BACKEND, vjp_device_from_name("nodriver:0", &device));
    SAYS("nodriver");
    SAYS("the driver of this device is not installed");
  }
  CHECK(described("nodriver: " PLUGIN("nodriver") ", version 1, "));
  CHECK(described("the driver of this device is not installed"));
  FAILS(VJP_ERROR_DEVICE, vjp_device_from_name("nodevices:0", &device));
  SAYS("nodevices:0");
  SAYS("0 device");
  CHECK(device.kind == -1);
  OK(vjp_device_from_name("toy:0", &device));
  computes_as_the_cpu(device);
}

/* BE-1: what an older table lacks reads as NULL */
static void older_table(void) {
  search_plugins();
  vjp_device device = {-1, -1};
  OK(vjp_device_from_name("oldtable:0", &device));
  computes_as_the_cpu(device);
}

/* BE-1, BE-5: the same of kernels; an operator that needs one says which, before anything is done */
static void older_kernels(void) {
  search_plugins();
  vjp_device device = {-1, -1};
  OK(vjp_device_from_name("oldkernels:0", &device));
  vjp_tensor* x = on(device, VEC(3, 1, 2));
  EQUALS(mul(x, x), 9, 1, 4);
  FAILS(VJP_ERROR_NOT_IMPLEMENTED, TRY("sort", T(x), I(0), B(false), B(true)));
  SAYS("sort");
  SAYS("oldkernels:0");
  EQUALS(x, 3, 1, 2);
}

/* ---- what backends receive ---- */

static double product_on(vjp_device device) {
  return at(OP("matmul", T(on(device, MAT(1, 2, 3, 4))), T(on(device, MAT(2, 1, 5, 6)))), 0);
}

/* float32 is float32 unless the program allows less; the setting reaches every launch */
static void told_of_tf32(void) {
  vjp_device device = {-1, 0};
  OK(vjp_backend_load(PLUGIN("rounds"), &device.kind));
  CHECK(!vjp_get_allow_tf32() && product_on(device) == 39);
  vjp_set_allow_tf32(true);
  CHECK(vjp_get_allow_tf32() && product_on(device) == 0);
  vjp_set_allow_tf32(false);
  CHECK(!vjp_get_allow_tf32() && product_on(device) == 39);
}
static void told_of_tf32_by_the_environment(void) {
  vjp_device device = {-1, 0};
  setenv("VJP_TF32", "1", 1);
  OK(vjp_backend_load(PLUGIN("rounds"), &device.kind));
  CHECK(vjp_get_allow_tf32() && product_on(device) == 0);
}

/* vjp_shutdown notifies the backends, and they may be used again */
static void told_of_the_end(void) {
  vjp_device device = {-1, 0};
  OK(vjp_backend_load(PLUGIN("rounds"), &device.kind));
  CHECK(product_on(device) == 39 && getenv("VJP_TEST_PLUGIN_SAYS") == NULL);
  vjp_shutdown();
  CHECK(getenv("VJP_TEST_PLUGIN_SAYS") != NULL);
  CHECK(product_on(device) == 39);
}

/* ---- a process a test ---- */

static void run_in_child(void (*test)(void), const char* name) {
  int counts[2] = {0, 1}, ends[2];
  fflush(stdout);
  if (pipe(ends) != 0) abort();
  pid_t child = fork();
  if (child == 0) {
    checks_passed = checks_failed = 0;
    unsetenv("VJP_BACKEND_PATH");
    unsetenv("VJP_DEVICE");
    run_test(test, name);
    counts[0] = checks_passed, counts[1] = checks_failed;
    if (write(ends[1], counts, sizeof counts) != sizeof counts) abort();
    exit(checks_failed != 0); /* as a program ends: with the plug-in loaded */
  }
  close(ends[1]);
  if (read(ends[0], counts, sizeof counts) != sizeof counts) counts[0] = 0, counts[1] = 1;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  current_test = name;
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == (counts[1] != 0));
  checks_passed += counts[0], checks_failed += counts[1];
}
#define CHILD(test) run_in_child(test, #test)

int main(void) {
  CHILD(by_name);
  CHILD(by_path);
  CHILD(at_first_use);
  CHILD(by_the_environment);
  CHILD(by_several_threads_at_once);
  CHILD(serves_streams_and_memory);
  CHILD(refused_by_name);
  CHILD(refused_by_path);
  CHILD(name_clash);
  CHILD(absent_driver);
  CHILD(older_table);
  CHILD(older_kernels);
  CHILD(told_of_tf32);
  CHILD(told_of_tf32_by_the_environment);
  CHILD(told_of_the_end);
  return finish();
}
