// The operators of ops/view_split.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_MatrixAdjoint;
extern const OpDef op_AtLeast1d;
extern const OpDef op_AtLeast1dAll;
extern const OpDef op_AtLeast2d;
extern const OpDef op_AtLeast2dAll;
extern const OpDef op_AtLeast3d;
extern const OpDef op_AtLeast3dAll;
extern const OpDef op_BroadcastTensors;
extern const OpDef op_DSplit;
extern const OpDef op_DSplitIndices;
extern const OpDef op_HSplit;
extern const OpDef op_HSplitIndices;
extern const OpDef op_Meshgrid;
extern const OpDef op_TensorSplit;
extern const OpDef op_TensorSplitIndices;
extern const OpDef op_TensorSplitTensor;
extern const OpDef op_VSplit;
extern const OpDef op_VSplitIndices;

inline Tensor H(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_MatrixAdjoint, args);
}
inline Tensor atleast_1d(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_AtLeast1d, args);
}
inline std::vector<Tensor> atleast_1d_sequence(TensorList tensors) {
  const Value args[] = {box(tensors)};
  return call_list(op_AtLeast1dAll, args);
}
inline Tensor atleast_2d(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_AtLeast2d, args);
}
inline std::vector<Tensor> atleast_2d_sequence(TensorList tensors) {
  const Value args[] = {box(tensors)};
  return call_list(op_AtLeast2dAll, args);
}
inline Tensor atleast_3d(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_AtLeast3d, args);
}
inline std::vector<Tensor> atleast_3d_sequence(TensorList tensors) {
  const Value args[] = {box(tensors)};
  return call_list(op_AtLeast3dAll, args);
}
inline std::vector<Tensor> broadcast_tensors(TensorList tensors) {
  const Value args[] = {box(tensors)};
  return call_list(op_BroadcastTensors, args);
}
inline std::vector<Tensor> dsplit(const Tensor& input, int64_t indices_or_sections) {
  const Value args[] = {box(input), box(indices_or_sections)};
  return call_list(op_DSplit, args);
}
inline std::vector<Tensor> dsplit_indices(const Tensor& input, IntSpan indices_or_sections) {
  const Value args[] = {box(input), box(indices_or_sections)};
  return call_list(op_DSplitIndices, args);
}
inline std::vector<Tensor> hsplit(const Tensor& input, int64_t indices_or_sections) {
  const Value args[] = {box(input), box(indices_or_sections)};
  return call_list(op_HSplit, args);
}
inline std::vector<Tensor> hsplit_indices(const Tensor& input, IntSpan indices_or_sections) {
  const Value args[] = {box(input), box(indices_or_sections)};
  return call_list(op_HSplitIndices, args);
}
inline std::vector<Tensor> meshgrid(TensorList tensors, const char* indexing = "ij") {
  const Value args[] = {box(tensors), box(indexing)};
  return call_list(op_Meshgrid, args);
}
inline std::vector<Tensor> tensor_split(const Tensor& input, int64_t indices_or_sections, int64_t dim = 0) {
  const Value args[] = {box(input), box(indices_or_sections), box(dim)};
  return call_list(op_TensorSplit, args);
}
inline std::vector<Tensor> tensor_split_indices(const Tensor& input, IntSpan indices_or_sections, int64_t dim = 0) {
  const Value args[] = {box(input), box(indices_or_sections), box(dim)};
  return call_list(op_TensorSplitIndices, args);
}
inline std::vector<Tensor> tensor_split_tensor(const Tensor& input, const Tensor& indices_or_sections, int64_t dim = 0) {
  const Value args[] = {box(input), box(indices_or_sections), box(dim)};
  return call_list(op_TensorSplitTensor, args);
}
inline std::vector<Tensor> vsplit(const Tensor& input, int64_t indices_or_sections) {
  const Value args[] = {box(input), box(indices_or_sections)};
  return call_list(op_VSplit, args);
}
inline std::vector<Tensor> vsplit_indices(const Tensor& input, IntSpan indices_or_sections) {
  const Value args[] = {box(input), box(indices_or_sections)};
  return call_list(op_VSplitIndices, args);
}

}  // namespace vjp
