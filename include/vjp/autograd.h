/**
 * libvjp: automatic differentiation.
 *
 * While you compute, operators record nodes: a node has a slot for each result and an edge for each differentiable
 * argument. A grad call walks the graph backward. A leaf is a tensor that no node made; backward adds to the `grad`
 * field of the leaves that require grad.
 */
#ifndef VJP_AUTOGRAD_H
#define VJP_AUTOGRAD_H

#include "vjp/device.h"
#include "vjp/registry.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vjp_node vjp_node;
typedef struct vjp_hook vjp_hook;
typedef struct vjp_grad_call vjp_grad_call;

/* ---- tensors ---- */

VJP_API bool vjp_tensor_requires_grad(const vjp_tensor* tensor);
VJP_API vjp_status vjp_tensor_set_requires_grad(vjp_tensor* tensor, bool requires_grad);
VJP_API bool vjp_tensor_is_leaf(const vjp_tensor* tensor);

/** The accumulated gradient, or NULL in `*out` if there is none yet. */
VJP_API vjp_status vjp_tensor_grad(const vjp_tensor* tensor, vjp_tensor** out);
/** Replaces the gradient; NULL clears it. Shape, dtype and device must be the tensor's. */
VJP_API vjp_status vjp_tensor_set_grad(vjp_tensor* tensor, vjp_tensor* grad);

/** The same storage and version counter, without history. */
VJP_API vjp_status vjp_tensor_detach(vjp_tensor* tensor, vjp_tensor** out);
/** Makes the tensor a leaf in place. An error on a view. */
VJP_API vjp_status vjp_tensor_detach_(vjp_tensor* tensor);
/** Unsafe: the same storage with a version counter of its own, so that changes are invisible to version checks. */
VJP_API vjp_status vjp_tensor_data_alias(vjp_tensor* tensor, vjp_tensor** out);

/**
 * Lets the tensor show what `data` shows: storage, shape, strides and dtype. The handle, its version, flag, history and
 * hooks stay; nothing is recorded, and graphs that saved the tensor do not notice. If it requires grad the new dtype
 * must be floating or complex. A state error for views and for tensors with a tangent.
 */
VJP_API vjp_status vjp_tensor_set_data(vjp_tensor* tensor, vjp_tensor* data);
/**
 * Changes the shape in place; the elements in memory stay, in row-major order, and new ones are uninitialised. A state
 * error if it requires grad, carries a tangent, or would have to grow in memory that another tensor shares.
 */
VJP_API vjp_status vjp_tensor_resize_(vjp_tensor* tensor, const int64_t* shape, size_t ndim);

/** Keeps the gradient of a non-leaf in its `grad` field when a grad call passes it. */
VJP_API vjp_status vjp_tensor_retain_grad(vjp_tensor* tensor);
VJP_API bool vjp_tensor_retains_grad(const vjp_tensor* tensor);

/** How often the elements of the tensor's storage were changed in place. A state error for an inference tensor, which
 * has no version. */
VJP_API vjp_status vjp_tensor_version(const vjp_tensor* tensor, int64_t* out);
/** Tells the tensor that its elements were changed by other means than the library's: graphs that saved them notice.
 * Nothing happens to an inference tensor. */
VJP_API vjp_status vjp_tensor_version_advance(vjp_tensor* tensor);
/** Whether the tensor's memory was made in inference mode. */
VJP_API bool vjp_tensor_is_inference(const vjp_tensor* tensor);
VJP_API bool vjp_tensor_is_view(const vjp_tensor* tensor);
/** The base of a view. An error if it is none. */
VJP_API vjp_status vjp_tensor_base(const vjp_tensor* tensor, vjp_tensor** out);
VJP_API uint32_t vjp_tensor_output_number(const vjp_tensor* tensor);

/** How a view was made; anything but NORMAL refuses in-place changes that would be recorded. */
typedef enum vjp_creation {
  VJP_CREATION_NO_VIEW = 0,   /**< the tensor is no differentiable view */
  VJP_CREATION_NORMAL = 1,    /**< one view by one operator */
  VJP_CREATION_NO_GRAD = 2,   /**< made with grad mode off */
  VJP_CREATION_INFERENCE = 3, /**< of an ordinary tensor, made in inference mode */
  VJP_CREATION_MULTI = 4,     /**< one of several views that one call returned */
  VJP_CREATION_CUSTOM = 5     /**< came out of a custom function */
} vjp_creation;
VJP_API vjp_creation vjp_tensor_creation(const vjp_tensor* tensor);

/* ---- modes of the calling thread ---- */

/** Whether operators record. On by default in every thread. */
VJP_API bool vjp_grad_mode(void);
/** Sets it and hands back the former value, to be restored by the caller. `previous` may be NULL. Inside inference mode
 * nothing records, and it stays off. */
VJP_API vjp_status vjp_grad_mode_set(bool enabled, bool* previous);

