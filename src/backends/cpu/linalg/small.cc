// The loops that the time of small matrices goes to, apart from what calls them: these want more than the room's -Os.
#include "backends/cpu/linalg/small.h"

#include "backends/cpu/linalg/jacobi.h"
#include "backends/cpu/linalg/lanes.h"

namespace vjp::cpu {

#define VJP_HERE
VJP_SMALL_FACTORS(VJP_HERE, float)
VJP_SMALL_FACTORS(VJP_HERE, double)
VJP_SMALL_FACTORS(VJP_HERE, std::complex<float>)
VJP_SMALL_FACTORS(VJP_HERE, std::complex<double>)
VJP_LANES_FUNCTIONS(VJP_HERE, float)
VJP_LANES_FUNCTIONS(VJP_HERE, double)
VJP_JACOBI_FUNCTIONS(VJP_HERE, float)
VJP_JACOBI_FUNCTIONS(VJP_HERE, double)

}  // namespace vjp::cpu
