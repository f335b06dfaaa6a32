// Calls of public operators with sparse tensors: the operators there are, and what they do.
#include "ops/sparse_calls.h"

#include <algorithm>

#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/device_copy.h"
#include "ops/functions/index_mask.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/geometry.h"
#include "ops/numbers.h"
#include "ops/reduction.h"
#include "ops/tape.h"

namespace vjp {
namespace {

Tensor make_like(const SparseMembers& m, const Tensor& values, IntSpan sizes) {
  return remade(m.layout, m.coalesced, m.first, m.second, values, sizes);
}

// Members whose values may be used one by one: of what has derivatives each place once.
struct Parts {
  explicit Parts(const Tensor& t) : tensor(derivatives_followed() ? coalesce(t) : t), m(members_of(tensor)) {
    values = m.coalesced ? values_of(tensor) : raw_values(tensor);
  }
  Tensor tensor;
  SparseMembers m;
  Tensor values;
};

Tensor operand(const OpCall& call, int arg) {
  const Value& v = call.args[arg];
  return v.kind == VJP_KIND_TENSOR ? as_tensor(v.as.tensor) : Tensor();
}

Dtype promoted(const Operand& a, const Operand& b) {
  Promotion promotion;
  promotion.add(a), promotion.add(b);
  return promotion.result();
}

// ---- one tensor, a value at a time: what keeps 0 ----

Tensor on_values(const OpCall& call) {
  const Parts p(operand(call, 0));
  Value args[Schema::kMaxArgs];
  std::copy(call.args, call.args + call.op.schema.num_args, args);
  args[0] = box(p.values);
  return make_like(p.m, call1(call.op, args), p.tensor.sizes());
}
// The same where f(a + b) is not f(a) + f(b).
Tensor on_coalesced(const OpCall& call) {
  const Tensor t = coalesce(operand(call, 0));
  Value args[Schema::kMaxArgs];
  std::copy(call.args, call.args + call.op.schema.num_args, args);
  const Tensor values = values_of(t);
  args[0] = box(values);
  return with_values(t, call1(call.op, args));
}

Tensor moved(const OpCall& call) {
  const Parts p(operand(call, 0));
  Value args[Schema::kMaxArgs];
  std::copy(call.args, call.args + call.op.schema.num_args, args);
  args[0] = box(p.values);
  const Tensor values = call1(call.op, args);
  const auto there = [&](const Tensor& t) { return t ? to_device(t, values.device()) : t; };
  return remade(p.m.layout, p.m.coalesced, there(p.m.first), there(p.m.second), values, p.tensor.sizes());
}

Tensor without_values(const OpCall& call) {
  const Tensor t = operand(call, 0);
  const SparseMembers& m = members_of(t);
  const bool converts = call.op.schema.num_args > 1 && call.args[1].kind == VJP_KIND_DTYPE;
  const Tensor own = narrow(m.values, 0, 0, 0);
  const Tensor none = converts ? to(own, static_cast<Dtype>(call.args[1].as.integer)) : own;
  if (m.layout == Layout::Coo) return make_like({m.layout, true, narrow(m.first, 1, 0, 0), {}, {}}, none, t.sizes());
  return make_like({m.layout, true, zeros_like(m.first), narrow(m.second, 0, 0, 0), {}}, none, t.sizes());
}

// In the layout of a sparse tensor of its sizes.
Tensor as_written(const Tensor& t, const Tensor& target) {
  const SparseMembers& m = members_of(target);
  return to_layout(t, m.layout, m.layout == Layout::Coo ? m.sparse_dims() : -1,
                   is_blocked(m.layout) ? m.values.sizes().subspan(1) : IntSpan());
}

// ---- sums of two ----

Tensor sum_of_positions(const Parts& a, const Parts& b, const Tensor& b_values) {
  const Tensor positions[] = {a.m.first, b.m.first}, values[] = {a.values, b_values};
  return remade(Layout::Coo, false, cat(positions, 1), {}, cat(values), a.tensor.sizes());
}

Tensor sum_of_sparse(const char* op, const Tensor& a, const Tensor& b, const Value& factor, bool minus) {
  if (!same(a.sizes(), b.sizes()))
    fail(VJP_ERROR_SHAPE, "{}: 'other' is {}, but 'input' {}; sparse tensors are not broadcast", op, b, a);
  const Dtype dtype = promoted(a, b);
  if (minus) refuse_bools(op, dtype, "bitwise_xor");
  const Scalar alpha = factor_of(factor, dtype, op, "alpha");
  const Tensor x = to(a, dtype), y = to(b, dtype);
  const auto scaled = [&](const Tensor& v) {
    const Tensor times = alpha.to_complex() == 1.0 ? v : to(mul(v, alpha), dtype);
    return minus ? neg(times) : times;
  };
  const Layout layout = layout_of(x);
  if (is_compressed(layout) && same_pattern(members_of(x), members_of(y)))
    return with_values(x, add(values_of(x), scaled(values_of(y))));
  const int dims = layout == Layout::Coo ? members_of(x).sparse_dims() : 2;
  const Parts left(to_layout(x, Layout::Coo, dims)), right(to_layout(y, Layout::Coo, dims));
  const Tensor all = sum_of_positions(left, right, scaled(right.values));
  return layout == Layout::Coo ? all : as_written(all, x);
}

Tensor added(const OpCall& call) {
  const Tensor a = operand(call, 0), b = operand(call, 1);
  const char* name = call.op.schema.name.data();
  const bool minus = call.op.schema.name == "sub";
  const Value alpha = call.op.schema.num_args > 2 ? call.args[2] : box(1);
  if (!a || !b) fail(VJP_ERROR_INVALID, "{}: a number would fill all of {}; use to_dense", name, a ? a : b);
  return is_sparse(a) && is_sparse(b) ? sum_of_sparse(name, a, b, alpha, minus) : of_dense(call);
}

// ---- products of elements ----

// The elements of a strided tensor, as far as they are broadcast, at the places of a sparse one.
Tensor strided_at(const Tensor& strided, const SparseMembers& m, IntSpan sizes) {
  if (same(strided.sizes(), sizes) || is_blocked(m.layout) || m.sparse_dims() != static_cast<int>(sizes.size()))
    return index_select(by_places(expand(strided, sizes), m), 0, keys_of(m, sizes));
  Tensor key = zeros(Dims{m.values.size(0)}, Dtype::Int64);
  const int lead = static_cast<int>(sizes.size()) - strided.ndim();
  const auto coordinate = [&, both = is_compressed(m.layout) ? coordinates_of(m) : Coordinates()](int d) {
    return both.row ? (d ? both.column : both.row) : select(m.first, 0, d);
  };
  for (int d = 0; d < strided.ndim(); ++d) {
    if (strided.size(d) == 1) continue;
    key = add(mul(key, strided.size(d)), coordinate(lead + d));
  }
  return index_select(flatten(strided), 0, key);
}

Tensor product_of_sparse(const Tensor& a, const Tensor& b) {
  const Tensor x = coalesce(a), y = coalesce(b);
  if (same_pattern(members_of(x), members_of(y))) return with_values(x, mul(values_of(x), values_of(y)));
  const Tensor u = coalesce(to_layout(x, Layout::Coo)), other = coalesce(to_layout(y, Layout::Coo));
  const SparseMembers m = members_of(u);
  const Tensor values = mul(values_of(u), values_of(sparse_mask(other, u)));
  if (other.numel() == 0 || members_of(other).sparse_dims() != m.sparse_dims()) return with_values(u, values);
  const Tensor both = found_in(keys_of(members_of(other), b.sizes()), keys_of(m, a.sizes()));
  const Tensor kept = flatten(nonzero(ge(both, 0)));
  const Tensor part =
      remade(Layout::Coo, true, index_select(m.first, 1, kept), {}, index_select(values, 0, kept), a.sizes());
  return layout_of(x) == Layout::Coo ? part : as_written(part, x);
}

Tensor multiplied(const OpCall& call) {
  const char* name = call.op.schema.name.data();
  const bool quotient = call.op.schema.name != "mul";
  Operand a = Unbox<Operand>::get(call.args[0]), b = Unbox<Operand>::get(call.args[1]);
  if (!quotient && !(a.is_tensor() && is_sparse(a.tensor()))) std::swap(a, b);
  if (!a.is_tensor() || !is_sparse(a.tensor()))
    refuse_layout(name, "other", b.tensor(), "a number or a strided tensor");
  const auto apply = [&](const Tensor& v, const Operand& by) { return quotient ? div(v, by) : mul(v, by); };
  // values have another number of dimensions than the tensors, which say what they become
  const Dtype both = promoted(a, b), dtype = quotient && is_integral(both) ? Dtype::Float32 : both;
  const Tensor own = to(a.tensor(), dtype);
  const Tensor other = b.is_tensor() ? to(b.tensor(), dtype) : Tensor();
  if (other) b = other;
  const bool one_number = !other || (!is_sparse(other) && other.ndim() == 0);
  if (one_number) {
    const Parts p(own);
    return make_like(p.m, apply(p.values, b), p.tensor.sizes());
  }
  const Tensor t = coalesce(own);
  if (!broadcasts_to(other.sizes(), t.sizes()))
    fail(VJP_ERROR_SHAPE, "{}: {} does not broadcast to the sparse {}", name, other, t);
  if (is_sparse(other)) {
    if (quotient || !same(other.sizes(), t.sizes()))
      refuse_layout(name, "other", other, quotient ? "a number or a strided tensor" : "the sizes of 'input'");
    return product_of_sparse(t, other);
  }
  return with_values(t, apply(values_of(t), strided_at(other, members_of(t), t.sizes())));
}

// ---- sums over dimensions ----

Tensor summed(const OpCall& call) {
  const Parts p(operand(call, 0));
  const Tensor& t = p.tensor;
  const bool counts = is_integral(t.dtype()) && call.args[3].kind != VJP_KIND_DTYPE;
  const auto given = static_cast<Dtype>(call.args[3].kind == VJP_KIND_DTYPE ? call.args[3].as.integer : 0);
  const Dtype dtype = counts ? Dtype::Int64 : given;
  const bool keep = Unbox<bool>::get(call.args[2]);
  const bool whole = call.args[1].kind == VJP_KIND_NONE || call.args[1].count == 0;
  if (whole && !keep) return sum(p.values, {}, false, dtype);
  const uint32_t gone = reduced_dims(t.ndim(), whole ? IntSpan() : Unbox<IntSpan>::get(call.args[1]), "sum");
  const Tensor coo = coalesce(to_layout(t, Layout::Coo));
  const SparseMembers& m = members_of(coo);
  Dims dense, sizes;
  std::vector<Tensor> rows;
  for (int d = 0; d < t.ndim(); ++d) {
    const bool sum_here = gone >> d & 1;
    if (d >= m.sparse_dims() && sum_here) dense.push_back(d - m.sparse_dims() + 1);
    if (!sum_here || keep) sizes.push_back(sum_here ? 1 : t.size(d));
    if (d >= m.sparse_dims()) continue;
    if (!sum_here)
      rows.push_back(select(m.first, 0, d));
    else if (keep)
      rows.push_back(zeros(Dims{m.first.size(1)}, Dtype::Int64));
  }
  const bool all_gone = (~gone & ((1u << m.sparse_dims()) - 1)) == 0;
  if (all_gone) dense.push_back(0);
  Tensor values = values_of(coo);
  values = dense.n ? sum(values, dense, keep && !all_gone, dtype) : dtype == Dtype::None ? values : to(values, dtype);
  if (all_gone) return reshape(values, sizes);
  const Tensor sums = remade(Layout::Coo, false, stack(rows), {}, values, sizes);
  return layout_of(t) == Layout::Coo ? coalesce(sums) : keep ? to_layout(sums, layout_of(t)) : coalesce(sums);
}

// ---- turned ----

Tensor turned(const Tensor& t, int64_t dim0, int64_t dim1) {
  const int a = wrap_dim(dim0, t.ndim(), "transpose"), b = wrap_dim(dim1, t.ndim(), "transpose");
  if (a == b) return t;
  const Parts p(t);
  const SparseMembers& m = p.m;
  Dims sizes(t.sizes());
  std::swap(sizes[a], sizes[b]);
  if (m.layout == Layout::Coo) {
    const int dims = m.sparse_dims();
    if ((a < dims) != (b < dims))
      fail(VJP_ERROR_INVALID, "transpose: dimensions {} and {} of {}: one is sparse, the other dense", a, b, t);
    if (a >= dims) return make_like(m, transpose(p.values, a - dims + 1, b - dims + 1), sizes);
    std::vector<Tensor> rows = unbind(m.first, 0);
    std::swap(rows[static_cast<size_t>(a)], rows[static_cast<size_t>(b)]);
    return remade(m.layout, false, stack(rows), {}, p.values, sizes);
  }
  static constexpr Layout kOther[] = {Layout::Strided, Layout::Coo, Layout::Csc, Layout::Csr, Layout::Bsc, Layout::Bsr};
  return remade(kOther[static_cast<int>(m.layout)], true, m.first, m.second,
                is_blocked(m.layout) ? transpose(p.values, 1, 2) : p.values, sizes);
}

Tensor transposed(const OpCall& call) {
  const Tensor t = operand(call, 0);
  if (call.op.schema.num_args == 3)
    return turned(t, Unbox<int64_t>::get(call.args[1]), Unbox<int64_t>::get(call.args[2]));
  if (t.ndim() > 2) fail(VJP_ERROR_SHAPE, "{}: {} has more than two dimensions", call.op.schema.name, t);
  if (t.ndim() < 2 && call.op.schema.name == "mT") fail(VJP_ERROR_SHAPE, "mT: {} has less than two dimensions", t);
  return t.ndim() < 2 ? t : turned(t, 0, 1);
}

// Row-major numbers of places stay what they are; dense dimensions do, too.
Tensor reshaped(const OpCall& call) {
  const Parts given(operand(call, 0));
  const Tensor t = to_layout(given.tensor, Layout::Coo);
  const Parts p(t);
  const Dims sizes = infer_sizes(Unbox<IntSpan>::get(call.args[1]), t.numel(), "reshape");
  const int dense = t.ndim() - p.m.sparse_dims(), lead = sizes.n - dense;
  if (lead < 1 || !same(IntSpan(sizes).subspan(static_cast<size_t>(lead)), p.values.sizes().subspan(1)))
    fail(VJP_ERROR_SHAPE, "reshape: {} to {} would change its dense dimensions", t, IntSpan(sizes));
  Tensor key = keys_of(p.m, t.sizes());
  std::vector<Tensor> rows(static_cast<size_t>(lead));
  for (int d = lead; d-- > 0;) {
    const int64_t size = std::max<int64_t>(sizes[d], 1);
    rows[static_cast<size_t>(d)] = remainder(key, size);
    key = floor_divide(key, size);
  }
  const Tensor coo = remade(Layout::Coo, p.m.coalesced, stack(rows), {}, p.values, sizes);
  const Layout layout = layout_of(given.tensor);
  return layout == Layout::Coo || sizes.n != 2 || is_blocked(layout) ? coo : to_layout(coo, layout);
}

// The source in the layout and the dtype of the input.
Tensor replaced(const OpCall& call) {
  const Tensor input = operand(call, 0), source = operand(call, 1);
  if (!is_sparse(input)) return of_dense(call);
  if (!is_sparse(source)) refuse_layout("copy", "src", source, "a sparse tensor, as 'input' is");
  if (!same(input.sizes(), source.sizes()))
    fail(VJP_ERROR_SHAPE, "copy: 'src' is {}, but 'input' {}; sparse tensors are not broadcast", source, input);
  const Parts p(as_written(to(source, input.dtype()), input));
  return make_like(p.m, clone(p.values), source.sizes());
}

struct Entry {
  std::string_view name;
  Tensor (*run)(const OpCall&);
};
constexpr Entry kEntries[] = {
    {"add", added},
    {"add.alpha", added},
    {"sub", added},
    {"sub.alpha", added},
    {"mul", multiplied},
    {"div", multiplied},
    {"true_divide", multiplied},
    {"sum", summed},
    {"t", transposed},
    {"T", transposed},
    {"mT", transposed},
    {"transpose", transposed},
    {"reshape", reshaped},
    {"copy", replaced},
    {"zeros_like", without_values},
    {"zero", without_values},
    {"to.device", moved},
    {"neg", on_values},
    {"clone", on_values},
    {"conj", on_values},
    {"conj_physical", on_values},
    {"resolve_conj", on_values},
    {"resolve_neg", on_values},
    {"real", on_values},
    {"imag", on_values},
    {"to", on_values},
    {"_to_dtype", on_values},
    {"_real", on_values},
    {"positive", on_values},
    {"rad2deg", on_values},
    {"deg2rad", on_values},
    {"alias", on_values},
    {"abs", on_coalesced},
    {"sign", on_coalesced},
    {"sgn", on_coalesced},
    {"square", on_coalesced},
    {"sqrt", on_coalesced},
    {"sin", on_coalesced},
    {"sinh", on_coalesced},
    {"asin", on_coalesced},
    {"asinh", on_coalesced},
    {"tan", on_coalesced},
    {"tanh", on_coalesced},
    {"atan", on_coalesced},
    {"atanh", on_coalesced},
    {"floor", on_coalesced},
    {"ceil", on_coalesced},
    {"trunc", on_coalesced},
    {"round", on_coalesced},
    {"frac", on_coalesced},
    {"expm1", on_coalesced},
    {"log1p", on_coalesced},
    {"relu", on_coalesced},
    {"erf", on_coalesced},
    {"erfinv", on_coalesced},
    {"isnan", on_coalesced},
    {"isinf", on_coalesced},
    {"signbit", on_coalesced},
};

Tensor (*function_of(const OpDef& op))(const OpCall&) {
  const std::string name = op.name();
  for (const Entry& entry : kEntries)
    if (entry.name == name) return entry.run;
  return sparse_product_of(name);
}

[[noreturn, gnu::cold]] void refuse(const OpCall& call) {
  const TensorImpl* first = nullptr;
  int arg = 0;
  each_tensor(call.op, call.args, [&](const TensorImpl& t, int a) {
    if (t.is_sparse) first = &t, arg = a;
    return !t.is_sparse;
  });
  const std::string_view name = first ? call.op.schema.arg_name(arg) : "out";
  if (!first) first = call.outs->get();
  const bool only_form = call.form == Form::Out && function_of(call.op);
  fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: '{}' is {}, and there is no such {} on sparse tensors; use {}",
       call.op.schema.name, name, describe(*first), only_form ? "out form" : "operator",
       only_form ? "the result" : "to_dense");
}

void write_sparse(const OpCall& call, const Tensor& target, const Tensor& result) {
  const std::string name = std::string(call.op.schema.name) + "_";
  const bool record = grad_enabled() && (requires_grad(target) || requires_grad(result));
  check_inplace(*target.get(), record, name);
  if (!is_sparse(result) || !same(result.sizes(), target.sizes()) || result.dtype() != target.dtype())
    fail(VJP_ERROR_INVALID, "{}: the result is {}, but the tensor to write {}", name, result, target);
  const Tensor same_layout = as_written(result, target);
  replace_members(*target.get(), members_of(same_layout));
  target->bump_version();
  if (!record) return;
  Ref<Node> former;
  LeafLock writing(*target.get());
  former = exchange_history(*target.get(), history_of(*same_layout.get()));
  target->requires_grad = false;
}

}  // namespace

