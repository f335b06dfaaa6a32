#include "ops/fused.h"

#include <algorithm>

#include "base/error.h"
#include "device/default_device.h"
#include "kernel/launch.h"
#include "tensor/shape.h"

namespace vjp {
namespace {

Dims strides_in(const Tensor& t, const Dims& sizes) {
  Dims strides = Dims::filled(sizes.n, 0);
  const int shift = sizes.n - t.ndim();
  for (int i = 0; i < t.ndim(); ++i) {
    const auto at = static_cast<size_t>(i);
    strides[shift + i] = t.sizes()[at] == 1 ? 0 : t.strides()[at];
  }
  return strides;
}

// The arguments of both ways of running a program, checked, and the tensors that they write.
class Run {
 public:
  Run(const FusedProgram& program, std::span<const Tensor> inputs, std::span<const Scalar> scalars,
      std::span<const FusedResult> results)
      : program_(program), inputs_(inputs), scalars_(scalars), results_(results), kept_(program.outputs.size()) {
    check();
    for (const Tensor& t : inputs)
      if (!same(t.sizes(), sizes_)) sizes_ = broadcast(sizes_, t.sizes(), "fused region");
    layout_ = layout();
    for (size_t o = 0; o < program.outputs.size(); ++o) {
      const Tensor& into = results.empty() ? Tensor() : results[o].into;
      if (into && (!same(into.sizes(), sizes_) || into.dtype() != program.outputs[o].dtype)) {
        fail(VJP_ERROR_INVALID, "fused region: output {} is {} {}, but the tensor to write is {} {}", o,
             program.outputs[o].dtype, sizes_, into.dtype(), into.sizes());
      }
      outputs_.push_back(into);
      if (!results.empty() && results[o].sum_to && !same(*results[o].sum_to, sizes_)) find_kept(o, *results[o].sum_to);
    }
  }

  void at_once() {
    // Of a tensor of the whole shape its own will do: nothing moves along a dimension of one element.
    std::vector<Dims> strides;
    strides.reserve(inputs_.size());
    std::vector<vjp_operand> operands;
    operands.reserve(inputs_.size() + outputs_.size());
    for (const Tensor& t : inputs_) {
      const int64_t* own = t.strides().data();
      if (!same(t.sizes(), sizes_)) own = strides.emplace_back(strides_in(t, sizes_)).v;
      operands.push_back(make_operand(t.raw(), t.dtype(), own));
    }
    std::vector<FusedSum> sums(outputs_.size());
    bool any = false;
    for (size_t o = 0; o < outputs_.size(); ++o) {
      const Dtype dtype = program_.outputs[o].dtype;
      if (kept_[o]) {
        outputs_[o] = Tensor::empty(*kept_[o], dtype);
        sums[o] = {outputs_[o].raw(), kept_[o]->v};
        any = true;
      } else if (!outputs_[o]) {
        outputs_[o] = Tensor::empty_strided(sizes_, layout_, dtype);
      }
      const Tensor& t = outputs_[o];
      operands.push_back(
          make_operand(kept_[o] ? nullptr : t.raw(), t.dtype(), kept_[o] ? layout_.v : t.strides().data()));
    }
    run_fused_on_cpu({&program_, sizes_.n, sizes_.v, operands.data(), operands.data() + inputs_.size(), scalars_.data(),
                      any ? sums.data() : nullptr});
  }

