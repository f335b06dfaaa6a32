// Shadow memory: what touched which bytes of every piece of memory last.
//
// Note: size. A live storage that was written costs 240 bytes with what malloc adds (spec RD-12): its Generation with a
// node of the set, a Touch, and a Command. Everything that few of them need lies behind a pointer, and what many have
// in common (Layout, Origin, StreamInfo) is shared.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/pool.h"
#include "device/race/clock.h"
#include "device/race/extent.h"

namespace vjp::race {

// A stream as findings name it; it may be gone by then.
struct StreamInfo {
  static void destroy(StreamInfo* info) noexcept { delete info; }
  RefCount refs;
  uint64_t id;
  Device device;
  std::string name;
  uint64_t before;      // the tick of its actor when it appeared
  int32_t number = -1;  // the simulator's, if it was asked for (Detector::set_numbering),
  uint64_t next = 0;    // and the index of the command that came first
};

// Where a command came from; many have the same.
struct Origin {
  static void destroy(Origin* origin) noexcept { delete origin; }
  RefCount refs;
  Device device;
  bool captured = false;  // it is part of a graph
  std::string node;       // the backward node, "" if there is none
  uint64_t node_sequence = 0, grad_call = 0, thread = 0;
  std::string location;
};

// A command, or the host itself, touching memory; shared by the pieces that it touched.
struct Command {
  static void destroy(Command* command) noexcept { delete command; }
  RefCount refs;
  Actor actor;
  uint64_t tick;           // grows with each command of the actor
  const char* op;          // static
  Ref<StreamInfo> stream;  // null: the host
  Ref<Origin> origin;

  uint64_t stream_id() const { return stream ? stream->id : 0; }
  // What the ticks of its stream begin after.
  uint64_t before() const { return origin->captured || !stream ? 0 : stream->before; }
  uint64_t number() const {
    return stream ? tick - before() : 0;
  }  // the how manieth of its stream, from 1; 0: the host
};

struct Touch {
  Ref<Command> command;
  Ref<Layout> layout;
  Range range;

  bool write() const { return layout->write; }
  Extent extent() const { return {range, *layout}; }
};

// One life of a piece of memory, from being handed out to being given back.
struct Generation {
  // What most have no use for.
  struct Rare {
    std::vector<Range> written;           // sorted, disjoint; but see `all_written`
    std::vector<uint64_t> recorded;       // streams whose use was declared by record_stream
    std::vector<Ref<Generation>> before;  // earlier lives of the same bytes, while it matters
    static void* operator new(size_t bytes) { return pool_allocate(bytes); }
    static void operator delete(void* p, size_t bytes) { pool_deallocate(p, bytes); }
  };
  static void destroy(Generation* g) noexcept { delete g; }

  RefCount refs;
  uint32_t number = 0;  // how often its bytes had been handed out before
  uint64_t storage = 0;
  Range range;
  const char* allocated_by = "";  // the operator, static, and
  Ref<StreamInfo> allocated_on;   // its stream
  std::vector<Touch> touches;     // those that a later one may still race with, in their order
  std::unique_ptr<Rare> extra;
  Device device;
  bool host = false;         // page-locked memory of the host
  bool external = false;     // it was there before the detector, or is the caller's: its bytes count as written
  bool all_written = false;  // every byte was

  Rare& rare();
  void absorb(Generation& other);  // takes over what follows it in memory
  void note_written(Range range);
  Range unwritten(Range range) const;  // a part that nobody wrote; empty if there is none
};

// Every live generation by address.
class Shadow {
 public:
  Ref<Generation> allocate(Device device, Range range, bool host);
  void release(const void* data) noexcept;  // nothing if it is not known
  bool knows(const void* data) const { return live_.find(reinterpret_cast<uintptr_t>(data)) != live_.end(); }
  void forget(Range range);  // the memory itself is gone, after a wait for the device
  // The generation around the address; a new external one if there is none.
  Generation& at(Device device, Range range);
  Generation* find(uintptr_t address) const;
  // All touches that a later one may race with.
  template <class F>
  void each_touch(F&& f) const {
    for (const auto* lives : {&live_, &dead_}) {
      for (const Ref<Generation>& g : *lives) {
        for (const Touch& t : g->touches) f(t);
        if (!g->extra) continue;
        for (const Ref<Generation>& life : g->extra->before)
          for (const Touch& t : life->touches) f(t);
      }
    }
  }

 private:
  struct ByAddress {
    using is_transparent = void;
    static uintptr_t key(uintptr_t address) { return address; }
    static uintptr_t key(const Ref<Generation>& g) { return g->range.begin; }
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
      return key(a) < key(b);
    }
  };
  using Lives = std::set<Ref<Generation>, ByAddress>;

  Lives live_;
  Lives dead_;  // the last life of bytes that nobody has now
  uint64_t next_storage_ = 0;
};

}  // namespace vjp::race
