#include "backends/cpu/workspace.h"

#include <cstdlib>
#include <new>

#include "base/thread_context.h"

namespace vjp::cpu {
namespace {

// Kernels call kernels: as many blocks as workspaces are nested.
struct Block {
  void* memory = nullptr;
  size_t bytes = 0;
};
struct Kept {
  static constexpr int kDepth = 3;
  Block blocks[kDepth];
  int lent = 0;
};
VJP_THREAD_SLOT(Kept, kept_blocks, kStays);
VJP_AT_THREAD_END(free_blocks, kEnds, []() noexcept {
  if (kept_blocks->lent > 0) return;  // the thread ends inside a kernel
  for (Block& b : kept_blocks.own().blocks) {
    std::free(b.memory);
    b = {};
  }
});

void* allocate(size_t bytes) {
  void* memory = std::aligned_alloc(64, Workspace::round_up(bytes + (bytes == 0)));
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

Workspace::Workspace(size_t bytes) : kept_(kept_blocks->lent < Kept::kDepth && bytes <= kKeepBytes) {
  if (!kept_) {
    memory_ = allocate(bytes);
    return;
  }
  Kept& kept = kept_blocks.own();
  Block& block = kept.blocks[kept.lent];
  if (block.bytes < bytes) {
    void* larger = allocate(bytes);
    std::free(block.memory);
    block = {larger, bytes};
  }
  ++kept.lent;
  memory_ = block.memory;
}

Workspace::~Workspace() {
  if (kept_) {
    --kept_blocks.own().lent;
  } else {
    std::free(memory_);
  }
}

}  // namespace vjp::cpu
