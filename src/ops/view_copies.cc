// The views as copies: row-major, with memory of their own.
#include "ops/define.h"
#include "ops/functions/copy.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"

namespace vjp {
namespace {

std::vector<Tensor> copies(std::vector<Tensor> views) {
  for (Tensor& view : views) view = _row_major(view);
  return views;
}

}  // namespace

struct AliasCopy : Composite {
  static constexpr Schema schema{"alias_copy(Tensor input) -> Tensor"};
  static constexpr const char* doc = "A row-major copy.";
  static Tensor forward(const Tensor& input) { return _row_major(input); }
};
VJP_DEFINE(AliasCopy);

struct AsStridedCopy : Composite {
  static constexpr Schema schema{
      "as_strided_copy(Tensor input, int[] size, int[] stride, int? storage_offset=None) -> Tensor"};
  static constexpr const char* doc = "as_strided, as a copy.";
  static Tensor forward(const Tensor& input, IntSpan size, IntSpan stride, std::optional<int64_t> storage_offset) {
    return _row_major(as_strided(input, size, stride, storage_offset));
  }
};
VJP_DEFINE(AsStridedCopy);

struct DiagonalCopy : Composite {
  static constexpr Schema schema{"diagonal_copy(Tensor input, int offset=0, int dim1=0, int dim2=1) -> Tensor"};
  static constexpr const char* doc = "diagonal, as a copy.";
  static Tensor forward(const Tensor& input, int64_t offset, int64_t dim1, int64_t dim2) {
    return _row_major(diagonal(input, offset, dim1, dim2));
  }
};
VJP_DEFINE(DiagonalCopy);

struct ExpandCopy : Composite {
  static constexpr Schema schema{"expand_copy(Tensor input, int[] size) -> Tensor"};
  static constexpr const char* doc = "expand, as a copy.";
  static Tensor forward(const Tensor& input, IntSpan size) { return _row_major(expand(input, size)); }
};
VJP_DEFINE(ExpandCopy);

struct NarrowCopy : Composite {
  static constexpr Schema schema{"narrow_copy(Tensor input, int dim, int start, int length) -> Tensor"};
  static constexpr const char* doc = "narrow, as a copy.";
  static Tensor forward(const Tensor& input, int64_t dim, int64_t start, int64_t length) {
    return _row_major(narrow(input, dim, start, length));
  }
};
VJP_DEFINE(NarrowCopy);

struct PermuteCopy : Composite {
  static constexpr Schema schema{"permute_copy(Tensor input, int[] dims) -> Tensor"};
  static constexpr const char* doc = "permute, as a copy.";
  static Tensor forward(const Tensor& input, IntSpan dims) { return _row_major(permute(input, dims)); }
};
VJP_DEFINE(PermuteCopy);

struct SplitWithSizesCopy : Composite {
  static constexpr Schema schema{"split_with_sizes_copy(Tensor input, int[] split_sizes, int dim=0) -> Tensor[]"};
  static constexpr const char* doc = "split_with_sizes, as copies.";
  static std::vector<Tensor> forward(const Tensor& input, IntSpan split_sizes, int64_t dim) {
    return copies(split_with_sizes(input, split_sizes, dim));
  }
};
VJP_DEFINE(SplitWithSizesCopy);

struct SqueezeCopy : Composite {
  static constexpr Schema schema{"squeeze_copy(Tensor input) -> Tensor"};
  static constexpr const char* doc = "squeeze, as a copy.";
  static Tensor forward(const Tensor& input) { return _row_major(squeeze(input)); }
};
VJP_DEFINE(SqueezeCopy);

struct SqueezeCopyDims : Composite {
  static constexpr Schema schema{"squeeze_copy.dim(Tensor input, int[] dim) -> Tensor"};
  static constexpr const char* doc = "squeeze of the given dimensions, as a copy.";
  static Tensor forward(const Tensor& input, IntSpan dim) { return _row_major(squeeze_dim(input, dim)); }
};
VJP_DEFINE(SqueezeCopyDims);

struct TCopy : Composite {
  static constexpr Schema schema{"t_copy(Tensor input) -> Tensor"};
  static constexpr const char* doc = "t, as a copy.";
  static Tensor forward(const Tensor& input) { return _row_major(t(input)); }
};
VJP_DEFINE(TCopy);

struct TransposeCopy : Composite {
  static constexpr Schema schema{"transpose_copy(Tensor input, int dim0, int dim1) -> Tensor"};
  static constexpr const char* doc = "transpose, as a copy.";
  static Tensor forward(const Tensor& input, int64_t dim0, int64_t dim1) {
    return _row_major(transpose(input, dim0, dim1));
  }
};
VJP_DEFINE(TransposeCopy);

struct UnbindCopy : Composite {
  static constexpr Schema schema{"unbind_copy(Tensor input, int dim=0) -> Tensor[]"};
  static constexpr const char* doc = "unbind, as copies.";
  static std::vector<Tensor> forward(const Tensor& input, int64_t dim) { return copies(unbind(input, dim)); }
};
VJP_DEFINE(UnbindCopy);

struct UnfoldCopy : Composite {
  static constexpr Schema schema{"unfold_copy(Tensor input, int dimension, int size, int step) -> Tensor"};
  static constexpr const char* doc = "unfold, as a copy.";
  static Tensor forward(const Tensor& input, int64_t dimension, int64_t size, int64_t step) {
    return _row_major(unfold(input, dimension, size, step));
  }
};
VJP_DEFINE(UnfoldCopy);

struct UnsqueezeCopy : Composite {
  static constexpr Schema schema{"unsqueeze_copy(Tensor input, int dim) -> Tensor"};
  static constexpr const char* doc = "unsqueeze, as a copy.";
  static Tensor forward(const Tensor& input, int64_t dim) { return _row_major(unsqueeze(input, dim)); }
};
VJP_DEFINE(UnsqueezeCopy);

struct ViewCopy : Composite {
  static constexpr Schema schema{"view_copy(Tensor input, int[] size) -> Tensor"};
  static constexpr const char* doc = "view, as a copy.";
  static Tensor forward(const Tensor& input, IntSpan size) { return _row_major(view(input, size)); }
};
VJP_DEFINE(ViewCopy);

}  // namespace vjp
