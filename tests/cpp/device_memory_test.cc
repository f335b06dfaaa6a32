// The caching allocator on simulated devices: what it promises by rule, and random programs beside a simple model.
#include "device/device_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <thread>

#include "base/error.h"
#include "device/instrument.h"
#include "device/memory_pool.h"
#include "device/registry.h"
#include "vjp/sim.h"

namespace vjp {
namespace {

constexpr size_t kMiB = size_t{1} << 20;
const Device kDevice(DeviceType::Sim, 0);

class DeviceMemory : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(vjp_sim_set_mode("lazy"), VJP_OK);
    Stream::default_of(kDevice);
    empty_device_cache(kDevice);
    ASSERT_EQ(statistics().all.reserved_bytes.now, 0);
    reset_memory_peaks(kDevice);
  }
  void TearDown() override {
    set_memory_limit(kDevice, kNoMemoryLimit);
    synchronize_device(kDevice);
    free_device(allocate_device(kDevice, 512));  // collects
    empty_device_cache(kDevice);
    EXPECT_EQ(statistics().all.reserved_bytes.now, 0);
    EXPECT_EQ(statistics().all.active_blocks.now, 0);
  }
  static MemoryStatistics statistics() { return memory_statistics(kDevice); }
  static DeviceBlock* allocate_on(Stream& stream, size_t bytes) {
    StreamScope scope(stream);
    return allocate_device(kDevice, bytes);
  }
  static void sleep_on(Stream& stream) {
    ASSERT_EQ(vjp_sim_sleep(reinterpret_cast<vjp_stream*>(&stream), 1000000), VJP_OK);
  }
};

// AL-1, SC-55
TEST_F(DeviceMemory, SegmentsHaveTheSizesOfTheirRequests) {
  struct Row {
    size_t bytes, reserved;
  };
  for (Row row : {Row{1, 2 * kMiB}, Row{512, 2 * kMiB}, Row{kMiB, 2 * kMiB}, Row{kMiB + 512, 20 * kMiB},
                  Row{10 * kMiB - 512, 20 * kMiB}, Row{10 * kMiB, 10 * kMiB}, Row{10 * kMiB + 512, 12 * kMiB}}) {
    DeviceBlock* block = allocate_device(kDevice, row.bytes);
    EXPECT_EQ(statistics().all.reserved_bytes.now, static_cast<int64_t>(row.reserved)) << row.bytes;
    EXPECT_EQ(statistics().all.segments.now, 1);
    free_device(block);
    empty_device_cache(kDevice);
  }
  DeviceBlock* two[] = {allocate_device(kDevice, kMiB), allocate_device(kDevice, kMiB)};
  EXPECT_EQ(statistics().small.reserved_bytes.now, static_cast<int64_t>(2 * kMiB));
  EXPECT_EQ(statistics().small.active_blocks.now, 2);
  for (DeviceBlock* block : two) free_device(block);
}

// AL-1: the smallest that fits, of those the lowest; neighbours are joined
TEST_F(DeviceMemory, TheSmallestFittingBlockIsTakenAndNeighboursAreJoined) {
  std::vector<DeviceBlock*> blocks;
  for (size_t size : {4096, 512, 1024, 512, 4096, 512, 1024, 512}) blocks.push_back(allocate_device(kDevice, size));
  char *first = block_data(blocks[0]), *lower = block_data(blocks[2]), *upper = block_data(blocks[6]);
  free_device(blocks[0]);
  free_device(blocks[6]);
  free_device(blocks[2]);
  DeviceBlock* fits = allocate_device(kDevice, 1000);
  EXPECT_EQ(block_data(fits), lower);
  DeviceBlock* next = allocate_device(kDevice, 1000);
  EXPECT_EQ(block_data(next), upper);
  DeviceBlock* larger = allocate_device(kDevice, 1025);
  EXPECT_EQ(block_data(larger), first);
  for (DeviceBlock* block : {fits, next, larger, blocks[1], blocks[3], blocks[4], blocks[5], blocks[7]})
    free_device(block);
  DeviceBlock* whole = allocate_device(kDevice, kMiB);  // joined again, so it lies at the start
  EXPECT_EQ(block_data(whole), first);
  EXPECT_EQ(statistics().all.segments.now, 1);
  free_device(whole);
}