/** Settings of the calling thread. New threads have the defaults, not their parent's. */
typedef enum vjp_mode {
  VJP_MODE_GRAD = 1,           /**< operators record; on by default */
  VJP_MODE_INFERENCE = 2,      /**< nothing is recorded, and what is made can never be; off by default */
  VJP_MODE_FORWARD = 3,        /**< operators carry tangents along inside a forward-mode level; on by default */
  VJP_MODE_MULTITHREADING = 4, /**< grad calls may use worker threads; on by default */
  VJP_MODE_VIEW_REPLAY = 5     /**< stale views are rebuilt by replaying their functions; off by default */
} vjp_mode;
VJP_API vjp_status vjp_guard_mode(vjp_mode mode, bool enabled, vjp_guard** out);
/**
 * Sets a mode without a region, until it is set again or a region of that mode, or a callback, around it ends, and
 * hands back the former value.
 *
 * @param previous  may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for an unknown mode and for VJP_MODE_INFERENCE, which is a region's alone
 * @since 0.1
 */
VJP_API vjp_status vjp_mode_set(vjp_mode mode, bool enabled, bool* previous);
/** Whether the mode is on in the calling thread; false for an unknown mode. */
VJP_API bool vjp_mode_enabled(vjp_mode mode);

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

/* ---- threads ----
 * A callback may end its thread (pthread_exit; pthread_cancel while it runs; an interpreter that goes away does so to
 * its threads): the grad call is given up, locks and references are released, and the thread ends. Where a hook of a
 * device's node ends a worker of the library, the call fails with a state error and another worker takes its place.
 * Only `drop` functions must return.
 *
 * A grad call runs on the thread that makes it, and a grad call that a callback makes runs inside the outer one. Every
 * 60 levels of these the work goes on on another thread, named "vjp-nested-N", so that the stack does not end, while
 * the calling thread waits. Modes, errors, warnings and scopes go along; these callbacks are for what belongs to a
 * binding.
 */

typedef struct vjp_thread_callbacks {
  size_t struct_size;
  /** Before the calling thread waits for another: gives back a lock that callbacks need. Returns what `acquire` gets.
   */
  void* (*release)(void* context);
  void (*acquire)(void* context, void* token);
  /** On the thread that is about to wait: what of its state is to travel; NULL is legal. */
  void* (*save)(void* context);
  /** On the thread that goes on, before and after; `leave` also ends the life of the state. */
  void (*enter)(void* context, void* state);
  void (*leave)(void* context, void* state);
  void* context;
  void (*drop)(void* context);
  /**
   * At most every 40 milliseconds while a thread is in a grad call, between two of its nodes or while it waits for
   * those that other threads run: the place where a binding sees to signals. It is asked on the thread that made the
   * (outermost) call, with its locks given back (`release`), however deeply calls are nested. A status other than
   * VJP_OK, told with vjp_error_raise, ends the grad call: nodes that run are waited for, no further one is started,
   * and the call fails with this error. May be NULL, and then nodes cost nothing.
   */
  vjp_status (*poll)(void* context);
} vjp_thread_callbacks;
#define VJP_THREAD_CALLBACKS_INIT \
  { sizeof(vjp_thread_callbacks), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL }

/** Pairs (release and acquire; save, enter and leave) may be NULL. Several bindings may add theirs. */
VJP_API vjp_status vjp_thread_callbacks_add(const vjp_thread_callbacks* callbacks, int64_t* out);
/** By the number that adding gave; drops the context when no thread is inside one of the callbacks. */
VJP_API vjp_status vjp_thread_callbacks_remove(int64_t id);
/**
 * Whether nested grad calls may go on on other threads: of the process, on by default; not implemented if built without
 * threads. For languages whose callbacks run on their own threads alone: nesting is then a state error at 1000 levels.
 */
VJP_API vjp_status vjp_set_nesting_threads(bool allowed);
/** How long vjp_shutdown waits for threads that are inside a grad call: 10 seconds by default, 0 for not at all. */
VJP_API vjp_status vjp_set_shutdown_timeout(double seconds);

/* ---- nodes ---- */

