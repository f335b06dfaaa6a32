// Compiled: a grad call whose nodes somebody above the engine runs (compile/), and what it is asked to do.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/port.h"
#include "base/thread_context.h"

namespace vjp {

class GradCall;
class Plan;
class Run;

// Passes over a program, as bits.
enum CompilePass : uint32_t { kFusePass = 1 };

struct CompileOptions {
  bool on = false;
  bool dynamic = false;         // sizes are open from the start
  bool strict = false;          // what cannot be compiled is an error
  uint32_t min_sites = 8;       // smaller graphs are run by the engine
  uint32_t warm = 1;            // a structure is compiled when it comes for the warm-th time
  uint32_t max_records = 8;     // of one structure, for its sizes; after that the engine runs it
  uint32_t max_programs = 256;  // of the process; the least recently used one goes
  uint32_t skip_passes = 0;     // those that do not run, and whose results are not used
  int64_t memory_budget = -1;   // of a function: see vjp_compile_options; negative: none is given
};

// Of the thread: every grad call that it starts. By value, for a call that was started takes it along.
extern const ThreadSlot<CompileOptions> compile_region;

// What holds for a call: its own options, the thread's, or those of VJP_COMPILE. Null: the engine runs it.
const CompileOptions* compile_options(const GradCall& call);

// For tests: an order that was known is left after so many nodes; -1: never.
extern constinit std::atomic<int64_t> break_order_after;

// Runs everything, `discover` included, as the engine would. False: the engine is to do it, and nothing was touched.
VJP_PORT(bool (*)(const GradCall& call, Run& run, Plan& plan, const CompileOptions& options), run_compiled);

}  // namespace vjp
