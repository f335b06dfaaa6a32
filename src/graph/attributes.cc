#include "graph/attributes.h"

#include "graph/extra.h"

namespace vjp {

void SavedAttribute::set(Tensor tensor) {
  value.kind = tensor ? VJP_KIND_TENSOR : VJP_KIND_NONE;
  tensors.push_back(std::move(tensor));
  value.as.tensor = reinterpret_cast<vjp_tensor*>(tensors.back().get());
}
void SavedAttribute::set(std::vector<Tensor> list) {
  tensors = std::move(list);
  value.kind = VJP_KIND_TENSOR_LIST;
  value.count = static_cast<uint32_t>(tensors.size());
  value.as.tensors = reinterpret_cast<vjp_tensor* const*>(tensors.data());
}
void SavedAttribute::set(std::vector<int64_t> list) {
  ints = std::move(list);
  value.kind = VJP_KIND_INT_LIST;
  value.count = static_cast<uint32_t>(ints.size());
  value.as.ints = ints.data();
}

size_t find_attribute(const Node& node, std::string_view name) {
  std::string names;
  for (size_t i = 0; i < node.num_attributes(); ++i) {
    if (node.attribute_name(i) == name) return i;
    names += names.empty() ? "" : ", ";
    names += node.attribute_name(i);
  }
  fail(VJP_ERROR_INVALID, "{}: it saved no '{}'; it saved {}", node.name(), name, names.empty() ? "nothing" : names);
}

// Absent optional tensors are saved as none.
RawSaved::RawSaved(Ref<Node> node, size_t index, size_t element)
    : node_(std::move(node)), index_(index), element_(element) {
  int kind;
  {
    SavedLock lock(*node_);
    kind = node_->attribute_kind(index);
  }
  if (kind != VJP_KIND_TENSOR && kind != VJP_KIND_TENSOR_LIST && kind != VJP_KIND_NONE) {
    fail(VJP_ERROR_INVALID, "{}: {} is not a saved tensor", node_->name(), name());
  }
  get();
}

SavedTensor RawSaved::get() const {
  SavedLock lock(*node_);
  int kind = node_->attribute_kind(index_);
  std::span<SavedTensor> list = node_->saved_tensors(index_);
  if (element_ < list.size()) return list[element_];
  if (kind != VJP_KIND_NONE && list.empty() && node_->freed) fail_freed(*node_, name());
  if (kind == VJP_KIND_TENSOR_LIST || element_ > 0) {
    fail(VJP_ERROR_INVALID, "{}: {} has {} tensors; there is no number {}", node_->name(), name(), list.size(),
         element_);
  }
  return {};
}

Tensor RawSaved::unpack() const { return get().unpack(*node_, name()); }

void RawSaved::register_hooks(Ref<PackHooks> hooks) {
  SavedTensor packed = get().with_hooks(*node_, name(), std::move(hooks));
  node_->extra().unpacks.store(true, std::memory_order_relaxed);
  SavedLock lock(*node_);  // given back before what was there goes
  std::span<SavedTensor> list = node_->saved_tensors(index_);
  if (element_ >= list.size()) fail_freed(*node_, name());
  if (list[element_].has_hooks()) fail(VJP_ERROR_STATE, "{}: {} has hooks already", node_->name(), name());
  std::swap(list[element_], packed);
}

}  // namespace vjp