VJP_API vjp_node* vjp_node_retain(vjp_node* node);
VJP_API void vjp_node_release(vjp_node* node);
/** How many references there are (results, edges of other nodes, handles), 0 for NULL. */
VJP_API int64_t vjp_node_use_count(const vjp_node* node);
/** The node that made a tensor; NULL in `*out` for a leaf. */
VJP_API vjp_status vjp_tensor_grad_fn(vjp_tensor* tensor, vjp_node** out);
/** Where the gradient of a tensor goes: its node, or the accumulator of a leaf that requires grad. */
VJP_API vjp_status vjp_tensor_gradient_edge(vjp_tensor* tensor, vjp_node** node, uint32_t* slot);
VJP_API const char* vjp_node_name(const vjp_node* node); /**< "MulBackward", "AccumulateGrad" */
VJP_API uint64_t vjp_node_sequence_number(const vjp_node* node);
VJP_API vjp_status vjp_node_set_sequence_number(vjp_node* node, uint64_t sequence_number);
VJP_API uint64_t vjp_node_topological_number(const vjp_node* node);
VJP_API size_t vjp_node_num_edges(const vjp_node* node);
VJP_API size_t vjp_node_num_slots(const vjp_node* node);
/** Edge `index`: NULL in `*next` for a null edge. */
VJP_API vjp_status vjp_node_edge(const vjp_node* node, size_t index, vjp_node** next, uint32_t* slot);
/** The leaf of an accumulator; an error for other nodes. */
VJP_API vjp_status vjp_node_leaf(const vjp_node* node, vjp_tensor** out);
/**
 * For derivatives: whether any of `count` edges from `first` on leads somewhere and, in a grad call that is restricted
 * to inputs, to what is wanted. An invalid argument if there are not so many.
 */
VJP_API vjp_status vjp_node_needs_any(const vjp_node* node, size_t first, size_t count, bool* out);
/** The node that this thread is executing; borrowed, NULL outside. */
VJP_API vjp_node* vjp_node_current(void);

/**
 * What is known of a slot: the form of the output whose gradient it receives. The caller sets `struct_size`
 * (VJP_SLOT_INFO_INIT).
 */
typedef struct vjp_slot_info {
  size_t struct_size;
  bool defined; /**< false for a placeholder (an output that has no gradient); then the rest says nothing */
  vjp_dtype dtype;
  size_t ndim;
  const int64_t* sizes; /**< `ndim` of them; live as long as the node */
  vjp_device device;
} vjp_slot_info;
#define VJP_SLOT_INFO_INIT                                        \
  {                                                               \
    sizeof(vjp_slot_info), false, (vjp_dtype)0, 0, NULL, { 0, 0 } \
  }
VJP_API vjp_status vjp_node_slot_info(const vjp_node* node, size_t slot, vjp_slot_info* out);
/**
 * The stream that the node runs on: the one that was current for its first output on a device. NULL for a node without
 * such an output, which runs in the calling thread.
 *
 * The caller releases what it gets.
 *
 * @since 0.1
 */
VJP_API vjp_status vjp_node_stream(const vjp_node* node, vjp_stream** out);
/** A small number for the thread that made the node, from 1; with the sequence number it names a forward operation. */
VJP_API uint32_t vjp_node_thread(const vjp_node* node);
/** Whether a grad call has dropped what the node had saved. Structure, names and metadata stay readable. */
VJP_API bool vjp_node_freed(const vjp_node* node);
/** Whether the derivative for an edge is wanted: the edge leads somewhere and, inside a grad call that is restricted to
 * inputs, its target takes part. False out of range. */
VJP_API bool vjp_node_needs(const vjp_node* node, size_t edge);

/**
 * Runs the node's derivative by hand, in the caller's grad mode, so that the results may have a history. No hooks run,
 * nothing is validated but the given gradients, nothing is freed. An accumulator accumulates.
 *
 * @param grads  one a slot, in its shape and dtype; entries may be NULL (undefined)
 * @param out    one an edge; each receives a handle, or NULL where the gradient is undefined
 * @return VJP_ERROR_STATE if the node was freed, VJP_ERROR_INVALID for wrong counts, VJP_ERROR_SHAPE, VJP_ERROR_DTYPE
 */
VJP_API vjp_status vjp_node_apply(vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                                  size_t num_out);

/**
 * A store of the user's values with each node, kept as long as the node: every handle of the node sees the same one. A
 * value that owns tensors of the node's own graph keeps that graph alive for ever.
 *
 * Keys of anomaly mode are reserved: the call site of the forward (a const char*), and the node in whose execution this
 * one was made (a vjp_node*, borrowed).
 */
#define VJP_METADATA_CALL_SITE "traceback_"
#define VJP_METADATA_PARENT "parent_"
/** Puts a value under a key, and drops what was there. A NULL value removes the key. `drop` may be NULL; on failure the
 * value stays the caller's. VJP_ERROR_INVALID for a reserved key. */
VJP_API vjp_status vjp_node_set_metadata(vjp_node* node, const char* key, void* value, void (*drop)(void* value));
/** The value under a key, borrowed; NULL in `*value` if there is none. */
VJP_API vjp_status vjp_node_metadata(const vjp_node* node, const char* key, void** value);
VJP_API size_t vjp_node_num_metadata(const vjp_node* node);
/** The keys, the user's first, in order of their first use; "" out of range. Valid until the store changes. */
VJP_API const char* vjp_node_metadata_key(const vjp_node* node, size_t index);

/* ---- hooks ---- */

