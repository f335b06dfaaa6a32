/*
 * Allocations that fail: the program's own malloc stands before the C library's, for the library too. Sanitizer builds
 * bring theirs; there only tensor storage can fail (alloc_failure.c).
 */
#ifndef VJP_TESTS_FAILING_MALLOC_H
#define VJP_TESTS_FAILING_MALLOC_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OWN_MALLOC 0
#else
#define OWN_MALLOC 1
#endif

static long countdown = -1; /* allocations until one fails; negative: none does */
static bool all_after;      /* fail all further ones too */
static long refused;
static long blocks; /* that are allocated */

static bool refuse(void) {
  if (countdown < 0) return false;
  if (countdown > 0) {
    --countdown;
    return false;
  }
  if (!all_after) countdown = -1;
  ++refused;
  return true;
}
/* From here on the n-th allocation fails, counted from 0; with `all` every further one too. */
static inline void fail_allocations(long n, bool all) {
  refused = 0;
  all_after = all;
  countdown = n;
}
static inline void allocate_again(void) { countdown = -1; }

#if OWN_MALLOC
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);
static void* counted_block(void* p) {
  if (p) __atomic_fetch_add(&blocks, 1, __ATOMIC_RELAXED);
  return p;
}
void* malloc(size_t n) {
  if (!refuse()) return counted_block(__libc_malloc(n));
  errno = ENOMEM;
  return NULL;
}
void* calloc(size_t n, size_t size) { return refuse() ? NULL : counted_block(__libc_calloc(n, size)); }
void* realloc(void* p, size_t n) {
  if (refuse()) return NULL;
  return p ? __libc_realloc(p, n) : counted_block(__libc_realloc(p, n));
}
void* aligned_alloc(size_t alignment, size_t n) {
  return refuse() ? NULL : counted_block(__libc_memalign(alignment, n));
}
int posix_memalign(void** out, size_t alignment, size_t n) {
  void* p = refuse() ? NULL : counted_block(__libc_memalign(alignment, n));
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}
void free(void* p) {
  if (p) __atomic_fetch_sub(&blocks, 1, __ATOMIC_RELAXED);
  __libc_free(p);
}
#endif

#endif
