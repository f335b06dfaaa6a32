/** libvjp: anomaly mode: where a NaN comes from, and which line of the program made a node. */
#ifndef VJP_ANOMALY_H
#define VJP_ANOMALY_H

#include "vjp/guard.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A debugging mode of the whole process: nodes remember where in the program they were made; when a grad call fails,
 * one warning tells the call site of the failing node, and of the nodes in whose execution it was made. With
 * `check_nan` a NaN in a node's result is a VJP_ERROR_STATE that names the node and the result. For both, turn it on
 * for the forward and the backward. It is slow, and says so once.
 *
 * The guard sets both switches for a region and restores both. The region belongs to the thread, the switches to the
 * process: a thread that works at the same time is affected.
 */
VJP_API vjp_status vjp_guard_anomaly(bool enabled, bool check_nan, vjp_guard** out);
VJP_API vjp_status vjp_anomaly_set(bool enabled, bool check_nan);
VJP_API bool vjp_anomaly_enabled(void); /**< off by default */
/** Whether results are searched for NaN while the mode is on. True by default. */
VJP_API bool vjp_anomaly_checks_nan(void);

/**
 * How a binding says where its program is: called for each node that is made while anomaly mode is on, on the thread
 * that makes it, to answer by vjp_call_site_write. Where there is no answer, the locations of vjp_location_push are
 * taken, and without any the native backtrace.
 */
typedef struct vjp_call_site vjp_call_site;
typedef void (*vjp_call_site_fn)(void* context, vjp_call_site* site);
/** One a process; NULL takes it away. */
VJP_API vjp_status vjp_set_call_site_callback(vjp_call_site_fn fn, void* context, void (*drop)(void* context));
/** The text, of one or several lines, is copied. To be called inside the callback only. */
VJP_API void vjp_call_site_write(vjp_call_site* site, const char* text);

#ifdef __cplusplus
}
#endif

#endif
