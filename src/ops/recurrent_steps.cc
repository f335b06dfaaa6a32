// The steps of recurrent layers: one node for a whole sequence, whose products with the inputs are there already. A
// step is one product with the hidden state and one or two programs; the weight's gradient is one product over all
// steps.
#include "ops/functions/recurrent_steps.h"

#include "ops/batch_rules.h"
#include "ops/call_counts.h"
#include "ops/define.h"
#include "ops/functions/join.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_activation.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/geometry.h"
#include "ops/matmul.h"
#include "ops/recurrent.h"

namespace vjp {
namespace recurrent {
namespace {

Tensor sum_of(const Tensor& a, const Tensor& b) { return a && b ? add(a, b) : a ? a : b; }
Tensor block(const Tensor& t, int64_t k, int64_t size) { return narrow(t, -1, k * size, size); }
Tensor at_step(const Tensor& t, int64_t i) { return t ? select(t, -3, i) : t; }
Tensor dense(const Tensor& t) { return !t || t.contiguous() ? t : fresh_copy(t); }

// The order of the steps.
struct Order {
  int64_t count;
  bool reverse;
  int64_t at(int64_t step) const { return reverse ? count - 1 - step : step; }
  // The place before place t, or -1.
  int64_t before(int64_t t) const { return reverse ? (t + 1 < count ? t + 1 : -1) : t - 1; }
};

}  // namespace

State step(Cell cell, const Tensor& gates, const State& before, const Tensor& weight, const Tensor& bias) {
  const int64_t size = weight.size(-2) / gates_of(cell);
  Tensor hidden = matmul(before.hidden, mT(weight));
  if (bias) hidden = add(hidden, bias);
  if (cell == Cell::Gru) {
    const auto in = [&](int64_t k) { return add(block(gates, k, size), block(hidden, k, size)); };
    const Tensor r = sigmoid(in(0)), z = sigmoid(in(1)), q = block(hidden, 2, size);
    const Tensor n = tanh(block(gates, 2, size) + r * q);
    return {gru_hidden(z, n, before.hidden), {}, cat(std::array{r, z, n, q}, -1)};
  }
  const Tensor in = add(gates, hidden);
  if (cell != Cell::Lstm) return {cell == Cell::Tanh ? tanh(in) : relu(in), {}, {}};
  const Tensor i = sigmoid(block(in, 0, size)), f = sigmoid(block(in, 1, size));
  const Tensor g = tanh(block(in, 2, size)), o = sigmoid(block(in, 3, size));
  const Tensor c = lstm_cell(i, f, g, before.cell);
  return {lstm_hidden(o, c), c, cat(std::array{i, f, g, o}, -1)};
}

State steps(Cell cell, const Tensor& gates, const State& first, const Tensor& weight, const Tensor& bias,
            bool reverse) {
  const Order order{gates.size(-3), reverse};
  std::array<std::vector<Tensor>, 3> all;
  for (auto& list : all) list.resize(static_cast<size_t>(order.count));
  State now = first;
  for (int64_t s = 0; s < order.count; ++s) {
    const auto t = static_cast<size_t>(order.at(s));
    now = step(cell, at_step(gates, order.at(s)), now, weight, bias);
    all[0][t] = now.hidden, all[1][t] = now.cell, all[2][t] = now.kept;
  }
  const auto joined = [](const std::vector<Tensor>& list) { return list[0] ? stack(list, -3) : Tensor(); };
  return {joined(all[0]), joined(all[1]), joined(all[2])};
}

namespace {

// ---- programs ----

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
Rows rows_of(const Tensor& matrix) { return {matrix.raw(), {matrix.size(-1), 1}}; }
// Block k of step t of a dense tensor [T, B, blocks * size].
Rows rows_of(const Tensor& all, int64_t t, int64_t k, int64_t size) {
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
Tensor matrix_at(const Tensor& all, int64_t t) { return all.with_geometry(select_geometry(all.geometry(), 0, t)); }
Tensor before_step(const Tensor& all, const Tensor& first, const Order& order, int64_t t) {
  const int64_t before = order.before(t);
  return before < 0 ? first : matrix_at(all, before);
}
// Steps as the rows of one matrix.
Tensor all_rows(const Tensor& all, int64_t from, int64_t count) {
  Tensor some = all.with_geometry(narrow_geometry(all.geometry(), 0, from, count));
  return some.with_geometry(*view_geometry(some.geometry(), Dims{count * all.size(1), all.size(2)}));
}

// What products with the hidden state before each step contribute to the weight's gradient.
Tensor weight_gradient(const Tensor& products, const Tensor& hidden, const Tensor& first, const Order& order) {
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
Tensor all_before(const Tensor& all, const Tensor& first, const Order& order) {
  const Tensor start = unsqueeze(first, -3), others = narrow(all, -3, order.reverse, order.count - 1);
  return order.reverse ? cat(std::array{others, start}, -3) : cat(std::array{start, others}, -3);
}
Tensor recorded_weight_gradient(const Tensor& products, const Tensor& before) {
  return mm(mT(flatten(products, 0, 1)), flatten(before, 0, 1));
}

// ---- LSTM ----

struct Lstm {
  Tensor hx, cx, weight, hidden, cells, gates;
  Order order;
  int64_t size() const { return weight.size(1); }

  Tensor derivatives() const {
    const Tensor i = block(gates, 0, size()), f = block(gates, 1, size()), g = block(gates, 2, size());
    return cat(std::array{of_sigmoid(i), of_sigmoid(f), of_tanh(g), of_sigmoid(block(gates, 3, size()))}, -1);
  }
};

std::array<Tensor, 3> run_lstm(const Tensor& in, const Tensor& hx, const Tensor& cx, const Tensor& weight,
                               bool reverse) {
  const Tensor x = dense(in), h0 = dense(hx), c0 = dense(cx);
  const int64_t batch = x.size(1), size = weight.size(1);
  const Order order{x.size(0), reverse};
  const Tensor hidden = Tensor::empty(Dims{order.count, batch, size}, x.dtype());
  const Tensor cells = Tensor::empty(hidden.sizes(), x.dtype()), gates = Tensor::empty(x.sizes(), x.dtype());
  const Tensor product = Tensor::empty(Dims{1, batch, 4 * size}, x.dtype()), rows = matrix_at(product, 0);
  const Programs p(x, batch, size);
  for (int64_t s = 0; s < order.count; ++s) {
    const int64_t t = order.at(s);
    multiply_into(rows, {before_step(hidden, h0, order, t)}, {weight, Factor::Transposed});
    p.run(
        [](auto xi, auto xf, auto xg, auto hi, auto hf, auto hg, auto c) {
          auto i = sigmoid(xi + hi), f = sigmoid(xf + hf), g = tanh(xg + hg);
          return std::array{lstm_cell(i, f, g, c), i, f, g};
        },
        {p.of(x, t, 0), p.of(x, t, 1), p.of(x, t, 2), p.of(product, 0, 0), p.of(product, 0, 1), p.of(product, 0, 2),
         rows_of(before_step(cells, c0, order, t))},
        {p.of(cells, t), p.of(gates, t, 0), p.of(gates, t, 1), p.of(gates, t, 2)});
    p.run(
        [](auto xo, auto ho, auto c) {
          auto o = sigmoid(xo + ho);
          return std::array{lstm_hidden(o, c), o};
        },
        {p.of(x, t, 3), p.of(product, 0, 3), p.of(cells, t)}, {p.of(hidden, t), p.of(gates, t, 3)});
  }
  return {hidden, cells, gates};
}

// Gradients of gates, hx, cx and weight; gh and gc perhaps undefined.
std::array<Tensor, 4> lstm_gradients(const Tensor& grad_hidden, const Tensor& grad_cells, const Lstm& l,
                                     bool needs_weight) {
  const Tensor gh = dense(grad_hidden), gc = dense(grad_cells), h0 = dense(l.hx), c0 = dense(l.cx);
  const int64_t batch = l.hidden.size(1), size = l.size();
  const Programs p(l.hidden, batch, size);
  const Tensor in = Tensor::empty(l.gates.sizes(), l.gates.dtype());
  const Tensor dh = Tensor::zeros(Dims{1, batch, size}, in.dtype()), dc = Tensor::zeros(dh.sizes(), in.dtype());
  for (int64_t s = l.order.count; s-- > 0;) {
    const int64_t t = l.order.at(s);
    p.run([](auto g, auto d, auto gcell, auto dcell, auto o,
             auto c) { return lstm_back_cell(g + d, gcell + dcell, o, c); },
          {p.of(gh, t), p.of(dh, 0), p.of(gc, t), p.of(dc, 0), p.of(l.gates, t, 3), p.of(l.cells, t)},
          {p.of(in, t, 3), p.of(dc, 0)});
    p.run(lstm_back_gates,
          {p.of(dc, 0), p.of(l.gates, t, 0), p.of(l.gates, t, 1), p.of(l.gates, t, 2),
           rows_of(before_step(l.cells, c0, l.order, t))},
          {p.of(in, t, 0), p.of(in, t, 1), p.of(in, t, 2), p.of(dc, 0)});
    multiply_into(matrix_at(dh, 0), {matrix_at(in, t)}, {l.weight});
    stands_for(op_Mm);
  }
  return {in, matrix_at(dh, 0), matrix_at(dc, 0), needs_weight ? weight_gradient(in, l.hidden, h0, l.order) : Tensor()};
}

std::array<Tensor, 4> recorded_lstm_gradients(const Tensor& gh, const Tensor& gc, const Tensor& ggates, const Lstm& l) {
  const int64_t size = l.size();
  const Tensor more = ggates ? ggates * l.derivatives() : ggates;
  std::vector<Tensor> in(static_cast<size_t>(l.order.count));
  const Tensor none = zeros_like(l.hx);
  Tensor dh = none, dc = none;
  for (int64_t s = l.order.count; s-- > 0;) {
    const int64_t t = l.order.at(s), before = l.order.before(t);
    const Tensor gates = select(l.gates, 0, t);
    const auto [d_o, cell] = lstm_back_cell(sum_of(at_step(gh, t), dh), sum_of(at_step(gc, t), dc),
                                            block(gates, 3, size), select(l.cells, 0, t));
    const auto [di, df, dg, rest] =
        lstm_back_gates(cell, block(gates, 0, size), block(gates, 1, size), block(gates, 2, size),
                        before < 0 ? l.cx : select(l.cells, 0, before));
    Tensor d = sum_of(cat(std::array{di, df, dg, d_o}, -1), at_step(more, t));
    dc = rest;
    dh = mm(d, l.weight);
    in[static_cast<size_t>(t)] = d;
  }
  const Tensor all = stack(in, 0);
  return {all, dh, dc, recorded_weight_gradient(all, all_before(l.hidden, l.hx, l.order))};
}

// The tangents of what goes through a step's products, of which one is there whole: dx + h dW^T.
Tensor whole_tangent(const Tensor& dx, const Tensor& dweight, const Tensor& hidden, const Tensor& first,
                     const Order& order) {
  return sum_of(dx, dweight ? matmul(all_before(hidden, first, order), mT(dweight)) : Tensor());
}

std::array<Tensor, 3> lstm_tangents(const Tensor& dx, const Tensor& dhx, const Tensor& dcx, const Tensor& dweight,
                                    const Lstm& l) {
  const int64_t size = l.size();
  const Tensor in = whole_tangent(dx, dweight, l.hidden, l.hx, l.order), derivatives = l.derivatives();
  const Tensor none = zeros_like(l.hx);
  const auto places = static_cast<size_t>(l.order.count);
  std::vector<Tensor> hidden(places), cells(places), gates(places);
  Tensor dh = dhx ? dhx : none, dc = dcx ? dcx : none;
  for (int64_t s = 0; s < l.order.count; ++s) {
    const int64_t t = l.order.at(s), before = l.order.before(t);
    const Tensor d = sum_of(at_step(in, t), matmul(dh, mT(l.weight))) * select(derivatives, 0, t);
    const Tensor gate = select(l.gates, 0, t), cell = tanh(select(l.cells, 0, t));
    const auto of = [&](const Tensor& all, int64_t k) { return block(all, k, size); };
    dc = of(d, 1) * (before < 0 ? l.cx : select(l.cells, 0, before)) + of(gate, 1) * dc + of(d, 0) * of(gate, 2) +
         of(gate, 0) * of(d, 2);
    dh = of(d, 3) * cell + of(gate, 3) * of_tanh(cell) * dc;
    hidden[static_cast<size_t>(t)] = dh, cells[static_cast<size_t>(t)] = dc, gates[static_cast<size_t>(t)] = d;
  }
  return {stack(hidden, 0), stack(cells, 0), stack(gates, 0)};
}

// ---- GRU ----

struct Gru {
  Tensor hx, weight, bias, hidden, kept;
  Order order;
  int64_t size() const { return weight.size(1); }
};

std::array<Tensor, 2> run_gru(const Tensor& in, const Tensor& hx, const Tensor& weight, const Tensor& given_bias,
                              bool reverse) {
  const Tensor x = dense(in), h0 = dense(hx), bias = dense(given_bias);
  const int64_t batch = x.size(1), size = weight.size(1);
  const Order order{x.size(0), reverse};
  const Tensor hidden = Tensor::empty(Dims{order.count, batch, size}, x.dtype());
  const Tensor kept = Tensor::empty(Dims{order.count, batch, 4 * size}, x.dtype());
  const Tensor product = Tensor::empty(Dims{1, batch, 3 * size}, x.dtype()), rows = matrix_at(product, 0);
  const Programs p(x, batch, size);
  const auto bias_of = [&](int64_t k) {  // the same in every row
    const auto bytes = static_cast<int64_t>(size_of(x.dtype()));
    return bias ? Rows{bias.raw() + k * size * bytes, {0, 1}} : p.of({}, 0);
  };
  for (int64_t s = 0; s < order.count; ++s) {
    const int64_t t = order.at(s);
    const Tensor before = before_step(hidden, h0, order, t);
    multiply_into(rows, {before}, {weight, Factor::Transposed});
    p.run(
        [](auto xr, auto xz, auto hr, auto hz, auto br, auto bz) {
          return std::array{sigmoid(xr + (hr + br)), sigmoid(xz + (hz + bz))};
        },
        {p.of(x, t, 0), p.of(x, t, 1), p.of(product, 0, 0), p.of(product, 0, 1), bias_of(0), bias_of(1)},
        {p.of(kept, t, 0), p.of(kept, t, 1)});
    p.run(
        [](auto xn, auto hn, auto bn, auto r, auto z, auto h) {
          auto q = hn + bn, n = tanh(xn + r * q);
          return std::array{gru_hidden(z, n, h), n, q};
        },
        {p.of(x, t, 2), p.of(product, 0, 2), bias_of(2), p.of(kept, t, 0), p.of(kept, t, 1), rows_of(before)},
        {p.of(hidden, t), p.of(kept, t, 2), p.of(kept, t, 3)});
  }
  return {hidden, kept};
}

// Of gates, hx, weight and bias.
std::array<Tensor, 4> gru_gradients(const Tensor& grad, const Gru& u, std::array<bool, 2> needs) {
  const Tensor g = dense(grad), h0 = dense(u.hx);
  const int64_t batch = u.hidden.size(1), size = u.size();
  const Programs p(u.hidden, batch, size);
  const Tensor in = Tensor::empty(Dims{u.order.count, batch, 3 * size}, g.dtype());
  const Tensor products = Tensor::empty(in.sizes(), g.dtype()), dh = Tensor::zeros(Dims{1, batch, size}, g.dtype());
  for (int64_t s = u.order.count; s-- > 0;) {
    const int64_t t = u.order.at(s);
    p.run([](auto gh, auto d, auto z, auto n, auto h) { return gru_back_hidden(gh + d, z, n, h); },
          {p.of(g, t), p.of(dh, 0), p.of(u.kept, t, 1), p.of(u.kept, t, 2),
           rows_of(before_step(u.hidden, h0, u.order, t))},
          {p.of(in, t, 2), p.of(products, t, 1), p.of(dh, 0)});
    p.run(gru_back_reset, {p.of(in, t, 2), p.of(u.kept, t, 0), p.of(u.kept, t, 3)},
          {p.of(products, t, 0), p.of(products, t, 2)});
    multiply_into(matrix_at(dh, 0), {matrix_at(products, t)}, {u.weight}, 1.0, 1.0);
    stands_for(op_Mm);
  }
  const auto gates = [&](const Tensor& t) { return t.with_geometry(narrow_geometry(t.geometry(), 2, 0, 2 * size)); };
  kernels().copy(gates(in).view(), gates(products).view());
  return {in, matrix_at(dh, 0), needs[0] ? weight_gradient(products, u.hidden, h0, u.order) : Tensor(),
          needs[1] ? sum(products, Dims{0, 1}) : Tensor()};
}

std::array<Tensor, 4> recorded_gru_gradients(const Tensor& gh, const Tensor& gkept, const Gru& u) {
  const int64_t size = u.size();
  std::vector<Tensor> in(static_cast<size_t>(u.order.count)), products(in.size());
  Tensor dh = zeros_like(u.hx);
  for (int64_t s = u.order.count; s-- > 0;) {
    const int64_t t = u.order.at(s), before = u.order.before(t);
    const auto of = [&](const Tensor& all, int64_t k) { return block(select(all, 0, t), k, size); };
    const Tensor r = of(u.kept, 0), z = of(u.kept, 1), n = of(u.kept, 2), q = of(u.kept, 3);
    auto [dn, dz, rest] =
        gru_back_hidden(sum_of(at_step(gh, t), dh), z, n, before < 0 ? u.hx : select(u.hidden, 0, before));
    if (gkept) dn = dn + of(gkept, 2) * of_tanh(n), dz = dz + of(gkept, 1) * of_sigmoid(z);
    auto [dr, dq] = gru_back_reset(dn, r, q);
    if (gkept) dr = dr + of(gkept, 0) * of_sigmoid(r), dq = dq + of(gkept, 3);
    const Tensor product = cat(std::array{dr, dz, dq}, -1);
    dh = rest + mm(product, u.weight);
    in[static_cast<size_t>(t)] = cat(std::array{dr, dz, dn}, -1);
    products[static_cast<size_t>(t)] = product;
  }
  const Tensor all = stack(products, 0);
  return {stack(in, 0), dh, recorded_weight_gradient(all, all_before(u.hidden, u.hx, u.order)),
          u.bias ? sum(all, Dims{0, 1}) : Tensor()};
}

std::array<Tensor, 2> gru_tangents(const Tensor& dx, const Tensor& dhx, const Tensor& dweight, const Tensor& dbias,
                                   const Gru& u) {
  const int64_t size = u.size();
  const Tensor whole = sum_of(whole_tangent({}, dweight, u.hidden, u.hx, u.order), dbias);
  std::vector<Tensor> hidden(static_cast<size_t>(u.order.count)), kept(hidden.size());
  Tensor dh = dhx ? dhx : zeros_like(u.hx);
  for (int64_t s = 0; s < u.order.count; ++s) {
    const int64_t t = u.order.at(s), before = u.order.before(t);
    const Tensor product =
        sum_of(whole ? (whole.ndim() > 2 ? at_step(whole, t) : whole) : whole, matmul(dh, mT(u.weight)));
    const auto of = [&](int64_t k) { return block(select(u.kept, 0, t), k, size); };
    const auto in = [&](int64_t k) {
      return dx ? block(product, k, size) + block(select(dx, 0, t), k, size) : block(product, k, size);
    };
    const Tensor r = of(0), z = of(1), n = of(2), h = before < 0 ? u.hx : select(u.hidden, 0, before);
    const Tensor dr = in(0) * of_sigmoid(r), dz = in(1) * of_sigmoid(z), dq = block(product, 2, size);
    Tensor into = dr * of(3) + r * dq;
    if (dx) into = into + block(select(dx, 0, t), 2, size);
    const Tensor dn = into * of_tanh(n);
    dh = dn * (1.0 - z) + dz * (h - n) + z * dh;
    hidden[static_cast<size_t>(t)] = dh, kept[static_cast<size_t>(t)] = cat(std::array{dr, dz, dn, dq}, -1);
  }
  return {stack(hidden, 0), stack(kept, 0)};
}

// ---- tanh and relu ----

Tensor run_rnn(const Tensor& in, const Tensor& hx, const Tensor& weight, bool relu, bool reverse) {
  const Tensor x = dense(in), h0 = dense(hx), hidden = Tensor::empty(x.sizes(), x.dtype());
  const Tensor product = Tensor::empty(Dims{1, x.size(1), x.size(2)}, x.dtype());
  const Order order{x.size(0), reverse};
  const Programs p(x, x.size(1), x.size(2));
  for (int64_t s = 0; s < order.count; ++s) {
    const int64_t t = order.at(s);
    multiply_into(matrix_at(product, 0), {before_step(hidden, h0, order, t)}, {weight, Factor::Transposed});
    const Rows in_rows[] = {p.of(x, t), p.of(product, 0)}, out_rows[] = {p.of(hidden, t)};
    if (relu) {
      p.run([](auto a, auto b) { return std::array{maximum(a + b, 0.0)}; }, in_rows, out_rows);
    } else {
      p.run([](auto a, auto b) { return std::array{tanh(a + b)}; }, in_rows, out_rows);
    }
  }
  return hidden;
}

// Of gates, hx and weight.
std::array<Tensor, 3> rnn_gradients(const Tensor& grad, const Tensor& hx, const Tensor& weight, const Tensor& hidden,
                                    bool relu, const Order& order, bool needs_weight) {
  const Tensor g = dense(grad), h0 = dense(hx), in = Tensor::empty(hidden.sizes(), hidden.dtype());
  const Programs p(hidden, hidden.size(1), hidden.size(2));
  const Tensor dh = Tensor::zeros(Dims{1, hidden.size(1), hidden.size(2)}, hidden.dtype());
  for (int64_t s = order.count; s-- > 0;) {
    const int64_t t = order.at(s);
    const Rows in_rows[] = {p.of(g, t), p.of(dh, 0), p.of(hidden, t)}, out_rows[] = {p.of(in, t)};
    if (relu) {
      p.run([](auto a, auto d, auto h) { return std::array{rnn_back_relu(a + d, h)}; }, in_rows, out_rows);
    } else {
      p.run([](auto a, auto d, auto h) { return std::array{rnn_back_tanh(a + d, h)}; }, in_rows, out_rows);
    }
    multiply_into(matrix_at(dh, 0), {matrix_at(in, t)}, {weight});
    stands_for(op_Mm);
  }
  return {in, matrix_at(dh, 0), needs_weight ? weight_gradient(in, hidden, h0, order) : Tensor()};
}

Tensor rnn_back(const Tensor& d, const Tensor& h, bool relu) {
  return relu ? rnn_back_relu(d, h) : rnn_back_tanh(d, h);
}

std::array<Tensor, 3> recorded_rnn_gradients(const Tensor& g, const Tensor& hx, const Tensor& weight,
                                             const Tensor& hidden, bool relu, const Order& order) {
  std::vector<Tensor> in(static_cast<size_t>(order.count));
  Tensor dh = zeros_like(hx);
  for (int64_t s = order.count; s-- > 0;) {
    const int64_t t = order.at(s);
    const Tensor d = rnn_back(select(g, 0, t) + dh, select(hidden, 0, t), relu);
    dh = mm(d, weight);
    in[static_cast<size_t>(t)] = d;
  }
  const Tensor all = stack(in, 0);
  return {all, dh, recorded_weight_gradient(all, all_before(hidden, hx, order))};
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
Tensor unfold_batch(const Batch& b, const Tensor& t) { return unfolded(t, 1, b.size, t.size(1) / b.size); }

}  // namespace
}  // namespace recurrent

using namespace recurrent;

struct LstmSteps : General {
  static constexpr Schema schema{
      "_lstm_steps(Tensor gates, Tensor hx, Tensor cx, Tensor weight, bool reverse) -> (Tensor hidden, Tensor cells, "
      "Tensor kept)"};
  static constexpr const char* doc =
      "The steps of an LSTM over [T, B, 4 H], the products of the inputs; hidden and cells of every step, and its "
      "gates.";
  static std::array<Tensor, 3> forward(const Tensor& gates, const Tensor& hx, const Tensor& cx, const Tensor& weight,
                                       bool reverse) {
    return run_lstm(gates, hx, cx, weight, reverse);
  }
  static std::array<Tensor, 3> batch(const Batch& b, const Tensor& gates, const Tensor& hx, const Tensor& cx,
                                     const Tensor& weight, bool reverse) {
    if (b.has(3) || b.size == 0) return steps_of_samples<3>(b, Cell::Lstm, gates, {hx, cx, {}}, weight, 3, {}, reverse);
    auto all =
        _lstm_steps(folded(with_batch(b, 0, gates), 1), along_first(b, 1, hx), along_first(b, 2, cx), weight, reverse);
    for (Tensor& t : all) t = unfold_batch(b, t);
    return all;
  }
  static constexpr auto vjp = rules(wrt<"gates", "hx", "cx", "weight">(
      [](MaybeGradOf<0> gh, MaybeGradOf<1> gc, MaybeGradOf<2> gkept, In<"hx"> hx, In<"cx"> cx, In<"weight"> weight,
         Out<0> hidden, Out<1> cells, Out<2> gates, Attr<"reverse", bool> reverse,
         Needs<"weight"> needs) -> std::array<Tensor, 4> {
        const Lstm l{hx, cx, weight, hidden, cells, gates, {hidden.size(0), reverse}};
        return derivatives_followed() || gkept ? recorded_lstm_gradients(gh, gc, gkept, l)
                                               : lstm_gradients(gh, gc, l, needs);
      }));
  static constexpr auto jvp = tangents([](Tangent<"gates"> dx, Tangent<"hx"> dh, Tangent<"cx"> dc, Tangent<"weight"> dw,
                                          In<"hx"> hx, In<"cx"> cx, In<"weight"> weight, Out<0> hidden, Out<1> cells,
                                          Out<2> gates, Attr<"reverse", bool> reverse) -> std::array<Tensor, 3> {
    return lstm_tangents(dx, dh, dc, dw, {hx, cx, weight, hidden, cells, gates, {hidden.size(0), reverse}});
  });
};
VJP_DEFINE(LstmSteps);

struct GruSteps : General {
  static constexpr Schema schema{
      "_gru_steps(Tensor gates, Tensor hx, Tensor weight, Tensor? bias, bool reverse) -> (Tensor hidden, Tensor kept)"};
  static constexpr const char* doc =
      "The steps of a GRU over [T, B, 3 H], the products of the inputs; `bias` is that of the hidden state's products. "
      "The hidden state of every step, and its r, z, n and hidden part of n.";
  static std::array<Tensor, 2> forward(const Tensor& gates, const Tensor& hx, const Tensor& weight, const Tensor& bias,
                                       bool reverse) {
    return run_gru(gates, hx, weight, bias, reverse);
  }
  static std::array<Tensor, 2> batch(const Batch& b, const Tensor& gates, const Tensor& hx, const Tensor& weight,
                                     const Tensor& bias, bool reverse) {
    if (b.has(2) || b.has(3) || b.size == 0)
      return steps_of_samples<2>(b, Cell::Gru, gates, {hx, {}, {}}, weight, 2, bias, reverse);
    auto all = _gru_steps(folded(with_batch(b, 0, gates), 1), along_first(b, 1, hx), weight, bias, reverse);
    for (Tensor& t : all) t = unfold_batch(b, t);
    return all;
  }
  static constexpr auto vjp = rules(wrt<"gates", "hx", "weight", "bias">(
      [](GradOf<0> g, MaybeGradOf<1> gkept, In<"hx"> hx, In<"weight"> weight, In<"bias"> bias, Out<0> hidden,
         Out<1> kept, Attr<"reverse", bool> reverse, Needs<"weight"> needs_weight,
         Needs<"bias"> needs_bias) -> std::array<Tensor, 4> {
        const Gru u{hx, weight, bias, hidden, kept, {hidden.size(0), reverse}};
        return derivatives_followed() || gkept ? recorded_gru_gradients(g, gkept, u)
                                               : gru_gradients(g, u, {needs_weight, needs_bias});
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"gates"> dx, Tangent<"hx"> dh, Tangent<"weight"> dw, Tangent<"bias"> db, In<"hx"> hx,
                  In<"weight"> weight, In<"bias"> bias, Out<0> hidden, Out<1> kept,
                  Attr<"reverse", bool> reverse) -> std::array<Tensor, 2> {
        return gru_tangents(dx, dh, dw, db, {hx, weight, bias, hidden, kept, {hidden.size(0), reverse}});
      });
};
VJP_DEFINE(GruSteps);

struct RnnSteps : General {
  static constexpr Schema schema{
      "_rnn_steps(Tensor gates, Tensor hx, Tensor weight, bool relu, bool reverse) -> Tensor"};
  static constexpr const char* doc =
      "The steps of a recurrent layer without gates over [T, B, H], the products of the inputs, with tanh or relu.";
  static Tensor forward(const Tensor& gates, const Tensor& hx, const Tensor& weight, bool relu, bool reverse) {
    return run_rnn(gates, hx, weight, relu, reverse);
  }
  static Tensor batch(const Batch& b, const Tensor& gates, const Tensor& hx, const Tensor& weight, bool relu,
                      bool reverse) {
    const Cell cell = relu ? Cell::Relu : Cell::Tanh;
    if (b.has(2) || b.size == 0) return steps_of_samples<1>(b, cell, gates, {hx, {}, {}}, weight, 2, {}, reverse)[0];
    return unfold_batch(b,
                        _rnn_steps(folded(with_batch(b, 0, gates), 1), along_first(b, 1, hx), weight, relu, reverse));
  }
  static constexpr auto vjp = rules(
      wrt<"gates", "hx", "weight">([](Grad g, In<"hx"> hx, In<"weight"> weight, Out<0> hidden, Attr<"relu", bool> relu,
                                      Attr<"reverse", bool> reverse, Needs<"weight"> needs) -> std::array<Tensor, 3> {
        const Order order{hidden.size(0), reverse};
        return derivatives_followed() ? recorded_rnn_gradients(g, hx, weight, hidden, relu, order)
                                      : rnn_gradients(g, hx, weight, hidden, relu, order, needs);
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"gates"> dx, Tangent<"hx"> dhx, Tangent<"weight"> dw, In<"hx"> hx, In<"weight"> weight,
                  Out<0> hidden, Attr<"relu", bool> relu, Attr<"reverse", bool> reverse) -> Tensor {
        const Order order{hidden.size(0), reverse};
        const Tensor whole = whole_tangent(dx, dw, hidden, hx, order);
        std::vector<Tensor> all(static_cast<size_t>(order.count));
        Tensor dh = dhx;
        for (int64_t s = 0; s < order.count; ++s) {
          const int64_t t = order.at(s);
          const Tensor in = sum_of(at_step(whole, t), dh ? matmul(dh, mT(weight)) : Tensor());
          all[static_cast<size_t>(t)] = dh = rnn_back(in, select(hidden, 0, t), relu);
        }
        return stack(all, 0);
      });
};
VJP_DEFINE(RnnSteps);

}  // namespace vjp
