/** libvjp: modes of the calling thread: what operators record, and where grad calls run. */
#ifndef VJP_MODE_H
#define VJP_MODE_H

#include "vjp/guard.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether operators record. On by default in every thread. */
VJP_API bool vjp_grad_mode(void);
/** Sets it and hands back the former value, to be restored by the caller. `previous` may be NULL. Inside inference mode
 * nothing records, and it stays off. */
VJP_API vjp_status vjp_grad_mode_set(bool enabled, bool* previous);

/** Settings of the calling thread. New threads have the defaults, not their parent's. */
typedef enum vjp_mode {
  VJP_MODE_GRAD = 1,           /**< operators record; on by default */
  VJP_MODE_INFERENCE = 2,      /**< nothing is recorded, and what is made can never be; off by default */
  VJP_MODE_FORWARD = 3,        /**< operators carry tangents along inside a forward-mode level; on by default */
  VJP_MODE_MULTITHREADING = 4, /**< grad calls may use worker threads; on by default */
  VJP_MODE_VIEW_REPLAY = 5     /**< stale views are rebuilt by replaying their functions; off by default */
} vjp_mode;
VJP_API vjp_status vjp_guard_mode(vjp_mode mode, bool enabled, vjp_guard** out);
/**
 * Sets a mode without a region, until it is set again or a region of that mode, or a callback, around it ends, and
 * hands back the former value.
 *
 * @param previous  may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for an unknown mode and for VJP_MODE_INFERENCE, which is a region's alone
 * @since 0.1
 */
VJP_API vjp_status vjp_mode_set(vjp_mode mode, bool enabled, bool* previous);
/** Whether the mode is on in the calling thread; false for an unknown mode. */
VJP_API bool vjp_mode_enabled(vjp_mode mode);

#ifdef __cplusplus
}
#endif

#endif
