// The operators that look into sparse tensors, and conversions between layouts.
#include "ops/functions/sparse_layout.h"

#include "graph/batched.h"
#include "graph/meta.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_mask.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/index_sort.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/sparse_calls.h"

namespace vjp {
namespace {

int64_t number_of(Layout l) { return static_cast<int64_t>(l); }
Layout layout_numbered(int64_t n) { return static_cast<Layout>(n); }

// Of values that are not there yet: what says where they are, and how large a block is.
SparseMembers pattern(const Tensor& first, const Tensor& second, IntSpan block, int64_t layout, bool coalesced,
                      IntSpan sizes) {
  SparseMembers m{layout_numbered(layout), coalesced, first, second, {}};
  Dims all{second ? second.size(0) : first.size(1)};
  for (int64_t size : block) all.push_back(size);
  if (!second)
    for (size_t d = static_cast<size_t>(m.sparse_dims()); d < sizes.size(); ++d) all.push_back(sizes[d]);
  m.values = expand(zeros({}, Dtype::Bool), all);
  return m;
}

Dims block_of(const SparseMembers& m) {
  return is_blocked(m.layout) ? Dims{m.values.size(1), m.values.size(2)} : Dims();
}

// Sums at places, without what is no number: logical ones of truth values.
Tensor summed_at(const Tensor& values, const Tensor& index, int64_t places) {
  Dims sizes(values.sizes());
  sizes[0] = places;
  if (values.dtype() != Dtype::Bool) return _index_add_zeros(values, index, sizes, 0);
  return ne(_index_add_zeros(to(values, Dtype::Int64), index, sizes, 0), 0);
}

Tensor dense_of(const SparseMembers& m, const Tensor& values, IntSpan sizes) {
  return from_places(summed_at(values, keys_of(m, sizes), places_of(m, sizes)), m, sizes);
}

// From another pattern, on the CPU by looking up each place, if both are of the same single places.
Tensor looked_up(const Tensor& t, const SparseMembers& wanted) {
  const int dims = wanted.sparse_dims();
  const bool other_dims = layout_of(t) == Layout::Coo && members_of(t).sparse_dims() != dims;
  if (!t.device().is_cpu() || is_blocked(wanted.layout) || other_dims || t.dtype() == Dtype::Bool) {
    const SparseMembers& m = members_of(t);
    return index_select(by_places(dense_of(m, m.values, t.sizes()), wanted), 0, keys_of(wanted, t.sizes()));
  }
  const Tensor coo = coalesce(to_layout(t, Layout::Coo));
  const SparseMembers& m = members_of(coo);
  const Tensor at = found_in(keys_of(m, t.sizes()), keys_of(wanted, t.sizes()));
  Dims sizes(m.values.sizes()), column = Dims::filled(m.values.ndim(), 1);
  sizes[0] = column[0] = at.numel();
  if (m.values.size(0) == 0) return zeros(sizes, t.dtype());
  const Tensor there = reshape(ge(at, 0), column);
  return where(there, index_select(m.values, 0, where(ge(at, 0), at, 0)), zeros({}, t.dtype()));
}

}  // namespace

struct SparseMake : Linear {
  static constexpr Schema schema{
      "_sparse_make(Tensor values, Tensor first, Tensor? second, int[] size, int layout, bool coalesced) -> Tensor"};
  static constexpr const char* doc = "A sparse tensor of members that have been checked.";
  static constexpr bool takes_sparse = true;
  static Tensor forward(const Tensor& values, const Tensor& first, const Tensor& second, IntSpan size, int64_t layout,
                        bool coalesced) {
    for (const Tensor* member : {&values, &first, &second})
      if (*member) refuse_batched(*member->get(), "a sparse tensor of batched members");
    return make_sparse({layout_numbered(layout), coalesced, first, second, values}, size);
  }
  static constexpr auto vjp =
      rules(wrt<"values">([](Grad g, In<"first"> first, In<"second"> second, ShapeOf<"values"> shape,
                             Attr<"layout", int64_t> layout, Attr<"coalesced", bool> coalesced) -> Tensor {
        const bool blocks = is_blocked(layout_numbered(layout));
        return _sparse_take(g, first, second, blocks ? Dims{shape[1], shape[2]} : Dims(), layout, coalesced,
                            number_of(layout_of(g)));
      }));
};
VJP_DEFINE(SparseMake);

struct SparseTake : Linear {
  static constexpr Schema schema{
      "_sparse_take(Tensor input, Tensor first, Tensor? second, int[] block, int layout, bool coalesced, int "
      "input_layout) -> Tensor"};
  static constexpr const char* doc = "The values of a tensor of any layout at the places of a sparse one.";
  static constexpr bool takes_sparse = true;
  static Tensor forward(const Tensor& input, const Tensor& first, const Tensor& second, IntSpan block, int64_t layout,
                        bool coalesced, int64_t) {
    const SparseMembers wanted = pattern(first, second, block, layout, coalesced, input.sizes());
    if (!is_sparse(input)) return index_select(by_places(input, wanted), 0, keys_of(wanted, input.sizes()));
    const SparseMembers& m = members_of(input);
    return m.coalesced && same_pattern(m, wanted) ? m.values.alias() : looked_up(input, wanted);
  }
  static constexpr auto vjp = rules(wrt<"input">(
      [](Grad g, In<"first"> first, In<"second"> second, ShapeOf<"input"> shape, Attr<"layout", int64_t> layout,
         Attr<"coalesced", bool> coalesced, Attr<"input_layout", int64_t> from) -> Tensor {
        const Tensor all = _sparse_make(g, first, second, shape, layout, coalesced);
        // Spec VALID-6: only a compressed tensor has compressed gradients.
        return second && !is_compressed(layout_numbered(from)) ? to_layout(all, Layout::Coo) : all;
      }));
};
VJP_DEFINE(SparseTake);

struct SparseCoalesce : Linear {
  static constexpr Schema schema{"_sparse_coalesce(Tensor input) -> Tensor"};
  static constexpr const char* doc = "A COO tensor whose positions rise, values of the same position added up.";
  static constexpr bool takes_sparse = true;
  static Tensor forward(const Tensor& input) {
    if (!is_sparse(input)) return fresh_copy(input);  // a tangent
    const SparseMembers& m = members_of(input);
    if (m.coalesced) return input.alias();
    const Tensor keys = keys_of(m, input.sizes());
    if (keys.numel() < 2 || rises(keys)) return make_sparse({m.layout, true, m.first, {}, m.values}, input.sizes());
    const Grouped g = grouped(keys);
    const Tensor values = summed_at(index_select(m.values, 0, g.order), g.group, g.count);
    return make_sparse({m.layout, true, index_select(m.first, 1, g.leaders), {}, values}, input.sizes());
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return g; }));
};
VJP_DEFINE(SparseCoalesce);

