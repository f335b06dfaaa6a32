// Capture: commands become nodes of a graph instead of being executed.
#include "backends/sim/capture.h"

#include <algorithm>

#include "backends/sim/simulator.h"
#include "base/error.h"
#include "device/instrument.h"

namespace vjp::sim {
namespace {

std::string to_text(const Stream& s) { return format("stream {} of sim:{}", s.name.ordinal, s.name.device); }

// ", by operator 'item' (node MulBackward #7)": what is at work on this thread.
std::string culprit() {
  std::string text;
  if (attribution->op) text += format(", by operator '{}'", attribution->op);
  if (attribution->node) text += format(" in node {} #{}", attribution->node, attribution->node_sequence);
  return text;
}

void merge(std::vector<uint32_t>& into, const std::vector<uint32_t>& from) {
  for (uint32_t node : from)
    if (std::find(into.begin(), into.end(), node) == into.end()) into.push_back(node);
}

Work copy_of(const Work& work) {
  Work copy;
  copy.kind = work.kind;
  copy.value = work.value;
  copy.primitive = work.primitive;
  copy.op = work.op;
  copy.node = work.node;
  copy.bytes = work.bytes;
  copy.cost = work.cost;
  copy.dst = work.dst;
  if (work.packed) {
    copy.packed.reset(PackedArgs::pack(work.primitive, work.args));
    copy.args = copy.packed->args();
  } else if (work.kind == Kind::HostFunction) {
    copy.function = work.function;
  } else {
    copy.src = work.src;
  }
  return copy;
}

}  // namespace

// ---- begin and end ----

void Simulator::begin_capture(Stream& s, int mode) {
  Lock lock = enter();
  use(s.name.device);
  report(s.name.device);
  if (s.name.ordinal == 0)
    fail(VJP_ERROR_STATE, "a capture begins on a non-default stream, and this is the default stream of sim:{}",
         s.name.device);
  if (mode < VJP_CAPTURE_GLOBAL || mode > VJP_CAPTURE_RELAXED)
    fail(VJP_ERROR_INVALID, "there is no capture mode {}", mode);
  if (s.capture) fail(VJP_ERROR_STATE, "{} takes part in a capture already", to_text(s));
  auto capture = std::make_unique<Capture>();
  capture->id = ++last_capture_;
  capture->origin = &s;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->plan = std::make_shared<Plan>();
  capture->plan->capture = capture->id;
  capture->members.push_back(&s);
  captures_.push_back(std::move(capture));
  s.last_fault = VJP_CAPTURE_FAULT_NONE;
  s.capture = captures_.back().get();
}

Graph* Simulator::end_capture(Stream& s) {
  Lock lock = enter();
  Capture* capture = s.capture;
  if (!capture) fail(VJP_ERROR_STATE, "{} takes part in no capture", to_text(s));
  struct Left {  // whatever comes, memory of the host running out included
    Simulator& simulator;
    Capture& capture;
    ~Left() { simulator.leave(capture); }
  } left{*this, *capture};
  auto close = [&](int fault, const std::string& why) {
    if (!capture->fault) capture->fault = fault, capture->why = why;
  };
  if (capture->origin != &s) {
    close(VJP_CAPTURE_FAULT_WRONG_STREAM,
          format("it began on {} and was ended on {}", to_text(*capture->origin), to_text(s)));
  } else if (capture->mode != VJP_CAPTURE_RELAXED && capture->thread != std::this_thread::get_id()) {
    close(VJP_CAPTURE_FAULT_WRONG_STREAM, "it was ended in another thread than it began in");
  } else if (std::string unjoined = unjoined_streams(*capture); !unjoined.empty()) {
    close(VJP_CAPTURE_FAULT_UNJOINED, format("{} was drawn in and is not joined with {} again", unjoined, to_text(s)));
  }
  s.last_fault = capture->fault;
  if (capture->fault) fail(VJP_ERROR_STATE, "the capture is invalid: {}", capture->why);
  return new Graph{capture->plan};
}

// The capture is over.
void Simulator::leave(Capture& capture) {
  capture.origin->last_fault = capture.fault;
  for (Stream* s : capture.members) {
    s->capture = nullptr;
    s->tips.clear();
  }
  std::erase_if(captures_, [&](const auto& c) { return c.get() == &capture; });
}

// Members that did something which the origin does not come after.
std::string Simulator::unjoined_streams(const Capture& capture) {
  const auto& nodes = capture.plan->nodes;
  std::vector<bool> joined(nodes.size());
  for (uint32_t tip : capture.origin->tips) joined[tip] = true;
  for (size_t i = nodes.size(); i-- > 0;)  // nodes come after their predecessors
    if (joined[i])
      for (uint32_t before : nodes[i].after) joined[before] = true;
  std::string names;
  for (const Stream* s : capture.members) {
    bool all = std::all_of(s->tips.begin(), s->tips.end(), [&](uint32_t tip) { return joined[tip]; });
    if (!all) names += (names.empty() ? "" : ", ") + to_text(*s);
  }
  // Work of a stream that has been destroyed since.
  if (names.empty() && std::find(joined.begin(), joined.end(), false) != joined.end()) {
    size_t lost = static_cast<size_t>(std::find(joined.begin(), joined.end(), false) - joined.begin());
    names = format("stream {} of sim:{}", nodes[lost].stream.ordinal, nodes[lost].stream.device);
  }
  return names;
}

void Simulator::capture_info(Stream& s, vjp_capture_info& out) {
  Lock lock(mutex_);
  out.id = s.capture ? s.capture->id : 0;
  out.state = !s.capture ? VJP_CAPTURE_NONE : s.capture->fault ? VJP_CAPTURE_INVALIDATED : VJP_CAPTURE_ACTIVE;
  out.fault = s.capture ? s.capture->fault : s.last_fault;
}

// ---- what breaks one ----

void Simulator::invalidate(Capture& capture, int fault, const std::string& why) {
  if (!capture.fault) {
    capture.fault = fault;
    capture.why = why + culprit();
  }
  fail(VJP_ERROR_STATE, "the capture on {} is invalid: {}", to_text(*capture.origin), capture.why);
}

void Simulator::refuse_invalid(const Stream& s) {
  if (s.capture->fault)
    fail(VJP_ERROR_STATE, "the capture on {} is invalid: {}", to_text(*s.capture->origin), s.capture->why);
}

void Simulator::refuse_observation(Stream& s, const char* what) {
  invalidate(*s.capture, VJP_CAPTURE_FAULT_UNSUPPORTED, format("{} of {}, which does not execute", what, to_text(s)));
}

void Simulator::refuse_captured(const Event& event, const char* what) {
  if (!event.capture_id) return;
  for (auto& capture : captures_)
    if (capture->id == event.capture_id)
      invalidate(*capture, VJP_CAPTURE_FAULT_UNSUPPORTED, format("{} of an event recorded in it", what));
  fail(VJP_ERROR_STATE, "{} of an event that was recorded in a capture", what);
}

// A capture of the global mode minds every thread, of the thread-local mode its own.
void Simulator::refuse_unsafe(const char* what) {
  for (auto& capture : captures_) {
    bool minds = capture->mode == VJP_CAPTURE_GLOBAL ||
                 (capture->mode == VJP_CAPTURE_THREAD_LOCAL && capture->thread == std::this_thread::get_id());
    if (minds) invalidate(*capture, VJP_CAPTURE_FAULT_UNSUPPORTED, format("{} while it is underway", what));
  }
}

// ---- what it takes ----

void Simulator::capture_work(Stream& s, Work&& work) {
  refuse_invalid(s);
  Plan& plan = *s.capture->plan;
  if (work.kind == Kind::Replay) {
    // A graph inside a graph: its nodes come after what the stream has, and the stream goes on after its last ones.
    auto base = static_cast<uint32_t>(plan.nodes.size());
    std::vector<uint32_t> last;
    for (const Plan::Node& node : work.plan->nodes) {
      std::vector<uint32_t> after;
      for (uint32_t before : node.after) after.push_back(base + before);
      uint32_t number = plan.add(copy_of(node.work), node.stream, after.empty() ? s.tips : std::move(after));
      if (node.followers.empty()) last.push_back(number);
    }
    if (!last.empty()) s.tips = std::move(last);
    return;
  }
  s.tips.reserve(1);
  uint32_t number = plan.add(std::move(work), s.name, s.tips);
  s.tips.assign(1, number);
}

void Simulator::capture_wait(Stream& s, Event& event) {
  Capture* source = nullptr;
  for (auto& capture : captures_)
    if (capture->id == event.capture_id) source = capture.get();
  if (s.capture) {
    refuse_invalid(s);
    if (source == s.capture) return merge(s.tips, event.tips);
    if (!event.capture_id && !event.marker) return;  // never recorded
    if (source && source != s.capture && !source->fault) {
      source->fault = VJP_CAPTURE_FAULT_ISOLATION;
      source->why = "another capture waits for an event of it";
    }
    invalidate(*s.capture, VJP_CAPTURE_FAULT_ISOLATION,
               format("{} waits for an event that was recorded outside the capture", to_text(s)));
  }
  if (!source)
    fail(VJP_ERROR_STATE,
         "{} waits for an event that was recorded in a capture which is over: no execution of it is meant", to_text(s));
  if (source->fault) fail(VJP_ERROR_STATE, "the capture on {} is invalid: {}", to_text(*source->origin), source->why);
  if (s.name.ordinal == 0)
    invalidate(*source, VJP_CAPTURE_FAULT_IMPLICIT,
               format("the default stream of sim:{} would be drawn in, since it waits for an event of the capture",
                      s.name.device));
  s.tips = event.tips;
  source->members.push_back(&s);
  s.capture = source;
}

// ---- graphs ----

std::string Graph::dot() const {
  std::string text = "digraph capture {\n  node [shape=box];\n";
  for (size_t i = 0; i < plan->nodes.size(); ++i) {
    const Plan::Node& node = plan->nodes[i];
    text += format("  n{} [label=\"{}: {}\\nstream {}.{}\"{}];\n", i, i, node.work.text(), node.stream.device,
                   node.stream.ordinal, node.work.kind == Kind::Poison ? ", style=dotted" : "");
    for (uint32_t before : node.after) text += format("  n{} -> n{};\n", before, i);
  }
  return text + "}\n";
}

bool Executable::update(const Graph& graph) {
  const auto &mine = plan->nodes, &its = graph.plan->nodes;
  bool same =
      std::equal(mine.begin(), mine.end(), its.begin(), its.end(), [](const Plan::Node& a, const Plan::Node& b) {
        return a.work.kind == b.work.kind && a.work.primitive == b.work.primitive && a.after == b.after;
      });
  if (same) plan = graph.plan;
  return same;
}

}  // namespace vjp::sim
