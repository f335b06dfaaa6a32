// What the steps of recurrent layers are made of: their order, the programs that run over the rows of one step, the
// products of all steps, and the steps of a batch of samples. Of the files recurrent_*.cc.
#pragma once

#include "ops/batch_rules.h"
#include "ops/call_counts.h"
#include "ops/define.h"
#include "ops/functions/join.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/geometry.h"
#include "ops/matmul.h"
#include "ops/recurrent.h"

namespace vjp::recurrent {

inline Tensor sum_of(const Tensor& a, const Tensor& b) { return a && b ? add(a, b) : a ? a : b; }
inline Tensor block(const Tensor& t, int64_t k, int64_t size) { return narrow(t, -1, k * size, size); }
inline Tensor at_step(const Tensor& t, int64_t i) { return t ? select(t, -3, i) : t; }
inline Tensor dense(const Tensor& t) { return !t || t.contiguous() ? t : fresh_copy(t); }

// The order of the steps.
struct Order {
  int64_t count;
  bool reverse;
  int64_t at(int64_t step) const { return reverse ? count - 1 - step : step; }
  // The place before place t, or -1.
  int64_t before(int64_t t) const { return reverse ? (t + 1 < count ? t + 1 : -1) : t - 1; }
};

// The program of a function from N values to a std::array of values.
template <class F, size_t N>
struct ProgramOf {
  static constexpr Trace trace() {
    Tracer t;
    t.program.num_inputs = N;
    std::array<Sym, N> in{};
    for (size_t i = 0; i < N; ++i) in[i] = Sym{&t, static_cast<uint8_t>(i)};
    const auto out = std::apply(F{}, in);
    Trace trace = t.finish(out[0].id);
    trace.program.num_outputs = out.size();
    for (size_t i = 0; i < out.size(); ++i)
      trace.program.outputs[i] = static_cast<uint8_t>(first_result(trace.program) + out[i].id - 128);
    return trace;
  }
};

// Where an operand of a step lies: rows of a batch, the elements of a row side by side; or one element for all.
struct Rows {
  char* data;
  int64_t strides[2];
};
inline Rows rows_of(const Tensor& matrix) { return {matrix.raw(), {matrix.size(-1), 1}}; }
// Block k of step t of a dense tensor [T, B, blocks * size].
inline Rows rows_of(const Tensor& all, int64_t t, int64_t k, int64_t size) {
  const int64_t width = all.size(2), at = t * all.size(1) * width + k * size;
  return {all.raw() + at * static_cast<int64_t>(size_of(all.dtype())), {width, 1}};
}

// The programs of one sequence.
struct Programs {
  Dtype dtype;
  int64_t sizes[2];  // batch, hidden
  Tensor zero;       // stands for what is absent

  Programs(const Tensor& model, int64_t batch, int64_t size)
      : dtype(model.dtype()), sizes{batch, size}, zero(Tensor::zeros(Dims{1}, model.dtype())) {}

  Rows of(const Tensor& all, int64_t t, int64_t k = 0) const {
    return all ? rows_of(all, t, k, sizes[1]) : Rows{zero.raw(), {0, 0}};
  }
  template <class F, size_t N, size_t M>
  void run(F, const Rows (&in)[N], const Rows (&out)[M]) const {
    launch(Traced<ProgramOf<F, N>>::kProgram, in, N, out, M);
  }

 private:
  void launch(const Program& program, const Rows* in, size_t n, const Rows* out, size_t m) const {
    PointwiseArgs args;
    args.program = &program;
    args.compute = byte_of(dtype);
    args.ndim = 2;
    args.sizes = sizes;
    for (size_t i = 0; i < n; ++i) args.inputs[i] = make_operand(in[i].data, dtype, in[i].strides);
    for (size_t i = 0; i < m; ++i) args.outputs[i] = make_operand(out[i].data, dtype, out[i].strides);
    kernels().pointwise(args);
  }
};

// A step of a dense tensor [T, B, n] as a matrix, without the view relation: nothing here is recorded.
inline Tensor matrix_at(const Tensor& all, int64_t t) {
  return all.with_geometry(select_geometry(all.geometry(), 0, t));
}
inline Tensor before_step(const Tensor& all, const Tensor& first, const Order& order, int64_t t) {
  const int64_t before = order.before(t);
  return before < 0 ? first : matrix_at(all, before);
}
// Steps as the rows of one matrix.
inline Tensor all_rows(const Tensor& all, int64_t from, int64_t count) {
  Tensor some = all.with_geometry(narrow_geometry(all.geometry(), 0, from, count));
  return some.with_geometry(*view_geometry(some.geometry(), Dims{count * all.size(1), all.size(2)}));
}

// What products with the hidden state before each step contribute to the weight's gradient.
inline Tensor weight_gradient(const Tensor& products, const Tensor& hidden, const Tensor& first, const Order& order) {
  stands_for(op_Mm);
  const int64_t n = order.count;
  if (n == 0) return Tensor::zeros(Dims{products.size(2), first.size(1)}, first.dtype());
  Tensor out = multiply({matrix_at(products, order.at(0)), Factor::Transposed}, {first});
  if (n == 1) return out;
  multiply_into(out, {all_rows(products, !order.reverse, n - 1), Factor::Transposed},
                {all_rows(hidden, order.reverse, n - 1)}, 1.0, 1.0);
  return out;
}

// The hidden state before each step, recorded.
inline Tensor all_before(const Tensor& all, const Tensor& first, const Order& order) {
  const Tensor start = unsqueeze(first, -3), others = narrow(all, -3, order.reverse, order.count - 1);
  return order.reverse ? cat(std::array{others, start}, -3) : cat(std::array{start, others}, -3);
}
inline Tensor recorded_weight_gradient(const Tensor& products, const Tensor& before) {
  return mm(mT(flatten(products, 0, 1)), flatten(before, 0, 1));
}

// The tangents of what goes through a step's products, of which one is there whole: dx + h dW^T.
inline Tensor whole_tangent(const Tensor& dx, const Tensor& dweight, const Tensor& hidden, const Tensor& first,
                            const Order& order) {
  return sum_of(dx, dweight ? matmul(all_before(hidden, first, order), mT(dweight)) : Tensor());
}

// Steps of samples whose weights differ, or may: folded into the batch where they do not.
template <size_t N>
std::array<Tensor, N> steps_of_samples(const Batch& b, Cell cell, const Tensor& gates, const State& first,
                                       const Tensor& weight, int weight_at, const Tensor& bias, bool reverse) {
  const Tensor w = with_batch(b, weight_at, weight);
  const Tensor each = bias ? unsqueeze(with_batch(b, weight_at + 1, bias), -2) : bias;
  State all = steps(cell, with_batch(b, 0, gates), {with_batch(b, 1, first.hidden), with_batch(b, 2, first.cell), {}},
                    w, each, reverse);
  if constexpr (N == 1)
    return {all.hidden};
  else if constexpr (N == 2)
    return {all.hidden, all.kept};
  else
    return {all.hidden, all.cell, all.kept};
}
inline Tensor unfold_batch(const Batch& b, const Tensor& t) { return unfolded(t, 1, b.size, t.size(1) / b.size); }

}  // namespace vjp::recurrent
