/**
 * libvjp: status codes, errors, versions, threads, allocation and scopes.
 *
 * Conventions of every header:
 *  - A function that can fail returns vjp_status. On failure no out parameter is written, nothing else changed, and
 *    vjp_last_error() describes what was given and what would have been right.
 *  - A pointer that a call needs and that is NULL is VJP_ERROR_INVALID ("for NULL" below). Every call that allocates
 * can return VJP_ERROR_MEMORY, and VJP_ERROR_INTERNAL means a defect of the library.
 *  - A function that hands out a handle gives the caller one reference; release it with vjp_<type>_release, which does
 *    nothing for NULL. Arguments are borrowed. Handles may be used and released on any thread.
 *  - Strings handed out live as long as the object they describe, or as the function's comment says.
 *  - Callbacks take a context and a destructor `drop` for it, which is called exactly once and may be NULL. Callbacks
 *    may call any libvjp function.
 *  - Structures that begin with their size are initialised by their macro (VJP_..._INIT) and grow at the end.
 */
#ifndef VJP_BASE_H
#define VJP_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VJP_VERSION_MAJOR 0
#define VJP_VERSION_MINOR 1
#define VJP_VERSION_PATCH 0

#if defined(__GNUC__)
#define VJP_API __attribute__((visibility("default")))
#else
#define VJP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The result of a call. Values never change. */
typedef enum vjp_status {
  VJP_OK = 0,
  VJP_ERROR_INVALID = 1,         /**< an argument is NULL, out of range or of the wrong kind */
  VJP_ERROR_SHAPE = 2,           /**< shapes do not fit, or a size overflows */
  VJP_ERROR_DTYPE = 3,           /**< the operation is not defined for these dtypes */
  VJP_ERROR_DEVICE = 4,          /**< devices differ or the device does not exist */
  VJP_ERROR_STATE = 5,           /**< the call is not allowed in the present state (leaf in place, freed graph, ...) */
  VJP_ERROR_VERSION = 6,         /**< a value saved for backward was changed in place */
  VJP_ERROR_MEMORY = 7,          /**< out of memory; all handles stay usable */
  VJP_ERROR_NOT_IMPLEMENTED = 8, /**< no such derivative or kernel */
  VJP_ERROR_CANCELLED = 9,       /**< a callback refused, or the call was cancelled */
  VJP_ERROR_BACKEND = 10,        /**< a device or numeric library failed */
  VJP_ERROR_IO = 11,             /**< a file could not be read or written */
  VJP_ERROR_INTERNAL = 12        /**< a defect of libvjp; please report it */
} vjp_status;

/** The name of a status ("shape error"): a static string, "unknown status" for values out of range. @since 0.1 */
VJP_API const char* vjp_status_name(vjp_status status);

/**
 * The message of the calling thread's last error, "" if there was none. Valid until the thread's next failing call.
 *
 * @since 0.1
 */
VJP_API const char* vjp_last_error(void);

/**
 * The status that belongs to vjp_last_error().
 *
 * @return VJP_OK if there was no error
 * @since 0.1
 */
VJP_API vjp_status vjp_last_error_status(void);

/** Forgets the calling thread's last error and drops its payload. @since 0.1 */
VJP_API void vjp_clear_error(void);

/**
 * For callbacks: describes the error that the callback is about to return.
 *
 * @param status   what the callback will return; VJP_OK is refused
 * @param message  copied; NULL stands for ""
 * @param payload  anything, e.g. the exception of the binding's language; vjp_error_take_payload returns it
 *                 on the thread that called backward
 * @param drop     destroys the payload if nobody takes it; may be NULL
 * @return `status`, so that a callback can return the call; VJP_ERROR_INVALID if it is no error
 * @since 0.1
 */
VJP_API vjp_status vjp_error_raise(vjp_status status, const char* message, void* payload, void (*drop)(void* payload));

/**
 * vjp_error_raise for a payload that several may receive. Where an error is reported more than once (vjp_pending_wait),
 * each report gets what `share(payload)` returns, which is dropped or taken by itself. `share` may be called on any
 * thread, by several at once, and must not fail.
 *
 * @return as vjp_error_raise
 * @since 0.1
 */
VJP_API vjp_status vjp_error_raise_shared(vjp_status status, const char* message, void* payload,
                                          void* (*share)(void* payload), void (*drop)(void* payload));

/** Takes the payload of the last error, which the caller then owns; NULL if it has none. @since 0.1 */
VJP_API void* vjp_error_take_payload(void);

/** The version of the library, "major.minor.patch"; static. @since 0.1 */
VJP_API const char* vjp_version(void);
/** The version of the library as major * 10000 + minor * 100 + patch. @since 0.1 */
VJP_API int32_t vjp_version_number(void);

/**
 * One line about the library: compiler, vector instructions, BLAS ("none" and why, without OpenBLAS), and "no threads"
 * where it was built without. Static, never NULL. Loads OpenBLAS.
 *
 * @since 0.1
 */
VJP_API const char* vjp_build_info(void);

