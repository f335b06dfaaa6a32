// Shared<T>: a number, flag or pointer that one thread may set while others look at it. What was written before it was
// set is seen by a thread that sees it; on most machines that costs nothing.
#pragma once

#include <atomic>

namespace vjp {

template <class T>
class Shared {
 public:
  constexpr Shared(T value) noexcept : value_(value) {}
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  T get() const noexcept { return value_.load(std::memory_order_acquire); }
  operator T() const noexcept { return get(); }
  T operator->() const noexcept { return get(); }
  void operator=(T value) noexcept { value_.store(value, std::memory_order_release); }
  T exchange(T value) noexcept { return value_.exchange(value, std::memory_order_acq_rel); }

 private:
  std::atomic<T> value_;
};

}  // namespace vjp
