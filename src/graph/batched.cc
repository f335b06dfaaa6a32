#include "graph/batched.h"

#include <memory>

#include "base/error.h"
#include "graph/meta.h"
#include "tensor/alias_batched.h"

namespace vjp {

BatchInfo::BatchInfo(Tensor whole, BatchLevels at) : physical(std::move(whole)), levels(at) { count_batched(1); }
BatchInfo::~BatchInfo() { count_batched(-1); }

const BatchInfo& batch_of(const TensorImpl& t) { return *t.meta->batched; }

TensorImpl& on_tape(TensorImpl& t) { return t.is_batched ? *batch_of(t).physical.get() : t; }
const TensorImpl& on_tape(const TensorImpl& t) { return t.is_batched ? *batch_of(t).physical.get() : t; }

namespace {

// The mark of inference tensors is the storage's.
class InferenceStorage {
 public:
  explicit InferenceStorage(bool on) : former_(making_inference_storage) {
    if (on != former_) making_inference_storage = on;
  }
  ~InferenceStorage() {
    if (making_inference_storage != former_) making_inference_storage = former_;
  }
  InferenceStorage(const InferenceStorage&) = delete;
  InferenceStorage& operator=(const InferenceStorage&) = delete;

 private:
  const bool former_;
};

}  // namespace

Tensor make_batched(Tensor physical, BatchLevels levels) {
  if (levels.empty()) return physical;
  const size_t n = levels.size();
  InferenceStorage as_physical(physical->storage->inference);
  Tensor t =
      Tensor::take(TensorImpl::make(Storage::wrap(nullptr, 0, nullptr, nullptr, physical.device()), 0, physical.dtype(),
                                    physical.sizes().subspan(n), physical.strides().subspan(n)));
  t->is_wrapped_number = physical->is_wrapped_number;
  t->requires_grad = requires_grad(physical);
  meta_of(*t.get()).batched = std::make_unique<BatchInfo>(std::move(physical), levels);
  t->is_batched = true;
  return t;
}

VJP_FILL_PORT(alias_batched) = [](const Tensor& t) {
  const BatchInfo& info = batch_of(*t.get());
  return make_batched(info.physical.alias(), info.levels);
};

VJP_FILL_PORT(refuse_values) = [](const TensorImpl& t, std::string_view what) { fail_batched(t, what); };

void replace_physical(TensorImpl& batched, Tensor physical) {
  BatchInfo& info = *batched.meta->batched;
  const size_t n = info.levels.count;
  batched.set_geometry(physical.sizes().subspan(n), physical.strides().subspan(n), 0);
  batched.requires_grad = requires_grad(physical);
  std::swap(info.physical, physical);
}

void check_levels(const TensorImpl& batched, std::string_view what) {
  for (uint64_t level : batch_of(batched).levels) {
    if (batch_level_lives(level)) continue;
    fail(VJP_ERROR_STATE,
         "{}: {} is batched at level {} of vmap, which has ended; what is needed outside is to be a result of the "
         "function",
         what, describe(batched), level);
  }
}

void fail_batched(const TensorImpl& t, std::string_view what) {
  check_levels(t, what);
  fail(VJP_ERROR_STATE,
       "{}: {} is batched (vmap): its values differ from sample to sample, and the function runs once for all of them; "
       "use operators that choose, as where",
       what, describe(t));
}

}  // namespace vjp