// AL-2, SC-54
TEST_F(DeviceMemory, ABlockIsReusedAtOnceOnItsStreamAndOnNoOther) {
  Ref<Stream> a = Stream::create(kDevice), b = Stream::create(kDevice);
  DeviceBlock* block = allocate_on(*a, 1000);
  char* data = block_data(block);
  sleep_on(*a);
  free_device(block);
  DeviceBlock* other = allocate_on(*b, 1000);
  EXPECT_NE(block_data(other), data);
  DeviceBlock* same = allocate_on(*a, 1000);
  EXPECT_EQ(block_data(same), data);
  free_device(other);
  free_device(same);
}

// AL-3, AL-4, SC-57
TEST_F(DeviceMemory, ARecordedStreamHoldsTheBlockUntilItsWorkIsDone) {
  Ref<Stream> a = Stream::create(kDevice), b = Stream::create(kDevice);
  DeviceBlock* block = allocate_on(*a, 1000);
  char* data = block_data(block);
  uint64_t events = stream_statistics().events_recorded;
  record_stream(block, *a);  // its own: nothing
  record_stream(block, *b);
  record_stream(block, *b);
  sleep_on(*b);
  uint64_t syncs = stream_statistics().host_syncs;
  free_device(block);
  EXPECT_EQ(stream_statistics().events_recorded, events + 1);
  EXPECT_EQ(statistics().all.allocated_blocks.now, 0);
  EXPECT_EQ(statistics().all.active_blocks.now, 1);
  DeviceBlock* other = allocate_on(*a, 1000);
  EXPECT_NE(block_data(other), data);
  EXPECT_EQ(stream_statistics().host_syncs, syncs);
  b->synchronize();
  DeviceBlock* same = allocate_on(*a, 1000);
  EXPECT_EQ(block_data(same), data);
  free_device(other);
  free_device(same);
}

// AL-5, SC-53: cached segments of another stream are given back, then events are waited for
TEST_F(DeviceMemory, MemoryIsFoundBeforeAnAllocationFails) {
  set_memory_limit(kDevice, 64 * kMiB);
  Ref<Stream> a = Stream::create(kDevice), b = Stream::create(kDevice);
  free_device(allocate_on(*a, 40 * kMiB));
  uint64_t frees = statistics().raw_frees;
  DeviceBlock* block = allocate_on(*b, 40 * kMiB);
  EXPECT_EQ(statistics().raw_frees, frees + 1);
  EXPECT_EQ(statistics().retries, 1u);
  sleep_on(*a);
  record_stream(block, *a);
  free_device(block);
  uint64_t syncs = stream_statistics().host_syncs;
  block = allocate_on(*a, 40 * kMiB);
  EXPECT_GT(stream_statistics().host_syncs, syncs);
  free_device(block);
}

// AL-5 (4)
TEST_F(DeviceMemory, WhoHasTheMemoryStandsInTheError) {
  set_memory_limit(kDevice, 64 * kMiB);
  attribution.own().op = "big_operator";
  DeviceBlock* block = allocate_device(kDevice, 40 * kMiB);
  attribution.own().op = "other_operator";
  DeviceBlock* small = allocate_device(kDevice, 1000);
  uint64_t before = statistics().out_of_memory;
  try {
    allocate_device(kDevice, 30 * kMiB);
    FAIL() << "there is no room for it";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), VJP_ERROR_MEMORY);
    for (const char* part : {"other_operator: sim:0: out of memory: 30.00 MiB requested", "at most 64.00 MiB allowed",
                             "40.00 MiB allocated", "free on the device", "cached", "private pools",
                             "big_operator 40.00 MiB in 1 block, other_operator 1.00 KiB in 1 block"})
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << part << "\n" << error.what();
  }
  EXPECT_EQ(statistics().out_of_memory, before + 1);
  attribution.own().op = nullptr;
  free_device(block);
  free_device(small);
}

