#include "backends/cuda/entry.h"

namespace vjp::cuda {

Workspace::Workspace(const Launch&, size_t bytes) {
  if (bytes == 0) return;
  vjp_status status = host->workspace_take(bytes, &data_, &block_);
  if (status != VJP_OK) throw Failure{status, ""};  // the library knows its own text
}
Workspace::~Workspace() {
  if (block_) host->workspace_return(block_);
}

}  // namespace vjp::cuda
