/**
 * libvjp: grad calls that run by a program which was recorded of an earlier one.
 *
 * A grad call finds out which nodes its roots reach and in which order they run. Where the graph is one that was seen
 * before, all this is known: the call walks the graph once, compares it with what was recorded, and then runs one node
 * after the other. What can be observed is the same: gradients bit by bit, `grad` fields, the order of hooks and of
 * everything else of the program's that is called, errors, what is freed and when. Nothing is called in addition.
 *
 * A graph is the same where its nodes are of the same types with the same attributes and edges, hooks are in the same
 * places, and tensors have the same dtype, device, layout and number of dimensions, and are shared in the same way.
 * Numbers that are computed with may differ, and so may hooks: a new closure in the same place is no difference. Sizes
 * may differ once; then they are open. What cannot be compiled is run by the engine as ever, and counted with its
 * reason.
 *
 * Derivatives of pointwise operators on the CPU that follow each other, with no hook between them, are computed by one
 * kernel, which gives the same bits. Where a saved value was changed or a gradient is not what it was, the engine runs
 * them one by one.
 */
#ifndef VJP_COMPILE_H
#define VJP_COMPILE_H

#include "vjp/grad.h"
#include "vjp/guard.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How grad calls are compiled. Grows at the end. */
typedef struct vjp_compile_options {
  size_t struct_size; /**< set by the caller: VJP_COMPILE_OPTIONS_INIT */
  int32_t enabled;    /**< 0: they are not, inside a region where they are */
  int32_t dynamic;    /**< 1: sizes of 2 and more are open from the start, instead of when they first differ */
  int32_t strict;     /**< 1: a call that cannot be compiled is an error, VJP_ERROR_NOT_IMPLEMENTED with the reason */
  int32_t min_sites;  /**< graphs with fewer nodes than that are left to the engine; default 8 */
  int32_t warm;       /**< a graph is compiled when it is seen for the warm-th time; default 1 */
  int32_t
      max_records; /**< how often one graph may be recorded anew for its sizes; then it is the engine's; default 8 */
  int32_t max_programs; /**< of the process: beyond that the least recently used ones go; default 256 */
  int32_t fuse; /**< 1: derivatives of pointwise operators that follow each other run as one kernel; default 1 */
} vjp_compile_options;
#define VJP_COMPILE_OPTIONS_INIT \
  { sizeof(vjp_compile_options), 1, 0, 0, 8, 1, 8, 256, 1 }

/**
 * Begins a region, which vjp_guard_exit ends, in which every grad call that this thread starts is compiled, also inside
 * hooks. Calls that vjp_grad_call_start begins there are, too. The environment variable VJP_COMPILE=1 has all grad
 * calls of the process compiled that no region is around, however small.
 *
 * @param options  read during the call; NULL: the defaults
 * @param out      receives the region
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, a wrong `struct_size`, a flag that is neither 0 nor 1, a number below 1;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_compile(const vjp_compile_options* options, vjp_guard** out);
/**
 * Has one grad call compiled, whatever region its runs are in.
 *
 * @param options  read during the call; NULL: the defaults; with `enabled` 0 the region decides again
 * @return VJP_OK; VJP_ERROR_INVALID as vjp_guard_compile; VJP_ERROR_STATE if the call is running; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_set_compiled(vjp_grad_call* call, const vjp_compile_options* options);

/** What happened in the process so far. Grows at the end. */
typedef struct vjp_compile_counters {
  size_t struct_size;      /**< set by the caller: VJP_COMPILE_COUNTERS_INIT */
  uint64_t walks;          /**< graphs that were compared with programs */
  uint64_t hits;           /**< of them those that ran by a program */
  uint64_t records;        /**< programs that were made */
  uint64_t rerecords;      /**< of them those that took the place of one with other sizes */
  uint64_t fallbacks;      /**< calls that the engine ran; vjp_compile_fallback has the reasons */
  uint64_t late_fallbacks; /**< calls that the engine took over half-way, for a hook was registered meanwhile */
  uint64_t dropped;        /**< programs that went, for there were too many */
  uint64_t programs;       /**< that are there */
  uint64_t bytes;          /**< what they take */
  uint64_t fused_kernels;  /**< kernels that stood for several nodes */
  uint64_t fused_nodes;    /**< the nodes that they stood for */
} vjp_compile_counters;
#define VJP_COMPILE_COUNTERS_INIT \
  { sizeof(vjp_compile_counters), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/**
 * The counters.
 *
 * @param out  its `struct_size` is read, the rest is written
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and for a wrong `struct_size`
 * @since 0.1
 */
VJP_API vjp_status vjp_compile_counters_get(vjp_compile_counters* out);
/**
 * Why the engine ran calls: the reasons are numbered from 0.
 *
 * @param count  receives how many calls; may be NULL
 * @return the reason, which lives for ever; NULL where there are no more
 * @since 0.1
 */
VJP_API const char* vjp_compile_fallback(size_t index, uint64_t* count);
/**
 * Why the last call that ran by no program did not: the first node that differs, and in what; or the reason why the
 * engine ran it.
 *
 * @param out  receives a text, "" if there was none yet, for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_compile_last_miss(char** out);
/**
 * The program that was made last, as text: one instruction a line. What is called %N.S is the gradient of slot S of the
 * N-th node that the walk met. Kernels that stand for several of its sites follow, with values %N of their own.
 *
 * @param out  receives a text, for vjp_string_free; NULL if there is none
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_compile_text(char** out);
/** Forgets all programs; allowed at any time. Counters stay, but those of programs and bytes. @since 0.1 */
VJP_API void vjp_compile_clear(void);

#ifdef __cplusplus
}
#endif

#endif
