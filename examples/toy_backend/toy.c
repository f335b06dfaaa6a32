/*
 * The smallest backend that computes: two devices, "toy:0" and "toy:1", made of the host's own memory and processor.
 *
 *   cc -std=c99 -D_POSIX_C_SOURCE=200809L -shared -fPIC $(pkg-config --cflags vjp) toy.c -o libvjp_toy.so
 *   VJP_BACKEND_PATH=. vjp doctor toy
 *
 * A backend fills one table (struct vjp_backend) and exports one function that hands it out. It links nothing of
 * libvjp: what it may call comes in struct vjp_backend_host. This one does each command before the call that enqueues
 * it returns. That is a lawful device, only never a late one, so streams and events have little to do here; comments
 * say what they do where the device works on its own.
 *
 * Three rules hold for every entry. It may be called from any thread. It never throws, prints or exits: it returns a
 * status, and before any but VJP_OK it has called host->set_error. And what cannot be done is refused before anything
 * is enqueued: the library relies on it that a failed call has changed nothing.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "vjp/backend.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* a real device has a use for them all */

#define DEVICES 2
#define MEMORY ((uint64_t)1 << 30) /* of each device, in bytes */
#define ALIGNMENT 512              /* what raw_alloc promises */

/* Handles of streams and events are the backend's own; the library never looks into them. */
typedef struct {
  int32_t device;
} toy_stream;

typedef struct {
  int32_t device;
  bool timing, recorded;
  struct timespec when; /* it was last recorded */
} toy_event;

typedef struct {
  bool active; /* the process uses it: see toy_context_active */
  uint64_t used;
  toy_stream default_stream;
} toy_device;

static const vjp_backend_host* host;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the devices and events */
static toy_device devices[DEVICES] = {{false, 0, {0}}, {false, 0, {1}}};

static vjp_status refuse(vjp_status status, const char* text) {
  host->set_error(text);
  return status;
}
static vjp_status yes(bool* out) {
  *out = true;
  return VJP_OK;
}

/* ---- devices ---- */

/* Where the driver is absent, this is the place to say so, with an error: `vjp doctor` shows it. The library passes to
 * the other entries only indices below the count. */
static vjp_status toy_device_count(int32_t* count) {
  *count = DEVICES;
  return VJP_OK;
}

/* The caller may have been compiled against another header: write no more than struct_size bytes. */
static vjp_status toy_device_properties(int32_t device, vjp_device_properties* out) {
  vjp_device_properties p = {out->struct_size, {0}, MEMORY, 1, true};
  snprintf(p.name, sizeof p.name, "Toy %d", (int)device);
  memcpy(out, &p, out->struct_size < sizeof p ? out->struct_size : sizeof p);
  return VJP_OK;
}

/* A context costs memory on real devices, so the library leaves devices alone that are not active. Asking must not make
 * one active; whatever needs the device does. */
static vjp_status toy_context_active(int32_t device, bool* active) {
  pthread_mutex_lock(&lock);
  *active = devices[device].active;
  pthread_mutex_unlock(&lock);
  return VJP_OK;
}

static vjp_status use(int32_t device) {
  pthread_mutex_lock(&lock);
  devices[device].active = true;
  pthread_mutex_unlock(&lock);
  return VJP_OK;
}

/* The thread's current device is what a driver calls so, for programs that share it with the library. This device has
 * no driver and no such notion: every entry receives the device that it is for. */
static vjp_status toy_get_device(int32_t* device) {
  *device = 0;
  return VJP_OK;
}

static vjp_status toy_set_device(int32_t device) { return use(device); }

/* Waits for everything that was enqueued: nothing is ever left to be done. */
static vjp_status toy_synchronize(int32_t device) { return VJP_OK; }

static vjp_status toy_memory_info(int32_t device, uint64_t* free_bytes, uint64_t* total) {
  pthread_mutex_lock(&lock);
  *free_bytes = MEMORY - devices[device].used;
  pthread_mutex_unlock(&lock);
  *total = MEMORY;
  return VJP_OK;
}

