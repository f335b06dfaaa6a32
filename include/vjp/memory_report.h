/**
 * libvjp: what holds the memory: which storages live, who made each, and what keeps it.
 *
 * A *storage* is memory that tensors share. It lives as long as something keeps one of its tensors: a handle of the
 * program, the gradient of a leaf, a value that a node has saved, a view, an optimizer, a running grad call. A report
 * finds these by a walk from tensors that the program names, and counts references: what the walk does not explain is
 * called handles of the program, or others.
 *
 * Who made a storage is known where that is recorded: inside vjp_guard_record_memory, or while a profiler records
 * memory. Otherwise recording costs nothing. Nothing here changes a graph.
 */
#ifndef VJP_MEMORY_REPORT_H
#define VJP_MEMORY_REPORT_H

#include "vjp/device.h"
#include "vjp/guard.h"
#include "vjp/optim.h"
#include "vjp/profiler.h"
#include "vjp/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Begins a region in which the library remembers of every storage, of all threads, who made it. Reports in it know all
 * storages that were made since, and what was taken and given back can be drawn (vjp_memory_timeline). With the last
 * region, or profiler that records memory, all of it is forgotten.
 *
 * @param places  whether to ask where in the program operators are called (vjp_set_call_site_callback); dear
 * @param out     receives the region, for vjp_guard_exit
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_guard_record_memory(bool places, vjp_guard** out);

/** What keeps a tensor alive. A storage is counted with the kind that comes first here, of those that keep it. */
typedef enum vjp_memory_keeper_kind {
  VJP_MEMORY_OPTIMIZER = 1, /**< an optimizer keeps it as its state */
  VJP_MEMORY_GRADIENT = 2,  /**< it is the gradient of a leaf, or of a tensor that retains it */
  VJP_MEMORY_PARAMETER = 3, /**< it is a parameter of an optimizer */
  VJP_MEMORY_HANDLE = 4,    /**< references that nothing walked explains: handles of the program, or others */
  VJP_MEMORY_TANGENT = 5,   /**< it is the tangent of a dual tensor */
  VJP_MEMORY_GRAD_CALL = 6, /**< a grad call that runs on this thread holds it */
  VJP_MEMORY_SAVED = 7,     /**< a node has saved it for its derivative */
  VJP_MEMORY_GRAPH = 8,     /**< it is a leaf, and the graph is to accumulate its gradient */
  VJP_MEMORY_BATCHED = 9,   /**< a batched tensor stands on it */
  VJP_MEMORY_VIEW = 10,     /**< it is the base of a view */
  VJP_MEMORY_OTHER = 11     /**< the walk came to none of its tensors: handles of the program, or others */
} vjp_memory_keeper_kind;

/** Whose work made a storage. */
typedef enum vjp_memory_origin {
  VJP_MEMORY_ORIGIN_UNKNOWN = 0, /**< not recorded */
  VJP_MEMORY_ORIGIN_DATA = 1,    /**< no operator: a call of the program that makes tensors of data */
  VJP_MEMORY_ORIGIN_FORWARD = 2, /**< an operator that the program called */
  VJP_MEMORY_ORIGIN_BACKWARD = 3 /**< a node that a grad call executed */
} vjp_memory_origin;

/** What a report asks for. */
typedef struct vjp_memory_report_options {
  size_t struct_size;               /**< sizeof(vjp_memory_report_options) */
  vjp_tensor* const* roots;         /**< where the walk begins: results and leaves; handles of all tensors are best */
  size_t num_roots;                 /**< how many; what the calling thread's scopes have are roots, too */
  const char* const* names;         /**< of the roots, for the report; NULL, or NULL in it: none */
  vjp_optimizer* const* optimizers; /**< whose states and parameters are known; may be NULL */
  size_t num_optimizers;            /**< how many */
  const vjp_device* device;         /**< only storages on this one; NULL: of the process */
} vjp_memory_report_options;
/** What options begin with. */
#define VJP_MEMORY_REPORT_OPTIONS_INIT \
  { sizeof(vjp_memory_report_options), NULL, 0, NULL, NULL, 0, NULL }

