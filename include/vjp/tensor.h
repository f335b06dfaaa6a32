/**
 * libvjp: tensors: strided arrays over shared storage, up to VJP_MAX_DIMS dimensions.
 *
 * A vjp_tensor is a handle: retaining and releasing it never copies elements. Reading functions may be called on any
 * thread at the same time; while one thread writes elements, or changes a tensor in place, no other uses them.
 */
#ifndef VJP_TENSOR_H
#define VJP_TENSOR_H

#include "vjp/device.h"
#include "vjp/dtype.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The most dimensions that a tensor can have. */
#define VJP_MAX_DIMS 16

/* ---- handles ---- */

/**
 * Adds a reference, which vjp_tensor_release gives back; returns `tensor`. NULL does nothing. Any thread. @since 0.1
 */
VJP_API vjp_tensor* vjp_tensor_retain(vjp_tensor* tensor);
/** Gives a reference back; with the last one the tensor ends. NULL does nothing. Any thread. @since 0.1 */
VJP_API void vjp_tensor_release(vjp_tensor* tensor);

/**
 * How many references there are, 0 for NULL: by this a garbage-collected language sees whether it alone keeps a tensor.
 *
 * @since 0.1
 */
VJP_API int64_t vjp_tensor_use_count(const vjp_tensor* tensor);

/** A list of tensors, as operators with many results return it. */
typedef struct vjp_tensor_list vjp_tensor_list;
/**
 * Adds a reference, which vjp_tensor_list_release gives back; returns `list`. NULL does nothing. Any thread. @since 0.1
 */
VJP_API vjp_tensor_list* vjp_tensor_list_retain(vjp_tensor_list* list);
/** Gives a reference back; with the last one the list ends. NULL does nothing. Any thread. @since 0.1 */
VJP_API void vjp_tensor_list_release(vjp_tensor_list* list);
/** How many tensors are in the list; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_tensor_list_size(const vjp_tensor_list* list);
/**
 * A tensor of the list, borrowed from it; NULL for an absent result, for an index out of range and for NULL. @since 0.1
 */
VJP_API vjp_tensor* vjp_tensor_list_get(const vjp_tensor_list* list, size_t index);
/**
 * Adds a tensor at the end: for callbacks that are given a list to fill.
 *
 * @param tensor  retained
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_list_append(vjp_tensor_list* list, vjp_tensor* tensor);

/* ---- making tensors ---- */

/**
 * Makes a row-major tensor on the default device (vjp_set_default_device) whose elements are uninitialised.
 *
 * @param shape  `ndim` sizes; may be NULL if `ndim` is 0
 * @param out    receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_SHAPE for a negative size, too many elements or dimensions;
 *         VJP_ERROR_DTYPE if it is none; VJP_ERROR_DEVICE, VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_empty(const int64_t* shape, size_t ndim, vjp_dtype dtype, vjp_tensor** out);

/**
 * Makes a row-major tensor on the default device with a copy of the caller's elements.
 *
 * @param data   elements of `dtype` in row-major order, in host memory; may be NULL if there are none
 * @param shape  `ndim` sizes; may be NULL if `ndim` is 0
 * @param out    receives a handle, which the caller releases
 * @return as vjp_tensor_empty
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_from_data(const void* data, const int64_t* shape, size_t ndim, vjp_dtype dtype,
                                        vjp_tensor** out);

/**
 * Makes a tensor on the caller's memory, without a copy. On the CPU.
 *
 * @param data      the first element, aligned for `dtype`; may be NULL if there are no elements
 * @param shape     `ndim` sizes; may be NULL if `ndim` is 0
 * @param strides   in elements, not negative; NULL for row-major
 * @param drop      called once with `context` when the last tensor on the memory is gone; may be NULL. Not called on
 *                  failure
 * @param out       receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, for memory that is not aligned, and for strides that are negative or too
 *         large; VJP_ERROR_SHAPE; VJP_ERROR_DTYPE; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_from_memory(void* data, const int64_t* shape, const int64_t* strides, size_t ndim,
                                          vjp_dtype dtype, void* context, void (*drop)(void* context),
                                          vjp_tensor** out);

/**
 * Makes a zero-dimensional tensor of a number, on the default device.
 *
 * @param dtype  VJP_DTYPE_NONE: the default of the number's kind, that is bool, int64, float32 or complex64
 * @param out    receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, for what is no number, and for a number that the dtype does not hold;
 *         VJP_ERROR_DTYPE; VJP_ERROR_DEVICE, VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_from_scalar(vjp_scalar value, vjp_dtype dtype, vjp_tensor** out);

/* ---- what a tensor is ---- */