// AL-5 as the device itself says it
TEST_F(DeviceMemory, AFailureOfTheDeviceIsTriedAgain) {
  ASSERT_EQ(vjp_sim_fail_allocation(0, 1, 1), VJP_OK);
  DeviceBlock* block = allocate_device(kDevice, 1000);
  free_device(block);
  empty_device_cache(kDevice);
  ASSERT_EQ(vjp_sim_fail_allocation(0, 1, 3), VJP_OK);
  EXPECT_THROW(allocate_device(kDevice, 1000), Error);
  free_device(allocate_device(kDevice, 1000));
}

// AL-7
TEST_F(DeviceMemory, FiguresFollowTheCalls) {
  DeviceBlock* small = allocate_device(kDevice, 1);
  DeviceBlock* large = allocate_device(kDevice, 3 * kMiB);
  MemoryStatistics s = statistics();
  EXPECT_EQ(s.small.allocated_bytes.now, 512);
  EXPECT_EQ(s.large.allocated_bytes.now, static_cast<int64_t>(3 * kMiB));
  EXPECT_EQ(s.all.allocated_bytes.now, static_cast<int64_t>(3 * kMiB) + 512);
  EXPECT_EQ(s.all.reserved_bytes.now, static_cast<int64_t>(22 * kMiB));
  free_device(large);
  s = statistics();
  EXPECT_EQ(s.all.allocated_bytes.now, 512);
  EXPECT_EQ(s.all.allocated_bytes.peak, static_cast<int64_t>(3 * kMiB) + 512);
  reset_memory_peaks(kDevice);
  EXPECT_EQ(statistics().all.allocated_bytes.peak, 512);
  free_device(small);
}

// AL-8; nothing is asked of a device for a block without memory
TEST_F(DeviceMemory, EmptyBlocksHaveNoMemory) {
  uint64_t raw = statistics().raw_allocations;
  DeviceBlock* none = allocate_device(kDevice, 0);
  EXPECT_EQ(block_data(none), nullptr);
  EXPECT_EQ(&block_stream(none), &Stream::default_of(kDevice));
  EXPECT_EQ(statistics().raw_allocations, raw);
  empty_device_cache(kDevice);
  free_device(none);
}

// AL-10: what another thread frees between the two beginnings, or between the two ends, records no event either
TEST_F(DeviceMemory, TheRoutingBeginsBeforeTheCaptureAndEndsAfterIt) {
  const vjp_backend& backend = backend_of(kDevice);
  Ref<Stream> s = Stream::create(kDevice), other = Stream::create(kDevice);
  auto free_elsewhere = [&](DeviceBlock* block) {
    vjp_sim_counters before = VJP_SIM_COUNTERS_INIT, after = VJP_SIM_COUNTERS_INIT;
    EXPECT_EQ(vjp_sim_device_counters(0, &before), VJP_OK);
    std::thread([&] { free_device(block); }).join();
    EXPECT_EQ(vjp_sim_device_counters(0, &after), VJP_OK);
    return after.records - before.records;
  };
  auto used_block = [&] {
    DeviceBlock* block = allocate_on(*s, 1000);
    record_stream(block, *other);
    return block;
  };
  DeviceBlock *first = used_block(), *last = used_block(), *ordinary = used_block();
  void* graph = nullptr;
  {
    CaptureRouting routing(MemoryPool::create(kDevice));
    EXPECT_EQ(free_elsewhere(first), 0u);
    ASSERT_EQ(backend.capture_begin(0, s->handle(), VJP_CAPTURE_GLOBAL), VJP_OK);
    ASSERT_EQ(backend.capture_end(0, s->handle(), &graph), VJP_OK);
    EXPECT_EQ(free_elsewhere(last), 0u);
  }
  EXPECT_EQ(backend.graph_destroy(graph), VJP_OK);
  EXPECT_EQ(free_elsewhere(ordinary), 1u);
}

