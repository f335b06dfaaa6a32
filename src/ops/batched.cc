#include "ops/batched.h"

#include "base/error.h"
#include "ops/functions/view_shape.h"

namespace vjp {
namespace {

Tensor moved(const Tensor& t, int from, int to) {
  if (from == to) return t;
  Dims order;
  for (int i = 0; i < t.ndim(); ++i)
    if (i != from) order.push_back(i);
  order.push_back(0);
  for (int i = t.ndim() - 1; i > to; --i) order[i] = order[i - 1];
  order[to] = from;
  return permute(t, order);
}

BatchLevels levels_of(const Tensor& t) {
  return is_batched(t) ? BatchLevels(batch_of(*t.get()).levels) : BatchLevels();
}

int64_t size_of_level(uint64_t level) {
  const BatchLevel* found = find_batch_level(level);
  if (!found) fail(VJP_ERROR_STATE, "vmap: level {} has ended, or was never entered", level);
  return found->size;
}

}  // namespace

Tensor wrap_batch(const Tensor& t, int64_t dim, uint64_t level) {
  const int64_t size = size_of_level(level);
  LevelList levels(levels_of(t));
  if (levels.has(level)) fail(VJP_ERROR_STATE, "vmap: {} is batched at level {} already", t, level);
  if (t.ndim() == 0)
    fail(VJP_ERROR_SHAPE, "vmap: {} has no dimensions, and cannot be batched over one; its in_dim is to be none", t);
  const int d = wrap_dim(dim, t.ndim(), "vmap");
  if (t.size(d) != size) {
    fail(VJP_ERROR_SHAPE, "vmap: dimension {} of {} is {}, and the batch has {} samples", dim, t, t.size(d), size);
  }
  const int from = levels.count + d, to = levels.place_of(level);
  levels.add(level);
  const Tensor whole = physical_of(t);
  return make_batched(from == to ? alias(whole) : moved(whole, from, to), levels);
}

Tensor unwrap_batch(const Tensor& t, int64_t dim, uint64_t level) {
  const int64_t size = size_of_level(level);
  if (is_batched(t)) check_levels(*t.get(), "vmap");
  LevelList levels(levels_of(t));
  const int to = wrap_dim(dim, t.ndim() + 1, "vmap");
  if (!levels.has(level)) {
    Dims sizes(t.sizes());
    sizes.push_back(0);
    for (int i = sizes.n - 1; i > to; --i) sizes[i] = sizes[i - 1];
    sizes[to] = size;
    return expand(unsqueeze(t, to), sizes);  // operators carry the tangent along
  }
  LevelList left;
  for (uint64_t l : levels)
    if (l != level) left.add(l);
  const Tensor whole = physical_of(t);
  const int from = levels.place_of(level), at = left.count + to;
  const bool shared = whole->refs.count() > 2;  // with who is not the batched tensor, or this function
  return make_batched(from != at ? moved(whole, from, at) : shared ? alias(whole) : whole, left);
}

Tensor with_dimensions(Tensor t, BatchLevels levels) {
  for (size_t i = levels.size(); i-- > 0;) t = unwrap_batch(t, 0, levels[i]);
  return t;
}

Tensor wrap_front(const Tensor& t, BatchLevels levels) {
  if (!is_batched(t)) return make_batched(t, levels);
  Tensor out = t;
  for (uint64_t level : levels) out = wrap_batch(out, 0, level);
  return out;
}

Tensor peeled(const Tensor& t, uint64_t level) {
  const BatchInfo& info = batch_of(*t.get());
  (void)level;  // the last of its levels
  return make_batched(info.physical, info.levels.without_last());
}

Tensor with_level(const Tensor& t, uint64_t level) {
  LevelList levels(levels_of(t));
  levels.add(level);
  return make_batched(physical_of(t), levels);
}

Tensor physical_with(const Tensor& t, BatchLevels levels) {
  Tensor out = physical_of(t);
  const LevelList have(levels_of(t));
  if (have.count == levels.size()) return out;
  Dims sizes;
  int next = 0;
  for (uint64_t level : levels) sizes.push_back(have.has(level) ? out.sizes()[static_cast<size_t>(next++)] : 1);
  for (int64_t size : t.sizes()) sizes.push_back(size);
  return view(out, sizes);
}

Tensor aligned_with(const Tensor& t, const LevelList& levels, int rank) {
  if (!is_batched(t)) return t;
  const BatchInfo& info = batch_of(*t.get());
  const int pad = rank - t.ndim();
  const int first = levels.place_of(info.levels.v[0]);
  if (pad == 0 && levels.count - first == info.levels.count) return info.physical;
  Dims sizes;
  int next = 0;
  for (int i = first; i < levels.count; ++i)
    sizes.push_back(info.levels.has(levels.v[i]) ? info.physical.sizes()[static_cast<size_t>(next++)] : 1);
  for (int i = 0; i < pad; ++i) sizes.push_back(1);
  for (int64_t size : t.sizes()) sizes.push_back(size);
  return view(info.physical, sizes);
}

Tensor expanded_with(const Tensor& t, BatchLevels levels) {
  if (levels_of(t).size() == levels.size()) return physical_of(t);
  Dims sizes;
  for (uint64_t level : levels) sizes.push_back(size_of_level(level));
  for (int64_t size : t.sizes()) sizes.push_back(size);
  return expand(physical_with(t, levels), sizes);
}

Tensor expand_to_levels(const Tensor& t, BatchLevels levels) {
  LevelList all(levels_of(t));
  all.add(levels);
  return all.count == levels_of(t).size() ? t : make_batched(expanded_with(t, all), all);
}

LevelList levels_of_thread() {
  LevelList levels;
  for (uint64_t number = innermost_batch_level; number;) {
    const BatchLevel* level = find_batch_level(number);
    if (!level) break;
    levels.add(number);
    number = level->outer;
  }
  return levels;
}

}  // namespace vjp
