/* What belongs to a thread: where it lies, that all of it goes along where another thread stands in, and its end. */
#include <dlfcn.h>
#include <elf.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

/* ---- static thread-local storage: what we take is missing for the next library that a program opens ---- */

enum { kMostBytes = 64 };

static size_t tls_bytes(const char* path) {
  unsigned char header[sizeof(Elf64_Ehdr)];
  Elf64_Ehdr elf;
  size_t bytes = 0;
  FILE* f = fopen(path, "rb");
  CHECK(f && fread(header, 1, sizeof header, f) == sizeof header);
  if (!f) return SIZE_MAX;
  memcpy(&elf, header, sizeof elf);
  for (int i = 0; i < elf.e_phnum; ++i) {
    Elf64_Phdr segment;
    fseek(f, (long)(elf.e_phoff + (size_t)i * elf.e_phentsize), SEEK_SET);
    CHECK(fread(&segment, sizeof segment, 1, f) == 1);
    if (segment.p_type == PT_TLS) bytes += segment.p_memsz;
  }
  fclose(f);
  return bytes;
}

/* The file that this process has mapped. */
static char library[4096];
static void find_library(void) {
  char line[4400];
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    char* path = strchr(line, '/');
    if (!path || !strstr(path, "/libvjp.so")) continue;
    path[strcspn(path, "\n")] = 0;
    strncpy(library, path, sizeof library - 1);
    break;
  }
  if (maps) fclose(maps);
}

static void little_static_tls(void) {
  size_t bytes = tls_bytes(library);
  CHECK(bytes > 0 && bytes <= kMostBytes);
}

/* ---- a second copy of the library ---- */

typedef struct Copy {
  void* library;
  vjp_status (*from_data)(const void*, const int64_t*, size_t, vjp_dtype, vjp_tensor**);
  vjp_status (*set_requires_grad)(vjp_tensor*, bool);
  vjp_status (*mul)(vjp_tensor*, vjp_tensor*, vjp_tensor**);
  vjp_status (*backward)(vjp_tensor*, vjp_tensor*);
  vjp_status (*grad)(vjp_tensor*, vjp_tensor**);
  vjp_status (*item)(const vjp_tensor*, double*);
  void (*release)(vjp_tensor*);
} Copy;

static void* symbol(void* library, const char* name) {
  void* found = dlsym(library, name);
  CHECK(found != NULL);
  return found;
}
#define GET(member, name) *(void**)&copy->member = symbol(copy->library, name)

static bool open_copy(Copy* copy, const char* path) {
  copy->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!copy->library) printf("%s\n", dlerror());
  CHECK(copy->library != NULL);
  if (!copy->library) return false;
  GET(from_data, "vjp_tensor_from_data");
  GET(set_requires_grad, "vjp_tensor_set_requires_grad");
  GET(mul, "vjp_mul");
  GET(backward, "vjp_backward");
  GET(grad, "vjp_tensor_grad");
  GET(item, "vjp_tensor_item_float");
  GET(release, "vjp_tensor_release");
  return true;
}

/* Threads count what goes wrong here. */
static int mistakes;
#define MUST(condition) ((condition) ? (void)0 : (void)__sync_fetch_and_add(&mistakes, 1))

/* Gradient descent on w * w: each step multiplies w by 0.8. */
static double train(const Copy* c, int steps) {
  double w = 1;
  for (int i = 0; i < steps; ++i) {
    vjp_tensor *x = NULL, *y = NULL, *g = NULL;
    int64_t one = 1;
    double slope = 0;
    MUST(c->from_data(&w, &one, 1, VJP_DTYPE_FLOAT64, &x) == VJP_OK);
    MUST(c->set_requires_grad(x, true) == VJP_OK);
    MUST(c->mul(x, x, &y) == VJP_OK);
    MUST(c->backward(y, NULL) == VJP_OK);
    MUST(c->grad(x, &g) == VJP_OK);
    MUST(c->item(g, &slope) == VJP_OK);
    w -= 0.1 * slope;
    c->release(x), c->release(y), c->release(g);
  }
  return w;
}

static bool copy_file(const char* from, const char* to) {
  static char buffer[1 << 16];
  FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
  bool good = in && out;
  for (size_t n; good && (n = fread(buffer, 1, sizeof buffer, in)) > 0;) good = fwrite(buffer, 1, n, out) == n;
  if (in) fclose(in);
  if (out) good = fclose(out) == 0 && good;
  return good;
}

static void* train_both(void* copies) {
  const Copy* c = copies;
  for (int i = 0; i < 20; ++i) {
    double a = train(&c[0], 5), b = train(&c[1], 5);
    MUST(a == b && fabs(a - 0.32768) < 1e-12);
  }
  return NULL;
}

static void two_copies(void) {
  char path[] = "/tmp/vjp-copy-XXXXXX";
  int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  CHECK(copy_file(library, path));
  Copy copies[2] = {{0}};
  if (open_copy(&copies[0], library) && open_copy(&copies[1], path)) {
    CHECK((void*)copies[0].mul != (void*)copies[1].mul);
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) CHECK(pthread_create(&threads[i], NULL, train_both, copies) == 0);
    train_both(copies);
    for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
    CHECK(mistakes == 0);
  }
  unlink(path);
}

/* ---- standing in for another thread ---- */

/* THREAD-7 REENT-5: whatever a hook sees of its thread is the same at every depth, 61 levels down on another stack too.
 */
