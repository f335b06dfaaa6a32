// Pointwise operators: promotion, broadcasting and the launch of a formula's program.
#include <algorithm>
#include <cstring>

#include "graph/modes.h"
#include "graph/tangent.h"
#include "ops/batched.h"
#include "ops/call/dual_program.h"
#include "ops/call_counts.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/internal.h"
#include "ops/numbers.h"
#include "ops/op_node.h"
#include "ops/pointwise_like.h"

namespace vjp {
namespace {

// Gathers operands, then launches. A number becomes an input with strides 0.
class Launch {
 public:
  Launch(const Program& program, std::string_view name) : name_(name) { args_.program = &program; }

  void add(const Tensor& t) {
    tensors_[count_] = &t;
    ++count_;
    if (first_ == nullptr) {
      first_ = &t;
    } else if (uniform_ && !(t.dtype() == first_->dtype() && same(t.sizes(), first_->sizes()))) {
      uniform_ = false;
    }
    if (!t.contiguous()) uniform_ = false;
  }
  void add(const Scalar& s) {
    tensors_[count_] = nullptr;
    numbers_[count_] = s;
    ++count_;
  }
  void add(const Operand& o) { o.is_tensor() ? add(o.tensor()) : add(o.number()); }
  void add_parameter(const Scalar& s) { args_.parameters[num_parameters_++] = s; }

  Dims shape() const {
    if (!first_) return {};
    Dims shape(first_->sizes());
    for (int i = 0; i < count_; ++i) {
      if (tensors_[i] && tensors_[i] != first_ && !same(shape, tensors_[i]->sizes())) {
        shape = broadcast(shape, tensors_[i]->sizes(), name_);
      }
    }
    return shape;
  }

  // The result in a new tensor, or in `into` where that is defined.
  Tensor run(Dtype compute, Dtype out_dtype, const Tensor& into) {
    args_.compute = byte_of(compute);
    for (int i = 0; i < count_; ++i) {
      if (tensors_[i]) {
        args_.inputs[i] = make_operand(tensors_[i]->raw(), tensors_[i]->dtype(), nullptr);
      } else {
        args_.inputs[i] = make_operand(store_number(i, compute), compute, kZeros);
      }
    }
    if (!operator_device->is_cpu()) [[unlikely]]
      mark_host_operands();
    if (uniform_ && first_ && (!into || (into.contiguous() && same(into.sizes(), first_->sizes())))) {
      return run_flat(out_dtype, into);
    }
    return run_strided(out_dtype, into);
  }

 private:
  static constexpr int64_t kZeros[VJP_MAX_DIMS] = {};
  static constexpr int64_t kOne[1] = {1};

  // Numbers, and tensors without dimensions that lie on the CPU: the command takes their values along.
  [[gnu::noinline]] void mark_host_operands() {
    for (int i = 0; i < count_; ++i) args_.inputs[i].host = !tensors_[i] || tensors_[i]->device().is_cpu();
  }

  // A number as one element of the compute type.
  void* store_number(int i, Dtype compute) {
    char* at = storage_[i];
    const Scalar& s = numbers_[i];
    switch (compute) {
      case Dtype::Int64: {
        int64_t v = s.to_int();
        std::memcpy(at, &v, sizeof v);
        break;
      }
      case Dtype::Float32: {
        auto v = static_cast<float>(s.to_double());
        std::memcpy(at, &v, sizeof v);
        break;
      }
      case Dtype::Float64: {
        double v = s.to_double();
        std::memcpy(at, &v, sizeof v);
        break;
      }
      case Dtype::Complex64: {
        std::complex<float> v(s.to_complex());
        std::memcpy(at, &v, sizeof v);
        break;
      }
      default: {
        std::complex<double> v = s.to_complex();
        std::memcpy(at, &v, sizeof v);
      }
    }
    return at;
  }

  Tensor run_flat(Dtype out_dtype, const Tensor& into) {
    int64_t n = first_->numel();
    Tensor out = into ? into : Tensor::empty(first_->sizes(), out_dtype);
    args_.ndim = 1;
    args_.sizes = &n;
    for (int i = 0; i < count_; ++i)
      if (tensors_[i]) args_.inputs[i].strides = kOne;
    args_.outputs[0] = make_operand(out.raw(), out.dtype(), kOne);
    kernels().pointwise(args_);
    return out;
  }

