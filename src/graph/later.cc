#include "graph/later.h"

#include <algorithm>
#include <memory>
#include <mutex>

namespace vjp {

constinit std::atomic<size_t> num_later{0};

// What the storage of a value without memory belongs to.
struct Later::Place {
  Ref<Later> later;
  size_t number;
  Ref<Storage> memory;  // null: not yet
};

namespace {

// Who reads a storage later on.
struct Readers {
  std::mutex mutex;
  std::vector<std::pair<const Storage*, Later*>> all;
};
Readers& readers() {
  static auto* all = new Readers();  // for ever: nodes may end when the process does
  return *all;
}

// Another thread may be giving it its memory.
bool has_memory(const TensorImpl& t) {
  return std::atomic_ref(const_cast<TensorImpl&>(t).data).load(std::memory_order_acquire) != nullptr;
}

}  // namespace

Later::Later(uint64_t kind, std::vector<Tensor> sources, size_t num_values)
    : kind_(kind), sources_(std::move(sources)), places_(num_values) {
  refs.remember();
  std::lock_guard lock(readers().mutex);
  auto& all = readers().all;
  all.reserve(all.size() + sources_.size());
  for (const Tensor& t : sources_) all.emplace_back(t->storage.get(), this);
  num_later.fetch_add(1, std::memory_order_relaxed);
}

Later::~Later() { forget_sources(); }
void Later::destroy(Later* later) noexcept { delete later; }

void Later::forget_sources() noexcept {
  if (sources_.empty()) return;
  {
    std::lock_guard lock(readers().mutex);
    std::erase_if(readers().all, [this](const auto& reader) { return reader.second == this; });
  }
  num_later.fetch_sub(1, std::memory_order_release);
  sources_.clear();
}

bool Later::can_be_source(const Tensor& t) {
  return t.device().is_cpu() && !t->is_sparse && !t->is_batched && !t->storage->inference && !Later::of(*t.get()) &&
         !t->storage->is_handed_out();
}

// ---- values ----

Later::Place& Later::place(const Storage& storage) { return *static_cast<Place*>(storage.wrapped()); }

void Later::drop_place(void* context) noexcept {
  auto* place = static_cast<Place*>(context);
  {
    std::lock_guard lock(place->later->mutex_);
    place->later->places_[place->number] = nullptr;
  }
  delete place;
}

Tensor Later::value(const Ref<Later>& later, size_t number, IntSpan sizes, Dtype dtype) {
  int64_t bytes = static_cast<int64_t>(size_of(dtype));
  for (int64_t size : sizes) bytes *= size;
  auto place = std::make_unique<Place>(Place{later, number, {}});
  Ref<Storage> storage = Storage::wrap(nullptr, static_cast<size_t>(bytes), place.get(), drop_place);
  {
    std::lock_guard lock(later->mutex_);
    later->places_[number] = place.get();
  }
  place.release();
  return Tensor::take(TensorImpl::make(std::move(storage), 0, dtype, sizes, contiguous_strides(sizes)));
}

Later* Later::of(const TensorImpl& t) {
  // Elements without memory are nobody else's.
  if (has_memory(t) || t.is_sparse || t.is_batched || t.numel == 0) return nullptr;
  return place(*t.storage).later.get();
}
size_t Later::place_of(const TensorImpl& t) { return place(*t.storage).number; }

void Later::store_all() {
  std::lock_guard lock(mutex_);
  if (sources_.empty()) return;
  const std::vector<Tensor> values = compute(sources_);
  // The storages themselves are their holders': one may just end.
  for (size_t i = 0; i < places_.size(); ++i)
    if (places_[i]) places_[i]->memory = values[i]->storage;
  forget_sources();
}

void Later::store(TensorImpl& t) {
  Later* later = of(t);
  if (!later) return;
  later->store_all();
  std::lock_guard lock(later->mutex_);
  if (!t.storage->data) t.storage->data = place(*t.storage).memory->data;
  std::atomic_ref(t.data).store(t.storage->data, std::memory_order_release);
}

void hand_out(const TensorImpl& t) {
  if (t.storage->is_handed_out()) return;
  t.storage->note_handed_out();
  if (sources_are_awaited()) store_what_reads(*t.storage);
}

void store_what_reads(const Storage& source) {
  std::vector<Ref<Later>> all;
  {
    std::lock_guard lock(readers().mutex);
    for (const auto& [read, later] : readers().all)
      if (read == &source && later->refs.try_retain()) all.push_back(Ref<Later>::take(later));
  }
  for (const Ref<Later>& later : all) later->store_all();
}

}  // namespace vjp
