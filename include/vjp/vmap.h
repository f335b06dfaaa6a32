/**
 * libvjp: batching. A function of one sample runs once for a whole batch: a batched tensor has the shape of one sample,
 * and every operator computes all of them.
 *
 * A level is one batch dimension. Levels nest; each has a number, which rises. A level belongs to the thread that
 * entered it and goes where the thread's work goes: to the threads that run a grad call for it, and to those of calls
 * that it started (vjp/pending.h). When a level ends, its tensors are dead: using one is VJP_ERROR_STATE.
 *
 * Autograd sees the whole batch. Whether a batched tensor requires grad, its node, its version and its hooks are those
 * of the tensor with the batch dimensions, and a hook is given gradients that have them.
 */
#ifndef VJP_VMAP_H
#define VJP_VMAP_H

#include "vjp/guard.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What random operators do inside a level. Values never change. */
typedef enum vjp_randomness {
  VJP_RANDOMNESS_ERROR = 0,    /**< they are VJP_ERROR_STATE */
  VJP_RANDOMNESS_SAME = 1,     /**< every sample gets the same numbers */
  VJP_RANDOMNESS_DIFFERENT = 2 /**< every sample gets numbers of its own */
} vjp_randomness;

/**
 * Enters a level of the calling thread; vjp_guard_exit leaves it.
 *
 * @param size        of the batch dimension, 0 or more
 * @param randomness  what random operators do
 * @param level       receives the level's number, which is larger than that of every level before; may be NULL
 * @param out         receives the region
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, a negative size, an unknown randomness; VJP_ERROR_NOT_IMPLEMENTED where
 *         the process has 1024 levels; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_vmap(int64_t size, vjp_randomness randomness, int64_t* level, vjp_guard** out);

/** The number of the calling thread's innermost level; 0 outside. @since 0.1 */
VJP_API int64_t vjp_vmap_level(void);

/**
 * The size of a level's batch dimension.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a level that has ended
 * @since 0.1
 */
VJP_API vjp_status vjp_vmap_level_size(int64_t level, int64_t* out);

/**
 * A batched tensor: `tensor` without its dimension `dim`, which becomes the batch dimension of `level`. A view: it
 * shares memory, history and tangent with `tensor`, which may be batched at other levels.
 *
 * @param dim    of `tensor`, negative from the end; its size is the level's
 * @param level  has not ended, and `tensor` is not batched at it
 * @param out    receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, and a dimension that is not there; VJP_ERROR_SHAPE if it has another
 * size; VJP_ERROR_STATE for a level that has ended, and where `tensor` is batched at it; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_vmap_wrap(vjp_tensor* tensor, int64_t dim, int64_t level, vjp_tensor** out);

/**
 * The tensor of all samples: the batch dimension of `level` becomes dimension `dim`. A view. Of a tensor that is not
 * batched at the level every sample is the same: it is expanded, with stride 0.
 *
 * @param dim    of the result, negative from the end
 * @param level  has not ended
 * @param out    receives a handle, which the caller releases; still batched where `tensor` is so at other levels
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, and a dimension that is not there; VJP_ERROR_STATE for a level that has
 *         ended; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_vmap_unwrap(vjp_tensor* tensor, int64_t dim, int64_t level, vjp_tensor** out);

/** Whether the tensor is batched, perhaps at a level that has ended. False for NULL. @since 0.1 */
VJP_API bool vjp_tensor_is_batched(const vjp_tensor* tensor);

/**
 * The innermost level at which the tensor is batched, and may have ended; 0 if it is not, and for NULL.
 *
 * @since 0.1
 */
VJP_API int64_t vjp_tensor_batch_level(const vjp_tensor* tensor);

/**
 * The number of levels at which the tensor is batched; 0 for NULL.
 *
 * @param levels  receives the first `capacity` of them, outermost first; may be NULL if that is 0
 * @since 0.1
 */
VJP_API size_t vjp_tensor_batch_levels(const vjp_tensor* tensor, int64_t* levels, size_t capacity);

/**
 * How many calls of operators without a batching rule ran as a loop over the samples, in the process so far. The first
 * of each operator warns.
 *
 * @since 0.1
 */
VJP_API int64_t vjp_vmap_loops(void);

/**
 * A function of one sample: computes its results from `inputs` and appends them to `results`
 * (vjp_tensor_list_append).
 */
typedef vjp_status (*vjp_vmap_fn)(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                  vjp_tensor_list* results);

/** In the place of a dimension: the tensor is not batched. */
#define VJP_VMAP_NONE INT64_MIN

/** Options of vjp_vmap. Grows at the end. */
typedef struct vjp_vmap_options {
  size_t struct_size;        /**< set by the caller: VJP_VMAP_OPTIONS_INIT */
  const int64_t* out_dims;   /**< where the batch dimension of each result goes; NULL: in front. VJP_VMAP_NONE for a
                                  result that must not be batched, and is given as it is */
  size_t num_out_dims;       /**< of `out_dims`: as many as there are results, or 1 for all of them */
  vjp_randomness randomness; /**< of random operators */
  int64_t chunk_size;        /**< samples that are computed at a time; 0: all */
} vjp_vmap_options;
#define VJP_VMAP_OPTIONS_INIT \
  { sizeof(vjp_vmap_options), NULL, 0, VJP_RANDOMNESS_ERROR, 0 }

/**
 * Runs a function of one sample on a batch, in a level of its own.
 *
 * @param fn       called once; once a chunk with a chunk size. Its error becomes that of the call
 * @param context  passed to `fn`
 * @param inputs   borrowed; NULL entries are given to `fn` as they are
 * @param in_dims  the batch dimension of each input, VJP_VMAP_NONE for an input that all samples share
 * @param options  NULL: the defaults
 * @param out      receives the results, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, inputs none of which is batched, results that are missing or too many for
 *         `out_dims`, a chunk size below 0, a dimension that is not there; VJP_ERROR_SHAPE for batch dimensions of
 * different sizes; VJP_ERROR_STATE for a batched result where VJP_VMAP_NONE stands; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_vmap(vjp_vmap_fn fn, void* context, vjp_tensor* const* inputs, const int64_t* in_dims,
                            size_t num_inputs, const vjp_vmap_options* options, vjp_tensor_list** out);

#ifdef __cplusplus
}
#endif
#endif