// CG-6, SC-65: a pool's segments stay as long as a graph uses it, and as a tensor lies there
TEST_F(DeviceMemory, APrivatePoolGoesWithItsLastGraphAndItsLastTensor) {
  const vjp_backend& backend = backend_of(kDevice);
  Ref<Stream> s = Stream::create(kDevice), joined = Stream::create(kDevice);
  Ref<MemoryPool> pool = MemoryPool::create(kDevice), second = pool;
  DeviceBlock *kept, *temporary, *of_thread;
  void* graph = nullptr;
  {
    CaptureRouting routing(pool);
    ASSERT_EQ(backend.capture_begin(0, s->handle(), VJP_CAPTURE_GLOBAL), VJP_OK);
    vjp_capture_info info{.struct_size = sizeof info, .state = 0, .fault = 0, .id = 0};
    ASSERT_EQ(backend.capture_info(0, s->handle(), &info), VJP_OK);
    routing.set_capture(info.id);
    kept = allocate_on(*s, 1000);
    temporary = allocate_on(*s, 1000);
    char* data = block_data(temporary);
    free_device(temporary);
    temporary = allocate_on(*s, 1000);  // within the pool blocks are reused as usual
    EXPECT_EQ(block_data(temporary), data);
    // AL-9 (a): another stream that takes part, another thread
    stream_wait_stream(*joined, *s);
    std::thread([&] { of_thread = allocate_on(*joined, 1000); }).join();
    stream_wait_stream(*s, *joined);
    EXPECT_EQ(statistics().private_pools.allocated_blocks.now, 3);
    // the default stream does not
    DeviceBlock* outside = allocate_device(kDevice, 1000);
    EXPECT_EQ(statistics().private_pools.allocated_blocks.now, 3);
    free_device(outside);
    ASSERT_EQ(backend.capture_end(0, s->handle(), &graph), VJP_OK);
  }
  free_device(temporary);
  free_device(of_thread);
  DeviceBlock* ordinary = allocate_on(*s, 1000);
  EXPECT_EQ(statistics().private_pools.allocated_blocks.now, 1);
  empty_device_cache(kDevice);
  EXPECT_EQ(statistics().private_pools.segments.now, 2);  // one a stream
  pool = nullptr;
  empty_device_cache(kDevice);
  EXPECT_EQ(statistics().private_pools.segments.now, 2);  // another graph uses it
  second = nullptr;
  empty_device_cache(kDevice);
  EXPECT_EQ(statistics().private_pools.segments.now, 1);  // a tensor lies there
  EXPECT_EQ(backend.graph_destroy(graph), VJP_OK);
  free_device(kept);
  empty_device_cache(kDevice);
  EXPECT_EQ(statistics().private_pools.segments.now, 0);
  free_device(ordinary);
}

// SC-11, CP-3
TEST_F(DeviceMemory, PinnedMemoryIsReusedWhenTheCopyIsDone) {
  Ref<Stream> other = Stream::create({DeviceType::Sim, 1});
  PinnedBlock* block = allocate_pinned(DeviceType::Sim, 1000);
  char* data = pinned_data(block);
  sleep_on(*other);
  record_stream(block, *other);
  free_pinned(block);
  DeviceScope scope(kDevice);
  PinnedBlock* next = allocate_pinned(DeviceType::Sim, 1000);
  EXPECT_NE(pinned_data(next), data);
  other->synchronize();
  PinnedBlock* again = allocate_pinned(DeviceType::Sim, 1000);
  EXPECT_EQ(pinned_data(again), data);
  free_pinned(next);
  free_pinned(again);
}

// ST-4: a stream that was taken away cannot be asked; its blocks come back when memory is short
TEST_F(DeviceMemory, ABlockOfAForgottenStreamIsFoundAgain) {
  void* native = nullptr;
  ASSERT_EQ(vjp_sim_native_create(0, &native), VJP_OK);
  Ref<Stream> wrapped = Stream::wrap(kDevice, native);
  set_memory_limit(kDevice, 20 * kMiB);
  DeviceBlock* block = allocate_device(kDevice, 20 * kMiB);
  record_stream(block, *wrapped);
  wrapped->forget();
  free_device(block);
  block = allocate_device(kDevice, 20 * kMiB);
  free_device(block);
  wrapped = nullptr;
  EXPECT_EQ(vjp_sim_native_destroy(native), VJP_OK);
}

