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
  int32_t kind; /**< vjp_kind */
  uint32_t count;
  union {
    int64_t integer;
    double real;
    double complex_value[2];
    vjp_tensor* tensor;
    vjp_tensor* const* tensors;
    const int64_t* ints;
    const double* floats;
    const char* string;
    vjp_generator* generator;
    vjp_device device;
  } as;
} vjp_value;

/** An operator. Lives for ever. */
typedef struct vjp_op vjp_op;

/** How many operators there are, and the i-th, ordered by name; NULL if out of range. */
VJP_API size_t vjp_op_count(void);
VJP_API const vjp_op* vjp_op_at(size_t index);

/** The operator of a full name ("max.dim"), or NULL. Sets no error. */
VJP_API const vjp_op* vjp_op_find(const char* name);

VJP_API const char* vjp_op_name(const vjp_op* op);   /**< "max.dim" */
VJP_API const char* vjp_op_schema(const vjp_op* op); /**< "max.dim(Tensor input, int dim, bool keepdim=False) -> ..." */
VJP_API const char* vjp_op_doc(const vjp_op* op);
VJP_API const char* vjp_op_family(const vjp_op* op); /**< "pointwise", "reduction", "view", "composite", ... */
VJP_API bool vjp_op_has_inplace(const vjp_op* op);
VJP_API bool vjp_op_has_out(const vjp_op* op);

typedef enum vjp_variant {
  VJP_VARIANT_FUNCTIONAL = 0,
  VJP_VARIANT_INPLACE = 1, /**< writes into the first argument and returns it */
  VJP_VARIANT_OUT = 2      /**< one more argument after all others: the tensor to write, of the result's shape */
} vjp_variant;

/**
 * Calls an operator with its arguments in schema order. Absent ones (VJP_KIND_NONE, or fewer than the schema has) take
 * their defaults. Numbers convert where that loses nothing; one integer is accepted for an int[].
 *
 * @param out  receives the list of results
 */
VJP_API vjp_status vjp_op_call(const vjp_op* op, vjp_variant variant, const vjp_value* args, size_t count,
                               vjp_tensor_list** out);

#ifdef __cplusplus
}
#endif
#endif
