// What the programs in which memory runs out are made of: handles that release themselves, and what they have seen.
#pragma once

#include <vjp/vjp.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>

namespace failing {

// A program of one area of the library. Whatever fails in it is returned; all that it made is released on every way
// out.
struct Scenario {
  const char* name;
  vjp_status (*run)();
  bool devices = false;  // it uses simulated ones
  // Products on new threads: OpenBLAS has thread-local memory that the C library allocates at first use, and where that
  // fails it ends the process. So the threads stay between the runs.
  bool keeps_threads = false;
};
extern const Scenario kScenarios[];
extern const int kNumScenarios;

extern double seen;     // a number of all values that a program looked at
extern int complaints;  // what may not fail and did
#define COMPLAIN(...) (++::failing::complaints, std::printf(__VA_ARGS__))

#define TRY(e)           \
  do {                   \
    vjp_status s_ = (e); \
    if (s_) return s_;   \
  } while (0)

struct T {
  vjp_tensor* p = nullptr;
  ~T() { vjp_tensor_release(p); }
  vjp_tensor** operator&() {
    vjp_tensor_release(p);
    p = nullptr;
    return &p;
  }
  operator vjp_tensor*() const { return p; }
};
template <class H, void (*R)(H*)>
struct Own {
  H* p = nullptr;
  ~Own() { R(p); }
  H** operator&() {
    R(p);
    p = nullptr;
    return &p;
  }
  operator H*() const { return p; }
};
using N = Own<vjp_node, vjp_node_release>;
using L = Own<vjp_tensor_list, vjp_tensor_list_release>;
using HK = Own<vjp_hook, vjp_hook_remove>;
using GC = Own<vjp_grad_call, vjp_grad_call_release>;
using OP = Own<vjp_optimizer, vjp_optimizer_release>;
using ST = Own<vjp_stream, vjp_stream_release>;
using KR = Own<vjp_kept_results, vjp_kept_results_release>;
using SF = Own<vjp_safetensors, vjp_safetensors_release>;
using GN = Own<vjp_generator, vjp_generator_release>;
using RP = Own<vjp_gradcheck_report, vjp_gradcheck_report_release>;
using GR = Own<vjp_graph, vjp_graph_release>;
using GS = Own<vjp_grad_scaler, vjp_grad_scaler_release>;
using DG = Own<vjp_device_graph, vjp_device_graph_release>;
using EV = Own<vjp_event, vjp_event_release>;
using GF = Own<vjp_graphed, vjp_graphed_release>;
struct G {
  vjp_guard* p = nullptr;
  ~G() {
    if (p && vjp_guard_exit(p)) {
      COMPLAIN("guard_exit: %s\n", vjp_last_error());
    }
  }
  vjp_guard** operator&() { return &p; }
  void end() {
    if (p) vjp_guard_exit(p);
    p = nullptr;
  }
};
inline void dropped(void*) {}
inline vjp_device cpu = {0, 0}, sim0 = {VJP_DEVICE_SIM, 0}, sim1 = {VJP_DEVICE_SIM, 1};
inline vjp_status ramp(std::initializer_list<int64_t> sh, vjp_device d, bool leaf, vjp_tensor** out,
                       vjp_dtype dt = VJP_DTYPE_FLOAT64) {
  int64_t shape[8], n = 1;
  size_t k = 0;
  for (int64_t s : sh) shape[k++] = s, n *= s;
  double v[600];
  for (int64_t i = 0; i < n; ++i) v[i] = sin(0.7 * i + 0.3);
  T h, c;
  TRY(vjp_tensor_from_data(v, shape, k, VJP_DTYPE_FLOAT64, &h));
  TRY(vjp_to_device(h, &d, dt, false, &c));
  TRY(vjp_tensor_set_requires_grad(c, leaf));
  *out = c.p;
  c.p = nullptr;
  return VJP_OK;
}
inline vjp_status see(vjp_tensor* t) {
  if (!t) {
    seen += 17;
    return VJP_OK;
  }
  double v[1200];
  size_t n = vjp_tensor_numel(t);
  TRY(vjp_tensor_copy_to(t, v, n * 8, VJP_DTYPE_FLOAT64));
  for (size_t i = 0; i < n; ++i) seen += v[i] * (1 + i % 7);
  return VJP_OK;
}
inline vjp_status seegrad(vjp_tensor* t) {
  T g;
  TRY(vjp_tensor_grad(t, &g));
  return see(g);
}
inline vjp_status sum(vjp_tensor* x, vjp_tensor** o) { return vjp_sum(x, nullptr, 0, false, VJP_DTYPE_NONE, o); }

// y = x * x * x, as a function of the program's own.
vjp_status cube(vjp_tensor* x, vjp_tensor** out);

// The scenarios of devices, in their own file.
vjp_status train_on(vjp_device device);
vjp_status streams();
vjp_status nested_on_sim();
vjp_status capture();
vjp_status graphed();
vjp_status nested_from(int depth, vjp_device device);

}  // namespace failing
