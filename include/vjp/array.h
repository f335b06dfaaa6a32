/** libvjp: arrays and numbers as kernels see them (vjp/kernels.h). Only plug-ins need this header. */
#ifndef VJP_ARRAY_H
#define VJP_ARRAY_H

#include "vjp/dtype.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A strided array. */
typedef struct vjp_array {
  void* data;             /**< device memory; NULL: absent */
  uint8_t dtype;          /**< vjp_dtype */
  int32_t ndim;           /**< number of dimensions, the lengths of sizes and strides */
  const int64_t* sizes;   /**< in elements */
  const int64_t* strides; /**< in elements */
} vjp_array;

/** A number: integer for VJP_KIND_BOOL and _INT, real for _FLOAT, real and imaginary for _COMPLEX. */
typedef struct vjp_number {
  uint8_t kind;     /**< VJP_KIND_BOOL, _INT, _FLOAT or _COMPLEX */
  int64_t integer;  /**< of a bool (0 or 1) or an integer */
  double real;      /**< of a float or a complex number */
  double imaginary; /**< of a complex number */
} vjp_number;

#ifdef __cplusplus
}
#endif
#endif
