// The simulator's table: devices, memory, faults.
#include <cstring>
#include <thread>

#include "base/error.h"
#include "sim_testing.h"

namespace vjp::testing {
namespace {

sim::Simulator& simulator() { return sim::Simulator::get(); }

struct SimDevice : SimTest {};

// DV-3, SC-47: names and counts make nothing
TEST_F(SimDevice, ContextsBecomeActiveWithUse) {
  int32_t count = 0, device = -1, least, greatest;
  OK(sim_table().device_count(&count));
  EXPECT_EQ(count, 2);
  vjp_device_properties properties = {};
  properties.struct_size = sizeof properties;
  OK(sim_table().device_properties(1, &properties));
  EXPECT_EQ(properties.total_memory, uint64_t{256} << 20);
  void* standard = nullptr;
  OK(sim_table().stream_default(1, &standard));
  vjp_capture_info info = {};
  OK(sim_table().capture_info(1, standard, &info));
  EXPECT_EQ(info.state, VJP_CAPTURE_NONE);
  OK(sim_table().stream_priority_range(1, &least, &greatest));
  OK(sim_table().get_device(&device));
  EXPECT_EQ(device, 0);
  bool possible = false, active = true;
  OK(sim_table().peer_access(1, 0, &possible));
  EXPECT_TRUE(possible);
  OK(sim_table().context_active(1, &active));
  EXPECT_FALSE(active);
  Line line(1);
  OK(sim_table().context_active(1, &active));
  EXPECT_TRUE(active);
  EXPECT_FAILS(VJP_ERROR_DEVICE, "sim:2", sim_table().context_active(2, &active));
  EXPECT_FAILS(VJP_ERROR_DEVICE, "sim:-1", sim_table().set_device(-1));
  OK(sim_table().set_device(1));
  std::thread([] {
    int32_t mine = -1;
    sim_table().get_device(&mine);
    EXPECT_EQ(mine, 0);
  }).join();
  OK(sim_table().set_device(0));
}

// ST-3: handles are the native ones, and wrapping gives the stream itself
TEST_F(SimDevice, StreamsAreWrapped) {
  Line a, b;
  void *native = nullptr, *wrapped = nullptr;
  OK(sim_table().stream_native(0, a.handle, &native));
  OK(sim_table().stream_wrap(0, native, &wrapped));
  EXPECT_EQ(wrapped, a.handle);
  EXPECT_FAILS(VJP_ERROR_INVALID, "no stream of sim:1", sim_table().stream_wrap(1, native, &wrapped));
  int unrelated;
  EXPECT_FAILS(VJP_ERROR_INVALID, "no stream", sim_table().stream_wrap(0, &unrelated, &wrapped));
}

// SIM-1: first fit, aligned, joined again; memory is never unmapped
TEST_F(SimDevice, MemoryIsFirstFitAndStays) {
  uint64_t before = 0, during = 0, total = 0;
  Line line;
  OK(sim_table().memory_info(0, &before, &total));
  void *a, *b, *c;
  OK(sim_table().raw_alloc(0, 1000, &a));
  OK(sim_table().raw_alloc(0, 512, &b));
  OK(sim_table().raw_alloc(0, 3000, &c));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(a) % 512, 0u);
  EXPECT_EQ(static_cast<char*>(b) - static_cast<char*>(a), 1024);
  EXPECT_EQ(static_cast<char*>(c) - static_cast<char*>(b), 512);
  OK(sim_table().memory_info(0, &during, &total));
  EXPECT_EQ(before - during, 1024u + 512 + 3072);
  OK(sim_table().raw_free(0, a, 1000));
  OK(sim_table().raw_free(0, b, 512));
  static_cast<char*>(a)[0] = 1;  // stale, and no fault
  void* d;
  OK(sim_table().raw_alloc(0, 1536, &d));
  EXPECT_EQ(d, a);
  EXPECT_EQ(static_cast<unsigned char*>(d)[0], 0xff);
  OK(sim_table().raw_free(0, c, 3000));
  OK(sim_table().raw_free(0, d, 1536));
  OK(sim_table().memory_info(0, &during, &total));
  EXPECT_EQ(during, before);
  EXPECT_FAILS(VJP_ERROR_MEMORY, "no memory", sim_table().raw_alloc(0, total + 1, &a));
  EXPECT_FAILS(VJP_ERROR_INVALID, "not its own", sim_table().raw_free(1, c, 3000));
}

// Memory that is given back is not handed out again while what was enqueued may use it; nothing runs for that unless
// there is no other.
TEST_F(SimDevice, FreedMemoryWaitsForWhatIsEnqueued) {
  Line line;
  uint64_t free = 0, total = 0;
  OK(sim_table().memory_info(0, &free, &total));
  void *a, *b, *all;
  OK(sim_table().raw_alloc(0, 4096, &a));
  OK(sim_table().fill_async(0, a, 7, 4096, line.handle));
  OK(sim_table().raw_free(0, a, 4096));
  OK(sim_table().raw_alloc(0, 4096, &b));
  EXPECT_NE(a, b);
  EXPECT_EQ(line.counters().pending, 1u);
  OK(sim_table().raw_free(0, b, 4096));
  uint64_t left = 0;
  OK(sim_table().memory_info(0, &left, &total));
  EXPECT_EQ(left, free);
  OK(sim_table().raw_alloc(0, free, &all));  // needs every piece
  EXPECT_EQ(line.counters().pending, 0u);
  OK(sim_table().raw_free(0, all, free));
}

TEST_F(SimDevice, PinnedMemoryIsForAllDevices) {
  void* pinned = nullptr;
  OK(sim_table().host_alloc(4096, &pinned));
  double* numbers = static_cast<double*>(pinned);
  numbers[0] = 12;
  Line line(1);
  Numbers x(1, 1);
  vjp_transfer t{sizeof t, x.memory, pinned, 8, VJP_COPY_HOST_TO_DEVICE, 1, -1, 1, line.handle};
  OK(sim_table().copy_async(&t));
  OK(x.add(line, 1));
  vjp_transfer back{sizeof t, numbers + 1, x.memory, 8, VJP_COPY_DEVICE_TO_HOST, -1, 1, 1, line.handle};
  OK(sim_table().copy_async(&back));
  OK(line.synchronize());
  EXPECT_EQ(numbers[1], 13);
  OK(sim_table().host_free(pinned, 4096));
}

// What is not on the device is found at the launch.
TEST_F(SimDevice, StrangeMemoryIsRefused) {
  Line line, far(1);
  Numbers x, y(1, 1);
  double here = 0;
  int64_t one = 1;
  FillArgs args{make_view(&here, Dtype::Float64, 1, &one, &one), Scalar(1.0)};
  vjp_launch where = Numbers::launch(line, "fill");
  EXPECT_FAILS(VJP_ERROR_DEVICE, "memory of the host", sim_table().kernels->fill(&args, &where));
  vjp_transfer t{sizeof t, &here, x.memory, 8, VJP_COPY_DEVICE_TO_DEVICE, 0, 0, 0, line.handle};
  EXPECT_FAILS(VJP_ERROR_DEVICE, "dst", sim_table().copy_async(&t));
  // SIM-8: without peer access
  OK(y.fill(far, 4));
  OK(far.synchronize());
  OK(x.copy(line, y));
  simulator().set_peer_access(false);
  bool possible = true;
  OK(sim_table().peer_access(0, 1, &possible));
  EXPECT_FALSE(possible);
  EXPECT_FAILS(VJP_ERROR_NOT_IMPLEMENTED, "peer access", y.copy(line, x));
  EXPECT_FAILS(VJP_ERROR_DEVICE, "sim:1", y.fill(line, 1));
  simulator().set_peer_access(true);
  OK(line.synchronize());
  EXPECT_EQ(x.now(), 4);
}

// SIM-8: out of memory at the n-th allocation
TEST_F(SimDevice, AllocationsFailByOrder) {
  simulator().fail_allocation(0, 2, 2);
  void *a, *b;
  OK(sim_table().raw_alloc(0, 512, &a));
  EXPECT_FAILS(VJP_ERROR_MEMORY, "as ordered", sim_table().raw_alloc(0, 512, &b));
  EXPECT_FAILS(VJP_ERROR_MEMORY, "as ordered", sim_table().raw_alloc(0, 512, &b));
  OK(sim_table().raw_alloc(0, 512, &b));
  OK(sim_table().raw_free(0, a, 512));
  OK(sim_table().raw_free(0, b, 512));
}

// SIM-8: a command fails when it runs; the next call of the device says so, once, and names the operator
TEST_F(SimDevice, CommandsFailByOrder) {
  for (const char* mode : {"lazy", "random:2", "threads:2"}) {
    set_mode(mode);
    simulator().reset();
    Line a, other(1);
    Numbers x;
    simulator().fail_command(0, 2, false);
    OK(x.fill(a, 1));
    OK(x.add(a, 1));  // this one
    OK(sim_table().memory_handed_out(0, x.memory, 0, a.handle));
    OK(other.synchronize());
    EXPECT_FAILS(VJP_ERROR_BACKEND, "add failed", a.synchronize());
    OK(a.synchronize());
    EXPECT_EQ(x.now(), 1) << mode;
    vjp_device_fault fault = {};
    OK(sim_table().last_fault(0, &fault));
    EXPECT_EQ(fault.status, VJP_ERROR_BACKEND);
    EXPECT_STREQ(fault.op, "add");
    EXPECT_FALSE(fault.sticky);
    OK(sim_table().last_fault(0, &fault));
    EXPECT_EQ(fault.status, VJP_OK);
    OK(x.add(a, 2));
    OK(a.synchronize());
    EXPECT_EQ(x.now(), 3) << mode;
  }
}

// SIM-8: sticky until reset
TEST_F(SimDevice, StickyFaultsStay) {
  Line a;
  Numbers x;
  simulator().fail_command(0, 1, true);
  OK(x.fill(a, 1, "mul"));
  OK(x.fill(a, 2));
  EXPECT_FAILS(VJP_ERROR_BACKEND, "mul failed", a.synchronize());
  EXPECT_TRUE(std::isnan(x.now()));  // nothing runs any more
  EXPECT_FAILS(VJP_ERROR_BACKEND, "of no use until", a.synchronize());
  EXPECT_FAILS(VJP_ERROR_BACKEND, "of no use until", x.fill(a, 3));
  void* memory;
  EXPECT_FAILS(VJP_ERROR_BACKEND, "of no use until", sim_table().raw_alloc(0, 512, &memory));
  vjp_device_fault fault = {};
  OK(sim_table().last_fault(0, &fault));
  OK(sim_table().last_fault(0, &fault));
  EXPECT_TRUE(fault.sticky);
  simulator().reset();
  OK(x.fill(a, 4));
  OK(a.synchronize());
  EXPECT_EQ(x.now(), 4);
}

// An index that is out of range is found when the kernel runs, with the node that asked for it.
TEST_F(SimDevice, KernelsFailLate) {
  auto check = [](Line& line, Numbers& x) {
    CheckIndexArgs args{make_view(x.memory, Dtype::Int64, 1, &x.count, &Numbers::kStride), 0, 10};
    vjp_launch where = Numbers::launch(line, "gather");
    where.node = "GatherBackward";
    where.node_sequence = 12;
    return sim_table().kernels->check_index(&args, &where);
  };
  Line a;
  Numbers x;  // poison is -1
  OK(check(a, x));
  EXPECT_FAILS(VJP_ERROR_INVALID, "gather (node GatherBackward #12) failed: index -1", a.synchronize());
  OK(check(a, x));
  OK(sim_table().stream_query(0, a.handle, std::make_unique<bool>().get()));
  EXPECT_FAILS(VJP_ERROR_INVALID, "gather", x.fill(a, 1));  // the next call of any entry that takes work
  set_mode("inline");
  EXPECT_FAILS(VJP_ERROR_INVALID, "gather", check(a, x));  // at the call itself
  OK(a.synchronize());
}

// ST-7, SC-10: two threads wait for two devices at once. The commands meet: one after the other they would never end.
TEST_F(SimDevice, WaitsOfTwoThreadsOverlap) {
  set_mode("threads:2");
  Line a(0), b(1);
  std::atomic<int> there{0};
  auto meet = [](void* p) {
    auto& there = *static_cast<std::atomic<int>*>(p);
    ++there;
    while (there < 2) std::this_thread::yield();
  };
  std::thread other([&] {
    EXPECT_EQ(sim_table().host_function(1, b.handle, meet, &there), VJP_OK);
    EXPECT_EQ(b.synchronize(), VJP_OK);
  });
  OK(sim_table().host_function(0, a.handle, meet, &there));
  OK(a.synchronize());
  other.join();
  EXPECT_EQ(there, 2);
}

// Many threads, many streams: for the thread sanitizer.
TEST_F(SimDevice, ThreadsShareTheSimulator) {
  for (const char* mode : {"threads:3", "lazy", "random:9"}) {
    set_mode(mode);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([t] {
        Line a(t % 2), b(t % 2);
        Numbers x(100, t % 2), y(100, t % 2);
        for (int i = 0; i < 50; ++i) {
          EXPECT_EQ(x.fill(a, i), VJP_OK);
          join(b, a);
          EXPECT_EQ(y.copy(b, x), VJP_OK);
          EXPECT_EQ(y.add(b, t), VJP_OK);
          join(a, b);
          if (i % 10 == 0) {
            EXPECT_EQ(b.synchronize(), VJP_OK);
            EXPECT_EQ(y.now(), i + t);
          }
        }
        EXPECT_EQ(b.synchronize(), VJP_OK);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
}

}  // namespace
}  // namespace vjp::testing