/* ---- streams: queues of commands, each done in order. Here they are always empty. ---- */

static vjp_status toy_stream_create(int32_t device, int32_t priority, void** stream) {
  toy_stream* s = malloc(sizeof *s);
  if (!s) return refuse(VJP_ERROR_MEMORY, "no memory for a stream");
  s->device = device;
  *stream = s;
  return use(device);
}

/* What is enqueued must still be done, and waits for an event stay valid: an asynchronous backend keeps what it needs
 * for that until the queue has run dry. */
static vjp_status toy_destroy(int32_t device, void* stream_or_event) {
  free(stream_or_event);
  return VJP_OK;
}

static vjp_status toy_stream_default(int32_t device, void** stream) {
  *stream = &devices[device].default_stream;
  return use(device);
}

static vjp_status toy_stream_query(int32_t device, void* stream, bool* done) { return yes(done); }
static vjp_status toy_stream_synchronize(int32_t device, void* stream) { return VJP_OK; }

static vjp_status toy_stream_priority_range(int32_t device, int32_t* least, int32_t* greatest) {
  *least = *greatest = 0;
  return VJP_OK;
}

/* ---- events: markers in a stream. Recording one puts it behind what the stream has to do; a stream that waits for it
 * does not go on before the marker is reached. ---- */

static vjp_status toy_event_create(int32_t device, bool timing, void** event) {
  toy_event* e = calloc(1, sizeof *e);
  if (!e) return refuse(VJP_ERROR_MEMORY, "no memory for an event");
  e->device = device;
  e->timing = timing;
  *event = e;
  return use(device);
}

static vjp_status toy_event_record(void* event, int32_t device, void* stream) {
  toy_event* e = event;
  pthread_mutex_lock(&lock);
  e->recorded = true;
  if (e->timing) clock_gettime(CLOCK_MONOTONIC, &e->when);
  pthread_mutex_unlock(&lock);
  return VJP_OK;
}

/* What comes before the marker is done by the time anybody can ask, so there is nothing to wait for. */
static vjp_status toy_stream_wait(int32_t device, void* stream, void* event) { return VJP_OK; }

static vjp_status toy_event_query(void* event, bool* done) { return yes(done); }
static vjp_status toy_event_synchronize(void* event) { return VJP_OK; }

static vjp_status toy_event_elapsed(void* from, void* to, double* milliseconds) {
  const toy_event *a = from, *b = to;
  if (a->device != b->device) return refuse(VJP_ERROR_DEVICE, "the events are of two devices");
  if (!a->timing || !b->timing) return refuse(VJP_ERROR_STATE, "an event was made without timing");
  pthread_mutex_lock(&lock);
  const bool recorded = a->recorded && b->recorded;
  *milliseconds = (double)(b->when.tv_sec - a->when.tv_sec) * 1e3 + (double)(b->when.tv_nsec - a->when.tv_nsec) * 1e-6;
  pthread_mutex_unlock(&lock);
  return recorded ? VJP_OK : refuse(VJP_ERROR_STATE, "an event was never recorded");
}

/* ---- memory. The library takes large pieces and caches them, so this need not be fast, and it may block. ---- */

static vjp_status take(uint64_t bytes, void** out) {
  if (bytes > SIZE_MAX - ALIGNMENT || posix_memalign(out, ALIGNMENT, bytes ? (size_t)bytes : 1))
    return refuse(VJP_ERROR_MEMORY, "the host has no more memory");
  return VJP_OK;
}

static vjp_status toy_raw_alloc(int32_t device, uint64_t bytes, void** out) {
  void* memory;
  vjp_status status = VJP_OK;
  use(device);
  pthread_mutex_lock(&lock);
  if (bytes > MEMORY - devices[device].used) {
    /* VJP_ERROR_MEMORY makes the library free its cache and ask once more. */
    status = refuse(VJP_ERROR_MEMORY, "the toy's memory is used up");
  } else if ((status = take(bytes, &memory)) == VJP_OK) {
    devices[device].used += bytes;
    *out = memory;
  }
  pthread_mutex_unlock(&lock);
  return status;
}

