/**
 * libvjp: memory of devices.
 *
 * Memory is taken from a device in segments and cached, one cache a stream. A tensor's memory belongs to the stream
 * that was current where it was made; when the last tensor on it is gone, it is handed out again on that stream at
 * once, and on no other. Who uses a tensor on another stream declares that with vjp_tensor_record_stream, or keeps the
 * tensor until that use is done.
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

/** A quantity now, and the most since the start or the last vjp_memory_reset_peaks. */
typedef struct vjp_memory_figure {
  int64_t current;
  int64_t peak;
} vjp_memory_figure;

/** Figures change on the host, when the call is made, not when the device gets there. */
typedef struct vjp_memory_pool_statistics {
  vjp_memory_figure allocated_bytes; /**< of tensors, in multiples of 512 */
  vjp_memory_figure allocated_blocks;
  vjp_memory_figure active_bytes; /**< the same, and what is free but for events of streams that used it */
  vjp_memory_figure active_blocks;
  vjp_memory_figure reserved_bytes; /**< taken from the device */
  vjp_memory_figure segments;
} vjp_memory_pool_statistics;

typedef struct vjp_memory_statistics {
  size_t struct_size;
  vjp_memory_pool_statistics all;
  vjp_memory_pool_statistics small;         /**< a part of all: blocks of at most 1 MiB, in segments of 2 MiB */
  vjp_memory_pool_statistics large;         /**< the rest: 20 MiB for blocks below 10 MiB, else multiples of 2 MiB */
  vjp_memory_pool_statistics private_pools; /**< a part of all: what belongs to captured graphs */
  uint64_t blocks_handed_out;
  uint64_t raw_allocations; /**< how often the device itself was asked */
  uint64_t raw_frees;
  uint64_t retries;       /**< how often cached memory had to go back to the device first */
  uint64_t out_of_memory; /**< how often that did not help */
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
 * Zeros for a device that was never used. Of the CPU: `all`, where what is cached counts as reserved, and the last
 * figures; tensors of less than a kilobyte lie in memory of other objects, and count in bytes only.
 */
VJP_API vjp_status vjp_memory_get_statistics(vjp_device device, vjp_memory_statistics* out);
/** The peaks become what is current. */
VJP_API vjp_status vjp_memory_reset_peaks(vjp_device device);

/** What is free on the device for anybody, and all it has, in bytes; uses the device. */
VJP_API vjp_status vjp_memory_get_info(vjp_device device, uint64_t* free, uint64_t* total);

/**
 * From now on the library takes at most so many bytes from the device; UINT64_MAX: as many as there are. Beyond that an
 * allocation fails as if the device had no more. On the CPU this is about the storage of tensors of a kilobyte and
 * more, the caller's allocator (vjp_set_allocator) included.
 */
VJP_API vjp_status vjp_memory_set_limit(vjp_device device, uint64_t bytes);
/** The same as a part of what the device has, above 0 and at most 1. */
VJP_API vjp_status vjp_memory_set_fraction(vjp_device device, double fraction);

/**
 * Gives cached segments that nobody uses back to the device; waits for the streams that used them. Private pools of
 * live graphs stay. Does nothing while a graph is being captured. On the CPU: what is cached, and what the calling
 * thread keeps of small blocks, goes to the C library, and what is free there goes back to the system.
 */
VJP_API vjp_status vjp_memory_empty_cache(vjp_device device);

/** A table for people: the figures, and which operators made what is held. Release it with vjp_string_free. */
VJP_API vjp_status vjp_memory_summary(vjp_device device, char** out);
/**
 * Every segment with its blocks as JSON: {"device", "allocated_bytes", "active_bytes", "reserved_bytes", "segments":
 * [{"address", "bytes", "stream", "stream_id", "pool", "private_pool", "blocks": [{"offset", "bytes", "requested",
 * "state": "in_use", "held" or "free", "op"}]}]}. Release it with vjp_string_free.
 */
VJP_API vjp_status vjp_memory_snapshot(vjp_device device, char** out);

/**
 * Declares that the tensor is used on a stream: its memory is not handed out again before the work that is in the
 * stream when the last tensor on it goes away is done. Of the whole storage, also where the tensor is a view. Nothing
 * happens for the stream on which the memory was allocated, for memory of the caller's own, and for tensors on the CPU
 * that are not pinned.
 */
VJP_API vjp_status vjp_tensor_record_stream(vjp_tensor* tensor, vjp_stream* stream);

/**
 * A copy of a tensor on the CPU in page-locked memory, which devices of the kind (vjp_device_kind) copy to and from
 * without waiting (vjp_to_device and vjp_copy_non_blocking_ with non_blocking); the tensor itself if it is pinned
 * already. The memory is used again only when the copies that were begun are done. Recorded like any other copy.
 */
VJP_API vjp_status vjp_tensor_pin_memory(vjp_tensor* tensor, int32_t kind, vjp_tensor** out);
VJP_API bool vjp_tensor_is_pinned(const vjp_tensor* tensor);

/* ---- DLPack: memory of devices shared with other libraries ----
 * vjp_tensor_to_dlpack and vjp_tensor_from_dlpack (vjp/tensor.h) do it for devices that DLPack has a number for: "cuda"
 * (2) and a plug-in's "hip" (ROCm, 10). Of others, the simulator's too, a tensor has to be copied to the host first.
 *
 * Streams have numbers there, those of Python's array API: on CUDA 1 is the default stream and 2 the one that the
 * calling thread has by default (host code compiled so; the host waits for it); on ROCm 0 is the default stream; larger
 * ones are native handles. 0 on CUDA, and 1 and 2 on ROCm, are errors, for libraries mean different streams by them.
 *
 * What was enqueued on a tensor is not over when its memory is handed back: who received memory calls the deleter after
 * its work, or lets the default stream of the device wait for it before. The library itself calls the deleter of what
 * it received at once when the last tensor on it is gone, so a sender who uses the memory again on another stream has
 * to order that.
 */

/**
 * Where DLPack says that the tensor lies: 1, 0 on the host; 2 or 10 and the index on a device.
 *
 * @return VJP_OK; VJP_ERROR_DEVICE for a device that DLPack has no number for
 */
VJP_API vjp_status vjp_tensor_dlpack_device(const vjp_tensor* tensor, int32_t* device_type, int32_t* device_id);
/**
 * The device of DLPack's numbers; loads the backend. Page-locked memory (3, 11) counts as the host's, managed memory of
 * CUDA (13) as the device's.
 */
VJP_API vjp_status vjp_device_from_dlpack(int32_t device_type, int32_t device_id, vjp_device* out);
/** The number of a stream, to be told to a sender, who makes the stream wait for what it has enqueued. */
VJP_API vjp_status vjp_stream_dlpack_number(vjp_stream* stream, int64_t* out);

/**
 * vjp_tensor_to_dlpack for a receiver who will use the memory on the stream of a number: this stream waits for what is
 * in the current stream of the tensor's device now.
 *
 * @param stream  NULL: the default stream of the device, which is what vjp_tensor_to_dlpack does; -1: nobody waits.
 * Must be NULL for a tensor on the host.
 */
VJP_API vjp_status vjp_tensor_to_dlpack_stream(vjp_tensor* tensor, bool versioned, const int64_t* stream, void** out);

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
 * Sets the process's handler; NULL: nobody is asked.
 * @param drop  called once it was replaced, or at once where `fn` is NULL; may be NULL; not called on failure
 */
VJP_API vjp_status vjp_memory_set_pressure_handler(vjp_memory_pressure_fn fn, void* context,
                                                   void (*drop)(void* context));

/**
 * The caller's functions in place of a backend's raw allocation, below the cache.
 *
 * `allocate` returns VJP_OK and memory of device `device` aligned to 512 bytes, or VJP_ERROR_MEMORY; it may be called
 * from any thread, and so may `deallocate`, which gets back what `allocate` gave. Neither may call the library.
 */
typedef struct vjp_raw_allocator {
  size_t struct_size; /**< sizeof(vjp_raw_allocator) as the caller was compiled */
  vjp_status (*allocate)(void* context, int32_t device, uint64_t bytes, void** out);
  void (*deallocate)(void* context, int32_t device, void* memory, uint64_t bytes);
  void* context;
  void (*drop)(void* context); /**< called once it was replaced and nothing of its memory is left; may be NULL */
} vjp_raw_allocator;

/** For all devices of a kind, from the next segment on; NULL: the backend's own again. */
VJP_API vjp_status vjp_memory_set_raw_allocator(int32_t kind, const vjp_raw_allocator* allocator);

#ifdef __cplusplus
}
#endif
#endif
