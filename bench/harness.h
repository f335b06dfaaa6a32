// Timing and reporting: every measurement is one JSON line, with the fields that bench/peers/common.py describes.
//
// The rules are the peers' rules: warm-ups first, at least seven samples of a millisecond or more, and more samples
// while the thread had to wait for a core. The value is computed from the fastest sample.
#pragma once

#include <chrono>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "vjp/vjp.h"

namespace bench {

struct Options {
  int threads = 1;
  double scale = 1.0;  // of the time spent on each case
  std::string only, skip;
  std::string child;   // what a fresh process is to measure; empty in the main one
  std::string self;    // path of this program
  std::string device;  // where tensors lie; empty: the CPU
};
Options& options();
bool wanted(const std::string& workload);

inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Extra facts of a line: name and number.
using Extra = std::vector<std::pair<std::string, double>>;

// What a case is called and how its samples become a value. `unit` is s, ms, us, ns/op (divided by n), GB/s or GFLOP/s
// (work / 1e9 / seconds).
struct Case {
  std::string workload, name;
  const char* unit = "ms";
  double n = 1;
  double work = 0;
  std::string mode = "c";
  bool has_check = false;
  double check = 0;
  Extra extra = {};
  double target = 0.5;  // seconds to spend, before scaling
  int min_runs = 7, max_runs = 41;

  Case& checked(double value) {
    has_check = true;
    check = value;
    return *this;
  }
};

// Times whole calls of `body`; short ones are repeated inside a sample. Returns the fastest, in seconds.
double measure(const Case& c, const std::function<void()>& body);

// `body` returns the seconds of each phase; a phase with an empty name is not reported. Returns the fastest of each.
std::vector<double> measure_phases(const Case& c, const std::vector<std::string>& names,
                                   const std::function<std::vector<double>()>& body);

void emit(const Case& c, std::vector<double> seconds);
void emit_value(const Case& c, double value);
void emit_error(const std::string& workload, const std::string& name, const std::string& what);

// Runs `body`; an exception becomes an error line, and the program goes on.
void guard(const std::string& workload, const std::string& name, const std::function<void()>& body);

// options().device as the library has it.
vjp_device device();

// Runs this program again with --child `what` and passes its lines through.
void run_child(const std::string& workload, const std::string& what);

// A number of /proc/self/status in MiB ("VmRSS:", "VmHWM:"), and a fresh start for the peak.
double memory_mb(const char* key);
void reset_peak();

// With one thread: pins the process to the core that is least busy, as the peers do.
void pin();

}  // namespace bench
