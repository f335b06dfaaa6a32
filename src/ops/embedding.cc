// Rows of a table whose norms are bounded, or whose gradients are averaged; bags of rows, each reduced to one.
#include "ops/functions/embedding.h"

#include "graph/batched.h"
#include "graph/meta.h"
#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_mask.h"
#include "ops/functions/index_reduce.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_norm.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/host_numbers.h"
#include "ops/index_common.h"
#include "ops/numbers.h"
#include "ops/sparse.h"

namespace vjp {

struct ScaleGradient : General {
  static constexpr Schema schema{"_scale_gradient(Tensor input, Tensor scale) -> Tensor"};
  static constexpr const char* doc = "A copy of input; `scale`, of as many dimensions, multiplies its derivatives.";
  static Tensor forward(const Tensor& input, const Tensor&) { return fresh_copy(input); }
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& scale) {
    const Tensor all = b.has(0) ? input : expand(unsqueeze(input, 0), led_by(b.size, input.sizes()));
    return _scale_gradient(all, b.has(1) ? scale : unsqueeze(scale, 0));
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"scale"> scale) -> Tensor { return mul(g, scale); }));
  static constexpr auto jvp = tangents([](Tangent<"input"> t, In<"scale"> scale) -> Tensor { return mul(t, scale); });
};
VJP_DEFINE(ScaleGradient);

namespace {

// Rows that are looked up and longer than max_norm become that long, in the table: no part of the history.
void bound_rows(const Tensor& weight, const Tensor& input, double max_norm, double norm_type) {
  NoGrad unrecorded;
  const Tensor table = detach(weight), index = flatten(input);
  const Tensor rows = index_select(table, 0, index);
  const Tensor norms = linalg_vector_norm(rows, norm_type, Dims{1}, true);
  // the field's formula, with which a row that is there already stays what it is
  const Tensor scale = where(gt(norms, max_norm), div(max_norm, add(norms, 1e-7)), full({}, 1, norms.dtype()));
  index_copy_(table, 0, index, mul(rows, scale));
}

// embedding, whose gradient is COO.
Tensor rows_taken(const Tensor& input, const Tensor& weight, std::optional<int64_t> padding_idx) {
  const Tensor rows = embedding(input, detach(weight), padding_idx);          // with its checks
  const Tensor index = clone(to(reshape(input, Dims{1, -1}), Dtype::Int64));  // the gradient's, whatever input becomes
  const SparseMembers places{Layout::Coo, false, index, {}, reshape(rows, Dims{input.numel(), weight.size(1)})};
  Tensor taken = reshape(values_at(weight, places), rows.sizes());
  if (!padding_idx) return taken;
  const int64_t row = *padding_idx < 0 ? *padding_idx + weight.size(0) : *padding_idx;
  return where(unsqueeze(ne(input, row), -1), taken, rows);
}

Tensor one_by_frequency(const Tensor& input, int64_t rows, Dtype dtype) {
  const Tensor index = flatten(input);
  const Tensor counts = _index_add_zeros(ones(index.sizes(), dtype), index, Dims{rows}, 0);
  return reshape(reciprocal(index_select(counts, 0, index)), input.sizes());
}

}  // namespace

struct EmbeddingMaxNorm : Composite {
  static constexpr Schema schema{
      "embedding.max_norm(Tensor input, Tensor weight, int? padding_idx=None, float? max_norm=None, float "
      "norm_type=2.0, bool scale_grad_by_freq=False, bool sparse=False) -> Tensor"};
  static constexpr const char* doc =
      "embedding; before, rows that are looked up and whose norm is above max_norm are scaled to it, in weight itself. "
      "scale_grad_by_freq: a row's gradient is divided by how often it is looked up. sparse: the gradient of weight is "
      "a "
      "COO tensor of the rows that are looked up.";
  static Tensor forward(const Tensor& input, const Tensor& weight, std::optional<int64_t> padding_idx,
                        std::optional<double> max_norm, double norm_type, bool scale_grad_by_freq, bool sparse) {
    if (max_norm && !(*max_norm >= 0))
      fail(VJP_ERROR_INVALID, "embedding: 'max_norm' is {}, expected 0 or more", *max_norm);
    if (max_norm && input.numel() > 0 && weight.ndim() == 2) bound_rows(weight, input, *max_norm, norm_type);
    const bool by_rows = sparse && requires_grad(weight) && !is_batched(input) && !is_batched(weight);
    const Tensor rows = by_rows ? rows_taken(input, weight, padding_idx) : embedding(input, weight, padding_idx);
    if (!scale_grad_by_freq || !is_differentiable(weight.dtype())) return rows;
    return _scale_gradient(rows, unsqueeze(one_by_frequency(input, weight.size(0), weight.dtype()), -1));
  }
};
VJP_DEFINE(EmbeddingMaxNorm);

