#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "charlm.h"

void bad_input(const char* format, ...) {
  va_list arguments;
  fputs("charlm: ", stderr);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(EXIT_BAD_INPUT);
}

void must(vjp_status status) {
  if (status == VJP_OK) return;
  fprintf(stderr, "charlm: %s: %s\n", vjp_status_name(status), vjp_last_error());
  exit(EXIT_FAILURE);
}

void* must_allocate(size_t bytes) {
  void* memory = malloc(bytes ? bytes : 1);
  if (memory == NULL) {
    fprintf(stderr, "charlm: no memory for %zu bytes\n", bytes);
    exit(EXIT_FAILURE);
  }
  return memory;
}
