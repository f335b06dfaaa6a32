/**
 * libvjp: looking at grad calls and graphs: traces, pictures, and why a gradient is missing.
 *
 * For people and debuggers: nothing here changes which gradients are computed.
 */
#ifndef VJP_OBSERVE_H
#define VJP_OBSERVE_H

#include "vjp/guard.h"
#include "vjp/node.h"
#include "vjp/profiler.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the trace of a grad call ---- */

/** A node that is about to execute, after its pre-hooks. Everything in it is borrowed for the call. */
typedef struct vjp_trace_event {
  size_t struct_size;       /**< sizeof(vjp_trace_event) as the library was compiled */
  const vjp_node* node;     /**< the node */
  const char* name;         /**< its name */
  uint64_t sequence_number; /**< its number (vjp_node_sequence_number) */
  int64_t grad_call;        /**< the id of the grad call, see vjp_grad_call_current_id */
  vjp_tensor* const* grads; /**< one a slot; NULL where undefined */
  size_t num_grads;         /**< how many slots there are */
} vjp_trace_event;
/** Receives the nodes of grad calls, on the thread that executes each of them. */
typedef void (*vjp_trace_fn)(void* context, const vjp_trace_event* event);

/**
 * Begins a region of the calling thread whose grad calls report each node in order of execution. With worker threads
 * the function is called on the thread that executes the node, on several at a time.
 *
 * @param fn    NULL prints a line to standard error: "libvjp: grad call 0: MulBackward #3: float64[2, 3]"
 * @param drop  called once with the context when nothing can call `fn` any more; may be NULL. Not called on failure
 * @param out   receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_trace(vjp_trace_fn fn, void* context, void (*drop)(void* context), vjp_guard** out);

/* ---- the recorded graph ---- */

/** What a walk from some roots found. Keeps the nodes alive. */
typedef struct vjp_graph vjp_graph;
/**
 * Walks the graph from the gradient edges of some roots; a root that does not require grad adds nothing.
 *
 * @param roots  `num_roots` of them, borrowed
 * @param out    receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_graph_create(vjp_tensor* const* roots, size_t num_roots, vjp_graph** out);
/** Adds a reference, which vjp_graph_release gives back; returns `graph`. NULL does nothing. @since 0.1 */
VJP_API vjp_graph* vjp_graph_retain(vjp_graph* graph);
/**
 * Gives a reference back; with the last one the graph no longer keeps its nodes alive. NULL does nothing. @since 0.1
 */
VJP_API void vjp_graph_release(vjp_graph* graph);
/** How many nodes were found; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_graph_num_nodes(const vjp_graph* graph);
/**
 * A node that was found, borrowed from the graph; NULL out of range. The order is one in which each node comes before
 * those that it leads to.
 *
 * @since 0.1
 */
VJP_API vjp_node* vjp_graph_node(const vjp_graph* graph, size_t index);
/**
 * Bytes of the tensors that a node has saved; what saved-tensor hooks have packed, and what was freed, does not count.
 * 0 out of range.
 *
 * @since 0.1
 */
VJP_API size_t vjp_graph_saved_bytes(const vjp_graph* graph, size_t index);

/** Edge `edge` of node `from` leads to slot `slot` of node `to`; nodes are given by their indices (vjp_graph_node). */
typedef struct vjp_graph_link {
  size_t from, edge, to, slot; /**< see above */
} vjp_graph_link;
/** How many edges lead from one of the nodes to another; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_graph_num_links(const vjp_graph* graph);
/**
 * One of these edges, in order of their nodes and then of their numbers.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and out of range
 * @since 0.1
 */
VJP_API vjp_status vjp_graph_get_link(const vjp_graph* graph, size_t index, vjp_graph_link* out);

/**
 * Gives a tensor a name in pictures of the graph.
 *
 * @param name  copied
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if the tensor does not require grad; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_graph_set_name(vjp_graph* graph, vjp_tensor* tensor, const char* name);
/**
 * Says what a node belongs to: in pictures, neighbours of one group are one box that holds them.
 *
 * @param index  of the node (vjp_graph_node)
 * @param path   copied; "encoder/layer 3" is a group inside a group; "" for none
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and out of range; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_graph_set_group(vjp_graph* graph, size_t index, const char* path);
/**
 * The program's ranges (vjp_profiler_range_push) in which nodes were recorded are their groups from now on; those that
 * the profiler did not see keep what they have.
 *
 * @param profiler  its last session that is over counts
 * @param found     receives how many nodes have got a group; may be NULL
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_graph_add_groups(vjp_graph* graph, const vjp_profiler* profiler, size_t* found);

/** The language of a picture. Values never change. */
typedef enum vjp_picture_format {
  VJP_PICTURE_DOT = 0, /**< text for Graphviz's `dot` */
  VJP_PICTURE_SVG = 1, /**< a picture that browsers and notebooks show */
  VJP_PICTURE_HTML = 2 /**< a page of its own: boxes open by a click; it can be moved, scaled and searched */
} vjp_picture_format;