namespace {

enum class Pooling { Sum, Mean, Max };

Pooling pooling_of(std::string_view name) {
  if (name == "sum") return Pooling::Sum;
  if (name == "mean") return Pooling::Mean;
  if (name == "max") return Pooling::Max;
  fail(VJP_ERROR_INVALID, "embedding_bag: 'mode' must be \"sum\", \"mean\" or \"max\", got \"{}\"", name);
}

// What a call was given, its rows looked up: `rows` [n, size], and which of them count (undefined: all).
struct Bags {
  Tensor rows, counts;

  // Rows that do not count, as `nothing`.
  Tensor rows_or(const Scalar& nothing) const {
    return counts ? masked_fill(rows, logical_not(unsqueeze(counts, -1)), nothing) : rows;
  }
  Tensor ones_where_counted() const {
    return counts ? to(counts, rows.dtype()) : ones(rows.sizes().first(rows.ndim() - 1), rows.dtype());
  }
};

// Bags of one size: rows [bags, each, size].
Tensor of_one_size(const Bags& b, Pooling mode) {
  const int64_t bags = b.rows.size(0), each = b.rows.size(1), size = b.rows.size(2);
  if (each == 0) return zeros(Dims{bags, size}, b.rows.dtype());
  if (mode != Pooling::Max) {
    const Tensor total = sum(b.rows_or(0), Dims{1});
    if (mode == Pooling::Sum) return total;
    return div(total, unsqueeze(clamp_min(sum(b.ones_where_counted(), Dims{1}), 1), -1));
  }
  const Tensor most = max_dim(b.rows_or(Scalar(-INFINITY)), 1)[0];
  return b.counts ? masked_fill(most, logical_not(any(unsqueeze(b.counts, -1), Dims{1})), 0) : most;
}

// For each of n positions the number of its bag, from 1; 0 before the first offset. A cumulative sum of marks.
Tensor bag_numbers(const Tensor& offsets, int64_t n) {
  const Tensor at = _index_add_zeros(ones(offsets.sizes(), Dtype::Int64), offsets, Dims{n + 1}, 0);
  return narrow(cumsum(at, 0), 0, 0, n);
}

// The first row of each bag that has its maximum, an element at a time: where the gradient goes.
Tensor maxima(const Bags& b, const Tensor& number, int64_t places) {
  const int64_t n = b.rows.size(0), size = b.rows.size(1);
  if (n == 0) return zeros(Dims{places, size}, b.rows.dtype());
  const Tensor rows = b.rows_or(Scalar(-INFINITY)), data = detach(rows);
  const Tensor index = expand(unsqueeze(number, -1), rows.sizes());
  const Tensor lowest = full(Dims{places, size}, -INFINITY, rows.dtype());
  const Tensor most = gather(scatter_reduce(lowest, 0, index, data, "amax"), 0, index);
  Tensor chosen = logical_or(eq(data, most), isnan(data));
  if (b.counts) chosen = logical_and(chosen, unsqueeze(b.counts, -1));
  const Tensor position = where(chosen, unsqueeze(arange(n), -1), full({}, n, Dtype::Int64));
  const Tensor none = full(Dims{places, size}, n, Dtype::Int64);
  const Tensor first = scatter_reduce(none, 0, index, position, "amin");
  return where(lt(first, n), gather(rows, 0, clamp_max(first, n - 1)), full({}, 0, rows.dtype()));
}

// Bags that begin at offsets: rows [n, size]. What lies before the first and behind the last is thrown away.
Tensor of_offsets(const Bags& b, Pooling mode, const Tensor& offsets, int64_t bags) {
  const int64_t n = b.rows.size(0), places = std::max(bags, offsets.numel()) + 1;
  const Tensor number = bag_numbers(offsets, n);
  if (mode == Pooling::Max) return narrow(maxima(b, number, places), 0, 1, bags);
  const Tensor total = narrow(_index_add_zeros(b.rows_or(0), number, Dims{places, b.rows.size(1)}, 0), 0, 1, bags);
  if (mode == Pooling::Sum) return total;
  const Tensor sizes = narrow(_index_add_zeros(b.ones_where_counted(), number, Dims{places}, 0), 0, 1, bags);
  return div(total, unsqueeze(clamp_min(sizes, 1), -1));
}

}  // namespace

