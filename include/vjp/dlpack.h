/**
 * libvjp: DLPack: memory shared with other libraries.
 *
 * A tensor goes out as a DLManagedTensorVersioned (DLPack 1.x) or as a DLManagedTensor. It lies on the host, or on a
 * device that DLPack has a number for: "cuda" (2) and a plug-in's "hip" (ROCm, 10). Of others, the simulator's too, a
 * tensor has to be copied to the host first.
 *
 * Streams have numbers there, those of Python's array API: on CUDA 1 is the default stream and 2 the one that the
 * calling thread has by default (host code compiled so; the host waits for it); on ROCm 0 is the default stream; larger
 * ones are native handles. 0 on CUDA, and 1 and 2 on ROCm, are errors, for libraries mean different streams by them.
 *
 * What was enqueued on a tensor is not over when its memory is handed back: a receiver calls the deleter after
 * its work, or makes the default stream of the device wait for that work before. The library itself calls the deleter
 * of what it received at once when the last tensor on it is gone, so a sender who uses the memory again on another
 * stream has to order that.
 */
#ifndef VJP_DLPACK_H
#define VJP_DLPACK_H

#include "vjp/device.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A managed tensor that shares the tensor's memory; its receiver calls its deleter. Work on a device is ordered
 * before what the receiver enqueues on the default stream.
 *
 * @param versioned  true: a DLManagedTensorVersioned; false: a DLManagedTensor
 * @param out        receives it
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a tensor that requires grad: detach it;
 *         VJP_ERROR_DEVICE for a device that DLPack has no number for; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_to_dlpack(vjp_tensor* tensor, bool versioned, void** out);
/**
 * vjp_tensor_to_dlpack for a receiver who will use the memory on the stream of a number: this stream waits for what is
 * in the current stream of the tensor's device now.
 *
 * @param stream  NULL: the default stream of the device, as vjp_tensor_to_dlpack; -1: nobody waits. Must be NULL for a
 *                tensor on the host
 * @return as vjp_tensor_to_dlpack; VJP_ERROR_INVALID for a number that is no stream of the device
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_to_dlpack_stream(vjp_tensor* tensor, bool versioned, const int64_t* stream, void** out);
/**
 * Makes a tensor on the memory of a managed tensor.
 *
 * @param managed    owned by the library afterwards, which calls its deleter when the memory is free; on failure by the
 *                   caller
 * @param versioned  true: a DLManagedTensorVersioned; false: a DLManagedTensor
 * @param out        receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and for elements without memory; VJP_ERROR_DTYPE and VJP_ERROR_SHAPE for
 *         what no tensor can be; VJP_ERROR_DEVICE; VJP_ERROR_NOT_IMPLEMENTED for a version of DLPack that is not 1.x;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_from_dlpack(void* managed, bool versioned, vjp_tensor** out);
/**
 * Where DLPack says that the tensor lies: 1, 0 on the host; 2 or 10 and the index on a device.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for a device that DLPack has no number for
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_dlpack_device(const vjp_tensor* tensor, int32_t* device_type, int32_t* device_id);
/**
 * The device of DLPack's numbers; loads the backend. Page-locked memory (3, 11) counts as the host's, managed memory of
 * CUDA (13) as the device's.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE if there is no such device; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_device_from_dlpack(int32_t device_type, int32_t device_id, vjp_device* out);
/**
 * The number of a stream, for a sender, who makes the stream wait for what it has enqueued.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE for a stream that was forgotten; VJP_ERROR_BACKEND
 * @since 0.1
 */
VJP_API vjp_status vjp_stream_dlpack_number(vjp_stream* stream, int64_t* out);

#ifdef __cplusplus
}
#endif

#endif