/*
 * Callbacks (hooks, custom functions, saved-value hooks, ...) run inside the scopes of whoever called. What a callback
 * hands back, it hands over by storing it: `return vjp_mul_scalar(grad, two, replacement);` is right in and outside of
 * scopes, and so is a callback that begins a scope, stores a result that an operator gave inside it, and ends the scope
 * (or leaves it to the library): the reference that came with the result passes to the library. A tensor that was not
 * given to this callback by an operator takes a reference of its own (vjp_tensor_retain). Nothing else leaks out of a
 * callback: scopes, regions (vjp/guard.h), locations and forward-mode levels that it leaves open end with it, modes are
 * put back, and those of its caller it cannot end (a state error).
 *
 * Callbacks of a device's nodes run on a thread of the library. If the caller has a scope open they find one there too,
 * which is not the caller's: what operators give in the callbacks of a node belongs to it, and is released when the
 * node has run. A callback that keeps such a tensor takes a reference of its own, or moves it out (vjp_scope_keep).
 */

/*
 * Hooks are registered and removed from any thread, also while a grad call runs. A list of hooks is fixed when its turn
 * at a node begins: what is added or removed meanwhile counts from the next time. `context` is handed to `fn`, and
 * `drop(context)` (NULL: nothing) is called once, when the hook has been removed or its owner dies, never while it
 * runs; where registration fails the context stays the caller's. `out` may be NULL; its handle need not outlive or be
 * outlived by the tensor.
 */

/** Removes a hook; NULL, and a hook already gone, do nothing. Releases the handle too. */
VJP_API void vjp_hook_remove(vjp_hook* hook);
/** Releases the handle and leaves the hook where it is. */
VJP_API void vjp_hook_release(vjp_hook* hook);
/** What messages call the hook, for instance the name of a function; copied. NULL takes the label away. */
VJP_API vjp_status vjp_hook_set_label(vjp_hook* hook, const char* label);

/**
 * Sees the gradient of a tensor (NULL if undefined) and may replace it: `*replacement` is NULL on entry and takes a
 * reference (the note on callbacks above). A status other than VJP_OK stops the grad call (describe it with
 * vjp_error_raise).
 */
typedef vjp_status (*vjp_tensor_hook_fn)(void* context, vjp_tensor* grad, vjp_tensor** replacement);
/** Hooks run in the order they were added. `out` may be NULL. */
VJP_API vjp_status vjp_tensor_add_hook(vjp_tensor* tensor, vjp_tensor_hook_fn fn, void* context,
                                       void (*drop)(void* context), vjp_hook** out);

/** Called after the leaf's grad field was updated. */
typedef vjp_status (*vjp_leaf_hook_fn)(void* context, vjp_tensor* leaf);
VJP_API vjp_status vjp_tensor_add_post_accumulate_hook(vjp_tensor* leaf, vjp_leaf_hook_fn fn, void* context,
                                                       void (*drop)(void* context), vjp_hook** out);

/**
 * A node's pre-hook sees the gradients of its slots and may replace entries in place: release the old, store a new
 * reference, or NULL to drop the gradient. A new entry must have shape and dtype of the old one, or of the slot where
 * the gradient was undefined. A post-hook sees the results, one an edge, and may replace them likewise; they are
 * validated as the node's own. What belongs to a null edge is NULL and stays so; slot gradients are borrowed. An
 * accumulator's post-hooks get no results and one gradient.
 */
typedef vjp_status (*vjp_node_pre_hook_fn)(void* context, vjp_tensor** grads, size_t count);
typedef vjp_status (*vjp_node_post_hook_fn)(void* context, vjp_tensor** results, size_t num_results,
                                            vjp_tensor* const* grads, size_t num_grads);
VJP_API vjp_status vjp_node_add_pre_hook(vjp_node* node, vjp_node_pre_hook_fn fn, void* context,
                                         void (*drop)(void* context), vjp_hook** out);
VJP_API vjp_status vjp_node_add_post_hook(vjp_node* node, vjp_node_post_hook_fn fn, void* context,
                                          void (*drop)(void* context), vjp_hook** out);
/** The same, ahead of the post-hooks that the node has. */
VJP_API vjp_status vjp_node_add_first_post_hook(vjp_node* node, vjp_node_post_hook_fn fn, void* context,
                                                void (*drop)(void* context), vjp_hook** out);

typedef enum vjp_multi_grad_mode {
  VJP_MULTI_GRAD_ALL = 0, /**< once all gradients that the grad call will compute are known */
  VJP_MULTI_GRAD_ANY = 1  /**< with the first of them */
} vjp_multi_grad_mode;
/**
 * @param grads  borrowed. VJP_MULTI_GRAD_ALL: one a tensor, NULL where it was not reached or the gradient is undefined;
 *               VJP_MULTI_GRAD_ANY: the one gradient that came first, which may be NULL
 */
