// Recurrent layers and cells: LSTM, GRU, tanh and relu. A layer is one product for all inputs, and its steps
// (recurrent_lstm.cc, recurrent_steps.cc). Projected states, and sequences of several lengths, take their steps by
// operators.
#include <iterator>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/join.h"
#include "ops/functions/matmul_add.h"
#include "ops/functions/random.h"
#include "ops/functions/recurrent_lstm.h"
#include "ops/functions/recurrent_steps.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/host_numbers.h"
#include "ops/internal.h"
#include "ops/recurrent.h"

namespace vjp {
namespace recurrent {
namespace {

// What computes with a call's tensors, and the dtype of its results.
struct Precision {
  const char* op;
  Dtype dtype;

  Precision(const char* op_name, const Tensor& input) : op(op_name), dtype(input.dtype()) {
    if (!is_floating(dtype)) fail(VJP_ERROR_DTYPE, "{}: 'input' is {}, expected a floating dtype", op, dtype);
  }
  Tensor in(const Tensor& t, const char* name) const {
    if (t && t.dtype() != dtype)
      fail(VJP_ERROR_DTYPE, "{}: '{}' is {}, but 'input' is {}: they must agree", op, name, t.dtype(), dtype);
    return wide(t);
  }
  Tensor out(const Tensor& t) const { return narrowed(t, dtype); }
};

void check_shape(const char* op, const char* name, int64_t place, const Tensor& t, const Dims& wanted) {
  if (same(t.sizes(), wanted)) return;
  if (place < 0) fail(VJP_ERROR_SHAPE, "{}: '{}' has shape {}, expected {}", op, name, t.sizes(), wanted);
  fail(VJP_ERROR_SHAPE, "{}: tensor {} of '{}' has shape {}, expected {}", op, place, name, t.sizes(), wanted);
}

// Of one layer and direction; biases, and the projection of an LSTM's hidden state, may be absent.
struct Weights {
  Tensor in, hidden, bias_in, bias_hidden, projection;

  // [*, gates * H]: what the inputs contribute to all steps.
  Tensor products(Cell cell, const Tensor& input) const {
    Tensor bias = bias_in;
    if (cell != Cell::Gru && bias_hidden) bias = bias ? add(bias, bias_hidden) : bias_hidden;
    return linear(input, in, bias);
  }
  // The bias that stays with the hidden products: of a GRU.
  Tensor later_bias(Cell cell) const { return cell == Cell::Gru ? bias_hidden : Tensor(); }
};

State projected(State s, const Weights& w) {
  if (w.projection) s.hidden = linear(s.hidden, w.projection);
  return s;
}
State one_step(Cell cell, const Tensor& gates, const State& before, const Weights& w) {
  return projected(step(cell, gates, before, w.hidden, w.later_bias(cell)), w);
}

struct LayerResult {
  Tensor output;
  State last;
};

LayerResult fused_layer(Cell cell, const Tensor& input, const State& first, const Weights& w, bool reverse) {
  const Tensor gates = w.products(cell, input);
  const int64_t end = reverse ? 0 : input.size(0) - 1;
  if (cell == Cell::Lstm) {
    auto [hidden, cells, kept] = _lstm_steps(gates, first.hidden, first.cell, w.hidden, reverse);
    return {hidden, {select(hidden, 0, end), select(cells, 0, end), {}}};
  }
  const Tensor hidden = cell == Cell::Gru ? _gru_steps(gates, first.hidden, w.hidden, w.bias_hidden, reverse)[0]
                                          : _rnn_steps(gates, first.hidden, w.hidden, cell == Cell::Relu, reverse);
  return {hidden, {select(hidden, 0, end), {}, {}}};
}

LayerResult projected_layer(const Tensor& input, const State& first, const Weights& w, bool reverse) {
  const Tensor gates = w.products(Cell::Lstm, input);
  const int64_t count = input.size(0);
  std::vector<Tensor> all(static_cast<size_t>(count));
  State now = first;
  for (int64_t s = 0; s < count; ++s) {
    const int64_t t = reverse ? count - 1 - s : s;
    now = one_step(Cell::Lstm, select(gates, 0, t), now, w);
    all[static_cast<size_t>(t)] = now.hidden;
  }
  return {stack(all, 0), now};
}

// Rows of the steps one after the other, those of fewer and fewer sequences: step t has the first rows[t] of them.
struct Packed {
  std::vector<int64_t> rows;

