// Steps of views that geometry alone does not describe (spec VIEW-14).
#pragma once

#include "graph/meta.h"
#include "ops/op.h"

namespace vjp {

// Adds to the steps of a new view the one from `input` to `out`: the operator where it changes the dtype or the thread
// wants views replayed, geometry otherwise.
void add_view_step(ViewInfo& view, const OpDef& op, const Value* args, const Tensor& input, const Tensor& out);
// Adds the step from its former geometry to a view that was changed in place, where the view has steps at all.
void add_geometry_step(TensorImpl& view, const Geometry& from);

}  // namespace vjp
