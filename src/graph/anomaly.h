// Anomaly mode: nodes remember where they were made, and in which node's execution (spec chapter 15). The switch
// `anomaly_mode` is in modes.h; what the engine does with it is in engine/anomaly.h.
#pragma once

#include "graph/callsite.h"
#include "graph/guard.h"

namespace vjp {

class Node;

extern constinit std::atomic<bool> anomaly_check_nan;

// Sets both switches of the process; warns the first time that the mode is turned on.
void set_anomaly_mode(bool enabled, bool check_nan);

// Both switches for a region. They are the process's: regions of two threads that overlap in time see each other.
class AnomalyRegion final : public Guard {
 public:
  AnomalyRegion(bool enabled, bool check_nan);
  ~AnomalyRegion() override;

 private:
  bool former_enabled_, former_check_nan_;
};

// While the mode is on, for a node that is being made: stores the call site, and the node that executes as the parent.
// Without memory, or inside a call-site callback, it stores nothing.
void note_construction(Node& node) noexcept;

// The program's place, where the thread records cuts (graph/cuts.h). Null without memory, and inside a call-site
// callback.
std::unique_ptr<CallSite> place_for_cuts() noexcept;

}  // namespace vjp