/** Options of vjp_graph_picture. Grows at the end. */
typedef struct vjp_graph_picture_options {
  size_t struct_size;        /**< set by the caller: VJP_GRAPH_PICTURE_OPTIONS_INIT */
  vjp_tensor* const* inputs; /**< borrowed, of the grad call that is shown: what it would not execute is pale */
  size_t num_inputs;         /**< 0: a call that goes to every leaf */
  int32_t fold;              /**< 1 (default): what comes several times in a row is one box, "x12" */
  int32_t open;              /**< so many levels of boxes show what they hold, in DOT and SVG; -1: all of them */
  size_t max_boxes;          /**< of a level, leaves not counted; what is more is left out. 0 means 250 */
  const char* title;         /**< NULL: none */
} vjp_graph_picture_options;
#define VJP_GRAPH_PICTURE_OPTIONS_INIT \
  { sizeof(vjp_graph_picture_options), NULL, 0, 1, 0, 0, NULL }

/**
 * Draws the graph: leaves on top, results below, operators with what they save, shapes on the arrows, and cuts where
 * they were recorded (vjp_guard_record_cuts). Nodes may be freed by others meanwhile.
 *
 * @param options  NULL for the defaults
 * @param out      receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and options out of range; VJP_ERROR_STATE for an input that does not
 * require grad; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_graph_picture(const vjp_graph* graph, vjp_picture_format format,
                                     const vjp_graph_picture_options* options, char** out);

/* ---- why a gradient is missing ---- */

/**
 * Begins a region of the calling thread in which operators write down where histories end: with results that have none,
 * and with the nodes that take such results; and where in the program each node and each such end was made
 * (vjp_set_call_site_callback, vjp_location_push, else the native symbol). Without it vjp_explain_gradient cannot
 * distinguish a cut from an argument that never had anything to do with the tensor, and names no places. It costs some
 * time an operator, and keeps the graph behind a cut alive.
 *
 * @param out  receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_record_cuts(vjp_guard** out);

/** What stands between a tensor and its gradient, or what is odd about the one that arrives. */
typedef enum vjp_gradient_obstacle {
  VJP_OBSTACLE_NONE = 0,               /**< a gradient arrives */
  VJP_OBSTACLE_DETACHED = 1,           /**< cut by detach */
  VJP_OBSTACLE_GRAD_MODE_OFF = 2,      /**< cut: an operator ran with grad mode off */
  VJP_OBSTACLE_NOT_DIFFERENTIABLE = 3, /**< cut: a result that has no derivative */
  VJP_OBSTACLE_INTEGER_DTYPE = 4,      /**< cut: a result of integer or boolean dtype */
  VJP_OBSTACLE_DATA_ALIAS = 5,         /**< cut by vjp_tensor_data_alias */
  VJP_OBSTACLE_DEAD_VIEW = 6,          /**< a view made with grad mode off, which reports requires_grad all the same */
  VJP_OBSTACLE_NOT_REQUIRED = 7,       /**< the tensor does not require grad */
  VJP_OBSTACLE_UNDEFINED = 8,          /**< reached, but a node on the way gives an undefined gradient */
  VJP_OBSTACLE_NOT_RETAINED = 9,       /**< a gradient arrives, but the tensor is no leaf and does not retain it */
  VJP_OBSTACLE_UNKNOWN = 10,           /**< not reached, and nothing is known that explains it */
  VJP_OBSTACLE_INFERENCE = 11,         /**< made in inference mode: the tensor, or (cut) a result on the way */
  VJP_OBSTACLE_LEVEL_ENDED = 12,       /**< batched at a level that has ended */
  VJP_OBSTACLE_REQUIRED_LATER = 13,    /**< used when it did not require grad yet */
  VJP_OBSTACLE_REPLACED = 14,          /**< not reached, but a leaf from which it was computed is */
  VJP_OBSTACLE_ANOTHER_TENSOR = 15,    /**< not reached, but a leaf with the same memory or the same elements is */
  VJP_OBSTACLE_FREED = 16,             /**< reached, but a backward has freed the graph between */
  VJP_OBSTACLE_CHANGED = 17,           /**< reached, but a value that a node saved was changed in place */
  VJP_OBSTACLE_FAILED = 18,            /**< reached, but a derivative on the way fails */
  VJP_OBSTACLE_NOT_FINITE = 19,        /**< a gradient arrives with NaN or infinite elements */
  VJP_OBSTACLE_ZERO = 20,              /**< a gradient arrives, and every element is exactly zero */
  VJP_OBSTACLE_UNDERFLOW = 21,  /**< a gradient arrives that is zero, or nearly, for its dtype has no smaller numbers */
  VJP_OBSTACLE_SOME_USES = 22,  /**< a gradient arrives, but from only some of the tensor's uses */
  VJP_OBSTACLE_HOOKS = 23,      /**< a gradient arrives, unless hooks on the way change it; they are not run */
  VJP_OBSTACLE_PARTLY_ZERO = 24 /**< a gradient arrives of which some elements are exactly zero */
} vjp_gradient_obstacle;

