#include "base/thread_context.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/thread_sum.h"

// The linker's names for the beginning and the end of each section.
#define VJP_SECTION(type, name)                               \
  [[gnu::visibility("hidden")]] extern type __start_##name[]; \
  [[gnu::visibility("hidden")]] extern type __stop_##name[]
extern "C" {
VJP_SECTION(const char, vjp_thread);
VJP_SECTION(const vjp::ThreadSlotEntry* const, vjp_thread_slots);
VJP_SECTION(const vjp::ThreadEndEntry* const, vjp_thread_ends);
}

namespace vjp {

constinit thread_local std::intptr_t thread_context = 0;
VJP_THREAD_SLOT(uint32_t, thread_serial, kTravelsInCall) = 0;

namespace {

// Contexts in static memory: a thread's first call needs none of the heap, and costs nothing where it is not made. The
// second half is for threads that come first to something that cannot fail, such as a release.
constexpr int kStatic = 64, kForAll = kStatic / 2;
constexpr size_t kRoom = 6 << 10;
struct alignas(64) Room {
  std::byte bytes[kRoom];
};
struct Place {
  Room room;
  std::atomic<bool> taken{false};
  Place* next = nullptr;

  bool take() { return !taken.load(std::memory_order_relaxed) && !taken.exchange(true, std::memory_order_acquire); }
};
Place places[kStatic];
constinit std::atomic<Place*> more{nullptr};  // of the heap; they are used again, and never freed
constinit std::atomic<uint32_t> serials{0};
constinit std::atomic<bool> went_without{false};

constinit pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;
bool has_key = false;

size_t image_bytes() { return static_cast<size_t>(__stop_vjp_thread - __start_vjp_thread); }

std::byte* take_room(int count) noexcept {
  for (int i = 0; i < count; ++i)
    if (places[i].take()) return places[i].room.bytes;
  for (Place* p = more.load(std::memory_order_acquire); p; p = p->next)
    if (p->take()) return p->room.bytes;
  void* memory = std::aligned_alloc(alignof(Place), sizeof(Place));
  if (!memory) return nullptr;
  auto* made = new (memory) Place;
  made->taken.store(true, std::memory_order_relaxed);
  made->next = more.load(std::memory_order_relaxed);
  while (!more.compare_exchange_weak(made->next, made, std::memory_order_release)) {
  }
  return made->room.bytes;
}

void give_room_back(std::byte* room) noexcept {
  reinterpret_cast<Place*>(room)->taken.store(false, std::memory_order_release);  // the room is its first member
}

void end_thread(void* room) {
  // The destructor of another library's key may call us later: then the thread gets a new one, and comes here again.
  for (int order = kEndsFirst; order <= kEndsLast; ++order) {
    for (auto* entry = __start_vjp_thread_ends; entry != __stop_vjp_thread_ends; ++entry)
      if ((*entry)->order == order) (*entry)->end();
  }
  thread_context = 0;
  give_room_back(static_cast<std::byte*>(room));
}

void make_key() {
  if (image_bytes() > kRoom) {  // seen at the first call after a slot was added
    std::fputs("libvjp: the slots of a thread need more room (base/thread_context.cc)\n", stderr);
    std::abort();
  }
  has_key = pthread_key_create(&key, end_thread) == 0;
}

// The copy of the image begins as far from an aligned address as the image itself.
std::intptr_t install(std::byte* room) noexcept {
  std::memcpy(room, __start_vjp_thread, image_bytes());
  thread_context = reinterpret_cast<std::intptr_t>(room) - reinterpret_cast<std::intptr_t>(__start_vjp_thread);
  thread_serial.written() = serials.fetch_add(1, std::memory_order_relaxed) + 1;
  return thread_context;
}

}  // namespace

bool try_thread_context(bool reserve) noexcept {
  pthread_once(&once, make_key);
  std::byte* room = has_key ? take_room(reserve ? kStatic : kForAll) : nullptr;
  if (room && pthread_setspecific(key, room) == 0) return install(room);
  if (room) give_room_back(room);  // the C library keeps later keys on the heap
  went_without.store(true, std::memory_order_relaxed);
  return false;
}

void fail_without_context() { throw std::bad_alloc(); }
bool threads_went_without() noexcept { return went_without.load(std::memory_order_relaxed); }

std::intptr_t make_thread_context() noexcept {
  // Dozens of threads that have never called before, and no memory for a page: others will free some.
  while (!try_thread_context(true)) sched_yield();
  return thread_context;
}

int64_t sum_of_threads(const int64_t* part) noexcept {
  ptrdiff_t offset = reinterpret_cast<const char*>(part) - thread_context - __start_vjp_thread;
  int64_t sum = 0;
  auto add = [&](Place& p) {
    if (!p.taken.load(std::memory_order_acquire)) return;
    std::atomic_ref<int64_t> theirs(*reinterpret_cast<int64_t*>(p.room.bytes + offset));
    sum += theirs.load(std::memory_order_relaxed);
  };
  for (Place& p : places) add(p);
  for (Place* p = more.load(std::memory_order_acquire); p; p = p->next) add(*p);
  return sum;
}

// ---- travelling ----

namespace {

// Calls f(entry, where its bytes lie in a copy).
template <class F>
void each_traveller(size_t room, F&& f) noexcept {
  size_t at = 0;
  for (auto* e = __start_vjp_thread_slots; e != __stop_vjp_thread_slots; ++e) {
    const ThreadSlotEntry& entry = **e;
    if (entry.travel == kStays) continue;
    if (at + entry.bytes > room) {
      std::fputs("libvjp: what travels with a thread needs more room (base/thread_context.h)\n", stderr);
      std::abort();
    }
    f(entry, at);
    at += entry.bytes;
  }
}

char* in_context(const ThreadSlotEntry& entry, std::intptr_t context) {
  return reinterpret_cast<char*>(reinterpret_cast<std::intptr_t>(entry.slot) + context);
}

}  // namespace

Identity Identity::of_this_thread() noexcept {
  Identity copy;
  std::intptr_t context = thread_context;
  each_traveller(kRoom, [&](const ThreadSlotEntry& e, size_t at) {
    std::memcpy(copy.bytes_ + at, in_context(e, context), e.bytes);
  });
  return copy;
}

void Identity::take() const noexcept {
  std::intptr_t context = thread_context ? thread_context : make_thread_context();
  each_traveller(
      kRoom, [&](const ThreadSlotEntry& e, size_t at) { std::memcpy(in_context(e, context), bytes_ + at, e.bytes); });
}

void Identity::borrow() const noexcept {
  std::intptr_t context = thread_context ? thread_context : make_thread_context();
  each_traveller(kRoom, [&](const ThreadSlotEntry& e, size_t at) {
    if (e.travel == kTravels || e.travel == kTravelsInCall) std::memcpy(in_context(e, context), bytes_ + at, e.bytes);
    if (e.travel == kLeftIfWorking) std::memcpy(in_context(e, context), e.slot, e.bytes);
  });
}

void Identity::inherit() const noexcept {
  std::intptr_t context = thread_context ? thread_context : make_thread_context();
  each_traveller(kRoom, [&](const ThreadSlotEntry& e, size_t at) {
    if (e.travel == kTravels) std::memcpy(in_context(e, context), bytes_ + at, e.bytes);
    if (e.travel == kLeftIfWorking) std::memcpy(in_context(e, context), e.slot, e.bytes);
  });
}

}  // namespace vjp
