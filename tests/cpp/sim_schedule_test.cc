// The simulator's table: when commands run, in every mode; events; virtual time; poison.
#include <cstdio>
#include <set>
#include <thread>

#include "sim_testing.h"

namespace vjp::testing {
namespace {

sim::Simulator& simulator() { return sim::Simulator::get(); }

struct SimOrder : SimTest {};

// SIM-4: inline
TEST_F(SimOrder, InlineRunsAtOnce) {
  set_mode("inline");
  Line a;
  Numbers x;
  OK(x.fill(a, 3));
  EXPECT_EQ(x.now(), 3);
  OK(x.add(a, 2));
  EXPECT_EQ(x.now(), 5);
  EXPECT_EQ(a.counters().pending, 0u);
}

// SIM-4: lazy; only the cone of what is observed runs
TEST_F(SimOrder, LazyRunsWhatIsObservedAndNoMore) {
  Line a, b, c;
  Numbers x, y, z;
  OK(x.fill(a, 1));
  OK(y.fill(b, 2));
  OK(z.fill(c, 3));
  EXPECT_TRUE(std::isnan(x.now()) && std::isnan(y.now()) && std::isnan(z.now()));
  join(b, a);
  OK(x.add(a, 10));  // after the record
  OK(b.synchronize());
  EXPECT_EQ(y.now(), 2);
  EXPECT_EQ(x.now(), 1);  // needed by b, and no more of a
  EXPECT_TRUE(std::isnan(z.now()));
  OK(sim_table().synchronize(0));
  EXPECT_EQ(x.now(), 11);
  EXPECT_EQ(z.now(), 3);
}

// SIM-4: a stream that does not wait reads what was there before, in lazy always, in random under some seed
TEST_F(SimOrder, AMissingWaitIsWrong) {
  auto run = [](bool wait) {
    Line a, b;
    Numbers x, y;
    EXPECT_EQ(x.fill(a, 0), VJP_OK);
    EXPECT_EQ(a.synchronize(), VJP_OK);
    EXPECT_EQ(x.fill(a, 7), VJP_OK);
    if (wait) join(b, a);
    EXPECT_EQ(y.copy(b, x), VJP_OK);
    EXPECT_EQ(b.synchronize(), VJP_OK);
    double seen = y.now();
    EXPECT_EQ(sim_table().synchronize(0), VJP_OK);
    return seen;
  };
  EXPECT_EQ(run(false), 0);
  EXPECT_EQ(run(true), 7);
  std::set<double> without, with;
  for (int seed = 0; seed < 50; ++seed) {
    set_mode(format("random:{}", seed).c_str());
    without.insert(run(false));
    with.insert(run(true));
    set_mode(format("priority:{}:2:20", seed).c_str());
    without.insert(run(false));
    with.insert(run(true));
  }
  EXPECT_EQ(without, (std::set<double>{0, 7}));
  EXPECT_EQ(with, std::set<double>{7});
}

// Work on four streams that is ordered by events alone; the same values in every order.
double braid(int rounds) {
  Line lines[4] = {Line(0), Line(1), Line(0), Line(1)};
  Numbers x0(8, 0), x1(8, 1), x2(8, 0), x3(8, 1);
  Numbers* numbers[] = {&x0, &x1, &x2, &x3};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(numbers[i]->fill(lines[i], i + 1), VJP_OK);
  uint64_t state = 7;
  for (int i = 0; i < rounds; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    int from = static_cast<int>(state >> 60 & 3), to = static_cast<int>(state >> 40 & 3);
    EXPECT_EQ(numbers[to]->scale(lines[to], 0.5, i), VJP_OK);
    if (from == to) continue;
    join(lines[to], lines[from]);
    EXPECT_EQ(numbers[to]->copy(lines[to], *numbers[from]), VJP_OK);
    join(lines[from], lines[to]);
    if (state >> 33 & 1) lines[to].query();
  }
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(lines[i].synchronize(), VJP_OK) << message();
    sum += (i + 1) * numbers[i]->now();
  }
  return sum;
}

// SIM-4, SIM-5: what events order is the same in every mode; same mode, same schedule
TEST_F(SimOrder, OrderedProgramsAreTheSameInEveryModeAndSchedulesRepeat) {
  set_mode("inline");
  double want = braid(60);
  std::set<uint64_t> hashes;
  std::vector<std::string> modes = {"lazy", "starve:default", "starve:side", "starve:0.1,1.2"};
  for (int seed = 0; seed < 20; ++seed) {
    modes.push_back(format("random:{}", seed));
    modes.push_back(format("priority:{}:3:200", seed));
  }
  for (const std::string& mode : modes) {
    set_mode(mode.c_str());
    EXPECT_EQ(braid(60), want) << mode;
    uint64_t hash = simulator().schedule_hash();
    simulator().reset();
    EXPECT_EQ(braid(60), want) << mode;
    EXPECT_EQ(simulator().schedule_hash(), hash) << mode;
    hashes.insert(hash);
  }
  EXPECT_GT(hashes.size(), 35u);
  for (const char* mode : {"threads:3", "threads:1"}) {
    set_mode(mode);
    EXPECT_EQ(braid(60), want) << mode;
    EXPECT_FALSE(sim_table().order_matters());
  }
  set_mode("lazy");
  EXPECT_TRUE(sim_table().order_matters());
}

// SIM-5: a schedule is written to a file and taken from there
TEST_F(SimOrder, SchedulesAreReplayedFromAFile) {
  std::string path = ::testing::TempDir() + "vjp_sim_schedule_test.txt";
  for (const char* mode : {"random:3", "random:11", "priority:5:3:100", "lazy"}) {
    set_mode(mode);
    simulator().record_schedule(path);
    double want = braid(40);
    uint64_t hash = simulator().schedule_hash();
    set_mode(("replay:" + path).c_str());
    EXPECT_EQ(braid(40), want) << mode;
    EXPECT_EQ(simulator().schedule_hash(), hash) << mode;
    // another program learns that it is another
    set_mode(("replay:" + path).c_str());
    Line a;
    Numbers x;
    OK(x.fill(a, 1));
    OK(x.add(a, 1));
    EXPECT_FAILS(VJP_ERROR_STATE, "whose schedule", a.synchronize());
    EXPECT_EQ(x.now(), 2);
  }
  std::remove(path.c_str());
  EXPECT_THROW(set_mode("replay:/nowhere/at/all"), Error);
}

// SIM-4: those who starve run only when nothing else can
TEST_F(SimOrder, StarvedStreamsComeLast) {
  Line a, b;  // 0.1 and 0.2
  set_mode("starve:0.1");
  Numbers x, y;
  OK(x.fill(a, 1));
  OK(y.fill(b, 1));
  EXPECT_EQ(y.now(), 1);  // ahead of the host
  EXPECT_TRUE(std::isnan(x.now()));
  OK(b.synchronize());
  EXPECT_TRUE(std::isnan(x.now()));
  join(b, a);
  OK(y.add(b, 1));
  EXPECT_EQ(y.now(), 1);
  OK(b.synchronize());
  EXPECT_EQ(x.now(), 1);
  EXPECT_EQ(y.now(), 2);
  Line standard = Line::standard(0);
  set_mode("starve:default");
  OK(x.fill(standard, 5));
  OK(y.fill(b, 5));
  EXPECT_EQ(x.now(), 1);
  EXPECT_EQ(y.now(), 5);
  set_mode("starve:side");
  OK(x.fill(standard, 6));
  OK(y.fill(b, 6));
  EXPECT_EQ(x.now(), 6);
  EXPECT_EQ(y.now(), 5);
}

// SIM-4: a pair runs the other way round if nothing orders it
TEST_F(SimOrder, AdversarialReversesAPair) {
  auto run = [](bool wait) {
    Line a, b;  // 0.1 and 0.2
    Numbers x, y;
    EXPECT_EQ(y.fill(b, 0), VJP_OK);  // 0.2#0
    EXPECT_EQ(x.fill(a, 1), VJP_OK);  // 0.1#0
    EXPECT_EQ(x.add(a, 1), VJP_OK);   // 0.1#1
    if (wait) join(b, a);
    EXPECT_EQ(y.copy(b, x), VJP_OK);  // 0.2#1
    EXPECT_EQ(a.synchronize(), VJP_OK);
    EXPECT_EQ(b.synchronize(), VJP_OK);
    return y.now();
  };
  set_mode("adversarial:0.1#1<0.2#1");
  EXPECT_TRUE(std::isnan(run(false)));
  EXPECT_EQ(simulator().reversal(0), VJP_SIM_REVERSAL_DONE);
  simulator().reset();
  EXPECT_EQ(simulator().reversal(0), VJP_SIM_REVERSAL_OPEN);
  EXPECT_EQ(run(true), 2);
  EXPECT_EQ(simulator().reversal(0), VJP_SIM_REVERSAL_ORDERED);
  EXPECT_THROW(simulator().reversal(1), Error);
}

TEST_F(SimOrder, ModesAreRead) {
  for (const char* bad : {"", "eager", "random", "random:", "random:x", "lazy:1", "threads:0", "threads:65", "starve:",
                          "starve:0", "adversarial:0.1#1", "adversarial:0.1#1<0.2", "priority:1", "starve:16.0"}) {
    EXPECT_THROW(set_mode(bad), Error) << bad;
  }
  set_mode("priority:1:2:3");
  EXPECT_EQ(simulator().mode_text(), "priority:1:2:3");
}

// SIM-6: a query takes one step at most, so polling ends, and what is not asked for may stay
TEST_F(SimOrder, QueriesTakeOneStep) {
  Line a, b;
  Numbers x, y;
  for (int i = 0; i < 3; ++i) OK(x.fill(a, i));
  OK(y.fill(b, 1));
  EXPECT_FALSE(a.query());
  EXPECT_EQ(x.now(), 0);
  EXPECT_FALSE(a.query());
  EXPECT_EQ(x.now(), 1);
  EXPECT_TRUE(a.query());
  EXPECT_EQ(x.now(), 2);
  EXPECT_TRUE(a.query());
  EXPECT_TRUE(std::isnan(y.now()));
  for (int seed = 0; seed < 10; ++seed) {
    set_mode(format("random:{}", seed).c_str());
    Mark mark;
    for (int i = 0; i < 20; ++i) OK(x.fill(a, i));
    OK(mark.record(a));
    int polls = 0;
    while (!mark.query()) ++polls;
    EXPECT_LE(polls, 22);
  }
}

// ST-5, SC-3
TEST_F(SimOrder, EventsMeanWhatTheySay) {
  Line a, b, far(1);
  Numbers x, y;
  Mark fresh;
  EXPECT_TRUE(fresh.query());  // (a)
  OK(fresh.wait(b));
  OK(fresh.synchronize());
  EXPECT_EQ(b.counters().waits, 0u);

  // (b) recording again replaces the marker; a wait keeps the old one. (c) it covers what came before the record
  Mark mark;
  OK(x.fill(a, 1));
  OK(mark.record(a));
  OK(x.fill(a, 2));
  OK(mark.wait(b));
  OK(mark.record(a));
  OK(x.fill(a, 3));
  OK(b.synchronize());
  EXPECT_EQ(x.now(), 1);
  OK(mark.synchronize());
  EXPECT_EQ(x.now(), 2);
  OK(mark.wait(far));  // (d)
  OK(mark.wait(far));
  OK(far.synchronize());

  // (e) destroyed with waits pending
  {
    Mark gone;
    OK(y.fill(a, 9));
    OK(gone.record(a));
    OK(gone.wait(b));
  }
  OK(b.synchronize());
  EXPECT_EQ(y.now(), 9);
  Mark other(1);
  EXPECT_FAILS(VJP_ERROR_DEVICE, "cannot be recorded", sim_table().event_record(other.handle, 0, a.handle));
}

// ST-4: what a destroyed stream had is still done
TEST_F(SimOrder, ADestroyedStreamsWorkIsDone) {
  Line b;
  Numbers x;
  {
    Line a;
    OK(x.fill(a, 4));
    join(b, a);
  }
  EXPECT_TRUE(std::isnan(x.now()));
  OK(b.synchronize());
  EXPECT_EQ(x.now(), 4);
}

// SIM-7, SC-7, SC-8: virtual time
TEST_F(SimOrder, TimeIsVirtual) {
  for (const char* mode : {"lazy", "inline", "random:1", "priority:2:3:10", "starve:side"}) {
    set_mode(mode);
    simulator().reset();
    Line a, b, far(1);
    Mark begin(0, true), end(0, true), end_of_b(0, true), elsewhere(1, true), without;
    OK(begin.record(a));
    OK(a.sleep(50));
    OK(end.record(a));
    OK(b.sleep(30));
    OK(end_of_b.record(b));
    OK(end.wait(far));
    OK(elsewhere.record(far));
    OK(without.record(a));
    OK(far.synchronize());
    EXPECT_TRUE(end.query()) << mode;
    OK(sim_table().synchronize(0));
    double ms = 0;
    OK(sim_table().event_elapsed(begin.handle, end.handle, &ms));
    EXPECT_NEAR(ms, 50, 0.1) << mode;
    OK(sim_table().event_elapsed(begin.handle, end_of_b.handle, &ms));
    EXPECT_NEAR(ms, 30, 0.1) << mode;  // it overlaps with a
    EXPECT_NEAR(static_cast<double>(simulator().virtual_time(0)), 50e6, 1e5) << mode;
    EXPECT_NEAR(static_cast<double>(simulator().virtual_time(1)), 50e6, 1e5) << mode;
    EXPECT_FAILS(VJP_ERROR_DEVICE, "sim:1", sim_table().event_elapsed(begin.handle, elsewhere.handle, &ms));
    EXPECT_FAILS(VJP_ERROR_STATE, "without timing", sim_table().event_elapsed(begin.handle, without.handle, &ms));
    // what is enqueued after the host has waited begins no earlier
    Mark later(0, true);
    OK(later.record(b));
    OK(b.synchronize());
    OK(sim_table().event_elapsed(begin.handle, later.handle, &ms));
    EXPECT_NEAR(ms, 50, 0.1) << mode;
    OK(a.sleep(1));
    OK(end.record(a));
    if (std::string(mode) == "lazy")
      EXPECT_FAILS(VJP_ERROR_STATE, "not complete", sim_table().event_elapsed(begin.handle, end.handle, &ms));
  }
}

// SIM-7: a kernel's time is that of the bytes it moves
TEST_F(SimOrder, CostsFollowBytes) {
  Line a;
  Numbers x(1 << 20);
  Mark begin(0, true), end(0, true);
  OK(begin.record(a));
  OK(x.add(a, 1));
  OK(end.record(a));
  OK(a.synchronize());
  double ms = 0;
  OK(sim_table().event_elapsed(begin.handle, end.handle, &ms));
  EXPECT_NEAR(ms, (1000 + 16384) / 1e6, 1e-9);  // 16 MiB, read and written
  EXPECT_EQ(a.counters().bytes, uint64_t{16} << 20);
}

// SIM-3: a hand-out is poisoned in the stream's order, and not by the host at once
TEST_F(SimOrder, PoisonIsInOrder) {
  Line a, b;
  Numbers x(4), y(4);
  EXPECT_TRUE(std::isnan(x.now()));
  OK(x.fill(a, 5));
  OK(y.copy(a, x));  // the former owner's last use
  OK(x.handed_out(a));
  OK(sim_table().synchronize(0));
  EXPECT_EQ(y.now(), 5);
  EXPECT_TRUE(std::isnan(x.now()));
  EXPECT_EQ(a.counters().poisons, 1u);
  EXPECT_EQ(a.counters().kernels, 1u);
  EXPECT_EQ(a.counters().copies, 1u);
  EXPECT_EQ(a.counters().bytes, 2u * 32);
}

// SIM-2: arguments are copied, memory is not kept
TEST_F(SimOrder, CommandsHoldAddressesOnly) {
  Line a;
  Numbers x;
  double* memory = x.data();
  {
    std::vector<int64_t> sizes = {1}, strides = {1};
    FillArgs args{make_view(memory, Dtype::Float64, 1, sizes.data(), strides.data()), Scalar(8.0)};
    vjp_launch where = Numbers::launch(a, "fill");
    OK(sim_table().kernels->fill(&args, &where));
    sizes[0] = 100, strides[0] = 99;
    args.value = Scalar(1.0);
  }
  OK(a.synchronize());
  EXPECT_EQ(*memory, 8);
}

// SIM-10
TEST_F(SimOrder, CountersCount) {
  Line a, b;
  Numbers x, y;
  OK(x.fill(a, 1));
  OK(x.add(a, 1));
  OK(y.copy(a, x));
  OK(sim_table().fill_async(0, x.memory, 0, 8, a.handle));
  OK(a.sleep(1));
  OK(sim_table().host_function(
      0, a.handle, [](void*) {}, nullptr));
  join(b, a);
  vjp_sim_counters c = a.counters();
  EXPECT_EQ(c.kernels, 2u);
  EXPECT_EQ(c.copies, 1u);
  EXPECT_EQ(c.fills, 1u);
  EXPECT_EQ(c.sleeps, 1u);
  EXPECT_EQ(c.host_functions, 1u);
  EXPECT_EQ(c.records, 1u);
  EXPECT_EQ(c.waits, 0u);
  EXPECT_EQ(c.host_syncs, 0u);
  EXPECT_EQ(c.pending, 7u);
  EXPECT_EQ(b.counters().waits, 1u);
  OK(a.synchronize());
  OK(sim_table().synchronize(0));
  EXPECT_EQ(a.counters().host_syncs, 2u);
  EXPECT_EQ(b.counters().host_syncs, 1u);
  EXPECT_EQ(a.counters().pending, 0u);
  simulator().reset();
  EXPECT_EQ(a.counters().kernels, 0u);
}

// BE-2: host functions run in order, may not call the device, and may need what another caller holds
TEST_F(SimOrder, HostFunctions) {
  for (const char* mode : {"lazy", "inline", "random:4", "threads:2"}) {
    set_mode(mode);
    Line a;
    Numbers x;
    struct Seen {
      Numbers* x;
      Line* line;
      double value = 0;
      vjp_status status = VJP_OK;
    } seen{&x, &a};
    OK(x.fill(a, 6));
    OK(sim_table().host_function(
        0, a.handle,
        [](void* p) {
          auto& seen = *static_cast<Seen*>(p);
          seen.value = seen.x->now();
          seen.status = seen.line->synchronize();
        },
        &seen));
    OK(x.fill(a, 7));
    OK(a.synchronize());
    EXPECT_EQ(seen.value, 6) << mode;
    EXPECT_EQ(seen.status, VJP_ERROR_STATE) << mode;
    clear_backend_error();
  }
}

// ST-7: the host that waits holds no lock that another needs who enqueues
TEST_F(SimOrder, HostFunctionsMayNeedALockOfACaller) {
  for (const char* mode : {"lazy", "inline", "threads:2"}) {
    set_mode(mode);
    Line a, b;
    Numbers x;
    std::mutex mutex;
    std::unique_lock held(mutex);
    std::atomic<bool> inside{false};
    struct Context {
      std::mutex& mutex;
      std::atomic<bool>& inside;
    } context{mutex, inside};
    std::thread other([&] {
      sim_table().host_function(
          0, a.handle,
          [](void* p) {
            auto& c = *static_cast<Context*>(p);
            c.inside = true;
            std::lock_guard lock(c.mutex);
          },
          &context);
      a.synchronize();
    });
    while (!inside) std::this_thread::yield();
    OK(x.fill(b, 1));  // would never return
    held.unlock();
    other.join();
    OK(b.synchronize());
    EXPECT_EQ(x.now(), 1);
  }
}

}  // namespace
}  // namespace vjp::testing
