// What an operator's node saved, by name: arguments and results as the schema calls them, "<argument>_sizes" where only
// the shape is kept.
#include <bit>
#include <cstring>
#include <mutex>
#include <set>

#include "graph/attributes.h"
#include "ops/op_node.h"

namespace vjp {
namespace {

// Names live for ever: there are as many as schemas give.
const char* intern(std::string name) {
  static std::mutex mutex;
  static auto* names = new std::set<std::string>();
  std::lock_guard lock(mutex);
  return names->insert(std::move(name)).first->c_str();
}

// The position of the `n`-th bit that is set.
int nth_bit(unsigned mask, size_t n) {
  for (; n > 0; --n) mask &= mask - 1;
  return std::countr_zero(mask);
}

}  // namespace

size_t OpNode::num_attributes() const { return static_cast<size_t>(num_kept()); }

const char* OpNode::attribute_name(size_t index) const {
  size_t args = static_cast<size_t>(std::popcount(kept_args_)),
         shapes = static_cast<size_t>(std::popcount(kept_shapes_));
  if (index < args) return intern(std::string(op_.schema.arg_name(nth_bit(kept_args_, index))));
  index -= args;
  if (index < shapes) return intern(std::string(op_.schema.arg_name(nth_bit(kept_shapes_, index))) + "_sizes");
  return intern(std::string(op_.schema.output_name(nth_bit(kept_outs_, index - shapes))));
}

int OpNode::attribute_kind(size_t index) const {
  const Kept& k = kept_[index];
  return k.freed_kind != VJP_KIND_NONE ? k.freed_kind : k.kind;
}

std::span<SavedTensor> OpNode::saved_tensors(size_t index) {
  Kept& k = kept_[index];
  if (k.kind == VJP_KIND_TENSOR) return {&k.as.tensor, 1};
  if (k.kind == VJP_KIND_TENSOR_LIST) return *k.as.tensors;
  return {};
}

void OpNode::attribute(size_t index, SavedAttribute& out) {
  const Kept& k = kept_[index];
  const char* name = attribute_name(index);
  int kind;
  {
    SavedLock lock(*this);
    kind = attribute_kind(index);
  }
  switch (kind) {
    case VJP_KIND_TENSOR:
      out.set(saved(k, name).unpack(*this, name));
      return;
    case VJP_KIND_TENSOR_LIST: {
      std::vector<Tensor> list;
      for (SavedTensor& saved : saved_list(k, name)) list.push_back(std::move(saved).unpack(*this, name));
      out.set(std::move(list));
      return;
    }
    case VJP_KIND_INT_LIST: {
      bool shape = k.dtype != Dtype::None;  // sizes, then strides and offset
      auto end = shape ? k.as.ints->begin() + static_cast<ptrdiff_t>(k.as.ints->size() / 2) : k.as.ints->end();
      out.set(std::vector<int64_t>(k.as.ints->begin(), end));
      return;
    }
    case VJP_KIND_FLOAT_LIST:
      out.floats = *k.as.floats;
      out.value.count = static_cast<uint32_t>(out.floats.size());
      out.value.as.floats = out.floats.data();
      break;
    case VJP_KIND_STRING:
      out.string = *k.as.string;
      out.value.as.string = out.string.c_str();
      break;
    case VJP_KIND_NONE:
    case VJP_KIND_GENERATOR:  // has moved on since
      return;
    default:
      static_assert(sizeof out.value.as == sizeof k.as);
      std::memcpy(&out.value.as, &k.as, sizeof out.value.as);
  }
  out.value.kind = kind;
}

}  // namespace vjp
