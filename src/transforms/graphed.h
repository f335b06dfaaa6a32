// Graphed: a function whose forward and backward are device graphs (spec chapter 11 of streams and devices).
//
// Words: the *surface* of a function is its inputs followed by its parameters: what gradients are for. What is *static*
// lies in memory that the graphs use, the same in every replay.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "ops/value.h"
#include "transforms/device_graph.h"
#include "transforms/region.h"
#include "vjp/graphed.h"

namespace vjp {

// The callback and what it is to be captured with. Owns the context.
struct GraphedFunction {
  struct Parameter {
    Tensor tensor;
    std::string name;
    const void* memory;  // where it lay
  };
  static void destroy(GraphedFunction* function) noexcept { delete function; }
  ~GraphedFunction() {
    if (drop) drop(context);
  }
  std::vector<Tensor> operator()(bool flag, TensorList arguments) const {
    return run_region(run, context, flag, arguments, "a graphed function");
  }

  RefCount refs;
  RegionFn run = nullptr;
  void* context = nullptr;
  void (*drop)(void*) = nullptr;
  std::vector<Tensor> samples;
  std::vector<Parameter> parameters;
  bool training = true;
};

struct GraphedOptions {
  Device device;  // the CPU: that of the samples and parameters
  int num_warmup = 3;
  bool allow_unused = false, elide_cpu_work = false;
  vjp_capture_mode mode = VJP_CAPTURE_GLOBAL;
  Ref<MemoryPool> pool;
};

// A callable. What its forward keeps for its backward lies in the pool, among what other graphs use: each call begins
// an epoch, and so does each replay that overwrites what it kept.
class Graphed final : private PoolTenant {
 public:
  static void destroy(Graphed* graphed) noexcept { delete graphed; }
  ~Graphed() {
    if (pool_) pool_->remove_tenant(*this);
  }

  std::vector<Tensor> call(TensorList inputs, bool training);
  // Of the call that began the epoch; `out` has a place for each of the surface.
  void backward(uint64_t epoch, std::span<Tensor> grads, std::span<Tensor> out);

  RefCount refs;

 private:
  friend class GraphedMaker;
  void settle(Ref<MemoryPool> pool);  // once both graphs are there
  void overwritten(bool results) noexcept override;
  void check_inputs(TensorList inputs) const;
  void check_parameters() const;
  void check_not_captured() const;
  void check_not_written() const;  // the inputs, since the call
  void use(const Tensor& memory) const;
  void write(const Tensor& memory, const Tensor& value) const;  // undefined: zeros
  void record(std::span<const Tensor> results, TensorList inputs, uint64_t epoch);

  Device device_;
  size_t index_ = 0;
  Ref<MemoryPool> pool_;
  std::atomic<uint64_t> epoch_{0};
  Ref<GraphedFunction> function_;
  std::vector<bool> tracked_;         // what of the surface requires grad
  std::vector<bool> differentiable_;  // which results depend on it
  // static
  std::vector<Tensor> inputs_;      // leaves on the memory of the samples
  std::vector<uint32_t> versions_;  // of them, at the last call
  std::vector<Tensor> results_;
  std::vector<bool> own_;                // which of them lie in memory of the graph
  std::vector<Tensor> incoming_;         // gradients of the differentiable results
  std::vector<Tensor> outgoing_;         // gradients of the surface; undefined where there is none
  Ref<DeviceGraph> forward_, backward_;  // no backward: nothing has a gradient
};

std::vector<Ref<Graphed>> make_graphed(std::vector<Ref<GraphedFunction>> functions, const GraphedOptions& options);

}  // namespace vjp
