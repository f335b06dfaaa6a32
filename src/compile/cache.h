// Cache: the programs of the process, in a tree that a walk goes down site by site (spec KY-5). A segment of it has the
// sites of a stretch without branches; where two structures part, it is cut in two.
//
// Note: threads. One mutex guards the tree and the counters. It is held while a walk goes down, which runs none of the
// user's code, and never while a program runs: nothing that a run needs lies in the tree, so it may be cleared
// meanwhile.
#pragma once

#include <list>
#include <mutex>
#include <optional>

#include "compile/program.h"
#include "compile/walk.h"
#include "engine/compiled.h"

namespace vjp::compile {

struct Counters {
  uint64_t walks = 0, hits = 0, records = 0, rerecords = 0, late_fallbacks = 0, dropped = 0;
  uint64_t function_calls = 0, function_hits = 0, function_records = 0;
  uint64_t fallbacks[static_cast<size_t>(Fallback::kCount)] = {};
};

// A few words mostly.
inline bool same_words(std::span<const uint64_t> a, std::span<const uint64_t> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return false;
  return true;
}

struct Leaf;

struct Segment {
  Segment* parent = nullptr;
  std::vector<Site> sites;
  std::vector<uint64_t> words;
  std::vector<EdgeTarget> edges;
  std::vector<std::unique_ptr<Segment>> children;
  std::unique_ptr<Leaf> leaf;  // where a structure ends

  std::span<const uint64_t> key(const Site& site) const { return std::span(words).subspan(site.key_at, site.key_size); }
  size_t memory() const;
};

// A structure that was seen, with its programs, the newest first.
struct Leaf {
  Segment* segment;
  std::vector<std::unique_ptr<Program>> programs;
  uint64_t seen = 0, last_use = 0;
  uint32_t records = 0;
  bool engine_for_good = false;  // its sizes change too often
};

// What came of a walk by the quick way.
struct Found {
  enum What : uint8_t { Hit, OtherSizes, Miss, Failed } what;
  Leaf* leaf = nullptr;         // Hit, OtherSizes
  const Segment* at = nullptr;  // Miss: where the graph parts from what is there; null: at the beginning
  size_t site = 0;              // in the segment
};

class Cache {
 public:
  static Cache& of_process();

  // ---- with the lock ----
  std::mutex& mutex() { return mutex_; }
  Found find(Walk& walk, bool accumulate);
  // Puts in the structure of a walk by the other way, which is complete. What is there already is kept.
  Leaf& insert(const Segment& whole, std::span<const uint64_t> head);
  // A new program of the structure, or one whose sizes became open. `changed`: says which, for the reason of a miss.
  void record(Leaf& leaf, std::span<const int64_t> sizes, size_t num_tensors, const CompileOptions& how,
              std::string& changed);
  void clear();
  size_t num_programs() const { return num_programs_; }
  size_t bytes() const;
  Leaf* leaf_of_newest() const { return newest_; }
  void use(Leaf& leaf) { leaf.last_use = ++clock_; }

  Counters counters;
  std::string last_miss;
  // Added to without the lock.
  std::atomic<uint64_t> fused_regions{0}, fused_nodes{0};

  // Rooms for walks, which keep their memory. Without the lock.
  std::unique_ptr<Scratch> take_scratch();
  void give_back(std::unique_ptr<Scratch> scratch) noexcept;

 private:
  struct Top {
    std::vector<uint64_t> head;
    Segment first;  // without sites
  };
  void drop_beyond(size_t limit, const Leaf& keep);
  void remove(Leaf& leaf);
  static Segment& cut(Segment& segment, size_t site);

  std::mutex mutex_;
  std::vector<std::unique_ptr<Top>> tops_;
  std::list<Leaf*> leaves_;
  std::atomic<Scratch*> idle_{nullptr};
  Leaf* newest_ = nullptr;
  size_t num_programs_ = 0;
  uint64_t clock_ = 0, next_id_ = 0;
};

// The text form (spec IR-8): one instruction a line.
std::string text_of(const Leaf& leaf);

const char* name_of(Fallback why);

}  // namespace vjp::compile