  Tensor some(const Tensor& t, int64_t from, int64_t count) const { return t ? narrow(t, 0, from, count) : t; }
  State some(const State& s, int64_t from, int64_t count) const {
    return {some(s.hidden, from, count), some(s.cell, from, count), {}};
  }
  static State joined(const State& a, const State& b) {
    return {cat(std::array{a.hidden, b.hidden}, 0), a.cell ? cat(std::array{a.cell, b.cell}, 0) : Tensor(), {}};
  }

  LayerResult layer(Cell cell, const Tensor& data, const State& first, const Weights& w, bool reverse) const {
    const Tensor gates = w.products(cell, data);
    return reverse ? backwards(cell, gates, first, w) : forwards(cell, gates, first, w);
  }

 private:
  // Sequences that end leave their states behind.
  LayerResult forwards(Cell cell, const Tensor& gates, const State& first, const Weights& w) const {
    std::vector<Tensor> all;
    State now = first, ended;
    int64_t at = 0, running = rows[0];
    const auto end = [&](int64_t left) {
      const State parting = some(now, left, running - left);
      ended = ended.hidden ? joined(parting, ended) : parting;
      now = some(now, 0, left);
      running = left;
    };
    for (const int64_t count : rows) {
      if (count < running) end(count);
      now = one_step(cell, narrow(gates, 0, at, count), now, w);
      all.push_back(now.hidden);
      at += count;
    }
    return {cat(all, 0), ended.hidden ? joined(now, ended) : now};
  }
  // Sequences join where they end.
  LayerResult backwards(Cell cell, const Tensor& gates, const State& first, const Weights& w) const {
    std::vector<Tensor> all(rows.size());
    int64_t at = gates.size(0), running = rows.back();
    State now = some(first, 0, running);
    for (size_t t = rows.size(); t-- > 0;) {
      const int64_t count = rows[t];
      if (count > running) now = joined(now, some(first, running, count - running));
      running = count;
      at -= count;
      now = one_step(cell, narrow(gates, 0, at, count), now, w);
      all[t] = now.hidden;
    }
    return {cat(all, 0), now};
  }
};

// A call of an operator of several layers.
struct Network {
  const char* op;
  Cell cell;
  bool has_biases;
  int64_t layers;
  double dropout;
  bool train, bidirectional;
  Generator* generator;

  int64_t directions() const { return bidirectional ? 2 : 1; }
  int64_t places() const { return layers * directions(); }

  // input [T, B, I], or packed [rows, I]; the states [places, B, *].
  LayerResult run(const Tensor& given, const State& first, TensorList params, const Packed* packed) const {
    const Precision p(op, given);
    check(given, first, params, packed);
    const int64_t each = weights_each(first);
    const State start{p.in(first.hidden, "hx"), p.in(first.cell, "hx"), {}};
    Tensor input = p.in(given, "input");
    std::vector<Tensor> hidden, cells;
    for (int64_t layer = 0; layer < layers; ++layer) {
      std::vector<Tensor> outputs;
      for (int64_t direction = 0; direction < directions(); ++direction) {
        const int64_t place = layer * directions() + direction;
        const Weights w = weights(params.subspan(static_cast<size_t>(place * each), static_cast<size_t>(each)), p);
        check_weights(w, input.size(-1), start, place * each);
        const State from{select(start.hidden, 0, place), start.cell ? select(start.cell, 0, place) : Tensor(), {}};
        const bool reverse = direction == 1;
        LayerResult r = packed         ? packed->layer(cell, input, from, w, reverse)
                        : w.projection ? projected_layer(input, from, w, reverse)
                                       : fused_layer(cell, input, from, w, reverse);
        outputs.push_back(r.output), hidden.push_back(r.last.hidden), cells.push_back(r.last.cell);
      }
      input = outputs.size() == 1 ? outputs[0] : cat(outputs, -1);
      if (train && dropout > 0 && layer + 1 < layers) input = vjp::dropout(input, dropout, true, generator);
    }
    return {p.out(input), {p.out(stack(hidden, 0)), cells[0] ? p.out(stack(cells, 0)) : Tensor(), {}}};
  }

 private:
  bool projects(const State& first) const { return first.cell && first.cell.size(2) != first.hidden.size(2); }
  int64_t weights_each(const State& first) const { return (has_biases ? 4 : 2) + projects(first); }