struct SparseToDense : Linear {
  static constexpr Schema schema{"_sparse_to_dense(Tensor input) -> Tensor"};
  static constexpr const char* doc = "A strided tensor of the same elements; its gradient has all of them, too.";
  static constexpr bool takes_sparse = true;
  static Tensor forward(const Tensor& input) {
    if (!is_sparse(input)) return fresh_copy(input);
    const SparseMembers& m = members_of(input);
    return dense_of(m, m.values, input.sizes());
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return g; }));
};
VJP_DEFINE(SparseToDense);

Tensor coalesce(const Tensor& t) { return !is_sparse(t) || members_of(t).coalesced ? t : _sparse_coalesce(t); }

Tensor values_at(const Tensor& t, const SparseMembers& m) {
  return _sparse_take(t, m.first, m.second, block_of(m), number_of(m.layout), m.coalesced, number_of(layout_of(t)));
}

Tensor values_of(const Tensor& t) {
  const Tensor all = coalesce(t);
  return values_at(all, members_of(all));
}

Tensor raw_values(const Tensor& t) { return members_of(t).values.alias(); }

Tensor with_values(const Tensor& t, const Tensor& values) {
  const Tensor all = coalesce(t);
  const SparseMembers& m = members_of(all);
  return _sparse_make(values, m.first, m.second, t.sizes(), number_of(m.layout), m.coalesced);
}

Tensor to_dense(const Tensor& t, bool masked) {
  if (!is_sparse(t)) return t;
  OperatorDevice here(t.device());
  if (!masked || !requires_grad(t)) return _sparse_to_dense(t);
  const Tensor all = coalesce(t);
  const SparseMembers m = members_of(all);
  return dense_of(m, values_at(all, m), t.sizes());
}

Tensor remade(Layout layout, bool coalesced, const Tensor& first, const Tensor& second, const Tensor& values,
              IntSpan sizes) {
  return _sparse_make(values, first, second, sizes, number_of(layout), coalesced);
}

Tensor sparse_mask(const Tensor& t, const Tensor& mask) {
  OperatorDevice here(t.device());
  const Tensor where = coalesce(mask);
  return with_values(detach(where), values_at(t, members_of(where)));
}

