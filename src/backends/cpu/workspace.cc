#include "backends/cpu/workspace.h"

#include <cstdlib>
#include <new>

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
  ~Kept() {
    for (Block& b : blocks) std::free(b.memory);
  }
};
thread_local Kept kept;

void* allocate(size_t bytes) {
  void* memory = std::aligned_alloc(64, Workspace::round_up(bytes + (bytes == 0)));
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

Workspace::Workspace(size_t bytes) : kept_(kept.lent < Kept::kDepth && bytes <= kKeepBytes) {
  if (!kept_) {
    memory_ = allocate(bytes);
    return;
  }
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
    --kept.lent;
  } else {
    std::free(memory_);
  }
}

}  // namespace vjp::cpu