static vjp_status toy_raw_free(int32_t device, void* memory, uint64_t bytes) {
  pthread_mutex_lock(&lock);
  devices[device].used -= bytes;
  pthread_mutex_unlock(&lock);
  free(memory);
  return VJP_OK;
}

/* Memory of the host that all devices of the type copy to and from without waiting. */
static vjp_status toy_host_alloc(uint64_t bytes, void** out) { return take(bytes, out); }

static vjp_status toy_host_free(void* memory, uint64_t bytes) {
  free(memory);
  return VJP_OK;
}

/* Enqueued on transfer->stream. From pageable memory of the host an asynchronous backend copies aside first. */
static vjp_status toy_copy_async(const vjp_transfer* transfer) {
  memmove(transfer->dst, transfer->src, (size_t)transfer->bytes);
  return VJP_OK;
}

static vjp_status toy_fill_async(int32_t device, void* memory, uint8_t value, uint64_t bytes, void* stream) {
  memset(memory, value, (size_t)bytes);
  return VJP_OK;
}

static vjp_status toy_peer_access(int32_t device, int32_t peer, bool* possible) { return yes(possible); }

static vjp_status toy_host_function(int32_t device, void* stream, void (*fn)(void* context), void* context) {
  fn(context);
  return VJP_OK;
}

/* An error that a command met after its call had returned. Here every call reports its own. */
static vjp_status toy_last_fault(int32_t device, vjp_device_fault* out) {
  out->status = VJP_OK;
  out->sticky = false;
  return VJP_OK;
}

/* ---- the table. What is not named is NULL, which means "not supported": here the graphs, and the native handles of
 * streams, which then are the handles themselves. ---- */

static vjp_backend table = {
    .size = sizeof(vjp_backend),
    .interface = VJP_BACKEND_INTERFACE,
    .name = "toy",
    .no_worker = true, /* kernels have run when their entries return */
    .version = "1",
    .device_count = toy_device_count,
    .device_properties = toy_device_properties,
    .context_active = toy_context_active,
    .get_device = toy_get_device,
    .set_device = toy_set_device,
    .synchronize = toy_synchronize,
    .memory_info = toy_memory_info,
    .stream_create = toy_stream_create,
    .stream_destroy = toy_destroy,
    .stream_default = toy_stream_default,
    .stream_query = toy_stream_query,
    .stream_synchronize = toy_stream_synchronize,
    .stream_priority_range = toy_stream_priority_range,
    .event_create = toy_event_create,
    .event_destroy = toy_destroy,
    .event_record = toy_event_record,
    .stream_wait = toy_stream_wait,
    .event_query = toy_event_query,
    .event_synchronize = toy_event_synchronize,
    .event_elapsed = toy_event_elapsed,
    .raw_alloc = toy_raw_alloc,
    .raw_free = toy_raw_free,
    .host_alloc = toy_host_alloc,
    .host_free = toy_host_free,
    .copy_async = toy_copy_async,
    .fill_async = toy_fill_async,
    .peer_access = toy_peer_access,
    .host_function = toy_host_function,
    .last_fault = toy_last_fault,
};

/*
 * The only exported function. Keep `host`: it lives as long as the process. The kernels of the CPU compute on any
 * memory that the host can address, before they return, and so serve this device as they are. A backend with kernels of
 * its own fills a struct vjp_kernels with them, and leaves NULL what it lacks: operators that need it then say so.
 * Kernels that run later, but on the host, copy their arguments first (host->pack), because they die with the call.
 */
VJP_API vjp_status vjp_backend_entry(const vjp_backend_host* library, const vjp_backend** out) {
  host = library;
  if (library->interface != VJP_BACKEND_INTERFACE)
    return refuse(VJP_ERROR_BACKEND, "the toy was compiled for another interface of backends; compile it anew");
  table.kernels = library->cpu_kernels;
  *out = &table;
  return VJP_OK;
}
