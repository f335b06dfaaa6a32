#include "harness.h"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <sstream>

#include "tensor.h"

namespace bench {

Options& options() {
  static Options options;
  return options;
}

static bool lists(const std::string& list, const std::string& item) {
  return ("," + list + ",").find("," + item + ",") != std::string::npos;
}

bool wanted(const std::string& workload) {
  const Options& o = options();
  return (o.only.empty() || lists(o.only, workload)) && !lists(o.skip, workload);
}

// ---- lines

static double value_of(const Case& c, double seconds) {
  std::string unit = c.unit;
  if (unit == "GFLOP/s" || unit == "GB/s") return c.work / seconds / 1e9;
  return seconds * (unit == "ms" ? 1e3 : unit == "us" ? 1e6 : unit == "s" ? 1.0 : 1e9) / c.n;
}

static void print_head(const Case& c) {
  std::printf("{\"w\":\"%s\",\"case\":\"%s\",\"peer\":\"libvjp\",\"mode\":\"%s\",\"threads\":%d", c.workload.c_str(),
              c.name.c_str(), c.mode.c_str(), options().threads);
}

static void print_tail(const Case& c) {
  if (c.has_check) std::printf(",\"check\":%.6g", c.check);
  for (size_t i = 0; i < c.extra.size(); ++i) {
    std::printf("%s\"%s\":%.5g", i == 0 ? ",\"extra\":{" : ",", c.extra[i].first.c_str(), c.extra[i].second);
  }
  std::printf(c.extra.empty() ? "}\n" : "}}\n");
  std::fflush(stdout);
}

void emit(const Case& c, std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  double least = seconds.front(), median = seconds[seconds.size() / 2];
  print_head(c);
  std::printf(",\"min_s\":%.6g,\"median_s\":%.6g,\"runs\":%zu,\"value\":%.5g,\"unit\":\"%s\",\"noise\":%.3g", least,
              median, seconds.size(), value_of(c, least), c.unit, least > 0 ? (median - least) / least : 0.0);
  print_tail(c);
}

void emit_value(const Case& c, double value) {
  print_head(c);
  std::printf(",\"value\":%.5g,\"unit\":\"%s\",\"runs\":1", value, c.unit);
  print_tail(c);
}

void emit_error(const std::string& workload, const std::string& name, const std::string& what) {
  std::string text;
  for (char ch : what) text += ch == '"' || ch == '\\' ? '\'' : std::iscntrl(static_cast<unsigned char>(ch)) ? ' ' : ch;
  std::printf("{\"w\":\"%s\",\"case\":\"%s\",\"peer\":\"libvjp\",\"mode\":\"c\",\"threads\":%d,\"error\":\"%s\"}\n",
              workload.c_str(), name.c_str(), options().threads, text.substr(0, 300).c_str());
  std::fflush(stdout);
}

void guard(const std::string& workload, const std::string& name, const std::function<void()>& body) {
  try {
    body();
  } catch (const std::exception& e) {
    emit_error(workload, name, e.what());
  }
}

// ---- timing

namespace {

// Nanoseconds for which this thread was ready to run and had no core.
double waited_ns() {
  std::ifstream file("/proc/thread-self/schedstat");
  double ran = 0, waited = 0;
  file >> ran >> waited;
  return waited;
}

// Decides when there are samples enough: the planned number, and then more until three of them were not disturbed.
class Sampler {
 public:
  Sampler(double target, double seconds_per_run, int min_runs, int max_runs)
      : start_(now()),
        planned_(std::clamp(static_cast<int>(target / std::max(seconds_per_run, 1e-9)), min_runs,
                            std::max(min_runs, max_runs))) {
    patience_ = 2.5 * std::max(target, std::min(2.0, planned_ * seconds_per_run));
  }
  bool more() const { return runs_ < planned_ || (clean_ < 3 && runs_ < 4 * planned_ && now() - start_ < patience_); }
  template <class F>
  void sample(F&& body) {
    double waited = waited_ns(), begin = now();
    body();
    double seconds = now() - begin;
    clean_ += (waited_ns() - waited) * 1e-9 < 0.03 * seconds;
    ++runs_;
  }
  void note(Case& c) const {
    if (clean_ < 3) c.extra.emplace_back("clean_runs", clean_);
  }

