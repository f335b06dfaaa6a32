/**
 * libvjp: the simulator, a backend of virtual devices whose commands run late and in an order that one can choose.
 *
 * Its devices are called sim:0, sim:1, ... They compute with the CPU's kernels, so results are those of the CPU. What
 * is enqueued on a stream runs when the mode says so, and no earlier than what it waits for: a program that forgets to
 * synchronise gets wrong results here, in some modes always. Memory is filled with NaN whenever it is handed out.
 *
 * Modes, given as text:
 *  - "inline": every command runs when it is enqueued;
 *  - "lazy" (the default): nothing runs until the host waits for something, and then only what must come before it;
 *  - "random:SEED": any order that the streams and events allow, drawn from the seed; also ahead of the host;
 *  - "priority:SEED:DEPTH": streams and host have random priorities that change DEPTH - 1 times, which finds a defect
 * that needs DEPTH steps in a certain order with known probability (Burckhardt et al., ASPLOS 2010). The changes fall
 * among the first 1000 steps; "priority:SEED:DEPTH:STEPS" says otherwise;
 *  - "starve:WHO,...": these streams run only when nothing else can. WHO is "default" (all default streams), "side"
 * (all others), or a stream "DEVICE.NUMBER" (vjp_sim_stream_number);
 *  - "adversarial:FIRST<SECOND,...": as lazy, but SECOND, which is enqueued after FIRST, runs before it if nothing
 * orders the two. A command is "DEVICE.NUMBER#INDEX": its index among the kernels, copies, fills, host functions and
 * graph launches of the stream, counted from 0;
 *  - "threads:N": N threads of the process run independent streams at once, and a sleep takes its time;
 *  - "replay:FILE": as in a schedule that was written to the file.
 *
 * All but threads run one command at a time and are deterministic: the same program in the same mode runs in the same
 * order, of which vjp_sim_schedule_hash is a hash. Environment variables for the start: VJP_SIM_MODE, VJP_SIM_DEVICES
 * (2), VJP_SIM_MEMORY (of each device: "256M"), VJP_SIM_OVERLAP, VJP_SIM_TRACE (a file to write the schedule to).
 *
 * Time is virtual: a command takes a microsecond and a nanosecond for every 1024 bytes that it moves; streams overlap.
 */
#ifndef VJP_SIM_H
#define VJP_SIM_H

#include "vjp/device.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How the simulator is set up. */
typedef struct vjp_sim_options {
  size_t struct_size; /**< set by the caller: VJP_SIM_OPTIONS_INIT */
  int32_t devices;    /**< 1 to 16; 0: as the environment says */
  uint64_t memory;    /**< bytes of each device; 0: as the environment says */
  int32_t overlap;    /**< how many streams of a device make progress at once, in virtual time; 0: all */
  const char* mode;   /**< NULL: as the environment says */
} vjp_sim_options;
#define VJP_SIM_OPTIONS_INIT \
  { sizeof(vjp_sim_options), 0, 0, 0, NULL }

/**
 * Sets the simulator up.
 *
 * @param options  borrowed
 * @return VJP_OK; VJP_ERROR_INVALID for NULL, for an option that is out of range or a mode that is not understood;
 *         VJP_ERROR_STATE if a simulated device is in use already and devices, memory or overlap would change;
 *         VJP_ERROR_IO for a file of a mode that cannot be read
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_configure(const vjp_sim_options* options);

/**
 * Changes the mode, after everything that is enqueued on all devices has run. Seeds start anew.
 *
 * @param mode  as above
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a mode that is not understood; VJP_ERROR_IO for a file that cannot be
 *         read; VJP_ERROR_STATE while a graph is captured
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_set_mode(const char* mode);

/** The mode as text: valid until the next call of the thread; "" if the simulator cannot be set up. @since 0.1 */
VJP_API const char* vjp_sim_mode(void);

/**
 * Starts anew, so that the same program gives the same schedule once more: runs everything that is enqueued, gives
 * cached memory back, then sets virtual times, counters, indices of commands, the hash, the mode's random numbers,
 * faults and ordered failures to their start. Memory in use, streams that are referred to, and the mode stay.
 *
 * @return VJP_OK; VJP_ERROR_STATE while a graph is captured
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_reset(void);

/**
 * Runs everything that is enqueued on a device, without reporting faults.
 *
 * @param ran  receives how many commands had been left; may be NULL
 * @return VJP_OK; VJP_ERROR_DEVICE if there is no such device
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_drain(int32_t device, uint64_t* ran);

/* ---- what was done ---- */

