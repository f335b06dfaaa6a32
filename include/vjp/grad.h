/**
 * libvjp: gradients: the flags and `grad` fields of tensors, backward and grad, and grad calls in steps.
 *
 * While a program computes, operators record nodes (vjp/node.h). A grad call walks their graph backward. A leaf is a
 * tensor that no node made; backward adds to the `grad` field of the leaves that require grad.
 */
#ifndef VJP_GRAD_H
#define VJP_GRAD_H

#include "vjp/node.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- tensors ---- */

VJP_API bool vjp_tensor_requires_grad(const vjp_tensor* tensor);
VJP_API vjp_status vjp_tensor_set_requires_grad(vjp_tensor* tensor, bool requires_grad);
VJP_API bool vjp_tensor_is_leaf(const vjp_tensor* tensor);

/** The accumulated gradient, or NULL in `*out` if there is none yet. */
VJP_API vjp_status vjp_tensor_grad(const vjp_tensor* tensor, vjp_tensor** out);
/** Replaces the gradient; NULL clears it. Shape, dtype and device must be the tensor's. */
VJP_API vjp_status vjp_tensor_set_grad(vjp_tensor* tensor, vjp_tensor* grad);

/** Keeps the gradient of a non-leaf in its `grad` field when a grad call passes it. */
VJP_API vjp_status vjp_tensor_retain_grad(vjp_tensor* tensor);
VJP_API bool vjp_tensor_retains_grad(const vjp_tensor* tensor);

/* ---- short forms ---- */

/**
 * Adds d root / d leaf to the grad field of every leaf that requires grad.
 * @param gradient  of the root's shape; NULL means 1 and is allowed for one-element roots
 */
VJP_API vjp_status vjp_backward(vjp_tensor* root, vjp_tensor* gradient);

/** Options of vjp_grad and of grad calls. Grows at the end. */
typedef struct vjp_grad_options {
  size_t struct_size;
  int32_t retain_graph; /**< 1, 0, or -1: as create_graph */
  int32_t create_graph; /**< 1: record the backward, so that it can be differentiated again */
  int32_t allow_unused; /**< 1: an input that is not reached gives NULL; 0: it is an error; -1: as materialize */
  int32_t materialize;  /**< 1: an input that is not reached gives zeros */
  int32_t accumulate;   /**< 1: backward, add to leaves; 0: grad, return gradients of the inputs */
  /**
   * 1: the first dimension of each root gradient is a batch, of one length for all, and each result has it in front
   * too. Runs as a loop, one task for each element, and says so once in a warning. For grad only.
   */
  int32_t batched;
} vjp_grad_options;
#define VJP_GRAD_OPTIONS_INIT \
  { sizeof(vjp_grad_options), -1, 0, -1, 0, 0, 0 }

/**
 * Gradients of `roots` for `inputs`; no leaf's grad field is touched.
 *
 * @param gradients  one a root, entries may be NULL; NULL stands for all NULL
 * @param options    NULL for the defaults; `accumulate` is ignored
 * @param out        `num_inputs` handles, NULL where unused is allowed
 */
VJP_API vjp_status vjp_grad(vjp_tensor* const* roots, size_t num_roots, vjp_tensor* const* gradients,
                            vjp_tensor* const* inputs, size_t num_inputs, const vjp_grad_options* options,
                            vjp_tensor** out);

typedef struct vjp_grad_call vjp_grad_call;

/* ---- grad calls ---- */

/**
 * A grad call: made, given roots and inputs, run (perhaps often), asked for results. While it runs nothing can be added
 * or replaced, and a second run of the same handle is a state error.
 */
VJP_API vjp_status vjp_grad_call_create(const vjp_grad_options* options, vjp_grad_call** out);
VJP_API vjp_grad_call* vjp_grad_call_retain(vjp_grad_call* call);
VJP_API void vjp_grad_call_release(vjp_grad_call* call);
/** `gradient` may be NULL. Replaced between runs by vjp_grad_call_set_root_gradient. */
VJP_API vjp_status vjp_grad_call_add_root(vjp_grad_call* call, vjp_tensor* root, vjp_tensor* gradient);
/**
 * A slot of a node as a root, for a tensor that nobody holds any more (vjp_tensor_gradient_edge). Shape and dtype of
 * the gradient are the slot's. An invalid argument if there is no such slot, or if it is a placeholder without
 * metadata.
 */
