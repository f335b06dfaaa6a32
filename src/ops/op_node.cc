#include "ops/op_node.h"

#include <array>
#include <bit>
#include <cstring>
#include <mutex>
#include <new>
#include <unordered_map>

#include "base/pool.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/internal.h"

namespace vjp {
namespace {

// Two grad calls over one graph: one may free what the other is about to read. One of a few mutexes, by address; not
// held while anything is computed or destroyed.
class KeptLock {
 public:
  explicit KeptLock(const Node& node) {
    if (__libc_single_threaded) return;
    static std::mutex stripes[64];
    mutex_ = &stripes[(reinterpret_cast<uintptr_t>(&node) >> 6) % 64];
    mutex_->lock();
  }
  ~KeptLock() {
    if (mutex_) mutex_->unlock();
  }
  KeptLock(const KeptLock&) = delete;
  KeptLock& operator=(const KeptLock&) = delete;

 private:
  std::mutex* mutex_ = nullptr;
};

Kept keep_tensor(const Tensor& t) {
  Kept k;
  k.kind = VJP_KIND_TENSOR;
  k.version = t->version().load(std::memory_order_relaxed);
  k.was_leaf = is_leaf(*t.get());
  k.as.tensor = Ref<TensorImpl>::share(t.get()).detach();
  return k;
}

Kept keep_value(const Value& v) {
  Kept k;
  k.kind = static_cast<uint8_t>(v.kind);
  switch (v.kind) {
    case VJP_KIND_TENSOR:
      return keep_tensor(as_tensor(v.as.tensor));
    case VJP_KIND_TENSOR_LIST: {
      k.as.tensors = new std::vector<Kept>();
      for (const Tensor& t : Unbox<TensorList>::get(v)) k.as.tensors->push_back(t ? keep_tensor(t) : Kept());
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
      std::memcpy(&k.as, &v.as, sizeof v.as);
  }
  return k;
}

Kept keep_shape(const Value& v) {
  Kept k;
  k.kind = VJP_KIND_INT_LIST;
  if (v.kind == VJP_KIND_TENSOR_LIST) {  // number of dimensions and sizes, one tensor after the other
    k.as.ints = new std::vector<int64_t>();
    for (const Tensor& t : Unbox<TensorList>::get(v)) {
      k.as.ints->push_back(t ? t.ndim() : 0);
      if (t) k.as.ints->insert(k.as.ints->end(), t.sizes().begin(), t.sizes().end());
    }
    return k;
  }
  const Tensor& t = Unbox<Tensor>::get(v);
  k.as.ints = new std::vector<int64_t>();  // sizes, strides, offset
  if (t) {
    k.as.ints->assign(t.sizes().begin(), t.sizes().end());
    k.as.ints->insert(k.as.ints->end(), t.strides().begin(), t.strides().end());
    k.as.ints->push_back(t->offset());
  }
  k.version = static_cast<uint32_t>(t ? t.dtype() : Dtype::None);
  return k;
}

void drop(Kept& k) noexcept {
  switch (k.kind) {
    case VJP_KIND_TENSOR:
      Tensor::take(k.as.tensor);
      break;
    case VJP_KIND_TENSOR_LIST:
      for (Kept& element : *k.as.tensors) drop(element);
      delete k.as.tensors;
      break;
    case VJP_KIND_INT_LIST:
      delete k.as.ints;
      break;
    case VJP_KIND_FLOAT_LIST:
      delete k.as.floats;
      break;
    case VJP_KIND_STRING:
      delete k.as.string;
      break;
    default:
      break;
  }
  k.kind = VJP_KIND_NONE;
}

}  // namespace

// Fills a fresh node: what it is connected to, what it must keep.
struct Recorder {
  const OpDef& op;
  const Value* args;
  std::span<const Tensor> outs;
  bool inplace;
  int list_count = 0;
  size_t num_edges = 0;
  uint16_t in_mask = 0, attr_mask = 0, shape_mask = 0;
  uint8_t out_mask = 0;

  bool wanted(int arg) const {
    if (op.schema.is_list(arg)) {
      for (const Tensor& t : Unbox<TensorList>::get(args[arg]))
        if (requires_grad(t)) return true;
      return false;
    }
    return args[arg].kind == VJP_KIND_TENSOR && requires_grad(as_tensor(args[arg].as.tensor));
  }

