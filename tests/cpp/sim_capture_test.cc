// The simulator's table: capture, its status codes, and replay in every order that a graph allows.
#include <cstdio>
#include <set>
#include <thread>

#include "base/error.h"
#include "device/instrument.h"
#include "sim_testing.h"

namespace vjp::testing {
namespace {

struct SimCapture : SimTest {};

vjp_status begin(Line& line, int mode = VJP_CAPTURE_GLOBAL) {
  return sim_table().capture_begin(line.device, line.handle, mode);
}
vjp_capture_info info(Line& line) {
  vjp_capture_info out = {};
  EXPECT_EQ(sim_table().capture_info(line.device, line.handle, &out), VJP_OK);
  return out;
}
vjp_status end(Line& line, void** graph) { return sim_table().capture_end(line.device, line.handle, graph); }

struct Launchable {  // a graph and its executable
  explicit Launchable(Line& line) { EXPECT_EQ(end(line, &graph), VJP_OK) << message(); }
  Launchable(const Launchable&) = delete;
  ~Launchable() {
    if (executable) sim_table().executable_destroy(executable);
    if (graph) sim_table().graph_destroy(graph);
  }
  vjp_status launch(Line& line) {
    if (!executable) {
      EXPECT_EQ(sim_table().graph_instantiate(graph, &executable), VJP_OK);
    }
    return sim_table().executable_launch(executable, line.device, line.handle);
  }
  uint64_t nodes() {
    uint64_t count = 0;
    EXPECT_EQ(sim_table().graph_node_count(graph, &count), VJP_OK);
    return count;
  }
  std::string dot() {
    std::string text;
    auto write = [](void* context, const char* piece, size_t length) {
      static_cast<std::string*>(context)->append(piece, length);
    };
    EXPECT_EQ(sim_table().graph_dot(graph, write, &text), VJP_OK);
    return text;
  }
  void* graph = nullptr;
  void* executable = nullptr;
};

// CG-3, CG-8, SC-58, SC-77: captured work runs when it is replayed, on any stream
TEST_F(SimCapture, ReplaysRunWhatWasCaptured) {
  for (const char* mode : {"inline", "lazy", "random:5", "priority:1:2:9", "starve:side", "threads:2"}) {
    set_mode(mode);
    sim::Simulator::get().reset();
    Line s, other, standard = Line::standard(0);
    Numbers a(1000), b(1000);
    OK(a.fill(s, 1));
    OK(b.fill(s, 0));
    OK(begin(s));
    EXPECT_EQ(info(s).state, VJP_CAPTURE_ACTIVE);
    OK(b.copy(s, a));
    for (int i = 0; i < 10; ++i) OK(b.add(s, 1));
    Launchable graph(s);
    EXPECT_EQ(info(s).state, VJP_CAPTURE_NONE);
    EXPECT_EQ(graph.nodes(), 11u);
    OK(sim_table().synchronize(0));
    EXPECT_EQ(b.now(), 0) << mode;
    EXPECT_EQ(s.counters().copies, 0u);  // captured, not enqueued
    for (Line* line : {&s, &other, &standard}) {
      OK(graph.launch(*line));
      OK(line->synchronize());
      EXPECT_EQ(b.now(), 11) << mode;
      EXPECT_EQ(b.data()[999], 11) << mode;
      OK(b.fill(*line, 0));
      OK(a.fill(*line, 1));
      OK(line->synchronize());
      EXPECT_EQ(line->counters().graph_launches, 1u);
    }
    OK(a.fill(s, 5));  // inputs are changed by writing into them
    OK(graph.launch(s));
    OK(s.synchronize());
    EXPECT_EQ(b.now(), 15) << mode;
  }
}

// CG-3: a stream that waits for a captured event joins, also one of another device
TEST_F(SimCapture, StreamsJoinByWaiting) {
  for (const char* mode : {"inline", "lazy", "random:1", "random:2", "random:3"}) {
    set_mode(mode);
    Line s, t, far(1);
    Numbers x, y, z(1, 1);
    OK(begin(s));
    uint64_t id = info(s).id;
    EXPECT_NE(id, 0u);
    EXPECT_EQ(info(t).id, 0u);
    OK(x.fill(s, 1));
    join(t, s);
    join(far, s);
    EXPECT_EQ(info(t).id, id);
    EXPECT_EQ(info(far).id, id);
    OK(y.copy(t, x));
    OK(y.add(t, 1));
    OK(z.fill(far, 5));
    join(t, far);
    join(s, t);
    OK(x.add(s, 10));
    Launchable graph(s);
    EXPECT_EQ(info(t).id, 0u);
    EXPECT_EQ(info(far).state, VJP_CAPTURE_NONE);
    for (int i = 0; i < 3; ++i) {
      OK(graph.launch(s));
      OK(s.synchronize());
      EXPECT_EQ(x.now(), 11) << mode;
      EXPECT_EQ(y.now(), 2) << mode;
      EXPECT_EQ(z.now(), 5) << mode;
    }
    OK(y.fill(t, 3));  // t is an ordinary stream again
    OK(t.synchronize());
    EXPECT_EQ(y.now(), 3);
    EXPECT_NE(info(s).id, id);
  }
}

// SIM-9, SC-82: a replay follows dependencies only. Two branches that forgot each other come in both orders.
TEST_F(SimCapture, ReplayOrderIsThatOfTheGraph) {
  auto run = [](const char* mode, bool ordered) {
    set_mode(mode);
    Line s, t;
    Numbers x;
    EXPECT_EQ(begin(s), VJP_OK);
    EXPECT_EQ(x.fill(s, 3), VJP_OK);
    join(t, s);
    EXPECT_EQ(x.scale(s, 2, 0), VJP_OK);
    if (ordered) join(t, s);
    EXPECT_EQ(x.add(t, 1), VJP_OK);  // on another stream, after in program order
    join(s, t);
    Launchable graph(s);
    EXPECT_EQ(graph.launch(s), VJP_OK);
    EXPECT_EQ(s.synchronize(), VJP_OK);
    return x.now();
  };
  EXPECT_EQ(run("inline", false), 7);
  EXPECT_EQ(run("lazy", false), 8);
  EXPECT_EQ(run("starve:0.1", false), 8);
  EXPECT_EQ(run("starve:0.2", false), 7);
  int sevens = 0, eights = 0;
  for (int seed = 0; seed < 30; ++seed) {
    std::string mode = format("random:{}", seed);
    double got = run(mode.c_str(), false);
    sevens += got == 7;
    eights += got == 8;
    EXPECT_EQ(run(mode.c_str(), true), 7);
  }
  EXPECT_GT(sevens, 3);
  EXPECT_GT(eights, 3);
  EXPECT_EQ(sevens + eights, 30);
  for (const char* mode : {"inline", "lazy", "starve:0.1", "threads:2"}) EXPECT_EQ(run(mode, true), 7) << mode;
}

// SIM-5: the order inside a graph is part of the schedule
TEST_F(SimCapture, SchedulesOfGraphsAreReplayed) {
  std::string path = ::testing::TempDir() + "vjp_sim_capture_test.txt";
  auto program = [] {
    Line s, t;
    Numbers x;
    EXPECT_EQ(begin(s), VJP_OK);
    EXPECT_EQ(x.fill(s, 3), VJP_OK);
    join(t, s);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(x.scale(s, 2, 0), VJP_OK);
      EXPECT_EQ(x.add(t, 1), VJP_OK);
    }
    join(s, t);
    Launchable graph(s);
    EXPECT_EQ(graph.launch(s), VJP_OK);
    EXPECT_EQ(s.synchronize(), VJP_OK) << message();
    return x.now();
  };
  std::set<double> values;
  for (int seed = 0; seed < 8; ++seed) {
    set_mode(format("random:{}", seed).c_str());
    sim::Simulator::get().record_schedule(path);
    double want = program();
    uint64_t hash = sim::Simulator::get().schedule_hash();
    set_mode(("replay:" + path).c_str());
    EXPECT_EQ(program(), want) << seed;
    EXPECT_EQ(sim::Simulator::get().schedule_hash(), hash) << seed;
    values.insert(want);
  }
  EXPECT_GT(values.size(), 2u);
  std::remove(path.c_str());
}

// SC-64: two replays that nothing orders
TEST_F(SimCapture, ReplaysInterleave) {
  set_mode("lazy");
  bool differs = false;
  for (int seed = 0; seed < 30; ++seed) {
    Line s, t;
    Numbers shared, a, b;
    auto capture = [&](Numbers& out, double value) {
      EXPECT_EQ(begin(s), VJP_OK);
      EXPECT_EQ(shared.fill(s, value), VJP_OK);
      EXPECT_EQ(shared.add(s, value), VJP_OK);
      EXPECT_EQ(out.copy(s, shared), VJP_OK);
    };
    capture(a, 1);
    Launchable g(s);
    capture(b, 10);
    Launchable h(s);
    set_mode(format("random:{}", seed).c_str());
    OK(g.launch(s));
    OK(h.launch(t));
    OK(sim_table().synchronize(0));
    differs = differs || a.now() != 2 || b.now() != 20;
    // in order
    OK(g.launch(s));
    join(t, s);
    OK(h.launch(t));
    OK(t.synchronize());
    EXPECT_EQ(a.now(), 2);
    EXPECT_EQ(b.now(), 20);
  }
  EXPECT_TRUE(differs);
}

// SIM-7: in a replay, branches overlap in virtual time
TEST_F(SimCapture, BranchesOverlapInTime) {
  Line s, t;
  OK(begin(s));
  join(t, s);
  OK(s.sleep(30));
  OK(t.sleep(40));
  join(s, t);
  OK(s.sleep(5));
  Launchable graph(s);
  Mark from(0, true), to(0, true);
  OK(from.record(s));
  OK(graph.launch(s));
  OK(to.record(s));
  OK(s.synchronize());
  double ms = 0;
  OK(sim_table().event_elapsed(from.handle, to.handle, &ms));
  EXPECT_NEAR(ms, 45, 0.1);
}

// SIM-3 in a capture: each replay finds poison where the program writes nothing first; it is no node of the program's
TEST_F(SimCapture, PoisonIsCaptured) {
  Line s;
  Numbers x, y;
  OK(begin(s));
  OK(x.handed_out(s));
  OK(y.copy(s, x));
  OK(x.fill(s, 1));
  Launchable graph(s);
  EXPECT_EQ(graph.nodes(), 2u);
  for (int i = 0; i < 2; ++i) {
    OK(graph.launch(s));
    OK(s.synchronize());
    EXPECT_TRUE(std::isnan(y.now()));
  }
}

// CG-5: empty captures are graphs
TEST_F(SimCapture, EmptyGraphsReplay) {
  for (const char* mode : {"inline", "lazy", "random:1", "threads:1"}) {
    set_mode(mode);
    Line s;
    OK(begin(s));
    Launchable graph(s);
    EXPECT_EQ(graph.nodes(), 0u);
    OK(graph.launch(s));
    OK(s.synchronize());
  }
}

// A graph that is launched into a capture becomes part of it
TEST_F(SimCapture, GraphsAreCapturedInGraphs) {
  Line s, t;
  Numbers x, y;
  OK(begin(s));
  OK(x.add(s, 1));
  join(t, s);
  OK(y.fill(t, 2));
  OK(x.add(s, 1));
  join(s, t);
  Launchable inner(s);
  OK(x.fill(s, 0));
  OK(begin(s));
  OK(x.scale(s, 10, 0));
  OK(inner.launch(s));
  OK(inner.launch(s));
  OK(x.scale(s, 10, 0));
  Launchable outer(s);
  EXPECT_EQ(outer.nodes(), 8u);
  sim_table().executable_destroy(inner.executable);
  inner.executable = nullptr;
  OK(outer.launch(s));
  OK(outer.launch(s));
  OK(s.synchronize());
  EXPECT_EQ(x.now(), 4040);  // ((0 + 4) * 10 * 10 + 4) * 10
  EXPECT_EQ(y.now(), 2);
}

// CG-1, CG-3, SC-59, SC-61: what breaks a capture. Each time the next capture works.
TEST_F(SimCapture, StatusCodes) {
  Line s, t, standard = Line::standard(0);
  Numbers x, y;
  void* graph = nullptr;
  auto is_usable = [&] {
    EXPECT_EQ(begin(s), VJP_OK) << message();
    EXPECT_EQ(x.fill(s, 1), VJP_OK) << message();
    Launchable fine(s);
    EXPECT_EQ(fine.launch(s), VJP_OK);
    EXPECT_EQ(s.synchronize(), VJP_OK);
    EXPECT_EQ(info(s).fault, VJP_CAPTURE_FAULT_NONE);
  };

  EXPECT_FAILS(VJP_ERROR_STATE, "non-default", begin(standard));
  EXPECT_FAILS(VJP_ERROR_STATE, "no capture", end(s, &graph));
  EXPECT_FAILS(VJP_ERROR_INVALID, "mode 7", begin(s, 7));

  // unjoined
  OK(begin(s));
  EXPECT_FAILS(VJP_ERROR_STATE, "already", begin(s));
  join(t, s);
  OK(y.fill(t, 1));
  EXPECT_FAILS(VJP_ERROR_STATE, "stream 2 of sim:0 was drawn in", end(s, &graph));
  EXPECT_EQ(info(s).fault, VJP_CAPTURE_FAULT_UNJOINED);
  EXPECT_EQ(info(t).state, VJP_CAPTURE_NONE);
  is_usable();

  // isolation: in
  Mark outside;
  OK(outside.record(t));
  OK(begin(s));
  EXPECT_FAILS(VJP_ERROR_STATE, "outside the capture", outside.wait(s));
  EXPECT_EQ(info(s).state, VJP_CAPTURE_INVALIDATED);
  EXPECT_EQ(info(s).fault, VJP_CAPTURE_FAULT_ISOLATION);
  EXPECT_FAILS(VJP_ERROR_STATE, "outside the capture", x.fill(s, 1));  // every later call says so
  EXPECT_FAILS(VJP_ERROR_STATE, "outside the capture", end(s, &graph));
  is_usable();

  // isolation: out, after the capture
  Mark inside;
  OK(begin(s));
  OK(x.fill(s, 1));
  OK(inside.record(s));
  { Launchable done(s); }
  EXPECT_FAILS(VJP_ERROR_STATE, "capture which is over", inside.wait(t));
  OK(inside.record(s));  // an ordinary event again
  OK(inside.wait(t));

  // two captures
  {
    Mark of_t;
    OK(begin(s));
    OK(begin(t));
    OK(y.fill(t, 1));
    OK(of_t.record(t));
    EXPECT_FAILS(VJP_ERROR_STATE, "outside the capture", of_t.wait(s));
    EXPECT_EQ(info(t).fault, VJP_CAPTURE_FAULT_ISOLATION);
    EXPECT_FAILS(VJP_ERROR_STATE, "another capture", end(t, &graph));
    EXPECT_FAILS(VJP_ERROR_STATE, "", end(s, &graph));
    is_usable();
  }

  // implicit
  OK(begin(s));
  OK(x.fill(s, 1));
  OK(inside.record(s));
  EXPECT_FAILS(VJP_ERROR_STATE, "default stream", inside.wait(standard));
  EXPECT_EQ(info(s).fault, VJP_CAPTURE_FAULT_IMPLICIT);
  EXPECT_FAILS(VJP_ERROR_STATE, "default stream", end(s, &graph));
  is_usable();

  // unsupported
  std::vector<std::function<vjp_status()>> observations = {[&] { return s.synchronize(); },
                                                           [&] { return sim_table().synchronize(0); },
                                                           [&] { return sim_table().event_synchronize(inside.handle); },
                                                           [&] {
                                                             bool done;
                                                             return sim_table().event_query(inside.handle, &done);
                                                           },
                                                           [&] {
                                                             bool done;
                                                             return sim_table().event_query(outside.handle, &done);
                                                           },
                                                           [&] {
                                                             bool done;
                                                             return sim_table().stream_query(0, s.handle, &done);
                                                           }};
  for (auto& observe : observations) {
    OK(begin(s));
    OK(x.fill(s, 1));
    OK(inside.record(s));
    attribution = {.op = "item", .node = "MulBackward", .node_sequence = 3, .grad_call = 1};
    EXPECT_FAILS(VJP_ERROR_STATE, "by operator 'item' in node MulBackward #3", observe());
    attribution = {};
    EXPECT_EQ(info(s).fault, VJP_CAPTURE_FAULT_UNSUPPORTED);
    EXPECT_FAILS(VJP_ERROR_STATE, "by operator 'item'", end(s, &graph));
    is_usable();
  }

  // wrong stream, wrong thread
  OK(begin(s));
  join(t, s);
  EXPECT_FAILS(VJP_ERROR_STATE, "ended on stream 2", end(t, &graph));
  EXPECT_EQ(info(s).state, VJP_CAPTURE_NONE);
  EXPECT_EQ(info(s).fault, VJP_CAPTURE_FAULT_WRONG_STREAM);
  is_usable();
  OK(begin(s));
  std::thread([&] { EXPECT_FAILS(VJP_ERROR_STATE, "another thread", end(s, &graph)); }).join();
  is_usable();
  OK(begin(s, VJP_CAPTURE_RELAXED));
  std::thread([&] {
    void* made = nullptr;
    OK(end(s, &made));
    OK(sim_table().graph_destroy(made));
  }).join();
  EXPECT_EQ(graph, nullptr);  // never written on failure
}

// CG-1: whose unsafe calls break a capture
TEST_F(SimCapture, ModesSayWhoseCallsAreUnsafe) {
  Line s;
  Numbers x;
  Mark outside;
  OK(outside.record(s));
  OK(s.synchronize());
  auto poll_elsewhere = [&](int mode) {
    EXPECT_EQ(begin(s, mode), VJP_OK);
    vjp_status status = VJP_OK;
    std::thread([&] {
      bool done;
      status = sim_table().event_query(outside.handle, &done);
    }).join();
    void* graph = nullptr;
    if (end(s, &graph) == VJP_OK) sim_table().graph_destroy(graph);
    return status;
  };
  EXPECT_EQ(poll_elsewhere(VJP_CAPTURE_GLOBAL), VJP_ERROR_STATE);
  EXPECT_EQ(poll_elsewhere(VJP_CAPTURE_THREAD_LOCAL), VJP_OK);
  EXPECT_EQ(poll_elsewhere(VJP_CAPTURE_RELAXED), VJP_OK);
  for (auto [mode, want] : {std::pair{VJP_CAPTURE_THREAD_LOCAL, VJP_ERROR_STATE}, {VJP_CAPTURE_RELAXED, VJP_OK}}) {
    OK(begin(s, mode));
    bool done;
    EXPECT_EQ(sim_table().event_query(outside.handle, &done), want);
    void* graph = nullptr;
    EXPECT_EQ(end(s, &graph), want);
    if (graph) sim_table().graph_destroy(graph);
  }
}

// BE-2: update, DOT; what an enqueued launch needs, it keeps
TEST_F(SimCapture, ExecutablesAreUpdatedAndDrawn) {
  Line s;
  Numbers x;
  auto capture = [&](double value, int adds) {
    EXPECT_EQ(begin(s), VJP_OK);
    EXPECT_EQ(x.fill(s, value), VJP_OK);
    for (int i = 0; i < adds; ++i) EXPECT_EQ(x.add(s, 1), VJP_OK);
  };
  capture(1, 1);
  auto g = std::make_unique<Launchable>(s);
  std::string dot = g->dot();
  EXPECT_THAT(dot, ::testing::StartsWith("digraph"));
  EXPECT_THAT(dot, ::testing::HasSubstr("add"));
  EXPECT_THAT(dot, ::testing::HasSubstr("n0 -> n1"));
  OK(g->launch(s));
  capture(5, 1);
  Launchable similar(s);
  capture(5, 2);
  Launchable different(s);
  bool updated = true;
  OK(sim_table().executable_update(g->executable, different.graph, &updated));
  EXPECT_FALSE(updated);
  OK(sim_table().executable_update(g->executable, similar.graph, &updated));
  EXPECT_TRUE(updated);
  EXPECT_TRUE(std::isnan(x.now()));
  OK(s.synchronize());
  EXPECT_EQ(x.now(), 2);  // launched before the update
  OK(g->launch(s));
  g.reset();
  OK(s.synchronize());
  EXPECT_EQ(x.now(), 6);
}

// What fails in a replay is reported with the operator that was captured; the rest of the graph runs.
TEST_F(SimCapture, ReplaysFailWithTheOperator) {
  for (const char* mode : {"lazy", "random:3", "inline", "threads:2"}) {
    set_mode(mode);
    Line s;
    Numbers index, x;
    OK(index.fill(s, 0));  // all bits 0: a good index
    OK(x.fill(s, 0));
    OK(begin(s));
    CheckIndexArgs args{make_view(index.memory, Dtype::Int64, 1, &index.count, &Numbers::kStride), 0, 10};
    vjp_launch where = Numbers::launch(s, "take");
    OK(sim_table().kernels->check_index(&args, &where));
    OK(x.add(s, 1));
    Launchable graph(s);
    OK(graph.launch(s));
    OK(s.synchronize());
    OK(index.fill(s, 1));
    clear_backend_error();
    vjp_status status = graph.launch(s);
    if (status == VJP_OK) status = s.synchronize();
    EXPECT_EQ(status, VJP_ERROR_INVALID) << mode;
    EXPECT_THAT(message(), ::testing::HasSubstr("take failed: index")) << mode;
    OK(s.synchronize());
    EXPECT_EQ(x.now(), 2) << mode;
  }
}

// A stream may go while it takes part; what it captured must have been joined.
TEST_F(SimCapture, StreamsMayGoDuringACapture) {
  Line s;
  Numbers x;
  OK(begin(s));
  {
    Line t;
    join(t, s);
    OK(x.fill(t, 1));
    join(s, t);
  }
  {
    Launchable graph(s);
    EXPECT_EQ(graph.nodes(), 1u);
  }
  OK(begin(s));
  {
    Line t;
    join(t, s);
    OK(x.fill(t, 1));
  }
  void* graph = nullptr;
  EXPECT_FAILS(VJP_ERROR_STATE, "stream 2 of sim:0 was drawn in", end(s, &graph));
  {
    Line gone;
    OK(begin(gone));
  }
  Mark mark;  // nobody captures any more: queries are safe
  OK(mark.record(s));
  EXPECT_TRUE(mark.query());
  EXPECT_THROW(
      {
        OK(begin(s));
        set_mode("inline");
      },
      Error);
  OK(end(s, &graph));
  OK(sim_table().graph_destroy(graph));
}

}  // namespace
}  // namespace vjp::testing
