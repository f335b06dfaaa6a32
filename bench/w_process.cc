// W13: from exec to the first gradient. W15: the memory of training steps. Each in a fresh process.
#include <malloc.h>
#include <sys/stat.h>

#include <cstdio>
#include <fstream>
#include <set>

#include "harness.h"
#include "inputs.h"
#include "models.h"
#include "workloads.h"

namespace bench {

// ---- W13

namespace {

struct Libraries {
  size_t count = 0;
  double mb = 0;
};

Libraries mapped_libraries() {
  Libraries found;
  std::set<std::string> seen;
  std::ifstream file("/proc/self/maps");
  std::string line;
  while (std::getline(file, line)) {
    size_t slash = line.find('/');
    if (slash == std::string::npos) continue;
    std::string path = line.substr(slash);
    if (path.find(".so") == std::string::npos || !seen.insert(path).second) continue;
    struct stat facts;
    if (stat(path.c_str(), &facts) == 0) found.mb += static_cast<double>(facts.st_size) / 1e6;
    ++found.count;
  }
  return found;
}

// One run of this program as a child: its seconds from start to exit and its line.
double time_child(std::string& text) {
  double begin = now();
  FILE* pipe = popen(("exec '" + options().self + "' --child first").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("the program cannot start itself");
  char buffer[256] = {};
  text = fgets(buffer, sizeof buffer, pipe) ? buffer : "";
  int status = pclose(pipe);
  if (status != 0) throw std::runtime_error("the first gradient failed, status " + std::to_string(status));
  return now() - begin;
}

}  // namespace

void w13_startup() {
  std::vector<double> seconds;
  std::string text;
  time_child(text);  // fills the file cache
  for (int i = 0; i < 15; ++i) seconds.push_back(time_child(text));
  double gradient_ms = 0, rss = 0, count = 0, mb = 0;
  if (std::sscanf(text.c_str(), "%lf %lf %lf %lf", &gradient_ms, &rss, &count, &mb) != 4) {
    throw std::runtime_error("the first gradient printed '" + text + "'");
  }
  emit({.workload = "W13",
        .name = "first_gradient",
        .extra = {{"first_grad_ms", gradient_ms}, {"rss_mb", rss}, {"so_count", count}, {"so_mb", mb}}},
       seconds);
}

void w13_child() {
  double begin = now();
  Tensor x = constant({1}, 1).requires_grad();
  backward(mul(x, x));
  if (x.grad().item() != 2.0) throw std::runtime_error("the first gradient is wrong");
  double seconds = now() - begin;
  Libraries libraries = mapped_libraries();
  std::printf("%g %g %zu %g\n", seconds * 1e3, memory_mb("VmRSS:"), libraries.count, libraries.mb);
}

// ---- W15

namespace {

void measure_memory(const std::string& tag, const Tensors& parameters, const std::function<Tensor()>& loss) {
  Sgd optimizer(parameters, 0.01, 0.9);
  Tensor small = constant({1}, 1).requires_grad();
  backward(mul(small, small));
  malloc_trim(0);
  double rest = memory_mb("VmRSS:");
  reset_peak();
  std::vector<double> seconds;
  for (int step = 0; step < 4; ++step) {
    double begin = now();
    clear_grads(parameters);
    backward(loss());
    optimizer.step();
    seconds.push_back(now() - begin);
  }
  double peak = memory_mb("VmHWM:");
  emit({.workload = "W15", .name = tag + ".step", .extra = {{"base_rss_mb", rest}, {"peak_rss_mb", peak}}}, seconds);
  emit_value({.workload = "W15", .name = tag + ".peak_over_base", .unit = "MB"}, peak - rest);
}

}  // namespace

void w15_memory() {
  run_child("W15", "w15:mlp");
  run_child("W15", "w15:tf");
  run_child("W15", "w15:checkpointed");
}

// Blocks one after the other, each of which is computed again in backward.
static void checkpointed_blocks() {
  constexpr size_t kLayers = 8;
  const Shape shape{16, Block::kLength, Block::kWidth};
  std::vector<Block> blocks;
  Tensors parameters;
  for (size_t i = 0; i < kLayers; ++i) {
    blocks.emplace_back(true);
    for (Tensor& p : blocks.back().parameters()) parameters.push_back(p);
  }
  Tensor x = fill(shape, 50), y = fill(shape, 51);
  const auto run = [](void* context, bool, vjp_tensor* const* inputs, size_t, vjp_tensor_list* outputs) {
    const Block& block = *static_cast<Block*>(context);
    return vjp_tensor_list_append(outputs, block(Tensor(vjp_tensor_retain(inputs[0]))).get());
  };
  measure_memory("checkpointed.b16", parameters, [&] {
    Tensor z = x;
    for (Block& block : blocks) {
      vjp_checkpoint_function function = VJP_CHECKPOINT_FUNCTION_INIT;
      function.run = run;
      function.context = &block;
      vjp_tensor* input = z.get();
      vjp_tensor_list* out = nullptr;
      check(vjp_checkpoint(&function, &input, 1, nullptr, &out));
      z = Tensor(vjp_tensor_retain(vjp_tensor_list_get(out, 0)));
      vjp_tensor_list_release(out);
    }
    return mean(square(sub(z, y)));
  });
}

void w15_child(const std::string& model) {
  if (model == "checkpointed") return checkpointed_blocks();
  if (model == "mlp") {
    const int64_t batch = 16384;
    Mlp mlp({784, 512, 512, 10}, Mlp::Activation::Relu, 1);
    Tensor x = fill({batch, 784}, 40), labels = ints({batch}, 41, 10);
    measure_memory("mlp.b16384", mlp.parameters(), [&] { return cross_entropy(mlp(x), labels); });
  } else {
    const Shape shape{64, Block::kLength, Block::kWidth};
    Block block(true);
    Tensor x = fill(shape, 50), y = fill(shape, 51);
    measure_memory("tf.b64", block.parameters(), [&] { return mean(square(sub(block(x), y))); });
  }
}

}  // namespace bench
