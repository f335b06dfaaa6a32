// What a node keeps, unpacked through the user's hooks once an execution.
#pragma once

#include <string_view>
#include <vector>

#include "ops/op_node.h"

namespace vjp {

// What one execution of a node has unpacked through hooks: each value is unpacked once, however many rules ask for it.
class Unpacked {
 public:
  explicit Unpacked(const OpNode& node);
  ~Unpacked();
  Unpacked(const Unpacked&) = delete;
  Unpacked& operator=(const Unpacked&) = delete;

  // Unpacks `saved`, element `element` of what is kept in `place`.
  static Tensor get(OpNode& node, const Kept& place, size_t element, SavedTensor saved, std::string_view name,
                    bool tie = true) {
    if (!saved.has_hooks()) return std::move(saved).unpack(node, name, tie);
    return get_once(node, place, element, std::move(saved), name, tie);
  }

 private:
  struct Value {
    const Kept* place;
    size_t element;
    Tensor tensor;
  };
  [[gnu::cold]] static Tensor get_once(OpNode& node, const Kept& place, size_t element, SavedTensor saved,
                                       std::string_view name, bool tie);
  const OpNode& node_;
  Unpacked* outer_;
  std::vector<Value> values_;
};

}  // namespace vjp
