// Commands: what a stream is a queue of. A command holds raw addresses and scalars, never a storage.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/pool.h"
#include "base/ref.h"
#include "kernel/packed.h"
#include "vjp/base.h"

namespace vjp::sim {

struct Stream;
struct Plan;
class Replay;

// A place in a stream that others can wait for: what an event holds since it was recorded. All but the count belongs to
// the simulator's lock.
struct Marker {
  RefCount refs;
  Stream* stream;      // lives until the marker is passed
  uint64_t position;   // how many of the stream's commands come first, this one included
  uint64_t time = 0;   // virtual, once it is passed
  uint64_t epoch = 0;  // of that time: how often the simulator had been reset
  bool passed = false;
  static void destroy(Marker* marker) noexcept { delete marker; }
};

enum class Kind : uint8_t { Kernel, Copy, Fill, HostFunction, Replay, Sleep, Poison, Record, Wait };
const char* name_of(Kind kind);
// What the library's instruments hear of, and CommandName counts.
inline bool is_visible(Kind kind) { return kind <= Kind::Replay; }

struct PackedDeleter {
  void operator()(PackedArgs* packed) const { PackedArgs::destroy(packed); }
};

// What is to be done.
struct Work {
  Kind kind = Kind::Sleep;
  uint8_t value = 0;  // Fill
  Primitive primitive = Primitive::pointwise;
  const char* op = "";  // the operator, a static string
  std::string node;     // the backward node, "" if there is none
  uint64_t bytes = 0;   // moved
  uint64_t cost = 0;    // virtual nanoseconds
  union {
    const void* args = nullptr;  // Kernel: in `packed`, or the caller's if it runs at once
    const void* src;             // Copy
    void (*function)(void*);     // HostFunction
  };
  void* dst = nullptr;  // Copy, Fill, Poison; HostFunction: the context
  std::unique_ptr<PackedArgs, PackedDeleter> packed;
  Ref<Marker> marker;                // Record, Wait
  std::shared_ptr<const Plan> plan;  // Replay

  std::string text() const;  // "mul", "copy", "sleep": for messages and pictures
};

// Does it, but for Record, Wait and Replay. Throws what a kernel throws. `really` makes Sleep take its time.
void run(const Work& work, bool really);

// Work in the queue of a stream.
struct Command {
  Work work;
  Command* next = nullptr;
  uint64_t serial = 0;             // of the process: the order in which commands were enqueued
  uint64_t host_time = 0;          // virtual, of the host when it enqueued this
  bool fails = false;              // by order of the test
  uint64_t visible_number = 0;     // as CommandName counts
  std::unique_ptr<Replay> replay;  // Replay, once it has begun

  explicit Command(Work&& work);
  ~Command();
  static void* operator new(size_t bytes) { return pool_allocate(bytes); }
  static void operator delete(void* p, size_t bytes) { pool_deallocate(p, bytes); }
};

// The bytes that a kernel's operands occupy; throws if one of them is memory of the host. `where` answers for an
// address.
class Memory;
uint64_t bytes_moved(Primitive primitive, const void* args, const Memory& memory, int device, bool peers);

}  // namespace vjp::sim
