/* Memory of the CPU: what is counted, capped, and given back; and pointers and lists that a caller hands in. */
#include <unistd.h>

#include "check.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OWN_MALLOC 1 /* which keeps what is freed */
#else
#define OWN_MALLOC 0
#endif

static const vjp_device cpu = {VJP_DEVICE_CPU, 0};

static long resident_kib(void) {
  long pages = 0, resident = 0;
  FILE* f = fopen("/proc/self/statm", "r");
  if (!f) return 0;
  if (fscanf(f, "%ld %ld", &pages, &resident) != 2) resident = 0;
  fclose(f);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

enum { kMany = 15000, kElements = 10000 }; /* 600 MB in tensors of 40 kB */
static vjp_tensor* many[kMany];
static void make_many(void) {
  int64_t n = kElements;
  for (int i = 0; i < kMany; ++i) CHECK(vjp_ones(&n, 1, VJP_DTYPE_FLOAT32, &many[i]) == VJP_OK);
}
static void release_many(void) {
  for (int i = 0; i < kMany; ++i) vjp_tensor_release(many[i]);
}

enum { kSlackKib = 20 << 10, kKeptKib = (256 + 2 * 64) << 10 };

static void freed_memory_goes_back(void) {
  long before = resident_kib();
  make_many();
  CHECK(resident_kib() - before > 550 << 10);
  release_many();
  if (OWN_MALLOC) return;
  CHECK(resident_kib() - before < kKeptKib); /* by itself */
  OK(vjp_memory_empty_cache(cpu));
  CHECK(resident_kib() - before < kSlackKib); /* when asked */
  make_many();
  release_many();
  vjp_shutdown();
  CHECK(resident_kib() - before < kSlackKib); /* at the end */
}

static void small_tensors_count(void) {
  int64_t before = vjp_memory_allocated(), n = 100;
  vjp_memory_statistics s = VJP_MEMORY_STATISTICS_INIT;
  for (int i = 0; i < 1000; ++i) OK(vjp_ones(&n, 1, VJP_DTYPE_FLOAT32, &many[i]));
  CHECK(vjp_memory_allocated() - before == 400000);
  CHECK(vjp_memory_peak() - before >= 400000);
  OK(vjp_memory_get_statistics(cpu, &s));
  CHECK(s.all.allocated_bytes.current - before == 400000);
  for (int i = 0; i < 1000; ++i) vjp_tensor_release(many[i]);
  CHECK(vjp_memory_allocated() == before);
}

static void a_limit_holds(void) {
  int64_t small = 1 << 16, large = 1 << 21; /* 256 KiB and 8 MiB */
  vjp_tensor *a = NULL, *b = NULL;
  OK(vjp_memory_set_limit(cpu, (uint64_t)vjp_memory_allocated() + (1 << 20)));
  OK(vjp_ones(&small, 1, VJP_DTYPE_FLOAT32, &a));
  FAILS(VJP_ERROR_MEMORY, vjp_ones(&large, 1, VJP_DTYPE_FLOAT32, &b));
  SAYS("8388608 bytes more");
  SAYS("vjp_memory_set_limit");
  CHECK(b == NULL);
  OK(vjp_sin(a, &b)); /* nothing is broken by it */
  vjp_tensor_release(b);
  OK(vjp_memory_set_limit(cpu, UINT64_MAX));
  OK(vjp_ones(&large, 1, VJP_DTYPE_FLOAT32, &b));
  vjp_tensor_release(a);
  vjp_tensor_release(b);
  FAILS(VJP_ERROR_INVALID, vjp_memory_set_fraction(cpu, 1.5));
  uint64_t free_bytes = 0, total = 0;
  OK(vjp_memory_get_info(cpu, &free_bytes, &total));
  CHECK(free_bytes > 0 && free_bytes <= total);
}

/* What is cached counts: a limit that leaves no room for both gets the cache emptied, not an error. */
static void a_limit_empties_the_cache(void) {
  int64_t n = 1 << 20, more = (1 << 20) + (1 << 18); /* 4 and 5 MiB: not of one size class */
  vjp_tensor* t = NULL;
  OK(vjp_memory_empty_cache(cpu));
  OK(vjp_memory_set_limit(cpu, (uint64_t)vjp_memory_allocated() + (6 << 20)));
  OK(vjp_ones(&n, 1, VJP_DTYPE_FLOAT32, &t));
  vjp_tensor_release(t);
  vjp_memory_statistics s = VJP_MEMORY_STATISTICS_INIT;
  OK(vjp_memory_get_statistics(cpu, &s));
  CHECK(s.all.reserved_bytes.current - s.all.allocated_bytes.current >= 4 << 20);
  OK(vjp_ones(&more, 1, VJP_DTYPE_FLOAT32, &t));
  OK(vjp_memory_get_statistics(cpu, &s));
  CHECK(s.all.reserved_bytes.current == s.all.allocated_bytes.current);
  vjp_tensor_release(t);
  OK(vjp_memory_set_limit(cpu, UINT64_MAX));
}

static void* misaligned_allocate(void* context, size_t bytes) {
  (void)context;
  char* memory = malloc(bytes + 128);
  if (!memory) return NULL;
  char* at = memory + (64 - (uintptr_t)memory % 64) + 16;
  ((char**)at)[-1] = memory;
  return at;
}
static int given_back;
static void misaligned_free(void* context, void* memory, size_t bytes) {
  (void)context, (void)bytes;
  ++given_back;
  free(((char**)memory)[-1]);
}

static void misaligned_memory_is_refused(void) {
  static double room[4];
  int64_t n = 2;
  vjp_tensor* t = NULL;
  FAILS(VJP_ERROR_INVALID, vjp_tensor_from_memory((char*)room + 3, &n, NULL, 1, VJP_DTYPE_FLOAT64, NULL, NULL, &t));
  SAYS("3 bytes past a multiple of 8");
  CHECK(t == NULL);
  /* complex numbers are two of their parts */
  OK(vjp_tensor_from_memory((char*)room + 4, &n, NULL, 1, VJP_DTYPE_COMPLEX64, NULL, NULL, &t));
  vjp_tensor_release(t);
  t = NULL;
  OK(vjp_tensor_from_memory((char*)room + 1, &n, NULL, 1, VJP_DTYPE_UINT8, NULL, NULL, &t));
  vjp_tensor_release(t);
  t = NULL;
  vjp_allocator bad = {sizeof bad, misaligned_allocate, misaligned_free, NULL};
  OK(vjp_set_allocator(&bad));
  n = 1000;
  FAILS(VJP_ERROR_INVALID, vjp_ones(&n, 1, VJP_DTYPE_FLOAT32, &t));
  SAYS("not aligned to 64");
  OK(vjp_set_allocator(NULL));
  CHECK(given_back == 1 && t == NULL);
}

static void metadata_keys_are_given_once(void) {
  vjp_tensor* x = VEC(1, 2);
  const char *names[] = {"x"}, *twice[] = {"k", "1", "other", "2", "k", "3"};
  char path[] = "/tmp/vjp-twice-XXXXXX";
  int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  FAILS(VJP_ERROR_INVALID, vjp_safetensors_save(path, names, &x, 1, twice, 3));
  SAYS("'k' is given twice");
  OK(vjp_safetensors_save(path, names, &x, 1, twice, 2));
  unlink(path);
}

static void a_schedule_that_is_cut_short_is_an_error(void) {
  vjp_device sim = {VJP_DEVICE_SIM, 0};
  OK(vjp_sim_record_schedule("/dev/full"));
  vjp_tensor* on_device = NULL;
  OK(vjp_to_device(VEC(1, 2, 3), &sim, VJP_DTYPE_NONE, false, &on_device));
  vjp_tensor* y = NULL;
  OK(vjp_sin(on_device, &y));
  OK(vjp_device_synchronize(sim));
  vjp_tensor_release(on_device);
  vjp_tensor_release(y);
  FAILS(VJP_ERROR_IO, vjp_sim_record_schedule(NULL));
  SAYS("/dev/full");
  OK(vjp_sim_record_schedule(NULL));
}

int main(void) {
  RUN(freed_memory_goes_back);
  RUN(small_tensors_count);
  RUN(a_limit_holds);
  RUN(a_limit_empties_the_cache);
  RUN(misaligned_memory_is_refused);
  RUN(metadata_keys_are_given_once);
  RUN(a_schedule_that_is_cut_short_is_an_error);
  return finish();
}