/**
 * Why a tensor gets the gradient that it gets: an answer, and one for each of its uses.
 *
 * Handles are counted; an explanation never changes, and keeps its nodes alive.
 */
typedef struct vjp_explanation vjp_explanation;
/** One answer. What it points to lives as long as the explanation. */
typedef struct vjp_gradient_answer {
  size_t struct_size;             /**< set by the caller: VJP_GRADIENT_ANSWER_INIT */
  vjp_gradient_obstacle obstacle; /**< the first, counted from the roots; of a use that contributes VJP_OBSTACLE_NONE */
  vjp_node* node;    /**< where: whose argument is cut, or that made the gradient so; NULL: at no node. Borrowed */
  size_t edge;       /**< the argument's number */
  vjp_node* used_by; /**< of a use: the node whose argument the tensor is; NULL: it is a root itself. Borrowed */
  size_t used_edge;  /**< the argument's number there */
  const char* place; /**< "train.c:12, in step": of the cut or the node; "" if that was not recorded */
  const char* text;  /**< in words: the answer in a sentence, the way from the root, what to do; of a use one line */
} vjp_gradient_answer;
#define VJP_GRADIENT_ANSWER_INIT \
  { sizeof(vjp_gradient_answer), VJP_OBSTACLE_NONE, NULL, 0, NULL, 0, NULL, NULL }

/**
 * Says why `tensor` gets no gradient from the roots, or a zero one, or one that is not finite, or less than it should.
 *
 * To see what arrives at a tensor that is reached, the derivatives on the way are run with gradients of ones: no hooks,
 * nothing freed, nothing accumulated, but callbacks of custom functions are called, and those of saved values. It costs
 * about a backward. What the program did outside the library (a number read from a tensor, an array of another library)
 * is not known to it.
 *
 * @param roots  `num_roots` of them, borrowed
 * @param out    receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_explain_gradient(vjp_tensor* tensor, vjp_tensor* const* roots, size_t num_roots,
                                        vjp_explanation** out);
/** Adds a reference, which vjp_explanation_release gives back; returns `explanation`. NULL does nothing. @since 0.1 */
VJP_API vjp_explanation* vjp_explanation_retain(vjp_explanation* explanation);
/** Gives a reference back; with the last one the explanation and its texts are gone. NULL does nothing. @since 0.1 */
VJP_API void vjp_explanation_release(vjp_explanation* explanation);
/**
 * The answer for the tensor as a whole.
 *
 * @param out  its `struct_size` must be set
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a wrong `struct_size`
 * @since 0.1
 */
VJP_API vjp_status vjp_explanation_answer(const vjp_explanation* explanation, vjp_gradient_answer* out);
/**
 * How many uses there are: arguments of nodes that the tensor is, in the graph of the roots, a root that is the tensor
 * itself, and recorded cuts behind which it lies. 0 for NULL, and where the derivatives were not tried.
 *
 * @since 0.1
 */
VJP_API size_t vjp_explanation_num_uses(const vjp_explanation* explanation);
/**
 * The answer for one of these uses: what its contribution to the gradient is, and why.
 *
 * @param out  its `struct_size` must be set
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, out of range and for a wrong `struct_size`
 * @since 0.1
 */
VJP_API vjp_status vjp_explanation_use(const vjp_explanation* explanation, size_t index, vjp_gradient_answer* out);

#ifdef __cplusplus
}
#endif
#endif
