/**
 * libvjp: the operators, described to programs, and called by name.
 *
 * A schema reads  name.overload(Type arg, Type arg=default, *, Type keyword=default) -> Type out, Type out  with the
 * types Tensor, Tensor?, Tensor[], Operand (a tensor or a number), Operand?, Scalar, Scalar?, int, int?, int[], int[]?,
 * float, float?, float[], bool, str, dtype?, Generator?, Device?. The C function of `name.overload` is
 * vjp_name_overload (vjp_name without one).
 */
#ifndef VJP_REGISTRY_H
#define VJP_REGISTRY_H

#include "vjp/device.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An argument by value; everything in it is borrowed for the call. */
typedef struct vjp_value {
  int32_t kind;   /**< vjp_kind: says which member of `as` holds the value */
  uint32_t count; /**< of a list; otherwise 0 */
  union {
    int64_t integer;            /**< VJP_KIND_BOOL (0 or 1), VJP_KIND_INT, VJP_KIND_DTYPE */
    double real;                /**< VJP_KIND_FLOAT */
    double complex_value[2];    /**< VJP_KIND_COMPLEX: real part, imaginary part */
    vjp_tensor* tensor;         /**< VJP_KIND_TENSOR */
    vjp_tensor* const* tensors; /**< VJP_KIND_TENSOR_LIST: `count` of them */
    const int64_t* ints;        /**< VJP_KIND_INT_LIST: `count` of them */
    const double* floats;       /**< VJP_KIND_FLOAT_LIST: `count` of them */
    const char* string;         /**< VJP_KIND_STRING */
    vjp_generator* generator;   /**< VJP_KIND_GENERATOR */
    vjp_device device;          /**< VJP_KIND_DEVICE */
  } as;                         /**< the value, in the member of its kind */
} vjp_value;

/** An operator. Lives for ever. */
typedef struct vjp_op vjp_op;

/** How many operators there are. @since 0.1 */
VJP_API size_t vjp_op_count(void);
/** An operator, in order of names; NULL if out of range. @since 0.1 */
VJP_API const vjp_op* vjp_op_at(size_t index);

/** The operator of a full name ("max.dim"), NULL if there is none and for NULL. Sets no error. @since 0.1 */
VJP_API const vjp_op* vjp_op_find(const char* name);

/** The full name, "max.dim": static. NULL for NULL. @since 0.1 */
VJP_API const char* vjp_op_name(const vjp_op* op);
/** The schema, "max.dim(Tensor input, int dim, bool keepdim=False) -> ...": static. NULL for NULL. @since 0.1 */
VJP_API const char* vjp_op_schema(const vjp_op* op);
/** What the operator computes, in a sentence or two: static. NULL for NULL. @since 0.1 */
VJP_API const char* vjp_op_doc(const vjp_op* op);
/** The family: "pointwise", "reduction", "view", "composite", ...; static. NULL for NULL. @since 0.1 */
VJP_API const char* vjp_op_family(const vjp_op* op);
/** Whether there is a variant that writes into the first argument; false for NULL. @since 0.1 */
VJP_API bool vjp_op_has_inplace(const vjp_op* op);
/** Whether there is a variant that writes into a given tensor; false for NULL. @since 0.1 */
VJP_API bool vjp_op_has_out(const vjp_op* op);

/** Which form of an operator is called. */
typedef enum vjp_variant {
  VJP_VARIANT_FUNCTIONAL = 0, /**< gives new tensors */
  VJP_VARIANT_INPLACE = 1,    /**< writes into the first argument and returns it */
  VJP_VARIANT_OUT = 2         /**< into one more argument after all others, of the result's shape; does not record */
} vjp_variant;

/**
 * Calls an operator with its arguments in schema order. Absent ones (VJP_KIND_NONE, or fewer than the schema has) take
 * their defaults. Numbers convert where that loses nothing; one integer is accepted for an int[].
 *
 * @param args  `count` of them, borrowed; may be NULL if `count` is 0
 * @param out   receives the list of results, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, for a wrong number of arguments and for one of the wrong kind, which the
 *         message names; VJP_ERROR_NOT_IMPLEMENTED for a variant that the operator does not have; what the operator's
 *         own function returns
 * @since 0.1
 */
VJP_API vjp_status vjp_op_call(const vjp_op* op, vjp_variant variant, const vjp_value* args, size_t count,
                               vjp_tensor_list** out);

#ifdef __cplusplus
}
#endif
#endif
