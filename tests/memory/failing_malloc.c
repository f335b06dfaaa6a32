/* malloc and its kin, refused on order. The test is linked with this library before the C library, so that its
 * functions stand in front for everybody in the process; LD_PRELOAD does the same for any other program. */
#include "failing_malloc.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);

static atomic_long left = -1; /* until one is refused; negative: none is */
static atomic_long refused, blocks;
static atomic_int all_after;

static int refuse(void) {
  if (atomic_load(&left) < 0 || atomic_fetch_sub(&left, 1) > 0) return 0;
  if (atomic_load(&all_after)) atomic_store(&left, 0);
  atomic_fetch_add(&refused, 1);
  errno = ENOMEM;
  return 1;
}
static void* counted(void* p) {
  if (p) atomic_fetch_add(&blocks, 1);
  return p;
}

void malloc_fails_from(long n, int all) {
  atomic_store(&left, -1);
  atomic_store(&refused, 0);
  atomic_store(&all_after, all);
  atomic_store(&left, n);
}
long malloc_works_again(void) {
  atomic_store(&left, -1);
  return atomic_load(&refused);
}
long malloc_blocks(void) { return atomic_load(&blocks); }

void* malloc(size_t n) { return refuse() ? NULL : counted(__libc_malloc(n)); }
void* calloc(size_t n, size_t size) { return refuse() ? NULL : counted(__libc_calloc(n, size)); }
void* realloc(void* p, size_t n) {
  if (refuse()) return NULL;
  return p ? __libc_realloc(p, n) : counted(__libc_realloc(p, n));
}
void* aligned_alloc(size_t alignment, size_t n) { return refuse() ? NULL : counted(__libc_memalign(alignment, n)); }
void* memalign(size_t alignment, size_t n) { return aligned_alloc(alignment, n); }
int posix_memalign(void** out, size_t alignment, size_t n) {
  void* p = aligned_alloc(alignment, n);
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}
void free(void* p) {
  if (p) atomic_fetch_sub(&blocks, 1);
  __libc_free(p);
}
