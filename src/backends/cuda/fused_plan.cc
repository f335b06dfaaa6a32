#include "backends/cuda/fused_plan.h"

#include <utility>

#include "backends/cuda/geometry.h"

namespace vjp::cuda {
namespace {

constexpr int kMaxOperands = VJP_PROGRAM_MAX_INPUTS + VJP_PROGRAM_MAX_OUTPUTS;
static_assert(16 * (VJP_PROGRAM_MAX_INPUTS + VJP_PROGRAM_MAX_PARAMETERS) +
                      8 * (1 + kMaxDims + kMaxOperands * kMaxDims + kMaxOperands) <=
                  sizeof FusedPlan::arguments,
              "the arguments of a kernel");

template <class T>
void add(FusedPlan& to, const T& value) {
  std::memcpy(to.arguments + to.bytes, &value, sizeof value);
  to.bytes += sizeof value;
}
template <class T>
void add_number(FusedPlan& to, const T& value) {
  add(to, value);
  to.bytes = round_up(to.bytes, 16);
}

// The operands' way through memory, simplified: inputs that are in memory, then outputs.
struct Geometry {
  int operands = 0;
  const vjp_operand* all[kMaxOperands];
  int ndim = 0;
  int64_t count = 1;
  int64_t sizes[kMaxDims], strides[kMaxOperands][kMaxDims];

  explicit Geometry(const vjp_pointwise_args& args) {
    for (int i = 0; i < args.program->num_inputs; ++i) {
      if (!args.inputs[i].host) all[operands++] = &args.inputs[i];
    }
    for (int o = 0; o < args.program->num_outputs; ++o) all[operands++] = &args.outputs[o];
    for (int d = 0; d < args.ndim; ++d) {
      count *= args.sizes[d];
      if (args.sizes[d] == 1) continue;
      sizes[ndim] = args.sizes[d];
      for (int k = 0; k < operands; ++k) strides[k][ndim] = all[k]->strides[d];
      ++ndim;
    }
    if (count == 0) return;
    sort();
    join();
  }

 private:
  // The last output's largest strides outermost; the order of elements is nobody's business.
  void sort() {
    const int64_t* leader = strides[operands - 1];
    for (int i = 1; i < ndim; ++i) {
      for (int j = i; j > 0 && leader[j - 1] < leader[j]; --j) {
        std::swap(sizes[j - 1], sizes[j]);
        for (int k = 0; k < operands; ++k) std::swap(strides[k][j - 1], strides[k][j]);
      }
    }
  }
  void join() {
    int kept = 0;
    for (int d = 0; d < ndim; ++d) {
      bool joins = kept > 0;
      for (int k = 0; k < operands && joins; ++k) joins = strides[k][kept - 1] == strides[k][d] * sizes[d];
      int at = joins ? kept - 1 : kept++;
      sizes[at] = joins ? sizes[at] * sizes[d] : sizes[d];
      for (int k = 0; k < operands; ++k) strides[k][at] = strides[k][d];
    }
    ndim = kept;
  }
};

Variant variant_of(const vjp_pointwise_args& args, const Geometry& g) {
  const vjp_program& p = *args.program;
  Variant v{};
  v.program = &p;
  v.compute = args.compute;
  int64_t farthest = g.count;
  bool linear = g.ndim <= 1;
  for (int k = 0; k < g.operands; ++k) {
    int64_t span = 1;
    for (int d = 0; d < g.ndim; ++d) span += (g.sizes[d] - 1) * g.strides[k][d];
    farthest = span > farthest ? span : farthest;
    bool output = k >= g.operands - p.num_outputs;
    if (g.ndim == 1) linear = linear && (g.strides[k][0] == 1 || (g.strides[k][0] == 0 && !output));
  }
  v.ndim = linear ? 0 : g.ndim;
  v.narrow = farthest < (int64_t{1} << 31);
  int k = 0;
  for (int i = 0; i < p.num_inputs; ++i) {
    v.input_dtypes[i] = args.inputs[i].dtype;
    v.input_is_number[i] = args.inputs[i].host;
    if (!v.input_is_number[i]) {
      v.broadcast[i] = linear && g.ndim == 1 && g.strides[k][0] == 0;
      ++k;
    }
  }
  for (int o = 0; o < p.num_outputs; ++o) v.output_dtypes[o] = args.outputs[o].dtype;
  return v;
}

template <class T>
T number_of(const vjp_number& n) {
  double real = n.kind == VJP_KIND_BOOL || n.kind == VJP_KIND_INT ? static_cast<double>(n.integer) : n.real;
  if constexpr (kIsComplex<T>) {
    return T(Complex<double>(real, n.kind == VJP_KIND_COMPLEX ? n.imaginary : 0.0));
  } else if constexpr (kIsInteger<T>) {
    return n.kind == VJP_KIND_BOOL || n.kind == VJP_KIND_INT ? n.integer : static_cast<int64_t>(n.real);
  } else {
    return static_cast<T>(real);
  }
}

template <class T>
void add_numbers(const vjp_pointwise_args& args, FusedPlan& to) {
  for (int i = 0; i < args.program->num_inputs; ++i) {
    if (args.inputs[i].host) add_number(to, load<T>(args.inputs[i].data, args.inputs[i].dtype, 0));
  }
  for (int i = 0; i < args.program->num_parameters; ++i) add_number(to, number_of<T>(args.parameters[i]));
}

void add_arguments(const vjp_pointwise_args& args, const Geometry& g, const Variant& v, FusedPlan& to) {
  switch (args.compute) {
    case VJP_DTYPE_INT64:
      add_numbers<int64_t>(args, to);
      break;
    case VJP_DTYPE_FLOAT32:
      add_numbers<float>(args, to);
      break;
    case VJP_DTYPE_FLOAT64:
      add_numbers<double>(args, to);
      break;
    case VJP_DTYPE_COMPLEX64:
      add_numbers<Complex<float>>(args, to);
      break;
    default:
      add_numbers<Complex<double>>(args, to);
  }
  add(to, g.count);
  for (int d = 0; d < v.ndim; ++d) add(to, g.sizes[d]);
  if (v.ndim) {
    for (int k = 0; k < g.operands; ++k) {
      for (int d = 0; d < v.ndim; ++d) add(to, g.strides[k][d]);
    }
  }
  for (int k = 0; k < g.operands; ++k) add(to, g.all[k]->data);
}

}  // namespace

void plan_fused(const vjp_pointwise_args& args, FusedPlan& plan) {
  Geometry g(args);
  plan.count = g.count;
  if (g.count == 0) return;
  plan.variant = variant_of(args, g);
  plan.bytes = 0;
  add_arguments(args, g, plan.variant, plan);
}

}  // namespace vjp::cuda
