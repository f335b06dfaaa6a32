#include "backends/cpu/gemm_simd.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/gemm_simd.cc"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

// Sizes of the workspace, the same for every target: panels of a and a block of b.
#ifndef VJP_GEMM_SIMD_ONCE
#define VJP_GEMM_SIMD_ONCE
namespace vjp::cpu {
namespace {
constexpr int64_t kDepth = 512;             // of k at a time
constexpr int64_t kPanelRow = kDepth + 16;  // a row of the panel; the excess keeps rows out of each other's cache sets
constexpr int64_t kMaxRows = 16;
constexpr int64_t kNear = 6144;                    // floats of b, with room for a panel in the first cache
constexpr int64_t kFewPanels = 8;                  // so many are packed once for the whole width
constexpr int64_t kBlockBytes = int64_t{1} << 20;  // of b: half of the second cache
}  // namespace
}  // namespace vjp::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu {
namespace HWY_NAMESPACE {
namespace {

#if HWY_MAX_BYTES >= 32

namespace hn = hwy::HWY_NAMESPACE;

using Vectors = hn::CappedTag<float, 16>;
constexpr int64_t kLanes = hn::MaxLanes(Vectors());
constexpr int64_t kCols = 2 * kLanes;  // a register tile is two vectors wide

// Rows of a register tile: of 32 registers, 28 sums and two vectors of b; a's elements are broadcast from memory. Of
// 16, 12 sums, two vectors of b and an element of a.
constexpr int kRows = kLanes == 16 ? 14 : 6;
// Tiles that are stored transposed go by fours.
constexpr int kRowsTransposed = kLanes == 16 ? 12 : 4;

// Where a finished tile goes: out[r * row + j * col], one of the strides being 1.
struct Output {
  float alpha, beta;
  float* data;
  int64_t row, col;
};

template <int R>
HWY_INLINE void store_rows(const float* tile, const Output& out, int64_t cols) {
  const Vectors d;
  const auto beta = hn::Set(d, out.beta);
  for (int r = 0; r < R; ++r) {
    float* to = out.data + r * out.row;
    for (int64_t j = 0; j < cols; j += kLanes) {
      const size_t left = static_cast<size_t>(std::min(cols - j, kLanes));
      auto y = hn::Load(d, tile + r * kCols + j);
      if (out.beta != 0.0f) y = hn::Add(hn::Mul(beta, hn::LoadN(d, to + j, left)), y);
      hn::StoreN(y, d, to + j, left);
    }
  }
}

// Four rows of four floats as four columns.
HWY_INLINE void transpose4(const float* in, int64_t in_row, float* out, int64_t out_row) {
  const hn::FixedTag<float, 4> d;
  const auto r0 = hn::LoadU(d, in), r1 = hn::LoadU(d, in + in_row);
  const auto r2 = hn::LoadU(d, in + 2 * in_row), r3 = hn::LoadU(d, in + 3 * in_row);
  const auto a0 = hn::InterleaveLower(d, r0, r2), a1 = hn::InterleaveLower(d, r1, r3);
  const auto a2 = hn::InterleaveUpper(d, r0, r2), a3 = hn::InterleaveUpper(d, r1, r3);
  hn::StoreU(hn::InterleaveLower(d, a0, a1), d, out);
  hn::StoreU(hn::InterleaveUpper(d, a0, a1), d, out + out_row);
  hn::StoreU(hn::InterleaveLower(d, a2, a3), d, out + 2 * out_row);
  hn::StoreU(hn::InterleaveUpper(d, a2, a3), d, out + 3 * out_row);
}

template <int R>
HWY_INLINE void store_columns(const float* tile, const Output& out, int64_t cols) {
  if constexpr (R % 4 == 0) {
    if (out.beta == 0.0f && cols % 4 == 0) {
      for (int64_t j = 0; j < cols; j += 4) {
        for (int r = 0; r < R; r += 4) transpose4(tile + r * kCols + j, kCols, out.data + j * out.col + r, out.col);
      }
      return;
    }
  }
  for (int64_t j = 0; j < cols; ++j) {
    float* to = out.data + j * out.col;
    for (int r = 0; r < R; ++r) {
      const float y = tile[r * kCols + j];
      to[r] = out.beta == 0.0f ? y : out.beta * to[r] + y;
    }
  }
}

// One tile of R rows and N vectors: a[R, k] times a sliver b[k, N vectors].
template <int R, int N>
HWY_INLINE void tile_of(int64_t k, const float* HWY_RESTRICT a, int64_t a_row, int64_t a_col,
                        const float* HWY_RESTRICT b, int64_t b_row, const Output& out, int64_t cols) {
  const Vectors d;
  hn::Vec<Vectors> sum[R][N];
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < N; ++v) sum[r][v] = hn::Zero(d);
  }
  // The tile's place in memory arrives while the sums are formed.
  if (out.col == 1) {
    for (int r = 0; r < R; ++r) {
      for (int v = 0; v < N; ++v) __builtin_prefetch(out.data + r * out.row + v * kLanes, 1);
    }
  }
  for (int64_t p = 0; p < k; ++p) {
    const auto b0 = hn::LoadU(d, b);
    const auto b1 = N == 2 ? hn::LoadU(d, b + (N - 1) * kLanes) : b0;
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) {
      const auto x = hn::Set(d, a[r * a_row]);
      sum[r][0] = hn::MulAdd(x, b0, sum[r][0]);
      if (N == 2) sum[r][N - 1] = hn::MulAdd(x, b1, sum[r][N - 1]);
    }
    a += a_col;
    b += b_row;
  }
  const auto alpha = hn::Set(d, out.alpha);
  if (out.col == 1 && cols == N * kLanes) {
    const auto beta = hn::Set(d, out.beta);
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) {
#pragma GCC unroll 2
      for (int v = 0; v < N; ++v) {
        float* to = out.data + r * out.row + v * kLanes;
        auto y = hn::Mul(alpha, sum[r][v]);
        if (out.beta != 0.0f) y = hn::Add(hn::Mul(beta, hn::LoadU(d, to)), y);
        hn::StoreU(y, d, to);
      }
    }
    return;
  }
  HWY_ALIGN float tile[R * kCols];
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r) {
#pragma GCC unroll 2
    for (int v = 0; v < N; ++v) hn::Store(hn::Mul(alpha, sum[r][v]), d, tile + r * kCols + v * kLanes);
  }
  if (out.col == 1) {
    store_rows<R>(tile, out, cols);
  } else {
    store_columns<R>(tile, out, cols);
  }
}