typedef vjp_status (*vjp_multi_grad_hook_fn)(void* context, vjp_tensor* const* grads, size_t count);
/**
 * A hook of several tensors, called at most once in each grad call: not where none of them is reached, nor where the
 * call fails before. Each must require grad; a tensor that is listed twice counts twice. The handle stands for all
 * parts. An error as for other hooks; VJP_ERROR_STATE for a tensor that does not require grad.
 */
VJP_API vjp_status vjp_add_multi_grad_hook(vjp_tensor* const* tensors, size_t count, vjp_multi_grad_mode mode,
                                           vjp_multi_grad_hook_fn fn, void* context, void (*drop)(void* context),
                                           vjp_hook** out);

/**
 * A hook on the gradient of input `input` of a grad call: it sees what the call captured, after the tensor's own hooks,
 * and what it gives takes its place among the results, of any shape and dtype; what flows on is not affected. It is
 * not called where the input is not reached, and goes with the call. An error for calls with `accumulate`.
 */
VJP_API vjp_status vjp_grad_call_add_capture_hook(vjp_grad_call* call, size_t input, vjp_tensor_hook_fn fn,
                                                  void* context, void (*drop)(void* context), vjp_hook** out);

/** Where hooks are put. */
typedef enum vjp_hook_kind {
  VJP_HOOK_TENSOR = 1,         /**< vjp_tensor_add_hook */
  VJP_HOOK_RETAINED = 2,       /**< vjp_tensor_retain_grad */
  VJP_HOOK_PRE = 3,            /**< vjp_node_add_pre_hook */
  VJP_HOOK_POST = 4,           /**< vjp_node_add_post_hook */
  VJP_HOOK_POST_ACCUMULATE = 5 /**< vjp_tensor_add_post_accumulate_hook */
} vjp_hook_kind;
/** How many hooks of a kind a tensor has now; 0 for NULL and for kinds that belong to nodes. */
VJP_API size_t vjp_tensor_num_hooks(const vjp_tensor* tensor, vjp_hook_kind kind);
/** The same of a node, its slots together; an accumulator has those of its leaf. */
VJP_API size_t vjp_node_num_hooks(const vjp_node* node, vjp_hook_kind kind);

/* ---- saved values ---- */

/**
 * A pair of hooks that decides how nodes keep the tensors they save: packed into anything, unpacked when they are
 * needed. What comes back is given the autograd state of what was packed, so double backward works through hooks.
 * Values that went through hooks are not checked for changes in place.
 */
typedef struct vjp_saved_tensor_hooks {
  size_t struct_size;
  /**
   * Called at once when a tensor is saved, with grad mode off. Stores what is kept in `*packed`, which may be anything.
   * It must not change the tensor in place (a state error), and an argument that is kept keeps its memory.
   */
  vjp_status (*pack)(void* context, vjp_tensor* tensor, void** packed);
  /**
   * Called each time the value is needed, perhaps on another thread; `packed` stays as it is. Stores a reference to a
   * tensor of the packed one's shape, dtype and device in `*out`; its history is ignored.
   */
  vjp_status (*unpack)(void* context, void* packed, vjp_tensor** out);
  /** Called once for each value packed, when the node lets go of it; may be NULL. */
  void (*drop_packed)(void* context, void* packed);
  void* context;
  /** Called once, after the last value packed is gone; may be NULL. */
  void (*drop)(void* context);
} vjp_saved_tensor_hooks;
#define VJP_SAVED_TENSOR_HOOKS_INIT \
  { sizeof(vjp_saved_tensor_hooks), NULL, NULL, NULL, NULL, NULL }

/**
 * Begins a region in which tensors saved on this thread go through `hooks`, of several nested regions through the
 * innermost one's. Takes the context over: on failure it stays the caller's. A state error where hooks are disabled.
 */
VJP_API vjp_status vjp_guard_saved_tensor_hooks(const vjp_saved_tensor_hooks* hooks, vjp_guard** out);
/**
 * Begins a region in which pushing hooks is a state error with `message`; the message of the innermost region counts. A
 * state error itself while hooks are in force.
 */
VJP_API vjp_status vjp_guard_no_saved_tensor_hooks(const char* message, vjp_guard** out);
/**
 * Begins a region in which saved tensors are kept in host memory: those of a device are copied there when they are
 * saved, and back to their device when they are needed. Those that lie there already are not copied, and changes of
 * them in place are noticed as ever.
 *
 * @param pin_memory  copies go to page-locked memory and are only enqueued, on the current streams; without it they are
 *                    done when the operator returns
 */
VJP_API vjp_status vjp_guard_save_on_cpu(bool pin_memory, vjp_guard** out);

/**
 * Begins a region in which tensors that nodes have saved may be changed in place: the old value is copied for the nodes
 * first, once a version, and only while a node needs it. Backward has to run in the same region (a state error
 * outside); its end drops the copies. Such regions do not nest (a state error).
 */
