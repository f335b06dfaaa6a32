/**
 * libvjp: memory of devices.
 *
 * Memory is taken from a device in segments and cached, one cache a stream. A tensor's memory belongs to the stream
 * that was current where it was made; when the last tensor on it is gone, it is handed out again on that stream at
 * once, and on no other. A program that uses it on another stream declares that with vjp_tensor_record_stream,
 * or keeps the tensor until that use is done.
 *
 * Every function may be called from any thread. A device that was never used stays untouched.
 */
#ifndef VJP_MEMORY_H
#define VJP_MEMORY_H

#include "vjp/device.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A quantity, in bytes or pieces. */
typedef struct vjp_memory_figure {
  int64_t current; /**< now */
  int64_t peak;    /**< the most since the start or the last vjp_memory_reset_peaks */
} vjp_memory_figure;

/** Figures change on the host, when the call is made, not when the device gets there. */
typedef struct vjp_memory_pool_statistics {
  vjp_memory_figure allocated_bytes;  /**< of tensors, in multiples of 512 */
  vjp_memory_figure allocated_blocks; /**< their number */
  vjp_memory_figure active_bytes;     /**< the same, and what is free but for events of streams that used it */
  vjp_memory_figure active_blocks;    /**< their number */
  vjp_memory_figure reserved_bytes;   /**< taken from the device */
  vjp_memory_figure segments;         /**< how many pieces were taken from the device */
} vjp_memory_pool_statistics;

/** What is known of a device's memory. Grows at the end. */
typedef struct vjp_memory_statistics {
  size_t struct_size;                       /**< set by the caller: VJP_MEMORY_STATISTICS_INIT */
  vjp_memory_pool_statistics all;           /**< everything together */
  vjp_memory_pool_statistics small;         /**< a part of all: blocks of at most 1 MiB, in segments of 2 MiB */
  vjp_memory_pool_statistics large;         /**< the rest: 20 MiB for blocks below 10 MiB, else multiples of 2 MiB */
  vjp_memory_pool_statistics private_pools; /**< a part of all: what belongs to captured graphs */
  uint64_t blocks_handed_out;               /**< how often memory was allocated */
  uint64_t raw_allocations;                 /**< how often the device itself had to give memory */
  uint64_t raw_frees;                       /**< how often memory was given back to it */
  uint64_t retries;                         /**< how often cached memory had to go back to the device first */
  uint64_t out_of_memory;                   /**< how often that did not help */
} vjp_memory_statistics;
#define VJP_MEMORY_FIGURE_ZERO \
  { 0, 0 }
#define VJP_MEMORY_POOL_STATISTICS_ZERO                                                             \
  {                                                                                                 \
    VJP_MEMORY_FIGURE_ZERO, VJP_MEMORY_FIGURE_ZERO, VJP_MEMORY_FIGURE_ZERO, VJP_MEMORY_FIGURE_ZERO, \
        VJP_MEMORY_FIGURE_ZERO, VJP_MEMORY_FIGURE_ZERO                                              \
  }
#define VJP_MEMORY_STATISTICS_INIT                                                                   \
  {                                                                                                  \
    sizeof(vjp_memory_statistics), VJP_MEMORY_POOL_STATISTICS_ZERO, VJP_MEMORY_POOL_STATISTICS_ZERO, \
        VJP_MEMORY_POOL_STATISTICS_ZERO, VJP_MEMORY_POOL_STATISTICS_ZERO, 0, 0, 0, 0, 0              \
  }

