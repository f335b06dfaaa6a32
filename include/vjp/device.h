/** libvjp: devices, their streams and events, random generators. */
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
  VJP_DEVICE_CUDA = 1,
  VJP_DEVICE_SIM = 2, /**< the built-in simulator of asynchronous devices */
  VJP_DEVICE_PLUGIN = 8
} vjp_device_kind;

/** A device by value. Devices are equal if both members are. */
typedef struct vjp_device {
  int32_t kind;  /**< vjp_device_kind */
  int32_t index; /**< counts from 0; 0 for the CPU */
} vjp_device;

/* ---- devices ---- */

/**
 * The device of a name: "cpu", "sim:1", "cuda" (index 0), or the name of a plug-in's type. Loads the backend; a device
 * error says why it cannot be had. Nothing is created on the device.
 */
VJP_API vjp_status vjp_device_from_name(const char* name, vjp_device* out);
/** "sim:1"; writes at most `size` bytes with the final zero. */
VJP_API vjp_status vjp_device_name(vjp_device device, char* buffer, size_t size);
/** How many devices of a type there are; loads the backend. */
VJP_API vjp_status vjp_device_count(int32_t kind, int32_t* out);
/** Whether this process uses the device already. Loads and creates nothing. */
VJP_API bool vjp_device_is_active(vjp_device device);
/** Blocks until everything that was enqueued on the device is done. Nothing for the CPU and for devices not in use. */
VJP_API vjp_status vjp_device_synchronize(vjp_device device);
/** The thread's current device of a type: index 0 until another was made current. */
VJP_API vjp_status vjp_device_current(int32_t kind, vjp_device* out);
VJP_API vjp_status vjp_device_set_current(vjp_device device);

typedef struct vjp_device_info {
  size_t struct_size;
  char name[128];        /**< of the hardware */
  uint64_t total_memory; /**< bytes; 0: not known */
  int32_t compute_units;
} vjp_device_info;
#define VJP_DEVICE_INFO_INIT \
  { sizeof(vjp_device_info), {0}, 0, 0 }
VJP_API vjp_status vjp_device_get_info(vjp_device device, vjp_device_info* out);

/**
 * Loads a plug-in that adds a type of devices (vjp/backend.h): a path with a slash, or a name, which is looked for as
 * libvjp_NAME.so along VJP_BACKEND_PATH, beside libvjp and as the dynamic linker does. Loading it again does nothing. A
 * plug-in that is missing, was made for another interface or refuses gives an error that says so.
 */
VJP_API vjp_status vjp_backend_load(const char* name_or_path, int32_t* out_kind);
/** One line a backend, found or not: what it is, where it came from, its devices, what is wrong with it. Release the
 * text with vjp_string_free. Tries to load each of them. */
VJP_API vjp_status vjp_backends_describe(char** out);

/* ---- streams ---- */

/**
 * A queue of work on a device: what is enqueued runs in order, after the host has gone on. There is one handle for each
 * stream while anybody refers to it, so equal streams are equal pointers. The CPU has none. Each device has a default
 * stream, which is current on every thread until another is made current there.
 */
typedef struct vjp_stream vjp_stream;
/** A new stream; its priority lies in the range of the device (0 is always there, smaller goes first). */
VJP_API vjp_status vjp_stream_create(vjp_device device, int32_t priority, vjp_stream** out);
/**
 * A stream for the caller's own native handle (a cudaStream_t). It stays the caller's, and must live until every graph
 * that ran on it is gone; otherwise call vjp_stream_forget before it ends.
 */
VJP_API vjp_status vjp_stream_wrap(vjp_device device, void* native, vjp_stream** out);
VJP_API vjp_status vjp_stream_default(vjp_device device, vjp_stream** out);
VJP_API vjp_stream* vjp_stream_retain(vjp_stream* stream);
VJP_API void vjp_stream_release(vjp_stream* stream);
/** From now on every use of the stream, by a node too, is a state error that names it. Default streams stay. */
VJP_API void vjp_stream_forget(vjp_stream* stream);
VJP_API vjp_status vjp_stream_native(vjp_stream* stream, void** out);
VJP_API vjp_device vjp_stream_device(const vjp_stream* stream);
/** A number of its own among all streams of the process; 0 for NULL. */
VJP_API uint64_t vjp_stream_id(const vjp_stream* stream);
/** A name for reports; the default is "sim:0 stream 7". NULL takes it away. */
VJP_API vjp_status vjp_stream_set_name(vjp_stream* stream, const char* name);
/** Writes the name: at most `size` bytes with the final zero. */
VJP_API vjp_status vjp_stream_get_name(vjp_stream* stream, char* buffer, size_t size);
VJP_API vjp_status vjp_stream_priority_range(vjp_device device, int32_t* least, int32_t* greatest);

/** The thread's current stream of the device: what operators on it are enqueued on. */
VJP_API vjp_status vjp_stream_current(vjp_device device, vjp_stream** out);
/** Makes the stream, and its device, current on the thread. */
VJP_API vjp_status vjp_stream_set_current(vjp_stream* stream);
/**
 * The same for a region, ended by vjp_guard_exit, which puts back the former current device and the former current
 * stream of the stream's device.
 */
VJP_API vjp_status vjp_guard_stream(vjp_stream* stream, vjp_guard** out);
/** Makes the device the current one of its type for a region. */
VJP_API vjp_status vjp_guard_device(vjp_device device, vjp_guard** out);

