// What operators with an index share.
#pragma once

#include "ops/op.h"

namespace vjp {

// The index as int64 or int32, every element in [0, size); an error that names `what` otherwise. Below the tape. On a
// device the check is a command, and the error comes when the host next waits for its stream.
Tensor checked_index(const Tensor& index, int64_t size, const char* what);
// The same, but what an expanded index repeats is neither copied nor looked at again: its strides stay 0.
Tensor checked_places(const Tensor& index, int64_t size, const char* what);
bool is_repeated(const Tensor& index);  // whether it is expanded
// The same in three steps, on the CPU: the form that kernels take; whether one of the elements [begin, end) is outside;
// the error.
Tensor kernel_index(const Tensor& index, const char* what);
bool has_outside(const Tensor& index, int64_t begin, int64_t end, int64_t size);
int64_t first_outside(const Tensor& index, int64_t size);  // the first such element
[[noreturn]] void refuse_index(const Tensor& index, int64_t size, const char* what);
// The coordinates of the elements that are not 0: [count, ndim], int64. Below the tape; waits for a device.
Tensor positions_of_nonzero(const Tensor& t);
// A zero-dimensional tensor as a one-dimensional one, without history.
Tensor at_least_1d(const Tensor& t);

}  // namespace vjp
