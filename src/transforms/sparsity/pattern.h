// Where a matrix may have entries that are not zero, in compressed rows (CSR); and colourings of it, by which a few
// products give all entries.
//
// The methods: A. R. Curtis, M. J. D. Powell, J. K. Reid, On the estimation of sparse Jacobian matrices (1974); A. H.
// Gebremedhin, F. Manne, A. Pothen, What color is your Jacobian? (SIAM Review 47, 2005), whose words are used.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vjp {

class Pattern {
 public:
  Pattern(int64_t rows, int64_t columns, std::vector<int64_t> row_begins, std::vector<int64_t> column_of);

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }
  int64_t entries() const { return static_cast<int64_t>(column_of_.size()); }
  const std::vector<int64_t>& row_begins() const { return row_begins_; }  // rows + 1
  const std::vector<int64_t>& column_of() const { return column_of_; }    // ascending in each row
  std::span<const int64_t> row(int64_t r) const {
    return {column_of_.data() + row_begins_[static_cast<size_t>(r)],
            column_of_.data() + row_begins_[static_cast<size_t>(r) + 1]};
  }
  Pattern transposed() const;
  bool is_symmetric() const;

 private:
  int64_t rows_, columns_;
  std::vector<int64_t> row_begins_, column_of_;
};

// A colour for each of some rows or columns.
struct Coloring {
  std::vector<int32_t> color_of;
  int32_t colors = 0;
};

// No two columns of one colour have entries in one row: the product with the sum of their unit vectors shows them all.
// Distance-2 colouring of the columns, greedy, the columns with most entries first.
Coloring color_columns(const Pattern& pattern);
// The same for the rows.
inline Coloring color_rows(const Pattern& pattern) { return color_columns(pattern.transposed()); }

// For a symmetric pattern: colours by which each entry (i, j) or its mirror image can be read from one product (star
// colouring: neighbours differ, and no path of four uses two colours only). Needs fewer colours than color_columns.
Coloring color_symmetric(const Pattern& pattern);

}  // namespace vjp
