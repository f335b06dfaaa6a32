#include "backends/sim/options.h"

#include <charconv>
#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "device/device.h"

namespace vjp::sim {
namespace {

// Reads one text from left to right; every failure names the whole of it.
class Reader {
 public:
  Reader(std::string_view text, const char* what) : whole_(text), rest_(text), what_(what) {}

  bool at_end() const { return rest_.empty(); }
  bool accept(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  void expect(std::string_view word) {
    if (!accept(word)) bad(format("expected '{}'", word));
  }
  uint64_t number() {
    uint64_t value = 0;
    auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (problem != std::errc()) bad("expected a number");
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    return value;
  }
  uint64_t number(uint64_t low, uint64_t high) {
    uint64_t value = number();
    if (value < low || value > high) bad(format("expected a number from {} to {}, not {}", low, high, value));
    return value;
  }
  StreamName stream(const char* wanted = "a stream") {
    if (rest_.empty() || rest_[0] < '0' || rest_[0] > '9') bad(format("expected {}, such as 0.1", wanted));
    StreamName name;
    name.device = static_cast<int>(number(0, kMaxDevices - 1));
    expect(".");
    name.ordinal = static_cast<int>(number(0, 1u << 30));
    return name;
  }
  CommandName command() {
    CommandName name{.stream = stream()};
    expect("#");
    name.number = number();
    return name;
  }
  std::string_view rest() { return std::exchange(rest_, {}); }
  void finish() {
    if (!at_end()) bad(format("'{}' is not understood", rest_));
  }
  [[noreturn]] void bad(const std::string& why) { fail(VJP_ERROR_INVALID, "{} '{}': {}", what_, whole_, why); }

 private:
  std::string_view whole_, rest_;
  const char* what_;
};

uint64_t parse_bytes(std::string_view text) {
  Reader in(text, "amount");
  uint64_t bytes = in.number();
  for (auto [unit, shift] : {std::pair{"K", 10}, {"M", 20}, {"G", 30}}) {
    if (!in.accept(unit)) continue;
    if (bytes > UINT64_MAX >> shift) in.bad("no device has as much");
    bytes <<= shift;
  }
  in.finish();
  return bytes;
}

// Calls use(text) where the variable is set; a failure names it.
template <class F>
void from_variable(const char* name, F&& use) {
  const char* text = std::getenv(name);
  if (!text || !*text) return;
  try {
    use(text);
  } catch (const Error& error) {
    fail(error.status(), "the environment variable {} is \"{}\": {}", name, text, error.what());
  }
}

}  // namespace

std::string to_text(StreamName name) { return format("{}.{}", name.device, name.ordinal); }

Mode Mode::parse(std::string_view text) {
  Mode mode;
  mode.text = std::string(text);
  Reader in(text, "mode of the simulator");
  if (in.accept("inline")) {
    mode.kind = Kind::Inline;
  } else if (in.accept("lazy")) {
    mode.kind = Kind::Lazy;
  } else if (in.accept("random:")) {
    mode.kind = Kind::Random;
    mode.seed = in.number();
  } else if (in.accept("priority:")) {
    mode.kind = Kind::Priority;
    mode.seed = in.number();
    in.expect(":");
    mode.depth = in.number(1, 1000);
    if (in.accept(":")) mode.length = in.number(1, 1u << 30);
  } else if (in.accept("starve:")) {
    mode.kind = Kind::Starve;
    do {
      if (in.accept("default")) {
        mode.starve_default = true;
      } else if (in.accept("side")) {
        mode.starve_side = true;
      } else {
        mode.starved.push_back(in.stream("default, side or a stream"));
      }
    } while (in.accept(","));
  } else if (in.accept("adversarial:")) {
    mode.kind = Kind::Adversarial;
    do {
      Reversal reversal;
      reversal.first = in.command();
      in.expect("<");
      reversal.second = in.command();
      mode.reversals.push_back(reversal);
    } while (in.accept(","));
  } else if (in.accept("threads:")) {
    mode.kind = Kind::Threads;
    mode.threads = static_cast<int>(in.number(1, 64));
  } else if (in.accept("replay:")) {
    mode.kind = Kind::Replay;
    mode.path = std::string(in.rest());
  } else {
    in.bad(
        "expected inline, lazy, random:SEED, priority:SEED:DEPTH, starve:WHO,..., adversarial:COMMAND<COMMAND,..., "
        "threads:N or replay:FILE");
  }
  in.finish();
  return mode;
}

bool Mode::starves(StreamName stream) const {
  if (stream.ordinal == 0 ? starve_default : starve_side) return true;
  for (const StreamName& name : starved)
    if (name == stream) return true;
  return false;
}

void Options::check() const {
  if (devices < 1 || devices > kMaxDevices)
    fail(VJP_ERROR_INVALID, "the simulator can have 1 to {} devices, not {}", kMaxDevices, devices);
  if (memory < 512 || memory > uint64_t{1} << 40)
    fail(VJP_ERROR_INVALID, "a simulated device can have 512 bytes to 1 TiB of memory, not {} bytes", memory);
  if (overlap < 0 || overlap > kMaxOverlap)
    fail(VJP_ERROR_INVALID, "0 (all) to {} streams of a simulated device can overlap, not {}", kMaxOverlap, overlap);
}

Options Options::from_environment() {
  Options options;
  auto whole = [&](const char* name, int& out) {
    from_variable(name, [&](const char* text) {
      Reader in(text, "number");
      out = static_cast<int>(in.number(0, 1000));
      in.finish();
      options.check();
    });
  };
  whole("VJP_SIM_DEVICES", options.devices);
  whole("VJP_SIM_OVERLAP", options.overlap);
  from_variable("VJP_SIM_MEMORY", [&](const char* text) {
    options.memory = parse_bytes(text);
    options.check();
  });
  options.mode = Mode::parse("lazy");
  from_variable("VJP_SIM_MODE", [&](const char* text) { options.mode = Mode::parse(text); });
  from_variable("VJP_SIM_TRACE", [&](const char* text) { options.trace = text; });
  from_variable("VJP_SIM_KERNELS", [&](const char* text) {
    Reader in(text, "kernels of the simulator");
    options.optional_kernels = !in.accept("needed");
    if (options.optional_kernels) in.expect("all");
    in.finish();
  });
  return options;
}

}  // namespace vjp::sim
