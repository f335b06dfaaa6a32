/**
 * libvjp: devices, their streams and events, random generators, the default device.
 *
 * Every function may be called from any thread. Where a function loads a backend, VJP_ERROR_DEVICE or
 * VJP_ERROR_BACKEND says why it cannot be had; where work on a device fails, VJP_ERROR_BACKEND says what the device
 * reported.
 */
#ifndef VJP_DEVICE_H
#define VJP_DEVICE_H

#include "vjp/base.h"
#include "vjp/guard.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Types of devices. Those of plug-ins get numbers from VJP_DEVICE_PLUGIN on, in the order in which they are loaded. */
typedef enum vjp_device_kind {
  VJP_DEVICE_CPU = 0,
  VJP_DEVICE_CUDA = 1,  /**< NVIDIA GPUs: the plug-in libvjp_cuda.so */
  VJP_DEVICE_SIM = 2,   /**< the built-in simulator of asynchronous devices */
  VJP_DEVICE_PLUGIN = 8 /**< the first type of a plug-in of its own */
} vjp_device_kind;

/** A device by value. Devices are equal if both members are. */
typedef struct vjp_device {
  int32_t kind;  /**< vjp_device_kind */
  int32_t index; /**< counts from 0; 0 for the CPU */
} vjp_device;

/* ---- devices ---- */

/**
 * The device of a name: "cpu", "sim:1", "cuda" (index 0), or the name of a plug-in's type. Loads the backend; creates
 * nothing on the device.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for what is no name of a device and for a device that
 *         there is not, with the reason; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_device_from_name(const char* name, vjp_device* out);
/**
 * Writes the name of a device, "sim:1": at most `size` bytes with the final zero.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE if there is no such type
 * @since 0.1
 */
VJP_API vjp_status vjp_device_name(vjp_device device, char* buffer, size_t size);
/**
 * How many devices of a type there are; loads the backend.
 *
 * @param kind  a vjp_device_kind
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE if there is no such type; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_device_count(int32_t kind, int32_t* out);
/** Whether this process uses the device already; true for the CPU. Loads and creates nothing. @since 0.1 */
VJP_API bool vjp_device_is_active(vjp_device device);
/**
 * Blocks until everything that was enqueued on the device is done. Does nothing for the CPU and for devices not in use.
 *
 * @return VJP_OK; VJP_ERROR_DEVICE if there is no such device; VJP_ERROR_BACKEND, also for work that failed
 * @since 0.1
 */
VJP_API vjp_status vjp_device_synchronize(vjp_device device);
/**
 * The thread's current device of a type: index 0 until another was made current.
 *
 * @param kind  a vjp_device_kind
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE if there is no such type
 * @since 0.1
 */
VJP_API vjp_status vjp_device_current(int32_t kind, vjp_device* out);
/**
 * Makes a device the thread's current one of its type.
 *
 * @return VJP_OK; VJP_ERROR_DEVICE if there is no such device; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_device_set_current(vjp_device device);

/** What is known of a device. Grows at the end. */
typedef struct vjp_device_info {
  size_t struct_size;    /**< set by the caller: VJP_DEVICE_INFO_INIT */
  char name[128];        /**< of the hardware */
  uint64_t total_memory; /**< bytes; 0: not known */
  int32_t compute_units; /**< multiprocessors of a GPU; 0: not known */
} vjp_device_info;
#define VJP_DEVICE_INFO_INIT \
  { sizeof(vjp_device_info), {0}, 0, 0 }
/**
 * Fills in what is known of a device.
 *
 * @param out  its `struct_size` must be set
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a wrong `struct_size`; VJP_ERROR_DEVICE if there is no such device;
 *         VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_device_get_info(vjp_device device, vjp_device_info* out);

/**
 * Loads a plug-in that adds a type of devices (vjp/backend.h). Loading it again does nothing.
 *
 * @param name_or_path  a path with a slash, or a name, which is looked for as libvjp_NAME.so along VJP_BACKEND_PATH,
 *                      beside libvjp and as the dynamic linker does
 * @param out_kind      receives the type's number
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE if there is no such plug-in; VJP_ERROR_BACKEND if it was
 *         made for another interface or refuses, with its reason; VJP_ERROR_STATE if there are too many types
 * @since 0.1
 */
