// Duals: tensors that the program gives a tangent, and the level they live in (spec FWD-1, FWD-5).
#include "graph/guard.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/view_shape.h"
#include "ops/tangent.h"
#include "transforms/forward.h"

namespace vjp {

void enter_forward_mode() { enter_forward_level(); }
void exit_forward_mode() { leave_forward_level(); }

Tensor make_dual(const Tensor& primal, const Tensor& tangent) {
  if (!current_forward_level()) fail(VJP_ERROR_STATE, "make_dual: enter forward mode first");
  if (!is_differentiable(primal.dtype()) || !is_differentiable(tangent.dtype())) {
    fail(VJP_ERROR_DTYPE, "make_dual: primal {} and tangent {} must be floating or complex", primal, tangent);
  }
  if (!same(primal.sizes(), tangent.sizes())) {
    fail(VJP_ERROR_SHAPE, "make_dual: primal {} and tangent {} differ in shape", primal, tangent);
  }
  if (primal.device() != tangent.device()) {
    fail(VJP_ERROR_DEVICE, "make_dual: primal {} and tangent {} lie on different devices", primal, tangent);
  }
  if (carries_tangent(*primal.get())) {
    fail(VJP_ERROR_STATE, "make_dual: the primal {} has a tangent already; unpack it first", primal);
  }
  if (carries_tangent(*tangent.get())) {
    fail(VJP_ERROR_STATE, "make_dual: the tangent {} has a tangent itself; unpack it first", tangent);
  }
  NoForward below;
  Tensor given = tangent;
  if (is_complex(primal.dtype()) && !is_complex(tangent.dtype())) given = to(tangent, complex_of(tangent.dtype()));
  if (!is_complex(primal.dtype()) && is_complex(tangent.dtype())) given = clone(real(tangent));
  // In inference mode it is no view for autograd (spec FWD-15).
  Tensor dual = mode_word & kModeInference ? primal.alias() : alias(primal);
  cut_tangents(*dual.get());
  put_tangent(dual, std::move(given));
  return dual;
}

Tensor primal_of(const Tensor& t) {
  if (!current_forward_level()) return t;
  NoForward below;
  Tensor primal = alias(t);
  cut_tangents(*primal.get());
  return primal;
}

}  // namespace vjp
