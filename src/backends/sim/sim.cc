#include "device/backend_host.h"

namespace vjp {

vjp_status sim_backend_entry(const vjp_backend_host* host, const vjp_backend**) {
  host->set_error("the simulator is not part of this build");
  return VJP_ERROR_NOT_IMPLEMENTED;
}

}  // namespace vjp
