/**
 * libvjp: interceptors: callbacks of the program that see operators, and may change what they are given, replace what
 * they give, or refuse them.
 *
 * An interceptor is a level of the calling thread's chain. Levels nest: the innermost one sees a call first, and what
 * it passes on goes to the level around it. While a level handles a call, that level and those inside it are off:
 * operators that the callback itself calls are seen by the levels around it only.
 *
 * The level goes where the thread's work goes: to the threads that run a grad call for it, and to those of calls that
 * it started (vjp/pending.h). So the callback may be called on several threads at a time.
 */
#ifndef VJP_INTERCEPT_H
#define VJP_INTERCEPT_H

#include "vjp/guard.h"
#include "vjp/registry.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Where in the chain an interceptor stands.
 *
 * Below autograd it sees the operators that run: the parts of composites, not composites themselves; those of the
 * backward pass; those that carry tangents. Arguments may belong to the graph, but nothing that the callback does
 * is recorded, and results that it gives in the place of the operator's get the operator's history. Derivative rules
 * that would use a kernel of their own call operators instead, so that these are seen; their results may differ in the
 * last bits. What is no operator is not seen: gradients that are added up in place, steps of optimizers.
 *
 * Above autograd it sees what the program calls: composites whole, before autocast, and nothing of what is done for
 * them; nothing of the backward pass. What the callback computes is recorded, and is what the program gets.
 */
typedef enum vjp_intercept_place {
  VJP_INTERCEPT_BELOW_AUTOGRAD = 0,
  VJP_INTERCEPT_ABOVE_AUTOGRAD = 1
} vjp_intercept_place;

/** A call of an operator. Everything in it is borrowed until the callback returns. */
typedef struct vjp_intercepted_call {
  size_t struct_size;    /**< sizeof(vjp_intercepted_call) as the library was compiled */
  const vjp_op* op;      /**< the operator */
  const char* name;      /**< "max.dim"; also of operators that only the library calls, whose names begin with "_" */
  vjp_variant variant;   /**< a functional call, or one that writes into `target` */
  const vjp_value* args; /**< in schema order, all of them */
  size_t num_args;       /**< of `args` */
  vjp_tensor* target;    /**< what an in-place or out call writes; NULL otherwise */
  size_t num_results;    /**< that a functional call gives; 0 if that is for the operator to say (a list) */
} vjp_intercepted_call;

/**
 * Called for each call of an operator.
 *
 * The results of the call are the tensors that the callback appends to `results`. If it appends none, they are those of
 * its last vjp_intercept_next, and if there was none, the call goes on as if nobody had seen it. Results of its own
 * should have the shape and dtype of the operator's, by whose rule they are differentiated below autograd. In an
 * in-place or out call there may be one, whose elements are copied into the target; the shape of a view that is changed
 * in place changes as the operator says in any case. A view that gets a result of another storage is a view no more,
 * alone or in a list; below autograd a list keeps its length.
 *
 * @return VJP_OK, or an error, which becomes that of the call (vjp_error_raise); nothing is recorded then
 */
typedef vjp_status (*vjp_intercept_fn)(void* context, const vjp_intercepted_call* call, vjp_tensor_list* results);

/**
 * A region of the calling thread in which `fn` sees operators.
 *
 * @param context  passed to `fn`; `drop(context)` is called once, when nothing can call `fn` any more; `drop` may be
 * NULL. On failure the context stays the caller's
 * @param out      receives the region, for vjp_guard_exit
 * @return VJP_OK, VJP_ERROR_INVALID, VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_intercept(vjp_intercept_place place, vjp_intercept_fn fn, void* context,
                                       void (*drop)(void* context), vjp_guard** out);

/**
 * Goes on with a call: to the levels around this one, and in the end to the operator. For the callback only, on its
 * thread, as often as it likes. Modes that the callback has set do not reach what runs.
 *
 * @param args  the arguments, num_args of them; NULL for those of the call. The target of an in-place call stays the
 * first one
 * @param out   receives the list of results, of an in-place or out call its target; NULL if they do not matter
 * @return VJP_OK, VJP_ERROR_INVALID for arguments that do not fit the schema, VJP_ERROR_STATE on another thread, or the
 * operator's error
 * @since 0.1
 */
VJP_API vjp_status vjp_intercept_next(const vjp_intercepted_call* call, const vjp_value* args, vjp_tensor_list** out);

#ifdef __cplusplus
}
#endif
#endif
