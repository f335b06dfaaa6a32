// What keeps tensors alive, found by a walk from some of them.
//
// Note: how it is known. Every counted reference is followed once (graph/references.h), and what it is, is noted with
// the tensor that it leads to. References of a tensor that were not met belong to what no walk sees: handles of the
// program first of all.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "graph/references.h"
#include "vjp/memory_report.h"

namespace vjp {

struct MemoryKeeper {
  vjp_memory_keeper_kind kind;
  size_t count = 1;
  std::string name = {};
  uint64_t sequence = 0;
  std::string attribute = {};
  size_t element = 0;
  std::string tensor = {};
};

// A tensor whose keeper only the caller can know: an optimizer's. Both have a reference.
struct MemoryHeld {
  Tensor tensor;
  vjp_memory_keeper_kind kind;
  std::string name;
};

struct MemoryRoots {
  std::vector<std::pair<TensorImpl*, std::string>> tensors;  // with the names that they were given
  std::vector<MemoryHeld> held;
};

class MemoryWalk {
 public:
  struct Found {
    TensorImpl* tensor;
    std::string name;
    std::vector<MemoryKeeper> keepers;
    size_t unexplained = 0;  // references
  };

  MemoryWalk() = default;
  ~MemoryWalk();
  MemoryWalk(const MemoryWalk&) = delete;
  MemoryWalk& operator=(const MemoryWalk&) = delete;

  void run(const MemoryRoots& roots);
  // They stay alive as long as this.
  const std::vector<Found>& tensors() const { return tensors_; }

 private:
  struct Item {
    Referee kind;
    void* object;
    size_t references;  // that were met
    size_t tensor = 0;  // of a tensor: its place in tensors_
  };
  Item& item(Referee kind, void* object);
  void keep(TensorImpl* tensor, MemoryKeeper keeper);
  void visit(size_t index);
  void visit_tensor(TensorImpl& tensor);
  void visit_node(Node& node);
  void visit_box(void* box);
  void visit_grad_calls();

  std::vector<Item> items_;
  std::unordered_map<void*, size_t> known_;
  std::vector<Found> tensors_;
  std::unordered_map<void*, MemoryKeeper> boxes_;  // of saved values that went through hooks
};

}  // namespace vjp
