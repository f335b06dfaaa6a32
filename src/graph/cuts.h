// Cuts: why a tensor has no history although it was computed from something that requires grad (spec INTRO-13).
//
// Note: what this costs. A tensor without history knows nothing of its past. Only where the thread's kModeRecordCuts is
// on does each operator write down, with results that are not tied to the graph, the cuts behind them, and with a new
// node, the cuts behind its null edges. A cut holds the gradient edge of what was cut, so that the question "does it
// lead to this tensor?" has an answer; that keeps the graph behind it alive. Off, it is a bit in a test that dispatch
// makes anyway.
#pragma once

#include <memory>
#include <vector>

#include "graph/callsite.h"
#include "graph/guard.h"
#include "graph/node.h"
#include "graph/weak.h"

namespace vjp {

inline bool recording_cuts() { return mode_word & kModeRecordCuts; }

// How a history ended. The values are those of vjp_gradient_obstacle.
enum class CutReason : uint8_t {
  Detached = 1,
  GradModeOff = 2,
  NotDifferentiable = 3,
  IntegerDtype = 4,
  DataAlias = 5,
  DeadView = 6,
  Inference = 11
};

struct Cut {
  CutReason reason;
  std::string operation;  // "detach", "mul"
  Edge source;            // where the gradient would have gone
  std::shared_ptr<const CallSite> site;

  std::string place() const { return site ? site->place() : ""; }
};

// The cuts behind one tensor, nearest first. At most kMax, or a long loop without grad mode would remember each step.
struct CutList {
  static constexpr size_t kMax = 64;
  RefCount refs;
  std::vector<Cut> cuts;
  bool more = false;  // some were left out
  static void destroy(CutList* list) noexcept { delete list; }
  void add(const Cut& cut);
  void add(const CutList* other);
};

// What is known of a null edge of a node: the cuts behind it, and the argument as long as that lives.
struct EdgeCuts {
  uint32_t edge;
  Ref<CutList> cuts;  // null: none
  Ref<WeakTarget<TensorImpl>> argument;
};

// The cuts that lie behind `t`: null if none are known.
CutList* cuts_of(const TensorImpl& t);
void set_cuts(TensorImpl& t, Ref<CutList> cuts);

// `to` was made from `from` by `operation`, and its history ends there.
void note_cut(TensorImpl& to, TensorImpl& from, CutReason reason, const char* operation);
// The argument of a null edge: what was known of it stays with the node.
void note_null_edge(Node& node, size_t edge, TensorImpl& argument);
// The node was recorded here.
void note_place(Node& node) noexcept;

}  // namespace vjp
