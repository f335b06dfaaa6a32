// malloc fails once, and from some allocation on, at every place of programs from every area of the library: an error
// with a message, nothing lost, nothing left switched on, and the same numbers afterwards.
//
//   failing_test SCENARIO once|all [STEP [FIRST]]     every STEP-th allocation, from the FIRST on
#include <atomic>
#include <cstdlib>
#include <thread>
#include <vector>

#include "failing_malloc.h"
#include "scenarios.h"

namespace failing {
namespace {

int checks = 0;

struct Alive {
  int64_t tensors = vjp_debug_live_tensors(), nodes = vjp_debug_live_nodes();
  bool operator==(const Alive&) const = default;
};

vjp_status run(const Scenario& scenario) {
  seen = 0;
  return scenario.run();
}
void end_threads(const Scenario& scenario) {
  if (!scenario.keeps_threads) vjp_shutdown();
}
void settle(const Scenario& scenario) {
  if (scenario.devices) vjp_device_synchronize(sim0), vjp_device_synchronize(sim1);
  vjp_clear_error();
}

void check_afterwards(const Scenario& scenario, long n, const Alive& before) {
  if (vjp_in_backward() || vjp_grad_call_current() || !vjp_grad_mode() || vjp_node_current() ||
      vjp_checkpoint_stopping())
    COMPLAIN("%s, allocation %ld: a mode is left behind\n", scenario.name, n);
  Alive after;
  if (!(after == before))
    COMPLAIN("%s, allocation %ld: %ld tensors and %ld nodes are left\n", scenario.name, n,
             static_cast<long>(after.tensors - before.tensors), static_cast<long>(after.nodes - before.nodes));
}

// Blocks may stay the first time, in caches; what stays each time again is lost.
bool loses_blocks(const Scenario& scenario, long n, int all) {
  long held[3];
  for (long& now : held) {
    malloc_fails_from(n, all);
    run(scenario);
    malloc_works_again();
    settle(scenario);
    end_threads(scenario);
    now = malloc_blocks();
  }
  return held[0] < held[1] && held[1] < held[2];
}

void fail_everywhere(const Scenario& scenario, int all, long step, long first) {
  for (int i = 0; i < 3; ++i) {
    if (run(scenario)) {
      COMPLAIN("%s does not run: %s\n", scenario.name, vjp_last_error());
      return;
    }
    settle(scenario);
    end_threads(scenario);
  }
  const double want = seen;
  const Alive before;
  long blocks = malloc_blocks();
  for (long n = first;; n += step) {
    malloc_fails_from(n, all);
    vjp_status status = run(scenario);
    bool refused = malloc_works_again() > 0;
    if (!refused) break;  // it has fewer allocations
    ++checks;
    if (status == VJP_OK && seen != want)
      COMPLAIN("%s, allocation %ld: no error, and %.17g instead of %.17g\n", scenario.name, n, seen, want);
    if (status != VJP_OK && (status != VJP_ERROR_MEMORY || !vjp_last_error()[0] || vjp_last_error_status() != status))
      COMPLAIN("%s, allocation %ld: status %d, \"%s\"\n", scenario.name, n, status, vjp_last_error());
    settle(scenario);
    check_afterwards(scenario, n, before);
    end_threads(scenario);
    if (!scenario.keeps_threads && malloc_blocks() > blocks && loses_blocks(scenario, n, all))
      COMPLAIN("%s, allocation %ld: memory is lost each time\n", scenario.name, n);
    blocks = malloc_blocks();
    if (n % 16 == 0) {
      if (run(scenario) || seen != want)
        COMPLAIN("%s, allocation %ld: %.17g afterwards instead of %.17g: %s\n", scenario.name, n, seen, want,
                 vjp_last_error());
      settle(scenario);
      end_threads(scenario);
      blocks = malloc_blocks();
    }
  }
}

// More threads than there is room for without memory, each of which calls for the first time.
void threads_without_memory() {
  constexpr int kThreads = 100;
  int64_t n = 1;
  float one = 1;
  vjp_tensor* t = nullptr;
  vjp_tensor_from_data(&one, &n, 1, VJP_DTYPE_FLOAT32, &t);
  std::vector<std::thread> threads;
  static std::atomic<int> ready, go, wrong, done, leave;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([t] {
      ++ready;
      while (!go) std::this_thread::yield();
      vjp_tensor* out = nullptr;
      vjp_status s = vjp_add(t, t, &out);
      if (s != VJP_ERROR_MEMORY || !vjp_last_error()[0] || vjp_last_error_status() != s) ++wrong;
      ++done;
      while (!leave) std::this_thread::yield();
      if (vjp_add(t, t, &out) == VJP_OK)
        vjp_tensor_release(out);
      else
        ++wrong;
    });
  }
  while (ready < kThreads) std::this_thread::yield();
  malloc_fails_from(0, 1);
  go = 1;
  while (done < kThreads) std::this_thread::yield();
  malloc_works_again();
  leave = 1;
  for (std::thread& thread : threads) thread.join();
  vjp_tensor_release(t);
  checks += kThreads;
  if (wrong) COMPLAIN("%d of %d threads had no memory error with a message\n", wrong.load(), kThreads);
}

}  // namespace
}  // namespace failing

int main(int argc, char** argv) {
  using namespace failing;
  const char* name = argc > 1 ? argv[1] : "";
  vjp_set_num_threads(1);
  vjp_set_warning_handler([](void*, const char*) {}, nullptr, nullptr);
  vjp_sim_set_mode("lazy");
  if (!std::strcmp(name, "threads")) threads_without_memory();
  for (int i = 0; i < kNumScenarios; ++i) {
    if (argc > 2 && !std::strcmp(name, kScenarios[i].name)) {
      fail_everywhere(kScenarios[i], !std::strcmp(argv[2], "all"), argc > 3 ? std::atol(argv[3]) : 1,
                      argc > 4 ? std::atol(argv[4]) : 0);
    }
  }
  if (checks == 0) COMPLAIN("there is no scenario '%s'\n", name);
  std::printf("%d passed, %d failed\n", checks - complaints, complaints);
  return complaints > 0;
}
