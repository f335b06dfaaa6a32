#include "base/parallel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/cpu_count.h"

namespace vjp {
namespace {

class Parallel : public testing::Test {
 protected:
  void TearDown() override {
    shutdown_threads();
    set_num_threads(usable_cpus());
  }
};

TEST_F(Parallel, EveryIndexIsVisitedOnce) {
  for (int threads : {1, 2, 4}) {
    set_num_threads(threads);
    for (int64_t n : {0, 1, 7, 1000}) {
      for (int64_t grain : {1, 3, 100, 5000}) {
        std::vector<std::atomic<int>> seen(static_cast<size_t>(n));
        parallel_for(0, n, grain, [&](int64_t b, int64_t e) {
          for (int64_t i = b; i < e; ++i) seen[static_cast<size_t>(i)]++;
        });
        for (auto& s : seen) ASSERT_EQ(s.load(), 1);
      }
    }
  }
}

TEST_F(Parallel, ChunksDependOnRangeAndGrainOnly) {
  std::set<std::pair<int64_t, int64_t>> expected;
  for (int threads : {1, 2, 5}) {
    set_num_threads(threads);
    std::set<std::pair<int64_t, int64_t>> chunks;
    std::mutex mutex;
    parallel_for(3, 104, 10, [&](int64_t b, int64_t e) {
      std::lock_guard lock(mutex);
      chunks.insert({b, e});
    });
    if (threads == 1) expected = chunks;
    EXPECT_EQ(chunks, expected);
  }
  EXPECT_EQ(expected.size(), 11u);
}

TEST_F(Parallel, SeveralThreadsWork) {
  set_num_threads(4);
  std::set<std::thread::id> ids;
  std::mutex mutex;
  std::atomic<int> started{0};
  parallel_for(0, 4, 1, [&](int64_t, int64_t) {
    {
      std::lock_guard lock(mutex);
      ids.insert(std::this_thread::get_id());
    }
    started++;
    while (started < 4) std::this_thread::yield();
  });
  EXPECT_EQ(ids.size(), 4u);
}

TEST_F(Parallel, NestedCallsRunInline) {
  set_num_threads(4);
  std::atomic<int> wrong{0}, count{0};
  EXPECT_FALSE(in_parallel_region());
  parallel_for(0, 8, 1, [&](int64_t, int64_t) {
    auto outer = std::this_thread::get_id();
    if (!in_parallel_region()) wrong++;
    parallel_for(0, 10, 1, [&](int64_t, int64_t) {
      count++;
      if (std::this_thread::get_id() != outer) wrong++;
    });
  });
  EXPECT_FALSE(in_parallel_region());
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_EQ(count.load(), 80);
}

TEST_F(Parallel, AnExceptionReachesTheCallerAndThePoolStaysUsable) {
  set_num_threads(3);
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> running{0};
    try {
      parallel_for(0, 64, 1, [&](int64_t b, int64_t) {
        running++;
        if (b % 5 == 3) {
          running--;
          throw std::runtime_error("chunk");
        }
        running--;
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& e) {
      EXPECT_STREQ(e.what(), "chunk");
      EXPECT_EQ(running.load(), 0);
    }
    std::atomic<int> sum{0};
    parallel_for(0, 64, 1, [&](int64_t b, int64_t) { sum += static_cast<int>(b); });
    EXPECT_EQ(sum.load(), 64 * 63 / 2);
  }
}

TEST_F(Parallel, ConcurrentCallersAreSafe) {
  set_num_threads(3);
  std::vector<std::thread> callers;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    callers.emplace_back([&] {
      for (int round = 0; round < 500; ++round) {
        std::vector<int> data(97, 0);
        parallel_for(0, 97, 5, [&](int64_t b, int64_t e) {
          for (int64_t i = b; i < e; ++i) data[static_cast<size_t>(i)] += 1;
        });
        for (int v : data) wrong += v != 1;
      }
    });
  }
  for (auto& c : callers) c.join();
  EXPECT_EQ(wrong.load(), 0);
}

TEST_F(Parallel, ShutdownAndRestart) {
  set_num_threads(3);
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> count{0};
    parallel_for(0, 30, 1, [&](int64_t, int64_t) { count++; });
    EXPECT_EQ(count.load(), 30);
    shutdown_threads();
    shutdown_threads();
  }
}

// Not under a sanitizer. ThreadSanitizer cannot start threads after a fork of a process with several; the allocator of
// AddressSanitizer leaves its locks to the child as another thread held them (GCC 12), and the child's first one waits.
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
TEST_F(Parallel, TheChildOfAForkHasAPoolOfItsOwn) {
  set_num_threads(3);
  auto run = [] {
    std::atomic<int> count{0};
    parallel_for(0, 300, 1, [&](int64_t, int64_t) { count++; });
    return count.load() == 300;
  };
  ASSERT_TRUE(run());
  // fork while another thread keeps the pool busy: the child inherits locked words
  std::atomic<bool> done{false};
  std::thread other([&] {
    while (!done) run();
  });
  for (int round = 0; round < 10; ++round) {
    pid_t child = fork();
    if (child == 0) {
      bool good = run() && run();
      shutdown_threads();
      _exit(good && run() ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_TRUE(run());
  }
  done = true;
  other.join();
}
#endif

TEST_F(Parallel, ThreadCountComesFromTheEnvironment) {
  setenv("VJP_NUM_THREADS", "7", 1);
  EXPECT_EQ(usable_cpus(), 7);
  setenv("VJP_NUM_THREADS", "many", 1);
  int found = usable_cpus();
  unsetenv("VJP_NUM_THREADS");
  EXPECT_EQ(found, usable_cpus());
  EXPECT_GE(found, 1);
}

}  // namespace
}  // namespace vjp