VJP_API vjp_status vjp_grad_call_add_root_edge(vjp_grad_call* call, vjp_node* node, uint32_t slot,
                                               vjp_tensor* gradient);
VJP_API vjp_status vjp_grad_call_set_root_gradient(vjp_grad_call* call, size_t index, vjp_tensor* gradient);
/** Without inputs backward adds to every leaf. */
VJP_API vjp_status vjp_grad_call_add_input(vjp_grad_call* call, vjp_tensor* input);
/** A slot of a node as an input. In backward its node runs, and nothing is stored for it. */
VJP_API vjp_status vjp_grad_call_add_input_edge(vjp_grad_call* call, vjp_node* node, uint32_t slot);
/** A callback for the end of a run: see vjp_queue_final_callback. */
typedef vjp_status (*vjp_final_callback_fn)(void* context);
/** It runs at the end of every successful run, before those that were queued meanwhile; dropped with the call. */
VJP_API vjp_status vjp_grad_call_add_final_callback(vjp_grad_call* call, vjp_final_callback_fn fn, void* context,
                                                    void (*drop)(void* context));
VJP_API vjp_status vjp_grad_call_run(vjp_grad_call* call);
VJP_API size_t vjp_grad_call_num_roots(const vjp_grad_call* call);
VJP_API size_t vjp_grad_call_num_inputs(const vjp_grad_call* call);
/**
 * The result of the last run for an input; NULL in `*out` where it was unused. From any thread; while the call runs, on
 * whichever, a state error.
 */
VJP_API vjp_status vjp_grad_call_result(vjp_grad_call* call, size_t input, vjp_tensor** out);
/** Borrowed; NULL if out of range, for a root that is an edge, and for a gradient that was not given. */
VJP_API vjp_tensor* vjp_grad_call_root(const vjp_grad_call* call, size_t index);
VJP_API vjp_tensor* vjp_grad_call_root_gradient(const vjp_grad_call* call, size_t index);
/** The options as they are in force: 0 or 1 each. Writes all of `*out`, its size too. */
VJP_API vjp_status vjp_grad_call_options(const vjp_grad_call* call, vjp_grad_options* out);

/* ---- inside a grad call: asked by hooks, custom functions and final callbacks about the innermost one ---- */

/** The grad call running on this thread (borrowed, NULL outside). */
VJP_API vjp_grad_call* vjp_grad_call_current(void);
/** The id of its task: unique in the process, growing from 0; -1 outside. */
VJP_API int64_t vjp_grad_call_current_id(void);
/** Whether it keeps the graph; true outside. */
VJP_API bool vjp_grad_call_keeps_graph(void);
/** Whether neither it nor a grad call around it is restricted to inputs; true outside. */
VJP_API bool vjp_grad_call_is_unrestricted(void);
/** Whether this thread is inside a node of some grad call, its hooks included. */
VJP_API bool vjp_in_backward(void);
/**
 * Whether the grad call has executed or will execute a node. `*captured_only` (may be NULL) is set for one that is
 * reached because it is an input, but whose derivative will not run. A state error outside.
 */
VJP_API vjp_status vjp_will_execute(vjp_node* node, bool* executes, bool* captured_only);
/**
 * The node that is executing and those that will, in order. `*count` is how many there are; the first `capacity` of
 * them are handed out, each with a reference. A state error outside.
 */
VJP_API vjp_status vjp_execution_order(vjp_node** nodes, size_t capacity, size_t* count);
/**
 * Calls `fn` once, when all nodes of the running grad call have executed, with its modes; callbacks run in the order
 * queued and may queue more. An error fails the grad call. If the grad call fails they are dropped without being
 * called. A state error outside of a grad call, which leaves the context to the caller.
 */
VJP_API vjp_status vjp_queue_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void* context));
/**
 * Issues a warning. Inside a grad call warnings are kept, and reach the handler (vjp_set_warning_handler) on the thread
 * that made the call, after its work and before it returns or fails; outside they reach it at once.
 */
VJP_API vjp_status vjp_warn(const char* message);

#ifdef __cplusplus
}
#endif

#endif
