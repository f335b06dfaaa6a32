// Stand-ins: helper threads on which deeply nested grad calls go on, so that nesting of any depth works on stacks of
// the usual size (spec REENT-4, REENT-5). The calling thread waits meanwhile, and the other one takes over its modes,
// its place in tasks and graph, its warnings, errors and scopes: to callbacks it is the same thread.
#pragma once

#include "base/thread_context.h"

namespace vjp {

// Counts the grad calls on this native stack.
class StackLevel {
 public:
  StackLevel();
  ~StackLevel();
};
// A state error far below where stand-ins are not allowed.
bool stack_is_deep();
void allow_stand_ins(bool on);  // of the process; on at first. Off: no other thread runs anything of a grad call
bool stand_ins_allowed();

// Calls work(context) on a stand-in. What it throws is thrown here.
void run_on_stand_in(void (*work)(void*), void* context);

// On a stand-in, the call it goes on with: throws what has interrupted that one on the thread which waits for it.
struct Job;
extern const ThreadSlot<Job*> own_job;
void rethrow_interruption();

}  // namespace vjp