 private:
  double start_, patience_ = 0;
  int planned_, runs_ = 0, clean_ = 0;
};

}  // namespace

vjp_device device() {
  vjp_device device;
  check(vjp_device_from_name(options().device.empty() ? "cpu" : options().device.c_str(), &device));
  return device;
}

// A call on a device returns before its work is done.
static void finish() {
  if (!options().device.empty()) check(vjp_device_synchronize(device()));
}

double measure(const Case& c, const std::function<void()>& body) {
  double one = 1e9;
  for (int warm = 0; warm < 3; ++warm) {
    double begin = now();
    body();
    finish();
    one = std::min(one, now() - begin);
    if (one > 1) break;
  }
  int inner = one >= 1e-3 ? 1 : std::max(1, static_cast<int>(1e-3 / std::max(one, 1e-8)));
  double per = one * inner;
  Sampler sampler(c.target * options().scale, per, per > 1.5 ? 3 : c.min_runs, c.max_runs);
  std::vector<double> seconds;
  while (sampler.more()) {
    sampler.sample([&] {
      double begin = now();
      for (int i = 0; i < inner; ++i) body();
      finish();
      seconds.push_back((now() - begin) / inner);
    });
  }
  Case done = c;
  sampler.note(done);
  emit(done, seconds);
  return *std::min_element(seconds.begin(), seconds.end());
}

std::vector<double> measure_phases(const Case& c, const std::vector<std::string>& names,
                                   const std::function<std::vector<double>()>& body) {
  double begin = now();
  body();
  body();
  Sampler sampler(c.target * options().scale, (now() - begin) / 2, c.min_runs, c.max_runs);
  std::vector<std::vector<double>> seconds(names.size());
  while (sampler.more()) {
    sampler.sample([&] {
      std::vector<double> phase = body();
      for (size_t i = 0; i < names.size(); ++i) seconds[i].push_back(phase[i]);
    });
  }
  Case done = c;
  sampler.note(done);
  std::vector<double> least;
  for (size_t i = 0; i < names.size(); ++i) {
    done.name = c.name + "." + names[i];
    if (!names[i].empty()) emit(done, seconds[i]);
    least.push_back(*std::min_element(seconds[i].begin(), seconds[i].end()));
  }
  return least;
}

// ---- processes and memory

void run_child(const std::string& workload, const std::string& what) {
  std::fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    const Options& o = options();
    std::string threads = std::to_string(o.threads), scale = std::to_string(o.scale);
    execl(o.self.c_str(), o.self.c_str(), "--threads", threads.c_str(), "--scale", scale.c_str(), "--child",
          what.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  if (status != 0) emit_error(workload, what, "the process ended with status " + std::to_string(status));
}

double memory_mb(const char* key) {
  std::ifstream file("/proc/self/status");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind(key, 0) == 0) return std::atof(line.c_str() + std::strlen(key)) / 1024.0;
  }
  return 0;
}

void reset_peak() {
  std::ofstream file("/proc/self/clear_refs");
  file << "5";
}

static std::vector<double> idle_ticks() {
  std::vector<double> idle;
  std::ifstream file("/proc/stat");
  std::string line, name;
  while (std::getline(file, line)) {
    if (line.rfind("cpu", 0) != 0 || !std::isdigit(static_cast<unsigned char>(line[3]))) continue;
    std::istringstream words(line);
    double user = 0, nice = 0, system = 0, ticks = 0;
    words >> name >> user >> nice >> system >> ticks;
    idle.push_back(ticks);
  }
  return idle;
}

void pin() {
  if (std::getenv("PEERS_NO_PIN") != nullptr || options().threads != 1) return;
  std::vector<double> before = idle_ticks();
  usleep(150000);
  std::vector<double> after = idle_ticks();
  cpu_set_t allowed, chosen;
  CPU_ZERO(&allowed);
  CPU_ZERO(&chosen);
  sched_getaffinity(0, sizeof allowed, &allowed);
  int best = -1;
  for (int i = 0; i < static_cast<int>(std::min(before.size(), after.size())); ++i) {
    if (CPU_ISSET(i, &allowed) && (best < 0 || after[i] - before[i] > after[best] - before[best])) best = i;
  }
  if (best < 0) return;
  CPU_SET(best, &chosen);
  sched_setaffinity(0, sizeof chosen, &chosen);
}

}  // namespace bench
