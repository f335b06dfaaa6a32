/* Whether the library has a LAPACK: without OpenBLAS it has none, and says so. */
#pragma once

#include "check.h"

static inline bool has_lapack(void) {
  vjp_tensor* s = NULL;
  vjp_status status = vjp_linalg_svdvals(MAT(1, 1, 1), NULL, &s);
  if (status == VJP_OK) vjp_tensor_release(s);
  return status == VJP_OK;
}
