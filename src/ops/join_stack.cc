// Tensors put together in ways made of cat and stack.
#include "ops/define.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/join.h"
#include "ops/functions/pad.h"
#include "ops/functions/view_shape.h"
#include "ops/internal.h"

namespace vjp {
namespace {

Tensor as_matrix(const Tensor& t) { return t.ndim() >= 2 ? t : reshape(t, Dims{1, t.numel()}); }

void need_some(TensorList tensors, const char* what) {
  if (tensors.empty()) fail(VJP_ERROR_INVALID, "{}: at least one tensor is needed", what);
}

// Positions of the combinations of r out of n, row after row in order.
std::vector<int64_t> combinations_of(int64_t n, int64_t r, bool with_replacement) {
  std::vector<int64_t> all, now(static_cast<size_t>(r), 0);
  if (!with_replacement)
    for (int64_t i = 0; i < r; ++i) now[static_cast<size_t>(i)] = i;
  if (n == 0 || (!with_replacement && r > n)) return all;
  for (;;) {
    all.insert(all.end(), now.begin(), now.end());
    int64_t i = r - 1;
    while (i >= 0 && now[static_cast<size_t>(i)] == (with_replacement ? n - 1 : n - r + i)) --i;
    if (i < 0) return all;
    ++now[static_cast<size_t>(i)];
    for (int64_t j = i + 1; j < r; ++j)
      now[static_cast<size_t>(j)] = now[static_cast<size_t>(j - 1)] + !with_replacement;
  }
}

}  // namespace

struct BlockDiag : Composite {
  static constexpr Schema schema{"block_diag(Tensor[] tensors) -> Tensor"};
  static constexpr const char* doc =
      "A matrix with the tensors (of at most two dimensions, fewer as one row) along its diagonal, and 0 elsewhere.";
  static Tensor forward(TensorList tensors) {
    if (tensors.empty()) return zeros(Dims{1, 0});
    std::vector<Tensor> rows;
    int64_t width = 0, at = 0;
    for (const Tensor& t : tensors) {
      if (t.ndim() > 2) {
        fail(VJP_ERROR_SHAPE, "block_diag: tensor {} has shape {}, expected at most two dimensions",
             &t - tensors.data(), t.sizes());
      }
      rows.push_back(as_matrix(t));
      width += rows.back().size(1);
    }
    for (Tensor& block : rows) {
      const int64_t columns = block.size(1);
      block = constant_pad_nd(block, Dims{at, width - at - columns}, 0);
      at += columns;
    }
    return cat(rows, 0);
  }
};
VJP_DEFINE(BlockDiag);

struct CartesianProd : Composite {
  static constexpr Schema schema{"cartesian_prod(Tensor[] tensors) -> Tensor"};
  static constexpr const char* doc =
      "All combinations of one element from each vector, a row each, the last changing fastest; a single vector as it "
      "is.";
  static Tensor forward(TensorList tensors) {
    need_some(tensors, "cartesian_prod");
    Dims grid;
    for (const Tensor& t : tensors) {
      if (t.ndim() != 1) {
        fail(VJP_ERROR_SHAPE, "cartesian_prod: tensor {} has shape {}, expected one dimension", &t - tensors.data(),
             t.sizes());
      }
      if (grid.n == VJP_MAX_DIMS) {
        fail(VJP_ERROR_SHAPE, "cartesian_prod: {} tensors, expected at most {}", tensors.size(), int{VJP_MAX_DIMS});
      }
      grid.push_back(t.numel());
    }
    if (tensors.size() == 1) return tensors[0];
    std::vector<Tensor> columns;
    for (int i = 0; i < grid.n; ++i) {
      Dims line = Dims::filled(grid.n, 1);
      line[i] = grid[i];
      columns.push_back(flatten(expand(view(tensors[static_cast<size_t>(i)], line), grid)));
    }
    return stack(columns, 1);
  }
};
VJP_DEFINE(CartesianProd);

struct Combinations : Composite {
  static constexpr Schema schema{"combinations(Tensor input, int r=2, bool with_replacement=False) -> Tensor"};
  static constexpr const char* doc = "All combinations of r elements of a vector, a row each, in order.";
  static Tensor forward(const Tensor& input, int64_t r, bool with_replacement) {
    if (input.ndim() != 1) {
      fail(VJP_ERROR_SHAPE, "combinations: 'input' has shape {}, expected one dimension", input.sizes());
    }
    if (r < 0) fail(VJP_ERROR_INVALID, "combinations: 'r' is {}, expected 0 or more", r);
    if (r == 0) return empty(Dims{0}, input.dtype());
    const std::vector<int64_t> positions = combinations_of(input.numel(), r, with_replacement);
    const auto count = static_cast<int64_t>(positions.size());
    Tensor list;
    {
      OperatorDevice host({});
      list = Tensor::empty(Dims{count}, Dtype::Int64);
      std::copy(positions.begin(), positions.end(), list.data<int64_t>());
    }
    if (!input.device().is_cpu()) list = copied_to(list, input.device(), false);
    return reshape(index_select(input, 0, list), Dims{count / r, r});
  }
};
VJP_DEFINE(Combinations);

struct ColumnStack : Composite {
  static constexpr Schema schema{"column_stack(Tensor[] tensors) -> Tensor"};
  static constexpr const char* doc = "The tensors side by side; vectors and numbers as columns.";
  static Tensor forward(TensorList tensors) {
    need_some(tensors, "column_stack");
    std::vector<Tensor> parts;
    for (const Tensor& t : tensors) parts.push_back(t.ndim() < 2 ? reshape(t, Dims{t.numel(), 1}) : t);
    return cat(parts, 1);
  }
};
VJP_DEFINE(ColumnStack);

struct HStack : Composite {
  static constexpr Schema schema{"hstack(Tensor[] tensors) -> Tensor"};
  static constexpr const char* doc = "The tensors one after the other along the second dimension; vectors end to end.";
  static Tensor forward(TensorList tensors) {
    need_some(tensors, "hstack");
    std::vector<Tensor> parts;
    for (const Tensor& t : tensors) parts.push_back(t.ndim() == 0 ? unsqueeze(t, 0) : t);
    return cat(parts, parts[0].ndim() == 1 ? 0 : 1);
  }
};
VJP_DEFINE(HStack);

struct VStack : Composite {
  static constexpr Schema schema{"vstack(Tensor[] tensors) -> Tensor"};
  static constexpr const char* doc = "The tensors one below the other; vectors as rows.";
  static Tensor forward(TensorList tensors) {
    need_some(tensors, "vstack");
    std::vector<Tensor> parts;
    for (const Tensor& t : tensors) parts.push_back(as_matrix(t));
    return cat(parts, 0);
  }
};
VJP_DEFINE(VStack);

struct DStack : Composite {
  static constexpr Schema schema{"dstack(Tensor[] tensors) -> Tensor"};
  static constexpr const char* doc =
      "The tensors one behind the other along the third dimension; what has fewer gets dimensions of size 1.";
  static Tensor forward(TensorList tensors) {
    need_some(tensors, "dstack");
    std::vector<Tensor> parts;
    for (const Tensor& t : tensors) parts.push_back(t.ndim() >= 3 ? t : unsqueeze(as_matrix(t), 2));
    return cat(parts, 2);
  }
};
VJP_DEFINE(DStack);

}  // namespace vjp
