// vjp/race.h: whether what races changes results, found out on the simulator.
#include <algorithm>
#include <vector>

#include "backends/sim/simulator.h"
#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "capi/capi.h"
#include "device/device_memory.h"
#include "device/race/detector.h"
#include "device/registry.h"
#include "vjp/race.h"
#include "vjp/sim.h"

using namespace vjp;
using race::Detector;
using race::Finding;
using race::Findings;

namespace {

using Bytes = std::vector<unsigned char>;

void number_of(const Stream& stream, int32_t& number, uint64_t& next) {
  if (stream.device.type != DeviceType::Sim) return;
  number = sim::Simulator::get().name_of(*static_cast<sim::Stream*>(stream.handle()), next).ordinal;
}

// The command as the simulator's modes call it; "" if it has no name there.
std::string name_of(const race::Touch& t) {
  if (!t.command || !t.command->stream || t.command->stream->number < 0) return "";
  const race::StreamInfo& s = *t.command->stream;
  return format("{}.{}#{}", s.device.index, s.number, s.next + t.command->number() - 1);
}

// While programs run again and again: the modes of simulator and detector, which are put back.
class Trials {
 public:
  Trials(vjp_race_program_fn program, void* context, size_t bytes)
      : program_(program), context_(context), bytes_(bytes), race_mode_(detector_.mode()), mode_(sim_.mode_text()) {
    detector_.set_numbering(number_of);
  }
  ~Trials() {
    detector_.set_numbering(nullptr);
    try {
      sim_.set_mode(mode_);
    }
    VJP_CATCH_ALL_HERE {  // something is being captured
    }
    detector_.set_mode(race_mode_);
  }

  Bytes run(const std::string& mode) {
    sim_.set_mode(mode);
    // Cached memory keeps its streams, and with them their numbers.
    for (uint8_t i = 0; i < device_count(DeviceType::Sim); ++i) {
      Device device{DeviceType::Sim, i};
      if (!context_active(device)) continue;
      synchronize_device(device);
      empty_device_cache(device);
    }
    sim_.reset();
    detector_.set_mode(VJP_RACE_OFF);
    detector_.set_mode(VJP_RACE_COLLECT);
    Bytes results(bytes_);
    begin_callbacks();
    if (vjp_status status = program_(context_, results.data(), bytes_)) throw CallbackError(status, "the program");
    return results;
  }

  vjp_race_confirmation confirm(const Finding& f, const Bytes& reference) {
    std::string first = name_of(f.first), second = name_of(f.second);
    if (first.empty() || second.empty()) return VJP_RACE_NOT_TRIED;
    Bytes results = run(format("adversarial:{}<{}", first, second));
    switch (sim_.reversal(0)) {
      case VJP_SIM_REVERSAL_DONE:
        return results == reference ? VJP_RACE_SAME_RESULTS : VJP_RACE_CONFIRMED;
      case VJP_SIM_REVERSAL_ORDERED:
        return VJP_RACE_ORDERED;
      default:
        return VJP_RACE_NOT_TRIED;
    }
  }

 private:
  sim::Simulator& sim_ = sim::Simulator::get();
  Detector& detector_ = Detector::instance();
  vjp_race_program_fn program_;
  void* context_;
  size_t bytes_;
  vjp_race_mode race_mode_;
  std::string mode_;
};

}  // namespace

vjp_status vjp_race_confirm(vjp_race_program_fn program, void* context, size_t bytes) {
  return guard([&] {
    VJP_ARG(program);
    Detector& detector = Detector::instance();
    Trials trials(program, context, bytes);
    Bytes reference = trials.run("inline");
    Findings findings = detector.with_findings([](Findings& f) { return f; });
    for (size_t i = 0; i < findings.count(); ++i)
      findings.set_confirmation(i, trials.confirm(findings.at(i), reference));
    detector.with_findings([&](Findings& f) { f = std::move(findings); });
  });
}
