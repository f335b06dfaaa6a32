// Views that cut a tensor into pieces, and that bring several tensors to one shape.
#include "graph/batched.h"
#include "ops/define.h"
#include "ops/functions/complex.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/host_numbers.h"
#include "ops/texts.h"

namespace vjp {
namespace {

std::vector<Tensor> in_sections(const Tensor& x, int64_t sections, int64_t dim, const char* what) {
  if (x.ndim() == 0) fail(VJP_ERROR_SHAPE, "{}: 'input' has no dimensions, and nothing to split", what);
  if (sections < 1 || sections > UINT16_MAX) {  // as many as a list may have
    fail(VJP_ERROR_INVALID, "{}: 'indices_or_sections' is {}, expected between 1 and {} sections", what, sections,
         UINT16_MAX);
  }
  const int d = wrap_dim(dim, x.ndim(), what);
  std::vector<Tensor> parts;
  for (int64_t i = 0, start = 0; i < sections; ++i) {
    const int64_t length = x.size(d) / sections + (i < x.size(d) % sections);
    parts.push_back(narrow(x, d, start, length));
    start += length;
  }
  return parts;
}

std::vector<Tensor> at_indices(const Tensor& x, IntSpan indices, int64_t dim, const char* what) {
  if (x.ndim() == 0) fail(VJP_ERROR_SHAPE, "{}: 'input' has no dimensions, and nothing to split", what);
  const int d = wrap_dim(dim, x.ndim(), what);
  std::vector<Tensor> parts;
  std::optional<int64_t> start = 0;
  for (int64_t end : indices) {
    parts.push_back(slice(x, d, start, end));
    start = end;
  }
  parts.push_back(slice(x, d, start, {}));
  return parts;
}

// The dimension along which hsplit, vsplit and dsplit cut; they ask for sections of equal size.
int split_dim(const Tensor& x, int dim, int least, const char* what) {
  if (x.ndim() < least) {
    fail(VJP_ERROR_SHAPE, "{}: 'input' has shape {}, expected at least {} dimension{}", what, x.sizes(), least,
         least == 1 ? "" : "s");
  }
  return x.ndim() == 1 ? 0 : dim;
}
std::vector<Tensor> in_equal_sections(const Tensor& x, int64_t sections, int dim, int least, const char* what) {
  const int d = split_dim(x, dim, least, what);
  if (sections < 1 || x.size(d) % sections != 0) {
    fail(VJP_ERROR_INVALID, "{}: dimension {} of {} cannot be split into {} sections of one size", what, d, x.sizes(),
         sections);
  }
  return in_sections(x, sections, d, what);
}

}  // namespace

struct TensorSplit : Composite {
  static constexpr Schema schema{"tensor_split(Tensor input, int indices_or_sections, int dim=0) -> Tensor[]"};
  static constexpr const char* doc =
      "Views of a number of sections along a dimension; the first of them are one larger where the size is no "
      "multiple.";
  static std::vector<Tensor> forward(const Tensor& input, int64_t sections, int64_t dim) {
    return in_sections(input, sections, dim, "tensor_split");
  }
};
VJP_DEFINE(TensorSplit);

struct TensorSplitIndices : Composite {
  static constexpr Schema schema{
      "tensor_split.indices(Tensor input, int[] indices_or_sections, int dim=0) -> Tensor[]"};
  static constexpr const char* doc = "Views of a dimension, cut before each of the indices as slices are.";
  static std::vector<Tensor> forward(const Tensor& input, IntSpan indices, int64_t dim) {
    return at_indices(input, indices, dim, "tensor_split");
  }
};
VJP_DEFINE(TensorSplitIndices);

struct TensorSplitTensor : Composite {
  static constexpr Schema schema{
      "tensor_split.tensor(Tensor input, Tensor indices_or_sections, int dim=0) -> Tensor[]"};
  static constexpr const char* doc =
      "tensor_split with the indices, or the number of sections, in a tensor; waits for its device.";
  static std::vector<Tensor> forward(const Tensor& input, const Tensor& indices, int64_t dim) {
    if (indices.ndim() > 1) {
      fail(VJP_ERROR_SHAPE, "tensor_split: 'indices_or_sections' has shape {}, expected at most one dimension",
           indices.sizes());
    }
    const std::vector<int64_t> numbers = host_numbers(indices, "tensor_split", "indices_or_sections");
    return indices.ndim() ? at_indices(input, numbers, dim, "tensor_split")
                          : in_sections(input, numbers[0], dim, "tensor_split");
  }
};
VJP_DEFINE(TensorSplitTensor);

namespace {

// Along the second dimension, the first and the third.
enum class Way { Horizontal, Vertical, Depth };
template <Way C>
inline constexpr std::array<Word, 2> kCutWords{
    Word{"{letter}", C == Way::Horizontal ? "h"
                     : C == Way::Vertical ? "v"
                                          : "d"},
    Word{"{dim}", C == Way::Horizontal ? "the second dimension (of a vector: the first)"
                  : C == Way::Vertical ? "the first dimension"
                                       : "the third dimension"}};
template <Way C>
inline constexpr int kCutDim = C == Way::Horizontal ? 1
                               : C == Way::Vertical ? 0
                                                    : 2;
template <Way C>
inline constexpr int kCutLeast = C == Way::Horizontal ? 1
                                 : C == Way::Vertical ? 2
                                                      : 3;

}  // namespace

template <Way C>
struct CutSections : Composite {
  static constexpr Schema schema{
      text<"{letter}split(Tensor input, int indices_or_sections) -> Tensor[]", kCutWords<C>>};
  static constexpr const char* doc = text<"Views of a number of equal sections along {dim}.", kCutWords<C>>;
  static std::vector<Tensor> forward(const Tensor& input, int64_t sections) {
    return in_equal_sections(input, sections, kCutDim<C>, kCutLeast<C>, text<"{letter}split", kCutWords<C>>);
  }
};
using HSplit = CutSections<Way::Horizontal>;
VJP_DEFINE(HSplit);
using VSplit = CutSections<Way::Vertical>;
VJP_DEFINE(VSplit);
using DSplit = CutSections<Way::Depth>;
VJP_DEFINE(DSplit);

template <Way C>
struct CutIndices : Composite {
  static constexpr Schema schema{
      text<"{letter}split.indices(Tensor input, int[] indices_or_sections) -> Tensor[]", kCutWords<C>>};
  static constexpr const char* doc =
      text<"Views of {dim}, cut before each of the indices as slices are.", kCutWords<C>>;
  static std::vector<Tensor> forward(const Tensor& input, IntSpan indices) {
    constexpr const char* what = text<"{letter}split", kCutWords<C>>;
    return at_indices(input, indices, split_dim(input, kCutDim<C>, kCutLeast<C>, what), what);
  }
};
using HSplitIndices = CutIndices<Way::Horizontal>;
VJP_DEFINE(HSplitIndices);
using VSplitIndices = CutIndices<Way::Vertical>;
VJP_DEFINE(VSplitIndices);
using DSplitIndices = CutIndices<Way::Depth>;
VJP_DEFINE(DSplitIndices);

namespace {

template <int N>
Tensor at_least(const Tensor& x) {
  if (x.ndim() >= N) return x;
  Tensor out = x;
  if (out.ndim() == 0) out = unsqueeze(out, 0);
  if (N >= 2 && out.ndim() == 1) out = unsqueeze(out, 0);
  if (N >= 3 && out.ndim() == 2) out = unsqueeze(out, 2);
  return out;
}

}  // namespace

template <int N>
struct AtLeast : Composite {
  static constexpr Schema schema{text<"atleast_{rank}d(Tensor input) -> Tensor", kRankWords<N>>};
  static constexpr const char* doc =
      text<"A view with dimensions of size 1 added until there are {rank}; the tensor itself if it has as many.",
           kRankWords<N>>;
  static Tensor forward(const Tensor& input) { return at_least<N>(input); }
};
using AtLeast1d = AtLeast<1>;
VJP_DEFINE(AtLeast1d);
using AtLeast2d = AtLeast<2>;
VJP_DEFINE(AtLeast2d);
using AtLeast3d = AtLeast<3>;
VJP_DEFINE(AtLeast3d);

template <int N>
struct AtLeastAll : Composite {
  static constexpr Schema schema{text<"atleast_{rank}d.sequence(Tensor[] tensors) -> Tensor[]", kRankWords<N>>};
  static constexpr const char* doc = text<"atleast_{rank}d of each tensor.", kRankWords<N>>;
  static std::vector<Tensor> forward(TensorList tensors) {
    std::vector<Tensor> out;
    for (const Tensor& t : tensors) out.push_back(at_least<N>(t));
    return out;
  }
};
using AtLeast1dAll = AtLeastAll<1>;
VJP_DEFINE(AtLeast1dAll);
using AtLeast2dAll = AtLeastAll<2>;
VJP_DEFINE(AtLeast2dAll);
using AtLeast3dAll = AtLeastAll<3>;
VJP_DEFINE(AtLeast3dAll);

struct BroadcastTensors : Composite {
  static constexpr Schema schema{"broadcast_tensors(Tensor[] tensors) -> Tensor[]"};
  static constexpr const char* doc = "Views of the tensors with the shape to which all of them broadcast.";
  static std::vector<Tensor> forward(TensorList tensors) {
    Dims common;
    for (const Tensor& t : tensors) common = broadcast(common, t.sizes(), "broadcast_tensors");
    std::vector<Tensor> out;
    for (const Tensor& t : tensors) out.push_back(expand(t, common));
    return out;
  }
};
VJP_DEFINE(BroadcastTensors);

struct Meshgrid : Composite {
  static constexpr Schema schema{"meshgrid(Tensor[] tensors, *, str indexing=\"ij\") -> Tensor[]"};
  static constexpr const char* doc =
      "The coordinates of a grid, given by those along each dimension, as views of the grid's shape. Indexing \"xy\" "
      "exchanges the first two dimensions.";
  static std::vector<Tensor> forward(TensorList tensors, std::string_view indexing) {
    if (indexing != "ij" && indexing != "xy") {
      fail(VJP_ERROR_INVALID, "meshgrid: 'indexing' must be \"ij\" or \"xy\", got \"{}\"", indexing);
    }
    if (tensors.empty()) fail(VJP_ERROR_INVALID, "meshgrid: at least one tensor is needed");
    if (tensors.size() > VJP_MAX_DIMS) {
      fail(VJP_ERROR_SHAPE, "meshgrid: {} tensors, but a grid has at most {} dimensions", tensors.size(),
           int{VJP_MAX_DIMS});
    }
    const int count = static_cast<int>(tensors.size());
    const bool swapped = indexing == "xy" && count >= 2;
    Dims grid;
    for (const Tensor& t : tensors) {
      if (t.ndim() > 1) {
        fail(VJP_ERROR_SHAPE, "meshgrid: tensor {} has shape {}, expected at most one dimension", &t - tensors.data(),
             t.sizes());
      }
      grid.push_back(t.numel());
    }
    if (swapped) std::swap(grid[0], grid[1]);
    std::vector<Tensor> out;
    for (int i = 0; i < count; ++i) {
      const int place = swapped && i < 2 ? 1 - i : i;
      Dims line = Dims::filled(count, 1);
      line[place] = grid[place];
      out.push_back(expand(view(tensors[static_cast<size_t>(i)], line), grid));
    }
    return out;
  }
};
VJP_DEFINE(Meshgrid);

struct MatrixAdjoint : Composite {
  static constexpr Schema schema{"H(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The conjugate transpose of a matrix.";
  static Tensor forward(const Tensor& input) {
    if (input.ndim() != 0 && input.ndim() != 2) {
      fail(VJP_ERROR_SHAPE, "H: 'input' has shape {}, expected a matrix; mH is for batches of them", input.sizes());
    }
    Tensor transposed = input.ndim() ? transpose(input, 0, 1) : alias(input);
    return is_complex(input.dtype()) ? conj(transposed) : transposed;
  }
};
VJP_DEFINE(MatrixAdjoint);

}  // namespace vjp
