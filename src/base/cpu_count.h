// How many processors this process may keep busy: the affinity mask, limited by the cgroup's CPU quota.
#pragma once

namespace vjp {

// At least 1. VJP_NUM_THREADS, if it is a positive number, overrides what the system says.
int usable_cpus();

}  // namespace vjp