struct EmbeddingBag : Composite {
  static constexpr Schema schema{
      "embedding_bag(Tensor input, Tensor weight, Tensor? offsets=None, float? max_norm=None, float norm_type=2.0, "
      "bool scale_grad_by_freq=False, str mode=\"mean\", bool sparse=False, *, Tensor? per_sample_weights=None, "
      "bool include_last_offset=False, int? padding_idx=None) -> Tensor"};
  static constexpr const char* doc =
      "Bags of rows of weight, each reduced by mode \"sum\", \"mean\" or \"max\". The bags are the rows of a matrix "
      "input, or begin at ascending offsets in a list; include_last_offset: the last offset is an end and begins none. "
      "Sums weigh each row by per_sample_weights. Rows padding_idx do not count. An empty bag gives zeros. max_norm, "
      "scale_grad_by_freq and sparse as in embedding.max_norm.";
  static Tensor forward(const Tensor& input, const Tensor& weight, const Tensor& offsets,
                        std::optional<double> max_norm, double norm_type, bool scale_grad_by_freq,
                        std::string_view mode, bool sparse, const Tensor& per_sample_weights, bool include_last_offset,
                        std::optional<int64_t> padding_idx) {
    const Pooling how = pooling_of(mode);
    if (sparse && how == Pooling::Max)
      fail(VJP_ERROR_INVALID, "embedding_bag: sparse is for mode \"sum\" and \"mean\", got \"max\"");
    check(input, weight, offsets, include_last_offset);
    check(how, scale_grad_by_freq, input, weight, per_sample_weights);
    Bags b{embedding_max_norm(input, weight, {}, max_norm, norm_type, scale_grad_by_freq, sparse), {}};
    if (padding_idx) b.counts = ne(input, wrapped(*padding_idx, weight.size(0)));
    if (per_sample_weights) b.rows = mul(b.rows, unsqueeze(per_sample_weights, -1));
    if (!offsets) return of_one_size(b, how);
    check_offsets(offsets, input.size(0));
    return of_offsets(b, how, offsets, offsets.size(0) - include_last_offset);
  }

 private:
  // That they ascend is asked where the host need not wait for them.
  static void check_offsets(const Tensor& offsets, int64_t n) {
    if (is_batched(offsets)) return;
    if (!offsets.device().is_cpu()) return void(checked_index(offsets, n + 1, "embedding_bag"));
    const std::vector<int64_t> all = host_numbers(offsets, "embedding_bag", "offsets");
    if (!all.empty() && all[0] != 0)
      fail(VJP_ERROR_INVALID, "embedding_bag: 'offsets' begins with {}, expected 0: no row is left out", all[0]);
    for (size_t i = 0; i < all.size(); ++i) {
      if (i && all[i] < all[i - 1])
        fail(VJP_ERROR_INVALID, "embedding_bag: 'offsets' must ascend, but {} comes after {}", all[i], all[i - 1]);
      if (all[i] > n) fail(VJP_ERROR_INVALID, "embedding_bag: 'offsets' has {}, but 'input' has {} rows", all[i], n);
    }
  }
  static int64_t wrapped(int64_t row, int64_t rows) {
    if (row < -rows || row >= rows)
      fail(VJP_ERROR_INVALID, "embedding_bag: 'padding_idx' is {}, but 'weight' has {} rows", row, rows);
    return row < 0 ? row + rows : row;
  }
  static void check(const Tensor& input, const Tensor& weight, const Tensor& offsets, bool include_last_offset) {
    if (weight.ndim() != 2)
      fail(VJP_ERROR_SHAPE, "embedding_bag: 'weight' has shape {}, expected a matrix [rows, size]", weight.sizes());
    if (input.ndim() != 1 && input.ndim() != 2)
      fail(VJP_ERROR_SHAPE, "embedding_bag: 'input' has shape {}, expected a list, or a matrix of a bag a row",
           input.sizes());
    if (input.ndim() == 2 && offsets)
      fail(VJP_ERROR_INVALID, "embedding_bag: 'offsets' is given, but each row of 'input' {} is a bag", input.sizes());
    if (input.ndim() == 1 && !offsets)
      fail(VJP_ERROR_INVALID, "embedding_bag: 'offsets' is needed: where the bags begin in 'input' {}", input.sizes());
    if (offsets && (offsets.ndim() != 1 || !is_integral(offsets.dtype()) || offsets.dtype() == Dtype::Bool))
      fail(VJP_ERROR_SHAPE, "embedding_bag: 'offsets' is {}, expected a list of integers", offsets);
    if (include_last_offset && (!offsets || offsets.size(0) == 0))
      fail(VJP_ERROR_INVALID, "embedding_bag: include_last_offset wants 'offsets' with one element or more");
  }
  static void check(Pooling mode, bool scale_grad_by_freq, const Tensor& input, const Tensor& weight,
                    const Tensor& per_sample_weights) {
    if (mode == Pooling::Max && scale_grad_by_freq)
      fail(VJP_ERROR_INVALID, "embedding_bag: scale_grad_by_freq is for mode \"sum\" and \"mean\", got \"max\"");
    if (!per_sample_weights) return;
    if (mode != Pooling::Sum)
      fail(VJP_ERROR_INVALID, "embedding_bag: 'per_sample_weights' is for mode \"sum\", got \"{}\"",
           mode == Pooling::Max ? "max" : "mean");
    if (!same(per_sample_weights.sizes(), input.sizes()))
      fail(VJP_ERROR_SHAPE, "embedding_bag: 'per_sample_weights' has shape {}, expected that of 'input', {}",
           per_sample_weights.sizes(), input.sizes());
    if (per_sample_weights.dtype() != weight.dtype())
      fail(VJP_ERROR_DTYPE, "embedding_bag: 'per_sample_weights' is {}, expected {}, as 'weight' is",
           per_sample_weights.dtype(), weight.dtype());
  }
};
VJP_DEFINE(EmbeddingBag);

}  // namespace vjp
