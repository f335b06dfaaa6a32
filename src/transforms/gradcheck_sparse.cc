// Sparse inputs of checked functions (spec GCHK-9).
//
// Note: the two ways. *Masked*: the function of the stored values is checked, which are strided: everything that a
// check does goes on as ever. As dense: every element is perturbed, so differences are those of the function of a
// tensor that has a value everywhere, while the derivative is the gradient of the tensor as it was given. So a function
// that gives a gradient at the stored places only, though it depends on others, passes the first and not the second.
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/requires_grad.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/sparse.h"
#include "transforms/gradcheck_parts.h"

namespace vjp {
namespace {

bool is_checked(const Tensor& t) { return is_sparse(t) && requires_grad(t); }

Tensor values_leaf(const Tensor& once) {
  BelowAutograd below;
  return clone(raw_values(once));
}

}  // namespace

MaskedInputs::MaskedInputs(const CheckedFunction& function, TensorList inputs) : inputs(inputs.begin(), inputs.end()) {
  patterns_.resize(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!is_checked(inputs[i])) continue;
    patterns_[i] = coalesce(detach(inputs[i]));
    this->inputs[i] = values_leaf(patterns_[i]);
    this->inputs[i]->requires_grad = true;
  }
  this->function = [this, &function](TensorList values) {
    std::vector<Tensor> tensors(values.begin(), values.end());
    for (size_t i = 0; i < patterns_.size(); ++i)
      if (patterns_[i]) tensors[i] = with_values(patterns_[i], tensors[i]);
    return function(tensors);
  };
}

Tensor everywhere(const Tensor& dense, const Tensor& like) {
  const SparseMembers& m = members_of(like);
  OperatorDevice here(like.device());
  const int dims = m.layout == Layout::Coo ? m.sparse_dims() : -1;
  const IntSpan block = is_blocked(m.layout) ? m.values.sizes().subspan(1) : IntSpan();
  return sparse_mask(dense, to_layout(ones_like(detach(dense)), m.layout, dims, block));
}

void refuse_sparse_modes(const GradcheckOptions& options, TensorList inputs, const GradcheckWords& words) {
  const char* what = options.forward      ? "forward mode"
                     : options.batched    ? "batched gradients"
                     : words.second_order ? "second derivatives"
                                          : nullptr;
  for (size_t i = 0; what && i < inputs.size(); ++i) {
    if (!is_checked(inputs[i])) continue;
    fail(VJP_ERROR_INVALID, "{}: {} of {} ({}) can be checked through its values only: give masked", words.check, what,
         words.input(static_cast<int64_t>(i)), inputs[i]);
  }
}

void refuse_sparse_output(const Tensor& t, size_t i, const GradcheckWords& words) {
  if (!is_sparse(t)) return;
  fail(VJP_ERROR_INVALID, "{}: {} is {}: only strided results are checked; end the function with to_dense", words.check,
       words.output(static_cast<int64_t>(i)), t);
}

}  // namespace vjp
