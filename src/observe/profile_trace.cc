// The trace for chrome://tracing and Perfetto: complete events, arrows, names of tracks, and a counter of memory.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "observe/escape.h"
#include "observe/profile.h"

namespace vjp {
namespace {

std::string microseconds(int64_t ns) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(ns) / 1e3);
  return text;
}

const char* category_of(EventKind kind) {
  static constexpr const char* kNames[] = {"",           "operator", "node",   "derivative",  "kernel",   "function",
                                           "user_range", "memory",   "launch", "device_work", "grad_call"};
  return kNames[static_cast<int>(kind)];
}

// Tracks of streams have numbers of their own, below 0 no thread has one.
int64_t track_of(const ProfileEvent& e) { return e.kind == EventKind::DeviceWork ? -e.thread : e.thread; }

class Trace {
 public:
  explicit Trace(const Profile& profile) : profile_(profile), process_(std::to_string(getpid())) {}

  std::string text() {
    out_ = "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [";
    item("\"ph\": \"M\", \"name\": \"process_name\", \"args\": {\"name\": \"libvjp\"}", 0);
    for (const ProfileThread& t : profile_.threads) {
      std::string name = t.is_stream ? t.name : (t.name.empty() ? "thread" : t.name) + " " + std::to_string(t.id);
      item("\"ph\": \"M\", \"name\": \"thread_name\", \"args\": {\"name\": " + json_text(name) + "}",
           t.is_stream ? -t.id : t.id);
    }
    for (const ProfileEvent& e : profile_.events) {
      if (e.kind != EventKind::Allocation) complete(e);
      if ((profile_.details & kProfileMemory) && e.total_memory) memory(e);
    }
    arrows_of_nodes();
    arrows_of_launches();
    return std::move(out_) + "\n]}\n";
  }

 private:
  void item(const std::string& members, int64_t track) {
    out_ += out_.back() == '[' ? "\n" : ",\n";
    out_ += "{" + members + ", \"pid\": " + process_ + ", \"tid\": " + std::to_string(track) + "}";
  }

  void complete(const ProfileEvent& e) {
    std::string args;
    auto add = [&](const char* name, const std::string& value) {
      args += (args.empty() ? "\"" : ", \"") + std::string(name) + "\": " + value;
    };
    if (e.sequence >= 0) add("sequence number", std::to_string(e.sequence));
    if (e.forward_thread) add("forward thread", std::to_string(e.forward_thread));
    if (*e.shapes) add("shapes", json_text(e.shapes));
    if (*e.stack) add("stack", json_text(e.stack));
    if (e.memory) add("memory", std::to_string(e.memory));
    if (e.flops) add("flops", std::to_string(e.flops));
    if (e.correlation) add("correlation", std::to_string(e.correlation));
    if (e.unfinished) add("unfinished", "true");
    item("\"ph\": \"X\", \"cat\": " + json_text(category_of(e.kind)) + ", \"name\": " + json_text(e.name) +
             ", \"ts\": " + microseconds(e.begin) + ", \"dur\": " + microseconds(std::max<int64_t>(0, e.duration())) +
             ", \"args\": {" + args + "}",
         track_of(e));
  }

  void memory(const ProfileEvent& e) {
    item("\"ph\": \"C\", \"name\": \"bytes in use\", \"ts\": " + microseconds(e.end) +
             ", \"args\": {\"bytes\": " + std::to_string(e.total_memory) + "}",
         0);
  }

  // From the beginning of one event to the beginning of another.
  void arrow(const char* name, const ProfileEvent& from, const ProfileEvent& to) {
    std::string common = ", \"cat\": " + json_text(name) + ", \"name\": " + json_text(name) +
                         ", \"id\": " + std::to_string(++arrows_) + ", \"ts\": ";
    item("\"ph\": \"s\"" + common + microseconds(from.begin), track_of(from));
    item("\"ph\": \"f\", \"bp\": \"e\"" + common + microseconds(to.begin), track_of(to));
  }

  void arrows_of_nodes() {
    std::map<std::pair<uint32_t, int64_t>, const ProfileEvent*> made;
    for (const ProfileEvent& e : profile_.events)
      if (e.sequence >= 0 && (e.kind == EventKind::Operator || e.kind == EventKind::Function))
        made[{e.forward_thread, e.sequence}] = &e;
    for (const ProfileEvent& e : profile_.events) {
      if (e.kind != EventKind::Node || e.sequence < 0) continue;
      auto it = made.find({e.forward_thread, e.sequence});
      if (it != made.end()) arrow("forward_backward", *it->second, e);
    }
  }

  void arrows_of_launches() {
    std::map<uint64_t, const ProfileEvent*> launches;
    for (const ProfileEvent& e : profile_.events)
      if (e.kind == EventKind::Launch && e.correlation) launches[e.correlation] = &e;
    for (const ProfileEvent& e : profile_.events)
      if (e.kind == EventKind::DeviceWork) arrow("launch", *launches[e.correlation], e);
  }

  const Profile& profile_;
  const std::string process_;
  std::string out_;
  uint64_t arrows_ = 0;
};

}  // namespace

std::string chrome_trace_of(const Profile& profile) { return Trace(profile).text(); }

}  // namespace vjp
