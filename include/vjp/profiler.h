/**
 * libvjp: a profiler: what ran, from when to when, and inside what.
 *
 * A profiler that is started records for its thread: operators, the nodes that grad calls execute, custom functions,
 * the program's own ranges, and on demand kernels, memory and the work of devices. It goes along with grad calls to
 * whatever threads work for them. Other threads, and profilers of theirs, are none of its business.
 *
 * (forward_thread, sequence_number) of an event joins the operator that recorded a node with the execution of that
 * node.
 */
#ifndef VJP_PROFILER_H
#define VJP_PROFILER_H

#include "vjp/base.h"
#include "vjp/device.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A profiler: settings, and what it has recorded. Any thread may hold it. */
typedef struct vjp_profiler vjp_profiler;

/** Called when a part of a schedule has been recorded, or the profiler has been stopped while it recorded. */
typedef vjp_status (*vjp_profile_ready_fn)(void* context, vjp_profiler* profiler);

/** What to record, and in which steps. A profiler without a schedule (`active` is 0) records from start to stop. */
typedef struct vjp_profiler_options {
  size_t struct_size;            /**< sizeof(vjp_profiler_options) */
  bool shapes;                   /**< of the tensors that operators take */
  bool stacks;                   /**< where in the program operators were called (vjp_set_call_site_callback); dear */
  bool memory;                   /**< what events have taken, and each block that is taken or given back */
  bool flops;                    /**< how many additions and products operators stand for */
  bool kernels;                  /**< the kernels behind operators, as events inside them */
  bool devices;                  /**< commands of devices: when they were enqueued, and when they ran */
  bool nvtx;                     /**< all events are also ranges of NVTX, where libnvToolsExt.so.1 is found */
  int64_t skip_first;            /**< steps before the first cycle */
  int64_t wait;                  /**< of a cycle: steps in which nothing happens */
  int64_t warmup;                /**< of a cycle: steps that are recorded and forgotten */
  int64_t active;                /**< of a cycle: steps that are recorded */
  int64_t repeat;                /**< cycles; 0: until it is stopped */
  vjp_profile_ready_fn on_ready; /**< called on the thread that steps or stops; may be NULL */
  void* context;                 /**< of on_ready */
  void (*drop)(void* context);   /**< called once, when the profiler goes; may be NULL */
} vjp_profiler_options;
/** What options begin with. */
#define VJP_PROFILER_OPTIONS_INIT \
  { sizeof(vjp_profiler_options), false, false, false, false, false, false, false, 0, 0, 0, 0, 0, NULL, NULL, NULL }

/**
 * Makes a profiler that records nothing yet.
 *
 * @param options  NULL: operators, nodes and ranges from start to stop. The context is the profiler's, unless the call
 *                 fails
 * @param out      receives a handle, which the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, another size, and a schedule that makes no sense; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_create(const vjp_profiler_options* options, vjp_profiler** out);
/** Adds a reference, which vjp_profiler_release gives back; returns `profiler`. NULL does nothing. @since 0.1 */
VJP_API vjp_profiler* vjp_profiler_retain(vjp_profiler* profiler);
/** Gives a reference back; the last one stops it and ends what it has recorded. NULL does nothing. @since 0.1 */
VJP_API void vjp_profiler_release(vjp_profiler* profiler);
/**
 * Begins to record what the calling thread does, or begins the schedule with step 0. May be called while a grad call
 * runs; a node in the middle of which recording begins is not among the events.
 *
 * @return VJP_OK; VJP_ERROR_STATE if it has been started, or another profiler records for this thread
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_start(vjp_profiler* profiler);
/**
 * Says that a step of the program ends and the next begins. Without a schedule nothing happens.
 *
 * @return VJP_OK; VJP_ERROR_STATE if it has not been started; what on_ready returned
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_step(vjp_profiler* profiler);
/**
 * Ends recording and reads what there is. From any thread, also while a grad call runs: a node that is not over is not
 * among the events. With `devices` it waits for the work that was enqueued.
 *
 * @return VJP_OK; VJP_ERROR_STATE if it has not been started; what on_ready returned
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_stop(vjp_profiler* profiler);
/** Whether it records now. @since 0.1 */
VJP_API bool vjp_profiler_is_recording(const vjp_profiler* profiler);