// ---- random programs ----

// Work that says when it was done.
struct Work {
  int64_t enqueued = 0, done = 0;
};

class Model {
 public:
  explicit Model(uint32_t seed) : random_(seed), seed_(seed) {
    for (int i = 0; i < 3; ++i) streams_.push_back(Stream::create(kDevice));
  }

  void run(int steps) {
    for (int i = 0; i < steps && !testing::Test::HasFailure(); ++i) step();
    while (!live_.empty()) give_back(0);
    check_figures();
    for (auto& stream : streams_) stream->synchronize();
  }
  const std::vector<size_t>& places() const { return places_; }

 private:
  struct Live {
    DeviceBlock* block;
    size_t bytes;
    int stream;
    bool used[3];
  };
  struct Past {  // a piece that was given back, and what has to be done before it is handed out again
    char *begin, *end;
    int stream;
    int64_t markers[3];
  };

  unsigned draw(unsigned n) { return static_cast<unsigned>(random_() % n); }

  void step() {
    switch (draw(10)) {
      case 0:
      case 1:
      case 2:
      case 3:
        allocate();
        break;
      case 4:
      case 5:
      case 6:
        if (!live_.empty()) give_back(draw(static_cast<unsigned>(live_.size())));
        break;
      case 7:
        if (!live_.empty()) {
          Live& live = live_[draw(static_cast<unsigned>(live_.size()))];
          unsigned s = draw(3);
          record_stream(live.block, *streams_[s]);
          live.used[s] = static_cast<int>(s) != live.stream;
        }
        break;
      case 8:
        work(static_cast<int>(draw(3)));
        break;
      default:
        if (draw(4) == 0) {
          empty_device_cache(kDevice);
        } else {
          streams_[draw(3)]->synchronize();
        }
    }
    check_figures();
  }

  void work(int s) {
    Work& work = work_[s];
    auto* item = new std::pair<Work*, int64_t>(&work, ++work.enqueued);
    auto fn = [](void* context) {
      std::unique_ptr<std::pair<Work*, int64_t>> done(static_cast<std::pair<Work*, int64_t>*>(context));
      done->first->done = done->second;
    };
    ASSERT_EQ(backend_of(kDevice).host_function(0, streams_[static_cast<size_t>(s)]->handle(), fn, item), VJP_OK);
  }

  size_t size() {
    switch (draw(4)) {
      case 0:
        return 1 + draw(2048);
      case 1:
        return 1 + draw(kMiB);
      case 2:
        return 1 + draw(8 * kMiB);
      default:
        return 1 + draw(4096);
    }
  }

