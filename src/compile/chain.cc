#include "compile/chain.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "device/default_device.h"
#include "graph/anomaly.h"
#include "graph/ended.h"
#include "graph/guard.h"
#include "graph/meta.h"
#include "ops/call_counts.h"
#include "ops/fused.h"
#include "ops/op_node.h"
#include "tensor/shape.h"

namespace vjp::compile {
namespace {

// What looks at calls one by one.
bool calls_are_seen() {
  return anomaly_mode.load(std::memory_order_relaxed) || are_operators_watched() || ended_requests_in_play();
}

// An operator that refuses is called, so that the error is its own.
bool refuses(const OpDef& op, Dtype dtype, const Value* args) {
  if (!op.pointwise->check) return false;
  try {
    op.pointwise->check(dtype, args);
  } catch (const Error&) {
    return true;
  }
  return false;
}

size_t operands_of(const OpDef& op) { return static_cast<size_t>(op.schema.num_args) + 1; }

bool is_large(const Dims& sizes) {
  int64_t elements = 1;
  for (int64_t size : IntSpan(sizes)) elements *= size;
  return elements >= kManyElements;
}

}  // namespace

Chain::Chain(std::vector<uint32_t> last) : last_(std::move(last)), results_(last_.size()) { follow_forward_level(); }

int64_t Chain::number_of_result(const TensorImpl* t) const {
  for (size_t k = calls_.size(); k-- > 0;)
    if (results_[k].get() == t) return static_cast<int64_t>(k);
  return -1;
}

int64_t Chain::number_of(vjp_tensor* t) {
  if (const int64_t k = number_of_result(impl_of(t)); k >= 0) return k;
  const auto at = std::find(given_.begin(), given_.end(), t) - given_.begin();
  if (static_cast<size_t>(at) == given_.size()) given_.push_back(t);
  return kGiven + at;
}

const Tensor& Chain::at(int64_t number) const {
  return number >= kGiven ? as_tensor(given_[static_cast<size_t>(number - kGiven)])
                          : results_[static_cast<size_t>(number)];
}

// What is known of a call before it is made.
Chain::Call Chain::planned(const OpDef& op, const Value* args) const {
  Call call{&op, static_cast<uint32_t>(args_.size()), 0, {}};
  if (!can_be_fused(op) || op.nondiff_outputs || calls_are_seen()) return call;
  Fusable f;
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (args[a].kind != VJP_KIND_TENSOR) {
      if (!is_real_number(args[a])) return call;
      continue;
    }
    const Tensor& t = as_tensor(args[a].as.tensor);
    const int64_t k = number_of_result(t.get());
    const bool is_put_off = k >= static_cast<int64_t>(calls_.size() - num_put_off_);
    const bool is_first = f.dtype == Dtype::None;
    if (is_first) f.dtype = t.dtype();
    if (!op.schema.is_tensor_like(a) || t.dtype() != f.dtype) return call;
    if (!is_put_off && (!is_plain(t, f.dtype) || t->storage->inference)) return call;
    if (!is_first && !broadcasts_to(t.sizes(), f.sizes) && !broadcasts_to(f.sizes, t.sizes())) return call;
    f.sizes = is_first || !broadcasts_to(t.sizes(), f.sizes) ? Dims(t.sizes()) : f.sizes;
    const bool wants = is_put_off ? calls_[static_cast<size_t>(k)].fusable.recorded : requires_grad(t);
    if (op.differentiable >> a & 1) call.wanted |= static_cast<uint32_t>(wants) << a;
  }
  if (!is_fused_dtype(f.dtype) || !is_large(f.sizes) || refuses(op, f.dtype, args)) return call;
  f.can_be = true;
  f.recorded = grad_enabled() && call.wanted != 0;
  if (f.recorded) {
    const OpNode::KeptMasks kept = OpNode::kept_for(op, call.wanted);
    f.kept_args = kept.in;
    f.keeps_result = kept.out != 0;
  }
  call.fusable = f;
  return call;
}

void Chain::call(const OpDef& op, const Value* args) {
  const Call call = planned(op, args);
  for (int a = 0; a < op.schema.num_args; ++a) {
    Value& v = args_.emplace_back(args[a]);
    if (v.kind == VJP_KIND_TENSOR) v.as.integer = number_of(args[a].as.tensor);
  }
  if (num_put_off_ > 0 && !goes_with_put_off(call)) make_put_off();
  const auto number = static_cast<uint32_t>(calls_.size());
  const Fusable& f = calls_.emplace_back(call).fusable;
  if (!f.can_be) {
    make(number);
    forget();
    return;
  }
  ++num_put_off_;
  operands_ += operands_of(op);
  results_[number] = Tensor::empty(Dims{1}, f.dtype).with_geometry({f.sizes, Dims::filled(f.sizes.n, 0), 0});
}

bool Chain::goes_with_put_off(const Call& call) const {
  return call.fusable.goes_with(calls_.back().fusable) && operands_ + operands_of(*call.op) < kMaxFusedOperands;
}

void Chain::put_args(const Call& call, Value* args) const {
  for (int a = 0; a < call.op->schema.num_args; ++a) {
    args[a] = args_[call.args + static_cast<uint32_t>(a)];
    if (args[a].kind == VJP_KIND_TENSOR) args[a].as.tensor = handle_of(at(args[a].as.integer).get());
  }
}

void Chain::make(uint32_t number) {
  Value args[kMaxCompositeArgs];
  put_args(calls_[number], args);
  results_[number].reset();  // what stood for it
  vjp::call(*calls_[number].op, args, &results_[number]);
}

void Chain::make_put_off() {
  const auto end = static_cast<uint32_t>(calls_.size()), first = end - num_put_off_;
  if (first == end) return;
  num_put_off_ = 0;
  operands_ = 0;
  std::vector<StretchCall> list;
  for (uint32_t k = first; k < end; ++k) {
    const bool read = last_[k] >= end || k + 1 == last_.size();
    list.push_back({calls_[k].op, args_.data() + calls_[k].args, k, &calls_[k].fusable, read});
  }
  if (const Stretch stretch = stretch_of(list); !stretch.outputs.empty())
    run(first, stretch);
  else
    for (uint32_t k = first; k < end; ++k) make(k);
  forget();
}

void Chain::run(uint32_t first, const Stretch& stretch) {
  const OperatorDevice host{Device()};
  std::vector<Tensor> inputs;
  for (int64_t number : stretch.inputs) inputs.push_back(at(number));
  std::vector<Tensor> stored = run_fused(stretch.program, inputs, stretch.scalars);
  for (size_t i = 0; i < stored.size(); ++i) results_[first + stretch.outputs[i]] = std::move(stored[i]);
  for (uint32_t k = first; k < first + stretch.count; ++k) {  // of the others that stays which stood for them
    const Call& call = calls_[k];
    count_call(*call.op);
    if (!call.fusable.recorded) continue;
    Value args[kMaxCompositeArgs];
    put_args(call, args);
    set_history(*results_[k].get(), OpNode::record(*call.op, args, {&results_[k], 1}, false, call.wanted), 0);
  }
}

// Results that no call reads any more; the last one is asked for.
void Chain::forget() {
  for (size_t k = 0; k < calls_.size(); ++k)
    if (last_[k] < calls_.size() && k + 1 != last_.size()) results_[k].reset();
}

Tensor Chain::finish() {
  make_put_off();
  return std::move(results_.back());
}

}  // namespace vjp::compile
