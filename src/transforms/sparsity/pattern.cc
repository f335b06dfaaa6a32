#include "transforms/sparsity/pattern.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace vjp {
namespace {

// The least colour that is not marked with `mark`.
int32_t first_free(std::vector<int64_t>& marks, int64_t mark) {
  int32_t color = 0;
  while (static_cast<size_t>(color) < marks.size() && marks[static_cast<size_t>(color)] == mark) ++color;
  if (static_cast<size_t>(color) == marks.size()) marks.push_back(-1);
  return color;
}

// Those with most entries first.
std::vector<int64_t> by_size(const Pattern& p) {
  std::vector<int64_t> order(static_cast<size_t>(p.rows()));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](int64_t r) { return p.row(r).size(); });
  return order;
}

}  // namespace

Pattern::Pattern(int64_t rows, int64_t columns, std::vector<int64_t> row_begins, std::vector<int64_t> column_of)
    : rows_(rows), columns_(columns), row_begins_(std::move(row_begins)), column_of_(std::move(column_of)) {
  const auto bad = [](const char* why, int64_t at) { fail(VJP_ERROR_INVALID, "sparsity: {} (at {})", why, at); };
  if (row_begins_.size() != static_cast<size_t>(rows) + 1 || row_begins_.front() != 0 ||
      row_begins_.back() != entries())
    bad("crow_indices must be rows + 1 numbers from 0 to the number of entries",
        row_begins_.empty() ? 0 : row_begins_.back());
  for (int64_t r = 0; r < rows; ++r) {
    if (row_begins_[static_cast<size_t>(r)] > row_begins_[static_cast<size_t>(r) + 1] ||
        row_begins_[static_cast<size_t>(r) + 1] > entries())
      bad("crow_indices must not fall", r);
    int64_t former = -1;
    for (int64_t c : row(r)) {
      if (c <= former || c >= columns) bad("col_indices must rise in each row, from 0 to less than the columns", r);
      former = c;
    }
  }
}

bool Pattern::is_symmetric() const {
  if (rows_ != columns_) return false;
  const Pattern mirror = transposed();
  return mirror.row_begins_ == row_begins_ && mirror.column_of_ == column_of_;
}

Pattern Pattern::transposed() const {
  std::vector<int64_t> begins(static_cast<size_t>(columns_) + 1, 0), rows_of(column_of_.size());
  for (int64_t c : column_of_) ++begins[static_cast<size_t>(c) + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<int64_t> next(begins.begin(), begins.end() - 1);
  for (int64_t r = 0; r < rows_; ++r)
    for (int64_t c : row(r)) rows_of[static_cast<size_t>(next[static_cast<size_t>(c)]++)] = r;
  return Pattern(columns_, rows_, std::move(begins), std::move(rows_of));
}

Coloring color_columns(const Pattern& pattern) {
  const Pattern by_column = pattern.transposed();
  Coloring out{std::vector<int32_t>(static_cast<size_t>(pattern.columns()), -1), 0};
  std::vector<int64_t> marks;  // by colour: the column that last forbade it
  for (int64_t c : by_size(by_column)) {
    for (int64_t r : by_column.row(c)) {
      for (int64_t other : pattern.row(r)) {
        const int32_t color = out.color_of[static_cast<size_t>(other)];
        if (color >= 0) marks[static_cast<size_t>(color)] = c;
      }
    }
    const int32_t color = first_free(marks, c);
    out.color_of[static_cast<size_t>(c)] = color;
    out.colors = std::max(out.colors, color + 1);
  }
  return out;
}

// Of the neighbours w of a vertex v, and their neighbours x: v may have neither the colour of w; nor that of x while w
// has none, so that the neighbours of every vertex that is still to come differ, and it can be the middle of no path of
// two colours; nor that of x if x has another neighbour of w's colour, which would be the end of such a path from v.
Coloring color_symmetric(const Pattern& pattern) {
  Coloring out{std::vector<int32_t>(static_cast<size_t>(pattern.rows()), -1), 0};
  std::vector<int64_t> marks;
  const auto color_of = [&](int64_t v) { return out.color_of[static_cast<size_t>(v)]; };
  const auto forbid = [&](int64_t v, int32_t color) {
    if (color >= 0) marks[static_cast<size_t>(color)] = v;
  };
  for (int64_t v : by_size(pattern)) {
    for (int64_t w : pattern.row(v)) {
      if (w == v) continue;
      forbid(v, color_of(w));
      for (int64_t x : pattern.row(w)) {
        if (x == v || x == w || color_of(x) < 0) continue;
        if (color_of(w) < 0) {
          forbid(v, color_of(x));
          continue;
        }
        for (int64_t y : pattern.row(x))
          if (y != w && y != x && color_of(y) == color_of(w)) forbid(v, color_of(x));
      }
    }
    const int32_t color = first_free(marks, v);
    out.color_of[static_cast<size_t>(v)] = color;
    out.colors = std::max(out.colors, color + 1);
  }
  return out;
}

}  // namespace vjp