template <int R>
HWY_NOINLINE void tile_rows(int64_t k, const float* a, int64_t a_row, int64_t a_col, const float* b, int64_t b_row,
                            const Output& out, int64_t cols) {
  if (cols > kLanes) {
    tile_of<R, 2>(k, a, a_row, a_col, b, b_row, out, cols);
  } else {
    tile_of<R, 1>(k, a, a_row, a_col, b, b_row, out, cols);
  }
}

using TileFunction = void (*)(int64_t k, const float* a, int64_t a_row, int64_t a_col, const float* b, int64_t b_row,
                              const Output& out, int64_t cols);
template <int... R>
HWY_INLINE TileFunction tile_function(int rows, std::integer_sequence<int, R...>) {
  static constexpr TileFunction kTable[] = {&tile_rows<R + 1>...};
  return kTable[rows - 1];
}

// ---- packing ----

// From one sliver to the next: the excess keeps them out of each other's cache sets.
constexpr int64_t sliver(int64_t depth) { return depth * kCols + kLanes; }

// `depth` rows of b as slivers of kCols columns, zero beyond `width`. Reads whole rows: b may come from memory.
void pack_rows(const float* b, int64_t b_row, int64_t depth, int64_t width, float* out) {
  const Vectors d;
  for (int64_t p = 0; p < depth; ++p, b += b_row) {
    float* to = out + p * kCols;
    int64_t j = 0;
    for (; j + kCols <= width; j += kCols, to += sliver(depth)) {
      hn::Store(hn::LoadU(d, b + j), d, to);
      hn::Store(hn::LoadU(d, b + j + kLanes), d, to + kLanes);
    }
    for (int64_t i = 0; j + i < width; i += kLanes) {
      hn::Store(hn::LoadN(d, b + j + i, static_cast<size_t>(std::min(width - j - i, kLanes))), d, to + i);
    }
  }
}