/** How many dimensions there are; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_tensor_ndim(const vjp_tensor* tensor);
/**
 * The sizes, one a dimension: borrowed, valid until the tensor ends or changes its shape. NULL for NULL. @since 0.1
 */
VJP_API const int64_t* vjp_tensor_shape(const vjp_tensor* tensor);
/**
 * The strides in elements, one a dimension: borrowed, valid until the tensor ends or changes its shape. NULL for NULL.
 *
 * @since 0.1
 */
VJP_API const int64_t* vjp_tensor_strides(const vjp_tensor* tensor);
/** How many elements there are; 0 for NULL. @since 0.1 */
VJP_API int64_t vjp_tensor_numel(const vjp_tensor* tensor);
/** The dtype of the elements; VJP_DTYPE_NONE for NULL. @since 0.1 */
VJP_API vjp_dtype vjp_tensor_dtype(const vjp_tensor* tensor);
/** Where in its storage the tensor begins, in elements; 0 for NULL. @since 0.1 */
VJP_API int64_t vjp_tensor_storage_offset(const vjp_tensor* tensor);
/** Whether the elements lie in row-major order without gaps; false for NULL. @since 0.1 */
VJP_API bool vjp_tensor_is_contiguous(const vjp_tensor* tensor);

/** The order in which the dimensions of a tensor lie in memory. Values never change. */
typedef enum vjp_memory_format {
  VJP_MEMORY_FORMAT_CONTIGUOUS = 0,       /**< row-major: the last dimension's elements lie side by side */
  VJP_MEMORY_FORMAT_CHANNELS_LAST = 1,    /**< of [N, C, H, W]: the channels of a pixel lie side by side */
  VJP_MEMORY_FORMAT_CHANNELS_LAST_3D = 2, /**< of [N, C, D, H, W]: likewise */
  VJP_MEMORY_FORMAT_PRESERVE = 3          /**< that of the input where its elements lie without gaps, else row-major */
} vjp_memory_format;

/**
 * Whether the elements lie in the order of `format`, without gaps; sizes of 1 do not count. False for NULL, for a
 * number of dimensions that the format is not for, for VJP_MEMORY_FORMAT_PRESERVE and for values out of range.
 *
 * @since 0.1
 */
VJP_API bool vjp_tensor_is_contiguous_in(const vjp_tensor* tensor, vjp_memory_format format);
/** Where the elements lie; the CPU for NULL. @since 0.1 */
VJP_API vjp_device vjp_tensor_device(const vjp_tensor* tensor);

/** The size of dimension `dim`, which may count from the end (-1); -1 if there is no such dimension. @since 0.1 */
VJP_API int64_t vjp_tensor_size(const vjp_tensor* tensor, int64_t dim);

/**
 * The first element, in memory of the tensor's device, which the host may not be able to read; the tensor's strides
 * apply. Borrowed: valid as long as a tensor on the storage. Version checks do not see what is written through it
 * (vjp_tensor_version_advance). NULL for NULL; with an error for sparse and batched ones, and where memory ran out.
 *
 * @since 0.1
 */
VJP_API void* vjp_tensor_data(const vjp_tensor* tensor);

/** Whether both tensors have their elements in the same storage; false for NULL. @since 0.1 */
VJP_API bool vjp_tensor_shares_storage(const vjp_tensor* a, const vjp_tensor* b);

