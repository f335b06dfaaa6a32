// Tile kernels on int64 that run on lanes.
#pragma once

namespace vjp::cpu {

struct Kernels;
void fill_integer_kernels(Kernels& kernels);  // in the place of those that are loops over elements

}  // namespace vjp::cpu
