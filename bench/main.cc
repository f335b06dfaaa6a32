// vjp_bench: libvjp's side of the benchmarks, through the public C ABI.
//   vjp_bench [--threads N] [--only W1,W4] [--skip W7] [--scale X] [--device cuda:0]
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "harness.h"
#include "tensor.h"
#include "workloads.h"

namespace {

using bench::options;

struct Workload {
  const char* name;
  void (*run)();
};

constexpr Workload kWorkloads[] = {
    {"W1", bench::w1_chains},       {"W2", bench::w2_leaves},      {"W3", bench::w3_deep_chains},
    {"W4", bench::w4_mlp},          {"W5", bench::w5_transformer}, {"W6", bench::w6_cnn},
    {"W7", bench::w7_hessian},      {"W8", bench::w8_pointwise},   {"W9", bench::w9_pruning},
    {"W10", bench::w10_operators},  {"W11", bench::w11_matmul},    {"W12", bench::w12_hooks},
    {"W12", bench::w12_regions},    {"W13", bench::w13_startup},   {"W14", bench::w14_gradient_penalty},
    {"W15", bench::w15_memory},     {"W16", bench::w16_launch},    {"W17", bench::w17_forward},
    {"W18", bench::w18_transforms}, {"W19", bench::w19_fourier},   {"W20", bench::w20_linalg},
};

int usage(const char* problem, const char* what) {
  std::fprintf(stderr,
               "vjp_bench: %s '%s'; usage: vjp_bench [--threads N] [--only W1,W4] [--skip W7] [--scale X] "
               "[--device cuda:0]\n",
               problem, what);
  return 2;
}

// 0, or the status to exit with.
int parse(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    auto is = [&](const char* flag) { return std::strcmp(argv[i], flag) == 0; };
    bool known = is("--threads") || is("--only") || is("--skip") || is("--scale") || is("--child") || is("--device");
    if (!known) return usage("unknown argument", argv[i]);
    if (i + 1 == argc) return usage("a value is missing after", argv[i]);
    const char* value = argv[i + 1];
    if (is("--only")) options().only = value;
    if (is("--skip")) options().skip = value;
    if (is("--child")) options().child = value;
    if (is("--device")) options().device = value;
    if (is("--threads") && (options().threads = std::atoi(value)) < 1) return usage("not a number of threads:", value);
    if (is("--scale") && !((options().scale = std::atof(value)) > 0)) return usage("not a positive number:", value);
    ++i;
  }
  return 0;
}

void run_as_child(const std::string& what) {
  if (what == "first") return bench::w13_child();
  if (what.rfind("w15:", 0) == 0) return bench::w15_child(what.substr(4));
  if (what.rfind("w3:", 0) == 0)
    return bench::w3_child(std::atol(what.c_str() + 3), what.substr(what.find(':', 3) + 1));
  throw std::runtime_error("unknown child '" + what + "'");
}

}  // namespace

int main(int argc, char** argv) {
  if (int status = parse(argc, argv)) return status;
  char path[4096] = {};
  if (readlink("/proc/self/exe", path, sizeof path - 1) > 0) options().self = path;
  try {
    if (options().child == "first") {  // nothing but the first gradient is to be measured
      bench::w13_child();
      return 0;
    }
    bench::check(vjp_set_num_threads(options().threads));
    if (!options().child.empty()) {
      run_as_child(options().child);
      return 0;
    }
    bench::pin();
    if (!options().device.empty()) bench::check(vjp_set_default_device(bench::device()));
    for (const Workload& w : kWorkloads) {
      if (bench::wanted(w.name)) bench::guard(w.name, "*", w.run);
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "vjp_bench: %s\n", e.what());
    return 1;
  }
  return 0;
}
