#include "ops/op_node.h"

#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <unordered_map>

#include "base/pool.h"
#include "graph/extra.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/call/unpacked.h"
#include "ops/internal.h"

namespace vjp {
namespace {

void keep_value(Kept& k, const Value& v, const Node& node, std::string_view name) {
  switch (v.kind) {
    case VJP_KIND_TENSOR:
      k.put(SavedTensor::input(as_tensor(v.as.tensor), node, name));
      return;
    case VJP_KIND_TENSOR_LIST: {
      auto list = std::make_unique<std::vector<SavedTensor>>();
      for (const Tensor& t : Unbox<TensorList>::get(v)) list->push_back(SavedTensor::input(t, node, name));
      k.as.tensors = list.release();
      break;
    }
    case VJP_KIND_INT_LIST:
      k.as.ints = new std::vector<int64_t>(v.as.ints, v.as.ints + v.count);
      break;
    case VJP_KIND_FLOAT_LIST:
      k.as.floats = new std::vector<double>(v.as.floats, v.as.floats + v.count);
      break;
    case VJP_KIND_STRING:
      k.as.string = new std::string(v.as.string);
      break;
    default:
      std::memcpy(static_cast<void*>(&k.as), &v.as, sizeof v.as);
  }
  k.kind = static_cast<uint8_t>(v.kind);
}

void keep_shape(Kept& k, const Value& v) {
  std::vector<int64_t> ints;
  if (v.kind == VJP_KIND_TENSOR_LIST) {  // number of dimensions and sizes, one tensor after the other
    for (const Tensor& t : Unbox<TensorList>::get(v)) {
      ints.push_back(t ? t.ndim() : 0);
      if (t) ints.insert(ints.end(), t.sizes().begin(), t.sizes().end());
    }
  } else if (const Tensor& t = Unbox<Tensor>::get(v)) {  // sizes, strides, offset
    ints.reserve(2 * t.sizes().size() + 1);
    ints.assign(t.sizes().begin(), t.sizes().end());
    ints.insert(ints.end(), t.strides().begin(), t.strides().end());
    ints.push_back(t->offset());
    k.dtype = t.dtype();
    k.device = t.device();
  }
  k.as.ints = new std::vector<int64_t>(std::move(ints));
  k.kind = VJP_KIND_INT_LIST;
}

}  // namespace

void Kept::put(SavedTensor tensor) noexcept {
  if (!tensor) return;
  new (&as.tensor) SavedTensor(std::move(tensor));
  kind = VJP_KIND_TENSOR;
}

void Kept::clear() noexcept {
  switch (std::exchange(kind, uint8_t{VJP_KIND_NONE})) {
    case VJP_KIND_TENSOR:
      as.tensor.~SavedTensor();
      break;
    case VJP_KIND_TENSOR_LIST:
      delete as.tensors;
      break;
    case VJP_KIND_INT_LIST:
      delete as.ints;
      break;
    case VJP_KIND_FLOAT_LIST:
      delete as.floats;
      break;
    case VJP_KIND_STRING:
      delete as.string;
      break;
    default:
      break;
  }
}

// Fills a fresh node: what it is connected to, what it must keep.
struct Recorder {
  const OpDef& op;
  const Value* args;
  // The arguments that require grad. Asked once: another thread may set a leaf's flag meanwhile, but what is kept and
  // the edges are of one answer.
  const uint32_t wanted;
  const OpNode::KeptMasks kept = OpNode::kept_for(op, wanted);
  int list_count = 0;
  size_t num_edges = 0;

  void count() {
    for (unsigned mask = op.differentiable; mask; mask &= mask - 1) {
      const int a = std::countr_zero(mask);
      if (op.lists >> a & 1) list_count = static_cast<int>(args[a].count);
      num_edges += op.lists >> a & 1 ? args[a].count : 1;
    }
  }

  static Edge edge_of_wanted(TensorImpl& t) {
    if (Edge history = history_of(t)) return history;
    if (t.is_view && !t.requires_grad) return {};  // made without recording: nothing leads to its base (spec VIEW-16)
    return {accumulator_of(t), 0};
  }

  void connect(OpNode& node) const {
    size_t edge = 0;
    for (unsigned mask = op.differentiable; mask; mask &= mask - 1) {
      const int a = std::countr_zero(mask);
      if (op.lists >> a & 1) {
        for (const Tensor& t : Unbox<TensorList>::get(args[a])) {
          if (t && (wanted >> a & 1)) node.connect(edge, gradient_edge(*t.get()));
          ++edge;
        }
      } else {
        if (wanted >> a & 1) node.connect(edge, edge_of_wanted(*impl_of(args[a].as.tensor)));
        ++edge;
      }
    }
  }