  // On the CPU it is the tests' and nobody else's.
  [[gnu::cold]] void step_by_step() {
    values_.assign(inputs_.begin(), inputs_.end());
    values_.resize(static_cast<size_t>(program_.first_result()));
    for (const FusedStep& step : program_.steps) {
      const uint16_t operands[3] = {step.a, step.b, step.c};
      const auto used = std::span(operands, static_cast<size_t>(arity_of(step.opcode)));
      Dims sizes;
      for (uint16_t v : used) {
        if (values_[v]) sizes = broadcast(sizes, values_[v].sizes(), "fused region");
      }
      Tensor result = Tensor::empty(sizes, step.dtype);
      launch(step.opcode, used, result);
      values_.push_back(std::move(result));
    }
    // an output may be an input that another output needs
    std::vector<Tensor> kept(values_.begin(), values_.begin() + program_.num_inputs);
    for (const FusedOutput& output : program_.outputs) {
      if (output.value >= program_.num_inputs || results_.empty()) continue;
      Tensor copy = Tensor::empty(values_[output.value].sizes(), values_[output.value].dtype());
      kernels().copy(copy.view(), kept[output.value].view());
      values_[output.value] = copy;
    }
    for (size_t o = 0; o < outputs_.size(); ++o) {
      if (!outputs_[o]) outputs_[o] = Tensor::empty_strided(sizes_, layout_, program_.outputs[o].dtype);
      launch(Opcode::Copy, {&program_.outputs[o].value, 1}, outputs_[o]);
      if (!kept_[o]) continue;
      Tensor sum = Tensor::empty(*kept_[o], outputs_[o].dtype());
      ReduceArgs args{};
      args.op = byte_of(Reduction::Sum);
      args.in = outputs_[o].view();
      args.out = sum.view();
      kernels().reduce(args);
      outputs_[o] = sum;
    }
  }

  std::vector<Tensor> take() {
    for (size_t o = 0; o < outputs_.size(); ++o) {
      if (!kept_[o]) continue;
      const Dims& size = *results_[o].sum_to;
      outputs_[o] = outputs_[o].with_geometry({size, contiguous_strides(size), 0});
    }
    return std::move(outputs_);
  }

 private:
  void check() const {
    const size_t operands = inputs_.size() + program_.outputs.size();
    if (inputs_.size() != static_cast<size_t>(program_.num_inputs) ||
        scalars_.size() != static_cast<size_t>(program_.num_scalars) ||
        (!results_.empty() && results_.size() != program_.outputs.size())) {
      fail(VJP_ERROR_INVALID, "fused region: {} inputs, {} scalars and {} results, expected {}, {} and {} or none",
           inputs_.size(), scalars_.size(), results_.size(), program_.num_inputs, program_.num_scalars,
           program_.outputs.size());
    }
    if (program_.outputs.empty() || operands > kMaxFusedOperands) {
      fail(VJP_ERROR_INVALID,
           "fused region: {} outputs and {} inputs, expected at least one output and at most {} in all",
           program_.outputs.size(), inputs_.size(), kMaxFusedOperands);
    }
    const auto values = static_cast<size_t>(program_.num_values());
    if (values + program_.outputs.size() > 0xffff) {
      fail(VJP_ERROR_INVALID, "fused region: {} values, expected fewer than 65536", values);
    }
    const auto is_there = [&](uint16_t value, size_t before) {
      if (value >= before) fail(VJP_ERROR_INVALID, "fused region: value {} is read where there are {}", value, before);
    };
    auto before = static_cast<size_t>(program_.first_result());
    for (const FusedStep& step : program_.steps) {
      const uint16_t operands_of_step[3] = {step.a, step.b, step.c};
      for (int k = 0; k < arity_of(step.opcode); ++k) is_there(operands_of_step[k], before);
      ++before;
    }
    for (const FusedOutput& output : program_.outputs) is_there(output.value, before);
  }

  // The index space with 1 where an output is summed.
  [[gnu::noinline]] void find_kept(size_t o, const Dims& size) {
    if (results_[o].into) fail(VJP_ERROR_INVALID, "fused region: output {} is summed, and has a tensor to write", o);
    if (!broadcasts_to(size, sizes_)) {
      fail(VJP_ERROR_SHAPE, "fused region: {} does not broadcast to {}", size, sizes_);
    }
    const int extra = sizes_.n - size.n;
    kept_[o] = sizes_;
    for (int i = 0; i < sizes_.n; ++i) (*kept_[o])[i] = i < extra ? 1 : size[i - extra];
  }