/**
 * Opens a range of the program on the calling thread, inside what runs there now. Without a profiler nothing happens. A
 * range that is open when what is around it ends, ends with that and is marked unfinished.
 *
 * @param name  copied
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_range_push(const char* name);
/**
 * Ends the innermost range, if what is open on the thread is one: a profiler may have started after it was opened, or
 * the range may have ended with the node in which it was opened. Whether it did.
 *
 * @since 0.1
 */
VJP_API bool vjp_profiler_range_pop(void);

/* ---- what was recorded ---- */

/** What an event is. */
typedef enum vjp_profile_kind {
  VJP_PROFILE_OPERATOR = 1,    /**< a call of an operator: "mul", "mul_" in place */
  VJP_PROFILE_NODE = 2,        /**< "engine evaluates MulBackward": with hooks, validation and release */
  VJP_PROFILE_DERIVATIVE = 3,  /**< inside it, the derivative itself: "MulBackward" */
  VJP_PROFILE_KERNEL = 4,      /**< the kernel of an operator */
  VJP_PROFILE_FUNCTION = 5,    /**< the forward of a custom function, under its author's name */
  VJP_PROFILE_RANGE = 6,       /**< a range of the program */
  VJP_PROFILE_ALLOCATION = 7,  /**< a block of memory that is taken or given back: without length */
  VJP_PROFILE_LAUNCH = 8,      /**< a command of a device, while it was enqueued */
  VJP_PROFILE_DEVICE_WORK = 9, /**< the same while it ran, on the track of its stream */
  VJP_PROFILE_GRAD_CALL = 10   /**< a whole backward or grad call */
} vjp_profile_kind;

/** An event. Texts are borrowed from the profiler, until it records again or is released. */
typedef struct vjp_profile_event {
  size_t struct_size;       /**< sizeof(vjp_profile_event), set by the caller */
  vjp_profile_kind kind;    /**< what it is */
  const char* name;         /**< see vjp_profile_kind */
  int64_t begin_ns, end_ns; /**< from the beginning of the recording */
  int64_t self_ns;          /**< its time without that of the events inside it */
  size_t parent;            /**< the event around it, which has a smaller index; SIZE_MAX: none */
  uint32_t depth;           /**< how many events are around it */
  int64_t thread;           /**< the system's number of the thread; of a device's work, the stream's id */
  int64_t sequence_number;  /**< of the node that was recorded, or executed; -1: none */
  uint32_t forward_thread;  /**< the library's number of the thread that records, or recorded, the node */
  bool unfinished;          /**< a range that was not closed where it was opened */
  int64_t memory;           /**< bytes taken less bytes given back by the thread meanwhile */
  int64_t memory_total;     /**< bytes in use on the host at its end */
  int64_t flops;            /**< 0: not asked for, or not known */
  int64_t device_ns;        /**< time of the devices' work that was enqueued in it */
  uint64_t correlation;     /**< the same for a launch and the device's work; 0: none */
  vjp_device device;        /**< of a device's work */
  const char* shapes;       /**< "[2, 3], [3]"; empty if they were not asked for */
  const char* stack;        /**< where in the program; empty if it was not asked for */
} vjp_profile_event;
/** What vjp_profiler_get_event wants. */
#define VJP_PROFILE_EVENT_INIT                                                                           \
  {                                                                                                      \
    sizeof(vjp_profile_event), VJP_PROFILE_OPERATOR, NULL, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0, 0, \
        {VJP_DEVICE_CPU, 0}, NULL, NULL                                                                  \
  }
