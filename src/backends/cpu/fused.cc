// Fused programs on the CPU: tiles that threads share.
#include "kernel/fused.h"

#include <algorithm>

#include "backends/cpu/fused_plan.h"
#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp {

VJP_FILL_PORT(run_fused_on_cpu) = [](const FusedArgs& args) {
  if (std::find(args.sizes, args.sizes + args.ndim, 0) != args.sizes + args.ndim) return;
  const cpu::FusedPlan plan(args);
  parallel_for(0, plan.num_tiles(), plan.tiles_per_chunk(), [&plan](int64_t begin, int64_t end) {
    cpu::Workspace memory(plan.arena_bytes());
    plan.run(begin, end, memory.take<char>(static_cast<int64_t>(plan.arena_bytes())));
  });
};

}  // namespace vjp