VJP_API vjp_status vjp_guard_saved_tensor_mutation(vjp_guard** out);

/** vjp_tensor_version_advance for each of several tensors. */
VJP_API vjp_status vjp_tensor_version_advance_all(vjp_tensor* const* tensors, size_t count);
/**
 * Unsafe: sets the version, from 0 to 4294967295, of everything that shares the tensor's memory. Changes may so be
 * hidden from graphs that saved it, whose gradients are then wrong. A state error for an inference tensor.
 */
VJP_API vjp_status vjp_tensor_version_set_unsafe(vjp_tensor* tensor, int64_t version);
/** Unsafe: a region whose end restores the versions of the tensors, so that changes made in it go unnoticed. */
VJP_API vjp_status vjp_guard_preserve_versions_unsafe(vjp_tensor* const* tensors, size_t count, vjp_guard** out);

/**
 * What a node saved for its derivative, by name: an operator's node has the arguments and results that its derivative
 * needs, as its schema calls them, and "<argument>_sizes" where the shape is enough; a custom function's has "tensors".
 * Names last as long as the node; NULL if out of range. Names, kinds and what is no tensor outlive the freeing.
 */
VJP_API size_t vjp_node_num_saved(const vjp_node* node);
VJP_API const char* vjp_node_saved_name(const vjp_node* node, size_t index);
/** The vjp_kind of what was saved under a name, VJP_KIND_NONE if it is absent or unknown. Unpacks nothing. */
VJP_API int32_t vjp_node_saved_kind(const vjp_node* node, const char* name);

/** A value read from a node; it owns what it shows. */
typedef struct vjp_saved_attribute vjp_saved_attribute;
VJP_API vjp_saved_attribute* vjp_saved_attribute_retain(vjp_saved_attribute* attribute);
VJP_API void vjp_saved_attribute_release(vjp_saved_attribute* attribute);
/** Borrowed from the attribute. */
VJP_API const vjp_value* vjp_saved_attribute_value(const vjp_saved_attribute* attribute);
/**
 * Reads what was saved under a name. Tensors are unpacked, with all checks: VJP_ERROR_STATE if the node was freed or an
 * input detached in place, VJP_ERROR_VERSION if one was changed. Invalid argument, with the list of names, for an
 * unknown one.
 */
VJP_API vjp_status vjp_node_saved(vjp_node* node, const char* name, vjp_saved_attribute** out);

/** A tensor as a node keeps it, not unpacked. Keeps the node alive; a state error once the node was freed. */
typedef struct vjp_saved_tensor vjp_saved_tensor;
VJP_API vjp_saved_tensor* vjp_saved_tensor_retain(vjp_saved_tensor* saved);
VJP_API void vjp_saved_tensor_release(vjp_saved_tensor* saved);
/** How many raw tensors a name has: those of a list; 1 for a tensor, absent or not; 0 for what is no tensor. */
VJP_API size_t vjp_node_num_raw_saved(const vjp_node* node, const char* name);
VJP_API vjp_status vjp_node_raw_saved(vjp_node* node, const char* name, size_t element, vjp_saved_tensor** out);
/** NULL in `*out` for an absent one. */
VJP_API vjp_status vjp_saved_tensor_unpack(vjp_saved_tensor* saved, vjp_tensor** out);
/**
 * Gives this one value a pair of hooks: `pack` is called now. Takes the context over unless it fails. A state error for
 * a value that has hooks, is absent, or was freed.
 */
VJP_API vjp_status vjp_saved_tensor_register_hooks(vjp_saved_tensor* saved, const vjp_saved_tensor_hooks* hooks);

/* ---- anomaly mode ---- */

/**
 * A debugging mode of the whole process: nodes remember where in the program they were made; when a grad call fails,
 * one warning tells the call site of the failing node, and of the nodes in whose execution it was made. With
 * `check_nan` a NaN in a node's result is a VJP_ERROR_STATE that names the node and the result. For both, turn it on
 * for the forward and the backward. It is slow, and says so once.
 *
 * The guard sets both switches for a region and restores both. The region belongs to the thread, the switches to the
 * process: a thread that works at the same time is affected.
 */
VJP_API vjp_status vjp_guard_anomaly(bool enabled, bool check_nan, vjp_guard** out);
VJP_API vjp_status vjp_anomaly_set(bool enabled, bool check_nan);
VJP_API bool vjp_anomaly_enabled(void); /**< off by default */
/** Whether results are searched for NaN while the mode is on. True by default. */
VJP_API bool vjp_anomaly_checks_nan(void);

/**
 * How a binding says where its program is: called for each node that is made while anomaly mode is on, on the thread
 * that makes it, to answer by vjp_call_site_write. Where there is no answer, the locations of vjp_location_push are
 * taken, and without any the native backtrace.
 */