  Tensor run_strided(Dtype out_dtype, const Tensor& into) {
    Dims sizes = shape();
    if (into && !same(into.sizes(), sizes)) {
      fail(VJP_ERROR_SHAPE, "{}: the result's shape is {}, but the tensor to write has {}", name_, sizes, into.sizes());
    }
    Dims strides[VJP_PROGRAM_MAX_INPUTS];
    for (int i = 0; i < count_; ++i) {
      if (!tensors_[i]) continue;
      strides[i] = broadcast_strides(*tensors_[i], sizes);
      args_.inputs[i].strides = strides[i].v;
    }
    Tensor out = into;
    if (!out) out = Tensor::empty_strided(sizes, result_strides(sizes), out_dtype);
    args_.ndim = sizes.n;
    args_.sizes = sizes.v;
    args_.outputs[0] = make_operand(out.raw(), out.dtype(), out.strides().data());
    kernels().pointwise(args_);
    return out;
  }

  static Dims broadcast_strides(const Tensor& t, const Dims& sizes) {
    Dims strides = Dims::filled(sizes.n, 0);
    int shift = sizes.n - t.ndim();
    for (int i = 0; i < t.ndim(); ++i)
      strides[shift + i] = t.sizes()[static_cast<size_t>(i)] == 1 ? 0 : t.strides()[static_cast<size_t>(i)];
    return strides;
  }

  // Operands hand their layout on to the result: the first of the full shape, where all of those are dense; else it is
  // dense with the dimensions in the operands' order.
  Dims result_strides(const Dims& sizes) const {
    const Tensor* model = nullptr;
    for (int i = 0; i < count_; ++i) {
      if (!tensors_[i] || !same(tensors_[i]->sizes(), sizes)) continue;
      const Tensor& t = *tensors_[i];
      const bool alike = model && same(model->strides(), t.strides());
      if (!alike && !t.contiguous() && !is_dense(t.sizes(), t.strides())) return ordered_strides(sizes);
      if (!model) model = &t;
    }
    return model ? Dims(model->strides()) : ordered_strides(sizes);
  }

  // Positive: dimension `a` has the larger strides, by the first operand that tells them apart. One that is broadcast
  // along either does not; nor does any of two equal strides, where the larger dimension is the outer one.
  int compare_strides(const Dims& sizes, int a, int b) const {
    for (int i = 0; i < count_; ++i) {
      if (!tensors_[i]) continue;
      const IntSpan own = tensors_[i]->sizes(), strides = tensors_[i]->strides();
      const int shift = sizes.n - static_cast<int>(own.size());
      const auto stride = [&](int d) {
        if (d < shift) return int64_t{0};
        const auto at = static_cast<size_t>(d - shift);
        return own[at] == sizes[d] ? strides[at] : 0;
      };
      const int64_t x = stride(a), y = stride(b);
      if (x == 0 || y == 0) continue;
      if (x != y) return x > y ? 1 : -1;
      if (sizes[a] > sizes[b]) return 1;
    }
    return 0;
  }

  // Dense, the dimensions sorted by compare_strides, which is no strict order: each goes as far as it is told to.
  Dims ordered_strides(const Dims& sizes) const {
    int order[VJP_MAX_DIMS];  // from the innermost on
    for (int i = 0; i < sizes.n; ++i) order[i] = sizes.n - 1 - i;
    for (int i = 1; i < sizes.n; ++i) {
      for (int place = i, j = i - 1; j >= 0; --j) {
        const int told = compare_strides(sizes, order[j], order[place]);
        if (told < 0) break;
        if (told > 0) {
          std::swap(order[j], order[place]);
          place = j;
        }
      }
    }
    Dims strides(sizes);
    int64_t step = 1;
    for (int i = 0; i < sizes.n; ++i) {
      strides[order[i]] = step;
      step *= std::max<int64_t>(sizes[order[i]], 1);
    }
    return strides;
  }

