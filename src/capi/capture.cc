// vjp/capture.h: graphs of device work.
#include "vjp/capture.h"

#include "capi/capi.h"
#include "device/captures.h"
#include "device/registry.h"
#include "transforms/device_graph.h"

using namespace vjp;

namespace {

DeviceGraph* graph_of(const vjp_device_graph* handle) {
  return reinterpret_cast<DeviceGraph*>(const_cast<vjp_device_graph*>(handle));
}
MemoryPool* pool_of(vjp_memory_pool* handle) { return reinterpret_cast<MemoryPool*>(handle); }

void check_mode(vjp_capture_mode mode, const char* what) {
  if (mode < VJP_CAPTURE_GLOBAL || mode > VJP_CAPTURE_RELAXED)
    fail(VJP_ERROR_INVALID, "{}: {} is no mode of a capture", what, static_cast<int>(mode));
}

}  // namespace

extern "C" {

vjp_status vjp_memory_pool_create(vjp_device device, vjp_memory_pool** out) {
  return guard([&] {
    VJP_ARG(out);
    Device d = accelerator_from_c(device, "vjp_memory_pool_create", "device");
    *out = reinterpret_cast<vjp_memory_pool*>(MemoryPool::create(d).detach());
  });
}
vjp_memory_pool* vjp_memory_pool_retain(vjp_memory_pool* pool) {
  if (pool) pool_of(pool)->refs.retain();
  return pool;
}
void vjp_memory_pool_release(vjp_memory_pool* pool) { Ref<MemoryPool>::take(pool_of(pool)); }

vjp_status vjp_device_graph_create(vjp_device_graph** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_device_graph*>(DeviceGraph::create().detach());
  });
}
vjp_device_graph* vjp_device_graph_retain(vjp_device_graph* graph) {
  if (graph) graph_of(graph)->refs.retain();
  return graph;
}
void vjp_device_graph_release(vjp_device_graph* graph) { Ref<DeviceGraph>::take(graph_of(graph)); }

vjp_status vjp_device_graph_register_generator(vjp_device_graph* graph, vjp_generator* generator) {
  return guard([&] {
    VJP_ARG(graph);
    VJP_ARG(generator);
    graph_of(graph)->register_generator(*reinterpret_cast<Generator*>(generator));
  });
}

vjp_status vjp_device_graph_set_elide_cpu_work(vjp_device_graph* graph, bool on) {
  return guard([&] {
    VJP_ARG(graph);
    graph_of(graph)->set_elide_cpu_work(on);
  });
}

vjp_status vjp_device_graph_capture_begin(vjp_device_graph* graph, vjp_device device, vjp_memory_pool* pool,
                                          vjp_capture_mode mode) {
  return guard([&] {
    VJP_ARG(graph);
    check_mode(mode, "vjp_device_graph_capture_begin");
    graph_of(graph)->begin(accelerator_from_c(device, "vjp_device_graph_capture_begin", "device"),
                           Ref<MemoryPool>::share(pool_of(pool)), mode);
  });
}

vjp_status vjp_device_graph_capture_end(vjp_device_graph* graph) {
  return guard([&] {
    VJP_ARG(graph);
    graph_of(graph)->end();
  });
}

vjp_status vjp_guard_capture(vjp_device_graph* graph, vjp_device device, vjp_stream* stream, vjp_memory_pool* pool,
                             vjp_capture_mode mode, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(graph);
    VJP_ARG(out);
    check_mode(mode, "vjp_guard_capture");
    Device d = accelerator_from_c(device, "vjp_guard_capture", "device");
    auto region =
        std::make_unique<CaptureRegion>(Ref<DeviceGraph>::share(graph_of(graph)), d, reinterpret_cast<Stream*>(stream),
                                        Ref<MemoryPool>::share(pool_of(pool)), mode);
    *out = give_guard(region.release());
  });
}

vjp_status vjp_device_graph_replay(vjp_device_graph* graph) {
  return guard([&] {
    VJP_ARG(graph);
    graph_of(graph)->replay();
  });
}

vjp_status vjp_device_graph_reset(vjp_device_graph* graph) {
  return guard([&] {
    VJP_ARG(graph);
    graph_of(graph)->reset();
  });
}

vjp_status vjp_device_graph_pool(vjp_device_graph* graph, vjp_memory_pool** out) {
  return guard([&] {
    VJP_ARG(graph);
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_memory_pool*>(graph_of(graph)->pool().detach());
  });
}

vjp_status vjp_device_graph_node_count(const vjp_device_graph* graph, uint64_t* out) {
  return guard([&] {
    VJP_ARG(graph);
    VJP_ARG(out);
    *out = graph_of(graph)->node_count();
  });
}

vjp_status vjp_device_graph_dot(const vjp_device_graph* graph, char** out) {
  return guard([&] {
    VJP_ARG(graph);
    VJP_ARG(out);
    *out = give_text(graph_of(graph)->dot());
  });
}

vjp_status vjp_stream_capture_state(vjp_stream* stream, vjp_capture_state* state, uint64_t* id) {
  return guard([&] {
    VJP_ARG(stream);
    VJP_ARG(state);
    vjp_capture_info info = capture_info(*reinterpret_cast<Stream*>(stream));
    *state = static_cast<vjp_capture_state>(info.state);
    if (id) *id = info.id;
  });
}

vjp_status vjp_event_watch_begin(bool* out) {
  return guard([&] {
    VJP_ARG(out);
    *out = begin_program_watch();
  });
}
vjp_status vjp_event_watch_end(void) {
  return guard([] { end_program_watch(); });
}

vjp_status vjp_generator_swap_states(vjp_generator* a, vjp_generator* b) {
  return guard([&] {
    VJP_ARG(a);
    VJP_ARG(b);
    Generator::swap_states(*reinterpret_cast<Generator*>(a), *reinterpret_cast<Generator*>(b));
  });
}

}  // extern "C"
