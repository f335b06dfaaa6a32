/**
 * libvjp: grad calls that are started and not waited for.
 *
 *     vjp_pending* pending;
 *     vjp_grad_call_start(call, &pending);   // returns at once
 *     ...                                    // other work, on this and other threads
 *     vjp_pending_result(pending, 0, &grad); // waits
 *     vjp_pending_release(pending);
 *
 * Where it runs. On a thread of the library ("vjp-started-N"), one for each call that is underway, so calls may wait
 * for each other. Nodes of devices run on the workers of devices as ever. It runs before vjp_grad_call_start returns,
 * in the calling thread, where no other thread may run it: in a build without threads, after
 * vjp_set_nesting_threads(false), and with VJP_MODE_MULTITHREADING off. It is a call of its own also where a callback
 * of another one starts it: that one does not wait for it, and neither fails with the other.
 *
 * What it finds. The state of the thread that started it, as it was then: modes, default device, current streams and
 * devices, saved-value hooks, autocast, locations, tracer, and what vjp_thread_callbacks save. Regions that end
 * meanwhile, and the thread's own end, are nothing to it. If a scope was open, its callbacks find another one, which is
 * theirs; what they give back is handed over as ever. Warnings reach the handler on the thread that runs the call,
 * before it is done. `poll` of vjp_thread_callbacks is called for waiting threads, not for the call.
 *
 * Ownership. The call keeps itself, the grad call and all that belongs to it alive until it is done; the handle of
 * either may be released at any time, which neither cancels it nor leaks anything. When it is done it holds its
 * results, or its error, and nothing of the graph. The grad call counts as running from start to end: nothing can be
 * added or replaced, and another start or run is a state error. Afterwards it can run again, which changes nothing in
 * results that are there.
 *
 * What may be changed meanwhile. Nothing that the call reads. Changes in place of what nodes have saved are noticed
 * (VJP_ERROR_VERSION) if they come before the node runs, and are a race of the program if they come while it does. The
 * `grad` fields of leaves belong to a backward until it is done; other grad calls may add to them at the same time, as
 * on threads of the program.
 *
 * Failure. Status, message and payload are those that vjp_grad_call_run would have given; every wait returns them,
 * in any thread. The payload goes to the first of them, unless it can be shared (vjp_error_raise_shared): then
 * each gets it. An error that nobody waits for is dropped with the last handle. If a callback ends its thread the call
 * fails with a state error.
 *
 * Streams. What was enqueued before the start on streams that were current there comes before what the call does, and
 * these streams are joined with everything that it has done before it counts as done: they are the call's as they would
 * have been vjp_grad_call_run's. Each wait that ends makes the waiting thread's current streams wait for them too, and
 * marks the results as used there. (Gradients that backward has put into leaves are marked for the starting thread's
 * streams alone: see vjp_tensor_record_stream.) What is enqueued on the starter's streams between start and end is in
 * no order with the call. The host does not wait for a device. A call cannot be started where a current stream is being
 * captured, nor waited for: a state error; and it fails with one if a capture of these streams begins before it does.
 *
 * A thread that waits: gives back the locks of bindings meanwhile (vjp_thread_callbacks), asks them whether to go on
 * waiting, and serves its device if it is a worker. Interrupting the wait does not end the call. A callback that runs
 * inside a node with the user's code (a custom function, its hooks, saved-value hooks) waits for ever for a call that
 * needs the same node.
 *
 * Processes. vjp_shutdown waits for started calls and their callbacks as long as vjp_set_shutdown_timeout says, and
 * they do not keep a process alive. In a child of fork those that were done are done; the others never will be, waiting
 * for them is a state error, and what they hold stays.
 *
 * create_graph and batched calls are as in vjp_grad_call_run; what a call records belongs to the thread that runs it
 * (vjp_node_thread).
 */
#ifndef VJP_PENDING_H
#define VJP_PENDING_H

#include "vjp/grad.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A run of a grad call that was started. Every function may be called on any thread, by several at once. */
typedef struct vjp_pending vjp_pending;

