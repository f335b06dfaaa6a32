/** libvjp: regions, settings that hold until they are ended. */
#ifndef VJP_GUARD_H
#define VJP_GUARD_H

#include "vjp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A region: a setting that holds from the call that made the guard until vjp_guard_exit, which puts back what was
 * there. Regions of a thread nest and end in reverse order, on the thread they began on. One that a callback begins
 * ends with the callback at the latest, and the guard is gone then.
 */
typedef struct vjp_guard vjp_guard;
/**
 * Ends the region; the guard is gone then. NULL does nothing.
 *
 * @return VJP_OK; VJP_ERROR_STATE, which changes nothing, if the guard is not the calling thread's innermost one, or if
 *         it began outside of the callback that runs
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_exit(vjp_guard* guard);
/**
 * Whether the guard is one of the calling thread's regions that have not ended. False for NULL. The guard may be gone.
 *
 * @since 0.1
 */
VJP_API bool vjp_guard_is_open(const vjp_guard* guard);

#ifdef __cplusplus
}
#endif
#endif
