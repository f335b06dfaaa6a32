/**
 * libvjp: the interface between the library and a device backend. Only plug-ins need this header.
 *
 * A plug-in is a shared library that exports vjp_backend_entry (below). It is loaded when a program first names a
 * device of its type, or by vjp_backend_load. It fills one table of functions; the library calls them, adds current
 * streams, caching of memory, the order of gradients and the detection of races, and knows nothing else of the device.
 *
 * Rules for every entry: it may be called from any thread; it returns a status (but order_matters and shutdown), and
 * before any status but VJP_OK has called host->set_error; it never throws, prints or exits; it leaves the thread's
 * current device as it found it, except set_device. What the device lacks is reported before anything is enqueued.
 * Entries marked optional may be NULL; a call that cannot do without one is then VJP_ERROR_NOT_IMPLEMENTED, with its
 * name.
 */
#ifndef VJP_BACKEND_H
#define VJP_BACKEND_H

#include "vjp/base.h"
#include "vjp/capture.h"
#include "vjp/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Changes when a plug-in must be compiled anew. New members of the structs alone do not: they go to the end. */
#define VJP_BACKEND_INTERFACE 1

/** What a backend knows of a device. */
typedef struct vjp_device_properties {
  size_t struct_size;    /**< set by the caller */
  char name[128];        /**< of the hardware */
  uint64_t total_memory; /**< bytes */
  int32_t compute_units; /**< multiprocessors of a GPU; 0: not known */
  bool unified_memory;   /**< the host can address device memory */
} vjp_device_properties;

/** Where a copy begins and where it ends. */
typedef enum vjp_copy_kind {
  VJP_COPY_HOST_TO_DEVICE = 0,  /**< from memory of the host */
  VJP_COPY_DEVICE_TO_HOST = 1,  /**< to memory of the host */
  VJP_COPY_DEVICE_TO_DEVICE = 2 /**< of one device or of two */
} vjp_copy_kind;

/** A copy of bytes, enqueued on `stream` of device `device`, which is the source's, or the only one. */
typedef struct vjp_transfer {
  size_t struct_size;             /**< set by the library */
  void* dst;                      /**< to */
  const void* src;                /**< from */
  uint64_t bytes;                 /**< how many */
  int32_t kind;                   /**< vjp_copy_kind */
  int32_t dst_device, src_device; /**< indices; -1: the host */
  int32_t device;                 /**< whose stream it is */
  void* stream;                   /**< what the copy is enqueued on */
} vjp_transfer;

/** Why a capture was invalidated. */
typedef enum vjp_capture_fault {
  VJP_CAPTURE_FAULT_NONE = 0,
  VJP_CAPTURE_FAULT_UNJOINED = 1,    /**< a stream was drawn in and not joined with the origin again */
  VJP_CAPTURE_FAULT_ISOLATION = 2,   /**< a dependency crosses the boundary of the capture */
  VJP_CAPTURE_FAULT_IMPLICIT = 3,    /**< the default stream would be drawn in */
  VJP_CAPTURE_FAULT_UNSUPPORTED = 4, /**< host synchronisation, event query or read-back of a captured stream */
  VJP_CAPTURE_FAULT_WRONG_STREAM = 5 /**< ended on another stream, or in another thread */
} vjp_capture_fault;

/** What a backend knows of a stream's capture. */
typedef struct vjp_capture_info {
  size_t struct_size; /**< set by the caller */
  int32_t state;      /**< vjp_capture_state */
  int32_t fault;      /**< vjp_capture_fault */
  uint64_t id;        /**< of the capture that the stream takes part in; never used again; 0: none */
} vjp_capture_info;

/** The last error that the device met while it executed. */
typedef struct vjp_device_fault {
  size_t struct_size; /**< set by the caller */
  int32_t status;     /**< VJP_OK: none */
  bool sticky;        /**< the device is of no more use until it is reset */
  char op[64];        /**< the operator whose command failed, "" if not known */
  char text[256];     /**< what the device reported */
} vjp_device_fault;

/** Takes a piece of text; used where an entry writes a document. */
typedef void (*vjp_write_fn)(void* context, const char* text, size_t length);

