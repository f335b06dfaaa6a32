// What the tests of the simulator's table share: streams and events that end themselves, and small kernels on doubles.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "backends/sim/simulator.h"
#include "device/backend_host.h"
#include "kernel/backend.h"

namespace vjp::testing {

inline const vjp_backend& sim_table() {
  static const vjp_backend* table = [] {
    const vjp_backend* t = nullptr;
    EXPECT_EQ(sim_backend_entry(&kBackendHost, &t), VJP_OK);
    return t;
  }();
  return *table;
}

inline std::string message() { return backend_error_or(""); }
#define OK(call) ASSERT_EQ((call), VJP_OK) << message()
#define EXPECT_FAILS(status, words, call)                \
  do {                                                   \
    clear_backend_error();                               \
    EXPECT_EQ((call), (status));                         \
    EXPECT_THAT(message(), ::testing::HasSubstr(words)); \
  } while (0)

struct Line {  // a stream
  explicit Line(int device = 0) : device(device) {
    EXPECT_EQ(sim_table().stream_create(device, 0, &handle), VJP_OK) << message();
  }
  static Line standard(int device) {
    Line line(device, nullptr);
    EXPECT_EQ(sim_table().stream_default(device, &line.handle), VJP_OK);
    return line;
  }
  Line(Line&& other) : device(other.device), handle(other.handle), owned(other.owned) { other.owned = false; }
  ~Line() {
    if (owned) sim_table().stream_destroy(device, handle);
  }

  vjp_status sleep(uint64_t milliseconds) {
    sim::Simulator::get().sleep(*static_cast<sim::Stream*>(handle), milliseconds * 1000000);
    return VJP_OK;
  }
  vjp_status synchronize() { return sim_table().stream_synchronize(device, handle); }
  bool query() {
    bool done = false;
    EXPECT_EQ(sim_table().stream_query(device, handle, &done), VJP_OK) << message();
    return done;
  }
  vjp_sim_counters counters() { return sim::Simulator::get().counters_of(*static_cast<sim::Stream*>(handle)); }

  int device;
  void* handle = nullptr;
  bool owned = true;

 private:
  Line(int device, void* handle) : device(device), handle(handle), owned(false) {}
};

struct Mark {  // an event
  explicit Mark(int device = 0, bool timing = false) : device(device) {
    EXPECT_EQ(sim_table().event_create(device, timing, &handle), VJP_OK) << message();
  }
  Mark(const Mark&) = delete;
  ~Mark() {
    if (handle) sim_table().event_destroy(device, handle);
  }
  vjp_status record(Line& line) { return sim_table().event_record(handle, line.device, line.handle); }
  vjp_status wait(Line& line) { return sim_table().stream_wait(line.device, line.handle, handle); }
  vjp_status synchronize() { return sim_table().event_synchronize(handle); }
  bool query() {
    bool done = false;
    EXPECT_EQ(sim_table().event_query(handle, &done), VJP_OK) << message();
    return done;
  }
  int device;
  void* handle = nullptr;
};
// `waiter` waits for what is in `line` now.
inline void join(Line& waiter, Line& line) {
  Mark mark(line.device);
  OK(mark.record(line));
  OK(mark.wait(waiter));
}

// Doubles in the memory of a device.
struct Numbers {
  explicit Numbers(int64_t count = 1, int device = 0) : device(device), count(count) {
    EXPECT_EQ(sim_table().raw_alloc(device, bytes(), &memory), VJP_OK) << message();
  }
  Numbers(const Numbers&) = delete;
  ~Numbers() { sim_table().raw_free(device, memory, bytes()); }

  uint64_t bytes() const { return static_cast<uint64_t>(count) * sizeof(double); }
  double* data() const { return static_cast<double*>(memory); }
  double now() const { return *data(); }  // the test looks where no program can
  View view() const { return make_view(memory, Dtype::Float64, 1, &count, &kStride); }

  // The kernels: this = value; this = value * this + addend; this = from.
  vjp_status fill(Line& line, double value, const char* op = "fill") {
    FillArgs args{view(), Scalar(value)};
    vjp_launch where = launch(line, op);
    return sim_table().kernels->fill(&args, &where);
  }
  vjp_status scale(Line& line, double factor, double addend, const char* op = "scale") {
    Program program{};
    program.num_inputs = 1;
    program.num_constants = 2;
    double constants[] = {factor, addend};
    program.constants = constants;
    Instruction instruction{VJP_OPCODE_FMA, 0, 1, 2};
    program.num_instructions = 1;
    program.instructions = &instruction;
    program.num_outputs = 1;
    program.outputs[0] = 3;
    PointwiseArgs args;
    args.program = &program;
    args.compute = byte_of(Dtype::Float64);
    args.ndim = 1;
    args.sizes = &count;
    args.inputs[0] = make_operand(memory, Dtype::Float64, &kStride);
    args.outputs[0] = make_operand(memory, Dtype::Float64, &kStride);
    vjp_launch where = launch(line, op);
    return sim_table().kernels->pointwise(&args, &where);
  }
  vjp_status add(Line& line, double addend) { return scale(line, 1, addend, "add"); }
  vjp_status copy(Line& line, const Numbers& from) {
    vjp_transfer t{sizeof t, memory,      from.memory, bytes(),    VJP_COPY_DEVICE_TO_DEVICE,
                   device,   from.device, line.device, line.handle};
    return sim_table().copy_async(&t);
  }
  vjp_status handed_out(Line& line) { return sim_table().memory_handed_out(device, memory, bytes(), line.handle); }

  static vjp_launch launch(Line& line, const char* op) {
    return {sizeof(vjp_launch), line.device, line.handle, op, nullptr, 0, 0, false, false};
  }

  static constexpr int64_t kStride = 1;
  int device;
  int64_t count;
  void* memory = nullptr;
};

inline void set_mode(const char* text) { sim::Simulator::get().set_mode(text); }
// What is left over is no business of the next test.
struct SimTest : ::testing::Test {
  void SetUp() override {
    set_mode("lazy");
    sim::Simulator::get().reset();
  }
  void TearDown() override { set_mode("lazy"); }
};

}  // namespace vjp::testing
