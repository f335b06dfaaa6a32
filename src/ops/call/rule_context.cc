// RuleContext: what a derivative rule asks of its node, or in forward mode of the arguments.
#include <cstring>

#include "graph/modes.h"
#include "ops/call/unpacked.h"
#include "ops/functions/copy.h"
#include "ops/internal.h"
#include "ops/op_node.h"

namespace vjp {

// ---- values that hooks unpack ----

VJP_THREAD_SLOT(Unpacked*, innermost_unpacked, kLeftIfWorking) = nullptr;

Unpacked::Unpacked(const OpNode& node) : node_(node), outer_(innermost_unpacked) { innermost_unpacked = this; }
Unpacked::~Unpacked() { innermost_unpacked = outer_; }

Tensor Unpacked::get_once(OpNode& node, const Kept& place, size_t element, SavedTensor saved, std::string_view name,
                          bool tie) {
  Unpacked* self = innermost_unpacked;
  if (!self || &self->node_ != &node) return std::move(saved).unpack(node, name, tie);
  for (const Value& value : self->values_) {
    if (value.place == &place && value.element == element) return value.tensor;
  }
  Tensor tensor = std::move(saved).unpack(node, name, tie);
  self->values_.push_back({&place, element, tensor});
  return tensor;
}

// ---- what rules ask ----

namespace {

// A rule that is recorded runs as many operators, where otherwise a kernel computes the gradient at once, in float32
// and rounded once. So halves become float32 first. (One operator each is the rule of linear ones, and pointwise rules
// see to it themselves.)
[[gnu::always_inline]] inline void widen(const OpDef& op, Tensor& t) {
  if (op.family == Family::General && t && is_half(t.dtype()) && derivatives_followed()) [[unlikely]]
    t = to(t, Dtype::Float32);
}

}  // namespace

Tensor RuleContext::in(int arg) const {
  if (!node) {
    return args[arg].kind == VJP_KIND_TENSOR ? as_tensor(args[arg].as.tensor)
           : args[arg].kind == VJP_KIND_NONE ? Tensor()
                                             : wrapped_number(scalar_of(args[arg]));
  }
  const Kept& k = node->kept_arg(arg);
  std::string_view name = op.schema.arg_name(arg);
  SavedTensor saved;
  {
    SavedLock lock(*node);
    if (k.kind == VJP_KIND_TENSOR) {
      saved = k.as.tensor;
    } else if (k.kind != VJP_KIND_NONE) {
      return wrapped_number(scalar_of(attr(arg)));
    } else if (k.freed_kind != VJP_KIND_NONE) {
      fail_freed(*node, name);
    }
  }
  Tensor t = Unpacked::get(*node, k, 0, std::move(saved), name);
  widen(op, t);
  return t;
}

bool RuleContext::plain(int input, Tensor& tensor, double& number) const {
  return node->plain(input, tensor, number, false);
}

bool OpNode::plain(int input, Tensor& tensor, double& number, bool later) const {
  const Kept& k = input >= 16 ? kept_output(input - 16) : kept_arg(input);
  SavedLock lock(*this);
  if (k.kind == VJP_KIND_TENSOR) [[likely]] {
    tensor = k.as.tensor.plain(later);
    return tensor.defined();
  }
  if (k.kind == VJP_KIND_FLOAT) {
    number = k.as.complex_value[0];
  } else if (k.kind == VJP_KIND_BOOL || k.kind == VJP_KIND_INT) {
    number = static_cast<double>(k.as.integer);
  } else {
    return false;
  }
  return true;
}

std::vector<Tensor> RuleContext::in_list(int arg) const {
  std::vector<Tensor> list;
  if (!node) {
    for (const Tensor& t : Unbox<TensorList>::get(args[arg])) list.push_back(t);
    return list;
  }
  std::string_view name = op.schema.arg_name(arg);
  const Kept& k = node->kept_arg(arg);
  for (SavedTensor& saved : node->saved_list(k, name)) {
    list.push_back(Unpacked::get(*node, k, list.size(), std::move(saved), name));
    widen(op, list.back());
  }
  return list;
}

Tensor RuleContext::out(int index) const {
  if (!node) return outs[index];
  std::string_view name = op.schema.output_name(index);
  const Kept& k = node->kept_output(index);
  Tensor t = Unpacked::get(*node, k, 0, node->saved(k, name), name, derivatives_followed());
  widen(op, t);
  return t;
}

Value RuleContext::attr(int arg) const {
  if (!node) return args[arg];
  const Kept& k = node->kept_arg(arg);
  Value v{k.kind, 0, {}};
  switch (k.kind) {
    case VJP_KIND_INT_LIST:
      v.as.ints = k.as.ints->data();
      v.count = static_cast<uint32_t>(k.as.ints->size());
      break;
    case VJP_KIND_FLOAT_LIST:
      v.as.floats = k.as.floats->data();
      v.count = static_cast<uint32_t>(k.as.floats->size());
      break;
    case VJP_KIND_STRING:
      v.as.string = k.as.string->c_str();
      break;
    default:
      std::memcpy(&v.as, &k.as, sizeof v.as);
  }
  return v;
}

Dims RuleContext::shape(int arg) const {
  if (!node) {
    const Tensor& t = Unbox<Tensor>::get(args[arg]);
    return t ? Dims(t.sizes()) : Dims();
  }
  if (const Kept* k = node->kept_shape(arg)) {
    return Dims(IntSpan(*k->as.ints).first(k->as.ints->size() / 2));
  }
  const Edge& e = node->edges()[static_cast<size_t>(op.edge_of(arg, node->list_count_))];
  return Dims(e.node->slots()[e.slot].sizes());
}

std::vector<Dims> RuleContext::shapes(int arg) const {
  std::vector<Dims> list;
  if (!node) {
    for (const Tensor& t : Unbox<TensorList>::get(args[arg])) list.push_back(t ? Dims(t.sizes()) : Dims());
    return list;
  }
  IntSpan all(*node->kept_shape(arg)->as.ints);
  while (!all.empty()) {
    auto n = static_cast<size_t>(all[0]);
    list.push_back(Dims(all.subspan(1, n)));
    all = all.subspan(n + 1);
  }
  return list;
}

Geometry RuleContext::geometry(int arg) const {
  if (!node) return Unbox<Tensor>::get(args[arg]).geometry();
  const Kept* k = node->kept_shape(arg);
  IntSpan all(*k->as.ints);
  size_t n = all.size() / 2;
  return {Dims(all.first(n)), Dims(all.subspan(n, n)), all.back()};
}

Dtype RuleContext::dtype(int arg) const {
  if (!node) {
    const Tensor& t = Unbox<Tensor>::get(args[arg]);
    return t ? t.dtype() : Dtype::None;
  }
  if (const Kept* k = node->kept_shape(arg)) return k->dtype;
  const Edge& e = node->edges()[static_cast<size_t>(op.edge_of(arg, node->list_count_))];
  return e.node->slots()[e.slot].dtype;
}

Device RuleContext::device(int arg) const {
  if (!node) {
    const Tensor& t = Unbox<Tensor>::get(args[arg]);
    return t ? t.device() : Device();
  }
  if (const Kept* k = node->kept_shape(arg)) return k->device;
  const Edge& e = node->edges()[static_cast<size_t>(op.edge_of(arg, node->list_count_))];
  return e.node->slots()[e.slot].device;
}

Tensor RuleContext::grad(int slot) const {
  Tensor t = grads[static_cast<size_t>(slot)];
  if (t) {
    widen(op, t);
    return t;
  }
  const SlotMeta& meta = node->slots()[static_cast<size_t>(slot)];
  if (meta.dtype == Dtype::None) return {};
  return Tensor::zeros(meta.sizes(), meta.dtype);
}

bool RuleContext::defined(int slot) const { return grads[static_cast<size_t>(slot)].defined(); }

bool RuleContext::needs(int arg) const {
  if (!node) return true;
  auto edge = static_cast<size_t>(op.edge_of(arg, node->list_count_));
  size_t count = op.schema.is_list(arg) ? node->list_count_ : 1;
  for (size_t i = 0; i < count; ++i)
    if (node->needs(edge + i)) return true;
  return false;
}

}  // namespace vjp
