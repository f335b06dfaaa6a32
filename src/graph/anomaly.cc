#include "graph/anomaly.h"

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "graph/extra.h"

namespace vjp {

constinit std::atomic<bool> anomaly_mode{false};
constinit std::atomic<bool> anomaly_check_nan{true};

namespace {
VJP_THREAD_SLOT(bool, noting, kTravelsInCall) = false;
}

void set_anomaly_mode(bool enabled, bool check_nan) {
  // First, for it may fail.
  static std::atomic<bool> warned{false};
  if (enabled && !warned.exchange(true)) {
    warn("anomaly mode is on: it makes every operator and every backward slower, and is meant for debugging only");
  }
  anomaly_check_nan.store(check_nan, std::memory_order_relaxed);
  anomaly_mode.store(enabled, std::memory_order_relaxed);
}

AnomalyRegion::AnomalyRegion(bool enabled, bool check_nan)
    : former_enabled_(anomaly_mode.load(std::memory_order_relaxed)),
      former_check_nan_(anomaly_check_nan.load(std::memory_order_relaxed)) {
  set_anomaly_mode(enabled, check_nan);
}

AnomalyRegion::~AnomalyRegion() {
  anomaly_check_nan.store(former_check_nan_, std::memory_order_relaxed);
  anomaly_mode.store(former_enabled_, std::memory_order_relaxed);
}

void note_construction(Node& node) noexcept {
  if (noting) return;  // a callback that computes would be asked for its own nodes
  noting = true;
  try {
    auto metadata = std::make_unique<NodeMetadata>();
    metadata->parent = Ref<Node>::share(executing_node);
    metadata->call_site = CallSite::capture();
    node.extra().metadata = std::move(metadata);
  }
  VJP_CATCH_ALL_HERE {  // the report will be poorer, the computation must not suffer
  }
  noting = false;
}

std::unique_ptr<CallSite> place_for_cuts() noexcept {
  if (noting) return nullptr;
  noting = true;
  std::unique_ptr<CallSite> site;
  try {
    site = CallSite::capture(false);
  }
  VJP_CATCH_ALL_HERE {  // the answer will be poorer, the computation must not suffer
  }
  noting = false;
  return site;
}

}  // namespace vjp
