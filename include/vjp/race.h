/**
 * libvjp: the detector of races between streams.
 *
 * Two commands race if they touch the same bytes, one of them writes, and nothing orders them: neither their streams,
 * nor events, nor a host that waited. The detector keeps a vector clock for every stream (Lamport 1978; Fidge, Mattern
 * 1988) and, for every piece of memory of the allocator, what touched which bytes last. It looks at what is
 * enqueued, not at what happens to run when, so it finds the same races in every schedule and on every backend. Off it
 * costs nothing.
 */
#ifndef VJP_RACE_H
#define VJP_RACE_H

#include "vjp/device.h"
#include "vjp/dtype.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a finding is about. */
typedef enum vjp_race_kind {
  VJP_RACE_READ_AFTER_WRITE = 1,  /**< the second command reads what the first one writes */
  VJP_RACE_WRITE_AFTER_READ = 2,  /**< the second command writes what the first one reads */
  VJP_RACE_WRITE_AFTER_WRITE = 3, /**< both write */
  VJP_RACE_LIFETIME = 4, /**< memory was given back and reused while a stream still used it: record_stream is missing */
  VJP_RACE_HOST = 5,     /**< the host touches page-locked memory that a copy still uses: by operators, vjp_tensor_item,
                            vjp_tensor_copy_to and the like; what goes through vjp_tensor_data is not seen */
  VJP_RACE_POOL = 6,     /**< graphs that share memory replay at the same time, or not in the order of their capture */
  VJP_RACE_UNINITIALISED = 7 /**< no race: bytes are read that nobody wrote since the memory was allocated */
} vjp_race_kind;

/** What the detector does with a finding. */
typedef enum vjp_race_mode {
  VJP_RACE_OFF = 0,     /**< it does not look */
  VJP_RACE_COLLECT = 1, /**< findings are kept for vjp_race_get */
  VJP_RACE_WARN = 2,    /**< and each goes to the warning handler, once */
  VJP_RACE_FAIL = 3     /**< and the call that issues the second access fails with a state error; nothing is enqueued */
} vjp_race_mode;

/**
 * Switches the detector of the process on or off; switching on forgets earlier findings. The environment variable
 * VJP_RACE (collect, warn, fail) does it when the first device is used. Memory that was in use before counts as
 * initialised.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for an unknown mode; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_race_set_mode(vjp_race_mode mode);
/** The mode of the detector. @since 0.1 */
VJP_API vjp_race_mode vjp_race_get_mode(void);

/** What vjp_race_confirm found out. */
typedef enum vjp_race_confirmation {
  VJP_RACE_NOT_TRIED = 0,    /**< vjp_race_confirm did not run, or not for this finding */
  VJP_RACE_CONFIRMED = 1,    /**< with the two commands the other way round the results are different */
  VJP_RACE_SAME_RESULTS = 2, /**< the two ran the other way round, and the results are the same */
  VJP_RACE_ORDERED = 3       /**< they cannot: something that the detector does not know of orders them */
} vjp_race_confirmation;

/** One of the two commands of a finding. Strings live until the next vjp_race_clear or change of mode. */
typedef struct vjp_race_access {
  const char* op;         /**< the operator */
  const char* node;       /**< the backward node that ran, NULL in forward */
  uint64_t node_sequence; /**< its sequence number */
  uint64_t grad_call;     /**< the id of its grad call, which count from 0; 0 where node is NULL */
  bool write;             /**< whether it writes */
  vjp_device device;      /**< where it runs */
  uint64_t stream_id;     /**< of its stream (vjp_stream_id) */
  const char* stream;     /**< its name */
  uint64_t command;       /**< its number in its stream, from 1; 0: the host itself */
  uint64_t thread;        /**< of the host, a small number */
  vjp_dtype dtype;        /**< of what it touches */
  int32_t ndim;           /**< its dimensions */
  const int64_t* shape;   /**< `ndim` sizes */
  const char* location;   /**< where the program said it was (vjp_location_push), "" if it did not */
} vjp_race_access;

/** A finding. Strings live as those of vjp_race_access. Grows at the end. */
typedef struct vjp_race_finding {
  size_t struct_size;            /**< set by the caller: VJP_RACE_FINDING_INIT */
  vjp_race_kind kind;            /**< what it is about */
  uint64_t count;                /**< how often these operators, streams and nodes raced */
  vjp_device device;             /**< where the memory lies */
  uint64_t storage;              /**< a number of the memory */
  uint64_t generation;           /**< how often it had been handed out before */
  uint64_t begin, end;           /**< bytes of the overlap, counted from the start of the storage */
  const char* allocated_by;      /**< operator and stream that allocated it */
  vjp_race_access first, second; /**< the two commands */
  uint64_t ordered_up_to;        /**< the last command of the first stream that the second one waited for; 0: none */
  const char* missing;           /**< the order that is missing, in words */
  const char* fix;               /**< a call that would mend it, and where */
  vjp_race_confirmation confirmation; /**< what vjp_race_confirm found out */
} vjp_race_finding;
#define VJP_RACE_FINDING_INIT                                                                         \
  {                                                                                                   \
    sizeof(vjp_race_finding), (vjp_race_kind)0, 0, {0, 0}, 0, 0, 0, 0, NULL,                          \
        {NULL, NULL, 0, 0, false, {0, 0}, 0, NULL, 0, 0, (vjp_dtype)0, 0, NULL, NULL},                \
        {NULL, NULL, 0, 0, false, {0, 0}, 0, NULL, 0, 0, (vjp_dtype)0, 0, NULL, NULL}, 0, NULL, NULL, \
        VJP_RACE_NOT_TRIED                                                                            \
  }

/** How many different findings there are. @since 0.1 */
VJP_API size_t vjp_race_count(void);
/**
 * A finding, in the order in which they were found.
 *
 * @param out  its `struct_size` must be set
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, a wrong `struct_size`, and out of range
 * @since 0.1
 */
VJP_API vjp_status vjp_race_get(size_t index, vjp_race_finding* out);
/**
 * All findings in words, or as a JSON array.
 *
 * @param out  receives a string for vjp_string_free; "" if there are no findings, and not JSON
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_race_report(bool json, char** out);
/**
 * Fails with the report if there are findings: the last line of a test.
 *
 * @return VJP_OK; VJP_ERROR_STATE if there are findings; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_race_check(void);
/* ---- confirming races ---- */

/**
 * A program whose races are to be confirmed. It does the same each time, on simulated devices, waits for them, and
 * writes what it has computed to `results`.
 */
typedef vjp_status (*vjp_race_program_fn)(void* context, void* results, size_t bytes);
/**
 * Runs the program with the detector on, then once more for each race that was found, with the second command before
 * the first, and compares the results. The findings of the first run are there afterwards, each with its confirmation;
 * those before are forgotten. Sets the simulator's mode and puts it back, as the detector's.
 *
 * @param bytes  how many of results there are
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; what the program returned where it failed; VJP_ERROR_STATE while a graph
 *         is captured; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_race_confirm(vjp_race_program_fn program, void* context, size_t bytes);
/** Forgets the findings, not what is known of the order. @since 0.1 */
VJP_API void vjp_race_clear(void);

#ifdef __cplusplus
}
#endif
#endif
