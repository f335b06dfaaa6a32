#include "engine/custom_node.h"

#include <algorithm>
#include <charconv>
#include <new>

#include "base/forced_unwind.h"
#include "base/pool.h"
#include "graph/attributes.h"
#include "graph/collect.h"
#include "graph/cuts.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/references.h"
#include "graph/scope.h"
#include "ops/batched.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/reduce_sum.h"
#include "tensor/place.h"

namespace vjp {
namespace {

// Stands where a function that can be differentiated once would have to be differentiated again.
class TwiceNode final : public Node {
 public:
  static Ref<Node> make(const std::string& function, std::vector<Edge> edges, std::span<Tensor> results) {
    size_t dims = 0;
    for (const Tensor& t : results) dims += t ? on_tape(*t.get()).ndim : 0;
    size_t bytes = node_bytes(sizeof(TwiceNode), edges.size(), results.size(), dims, 0);
    void* memory = pool_allocate(bytes);
    auto node = Ref<Node>::take(new (memory) TwiceNode(memory, bytes, dims, function, edges.size(), results.size()));
    for (size_t i = 0; i < edges.size(); ++i) node->connect(i, std::move(edges[i]));
    return node;
  }
  const char* name() const override { return name_.c_str(); }
  void apply(std::span<Tensor>, std::span<Tensor>) override {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: the function can be differentiated once only, and this is the second time",
         name());
  }

 private:
  TwiceNode(void* memory, size_t bytes, size_t dims, const std::string& function, size_t edges, size_t slots)
      : Node(memory, sizeof(TwiceNode), edges, slots, dims, bytes), name_(function + "OnceDifferentiable") {}

  std::string name_;
};

// What messages call a saved tensor; made at every saving, so nothing is allocated.
class AttributeText {
 public:
  explicit AttributeText(size_t index) {
    char* end = std::copy_n("saved tensor ", 13, text_);
    size_ = static_cast<size_t>(std::to_chars(end, text_ + sizeof text_, index).ptr - text_);
  }
  operator std::string_view() const { return {text_, size_}; }

 private:
  char text_[40];
  size_t size_;
};

}  // namespace

FunctionNode::FunctionNode(void* memory, size_t bytes, size_t dims, const vjp_function& f, size_t inputs,
                           size_t results)
    : Node(memory, sizeof(FunctionNode), inputs, results, dims, bytes),
      backward_(f.backward),
      materialize_(f.materialize_grads != 0),
      once_(f.once_differentiable != 0),
      lock_(f.lock_node != 0),
      name_(f.name ? f.name : "CustomFunction"),
      is_tensor_(inputs) {}

FunctionNode::~FunctionNode() {
  if (drop_) drop_(context_);
}

Ref<Node> FunctionNode::make(const vjp_function& function, TensorList inputs, std::vector<Edge> edges,
                             std::span<const Result> results, size_t lead) {
  size_t dims = 0;
  for (const Result& r : results) dims += r.differentiable ? on_tape(*r.tensor.get()).ndim : 0;
  size_t bytes = node_bytes(sizeof(FunctionNode), inputs.size(), results.size(), dims, 0);
  void* memory = pool_allocate(bytes);
  FunctionNode* made;
  try {
    made = new (memory) FunctionNode(memory, bytes, dims, function, inputs.size(), results.size());
  }
  VJP_CATCH_ALL {
    pool_deallocate(memory, static_cast<uint32_t>(bytes));
    throw;
  }
  auto node = Ref<Node>::take(made);
  made->lead_ = lead;
  if (recording_cuts()) [[unlikely]]
    note_place(*made);
  for (size_t i = 0; i < inputs.size(); ++i) {
    made->connect(made->edge_of(i), std::move(edges[i]));
    made->is_tensor_[i] = inputs[i].defined();
    size_t edge = made->edge_of(i);
    if (recording_cuts() && inputs[i] && !made->edges()[edge]) [[unlikely]]
      note_null_edge(*made, edge, on_tape(*inputs[i].get()));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const Result& r = results[i];
    if (r.tensor && !r.differentiable) {
      const Tensor whole = physical_of(r.tensor);
      made->constants_.push_back({i, whole.dtype(), whole.device(), Dims(whole.sizes())});
    }
  }
  made->batched_ = batched_as(inputs, results);
  return node;
}

