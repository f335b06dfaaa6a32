// Loops over the lattices of connectionist temporal classification, on the CPU.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace vjp {

// Log probabilities [steps, batch, classes], row-major, float32 or float64; labels [batch, longest]; for each sequence
// the number of its steps (more than there are count as all of them) and of its labels. Positions of a lattice are the
// labels with blanks around them: `width` of them for the longest.
struct CtcTask {
  int64_t steps, batch, classes, longest, blank;
  const int64_t *labels, *input_lengths, *lengths;
  int64_t width() const { return 2 * longest + 1; }
};

bool has_ctc(Dtype dtype);
// losses[batch]: -log of the probability of each sequence. alpha[batch, steps, width]: the logarithm of the probability
// to have come, by each step, as far as each position; -inf behind the ends.
void ctc_forward(Dtype dtype, const CtcTask& task, const void* log_probs, void* losses, void* alpha);
// out[steps, batch, classes]: the gradient of the log probabilities, grad[batch] being that of the losses.
void ctc_backward(Dtype dtype, const CtcTask& task, const void* alpha, const void* grad, void* out);

}  // namespace vjp
