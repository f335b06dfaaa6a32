// Captures: streams that write down what they are given instead of doing it.
#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "backends/sim/replay.h"

namespace vjp::sim {

struct Stream;

struct Capture {
  uint64_t id;
  Stream* origin;
  int mode;  // vjp_capture_mode
  std::thread::id thread;
  std::shared_ptr<Plan> plan;
  std::vector<Stream*> members;  // the origin and those that joined
  int fault = 0;                 // vjp_capture_fault
  std::string why;               // what broke it
};

struct Graph {
  std::shared_ptr<const Plan> plan;
  std::string dot() const;
};

struct Executable {
  std::shared_ptr<const Plan> plan;
  bool update(const Graph& graph);  // false: it is too different
};

}  // namespace vjp::sim