VJP_API vjp_status vjp_backend_load(const char* name_or_path, int32_t* out_kind);
/**
 * One line for each backend, found or not: what it is, where it came from, its devices, what is wrong with it. Tries to
 * load each of them.
 *
 * @param out  receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_backends_describe(char** out);

/* ---- streams ---- */

/**
 * A queue of work on a device: what is enqueued runs in order, after the host has gone on. There is one handle for each
 * stream while anything refers to it, so equal streams are equal pointers. The CPU has none. Each device has a default
 * stream, which is current on every thread until another is made current there.
 */
typedef struct vjp_stream vjp_stream;
/**
 * Makes a stream.
 *
 * @param priority  in the range of the device (vjp_stream_priority_range): 0 is always in it, smaller goes first
 * @param out       receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for the CPU and if there is no such device;
 *         VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_create(vjp_device device, int32_t priority, vjp_stream** out);
/**
 * A stream for the caller's own native handle (a cudaStream_t). The native stream stays the caller's, and must live
 * until every graph that ran on it is gone; otherwise call vjp_stream_forget before it ends.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL as `out`; VJP_ERROR_DEVICE for the CPU and if there is no such device;
 *         what the backend reports of a handle that is no stream of its own; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_wrap(vjp_device device, void* native, vjp_stream** out);
/**
 * The default stream of a device.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for the CPU and if there is no such device;
 *         VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_default(vjp_device device, vjp_stream** out);
/** Adds a reference, which vjp_stream_release gives back; returns `stream`. NULL does nothing. @since 0.1 */
VJP_API vjp_stream* vjp_stream_retain(vjp_stream* stream);
/**
 * Gives a reference back; with the last one the stream ends, after what is enqueued on it. NULL does nothing.
 *
 * @since 0.1
 */
VJP_API void vjp_stream_release(vjp_stream* stream);
/**
 * From now on every use of a wrapped stream, by a node too, is a state error that names it. Does nothing to default
 * streams and for NULL.
 *
 * @since 0.1
 */
VJP_API void vjp_stream_forget(vjp_stream* stream);
/**
 * The native handle of a stream (a cudaStream_t), borrowed.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a stream that was forgotten; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_native(vjp_stream* stream, void** out);
/** The device of a stream; the CPU for NULL. @since 0.1 */
VJP_API vjp_device vjp_stream_device(const vjp_stream* stream);
/** A number that no other stream of the process has, or ever had; 0 for NULL. @since 0.1 */
VJP_API uint64_t vjp_stream_id(const vjp_stream* stream);
/**
 * Names a stream for reports; the name at first is "sim:0 stream 7".
 *
 * @param name  copied; NULL takes the name away
 * @return VJP_OK; VJP_ERROR_INVALID for NULL as the stream; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_set_name(vjp_stream* stream, const char* name);
/**
 * Writes the name: at most `size` bytes with the final zero.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_get_name(vjp_stream* stream, char* buffer, size_t size);
/**
 * The range of priorities of streams; `*greatest` is the smaller number, and goes first.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for the CPU and if there is no such device;
 *         VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_priority_range(vjp_device device, int32_t* least, int32_t* greatest);

/**
 * The thread's current stream of a device: what operators on the device are enqueued on.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for the CPU and if there is no such device;
 *         VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_current(vjp_device device, vjp_stream** out);
/**
 * Makes a stream, and its device, current on the thread.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_set_current(vjp_stream* stream);
/**
 * Makes a stream, and its device, current for a region, whose end puts back the former current device and the former
 * current stream of the stream's device.
 *
 * @param out  receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_stream(vjp_stream* stream, vjp_guard** out);
/**
 * Makes a device the current one of its type for a region.
 *
 * @param out  receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE if there is no such device; VJP_ERROR_BACKEND;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_device(vjp_device device, vjp_guard** out);

/**
 * Whether everything enqueued on a stream so far is done. Does not block.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a stream that was forgotten; VJP_ERROR_BACKEND, also
 *         for work that failed
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_query(vjp_stream* stream, bool* done);
/**
 * Blocks until everything enqueued on a stream so far is done. Holds no lock meanwhile.
 *
 * @return as vjp_stream_query
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_synchronize(vjp_stream* stream);
/**
 * Makes `waiter` do nothing more until what is in `stream` now is done. The host does not wait.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a stream that was forgotten; VJP_ERROR_DEVICE for
 *         devices of two types; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_wait_stream(vjp_stream* waiter, vjp_stream* stream);

/* ---- events ---- */

