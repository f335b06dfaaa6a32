#include "engine/thread_state.h"

#include <algorithm>
#include <forward_list>
#include <optional>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "device/captures.h"
#include "graph/modes.h"
#include "graph/node.h"
#include "graph/scope.h"

namespace vjp {
namespace {

// Own numbers go on: a thread's nodes never share one. They are larger than those of the nodes that are walked.
void continue_sequence(uint64_t from) { node_sequence = std::max(node_sequence.get(), from); }

}  // namespace

ThreadState::ThreadState()
    : identity_(Identity::of_this_thread()),
      streams_(CurrentStreams::of_this_thread()),
      locations_(pushed_locations()),
      pairs_(capture_pack_stack()),
      autocast_(AutocastSettings::of_this_thread()),
      interceptors_(interceptors_for_other_thread()),
      tracer_(Ref<Tracer>::share(current_tracer.get())),
      profile_(current_profile),
      sequence_(node_sequence),
      in_scope_(innermost_scope()) {}

ThreadState::~ThreadState() {
  if (entered_) return;
  binding_.enter();  // which is how its state ends
  binding_.leave();
}

// What hangs on objects. In the order in which they are entered.
struct ThreadState::Scope::Regions {
  explicit Regions(const ThreadState& state)
      : locations(state.locations_), pairs(state.pairs_), autocast(state.autocast_) {
    for (const auto& interceptor : state.interceptors_)
      interceptors.push_front(std::make_unique<InterceptScope>(kModeInterceptKernels, interceptor.get()));
    if (state.in_scope_) scope.emplace();
  }

  LocationsOf locations;
  PackStackScope pairs;
  AutocastRegion autocast;
  std::forward_list<std::unique_ptr<InterceptScope>> interceptors;  // the innermost, which ends first, is in front
  std::optional<ScopeOnWorker> scope;
};

ThreadState::Scope::Scope(ThreadState& state) : state_(state), streams_(CurrentStreams::of_this_thread()) {
  ensure_last_error();
  if (!streams_are_made()) streams_.install();
  own_ = Identity::of_this_thread();
  try {
    state.streams_.install();
    state.identity_.inherit();
    mode_word.own() &= ~uint32_t{kModeObserveOps | kModeInterceptKernels | kModeInterceptCalls};
    follow_forward_level();  // which may have ended
    continue_sequence(state.sequence_);
    current_tracer = state.tracer_.get();
    current_profile = state.profile_;
    regions_ = std::make_unique<Regions>(state);
  }
  VJP_CATCH_ALL {
    put_back();
    throw;
  }
  state.entered_ = true;
  state.binding_.enter();
  begin_callbacks();
}

ThreadState::Scope::~Scope() {
  state_.binding_.leave();
  regions_.reset();
  put_back();
}

void ThreadState::Scope::put_back() noexcept {
  const uint64_t sequence = node_sequence;
  own_.take();
  continue_sequence(sequence);
  install_streams(std::move(streams_));
}

}  // namespace vjp
