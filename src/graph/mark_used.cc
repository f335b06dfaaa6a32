#include "graph/mark_used.h"

#include <atomic>

#include "device/device_memory.h"
#include "tensor/sparse.h"

namespace vjp {
namespace {

constinit std::atomic<bool> marks{true};

}  // namespace

void set_mark_used(bool on) { marks.store(on, std::memory_order_relaxed); }

void mark_used(const Tensor& tensor, Stream& stream) {
  if (is_sparse(tensor)) {  // spec IB-10: its memory is that of its members
    const SparseMembers& m = members_of(tensor);
    for (const Tensor* member : {&m.first, &m.second, &m.values}) mark_used(*member, stream);
    return;
  }
  DeviceBlock* block = tensor ? tensor->storage->device_block() : nullptr;
  if (!block || stream.device != tensor.device() || &block_stream(block) == &stream) return;
  if (marks.load(std::memory_order_relaxed)) record_stream(block, stream);
}

}  // namespace vjp
