// The race detector's memory (RD-11): clocks are as long as there are streams at a time, however many there have been,
// and a number that goes on to another stream brings neither a false alarm nor silence.
#include <gtest/gtest.h>
#include <malloc.h>

#include <vector>

#include "device/device_memory.h"
#include "device/instrument.h"
#include "device/race/detector.h"
#include "device/registry.h"

namespace vjp::testing {
namespace {

using race::Detector;
using race::Findings;

constexpr Device kDevice{DeviceType::Sim, 0};

class RaceMemory : public ::testing::Test {
 protected:
  RaceMemory() {
    EXPECT_EQ(device_count(DeviceType::Sim) > 0, true);
    detector_.set_mode(VJP_RACE_OFF);
    detector_.set_mode(VJP_RACE_COLLECT);
  }
  ~RaceMemory() override { detector_.set_mode(VJP_RACE_OFF); }

  // A command that reads or writes the number; nothing is enqueued, the detector alone hears of it.
  void touch(Stream& stream, bool write) {
    static constexpr int64_t kOne = 1;
    Access access{&number_, sizeof number_, VJP_DTYPE_FLOAT64, "float64", write, 1, &kOne, &kOne};
    detector_.command(stream, {.op = write ? "write" : "read"}, {&access, 1});
  }
  size_t findings() {
    return detector_.with_findings([](Findings& f) {
      size_t count = f.count();
      f.clear();
      return count;
    });
  }

  Detector& detector_ = Detector::instance();
  double number_ = 0;
};

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// RD-12: 200 bytes a live storage, and 64 for each interval that is remembered of it, whatever malloc adds included.
TEST_F(RaceMemory, OfLiveStorages) {
  constexpr size_t kStorages = 10000, kBytes = 512;
  Ref<Stream> main = Stream::create(kDevice);
  std::vector<char> memory(kStorages * kBytes);
  static constexpr int64_t kSizes[] = {8, 16}, kStrides[] = {16, 1};
  auto touch_all = [&](bool write) {
    for (size_t i = 0; i < kStorages; ++i) {
      char* data = memory.data() + i * kBytes;
      if (write) detector_.allocated(kDevice, data, kBytes, main.get(), false);
      Access access{data, 4, VJP_DTYPE_FLOAT32, "float32", write, 2, kSizes, kStrides};
      detector_.command(*main, {.op = write ? "fill" : "mul"}, {&access, 1});
    }
  };
  auto used = [] { return static_cast<double>(mallinfo2().uordblks); };
  double before = used();
  touch_all(true);
  double written = used();
  touch_all(false);
  double read = used();
  RecordProperty("bytes_written", static_cast<int>((written - before) / kStorages));
  RecordProperty("bytes_written_and_read", static_cast<int>((read - before) / kStorages));
  EXPECT_LE((written - before) / kStorages, 264);
  EXPECT_LE((read - before) / kStorages, 328);
  for (size_t i = 0; i < kStorages; ++i) detector_.freed(kDevice, memory.data() + i * kBytes);
  detector_.released(kDevice, memory.data(), memory.size());
  EXPECT_LE(used() - before, kStorages);  // nothing of them stays
  EXPECT_EQ(findings(), 0u);
}
#endif

constexpr int kStreams = 100000;

TEST_F(RaceMemory, OfShortLivedStreamsThatAreWaitedFor) {
  Ref<Stream> main = Stream::create(kDevice);
  size_t most = 0;
  for (int i = 0; i < kStreams; ++i) {
    Ref<Stream> brief = Stream::create(kDevice);
    stream_wait_stream(*brief, *main);
    touch(*brief, true);
    stream_wait_stream(*main, *brief);
    touch(*main, false);
    brief.reset();
    if (i % 100 == 0) main->synchronize();
    most = std::max(most, detector_.actors());
  }
  EXPECT_EQ(findings(), 0u);
  EXPECT_LE(most, 300u);
}

TEST_F(RaceMemory, OfShortLivedStreamsThatNobodyWaitsFor) {
  Ref<Stream> main = Stream::create(kDevice);
  for (int i = 0; i < kStreams; ++i) {
    Ref<Stream> brief = Stream::create(kDevice);
    touch(*brief, false);
  }
  EXPECT_LE(detector_.actors(), 1200u);
  EXPECT_EQ(findings(), 0u);
  touch(*main, true);  // the last of them are still known
  EXPECT_GT(findings(), 0u);
}

// However many have come and gone since: a race with one of them is not missed while its command could be remembered.
TEST_F(RaceMemory, OldStreamsThatNobodyWaitedForStillRace) {
  Ref<Stream> main = Stream::create(kDevice);
  auto use = [](Detector& detector, Stream& stream, double& number, bool write) {
    static constexpr int64_t kOne = 1;
    Access access{&number, sizeof number, VJP_DTYPE_FLOAT64, "float64", write, 1, &kOne, &kOne};
    detector.command(stream, {.op = write ? "write" : "read"}, {&access, 1});
  };
  std::vector<double> old(20);
  for (double& number : old) use(detector_, *Stream::create(kDevice), number, true);
  size_t most = 0;
  for (int i = 0; i < kStreams / 10; ++i) {
    Ref<Stream> brief = Stream::create(kDevice);
    stream_wait_stream(*brief, *main);
    touch(*brief, true);
    stream_wait_stream(*main, *brief);
    brief.reset();
    most = std::max(most, detector_.actors());
  }
  EXPECT_EQ(findings(), 0u);
  EXPECT_LE(most, 2100u);
  for (double& number : old) {
    use(detector_, *main, number, false);
    EXPECT_EQ(findings(), 1u);
  }
}

TEST_F(RaceMemory, ANumberThatGoesOnIsAnotherStream) {
  Ref<Stream> main = Stream::create(kDevice);
  auto brief = [&](bool joins) {
    Ref<Stream> stream = Stream::create(kDevice);
    stream_wait_stream(*stream, *main);
    touch(*stream, true);
    if (joins) stream_wait_stream(*main, *stream);
  };
  for (int round = 0; round < 500; ++round) {
    brief(true);
    main->synchronize();
    touch(*main, true);
    ASSERT_EQ(findings(), 0u) << round;
    brief(false);
    touch(*main, true);
    ASSERT_EQ(findings(), 1u) << round;
    synchronize_device(kDevice);  // which orders what streams did that are gone
    touch(*main, true);
    ASSERT_EQ(findings(), 0u) << round;
  }
  EXPECT_LE(detector_.actors(), 300u);
}

}  // namespace
}  // namespace vjp::testing
