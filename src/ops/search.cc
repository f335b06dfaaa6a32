// Places: of values in sorted sequences, of classes in rows.
#include "ops/functions/search.h"

#include "base/parallel.h"
#include "base/untraced.h"
#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/view_shape.h"
#include "ops/index_common.h"
#include "ops/internal.h"

namespace vjp {
namespace {

// ---- places in a sorted sequence ----

bool from_the_right(bool right, const std::optional<std::string_view>& side) {
  if (!side) return right;
  if (*side != "left" && *side != "right")
    fail(VJP_ERROR_INVALID, "searchsorted: 'side' must be \"left\" or \"right\", got \"{}\"", *side);
  if (right && *side == "left")
    fail(VJP_ERROR_INVALID, "searchsorted: 'side' is \"left\", but 'right' is true: they contradict each other");
  return *side == "right";
}

// The largest power of two that is not above n; 0 of none. Everywhere the same steps are made, so that even in a
// sequence that is not sorted all find the same place.
int64_t first_step(int64_t n) {
  int64_t step = n > 0;
  while (2 * step <= n && step) step *= 2;
  return step;
}

// NaN counts as the largest, as in sort.
template <class T>
void search_rows(const Tensor& sequence, const Tensor& values, bool right, int64_t* place) {
  const int64_t n = sequence.ndim() ? sequence.size(-1) : 0, across = sequence.ndim() > 1 ? values.size(-1) : 0;
  const T *rows = sequence.data<T>(), *value = values.data<T>();
  parallel_for(0, values.numel(), 1024, [&](int64_t from, int64_t till) {
    for (int64_t i = from; i < till; ++i) {
      const T *row = across ? rows + i / across * n : rows, x = value[i];
      const auto before = [&](T e) { return (right ? e <= x : e < x) || (x != x && (right || e == e)); };
      int64_t at = 0;
      for (int64_t step = first_step(n); step > 0; step /= 2)
        if (at + step <= n && before(row[at + step - 1])) at += step;
      place[i] = at;
    }
  });
}

// The same by operators.
Tensor search_on_device(const Tensor& sequence, const Tensor& values, bool right) {
  const int64_t n = sequence.size(-1);
  Tensor place = zeros(values.sizes(), Dtype::Int64);
  for (int64_t step = first_step(n); step > 0; step /= 2) {
    const Tensor next = add(place, step), at = clamp_max(sub(next, 1), n - 1);
    const Tensor there =
        sequence.ndim() > 1 ? gather(sequence, -1, at) : reshape(index_select(sequence, 0, flatten(at)), at.sizes());
    const Tensor unknown = right ? isnan(values) : logical_and(isnan(values), logical_not(isnan(there)));
    const Tensor before = logical_or(right ? le(there, values) : lt(there, values), unknown);
    place = where(logical_and(before, le(next, n)), next, place);
  }
  return place;
}

Tensor operand_tensor(const Operand& o) { return o.is_tensor() ? o.tensor() : wrapped_number(o.number()); }

Tensor places(const char* op, const Tensor& given, const Operand& input, bool out_int32, bool right) {
  const Tensor asked = operand_tensor(input);
  if (is_complex(given.dtype()) || is_complex(asked.dtype()))
    fail(VJP_ERROR_DTYPE, "{}: complex numbers have no order", op);
  if (given.ndim() == 0) fail(VJP_ERROR_SHAPE, "{}: a sequence without dimensions has no order", op);
  bool fits = given.ndim() == 1 || given.ndim() == asked.ndim();
  for (int d = 0; fits && d + 1 < given.ndim(); ++d) fits = given.size(d) == asked.size(d);
  if (!fits) {
    fail(VJP_ERROR_SHAPE, "{}: rows of shape {} do not fit values of {}: all sizes but the last must be equal", op,
         given.sizes(), asked.sizes());
  }
  const bool whole = is_integral(given.dtype()) && is_integral(asked.dtype());
  const Dtype common = whole ? Dtype::Int64 : Dtype::Float64;
  const Tensor sequence = contiguous(to(given, common)), values = contiguous(to(asked, common));
  Tensor out;
  if (sequence.device().is_cpu()) {
    out = Tensor::empty(values.sizes(), Dtype::Int64);
    (whole ? search_rows<int64_t> : search_rows<double>)(sequence, values, right, out.data<int64_t>());
  } else {
    out = search_on_device(sequence, values, right);
  }
  return out_int32 ? to(out, Dtype::Int32) : out;
}

}  // namespace

struct SearchSorted : CreationOp {
  static constexpr Schema schema{
      "searchsorted(Tensor sorted_sequence, Operand input, *, bool out_int32=False, bool right=False, str? side=None, "
      "Tensor? sorter=None) -> Tensor"};
  static constexpr const char* doc =
      "Where the elements of input would stand in rows in ascending order, one row or one for each of input's: before "
      "equal elements, or behind them if right is true or side is \"right\". sorter: the positions that sort the rows.";
  static Tensor forward(const Tensor& sorted_sequence, const Operand& input, bool out_int32, bool right,
                        const std::optional<std::string_view>& side, const std::optional<Tensor>& sorter) {
    Tensor rows = sorted_sequence;
    if (sorter) {
      if (!same(sorter->sizes(), rows.sizes())) {
        fail(VJP_ERROR_SHAPE, "searchsorted: 'sorter' has shape {}, expected that of the sequence, {}", sorter->sizes(),
             rows.sizes());
      }
      rows = gather(rows, -1, *sorter);
    }
    return places("searchsorted", rows, input, out_int32, from_the_right(right, side));
  }
  static Tensor batch(const Batch& b, const Tensor& sorted_sequence, const Operand& input, bool out_int32, bool right,
                      const std::optional<std::string_view>& side, const std::optional<Tensor>& sorter) {
    const bool behind = from_the_right(right, side);
    Tensor rows = sorted_sequence;
    if (sorter) rows = gather(with_batch(b, 0, rows), -1, with_batch(b, 5, *sorter));
    const bool shared = rows.ndim() == 1;  // one sequence for all
    if (!shared && !sorter) rows = with_batch(b, 0, rows);
    Tensor values = operand_tensor(input);
    if (!shared) values = with_batch(b, 1, values);
    const Tensor lines = rows.ndim() == 2 ? reshape(values, Dims{b.size, -1}) : values;
    return reshape(searchsorted(rows, lines, out_int32, behind), values.sizes());
  }
};
VJP_DEFINE(SearchSorted);

struct OneHot : CreationOp {
  static constexpr Schema schema{"one_hot(Tensor input, int num_classes=-1) -> Tensor"};
  static constexpr const char* doc =
      "For each class from 0 to before num_classes a row of zeros with a 1 at its place, int64; -1: as many as there "
      "are.";
  static Tensor forward(const Tensor& input, int64_t num_classes) {
    if (num_classes < -1 || num_classes == 0 || (num_classes == -1 && input.numel() == 0)) {
      fail(VJP_ERROR_INVALID,
           "one_hot: 'num_classes' is {} for an input of {} elements, expected 1 or more, or -1 for as many as there "
           "are",
           num_classes, input.numel());
    }
    if (num_classes == -1) note_untraced_shape("one_hot");
    const int64_t classes = num_classes == -1 ? to(amax(input), Dtype::Int64).item().to_int() + 1 : num_classes;
    Dims sizes(input.sizes());
    sizes.push_back(classes);
    const Tensor out = zeros(sizes, Dtype::Int64), index = checked_index(input, classes, "one_hot");
    if (out.numel() > 0) scatter_value_(out, -1, unsqueeze(to(index, Dtype::Int64), -1), 1);
    return out;
  }
  static Tensor batch(const Batch&, const Tensor& input, int64_t num_classes) {
    if (num_classes == -1)
      fail(VJP_ERROR_STATE,
           "one_hot: inside vmap the number of classes would differ from sample to sample; give "
           "'num_classes'");
    return one_hot(input, num_classes);
  }
};
VJP_DEFINE(OneHot);

}  // namespace vjp
