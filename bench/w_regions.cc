// W12, continued: what regions cost (saved-value hooks, anomaly mode), and grad calls on several threads at once.
#include <time.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

#include "harness.h"
#include "inputs.h"
#include "ops.h"
#include "workloads.h"

namespace bench {

namespace {

constexpr long kNodes = 10000;

Case region_case(const std::string& name, double n) {
  return {.workload = "W12", .name = name, .unit = "ns/op", .n = n, .target = 0.4, .max_runs = 25};
}

// A region of the calling thread.
class Region {
 public:
  template <class F>
  explicit Region(F&& enter) {
    check(enter(&guard_));
  }
  ~Region() { vjp_guard_exit(guard_); }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

 private:
  vjp_guard* guard_ = nullptr;
};

// A chain and its backward inside a region.
template <class Step, class Enter>
void chain_in(const std::string& name, Step&& step, Enter&& enter) {
  Tensor x = constant({1}, 0.5f).requires_grad();
  measure_phases(region_case(name, kNodes), {"fwd", "bwd"}, [&] {
    Region region(enter);
    Tensor y = x;
    double t0 = now();
    for (long i = 0; i < kNodes; ++i) y = step(y);
    double t1 = now();
    backward(y);
    double t2 = now();
    x.clear_grad();
    return std::vector<double>{t1 - t0, t2 - t1};
  });
}

vjp_status pack(void*, vjp_tensor* tensor, void** packed) {
  *packed = vjp_tensor_retain(tensor);
  return VJP_OK;
}
vjp_status unpack(void*, void* packed, vjp_tensor** out) {
  *out = vjp_tensor_retain(static_cast<vjp_tensor*>(packed));
  return VJP_OK;
}
void drop_packed(void*, void* packed) { vjp_tensor_release(static_cast<vjp_tensor*>(packed)); }

void saved_hooks() {
  vjp_saved_tensor_hooks hooks = VJP_SAVED_TENSOR_HOOKS_INIT;
  hooks.pack = pack;
  hooks.unpack = unpack;
  hooks.drop_packed = drop_packed;
  chain_in(
      "saved_tensors_hooks.sin", [](const Tensor& y) { return sin(y); },
      [&](vjp_guard** out) { return vjp_guard_saved_tensor_hooks(&hooks, out); });
}

double chain_and_backward(const Tensor& x, const Tensor& c) {
  double begin = now();
  Tensor y = x;
  for (long i = 0; i < kNodes; ++i) y = mul(y, c);
  backward(y);
  double seconds = now() - begin;
  x.clear_grad();
  return seconds;
}

// What a running profiler adds to a node: an event of its operator, and the two of its execution.
void profiler() {
  Tensor x = constant({1}, 0.5f).requires_grad(), c = constant({1}, 1);
  vjp_profiler* p = nullptr;
  check(vjp_profiler_create(nullptr, &p));
  measure_phases(region_case("profiler", kNodes), {"mul", "added"}, [&] {
    double off = chain_and_backward(x, c);
    check(vjp_profiler_start(p));
    double on = chain_and_backward(x, c);
    check(vjp_profiler_stop(p));
    return std::vector<double>{on, std::max(0.0, on - off)};
  });
  vjp_profiler_release(p);
}

void anomaly() {
  Tensor c = constant({1}, 1);
  auto step = [&](const Tensor& y) { return mul(y, c); };
  vjp_set_warning_handler(nullptr, nullptr, nullptr);  // it warns that it is slow
  chain_in("anomaly.mul", step, [](vjp_guard** out) { return vjp_guard_anomaly(true, true, out); });
  chain_in("anomaly_without_nan_check.mul", step, [](vjp_guard** out) { return vjp_guard_anomaly(true, false, out); });
}

double thread_cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// The backward of one chain a thread, all at once: from the first to begin to the last to end, and what the threads
// computed together, in seconds.
std::vector<double> backward_on(int count) {
  std::atomic<int> ready{0};
  std::vector<double> begin(static_cast<size_t>(count)), end = begin, cpu = begin;
  std::vector<std::thread> threads;
  for (size_t t = 0; t < begin.size(); ++t) {
    threads.emplace_back([&, t] {
      Tensor x = constant({1}, 0.5f).requires_grad(), c = constant({1}, 1), y = x;
      for (long i = 0; i < 10 * kNodes; ++i) y = mul(y, c);
      ++ready;
      while (ready < count) std::this_thread::yield();
      double before = thread_cpu_seconds();
      begin[t] = now();
      backward(y);
      end[t] = now();
      cpu[t] = thread_cpu_seconds() - before;
    });
  }
  for (std::thread& thread : threads) thread.join();
  return {*std::max_element(end.begin(), end.end()) - *std::min_element(begin.begin(), begin.end()),
          std::accumulate(cpu.begin(), cpu.end(), 0.0)};
}

// Speedup asks for idle cores; the work of a node, which contention would increase, can be measured on a busy machine
// too.
void on_threads() {
  std::vector<double> one, four;
  for (int count : {1, 4}) {
    std::string name = "graphs_on_threads_" + std::to_string(count);
    (count == 1 ? one : four) =
        measure_phases(region_case(name, 10.0 * kNodes * count), {"bwd", "cpu"}, [&] { return backward_on(count); });
  }
  Case ratio = region_case("graphs_on_threads_4.speedup", 1);
  ratio.unit = "x";
  emit_value(ratio, 4 * one[0] / four[0]);
  ratio.name = "graphs_on_threads_4.work";
  emit_value(ratio, four[1] / (4 * one[1]));
}

}  // namespace

void w12_regions() {
  guard("W12", "saved_tensors_hooks", saved_hooks);
  guard("W12", "anomaly", anomaly);
  guard("W12", "profiler", profiler);
  if (options().threads > 1) guard("W12", "graphs_on_threads", on_threads);  // one thread is pinned to one core
}

}  // namespace bench
