/**
 * libvjp: gradients: requires_grad and `grad` fields of tensors, backward and grad, and grad calls in steps.
 *
 * While a program computes, operators record nodes (vjp/node.h). A grad call walks their graph backward. A leaf is a
 * tensor that no node made. Backward adds to the `grad` field of the leaves that require grad; grad returns gradients
 * and leaves the fields alone.
 *
 * Errors of a grad call. Beside those that a function names, every run can return what a hook, a custom function or
 * another callback returned, with its message and payload, and: VJP_ERROR_STATE for a graph that was freed, a value
 * that was detached in place, or a NaN in anomaly mode; VJP_ERROR_VERSION for a saved value that was changed in place;
 * VJP_ERROR_NOT_IMPLEMENTED for a derivative that does not exist; VJP_ERROR_SHAPE, VJP_ERROR_DTYPE or VJP_ERROR_DEVICE
 * for a gradient, or a replacement by a hook, that does not fit; VJP_ERROR_BACKEND; VJP_ERROR_MEMORY. What had been
 * accumulated by then stays.
 */
#ifndef VJP_GRAD_H
#define VJP_GRAD_H

#include "vjp/node.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- tensors ---- */

/**
 * Whether a tensor requires grad: a leaf for which it was set, or a result of operators that were recorded. False for
 * NULL.
 *
 * @since 0.1
 */
VJP_API bool vjp_tensor_requires_grad(const vjp_tensor* tensor);
/**
 * Makes a leaf require grad, or no longer. True changes nothing for a tensor that has a history.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DTYPE for true, if the dtype is neither floating nor complex;
 *         VJP_ERROR_STATE for false, if the tensor is no leaf, and for true outside inference mode, if it was made
 *         inside
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_set_requires_grad(vjp_tensor* tensor, bool requires_grad);
/** Whether no node made the tensor; false for NULL. @since 0.1 */
VJP_API bool vjp_tensor_is_leaf(const vjp_tensor* tensor);
/**
 * The accumulated gradient.
 *
 * @param out  receives a handle, which the caller releases; NULL if there is no gradient yet
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_grad(const vjp_tensor* tensor, vjp_tensor** out);
/**
 * Replaces the gradient.
 *
 * @param grad  retained, not copied; shape, dtype and device are the tensor's. NULL takes the gradient away
 * @return VJP_OK; VJP_ERROR_INVALID for a NULL tensor, and for a tensor as its own gradient; VJP_ERROR_SHAPE,
 *         VJP_ERROR_DTYPE, VJP_ERROR_DEVICE; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_set_grad(vjp_tensor* tensor, vjp_tensor* grad);
/**
 * Makes grad calls store the gradient of a tensor that is no leaf in its `grad` field too, as its hooks leave it; each
 * call replaces the last one's. Changes nothing for a leaf.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if the tensor does not require grad; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_tensor_retain_grad(vjp_tensor* tensor);
/** Whether vjp_tensor_retain_grad is in force; false for leaves and for NULL. @since 0.1 */
VJP_API bool vjp_tensor_retains_grad(const vjp_tensor* tensor);

/* ---- short forms ---- */

/**
 * Adds d root / d leaf to the `grad` field of every leaf that requires grad, and frees the graph.
 *
 * @param gradient  d result / d root, of the root's shape, dtype and device, borrowed; NULL means 1, for a real root of
 *                  one element
 * @return VJP_OK; VJP_ERROR_STATE if the root does not require grad; VJP_ERROR_INVALID for NULL, and for a NULL
 *         gradient of a root with several elements; VJP_ERROR_SHAPE, VJP_ERROR_DTYPE, VJP_ERROR_DEVICE for a gradient
 *         that does not fit; what every run can return (above)
 * @since 0.1
 */
VJP_API vjp_status vjp_backward(vjp_tensor* root, vjp_tensor* gradient);

