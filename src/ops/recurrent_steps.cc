// The steps of recurrent layers: one node for a whole sequence, whose products with the inputs are there already. A
// step is one product with the hidden state and one or two programs; the weight's gradient is one product over all
// steps.
#include "ops/functions/recurrent_steps.h"

#include "ops/functions/pointwise_activation.h"
#include "ops/functions/reduce_sum.h"
#include "ops/recurrent_parts.h"

namespace vjp {
namespace recurrent {

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

}  // namespace
}  // namespace recurrent

using namespace recurrent;

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