/** What lived when it was made, as data. Keeps nothing of it alive. Any thread may hold it. */
typedef struct vjp_memory_report vjp_memory_report;
/**
 * Looks at what lives now. Other threads may go on meanwhile: what they make and end is in it or not.
 *
 * @param options  NULL: the process, from the scopes of the calling thread
 * @param out      receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and another size; VJP_ERROR_DEVICE for no such device; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_report_create(const vjp_memory_report_options* options, vjp_memory_report** out);
/** Adds a reference, which vjp_memory_report_release gives back; returns `report`. NULL does nothing. @since 0.1 */
VJP_API vjp_memory_report* vjp_memory_report_retain(vjp_memory_report* report);
/** Gives a reference back. NULL does nothing. @since 0.1 */
VJP_API void vjp_memory_report_release(vjp_memory_report* report);

/** Figures of a report, in bytes. live = found + rounding + unknown, if nothing went on meanwhile. */
typedef struct vjp_memory_totals {
  size_t struct_size;    /**< sizeof(vjp_memory_totals), set by the caller */
  int64_t live;          /**< in use by the allocators' count, of the process or the device */
  int64_t peak;          /**< the most that was; of the process the sum of the devices' peaks */
  int64_t cached;        /**< taken from the system or the device, and free: not live */
  int64_t found;         /**< of the storages in the report */
  int64_t rounding;      /**< by which their blocks are larger than they */
  int64_t unknown;       /**< of storages that were made before the recording, and that the walk did not reach */
  int64_t foreign;       /**< in the report, but no allocator's: the caller's memory, page-locked memory */
  int64_t recorded_live; /**< in use, of what was made since the recording began; 0: none is underway */
  int64_t recorded_peak; /**< the most that was */
  size_t num_storages;   /**< in the report */
} vjp_memory_totals;
/** What they begin as. */
#define VJP_MEMORY_TOTALS_INIT \
  { sizeof(vjp_memory_totals), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
/**
 * The figures.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and another size
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_report_totals(const vjp_memory_report* report, vjp_memory_totals* out);

/** A storage of a report. Texts are the report's, empty where nothing is known. */
typedef struct vjp_memory_storage {
  size_t struct_size;          /**< sizeof(vjp_memory_storage), set by the caller */
  size_t bytes;                /**< its size */
  vjp_device device;           /**< where it lies */
  bool foreign;                /**< the memory is the caller's own, or page-locked */
  vjp_memory_origin origin;    /**< whose work made it */
  const char* op;              /**< the innermost operator that made it */
  const char* node;            /**< the node in whose execution it was made */
  uint64_t node_sequence;      /**< that node's number */
  const char* range;           /**< the program's ranges around that, "step/attention" */
  const char* place;           /**< where in the program the operator was called */
  size_t references;           /**< tensors on it, reached or not */
  vjp_memory_keeper_kind kept; /**< the kind that it is counted with */
  size_t num_keepers;          /**< how many vjp_memory_report_keeper has */
} vjp_memory_storage;
/** What it begins as. */
#define VJP_MEMORY_STORAGE_INIT                                                                                      \
  {                                                                                                                  \
    sizeof(vjp_memory_storage), 0, {VJP_DEVICE_CPU, 0}, false, VJP_MEMORY_ORIGIN_UNKNOWN, NULL, NULL, 0, NULL, NULL, \
        0, VJP_MEMORY_OTHER, 0                                                                                       \
  }
/**
 * A storage of the report, the largest first.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, another size and out of range
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_report_storage(const vjp_memory_report* report, size_t index, vjp_memory_storage* out);

/** What keeps a storage. Texts are the report's, empty where nothing is known. */
typedef struct vjp_memory_keeper {
  size_t struct_size;          /**< sizeof(vjp_memory_keeper), set by the caller */
  vjp_memory_keeper_kind kind; /**< see there */
  size_t count;                /**< how many references: of HANDLE and OTHER; 1 of others */
  const char* name;            /**< the node, the state of the optimizer, or the root's name that was given */
  uint64_t sequence_number;    /**< the node's number */
  const char* attribute;       /**< SAVED: its name */
  size_t element;              /**< SAVED: of a list the element; GRAD_CALL: the node's slot */
  const char* tensor;          /**< the leaf whose gradient it is, the view, else the tensor: "float32[2, 3]" */
} vjp_memory_keeper;
/** What it begins as. */
#define VJP_MEMORY_KEEPER_INIT \
  { sizeof(vjp_memory_keeper), VJP_MEMORY_OTHER, 0, NULL, 0, NULL, 0, NULL }
/**
 * One of the keepers of a storage, in the order of their kinds.
 *
 * @param storage  its index in the report
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, another size and out of range
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_report_keeper(const vjp_memory_report* report, size_t storage, size_t index,
                                            vjp_memory_keeper* out);

/** What a report, and a time line, add up by. */
typedef enum vjp_memory_by {
  VJP_MEMORY_BY_KEEPER = 1,   /**< the kind of keeper; not of a time line */
  VJP_MEMORY_BY_OPERATOR = 2, /**< the operator that made it */
  VJP_MEMORY_BY_RANGE = 3,    /**< the program's ranges in which it was made */
  VJP_MEMORY_BY_ORIGIN = 4,   /**< data, forward, backward */
  VJP_MEMORY_BY_NODE = 5      /**< the kind of node that has saved it; what none has saved is left out. Not of a time
                                   line */
} vjp_memory_by;
/** A sum. */
typedef struct vjp_memory_row {
  size_t struct_size; /**< sizeof(vjp_memory_row), set by the caller */
  const char* name;   /**< of what; the report's */
  int64_t bytes;      /**< in all */
  size_t storages;    /**< how many */
} vjp_memory_row;
/** What it begins as. */
#define VJP_MEMORY_ROW_INIT \
  { sizeof(vjp_memory_row), NULL, 0, 0 }
/**
 * Sums of the report, the largest first.
 *
 * @param rows   room for `capacity` of them; each struct_size is set by the caller. May be NULL for capacity 0
 * @param count  receives how many there are
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, another size and an unknown `by`; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_report_sums(const vjp_memory_report* report, vjp_memory_by by, vjp_memory_row* rows,
                                          size_t capacity, size_t* count);
/**
 * The report as a text for people: the answer in a few sentences, sums, and the largest storages with their keepers.
 *
 * @param rows  at most so many storages; 0: all
 * @param out   receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_report_text(const vjp_memory_report* report, size_t rows, char** out);
/**
 * The whole report as JSON: {"live", "peak", "cached", "found", "rounding", "unknown", "foreign", "storages":
 * [{"bytes", "device", "origin", "op", "node", "node_sequence", "range", "place", "references", "kept", "keepers":
 * [{"kind", "count", "name", "sequence", "attribute", "element", "tensor"}]}]}.
 *
 * @param out  receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_report_json(const vjp_memory_report* report, char** out);

/* ---- over time ---- */

/** How a time line is given. */
typedef enum vjp_memory_form {
  VJP_MEMORY_SVG = 1, /**< a picture: the largest sums stacked, the peak marked */
  VJP_MEMORY_JSON = 2 /**< {"before", "duration_ns", "peak", "peak_ns", "dropped", "groups": [name], "changes": [[time
                         in ns, bytes, group]]} */
} vjp_memory_form;
/**
 * The live bytes of what was made since the recording began, over time.
 *
 * @param by   what is stacked: VJP_MEMORY_BY_OPERATOR, RANGE or ORIGIN
 * @param out  receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, another `by` and `form`; VJP_ERROR_STATE if nothing is recorded;
 *         VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_memory_timeline(vjp_memory_by by, vjp_memory_form form, char** out);
/**
 * The same of a profiler's last recording, of all threads; empty where the profiler was not to record memory.
 *
 * @param by   as for vjp_memory_timeline
 * @param out  receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, another `by` and `form`; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_memory_timeline(const vjp_profiler* profiler, vjp_memory_by by, vjp_memory_form form,
                                                char** out);

#ifdef __cplusplus
}
#endif
#endif