/** Options of vjp_grad and of grad calls. Grows at the end. */
typedef struct vjp_grad_options {
  size_t struct_size;   /**< set by the caller: VJP_GRAD_OPTIONS_INIT */
  int32_t retain_graph; /**< 1: keep the graph for another call; 0: free it; -1: as create_graph */
  int32_t create_graph; /**< 1: record the backward, so that it can be differentiated again */
  int32_t allow_unused; /**< 1: an input that is not reached gives NULL; 0: it is an error; -1: as materialize */
  int32_t materialize;  /**< 1: an input that is not reached gives zeros */
  int32_t accumulate;   /**< 1: backward, add to leaves; 0: grad, return gradients of the inputs */
  /**
   * 1: the first dimension of each root gradient is a batch, of one length for all, and each result has it in front
   * too. One pass, in which gradients are batched tensors (vjp/vmap.h): hooks and custom functions are called once, and
   * see them. For grad only.
   */
  int32_t batched;
} vjp_grad_options;
#define VJP_GRAD_OPTIONS_INIT \
  { sizeof(vjp_grad_options), -1, 0, -1, 0, 0, 0 }

/**
 * Gradients of the sum of `roots` for `inputs`; no leaf's `grad` field is touched.
 *
 * @param roots       `num_roots` tensors that require grad, borrowed
 * @param gradients   one a root, as vjp_backward's; entries may be NULL, and NULL stands for all NULL
 * @param inputs      `num_inputs` tensors that require grad, borrowed; at least one
 * @param options     NULL for the defaults; `accumulate` is ignored
 * @param out         `num_inputs` places; each receives a handle, which the caller releases, or NULL where the input is
 *                    unused and that is allowed
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, for options that contradict each other, and for an input that is not
 *         reached where that is not allowed; VJP_ERROR_STATE for a root or an input that does not require grad; as
 *         vjp_backward
 * @since 0.1
 */
VJP_API vjp_status vjp_grad(vjp_tensor* const* roots, size_t num_roots, vjp_tensor* const* gradients,
                            vjp_tensor* const* inputs, size_t num_inputs, const vjp_grad_options* options,
                            vjp_tensor** out);

/* ---- grad calls ---- */

/**
 * A grad call in steps: made, given roots and inputs, run (perhaps often), asked for results. While it runs nothing can
 * be added or replaced, and a second run of the same handle is a state error.
 */
typedef struct vjp_grad_call vjp_grad_call;
/**
 * Makes a grad call without roots and inputs.
 *
 * @param options  NULL for the defaults, which are those of grad
 * @param out      receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and for options out of range; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_create(const vjp_grad_options* options, vjp_grad_call** out);
/** Adds a reference, which vjp_grad_call_release gives back; returns `call`. NULL does nothing. Any thread. @since 0.1
 */
