#include "ops/autocast.h"

#include <algorithm>

#include "base/error.h"
#include "base/thread_context.h"
#include "device/captures.h"
#include "graph/meta.h"
#include "ops/functions/copy.h"
#include "ops/handler.h"

namespace vjp {
namespace {

bool is_lower(Dtype d) { return d == Dtype::Float16 || d == Dtype::BFloat16; }

// The arguments of one call: those that autocast concerns, and what they become.
class CastArgs {
 public:
  CastArgs(const OpDef& op, const Value* args, AutocastRegion& region) : op_(op), region_(region) {
    std::copy(args, args + op.schema.num_args, values_);
  }

  const Value* values() const { return values_; }

  // Calls f(tensor) for each tensor that may be cast.
  template <class F>
  void each(F&& f) const {
    for (int a = 0; a < op_.schema.num_args; ++a) {
      if (op_.schema.is_list(a)) {
        for (const Tensor& t : Unbox<TensorList>::get(values_[a]))
          if (concerns(t)) f(t);
      } else if (values_[a].kind == VJP_KIND_TENSOR && concerns(as_tensor(values_[a].as.tensor))) {
        f(as_tensor(values_[a].as.tensor));
      }
    }
  }

  // dtype_of(tensor): what it is to become.
  template <class F>
  void cast(F&& dtype_of) {
    for (int a = 0; a < op_.schema.num_args; ++a) {
      if (op_.schema.is_list(a)) {
        TensorList given = Unbox<TensorList>::get(values_[a]);
        std::vector<Tensor>& list = lists_[a];
        list.assign(given.begin(), given.end());
        for (Tensor& t : list) replace(t, dtype_of);
        values_[a] = box(list);
      } else if (values_[a].kind == VJP_KIND_TENSOR) {
        tensors_[a] = as_tensor(values_[a].as.tensor);
        replace(tensors_[a], dtype_of);
        values_[a] = box(tensors_[a]);
      }
    }
  }

 private:
  bool concerns(const Tensor& t) const {
    return t && is_floating(t.dtype()) && t.dtype() != Dtype::Float64 &&
           region_.settings().dtypes[static_cast<int>(t.device().type)] != Dtype::None;
  }
  template <class F>
  void replace(Tensor& t, F&& dtype_of) {
    if (concerns(t)) t = region_.cast(t, dtype_of(t));
  }

  const OpDef& op_;
  AutocastRegion& region_;
  Value values_[Schema::kMaxArgs];
  Tensor tensors_[Schema::kMaxArgs];
  std::vector<Tensor> lists_[Schema::kMaxArgs];
};

// Whether the caller said which dtype the result is to have.
bool dtype_is_given(const OpDef& op, const Value* args) {
  for (int a = 0; a < op.schema.num_args; ++a)
    if (op.schema.args[a].type == ArgType::Dtype && args[a].kind == VJP_KIND_DTYPE) return true;
  return false;
}

// Whether what is enqueued for the device now becomes part of a graph: a cast from before would be left out of its
// replays, and one that is made now has no value yet (spec GF-7).
bool is_captured(Device device) {
  return capture_underway() && !device.is_cpu() && capture_of(current_stream(device)) != 0;
}

}  // namespace

bool AutocastSettings::any() const {
  return std::any_of(std::begin(dtypes), std::end(dtypes), [](Dtype d) { return d != Dtype::None; });
}

namespace {
VJP_THREAD_SLOT(AutocastRegion*, innermost, kTravelsInCall) = nullptr;
}

AutocastSettings AutocastSettings::of_this_thread() {
  const AutocastRegion* region = innermost;
  return region && (mode_word & kModeAutocast) ? region->settings() : AutocastSettings();
}

AutocastRegion::AutocastRegion(const AutocastSettings& settings)
    : settings_(settings),
      outer_(innermost),
      outermost_(outer_ ? outer_->outermost_ : this),
      former_mode_(mode_word & kModeAutocast) {
  innermost = this;
  mode_word = (mode_word & ~uint32_t{kModeAutocast}) | (settings.any() ? uint32_t{kModeAutocast} : 0);
}

AutocastRegion::~AutocastRegion() {
  innermost = outer_;
  mode_word = (mode_word & ~uint32_t{kModeAutocast}) | former_mode_;
}

Tensor AutocastRegion::cast(const Tensor& t, Dtype dtype) {
  if (t.dtype() == dtype) return t;
  const bool keep = settings_.cache && is_lower(dtype) && is_leaf(*t.get()) && t->requires_grad && !t->is_view &&
                    !(mode_word & (kModeForward | kModeInference)) && !is_captured(t.device());
  if (!keep) return to(t, dtype);
  Cast& known = outermost_->casts_[t.get()];
  const uint32_t version = t->version().load(std::memory_order_relaxed);
  const bool fits = known.result && known.result.dtype() == dtype && known.version == version &&
                    known.storage.get() == t->storage.get() && same(known.result.sizes(), t.sizes());
  if (!fits || (grad_enabled() && !known.recorded)) known = {t, to(t, dtype), t->storage, version, grad_enabled()};
  return known.result;
}

namespace {

// The operator on cast arguments, outside of the region.
void run_on_cast_arguments(OpCall& call) {
  const OpDef& op = call.op;
  if (op.autocast == Autocast::None || (op.autocast == Autocast::Float32 && dtype_is_given(op, call.args))) {
    next(call);
    return;
  }
  AutocastRegion& region = *innermost;
  ModeGuard outside(0, kModeAutocast);
  CastArgs own(op, call.args, region);
  switch (op.autocast) {
    case Autocast::Lower:
      own.cast([&](const Tensor& t) { return region.settings().dtypes[static_cast<int>(t.device().type)]; });
      break;
    case Autocast::Widest: {
      Dtype widest = Dtype::None;
      own.each(
          [&](const Tensor& t) { widest = widest == Dtype::None || widest == t.dtype() ? t.dtype() : Dtype::Float32; });
      own.cast([&](const Tensor&) { return widest; });
      break;
    }
    default:
      own.cast([](const Tensor&) { return Dtype::Float32; });
  }
  CallWith cast(call, own.values());
  next(call);
}

VJP_HANDLER(autocast, kModeAutocast, only(Form::Functional), false, run_on_cast_arguments);

}  // namespace

}  // namespace vjp
