/* Tensor storage of a test, for vjp_set_allocator: counted, and refused as failing_malloc.h refuses. */
#ifndef FAILING_STORAGE_H
#define FAILING_STORAGE_H

#include <stdlib.h>

#include "failing_malloc.h"

static long storages;
static void* storage_allocate(void* context, size_t bytes) {
  (void)context;
#if !OWN_MALLOC
  if (refuse()) return NULL;
#endif
  void* memory = NULL;
  if (posix_memalign(&memory, 64, bytes) != 0) return NULL;
  ++storages;
  return memory;
}
static void storage_free(void* context, void* memory, size_t bytes) {
  (void)context, (void)bytes;
  --storages;
  free(memory);
}

#endif