// The same of a b whose rows are not contiguous.
void pack_columns(const float* b, int64_t b_row, int64_t b_col, int64_t depth, int64_t width, float* out) {
  for (int64_t j0 = 0; j0 < width; j0 += kCols, out += sliver(depth)) {
    const int64_t cols = std::min(width - j0, kCols);
    const float* from = b + j0 * b_col;
    // where the columns are contiguous, by blocks of four
    const int64_t quads = b_row == 1 ? cols / 4 * 4 : 0, whole = b_row == 1 ? depth / 4 * 4 : 0;
    for (int64_t j = 0; j < quads; j += 4) {
      for (int64_t p = 0; p < whole; p += 4) transpose4(from + j * b_col + p, b_col, out + p * kCols + j, kCols);
    }
    for (int64_t j = 0; j < cols; ++j) {
      for (int64_t p = j < quads ? whole : 0; p < depth; ++p) out[p * kCols + j] = from[p * b_row + j * b_col];
    }
    // what is never stored must not be a signalling nuisance: zeros
    for (int64_t p = 0; p < depth && cols < kCols; ++p) {
      for (int64_t j = cols; j < kCols; ++j) out[p * kCols + j] = 0.0f;
    }
  }
}

// Of a transposed a, columns of `rows` elements as those of panels that follow each other: a line of memory holds rows
// of several.
void pack_panels(const float* a, int64_t a_col, const int* heights, int count, int64_t rows, int64_t depth,
                 float* out) {
  const Vectors d;
  for (int64_t p = 0; p < depth; ++p, a += a_col) {
    float* to = out + p * kLanes;
    int64_t r = 0;
    for (int i = 0; i < count; ++i, to += kMaxRows * kPanelRow) {
      const auto column = r + kLanes <= rows ? hn::LoadU(d, a + r) : hn::LoadN(d, a + r, static_cast<size_t>(rows - r));
      hn::Store(column, d, to);
      r += heights[i];
    }
  }
}

// Rows of a, out of each other's way in the cache.
void pack_panel(const float* a, int64_t a_row, int64_t a_col, int rows, int64_t depth, float* out) {
  const Vectors d;
  for (int r = 0; r < rows; ++r) {
    const float* from = a + r * a_row;
    float* to = out + r * kPanelRow;
    int64_t p = 0;
    if (a_col == 1) {
      for (; p + kLanes <= depth; p += kLanes) hn::Store(hn::LoadU(d, from + p), d, to + p);
    }
    for (; p < depth; ++p) to[p] = from[p * a_col];
  }
}

// ---- loops ----

struct Panel {
  const float* data;
  int64_t row, col;
};

constexpr int64_t kFewCols = 16 * kCols;  // to which a panel of six rows is not worth a copy

// Whether all of a transposed a stays in the second cache, so that reading a line for each panel that it feeds costs
// less than a copy.
bool columns_stay(const SimdGemm& p) {
  constexpr int64_t kNumbers = 52000;
  const int64_t depth = std::min(p.k, kDepth);
  return p.n <= kFewCols && p.m * depth <= kNumbers && (p.a_col % 512 != 0 || depth <= 128);
}

class Product {
 public:
  Product(const SimdGemm& p, int64_t out_row, int64_t out_col, int max_rows, float* space)
      : p_(p),
        out_row_(out_row),
        out_col_(out_col),
        max_rows_(max_rows),
        panel_(space),
        block_(space + kFewPanels * kMaxRows * kPanelRow) {}

  void run() {
    row_blocks_ = (p_.m + max_rows_ - 1) / max_rows_;
    few_rows_ = row_blocks_ <= kFewPanels;
    // What is read rarely stays where it is, unless rows so far apart share sets of the first cache, which has ways for
    // twelve. Panels of six rows are read too rarely for more.
    const bool apart = p_.a_row * int64_t{sizeof(float)} % 4096 != 0;
    const bool in_place = kLanes == 16    ? p_.n <= 2 * kCols && (apart || max_rows_ <= 12)
                          : p_.a_row == 1 ? p_.n <= 2 * kCols || columns_stay(p_)
                                          : p_.n <= kFewCols;
    placed_ = in_place ? Placed::InPlace : few_rows_ ? Placed::AllPacked : Placed::Packed;
    // The block of b is at most as large as its half of the cache, and its columns whole slivers.
    for (int64_t p0 = 0; p0 < p_.k; p0 += kDepth) {
      depth_ = std::min(kDepth, p_.k - p0);
      if (placed_ == Placed::AllPacked) pack_all(p0);
      const int64_t width =
          few_rows_ && p_.b_col == 1
              ? 4 * kCols
              : std::max<int64_t>(1, kBlockBytes / static_cast<int64_t>(sizeof(float)) / depth_ / kCols) * kCols;
      for (int64_t j0 = 0; j0 < p_.n; j0 += width) block(p0, j0, std::min(width, p_.n - j0));
    }
  }

