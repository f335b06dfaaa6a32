// Later: values that nodes save and that were not stored when they were computed, for they can be computed again of
// what they were computed of, their *sources* (compile/again.h). Who unpacks one gets all of them stored; who fuses
// derivatives computes them amid these, and stores none.
//
// Note: sources do not change. A source is no tensor that is saved: a program may change it, and what was computed of
// it before is to be what it was. So before a tensor is changed, or its memory handed out, what is to be computed of it
// is stored (before_change in graph/pack.h); memory that was handed out earlier, and what is read from there at any
// time, is no source. A later change is no concern of the values, nor is what becomes of the source's history.
#pragma once

#include <shared_mutex>
#include <span>
#include <vector>

#include "graph/modes.h"
#include "tensor/tensor.h"

namespace vjp {

class Later {
 public:
  // `kind`: values of one kind, at one place, of the same sources are the same. `sources`: what can_be_source, without
  // histories.
  Later(uint64_t kind, std::vector<Tensor> sources, size_t num_values);
  virtual ~Later();
  Later(const Later&) = delete;
  Later& operator=(const Later&) = delete;
  static void destroy(Later* later) noexcept;

  static bool can_be_source(const Tensor& t);
  // The value at that place, for the first time: a tensor of the CPU that lies row by row, without memory.
  static Tensor value(const Ref<Later>& later, size_t place, IntSpan sizes, Dtype dtype);
  // Null: the tensor has its memory.
  static Later* of(const TensorImpl& t);
  static size_t place_of(const TensorImpl& t);  // of one that has not
  static void store(TensorImpl& t);             // now the tensor has

  uint64_t kind() const { return kind_; }
  // Empty once the values are stored. Looked at while a hold on it lasts.
  std::span<const Tensor> sources() const { return sources_; }
  // As long as it lasts the values are not stored by others, and sources keep what they have. Not taken: they are being
  // stored.
  std::shared_lock<std::shared_mutex> try_hold() { return std::shared_lock(mutex_, std::try_to_lock); }

  RefCount refs;

 protected:
  // All values, dense and row by row.
  virtual std::vector<Tensor> compute(std::span<const Tensor> sources) = 0;

 private:
  struct Place;
  friend void store_what_reads(const Storage& source);
  void store_all();
  void forget_sources() noexcept;
  static void drop_place(void* place) noexcept;
  static Place& place(const Storage& storage);

  const uint64_t kind_;
  std::shared_mutex mutex_;
  std::vector<Tensor> sources_;
  std::vector<Place*> places_;  // null: the value is gone, or was never asked for
};

// How many there are in the process whose sources must not change. Who sees none has seen them read for the last time:
// what he then writes there comes after.
extern constinit std::atomic<size_t> num_later;
inline bool sources_are_awaited() { return num_later.load(std::memory_order_acquire) != 0; }
void store_what_reads(const Storage& source);

// The program is about to be given a pointer to the memory, where it may write.
void hand_out(const TensorImpl& t);

// Whether before_change is to be called.
inline bool changes_are_awaited() { return (mode_word & kModeTolerateMutation) || sources_are_awaited(); }

}  // namespace vjp