  std::string_view name_;
  PointwiseArgs args_;
  const Tensor* tensors_[VJP_PROGRAM_MAX_INPUTS];
  const Tensor* first_ = nullptr;
  bool uniform_ = true;
  int count_ = 0, num_parameters_ = 0;
  Scalar numbers_[VJP_PROGRAM_MAX_INPUTS];
  alignas(16) char storage_[VJP_PROGRAM_MAX_INPUTS][16];
};

Dtype compute_dtype(const OpDef& op, Dtype promoted) {
  const PointwiseDef& def = *op.pointwise;
  if (promoted == Dtype::None) promoted = Dtype::Float32;
  if (is_complex(promoted) && !def.complex_ok) {
    fail(VJP_ERROR_DTYPE, "{}: not defined for {}; expected a real dtype", op.schema.name, promoted);
  }
  if (is_integral(promoted) && !def.integer_ok) {
    fail(VJP_ERROR_DTYPE, "{}: not defined for {}; expected a floating dtype", op.schema.name, promoted);
  }
  if (!is_integral(promoted)) return promoted;
  if (def.result == ResultType::PromoteFloat) return Dtype::Float32;
  // what integers are compared with is a fraction: isclose
  if (def.result == ResultType::Bool && def.real.num_parameters) return Dtype::Float64;
  return promoted;
}

Dtype result_dtype(ResultType rule, Dtype compute) {
  switch (rule) {
    case ResultType::Bool:
      return Dtype::Bool;
    case ResultType::Real:
      return real_of(compute);
    case ResultType::Complex:
      return complex_of(compute);
    default:
      return compute;
  }
}

// A tensor that shares memory with the target under another geometry must be read before the target is written.
bool overlaps_target(const Tensor& t, const Tensor& into) {
  return t->storage == into->storage && !(t.raw() == into.raw() && t.dtype() == into.dtype() &&
                                          same(t.sizes(), into.sizes()) && same(t.strides(), into.strides()));
}

// Numbers of which the result may be one.
void check_choices(const OpDef& op, const Value* args, Dtype type) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (op.schema.is_tensor_like(a) && args[a].kind != VJP_KIND_TENSOR)
      check_number_fits(scalar_of(args[a]), type, op.schema.name);
  }
}

// A number that the formula takes beside the operands.
[[gnu::noinline]] void check_parameter(const OpDef& op, int arg, const Scalar& number, Dtype type) {
  if (number.category() == 3) check_number_fits(number, type, op.schema.name);
  check_whole(number, type, op.schema.name, op.schema.arg_name(arg));
}

// A condition is computed in the type of what is chosen, which may not tell other numbers from 0.
void check_condition(const OpDef& op, int arg, Dtype dtype) {
  if (dtype != Dtype::Bool && dtype != Dtype::UInt8)
    fail(VJP_ERROR_DTYPE, "{}: '{}' is {}, expected bool; compare it with something", op.schema.name,
         op.schema.arg_name(arg), dtype);
}

bool is_real_number(const Value& v) { return v.kind >= VJP_KIND_BOOL && v.kind <= VJP_KIND_FLOAT; }

// Undefined where the operands are not alike.
[[gnu::always_inline]] inline Tensor run_alike(const OpDef& op, const Value* args, const Tensor& into) {
  const PointwiseDef& def = *op.pointwise;
  if (!operator_device->is_cpu() || def.unpromoted || def.result == ResultType::Complex) return {};
  LikeOperands operands;
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (args[a].kind == VJP_KIND_TENSOR) {
      const TensorImpl& t = *impl_of(args[a].as.tensor);
      if (!operands.add(t)) return {};
      if (into && !operands.may_be_written(*into.get(), t)) return {};
    } else if (is_real_number(args[a]) && op.schema.is_tensor_like(a) && !def.chooses) {
      operands.add(scalar_of(args[a]).to_double());
    } else {
      return {};
    }
  }
  if (!operands.any() || (into && !operands.fits(*into.get()))) return {};
  return operands.run(def.real, result_dtype(def.result, operands.dtype()), into);
}

}  // namespace

