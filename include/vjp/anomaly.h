/**
 * libvjp: anomaly mode: where a NaN comes from, and which line of the program made a node.
 *
 * A debugging mode of the whole process: nodes remember where in the program they were made; when a grad call fails,
 * one warning names the call site of the failing node, and those of the nodes in whose execution it was made. With
 * `check_nan` a NaN in a node's result is a VJP_ERROR_STATE that names the node and the result. Both need the mode in
 * the forward and in the backward. It is slow; one warning reminds of that.
 */
#ifndef VJP_ANOMALY_H
#define VJP_ANOMALY_H

#include "vjp/guard.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Begins a region with the mode on or off; its end restores both switches. The region belongs to the thread, the
 * switches to the process: a thread that works at the same time is affected.
 *
 * @param check_nan  whether results are searched for NaN
 * @param out        receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY; what the warning handler raised
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_anomaly(bool enabled, bool check_nan, vjp_guard** out);
/**
 * Sets both switches of the process without a region.
 *
 * @return VJP_OK; what the warning handler raised
 * @since 0.1
 */
VJP_API vjp_status vjp_anomaly_set(bool enabled, bool check_nan);
/** Whether the mode is on; off at first. @since 0.1 */
VJP_API bool vjp_anomaly_enabled(void);
/** Whether results are searched for NaN while the mode is on; true at first. @since 0.1 */
VJP_API bool vjp_anomaly_checks_nan(void);

/** Where a vjp_call_site_fn writes its answer; lives during the call. */
typedef struct vjp_call_site vjp_call_site;
/**
 * How a binding says where its program is: called for each node that is made while anomaly mode is on, on the thread
 * that makes it, to answer by vjp_call_site_write. Where there is no answer, the locations of vjp_location_push are
 * taken, and without any the native backtrace.
 */
typedef void (*vjp_call_site_fn)(void* context, vjp_call_site* site);
/**
 * Sets the process's callback for call sites, in the place of the former one.
 *
 * @param fn    NULL takes the callback away
 * @param drop  called once with the context, when the callback was replaced; may be NULL. Not called on failure
 * @return VJP_OK; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_set_call_site_callback(vjp_call_site_fn fn, void* context, void (*drop)(void* context));
/**
 * Answers where the program is. For the callback only, while it runs; NULL does nothing.
 *
 * @param text  one line or several, copied
 * @since 0.1
 */
VJP_API void vjp_call_site_write(vjp_call_site* site, const char* text);
/**
 * Answers with the innermost line of the program, which is enough where places are noted for vjp_explain_gradient. For
 * the callback only, while it runs.
 *
 * @param file      copied, as `function`; NULL is "?"
 * @param function  NULL or "": not known
 * @return whether the whole stack is wanted, too (vjp_call_site_write); false for NULL
 * @since 0.1
 */
VJP_API bool vjp_call_site_write_place(vjp_call_site* site, const char* file, int32_t line, const char* function);

#ifdef __cplusplus
}
#endif

#endif