void FunctionNode::apply(std::span<Tensor> grads, std::span<Tensor> out) {
  std::vector<Tensor> own;  // the caller's entries stay undefined: its hooks see them so
  if (materialize_ && std::any_of(grads.begin(), grads.end(), [](const Tensor& g) { return !g; })) {
    own.assign(grads.begin(), grads.end());
    materialize(own);
    grads = own;
  }
  if (!once_) {
    call_backward(grads, out);
    return;
  }
  bool recording =
      grad_enabled() && std::any_of(grads.begin(), grads.end(), [](const Tensor& g) { return requires_grad(g); });
  {
    NoGrad mode;
    call_backward(grads, out);
  }
  if (recording) forbid_second_derivative(*this, grads, out);
}

// Its context, which is never looked at, and what the callback does with it are the call's affair (spec CF-1).
bool FunctionNode::collect(Collector& c) const {
  c.kind(NodeKind::Function);
  if (freed) {
    c.refuse("its saved values were freed");
    return true;
  }
  c.structural("function", name_);
  c.structural("materialized gradients", materialize_);
  c.structural("differentiable once", once_);
  c.structural("number of arguments", is_tensor_.size());
  for (bool is_tensor : is_tensor_) c.structural("argument is a tensor", is_tensor);
  SavedLock lock(*this);
  c.structural("number of saved tensors", saved_.size());
  for (const SavedTensor& saved : saved_) c.saved("saved tensor", saved);
  return true;
}

void FunctionNode::materialize(std::span<Tensor> grads) const {
  for (size_t i = 0; i < grads.size(); ++i) {
    const SlotMeta& slot = slots()[i];
    if (grads[i] || slot.dtype == Dtype::None) continue;
    OperatorDevice there(slot.device);
    grads[i] = Tensor::zeros(slot.sizes(), slot.dtype);
  }
  for (const Constant& c : constants_) {
    if (!grads[c.slot]) grads[c.slot] = zeros_on(c.device, c.sizes, c.dtype);
  }
}

std::unique_ptr<FunctionNode::Batched> FunctionNode::batched_as(TensorList inputs, std::span<const Result> results) {
  const auto levels_of = [](const Tensor& t) { return is_batched(t) ? batch_of(*t.get()).levels : LevelList(); };
  auto batched = std::make_unique<Batched>();
  bool any = false;
  for (const Tensor& t : inputs) batched->inputs.push_back(levels_of(t)), any |= is_batched(t);
  for (const Result& r : results) batched->results.push_back(levels_of(r.tensor)), any |= is_batched(r.tensor);
  if (!any) return nullptr;
  batched->levels = KnownBatchLevels::of_this_thread();
  return batched;
}

// What an input gets that is batched at `levels`, by a gradient for each sample of the results': where it has none of
// its own for a level, the sum over the samples.
static Tensor gradient_for(Tensor g, const LevelList& levels, const LevelList& samples) {
  for (int i = samples.count - 1; i >= 0; --i) {
    const uint64_t level = samples.v[i];
    if (levels.has(level)) continue;
    if (is_batched(g) && batch_of(*g.get()).levels.has(level)) {
      const int64_t first[] = {0};
      g = sum(unwrap_batch(g, 0, level), IntSpan(first));
    } else if (const BatchLevel* found = find_batch_level(level)) {
      g = mul(g, found->size);
    }
  }
  return with_dimensions(std::move(g), levels);
}

void FunctionNode::run_batched(std::span<Tensor> grads, std::span<Tensor> out) {
  BatchLevelsAgain again(batched_->levels);
  ModeGuard batches(kModeBatch, kModeBatchOff);
  std::vector<Tensor> samples(grads.begin(), grads.end());
  LevelList levels;
  for (size_t i = 0; i < samples.size(); ++i) {
    if (!samples[i]) continue;
    samples[i] = wrap_front(samples[i], batched_->results[i]);
    levels.add(batched_->results[i]);
  }
  run_backward(samples, out);
  for (size_t i = 0; i < out.size(); ++i)
    if (out[i]) out[i] = gradient_for(std::move(out[i]), batched_->inputs[i], levels);
}

void FunctionNode::call_backward(std::span<Tensor> grads, std::span<Tensor> out) {
  batched_ ? run_batched(grads, out) : run_backward(grads, out);
  if (lead_) std::swap(out[0], out[lead_]);
}

