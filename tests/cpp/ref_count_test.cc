// THREAD-3: references given back by many threads end an object once, after all of them, and never while somebody who
// only remembers it has become an owner.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "base/ref.h"
#include "graph/meta.h"
#include "graph/weak.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/creation.h"

namespace vjp {
namespace {

struct Thing {
  explicit Thing(std::atomic<int>& ends) : ends(ends) {}
  static void destroy(Thing* thing) noexcept { ++thing->ends; }

  RefCount refs;
  std::atomic<int>& ends;
  int written[4] = {};  // by each thread in its own place, before it gives its reference back
};

// One thread's references count as everybody's.
TEST(RefCount, the_last_of_some_references_is_told) {
  RefCount count;
  count.retain();
  count.retain();
  EXPECT_EQ(count.count(), 3u);
  EXPECT_FALSE(count.release());
  EXPECT_FALSE(count.release());
  EXPECT_TRUE(count.release());
  EXPECT_EQ(count.count(), 0u);
  EXPECT_FALSE(count.try_retain());
}

TEST(RefCount, a_remembered_object_counts_the_same) {
  RefCount count;
  count.remember();
  EXPECT_EQ(count.count(), 1u);
  EXPECT_TRUE(count.try_retain());
  EXPECT_EQ(count.count(), 2u);
  EXPECT_FALSE(count.release());
  EXPECT_TRUE(count.release());
  EXPECT_EQ(count.count(), 0u);
  EXPECT_FALSE(count.try_retain());
}

// What the count of the last reference is not, where somebody remembers the object.
bool ends_without_a_locked_instruction(const RefCount& count) {
  uint32_t bits;
  static_assert(sizeof bits == sizeof count);
  std::memcpy(&bits, static_cast<const void*>(&count), sizeof bits);
  return bits >> 31 == 0;
}

TEST(RefCount, whoever_remembers_an_object_notes_it_in_the_count) {
  Tensor x = full(IntSpan(), 3.0, Dtype::Float64);
  x->requires_grad = true;
  const Tensor y = mul(x, x), z = mul(y, y);
  EXPECT_TRUE(ends_without_a_locked_instruction(x->refs));
  EXPECT_TRUE(ends_without_a_locked_instruction(y->refs));
  EXPECT_TRUE(ends_without_a_locked_instruction(y->node->refs));
  weak_of(*x.get());
  EXPECT_FALSE(ends_without_a_locked_instruction(x->refs)) << "a weak reference to a tensor";
  retain_grad(*y.get());
  EXPECT_FALSE(ends_without_a_locked_instruction(y->refs)) << "a retained gradient";
  weak_of(*history_of(*z.get()).node);
  EXPECT_FALSE(ends_without_a_locked_instruction(z->node->refs)) << "a weak reference to a node";
  EXPECT_FALSE(ends_without_a_locked_instruction(accumulator_of(*x.get())->refs)) << "a leaf's accumulator";
}

constexpr int kRounds = 20000;

TEST(RefCount, of_two_threads_one_ends_it_and_sees_what_the_other_did) {
  std::vector<std::unique_ptr<Thing>> things;
  std::atomic<int> ends{0}, seen{0};
  for (int i = 0; i < kRounds; ++i) {
    things.push_back(std::make_unique<Thing>(ends));
    things.back()->refs.retain();
  }
  // The one that is behind ends most of them; now and then they are at the same.
  auto work = [&](int self) {
    for (int i = 0; i < kRounds; ++i) {
      Thing& thing = *things[static_cast<size_t>(i)];
      thing.written[self] = i + 1;  // no lock: the count orders it
      if (!thing.refs.release()) continue;
      seen += thing.written[0] == i + 1 && thing.written[1] == i + 1;
      Thing::destroy(&thing);
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  EXPECT_EQ(ends, kRounds);
  EXPECT_EQ(seen, kRounds);
}

// One gives the last reference back, the other tries to become an owner of what it remembers.
TEST(RefCount, who_remembers_becomes_an_owner_or_sees_the_end) {
  std::vector<std::unique_ptr<Thing>> things;
  std::atomic<int> ends{0}, dead_when_owned{0};
  for (int i = 0; i < kRounds; ++i) {
    things.push_back(std::make_unique<Thing>(ends));
    things.back()->refs.remember();
  }
  std::vector<std::atomic<bool>> ended(kRounds);
  auto give_back = [&](size_t i) {
    if (!things[i]->refs.release()) return;
    ended[i] = true;
    Thing::destroy(things[i].get());
  };
  std::thread other([&] {
    for (int i = 0; i < kRounds; ++i) {
      auto at = static_cast<size_t>(i);
      if (!things[at]->refs.try_retain()) continue;
      dead_when_owned += ended[at];
      give_back(at);
    }
  });
  for (int i = 0; i < kRounds; ++i) {
    give_back(static_cast<size_t>(i));
  }
  other.join();
  EXPECT_EQ(ends, kRounds);
  EXPECT_EQ(dead_when_owned, 0);
}

}  // namespace
}  // namespace vjp