 private:
  enum class Placed { InPlace, Packed, AllPacked };

  void pack_all(int64_t p0) {
    if (p_.a_row == 1) return pack_some(0, p0, 0);
    int64_t i = 0;
    for (int64_t r = 0; r < row_blocks_; ++r) {
      const int rows = rows_of(i, row_blocks_ - r);
      pack_panel(rows_at(i, p0), p_.a_row, p_.a_col, rows, depth_, panel_ + r * kMaxRows * kPanelRow);
      i += rows;
    }
  }

  // Of a transposed a, panels from `index`, whose first row is i, as many as there is room for.
  void pack_some(int64_t i, int64_t p0, int64_t index) {
    int heights[kFewPanels], count = 0;
    int64_t end = i;
    for (; count < kFewPanels && index + count < row_blocks_; ++count) {
      heights[count] = rows_of(end, row_blocks_ - index - count);
      end += heights[count];
    }
    pack_panels(rows_at(i, p0), p_.a_col, heights, count, end - i, depth_, panel_);
  }

  const float* rows_at(int64_t i, int64_t p0) const { return p_.a + i * p_.a_row + p0 * p_.a_col; }

  void block(int64_t p0, int64_t j0, int64_t width) {
    const float* b = p_.b + p0 * p_.b_row + j0 * p_.b_col;
    // For so few rows, or what lies in the first cache, a copy does not pay; a last sliver that is not whole would be
    // read beyond the end.
    const bool near = p_.b_row * depth_ <= kNear && row_blocks_ <= kFewPanels;
    const bool in_place = p_.b_col == 1 && (row_blocks_ <= 2 || near) && width % kCols == 0;
    if (!in_place) {
      if (p_.b_col == 1) {
        pack_rows(b, p_.b_row, depth_, width, block_);
      } else {
        pack_columns(b, p_.b_row, p_.b_col, depth_, width, block_);
      }
    }
    int64_t i = 0;
    for (int64_t r = 0; r < row_blocks_; ++r) {
      const int rows = rows_of(i, row_blocks_ - r);
      const Panel a = panel(i, p0, r, rows);
      const TileFunction tile = tile_function(rows, std::make_integer_sequence<int, kRows>());
      const float* next =
          placed_ == Placed::Packed && p_.a_row != 1 && i + rows + kRows <= p_.m ? rows_at(i + rows, p0) : nullptr;
      for (int64_t j = 0; j < width; j += kCols) {
        if (next) prefetch_panel(next, j, std::min(j + kCols, width), width);
        const Output out{p_.alpha, p0 == 0 ? p_.beta : 1.0f, p_.out + i * out_row_ + (j0 + j) * out_col_, out_row_,
                         out_col_};
        const float* columns = in_place ? b + j : block_ + j / kCols * sliver(depth_);
        tile(depth_, a.data, a.row, a.col, columns, in_place ? p_.b_row : kCols, out, std::min(width - j, kCols));
      }
      i += rows;
    }
  }

  // The next panel comes nearer while this one is multiplied: of its `depth_` columns those that fall to columns
  // [j, end) of b.
  void prefetch_panel(const float* a, int64_t j, int64_t end, int64_t width) const {
    constexpr int64_t kLine = 16;
    const int64_t lines = (depth_ + kLine - 1) / kLine;
    for (int64_t l = lines * j / width; l < lines * end / width; ++l) {
      for (int r = 0; r < kRows; ++r) __builtin_prefetch(a + r * p_.a_row + l * kLine * p_.a_col, 0, 2);
    }
  }

  // Blocks of nearly equal height; those that are stored transposed go by fours as long as they can.
  int rows_of(int64_t i, int64_t blocks_left) const {
    const int64_t left = p_.m - i;
    int64_t rows = (left + blocks_left - 1) / blocks_left;
    if (out_col_ != 1) rows = std::min((rows + 3) / 4 * 4, left);
    return static_cast<int>(rows);
  }

