#include "engine/custom.h"

#include <algorithm>
#include <new>

#include "base/pool.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/saved.h"

namespace vjp {
namespace {

class FunctionNode final : public Node {
 public:
  static Ref<Node> make(const vjp_function& function, TensorList inputs, TensorList results) {
    size_t dims = 0;
    for (const Tensor& t : results) dims += static_cast<size_t>(t.ndim());
    size_t bytes = node_bytes(sizeof(FunctionNode), inputs.size(), results.size(), dims, 0);
    void* memory = pool_allocate(bytes);
    return Ref<Node>::take(new (memory) FunctionNode(memory, bytes, dims, function, inputs.size(), results.size()));
  }

  const char* name() const override { return name_.c_str(); }

  void apply(std::span<Tensor> grads, std::span<Tensor> out) override {
    if (materialize_) {
      bool any = std::any_of(grads.begin(), grads.end(), [](const Tensor& g) { return g.defined(); });
      if (!any) return;
      for (size_t i = 0; i < grads.size(); ++i) {
        if (!grads[i]) grads[i] = Tensor::zeros(slots()[i].sizes(), slots()[i].dtype);
      }
    }
    vjp_status status = backward_(context_, reinterpret_cast<vjp_node*>(static_cast<Node*>(this)),
                                  reinterpret_cast<vjp_tensor* const*>(grads.data()), grads.size(),
                                  reinterpret_cast<vjp_tensor**>(out.data()), out.size());
    if (status != VJP_OK) throw_callback_error(status, name());
  }

  void release_saved() noexcept override {
    std::vector<SavedTensor> gone;  // ends after the lock is given back
    SavedLock lock(*this);
    freed = freed || !saved_.empty();
    gone.swap(saved_);
  }

  Tensor unpack(size_t index) {
    SavedTensor saved;
    std::string name = format("saved tensor {}", index);
    {
      SavedLock lock(*this);
      if (freed) fail_freed(*this, name);
      if (index >= saved_.size()) {
        fail(VJP_ERROR_INVALID, "{}: saved tensor {} of {}", this->name(), index, saved_.size());
      }
      saved = saved_[index];
    }
    return std::move(saved).unpack(*this, name);
  }

  void save(TensorList saved, TensorList results) {
    saved_.reserve(saved.size());
    for (const Tensor& t : saved) {
      std::string name = format("saved tensor {}", saved_.size());
      auto result = std::find_if(results.begin(), results.end(), [&](const Tensor& r) { return t && r.is(t); });
      saved_.push_back(result == results.end()
                           ? SavedTensor::input(t, *this, name)
                           : SavedTensor::output(t, static_cast<uint32_t>(result - results.begin()), *this, name));
    }
  }

  void take_context(const vjp_function& function) {
    context_ = function.context;
    drop_ = function.drop;
  }

 private:
  FunctionNode(void* memory, size_t bytes, size_t dims, const vjp_function& function, size_t inputs, size_t results)
      : Node(memory, sizeof(FunctionNode), inputs, results, dims, bytes),
        backward_(function.backward),
        materialize_(function.materialize_grads != 0),
        name_(function.name ? function.name : "CustomFunction") {}
  ~FunctionNode() override {
    if (drop_) drop_(context_);
  }

  decltype(vjp_function::backward) backward_;
  void* context_ = nullptr;
  void (*drop_)(void*) = nullptr;
  bool materialize_;
  std::string name_;
  std::vector<SavedTensor> saved_;
};

void check_results(TensorList results) {
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) fail(VJP_ERROR_INVALID, "vjp_function_record: result {} is NULL", i);
    TensorImpl& t = *results[i].get();
    if (!is_differentiable(t.dtype)) {
      fail(VJP_ERROR_DTYPE, "vjp_function_record: result {} is {}, expected a floating or complex dtype", i,
           describe(t));
    }
    if (t.is_view || t.node || t.requires_grad) {
      fail(VJP_ERROR_STATE,
           "vjp_function_record: result {} ({}) must be a new tensor without history; compute it with grad mode off", i,
           describe(t));
    }
  }
}

}  // namespace

void record_function(const vjp_function& f, TensorList inputs, TensorList results, TensorList saved) {
  if (f.struct_size < sizeof f) {
    fail(VJP_ERROR_INVALID, "vjp_function: struct_size is {}, expected at least {}; use VJP_FUNCTION_INIT",
         f.struct_size, sizeof f);
  }
  if (!f.backward) fail(VJP_ERROR_INVALID, "vjp_function: backward is NULL");
  if (results.empty()) fail(VJP_ERROR_INVALID, "vjp_function_record: at least one result is needed");
  check_results(results);
  bool record =
      grad_enabled() && std::any_of(inputs.begin(), inputs.end(), [](const Tensor& t) { return requires_grad(t); });
  if (!record) {
    if (f.drop) f.drop(f.context);
    return;
  }
  Ref<Node> node = FunctionNode::make(f, inputs, results);
  auto& self = static_cast<FunctionNode&>(*node);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i]) self.connect(i, gradient_edge(*inputs[i].get()));
  }
  self.save(saved, results);
  for (uint32_t i = 0; i < results.size(); ++i) set_history(*results[i].get(), node, i);
  self.take_context(f);
}

Tensor function_saved(Node& node, size_t index) {
  auto* self = dynamic_cast<FunctionNode*>(&node);
  if (!self) fail(VJP_ERROR_INVALID, "vjp_function_saved: {} is not a custom function's node", node.name());
  return self->unpack(index);
}

}  // namespace vjp
