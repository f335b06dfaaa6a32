// W10: single operators, forward and forward + backward, on rows of 256.
#include "harness.h"
#include "inputs.h"
#include "ops.h"
#include "workloads.h"

namespace bench {

namespace {

struct Sample {
  const char* name;
  std::function<Tensor()> forward;
  Tensor gradient;  // empty: the result has one element
  Tensors leaves;
};

void measure_sample(const Sample& sample, int64_t n) {
  char name[64];
  std::snprintf(name, sizeof name, "%s.%.0e", sample.name, static_cast<double>(n));
  Case c{.workload = "W10", .name = name, .unit = "ns/op", .n = static_cast<double>(n), .target = 0.2, .max_runs = 31};
  measure_phases(c, {"fwd", "fb"}, [&] {
    clear_grads(sample.leaves);
    double t0 = now();
    Tensor y = sample.forward();
    double t1 = now();
    backward(y, sample.gradient);
    double t2 = now();
    return std::vector<double>{t1 - t0, t2 - t0};
  });
}

void measure_size(int64_t n) {
  const int64_t rows = n / 256;
  Tensor x = fill({rows, 256}, 100).requires_grad(), gx = fill({rows, 256}, 101), gr = fill({rows}, 102);
  Tensor gain = constant({256}, 1).requires_grad(), offset = constant({256}, 0).requires_grad();
  Tensor table = fill({10000, 256}, 103).requires_grad();
  Tensor row_index = ints({rows}, 104, 10000), index = ints({rows, 256}, 105, 256), target = ints({rows}, 106, 256);
  Tensor g0 = fill({256}, 101);
  const Sample samples[] = {
      {"sum_all", [&] { return sum(x); }, {}, {x}},
      {"sum_dim0", [&] { return sum(x, 0); }, g0, {x}},
      {"max_dim1", [&] { return max_values(x, 1); }, gr, {x}},
      {"softmax", [&] { return softmax(x, 1); }, gx, {x}},
      {"cross_entropy", [&] { return cross_entropy(x, target); }, {}, {x}},
      {"layernorm", [&] { return layer_norm(x, {256}, gain, offset); }, gx, {x, gain, offset}},
      {"gelu", [&] { return gelu(x); }, gx, {x}},
      {"embedding", [&] { return embedding(row_index, table); }, gx, {table}},
      {"gather", [&] { return gather(x, 1, index); }, gx, {x}},
      {"scatter_add",
       [&] {
         return scatter_add(zeros({rows, 256}), 1, index, x);
       },
       gx,
       {x}},
      {"cat",
       [&] {
         return cat({x, x}, 1);
       },
       cat({gx, gx}, 1),
       {x}},
      {"transpose_copy", [&] { return contiguous(transpose(x, 0, 1)); }, contiguous(transpose(gx, 0, 1)), {x}},
  };
  for (const Sample& sample : samples) guard("W10", sample.name, [&] { measure_sample(sample, n); });
}

}  // namespace

void w10_operators() {
  for (int64_t n : {100'000, 1'000'000, 10'000'000}) {
    if (options().threads == 1 || n > 100'000) measure_size(n);
  }
}

}  // namespace bench