  Panel panel(int64_t i, int64_t p0, int64_t index, int rows) {
    if (placed_ == Placed::InPlace) return {rows_at(i, p0), p_.a_row, p_.a_col};
    if (p_.a_row == 1) {
      if (placed_ == Placed::Packed && index % kFewPanels == 0) pack_some(i, p0, index);
      return {panel_ + index % kFewPanels * kMaxRows * kPanelRow, 1, kLanes};
    }
    float* packed = panel_;
    if (placed_ == Placed::AllPacked) {
      packed += index * kMaxRows * kPanelRow;
    } else {
      pack_panel(rows_at(i, p0), p_.a_row, p_.a_col, rows, depth_, packed);
    }
    return {packed, kPanelRow, 1};
  }

  const SimdGemm& p_;
  int64_t out_row_, out_col_;
  int64_t max_rows_;
  int64_t depth_ = 0, row_blocks_ = 0;
  bool few_rows_ = false;
  Placed placed_ = Placed::Packed;
  float *panel_, *block_;
};

constexpr int64_t kNarrow = 32;

void run(const SimdGemm& p, void* workspace) {
  float* space = static_cast<float*>(workspace);
  // A short a against a transposed b: the roles change, a is what is packed, and the result is stored transposed.
  // So do they of a narrow b and a transposed a, of which panels of six rows would read every line again and again,
  // from beyond the second cache where columns are so far apart.
  const bool short_a = p.b_col != 1 && 2 * p.m <= p.n;
  const bool narrow_b = kLanes < 16 && p.a_col != 1 && p.a_col > 256 && p.n <= kNarrow && p.n <= p.m;
  if (short_a || narrow_b) {
    SimdGemm q = p;
    q.m = p.n;
    q.n = p.m;
    q.a = p.b;
    q.a_row = p.b_col;
    q.a_col = p.b_row;
    q.b = p.a;
    q.b_row = p.a_col;
    q.b_col = p.a_row;
    return Product(q, 1, p.ldc, kRowsTransposed, space).run();
  }
  Product(p, p.ldc, 1, kRows, space).run();
}

// Measured against OpenBLAS 0.3.34 on Sapphire Rapids, on Zen 5, where its kernels for whole small matrices (up to a
// volume of 1e6) run at half the speed of these, and on Zen 4: by orientation. Large products are even up to n = 1024;
// narrow and short ones, which a BLAS packs for more than it gains, are faster here at any size.
bool wins(const SimdGemm& p) {
  const double volume = static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
  const bool a_transposed = p.a_col != 1, b_transposed = p.b_col != 1;
  if (p.n < kLanes || p.m < 8 || p.k < 16) return false;
  if ((a_transposed && p.a_row != 1) || (b_transposed && p.b_row != 1)) return false;
  if (a_transposed && b_transposed) return false;
  // Vectors of 32 bytes, measured on Zen 3: even or better but at a transposed a, unless that or something else is
  // small.
  if (kLanes < 16) {
    return !a_transposed || columns_stay(p) || (p.n <= kNarrow && p.n <= p.m) || p.m <= 24 || p.k <= 24;
  }
  const bool thin = p.m <= 112 || p.n <= 128;
  if (a_transposed && p.k <= 128) return volume > 1e5 || p.m <= 16;
  if (a_transposed) return volume > 1e6 && (volume < 6e8 || thin);
  if (b_transposed && p.m < 16) return false;
  return volume > 1e5 && (volume < 1.2e9 || thin || (b_transposed && p.m <= 256));
}

#else

bool wins(const SimdGemm&) { return false; }
void run(const SimdGemm&, void*) {}

#endif

bool Wins(const SimdGemm& p) { return wins(p); }
void Run(const SimdGemm& p, void* workspace) { run(p, workspace); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {
HWY_EXPORT(Wins);
HWY_EXPORT(Run);

size_t simd_gemm_bytes() {
  // the last part: what the padding between slivers adds
  return static_cast<size_t>(kFewPanels * kMaxRows * kPanelRow) * sizeof(float) +
         static_cast<size_t>(kBlockBytes) * 3 / 2;
}
bool simd_gemm_wins(const SimdGemm& p) { return HWY_DYNAMIC_DISPATCH(Wins)(p); }
void simd_gemm(const SimdGemm& p, void* workspace) { HWY_DYNAMIC_DISPATCH(Run)(p, workspace); }

}  // namespace vjp::cpu
#endif
