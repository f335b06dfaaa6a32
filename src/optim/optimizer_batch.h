// What one launch of an optimizer's kernel takes; optimizer.cc and optimizer_sparse.cc fill it.
#pragma once

#include <vector>

#include "graph/meta.h"
#include "optim/optimizer.h"

namespace vjp {

// A tensor whose elements are to be seen in a given memory order: itself where it has it, otherwise a copy, which may
// be written back.
struct Ordered {
  Tensor original, used;

  Ordered(const Tensor& t, IntSpan strides);
  void written() const;
};

struct ParameterOptimizer::Batch {
  // Rows of a tensor that a sparse gradient touches: a copy, which goes back behind the kernel.
  struct Rows {
    Ordered whole;
    Tensor places, keys, rows;  // the whole as [places, what is at one]; which ones; what is there
  };

  Device device;
  Dtype dtype;
  double eps = 1;  // times that of the options
  std::vector<Ordered> params, grads;
  std::vector<Rows> touched;
  // Sparse gradients that were made dense, to be written back as far as they are there.
  std::vector<Rows> spread;
  std::vector<Flat> param_flats, grad_flats, state_flats[kStates];
  std::vector<float*> steps;
};

bool same_places(IntSpan sizes, IntSpan a, IntSpan b);
Tensor empty_as(const Tensor& t, IntSpan strides, Dtype dtype);

}  // namespace vjp
