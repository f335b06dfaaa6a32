// ThreadState: what belongs to a thread for as long as it computes, in one place, so that another thread can stand in
// for it while it waits (engine/stand_in.h): it takes the whole over and hands it back. The mode word and what the
// engine itself keeps travel beside it. A new thread-local variable of which callbacks can see the value belongs here.
#pragma once

#include <cstdint>

namespace vjp {

class AutocastRegion;
class OpObserver;
struct WarningRecord;

struct ThreadState {
  void* last_error = nullptr;         // base/last_error.cc
  WarningRecord* warnings = nullptr;  // base/last_error.h: where warnings go; null: to the handler
  void* scope = nullptr;              // capi/base.cc: the innermost scope of handles
  void* callback = nullptr;           // graph/scope.h: the innermost call of the user's code
  void* guard = nullptr;              // graph/guard.cc: the innermost region
  void* pack = nullptr;               // graph/pack.cc: the innermost pair of saved-value hooks
  OpObserver* observer = nullptr;     // ops/observer.h
  void* streams = nullptr;            // device/current.cc: current streams and devices
  void* recomputation = nullptr;      // transforms/checkpoint_recompute.cc: the innermost one
  bool checkpoint_early_stop = true;  // transforms/checkpoint.h
  bool checkpoint_debug = false;
  uint64_t sequence = 0;               // graph/node.cc: the number of the next node
  int64_t next_poll = 0;               // engine/thread_callbacks.cc: when bindings are asked again, in milliseconds
  uint32_t number = 0;                 // graph/node.cc: the thread's own; 0: not asked for yet
  AutocastRegion* autocast = nullptr;  // ops/autocast.h: the innermost region
};
extern constinit thread_local ThreadState thread_state;

}  // namespace vjp
