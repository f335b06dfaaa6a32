// Loops that read images between their pixels, on the CPU.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace vjp {

enum class Interpolation { Bilinear, Nearest, Bicubic };
enum class Border { Zeros, Repeat, Reflect };

// float32 and float64, row-major: images [images, channels, sizes...], places [images, points, rank] from -1 to 1 with
// that along the last size first, results [images, channels, points].
struct GridPoints {
  int64_t images, channels, points;
  int rank;  // 2, or 3
  int64_t sizes[3];
  Interpolation interpolation;
  Border border;
  bool align_corners;
};

// Of an image's size, too: pixels are numbered by 32 bits.
bool has_grid_points(Dtype dtype, const GridPoints& task);
// Every number is summed in one order: the bits are the same for any number of threads.
void grid_read(Dtype dtype, const GridPoints& task, const void* input, const void* grid, void* out);
// Either gradient may be null.
void grid_gradients(Dtype dtype, const GridPoints& task, const void* input, const void* grid, const void* g,
                    void* grad_input, void* grad_grid);

}  // namespace vjp
