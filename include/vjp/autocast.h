/** libvjp: autocast, mixed precision by operator. */
#ifndef VJP_AUTOCAST_H
#define VJP_AUTOCAST_H

#include "vjp/device.h"
#include "vjp/dtype.h"
#include "vjp/guard.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What operators compute in inside a region, on tensors of one type of device. Floating arguments but float64 are cast:
 * to `dtype` for matrix products, linear layers, convolutions and attention; to float32 for exp, log, pow, softmax,
 * normalisations, losses, sums, products and norms (unless the caller names a dtype); to the widest dtype among them
 * for cat, stack, addcmul and the like. Every other operator takes its arguments as they are. In-place and out variants
 * are not concerned. Casts are recorded: gradients come in the dtype of what was cast.
 *
 * Backward is not concerned either, even if it is called inside: what it computes has the dtypes of the forward.
 */
typedef struct vjp_autocast_options {
  size_t struct_size;    /**< set by the caller: VJP_AUTOCAST_OPTIONS_INIT */
  int32_t device_kind;   /**< vjp_device_kind */
  vjp_dtype dtype;       /**< VJP_DTYPE_FLOAT16 or VJP_DTYPE_BFLOAT16 */
  int32_t enabled;       /**< 0: off inside, where a region around is on */
  int32_t cache_enabled; /**< 1: a leaf that requires grad is cast once until the outermost region ends (again where it
                              was changed). Off by itself while a graph is captured. */
} vjp_autocast_options;
#define VJP_AUTOCAST_OPTIONS_INIT \
  { sizeof(vjp_autocast_options), VJP_DEVICE_CPU, VJP_DTYPE_BFLOAT16, 1, 1 }

/**
 * Begins a region of the calling thread with autocast on or off for one type of device; other types stay as they are.
 *
 * @param options  NULL for the defaults
 * @param out      receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a wrong `struct_size`; VJP_ERROR_DEVICE for no type of devices;
 *         VJP_ERROR_DTYPE for another dtype; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_autocast(const vjp_autocast_options* options, vjp_guard** out);
/**
 * The dtype in force for tensors of a type of device (vjp_device_kind); VJP_DTYPE_NONE where autocast is off.
 *
 * @since 0.1
 */
VJP_API vjp_dtype vjp_autocast_dtype(int32_t device_kind);
/** Whether casts are kept: what the innermost region says, true outside. @since 0.1 */
VJP_API bool vjp_autocast_cache_enabled(void);

#ifdef __cplusplus
}
#endif
#endif
