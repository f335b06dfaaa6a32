// Workspace: scratch memory for one kernel call on one thread, kept for the next call.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vjp::cpu {

// A thread keeps one block of at most kKeepBytes; a larger or a nested request gets memory of its own, freed at the
// end.
class Workspace {
 public:
  static constexpr size_t kKeepBytes = size_t{8} << 20;

  explicit Workspace(size_t bytes);  // throws std::bad_alloc
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // The next `count` elements, aligned to a cache line. The sum must stay within the bytes asked for, each part rounded
  // up to 64.
  template <class T>
  T* take(int64_t count) {
    T* part = reinterpret_cast<T*>(static_cast<char*>(memory_) + used_);
    used_ += round_up(static_cast<size_t>(count) * sizeof(T));
    return part;
  }
  static constexpr size_t round_up(size_t bytes) { return (bytes + 63) & ~size_t{63}; }

 private:
  void* memory_;
  size_t used_ = 0;
  bool kept_;
};

}  // namespace vjp::cpu