typedef struct vjp_call_site vjp_call_site;
typedef void (*vjp_call_site_fn)(void* context, vjp_call_site* site);
/** One a process; NULL takes it away. */
VJP_API vjp_status vjp_set_call_site_callback(vjp_call_site_fn fn, void* context, void (*drop)(void* context));
/** The text, of one or several lines, is copied. To be called inside the callback only. */
VJP_API void vjp_call_site_write(vjp_call_site* site, const char* text);

/* ---- custom functions ---- */

typedef struct vjp_function_call vjp_function_call;

/**
 * A custom function: callbacks for one application, and what they share.
 *
 * The forward is the caller's own code between vjp_function_begin and vjp_function_end. Callbacks run on the thread
 * that runs the node, return VJP_OK or what they told vjp_error_raise, and may call any function of the library. The
 * structure is copied; it grows at its end, and members beyond `struct_size` have their defaults (VJP_FUNCTION_INIT).
 */
typedef struct vjp_function {
  size_t struct_size;
  const char* name; /**< copied; the node's name */
  /**
   * The derivative. NULL: a grad call that reaches the node fails with VJP_ERROR_NOT_IMPLEMENTED.
   *
   * @param node   the function's node; ask it for saved tensors (vjp_function_saved) and for what is needed
   *               (vjp_function_needs_input_grad)
   * @param grads  one a result, borrowed. Undefined ones are zeros of the result's shape and dtype, unless
   *               materialize_grads is off: then NULL. NULL always for a result that was NULL.
   * @param out    one a place an argument, NULL on entry; each takes a reference or stays NULL (no gradient). Gradients
   *               are summed to the argument's shape and cast to its dtype; one for an argument that was NULL is an
   *               error; others that nobody wants are dropped.
   */
  vjp_status (*backward)(void* context, vjp_node* node, vjp_tensor* const* grads, size_t num_grads, vjp_tensor** out,
                         size_t num_inputs);
  void* context;               /**< passed to the callbacks; lives as long as the node */
  void (*drop)(void* context); /**< called once, on any thread; NULL: nothing to do */
  int32_t materialize_grads;   /**< 1 (the default), or 0; vjp_function_call_set_materialize_grads can change it */
  /**
   * The derivative in forward mode, called by vjp_function_end where an argument has a tangent. NULL: such an
   * application is VJP_ERROR_NOT_IMPLEMENTED.
   *
   * @param call      ask it for what vjp_function_call_save_for_forward kept
   * @param tangents  one an argument, borrowed; zeros where an argument of floating or complex dtype has none, NULL
   * with materialize_grads off, and for other arguments
   * @param out       one a result, NULL on entry; each takes a tangent of the result's shape or stays NULL (zero),
   * which it must for a result that is not differentiable. For an argument marked dirty it is the argument's tangent
   * itself, changed in place; for a result that is a view of an argument, a view of the argument's tangent.
   */
  vjp_status (*jvp)(void* context, vjp_function_call* call, vjp_tensor* const* tangents, size_t num_inputs,
                    vjp_tensor** out, size_t num_results);
  /**
   * The rule for batches: the arguments with, for each, the dimension of the batch (VJP_FUNCTION_NOT_BATCHED: none), to
   * the results with theirs. NULL: there is none. Excludes `generate_vmap`.
   */
  vjp_status (*vmap)(void* context, int64_t batch_size, const int64_t* in_dims, vjp_tensor* const* inputs,
                     size_t num_inputs, vjp_tensor** out, int64_t* out_dims, size_t num_results);
  int32_t generate_vmap; /**< 1: the rule for batches follows from running the callbacks on batches; default 0 */
  /**
   * 1: the backward runs with grad mode off, and what it gives cannot be differentiated again: where a gradient that
   * came in requires grad, a later grad call that needs the result's derivative is VJP_ERROR_NOT_IMPLEMENTED. Default
   * 0.
   */
  int32_t once_differentiable;
  int32_t lock_node; /**< 1 (the default): threads that run this node's backward at the same time take turns */
} vjp_function;
#define VJP_FUNCTION_INIT \
  { sizeof(vjp_function), NULL, NULL, NULL, NULL, 1, NULL, NULL, 0, 0, 1 }
#define VJP_FUNCTION_NOT_BATCHED INT64_MIN

/**
 * Begins an application: turns grad mode and forward mode off on this thread until vjp_function_end or
 * vjp_function_abandon. Applications, and regions begun between, end in reverse order, on the thread they began on.
 *
 * The application is recorded if grad mode is on and some input requires grad. Either way the call handle is the
 * context that the functions below want.
 *
 * @param function  its context belongs to the call if this succeeds, to the caller if it fails
 * @param inputs    the arguments; NULL for those that are no tensors (null edges)
 * @return VJP_ERROR_INVALID for a vmap rule beside `generate_vmap`, VJP_ERROR_NOT_IMPLEMENTED if an input has a tangent
 *         and there is no jvp
 */
