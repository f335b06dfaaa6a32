/** libvjp: regions, settings that hold until they are ended. */
#ifndef VJP_GUARD_H
#define VJP_GUARD_H

#include "vjp/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A region: a setting that holds from the call that made the guard until vjp_guard_exit, which puts back what was
 * there. Regions of a thread nest and end in reverse order, on the thread they began on.
 */
typedef struct vjp_guard vjp_guard;
/** Ends the region. A state error, which changes nothing, if the guard is not the thread's innermost; NULL does
 * nothing. */
VJP_API vjp_status vjp_guard_exit(vjp_guard* guard);

#ifdef __cplusplus
}
#endif
#endif
