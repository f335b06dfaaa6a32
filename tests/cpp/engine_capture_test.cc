// Grad calls while a stream is captured into a graph: STREAM-12, STREAM-13, STREAM-17, CG-9 to CG-11.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/last_error.h"
#include "device/memory_pool.h"
#include "device/registry.h"
#include "device/stream.h"
#include "engine/grad_call.h"
#include "engine/task_streams.h"
#include "kernel/launch.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/view_part.h"

namespace vjp {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kSizes[] = {8};

Device sim() { return parse_device("sim:0"); }
const vjp_backend& table() { return backend_of(sim()); }

Tensor filled(double value) {
  OperatorDevice there(sim());
  Tensor t = Tensor::empty(kSizes, Dtype::Float64);
  kernels().fill(t.view(), value);
  return t;
}
Tensor leaf(double value) {
  Tensor t = filled(value);
  t->requires_grad = true;
  return t;
}
// Every element, read on the current stream.
double value_of(const Tensor& t) {
  Tensor first = select(t, 0, 0);
  return first.item().to_double();
}
void backward(const Tensor& root, const Tensor& gradient) {
  GradCall call(GradOptions{.accumulate = true});
  call.add_root(root, gradient);
  call.run();
}
std::string error_of(auto&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// A capture on the stream that is current.
class Capture {
 public:
  Capture() : stream_(current_stream(sim())), routing_(MemoryPool::create(sim())) {
    check_backend(table().capture_begin(0, stream_.handle(), VJP_CAPTURE_GLOBAL), sim(), "capture_begin");
    routing_.set_capture(info().id);
  }
  ~Capture() {
    if (!ended_) end();
    if (executable_) table().executable_destroy(executable_);
    if (graph_) table().graph_destroy(graph_);
  }
  vjp_capture_info info() {
    vjp_capture_info info{};
    info.struct_size = sizeof info;
    check_backend(table().capture_info(0, stream_.handle(), &info), sim(), "capture_info");
    return info;
  }
  vjp_status end() {
    ended_ = true;
    return table().capture_end(0, stream_.handle(), &graph_);
  }
  void replay() {
    if (!executable_) check_backend(table().graph_instantiate(graph_, &executable_), sim(), "graph_instantiate");
    check_backend(table().executable_launch(executable_, 0, stream_.handle()), sim(), "executable_launch");
  }

 private:
  Stream& stream_;
  CaptureRouting routing_;
  void *graph_ = nullptr, *executable_ = nullptr;
  bool ended_ = false;
};

struct EngineCapture : ::testing::Test {
  void TearDown() override { set_stale_streams(StaleStreams::OverrideLeaves); }
};

// STREAM-12, STREAM-17, CG-9: the grad that the capture has made is written anew by every replay
TEST_F(EngineCapture, ForwardAndBackwardAreReplayedWithOtherInputs) {
  Ref<Stream> s = Stream::create(sim());
  StreamScope on(*s);
  Tensor w = leaf(2), x = filled(3), g = filled(1);
  uint64_t syncs = stream_statistics().host_syncs;
  Capture capture;
  backward(mul(mul(w, w), x), g);
  ASSERT_EQ(capture.end(), VJP_OK);
  EXPECT_EQ(stream_statistics().host_syncs, syncs);
  for (double value : {3.0, 5.0, 7.0}) {
    OperatorDevice there(sim());
    kernels().fill(x.view(), value);
    capture.replay();
    EXPECT_EQ(value_of(w->meta->grad), 4 * value);
  }
}

// STREAM-13, CG-10, SC-72: the accumulator was made on the default stream and is still alive
struct Warnings {
  std::vector<std::string> texts;
  Warnings() {
    set_warning_handler([](void* self, const char* text) { static_cast<Warnings*>(self)->texts.push_back(text); }, this,
                        nullptr);
  }
  ~Warnings() { set_warning_handler(nullptr, nullptr, nullptr); }
};

TEST_F(EngineCapture, StaleAccumulatorRunsOnTheCallersStream) {
  Tensor w = leaf(2);
  Tensor older = mul(w, filled(1));  // keeps the accumulator, and its stream
  Ref<Stream> s = Stream::create(sim());
  stream_wait_stream(*s, Stream::default_of(sim()));
  StreamScope on(*s);
  Tensor x = filled(3), g = filled(1);
  Warnings warnings;
  {
    Capture capture;
    backward(mul(w, x), g);
    ASSERT_EQ(capture.end(), VJP_OK);
    capture.replay();
    EXPECT_EQ(value_of(w->meta->grad), 3);
  }
  ASSERT_EQ(warnings.texts.size(), 1u);
  EXPECT_THAT(warnings.texts[0], HasSubstr("AccumulateGrad"));
  EXPECT_THAT(warnings.texts[0], HasSubstr("sim:0 default stream"));
  w->meta->grad.reset();
  {
    Capture capture;  // said once
    backward(mul(w, x), g);
    ASSERT_EQ(capture.end(), VJP_OK);
  }
  EXPECT_EQ(warnings.texts.size(), 1u);
}

TEST_F(EngineCapture, StaleAccumulatorMayBeAnError) {
  Tensor w = leaf(2);
  Tensor older = mul(w, filled(1));
  Ref<Stream> s = Stream::create(sim());
  s->set_name("origin");
  StreamScope on(*s);
  Tensor x = filled(3), g = filled(1);
  set_stale_streams(StaleStreams::Error);
  Capture capture;
  std::string text = error_of([&] { backward(mul(w, x), g); });
  EXPECT_THAT(text, HasSubstr("AccumulateGrad"));
  EXPECT_THAT(text, HasSubstr("[8]"));
  EXPECT_THAT(text, HasSubstr("sim:0 default stream"));
  EXPECT_THAT(text, HasSubstr("origin"));
  EXPECT_EQ(capture.end(), VJP_OK);  // it was found before the device could object
}

// CG-10, SC-74: names the first node
TEST_F(EngineCapture, StaleNodesAreErrors) {
  Tensor w = leaf(2);
  Tensor y = exp(mul(w, filled(3)));
  Ref<Stream> s = Stream::create(sim());
  StreamScope on(*s);
  Tensor g = filled(1);
  {
    Capture capture;
    EXPECT_THAT(error_of([&] { backward(y, g); }), HasSubstr("ExpBackward"));
    EXPECT_EQ(capture.info().state, VJP_CAPTURE_ACTIVE);
    EXPECT_EQ(capture.end(), VJP_OK);
  }
  synchronize_device(sim());
  set_stale_streams(StaleStreams::OverrideAll);
  Tensor z;
  {
    StreamScope standard(Stream::default_of(sim()));
    z = mul(w, filled(5));
  }
  synchronize_device(sim());
  Capture capture;
  backward(z, g);
  ASSERT_EQ(capture.end(), VJP_OK);
  capture.replay();
  EXPECT_EQ(value_of(w->meta->grad), 5);
}

// CG-11, SC-75: an error before anything runs, and the capture goes on
TEST_F(EngineCapture, CallerOutsideOfTheCapture) {
  Ref<Stream> s = Stream::create(sim()), other = Stream::create(sim());
  StreamScope on(*s);
  Tensor w = leaf(2), g = filled(1);
  Capture capture;
  Tensor y = mul(w, g);
  {
    StreamScope elsewhere(*other);
    std::string text = error_of([&] { backward(y, g); });
    EXPECT_THAT(text, HasSubstr("MulBackward"));
    EXPECT_THAT(text, HasSubstr("captured"));
  }
  EXPECT_FALSE(w->meta->grad);
  EXPECT_EQ(capture.info().state, VJP_CAPTURE_ACTIVE);
  EXPECT_EQ(capture.end(), VJP_OK);
}

// CG-10: side streams are drawn in by the entry fence and come back at the join
TEST_F(EngineCapture, SideStreamsAreDrawnIn) {
  Ref<Stream> s = Stream::create(sim()), side = Stream::create(sim());
  Tensor w, y;
  {
    StreamScope there(*side);
    w = leaf(2);
    y = mul(w, filled(3));
  }
  side->synchronize();
  StreamScope on(*s);
  Tensor g = filled(1);
  Capture capture;
  backward(y, g);
  ASSERT_EQ(capture.end(), VJP_OK);
  capture.replay();
  EXPECT_EQ(value_of(w->meta->grad), 3);
}

}  // namespace
}  // namespace vjp
