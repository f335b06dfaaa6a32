// Counted<T> and Ref<T>: intrusive shared ownership. Copying a Ref counts, moving does not.
#pragma once

#include <sys/single_threaded.h>

#include <atomic>
#include <cstdint>
#include <utility>

namespace vjp {

// A reference count that costs a plain increment while the process has one thread.
//
// Note: the last reference. Who reads 1 holds the only reference, and nobody can make another one of it meanwhile: so
// it needs no locked instruction, which would cost more than all else that ends with most objects. What others did
// before they gave theirs back is seen, because the load acquires what their subtractions released. The one exception
// is an object that somebody remembers without a reference (try_retain). That is noted in the count itself, by
// `remember`, from a thread that has a reference or borrows one; from then on the count of the last is not 1.
class RefCount {
 public:
  constexpr RefCount() = default;
  void retain() noexcept {
    if (__libc_single_threaded) {
      count_.store(count_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    } else {
      count_.fetch_add(1, std::memory_order_relaxed);
    }
  }
  // True for the last reference: the caller then destroys the object.
  bool release() noexcept {
    uint32_t n = count_.load(std::memory_order_acquire);
    if (n == 1) {
      count_.store(0, std::memory_order_relaxed);
      return true;
    }
    if (__libc_single_threaded) {
      count_.store(n - 1, std::memory_order_relaxed);
    } else {
      n = count_.fetch_sub(1, std::memory_order_acq_rel);
    }
    return (n & kReferences) == 1;
  }
  // From now on try_retain may be called by who holds no reference, until the object's end has taken that away.
  void remember() noexcept { count_.fetch_or(kRemembered, std::memory_order_relaxed); }
  // Takes a reference unless the object is already dying: how a weak pointer under a lock becomes a strong one. What
  // others did before they gave the last reference back is seen in that case too.
  bool try_retain() noexcept {
    uint32_t n = count_.load(std::memory_order_acquire);
    while ((n & kReferences) != 0) {
      if (count_.compare_exchange_weak(n, n + 1, std::memory_order_acq_rel)) return true;
    }
    return false;
  }
  uint32_t count() const noexcept { return count_.load(std::memory_order_acquire) & kReferences; }

 private:
  static constexpr uint32_t kRemembered = 1u << 31, kReferences = kRemembered - 1;
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