/**
 * Sets how many threads a single operator may use, the calling one included. The default is the number of processors
 * this process may run on (affinity, cgroup quota), or the environment variable VJP_NUM_THREADS. Results do not depend
 * on the number. In a library built without threads (VJP_THREADS=OFF) the default is 1, and more than one work only
 * with vjp_set_thread_pool. Of the process.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for less than 1
 * @since 0.1
 */
VJP_API vjp_status vjp_set_num_threads(int32_t threads);
/** How many threads a single operator may use. @since 0.1 */
VJP_API int32_t vjp_get_num_threads(void);

/**
 * Joins the library's threads and frees its caches; waits for grad calls on other threads as vjp_set_shutdown_timeout
 * says. The library may be used again afterwards.
 *
 * @since 0.1
 */
VJP_API void vjp_shutdown(void);

/**
 * Receives warnings: one line without a newline, several for reports of anomaly mode. The message lives during the
 * call.
 *
 * A handler that calls vjp_error_raise makes an error of the warning: the call of the library from which it came fails
 * with that status, message and payload. What a grad call warns of, on whatever thread, reaches the handler after the
 * call's work, so gradients are where they belong; the first error counts, and none where the call fails anyhow.
 * Warnings that belong to no call (about environment variables, a missing library, the inside of a backend) fail
 * nothing: what the handler raises for them is printed on standard error, and its payload dropped.
 */
typedef void (*vjp_warning_fn)(void* context, const char* message);

/**
 * Sets the process's warning handler. At first warnings go to standard error.
 *
 * @param fn    NULL discards warnings
 * @param drop  called once the handler was replaced and no call of it runs any more, perhaps on another thread; may be
 *              NULL; not called on failure
 * @return VJP_OK; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_set_warning_handler(vjp_warning_fn fn, void* context, void (*drop)(void* context));

/** An allocator for tensor storage. Both functions are called from any thread, by several at once. */
typedef struct vjp_allocator {
  size_t struct_size;                             /**< sizeof(vjp_allocator) as the caller was compiled */
  void* (*allocate)(void* context, size_t bytes); /**< memory aligned to 64 bytes, or NULL */
  void (*deallocate)(void* context, void* memory, size_t bytes); /**< gets back what `allocate` gave, and its size */
  void* context;                                                 /**< passed to both */
} vjp_allocator;

/**
 * Replaces the allocator of tensor storage on the CPU. Storage made before keeps its own, so the functions and the
 * context must stay valid as long as a tensor uses their memory.
 *
 * @param allocator  copied; NULL restores the built-in one
 * @return VJP_OK; VJP_ERROR_INVALID for a wrong `struct_size` or a missing function
 * @since 0.1
 */
VJP_API vjp_status vjp_set_allocator(const vjp_allocator* allocator);

/** Bytes of tensor storage on the CPU that are in use now. @since 0.1 */
VJP_API int64_t vjp_memory_allocated(void);
/** The most that vjp_memory_allocated has been since the start or the last vjp_memory_reset_peak. @since 0.1 */
VJP_API int64_t vjp_memory_peak(void);
/** The peak becomes what is allocated now. @since 0.1 */
VJP_API void vjp_memory_reset_peak(void);

/** How many tensors are alive in the process: for leak tests. @since 0.1 */
VJP_API int64_t vjp_debug_live_tensors(void);
/** How many nodes are alive in the process: for leak tests. @since 0.1 */
VJP_API int64_t vjp_debug_live_nodes(void);

/**
 * How often an operator ("mm", "max.dim") was called in this process, inside other operators too; -1 if there is no
 * such operator.
 *
 * @since 0.1
 */
VJP_API int64_t vjp_debug_op_calls(const char* op);

/** A tensor (vjp/tensor.h). */
typedef struct vjp_tensor vjp_tensor;

/**
 * Begins a scope: until vjp_scope_end every tensor handle that the calling thread receives from an out parameter
 * belongs to the scope, which releases it, except those given to vjp_scope_keep. Scopes nest. Releasing such a handle
 * by hand is an error of the caller.
 *
 * @return VJP_OK; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_scope_begin(void);
/**
 * Ends the innermost scope and releases the handles that belong to it.
 *
 * @return VJP_OK; VJP_ERROR_STATE if this thread has no scope, or, in a callback, none that was begun there
 * @since 0.1
 */
VJP_API vjp_status vjp_scope_end(void);

/**
 * Moves a handle of the innermost scope out to the caller, who then owns one reference.
 *
 * @return VJP_OK; VJP_ERROR_STATE if no scope is open; VJP_ERROR_INVALID for NULL and for a handle of no or another
 *         scope
 * @since 0.1
 */
VJP_API vjp_status vjp_scope_keep(vjp_tensor* tensor);

/**
 * Says where the calling program is. Errors and the reports of anomaly mode carry the thread's innermost location.
 *
 * @param file      not copied, as `function`: must live until the location was popped
 * @return VJP_OK; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_location_push(const char* file, int32_t line, const char* function);
/**
 * Takes the innermost location away.
 *
 * @return VJP_OK; VJP_ERROR_STATE if this thread has none, or, in a callback, none that was pushed there
 * @since 0.1
 */
VJP_API vjp_status vjp_location_pop(void);

#ifdef __cplusplus
}
#endif
#endif
