// Counted<T> and Ref<T>: intrusive shared ownership. Copying a Ref counts, moving does not.
#pragma once

#include <sys/single_threaded.h>

#include <atomic>
#include <cstdint>
#include <utility>

namespace vjp {

// A reference count that costs a plain increment while the process has one thread.
class RefCount {
 public:
  void retain() noexcept {
    if (__libc_single_threaded) {
      count_.store(count_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    } else {
      count_.fetch_add(1, std::memory_order_relaxed);
    }
  }
  // True for the last reference: the caller then destroys the object.
  bool release() noexcept {
    if (__libc_single_threaded) {
      uint32_t left = count_.load(std::memory_order_relaxed) - 1;
      count_.store(left, std::memory_order_relaxed);
      return left == 0;
    }
    return count_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  // Takes a reference unless the object is already dying: how a weak pointer under a lock becomes a strong one.
  bool try_retain() noexcept {
    uint32_t n = count_.load(std::memory_order_relaxed);
    while (n != 0) {
      if (count_.compare_exchange_weak(n, n + 1, std::memory_order_acq_rel)) return true;
    }
    return false;
  }
  uint32_t count() const noexcept { return count_.load(std::memory_order_acquire); }

 private:
  std::atomic<uint32_t> count_{1};
};

// T has `RefCount refs` and `static void destroy(T*) noexcept`.
template <class T>
class Ref {
 public:
  constexpr Ref() noexcept = default;
  constexpr Ref(std::nullptr_t) noexcept {}
  static Ref take(T* owned) noexcept {
    Ref r;
    r.p_ = owned;
    return r;
  }
  static Ref share(T* borrowed) noexcept {
    if (borrowed) borrowed->refs.retain();
    return take(borrowed);
  }
  Ref(const Ref& other) noexcept : p_(other.p_) {
    if (p_) p_->refs.retain();
  }
  Ref(Ref&& other) noexcept : p_(std::exchange(other.p_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(p_, other.p_);
    return *this;
  }
  ~Ref() {
    if (p_ && p_->refs.release()) T::destroy(p_);
  }
  T* get() const noexcept { return p_; }
  T* operator->() const noexcept { return p_; }
  T& operator*() const noexcept { return *p_; }
  explicit operator bool() const noexcept { return p_ != nullptr; }
  T* detach() noexcept { return std::exchange(p_, nullptr); }
  void reset() noexcept { *this = Ref(); }
  friend bool operator==(const Ref& a, const Ref& b) noexcept { return a.p_ == b.p_; }

 private:
  T* p_ = nullptr;
};

}  // namespace vjp
