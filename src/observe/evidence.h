// Evidence: what the elements of a gradient are, and what a node had saved where one of them went wrong.
#pragma once

#include <string>

#include "graph/node.h"

namespace vjp {

struct Elements {
  int64_t count = 0, zeros = 0, bad = 0;  // bad: NaN or infinite
  int64_t first_zero = -1, first_bad = -1;
  double largest = 0;      // magnitude of those that are finite
  bool vanishing = false;  // all are so small that the dtype has lost digits of them, or zero; and not all are zero
  bool all_zero() const { return count > 0 && zeros == count; }
};

// On a device it waits, and looks at a copy on the host. Of integers nothing is looked at.
Elements look_at_elements(const Tensor& t);
// One element in row-major order: "0", "nan", "(1+2j)".
std::string element_text(const Tensor& t, int64_t position);
double magnitude_at(const Tensor& t, int64_t position);  // NaN for NaN

// What the node had saved for the element of a result of these sizes: "input = 0, other = 2"; "" if nothing fits.
// Values that went through hooks are left out: nothing is unpacked.
struct SavedValues {
  std::string text;
  bool zero = false, not_finite = false;  // one of them is
};
SavedValues saved_at(Node& node, IntSpan sizes, int64_t position);

// A tensor that the node has saved in place of a null edge, or one on the same memory; undefined if there is none.
Tensor saved_on_memory_of(Node& node, const Tensor& t);

// The largest factor that certainly leaves such values finite.
double safe_factor(Dtype dtype, double largest);

}  // namespace vjp
