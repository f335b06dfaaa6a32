/** libvjp: modes of the calling thread: what operators record, and where grad calls run. */
#ifndef VJP_MODE_H
#define VJP_MODE_H

#include "vjp/guard.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Settings of the calling thread. A new thread has the defaults, not those of the thread that made it; threads of the
 * library that work for a grad call have those of its caller.
 */
typedef enum vjp_mode {
  VJP_MODE_GRAD = 1,           /**< operators record; on by default */
  VJP_MODE_INFERENCE = 2,      /**< nothing is recorded, and what is made can never be; off by default */
  VJP_MODE_FORWARD = 3,        /**< operators carry tangents along inside a forward-mode level; on by default */
  VJP_MODE_MULTITHREADING = 4, /**< grad calls may use worker threads; on by default */
  VJP_MODE_VIEW_REPLAY = 5     /**< stale views are rebuilt by replaying their functions; off by default */
} vjp_mode;
/**
 * Begins a region with a mode on or off, which vjp_guard_exit ends. Inference mode also turns grad mode, forward mode
 * and multithreading off; turned off inside an inference region it gives the ordinary modes back.
 *
 * @param out  receives the region
 * @return VJP_OK; VJP_ERROR_INVALID for an unknown mode or NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_mode(vjp_mode mode, bool enabled, vjp_guard** out);
/**
 * Sets a mode without a region: until it is set again, or until a region of that mode, or a callback, around the call
 * ends.
 *
 * @param previous  receives the former value; may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for an unknown mode and for VJP_MODE_INFERENCE, which only a region can set
 * @since 0.1
 */
VJP_API vjp_status vjp_mode_set(vjp_mode mode, bool enabled, bool* previous);
/** Whether the mode is on in the calling thread; false for an unknown mode. @since 0.1 */
VJP_API bool vjp_mode_enabled(vjp_mode mode);

/** Whether operators record in the calling thread: vjp_mode_enabled(VJP_MODE_GRAD). @since 0.1 */
VJP_API bool vjp_grad_mode(void);
/**
 * Turns grad mode on or off without a region, as vjp_mode_set. Inside inference mode it stays off.
 *
 * @param previous  receives the former value, for the caller to restore; may be NULL
 * @return VJP_OK always
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_mode_set(bool enabled, bool* previous);

#ifdef __cplusplus
}
#endif

#endif
