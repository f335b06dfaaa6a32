// What a node saved, for people to look at (spec INTRO-5): attributes by name, and the raw form of saved tensors.
#pragma once

#include <vector>

#include "graph/saved.h"
#include "vjp/registry.h"

namespace vjp {

// The value of an attribute, and what the value points to.
struct SavedAttribute {
  RefCount refs;
  vjp_value value{};
  std::vector<Tensor> tensors;
  std::vector<int64_t> ints;
  std::vector<double> floats;
  std::string string;

  static void destroy(SavedAttribute* attribute) noexcept { delete attribute; }
  void set(Tensor tensor);
  void set(std::vector<Tensor> list);
  void set(std::vector<int64_t> list);
};

// The position of an attribute; an error that lists the names if there is none of this one.
size_t find_attribute(const Node& node, std::string_view name);

// One saved tensor of a node in its raw form: not unpacked until asked to.
class RawSaved {
 public:
  RefCount refs;
  static void destroy(RawSaved* raw) noexcept { delete raw; }
  // A state error if the node was freed, an invalid argument if the attribute has no such tensor.
  RawSaved(Ref<Node> node, size_t index, size_t element);

  Tensor unpack() const;
  void register_hooks(Ref<PackHooks> hooks);
  Node* node() const { return node_.get(); }

 private:
  SavedTensor get() const;
  const char* name() const { return node_->attribute_name(index_); }

  Ref<Node> node_;
  size_t index_, element_;
};

}  // namespace vjp