/** A marker in a stream, for others to wait for. Recording it again moves it; earlier waits keep what they wait for. */
typedef struct vjp_event vjp_event;
/**
 * Makes an event that was not recorded yet.
 *
 * @param timing  true: vjp_event_elapsed can measure with it, which makes it dearer
 * @param out     receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for the CPU and if there is no such device;
 *         VJP_ERROR_BACKEND; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_event_create(vjp_device device, bool timing, vjp_event** out);
/** Adds a reference, which vjp_event_release gives back; returns `event`. NULL does nothing. @since 0.1 */
VJP_API vjp_event* vjp_event_retain(vjp_event* event);
/** Gives a reference back; waits that were made stay valid. NULL does nothing. @since 0.1 */
VJP_API void vjp_event_release(vjp_event* event);
/**
 * Sets the marker behind what is in a stream of the event's device now.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for a stream of another device; VJP_ERROR_STATE for a
 *         stream that was forgotten; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_event_record(vjp_event* event, vjp_stream* stream);
/**
 * Makes a stream, of any device of the event's type, wait for what was in front of the marker when it was recorded; it
 * does not wait for one never recorded. The host does not wait.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for a stream of another type of devices; VJP_ERROR_STATE
 *         for a stream that was forgotten; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_wait_event(vjp_stream* stream, vjp_event* event);
/**
 * Whether what was in front of the marker is done; true if it was never recorded. Does not block. Breaks a capture that
 * is underway: see vjp_event_watch_begin.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_event_query(vjp_event* event, bool* done);
/**
 * Blocks until what was in front of the marker is done.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_event_synchronize(vjp_event* event);
/**
 * Milliseconds between two complete events of one device, both made with timing.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for an event without timing, never recorded or not
 *         complete; VJP_ERROR_DEVICE for two devices; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_event_elapsed(vjp_event* from, vjp_event* to, double* out);

/** What happened since the process began. Grows at the end. */
typedef struct vjp_stream_statistics {
  size_t struct_size;       /**< set by the caller: VJP_STREAM_STATISTICS_INIT */
  uint64_t host_syncs;      /**< how often the host blocked for a device */
  uint64_t events_recorded; /**< by the library and through vjp_event_record */
  uint64_t event_waits;     /**< how often a stream was made to wait for an event */
} vjp_stream_statistics;
#define VJP_STREAM_STATISTICS_INIT \
  { sizeof(vjp_stream_statistics), 0, 0, 0 }
/**
 * Fills in what happened since the process began.
 *
 * @param out  its `struct_size` must be set
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a wrong `struct_size`
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_get_statistics(vjp_stream_statistics* out);

/* ---- how kernels compute ---- */

/**
 * With true, every kernel gives the same bits for the same inputs, whatever stream, order or number of threads; one
 * that cannot fails with VJP_ERROR_NOT_IMPLEMENTED and says which. Off at first; of the process.
 *
 * @since 0.1
 */
VJP_API void vjp_set_deterministic(bool on);
/** Whether kernels have to be deterministic. @since 0.1 */
VJP_API bool vjp_get_deterministic(void);
/**
 * With true, products and convolutions of float32 may round their operands to TF32 (10 bits of mantissa) on devices
 * that are faster that way; sums stay float32. Off at first, unless the environment has VJP_TF32=1; of the process.
 *
 * @since 0.1
 */
