// What an operator's derivative reads, as its rules' parameters say (graph/collect.h): what the node keeps is exactly
// that, so no operator declares anything itself.
#include "graph/collect.h"

#include <bit>

#include "ops/op_node.h"

namespace vjp {
namespace {

bool is_any_of(std::string_view name, std::initializer_list<std::string_view> names) {
  for (std::string_view n : names)
    if (n == name) return true;
  return false;
}

// Integers that are sizes and places, which change from call to call, unlike dimensions, modes and kernels' sizes
// (spec CO-7, CO-8).
bool is_size(std::string_view name) {
  return is_any_of(name, {"size", "sizes", "shape", "start", "end", "length", "index", "offset", "step"});
}

}  // namespace

void OpNode::collect_arg(Collector& c, const Kept& kept, int arg) const {
  const std::string_view name = op_.schema.arg_name(arg);
  switch (kept.kind) {
    case VJP_KIND_NONE:
      if (kept.freed_kind != VJP_KIND_NONE) c.refuse("its saved values were freed");
      c.saved("argument", SavedTensor());
      return;
    case VJP_KIND_TENSOR_LIST:
      c.structural("length of a list", kept.as.tensors->size());
      for (const SavedTensor& element : *kept.as.tensors) c.saved("argument", element);
      return;
    case VJP_KIND_INT_LIST:
      if (is_size(name)) {
        c.structural("length of a list", kept.as.ints->size());
        c.sizes(*kept.as.ints);
      } else {
        c.structural("attribute", IntSpan(*kept.as.ints));
      }
      return;
    case VJP_KIND_FLOAT_LIST:
      c.structural("length of a list", kept.as.floats->size());
      return;
    case VJP_KIND_STRING:
      c.structural("attribute", *kept.as.string);
      return;
    case VJP_KIND_GENERATOR:
      c.structural("generator", 0);
      return;
    default:
      break;
  }
  const ArgType type = op_.schema.args[arg].type;
  const bool computed_with = type == ArgType::Scalar || type == ArgType::OptScalar || type == ArgType::Float ||
                             type == ArgType::OptFloat || type == ArgType::Operand || type == ArgType::OptOperand;
  c.structural("kind of number", kept.kind);
  if (computed_with) return;
  if (kept.kind == VJP_KIND_INT && is_size(name)) {
    c.size(kept.as.integer);
  } else {
    c.structural("attribute", static_cast<uint64_t>(kept.as.integer));
  }
}

void OpNode::collect_shape(Collector& c, const Kept& kept, int arg) const {
  const IntSpan all(*kept.as.ints);
  c.structural("number of dimensions", all.size());
  if (op_.lists >> arg & 1) {
    for (IntSpan rest = all; !rest.empty(); rest = rest.subspan(1 + static_cast<size_t>(rest[0]))) {
      c.structural("number of dimensions", static_cast<uint64_t>(rest[0]));
      c.sizes(rest.subspan(1, static_cast<size_t>(rest[0])));
    }
    return;
  }
  c.structural("dtype", static_cast<uint8_t>(kept.dtype));
  c.structural("device", kept.device.key());
  c.sizes(all);
}

bool OpNode::collect(Collector& c) const {
  c.kind(NodeKind::Operator, op_.number, uint32_t{kept_args_} << 16 | kept_shapes_);
  if (list_count_ | kept_outs_)
    c.structural("kept results, length of a list", uint32_t{kept_outs_} << 16 | list_count_);
  SavedLock lock(*this);
  const Kept* kept = kept_;
  for (unsigned mask = kept_args_; mask; mask &= mask - 1, ++kept) {
    if (kept->kind == VJP_KIND_TENSOR) [[likely]] {
      c.saved("argument", kept->as.tensor);
    } else {
      collect_arg(c, *kept, std::countr_zero(mask));
    }
  }
  for (unsigned mask = kept_shapes_; mask; mask &= mask - 1, ++kept) collect_shape(c, *kept, std::countr_zero(mask));
  for (unsigned mask = kept_outs_; mask; mask &= mask - 1, ++kept) {
    if (kept->kind == VJP_KIND_TENSOR) [[likely]] {
      c.saved("result", kept->as.tensor);
      continue;
    }
    if (kept->freed_kind != VJP_KIND_NONE) c.refuse("its saved values were freed");
    c.saved("result", SavedTensor());
  }
  return true;
}

}  // namespace vjp