/** The table of a backend: what it is, and its entries. Those that are not called optional are required. */
typedef struct vjp_backend {
  size_t size;         /**< sizeof(vjp_backend) as the plug-in was compiled */
  uint32_t interface;  /**< VJP_BACKEND_INTERFACE as the plug-in was compiled */
  const char* name;    /**< of the device type, as in "name:0": lower case letters and digits */
  const char* version; /**< of the plug-in, for vjp_backends_describe */

  /* ---- devices: indices count from 0 ---- */

  vjp_status (*device_count)(int32_t* count); /**< 0 with an error where the driver is absent */
  /** Fills in what is known of a device. */
  vjp_status (*device_properties)(int32_t device, vjp_device_properties* out);
  /** Whether this process already uses the device. Creates nothing. */
  vjp_status (*context_active)(int32_t device, bool* active);
  vjp_status (*get_device)(int32_t* device); /**< the calling thread's, as other users of the driver see it */
  vjp_status (*set_device)(int32_t device);  /**< may create the device's context */
  vjp_status (*synchronize)(int32_t device); /**< blocks until everything enqueued on the device is done */
  /** The memory that is free, and all that there is, in bytes. */
  vjp_status (*memory_info)(int32_t device, uint64_t* free, uint64_t* total);

  /* ---- streams: the handles are the backend's; a NULL handle may be one ---- */

  vjp_status (*stream_create)(int32_t device, int32_t priority, void** stream); /**< a smaller priority goes first */
  vjp_status (*stream_destroy)(int32_t device, void* stream);                   /**< what is enqueued is still done */
  vjp_status (*stream_default)(int32_t device, void** stream);                  /**< the one that is always there */
  vjp_status (*stream_wrap)(int32_t device, void* native, void** stream); /**< optional: the handle is the native one */
  vjp_status (*stream_native)(int32_t device, void* stream, void** native); /**< optional: the same */
  /** Whether everything enqueued is done. Does not block. */
  vjp_status (*stream_query)(int32_t device, void* stream, bool* done);
  /** Blocks until everything enqueued is done. */
  vjp_status (*stream_synchronize)(int32_t device, void* stream);
  /** The priorities that streams can have; 0 is among them, and `greatest` the smaller number. */
  vjp_status (*stream_priority_range)(int32_t device, int32_t* least, int32_t* greatest);

  /* ---- events ---- */

  vjp_status (*event_create)(int32_t device, bool timing, void** event); /**< `timing`: event_elapsed can measure */
  vjp_status (*event_destroy)(int32_t device, void* event);              /**< with waits pending, too */
  vjp_status (*event_record)(void* event, int32_t device, void* stream); /**< of the event's device */
  vjp_status (*stream_wait)(int32_t device, void* stream, void* event);  /**< of any device */
  vjp_status (*event_query)(void* event, bool* done);                    /**< true if never recorded */
  vjp_status (*event_synchronize)(void* event);                          /**< blocks until it is complete */
  vjp_status (*event_elapsed)(void* from, void* to,
                              double* milliseconds); /**< both complete, with timing, one device */

  /* ---- memory: raw_* may block; the library caches above them ---- */

  vjp_status (*raw_alloc)(int32_t device, uint64_t bytes, void** out);  /**< aligned to 512 bytes; VJP_ERROR_MEMORY */
  vjp_status (*raw_free)(int32_t device, void* memory, uint64_t bytes); /**< gets back what raw_alloc gave */
  vjp_status (*host_alloc)(uint64_t bytes, void** out);   /**< page-locked; usable from all devices of the type */
  vjp_status (*host_free)(void* memory, uint64_t bytes);  /**< gets back what host_alloc gave */
  vjp_status (*copy_async)(const vjp_transfer* transfer); /**< enqueues a copy of bytes */
  /** Enqueues that every byte of the memory becomes `value`. */
  vjp_status (*fill_async)(int32_t device, void* memory, uint8_t value, uint64_t bytes, void* stream);
  /** Whether one device can address and copy to another directly. */
  vjp_status (*peer_access)(int32_t device, int32_t peer, bool* possible);
  /** Optional: the library has handed out this piece of its cache on `stream`; for backends that poison memory. */
  vjp_status (*memory_handed_out)(int32_t device, void* memory, uint64_t bytes, void* stream);

  /* ---- host work: fn must not call the backend ---- */

  /** Enqueues a call of `fn` on a thread of the host. */
  vjp_status (*host_function)(int32_t device, void* stream, void (*fn)(void* context), void* context);

  /* ---- graphs: all optional together ---- */

  /** Begins a capture on a stream; `mode` is a vjp_capture_mode. */
  vjp_status (*capture_begin)(int32_t device, void* stream, int32_t mode);
  /** Ends the capture that began on `stream`. On failure the capture is over too, and `out` is not written. */
  vjp_status (*capture_end)(int32_t device, void* stream, void** graph);
  /** Which capture a stream takes part in. Breaks none. */
  vjp_status (*capture_info)(int32_t device, void* stream, vjp_capture_info* out);
  vjp_status (*graph_node_count)(void* graph, uint64_t* count); /**< how many commands a graph has */
  vjp_status (*graph_destroy)(void* graph);                     /**< executables made of it stay */
  /** Writes a graph as text for Graphviz. */
  vjp_status (*graph_dot)(void* graph, vjp_write_fn write, void* context);
  /** Makes a graph ready to be launched, often. */
  vjp_status (*graph_instantiate)(void* graph, void** executable);
  /** `updated` false: the graphs differ too much and the executable is as it was. */
  vjp_status (*executable_update)(void* executable, void* graph, bool* updated);
  /** Enqueues the whole on a stream. */
  vjp_status (*executable_launch)(void* executable, int32_t device, void* stream);
  vjp_status (*executable_destroy)(void* executable); /**< with launches pending, too */

  /* ---- kernels and faults ---- */

  const vjp_kernels* kernels; /**< vjp/kernels.h; not NULL */
  /** The device's last asynchronous error, which is forgotten unless it is sticky. Does not wait. */
  vjp_status (*last_fault)(int32_t device, vjp_device_fault* out);
  /** Optional. Whether results may depend on the order in which different threads enqueue; then the engine issues the
   * nodes of a grad call one after another. */
  bool (*order_matters)(void);
  /** Optional: finishes what was enqueued, ends the threads of the backend and gives its caches back. Called by
   * vjp_shutdown; handles and memory that the library still has stay valid, and the table may be used again. */
  void (*shutdown)(void);
  /** Optional. Whether the engine is to give the devices no worker thread of their own, as where kernels have run when
   * their entries return: the nodes run on the thread that makes the grad call. */
  bool no_worker;
} vjp_backend;