  Weights weights(TensorList list, const Precision& p) const {
    const auto at = [&](size_t i) { return i < list.size() ? p.in(list[i], "params") : Tensor(); };
    return has_biases ? Weights{at(0), at(1), at(2), at(3), at(4)} : Weights{at(0), at(1), {}, {}, at(2)};
  }
  void check(const Tensor& input, const State& first, TensorList params, const Packed* packed) const {
    if (packed ? input.ndim() != 2 : input.ndim() != 3)
      fail(VJP_ERROR_SHAPE, "{}: '{}' has shape {}, expected {}", op, packed ? "data" : "input", input.sizes(),
           packed ? "[rows, features]" : "[steps, batch, features]");
    if (layers < 1) fail(VJP_ERROR_INVALID, "{}: 'num_layers' is {}, expected 1 or more", op, layers);
    if (!(dropout >= 0 && dropout <= 1))
      fail(VJP_ERROR_INVALID, "{}: 'dropout' is a probability, from 0 to 1; got {}", op, dropout);
    if (input.size(0) == 0) fail(VJP_ERROR_SHAPE, "{}: 'input' has no steps", op);
    const int64_t batch = packed ? packed->rows[0] : input.size(1);
    const auto check_state = [&](const Tensor& t) {
      if (t.ndim() != 3 || t.size(0) != places() || t.size(1) != batch)
        fail(VJP_ERROR_SHAPE, "{}: 'hx' has shape {}, expected [{}, {}, *]: layers times directions, batch, size", op,
             t.sizes(), places(), batch);
    };
    check_state(first.hidden);
    if (first.cell) check_state(first.cell);
    const int64_t wanted = places() * weights_each(first);
    if (static_cast<int64_t>(params.size()) != wanted)
      fail(VJP_ERROR_INVALID, "{}: 'params' has {} tensors, expected {}: {} for each of {} layers in {} directions", op,
           params.size(), wanted, weights_each(first), layers, directions());
  }
  void check_weights(const Weights& w, int64_t features, const State& first, int64_t at) const {
    const int64_t state = first.hidden.size(2), size = first.cell ? first.cell.size(2) : state;
    const int64_t rows = gates_of(cell) * size;
    check_shape(op, "params", at, w.in, Dims{rows, features});
    check_shape(op, "params", at + 1, w.hidden, Dims{rows, state});
    if (w.bias_in) check_shape(op, "params", at + 2, w.bias_in, Dims{rows});
    if (w.bias_hidden) check_shape(op, "params", at + 3, w.bias_hidden, Dims{rows});
    if (w.projection) check_shape(op, "params", at + (has_biases ? 4 : 2), w.projection, Dims{state, size});
  }
};

LayerResult run_network(const Network& n, const Tensor& input, const State& first, TensorList params,
                        bool batch_first) {
  if (!batch_first || input.ndim() != 3) return n.run(input, first, params, nullptr);
  LayerResult r = n.run(transpose(input, 0, 1), first, params, nullptr);
  r.output = transpose(r.output, 0, 1);
  return r;
}

LayerResult run_packed(const Network& n, const Tensor& data, const Tensor& batch_sizes, const State& first,
                       TensorList params) {
  if (batch_sizes.ndim() != 1 || batch_sizes.numel() == 0)
    fail(VJP_ERROR_SHAPE, "{}: 'batch_sizes' has shape {}, expected one number a step", n.op, batch_sizes.sizes());
  const Packed packed{host_numbers(batch_sizes, n.op, "batch_sizes")};
  int64_t total = 0;
  for (size_t t = 0; t < packed.rows.size(); ++t) {
    const int64_t count = packed.rows[t];
    if (count < 1 || (t && count > packed.rows[t - 1]))
      fail(VJP_ERROR_INVALID, "{}: 'batch_sizes' has {} at step {}; expected positive numbers that never grow", n.op,
           count, t);
    total += count;
  }
  if (data.ndim() == 2 && data.size(0) != total)
    fail(VJP_ERROR_SHAPE, "{}: 'data' has {} rows, but 'batch_sizes' add up to {}", n.op, data.size(0), total);
  return n.run(data, first, params, &packed);
}

State states_of(const char* op, TensorList hx) {
  if (hx.size() != 2)
    fail(VJP_ERROR_INVALID, "{}: 'hx' has {} tensors, expected 2: the hidden state and the cell", op, hx.size());
  return {hx[0], hx[1], {}};
}

// One step of [B, I], or of [I].
State run_cell(const char* op, Cell cell, const Tensor& input, const State& first, const Tensor& w_ih,
               const Tensor& w_hh, const Tensor& b_ih, const Tensor& b_hh) {
  const Precision p(op, input);
  if (input.ndim() != 1 && input.ndim() != 2)
    fail(VJP_ERROR_SHAPE, "{}: 'input' has shape {}, expected [batch, features] or [features]", op, input.sizes());
  if (first.hidden.ndim() != input.ndim())
    fail(VJP_ERROR_SHAPE, "{}: 'hx' has shape {}, expected {}", op, first.hidden.sizes(),
         input.ndim() == 2 ? "[batch, size]" : "[size]");
  const int64_t size = first.hidden.size(-1), rows = gates_of(cell) * size;
  const Dims wanted = input.ndim() == 2 ? Dims{input.size(0), size} : Dims{size};
  check_shape(op, "hx", -1, first.hidden, wanted);
  if (first.cell) check_shape(op, "hx", -1, first.cell, wanted);
  check_shape(op, "w_ih", -1, w_ih, Dims{rows, input.size(-1)});
  check_shape(op, "w_hh", -1, w_hh, Dims{rows, size});
  if (b_ih) check_shape(op, "b_ih", -1, b_ih, Dims{rows});
  if (b_hh) check_shape(op, "b_hh", -1, b_hh, Dims{rows});
  const auto in_batch = [&](const Tensor& t) { return !t || t.ndim() == 2 ? t : unsqueeze(t, 0); };
  const Weights w{p.in(w_ih, "w_ih"), p.in(w_hh, "w_hh"), p.in(b_ih, "b_ih"), p.in(b_hh, "b_hh"), {}};
  const State from{in_batch(p.in(first.hidden, "hx")), in_batch(p.in(first.cell, "hx")), {}};
  const Tensor one = unsqueeze(in_batch(p.in(input, "input")), 0);
  State last = fused_layer(cell, one, from, w, false).last;
  const auto out = [&](const Tensor& t) { return !t ? t : p.out(input.ndim() == 2 ? t : select(t, 0, 0)); };
  return {out(last.hidden), out(last.cell), {}};
}

}  // namespace
}  // namespace recurrent

using namespace recurrent;

struct LstmLayers : Composite {
  static constexpr Schema schema{
      "lstm(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, "
      "bool bidirectional, bool batch_first, *, Generator? generator=None) -> (Tensor output, Tensor h_n, Tensor c_n)"};
  static constexpr const char* doc =
      "Layers of LSTM cells over [steps, batch, features] (batch first with batch_first). hx: hidden states and cells "
      "before the first step, [layers * directions, batch, size]; a smaller hidden state is projected. params: for "
      "each "
      "layer and direction w_ih, w_hh, with has_biases b_ih, b_hh, and the projection if there is one; gates i, f, g, "
      "o.";
  static constexpr Autocast autocast = Autocast::Lower;
  static std::array<Tensor, 3> forward(const Tensor& input, TensorList hx, TensorList params, bool has_biases,
                                       int64_t num_layers, double dropout, bool train, bool bidirectional,
                                       bool batch_first, Generator* generator) {
    const Network n{"lstm", Cell::Lstm, has_biases, num_layers, dropout, train, bidirectional, generator};
    LayerResult r = run_network(n, input, states_of("lstm", hx), params, batch_first);
    return {r.output, r.last.hidden, r.last.cell};
  }
};
VJP_DEFINE(LstmLayers);

struct LstmPacked : Composite {
  static constexpr Schema schema{
      "lstm.data(Tensor data, Tensor batch_sizes, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float "
      "dropout, bool train, bool bidirectional, *, Generator? generator=None) -> (Tensor output, Tensor h_n, Tensor "
      "c_n)"};
  static constexpr const char* doc =
      "lstm over sequences of several lengths, longest first: data has the rows of the first step, then of the second, "
      "...; batch_sizes how many each has.";
  static constexpr Autocast autocast = Autocast::Lower;
  static std::array<Tensor, 3> forward(const Tensor& data, const Tensor& batch_sizes, TensorList hx, TensorList params,
                                       bool has_biases, int64_t num_layers, double dropout, bool train,
                                       bool bidirectional, Generator* generator) {
    const Network n{"lstm", Cell::Lstm, has_biases, num_layers, dropout, train, bidirectional, generator};
    LayerResult r = run_packed(n, data, batch_sizes, states_of("lstm", hx), params);
    return {r.output, r.last.hidden, r.last.cell};
  }
};
VJP_DEFINE(LstmPacked);

// Those with one state.
#define VJP_RECURRENT(Name, NAME, CELL, SENTENCE)                                                                     \
  struct Name##Layers : Composite {                                                                                   \
    static constexpr Schema schema{                                                                                   \
        NAME                                                                                                          \
        "(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, "     \
        "bool bidirectional, bool batch_first, *, Generator? generator=None) -> (Tensor output, Tensor h_n)"};        \
    static constexpr const char* doc =                                                                                \
        "Layers of " SENTENCE                                                                                         \
        " over [steps, batch, features] (batch first with batch_first). hx: states before the first step, [layers * " \
        "directions, batch, size]. params: for each layer and direction w_ih, w_hh, and with has_biases b_ih, b_hh."; \
    static constexpr Autocast autocast = Autocast::Lower;                                                             \
    static std::array<Tensor, 2> forward(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases,   \
                                         int64_t num_layers, double dropout, bool train, bool bidirectional,          \
                                         bool batch_first, Generator* generator) {                                    \
      const Network n{NAME, CELL, has_biases, num_layers, dropout, train, bidirectional, generator};                  \
      LayerResult r = run_network(n, input, {hx, {}, {}}, params, batch_first);                                       \
      return {r.output, r.last.hidden};                                                                               \
    }                                                                                                                 \
  };                                                                                                                  \
  VJP_DEFINE(Name##Layers);                                                                                           \
  struct Name##Packed : Composite {                                                                                   \
    static constexpr Schema schema{                                                                                   \
        NAME                                                                                                          \
        ".data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int num_layers, "        \
        "float dropout, bool train, bool bidirectional, *, Generator? generator=None) -> (Tensor output, Tensor "     \
        "h_n)"};                                                                                                      \
    static constexpr const char* doc = NAME                                                                           \
        " over sequences of several lengths, longest first: data has the rows of the first step, then of the "        \
        "second, ...; batch_sizes how many each has.";                                                                \
    static constexpr Autocast autocast = Autocast::Lower;                                                             \
    static std::array<Tensor, 2> forward(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx,             \
                                         TensorList params, bool has_biases, int64_t num_layers, double dropout,      \
                                         bool train, bool bidirectional, Generator* generator) {                      \
      const Network n{NAME, CELL, has_biases, num_layers, dropout, train, bidirectional, generator};                  \
      LayerResult r = run_packed(n, data, batch_sizes, {hx, {}, {}}, params);                                         \
      return {r.output, r.last.hidden};                                                                               \
    }                                                                                                                 \
  };                                                                                                                  \
  VJP_DEFINE(Name##Packed);                                                                                           \
  struct Name##Cell : Composite {                                                                                     \
    static constexpr Schema schema{                                                                                   \
        NAME                                                                                                          \
        "_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> "          \
        "Tensor"};                                                                                                    \
    static constexpr const char* doc =                                                                                \
        "One step of " SENTENCE ", [batch, features] and states [batch, size], or both without batch.";               \
    static constexpr Autocast autocast = Autocast::Lower;                                                             \
    static Tensor forward(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh,              \
                          const Tensor& b_ih, const Tensor& b_hh) {                                                   \
      return run_cell(NAME "_cell", CELL, input, {hx, {}, {}}, w_ih, w_hh, b_ih, b_hh).hidden;                        \
    }                                                                                                                 \
  };                                                                                                                  \
  VJP_DEFINE(Name##Cell)

VJP_RECURRENT(Gru, "gru", Cell::Gru, "GRU cells, of gates r, z and n,");
VJP_RECURRENT(RnnTanh, "rnn_tanh", Cell::Tanh, "cells tanh(w_ih x + b_ih + w_hh h + b_hh)");
VJP_RECURRENT(RnnRelu, "rnn_relu", Cell::Relu, "cells relu(w_ih x + b_ih + w_hh h + b_hh)");

struct LstmCell : Composite {
  static constexpr Schema schema{
      "lstm_cell(Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> (Tensor "
      "h, Tensor c)"};
  static constexpr const char* doc =
      "One step of an LSTM: c = f c + i g, h = o tanh(c). [batch, features], and hx the hidden state and the cell, "
      "[batch, size], or all without batch.";
  static constexpr Autocast autocast = Autocast::Lower;
  static std::array<Tensor, 2> forward(const Tensor& input, TensorList hx, const Tensor& w_ih, const Tensor& w_hh,
                                       const Tensor& b_ih, const Tensor& b_hh) {
    State s = run_cell("lstm_cell", Cell::Lstm, input, states_of("lstm_cell", hx), w_ih, w_hh, b_ih, b_hh);
    return {s.hidden, s.cell};
  }
};
VJP_DEFINE(LstmCell);

}  // namespace vjp
