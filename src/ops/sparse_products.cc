// Products with sparse matrices, and softmax along a dimension.
#include "ops/functions/sparse_products.h"

#include "graph/meta.h"
#include "ops/call/sparse_rows.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_reduce.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/index_turn.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/softmax.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/sparse_calls.h"

namespace vjp {
namespace {

bool in_loops(const Tensor& t) { return t.device().is_cpu() && has_sparse_rows(t.dtype()); }

SparseLines lines_of(const Tensor& begins, const Tensor& indices) {
  return {begins.data<int64_t>(), indices.data<int64_t>(), begins.size(0) - 1};
}

}  // namespace

struct SparseProduct : Bilinear {
  static constexpr Schema schema{
      "_sparse_product(Tensor values, Tensor begins, Tensor indices, Tensor other, int rows, bool transposed) -> "
      "Tensor"};
  static constexpr const char* doc =
      "A matrix in compressed rows, or its transpose, times a strided one; the result has `rows` rows.";
  static Tensor forward(const Tensor& values, const Tensor& begins, const Tensor& indices, const Tensor& other,
                        int64_t rows, bool transposed) {
    const Dims sizes{rows, other.size(1)};
    if (in_loops(values)) {
      const Tensor v = contiguous(values), first = contiguous(begins), at = contiguous(indices);
      const Tensor dense = contiguous(other);
      Tensor out = transposed ? Tensor::zeros(sizes, v.dtype()) : Tensor::empty(sizes, v.dtype());
      auto* run = transposed ? add_transposed_times_dense : sparse_times_dense;
      run(v.dtype(), lines_of(first, at), v.raw(), dense.raw(), out.raw(), other.size(1));
      return out;
    }
    const Tensor lines = uncompressed(begins, indices.size(0));
    const Tensor picked = index_select(other, 0, transposed ? lines : indices);
    return _index_add_zeros(mul(unsqueeze(values, 1), picked), transposed ? indices : lines, sizes, 0);
  }
  static constexpr auto vjp =
      rules(wrt<"values">([](Grad g, In<"begins"> begins, In<"indices"> indices, In<"other"> other,
                             Attr<"transposed", bool> transposed) -> Tensor {
              const Tensor back = conj(other);
              return transposed ? _sparse_sample(back, g, begins, indices) : _sparse_sample(g, back, begins, indices);
            }),
            wrt<"other">([](Grad g, In<"values"> values, In<"begins"> begins, In<"indices"> indices,
                            ShapeOf<"other"> shape, Attr<"transposed", bool> transposed) -> Tensor {
              return _sparse_product(conj(values), begins, indices, g, shape[0], !transposed);
            }));
};
VJP_DEFINE(SparseProduct);

struct SparseSample : Bilinear {
  static constexpr Schema schema{"_sparse_sample(Tensor a, Tensor b, Tensor begins, Tensor indices) -> Tensor"};
  static constexpr const char* doc = "Scalar products of rows of two matrices, at the places of compressed rows.";
  static Tensor forward(const Tensor& a, const Tensor& b, const Tensor& begins, const Tensor& indices) {
    if (in_loops(a)) {
      const Tensor x = contiguous(a), y = contiguous(b), first = contiguous(begins), at = contiguous(indices);
      Tensor out = Tensor::empty(at.sizes(), x.dtype());
      sampled_product(x.dtype(), lines_of(first, at), x.raw(), y.raw(), out.raw(), x.size(1));
      return out;
    }
    const Tensor lines = uncompressed(begins, indices.size(0));
    return sum(mul(index_select(a, 0, lines), index_select(b, 0, indices)), Dims{1});
  }
  static constexpr auto vjp =
      rules(wrt<"a">([](Grad g, In<"b"> b, In<"begins"> begins, In<"indices"> indices, ShapeOf<"a"> shape) -> Tensor {
              return _sparse_product(g, begins, indices, conj(b), shape[0], false);
            }),
            wrt<"b">([](Grad g, In<"a"> a, In<"begins"> begins, In<"indices"> indices, ShapeOf<"b"> shape) -> Tensor {
              return _sparse_product(g, begins, indices, conj(a), shape[0], true);
            }));
};
VJP_DEFINE(SparseSample);

namespace {

// A matrix in compressed rows; of one in compressed columns those are of its transpose.
struct Rows {
  Tensor values, begins, indices;
  bool transposed;
};

Rows rows_of(const Tensor& given, const char* op) {
  if (given.ndim() != 2 || members_of(given).sparse_dims() != 2)
    fail(VJP_ERROR_SHAPE, "{}: {} is not a matrix of two sparse dimensions", op, given);
  const Tensor t = is_blocked(layout_of(given)) ? to_layout(given, Layout::Csr) : coalesce(given);
  const SparseMembers& m = members_of(t);
  if (m.layout == Layout::Coo)
    return {values_of(t), compressed(select(m.first, 0, 0), t.size(0)), select(m.first, 0, 1), false};
  return {values_of(t), m.first, m.second, by_columns(m.layout)};
}

void check_factors(const char* op, const Tensor& a, const Tensor& b) {
  if (a.ndim() != 2 || b.ndim() != 2 || a.size(1) != b.size(0))
    fail(VJP_ERROR_SHAPE, "{}: {} and {} cannot be multiplied", op, a, b);
  if (a.dtype() != b.dtype()) fail(VJP_ERROR_DTYPE, "{}: {} and {} have different dtypes; convert one", op, a, b);
}

// Every value of a row of `a` meets the row of `b` that its column says.
Tensor sparse_times_sparse(const Tensor& a, const Tensor& b, const char* op) {
  const Tensor left = to_layout(a, Layout::Csr), right = to_layout(b, Layout::Csr);
  const Rows x = rows_of(left, op), y = rows_of(right, op);
  const int64_t count = x.indices.size(0);
  const Tensor first = index_select(narrow(y.begins, 0, 0, b.size(0)), 0, x.indices);
  const Tensor each = sub(index_select(narrow(y.begins, 0, 1, b.size(0)), 0, x.indices), first);
  const Tensor mine = repeat_interleave_tensor(arange(count), each, 0);
  const Tensor before = sub(cumsum(each, 0), each);
  const Tensor theirs = add(index_select(sub(first, before), 0, mine), arange(mine.size(0)));
  const Tensor positions[] = {index_select(uncompressed(x.begins, count), 0, mine), index_select(y.indices, 0, theirs)};
  const Tensor values = mul(index_select(x.values, 0, mine), index_select(y.values, 0, theirs));
  const Tensor all = coalesce(remade(Layout::Coo, false, stack(positions), {}, values, Dims{a.size(0), b.size(1)}));
  return layout_of(a) == Layout::Coo ? all : to_layout(all, is_blocked(layout_of(a)) ? Layout::Csr : layout_of(a));
}

Tensor product(const Tensor& a, const Tensor& b, const char* op) {
  check_factors(op, a, b);
  if (is_sparse(a) && is_sparse(b)) return sparse_times_sparse(a, b, op);
  if (is_sparse(a)) {
    const Rows r = rows_of(a, op);
    return _sparse_product(r.values, r.begins, r.indices, b, a.size(0), r.transposed);
  }
  const Rows r = rows_of(b, op);  // (bᵀ aᵀ)ᵀ
  return transpose(_sparse_product(r.values, r.begins, r.indices, transpose(a, 0, 1), b.size(1), !r.transposed), 0, 1);
}

Tensor times_vector(const Tensor& a, const Tensor& v, const char* op) {
  if (v.ndim() != 1 || is_sparse(v)) fail(VJP_ERROR_SHAPE, "{}: {} is not a strided vector", op, v);
  return squeeze_dim(product(a, unsqueeze(v, 1), op), Dims{1});
}

Tensor argument(const OpCall& call, int i) { return as_tensor(call.args[i].as.tensor); }

Tensor multiplied(const OpCall& call) {
  const char* op = call.op.schema.name.data();
  const Tensor a = argument(call, 0), b = argument(call, 1);
  if (call.op.schema.name == "mm") return product(a, b, op);
  if (b.ndim() == 1 || call.op.schema.name == "mv") return times_vector(a, b, op);
  if (a.ndim() == 1) return squeeze_dim(product(unsqueeze(a, 0), b, op), Dims{0});
  return product(a, b, op);
}

Tensor multiplied_and_added(const OpCall& call) {
  const char* op = call.op.schema.name.data();
  const Tensor input = argument(call, 0);
  Tensor a = argument(call, 1), b = argument(call, 2);
  if (!is_sparse(a) && !is_sparse(b)) return of_dense(call);
  if (input.dtype() != a.dtype())
    fail(VJP_ERROR_DTYPE, "{}: 'input' is {}, but the factors {}; convert one", op, input, a.dtype());
  const Scalar beta = factor_of(call.args[3], a.dtype(), op, "beta");
  const Scalar alpha = factor_of(call.args[4], a.dtype(), op, "alpha");
  if (a.dtype() == Dtype::Bool && b.dtype() == Dtype::Bool)
    a = to(a, Dtype::Int64), b = to(b, Dtype::Int64);  // counted, as of strided ones
  const Tensor both = call.op.schema.name == "addmv" ? times_vector(a, b, op) : product(a, b, op);
  if (!broadcasts_to(input.sizes(), both.sizes()))
    fail(VJP_ERROR_SHAPE, "{}: 'input' is {}, which does not broadcast to the product's shape {}", op, input,
         both.sizes());
  const auto scaled = [](const Tensor& t, const Scalar& by) { return by.to_complex() == 1.0 ? t : mul(t, by); };
  const Tensor result = scaled(both, alpha);
  if (beta.to_complex() == 0.0) return to(result, input.dtype());  // NaN in `input` does not count (as of strided ones)
  const bool input_first = is_sparse(input) || !is_sparse(result);
  const Tensor sum = input_first ? add(scaled(input, beta), result) : add(result, scaled(input, beta));
  return to(sum, input.dtype());
}

// Values of the other dimensions' same places are a group.
Tensor softmax_of(const OpCall& call) {
  const bool logarithm = call.op.schema.name == "log_softmax";
  const Tensor t = coalesce(argument(call, 0));
  const int dim = wrap_dim(Unbox<int64_t>::get(call.args[1]), t.ndim(), call.op.schema.name.data());
  const auto dtype = static_cast<Dtype>(call.args[2].kind == VJP_KIND_DTYPE ? call.args[2].as.integer : 0);
  if (is_blocked(layout_of(t)))
    fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: {} has blocks; convert it to CSR", call.op.schema.name, t);
  const SparseMembers& m = members_of(t);
  Tensor values = values_of(t);
  if (dtype != Dtype::None) values = to(values, dtype);
  if (is_integral(values.dtype()))
    fail(VJP_ERROR_DTYPE, "{}: not defined for {}; convert the tensor or give a dtype", call.op.schema.name,
         values.dtype());
  if (dim >= m.sparse_dims()) {
    const int at = dim - m.sparse_dims() + 1;
    return with_values(t, logarithm ? log_softmax(values, at) : softmax(values, at));
  }
  Tensor key = zeros(Dims{values.size(0)}, Dtype::Int64);
  const Coordinates both = m.layout == Layout::Coo ? Coordinates() : coordinates_of(m);
  for (int d = 0; d < m.sparse_dims(); ++d) {
    if (d == dim) continue;
    key = add(mul(key, t.size(d)), both.row ? (d ? both.column : both.row) : select(m.first, 0, d));
  }
  const Grouped g = grouped(key);
  if (g.count == 0) return with_values(t, values);
  const Tensor ordered = index_select(values, 0, g.order);
  Dims sizes(values.sizes());
  sizes[0] = g.count;
  const Tensor lowest = full(sizes, -INFINITY, values.dtype());
  const Tensor most = index_reduce(lowest, 0, g.group, detach(ordered), "amax");
  const Tensor shifted = sub(ordered, index_select(most, 0, g.group));
  const Tensor powers = exp(shifted);
  const Tensor total = index_select(_index_add_zeros(powers, g.group, sizes, 0), 0, g.group);
  const Tensor result = logarithm ? sub(shifted, log(total)) : div(powers, total);
  const Tensor back = _index_add_zeros(result, g.order, values.sizes(), 0);
  return with_values(t, back);
}

}  // namespace

Tensor sampled_addmm(const Tensor& input, const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha) {
  const char* op = "sampled_addmm";
  OperatorDevice here(a.device());
  check_factors(op, a, b);
  if (!is_differentiable(a.dtype()) || !is_differentiable(input.dtype()))  // beta and alpha are fractions
    fail(VJP_ERROR_DTYPE, "{}: 'input' is {} and 'mat1' {}: expected floating or complex dtypes", op, input, a);
  if (is_sparse(a) || is_sparse(b)) refuse_layout(op, "mat1", is_sparse(a) ? a : b, "strided factors");
  if (input.ndim() != 2 || input.size(0) != a.size(0) || input.size(1) != b.size(1))
    fail(VJP_ERROR_SHAPE, "{}: 'input' is {}, expected the sizes of the product of {} and {}", op, input, a, b);
  const Tensor t = layout_of(input) == Layout::Csr ? input : coalesce(input);
  if (layout_of(t) != Layout::Csr && layout_of(t) != Layout::Coo) refuse_layout(op, "input", t, "CSR or COO");
  const Rows r = rows_of(t, op);
  const Tensor at_places = mul(_sparse_sample(a, transpose(b, 0, 1), r.begins, r.indices), alpha);
  return with_values(t, beta.to_complex() == 0.0 ? at_places : add(mul(r.values, beta), at_places));
}

Tensor (*sparse_product_of(std::string_view name))(const OpCall&) {
  if (name == "mm" || name == "mv" || name == "matmul") return multiplied;
  if (name == "addmm" || name == "addmv") return multiplied_and_added;
  if (name == "softmax" || name == "log_softmax") return softmax_of;
  return nullptr;
}

}  // namespace vjp
