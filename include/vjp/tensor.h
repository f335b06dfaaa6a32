/** libvjp: tensors. Strided arrays over shared storage, up to 16 dimensions. */
#ifndef VJP_TENSOR_H
#define VJP_TENSOR_H

#include "vjp/device.h"
#include "vjp/dtype.h"

#ifdef __cplusplus
extern "C" {
#endif

#define VJP_MAX_DIMS 16

/** A tensor: shared by retain, never copied. Releasing NULL does nothing. */
VJP_API vjp_tensor* vjp_tensor_retain(vjp_tensor* tensor);
VJP_API void vjp_tensor_release(vjp_tensor* tensor);

/** How many references there are, 0 for NULL: lets a garbage-collected language see whether it alone keeps a tensor. */
VJP_API int64_t vjp_tensor_use_count(const vjp_tensor* tensor);

/** A list of tensors, as operators with many results return it. `get` borrows; NULL for an index out of range. */
typedef struct vjp_tensor_list vjp_tensor_list;
VJP_API vjp_tensor_list* vjp_tensor_list_retain(vjp_tensor_list* list);
VJP_API void vjp_tensor_list_release(vjp_tensor_list* list);
VJP_API size_t vjp_tensor_list_size(const vjp_tensor_list* list);
VJP_API vjp_tensor* vjp_tensor_list_get(const vjp_tensor_list* list, size_t index);
/** Adds a tensor at the end, for callbacks that are given a list to fill. */
VJP_API vjp_status vjp_tensor_list_append(vjp_tensor_list* list, vjp_tensor* tensor);

/** An uninitialised row-major tensor. @param shape `ndim` sizes, may be NULL if ndim is 0 */
VJP_API vjp_status vjp_tensor_empty(const int64_t* shape, size_t ndim, vjp_dtype dtype, vjp_tensor** out);

/** A row-major tensor with a copy of `data`: elements of `dtype` in row-major order. */
VJP_API vjp_status vjp_tensor_from_data(const void* data, const int64_t* shape, size_t ndim, vjp_dtype dtype,
                                        vjp_tensor** out);

/**
 * A tensor on the caller's memory, without a copy.
 *
 * @param strides   in elements, may be NULL for row-major; negative strides are refused
 * @param drop      called once with `context` when the last tensor on the memory is gone; on failure it is not called
 */
VJP_API vjp_status vjp_tensor_from_memory(void* data, const int64_t* shape, const int64_t* strides, size_t ndim,
                                          vjp_dtype dtype, void* context, void (*drop)(void* context),
                                          vjp_tensor** out);

/** A zero-dimensional tensor of the number's default dtype (bool, int64, float32, complex64) or of `dtype`. */
VJP_API vjp_status vjp_tensor_from_scalar(vjp_scalar value, vjp_dtype dtype, vjp_tensor** out);

/** Metadata. For NULL: 0, VJP_DTYPE_NONE or NULL. Pointers live as long as the tensor is not changed in shape. */
VJP_API size_t vjp_tensor_ndim(const vjp_tensor* tensor);
VJP_API const int64_t* vjp_tensor_shape(const vjp_tensor* tensor);
VJP_API const int64_t* vjp_tensor_strides(const vjp_tensor* tensor); /**< in elements */
VJP_API int64_t vjp_tensor_numel(const vjp_tensor* tensor);
VJP_API vjp_dtype vjp_tensor_dtype(const vjp_tensor* tensor);
VJP_API int64_t vjp_tensor_storage_offset(const vjp_tensor* tensor); /**< in elements */
VJP_API bool vjp_tensor_is_contiguous(const vjp_tensor* tensor);
VJP_API vjp_device vjp_tensor_device(const vjp_tensor* tensor);

/** The size of dimension `dim`, which may count from the end; -1 if there is no such dimension. */
VJP_API int64_t vjp_tensor_size(const vjp_tensor* tensor, int64_t dim);

/** The first element, in memory of the tensor's device, which the host may not be able to read; the tensor's strides
 * apply. Writing through it is invisible to version checks. */
VJP_API void* vjp_tensor_data(const vjp_tensor* tensor);

/** Whether both have elements in the same storage. */
VJP_API bool vjp_tensor_shares_storage(const vjp_tensor* a, const vjp_tensor* b);

/** The one element of a one-element tensor, converted. */
VJP_API vjp_status vjp_tensor_item(const vjp_tensor* tensor, vjp_scalar* out);
VJP_API vjp_status vjp_tensor_item_float(const vjp_tensor* tensor, double* out);

/** Copies all elements, row-major and converted to `dtype`, to `data` of `bytes` bytes (exactly as many as needed). */
VJP_API vjp_status vjp_tensor_copy_to(const vjp_tensor* tensor, void* data, size_t bytes, vjp_dtype dtype);

/** Overwrites all elements from row-major elements of `dtype`, as an in-place change (no gradient flows from them). */
VJP_API vjp_status vjp_tensor_copy_from(vjp_tensor* tensor, const void* data, size_t bytes, vjp_dtype dtype);

/** What an index expression selects with, one item a position: see vjp_tensor_index. */
typedef enum vjp_index_kind {
  VJP_INDEX_INT = 0,      /**< `start`: selects, the dimension vanishes */
  VJP_INDEX_SLICE = 1,    /**< `start`, `stop`, `step` > 0; VJP_INDEX_ABSENT stands for an absent bound */
  VJP_INDEX_NEW_AXIS = 2, /**< inserts a dimension of size 1 */
  VJP_INDEX_ELLIPSIS = 3, /**< as many full slices as are left; at most one */
  VJP_INDEX_TENSOR = 4    /**< `tensor`: integer or boolean, as numpy's advanced indexing */
} vjp_index_kind;
#define VJP_INDEX_ABSENT INT64_MIN
typedef struct vjp_index {
  int32_t kind;
  uint32_t reserved;
  int64_t start, stop, step;
  vjp_tensor* tensor; /**< borrowed */
} vjp_index;

/** x[items]: a view where integers, slices and new axes suffice, a new tensor otherwise. Differentiable. */
VJP_API vjp_status vjp_tensor_index(vjp_tensor* tensor, const vjp_index* items, size_t count, vjp_tensor** out);

/** x[items] = value, in place; `value` broadcasts and is cast. Differentiable. */
VJP_API vjp_status vjp_tensor_index_put(vjp_tensor* tensor, const vjp_index* items, size_t count, vjp_tensor* value);

/** The text numpy would print; of a dual (vjp/transform.h) with its tangent after it. `precision` < 0 is 4 digits.
 * @return a string to be given to vjp_string_free */
VJP_API vjp_status vjp_tensor_to_string(const vjp_tensor* tensor, int32_t precision, char** out);
VJP_API void vjp_string_free(char* string);

/**
 * DLPack. `vjp_tensor_to_dlpack` hands out a DLManagedTensorVersioned (versioned true, DLPack 1.x) or a DLManagedTensor
 * that shares the tensor's memory; the receiver calls its deleter. A tensor that requires grad is refused: detach it.
 * `vjp_tensor_from_dlpack` takes ownership of the struct on success and calls its deleter when the memory is free.
 */
VJP_API vjp_status vjp_tensor_to_dlpack(vjp_tensor* tensor, bool versioned, void** out);
VJP_API vjp_status vjp_tensor_from_dlpack(void* managed, bool versioned, vjp_tensor** out);

/**
 * Safetensors files. A tensor of a file is read into memory of its own (`vjp_safetensors_read`), or lies on the mapped
 * file (`vjp_safetensors_get`). Saving writes beside the target, syncs and renames, so that the old file stays whole on
 * any failure, and keeps its mode; mapped tensors keep the old file. A target that is no regular file is an error
 * (VJP_ERROR_IO).
 */
typedef struct vjp_safetensors vjp_safetensors;
VJP_API vjp_status vjp_safetensors_open(const char* path, vjp_safetensors** out);
VJP_API vjp_safetensors* vjp_safetensors_retain(vjp_safetensors* file);
VJP_API void vjp_safetensors_release(vjp_safetensors* file);
VJP_API size_t vjp_safetensors_count(const vjp_safetensors* file);
/** Names in the file's order; NULL for an index out of range. Lives as long as the file handle. */
VJP_API const char* vjp_safetensors_name(const vjp_safetensors* file, size_t index);
/** Metadata value of a key, NULL if there is none. Lives as long as the file handle. */
VJP_API const char* vjp_safetensors_metadata(const vjp_safetensors* file, const char* key);
/** The tensor on the mapped file, copy on write: nothing is read before it is used, and all that are asked for by one
 * name share the memory. So the file must stay as it is while a tensor of it lives: bytes that are rewritten may show
 * up in the tensor, and reading what was cut off ends the process (SIGBUS). */
VJP_API vjp_status vjp_safetensors_get(vjp_safetensors* file, const char* name, vjp_tensor** out);
/** The tensor in memory of its own, whatever happens to the file afterwards.
 * @return VJP_ERROR_IO if the file has become shorter since it was opened, or cannot be read
 * @since 0.1 */
VJP_API vjp_status vjp_safetensors_read(vjp_safetensors* file, const char* name, vjp_tensor** out);
/** @param metadata  `metadata_count` pairs key, value; may be NULL if the count is 0 */
VJP_API vjp_status vjp_safetensors_save(const char* path, const char* const* names, vjp_tensor* const* tensors,
                                        size_t count, const char* const* metadata, size_t metadata_count);

#ifdef __cplusplus
}
#endif
#endif
