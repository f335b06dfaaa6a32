#include "ops/batch_rules.h"

#include "ops/functions/view_shape.h"

namespace vjp {

Dims led_by(int64_t size, IntSpan sizes) {
  Dims all{size};
  for (int64_t s : sizes) all.push_back(s);
  return all;
}

Dims times_as_large(IntSpan sizes, int dim, int64_t times) {
  Dims out(sizes);
  out[dim] *= times;
  return out;
}

Dims sample_sizes(const Batch& b, int arg, const Tensor& t) {
  return b.has(arg) ? Dims(t.sizes().subspan(1)) : Dims(t.sizes());
}

Tensor with_batch(const Batch& b, int arg, const Tensor& t) {
  if (!t || b.has(arg)) return t;
  return expand(t, led_by(b.size, t.sizes()));
}

Tensor at_least_one_dim(const Batch& b, int arg, const Tensor& t) {
  Tensor all = with_batch(b, arg, t);
  return all.ndim() == 1 ? unsqueeze(all, 1) : all;
}

Tensor aligned(const Batch& b, int arg, const Tensor& t, int rank) {
  if (!t || !b.has(arg) || t.ndim() == rank + 1) return t;
  Dims sizes{b.size};
  for (int i = t.ndim() - 1; i < rank; ++i) sizes.push_back(1);
  for (int64_t size : t.sizes().subspan(1)) sizes.push_back(size);
  return reshape(t, sizes);
}

Tensor folded(const Tensor& t, int dim) {
  const Tensor beside = movedim(t, Dims{0}, Dims{dim});
  Dims sizes(t.sizes().subspan(1));
  sizes[dim] *= t.size(0);
  return reshape(beside, sizes);
}

Tensor unfolded(const Tensor& t, int dim, int64_t size, int64_t extent) {
  Dims sizes(t.sizes());
  sizes[dim] = extent;
  sizes.insert(dim, size);
  return movedim(reshape(t, sizes), Dims{dim}, Dims{0});
}

Tensor along_first(const Batch& b, int arg, const Tensor& t) { return t ? folded(with_batch(b, arg, t), 0) : t; }

}  // namespace vjp