/* ---- reading and writing elements ---- */

/**
 * The element of a tensor that has one, as a number of the dtype's kind. Waits for the device.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_SHAPE if there is not exactly one element; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_item(const vjp_tensor* tensor, vjp_scalar* out);
/**
 * The element of a tensor that has one, as a double. Waits for the device.
 *
 * @return as vjp_tensor_item; VJP_ERROR_DTYPE for a complex tensor
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_item_float(const vjp_tensor* tensor, double* out);

/**
 * Copies all elements, in row-major order and converted to `dtype`, to host memory. Waits for the device.
 *
 * @param bytes  the size of `data`: exactly what is needed
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and for another number of bytes; VJP_ERROR_DTYPE; VJP_ERROR_BACKEND;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_copy_to(const vjp_tensor* tensor, void* data, size_t bytes, vjp_dtype dtype);

/**
 * Overwrites all elements from host memory that holds elements of `dtype` in row-major order: a change in place,
 * through which no gradient flows.
 *
 * @param bytes  the size of `data`: exactly what is needed
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, for another number of bytes, and if elements of the tensor overlap;
 *         VJP_ERROR_STATE where it cannot be changed in place (a leaf that requires grad, with grad mode on);
 *         VJP_ERROR_DTYPE; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_copy_from(vjp_tensor* tensor, const void* data, size_t bytes, vjp_dtype dtype);

/* ---- indexing ---- */

/** What one item of an index expression does; see vjp_tensor_index. */
typedef enum vjp_index_kind {
  VJP_INDEX_INT = 0,      /**< `start`: selects, the dimension vanishes */
  VJP_INDEX_SLICE = 1,    /**< `start`, `stop`, `step` > 0; VJP_INDEX_ABSENT stands for an absent bound */
  VJP_INDEX_NEW_AXIS = 2, /**< inserts a dimension of size 1 */
  VJP_INDEX_ELLIPSIS = 3, /**< as many full slices as are left; at most one */
  VJP_INDEX_TENSOR = 4    /**< `tensor`: integer or boolean, as numpy's advanced indexing */
} vjp_index_kind;
/** Stands for a bound of a slice that is not given. */
#define VJP_INDEX_ABSENT INT64_MIN
/** One item of an index expression. Members that the kind does not use are ignored. */
typedef struct vjp_index {
  int32_t kind;              /**< vjp_index_kind */
  uint32_t reserved;         /**< 0 */
  int64_t start, stop, step; /**< may count from the end, `step` excepted */
  vjp_tensor* tensor;        /**< borrowed */
} vjp_index;

/**
 * x[items]: a view where integers, slices and new axes suffice, a new tensor otherwise. Differentiable.
 *
 * @param items  `count` of them, as Python's index expressions; may be NULL if `count` is 0
 * @param out    receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, for an item out of range or of no kind, and for too many items;
 *         VJP_ERROR_SHAPE for index tensors that do not broadcast; VJP_ERROR_DTYPE; VJP_ERROR_DEVICE; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_index(vjp_tensor* tensor, const vjp_index* items, size_t count, vjp_tensor** out);

/**
 * x[items] = value, in place. Differentiable.
 *
 * @param items  as vjp_tensor_index
 * @param value  broadcast to the selected part and cast to its dtype
 * @return as vjp_tensor_index; VJP_ERROR_STATE where the tensor cannot be changed in place
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_index_put(vjp_tensor* tensor, const vjp_index* items, size_t count, vjp_tensor* value);

/* ---- as text ---- */

/**
 * The text that numpy would print; of a dual (vjp/forward.h) with its tangent after it.
 *
 * @param precision  digits after the point; negative: 4
 * @param out        receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_to_string(const vjp_tensor* tensor, int32_t precision, char** out);
/** Frees a string that a function of the library has handed out. NULL does nothing. @since 0.1 */
VJP_API void vjp_string_free(char* string);

#ifdef __cplusplus
}
#endif
#endif
