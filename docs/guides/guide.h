/** What the C programs of the guides share. */
#ifndef GUIDE_H
#define GUIDE_H

#include <stdio.h>
#include <stdlib.h>
#include <vjp/vjp.h>

/** Ends the program with the library's message if the call fails. */
#define OK(call) ((call) == VJP_OK ? (void)0 : (fprintf(stderr, "%s: %s\n", #call, vjp_last_error()), exit(1)))
/** Prints the message of a call that is meant to fail. */
#define REFUSED(call)                        \
  ((call) == VJP_OK ? (void)puts("no error") \
                    : (void)printf("%s: %s\n", vjp_status_name(vjp_last_error_status()), vjp_last_error()))

/** Prints a tensor as numpy would. */
static inline void show(const char* name, const vjp_tensor* tensor) {
  char* text;
  if (tensor == NULL) {
    printf("%s = nothing\n", name);
    return;
  }
  OK(vjp_tensor_to_string(tensor, -1, &text));
  printf("%s = %s\n", name, text);
  vjp_string_free(text);
}

/** A leaf of float64 that requires grad; the caller releases it, or the scope around does. */
static inline vjp_tensor* leaf(const double* values, int64_t count) {
  vjp_tensor* tensor;
  OK(vjp_tensor_from_data(values, &count, 1, VJP_DTYPE_FLOAT64, &tensor));
  OK(vjp_tensor_set_requires_grad(tensor, true));
  return tensor;
}

#endif