  Dims layout() const {
    for (const Tensor& t : inputs_) {
      if (same(t.sizes(), sizes_) && is_dense(t.sizes(), t.strides())) return Dims(t.strides());
    }
    return contiguous_strides(sizes_);
  }

  [[gnu::cold]] void launch(Opcode opcode, std::span<const uint16_t> operands, const Tensor& out) const {
    Instruction step{static_cast<uint8_t>(opcode), 0, 0, 0};
    uint8_t* const places[3] = {&step.a, &step.b, &step.c};
    const Dims sizes(out.sizes()), out_strides(out.strides());
    Dims strides[3];
    PointwiseArgs args{};
    Program p{};
    for (size_t k = 0; k < operands.size(); ++k) {  // tensors, then numbers
      const Tensor& t = values_[operands[k]];
      if (!t) continue;
      strides[k] = strides_in(t, sizes);
      args.inputs[p.num_inputs] = make_operand(t.raw(), t.dtype(), strides[k].v);
      if (t.device().is_cpu() && !out.device().is_cpu()) args.inputs[p.num_inputs].host = 1;
      *places[k] = p.num_inputs++;
    }
    for (size_t k = 0; k < operands.size(); ++k) {
      if (values_[operands[k]]) continue;
      args.parameters[p.num_parameters] = scalars_[static_cast<size_t>(operands[k] - program_.num_inputs)];
      *places[k] = static_cast<uint8_t>(p.num_inputs + p.num_parameters++);
    }
    p.num_instructions = p.num_outputs = 1;
    p.instructions = &step;
    p.outputs[0] = static_cast<uint8_t>(first_result(p));
    args.program = &p;
    args.compute = byte_of(program_.compute);
    args.ndim = sizes.n;
    args.sizes = sizes.v;
    args.outputs[0] = make_operand(out.raw(), out.dtype(), out_strides.v);
    kernels().pointwise(args);
  }

  const FusedProgram& program_;
  std::span<const Tensor> inputs_;
  std::span<const Scalar> scalars_;
  std::span<const FusedResult> results_;
  Dims sizes_, layout_;
  std::vector<std::optional<Dims>> kept_;
  std::vector<Tensor> outputs_, values_;  // values_: of a scalar there is none
};

// Where all inputs lie, but for those without dimensions on the CPU.
Device device_of(std::span<const Tensor> inputs) {
  const Tensor* first = nullptr;
  for (const Tensor& t : inputs) {
    if (!first || (first->device().is_cpu() && first->ndim() == 0)) first = &t;
  }
  if (!first) {
    if (operator_device == kUndecidedDevice) decide_operator_device();
    return operator_device;
  }
  for (const Tensor& t : inputs) {
    if (t.device() != first->device() && !(t.device().is_cpu() && t.ndim() == 0)) {
      fail(VJP_ERROR_DEVICE, "fused region: an input is on {}, another on {}", first->device(), t.device());
    }
  }
  return first->device();
}

}  // namespace

[[gnu::cold]] std::vector<Tensor> run_fused_composed(const FusedProgram& program, std::span<const Tensor> inputs,
                                                     std::span<const Scalar> scalars,
                                                     std::span<const FusedResult> results) {
  const OperatorDevice device(device_of(inputs));
  Run run(program, inputs, scalars, results);
  run.step_by_step();
  return run.take();
}

std::vector<Tensor> run_fused(const FusedProgram& program, std::span<const Tensor> inputs,
                              std::span<const Scalar> scalars, std::span<const FusedResult> results) {
  const OperatorDevice device(device_of(inputs));
  if (!operator_device->is_cpu()) return run_fused_composed(program, inputs, scalars, results);
  Run run(program, inputs, scalars, results);
  run.at_once();
  return run.take();
}

}  // namespace vjp
