// Derivatives as the engine computes them: by rows in reverse, by columns forward.
#include "engine/grad_call.h"
#include "ops/functions/creation.h"
#include "transforms/forward.h"
#include "transforms/gradcheck_parts.h"

namespace vjp {
namespace {

using Values = std::vector<std::complex<double>>;
constexpr std::complex<double> kImaginaryUnit{0, 1};

// One real coordinate of the inputs: the tangents become a part of a column.
void fill_column(const Problem& p, Jacobians& out, size_t c, size_t column, bool imaginary) {
  std::complex<double> unit = imaginary ? kImaginaryUnit : 1;
  Tensor direction = basis_tensor(p.checked[c].basis, column, p.input(p.checked[c]), unit);
  std::vector<Tensor> tangents = tangents_along(p, c, direction);
  for (size_t part = 0; part < p.parts.size(); ++part) {
    const OutputPart& o = p.parts[part];
    if (!tangents[o.output]) continue;
    Values values = elements_of(tangents[o.output]);
    for (size_t row = 0; row < o.basis.size(); ++row)
      out[part][c].at(row, column) += unit * o.of(o.basis.dot(row, values));
  }
}

}  // namespace

std::vector<Tensor> gradients_of(const Problem& p, const std::vector<Tensor>& roots,
                                 const std::vector<Tensor>& root_gradients, bool batched) {
  GradCall call({.retain_graph = true, .allow_unused = true, .batched = batched});
  for (size_t i = 0; i < roots.size(); ++i) call.add_root(roots[i], root_gradients[i]);
  for (const CheckedInput& c : p.checked) call.add_input(p.input(c));
  call.run();
  return call.take_results();
}

Jacobians reverse_jacobians(const Problem& p) {
  Jacobians out = empty_jacobians(p);
  for (size_t part = 0; part < p.parts.size(); ++part) {
    const OutputPart& o = p.parts[part];
    for (size_t row = 0; row < o.basis.size(); ++row) {
      Tensor covector = basis_tensor(o.basis, row, p.output(o), o.imaginary ? kImaginaryUnit : 1);
      std::vector<Tensor> gradients = gradients_of(p, {p.output(o)}, {covector});
      for (size_t c = 0; c < p.checked.size(); ++c) {
        if (!gradients[c]) continue;
        Values values = elements_of(gradients[c]);
        const Basis& columns = p.checked[c].basis;
        for (size_t k = 0; k < columns.size(); ++k) out[part][c].at(row, k) = columns.dot(k, values);
      }
    }
  }
  return out;
}

Jacobians forward_jacobians(const Problem& p) {
  Jacobians out = empty_jacobians(p);
  for (size_t c = 0; c < p.checked.size(); ++c) {
    for (size_t column = 0; column < p.checked[c].basis.size(); ++column) {
      fill_column(p, out, c, column, false);
      if (p.checked[c].complex) fill_column(p, out, c, column, true);
    }
  }
  return out;
}

}  // namespace vjp