/** What the library offers to a backend; lives as long as the process. */
typedef struct vjp_backend_host {
  size_t size;                 /**< sizeof(vjp_backend_host) as the library was compiled */
  uint32_t interface;          /**< VJP_BACKEND_INTERFACE as the library was compiled */
  const char* library_version; /**< vjp_version() */
  /** The message of the error that the entry is about to return on this thread; copied. */
  void (*set_error)(const char* text);
  /** A warning for the program's warning handler. */
  void (*warn)(const char* text);
  /**
   * The CPU's kernels: they compute before they return, on memory that the host can address, and ignore the launch,
   * which may be NULL. A backend with such memory may offer them as its own.
   */
  const vjp_kernels* cpu_kernels;
  /**
   * Copies the arguments of an entry of vjp_kernels with everything in host memory that they point to (`entry`: its
   * position in the struct, counted from 0), so that the kernel can be run later. Device memory is not kept alive.
   */
  vjp_status (*pack)(int32_t entry, const void* args, void** packed);
  const void* (*packed_args)(const void* packed); /**< what to give to the entry */
  void (*packed_free)(void* packed);              /**< ends what pack made */
  /**
   * Memory for the kernels of the launch that this thread is in, out of the library's cache on the launch's stream; in
   * a capture out of the graph's pool. `block` is given back when the last kernel that uses it is enqueued.
   */
  vjp_status (*workspace_take)(uint64_t bytes, void** memory, void** block);
  void (*workspace_return)(void* block); /**< gets `block` of workspace_take */
  /** Whether this thread is in a node of a grad call: derivatives may want other algorithms. */
  bool (*in_backward)(void);
} vjp_backend_host;

/**
 * What a plug-in exports under the name vjp_backend_entry. Hands out its table, which must live as long as the process.
 * Returns an error, after host->set_error, if it cannot work with this library or on this machine; a missing driver is
 * better reported by device_count.
 */
typedef vjp_status (*vjp_backend_entry_fn)(const vjp_backend_host* host, const vjp_backend** out);
/** The name under which a plug-in exports its vjp_backend_entry_fn. */
#define VJP_BACKEND_ENTRY_NAME "vjp_backend_entry"

#ifdef __cplusplus
}
#endif
#endif