  void allocate() {
    size_t bytes = size();
    int s = static_cast<int>(draw(3));
    StreamScope scope(*streams_[static_cast<size_t>(s)]);
    DeviceBlock* block;
    try {
      block = allocate_device(kDevice, bytes);
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), VJP_ERROR_MEMORY) << error.what();
      return;
    }
    char *begin = block_data(block), *end = begin + bytes;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(begin) % 512, 0u);
    for (const Live& live : live_) {
      char* other = block_data(live.block);
      EXPECT_TRUE(end <= other || other + live.bytes <= begin) << "blocks overlap, seed " << seed_;
    }
    // Segments that went back to the device did so after their streams were done.
    uint64_t frees = memory_statistics(kDevice).raw_frees;
    if (frees != frees_) past_.clear();
    frees_ = frees;
    for (size_t i = 0; i < past_.size();) {
      const Past& past = past_[i];
      if (end <= past.begin || past.end <= begin) {
        ++i;
        continue;
      }
      EXPECT_EQ(past.stream, s) << "memory of another stream, seed " << seed_;
      for (int u = 0; u < 3; ++u) EXPECT_LE(past.markers[u], work_[u].done) << "used too early, seed " << seed_;
      past_.erase(past_.begin() + static_cast<ptrdiff_t>(i));
    }
    live_.push_back({block, bytes, s, {}});
    if (!origin_) origin_ = begin;
    places_.push_back(static_cast<size_t>(begin - origin_));
  }

  void give_back(size_t i) {
    Live live = live_[i];
    live_.erase(live_.begin() + static_cast<ptrdiff_t>(i));
    Past past{block_data(live.block), block_data(live.block) + live.bytes, live.stream, {}};
    for (int u = 0; u < 3; ++u)
      if (live.used[u]) past.markers[u] = work_[u].enqueued;
    free_device(live.block);
    past_.push_back(past);
  }

  void check_figures() {
    MemoryStatistics s = memory_statistics(kDevice);
    int64_t bytes = 0;
    for (const Live& live : live_) bytes += static_cast<int64_t>((live.bytes + 511) / 512 * 512);
    EXPECT_EQ(s.all.allocated_blocks.now, static_cast<int64_t>(live_.size()));
    EXPECT_GE(s.all.allocated_bytes.now, bytes);
    EXPECT_LE(s.all.allocated_bytes.now, s.all.active_bytes.now);
    EXPECT_LE(s.all.active_bytes.now, s.all.reserved_bytes.now);
    for (auto figure : {&PoolStatistics::allocated_bytes, &PoolStatistics::active_bytes,
                        &PoolStatistics::reserved_bytes, &PoolStatistics::segments}) {
      EXPECT_EQ((s.all.*figure).now, (s.small.*figure).now + (s.large.*figure).now);
      EXPECT_GE((s.all.*figure).peak, (s.all.*figure).now);
    }
  }

  std::mt19937 random_;
  uint32_t seed_;
  std::vector<Ref<Stream>> streams_;
  Work work_[3];
  std::vector<Live> live_;
  std::vector<Past> past_;
  uint64_t frees_ = 0;
  char* origin_ = nullptr;
  std::vector<size_t> places_;
};

// AL-1 to AL-8
TEST_F(DeviceMemory, RandomProgramsAgreeWithTheModel) {
  for (const char* mode : {"lazy", "inline", "random:7"}) {
    ASSERT_EQ(vjp_sim_set_mode(mode), VJP_OK);
    for (uint32_t seed = 0; seed < 10 && !HasFailure(); ++seed) {
      set_memory_limit(kDevice, seed % 2 ? 100 * kMiB : kNoMemoryLimit);
      Model(seed).run(150);
      synchronize_device(kDevice);
      free_device(allocate_device(kDevice, 512));
      empty_device_cache(kDevice);
      EXPECT_EQ(memory_statistics(kDevice).all.reserved_bytes.now, 0) << mode << ", seed " << seed;
    }
  }
}

// AL-1: ties by address, so a run can be repeated
TEST_F(DeviceMemory, TheSameProgramGetsTheSameMemory) {
  std::vector<size_t> places[2];
  for (auto& found : places) {
    Model model(11);
    model.run(300);
    found = model.places();
    synchronize_device(kDevice);
    free_device(allocate_device(kDevice, 512));
    empty_device_cache(kDevice);
  }
  EXPECT_EQ(places[0], places[1]);
}

// Blocks come and go on several threads at once, some freed by another than made them.
TEST_F(DeviceMemory, ThreadsShareTheCache) {
  std::mutex mutex;
  std::vector<DeviceBlock*> pile;
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      Ref<Stream> stream = Stream::create(kDevice), side = Stream::create(kDevice);
      StreamScope scope(*stream);
      for (int i = 0; i < 300; ++i) {
        DeviceBlock* block = allocate_device(kDevice, 1 + random() % 5000);
        if (random() % 4 == 0) record_stream(block, *side);
        std::lock_guard lock(mutex);
        pile.push_back(block);
        std::swap(pile.back(), pile[random() % pile.size()]);
        if (random() % 3) {
          free_device(pile.back());
          pile.pop_back();
        }
      }
      side->synchronize();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (DeviceBlock* block : pile) free_device(block);
  EXPECT_EQ(statistics().all.allocated_blocks.now, 0);
}

}  // namespace
}  // namespace vjp