/** Whether everything enqueued so far is done. Does not block. */
VJP_API vjp_status vjp_stream_query(vjp_stream* stream, bool* done);
/** Blocks until everything enqueued so far is done. Holds no lock meanwhile. */
VJP_API vjp_status vjp_stream_synchronize(vjp_stream* stream);
/** `waiter` does nothing more until what is in `stream` now is done. The host does not wait. */
VJP_API vjp_status vjp_stream_wait_stream(vjp_stream* waiter, vjp_stream* stream);

/* ---- events ---- */

/** A marker in a stream, for others to wait for. Recording it again moves it; earlier waits keep what they wait for. */
typedef struct vjp_event vjp_event;
VJP_API vjp_status vjp_event_create(vjp_device device, bool timing, vjp_event** out);
VJP_API vjp_event* vjp_event_retain(vjp_event* event);
VJP_API void vjp_event_release(vjp_event* event); /**< waits that were made stay valid */
VJP_API vjp_status vjp_event_record(vjp_event* event, vjp_stream* stream);
/** The stream, of any device, waits for what was in front of the marker when it was recorded; not for one never
 * recorded. */
VJP_API vjp_status vjp_stream_wait_event(vjp_stream* stream, vjp_event* event);
VJP_API vjp_status vjp_event_query(vjp_event* event, bool* done); /**< true if never recorded */
VJP_API vjp_status vjp_event_synchronize(vjp_event* event);
/** Milliseconds between two complete events of one device, both made with timing. */
VJP_API vjp_status vjp_event_elapsed(vjp_event* from, vjp_event* to, double* out);

/** What happened since the process began. */
typedef struct vjp_stream_statistics {
  size_t struct_size;
  uint64_t host_syncs;      /**< how often the host blocked for a device */
  uint64_t events_recorded; /**< by the library and through vjp_event_record */
  uint64_t event_waits;
} vjp_stream_statistics;
#define VJP_STREAM_STATISTICS_INIT \
  { sizeof(vjp_stream_statistics), 0, 0, 0 }
VJP_API vjp_status vjp_stream_get_statistics(vjp_stream_statistics* out);

/**
 * With true, every kernel gives the same bits for the same inputs, whatever stream, order or number of threads; one
 * that cannot fails with "not implemented" and says which. Off at first; of the process.
 */
VJP_API void vjp_set_deterministic(bool on);
VJP_API bool vjp_get_deterministic(void);
/**
 * With true, products and convolutions of float32 may round their operands to TF32 (10 bits of mantissa) on devices
 * that are faster that way; sums stay float32. Off at first, unless the environment has VJP_TF32=1; of the process.
 */
VJP_API void vjp_set_allow_tf32(bool on);
VJP_API bool vjp_get_allow_tf32(void);

/* ---- random generators ---- */

/**
 * A random generator: Philox 4x32-10 (Salmon et al., SC 2011) with a 64-bit seed and a 64-bit offset that counts blocks
 * of four numbers. The numbers of a call depend on seed and offset only, never on the number of threads or the device.
 * Every device has a default generator; to an operator a NULL generator stands for that of the device of its result, to
 * the functions here for that of the calling thread's default device. Using one from several threads is safe; the order
 * decides who gets which numbers.
 */
typedef struct vjp_generator vjp_generator;
VJP_API vjp_status vjp_generator_create(uint64_t seed, vjp_generator** out);
VJP_API vjp_generator* vjp_generator_retain(vjp_generator* generator);
VJP_API void vjp_generator_release(vjp_generator* generator);
/** Sets the seed and the offset 0. */
VJP_API vjp_status vjp_generator_set_seed(vjp_generator* generator, uint64_t seed);
VJP_API vjp_status vjp_generator_get_state(vjp_generator* generator, uint64_t* seed, uint64_t* offset);
VJP_API vjp_status vjp_generator_set_state(vjp_generator* generator, uint64_t seed, uint64_t offset);
/** Sets the seed, and the offset 0, of the default generator of every device. */
VJP_API vjp_status vjp_manual_seed(uint64_t seed);
/** The device's default generator; the caller owns the handle. Loads the backend of the device. */
VJP_API vjp_status vjp_default_generator(vjp_device device, vjp_generator** out);

/* ---- the default device ---- */

/**
 * Where new tensors lie whose operator has no tensor among its arguments (vjp_zeros, vjp_rand, ...), and those that the
 * library makes from the caller's data (vjp_tensor_empty, vjp_tensor_from_data, vjp_tensor_from_scalar): the calling
 * thread's default device. A thread starts with the process's: the CPU, or what the environment variable VJP_DEVICE
 * names ("sim:0"); a wrong name there is an error of the first call that needs the device. Operators with tensors run
 * where those lie, whatever the default.
 */
VJP_API vjp_status vjp_get_default_device(vjp_device* out);
/** Sets it for the calling thread and for threads that have not computed yet. VJP_ERROR_DEVICE: there is none such. */
VJP_API vjp_status vjp_set_default_device(vjp_device device);
/** A region with another default device on the calling thread; vjp_guard_exit ends it. */
VJP_API vjp_status vjp_guard_default_device(vjp_device device, vjp_guard** out);

#ifdef __cplusplus
}
#endif
#endif
