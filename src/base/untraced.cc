#include "base/untraced.h"

namespace vjp {

VJP_THREAD_SLOT(Untraced*, untraced, kStays) = nullptr;

}  // namespace vjp