/**
 * Starts a run. What is wrong with its roots, inputs and options is reported by waiting, as is everything that happens
 * in it.
 *
 * @param call  borrowed; may be released at once
 * @param out   receives the run, a handle that the caller releases
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE if the call is running already, or where a current stream
 *         is being captured; VJP_ERROR_MEMORY, also where no thread can be had
 * @since 0.1
 */
VJP_API vjp_status vjp_grad_call_start(vjp_grad_call* call, vjp_pending** out);
/** Adds a reference, which vjp_pending_release gives back; returns `pending`. NULL does nothing. @since 0.1 */
VJP_API vjp_pending* vjp_pending_retain(vjp_pending* pending);
/** Gives a reference back; the run goes on. NULL does nothing. @since 0.1 */
VJP_API void vjp_pending_release(vjp_pending* pending);

/** Whether the run has ended, well or not. False for NULL. @since 0.1 */
VJP_API bool vjp_pending_done(const vjp_pending* pending);
/** Whether the run has ended with an error. False for NULL. @since 0.1 */
VJP_API bool vjp_pending_failed(const vjp_pending* pending);
/**
 * Waits until the run has ended, and gives its error if it failed: at every call.
 *
 * @return VJP_OK; what the run would have returned; what a binding's `poll` gave, which leaves the run as it is;
 *         VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE in a child of fork that it did not come along with, in a callback
 *         of the run itself, and where a current stream is being captured
 * @since 0.1
 */
VJP_API vjp_status vjp_pending_wait(vjp_pending* pending);
/**
 * vjp_pending_wait for a limited time.
 *
 * @param seconds  the most to wait, from 0; an infinity waits for ever
 * @param done     receives false where the time was over first, true where the run has ended well
 * @return as vjp_pending_wait; VJP_ERROR_INVALID for a negative number or NaN
 * @since 0.1
 */
VJP_API vjp_status vjp_pending_wait_for(vjp_pending* pending, double seconds, bool* done);
/** How many inputs the grad call had: so many results are there if it was no backward. 0 for NULL. @since 0.1 */
VJP_API size_t vjp_pending_num_inputs(const vjp_pending* pending);
/**
 * Waits, as vjp_pending_wait, and gives the gradient of an input.
 *
 * @param out  receives a handle, which the caller releases; NULL where the input was unused
 * @return as vjp_pending_wait; VJP_ERROR_INVALID where there is no such result
 * @since 0.1
 */
VJP_API vjp_status vjp_pending_result(vjp_pending* pending, size_t input, vjp_tensor** out);

/** Called when a run has ended; vjp_pending_wait gives its status. `pending` is borrowed. */
typedef void (*vjp_pending_fn)(void* context, vjp_pending* pending);
/**
 * Adds a callback: `fn` is called once when the run has ended, well or not; then `drop(context)`. If it has ended
 * already both are called before this returns, on this thread; otherwise on the one that ran the call, in the order in
 * which they were added, each with the state of the thread that added it as it was then (above, "What it finds"), whose
 * streams wait for the results. A waiting thread may go on before, or after. What a callback leaves open ends with it.
 * It may start, wait, add callbacks and release; if it ends its thread, the others are called on another.
 *
 * @param drop  may be NULL; also called where nothing can call `fn` any more; not called on failure
 * @return VJP_OK; VJP_ERROR_INVALID for NULL; VJP_ERROR_STATE as for vjp_pending_wait; VJP_ERROR_MEMORY
 * @since 0.1
 */
VJP_API vjp_status vjp_pending_add_callback(vjp_pending* pending, vjp_pending_fn fn, void* context,
                                            void (*drop)(void* context));
/**
 * Asks the run to stop: no further node is started, and it fails with VJP_ERROR_CANCELLED when those that run have
 * ended, unless it has ended or failed before. Grad calls that its callbacks make are stopped likewise; what was
 * accumulated stays. NULL does nothing.
 *
 * @since 0.1
 */
VJP_API void vjp_pending_cancel(vjp_pending* pending);

#ifdef __cplusplus
}
#endif
#endif
