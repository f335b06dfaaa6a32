// How long reductions are cut, which is what the order of a sum depends on.
#pragma once

#include <algorithm>
#include <cstdint>

namespace vjp::cpu {

constexpr int64_t kPiece = 131072;      // elements that one chunk of a long reduction takes
constexpr int64_t kStripColumns = 512;  // columns that vertical kernels keep states for

// The rows that one chunk of a long reduction of columns takes.
constexpr int64_t rows_of_piece(int64_t columns) {
  return std::max<int64_t>(16, kPiece / std::min(columns, kStripColumns));
}

}  // namespace vjp::cpu