/**
 * Fills in what is known of a device's memory: zeros for a device that was never used. Of the CPU: `all`, where what is
 * cached counts as reserved, and the last figures; tensors of less than a kilobyte lie in memory of other objects, and
 * count in bytes only.
 *
 * @param out  its `struct_size` must be set
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a wrong `struct_size`; VJP_ERROR_DEVICE if there is no such type or
 *         index
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_get_statistics(vjp_device device, vjp_memory_statistics* out);
/**
 * The peaks become what is current.
 *
 * @return VJP_OK; VJP_ERROR_DEVICE if there is no such type or index
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_reset_peaks(vjp_device device);

/**
 * The free memory of the device, and all that it has, in bytes. Uses the device.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE if there is no such device; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_get_info(vjp_device device, uint64_t* free, uint64_t* total);

/**
 * From now on the library takes at most so many bytes from the device. Beyond that an allocation fails as if the device
 * had no more (VJP_ERROR_MEMORY). On the CPU this is about the storage of tensors of a kilobyte and more, the caller's
 * allocator (vjp_set_allocator) included.
 *
 * @param bytes  UINT64_MAX: as many as there are
 * @return VJP_OK; VJP_ERROR_DEVICE if there is no such type or index
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_set_limit(vjp_device device, uint64_t bytes);
/**
 * vjp_memory_set_limit with a part of what the device has.
 *
 * @param fraction  above 0 and at most 1
 * @return VJP_OK; VJP_ERROR_INVALID for another fraction; VJP_ERROR_DEVICE if there is no such device;
 *         VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_set_fraction(vjp_device device, double fraction);

/**
 * Gives cached segments that nobody uses back to the device; waits for the streams that used them. Private pools of
 * live graphs stay. Does nothing while a graph is being captured. On the CPU: what is cached, and what the calling
 * thread keeps of small blocks, goes to the C library, and what is free there goes back to the system.
 *
 * @return VJP_OK; VJP_ERROR_DEVICE if there is no such type or index; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_empty_cache(vjp_device device);

/**
 * A table for people: the figures, and which operators made what is held.
 *
 * @param device  not the CPU
 * @param out     receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for the CPU and if there is no such type or index;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_summary(vjp_device device, char** out);
/**
 * Every segment with its blocks as JSON: {"device", "allocated_bytes", "active_bytes", "reserved_bytes", "segments":
 * [{"address", "bytes", "stream", "stream_id", "pool", "private_pool", "blocks": [{"offset", "bytes", "requested",
 * "state": "in_use", "held" or "free", "op"}]}]}.
 *
 * @param device  not the CPU
 * @param out     receives a string for vjp_string_free
 * @return as vjp_memory_summary
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_snapshot(vjp_device device, char** out);

/**
 * Declares that the tensor is used on a stream: its memory is not handed out again before the work that is in the
 * stream when the last tensor on it goes away is done. Of the whole storage, also where the tensor is a view. Does
 * nothing for the stream on which the memory was allocated, for memory of the caller's own, and for tensors on the CPU
 * that are not pinned.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_record_stream(vjp_tensor* tensor, vjp_stream* stream);

/**
 * A copy of a tensor on the CPU in page-locked memory, which devices copy to and from without waiting (vjp_to_device
 * and vjp_copy_non_blocking_ with non_blocking); the tensor itself if it is pinned already. The memory is used again
 * only when the copies that were begun are done. Recorded like any other copy.
 *
 * @param kind  which devices are to copy: a vjp_device_kind other than the CPU
 * @param out   receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for a tensor that is not on the CPU, and for no such
 *         type; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_pin_memory(vjp_tensor* tensor, int32_t kind, vjp_tensor** out);
/** Whether the elements lie in page-locked memory of the library; false for NULL. @since 0.1 */
VJP_API bool vjp_tensor_is_pinned(const vjp_tensor* tensor);

/**
 * Asked for memory when an allocation on a device finds none, and neither waiting nor the cache has helped: for
 * languages whose collector gives tensors back late. Called on the allocating thread, not while a graph is captured. It
 * may call the library, to release tensors first of all, but must not allocate on the device.
 *
 * @param bytes  what is wanted
 * @return whether it is worth another try; otherwise the allocation fails
 */
typedef bool (*vjp_memory_pressure_fn)(void* context, vjp_device device, uint64_t bytes);
/**
 * Sets the process's handler of memory pressure.
 *
 * @param fn    NULL: no handler
 * @param drop  called once the handler was replaced, or at once where `fn` is NULL; may be NULL; not called on failure
 * @return VJP_OK; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_set_pressure_handler(vjp_memory_pressure_fn fn, void* context,
                                                   void (*drop)(void* context));

/**
 * The caller's functions in place of a backend's raw allocation, below the cache. Both may be called from any thread,
 * and neither may call the library.
 */
typedef struct vjp_raw_allocator {
  size_t struct_size; /**< sizeof(vjp_raw_allocator) as the caller was compiled */
  /** Returns VJP_OK and memory of device `device` aligned to 512 bytes, or VJP_ERROR_MEMORY. */
  vjp_status (*allocate)(void* context, int32_t device, uint64_t bytes, void** out);
  /** Gets back what `allocate` gave, and its size. */
  void (*deallocate)(void* context, int32_t device, void* memory, uint64_t bytes);
  void* context;               /**< passed to both */
  void (*drop)(void* context); /**< called once it was replaced and nothing of its memory is left; may be NULL */
} vjp_raw_allocator;

/**
 * Sets the raw allocator of all devices of a type, from the next segment on.
 *
 * @param kind       a vjp_device_kind other than the CPU
 * @param allocator  copied; NULL: the backend's own again
 * @return VJP_OK; VJP_ERROR_INVALID for a wrong `struct_size` or a missing function; VJP_ERROR_DEVICE for no such type;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_set_raw_allocator(int32_t kind, const vjp_raw_allocator* allocator);

#ifdef __cplusplus
}
#endif
#endif
