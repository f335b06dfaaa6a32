// The flame graph: equal stacks of names as one box, as wide as the time spent in it.
#include <algorithm>
#include <cstdio>
#include <map>

#include "base/error.h"
#include "observe/escape.h"
#include "observe/profile.h"

namespace vjp {
namespace {

struct Frame {
  int64_t self = 0, total = 0, count = 0;
  EventKind kind{};
  std::map<std::string, Frame> inside;
};

bool has_length(const ProfileEvent& e) { return e.kind != EventKind::Allocation && e.kind != EventKind::DeviceWork; }

Frame frames_of(const Profile& profile) {
  Frame root;
  std::vector<Frame*> places(profile.events.size());
  for (size_t i = 0; i < places.size(); ++i) {
    const ProfileEvent& e = profile.events[i];
    if (!has_length(e)) continue;
    Frame& around = e.parent == ProfileEvent::kNoParent ? root : *places[e.parent];
    Frame& frame = around.inside[e.name];
    places[i] = &frame;
    frame.kind = e.kind;
    frame.self += std::max<int64_t>(0, e.self());
    ++frame.count;
  }
  return root;
}

int64_t add_up(Frame& frame) {
  frame.total = frame.self;
  for (auto& [name, inside] : frame.inside) frame.total += add_up(inside);
  return frame.total;
}

int height_of(const Frame& frame) {
  int height = 0;
  for (const auto& [name, inside] : frame.inside) height = std::max(height, 1 + height_of(inside));
  return height;
}

void fold(const Frame& frame, const std::string& stack, std::string& out) {
  for (const auto& [name, inside] : frame.inside) {
    std::string one = name;
    std::replace(one.begin(), one.end(), ';', ',');
    std::string here = stack.empty() ? one : stack + ";" + one;
    if (inside.self > 0) out += here + " " + std::to_string(inside.self) + "\n";
    fold(inside, here, out);
  }
}

const char* colour_of(EventKind kind) {
  switch (kind) {
    case EventKind::Node:
      return "#f2b880";
    case EventKind::Derivative:
      return "#ee9a4d";
    case EventKind::Kernel:
      return "#9fc3e8";
    case EventKind::Function:
      return "#86c9a0";
    case EventKind::Range:
      return "#c9b3e6";
    case EventKind::Launch:
      return "#8fd0d6";
    case EventKind::GradCall:
      return "#e8d27c";
    default:
      return "#a8d18d";
  }
}

class Flames {
 public:
  explicit Flames(const Frame& root) : root_(root), height_((height_of(root) + 1) * kRow) {}

  std::string text() {
    char head[400];
    std::snprintf(head, sizeof head,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                  "font-family=\"Verdana, sans-serif\" font-size=\"11\">\n"
                  "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
                  kWidth, height_ + 2 * kEdge, kWidth, height_ + 2 * kEdge);
    out_ = head;
    box("all", root_, "#d9d9d9", kEdge, kWidth - 2.0 * kEdge, 0);
    boxes(root_, kEdge, kWidth - 2.0 * kEdge, 1);
    return std::move(out_) + "</svg>\n";
  }

 private:
  static constexpr int kWidth = 1200, kRow = 17, kEdge = 8;
  static constexpr double kLeast = 0.4;  // narrower boxes are left out

  // The widest first, so that what matters is on the left.
  void boxes(const Frame& frame, double left, double width, int level) {
    std::vector<std::pair<const std::string*, const Frame*>> order;
    for (const auto& [name, inside] : frame.inside) order.emplace_back(&name, &inside);
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.second->total > b.second->total; });
    for (const auto& [name, inside] : order) {
      double own = frame.total > 0 ? width * static_cast<double>(inside->total) / static_cast<double>(frame.total) : 0;
      if (own >= kLeast) {
        box(*name, *inside, colour_of(inside->kind), left, own, level);
        boxes(*inside, left, own, level + 1);
      }
      left += own;
    }
  }

  void box(const std::string& name, const Frame& frame, const char* colour, double left, double width, int level) {
    const int y = kEdge + height_ - (level + 1) * kRow;
    char text[320];
    std::snprintf(text, sizeof text, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"1\" fill=\"%s\"/>",
                  left, y, std::max(0.3, width - 0.5), kRow - 1, colour);
    const double share =
        root_.total > 0 ? 100.0 * static_cast<double>(frame.total) / static_cast<double>(root_.total) : 0;
    char facts[120];
    std::snprintf(facts, sizeof facts, ": %.3f ms, %.2f%%, %lld times", static_cast<double>(frame.total) / 1e6, share,
                  static_cast<long long>(frame.count));
    out_ += "<g><title>" + escape_xml(name) + facts + "</title>" + text;
    const auto letters = static_cast<size_t>(std::max(0.0, (width - 6) / 6.6));
    if (letters >= 3) {
      std::string shown = name.size() <= letters ? name : name.substr(0, letters - 2) + "..";
      std::snprintf(text, sizeof text, "<text x=\"%.1f\" y=\"%d\">", left + 3, y + 12);
      out_ += text + escape_xml(shown) + "</text>";
    }
    out_ += "</g>\n";
  }

  const Frame& root_;
  const int height_;
  std::string out_;
};

}  // namespace

std::string folded_stacks_of(const Profile& profile) {
  std::string out;
  fold(frames_of(profile), "", out);
  return out;
}

std::string flame_graph_of(const Profile& profile) {
  Frame root = frames_of(profile);
  add_up(root);
  return Flames(root).text();
}

}  // namespace vjp
