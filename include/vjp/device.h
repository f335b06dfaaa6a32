/** libvjp: devices and random generators. */
#ifndef VJP_DEVICE_H
#define VJP_DEVICE_H

#include "vjp/base.h"

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

/** A device by value. */
typedef struct vjp_device {
  int32_t kind;  /**< vjp_device_kind */
  int32_t index; /**< counts from 0; 0 for the CPU */
} vjp_device;

/**
 * A random generator: Philox 4x32-10 (Salmon et al., SC 2011) with a 64-bit seed and a 64-bit offset that counts blocks
 * of four numbers. The numbers of a call depend on seed and offset only, never on the number of threads. A NULL
 * generator stands for the process's default one. Using one from several threads is safe; the order decides who gets
 * which numbers.
 */
typedef struct vjp_generator vjp_generator;
VJP_API vjp_status vjp_generator_create(uint64_t seed, vjp_generator** out);
VJP_API vjp_generator* vjp_generator_retain(vjp_generator* generator);
VJP_API void vjp_generator_release(vjp_generator* generator);
/** Sets the seed and the offset 0. */
VJP_API vjp_status vjp_generator_set_seed(vjp_generator* generator, uint64_t seed);
VJP_API vjp_status vjp_generator_get_state(vjp_generator* generator, uint64_t* seed, uint64_t* offset);
VJP_API vjp_status vjp_generator_set_state(vjp_generator* generator, uint64_t seed, uint64_t offset);
/** The same as vjp_generator_set_seed(NULL, seed). */
VJP_API vjp_status vjp_manual_seed(uint64_t seed);

#ifdef __cplusplus
}
#endif
#endif
