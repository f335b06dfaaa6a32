// Fused programs some of whose outputs are summed.
#pragma once

#include "kernel/fused.h"

namespace vjp::cpu {

// Without looking at args.sums.
void run_fused_plain(const FusedArgs& args);
void run_fused_sums(const FusedArgs& args);

}  // namespace vjp::cpu
