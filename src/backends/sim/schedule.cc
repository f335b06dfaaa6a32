#include "backends/sim/schedule.h"

#include <cinttypes>

#include "base/error.h"

namespace vjp::sim {
namespace {

constexpr char kHeading[] = "libvjp simulator schedule 1\n";

}  // namespace

void Schedule::record(const std::string& path, const Mode& mode) {
  end_file();
  if (path.empty()) return;
  file_.reset(std::fopen(path.c_str(), "w"));
  if (!file_) fail(VJP_ERROR_IO, "the simulator cannot write its schedule to '{}'", path);
  path_ = path;
  first_tick_ = tick_;
  std::fprintf(file_.get(), "%s# %s\n# tick device.stream node\n", kHeading, mode.text.c_str());
}

// A file that could not take all of it is no schedule.
void Schedule::end_file() {
  if (!file_) return;
  std::FILE* file = file_.release();
  bool good = std::ferror(file) == 0;
  good = std::fclose(file) == 0 && good;
  if (!good) fail(VJP_ERROR_IO, "the simulator's schedule in '{}' is cut short: it could not be written", path_);
}

void Schedule::write(StreamName stream, uint32_t node) {
  std::fprintf(file_.get(), "%" PRIu64 " %d.%d %" PRId64 "\n", tick_ - first_tick_, stream.device, stream.ordinal,
               node == kNoNode ? int64_t{-1} : int64_t{node});
}

std::vector<Step> Schedule::read(const std::string& path) {
  std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "r"));
  if (!file) fail(VJP_ERROR_IO, "the simulator cannot read the schedule '{}'", path);
  char line[256];
  if (!std::fgets(line, sizeof line, file.get()) || std::string_view(line) != kHeading)
    fail(VJP_ERROR_IO, "'{}' is no schedule of the simulator", path);
  std::vector<Step> steps;
  for (int number = 2; std::fgets(line, sizeof line, file.get()); ++number) {
    if (line[0] == '#') continue;
    Step step;
    int64_t node;
    if (std::sscanf(line, "%" SCNu64 " %d.%d %" SCNd64, &step.tick, &step.stream.device, &step.stream.ordinal, &node) !=
        4)
      fail(VJP_ERROR_IO, "'{}', line {}: expected tick, stream and node", path, number);
    step.node = node < 0 ? kNoNode : static_cast<uint32_t>(node);
    steps.push_back(step);
  }
  return steps;
}

}  // namespace vjp::sim
