// Regions of pointwise operators run as one program (kernel/fused.h), for what compiles graphs.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernel/fused.h"
#include "tensor/tensor.h"

namespace vjp {

// What becomes of an output; nothing set: a new tensor of the index space's shape.
struct FusedResult {
  Tensor into;                 // where it is written: of the full shape and the output's dtype; may be exactly an input
  std::optional<Dims> sum_to;  // or the shape to which it is summed in a new tensor, as sum_to_size does it
};

// Runs the program where the inputs lie, of which those without dimensions may be on the CPU. Inputs are broadcast to
// one shape, the index space. New tensors lie as the first dense input of that shape, or row-major. Nothing is
// recorded. Bit for bit what run_fused_composed gives, for any number of threads.
std::vector<Tensor> run_fused(const FusedProgram& program, std::span<const Tensor> inputs,
                              std::span<const Scalar> scalars, std::span<const FusedResult> results = {});
// One pointwise launch a step, each with a tensor of its own: what any backend can do.
std::vector<Tensor> run_fused_composed(const FusedProgram& program, std::span<const Tensor> inputs,
                                       std::span<const Scalar> scalars, std::span<const FusedResult> results = {});

}  // namespace vjp