VJP_API void vjp_set_allow_tf32(bool on);
/** Whether products may round to TF32. @since 0.1 */
VJP_API bool vjp_get_allow_tf32(void);

/* ---- random generators ---- */

/**
 * A random generator: Philox 4x32-10 (Salmon et al., SC 2011) with a 64-bit seed and a 64-bit offset that counts blocks
 * of four numbers. The numbers of a call depend on seed and offset only, never on the number of threads or the device.
 * Every device has a default generator; to an operator a NULL generator stands for that of the device of its result, to
 * the functions here for that of the calling thread's default device. Using one from several threads is safe; the order
 * decides which thread gets which numbers.
 */
typedef struct vjp_generator vjp_generator;
/**
 * Makes a generator with a seed and the offset 0.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_generator_create(uint64_t seed, vjp_generator** out);
/** Adds a reference, which vjp_generator_release gives back; returns `generator`. NULL does nothing. @since 0.1 */
VJP_API vjp_generator* vjp_generator_retain(vjp_generator* generator);
/** Gives a reference back; with the last one the generator ends. NULL does nothing. @since 0.1 */
VJP_API void vjp_generator_release(vjp_generator* generator);
/**
 * Sets the seed, and the offset 0.
 *
 * @param generator  NULL: that of the thread's default device
 * @return VJP_OK; VJP_ERROR_STATE while a graph that draws from it is captured; for NULL also VJP_ERROR_DEVICE
 * @since 0.1
 */
VJP_API vjp_status vjp_generator_set_seed(vjp_generator* generator, uint64_t seed);
/**
 * Seed and offset as they are.
 *
 * @param generator  NULL: that of the thread's default device
 * @return VJP_OK; VJP_ERROR_INVALID for a NULL result; for a NULL generator also VJP_ERROR_DEVICE
 * @since 0.1
 */
VJP_API vjp_status vjp_generator_get_state(vjp_generator* generator, uint64_t* seed, uint64_t* offset);
/**
 * Sets seed and offset, so that the numbers go on where another generator stood.
 *
 * @param generator  NULL: that of the thread's default device
 * @return as vjp_generator_set_seed
 * @since 0.1
 */
VJP_API vjp_status vjp_generator_set_state(vjp_generator* generator, uint64_t seed, uint64_t offset);
/**
 * Sets the seed, and the offset 0, of the default generator of every device, also of those that are not in use yet.
 *
 * @return VJP_OK; VJP_ERROR_STATE while a graph that draws from one is captured
 * @since 0.1
 */
VJP_API vjp_status vjp_manual_seed(uint64_t seed);
/**
 * The default generator of a device. Loads the backend.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE if there is no such device; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_default_generator(vjp_device device, vjp_generator** out);

/* ---- the default device ---- */

/**
 * The calling thread's default device: where new tensors lie whose operator has no tensor among its arguments
 * (vjp_zeros, vjp_rand, ...), and those that the library makes from the caller's data (vjp_tensor_empty,
 * vjp_tensor_from_data, vjp_tensor_from_scalar). Operators with tensors run where those lie, whatever the default. A
 * thread starts with the process's: the CPU, or what the environment variable VJP_DEVICE names ("sim:0"); a wrong name
 * there is an error of the first call that needs the device.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for a wrong VJP_DEVICE
 * @since 0.1
 */
VJP_API vjp_status vjp_get_default_device(vjp_device* out);
/**
 * Sets the default device of the calling thread and of threads that have not computed yet.
 *
 * @return VJP_OK; VJP_ERROR_DEVICE if there is no such device; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_set_default_device(vjp_device device);
/**
 * Begins a region with another default device on the calling thread.
 *
 * @param out  receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE if there is no such device; VJP_ERROR_BACKEND;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_default_device(vjp_device device, vjp_guard** out);

#ifdef __cplusplus
}
#endif
#endif
