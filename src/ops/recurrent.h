// One step of each recurrent cell as a formula: of values while a kernel's program is traced, and of tensors where the
// step is recorded. Both compute the same in the same order. And steps made of operators.
#pragma once

#include "kernel/trace.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/pointwise_trigonometric.h"
#include "ops/tensor_operators.h"

namespace vjp::recurrent {

enum class Cell : uint8_t { Lstm, Gru, Tanh, Relu };
// How many blocks of the size of a hidden state a step's products have.
constexpr int64_t gates_of(Cell cell) { return cell == Cell::Lstm ? 4 : cell == Cell::Gru ? 3 : 1; }

struct State {
  Tensor hidden, cell, kept;  // `cell` of an LSTM; `kept`: its gates, and a GRU's r, z, n and q
};
// The state after a step on gates [*, B, gates * H], to which the input's products and biases have been added already;
// `bias` is that of a GRU's hidden products. By operators.
State step(Cell cell, const Tensor& gates, const State& before, const Tensor& weight, const Tensor& bias);
// All steps along the third dimension from the end, each result stacked along it.
State steps(Cell cell, const Tensor& gates, const State& first, const Tensor& weight, const Tensor& bias, bool reverse);

// LSTM. i, f and o are sigmoids of what comes in, g is a tanh.
inline constexpr auto lstm_cell = [](auto i, auto f, auto g, auto c) { return f * c + i * g; };
inline constexpr auto lstm_hidden = [](auto o, auto c) { return o * tanh(c); };

// GRU. r and z are sigmoids, q is the hidden part of n = tanh(x + r q).
inline constexpr auto gru_hidden = [](auto z, auto n, auto h) { return n + z * (h - n); };

// What a sigmoid's and a tanh's gradient is multiplied by, from its value.
inline constexpr auto of_sigmoid = [](auto y) { return y * (1.0 - y); };
inline constexpr auto of_tanh = [](auto y) { return 1.0 - y * y; };

// dh and dc: gradients of a step's results. That of its cell, and of what came into o.
inline constexpr auto lstm_back_cell = [](auto dh, auto dc, auto o, auto c) {
  auto t = tanh(c);
  return std::array{dh * t * of_sigmoid(o), dc + dh * o * of_tanh(t)};
};
// From the cell's: of what came into i, f and g, and of the cell before.
inline constexpr auto lstm_back_gates = [](auto dc, auto i, auto f, auto g, auto c) {
  return std::array{dc * g * of_sigmoid(i), dc * c * of_sigmoid(f), dc * i * of_tanh(g), dc * f};
};

// Of what came into n, into z, and of the hidden state before but for what passes through the products.
inline constexpr auto gru_back_hidden = [](auto dh, auto z, auto n, auto h) {
  return std::array{dh * (1.0 - z) * of_tanh(n), dh * (h - n) * of_sigmoid(z), dh * z};
};
// From that of n: of what came into r, and of q.
inline constexpr auto gru_back_reset = [](auto dn, auto r, auto q) {
  return std::array{dn * q * of_sigmoid(r), dn * r};
};

inline constexpr auto rnn_back_tanh = [](auto dh, auto h) { return dh * of_tanh(h); };
inline constexpr auto rnn_back_relu = [](auto dh, auto h) { return where(le(h, 0.0), like(dh, 0.0), dh); };

}  // namespace vjp::recurrent
