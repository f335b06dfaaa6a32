// Duals: tensors that the program gives a tangent, and the level they live in (spec FWD-1, FWD-5).
#include "graph/batched.h"
#include "graph/guard.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/view_shape.h"
#include "ops/tangent.h"
#include "transforms/forward.h"

namespace vjp {

namespace {

void check_dual(const Tensor& primal, const Tensor& tangent, ForwardLevel level) {
  if (!level) fail(VJP_ERROR_STATE, "make_dual: enter forward mode first");
  if (!is_differentiable(primal.dtype()) || !is_differentiable(tangent.dtype())) {
    fail(VJP_ERROR_DTYPE, "make_dual: primal {} and tangent {} must be floating or complex", primal, tangent);
  }
  if (!same(primal.sizes(), tangent.sizes())) {
    fail(VJP_ERROR_SHAPE, "make_dual: primal {} and tangent {} differ in shape", primal, tangent);
  }
  if (primal.device() != tangent.device()) {
    fail(VJP_ERROR_DEVICE, "make_dual: primal {} and tangent {} lie on different devices", primal, tangent);
  }
  if (carries_tangent(*primal.get(), level)) {
    fail(VJP_ERROR_STATE, "make_dual: the primal {} has a tangent at this level already; unpack it first", primal);
  }
  // Mixed derivatives lie with the inner level's tangent, which would not be looked for here.
  if (highest_tangent(*tangent.get(), kNoForwardLimit).order >= level.order) {
    fail(VJP_ERROR_STATE,
         "make_dual: the tangent {} has a tangent itself, at this level or at one inside it; unpack it first", tangent);
  }
}

}  // namespace

ForwardLevel forward_level_in_use(uint64_t number, const char* who) {
  ForwardLevel level = forward_level(number);
  if (level.order >= forward_limit)
    fail(VJP_ERROR_STATE, "{}: what runs here computes tangents of level {}, and is outside of it", who, number);
  return level;
}

Tensor make_dual(const Tensor& primal, const Tensor& tangent, ForwardLevel level) {
  check_dual(primal, tangent, level);
  Tensor given = tangent;
  {
    BelowLevel below(level);
    if (is_complex(primal.dtype()) && !is_complex(tangent.dtype())) given = to(tangent, complex_of(tangent.dtype()));
    if (!is_complex(primal.dtype()) && is_complex(tangent.dtype())) given = clone(real(tangent));
  }
  // In inference mode it is no view for autograd (spec FWD-15).
  const bool plain = mode_word & kModeInference;
  Tensor dual = plain ? primal.alias() : primal_of(primal, level);
  if (plain) share_tangents(primal, dual, level);
  put_tangent(dual, level, std::move(given));
  return dual;
}

Tensor primal_of(const Tensor& t, ForwardLevel level) {
  if (!level) return t;
  Tensor primal;
  {
    NoForward below;
    primal = alias(t);
  }
  cut_tangents(*primal.get(), level);
  if (!on_tape(*primal.get()).is_view) share_tangents(t, primal, level);
  return primal;
}

}  // namespace vjp
