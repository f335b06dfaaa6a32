// vjp/sparsity.h: sparse jacobians and hessians.
#include "vjp/sparsity.h"

#include "capi/capi.h"
#include "graph/hook.h"
#include "transforms/sparsity/sparse_derivatives.h"

using namespace vjp;

struct vjp_sparsity {
  explicit vjp_sparsity(Pattern p) : pattern(std::move(p)) {}
  explicit vjp_sparsity(Detected found) : pattern(std::move(found.pattern)) {
    for (std::string_view name : found.dense)
      dense_operators += (dense_operators.empty() ? "" : ", ") + std::string(name);
  }
  static void destroy(vjp_sparsity* sparsity) noexcept { delete sparsity; }

  RefCount refs;
  const Pattern pattern;
  std::string dense_operators;
};

namespace {

TensorFunction convert(vjp_sparse_fn fn, void* context) {
  return [=](const Tensor& input) {
    vjp_tensor* out = nullptr;
    clear_last_error();
    vjp_status status;
    {
      Callback callback;
      status = fn(context, handle_of(input.get()), &out);
    }
    const Tensor result = Tensor::take(impl_of(out));
    if (status != VJP_OK) throw_callback_error(status, "the function that is differentiated");
    if (!result) fail(VJP_ERROR_INVALID, "sparse derivatives: the function gave NULL, expected a tensor");
    return result;
  };
}

SparseOptions convert(const vjp_sparse_options* given) {
  vjp_sparse_options o = VJP_SPARSE_OPTIONS_INIT;
  if (given) {
    checked(given, "vjp_sparse_options", "VJP_SPARSE_OPTIONS_INIT");
    o = *given;
  }
  if (o.strategy < VJP_SPARSE_AUTO || o.strategy > VJP_SPARSE_REVERSE)
    fail(VJP_ERROR_INVALID, "vjp_sparse_options: strategy is {}, expected a vjp_sparse_strategy", int{o.strategy});
  return {static_cast<Products>(o.strategy), o.create_graph != 0, o.check != 0};
}

using Derivative = Tensor (*)(const TensorFunction&, const Tensor&, const Pattern&, const SparseOptions&);
using Detect = Detected (*)(const TensorFunction&, const Tensor&);

vjp_status derivative(Derivative derive, Detect detect, vjp_sparse_fn fn, void* context, vjp_tensor* input,
                      vjp_sparsity* sparsity, const vjp_sparse_options* options, vjp_sparsity** used,
                      vjp_tensor** entries) {
  return guard([&] {
    VJP_ARG(fn);
    VJP_ARG(input);
    VJP_ARG(entries);
    if (!sparsity) VJP_ARG(used);
    const SparseOptions converted = convert(options);
    const TensorFunction function = convert(fn, context);
    Ref<vjp_sparsity> pattern = sparsity ? Ref<vjp_sparsity>::share(sparsity)
                                         : Ref<vjp_sparsity>::take(new vjp_sparsity(detect(function, borrow(input))));
    Tensor out = derive(function, borrow(input), pattern->pattern, converted);
    *entries = give(std::move(out));
    if (used) *used = pattern.detach();
  });
}

vjp_status detected(Detect detect, vjp_sparse_fn fn, void* context, vjp_tensor* input, vjp_sparsity** out) {
  return guard([&] {
    VJP_ARG(fn);
    VJP_ARG(input);
    VJP_ARG(out);
    *out = new vjp_sparsity(detect(convert(fn, context), borrow(input)));
  });
}

}  // namespace

vjp_status vjp_sparsity_create(int64_t columns, const int64_t* crow_indices, size_t num_crow_indices,
                               const int64_t* col_indices, size_t num_entries, vjp_sparsity** out) {
  return guard([&] {
    VJP_ARG(crow_indices);
    VJP_ARG(out);
    if (num_entries > 0) VJP_ARG(col_indices);
    if (columns < 0 || num_crow_indices == 0)
      fail(VJP_ERROR_INVALID, "sparsity: {} columns and {} crow_indices, expected at least 0 and 1", columns,
           num_crow_indices);
    *out = new vjp_sparsity(Pattern(static_cast<int64_t>(num_crow_indices) - 1, columns,
                                    {crow_indices, crow_indices + num_crow_indices},
                                    {col_indices, col_indices + num_entries}));
  });
}

vjp_status vjp_sparsity_of_jacobian(vjp_sparse_fn fn, void* context, vjp_tensor* input, vjp_sparsity** out) {
  return detected(detect_jacobian, fn, context, input, out);
}
vjp_status vjp_sparsity_of_hessian(vjp_sparse_fn fn, void* context, vjp_tensor* input, vjp_sparsity** out) {
  return detected(detect_hessian, fn, context, input, out);
}

vjp_sparsity* vjp_sparsity_retain(vjp_sparsity* sparsity) {
  if (sparsity) sparsity->refs.retain();
  return sparsity;
}
void vjp_sparsity_release(vjp_sparsity* sparsity) {
  if (sparsity && sparsity->refs.release()) delete sparsity;
}
int64_t vjp_sparsity_rows(const vjp_sparsity* sparsity) { return sparsity ? sparsity->pattern.rows() : 0; }
int64_t vjp_sparsity_columns(const vjp_sparsity* sparsity) { return sparsity ? sparsity->pattern.columns() : 0; }
int64_t vjp_sparsity_entries(const vjp_sparsity* sparsity) { return sparsity ? sparsity->pattern.entries() : 0; }
const int64_t* vjp_sparsity_crow_indices(const vjp_sparsity* sparsity) {
  return sparsity ? sparsity->pattern.row_begins().data() : nullptr;
}
const int64_t* vjp_sparsity_col_indices(const vjp_sparsity* sparsity) {
  return sparsity ? sparsity->pattern.column_of().data() : nullptr;
}
const char* vjp_sparsity_dense_operators(const vjp_sparsity* sparsity) {
  return sparsity ? sparsity->dense_operators.c_str() : "";
}

vjp_status vjp_sparsity_color(const vjp_sparsity* sparsity, vjp_coloring coloring, int32_t* colors,
                              int32_t* num_colors) {
  return guard([&] {
    VJP_ARG(sparsity);
    const Pattern& p = sparsity->pattern;
    if (coloring == VJP_COLORING_SYMMETRIC && !p.is_symmetric())
      fail(VJP_ERROR_INVALID, "sparsity: a symmetric colouring needs a symmetric pattern");
    const Coloring found = coloring == VJP_COLORING_COLUMNS ? color_columns(p)
                           : coloring == VJP_COLORING_ROWS  ? color_rows(p)
                                                            : color_symmetric(p);
    if (colors) std::copy(found.color_of.begin(), found.color_of.end(), colors);
    if (num_colors) *num_colors = found.colors;
  });
}

vjp_status vjp_sparse_jacobian(vjp_sparse_fn fn, void* context, vjp_tensor* input, vjp_sparsity* sparsity,
                               const vjp_sparse_options* options, vjp_sparsity** used, vjp_tensor** entries) {
  return derivative(sparse_jacobian, detect_jacobian, fn, context, input, sparsity, options, used, entries);
}
vjp_status vjp_sparse_hessian(vjp_sparse_fn fn, void* context, vjp_tensor* input, vjp_sparsity* sparsity,
                              const vjp_sparse_options* options, vjp_sparsity** used, vjp_tensor** entries) {
  return derivative(sparse_hessian, detect_hessian, fn, context, input, sparsity, options, used, entries);
}