  void keep(OpNode& node) const {
    Kept* next = node.kept_;
    node.kept_args_ = kept.in | kept.attr;
    node.kept_shapes_ = kept.shape;
    node.kept_outs_ = kept.out;
    for (unsigned mask = node.kept_args_; mask; mask &= mask - 1, ++next) {
      int a = std::countr_zero(mask);
      if (args[a].kind != VJP_KIND_NONE) keep_value(*next, args[a], node, op.schema.arg_name(a));
    }
    for (unsigned mask = kept.shape; mask; mask &= mask - 1) keep_shape(*next++, args[std::countr_zero(mask)]);
  }
};

OpNode::OpNode(void* memory, const OpDef& op, size_t num_edges, size_t num_slots, size_t dims, size_t num_kept,
               size_t total)
    : Node(memory, sizeof(OpNode), num_edges, num_slots, dims, total), op_(op) {
  kept_ = reinterpret_cast<Kept*>(static_cast<char*>(memory) + total - num_kept * sizeof(Kept));
  for (size_t i = 0; i < num_kept; ++i) new (kept_ + i) Kept();
}

uint32_t OpNode::wanted_of(const OpDef& op, const Value* args) {
  uint32_t wanted = 0;
  for (unsigned mask = op.differentiable; mask; mask &= mask - 1) {
    const int a = std::countr_zero(mask);
    bool asks = false;
    if (!(op.lists >> a & 1)) {
      asks = args[a].kind == VJP_KIND_TENSOR && requires_grad(as_tensor(args[a].as.tensor));
    } else {
      for (const Tensor& t : Unbox<TensorList>::get(args[a])) asks |= requires_grad(t);
    }
    wanted |= static_cast<uint32_t>(asks) << a;
  }
  return wanted;
}

OpNode::KeptMasks OpNode::kept_for(const OpDef& op, uint32_t wanted) {
  KeptMasks kept;
  for (int r = 0; r < op.num_rules; ++r) {
    const Rule& rule = op.rules[r];
    bool active = false;
    uint16_t own = 0;
    for (int i = 0; i < rule.num_targets; ++i) {
      if (wanted >> rule.targets[i] & 1) {
        active = true;
        if (!(op.lists >> rule.targets[i] & 1)) own = static_cast<uint16_t>(own | 1 << rule.targets[i]);
      }
    }
    if (!active) continue;
    kept.in |= rule.in_mask;
    kept.attr |= rule.attr_mask;
    kept.out |= rule.out_mask;
    // a valid edge knows the shape of its target
    kept.shape |= static_cast<uint16_t>((rule.shape_mask & ~own) | rule.geometry_mask);
  }
  return kept;
}

Ref<Node> OpNode::record(const OpDef& op, const Value* args, std::span<const Tensor> outs, bool inplace,
                         uint32_t wanted) {
  Recorder recorder{op, args, wanted};
  recorder.count();
  size_t dims = 0;
  for (const Tensor& out : outs) dims += out ? static_cast<size_t>(out.ndim()) : 0;
  const KeptMasks& kept = recorder.kept;
  size_t num_kept = static_cast<size_t>(std::popcount(static_cast<uint16_t>(kept.in | kept.attr)) +
                                        std::popcount(kept.shape) + std::popcount(kept.out));
  size_t bytes = node_bytes(sizeof(OpNode), recorder.num_edges, outs.size(), dims, num_kept * sizeof(Kept));
  void* memory = pool_allocate(bytes);
  auto node = Ref<Node>::take(new (memory) OpNode(memory, op, recorder.num_edges, outs.size(), dims, num_kept, bytes));
  auto& self = static_cast<OpNode&>(*node);
  self.list_count_ = static_cast<uint16_t>(recorder.list_count);
  self.packed_ = mode_word & kModePackSaved;
  recorder.connect(self);
  recorder.keep(self);
  if (!inplace && kept.out) self.keep_results(outs);
  return node;
}

// Where the user's hooks unpack what it keeps (spec SAVE-15).
bool OpNode::takes_turns() const {
  const NodeExtra* extra = extra_if_any();
  return packed_ || (extra && extra->unpacks.load(std::memory_order_relaxed));
}

size_t OpNode::saved_bytes() const {
  SavedLock lock(*this);
  size_t bytes = 0;
  for (const Kept& kept : std::span(kept_, static_cast<size_t>(num_kept()))) {
    if (kept.kind == VJP_KIND_TENSOR) bytes += kept.as.tensor.bytes();
    if (kept.kind != VJP_KIND_TENSOR_LIST) continue;
    for (const SavedTensor& element : *kept.as.tensors) bytes += element.bytes();
  }
  return bytes;
}

void OpNode::keep_results(std::span<const Tensor> outs) {
  for (unsigned mask = kept_outs_; mask; mask &= mask - 1) {
    int o = std::countr_zero(mask);
    const Tensor& out = outs[static_cast<size_t>(o)];
    std::string_view name = op_.schema.output_name(o);
    // A result that gets no history is kept as it is.
    bool history = is_differentiable(out.dtype()) && !(op_.nondiff_outputs >> o & 1);
    kept_output(o).put(history ? SavedTensor::output(out, static_cast<uint32_t>(o), *this, name)
                               : SavedTensor::input(out, *this, name));
  }
}

void OpNode::keep_tangent(uint32_t slot, const Tensor& result, ForwardLevel level) {
  if (!(kept_outs_ >> slot & 1)) return;
  SavedTensor kept;
  {
    SavedLock lock(*this);
    Kept& k = kept_output(static_cast<int>(slot));
    if (k.kind == VJP_KIND_TENSOR) kept = k.as.tensor;
  }
  kept.keep_tangent_of(result, level);
}

bool OpNode::release_saved() noexcept {
  if (refs.count() == 0) {  // the node goes too, and nobody else sees it
    for (int i = 0; i < num_kept(); ++i) kept_[i].clear();
    return false;
  }
  // Dropped after the lock is given back: the last reference to a tensor may end other nodes. Raw places, because most
  // nodes keep one or two values.
  union Place {
    Place() {}
    ~Place() {}
    SavedTensor tensor;
    std::vector<SavedTensor>* list;
  };
  Place tensors[Schema::kMaxArgs + Schema::kMaxOutputs], lists[Schema::kMaxArgs];
  int num_tensors = 0, num_lists = 0;
  bool freed_here = false;
  {
    SavedLock lock(*this);
    for (int i = 0, n = num_kept(); i < n; ++i) {
      Kept& k = kept_[i];
      if (k.kind == VJP_KIND_TENSOR) {
        new (&tensors[num_tensors++].tensor) SavedTensor(std::move(k.as.tensor));
      } else if (k.kind == VJP_KIND_TENSOR_LIST) {
        lists[num_lists++].list = k.as.tensors;
      } else {
        continue;
      }
      k.freed_kind = std::exchange(k.kind, uint8_t{VJP_KIND_NONE});
      freed_here = true;
    }
    if (freed_here) freed = true;
  }
  for (int i = 0; i < num_tensors; ++i) tensors[i].tensor.~SavedTensor();
  for (int i = 0; i < num_lists; ++i) delete lists[i].list;
  return freed_here;
}

const char* OpNode::name() const {
  // Made once an operator and kept for ever; asked for by messages and introspection only.
  static std::mutex mutex;
  static auto* names = new std::unordered_map<const OpDef*, std::string>();
  std::lock_guard lock(mutex);
  auto [it, fresh] = names->try_emplace(&op_);
  if (fresh) it->second = std::string(op_.type_name) + "Backward";
  return it->second.c_str();
}

// A copy of what is kept, to be unpacked outside the lock; none for an absent optional tensor.
SavedTensor OpNode::saved(const Kept& k, std::string_view name) const {
  SavedLock lock(*this);
  if (k.kind == VJP_KIND_TENSOR) return k.as.tensor;
  if (k.freed_kind != VJP_KIND_NONE) fail_freed(*this, name);
  return {};
}

std::vector<SavedTensor> OpNode::saved_list(const Kept& k, std::string_view name) const {
  SavedLock lock(*this);
  if (k.kind == VJP_KIND_TENSOR_LIST) return *k.as.tensors;
  if (k.freed_kind != VJP_KIND_NONE) fail_freed(*this, name);
  return {};
}

void OpNode::apply(std::span<Tensor> grads, std::span<Tensor> out) {
  bool any = false;
  for (const Tensor& g : grads) any |= g.defined();
  if (!any) return;
  std::optional<Unpacked> once;
  if (packed_) [[unlikely]]
    once.emplace(*this);
  RuleContext context{op_, this, grads};
  for (int r = 0; r < op_.num_rules; ++r) apply_rule(op_.rules[r], context, out);
}

void OpNode::apply_rule(const Rule& rule, const RuleContext& context, std::span<Tensor> out) {
  auto put = [&](size_t edge, Tensor&& g) {
    const Edge& e = edges_[edge];
    // the gradient of a real argument that met complex ones
    if (is_complex(g.dtype()) && !is_complex(e.node->slots()[e.slot].dtype)) g = real_gradient(g);
    out[edge] = std::move(g);
  };
  if (op_.pointwise) {
    auto edge = static_cast<size_t>(op_.edge_of(rule.targets[0], 0));
    if (needs(edge)) put(edge, pointwise_gradient(context, rule, edge));
    return;
  }
  auto store = [&](size_t edge, Tensor&& g) {
    if (g && needs(edge)) put(edge, std::move(g));
  };
  bool wanted = false;
  for (int i = 0; i < rule.num_targets; ++i) wanted |= context.needs(rule.targets[i]);
  if (!wanted) return;
  if (op_.schema.is_list(rule.targets[0])) {
    std::vector<Tensor> results(list_count_);
    rule.run(context, results);
    auto first = static_cast<size_t>(op_.edge_of(rule.targets[0], list_count_));
    for (size_t i = 0; i < results.size(); ++i) store(first + i, std::move(results[i]));
  } else {
    std::array<Tensor, 4> results;
    rule.run(context, {results.data(), rule.num_targets});
    for (size_t i = 0; i < rule.num_targets; ++i) {
      store(static_cast<size_t>(op_.edge_of(rule.targets[i], list_count_)), std::move(results[i]));
    }
  }
}

int OpNode::num_kept() const {
  return std::popcount(kept_args_) + std::popcount(kept_shapes_) + std::popcount(kept_outs_);
}
}  // namespace vjp