  void collect() {
    for (int a = 0; a < op.schema.num_args; ++a) {
      if (!(op.differentiable >> a & 1)) continue;
      if (op.schema.is_list(a)) list_count = static_cast<int>(args[a].count);
      num_edges += op.schema.is_list(a) ? args[a].count : 1;
    }
    for (int r = 0; r < op.num_rules; ++r) {
      const Rule& rule = op.rules[r];
      bool active = false;
      uint16_t own = 0;
      for (int i = 0; i < rule.num_targets; ++i) {
        if (wanted(rule.targets[i])) {
          active = true;
          if (!op.schema.is_list(rule.targets[i])) own = static_cast<uint16_t>(own | 1 << rule.targets[i]);
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

  void connect(OpNode& node) const {
    size_t edge = 0;
    for (int a = 0; a < op.schema.num_args; ++a) {
      if (!(op.differentiable >> a & 1)) continue;
      if (op.schema.is_list(a)) {
        for (const Tensor& t : Unbox<TensorList>::get(args[a])) {
          if (t) node.connect(edge, gradient_edge(*t.get()));
          ++edge;
        }
      } else {
        if (args[a].kind == VJP_KIND_TENSOR) node.connect(edge, gradient_edge(*impl_of(args[a].as.tensor)));
        ++edge;
      }
    }
  }

  void keep(OpNode& node) const {
    uint16_t mask = in_mask | attr_mask;
    for (int a = 0; a < op.schema.num_args; ++a) {
      if (!(mask >> a & 1)) continue;
      if (args[a].kind != VJP_KIND_NONE) node.kept_[node.num_kept_] = keep_value(args[a]);
      node.kept_args_ = static_cast<uint16_t>(node.kept_args_ | 1 << a);
      ++node.num_kept_;
    }
    for (int a = 0; a < op.schema.num_args; ++a) {
      if (!(shape_mask >> a & 1)) continue;
      node.kept_[node.num_kept_++] = keep_shape(args[a]);
      node.kept_shapes_ = static_cast<uint16_t>(node.kept_shapes_ | 1 << a);
    }
    for (int o = 0; o < op.schema.num_outputs; ++o) {
      if (!(out_mask >> o & 1)) continue;
      // history-free: the output itself will own this node
      Kept& kept = node.kept_[node.num_kept_++];
      kept = keep_tensor(is_differentiable(outs[o].dtype()) ? outs[o].alias() : outs[o]);
      if (inplace) ++kept.version;
      node.kept_outs_ = static_cast<uint8_t>(node.kept_outs_ | 1 << o);
    }
  }
};

OpNode::OpNode(void* memory, const OpDef& op, size_t num_edges, size_t num_slots, size_t dims, size_t num_kept,
               size_t total)
    : Node(memory, sizeof(OpNode), num_edges, num_slots, dims, total), op_(op), num_kept_(0) {
  kept_ = reinterpret_cast<Kept*>(static_cast<char*>(memory) + total - num_kept * sizeof(Kept));
  for (size_t i = 0; i < num_kept; ++i) new (kept_ + i) Kept();
}

OpNode::~OpNode() { release_saved(); }

Ref<Node> OpNode::record(const OpDef& op, const Value* args, std::span<const Tensor> outs, bool inplace) {
  Recorder recorder{op, args, outs, inplace};
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
  recorder.connect(self);
  recorder.keep(self);
  return node;
}

void OpNode::release_saved() noexcept {
  if (refs.count() == 0) {  // the node goes too, and nobody else sees it
    for (int i = 0; i < num_kept_; ++i) drop(kept_[i]);
    num_kept_ = 0;
    return;
  }
  // Dropped after the lock is given back: the last reference to a tensor may end other nodes.
  Kept dropped[Schema::kMaxArgs + Schema::kMaxOutputs];
  int count = 0;
  {
    KeptLock lock(*this);
    for (int i = 0; i < num_kept_; ++i) {
      if (kept_[i].kind != VJP_KIND_TENSOR && kept_[i].kind != VJP_KIND_TENSOR_LIST) continue;
      dropped[count++] = kept_[i];
      kept_[i].kind = VJP_KIND_NONE;
      freed = true;
    }
  }
  for (int i = 0; i < count; ++i) drop(dropped[i]);
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

void OpNode::fail_freed() const {
  fail(VJP_ERROR_STATE,
       "{}: its saved tensors were freed by an earlier backward; pass retain_graph to the first one to walk a graph "
       "twice",
       name());
}

Tensor OpNode::unpack(const Kept& k, int output) const {
  if (k.kind != VJP_KIND_TENSOR) return {};
  Tensor t = Tensor::share(k.as.tensor);
  if (output < 0 && !k.was_leaf && !t->node) {
    fail(VJP_ERROR_STATE, "{}: an input {} saved for backward was detached in place", name(), describe(*t.get()));
  }
  uint32_t now = t->version().load(std::memory_order_relaxed);
  if (now != k.version) [[unlikely]] {
    fail(VJP_ERROR_VERSION,
         "{}: a tensor {} needed for the gradient was changed in place: it is at version {}, expected version {}{}{}",
         name(), describe(*t.get()), now, k.version, output >= 0 ? "; it is the operation's result" : "",
         t->node ? format("; it was made by {}", t->node->name()) : "");
  }
  if (output >= 0 && grad_enabled()) {
    Tensor tied = t.alias();
    tied->node = Ref<Node>::share(const_cast<OpNode*>(this)).detach();
    tied->output_number = static_cast<uint32_t>(output);
    return tied;
  }
  return t;
}

void OpNode::apply(std::span<Tensor> grads, std::span<Tensor> out) {
  bool any = false;
  for (const Tensor& g : grads) any |= g.defined();
  if (!any) return;
  RuleContext context{op_, this, grads};
  for (int r = 0; r < op_.num_rules; ++r) apply_rule(op_.rules[r], context, out);
}

void OpNode::apply_rule(const Rule& rule, const RuleContext& context, std::span<Tensor> out) {
  bool wanted = false;
  for (int i = 0; i < rule.num_targets; ++i) wanted |= context.needs(rule.targets[i]);
  if (!wanted) return;
  auto store = [&](size_t edge, Tensor&& g) {
    if (!g || !needs(edge)) return;
    const Edge& e = edges_[edge];
    // the gradient of a real argument that met complex ones
    if (is_complex(g.dtype()) && !is_complex(e.node->slots()[e.slot].dtype)) g = real_gradient(g);
    out[edge] = std::move(g);
  };
  if (op_.pointwise) {
    store(static_cast<size_t>(op_.edge_of(rule.targets[0], 0)), pointwise_gradient(context, rule));
  } else if (op_.schema.is_list(rule.targets[0])) {
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

int OpNode::kept_index(int arg) const { return std::popcount(static_cast<uint16_t>(kept_args_ & ((1u << arg) - 1))); }

// ---- what rules ask ----

Tensor RuleContext::in(int arg) const {
  if (!node) {
    return args[arg].kind == VJP_KIND_TENSOR ? as_tensor(args[arg].as.tensor)
           : args[arg].kind == VJP_KIND_NONE ? Tensor()
                                             : wrapped_number(scalar_of(args[arg]));
  }
  KeptLock lock(*node);
  const Kept& k = node->kept_[node->kept_index(arg)];
  if (k.kind == VJP_KIND_TENSOR) return node->unpack(k, -1);
  if (k.kind == VJP_KIND_NONE) {
    if (node->freed) node->fail_freed();
    return {};
  }
  return wrapped_number(scalar_of(attr(arg)));
}

std::vector<Tensor> RuleContext::in_list(int arg) const {
  std::vector<Tensor> list;
  if (!node) {
    for (const Tensor& t : Unbox<TensorList>::get(args[arg])) list.push_back(t);
    return list;
  }
  KeptLock lock(*node);
  const Kept& k = node->kept_[node->kept_index(arg)];
  if (k.kind != VJP_KIND_TENSOR_LIST) {
    if (node->freed) node->fail_freed();
    return list;
  }
  for (const Kept& element : *k.as.tensors) list.push_back(node->unpack(element, -1));
  return list;
}

Tensor RuleContext::out(int index) const {
  if (!node) return outs[index];
  int i = std::popcount(node->kept_args_) + std::popcount(node->kept_shapes_) +
          std::popcount(static_cast<uint8_t>(node->kept_outs_ & ((1u << index) - 1)));
  KeptLock lock(*node);
  const Kept& k = node->kept_[i];
  if (k.kind == VJP_KIND_NONE) node->fail_freed();
  return node->unpack(k, index);
}

Value RuleContext::attr(int arg) const {
  if (!node) return args[arg];
  const Kept& k = node->kept_[node->kept_index(arg)];
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

namespace {
const Kept* kept_shape(const Kept* kept, uint16_t kept_args, uint16_t kept_shapes, int arg) {
  if (!(kept_shapes >> arg & 1)) return nullptr;
  return kept + std::popcount(kept_args) + std::popcount(static_cast<uint16_t>(kept_shapes & ((1u << arg) - 1)));
}
}  // namespace

Dims RuleContext::shape(int arg) const {
  if (!node) {
    const Tensor& t = Unbox<Tensor>::get(args[arg]);
    return t ? Dims(t.sizes()) : Dims();
  }
  if (const Kept* k = kept_shape(node->kept_, node->kept_args_, node->kept_shapes_, arg)) {
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
  IntSpan all(*kept_shape(node->kept_, node->kept_args_, node->kept_shapes_, arg)->as.ints);
  while (!all.empty()) {
    auto n = static_cast<size_t>(all[0]);
    list.push_back(Dims(all.subspan(1, n)));
    all = all.subspan(n + 1);
  }
  return list;
}

Geometry RuleContext::geometry(int arg) const {
  if (!node) return Unbox<Tensor>::get(args[arg]).geometry();
  const Kept* k = kept_shape(node->kept_, node->kept_args_, node->kept_shapes_, arg);
  IntSpan all(*k->as.ints);
  size_t n = all.size() / 2;
  return {Dims(all.first(n)), Dims(all.subspan(n, n)), all.back()};
}

Dtype RuleContext::dtype(int arg) const {
  if (!node) {
    const Tensor& t = Unbox<Tensor>::get(args[arg]);
    return t ? t.dtype() : Dtype::None;
  }
  if (const Kept* k = kept_shape(node->kept_, node->kept_args_, node->kept_shapes_, arg))
    return static_cast<Dtype>(k->version);
  const Edge& e = node->edges()[static_cast<size_t>(op.edge_of(arg, node->list_count_))];
  return e.node->slots()[e.slot].dtype;
}

Tensor RuleContext::grad(int slot) const {
  if (grads[static_cast<size_t>(slot)]) return grads[static_cast<size_t>(slot)];
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