void FunctionNode::run_backward(std::span<Tensor> grads, std::span<Tensor> out) {
  if (!backward_) fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: the function has no backward", name());
  vjp_status status;
  {
    Callback callback(out);
    status = backward_(context_, reinterpret_cast<vjp_node*>(static_cast<Node*>(this)),
                       reinterpret_cast<vjp_tensor* const*>(grads.data()), grads.size(),
                       reinterpret_cast<vjp_tensor**>(out.data()), out.size());
  }
  if (status != VJP_OK) throw_callback_error(status, name());
  for (size_t i = 0; i < out.size(); ++i) {
    if (out[i] && !is_tensor_[i]) {
      fail(VJP_ERROR_INVALID, "{}: backward gave a gradient ({}) for argument {}, which is no tensor", name(), out[i],
           i);
    }
  }
}

void forbid_second_derivative(const Node& node, std::span<Tensor> grads, std::span<Tensor> out) {
  std::vector<Edge> to;
  for (const Tensor& g : grads) {
    if (requires_grad(g)) to.push_back(gradient_edge(on_tape(*g.get())));
  }
  for (const Edge& e : node.edges()) {
    if (e) to.push_back(e);
  }
  for (Tensor& g : out) {
    if (g) g = detach(g);
  }
  Ref<Node> twice = TwiceNode::make(node.name(), std::move(to), out);
  for (uint32_t i = 0; i < out.size(); ++i) {
    if (!out[i] || !is_differentiable(out[i].dtype())) continue;
    set_history(on_tape(*out[i].get()), twice, i);
    if (is_batched(out[i])) out[i]->requires_grad = true;
  }
}

void FunctionNode::save(TensorList saved, std::span<const Result> results) {
  saved_.reserve(saved.size());
  num_saved_ = saved.size();
  for (size_t i = 0; i < saved.size(); ++i) {
    int slot = slot_of(saved[i], results);
    AttributeText name(i);
    const Tensor whole = physical_of(saved[i]);
    saved_.push_back(slot < 0 ? SavedTensor::input(whole, *this, name)
                              : SavedTensor::output(whole, static_cast<uint32_t>(slot), *this, name));
    if (!is_batched(saved[i]) && !batched_) continue;
    if (!batched_)
      batched_ = std::make_unique<Batched>(Batched{std::vector<LevelList>(is_tensor_.size()),
                                                   std::vector<LevelList>(num_slots),
                                                   {},
                                                   KnownBatchLevels::of_this_thread()});
    batched_->saved.resize(saved.size());
    if (is_batched(saved[i])) batched_->saved[i] = batch_of(*saved[i].get()).levels;
  }
}

int FunctionNode::slot_of(const Tensor& t, std::span<const Result> results) {
  for (size_t i = results.size(); t && i-- > 0;) {
    if (results[i].differentiable && results[i].tensor.is(t)) return static_cast<int>(i);
  }
  return -1;
}

void FunctionNode::keep_tangent(size_t index, const Tensor& result, ForwardLevel level) {
  saved_[index].keep_tangent_of(physical_of(result), level);
}

void FunctionNode::visit_context(const ReferenceVisitor& visit) {
  if (drop_) visit(Referee::Context, context_, drop_);
}

size_t FunctionNode::saved_bytes() const {
  SavedLock lock(*this);
  size_t bytes = 0;
  for (const SavedTensor& saved : saved_) bytes += saved.bytes();
  return bytes;
}

bool FunctionNode::release_saved() noexcept {
  std::vector<SavedTensor> gone;  // ends after the lock is given back
  SavedLock lock(*this);
  gone.swap(saved_);
  if (!gone.empty()) freed = true;
  return !gone.empty();
}

void FunctionNode::attribute(size_t, SavedAttribute& out) {
  std::vector<Tensor> list;
  for (size_t i = 0; i < num_saved_; ++i) list.push_back(unpack(i));
  out.set(std::move(list));
}

Tensor FunctionNode::unpack(size_t index) {
  if (index >= num_saved_) fail(VJP_ERROR_INVALID, "{}: saved tensor {} of {}", name(), index, num_saved_);
  SavedTensor saved;
  AttributeText attribute(index);
  {
    SavedLock lock(*this);
    if (freed) fail_freed(*this, attribute);
    saved = saved_[index];
  }
  Tensor t = std::move(saved).unpack(*this, attribute);
  return t && batched_ && index < batched_->saved.size() ? make_batched(std::move(t), batched_->saved[index]) : t;
}

}  // namespace vjp
