// ThreadContext: everything that belongs to a thread, in one object. A room registers a typed slot for what it keeps:
//
//   extern const ThreadSlot<uint32_t> mode_word;                       // in a header, or
//   VJP_THREAD_SLOT(uint32_t, mode_word, kTravels) = 0;               // in one source file
//
//   if (mode_word & kModeNoGrad) ...                                   // reading
//   mode_word = word;  attribution.own().op = name;                    // writing
//
// A slot says whether it travels, that is, what becomes of it where one thread stands in for another
// (class Identity). Nothing else is thread_local: what a library takes of the static room for such variables is
// missing for the next library that a program opens.
//
// Note: how a slot is found
// The slots lie in a section of their own, which is the image of a context with all initial values; a thread's context
// is a copy of the section, and the thread's one word says how far the copy lies from the section. While it is 0 the
// thread has no context and reads the initial values; the first write makes one. So a read needs no question. The
// section is read-only, so that a write which forgets to make one is seen at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace vjp {

// What becomes of a slot where another thread works in this one's place.
enum Travel : uint8_t {
  kStays,             // it belongs to the thread itself: its caches, what its stack or a device's driver knows
  kTravels,           // a value that holds by itself: goes along always
  kTravelsInCall,     // goes along while the owner is inside the call for which the other works: its place there
  kTravelsIfWaiting,  // goes along where the owner waits meanwhile; where it goes on, the other keeps its own
  kLeftIfWorking,     // goes along where the owner waits meanwhile; where it goes on, the other has the initial value
};

extern constinit thread_local std::intptr_t thread_context;  // 0: none yet

// Always gives memory, from a reserve where there is no other: for what may not fail.
[[gnu::cold]] std::intptr_t make_thread_context() noexcept;
[[gnu::cold]] bool try_thread_context(bool reserve) noexcept;
[[noreturn, gnu::cold]] void fail_without_context();
bool threads_went_without() noexcept;  // some thread found no memory for its context
// At the entries of the library, where it may fail.
[[gnu::always_inline]] inline void ensure_thread_context() {
  if (thread_context == 0) [[unlikely]]
    if (!try_thread_context(false)) fail_without_context();
}

template <class T>
class ThreadSlot {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>,
                "contexts are copied as bytes; what has to be freed hangs on a pointer and VJP_AT_THREAD_END");

 public:
  constexpr ThreadSlot() = default;
  constexpr ThreadSlot(const T& initial) : initial_(initial) {}

  const T& get() const noexcept { return *at(thread_context); }
  operator const T&() const noexcept { return get(); }
  auto operator->() const noexcept {
    if constexpr (std::is_pointer_v<T>) {
      return get();
    } else {
      return &get();
    }
  }

  T& own() const noexcept {
    std::intptr_t offset = thread_context;
    if (offset == 0) [[unlikely]]
      offset = make_thread_context();
    return *at(offset);
  }
  // The same where what was read says that the thread has written here.
  T& written() const noexcept { return *at(thread_context); }
  const T& operator=(const T& value) const noexcept { return own() = value; }
  ThreadSlot& operator=(const ThreadSlot&) = delete;
  ThreadSlot(const ThreadSlot&) = delete;

 private:
  T* at(std::intptr_t offset) const noexcept {
    auto address = reinterpret_cast<std::uintptr_t>(&initial_);
    asm("" : "+r"(address));  // the compiler may not conclude that this is the constant itself
    return reinterpret_cast<T*>(address + static_cast<std::uintptr_t>(offset));
  }

  T initial_{};
};

struct ThreadSlotEntry {
  const void* slot;
  uint32_t bytes;
  Travel travel;
};

// Runs at a thread's end, in this order.
enum ThreadEndOrder { kEndsFirst, kEnds, kEndsLast };  // what calls the program; others; the memory pool
struct ThreadEndEntry {
  void (*end)() noexcept;
  ThreadEndOrder order;
};

// A template's name with a comma needs a `using`.
#define VJP_THREAD_SLOT(type, name, how)                                                                \
  extern const ::vjp::ThreadSlot<type> name;                                                            \
  static constinit const ::vjp::ThreadSlotEntry name##_entry{&name, sizeof(name), ::vjp::how};          \
  [[gnu::section("vjp_thread_slots"),                                                                   \
    gnu::used]] static constinit const ::vjp::ThreadSlotEntry* const name##_registered = &name##_entry; \
  [[gnu::section("vjp_thread")]] constinit const ::vjp::ThreadSlot<type> name

#define VJP_AT_THREAD_END(name, order_, ...)                                             \
  static constinit const ::vjp::ThreadEndEntry name##_entry{__VA_ARGS__, ::vjp::order_}; \
  [[gnu::section("vjp_thread_ends"),                                                     \
    gnu::used]] static constinit const ::vjp::ThreadEndEntry* const name##_registered = &name##_entry

// Everything that makes one thread stand for another (spec REENT-5, THREAD-7): a copy of the slots that travel.
class Identity {
 public:
  static Identity of_this_thread() noexcept;
  void take() const noexcept;     // of a thread that waits meanwhile
  void borrow() const noexcept;   // of a thread that works for the same call meanwhile
  void inherit() const noexcept;  // of a thread that may be elsewhere by now, or have ended

 private:
  static constexpr size_t kRoom = 512;
  alignas(16) std::byte bytes_[kRoom];
};

// Small, and never used again: given with the context. Travels.
extern const ThreadSlot<uint32_t> thread_serial;

}  // namespace vjp
