/** libvjp: element types, scalars and type promotion. */
#ifndef VJP_DTYPE_H
#define VJP_DTYPE_H

#include "vjp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Element types. Values never change. */
typedef enum vjp_dtype {
  VJP_DTYPE_NONE = 0, /**< "not given": the operator's default */
  VJP_DTYPE_BOOL = 1, /**< one byte, 0 or 1 */
  VJP_DTYPE_UINT8 = 2,
  VJP_DTYPE_INT8 = 3,
  VJP_DTYPE_INT16 = 4,
  VJP_DTYPE_INT32 = 5,
  VJP_DTYPE_INT64 = 6,
  VJP_DTYPE_FLOAT16 = 7,
  VJP_DTYPE_BFLOAT16 = 8,
  VJP_DTYPE_FLOAT32 = 9,
  VJP_DTYPE_FLOAT64 = 10,
  VJP_DTYPE_COMPLEX64 = 11, /**< two float32: real, imaginary */
  VJP_DTYPE_COMPLEX128 = 12
} vjp_dtype;

/** Bytes of one element; 0 for VJP_DTYPE_NONE and values out of range. @since 0.1 */
VJP_API size_t vjp_dtype_size(vjp_dtype dtype);

/** The name, "float32": a static string, NULL for values out of range. @since 0.1 */
VJP_API const char* vjp_dtype_name(vjp_dtype dtype);

/** The dtype of a name, VJP_DTYPE_NONE if there is none and for NULL. @since 0.1 */
VJP_API vjp_dtype vjp_dtype_from_name(const char* name);

/**
 * The smallest dtype to which both convert by the field's rules: int64 and float16 give float16, int32 and uint8 int32.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DTYPE for VJP_DTYPE_NONE and values out of range
 * @since 0.1
 */
VJP_API vjp_status vjp_dtype_promote(vjp_dtype a, vjp_dtype b, vjp_dtype* out);

/** Whether it is one of the floating dtypes, float16 to float64; false for complex ones. @since 0.1 */
VJP_API bool vjp_dtype_is_floating(vjp_dtype dtype);
/** Whether it is one of the complex dtypes. @since 0.1 */
VJP_API bool vjp_dtype_is_complex(vjp_dtype dtype);

/** What a scalar, or an argument of vjp_op_call, holds. Values never change. */
typedef enum vjp_kind {
  VJP_KIND_NONE = 0,    /**< absent: the default of the argument */
  VJP_KIND_BOOL = 1,    /**< integer: 0 or 1 */
  VJP_KIND_INT = 2,     /**< integer */
  VJP_KIND_FLOAT = 3,   /**< real */
  VJP_KIND_COMPLEX = 4, /**< complex_value[0] + i complex_value[1] */
  VJP_KIND_TENSOR = 5,
  VJP_KIND_TENSOR_LIST = 6, /**< tensors, count; entries may be NULL where the operator says so */
  VJP_KIND_INT_LIST = 7,    /**< ints, count */
  VJP_KIND_FLOAT_LIST = 8,  /**< floats, count */
  VJP_KIND_STRING = 9,
  VJP_KIND_DTYPE = 10,     /**< integer: a vjp_dtype */
  VJP_KIND_GENERATOR = 11, /**< generator */
  VJP_KIND_DEVICE = 12     /**< device */
} vjp_kind;

/** A number by value. It takes part in type promotion by its category (bool, int, float, complex) only, as a number of
 * Python does. */
typedef struct vjp_scalar {
  int32_t kind;      /**< VJP_KIND_BOOL, _INT, _FLOAT or _COMPLEX */
  uint32_t reserved; /**< 0 */
  union {
    int64_t integer;         /**< VJP_KIND_INT; VJP_KIND_BOOL: 0 or 1 */
    double real;             /**< VJP_KIND_FLOAT */
    double complex_value[2]; /**< VJP_KIND_COMPLEX: real part, imaginary part */
  } as;                      /**< the number, in the member of its kind */
} vjp_scalar;

/** A number of kind VJP_KIND_FLOAT. @since 0.1 */
VJP_API vjp_scalar vjp_scalar_float(double value);
/** A number of kind VJP_KIND_INT. @since 0.1 */
VJP_API vjp_scalar vjp_scalar_int(int64_t value);
/** A number of kind VJP_KIND_BOOL. @since 0.1 */
VJP_API vjp_scalar vjp_scalar_bool(bool value);
/** A number of kind VJP_KIND_COMPLEX. @since 0.1 */
VJP_API vjp_scalar vjp_scalar_complex(double real, double imaginary);

#ifdef __cplusplus
}
#endif
#endif
