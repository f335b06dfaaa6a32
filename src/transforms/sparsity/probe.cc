#include "transforms/sparsity/probe.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/grad_call.h"
#include "graph/meta.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/internal.h"

namespace vjp {
namespace {

// What is run here belongs to nobody's graph.
struct Probing : ModeGuard {
  Probing()
      : ModeGuard(kModeForwardOff, kModeNoGrad | kModeForward | kModeInference | kModePackSaved | kModeAutocast |
                                       kModeRecordCuts | kModeInterceptCalls | kModeObserveOps) {}
};

enum class Code { Zeros, Ones, Positions, Random };

// A fixed number in [1, 2) for each position.
double random_at(int64_t position) {
  uint64_t h = static_cast<uint64_t>(position) + 0x9e3779b97f4a7c15;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9;
  h = (h ^ h >> 27) * 0x94d049bb133111eb;
  return 1 + static_cast<double>((h ^ h >> 31) >> 11) * 0x1p-53;
}
double coded(Code code, int64_t position) {
  switch (code) {
    case Code::Zeros:
      return 0;
    case Code::Ones:
      return 1;
    case Code::Positions:
      return static_cast<double>(position + 1);
    default:
      return random_at(position);
  }
}

// A tensor as `like`, of the codes from position `first` on.
Tensor coded_tensor(const Tensor& like, Code code, int64_t first) {
  std::vector<double> values(static_cast<size_t>(like.numel()));
  for (size_t i = 0; i < values.size(); ++i) values[i] = coded(code, first + static_cast<int64_t>(i));
  return tensor_of(values, like);
}

// The arguments with codes in the place of those that move.
class Coded {
 public:
  Coded(const OpDef& op, const Value* args, uint32_t moved, Code code)
      : lists_(static_cast<size_t>(op.schema.num_args)) {
    std::copy(args, args + op.schema.num_args, values_);
    for (int a = 0; a < op.schema.num_args; ++a) {
      if (values_[a].kind == VJP_KIND_DTYPE) values_[a] = box(Dtype::Float64);
      if (!(moved >> a & 1)) continue;
      std::vector<Tensor>& own = lists_[static_cast<size_t>(a)];
      if (values_[a].kind == VJP_KIND_TENSOR) {
        own.push_back(code_of(as_tensor(args[a].as.tensor), code));
        values_[a] = box(own[0]);
      } else if (values_[a].kind == VJP_KIND_TENSOR_LIST) {
        for (const Tensor& t : Unbox<TensorList>::get(args[a])) own.push_back(t ? code_of(t, code) : t);
        values_[a] = box(own);
      }
    }
  }
  const Value* values() const { return values_; }
  int64_t count() const { return count_; }
  template <class F>
  void each(F&& f) {
    for (std::vector<Tensor>& list : lists_)
      for (Tensor& t : list)
        if (t) f(t);
  }

 private:
  Tensor code_of(const Tensor& like, Code code) {
    const int64_t first = count_;
    count_ += like.numel();
    return coded_tensor(like, code, first);
  }

  Value values_[Schema::kMaxArgs];
  std::vector<std::vector<Tensor>> lists_;
  int64_t count_ = 0;
};

using Runs = std::array<std::vector<std::vector<double>>, 4>;  // by Code; a vector of values a tensor

// From values of the four runs: which position stands at each place. Nothing where one is no single position.
std::optional<std::vector<int64_t>> decoded(const Runs& runs, size_t tensor, int64_t positions) {
  const auto at = [&](Code code, size_t i) {
    return runs[static_cast<size_t>(code)][tensor][i] - runs[static_cast<size_t>(Code::Zeros)][tensor][i];
  };
  std::vector<int64_t> out(runs[0][tensor].size(), kNowhere);
  for (size_t i = 0; i < out.size(); ++i) {
    const double factor = at(Code::Ones, i), position = at(Code::Positions, i), random = at(Code::Random, i);
    if (factor == 0) {
      if (position != 0 || random != 0) return std::nullopt;
      continue;
    }
    const double source = std::round(position / factor);
    if (!(source >= 1 && source <= static_cast<double>(positions))) return std::nullopt;
    out[i] = static_cast<int64_t>(source) - 1;
    if (!(std::abs(random / factor - random_at(out[i])) < 1e-9)) return std::nullopt;
  }
  return out;
}

std::vector<Tensor> run(const OpDef& op, const Value* args) {
  std::vector<Tensor> outs(static_cast<size_t>(op.schema.num_outputs));
  call(op, args, outs.data());
  return outs;
}

std::optional<Moves> probe_forward(const OpDef& op, const Value* args, uint32_t moved) {
  Runs runs;
  int64_t count = 0;
  for (Code code : {Code::Zeros, Code::Ones, Code::Positions, Code::Random}) {
    Coded coded(op, args, moved, code);
    count = coded.count();
    for (const Tensor& t : run(op, coded.values())) runs[static_cast<size_t>(code)].push_back(values_on_host(t));
  }
  Moves moves{true, {}, {}};
  for (size_t r = 0; r < runs[0].size(); ++r) {
    auto sources = decoded(runs, r, count);
    if (!sources) return std::nullopt;
    moves.sources.push_back(std::move(*sources));
  }
  return moves;
}

// The gradients of the moved arguments, for coded gradients of the results.
std::vector<double> adjoint(const OpDef& op, const Value* args, uint32_t moved, Code code, int64_t& positions) {
  Coded inputs(op, args, moved, Code::Zeros);
  inputs.each([](Tensor& t) { set_requires_grad(*t.get(), true); });
  std::vector<Tensor> outs = run(op, inputs.values());
  GradCall grad({.allow_unused = true, .materialize = true});
  positions = 0;
  for (const Tensor& t : outs) {
    if (requires_grad(t)) grad.add_root(t, coded_tensor(t, code, positions));
    positions += t.numel();
  }
  inputs.each([&](Tensor& t) { grad.add_input(t); });
  grad.run();
  std::vector<double> all;
  for (const Tensor& g : grad.take_results()) {
    std::vector<double> values = values_on_host(g);
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

std::optional<Moves> probe_adjoint(const OpDef& op, const Value* args, uint32_t moved) {
  Runs runs;
  int64_t positions = 0;
  for (Code code : {Code::Zeros, Code::Ones, Code::Positions, Code::Random})
    runs[static_cast<size_t>(code)].push_back(adjoint(op, args, moved, code, positions));
  auto targets = decoded(runs, 0, positions);
  if (!targets) return std::nullopt;
  return Moves{false, {}, std::move(*targets)};
}

}  // namespace

std::vector<double> values_on_host(const Tensor& t) {
  NoGrad off;
  Tensor host = t.device().is_cpu() ? t : copied_to(t, Device{}, false);
  host = fresh_copy(to(host, Dtype::Float64));
  std::vector<double> out(static_cast<size_t>(host.numel()));
  if (!out.empty()) std::memcpy(out.data(), host.raw(), out.size() * sizeof(double));
  return out;
}

Tensor tensor_of(const std::vector<double>& values, const Tensor& like) {
  OperatorDevice host{Device{}};
  Tensor out = Tensor::empty(like.sizes(), Dtype::Float64);
  std::ranges::copy(values, out.data<double>());
  return like.device().is_cpu() ? out : copied_to(out, like.device(), false);
}

std::optional<Moves> probe(const OpDef& op, const Value* args, uint32_t moved) {
  Probing quiet;
  {
    NoGrad off;
    if (auto moves = probe_forward(op, args, moved)) return moves;
  }
  return probe_adjoint(op, args, moved);
}

}  // namespace vjp
