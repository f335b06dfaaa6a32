// Max pooling on vectors: of 2x2 windows with stride 2, the case of nearly every network; and of pixels.
#pragma once

#include <cstdint>

namespace vjp::cpu {

// out[i] = max of top[2 i], top[2 i + 1], bottom[2 i], bottom[2 i + 1]; NaN wins; the first of equal ones. index (may
// be null): its position, where `first` is that of top[0] and `width` the distance from top to bottom.
void max_pool_2x2(const float* top, const float* bottom, int64_t count, int64_t first, int64_t width, float* out,
                  int64_t* index);

// out[c] = max over k of rows[k][c], and index[c] (may be null) the position of the one taken, as above; of no rows
// -inf at -1. Positions are below 2^31.
void max_of_pixels(const float* const* rows, const int64_t* positions, int64_t count, int64_t channels, float* out,
                   int64_t* index);
void max_of_pixels(const double* const* rows, const int64_t* positions, int64_t count, int64_t channels, double* out,
                   int64_t* index);

}  // namespace vjp::cpu
