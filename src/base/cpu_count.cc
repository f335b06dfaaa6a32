// Affinity and cgroup quotas (v1 and v2), read from the kernel's own files.
#include "base/cpu_count.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/error.h"
#include "base/last_error.h"

namespace vjp {
namespace {

constexpr int kUnlimited = 1 << 20;

int affinity_count() {
  // the mask of a machine with more processors than cpu_set_t holds needs a larger set
  for (int capacity = 1024; capacity <= 1 << 17; capacity *= 2) {
    cpu_set_t* set = CPU_ALLOC(capacity);
    if (!set) break;
    size_t size = CPU_ALLOC_SIZE(capacity);
    int count = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (count > 0) return count;
  }
  return static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

// The first line of a small file; empty if it cannot be read.
std::string first_line(const std::string& path) {
  char text[256] = "";
  if (std::FILE* file = std::fopen(path.c_str(), "re")) {
    if (!std::fgets(text, sizeof text, file)) text[0] = 0;
    std::fclose(file);
  }
  text[std::strcspn(text, "\n")] = 0;
  return text;
}

int cpus_of_quota(long long quota, long long period) {
  if (quota <= 0 || period <= 0) return kUnlimited;
  return static_cast<int>(std::clamp<long long>((quota + period - 1) / period, 1, kUnlimited));
}

int quota_v2(const std::string& group) {
  long long quota = 0, period = 0;
  std::string line = first_line(group + "/cpu.max");  // "max 100000" or "150000 100000"
  if (std::sscanf(line.c_str(), "%lld %lld", &quota, &period) != 2) return kUnlimited;
  return cpus_of_quota(quota, period);
}

int quota_v1(const std::string& group) {
  long long quota = std::atoll(first_line(group + "/cpu.cfs_quota_us").c_str());
  return cpus_of_quota(quota, std::atoll(first_line(group + "/cpu.cfs_period_us").c_str()));
}

// The tightest quota on the way from the group up to the root of the hierarchy. Inside a container the path may lie
// outside of what is mounted; the walk then finds files only at the root, which is the container's own group.
template <class Quota>
int tightest(const std::string& root, std::string path, Quota quota) {
  int result = kUnlimited;
  while (true) {
    result = std::min(result, quota(root + path));
    size_t slash = path.rfind('/');
    if (slash == std::string::npos) return result;
    path.resize(slash);
  }
}

bool has_controller(const std::string& list, const char* name) {
  return ("," + list + ",").find(std::string(",") + name + ",") != std::string::npos;
}

int cgroup_count() {
  int result = kUnlimited;
  std::FILE* file = std::fopen("/proc/self/cgroup", "re");
  if (!file) return result;
  char text[4096];
  while (std::fgets(text, sizeof text, file)) {  // "0::/path" (v2) or "4:cpu,cpuacct:/path" (v1)
    std::string line(text, std::strcspn(text, "\n"));
    size_t first = line.find(':'), second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    if (path == "/") path.clear();
    if (controllers.empty()) {
      result = std::min(result, tightest("/sys/fs/cgroup", path, quota_v2));
    } else if (has_controller(controllers, "cpu")) {
      result = std::min(result, tightest("/sys/fs/cgroup/cpu", path, quota_v1));
    }
  }
  std::fclose(file);
  return result;
}

}  // namespace

int usable_cpus() {
  if (const char* wish = std::getenv("VJP_NUM_THREADS")) {
    char* end = nullptr;
    long count = std::strtol(wish, &end, 10);
    if (end != wish && *end == 0 && count >= 1) return static_cast<int>(std::min<long>(count, kUnlimited));
    if (*wish) mention(format("VJP_NUM_THREADS is '{}', expected a whole number from 1 on; it is ignored", wish));
  }
  return std::max(1, std::min(affinity_count(), cgroup_count()));
}

}  // namespace vjp
