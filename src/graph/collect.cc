#include "graph/collect.h"

#include <cstring>

#include "graph/meta.h"
#include "tensor/sparse.h"

namespace vjp {

void Collector::note(const char* what, Packed packed) { fields_->push_back({what, packed, key_.size()}); }

void Collector::put_other(uint64_t word, const char* what, Packed packed) {
  if (compares_) {
    at_ = end_ = nullptr;  // whatever follows
    return;
  }
  if (what && fields_) note(what, packed);
  key_.push(word);
}

void Collector::structural(const char* what, std::string_view text) {
  name(what);
  put(text.size());
  for (; !text.empty(); text.remove_prefix(std::min<size_t>(text.size(), 8))) {
    uint64_t word = 0;
    std::memcpy(&word, text.data(), std::min<size_t>(text.size(), 8));
    put(word);
  }
}

void Collector::structural(const char* what, IntSpan values) {
  name(what);
  put(values.size());
  for (int64_t value : values) put(static_cast<uint64_t>(value));
}

// A layout, or an order of dimensions, or strides, which then are sizes.
void Collector::lies_otherwise(const TensorImpl& t) {
  name("layout");
  if (t.is_sparse) {
    put(static_cast<uint64_t>(layout_of(t)));
    return;
  }
  if (!is_dense(t.sizes(), t.strides())) {
    put(kNone);
    sizes(t.strides());
    return;
  }
  uint64_t order = 0;
  for (size_t i = 0; i < t.ndim; ++i) {
    uint64_t longer = 0;
    for (size_t k = 0; k < t.ndim; ++k)
      longer += t.strides()[k] > t.strides()[i] || (t.strides()[k] == t.strides()[i] && k < i);
    order = order * 67 + longer + 1;
  }
  put(order);
}

// How it is computed, and of what. One that is being stored is stored.
void Collector::later(const char* what, const TensorImpl& t) {
  const Ref<Later> later = Ref<Later>::share(Later::of(t));
  const auto hold = later ? later->try_hold() : std::shared_lock<std::shared_mutex>();
  if (!hold || later->sources().empty()) return tensor(what, t);
  tensor(what, t, true);
  put(later->kind(), what);
  put(Later::place_of(t), what);
  for (const Tensor& source : later->sources()) tensor(what, *source.get());
}

// ---- which tensors are the same ----

void Collector::grow_places() {
  std::vector<uint32_t> larger(std::max<size_t>(128, 4 * places_.size()));
  places_.swap(larger);
  mask_ = places_.size() - 1;
  for (size_t i = 0; i < tensors_.size(); ++i) {
    size_t at = hash(tensors_[i]) & mask_;
    while (places_[at]) at = (at + 1) & mask_;
    places_[at] = static_cast<uint32_t>(i + 1);
  }
}

// The last to come is the first to go, so no probe leads over a place that was emptied.
void Collector::back_to(const Mark& mark) {
  sizes_.shrink(mark.sizes);
  for (size_t i = tensors_.size(); i-- > mark.tensors;) {
    size_t at = hash(tensors_[i]) & mask_;
    while (places_[at] != i + 1) at = (at + 1) & mask_;
    places_[at] = 0;
  }
  tensors_.shrink(mark.tensors);
}

void Collector::clear() {
  begin();
  back_to({0, 0});
}

}  // namespace vjp