// With promotion and broadcasting.
[[gnu::noinline]] static Tensor run_unlike(const OpDef& op, const Value* args, const Tensor& into) {
  const PointwiseDef& def = *op.pointwise;
  Promotion promotion;
  bool detour = false;
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (!op.schema.is_tensor_like(a)) continue;
    if (args[a].kind == VJP_KIND_TENSOR) {
      const Tensor& t = as_tensor(args[a].as.tensor);
      if (def.unpromoted >> a & 1)
        check_condition(op, a, t.dtype());
      else
        promotion.add(t);
      if (into) detour |= overlaps_target(t, into);
    } else {
      promotion.add(scalar_of(args[a]));
    }
  }
  Dtype type = compute_dtype(op, promotion.result());
  if (def.chooses) check_choices(op, args, type);
  bool complex = is_complex(type) || def.result == ResultType::Complex;
  if (def.result == ResultType::Complex) type = complex_of(type);
  Launch launch(complex ? def.complex : def.real, op.schema.name);
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (!op.schema.is_tensor_like(a)) {
      const Scalar number = scalar_of(args[a]);
      if (number.category() >= 2 && !complex) check_parameter(op, a, number, type);
      launch.add_parameter(number);
    } else if (args[a].kind == VJP_KIND_TENSOR) {
      launch.add(as_tensor(args[a].as.tensor));
    } else {
      launch.add(scalar_of(args[a]));
    }
  }
  if (def.check) def.check(type, args);
  Dtype result = result_dtype(def.result, type);
  if (into && category_of(result) > category_of(into.dtype())) {
    fail(VJP_ERROR_DTYPE, "{}: a result of {} cannot be written into a tensor of {}", op.schema.name, result,
         into.dtype());
  }
  if (detour) {
    Tensor fresh = launch.run(compute_of(type), result, {});
    if (!same(fresh.sizes(), into.sizes())) {
      fail(VJP_ERROR_SHAPE, "{}: the result's shape is {}, but the tensor to write has {}", op.schema.name,
           fresh.sizes(), into.sizes());
    }
    kernels().copy(into.view(), fresh.view());
    return into;
  }
  return launch.run(compute_of(type), result, into);
}

Tensor run_pointwise(const OpDef& op, const Value* args, const Tensor& into) {
  if (Tensor out = run_alike(op, args, into)) [[likely]]
    return out;
  return run_unlike(op, args, into);
}

// ---- derivatives ----

namespace {

// What a rule's formula reads beside the gradient (or tangent) g, and the type to which all of it is promoted. However
// a derivative is taken, it is computed in the compute type of that, from the same numbers.
struct Reads {
  Tensor kept[kMaxKept];
  Dtype type;

  Reads(const RuleContext& c, const Rule& rule, const Tensor& g) {
    Promotion promotion;
    promotion.add(g);
    if (!c.node) promotion.add(c.outs[0]);  // a tangent may be narrower, a gradient is of the result's type
    for (int i = 0; i < rule.num_inputs; ++i) {
      kept[i] = rule.inputs[i] >= 16 ? c.out(rule.inputs[i] - 16) : c.in(rule.inputs[i]);
      promotion.add(kept[i]);
    }
    type = promotion.result();
  }