VJP_API vjp_status vjp_function_begin(const vjp_function* function, vjp_tensor* const* inputs, size_t num_inputs,
                                      vjp_function_call** out);
/**
 * Keeps tensors for the backward: inputs, results and intermediates; entries may be NULL. Takes effect in
 * vjp_function_end; the last call wins. Only inputs and results lead on to second derivatives.
 */
VJP_API vjp_status vjp_function_call_save_for_backward(vjp_function_call* call, vjp_tensor* const* tensors,
                                                       size_t count);
/** Keeps tensors for the jvp, until it has run. Entries may be NULL; the last call wins. */
VJP_API vjp_status vjp_function_call_save_for_forward(vjp_function_call* call, vjp_tensor* const* tensors,
                                                      size_t count);
/** Inside jvp: a tensor that was saved for it; NULL in `*out` where it was NULL. */
VJP_API vjp_status vjp_function_call_saved_for_forward(vjp_function_call* call, size_t index, vjp_tensor** out);
/**
 * Declares inputs that the forward changed in place. Each must be a result too. Something that is no input gives a
 * warning and is ignored. The last call wins.
 */
VJP_API vjp_status vjp_function_call_mark_dirty(vjp_function_call* call, vjp_tensor* const* tensors, size_t count);
/** Declares results through which no gradient flows; integer and boolean ones need it not. The last call wins. */
VJP_API vjp_status vjp_function_call_mark_non_differentiable(vjp_function_call* call, vjp_tensor* const* tensors,
                                                             size_t count);
/** Whether undefined gradients and tangents reach the callbacks as zeros. */
VJP_API vjp_status vjp_function_call_set_materialize_grads(vjp_function_call* call, bool materialize);
/** Whether an input requires grad; false for all where the application is not recorded. */
VJP_API bool vjp_function_call_needs_input_grad(const vjp_function_call* call, size_t input);

/**
 * Ends an application: restores the modes, and ties the results to the inputs by one node if it is recorded. The call
 * handle is gone afterwards, and the function's context is the node's or was dropped, also if this fails; but if a
 * region begun since is still open, or on another thread, it is a state error that changes nothing.
 *
 * `out[i]` is `results[i]` itself, except that
 * - an input that is not marked dirty comes back as a view of it (if marked non-differentiable: as a detached alias),
 * - a tensor with a history of its own, or that requires grad, comes back as a detached alias,
 * - NULL stays NULL: a place for what is no tensor; its slot in the node never has a gradient.
 * A result that is a view cannot be changed in place while recording. The same tensor twice gives the same handle
 * twice, bound to the last place. An input marked dirty has the node as its new history.
 *
 * @param results  borrowed
 * @param out      `num_results` places; each takes a reference. May not be `results` itself.
 * @return VJP_ERROR_INVALID if a dirty input is no result or a tangent does not fit; VJP_ERROR_STATE if a dirty input
 *         is a leaf that requires grad, or a view while there are several results; what jvp returned
 */
VJP_API vjp_status vjp_function_end(vjp_function_call* call, vjp_tensor* const* results, size_t num_results,
                                    vjp_tensor** out);
/** Ends an application that failed: restores the modes and drops the context. NULL does nothing. Fails as
 * vjp_function_end does where regions are still open. */
VJP_API vjp_status vjp_function_abandon(vjp_function_call* call);

/**
 * The short form: records a node for results that the caller computed with grad mode off. Does nothing but drop the
 * context if grad mode is off or no input requires grad. Results must be leaves that do not require grad, of floating
 * or complex dtype, and no view; they become results of the node. If it fails the context is still the caller's.
 *
 * @param inputs  entries may be NULL (a null edge)
 * @param saved   tensors the backward wants back, inputs and results among them; entries may be NULL
 */
VJP_API vjp_status vjp_function_record(const vjp_function* function, vjp_tensor* const* inputs, size_t num_inputs,
                                       vjp_tensor* const* results, size_t num_results, vjp_tensor* const* saved,
                                       size_t num_saved);
/** A saved tensor of a custom function's node, unpacked anew, with the checks of saved values. */
VJP_API vjp_status vjp_function_saved(vjp_node* node, size_t index, vjp_tensor** out);
/** How many tensors a custom function's node was given to save; 0 for other nodes. Freeing does not change it. */
VJP_API size_t vjp_function_num_saved(const vjp_node* node);
/** Whether the gradient of an argument is wanted: inside a grad call, by that call. */
VJP_API bool vjp_function_needs_input_grad(const vjp_node* node, size_t input);
/** The context of a custom function's node, borrowed; NULL for other nodes. */
VJP_API void* vjp_function_context(const vjp_node* node);
/** The same if `drop` ends it, NULL otherwise: how a binding knows functions of its own. @since 0.1 */
VJP_API void* vjp_function_context_of(const vjp_node* node, void (*drop)(void* context));

#ifdef __cplusplus
}
#endif
#endif
