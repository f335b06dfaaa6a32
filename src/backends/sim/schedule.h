// The schedule: which command ran when, as a hash and, if wanted, in a file; and a schedule read back.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "backends/sim/options.h"

namespace vjp::sim {

inline constexpr uint32_t kNoNode = ~uint32_t{0};

struct Step {
  uint64_t tick;  // how often the host had called when the step was taken
  StreamName stream;
  uint32_t node;  // of the graph that the stream replays, or kNoNode
};

class Schedule {
 public:
  void ran(StreamName stream, uint32_t node) {
    uint64_t key = static_cast<uint64_t>(stream.device) << 56 | static_cast<uint64_t>(stream.ordinal) << 32 | node;
    hash_ = (hash_ ^ key) * 0x9e3779b97f4a7c15u;
    hash_ ^= hash_ >> 29;
    if (file_) [[unlikely]]
      write(stream, node);
  }
  void tick() { ++tick_; }
  uint64_t now() const { return tick_; }
  uint64_t hash() const { return hash_; }
  void restart() {
    hash_ = kStart;
    tick_ = 0;
    file_.reset();
  }

  void record(const std::string& path, const Mode& mode);  // until the restart; "": no more
  void flush() {
    if (file_) std::fflush(file_.get());
  }
  static std::vector<Step> read(const std::string& path);

 private:
  static constexpr uint64_t kStart = 0x243f6a8885a308d3u;
  void write(StreamName stream, uint32_t node);
  void end_file();

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  uint64_t hash_ = kStart, tick_ = 0;
  uint64_t first_tick_ = 0;  // of the file
  std::unique_ptr<std::FILE, Close> file_;
  std::string path_;  // of it
};

}  // namespace vjp::sim
