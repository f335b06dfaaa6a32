// Collector: what a node's derivative reads, declared by the node, in a fixed order, without running, unpacking or
// copying anything (spec CO-2, CO-3). What is written in the key decides which program fits: types, structure, what
// tensors are like, and which of them are the same one. Sizes lie beside it, for a program may leave them open. Numbers
// that are only computed with are no part of either.
//
// Note: how a key is written. In words of 64 bits, into which fields are packed: a node takes half a dozen. What comes
// first says how many words follow, so a key is read from the front without ambiguity, and two sites are alike where
// their words are.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "graph/saved.h"

namespace vjp {

// The type of a node in keys; an operator's node is numbered by its operator.
enum class NodeKind : uint8_t { Operator = 1, Accumulate, Function, SliceUpdate, Graphed, ReentrantCheckpoint };

// Values in a row, whose memory stays for the next ones.
template <class T>
class Row {
 public:
  void push(T value) {
    if (at_ == end_) [[unlikely]]
      grow();
    *at_++ = value;
  }
  size_t size() const { return static_cast<size_t>(at_ - first_.get()); }
  T& operator[](size_t i) const { return first_[i]; }
  void shrink(size_t size) { at_ = first_.get() + size; }
  std::span<const T> all() const { return {first_.get(), size()}; }

 private:
  [[gnu::cold, gnu::noinline]] void grow() {
    const size_t now = size(), room = now < 32 ? 64 : 2 * now;
    auto more = std::make_unique_for_overwrite<T[]>(room);
    std::copy(first_.get(), at_, more.get());
    first_ = std::move(more);
    at_ = first_.get() + now;
    end_ = first_.get() + room;
  }
  std::unique_ptr<T[]> first_;
  T *at_ = nullptr, *end_ = nullptr;
};

class Collector {
 public:
  // For messages: what a word is.
  enum class Packed : uint8_t { Plain, Type, Tensor, Edge, Slot };
  struct Field {
    const char* name;
    Packed packed;
    size_t word;  // of the key
  };
  // How far it is, to be gone back to.
  struct Mark {
    size_t sizes, tensors;
  };
  static constexpr uint64_t kNone = ~uint64_t{0}, kPacked = kNone - 1;  // in a tensor's place

  // ---- for nodes ----
  // First of all. `more`: what else is structural, and how many words follow.
  void kind(NodeKind kind, uint32_t number = 0, uint32_t more = 0) {
    put(static_cast<uint64_t>(kind) << 56 | static_cast<uint64_t>(number & 0xffffff) << 32 | more, "type",
        Packed::Type);
  }
  // Decides what the derivative does: a dimension, a mode, a flag.
  void structural(const char* what, uint64_t value) { put(value, what); }
  void structural(const char* what, std::string_view text);
  void structural(const char* what, IntSpan values);
  void size(int64_t value) { sizes_.push(value); }
  void sizes(IntSpan values) {
    for (int64_t value : values) sizes_.push(value);
  }
  // Absent, packed by the user's hooks, who see to it, or a tensor (spec KY-2).
  void saved(const char* what, const SavedTensor& saved) {
    if (saved.is_later()) [[unlikely]] {
      later(what, *saved.looked_at());
    } else if (saved && !saved.has_hooks()) [[likely]] {
      tensor(what, *saved.looked_at());
    } else {
      put(saved ? kPacked : kNone, what, Packed::Tensor);
    }
  }
  // Not compilable; says why (static text).
  void refuse(const char* why) { refused_ = why; }

  // ---- for who collects ----
  // Of a site. `expected`: what is put is compared with that, and not written; empty: it is written.
  void begin(std::span<const uint64_t> expected = {}) {
    at_ = expected.data();
    end_ = at_ + expected.size();
    compares_ = at_ != nullptr;
    refused_ = nullptr;
    key_.shrink(0);
  }
  bool as_expected() const { return at_ && at_ == end_; }
  void put(uint64_t word, const char* what = nullptr, Packed packed = Packed::Plain) {
    if (at_ != end_ && *at_ == word) [[likely]] {
      ++at_;
    } else {
      put_other(word, what, packed);
    }
  }
  const char* refused() const { return refused_; }
  std::span<const uint64_t> key() const { return key_.all(); }
  std::span<const int64_t> all_sizes() const { return sizes_.all(); }
  size_t num_tensors() const { return tensors_.size(); }
  // From now on what words are is written there; null: no longer.
  void keep_names(std::vector<Field>* fields) { fields_ = fields; }
  Mark mark() const { return {sizes_.size(), tensors_.size()}; }
  void back_to(const Mark& mark);
  void clear();

 private:
  // Bits of a tensor's word: number 32, dtype 39..., see `tensor`. `later`: more words follow.
  void tensor(const char* what, const TensorImpl& t, bool later = false) {
    const bool derived = t.requires_grad || t.node;
    put(uint64_t{number_of(t)} << 32 | uint64_t{static_cast<uint8_t>(t.dtype)} << 24 | uint64_t{t.device.key()} << 16 |
            uint64_t{t.ndim} << 8 | uint64_t{derived} << 7 | uint64_t{t.is_wrapped_number} << 6 |
            uint64_t{t.is_sparse} << 5 | uint64_t{!t.contiguous()} << 4 | uint64_t{later} << 3,
        what, Packed::Tensor);
    for (int64_t size : t.sizes()) sizes_.push(size);
    if (t.is_sparse || !t.contiguous()) [[unlikely]]
      lies_otherwise(t);
  }
  void lies_otherwise(const TensorImpl& t);
  [[gnu::cold]] void later(const char* what, const TensorImpl& t);
  // Of a list's words the first.
  void name(const char* what) {
    if (fields_) note(what, Packed::Plain);
  }
  void note(const char* what, Packed packed);
  [[gnu::noinline]] void put_other(uint64_t word, const char* what, Packed packed);
  static size_t hash(const TensorImpl* t) {
    return static_cast<size_t>(reinterpret_cast<uintptr_t>(t) * 0x9E3779B97F4A7C15u >> 32);
  }
  uint32_t number_of(const TensorImpl& t) {
    if (at_ != end_) [[likely]] {
      const uint64_t number = *at_ >> 32;  // very likely
      if (number - 1 < tensors_.size() && tensors_[number - 1] == &t) return static_cast<uint32_t>(number);
    }
    if (2 * tensors_.size() >= places_.size()) [[unlikely]]
      grow_places();
    for (size_t at = hash(&t) & mask_;; at = (at + 1) & mask_) {
      const uint32_t number = places_[at];
      if (!number) {
        tensors_.push(&t);
        return places_[at] = static_cast<uint32_t>(tensors_.size());
      }
      if (tensors_[number - 1] == &t) return number;
    }
  }
  void grow_places();

  Row<uint64_t> key_;
  const uint64_t *at_ = nullptr, *end_ = nullptr;  // what is still expected; null: nothing, or something else came
  bool compares_ = false;
  Row<int64_t> sizes_;
  Row<const TensorImpl*> tensors_;  // by number
  std::vector<uint32_t> places_;    // open addressing: number and one, 0 for none
  size_t mask_ = 0;
  const char* refused_ = nullptr;
  std::vector<Field>* fields_ = nullptr;
};

}  // namespace vjp
