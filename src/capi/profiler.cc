// vjp/profiler.h
#include "vjp/profiler.h"

#include <algorithm>

#include "capi/capi.h"
#include "device/registry.h"
#include "observe/profile.h"

using namespace vjp;

namespace {

Profiler& profiler_of(const vjp_profiler* profiler) {
  return *reinterpret_cast<Profiler*>(const_cast<vjp_profiler*>(profiler));
}

vjp_profile_event to_c(const ProfileEvent& e) {
  vjp_profile_event out = VJP_PROFILE_EVENT_INIT;
  out.kind = static_cast<vjp_profile_kind>(e.kind);
  out.name = e.name;
  out.begin_ns = e.begin;
  out.end_ns = e.end;
  out.self_ns = e.self();
  out.parent = e.parent;
  out.depth = e.depth;
  out.thread = e.thread;
  out.sequence_number = e.sequence;
  out.forward_thread = e.forward_thread;
  out.unfinished = e.unfinished;
  out.memory = e.memory;
  out.memory_total = e.total_memory;
  out.flops = e.flops;
  out.device_ns = e.kind == EventKind::DeviceWork ? e.duration() : e.device_time;
  out.correlation = e.correlation;
  out.device = to_c(e.device);
  out.shapes = e.shapes;
  out.stack = e.stack;
  return out;
}

vjp_profile_average to_c(const ProfileAverage& a) {
  vjp_profile_average out = VJP_PROFILE_AVERAGE_INIT;
  out.kind = static_cast<vjp_profile_kind>(a.kind);
  out.name = a.name;
  out.shapes = a.shapes;
  out.count = a.count;
  out.total_ns = a.total;
  out.self_ns = a.self;
  out.device_ns = a.device_time;
  out.self_device_ns = a.self_device_time;
  out.memory = a.memory;
  out.self_memory = a.self_memory;
  out.flops = a.flops;
  return out;
}

vjp_status text(const vjp_profiler* profiler, char** out, std::string (*make)(const Profile&)) {
  return guard([&] {
    VJP_ARG(profiler);
    VJP_ARG(out);
    *out = give_text(profiler_of(profiler).look(make));
  });
}

}  // namespace

vjp_status vjp_profiler_create(const vjp_profiler_options* options, vjp_profiler** out) {
  return guard([&] {
    VJP_ARG(out);
    vjp_profiler_options given = VJP_PROFILER_OPTIONS_INIT;
    if (options) given = checked(options, "vjp_profiler_options", "VJP_PROFILER_OPTIONS_INIT");
    *out = reinterpret_cast<vjp_profiler*>(new Profiler(given));
  });
}
vjp_profiler* vjp_profiler_retain(vjp_profiler* profiler) {
  if (profiler) profiler_of(profiler).refs.retain();
  return profiler;
}
void vjp_profiler_release(vjp_profiler* profiler) {
  if (profiler) Ref<Profiler>::take(&profiler_of(profiler));
}
vjp_status vjp_profiler_start(vjp_profiler* profiler) {
  return guard([&] {
    VJP_ARG(profiler);
    profiler_of(profiler).start();
  });
}
vjp_status vjp_profiler_step(vjp_profiler* profiler) {
  return guard([&] {
    VJP_ARG(profiler);
    profiler_of(profiler).step();
  });
}
vjp_status vjp_profiler_stop(vjp_profiler* profiler) {
  return guard([&] {
    VJP_ARG(profiler);
    profiler_of(profiler).stop();
  });
}
bool vjp_profiler_is_recording(const vjp_profiler* profiler) {
  return profiler && profiler_of(profiler).is_recording();
}

vjp_status vjp_profiler_range_push(const char* name) {
  return guard([&] {
    VJP_ARG(name);
    push_range(name);
  });
}
bool vjp_profiler_range_pop(void) { return pop_range(); }

// ---- what was recorded ----

size_t vjp_profiler_num_events(const vjp_profiler* profiler) {
  return profiler ? profiler_of(profiler).look([](const Profile& p) { return p.events.size(); }) : 0;
}
vjp_status vjp_profiler_get_event(const vjp_profiler* profiler, size_t index, vjp_profile_event* out) {
  return guard([&] {
    VJP_ARG(profiler);
    VJP_ARG(out);
    checked(out, "vjp_profile_event", "VJP_PROFILE_EVENT_INIT");
    profiler_of(profiler).look([&](const Profile& p) {
      if (index >= p.events.size())
        fail(VJP_ERROR_INVALID, "vjp_profiler_get_event: {} of {} events", index, p.events.size());
      *out = to_c(p.events[index]);
    });
  });
}
size_t vjp_profiler_num_dropped(const vjp_profiler* profiler) {
  return profiler ? profiler_of(profiler).look([](const Profile& p) { return size_t{p.dropped}; }) : 0;
}

vjp_status vjp_profiler_averages(const vjp_profiler* profiler, bool by_shapes, vjp_profile_sort sort,
                                 vjp_profile_average* rows, size_t capacity, size_t* count) {
  return guard([&] {
    VJP_ARG(profiler);
    VJP_ARG(count);
    if (capacity > 0) VJP_ARG(rows);
    for (size_t i = 0; i < capacity; ++i) checked(rows + i, "vjp_profile_average", "VJP_PROFILE_AVERAGE_INIT");
    profiler_of(profiler).look([&](const Profile& p) {
      std::vector<ProfileAverage> all = averages_of(p, by_shapes, sort);
      for (size_t i = 0; i < std::min(capacity, all.size()); ++i) rows[i] = to_c(all[i]);
      *count = all.size();
    });
  });
}
vjp_status vjp_profiler_table(const vjp_profiler* profiler, bool by_shapes, vjp_profile_sort sort, size_t rows,
                              char** out) {
  return guard([&] {
    VJP_ARG(profiler);
    VJP_ARG(out);
    *out = give_text(profiler_of(profiler).look([&](const Profile& p) { return table_of(p, by_shapes, sort, rows); }));
  });
}
vjp_status vjp_profiler_chrome_trace(const vjp_profiler* profiler, char** out) {
  return text(profiler, out, chrome_trace_of);
}
vjp_status vjp_profiler_flame_graph(const vjp_profiler* profiler, char** out) {
  return text(profiler, out, flame_graph_of);
}
vjp_status vjp_profiler_stacks(const vjp_profiler* profiler, char** out) {
  return text(profiler, out, folded_stacks_of);
}