/** What was enqueued on a stream since its creation or vjp_sim_reset. Commands of a capture do not count. */
typedef struct vjp_sim_counters {
  size_t struct_size; /**< set by the caller: VJP_SIM_COUNTERS_INIT */
  uint64_t kernels, copies, fills, host_functions, graph_launches, sleeps; /**< commands of these kinds */
  uint64_t poisons;        /**< fills that the simulator itself made of memory that was handed out */
  uint64_t records, waits; /**< of events */
  uint64_t host_syncs;     /**< how often the host waited for this stream, its events or its device */
  uint64_t queries;        /**< of the stream, or of an event recorded on it */
  uint64_t bytes;          /**< moved by kernels, copies and fills */
  uint64_t pending;        /**< commands that have not run, poison included */
} vjp_sim_counters;
#define VJP_SIM_COUNTERS_INIT \
  { sizeof(vjp_sim_counters), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/**
 * The counters of a stream of a simulated device.
 *
 * @param out  its `struct_size` must be set
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a wrong `struct_size`; VJP_ERROR_DEVICE for a stream of another device
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_stream_counters(const vjp_stream* stream, vjp_sim_counters* out);

/**
 * The sum of the counters of a device's streams that exist now. Counts nothing and creates nothing.
 *
 * @param out  its `struct_size` must be set
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and a wrong `struct_size`; VJP_ERROR_DEVICE if there is no such device
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_device_counters(int32_t device, vjp_sim_counters* out);

/**
 * What modes and traces call the stream. Any out parameter may be NULL.
 *
 * @param device  receives the index of its device
 * @param number  receives its number there (0: the default stream; the lowest that is free at creation)
 * @param next    receives the index that its next command will have
 * @return VJP_OK; VJP_ERROR_INVALID for NULL as the stream; VJP_ERROR_DEVICE for a stream of another device
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_stream_number(const vjp_stream* stream, int32_t* device, int32_t* number, uint64_t* next);

/**
 * When the last command that has run on the device ended, in virtual nanoseconds. Runs nothing: synchronize before.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE if there is no such device
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_virtual_time(int32_t device, uint64_t* nanoseconds);

/**
 * A hash of the order in which commands have run since the start, vjp_sim_set_mode or vjp_sim_reset; 0 with threads.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_schedule_hash(uint64_t* out);

/**
 * Writes the schedule from now on to a file, for the mode "replay:FILE". Ends where another recording begins.
 *
 * @param path  NULL ends the writing
 * @return VJP_OK; VJP_ERROR_IO if the file cannot be written
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_record_schedule(const char* path);

/** Whether an adversarial mode has reversed a pair. */
typedef enum vjp_sim_reversal {
  VJP_SIM_REVERSAL_OPEN = 0,   /**< one of the two has not been enqueued, or run */
  VJP_SIM_REVERSAL_DONE = 1,   /**< the second ran before the first */
  VJP_SIM_REVERSAL_ORDERED = 2 /**< the first had to run before the second */
} vjp_sim_reversal;

/**
 * Whether pair `index` of the mode's text was reversed.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL and if there is no such pair
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_reversal_state(size_t index, vjp_sim_reversal* out);

/* ---- what only simulated devices can do ---- */

/**
 * Enqueues a command that takes so much virtual time and does nothing.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE for a stream of another device; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_sleep(vjp_stream* stream, uint64_t nanoseconds);

/**
 * Makes a native handle of a new stream, as another library would bring one along: for vjp_stream_wrap.
 *
 * @param native  receives the handle; the caller gives it back with vjp_sim_native_destroy after everything that uses
 *                it
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_DEVICE if there is no such device; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_native_create(int32_t device, void** native);
/**
 * Ends a stream of vjp_sim_native_create.
 *
 * @return VJP_OK; VJP_ERROR_INVALID for what is no such handle
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_native_destroy(void* native);

/**
 * Orders raw allocations of a device to find no memory.
 *
 * @param nth    the first one, counted from now (1: the next); 0: none
 * @param count  how many from there on
 * @return VJP_OK; VJP_ERROR_DEVICE if there is no such device
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_fail_allocation(int32_t device, uint64_t nth, uint64_t count);

/**
 * Orders a command of a device to fail when it runs.
 *
 * @param nth     which one of those that are enqueued from now on (1: the next; records, waits and poison do not
 *                count); 0: none
 * @param sticky  true: the failure leaves the device unusable until vjp_sim_reset
 * @return VJP_OK; VJP_ERROR_DEVICE if there is no such device
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_fail_command(int32_t device, uint64_t nth, bool sticky);

/**
 * Sets whether devices can address each other's memory; they can at the start.
 *
 * @return VJP_OK
 * @since 0.1
 */
VJP_API vjp_status vjp_sim_set_peer_access(bool possible);

#ifdef __cplusplus
}
#endif
#endif