  // By the tape, or as tangents.
  static bool followed(const Tensor& t) {
    return (grad_enabled() && requires_grad(t)) || ((mode_word & kModeForward) && carries_tangent(*t.get()));
  }
  bool recorded(const Rule& rule, const Tensor& g) const {
    if (!derivatives_followed()) return false;
    bool any = followed(g) || (mode_word & kModeInterceptKernels);  // an interceptor sees operators, no fused kernels
    for (int i = 0; i < rule.num_inputs; ++i) any |= followed(kept[i]);
    return any;
  }
};

// In one kernel: g times conj(partial).
[[gnu::always_inline]] inline Tensor fused_plain(const RuleContext& c, const Rule& rule, const Reads& reads,
                                                 const Tensor& g, Dtype result) {
  stands_for(op_Mul);  // and what the partial derivative is written with, which is no call of an operator
  Launch launch(is_complex(reads.type) ? *rule.fused_complex : *rule.fused, c.op.schema.name);
  launch.add(g);
  for (int i = 0; i < rule.num_inputs; ++i) launch.add(reads.kept[i]);
  for (int i = 0; i < rule.num_parameters; ++i) launch.add_parameter(scalar_of(c.attr(rule.parameters[i])));
  return launch.run(compute_of(reads.type), result, {});
}

// The same with the physical tensors of batched ones.
[[gnu::noinline, gnu::cold]] Tensor fused_batched(const RuleContext& c, const Rule& rule, Reads reads, const Tensor& g,
                                                  Dtype result) {
  LevelList levels;
  int rank = g.ndim();
  const auto note = [&](const Tensor& t) {
    if (is_batched(t)) levels.add(batch_of(*t.get()).levels);
    rank = std::max(rank, t.ndim());
  };
  note(g);
  for (int i = 0; i < rule.num_inputs; ++i) note(reads.kept[i]);
  if (levels.count == 0) return fused_plain(c, rule, reads, g, result);
  for (int i = 0; i < rule.num_inputs; ++i) reads.kept[i] = aligned_with(reads.kept[i], levels, rank);
  return make_batched(fused_plain(c, rule, reads, aligned_with(g, levels, rank), result), levels);
}

[[gnu::always_inline]] inline Tensor fused_product(const RuleContext& c, const Rule& rule, const Reads& reads,
                                                   const Tensor& g, Dtype result) {
  if (mode_word & (kModeBatch | kModeBatchOff)) [[unlikely]]
    return fused_batched(c, rule, reads, g, result);
  return fused_plain(c, rule, reads, g, result);
}

// The same with operators, which are recorded; conj(partial) if `adjoint`.
[[gnu::noinline]] Tensor composed_product(const RuleContext& c, const Rule& rule, const Reads& reads, const Tensor& g,
                                          bool adjoint) {
  const Dtype compute = compute_of(reads.type);
  // a lone multiplication, or choice, promotes by itself; conditions are what they are
  const bool convert = rule.fused->num_instructions > 1;
  const auto converted = [&](int i) {
    const Tensor& t = reads.kept[i];
    if (!convert || (rule.inputs[i] < 16 && c.op.pointwise->unpromoted >> rule.inputs[i] & 1)) return t;
    return t->is_wrapped_number && !is_batched(t) ? Tensor::from_scalar(t.item(), compute) : to(t, compute);
  };
  Tensor values[kMaxKept + VJP_PROGRAM_MAX_PARAMETERS];
  for (int i = 0; i < rule.num_inputs; ++i) values[i] = converted(i);
  for (int i = 0; i < rule.num_parameters; ++i)
    values[rule.num_inputs + i] = Tensor::from_scalar(scalar_of(c.attr(rule.parameters[i])), compute);
  Condition condition;
  Tensor partial = rule.partial(values, condition);
  if (partial && adjoint && is_complex(partial.dtype())) partial = conj(partial);
  if (!condition.tensor) return mul(g, partial);
  // both factors are chosen, so that neither meets an infinity of the other when this is differentiated again
  const auto chosen = [&](const Tensor& t) {
    return condition.holds ? where(condition.tensor, t, 0) : where(condition.tensor, 0, t);
  };
  return partial ? mul(chosen(g), chosen(partial)) : chosen(g);
}

Tensor times_constant(const Tensor& g, double constant) {
  if (constant == 1) return g;
  if (constant == 0) return zeros_like(g);  // 0 times infinity is NaN
  return constant == -1 ? neg(g) : mul(g, constant);
}

// The same where all that is read is alike, and of the type that is wanted; else undefined.
[[gnu::always_inline]] inline Tensor like_product(const RuleContext& c, const Rule& rule, const SlotMeta& slot) {
  const Tensor& g = c.grads[0];
  LikeOperands operands;
  if (!g || rule.num_parameters || derivatives_followed() || !operator_device->is_cpu()) return {};
  if (slot.dtype != g.dtype() || !operands.add(*g.get())) return {};
  Tensor kept[kMaxKept];
  for (int i = 0; i < rule.num_inputs; ++i) {
    double number;
    if (!c.plain(rule.inputs[i], kept[i], number)) return {};
    if (!kept[i]) {
      operands.add(number);
    } else if (!operands.add(*kept[i].get())) {
      return {};
    }
  }
  stands_for(op_Mul);
  return operands.run(*rule.fused, g.dtype(), {});
}

}  // namespace

Tensor pointwise_gradient(const RuleContext& c, const Rule& rule, size_t index) {
  if (rule.is_constant) return times_constant(c.grad(0), rule.constant);
  const Edge& edge = c.node->edges()[index];
  const SlotMeta& slot = edge.node->slots()[edge.slot];
  if (Tensor product = like_product(c, rule, slot)) [[likely]]
    return product;
  Tensor g = c.grad(0);
  Reads reads(c, rule, g);
  if (reads.recorded(rule, g)) return composed_product(c, rule, reads, g, true);
  // The conversion to the argument's type is part of the kernel, unless a sum over broadcast dimensions follows.
  bool whole = same(slot.sizes(), g.sizes());
  return fused_product(c, rule, reads, g, whole ? slot.dtype : reads.type);
}