VJP_API vjp_grad_call* vjp_grad_call_retain(vjp_grad_call* call);
/** Gives a reference back; a call that runs goes on. NULL does nothing. Any thread. @since 0.1 */
VJP_API void vjp_grad_call_release(vjp_grad_call* call);
/**
 * Adds a root. What is wrong with it, or with its gradient, is reported by the run.
 *
 * @param root      retained
 * @param gradient  retained; as vjp_backward's, may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE while the call runs; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_add_root(vjp_grad_call* call, vjp_tensor* root, vjp_tensor* gradient);
/**
 * Adds a slot of a node as a root, for a tensor that nobody holds any more (vjp_tensor_gradient_edge).
 *
 * @param gradient  retained, in the slot's shape and dtype; NULL as in vjp_backward
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, and if there is no such slot or if it is a placeholder
 *         (vjp_slot_info); VJP_ERROR_STATE while the call runs; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_add_root_edge(vjp_grad_call* call, vjp_node* node, uint32_t slot,
                                               vjp_tensor* gradient);
/**
 * Replaces the gradient of a root for the next run.
 *
 * @param index     the number of the root, in the order of adding
 * @param gradient  retained; may be NULL, as in vjp_grad_call_add_root
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and if there is no such root; VJP_ERROR_STATE while the call runs
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_set_root_gradient(vjp_grad_call* call, size_t index, vjp_tensor* gradient);
/**
 * Adds an input: a tensor whose gradient is wanted. Backward with inputs adds to these alone, without any to every
 * leaf.
 *
 * @param input  retained; the run fails if it does not require grad
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE while the call runs; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_add_input(vjp_grad_call* call, vjp_tensor* input);
/**
 * Adds a slot of a node as an input. In backward its node runs, and nothing is stored for the slot.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and if there is no such slot; VJP_ERROR_STATE while the call runs;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_add_input_edge(vjp_grad_call* call, vjp_node* node, uint32_t slot);
/** A callback for the end of a run (vjp_queue_final_callback). A status other than VJP_OK fails the grad call. */
typedef vjp_status (*vjp_final_callback_fn)(void* context);
/**
 * Adds a callback for the end of every successful run, called before those that were queued during the run.
 *
 * @param drop  called once with the context, when the grad call ends; may be NULL. Not called on failure
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE while the call runs; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_add_final_callback(vjp_grad_call* call, vjp_final_callback_fn fn, void* context,
                                                    void (*drop)(void* context));
/**
 * Runs the call on the calling thread, and on the workers of devices (vjp/engine.h). May be repeated where the graph is
 * kept.
 *
 * @return VJP_OK; VJP_ERROR_STATE if it is running already; what vjp_grad returns
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_run(vjp_grad_call* call);
/** How many roots were added; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_grad_call_num_roots(const vjp_grad_call* call);
/** How many inputs were added; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_grad_call_num_inputs(const vjp_grad_call* call);
/**
 * The gradient of an input, of the last run. From any thread.
 *
 * @param input  the number of the input, in the order of adding
 * @param out    receives a handle, which the caller releases; NULL where the input was unused
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, and if the last run left no such result; VJP_ERROR_STATE while the call
 *         runs, on whichever thread
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_result(vjp_grad_call* call, size_t input, vjp_tensor** out);
/** A root, borrowed from the call; NULL if out of range and for a root that is an edge. @since 0.1 */
VJP_API vjp_tensor* vjp_grad_call_root(const vjp_grad_call* call, size_t index);
/** The gradient that was given for a root, borrowed from the call; NULL if out of range or if none was. @since 0.1 */
VJP_API vjp_tensor* vjp_grad_call_root_gradient(const vjp_grad_call* call, size_t index);
/**
 * The options as they are in force: 0 or 1 each.
 *
 * @param out  written whole, its `struct_size` too
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_options(const vjp_grad_call* call, vjp_grad_options* out);

/* ---- inside a grad call: for hooks, custom functions and final callbacks; about the innermost one ---- */

/** The grad call that is running on this thread, borrowed and valid while it runs; NULL outside. @since 0.1 */
VJP_API vjp_grad_call* vjp_grad_call_current(void);
/** The id of its task: unique in the process, growing from 0; -1 outside. @since 0.1 */
VJP_API int64_t vjp_grad_call_current_id(void);
/** Whether it keeps the graph; true outside. @since 0.1 */
VJP_API bool vjp_grad_call_keeps_graph(void);
/** Whether neither it nor a grad call around it is restricted to inputs; true outside. @since 0.1 */
VJP_API bool vjp_grad_call_is_unrestricted(void);
/** Whether this thread is inside a node of some grad call, its hooks included. @since 0.1 */
VJP_API bool vjp_in_backward(void);
/**
 * Whether the grad call has executed, or will execute, a node.
 *
 * @param captured_only  receives true for a node that is reached because it is an input, but whose derivative will not
 *                       run; may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE outside of a grad call
 * @since 0.1
 */
VJP_API vjp_status vjp_will_execute(vjp_node* node, bool* executes, bool* captured_only);
/**
 * The node that is executing and those that will, in order.
 *
 * @param nodes  room for `capacity` handles; the first ones are given, and the caller releases them
 * @param count  receives how many nodes there are, which may be more than `capacity`
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE outside of a grad call, and in one whose nodes run on the
 *         workers of devices; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_execution_order(vjp_node** nodes, size_t capacity, size_t* count);
/**
 * Queues a callback that is called once, when all nodes of the running grad call have executed, in the modes of the
 * call. Callbacks run in the order queued and may queue more. If the grad call fails before, they are dropped without
 * being called.
 *
 * @param drop  called once with the context; may be NULL. Not called on failure
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE outside of a grad call; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_queue_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void* context));
/**
 * Issues a warning. Outside a grad call the handler (vjp_set_warning_handler) receives it at once; inside, it is kept,
 * and reaches the handler on the thread that made the call, after the work and before the call returns or fails.
 *
 * @param message  copied
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY; outside a grad call what the handler raised
 * @since 0.1
 */
VJP_API vjp_status vjp_warn(const char* message);

#ifdef __cplusplus
}
#endif

#endif