namespace {

Tensor coo(const Tensor& positions, const Tensor& values, IntSpan sizes) {
  return _sparse_make(values, positions, {}, sizes, number_of(Layout::Coo), true);
}

// `filled`: which elements have a place.
Tensor strided_to_coo(const Tensor& t, int dims, Tensor filled) {
  const Dims lead(t.sizes().first(static_cast<size_t>(dims)));
  Dims apart(lead);
  apart.push_back(-1);
  if (t.numel() > 0 && dims < t.ndim()) filled = any(reshape(filled, apart), Dims{dims});
  const Tensor positions =
      t.numel() > 0 ? contiguous(transpose(nonzero(filled), 0, 1)) : zeros(Dims{dims, 0}, Dtype::Int64);
  const SparseMembers m = pattern(positions, {}, {}, number_of(Layout::Coo), true, t.sizes());
  return coo(positions, index_select(by_places(t, m), 0, keys_of(m, t.sizes())), t.sizes());
}

// Every element of a block, zeros as well.
Tensor compressed_to_coo(const Tensor& t) {
  const SparseMembers m = members_of(t);
  auto [row, column] = coordinates_of(m);
  Tensor values = values_of(t);
  if (is_blocked(m.layout)) {
    const int64_t count = m.values.size(0), rows = m.values.size(1), columns = m.values.size(2);
    const Dims all{count, rows, columns};
    row = add(reshape(mul(row, rows), Dims{count, 1, 1}), reshape(arange(rows), Dims{rows, 1}));
    column = add(reshape(mul(column, columns), Dims{count, 1, 1}), arange(columns));
    row = flatten(expand(row, all)), column = flatten(expand(column, all)), values = flatten(values);
  }
  const Tensor both[] = {row, column};
  Tensor positions = stack(both);
  if (m.layout != Layout::Csr) {
    const Tensor order = argsort(add(mul(row, t.size(1)), column), 0);
    positions = index_select(positions, 1, order), values = index_select(values, 0, order);
  }
  return coo(positions, values, t.sizes());
}

// Positions of another number of coordinates; elements that are 0 stay.
Tensor with_sparse_dims(const Tensor& t, int dims) {
  const SparseMembers& m = members_of(t);
  if (m.sparse_dims() == dims) return t;
  return strided_to_coo(to_dense(t), dims, dense_of(m, ones(m.values.sizes(), Dtype::Bool), t.sizes()));
}

Tensor coo_to_compressed(const Tensor& t, Layout layout, IntSpan block) {
  const SparseMembers m = members_of(t);
  const Tensor values = values_of(t);
  const Tensor row = select(m.first, 0, 0), column = select(m.first, 0, 1);
  if (layout == Layout::Csr)
    return _sparse_make(values, compressed(row, t.size(0)), contiguous(column), t.sizes(), number_of(layout), true);
  const int64_t rows = is_blocked(layout) ? block[0] : 1, columns = is_blocked(layout) ? block[1] : 1;
  const int64_t across = by_columns(layout) ? t.size(0) / rows : t.size(1) / columns;
  const int64_t lines = by_columns(layout) ? t.size(1) / columns : t.size(0) / rows;
  const Tensor block_row = floor_divide(row, rows), block_column = floor_divide(column, columns);
  const Tensor keys =
      by_columns(layout) ? add(mul(block_column, across), block_row) : add(mul(block_row, across), block_column);
  const Grouped g = grouped(keys);
  const Tensor different = index_select(keys, 0, g.leaders);
  const Tensor inner = add(mul(remainder(row, rows), columns), remainder(column, columns));
  const Tensor at = add(mul(g.group, rows * columns), index_select(inner, 0, g.order));
  Tensor put = summed_at(index_select(values, 0, g.order), at, g.count * rows * columns);
  if (is_blocked(layout)) put = reshape(put, Dims{g.count, rows, columns});
  return _sparse_make(put, compressed(floor_divide(different, across), lines), remainder(different, across), t.sizes(),
                      number_of(layout), true);
}

// What has to hold for a layout; the names of functions say which.
void check_conversion(const Tensor& t, Layout layout, int dims, IntSpan block) {
  const std::string name = format("to_sparse_{}", name_of(layout));
  if (layout == Layout::Coo) {
    if (dims < 0 || dims > t.ndim() || (dims == 0 && t.ndim() > 0))
      fail(VJP_ERROR_INVALID, "to_sparse: 'sparse_dim' is {}, but {} has {} dimensions", dims, t, t.ndim());
    return;
  }
  if (t.ndim() != 2) fail(VJP_ERROR_SHAPE, "{}: {} has {} dimensions, expected a matrix", name, t, t.ndim());
  if (layout_of(t) == Layout::Coo && members_of(t).sparse_dims() != 2)
    fail(VJP_ERROR_SHAPE, "{}: {} has a dense dimension, expected two sparse ones", name, t);
  if (!is_blocked(layout)) return;
  if (block.size() != 2 || block[0] < 1 || block[1] < 1 || t.size(0) % block[0] || t.size(1) % block[1])
    fail(VJP_ERROR_SHAPE, "{}: 'blocksize' is {}, expected two numbers that divide the sizes {}", name, block,
         t.sizes());
}

}  // namespace

Tensor to_layout(const Tensor& t, Layout layout, int dims, IntSpan block) {
  OperatorDevice here(t.device());
  const Layout former = layout_of(t);
  if (layout == Layout::Strided) return to_dense(t);
  if (layout == Layout::Coo && dims == -1) dims = former == Layout::Coo ? members_of(t).sparse_dims() : t.ndim();
  check_conversion(t, layout, dims, block);
  const bool as_it_is = former == layout && (layout != Layout::Coo || members_of(t).sparse_dims() == dims) &&
                        (!is_blocked(layout) || same(block_of(members_of(t)), block));
  if (as_it_is) return t;
  if (layout != Layout::Coo) dims = 2;
  const Tensor found = former == Layout::Strided ? strided_to_coo(t, dims, ne(detach(t), 0))
                       : is_compressed(former)   ? with_sparse_dims(compressed_to_coo(t), dims)
                                                 : with_sparse_dims(coalesce(t), dims);
  return layout == Layout::Coo ? found : coo_to_compressed(found, layout, block);
}

}  // namespace vjp
