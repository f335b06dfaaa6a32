/* The library as a guest in a process: threads only when needed, fork, dlopen and dlclose, no growth. */
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "threads.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { kGrowthKib = 1 << 20 }; /* what a sanitizer keeps of freed memory counts as resident */
#else
enum { kGrowthKib = 512 };
#endif

/* The child of the fork test starts threads, which ThreadSanitizer allows only when asked. */
const char* __tsan_default_options(void);
const char* __tsan_default_options(void) { return "die_after_fork=0"; }

static long resident_kib(void) {
  long pages = 0, resident = 0;
  FILE* f = fopen("/proc/self/statm", "r");
  if (!f) return 0;
  if (fscanf(f, "%ld %ld", &pages, &resident) != 2) resident = 0;
  fclose(f);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* A product large enough for two threads, and its gradient: a number that depends on every element. */
static double work(void) {
  vjp_tensor *a = NULL, *b = NULL, *g = NULL;
  int64_t shape[2] = {300, 300};
  a = ramp(VJP_DTYPE_FLOAT64, 2, shape);
  b = leaf(ramp(VJP_DTYPE_FLOAT64, 2, shape));
  vjp_tensor* c = OP("matmul", T(a), T(b));
  OK(try_grad(sum(mul(c, c)), NULL, b, false, false, &g));
  vjp_tensor* s = sum(own(g));
  return at(s, 0);
}

static int threads_before_work;
static void no_thread_before_work(void) {
  vjp_tensor* x = leaf(VEC(1, 2, 3));
  EQUALS(grad(sum(mul(x, x)), x), 2, 4, 6);
  CHECK(threads_are("", threads_before_work));
}

static void threads_end_with_shutdown(void) {
  OK(vjp_set_num_threads(4));
  double first = work();
  int running = count_threads("");
  CHECK(running <= threads_before_work + 3);
  vjp_shutdown();
  CHECK(threads_are("", threads_before_work));
  CHECK(work() == first);
  /* BUF-5: the same bits whatever the number of threads */
  OK(vjp_set_num_threads(1));
  CHECK(work() == first);
  OK(vjp_set_num_threads(2));
  CHECK(work() == first);
}

static void fork_after_use(void) {
#if defined(__SANITIZE_THREAD__)
  return; /* it takes the child's threads for those that the parent had */
#endif
  OK(vjp_set_num_threads(2));
  double want = work();
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(60); /* a hang is a failure */
    bool same = work() == want;
    vjp_shutdown();
    _exit(same && work() == want ? 0 : 1);
  }
  CHECK(child > 0);
  CHECK(work() == want);
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void numbers_of_threads(void) {
  FAILS(VJP_ERROR_INVALID, vjp_set_num_threads(0));
  FAILS(VJP_ERROR_INVALID, vjp_set_num_threads(-1));
  OK(vjp_set_num_threads(3));
  CHECK(vjp_get_num_threads() == 3);
}

/* The path of the library this program runs with. */
static bool library_path(char* path, size_t size) {
  char line[1024];
  FILE* maps = fopen("/proc/self/maps", "r");
  bool found = false;
  while (maps && !found && fgets(line, sizeof line, maps)) {
    char* at = strchr(line, '/');
    if (!at || !strstr(at, "libvjp.so")) continue;
    at[strcspn(at, "\n")] = '\0';
    found = strlen(at) < size;
    if (found) strcpy(path, at);
  }
  if (maps) fclose(maps);
  return found;
}

static void dlopen_and_dlclose(void) {
  char path[1024];
  CHECK(library_path(path, sizeof path));
  long before = 0;
  for (int i = 0; i < 1000; ++i) {
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    CHECK(library != NULL);
    if (!library) return;
    /* ISO C has no cast from an object pointer to a function's */
    vjp_status (*from_scalar)(vjp_scalar, vjp_dtype, vjp_tensor**);
    void (*release)(vjp_tensor*);
    void* symbol = dlsym(library, "vjp_tensor_from_scalar");
    memcpy(&from_scalar, &symbol, sizeof symbol);
    symbol = dlsym(library, "vjp_tensor_release");
    memcpy(&release, &symbol, sizeof symbol);
    vjp_tensor* t = NULL;
    OK(from_scalar(vjp_scalar_float(i), VJP_DTYPE_NONE, &t));
    release(t);
    dlclose(library);
    if (i == 200) before = resident_kib();
  }
  CHECK(resident_kib() <= before + kGrowthKib);
}

static void repetition_does_not_grow(void) {
  long before = 0;
  for (int i = 0; i < 2000; ++i) {
    vjp_tensor* x = leaf(VEC(1, 2, 3));
    vjp_tensor* y = OP("exp", T(mul(x, x)));
    OK(vjp_backward(sum(y), NULL));
    arena_clear();
    if (i == 500) before = resident_kib();
  }
  CHECK(resident_kib() <= before + kGrowthKib);
}

int main(void) {
  threads_before_work = threads_at_start();
  CHECK(vjp_op_count() > 0);
  CHECK(threads_are("", threads_before_work));
  RUN(no_thread_before_work);
  RUN(numbers_of_threads);
  RUN(threads_end_with_shutdown);
  RUN(fork_after_use);
  RUN(dlopen_and_dlclose);
  RUN(repetition_does_not_grow);
  return finish();
}
