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
#include "ops/functions/copy.h"
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
  uint32_t wanted = 0;
  int list_count = 0;
  size_t num_edges = 0;
  uint16_t in_mask = 0, attr_mask = 0, shape_mask = 0;
  uint8_t out_mask = 0;

  bool asks(int arg) const {
    if (op.lists >> arg & 1) {
      for (const Tensor& t : Unbox<TensorList>::get(args[arg]))
        if (requires_grad(t)) return true;
      return false;
    }
    return args[arg].kind == VJP_KIND_TENSOR && requires_grad(as_tensor(args[arg].as.tensor));
  }

  void collect() {
    for (unsigned mask = op.differentiable; mask; mask &= mask - 1) {
      const int a = std::countr_zero(mask);
      if (op.lists >> a & 1) list_count = static_cast<int>(args[a].count);
      num_edges += op.lists >> a & 1 ? args[a].count : 1;
      wanted |= static_cast<uint32_t>(asks(a)) << a;
    }
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
      in_mask |= rule.in_mask;
      attr_mask |= rule.attr_mask;
      out_mask |= rule.out_mask;
      // a valid edge knows the shape of its target
      shape_mask |= static_cast<uint16_t>((rule.shape_mask & ~own) | rule.geometry_mask);
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
    node.kept_args_ = in_mask | attr_mask;
    node.kept_shapes_ = shape_mask;
    node.kept_outs_ = out_mask;
    for (unsigned mask = node.kept_args_; mask; mask &= mask - 1, ++next) {
      int a = std::countr_zero(mask);
      if (args[a].kind != VJP_KIND_NONE) keep_value(*next, args[a], node, op.schema.arg_name(a));
    }
    for (unsigned mask = shape_mask; mask; mask &= mask - 1) keep_shape(*next++, args[std::countr_zero(mask)]);
  }
};

OpNode::OpNode(void* memory, const OpDef& op, size_t num_edges, size_t num_slots, size_t dims, size_t num_kept,
               size_t total)
    : Node(memory, sizeof(OpNode), num_edges, num_slots, dims, total), op_(op) {
  kept_ = reinterpret_cast<Kept*>(static_cast<char*>(memory) + total - num_kept * sizeof(Kept));
  for (size_t i = 0; i < num_kept; ++i) new (kept_ + i) Kept();
}

Ref<Node> OpNode::record(const OpDef& op, const Value* args, std::span<const Tensor> outs, bool inplace) {
  Recorder recorder{op, args};
  recorder.collect();
  size_t dims = 0;
  for (const Tensor& out : outs) dims += out ? static_cast<size_t>(out.ndim()) : 0;
  size_t num_kept = static_cast<size_t>(std::popcount(static_cast<uint16_t>(recorder.in_mask | recorder.attr_mask)) +
                                        std::popcount(recorder.shape_mask) + std::popcount(recorder.out_mask));
  size_t bytes = node_bytes(sizeof(OpNode), recorder.num_edges, outs.size(), dims, num_kept * sizeof(Kept));
  void* memory = pool_allocate(bytes);
  auto node = Ref<Node>::take(new (memory) OpNode(memory, op, recorder.num_edges, outs.size(), dims, num_kept, bytes));
  auto& self = static_cast<OpNode&>(*node);
  self.list_count_ = static_cast<uint16_t>(recorder.list_count);
  self.packed_ = mode_word & kModePackSaved;
  recorder.connect(self);
  recorder.keep(self);
  if (!inplace && recorder.out_mask) self.keep_results(outs);
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

void OpNode::set_kept_tangent(uint32_t slot, const Tensor& result) {
  if (!(kept_outs_ >> slot & 1)) return;
  SavedTensor kept;
  {
    SavedLock lock(*this);
    Kept& k = kept_output(static_cast<int>(slot));
    if (k.kind == VJP_KIND_TENSOR) kept = k.as.tensor;
  }
  kept.set_tangent(kept.has_hooks() ? tangent_snapshot(result) : result->meta->tangent.get());
}

void OpNode::release_saved() noexcept {
  if (refs.count() == 0) {  // the node goes too, and nobody else sees it
    for (int i = 0; i < num_kept(); ++i) kept_[i].clear();
    return;
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
      freed = true;
    }
  }
  for (int i = 0; i < num_tensors; ++i) tensors[i].tensor.~SavedTensor();
  for (int i = 0; i < num_lists; ++i) delete lists[i].list;
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

namespace {

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

}  // namespace

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
Kept& OpNode::kept_arg(int arg) const {
  return kept_[std::popcount(static_cast<uint16_t>(kept_args_ & ((1u << arg) - 1)))];
}
Kept* OpNode::kept_shape(int arg) const {
  if (!(kept_shapes_ >> arg & 1)) return nullptr;
  return kept_ + std::popcount(kept_args_) + std::popcount(static_cast<uint16_t>(kept_shapes_ & ((1u << arg) - 1)));
}
Kept& OpNode::kept_output(int index) const {
  return kept_[std::popcount(kept_args_) + std::popcount(kept_shapes_) +
               std::popcount(static_cast<uint8_t>(kept_outs_ & ((1u << index) - 1)))];
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
  const Kept& k = input >= 16 ? node->kept_output(input - 16) : node->kept_arg(input);
  SavedLock lock(*node);
  if (k.kind == VJP_KIND_TENSOR) [[likely]] {
    tensor = k.as.tensor.plain();
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