namespace {

// What the tangent of one argument adds to the result's.
Tensor tangent_part(const RuleContext& c, const Rule& rule, const Tensor& t) {
  if (rule.is_constant) return times_constant(t, rule.constant);
  Reads reads(c, rule, t);
  // the fused program takes the conjugate of the partial derivative
  if (is_complex(reads.type) || reads.recorded(rule, t)) return composed_product(c, rule, reads, t, false);
  return fused_product(c, rule, reads, t, compute_of(reads.type));
}

// All parts in one kernel; undefined where an argument has no tangent, or operators are to be seen.
Tensor whole_tangent(const RuleContext& c) {
  const PointwiseDef& def = *c.op.pointwise;
  if (!def.tangent || (mode_word & (kModeInterceptKernels | kModeBatch | kModeBatchOff))) return {};
  const bool maybe_followed = derivatives_followed();
  Launch launch(*def.tangent, c.op.schema.name);
  Promotion promotion;
  promotion.add(c.outs[0]);
  for (int r = 0; r < c.op.num_rules; ++r) {
    const Tensor& t = c.tangents[c.op.rules[r].targets[0]];
    if (!t || (maybe_followed && Reads::followed(t))) return {};
    promotion.add(t);
    launch.add(t);
  }
  Tensor kept[VJP_PROGRAM_MAX_INPUTS];
  for (int i = 0; i < def.num_inputs; ++i) {
    kept[i] = def.inputs[i] >= 16 ? c.out(def.inputs[i] - 16) : c.in(def.inputs[i]);
    if (maybe_followed && Reads::followed(kept[i])) return {};
    promotion.add(kept[i]);
    launch.add(kept[i]);
  }
  const Dtype type = promotion.result();
  if (is_complex(type)) return {};
  for (int i = 0; i < def.num_parameters; ++i) launch.add_parameter(scalar_of(c.attr(def.parameters[i])));
  stands_for(op_Mul, op_Add);
  return launch.run(compute_of(type), compute_of(type), {});
}

}  // namespace

bool run_dual(const OpDef& op, const Value* args, const Tensor* tangents, Tensor& out, Tensor& tangent) {
  const PointwiseDef& def = *op.pointwise;
  if (def.unpromoted || !operator_device->is_cpu()) return false;
  LikeOperands operands;
  for (int r = 0; r < op.num_rules; ++r) {
    const Tensor& t = tangents[op.rules[r].targets[0]];
    if (!t || !operands.add(*t.get())) return false;
  }
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (args[a].kind == VJP_KIND_TENSOR) {
      if (!operands.add(*impl_of(args[a].as.tensor))) return false;
    } else if (!is_real_number(args[a]) || def.chooses) {
      return false;
    } else if (op.schema.is_tensor_like(a)) {
      operands.add(scalar_of(args[a]).to_double());
    } else {
      operands.add_parameter(scalar_of(args[a]));
    }
  }
  if (!operands.any() || result_dtype(def.result, operands.dtype()) != operands.dtype()) return false;
  const Program* program = dual_program(op);
  if (!program) return false;
  auto both = operands.run_both(*program);
  tangent = std::move(both[0]);
  out = std::move(both[1]);
  stands_for(op_Mul);
  return true;
}

Tensor pointwise_tangent(const RuleContext& c) {
  Tensor sum = whole_tangent(c);
  if (sum) return sum;
  for (int r = 0; r < c.op.num_rules; ++r) {
    const Rule& rule = c.op.rules[r];
    const Tensor& t = c.tangents[rule.targets[0]];
    if (!t) continue;
    Tensor part = tangent_part(c, rule, t);
    sum = sum ? add(sum, part) : part;
  }
  return sum;
}

// ---- promotion ----

void Promotion::add(const Tensor& t) {
  if (t->is_wrapped_number) {
    number_ = promote(number_, t.dtype());  // in double precision: its rounding is left to whatever it meets
    return;
  }
  Dtype& kind = t.ndim() == 0 ? zero_ : dims_;
  kind = kind == t.dtype() ? kind : promote(kind, t.dtype());
}

void Promotion::add(const Scalar& s) {
  static constexpr Dtype kDefaults[] = {Dtype::Bool, Dtype::Int64, Dtype::Float32, Dtype::Complex64};
  number_ = promote(number_, kDefaults[s.category()]);
}

namespace {
// The higher category wins; within one, the stronger kind of operand.
Dtype combine(Dtype strong, Dtype weak) {
  if (strong == Dtype::None) return weak;
  if (weak == Dtype::None || category_of(strong) >= category_of(weak)) return strong;
  // a number or zero-dimensional operand lifts the category and keeps the precision
  if (is_complex(weak) && is_floating(strong)) return complex_of(strong);
  return weak;
}
}  // namespace

Dtype Promotion::result() const { return combine(combine(dims_, zero_), number_); }

}  // namespace vjp