static int depth_wanted, nodes_traced;
static void traced(void* context, const vjp_trace_event* event) {
  (void)context, (void)event;
  ++nodes_traced;
}

static void nested(int depth);
static vjp_status go_deeper(void* depth, vjp_tensor* g, vjp_tensor** out) {
  (void)g, (void)out;
  nested((int)(intptr_t)depth + 1);
  return VJP_OK;
}

static void nested(int depth) {
  bool before;
  vjp_guard* region = NULL;
  vjp_grad_mode_set(true, &before);
  vjp_tensor *x = leaf(VEC(1)), *y = mul(x, x);
  bool watching;
  if (depth == depth_wanted - 1) OK(vjp_event_watch_begin(&watching));
  if (depth < depth_wanted) OK(vjp_tensor_add_hook(y, go_deeper, (void*)(intptr_t)depth, NULL, NULL));
  if (depth == depth_wanted) {
    OK(vjp_guard_trace(traced, NULL, NULL, &region));
    OK(vjp_location_push("deep.c", depth, "nested"));
    OK(vjp_event_watch_end());
  }
  OK(vjp_backward(y, NULL));
  if (depth == depth_wanted) {
    vjp_tensor* bad = NULL;
    FAILS(VJP_ERROR_SHAPE, vjp_add(VEC(1, 2), VEC(1, 2, 3), &bad));
    CHECK(strstr(vjp_last_error(), "deep.c") != NULL);
    vjp_location_pop();
  }
  if (region) OK(vjp_guard_exit(region));
  vjp_grad_mode_set(before, NULL);
}

static void a_trace_at_any_depth(void) {
  for (depth_wanted = 50; depth_wanted <= 70; ++depth_wanted) {
    nodes_traced = 0;
    nested(1);
    CHECK(nodes_traced == 2);
  }
}

/* ---- the end of a thread ---- */

static pthread_key_t late_key;
static int late_calls;
static void late(void* held) { /* another library's destructor, which calls us after our own has run, or before it */
  vjp_tensor* t = held;
  vjp_tensor* twice = NULL;
  MUST(vjp_add(t, t, &twice) == VJP_OK);
  vjp_tensor_release(twice);
  vjp_tensor_release(t);
  __sync_fetch_and_add(&late_calls, 1);
}

static void* end_with_tensors(void* unused) {
  (void)unused;
  float one = 1;
  int64_t n = 1;
  vjp_tensor* t = NULL;
  MUST(vjp_tensor_from_data(&one, &n, 1, VJP_DTYPE_FLOAT32, &t) == VJP_OK);
  MUST(vjp_location_push("thread.c", 1, "f") == VJP_OK); /* never popped */
  pthread_setspecific(late_key, t);
  return NULL;
}

static void threads_end_in_any_order(void) {
  int64_t before = vjp_debug_live_tensors();
  CHECK(pthread_key_create(&late_key, late) == 0);
  for (int round = 0; round < 200; ++round) {
    pthread_t threads[4];
    for (int i = 0; i < 4; ++i) CHECK(pthread_create(&threads[i], NULL, end_with_tensors, NULL) == 0);
    for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  }
  CHECK(late_calls == 800 && mistakes == 0);
  CHECK(vjp_debug_live_tensors() == before);
}

/* What a thread has when a late destructor calls is its own: another thread may have got the former one's room. */
static pthread_key_t after_key;
static uint32_t number_of_late, number_of_other;
static uint32_t thread_of_a_node(void) {
  float one = 1;
  int64_t n = 1;
  vjp_tensor *t = NULL, *y = NULL;
  vjp_node* node = NULL;
  MUST(vjp_tensor_from_data(&one, &n, 1, VJP_DTYPE_FLOAT32, &t) == VJP_OK);
  MUST(vjp_tensor_set_requires_grad(t, true) == VJP_OK);
  MUST(vjp_add(t, t, &y) == VJP_OK);
  MUST(vjp_tensor_grad_fn(y, &node) == VJP_OK);
  uint32_t number = vjp_node_thread(node);
  vjp_node_release(node);
  vjp_tensor_release(t), vjp_tensor_release(y);
  return number;
}
static void* other_thread(void* unused) {
  (void)unused;
  number_of_other = thread_of_a_node();
  return NULL;
}
static void after(void* unused) {
  pthread_t other;
  (void)unused;
  MUST(pthread_create(&other, NULL, other_thread, NULL) == 0);
  pthread_join(other, NULL);
  number_of_late = thread_of_a_node();
}
static void* end_late(void* unused) {
  MUST(thread_of_a_node() > 0);
  pthread_setspecific(after_key, &after_key);
  return unused;
}
static void late_calls_have_a_context_of_their_own(void) {
  pthread_t thread;
  CHECK(pthread_key_create(&after_key, after) == 0);
  CHECK(pthread_create(&thread, NULL, end_late, NULL) == 0);
  pthread_join(thread, NULL);
  CHECK(mistakes == 0 && number_of_other > 0 && number_of_late > 0);
  CHECK(number_of_late != number_of_other);
}

int main(void) {
  find_library();
  RUN(little_static_tls);
  RUN(two_copies);
  RUN(a_trace_at_any_depth);
  RUN(threads_end_in_any_order);
  RUN(late_calls_have_a_context_of_their_own);
  return finish();
}
