// The steps of an LSTM as one node; see recurrent_steps.cc.
#include "ops/functions/recurrent_lstm.h"

#include "ops/recurrent_parts.h"

namespace vjp {
namespace recurrent {
namespace {

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

}  // namespace vjp
