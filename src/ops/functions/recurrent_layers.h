// The operators of ops/recurrent_layers.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_GruLayers;
extern const OpDef op_GruPacked;
extern const OpDef op_GruCell;
extern const OpDef op_LstmLayers;
extern const OpDef op_LstmPacked;
extern const OpDef op_LstmCell;
extern const OpDef op_RnnReluLayers;
extern const OpDef op_RnnReluPacked;
extern const OpDef op_RnnReluCell;
extern const OpDef op_RnnTanhLayers;
extern const OpDef op_RnnTanhPacked;
extern const OpDef op_RnnTanhCell;

inline std::array<Tensor, 2> gru(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(hx), box(params), box(has_biases), box(num_layers), box(dropout), box(train), box(bidirectional), box(batch_first), box(generator)};
  std::array<Tensor, 2> outs;
  call(op_GruLayers, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> gru_data(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, Generator* generator = nullptr) {
  const Value args[] = {box(data), box(batch_sizes), box(hx), box(params), box(has_biases), box(num_layers), box(dropout), box(train), box(bidirectional), box(generator)};
  std::array<Tensor, 2> outs;
  call(op_GruPacked, args, outs.data());
  return outs;
}
inline Tensor gru_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih = {}, const Tensor& b_hh = {}) {
  const Value args[] = {box(input), box(hx), box(w_ih), box(w_hh), box(b_ih), box(b_hh)};
  return call1(op_GruCell, args);
}
inline std::array<Tensor, 3> lstm(const Tensor& input, TensorList hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(hx), box(params), box(has_biases), box(num_layers), box(dropout), box(train), box(bidirectional), box(batch_first), box(generator)};
  std::array<Tensor, 3> outs;
  call(op_LstmLayers, args, outs.data());
  return outs;
}
inline std::array<Tensor, 3> lstm_data(const Tensor& data, const Tensor& batch_sizes, TensorList hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, Generator* generator = nullptr) {
  const Value args[] = {box(data), box(batch_sizes), box(hx), box(params), box(has_biases), box(num_layers), box(dropout), box(train), box(bidirectional), box(generator)};
  std::array<Tensor, 3> outs;
  call(op_LstmPacked, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> lstm_cell(const Tensor& input, TensorList hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih = {}, const Tensor& b_hh = {}) {
  const Value args[] = {box(input), box(hx), box(w_ih), box(w_hh), box(b_ih), box(b_hh)};
  std::array<Tensor, 2> outs;
  call(op_LstmCell, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> rnn_relu(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(hx), box(params), box(has_biases), box(num_layers), box(dropout), box(train), box(bidirectional), box(batch_first), box(generator)};
  std::array<Tensor, 2> outs;
  call(op_RnnReluLayers, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> rnn_relu_data(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, Generator* generator = nullptr) {
  const Value args[] = {box(data), box(batch_sizes), box(hx), box(params), box(has_biases), box(num_layers), box(dropout), box(train), box(bidirectional), box(generator)};
  std::array<Tensor, 2> outs;
  call(op_RnnReluPacked, args, outs.data());
  return outs;
}
inline Tensor rnn_relu_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih = {}, const Tensor& b_hh = {}) {
  const Value args[] = {box(input), box(hx), box(w_ih), box(w_hh), box(b_ih), box(b_hh)};
  return call1(op_RnnReluCell, args);
}
inline std::array<Tensor, 2> rnn_tanh(const Tensor& input, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(hx), box(params), box(has_biases), box(num_layers), box(dropout), box(train), box(bidirectional), box(batch_first), box(generator)};
  std::array<Tensor, 2> outs;
  call(op_RnnTanhLayers, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> rnn_tanh_data(const Tensor& data, const Tensor& batch_sizes, const Tensor& hx, TensorList params, bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional, Generator* generator = nullptr) {
  const Value args[] = {box(data), box(batch_sizes), box(hx), box(params), box(has_biases), box(num_layers), box(dropout), box(train), box(bidirectional), box(generator)};
  std::array<Tensor, 2> outs;
  call(op_RnnTanhPacked, args, outs.data());
  return outs;
}
inline Tensor rnn_tanh_cell(const Tensor& input, const Tensor& hx, const Tensor& w_ih, const Tensor& w_hh, const Tensor& b_ih = {}, const Tensor& b_hh = {}) {
  const Value args[] = {box(input), box(hx), box(w_ih), box(w_hh), box(b_ih), box(b_hh)};
  return call1(op_RnnTanhCell, args);
}

}  // namespace vjp
