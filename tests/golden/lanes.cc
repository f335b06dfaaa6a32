#include "lanes.h"

#include <algorithm>
#include <cstring>

namespace golden {
namespace {

Tensor of_bytes(const std::vector<char>& bytes, vjp_tensor* like) {
  Tensor out;
  check(vjp_tensor_from_data(bytes.data(), vjp_tensor_shape(like), vjp_tensor_ndim(like), vjp_tensor_dtype(like),
                             out.out()),
        "lane");
  return out;
}

void shrink(std::vector<char>& bytes, vjp_dtype dtype) {
  if (bytes.empty() || (dtype != VJP_DTYPE_FLOAT64 && dtype != VJP_DTYPE_COMPLEX128)) return;
  std::vector<double> numbers(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  for (double& x : numbers) x *= 63.0 / 64;
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
}

void turn_round(std::vector<char>& bytes, size_t size) {
  for (size_t i = 0, j = bytes.size(); i + size < j; i += size)
    std::swap_ranges(bytes.begin() + static_cast<ptrdiff_t>(i), bytes.begin() + static_cast<ptrdiff_t>(i + size),
                     bytes.begin() + static_cast<ptrdiff_t>(j -= size));
}

}  // namespace

Tensor Lanes::variant(const Tensor& recorded, int lane) {
  if (!recorded) return {};
  std::vector<char> bytes = bytes_of(recorded.get());
  vjp_dtype dtype = vjp_tensor_dtype(recorded.get());
  if (lane == 1) turn_round(bytes, vjp_dtype_size(dtype));
  if (lane == 2) shrink(bytes, dtype);
  return of_bytes(bytes, recorded.get());
}

Lanes::Lanes(const Function& function) : function_(function), inputs_(function.make_inputs(false)) {
  for (size_t i = 0; i < inputs_.size(); ++i)
    tangents_.push_back(function.inputs()[i].grad && function.has("jvp") ? function.recorded("tan", i) : Tensor());
  cotangents_ = function.cotangents(false);
}

const Alone& Lanes::alone(const Choice& choice, int seed) {
  auto [place, is_new] = done_.try_emplace({choice, seed});
  Alone& out = place->second;
  if (!is_new) return out;
  auto inputs = [&] {
    std::vector<Tensor> x;
    for (size_t i = 0; i < choice.size(); ++i) x.push_back(input(i, choice[i]));
    return x;
  };
  try {
    std::vector<Tensor> x = inputs(), g;
    for (size_t i = 0; i < x.size(); ++i)
      if (function_.inputs()[i].grad) check(vjp_tensor_set_requires_grad(x[i].get(), true), "requires_grad");
    out.outputs = function_.evaluate(x);
    if (!function_.has("vjp")) return out;
    std::vector<Tensor> seeds;
    for (size_t i = 0; i < cotangents_.size(); ++i) seeds.push_back(cotangent(i, seed));
    out.gradients = function_.pull_back(x, out.outputs, seeds, false);
    if (!function_.has("jvp")) return out;
    GradMode off(false);
    check(vjp_forward_mode_enter(), "enter forward mode");
    struct Leave {
      ~Leave() { vjp_forward_mode_exit(); }
    } leave;
    x = inputs();
    for (size_t i = 0; i < x.size(); ++i) {
      Tensor t = tangent(i, choice[i]), dual;
      if (!t) continue;
      check(vjp_make_dual(x[i].get(), t.get(), dual.out()), "make_dual");
      x[i] = std::move(dual);
    }
    for (const Tensor& y : function_.evaluate(x)) {
      Tensor t;
      check(vjp_tensor_tangent(y.get(), t.out()), "tangent");
      out.tangents.push_back(std::move(t));
    }
  } catch (const Failure&) {
    out = Alone();
    out.fails = true;
  }
  return out;
}

int lane_of(const std::vector<Level>& levels, const std::vector<int64_t>& at, size_t i) {
  int64_t lane = 0;
  for (size_t l = 0; l < levels.size(); ++l)
    if (levels[l].has(i)) lane += at[l];
  return static_cast<int>(lane % kLanes);
}

int seed_of(const std::vector<int64_t>& at) {
  int64_t lane = 0;
  for (int64_t part : at) lane += part;
  return static_cast<int>(lane % kLanes);
}

namespace {

// `at` up to `level` is given.
Tensor batch_from(size_t level, const std::vector<int64_t>& sizes, const std::vector<int64_t>& dims,
                  std::vector<int64_t>& at, const std::function<Tensor(const std::vector<int64_t>&)>& lane) {
  if (level == sizes.size()) return lane(at);
  at[level] = 0;
  if (dims[level] < 0) return batch_from(level + 1, sizes, dims, at, lane);
  std::vector<Tensor> parts;
  // an empty batch is an empty part of a batch of one
  for (int64_t i = 0; i < std::max<int64_t>(sizes[level], 1); ++i) {
    at[level] = i;
    parts.push_back(batch_from(level + 1, sizes, dims, at, lane));
  }
  GradMode off(false);
  Tensor whole, out;
  check(vjp_stack(borrow(parts).data(), parts.size(), dims[level], whole.out()), "batch");
  if (sizes[level] != 0) return whole;
  check(vjp_narrow(whole.get(), dims[level], 0, 0, out.out()), "batch");
  return out;
}

}  // namespace

Tensor batch_of(const std::vector<int64_t>& sizes, const std::vector<int64_t>& dims,
                const std::function<Tensor(const std::vector<int64_t>&)>& lane) {
  std::vector<int64_t> at(sizes.size(), 0);
  return batch_from(0, sizes, dims, at, lane);
}

}  // namespace golden
