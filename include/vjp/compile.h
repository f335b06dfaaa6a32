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
#include "vjp/registry.h"
#include "vjp/tensor.h"

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
  /** of a function: how many bytes of what its fused operators keep for derivatives a call may store; what is beyond
   * that is computed again. What costs most is stored first. 0: nothing; -1, the default: what costs little is computed
   * again */
  int64_t memory_budget;
} vjp_compile_options;
#define VJP_COMPILE_OPTIONS_INIT \
  { sizeof(vjp_compile_options), 1, 0, 0, 8, 1, 8, 256, 1, -1 }

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
  size_t struct_size;        /**< set by the caller: VJP_COMPILE_COUNTERS_INIT */
  uint64_t walks;            /**< graphs that were compared with programs */
  uint64_t hits;             /**< of them those that ran by a program */
  uint64_t records;          /**< programs that were made */
  uint64_t rerecords;        /**< of them those that took the place of one with other sizes */
  uint64_t fallbacks;        /**< calls that the engine ran; vjp_compile_fallback has the reasons */
  uint64_t late_fallbacks;   /**< calls that the engine took over half-way, for a hook was registered meanwhile */
  uint64_t dropped;          /**< programs that went, for there were too many */
  uint64_t programs;         /**< that are there */
  uint64_t bytes;            /**< what they take */
  uint64_t fused_kernels;    /**< kernels that stood for several nodes */
  uint64_t fused_nodes;      /**< the nodes that they stood for */
  uint64_t function_calls;   /**< of functions that vjp_compile made */
  uint64_t function_hits;    /**< of them those that ran by a record */
  uint64_t function_records; /**< records that were made */
} vjp_compile_counters;
#define VJP_COMPILE_COUNTERS_INIT \
  { sizeof(vjp_compile_counters), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

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
/* ---- functions ---- */

/**
 * Computes a function: appends its results (vjp_tensor_list_append) to `results`. Called when there is no record of it
 * for arguments of that kind, and where none is possible.
 *
 * What it does besides calling operators is not done again when a record runs. So its results are to depend on nothing
 * but its inputs and tensors that outlive it: a number that it reads elsewhere, or an element of a list that is another
 * tensor by now, is what it was. It calls operators on its own thread, and keeps no tensor that it makes.
 */
typedef vjp_status (*vjp_compile_fn)(void* context, vjp_tensor* const* inputs, size_t num_inputs,
                                     vjp_tensor_list* results);

/** A function that runs by records of itself. Counted; any thread may call it, also several at once. */
typedef struct vjp_compiled vjp_compiled;

/**
 * Makes a compiled function. A call looks for a record made of an earlier one: with arguments of the same shapes,
 * strides, dtypes, devices and flags, the same of them being one tensor, in the same modes. If there is one, the
 * operators that the function called then are called again, with the new arguments, and the function is not. All that
 * comes of them is the same: results bit by bit, nodes, versions of tensors that are changed in place, numbers drawn,
 * errors of operators, which are then the call's.
 *
 * Tensors that the function found outside are the same ones in a record, with the values that they have by then; if
 * they have other shapes or flags, there is a new record. No record is made, and the call counts with its reason
 * (vjp_compile_fallback, vjp_compile_last_miss), where the function calls something of the library that is no operator:
 * reads a value or a gradient, registers a hook, calls a custom function; where the shape of a result depends on
 * values; and where an operator fails. Nor is one used in anomaly mode, inside vmap, a level of forward mode or an
 * interceptor, or where an argument is batched. A training step is recorded whole: vjp_backward, vjp_optimizer_step,
 * vjp_optimizer_zero_grad, vjp_optimizer_set_lr, vjp_optimizer_set_options, vjp_clip_grad_value, and vjp_clip_grad_norm
 * without `out` are done again in their places, with the hooks and the options of optimizers that there are by then;
 * grad calls are compiled as the options say, and never an error for not being compiled. A compiled function that is
 * called by another one that is being recorded is a part of it.
 *
 * @param context  passed to `fn`; on failure it stays the caller's
 * @param drop     called once with the context when the function ends; may be NULL
 * @param options  read during the call; NULL: the defaults. `enabled` 0: `fn` is called each time. `strict`: what
 * cannot be recorded is an error, VJP_ERROR_NOT_IMPLEMENTED with the reason. After `max_records` records more, it is
 * called each time. `fuse`: pointwise operators on the CPU that follow each other run as one kernel, which gives the
 * same bits and the same nodes, and stores no result that nobody keeps. `memory_budget`: nor what derivatives can
 * compute again from what is there in any case. Who looks at such a saved value gets it, and so does who changes in
 * place what it is computed of: it is stored then. Where saved-tensor hooks are on, and where the program has a pointer
 * to the memory of an argument, it is stored at once. The others are for grad calls
 * @param out      receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and options as of vjp_guard_compile; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_compile(vjp_compile_fn fn, void* context, void (*drop)(void* context),
                               const vjp_compile_options* options, vjp_compiled** out);
/**
 * Calls a compiled function.
 *
 * @param inputs  `num_inputs` of them; entries may be NULL
 * @param record  may be NULL; receives the number of the record that the call ran by or made, which stands for what
 *                else the function gives besides tensors; 0: there is none, the function was called
 * @param out     receives the list of results, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; what the function or an operator returned; VJP_ERROR_NOT_IMPLEMENTED
 * under `strict`; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_compiled_call(vjp_compiled* compiled, vjp_tensor* const* inputs, size_t num_inputs,
                                     uint64_t* record, vjp_tensor_list** out);
/**
 * The record that was made last, as text: one operator a line; or why there is none.
 *
 * @param out  receives a text, "" before the first call, for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_compiled_text(vjp_compiled* compiled, char** out);
/** Forgets its records, and what they hold; allowed at any time. NULL does nothing. @since 0.1 */
VJP_API void vjp_compiled_clear(vjp_compiled* compiled);
/** Adds a reference, which vjp_compiled_release gives back; returns `compiled`. NULL does nothing. @since 0.1 */
VJP_API vjp_compiled* vjp_compiled_retain(vjp_compiled* compiled);
/** Gives a reference back; with the last one the records end. NULL does nothing. @since 0.1 */
VJP_API void vjp_compiled_release(vjp_compiled* compiled);

/* ---- chains of operators ---- */

/** A call in a chain. */
typedef struct vjp_chained_call {
  const vjp_op* op;      /**< gives one tensor */
  const vjp_value* args; /**< as of vjp_op_call */
  uint32_t count;        /**< of arguments; fewer than the schema has take their defaults */
  uint32_t results;      /**< bits, by argument: it is the tensor that an earlier call of the chain gives, of which
                              `as.integer` is the number, from 0; its kind is not looked at */
} vjp_chained_call;

/**
 * Calls operators one after the other, each in its functional form, and gives what the last one gives. What comes of a
 * call is what comes of vjp_op_call: the same bits, nodes, errors, numbers drawn, derivatives of any order.
 *
 * Pointwise operators that follow each other run as one kernel, if their results have the same shape, of 4096 elements
 * and more, and they compute on contiguous tensors of the CPU of one dtype (float32, float64 or a half) and on real
 * numbers; smaller tensors are broadcast. Of their results those are stored that a derivative needs or another call
 * reads. Nothing is recorded or kept between two chains, so sizes and numbers may differ each time. This is
 * `a * sin(b) + c`, with values that say what they hold:
 *
 *     vjp_value sin_args[] = {tensor_b}, mul_args[] = {tensor_a, integer_0}, add_args[] = {integer_1, tensor_c};
 *     vjp_chained_call calls[] = {{op_sin, sin_args, 1, 0}, {op_mul, mul_args, 2, 2}, {op_add, add_args, 2, 1}};
 *
 * @param calls  `count` of them, at least one; they, their arguments and the tensors in them are borrowed
 * @param out    receives the result of the last call, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, no call, an operator that does not give one tensor, a result of a call
 *         that does not come before, and as vjp_op_call; what the operators' own functions return. After an error
 *         nothing is left of the calls before it
 * @since 0.1
 */
VJP_API vjp_status vjp_call_chain(const vjp_chained_call* calls, size_t count, vjp_tensor** out);

/** Forgets all programs of grad calls; allowed at any time. Counters stay, but those of programs and bytes. @since 0.1
 */
VJP_API void vjp_compile_clear(void);

#ifdef __cplusplus
}
#endif

#endif
