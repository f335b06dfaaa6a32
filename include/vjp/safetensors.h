/**
 * libvjp: safetensors files.
 *
 * A tensor of a file is read into memory of its own (vjp_safetensors_read), or lies on the mapped file
 * (vjp_safetensors_get).
 */
#ifndef VJP_SAFETENSORS_H
#define VJP_SAFETENSORS_H

#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A file that was opened for reading; its header was read and checked. */
typedef struct vjp_safetensors vjp_safetensors;
/**
 * Opens a file and reads its header.
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_IO if the file cannot be read or is no safetensors file, with
 *         the reason; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_safetensors_open(const char* path, vjp_safetensors** out);
/** Adds a reference, which vjp_safetensors_release gives back; returns `file`. NULL does nothing. @since 0.1 */
VJP_API vjp_safetensors* vjp_safetensors_retain(vjp_safetensors* file);
/** Gives a reference back; the file is closed with the last one, tensors on it stay. NULL does nothing. @since 0.1 */
VJP_API void vjp_safetensors_release(vjp_safetensors* file);
/** How many tensors are in the file; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_safetensors_count(const vjp_safetensors* file);
/** The name of a tensor, in the file's order; NULL if out of range. Lives as long as the handle. @since 0.1 */
VJP_API const char* vjp_safetensors_name(const vjp_safetensors* file, size_t index);
/** The metadata under a key, NULL if there are none. Lives as long as the handle. @since 0.1 */
VJP_API const char* vjp_safetensors_metadata(const vjp_safetensors* file, const char* key);
/**
 * A tensor on the mapped file, copy on write: nothing is read before it is used, and all tensors of one name share the
 * memory. The file must stay as it is while a tensor of it lives: bytes that are rewritten may show up in the
 * tensor, and reading what was cut off ends the process (SIGBUS).
 *
 * @param out  receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and if there is no tensor of this name; VJP_ERROR_DTYPE for a dtype that
 *         the library does not have; VJP_ERROR_IO if the file cannot be mapped; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_safetensors_get(vjp_safetensors* file, const char* name, vjp_tensor** out);
/**
 * A tensor in memory of its own, whatever happens to the file afterwards.
 *
 * @param out  receives a handle, which the caller releases
 * @return as vjp_safetensors_get; VJP_ERROR_IO if the file has become shorter since it was opened, or cannot be read
 * @since 0.1
 */
VJP_API vjp_status vjp_safetensors_read(vjp_safetensors* file, const char* name, vjp_tensor** out);
/**
 * Writes tensors to a file: beside the target, synced and renamed, so that the old file stays whole on any failure. The
 * new one has the mode of the old one, which mapped tensors keep alive.
 *
 * @param names           `count` names in UTF-8, each once
 * @param tensors         `count` tensors of any layout and device
 * @param metadata        `metadata_count` pairs of key and value in UTF-8; may be NULL if the count is 0
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, and for a name or key that is given twice, is not UTF-8 or is reserved;
 *         VJP_ERROR_DTYPE for one that the format does not have; VJP_ERROR_IO if the file cannot be
 *         written or the target is no regular file; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_safetensors_save(const char* path, const char* const* names, vjp_tensor* const* tensors,
                                        size_t count, const char* const* metadata, size_t metadata_count);

#ifdef __cplusplus
}
#endif

#endif
