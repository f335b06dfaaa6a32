// Operators on sparse tensors (tensor/sparse.h says what one is).
//
// Note: how they are made. Only four operators look into a sparse tensor (sparse_layout.cc): one makes it of values and
// positions, its adjoint reads values at given positions, one adds up what is there twice, one makes it dense. All
// others take the values out, compute with operators on strided tensors, and put values in again: what they do with
// derivatives follows, to any order. A call of a public operator that is given a sparse tensor comes to call_sparse,
// which has a function of this sort for it, or refuses by name (sparse_calls.cc).
#pragma once

#include <optional>

#include "tensor/sparse.h"

namespace vjp {

struct OpCall;
// False: no argument is sparse, or the operator knows what to do with one.
bool call_sparse(OpCall& call);

// ---- making one, with all checks of the members (sparse_check.cc) ----

// `sizes` empty: as large as the positions ask for.
Tensor sparse_coo(const Tensor& indices, const Tensor& values, std::optional<IntSpan> sizes, bool coalesced);
Tensor sparse_compressed(Layout layout, const Tensor& first, const Tensor& second, const Tensor& values, IntSpan sizes);

// ---- conversions, recorded (sparse_layout.cc) ----

// Every position once. A compressed tensor is that already.
Tensor coalesce(const Tensor& t);
// The values, of a COO tensor that is not coalesced those of the coalesced one.
Tensor values_of(const Tensor& t);
// The values as they are, without history (of a COO tensor that is not coalesced not differentiable).
Tensor raw_values(const Tensor& t);
// The elements of a tensor of any layout at the places of members; their values count by their sizes only.
Tensor values_at(const Tensor& t, const SparseMembers& places);
// Other values at the places of a coalesced or compressed tensor.
Tensor with_values(const Tensor& t, const Tensor& values);
// `masked`: the gradient is what there is at the places of the values; else all of it, a strided one.
Tensor to_dense(const Tensor& t, bool masked = true);
// `dims`: how many dimensions of COO are sparse, -1: all. `block`: rows and columns of the blocks of BSR and BSC.
Tensor to_layout(const Tensor& t, Layout layout, int dims = -1, IntSpan block = {});
// The values of `t` at the places of `mask`; its gradient is COO where `t` is strided.
Tensor sparse_mask(const Tensor& t, const Tensor& mask);

// beta * input + alpha * (a b), at the places of the sparse `input`.
Tensor sampled_addmm(const Tensor& input, const Tensor& a, const Tensor& b, const Scalar& beta, const Scalar& alpha);

// ---- positions (sparse_pattern.cc); not recorded ----

// Where each of a few ascending numbers begins: [count + 1].
Tensor compressed(const Tensor& ascending, int64_t count);
// The number of the row in which each element is: the inverse.
Tensor uncompressed(const Tensor& begins, int64_t elements);
// Row and column of each value; of blocks, counted in blocks. The tensor has two sparse dimensions.
struct Coordinates {
  Tensor row, column;
};
Coordinates coordinates_of(const SparseMembers& m);
// Row-major number of the place of each value (of blocks, block) among `places_of` all.
Tensor keys_of(const SparseMembers& m, IntSpan sizes);
int64_t places_of(const SparseMembers& m, IntSpan sizes);
// A strided tensor as [places, what is at one], and back.
Tensor by_places(const Tensor& strided, const SparseMembers& m);
Tensor from_places(const Tensor& placed, const SparseMembers& m, IntSpan sizes);
// Different keys, ascending: how many, which element has each of them first, and for each element (in the order
// `order`) the number of its key.
struct Grouped {
  int64_t count;
  Tensor order, group, leaders;
};
Grouped grouped(const Tensor& keys);
// Whether numbers on the CPU rise from each to the next; false on devices, where nobody looks.
bool rises(const Tensor& keys);
// Where each key is among ascending ones, -1: nowhere. The host looks, and waits for a device.
Tensor found_in(const Tensor& ascending, const Tensor& keys);

// The name of the operator, an argument, what came.
[[noreturn]] void refuse_layout(const char* op, const char* argument, const Tensor& t, const char* wanted);

}  // namespace vjp
