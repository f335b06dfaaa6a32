// The result of a pointwise operator and its tangent as one program.
#pragma once

#include "ops/op.h"

namespace vjp {

// Of real numbers, where all arguments with derivatives have tangents. Inputs: the tangents in the order of the rules,
// then the operands; parameters: the formula's; outputs: the tangent, the result. Null where there is none: a tangent
// is that of the argument, or identically 0, or the program would be too large. Made when first asked for.
const Program* dual_program(const OpDef& op);

// Computes both, below the tape; false where there is no program, the operands are not alike, or an argument that has a
// derivative has no tangent. `tangents`: one an argument.
bool run_dual(const OpDef& op, const Value* args, const Tensor* tangents, Tensor& out, Tensor& tangent);

}  // namespace vjp
