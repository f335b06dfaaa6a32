// InlineVector<T, N>: a vector whose first N elements lie in itself. For what is short nearly always and made anew for
// every call: then there is nothing to allocate. Elements move when it grows or is moved.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace vjp {

template <class T, size_t N>
class InlineVector {
  static_assert(std::is_nothrow_move_constructible_v<T>);

 public:
  InlineVector() noexcept : data_(room()) {}
  InlineVector(const InlineVector& other) : InlineVector() {
    reserve(other.size_);
    for (const T& element : other) push_back(element);
  }
  InlineVector(InlineVector&& other) noexcept : InlineVector() { take(other); }
  InlineVector& operator=(InlineVector other) noexcept {
    end_all();
    take(other);
    return *this;
  }
  ~InlineVector() { end_all(); }

  void push_back(T element) {
    if (size_ == capacity_) [[unlikely]]
      grow(2 * capacity_);
    new (data_ + size_) T(std::move(element));
    ++size_;
  }
  void pop_back() noexcept { data_[--size_].~T(); }
  void reserve(size_t n) {
    if (n > capacity_) [[unlikely]]
      grow(n);
  }
  void clear() noexcept {
    std::destroy_n(data_, size_);
    size_ = 0;
  }
  void swap(InlineVector& other) noexcept { std::swap(*this, other); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }

 private:
  T* room() noexcept { return reinterpret_cast<T*>(room_); }
  [[gnu::noinline]] void grow(size_t capacity) {
    T* more = static_cast<T*>(::operator new(capacity * sizeof(T), std::align_val_t(alignof(T))));
    std::uninitialized_move_n(data_, size_, more);
    std::destroy_n(data_, size_);
    free_memory();
    data_ = more;
    capacity_ = capacity;
  }
  void free_memory() noexcept {
    if (data_ != room()) [[unlikely]]
      ::operator delete(data_, std::align_val_t(alignof(T)));
  }
  void end_all() noexcept {
    std::destroy_n(data_, size_);
    free_memory();
    data_ = room();
    size_ = 0;
    capacity_ = N;
  }
  // Into this one, which is empty.
  void take(InlineVector& other) noexcept {
    if (other.data_ != other.room()) {
      data_ = std::exchange(other.data_, other.room());
      capacity_ = std::exchange(other.capacity_, N);
      size_ = std::exchange(other.size_, 0);
      return;
    }
    std::uninitialized_move_n(other.data_, other.size_, data_);
    size_ = other.size_;
    other.clear();
  }

  T* data_;
  size_t size_ = 0, capacity_ = N;
  alignas(T) std::byte room_[N * sizeof(T)];
};

}  // namespace vjp
