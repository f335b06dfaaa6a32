// The table of the backend: every entry hands on to the simulator and turns what it throws into a status.
#include <cstddef>

#include "backends/sim/options.h"
#include "backends/sim/simulator.h"
#include "base/thread_context.h"
#include "device/backend_host.h"

namespace vjp::sim {
namespace {

template <class F>
vjp_status entry(F&& body) {
  return as_status([&] { body(Simulator::get()); });
}

Stream& stream_of(void* handle) { return *static_cast<Stream*>(handle); }
Event& event_of(void* handle) { return *static_cast<Event*>(handle); }

VJP_THREAD_SLOT(int32_t, thread_device, kStays) = 0;  // as a driver keeps it

// ---- kernels ----

vjp_status launch(Primitive primitive, const void* args, const vjp_launch* where) {
  return entry([&](Simulator& sim) { sim.launch(primitive, args, *where); });
}

constexpr vjp_kernels kKernels = {.size = sizeof(vjp_kernels),
#define VJP_MEMBER(name, Args) \
  .name = [](const auto* args, const vjp_launch* where) -> vjp_status { return launch(Primitive::name, args, where); },
                                  VJP_PRIMITIVES(VJP_MEMBER)
#undef VJP_MEMBER
};

constexpr vjp_backend kTable = {
    .size = sizeof(vjp_backend),
    .interface = VJP_BACKEND_INTERFACE,
    .name = "sim",
    .version = "1",

    .device_count = [](int32_t* count) { return entry([&](Simulator& sim) { *count = sim.device_count(); }); },
    .device_properties =
        [](int32_t device, vjp_device_properties* out) {
          return entry([&](Simulator& sim) { sim.properties(device, *out); });
        },
    .context_active = [](int32_t device,
                         bool* active) { return entry([&](Simulator& sim) { *active = sim.context_active(device); }); },
    .get_device =
        [](int32_t* device) {
          *device = thread_device;
          return VJP_OK;
        },
    .set_device =
        [](int32_t device) {
          return entry([&](Simulator& sim) {
            sim.activate(device);
            thread_device = device;
          });
        },
    .synchronize = [](int32_t device) { return entry([&](Simulator& sim) { sim.synchronize(device); }); },
    .memory_info =
        [](int32_t device, uint64_t* free, uint64_t* total) {
          return entry([&](Simulator& sim) { *free = sim.free_memory(device, *total); });
        },

    .stream_create =
        [](int32_t device, int32_t priority, void** stream) {
          return entry([&](Simulator& sim) { *stream = sim.create_stream(device, priority); });
        },
    .stream_destroy =
        [](int32_t, void* stream) { return entry([&](Simulator& sim) { sim.destroy_stream(stream_of(stream)); }); },
    .stream_default =
        [](int32_t device, void** stream) {
          return entry([&](Simulator& sim) { *stream = sim.default_stream(device); });
        },
    .stream_wrap =
        [](int32_t device, void* native, void** stream) {
          return entry([&](Simulator& sim) { *stream = sim.wrap_stream(device, native); });
        },
    .stream_native =
        [](int32_t, void* stream, void** native) {
          *native = stream;
          return VJP_OK;
        },
    .stream_query = [](int32_t, void* stream,
                       bool* done) { return entry([&](Simulator& sim) { *done = sim.query(stream_of(stream)); }); },
    .stream_synchronize =
        [](int32_t, void* stream) { return entry([&](Simulator& sim) { sim.synchronize(stream_of(stream)); }); },
    .stream_priority_range =
        [](int32_t, int32_t* least, int32_t* greatest) {
          *least = 0;
          *greatest = -5;
          return VJP_OK;
        },

    .event_create =
        [](int32_t device, bool timing, void** event) {
          return entry([&](Simulator& sim) {
            sim.activate(device);
            *event = new Event{.device = device, .timing = timing, .marker = {}, .tips = {}};
          });
        },
    .event_destroy =
        [](int32_t, void* event) {
          delete &event_of(event);  // what waits for it holds its marker
          return VJP_OK;
        },
    .event_record =
        [](void* event, int32_t, void* stream) {
          return entry([&](Simulator& sim) { sim.record(event_of(event), stream_of(stream)); });
        },
    .stream_wait =
        [](int32_t, void* stream, void* event) {
          return entry([&](Simulator& sim) { sim.wait(stream_of(stream), event_of(event)); });
        },
    .event_query = [](void* event,
                      bool* done) { return entry([&](Simulator& sim) { *done = sim.query(event_of(event)); }); },
    .event_synchronize = [](void* event) { return entry([&](Simulator& sim) { sim.synchronize(event_of(event)); }); },
    .event_elapsed =
        [](void* from, void* to, double* milliseconds) {
          return entry([&](Simulator& sim) { *milliseconds = sim.elapsed(event_of(from), event_of(to)); });
        },

    .raw_alloc =
        [](int32_t device, uint64_t bytes, void** out) {
          return entry([&](Simulator& sim) {
            sim.activate(device);
            *out = sim.allocate(device, bytes);
          });
        },
    .raw_free = [](int32_t device, void* memory,
                   uint64_t) { return entry([&](Simulator& sim) { sim.free(device, memory); }); },
    .host_alloc = [](uint64_t bytes,
                     void** out) { return entry([&](Simulator& sim) { *out = sim.allocate(-1, bytes); }); },
    .host_free = [](void* memory, uint64_t) { return entry([&](Simulator& sim) { sim.free(-1, memory); }); },
    .copy_async = [](const vjp_transfer* transfer) { return entry([&](Simulator& sim) { sim.copy(*transfer); }); },
    .fill_async =
        [](int32_t, void* memory, uint8_t value, uint64_t bytes, void* stream) {
          return entry([&](Simulator& sim) { sim.fill(stream_of(stream), memory, value, bytes); });
        },
    .peer_access =
        [](int32_t device, int32_t peer, bool* possible) {
          return entry([&](Simulator& sim) { *possible = sim.peer_access(device, peer); });
        },
    .memory_handed_out =
        [](int32_t, void* memory, uint64_t bytes, void* stream) {
          return entry([&](Simulator& sim) { sim.poison(stream_of(stream), memory, bytes); });
        },

    .host_function =
        [](int32_t, void* stream, void (*fn)(void*), void* context) {
          return entry([&](Simulator& sim) { sim.host_function(stream_of(stream), fn, context); });
        },

    .capture_begin =
        [](int32_t, void* stream, int32_t mode) {
          return entry([&](Simulator& sim) { sim.begin_capture(stream_of(stream), mode); });
        },
    .capture_end =
        [](int32_t, void* stream, void** graph) {
          return entry([&](Simulator& sim) { *graph = sim.end_capture(stream_of(stream)); });
        },
    .capture_info =
        [](int32_t, void* stream, vjp_capture_info* out) {
          return entry([&](Simulator& sim) { sim.capture_info(stream_of(stream), *out); });
        },
    .graph_node_count =
        [](void* graph, uint64_t* count) {
          *count = static_cast<Graph*>(graph)->plan->count();
          return VJP_OK;
        },
    .graph_destroy =
        [](void* graph) {
          delete static_cast<Graph*>(graph);
          return VJP_OK;
        },
    .graph_dot =
        [](void* graph, vjp_write_fn write, void* context) {
          return entry([&](Simulator&) {
            std::string text = static_cast<Graph*>(graph)->dot();
            write(context, text.data(), text.size());
          });
        },
    .graph_instantiate =
        [](void* graph, void** executable) {
          return entry([&](Simulator&) { *executable = new Executable{static_cast<Graph*>(graph)->plan}; });
        },
    .executable_update =
        [](void* executable, void* graph, bool* updated) {
          *updated = static_cast<Executable*>(executable)->update(*static_cast<Graph*>(graph));
          return VJP_OK;
        },
    .executable_launch =
        [](void* executable, int32_t, void* stream) {
          return entry([&](Simulator& sim) { sim.replay(stream_of(stream), *static_cast<Executable*>(executable)); });
        },
    .executable_destroy =
        [](void* executable) {
          delete static_cast<Executable*>(executable);  // a launch that is enqueued holds the plan
          return VJP_OK;
        },

    .kernels = &kKernels,
    .last_fault = [](int32_t device,
                     vjp_device_fault* out) { return entry([&](Simulator& sim) { sim.take_fault(device, *out); }); },
    .order_matters = [] { return Simulator::get().order_matters(); },
    .shutdown = [] { entry([](Simulator& sim) { sim.shut_down(); }); },
    .no_worker = false,
};

// A simulator that lacks the optional kernels, as other backends do: its table of them ends before the first.
constexpr vjp_kernels kNeededKernels = [] {
  vjp_kernels needed = kKernels;
  needed.size = offsetof(vjp_kernels, part_sums);
  return needed;
}();
constexpr vjp_backend kTableOfNeeded = [] {
  vjp_backend table = kTable;
  table.kernels = &kNeededKernels;
  return table;
}();

}  // namespace
}  // namespace vjp::sim

namespace vjp {

VJP_FILL_PORT(sim_backend_entry) = [](const vjp_backend_host*, const vjp_backend** out) {
  return sim::entry([&](sim::Simulator&) {
    *out = sim::Options::from_environment().optional_kernels ? &sim::kTable : &sim::kTableOfNeeded;
  });
};

}  // namespace vjp
