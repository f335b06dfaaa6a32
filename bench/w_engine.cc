// W1 to W3: what a node costs. Chains of one-element operators, many leaves, and graphs of ten million nodes.
#include <memory>

#include "harness.h"
#include "inputs.h"
#include "ops.h"
#include "workloads.h"

namespace bench {

static Tensor chain(const std::string& op, const Tensor& x, const Tensor& c, long n) {
  Tensor y = x;
  if (op == "mul" || op == "mulw") {
    for (long i = 0; i < n; ++i) y = mul(y, c);
  } else if (op == "add") {
    for (long i = 0; i < n; ++i) y = add(y, c);
  } else {
    for (long i = 0; i < n; ++i) y = sin(y);
  }
  return y;
}

static Case engine_case(const char* workload, const std::string& name, double n) {
  return {.workload = workload, .name = name, .unit = "ns/op", .n = n, .target = 0.6, .max_runs = 25};
}

static void one_chain(const std::string& op, long n, bool compiled = false) {
  Compiled region(compiled);
  Tensor x = constant({1}, 0.5f), c = constant({1}, op[0] == 'm' ? 1.0f : 1e-4f);
  x.requires_grad();
  c.requires_grad(op == "mulw");
  Case phases = engine_case("W1", op, n);
  if (compiled) phases.mode = "compiled";
  measure_phases(phases, {"fwd", "bwd", "destroy_after_bwd", "destroy_without_bwd"}, [&] {
    double t0 = now();
    Tensor y = chain(op, x, c, n);
    double t1 = now();
    backward(y);
    double t2 = now();
    y.reset();
    double t3 = now();
    y = chain(op, x, c, n);
    double t4 = now();
    y.reset();
    double t5 = now();
    clear_grads({x, c});
    return std::vector<double>{t1 - t0, t2 - t1, t3 - t2, t5 - t4};
  });
}

static void one_node(const Tensor& c) {
  Tensor x = constant({1}, 0.5f);
  x.requires_grad();
  measure(engine_case("W1", "one_node.mul_and_grad_call", 1), [&] { grad_of(mul(x, c), x); });
  Case calls = engine_case("W1", "one_node", 1);
  calls.target = 0.3;
  calls.min_runs = 500;
  calls.max_runs = 2000;
  measure_phases(calls, {"grad_call"}, [&] {
    Tensor y = mul(x, c);
    double begin = now();
    Tensor g = grad_of(y, x);
    return std::vector<double>{now() - begin};
  });
  measure_phases(calls, {"backward_call"}, [&] {
    Tensor y = mul(x, c);
    double begin = now();
    backward(y);
    double seconds = now() - begin;
    x.clear_grad();
    return std::vector<double>{seconds};
  });
}

void w1_chains() {
  const long n = 10000;
  for (bool compiled : {false, true})
    for (const char* op : {"mul", "add", "sin", "mulw"}) one_chain(op, n, compiled);
  Tensor x = constant({1}, 0.5f), c = constant({1}, 1.0f);
  measure_phases(engine_case("W1", "mul", n), {"fwd_no_grad"}, [&] {
    double begin = now();
    chain("mul", x, c, n);
    return std::vector<double>{now() - begin};
  });
  one_node(c);
}

// ---- W2

static Tensor sum_by_chain(const Tensors& xs, const Tensor& c) {
  Tensor sum = mul(xs[0], c);
  for (size_t i = 1; i < xs.size(); ++i) sum = add(sum, mul(xs[i], c));
  return sum;
}

static Tensor sum_by_stack(const Tensors& xs, const Tensor& c) {
  Tensors ys;
  ys.reserve(xs.size());
  for (const Tensor& x : xs) ys.push_back(mul(x, c));
  return sum(stack(ys));
}

void w2_leaves() {
  const long n = 10000;
  Tensor c = constant({1}, 0.5f);
  Tensors xs;
  for (long i = 0; i < n; ++i) xs.push_back(constant({1}, 0.001f * static_cast<float>(i)).requires_grad());
  for (bool by_stack : {false, true}) {
    auto forward = [&] { return by_stack ? sum_by_stack(xs, c) : sum_by_chain(xs, c); };
    std::string name = by_stack ? "stack_sum" : "chain_sum";
    measure_phases(engine_case("W2", name, n), {"fwd", "bwd", "destroy"}, [&] {
      clear_grads(xs);
      double t0 = now();
      Tensor s = forward();
      double t1 = now();
      backward(s);
      double t2 = now();
      s.reset();
      return std::vector<double>{t1 - t0, t2 - t1, now() - t2};
    });
    measure_phases(engine_case("W2", name, n), {"autograd_grad"}, [&] {
      Tensor s = forward();
      double begin = now();
      Tensors gradients = grad(s, xs);
      return std::vector<double>{now() - begin};
    });
  }
}

// ---- W3

void w3_deep_chains() {
  if (options().threads != 1) return;
  for (const char* what : {"w3:1000000:mul", "w3:1000000:sin", "w3:10000000:mul"}) run_child("W3", what);
}

void w3_child(long n, const std::string& op) {
  const int runs = n > 2000000 ? 1 : 3;
  Tensor x = constant({1}, 0.5f).requires_grad(), c = constant({1}, 1.0f);
  backward(chain(op, x, c, 1000));
  x.clear_grad();
  std::vector<double> forward, back, destroy;
  double graph_mb = 0, peak_mb = 0;
  for (int run = 0; run < runs; ++run) {
    double rest = memory_mb("VmRSS:"), t0 = now();
    Tensor y = chain(op, x, c, n);
    double t1 = now(), built = memory_mb("VmRSS:");
    reset_peak();
    double t2 = now();
    backward(y);
    double t3 = now(), peak = memory_mb("VmHWM:"), t4 = now();
    y.reset();
    double t5 = now();
    x.clear_grad();
    forward.push_back(t1 - t0);
    back.push_back(t3 - t2);
    destroy.push_back(t5 - t4);
    if (run == 0) graph_mb = built - rest, peak_mb = peak - rest;
  }
  char tag[64];
  std::snprintf(tag, sizeof tag, "%s.n%.0e", op.c_str(), static_cast<double>(n));
  Case line = engine_case("W3", tag, static_cast<double>(n));
  double nodes = static_cast<double>(n);
  line.extra = {{"graph_bytes_per_node", graph_mb * 1048576 / nodes},
                {"peak_bytes_per_node", peak_mb * 1048576 / nodes}};
  auto report = [&](const char* phase, std::vector<double> seconds) {
    line.name = std::string(tag) + "." + phase;
    emit(line, std::move(seconds));
  };
  report("fwd", forward);
  report("bwd", back);
  report("destroy", destroy);
  if (n > 2000000) return;
  Tensor y = chain(op, x, c, n);
  double begin = now();
  y.reset();
  report("destroy_without_bwd", {now() - begin});
}

}  // namespace bench
