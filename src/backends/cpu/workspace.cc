#include "backends/cpu/workspace.h"

#include <cstdlib>
#include <new>

namespace vjp::cpu {
namespace {

struct Kept {
  void* memory = nullptr;
  size_t bytes = 0;
  bool lent = false;
  ~Kept() { std::free(memory); }
};
thread_local Kept kept;

void* allocate(size_t bytes) {
  void* memory = std::aligned_alloc(64, Workspace::round_up(bytes + (bytes == 0)));
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

Workspace::Workspace(size_t bytes) : kept_(!kept.lent && bytes <= kKeepBytes) {
  if (!kept_) {
    memory_ = allocate(bytes);
    return;
  }
  if (kept.bytes < bytes) {
    void* larger = allocate(bytes);
    std::free(kept.memory);
    kept.memory = larger;
    kept.bytes = bytes;
  }
  kept.lent = true;
  memory_ = kept.memory;
}

Workspace::~Workspace() {
  if (kept_) {
    kept.lent = false;
  } else {
    std::free(memory_);
  }
}

}  // namespace vjp::cpu