Tensor of_dense(const OpCall& call) {
  Value args[Schema::kMaxArgs];
  Tensor dense[Schema::kMaxArgs];
  for (int a = 0; a < call.op.schema.num_args; ++a) {
    args[a] = call.args[a];
    if (const Tensor t = operand(call, a); is_sparse(t)) args[a] = box(dense[a] = to_dense(t));
  }
  return call1(call.op, args);
}

Scalar factor_of(const Value& value, Dtype dtype, const char* op, const char* argument) {
  const Scalar given = scalar_of(value);
  if (given.category() == 3) check_number_fits(given, dtype, op);
  check_whole(given, dtype, op, argument);
  return is_integral(dtype) ? Scalar(static_cast<int64_t>(given.to_double())) : given;
}

bool call_sparse(OpCall& call) {
  if (call.op.takes_sparse) return false;
  bool any = false;
  each_tensor(call.op, call.args, [&](const TensorImpl& t, int) { return !(any |= t.is_sparse); });
  any |= call.form == Form::Out && is_sparse(*call.outs);
  if (!any) return false;
  const auto run = call.form == Form::Functional || call.form == Form::Inplace ? function_of(call.op) : nullptr;
  if (!run) refuse(call);
  Device device;
  each_tensor(call.op, call.args, [&](const TensorImpl& t, int) {
    device = t.device;
    return !t.is_sparse;
  });
  OperatorDevice here(device);
  const Tensor result = run(call);
  if (call.form == Form::Functional) {
    *call.outs = result;
  } else if (const Tensor target = operand(call, 0); is_sparse(target)) {
    write_sparse(call, target, result);
  } else {
    copy_(target, result);
  }
  return true;
}

}  // namespace vjp