/** How many events the last recording has; 0 for NULL. @since 0.1 */
VJP_API size_t vjp_profiler_num_events(const vjp_profiler* profiler);
/**
 * An event. They come thread by thread, in the order in which they began.
 *
 * @param out  its struct_size says how much is written
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, out of range, and a size of no release
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_get_event(const vjp_profiler* profiler, size_t index, vjp_profile_event* out);
/** For how many events there was no room (four million a thread); 0 for NULL. @since 0.1 */
VJP_API size_t vjp_profiler_num_dropped(const vjp_profiler* profiler);

/** By what averages are sorted, the largest first. */
typedef enum vjp_profile_sort {
  VJP_PROFILE_SORT_SELF = 1,        /**< time without what is inside */
  VJP_PROFILE_SORT_TOTAL = 2,       /**< time with what is inside */
  VJP_PROFILE_SORT_COUNT = 3,       /**< how many there are */
  VJP_PROFILE_SORT_MEMORY = 4,      /**< memory with what is inside */
  VJP_PROFILE_SORT_SELF_MEMORY = 5, /**< memory without what is inside */
  VJP_PROFILE_SORT_FLOPS = 6,       /**< additions and products */
  VJP_PROFILE_SORT_DEVICE = 7       /**< time of devices */
} vjp_profile_sort;
/** All events of one kind and name, and of one shape of arguments if that is asked for. Texts are borrowed as above. */
typedef struct vjp_profile_average {
  size_t struct_size;     /**< sizeof(vjp_profile_average), set by the caller */
  vjp_profile_kind kind;  /**< of all */
  const char* name;       /**< of all */
  const char* shapes;     /**< empty if they are not distinguished */
  int64_t count;          /**< how many */
  int64_t total_ns;       /**< time with what is inside, in all */
  int64_t self_ns;        /**< without */
  int64_t device_ns;      /**< of devices, with what is inside */
  int64_t self_device_ns; /**< without */
  int64_t memory;         /**< bytes taken less given back, with what is inside */
  int64_t self_memory;    /**< without */
  int64_t flops;          /**< in all */
} vjp_profile_average;
/** What the rows of vjp_profiler_averages begin as. */
#define VJP_PROFILE_AVERAGE_INIT \
  { sizeof(vjp_profile_average), VJP_PROFILE_OPERATOR, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0 }
/**
 * Averages of the last recording, without allocations.
 *
 * @param by_shapes  whether calls with arguments of different shapes are different rows
 * @param rows       room for `capacity` of them; each struct_size is set by the caller. May be NULL for capacity 0
 * @param count      receives how many there are
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, an unknown order and a size of no release; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_averages(const vjp_profiler* profiler, bool by_shapes, vjp_profile_sort sort,
                                         vjp_profile_average* rows, size_t capacity, size_t* count);
/**
 * The same as a text for people.
 *
 * @param rows  at most that many; 0: all
 * @param out   receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and an unknown order; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_table(const vjp_profiler* profiler, bool by_shapes, vjp_profile_sort sort, size_t rows,
                                      char** out);
/**
 * The last recording in the JSON format of Chrome's traces, which Perfetto (ui.perfetto.dev) opens: a track a thread
 * and a stream, arrows from operators to the nodes that they recorded and from commands to the devices' work, and a
 * curve of memory.
 *
 * @param out  receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_chrome_trace(const vjp_profiler* profiler, char** out);
/**
 * The last recording as a picture in SVG: time by what is inside what, equal stacks of names as one.
 *
 * @param out  receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_flame_graph(const vjp_profiler* profiler, char** out);
/**
 * The same as lines "outer;inner;innermost 1234": names of events and nanoseconds in the innermost one, for other
 * programs that draw flame graphs.
 *
 * @param out  receives a string for vjp_string_free
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_profiler_stacks(const vjp_profiler* profiler, char** out);

#ifdef __cplusplus
}
#endif

#endif
